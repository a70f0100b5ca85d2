"""Construction, control of spaces and unrest (12.2, 17)."""

from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.building import RaiseUnits
from tests.games.here_i_stand.table import controls, count, do, refused, state_of, table, units


def test_the_protestants_build_nothing_before_the_league() -> None:
    match = table(controls("protestant", "wittenberg"), power="protestant", cp=4)
    assert refused(match, "protestant", RaiseUnits("regular", "wittenberg")) == "before_league"
    match = table(controls("protestant", "wittenberg"), state_of(league=True), power="protestant", cp=4)
    do(match, "protestant", RaiseUnits("mercenary", "wittenberg", 4))
    assert count(match, "wittenberg", "protestant") == {"mercenaries": 4}


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
