"""Logs of the service: one line an event, plain tracebacks, and never a secret.

Local variables of a traceback hold mails, tokens and hidden cards, and so may the words of an error: neither is shown.
"""

import logging
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.typing import ExcInfo, Processor


def configure(least: int = logging.INFO) -> None:
    """Set up structlog for this process: lines for a person at a terminal, JSON elsewhere; from this level on.

    Standard error is looked up for each line: a program that runs in another one may find its own gone.
    """
    structlog.configure(
        processors=[*_CHAIN, _renderer()],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=_to_standard_error,
        cache_logger_on_first_use=False,
    )


def take_over(least: int = logging.INFO) -> None:
    """Make what libraries log by the standard library's logging look like our own lines, with the logger's name."""
    handler = _ToStandardError()
    last = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, _renderer()]
    first = [structlog.stdlib.add_logger_name, *_CHAIN]
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=last, foreign_pre_chain=first))
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(least)


def _renderer() -> Processor:
    if sys.stderr.isatty():
        return structlog.dev.ConsoleRenderer()
    return structlog.processors.JSONRenderer(ensure_ascii=False, default=str)


def _to_standard_error(*_: object) -> structlog.WriteLogger:
    """Return each line and its end in one piece: threads and processes that share standard error tear none apart."""
    return structlog.WriteLogger(sys.stderr)


class _ToStandardError(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Write a line to the current standard error."""
        _to_standard_error().msg(self.format(record))


def came(mail_id: int) -> str:
    """Return the reference of an inbound message, as `adjudicator mail` shows it."""
    return f"in-{mail_id}"


def went(mail_id: int) -> str:
    """Name one of our own messages, likewise."""
    return f"out-{mail_id}"


@contextmanager
def warnings_alone() -> Iterator[None]:
    """Tell only warnings of what is done in the block: it happens to nobody."""
    before = structlog.get_config()["wrapper_class"]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    try:
        yield
    finally:
        structlog.configure(wrapper_class=before)


_NAME = re.compile(r"[^\s<>@:;,\"]+@(?=[\w.\[-])")
"""The part of an address before the domain: a player's name, or the secret of a seat."""
_MOST_LETTERS = 300


def without_addresses(said: str) -> str:
    """Return what a server said, on one line and without names before an @: it likes to quote addresses."""
    return _NAME.sub("…@", " ".join(said.split()))[:_MOST_LETTERS]


_TALKATIVE = ("celery.app.trace", "celery.beat", "celery.worker.strategy", "pymorphy3")
"""Libraries that log each task, each tick, and what they load."""
_HARMLESS = (OSError, SQLAlchemyError, ImportError)
"""Errors whose words come from the machine: an address that does not answer, a table that is not there."""


def _told(exc_info: ExcInfo) -> str:
    """Return a traceback with the error and its causes, each with where it was raised."""
    error: BaseException | None = exc_info[1]
    chain: list[str] = []
    while error is not None:
        words = f": {error}" if isinstance(error, _HARMLESS) else ""
        chain.append("".join([*traceback.format_tb(error.__traceback__), f"{type(error).__qualname__}{words}"]))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nthe reason of\n".join(reversed(chain))


_CHAIN: Final[tuple[Processor, ...]] = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.ExceptionRenderer(_told),
)


def place_of(error: Exception) -> str:
    """Return what kind of error it was and where, without its words: they may quote a player's secret."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}; the log has more"
