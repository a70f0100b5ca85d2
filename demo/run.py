"""The whole demonstration: begun or gone on with, played, looked through, shown."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any

import structlog

from demo.album import make_album
from demo.cast import Run
from demo.findings import Summary, inspect
from demo.performance import Show, play
from demo.stage import Stage


class Start(StrEnum):
    """`either`: go on with a run that was interrupted, otherwise start a new one."""

    EITHER = "either"
    CONTINUE = "continue"
    NEW = "new"


class NothingToContinue(Exception):  # noqa: N818
    """The folder holds no run."""


def demo(  # noqa: PLR0913 - what is played, how far, and from where
    folder: Path,
    show: Show,
    *,
    game: str,
    seed: int,
    turns: int | None,
    start: Start = Start.EITHER,
    pack: dict[str, Any] | None = None,
    players: int | None = None,
    matches: int = 1,
    stewards: int = 0,
    script: bool = False,
) -> tuple[Summary, Path]:
    """Play a campaign by email in a folder, and return the figures and the page with all messages.

    It lasts this many turns of the game, or all of them (None), with a `pack` if one is given, and this many `matches`
    of a series. So many `stewards` play seats besides the people. With a `script` a moderator corrects a die at the
    end. If there are fewer `players` than seats, they play several seats each. A run that is continued keeps its
    numbers.

    Raises:
        NotOurs: The folder holds something else, or another process uses it.
        NothingToContinue: The folder holds no run.
        Stuck: Nothing has moved for too long, or a player is gone.
    """
    stage = Stage(folder)
    run = _earlier(stage, start) or stage.begin(
        game, seed, turns, pack, players, matches, stewards=stewards, script=script
    )
    with _logging_to(stage.folder / "demo.log"):
        seconds = play(stage, run, show)
        summary, mails = inspect(stage, run, seconds)
        return summary, make_album(stage, run, mails, summary)


def _earlier(stage: Stage, start: Start) -> Run | None:
    """Return the run of the folder if it is to be continued. Raise NothingToContinue if it must be but is missing."""
    earlier = stage.earlier()
    if start is Start.CONTINUE:
        if earlier is None:
            raise NothingToContinue(f"there is no demonstration in {stage.folder}")
        return earlier
    if start is Start.EITHER and earlier is not None and interrupted(stage):
        return earlier
    return None


def interrupted(stage: Stage) -> bool:
    """Return whether the folder holds a run that did not come to its end."""
    return stage.earlier() is not None and not stage.index.exists()


@contextmanager
def _logging_to(file: Path) -> Iterator[None]:
    """Log what the service and its libraries say to a file, so that it does not mix with the display."""
    before = structlog.get_config()
    with file.open("a", encoding="utf-8") as log:
        handler = logging.StreamHandler(log)
        root = logging.getLogger()
        root.addHandler(handler)
        structlog.configure(
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
            logger_factory=structlog.WriteLoggerFactory(log),
            cache_logger_on_first_use=False,
        )
        try:
            yield
        finally:
            structlog.configure(**before)
            root.removeHandler(handler)
