"""About how high the parts of a brief page are on a phone of 360 px whose letters are wide: what a budget goes by."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from adjudicator.reports import brief
from adjudicator.reports.arrange import Part, parts
from adjudicator.reports.model import Item, Report
from adjudicator.reports.options import Look
from adjudicator.reports.words import Words

_ROW: Final = {Look.CHIP: (4, 57), Look.HALF: (2, 64)}
"""Links in a row, and its pixels."""
HEADING, GROUP, PICTURE = 40, 38, 160
_PHONE, _LETTER = 328, 0.61
"""Pixels of a line, and the width of a letter as a share of its height."""
_SMALL, _PLAIN, _LARGE, _TITLE = 17, 21, 23, 27
"""Pixels from line to line of the text of 12, 14, 16 and 22 px."""


def lines(text: str, size: int) -> int:
    """Lines that a text of a size takes."""
    return -int(-len(text) * size * _LETTER // _PHONE)


def bare(letters: int) -> int:
    """The height of a paragraph of options without links."""
    return 6 - _SMALL * int(-letters * 12 * _LETTER // _PHONE)


def links(count: int, look: Look, longest: int) -> int:
    """The height of so many links, the longest of so many letters."""
    if look is Look.ROW:
        return count * (45 - 18 * int(-longest * 14 * _LETTER // (_PHONE - 26)))
    row, high = _ROW[look]
    return -(-count // row) * high


def rest(report: Report, words: Words) -> int:
    """The height of a brief page without its options."""
    there = parts(report, words.hints())
    return _head(report, words) + _foot(report, words) + sum(8 + _PARTS[part](report, words) for part in there)


def _plain(texts: Iterable[str], around: int = 6) -> int:
    return sum(around + _PLAIN * lines(text, 14) for text in texts)


def _large(texts: Iterable[str], around: int = 8) -> int:
    return sum(around + _LARGE * lines(text, 16) for text in texts)


def _head(report: Report, words: Words) -> int:
    return 32 + _TITLE * lines(report.title, 25) + 8 + _LARGE * lines(words.due(), 15) + _large(report.lead, 10)


def _foot(report: Report, words: Words) -> int:
    row = -(-sum(len(each.name) + 2 for each in report.footer.links) // 32)
    return 34 + _plain(words.footer(linked=True)) + 46 * row


def _reading(report: Report, words: Words) -> int:
    reading = report.reading
    assert reading is not None
    said = sum(
        22 + _LARGE * lines(f"{each.original} {words.outcome(each.outcome)} [123]", 16) + _large([words.told(each)], 0)
        for each in reading.lines
    )
    offered = sum(_large([option.words for option in each.nearest], 10) for each in reading.lines)
    return said + offered + _large([words.reading(reading), *reading.kept, *reading.after])


def _story(report: Report, words: Words) -> int:
    if report.story:
        return _large([" ".join(report.story)])
    groups = report.news.groups if report.news else ()
    return sum(4 + 22 * lines(f"{line.told} {line.note}", 15) for group in groups for line in group.lines)


def _score(report: Report, words: Words) -> int:
    assert report.standing is not None
    box = report.standing.box
    if box is None:
        return sum(8 + _LARGE * lines(f"{each.value} {each.change} {each.note}", 26) for each in report.standing.facts)
    bars = 40 + 48 * any(bar.value for bar in box.bars) if box.bars else 0
    return 75 + bars + sum(9 + 19 * lines(text, 14) for text in (box.note, box.line) if text)


def _changes(report: Report, words: Words) -> int:
    return HEADING + sum((PICTURE if each.picture else 0) + 12 + 19 * lines(each.text, 13) for each in report.changes)


def _pictures(report: Report, words: Words) -> int:
    return HEADING + sum(240 + _plain([each.caption]) for each in report.pictures)


def _stakes(report: Report, words: Words) -> int:
    standing = report.standing
    assert standing is not None
    told = standing.stakes
    if not told:
        return HEADING + (26 * len(standing.scoring.rows) if standing.scoring else 0)
    hints = sum(5 + 16 * lines(each.hint, 12) for each in told if each.hint)
    return HEADING + 29 * len(told) + hints + (27 if any(each.changed for each in told) else 0)


def _move(report: Report, words: Words) -> int:
    high = 0
    for question in report.questions:
        high += 8 + 25 * lines(f"{question.title} #12 · 5.1", 21) + _plain(words.brief_terms(question))
        high += _large([brief.how(question)])
        if question.examples is not None:
            high += GROUP + 8 + _plain([question.examples.note])
            high += sum(44 + 18 * lines(each.words, 14) for each in question.examples.lines)
        high += 0 if question.listed else _plain([words.on_request()])
    return high


def _links(report: Report, words: Words) -> int:
    return sum(_plain([words.added(each)]) for each in report.questions if each.listed and each.modifiers)


def _items(items: Iterable[Item], around: int) -> int:
    return _plain([f"{item.name} {item.text} {item.note}" for item in items], around)


def _secrets(report: Report, words: Words) -> int:
    return HEADING + sum(_items(each.brief or each.items, 13) + 30 * (not each.brief) for each in report.holdings)


def _ahead(report: Report, words: Words) -> int:
    return sum(HEADING + (_plain([" ".join(each.brief)]) or _items(each.items, 8)) for each in report.outlook)


def _sections(report: Report, words: Words) -> int:
    return sum(HEADING + _large([*each.paragraphs, *each.quote]) + _items(each.items, 12) for each in report.sections)


def _nothing(report: Report, words: Words) -> int:
    return 0


_PARTS: Final[Mapping[Part, Callable[[Report, Words], int]]] = {
    **dict.fromkeys(Part, _nothing),
    Part.READING: _reading,
    Part.STORY: _story,
    Part.SCORE: _score,
    Part.CHANGES: _changes,
    Part.PICTURES: _pictures,
    Part.STAKES: _stakes,
    Part.MOVE: _move,
    Part.LINKS: _links,
    Part.SECRETS: _secrets,
    Part.AHEAD: _ahead,
    Part.SECTIONS: _sections,
}
