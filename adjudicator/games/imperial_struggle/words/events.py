"""Event cards in words: how they are played, what they did, why they are refused (3.4, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from adjudicator.language import Value, msgid
from adjudicator.reports.refusing import Facts
from adjudicator.reports.shelves import Shelf
from adjudicator.reports.telling import Context, Said

from ..fact_events import EVENT, PARTS, Part
from ..fact_events import EVENT as EVENT_CARD
from ..fact_types import ADVANTAGE, KEYWORD, SIDES
from ..facts import FACTS
from ..rules.events import effects, playing
from ..rules.events.advantages import AdvantageActivated, AdvantageExhausted, AdvantageRefreshed
from ..rules.events.tiles import BonusTileDrawn, BonusTileReturned
from ..rules.ministries.cards import MinistryUsed
from . import book
from .book import Counter, Rank, anywhere, join, offer, place, refuse, theatre, verb
from .event_words import either, op_text
from .speech import Speech, opponent


def _event_played(event: playing.EventPlayed, to: Speech) -> str:
    notes = _bonus(event.card, to, bonus=event.bonus)
    notes += [to.gettext("made possible by %(ministry)s", ministry=to.ministry(event.via))] if event.via else []
    return ", ".join(notes)


def _bonus(card: int, to: Speech, *, bonus: bool) -> list[str]:
    """Return whether its bonus comes, where the card has one that may not."""
    if EVENT_CARD.at(card).bonus_if is None:
        return []
    return [to.gettext("with bonus") if bonus else to.gettext("without bonus")]


def _without_effect(*events: effects.EventWithoutEffect, to: Speech) -> str:
    """Say what a card could not do; several events are alternatives of which none was possible."""
    what = either(list(dict.fromkeys(_op_text(each, to) for each in events)), to)
    return to.gettext("without effect: “%(what)s”", what=what)


def _op_text(event: effects.EventWithoutEffect, to: Speech) -> str:
    return op_text(event.card, _part(event), event.op, SIDES.index(event.side), to)


def _part(event: effects.EventWithoutEffect) -> Part:
    return "bonus" if event.part == "bonus" else "effect"


def _discount_gained(event: effects.DiscountGained, to: Speech) -> str:
    side = SIDES.index(event.side)
    return next(filter(None, (op_text(event.card, part, "modifier", side, to) for part in PARTS)))


def _squadron(event: effects.SquadronAway | effects.SquadronLost, to: Speech) -> str:
    return to.squadron(event.owner)


def _tile(event: BonusTileDrawn | BonusTileReturned, to: Speech) -> str:
    return to.war_tile(event.tile)


@join(playing.EventPlayed)
def _by_ministry(context: Context[Speech], event: playing.EventPlayed, said: Said, to: Speech) -> bool:
    """Make the event say which ministry made it possible."""
    used = context.last
    if used is None or not isinstance(used.event, MinistryUsed) or event.via != used.event.ministry:
        return False
    return context.instead(event, said)


@join(effects.EventWithoutEffect)
def _void_alternatives(context: Context[Speech], event: effects.EventWithoutEffect, said: Said, to: Speech) -> bool:
    """Tell together the alternatives of a card of which none was possible."""
    void: list[effects.EventWithoutEffect] = []
    for each in (event, *reversed(context.events)):
        if not isinstance(each, effects.EventWithoutEffect) or not _option(each):
            break
        if (each.card, each.part) != (event.card, event.part):
            break
        void.insert(0, each)
    return len(void) > 1 and context.instead(event, replace(said, text=_without_effect(*void, to=to)))


def _option(event: effects.EventWithoutEffect) -> str:
    """Return the alternative to which the op belongs, "" for none."""
    ops = FACTS.event_versions[event.card - 1][SIDES.index(event.side)].part(_part(event))
    return next((op.option for op in ops if op.op == event.op), "")


def _how(action: playing.PlayEvent, counter: Counter, to: Speech) -> str:
    """Return whether its bonus comes, and through which ministry."""
    notes = [to.gettext("through %(ministry)s", ministry=to.ministry(action.via))] if action.via else []
    if action.reveal:
        names = to.listing(to.ministry(card) for card in action.reveal)
        notes.append(to.gettext("revealing %(ministries)s", ministries=names))
    return ", ".join(notes + _bonus(action.card, to, bonus=action.bonus))


def _card(action: playing.PlayEvent, counter: Counter, to: Speech) -> str:
    """Return the name of the event: its short name is the code in front of it."""
    return to.event_name(action.card)


def _chip(action: playing.PlayEvent, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return its code, its own if it reveals a ministry or is played through one: the card alone is another."""
    name = to.event_name(action.card)
    if action.reveal or action.via:
        return "", ", ".join([name, *_bonus(action.card, to, bonus=action.bonus)])
    return to.short(EVENT, EVENT.id_of(action.card)), name


offer(playing.PlayEvent, _card, Shelf((Rank.EVENTS,), "Events, before the tile is used"), note=_how, chip=_chip)


tell = partial(book.tell, where=anywhere)
verb(
    playing.EventPlayed,
    "played %(things)s",
    "played %(things)s",
    lambda event, to: to.quoted(EVENT, EVENT.id_of(event.card)),
)
verb(
    effects.EventShifted,
    "placed a flag by an event on %(things)s",
    "placed flags by an event on %(things)s",
    place("space", "accusative"),
    when=lambda event: event.result in ("flag", "take_control"),
)
verb(
    effects.EventShifted,
    "removed a flag by an event from %(things)s",
    "removed flags by an event from %(things)s",
    place("space", "genitive"),
)
tell(playing.EventPlayed, "event played: %(card)s", note=_event_played, important=True)
tell(effects.EventWithoutEffect, lambda event, to: _without_effect(event, to=to))
tell(
    effects.PointsGained,
    "gains %(points)s",
    note=lambda event, to: to.restriction(event.rule) if event.rule else "",
    points=lambda event, to: to.points(event.type, event.points),
)
tell(effects.DiscountGained, _discount_gained)
tell(
    effects.EventShifted,
    {
        "flag": "%(space)s: %(flag)s",
        "take_control": "%(space)s: control taken, %(flag)s",
        "remove_own": "%(space)s: %(flag)s removed",
        "unflag": "%(space)s: %(flag)s removed",
    },
    by="result",
    flag=lambda event, to: to.flag(opponent(event.side) if event.result == "unflag" else event.side),
)
tell(effects.FortDamaged, lambda event, to: to.damaged(event.space, event.owner), important=True)
tell(
    effects.SquadronAway,
    "%(space)s: %(squadron)s is away until the next turn",
    important=True,
    space="source",
    squadron=_squadron,
)
tell(
    effects.SquadronLost, "%(space)s: %(squadron)s leaves the game", important=True, space="source", squadron=_squadron
)
tell(effects.SquadronGained, "a squadron for nothing, it lies in the navy box")
tell(BonusTileDrawn, "a bonus war tile drawn", "bonus war tile drawn: %(tile)s", tile=_tile)
tell(
    BonusTileReturned,
    "%(theatre)s: a bonus war tile goes back to the pool",
    "%(theatre)s: %(tile)s goes back to the pool",
    theatre=theatre,
    tile=_tile,
)
tell(AdvantageRefreshed, "advantage usable once more: %(advantage)s")
tell(AdvantageExhausted, "advantage used up without effect: %(advantage)s")
tell(
    AdvantageActivated,
    "advantage at work: %(advantage)s",
    note=lambda event, to: to.gettext("it can be used later in this round") if event.later else "",
)
tell(effects.ByngPlaced, lambda event, to: to.joins("byng", theatre(event, to)))
tell(effects.DemandDrawnFor, "drawn for the demand: %(commodity)s")
tell(
    effects.DemandChanged,
    {True: "now in demand: %(commodity)s, no longer %(old)s", False: "now in demand: %(commodity)s"},
    by="replaced",
    important=True,
    old="replaced",
)
tell(effects.DebtLimitLowered, "the debt limit falls to %(n)s", n="limit")


def _without_bonus(given: Facts, to: Speech) -> str:
    """Return why the bonus of a card does not come (3.4.3)."""
    wanted = given["wanted"]
    values: Mapping[str, Callable[[], Value]] = {
        "card": lambda: to.event(given["card"]),
        "keyword": lambda: to.thing(KEYWORD, wanted),
        "advantage": lambda: to.thing(ADVANTAGE, wanted),
        "spaces": lambda: to.spaces(wanted.split()),
        "wanted": lambda: wanted,
        "has": lambda: to.signed(given["has"]),
    }
    return to.filled(_NO_BONUS[given["condition"]], lambda name, _: values[name]())


_NO_BONUS: Final = {
    "keyword": msgid("no bonus for %(card)s: no ministry of yours with %(keyword)s is face up or named"),
    "available_debt_lead": msgid(
        "no bonus for %(card)s: available debt +%(wanted)s against the opponent is needed; yours is %(has)s"
    ),
    "bonus_tiles_lead": msgid(
        "no bonus for %(card)s: bonus war tiles +%(wanted)s against the opponent are needed; yours are %(has)s"
    ),
    "more_of": msgid("no bonus for %(card)s: you need more of %(spaces)s"),
    "advantage": msgid("no bonus for %(card)s: it needs the advantage %(advantage)s"),
    "": msgid("%(card)s has no bonus"),
}


refuse(playing.event_not_in_hand, "%(card)s is not in your hand; you hold %(hand)s")
refuse(playing.no_event_symbol, "the tile %(tile)s has no event symbol, so %(card)s cannot be played")
refuse(playing.event_wrong_type, "%(card)s needs another major action: %(type)s; yours is %(major)s")
refuse(playing.event_too_late, "%(card)s: an event is played before anything of the tile is used, one in a round")
refuse(playing.event_without_bonus, _without_bonus)
refuse(
    playing.reveal_without_keyword,
    {
        True: "%(card)s asks for %(keyword)s; %(ministry)s does not show it",
        False: "%(card)s asks for no keyword: do not reveal %(ministry)s",
    },
    by="keyword",
)
refuse(playing.via_not_needed, "%(card)s can be played without %(ministry)s")
