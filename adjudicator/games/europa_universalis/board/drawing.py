"""The board as it is declared: panels, names, what lies on the map. View → scene."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, assert_never

from msgspec.structs import replace

from adjudicator.components.kinds import references
from adjudicator.kernel.events import Event
from adjudicator.pictures import Font, Item, Piece, Rect, Scene, Style, layer
from adjudicator.pictures.board import Crop
from adjudicator.pictures.maps.atlas import Outlines
from adjudicator.pictures.maps.board import MapBoard, Named, Panel, Shown, ViewBoard
from adjudicator.pictures.maps.highlights import changes_of
from adjudicator.pictures.maps.lettering import Edges, Label
from adjudicator.pictures.maps.palette import BASE, flat_colours
from adjudicator.pictures.maps.panels import header_panel
from adjudicator.pictures.maps.plates import note
from adjudicator.pictures.maps.spots import Disc

from ..facts import AREA, PROVINCE, REALM, SEAT, ZONE
from ..known import known
from ..names import names
from ..state import State
from .alt import alt_text, holding
from .atlas import AREA_SIZE, atlas, coasts, palette, place_of, sides, thing_of, words, written
from .contents import lying, otherwise
from .lands import borders, hatchings, owners
from .legend import legend_ground
from .markers import all_markers, held, plate_width, short_name
from .panels import lone, realms, world

_TOWN, _LARGE_TOWN = (18.0, 19.5), (18.0, 22.0)
"""Half width and height of towns with their roofs and the signs at their corners."""
_ABOVE = (13.5, 9.0)
"""Half width and height of the plate of an area, below its name."""
_ROWS = (-50.0, -9.0, 50.0, 40.0)
"""What a plate with its chips covers."""


class _Board(ViewBoard[State]):
    def shown(self, view: Any, language: str, to_move: tuple[str, ...], events: tuple[Any, ...]) -> Shown[State]:
        return Shown(known(view), to_move, changes_of(events, self.plan.places, self.actor, touched))

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

    def title(self, shown: Shown[State], language: str) -> str:
        word, state = words(language).text, shown.view
        parts = [word["game"], word["moment"].format(state.age, state.round, state.phase)]
        if state.turn.active:
            parts.append(word["turn"].format(self.name("side", state.turn.active, language)))
        if waiting := [self.name("side", seat, language) for seat in shown.to_move]:
            parts.append(word["waiting"].format(", ".join(waiting)))
        return " · ".join(parts)

    def alt(self, shown: Shown[State], language: str) -> str:
        return alt_text(shown, self.title(shown, language), language)

    def short(self, place: str) -> str:
        return short_name(place)

    def owners(self, shown: Shown[State]) -> Mapping[str, str]:
        return held(shown.view)

    def held(self, shown: Shown[State]) -> Mapping[str, str]:
        """Lands have the colour of their lawful owners."""
        return owners(shown.view)

    def fields(self, shown: Shown[State]) -> Iterator[Piece]:
        yield from super().fields(shown)
        yield from hatchings(shown.view)

    def otherwise(self, place: str, was: Shown[State], shown: Shown[State], language: str) -> Iterator[str]:
        return otherwise(place, was.view, shown.view, language)

    def within(self, places: Sequence[str], shown: Shown[State], language: str) -> Iterator[str]:
        for place in places:
            if told := lying(place, shown.view, language):
                yield f"{self.called(place, language)}: {told}."

    def outlines(self) -> Mapping[str, Outlines]:
        return coasts()

    def lines(self) -> Iterator[Item]:
        return borders()

    def panels(self) -> Iterator[Panel[Shown[State]]]:
        yield header_panel(self, "header")
        yield Panel(box="realms", headed=False, parts=realms)
        yield Panel(box="world", parts=world)
        yield Panel(box="legend", headed=False, ground=legend_ground)

    def calls(self, panel: str, language: str) -> Iterator[str]:
        if panel == "realms":
            yield words(language).panels[panel]

    def parts(self, language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        yield from super().parts(language)
        for seat in SEAT.ids:
            yield f"panel {seat}", (self.name("side", seat, language),)

    def part(self, view: Any, parts: Sequence[str], language: str) -> Crop:
        crop = super().part(view, parts, language)
        (kind, id), state = parts[0].split(), known(view)
        return replace(crop, alt=holding(state, id, language)) if kind == "panel" and id in state.led else crop

    def panel_scene(self, panel: str, shown: Shown[State], language: str) -> Scene:
        """A realm is a panel of its own."""
        if panel not in SEAT:
            return super().panel_scene(panel, shown, language)
        whole, (_, _, width, height) = super().panel_scene("realms", shown, language), self.plan.panels[panel]
        pieces = (lone(shown.view, panel, width, language),) if panel in shown.view.led else ()
        absent = () if pieces else (note(width / 2, 90, words(language).text["absent"], middle=True),)
        return replace(whole, width=round(width), height=round(height), ground=layer(absent), pieces=pieces)

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

    def markers(self, shown: Shown[State], language: str) -> Iterator[Piece]:
        return all_markers(shown.view, language)

    def reach(self, place: str) -> Edges:
        return super().reach(place) if thing_of(place)[0] is PROVINCE else _ROWS

    def discs(self) -> Mapping[str, Sequence[Disc]]:
        """Below a plate the chips."""
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
    """The place of what an event touches."""
    found = references(type(event)).get(field)
    return place_of(found.kind, name) if found else name


@cache
def board() -> MapBoard[Shown[State]]:
    """The board of this game, 1916 × 2208 px."""
    return _Board(atlas(), sides())
