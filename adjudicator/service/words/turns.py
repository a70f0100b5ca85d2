"""The mail that tells a turn, or a round, to everybody at the table."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from adjudicator.reports.model import Kind, Picture
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
    course = course_of(reader, notice.turns, notice.rounds)
    told = reader.report.turned(course, reader.language)
    between = _between(course)
    maps = _maps(reader, between) if course.whole else ()
    return Parts(
        kind=Kind.NOTICE,
        title=told.title,
        lead=told.story,
        sections=told.sections,
        pictures=_pictures(reader, course, notice.turns, maps) if course.whole else (),
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
    course = course_of(reader, turns)
    chart = _chart(reader, course, turns) if reader.seat.has_page else None
    told = reader.report.turned(course, reader.language)
    return LastTurn(told, () if chart is None else (chart,), course.moments[0].log)


def course_of(reader: Reader, turns: int, rounds: int = -1) -> Course:
    """Return the turn after `turns` finished ones, up to this message, or its round after `rounds` finished ones."""
    moments = tuple(reversed(list(_moments(reader, (turns, rounds)))))
    return Course(seats=reader.players, moments=moments, told=tuple(reader.told(moments[0].log)), whole=rounds < 0)


def _moments(reader: Reader, began: tuple[int, int]) -> Iterator[Moment]:
    """Yield moments from this message back to the beginning of the turn or round, however long the match is."""
    for log, match in reader.matches_back():
        if turn_of(match) < began:
            return
        yield Moment(log, match.view(reader.players))


def _between(course: Course) -> Stretch:
    began, now = course.moments[0].view, course.moments[-1].view
    return Stretch(before=began, view=now, told=course.told, seats=course.seats)


def _maps(reader: Reader, between: Stretch) -> tuple[Picture, ...]:
    """Return the map before and after."""
    captions = {"before": reader.language.gettext("Before"), "after": reader.language.gettext("After")}
    found = reader.report.maps(between, reader.language)
    return tuple(msgspec.structs.replace(each, caption=captions[each.cid]) for each in found)


def _pictures(reader: Reader, course: Course, turns: int, maps: tuple[Picture, ...]) -> tuple[Picture, ...]:
    """Return the chart of the score, the map before and after, and the board.

    For plain text only what the board shows.
    """
    width = boards.ENOUGH if reader.seat.has_page else 0
    report, words = reader.report, reader.language
    board = report.pictures(reader.view(), reader.players, course.told, words, width=width)
    bare = tuple(msgspec.structs.replace(each, caption="") for each in board)
    if not width:
        return bare
    chart = _chart(reader, course, turns)
    return (*(() if chart is None else (chart,)), *maps, *bare)


def _chart(reader: Reader, course: Course, turns: int) -> Picture | None:
    """Return the score over the match: at the beginning of each earlier turn, and after each step of this one."""
    views = (*beginnings(reader, turns), *(moment.view for moment in course.moments))
    scores = [score for view in views if (score := reader.report.score(view)) is not None]
    drawn = reader.report.chart(scores, reader.language) if scores else None
    caption = reader.language.gettext("The score turn by turn")
    return None if drawn is None else msgspec.structs.replace(drawn, caption=caption)


def beginnings(reader: Reader, turns: int) -> Iterator[msgspec.Struct]:
    """Yield the view of the match when each of the earlier turns began.

    A binary search finds it, so that few positions are loaded however long the turns were.
    """
    low = 0
    for over in range(turns):
        high = reader.sequence
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if turn_of(reader.at(middle)) >= (over, 0) else (middle + 1, high)
        yield reader.at(low).view(reader.players)
