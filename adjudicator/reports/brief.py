"""What a brief mail says at once, and what gives way where it would be longer than four screens of a phone.

The order in which room is given: whole answers, what the mail is about, options that turn something, other options in
their order. Options for which there is no room stand as bare names in a line, the rest comes with the word `list`.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.reports.model import Option, OptionGroup, Question, Report
from adjudicator.reports.options import label

LINKS = 72
"""Options that are links of their own; as many as four screens hold beside the rest."""
EVERY = 1000
"""Room for all of them: a line of text needs little."""
STEP = 8
"""How many more give way when a page is still too long."""
NEWS = 8
"""Lines of what happened, where a game has no story for it."""
FACTS = 6
"""Figures of the position, where a game has no score."""


class Shown(OptionGroup, frozen=True, kw_only=True):
    """A group of a brief mail; `bare`: those for which there is no room."""

    bare: tuple[str, ...] = ()


def groups(question: Question) -> tuple[OptionGroup, ...]:
    """The options of a question as a brief mail has them; none where they come on request."""
    if not question.listed:
        return ()
    return question.groups if question.links is None else question.links


def shown(report: Report, room: int = LINKS) -> dict[int, tuple[Shown, ...]]:
    """The options of each question, by its place among the questions: so many links in all."""
    listed = [(q, g, option) for q, question in enumerate(report.questions) for g, option in _listed(question)]
    first = sorted(range(len(listed)), key=lambda at: (not listed[at][2].gold, not listed[at][2].figure, at))
    kept = set(first[:room])
    found: dict[int, tuple[Shown, ...]] = {}
    for q, question in enumerate(report.questions):
        rows = []
        for g, group in enumerate(groups(question)):
            links = [at for at, (asked, of, _) in enumerate(listed) if (asked, of) == (q, g)]
            rows.append(
                Shown(
                    options=tuple(listed[at][2] for at in links if at in kept),
                    heading=group.heading,
                    cost_title=group.cost_title,
                    note=group.note,
                    bare=tuple(named(listed[at][2]) for at in links if at not in kept),
                )
            )
        found[q] = tuple(rows)
    return found


def named(option: Option) -> str:
    """An option in a line: the code, what it is called, what it turns."""
    return " ".join(part for part in (option.code, label(option), option.figure) if part)


def _listed(question: Question) -> Sequence[tuple[int, Option]]:
    return [(g, option) for g, group in enumerate(groups(question)) for option in group.options]


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
