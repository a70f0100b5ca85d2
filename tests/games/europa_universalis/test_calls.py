"""Calls to arms (R11.30-11.50), and the emperor's defence (R18.20)."""

from __future__ import annotations

import pytest

from adjudicator import Action, Match
from adjudicator.games.europa_universalis.facts import PROVINCE, REALM, SEAT
from adjudicator.games.europa_universalis.rules.alliances import WarBegan
from adjudicator.games.europa_universalis.rules.calls import (
    AcceptCall,
    CallAlly,
    KeepTruce,
    NoCall,
    PlaceCasusBelli,
    RefuseCall,
)
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar
from adjudicator.games.europa_universalis.rules.empire import (
    ExhaustUnits,
    GiveCause,
    LosePrestige,
    PayEmperor,
)
from adjudicator.games.europa_universalis.rules.operations_units import LoseIn
from adjudicator.games.europa_universalis.rules.purse import ColonistsChanged
from adjudicator.games.europa_universalis.rules.relations import neighbours
from adjudicator.games.europa_universalis.state import Army, Led, State
from tests.games.europa_universalis.diplomats import (
    OF_WAR,
    Arrange,
    acting,
    alliance,
    allied,
    area,
    asked,
    cubes,
    do,
    has,
    influence_at,
    realm,
    refused,
    table,
    truce,
    war,
    wed,
)
from tests.games.europa_universalis.field import of

LEAGUE = [allied("castile", "aragon"), cubes("castile", aragon=3)]


def test_an_offensive_call_costs_two_cubes_and_brings_units_and_mil_r11_30() -> None:
    match = table(*LEAGUE, frames=acting("castile"))
    do(match, DeclareWar(("granada",)), CallAlly("aragon"))
    own = match.state.led["castile"]
    assert (own.allied, own.power[2]) == (5, 3 - 1 + 1)
    assert influence_at(match, "castile", "aragon") == [1]
    assert match.state.active == 1 << realm("aragon")
    assert asked(match)[1] in OF_WAR


def test_an_ally_that_is_not_next_to_a_new_enemy_brings_none_r11_30() -> None:
    arrange = [allied("austria", "milan"), cubes("austria", lombardy=2), has("austria", claims=1 << area("bohemia"))]
    match = table(*arrange, frames=acting("austria"))
    do(match, DeclareWar(("bohemia",)), CallAlly("milan"))
    assert match.state.led["austria"].power[2] == 3 - 1


def test_realms_are_adjacent_by_sea_from_port_to_port_both_ways_r1_02() -> None:
    """England and Brugge are on the Channel; Liege, in the same area as Brugge, is not."""
    match = table(frames=acting("england"))
    for one, other, near in [("england", "flanders", True), ("england", "liege", False)]:
        assert neighbours(match.state, realm(one), realm(other)) is near
        assert neighbours(match.state, realm(other), realm(one)) is near


def test_a_marriage_makes_a_call_cheaper_r11_02() -> None:
    match = table(*LEAGUE, wed("castile", "aragon"), frames=acting("castile"))
    do(match, DeclareWar(("granada",)), CallAlly("aragon"))
    assert influence_at(match, "castile", "aragon") == [2]


@pytest.mark.parametrize(("ties", "left"), [([], 1), ([wed("castile", "aztec")], 2)])
def test_a_marriage_spares_a_colonist_that_a_call_overseas_costs_r11_30_r11_03(ties: list[Arrange], left: int) -> None:
    def neighbour(state: State) -> None:
        state.owner[PROVINCE.index["granada"]] = realm("aztec")

    arrange = [allied("castile", "aztec"), has("castile", colonists=3), neighbour, *ties]
    match = table(*arrange, frames=acting("castile"))
    events = do(match, DeclareWar(("portugal",)), CallAlly("aztec"))
    assert of(events, ColonistsChanged) == [ColonistsChanged("castile", left - 3)]
    assert match.state.led["castile"].colonists == left


@pytest.mark.parametrize(
    ("arrange", "action", "code"),
    [
        ([], CallAlly("portugal"), "not_callable"),
        ([war("aragon", "france")], CallAlly("aragon"), "ally_fights"),
        ([allied("castile", "bohemia")], CallAlly("bohemia"), "ally_far_away"),
        ([cubes("castile", aragon=1)], CallAlly("aragon"), "too_little_for_call"),
    ],
)
def test_whom_a_seat_cannot_call_r11_30(arrange: list[Arrange], action: Action, code: str) -> None:
    """France could be called, so that somebody is asked at all."""
    match = table(*LEAGUE, allied("castile", "france"), *arrange, frames=acting("castile"))
    do(match, DeclareWar(("granada",)))
    assert asked(match) == ("castile", "calls_to_arms")
    refused(match, action, code)


# players


ENTENTE = [allied("castile", "france")]


def test_a_player_joins_an_offensive_r11_40() -> None:
    match = table(*ENTENTE, frames=acting("castile"))
    do(match, DeclareWar(("granada",)), CallAlly("france"))
    assert asked(match) == ("france", "offensive_call")
    do(match, AcceptCall())
    assert match.state.war[realm("granada")] == REALM.mask_of(("castile", "france"))
    assert asked(match)[1] in OF_WAR


def test_a_refused_offensive_ends_the_alliance_with_a_truce_r11_50() -> None:
    match = table(*ENTENTE, frames=acting("castile"))
    do(match, DeclareWar(("granada",)), CallAlly("france"), RefuseCall())
    assert "castile" not in alliance(match, "france")
    assert match.state.truce[realm("france")] == 1 << realm("castile")
    assert match.state.led["france"].prestige == 0


def test_who_fights_an_active_ally_already_may_join_an_offensive_on_it_r11_40() -> None:
    """France is at war with Austria, whose active ally Milan is: nothing bars it from Castile's war on Milan."""
    arrange = [*ENTENTE, allied("austria", "milan", active=True), war("france", "austria"), wars_on_milan]
    match = table(*arrange, frames=acting("castile"))
    do(match, DeclareWar(("milan",)), CallAlly("france"))
    assert asked(match) == ("france", "offensive_call")
    do(match, AcceptCall())
    assert match.state.war[realm("france")] == REALM.mask_of(("austria", "milan"))


def test_who_fights_one_enemy_already_joins_against_the_others_r11_40_r9_03() -> None:
    """No battle begins between France and Granada, who have stood there as enemies before."""
    match = table(*ENTENTE, war("france", "granada"), frames=acting("castile"))
    told = do(match, DeclareWar(("granada", "portugal")), CallAlly("france"), AcceptCall())
    began = [(each.one, each.other) for each in of(told, WarBegan)]
    assert sorted(began) == [("castile", "granada"), ("castile", "portugal"), ("france", "portugal")]
    assert match.state.turn.fresh[SEAT.index["france"]] == 1 << realm("portugal")


def wars_on_milan(state: State) -> None:
    state.led["castile"].claims |= 1 << area("lombardy")


def test_an_offensive_that_the_rules_bar_is_refused_r11_40() -> None:
    match = table(*ENTENTE, truce("france", "granada"), frames=acting("castile"))
    do(match, DeclareWar(("granada",)), CallAlly("france"))
    assert asked(match)[1] in OF_WAR
    assert "castile" not in alliance(match, "france")


def test_an_ally_of_both_is_called_by_the_defender_only_r11_30() -> None:
    match = table(allied("castile", "france"), allied("england", "france"), frames=acting("castile"))
    do(match, DeclareWar(("england",)))
    assert asked(match) == ("england", "defensive_calls")
    do(match, CallAlly("france"))
    assert asked(match) == ("france", "defensive_call")
    do(match, AcceptCall())
    assert alliance(match, "france") & {"castile", "england"} == {"england"}
    assert match.state.war[realm("france")] == 1 << realm("castile")


def attacked_england(*arrange: Arrange) -> list[Arrange]:
    return [allied("england", "france"), *arrange]


def test_who_refuses_to_defend_a_player_pays_and_may_get_a_token_r11_50() -> None:
    match = table(*attacked_england(), frames=acting("castile"))
    do(match, DeclareWar(("england",)), CallAlly("france"), RefuseCall())
    assert asked(match) == ("england", "refused_ally")
    assert match.state.led["france"].prestige == -2
    do(match, PlaceCasusBelli())
    assert match.state.cb["england"] == 1 << realm("france")
    assert match.state.truce[realm("france")] == 0


def test_a_token_on_who_refused_a_call_ends_no_truce_r11_50() -> None:
    match = table(*attacked_england(truce("england", "france")), frames=acting("castile"))
    do(match, DeclareWar(("england",)), CallAlly("france"), RefuseCall(), PlaceCasusBelli())
    assert match.state.cb["england"] == 1 << realm("france")
    assert match.state.truce[realm("france")] == 1 << realm("england")


def test_a_token_of_a_subject_on_an_aggressor_ends_no_truce_r18_10() -> None:
    match = table(castile_is_emperor, truce("austria", "france"), frames=acting("france"))
    do(match, DeclareWar(("bavaria",)), NoCall(), AcceptCall(), GiveCause("france"))
    assert match.state.cb["austria"] == 1 << realm("france")
    assert match.state.truce[realm("austria")] == 1 << realm("france")


def test_or_a_truce_r11_50() -> None:
    match = table(*attacked_england(), frames=acting("castile"))
    do(match, DeclareWar(("england",)), CallAlly("france"), RefuseCall(), KeepTruce())
    assert match.state.truce[realm("france")] == 1 << realm("england")


def test_who_fights_already_is_excused_r11_50() -> None:
    match = table(*attacked_england(war("france", "milan")), frames=acting("castile"))
    do(match, DeclareWar(("england",)), CallAlly("france"), RefuseCall())
    assert match.state.led["france"].prestige == 0
    assert match.state.truce[realm("france")] == 1 << realm("england")


# realms that nobody plays


def test_an_ally_is_called_by_itself_and_may_be_made_active_r11_40() -> None:
    match = table(frames=acting("castile"))
    do(match, DeclareWar(("portugal",)))
    assert asked(match) == ("england", "defensive_call")
    do(match, AcceptCall(active=True))
    own = match.state.led["england"]
    assert own.power[2] == 4
    assert own.allied > 0
    assert match.state.active == 1 << realm("portugal")
    assert match.state.war[realm("england")] == 1 << realm("castile")


def test_a_refused_ally_is_lost_with_influence_and_prestige_r11_50() -> None:
    match = table(cubes("england", portugal=4), frames=acting("castile"))
    match.state.married["england"] = 0
    do(match, DeclareWar(("portugal",)), RefuseCall())
    own = match.state.led["england"]
    assert (own.prestige, own.influence[area("portugal")]) == (-2, 0)
    assert alliance(match, "england") == set()
    assert match.state.truce[realm("england")] == 1 << realm("portugal")


def test_a_marriage_spares_no_cube_to_who_refuses_a_call_r11_02_r11_50() -> None:
    """It does so for actions of the seat's own only: five of its cubes leave Portugal and Morocco's coast."""
    arrange = [cubes("england", portugal=4, northern_morocco=1, macaronesia=1), wed("england", "portugal")]
    match = table(*arrange, frames=acting("castile"))
    while asked(match) != ("england", "defensive_call"):
        do(match, DeclareWar(("portugal",)))
    do(match, RefuseCall())
    while asked(match)[1] == "lose_influence":
        do(match, match.options("england")[0])
    own = match.state.led["england"].influence
    assert sum(own[area(each)] for each in ("portugal", "northern_morocco", "macaronesia")) == 1


def test_who_defends_an_ally_calls_others_that_nobody_plays_r11_31() -> None:
    arrange = [allied("england", "portugal", "aragon", "france"), cubes("england", aragon=1)]
    match = table(*arrange, frames=acting("castile"))
    do(match, DeclareWar(("portugal",)), AcceptCall())
    assert asked(match) == ("england", "defensive_calls")
    refused(match, CallAlly("france"), "not_callable")
    do(match, CallAlly("aragon"))
    assert influence_at(match, "england", "aragon") == [0]
    assert match.state.led["england"].allied == 5


# the emperor


def test_the_emperor_defends_a_subject_r18_20() -> None:
    arrange = [cubes("austria", rhineland=1, bohemia=2), has("castile", claims=1 << area("bavaria_swabia"))]
    match = table(*arrange, frames=acting("castile"))
    do(match, DeclareWar(("bavaria",)))
    assert asked(match) == ("austria", "defensive_call")
    do(match, AcceptCall())
    empire = match.state.empire
    assert (empire.defending, empire.aggressors) == (True, 1 << realm("castile"))
    assert empire.manpower == 1 + 2 + 3
    assert match.state.war[realm("castile")] == REALM.mask_of(("bavaria", "austria"))
    assert match.state.led["austria"].power[2] == 4


def test_a_subject_that_is_left_alone_costs_authority_r18_20() -> None:
    match = table(frames=acting("castile"))
    do(match, DeclareWar(("bavaria",)), RefuseCall())
    assert match.state.empire.authority == 2
    assert match.state.led["austria"].prestige == 0
    assert match.state.war[realm("castile")] == 1 << realm("bavaria")


@pytest.mark.parametrize(
    "arrange", [[war("austria", "bavaria")], [lambda state: setattr(state.empire, "authority", 0)]]
)
def test_when_the_emperor_is_not_called_r18_20(arrange: list[Arrange]) -> None:
    match = table(*arrange, frames=acting("castile"))
    do(match, DeclareWar(("bavaria",)))
    assert asked(match)[1] in OF_WAR


def test_the_emperor_defends_himself_against_outsiders_r18_20() -> None:
    match = table(frames=acting("castile"))
    do(match, DeclareWar(("austria",)))
    assert asked(match) == ("austria", "defensive_call")
    do(match, AcceptCall())
    assert match.state.empire.defending
    assert match.state.led["austria"].power[2] == 4


def test_who_attacks_an_emperor_that_defends_is_an_aggressor_too_r18_03() -> None:
    def defending(state: State) -> None:
        state.empire.defending, state.empire.aggressors = True, 1 << realm("france")

    match = table(war("austria", "france"), defending, frames=acting("castile"))
    do(match, DeclareWar(("austria",)))
    assert match.state.empire.aggressors == REALM.mask_of(("france", "castile"))


def authority(n: int) -> Arrange:
    return lambda state: setattr(state.empire, "authority", n)


def france_is_emperor(state: State) -> None:
    state.empire.emperor = realm("france")


@pytest.mark.parametrize(
    ("arrange", "who", "on", "answers", "noted"),
    [
        ([authority(0)], "castile", "austria", (), "castile"),
        ([], "castile", "austria", (RefuseCall(),), "castile"),
        ([france_is_emperor, authority(0)], "castile", "france", (NoCall(),), "castile"),
        ([authority(0), allied("austria", "aragon")], "castile", "aragon", (AcceptCall(),), "castile"),
        ([authority(0), allied("austria", "aragon")], "castile", "aragon", (RefuseCall(),), ""),
        ([france_is_emperor], "austria", "france", (), ""),
        ([authority(0)], "castile", "bavaria", (), ""),
        ([authority(0)], "austria", "aragon", (), ""),
    ],
)
def test_who_is_an_outside_aggressor_of_the_emperor_r18_03(
    arrange: list[Arrange], who: str, on: str, answers: tuple[Action, ...], noted: str
) -> None:
    """The defence of the empire is active in none of these wars."""
    match = table(*arrange, frames=acting(who))
    match.state.married[who] = 0
    do(match, DeclareWar((on,)), *answers)
    assert not match.state.empire.defending
    assert match.state.empire.aggressors == (1 << realm(noted) if noted else 0)


def castile_is_emperor(state: State) -> None:
    state.empire.emperor = realm("castile")


@pytest.mark.parametrize(
    ("action", "lost"),
    [
        (ExhaustUnits(), ("exhausted", 2)),
        (PayEmperor(), ("ducats", 15 - 5)),
        (LosePrestige(), ("prestige", -1)),
        (GiveCause("france"), ("prestige", 0)),
    ],
)
def test_a_player_who_is_a_subject_helps_r18_10(action: Action, lost: tuple[str, int]) -> None:
    """Castile is emperor and Austria a subject; half of Austria's tax is five."""
    match = table(castile_is_emperor, frames=acting("france"))
    do(match, DeclareWar(("bavaria",)), NoCall(), AcceptCall())
    assert asked(match) == ("austria", "imperial_subject")
    do(match, action)
    own = match.state.led["austria"]
    assert getattr(own, lost[0]) == lost[1]
    assert match.state.cb["austria"] == (1 << realm("france") if isinstance(action, GiveCause) else 0)


def of_austria(match: Match) -> Led:
    return match.state.led["austria"]  # type: ignore[no-any-return]


def test_a_subject_exhausts_deployed_units_where_available_ones_are_missing_r18_10() -> None:
    def deployed(state: State) -> None:
        state.led["austria"].alone[area("austria")] = 4

    match = table(castile_is_emperor, deployed, has("austria", available=1, exhausted=0), frames=acting("france"))
    do(match, DeclareWar(("bavaria",)), NoCall(), AcceptCall())
    regular = of_austria(match).regular
    do(match, ExhaustUnits())
    assert asked(match) == ("austria", "lose_in")
    do(match, LoseIn("austria"))
    assert (of_austria(match).available, of_austria(match).exhausted, of_austria(match).regular) == (0, 2, regular - 1)


def test_a_subject_gives_only_of_what_it_has_r18_10() -> None:
    """All its manpower is exhausted, and its treasury is empty: it borrows as long as it can."""

    def spent(state: State) -> None:
        state.led["austria"].armies = [Army() for _ in state.led["austria"].armies]

    for interest, left in ((4, True), (5, False)):
        poor = has("austria", available=0, exhausted=4, ducats=0, interest=interest)
        match = table(castile_is_emperor, spent, poor, frames=acting("france"))
        do(match, DeclareWar(("bavaria",)), NoCall(), AcceptCall())
        assert ExhaustUnits() not in match.options("austria")
        enough = table(castile_is_emperor, spent, has("austria", available=2, exhausted=2), frames=acting("france"))
        do(enough, DeclareWar(("bavaria",)), NoCall(), AcceptCall())
        assert ExhaustUnits() in enough.options("austria"), "as many as it owes"
        assert (PayEmperor() in match.options("austria")) == left
        if left:
            do(match, PayEmperor())
            assert (of_austria(match).ducats, of_austria(match).interest) == (0, 5)


def test_the_income_from_vassals_of_a_subject_counts_for_what_it_pays_r18_10() -> None:
    """Nine from towns and two from the tokens of a vassal: half of that is six."""
    vassal: Arrange = lambda state: state.overlord.__setitem__(realm("bohemia"), realm("austria"))  # noqa: E731
    match = table(castile_is_emperor, vassal, frames=acting("france"))
    do(match, DeclareWar(("bavaria",)), NoCall(), AcceptCall(), PayEmperor())
    assert match.state.led["austria"].ducats == 15 - 6
