"""Stability, converting areas, the national focus, the state religion (R6.01, R6.02, R4.05, R4.06)."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.components import bits
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM, RELIGION
from adjudicator.games.europa_universalis.rules.acting import turn
from adjudicator.games.europa_universalis.rules.administration import (
    ChangeFocus,
    ChangeReligion,
    ConvertArea,
    IncreaseStability,
    KeepHand,
    PickDiscard,
    convert_refused,
    stability_cost,
)
from adjudicator.games.europa_universalis.rules.ages import EndMarriage
from adjudicator.games.europa_universalis.rules.drawing import DiscardCards, DrawCards
from adjudicator.games.europa_universalis.rules.influence import GiveInfluence, PutInfluence
from adjudicator.games.europa_universalis.rules.marriages import realms_without_rulers
from adjudicator.games.europa_universalis.rules.purse import GivePower, StabilityChanged
from adjudicator.games.europa_universalis.rules.relations import areas_of
from adjudicator.games.europa_universalis.rules.unrest import RebelDice, loses_ducats
from adjudicator.games.europa_universalis.slots import CARD
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.table import Arrange, areas, asked, do, hand, has, own, power, refusal, table


def cardinals(*seats: str) -> Arrange:
    def arrange(state: State) -> None:
        state.curia.cardinals = list(seats)

    return arrange


def faith(area: str, religion: str) -> Arrange:
    def arrange(state: State) -> None:
        state.religion[AREA.index[area]] = RELIGION.index[religion]

    return arrange


@pytest.mark.example("ex_5_3_stability_costs")
@pytest.mark.parametrize(("stability", "cost"), [(-3, 2), (-1, 4), (0, 5), (1, 6), (2, 7)])
def test_what_stability_costs_ex_5_3(stability: int, cost: int) -> None:
    state = table(has("france", stability=stability), cardinals("castile")).state
    assert stability_cost(state, "france", 5) == cost
    assert (
        stability_cost(table(has("castile", stability=stability), cardinals("castile")).state, "castile", 5) == cost - 1
    )
    orthodox = table(
        has("france", stability=stability, religion=RELIGION.index["orthodox"]), cardinals("castile")
    ).state
    assert stability_cost(orthodox, "france", 5) == cost - (stability in (-1, 0))


def test_stability_is_increased_r6_01() -> None:
    match = table(power("france", adm=5), cardinals("castile"))
    do(match, IncreaseStability())
    assert (match.state.led["france"].stability, match.state.led["france"].power[0]) == (1, 0)
    assert refusal(match, IncreaseStability()) == "acted_already"
    assert refusal(table(power("france", adm=4), cardinals("castile")), IncreaseStability()) == "too_little_power"
    second = table(power("france", adm=6), has("france", stability=1), cardinals("castile"))
    assert StabilityChanged("france", 1, now=2) in do(second, IncreaseStability())


def stable(seat: str, stability: int, adm: int, dip: int, mil: int) -> Arrange:
    def arrange(state: State) -> None:
        state.led[seat].stability, state.led[seat].power = stability, [adm, dip, mil]
        state.led[seat].ruler = NONE

    return arrange


@pytest.mark.parametrize(
    ("stability", "before", "after"),
    [
        (-2, (1, 1, 1), (1, 1, 1)),
        (-3, (2, 1, 1), (0, 1, 1)),
        (-3, (0, 0, 0), (0, 0, 0)),
        (-3, (1, 0, 2), (0, 0, 1)),
        (-3, (0, 1, 1), (0, 0, 0)),
    ],
)
def test_below_the_track_stability_costs_power_r6_01(
    stability: int, before: tuple[int, int, int], after: tuple[int, int, int]
) -> None:
    match = table(stable("france", stability, *before), frames=[realms_without_rulers(), turn("france")])
    own = match.state.led["france"]
    assert (own.stability, tuple(own.power)) == (-3, after)


def test_which_power_is_lost_below_the_track_is_the_seats_choice_r6_01() -> None:
    """A power of adm is there, and another one is missing."""
    match = table(stable("france", -3, 1, 2, 2), frames=[realms_without_rulers(), turn("france")])
    assert asked(match) == ("power_for_stability", "france")
    assert set(match.options("france")) == {GivePower("dip"), GivePower("mil")}
    do(match, GivePower("mil"))
    assert (match.state.led["france"].power, asked(match)[0]) == ([0, 2, 1], "turn")


@pytest.mark.parametrize(("order", "left"), [("stability_first", [0, 0, 1]), ("halving_first", [0, 0, 0])])
def test_a_bankrupt_chooses_which_power_stability_takes_r6_01_r7_20(order: str, left: list[int]) -> None:
    """At -2 a bankrupt realm loses a step, and 4 power for two more."""
    broke = has("france", ducats=0, interest=5, stability=-2, power=[1, 2, 4])
    match = table(broke, frames=[loses_ducats("france"), turn("france")], options={"bankruptcy_order": order})
    while asked(match)[0] == "power_for_stability":
        do(match, GivePower("dip" if match.state.led["france"].power[1] else "mil"))
    assert match.state.led["france"].power == left


def test_an_area_is_converted_r6_02() -> None:
    here = [
        PROVINCE.ids[each] for each in range(len(PROVINCE)) if PROVINCE.things[each].area == AREA.index["andalucia"]
    ]
    match = table(own("castile", *here), faith("andalucia", "diverse"), on_move="castile")
    do(match, ConvertArea("andalucia"))
    state = match.state
    assert state.religion[AREA.index["andalucia"]] == RELIGION.index["catholic"]
    assert (state.led["castile"].power[0], asked(match)[0]) == (3, "province_for")
    assert state.led["castile"].ducats == 12


def test_who_may_not_convert_r6_02() -> None:
    match = table(faith("andalucia", "diverse"), faith("seine", "muslim"), on_move="castile")
    assert refusal(match, ConvertArea("castile")) == "of_this_faith"
    assert refusal(match, ConvertArea("seine")) == "nothing_owned"
    assert refusal(match, ConvertArea("andalucia")) == "others_faith"  # Granada is muslim
    poor = table(
        own("castile", "granada", "gibraltar"),
        has("castile", ducats=2),
        faith("andalucia", "diverse"),
        on_move="castile",
    )
    assert refusal(poor, ConvertArea("andalucia")) == "too_few_ducats"


@pytest.mark.parametrize(("vassal", "refused"), [("granada", "others_faith"), ("portugal", "")])
def test_a_vassal_in_an_area_to_be_converted_has_a_faith_of_its_own_r6_02(vassal: str, refused: str) -> None:
    """Granada is muslim, Portugal catholic like their overlord."""

    def overlord(state: State) -> None:
        state.overlord[REALM.index[vassal]] = REALM.index["castile"]

    here = [own(vassal, "granada", "gibraltar"), overlord, faith("andalucia", "diverse")]
    found = convert_refused(table(*here, on_move="castile").state, "castile", AREA.index["andalucia"])
    assert (found.code if found else "") == refused


def test_distant_areas_have_no_religion_r6_02() -> None:
    def colony(state: State) -> None:
        state.owner[PROVINCE.index["canada"]] = REALM.index["england"]
        state.religion[AREA.index["canada"]] = RELIGION.index["diverse"]

    assert refusal(table(colony, on_move="england"), ConvertArea("canada")) == "no_faith_there"


def test_an_area_with_an_occupied_province_is_not_converted_r6_02() -> None:
    """What somebody else holds is owned by nobody."""
    places = [each for each in PROVINCE if each.area == AREA.index["castile"]]
    home, place = [faith("castile", "diverse"), own("castile", *[each.id for each in places])], places[0]

    def occupied(state: State) -> None:
        state.occupier[place.index] = REALM.index["france"]

    def rebels(state: State) -> None:
        state.rebel_towns = 1 << place.index

    for arrange in (occupied, rebels):
        assert refusal(table(*home, arrange, on_move="castile"), ConvertArea("castile")) == "held_by_others"
    do(table(*home, on_move="castile"), ConvertArea("castile"))


def test_power_of_two_types_becomes_a_third_r4_05() -> None:
    match = table()
    do(match, ChangeFocus("mil", ("adm", "dip")))
    assert match.state.led["france"].power == [4, 4, 7]
    assert match.state.led["france"].status.focused
    match = table(has("france", status=match.state.led["france"].status))
    assert refusal(match, ChangeFocus("mil", ("adm",))) == "focused_already"
    match = table(power("france", dip=0))
    assert refusal(match, ChangeFocus("mil", ("adm", "dip"))) == "too_little_power"
    assert refusal(match, ChangeFocus("mil", ("mil",))) == "no_such_focus"
    assert refusal(match, ChangeFocus()) == "no_cards"


def test_cards_are_exchanged_for_one_fewer_r4_05() -> None:
    def discarded(state: State) -> None:
        deck = state.decks[2]
        deck.discards, deck.draw = deck.draw[:6], deck.draw[6:]

    match = table(hand("france", "adm_1", "adm_2", "dip_1", "dip_2"), discarded)
    do(match, ChangeFocus())
    assert refusal(match, KeepHand()) == "must_exchange"
    assert refusal(match, DiscardCards(("mil_1",))) == "not_yours"
    assert refusal(match, DiscardCards(("adm_1", "adm_2", "dip_1", "dip_2"))) == "too_many_exchanged"
    do(match, DiscardCards(("adm_1", "adm_2", "dip_1")))
    top = [CARD.ids[each] for each in match.state.decks[2].discards]
    assert refusal(match, PickDiscard(top[0])) == "not_on_top"
    assert refusal(match, DrawCards(("adm", "adm", "adm"))) == "too_many_drawn"
    assert match.state.decks[0].discards == []
    do(match, PickDiscard(top[5]))
    assert refusal(match, PickDiscard(top[4])) == "picked_already"
    do(match, DrawCards(("adm",)))
    led = match.state.led["france"]
    assert (led.power[2], led.ducats, len(led.hand)) == (4, 13, 3)
    assert [CARD.ids[each] for each in match.state.decks[0].discards] == ["adm_1", "adm_2"]


def test_the_state_religion_changes_from_age_2_r4_06() -> None:
    def second(state: State) -> None:
        state.age = 2
        state.married["england"] = 1 << REALM.index["portugal"]
        state.religion[AREA.index["scotland"]] = RELIGION.index["protestant"]

    assert refusal(table(on_move="england"), ChangeReligion("protestant")) == "not_before_age_2"
    match = table(second, on_move="england")
    assert refusal(match, ChangeReligion("muslim")) == "no_such_change"
    assert refusal(match, ChangeReligion("counter_reformed")) == "no_counter_reform"
    assert refusal(table(second, on_move="austria"), ChangeReligion("protestant")) == "empire_is_of_another_faith"
    do(match, ChangeReligion("protestant"))
    led = match.state.led["england"]
    assert (led.religion, led.prestige, led.stability) == (RELIGION.index["protestant"], -2, -1)
    assert match.state.married["england"] == 0
    assert "england" not in match.state.curia.cardinals


def test_an_emperor_of_the_basic_game_changes_his_religion_as_he_likes_r18_27() -> None:
    def second(state: State) -> None:
        state.age = 2

    do(table(second, on_move="austria", options={"basic_game": True}), ChangeReligion("protestant"))


def test_only_a_marriage_in_the_old_faith_falls_with_it_r4_06() -> None:
    """Scotland is protestant; the marriage with Portugal ends, that with Scotland stays."""

    def second(state: State) -> None:
        state.age = 2
        state.married["england"] = REALM.mask_of(("portugal", "scotland"))
        state.religion[AREA.index["scotland"]] = RELIGION.index["protestant"]

    match = table(second, on_move="england")
    do(match, ChangeReligion("protestant"))
    assert match.state.married["england"] == REALM.mask_of(("scotland",))


def turns(*arrange: Arrange, seat: str = "england") -> Match:
    """England turns protestant, as Scotland and Ireland are; all its own influence is in Portugal and Flanders."""

    def second(state: State) -> None:
        state.age = 2
        state.empire.official = RELIGION.index["protestant"]
        for id in ("scotland", "ireland"):
            state.religion[AREA.index[id]] = RELIGION.index["protestant"]
        for led in state.led.values():
            led.influence = [0] * len(AREA)
        state.married = dict.fromkeys(state.married, 0)
        state.led[seat].influence[AREA.index["portugal"]] = 4
        state.led[seat].influence[AREA.index["flanders_wallonia"]] = 2

    match = table(second, *arrange, on_move=seat)
    do(match, ChangeReligion("protestant"))
    return match


def influence(match: Match, seat: str) -> dict[str, int]:
    return {AREA.ids[area]: n for area, n in enumerate(match.state.led[seat].influence) if n}


def test_five_influence_go_from_areas_of_the_old_faith_to_those_of_the_new_r4_06() -> None:
    match = turns()
    assert refusal(match, GiveInfluence("scotland")) == "no_own_influence"
    do(match, *[GiveInfluence("portugal")] * 4)
    assert refusal(match, PutInfluence("castile")) == "not_displaced"
    do(match, *[PutInfluence("scotland")] * 3, *[PutInfluence("ireland")] * 2)
    assert influence(match, "england") == {"flanders_wallonia": 1, "scotland": 3, "ireland": 2}


def test_influence_of_a_new_faith_displaces_nobodys_r4_06() -> None:
    """Scotland is full."""

    def full(state: State) -> None:
        state.led["france"].influence[AREA.index["scotland"]] = 5

    match = turns(full)
    do(match, *[GiveInfluence("portugal")] * 4)
    assert refusal(match, PutInfluence("scotland", "france")) == "not_displaced"
    assert {each.area for each in match.options("england") if isinstance(each, PutInfluence)} == {"ireland"}


def test_a_marriage_in_the_old_faith_that_stays_spares_an_influence_r4_06_r11_02() -> None:
    def wed(state: State) -> None:
        state.married["england"] = REALM.mask_of(("portugal", "castile"))
        state.married["castile"] = REALM.mask_of(("england",))

    match = turns(wed)
    do(match, EndMarriage("castile"), *[GiveInfluence("portugal")] * 4)
    assert influence(match, "england") == {"flanders_wallonia": 2}
    assert asked(match)[0] == "gain_influence"


def test_imperial_influence_that_is_lost_for_a_new_faith_is_not_placed_again_r4_06() -> None:
    """Austria has two cubes of its own in areas of the old faith: they go first, and they alone are placed."""

    def emperor(state: State) -> None:
        state.led["austria"].influence[AREA.index["portugal"]] = 0
        state.empire.imperial = [int(AREA.ids[area] in ("rhineland", "westphalia", "saxony")) for area in AREA.indexes]

    match = turns(emperor, seat="austria")
    assert (influence(match, "austria"), sum(match.state.empire.imperial)) == ({}, 0)
    do(match, *[PutInfluence("scotland")] * 2)
    assert asked(match)[0] == "province_for", "unrest follows"
    assert influence(match, "austria") == {"scotland": 2}


def test_areas_of_the_old_faith_have_unrest_and_roll_r4_06() -> None:
    """All of England but Ireland, which is protestant: a town, and a die, in each area."""

    def nothing(state: State) -> None:
        state.led["england"].influence = [0] * len(AREA)

    match, events = turns(nothing), []
    while asked(match)[0] != "turn":
        events += do(match, next(iter(match.options("england"))))
    rolled = {each.area: len(each.faces) for each in events if isinstance(each, RebelDice)}
    own_areas = {AREA.ids[each] for each in bits(areas_of(match.state, REALM.index["england"]))}
    assert rolled == dict.fromkeys(own_areas - {"ireland"}, 1)
    assert "ireland" in own_areas


def test_a_catholic_turns_counter_reformed_for_3_adm_r4_06() -> None:
    match = table(faith("rhineland", "counter_reformed"))
    do(match, ChangeReligion("counter_reformed"))
    led = match.state.led["france"]
    assert (led.religion, led.power[0], led.prestige) == (RELIGION.index["counter_reformed"], 2, 0)
    assert match.state.religion[AREA.index["seine"]] == RELIGION.index["counter_reformed"]
    assert areas("seine") & areas("rhineland") == 0


def held_by_rebels(*provinces: str) -> Arrange:
    def arrange(state: State) -> None:
        state.rebel_towns |= PROVINCE.mask_of(provinces)
        state.rebels[AREA.index["seine"]] = 2

    return arrange


@pytest.mark.parametrize(
    ("rule", "towns", "code"),
    [
        (False, ("paris", "champagne", "orleans"), "not_before_age_2"),
        (True, ("paris", "champagne"), "not_before_age_2"),
        (True, ("champagne", "orleans", "berry"), "not_before_age_2"),
        (True, ("paris", "champagne", "orleans"), ""),
    ],
)
def test_religious_rebels_may_force_their_faith_on_a_realm_r20_03(
    rule: bool, towns: tuple[str, ...], code: str
) -> None:
    """They hold the capital and two other towns in areas of other faiths; those of the new faith are calm again."""
    match = table(
        faith("seine", "protestant"),
        faith("loire", "protestant"),
        held_by_rebels(*towns),
        options={"religious_rebels": rule},
    )
    action = ChangeReligion("protestant")
    if code:
        assert refusal(match, action) == code
        return
    assert action in match.options("france")
    do(match, action)
    state = match.state
    assert state.led["france"].religion == RELIGION.index["protestant"]
    assert (state.rebel_towns, state.rebels[AREA.index["seine"]]) == (0, 0)


def test_rebels_who_convert_the_emperor_dissolve_the_empire_r20_03_r18_27() -> None:
    """Other faiths than that of the empire they cannot force on the emperor."""
    towns = [each.id for each in PROVINCE if each.area == AREA.index["austria"]]
    for religion in ("protestant", "revolutionary"):
        match = table(
            faith("austria", religion),
            held_by_rebels(*towns),
            own("austria", *towns),
            on_move="austria",
            options={"religious_rebels": True},
        )
        action = ChangeReligion(religion)
        if religion == "protestant":
            assert refusal(match, action) == "empire_is_of_another_faith"
        else:
            do(match, action)
            assert match.state.empire.emperor == NONE
