"""The whole way from a seat's view to the PNG in its mail."""

from collections.abc import Iterable
from pathlib import Path as FilePath

from adjudicator.kernel.events import Event
from adjudicator.pictures import to_png
from adjudicator.pictures.board import Drawn, Sketch

from ..view import View
from .alt import alt_text
from .changes import changes_of
from .drawing import board_scene
from .from_view import position_of


def sketch(view: View, language: str, *, to_move: Iterable[str] = (), events: Iterable[Event] = ()) -> Sketch:
    """The scene of a view; see `pictures.board.Sketches`."""
    position = position_of(view, language, to_move=to_move, changed=changes_of(events))
    return Sketch(board_scene(position, language), alt_text(position, language))


def picture(
    view: View,
    language: str,
    *,
    to_move: Iterable[str] = (),
    events: Iterable[Event] = (),
    width: int = 1600,
    cache: FilePath | None = None,
) -> Drawn:
    """The board as the seats of a view may see it; see `pictures.board.Board`."""
    made = sketch(view, language, to_move=to_move, events=events)
    height = round(made.scene.height * width / made.scene.width)
    return Drawn(png=to_png(made.scene, width, cache=cache), alt=made.alt, width=width, height=height)
