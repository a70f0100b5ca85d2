"""The board of Oath: what is on it, in both languages, for every eye, and nothing that a reader may not know."""

from __future__ import annotations

import io
from copy import deepcopy
from functools import cache
from itertools import combinations

import pytest
from msgspec import structs
from PIL import Image

from adjudicator import Match
from adjudicator.games.oath.board import board
from adjudicator.games.oath.board.atlas import palette, words
from adjudicator.games.oath.board.seats import boxes
from adjudicator.games.oath.board.sites import EDGES, all_markers
from adjudicator.games.oath.facts import BANNER, CARD, CHANCELLOR, NONE, PLAYER, SITE, SLOT
from adjudicator.games.oath.game import GAME
from adjudicator.games.oath.names import names
from adjudicator.games.oath.rules.travel import Travelled
from adjudicator.games.oath.state import FORM, Facedown, State
from adjudicator.kernel.beginning import set_up
from adjudicator.language import CODES
from adjudicator.pictures import Text, to_svg
from adjudicator.pictures.board import Between, Sketch
from adjudicator.pictures.colours import contrast, lost, palette_colours
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.highlights import Change
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.sight import SIGHTS
from adjudicator.pictures.svg import colours_in
from adjudicator.pictures.text import has_glyph, text_width
from tests.games.imperial_struggle.test_board_readable import ciede2000, lab
from tests.games.oath.board_positions import card, crowded, heaped, start
from tests.pictures.drawn import fills, pieces, said, texts
from tests.pictures.test_contrast import faint

PHONE = 336
"""Pixels of a board on a phone 360 px wide, beside the margins of a mail."""
TABLES = (PLAYER.ids[:3], PLAYER.ids[:4], PLAYER.ids)
STATES = {"start": start, "crowded": crowded, "heaped": heaped}
each_table = pytest.mark.parametrize("seats", TABLES, ids=len)


@cache
def drawn(code: str, name: str = "crowded", seats: tuple[str, ...] = PLAYER.ids) -> Sketch:
    """A board of a position as its reader knows it: `NONE` is a card that they do not."""
    return sketch(STATES[name](seats), code)


def sketch(state: State, code: str = "en") -> Sketch:
    shown = BoardView(state, (state.order[0],))
    return Sketch(board().scene(shown, code), board().alt(shown, code), board().beside(shown, code))


def words_in(found: Sketch) -> str:
    """Everything that is written on what changes from picture to picture."""
    return " | ".join(text.text for piece in found.scene.pieces for text in texts(piece.items))


# ---- what is on it


def test_each_site_has_its_flag_its_name_and_its_cards() -> None:
    found = drawn("en")
    assert said(found, "cradle_1")[:2] == ["Ch 1", "K11"]
    assert {"A09", "Fertile Valley", "P01", "Wrestlers"} <= {*said(found, "cradle_1")}
    assert {"E02", "Hall of Debate", "P05", "Keep"} <= {*said(found, "cradle_2")}
    assert said(found, "hinterland_1")[:2] == ["1", "K31"], "bandits"
    assert words("en").site["facedown"] in said(drawn("en", "start"), "cradle_2")


def test_a_ruin_has_its_own_name_and_no_suit() -> None:
    intact = crowded()
    intact.ruined = 0
    assert "Broken Forge" in said(drawn("en"), "provinces_3")
    assert "Ancient Forge" in said(sketch(intact), "provinces_3")
    nomad = palette().suits["nomad"]
    ruined, whole = (fills(pieces(each)["provinces_3"].items) for each in (drawn("en"), sketch(intact)))
    assert nomad in whole
    assert nomad not in ruined


def test_pawns_favor_and_secrets_stand_beside_the_name_of_a_site() -> None:
    told = said(drawn("en"), "hinterland_2")
    assert told[2:6] == ["Ye", "1", "2", "A15"], "pawn, secrets and favor of the Salt Flats"
    assert "Жё" in said(drawn("ru"), "hinterland_2")


def test_a_board_tells_figures_advisers_vision_relics_and_banners() -> None:
    found = drawn("en")
    assert said(found, "seat-black")[:3] == ["Bk", "!", "exile"]
    assert "citizen" in said(found, "seat-blue")
    assert {"M21", "Vision of Conquest", "T05", "Oracular Pig"} <= {*said(found, "held-black")}
    assert {"T31", "People's Favor (mob)", "7"} <= {*said(found, "held-red")}
    assert "1+18" in said(found, "seat-chancellor"), "warbands on the board and left"


def test_what_belongs_to_all_is_told() -> None:
    found = drawn("en")
    assert said(found, "bank-order") == ["12", "Order"]
    assert said(found, "oath") == ["Oath of Supremacy", "!", "Usurper: Black"]
    assert said(found, "tracks") == ["round 7 of 8", "visions 4, search 4"]
    assert said(found, "space-careless") == ["Careless", "T43"], "it is in force"
    assert said(found, "space-decadent") == ["Decadent"]
    assert names.short.of(BANNER, "darkest_secret") in said(found, "banners")
    assert said(found, "region-hinterland") == ["K30 Hinterland", "discards 2 · visions 1"]


@each_table
def test_every_player_has_a_board_within_the_panel(seats: tuple[str, ...]) -> None:
    x, y, width, height = board().plan.panels["seats"]
    for left, top, wide, high in boxes(seats).values():
        assert x <= left
        assert left + wide <= x + width + 0.1
        assert y <= top
        assert top + high <= y + height + 0.1


def test_of_many_relics_the_short_names_stay() -> None:
    told = " ".join(said(drawn("en", "heaped"), "held-red"))
    assert all(names.short.of(CARD, CARD.ids[each]) in told for each in heaped().boards["red"].relics)


# ---- what is hidden


def test_of_the_world_deck_only_the_next_back_is_drawn() -> None:
    """Neither its size nor its cards change the picture."""
    full, empty, vision = crowded(), crowded(), crowded()
    full.layers[2] = [each.index for each in CARD if each.kind == "denizen"]
    vision.back = False
    assert sketch(full).scene.pieces == sketch(empty).scene.pieces
    other = {
        one.name for one, two in zip(sketch(vision).scene.pieces, sketch(empty).scene.pieces, strict=True) if one != two
    }
    assert other == {"deck"}


def test_a_facedown_card_is_a_back_unless_its_reader_knows_it() -> None:
    known, unknown = crowded(), crowded()
    unknown.boards["red"].hidden = [Facedown(NONE)]
    unknown.sites[3].relics, unknown.reliquary[0] = [Facedown(NONE)], [Facedown(NONE)]
    for id, piece in (
        ("disgraced_captain", "held-red"),
        ("dowsing_sticks", "provinces_2"),
        ("cursed_cauldron", "space-brutal"),
    ):
        short = names.short.of(CARD, id)
        assert short in said(sketch(known), piece)
        assert short not in said(sketch(unknown), piece)
        assert short not in sketch(known).alt


def test_an_observer_of_a_match_sees_no_name_of_a_hidden_card() -> None:
    match = begun()
    state, found = match.state, board().sketch(match.view(()), "en")
    told = words_in(found) + found.alt
    hidden = [each.card for own in state.boards.values() for each in (*own.hidden, *own.drawn)]
    hidden += [each.card for pile in (*state.discards, *state.reliquary) for each in pile]
    open_ = {each for here in state.sites for each in here.cards}
    assert hidden
    for index in {*hidden} - open_:
        assert names.short.of(CARD, CARD.ids[index]) not in told


def test_a_player_reads_the_names_of_the_own_facedown_cards_and_of_no_others() -> None:
    state = deepcopy(begun().state)
    for own in state.boards.values():
        own.hidden, own.drawn = own.drawn[:1], []
    for seat in state.order:
        found = board().sketch(FORM.view(state, frozenset([seat])), "en")
        for other, own in state.boards.items():
            (lying,) = own.hidden
            assert (names.short.of(CARD, CARD.ids[lying.card]) in said(found, f"held-{other}")) is (seat == other)


def begun() -> Match:
    """A match after its set-up."""
    return set_up(GAME, seats=GAME.seatings(4)[0], seed=b"board")


# ---- small pictures


def test_small_pictures_say_what_is_otherwise_at_a_site() -> None:
    was = crowded()
    now = deepcopy(was)
    now.sites[3].colour, now.sites[3].warbands = "red", 2
    now.sites[3].cards, now.sites[3].favor = [card("tents")], 1
    now.boards["red"].pawn = 3
    before, after = BoardView(was), BoardView(now, (), (Change("provinces_2", "red"),))
    (change,) = after.changed
    assert board().told(change, before, after, "en") == (
        "Mine K22: ruled by Red (before: Yellow), warbands 2 (before: 1), here now: Tents, gone: Scouts, "
        "favor 1 (before: 3), pawns here now: Red"
    )
    assert board().kind("provinces_2", before, after) == "gained"
    now.sites[3].warbands = 0
    assert board().kind("provinces_2", before, after) == "lost"


def test_everything_that_a_row_shows_is_said_when_it_is_otherwise() -> None:
    was, now = (BoardView(state()) for state in (start, crowded))
    old, new = ({each.name: each.items for each in all_markers(each.view, "en")} for each in (was, now))
    changed = [name for name in old if old[name] != new[name]]
    assert len(changed) == len(SLOT)
    for name in changed:
        assert list(board().otherwise(name, was, now, "en")), name


@pytest.mark.parametrize("code", CODES)
def test_a_small_picture_shows_the_whole_row_on_a_phone(code: str) -> None:
    match = begun()
    before = match.view(())
    events = (Travelled(CHANCELLOR, "provinces_1"),)
    after = deepcopy(match.state)
    after.boards[CHANCELLOR].pawn = SLOT.number("provinces_1")
    view = FORM.view(after, frozenset())
    (crop,) = board().crops(Between(before, view, events), code)
    assert crop.width == 328
    assert board().plan.frames["map"].rect[2] == 328
    assert EDGES[2] - EDGES[0] + 8 <= 332
    assert names(code).name(SITE, "mountain") in crop.alt


# ---- for every eye


@each_table
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", STATES)
def test_no_text_is_too_small_for_a_phone_or_leaves_its_part(name: str, code: str, seats: tuple[str, ...]) -> None:
    assert board().plan.size[0] == PHONE
    for piece in drawn(code, name, seats).scene.pieces:
        left, _, width, _ = piece.box
        for text in (item for item in piece.items if isinstance(item, Text)):
            wide = text_width(text.text, text.size, text.font)
            begin = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
            assert left <= begin, (piece.name, text.text)
            assert begin + wide <= left + width + 1, (piece.name, text.text)
        for text in texts(piece.items):
            assert all(has_glyph(letter, text.font) for letter in text.text), text.text
            assert text.size >= 8.5, (piece.name, text.text)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [("crowded", "en"), ("heaped", "ru")])
def test_all_letters_can_be_read(name: str, code: str) -> None:
    assert faint(drawn(code, name).scene) == set()


@pytest.mark.parametrize("code", CODES)
def test_names_of_cards_are_not_cut(code: str) -> None:
    told = [
        text.text
        for each in (drawn(code), drawn(code, "start"))
        for piece in each.scene.pieces
        for text in texts(piece.items)
    ]
    assert [each for each in told if each.endswith("…")] == []


@pytest.mark.parametrize("sight", SIGHTS)
def test_seats_keep_apart_in_every_sight(sight: str) -> None:
    for (one, first), (two, second) in combinations(palette().seats.items(), 2):
        assert ciede2000(lab(first.fill, sight), lab(second.fill, sight)) >= 15, (one, two)


def test_letters_tell_seats_apart_and_can_be_read_on_their_colours() -> None:
    for code in CODES:
        assert len({board().name("letter", seat, code) for seat in PLAYER.ids}) == len(PLAYER)
    assert all(contrast(each.fill, each.text) >= 4.5 for each in palette().seats.values())
    assert len({each.tone for each in palette().seats.values()}) == len(PLAYER)


@pytest.mark.parametrize("code", CODES)
def test_a_crowded_picture_is_small_and_keeps_its_colours(code: str) -> None:
    found = drawn(code)
    png = to_png(found.scene, 1000)
    assert len(png) <= 250_000
    picture = Image.open(io.BytesIO(png))
    assert lost(colours_in(to_svg(found.scene)), palette_colours(picture)) == []


@pytest.mark.parametrize("code", CODES)
def test_the_picture_is_told_in_words(code: str) -> None:
    for name in STATES:
        found = drawn(code, name)
        assert 200 < len(found.alt) < 1300
        assert found.beside is not None
        assert len(found.beside) < 500
    assert "Красный: Древний город и Живописная долина." in drawn("ru").alt
    assert "Pawns: Chancellor K12, Red K11" in drawn("en").alt


@pytest.mark.parametrize("code", CODES)
def test_the_key_has_room_in_its_panel(code: str) -> None:
    _, y, _, height = board().plan.panels["legend"]
    ground = board().scene(BoardView(start()), code).ground.svg
    assert max(float(each.split('"')[0]) for each in ground.split(' y="')[1:]) < y + height - 4


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("code", CODES)
def test_nothing_covers_a_name_on_the_board(code: str, name: str) -> None:
    """Every dot of the names of sites, regions and of what lies in the reliquary is as light or dark in the whole
    picture, with marks of changes, as where the names are drawn alone.
    """
    state = STATES[name](PLAYER.ids)
    changed = tuple(Change(id, "red") for id in ("cradle_1", "cradle_2"))
    scene = board().scene(BoardView(state, (state.order[0],), changed), code)
    alone = [
        structs.replace(piece, items=tuple(item for item in piece.items if isinstance(item, Text) and item.text[1:]))
        for piece in scene.pieces
        if piece.name in SLOT.ids or piece.name.startswith(("space-", "region-"))
    ]
    assert all(piece.items for piece in alone)
    picture, names_only = (
        Image.open(io.BytesIO(to_png(structs.replace(scene, pieces=tuple(kept)), 1280))).convert("RGB")
        for kept in (scene.pieces, alone)
    )
    inks = {tuple(bytes.fromhex(ink[1:])) for ink in (BASE.text, BASE.light)}
    ground = Image.open(io.BytesIO(to_png(structs.replace(scene, pieces=()), 1280))).convert("RGB")
    dots = zip(*(each.get_flattened_data() for each in (picture, names_only, ground)), strict=True)
    assert not [whole for whole, single, below in dots if single in inks and single != below and whole != single]


def test_the_name_of_a_region_begins_beside_the_marks_of_changes() -> None:
    bars = {piece.name: piece for piece in drawn("en").scene.pieces if piece.name.startswith("region-")}
    assert len(bars) == 3
    for bar in bars.values():
        name = next(text for text in texts(bar.items) if text.anchor == "start")
        assert bar.x + name.x > max(board().plan.places[id].xy[0] for id in SLOT.ids) + 20
