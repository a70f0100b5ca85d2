"""Limit the length of a brief mail, and decide what gives way where it would be longer.

Room is given in this order: what the mail is about and whole answers, links to options that turn something, links to
the others, the names of those without a link. So what turns nothing loses its link first and stands in a line with its
name; then its name, and the short name alone remains; what has none comes with `list` and the name of its group. So
does, on the page, what may follow words that have lost their link, unless they name all of it.
"""

from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from msgspec.structs import replace

from adjudicator.reports.layout import brief, degradation, layout_metrics
from adjudicator.reports.layout.chapters import bringing
from adjudicator.reports.layout.deduplicate import begun_once, held_once, once
from adjudicator.reports.layout.degradation import Named
from adjudicator.reports.layout.options import (
    LinkStyle,
    alone,
    below,
    cost_heading,
    gains,
    leaves_open,
    link_style,
    named,
)
from adjudicator.reports.layout.section_order import SHORT, asks_few, is_receipt
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Chapter, Kind, Option, OptionGroup, Question, Report


class Bound(NamedTuple):
    """The limits of a brief mail: pixels of its page at 360 px, bytes of the page, letters of the text.

    Letters, since one reads them: in bytes the same text would be nearly twice as long in Russian as in English.
    """

    high: int
    heavy: int
    long: int


ROUND: Final = Bound(4_000, 60_000, 6_000)
"""A mail that asks."""
FIRST: Final = Bound(3_400, 40_000, 6_000)
"""The first mail to a seat, with the board."""
ANSWER: Final = Bound(1_100, 24_000, 3_000)
"""The bound of a mail that answers, and of a question of its reader's says at most how the answers are had."""
REACH: Final = 2_960
"""Four screens of a phone of 360 px: no option of a mail that asks stands lower."""
MARGIN: Final = Bound(60, 1_500, 0)
"""The part that is left free, since heights are estimates."""
TIGHT: Final = 30
"""The same for one that answers."""
MENU: Final = 300
"""Pixels of answers that a mail about how things stand, or how to play, repeats; more stand in the mail that asked."""
CHAPTER: Final = 300
"""Pixels of a link that brings options for which there is no room."""
STEP: Final = 120
"""Pixels that give way when a page is too heavy."""


class Plan(NamedTuple):
    """Pixels for options, which of those without a button have names, and whether these are links, too."""

    room: float = float("inf")
    names: Named = Named.ALL
    taps: bool = False


class ShownGroup(OptionGroup, frozen=True, kw_only=True):
    """A group of a compact message.

    `bare`: options for which there is no room as links, each with its words or short name; `chapters` bring those that
    have neither, and what may follow others but is not named. `taps`: these lines are so high that each is a link. The
    others look as if all were there.
    """

    bare: tuple[tuple[str, Option], ...] = ()
    taps: bool = False
    link_style: LinkStyle


def size_limit(report: Report) -> Bound:
    """Return the size limit of a message; one that brings the board may be as long as one that asks."""
    if report.kind is Kind.WELCOME:
        return FIRST
    return ANSWER if is_receipt(report) and not report.pictures and not asks_few(report) else ROUND


def cut(report: Report) -> Report:
    """Return the report with parts that have no shorter form cut to the room of a compact message."""
    for _, fewer in (degradation.news(degradation.NEWS), degradation.story(degradation.STORY)):
        report = fewer(report)
    if report.kind is Kind.STATUS and not report.open:  # the details have it
        report = replace(report, holdings=())
    if report.kind is Kind.HELP:
        report = replace(report, situation=())
    if report.kind in (Kind.STATUS, Kind.HELP) and _answers(report) > MENU:
        return replace(report, questions=(), form=None)
    return begun_once(held_once(once(replace(report, questions=tuple(map(_left, report.questions))))))


def paged(report: Report, words: Words) -> Report:
    """Return what the page of an answer, a first message or a notice shows of it.

    In an answer the score is what counts now, and one thing after the other is dropped where it would be too high.
    """
    most, standing = size_limit(report), report.standing
    if most is ANSWER and standing is not None and standing.box is not None and report.kind is not Kind.STATUS:
        report = replace(report, standing=replace(standing, box=replace(standing.box, bars=(), note="")))
    room = most.high - (MARGIN.high if most is ROUND else TIGHT)
    for step in degradation.of_page(report):
        if _least(report, words, linked=most is FIRST and step not in degradation.AFTER_LINKS) <= room:
            break
        _, less = step
        report = less(report)
    return report


def _left(question: Question) -> Question:
    """Return only what is left of what goes on, and nothing that needs explaining."""
    if not question.goes_on:
        return question
    groups = brief.groups(question)
    long = sum(len(group.options) for group in groups) > SHORT and any(
        link_style(group) is LinkStyle.ROW for group in groups
    )
    return replace(question, default="", modifiers=(), secret=False, listed=question.listed and not long)


def _least(report: Report, words: Words, *, linked: bool) -> int:
    """Return the height of its page.

    Few options have links, or all if they are to be `linked`; of others the names remain. In an answer with a picture
    of what changed, only their short names are sure of their room.
    """
    shown_ = degradation.is_shown(report)
    rows = _groups(report, Named.NONE if shown_ else Named.ALL)
    linked = linked or asks_few(report)
    listed = _answers(report) if linked else sum(row.now() for row in rows)
    return layout_metrics.rest(report, words) + listed


def plan(report: Report, words: Words) -> Plan:
    """Return how its page is filled.

    Names are dropped where they have no room, and before links to what changes something. In an answer names are links
    where lines have room for a thumb; else they are read, and typed.
    """
    most = size_limit(report)
    if asks_few(report):  # they have links in any case
        return Plan()
    below = most.high - (TIGHT if most is ANSWER else MARGIN.high) - layout_metrics.rest(report, words)
    room = min(below, REACH - MARGIN.high - layout_metrics.above(report, words))
    for taps in (True, False) if is_receipt(report) else (False,):
        for names in (Named.ALL, Named.TURNING, Named.NONE):
            found = Plan(room, names, taps)
            rows = _groups(report, names, taps=taps)
            _fill(rows, room)
            linked = taps or all(len(row.kept) >= sum(map(gains, row.of.options)) for row in rows)
            if linked and sum(row.now() for row in rows) <= room:
                return found
    return found


def high(report: Report, words: Words) -> int:
    """Return the approximate height of the page when filled."""
    return layout_metrics.rest(report, words) + options_high(report, plan(report, words))


def reach(report: Report, words: Words) -> int:
    """Return how far down the last option stands; 0 if there is none.

    The number is approximate.
    """
    found = options_high(report, plan(report, words))
    return layout_metrics.above(report, words) + found if found else 0


def options_high(report: Report, plan: Plan) -> int:
    """Return the approximate height of its options when filled."""
    rows = _groups(report, plan.names, taps=plan.taps)
    _fill(rows, plan.room)
    return sum(row.now() for row in rows)


def shown(report: Report, plan: Plan) -> dict[int, tuple[ShownGroup, ...]]:
    """Return the options of each question, by its place among the questions, as many links as there is room for."""
    asked = [
        [_Group(group, question, plan.names, taps=plan.taps) for group in brief.groups(question)]
        for question in report.questions
    ]
    _fill([row for rows in asked for row in rows], plan.room)
    return {number: tuple(row.shown() for row in rows) for number, rows in enumerate(asked)}


def most_named(option: Option) -> Named:
    """Return the last stage of naming at which an option has its name."""
    return Named.MUCH if option.gold else Named.TURNING if gains(option) else Named.ALL


def told(options: Sequence[Option], names: Named) -> tuple[str, ...]:
    """Return options without links, in a line."""
    return tuple(said for said, _ in _bare(options, names))


def left_out(group: OptionGroup, question: Question, names: Named) -> tuple[Chapter, ...]:
    """Return what brings the options of a group that have not even a name in a mail."""
    unnamed = tuple(option for option in group.options if not _name(option, names))
    return bringing(question.groups, replace(group, options=unnamed))


def _bare(options: Sequence[Option], names: Named) -> tuple[tuple[str, Option], ...]:
    return tuple((name, option) for option in options if (name := _name(option, names)))


def _name(option: Option, names: Named) -> str:
    """Return what represents an option without a link; "" if there is no room for one that has no short name."""
    if names is Named.NONE and not alone(option):
        return ""
    return named(option, short=alone(option) and names > most_named(option))


def _answers(report: Report) -> int:
    """Return the height of all that it lists, as links."""
    rows = _groups(report, Named.ALL)
    _fill(rows, float("inf"))
    return sum(row.now() for row in rows)


def _groups(report: Report, names: Named, *, taps: bool = False) -> list["_Group"]:
    return [
        _Group(group, question, names, taps=taps) for question in report.questions for group in brief.groups(question)
    ]


class _Group:
    """A group as it is being filled: the options that have links, by their places."""

    def __init__(self, of: OptionGroup, question: Question, names: Named, *, taps: bool) -> None:
        self.of, self.question, self.names, self.taps = of, question, names, taps
        self.kept = set[int]()
        self._link_style, self._head = link_style(of), layout_metrics.group(of)
        self._links = [layout_metrics.link(below(option), self._link_style) for option in of.options]
        said = [_name(option, names) for option in of.options]
        self._names = [layout_metrics.name(each, taps=taps) if each else 0 for each in said]
        self._brought = {at for at, option in enumerate(of.options) if not said[at] or leaves_open(option, said[at])}
        self._above = layout_metrics.letters(f"{cost_heading(of)} {of.note}", 13 if taps else 12, bold=True)
        self._now = self._height(self.kept)

    def now(self) -> int:
        """Return its height as it is."""
        return self._now

    def more(self, at: int) -> int:
        """Return by how much it grows with a link more."""
        return self._height({*self.kept, at}) - self._now

    def take(self, at: int) -> None:
        """Add a link to the group."""
        self.kept.add(at)
        self._now = self._height(self.kept)

    def _height(self, kept: Set[int]) -> int:
        """Return the height with links for these options, and the names of the others."""
        left = [wide for at, wide in enumerate(self._names) if at not in kept]
        bare = layout_metrics.bare([self._above * (not kept), *left], taps=self.taps) if left else 0
        bare += layout_metrics.bare([CHAPTER], taps=True) if self._brought - kept else 0
        if not kept:
            return bare
        return self._head + layout_metrics.links([self._links[at] for at in sorted(kept)], self._link_style) + bare

    def shown(self) -> ShownGroup:
        """Return what the message shows of the group."""
        options = list(enumerate(self.of.options))
        others = [option for at, option in options if at not in self.kept]
        brought = tuple(self.of.options[at] for at in sorted(self._brought - self.kept))
        return ShownGroup(
            options=tuple(each for at, each in options if at in self.kept),
            heading=self.of.heading,
            cost_title=self.of.cost_title,
            note=self.of.note,
            bare=_bare(others, self.names),
            chapters=bringing(self.question.groups, replace(self.of, options=brought)),
            taps=self.taps,
            link_style=self._link_style,
        )


def _fill(rows: Sequence[_Group], room: float) -> None:
    """Give links while there is room, first to what opens a round, then to what changes much, then something."""
    left = room - sum(row.now() for row in rows)
    wanted = [(_gives_way(option), row, at) for row in rows for at, option in enumerate(row.of.options)]
    for _, row, at in sorted(wanted, key=lambda found: found[0]):
        grows = row.more(at)
        if grows <= left:
            row.take(at)
            left -= grows


def _gives_way(option: Option) -> tuple[bool, bool, bool]:
    """Return the sort key of an option: the lowest keeps its link longest."""
    return not (option.then and not option.onward), not option.gold, not gains(option)
