"""Logs of the service: one line an event, plain tracebacks, and never a secret.

Local variables of a traceback hold mails, tokens and hidden cards: they are not shown.
"""

from __future__ import annotations

import sys
import traceback
from functools import cache
from pathlib import Path

import structlog


@cache
def configure() -> None:
    """Set up structlog for this process, once."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"])
            if not sys.stderr.isatty()
            else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
        ],
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )


def place_of(error: Exception) -> str:
    """What kind of error it was and where, without its words: they may quote a player's secret."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}; the log has more"
