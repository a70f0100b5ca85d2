"""Define what the orders of a game mean and how they are said: actions to lines, their credit, their short names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, Self

from msgspec import Struct

from adjudicator.components.remembered import shared_property
from adjudicator.components.russian import lemmas
from adjudicator.kernel.actions import Action, Decline, Nothing, Resolve
from adjudicator.kernel.documents import Names as Overlay
from adjudicator.kernel.written_orders import NotReady, Ready, Sheet
from adjudicator.language import language
from adjudicator.orders.text import Word, normalize_word, tokenize
from adjudicator.orders.text.common import Phrases, common_words, every_word
from adjudicator.orders.text.grouping import grouped
from adjudicator.orders.text.respelling import Respelling
from adjudicator.orders.text.similarity import forms
from adjudicator.orders.vocabulary.document_places import written
from adjudicator.orders.vocabulary.matching import NotMatched, gather, meanings, place_of
from adjudicator.orders.vocabulary.names import NameBook
from adjudicator.orders.vocabulary.patterns import Pattern, Slot, as_tuple, build, default_of, fields_of, kinds_of
from adjudicator.orders.vocabulary.phases import Interruption, PhaseName, Phases
from adjudicator.orders.vocabulary.phrases import Argument, Group, Phrase, Value, phrase, translated, value_at
from adjudicator.orders.vocabulary.refusals import Problem, Unreadable
from adjudicator.orders.vocabulary.shelves import Id, Name, NameIndex
from adjudicator.orders.vocabulary.synonyms import Synonyms

_LEAST_OF_VERB = 3  # two letters are somebody's initials
_REMEMBERED = 10_000
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
"""The phrase for no effect, in a game whose moderator carries out effects by hand."""

WRITTEN = (
    phrase(Ready, en="ready | i am ready", ru="готов | готова | я готов | я готова"),
    phrase(NotReady, en="not ready | i am not ready", ru="не готов | не готова | я не готов | я не готова"),
)
"""The phrases of a game in which everybody writes at once (`Orders`), beside those of its orders."""


class Reading(Struct, frozen=True):
    """The meaning of a line: an action type and the fields that the player said (or the verb means).

    `supplied`: fields among them that nobody said, which follow from what was legal when the line was read.
    """

    action: type[Action]
    fields: Mapping[str, Value]
    supplied: tuple[str, ...] = ()

    @classmethod
    def of(cls, action: Action) -> Reading:
        """Return the reading that says an action completely, including its payment."""
        return cls(type(action), {field: getattr(action, field) for field in action.__struct_fields__})

    def typed(self) -> Action:
        """Return the action with defaults for what was not said."""
        return build(self.action, self.fields)


class Vocabulary(NamedTuple):
    """The folded words of an order, in all languages: of the names in it, of their other spellings, of its verbs."""

    names: frozenset[str]
    others: frozenset[str]
    verbs: frozenset[str]


class OrderRenderer:
    """The words of a game. Compiled once per process.

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
        self.shared: dict[str, Any] = {}
        declared = self._declared = tuple(phrases)
        self._given = book
        self.interruptions = {interruption.kind: interruption for interruption in interruptions}
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
        self.patterns = tuple(Pattern(each, self.book, needed=_said_elsewhere(each, declared)) for each in declared)
        self.languages = tuple(dict.fromkeys(language for phrase in declared for language in phrase.verbs))
        self._by_type = grouped((pattern.phrase.action, pattern) for pattern in self.patterns)
        self._payments = {
            action: [Pattern(pattern.phrase, self.book, payment_only=True) for pattern in patterns]
            for action, patterns in self._by_type.items()
        }
        self._payment_fields = {
            action: frozenset(slot.argument.field for pattern in patterns for slot in pattern.slots)
            for action, patterns in self._payments.items()
        }
        self._respellings: dict[str, Respelling] = {}
        self._verbs = NameIndex(_verb_names(declared), least=_LEAST_OF_VERB, from_start=True)
        self._closers = frozenset(
            " ".join(word.folded for word in tokenize(form))
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

    def with_content(self, content: Any, names: Overlay) -> Self:
        """Return the words with the names of a game's content; these words where it names nothing otherwise."""
        given = self._given.renamed(names)
        if given is self._given:
            return self
        return type(self)(
            given,
            self._declared,
            self.interruptions.values(),
            self.phases.names.values(),
            self.synonyms,
        )

    # saying -----------------------------------------------------------------------------------------

    def say(self, action: Action, language: str) -> str:
        """Return the line that means this action. Raise LookupError for an action without a phrase."""
        if isinstance(action, Resolve):
            return written(action.changes)
        if isinstance(action, Sheet):
            return "; ".join(self.say(order, language) for order in action.orders) or "-"
        for pattern in self._by_type.get(type(action), ()):
            text = pattern.said(action, language)
            if text is not None:
                return text
        raise LookupError(f"no phrase for {action}")

    def phrase_of(self, action: Action) -> Phrase:
        """Return the phrase that `say` uses. Raise LookupError for an action without a phrase."""
        pattern = self._pattern_of(action)
        if pattern is None:
            raise LookupError(f"no phrase for {action}")
        return pattern.phrase

    def is_spoken(self, action: Action) -> bool:
        """Return whether the short names of what it is about do not order it without its verb."""
        pattern = self._pattern_of(action)
        return pattern is not None and pattern.phrase.spoken

    def _pattern_of(self, action: Action) -> Pattern | None:
        """Return the first pattern that fits and has a word for everything: a queen is not written like a card."""
        patterns = [pattern for pattern in self._by_type.get(type(action), ()) if pattern.fits(action)]
        if len(patterns) < 2:
            return patterns[0] if patterns else None
        return next((each for each in patterns if each.said(action, self.languages[0]) is not None), None)

    def printed(self, action: type[Action], field: str, value: Id, language: str) -> str:
        """Return the name of one value of a field, such as one of several cards. Raise LookupError if it has none."""
        for pattern in self._by_type.get(action, ()):
            for slot in pattern.slots:
                if slot.argument.field == field:
                    return pattern.printed(slot, value, language)
        raise LookupError(f"no phrase says {field} of {action.__name__}")

    def words_of(self, reading: Reading) -> Vocabulary:
        """Return every folded word that may name what this is about."""
        names: set[str] = set()
        others: set[str] = set()
        verbs: set[str] = set()
        for pattern in self._by_type.get(reading.action, ()):
            if any(reading.fields.get(field, value) != value for field, value in pattern.phrase.fixed.items()):
                continue
            verbs |= pattern.verb_words
            for slot in pattern.slots:
                for value in as_tuple(reading.fields.get(slot.argument.field)):
                    for kind, _ in slot.shelves:
                        own, more = self.book.words_of(kind, value)
                        names |= own
                        others |= more
        return Vocabulary(frozenset(names), frozenset(others), frozenset(verbs))

    def patterns_of(self, reading: Reading) -> list[Pattern]:
        """Return the patterns that say a reading, the one that is printed first."""
        fixed = [
            each
            for each in self._by_type.get(reading.action, ())
            if all(reading.fields.get(field, value) == value for field, value in each.phrase.fixed.items())
        ]
        if len(fixed) > 1:
            try:
                printed = self._pattern_of(reading.typed())
            except TypeError:  # one value of several, with nothing else of the order
                return fixed
            fixed.sort(key=lambda each: each is not printed)
        return fixed

    @shared_property
    def known_forms(self) -> frozenset[str]:
        """The dictionary forms of all known words."""
        return frozenset(form for word in self.known_words for form in forms(word))

    @shared_property
    def credit_words(self) -> Mapping[str, str]:
        """The names of credit, by the folded words that begin so: `долг` for `долга`."""
        leads = (
            form
            for pattern in self.patterns
            for one in pattern.phrase.arguments
            if one.plus and one.payment
            for listed in one.lead.values()
            for form in listed
            if len(tokenize(form)) == 1
        )
        return {lead: form for form in leads for lead in lemmas(normalize_word(form)) | {normalize_word(form)}}

    @shared_property
    def payment_phrases(self) -> Phrases:
        """What is said of a payment that is one of a few words of the game: `with a major action` is `major`."""
        return Phrases(
            [
                tuple(word.folded for word in tokenize(form))
                for pattern in self.patterns
                for one in pattern.phrase.arguments
                if one.payment and not one.needs_lead
                for _, listed in one.choices
                for texts in listed.values()
                for form in texts
            ]
        )

    @shared_property
    def known_words(self) -> frozenset[str]:
        """Every folded word of a name, of what an order begins with, and of credit."""
        leads = (argument.lead for pattern in self.patterns for argument in pattern.phrase.arguments if argument.plus)
        said = frozenset(
            word.folded for lead in leads for listed in lead.values() for form in listed for word in tokenize(form)
        )
        return self.verb_words | said | self.book.known_words

    @shared_property
    def verb_words(self) -> frozenset[str]:
        """Every folded word with which an order begins."""
        return frozenset(word for pattern in self.patterns for word in pattern.verb_words)

    @shared_property
    def verb_lemmas(self) -> frozenset[str]:
        """These words, in every form that a dictionary has of them."""
        return frozenset(lemma for word in self.verb_words for lemma in lemmas(word))

    def is_verb(self, word: str) -> bool:
        """Return whether a folded word is one with which an order begins, in any of its forms."""
        return word in self.verb_words or not self.verb_lemmas.isdisjoint(forms(word))

    def respelt(self, line: str, language: str) -> str:
        """Return a line with the words of the orders instead of those that a reader of this language has typed."""
        plain = self._respelling(language).respelt(line)
        return plain if self.synonyms is None else self.synonyms.respelt(plain, self._names_with_numbers)

    @shared_property
    def _names_with_numbers(self) -> frozenset[tuple[str, ...]]:
        """The folded words of the names, in every form, in which a number stands written out."""
        numbers = common_words().numbers.keys()
        counting = (
            each for each in self.book.names if not numbers.isdisjoint(chain(*self.book.words_of(each.kind, each.id)))
        )
        forms = (form for name in counting for form in (name.text, *name.aliases, *dict(name.cases).values()))
        folded = (tuple(word.folded for word in tokenize(form)) for form in forms)
        return frozenset(each for each in folded if len(each) > 1 and not numbers.isdisjoint(each))

    def retyped(self, line: str, language: str) -> str:
        """Return a line as it reads on the keyboard of a reader of this language, if it was typed on another one."""
        return self._respelling(language).retyped(line)

    def _respelling(self, language: str) -> Respelling:
        known = self._respellings.get(language)
        if known is None:
            verbs = [form for pattern in self.patterns for form in pattern.phrase.verbs[language]]
            known = self._respellings[language] = Respelling(self.written, self._around, verbs)
        return known

    @shared_property
    def written(self) -> frozenset[str]:
        """Every folded word of an order, of a name in any case, and of what is said for them."""
        cases = {word.folded for name in self.book.names for _, form in name.cases for word in tokenize(form)}
        return self.known_words | cases | (frozenset() if self.synonyms is None else self.synonyms.words)

    @shared_property
    def _around(self) -> frozenset[str]:
        """Every folded word that may stand around a name in an order."""
        leads = (argument.lead for pattern in self.patterns for argument in pattern.phrase.arguments)
        said = (form for lead in leads for listed in lead.values() for form in listed)
        return frozenset(word.folded for form in said for word in tokenize(form)) | every_word()

    def action_type(self, op: str) -> type[Action]:
        """Return the action type of an `op`. Raise LookupError for an `op` without a phrase."""
        for kind in self._by_type:
            if kind.__struct_config__.tag == op:
                return kind
        raise LookupError(f"no phrase for {op}")

    def each_of(self, action: type[Action]) -> str:
        """Return the tuple field of which single values have codes; "" if the action has none."""
        return next((pattern.phrase.each for pattern in self._by_type.get(action, ()) if pattern.phrase.each), "")

    def unordered(self, action: type[Action]) -> frozenset[str]:
        """Return the tuple fields whose values may be named in any order, because they have codes."""
        phrases = [pattern.phrase for pattern in self._by_type.get(action, ())]
        return frozenset(field for phrase in phrases for field in (*phrase.slots, *filter(None, [phrase.each])))

    def closers(self) -> frozenset[str]:
        """Return the words that end a round, folded."""
        return self._closers

    def closes(self, action: Action) -> bool:
        """Return whether the action ends a round."""
        return self.phrase_of(action).closes

    def may_close(self, action: type[Action]) -> bool:
        """Return whether actions of this type end a round."""
        return any(pattern.phrase.closes for pattern in self._by_type.get(action, ()))

    def may_end(self, action: type[Action]) -> bool:
        """Return whether actions of this type end or decline something in a round."""
        return any(pattern.phrase.ends for pattern in self._by_type.get(action, ()))

    def is_implied(self, action: type[Action]) -> bool:
        """Return whether what may only follow actions of this type says them too."""
        return any(pattern.phrase.implied for pattern in self._by_type.get(action, ()))

    @shared_property
    def unsaid(self) -> Mapping[type[Action], frozenset[str]]:
        """Return what follows the orders of a mail by itself, with the `op` of the actions that prevent it."""
        found = (pattern.phrase for pattern in self.patterns if pattern.phrase.unsaid)
        return {phrase.action: frozenset(phrase.unless) for phrase in found}

    def turn_end(self, language: str) -> str:
        """Return the words of what ends a turn by itself: what no order behind it implies."""
        ends = next(action for action in self.unsaid if not self.is_implied(action))
        return self.say(ends(), language)

    def payment_fields(self, action: type[Action]) -> frozenset[str]:
        """Return fields that say how something is paid. A code leaves them open."""
        fields = self._payment_fields.get(action)
        return frozenset() if fields is None else fields

    def credit_fields(self, action: type[Action]) -> Set[str]:
        """Return the fields in which an order says what is taken on credit."""
        return self._credit(action).keys()

    def on_credit(self, action: Action) -> dict[str, int]:
        """Return what an action takes on credit: the fields that have a short form (`+d2`), with their amounts."""
        arguments = self._credit(type(action))
        return {field: amount for field in arguments if isinstance(amount := value_at(action, field), int) and amount}

    def credit_said(self, action: type[Action], taken: Mapping[str, int], language: str) -> tuple[str, str]:
        """Return credit as typed after an order (`+d2`), and in words (`debt 2`)."""
        short, said = [], []
        for field, amount in taken.items():
            argument = self._credit(action)[field]
            lead = argument.lead.get(language, argument.lead["en"])[0]
            sign = next((sign for sign in argument.plus if sign.isascii() == lead.isascii()), argument.plus[0])
            short.append(f"+{sign}{amount}")
            said.append(f"{lead} {amount}")
        return " ".join(short), ", ".join(said)

    @shared_property
    def _credits(self) -> Mapping[type[Action], Mapping[str, Argument]]:
        found: dict[type[Action], dict[str, Argument]] = {}
        for pattern in self.patterns:
            of_phrase = {
                argument.field: argument for argument in pattern.phrase.arguments if argument.plus and argument.payment
            }
            found.setdefault(pattern.phrase.action, {}).update(of_phrase)
        return found

    def _credit(self, action: type[Action]) -> Mapping[str, Argument]:
        return self._credits.get(action, {})

    def is_payment(self, letter: str) -> bool:
        """Return whether `+letter` pays something in some phrase."""
        return any(pattern.payment(letter) for pattern in self.patterns)

    def payment(self, action: type[Action], given: Sequence[Word], language: str) -> Mapping[str, Value]:
        """Return modifiers of a code, `+d1` or `debt 1`, as fields. Raise Unreadable for other words."""
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

    @shared_property
    def shorts_of(self) -> Callable[[Action], tuple[str, ...]]:
        """Return the short names of what an action is about, in the order in which its line says them.

        They are cached: the same actions are legal in message after message.
        """
        return lru_cache(_REMEMBERED)(self._shorts_of)

    def _shorts_of(self, action: Action) -> tuple[str, ...]:
        pattern = next((each for each in self._by_type.get(type(action), ()) if each.says(action)), None)
        if pattern is None:
            return ()
        told = [slot for slot in pattern.slots if not slot.argument.payment]
        named = ((slot, value) for slot in told for value in as_tuple(value_at(action, slot.argument.field)))
        return tuple(filter(None, (self._short_in(slot, value) for slot, value in named)))

    def _short_in(self, slot: Slot, value: Id) -> str:
        return next((short for kind, _ in slot.shelves if (short := self.book.short(kind, value))), "")

    def flags_of(self, action: type[Action]) -> tuple[str, ...]:
        """Return the fields of an action that a word alone says, such as `with bonus`."""
        patterns = self._by_type.get(action, ())
        return tuple(
            slot.argument.field for pattern in patterns for slot in pattern.slots if slot.argument.form == "flag"
        )

    def about(self, kind: str, id: Id) -> Iterator[Reading]:
        """Yield every order that may be about this thing and says nothing else."""
        for pattern in self.patterns:
            for slot in pattern.slots:
                others = [each for each in pattern.slots if each.required and each is not slot]
                if not others and not slot.argument.payment and any(kind == own for own, _ in slot.shelves):
                    value: Value = (id,) if slot.argument.many else id
                    yield Reading(pattern.phrase.action, {**pattern.phrase.fixed, slot.argument.field: value})


def _verb_names(phrases: Iterable[Phrase]) -> list[Name]:
    """Return the verbs as names of the phrases, by their place."""
    return [
        Name("verb", number, language, form)
        for number, declared in enumerate(phrases)
        for language, verbs in declared.verbs.items()
        for form in verbs
    ]


def _choice_names(phrases: Iterable[Phrase]) -> list[Name]:
    """Return the words of choices as names of kinds of their own."""
    names: dict[Name, None] = {}
    for declared in phrases:
        op = str(declared.action.__struct_config__.tag)
        for argument in declared.arguments:
            for value, texts in argument.choices:
                for code, listed in texts.items():
                    kind = kinds_of(op, argument)[0]
                    names[Name(kind, value, code, listed[0], listed[1:])] = None
    return list(names)


def _said_elsewhere(told: Phrase, declared: Iterable[Phrase]) -> frozenset[str]:
    """Return the fields whose defaults another phrase of the action says.

    Leaving them out would say the words of that phrase: `use tile` alone would be `do not use`.
    """
    others = [each for each in declared if each.action is told.action and each is not told]
    fields = fields_of(told.action)
    return frozenset(
        field
        for other in others
        for field, value in other.fixed.items()
        if field not in told.fixed and value == default_of(fields[field])
    )
