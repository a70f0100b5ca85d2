"""The board as it is declared: panels, names, what lies on the map. View → scene."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from adjudicator.pictures import Item, Style
from adjudicator.pictures.maps import markers
from adjudicator.pictures.maps.atlas import Outlines
from adjudicator.pictures.maps.board import MapBoard
from adjudicator.pictures.maps.declared import Named, Panel
from adjudicator.pictures.maps.highlights import Change, ChangeKind
from adjudicator.pictures.maps.lettering import Edges
from adjudicator.pictures.maps.palette import flat_colours
from adjudicator.pictures.maps.panels import header_panel
from adjudicator.pictures.maps.positions import Drawn, PositionBoard
from adjudicator.pictures.maps.spots import Disc
from adjudicator.pictures.maps.views import BoardView

from ..facts import PLAYER, SLOT
from ..names import names
from ..state import State, known
from .alt import alt_text, holding, is_cleared, lying, otherwise, places, site_name
from .atlas import atlas, palette, spoken, words
from .commons import common_things
from .legend import legend_ground
from .seats import boards, seat_board
from .signs import SECRET
from .sites import EDGES, all_markers, bars, flags, plain_bars


class _Board(PositionBoard[State]):
    def name(self, kind: Named, id: str, language: str) -> str:
        word, to = words(language), spoken(language)
        if kind == "place":
            return to.thing(SLOT, id)
        if kind == "side" or (kind == "panel" and id in PLAYER):
            return to.thing(PLAYER, id)
        of = {"frame": word.text, "panel": word.panels, "letter": word.letters}
        return of[kind][id]

    def title(self, shown: BoardView[State], language: str) -> str:
        word = words(language)
        parts = [word.text["game"]]
        if shown.view.game > 1:
            parts.append(word.text["chronicle"].format(shown.view.game))
        parts.append(word.text["round"].format(shown.view.round))
        if waiting := [self.name("side", seat, language) for seat in shown.to_move]:
            parts.append(word.text["waiting"].format(", ".join(waiting)))
        return " · ".join(parts)

    def panels(self) -> Iterator[Panel[BoardView[State]]]:
        yield header_panel(self, "header")
        yield Panel(parts=bars)
        yield Panel(box="table", headed=False, parts=common_things)
        yield Panel(box="seats", headed=False, parts=boards)
        yield Panel(box="legend", headed=False, ground=legend_ground)

    def calls(self, panel: str, language: str) -> Iterator[str]:
        if panel in (named := words(language).panels):
            yield named[panel]

    def lines(self) -> Iterator[Item]:
        return plain_bars()

    def outlines(self) -> Mapping[str, Outlines]:
        return self.plan.outlines

    def outline(self, place: str, style: Style, grow: float) -> Item:
        return markers.outline("disc", style, grow - 3)

    def reach(self, place: str) -> Edges:
        return EDGES

    def discs(self) -> Mapping[str, Sequence[Disc]]:
        """Return the flag, and what is written to the right of it."""
        row = tuple((float(x), 0.0, 20.0) for x in range(40, 300, 24))
        return dict.fromkeys(self.plan.places, ((0.0, 0.0, 16.0), *row))

    def changes_hands(self, place: str, was: BoardView[State], shown: BoardView[State]) -> bool:
        """Whether the former owner is drawn beside it: never, a row has no room."""
        return False

    def kind(self, place: str, was: BoardView[State], shown: BoardView[State]) -> ChangeKind:
        old, new = (self.owners(each).get(place) for each in (was, shown))
        if old == new:
            return super().kind(place, was, shown)
        return "gained" if new else "lost"

    def told(self, change: Change, was: BoardView[State], shown: BoardView[State], language: str) -> str:
        said = ", ".join(self.otherwise(change.id, was, shown, language))
        place = site_name(shown.view, SLOT.number(change.id), language)
        return f"{place}: {said}" if said else place

    def colours(self) -> tuple[str, ...]:
        return flat_colours(self.sides.values(), (*palette().suits.values(), SECRET))


_DRAWN: Final = Drawn[State](
    known=known,
    seats=lambda state: state.order,
    coasts=lambda: atlas().outlines,
    short=lambda place: names.short.of(SLOT, place),
    owners=flags,
    lands=flags,
    markers=all_markers,
    panel=seat_board,
    absent=lambda language: (words(language).text["absent"], 40),
    alt=alt_text,
    holding=holding,
    lying=lying,
    otherwise=otherwise,
    cleared=is_cleared,
    beside=lambda shown, language: " ".join(places(shown.view, language)),
)


@cache
def board() -> MapBoard[BoardView[State]]:
    """Return the board of this game, 336 px wide: as a phone shows it."""
    return _Board(atlas(), palette().seats, PLAYER, _DRAWN)
