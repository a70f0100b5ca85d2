"""Unrest of wars and of stability (R3.37)."""

from __future__ import annotations

from adjudicator.games.europa_universalis.facts import PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.operations import AtProvince, Forgo
from adjudicator.games.europa_universalis.rules.unrest import unrest_of_war
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.cards import answer, asked, refused, table


def test_who_is_at_war_adds_unrest_to_two_towns_r3_37() -> None:
    def war(state: State) -> None:
        state.war[REALM.index["france"]] = 1 << REALM.index["aragon"]

    match = table(war, frames=[unrest_of_war()])
    assert refused(match, "france", AtProvince("london")).code == "not_this_province"
    answer(match, ("france", AtProvince("paris")), ("france", AtProvince("orleans")))
    assert match.state.unrest == PROVINCE.mask_of(["paris", "orleans"])
    assert asked(match) == ("", ())


def test_low_stability_adds_unrest_and_high_stability_may_remove_it_r3_37() -> None:
    def unstable(state: State) -> None:
        state.led["england"].stability, state.led["castile"].stability = -2, 2
        state.unrest = PROVINCE.mask_of(["sevilla", "cordoba"])

    match = table(unstable, frames=[unrest_of_war()])
    assert asked(match) == ("province_for", ("castile",))
    answer(match, ("castile", AtProvince("sevilla")), ("england", AtProvince("york")))
    assert match.state.unrest == PROVINCE.mask_of(["cordoba", "york"])
    match = table(unstable, frames=[unrest_of_war()])
    answer(match, ("castile", Forgo()), ("england", AtProvince("york")))
    assert match.state.unrest == PROVINCE.mask_of(["sevilla", "cordoba", "york"])


def test_vassals_are_no_towns_of_ones_own_r3_37() -> None:
    def war(state: State) -> None:
        state.war[REALM.index["burgundy"]] = 1 << REALM.index["savoy"]

    match = table(war, frames=[unrest_of_war()], active="burgundy")
    owners = {PROVINCE.thing(each.province).owner for each in match.options("burgundy")}
    assert owners == {REALM.index["burgundy"]}
