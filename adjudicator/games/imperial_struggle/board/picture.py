"""From a seat's view to the sketch of its picture: the part `board` of the game."""

from collections.abc import Iterable

from adjudicator.kernel.events import Event
from adjudicator.pictures.board import Sketch

from ..view import View
from .alt import alt_text
from .changes import changes_of
from .drawing import board_scene
from .from_view import position_of


def sketch(view: View, language: str, *, to_move: Iterable[str] = (), events: Iterable[Event] = ()) -> Sketch:
    """The board as the seats of a view may see it; see `pictures.board.Board`."""
    position = position_of(view, language, to_move=to_move, changed=changes_of(events))
    return Sketch(board_scene(position, language), alt_text(position, language))
