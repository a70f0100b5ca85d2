"""Which of the offered answers a line is about, when it is neither a code nor an order: by the names that it holds.

`the military tile`, `в Индии`, `Calico`: every offered answer is known by all words that may name it, in all
languages. Nothing is carried out because of this unless the question takes one answer, every word of the line fits and
fits one answer only; otherwise the best ones are offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from rapidfuzz.distance import OSA

from adjudicator.components.russian import lemmas
from adjudicator.orders.codes import Offer, Option, label, reading_of
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.phrasebook import Phrasebook, Vocabulary
from adjudicator.orders.pieces import ShownAnswer
from adjudicator.orders.text import Word, words

MOST = 5
"""Answers that are offered; a phone shows no more at once."""
_LEAST_PREFIX = 3
_SURE = 2
_VERB = 0.3
"""What a word that only orders counts, beside one that names something."""
_LEAST_TYPO = 5
_CLOSE = 0.7
PREPOSITIONS = frozenset(("in", "on", "at", "to", "of", "for", "into", "в", "во", "на", "из", "к", "у", "о", "по"))
_UNSEEN = ShownAnswer("")
_EMPTY = PREPOSITIONS | {"it", "one", "my", "me", "i"}


class Fit(Struct, frozen=True):
    """An offered answer, how well the line fits it, and whether every word of the line does, without a slip."""

    offer: Offer
    option: Option
    score: float
    whole: bool
    named: bool
    """By a name, and not only by what is done with it."""

    @property
    def code(self) -> str:
        return f"{self.offer.number}{self.option.code}"


def fitting(
    given: Sequence[Word], offers: Iterable[Offer], book: Phrasebook, shown: Mapping[str, ShownAnswer]
) -> list[Fit]:
    """The offered answers that share a name with these words, best first; nothing for words that all of them share.
    `shown` are the words of the answers in the question, by full code.
    """
    known = [
        (offer, option, _vocabulary(option, book, shown.get(f"{offer.number}{option.code}", _UNSEEN).words))
        for offer in offers
        for option in offer.shown
    ]
    typed = list(dict.fromkeys(word.folded for word in given if word.folded not in FILLERS | _EMPTY))
    if not typed or not known:
        return []
    scores = [0.0] * len(known)
    whole = [True] * len(known)
    by_name = [False] * len(known)
    for word in typed:
        named = [_likeness(word, own.names) for _, _, own in known]
        called = [max(sure, _likeness(word, own.others)) for sure, (_, _, own) in zip(named, known, strict=True)]
        ordered = [_likeness(word, own.verbs) for _, _, own in known]
        weight = [float(each) for each in called] if any(called) else [each * _VERB for each in ordered]
        best = max(weight)
        hits = weight.count(best)
        common = hits == len(known) > 1 or (hits > MOST and 2 * hits > len(known))
        for at, each in enumerate(weight):
            whole[at] = whole[at] and max(named[at], ordered[at]) >= _SURE
            if best and each == best and not common:
                scores[at] += each / hits
                by_name[at] = by_name[at] or bool(called[at])
    found = [
        Fit(offer, option, score, complete, name)
        for (offer, option, _), score, complete, name in zip(known, scores, whole, by_name, strict=True)
        if score > 0
    ]
    return sorted(found, key=lambda fit: (-fit.whole, -fit.score))


def nearest(fits: Sequence[Fit], book: Phrasebook, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words and the codes of the best few."""
    if not fits:
        return (), ()
    close = _CLOSE * max(fit.score for fit in fits)
    best = [fit for fit in fits if fit.whole] or [fit for fit in fits if fit.score >= close]
    return tuple(label(fit.option, book, language) for fit in best[:MOST]), tuple(fit.code for fit in best[:MOST])


def in_place(given: Sequence[Word], answers: Sequence[Option]) -> Option | None:
    """`the second one`, `вторую`: the answer that stands there, if answers are counted by letters."""
    places = courtesy().places
    polite = {form[0] for form in (*courtesy().before, *courtesy().after) if len(form) == 1} - set(places)
    typed = [word.folded for word in given if word.folded not in FILLERS | _EMPTY | polite]
    if len(typed) != 1 or typed[0] not in places:
        return None
    plain = [option for option in answers if option.code.isalpha()]
    place = places[typed[0]]
    if place > len(plain):
        return None
    return plain[place - 1 if place > 0 else place]


def _vocabulary(option: Option, book: Phrasebook, shown: str) -> Vocabulary:
    own = book.words_of(reading_of(option, book))
    return own._replace(names=own.names | {word.folded for word in words(shown)})


def _likeness(word: str, vocabulary: frozenset[str]) -> int:
    """3: the word itself, or in another case; 2: shortened; 1: a slip of the finger; 0: not there."""
    if word in vocabulary:
        return 3
    if word.isdecimal():
        return 0
    if any(len(own) > 2 and lemmas(word) & lemmas(own) for own in vocabulary):
        return 3
    if len(word) >= _LEAST_PREFIX and any(own.startswith(word) for own in vocabulary):
        return 2
    if len(word) < _LEAST_TYPO:
        return 0
    most = 2 if len(word) > 7 else 1
    return int(any(OSA.distance(word, own, score_cutoff=most) <= most for own in vocabulary))
