"""The deck (6.2): which cards are in it, and how many are dealt."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import ForCard
from adjudicator.games.here_i_stand.facts import CARD, POWER
from adjudicator.games.here_i_stand.rules import dealing
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.hands import Retrieved
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent, PlayForCp
from adjudicator.games.here_i_stand.rules.table import dealt
from adjudicator.games.here_i_stand.state import ForeignWar
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import controls, discarded, do, options, state_of, table
from tests.games.here_i_stand.test_8_2_card_draw_phase import drawn
from tests.games.here_i_stand.test_cards import ready

JOINS = [
    ("paul_iii", 2, {}, False),
    ("paul_iii", 3, {}, True),
    ("edward_vi", 6, {}, False),
    ("edward_vi", 6, {"edward": "sickly"}, True),
    ("edward_vi", 7, {"edward": "healthy", "edward_turn": 8}, False),
    ("mary_i", 6, {}, True),
    ("mary_i", 7, {"edward": "healthy"}, False),
    ("mary_i", 7, {"edward": "sickly"}, False),
    ("elizabeth_i", 7, {"elizabeth": True}, False),
    ("book_of_common_prayer", 5, {}, False),
    ("book_of_common_prayer", 5, {"married_turn": 5}, False),
    ("book_of_common_prayer", 5, {"married_turn": 4}, True),
]


@shows("6.2/1", "6.2/2", "6.2/3")
@pytest.mark.parametrize(("card", "turn", "facts", "new"), JOINS)
def test_when_cards_join_the_deck(card: str, turn: int, facts: dict[str, object], new: bool) -> None:
    assert dealing.joins(table(state_of(turn=turn, **facts)).state, CARD.thing(card)) is new


@shows("6.2/4", "6.1/3")
def test_home_cards_come_back_and_discards_are_shuffled_in() -> None:
    state = drawn(discarded("ransom")).state
    assert not state.discard
    assert all(state.hands[power].home for power in POWER.ids)


CARDS = {"ottoman": 3, "hapsburg": 5, "england": 3, "france": 4, "papacy": 3}


@shows("6.2/5", "6.2/7")
@pytest.mark.parametrize(("power", "cards"), CARDS.items())
def test_keys_and_rulers_say_how_many_cards_are_dealt(power: str, cards: int) -> None:
    assert rules.dealt(table().state, power) == cards


@shows("6.2/6")
def test_the_protestants_have_five_cards_with_four_electorates() -> None:
    held = controls("protestant", "wittenberg", "augsburg", "mainz")
    assert rules.base_cards(table(held).state, "protestant") == 4
    assert rules.base_cards(table(held, controls("protestant", "trier")).state, "protestant") == 5


@shows("6.2/7", "21.7/8")
def test_a_bull_a_foreign_war_and_the_fuggers_cost_a_card_each() -> None:
    plain = rules.dealt(table().state, "ottoman")
    abroad = state_of(foreign_wars=[ForeignWar(CARD.number("war_in_persia"), 4)])
    assert rules.dealt(table(abroad).state, "ottoman") == plain - 1
    match = table()
    match.state.powers["france"].excommunicated = True
    match.state.powers["france"].fewer = 1
    assert rules.dealt(match.state, "france") == rules.dealt(table().state, "france") - 2


@shows("6.2/1")
def test_thirty_six_cards_come_with_their_turn() -> None:
    assert sum(1 < each.turn < 99 and each.id not in ("edward_vi", "mary_i") for each in CARD) == 36


@shows("6.2/8")
def test_nobody_is_dealt_fewer_than_no_cards() -> None:
    state = table().state
    state.powers["papacy"].fewer = 9
    assert dealt(state, "papacy") == 0


@shows("6.2/9")
@pytest.mark.parametrize(("card", "gone"), {"copernicus": True, "fuggers": False}.items())
def test_a_card_leaves_the_match_by_its_event_only(card: str, gone: bool) -> None:
    match = ready(card)
    do(match, "hapsburg", PlayForCp(card))
    assert CARD.number(card) in match.state.discard
    match = ready(card)
    do(match, "hapsburg", PlayEvent(card))
    while match.decisions()[0].kind == "aim":
        do(match, "hapsburg", options(match, "hapsburg")[0])
    assert (CARD.number(card) in match.state.gone) is gone


@shows("6.2/10")
def test_everybody_sees_the_discards_and_what_is_taken_from_them() -> None:
    match = ready("frederick_the_wise", discarded("the_wartburg"))
    assert match.view(()).discard == ["the_wartburg"]  # type: ignore[attr-defined]
    do(match, "hapsburg", PlayEvent("frederick_the_wise"))
    told = []
    while match.decisions()[0].kind == "aim":
        told += do(match, "protestant", options(match, "protestant")[-1])
    assert Retrieved("protestant", "the_wartburg") in told


@shows("6.2/11")
def test_mandatory_events_and_own_used_cards_are_not_taken_back() -> None:
    lying = discarded("clement_vii", "fuggers", "erasmus")
    match = ready("here_i_stand", lying, power="protestant")
    match.state.powers["protestant"].used = 1 << CARD.number("fuggers")
    do(match, "protestant", PlayEvent("here_i_stand"))
    assert options(match, "protestant") == [ForCard("erasmus")]
