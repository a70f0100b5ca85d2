"""The board of Pax Renaissance: what is on it, in both languages, for every eye."""

import io
from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from PIL import Image

from adjudicator import Match
from adjudicator.games.pax_renaissance.board import board
from adjudicator.games.pax_renaissance.board.atlas import palette
from adjudicator.games.pax_renaissance.board.markers import all_markers
from adjudicator.games.pax_renaissance.facts import BANK, BORDER, EMPIRE, ITEM, NONE, PIECE, PLACE, VICTORY
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.names import names
from adjudicator.games.pax_renaissance.rules.targets import PirateSailed, Voted
from adjudicator.games.pax_renaissance.state import FORM, State, known
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.events import Event
from adjudicator.language import CODES
from adjudicator.pictures import Path, Text, to_svg
from adjudicator.pictures.board import Between, Sketch
from adjudicator.pictures.colours import contrast, lost, mixed, palette_colours
from adjudicator.pictures.maps.palette import BASE, TINT
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.sight import SIGHTS
from adjudicator.pictures.svg import colours_in
from adjudicator.pictures.text import has_glyph, text_width
from tests.games.imperial_struggle.test_board_readable import ciede2000, lab
from tests.games.pax_renaissance.board_positions import crowded, empire, heaped, start
from tests.long_cases import long_but
from tests.pictures.drawn import changes_told, fills, pieces, said, texts
from tests.pictures.test_contrast import faint

pytestmark = pytest.mark.drawn

TABLES = [("medici", "marchionni"), ("fugger", "coeur", "marchionni"), BANK.ids]
STATES = {"start": start, "crowded": crowded, "heaped": heaped}


@cache
def drawn(code: str, name: str = "crowded", banks: tuple[str, ...] = BANK.ids) -> Sketch:
    """A board as the first bank sees it."""
    return sketch(STATES[name](banks), code, banks[:1])


def sketch(state: State, code: str = "en", seats: Iterable[str] = ()) -> Sketch:
    return board().sketch(FORM.view(state, frozenset(seats)), code, to_move=[state.seats[0]])


# ---- what is known of a view


def test_a_view_gives_the_position_with_cards_that_nobody_names() -> None:
    state = crowded()
    mine, nobodys = (known(FORM.view(state, frozenset(seats))) for seats in (["medici"], []))
    assert mine.hands["medici"] == state.hands["medici"]
    assert mine.hands["marchionni"] == [-1, -1]
    assert set(nobodys.hands["medici"]) == {-1}
    mine.hands = state.hands
    assert mine == state


# ---- the map


def test_places_borders_and_squares_have_a_marker_with_their_short_name() -> None:
    found = drawn("en")
    assert {*PLACE.ids, *BORDER.ids, *EMPIRE.ids} == set(board().plan.places)
    for name in board().plan.places:
        if name != "venice_2":
            assert board().short(name) in said(found, name), name
    assert pieces(found)["venice_2"].items == ()  # no card gives Venice a second place


def test_a_piece_has_the_colour_of_its_religion_and_an_empty_place_its_levy() -> None:
    here, religions = pieces(drawn("en", "start")), palette().religions
    assert religions["catholic"].fill in fills(here["london"].items)
    assert religions["islamic"].fill in fills(here["cairo"].items)
    empty = fills(here["bruges"].items)
    assert BASE.shade in empty  # the rook that a levy would bring
    assert not {each.fill for each in religions.values()} & empty


def test_an_emporium_is_busted_or_bears_the_letter_of_its_side() -> None:
    found = drawn("en", "start")
    assert "E" in said(found, "tana")
    assert "W" in said(found, "trebizond")
    assert said(found, "novgorod") == [board().short("novgorod")]
    assert "З" in said(drawn("ru", "start"), "trebizond")


def test_the_two_routes_in_use_are_drawn() -> None:
    for name, routes in (("start", {"tana", "trebizond"}), ("crowded", {"novgorod", "red_sea"})):
        drawn_ones = {each.split("-")[1] for each in pieces(drawn("en", name)) if each.startswith("route-")}
        assert drawn_ones == routes


def test_concessions_have_arms_and_letters_and_a_pirate_may_be_beside_one() -> None:
    found = drawn("en")
    assert said(found, "england_portugal")[0] == "Me"
    assert palette().banks["medici"].fill in fills(pieces(found)["england_portugal"].items)
    both = fills(pieces(found)["france_holy_roman_empire"].items)
    assert {palette().banks["coeur"].fill, palette().religions["reformist"].fill} <= both
    assert said(drawn("ru"), "france_holy_roman_empire")[0] == "Кё"


def test_squares_tell_who_has_them_what_they_are_and_what_is_on_them() -> None:
    found, alone = drawn("en"), drawn("en", "start")
    assert said(found, "england")[:2] == ["Fu", board().short("england")]
    assert "2" in said(found, "england")  # queens
    assert "3" in said(found, "ottoman")  # rooks that are repressed there
    assert "5" in [each.strip() for each in said(found, "papal_states")]  # of five kinds only the number
    assert said(alone, "england") == [board().short("england")]
    assert fills(pieces(found)["aragon"].items) != fills(pieces(found)["portugal"].items)  # a queen, a republic


def test_a_theocracy_tints_its_land_and_has_a_badge() -> None:
    shown = {name: drawn("en", name) for name in STATES}
    lands = {name: {each for each in pieces(found) if each.startswith("area-")} for name, found in shown.items()}
    assert lands["start"] == {"area-papal_states", "area-mamluk"}
    assert len(lands["crowded"]) == 6
    (shape,) = (item for group in pieces(shown["start"])["area-mamluk"].items for item in group.items)  # type: ignore[union-attr]
    assert isinstance(shape, Path)
    assert shape.style.fill == palette().religions["islamic"].fill
    assert palette().religions["islamic"].fill in fills(pieces(shown["start"])["mamluk"].items)


# ---- the panels


def test_the_market_has_names_prices_florins_and_gaps() -> None:
    found = drawn("en")
    assert said(found, "market-east-1")[:3] == ["P59", "E02", "Safavids"]
    assert said(found, "market-west-1")[-2:] == ["1", "2"]  # price, florins
    assert said(found, "market-east-0") == ["empty", "fair", "3"]
    assert said(drawn("ru"), "deck-west") == ["кол. 10+14"]


def test_the_next_card_of_a_deck_is_told_where_it_lies_open() -> None:
    state = start()
    state.decks[1].top = ITEM.number("luther")
    assert said(sketch(state), "deck-east") == ["10+14: P52"]
    assert said(sketch(state), "deck-west") == ["deck 10+14"]


def test_the_tableau_of_a_bankrupt_bank_is_grey() -> None:
    state = start()
    state.out = ["medici"]
    papers = {bank: fills(pieces(sketch(state))[f"tableau-{bank}"].items) for bank in BANK.ids}
    assert [bank for bank in BANK.ids if BASE.board in papers[bank]] == ["medici"]


@pytest.mark.parametrize("banks", TABLES, ids=len)
def test_only_banks_that_play_have_a_tableau(banks: tuple[str, ...]) -> None:
    there = {each.split("-")[1] for each in pieces(drawn("en", banks=banks)) if each.startswith("tableau-")}
    assert there == set(banks)
    boxes = [pieces(drawn("en", banks=banks))[f"tableau-{bank}"] for bank in banks]
    for one, two in combinations(boxes, 2):
        apart = abs(one.x - two.x) >= min(one.box[2], two.box[2]) - 4 or abs(one.y - two.y) >= one.box[3] - 4
        assert apart, (one.name, two.name)


@pytest.mark.parametrize("name", ["crowded", "heaped"])
@pytest.mark.parametrize("banks", TABLES, ids=len)
def test_every_card_of_a_tableau_lies_on_it_and_none_on_another(banks: tuple[str, ...], name: str) -> None:
    state, found = STATES[name](banks), pieces(drawn("en", name, banks))
    squares = [number for number, holder in enumerate(state.holder) if holder]
    queens = [queen for there in state.queens for queen in there]
    items = {ITEM.ids[each] for row in state.rows.values() for side in row for each in side}
    items |= {ITEM.ids[each] for each in (*squares, *queens)}
    cards = {name.removeprefix("item-"): piece for name, piece in found.items() if name.startswith("item-")}
    assert set(cards) == items
    for one, two in combinations(cards.values(), 2):
        wide, high = min(one.box[2], two.box[2]) - 4, one.box[3] - 4
        assert abs(one.x - two.x) >= wide - 1 or abs(one.y - two.y) >= high - 1, (one.name, two.name)
    for bank in banks:
        paper, own = found[f"tableau-{bank}"], [*squares_of(state, bank), *state.rows[bank][0], *state.rows[bank][1]]
        for card in (cards[ITEM.ids[each]] for each in own):
            assert paper.x <= card.x
            assert card.x + card.box[2] <= paper.x + paper.box[2] + 1
            assert paper.y <= card.y
            assert card.y + card.box[3] <= paper.y + paper.box[3] + 1


def squares_of(state: State, bank: str) -> list[int]:
    """The squares of a bank, which bear the numbers of their empires."""
    return [number for number, holder in enumerate(state.holder) if holder == bank]


def test_of_a_large_hand_it_is_said_how_many_more_there_are() -> None:
    found = sketch(heaped(), "en", ["fugger"])
    assert said(found, "bank-fugger")[-1] == "+6"  # an old maid and seven cards; there is room for two of them


def test_a_bank_tells_what_it_has_and_the_reader_what_is_in_his_hand() -> None:
    state = crowded()
    short = names.short.of(ITEM, ITEM.ids[state.hands["medici"][0]])
    mine, others = (" ".join(said(sketch(state, "en", seats), "bank-medici")) for seats in (["medici"], []))
    assert " 12 2 " in mine  # florins, cards
    assert short in mine
    assert short not in others
    assert "P77" in others  # an old maid lies open


def test_victories_tell_what_every_bank_has_and_needs() -> None:
    found = drawn("en")
    assert said(found, "victory-imperial") == ["Imperial Victory", "Fu 5/3", "Me 1/7", "Cœ 0/7", "Ma 0/7"]
    assert BASE.changed in fills(pieces(found)["victory-holy"].items)
    assert BASE.changed not in fills(pieces(found)["victory-imperial"].items)
    assert {f"victory-{each}" for each in (*VICTORY.ids, "patron")} <= set(pieces(found))


def test_supremacy_is_counted_as_the_rules_count_it() -> None:
    state = start()
    state.bishops[1] = [empire("mamluk")]
    assert said(sketch(state), "supremacy-islamic") == ["Islamic", "1", "1"]
    state.borders[BORDER.number("ottoman_mamluk")] = [PIECE.number("islamic_pirate")]
    found = sketch(state)
    assert said(found, "supremacy-islamic") == ["Islamic", "1", "2"]
    assert BASE.changed in fills(pieces(found)["supremacy-islamic"].items)  # its star
    assert "Supreme religion: Islamic." in found.alt


def test_a_bank_is_a_part_of_its_own_as_narrow_as_a_phone() -> None:
    view = FORM.view(crowded(TABLES[0]), frozenset())
    parts = dict(board().parts("ru"))
    assert parts["panel medici"] == ("Медичи",)
    crops = [board().part(view, [f"panel {bank}"], "ru") for bank in ("medici", "fugger")]
    assert [(crop.width, crop.height) for crop in crops] == [(344, 300)] * 2
    assert len(crops[0].png) > 2 * len(crops[1].png)  # nothing but that it does not play
    assert crops[0].alt.startswith("Медичи: Англия (вассалы: Франция), Османская Империя (вассалы: ")


@pytest.mark.slow
@pytest.mark.parametrize("id", EMPIRE.ids)
@pytest.mark.parametrize("code", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_an_empire_with_all_its_places_fits_a_phone(code: str, id: str) -> None:
    crop = board().part(FORM.view(crowded(), frozenset()), [f"place {id}"], code)
    assert crop.width == 328
    assert crop.height <= 400
    own = {place.id for place in PLACE if place.empire == empire(id)}
    assert own <= set(crop.places)
    for place in own - {"venice_2"}:
        assert board().called(place, code) in crop.alt


# ---- what has changed


@cache
def stretches() -> tuple[tuple[object, object, tuple[Event, ...]], ...]:
    """Views before and after each turn of random games, with what was told of it."""
    found = []
    for seed in range(3):
        match: Match = set_up(GAME, seats=BANK.ids, seed=b"crops %d" % seed)
        rng, before, events, turn = Random(seed), match.view(()), [], 0
        while match.result is None and match.state.turns < 40:
            (seat, *_) = match.decisions()[0].waiting
            events += [each for told in match.apply(seat, match.sample(seat, rng)) for each in told.all_visible_to(())]
            if match.state.turns != turn:
                found.append((before, match.view(()), tuple(events)))
                before, events, turn = match.view(()), [], match.state.turns
    return tuple(found)


@pytest.mark.slow
@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("code", CODES)
def test_of_every_place_in_a_small_picture_it_is_said_what_is_otherwise(code: str, every: int) -> None:
    """Of each so many-th stretch the pictures are drawn."""
    found = [Between(*each) for each in stretches()]
    said = [each for between in found for each in changes_told(board(), between, code)]
    crops = [crop for between in found[::every] for crop in board().crops(between, code)]
    assert len(said) > 10
    assert len(crops) > 10 // every
    assert all(crop.width <= 328 for crop in crops)
    told = [*said, *(part for crop in crops for part in crop.alt.rstrip(".").split("; "))]
    assert [each for each in told if ": " not in each] == []


def test_what_changed_is_named_and_marked_in_the_whole_picture() -> None:
    _, now, events = next(each for each in stretches() if board().crops(Between(*each), "en"))
    found = board().sketch(now, "ru", events=events)
    assert "На карте изменились: " in found.alt
    assert any(name.startswith("rim-") for name in pieces(found))


def test_everything_that_a_marker_shows_is_said_when_it_is_otherwise() -> None:
    """Every marker that differs between the set-up and a late position has words for it."""
    was, now = (board().shown(FORM.view(state(), frozenset()), "en", (), ()) for state in (start, crowded))
    old, new = ({each.name: each.items for each in all_markers(each.view, "en")} for each in (was, now))
    changed = [name for name in old if old[name] != new[name]]
    assert len(changed) > 40
    for name in changed:
        gained = board().owners(was).get(name) != board().owners(now).get(name)
        assert gained or list(board().otherwise(name, was, now, "en")), name


def test_a_change_of_hands_is_told_with_what_came_with_it() -> None:
    was, now = start(), start()
    border, byzantium = BORDER.number("england_portugal"), empire("byzantium")
    now.borders[border] = [PIECE.number("catholic_pirate")]  # it killed the concession of Marchionni
    now.holder[byzantium], now.ruled[byzantium] = "coeur", 2
    now.rows["coeur"][1].append(byzantium)
    events = (
        PirateSailed("medici", "catholic_pirate", "england_france", "england_portugal"),
        Voted("coeur", "byzantium", 0),
    )
    views = (FORM.view(each, frozenset()) for each in (was, now))
    told = "; ".join(crop.alt for crop in board().crops(Between(*views, events), "en"))
    assert "K21: here now: Catholic pirate, gone: Marchionni pawn" in told
    assert "Byzantium E02: Cœur (before: nobody), Islamic theocracy" in told


def test_a_piece_that_is_gone_has_the_broken_ring_of_what_was_lost() -> None:
    """One that came in its stead counts more."""
    city = next(number for number, piece in enumerate(start().places) if piece != NONE)

    def kind(piece: int) -> str:
        states = start(), start()
        states[1].places[city] = piece
        was, now = (board().shown(FORM.view(each, frozenset()), "en", (), ()) for each in states)
        return board().kind(PLACE.ids[city], was, now)

    assert kind(NONE) == "lost"
    assert kind((start().places[city] + 1) % len(PIECE)) == "changed"


# ---- for every eye


IN_EACH_RUN = {*zip(STATES, ("ru", "en", "ru"), TABLES, strict=True)}
"""Each state for another number of banks."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code", "banks"), long_but(product(STATES, CODES, TABLES), IN_EACH_RUN))
def test_all_letters_can_be_read(code: str, name: str, banks: tuple[str, ...]) -> None:
    found = drawn(code, name, banks)
    assert faint(found.scene) == set()
    for piece in found.scene.pieces:
        for text in texts(piece.items):
            assert all(has_glyph(letter, text.font) for letter in text.text), text.text
            assert text.size >= 8.5, (piece.name, text.text)


@pytest.mark.parametrize("code", CODES)
def test_no_text_leaves_the_sheet_of_its_part(code: str) -> None:
    for banks in TABLES:
        for piece in drawn(code, banks=banks).scene.pieces:
            left, _, width, _ = piece.box
            for text in (item for item in piece.items if isinstance(item, Text)):
                wide = text_width(text.text, text.size, text.font)
                begin = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
                assert left <= begin, (piece.name, text.text)
                assert begin + wide <= left + width + 1, (piece.name, text.text)


@pytest.mark.parametrize("sight", SIGHTS)
def test_banks_and_religions_keep_apart_in_every_sight(sight: str) -> None:
    for side in (palette().banks, palette().religions):
        for (one, first), (two, second) in combinations(side.items(), 2):
            assert ciede2000(lab(first.fill, sight), lab(second.fill, sight)) >= 15, (one, two)
    assert len(set(palette().shapes.values())) == 3  # and by shape


def test_lands_are_as_pale_as_the_tints_of_religions() -> None:
    for name, religion in palette().religions.items():
        assert religion.tint == mixed(BASE.land, religion.fill, TINT), name
        assert contrast(religion.fill, religion.text) >= 4.5


def test_letters_tell_the_banks_apart() -> None:
    for code in CODES:
        assert len({board().name("letter", bank, code) for bank in BANK.ids}) == 4


@pytest.mark.slow
@pytest.mark.parametrize("code", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_a_crowded_picture_is_small_and_keeps_its_colours(code: str) -> None:
    found = drawn(code)
    png = to_png(found.scene, 1600)
    assert len(png) <= 250_000
    picture = Image.open(io.BytesIO(png))
    assert picture.size == (1600, 1440)
    assert lost(colours_in(to_svg(found.scene)), palette_colours(picture)) == []


@pytest.mark.parametrize("code", CODES)
def test_the_picture_is_told_in_words(code: str) -> None:
    for name in STATES:
        assert 20 < len(drawn(code, name).alt) < 1000
    told = drawn("ru").alt
    assert "Фуггер: Англия (вассалы: Франция)" in told
    assert "Активные победы: Священная победа и Победа Возрождения." in told
