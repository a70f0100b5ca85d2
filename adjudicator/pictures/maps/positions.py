"""A board over the position that a view tells.

What is drawn and said of it are functions of the position, named in one place; every seat has a panel of its own, which
may be viewed alone.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic

import msgspec

from adjudicator.components.kinds import Kind
from adjudicator.kernel.events import Event
from adjudicator.pictures.board import Crop
from adjudicator.pictures.maps.atlas import Atlas, Box, Outlines
from adjudicator.pictures.maps.highlights import ChangeKind, changes_of
from adjudicator.pictures.maps.palette import BASE, SideColours
from adjudicator.pictures.maps.plates import note
from adjudicator.pictures.maps.views import BoardView, V, ViewBoard
from adjudicator.pictures.scene import Piece, Rect, Scene, Style
from adjudicator.pictures.svg import layer


class Drawn(msgspec.Struct, Generic[V], frozen=True, kw_only=True):
    """The drawings and words of a game for a position; places and seats go by their ids, languages by their codes.

    `known` makes it of a view. `owners`: the side that each place belongs to; `lands`: that which colours an area.
    `panel`: the panel of a seat in its box; `absent`: what stands there, and how far below its upper edge, where the
    seat does not play. `alt`: all in words, behind a title; `beside`: the same beside the figures of all;
    `holding`: what a seat has; `lying`: what lies on a place; `otherwise`: what there is otherwise than before;
    `cleared`: whether something that lay on a place is gone, and nothing came; `touched`: the place that an event
    names in a field, where several kinds of things lie on the board.
    """

    known: Callable[[Any], V]
    seats: Callable[[V], Container[str]]
    coasts: Callable[[], Mapping[str, Outlines]]
    short: Callable[[str], str]
    owners: Callable[[V], Mapping[str, str]]
    lands: Callable[[V], Mapping[str, str]]
    markers: Callable[[V, str], Iterator[Piece]]
    panel: Callable[[V, str, Box, str], Iterable[Piece]]
    absent: Callable[[str], tuple[str, float]]
    alt: Callable[[BoardView[V], str, str], str]
    holding: Callable[[V, str, str], str]
    lying: Callable[[str, V, str], str]
    otherwise: Callable[[str, V, V, str], Iterator[str]]
    cleared: Callable[[str, V, V], bool]
    beside: Callable[[BoardView[V], str], str] | None = None
    touched: Callable[[Event, str, str], str] = lambda _event, _field, name: name


class PositionBoard(ViewBoard[V]):
    """A board that shows positions; `seats`: the kind of those who have a panel, called in the plan like them."""

    def __init__(self, plan: Atlas, sides: Mapping[str, SideColours], seats: Kind[Any], drawn: Drawn[V]) -> None:
        super().__init__(plan, sides)
        self.seats, self.drawn = seats, drawn

    def shown(self, view: Any, language: str, to_move: tuple[str, ...], events: tuple[Any, ...]) -> BoardView[V]:
        changed = changes_of(events, self.plan.places, self.actor, self.drawn.touched)
        return BoardView(self.drawn.known(view), to_move, changed, events)

    def alt(self, shown: BoardView[V], language: str) -> str:
        return self.drawn.alt(shown, self.title(shown, language), language)

    def beside(self, shown: BoardView[V], language: str) -> str | None:
        return None if self.drawn.beside is None else self.drawn.beside(shown, language)

    def short(self, place: str) -> str:
        return self.drawn.short(place)

    def owners(self, shown: BoardView[V]) -> Mapping[str, str]:
        return self.drawn.owners(shown.view)

    def held(self, shown: BoardView[V]) -> Mapping[str, str]:
        return self.drawn.lands(shown.view)

    def outlines(self) -> Mapping[str, Outlines]:
        return self.drawn.coasts()

    def markers(self, shown: BoardView[V], language: str) -> Iterator[Piece]:
        return self.drawn.markers(shown.view, language)

    def otherwise(self, place: str, was: BoardView[V], shown: BoardView[V], language: str) -> Iterator[str]:
        return self.drawn.otherwise(place, was.view, shown.view, language)

    def kind(self, place: str, was: BoardView[V], shown: BoardView[V]) -> ChangeKind:
        """Return what happened to a place; what is gone counts as a loss even if the owner (or none) is the same."""
        kind = super().kind(place, was, shown)
        return "lost" if kind == "changed" and self.drawn.cleared(place, was.view, shown.view) else kind

    def within(self, places: Sequence[str], shown: BoardView[V], language: str) -> Iterator[str]:
        for place in places:
            if told := self.drawn.lying(place, shown.view, language):
                yield f"{self.called(place, language)}: {told}."

    def parts(self, language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        yield from super().parts(language)
        for seat in self.seats.ids:
            yield f"panel {seat}", (self.name("side", seat, language),)

    def part(self, view: Any, parts: Sequence[str], language: str) -> Crop:
        crop = super().part(view, parts, language)
        (kind, id), position = parts[0].split(), self.drawn.known(view)
        if kind != "panel" or id not in self.drawn.seats(position):
            return crop
        return msgspec.structs.replace(crop, alt=self.drawn.holding(position, id, language))

    def panel_scene(self, panel: str, shown: BoardView[V], language: str) -> Scene:
        """Return a panel alone; that of a seat is as narrow as a phone."""
        if panel not in self.seats:
            return super().panel_scene(panel, shown, language)
        box, plays = self.plan.panels[panel], panel in self.drawn.seats(shown.view)
        said, y = self.drawn.absent(language)
        table = Rect(0, 0, box[2], box[3], Style(fill=BASE.board))
        return Scene(
            width=round(box[2]),
            height=round(box[3]),
            ground=layer((table,) if plays else (table, note(box[2] / 2, y, said, middle=True))),
            pieces=tuple(self.drawn.panel(shown.view, panel, box, language)) if plays else (),
            title="",
            keep=self.colours(),
        )
