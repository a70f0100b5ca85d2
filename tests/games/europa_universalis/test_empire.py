"""The Holy Roman Empire (R18) and its elections."""

from __future__ import annotations

import pytest

from adjudicator import Play
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, RELIGION
from adjudicator.games.europa_universalis.rules.administration import ChangeReligion
from adjudicator.games.europa_universalis.rules.elections import (
    ForgoCause,
    TakeCause,
    VoteFor,
    elected,
    election,
    voters,
)
from adjudicator.games.europa_universalis.rules.empire import (
    KeepImperial,
    PutImperial,
    RaiseAuthority,
    TakeImperial,
    bonuses_of,
    change_authority,
    defence_ends,
    dissolve,
    emperor_of_nobody,
    empire_religion,
    imperial_influence,
    land_changed,
)
from adjudicator.games.europa_universalis.rules.goals import research_refused
from adjudicator.games.europa_universalis.rules.realms import authority_cap, elector_areas
from adjudicator.games.europa_universalis.rules.religion import adopt
from adjudicator.games.europa_universalis.slots import IDEA
from adjudicator.games.europa_universalis.state import State
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    area,
    asked,
    call,
    cubes,
    do,
    has,
    owned,
    realm,
    refused,
    table,
    truce,
    war,
    whole,
)

PROTESTANT = RELIGION.index["protestant"]


ELECTORS = ("rhineland", "westphalia", "saxony", "bohemia", "brandenburg")


def authority(n: int) -> Arrange:
    return lambda state: setattr(state.empire, "authority", n)


@pytest.mark.parametrize(
    ("emperor", "authority", "code"), [("france", 3, True), ("france", 2, False), ("austria", 3, False)]
)
def test_a_subject_researches_no_form_of_government_under_a_strong_emperor_r18_10(
    emperor: str, authority: int, code: bool
) -> None:
    """Austria lies in the empire."""

    def arrange(state: State) -> None:
        state.empire.emperor, state.empire.authority = realm(emperor), authority

    state = table(arrange).state
    monarchy, bureaucracy = IDEA.index["absolute_monarchy"], IDEA.index["bureaucracy"]
    found = research_refused(state, "austria", monarchy, default())
    assert (found is not None and found.code == "subject_of_the_empire") == code
    assert research_refused(state, "austria", bureaucracy, default()) is None
    assert research_refused(state, "castile", monarchy, default()) is None


def test_authority_costs_one_more_than_it_is_r18_02() -> None:
    match = table(has("austria", power=(4, 3, 3)), frames=acting("austria"))
    do(match, RaiseAuthority())
    assert (match.state.empire.authority, match.state.led["austria"].power[0]) == (4, 0)


@pytest.mark.parametrize(
    ("seat", "arrange", "code"),
    [
        ("france", [], "not_emperor"),
        ("austria", [], "too_little_power"),
        ("austria", [authority(6)], "authority_full"),
        ("austria", [authority(4), whole("austria", "rhineland", "westphalia", "saxony", "bohemia")], "authority_full"),
    ],
)
def test_what_is_against_more_authority_r18_02(seat: str, arrange: list[Arrange], code: str) -> None:
    refused(table(*arrange, frames=acting(seat)), RaiseAuthority(), code)


def test_bonuses_of_authority_r18_04() -> None:
    assert [bonuses_of(n) for n in range(7)] == [
        (0, 0, 0),
        (0, 0, 0),
        (1, 0, 0),
        (1, 0, 0),
        (1, 1, 0),
        (1, 1, 0),
        (2, 1, 1),
    ]


def test_an_elector_area_needs_a_capital_of_its_own_r18_11() -> None:
    state = table(whole("austria", "bohemia")).state
    assert elector_areas(table().state).bit_count() == 5
    assert not elector_areas(state) >> area("bohemia") & 1
    assert authority_cap(state) == 5


def test_an_area_that_outsiders_own_leaves_the_empire_and_returns_r18_26() -> None:
    def returned(state: State) -> None:
        state.owner[PROVINCE.index["trier"]] = realm("trier")
        for each in PROVINCE:
            if each.area == area("westphalia"):
                state.owner[each.index] = realm("trier")

    frames = [call(land_changed), call(lambda play: returned(play.state)), call(land_changed), *acting("france")]
    match = table(whole("france", "westphalia"), frames=frames[:1] + frames[-1:])
    empire = match.state.empire
    assert (empire.left, empire.authority, empire.imperial[area("westphalia")]) == (1 << area("westphalia"), 2, 0)
    again = table(whole("france", "westphalia"), frames=frames).state.empire
    assert (again.left, again.authority) == (0, 3)


def test_one_province_of_a_member_keeps_an_area_r18_26() -> None:
    ids = [each.id for each in PROVINCE if each.area == area("westphalia") and each.id != "trier"]
    match = table(owned("france", *ids), frames=[call(land_changed), *acting("france")])
    assert match.state.empire.left == 0


def test_land_of_a_vassal_of_the_emperor_keeps_an_area_r18_26() -> None:
    """Its capital lies outside: vassals of the emperor bring an area back, and so it does not leave by them either."""
    vassal: Arrange = lambda state: state.overlord.__setitem__(realm("navarra"), realm("austria"))  # noqa: E731
    arrange = [whole("navarra", "westphalia"), vassal]
    match = table(*arrange, frames=[call(land_changed), *acting("france")])
    assert (match.state.empire.left, match.state.empire.authority) == (0, 3)


@pytest.mark.parametrize(("emperor", "left"), [("france", 0), ("austria", 1)])
def test_an_area_comes_back_with_an_emperor_from_outside_who_owns_it_r18_26(emperor: str, left: int) -> None:
    """The capital of France lies outside; without the dignity its land does not come back. Nor does it leave by him."""

    def arrange(state: State) -> None:
        state.empire.emperor, state.empire.authority = realm(emperor), 3

    def gone(state: State) -> None:
        state.empire.left = 1 << area("westphalia")

    arrangement = [arrange, whole("france", "westphalia")]
    match = table(*arrangement, gone, frames=[call(land_changed), *acting("france")])
    assert (match.state.empire.left, match.state.empire.authority) == (left << area("westphalia"), 4 - left)
    match = table(*arrangement, frames=[call(land_changed), *acting("france")])
    assert (match.state.empire.left, match.state.empire.authority) == (left << area("westphalia"), 3 - left)


def test_authority_falls_with_the_elector_areas_r18_03() -> None:
    gone = ("rhineland", "westphalia", "saxony", "bohemia")
    match = table(whole("austria", *gone), frames=[call(land_changed), *acting("france")])
    assert match.state.empire.authority == 2


@pytest.mark.example("ex_4_5_imperial_influence")
def test_imperial_influence_follows_authority_ex_4_5() -> None:
    """Authority went from three to four: a new cube, and the others may be moved."""
    match = table(authority(4), frames=[imperial_influence(), *acting("france")])
    assert asked(match) == ("austria", "imperial_influence")
    refused(match, PutImperial("aragon"), "no_imperial_there")
    do(match, PutImperial("bohemia"), PutImperial("brandenburg", "rhineland"), KeepImperial())
    found = {AREA.ids[each] for each in AREA.indexes if match.state.empire.imperial[each]}
    assert found == {"bohemia", "brandenburg", "westphalia", "saxony"}

    def spent(state: State) -> None:
        state.empire.imperial[area("saxony")] = 0

    match = table(authority(4), spent, frames=[imperial_influence(), *acting("france")])
    do(match, PutImperial("bohemia"))
    assert KeepImperial() not in match.options("austria"), "what was spent in this round comes back"
    do(match, PutImperial("saxony"), KeepImperial())
    assert sum(match.state.empire.imperial) == 4


def test_imperial_influence_must_match_authority_where_there_is_room_r18_05() -> None:
    match = table(authority(4), frames=[imperial_influence(), *acting("france")])
    assert KeepImperial() not in match.options("austria")
    do(match, PutImperial("bohemia"))
    assert KeepImperial() in match.options("austria")


def test_imperial_influence_that_is_too_much_is_taken_r18_05() -> None:
    match = table(authority(2), frames=[imperial_influence(), *acting("france")])
    do(match, TakeImperial("saxony"), KeepImperial())
    assert sum(match.state.empire.imperial) == 2


def test_the_defence_ends_when_the_emperor_is_at_peace_r3_51() -> None:
    def defence(state: State) -> None:
        state.empire.defending, state.empire.manpower, state.empire.aggressors = True, 3, 1

    match = table(defence, frames=[defence_ends(), *acting("france")])
    assert (match.state.empire.defending, match.state.empire.manpower) == (False, 0)
    fighting = table(defence, war("austria", "france"), frames=[defence_ends(), *acting("france")])
    assert fighting.state.empire.defending


@pytest.mark.parametrize(
    ("age", "protestant", "official", "now"),
    [
        (2, ("bohemia",), "catholic", 3),
        (3, (), "catholic", 3),
        (3, ("bohemia",), None, 3),
        (3, ELECTORS, "protestant", 2),
    ],
)
def test_the_religion_of_the_empire_r18_27(
    age: int, protestant: tuple[str, ...], official: str | None, now: int
) -> None:
    def faith(state: State) -> None:
        state.age = age
        for id in protestant:
            state.religion[area(id)] = PROTESTANT

    empire = table(faith, frames=[empire_religion(), *acting("france")]).state.empire
    assert (None if empire.official == NONE else RELIGION.ids[empire.official], empire.authority) == (official, now)


@pytest.mark.parametrize("electors", [True, False])
def test_the_empire_keeps_its_religion_where_no_elector_area_is_of_one_it_could_have_r18_27(electors: bool) -> None:
    """All of them orthodox, or none left at all: neither all catholic, nor all protestant, nor several religions."""

    def faith(state: State) -> None:
        state.age = 3
        for id in ELECTORS:
            state.religion[area(id)] = RELIGION.index["orthodox"]
            state.empire.left |= 0 if electors else 1 << area(id)

    empire = table(faith, frames=[empire_religion(), *acting("france")]).state.empire
    assert RELIGION.ids[empire.official] == "catholic"


@pytest.mark.parametrize("option", ["basic_game", "no_religion_of_the_empire"])
def test_no_religion_of_the_empire_without_the_advanced_rule_r18_27(option: str) -> None:
    """Protestant electors change nothing, and a revolutionary emperor stays emperor."""

    def faith(state: State) -> None:
        state.age = 3
        for id in ELECTORS:
            state.religion[area(id)] = PROTESTANT

    def revolution(play: Play[State]) -> None:
        adopt(play, "austria", RELIGION.index["revolutionary"])

    for options, official, emperor in (({option: True}, "catholic", "austria"), ({}, "protestant", None)):
        match = table(faith, frames=[empire_religion(), call(revolution), *acting("france")], options=options)
        empire = match.state.empire
        assert RELIGION.ids[empire.official] == official
        assert empire.emperor == (NONE if emperor is None else realm(emperor))


@pytest.mark.parametrize("option", ["basic_game", "no_imperial_elections"])
def test_no_elections_without_the_advanced_rule_r18_30(option: str) -> None:
    for options, held in (({option: True}, False), ({}, True)):
        match = table(*VOTES, options=options)
        assert bool(election(match.state)) is held


def test_an_emperor_whom_nobody_plays_rolls_for_authority_r18_28() -> None:
    def nobody(state: State) -> None:
        state.empire.emperor = realm("bohemia")

    match = table(nobody, authority(3), frames=[emperor_of_nobody() for _ in range(40)] + acting("france"))
    assert 0 <= match.state.empire.authority <= 6
    assert table(frames=[emperor_of_nobody(), *acting("france")]).state.empire.authority == 3


def test_an_emperor_whom_nobody_plays_has_no_imperial_influence_r18_05_r18_28() -> None:
    few = table(seats=("france", "castile", "england")).state
    assert (few.empire.emperor, few.empire.authority, sum(few.empire.imperial)) == (realm("austria"), 3, 0)
    assert sum(table().state.empire.imperial) == 3


@pytest.mark.parametrize(
    ("rolled", "before", "after"), [(1, 3, 2), (6, 3, 4), (5, 3, 4), (4, 3, 3), (2, 3, 3), (2, 4, 3)]
)
def test_a_die_moves_the_authority_of_an_emperor_whom_nobody_plays_r18_28(rolled: int, before: int, after: int) -> None:
    def nobody(state: State) -> None:
        state.empire.emperor = realm("bohemia")

    draw = {"draw": "authority", "dice": [rolled]}
    match = table(nobody, authority(before), frames=[emperor_of_nobody(), *acting("france")], dice=[draw])
    assert match.state.empire.authority == after


def test_the_empire_is_dissolved_r18_27() -> None:
    match = table(frames=[call(dissolve), call(lambda play: change_authority(play, 2)), *acting("france")])
    empire = match.state.empire
    assert (empire.emperor, empire.authority, sum(empire.imperial)) == (NONE, 0, 0)


# elections


VOTES = [
    cubes("france", rhineland=3, westphalia=3, saxony=3),
    cubes("austria", bohemia=2),
    cubes("burgundy", rhineland=0),
]


def test_most_electors_elect_the_emperor_r18_30() -> None:
    match = table(*VOTES, frames=[elected([], []), *acting("france")])
    assert match.state.empire.emperor == realm("france")
    assert match.state.empire.authority == 3


def test_low_authority_rises_by_an_election_r18_30() -> None:
    assert table(*VOTES, authority(1), frames=[elected([], []), *acting("france")]).state.empire.authority == 2


def test_imperial_influence_votes_for_the_emperor_and_he_decides_ties_r18_30() -> None:
    match = table(
        cubes("france", rhineland=1), cubes("burgundy", rhineland=0), frames=[elected([], []), *acting("france")]
    )
    assert asked(match) == ("austria", "area_tie")
    do(match, VoteFor("austria"))
    assert match.state.empire.emperor == realm("austria")


def test_the_emperor_decides_an_election_that_is_tied_r18_30() -> None:
    match = table(*VOTES[1:], cubes("france", rhineland=3, westphalia=3), frames=[elected([], []), *acting("france")])
    assert asked(match) == ("austria", "election_tie")
    for to, title in (
        ("en", "The election is tied: for whom does the emperor decide?"),
        ("ru", "На выборах ничья: в чью пользу решает император?"),
    ):
        question = Asked(1, match.decisions()[0], ())
        assert REPORT.question(question, match.view(("austria",)), "austria", language(to)).title == title
    do(match, VoteFor("france"))
    assert match.state.empire.emperor == realm("france")


def test_who_has_another_faith_than_the_empire_is_not_elected_r18_30() -> None:
    match = table(*VOTES, has("france", religion=PROTESTANT), frames=[elected([], []), *acting("france")])
    assert match.state.empire.emperor == realm("austria")


def test_without_anybody_eligible_authority_falls_r18_30() -> None:
    every = [
        has(seat, religion=PROTESTANT) for seat in ("france", "castile", "england", "burgundy", "venice", "austria")
    ]
    match = table(*every, frames=[elected([], []), *acting("france")])
    assert (match.state.empire.emperor, match.state.empire.authority) == (realm("austria"), 1)


def test_without_a_vote_the_emperor_decides_r18_30() -> None:
    """Nobody has influence in an elector area; Austria names one of those who may be elected."""

    def nobodys(state: State) -> None:
        for led in state.led.values():
            led.influence = [0] * len(AREA)
        state.empire.imperial[:] = [0] * len(AREA)
        state.married = dict.fromkeys(state.married, 0)

    match = table(nobodys, has("france", religion=PROTESTANT), frames=[elected([], []), *acting("france")])
    assert asked(match) == ("austria", "election_tie")
    assert "france" not in {each.seat for each in match.options("austria")}  # type: ignore[attr-defined]
    do(match, VoteFor("austria"))
    assert (match.state.empire.emperor, match.state.empire.authority) == (realm("austria"), 3)


@pytest.mark.parametrize(("n", "held"), [(4, True), (5, False)])
def test_a_strong_emperor_needs_no_election_r18_30(n: int, held: bool) -> None:
    assert bool(election(table(authority(n)).state)) is held


def test_the_basic_game_has_no_elections_and_no_religion_of_the_empire_r18_27_r18_30() -> None:
    def protestants(state: State) -> None:
        state.age = 3
        for id in ELECTORS:
            state.religion[area(id)] = PROTESTANT

    match = table(protestants, frames=[empire_religion(), *acting("france")], options={"basic_game": True})
    assert RELIGION.ids[match.state.empire.official] == "catholic"
    assert election(match.state) == []
    refusal = ChangeReligion("protestant").illegality(match.state, "austria", default())
    assert refusal is None


@pytest.mark.parametrize(("faith", "votes"), [("catholic", ["england"]), ("protestant", ["france"])])
def test_an_elector_area_of_the_vassals_of_one_player_votes_for_him_if_he_may_be_elected_r18_30(
    faith: str, votes: list[str]
) -> None:
    """Else the influence there decides, as anywhere."""

    def vassals(state: State) -> None:
        state.overlord[realm("brandenburg")] = realm("england")

    arrange = [vassals, cubes("france", brandenburg=1), has("england", religion=RELIGION.index[faith])]
    assert voters(table(*arrange).state, area("brandenburg")) == votes


@pytest.mark.parametrize(("block", "votes"), [(False, ["austria"]), (True, [])])
def test_who_may_not_be_elected_may_block_a_vote_by_an_option_r18_30(block: bool, votes: list[str]) -> None:
    """France has most influence in Bohemia and another faith than the empire."""
    arrange = [cubes("france", bohemia=3), cubes("austria", bohemia=2), has("france", religion=PROTESTANT)]
    state = table(*arrange, options={"barred_block_votes": block}).state
    assert voters(state, area("bohemia")) == votes


def test_the_capital_of_a_player_gives_him_the_vote_of_its_area_or_nobody_r18_30() -> None:
    arrange = [owned("austria", "praha", "wien"), cubes("france", bohemia=5)]
    assert voters(table(*arrange).state, area("bohemia")) == ["france"]
    moved = [own_capital_in_bohemia, cubes("france", bohemia=5)]
    assert voters(table(*moved).state, area("bohemia")) == ["austria"]
    protestant = has("austria", religion=PROTESTANT)
    assert voters(table(*moved, protestant).state, area("bohemia")) == []


def own_capital_in_bohemia(state: State) -> None:
    """Wien is lost; the first large province of Austria is its capital now (R13.01)."""
    state.owner[PROVINCE.index["wien"]] = realm("navarra")
    state.owner[PROVINCE.index["praha"]] = realm("austria")


@pytest.mark.parametrize("defended", [True, False])
def test_aggressors_of_a_former_emperor_concern_the_defender_r18_03(defended: bool) -> None:
    """France, which is at war with Castile for its own reasons, becomes emperor."""

    def attacked(state: State) -> None:
        state.empire.defending, state.empire.aggressors = defended, 1 << realm("castile")

    match = table(*VOTES, attacked, war("france", "castile"), frames=[elected([], []), *acting("france")])
    assert match.state.empire.emperor == realm("france")
    assert match.state.empire.aggressors == (1 << realm("castile") if defended else 0)


def test_an_aggressor_is_none_any_more_when_its_war_is_over_r18_03() -> None:
    """Austria fights on against France."""

    def attacked(state: State) -> None:
        state.empire.defending = True
        state.empire.aggressors = 1 << realm("castile") | 1 << realm("france")

    match = table(attacked, war("austria", "france"), frames=[defence_ends(), *acting("france")])
    assert match.state.empire.aggressors == 1 << realm("france")
    assert match.state.empire.defending


def test_a_new_emperor_takes_over_the_cause_r18_30() -> None:
    def defence(state: State) -> None:
        state.empire.defending = True

    arrange = [*VOTES, defence, war("castile", "bavaria"), truce("france", "castile")]
    match = table(*arrange, frames=[elected([], []), *acting("france")])
    assert asked(match) == ("france", "emperors_cause")
    do(match, TakeCause("castile"))
    assert match.state.cb["france"] == 1 << realm("castile")
    assert match.state.truce[realm("france")] == 1 << realm("castile"), "a token ends no truce"
    match = table(*arrange, frames=[elected([], []), *acting("france")])
    do(match, ForgoCause())
    assert match.state.cb["france"] == 0
