"""A list of answers that is longer than a mail should be: its chapters, and which of its answers some words mean.

A chapter holds the answers below a heading, or those that begin with the same words; behind the word `list` its own
words bring it. A list that is short enough has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from adjudicator.components.russian import lemmas
from adjudicator.orders.text import folded
from adjudicator.reports.layout import layout_metrics
from adjudicator.reports.layout.options import across, cost_heading
from adjudicator.reports.model import Chapter, Option, OptionGroup

LONG: Final = 3_500
"""Pixels of a list on a phone of 360 px, headings and all: what is higher has chapters. With what stands around it the
page has 4,500 at most.
"""
LINKED: Final = 120
"""Answers that a mail lists at most, each a link: more would make it heavier than mail programs show."""
FEW: Final = (6, 3, 1)
"""Answers of one chapter that stand there nevertheless: the first of these with which the list is short enough."""
_ROOM, _SIZE = 275, 16
"""Pixels of a line, and the size of the letters of answers."""
_LEAST: Final = 3
"""Letters of a word that is not written out."""


def tall(groups: Iterable[OptionGroup]) -> int:
    """Return the approximate height of a list."""
    return sum(_height(group) for group in groups)


def _height(group: OptionGroup) -> int:
    heading, columns = cost_heading(group), across(group.options)
    high = 16 + 22 * layout_metrics.lines(heading, 16.5, _ROOM) if heading else 0
    high += 6 + 20 * layout_metrics.lines(group.note, 14, _ROOM) if group.note else 0
    high += sum(
        25 + max(32, 20 * layout_metrics.lines(f"____ {chapter.words}", 16.5, 220)) for chapter in group.chapters
    )
    told = [f"{option.code}____ {option.words} {option.cost} {option.note}" for option in group.options]
    rows = [19 + 23 * layout_metrics.lines(each, _SIZE, _ROOM / columns - 10) for each in told]
    return high + sum(max(rows[at : at + columns]) for at in range(0, len(rows), columns))


def chaptered(groups: Sequence[OptionGroup]) -> tuple[OptionGroup, ...]:
    """Return the groups as a list shows them.

    Each as it is if all together are short enough, else with chapters for options that begin with the same words.
    """
    found = tuple(groups)
    for few in FEW:
        if tall(found) <= LONG:
            break
        found = _contents(_index(group, groups, few) for group in groups)
    return found


def _contents(groups: Iterable[OptionGroup]) -> tuple[OptionGroup, ...]:
    """Return chapters that are all of their groups together, in front: what they are called stands on them."""
    alone, others = list[Chapter](), list[OptionGroup]()
    for group in groups:
        if group.options:
            others.append(group)
        else:
            alone += group.chapters
    return (*((OptionGroup(options=(), chapters=tuple(alone)),) if alone else ()), *others)


def _index(group: OptionGroup, groups: Sequence[OptionGroup], few: int) -> OptionGroup:
    if len(group.options) <= few:
        return group
    parts = _parts(group.options, whole=len(groups) > 1)
    if 2 * len(parts) > len(group.options) and group.heading and len(groups) > 1:
        parts = [(folded(group.heading), list(group.options))]
    chapters, kept = [], list[Option]()
    for name, options in parts:
        if len(options) <= few:
            kept += options
        else:
            chapters.append(Chapter(words=_sure(name, options, group, groups), count=len(options)))
    return replace(group, options=tuple(kept), chapters=tuple(chapters))


def _parts(options: Sequence[Option], *, whole: bool) -> list[tuple[str, list[Option]]]:
    """Group answers by their first words.

    `whole`: what all have in common is a beginning, too.
    """
    shared = _shared(options)
    if shared and whole:
        return [(" ".join(shared), [*options])]
    found: dict[tuple[str, ...], list[Option]] = {}
    for option in options:
        found.setdefault(tuple(_words(option)[: len(shared) + 1]), []).append(option)
    return [(" ".join(_shared(part)), part) for part in found.values()]


def _shared(options: Sequence[Option]) -> list[str]:
    """Return the words with which all begin."""
    first, *others = map(_words, options)
    while others and any(each[: len(first)] != first for each in others):
        first.pop()
    return first


def _words(option: Option) -> list[str]:
    return [each.rstrip(",;:") for each in option.words.split()]


def _sure(name: str, options: Sequence[Option], group: OptionGroup, groups: Sequence[OptionGroup]) -> str:
    """Return words that bring these answers and no others.

    They begin with the heading if other answers would come without it.
    """
    brought = [option for of in meant(groups, name) for option in of.options]
    return name if len(brought) == len(options) else f"{folded(group.heading)} {name}".strip()


def bringing(groups: Sequence[OptionGroup], left_out: OptionGroup) -> tuple[Chapter, ...]:
    """Return the chapters that bring options which a group of a mail leaves out: one a group, which brings all of it.

    A group without a name comes with the whole list.
    """
    found = dict[str, int]()
    for group in groups:
        if any(_holds(group, each, left_out.heading) for each in left_out.options):
            words = folded(group.heading)
            name = _sure(words, group.options, group, groups) if meant(groups, words) else ""
            found[name] = len([option for of in (meant(groups, name) or groups) for option in of.options])
    return tuple(Chapter(words=words, count=count) for words, count in found.items())


def _holds(group: OptionGroup, brief: Option, heading: str) -> bool:
    """Return whether a group has what an option below a heading of a brief mail stands for.

    The first words of orders stand below the heading that the orders have.
    """
    begins = bool(brief.onward) and bool(heading) and group.heading == heading
    return begins or any(stands_for(brief, option) for option in group.options)


def stands_for(brief: Option, option: Option) -> bool:
    """Return whether an option of a brief mail stands for another one: the same, or the first of its two things."""
    return option.code == brief.code or (bool(brief.onward) and option.code.startswith(f"{brief.code} "))


def meant(groups: Sequence[OptionGroup], said: str) -> tuple[OptionGroup, ...]:
    """Return the answers that some words mean; empty if nothing has such a name.

    Those whose order or heading begins with them, else those that contain them.
    """
    words = folded(said).split()
    if not words:
        return ()
    for fits in (_begins(_same), _begins(_like), _mentions):
        kept = (
            replace(group, options=tuple(option for option in group.options if fits(words, group.heading, option)))
            for group in groups
        )
        if found := tuple(group for group in kept if group.options):
            return found
    return ()


def _begins(equal: Callable[[str, str], bool]) -> Callable[[list[str], str, Option], bool]:
    def fits(words: list[str], heading: str, option: Option) -> bool:
        return any(
            len(own) >= len(words) and all(map(equal, words, own))
            for own in (folded(option.words).split(), folded(f"{heading} {option.words}").split())
        )

    return fits


def _mentions(words: list[str], heading: str, option: Option) -> bool:
    own = folded(f"{heading} {option.words} {option.code}").split()
    return all(any(_like(word, each) for each in own) for word in words)


def _same(word: str, own: str) -> bool:
    return word == own


def _like(word: str, own: str) -> bool:
    """Return whether a word is another one, its beginning, or another form of it."""
    return (len(word) >= _LEAST and own.startswith(word)) or _one(word) == _one(own) or bool(lemmas(word) & lemmas(own))


def _one(word: str) -> str:
    """Return an English word without the plural ending."""
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
