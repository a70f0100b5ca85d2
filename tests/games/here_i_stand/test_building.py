"""Construction, control of spaces and unrest (12.2, 17)."""

import pytest

from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.building import BuildShip, RaiseUnits, RemoveUnrest, TakeControl
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse, Pass, PlayForCp
from tests.games.here_i_stand.table import (
    controls,
    count,
    do,
    empty,
    hand,
    options,
    refused,
    state_of,
    table,
    units,
    unrest,
)


def test_points_left_are_spent_one_action_after_the_other() -> None:
    match = table(hand("hapsburg", "fuggers"), hand("england", "gout"))
    do(match, "hapsburg", PlayForCp("fuggers"), RaiseUnits("regular", "vienna"))
    assert count(match, "vienna", "hapsburg") == {"regulars": 5}
    assert match.state.impulse.cp == 1
    do(match, "hapsburg", RaiseUnits("mercenary", "antwerp"))
    assert count(match, "antwerp", "hapsburg") == {"regulars": 3, "mercenaries": 1}
    assert match.decisions()[0].waiting == ("england",)


def test_units_are_raised_at_friendly_home_spaces_without_enemies_or_unrest() -> None:
    match = table(units("naples", "france", regulars=1), unrest("barcelona"), controls("france", "navarre"), cp=6)
    assert refused(match, "hapsburg", RaiseUnits("regular", "naples")) == "enemies_there"
    assert refused(match, "hapsburg", RaiseUnits("regular", "barcelona")) == "in_unrest"
    assert refused(match, "hapsburg", RaiseUnits("regular", "navarre")) == "no_home_space"
    assert refused(match, "hapsburg", RaiseUnits("regular", "tunis")) == "no_home_space"
    assert refused(match, "hapsburg", RaiseUnits("cavalry", "vienna")) == "too_few_cp"


def test_the_protestants_build_nothing_before_the_league() -> None:
    match = table(controls("protestant", "wittenberg"), power="protestant", cp=4)
    assert refused(match, "protestant", RaiseUnits("regular", "wittenberg")) == "before_league"
    match = table(controls("protestant", "wittenberg"), state_of(league=True), power="protestant", cp=4)
    do(match, "protestant", RaiseUnits("mercenary", "wittenberg", 4))
    assert count(match, "wittenberg", "protestant") == {"mercenaries": 4}


def test_no_more_units_than_there_are_counters() -> None:
    match = table(units("rome", "papacy", mercenaries=20), power="papacy", cp=6)
    assert refused(match, "papacy", RaiseUnits("mercenary", "rome", 2)) == "none_left"
    do(match, "papacy", RaiseUnits("mercenary", "rome", 1))


def test_corsairs_wait_for_the_pirates() -> None:
    match = table(power="ottoman", cp=3)
    assert refused(match, "ottoman", BuildShip("corsair", "istanbul")) == "no_corsairs_yet"
    match = table(state_of(barbary=True), controls("ottoman", "algiers"), power="ottoman", cp=3)
    assert refused(match, "ottoman", BuildShip("squadron", "algiers")) == "pirate_base"
    do(match, "ottoman", BuildShip("corsair", "algiers"))
    assert count(match, "algiers", "ottoman") == {"corsairs": 1}


def test_an_unfortified_space_is_taken_by_units_there_or_next_to_it() -> None:
    match = table(units("pavia", "hapsburg", regulars=1), controls("hapsburg", "modena"), cp=3)
    assert refused(match, "hapsburg", TakeControl("milan")) == "fortified_space"
    assert refused(match, "hapsburg", TakeControl("modena")) == "own_already"
    assert refused(match, "hapsburg", TakeControl("avignon")) == "no_units_near"
    assert refused(match, "hapsburg", TakeControl("pavia")) == "no_line", "Milan and its French lie in between"


def test_control_needs_a_line_and_units() -> None:
    match = table(units("zurich", "hapsburg", regulars=1), cp=3)
    do(match, "hapsburg", TakeControl("zurich"))
    assert rules.controller(match.state, "zurich") == "hapsburg"
    assert refused(match, "hapsburg", TakeControl("turin")) == "no_line"
    do(match, "hapsburg", TakeControl("basel"))
    assert rules.controller(match.state, "basel") == "hapsburg"


def test_unrest_is_removed_by_units_or_by_protestants_at_home() -> None:
    match = table(unrest("vienna", "madrid"), cp=3)
    assert refused(match, "hapsburg", RemoveUnrest("graz")) == "no_unrest"
    do(match, "hapsburg", RemoveUnrest("vienna"), RemoveUnrest("madrid"))
    assert not match.state.unrest
    match = table(unrest("erfurt"), power="protestant", cp=1)
    do(match, "protestant", RemoveUnrest("erfurt"))
    match = table(unrest("erfurt"), empty("wittenberg", "leipzig", "nuremberg", "kassel"), cp=1)
    assert refused(match, "hapsburg", RemoveUnrest("erfurt")) == "no_units_near"


def test_nobody_passes_with_a_home_card_a_mandatory_event_or_too_many_cards() -> None:
    match = table(hand("hapsburg", "holy_roman_emperor"))
    assert refused(match, "hapsburg", Pass()) == "home_card_left"
    match = table(hand("hapsburg", "clement_vii"))
    assert refused(match, "hapsburg", Pass()) == "mandatory_left"
    assert refused(match, "hapsburg", PlayForCp("clement_vii")) == "must_happen"
    match = table(hand("hapsburg", "fuggers", "gout", "ransom"))
    assert refused(match, "hapsburg", Pass()) == "too_many_cards"
    match = table(hand("hapsburg", "fuggers", "gout"), hand("england", "ransom"))
    do(match, "hapsburg", Pass())
    assert match.state.passes == 1


def test_who_has_no_card_is_not_asked() -> None:
    match = table(hand("hapsburg", "fuggers"), hand("papacy", "gout", "ransom"), power="hapsburg")
    do(match, "hapsburg", PlayForCp("fuggers"), EndImpulse())
    assert match.decisions()[0].waiting == ("papacy",)


@pytest.mark.parametrize("minor", ["genoa", "venice"])
def test_regulars_and_squadrons_of_an_allied_minor_power(minor: str) -> None:
    match = table(state_of(minors={minor: "papacy"}), empty(minor), power="papacy", cp=6)
    assert refused(match, "papacy", RaiseUnits("mercenary", minor)) == "minor_regulars"
    do(match, "papacy", RaiseUnits("regular", minor), BuildShip("squadron", minor))
    assert count(match, minor, minor) == {"regulars": 1, "squadrons": 1}
    assert RaiseUnits("regular", minor) in options(match, "papacy")


def test_every_space_has_one_controller_at_most() -> None:
    state = table().state
    rules.set_controller(state, "metz", "france")
    assert (rules.controller(state, "metz"), rules.controlled(state, "france") & rules.bit("metz")) == (
        "france",
        rules.bit("metz"),
    )
    assert not rules.controlled(state, "independent") & rules.bit("metz")
    rules.set_controller(state, "metz", "")
    assert rules.controller(state, "metz") == ""
    state.control = [mask | rules.bit("paris") for mask in state.control]
    assert GAME.invariants(state) == ["control: spaces with two controllers"]


def test_a_view_tells_of_a_force_only_what_it_has() -> None:
    match = table(units("metz", "france", regulars=2))
    (there,) = [each for each in match.view(()).forces["metz"] if each["owner"] == "france"]  # type: ignore[attr-defined]
    assert there == {"owner": "france", "regulars": 2}
