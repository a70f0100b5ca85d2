"""The card draw phase (8.2)."""

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import DEBATER, SEAS_OF, SPACE
from adjudicator.games.here_i_stand.rules import dealing
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.dealing import ReturnTo
from adjudicator.games.here_i_stand.rules.faith.attempts import Turn, turning
from adjudicator.games.here_i_stand.rules.impulses import impulse
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    HELD,
    Arrange,
    controls,
    do,
    empty,
    leader,
    options,
    protestant,
    state_of,
    table,
    units,
)


def drawn(*arrange: Arrange, turn: int = 2) -> Match:
    """A turn begins and cards are dealt."""
    return table(
        HELD, *arrange, state_of(turn=turn), frames=[dealing.turn_begins(), dealing.card_draw(), impulse("hapsburg")]
    )


@shows("8.2/5")
def test_leaders_of_the_turn_track_return_to_the_capital_or_a_home_key() -> None:
    away = leader("montmorency", "", returns=True)
    assert drawn(away).state.leaders["montmorency"].at == "paris"
    match = drawn(away, controls("england", "paris"), empty("paris"))
    assert match.decisions()[0].waiting == ("france",)
    do(match, "france", ReturnTo("bordeaux"))
    assert match.state.leaders["montmorency"].at == "bordeaux"


@shows("8.2/6", "8.2/7", "8.2/9")
def test_debaters_come_in_their_turn_and_back_from_excommunication() -> None:
    state = drawn(state_of(banned=1 << DEBATER.index["zwingli"]), turn=3).state
    assert state.debaters >> DEBATER.index["zwingli"] & 1
    assert state.reformers["zwingli"] == "zurich"
    assert not state.banned


@shows("8.2/5")
def test_ships_can_be_built_again_and_used_cards_are_forgotten() -> None:
    state = drawn(state_of(lost_ships={"france": 2})).state
    assert not state.lost_ships


@shows("8.2/1")
def test_leaders_come_before_reformers_and_debaters() -> None:
    state = table(state_of(turn=2), leader("montmorency", "", returns=True)).state
    frames = dealing.coming(state)
    assert [each[0] for each in frames] == ["returning", "debaters_come"]


@shows("8.2/2", "8.2/3")
def test_the_protestants_choose_the_electorate_of_maurice() -> None:
    match = drawn(controls("protestant", "wittenberg", "mainz"), turn=6)
    assert match.decisions()[0].waiting == ("protestant",)
    assert {*options(match, "protestant")} == {ReturnTo("wittenberg"), ReturnTo("mainz")}
    do(match, "protestant", ReturnTo("mainz"))
    assert match.state.leaders["maurice_of_saxony"].at == "mainz"


@shows("8.2/4")
def test_maurice_waits_for_an_electorate() -> None:
    waiting = drawn(turn=6).state.leaders["maurice_of_saxony"]
    assert waiting.returns
    later = drawn(leader("maurice_of_saxony", "", returns=True), controls("protestant", "trier"), turn=7)
    assert later.state.leaders["maurice_of_saxony"].at == "trier"


@shows("8.2/5")
def test_leaders_of_fleets_come_to_a_friendly_port_or_wait() -> None:
    away = leader("barbarossa", "", returns=True)
    match = drawn(away)
    assert ReturnTo("coron") in options(match, "ottoman")
    assert ReturnTo("nezh") not in options(match, "ottoman"), "no port"
    do(match, "ottoman", ReturnTo("coron"))
    assert match.state.leaders["barbarossa"].at == "coron"
    ports = [each.id for each in SPACE if SEAS_OF[each.index]]
    assert drawn(away, controls("independent", *ports)).state.leaders["barbarossa"].returns


@shows("8.2/6", "8.2/7")
@pytest.mark.parametrize(
    ("reformer", "turn", "at"), [("zwingli", 2, "zurich"), ("calvin", 4, "geneva"), ("cranmer", 3, "london")]
)
def test_reformers_come_in_their_turn_and_turn_their_space(reformer: str, turn: int, at: str) -> None:
    state = drawn(state_of(married_turn=2), turn=turn).state
    assert state.reformers[reformer] == at
    assert rules.has(state.protestant, at)
    assert reformer not in drawn(state_of(married_turn=0), turn=turn - 1 if turn != 2 else 3).state.reformers
    back = drawn(state_of(banned=1 << DEBATER.index[reformer]), turn=8).state
    assert back.reformers[reformer] == at
    assert not rules.has(back.protestant, at), "only the first time"


@shows("8.2/8")
def test_reformers_stay_whatever_becomes_of_their_space() -> None:
    there = state_of(reformers={"luther": "wittenberg"}), protestant("wittenberg"), controls("france", "wittenberg")
    match = table(*there, units("wittenberg", "france", regulars=2), frames=[turning("papacy", 1, "german")])
    assert match.log[-1].action == Turn("wittenberg")
    assert match.state.reformers == {"luther": "wittenberg"}


@shows("8.2/10")
def test_debaters_come_uncommitted_and_three_of_them_with_cranmer() -> None:
    state = drawn(turn=2).state
    assert state.debaters >> DEBATER.index["tyndale"] & 1
    assert not state.committed
    three = DEBATER.mask_of(["cranmer", "coverdale", "latimer"])
    assert not drawn(state_of(married_turn=0), turn=3).state.debaters & three
    assert drawn(state_of(married_turn=2), turn=3).state.debaters & three == three
