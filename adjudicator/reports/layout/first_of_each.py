"""Compact messages of games with hundreds of options: a kind of action with many options is listed once.

It is listed with what may follow it: `influence in → Aragon · Aquitaine · Languedoc · 14 more`, unless its orders begin
differently.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from adjudicator.reports.layout.columns import width
from adjudicator.reports.layout.section_order import SHORT as ALL
from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.wording.game import Asked, Coded
from adjudicator.reports.wording.prompt_text import PromptTemplates
from adjudicator.reports.wording.speech import Speech

C = TypeVar("C")
S = TypeVar("S", bound=Speech)
FEW: Final = 3
"""Options of one kind that are shown as they are."""
EXPLAINED: Final = 12
"""The same of options each of which does something else, as its remark says: cards of a hand, events."""
SHORT: Final = 12
"""Columns of a remark that may stand behind each of many options."""
ROOM: Final = 120
"""Columns for what may follow; what has no more room is counted."""


def first_of_each(
    askings: PromptTemplates[S, C],
    *,
    kind: Callable[[Any], Hashable] = type,
    behind: Callable[[Any, S], str] = lambda action, to: "",
) -> None:
    """Let questions without links of their own be answered by links.

    `kind`: which actions are listed together; `behind`: what an action is behind the arrow, "" for its own words.
    """

    def links(asked: Asked, counter: C, to: S) -> tuple[OptionGroup, ...]:
        possible = [option for option in asked.options if not option.ahead]
        if _is_shown_whole(possible):
            return askings.groups(possible, counter, to)
        by_kind: dict[Hashable, list[Coded]] = {}
        for each in possible:
            by_kind.setdefault(kind(each.action), []).append(each)
        shown: list[Coded] = []
        instead: dict[str, Option] = {}
        for found in by_kind.values():
            if len(found) <= FEW:
                shown += found
                continue
            notes, costs = _remarks(found, askings, counter, to)
            if len(found) <= EXPLAINED and _differ(notes):
                shown += found
                continue
            names = {each.code: behind(each.action, to) for each in found}
            if (whole := _together(found, to, names, notes)) is not None:
                cost = costs[0] if len(costs) == 1 else ""
                for note, alike in _by_note(found, notes).items():
                    shown.append(alike[0])
                    if len(alike) > 1:
                        together = whole if len(alike) == len(found) else _together(alike, to, names) or whole
                        instead[alike[0].code] = replace(together, words=_in_brackets(note, cost))
            else:
                shown += found

        def said(group: OptionGroup) -> OptionGroup:
            return replace(group, options=tuple(instead.get(option.code, option) for option in group.options))

        return tuple(map(said, askings.groups(shown, counter, to)))

    def how(asked: Asked, counter: C, to: S) -> str:
        """Return how an action that is not shown is found."""
        if _is_shown_whole([option for option in asked.options if not option.ahead]):
            return ""
        return to.gettext(
            "Choices follow the arrow. To see all of them with codes, send “list” and the words before the arrow."
        )

    askings.usual_links, askings.usual_how = links, how


def _by_note(options: Sequence[Coded], notes: Mapping[str, str]) -> dict[str, list[Coded]]:
    """Return options of one kind by the remark (of `notes`, by code) that follows them, if many share it: a price.

    If the first option has no remark, none needs one.
    """
    found: dict[str, list[Coded]] = {}
    for option in options:
        found.setdefault(notes[option.code], []).append(option)
    return found if "" not in found and len(found) <= FEW else {"": list(options)}


def _remarks(
    options: Sequence[Coded], askings: PromptTemplates[S, C], counter: C, to: S
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the remark on each option in a few words, by its code, and their different costs."""
    told = {option.code: askings.option(option, counter, to) for option in options}
    notes = {code: each.gist or each.note for code, each in told.items()}
    return notes, tuple(dict.fromkeys(each.cost for each in told.values()))


def _differ(notes: Mapping[str, str]) -> bool:
    """Return whether each remark is another one, and no mere price."""
    return len({*notes.values()}) == len(notes) and max(map(width, notes.values())) > SHORT


def _in_brackets(*remarks: str) -> str:
    return f"({', '.join(filter(None, remarks))})" if any(remarks) else ""


def _is_shown_whole(options: Sequence[Coded]) -> bool:
    """Return whether all options of a question stand in a brief mail."""
    return len(options) <= ALL


def _together(
    options: Sequence[Coded], to: Speech, names: Mapping[str, str], notes: Mapping[str, str] = {}
) -> Option | None:
    """Merge options whose orders begin alike, with what may follow, and behind it short `notes` that differ much.

    `names`: what each is called behind the arrow, by its code, where that is not the rest of its words.

    Returns None if they do not begin alike.
    """
    orders = [option.words.split() for option in options]
    columns = takewhile(lambda column: len({*column}) == 1, zip(*orders, strict=False))
    first = [word for word, *_ in columns]
    if not first:
        return None
    behind = dict.fromkeys(" ".join(order[len(first) :]) for order in orders if len(order) > len(first))
    named: Iterable[str] = dict.fromkeys(filter(None, (names[option.code] for option in options))) or behind
    if len({*notes.values()}) > FEW and len(behind) == len(options) and max(map(width, notes.values())) <= SHORT:
        named = [f"{name} ({notes[each.code]})" for name, each in zip(behind, options, strict=True)]
    named = tuple(named)
    kept = list(_fitting(named))
    onward = " · ".join(filter(None, (*kept, _more(len(named) - len(kept), to))))
    return Option(code=" ".join(first), words="", then=tuple(behind), onward=onward)


def _fitting(names: Iterable[str]) -> Iterable[str]:
    """Return as many as there is room for, one at least; where not all have it, how those begin that begin alike."""
    found = [*names]
    if sum(width(name) + 3 for name in found) > ROOM:
        alike: dict[str, list[list[str]]] = {}
        for name in found:
            alike.setdefault(name.split()[0], []).append(name.split())
        found = [_beginning(each) for each in alike.values()]
    left = ROOM
    for at, name in enumerate(found):
        left -= width(name) + 3
        if at and left < 0:
            return
        yield name


def _beginning(alike: Sequence[Sequence[str]]) -> str:
    """Return the words with which all begin; of one alone all its words.

    >>> _beginning([["Athens", "to", "Coron"], ["Athens", "to", "Larissa"]])
    'Athens to …'
    """
    columns = takewhile(lambda column: len({*column}) == 1, zip(*alike, strict=False))
    shared = " ".join(word for word, *_ in columns)
    return shared if len(alike) == 1 else f"{shared} …"


def _more(left: int, to: Speech) -> str:
    """Return how many options are not shown; "" if all are."""
    return to.gettext("%(n)s more", n=left) if left else ""
