"""The plain-text rendering: 72 columns, aligned, enough to play by without anything else.

It is read in proportional fonts on phones and aloud by screen readers too: no boxes, no rules of dashes, one
thing a line, headings in capitals with an empty line before them.
"""

from collections.abc import Callable, Iterable, Mapping

from adjudicator.reports.layout import budget, degradation
from adjudicator.reports.layout.columns import WIDTH, hanging, left_aligned, right, width, wrap
from adjudicator.reports.layout.degradation import Named
from adjudicator.reports.layout.options import cost_heading
from adjudicator.reports.layout.plain import guarded
from adjudicator.reports.layout.section_order import Part, parts
from adjudicator.reports.layout.text_brief import BRIEF, links
from adjudicator.reports.layout.text_lines import BULLET, caps, facts, figures, items, options, paragraphs, reference
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import (
    Detail,
    Form,
    NewsGroup,
    OptionGroup,
    Question,
    ReadLine,
    Report,
    Section,
)


def text(report: Report, words: Words) -> str:
    """Return the text part of a cleaned report; lines end with a line feed.

    If a compact one would be too long, some of it is dropped, part by part. No line but those of the order form looks
    like one of its marker lines.
    """
    report = degradation.once(report) if report.detail is Detail.BRIEF else report
    there, most = parts(report, words.hints()), budget.size_limit(report).long
    blocks = {part: _block_of(part, report, words, Named.ALL) for part in there}
    head, foot = guarded(_head(report, words), report.form), _foot(words)
    if report.detail is Detail.FULL:
        return _joined(head, blocks, foot)
    names = Named.ALL
    left: list[tuple[Part, list[str]]] = []
    for less in (None, *degradation.of_text(report, receipt=most == budget.ANSWER.long)):
        if isinstance(less, Named):
            names, part = less, Part.LINKS
        elif less is not None:
            part, report = less[0], less[1](report)
        if less is not None and part in blocks:
            left += [(part, blocks[part])] if part is not Part.LINKS else []
            blocks[part] = _block_of(part, report, words, names) if part in parts(report, words.hints()) else []
        written = _joined(head, blocks, foot)
        if len(written) <= most:
            break
    for part, block in reversed(left):  # one step may have made room for what another one left out
        whole = _joined(head, {**blocks, part: block}, foot)
        if len(whole) <= most:
            blocks[part], written = block, whole
    return written


def _head(report: Report, words: Words) -> list[str]:
    lines = [words.who(), *caps(report.title), *filter(None, [words.due()])]
    for paragraph in report.lead:
        lines += ["", *wrap(paragraph, WIDTH)]
    return lines


def _foot(words: Words) -> list[str]:
    foot = words.footer()
    return [*caps(words.after_heading()), *paragraphs(foot)] if foot else []


def _block_of(part: Part, report: Report, words: Words, names: Named) -> list[str]:
    block = links(report, words, names) if part is Part.LINKS else _PARTS[part](report, words)
    return block if part is Part.FORM else guarded(block, report.form)


def _joined(head: list[str], blocks: Mapping[Part, list[str]], foot: list[str]) -> str:
    shown = [*head]
    for block in (*blocks.values(), foot):
        shown += ["", *block] if block else []
    return "\n".join(shown) + "\n"


def _reading(report: Report, words: Words) -> list[str]:
    if report.reading is None:
        return []
    reading = report.reading
    lines = wrap(words.reading(reading), WIDTH)
    if reading.lines:
        lines.append("")
    columns = _Columns(reading.lines, words)
    for line in reading.lines:
        lines += columns.show(line)
    for paragraph in (*reading.kept, *reading.after):
        lines += ["", *wrap(paragraph, WIDTH)]
    return lines


class _Columns:
    """Widths that the lines of one answer share: number, outcome and, where all are short, the line itself."""

    SHORT = 14

    def __init__(self, lines: Iterable[ReadLine], words: Words) -> None:
        self._words = words
        self._number = max((len(str(line.number)) for line in lines), default=1)
        self._outcome = max((width(words.outcome(line.outcome)) for line in lines), default=0)
        longest = max((width(line.original) for line in lines), default=0)
        self._original = longest if longest <= self.SHORT else 0
        self._last = 0

    def show(self, line: ReadLine) -> list[str]:
        remark = self._words.only_you() if line.private else ""
        told = self._words.told(line)
        ref = reference(line.rule, line.log)
        if remark:
            told = f"{told[:-1]}; {remark})" if told.endswith(")") else f"{told} ({remark})".strip()
        number = line.number if line.number != self._last else 0  # of several orders in a line the first has it
        self._last = line.number
        start = f"{right(str(number or ''), self._number + 2)}  "
        start += left_aligned(self._words.outcome(line.outcome), self._outcome) + "  "
        indent = " " * (self._number + 4)
        if self._original and width(start) + self._original < WIDTH // 2:
            lines = hanging(f"{start}{left_aligned(line.original, self._original)}  ", told, ref)
        else:
            lines = hanging(start, line.original, "" if told else ref)
            lines += hanging(indent, told, ref) if told else []
        if line.nearest:
            lines.append(indent + self._words.nearest(line))
            lines += options(OptionGroup(options=line.nearest), indent + "  ")
        return lines


def _news(report: Report, words: Words) -> list[str]:
    lines = hanging("", words.news().upper(), words.since())
    for group in report.news.groups if report.news else ():
        lines += _news_group(group, words)
    return lines


def _news_group(group: NewsGroup, words: Words) -> list[str]:
    lines = hanging("", group.heading, group.rule) if group.heading or group.rule else []
    for line in group.lines:
        told = line.told
        remarks = [remark for remark in (line.note, words.private(line)) if remark]
        told += f" ({'; '.join(remarks)})" if remarks else ""
        lines += hanging(BULLET[line.mark], told, reference(line.rule, line.log))
    return lines


def _standing(report: Report, words: Words) -> list[str]:
    standing = report.standing
    if standing is None:
        return []
    lines = caps(words.standing()) + facts(standing.facts, words)
    return lines + (["", *figures(standing.scoring, words)] if standing.scoring else [])


def _holdings(report: Report, words: Words) -> list[str]:
    lines = caps(words.holdings())
    for holding in report.holdings:
        lines += hanging("", holding.heading)
        lines += items(holding.items)
        lines += hanging("  ", holding.note) if holding.note else []
    return lines


def _outlook(report: Report, words: Words) -> list[str]:
    lines: list[str] = []
    for each in report.outlook:
        lines += [*([""] if lines else []), *caps(each.heading), *items(each.items)]
        lines += hanging("  ", each.note) if each.note else []
    return lines


def _pictures(report: Report, words: Words) -> list[str]:
    told = [
        [part.rstrip(".") for part in (picture.caption, picture.alt) if part]
        for picture in report.pictures
        if picture.alt
    ]
    lines = [line for parts in told for line in hanging("  ", ". ".join(parts) + ".")]
    return [*caps(words.pictures()), *lines] if lines else []


def _questions(report: Report, words: Words) -> list[str]:
    lines: list[str] = []
    for question in report.questions:
        lines += [*([""] if lines else []), *_question(question, words)]
    return lines


def _question(question: Question, words: Words) -> list[str]:
    lines = hanging("", words.question(question).upper(), question.rule)
    lines += paragraphs(words.terms(question))
    lines += paragraphs([question.note] if question.note else [])
    for group in question.groups:
        lines.append("")
        lines += hanging("  ", cost_heading(group)) if cost_heading(group) else []
        lines += hanging("    ", group.note) if group.note else []
        indent = "    " if cost_heading(group) else "  "
        told = [words.chapter(each) for each in group.chapters]
        column = max(map(width, told), default=0)
        lines += [
            line
            for each, chapter in zip(told, group.chapters, strict=True)
            for line in hanging(f"{indent}{left_aligned(each, column)}  ", str(chapter.count))
        ]
        lines += options(group, indent) if group.options else []
    if question.modifiers:
        lines += ["", *hanging("  ", words.modifiers()), *items(question.modifiers, "    ")]
    return lines


def _form(report: Report, words: Words) -> list[str]:
    blocks = () if report.form is None else report.form.blocks
    return [line for block in blocks for line in (*([""] if block is not blocks[0] else []), *_block(block, words))]


def _block(form: Form, words: Words) -> list[str]:
    column = max((width(choice.order) for choice in form.choices), default=0)
    lines = [words.uncomment()] if form.choices else []
    for choice in form.choices:
        lines += wrap(
            f"{left_aligned(choice.order, min(column, WIDTH // 3))}  // {choice.words}"
            if choice.words
            else choice.order,
            WIDTH - 2,
        )
    heading = [form.heading] if form.heading else []
    return [form.opening, *heading, *(f"# {line.rstrip()}" for line in lines), form.closing]


def _hints(report: Report, words: Words) -> list[str]:
    return caps(words.hints_heading()) + paragraphs(words.hints())


def _sections(report: Report, words: Words) -> list[str]:
    return _prose([section for section in report.sections if not section.late], words)


def _appendix(report: Report, words: Words) -> list[str]:
    return _prose([section for section in report.sections if section.late], words)


def _prose(sections: Iterable[Section], words: Words) -> list[str]:
    lines: list[str] = []
    for section in sections:
        lines += [*([""] if lines else []), *_section(section, words)]
    return lines


def _section(section: Section, words: Words) -> list[str]:
    lines = caps(section.heading) if section.heading else []
    for number, paragraph in enumerate(section.paragraphs):
        lines += [*([""] if number else []), *wrap(paragraph, WIDTH)]
    if section.quote:
        lines += [*([""] if section.paragraphs else []), *_quote(section.quote)]
    lines += items(section.items)
    return lines + (figures(section.table, words) if section.table else [])


def _quote(quoted: Iterable[str]) -> list[str]:
    """Quote after a bar: when an answer comes back with our text in it, our mail reader does not take it for theirs."""
    return [f"| {part}".rstrip() for line in quoted for part in (wrap(line, WIDTH - 2) or [""])]


def _tables(report: Report, words: Words) -> list[str]:
    lines = caps(words.tables())
    for one in report.standing.tables if report.standing else ():
        lines += ["", *figures(one, words)]
    return lines


_PARTS: dict[Part, Callable[[Report, Words], list[str]]] = {
    Part.READING: _reading,
    Part.NEWS: _news,
    Part.STANDING: _standing,
    Part.HOLDINGS: _holdings,
    Part.OUTLOOK: _outlook,
    Part.PICTURES: _pictures,
    Part.QUESTIONS: _questions,
    Part.FORM: _form,
    Part.HINTS: _hints,
    Part.SECTIONS: _sections,
    Part.TABLES: _tables,
    Part.APPENDIX: _appendix,
    **BRIEF,
}
