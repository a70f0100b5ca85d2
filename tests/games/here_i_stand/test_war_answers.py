"""What is offered, refused and done for who is silent in land war (13 to 15, 21.7)."""

import pytest

from adjudicator import Action, Decline
from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.announcing import CallOff, LetPass
from adjudicator.games.here_i_stand.rules.hiring import Hire, HireNow, NoHire
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from adjudicator.games.here_i_stand.rules.war.abroad import FightForeignWar, KeepUnit, NoLeader, SendUnits
from adjudicator.games.here_i_stand.rules.war.assaults import Assault, Bombard
from adjudicator.games.here_i_stand.rules.war.battle import NoCombat, PlayCombat, Shelter, StayInside
from adjudicator.games.here_i_stand.rules.war.losses import Lose
from adjudicator.games.here_i_stand.rules.war.marching import GoBack, March, PressOn
from adjudicator.games.here_i_stand.rules.war.meeting import (
    AvoidBattle,
    Fight,
    Intercept,
    NoInterception,
    StandFast,
    Withdraw,
)
from adjudicator.kernel.match import Match
from tests.games.here_i_stand.battles import beaten_off
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    controls,
    count,
    dice,
    discarded,
    do,
    empty,
    hand,
    leader,
    options,
    refused,
    siege,
    table,
    units,
    unrest,
    war,
)

QUIET = discarded("foul_weather", "gout")


def silent(match: Match, power: str, expected: Action) -> None:
    """A power is silent; what is then done is also among its options."""
    default = match.default(power)
    assert default == expected
    assert default in options(match, power)
    do(match, power, default)


def test_who_is_silent_does_not_intercept() -> None:
    match = table(power="france", cp=1)
    do(match, "france", March("paris", "dijon", regulars=2))
    found = options(match, "hapsburg")
    assert found == [NoInterception(), Intercept("besancon", regulars=1)]
    silent(match, "hapsburg", NoInterception())
    assert count(match, "dijon", "france") == {"regulars": 2}


def test_who_is_silent_stands_fast_and_fights() -> None:
    match = table(
        units("dijon", "france", regulars=4),
        units("besancon", "france", regulars=0),
        controls("hapsburg", "strasburg"),
        draws=[dice("attack", 1, 1, 1, 1), dice("defense", 1, 1)],
        power="france",
        cp=1,
    )
    do(match, "france", March("dijon", "besancon", regulars=4))
    silent(match, "hapsburg", StandFast())
    silent(match, "hapsburg", Fight())
    assert count(match, "dijon", "france") == {"regulars": 4}


def test_who_is_silent_goes_back() -> None:
    match = beaten_off(2)
    silent(match, "france", GoBack())
    assert match.state.leaders["montmorency"].at == "dijon"


def in_dijon(*arrange: object, **facts: object) -> Match:
    """The Hapsburgs come to Dijon."""
    match = table(
        QUIET,
        empty("paris", "lyon", "besancon"),
        unrest("paris", "lyon", "orleans", "st_dizier"),
        units("besancon", "hapsburg", regulars=3),
        units("dijon", "france", regulars=2),
        *arrange,  # type: ignore[arg-type]
        cp=1,
        **facts,  # type: ignore[arg-type]
    )
    do(match, "hapsburg", March("besancon", "dijon", regulars=3))
    return match


def test_who_is_silent_uses_no_cards() -> None:
    match = in_dijon(hand("hapsburg", "gout", "ransom"), draws=[dice("attack", 1, 1, 1), dice("defense", 1, 1, 1)])
    silent(match, "hapsburg", NoHire())
    assert refused(match, "hapsburg", PlayCombat("arquebusiers")) == "not_held"
    silent(match, "hapsburg", NoCombat())
    assert count(match, "besancon", "hapsburg") == {"regulars": 3}


def test_cards_of_another_kind_of_battle_are_refused() -> None:
    match = in_dijon(hand("hapsburg", "siege_mining"))
    do(match, "hapsburg", NoHire())
    assert refused(match, "hapsburg", PlayCombat("siege_mining")) == "not_in_this_battle"


def test_no_bribes_where_the_ottoman_fights() -> None:
    match = table(
        QUIET,
        war("ottoman", "hapsburg"),
        hand("hapsburg", "mercenaries_bribed"),
        empty("belgrade", "buda"),
        controls("ottoman", "belgrade"),
        units("belgrade", "ottoman", regulars=2),
        units("szegedin", "hapsburg", regulars=2),
        power="ottoman",
        cp=1,
    )
    do(match, "ottoman", March("belgrade", "szegedin", regulars=2))
    do(match, "hapsburg", NoHire())
    assert refused(match, "hapsburg", PlayCombat("mercenaries_bribed")) == "not_against_ottoman"


def test_who_is_silent_loses_mercenaries_first() -> None:
    draws = [dice("attack", 6, 1, 1), dice("defense", 6, 1, 1, 1)]
    match = in_dijon(units("dijon", "france", mercenaries=1), draws=draws)
    silent(match, "france", Lose(mercenaries=1))
    assert count(match, "dijon", "france") == {"regulars": 2}


def test_the_ottoman_may_remove_mercenaries_before_the_dice() -> None:
    match = table(
        QUIET,
        war("ottoman", "hapsburg"),
        hand("ottoman", "landsknechts"),
        empty("belgrade", "buda"),
        controls("ottoman", "belgrade"),
        units("belgrade", "ottoman", regulars=2),
        units("szegedin", "hapsburg", mercenaries=2),
        draws=[dice("attack", 1, 1), dice("defense", 1)],
        power="ottoman",
        cp=1,
    )
    do(match, "ottoman", March("belgrade", "szegedin", regulars=2))
    offer = Hire("landsknechts", ("szegedin",) * 2, ("hapsburg",) * 2)
    assert offer in options(match, "ottoman")
    do(match, "ottoman", offer)
    assert not count(match, "szegedin", "hapsburg")


def test_a_battle_is_an_occasion_for_both_sides() -> None:
    match = in_dijon(hand("france", "gout"))
    found = GAME.occasion(match.state)
    assert found is not None
    assert (found.kind, found.id, found.seats) == ("battle", "dijon", ("hapsburg", "france"))
    match = table(hand("england", "gout", "ransom"), power="france", cp=1)
    do(match, "france", March("paris", "orleans", regulars=2))
    found = GAME.occasion(match.state)
    assert found is not None
    assert found.seats == ("france",)


def test_who_is_silent_shelters_regulars_and_leaders() -> None:
    match = table(
        units("dijon", "france", regulars=8),
        leader("francis_i", "dijon"),
        units("besancon", "hapsburg", regulars=3, mercenaries=2),
        leader("ferdinand", "besancon"),
        controls("france", "strasburg"),
        draws=[dice("attack", 6, *[1] * 8), dice("defense", *[1] * 8)],
        power="france",
        cp=1,
    )
    do(match, "france", March("dijon", "besancon", regulars=8, leaders=("francis_i",)))
    do(match, "hapsburg", Lose(mercenaries=1))
    silent(match, "hapsburg", Shelter(regulars=4, leaders=("ferdinand",)))
    assert count(match, "besancon", "hapsburg") == {"regulars": 4}


def test_a_leader_alone_may_shelter_but_only_who_is_there() -> None:
    match = table(
        units("dijon", "france", regulars=8),
        leader("francis_i", "dijon"),
        units("besancon", "hapsburg", regulars=4),
        leader("ferdinand", "besancon"),
        controls("france", "strasburg"),
        draws=[dice("attack", 6, *[1] * 8), dice("defense", *[1] * 7)],
        power="france",
        cp=1,
    )
    do(match, "france", March("dijon", "besancon", regulars=8, leaders=("francis_i",)))
    assert refused(match, "hapsburg", Shelter(leaders=("charles_v",))) == "leader_not_there"
    do(match, "hapsburg", Shelter(leaders=("ferdinand",)))
    assert match.state.leaders["ferdinand"].inside
    assert not count(match, "besancon", "hapsburg"), "without a refuge the others are eliminated"


def test_besiegers_who_get_away_end_their_siege() -> None:
    match = table(
        units("besancon", "france", regulars=2),
        units("strasburg", "hapsburg", regulars=3),
        siege("besancon", "france"),
        empty("lyon", "paris"),
        draws=[dice("avoid_battle", 6, 6, power="france")],
        cp=1,
    )
    do(match, "hapsburg", March("strasburg", "besancon", regulars=3))
    do(match, "france", AvoidBattle("dijon", regulars=2))
    assert not match.state.sieges
    assert not any(each.inside for each in match.state.forces["besancon"])


def test_who_is_silent_leaves_the_besieged_inside() -> None:
    match = table(
        units("besancon", "france", regulars=3),
        units("strasburg", "hapsburg", regulars=3),
        siege("besancon", "france"),
        unrest("dijon"),
        draws=[dice("attack", 6, 6, 1), dice("defense", 1, 1, 1, 1)],
        cp=1,
    )
    do(match, "hapsburg", March("strasburg", "besancon", regulars=3))
    silent(match, "hapsburg", StayInside())
    assert not match.state.sieges


def test_call_off_is_offered_to_who_holds_the_card() -> None:
    match = table(hand("england", "foul_weather", "gout"), hand("papacy", "ransom"), power="france", cp=1)
    do(match, "france", March("paris", "orleans", regulars=2, leaders=("francis_i",)))
    assert {CallOff("foul_weather"), CallOff("gout", "francis_i")} <= {*options(match, "england")}
    assert not [each for each in options(match, "papacy") if isinstance(each, CallOff)]
    assert refused(match, "papacy", CallOff("foul_weather")) == "no_such_card"


def test_who_lets_an_impulse_pass_is_asked_no_more_in_it() -> None:
    held = (hand("england", "foul_weather"), hand("papacy", "ransom"), hand("ottoman", "fuggers"))
    match = table(*held, power="france", cp=4)
    do(match, "france", March("paris", "orleans", regulars=2))
    assert match.decisions()[0].waiting == ("ottoman", "england", "papacy")
    do(match, "england", Decline())
    do(match, "ottoman", LetPass())
    do(match, "papacy", LetPass())
    assert count(match, "orleans", "france") == {"regulars": 2}
    do(match, "france", March("paris", "rouen", regulars=1))
    assert match.decisions()[0].waiting == ("england",)
    do(match, "england", CallOff("foul_weather"))
    assert match.state.impulse.weather


def test_siege_artillery_is_offered_to_who_holds_it() -> None:
    besieged = units("metz", "france", regulars=4), siege("metz", "france")
    draws = [dice("attack", 1, 1), dice("defense", 1, 1)]
    match = table(
        QUIET,
        *besieged,
        hand("england", "siege_artillery"),
        hand("papacy", "ransom"),
        draws=draws,
        power="france",
        cp=1,
    )
    do(match, "france", Assault("metz"))
    assert Bombard("siege_artillery") in options(match, "england")
    assert match.decisions()[0].interrupts
    assert refused(match, "papacy", Bombard("siege_artillery")) == "no_guns"


@pytest.mark.parametrize("card", ["landsknechts", "swiss_mercenaries"])
def test_mercenary_cards_are_events_too(card: str) -> None:
    match = table(hand("papacy", card), hand("england", "gout"), power="papacy")
    do(match, "papacy", PlayEvent(card))
    assert match.decisions()[0].kind == "hiring"
    assert refused(match, "papacy", Hire("gout", ("rome", "rome"))) == "not_now"
    do(match, "papacy", Hire(card, ("rome", "ravenna")))
    assert count(match, "ravenna", "papacy") == {"regulars": 1, "mercenaries": 1}
    match = table(hand("protestant", card), power="protestant")
    assert refused(match, "protestant", PlayEvent(card)) == "before_league"


def test_the_ottoman_plays_the_swiss_for_france() -> None:
    match = table(hand("ottoman", "swiss_mercenaries"), hand("england", "gout"), power="ottoman")
    do(match, "ottoman", PlayEvent("swiss_mercenaries"), Hire("swiss_mercenaries"))
    assert Hire("swiss_mercenaries", ("paris",) * 4) in options(match, "france")
    do(match, "france", match.default("france") or KeepUnit())
    assert sum(each.mercenaries for here in match.state.forces.values() for each in here) == 4


def test_what_is_wrong_with_mercenaries_at_any_time() -> None:
    match = table(
        hand("ottoman", "landsknechts"),
        units("vienna", "hapsburg", mercenaries=1),
        hand("protestant", "swiss_mercenaries"),
    )
    assert refused(match, "ottoman", HireNow("gout")) == "not_now"
    assert refused(match, "ottoman", HireNow("swiss_mercenaries")) == "not_held"
    assert refused(match, "ottoman", HireNow("landsknechts", ("vienna",))) == "wrong_number"
    two = HireNow("landsknechts", ("vienna",) * 2, ("hapsburg",) * 2)
    assert refused(match, "ottoman", two) == "no_mercenaries_there"
    assert refused(match, "protestant", HireNow("swiss_mercenaries", ("wittenberg",) * 2)) in (
        "before_league",
        "not_now",
    )
    assert HireNow("landsknechts", ("vienna",), ("hapsburg",)) in match.anytime("ottoman")
    match.state.acting = False
    assert not [*match.anytime("ottoman")]


def test_who_is_silent_sends_the_largest_stack_and_no_leader() -> None:
    match = table(hand("papacy", "revolt_in_egypt"), hand("england", "gout"), power="papacy")
    do(match, "papacy", PlayEvent("revolt_in_egypt"))
    silent(match, "ottoman", SendUnits("istanbul", "regular", 3))
    silent(match, "ottoman", NoLeader())
    assert rules.strength(match.state.foreign_wars[0]) == 3


def test_only_a_war_of_ones_own_is_fought() -> None:
    match = table(power="ottoman", cp=2)
    assert refused(match, "ottoman", FightForeignWar("revolt_in_egypt")) == "no_such_war"
    assert not [each for each in options(match, "ottoman") if isinstance(each, FightForeignWar)]


def test_foul_weather_stops_every_later_assault() -> None:
    match = table(
        hand("england", "foul_weather"),
        units("metz", "france", regulars=4),
        siege("metz", "france"),
        power="france",
        cp=4,
    )
    do(match, "france", March("paris", "orleans", regulars=2))
    do(match, "england", CallOff("foul_weather"))
    assert refused(match, "france", Assault("metz")) == "foul_weather"


def test_in_foul_weather_nobody_marches_on_past_a_fortress() -> None:
    match = table(
        hand("england", "foul_weather"),
        units("dijon", "france", regulars=1),
        empty("milan"),
        power="france",
        cp=5,
    )
    do(match, "france", March("paris", "orleans", regulars=2))
    do(match, "england", CallOff("foul_weather"))
    do(match, "france", March("dijon", "besancon", regulars=1))
    do(match, "hapsburg", StandFast(), Withdraw())
    assert options(match, "france") == [GoBack()]
    assert refused(match, "france", PressOn("geneva")) == "may_not_move"


def test_a_leader_of_a_fleet_in_a_port_that_falls_comes_back_next_turn() -> None:
    match = table(
        QUIET,
        war("france", "genoa"),
        units("genoa", "france", regulars=6),
        units("tyrrhenian_sea", "france", squadrons=2),
        siege("genoa", "france"),
        controls("france", "turin", "pavia", "milan"),
        leader("andrea_doria", "genoa", inside=True),
        draws=[dice("attack", 6, 6), dice("defense", 1, 1, 1)],
        power="france",
        cp=1,
    )
    do(match, "france", Assault("genoa"))
    assert match.state.leaders["andrea_doria"].returns
    assert match.state.lost_ships["genoa"] == 1


def test_leaders_whose_siege_ends_without_them_are_displaced() -> None:
    match = table(
        units("brussels", "france", mercenaries=2),
        siege("brussels", "france"),
        leader("montmorency", "brussels"),
        hand("ottoman", "landsknechts"),
        power="france",
        cp=1,
    )
    do(match, "ottoman", HireNow("landsknechts", ("brussels",) * 2, ("france",) * 2))
    assert not match.state.sieges
    assert match.state.leaders["montmorency"].at == "paris"


def test_mercenaries_are_offered_first_where_the_battle_is() -> None:
    match = in_dijon(hand("hapsburg", "landsknechts"))
    found = options(match, "hapsburg")
    assert found[:2] == [NoHire(), Hire("landsknechts", ("dijon",) * 4)]
    assert match.decisions()[0].context == {"space": "dijon"}


@shows("cards/15")
def test_no_mercenaries_for_protestants_before_the_league() -> None:
    """PL-9."""
    match = table(
        hand("protestant", "landsknechts"), units("wittenberg", "protestant", regulars=2), power="hapsburg", cp=1
    )
    assert refused(match, "protestant", HireNow("landsknechts", ("wittenberg",) * 2)) == "before_league"


def test_combat_cards_in_the_hand_are_offered() -> None:
    match = in_dijon(hand("hapsburg", "arquebusiers"))
    do(match, "hapsburg", NoHire())
    assert options(match, "hapsburg") == [NoCombat(), PlayCombat("arquebusiers")]
