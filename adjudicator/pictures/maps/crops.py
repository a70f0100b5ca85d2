"""Small pictures of what changed on a map: the places as they are now, pale beside them what they were.

One unit of the board is one px of a page on a phone; neighbours share a crop, two distant places of one deed are the
two halves of a picture. What is cut at an edge bears no letters, so that nothing is read wrongly.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from adjudicator.pictures.cutting import BAR, DENSITY, Cut, to_cut_png
from adjudicator.pictures.scene import Group, Item, Piece, Scene, Style, Text

from .atlas import Atlas, Box
from .framing import WIDTH, Subject, around, holds, nearest, neighbours, window
from .ghosts import REACH, Ghosts, ghosts, pale
from .highlights import Change, ChangeKind, pennants, rims
from .lettering import Edges, Lettering, extent, name_piece, span
from .palette import BASE, Crest
from .spots import Spots

_HALF = (WIDTH - BAR) / 2
_RIMMED, _PENNANT = 27.0, 9.0  # from the middle to the edges of what is drawn
_WHOLE = 0.5
"""The share of the board above which a map is what the board itself shows."""


Drawn = tuple[bytes, tuple[int, int], tuple[Change, ...]]
"""PNG, size in px of a page, what the picture shows."""


class Written(Protocol):
    """The sources from which the names on a board are written."""

    @property
    def plan(self) -> Atlas: ...

    def lettering(self, language: str, /) -> Lettering: ...
    def waters(self, frame: str, language: str, /) -> tuple[Text, ...]: ...


class Mapped(Written, Protocol):
    """The parts of a board that crops need."""

    def spots(self, language: str, /) -> Spots: ...
    def ghosts(self, language: str, /) -> Ghosts: ...
    def written(self, frame: str, language: str, /) -> tuple[tuple[Piece, Edges], ...]: ...
    def kind(self, place: str, was: Any, shown: Any, /) -> ChangeKind: ...
    def changes_hands(self, place: str, was: Any, shown: Any, /) -> bool: ...
    def markers(self, shown: Any, language: str, /) -> Iterator[Piece]: ...
    def fields(self, shown: Any, /) -> Iterator[Piece]: ...
    def ways(self, shown: Any, frame: str, /) -> Iterator[Piece]: ...
    def plates(self, shown: Any, language: str, /) -> Iterator[Piece]: ...
    def outline(self, place: str, style: Style, grow: float, /) -> Item: ...
    def reach(self, place: str, /) -> Edges: ...
    def crest(self, side: str, language: str, /) -> Crest: ...
    def frame_scene(self, frame: str, pieces: Iterable[Piece], language: str, /) -> Scene: ...


class Crops:
    """The crops of one moment in a language.

    `was` and `shown` are what a game shows of the two positions, the latter with what may have changed. Only what looks
    different from before counts, and where a conflict came.
    """

    def __init__(self, board: Mapped, language: str, was: Any, shown: Any, *, planned: bool) -> None:
        self._board, self._language = board, language
        earlier, self._markers = ({p.name: p for p in board.markers(each, language)} for each in (was, shown))
        self._fields, self._shown = tuple(board.fields(shown)), shown
        touched = (replace(each, kind=board.kind(each.id, was, shown), planned=planned) for each in shown.changed)
        changes = [
            change
            for change in touched
            if change.kind == "conflict" or earlier[change.id].items != self._markers[change.id].items
        ]
        if planned:
            self._markers |= {each.id: _pale(self._markers[each.id]) for each in changes}
        self._changes = {change.id: change for change in changes}
        moved = [each.id for each in changes if board.changes_hands(each.id, was, shown) and not planned]
        self._pennants = {
            piece.name.removeprefix("pennant-"): piece
            for piece in pennants(changes, board.plan, board.spots(language), lambda side: board.crest(side, language))
        }
        at = [(piece.x, piece.y) for piece in self._pennants.values()]
        self._ghosts_at = board.ghosts(language).placed(moved, at)
        self._ghosts = dict(zip(moved, ghosts(self._ghosts_at, earlier, board.plan), strict=True))

    def pictures(self, most: int) -> Iterator[Drawn]:
        """Yield the crops, beginning with what changed first.

        If there may be only one, what is new comes before what was left for it. If there are more than `most`, those
        that show no new owner are left out first.
        """
        plan = self._board.plan
        alone = [Subject(plan.spot(name).frame, (name,), self._needed(name)) for name in self._changes]
        found = list(self._paired(neighbours(alone, plan)))
        if most == 1:
            found.sort(key=self._is_left)
        elif len(found) > most:
            found.sort(key=self._is_still)
        for subjects in found[:most]:
            width = WIDTH if len(subjects) == 1 else _HALF
            boxes = [self._window(subject, width) for subject in subjects]
            high = max(box[3] for box in boxes)
            boxes = [self._heightened(subject, box, high) for subject, box in zip(subjects, boxes, strict=True)]
            cuts = [self._cut(subject, box) for subject, box in zip(subjects, boxes, strict=True)]
            size = round(sum(box[2] for box in boxes) + BAR * (len(boxes) - 1)), round(high)
            shown = tuple(self._changes[name] for subject in subjects for name in subject.ids)
            yield to_cut_png(cuts, between=BASE.frame), size, shown

    def maps(self, was: Any, shown: Any, most: int) -> Iterator[tuple[str, Drawn, Drawn]]:
        """Yield the maps on which most changed, before and after: of each the part where something did.

        A part that would be most of the board is left out, for the board shows the same.
        """
        plan = self._board.plan
        frames = [plan.spot(name).frame for name in self._changes]
        for frame in sorted(dict.fromkeys(frames), key=lambda each: -frames.count(each))[:most]:
            there = tuple(change for change in self._changes.values() if self._is_in(frame, change.id))
            box = nearest(around(self._needed(change.id) for change in there), plan.frames[frame].rect)
            if box[2] * box[3] <= _WHOLE * plan.size[0] * plan.size[1]:
                yield frame, (*self._map(frame, was, (), box), ()), (*self._map(frame, shown, there, box), there)

    def _map(self, frame: str, shown: Any, changes: Sequence[Change], box: Box) -> tuple[bytes, tuple[int, int]]:
        board, rect, (x, y, width, height) = self._board, self._board.plan.frames[frame].rect, box
        markers = {marker.name: marker for marker in board.markers(shown, self._language)}
        pieces = (
            *board.fields(shown),
            *self._on_map(frame, shown, markers, changes, (x, y, x + width, y + height)),
            *(board.plates(shown, self._language) if box == rect else ()),
        )
        cut = Cut(board.frame_scene(frame, pieces, self._language), (x - rect[0], y - rect[1], width, height))
        return to_cut_png([cut], scale=DENSITY * WIDTH / width), (WIDTH, round(height * WIDTH / width))

    def _needed(self, name: str) -> Edges:
        """Return the edges of a changed place with its rim, name, ghost and pennant."""
        x, y = self._board.plan.at(name)
        boxes = [square(x, y, _RIMMED), edges_of(self._board, name)]
        boxes += [extent(lines) for lines in (self._name_of(name),) if lines]
        if name in self._pennants:
            boxes.append(square(self._pennants[name].x, self._pennants[name].y, _PENNANT))
        if name in self._ghosts_at:
            boxes.append(square(*self._ghosts_at[name], REACH))
        return around(boxes)

    def _name_of(self, name: str) -> tuple[Text, ...]:
        """Return the lines next to a place: its name, or that of its block."""
        texts = self._board.lettering(self._language).texts
        group = self._board.plan.places[name].group
        return texts[name] or (texts[group] if group else ())

    def _paired(self, subjects: Sequence[Subject]) -> Iterator[tuple[Subject, ...]]:
        """Yield the subjects; two narrow ones of one deed in a row are halves of one picture."""
        waiting: Subject | None = None
        for subject in subjects:
            if waiting and self._belong(waiting, subject):
                yield waiting, subject
                waiting = None
                continue
            if waiting:
                yield (waiting,)
            waiting = subject
        if waiting:
            yield (waiting,)

    def _is_left(self, subjects: Sequence[Subject]) -> bool:
        """Return whether nobody has anything new there."""
        return all(self._changes[name].kind == "lost" for subject in subjects for name in subject.ids)

    def _is_still(self, subjects: Sequence[Subject]) -> bool:
        """Return whether nothing there has another owner."""
        return all(self._changes[name].kind == "changed" for subject in subjects for name in subject.ids)

    def _belong(self, one: Subject, two: Subject) -> bool:
        doers = {self._changes[name].by for name in (*one.ids, *two.ids)}
        return len(doers) == 1 and one.width <= _HALF and two.width <= _HALF

    def _window(self, subject: Subject, width: float) -> Box:
        markers = [edges_of(self._board, name) for name in self._markers]
        names = [covered for _, covered in self._names(subject.frame)]
        return window(subject, width, self._board.plan.frames[subject.frame].rect, markers, names)

    def _heightened(self, subject: Subject, box: Box, high: float) -> Box:
        """Return one half as high as the other, within its frame."""
        x, y, width, height = box
        _, top, _, room = self._board.plan.frames[subject.frame].rect
        start = min(max(top, y - (high - height) / 2), top + room - high)
        return x, round(start), width, high

    def _names(self, frame: str) -> tuple[tuple[Piece, Edges], ...]:
        return self._board.written(frame, self._language)

    def _cut(self, subject: Subject, box: Box) -> Cut:
        """Return the part of a map within a box, drawn."""
        edges = box[0], box[1], box[0] + box[2], box[1] + box[3]
        x, y, _, _ = self._board.plan.frames[subject.frame].rect
        scene = self._board.frame_scene(subject.frame, self._pieces(subject, edges), self._language)
        return Cut(scene, (box[0] - x, box[1] - y, box[2], box[3]))

    def _pieces(self, subject: Subject, edges: Edges) -> Iterator[Piece]:
        """Yield pieces from below: areas, what lies on the map, ghosts, pennants."""
        changed = [change for change in self._changes.values() if self._is_in(subject.frame, change.id)]
        yield from self._fields
        yield from self._on_map(subject.frame, self._shown, self._markers, changed, edges)
        yield from (
            self._ghosts[change.id] for change in changed if change.id in subject.ids and change.id in self._ghosts
        )
        yield from (self._pennants[change.id] for change in changed if change.id in self._pennants)

    def _on_map(
        self, frame: str, shown: Any, markers: Mapping[str, Piece], changed: Sequence[Change], edges: Edges
    ) -> Iterator[Piece]:
        """Yield, from below, arrows, names, rims, markers, names that rims would hide.

        What is cut at an edge bears no letters.
        """
        plan, lettering = self._board.plan, self._board.lettering(self._language)
        inside = {piece.name: piece for piece, covered in self._names(frame) if holds(edges, covered)}
        yield from self._board.ways(shown, frame)
        yield from inside.values()
        yield from rims(changed, plan, self._board.outline)
        for name, piece in markers.items():
            if self._is_in(frame, name):
                whole = holds(edges, edges_of(self._board, name, -1))
                yield piece if whole else replace(piece, items=tuple(wordless(piece.items)))
        again = lettering.again([plan.at(change.id) for change in changed])
        yield from (piece for piece in again if f"label-{piece.name.removeprefix('name-')}" in inside)

    def _is_in(self, frame: str, place: str) -> bool:
        return self._board.plan.spot(place).frame == frame


def written(board: Written, frame: str, language: str) -> Iterator[tuple[Piece, Edges]]:
    """Yield everything that is written on a map, and what it covers."""
    lettering = board.lettering(language)
    for name, covered in lettering.covered.items():
        if board.plan.spot(name).frame == frame:
            yield name_piece(f"label-{name}", lettering.texts[name]), covered
    for number, line in enumerate(board.waters(frame, language)):
        yield name_piece(f"water-{number}", (line,)), span(line)


def _pale(piece: Piece) -> Piece:
    return replace(piece, items=tuple(pale(piece.items)))


def edges_of(board: Mapped, place: str, more: float = 0.0) -> Edges:
    """Return the edges of a marker on the board, with a margin of `more` around it."""
    (x, y), (left, top, right, bottom) = board.plan.at(place), board.reach(place)
    return x + left - more, y + top - more, x + right + more, y + bottom + more


def square(x: float, y: float, reach: float) -> Edges:
    """Return the edges of the square that reaches this far from a point."""
    return x - reach, y - reach, x + reach, y + reach


def wordless(items: Iterable[Item]) -> Iterator[Item]:
    """Yield some items without their letters."""
    for item in items:
        if isinstance(item, Group):
            yield replace(item, items=tuple(wordless(item.items)))
        elif not isinstance(item, Text):
            yield item
