"""What a seat may see on the board picture, and what it shows as changed."""

from random import Random
from xml.etree import ElementTree

import pytest

from adjudicator import new_match
from adjudicator.games.imperial_struggle.board import board, sketch
from adjudicator.games.imperial_struggle.board.atlas import words
from adjudicator.games.imperial_struggle.board.words import both_names
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import (
    ADVANTAGE,
    REGION,
    SIDES,
    SPACE,
    TURN,
)
from adjudicator.games.imperial_struggle.game import GAME
from adjudicator.games.imperial_struggle.rules.advantages import SquadronSentHome
from adjudicator.games.imperial_struggle.rules.control import AdvantageLost, ConflictLifted
from adjudicator.games.imperial_struggle.rules.debt import DebtChanged
from adjudicator.games.imperial_struggle.rules.payment import Paid
from adjudicator.games.imperial_struggle.rules.shifts import SpaceShifted
from adjudicator.games.imperial_struggle.rules.squadrons import SquadronDeployed
from adjudicator.games.imperial_struggle.state import copy
from adjudicator.games.imperial_struggle.view import TileSlot, View, view
from adjudicator.pictures import to_svg
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.highlights import Change
from adjudicator.pictures.maps.palette import BASE
from tests.games.imperial_struggle.board_positions import changes_of, piece, played, seen, texts, tree


def test_a_view_shows_whom_the_game_waits_for_and_the_own_hand_by_name() -> None:
    look = seen(played(40), "france")
    scene = board().scene(BoardView(look, ("france",), (Change("savoy", "britain"),)), "en")
    assert "France" in texts(piece(scene, "situation"))[0]
    assert piece(scene, "pennant-savoy") is not None
    hand = [both_names(EVENT, event.id, "en") for event in look.hand("france") or ()]
    assert hand
    assert [texts(piece(scene, f"hand-{place}")) for place in range(1, len(hand) + 1)] == [[name] for name in hand]
    assert {each.name for each in scene.pieces} >= {
        *(f"award-{region}" for region in REGION.ids),
        *(f"theatre-{number}-name" for number in range(1, 5)),
    }


def test_a_change_of_something_unknown_is_an_error() -> None:
    with pytest.raises(KeyError):
        board().scene(BoardView(seen(played(0)), (), (Change("atlantis"),)), "en")


@pytest.mark.slow
@pytest.mark.parametrize("answers", [3, 8, 40])
@pytest.mark.parametrize("seat", SIDES)
def test_pictures_of_states_that_a_seat_cannot_tell_apart_are_equal(answers: int, seat: str) -> None:
    state = played(answers).state
    rng, other = Random(5), ("britain" if seat == "france" else "france")
    looks_different = False
    for _ in range(6):
        disguised = GAME.resample_hidden(state, seat, rng)
        for seats in ((seat,), ()):
            one, two = (sketch(view(s, frozenset(seats)), "ru") for s in (state, disguised))
            assert to_svg(one.scene) == to_svg(two.scene)
            assert one.alt == two.alt
        mine, theirs = (to_svg(sketch(view(s, frozenset((other,))), "ru").scene) for s in (state, disguised))
        looks_different |= mine != theirs
    assert looks_different  # the disguise did change what the other seat sees


def test_war_tiles_are_backs_for_the_other_seat_and_faces_for_the_owner() -> None:
    match = played(8)
    for owner, other in (SIDES, SIDES[::-1]):
        own, foreign = seen(match, owner), seen(match, other)
        for theatre, hidden in zip(own.theatres(), foreign.theatres(), strict=True):
            tiles: tuple[TileSlot, ...] = getattr(theatre, owner)
            assert tiles
            assert all(slot.tile is not None for slot in tiles)
            assert getattr(hidden, owner) == tuple(TileSlot(slot.kind, None) for slot in tiles)
        for row in range(1, 5):
            letter = {words("en").letters[owner]}
            assert set(texts(piece(sketch(own, "en").scene, f"theatre-{row}-{owner}"))) - letter
            assert set(texts(piece(sketch(foreign, "en").scene, f"theatre-{row}-{owner}"))) == letter


def test_the_theatre_that_is_fought_stands_out_7_1() -> None:
    before = sketch(seen(played(8)), "en").scene
    assert not [drawn.name for drawn in before.pieces if drawn.name.endswith("-now")]
    state = copy(played(8).state)
    state.turn, state.phase, state.round, state.theatre = TURN.index["wss"], "war_theater", 0, 2
    now = sketch(view(state, frozenset()), "en").scene
    assert BASE.changed in fills_and_strokes(piece(now, "theatre-2-now"))
    assert [drawn.name for drawn in now.pieces if drawn.name.endswith("-now")] == ["theatre-2-now"]


def fills_and_strokes(element: ElementTree.Element) -> list[str]:
    return [colour for item in element.iter() for colour in (item.get("fill", ""), item.get("stroke", ""))]


def test_observer_sees_no_hand_and_no_tile() -> None:
    look = seen(played(8))
    assert look.hand_size("france") > 0
    assert not [each.name for each in sketch(look, "en").scene.pieces if each.name == "hand-1"]
    tiles = [slot for theatre in look.theatres() for slot in (*theatre.france, *theatre.britain)]
    assert tiles
    assert all(slot.tile is None for slot in tiles)


def test_whoever_may_know_everything_reads_both_hands() -> None:
    look = seen(played(8), *SIDES)
    scene = sketch(look, "en").scene
    for side in SIDES:
        hand = [both_names(EVENT, event.id, "en") for event in look.hand(side) or ()]
        assert hand
        assert " ".join(texts(piece(scene, f"hand-{side}"))) == ", ".join(hand)
        assert hand[0] not in " ".join(texts(tree(sketch(seen(played(8)), "en").scene)))


def _differences(before: View, after: View) -> set[str]:
    spaces = {
        space.id
        for space in SPACE
        for was, is_ in [(before.space(space.id), after.space(space.id))]
        if (was.owner, was.conflict, was.damaged) != (is_.owner, is_.conflict, is_.damaged)
    }
    tiles = {
        advantage
        for advantage in ADVANTAGE.index
        for look in (View.advantage_owner, View.is_exhausted)
        if look(before, advantage) != look(after, advantage)
    }
    return spaces | tiles


@pytest.mark.parametrize("seed", range(12))
def test_events_name_every_place_that_looks_different_afterwards(seed: int) -> None:
    match, rng = new_match("imperial-struggle", seed=b"changes %d" % seed), Random(seed)
    before, events = seen(match), []
    while match.decisions():
        seat = match.decisions()[0].waiting[0]
        told = match.apply(seat, match.sample(seat, rng))
        events += [one.public for one in told if one.public is not None]
    after, changes = seen(match), changes_of(events)
    assert len({change.id for change in changes}) == len(changes)
    assert _differences(before, after) <= {change.id for change in changes}
    for change in changes:
        assert change.by is not None, change


def test_what_follows_from_a_deed_belongs_to_whoever_did_it() -> None:
    paid = Paid("diplomatic", "major", 2, 2)
    assert changes_of(
        [
            SpaceShifted("britain", "denmark_norway", "unflag", paid),
            ConflictLifted("denmark_norway"),
            AdvantageLost("france", "baltic_trade"),
            SquadronSentHome("britain", "biscay"),
            DebtChanged("france", -1, "pass"),
            SquadronDeployed("france", "navy_box", "biscay", paid),
        ]
    ) == (Change("denmark_norway", "britain"), Change("baltic_trade", "britain"), Change("biscay", "france"))
