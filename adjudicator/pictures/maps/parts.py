"""Parts of a board alone, larger than on the whole of it: a map, a block or a few places of one, a panel.

A part is called `frame europe`, `group spain`, `place savoy` or `panel war`: the first word says what the id is of.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from adjudicator.pictures.cutting import DENSITY, Cut, to_cut_png
from adjudicator.pictures.scene import Piece, Scene

from .atlas import Box
from .crops import Mapped, edges_of, square, wordless
from .framing import WIDTH, Subject, around, holds, window
from .lettering import Edges, extent

_MARKER = 27.0
"""The distance from the middle of a marker to the edges of what belongs to it."""
_HIGHEST = 400.0
"""Units of the board that several places fill at the most; what needs more is shown with its map."""
_HIGHS = 262, 328
"""The heights of a part around a few places: its reader wants to see the surroundings."""
_WIDEST = 1600.0
"""The width up to which a map is shown whole in its own size; of a wider one only what several places need."""


class Parted(Mapped, Protocol):
    """The things of a board that parts need."""

    def panel_scene(self, panel: str, shown: Any, language: str, /) -> Scene: ...


class Parts:
    """The parts of a board that shows something in a language."""

    def __init__(self, board: Parted, shown: Any, language: str) -> None:
        self._board, self._shown, self._language = board, shown, language

    def picture(self, parts: Sequence[str]) -> tuple[bytes, tuple[int, int]]:
        """Return the PNG and size in px of parts of a page.

        They are one panel, or places and blocks of one map.

        Raises:
            KeyError: A part does not exist.
            ValueError: The parts are of several maps.
        """
        kinds, ids = zip(*(part.split() for part in parts), strict=True)
        if kinds[0] == "panel":
            _, _, width, height = self._board.plan.panels[ids[0]]
            scene = self._board.panel_scene(ids[0], self._shown, self._language)
            return to_cut_png([Cut(scene, (0, 0, width, height))]), (round(width), round(height))
        frames = {
            id if kind == "frame" else self._board.plan.spot(id).frame for kind, id in zip(kinds, ids, strict=True)
        }
        (frame,) = frames
        whole = self._board.plan.frames[frame].rect
        box = whole if "frame" in kinds else self._around(frame, ids)
        scene = self._board.frame_scene(frame, self._pieces(frame, box), self._language)
        x, y, width, height = box
        png = to_cut_png(
            [Cut(scene, (x - whole[0], y - whole[1], width, height))], scale=DENSITY if width <= _WIDEST else 1
        )
        return png, (round(width), round(height))

    def _around(self, frame: str, ids: Sequence[str]) -> Box:
        """Return the box that shows some places and blocks with their names, or the map if they lie too far apart."""
        plan, texts = self._board.plan, self._board.lettering(self._language).texts
        places = [name for name, place in plan.places.items() if name in ids or place.group in ids]
        edges = [self._edges(name) for name in places]
        named = {name: (name, plan.places[name].group) for name in places}
        edges += [extent(texts[each]) for own in named.values() for each in own if each and texts.get(each)]
        subject, rect = Subject(frame, tuple(places), around(edges)), plan.frames[frame].rect
        if subject.width > WIDTH or subject.height > _HIGHEST:
            return rect if rect[2] <= _WIDEST else _cut_out(subject, rect)
        markers = [self._edges(name) for name, place in plan.places.items() if place.frame == frame]
        names = [covered for _, covered in self._board.written(frame, self._language)]
        return window(subject, WIDTH, rect, markers, names, _HIGHS)

    def _edges(self, place: str) -> Edges:
        """Return the edges of a place with everything that belongs to it."""
        return around((square(*self._board.plan.at(place), _MARKER), edges_of(self._board, place)))

    def _pieces(self, frame: str, box: Box) -> Iterator[Piece]:
        """Yield what lies on a map.

        Names are included only if they are wholly within the box, for half of one is misread.
        """
        board, edges = self._board, (box[0], box[1], box[0] + box[2], box[1] + box[3])
        yield from board.fields(self._shown)
        yield from (piece for piece, covered in board.written(frame, self._language) if holds(edges, covered))
        for piece in board.markers(self._shown, self._language):
            if board.plan.places[piece.name].frame == frame:
                whole = holds(edges, edges_of(board, piece.name, -1))
                yield piece if whole else replace(piece, items=tuple(wordless(piece.items)))
        if box == board.plan.frames[frame].rect:
            yield from board.plates(self._shown, self._language)


def _cut_out(subject: Subject, rect: Box) -> Box:
    """Return the stretch of a map with a subject."""
    left, top, right, bottom = (round(edge) for edge in subject.edges)
    left, top = max(round(rect[0]), left), max(round(rect[1]), top)
    return left, top, min(right, round(rect[0] + rect[2])) - left, min(bottom, round(rect[1] + rect[3])) - top
