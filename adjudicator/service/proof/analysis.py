"""The analysis of a kept match, in words: from its archive alone."""

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.kernel.errors import ReplayError
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.language import Language
from adjudicator.service.proof.archive import Archive, BadArchive
from adjudicator.service.proof.history import Replay
from adjudicator.steward.analysis import Analysis, analyse

LINES = 3
"""Lines that tell a moment."""


class Told(msgspec.Struct, frozen=True):
    """The analysis of a match, with what happened at each of its moments, by log number."""

    game: str
    seats: tuple[str, ...]
    analysis: Analysis
    moments: dict[int, str]


def analysed(archive: Archive, language: Language) -> Told:
    """Return the analysis of the line that was played to its end.

    Raises:
        BadArchive: The match is not over, its secrets are not in the archive, or it cannot be played again.
    """
    head = archive.head
    if head.seed is None:
        raise BadArchive("it has no secrets: a match is analysed when it is over, from an archive of everything")
    replay = Replay(archive, head.header, bytes.fromhex(head.seed), tuple(map(bytes.fromhex, head.nonces)))
    last, said = max(replay.revisions), dict[int, list[ObservedEvent[Any]]]()
    steps = replay.run()
    match = next((step.match for step in steps if step.revision == last), None)
    if match is None:
        raise BadArchive("it cannot be played again by the rules that are installed")

    def moved() -> Iterator[int]:
        for step in steps:
            said[step.n] = step.told
            yield step.n

    try:
        found = analyse(match, moved())
    except ReplayError as error:
        raise BadArchive(str(error)) from error
    if match.result is None:
        raise BadArchive("the match is not over: what decides it is still secret")
    words = {point.n: _said(match, point.n, said[point.n], language) for point in found.moments}
    return Told(head.header.game, match.header.seats, found, words)


def _said(match: Match, n: int, told: list[ObservedEvent[Any]], language: Language) -> str:
    """Return what happened at an entry; what was ordered, where nothing is told of it."""
    report = match.game.part("report")
    lines = [line.told for group in report.news(told, match.header.seats, language) for line in group.lines]
    if not lines:
        book = match.game.part("phrases").at(match.state)
        made = [entry for entry in match.log if entry.n == n and entry.by in match.header.seats]
        lines = [f"{report.party(entry.by, language).name}: {book.say(entry.action, language.code)}" for entry in made]
    return "; ".join(lines[:LINES]) + (" …" if len(lines) > LINES else "")
