"""All phrases of a game, compiled: actions to lines and lines to actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from msgspec import NODEFAULT, Struct
from msgspec.structs import replace

from adjudicator.kernel.actions import Action, Decline, Nothing, Resolve
from adjudicator.kernel.content import Names as Overlay
from adjudicator.language import language
from adjudicator.orders import operations
from adjudicator.orders.interruptions import Interruption
from adjudicator.orders.matching import (
    Gathered,
    NotMatched,
    doubtful,
    gather,
    meanings,
    place_of,
)
from adjudicator.orders.names import Hit, Id, Name, NameBook, Shelf
from adjudicator.orders.patterns import Pattern, Slot, build, kinds_of
from adjudicator.orders.phases import PhaseName, Phases
from adjudicator.orders.phrases import Argument, Context, Group, Phrase, Value, phrase, translated, value_at
from adjudicator.orders.refusals import Ambiguous, Fact, Place, Problem, Unreadable
from adjudicator.orders.synonyms import Synonyms
from adjudicator.orders.text import Word, order_part, words

_CONNECTORS = frozenset(("and", "then", "и", "потом", "затем"))
_LEAST_OF_VERB = 3  # two letters are somebody's initials
_DECLINE = phrase(
    Decline,
    en="decline | no reaction | refuse",
    ru="отказ | отказаться | не отвечать",
    group=Group({"en": "z", "ru": "я"}, only=True),
)

NOTHING = phrase(
    Nothing,
    en="nothing | nothing happens",
    ru="ничего | ничего не происходит",
    group=Group({"en": "z", "ru": "я"}, only=True),
)
"""For a game with effects that the moderator carries out by hand: how it is said that there is none."""


class Reading(Struct, frozen=True):
    """What a line means: an action type and the fields that the player said (or the verb means).

    `supplied`: fields among them that nobody said, which follow from what was legal when the line was read.
    """

    action: type[Action]
    fields: Mapping[str, Value]
    supplied: tuple[str, ...] = ()

    def typed(self) -> Action:
        """The action with defaults for what was not said."""
        return build(self.action, self.fields)


class Vocabulary(NamedTuple):
    """The folded words of an order, in all languages: of the names in it, of their other spellings, of its verbs."""

    names: frozenset[str]
    others: frozenset[str]
    verbs: frozenset[str]


class _Success:
    """A phrase that the words fit, with every meaning they allow."""

    def __init__(self, pattern: Pattern, gathered: Gathered) -> None:
        self.pattern = pattern
        self.gathered = gathered
        self.readings = [Reading(pattern.phrase.action, fields) for fields in meanings(pattern, gathered)]


class Phrasebook:
    """The words of a game. Compiled once per process; every language of the phrases is read in every mail.

    Raises ValueError where phrases and actions do not fit: a field that cannot be said, a language missing.
    """

    def __init__(
        self,
        book: NameBook,
        phrases: Iterable[Phrase],
        interruptions: Iterable[Interruption] = (),
        phases: Iterable[PhaseName] = (),
        synonyms: Synonyms | None = None,
    ) -> None:
        declared = self._declared = tuple(phrases)
        self._given = book
        self.interruptions = {each.kind: each for each in interruptions}
        """What players call the questions that interrupt, by kind."""
        self.phases = Phases(phases)
        self.synonyms = synonyms
        """What people say for the words of the orders; None where nothing is known of that."""
        if all(phrase.action is not Decline for phrase in declared):
            spoken = dict.fromkeys(code for phrase in declared for code in phrase.verbs)
            decline = _DECLINE
            for code in spoken:
                decline = translated(decline, language(code))
            declared = (*declared, decline)
        self.book = NameBook((*book.names, *_choice_names(declared)), book.absent, book.place)
        self.book.renamed = lambda over: self.with_content(None, over).book
        self.patterns = tuple(Pattern(phrase, self.book) for phrase in declared)
        self.languages = tuple(dict.fromkeys(language for phrase in declared for language in phrase.verbs))
        self._by_type: dict[type[Action], list[Pattern]] = {}
        for pattern in self.patterns:
            self._by_type.setdefault(pattern.phrase.action, []).append(pattern)
        self._payments = {
            action: [Pattern(pattern.phrase, self.book, payment_only=True) for pattern in patterns]
            for action, patterns in self._by_type.items()
        }
        self._payment_fields = {
            action: frozenset(slot.argument.field for pattern in patterns for slot in pattern.slots)
            for action, patterns in self._payments.items()
        }
        self._verbs = Shelf(_verb_names(declared), least=_LEAST_OF_VERB, from_start=True)
        self._closers = frozenset(
            " ".join(word.folded for word in words(form))
            for phrase in declared
            if phrase.closes
            for listed in phrase.verbs.values()
            for form in listed
        )
        self._check()

    def _check(self) -> None:
        for action, patterns in self._by_type.items():
            for pattern in patterns:
                missing = [language for language in self.languages if not pattern.phrase.verbs.get(language)]
                if missing:
                    raise ValueError(f"a phrase of {pattern.op} has no verb in {missing}")
            for field in action.__struct_fields__:
                if not any(pattern.covers(field) for pattern in patterns):
                    raise ValueError(f"no phrase of {patterns[0].op} says {field}")

    def with_content(self, content: Any, names: Overlay) -> Phrasebook:
        """The words with the names of a game's content."""
        return type(self)(
            self._given.renamed(names),
            self._declared,
            self.interruptions.values(),
            self.phases.names.values(),
            self.synonyms,
        )

    def at(self, state: Struct) -> Phrasebook:
        """The words that count in a position: a game that calls things otherwise as time goes on has more than one."""
        return self

    # saying -----------------------------------------------------------------------------------------

    def say(self, action: Action, language: str) -> str:
        """The line that means this action. Raises LookupError for an action without a phrase."""
        if isinstance(action, Resolve):
            return operations.written(action.changes)
        for pattern in self._by_type.get(type(action), ()):
            text = pattern.said(action, language)
            if text is not None:
                return text
        raise LookupError(f"no phrase for {action}")

    def phrase_of(self, action: Action) -> Phrase:
        """The phrase that `say` uses. Raises LookupError."""
        patterns = [pattern for pattern in self._by_type.get(type(action), ()) if pattern.fits(action)]
        for pattern in patterns:
            if len(patterns) == 1 or pattern.said(action, self.languages[0]) is not None:
                return pattern.phrase
        raise LookupError(f"no phrase for {action}")

    def printed(self, action: type[Action], field: str, value: Id, language: str) -> str:
        """The name of one value of a field, such as one of several cards. Raises LookupError."""
        for pattern in self._by_type.get(action, ()):
            for slot in pattern.slots:
                if slot.argument.field == field:
                    return pattern.printed(slot, value, language)
        raise LookupError(f"no phrase says {field} of {action.__name__}")

    def words_of(self, reading: Reading) -> Vocabulary:
        """Every folded word that may name what this is about."""
        names: set[str] = set()
        others: set[str] = set()
        verbs: set[str] = set()
        for pattern in self._by_type.get(reading.action, ()):
            if any(reading.fields.get(field, value) != value for field, value in pattern.phrase.fixed.items()):
                continue
            verbs |= pattern.verb_words
            for slot in pattern.slots:
                for value in _as_tuple(reading.fields.get(slot.argument.field)):
                    for kind, _ in slot.shelves:
                        if isinstance(value, str | int):
                            own, more = self.book.words_of(kind, value)
                            names |= own
                            others |= more
        return Vocabulary(frozenset(names), frozenset(others), frozenset(verbs))

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Every folded word of a name, of what an order begins with, and of credit."""
        verbs = frozenset(word for pattern in self.patterns for word in pattern.verb_words)
        leads = (each.lead for pattern in self.patterns for each in pattern.phrase.arguments if each.plus)
        said = frozenset(
            word.folded for lead in leads for listed in lead.values() for form in listed for word in words(form)
        )
        return verbs | said | self.book.known_words

    def action_type(self, op: str) -> type[Action]:
        """The action type of an `op`. Raises LookupError."""
        for kind in self._by_type:
            if kind.__struct_config__.tag == op:
                return kind
        raise LookupError(f"no phrase for {op}")

    def each_of(self, action: type[Action]) -> str:
        """The tuple field of which single values have codes, "" if the action has none."""
        return next((pattern.phrase.each for pattern in self._by_type.get(action, ()) if pattern.phrase.each), "")

    def unordered(self, action: type[Action]) -> frozenset[str]:
        """The tuple fields whose values may be named in any order, for they have codes."""
        phrases = [pattern.phrase for pattern in self._by_type.get(action, ())]
        return frozenset(field for phrase in phrases for field in (*phrase.slots, *filter(None, [phrase.each])))

    def closers(self) -> frozenset[str]:
        """The words that end a round, folded."""
        return self._closers

    def closes(self, action: Action) -> bool:
        """Whether the action ends a round."""
        return self.phrase_of(action).closes

    def may_close(self, action: type[Action]) -> bool:
        """Whether actions of this type end a round."""
        return any(pattern.phrase.closes for pattern in self._by_type.get(action, ()))

    def payment_fields(self, action: type[Action]) -> frozenset[str]:
        """Fields that say how something is paid: a code leaves them open."""
        fields = self._payment_fields.get(action)
        return frozenset() if fields is None else fields

    def credit_fields(self, action: type[Action]) -> Set[str]:
        """The fields in which an order says what is taken on credit."""
        return self._credit(action).keys()

    def on_credit(self, action: Action) -> dict[str, int]:
        """What an action takes on credit: the fields that have a short form (`+d2`), and how much of each."""
        arguments = self._credit(type(action))
        return {field: amount for field in arguments if isinstance(amount := value_at(action, field), int) and amount}

    def credit_said(self, action: type[Action], taken: Mapping[str, int], language: str) -> tuple[str, str]:
        """Credit as it is typed behind an order (`+d2`), and in words (`debt 2`)."""
        short, said = [], []
        for field, amount in taken.items():
            argument = self._credit(action)[field]
            lead = argument.lead.get(language, argument.lead["en"])[0]
            sign = next((sign for sign in argument.plus if sign.isascii() == lead.isascii()), argument.plus[0])
            short.append(f"+{sign}{amount}")
            said.append(f"{lead} {amount}")
        return " ".join(short), ", ".join(said)

    @cached_property
    def _credits(self) -> Mapping[type[Action], Mapping[str, Argument]]:
        found: dict[type[Action], dict[str, Argument]] = {}
        for pattern in self.patterns:
            of_phrase = {each.field: each for each in pattern.phrase.arguments if each.plus and each.payment}
            found.setdefault(pattern.phrase.action, {}).update(of_phrase)
        return found

    def _credit(self, action: type[Action]) -> Mapping[str, Argument]:
        return self._credits.get(action, {})

    def is_payment(self, letter: str) -> bool:
        """Whether `+letter` pays something in some phrase."""
        return any(pattern.payment(letter) for pattern in self.patterns)

    def payment(self, action: type[Action], given: Sequence[Word], language: str) -> Mapping[str, Value]:
        """Modifiers of a code, `+d1` or `debt 1`, as fields. Raises Unreadable."""
        failure: NotMatched | None = None
        for pattern in self._payments.get(action, ()):
            try:
                gathered = gather(pattern, given, language, inflected=False)
            except NotMatched as missed:
                failure = missed
                continue
            found = meanings(pattern, gathered)
            if len(found) == 1:
                return found[0]
        if failure is not None:
            raise Unreadable(failure.problem)
        raise Unreadable(Problem("unreadable", "unknown_word", place_of(given, 0)))

    # short names ------------------------------------------------------------------------------------

    def things_of(self, reading: Reading) -> list[list[tuple[str, Id]]]:
        """What an order is about, however it is paid: each thing under all kinds that it may be named by."""
        patterns = self._by_type.get(reading.action, ())
        fits = (each for each in patterns if all(reading.fields.get(f, v) == v for f, v in each.phrase.fixed.items()))
        pattern = next(fits, None)
        if pattern is None:
            return []
        told = [slot for slot in pattern.slots if not slot.argument.payment and slot.argument.form == "name"]
        values = ((slot, value) for slot in told for value in _as_tuple(reading.fields.get(slot.argument.field)))
        things = ([(kind, v) for kind, _ in slot.shelves] for slot, v in values if isinstance(v, str | int))
        return [known for each in things if (known := [one for one in each if self.book.has(*one)])]

    def shorts_of(self, action: Action) -> tuple[str, ...]:
        """The short names of what an action is about, in the order in which its line says them."""
        pattern = next((each for each in self._by_type.get(type(action), ()) if each.fits(action)), None)
        if pattern is None:
            return ()
        told = [slot for slot in pattern.slots if not slot.argument.payment]
        named = ((slot, value) for slot in told for value in _as_tuple(value_at(action, slot.argument.field)))
        found = (self._short_in(slot, value) for slot, value in named if isinstance(value, str | int))
        return tuple(filter(None, found))

    def _short_in(self, slot: Slot, value: Id) -> str:
        return next((short for kind, _ in slot.shelves if (short := self.book.short(kind, value))), "")

    def flags_of(self, action: type[Action]) -> tuple[str, ...]:
        """The fields of an action that a word alone says, such as `with bonus`."""
        patterns = self._by_type.get(action, ())
        return tuple(slot.argument.field for each in patterns for slot in each.slots if slot.argument.form == "flag")

    def about(self, kind: str, id: Id) -> Iterator[Reading]:
        """Every order that may be about this thing and says nothing else."""
        for pattern in self.patterns:
            for slot in pattern.slots:
                others = [each for each in pattern.slots if each.required and each is not slot]
                if not others and not slot.argument.payment and any(kind == own for own, _ in slot.shelves):
                    value: Value = (id,) if slot.argument.many else id
                    yield Reading(pattern.phrase.action, {**pattern.phrase.fixed, slot.argument.field: value})

    def begins(self, given: Sequence[Word], language: str) -> bool:
        """Whether the words begin with a verb written out, or with a thing that needs none."""
        hit = self._verb_at(given, 0, language)
        return (hit.length > 0 and self._verbs.is_whole([word.folded for word in given[: hit.length]])) or bool(
            self.opener(given)
        )

    def is_bare(self, given: Sequence[Word], language: str) -> bool:
        """Whether the words are a thing whose order needs no verb, its name written out."""
        typed = [word.folded for word in given]
        slots = (slot for each in self.patterns if each.phrase.bare for slot in each.slots if slot.required)
        return any(shelf.read(typed, language).length == len(typed) for slot in slots for _, shelf in slot.shelves)

    def in_figures(self, reading: Reading, language: str) -> str:
        """How an order that needs no verb is written in figures, `D4M2`; "" where it is not."""
        for pattern in self._by_type.get(reading.action, ()):
            if not pattern.phrase.bare or any(reading.fields.get(f) for f in pattern.optional if f in reading.fields):
                continue
            for slot in pattern.slots:
                for kind, _ in slot.shelves if slot.required else ():
                    forms = self.book.spellings(kind, reading.fields[slot.argument.field], language)
                    return next((form.upper() for form in forms if any(map(str.isdecimal, form))), "")
        return ""

    def opener(self, given: Sequence[Word]) -> int:
        """How many words at the beginning are a thing whose order needs no verb, in figures: `d4m2`, `d4 m2`."""
        for length in (2, 1):
            typed = "".join(word.folded for word in given[:length])
            if len(given) >= length and any(sign.isdecimal() for sign in typed) and self._opens(typed):
                return length
        return 0

    def _opens(self, typed: str) -> bool:
        slots = (slot for each in self.patterns if each.phrase.bare for slot in each.slots if slot.required)
        return any(shelf.is_whole([typed]) for slot in slots for _, shelf in slot.shelves)

    def opens(self, action: type[Action]) -> bool:
        """Whether an order needs no verb: with a thing as rounds begin with."""
        return any(pattern.phrase.bare for pattern in self._by_type.get(action, ()))

    # reading ----------------------------------------------------------------------------------------

    def parse(self, text: str, language: str, context: Context | None = None) -> Action:
        """The action that a line means, with defaults for what it leaves out.

        `language` is the player's own: it decides where both languages have the word. `context` (the legal
        actions) decides between several meanings. Raises Unreadable or Ambiguous.
        """
        return self._supplied(self.read(words(order_part(text)), language, context)).typed()

    def read_all(self, given: Sequence[Word], language: str, context: Context | None = None) -> list[Reading]:
        """A line that may hold several orders, one behind the other. Raises Unreadable or Ambiguous."""
        try:
            return [self.read(given, language, context)]
        except Unreadable:
            starts = self._starts(given, language)
            if len(starts) < 2:
                raise
        ends = [*starts[1:], len(given)]
        return [
            self.read(_without_connector(given[start:end]), language, context)
            for start, end in zip(starts, ends, strict=True)
        ]

    def _starts(self, given: Sequence[Word], language: str) -> list[int]:
        """Where orders begin: behind a comma or `then`, with a verb."""
        starts = [0]
        for at in range(1, len(given)):
            divided = given[at].broken or given[at - 1].folded in _CONNECTORS
            if divided and self._verb_at(given, at, language).ids:
                starts.append(at)
        return starts

    def read(self, given: Sequence[Word], language: str, context: Context | None = None) -> Reading:
        """The one order that the words mean. Raises Unreadable or Ambiguous."""
        if not given:
            raise Unreadable(Problem("unreadable", "unknown_verb", Place("", 1)))
        verb, rest = self._verb(given, language)
        if verb.ids:
            candidates = [self.patterns[int(number)] for number in verb.ids]
        else:
            candidates = [pattern for pattern in self.patterns if pattern.phrase.bare]
        failures: list[NotMatched] = []
        for inflected in (False, True):
            successes, failures = _matches(candidates, rest, language, inflected=inflected)
            if successes:
                return self._one_of(successes, language, context)
        if verb.ids:
            raise Unreadable(_at_the_end(_furthest(failures), given))
        raise Unreadable(_at_the_end(self._no_verb(given, language, failures), given))

    def read_bare(
        self, action: type[Action], given: Sequence[Word], language: str, context: Context | None = None
    ) -> Reading:
        """The arguments of an action of this type without its verb. Raises Unreadable or Ambiguous."""
        failures: list[NotMatched] = []
        for inflected in (False, True):
            successes, failures = _matches(self._by_type[action], given, language, inflected=inflected)
            if successes:
                return self._one_of(successes, language, context)
        raise Unreadable(_at_the_end(_furthest(failures), given))

    def verb_of(self, given: Sequence[Word], language: str) -> Sequence[Word]:
        """The words of the verb with which a line begins; none if it begins with something else."""
        return given[: self._verb_at(given, 0, language).length]

    def _verb(self, given: Sequence[Word], language: str) -> tuple[Hit, Sequence[Word]]:
        """The verb, usually first, and all other words."""
        hit = self._verb_at(given, 0, language)
        if hit.ids:
            return hit, given[hit.length :]
        for at in range(1, len(given)):
            hit = self._verb_at(given, at, language)
            if hit.ids and self._verbs.is_whole([word.folded for word in given[at : at + hit.length]]):
                return hit, (*given[:at], *given[at + hit.length :])
        folded = [word.folded for word in given]
        hit = self._verbs.read_inflected(folded, language)
        return hit, given[hit.length :]

    def _verb_at(self, given: Sequence[Word], at: int, language: str) -> Hit:
        end = at + 1
        while end < len(given) and end - at < self._verbs.longest and not given[end].broken:
            end += 1
        folded = [word.folded for word in given[at:end]]
        return self._verbs.read(folded, language)

    def _one_of(self, successes: list[_Success], language: str, context: Context | None) -> Reading:
        readings = [
            self._found_out(reading, success.pattern, context) for success in successes for reading in success.readings
        ]
        if len(readings) == 1:
            return readings[0]
        fitting = readings
        if context is not None:
            fitting = [reading for reading in readings if self._fits(reading, context)] or readings
        different = {self._supplied(reading).typed(): reading for reading in fitting}
        if len(different) == 1:
            return fitting[0]
        raise Ambiguous(self._doubt(successes, list(different), language))

    def _found_out(self, reading: Reading, pattern: Pattern, context: Context | None) -> Reading:
        """With what the player did not say because it follows from the rest, where what is legal tells it."""
        open_ = [slot for slot in pattern.silent() if slot.argument.field not in reading.fields]
        if not open_ or context is None:
            return reading
        for values in product(*(_values_of(slot) for slot in open_)):
            more = {slot.argument.field: value for slot, value in zip(open_, values, strict=True)}
            supplied = replace(reading, fields={**reading.fields, **more}, supplied=tuple(more))
            if self._fits(supplied, context):
                return supplied
        return reading

    def _supplied(self, reading: Reading) -> Reading:
        """With the first value of what has to be there, where nothing tells it."""
        patterns = self._by_type.get(reading.action, ())
        missing = {
            slot.argument.field: slot.argument.choices[0][0]
            for pattern in patterns
            for slot in pattern.silent()
            if slot.default is NODEFAULT and slot.argument.field not in reading.fields
        }
        return replace(reading, fields={**missing, **reading.fields}) if missing else reading

    def _fits(self, reading: Reading, context: Context) -> bool:
        payment = self.payment_fields(reading.action)
        named = {field: value for field, value in reading.fields.items() if field not in payment}
        return context.fits(reading.action, named)

    def _doubt(self, successes: list[_Success], actions: list[Action], language: str) -> Problem:
        if len(successes) == 1:
            found = doubtful(successes[0].pattern, successes[0].gathered)
            if found is not None:
                slot, item = found
                field = slot.argument.field
                still = {value for action in actions for value in _as_tuple(value_at(action, field))}
                nearest = tuple(successes[0].pattern.printed(slot, id, language) for id in item.meanings if id in still)
                place = Place(item.word.typed, item.word.column)
                return Problem("ambiguous", "several_names", place, slot.argument.kinds or (field,), nearest)
        lines = tuple(dict.fromkeys(self.say(action, language) for action in actions))
        return Problem("ambiguous", "several_orders", nearest=lines)

    def _no_verb(self, given: Sequence[Word], language: str, failures: list[NotMatched]) -> Problem:
        if any(failure.at for failure in failures):
            return _furthest(failures)
        folded = [word.folded for word in given]
        numbers = self._verbs.near(folded, language)
        nearest = tuple(dict.fromkeys(self.patterns[int(number)].phrase.verbs[language][0] for number in numbers))
        facts = tuple(Fact("found", kind) for kind in self.book.elsewhere(folded, language))
        return Problem("unreadable", "unknown_verb", place_of(given, 0), ("verb",), nearest, facts=facts)


def _matches(
    candidates: Iterable[Pattern], given: Sequence[Word], language: str, *, inflected: bool
) -> tuple[list[_Success], list[NotMatched]]:
    """The phrases that these words fit, and why the others do not."""
    successes: list[_Success] = []
    failures: list[NotMatched] = []
    for pattern in candidates:
        try:
            successes.append(_Success(pattern, gather(pattern, given, language, inflected=inflected)))
        except NotMatched as failure:
            failures.append(failure)
    return successes, failures


def _furthest(failures: Sequence[NotMatched]) -> Problem:
    """Of the phrases a verb may belong to, what is wrong with the one that fitted best."""
    far = max(failure.at for failure in failures)
    problems = [failure.problem for failure in failures if failure.at == far]
    first = problems[0]
    return Problem(
        first.reason,
        first.why,
        first.place,
        tuple(dict.fromkeys(kind for problem in problems for kind in problem.kinds)),
        tuple(dict.fromkeys(near for problem in problems for near in problem.nearest))[:5],
        facts=tuple(dict.fromkeys(fact for problem in problems for fact in problem.facts)),
    )


def _at_the_end(problem: Problem, given: Sequence[Word]) -> Problem:
    """The end of the line, where a phrase saw only the end of its own part."""
    if problem.place is None or problem.place.typed:
        return problem
    return replace(problem, place=place_of(given, len(given)))


def _verb_names(phrases: Iterable[Phrase]) -> list[Name]:
    """The verbs as names of the phrases, by their place."""
    return [
        Name("verb", number, language, form)
        for number, declared in enumerate(phrases)
        for language, verbs in declared.verbs.items()
        for form in verbs
    ]


def _choice_names(phrases: Iterable[Phrase]) -> list[Name]:
    """The words of choices as names of kinds of their own."""
    names: dict[Name, None] = {}
    for declared in phrases:
        op = str(declared.action.__struct_config__.tag)
        for argument in declared.arguments:
            for value, texts in argument.choices:
                for code, listed in texts.items():
                    kind = kinds_of(op, argument)[0]
                    names[Name(kind, value, code, listed[0], listed[1:])] = None
    return list(names)


def _without_connector(given: Sequence[Word]) -> Sequence[Word]:
    end = len(given)
    while end and given[end - 1].folded in _CONNECTORS:
        end -= 1
    return given[:end]


def _values_of(slot: Slot) -> list[Value]:
    """What a silent argument may be: its default, where it has one, and its choices."""
    values: list[Value] = [value for value, _ in slot.argument.choices]
    return values if slot.default is NODEFAULT else [None, *values]


def _as_tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
