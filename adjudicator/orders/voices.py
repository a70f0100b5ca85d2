"""Orders that are told instead of given: `Britain flags Savoy` from Britain herself, «мы ставим», `Savoy because …`.

A line is written anew as its writer would give the order himself. What others do stays as it is told, and so does what
was done. The passive tells as well what is as what is to be: only who reads freely takes it for an order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import cached_property, lru_cache

from adjudicator.components.russian import in_first_person, is_word, lemmas
from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.spoken import counts_a_turn
from adjudicator.orders.text import Word, clean, words

_SIGN = re.compile(r"[,;:()!?|]|\.(?=\s|$)|\s-\s")
_STOP = re.compile(r"[;!?]|\.(?=\s|$)")
_WE_ARE = re.compile(r"\b(we)'re\b", re.IGNORECASE)
_NOTHING = re.compile(r",\s*,")
_SPACES = re.compile(r" {2,}")
_LEAST_VERB = 3
"""Letters of a verb."""
_LONGEST_NAME = 4
"""Words of the name of a seat."""
_WE = ("we", "мы")
_NEAR = 3
"""Words behind a name of which one tells in Russian what is done."""
_Endings = tuple[str, ...]
_TELLS, _DOING, _DONE = ("s", "es"), ("ing",), ("ed",)
"""How English verbs end."""


class Voice:
    """How one seat speaks of what it does; without a `seat` others may be meant by its name."""

    def __init__(self, book: Phrasebook, seat: str) -> None:
        self._book = book
        self._seat = seat

    def own(self, line: str, *, freely: bool = False) -> str:
        """The line as its writer would order it; the same where he does so already. `freely`: from the passive too."""
        plain = _without_softening(without_reasons(_WE_ARE.sub(r"\1 are", clean(line)), self._book.verb_words))
        given = words(plain)
        told = self._told(plain, given, freely=freely)
        if told == [word.typed for word in given]:
            return plain
        parts, end = [], 0
        for word, text in zip(given, told, strict=True):
            parts += [plain[end : word.column - 1], text]
            end = word.column - 1 + len(word.typed)
        return _SPACES.sub(" ", _NOTHING.sub(",", "".join((*parts, plain[end:])))).lstrip(" :")

    def _told(self, plain: str, given: Sequence[Word], *, freely: bool) -> list[str]:
        """Each word as it is to be written; "" where it is to be left out."""
        told = [word.typed for word in given]
        forms: set[_Endings] = set()  # of the verbs of this sentence
        at = first = 0  # the word with which the clause begins
        moved: dict[int, str] = {}
        while at < len(given):
            between = _between(plain, given, at)
            forms = set() if _STOP.search(between) else forms
            first = at if not at or _SIGN.search(between) or (given[at - 1].folded,) in courtesy().links else first
            left_out = self._subject(plain, given, at) if not at or _SIGN.search(between) else 0
            forms |= {_TELLS} if left_out else set()
            left_out = left_out or self._beside(given, at, forms)
            if at + left_out < len(given) and (helps := self._helped(given, at + left_out, freely=freely))[0]:
                left_out, forms = left_out + helps[0], forms | {helps[1]}
            told[at : at + left_out] = [""] * left_out
            at += left_out
            if at < len(given):
                base, passive = self._in_order(given[at].folded, forms, freely=freely)
                told[at] = base or told[at]
                if passive:
                    told[at] = ""
                    moved.setdefault(first, base)  # `a fort is built at …`
            at += 1
        for place, verb in moved.items():
            if (verb,) not in courtesy().before:
                told[place] = f"{verb} {told[place]}"
        return told

    # who acts ---------------------------------------------------------------------------------------

    def _subject(self, plain: str, given: Sequence[Word], at: int) -> int:
        """How many words here name the writer's own seat, as who does what follows, or as whose orders follow."""
        end = self._styled(given, at) or self._named(given, at)
        if not at < end < len(given):
            return 0
        between = _between(plain, given, end)
        if ":" in between or (at and given[at - 1].folded in _WE and _SIGN.search(between)):
            return end - at
        length = first_of(given, end, courtesy().about_to)
        near = [word.folded for word in given[end : end + _NEAR]]
        acts = length or self._base(near[0], _TELLS) or any(in_first_person(word, others=True) for word in near)
        return end + length - at if acts and end + length < len(given) and not _SIGN.search(between) else 0

    def _named(self, given: Sequence[Word], at: int) -> int:
        """Where a name of the own seat ends; where it begins for any other word."""
        called = end = at + (given[at].folded == "the")
        while end < min(len(given), called + _LONGEST_NAME) and given[end].folded in self._names:
            end += 1
        return at if self._own.isdisjoint(word.folded for word in given[called:end]) else end

    def _styled(self, given: Sequence[Word], at: int) -> int:
        """Where a word for who speaks ends, with the own seat behind it: `The King of France`; 0 for any other."""
        length = first_of(given, at, courtesy().styled)
        end = at + length
        if not length or end == len(given):
            return 0
        if given[end].folded == "of":
            named = self._named(given, end + 1) if end + 1 < len(given) else 0
            return named if named > end + 1 else 0
        forms = lemmas(given[end].folded)
        return 0 if forms & self._others else end + bool(forms & self._own)

    def _beside(self, given: Sequence[Word], at: int, forms: Set[_Endings]) -> int:
        """How many words here say that it is done by the writer's own seat, or which of his turns this is."""
        if at + 1 == len(given):
            return 0
        by = _DONE in forms and given[at].folded == "by" and given[at + 1].folded in self._own
        return 2 if by or (counts_a_turn(given, at) and given[at + 1].folded not in self._book.book.known_words) else 0

    @cached_property
    def _names(self) -> frozenset[str]:
        """The words of its names."""
        return self._words_of(own=True)

    @cached_property
    def _own(self) -> frozenset[str]:
        """Those that tell it from other seats."""
        return self._names - self._words_of(own=False)

    @property
    def own_names(self) -> frozenset[str]:
        """The folded words that name the writer's own seat, and no other one."""
        return self._own

    @cached_property
    def _others(self) -> frozenset[str]:
        """Those of other seats alone."""
        return self._words_of(own=False) - self._names

    def _words_of(self, *, own: bool) -> frozenset[str]:
        book = self._book.book
        kinds = {kind for kind in book.kinds() if book.has(kind, self._seat)}
        things = {(name.kind, name.id) for name in book.names if name.kind in kinds and (name.id == self._seat) is own}
        return frozenset(word for thing in things for some in book.words_of(*thing) for word in some)

    # what is done -----------------------------------------------------------------------------------

    def _helped(self, given: Sequence[Word], at: int, *, freely: bool) -> tuple[int, _Endings]:
        """How many words here only help the verb behind them, and its form: `we are flagging`, `is to be flagged`."""
        for forms, endings in ((courtesy().doing_now, _DOING), (courtesy().being, _DONE)):
            length = first_of(given, at, forms) if freely or endings is _DOING else 0
            if 0 < length < len(given) - at and self._base(given[at + length].folded, endings):
                return length, endings
        return 0, ()

    def _in_order(self, word: str, forms: Set[_Endings], *, freely: bool) -> tuple[str, bool]:
        """A verb as it stands in an order, and whether the passive of it is said; "" for other words."""
        for endings in (_TELLS, _DOING, _DONE):
            if endings in forms and (base := self._base(word, endings)):
                return base, endings is _DONE
        active = word[:-2] if freely and word.endswith(("ся", "сь")) and is_word(word[:-2]) else ""
        passive = in_first_person(active, others=True)
        return passive or in_first_person(word, others=_TELLS in forms), bool(passive)

    def _base(self, word: str, endings: _Endings) -> str:
        """The English verb of which a word is a form, where orders are said with it; "" for others and for names."""
        if endings is _DONE and word in courtesy().participles:
            return courtesy().participles[word]
        if endings is not _DONE and word in self._book.book.known_words:
            return ""
        stems = (word.removesuffix(ending) for ending in endings if word.endswith(ending))
        for stem in stems:
            for base in (stem, f"{stem}e", stem[:-1], f"{stem[:-1]}y"):
                doubled = base == stem[:-1] and stem[-1:] != stem[-2:-1]
                if base in self._verbs and not doubled and (len(base) >= _LEAST_VERB or word.endswith("es")):
                    return base
        return ""

    @cached_property
    def _verbs(self) -> frozenset[str]:
        """What orders begin with, also as people say it."""
        said = frozenset[str]() if self._book.synonyms is None else self._book.synonyms.words
        polite = (form[0] for form in courtesy().before if len(form) == 1)
        return frozenset((*self._book.verb_words, *said, *polite))


@lru_cache(maxsize=256)
def without_reasons(line: str, verbs: frozenset[str]) -> str:
    """A line without what tells why something is ordered: from `because` to the next sign. It stays where a doubt, or
    more than a reason, stands in it: behind `with` a figure, or one of the `verbs` of orders (`with a flag in Savoy`).
    """
    given = words(line)
    cuts: list[tuple[int, int]] = []
    at = 0
    while at < len(given):
        begins = not at or _SIGN.search(_between(line, given, at)) is not None
        lead = first_of(given, at, courtesy().reasons)
        if lead == 0 and begins:
            lead = first_of(given, at, courtesy().reasons_first)
        if not lead:
            at += 1
            continue
        end = next(
            (end for end in range(at + lead, len(given)) if _SIGN.search(_between(line, given, end))), len(given)
        )
        told = given[at + lead : end]
        first = lead and not first_of(given, at, courtesy().reasons)
        if first and any(word.folded in verbs or any(map(str.isdecimal, word.folded)) for word in told):
            at = end
            continue
        if told and courtesy().conditions.isdisjoint(word.folded for word in told):
            start = given[at].column - 1
            cuts.append((start, given[end].column - 1 if begins and end < len(given) else _end_of(given[end - 1])))
        at = end
    parts, kept = [], 0
    for start, end in cuts:
        parts.append(line[kept:start].rstrip(" ,"))
        kept = end
    return "".join((*parts, line[kept:]))


def _without_softening(line: str) -> str:
    """A line without `I'd rather` in front of what is ordered; `I'd rather not` stays."""
    given = words(line)
    parts, kept = [], 0
    for at, word in enumerate(given[:-1]):
        begins = not at or _SIGN.search(_between(line, given, at))
        length = first_of(given, at, courtesy().softly) if begins else 0
        if 0 < length < len(given) - at and not first_of(given, at, courtesy().nots):
            parts.append(line[kept : word.column - 1])
            kept = given[at + length].column - 1
    return "".join((*parts, line[kept:]))


def _between(plain: str, given: Sequence[Word], at: int) -> str:
    """What stands between a word and the one before it."""
    return plain[_end_of(given[at - 1]) if at else 0 : given[at].column - 1]


def _end_of(word: Word) -> int:
    return word.column - 1 + len(word.typed)
