"""The layers of a board, drawn on one ground a language: the whole of it, one map, one panel.

Over the ground lie, from below: the areas that somebody holds, arrows, the names (where a map has either), the rims of
changed places, markers, names that rims would hide, pennants, and the parts of the panels.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import msgspec

from adjudicator.pictures.scene import Group, Item, Layer, Piece, Rect, Scene, Style, Text
from adjudicator.pictures.svg import layer

from .atlas import Atlas
from .crops import written
from .declared import Declared, P
from .ghosts import Ghosts
from .highlights import pennants, rims
from .lettering import Lettering, water_names
from .palette import BASE, SideColours
from .plates import heading, plate
from .relief import Area, areas, relief
from .spots import Spots


class _Maps(msgspec.Struct, frozen=True):
    """The maps of a board: what lies on the ground, and areas over it."""

    items: tuple[Group, ...]
    areas: tuple[Area, ...]


class Layered(Declared[P]):
    """A board as scenes."""

    def __init__(self, plan: Atlas, sides: Mapping[str, SideColours]) -> None:
        super().__init__(plan, sides)
        self.ground = cache(self._ground)
        """Everything that is the same in all pictures of a language."""
        self.lettering = cache(self._lettering)
        self.spots = cache(self._spots_of)
        self.ghosts = cache(self._ghosts_of)
        self.written = cache(lambda frame, language: tuple(written(self, frame, language)))
        """All names of a map with what they cover."""
        self._panels = cache(lambda: tuple(self.panels()))
        self._maps = cache(self._relief)
        self._frame_ground = cache(self._ground_of_frame)

    def scene(self, shown: P, language: str) -> Scene:
        """Return the whole board in the language of its reader."""
        width, height = self.plan.size
        keep = self.colours()
        return Scene(
            width=width,
            height=height,
            ground=self.ground(language),
            pieces=tuple(self._pieces(shown, language)),
            title=self.title(shown, language),
            keep=keep,
            colours=len(keep),
        )

    def frame_scene(self, frame: str, pieces: Iterable[Piece], language: str) -> Scene:
        """Draw one map alone with pieces at their places on the board; its corner is that of the frame."""
        x, y, width, height = self.plan.frames[frame].rect
        moved = (msgspec.structs.replace(piece, x=piece.x - x, y=piece.y - y) for piece in pieces)
        return Scene(
            width=round(width),
            height=round(height),
            ground=self._frame_ground(frame),
            pieces=tuple(moved),
            title=self.name("frame", frame, language),
            keep=self.colours(),
        )

    def panel_scene(self, panel: str, shown: P, language: str) -> Scene:
        """Return a panel alone; its corner is that of its box."""
        own = next(each for each in self._panels() if each.box == panel)
        x, y, width, height = box = self.plan.panels[panel]
        ground: list[Item] = [plate(box)]
        ground += [heading(box, self.name("panel", panel, language))] if own.headed else []
        ground += own.ground(language) if own.ground else ()
        pieces = own.parts(shown, language) if own.parts else ()
        return Scene(
            width=round(width),
            height=round(height),
            ground=layer((Group(tuple(ground), dx=-x, dy=-y),)),
            pieces=tuple(msgspec.structs.replace(piece, x=piece.x - x, y=piece.y - y) for piece in pieces),
            title="",
            keep=self.colours(),
        )

    def fields(self, shown: P) -> Iterator[Piece]:
        """Draw the areas that a side holds, in its colours; lines and rivers are seen through them."""
        held = self.held(shown)
        return (area.piece(self.sides[held[area.id]].fill) for area in self._maps().areas if area.id in held)

    def plates(self, shown: P, language: str) -> Iterator[Piece]:
        """Draw the names of the maps, and the panels that are on them."""
        yield Piece("titles", 0, 0, (0, 0, *self.plan.size), tuple(self.titles(language)))
        for panel in self._panels():
            if panel.box is None:
                ground = tuple(panel.ground(language)) if panel.ground else ()
                yield Piece("on-maps", 0, 0, (0, 0, *self.plan.size), ground)
                yield from panel.parts(shown, language) if panel.parts else ()

    def waters(self, frame: str, language: str) -> tuple[Text, ...]:
        """Draw the names of the seas of a frame."""
        there = self.plan.frames[frame]
        texts, english = (
            {water.name: self.name("water", water.name, code) for water in there.water_names}
            for code in (language, "en")
        )
        return tuple(water_names(there, texts, english))

    def _relief(self) -> _Maps:
        outlines = self.outlines()
        return _Maps(tuple(relief(self.plan, outlines)), tuple(areas(self.plan, outlines)))

    def _lettering(self, language: str) -> Lettering:
        return Lettering(self.plan, lambda place: self.label(place, language))

    def _spots_of(self, language: str) -> Spots:
        return Spots(self.plan, self.lettering(language), self.discs())

    def _ghosts_of(self, language: str) -> Ghosts:
        return Ghosts(self.plan, self.spots(language))

    def _ground_of_frame(self, name: str) -> Layer:
        """Return a map without names: the same in all languages."""
        frame, maps = self.plan.frames[name], self._maps()
        x, y, width, height = frame.rect
        own = next(item for item, each in zip(maps.items, self.plan.frames, strict=True) if each == name)
        lines = Group(tuple(self.lines()), dx=-x, dy=-y)
        edge = Rect(0, 0, width, height, Style(stroke=BASE.frame, width=2.4))
        return layer((msgspec.structs.replace(own, dx=0.0, dy=0.0, clip=None), lines, edge))

    def _ground(self, language: str) -> Layer:
        return layer(self._ground_items(language))

    def _ground_items(self, language: str) -> Iterator[Item]:
        maps = self._maps()
        yield Rect(0, 0, *self.plan.size, Style(fill=BASE.board))
        yield from maps.items
        yield from self.lines()
        for frame in self.plan.frames:
            yield from self.waters(frame, language)
        yield from () if maps.areas else self.lettering(language).items()
        yield from self.titles(language)
        yield from self._rims_of_frames()
        for box, text in self._headings(language):
            yield plate(self.plan.panels[box])
            if text:
                yield heading(self.plan.panels[box], text)
        for panel in self._panels():
            yield from panel.ground(language) if panel.ground else ()

    def _headings(self, language: str) -> Iterator[tuple[str, str]]:
        for panel in self._panels():
            if panel.box:
                yield panel.box, self.name("panel", panel.box, language) if panel.headed else ""

    def _rims_of_frames(self) -> Iterator[Item]:
        return (Rect(*frame.rect, Style(stroke=BASE.frame, width=2.4)) for frame in self.plan.frames.values())

    def _pieces(self, shown: P, language: str) -> Iterator[Piece]:
        ways = tuple(self.ways(shown))
        yield from self.fields(shown)
        yield from ways
        if ways or self._maps().areas:
            yield from self.lettering(language).pieces()
        yield from rims(shown.changed, self.plan, self.outline)
        yield from self.markers(shown, language)
        if shown.changed:
            yield from self.lettering(language).again([self.plan.at(change.id) for change in shown.changed])
        yield from pennants(shown.changed, self.plan, self.spots(language), lambda side: self.crest(side, language))
        for panel in self._panels():
            yield from panel.parts(shown, language) if panel.parts else ()
