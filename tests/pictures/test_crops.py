"""Small pictures of what changed: what is in them, what must not be cut, how they are told apart."""

import io
from functools import cache
from math import hypot

from PIL import Image

from adjudicator.language import CODES, language
from adjudicator.pictures import Circle, Group, Item, Path, Rect, Text
from adjudicator.pictures.board import Between, Board, Crop
from adjudicator.pictures.colours import rgb
from adjudicator.pictures.cutting import COLOURS
from adjudicator.pictures.maps import BASE, BoardView, Change
from adjudicator.pictures.maps.crops import Crops
from adjudicator.pictures.maps.framing import HIGHEST, LOWEST, WIDTH, Subject, holds, nearest, window
from adjudicator.pictures.maps.ghosts import pale
from adjudicator.pictures.maps.highlights import rim
from adjudicator.reports.wording.game import Stretch
from adjudicator.reports.wording.generic import GenericReport
from tests.pictures.isles import BOARD, SPACIOUS, Isles, Taken, View

BEFORE = View(turn=1, lands={"north": ("red", 2), "fells": ("red", 1), "moor": ("blue", 3)})
AFTER = View(turn=2, lands={"north": ("red", 2), "fells": ("blue", 1), "holm": ("red", 1)})
EVENTS = (Taken("blue", ("fells", "moor")), Taken("red", ("holm", "north")))


@cache
def crops(code: str = "en", *, planned: bool = False) -> tuple[Crop, ...]:
    board: Board = BOARD
    return board.crops(Between(BEFORE, AFTER, EVENTS, planned), code)


def image(crop: Crop) -> Image.Image:
    return Image.open(io.BytesIO(crop.png))


def test_a_crop_has_two_pixels_for_each_of_the_page_and_few_colours() -> None:
    for code in CODES:
        for crop in crops(code):
            drawn = image(crop)
            assert drawn.size == (2 * crop.width, 2 * crop.height)
            assert crop.width == WIDTH
            assert LOWEST <= crop.height <= HIGHEST
            assert len(drawn.getcolors() or ()) <= COLOURS
    assert sum(len(crop.png) for code in CODES for crop in crops(code)) < 28_000


def test_what_was_touched_and_looks_as_before_is_no_change() -> None:
    assert {place for crop in crops() for place in crop.places} == {"fells", "moor", "holm"}
    assert BOARD.crops(Between(BEFORE, BEFORE, EVENTS), "en") == ()
    assert BOARD.crops(Between(BEFORE, AFTER), "en") == ()  # nothing says that anybody touched it


def test_neighbours_share_a_crop_and_distant_places_of_others_do_not() -> None:
    assert [crop.places for crop in crops()] == [("fells", "moor"), ("holm",)]
    assert len(BOARD.crops(Between(BEFORE, AFTER, EVENTS), "en", most=1)) == 1


def test_distant_places_of_one_deed_are_halves_of_one_picture() -> None:
    after = View(turn=2, lands={**BEFORE.lands, "holm": ("red", 1), "cape": ("red", 1)})
    (crop,) = BOARD.crops(Between(BEFORE, after, (Taken("red", ("cape", "holm")),)), "en")
    assert crop.places == ("cape", "holm")
    drawn = image(crop).convert("RGB")
    assert {drawn.getpixel((drawn.width // 2, y)) for y in range(drawn.height)} == {rgb(BASE.frame)}


def test_where_there_is_room_for_one_what_is_new_stands_before_what_was_left() -> None:
    """An army that marches: where it is now, not whence it came."""
    lands = {name: land for name, land in BEFORE.lands.items() if name != "fells"}
    after = View(turn=2, lands={**lands, "holm": ("red", 1)})
    (crop,) = BOARD.crops(
        Between(BEFORE, after, (Taken("red", ("fells", "moor")), Taken("blue", ("holm",)))), "en", most=1
    )
    assert crop.places == ("holm",)


def test_of_more_than_there_is_room_for_those_with_new_owners_are_shown() -> None:
    """An army that grew is left out, though it did so first."""
    after = View(turn=2, lands={**BEFORE.lands, "north": ("red", 5), "holm": ("red", 1), "cape": ("blue", 1)})
    events = (Taken("red", ("north",)), Taken("blue", ("cape",)), Taken("red", ("holm",)))
    assert [crop.places for crop in BOARD.crops(Between(BEFORE, after, events), "en")] == [
        ("north",),
        ("cape",),
        ("holm",),
    ]
    assert [crop.places for crop in BOARD.crops(Between(BEFORE, after, events), "en", most=2)] == [("cape",), ("holm",)]


def test_a_crop_is_told_in_words() -> None:
    assert [crop.alt for crop in crops()] == [
        "Fells: Blue (before: Red); Moor: nobody (before: Blue).",
        "Holm: Red (before: nobody).",
    ]
    assert crops("ru")[1].alt == "Остров: Красные (было: ничьё)."
    assert crops("en", planned=True)[1].alt == "Planned: Holm: Red (before: nobody)."


def test_the_same_step_gives_the_same_bytes() -> None:
    again = BOARD.crops(Between(BEFORE, AFTER, EVENTS), "en")
    assert again == crops()
    assert crops("en", planned=True) != crops()


def test_whose_places_are_is_worked_out_once_for_each_position() -> None:
    class Counting(Isles):
        asked = 0

        def held(self, shown: BoardView[View]) -> dict[str, str]:
            self.asked += 1
            return super().held(shown)

    def owners_asked(lands: int) -> int:
        board, names = Counting(BOARD.plan, BOARD.sides), ("north", "fells", "moor", "downs", "cape", "holm")[:lands]
        before, after = (View(turn, dict.fromkeys(names, (side, 1))) for turn, side in enumerate(("red", "blue")))
        assert board.crops(Between(before, after, (Taken("blue", names),)), "en", most=1)
        return board.asked

    assert owners_asked(6) == owners_asked(1)


def test_kinds_of_changes_differ_by_form_and_not_by_colour_alone() -> None:
    kinds = [Change("fells", kind=kind) for kind in ("gained", "lost", "conflict")] + [Change("fells", planned=True)]
    forms = [[shape_of(item) for item in rim(change, BOARD.outline)] for change in kinds]
    assert len({str(form) for form in forms}) == len(kinds)
    assert shape_of(next(rim(Change("downs"), BOARD.outline))) != forms[0][0]  # a square marker


def shape_of(item: Item) -> tuple[str, object]:
    assert isinstance(item, Circle | Rect | Path)
    return type(item).__name__, item.style.dash


def made(*, planned: bool = False) -> Crops:
    was, shown = BOARD.shown(BEFORE, "en", (), ()), BOARD.shown(AFTER, "en", (), EVENTS)
    return Crops(BOARD, "en", was, shown, planned=planned)


def test_the_old_owner_stands_pale_beside_the_place_and_hides_no_other_ghost() -> None:
    at = BOARD.ghosts("en").placed(["fells", "moor", "holm"], ())
    for name, (x, y) in at.items():
        px, py = BOARD.plan.at(name)
        assert 50 < hypot(x - px, y - py) < 90
        assert all(hypot(x - ox, y - oy) > 34 for other, (ox, oy) in at.items() if other != name)
        for place in BOARD.plan.places:
            px, py = BOARD.plan.at(place)
            assert hypot(x - px, y - py) > 34, (name, place)


def test_a_ghost_keeps_its_letters_dark() -> None:
    items = [Text(0, 0, "B3", 12, BASE.light), Group((Text(0, 0, "2", 9, "#ffffff", halo="#000000"),))]
    first, second = pale(items)
    assert isinstance(first, Text)
    assert isinstance(second, Group)
    assert [first.fill, *(item.fill for item in second.items if isinstance(item, Text))] == [BASE.text, BASE.text]


def test_a_box_holds_its_subject_and_stays_in_its_frame() -> None:
    for left, top in ((0, 0), (700, 330), (300, 200)):
        subject = Subject("isles", ("fells",), (left, top + 46, left + 90, top + 120))
        box = window(subject, WIDTH, (8, 46, 784, 410), [(280, 180, 320, 230)], [])
        edges = box[0], box[1], box[0] + box[2], box[1] + box[3]
        assert holds((8, 46, 792, 456), edges)
        assert holds(edges, (max(left, 8), top + 46, min(left + 90, 792), top + 120))


def test_a_generic_report_has_the_crops_of_its_board() -> None:
    class Report(GenericReport):
        def board(self) -> Board:
            return BOARD

    stretch = Stretch(before=BEFORE, view=BEFORE, told=(), seats=("red",))
    assert Report().crops(stretch, language("en")) == ()
    assert GenericReport().crops(stretch, language("en")) == ()


def test_the_map_on_which_most_changed_before_and_after() -> None:
    ((before, after),) = SPACIOUS.maps(Between(BEFORE, AFTER, EVENTS), "ru")
    assert image(before).size == image(after).size
    assert image(before).width == 2 * WIDTH
    assert abs(image(before).height - 2 * before.height) <= 1
    assert before.png != after.png
    assert before.alt == "Острова."
    assert after.alt.startswith("Острова. Взгорье: Синие (было: Красные);")
    assert (before.places, after.places) == ((), ("fells", "moor", "holm"))
    assert SPACIOUS.maps(Between(BEFORE, BEFORE), "ru") == ()


def test_of_a_map_the_part_is_shown_where_something_changed_as_large_as_it_can_be() -> None:
    frame = (8.0, 46.0, 784.0, 410.0)
    for edges, units in (
        ((200, 200, 250, 240), 1.0),
        ((20, 50, 60, 90), 1.0),  # in a corner
        ((200, 200, 600, 240), 1.5),  # wide
        ((400, 100, 420, 400), 2.0),  # high
    ):
        x, y, width, height = box = nearest(edges, frame)
        assert width == units * WIDTH
        assert width * 410 / 784 >= height
        assert holds((8, 46, 792, 456), (x, y, x + width, y + height)), box
        assert holds((x, y, x + width, y + height), edges), box
    assert nearest((10, 50, 780, 90), frame) == frame


def test_what_changed_on_a_map_is_shown_large_before_and_after() -> None:
    """A marker is as wide on the page as it is on the board."""
    one = View(turn=2, lands={**BEFORE.lands, "fells": ("blue", 1)})
    ((before, after),) = BOARD.maps(Between(BEFORE, one, (Taken("blue", ("fells",)),)), "en")
    ((_, whole),) = SPACIOUS.maps(Between(BEFORE, AFTER, EVENTS), "en")
    assert after.places == ("fells",)
    assert image(before).size == image(after).size

    def much(crop: Crop, side: str) -> int:
        pixels = image(crop).convert("RGB").getcolors(1 << 16) or ()
        return sum(count for count, pixel in pixels if pixel == rgb(BOARD.sides[side].fill))

    assert much(after, "blue") > 2 * much(whole, "blue") > 0
    assert much(before, "red") > much(after, "red")


def test_a_map_that_is_most_of_the_board_is_not_shown_beside_it() -> None:
    lands = ("north", "fells", "moor", "downs", "cape", "holm")
    everywhere = Between(BEFORE, View(turn=2, lands=dict.fromkeys(lands, ("blue", 9))), (Taken("blue", lands),))
    assert BOARD.maps(everywhere, "ru") == ()
    assert len(SPACIOUS.maps(everywhere, "ru")) == 1
