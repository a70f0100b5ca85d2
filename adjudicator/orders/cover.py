"""Which answers a text means, where every word that looks like an order must find its place in one of them.

What is found is proposed, line by line, and done after a `yes`. Only where every word stands exactly in the answer, and
all that the answer is about is named whole, it is `exact`, and may be done at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cache, cached_property
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz.distance import OSA

from adjudicator.components.russian import lemmas, narrates
from adjudicator.kernel.actions import Action, Decline
from adjudicator.orders.answers import Answers, alike, folded_words
from adjudicator.orders.codes import code_like, reading_of
from adjudicator.orders.courtesy import courtesy, first_of, text_of
from adjudicator.orders.directions import is_said, is_turned_round, lead, names_of
from adjudicator.orders.likely import PREPOSITIONS
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.mentioned import Windows
from adjudicator.orders.misspelt import is_known
from adjudicator.orders.names import Id
from adjudicator.orders.phrases import Legal
from adjudicator.orders.pieces import Piece, Short, Unit, is_clear
from adjudicator.orders.short_orders import is_meant
from adjudicator.orders.text import Word, fold, words

MOST_WORDS: Final = 40
"""Words of a text in which orders are looked for."""
_LONGEST: Final = 12
"""Words that are about one order."""
_FEW: Final = 2
"""Kinds of answers to a question that takes one of them, and no more."""
_EXACT, _SURE, _SLIP = 3, 2, 1
_SEVERAL: Final = 2
"""With so many ways to understand a text nothing is proposed."""


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
        self._masks: dict[str, int] = {}

    def read(
        self, given: Sequence[Word], starts: Sequence[int], *, of_self: bool, polite: Set[int] = frozenset()
    ) -> list[Meant] | None:
        """The orders of a text, as few as have a place for every word; None: there are none, or several such sets.
        `starts` are the words with which its sentences begin, `polite` those that are courtesies in front of an order.
        """
        fits = (at in polite or self.may_fit(word) for at, word in enumerate(given))
        if len(given) > MOST_WORDS or not all(fits):
            return None
        found = _Search(self, given, starts, of_self=of_self, polite=polite).whole()
        return list(found[0]) if len(found) == 1 else None

    def may_fit(self, word: Word) -> bool:
        """Whether a word has a place in some answer, or may stand around one."""
        word_ = word.folded
        stands = is_small(word) or is_code(word) or word_[0] == "+" or word_.isdecimal() or self._credit(word) != ""
        return stands or bool(self.mask(word_))

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
            bits &= sum(1 << at for at in self._said(word.folded)) or bits
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
        return any(each >= _SURE for each in verbs) and word.folded not in self._answers.book.book.known_words

    def _content(self, given: Sequence[Word]) -> list[Word]:
        """The words that may name answers; small ones only where there are no others."""
        said = [word for word in given if not is_small(word) and not word.folded.isdecimal()]
        said += [word for word in given if word.folded.isdecimal() and self.mask(word.folded)]
        return said or [word for word in given if self.mask(word.folded)]

    @cached_property
    def _refusals(self) -> int:
        """The answers that say themselves what is not done, as bits."""
        nots = courtesy().nots
        return sum(1 << at for at, line in enumerate(self._answers.labels) if first_of(words(line), 0, nots))

    def meant(self, at: int) -> Meant:
        """An answer as it can be typed."""
        assert self._answers.newest is not None
        return Meant(f"{self._answers.newest.number}{self._answers.listed[at].code}", self._op(at), at)

    def _op(self, at: int) -> str:
        return str(reading_of(self._answers.listed[at], self._answers.book).action.__struct_config__.tag)

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

    def picked(self, given: Sequence[Word]) -> list[Meant]:
        """The orders that a text seems to name, whatever else it says: longest runs of words first."""
        found: list[Meant] = []
        begun = self.beginnings(given)
        at = 0
        while at < len(given):
            for end in range(min(len(given), at + _LONGEST), at, -1):
                run = given[at:end]
                if (is_small(run[0]) and at not in begun) or is_small(run[-1]):
                    continue
                stands = self.as_it_stands(run) if is_code(run[0]) or at in begun else []
                one = None if stands else self.one(run, found[-1].op if found else "", of_self=False, alone=False)
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
        return frozenset((*self._legal.ops, *map(self._op, range(len(self._answers.listed)))))

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
        same = [at for at in best if self._op(at) == op]
        by_verb = self._by_verb(said) if not ranks else []
        own = [at for at in best or by_verb if self._own >> at & 1] if of_self else []
        some = next((some for some in map(self.plainest, (best, own, same, by_verb)) if len(some) == 1), None)
        if some is None or is_turned_round(self._answers, some[0], given):
            return None
        if not alone and not self._things[some[0]] and not self._says_a_verb(some[0], said):
            return None  # «на востоке» behind a purchase is no `восточная ярмарка`
        if any(self._acts_elsewhere(word.folded, some[0]) for word in given):
            return None  # «купить Luther» never sells him
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

    def _acts_elsewhere(self, word: str, at: int) -> bool:
        """Whether a word by itself begins other orders that are asked for now, and not this one."""
        return self._answers.likeness(word).verbs[at] < _SURE and self.commands(word)

    def commands(self, word: str) -> bool:
        """Whether a folded word by itself begins orders that are asked for now: there it is no courtesy."""
        verbs = self._answers.likeness(word).verbs
        return any((word,) in self._forms[at] for at, like in enumerate(verbs) if like)

    @cached_property
    def _forms(self) -> list[frozenset[tuple[str, ...]]]:
        """The ways to begin each answer, in folded words."""
        book = self._answers.book
        return [frozenset(book.verb_forms(reading_of(each, book))) for each in self._answers.listed]

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
            if self._shared[self._op(each)].issuperset(unnamed):
                left.setdefault(len(unnamed), []).append(each)
        fitting = left[min(left)] if left else []
        alone = fitting if len(fitting) == 1 else [each for each in fitting if self._op(each) == op]
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
            shared[self._op(at)] = shared.get(self._op(at), set(things)).intersection(things)
        return shared

    def _stands_in(self, word: str, at: int) -> bool:
        """Whether a word stands in an answer, in any regular form, and tells nothing."""
        if max(each[at] for each in self._answers.likeness(word)) == _EXACT or at in self._around.get(word, ()):
            return True
        return not narrates(word) and at in self._said(word)

    def plainest(self, found: list[int]) -> list[int]:
        """Of several answers the one that says nothing but what all of them say; else all of them."""
        said = {at: Counter(folded_words(self._answers.labels[at])) for at in found}
        least = [at for at in found if all(said[at] <= other for other in said.values())]
        return least if len(least) == 1 else found

    def _by_verb(self, said: Sequence[Word]) -> list[int]:
        """The answers of which only the verb is said, and all of it; none where the question takes many kinds."""
        if not self.few:
            return []
        bits = self._common(said) & ~self._refusals
        return [at for at in _places(bits) if all(self._answers.likeness(w.folded).verbs[at] == _EXACT for w in said)]

    def _common(self, said: Sequence[Word]) -> int:
        """The answers in which all these words have a place, as bits."""
        bits = -1
        for word in said:
            bits &= self.mask(word.folded)
        return bits if said else 0

    def mask(self, word: str) -> int:
        """The answers in which a folded word has a place, as bits: those to which it comes nearest."""
        known = self._masks.get(word)
        if known is None:
            known = self._masks[word] = self._compared(word)
        return known

    def _compared(self, word: str) -> int:
        alike = [max(each) for each in zip(*self._answers.likeness(word), strict=True)]
        around = self._around.get(word, ())
        best = _EXACT if around else max(alike, default=0)
        if best <= _SLIP and (said := self._said(word)):
            return sum(1 << at for at in {*said, *around})
        if best == _SLIP and (is_known(word, self._answers) or _may_end(word)):
            return 0
        near = [at for at, each in enumerate(alike) if each and each >= min(best, _SURE)]
        return sum(1 << at for at in {*near, *around, *self._in_lines.get(word, ())})

    def _said(self, word: str) -> set[int]:
        """The answers whose lines have a word, in any form."""
        forms = lemmas(word)
        found = (places for own, places in self._in_lines.items() if word == own or not forms.isdisjoint(lemmas(own)))
        return {at for places in found for at in places}

    @cached_property
    def _in_lines(self) -> dict[str, list[int]]:
        """Words of the lines that mean the answers."""
        found: dict[str, list[int]] = {}
        for at, line in enumerate(self._answers.labels):
            for word in dict.fromkeys((*folded_words(line), *self._around_parts.get(self._op(at), ()))):
                if not word.isdecimal():
                    found.setdefault(word, []).append(at)
        return found

    @cached_property
    def _around(self) -> dict[str, list[int]]:
        """Words of the headings above answers, with the answers."""
        found: dict[str, list[int]] = {}
        for at in range(len(self._answers.listed)):
            shown = self._answers.shown.get(self._code(at))
            for word in folded_words(shown.heading) if shown is not None else ():
                if not word.isdecimal():
                    found.setdefault(word, []).append(at)
        return found

    @cached_property
    def _around_parts(self) -> dict[str, tuple[str, ...]]:
        """The words with which the whole order is said where the answers are parts of one, by its operation."""
        ops = {self._op(at) for at, option in enumerate(self._answers.listed) if option.part}
        book, language = self._answers.book, self._answers.language
        parts = (line for option, line in zip(self._answers.listed, self._answers.labels, strict=True) if option.part)
        named = {word for line in parts for word in folded_words(line)}
        said = {op: folded_words(book.say(actions[0], language)) for op in ops if (actions := self._legal.of(op))}
        return {
            op: tuple(word for word in told if not any(is_like(word, own) for own in named))
            for op, told in said.items()
        }

    def _rank(self, at: int, said: Sequence[Word]) -> tuple[int, int] | None:
        """How many things of an answer are not said, and, of one with figures, how many words stand in front of what is
        (`the military one` begins so); None: it is not meant.
        """
        book = self._answers.book
        option = self._answers.listed[at]
        reading = reading_of(option, book)
        typed = [word.folded for word in said]
        things = [names_of(self._answers, thing) for thing in book.things_of(reading)]
        missing = _unnamed(typed, things)
        verb = any(self._answers.likeness(word).verbs[at] >= _SURE for word in typed)
        if missing == len(things) and (things or not verb):
            return None
        names = folded_words(self._answers.labels[at])
        if not counts_alike(typed, names):
            return None
        places = [at for at, own in enumerate(names) if any(is_like(word, own) for word in typed)]
        return missing, places[0] if places and any(map(str.isdecimal, names)) else 0

    @cached_property
    def _own(self) -> int:
        """The answers that name the writer's own seat, as bits."""
        readings = (reading_of(option, self._answers.book) for option in self._answers.listed)
        return sum(1 << at for at, each in enumerate(readings) if self._seat in each.fields.values())


class _Search:
    """The search for the orders of one text: it is parted into runs of words, each about one of them."""

    def __init__(
        self, cover: Cover, given: Sequence[Word], starts: Sequence[int], *, of_self: bool, polite: Set[int]
    ) -> None:
        self._cover = cover
        self._given = given
        self._of_self = of_self
        begun = cover.beginnings(given)
        self._around = frozenset(
            at
            for at, word in enumerate(given)
            if (at in polite or (is_small(word) and at not in begun)) and not cover.commands(word.folded)
        )
        alone = {at for at, word in enumerate(given) if is_code(word) or (word.folded,) in courtesy().links}
        self._cuts = frozenset((0, len(given), *starts, *alone, *(at + 1 for at in alone), *begun))
        self._walls = sorted(begun.intersection(starts))
        """Where a sentence begins with an order: no other order goes on behind them."""
        self._found: dict[tuple[int, str], list[tuple[Meant, ...]]] = {}

    def whole(self) -> list[tuple[Meant, ...]]:
        """The sets of the whole text with the fewest orders: one, none, or the first of several."""
        return self._from(0, "")

    def _from(self, at: int, op: str) -> list[tuple[Meant, ...]]:
        while at in self._around:
            at += 1
        if (at, op) not in self._found:
            self._found[at, op] = [()] if at == len(self._given) else self._searched(at, op)
        return self._found[at, op]

    def _searched(self, at: int, op: str) -> list[tuple[Meant, ...]]:
        best: list[tuple[Meant, ...]] = []
        for end, meant in self._runs(at, op):
            for rest in self._from(end, meant[-1].op):
                best = _fewest(best, (*meant, *rest))
        return best

    def _runs(self, at: int, op: str) -> Iterator[tuple[int, list[Meant]]]:
        """The orders with which the text may go on at a word, and the words behind each."""
        wall = next((wall for wall in self._walls if wall > at), len(self._given))
        for end in range(min(wall, at + _LONGEST), at, -1):
            run = self._given[at:end]
            if run[-1].folded in FILLERS:
                continue
            if at in self._cuts and end in self._cuts and (meant := self._cover.as_it_stands(run)):
                yield end, [replace(each, span=(at, end)) for each in meant]
            elif not is_small(run[-1]) and (one := self._one(run, op)) is not None:
                yield end, [replace(one, span=(at, end))]

    def _one(self, run: Sequence[Word], op: str) -> Meant | None:
        alone = sum(map(is_small, run)) + len(self._given) - len(run) == sum(map(is_small, self._given))
        return self._cover.one(run, op, of_self=self._of_self, alone=alone)


def _unnamed(typed: Sequence[str], things: Sequence[Set[str]]) -> int:
    """How many of the things of an answer are not named by these words. A word that two of them have in common names
    none beside one that is named by a word of its own (`to Atlantic Passage` does not say that it is from another one),
    and what is named once is not meant twice.
    """
    fits = [frozenset(word for word in typed if any(is_like(word, own) for own in names)) for names in things]
    own = [fit - _together(fits[:at] + fits[at + 1 :]) for at, fit in enumerate(fits)]
    left = [fit - _together(fits[n] for n, sure in enumerate(own) if sure and n != at) for at, fit in enumerate(fits)]
    said = {words: max((typed.count(word) for word in words), default=0) for words in left}
    return sum(max(0, left.count(words) - times) for words, times in said.items())


def _together(fits: Iterable[Set[str]]) -> Set[str]:
    return frozenset(word for fit in fits for word in fit)


def _fewest(best: list[tuple[Meant, ...]], found: tuple[Meant, ...]) -> list[tuple[Meant, ...]]:
    """The sets with the fewest orders, and of these at most `_SEVERAL` that differ."""
    if not best or len(found) < len(best[0]):
        return [found]
    known = any({each.key for each in one} == {each.key for each in found} for one in best)
    return best if known or len(found) > len(best[0]) or len(best) == _SEVERAL else [*best, found]


def _places(bits: int) -> Iterator[int]:
    return (at for at in range(bits.bit_length()) if bits >> at & 1)


def counts_alike(typed: Sequence[str], names: Sequence[str]) -> bool:
    """Whether each number counts the same word as in the answer: `diplomatic 4`, or `4 diplomatic` where the first
    number stands in front.
    """
    first = next((at for at, word in enumerate(typed) if word.isdecimal()), -1)
    said = list(reversed(typed)) if first == 0 else list(typed)
    numbers = [(word, number) for word, number in pairwise(said) if number.isdecimal()]
    if first < 0:
        return True
    pairs = {pair for pair in pairwise(names) if pair[1].isdecimal()}
    alone = said[0].isdecimal() or any(word.isdecimal() for word, _ in numbers)
    return not alone and all(
        any(number == own and is_like(word, name) for name, own in pairs) for word, number in numbers
    )


def _may_end(word: str) -> bool:
    """Whether a word is no further from one that ends a round than a slip: `fnish` is no `fish`."""
    return any(OSA.distance(word, own, score_cutoff=1) <= 1 for own in courtesy().over)


def is_like(word: str, own: str) -> bool:
    """Whether a folded word is another one, shortened, inflected or misspelt."""
    return alike(word, own) > 0


def is_code(word: Word) -> bool:
    """Whether a word is a code with its number, or a short name."""
    typed = code_like(word.folded)
    return is_meant(word.folded) or (typed is not None and typed.number is not None)


def is_small(word: Word) -> bool:
    """Whether a word stands around orders and means nothing by itself."""
    return word.folded in _small()


def is_plain(word: Word) -> bool:
    """Whether a word around orders cannot change what they say, wherever it stands."""
    return word.folded in FILLERS | PREPOSITIONS | courtesy().plain


@cache
def _small() -> frozenset[str]:
    forms = (*courtesy().before, *courtesy().links, *courtesy().padding, *courtesy().turns)
    return FILLERS | PREPOSITIONS | courtesy().selves | {form[0] for form in forms if len(form) == 1}
