"""Events as one reader learns of them, in sentences; what belongs together becomes one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.events import Event, Told
from adjudicator.reports.game import Effect, Mention

from .. import events as e
from .. import ministry_events as em
from .. import turn_events as et
from .. import war_events as w
from ..card_events import CARD_EVENTS, EventPlayed, EventWithoutEffect
from ..fact_events import Part
from ..fact_types import ACTION_TYPES, SIDES
from ..facts import facts
from .cards import without_effect
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


Sentence = tuple[int, Event, Said]


def sentences(events: Sequence[Heard], to: Speech) -> list[Sentence]:
    """The events in words; what belongs together becomes one sentence."""
    found: list[Sentence] = []
    for at, (n, event) in enumerate((each.n, each.event) for each in events):
        before = found[-1][1] if found else None
        if _is_told(event, [each.event for each in events[:at]]):
            continue
        said = told(event, to)
        if isinstance(before, e.InvestmentTaken) and isinstance(event, e.Passed):
            found[-1] = (n, event, _taken_and_passed(found[-1][2], said, to))
        elif isinstance(before, em.MinistryUsed) and isinstance(event, EventPlayed) and event.via == before.ministry:
            found[-1] = (n, event, said)
        elif isinstance(before, em.MinistryUsed) and _is_ministry_effect(events[at - 1].event, event):
            found[-1] = (n, before, _ministry(before, event, said, to))
        elif (used := _advantage_before(found)) is not None and _is_effect(used[1], event):
            at_ = found.index(used)
            found[at_] = (n, event, _advantage(used[1], said, to))
        elif _is_removed_too(before, event):
            found[-1] = (n, event, _removed(events[: at + 1], to))
        elif len(void := _void_alternatives(events[: at + 1])) > 1:
            found[-1] = (n, event, without_effect(void, to))
        elif _is_debt_of_demand(event, [each.event for each in events[:at]]):
            found[-1] = _with_debt(found[-1], event, to)
        elif isinstance(event, e.VictoryPoints) and (debt := _beyond_limit(event, events[at - 1].event)):
            found.append((n, event, _for_debt(debt, said, to)))
        else:
            found.append((n, event, said))
    return _with_rest(found, to)


def _with_rest(found: Sequence[Sentence], to: Speech) -> list[Sentence]:
    """An action that left points unused is over because the next one began (5.3): the words of that one tell it."""
    kept: list[Sentence] = []
    for n, event, said in found:
        ended = kept[-1] if kept else None
        if ended is not None and isinstance(ended[1], e.ActionEnded) and (ended[0], ended[2].who) == (n, said.who):
            left = to.gettext("%(points)s unused", points=to.left_over(ended[1].kind, ended[1].lost))
            kept[-1] = n, event, replace(said, note=", ".join(filter(None, [said.note, left])))
        else:
            kept.append((n, event, said))
    return kept


def _is_told(event: Event, before: Sequence[Event]) -> bool:
    """Whether the sentence of what led to it says it already."""
    match event:
        case e.DebtChanged(why="pass"):
            return True
        case e.VictoryPoints(why="refusal"):
            return bool(before) and isinstance(before[-1], w.ConquestRefused)
        case e.VictoryPoints() | e.TreatyPointsChanged() if event.why in facts().theatre:
            return any(isinstance(each, w.SpoilsTaken) for each in before[-2:])
        case _:
            return False


_OF_MINISTRIES: Final = (
    e.SpaceShifted,
    e.SquadronBuilt,
    e.VictoryPoints,
    em.MinistryPoints,
    et.EventsDealt,
    et.DebtLimitRaised,
    em.HuguenotsPlaced,
    et.EventsDiscarded,
    em.CommodityTaxed,
)
"""What abilities of ministries do, right after they were used."""


def _is_ministry_effect(before: Event, event: Event) -> bool:
    return isinstance(before, em.MinistryUsed) and isinstance(event, _OF_MINISTRIES)


def _ministry(used: em.MinistryUsed, event: Event, effect: Said, to: Speech) -> Said:
    if isinstance(event, em.MinistryPoints):
        return effect
    name, deed = to.ministry(used.ministry), effect.text
    if isinstance(event, et.DebtLimitRaised):
        limit = event.limits[SIDES.index(used.side)]
        deed = to.gettext("the debt limit is %(n)s now", n=limit)
    by = to.gettext("ministry %(ministry)s", ministry=name)
    cost = effect.note if effect.note != name else told(used, to).note
    return replace(effect, text=deed, who=used.side, note=", ".join(filter(None, [by, cost])), rule="3.5.2")


def _taken_and_passed(tile: Said, passed: Said, to: Speech) -> Said:
    text = to.gettext("%(tile)s, and passed", tile=tile.text)
    return replace(passed, text=text)


def _advantage_before(found: Sequence[Sentence]) -> tuple[int, e.AdvantageUsed, Said] | None:
    """The use of an advantage that was told last, treaty points of ministries for it left aside (M-13, M-19)."""
    for n, event, said in reversed(found):
        if isinstance(event, e.AdvantageUsed):
            return n, event, said
        if not isinstance(event, e.TreatyPointsChanged):
            break
    return None


def _is_effect(used: e.AdvantageUsed, event: Event) -> bool:
    if isinstance(event, e.SpaceShifted | e.SquadronBuilt):
        return event.advantage == used.advantage
    if isinstance(event, e.DebtChanged):
        return event.why == used.advantage
    return isinstance(event, e.ConflictPlaced | e.SquadronSentHome)


def _advantage(used: e.AdvantageUsed, effect: Said, to: Speech) -> Said:
    name = to.name("advantages", used.advantage)
    by = to.gettext("advantage %(advantage)s", advantage=name)
    cost = effect.note if effect.note and effect.note != name else told(used, to).note
    return replace(effect, who=used.side, note=", ".join(filter(None, [by, cost])), rule="8.2")


def _removed(events: Sequence[Heard], to: Speech) -> Said:
    """Cards that left the game one after the other, the last of these events among them."""
    cards: list[int] = []
    last = events[-1].event
    assert isinstance(last, e.EventCardRemoved)
    for each in reversed(events):
        if not isinstance(each.event, e.EventCardRemoved) or each.event.side != last.side:
            break
        cards.insert(0, each.event.card)
    names = ", ".join(to.event(card) for card in cards)
    text = to.ngettext(
        "%(cards)s leaves the game (Succession Era)",
        "%(cards)s leave the game (Succession Era)",
        len(cards),
        cards=names,
    )
    return replace(told(last, to), text=text)


def _void_alternatives(events: Sequence[Heard]) -> list[EventWithoutEffect]:
    """The alternatives of a card, the last of these events among them, of which none was possible."""
    void: list[EventWithoutEffect] = []
    for each in reversed(events):
        event = each.event
        if not isinstance(event, EventWithoutEffect) or not _option(event):
            break
        if void and (event.card, event.part) != (void[0].card, void[0].part):
            break
        void.insert(0, event)
    return void


def _option(event: EventWithoutEffect) -> str:
    """The alternative to which the op belongs, "" for none."""
    part: Part = "bonus" if event.part == "bonus" else "effect"
    ops = facts().event_versions[event.card - 1][SIDES.index(event.side)].part(part)
    return next((op.option for op in ops if op.op == event.op), "")


def _is_removed_too(before: Event | None, event: Event) -> bool:
    return (
        isinstance(before, e.EventCardRemoved) and isinstance(event, e.EventCardRemoved) and before.side == event.side
    )


def _is_debt_of_demand(event: Event, before: Sequence[Event]) -> bool:
    """Debt that came with a commodity which was scored right before."""
    if not isinstance(event, e.DebtChanged | e.ForcedDebt) or not before:
        return False
    last = before[-1]
    return isinstance(last, et.DemandScored) and last.commodity == event.why


def _with_debt(scored: tuple[int, Event, Said], event: Event, to: Speech) -> tuple[int, Event, Said]:
    n, first, said = scored
    own = told(event, to).text
    if isinstance(event, e.ForcedDebt) and event.over:
        return n, first, replace(said, note=f"{said.note}; {own}")
    return n, first, replace(said, text=f"{said.text}, {own}")


def _beyond_limit(event: e.VictoryPoints, before: Event) -> e.ForcedDebt | None:
    """The debt that did not fit, for which the other side scores (3.10, 6.3b)."""
    forced = before if isinstance(before, e.ForcedDebt) and before.over else None
    return forced if forced is not None and forced.side != event.side and forced.why == event.why else None


def _for_debt(debt: e.ForcedDebt, said: Said, to: Speech) -> Said:
    why = to.gettext("debt of %(side)s beyond its limit", side=to.of(debt.side))
    return replace(said, note=", ".join(filter(None, [why, said.note])))


# one line of orders --------------------------------------------------------------------------------


_OWN: Final[tuple[type[Event], ...]] = (
    *e.ROUND_EVENTS,
    *em.MINISTRY_EVENTS,
    *CARD_EVENTS,
    et.EventsDiscarded,
    et.MinistriesLaid,
    et.FirstPlayerChosen,
    w.TileEffectUsed,
    w.TileEffectUnused,
    w.SpaceConquered,
    w.ConquestTried,
    w.ConquestRefused,
    w.SpoilsUnflagged,
    w.SpoilsLost,
    w.SquadronGivenUp,
    w.UsaFlagsPlaced,
    w.UsaFortsRemoved,
    w.IsolatedFlagsRemoved,
    w.SpainShifted,
    w.JacobiteDefeat,
)
_SILENT: Final = (e.RoundStarted, e.EventPileRenewed, em.MinistryScored)
_WHOEVER: Final = (
    e.AdvantageLost,
    e.AdvantageGained,
    e.SquadronSentHome,
    et.FirstPlayerChosen,
    w.SpaceConquered,
)
"""What a line of one side may do to the other."""
_LATER: Final = (w.TheatreResolved, w.TheatreRevealed, e.RoundStarted, et.TurnBegan)
"""Here something else begins, which the line did not do."""


def effect(events: Sequence[Heard], seat: str, to: Speech) -> Effect:
    """What one order line of a seat did: its own deeds, and what follows from them on the map."""
    kept = []
    for n, event, said in sentences(events, to):
        if isinstance(event, _LATER):
            break
        if isinstance(event, _OWN) and not isinstance(event, _SILENT) and not _others(event, seat):
            kept.append((n, event, said))
        if isinstance(event, e.RoundEnded | e.Passed):
            break
    return Effect(
        text="; ".join(dict.fromkeys(_effect(event, said, seat, to) for _, event, said in kept)),
        private=any(said.private for *_, said in kept),
        covers=tuple(Mention(n, said.text, said.note) for n, _, said in kept),
    )


def _effect(event: Event, said: Said, seat: str, to: Speech) -> str:
    if isinstance(event, e.InvestmentTaken):
        return _points_of(event, to)
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
    if isinstance(event, _WHOEVER):
        return False
    side: str = getattr(event, "side", seat)
    return side != seat
