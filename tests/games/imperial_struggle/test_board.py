"""The board picture: what lies where, what a seat may see, how it looks in both languages."""

import io
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import Image

from adjudicator import Match, new_match
from adjudicator.games.imperial_struggle.board import board, sketch
from adjudicator.games.imperial_struggle.board.alt import alt_text
from adjudicator.games.imperial_struggle.board.atlas import Language, atlas, palette
from adjudicator.games.imperial_struggle.board.words import both_names, words
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import (
    ADVANTAGE,
    BRITAIN,
    COMMODITY,
    FLAG,
    FRANCE,
    INVESTMENT,
    REGION,
    SIDES,
    SPACE,
    SPAIN,
    TURN,
)
from adjudicator.games.imperial_struggle.game import GAME
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.rules.advantages import SquadronSentHome
from adjudicator.games.imperial_struggle.rules.control import AdvantageLost, ConflictLifted
from adjudicator.games.imperial_struggle.rules.deal import deal
from adjudicator.games.imperial_struggle.rules.debt import DebtChanged
from adjudicator.games.imperial_struggle.rules.ministries.phase import ministry_phase
from adjudicator.games.imperial_struggle.rules.payment import Paid
from adjudicator.games.imperial_struggle.rules.scoring import AwardScored, DemandScored, PrestigeScored
from adjudicator.games.imperial_struggle.rules.shifts import SpaceShifted
from adjudicator.games.imperial_struggle.rules.squadrons import SquadronDeployed
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import State, copy
from adjudicator.games.imperial_struggle.view import TileSlot, View, view
from adjudicator.kernel.events import Event
from adjudicator.language import CODES
from adjudicator.pictures import Font, Scene, Text, layer, raster, to_png, to_svg
from adjudicator.pictures.board import Sketching
from adjudicator.pictures.colours import rgb
from adjudicator.pictures.maps import Shown
from adjudicator.pictures.maps.highlights import Change
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.text import has_glyph

SVG = "{http://www.w3.org/2000/svg}"


def played(answers: int) -> Match:
    """A match after some random answers, from the start."""
    match, rng = new_match("imperial-struggle", seed=b"board"), Random(7)
    for _ in range(answers):
        decisions = match.decisions()
        if not decisions:
            break
        seat = decisions[0].waiting[0]
        match.apply(seat, match.sample(seat, rng))
    return match


def seen(match: Match, *seats: str) -> View:
    look = match.view(seats)
    assert isinstance(look, View)
    return look


FLAGS = {
    "savoy": FRANCE, "bavaria": FRANCE, "dutch_republic_prestige": BRITAIN, "jamaica": BRITAIN, "niagara": FRANCE,
    "halifax": BRITAIN, "gibraltar": SPAIN, "cumberland": BRITAIN,
}  # fmt: skip
SQUADRONS = {"biscay": BRITAIN, "balearic": FRANCE}


def bare() -> State:
    """The first turn with nothing on the map."""
    state = initial_state()
    state.phase, state.round, state.vp = "action", 2, 17
    state.flags, state.advantages = [0, 0, 0, 0], [0, 1 << ADVANTAGE.index["wheat"]]
    state.advantages_exhausted, state.demand = 1 << ADVANTAGE.index["wheat"], [COMMODITY.index["furs"]]
    state.available, state.taken = [INVESTMENT.index["inv_d2_e2"]], [[INVESTMENT.index["inv_e4_d2"]], []]
    state.debt, state.treaty_points, state.hands = [2, 0], [1, 0], [[1], [2, 3, 4]]
    return state


def furnished() -> State:
    """One thing of every kind on the map."""
    state = bare()
    for name, flag in FLAGS.items():
        state.flags[flag] |= SPACE.mask_of([name])
    for name, side in SQUADRONS.items():
        state.squadrons[side] |= SPACE.mask_of([name])
    state.damaged, state.isolated = SPACE.mask_of(["halifax"]), SPACE.mask_of(["cumberland"])
    state.conflicts = state.conflicts_plus = SPACE.mask_of(["niagara"])
    return state


def position(*changed: Change, state: State | None = None) -> Shown[View]:
    return Shown(view(state or furnished(), frozenset({"france"})), ("britain",), changed)


def changes_of(events: Iterable[Event]) -> tuple[Change, ...]:
    return board().shown(seen(played(0)), "en", (), tuple(events)).changed


def tree(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(scene))


def piece(scene: Scene, name: str) -> ElementTree.Element:
    pieces = tree(replace(scene, ground=layer(())))
    (found,) = [item for item in pieces.iter(f"{SVG}g") if item.get("id") == name]
    return found


def texts(element: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def fills(element: ElementTree.Element) -> list[str]:
    return [item.get("fill", "") for item in element.iter()]


@cache
def drawn(language: Language) -> Image.Image:
    return Image.open(io.BytesIO(to_png(board().scene(position(), language), 1600))).convert("RGB")


# ---- what is drawn


@pytest.mark.parametrize("language", CODES)
def test_every_space_and_advantage_is_drawn_once(language: Language) -> None:
    ids = [item.get("id") for item in tree(board().scene(position(), language)).iter() if item.get("id")]
    assert len(ids) == len(set(ids))
    assert {space.id for space in SPACE} <= set(ids)
    assert {advantage.id for advantage in ADVANTAGE} <= set(ids)


@pytest.mark.parametrize("language", CODES)
def test_every_flag_has_the_colour_and_the_letter_of_its_side(language: Language) -> None:
    scene, marks = board().scene(position(), language), [position().view.space(name) for name in (*FLAGS, *SQUADRONS)]
    for mark in marks:
        assert mark.owner
        marker, letter = piece(scene, mark.id), words(language).letters[mark.owner]
        assert palette().sides[mark.owner].fill in fills(marker), mark.id
        space = SPACE.thing(mark.id)
        assert (letter if space.type == "naval" else f"{letter}{space.cost}") in texts(marker), mark.id
    for space in SPACE:
        if space.id not in {mark.id for mark in marks} and space.type != "naval":
            assert str(space.cost) in texts(piece(scene, space.id)), space.id


def test_sides_differ_by_shape_too() -> None:
    france, britain = (piece(board().scene(position(), "en"), id) for id in ("savoy", "dutch_republic_prestige"))
    rims = [len([r for r in side.iter(f"{SVG}rect") if r.get("stroke-opacity")]) for side in (france, britain)]
    assert rims == [0, 1]


def test_markers_of_spaces_are_drawn() -> None:
    empty = board().scene(position(state=bare()), "en")
    scene = board().scene(position(), "en")
    assert "+1" in texts(piece(scene, "niagara"))
    assert BASE.caution in fills(piece(scene, "niagara"))
    for space in ("halifax", "cumberland", "niagara", "biscay"):
        assert len(list(piece(scene, space).iter())) > len(list(piece(empty, space).iter()))


def test_prestige_and_commodities_are_marked() -> None:
    scene = board().scene(position(), "en")
    for space in SPACE:
        if space.from_era or space.needs_usa_flag:
            continue
        marker = piece(scene, space.id)
        if space.commodity >= 0:
            commodity = COMMODITY.ids[space.commodity]
            assert words("en").commodity_letters[commodity] in texts(marker)
        assert (BASE.changed in fills(marker)) == space.prestige, space.id


def test_spaces_of_later_eras_stand_back_until_their_time() -> None:
    now = board().scene(position(), "en")
    state = furnished()
    state.turn = TURN.index["3"]
    later = board().scene(position(state=state), "en")
    paper = palette().sides["unflagged"].fill
    assert paper not in fills(piece(now, "prussia_empire_alliance"))
    assert paper in fills(piece(later, "prussia_empire_alliance"))
    assert paper not in fills(piece(later, "usa_prestige_2"))


def test_changed_spaces_have_a_ring_and_say_whose_deed_it_was() -> None:
    changes = (Change("jamaica", "france"), Change("wheat", "britain"))
    scene = board().scene(position(*changes), "en")
    for name, letter in (("jamaica", "F"), ("wheat", "B")):
        assert BASE.changed in fills(piece(scene, f"rim-{name}"))
        assert texts(piece(scene, f"pennant-{name}")) == [letter]
    assert not [
        each.name for each in board().scene(position(), "en").pieces if each.name.startswith(("rim-", "pennant"))
    ]
    assert texts(piece(scene, "name-jamaica")) == ["Jamaica"]  # not hidden by the ring


def told(shown: Shown[View], name: str) -> tuple[int, ...]:
    """How many spaces of each side the board counts."""
    pieces = {piece.name: piece.items for piece in board().scene(shown, "en").pieces}
    return tuple(int(item.text[2:]) for side in SIDES for item in pieces[f"{name}-{side}"] if isinstance(item, Text))


def test_tallies_leave_conflicts_out_3_8() -> None:
    assert told(position(), "region-europe") == (3, 2)
    assert told(position(), "commodity-furs") == (0, 1)  # Niagara bears a conflict marker
    assert told(position(), "prestige") == (1, 2)


@pytest.mark.parametrize(("blocks", "france"), [(True, 0), (False, 1)])
def test_prestige_under_a_conflict_marker_counts_where_the_campaign_says_so_r_03(
    at: Callable[..., Match], blocks: bool, france: int
) -> None:
    state = initial_state()
    state.flags = [SPACE.mask_of(["sweden"]), 0, 0, 0]
    state.conflicts, state.options = SPACE.mask_of(["sweden"]), HouseRules(conflict_blocks_prestige=blocks)
    assert told(Shown(seen(at(state, [deal(), ministry_phase()]))), "prestige")[FRANCE] == france


@pytest.mark.parametrize("seed", range(4))
def test_tallies_on_the_board_are_those_that_are_scored_4_1_12(seed: int) -> None:
    match, rng, scored = new_match("imperial-struggle", seed=b"scores %d" % seed), Random(seed), 0
    news = []
    while match.decisions() and seen(match).turn == "1":
        seat = match.decisions()[0].waiting[0]
        news = match.apply(seat, match.sample(seat, rng))
    for event in (one.public for one in news):
        match event:
            case AwardScored():
                name = f"region-{event.region}"
            case DemandScored():
                name = f"commodity-{event.commodity}"
            case PrestigeScored():
                name = "prestige"
            case _:
                continue
        assert told(Shown(seen(match)), name) == (event.france, event.britain), event
        scored += 1
    assert scored == 8


# ---- languages


@pytest.mark.parametrize("language", CODES)
def test_every_letter_of_the_picture_has_a_glyph(language: Language) -> None:
    by_face = {(font.value[0], str(font.value[1]), font.value[2], font.value[3]): font for font in Font}
    checked = 0
    for text in tree(board().scene(position(), language)).iter(f"{SVG}text"):
        face = (
            text.get("font-family", ""),
            text.get("font-weight", "400"),
            text.get("font-style", "normal"),
            text.get("font-stretch", "normal"),
        )
        for letter in "".join(text.itertext()):
            assert has_glyph(letter, by_face[face]), (letter, face)
            checked += 1
    assert checked > 2000


@pytest.mark.parametrize("language", CODES)
def test_names_are_those_that_players_write(language: Language) -> None:
    written = "".join(texts(tree(board().scene(position(), language)))).replace(" ", "")
    for kind in (SPACE, ADVANTAGE):
        for name in kind.ids:
            place = atlas().places[name]
            if not place.group:
                assert names(language).name(kind, name).replace(" ", "") in written, name
    for region in REGION.ids:
        assert names(language).name(REGION, region).replace(" ", "") in written


def test_russian_picture_has_no_english_names() -> None:
    ground = {text.text for text in board().lettering("ru").items()}
    assert not [text for text in ground if any("a" <= letter.lower() <= "z" for letter in text)]


# ---- PNG


@pytest.mark.parametrize("language", CODES)
def test_marker_has_the_colour_of_the_palette_after_reduction(language: Language) -> None:
    image, plan, sides = drawn(language), atlas(), palette().sides
    for space, colour in (
        ("bavaria", sides["france"].fill), ("jamaica", sides["britain"].fill), ("gibraltar", sides["spain"].fill),
        ("ireland_prestige", sides["unflagged"].fill), ("arcot", sides["fort_unowned"].fill),
        ("minorca", sides["spain"].tint),
    ):  # fmt: skip
        x, y = plan.at(space)
        assert image.getpixel((round(x) - 13, round(y) + 1)) == rgb(colour), space


@pytest.mark.parametrize("language", CODES)
def test_picture_is_small_and_the_same_every_time(language: Language) -> None:
    scene = board().scene(position(), language)
    raster.forget()
    first = to_png(scene, 1600)
    raster.forget()
    assert first == to_png(scene, 1600)
    assert len(first) <= 250_000
    assert drawn(language).size == (1600, 1316)


# ---- what a seat may see


def test_a_view_shows_whom_the_game_waits_for_and_the_own_hand_by_name() -> None:
    look = seen(played(40), "france")
    scene = board().scene(Shown(look, ("france",), (Change("savoy", "britain"),)), "en")
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
        board().scene(Shown(seen(played(0)), (), (Change("atlantis"),)), "en")


@pytest.mark.parametrize("answers", [3, 8, 40])
@pytest.mark.parametrize("seat", SIDES)
def test_pictures_of_states_that_a_seat_cannot_tell_apart_are_equal(answers: int, seat: str) -> None:
    state = played(answers).state
    rng, other = Random(5), ("britain" if seat == "france" else "france")
    looks_different = False
    for _ in range(6):
        disguised = GAME.disguised(state, seat, rng)
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


# ---- what changed


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


# ---- all together


def test_picture_of_a_view_has_bytes_size_and_words(tmp_path: Path) -> None:
    match = played(9)
    draw: Sketching = sketch  # the type checker compares the signatures
    made = draw(seen(match, "britain"), "ru", to_move=("france",))
    raster.forget()
    image = Image.open(io.BytesIO(to_png(made.scene, 800, cache=tmp_path)))
    assert image.size == (800, 658)
    assert "видит Британия" in made.alt
    assert [file.suffix for file in tmp_path.iterdir()] == [".png"]


def test_a_language_without_words_is_an_error() -> None:
    with pytest.raises(ValueError, match="en, ru"):
        sketch(seen(played(0)), "fr")


# ---- alternative text


def test_alternative_text_says_what_counts() -> None:
    changes = (Change("jamaica", "britain"), Change("savoy"))
    assert alt_text(position(*changes), "en") == (
        "Board of Imperial Struggle, Turn 1, Succession Era, action round 2 of 4, as France sees it. "
        "VP 17 (France leads by 2). Regions: Europe France 3:2, North America Britain 2:0, "
        "Caribbean Britain 1:0, India tied 0:0. Changed by Britain: Jamaica K61. Changed: Savoy E42."
    )
    russian = alt_text(position(*changes), "ru")
    assert "Счёт 17 ПО (Франция впереди на 2)" in russian
    assert "Британия изменила: Ямайка K61. Изменилось: Савойя E42." in russian


def test_alternative_text_stays_short() -> None:
    changes = tuple(Change(space.id, "france") for space in SPACE.things[:20])
    assert "14 more" in alt_text(position(*changes), "en")
    assert "Nothing on the map has changed" in alt_text(position(), "en")


def test_a_finished_game_says_who_has_won() -> None:
    match = played(2000)
    look = seen(match)
    assert look.result
    winner = words("en").wins.format(names("en").name(FLAG, look.result))
    assert winner in texts(piece(sketch(look, "en").scene, "situation"))[0]
