"""Read how orders are written from a file of the game: what a translator reads, beside the names of things.

    move_bishop:                                     # the `op` of the action
      en: move bishop | bishop                       # the first form is printed, the others are understood
      ru: переместить епископа | епископ
      names:                                         # what follows, in this order
        at: {en: from, ru: с | со}                   # a field, behind a word of its own
        card: {found: true, en: with, ru: картой}    # found out where what is legal tells it
    spare: {en: spare, ru: пощадить, ends: true, codes: last}
    run:                                             # several ways to say one action
      - {en: run west, ru: западные операции, fixed: {side: west}}
      - {en: run east, ru: восточные операции, fixed: {side: east}}

What else may be said of an action is what `phrase` takes, of a field what `name`, `number`, `flag` and `choice` take
(the `values` of a choice with the words of each); which of these a field is follows from its type. `names: [card]` is
short for fields of which nothing is said, `codes: last` for the letter of what declines or ends; `then` are more names,
which several orders may share. A file that names what there is not, or leaves an action out, is refused on loading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec
from msgspec.structs import replace

from adjudicator.components.kinds import references
from adjudicator.components.load import DataFile, FactError, read
from adjudicator.kernel.actions import Action
from adjudicator.orders.vocabulary.conditions import Condition, ConditionWords, condition
from adjudicator.orders.vocabulary.phases import Interruption, PhaseName, interruption, phase
from adjudicator.orders.vocabulary.phrases import Argument, Group, Phrase, choice, flag, name, number, phrase

LAST: Final = Group({"en": "z", "ru": "я"}, only=True)
"""Codes of what declines or ends something."""
_OF_PHRASES: Final = (
    "fixed",
    "each",
    "slots",
    "bare",
    "closes",
    "ends",
    "implied",
    "unsaid",
    "unless",
    "colon",
    "spoken",
)
_OF_NAMES: Final = ("many", "repeats", "needs_lead", "payment", "found", "plus", "silent", "always", "both", "counted")


def read_orders(path: Path, actions: Iterable[type[Action]]) -> list[Phrase]:
    """Return how each of these actions is written, in the order of the file.

    Raises FactError with all that is wrong.
    """
    due = {str(action.__struct_config__.tag): action for action in actions}
    given: Mapping[str, Any] = DataFile(path).rows
    problems = [f"{path.name}: {op}: there is no such action" for op in given if op not in due]
    problems += [f"{path.name}: {op}: has no words" for op in due if op not in given]
    found = []
    for op, said in given.items():
        for each in (said if isinstance(said, list) else [said]) if op in due else ():
            try:
                found.append(_phrase(due[op], each))
            except (TypeError, ValueError, LookupError, msgspec.ValidationError) as error:
                problems.append(f"{path.name}: {op}: {error}")
    if problems:
        raise FactError(*problems)
    return found


def read_standing(path: Path) -> tuple[list[Interruption], list[PhaseName]]:
    """Return what standing orders name, each by its id with its words in every language.

    These are the questions that come in somebody else's turn, and the phases of a turn.

        interruptions:
          toll: {declines: true, en: toll | tolls, ru: пошлина | пошлины}
        phases:
          market: {en: market, ru: рынка}
    """
    said = read(DataFile(path).rows, _Standing, path.name)
    interruptions = [
        interruption(kind, declines=words.pop("declines", False), **_words(words))
        for kind, words in said.interruptions.items()
    ]
    return interruptions, [phase(id, **_words(words)) for id, words in said.phases.items()]


class _Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    interruptions: dict[str, dict[str, Any]] = {}
    phases: dict[str, dict[str, Any]] = {}


def read_conditions(path: Path, conditions: Iterable[type[Condition]]) -> list[ConditionWords]:
    """Return how each of these conditions is written, by its tag, in the order of the file.

    Each has a list of ways to say it, each with what `condition` takes. Raise FactError with everything that is wrong.
    """
    due = {str(each.__struct_config__.tag): each for each in conditions}
    given: Mapping[str, Any] = DataFile(path).rows
    problems = [f"{path.name}: {tag}: there is no such condition" for tag in given if tag not in due]
    problems += [f"{path.name}: {tag}: has no words" for tag in due if tag not in given]
    found = []
    for tag, each in ((tag, each) for tag, said in given.items() if tag in due for each in said):
        try:
            words = {key: text for key, text in each.items() if key != "fixed"}
            found.append(condition(due[tag], fixed=each.get("fixed"), **_words(words)))
        except ValueError as error:
            problems.append(f"{path.name}: {tag}: {error}")
    if problems:
        raise FactError(*problems)
    return found


def _phrase(action: type[Action], said: Mapping[str, Any]) -> Phrase:
    names = said.get("names", ())
    fields = {**(names if isinstance(names, Mapping) else {field: {} for field in names}), **said.get("then", {})}
    codes = said.get("codes")
    group = LAST if codes == "last" else None if codes is None else Group(**codes)
    more = {key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}
    words = {key: value for key, value in more.items() if key not in (*_OF_PHRASES, "names", "then", "codes")}
    told: dict[str, Any] = {key: more[key] for key in _OF_PHRASES if key in more} | _words(words)
    if "fixed" in told:
        told["fixed"] = {key: tuple(each) if isinstance(each, list) else each for key, each in told["fixed"].items()}
    return phrase(action, *_arguments(action, fields), group=group, **told)


def _arguments(action: type[Action], fields: Mapping[str, Mapping[str, Any]]) -> Iterator[Argument]:
    types, kinds = get_type_hints(action), references(action)
    for field, said in fields.items():
        options: dict[str, Any] = {key: said[key] for key in _OF_NAMES if key in said}
        options |= _words({key: each for key, each in said.items() if key not in (*_OF_NAMES, "kind", "values")})
        more = {key: options.pop(key, False) for key in ("always", "both", "counted")}
        if "values" in said:
            made = choice(field, said["values"], **options)
        elif field in kinds or "kind" in said or "." in field:
            many, of = field in kinds and kinds[field].many, said.get("kind", [])
            made = name(field, *([of] if isinstance(of, str) else of), **{"many": many} | options)
        elif types[field] is bool:
            made = flag(field, **options)
        else:
            made = number(field, **options)
        yield replace(made, **more)


def _words(said: Mapping[str, Any]) -> dict[str, str]:
    """Return what is said in each language. Raise ValueError for a key that is not a language."""
    if wrong := [key for key, text in said.items() if len(key) != 2 or not isinstance(text, str)]:
        raise ValueError(f"{', '.join(wrong)}: neither a language nor anything that can be said of it")
    return dict(said)
