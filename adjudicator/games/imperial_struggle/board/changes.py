"""Events → what a picture highlights: the spaces and advantages that changed, and whose deed it was."""

from collections.abc import Iterable, Iterator

from adjudicator.kernel.events import Event
from adjudicator.pictures.maps.highlights import Change

from ..facts import facts
from ..rules.advantages import AdvantageUsed, SquadronSentHome
from ..rules.control import AdvantageGained, AdvantageLost, ConflictLifted, ConflictPlaced
from ..rules.events.advantages import AdvantageActivated, AdvantageExhausted, AdvantageRefreshed
from ..rules.events.effects import EventShifted, FortDamaged, SquadronAway, SquadronLost
from ..rules.events.playing import EventPlayed
from ..rules.forts import FortBuilt, FortRepaired, FortSeized
from ..rules.military import ConflictRemoved
from ..rules.shifts import SpaceShifted
from ..rules.squadrons import SquadronDeployed
from ..rules.war.conquest import SpaceConquered, SpoilsUnflagged
from ..rules.war.effects import TileEffectUsed
from ..rules.war.layout import WarEnded
from ..rules.war.special import IsolatedFlagsRemoved, SpainShifted, UsaFlagsPlaced, UsaFortsRemoved
from ..rules.war.squadrons import SquadronGivenUp
from .position import SIDES, Side


def changes_of(events: Iterable[Event]) -> tuple[Change, ...]:
    """What changed on the map by these events, in their order; of several deeds in one place the last counts.

    Only public fields are looked at, so the public forms of the events are enough.
    """
    last: dict[str, Change] = {}
    actor: Side | None = None
    for event in events:
        if isinstance(event, EventPlayed):
            actor = _side(event.side)
        for name, side in _touched(event):
            # What follows from a deed (a marker that leaves, a tile that is lost) belongs to who did it.
            actor = _side(side) or actor
            last.pop(name, None)
            last[name] = Change(name, actor)
    return tuple(last.values())


def _touched(event: Event) -> Iterator[tuple[str, str | None]]:
    """Places that an event changes, with the side that acted where the event says so."""
    match event:
        case SpaceShifted() | ConflictPlaced() | ConflictRemoved() | FortBuilt() | FortRepaired() | FortSeized():
            yield event.space, event.side
        case SquadronDeployed():
            for place in (event.source, event.to):
                if place in facts().space:
                    yield place, event.side
        case SquadronSentHome():
            yield event.space, "britain" if event.owner == "france" else "france"
        case AdvantageUsed() | AdvantageGained():
            yield event.advantage, event.side
        case AdvantageLost():
            yield event.advantage, None
        case ConflictLifted():
            yield event.space, None
        case EventShifted():
            yield event.space, event.side
        case FortDamaged():
            yield event.space, None
        case SquadronAway() | SquadronLost():
            yield from ((name, None) for name, _ in _places(event.owner, event.source))
        case AdvantageRefreshed() | AdvantageExhausted() | AdvantageActivated():
            yield event.advantage, None
        case _:
            yield from _touched_in_war(event)


def _touched_in_war(event: Event) -> Iterator[tuple[str, str | None]]:
    match event:
        case TileEffectUsed() | SpoilsUnflagged():
            yield event.space, event.side
        case SpaceConquered():
            yield from _places(event.side, event.source, event.space)
        case SquadronGivenUp():
            yield from _places(event.side, event.source)
        case SpainShifted():
            yield from _places(event.side, event.space)
        case UsaFlagsPlaced() | UsaFortsRemoved() | IsolatedFlagsRemoved():
            yield from _places("france", *event.spaces)
        case WarEnded():
            for space in event.conflicts:
                yield space, None
        case _:
            return


def _places(side: str, *names: str) -> Iterator[tuple[str, str | None]]:
    """Those of the names that are spaces: a squadron may come from the navy box."""
    return ((name, side) for name in names if name in facts().space)


def _side(name: str | None) -> Side | None:
    return next((side for side in SIDES if side == name), None)
