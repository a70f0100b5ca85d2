"""Boards that show a view as it is, and call things as the names of the game do."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.components.kinds import Kind
from adjudicator.components.names import Naming
from adjudicator.kernel.events import Event

from .atlas import Atlas
from .board import MapBoard
from .declared import Named
from .highlights import Change, acting, changes_of
from .palette import SideColours

V = TypeVar("V")


class BoardView(msgspec.Struct, Generic[V], frozen=True):
    """The content of a picture where the view of the seats says everything, with the events since their last one."""

    view: V
    to_move: tuple[str, ...] = ()
    changed: tuple[Change, ...] = ()
    events: tuple[Any, ...] = ()


class ViewBoard(MapBoard[BoardView[V]]):
    """A board that shows a view as it is, and highlights the places that events touch."""

    def actor(self, event: Event) -> str | None:
        """Return the side that caused an event."""
        return acting(event)

    def shown(self, view: V, language: str, to_move: tuple[str, ...], events: tuple[Any, ...]) -> BoardView[V]:
        return BoardView(view, to_move, changes_of(events, self.plan.places, self.actor), events)


class NamedBoard(ViewBoard[V]):
    """A board whose things are called as in the names of the game.

    `places` and `seats` are the kinds of its places and sides, `labels` one of everything else that is named: frames,
    waters, panels.
    """

    def __init__(
        self,
        plan: Atlas,
        sides: Mapping[str, SideColours],
        naming: Naming,
        *,
        places: Kind[Any],
        seats: Kind[Any],
        labels: Kind[Any],
    ) -> None:
        super().__init__(plan, sides)
        self.naming, self.places, self.seats, self.labels = naming, places, seats, labels

    def name(self, kind: Named, id: str, language: str) -> str:
        of = {"place": self.places, "side": self.seats, "letter": self.seats}.get(kind, self.labels)
        told = self.naming(language).name(of, id)
        return told[:1] if kind == "letter" else told

    def short(self, place: str) -> str:
        return self.naming.short.of(self.places, place)

    def held(self, shown: BoardView[V]) -> Mapping[str, str]:
        """Return areas with the side whose mark lies on them, for their colours."""
        return {mark.place: mark.side for mark in self.marks(shown) if mark.side}
