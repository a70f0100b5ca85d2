"""Which of the offered answers a line is about, when it is neither a code nor an order: by the names that it holds.

`the military tile`, `в Индии`, `Calico`: every offered answer is known by all words that may name it, in all
languages. Nothing is carried out because of this unless the question takes one answer, every word of the line fits and
fits one answer only; otherwise the best ones are offered.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from rapidfuzz.distance import OSA

from adjudicator.orders.answers import Answers
from adjudicator.orders.codes import Offer, Option, label, reading_of
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.text import Word

MOST = 5
"""Answers that are offered; a phone shows no more at once."""
_SURE = 2
_VERB = 0.3
"""What a word that only orders counts, beside one that names something."""
CLOSE = 0.7
"""Of the best score, what a fit must reach to be named beside it."""
PREPOSITIONS = frozenset(("in", "on", "at", "to", "of", "for", "into", "в", "во", "на", "из", "к", "у", "о", "по"))
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


def fitting(given: Sequence[Word], answers: Answers) -> list[Fit]:
    """The answers to the newest question that share a name with these words, best first; nothing for words that all of
    them share.
    """
    listed = answers.listed
    typed = list(dict.fromkeys(word.folded for word in given if word.folded not in FILLERS | _EMPTY))
    if not typed or answers.newest is None or not listed:
        return []
    scores = [0.0] * len(listed)
    whole = [True] * len(listed)
    by_name = [False] * len(listed)
    for word in typed:
        named, others, ordered = answers.likeness(word)
        called = [max(sure, other) for sure, other in zip(named, others, strict=True)]
        weight = [float(each) for each in called] if any(called) else [each * _VERB for each in ordered]
        best = max(weight)
        hits = weight.count(best)
        common = hits == len(listed) > 1 or (hits > MOST and 2 * hits > len(listed))
        for at, each in enumerate(weight):
            whole[at] = whole[at] and max(named[at], ordered[at]) >= _SURE
            if best and each == best and not common:
                scores[at] += each / hits
                by_name[at] = by_name[at] or bool(called[at])
    found = [
        Fit(answers.newest, option, score, complete, name)
        for option, score, complete, name in zip(listed, scores, whole, by_name, strict=True)
        if score > 0
    ]
    return sorted(
        (each for each in found if each.named or may_be(each.option, given, answers)),
        key=lambda fit: (-fit.whole, -fit.score),
    )


def may_be(option: Option, given: Sequence[Word], answers: Answers) -> bool:
    """Whether an answer may be meant though nothing is named: an end only by the word with which it begins, or nearly
    so. `my round` ends none, `and of round` may.
    """
    if not answers.book.may_close(reading_of(option, answers.book).action):
        return True
    begins = {closer.split()[0] for closer in answers.book.closers()}
    return any(OSA.distance(word.folded, own, score_cutoff=1) <= 1 for word in given for own in begins)


def nearest(fits: Sequence[Fit], book: Phrasebook, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words and the codes of the best few."""
    if not fits:
        return (), ()
    close = CLOSE * max(fit.score for fit in fits)
    best = [fit for fit in fits if fit.whole] or [fit for fit in fits if fit.score >= close]
    return tuple(label(fit.option, book, language) for fit in best[:MOST]), tuple(fit.code for fit in best[:MOST])


def akin(given: Sequence[Word], answers: Answers) -> list[Fit]:
    """The answers to the newest question that share the beginnings of names with these words, the most first: for words
    that are like none (`Prussian`, «мамлюкского»). Nothing for beginnings that all of them share.
    """
    if answers.newest is None:
        return []
    scores = [0] * len(answers.listed)
    for word in dict.fromkeys(word.folded for word in given if word.folded not in FILLERS | _EMPTY):
        hits = answers.akin(word)
        if len(hits) < len(scores):
            for at in hits:
                scores[at] += 1
    return sorted(
        (
            Fit(answers.newest, option, float(score), whole=False, named=True)
            for option, score in zip(answers.listed, scores, strict=True)
            if score
        ),
        key=lambda fit: -fit.score,
    )


def place_in(given: Sequence[Word]) -> int | None:
    """`the second one`, «только вторую»: which place of a list is meant, -1 the last; None where more is said."""
    places = courtesy().places
    polite = {form[0] for form in (*courtesy().before, *courtesy().after) if len(form) == 1} - set(places)
    typed = [
        word.folded for word in given if word.folded not in FILLERS | _EMPTY | polite | frozenset(courtesy().solely)
    ]
    return places.get(typed[0]) if len(typed) == 1 else None


def in_place(place: int, options: Sequence[Option]) -> list[Option]:
    """The answer that stands there, if there is one."""
    return [] if place > len(options) else [options[place - 1 if place > 0 else place]]
