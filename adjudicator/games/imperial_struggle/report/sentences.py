"""Events as one reader learns of them, in sentences; what belongs together becomes one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.events import Event, Told

from .. import events as e
from ..fact_types import ACTION_TYPES
from ..facts import facts
from .deeds import told
from .said import Said
from .speech import Speech


class Heard(Struct, frozen=True):
    """An event as the reader learns of it, with its log number."""

    n: int
    event: Event


def heard(news: Sequence[Told[Any]], seat: str | None) -> list[Heard]:
    """The events that a seat learns of; None is an observer."""
    seats = () if seat is None else (seat,)
    return [Heard(each.n, event) for each in news if (event := each.to(seats)) is not None]


def sentences(events: Sequence[Heard], to: Speech) -> list[tuple[int, Event, Said]]:
    """The events in words; what belongs together becomes one sentence."""
    found: list[tuple[int, Event, Said]] = []
    for at, (n, event) in enumerate((each.n, each.event) for each in events):
        before = found[-1][1] if found else None
        if isinstance(event, e.DebtChanged) and event.why == "pass":
            continue
        said = told(event, to)
        if isinstance(before, e.InvestmentTaken) and isinstance(event, e.Passed):
            found[-1] = (n, event, _taken_and_passed(found[-1][2], said, to))
        elif isinstance(before, e.AdvantageUsed) and _is_effect(before, event):
            found[-1] = (n, event, _advantage(before, said, to))
        elif _is_debt_of_demand(event, [each.event for each in events[:at]]):
            found[-1] = _with_debt(found[-1], event, to)
        else:
            found.append((n, event, said))
    return found


def _taken_and_passed(tile: Said, passed: Said, to: Speech) -> Said:
    text = to.gettext("%(tile)s, and passed", tile=tile.text)
    return replace(passed, text=text)


def _is_effect(used: e.AdvantageUsed, event: Event) -> bool:
    if isinstance(event, e.SpaceShifted | e.SquadronBuilt):
        return event.advantage == used.advantage
    if isinstance(event, e.DebtChanged):
        return event.why == used.advantage
    return isinstance(event, e.ConflictPlaced | e.SquadronSentHome)


def _advantage(used: e.AdvantageUsed, effect: Said, to: Speech) -> Said:
    name = to.name("advantages", used.advantage)
    text = to.gettext("advantage %(advantage)s: %(effect)s", advantage=name, effect=effect.text)
    note = effect.note if effect.note != name else ""
    return replace(effect, text=text, who=used.side, note=note or told(used, to).note, rule="8.2")


def _is_debt_of_demand(event: Event, before: Sequence[Event]) -> bool:
    """Debt that came with a commodity which was scored right before."""
    if not isinstance(event, e.DebtChanged | e.ForcedDebt) or not before:
        return False
    last = before[-1]
    return isinstance(last, e.DemandScored) and last.commodity == event.why


def _with_debt(scored: tuple[int, Event, Said], event: Event, to: Speech) -> tuple[int, Event, Said]:
    n, first, said = scored
    own = told(event, to).text
    note = f"{said.note}, {own}" if said.note else own
    return n, first, replace(said, note=note)


# one line of orders --------------------------------------------------------------------------------


_OWN: Final[tuple[type[Event], ...]] = (*e.ROUND_EVENTS, e.EventsDiscarded, e.MinistriesLaid, e.FirstPlayerChosen)
_SILENT: Final = (e.RoundStarted, e.EventPileRenewed)


def effect(events: Sequence[Heard], seat: str, to: Speech) -> str:
    """What one order line of a seat did: its own deeds, and what follows from them on the map."""
    own = [each for each in events if isinstance(each.event, _OWN) and not isinstance(each.event, _SILENT)]
    kept = [(event, said) for _, event, said in sentences(own, to) if not _others(event, seat)]
    # What was done comes first, that it ended another action last.
    kept.sort(key=lambda each: isinstance(each[0], e.ActionEnded))
    return "; ".join(dict.fromkeys(_effect(event, said, seat, to) for event, said in kept))


def _effect(event: Event, said: Said, seat: str, to: Speech) -> str:
    if isinstance(event, e.InvestmentTaken):
        return _points_of(event, to)
    if isinstance(event, e.FirstPlayerChosen):
        return f"{to.side(event.first)}: {said.text}"
    return f"{to.side(said.who)}: {said.line}" if said.who not in ("", seat) else said.line


def _points_of(event: e.InvestmentTaken, to: Speech) -> str:
    """What a tile gives; which one it is the order says."""
    tile = facts().investments[facts().investment[event.tile]]
    major = to.points(ACTION_TYPES[tile.major], tile.points)
    minor = to.points(ACTION_TYPES[tile.minor], facts().limits.minor_points)
    symbols = to.symbols(event.tile)
    told_ = to.gettext("major action: %(major)s, minor action: %(minor)s", major=major, minor=minor)
    return f"{told_}; {symbols}" if symbols else told_


def _others(event: Event, seat: str) -> bool:
    """What another seat did: it is news, and no effect of the line."""
    if isinstance(event, e.AdvantageLost | e.AdvantageGained | e.SquadronSentHome | e.FirstPlayerChosen):
        return False
    side: str = getattr(event, "side", seat)
    return side != seat
