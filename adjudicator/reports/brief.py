"""What a brief mail says at once, and what gives way where it would be longer than four screens of a phone.

The order in which room is given: whole answers, what the mail is about, options that turn something, other options in
their order. Options for which there is no room stand as bare names in a line, the rest comes with the word `list`.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.reports.model import Option, OptionGroup, Question, Report
from adjudicator.reports.options import Look, label, look, typed

HIGH = 4100
"""Pixels of a page on a phone that a brief mail aims at."""
LETTER, PICTURE, EXAMPLE, STAKE, GROUP, BARS, HEADS = 0.55, 285, 64, 34, 66, 85, 1150
"""About how many a letter of prose takes, a picture of a change, a whole answer, something that scores, the heading of
a group of options, the bars of the score, and all that every mail has.
"""
LINE = 68
"""The same for a line of links: four, two or one of them; few groups fill their last one."""
A_LINE = {Look.CHIP: 4, Look.HALF: 2, Look.ROW: 1}
NAMES = 10
"""Options without a link that are named; of more it says how they are had."""
EVERY = 1000
"""Room for all of them: a line of text needs little."""
STEP = 2
"""How many lines more give way when a page is still too long."""
NEWS = 8
"""Lines of what happened, where a game has no story for it."""
FACTS = 6
"""Figures of the position, where a game has no score."""


class Shown(OptionGroup, frozen=True, kw_only=True):
    """A group of a brief mail; `bare`: those for which there is no room."""

    bare: tuple[str, ...] = ()


def how(question: Question) -> str:
    """How a question is answered: that is said where its options stand."""
    return question.note if not question.how else question.how if question.listed else ""


def groups(question: Question) -> tuple[OptionGroup, ...]:
    """The options of a question as a brief mail has them; none where they come on request."""
    if not question.listed:
        return ()
    return question.groups if question.links is None else question.links


def shown(report: Report, room: float) -> dict[int, tuple[Shown, ...]]:
    """The options of each question, by its place among the questions: as many links as there is room for, those first
    that turn something.
    """
    listed = [
        (q, g, group, option) for q, question in enumerate(report.questions) for g, group, option in _listed(question)
    ]
    options = [option for *_, option in listed]
    first = sorted(range(len(listed)), key=lambda at: (*_gives_way(options[at]), at))
    kept, left = set[int](), room
    for at in first:
        left -= 1 / A_LINE[look(listed[at][2])]
        if left >= 0:
            kept.add(at)
    found: dict[int, tuple[Shown, ...]] = {}
    for q, question in enumerate(report.questions):
        rows = []
        for g, group in enumerate(groups(question)):
            of = [at for at, (asked, number, *_) in enumerate(listed) if (asked, number) == (q, g)]
            bare = [named(options[at]) for at in of if at not in kept]
            rows.append(
                Shown(
                    options=tuple(options[at] for at in of if at in kept),
                    heading=group.heading,
                    cost_title=group.cost_title,
                    note=group.note,
                    bare=(*bare[:NAMES], "…") if len(bare) > NAMES else tuple(bare),
                )
            )
        found[q] = tuple(rows)
    return found


def _gives_way(option: Option) -> tuple[bool, bool, bool]:
    """What keeps its link longest: what opens a round, what turns much, what turns something."""
    return not option.then, not option.gold, not option.figure


def named(option: Option) -> str:
    """An option in a line: the code, what it is called, what it turns."""
    return " ".join(part for part in (typed(option), label(option), option.figure) if part)


def room(report: Report) -> float:
    """How many lines of links a mail has room for: what is left of its height when all else is said."""
    prose = [*report.story, *(change.text for change in report.changes)]
    prose += [f"{item.name} {item.text} {item.note}" for each in report.holdings for item in each.brief or each.items]
    prose += [told for each in report.outlook for told in each.brief or [item.text for item in each.items]]
    standing, asked = report.standing, report.questions
    stakes = standing.stakes if standing is not None else ()
    examples = [line for each in asked if each.examples is not None for line in each.examples.lines]
    taken = (
        HEADS
        + LETTER * sum(map(len, prose))
        + PICTURE * len(report.changes)
        + EXAMPLE * len(examples)
        + (BARS if standing is not None and standing.box is not None and standing.box.bars else 0)
        + sum(STAKE + (16 if each.hint else 0) for each in stakes)
        + GROUP * sum(len(groups(each)) for each in asked)
    )
    return max(0.0, (HIGH - taken) / LINE)


def _listed(question: Question) -> Sequence[tuple[int, OptionGroup, Option]]:
    return [(g, group, option) for g, group in enumerate(groups(question)) for option in group.options]


def cut(report: Report) -> Report:
    """The report with no more of what has no shorter form than a brief mail has room for."""
    news = report.news
    if news is not None and not report.story:
        kept, left = [], NEWS
        for group in reversed(news.groups):
            lines = group.lines[-left:] if left else ()
            left -= len(lines)
            kept += [replace(group, lines=lines)] if lines else []
        report = replace(report, news=replace(news, groups=tuple(reversed(kept))))
    return report
