"""The analysis of a match that is over, for mails, pages and the command line: from the store, or from an archive.

What must hold: it reads all that was hidden, so there is none before the match is over. What happened at a moment is
told to each reader from what their own seats were told.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy.orm import Session

from adjudicator.kernel.errors import ReplayError
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.log import Entry, entry_of
from adjudicator.kernel.match import Match
from adjudicator.kernel.replay import replay_events
from adjudicator.language import Language, msgid
from adjudicator.pictures.image_cache import Shelf
from adjudicator.reports.charts.prospects import prospects_chart
from adjudicator.reports.model import Item, Mark, Picture, Score, Section
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.campaign.matches import entry_decoder, header_of
from adjudicator.service.play.corrections.lines import beginning
from adjudicator.service.proof.archive import Archive, BadArchive
from adjudicator.service.proof.history import Replay
from adjudicator.steward.analysis import Analysis, Moment, Point, analyse
from adjudicator.store import matches, revisions
from adjudicator.store.packs import Packs

log = structlog.get_logger()
LINES = 3
"""Lines that tell a moment."""
DRAWN = 160
"""Points of a curve at the most: more cannot be seen."""
_NEWEST: Final = Shelf[Analysis](8, lambda analysis: 1)
"""By the seed of each match and where it ended: all its seats are told of the same one."""

Happened = Callable[[Moment], Sequence[ObservedEvent[Any]]]
"""Returns what a reader was told of the entries of a moment."""


def analysis_of(session: Session, head: matches.Head) -> Analysis | None:
    """Return the analysis of a match in the store that is over; None if its game has no worth, or it does not replay.

    What was played before a bridge from other rules is left out.
    """
    where = f"{head.revision} {head.seed.hex()} {head.hash}"
    known = _NEWEST.get(where)
    if known is None and (made := _analysed(session, head)) is not None:
        known = _NEWEST.put(where, made)
    return known


def _analysed(session: Session, head: matches.Head) -> Analysis | None:
    try:
        match, entries = _begun(session, head)
        if "worth" not in match.game.parts:
            return None
        return thinned(analyse(match, (match.position.n for _ in replay_events(match, entries))))
    except Exception:  # whatever a worth or a replay stumbles over, the last mail tells who has won
        log.exception("a match could not be analysed", match=head.match_id)
        return None


def _begun(session: Session, head: matches.Head) -> tuple[Match, list[Entry]]:
    """Return a match at its beginning, or behind its newest bridge, and all entries of the line that is played."""
    bridge = revisions.newest_bridge(session, head.match_id, head.revision) if head.revision else None
    at = None if bridge is None else bridge[1].bridge
    stored = None if at is None else matches.checkpoint_before(session, head.match_id, head.revision, at)
    header, after = header_of(head), 0 if stored is None else stored.sequence
    rows = [*matches.log(session, head.match_id, head.revision, after=after)]
    match = Match.resume(header, head.state, contents=Packs(session))
    decoder = entry_decoder(match.game)
    entries = [entry_of(decoder.decode(row.entry).line, match.game) for row in rows]
    if stored is not None:
        match = Match.resume(header, stored.state, contents=Packs(session))
        match.chance.follow([draw for entry in entries for draw in entry.chance])
        return match, entries
    return beginning(session, head.match_id, header, entries), entries


def thinned(analysis: Analysis) -> Analysis:
    """Return an analysis with no more points than a curve needs, without what the draws of each brought."""
    points = analysis.points
    apart = -(-len(points) // DRAWN)
    kept = [Point(each.n, each.turns, each.prospects) for each in (*points[:-1:apart], points[-1])]
    return msgspec.structs.replace(analysis, points=kept)


# in words ------------------------------------------------------------------------------------------------


def in_a_report(
    analysis: Analysis | None, report: GameReport, words: Language, happened: Happened, seats: Sequence[str]
) -> tuple[tuple[Section, ...], tuple[Picture, ...]]:
    """Return the sections and the picture of an analysis for some `seats`; nothing where there is none."""
    if analysis is None:
        return (), ()
    return sections(analysis, report, words, happened, seats), (picture(analysis, report, words),)


def sections(
    analysis: Analysis, report: GameReport, words: Language, happened: Happened, seats: Sequence[str]
) -> tuple[Section, ...]:
    """Tell how the prospects went, whose luck the draws were if anybody's, and what decided the match, for `seats`."""
    first, last = analysis.points[0].prospects, analysis.points[-1].prospects
    called = {seat: report.party(seat, words).name for seat in last}
    rows = sorted(last, key=lambda seat: -last[seat])
    went = words.listing([f"{called[seat]} {share(first[seat])} → {share(last[seat])}" for seat in rows])
    lucky = sorted(last, key=lambda seat: -analysis.luck[seat])
    found = {called[seat]: round(100 * analysis.luck[seat]) for seat in lucky}
    luck = words.listing([f"{name} {words.signed(part)}" for name, part in found.items()])
    about = words.gettext(
        "How near each seat was to winning, as stewards judge a position, everything hidden included: %(went)s.",
        went=went,
    )
    drawn = words.gettext(
        "What the draws have brought each seat, in hundredths, against the mean of what else could have been drawn: "
        "%(luck)s.",
        luck=luck,
    )
    items = tuple(
        Item(
            name=f"[{moment.first}] {called[moment.seat]} {share(moment.before)} → {share(moment.after)}",
            text=told(report, happened(moment), seats, words) or _untold(report, moment, words),
        )
        for moment in analysis.moments
    )
    return (
        Section(
            heading=words.gettext("Prospects and luck"), paragraphs=(about, drawn) if any(found.values()) else (about,)
        ),
        Section(heading=words.gettext("What decided the match"), items=items),
    )


def _untold(report: GameReport, moment: Moment, words: Language) -> str:
    """Say whose answer it was, of which the reader has been told nothing."""
    return words.gettext(UNTOLD, seat=report.party(moment.by, words).name) if moment.by else ""


UNTOLD = msgid("an answer of %(seat)s, of which nothing was told")


def share(part: float) -> str:
    """Return a share of one as people read it."""
    return f"{round(100 * part)} %"


def told(report: GameReport, events: Sequence[ObservedEvent[Any]], seats: Sequence[str], words: Language) -> str:
    """Return what happened in a few lines, as some seats were told it: what is marked as important comes first."""
    found = [line for group in report.news([*events], seats, words) for line in group.lines]
    lines = [line.told for line in sorted(found, key=lambda line: line.mark is not Mark.IMPORTANT)]
    return "; ".join(lines[:LINES]) + (" …" if len(lines) > LINES else "")


def picture(analysis: Analysis, report: GameReport, words: Language) -> Picture:
    """Draw the prospects of all seats as curves over the turns."""
    scores = [
        Score(at=at, points={seat: round(100 * part) for seat, part in point.prospects.items()})
        for at, point in zip(_places(analysis.points), analysis.points, strict=True)
    ]
    parties = {seat: report.party(seat, words) for seat in analysis.points[-1].prospects}
    return prospects_chart(scores, parties, words)


def _places(points: Sequence[Point]) -> Iterator[float]:
    """Yield where each point lies on the scale of turns: those of a turn lie at equal distances."""
    size = dict[int, int]()
    for point in points:
        size[point.turns] = size.get(point.turns, 0) + 1
    within = dict.fromkeys(size, 0)
    for point in points:
        yield point.turns + within[point.turns] / size[point.turns]
        within[point.turns] += 1


# from an archive -----------------------------------------------------------------------------------------


class ArchiveAnalysis(msgspec.Struct, frozen=True):
    """The analysis of a match in an archive, with what happened at each of its moments, by log number."""

    game: str
    seats: tuple[str, ...]
    analysis: Analysis
    moments: dict[int, str]


def analysed(archive: Archive, words: Language) -> ArchiveAnalysis:
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
    told_of = {moment.first: _said(match, moment, said[moment.last], words) for moment in found.moments}
    return ArchiveAnalysis(head.header.game, match.header.seats, found, told_of)


def _said(match: Match, moment: Moment, events: list[ObservedEvent[Any]], words: Language) -> str:
    """Return what happened at a moment; what was ordered, where nothing is told of it."""
    report, seats = match.game.part("report"), match.header.seats
    if lines := told(report, events, seats, words):
        return lines
    book = match.game.part("phrases").at(match.state)
    made = (each for each in match.log if moment.first <= each.n <= moment.last and each.by in seats)
    return "; ".join(f"{report.party(each.by, words).name}: {book.say(each.action, words.code)}" for each in made)
