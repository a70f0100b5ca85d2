"""Tokens and cubes of which there are not enough (R1.08)."""

from __future__ import annotations

from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.claims import ReturnClaim
from adjudicator.games.europa_universalis.rules.influence import ReturnInfluence
from adjudicator.games.europa_universalis.rules.realms import tokens_left
from adjudicator.games.europa_universalis.rules.subjugation import refused_subject
from adjudicator.games.europa_universalis.rules.supplies import ReturnCore, supplies
from adjudicator.games.europa_universalis.rules.unrest import GivePower
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.table import Arrange, areas, asked, do, has, power, refusal, table

EIGHT = ("loire", "seine", "languedoc", "burgundy", "lombardy", "castile", "leon", "aragon")


def claiming(n: int) -> Arrange:
    return has("france", claims=areas(*EIGHT[:n]))


def test_a_seventh_claim_is_a_token_from_elsewhere_r1_08() -> None:
    match = table(claiming(8), frames=[supplies()])
    assert asked(match) == ("supply", "france")
    assert refusal(match, ReturnInfluence("lombardy")) == "nothing_to_take"
    do(match, ReturnClaim("loire"), ReturnClaim("aragon"))
    assert match.decisions() == []
    assert match.state.led["france"].claims == areas(*EIGHT[1:7])


def test_a_third_core_token_is_one_from_elsewhere_r1_08() -> None:
    match = table(has("france", cores=areas("loire", "seine", "burgundy")), frames=[supplies()])
    do(match, ReturnCore("seine"))
    assert match.decisions() == []
    assert match.state.led["france"].cores == areas("loire", "burgundy")


def test_there_are_thirty_cubes_r1_08() -> None:
    """Of power or of influence, as the seat likes; nothing is asked where they suffice."""

    def cubes(state: State) -> None:
        state.curia.cardinals = []
        state.led["france"].influence = [0] * len(AREA)
        state.led["france"].influence[AREA.index["lombardy"]] = 2

    match = table(cubes, power("france", adm=10, dip=10, mil=10), frames=[supplies()])
    do(match, GivePower("adm"), ReturnInfluence("lombardy"))
    assert match.decisions() == []
    assert match.state.led["france"].power == [9, 10, 10]
    assert table(cubes, power("france", adm=10, dip=9, mil=9), frames=[supplies()]).decisions() == []


def test_without_vassal_tokens_nobody_becomes_a_vassal_r1_08() -> None:
    """All tokens of France lie on Aragon, which is larger than they suffice for."""
    state = table().state
    france, aragon, navarra = (REALM.index[each] for each in ("france", "aragon", "navarra"))
    state.overlord[aragon] = france
    state.allied["france"] |= 1 << navarra
    before = tokens_left(state, france)
    assert before == 19 - sum(PROVINCE.things[n].tax for n, owner in enumerate(state.owner) if owner == aragon)
    for each in PROVINCE.indexes:
        if state.owner[each] not in (france, navarra):
            state.owner[each] = aragon
    found = refused_subject(state, "france", navarra)
    assert found is not None
    assert found.code == "no_vassal_tokens"
