"""Words of a game in files, in English; other languages have them in the catalogue.

A file `data/said/<chapter>.yaml` has what the chapter of that name of the rules needs:

    where: turn                                # the part of the news that its events belong to (`Registers.parts`)
    told:                                      # events, by their tag
      robbed: "%(border)s: a pirate takes a florin"
      sold:
        say: "sold %(card@accusative)s"        # one template (reports/wording/filling.py), several, or `by` a field
        note: "brings %(florins@florins)s"
        did: {one: "sold %(things)s", of: "%(card@accusative)s"}
    offered:                                   # options, by the op of the action
      sell: {say: "%(card)s", shelf: sale, cost: "%(profit)s", chip: card}
    asked:                                     # questions, by their kind: title, heading, perhaps a note
      take: ["a piece is missing", "No piece is left: %(piece)s. From where is it taken?"]
    refused:                                   # refusals, by their code
      not_held: "%(card)s is not in your hand"
      not_yours: {by: owner, say: {true: "%(town)s is of %(owner)s", false: "%(town)s is nobody's"}}
    shelves:                                   # where options are shown, in this order: in one of the files; one called
                                               # `or` has no heading where no other stands beside it
      sale: {heading: "Sell", costs: "florins"}
    words:                                     # tables that chapters of `words/` look into, each in one of the files
      terms: {towns: "towns", units: "upkeep of units"}

What a template cannot do the chapter of `words/` adds: what fills a place (`place`), what words depend on (`fact`), a
shelf of its own, or all of it in a call of `tell`, `verb`, `offer`, `ask`, `refuse`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

Templates = str | list[str]


class Did(Struct, frozen=True, forbid_unknown_fields=True):
    """The wording of an event in a story: see `Stories.verb`.

    `of`: its things; `behind`: to what they belong; `when`: the values of fields or facts for which it applies;
    `joins`: the same thing is named once.
    """

    one: str
    many: str = ""
    of: Templates = ""
    behind: Templates = ""
    when: dict[str, Any] = {}
    by_the_way: bool = False
    joins: bool = False


class Telling(Struct, frozen=True, forbid_unknown_fields=True):
    """The wording of an event: see `EventTemplates.tell`.

    `silent` may be a fact; `counts`: a figure, for which there are two templates, for one thing and for several;
    `deed`: see `TellingMode`; `where`: the part of the news it belongs to, if not to that of the file.
    """

    say: Templates | dict[str | bool, Templates] = ""
    own: Templates = ""
    by: str = ""
    counts: str = ""
    note: Templates | dict[str | bool, Templates] | None = None
    noted_by: str = ""
    who: str | None = None
    where: str = ""
    deed: Literal["own", "anybodys", "no", "ends", "begins"] = "own"
    effect: Templates = ""
    closes: bool = False
    important: bool | str = False
    silent: bool | str = False
    did: Did | list[Did] = []

    @property
    def verbs(self) -> Iterable[Did]:
        """The verbs with which a story says it: the first of these that holds."""
        return [self.did] if isinstance(self.did, Did) else self.did


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """The look of an action as an option: see `PromptTemplates.offer`.

    `gist`: what compact messages have of the note, all of it (true) or what it says itself; `brief`: the option is on
    its shelf there, too, or on this one; `chip`, `first`: a field, or what the words have made
    (`PromptTemplates.chip`).
    """

    say: Templates | dict[str | bool, Templates]
    shelf: str = ""
    by: str = ""
    note: Templates | None = None
    gist: bool | Templates = False
    cost: Templates | None = None
    silent: Templates | None = None
    chip: str | None = None
    first: str | None = None
    brief: bool | str = False


class RefusalText(Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of a code, for each value of a fact: see `Refusals.refuse`."""

    by: str
    say: dict[str | bool, str]


class ShelfOf(Struct, frozen=True, forbid_unknown_fields=True):
    """A shelf of options; see `Shelf`."""

    heading: str = ""
    costs: str = ""
    note: str = ""


class SaidFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of words."""

    where: str = ""
    told: dict[str, str | list[str] | Telling] = {}
    offered: dict[str, Offer] = {}
    asked: dict[str, list[str]] = {}
    refused: dict[str, str | RefusalText] = {}
    shelves: dict[str, ShelfOf] = {}
    words: dict[str, dict[str, str]] = {}


def files_of(path: Path) -> Iterable[Path]:
    """Return the files of words in a folder, or one file."""
    return sorted(path.glob("*.yaml")) if path.is_dir() else [path]


def messages(tree: Mapping[str, Any]) -> Iterable[str | tuple[str, str]]:
    """Yield what has to be translated of a file of words: messages, and pairs for one thing and for several."""
    for telling in tree.get("told", {}).values():
        if isinstance(telling, Mapping):
            counted = "counts" in telling
            yield from [tuple(telling["say"])] if counted else _leaves(telling.get("say"))
            yield from _leaves([telling.get(key) for key in ("own", "note", "effect")])
            did = telling.get("did", [])
            for each in did if isinstance(did, list) else [did]:
                yield (each["one"], each.get("many", each["one"])) if "of" in each else each["one"]
                yield from _leaves([each.get("of"), each.get("behind")])
        else:
            yield from _leaves(telling)
    for offer in tree.get("offered", {}).values():
        yield from _leaves([offer.get(key) for key in ("say", "note", "gist", "cost", "silent")])
    for shelf in tree.get("shelves", {}).values():
        yield from _leaves(list(shelf.values()))
    for refused in tree.get("refused", {}).values():
        yield from _leaves(refused["say"] if isinstance(refused, Mapping) else refused)
    yield from _leaves([tree.get("asked"), tree.get("words")])


def notice_messages(tree: Mapping[str, Any]) -> Iterable[str | tuple[str, str]]:
    """Yield what has to be translated of a file of notices: messages, and pairs for one thing and for several."""
    for notice in (each for family in tree.values() for each in family.values()):
        yield from _leaves([notice.get("title"), notice.get("closing")])
        told = notice.get("told")
        for paragraph in told if isinstance(told, list) else [told]:
            say = paragraph["say"] if isinstance(paragraph, Mapping) else paragraph
            yield from [tuple(say)] if isinstance(paragraph, Mapping) and "counts" in paragraph else _leaves(say)


def _leaves(tree: Any) -> Iterable[str]:
    if isinstance(tree, str):
        yield tree
    elif tree not in (None, True, False):
        for each in tree.values() if isinstance(tree, Mapping) else tree:
            yield from _leaves(each)
