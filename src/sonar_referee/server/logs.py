"""Logs: one line an event, on standard error, without secrets."""

from __future__ import annotations

import sys

import structlog


def configure_logs() -> None:
    """Set the log up. Tracebacks are plain: the values of variables might hold tokens."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
