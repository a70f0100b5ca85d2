"""Measure how high the parts of a compact page are on a phone of 360 px, for the size budget.

Texts are measured word by word with the wide letters that are used in place of those of a phone; what surrounds them is
what the style sheets say.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from adjudicator.pictures import Font
from adjudicator.pictures.text import text_width
from adjudicator.reports.layout import brief
from adjudicator.reports.layout.columns import units
from adjudicator.reports.layout.options import LinkStyle, cost_heading, label, link_style, tappable
from adjudicator.reports.layout.section_order import Part, bands, first_changes, further_changes, parts
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Change, Item, OptionGroup, Picture, ReadLine, Report, Section, Table

_PHONE = 326
"""Pixels of a line."""
_GAP = 10.0
"""Pixels between what has no heading of its own."""
_READ = _PHONE - 34
"""The same beside the number of an order."""
_CONDENSED = 0.9
"""The shipped letters as a share of those of a page."""
_MONO = 0.602
"""A letter of an order as a share of its height."""
_FINE: Final = 12.0
"""The size of what is for reference only."""
_TOGETHER = 24
"""Columns of what stays on one line, as the page has it."""
_IN: Final = 12
"""Pixels above a part."""
_HEADING, _HEADING_LINE = 6, 25
_BOLD = 1.12
"""The factor by which bold letters are wider."""
_RAGGED = 24
"""Pixels that a line of names leaves free, since names are broken at their blanks."""


@lru_cache(maxsize=8192)
def lines(text: str, size: float, room: float = _PHONE, font: Font = Font.CONDENSED) -> int:
    """Return lines that a text of a size takes in so many pixels, broken at its blanks; at least a letter each."""
    scale = size if font is Font.BOLD else size / _CONDENSED
    room, blank, count, used = max(room, size) / scale, text_width(" ", 1, font), 0, 0.0
    for word in units(text, _TOGETHER) if any(map(str.isdigit, text)) else text.split(" "):
        wide = text_width(word, 1, font)
        if count and used + blank + wide <= room:
            used += blank + wide
            continue
        count, used = count + 1, wide
        while used > room:  # broken within
            count, used = count + 1, used - room
    return count


def letters(text: str, size: float, *, bold: bool = False) -> float:
    """Return the pixels of a text on one line."""
    return text_width(text, size) / _CONDENSED * (_BOLD if bold else 1)


# ---- links


_ACROSS: Final = {LinkStyle.CHIP: (4, 37, 16, 11, 74), LinkStyle.HALF: (2, 39, 17, 13, 138)}
"""Links in a row; pixels around their words and from line to line; size of the words and their room."""


def link(words: str, link_style: LinkStyle) -> int:
    """Return the height of a link with these words."""
    if link_style is LinkStyle.ROW:
        return 43 + 18 * max(1, lines(words, 13, _PHONE - 34))
    _, around, line, size, room = _ACROSS[link_style]
    return around + line * max(1, lines(words, size, room))


def links(high: Sequence[int], link_style: LinkStyle) -> int:
    """Return the height of links of these heights, one below another or, if they are narrow, side by side."""
    across = 1 if link_style is LinkStyle.ROW else _ACROSS[link_style][0]
    return sum(max(high[at : at + across]) for at in range(0, len(high), across))


def group(of: OptionGroup) -> int:
    """Return the height of the heading of links."""
    told = " ".join(filter(None, (cost_heading(of), of.note)))
    return 16 + 22 * lines(told, 14.5) if told else 0


def name(words: str, *, taps: bool) -> float:
    """Return the pixels of an option in a line with others.

    `taps`: as a link, which may take lines of its own.
    """
    if not taps:
        return letters(f"{words}, ", 12)
    return max(letters(words, 13) + 12, _PHONE * (lines(words, 13, _PHONE - 12) - 1) + 1)


def bare(wide: Sequence[float], *, taps: bool) -> int:
    """Return the height of a paragraph of options in lines, given the width of each in pixels.

    `taps`: as links that are not broken.
    """
    if not taps:
        return 6 + 17 * -int(-sum(wide) // (_PHONE - _RAGGED))
    count, used = 1, 0.0
    for each in wide:
        if used and used + each > _PHONE:
            count, used = count + 1, 0.0
        count, used = count + int(each // _PHONE), used + each
    return 2 + 34 * count


# ---- parts


def rest(report: Report, words: Words) -> int:
    """Return the height of a compact page without its options."""
    return round(_told(report, words, parts(report, words.hints())) + _foot(report, words))


def above(report: Report, words: Words) -> int:
    """Return the height of everything above the end of its options, without them."""
    there = parts(report, words.hints())
    return round(_told(report, words, there[: there.index(Part.LINKS) + 1])) if Part.LINKS in there else 0


def beside(report: Report, words: Words, links: float) -> tuple[float, Callable[[Part], float]]:
    """Return the height of the head of a page with two columns, and that of a part; `links`: that of its options."""
    return _head(
        report, words, 15
    ), lambda part: _IN + (links if part is Part.LINKS else _PARTS[part](report, words, 15))


def _told(report: Report, words: Words, told: Sequence[Part]) -> float:
    """Return the height of the head and of these parts of a compact page."""
    size = 15.0 if any(right for _, right in bands(report, words.hints())) else 16.0
    return _head(report, words, size) + sum(_IN + _PARTS[part](report, words, size) for part in told)


def _paragraphs(texts: Iterable[str], size: float, around: int) -> float:
    return sum(around + 1.45 * size * lines(text, size) for text in texts)


def _heading(text: str) -> int:
    return _HEADING + _HEADING_LINE * lines(text, 19 * 1.06, _PHONE, Font.SERIF_BOLD)


def _picture(picture: Picture | None) -> float:
    """Return the height of a picture that is as wide as the page."""
    if picture is None or not picture.png:
        return 0
    wide, high = (int.from_bytes(picture.png[at : at + 4], "big") for at in (16, 20))  # as every PNG begins
    return _PHONE * high / wide


def _head(report: Report, words: Words, size: float) -> float:
    due = 8 + 1.45 * size * lines(words.due(), size, _PHONE, Font.BOLD) if words.due() else 0
    title = 26.4 * lines(words.title(), 22, _PHONE, Font.SERIF_BOLD)
    return 5 + _IN + 22.3 + title + due + _paragraphs(report.lead, size, 10)


def _foot(report: Report, words: Words) -> float:
    row, used = 0, 0.0
    for each in report.footer.links:
        wide = letters(each.name, 14) * 1.1 + 18
        row, used = (row, used + wide) if row and used + wide <= _PHONE + 10 else (row + 1, wide)
    return 23 + _paragraphs(words.footer(linked=True), 14, 6) + 38.3 * row


def _reading(report: Report, words: Words, size: float) -> float:
    reading, plain = report.reading, report.reading is not None and words.is_plain(report.reading)
    assert reading is not None
    high = _paragraphs([words.reading(reading)] if brief.shows_line_count(reading) else (), size, 8)
    letter, line, around = (14.0, 19.0, 7) if brief.many(reading) else (size, 1.45 * size, 10)
    for each in reading.lines:
        high += around + line * (_done if plain else _read)(each, words, letter)
        if tappable(each.nearest):
            like = link_style(OptionGroup(options=each.nearest))
            high += 10 + line + links([link(label(option), like) for option in each.nearest], like)
        elif each.nearest:
            nearest = sum(6 + line * lines(option.words, letter, _READ - 70) for option in each.nearest)
            high += line + nearest
    high += 16 + link(label(reading.yes), LinkStyle.HALF) if reading.yes else 0
    return high + _paragraphs([*reading.kept, *reading.after], size, 10)


def _done(line: ReadLine, words: Words, size: float) -> int:
    """Return lines of an order that is done, with what came of it."""
    private = f"({words.only_you()})" if line.private else ""
    chip = (12 + (size - 1) * _MONO * len(line.original)) / letters("m", size)
    told = f"{'m' * round(chip)} ✓ {words.told(line)} {line.rule} [{line.log}] {private}"
    return lines(told, size, _READ) + (line.seat != "")


def _read(line: ReadLine, words: Words, size: float) -> int:
    """Return lines of an order beside others that are not done."""
    behind = letters(f"✓ {words.outcome(line.outcome)} {line.rule} [{line.log}]", min(size, 14)) * 1.1
    detail = f"{line.detail} ({words.only_you()})" if line.private else line.detail
    told = sum(lines(text, size, _READ) for text in (line.seat, line.reading, detail) if text)
    return told + _typed(line.original, behind, size)


def _typed(text: str, behind: float, size: float) -> int:
    """Return how many lines typed words take in letters of one width, broken at their blanks.

    There are `behind` pixels after them.
    """
    count, used, wide = 1, 12.0, (size - 1) * _MONO
    for word in text.split(" "):
        long = len(word) * wide
        if used + long > _READ and used > 12:
            count, used = count + 1, 0.0
        count, used = count + int((used + long) // _READ), (used + long) % _READ + wide
    return count + (used + behind > _READ)


def _story(report: Report, words: Words, size: float) -> float:
    news = report.news
    told = [words.news_left(news)] if news and news.left else []
    if report.story:
        return _paragraphs([" ".join((*report.story, *told))], size, 10)
    if news is None:
        return 0
    for group in news.groups:
        for line in group.lines:
            opening = f"{group.heading} ·" if group.heading and line is group.lines[0] else ""
            who, note, private = (line.who.letter if line.who else "", line.note, words.private(line))
            told.append(" ".join(filter(None, (opening, who, line.told, note and f"({note})", private))))
    return _paragraphs(told, 15, 4)


def _score(report: Report, words: Words, size: float) -> float:
    assert report.standing is not None
    box = report.standing.box
    if box is None:
        facts = report.standing.facts
        return sum(6 + 1.45 * size * lines(f"{fact.value} {fact.change} {fact.note}", size, 210) for fact in facts)
    bars = 40 + 48 * any(bar.value for bar in box.bars) if box.bars else 0
    return 74 + bars + sum(9 + 19 * lines(text, 13, _PHONE - 26) for text in (box.note, box.line) if text)


def _changes(report: Report, words: Words, size: float) -> float:
    told = first_changes(report)
    return _heading(words.changes()) * brief.headed(told) + _seen(told)


def _further(report: Report, words: Words, size: float) -> float:
    return _heading(words.further()) + _seen(further_changes(report))


def _seen(changes: Sequence[Change]) -> float:
    return sum(
        _picture(change.picture) + 12 + (19 * lines(change.text, 13) if change.text else 0) for change in changes
    )


def _pictures(report: Report, words: Words, size: float) -> float:
    shown = [picture for picture in report.pictures if not picture.attached]
    told = sum(_picture(picture) + _paragraphs(filter(None, [picture.caption]), 14, 6) for picture in shown)
    told += _paragraphs([words.attached()] if len(shown) < len(report.pictures) else [], 14, 6)
    return _heading(words.pictures()) + told + _GAP * sum(not picture.caption for picture in shown[1:])


def _stakes(report: Report, words: Words, size: float) -> float:
    standing = report.standing
    assert standing is not None
    told = standing.stakes
    if not told:
        return _table(standing.scoring) if standing.scoring else 31
    high = _heading(f"{words.stakes()} {standing.stakes_note}")
    counts = max(8 + letters(" : ".join(count.text for count in each.counts), 14, bold=True) for each in told)
    ahead = max(84, *(8 + letters(each.ahead.text, 14, bold=True) for each in told))
    for each in told:
        high += 11 + 18 * lines(f"{each.name} {each.worth}", 13 * 1.05, _PHONE - counts - ahead)
        high += 5 + 16 * lines(each.hint, 12) if each.hint and report.kind.value != "status" else 0
    return high + (27 if any(each.changed for each in told) else 0)


def _move(report: Report, words: Words, size: float) -> float:
    high, close = 0.0, brief.close(report)
    for question in report.questions:
        title = f"{words.brief_title(question)} {words.number_and_rule(question)}"
        high += 16 + 22 * lines(title, 14.5) if close else _heading(title)
        high += _paragraphs(words.brief_terms(question), 14, 6)
        high += _paragraphs(filter(None, [brief.how(question)]), 14 if close else size, 6 if close else 8)
        if question.examples is not None:
            told = question.examples
            high += 16 + 22 * lines(f"{told.heading} {told.aside}", 14.5)
            high += sum(
                23
                + sum(20 * lines(line, 15 * _BOLD, _PHONE - 26) for line in words.example_lines(each))
                + 18 * lines(each.words, 13, _PHONE - 26)
                for each in told.lines
            )
            high += _paragraphs(filter(None, [told.note]), 14, 6)
        high += 0 if question.listed or close else _paragraphs([words.on_request()], 14, 6)
    return high


def _links(report: Report, words: Words, size: float) -> float:
    asked = [question for question in report.questions if len(report.questions) > 1]
    heads = sum(_heading(f"{words.brief_title(each)} {words.number_and_rule(each)}") for each in asked)
    return heads + _paragraphs(
        (words.added(question) for question in report.questions if question.listed and question.modifiers), 14, 6
    )


def _items(items: Iterable[Item], size: float, line: float, around: float, room: int = _PHONE) -> float:
    high = 0.0
    for item in items:
        told = " ".join(filter(None, (item.name, item.text, item.note and f"({item.note})")))
        bold = 1 + (_BOLD - 1) * len(item.name) / max(1, len(told))
        high += around + line * lines(told, size * bold, room)
    return high


def _secrets(report: Report, words: Words, size: float) -> float:
    cards = (
        _items(holding.brief or holding.items, 14, 18.9, 13) + 38 * (not holding.brief) for holding in report.holdings
    )
    return _heading(words.holdings()) + sum(cards)


def _situation(report: Report, words: Words, size: float) -> float:
    return _heading(words.situation()) + sum(13 + 18.9 * lines(each, 14) for each in report.situation)


def _ahead(report: Report, words: Words, size: float) -> float:
    high = 0.0
    for each in report.outlook:
        high += _heading(each.heading)
        high += (
            19.6 * lines(" ".join(each.brief), 14)
            if each.brief
            else _items(each.items, size, 1.45 * size, 2, _PHONE - 22)
        )
    return high


def _sections(report: Report, words: Words, size: float) -> float:
    told = [section for section in report.sections if not section.late]
    high = _GAP * (len(told) - 1)
    for each in told:
        high += _heading(each.heading) if each.heading else 0
        high += _paragraphs(each.paragraphs, *((14, 6) if brief.aside(report) else (size, 8)))
        high += _paragraphs(each.quote, size, 4) + _listed(each, size)
    return high


def _appendix(report: Report, words: Words, size: float) -> float:
    """Return the height in small letters, each heading at the beginning of its text."""
    high = 0.0
    for section in report.sections:
        if section.late:
            first, *others = section.paragraphs or ("",)
            high += _paragraphs([f"{section.heading}. {first}", *others], _FINE, 6) + _listed(section, size)
    return high


def _listed(section: Section, size: float) -> float:
    """Return the height of what a section lists."""
    high = _items(section.items, size, 1.45 * size, 2, _PHONE - 22)
    return high + (_table(section.table) if section.table else 0)


def _table(table: Table) -> float:
    """Return the height of a table.

    The room that columns of figures leave is for the names of the rows; columns of words share the room there is.
    """
    rows = [tuple(column.title for column in table.columns), *(row.cells for row in table.rows)]
    wide = [max(3 + letters(cell, 11, bold=True) for cell in cells) for cells in zip(*rows, strict=True)]
    if sum(wide[1:]) < _PHONE / 2 or sum(wide) <= _PHONE:
        rooms = [_PHONE - sum(wide[1:]), *(_PHONE for _ in wide[1:])]
    else:
        rooms = [_PHONE * each / sum(wide) for each in wide]
    high = sum(9 + 15 * max(lines(*cell) for cell in _sized(cells, rooms)) for cells in rows)
    changed = any(row.changed for row in table.rows)
    return 39 + 22 * lines(table.caption, 14.5) + high + (27 if changed else 0)


def _sized(cells: Sequence[str], rooms: Sequence[float]) -> list[tuple[str, float, float]]:
    """Return cells with the size of their letters, and their room."""
    return [
        (cell, 11 * _BOLD if at == 0 else 11.0, room) for at, (cell, room) in enumerate(zip(cells, rooms, strict=True))
    ]


def _nothing(report: Report, words: Words, size: float) -> float:
    return 0


_PARTS: Final[Mapping[Part, Callable[[Report, Words, float], float]]] = {
    **dict.fromkeys(Part, _nothing),
    Part.READING: _reading,
    Part.STORY: _story,
    Part.SCORE: _score,
    Part.CHANGES: _changes,
    Part.FURTHER: _further,
    Part.PICTURES: _pictures,
    Part.STAKES: _stakes,
    Part.MOVE: _move,
    Part.LINKS: _links,
    Part.SITUATION: _situation,
    Part.SECRETS: _secrets,
    Part.AHEAD: _ahead,
    Part.SECTIONS: _sections,
    Part.APPENDIX: _appendix,
}
