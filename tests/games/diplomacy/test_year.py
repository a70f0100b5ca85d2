"""Years of the game: movement, retreats, the count of centres and winter, by the orders of the powers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator import Action, Chance, Match, Refusal
from adjudicator.games.diplomacy.events import Built, CentresTaken, Disbanded, Ordered, Retreated
from adjudicator.games.diplomacy.facts import SPRING
from adjudicator.games.diplomacy.game import GAME
from adjudicator.games.diplomacy.phases import adjusting, counting, moving, new_year, retreating
from adjudicator.games.diplomacy.questions import (
    MOVEMENT,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    Support,
    as_resolved,
)
from adjudicator.games.diplomacy.rules.geography import ARMY, FLEET, STANDARD
from adjudicator.games.diplomacy.rules.resolution import Outcome, Resolution, Unit
from adjudicator.games.diplomacy.state import State, initial_state
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import Frames, stored_frames
from adjudicator.kernel.written_orders import Ready


def begun(state: State, frames: Frames, seats: Iterable[str] = GAME.seats) -> Match:
    position: Position[State, Any] = Position(0, 0, 0, stored_frames(frames), state, [])
    return Match.begin(GAME, Header("diplomacy", "1", "", tuple(seats), {}), position, Chance(b"war"))


def placed(*units: Unit, owners: Mapping[str, str] | None = None) -> State:
    return State({STANDARD.province[unit.place]: unit for unit in units}, dict(owners or {}), 1901, SPRING)


def all_ready(match: Match, orders: Mapping[str, Iterable[Action]] | None = None) -> list[Any]:
    """Give these orders, then make every seat ready; return what is told."""
    for seat, given in (orders or {}).items():
        for order in given:
            match.apply(seat, order)
    told: list[ObservedEvent[Any]] = []
    for seat in match.pending_seats:
        told += match.apply(seat, Ready())
    return [each.public for each in told]


def test_the_game_begins_with_the_orders_of_spring_1901() -> None:
    match = begun(initial_state(), [new_year()])
    assert (match.state.year, match.decisions()[0].kind) == (1901, "movement")
    assert match.asked_seats == tuple(GAME.seats)
    assert len(match.state.units) == len(match.state.owners) == 22


def test_a_power_that_orders_nothing_holds() -> None:
    match = begun(initial_state(), [new_year()])
    told = [event for event in all_ready(match) if isinstance(event, Ordered)]
    assert {event.order for event in told} == {"hold"}
    assert len(told) == 22
    assert match.decisions()[0].kind == "movement"


def test_an_autumn_convoy_takes_a_centre_and_builds_are_asked() -> None:
    match = begun(initial_state(), [new_year()])
    all_ready(match, {"england": [Move("lon", "nth"), Move("lvp", "yor"), Move("edi", "nwg")]})
    told = all_ready(match, {"england": [Convoy("nth", "yor", "nwy"), Move("yor", "nwy", by_convoy=True)]})
    assert Ordered("england", ARMY, "yor", "move", Outcome.DONE, to="nwy", by_convoy=True) in told
    assert [event for event in told if isinstance(event, CentresTaken)] == [CentresTaken("england", ("nwy",))]
    assert (match.decisions()[0].kind, match.asked_seats) == ("winter", ("england",))
    told = all_ready(match, {"england": [Build(FLEET, "edi")]})
    assert Built("england", FLEET, "edi") in told
    assert (match.state.year, len(match.state.units)) == (1902, 23)


def test_a_dislodged_unit_retreats_where_it_is_open() -> None:
    state = placed(
        Unit("france", ARMY, "par"),
        Unit("france", ARMY, "gas"),
        Unit("germany", ARMY, "bur"),
        Unit("italy", ARMY, "mar"),
    )
    match = begun(state, [moving(SPRING), retreating(), new_year()])
    all_ready(match, {"france": [Move("par", "bur"), Support("gas", "par", "bur")]})
    assert (match.decisions()[0].kind, match.asked_seats) == ("retreats", ("germany",))
    open_to = {order.to for order in match.options("germany") if isinstance(order, Retreat)}
    assert open_to == {"bel", "mun", "pic", "ruh"}
    with pytest.raises(Refusal):
        match.apply("germany", Retreat("bur", "par"))
    told = all_ready(match, {"germany": [Retreat("bur", "mun")]})
    assert Retreated("germany", ARMY, "bur", "mun", "mun") in told
    assert match.state.units["mun"] == Unit("germany", ARMY, "mun")
    assert match.state.units["bur"] == Unit("france", ARMY, "bur")


def test_a_dislodged_unit_without_an_order_is_disbanded() -> None:
    state = placed(Unit("france", ARMY, "par"), Unit("france", ARMY, "gas"), Unit("germany", ARMY, "bur"))
    match = begun(state, [moving(SPRING), retreating(), new_year()])
    all_ready(match, {"france": [Move("par", "bur"), Support("gas", "par", "bur")]})
    assert Retreated("germany", ARMY, "bur") in all_ready(match)
    assert "germany" not in {unit.power for unit in match.state.units.values()}


def test_what_the_map_does_not_allow_is_refused_with_what_is_near() -> None:
    match = begun(initial_state(), [new_year()])
    for order, code in (
        (Move("par", "mos"), "no_way"),
        (Move("ber", "kie"), "not_your_unit"),
        (Move("bre", "par"), "no_way"),
        (Support("par", "mar", "spa"), "cannot_reach"),
        (Convoy("bre", "par", "lon"), "cannot_carry"),
    ):
        with pytest.raises(Refusal) as refused:
            match.apply("france", order)
        assert refused.value.code == code
    with pytest.raises(Refusal) as refused:
        match.apply("france", Move("par", "mos"))
    assert set(refused.value.nearest) <= {Move("par", to) for to in ("bre", "bur", "gas", "pic")}
    assert match.sealed == {}


def test_more_builds_than_centres_allow_are_refused() -> None:
    state = placed(Unit("france", ARMY, "gas"), owners={"par": "france", "bre": "france"})
    match = begun(state, [adjusting(), new_year()])
    match.apply("france", Build(ARMY, "par"))
    with pytest.raises(Refusal) as refused:
        match.apply("france", Build(FLEET, "bre"))
    assert refused.value.code == "too_many"
    assert Built("france", ARMY, "par") in all_ready(match)


def test_who_does_not_disband_enough_loses_the_units_farthest_from_home() -> None:
    state = placed(
        Unit("france", ARMY, "par"), Unit("france", ARMY, "mos"), Unit("france", ARMY, "bur"), owners={"par": "france"}
    )
    match = begun(state, [adjusting(), new_year()])
    told = all_ready(match, {"france": [Disband("bur")]})
    assert [event.place for event in told if isinstance(event, Disbanded)] == ["bur", "mos"]
    assert list(match.state.units) == ["par"]


def test_a_power_that_nobody_plays_holds_and_disbands() -> None:
    seats = [seat for seat in GAME.seats if seat != "italy"]
    state = placed(Unit("italy", ARMY, "rom"), Unit("italy", ARMY, "tyr"), owners={"rom": "italy", "par": "france"})
    match = begun(state, [adjusting(), new_year()], seats)
    assert match.asked_seats == ("france",)
    assert Disbanded("italy", ARMY, "tyr") in all_ready(match)


def test_eighteen_centres_after_autumn_win() -> None:
    owners = dict.fromkeys(STANDARD.centres[:17], "france")
    state = placed(Unit("france", ARMY, STANDARD.centres[17]), owners=owners)
    match = begun(state, [counting(), new_year()])
    assert match.result is not None
    assert (match.result.winners, match.result.how) == (("france",), "majority")


def test_seats_may_be_left_to_nobody() -> None:
    assert GAME.seatings(7) == (tuple(GAME.seats),)
    assert [len(GAME.seatings(count)) for count in (1, 2, 5, 6, 8)] == [0, 21, 1, 1, 0]
    assert not {"italy", "germany"} & set(GAME.seatings(5)[0])


@pytest.mark.parametrize("players", [7, 6, 2])
def test_random_years_are_played_again_from_the_log(players: int) -> None:
    seats, rng = GAME.seatings(players)[0], Random(players)
    match = begun(initial_state(), [new_year()], seats)
    again = match.copy()
    while match.state.year < 1904 and match.result is None:
        seat = rng.choice(match.pending_seats)
        match.apply(seat, match.sample(seat, rng))
        if rng.random() < 0.02:
            match.close()
        units, owners = match.state.units, match.state.owners
        assert all(STANDARD.province[unit.place] == at for at, unit in units.items())
        assert set(owners.values()) <= set(GAME.seats)
    for entry in match.log:
        again.apply(entry.by, {"op": entry.action.op, **msgspec.to_builtins(entry.action)})
    assert again.hash == match.hash
    assert again.log == [msgspec.structs.replace(entry, how="") for entry in match.log]


def test_every_option_of_the_first_movement_is_legal() -> None:
    match = begun(initial_state(), [new_year()])
    for seat in GAME.seats:
        options = match.options(seat)
        assert len(options) == len(set(options))
        assert {order.unit for order in options if isinstance(order, Hold)} == {
            STANDARD.province[place] for _, place in STANDARD.start[seat]
        }
        for option in options:
            match.check(seat, option)


def possible_orders(state: State, at: str) -> set[Action]:
    """All orders of a unit that the resolver takes for possible, tried one by one."""
    unit, shores = state.units[at], [place for place in STANDARD.provinces if STANDARD.is_coastal(place)]
    afloat = [each for each, other in state.units.items() if other.kind == FLEET and STANDARD.is_water(each)]
    tried: list[Hold | Move | Support | Convoy] = [Move(at, to) for to in STANDARD.reach(unit.kind, unit.place)]
    if unit.kind == ARMY and STANDARD.is_coastal(at):
        tried += [Move(at, to, by_convoy=True) for to in STANDARD.convoyed(at, afloat)]
    for other in state.units:
        tried += [Support(at, other), *(Support(at, other, to) for to in STANDARD.provinces)]
        tried += [Convoy(at, other, to) for to in shores if at in afloat]
    is_possible = Resolution(STANDARD, state.units, {}).is_possible
    return {Hold(at), *(order for order in tried if is_possible(unit, as_resolved(order)))}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_listed_is_what_is_possible(seed: int) -> None:
    rng = Random(seed)
    units = {}
    for at in rng.sample(STANDARD.provinces, 34):
        fleets = [] if STANDARD.place[at].kind == "land" else [(FLEET, rng.choice(STANDARD.coasts.get(at, (at,))))]
        kind, place = rng.choice([*fleets, *([] if STANDARD.is_water(at) else [(ARMY, at)])])
        units[at] = Unit(rng.choice(GAME.seats), kind, place)
    state = State(units, {})
    for seat in GAME.seats:
        listed = [*MOVEMENT.options(state, seat)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == {order for at in state.units_of(seat) for order in possible_orders(state, at)}


def test_only_powers_that_are_left_agree_on_the_end() -> None:
    state = placed(Unit("france", ARMY, "gas"), owners={"mun": "germany"})
    assert GAME.in_play(state, GAME.seats) == ("france", "germany")
