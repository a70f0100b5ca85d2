"""The plain-text rendering: 72 columns, aligned, enough to play by without anything else.

It is read in proportional fonts on phones and aloud by screen readers too: no boxes, no rules of dashes, one
thing a line, headings in capitals with an empty line before them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.reports import brief, budget, giving_way
from adjudicator.reports.arrange import Part, parts
from adjudicator.reports.columns import WIDTH, hanging, left, right, table, width, wrap
from adjudicator.reports.giving_way import Named
from adjudicator.reports.model import (
    Align,
    Detail,
    Fact,
    Form,
    Item,
    Kind,
    Mark,
    NewsGroup,
    OptionGroup,
    Question,
    ReadLine,
    Report,
    Section,
    Table,
)
from adjudicator.reports.options import Look, compact, cost_heading, look
from adjudicator.reports.plain import guarded
from adjudicator.reports.words import Words

_BULLET = {Mark.PLAIN: "  - ", Mark.IMPORTANT: "  ! ", Mark.PRIVATE: "  * "}


def text(report: Report, words: Words) -> str:
    """The text part of a cleaned report; lines end with a line feed. In a brief one that would be too long some of it
    gives way, part by part.

    No line but those of the order form looks like one of its marker lines.
    """
    there, most = parts(report, words.hints()), budget.bound(report).long
    blocks = {part: _block_of(part, report, words, Named.ALL) for part in there}
    head, foot = guarded(_head(report, words), report.form), _foot(words)
    if report.detail is Detail.FULL:
        return _joined(head, blocks, foot)
    names = Named.ALL
    left: list[tuple[Part, list[str]]] = []
    for less in (None, *giving_way.of_text(report, receipt=most == budget.ANSWER.long)):
        if isinstance(less, Named):
            names, part = less, Part.LINKS
        elif less is not None:
            part, report = less[0], less[1](report)
        if less is not None and part in blocks:
            left += [(part, blocks[part])] if part is not Part.LINKS else []
            blocks[part] = _block_of(part, report, words, names) if part in parts(report, words.hints()) else []
        written = _joined(head, blocks, foot)
        if len(written.encode()) <= most:
            break
    for part, block in reversed(left):  # one step may have made room for what another one left out
        whole = _joined(head, {**blocks, part: block}, foot)
        if len(whole.encode()) <= most:
            blocks[part], written = block, whole
    return written


def _head(report: Report, words: Words) -> list[str]:
    lines = [words.who(), *_caps(report.title), *filter(None, [words.due()])]
    for paragraph in report.lead:
        lines += ["", *wrap(paragraph, WIDTH)]
    return lines


def _foot(words: Words) -> list[str]:
    foot = words.footer()
    return [*_caps(words.after_heading()), *_paragraphs(foot)] if foot else []


def _block_of(part: Part, report: Report, words: Words, names: Named) -> list[str]:
    block = _links(report, words, names) if part is Part.LINKS else _PARTS[part](report, words)
    return block if part is Part.FORM else guarded(block, report.form)


def _joined(head: list[str], blocks: Mapping[Part, list[str]], foot: list[str]) -> str:
    shown = [*head]
    for block in (*blocks.values(), foot):
        shown += ["", *block] if block else []
    return "\n".join(shown) + "\n"


def _story(report: Report, words: Words) -> list[str]:
    if report.story:
        return wrap(" ".join(report.story), WIDTH)
    lines: list[str] = []
    for group in report.news.groups if report.news else ():
        lines += hanging("", group.heading) if group.heading else []
        for line in group.lines:
            remarks = "; ".join(remark for remark in (line.note, words.private(line)) if remark)
            lines += hanging(_BULLET[line.mark], f"{line.told} ({remarks})" if remarks else line.told)
    if report.news and report.news.left:
        lines += hanging("  ", words.news_left(report.news))
    return lines


def _score(report: Report, words: Words) -> list[str]:
    standing = report.standing
    score = None if standing is None else standing.box
    if standing is None or score is None:
        return _facts(standing.facts, words) if standing else []
    lines = hanging("", " ".join(part for part in (f"{score.label.upper()}  {score.value}", score.note) if part))
    if score.now is not None:
        now = f"{score.was.text} → {score.now.text}" if score.was else score.now.text
        lines += hanging("  ", f"{score.now_label}  {now}")
    told = [f"{bar.label}: {bar.letter} {bar.value}".replace("  ", " ") for bar in score.bars if bar.value is not None]
    lines += hanging("    ", ", ".join(told)) if told else []
    return lines + (hanging("  ", score.line) if score.line else [])


def _changes(report: Report, words: Words) -> list[str]:
    return _caps(words.changes()) + _paragraphs(change.text for change in report.changes)


def _stakes(report: Report, words: Words) -> list[str]:
    standing = report.standing
    if standing is None or not standing.stakes:
        return _table(standing.scoring, words) if standing and standing.scoring else []
    stakes = standing.stakes
    names, worth = (max(width(getattr(each, field)) for each in stakes) for field in ("name", "worth"))
    ahead = max(width(each.ahead.text) for each in stakes)
    lines = hanging("", " ".join(part for part in (words.stakes().upper(), standing.stakes_note) if part))
    for each in stakes:
        counts = " : ".join(count.text for count in each.counts)
        start = "* " if each.changed else "  "
        start += f"{left(each.name, names)}  {left(each.worth, worth)}  {counts}  {left(each.ahead.text, ahead)}  "
        lines += [start.rstrip(), *(hanging("    ", each.hint) if each.hint and report.kind is not Kind.STATUS else [])]
    changed = any(each.changed for each in stakes)
    return lines + (hanging("  ", words.changed()) if changed else [])


def _move(report: Report, words: Words) -> list[str]:
    lines: list[str] = []
    for question in report.questions:
        lines += [""] if lines else []
        lines += hanging("", f"{words.brief_title(question).upper()}  {words.number_and_rule(question)}")
        lines += _paragraphs([*words.brief_terms(question), *filter(None, (brief.how(question),))])
        if question.examples:
            told = question.examples
            lines += hanging("  ", _headed(told.heading, told.aside))
            longest = max(width(each.line) for each in told.lines)
            for each in told.lines:
                behind = " ".join(part for part in (each.figure, each.words) if part)
                lines += hanging(f"    {left(each.line, longest)}  ", behind)
            lines += hanging("    ", told.note) if told.note else []
        lines += [] if question.listed else hanging("  ", words.on_request())
    return lines


def _links(report: Report, words: Words, names: Named) -> list[str]:
    lines: list[str] = []
    for question in report.questions:
        if len(report.questions) > 1:
            lines += hanging("", f"{words.brief_title(question).upper()}  {words.number_and_rule(question)}")
        for group in brief.groups(question):
            lines += _linked(group, names)
        if question.modifiers and question.listed:
            lines += hanging("  ", words.added(question))
    return lines


def _linked(group: OptionGroup, names: Named) -> list[str]:
    """The options of a group: short ones in a paragraph, others a line each."""
    heading = cost_heading(group)
    lines = hanging("  ", _headed(heading, group.note)) if heading else []
    said = budget.told(group.options, names)
    if look(group) is Look.ROW and max(map(width, said)) > WIDTH // 4:
        return lines + [line for each in said for line in hanging("    ", each)]
    return lines + _filled(said, "    ")


def _headed(heading: str, aside: str) -> str:
    return f"{heading} ({aside}):" if aside else f"{heading}:"


def _filled(entries: Sequence[str], indent: str) -> list[str]:
    """Entries two spaces apart, as many on a line as fit whole."""
    lines: list[str] = []
    for each in entries:
        if lines and width(lines[-1]) + 2 + width(each) <= WIDTH:
            lines[-1] += f"  {each}"
        else:
            lines += hanging(indent, each)
    return lines


def _secrets(report: Report, words: Words) -> list[str]:
    lines = _caps(words.holdings())
    for holding in report.holdings:
        if holding.brief:
            lines += [line for item in holding.brief for line in hanging("  ", _told(item))]
            continue
        lines += hanging("", holding.heading)
        lines += _items(holding.items)
        lines += hanging("  ", holding.note) if holding.note else []
    return lines


def _told(item: Item) -> str:
    told = " ".join(part for part in (item.text, item.note and f"({item.note})") if part)
    return f"{item.name}  {told}" if told else item.name


def _ahead(report: Report, words: Words) -> list[str]:
    lines: list[str] = []
    for each in report.outlook:
        lines += [*([""] if lines else []), *_caps(each.heading)]
        if each.brief:
            lines += hanging("  ", " ".join(each.brief))
            continue
        lines += _items(each.items)
        lines += hanging("  ", each.note) if each.note else []
    return lines


def _caps(heading: str) -> list[str]:
    return wrap(heading.upper(), WIDTH)


def _paragraphs(paragraphs: Iterable[str], indent: str = "  ") -> list[str]:
    return [line for paragraph in paragraphs for line in hanging(indent, paragraph)]


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
        ref = _reference(line.rule, line.log)
        if remark:
            told = f"{told[:-1]}; {remark})" if told.endswith(")") else f"{told} ({remark})".strip()
        number = line.number if line.number != self._last else 0  # of several orders in a line the first has it
        self._last = line.number
        start = f"{right(str(number or ''), self._number + 2)}  "
        start += left(self._words.outcome(line.outcome), self._outcome) + "  "
        indent = " " * (self._number + 4)
        if self._original and width(start) + self._original < WIDTH // 2:
            lines = hanging(f"{start}{left(line.original, self._original)}  ", told, ref)
        else:
            lines = hanging(start, line.original)
            lines += hanging(indent, told, ref) if told or ref else []
        if line.nearest:
            lines.append(indent + self._words.nearest(line))
            lines += _options(OptionGroup(options=line.nearest), indent + "  ")
        return lines


def _reference(rule: str, log: int | None) -> str:
    """What stands at the right edge: the number of the rule, and that of the log entry in brackets."""
    return rule if log is None else f"{rule} [{log}]".strip()


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
        lines += hanging(_BULLET[line.mark], told, _reference(line.rule, line.log))
    return lines


def _standing(report: Report, words: Words) -> list[str]:
    standing = report.standing
    if standing is None:
        return []
    lines = _caps(words.standing()) + _facts(standing.facts, words)
    return lines + (["", *_table(standing.scoring, words)] if standing.scoring else [])


def _facts(facts: tuple[Fact, ...], words: Words) -> list[str]:
    column = min(max((width(fact.label) for fact in facts), default=0), WIDTH // 3)
    lines = []
    for fact in facts:
        remarks = (fact.change and f"({fact.change})", fact.note and words.aside(fact.note))
        told = " ".join(part for part in (fact.value, *remarks) if part)
        lines += hanging(f"  {left(fact.label, column)}  ", told)
    return lines


def _holdings(report: Report, words: Words) -> list[str]:
    lines = _caps(words.holdings())
    for holding in report.holdings:
        lines += hanging("", holding.heading)
        lines += _items(holding.items)
        lines += hanging("  ", holding.note) if holding.note else []
    return lines


def _outlook(report: Report, words: Words) -> list[str]:
    lines: list[str] = []
    for each in report.outlook:
        lines += [*([""] if lines else []), *_caps(each.heading), *_items(each.items)]
        lines += hanging("  ", each.note) if each.note else []
    return lines


def _items(items: tuple[Item, ...], indent: str = "  ") -> list[str]:
    """Names in a column where they are short, else each name before its text."""
    longest = max((width(item.name) for item in items), default=0)
    lines = []
    for item in items:
        told = " ".join(part for part in (item.text, item.note and f"({item.note})") if part)
        if not told:
            lines += hanging(f"{indent}- ", item.name)
        elif longest <= WIDTH // 4:
            lines += hanging(f"{indent}{left(item.name, longest)}  ", told)
        else:
            lines += hanging(f"{indent}- ", f"{item.name}: {told}")
    return lines


def _pictures(report: Report, words: Words) -> list[str]:
    lines = _caps(words.pictures())
    for picture in report.pictures:
        lines += hanging("  ", ". ".join(part.rstrip(".") for part in (picture.caption, picture.alt) if part) + ".")
    return lines


def _questions(report: Report, words: Words) -> list[str]:
    lines: list[str] = []
    for question in report.questions:
        lines += [*([""] if lines else []), *_question(question, words)]
    return lines


def _question(question: Question, words: Words) -> list[str]:
    lines = hanging("", words.question(question).upper(), question.rule)
    lines += _paragraphs(words.terms(question))
    lines += _paragraphs([question.note] if question.note else [])
    for group in question.groups:
        lines.append("")
        lines += hanging("  ", cost_heading(group)) if cost_heading(group) else []
        lines += hanging("    ", group.note) if group.note else []
        lines += _options(group, "    " if cost_heading(group) else "  ")
    if question.modifiers:
        lines += ["", *hanging("  ", words.modifiers()), *_items(question.modifiers, "    ")]
    return lines


def _options(group: OptionGroup, indent: str) -> list[str]:
    columns = compact(group.options, WIDTH - len(indent))
    return _several_a_line(group, indent, columns) if columns > 1 else _one_a_line(group, indent)


def _several_a_line(group: OptionGroup, indent: str, columns: int) -> list[str]:
    code = max(width(option.code) for option in group.options)
    entries = [f"{left(option.code, code)} {option.words} {option.cost}".rstrip() for option in group.options]
    cell = (WIDTH - len(indent)) // columns
    rows = [entries[i : i + columns] for i in range(0, len(entries), columns)]
    return [(indent + "".join(left(entry, cell) for entry in row)).rstrip() for row in rows]


def _one_a_line(group: OptionGroup, indent: str) -> list[str]:
    options = group.options
    code = max(width(option.code) for option in options)
    cost = max(width(option.cost) for option in options)
    room = WIDTH - len(indent) - code - 2 - (cost + 2 if cost else 0)
    words = min(max(width(option.words) for option in options), room)
    lines = []
    for option in options:
        first, *more = wrap(option.words, words)
        start = f"{indent}{left(option.code, code)}  {left(first, words)}"
        start += f"  {right(option.cost, cost)}" if cost else ""
        below = " " * (len(indent) + code + 2)
        remark = " ".join(part for part in (option.note, option.rule and f"({option.rule})") if part)
        if remark and not more and width(start) + 3 + width(remark) <= WIDTH:
            lines.append(f"{start}   {remark}")
            continue
        if remark and not more and width(start) + 3 <= WIDTH // 2:
            lines += hanging(f"{start}   ", remark)
            continue
        lines.append(start.rstrip())
        lines += [below + line for line in more]
        lines += hanging(below, remark) if remark else []
    return lines


def _form(report: Report, words: Words) -> list[str]:
    blocks = () if report.form is None else report.form.blocks
    return [line for each in blocks for line in (*([""] if each is not blocks[0] else []), *_block(each, words))]


def _block(form: Form, words: Words) -> list[str]:
    column = max((width(choice.order) for choice in form.choices), default=0)
    lines = [words.uncomment()] if form.choices else []
    for choice in form.choices:
        lines += wrap(
            f"{left(choice.order, min(column, WIDTH // 3))}  // {choice.words}" if choice.words else choice.order,
            WIDTH - 2,
        )
    heading = [form.heading] if form.heading else []
    return [form.opening, *heading, *(f"# {line.rstrip()}" for line in lines), form.closing]


def _hints(report: Report, words: Words) -> list[str]:
    return _caps(words.hints_heading()) + _paragraphs(words.hints())


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
    lines = _caps(section.heading) if section.heading else []
    for number, paragraph in enumerate(section.paragraphs):
        lines += [*([""] if number else []), *wrap(paragraph, WIDTH)]
    if section.quote:
        lines += [*([""] if section.paragraphs else []), *_quote(section.quote)]
    lines += _items(section.items)
    return lines + (_table(section.table, words) if section.table else [])


def _quote(quoted: Iterable[str]) -> list[str]:
    """Behind a bar: when an answer comes back with our text in it, no mail reader of ours takes them for its own."""
    return [f"| {part}".rstrip() for line in quoted for part in (wrap(line, WIDTH - 2) or [""])]


def _tables(report: Report, words: Words) -> list[str]:
    lines = _caps(words.tables())
    for one in report.standing.tables if report.standing else ():
        lines += ["", *_table(one, words)]
    return lines


def _table(one: Table, words: Words) -> list[str]:
    heads = tuple(column.title for column in one.columns)
    numbers = [column.align is Align.RIGHT for column in one.columns]
    marked = [number for number, row in enumerate(one.rows, start=1) if row.changed]
    lines = hanging("", one.caption) + table([heads, *(row.cells for row in one.rows)], numbers, marked=marked)
    lines += hanging("", words.changed()) if marked else []
    lines += ["", *_items(one.items)] if one.items else []
    return lines + (hanging("  ", one.note) if one.note else [])


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
    Part.STORY: _story,
    Part.SCORE: _score,
    Part.CHANGES: _changes,
    Part.STAKES: _stakes,
    Part.MOVE: _move,
    Part.SECRETS: _secrets,
    Part.AHEAD: _ahead,
}
