"""Peace resolution (R10): who has won, in which order, surrender, the emperor, the aftermath."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, RELIGION
from adjudicator.games.europa_universalis.rules.operations import AtProvince
from adjudicator.games.europa_universalis.rules.peace import (
    Enforce,
    FightOn,
    GoHome,
    Negotiate,
    Surrender,
)
from adjudicator.games.europa_universalis.rules.realms import in_empire
from adjudicator.games.europa_universalis.rules.settlement import TermId, Victory, victory, white_already
from adjudicator.games.europa_universalis.rules.terms import (
    KeepClaims,
    SpendClaim,
    refused_term,
)
from adjudicator.games.europa_universalis.rules.treaties import KeepState
from adjudicator.games.europa_universalis.state import State, Units
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    alliance,
    allied,
    area,
    asked,
    do,
    has,
    occupied,
    owned,
    realm,
    refused,
    table,
    war,
    whole,
)
from tests.games.europa_universalis.peacemakers import armies, at_peace, owner, prestige, resolving, subject

# victory and what it allows (R10.02, R10.07)


@pytest.mark.parametrize(
    ("foe", "won", "term", "code"),
    [
        ("granada", "none", "white", ""),
        ("granada", "none", "keep", "not_won"),
        ("granada", "partial", "keep", ""),
        ("granada", "total", "humiliation", "only_for_players"),
        ("granada", "partial", "annexation", "not_wholly_won"),
        ("granada", "total", "annexation", ""),
        ("france", "partial", "white", "not_wholly_won"),
        ("france", "total", "white", ""),
        ("france", "total", "vassalization", "not_for_players"),
        ("france", "total", "annexation", "not_for_players"),
        ("granada", "none", "annexation", "not_won"),
        ("granada", "partial", "vassalization", "capital_not_held"),
        ("granada", "partial", "conversion", "capital_area_not_held"),
        ("granada", "partial", "succession", "capital_not_held"),
        ("france", "none", "white", "not_wholly_won"),
        ("france", "none", "humiliation", "not_won"),
        ("france", "partial", "keep", ""),
        ("france", "partial", "humiliation", "capital_not_held"),
        ("france", "partial", "conversion", "capital_area_not_held"),
        ("france", "partial", "succession", "capital_not_held"),
    ],
)
def test_which_term_against_whom_r10_07(foe: str, won: Victory, term: TermId, code: str) -> None:
    state = table(frames=acting("castile")).state
    found = refused_term(state, "castile", realm(foe), term, won)
    assert (found.code if found else "") == code


def test_a_war_without_occupations_ends_white_r10_02() -> None:
    match = resolving(war("france", "castile"), war("england", "scotland"))
    assert at_peace(match, "france", "castile")
    assert at_peace(match, "england", "scotland")
    assert prestige(match, "france", "castile", "england") == [-1, -1, -1]
    assert asked(match) == ("france", "diplomacy")


def test_occupied_land_of_a_vassal_counts_for_the_overlord_r10_01() -> None:
    for arrange, white in (([], True), ([occupied("castile", "napoli")], False)):
        state = table(war("castile", "aragon"), *arrange).state
        assert white_already(state, realm("castile"), realm("aragon")) == white


def test_provinces_of_an_active_ally_count_for_its_patron_r10_02() -> None:
    match = resolving(
        war("france", "castile"),
        allied("castile", "aragon", active=True),
        occupied("france", "valencia"),
        first="france",
    )
    assert asked(match) == ("france", "peace")


GRANADA = ("granada", "gibraltar")


@pytest.mark.parametrize(
    ("arrange", "seat", "foe", "won"),
    [
        ([armies("castile", castile=1)], "castile", "granada", "partial"),
        ([armies("castile")], "castile", "granada", "none"),
        (
            [armies("castile", castile=1), lambda state: state.rebels.__setitem__(area("leon"), 1)],
            "castile",
            "granada",
            "none",
        ),
        (
            [whole("granada", "northern_morocco"), occupied("castile", "gharb"), armies("castile", castile=2)],
            "castile",
            "granada",
            "partial",
        ),
        ([occupied("castile", *GRANADA)], "castile", "granada", "total"),
        ([armies("castile", castile=4), armies("france", seine=2)], "castile", "france", "partial"),
        ([armies("castile", castile=3), armies("france", seine=2)], "castile", "france", "none"),
        ([armies("castile", mexico=4), armies("france", seine=2)], "castile", "france", "none"),
        ([armies("castile"), armies("france")], "castile", "france", "none"),
    ],
)
def test_how_far_a_war_is_won_r10_02(arrange: list[Arrange], seat: str, foe: str, won: str) -> None:
    assert victory(table(*arrange).state, seat, realm(foe)) == won


def test_rebels_may_be_read_as_those_of_the_enemy_r10_02() -> None:
    arrange = [armies("castile", castile=1), lambda state: state.rebels.__setitem__(area("leon"), 1)]
    state = table(*arrange, options={"rebels_in": "enemy_areas"}).state
    assert victory(state, "castile", realm("granada")) == "partial"


def test_rebels_among_own_vassals_count_against_a_partial_victory_r10_02() -> None:
    """Navarre has land of its own where Castile has none."""
    rebels = lambda state: state.rebels.__setitem__(area("aragon"), 2)  # noqa: E731
    home = (armies("castile", castile=1), whole("navarra", "aragon"), rebels)
    for arrange, won in (((), "partial"), ((subject("castile", "navarra"),), "none")):
        assert victory(table(*home, *arrange).state, "castile", realm("granada")) == won


def test_distant_units_of_an_enemy_without_land_keep_him_from_a_total_defeat_r10_02() -> None:
    """Where the victor has no town they do not count for a partial victory; for a total one none may be left."""

    def lost(state: State) -> None:
        for each in PROVINCE.indexes:
            if state.owner[each] == realm("england"):
                state.occupier[each] = realm("castile")

    home = (war("castile", "england"), lost, armies("castile", castile=1))
    for distant, won in ((0, "total"), (9, "partial")):
        away = armies("england", **({"virginia": distant} if distant else {}))
        state = table(*home, away, has("england", alone=[0] * len(AREA))).state
        assert victory(state, "castile", realm("england")) == won


# total victory


BEATEN = [war("castile", "granada"), occupied("castile", *GRANADA), armies("castile", castile=2)]


def test_a_total_victory_must_be_resolved_r10_03() -> None:
    match = resolving(*BEATEN)
    assert asked(match) == ("castile", "victor")
    refused(match, Enforce("aragon", "white"), "must_end")
    refused(match, Enforce("granada", "humiliation"), "only_for_players")
    refused(match, Enforce("granada", "succession"), "not_disputed")


def test_who_could_enforce_more_has_won_a_war_that_ends_white_r10_02() -> None:
    """Castile has a total victory, then a partial one, then none."""
    for arrange, won in ((BEATEN, 1), (BEATEN[:1] + BEATEN[2:], 1), ([*BEATEN[:1], armies("castile")], 0)):
        match = resolving(*arrange, occupied("castile", "granada"))
        do(match, Enforce("granada", "white"))
        assert match.state.led["castile"].won == won


def test_full_annexation_r10_06() -> None:
    match = resolving(*BEATEN)
    do(match, Enforce("granada", "annexation"))
    assert (owner(match, "granada"), owner(match, "gibraltar")) == ("castile", "castile")
    assert match.state.occupier[PROVINCE.index["granada"]] == NONE
    assert asked(match) == ("castile", "claims_for_calm")
    do(match, SpendClaim("andalucia"))
    assert match.state.led["castile"].claims == 0
    assert not match.state.war[realm("castile")]
    assert match.state.led["castile"].won == 1


def test_who_gives_up_a_claim_chooses_which_unrest_leaves_r10_06() -> None:
    """Two of three provinces of Andalusia with unrest: any of them, not the largest."""
    andalucia = sorted(each.id for each in PROVINCE if AREA.ids[each.area] == "andalucia")[:3]
    match = resolving(*BEATEN, whole("castile", "andalucia"), owned("granada", *GRANADA))
    match.state.unrest |= PROVINCE.mask_of(andalucia)
    do(match, Enforce("granada", "annexation"), SpendClaim("andalucia"))
    assert asked(match) == ("castile", "province_for")
    do(match, AtProvince(andalucia[2]), AtProvince(andalucia[0]))
    assert match.state.unrest & PROVINCE.mask_of(andalucia) == PROVINCE.mask_of(andalucia[1:2])


def test_a_total_victory_over_an_active_ally_is_resolved_alone_r10_04() -> None:
    """Its patron fights on, without its units and its alliance."""
    arrange = [war("castile", "france"), allied("france", "granada", active=True), has("france", allied=2)]
    match = resolving(
        *arrange, occupied("castile", *GRANADA), armies("castile", castile=1), occupied("france", "galicia")
    )
    assert asked(match) == ("castile", "victor")
    do(match, Enforce("granada", "annexation"), KeepClaims())
    assert match.state.led["france"].allied == 1 + 1 - 1
    assert "granada" not in alliance(match, "france")
    assert prestige(match, "france") == [-2]
    assert match.state.war[realm("castile")] == 1 << realm("france")


def test_the_emperor_who_annexes_a_member_of_his_faith_loses_authority_r18_03() -> None:
    arrange = [war("austria", "ulm"), occupied("austria", "ulm"), armies("austria", austria=1)]
    match = resolving(*arrange)
    do(match, Enforce("ulm", "annexation"))
    assert match.state.empire.authority == 2


def test_the_emperor_who_annexes_a_member_of_another_faith_loses_no_authority_r18_03() -> None:
    protestant: Arrange = lambda state: state.religion.__setitem__(  # noqa: E731
        PROVINCE.thing("ulm").area, RELIGION.index["protestant"]
    )
    match = resolving(protestant, war("austria", "ulm"), occupied("austria", "ulm"), armies("austria", austria=1))
    do(match, Enforce("ulm", "annexation"))
    assert owner(match, "ulm") == "austria"
    assert match.state.empire.authority == 3


def test_an_emperor_whom_nobody_plays_is_no_vassal_and_the_empire_ends_with_his_annexation_r18_28() -> None:
    """Ulm is emperor; it has one province."""
    emperor: Arrange = lambda state: setattr(state.empire, "emperor", realm("ulm"))  # noqa: E731
    match = resolving(emperor, war("austria", "ulm"), occupied("austria", "ulm"), armies("austria", austria=1))
    refused(match, Enforce("ulm", "vassalization"), "never_a_vassal")
    do(match, Enforce("ulm", "annexation"))
    assert (match.state.empire.emperor, match.state.empire.authority) == (NONE, 0)


# partial victory


@pytest.mark.parametrize(
    ("first", "order"),
    [("england", ["england", "castile", "france"]), ("castile", ["castile", "england", "france"])],
)
def test_white_peaces_then_total_victories_then_other_wars_from_the_first_player_on_r10_03(
    first: str, order: list[str]
) -> None:
    """France has a partial victory; England and Castile have total ones; Austria and Venice occupy nothing."""
    won = [occupied("castile", *GRANADA), occupied("england", "rennes", "nantes"), occupied("france", "provence")]
    wars = [war("castile", "granada"), war("england", "brittany"), war("france", "provence"), war("austria", "venice")]
    seated = lambda state: setattr(state, "order", ["france", *(each for each in state.order if each != "france")])  # noqa: E731
    match = resolving(*wars, *won, armies("france", seine=3), seated, first=first)
    assert at_peace(match, "austria", "venice")
    said = []
    while asked(match)[1] != "diplomacy":
        said.append(asked(match))
        do(match, FightOn() if said[-1][1] == "peace" else match.options(said[-1][0])[0])
    asked_first = [each for each in said if each[1] in ("victor", "peace")]
    assert asked_first == [(order[0], "victor"), (order[1], "victor"), (order[2], "peace")]


def test_a_partial_victory_need_not_be_used_r10_03() -> None:
    arrange = [war("castile", "granada"), occupied("castile", "granada"), armies("castile", castile=2)]
    match = resolving(*arrange)
    assert asked(match) == ("castile", "peace")
    refused(match, Enforce("granada", "annexation"), "not_wholly_won")
    refused(match, Enforce("france", "white"), "not_an_enemy")
    do(match, FightOn())
    assert match.state.war[realm("castile")] == 1 << realm("granada")


def test_who_has_roma_back_in_a_peace_loses_the_other_cardinals_r10_06_r19_02() -> None:
    """Papal states that took it from France give it back."""

    def cardinals(state: State) -> None:
        state.curia.cardinals = ["france", "castile"]

    taken = [owned("france", "roma"), occupied("papal_states", "roma"), war("france", "papal_states")]
    match = resolving(*taken, cardinals)
    do(match, Enforce("papal_states", "white"))
    assert match.state.occupier[PROVINCE.index["roma"]] == NONE
    assert match.state.curia.cardinals == ["castile"]


def test_an_npr_always_takes_a_white_peace_r10_05() -> None:
    match = resolving(war("castile", "granada"), occupied("castile", "granada"), armies("castile"))
    refused(match, KeepState("granada"), "not_won")
    do(match, Enforce("granada", "white"))
    assert (owner(match, "granada"), prestige(match, "castile")) == ("granada", [-1])
    assert match.state.occupier[PROVINCE.index["granada"]] == NONE


def test_who_surrenders_pays_and_the_war_ends_r10_05() -> None:
    match = resolving(
        war("castile", "france"), armies("castile"), armies("france"), occupied("castile", "lyon"), first="france"
    )
    do(match, Surrender("castile"))
    assert prestige(match, "castile", "france") == [2, -2]
    assert asked(match) == ("castile", "victor")
    do(match, Enforce("france", "humiliation"))
    assert prestige(match, "castile")[0] == 2 + 2 * PROVINCE.thing("lyon").tax
    assert at_peace(match, "castile", "france")


def test_no_surrender_with_the_optional_rule_r20_03() -> None:
    arrange = [war("castile", "france"), armies("castile"), armies("france"), occupied("castile", "lyon")]
    match = resolving(*arrange, options={"no_surrender": True}, first="france")
    with pytest.raises(Exception, match="no_surrender_here"):
        match.apply("france", Surrender("castile"))


# the emperor


def defence(state: State) -> None:
    state.empire.defending, state.empire.aggressors = True, 1 << realm("castile")


def test_the_emperor_makes_peace_for_subjects_r18_20() -> None:
    """Castile occupies a province of Bavaria, which has called the emperor."""
    arrange = [
        war("castile", "bavaria", "austria"),
        defence,
        occupied("castile", "munchen"),
        armies("castile", bavaria_swabia=9),
    ]
    match = resolving(*arrange, armies("austria", austria=1))
    assert asked(match) == ("castile", "peace")
    refused(match, Enforce("bavaria", "white"), "emperor_settles")
    do(match, KeepState("austria"))
    assert not match.state.war[realm("castile")]
    assert at_peace(match, "castile", "bavaria")
    assert match.state.empire.authority == 2


def test_nothing_is_enforced_on_a_subject_without_a_victory_over_the_emperor_who_defends_it_r18_20() -> None:
    """France is emperor, Austria his subject. Castile has twice as many units as Austria; as France only then."""

    def elected(state: State) -> None:
        state.empire.emperor = realm("france")

    def at_war_with(french: int) -> Match:
        return resolving(
            elected,
            war("castile", "france", "austria"),
            defence,
            occupied("castile", "tirol", "lyon"),
            armies("castile", tirol=4),
            armies("austria", austria=1),
            armies("france", loire=french),
        )

    match = at_war_with(french=4)
    assert in_empire(match.state, realm("austria"))
    assert victory(match.state, "castile", realm("austria")) == "partial"
    assert asked(match) == ("castile", "peace")
    refused(match, KeepState("austria"), "emperor_defends")
    assert KeepState("austria") not in match.options("castile")
    assert Negotiate("austria") in match.options("castile")
    assert KeepState("austria") in at_war_with(french=2).options("castile")


@pytest.mark.parametrize("defending", [True, False])
def test_an_aggressor_who_is_beaten_raises_authority_r18_03(defending: bool) -> None:
    def attacked(state: State) -> None:
        state.empire.defending = defending

    arrange = [
        war("castile", "bavaria", "austria"),
        defence,
        attacked,
        occupied("austria", "galicia"),
        armies("austria", leon=9),
    ]
    match = resolving(*arrange, armies("castile"), lambda state: setattr(state.empire, "authority", 2))
    while asked(match)[0] != "austria":
        do(match, FightOn())
    do(match, KeepState("castile"))
    assert match.state.empire.authority == 3


@pytest.mark.parametrize(("left", "authority"), [((), 2), (("rhineland",), 3)])
def test_only_land_of_the_empire_that_is_ceded_keeps_authority_down_r18_03(
    left: tuple[str, ...], authority: int
) -> None:
    """Austria leaves Sundgau to Castile, land of the empire unless its area has left; France has Lorraine."""

    def arrange(state: State) -> None:
        state.empire.authority, state.empire.left = 2, AREA.mask_of(left)
        state.owner[PROVINCE.index["lorraine"]] = realm("france")

    lost = [war("castile", "austria"), defence, occupied("castile", "sundgau")]
    won = [occupied("austria", "galicia", "salamanca", "badajoz"), armies("austria", leon=9), armies("castile")]
    match = resolving(*lost, *won, arrange)
    while asked(match)[0] != "austria":
        do(match, FightOn())
    do(match, KeepState("castile"))
    assert owner(match, "sundgau") == "castile"
    assert match.state.empire.authority == authority


@pytest.mark.parametrize("overlord", ["castile", "granada"])
def test_a_territory_that_a_realm_of_nobody_loses_frees_vassals_of_the_loser_alone_r14_30(overlord: str) -> None:
    """Canada, nobody's core, goes to Portugal; who has freed it keeps his vassal."""

    def overseas(state: State) -> None:
        state.owner[PROVINCE.index["canada"]] = realm("granada")

    won = [war("castile", "granada"), armies("castile", castile=9), occupied("castile", "canada")]
    match = resolving(*won, overseas, subject(overlord, "portugal"))
    do(match, KeepState("granada", freed=("canada",)))
    assert owner(match, "canada") == "portugal"
    assert match.state.overlord[realm("portugal")] == (realm("castile") if overlord == "castile" else NONE)


# the aftermath


def test_units_leave_neutral_areas_for_the_nearest_friendly_one_r10_09() -> None:
    arrange = [war("castile", "granada"), armies("castile", aragon=2), allied("castile", "navarra")]

    def allies(state: State) -> None:
        state.led["castile"].armies[0].allied = Units(1)

    match = resolving(*arrange, allies, whole("aragon", "aragon"))
    if asked(match)[1] == "go_home":
        do(match, GoHome(AREA.ids[area("leon")]))
    army = match.state.led["castile"].armies[0]
    assert AREA.ids[army.area] in ("leon", "castile")
    assert (army.regular.infantry, army.allied.all) == (2, 0)
