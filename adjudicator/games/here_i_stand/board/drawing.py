"""The board as it is declared: panels, names, what lies on the two maps. View → scene."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from adjudicator.kernel.events import Event
from adjudicator.pictures import Font, Item, Piece, Rect, Style
from adjudicator.pictures.maps.atlas import Compass
from adjudicator.pictures.maps.board import MapBoard
from adjudicator.pictures.maps.declared import Named, Panel
from adjudicator.pictures.maps.highlights import Change
from adjudicator.pictures.maps.lettering import Edges, Label
from adjudicator.pictures.maps.palette import BASE, flat_colours
from adjudicator.pictures.maps.panels import header_panel
from adjudicator.pictures.maps.positions import Drawn, PositionBoard
from adjudicator.pictures.maps.spots import Disc
from adjudicator.pictures.maps.views import BoardView
from adjudicator.pictures.text import fit_text

from ..facts import LOCATION, OWNER, POWER, SEA
from ..names import names
from ..rules.dealing import ReformerArrived
from ..rules.faith.attempts import Attempted
from ..rules.faith.conversion import Converted
from ..rules.faith.scripture import UniversityFounded
from ..state import FORM, State
from .alt import alt_text, holding, lying_about
from .atlas import atlas, beside, coasts, faith_of, is_faith, location_of, palette, sides, words
from .contents import is_cleared, lying, otherwise
from .lands import borders, hatchings, owners, ways
from .legend import legend_ground
from .markers import all_markers, held, short_name
from .panels import course, debaters, new_world, zones
from .powers import lone, powers

_ON_MAPS: Final = ("course", "new_world", "debaters")
_FAITH: Final = (Attempted, Converted, ReformerArrived, UniversityFounded)
"""Events that touch the religious map."""
_TOWN: Final = (15.0, 16.5)
"""Half width and height of a marker with the signs at its corners."""
_NAME: Final = 63.0
"""The width from which on the names of spaces are smaller."""

_REACH: Final[tuple[dict[Compass, Edges], dict[Compass, Edges]]] = (
    {"n": (-40, -40, 40, 20), "s": (-40, -20, 40, 40), "e": (-18, -20, 80, 24), "w": (-80, -20, 18, 24)},
    {"n": (-18, -32, 18, 18), "s": (-18, -18, 18, 32), "e": (-18, -18, 48, 18), "w": (-48, -18, 18, 18)},
)
"""What a marker covers with its chips on either map, by the side on which they stand."""
_CHIPS: Final[dict[Compass, tuple[Disc, ...]]] = {
    "n": tuple((x, -25.0, 8.0) for x in (-16.0, 0.0, 16.0)),
    "s": tuple((x, 25.0, 8.0) for x in (-16.0, 0.0, 16.0)),
    "e": tuple((x, 0.0, 8.0) for x in (26.0, 42.0)),
    "w": tuple((x, 0.0, 8.0) for x in (-26.0, -42.0)),
}


class _Board(PositionBoard[State]):
    def name(self, kind: Named, id: str, language: str) -> str:
        word = words(language)
        match kind:
            case "place":
                return names(language).name(LOCATION, location_of(id))
            case "side":
                return word.faiths.get(id) or names(language).name(OWNER, id)
            case "frame":
                return word.frames[id]
            case "panel":
                return word.panels[id]
            case "letter":
                return word.letters[id]
        raise KeyError(id)

    def title(self, shown: BoardView[State], language: str) -> str:
        word, state = words(language).text, shown.view
        parts = [word["game"], word["moment"].format(state.turn)]
        active = state.impulse.power
        if active:
            parts.append(word["impulse"].format(self.name("side", active, language)))
        waiting = [self.name("side", power, language) for power in shown.to_move]
        if waiting and shown.to_move != (active,):
            parts.append(word["waiting"].format(", ".join(waiting)))
        return " · ".join(parts)

    def told(self, change: Change, was: BoardView[State], shown: BoardView[State], language: str) -> str:
        """Say what else has changed in a place that changes hands."""
        told = super().told(change, was, shown, language)
        if not self.changes_hands(change.id, was, shown):
            return told
        return ", ".join([told, *self.otherwise(change.id, was, shown, language)])

    def fought_over(self, shown: BoardView[State]) -> frozenset[str]:
        """Return the places under siege, and where a battle is fought."""
        state = shown.view
        found = {*state.sieges}
        found |= {state.battle.at} if state.battle is not None else set()
        return frozenset(found)

    def otherwise(self, place: str, was: BoardView[State], shown: BoardView[State], language: str) -> Iterator[str]:
        battle = shown.view.battle
        if battle is not None and battle.at == place:
            yield words(language).within["battle"]
        yield from super().otherwise(place, was, shown, language)

    def fields(self, shown: BoardView[State]) -> Iterator[Piece]:
        yield from super().fields(shown)
        yield from hatchings(shown.view)

    def lines(self) -> Iterator[Item]:
        yield from borders()
        yield from ways()

    def panels(self) -> Iterator[Panel[BoardView[State]]]:
        yield header_panel(self, "header")
        yield Panel(parts=zones)
        for box, parts in zip(_ON_MAPS, (course, new_world, debaters), strict=True):
            yield Panel(box=box, parts=parts)
        yield Panel(box="powers", headed=False, parts=powers)
        yield Panel(box="legend", headed=False, ground=legend_ground)

    def calls(self, panel: str, language: str) -> Iterator[str]:
        if panel == "powers":
            yield words(language).panels[panel]

    def parts(self, language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield what may be viewed alone; a space is shown on the political map."""
        return ((part, called) for part, called in super().parts(language) if not part.startswith("place faith."))

    def within(self, places: Sequence[str], shown: BoardView[State], language: str) -> Iterator[str]:
        """Yield what is in some places; of the religious map the religions, each with its spaces."""
        found = [place for place in places if not is_faith(place)]
        yield from (told.replace("..", ".") for told in super().within(found, shown, language))
        by_faith: dict[str, list[str]] = {}
        for place in places:
            if is_faith(place):
                told = lying(place, shown.view, language)
                by_faith.setdefault(told, []).append(self.called(place, language))
        yield from (f"{told}: {', '.join(there)}." for told, there in by_faith.items())

    def label(self, place: str, language: str) -> Label:
        name = self.name("place", place, language)
        if location_of(place) in SEA:
            return Label(lines=(name,), colour=BASE.text_water, halo=BASE.sea, font=Font.SERIF_ITALIC, half=(15, 9))
        font = Font.CONDENSED_BOLD if self.plan.places[place].shape == "square" else Font.CONDENSED
        _, size = fit_text(name, _NAME, self.plan.marker.label_px, 10.5, font)
        return Label(lines=(name,), font=font, size=size, half=_TOWN)

    def reach(self, place: str) -> Edges:
        return _REACH[is_faith(place)][beside(place)]

    def discs(self) -> Mapping[str, Sequence[Disc]]:
        """Return the discs of each place: its marker, and the chips beside it."""
        return {place: ((0.0, 0.0, 15.0), *_CHIPS[beside(place)]) for place in self.plan.places}

    def outline(self, place: str, style: Style, grow: float) -> Item:
        if place in SEA:
            return Rect(-15 - grow, -8 - grow, 30 + 2 * grow, 16 + 2 * grow, style, 3 + max(0, grow))
        return super().outline(place, style, grow)

    def colours(self) -> tuple[str, ...]:
        own = palette()
        return flat_colours((*own.owners.values(), own.minor, own.independent, *own.faiths.values()))


def touched(event: Event, _field: str, name: str) -> str:
    """Return the place that an event names in a field: on the religious map if it is about religion."""
    return faith_of(name) if isinstance(event, _FAITH) else name


_DRAWN: Final = Drawn[State](
    known=FORM.known,
    seats=lambda state: state.powers,
    coasts=coasts,
    short=short_name,
    owners=held,
    lands=owners,
    markers=all_markers,
    panel=lone,
    absent=lambda language: (words(language).text["absent"], 90),
    alt=alt_text,
    beside=lying_about,
    holding=holding,
    lying=lying,
    otherwise=otherwise,
    cleared=is_cleared,
    touched=touched,
)
"""What is drawn and said of a position."""


@cache
def board() -> MapBoard[BoardView[State]]:
    """Return the board of this game, 1916 × 2998 px."""
    return _Board(atlas(), sides(), POWER, _DRAWN)
