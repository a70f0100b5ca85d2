"""Which answers a text means, where every word that looks like an order must find its place in one of them.

What is found is proposed, line by line, and done after a `yes`. Only where every word stands exactly in the answer, and
all that the answer is about is named whole, it is `exact`, and may be done at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.components.russian import lemmas, narrates
from adjudicator.kernel.actions import Action, Decline
from adjudicator.orders.answers import EXACT, SHORTENED, Answers, folded_words
from adjudicator.orders.around import is_code, is_small
from adjudicator.orders.codes import reading_of
from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.directions import is_said, is_turned_round, lead, names_of
from adjudicator.orders.likely import PREPOSITIONS
from adjudicator.orders.masks import Masks
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.mentioned import Windows
from adjudicator.orders.naming import counts_alike, is_like, unnamed
from adjudicator.orders.phrases import Legal
from adjudicator.orders.pieces import Piece, Short, Unit, is_clear
from adjudicator.orders.search import LONGEST, Search
from adjudicator.orders.shelves import Id
from adjudicator.orders.spoken import text_of
from adjudicator.orders.text import Word, fold, words

MOST_WORDS: Final = 40
"""Words of a text in which orders are looked for."""
_FEW: Final = 2
"""Kinds of answers to a question that takes one of them, and no more."""


class Meant(Struct, frozen=True):
    """An order as it can be typed, its operation, and which answer to the newest question it is; -1: none of them.

    `exact`: no word of it is guessed, and nothing else is meant by them; `whole`: each of them, however small, was
    read as a part of the order. `span`: from which of the words to before which.
    """

    text: str
    op: str
    at: int = -1
    exact: bool = False
    whole: bool = False
    span: tuple[int, int] = (0, 0)

    @property
    def key(self) -> object:
        """The same for the same order."""
        return self.text if self.at < 0 else self.at


class Cover:
    """The answers to the newest question, for texts of one seat. `strictly` reads words as they stand."""

    def __init__(
        self, answers: Answers, seat: str, legal: Legal, strictly: Callable[[Sequence[Word]], list[Piece]]
    ) -> None:
        self.few = len(legal.ops) <= _FEW
        """Whether the question takes one kind of answers, so that a verb alone may say enough."""
        self._answers = answers
        self._legal = legal
        self._seat = seat
        self._strictly = strictly
        self._masks = Masks(answers, legal)

    def read(
        self, given: Sequence[Word], starts: Sequence[int], *, of_self: bool, polite: Set[int] = frozenset()
    ) -> list[Meant] | None:
        """The orders of a text, as few as have a place for every word; None: there are none, or several such sets.
        `starts` are the words with which its sentences begin, `polite` those that are courtesies in front of an order.
        """
        fits = (at in polite or self.may_fit(word) for at, word in enumerate(given))
        if len(given) > MOST_WORDS or not all(fits):
            return None
        found = Search(self, given, starts, of_self=of_self, polite=polite).whole()
        return list(found[0]) if len(found) == 1 else None

    def may_fit(self, word: Word) -> bool:
        """Whether a word has a place in some answer, or may stand around one."""
        word_ = word.folded
        stands = is_small(word) or is_code(word) or word_[0] == "+" or word_.isdecimal() or self._credit(word) != ""
        return stands or bool(self._masks.of(word_))

    def _credit(self, word: Word) -> str:
        """What credit is called, where the word is a form of that."""
        forms = self._answers.book.credit_words
        return next((forms[form] for form in (word.folded, *sorted(lemmas(word.folded))) if form in forms), "")

    def denied(self, given: Sequence[Word], *, of_self: bool) -> int | None:
        """The answers that the words behind a `not` exclude, as bits; None where one of them has no place, or the whole
        is itself an answer: `do not use it`.
        """
        said = self._content(given)
        bits = self._common(said)
        if said and not bits & ~self._refusals:
            return None
        for word in said:  # «не менять»: of the answers with one operation, those whose lines say so
            bits &= sum(1 << at for at in self._masks.said_in(word.folded)) or bits
        own = self._own if of_self else 0
        return (bits & own or bits) & ~self._refusals if said else own

    def refused(self, given: Sequence[Word]) -> Meant | None:
        """The answer that the words behind a `not` are, and no other: `do not use it`."""
        bits = self._common(self._content(given))
        at = list(_places(bits))
        return self.meant(at[0]) if len(at) == 1 and not bits & ~self._refusals else None

    def says(self, meant: Meant, given: Sequence[Word]) -> bool:
        """Whether each word that may name an answer stands in this one exactly."""
        return all(self._stands_in(word.folded, meant.at) for word in self._content(given))

    def declining(self) -> list[str]:
        """The one answer that ends or declines what is asked, where no other one says what is not done."""
        book = self._answers.book
        listed = [reading_of(each, book).action for each in self._answers.listed]
        found = [at for at, action in enumerate(listed) if book.may_end(action) or action is Decline]
        found = found if len(found) == 1 else [*_places(self._refusals)]
        return [self.meant(found[0]).text] if len(found) == 1 else []

    def acts(self, word: Word) -> bool:
        """Whether a word says what is done by some answer, and names nothing that one is about."""
        verbs = self._answers.likeness(word.folded).verbs
        return any(each >= SHORTENED for each in verbs) and word.folded not in self._answers.book.book.known_words

    def _content(self, given: Sequence[Word]) -> list[Word]:
        """The words that may name answers; small ones only where there are no others."""
        said = [word for word in given if not is_small(word) and not word.folded.isdecimal()]
        said += [word for word in given if word.folded.isdecimal() and self._masks.of(word.folded)]
        return said or [word for word in given if self._masks.of(word.folded)]

    @cached_property
    def _refusals(self) -> int:
        """The answers that say themselves what is not done, as bits."""
        nots, nothing = courtesy().nots, {*courtesy().nothing, *courtesy().no_persons}
        said = enumerate(map(words, self._answers.labels))
        return sum(1 << at for at, line in said if first_of(line, 0, nots) or any(w.folded in nothing for w in line))

    def meant(self, at: int) -> Meant:
        """An answer as it can be typed."""
        assert self._answers.newest is not None
        return Meant(f"{self._answers.newest.number}{self._answers.listed[at].code}", self._masks.op(at), at)

    # one order --------------------------------------------------------------------------------------

    def begins(self, given: Sequence[Word]) -> bool:
        """Whether an order begins with these words as they stand."""
        return self._answers.book.begins(given, self._answers.language)

    def beginnings(self, given: Sequence[Word]) -> set[int]:
        """With which words orders begin as they stand; one that is a part of a longer verb begins none, whatever
        article stands in that: `move the squadron`.
        """
        places = [at for at, word in enumerate(given) if word.folded not in FILLERS or self.begins(given[at:])]
        plain = [given[at] for at in places]
        found: set[int] = set()
        end = 0
        for number, at in enumerate(places):
            length = self._answers.book.begun(plain[number:], self._answers.language)
            if length and number >= end:
                found.add(at)
                end = number + length
        return found

    def picked(self, given: Sequence[Word], op: str = "") -> list[Meant]:
        """The orders that a text seems to name behind one with the operation `op`, whatever else it says: longest runs
        of words first.
        """
        found: list[Meant] = []
        begun = self.beginnings(given)
        at = 0
        while at < len(given):
            for end in range(min(len(given), at + LONGEST), at, -1):
                run = given[at:end]
                if (is_small(run[0]) and at not in begun) or is_small(run[-1]):
                    continue
                stands = self.as_it_stands(run) if is_code(run[0]) or at in begun else []
                one = None if stands else self.one(run, found[-1].op if found else op, of_self=False, alone=False)
                if meant := stands or ([one] if one is not None else []):
                    found += meant
                    at = end - 1
                    break
            at += 1
        return list({each.key: each for each in found}.values())

    def as_it_stands(self, given: Sequence[Word]) -> list[Meant]:
        """Words that are orders as they stand, or but for small words; nothing where one of them is none."""
        begins = bool(given) and 0 in self.beginnings(given)
        plain = self._paid([word for at, word in enumerate(given) if not is_small(word) or (begins and not at)])
        for said in (given, plain) if plain and plain != list(given) else (given,):
            pieces = self._strictly(said)
            if is_clear(pieces) and all(map(self._is_asked, pieces)):
                meant = [self._of(piece, text_of(said) if len(pieces) == 1 else piece.text) for piece in pieces]
                turned = said is not given and any(
                    is_turned_round(self._answers, each.at, given) for each in meant if each.at >= 0
                )
                return [] if turned else [replace(each, whole=said is given) for each in meant]
        return []

    def _is_asked(self, piece: Piece) -> bool:
        """Whether orders of this kind are asked for now, or may follow."""
        action = piece.reading.action if isinstance(piece, Unit) else Action
        return isinstance(piece, Short) or str(action.__struct_config__.tag) in self._ops

    @cached_property
    def _ops(self) -> frozenset[str]:
        return frozenset((*self._legal.ops, *map(self._masks.op, range(len(self._answers.listed)))))

    def _paid(self, given: Sequence[Word]) -> list[Word]:
        """With each number of credit behind what is counted: `debt 1` for `1 debt`."""
        told = list(given)
        for at, word in enumerate(given[1:], 1):
            form = self._credit(word)
            if form:
                told[at] = Word(fold(form), form, word.column)
                if given[at - 1].folded.isdecimal():
                    told[at - 1 : at + 1] = told[at], told[at - 1]
        return told

    def _of(self, piece: Piece, text: str) -> Meant:
        assert isinstance(piece, Unit)
        newest, book = self._answers.newest, self._answers.book
        code = newest.code_of(piece.reading, book) if newest is not None else None
        places = (at for at, each in enumerate(self._answers.listed) if self._code(at) == code)
        op = "" if isinstance(piece, Short) else str(piece.reading.action.__struct_config__.tag)
        return Meant(text, op, next(places, -1) if code else -1, exact=True)

    def _code(self, at: int) -> str:
        return self.meant(at).text

    def one(self, given: Sequence[Word], op: str, *, of_self: bool, alone: bool) -> Meant | None:
        """The one answer in which all words have their place; of several the one with the operation `op` of the order
        before it, or the one that names the writer (`of_self`). `alone`: the text says nothing else.
        """
        said = [word for word in given if not is_small(word)]
        fit = _places(self._common(said) & ~self._refusals)  # «применить» is not meant by «не применять»
        ranks = {at: rank for at in fit if (rank := self._rank(at, said)) is not None}
        best = [at for at, rank in ranks.items() if rank == min(ranks.values())]
        same = [at for at in best if self._masks.op(at) == op]
        by_verb = self._by_verb(said) if not ranks else []
        own = [at for at in best or by_verb if self._own >> at & 1] if of_self else []
        some = next((some for some in map(self._answers.plainest, (best, own, same, by_verb)) if len(some) == 1), None)
        if some is None or is_turned_round(self._answers, some[0], given):
            return None
        begun = alone and not self._is_a_name(said)  # «оставить» alone begins «оставить министерства», no other answer
        if not begun and not self._things[some[0]] and not self._says_a_verb(some[0], said):
            return None  # «на востоке» is no `восточная ярмарка`
        if any(self._acts_elsewhere(word.folded, some[0]) for word in given):
            return None  # «купить Luther» never sells him
        if not self._pays_so(some[0], given):
            return None
        by_himself = len(own) == 1 and not best and self.few
        exact = (
            by_himself
            or self._is_by_verb(some[0], by_verb or self._by_verb(said))
            or self._is_whole(some[0], given, said, op)
        )
        meant = self.meant(some[0])
        if not is_said(self._answers.listed[some[0]], given, self._answers):
            return None if self._closes(some[0]) and not own else meant
        return replace(meant, exact=exact and all(self._stands_in(w.folded, some[0]) for w in said))

    def _pays_so(self, at: int, given: Sequence[Word]) -> bool:
        """Whether an answer takes the credit that is said: what its price does not show is to be typed."""
        said = [form for word in self._paid(given) if (form := word.folded).isdecimal() or self._credit(word)]
        own = folded_words(self._answers.labels[at])
        return all(form.isdecimal() or form in own for form in said)

    def _acts_elsewhere(self, word: str, at: int) -> bool:
        """Whether a word by itself begins other orders that are asked for now, and not this one."""
        return self._answers.likeness(word).verbs[at] < SHORTENED and self.commands(word)

    def commands(self, word: str) -> bool:
        """Whether a folded word by itself begins orders that are asked for now: there it is no courtesy."""
        verbs = self._answers.likeness(word).verbs
        return any((word,) in self._forms[at] for at, like in enumerate(verbs) if like)

    @cached_property
    def _forms(self) -> list[frozenset[tuple[str, ...]]]:
        """The ways to begin each answer, in folded words."""
        book = self._answers.book
        return [frozenset(book.verb_forms(reading_of(each, book))) for each in self._answers.listed]

    def _is_a_name(self, said: Sequence[Word]) -> bool:
        """Whether these words, and nothing beside them, are a thing's whole name."""
        return bool(self._answers.book.book.called(tuple(word.folded for word in said), self._answers.language))

    def _says_a_verb(self, at: int, said: Sequence[Word]) -> bool:
        """Whether some way to begin an order is said whole, in any form."""
        return any(all(any(is_like(word.folded, own) for word in said) for own in form) for form in self._forms[at])

    def _closes(self, at: int) -> bool:
        book = self._answers.book
        return book.may_close(reading_of(self._answers.listed[at], book).action)

    def _is_by_verb(self, at: int, by_verb: list[int]) -> bool:
        """Whether an answer is the only one of which the verb is said, or says least of several about the same."""
        return at in by_verb and (len(by_verb) == 1 or all(self._things[each] == self._things[at] for each in by_verb))

    def _is_whole(self, at: int, given: Sequence[Word], said: Sequence[Word], op: str) -> bool:
        """Whether an answer is the only one of which these words name all that others have not, and whole; of several
        the only one with the operation of the order before it.
        """
        windows = Windows(given, self._answers)
        named = {each: windows.place(each) is not None for own in self._things for each in own}
        left: dict[int, list[int]] = {}
        for each in _places(self._common(said)):
            unnamed = [thing for thing in self._things[each] if not named[thing] and not self._says_all(each, said)]
            if self._shared[self._masks.op(each)].issuperset(unnamed):
                left.setdefault(len(unnamed), []).append(each)
        fitting = left[min(left)] if left else []
        alone = fitting if len(fitting) == 1 else [each for each in fitting if self._masks.op(each) == op]
        return alone == [at] and self._in_their_places(at, given, windows)

    def _says_all(self, at: int, said: Sequence[Word]) -> bool:
        """Whether all that an answer's line says is said, in any regular form."""
        typed = frozenset(form for word in said for form in lemmas(word.folded))
        own = [word for word in words(self._answers.labels[at]) if not is_small(word)]
        return all(not typed.isdisjoint(lemmas(word.folded)) for word in own)

    def _in_their_places(self, at: int, given: Sequence[Word], windows: Windows) -> bool:
        """Whether several things are named in the order of the answer's line, or all behind the same words as there:
        `to Biscay from Balearic`.
        """
        line = words(self._answers.labels[at])
        own = Windows(line, self._answers)
        there = {thing: place for thing in self._things[at] if (place := own.place(thing)) is not None}
        here = {thing: place for thing in self._things[at] if (place := windows.place(thing)) is not None}
        leads = {thing: lead(line, place) for thing, place in there.items()}
        said = {thing: lead(given, place) for thing, place in here.items()}
        if len(here) < 2 or said.items() <= leads.items():
            return True
        return sorted(here, key=here.__getitem__) == sorted(
            (thing for thing in there if thing in here), key=there.__getitem__
        )

    @cached_property
    def _things(self) -> list[list[tuple[tuple[str, Id], ...]]]:
        """What each answer is about."""
        book = self._answers.book
        return [[*map(tuple, book.things_of(reading_of(each, book)))] for each in self._answers.listed]

    @cached_property
    def _shared(self) -> dict[str, set[tuple[tuple[str, Id], ...]]]:
        """What all answers with an operation are about."""
        shared: dict[str, set[tuple[tuple[str, Id], ...]]] = {}
        for at, things in enumerate(self._things):
            shared[self._masks.op(at)] = shared.get(self._masks.op(at), set(things)).intersection(things)
        return shared

    def _stands_in(self, word: str, at: int) -> bool:
        """Whether a word stands in an answer, in any regular form, and tells nothing."""
        if max(each[at] for each in self._answers.likeness(word)) == EXACT or at in self._masks.around.get(word, ()):
            return True
        return not narrates(word) and at in self._masks.said_in(word)

    def _by_verb(self, said: Sequence[Word]) -> list[int]:
        """The answers of which only the verb is said, and all of it; none where the question takes many kinds."""
        if not self.few:
            return []
        bits = self._common(said) & ~self._refusals
        return [at for at in _places(bits) if all(self._answers.likeness(w.folded).verbs[at] == EXACT for w in said)]

    def _common(self, said: Sequence[Word]) -> int:
        """The answers in which all these words have a place, as bits."""
        bits = -1
        for word in said:
            bits &= self._masks.of(word.folded)
        return bits if said else 0

    def _rank(self, at: int, said: Sequence[Word]) -> tuple[int, int] | None:
        """How many things of an answer are not said, and, of one with figures, how many words stand in front of what is
        (`the military one` begins so); None: it is not meant.
        """
        book = self._answers.book
        option = self._answers.listed[at]
        reading = reading_of(option, book)
        typed = [word.folded for word in said]
        things = [names_of(self._answers, thing) for thing in book.things_of(reading)]
        missing = unnamed(self._without_verb(at, typed), things)
        verb = any(self._answers.likeness(word).verbs[at] >= SHORTENED for word in typed)
        if missing == len(things) and (things or not verb):
            return None
        names = folded_words(self._answers.labels[at])
        if not counts_alike(typed, names):
            return None
        places = [at for at, own in enumerate(names) if any(is_like(word, own) for word in typed)]
        return missing, places[0] if places and any(map(str.isdecimal, names)) else 0

    def _without_verb(self, at: int, typed: Sequence[str]) -> Sequence[str]:
        """Folded words without those that are how an answer begins, once: `peace with France` names no white peace."""
        said = Counter(typed)
        forms = [Counter(word for word in form if word not in FILLERS | PREPOSITIONS) for form in self._forms[at]]
        told = [form for form in forms if form <= said]
        return list((said - max(told, key=Counter.total)).elements()) if told else typed

    @cached_property
    def _own(self) -> int:
        """The answers that name the writer's own seat, as bits."""
        readings = (reading_of(option, self._answers.book) for option in self._answers.listed)
        return sum(1 << at for at, each in enumerate(readings) if self._seat in each.fields.values())


def _places(bits: int) -> Iterator[int]:
    return (at for at in range(bits.bit_length()) if bits >> at & 1)
