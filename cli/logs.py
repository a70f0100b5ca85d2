"""Log lines: to standard error, so that output can be piped; never bodies of mails or tokens."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def quiet() -> None:
    """For commands: only what is worth a warning."""
    _configure(logging.WARNING)


def working() -> None:
    """For processes that stay: what they do, as JSON lines unless a person watches."""
    _configure(logging.INFO)


def _configure(level: int) -> None:
    shown: Any = (
        structlog.dev.ConsoleRenderer()
        if sys.stderr.isatty()
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if not sys.stderr.isatty() else []),
            shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
