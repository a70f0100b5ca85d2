"""Ransom of leaders (9.4)."""

from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.rules.dealing import ReturnTo
from adjudicator.games.here_i_stand.rules.diplomacy.peace import Settle
from tests.games.here_i_stand.peacemaking import CAPTURED, settling
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import controls, do, hand, leader, options, refused


@shows("9.4/1")
def test_a_ransom_is_a_random_card_for_the_captor() -> None:
    match = settling(CAPTURED, hand("france", "fuggers", "patron_of_the_arts"))
    assert refused(match, "france", Settle(("francis_i",))) == "not_captured"
    assert refused(match, "france", Settle(("montmorency", "montmorency"))) == "not_captured"
    assert refused(match, "france", Settle(relief=True)) == "not_excommunicated"
    do(match, "france", Settle(("montmorency",)))
    assert match.state.leaders["montmorency"].at == "paris"
    assert CARD.number("fuggers") in match.state.hands["hapsburg"].cards
    assert match.state.hands["france"].home, "home cards are never drawn"


@shows("9.4/1")
def test_a_freed_leader_goes_to_a_home_key_where_the_capital_is_lost() -> None:
    match = settling(CAPTURED, hand("france", "fuggers"), controls("hapsburg", "paris"))
    do(match, "france", Settle(("montmorency",)))
    assert {*options(match, "france")} == {*map(ReturnTo, ("rouen", "lyon", "marseille", "bordeaux"))}
    do(match, "france", ReturnTo("lyon"))
    assert match.state.leaders["montmorency"].at == "lyon"


@shows("9.4/1")
def test_one_card_does_not_pay_for_two() -> None:
    match = settling(
        CAPTURED, hand("france", "fuggers"), lambda state: setattr(state.powers["france"], "excommunicated", True)
    )
    assert refused(match, "france", Settle(("montmorency",), relief=True)) == "too_few_cards"


@shows("9.4/1")
def test_nobody_has_to_ransom_and_several_may_come_home() -> None:
    both = (CAPTURED, leader("francis_i", "", captor="hapsburg"), hand("france", "fuggers", "ransom"))
    match = settling(*both)
    do(match, "france", Settle())
    assert match.state.leaders["montmorency"].captor == "hapsburg"
    match = settling(*both)
    do(match, "france", Settle(("francis_i", "montmorency")))
    assert not match.state.hands["france"].cards
    assert {match.state.leaders[each].at for each in ("francis_i", "montmorency")} == {"paris"}
