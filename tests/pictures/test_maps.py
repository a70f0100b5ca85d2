"""A board that is only declared: its picture, its words, and what other games would ask of the same parts."""

import io
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace
from PIL import Image

from adjudicator.kernel.events import Event
from adjudicator.language import language
from adjudicator.pictures import Font, Group, Piece, Rect, Text, to_svg
from adjudicator.pictures.board import Board, Sketch
from adjudicator.pictures.colours import lost, palette_colours, rgb
from adjudicator.pictures.maps import (
    BASE,
    BoardView,
    Change,
    Marker,
    changes_of,
    note_panel,
    read_atlas,
    read_outlines,
    side,
)
from adjudicator.pictures.maps.atlas import Block, Place
from adjudicator.pictures.maps.cards import columns, shares
from adjudicator.pictures.maps.highlights import pennant
from adjudicator.pictures.maps.lettering import broken
from adjudicator.pictures.maps.palette import Crest, flat_colours
from adjudicator.pictures.maps.tracks import Track
from adjudicator.pictures.maps.words import read_words
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.svg import colours_in
from adjudicator.pictures.text import text_width
from adjudicator.reports.wording.generic import GenericReport
from tests.pictures.isles import BOARD, PLAN, Isles, Taken, View

VIEW = View(
    turn=3,
    lands={"north": ("red", 2), "fells": ("red", 1), "moor": ("blue", 3), "cape": ("blue", 12)},
    points={"red": 5, "blue": 5},
    hand=("Storm", "Harvest", "A card with a very long name", "Truce", "Ships"),
)

EVENTS = (Taken(None, ("downs", "atlantis")), Taken("red", ("fells",)), Taken("blue", ("holm",)))


@cache
def sketch(code: str) -> Sketch:
    board: Board = BOARD  # the type checker compares the signatures
    return board(VIEW, code, to_move=("blue",), events=EVENTS)


def written(piece: Piece) -> list[str]:
    return [item.text for item in piece.items if isinstance(item, Text)]


def piece(code: str, name: str) -> Piece:
    (found,) = [each for each in sketch(code).scene.pieces if each.name == name]
    return found


@cache
def drawn() -> Image.Image:
    return Image.open(io.BytesIO(to_png(sketch("en").scene, 800)))


# ---- the whole picture


@pytest.mark.parametrize("code", ["en", "ru"])
def test_a_declared_board_has_every_place_once(code: str) -> None:
    root = ElementTree.fromstring(to_svg(sketch(code).scene))
    ids = [group.get("id") for group in root.iter() if group.get("id")]
    assert len(ids) == len(set(ids))
    assert {*BOARD.plan.places, "area-north", "score-red", "hand-5", "rim-fells", "pennant-holm"} <= set(ids)


def test_markers_bear_letter_and_figure_in_the_language_of_the_reader() -> None:
    assert written(piece("en", "cape")) == ["B12"]
    assert written(piece("ru", "cape")) == ["С12"]
    assert written(piece("en", "holm")) == []


def test_lands_have_the_colour_of_their_holder_and_names_stand_over_it() -> None:
    image, sides = drawn().convert("RGB"), BOARD.sides
    assert image.getpixel((8 + 150, 46 + 90)) == rgb(sides["red"].tint)
    assert image.getpixel((8 + 200, 46 + 350)) == rgb(sides["blue"].tint)
    assert image.getpixel((8 + 420, 46 + 250)) == rgb(BASE.land)
    names = [each.name for each in sketch("en").scene.pieces]
    assert names.index("area-north") < names.index("label-moor") < names.index("rim-fells")
    assert "area-holm" not in names  # nobody's
    assert names.index("rim-fells") < names.index("north")


def test_roads_are_seen_through_the_lands_that_somebody_holds() -> None:
    """From the north to the fells, both red, half way."""
    image = drawn().convert("RGB")
    assert min(sum(image.getpixel((8 + 260, 46 + y))) for y in range(96, 110)) < sum(rgb(BASE.shade))


def test_no_colour_is_lost_between_the_drawing_and_the_picture() -> None:
    assert lost(colours_in(to_svg(sketch("en").scene)), palette_colours(drawn())) == []


def test_a_changed_place_has_a_rim_in_its_shape_and_a_pennant_of_who_did_it() -> None:
    (rim,) = piece("en", "rim-downs").items
    assert isinstance(rim, Rect)
    assert written(piece("en", "pennant-fells")) == ["R"]
    assert "pennant-downs" not in {each.name for each in sketch("en").scene.pieces}  # nobody's deed


def test_of_several_deeds_in_one_place_the_last_counts_and_what_follows_belongs_to_its_doer() -> None:
    events = [Taken("red", ("moor", "cape")), Taken("blue", ("moor",)), Taken(None, ("holm",)), Taken("red", ())]
    assert changes_of(events, BOARD.plan.places) == (
        Change("cape", "red"),
        Change("moor", "blue"),
        Change("holm", "blue"),
    )


class Landed(Event, frozen=True, tag="landed", by="side", touches=("at", "from_")):
    """A side landed, by sea or from nowhere."""

    side: str
    at: str
    from_: str | None = None


def test_an_event_may_leave_out_a_place_that_it_could_touch() -> None:
    assert changes_of([Landed("red", "holm")], BOARD.plan.places) == (Change("holm", "red"),)
    assert [each.id for each in changes_of([Landed("red", "holm", "cape")], BOARD.plan.places)] == ["holm", "cape"]


@pytest.mark.parametrize("letter", ["R", "US", "Cœ", "Фу"])
def test_the_letters_of_a_pennant_stay_on_it(letter: str) -> None:
    plate, text = pennant(Crest(letter, BOARD.sides["red"]))
    assert isinstance(plate, Rect)
    assert isinstance(text, Text)
    assert text.text == letter
    assert text_width(letter, text.size, text.font) <= plate.width - 2


def test_names_near_a_change_are_written_again_over_its_rim() -> None:
    names = {each.name for each in sketch("en").scene.pieces}
    assert {"name-fells", "name-holm"} <= names
    assert "name-cape" not in names


def test_the_picture_in_words() -> None:
    assert sketch("en").alt == (
        "Isles · 3. Red: North and Fells. Blue: Moor and Cape. Changed since your last picture: Downs, Fells and Holm."
    )
    assert "Синие: Пустошь и Мыс. На карте изменились: Холмы, Взгорье и Остров." in sketch("ru").alt


def test_whose_pieces_are_where_is_told_too() -> None:
    """Those in a place of their own side follow from whose it is."""

    class Crowded(Isles):
        def marks(self, shown: BoardView[View]) -> list[Marker]:
            return [Marker(place="moor", side="blue", there=("blue", "red")), Marker(place="holm", there=("red",))]

        def held(self, shown: BoardView[View]) -> dict[str, str]:
            return {}

    board = Crowded(BOARD.plan, BOARD.sides)
    assert board.sketch(VIEW, "en").alt == "Isles · 3. Blue: Moor. Red is at: Moor and Holm."
    assert "Красные — здесь: Пустошь и Остров." in board.sketch(VIEW, "ru").alt


def test_the_ground_of_a_language_is_the_same_in_all_its_pictures() -> None:
    other = BOARD.sketch(replace(VIEW, turn=4, lands={}), "en")
    assert other.scene.ground.key == sketch("en").scene.ground.key != sketch("ru").scene.ground.key


def test_smaller_markers_shrink_with_their_signs_and_rims() -> None:
    plan = replace(BOARD.plan, marker=replace(BOARD.plan.marker, radius=11))
    scene = type(BOARD)(plan, BOARD.sides).sketch(VIEW, "en", events=(Taken("red", ("fells",)),)).scene
    (mark,) = next(each for each in scene.pieces if each.name == "fells").items
    (rim,) = next(each for each in scene.pieces if each.name == "rim-fells").items
    assert isinstance(mark, Group)
    assert isinstance(rim, Group)
    assert mark.scale == rim.scale == pytest.approx(11 / 19)


def test_a_generic_report_sends_the_picture_of_its_board() -> None:
    class Report(GenericReport):
        def board(self) -> Board:
            return BOARD

    (picture,) = Report().pictures(VIEW, "red", (), language("ru"), width=1600)
    assert Image.open(io.BytesIO(picture.png)).size == (1600, 1120)
    assert picture.alt.startswith("Острова · 3. Красные: Север и Взгорье.")
    assert GenericReport().pictures(VIEW, "red", (), language("ru"), width=1600) == ()


def test_an_area_ends_where_its_frame_ends() -> None:
    plan = read_atlas(PLAN.replace("[[[550, 150]", "[[[850, 450]"))
    scene = type(BOARD)(plan, BOARD.sides).scene(BoardView(View(turn=1, lands={"holm": ("red", 1)})), "en")
    (holm,) = [each for each in scene.pieces if each.name == "area-holm"]
    left, top, width, height = plan.frames["isles"].rect
    assert (holm.x + holm.box[2], holm.y + holm.box[3]) == (left + width, top + height)


# ---- what is declared


def test_a_mistake_in_a_plan_is_told_with_its_place() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"frames\[\.\.\.\]"):
        read_atlas(PLAN.replace("rect:", "box:"))
    with pytest.raises(msgspec.ValidationError, match=r"there is no place 'atlantis' - at `\$\.roads\[0\]`"):
        read_atlas(PLAN.replace("roads: [[north", "roads: [[atlantis"))
    with pytest.raises(msgspec.ValidationError, match=r"there is no frame 'skies' - at `\$\.places\.holm\.frame`"):
        read_atlas(PLAN.replace("holm: {frame: isles", "holm: {frame: skies"))
    group = "groups: {moor: {frame: isles, xy: [1, 1], half_size: [40, 20], label: e}}\nroads:"
    with pytest.raises(msgspec.ValidationError, match="both a place and a group: moor"):
        read_atlas(PLAN.replace("roads:", group))


def test_outlines_of_a_file_are_differences_in_hundredths_of_a_degree(tmp_path: Path) -> None:
    file = tmp_path / "outlines.json"
    file.write_text('{"map": {"land": [[1050, 4500, 25, -100]], "areas": {"venice": [[1200, 4550, 30, 5]]}}}')
    outlines = read_outlines(file)["map"]
    assert outlines.land == (((10.5, 45.0), (10.75, 44.0)),)
    assert outlines.areas == {"venice": (((12.0, 45.5), (12.3, 45.55)),)}


def test_words_are_translated_by_where_they_stand(tmp_path: Path) -> None:
    class Words(msgspec.Struct):
        game: str
        key: dict[str, str]

    file = tmp_path / "words.yaml"
    file.write_text("game: Isles\nkey: {fort: fort}\n")
    words = read_words(file, lambda context, english: f"{context}|{english}", Words)
    assert words.key["fort"] == "picture: key.fort|fort"


def test_a_side_is_declared_by_one_colour() -> None:
    dark, light = side("#15649e"), side("#d6b02e")
    assert (dark.text, light.text) == (BASE.light, BASE.text)
    assert dark.tint == "#93aeb6"
    assert flat_colours([dark])[:2] == (dark.fill, dark.tint)


def test_names_break_where_their_place_says_so() -> None:
    place = Place(frame="isles", xy=(0, 0), lines={"en": 2, "ru": 1})
    assert broken("Gulf of St. Lawrence", place, "en") == ["Gulf of St.", "Lawrence"]
    assert broken("Gulf of St. Lawrence", place, "ru") == ["Gulf of St. Lawrence"]
    assert broken("Gulf of St. Lawrence", place, "de") == ["Gulf of St.", "Lawrence"]  # a language that nobody asked


def test_a_name_without_a_side_stands_where_it_hides_least() -> None:
    places = {
        "fells": Place(frame="isles", xy=(400, 200)),
        "moor": Place(frame="isles", xy=(400, 240), label="s"),  # right below it
        "cape": Place(frame="isles", xy=(760, 300)),  # at the right edge
        "holm": Place(frame="isles", xy=(400, 395)),  # at the lower edge
        "north": Place(frame="isles", xy=(100, 100), label=None),
    }
    texts = type(BOARD)(replace(BOARD.plan, places=places), BOARD.sides).lettering("en").texts
    anchors = {name: lines[0].anchor for name, lines in texts.items() if lines}
    assert anchors == {"fells": "start", "moor": "middle", "cape": "middle", "holm": "start"}
    assert texts["north"] == ()


def test_a_block_has_one_name_beside_all_its_places() -> None:
    block = Block(frame="isles", xy=(100, 100), half_size=(40, 20), label="e", called="fells")
    board = type(BOARD)(replace(BOARD.plan, groups={"pair": block}), BOARD.sides)
    (line,) = board.lettering("en").texts["pair"]
    assert (line.text, line.x, line.font) == ("Fells", 8 + 100 + 40 + 6.5, Font.CONDENSED_BOLD)


# ---- parts of panels


def test_markers_on_one_cell_of_a_track_show_all_their_letters() -> None:
    track, crests = Track((0, 0, 400, 92), 0, 12), [Crest(letter, side("#15649e")) for letter in "ABC"]
    for count, least in ((1, 18), (2, 18), (3, 18), (4, 18), (6, 12)):
        markers = list(track.letters("score", 5, {str(n): crests[n % 3] for n in range(count)}))
        assert len({(each.x, each.y) for each in markers}) == count
        for one, other in combinations(markers, 2):  # the later one lies above; letters end 18 px below the upper edge
            assert abs(one.x - other.x) >= 24 or abs(one.y - other.y) >= least
        assert max(each.y for each in markers) + 38 <= 92
    assert next(track.letters("a", 40, {"a": crests[0]})).x == next(track.letters("a", 12, {"a": crests[0]})).x


def test_cards_of_a_row_share_its_width_by_their_names() -> None:
    assert shares([("Fugger", False), ("Medici", True)], 300) == [150, 150]
    rooms = shares([("A", False), ("A card with a very long name indeed", False)], 200)
    assert sum(rooms) == pytest.approx(200)
    assert rooms[1] > 3 * rooms[0]
    (first, wide), (second, narrow) = columns(("Ships", "A card with a long name", "Truce"), 150, 2)
    assert first == [(2, "A card with a long name"), (3, "Truce")]
    assert second == [(1, "Ships")]
    assert wide + narrow == pytest.approx(150)
    assert wide > 3 * narrow


def test_notes_end_where_their_panel_ends() -> None:
    panel = note_panel(BOARD, "hand", lambda shown, language: [f"line {number}" for number in range(9)])
    assert panel.parts is not None
    parts = list(panel.parts(BoardView(VIEW), "en"))
    assert [written(each) for each in parts] == [["line 0"], ["line 1"], ["line 2"]]
