"""An action ends a turn of Europa Universalis unless more is announced, by mail and in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.europa_universalis.facts import REALM
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.state import State
from adjudicator.service.campaign.matches import entry_decoder
from adjudicator.store import matches
from adjudicator.store.engine import reading
from tests.games.europa_universalis.table import Arrange, hand, table
from tests.games.europa_universalis.test_goals import GUYENNE
from tests.service.conftest import text_of

pytestmark = pytest.mark.store("sqlite")
SEATS = ("england", "france", "castile", "austria")
STABILITY = {"en": "increase stability", "ru": "повысить стабильность"}
MORE = {"en": "more", "ru": "ещё"}


def _begun(installation: Any, code: str, *arrange: Arrange) -> int:
    made: int = installation.create(
        "europa-universalis", dict.fromkeys(SEATS, code), document=table(*arrange).document()
    )
    return made


def _allied(state: State) -> None:
    for one, other in (("castile", "england"), ("england", "castile")):
        state.allied[one] |= 1 << REALM.index[other]


def _no_events(state: State) -> None:
    state.events.shown = []


def _asked(installation: Any, made: int) -> tuple[str, str]:
    decision = installation.table(made).match.decisions()[0]
    return decision.waiting[0], decision.kind


def _done(installation: Any, made: int) -> list[str]:
    with reading(installation.service.engine) as session:
        head, decoder = installation.table(made).head, entry_decoder(GAME)
        lines = [decoder.decode(row.entry).line for row in matches.log(session, head.match_id, head.revision)]
    return [line["op"] for line in lines if line.get("by") == "france"]


@pytest.mark.parametrize(
    ("code", "asked", "told"),
    [
        ("en", "An action ends your turn, unless you add “more” after it.", "so they were followed by: end turn. To"),
        (
            "ru",
            "Действие завершает ваш ход, если не добавить после него «ещё».",
            "последовало: конец хода. Чтобы взять назад",
        ),
    ],
)
def test_an_action_ends_the_turn_and_the_answer_says_so(installation: Any, code: str, asked: str, told: str) -> None:
    made = _begun(installation, code)
    assert asked in " ".join(text_of(installation.newest("france")).split())
    answer, *_ = installation.write("france", STABILITY[code])
    assert _done(installation, made) == ["increase_stability", "end_turn"]
    assert _asked(installation, made)[0] != "france"
    assert told in " ".join(text_of(answer).split())


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("between", ["; ", ", ", " ", "\n"])
def test_more_keeps_the_turn(installation: Any, code: str, between: str) -> None:
    made = _begun(installation, code)
    installation.write("france", *f"{STABILITY[code]}{between}{MORE[code]}".splitlines())
    assert _done(installation, made) == ["increase_stability"]
    assert _asked(installation, made) == ("france", "turn")


def test_what_a_tried_mail_would_be_followed_by_is_told(installation: Any) -> None:
    made = _begun(installation, "en")
    answer, *_ = installation.write("france", "check", "increase stability")
    assert _done(installation, made) == []
    assert "they would be followed by: end turn." in " ".join(text_of(answer).split())


@pytest.mark.parametrize(("code", "lines"), [("en", ("pass", "end turn")), ("ru", ("пас", "конец хода"))])
def test_the_end_of_the_turn_may_stand_behind_passing(installation: Any, code: str, lines: tuple[str, ...]) -> None:
    made = _begun(installation, code, _no_events)
    installation.write("france", *lines)
    assert _done(installation, made) == ["pass", "end_turn"]
    assert _asked(installation, made)[0] != "france"


def test_a_minor_action_before_the_action_ends_nothing(installation: Any) -> None:
    made = _begun(installation, "en")
    installation.write("france", "take a loan")
    assert _done(installation, made) == ["take_loan"]
    assert _asked(installation, made) == ("france", "turn")


def test_who_can_complete_a_mission_is_asked(installation: Any) -> None:
    made = _begun(installation, "en", *GUYENNE)
    installation.write("france", "increase stability")
    assert _done(installation, made) == ["increase_stability"]
    installation.write("france", "complete Guyenne")
    assert _done(installation, made) == ["increase_stability", "complete_mission", "end_turn"]


@pytest.mark.parametrize("more", [(), ("more",)])
def test_the_end_waits_for_others_who_are_asked_unless_more_is_sent(installation: Any, more: tuple[str, ...]) -> None:
    made = _begun(installation, "en")
    answer, *_ = installation.write("france", "propose to England alliance")
    assert _asked(installation, made) == ("england", "deal")
    told = " ".join(text_of(answer).split())
    assert "they are followed by this once the others have answered: end turn." in told
    if more:
        installation.write("france", *more)
    installation.write("england", "accept the proposal")
    assert _done(installation, made) == ["deal", *(() if more else ("end_turn",))]
    assert (_asked(installation, made) == ("france", "turn")) is bool(more)


def test_more_waits_with_the_orders_before_it(installation: Any) -> None:
    made = _begun(installation, "en")
    installation.write("france", "propose to England alliance", "take loan; more")
    installation.write("england", "accept the proposal")
    assert _done(installation, made) == ["deal", "take_loan"]
    assert _asked(installation, made) == ("france", "turn")


def test_a_march_that_a_war_gives_is_asked_for_before_the_turn_ends(installation: Any) -> None:
    made = _begun(installation, "en", _allied, hand("castile", "mil_18"))
    installation.write("france", "declare war on Castile", "call nobody")
    assert _asked(installation, made) == ("castile", "defensive_calls")
    installation.write("castile", "call nobody")
    assert _asked(installation, made) == ("france", "given_action")
    installation.write("france", "forgo")
    assert _done(installation, made)[-1] == "end_turn"
    assert _asked(installation, made)[0] != "france"


def test_a_draft_keeps_what_was_announced(installation: Any) -> None:
    made = _begun(installation, "en")
    installation.write("france", "influence in Bugrundia", "more")
    installation.write("france", "influence in Burgundy")
    assert "end_turn" not in _done(installation, made)
