"""Answers that are meant by what is left, or by where they stand: `keep everything but Tax Reform`, `all but Albany`,
`the second and the third`, «всех, кроме Ло».

Only for a question that takes one kind of answers. What is found is proposed, never done before a `yes`.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.components.russian import lemmas
from adjudicator.orders.answers import Answers, folded_words
from adjudicator.orders.codes import Option, reading_of
from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.likely import PREPOSITIONS
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.mentioned import Windows
from adjudicator.orders.shelves import Id
from adjudicator.orders.spoken import counts_a_turn
from adjudicator.orders.text import Word

_Thing = tuple[tuple[str, Id], ...]
_ARTICLES = FILLERS | PREPOSITIONS | {"or", "nor", "или", "от", "of", "my", "мои", "мой", "мою", "one", "ones"}


class Remainders:
    """The answers to the newest question that have the operation `op`, as texts speak of them all."""

    def __init__(self, answers: Answers, op: str) -> None:
        self._answers = answers
        book = answers.book
        tagged = [(reading_of(each, book), each) for each in answers.listed]
        kept = [(reading, each) for reading, each in tagged if reading.action.__struct_config__.tag == op]
        self._options: list[Option] = [each for _, each in kept]
        self._things = [frozenset(map(tuple, book.things_of(reading))) for reading, _ in kept]

    def meant(self, given: Sequence[Word]) -> list[str]:
        """The codes of the answers that a text without signs means; none where it means none, or may mean several."""
        lists, at = courtesy(), 0
        while length := first_of(given, at, lists.before):
            at += length
        keeps = first_of(given, at, lists.keeping)
        but = first_of(given, at + keeps, lists.all_but)
        rest = [word for word in given[at + keeps + but :] if word.folded not in _ARTICLES]
        if not (keeps or but):
            counts = any(word.folded in lists.counting for word in given[:at])
            return self._by_place(rest, counts=counts) or self._all(given[at:]) or self._by_side(given)
        if keeps and self._is_about_keeping():
            return []
        named = self._named(given[at + keeps + but :], rest)
        return self._exactly(named if keeps and but else self._every - named) if named else []

    @property
    def _every(self) -> frozenset[_Thing]:
        return frozenset(thing for things in self._things for thing in things)

    def _is_about_keeping(self) -> bool:
        """Whether the answers themselves say what is kept."""
        own = {lemma for word in self._words for lemma in lemmas(word)}
        return any(not own.isdisjoint(lemmas(form[0])) for form in courtesy().keeping)

    @property
    def _words(self) -> set[str]:
        """The words of the answers and of their headings."""
        shown = (f"{each.heading} {each.words}" for each in self._answers.shown.values())
        return {word for line in (*self._answers.labels, *shown) for word in folded_words(line)}

    def _named(self, given: Sequence[Word], rest: Sequence[Word]) -> frozenset[_Thing]:
        """What is named where every word names something; nothing for other words."""
        windows = Windows(given, self._answers)
        found = frozenset(thing for thing in self._every if windows.place(thing) is not None)
        book = self._answers.book.book
        own = {form for thing in found for kind, id in thing for some in book.words_of(kind, id) for form in some}
        forms = {lemma for word in own for lemma in lemmas(word)} | own
        kinds = self._words if found else set()
        known = all(not forms.isdisjoint(lemmas(word.folded)) or word.folded in kinds for word in rest)
        return found if known else frozenset()

    def _exactly(self, wanted: frozenset[_Thing]) -> list[str]:
        """The answers that are about these things together and about nothing else."""
        if not wanted:
            return []
        if all(each.part for each in self._options):
            return [
                self._code(each)
                for each, things in zip(self._options, self._things, strict=True)
                if things and things <= wanted
            ]
        same = [self._code(each) for each, things in zip(self._options, self._things, strict=True) if things == wanted]
        return same if len(same) == 1 else []

    def _all(self, given: Sequence[Word]) -> list[str]:
        """All of them, where a text says so; a number in it must be right."""
        said = tuple(word.folded for word in given)
        counts = [number for word in said if (number := courtesy().numbers.get(word, 1)) > 1]
        counts += [2] if {"both", "оба", "обе", "обоих"}.intersection(said) else []
        right = said in courtesy().all and all(count == len(self._every) for count in counts)
        return self._exactly(self._every) if right else []

    def _by_side(self, given: Sequence[Word]) -> list[str]:
        """Of two answers, one of which names the writer's own seat: `us`, «они»."""
        said = tuple(word.folded for word in given)
        own = [self._answers.seat in reading_of(each, self._answers.book).fields.values() for each in self._options]
        if sorted(own) != [False, True] or said not in courtesy().ourselves | courtesy().themselves:
            return []
        return [self._code(self._options[own.index(said in courtesy().ourselves)])]

    def _by_place(self, rest: Sequence[Word], *, counts: bool) -> list[str]:
        """The answers at these places of the list, where nothing else is said: `my second and third card`; `counts`: a
        number is one too (`option two`).
        """
        places = courtesy().places
        if counts:
            places = {**places, **courtesy().numbers, **{str(n): n for n in range(1, len(self._options) + 1)}}
        if any(counts_a_turn(rest, at) for at in range(len(rest))):
            return []
        said = [word.folded for word in rest if (word.folded,) not in courtesy().padding]
        if len(said) == 2 and said[0] in courtesy().first_of_several and said[1] in courtesy().numbers:
            wanted = courtesy().numbers[said[1]]  # `the first two`
            single = wanted <= len(self._options) and all(len(things) == 1 for things in self._things)
            return [self._code(each) for each in self._options[:wanted]] if single else []
        if not said or not all(word in places for word in said) or not self._words.isdisjoint(said):
            return []
        count, found = len(self._options), [places[word] for word in said]
        if len(set(found)) < len(found) or any(place > count for place in found):
            return []
        if len({len(things) > 1 for things in self._things}) > 1:
            return []  # the second answer, or the second of what they are made of?
        return [self._code(self._options[place - 1 if place > 0 else place]) for place in found]

    def _code(self, option: Option) -> str:
        assert self._answers.newest is not None
        return f"{self._answers.newest.number}{option.code}"
