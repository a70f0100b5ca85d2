"""The board as it is declared: panels, names, what lies on the map. View → scene."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from adjudicator.components.bits import bits
from adjudicator.pictures import Font, Item, Piece, Style
from adjudicator.pictures.board import Crop
from adjudicator.pictures.maps import markers
from adjudicator.pictures.maps.board import MapBoard
from adjudicator.pictures.maps.declared import Named, Panel
from adjudicator.pictures.maps.highlights import Change
from adjudicator.pictures.maps.lettering import Label, broken
from adjudicator.pictures.maps.palette import BASE, flat_colours
from adjudicator.pictures.maps.panels import header_panel
from adjudicator.pictures.maps.positions import Drawn, PositionBoard
from adjudicator.pictures.maps.views import BoardView

from ..facts import BANK, BORDER, EMPIRE, MEDIEVAL, PLACE, PLACES_OF, RELIGION
from ..state import State, known
from .alt import alt_text, holding, is_cleared, lying, otherwise
from .atlas import atlas, coasts, palette, spoken, words
from .legend import legend_ground
from .markers import all_markers, held, kind_of, short_name
from .panels import market, market_ground, supremacy, supremacy_ground, victories
from .routes import routes
from .tableaus import tableau, tableaus


class _Board(PositionBoard[State]):
    def name(self, kind: Named, id: str, language: str) -> str:
        word, to = words(language), spoken(language)
        if kind == "place":
            return to.thing(kind_of(id), id)
        if kind == "side" or (kind == "panel" and id in BANK):
            return to.thing(BANK, id)
        of = {"frame": word.text, "group": word.cities, "panel": word.panels, "letter": word.letters}
        return of.get(kind, word.waters)[id]

    def title(self, shown: BoardView[State], language: str) -> str:
        word = words(language)
        parts = [word.text["game"], word.text["turn"].format(shown.view.rounds + 1)]
        if waiting := [self.name("side", bank, language) for bank in shown.to_move]:
            parts.append(word.text["waiting"].format(", ".join(waiting)))
        return " · ".join(parts)

    def told(self, change: Change, was: BoardView[State], shown: BoardView[State], language: str) -> str:
        """Say what else has changed with a square; what happened to a border that changes hands its pieces say."""
        more = ", ".join(self.otherwise(change.id, was, shown, language))
        if change.id in BORDER and more:
            return f"{self.called(change.id, language)}: {more}"
        told = super().told(change, was, shown, language)
        return f"{told}, {more}" if more and change.kind in ("gained", "lost") else told

    def panels(self) -> Iterator[Panel[BoardView[State]]]:
        yield header_panel(self, "header")
        yield Panel(box="market", ground=market_ground, parts=market)
        yield Panel(box="victories", parts=victories)
        yield Panel(box="supremacy", ground=supremacy_ground, parts=supremacy)
        yield Panel(box="legend", headed=False, ground=legend_ground)
        yield Panel(box="tableaus", headed=False, parts=tableaus)

    def part(self, view: Any, parts: Sequence[str], language: str) -> Crop:
        """Return the crop of these parts; with an empire all of its places."""
        told: dict[str, None] = {}
        for part in parts:
            empire = EMPIRE.index.get(part.removeprefix("place "))
            own = () if empire is None else (f"place {PLACE.ids[place]}" for place in bits(PLACES_OF[empire]))
            told |= dict.fromkeys((part, *own))
        return super().part(view, [*told], language)

    def label(self, place: str, language: str) -> Label:
        if place in self.plan.groups:
            return super().label(place, language)
        lines = broken(self.name("place", place, language), self.plan.places[place], language)
        if place in EMPIRE:
            return Label(lines=lines, colour=BASE.text_area, font=Font.SERIF_BOLD, size=15, half=(30, 33))
        return Label(lines=lines)

    def fields(self, shown: BoardView[State]) -> Iterator[Piece]:
        yield from super().fields(shown)
        yield from routes(shown.view)

    def outline(self, place: str, style: Style, grow: float) -> Item:
        return markers.outline(self.plan.places[place].shape, style, grow)

    def colours(self) -> tuple[str, ...]:
        return flat_colours(self.sides.values())


def lands(state: State) -> Mapping[str, str]:
    """Return lands with the religion that rules them, for their colours."""
    ruled = zip(EMPIRE.ids, state.ruled, strict=True)
    return {empire: RELIGION.ids[rule - 1] for empire, rule in ruled if rule != MEDIEVAL}


_DRAWN: Final = Drawn[State](
    known=known,
    seats=lambda state: state.seats,
    coasts=coasts,
    short=short_name,
    owners=held,
    lands=lands,
    markers=all_markers,
    panel=tableau,
    absent=lambda language: (words(language).text["absent"], 40),
    alt=alt_text,
    holding=holding,
    lying=lying,
    otherwise=otherwise,
    cleared=is_cleared,
)


@cache
def board() -> MapBoard[BoardView[State]]:
    """Return the board of this game, 1600 × 1440 px."""
    return _Board(atlas(), palette().banks | palette().religions, BANK, _DRAWN)
