"""Naval moves (16.1): where ships go, who intercepts, who avoids battle, and the combats that follow."""

from __future__ import annotations

from typing import Any

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import LOCATION, SAILED
from adjudicator.games.here_i_stand.rules.announcing import CallOff
from adjudicator.games.here_i_stand.rules.naval.fights import RetreatFleet
from adjudicator.games.here_i_stand.rules.naval.sailing import (
    AttackFleet,
    AvoidAtSea,
    InterceptAtSea,
    NoInterceptionAtSea,
    RowHarder,
    Sail,
    SetSail,
    StayAtSea,
)
from adjudicator.games.here_i_stand.words.report import REPORT
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked, Coded
from tests.games.here_i_stand.sea import asked, quiet
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
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

HARBOURS = ("rouen", "marseille", "barcelona", "naples", "seville", "genoa", "rome", "istanbul", "salonika", "athens")


def sea(*arrange: Arrange, power: str = "france", cp: int = 3, draws: list[dict[str, Any]] | None = None) -> Match:
    """A sea without the ships of the start."""
    return table(empty(*HARBOURS), *arrange, power=power, cp=cp, draws=draws or [])


def fleet(at: str, owner: str, number: int = 1, **counts: int) -> Arrange:
    """Some squadrons in a place."""
    return units(at, owner, squadrons=number, **counts)


def sails(match: Match, power: str, *moves: Sail) -> None:
    """Sail with all that is named and nothing more; nobody calls it off."""
    do(match, power, *moves)
    if match.decisions() and asked(match)[0] == "sail_on":
        do(match, power, SetSail())
    quiet(match)


@shows("16.1/1", "16.1/7")
def test_all_ships_of_a_power_go_one_step_for_one_point() -> None:
    there = (
        fleet("marseille", "france"),
        fleet("genoa", "genoa"),
        fleet("rouen", "ottoman"),
        allies("france", "genoa"),
    )
    lent = state_of(alliances={})
    match = sea(*there, lent, controls("france", "genoa"), cp=2)
    match.state.forces["rouen"][-1].lent_to = "france"
    do(match, "france", Sail("marseille", "gulf_of_lyon"))
    assert asked(match) == ("sail_on", ("france",))
    assert count(match, "marseille", "france") == {"squadrons": 1}, "all moves are carried out together"
    do(match, "france", Sail("genoa", "gulf_of_lyon"))
    do(match, "france", Sail("rouen", "english_channel"))
    assert count(match, "gulf_of_lyon", "france") == {"squadrons": 1}
    assert count(match, "gulf_of_lyon", "genoa") == {"squadrons": 1}, "those of a minor ally"
    assert count(match, "english_channel", "ottoman") == {"squadrons": 1}, "those on loan"
    assert match.state.impulse.cp == 1


@shows("16.1/2", "2.5/4", "2.5/6")
def test_ports_touch_their_sea_zones_and_three_gaps_are_closed() -> None:
    def beside(at: str) -> set[str]:
        return set(LOCATION.ids_of(SAILED[LOCATION.index[at]]))

    for one, other, port in (
        ("ionian_sea", "tyrrhenian_sea", "messina"),
        ("barbary_coast", "atlantic_ocean", "gibraltar"),
        ("black_sea", "aegean_sea", "istanbul"),
    ):
        assert other not in beside(one)
        assert {one, other} <= beside(port)
    assert {"irish_sea", "baltic_sea"} <= beside("north_sea")
    assert beside("marseille") == {"gulf_of_lyon"}


@shows("16.1/3")
def test_ships_enter_own_ports_and_those_with_enemy_ships_only() -> None:
    english = (allies("england", "france"), fleet("english_channel", "england"), fleet("rouen", "france"))
    match = sea(*english, power="england")
    assert refused(match, "england", Sail("english_channel", "rouen")) == "not_open", "a port of an ally"
    match = sea(fleet("gulf_of_lyon", "france"), fleet("barcelona", "hapsburg"), allies("france", "genoa"))
    assert refused(match, "france", Sail("gulf_of_lyon", "palma")) == "not_open", "no enemy ships lie there"
    assert refused(match, "france", Sail("gulf_of_lyon", "atlantic_ocean")) == "not_open"
    open_ = {each.to for each in options(match, "france") if isinstance(each, Sail)}
    assert {"barcelona", "marseille", "tyrrhenian_sea", "genoa"} <= open_
    peace = sea(fleet("gulf_of_lyon", "france"), fleet("barcelona", "hapsburg"), war("france", "hapsburg", on=False))
    assert refused(peace, "france", Sail("gulf_of_lyon", "barcelona")) == "not_open"


@shows("16.1/4")
def test_naval_leaders_stay_with_ships_and_go_with_the_last() -> None:
    there = (fleet("istanbul", "ottoman", 2), leader("barbarossa", "istanbul"))
    match = sea(*there, power="ottoman")
    sails(match, "ottoman", Sail("istanbul", "aegean_sea", squadrons=1))
    assert match.state.leaders["barbarossa"].at == "istanbul"
    sails(match, "ottoman", Sail("istanbul", "black_sea"))
    assert match.state.leaders["barbarossa"].at == "black_sea"
    match = sea(*there, power="ottoman")
    parted = (Sail("istanbul", "aegean_sea", squadrons=1, leaders=("barbarossa",)), Sail("istanbul", "black_sea"))
    sails(match, "ottoman", *parted)
    assert match.state.leaders["barbarossa"].at == "aegean_sea", "whoever has left does not leave again"
    assert refused(match, "ottoman", Sail("black_sea", "istanbul", leaders=("barbarossa",))) == "not_admiral"


@shows("16.1/5")
def test_ships_that_lost_do_not_move_again_and_those_that_won_do() -> None:
    there = (fleet("tyrrhenian_sea", "ottoman", 2), fleet("naples", "hapsburg"), war("ottoman", "hapsburg"))
    won = [dice("naval_combat", 5, 5, 5, 1, side="ottoman"), dice("naval_combat", 1, 1, 1, side="hapsburg")]
    match = sea(*there, power="ottoman", draws=won)
    sails(match, "ottoman", Sail("tyrrhenian_sea", "naples"))
    assert count(match, "tyrrhenian_sea", "ottoman") == {"squadrons": 2}, "back at sea"
    sails(match, "ottoman", Sail("tyrrhenian_sea", "barbary_coast"))
    assert count(match, "barbary_coast", "ottoman") == {"squadrons": 2}
    lost = [dice("naval_combat", 1, 1, 1, 1, side="ottoman"), dice("naval_combat", 1, 1, 1, side="hapsburg")]
    match = sea(*there, fleet("ionian_sea", "ottoman"), power="ottoman", draws=lost)
    sails(match, "ottoman", Sail("tyrrhenian_sea", "naples"))
    assert refused(match, "ottoman", Sail("tyrrhenian_sea", "barbary_coast")) == "no_fleet"
    assert Sail("ionian_sea", "barbary_coast") in options(match, "ottoman"), "others may"


@shows("16.1/6")
def test_genoa_venice_and_doria_never_enter_the_atlantic() -> None:
    there = (allies("hapsburg", "genoa"), fleet("gibraltar", "hapsburg"), fleet("gibraltar", "genoa"))
    match = sea(*there, leader("andrea_doria", "gibraltar"), power="hapsburg")
    assert refused(match, "hapsburg", Sail("gibraltar", "atlantic_ocean")) == "never_atlantic"
    led = Sail("gibraltar", "atlantic_ocean", squadrons=1, leaders=("andrea_doria",))
    assert refused(match, "hapsburg", led) == "never_atlantic"
    sails(match, "hapsburg", Sail("gibraltar", "atlantic_ocean", squadrons=1))
    assert count(match, "atlantic_ocean", "hapsburg") == {"squadrons": 1}


@shows("16.1/7")
def test_foul_weather_keeps_ships_where_they_are() -> None:
    match = table(hand("england", "foul_weather"), power="france", cp=2)
    do(match, "france", Sail("marseille", "gulf_of_lyon"), SetSail())
    assert asked(match) == ("call_off", ("england",))
    match.apply("england", CallOff("foul_weather"))
    assert count(match, "marseille", "france")["squadrons"] == 1
    assert match.state.impulse.cp == 1
    assert refused(match, "france", Sail("marseille", "gulf_of_lyon")) == "bad_weather"


WAR = war("ottoman", "hapsburg")


@shows("16.1/8", "16.1/10")
def test_only_ships_that_lie_crosswise_at_sea_are_intercepted() -> None:
    there = (fleet("athens", "ottoman"), fleet("messina", "hapsburg"), WAR)
    joined = sea(*there, fleet("ionian_sea", "ottoman"), fleet("aegean_sea", "ottoman"), power="ottoman")
    sails(joined, "ottoman", Sail("aegean_sea", "ionian_sea"))
    assert asked(joined)[0] == "spend", "they have joined their own"
    allied = (fleet("aegean_sea", "ottoman"), fleet("ionian_sea", "france"), allies("ottoman", "france"))
    crosswise = sea(*there, *allied, power="ottoman")
    sails(crosswise, "ottoman", Sail("aegean_sea", "ionian_sea"))
    assert asked(crosswise) == ("intercept_at_sea", ("hapsburg",)), "allied ships are no protection"
    into_port = sea(fleet("ionian_sea", "ottoman"), fleet("messina", "hapsburg"), WAR, power="ottoman")
    sails(into_port, "ottoman", Sail("ionian_sea", "lepanto"))
    assert asked(into_port)[0] == "spend", "nobody intercepts into a port"


@shows("16.1/9")
def test_stacks_that_arrive_together_protect_one_another_no_more() -> None:
    there = (fleet("aegean_sea", "ottoman"), fleet("adriatic_sea", "ottoman"), fleet("messina", "hapsburg"), WAR)
    match = sea(*there, power="ottoman")
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"), Sail("adriatic_sea", "ionian_sea"))
    assert asked(match) == ("intercept_at_sea", ("hapsburg",))
    swapped = sea(
        fleet("ionian_sea", "ottoman"),
        fleet("aegean_sea", "ottoman"),
        fleet("messina", "hapsburg"),
        WAR,
        power="ottoman",
    )
    sails(swapped, "ottoman", Sail("ionian_sea", "adriatic_sea"), Sail("aegean_sea", "ionian_sea"))
    assert asked(swapped) == ("intercept_at_sea", ("hapsburg",)), "those who left protect nobody"


@shows("16.1/11")
def test_enemy_ships_beside_intercept_although_others_lie_there_already() -> None:
    there = (fleet("aegean_sea", "ottoman"), fleet("ionian_sea", "hapsburg"), fleet("messina", "hapsburg"), WAR)
    match = sea(*there, fleet("gulf_of_lyon", "hapsburg"), power="ottoman")
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"))
    assert asked(match) == ("intercept_at_sea", ("hapsburg",))
    from_ = [each.at for each in options(match, "hapsburg") if isinstance(each, InterceptAtSea)]
    assert from_ == ["messina"], "the Gulf of Lyon is not beside"
    peace = sea(*there[:3], power="ottoman")
    sails(peace, "ottoman", Sail("aegean_sea", "ionian_sea"))
    assert asked(peace)[0] == "spend", "only enemies intercept"


@shows("16.1/12", "16.1/14")
def test_any_ships_of_each_stack_try_and_all_that_succeed_fight_as_one() -> None:
    draws = [dice("naval_interception", 4, 4, power="hapsburg"), dice("naval_interception", 5, 5, power="hapsburg")]
    draws += [dice("naval_interception", 4, 5, power="hapsburg"), dice("naval_combat", 1, 1, side="ottoman")]
    draws += [dice("naval_combat", 1, 1, 1, 1, side="hapsburg")]
    there = (fleet("messina", "hapsburg", 3), fleet("taranto", "hapsburg"), fleet("malta", "hapsburg"), WAR)
    match = sea(fleet("aegean_sea", "ottoman"), *there, power="ottoman", draws=draws)
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"))
    assert refused(match, "hapsburg", InterceptAtSea("messina", squadrons=4)) == "no_such_ships"
    do(match, "hapsburg", InterceptAtSea("malta"))
    assert refused(match, "hapsburg", InterceptAtSea("malta")) == "cannot_intercept", "each stack tries once"
    do(match, "hapsburg", InterceptAtSea("messina", squadrons=1), InterceptAtSea("taranto"))
    assert count(match, "ionian_sea", "hapsburg") == {"squadrons": 2}, "both that succeeded roll together"
    assert count(match, "messina", "hapsburg") == {"squadrons": 2}
    assert count(match, "malta", "hapsburg") == {"squadrons": 1}


@shows("16.1/13")
def test_after_a_success_no_other_power_tries() -> None:
    foes = (WAR, war("ottoman", "papacy"), war("ottoman", "france"))
    there = (fleet("messina", "hapsburg"), fleet("ravenna", "papacy"), fleet("ionian_sea", "ottoman"), *foes)
    draws = [dice("naval_interception", 5, 5, power="papacy"), dice("naval_combat", 1, 1, side="ottoman")]
    draws += [dice("naval_combat", 1, 1, side="papacy")]
    match = sea(*there, fleet("trieste", "hapsburg"), power="ottoman", draws=draws)
    sails(match, "ottoman", Sail("ionian_sea", "adriatic_sea"))
    assert asked(match) == ("intercept_at_sea", ("hapsburg",)), "in the order of impulses"
    do(match, "hapsburg", NoInterceptionAtSea())
    do(match, "papacy", InterceptAtSea("ravenna"))
    first = [dice("naval_interception", 5, 5, power="hapsburg"), dice("naval_combat", 1, 1, side="ottoman")]
    first += [dice("naval_combat", 1, 1, side="hapsburg")]
    match = sea(*there, fleet("trieste", "hapsburg"), power="ottoman", draws=first)
    sails(match, "ottoman", Sail("ionian_sea", "adriatic_sea"))
    do(match, "hapsburg", InterceptAtSea("trieste"))
    assert asked(match)[0] != "intercept_at_sea", "the Papacy is not asked"


@shows("16.1/15")
def test_ships_beside_ships_of_the_active_power_do_not_intercept() -> None:
    there = (fleet("aegean_sea", "ottoman", 2), fleet("aegean_sea", "hapsburg"), WAR)
    match = sea(*there, power="ottoman")
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea", squadrons=1))
    assert asked(match)[0] == "spend", "an Ottoman squadron has stayed with them"
    match = sea(*there, power="ottoman")
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"))
    assert asked(match) == ("intercept_at_sea", ("hapsburg",))


@shows("16.1/16")
def test_nine_on_two_dice_with_the_leader_and_rowers() -> None:
    there = (fleet("aegean_sea", "ottoman"), fleet("messina", "hapsburg"), WAR)
    combat = [dice("naval_combat", 1, 1, side="ottoman"), dice("naval_combat", 1, 1, side="hapsburg")]
    failed = sea(*there, power="ottoman", draws=[dice("naval_interception", 4, 4, power="hapsburg")])
    sails(failed, "ottoman", Sail("aegean_sea", "ionian_sea"))
    do(failed, "hapsburg", InterceptAtSea("messina"))
    assert count(failed, "messina", "hapsburg") == {"squadrons": 1}
    led = (leader("andrea_doria", "messina"), allies("hapsburg", "genoa"), fleet("messina", "genoa"))
    more = [dice("naval_combat", 1, 1, side="ottoman"), dice("naval_combat", 1, 1, 1, 1, 1, 1, side="hapsburg")]
    match = sea(*there, *led, power="ottoman", draws=[dice("naval_interception", 4, 3, power="hapsburg"), *more])
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"))
    do(match, "hapsburg", InterceptAtSea("messina"))
    assert match.state.leaders["andrea_doria"].at == "ionian_sea", "7 and 2 for Doria"
    rowers = (hand("england", "professional_rowers"),)
    draws = [dice("naval_interception", 4, 3, power="hapsburg"), *combat]
    match = sea(*there, *rowers, power="ottoman", draws=draws)
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"))
    do(match, "hapsburg", InterceptAtSea("messina"))
    assert asked(match) == ("row_harder", ("england",))
    (decision,) = match.decisions()
    assert decision.context == {"power": "hapsburg", "avoiding": False, "total": 7, "needed": 9}
    offered = match.options("england")
    assert [each for each in offered if isinstance(each, RowHarder)] == [RowHarder(True)], "two less changes nothing"
    coded = tuple(Coded(code=str(n), action=action, words="") for n, action in enumerate(offered))
    view = match.view(("england",))
    told = REPORT.question(Asked(number=1, decision=decision, options=coded), view, "england", language("en"))
    assert told.title.startswith("Hapsburgs rolled 7 to intercept, where 9 is needed: do you change it by 2")
    assert "2 more: it succeeds" in [option.words for group in told.groups for option in group.options]
    match.apply("england", RowHarder(True))
    quiet(match)
    assert not count(match, "messina", "hapsburg")
    assert not match.state.hands["england"].cards
    low = sea(*there, *rowers, power="ottoman", draws=[dice("naval_interception", 2, 3, power="hapsburg")])
    sails(low, "ottoman", Sail("aegean_sea", "ionian_sea"))
    do(low, "hapsburg", InterceptAtSea("messina"))
    assert asked(low)[0] == "spend", "two more would change nothing"


MET = (fleet("aegean_sea", "ottoman"), fleet("ionian_sea", "hapsburg", 2), WAR)


@shows("16.1/17", "16.1/18")
def test_ships_that_lay_there_avoid_battle_all_together() -> None:
    match = sea(
        *MET,
        fleet("adriatic_sea", "ottoman"),
        controls("papacy", "malta"),
        power="ottoman",
        draws=[dice("naval_avoidance", 4, 5, power="hapsburg")],
    )
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"))
    assert asked(match) == ("avoid_at_sea", ("hapsburg",))
    for closed in ("malta", "corfu", "adriatic_sea", "lepanto", "palermo"):
        assert refused(match, "hapsburg", AvoidAtSea(closed)) == "no_haven", closed
    assert AvoidAtSea("barbary_coast") in options(match, "hapsburg"), "a sea zone without enemies"
    do(match, "hapsburg", AvoidAtSea("messina"))
    assert count(match, "messina", "hapsburg") == {"squadrons": 2}
    assert count(match, "ionian_sea", "ottoman") == {"squadrons": 1}


@shows("16.1/17")
def test_nobody_avoids_battle_after_an_interception_or_beside_own_ships() -> None:
    draws = [dice("naval_interception", 5, 5, power="hapsburg"), dice("naval_combat", 1, 1, side="ottoman")]
    draws += [dice("naval_combat", 1, 1, 1, 1, 1, 1, side="hapsburg")]
    match = sea(*MET, fleet("messina", "hapsburg"), power="ottoman", draws=draws)
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"))
    do(match, "hapsburg", InterceptAtSea("messina"))
    assert asked(match)[0] != "avoid_at_sea"
    fights = [dice("naval_combat", 1, 1, 1, 1, side="ottoman"), dice("naval_combat", 1, 1, 1, 1, side="hapsburg")]
    joined = sea(*MET, fleet("ionian_sea", "ottoman"), power="ottoman", draws=fights)
    sails(joined, "ottoman", Sail("aegean_sea", "ionian_sea"))
    assert asked(joined)[0] == "naval_retreat", "they fought at once"


@shows("16.1/19")
def test_ships_that_meet_fight_whether_they_like_it_or_not() -> None:
    rolled = [dice("naval_combat", 5, 5, side="ottoman"), dice("naval_combat", 1, 1, 1, 1, side="hapsburg")]
    match = sea(*MET, power="ottoman", draws=rolled)
    sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"))
    do(match, "hapsburg", StayAtSea())
    assert match.state.lost_ships == {"hapsburg": 1}, "nobody was asked whether to fight"
    two = (fleet("aegean_sea", "ottoman", 2), fleet("ionian_sea", "hapsburg"), fleet("messina", "hapsburg"), WAR)
    there = (*two, fleet("black_sea", "ottoman"), fleet("istanbul", "hapsburg"))
    places = sea(*there, fleet("tyrrhenian_sea", "ottoman"), power="ottoman")
    sails(places, "ottoman", Sail("aegean_sea", "ionian_sea"), Sail("tyrrhenian_sea", "messina"))
    do(places, "hapsburg", StayAtSea())
    assert asked(places) == ("attack_fleet", ("ottoman",))
    assert options(places, "ottoman") == [AttackFleet("ionian_sea", "hapsburg"), AttackFleet("messina", "hapsburg")]


@shows("16.1/20")
def test_the_active_power_chooses_whom_to_fight_first_at_sea() -> None:
    both = (*MET[:1], fleet("ionian_sea", "hapsburg"), fleet("ionian_sea", "papacy"), WAR, war("ottoman", "papacy"))
    won = [dice("naval_combat", 5, 5, side="ottoman"), dice("naval_combat", 1, 1, side="papacy")]
    won += [dice("naval_combat", 5, 5, side="ottoman"), dice("naval_combat", 1, 1, side="hapsburg")]

    def met(draws: list[dict[str, Any]]) -> Match:
        match = sea(*both, allies("hapsburg", "papacy"), power="ottoman", draws=draws)
        sails(match, "ottoman", Sail("aegean_sea", "ionian_sea"))
        do(match, "hapsburg", StayAtSea())
        while asked(match) == ("avoid_at_sea", ("papacy",)):
            do(match, "papacy", StayAtSea())
        assert asked(match) == ("attack_fleet", ("ottoman",))
        do(match, "ottoman", AttackFleet("ionian_sea", "papacy"))
        return match

    assert met(won).state.lost_ships == {"papacy": 1, "hapsburg": 1}, "both, each by itself"
    beaten = met([dice("naval_combat", 1, 1, side="ottoman"), dice("naval_combat", 1, 1, side="papacy")])
    do(beaten, "ottoman", RetreatFleet("aegean_sea"))
    assert asked(beaten)[0] == "spend", "whoever lost fights no more there"


@shows("16.1/21")
def test_ships_that_lay_together_before_do_not_fight() -> None:
    there = (fleet("black_sea", "ottoman"), fleet("black_sea", "hapsburg"), fleet("aegean_sea", "ottoman"), WAR)
    match = sea(*there, power="ottoman")
    sails(match, "ottoman", Sail("aegean_sea", "athens"))
    assert asked(match)[0] == "spend"
    assert not match.state.lost_ships


@shows("2.5/5")
def test_a_gap_is_crossed_through_the_port_between_in_two_moves() -> None:
    there = (fleet("ionian_sea", "hapsburg"),)
    match = sea(*there, power="hapsburg")
    assert refused(match, "hapsburg", Sail("ionian_sea", "tyrrhenian_sea")) == "not_open"
    sails(match, "hapsburg", Sail("ionian_sea", "messina"))
    sails(match, "hapsburg", Sail("messina", "tyrrhenian_sea"))
    assert count(match, "tyrrhenian_sea", "hapsburg") == {"squadrons": 1}
    closed = sea(*there, controls("papacy", "messina"), power="hapsburg")
    assert refused(closed, "hapsburg", Sail("ionian_sea", "messina")) == "not_open"
