"""The card draw phase (8.2)."""

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import DEBATER
from adjudicator.games.here_i_stand.rules import dealing
from adjudicator.games.here_i_stand.rules.dealing import ReturnTo
from adjudicator.games.here_i_stand.rules.impulses import impulse
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import HELD, Arrange, controls, do, empty, leader, state_of, table


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
    state = drawn(state_of(lost_ships={"france": 2}, pirated=1)).state
    assert not state.lost_ships
    assert not state.pirated
