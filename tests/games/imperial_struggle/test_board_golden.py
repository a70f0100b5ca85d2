"""Golden pictures: a few positions of a recorded game, compared by structure (SVG) and by eye (PNG).

After a wanted change `UPDATE_GOLDEN=1 pytest tests/games/imperial_struggle/test_board_golden.py` draws them anew; look
at `golden/board/*.png` before you keep them. When a picture differs, the new one and the difference lie in the
folder that the failure names.
"""

import io
import os
import re
from collections.abc import Iterator
from functools import cache
from json import loads
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image
from pixelmatch.contrib.PIL import pixelmatch

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.board import board
from adjudicator.games.imperial_struggle.board.atlas import Language
from adjudicator.games.imperial_struggle.view import View
from adjudicator.kernel.log import entry_of
from adjudicator.kernel.position import Header
from adjudicator.kernel.replay import begin, replay_events
from adjudicator.pictures import Scene, layer, to_svg
from adjudicator.pictures.colours import lost, palette_colours
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.svg import colours_in

HERE = Path(__file__).parent
GOLDEN = HERE / "golden" / "board"
GAME_FILE = HERE / "games" / "final_vp-france.jsonl"
WIDTH = 800
MOST_DIFFERENT = 0.0005
"""Share of the pixels that may differ to the eye: another release of the rasteriser may round an edge differently."""


class Golden(Struct, frozen=True):
    """A picture: after which log entry, whose, in which language, and over how many entries changes are marked."""

    name: str
    after: int
    seats: tuple[str, ...]
    language: Language
    back: int


PICTURES = (
    Golden("start", 5, (), "en", 0),
    Golden("round_with_changes", 40, ("britain",), "ru", 12),
    Golden("war", 173, ("france",), "en", 4),
    Golden("last_turn", 340, ("britain",), "en", 14),
    Golden("end_with_all_secrets", 358, ("france", "britain"), "ru", 6),
)


@cache
def scenes() -> dict[str, Scene]:
    """All pictures from one replay."""
    header, *log, _ = (loads(line) for line in GAME_FILE.read_text(encoding="utf-8").splitlines())
    entries = [entry_of(line, GAME) for line in log]
    options = GAME.chosen_options(header["options"])
    match = begin(Header(GAME.id, GAME.version, GAME.content_hash, GAME.seats, options), entries)
    waiting, found, told = list(PICTURES), {}, []
    for news in replay_events(match, entries):
        told += news
        while waiting and (match.position.n >= waiting[0].after or match.result):
            golden = waiting.pop(0)
            look = match.view(golden.seats)
            assert isinstance(look, View)
            since = match.position.n - golden.back
            events = [event for each in told if each.n > since and (event := each.visible_to(golden.seats))]
            to_move = [seat for decision in match.decisions() for seat in decision.seats]
            marked = tuple(events) if golden.back else ()
            shown = board().shown(look, golden.language, tuple(to_move), marked)
            found[golden.name] = board().scene(shown, golden.language)
    return found


def structure(scene: Scene) -> str:
    """The pieces of a picture as SVG, a piece a line; the ground is compared in the PNG."""
    return to_svg(replace(scene, ground=layer(()))).replace('<g id="', '\n<g id="') + "\n"


def differing(new: str, old: str) -> Iterator[str]:
    """The pieces that differ, with what they were."""
    names = re.compile(r'<g id="([^"]+)"')
    before = {found[1]: line for line in old.splitlines() if (found := names.match(line))}
    after = {found[1]: line for line in new.splitlines() if (found := names.match(line))}
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield f"{name}\n  was {before.get(name, 'not there')}\n  now {after.get(name, 'not there')}"


@pytest.mark.parametrize("golden", PICTURES, ids=lambda golden: golden.name)
def test_structure_is_as_reviewed(golden: Golden) -> None:
    new, path = structure(scenes()[golden.name]), GOLDEN / f"{golden.name}.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(new, encoding="utf-8")
    found = list(differing(new, path.read_text(encoding="utf-8")))
    assert not found, f"{len(found)} pieces of {path.name} differ:\n" + "\n".join(found[:5])


@pytest.mark.slow
@pytest.mark.parametrize("golden", PICTURES, ids=lambda golden: golden.name)
def test_picture_looks_as_reviewed(golden: Golden, tmp_path: Path) -> None:
    png, path = to_png(scenes()[golden.name], WIDTH), GOLDEN / f"{golden.name}.png"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(png)
    old, new = (Image.open(io.BytesIO(data)).convert("RGB") for data in (path.read_bytes(), png))
    assert old.size == new.size
    if old.tobytes() == new.tobytes():
        return
    shown = Image.new("RGB", new.size)
    count = pixelmatch(old, new, shown, threshold=0.1, includeAA=False)
    if count > MOST_DIFFERENT * new.width * new.height:
        (tmp_path / path.name).write_bytes(png)
        shown.save(tmp_path / f"{golden.name}.difference.png")
        pytest.fail(f"{count} pixels of {path.name} look different; the new picture and the difference: {tmp_path}")


@pytest.mark.slow
@pytest.mark.parametrize("golden", PICTURES, ids=lambda golden: golden.name)
def test_no_colour_is_lost_between_the_drawing_and_the_picture(golden: Golden) -> None:
    png = Image.open(io.BytesIO(to_png(scenes()[golden.name], WIDTH)))
    assert lost(colours_in(to_svg(scenes()[golden.name])), palette_colours(png)) == []


def test_every_golden_file_belongs_to_a_picture() -> None:
    names = {golden.name for golden in PICTURES}
    assert {path.stem for path in GOLDEN.iterdir()} == names


def test_a_changed_piece_is_named_and_a_changed_pixel_is_counted() -> None:
    scene = scenes()["start"]
    gone = replace(scene, pieces=tuple(piece for piece in scene.pieces if piece.name != "savoy"))
    assert [found.split("\n")[0] for found in differing(structure(gone), structure(scene))] == ["savoy"]
    one, two = (Image.open(io.BytesIO(to_png(each, WIDTH))).convert("RGB") for each in (scene, gone))
    assert pixelmatch(one, two, threshold=0.1) > 100
