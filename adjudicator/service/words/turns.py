"""The mail that tells a turn, or a round, to everybody at the table."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from adjudicator.kernel.match import Match
from adjudicator.pictures.image_cache import Shelf
from adjudicator.reports.model import Kind, Picture, Score
from adjudicator.reports.wording.game import Course, Moment, Stretch, TurnSummary
from adjudicator.service.campaign.matches import turn_of
from adjudicator.service.outbox.notices import TurnTold
from adjudicator.service.words import boards
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader


def turn_over(reader: Reader, notice: TurnTold) -> Parts:
    """Report a turn: its story, its results, and the board after it; the same for all, as far as each may know it.

    What changed is shown on a map before and after if the board has several, else in small pictures. A round does not
    show the whole board: there are many in a turn.
    """
    scored = notice.rounds < 0 and reader.seat.has_page
    course, scores = _played(reader, notice, scored=scored)
    told = reader.report.turned(course, reader.language)
    between = _between(course)
    maps = _maps(reader, between) if course.whole else ()
    return Parts(
        kind=Kind.NOTICE,
        title=told.title,
        lead=told.story,
        sections=told.sections,
        pictures=_pictures(reader, course, maps, _chart(reader, notice.turns, scores)) if course.whole else (),
        changes=() if maps else boards.changes(reader, between),
        position=False,
    )


class LastTurn(NamedTuple):
    """The outcome of the last turn of a match, the chart of the whole, and the log entry with which it began."""

    told: TurnSummary
    pictures: tuple[Picture, ...]
    began: int


def last_turn(reader: Reader) -> LastTurn:
    """Return the last turn of a match, which has no message of its own."""
    going = (turn_of(match)[0] for _, match in reader.matches_back() if match.result is None)
    turns = next(going, 0)
    course, scores = _played(reader, TurnTold(turns), scored=reader.seat.has_page)
    chart = _chart(reader, turns, scores)
    told = reader.report.turned(course, reader.language)
    return LastTurn(told, () if chart is None else (chart,), course.moments[0].log)


def _played(reader: Reader, told: TurnTold, *, scored: bool) -> tuple[Course, list[Score]]:
    """Return a turn or a round up to this message, however long the match is, and if `scored` the score of each step.

    The positions are loaded once for both, and one after the other.
    """
    moments, scores = list[Moment](), list[Score]()
    for log, match in reader.matches_back():
        if turn_of(match) < (told.turns, told.rounds):
            break
        moments.append(Moment(log, match.view(reader.players)))
        if scored and (score := _score(reader, match)) is not None:
            scores.append(score)
    moments.reverse()
    scores.reverse()
    began, whole = tuple(reader.told(moments[0].log)), told.rounds < 0
    return Course(seats=reader.players, moments=tuple(moments), told=began, whole=whole), scores


def _between(course: Course) -> Stretch:
    began, now = course.moments[0].view, course.moments[-1].view
    return Stretch(before=began, view=now, told=course.told, seats=course.seats)


def _maps(reader: Reader, between: Stretch) -> tuple[Picture, ...]:
    """Return the map before and after."""
    captions = {"before": reader.language.gettext("Before"), "after": reader.language.gettext("After")}
    found = reader.report.maps(between, reader.language)
    return tuple(msgspec.structs.replace(each, caption=captions[each.cid]) for each in found)


def _pictures(reader: Reader, course: Course, maps: tuple[Picture, ...], chart: Picture | None) -> tuple[Picture, ...]:
    """Return the chart of the score, the map before and after, and the board.

    For plain text only what the board shows.
    """
    width = boards.ENOUGH if reader.seat.has_page else 0
    report, words = reader.report, reader.language
    board = report.pictures(reader.view(), reader.players, course.told, words, width=width)
    bare = tuple(msgspec.structs.replace(each, caption="") for each in board)
    return (*(() if chart is None else (chart,)), *maps, *bare) if width else bare


_SCORES: Final = Shelf[Score](4096, lambda score: 1)
"""Of positions, by what they are stored as: all at the table get the same chart."""


def _chart(reader: Reader, turns: int, scores: Sequence[Score]) -> Picture | None:
    """Return the score over the match: at the beginning of each earlier turn, and after each step of this one.

    None without the scores of these steps.
    """
    if not scores:
        return None
    earlier = [score for match in beginnings(reader, turns) if (score := _score(reader, match)) is not None]
    drawn = reader.report.chart([*earlier, *scores], reader.language)
    caption = reader.language.gettext("The score turn by turn")
    return None if drawn is None else msgspec.structs.replace(drawn, caption=caption)


def _score(reader: Reader, match: Match) -> Score | None:
    """Return the score as everybody knows it: worked out once for all readers."""
    name = f"{match.header.game} {match.header.version} {sha256(match.checkpoint()).hexdigest()}"
    known = _SCORES.get(name)
    if known is None and (made := reader.report.score(match.view())) is not None:
        known = _SCORES.put(name, made)
    return known


def beginnings(reader: Reader, turns: int) -> Iterator[Match]:
    """Yield the match when each of the earlier turns began.

    A binary search finds it, so that few positions are loaded however long the turns were.
    """
    low = 0
    for over in range(turns):
        high = reader.sequence
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if turn_of(reader.at(middle)) >= (over, 0) else (middle + 1, high)
        yield reader.at(low)
