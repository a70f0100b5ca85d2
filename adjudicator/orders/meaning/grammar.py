"""Read words as orders: every word is consumed by exactly one thing that the order says, or there is no reading.

An order is a verb and its roles in any order, each behind words of its own; `Ways` knows which options hold what. The
words are read from left to right. What has been read so far is a `_State`: a mask of the ways that are still meant,
and what was said of them. A word may be

- a word of a verb, of a name (in a role, where a word before it leads to one), a number in a role that takes it, a
  word that the question prints with an option: each narrows the mask, and an empty mask is the end of a reading;
- a word that leads to a role, if something in that role follows;
- an article or the noun of a kind (`the site Mine`) beside a name, `and` and a comma between things of an order.

Nothing else is consumed. A word that is shortened to three letters is the word; one that is misspelt, on another
keyboard or split is a repair, of which an order has at most two. Several orders stand in one sentence with a comma,
`and` or `then` between, or where the next begins with its verb: a sentence has as few orders as can be. An order
without a verb goes on with the verb before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from adjudicator.orders.meaning.ways import Place, Way, Ways, so_often
from adjudicator.orders.options.lexicon import Entry, Key, side_of
from adjudicator.orders.text import Word
from adjudicator.orders.text.common import common_words
from adjudicator.orders.text.similarity import EXACT, INFLECTED, SHORTENED, forms
from adjudicator.orders.vocabulary.patterns import as_tuple

T = TypeVar("T")

MOST_REPAIRS: Final = 2
"""Repairs of one order."""
_MOST_STATES: Final = 48
_MOST_WORDS: Final = 20
"""Words of one order."""


class _State(NamedTuple):
    """One thing that the words of an order, up to some word, may mean.

    `led`: the roles to which a word leads, `open`: nothing in them has followed yet. `number`: one whose role is not
    known yet, 0 for none. `verb`: the words of a verb that were said, `light`: one that
    says no more than that something is done, for which another must follow.
    """

    mask: int
    said: frozenset[Key]
    verb: frozenset[str]
    repairs: int
    led: frozenset[Place] | None
    open: bool
    number: int
    light: bool


class Meaning(NamedTuple):
    """What an order may mean: an option, its repairs, whether all is said that it needs, and its verb."""

    way: Way
    repairs: int
    whole: bool
    verbal: bool


class Order(NamedTuple):
    """Words from `start` to `end` that are one order, with everything that it may mean."""

    start: int
    end: int
    meanings: tuple[Meaning, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The options that it may mean, each once."""
        return tuple({each.way.entry.at: each.way.entry for each in self.meanings}.values())


class Grammar:
    """Reads words about the options of one question."""

    def __init__(
        self,
        ways: Ways,
        own: frozenset[str] = frozenset(),
        others: frozenset[str] = frozenset(),
        who: Sequence[Key] = (),
    ) -> None:
        """Read about these ways.

        `own` are the forms of the words that name the seat that orders, `others` of those that name other seats, `who`
        is the seat.
        """
        self.ways = ways
        self._own = own
        self._others = others
        self._who = who
        common = common_words()
        self._small = common.joins | common.articles | common.prepositions | common.sides.keys() | common.denials
        self._small |= common.exceptions | common.doubts | common.questions | common.selves | common.others
        self._small |= common.numbers.keys()
        self._lexicon = ways.lexicon
        self._book = ways.lexicon.book
        self._titles = self._book.synonyms.titles if self._book.synonyms else frozenset[str]()

    def sentence(self, given: Sequence[Word], carry: frozenset[int] = frozenset()) -> tuple[Order, ...]:
        """Return the orders that these words are, all of them; none where a word is left over.

        `carry` are the phrases whose verb goes on from what stands before.
        """
        cuts = [0, *(at for at in range(1, len(given)) if self._may_begin(given, at)), len(given)]
        best: dict[int, tuple[Order, ...]] = {0: ()}
        for number, end in enumerate(cuts[1:], 1):
            found: tuple[Order, ...] | None = None
            for start in cuts[:number]:
                before = best.get(start)
                if before is None or (found is not None and len(before) + 1 >= len(found)):
                    continue
                order = self.order(given, start, end, self._goes_on(before) if before else carry)
                if order is None or (before and not self._is_apart(given, order)):
                    continue
                if end < len(given) and not given[end].broken and _is_number(given[start:end]):
                    continue  # it belongs to what follows
                if not any(order.entries == other.entries for other in before):
                    found = (*before, order)
            if found is not None:
                best[end] = found
        return best.get(len(given), ())

    def order(self, given: Sequence[Word], start: int, end: int, carry: frozenset[int]) -> Order | None:
        """Return what these words are as one order, or None."""
        first, last = self._inside(given, start, end, bare=False)
        found = self._order(given, start, end, first, last, carry)
        if found is None and (inside := self._inside(given, start, end, bare=True)) != (first, last):
            return None if self._is_wished(given, first, inside[0]) else self._order(given, start, end, *inside, carry)
        return found

    def _order(
        self, given: Sequence[Word], start: int, end: int, first: int, last: int, carry: frozenset[int]
    ) -> Order | None:
        if not first < last <= first + _MOST_WORDS:
            return None
        states = [_State(self.ways.all, frozenset(), frozenset(), 0, None, False, 0, False)]
        waiting: dict[int, list[_State]] = {first: states}
        for at in range(first, last):
            here = _fewest(waiting.pop(at, ()))
            for state in here:
                for length, then in self._steps(given, at, last, state):
                    waiting.setdefault(at + length, []).append(then)
        meanings = tuple(self._meanings(_fewest(waiting.get(last, ())), carry))
        return Order(start, end, meanings) if meanings else None

    def _inside(self, given: Sequence[Word], start: int, end: int, *, bare: bool) -> tuple[int, int]:
        """Return where an order begins and ends without what joins it to others, `bare` also without edge words."""
        common, folded = common_words(), [word.folded for word in given[start:end]]
        first, last = 0, len(folded)
        while first < last and (
            length := _edge(folded, first, bare=bare) or self._is_subject(folded, first, last, bare=bare)
        ):
            first += length
        while first < last:
            ends = (
                n
                for n in range(min(last - first, max(common.edges.longest, common.polite.longest)), 0, -1)
                if _edge(folded[last - n : last], 0, bare=bare) == n
            )
            length = next(ends, 0)
            if not length:
                break
            last -= length
        return start + first, start + last

    def _is_subject(self, folded: Sequence[str], at: int, end: int, *, bare: bool) -> bool:
        """Return whether the seat that orders is named here, as the subject of its order: `France builds a fort`."""
        return bare and at + 1 < end and not self._own.isdisjoint(forms(folded[at]))

    def _is_wished(self, given: Sequence[Word], start: int, first: int) -> bool:
        """Return whether another seat is to do something: `please, England, give`; its name stands before the verb."""
        words = [word.folded for word in given[first : first + 2]]
        called = start < first and len(words) == 2 and not self._others.isdisjoint(forms(words[0]))
        return called and (words[1] in self.ways.of_verb_word or words[1] in common_words().sides)

    # where orders begin -----------------------------------------------------------------------------

    def _may_begin(self, given: Sequence[Word], at: int) -> bool:
        before = given[at - 1].folded
        if given[at].broken or given[at].folded in common_words().joins or before in common_words().joins:
            return before not in common_words().joins
        if any(key.role == "code" for key in self._lexicon.keys(given[at].folded)):
            return True
        return given[at].folded in self.ways.of_verb_word and not side_of(given[at].folded)

    def _is_apart(self, given: Sequence[Word], order: Order) -> bool:
        """Return whether an order behind another begins with a sign, a link, or its verb said in full."""
        first = given[order.start]
        return (
            first.broken
            or first.folded in common_words().joins
            or any(each.verbal and not each.repairs for each in order.meanings)
        )

    @staticmethod
    def _goes_on(before: Sequence[Order]) -> frozenset[int]:
        return frozenset(each.way.phrase for each in before[-1].meanings if each.way.phrase is not None)

    # the words of an order --------------------------------------------------------------------------

    def _steps(self, given: Sequence[Word], at: int, end: int, state: _State) -> Iterator[tuple[int, _State]]:
        word, common = given[at].folded, common_words()
        if given[at].broken:
            if state.open or state.number:
                return
            length = _edge([one.folded for one in given[at:end]], 0, bare=True)
            if length and at + length < end and given[at + length].broken:
                yield length, state  # between two signs: `build, please, a fort`
        if state.number:
            yield from self._behind_number(given, at, end, state)
            return
        yield from self._roles(given, at, end, state)
        keys = self._lexicon.keys(word)
        names = any(key.role == "name" for key in keys)
        begun = {key for key in self._begun(given, at) if key in keys and key in state.said}
        for key, like in keys.items():
            repairs = state.repairs + (like < SHORTENED)
            if repairs > MOST_REPAIRS or word.isdecimal():
                continue
            if key.role == "name":
                if (begun and key not in begun) or (self._is_small(word) and not self._continues(given, at, key)):
                    continue
                again = Key("word", f"{key.kind} {key.id}", word) in state.said
                yield from ((1, each) for each in self._named(state, key, word, repairs, again=again))
            elif key.role == "code" and not state.open:
                if mask := state.mask & self.ways.of_entry[int(key.id)]:
                    yield 1, state._replace(mask=mask, said=state.said | {key})
            elif key.role == "other" and not (names or self._is_small(word)):
                if state.open and not self._lexicon.is_common(str(key.id)):
                    continue
                printed = self.ways.of_entries(self._lexicon.bits((key,))) & ~self.ways.leading(str(key.id))
                if mask := state.mask & printed:
                    said = state.said | {_word(str(key.id))}
                    yield 1, state._replace(mask=mask, said=said, repairs=repairs, open=False)
        if word in common.selves:
            yield from (
                (1, each) for key in self._who for each in self._named(state, key, word, state.repairs, again=False)
            )
        yield from ((1, each) for each in self._verbal(word, state))
        if number := common.cardinal(word):
            paired, bits = self._paired(given, at, number)
            if mask := state.mask & self.ways.of_entries(bits):
                yield 1, state._replace(mask=mask, said=state.said | paired)
            yield 1, state._replace(number=number)
            yield from ((1, each) for each in self._counted(state, number))
        if at + 1 < end and (word in common.articles or self._is_particle(word) or self._is_inside(given, at)):
            yield 1, state
        if word in common.joins and not state.open and at + 1 < end:
            yield 1, state._replace(led=None)
        if self._is_noun(given, at, end) or (word in common.pair and self._is_joined(given, at, end)):
            yield 1, state
        if self._is_light(word) and not state.open:
            yield 1, state._replace(light=True)

    def _is_small(self, word: str) -> bool:
        """Return whether a word is of a closed class, whose words mean what their role is and nothing by themselves."""
        return word in self._small or word.isdecimal()

    def _begun(self, given: Sequence[Word], at: int) -> Iterator[Key]:
        """Yield the things whose name the word before one may have begun."""
        if at and not given[at].broken:
            yield from (key for key in self._lexicon.keys(given[at - 1].folded) if key.role == "name")

    def _continues(self, given: Sequence[Word], at: int, key: Key) -> bool:
        """Return whether a word beside this one is of the same name: `Here I Stand`."""
        around = [given[n].folded for n in (at - 1, at + 1) if 0 <= n < len(given)]
        return any(key in self._lexicon.keys(one) for one in around)

    def _is_inside(self, given: Sequence[Word], at: int) -> bool:
        """Return whether a small word stands between two words of one name."""
        if not at or not self._is_small(given[at].folded):
            return False
        before, behind = (self._lexicon.keys(given[n].folded) for n in (at - 1, at + 1))
        return any(key.role == "name" and key in behind for key in before)

    def _is_particle(self, word: str) -> bool:
        """Return whether a word is of the one who orders, and no word of the game: `my flag`."""
        return word in common_words().particles and word not in self.ways.of_verb_word

    def _is_light(self, word: str) -> bool:
        """Return whether a word is a verb that says only that something is done, and no verb of the game."""
        return common_words().is_in(common_words().light, word) and not self._book.is_verb(word)

    def _named(self, state: _State, key: Key, word: str, repairs: int, *, again: bool) -> Iterator[_State]:
        """Yield a word of a thing's name; `again` where the thing was said before."""
        said, among = state.said | {key, Key("word", f"{key.kind} {key.id}", word), _word(word)}, state.mask
        if again:
            times = next(n for n in range(2, _MOST_WORDS) if so_often(key, n) not in state.said)
            said, among = said | {so_often(key, times)}, among & self._holding(times, key, everywhere=True)
        if state.led is not None:
            if mask := among & self.ways.holding(key, state.led):
                yield state._replace(mask=mask, said=said, repairs=repairs, open=False)
            if state.open:
                return
        if mask := among & self.ways.holding(key, None):
            yield state._replace(mask=mask, said=said, repairs=repairs, led=None)

    def _verbal(self, word: str, state: _State) -> Iterator[_State]:
        if state.open:
            return
        least = INFLECTED if state.verb.isdisjoint(common_words().denials) else EXACT
        for own, like in self._lexicon.matches(word).items():
            ways = state.mask & self.ways.of_verb_word.get(own, 0) if own not in state.verb else 0
            repairs = state.repairs + (like < least)
            if ways and repairs <= MOST_REPAIRS:
                yield state._replace(mask=ways, verb=state.verb | {own}, repairs=repairs, led=None)

    def _roles(self, given: Sequence[Word], at: int, end: int, state: _State) -> Iterator[tuple[int, _State]]:
        """Yield what follows a word that leads to a role, or is a role by itself."""
        word = given[at].folded
        if state.open:
            return
        led: dict[int, set[Place]] = {}
        for words, place in self._starting(self.ways.leads, given, at, end):
            led.setdefault(len(words), set()).add(place)
        for length, places in led.items():
            yield length, state._replace(led=frozenset(places), open=True)
        sides = [side for side in (side_of(word), "means" if word in common_words().with_too else "") if side]
        if beside := frozenset(place for side in sides for place in self.ways.beside(side)):
            yield 1, state._replace(led=beside, open=True)
        for words, key in self._starting(self.ways.flags, given, at, end):
            if mask := state.mask & self.ways.holding(key, None):
                yield len(words), state._replace(mask=mask, said=state.said | {key}, led=None)

    @staticmethod
    def _starting(
        listed: Mapping[str, Sequence[tuple[tuple[str, ...], T]]], given: Sequence[Word], at: int, end: int
    ) -> Iterator[tuple[tuple[str, ...], T]]:
        """Yield what begins at a word, of what is listed by its first word."""
        for own in {given[at].folded, *forms(given[at].folded)} & listed.keys():
            for words, what in listed[own]:
                told = given[at : min(end, at + len(words))]
                if len(told) == len(words) and all(
                    one == word.folded or not forms(one).isdisjoint(forms(word.folded))
                    for one, word in zip(words, told, strict=True)
                ):
                    yield words, what

    def _counted(self, state: _State, number: int) -> Iterator[_State]:
        """Yield a number in a role that needs no word, or behind the word that leads to it."""
        allowed = state.led if state.open else None
        if mask := state.mask & self.ways.numbered(number, allowed):
            said = state.said | {*self.ways.keys_of(number)}
            yield state._replace(mask=mask, said=said, open=False, led=None)

    def _behind_number(self, given: Sequence[Word], at: int, end: int, state: _State) -> Iterator[tuple[int, _State]]:
        """Yield a number with what it counts: `3 regulars`, `2 administrative`."""
        number, plain = state.number, state._replace(number=0)
        for words, place in self._starting(self.ways.leads, given, at, end):
            mask = 0
            for key in self.ways.keys_of(number):
                mask |= self.ways.of_key[key].get(place, 0)
            if mask := mask & state.mask:
                said = state.said | {key for key in self.ways.keys_of(number) if key.kind == place[1]}
                yield len(words), plain._replace(mask=mask, said=said, led=None, open=False)
        for key, like in self._lexicon.keys(given[at].folded).items():
            repairs = state.repairs + (like < SHORTENED)
            if key.role == "name" and repairs <= MOST_REPAIRS and (mask := state.mask & self._holding(number, key)):
                said = state.said | {key, so_often(key, number)}
                yield 1, plain._replace(mask=mask, said=said, repairs=repairs)

    def _holding(self, number: int, key: Key, *, everywhere: bool = False) -> int:
        """Return the ways that hold a thing so many times in one role, or so often at least in all of them."""
        mask = 0
        for place, ways in self.ways.of_key.get(key, {}).items():
            for way in self.ways.within(ways) if everywhere or place in self.ways.repeated else ():
                fields = way.entry.reading.fields
                values = as_tuple(fields.get(place[1]))
                if everywhere:
                    values = tuple(value for each in fields.values() for value in as_tuple(each))
                times = values.count(key.id)
                if times == number or (everywhere and times > number):
                    mask |= self.ways.of_entry[way.entry.at]
        return mask

    def _paired(self, given: Sequence[Word], at: int, number: int) -> tuple[frozenset[Key], int]:
        """Return the number with the word before it, as options print it (`army 1`), and those options."""
        before = next((word.folded for word in reversed(given[:at]) if word.folded not in common_words().articles), "")
        own, pairs = self._lexicon.matches(before) if before else ("",), self._lexicon.pairs
        printed = {(word, str(number)) for word in own} & pairs.keys()
        bits = 0
        for pair in printed:
            bits |= pairs[pair]
        return frozenset(_word(" ".join(pair)) for pair in printed), bits

    def _is_noun(self, given: Sequence[Word], at: int, end: int) -> bool:
        """Return whether a word says what kind of thing stands beside it: `the site Mine`."""
        word, common = given[at].folded, common_words()
        if not common.is_in(common.nouns, word) and word not in self._titles and self._titles.isdisjoint(forms(word)):
            return False
        around = [given[n].folded for n in (at - 1, at + 1, at + 2) if 0 <= n < end]
        return any(one.isdecimal() or any(key.role == "name" for key in self._lexicon.keys(one)) for one in around)

    @staticmethod
    def _is_joined(given: Sequence[Word], at: int, end: int) -> bool:
        """Return whether two things are joined behind a word: `both Savoy and Sweden`, which are two orders or one."""
        return any(word.folded in common_words().joins for word in given[at + 1 :])

    # what an order means ----------------------------------------------------------------------------

    def _meanings(self, states: Sequence[_State], carry: frozenset[int]) -> Iterator[Meaning]:
        best: dict[int, Meaning] = {}
        for state in states:
            if state.open or state.number:
                continue
            for way in self.ways.within(state.mask):
                verb = self._verb(way, state.verb, carry)
                if verb is None or (state.light and not (verb and state.verb)):
                    continue
                if not verb and not state.said:
                    continue
                coded = Key("code", "", way.entry.at) in state.said
                verb = verb or coded
                whole = coded or all(self._says(state.said, key) for key in way.needs)
                found = Meaning(way, state.repairs + (bool(state.verb) and not verb), whole, verb)
                known = best.get(way.entry.at)
                if known is None or _rank(found) < _rank(known):
                    best[way.entry.at] = found
        yield from best.values()

    def _verb(self, way: Way, said: frozenset[str], carry: frozenset[int]) -> bool | None:
        """Return whether the verb of a way is said in full; None where words of another verb were said."""
        if not said:
            return way.phrase is not None and not self.ways.kin(way.phrase).isdisjoint(carry)
        if way.phrase is None:
            return None
        common, forms_ = common_words(), self.ways.verbs[way.phrase]
        light = {
            word for word in said if common.is_in(common.light, word)
        }  # `place the pawn`, as one says `place agent`
        denials = common.denials
        fitting = [
            form
            for form in forms_
            if (said <= form.every or (said - light and said - light <= form.every))
            and form.every & denials == said & denials
        ]
        full = any(form.carries <= said for form in fitting)
        if not fitting or (not full and not said.isdisjoint(denials)):
            return None
        return full

    def _says(self, said: frozenset[Key], key: Key) -> bool:
        """Return whether a thing was said, by a word of its own or by all the words of its name."""
        if key in said or any(each.role == key.role == "name" and each.id == key.id for each in said):
            return True
        return key.role == "name" and any(
            all(
                _word(f"{before} {word}" if word.isdecimal() else word) in said or word in common_words().joins
                for before, word in pairwise(("", *name))
            )
            for name in self.ways.names_of(key)
        )


def _is_number(given: Sequence[Word]) -> bool:
    return len(given) == 1 and bool(common_words().cardinal(given[0].folded))


def _word(word: str) -> Key:
    """Return that a word of an option was said."""
    return Key("word", "", word)


def _edge(folded: Sequence[str], at: int, *, bare: bool) -> int:
    """Return how many words from here on carry nothing at the edge of an order."""
    common = common_words()
    if folded[at] in common.joins and at + 1 < len(folded):
        return 1
    return max(common.edges.at(folded, at), common.polite.at(folded, at)) if bare else 0


def _rank(meaning: Meaning) -> tuple[int, bool, bool]:
    return meaning.repairs, not meaning.whole, not meaning.verbal


def _fewest(states: Sequence[_State]) -> Sequence[_State]:
    """Return each state once, those with the fewest repairs if there are too many."""
    once = dict.fromkeys(states)
    return sorted(once, key=lambda state: state.repairs)[:_MOST_STATES]
