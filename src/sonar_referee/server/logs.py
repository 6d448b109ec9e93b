"""Logs: one line an event, on standard error, without secrets.

Nothing is logged for an order: that would tell in which moment a secret one was given.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType
from typing import Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor

LogFormat = Literal["console", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]

LIBRARIES = ("uvicorn.error", "asyncio", "py.warnings")
"""Whose own messages are shown as well."""


def configure_logs(form: LogFormat = "console", level: LogLevel = "warning") -> None:
    """Set the log up: this program's own lines and those of its libraries, all in one form."""
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_values,
    ]
    structlog.configure(
        processors=[*shared, _renderer(form)],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_names: structlog.PrintLogger(sys.stderr),
    )
    _through_the_same_pipeline(shared, _renderer(form), number)


class _StandardError(logging.StreamHandler[TextIO]):
    """Writes to what standard error is at that moment."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr


def _renderer(form: LogFormat) -> Processor:
    if form == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)


def _through_the_same_pipeline(shared: list[Processor], renderer: Processor, level: int) -> None:
    handler = _StandardError()
    processors = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=[_first_line, *shared], processors=processors)
    )
    for name in LIBRARIES:
        library = logging.getLogger(name)
        library.handlers[:] = [handler]
        library.propagate = False
        library.setLevel(max(level, logging.WARNING))  # below that they tell of each connection and its address


def _first_line(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Leave away what asyncio writes under its message: the objects in question, with their values."""
    event["event"] = str(event["event"]).partition("\n")[0]
    return event


def _without_values(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Tell of an exception what it is and where it came from. Its words may quote an order or a token."""
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()[1]
    elif isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        event["exception"] = "\n".join(_told(error))
    return event


def _told(error: BaseException) -> list[str]:
    """The chain of an exception, the first cause first, each with the places that it passed."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [] if before is None else [*_told(before), "", "which led to:"]
    return [*lines, *_places(error.__traceback__), _kind(error)]


def _places(passed: TracebackType | None) -> list[str]:
    return [f"{place.filename}:{place.lineno} in {place.name}" for place in traceback.extract_tb(passed)]


def _kind(error: BaseException) -> str:
    """The type of an exception, and for one of the system its reason, which names no value."""
    kind = type(error).__name__
    return f"{kind}: {error.strerror}" if isinstance(error, OSError) and error.strerror else kind
