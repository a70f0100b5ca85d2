"""All phrases of a game: the lines of a mail to actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import replace

from adjudicator.components.remembered import shared_property
from adjudicator.components.russian import narrates
from adjudicator.kernel.actions import Action
from adjudicator.kernel.game import Game
from adjudicator.orders.text import Word, order_part, tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.vocabulary.matching import Gathered, NotMatched, doubtful, gather, meanings, place_of
from adjudicator.orders.vocabulary.patterns import Pattern, Slot, as_tuple
from adjudicator.orders.vocabulary.phrases import AROUND, Legal, Value, value_at
from adjudicator.orders.vocabulary.refusals import FOLLOWS, Ambiguous, Fact, Place, Problem, Unreadable
from adjudicator.orders.vocabulary.sayings import OrderRenderer, Reading
from adjudicator.orders.vocabulary.shelves import NOTHING, Hit, Id, NameIndex


class _Success:
    """A phrase that the words fit, with every meaning they allow."""

    def __init__(self, pattern: Pattern, gathered: Gathered) -> None:
        self.pattern = pattern
        self.gathered = gathered
        self.readings = [Reading(pattern.phrase.action, fields) for fields in meanings(pattern, gathered)]


class Phrasebook(OrderRenderer):
    """The words of a game, to be read and said; every language of the phrases is read in every mail."""

    def at(self, state: Struct) -> Phrasebook:
        """Return the words for a position: a game that changes names as time goes on has more than one set."""
        return self

    def begins(self, given: Sequence[Word], language: str) -> bool:
        """Return whether the words begin with a verb written out, or with a thing that needs none."""
        told = self._joined(given, language)
        length = self._verb_at(told, 0, language).length
        is_whole = length > 0 and self._verbs.is_whole([word.folded for word in told[:length]])
        return is_whole or self.opener(given) > 0

    def in_figures(self, reading: Reading, language: str) -> str:
        """Return how an order that needs no verb is written in figures, `D4M2`; "" where it is not."""
        for pattern in self._by_type.get(reading.action, ()):
            if not pattern.phrase.bare or any(reading.fields.get(f) for f in pattern.optional if f in reading.fields):
                continue
            for slot in pattern.slots:
                for kind, _ in slot.shelves if slot.required else ():
                    forms = self.book.spellings(kind, reading.fields[slot.argument.field], language)
                    return next((form.upper() for form in forms if any(map(str.isdecimal, form))), "")
        return ""

    def opener(self, given: Sequence[Word]) -> int:
        """Return how many words at the beginning are a thing whose order needs no verb, in figures: `d4m2`, `d4 m2`."""
        for length in (2, 1):
            typed = "".join(word.folded for word in given[:length])
            if len(given) >= length and any(sign.isdecimal() for sign in typed) and self._opens(typed):
                return length
        return 0

    def opening(self, given: Sequence[Word], language: str) -> tuple[tuple[str, Id], ...]:
        """Return the things, by kind, that the words name in figures where an order needs no verb."""
        typed = "".join(word.folded for word in given)
        return tuple(
            (kind, id)
            for kind, shelf in self._bare_shelves
            if shelf.is_whole([typed])
            for id in shelf.find((typed,), language)
        )

    def may_open(self, typed: str) -> bool:
        """Return whether a folded word is the beginning of such a thing in figures: `d4` of `d4m2`."""
        return any(shelf.has_beginning(typed) for _, shelf in self._bare_shelves)

    def _opens(self, typed: str) -> bool:
        return any(shelf.is_whole([typed]) for _, shelf in self._bare_shelves)

    @shared_property
    def _bare_shelves(self) -> tuple[tuple[str, NameIndex], ...]:
        """The names of things that need no verb, by kind."""
        slots = (slot for pattern in self.patterns if pattern.phrase.bare for slot in pattern.slots if slot.required)
        return tuple({kind: shelf for slot in slots for kind, shelf in slot.shelves}.items())

    def opens(self, action: type[Action]) -> bool:
        """Return whether an order needs no verb: with a thing as rounds begin with."""
        return any(pattern.phrase.bare for pattern in self._by_type.get(action, ()))

    # reading ----------------------------------------------------------------------------------------

    def parse(self, text: str, language: str, context: Legal | None = None) -> Action:
        """Return the action that a line means, with defaults for what it leaves out.

        `language` is the player's own: it decides where both languages have the word. `context` (the legal
        actions) decides between several meanings. Raise Unreadable or Ambiguous.
        """
        return self._supplied(self.read(tokenize(order_part(text)), language, context)).typed()

    def read_all(self, given: Sequence[Word], language: str, context: Legal | None = None) -> list[Reading]:
        """Return the orders of a line that may have several in succession. Raise Unreadable or Ambiguous."""
        try:
            return [self.read(given, language, context)]
        except Unreadable:
            parts = self.parted(given, language)
            if len(parts) < 2:
                raise
        found: list[tuple[Sequence[Word], Reading]] = []
        for part in parts:
            reading = self.read(part, language, context)
            if not any(each == reading and self.are_parts(said, part, language) for said, each in found):
                found.append((part, reading))
        return [reading for _, reading in found]

    def are_parts(self, one: Sequence[Word], other: Sequence[Word], language: str) -> bool:
        """Return whether words that order the same are parts of one order that each might be it: `squadron: build`."""
        shortened = not (self.begins(one, language) and self.begins(other, language))
        return shortened and [word.folded for word in one] != [word.folded for word in other]

    def parted(self, given: Sequence[Word], language: str) -> list[Sequence[Word]]:
        """Return the words of each order of a line."""
        starts = self._starts(given, language)
        ends = [*starts[1:], len(given)]
        return [_without_connector(given[start:end]) for start, end in zip(starts, ends, strict=True)]

    def _starts(self, given: Sequence[Word], language: str) -> list[int]:
        """Return where orders begin: after a comma or `then`, with a verb."""
        starts = [0]
        for at in range(1, len(given)):
            divided = given[at].broken or given[at - 1].folded in common_words().connectors
            if divided and self._verb_at(given, at, language).ids:
                starts.append(at)
        return starts

    def read(self, given: Sequence[Word], language: str, context: Legal | None = None) -> Reading:
        """Return the one order that the words mean. Raise Unreadable or Ambiguous."""
        if not given:
            raise Unreadable(Problem("unreadable", "unknown_verb", Place("", 1)))
        given = self._joined(given, language)
        verb, rest = self._verb(given, language)
        if verb.ids:
            candidates = [self.patterns[int(number)] for number in verb.ids]
        else:
            candidates = [pattern for pattern in self.patterns if pattern.phrase.bare]
        failures: list[NotMatched] = []
        for inflected in (False, True):
            successes, failures = _matches(candidates, rest, language, inflected=inflected)
            if successes:
                self._no_thing(given, verb, successes, language, context)
                self._no_subject(given, rest, successes, language, inflected=inflected)
                return self._one_of(successes, language, context)
        if verb.ids:
            raise Unreadable(_at_the_end(_furthest(failures), given))
        raise Unreadable(_at_the_end(self._no_verb(given, language, failures, context), given))

    def _no_thing(
        self, given: Sequence[Word], verb: Hit, successes: list[_Success], language: str, context: Legal | None
    ) -> None:
        """Raise Ambiguous where a verb is shortened to words that may as well name a thing.

        `military 2` may be a tile or a military upgrade, `East` a fair or operations, whatever is legal now.
        """
        if not verb.ids or self._verbs.is_whole([word.folded for word in given[: verb.length]]):
            return
        bare = [pattern for pattern in self.patterns if pattern.phrase.bare]
        things, _ = _matches(bare, given, language, inflected=False)
        readings = [reading for success in (*successes, *things) for reading in success.readings]
        if things and context is not None:
            readings = [each for each in readings if self._fits(each, context)] or readings
        if things or self.book.called(tuple(word.folded for word in given), language):
            actions = dict.fromkeys(self._supplied(reading).typed() for reading in readings)
            raise Ambiguous(self._doubt([], list(actions), language))

    def _no_subject(
        self,
        given: Sequence[Word],
        rest: Sequence[Word],
        successes: list[_Success],
        language: str,
        *,
        inflected: bool,
    ) -> None:
        """Raise Unreadable where a list of things is on both sides of the verb.

        `Burgundy declare war on England` is about Burgundy, who is not attacked.
        """
        at = next((at for at, word in enumerate(rest) if word is not given[at]), len(rest))
        if not 0 < at < len(rest):
            return
        behind, _ = _matches([each.pattern for each in successes], rest[at:], language, inflected=inflected)
        alone = {each.pattern: each.readings for each in behind}
        for success in successes:
            for one, whole in product(alone.get(success.pattern, ()), success.readings):
                for field, value in one.fields.items():
                    told = whole.fields.get(field)
                    if isinstance(value, tuple) and isinstance(told, tuple) and 0 < len(value) < len(told):
                        raise Unreadable(Problem("unreadable", "unknown_verb", place_of(given, 0), ("verb",)))

    def read_bare(
        self, action: type[Action], given: Sequence[Word], language: str, context: Legal | None = None
    ) -> Reading:
        """Read the arguments of an action of this type without its verb. Raise Unreadable or Ambiguous."""
        failures: list[NotMatched] = []
        for inflected in (False, True):
            successes, failures = _matches(self._by_type[action], given, language, inflected=inflected)
            if successes:
                return self._one_of(successes, language, context)
        raise Unreadable(_at_the_end(_furthest(failures), given))

    @shared_property
    def _halves(self) -> list[list[tuple[str, ...]]]:
        """The words before and behind the name around which a verb stands: `play … for points`."""
        forms = (
            form.split(AROUND) for pattern in self.patterns for some in pattern.phrase.verbs.values() for form in some
        )
        split = ([tuple(word.folded for word in tokenize(half)) for half in form] for form in forms if len(form) > 1)
        return sorted(split, key=lambda halves: -len(halves[0]))

    def _joined(self, given: Sequence[Word], language: str) -> Sequence[Word]:
        """Return the words with both halves of a verb that stands around a name in front of it; a comma ends it."""
        folded = tuple(word.folded for word in given)
        end = next((at for at, word in enumerate(given) if at and word.broken), len(given))
        for front, back in self._halves:
            start, length = len(front), len(back)
            for at in range(start + 1, len(given) - length + 1) if folded[:start] == front else ():
                if folded[at : at + length] != back:
                    continue
                if at + length <= end or self.book.called(folded[start:at], language):
                    return (*given[:start], *given[at : at + length], *given[start:at], *given[at + length :])
        return given

    def _verb(self, given: Sequence[Word], language: str) -> tuple[Hit, Sequence[Word]]:
        """Return the verb, usually first, and all other words."""
        hit = self._verb_at(given, 0, language)
        if hit.ids:
            return hit, given[hit.length :]
        for at in range(1, len(given)):
            hit = self._verb_at(given, at, language)
            if hit.ids and self._verbs.is_whole([word.folded for word in given[at : at + hit.length]]):
                return hit, (*given[:at], *given[at + hit.length :])
        folded = [word.folded for word in given]
        hit = NOTHING if not folded or narrates(folded[0]) else self._verbs.read_inflected(folded, language)
        return hit, given[hit.length :]

    def names_like_verbs(self) -> Iterator[tuple[str, str]]:
        """Yield each name of one word that is also a verb cut short, with the verb: the name is what counts."""
        for name in self.book.names:
            for text in (name.text, *name.aliases):
                typed = tuple(word.folded for word in tokenize(text))
                cut = len(typed) == 1 and not self._verbs.is_whole(typed)
                for number in self._verbs.find(typed, name.language) if cut else ():
                    yield text, self.patterns[int(number)].phrase.verbs[name.language][0]

    def _is_name(self, typed: tuple[str, ...]) -> bool:
        """Return whether folded words are a whole name as it is written, which no shortened verb can be."""
        return any(self.book.shelf(kind).is_whole(typed) for kind in self.book.kinds())

    def _verb_at(self, given: Sequence[Word], at: int, language: str) -> Hit:
        most = min(len(given), at + self._verbs.longest)
        end = next((end for end in range(at + 1, most) if given[end].broken), max(at + 1, most))
        folded = [word.folded for word in given[at:most]]
        hit = self._verbs.read(folded[: end - at], language)
        typed = tuple(folded[: hit.length])
        if hit.length and not self._verbs.is_whole(typed) and (_is_courtesy(typed) or self._is_name(typed)):
            return NOTHING  # `my turn: buy Jesuits` does not end it, `HOL` is Holland and not shortened from `holds`
        if hit.length < end - at or self._verbs.is_whole(folded[: end - at]):
            return hit
        for length in range(len(folded), end - at, -1):  # `build: squadron` is one order
            typed = tuple(folded[:length])
            ids = self._verbs.find(typed, language) if self._verbs.is_whole(typed) else ()
            if ids := ids or self._verbs.inflected(typed, language):
                return Hit(ids, length)
        return hit

    def _one_of(self, successes: list[_Success], language: str, context: Legal | None) -> Reading:
        readings = [
            whole
            for success in successes
            for reading in success.readings
            for whole in self._ways(self._found_out(reading, success.pattern, context), success.pattern, context)
        ]
        if len(readings) == 1:
            return readings[0]
        fitting = [] if context is None else [reading for reading in readings if self._fits(reading, context)]
        fitting = fitting or (readings if any(any(each.fields.values()) for each in readings) else readings[:1])
        different = {self._supplied(reading).typed(): reading for reading in fitting}
        if len(different) == 1:
            return fitting[0]
        raise Ambiguous(self._doubt(successes, list(different), language))

    def _found_out(self, reading: Reading, pattern: Pattern, context: Legal | None) -> Reading:
        """Fill in silent arguments with the first values that are legal."""
        open_ = [slot for slot in pattern.silent() if slot.argument.field not in reading.fields]
        if not open_ or context is None:
            return reading
        for values in product(*(_values_of(slot) for slot in open_)):
            more = {slot.argument.field: value for slot, value in zip(open_, values, strict=True)}
            supplied = replace(reading, fields={**reading.fields, **more}, supplied=tuple(more))
            if self._fits(supplied, context):
                return supplied
        return reading

    def _ways(self, reading: Reading, pattern: Pattern, context: Legal | None) -> list[Reading]:
        """Return the reading with each legal way to say what need not be said.

        If none is legal, take the values of another action of the kind, so that the rules say why. Raise Unreadable if
        nothing tells it.
        """
        open_ = [slot for slot in pattern.found() if slot.argument.field not in reading.fields]
        if not open_:
            return [reading]
        told = [] if context is None else [*filter(pattern.says, context.like(reading.action, reading.fields))]
        if not told and all(slot.default is not NODEFAULT for slot in open_):
            return [reading]
        told = told or ([] if context is None else [*filter(pattern.says, context.like(reading.action, {}))][:1])
        if not told:
            raise Unreadable(
                Problem(
                    "unreadable",
                    "missing_argument",
                    Place("", 1),
                    tuple(kind for slot in open_ for kind in slot.argument.kinds),
                    facts=(Fact(FOLLOWS, True),),
                )
            )
        fields = [slot.argument.field for slot in open_]
        ways = dict.fromkeys(tuple(getattr(action, field) for field in fields) for action in told)
        return [
            replace(reading, fields={**reading.fields, **dict(zip(fields, way, strict=True))}, supplied=tuple(fields))
            for way in ways
        ]

    def _supplied(self, reading: Reading) -> Reading:
        """Fill in the first value of an argument that is needed and not told."""
        patterns = self._by_type.get(reading.action, ())
        missing = {
            slot.argument.field: slot.argument.choices[0][0]
            for pattern in patterns
            for slot in pattern.silent()
            if slot.default is NODEFAULT and slot.argument.field not in reading.fields
        }
        return replace(reading, fields={**missing, **reading.fields}) if missing else reading

    def _fits(self, reading: Reading, context: Legal) -> bool:
        payment = self.payment_fields(reading.action)
        named = {field: value for field, value in reading.fields.items() if field not in payment}
        return context.fits(reading.action, named)

    def _doubt(self, successes: list[_Success], actions: list[Action], language: str) -> Problem:
        if len(successes) == 1:
            found = doubtful(successes[0].pattern, successes[0].gathered)
            if found is not None:
                slot, item = found
                field = slot.argument.field
                still = {value for action in actions for value in as_tuple(value_at(action, field))}
                nearest = tuple(successes[0].pattern.printed(slot, id, language) for id in item.meanings if id in still)
                place = Place(item.word.typed, item.word.column)
                return Problem("ambiguous", "several_names", place, slot.argument.kinds or (field,), nearest)
        lines = tuple(dict.fromkeys(self.say(action, language) for action in actions))
        return Problem("ambiguous", "several_orders", nearest=lines)

    def _no_verb(
        self, given: Sequence[Word], language: str, failures: list[NotMatched], context: Legal | None
    ) -> Problem:
        if any(failure.at for failure in failures):
            return _furthest(failures)
        folded = [word.folded for word in given]
        near = [self.patterns[int(number)].phrase for number in self._verbs.near(folded, language)]
        legal = [phrase for phrase in near if context is None or context.fits(phrase.action, {})]
        nearest = tuple(dict.fromkeys(phrase.verbs[language][0] for phrase in legal))
        facts = tuple(Fact("found", kind) for kind in self.book.elsewhere(folded, language))
        return Problem("unreadable", "unknown_verb", place_of(given, 0), ("verb",), nearest, facts=facts)


def _matches(
    candidates: Iterable[Pattern], given: Sequence[Word], language: str, *, inflected: bool
) -> tuple[list[_Success], list[NotMatched]]:
    """Return the phrases that these words fit, and why the others do not."""
    successes: list[_Success] = []
    failures: list[NotMatched] = []
    for pattern in candidates:
        try:
            successes.append(_Success(pattern, gather(pattern, given, language, inflected=inflected)))
        except NotMatched as failure:
            failures.append(failure)
    return successes, failures


def _furthest(failures: Sequence[NotMatched]) -> Problem:
    """Return what is wrong with the phrase that fitted best, of those a verb may belong to."""
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
    """Move a problem to the end of the line if its phrase saw only the end of its own part."""
    if problem.place is None or problem.place.typed:
        return problem
    return replace(problem, place=place_of(given, len(given)))


def _is_courtesy(folded: Sequence[str]) -> bool:
    """Return whether words only stand in front of orders: `my move`."""
    return all(word in common_words().fillers | common_words().light for word in folded)


def _without_connector(given: Sequence[Word]) -> Sequence[Word]:
    end = len(given)
    while end and given[end - 1].folded in common_words().connectors:
        end -= 1
    return given[:end]


def _values_of(slot: Slot) -> list[Value]:
    """Return what a silent argument may be: its default, if it has one, and its choices."""
    values: list[Value] = [value for value, _ in slot.argument.choices]
    return values if slot.default is NODEFAULT else [None, *values]


def phrases_of(game: Game[Any]) -> Phrasebook:
    """Return the words of a game.

    Raises:
        ValueError: They do not name exactly the questions of the game that interrupt, and its phases.
    """
    book: Phrasebook = game.part("phrases")
    if wrong := set(game.phases) ^ set(book.phases.names):
        raise ValueError(f"{game.id}: phases and their names do not fit: {', '.join(sorted(wrong))}")
    asked = {*(decision.kind for decision in game.interrupting_decisions), *game.occasions}
    if wrong := asked ^ set(book.interruptions):
        raise ValueError(f"{game.id}: questions that interrupt and their names do not fit: {', '.join(sorted(wrong))}")
    spoken = {code for interruption in book.interruptions.values() for code in interruption.names}
    for interruption in book.interruptions.values():
        if missing := spoken - set(interruption.names):
            raise ValueError(f"{game.id}: {interruption.kind} has no name in {', '.join(sorted(missing))}")
    return book
