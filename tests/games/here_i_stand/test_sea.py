"""Naval moves (16.2), naval combat (16.3), piracy (16.4) and transport (17)."""

from adjudicator import Match
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.announcing import CallOff
from adjudicator.games.here_i_stand.rules.naval import fights, piracy
from adjudicator.games.here_i_stand.rules.naval.fights import sea_battle
from adjudicator.games.here_i_stand.rules.naval.piracy import GiveAward, GiveSquadron, Piracy
from adjudicator.games.here_i_stand.rules.naval.sailing import (
    AvoidAtSea,
    InterceptAtSea,
    LeaveFleet,
    RowHarder,
    Sail,
    SetSail,
    StayAtSea,
)
from adjudicator.games.here_i_stand.rules.naval.transport import Transport
from adjudicator.kernel.actions import Decline
from tests.games.here_i_stand.table import (
    Arrange,
    controls,
    count,
    dice,
    do,
    empty,
    hand,
    leader,
    options,
    refused,
    state_of,
    table,
    units,
    war,
)


def asked(match: Match) -> tuple[str, tuple[str, ...]]:
    """What is asked, and whom."""
    found = match.decisions()[0]
    return found.kind, found.waiting


def quiet(match: Match) -> None:
    """Nobody calls an action off, or uses a card."""
    while match.decisions() and (found := asked(match))[0] in ("call_off", "row_for"):
        match.apply(found[1][0], Decline())


# ---- 16.2


def test_all_ships_of_a_power_go_one_step_for_one_point() -> None:
    match = table(power="france", cp=2)
    do(match, "france", Sail("marseille", "gulf_of_lyon"))
    assert asked(match) == ("sail_on", ("france",))
    do(match, "france", Sail("rouen", "english_channel"))
    assert count(match, "gulf_of_lyon", "france") == {"squadrons": 1}
    assert count(match, "english_channel", "france") == {"squadrons": 1}
    assert match.state.impulse.cp == 1


def test_ships_enter_seas_friendly_ports_and_ports_with_enemy_ships() -> None:
    match = table(units("gulf_of_lyon", "france", squadrons=1), power="france", cp=1)
    assert refused(match, "france", Sail("gulf_of_lyon", "genoa")) == "not_open"
    assert refused(match, "france", Sail("gulf_of_lyon", "atlantic_ocean")) == "not_open"
    assert Sail("gulf_of_lyon", "barcelona") in options(match, "france"), "Hapsburg ships lie there"
    assert Sail("gulf_of_lyon", "marseille") in options(match, "france")
    assert refused(match, "france", Sail("gulf_of_lyon", "marseille", squadrons=2)) == "no_such_ships"


def test_ships_of_genoa_and_venice_never_enter_the_atlantic() -> None:
    there = (state_of(minors={"genoa": "hapsburg"}), units("gibraltar", "genoa", squadrons=1))
    match = table(*there, power="hapsburg", cp=1)
    assert refused(match, "hapsburg", Sail("gibraltar", "atlantic_ocean")) == "never_atlantic"


def test_a_fleet_beside_may_intercept_and_then_fights_at_once() -> None:
    there = units("tyrrhenian_sea", "hapsburg", squadrons=2)
    draws = [dice("naval_interception", 5, 4, power="hapsburg"), dice("naval_combat", 1, 1, side="france")]
    draws += [dice("naval_combat", 5, 5, 1, 1, side="hapsburg")]
    match = table(there, empty("rouen", "barcelona"), power="france", cp=1, draws=draws)
    do(match, "france", Sail("marseille", "gulf_of_lyon"))
    assert asked(match) == ("intercept_at_sea", ("hapsburg",))
    do(match, "hapsburg", InterceptAtSea("tyrrhenian_sea"))
    assert not count(match, "gulf_of_lyon", "france")
    assert count(match, "gulf_of_lyon", "hapsburg") == {"squadrons": 2}
    assert match.state.lost_ships == {"france": 1}


def test_an_interception_that_fails_is_tried_once_from_each_place() -> None:
    there = units("tyrrhenian_sea", "hapsburg", squadrons=2)
    draws = [dice("naval_interception", 1, 4, power="hapsburg")]
    match = table(there, empty("rouen", "barcelona"), power="france", cp=1, draws=draws)
    do(match, "france", Sail("marseille", "gulf_of_lyon"))
    do(match, "hapsburg", InterceptAtSea("tyrrhenian_sea"))
    assert not match.decisions(), "there is no other place to try it from"
    assert count(match, "gulf_of_lyon", "france") == {"squadrons": 1}


def meeting(*arrange: Arrange, draws: list[dict[str, object]] | None = None) -> Match:
    """French ships come to Hapsburg ones in the Gulf of Lyon."""
    there = units("gulf_of_lyon", "hapsburg", squadrons=1)
    match = table(
        there, empty("rouen", "barcelona", "naples", "seville"), *arrange, power="france", cp=1, draws=draws or []
    )
    do(match, "france", Sail("marseille", "gulf_of_lyon"))
    quiet(match)
    return match


def test_whoever_is_met_at_sea_may_avoid_battle() -> None:
    match = meeting(draws=[dice("naval_avoidance", 5, 5, power="hapsburg")])
    assert asked(match) == ("avoid_at_sea", ("hapsburg",))
    assert refused(match, "hapsburg", AvoidAtSea("marseille")) == "no_haven"
    do(match, "hapsburg", AvoidAtSea("barcelona"))
    assert count(match, "barcelona", "hapsburg") == {"squadrons": 1}


def test_the_active_power_chooses_whether_to_attack() -> None:
    match = meeting()
    do(match, "hapsburg", StayAtSea())
    assert asked(match) == ("attack_fleet", ("france",))
    do(match, "france", LeaveFleet())
    assert count(match, "gulf_of_lyon", "hapsburg") == {"squadrons": 1}


def test_professional_rowers_change_a_roll_by_two() -> None:
    draws = [dice("naval_avoidance", 4, 3, power="hapsburg")]
    match = meeting(hand("england", "professional_rowers"), draws=draws)
    do(match, "hapsburg", AvoidAtSea("barcelona"))
    assert asked(match) == ("row_harder", ("england",))
    match.apply("england", RowHarder(True))
    assert count(match, "barcelona", "hapsburg") == {"squadrons": 1}
    assert not match.state.hands["england"].cards


def test_nobody_is_asked_for_rowers_where_they_change_nothing() -> None:
    draws = [dice("naval_avoidance", 1, 2, power="hapsburg")]
    match = meeting(hand("england", "professional_rowers"), draws=draws)
    do(match, "hapsburg", AvoidAtSea("barcelona"))
    assert asked(match)[0] == "attack_fleet"


def test_foul_weather_keeps_ships_where_they_are() -> None:
    match = table(hand("england", "foul_weather"), power="france", cp=2)
    do(match, "france", Sail("marseille", "gulf_of_lyon"), SetSail())
    assert asked(match) == ("call_off", ("england",))
    match.apply("england", CallOff("foul_weather"))
    assert count(match, "marseille", "france")["squadrons"] == 1
    assert match.state.impulse.cp == 1
    assert refused(match, "france", Sail("marseille", "gulf_of_lyon")) == "bad_weather"


# ---- 16.3


def fight(attack: list[int], defense: list[int], at: str, *arrange: Arrange) -> Match:
    """A combat of French ships against Hapsburg ones in a place."""
    draws = [dice("naval_combat", *attack, side="france"), dice("naval_combat", *defense, side="hapsburg")]
    return table(empty(at), *arrange, power="france", frames=[sea_battle("france", "hapsburg", at)], draws=draws)


def test_mp_9_inactive_ships_stay_in_port_and_defend_it() -> None:
    fleet = (empty("marseille", "rouen"), units("gulf_of_lyon", "france", squadrons=2))
    rolled = [dice("naval_combat", 1, 1, 1, 1, side="france"), dice("naval_combat", 5, 5, 1, 1, 1, side="genoa")]
    match = table(*fleet, war("france", "genoa"), draws=rolled, power="france", cp=1)
    do(match, "france", Sail("gulf_of_lyon", "genoa"))
    assert count(match, "genoa", "genoa")["squadrons"] == 1, "two dice, two of Doria and one of the port"
    assert match.state.lost_ships == {"france": 1}
    match = table(*fleet, war("france", "genoa"), power="france", cp=1)
    do(match, "france", Sail("gulf_of_lyon", "tyrrhenian_sea"))
    assert count(match, "genoa", "genoa")["squadrons"] == 1, "nobody intercepts"


def test_two_dice_a_squadron_the_leader_and_one_for_a_defender_in_port() -> None:
    there = (units("naples", "hapsburg", squadrons=2, corsairs=1), state_of(minors={"genoa": "hapsburg"}))
    state = table(empty("naples"), *there, leader("andrea_doria", "naples")).state
    assert fights.strength(state, "hapsburg", "naples") == 2 * 2 + 1 + 2


def test_ties_go_to_the_defender_and_two_hits_sink_a_squadron() -> None:
    there = (units("gulf_of_lyon", "france", squadrons=2), units("gulf_of_lyon", "hapsburg", squadrons=2))
    match = fight([5, 5, 1, 1], [5, 5, 1, 1], "gulf_of_lyon", *there)
    assert match.state.lost_ships == {"hapsburg": 1, "france": 1}


def test_an_odd_hit_sinks_a_squadron_of_the_loser_only() -> None:
    there = (units("gulf_of_lyon", "france", squadrons=2), units("gulf_of_lyon", "hapsburg", squadrons=3))
    match = fight([5, 1, 1, 1], [5, 5, 5, 1, 1, 1], "gulf_of_lyon", *there)
    assert match.state.lost_ships == {"france": 2}


def test_more_dice_keep_one_ship_where_both_would_be_lost() -> None:
    there = (units("gulf_of_lyon", "france", squadrons=1), units("gulf_of_lyon", "hapsburg", squadrons=1))
    match = fight([5, 5], [5, 5], "gulf_of_lyon", *there)
    assert match.state.lost_ships == {"france": 1}, "the defender keeps one where the dice are as many"


def test_an_attacker_always_leaves_the_port_of_others() -> None:
    there = (units("naples", "france", squadrons=2), units("naples", "hapsburg", squadrons=1))
    match = fight([5, 5, 5, 1], [1, 1, 1], "naples", *there)
    assert not count(match, "naples", "france")
    assert count(match, "tyrrhenian_sea", "france") == {"squadrons": 2}


# ---- 16.4


def pirates(*arrange: Arrange, cp: int = 2, draws: list[dict[str, object]] | None = None) -> Match:
    """Three corsairs in the Tyrrhenian Sea, after the pirates came."""
    there = (state_of(barbary=True), units("tyrrhenian_sea", "ottoman", corsairs=3), empty("naples", "rome"))
    return table(*there, *arrange, hand("england", "gout"), power="ottoman", cp=cp, draws=draws or [])


def test_piracy_needs_pirates_corsairs_and_a_port_of_the_target() -> None:
    match = table(units("tyrrhenian_sea", "ottoman", corsairs=1), power="ottoman", cp=2)
    assert refused(match, "ottoman", Piracy("tyrrhenian_sea", "papacy")) == "no_pirates_yet"
    match = pirates()
    assert refused(match, "ottoman", Piracy("adriatic_sea", "papacy")) == "no_corsair_there"
    assert refused(match, "ottoman", Piracy("tyrrhenian_sea", "england")) == "no_port_there"
    match = pirates(state_of(pirated=rules.bit("tyrrhenian_sea")))
    assert refused(match, "ottoman", Piracy("tyrrhenian_sea", "papacy")) == "done_there"


def test_dice_against_pirates() -> None:
    state = pirates(units("tyrrhenian_sea", "hapsburg", squadrons=1), units("naples", "hapsburg", squadrons=1)).state
    assert piracy.defence(state, "hapsburg", "tyrrhenian_sea") == 2 + 1
    state = table(state_of(barbary=True, knights=""), empty("rhodes")).state
    assert piracy.defence(state, "hapsburg", "north_african_coast") == 1, "the fortress of Malta"
    assert piracy.defence(table().state, "hapsburg", "north_african_coast") == 2, "the Knights help"


def test_one_corsair_or_one_port_make_one_die() -> None:
    state = pirates().state
    assert piracy.pirate_dice(state, "hapsburg", "tyrrhenian_sea") == 2
    assert piracy.pirate_dice(state, "papacy", "tyrrhenian_sea") == 1
    state = pirates(leader("dragut", "tyrrhenian_sea")).state
    assert piracy.pirate_dice(state, "hapsburg", "tyrrhenian_sea") == 4


def test_a_hit_costs_a_squadron_a_card_or_a_point_each_once_first() -> None:
    draws = [dice("piracy", 5, 5, 1, 1, sea="tyrrhenian_sea")]
    there = (leader("dragut", "tyrrhenian_sea"), hand("hapsburg", "fuggers"))
    match = pirates(*there, draws=draws)
    do(match, "ottoman", Piracy("tyrrhenian_sea", "hapsburg"))
    quiet(match)
    do(match, "hapsburg", GiveAward("vp"))
    assert refused(match, "hapsburg", GiveAward("vp")) == "not_that_award"
    do(match, "hapsburg", GiveAward("card"))
    assert match.state.piracy == 1
    assert len(match.state.hands["ottoman"].cards) == 1


def test_a_squadron_lost_to_pirates_is_built_again_in_the_next_turn() -> None:
    draws = [dice("piracy_defence", 1, sea="tyrrhenian_sea"), dice("piracy", 5, 1, sea="tyrrhenian_sea")]
    match = pirates(units("naples", "hapsburg", squadrons=1), draws=draws)
    do(match, "ottoman", Piracy("tyrrhenian_sea", "hapsburg"))
    quiet(match)
    do(match, "hapsburg", GiveSquadron("naples"))
    assert match.state.lost_ships == {"hapsburg": 1}


# ---- 17


def test_a_formation_is_carried_over_seas_with_own_ships() -> None:
    there = (units("gulf_of_lyon", "france", squadrons=1), units("marseille", "france", regulars=3))
    match = table(*there, controls("france", "bastia"), power="france", cp=2)
    assert refused(
        match, "france", Transport("marseille", "palermo", ("gulf_of_lyon", "tyrrhenian_sea"), regulars=1)
    ) in (
        "too_few_cp",
        "no_ship_there",
    )
    do(match, "france", Transport("marseille", "bastia", ("gulf_of_lyon",), regulars=3))
    assert count(match, "bastia", "france") == {"regulars": 3}


def test_five_units_at_most_and_no_port_with_enemy_ships() -> None:
    there = (units("gulf_of_lyon", "france", squadrons=1), units("marseille", "france", regulars=8))
    match = table(*there, leader("francis_i", "marseille"), power="france", cp=2)
    six = Transport("marseille", "bastia", ("gulf_of_lyon",), regulars=6, leaders=("francis_i",))
    assert refused(match, "france", six) == "too_many_aboard"
    assert (
        refused(match, "france", Transport("marseille", "barcelona", ("gulf_of_lyon",), regulars=2)) == "guarded_port"
    )
    assert refused(match, "france", Transport("marseille", "naples", ("gulf_of_lyon",), regulars=2)) == "no_sea_way"


def test_only_ports_that_may_be_entered_are_offered() -> None:
    there = (units("gulf_of_lyon", "france", squadrons=1), units("marseille", "france", regulars=2))
    peace = war("france", "hapsburg", on=False)
    match = table(*there, controls("france", "bastia"), empty("barcelona"), peace, power="france", cp=2)
    offered = {each.to for each in options(match, "france") if isinstance(each, Transport)}
    assert "bastia" in offered
    assert not offered & {"barcelona", "valencia", "palma"}


def test_whoever_loses_the_battle_after_landing_is_eliminated() -> None:
    there = (
        units("gulf_of_lyon", "france", squadrons=1),
        units("valencia", "hapsburg", regulars=3),
        empty("barcelona"),
        war("france", "hapsburg"),
    )
    draws = [dice("attack", 1, 1), dice("defense", 5, 1, 1, 1)]
    match = table(*there, units("marseille", "france", regulars=1), power="france", cp=2, draws=draws)
    do(match, "france", Transport("marseille", "valencia", ("gulf_of_lyon",), regulars=2))
    while match.decisions() and asked(match)[1] == ("hapsburg",):
        kind = asked(match)[0]
        do(match, "hapsburg", options(match, "hapsburg")[0] if kind != "impulse" else Decline())
        if kind == "impulse":
            break
    assert not count(match, "valencia", "france")
    assert count(match, "marseille", "france") == {"squadrons": 1}
