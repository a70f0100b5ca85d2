"""Battles by the rulebook's examples (R9.03, R9.40-R9.50)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.europa_universalis.content import CONTENT, default
from adjudicator.games.europa_universalis.facts import AREA, COASTS_OF, PROVINCE, REALM, RELIGION, ZONE
from adjudicator.games.europa_universalis.house_rules import HouseRules
from adjudicator.games.europa_universalis.rules.access import GoTo, LetPass, RefusePassage
from adjudicator.games.europa_universalis.rules.acting import turn
from adjudicator.games.europa_universalis.rules.battle_dice import (
    BaseDice,
    DiceRolled,
    IdeaInBattle,
    UseInBattle,
)
from adjudicator.games.europa_universalis.rules.battles import (
    BattleBegan,
    BattleOver,
    Fight,
    battle_at,
    battles_of_war,
    due,
    the_battle,
)
from adjudicator.games.europa_universalis.rules.casualties import (
    KeepCommand,
    LoseShip,
    LoseUnit,
    PrizeAlone,
    PrizeToFleet,
    ShipLost,
    UnitLost,
    Wounded,
    shares,
)
from adjudicator.games.europa_universalis.rules.characters import AppointGeneral, MoveGeneral
from adjudicator.games.europa_universalis.rules.movement import March
from adjudicator.games.europa_universalis.rules.npr_defence import serving, units_of
from adjudicator.games.europa_universalis.rules.retreats import Retreat, StandFast
from adjudicator.games.europa_universalis.rules.units import berths, friendly_ports
from adjudicator.games.europa_universalis.slots import CARD, CHARACTER
from adjudicator.games.europa_universalis.state import Displayed, State, Units
from tests.games.europa_universalis.cards import table as with_pack
from tests.games.europa_universalis.field import (
    SIX,
    Arrange,
    allies,
    army,
    entered,
    holding,
    idea,
    refused,
    rolled,
    ships,
    table,
    told,
    war,
)

INF, OUTLINED, CAV, MISS = 1, 3, 4, 6
"""Faces of an infantry die."""


def of(events: list[Any], kind: type) -> list[Any]:
    return [each for each in events if isinstance(each, kind)]


@pytest.mark.example("ex_9_6_battle_castile_granada")
def test_castile_beats_granada_as_in_the_box_r9_44() -> None:
    match = table(
        army("castile", "andalucia", infantry=2, cavalry=1, general="adm_16"),
        war("castile", "granada"),
        entered("andalucia"),
        frames=[battle_at("castile", "andalucia", origin="leon")],
        active="castile",
        dice=[
            rolled("attackers", "infantry", INF, INF, MISS),
            rolled("attackers", "cavalry", 1, 5),
            rolled("defenders", "infantry", INF, CAV, MISS),
        ],
    )
    events = told(match, ("castile", KeepCommand()), ("castile", LoseUnit("infantry", 1)))
    began = of(events, BattleBegan)[0]
    assert (began.attackers, began.realms, began.units) == (("castile",), ("granada",), 2)
    assert [(each.side, each.hits) for each in of(events, DiceRolled)] == [("attackers", 3), ("defenders", 1)]
    assert of(events, BattleOver)[0].side == "attackers"
    state = match.state
    assert state.led["castile"].armies[0].regular == Units(1, 1, 0)
    assert (state.led["castile"].exhausted, state.led["castile"].power) == (1, [5, 5, 6])


@pytest.mark.parametrize(
    ("arrange", "begins"),
    [
        ([war("castile", "granada", fresh=True)], True),
        ([war("castile", "granada")], False),
        ([war("castile", "granada"), entered("andalucia")], True),
    ],
)
def test_who_stood_there_as_an_enemy_before_the_turn_begins_no_battle_r9_03(arrange: list[Any], begins: Any) -> None:
    state = table(army("castile", "andalucia", infantry=2), *arrange, frames=[], active="castile").state
    assert bool(due(state, "castile")[1] >> AREA.index["andalucia"] & 1) == begins


@pytest.mark.parametrize("colour", ["infantry", "cavalry"])
def test_muslims_choose_the_colour_of_their_dice_on_land_r9_43(colour: Any) -> None:
    match = table(
        army("castile", "andalucia", infantry=2),
        lambda state: setattr(state.led["castile"], "religion", RELIGION.index["muslim"]),
        war("castile", "granada"),
        entered("andalucia"),
        frames=[battle_at("castile", "andalucia", origin="leon")],
        active="castile",
        dice=[rolled("attackers", colour, MISS, MISS, MISS), rolled("defenders", "infantry", MISS, MISS, MISS)],
    )
    events = told(match, ("castile", KeepCommand()), ("castile", BaseDice(colour)))
    assert [(each.side, each.hits) for each in of(events, DiceRolled)] == [("attackers", 0), ("defenders", 0)]


@pytest.mark.example("ex_9_7_three_realm_battle")
def test_three_realms_as_in_the_box_r9_41_r9_42() -> None:
    def reforms(state: State) -> None:
        state.decks[2].draw.remove(CARD.index["mil_1"])
        state.led["france"].display = [Displayed(CARD.index["mil_1"], 3)]

    match = table(
        army("france", "seine", cavalry=3, general="adm_16"),
        army("england", "seine", infantry=6, general="adm_18"),
        army("castile", "seine", infantry=4),
        idea("france", "noble_knights"),
        idea("england", "military_drill"),
        idea("castile", "tercios_janissaries"),
        war("france", "england", "castile"),
        reforms,
        frames=[battle_at("france", "seine", origin="loire")],
        dice=[rolled("attackers", "cavalry", 1, 2, 6)],
    )
    assert refused(match, "france", MoveGeneral(1, 2)).code == "not_in_this_battle"
    events = told(match, ("france", KeepCommand()))
    assert the_battle(match.state).defenders.seats == ["england", "castile"]
    used = {(each.seat, each.idea) for each in of(events, IdeaInBattle)}
    assert used == {("england", "military_drill"), ("france", "noble_knights")}
    assert [each.seat for each in of(events, UnitLost)] == ["england", "castile"]
    too_many = UseInBattle("mil_1", "innovatory_tactics", cavalry=3, artillery=1)
    assert refused(match, "france", too_many).code == "wrong_dice"
    match.apply("france", UseInBattle("mil_1", "innovatory_tactics", cavalry=2, artillery=2))
    assert refused(match, "france", UseInBattle("mil_1", "innovatory_tactics", cavalry=2, artillery=2)).code == (
        "used_already"
    )
    assert the_battle(match.state).attackers.dice == Units(3, 3, 2)
    assert match.state.led["france"].display[0].charges == 2
    assert match.state.led["france"].power[2] == 4


@pytest.mark.parametrize(
    ("passed", "says"),
    [
        ([], "castile"),
        (["castile"], "england"),
        (["england"], "castile"),
        (["england", "castile"], "castile"),
        (["castile", "england"], "england"),
    ],
)
def test_of_equal_defenders_who_had_the_last_turn_names_the_main_one_r9_41(passed: list[str], says: str) -> None:
    """Of those who have passed, who passed last."""

    def status(state: State) -> None:
        state.order = ["france", "england", "castile", *(x for x in SIX if x not in ("france", "england", "castile"))]
        for place, seat in enumerate(passed, 1):
            state.led[seat].status.passed = place

    match = table(
        army("france", "seine", infantry=3),
        army("england", "seine", infantry=4),
        army("castile", "seine", infantry=4),
        war("france", "england", "castile"),
        status,
        frames=[battle_at("france", "seine", origin="loire")],
    )
    assert [(each.kind, each.seats) for each in match.decisions()] == [("main_defender", (says,))]


def test_a_place_is_fought_for_until_no_hostile_units_are_left_there_r9_03() -> None:
    """France loses to England; Castile, at war with England too, goes on. Austria is at war with nobody."""
    lost = [rolled("attackers", "infantry", MISS, MISS, MISS), rolled("defenders", "infantry", INF, MISS, MISS)]
    won = [rolled("attackers", "infantry", INF, INF, MISS), rolled("defenders", "infantry", MISS, MISS, MISS)]
    match = table(
        army("france", "seine", infantry=1),
        army("england", "seine", infantry=2),
        army("castile", "seine", infantry=2),
        army("austria", "seine", infantry=1),
        war("england", "france", "castile", fresh=True),
        frames=[battles_of_war("france")],
        dice=[*lost, *won],
    )
    events = told(match)
    while match.decisions():
        which = match.decisions()[0]
        events += told(match, (which.waiting[0], match.options(which.waiting[0])[0]))[len(match.opening) :]
    began = [(each.attackers, each.defenders) for each in of(events, BattleBegan)]
    assert began == [(("france",), ("england",)), (("castile",), ("england",))]
    assert [each.seats for each in of(events, BattleOver)] == [("england",), ("castile",)]


def test_losses_go_round_from_the_largest_r9_45() -> None:
    assert shares({"england": 6, "castile": 4}, 3) == {"england": 2, "castile": 1}
    assert shares({"england": 6, "castile": 1}, 5) == {"england": 4, "castile": 1}
    assert shares({"england": 1}, 5) == {"england": 1}


@pytest.mark.example("ex_9_1_dow_austria_venice_naval")
@pytest.mark.example("ex_9_1_dow_austria_venice_land")
def test_austria_and_venice_at_sea_and_on_land_r13_10() -> None:
    match = table(
        army("austria", "venetia", infantry=6),
        army("austria", "lombardy", 2, infantry=6),
        army("france", "lombardy", infantry=2),
        ships("austria", "adriatic_sea"),
        ships("france", "gulf_of_lion", 2),
        allies("austria", "genoa", active=True),
        allies("france", "venice"),
        war("austria", "venice", "france", fresh=True),
        frames=[battles_of_war("austria")],
        active="austria",
        players=5,
    )
    assert set(match.options("austria")) == {Fight(zone="adriatic_sea"), Fight(zone="gulf_of_lion")}
    began = []
    while match.decisions():
        which = match.decisions()[0]
        seat = which.waiting[0]
        answer = Fight("venetia") if which.kind == "next_battle" and which.seats == ("austria",) else None
        options = match.options(seat)
        events = match.apply(seat, answer if answer in options else options[0])
        began += of([each.public for each in events], BattleBegan)
    places = {each.zone or each.area: each for each in began}
    assert list(places)[2:] == ["venetia", "lombardy"]
    assert (places["adriatic_sea"].units, places["gulf_of_lion"].units) == (5, 3)
    assert places["venetia"].units == 5
    assert (places["lombardy"].units, places["lombardy"].help, places["lombardy"].defenders) == (1, 2, ("france",))


def test_the_defender_appoints_a_general_at_home_r9_41() -> None:
    match = table(
        army("france", "seine", infantry=2),
        army("england", "seine", infantry=2),
        holding("france", "adm_16", "mil_15"),
        holding("england", "adm_18"),
        war("england", "france"),
        frames=[battle_at("england", "seine", origin="brittany_normandy")],
        active="england",
    )
    match.apply("england", AppointGeneral("adm_18", 1))
    match.apply("france", AppointGeneral("adm_16", 1))
    battle = the_battle(match.state)
    assert battle.attackers.leader == CHARACTER.index["adm_18"]
    assert battle.defenders.leader == CHARACTER.index["adm_16"]
    assert (battle.attackers.dice, battle.defenders.dice) == (Units(5), Units(3, 2))
    assert match.state.led["france"].power[2] == 4


def test_a_defender_abroad_appoints_nobody_r9_41() -> None:
    match = table(
        army("france", "aquitaine", infantry=2),
        army("england", "aquitaine", infantry=2),
        holding("england", "adm_18"),
        war("england", "france"),
        lambda state: state.occupier.__setitem__(PROVINCE.index["bordeaux"], REALM.index["france"]),
        frames=[battle_at("france", "aquitaine")],
    )
    match.apply("france", KeepCommand())
    assert match.decisions()[0].kind == "battle_action"


@pytest.mark.parametrize("ill", [False, True])
def test_two_outlined_faces_wound_a_leader_who_lost_a_unit_r9_46(ill: bool) -> None:
    def sick(state: State) -> None:
        state.ill = 1 << CHARACTER.index["adm_18"] if ill else 0

    match = table(
        army("france", "seine", infantry=2),
        army("england", "seine", infantry=1, general="adm_18"),
        sick,
        war("england", "france"),
        frames=[battle_at("england", "seine")],
        active="england",
        dice=[
            rolled("attackers", "infantry", MISS, MISS, MISS, MISS, MISS),
            rolled("defenders", "infantry", OUTLINED, OUTLINED, MISS),
        ],
    )
    events = told(match, ("england", KeepCommand()), ("france", KeepCommand()))
    assert [each.character for each in of(events, Wounded)] == ["adm_18"]
    dead = match.state.led["england"].armies[0].general != CHARACTER.index["adm_18"]
    assert (dead, bool(match.state.ill)) == (ill, not ill)


def test_ships_take_what_the_enemy_lost_r9_47() -> None:
    match = table(
        ships("france", "bay_of_biscay", 3),
        ships("england", "bay_of_biscay", 1),
        war("england", "france"),
        frames=[battle_at("france", None, "bay_of_biscay")],
        dice=[rolled("attackers", "artillery", 1, 4, 5), rolled("defenders", "artillery", 5, 5, 5)],
    )
    zone = ZONE.index["bay_of_biscay"]
    led = match.state.led
    match.apply("france", PrizeAlone())
    assert (led["france"].ships.light[zone], led["england"].ships.light[zone]) == (4, 0)


@pytest.mark.parametrize(("place", "asked"), [("bay_of_biscay", True), ("", True), ("gulf_of_lion", False)])
def test_a_captured_light_ship_may_join_the_fleet_or_form_it_r9_47(place: str, asked: bool) -> None:
    """The fleet is there, is nowhere yet, or is elsewhere."""

    def fleet(state: State) -> None:
        if place:
            state.led["france"].fleet.zone, state.led["france"].fleet.heavy = ZONE.index[place], 1

    zone = ZONE.index["bay_of_biscay"]
    match = table(
        ships("france", "bay_of_biscay", 3),
        ships("england", "bay_of_biscay", 1),
        fleet,
        war("england", "france"),
        frames=[battle_at("france", None, "bay_of_biscay")],
        dice=[
            rolled("attackers", "artillery", 1, 4, 5),
            rolled("defenders", "artillery", 5, 5, 5),
        ],
    )
    if match.decisions() and match.decisions()[0].kind == "command":
        match.apply("france", KeepCommand())
    own = match.state.led["france"]
    if asked:
        match.apply("france", PrizeToFleet())
        assert (own.fleet.zone, own.fleet.light, own.ships.light[zone]) == (zone, 1, 3)
    else:
        assert (own.fleet.light, own.ships.light[zone]) == (0, 4)
    assert match.decisions() == []


def test_nobodys_units_retreat_when_weaker_but_not_from_their_capital_r9_48() -> None:
    def weak(seat: str, area: str) -> Match:
        return table(
            army(seat, area, infantry=6),
            war(seat, "venice"),
            entered(area),
            frames=[battle_at(seat, area)],
            active=seat,
            players=5,
            dice=[
                rolled("attackers", "infantry", INF, INF, MISS),
                rolled("defenders", "infantry", MISS, MISS, MISS),
            ],
        )

    away = weak("austria", "dalmatia")
    assert away.decisions()[0].kind == "command"
    away.apply("austria", KeepCommand())
    assert (away.state.battles, away.decisions()) == ([], [])


def test_an_attacker_goes_back_for_one_more_unit_r9_48() -> None:
    match = table(
        army("france", "aquitaine", infantry=3),
        army("england", "aquitaine", infantry=4),
        war("england", "france"),
        frames=[battle_at("france", "aquitaine", origin="loire")],
        dice=[
            rolled("attackers", "infantry", MISS, MISS, MISS),
            rolled("defenders", "infantry", INF, MISS, MISS),
        ],
    )
    match.apply("france", KeepCommand())
    match.apply("england", KeepCommand())
    assert match.decisions()[0].kind == "retreat"
    match.apply("france", Retreat("loire"))
    own = match.state.led["france"]
    assert (own.armies[0].area, own.armies[0].all, own.exhausted) == (AREA.index["loire"], 1, 2)
    assert match.state.led["england"].power[2] == 5


def test_a_defender_pays_for_access_where_he_retreats_to_r9_48_r9_27() -> None:
    """Beside Castile lies Aragon, which is neutral to it: an influence there, or three ducats; with a claim it is
    closed.
    """

    def neutral(state: State) -> None:
        state.led["castile"].influence[AREA.index["aragon"]] = 1
        state.allied["castile"] = state.married["castile"] = 0

    def claim(state: State) -> None:
        state.led["castile"].claims |= 1 << AREA.index["aragon"]

    def fought(*more: Arrange) -> Match:
        match = table(
            army("france", "castile", infantry=4),
            army("castile", "castile", infantry=3),
            war("castile", "france"),
            neutral,
            *more,
            frames=[battle_at("france", "castile")],
            dice=[rolled(side, "infantry", MISS, MISS, MISS) for side in ("attackers", "defenders")],
        )
        for seat in ("france", "castile"):
            match.apply(seat, KeepCommand())
        return match

    ways = {(each.area, each.pay) for each in fought().options("castile") if isinstance(each, Retreat)}
    assert {("aragon", "influence"), ("aragon", "ducats"), ("leon", "")} <= ways
    match = fought()
    match.apply("castile", Retreat("aragon", pay="ducats"))
    own = match.state.led["castile"]
    assert (own.armies[0].area, own.armies[0].all, own.ducats) == (AREA.index["aragon"], 2, 12)
    assert "aragon" not in {each.area for each in fought(claim).options("castile") if isinstance(each, Retreat)}


@pytest.mark.parametrize("lets", [True, False])
def test_a_defender_asks_an_opponent_who_owns_all_of_the_area_where_he_retreats_to_r9_48_r9_27(lets: bool) -> None:
    """All of Leon is England's, with whom nobody is at war; he loses a unit and pays only if he may go."""
    there = [each.id for each in PROVINCE if each.area == AREA.index["leon"]]

    def foreign(state: State) -> None:
        state.allied["castile"] = state.married["castile"] = 0
        for each in there:
            state.owner[PROVINCE.index[each]] = REALM.index["england"]

    match = table(
        army("france", "castile", infantry=4),
        army("castile", "castile", infantry=3),
        war("castile", "france"),
        foreign,
        frames=[battle_at("france", "castile")],
        dice=[rolled(side, "infantry", MISS, MISS, MISS) for side in ("attackers", "defenders")] * 2,
    )
    for seat in ("france", "castile"):
        match.apply(seat, KeepCommand())
    match.apply("castile", Retreat("leon", pay="ducats", consent="england"))
    assert match.decisions()[0].kind == "consent"
    match.apply("england", LetPass() if lets else RefusePassage())
    own = match.state.led["castile"]
    if lets:
        assert (own.armies[0].area, own.armies[0].all, own.ducats) == (AREA.index["leon"], 2, 12)
    else:
        assert (own.armies[0].area, own.armies[0].all, own.ducats) == (AREA.index["castile"], 3, 15)
        assert match.decisions()[0].kind == "retreat"


HIT, BARE_OUTLINE, NO_HIT = 1, 4, 6
"""Faces of an artillery die."""


def fleet(seat: str, zone: str, *, admiral: str = "", **kinds: int) -> Arrange:
    """The fleet is in a zone."""

    def arrange(state: State) -> None:
        own = state.led[seat].fleet
        own.zone = ZONE.index[zone]
        for kind, n in kinds.items():
            setattr(own, kind, n)
        if admiral:
            own.admiral = CHARACTER.index[admiral]

    return arrange


def at_sea(*arrange: Arrange, zone: str = "bay_of_biscay", english: Sequence[int], french: Sequence[int]) -> Match:
    """England attacks France; nobody appoints an admiral."""
    match = table(
        *arrange,
        war("england", "france"),
        frames=[battle_at("england", None, zone)],
        active="england",
        dice=[rolled("attackers", "artillery", *english), rolled("defenders", "artillery", *french)],
    )
    while match.decisions() and match.decisions()[0].kind == "command":
        match.apply(match.decisions()[0].waiting[0], KeepCommand())
    return match


def test_who_retreats_at_sea_loses_a_ship_of_his_choice_even_a_whole_heavy_one_r9_48_r9_45() -> None:
    match = at_sea(
        fleet("france", "bay_of_biscay", heavy=2, light=1),
        ships("england", "bay_of_biscay", 9),
        english=[NO_HIT] * 3,
        french=[NO_HIT] * 3,
    )
    own = match.state.led["france"].fleet
    match.apply("england", StandFast())
    ports = {each.port for each in match.options("france") if isinstance(each, Retreat) and each.port}
    assert ports == {
        PROVINCE.ids[each]
        for each in friendly_ports(match.state, "france", own.zone)
        if berths(match.state, "france", each, fleet=True) >= 2
    }
    match.apply("france", Retreat(port="saintonge"))
    assert set(match.options("france")) == {LoseShip("light"), LoseShip("heavy")}
    match.apply("france", LoseShip("heavy"))
    assert (own.port, own.heavy, own.damaged, own.light) == (PROVINCE.index["saintonge"], 1, 0, 1)


@pytest.mark.parametrize("whole", [True, False])
def test_an_admiral_is_wounded_only_if_a_ship_was_lost_not_if_one_was_damaged_r9_46(whole: bool) -> None:
    """One hit damages a heavy ship that is whole; a damaged one is lost."""
    match = table(
        fleet("france", "bay_of_biscay", admiral="adm_18", heavy=int(whole), damaged=int(not whole)),
        ships("england", "bay_of_biscay"),
        war("england", "france"),
        frames=[battle_at("england", None, "bay_of_biscay")],
        active="england",
        dice=[
            rolled("attackers", "artillery", HIT, BARE_OUTLINE, BARE_OUTLINE),
            rolled("defenders", "infantry", MISS, MISS),
            rolled("defenders", "artillery", NO_HIT, NO_HIT, NO_HIT),
        ],
    )
    assert [each.damaged for each in of(told(match), ShipLost) if each.seat == "france"] == [whole]
    assert bool(of(told(match), Wounded)) == (not whole)


@pytest.mark.parametrize("claimed", [False, True])
def test_ships_do_not_retreat_into_a_distant_zone_that_they_may_not_enter_r9_48_r9_31(claimed: bool) -> None:
    def claim(state: State) -> None:
        state.led["france"].claims |= COASTS_OF[ZONE.index["caribbean_sea"]] if claimed else 0

    match = at_sea(
        ships("france", "eastern_atlantic", 4),
        ships("england", "eastern_atlantic", 4),
        claim,
        zone="eastern_atlantic",
        english=[NO_HIT] * 3,
        french=[NO_HIT] * 3,
    )
    match.apply("england", StandFast())
    assert (Retreat(zone="caribbean_sea") in match.options("france")) == claimed


def test_the_owner_chooses_which_of_whole_and_damaged_heavy_ships_takes_a_hit_r9_45() -> None:
    def hit(which: LoseShip) -> tuple[int, int]:
        match = at_sea(
            fleet("france", "bay_of_biscay", heavy=1, damaged=1),
            ships("england", "bay_of_biscay", 9),
            english=[HIT, NO_HIT, NO_HIT],
            french=[NO_HIT] * 3,
        )
        assert set(match.options("france")) == {LoseShip("heavy"), LoseShip("heavy", whole=True)}
        match.apply("france", which)
        own = match.state.led["france"].fleet
        return own.heavy, own.damaged

    assert hit(LoseShip("heavy")) == (1, 0)
    assert hit(LoseShip("heavy", whole=True)) == (0, 2)


def empire(state: State) -> None:
    state.empire.defending, state.empire.manpower = True, 4


def test_imperial_units_fight_beside_the_emperor_and_come_back_r18_20() -> None:
    match = table(
        army("austria", "austria", infantry=1),
        army("france", "austria", infantry=3),
        empire,
        war("austria", "france"),
        frames=[battle_at("france", "austria")],
        dice=[
            rolled("attackers", "infantry", INF, INF, MISS),
            rolled("defenders", "infantry", INF, INF, OUTLINED),
        ],
    )
    events = told(match, ("france", KeepCommand()), ("austria", KeepCommand()))
    assert [each.imperial for each in of(events, BattleBegan)] == [4]
    assert [each.category for each in of(events, UnitLost) if each.seat == "austria"] == ["regular", "imperial"]
    assert match.state.empire.manpower == 3
    assert of(events, BattleOver)[0].side == "defenders"


def test_no_imperial_units_against_members_that_nobody_plays_r18_20() -> None:
    match = table(
        army("austria", "bavaria_swabia", infantry=5),
        empire,
        war("austria", "bavaria"),
        entered("bavaria_swabia"),
        frames=[battle_at("austria", "bavaria_swabia")],
        active="austria",
    )
    assert (match.state.empire.manpower, the_battle(match.state).attackers.imperial) == (4, 0)


def test_the_empire_of_an_emperor_whom_nobody_plays_defends_with_authority_r18_28() -> None:
    match = table(
        army("france", "bavaria_swabia", infantry=5),
        war("france", "bavaria"),
        entered("bavaria_swabia"),
        frames=[battle_at("france", "bavaria_swabia")],
        players=3,
    )
    own = table(war("france", "bavaria"), frames=[], players=3)
    bavaria, area = REALM.index["bavaria"], AREA.index["bavaria_swabia"]
    capacity = units_of(own.state, bavaria, serving(own.state, bavaria, area, 0))
    assert the_battle(match.state).defenders.units == capacity + 9


def test_outside_units_that_stood_in_the_empire_before_the_turn_weaken_it_wherever_they_are_now_r18_28() -> None:
    """France marches out of Rhineland: an area that held outside units before this turn."""
    match = table(
        army("france", "rhineland", infantry=5),
        war("france", "bavaria"),
        frames=[turn("france")],
        players=3,
    )
    bavaria, area = REALM.index["bavaria"], AREA.index["bavaria_swabia"]
    capacity = units_of(match.state, bavaria, serving(match.state, bavaria, area, 0))
    told(match, ("france", March("rhineland", 1)), ("france", GoTo("bavaria_swabia")))
    assert the_battle(match.state).defenders.units == capacity + 9 - 2


@pytest.mark.parametrize(("authority", "units"), [(3, 9), (0, None)])
def test_an_empire_of_nobody_whose_defenders_have_served_has_authority_alone_r18_28(
    authority: int, units: int | None
) -> None:
    def arrange(state: State) -> None:
        state.turn.served, state.empire.authority = PROVINCE.mask, authority

    match = table(
        army("france", "bavaria_swabia", infantry=5),
        war("france", "bavaria"),
        entered("bavaria_swabia"),
        arrange,
        frames=[battle_at("france", "bavaria_swabia")],
        players=3,
    )
    begun = match.state.battles
    assert [(each.defenders.units, REALM.ids_of(each.defenders.realms)) for each in begun] == (
        [] if units is None else [(units, ("bavaria",))]
    )


def test_everybody_may_lend_battle_actions_to_realms_of_nobody_by_an_optional_rule_r20_03() -> None:
    def optional(state: State) -> None:
        state.rules = HouseRules(all_lend_battle_actions=True)

    match = table(
        army("castile", "andalucia", infantry=3),
        holding("england", "mil_15"),
        optional,
        war("castile", "granada"),
        entered("andalucia"),
        frames=[battle_at("castile", "andalucia")],
        active="castile",
    )
    match.apply("castile", KeepCommand())
    assert match.decisions()[0].seats == ("england",)
    match.apply("england", UseInBattle("mil_15", infantry=2))
    assert match.state.led["england"].power[2] == 4


def test_an_active_ally_defends_with_half_and_a_token_adds_a_unit_r13_10() -> None:
    match = table(war("france", "bohemia"), frames=[])
    state, bohemia, area = match.state, REALM.index["bohemia"], AREA.index["bohemia"]
    places = serving(state, bohemia, area, 0)
    assert places & state.plus_manpower
    plain = sum(PROVINCE.things[each].tax for each in range(len(PROVINCE)) if places >> each & 1)
    assert units_of(state, bohemia, places) == plain + 1
    state.active |= 1 << bohemia
    assert units_of(state, bohemia, places) == -(-(plain + 1) // 2)


def test_three_units_of_nobody_have_a_leader_of_the_military_deck_r9_50_r8_02() -> None:
    """Its discards but five are shuffled when it is empty; without a card nobody leads."""

    def spent(kept: int) -> Arrange:
        def arrange(state: State) -> None:
            deck = state.decks[2]
            deck.draw, deck.discards = [], deck.draw[:kept]
            state.rebels[AREA.index["andalucia"]] = 3

        return arrange

    for kept, piles in ((0, (0, 0)), (7, (1, 6))):
        match = table(
            army("castile", "andalucia", infantry=3),
            spent(kept),
            frames=[battle_at("castile", "andalucia")],
            active="castile",
        )
        match.apply("castile", KeepCommand())
        deck = match.state.decks[2]
        assert (len(deck.draw), len(deck.discards)) == piles


def test_two_battle_actions_of_one_display_card_are_two_actions_r8_04() -> None:
    def reforms(state: State) -> None:
        state.decks[2].draw.remove(CARD.index["mil_1"])
        state.led["france"].display = [Displayed(CARD.index["mil_1"], 3)]

    acts = CONTENT.write(default())["titles"]["military_reforms"]["acts"]
    more_dice = {**acts[0], "id": "increase_manpower", "dice": [{"op": "extra_dice", "any": 1}]}
    match = with_pack(
        army("france", "seine", cavalry=3, general="adm_16"),
        army("england", "seine", infantry=6),
        war("france", "england"),
        reforms,
        frames=[battle_at("france", "seine", origin="loire")],
        pack={"titles.military_reforms.acts": [acts[0], more_dice]},
    )
    told(match, ("france", KeepCommand()))
    first = UseInBattle("mil_1", "innovatory_tactics", cavalry=2, artillery=2)
    match.apply("france", first)
    assert refused(match, "france", first).code == "used_already"
    match.apply("france", UseInBattle("mil_1", "increase_manpower", cavalry=1))
    assert refused(match, "france", UseInBattle("mil_1", "increase_manpower", cavalry=1)).code == "used_already"
    assert match.state.led["france"].display[0].charges == 1
