"""Define how a player writes the actions of a game: declared once, spoken and read in every language.

A game declares phrases over its action types and its names; `Phrasebook.say` prints an action as the line
a player may type, `Phrasebook.parse` reads it back. An example stands in `docs/how_to/developers/order_words.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.components.kinds import references
from adjudicator.kernel.actions import Action
from adjudicator.language import Language
from adjudicator.orders.text.grouping import grouped
from adjudicator.orders.vocabulary.shelves import Id

Value = str | int | bool | None | tuple[Id, ...]
"""What an argument may hold: the field of an action."""

Form = Literal["name", "number", "flag"]


class Argument(Struct, frozen=True):
    """One argument of a phrase: the field it fills and how it is written. Made by `name`, `number`, …

    A field of a struct inside the action is written with a dot (`move.tile`): the struct is made when one
    of its fields is said.

    `lead` are the keywords in front of it by language (`debt`, `to`), the first is printed. Without
    `needs_lead` they may be left out. `plus` are the letters of its short form (`d` for `+d2`).
    `payment` marks what is completed against the position when the player does not say it. `silent` is what follows
    from the rest: it may be said, is printed where nothing else tells it, and is found out from what is legal. So is
    what is `found`, which is always printed; where several are legal the player is asked for the whole line. A number
    in front of a value that `repeats` says how often it is meant: `2 administrative`. What is `always` said must be
    said, and is printed, also where it is the default of the field. What is `both` is listed with an “and”. The lead
    of a `counted` number is printed behind it: its first forms are those that go with numbers (`cube | cubes`).
    """

    field: str
    form: Form
    kinds: tuple[str, ...] = ()
    lead: Mapping[str, tuple[str, ...]] = {}
    needs_lead: bool = False
    many: bool = False
    repeats: bool = False
    plus: str = ""
    payment: bool = False
    silent: bool = False
    found: bool = False
    always: bool = False
    both: bool = False
    counted: bool = False
    choices: tuple[tuple[Id, Mapping[str, tuple[str, ...]]], ...] = ()
    case: Mapping[str, str] = {}
    """The case of names behind the lead that is printed, by language."""


AROUND: Final = "…"  # in a verb: the name around which its words stand, `play … for points`
_VOWELS: Final = {"в": "о", "с": "о", "к": "о", "о": "б"}
"""What Russian prepositions end with before some words."""


def cases(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the case that a printed form asks of the name after it: `{"ru": "снять флаг с @genitive"}`."""
    printed = {language: text.partition("|")[0] for language, text in texts.items()}
    return {language: form.partition("@")[2].strip() for language, form in printed.items() if "@" in form}


def forms(texts: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Split texts such as `{"en": "flag | claim"}` at the bars. The first form is the one that is printed."""
    return {
        language: tuple(
            dict.fromkeys(each for form in text.split("|") if form.strip() for each in _spelt(form, language))
        )
        for language, text in texts.items()
    }


def _spelt(form: str, language: str) -> tuple[str, ...]:
    """Return a form without its case, and in Russian both spellings of a preposition at its end (`в`, `во`)."""
    plain = form.partition("@")[0].strip()
    vowel = _VOWELS.get(plain.rpartition(" ")[2]) if language == "ru" else None
    return (plain, plain + vowel) if vowel else (plain,)


def name(
    field: str,
    *kinds: str,
    many: bool = False,
    repeats: bool = False,
    needs_lead: bool = False,
    payment: bool = False,
    found: bool = False,
    **lead: str,
) -> Argument:
    """Declare a thing of one of these kinds of the book, or several; without kinds, of the kind of its field.

    `many`: a tuple field; `repeats`: one may be in it more than once. `en="to | into"`: the lead; `ru="из @genitive"`:
    the case of the name after it. `found`: it need not be said where what is legal tells it.
    """
    return Argument(
        field, "name", kinds, forms(lead), needs_lead, many, repeats, payment=payment, found=found, case=cases(lead)
    )


def number(
    field: str, *, needs_lead: bool | None = None, plus: str = "", payment: bool | None = None, **lead: str
) -> Argument:
    """Declare a whole number. With a lead it needs the lead, unless `needs_lead` says otherwise.

    With `plus` letters it is a payment and may be written `+d2` (or `+d`, which means one).
    """
    with_lead = bool(lead) if needs_lead is None else needs_lead
    return Argument(
        field, "number", (), forms(lead), with_lead, plus=plus, payment=bool(plus) if payment is None else payment
    )


def choice(
    field: str, values: Mapping[Id, Mapping[str, str]], *, payment: bool = False, silent: bool = False, **lead: str
) -> Argument:
    """Return one of a few values with their words: `choice("kind", {"major": {"en": "major", "ru": "главное"}})`."""
    listed = tuple((value, forms(texts)) for value, texts in values.items())
    return Argument(field, "name", (), forms(lead), payment=payment, silent=silent, choices=listed)


def flag(field: str, *, payment: bool = False, **texts: str) -> Argument:
    """Declare a flag: True if the word is there, False (the default) if it is not."""
    return Argument(field, "flag", (), forms(texts), payment=payment)


class Group(Struct, frozen=True):
    """The group of codes that an action belongs to: `s` gives s1, s2, …; `only` gives the letter alone (pass: `z`).

    Letters by language, so that a Russian mail shows Russian letters.
    """

    letters: Mapping[str, str]
    only: bool = False


class Phrase(Struct, frozen=True):
    """A way to write one action type. Several phrases may serve one type, told apart by `fixed` fields.

    `verb` forms are given by language (`en="flag | claim"`, with `…` for the name if words follow it); `fixed` fields
    are meant by the verb.
    `each` names a tuple field whose single values get codes (choose two of six). `slots` are tuple fields whose values
    get codes of their own where that makes fewer than the legal actions, which combine them. `bare`: the verb may be
    left out where the argument alone says enough. `closes` marks what ends a round (`end`); `ends` what ends or
    declines something in it, and is left out where that is not asked; `implied` ends something of which an order that
    may only follow it says as much. `unsaid` follows the last order of a mail by itself, unless its writer says that
    more is to come, or one of the actions named in `unless` is still possible. `colon`: what follows the first argument
    is printed after a colon (`use Rum: unflag Caicos`). `spoken`: the verb has to be there, the short name of the thing
    alone does not order it (`sell`).
    """

    action: type[Action]
    verbs: Mapping[str, tuple[str, ...]]
    arguments: tuple[Argument, ...] = ()
    fixed: Mapping[str, Value] = {}
    group: Group | None = None
    each: str | None = None
    slots: tuple[str, ...] = ()
    bare: bool = False
    closes: bool = False
    ends: bool = False
    implied: bool = False
    unsaid: bool = False
    unless: tuple[str, ...] = ()
    colon: bool = False
    spoken: bool = False
    case: Mapping[str, str] = {}
    """The case of the name behind the verb that is printed, by language (`ru="снять флаг с @genitive"`)."""


def phrase(
    action: type[Action],
    *arguments: Argument,
    fixed: Mapping[str, Value] | None = None,
    group: Group | None = None,
    each: str | None = None,
    slots: tuple[str, ...] = (),
    unless: tuple[str, ...] = (),
    **said: str | bool,
) -> Phrase:
    """Declare a phrase: `phrase(ShiftPolitical, name("space", "political"), fixed={"result": "flag"}, en="flag")`.

    `said`: the verbs by language, and what else holds of it (`closes=True`). Raises ValueError for a name without a
    kind where the field has none either, and for a lead that has not the languages of the verbs (`ru="@dative"`: none
    but a case).
    """
    verbs = {language: text for language, text in said.items() if isinstance(text, str)}
    marks = {mark: holds for mark, holds in said.items() if isinstance(holds, bool)}
    told = tuple(with_kind(action, argument) for argument in arguments)
    if amiss := [argument.field for argument in told if argument.lead and argument.lead.keys() != verbs.keys()]:
        raise ValueError(f"{action.__name__}: the leads of {amiss} are not in the languages of its verbs")
    return Phrase(
        action, forms(verbs), told, fixed or {}, group, each, slots, unless=unless, case=cases(verbs), **marks
    )


def with_kind(action: type[Struct], argument: Argument) -> Argument:
    """Return the argument with the kind that its field is annotated with. Raise ValueError if there is none."""
    if argument.form != "name" or argument.kinds or argument.choices:
        return argument
    reference = references(action).get(argument.field)
    if reference is None:
        raise ValueError(f"{action.__name__}.{argument.field}: nothing says what kind of thing it names")
    return replace(argument, kinds=(reference.kind.name,), many=argument.many or reference.many)


def said(*, en: str, ru: str) -> dict[str, str]:
    """Return a word in the languages of the code, for a table of values or names; catalogues add further languages."""
    return {"en": en, "ru": ru}


def in_languages(phrases: Iterable[Phrase], languages: Iterable[Language]) -> Iterator[Phrase]:
    """Yield the phrases in further languages, each as its catalogue has them."""
    every = tuple(languages)
    for phrase in phrases:
        for language in every:
            phrase = translated(phrase, language)
        yield phrase


def translated(phrase: Phrase, language: Language) -> Phrase:
    """Return the phrase in one more language, with the words that its catalogue has.

    Verbs, keywords and values are found by the English ones that are printed; what is missing stays English.
    """
    verbs, verb_cases = _more(phrase.verbs, phrase.case, language)
    arguments = []
    for argument in phrase.arguments:
        lead, case = _more(argument.lead, argument.case, language)
        choices = tuple((value, _more(forms_, {}, language)[0]) for value, forms_ in argument.choices)
        arguments.append(replace(argument, lead=lead, case=case, choices=choices))
    return replace(phrase, verbs=verbs, case=verb_cases, arguments=tuple(arguments))


def _more(
    known: Mapping[str, tuple[str, ...]], case: Mapping[str, str], language: Language
) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, str]]:
    if not known or language.code in known:
        return known, case
    text = {language.code: language.ordered(" | ".join(known["en"]))}
    return {**known, **forms(text)}, {**case, **cases(text)}


def value_at(action: Struct, field: str) -> object:
    """Return the value of a field, or of a field inside a field (`move.tile`); None if there is no struct."""
    if "." not in field:
        return getattr(action, field)
    value: object = action
    for step in field.split("."):
        value = None if value is None else getattr(value, step)
    return value


class Legal:
    """The legal actions of a seat, which decide between readings."""

    def __init__(self, actions: Iterable[Action]) -> None:
        self._by_type = grouped((type(action), action) for action in actions)

    def fits(self, action: type[Action], fields: Mapping[str, Value]) -> bool:
        """Return whether some legal action of this type has these values."""
        return bool(self.like(action, fields))

    def like(self, action: type[Action], fields: Mapping[str, Value]) -> list[Action]:
        """Return the legal actions of this type that have these values."""
        return [
            option
            for option in self._by_type.get(action, ())
            if all(
                value_at(option, field) == value
                or (field == action.parties and _are_some(value, value_at(option, field)))
                for field, value in fields.items()
            )
        ]

    @cached_property
    def ops(self) -> tuple[str, ...]:
        """The operations that are legal."""
        return tuple(dict.fromkeys(option.op for listed in self._by_type.values() for option in listed))

    def of(self, op: str) -> list[Action]:
        """Return the legal actions with this `op`."""
        return [option for listed in self._by_type.values() for option in listed if option.op == op]


def _are_some(named: Value, parties: object) -> bool:
    """Return whether only some of the parties of an agreement are named: the other is whoever orders it."""
    return isinstance(named, tuple) and isinstance(parties, tuple) and {*named} < {*parties}
