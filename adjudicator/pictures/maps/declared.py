"""Define what a game declares of its board: what things are called, what lies where, what it draws in its own way."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

from adjudicator.components.remembered import Remembered
from adjudicator.pictures.scene import Font, Group, Item, Piece, Style

from .arrows import Arrow, arrows
from .atlas import Atlas, Outlines
from .crops import square
from .highlights import Change
from .lettering import Edges, Label, broken, title, title_rect
from .lines import roads
from .markers import BOX, RADIUS, Marker, body, figure, grown, outline
from .palette import UNOWNED, Crest, SideColours, flat_colours
from .spots import Disc


class Showing(Protocol):
    """The content of a picture; a game says what more it holds."""

    @property
    def changed(self) -> tuple[Change, ...]:
        """The places to highlight, each at most once."""
        ...


Named = Literal["place", "group", "frame", "water", "side", "letter", "panel"]
_REACH = 20.0
"""The distance from the middle of a marker to its edges."""
P = TypeVar("P", bound=Showing)


class Panel(msgspec.Struct, Generic[P], frozen=True, kw_only=True):
    """A part of the board around the maps.

    `box` names its paper in the plan (None for what is drawn on the maps), and its heading where it is `headed`.
    `ground` draws in a language what is always the same, `parts` what changes from picture to picture.
    """

    box: str | None = None
    headed: bool = True
    ground: Callable[[str], Iterable[Item]] | None = None
    parts: Callable[[P, str], Iterable[Piece]] | None = None


class Declared(ABC, Generic[P]):
    """Languages are codes; sides, places, frames and panels go by their ids."""

    def __init__(self, plan: Atlas, sides: Mapping[str, SideColours]) -> None:
        self.plan, self.sides = plan, sides
        self._owners: Remembered[P, Mapping[str, str]] = Remembered(self.owners)

    # ---- what a game says

    @abstractmethod
    def name(self, kind: Named, id: str, language: str) -> str:
        """Return the name of a thing.

        Of a `place`, `group`, `frame`, `water` or `side`; the `letter` of a side, the heading of a `panel`.
        """

    @abstractmethod
    def shown(self, view: Any, language: str, to_move: tuple[str, ...], events: tuple[Any, ...]) -> P:
        """Return the facts that the picture of a view shows.

        They include the seats that the game waits for, and what the events have changed.
        """

    @abstractmethod
    def title(self, shown: P, language: str) -> str:
        """Return the picture in one line, for readers of the SVG."""

    def marks(self, shown: P) -> Iterable[Marker]:
        """Return what lies on the places; those that are not named are empty."""
        return ()

    def held(self, shown: P) -> Mapping[str, str]:
        """Return the sides that hold areas, by area. An area has the name of a place."""
        return {}

    def short(self, place: str) -> str:
        """Return the short name on a marker; empty in a game without short names."""
        return ""

    def called(self, place: str, language: str) -> str:
        """Return the name of a place for a text, with its short name."""
        return " ".join(filter(None, (self.name("place", place, language), self.short(place))))

    def owners(self, shown: P) -> Mapping[str, str]:
        """Return the sides that places belong to, for places that belong to one."""
        return {mark.place: mark.side for mark in self.marks(shown) if mark.side} | dict(self.held(shown))

    def owner(self, place: str, shown: P) -> str | None:
        """Return the side that one place belongs to."""
        return self._owners(shown).get(place)

    def crest(self, side: str, language: str) -> Crest:
        """Return a side's letter and colours."""
        return Crest(self.name("letter", side, language), self.sides[side])

    def arrows(self, shown: P) -> Iterable[Arrow]:
        """Return what went from place to place, or helped, or failed: a `BoardView` has the events that tell it."""
        return ()

    def fought_over(self, shown: P) -> Container[str]:
        """Return the places that have a marker of a conflict."""
        return ()

    def outlines(self) -> Mapping[str, Outlines]:
        """Return the coasts and areas by frame; called once."""
        return self.plan.outlines

    def panels(self) -> Iterable[Panel[P]]:
        """Return the parts around the maps in the order in which they are drawn; called once."""
        return ()

    def calls(self, panel: str, language: str) -> Iterable[str]:
        """Return by which names, besides its heading, somebody may ask for a panel."""
        return ()

    # ---- what a game may draw in its own way

    def lines(self) -> Iterator[Item]:
        """Return all lines of the maps."""
        return roads(self.plan, self.plan.roads)

    def label(self, place: str, language: str) -> Label:
        """Return how the name of a place or a block is written."""
        if block := self.plan.groups.get(place):
            text = self.name("group", block.called or place, language)
            return Label(lines=broken(text, block, language), font=Font.CONDENSED_BOLD)
        return Label(lines=broken(self.name("place", place, language), self.plan.places[place], language))

    def titles(self, language: str) -> Iterator[Item]:
        """Draw the names of the frames that have a box for it."""
        for name, frame in self.plan.frames.items():
            if frame.title_box:
                yield from title(title_rect(frame), self.name("frame", name, language))

    def markers(self, shown: P, language: str) -> Iterator[Piece]:
        """Yield one piece for each place, named by its id."""
        scale = self.plan.marker.radius / RADIUS
        marks = {mark.place: mark for mark in self.marks(shown)}
        for name, place in self.plan.places.items():
            mark = marks.get(name, Marker(place=name))
            colours = self.sides[mark.side] if mark.side else UNOWNED
            letter = self.name("letter", mark.side, language) if mark.side else ""
            told = figure(place.shape, letter + mark.text, colours, short=self.short(name))
            items: tuple[Item, ...] = (*body(place.shape, colours), *told, *mark.signs)
            yield Piece(
                name, *self.plan.at(name), grown(BOX, scale), items if scale == 1 else (Group(items, scale=scale),)
            )

    def ways(self, shown: P, frame: str | None = None) -> Iterator[Piece]:
        """Draw the arrows: all, or those that lie in one frame."""
        found = [
            arrow
            for arrow in self.arrows(shown)
            if frame is None or all(self.plan.spot(place).frame == frame for place in arrow.places)
        ]
        return arrows(found, self.plan, self.sides)

    def outline(self, place: str, style: Style, grow: float) -> Item:
        """Return the shape of a marker, `grow` px larger: what surrounds one that has changed."""
        shape, scale = outline(self.plan.places[place].shape, style, grow), self.plan.marker.radius / RADIUS
        return shape if scale == 1 else Group((shape,), scale=scale)

    def reach(self, place: str) -> Edges:
        """Return what its marker covers, around it.

        The crop of a change shows all of it; a marker that is cut has no letters.
        """
        return square(0, 0, _REACH)

    def discs(self) -> Mapping[str, Sequence[Disc]]:
        """Return what no pennant should hide at each place: its marker first, then signs that may lie on it."""
        return dict.fromkeys(self.plan.places, ((0.0, 0.0, self.plan.marker.radius),))

    def colours(self) -> tuple[str, ...]:
        """Return the flat colours.

        Other colours of markers and panels enter the palette of a PNG by themselves.
        """
        return flat_colours(self.sides.values())
