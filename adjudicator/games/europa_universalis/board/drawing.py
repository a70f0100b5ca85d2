"""The board as it is declared: panels, names, what lies on the map. View → scene."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, assert_never

from adjudicator.components.kinds import references
from adjudicator.kernel.events import Event
from adjudicator.pictures import Font, Item, Piece, Rect, Style
from adjudicator.pictures.maps.board import MapBoard
from adjudicator.pictures.maps.declared import Named, Panel
from adjudicator.pictures.maps.lettering import Edges, Label
from adjudicator.pictures.maps.palette import BASE, flat_colours
from adjudicator.pictures.maps.panels import header_panel
from adjudicator.pictures.maps.positions import Drawn, PositionBoard
from adjudicator.pictures.maps.spots import Disc
from adjudicator.pictures.maps.views import BoardView

from ..facts import AREA, PROVINCE, REALM, SEAT, ZONE
from ..names import names
from ..state import FORM, State
from .alt import alt_text, holding, lying_about
from .atlas import AREA_SIZE, atlas, coasts, palette, place_of, sides, thing_of, words, written
from .contents import is_cleared, lying, otherwise
from .lands import borders, hatchings, owners
from .legend import legend_ground
from .markers import all_markers, held, plate_width, short_name
from .panels import lone, realms, world

_TOWN, _LARGE_TOWN = (18.0, 19.5), (18.0, 22.0)
"""Half width and height of towns with their roofs and the signs at their corners."""
_ABOVE = (13.5, 9.0)
"""Half width and height of the plate of an area, below its name."""
_ROWS = (-50.0, -9.0, 50.0, 40.0)
"""The area that a plate with its chips covers."""


class _Board(PositionBoard[State]):
    def name(self, kind: Named, id: str, language: str) -> str:
        word, called = words(language), names(language)
        match kind:
            case "place":
                return called.name(*thing_of(id))
            case "frame":
                return word.frames[id]
            case "side":
                return called.name(REALM, id)
            case "panel":
                return word.panels[id]
            case "letter":
                return word.letters[id]
            case "group" | "water":
                raise KeyError(id)
        assert_never(kind)

    def title(self, shown: BoardView[State], language: str) -> str:
        word, state = words(language).text, shown.view
        parts = [word["game"], word["moment"].format(state.age, state.round, state.phase)]
        if state.turn.active:
            parts.append(word["turn"].format(self.name("side", state.turn.active, language)))
        waiting = [self.name("side", seat, language) for seat in shown.to_move]
        if waiting and shown.to_move != (state.turn.active,):
            parts.append(word["waiting"].format(", ".join(waiting)))
        return " · ".join(parts)

    def holder(self, place: str, shown: BoardView[State], language: str) -> str:
        kind, id = thing_of(place)
        if kind is PROVINCE and shown.view.rebel_towns >> PROVINCE.index[id] & 1:
            return words(language).alt["rebels"]
        return super().holder(place, shown, language)

    def fought_over(self, shown: BoardView[State]) -> frozenset[str]:
        """Return the areas and zones of battles that go on."""
        where = ((AREA.id_or_none(battle.area), ZONE.id_or_none(battle.zone)) for battle in shown.view.battles)
        return frozenset(place_of(AREA, area) if area else place_of(ZONE, zone or "") for area, zone in where)

    def otherwise(self, place: str, was: BoardView[State], shown: BoardView[State], language: str) -> Iterator[str]:
        if self.kind(place, was, shown) == "conflict":
            yield words(language).within["battle"]
        yield from super().otherwise(place, was, shown, language)

    def fields(self, shown: BoardView[State]) -> Iterator[Piece]:
        yield from super().fields(shown)
        yield from hatchings(shown.view)

    def lines(self) -> Iterator[Item]:
        return borders()

    def panels(self) -> Iterator[Panel[BoardView[State]]]:
        yield header_panel(self, "header")
        yield Panel(box="realms", headed=False, parts=realms)
        yield Panel(box="world", parts=world)
        yield Panel(box="legend", headed=False, ground=legend_ground)

    def calls(self, panel: str, language: str) -> Iterator[str]:
        if panel == "realms":
            yield words(language).panels[panel]

    def label(self, place: str, language: str) -> Label:
        kind, _ = thing_of(place)
        lines = (written(place, language),)
        if kind is PROVINCE:
            return Label(lines=lines, half=_TOWN if self.plan.places[place].shape == "disc" else _LARGE_TOWN)
        if kind is AREA:
            return Label(lines=lines, colour=BASE.text_area, font=Font.SERIF_BOLD, size=AREA_SIZE, half=_ABOVE)
        if kind is ZONE:
            return Label(
                lines=lines, colour=BASE.text_water, halo=BASE.sea, font=Font.SERIF_ITALIC, size=13, half=_ABOVE
            )
        return Label(lines=lines, font=Font.CONDENSED_BOLD, half=_ABOVE)

    def reach(self, place: str) -> Edges:
        return super().reach(place) if thing_of(place)[0] is PROVINCE else _ROWS

    def discs(self) -> Mapping[str, Sequence[Disc]]:
        """Return the discs of each place: a plate, and its chips below it."""
        chips = tuple((20.0 * x, 24.0, 14.0) for x in range(-2, 3))
        own = {place: ((0.0, 0.0, 13.0), *chips) for place in self.plan.places if thing_of(place)[0] is not PROVINCE}
        return {**super().discs(), **own}

    def outline(self, place: str, style: Style, grow: float) -> Item:
        if thing_of(place)[0] is PROVINCE:
            return super().outline(place, style, grow)
        half = plate_width(place) / 2 + grow
        return Rect(-half, -7.5 - grow, 2 * half, 15 + 2 * grow, style, 3 + max(0, grow))

    def colours(self) -> tuple[str, ...]:
        return flat_colours((*palette().realms.values(), palette().other))


def touched(event: Event, field: str, name: str) -> str:
    """Return the place of the thing that a field of an event refers to."""
    found = references(type(event)).get(field)
    return place_of(found.kind, name) if found else name


_DRAWN: Final = Drawn[State](
    known=FORM.known,
    seats=lambda state: state.led,
    coasts=coasts,
    short=short_name,
    owners=held,
    lands=owners,
    markers=all_markers,
    panel=lambda state, seat, box, language: (lone(state, seat, box[2], language),),
    absent=lambda language: (words(language).text["absent"], 90),
    alt=alt_text,
    beside=lying_about,
    holding=holding,
    lying=lying,
    otherwise=otherwise,
    cleared=is_cleared,
    touched=touched,
)
"""What is drawn and said of a position; lands have the colour of their lawful owners."""


@cache
def board() -> MapBoard[BoardView[State]]:
    """Return the board of this game, 1916 × 2208 px."""
    return _Board(atlas(), sides(), SEAT, _DRAWN)
