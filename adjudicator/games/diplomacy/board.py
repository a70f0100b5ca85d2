"""Draw the map of Europe: whose the centres are, where units stand, and what came of the orders of the last season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from adjudicator.language import language as spoken
from adjudicator.pictures import maps
from adjudicator.pictures.maps.legend import Entry, small_entry
from adjudicator.pictures.maps.palette import BASE, SideColours
from adjudicator.pictures.scene import Circle, Font, Group, Item, Path, Piece, Style, Text
from adjudicator.pictures.shapes import polyline

from .events import Ordered, Retreated, SeasonBegan
from .facts import DATA, LABEL, OUTCOME, PLACE, POWER, SEASON, UNIT, Outcome
from .names import code, letter, names
from .rules.geography import FLEET, STANDARD
from .rules.resolution import Unit
from .state import State, known

COLOURS: Final[Mapping[str, str]] = {
    "austria": "#b5382c",
    "england": "#31408f",
    "france": "#6db3de",
    "germany": "#4a4a48",
    "italy": "#2f7a3a",
    "russia": "#7d55ad",
    "turkey": "#e0b02f",
}
"""The colours of the powers, on the board and in the chart."""
SIDES: Final = {power: maps.side(fill) for power, fill in COLOURS.items()}
_BOX: Final = (-30.0, -22.0, 60.0, 52.0)
_HULL: Final = "M-14 -7.5H14L8.5 9H-8.5Z"
_AMISS: Final = Style(stroke=BASE.alarm, width=2.2, dash=(4, 3))
_WATERS: Final = Style(stroke=BASE.river, width=1.1)
Shown = maps.BoardView[State]


def unit_items(unit: Unit, colours: SideColours, language: str) -> Iterator[Item]:
    """Draw a unit around (0, 0): an army is a disc, a fleet a hull, each with its letter."""
    look = Style(fill=colours.fill, stroke=BASE.frame, width=1.4)
    yield Path(_HULL, look) if unit.kind == FLEET else Circle(0, 0, 11, look)
    yield Text(0, 5, letter(unit.kind, language), 13, colours.text, Font.BOLD, "middle")


def centre(x: float, owner: str | None) -> Iterator[Item]:
    """Draw a supply centre in the colour of its owner."""
    yield Circle(x, 0, 6, Style(fill=SIDES[owner].fill if owner else BASE.light, stroke=BASE.frame, width=1.3))
    yield Circle(x, 0, 2, Style(fill=BASE.frame))


class Europe(maps.NamedBoard[State]):
    """Centres in the colour of their owners, units of armies and fleets, arrows of the orders."""

    def __init__(self) -> None:
        plan = maps.read_atlas((DATA / "board.yaml").read_bytes())
        super().__init__(plan, SIDES, names, places=PLACE, seats=POWER, labels=LABEL)

    def shown(self, view: Any, language: str, to_move: tuple[str, ...], events: tuple[Any, ...]) -> Shown:
        return super().shown(known(view), language, to_move, events)

    def title(self, shown: Shown, language: str) -> str:
        season, year = shown.view.last_season
        return f"{self.name('frame', 'europe', language)} · {names(language).name(SEASON, season)} {year}"

    def label(self, place: str, language: str) -> maps.Label:
        told = code(place, language)
        if STANDARD.is_water(STANDARD.province[place]):
            return maps.Label(lines=[told], colour=BASE.text_water, halo=BASE.sea)
        return maps.Label(lines=[told])

    def alt(self, shown: Shown, language: str) -> str:
        state, parts = shown.view, [f"{self.title(shown, language)}."]
        for power in POWER.ids:
            if told := [
                f"{letter(unit.kind, language)} {code(unit.place, language)}" for unit in state.units_of(power).values()
            ]:
                name, count = self.name("side", power, language), len(state.centres_of(power))
                parts.append(f"{name} ({count}): {', '.join(told)}.")
        if changed := [code(change.id, language) for change in shown.changed]:
            words = spoken(language)
            parts.append(words.gettext("Changed since your last picture: %(places)s.", places=words.listing(changed)))
        return " ".join(parts)

    def marks(self, shown: Shown) -> Iterator[maps.Marker]:
        for unit in shown.view.units_of().values():
            yield maps.Marker(place=unit.place, side=unit.power, text=unit.kind[0].upper(), there=(unit.power,))

    def held(self, shown: Shown) -> Mapping[str, str]:
        return dict(shown.view.owners)

    def owners(self, shown: Shown) -> Mapping[str, str]:
        """Return whose the centres are: a unit in a place does not make it its power's."""
        return self.held(shown)

    def markers(self, shown: Shown, language: str) -> Iterator[Piece]:
        state = shown.view
        units = {unit.place: unit for unit in state.units_of().values()}
        dislodged = {each.unit.place: each.unit for each in state.dislodged.values()}
        for place in self.plan.places:
            items: list[Item] = []
            unit, gone = units.get(place), dislodged.get(place)
            if STANDARD.place[place].centre:
                items += centre(0 if unit is None else -19, state.owners.get(place))
            if unit is not None:
                items += unit_items(unit, SIDES[unit.power], language)
            if gone is not None:
                rim = Path(_HULL, _AMISS) if gone.kind == FLEET else Circle(0, 0, 12.5, _AMISS)
                items.append(Group((*unit_items(gone, SIDES[gone.power], language), rim), dx=16, dy=15, scale=0.8))
            yield Piece(place, *self.plan.at(place), _BOX, tuple(items))

    def otherwise(self, place: str, was: Shown, shown: Shown, language: str) -> Iterator[str]:
        """Yield which units are there now, and which were before."""
        old, new = (self._there(place, each.view, language) for each in (was, shown))
        if old != new:
            yield spoken(language).gettext("%(new)s (before: %(old)s)", new=new, old=old)

    def _there(self, place: str, state: State, language: str) -> str:
        """Return the units of a place, such as `A Germany, F France dislodged`."""
        at = STANDARD.province[place]
        there = [state.units[at]] if at in state.units else []
        told = [f"{letter(unit.kind, language)} {self.name('side', unit.power, language)}" for unit in there]
        if at in state.dislodged:
            gone, amiss = state.dislodged[at].unit, names(language).name(OUTCOME, "dislodged")
            told.append(f"{letter(gone.kind, language)} {self.name('side', gone.power, language)} ({amiss})")
        return ", ".join(told) or "—"

    def arrows(self, shown: Shown) -> Iterator[maps.Arrow]:
        """Return the orders of the last season that the events tell, and the retreats behind it."""
        begun = max((n for n, event in enumerate(shown.events) if isinstance(event, SeasonBegan)), default=0)
        last = shown.events[begun:]
        at = {STANDARD.province[event.place]: event.place for event in last if isinstance(event, Ordered)}
        for event in last:
            if isinstance(event, Ordered) and event.order != "hold":
                failed = event.outcome != Outcome.DONE
                if event.order == "move":
                    yield maps.Arrow(from_=event.place, to=event.to, side=event.power, failed=failed)
                    continue
                of = at.get(event.of, event.of)
                to = (of, event.to) if event.to else of
                yield maps.Arrow(from_=event.place, to=to, side=event.power, dashed=True, failed=failed)
            elif isinstance(event, Retreated) and event.to:
                yield maps.Arrow(from_=event.place, to=event.to, side=event.power)

    def lines(self) -> Iterator[Item]:
        """Return the borders between waters."""
        left, top, _, _ = self.plan.frames["europe"].rect
        drawn: list[list[tuple[float, float]]] = msgspec.json.decode(
            (DATA / "waters.json").read_bytes(), type=list[list[tuple[float, float]]]
        )
        moved = ([(x + left, y + top) for x, y in line] for line in drawn)
        yield Path("".join(polyline(line) for line in moved), _WATERS)

    def panels(self) -> Iterator[maps.Panel[Shown]]:
        yield maps.header_panel(self, "header")
        yield maps.note_panel(self, "score", self._score)
        yield maps.legend_panel(self, "key", self._key)

    def _score(self, shown: Shown, language: str) -> Iterator[str]:
        state = shown.view
        for power in sorted(POWER.ids, key=lambda power: -len(state.centres_of(power))):
            yield f"{self.name('side', power, language)}: {len(state.centres_of(power))} / {len(state.units_of(power))}"

    def _key(self, language: str) -> Iterator[Entry]:
        example, called = SIDES["france"], names(language)
        for kind in UNIT.ids:
            items = [*unit_items(Unit("france", kind, ""), example, language)]
            yield small_entry(items, called.name(UNIT, kind), half=13, scale=0.8)
        yield small_entry([*centre(0, None)], called.name(LABEL, "centre"), scale=1)
        yield maps.arrow_entry(maps.Arrow(from_="par", to="bur"), example, called.name(LABEL, "moved"))
        yield maps.arrow_entry(maps.Arrow(from_="par", to="bur", dashed=True), example, called.name(LABEL, "helped"))
        yield maps.arrow_entry(maps.Arrow(from_="par", to="bur", failed=True), example, called.name(LABEL, "failed"))


BOARD: Final = Europe()
