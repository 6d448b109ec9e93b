"""The log's setup, which belongs to the whole process, kept from one test to the next."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from sonar_referee.server.logs import LIBRARIES


@contextmanager
def logs_put_back() -> Iterator[None]:
    """Leave the log behind as it was before the `with` block."""
    loggers = [logging.getLogger(name) for name in LIBRARIES]
    ours, theirs = structlog.get_config(), [(one, one.handlers[:], one.propagate, one.level) for one in loggers]
    try:
        yield
    finally:
        structlog.configure(**ours)
        structlog.contextvars.clear_contextvars()
        for logger, handlers, propagate, level in theirs:
            logger.handlers[:] = handlers
            logger.propagate = propagate
            logger.setLevel(level)
