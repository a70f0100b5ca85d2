"""A whole campaign as its readers look back on it: the same news as in the mails, with pictures, orders and draws.

A chronicle is finished text in one language, made for one pair of eyes; `adjudicator.reports.pages.archive_page` makes
the page of it. Nothing is in it that these eyes may not know.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from adjudicator.pictures.board import Sketch
from adjudicator.reports.model import Fact, NewsGroup, Party, Picture, ReadLine, Section


class Frame(msgspec.Struct, frozen=True):
    """The board after a log entry, with what changed by it marked."""

    log: int
    at: datetime
    board: Sketch


class OrderMail(msgspec.Struct, frozen=True):
    """The order lines of one mail as they were sent, and what became of each."""

    who: Party
    at: datetime
    lines: tuple[ReadLine, ...]


class LetterShown(msgspec.Struct, frozen=True):
    """A letter: from whom and to whom in one sentence, and its lines; an empty one parts paragraphs."""

    at: datetime
    heading: str
    lines: tuple[str, ...]


class Drawn(msgspec.Struct, frozen=True):
    """A draw with what is needed to recompute it: `counter` and `label` go into the HMAC, `value` came out.

    `source` says where a value came from that the seed did not give.
    """

    log: int
    revision: int
    counter: int
    label: str
    terms: str
    value: str
    source: str = ""


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A phase or an action round.

    What happened, who had ordered what, who wrote what to whom, what was drawn, the board step by step. `board` is the
    position at its end, with everything marked that changed in it.
    """

    first: int
    last: int
    groups: tuple[NewsGroup, ...]
    at: datetime
    board: Sketch | None = None
    frames: tuple[Frame, ...] = ()
    orders: tuple[OrderMail, ...] = ()
    letters: tuple[LetterShown, ...] = ()
    draws: tuple[Drawn, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """A turn, or a war: whatever the game counts as one."""

    title: str
    passages: tuple[Passage, ...]


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The proof of the draws: the commitment from the beginning, seed and nonces (hexadecimal) from the end on."""

    commitment: str
    seed: str = ""
    nonces: tuple[str, ...] = ()


class Chronicle(msgspec.Struct, frozen=True, kw_only=True):
    """The campaign. `seat` is empty for observers; `outcome` is empty while the match goes on.

    `everything`: the secrets of every seat are in it.
    """

    campaign: str
    game: str
    seat: str
    language: str
    zone: str
    written: datetime
    facts: tuple[Fact, ...]
    outcome: str
    proof: Proof
    chapters: tuple[Chapter, ...]
    corrections: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    """What the moderators did: who, when, what, and why."""
    everything: bool = False
    chart: Picture | None = None
    """The score step by step, where the game has one."""
    history: tuple[Section, ...] = ()
    """What the matches of its series have brought so far, where the game tells that, and what decided this one."""
    prospects: Picture | None = None
    """How near everybody was to winning, turn by turn, when the match is over."""


def with_newest_board(chronicle: Chronicle) -> Chronicle:
    """Return the chronicle with no other board than the newest."""
    replace, newest = msgspec.structs.replace, True
    chapters: list[Chapter] = []
    for chapter in reversed(chronicle.chapters):
        passages: list[Passage] = []
        for passage in reversed(chapter.passages):
            kept = passage.frames[-1:] if newest else ()
            newest = newest and not kept
            passages.append(replace(passage, board=None, frames=kept))
        chapters.append(replace(chapter, passages=tuple(reversed(passages))))
    return replace(chronicle, chapters=tuple(reversed(chapters)))
