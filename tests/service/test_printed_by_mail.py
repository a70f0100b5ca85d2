"""Questions about cards by mail: `rules Mining Engineer`, `what does it do?`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import begin_random
from adjudicator.language import language
from adjudicator.service.play.offers import words_at
from adjudicator.service.play.readings import printed_on
from tests.service.conftest import text_of

pytestmark = pytest.mark.store("sqlite")
CARDS = (
    ("europa-universalis", "en", "Tolerance", "areas spared dissent"),
    ("europa-universalis", "ru", "Терпимость", "противореч"),
    ("europa-universalis", "en", "Superior tactics (Piero)", "leader 1/1/3"),
    ("europa-universalis", "en", "Web of pacts", "alliances and marriages 4"),
    ("pax-renaissance", "en", "Black Army", "one-shot"),
    ("imperial-struggle", "en", "Robert Walpole", " - "),
    ("imperial-struggle", "en", "Acts of Union", " - "),
)


def _campaign(installation: Any, game: str, code: str) -> str:
    seats = game_named(game).seatings(game_named(game).numbers[-1])[0]
    installation.create(game, dict.fromkeys(seats, code))
    return str(seats[0])


@pytest.mark.parametrize(("game", "code", "card", "says"), CARDS)
def test_rules_of_a_card_tells_what_is_printed_on_it(
    installation: Any, game: str, code: str, card: str, says: str
) -> None:
    seat = _campaign(installation, game, code)
    (answer,) = installation.write(seat, f"{'rules' if code == 'en' else 'правила'} {card}")
    told = " ".join(text_of(answer).split())
    assert f"{card}: " in told
    assert says in told


TEXTS = {
    "europa-universalis": {"title", "action card", "character", "event", "idea", "mission", "milestone", "act"},
    "here-i-stand": {"card"},
    "imperial-struggle": {"event", "ministry", "advantage"},
    "oath": {"card", "site", "banner", "oath"},
    "pax-renaissance": {"card", "queen", "one_shot", "operation", "ability"},
}
"""The kinds of things whose texts a player may ask for by name, in each game."""
ASKED = {"en": "What does %s do?", "ru": "Что делает %s?"}


@pytest.mark.parametrize("code", ASKED)
@pytest.mark.parametrize("game", TEXTS)
def test_everything_that_has_a_text_is_told_when_its_name_is_asked(game: str, code: str) -> None:
    """Without the slots of a pack that hold nothing."""
    match = begin_random(game, "printed")
    book, seat = words_at(match).book, match.header.seats[0]
    told = Counter[str]()
    for name in book.names:
        if name.language != code or name.kind not in TEXTS[game] or name.text.startswith(("unused ", "неиспольз")):
            continue
        lines = printed_on(match, seat, ASKED[code] % name.text, language(code))
        assert any(line.startswith(f"{name.text}: ") and len(line) > len(name.text) + 8 for line in lines), name.text
        told[name.kind] += 1
    assert told.keys() == TEXTS[game]


@pytest.mark.parametrize(
    ("game", "code", "asks", "says"),
    [
        ("europa-universalis", "en", "What does Tolerance do?", "areas spared dissent"),
        ("europa-universalis", "ru", "Что делает Терпимость?", "противореч"),
        ("here-i-stand", "en", "what does Foul Weather do?", "CP"),
        ("here-i-stand", "ru", "что делает Непогода?", "ОК"),
        ("imperial-struggle", "en", "What does Naval Bastion do?", "goes to its navy box"),
        ("imperial-struggle", "ru", "Что даёт Морской Бастион?", "Поле Флота"),
        ("oath", "en", "what does the Keep do?", "2 defense dice"),
        ("oath", "ru", "Что делает Цитадель?", "2 кубика защиты"),
        ("pax-renaissance", "en", "What does Cryptography do?", "use a political operation of an opponent's card"),
        ("pax-renaissance", "ru", "Что делает заговор?", "бьются с правящим классом империи"),
    ],
)
def test_a_question_about_a_card_is_answered_with_its_text(
    installation: Any, game: str, code: str, asks: str, says: str
) -> None:
    seat = _campaign(installation, game, code)
    before = len(installation.table(1).match.log)
    (answer,) = installation.write(seat, asks)
    assert says in " ".join(text_of(answer).split())
    assert len(installation.table(1).match.log) == before
