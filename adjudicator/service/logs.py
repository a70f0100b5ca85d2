"""Logs of the service: one line an event, plain tracebacks, and never a secret.

Local variables of a traceback hold mails, tokens and hidden cards: they are not shown.
"""

import logging
import sys
import traceback
from pathlib import Path

import structlog


def configure(least: int = logging.INFO) -> None:
    """Set up structlog for this process: lines for a person at a terminal, JSON elsewhere; from this level on.

    Standard error is looked up for each line: a program that runs in another one may find its own gone.
    """
    watched = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([] if watched else [structlog.processors.format_exc_info]),
            structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
            if watched
            else structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=_to_standard_error,
        cache_logger_on_first_use=False,
    )


def _to_standard_error(*_: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)


def place_of(error: Exception) -> str:
    """What kind of error it was and where, without its words: they may quote a player's secret."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}; the log has more"
