"""What Ministry cards do once a turn: a marker on the ability until the next reset (3.5.2, 4.1.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.rules.action_round import EndRound
from adjudicator.games.imperial_struggle.rules.deal import reset
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.ministries.use import UseMinistry
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket

if TYPE_CHECKING:
    from conftest import Table

M4_D, M4_E, D4, E4 = "inv_m4_d2", "inv_m4_e2", "inv_d4_m2", "inv_e4_m2"
USES = {
    "m4": UseMinistry("m4", 2, kind="major"),
    "m8": UseMinistry("m8"),
    "m9": UseMinistry("m9", space="quebec_and_montreal"),
    "m10, a squadron": UseMinistry("m10", kind="major"),
    "m10, a treaty": UseMinistry("m10", 2, card=3),
    "m11, a point": UseMinistry("m11"),
    "m11, a squadron": UseMinistry("m11", 2, kind="major"),
    "m15, a point": UseMinistry("m15"),
    "m15, a squadron": UseMinistry("m15", 2, kind="major"),
    "m16": UseMinistry("m16"),
    "m20": UseMinistry("m20", 2),
    "m21": UseMinistry("m21", commodity="furs"),
}
AGAIN = {"m9": UseMinistry("m9", space="louisiana"), "m10, a treaty": UseMinistry("m10", 2, card=4)}
"""The second use, where the first target is taken."""


@pytest.mark.parametrize("name", USES)
def test_an_ability_is_used_once_a_turn_3_5_2(table: Table, name: str) -> None:
    action, again = USES[name], AGAIN.get(name, USES[name])
    number = int(name.partition(",")[0][1:])
    side = "france" if number in (4, 9, 11) else "britain"
    table.squadron(side, "biscay", "gulf_of_maine").hand(side, 3, 4).cards(side, number)
    table.play(side, M4_D).do(action, EndRound())
    table.begin(side, M4_D, number=2).do(TakeInvestment(M4_D))
    assert table.refused(again).code == "ability_exhausted"
    table.do(EndRound())
    reset(table.now)
    table.begin(side, M4_D).do(TakeInvestment(M4_D))
    table.do(again)


def test_the_bank_plays_one_economic_event_a_turn_m_8(table: Table) -> None:
    table.hand("britain", 11, 15).cards("britain", 8).play("britain", "inv_m3_e2")
    table.do(PlayEvent(11, via="m8"), EndRound())
    table.begin("britain", "inv_m3_e2", number=2).do(TakeInvestment("inv_m3_e2"))
    assert table.refused(PlayEvent(15, via="m8")).code == "ability_exhausted"


def test_condorcet_plays_one_event_a_turn_m_25(table: Table) -> None:
    table.hand("france", 36, 35).cards("france", 25).play("france", D4).do(PlayEvent(36, via="m25"), EndRound())
    table.begin("france", D4, number=2).do(TakeInvestment(D4))
    assert table.refused(PlayEvent(35, via="m25")).code == "ability_exhausted"


def test_merchant_banks_lend_again_in_the_next_turn_m_17(table: Table) -> None:
    table.cards("britain", 17, up=True).play("britain", E4)
    table.do(ShiftMarket("albany", "flag", kind="major", free_debt=2), EndRound())
    table.begin("britain", E4, number=2).do(TakeInvestment(E4))
    assert table.refused(ShiftMarket("cumberland", "flag", kind="major", free_debt=1)).code == "no_free_debt"
    table.do(EndRound())
    reset(table.now)
    table.begin("britain", E4).do(TakeInvestment(E4), ShiftMarket("cumberland", "flag", kind="major", free_debt=2))
    assert table.debt("britain") == 0


def test_the_taxed_commodity_is_forgotten_in_the_next_turn_m_21(table: Table) -> None:
    table.flag("france", "albany").cards("britain", 21).play("britain", M4_E)
    table.do(UseMinistry("m21", commodity="furs"), EndRound())
    table.begin("britain", M4_E, number=2).do(TakeInvestment(M4_E))
    table.match.check("britain", ShiftMarket("albany", "unflag", kind="minor"))
    table.do(EndRound())
    reset(table.now)
    table.begin("britain", M4_E).do(TakeInvestment(M4_E))
    assert table.refused(ShiftMarket("albany", "unflag", kind="minor")).code == "minor_cannot_remove"
