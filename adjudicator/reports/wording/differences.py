"""Find what differs between two positions, in the words of the game: from the same tables that a report shows of each.

A game whose report has no tables is compared by its view, path by path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.language import Language
from adjudicator.reports.model import Fact, Holding, Item, Section, Standing, Table
from adjudicator.reports.wording.game import GameReport
from adjudicator.reports.wording.view_diff import things

NOTHING = "—"


class Difference(msgspec.Struct, frozen=True):
    """One thing that is otherwise: where it stands (a heading, may be empty), what it is, how it was, how it is.

    Of things that are `held`, `before` are those that are gone and `after` those that are new ("—": none).
    """

    where: str
    what: str
    before: str
    after: str
    held: bool = False

    @property
    def name(self) -> str:
        """The name of the thing that differs, with where it stands."""
        return f"{self.where}: {self.what}" if self.where else self.what

    def text(self, language: Language) -> str:
        """Return how it was and is, in a few words."""
        if not self.held:
            return language.gettext("%(before)s, now %(after)s", before=self.before, after=self.after)
        gone = () if self.before == NOTHING else (language.gettext("gone: %(things)s", things=self.before),)
        come = () if self.after == NOTHING else (language.gettext("new: %(things)s", things=self.after),)
        return "; ".join((*gone, *come))


def differences(
    report: GameReport, before: msgspec.Struct, after: msgspec.Struct, seats: Sequence[str], language: Language
) -> tuple[Difference, ...]:
    """Return what these seats together (none: an observer) see differ between two of their views."""
    old = report.standing(before, seats, None, language)
    new = report.standing(after, seats, None, language)
    # A player's own standing may leave out what others have, which an observer's tells of all.
    openly = [_all(report.standing(view, (), None, language)) if seats else [] for view in (before, after)]
    found = [*_facts(old.facts, new.facts), *_tables([*openly[0], *_all(old)], [*openly[1], *_all(new)])]
    for name in seats:
        found += _holdings(report.holdings(before, name, language), report.holdings(after, name, language))
    told = any((old.facts, new.facts, old.tables, new.tables))
    return tuple(found if told else _paths(before, after))


def section(found: Iterable[Difference], language: Language, heading: str) -> Section:
    """Return the differences as a part of a message."""
    items = tuple(Item(name=each.name, text=each.text(language)) for each in found)
    nothing = () if items else (language.gettext("Nothing that you can see."),)
    return Section(heading=heading, items=items, paragraphs=nothing)


def _all(standing: Standing) -> list[Table]:
    tables = [table for table in standing.tables if not table.reference]
    return tables if standing.scoring is None else [standing.scoring, *tables]


def _facts(before: Iterable[Fact], after: Iterable[Fact]) -> Iterator[Difference]:
    old = {fact.label: fact.value for fact in before}
    new = {fact.label: fact.value for fact in after}
    for label in dict.fromkeys((*old, *new)):
        was, is_ = old.get(label, NOTHING), new.get(label, NOTHING)
        if was != is_:
            yield Difference("", label, *_differing_parts(was, is_))


def _differing_parts(before: str, after: str) -> tuple[str, str]:
    """Return only what differs of `France 1; Britain 2`, or with commas."""
    for mark in ("; ", ", "):
        old, new = before.split(mark), after.split(mark)
        if len(old) == len(new) > 1:
            pairs = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
            return mark.join(one for one, _ in pairs), mark.join(other for _, other in pairs)
    return before, after


def _tables(before: Sequence[Table], after: Sequence[Table]) -> Iterator[Difference]:
    old = {table.caption: table for table in before}
    new = {table.caption: table for table in after}
    for caption in dict.fromkeys((*old, *new)):
        one, other = old.get(caption), new.get(caption)
        if one is None or other is None:
            # A table of another phase of the game tells nothing by not being there.
            continue
        yield from _rows(caption, one, other)


def _rows(caption: str, before: Table, after: Table) -> Iterator[Difference]:
    """Yield the cells that differ, one line each, with their head where there are several.

    A column that only one of the tables has is empty in the other.
    """
    old, new = _keyed(before), _keyed(after)
    caption = _plain(caption)
    for key in dict.fromkeys((*old, *new)):
        was, is_ = old.get(key), new.get(key)
        if was is None or is_ is None:
            yield Difference(caption, key[0], _row(was), _row(is_))
            continue
        for head in dict.fromkeys((*is_, *was)):
            if was.get(head, "") != is_.get(head, ""):
                what = f"{key[0]}, {head}" if head and len(is_) > 1 else key[0]
                yield Difference(caption, what, _cell(was.get(head)), _cell(is_.get(head)))


def _cell(text: str | None) -> str:
    """Return what a cell says; a table shows with a hyphen that a cell is empty."""
    return NOTHING if text in (None, "", "-") else text


def _keyed(table: Table) -> dict[tuple[str, int], dict[str, str]]:
    """Return rows by their first cell, and cells by their heads.

    Rows of the same thing are numbered.
    """
    heads = [column.title for column in table.columns[1:]]
    counted: Counter[str] = Counter()
    found, name = {}, ""
    for row in table.rows:
        name = row.cells[0] or name
        counted[name] += 1
        found[name, counted[name]] = dict(zip(heads, row.cells[1:], strict=False))
    return found


def _row(cells: Mapping[str, str] | None) -> str:
    return ", ".join(cell for cell in (cells or {}).values() if cell) or NOTHING


def _holdings(before: Sequence[Holding], after: Sequence[Holding]) -> Iterator[Difference]:
    old = {_plain(each.heading): each for each in before}
    new = {_plain(each.heading): each for each in after}
    for heading in dict.fromkeys((*old, *new)):
        was = (_item(item) for item in (old[heading].items if heading in old else ()))
        is_ = (_item(item) for item in (new[heading].items if heading in new else ()))
        gone, come = things(was, is_)
        if gone or come:
            yield Difference(
                "", heading, ", ".join(gone.elements()) or NOTHING, ", ".join(come.elements()) or NOTHING, held=True
            )


def _plain(heading: str) -> str:
    """Return a heading without its number: `Your events (3)`."""
    return heading.partition(" (")[0]


def _item(item: Item) -> str:
    return item.name if len(item.text) > LONGEST or not item.text else f"{item.name}: {item.text}"


LONGEST = 24
"""Characters of an explanation that is worth repeating: `+1`, not what a card says."""


def _paths(before: msgspec.Struct, after: msgspec.Struct) -> Iterator[Difference]:
    old = dict(_flat("", msgspec.to_builtins(before)))
    new = dict(_flat("", msgspec.to_builtins(after)))
    for path in dict.fromkeys((*old, *new)):
        was, is_ = old.get(path, NOTHING), new.get(path, NOTHING)
        if was != is_:
            yield Difference("", path.replace("_", " "), was, is_)


def _flat(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _flat(f"{path}.{key}" if path else str(key), inner)
    elif isinstance(value, list | tuple):
        yield path, ", ".join(str(each) for each in value) or NOTHING
    else:
        yield path, str(value)
