"""Construction, control of spaces and unrest (12.2, 17)."""

from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.building import RaiseUnits, RemoveUnrest, TakeControl
from tests.games.here_i_stand.table import controls, count, do, empty, refused, state_of, table, units, unrest


def test_the_protestants_build_nothing_before_the_league() -> None:
    match = table(controls("protestant", "wittenberg"), power="protestant", cp=4)
    assert refused(match, "protestant", RaiseUnits("regular", "wittenberg")) == "before_league"
    match = table(controls("protestant", "wittenberg"), state_of(league=True), power="protestant", cp=4)
    do(match, "protestant", RaiseUnits("mercenary", "wittenberg", 4))
    assert count(match, "wittenberg", "protestant") == {"mercenaries": 4}


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
