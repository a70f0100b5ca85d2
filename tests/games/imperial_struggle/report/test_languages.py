"""Mails are in one language, from any position, and fit a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.kernel.events import ObservedEvent
from adjudicator.language import language
from adjudicator.reports.layout.columns import WIDTH, width
from adjudicator.reports.layout.render import render
from tests.long_cases import alternate_variants

DOCUMENTS = sorted((Path(__file__).parents[1] / "documents").glob("*.json"))
FOREIGN = {"en": re.compile(r"[а-яё]+", re.I), "ru": re.compile(r"\b(?!UTC\b)[a-z]{2,}", re.I)}
SEATS = (None, "france", "britain")
CLIPPED = 100_000
"""Bytes of a page at which a large mail service cuts it off."""


def played_on(path: Path) -> Iterator[tuple[Match, list[ObservedEvent[Any]]]]:
    """A document, and everything that random play makes of it."""
    match, rng = Match.from_document(json.loads(path.read_bytes()), seed=b"on"), Random(2)
    told: list[ObservedEvent[Any]] = list(match.opening)
    yield match, told
    while match.result is None:
        seat = match.decisions()[0].waiting[0]
        told += match.apply(seat, match.sample(seat, rng))
        yield match, told


@pytest.mark.slow
@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("path", "code"), alternate_variants(DOCUMENTS, ("ru", "en")), ids=lambda each: getattr(each, "stem", each)
)
def test_mails_from_any_position_are_in_one_language(office: Any, path: Path, code: str, every: int) -> None:
    """Each so many-th position for somebody else; of every one by `make long`, for everybody."""
    for number, (match, told) in enumerate(played_on(path)):
        for seat in SEATS if every == 1 else SEATS[number % every : number % every + 1]:
            shown = render(office.mail(match, seat, told[-40:], code))
            body = shown.text.replace("Sun King", "").replace("news", "").replace("NEWS", "")
            assert set(FOREIGN[code].findall(body)) == set()
            assert not re.search(r"[a-z]_[a-z]|%\(", body)
            assert len(shown.html.encode()) < CLIPPED
            assert all(width(line) <= WIDTH for line in shown.text.splitlines())


@pytest.mark.parametrize("code", ["en", "ru"])
def test_effects_of_random_orders_are_sentences_in_one_language(office: Any, code: str) -> None:
    """Over a whole game: every kind of decision, answered at random on a copy."""
    rng, count, kinds = Random(9), 0, set()
    for match, _ in office.played(b"effects", 9):
        if match.result is None and not match.decisions()[0].secret:
            kinds.add(match.decisions()[0].kind)
            seat = match.decisions()[0].waiting[0]
            copy = match.copy()
            action = copy.sample(seat, rng)
            effect = REPORT.effect(copy.apply(seat, action), seat, language(code)).text
            count += 1
            assert effect, action
            assert not FOREIGN[code].search(effect)
            assert "_" not in effect
    assert count > 200
    assert {"choose_for_event", "spend_spoils", "use_tile", "choose_first_player"} <= kinds
