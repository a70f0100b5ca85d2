"""The parts of a brief mail as plain text: its story, the score, the move with its options, what is to come."""

from collections.abc import Callable, Mapping
from typing import Final

from adjudicator.reports.layout import brief, budget
from adjudicator.reports.layout.columns import WIDTH, hanging, left_aligned, width, wrap
from adjudicator.reports.layout.degradation import Named
from adjudicator.reports.layout.options import LinkStyle, cost_heading, link_style
from adjudicator.reports.layout.section_order import Part, first_changes, further_changes
from adjudicator.reports.layout.text_lines import BULLET, caps, facts, figures, filled, items, paragraphs
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Item, Kind, OptionGroup, Report


def _story(report: Report, words: Words) -> list[str]:
    if report.story:
        left = [words.news_left(report.news)] if report.news and report.news.left else []
        return wrap(" ".join((*report.story, *left)), WIDTH)
    lines: list[str] = []
    for group in report.news.groups if report.news else ():
        lines += hanging("", group.heading) if group.heading else []
        for line in group.lines:
            remarks = "; ".join(remark for remark in (line.note, words.private(line)) if remark)
            lines += hanging(BULLET[line.mark], f"{line.told} ({remarks})" if remarks else line.told)
    if report.news and report.news.left:
        lines += hanging("  ", words.news_left(report.news))
    return lines


def _score(report: Report, words: Words) -> list[str]:
    standing = report.standing
    score = None if standing is None else standing.box
    if standing is None or score is None:
        return facts(standing.facts, words) if standing else []
    lines = hanging("", " ".join(part for part in (f"{score.label.upper()}  {score.value}", score.note) if part))
    if score.now is not None:
        now = f"{score.was.text} → {score.now.text}" if score.was else score.now.text
        lines += hanging("  ", f"{score.now_label}  {now}")
    told = [f"{bar.label}: {bar.letter} {bar.value}".replace("  ", " ") for bar in score.bars if bar.value is not None]
    lines += hanging("    ", ", ".join(told)) if told else []
    return lines + (hanging("  ", score.line) if score.line else [])


def _changes(report: Report, words: Words) -> list[str]:
    told = [change.text for change in first_changes(report) if change.text]
    return caps(words.changes()) + paragraphs(told) if told else []


def _further(report: Report, words: Words) -> list[str]:
    return caps(words.further()) + paragraphs(change.text for change in further_changes(report))


def _stakes(report: Report, words: Words) -> list[str]:
    standing = report.standing
    if standing is None or not standing.stakes:
        return figures(standing.scoring, words) if standing and standing.scoring else []
    stakes = standing.stakes
    names, worth = (max(width(getattr(stake, field)) for stake in stakes) for field in ("name", "worth"))
    ahead = max(width(stake.ahead.text) for stake in stakes)
    lines = hanging("", " ".join(part for part in (words.stakes().upper(), standing.stakes_note) if part))
    for stake in stakes:
        counts = " : ".join(count.text for count in stake.counts)
        start = "* " if stake.changed else "  "
        start += f"{left_aligned(stake.name, names)}  {left_aligned(stake.worth, worth)}  {counts}  "
        start += f"{left_aligned(stake.ahead.text, ahead)}  "
        lines += [
            start.rstrip(),
            *(hanging("    ", stake.hint) if stake.hint and report.kind is not Kind.STATUS else []),
        ]
    changed = any(stake.changed for stake in stakes)
    return lines + (hanging("  ", words.changed()) if changed else [])


LONG: Final = 30
"""Columns from which on a whole answer has a line of its own, and what it leads to stands below."""


def _move(report: Report, words: Words) -> list[str]:
    lines: list[str] = []
    for question in report.questions:
        lines += [""] if lines else []
        lines += hanging("", f"{words.brief_title(question).upper()}  {words.number_and_rule(question)}")
        lines += paragraphs(words.brief_terms(question))
        if question.examples:
            told = question.examples
            lines += hanging("  ", _headed(told.heading, told.aside))
            longest = max(width(each.line) for each in told.lines)
            for each in told.lines:
                behind = " ".join(part for part in (each.figure, each.words) if part)
                if longest > LONG or each.ahead:
                    for line in words.example_lines(each):
                        lines += hanging("    ", line)
                    lines += hanging("        ", behind) if behind else []
                else:
                    lines += hanging(f"    {left_aligned(each.line, longest)}  ", behind)
            lines += hanging("    ", told.note) if told.note else []
        lines += paragraphs([how]) if (how := brief.how(question)) else []
        lines += [] if question.listed else hanging("  ", words.on_request())
    return lines


def links(report: Report, words: Words, names: Named) -> list[str]:
    """Return the options of every question as links say them; what has no room loses its name."""
    lines: list[str] = []
    for question in report.questions:
        if len(report.questions) > 1:
            lines += hanging("", f"{words.brief_title(question).upper()}  {words.number_and_rule(question)}")
        for group in brief.groups(question):
            lines += _linked(group, names)
            for chapter in budget.left_out(group, question, names):
                lines += hanging("    ", f"{words.chapter(chapter)} ({chapter.count})")
        if question.modifiers and question.listed:
            lines += hanging("  ", words.added(question))
    return lines


def _linked(group: OptionGroup, names: Named) -> list[str]:
    """Return the options of a group: short ones in a paragraph, others and those with several choices a line each."""
    heading = cost_heading(group)
    lines = hanging("  ", _headed(heading, group.note)) if heading else []
    said = budget.told(group.options, names)
    if not said:
        return lines
    if any(" · " in each for each in said) or (
        link_style(group) is LinkStyle.ROW and max(map(width, said)) > WIDTH // 4
    ):
        return lines + [line for each in said for line in hanging("    ", each)]
    return lines + filled(said, "    ")


def _headed(heading: str, aside: str) -> str:
    return f"{heading} ({aside}):" if aside else f"{heading}:"


def _situation(report: Report, words: Words) -> list[str]:
    return caps(words.situation()) + [line for each in report.situation for line in hanging("  ", each)]


def _secrets(report: Report, words: Words) -> list[str]:
    lines = caps(words.holdings())
    for holding in report.holdings:
        if holding.brief:
            lines += [line for item in holding.brief for line in hanging("  ", _told(item))]
            continue
        lines += hanging("", holding.heading)
        lines += items(holding.items)
        lines += hanging("  ", holding.note) if holding.note else []
    return lines


def _told(item: Item) -> str:
    told = " ".join(part for part in (item.text, item.note and f"({item.note})") if part)
    return f"{item.name}  {told}" if told else item.name


def _ahead(report: Report, words: Words) -> list[str]:
    lines: list[str] = []
    for each in report.outlook:
        lines += [*([""] if lines else []), *caps(each.heading)]
        if each.brief:
            lines += hanging("  ", " ".join(each.brief))
            continue
        lines += items(each.items)
        lines += hanging("  ", each.note) if each.note else []
    return lines


BRIEF: Final[Mapping[Part, Callable[[Report, Words], list[str]]]] = {
    Part.STORY: _story,
    Part.SCORE: _score,
    Part.CHANGES: _changes,
    Part.FURTHER: _further,
    Part.STAKES: _stakes,
    Part.MOVE: _move,
    Part.SITUATION: _situation,
    Part.SECRETS: _secrets,
    Part.AHEAD: _ahead,
}
