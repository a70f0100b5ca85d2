"""Event cards in words: how they are played, what they did, why they are refused (3.4, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from adjudicator.language import Value
from adjudicator.reports.event_text import Context, EventText
from adjudicator.reports.refusing import Facts

from ..fact_events import EVENT, PARTS, Part
from ..fact_events import EVENT as EVENT_CARD
from ..fact_types import ADVANTAGE, KEYWORD, SIDES
from ..facts import FACTS
from ..rules.events import effects, playing
from ..rules.ministries.cards import MinistryPoints, MinistryUsed
from .book import ASKINGS, TELLINGS, Counter, join, refuse, theatre
from .event_words import either, op_text
from .speech import WORDS, Speech, opponent


@TELLINGS.place
def how_played(event: playing.EventPlayed, to: Speech) -> str:
    """Return whether its bonus comes, and which ministry made it possible."""
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
    what = either(list(dict.fromkeys(_op_text(event, to) for event in events)), to)
    return to.gettext("without effect: “%(what)s”", what=what)


def _op_text(event: effects.EventWithoutEffect, to: Speech) -> str:
    return op_text(event.card, _part(event), event.op, SIDES.index(event.side), to)


def _part(event: effects.EventWithoutEffect) -> Part:
    return "bonus" if event.part == "bonus" else "effect"


@TELLINGS.place
def discount(event: effects.DiscountGained, to: Speech) -> str:
    """Return what becomes cheaper."""
    side = SIDES.index(event.side)
    return next(filter(None, (op_text(event.card, part, "modifier", side, to) for part in PARTS)))


@TELLINGS.place
def void(event: effects.EventWithoutEffect, to: Speech) -> str:
    """Return what a card could not do."""
    return _without_effect(event, to=to)


@TELLINGS.place
def quoted_event(event: playing.EventPlayed, to: Speech) -> str:
    """Return an event in quotes."""
    return to.quoted(EVENT, event.card)


@TELLINGS.place
def points_gained(event: effects.PointsGained | MinistryPoints, to: Speech) -> str:
    """Return the points that an event or a ministry gives."""
    return to.points(event.type, event.points)


@TELLINGS.place
def condition(event: effects.PointsGained | MinistryPoints, to: Speech) -> str:
    """Return what points may be used for, if not for anything."""
    return to.restriction(event.rule) if event.rule else ""


@TELLINGS.place
def event_flag(event: effects.EventShifted, to: Speech) -> str:
    """Return the flag that was placed or removed."""
    return to.flag(opponent(event.side) if event.result == "unflag" else event.side)


@TELLINGS.place
def damaged(event: effects.FortDamaged, to: Speech) -> str:
    """Return which fort was damaged."""
    return to.damaged(event.space, event.owner)


@TELLINGS.place
def byng_joins(event: effects.ByngPlaced, to: Speech) -> str:
    """Return which theatre Byng joins."""
    return to.joins("byng", theatre(event, to))


@join(playing.EventPlayed)
def _by_ministry(context: Context[Speech], event: playing.EventPlayed, said: EventText, to: Speech) -> bool:
    """Make the event say which ministry made it possible."""
    used = context.last
    if used is None or not isinstance(used.event, MinistryUsed) or event.via != used.event.ministry:
        return False
    return context.instead(event, said)


@join(effects.EventWithoutEffect)
def _void_alternatives(
    context: Context[Speech], event: effects.EventWithoutEffect, said: EventText, to: Speech
) -> bool:
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


@ASKINGS.place
def how_it_is_played(action: playing.PlayEvent, counter: Counter, to: Speech) -> str:
    """Return whether its bonus comes, and through which ministry."""
    notes = [to.gettext("through %(ministry)s", ministry=to.ministry(action.via))] if action.via else []
    if action.reveal:
        names = to.listing(to.ministry(card) for card in action.reveal)
        notes.append(to.gettext("revealing %(ministries)s", ministries=names))
    return ", ".join(notes + _bonus(action.card, to, bonus=action.bonus))


@ASKINGS.place
def event_name(action: playing.PlayEvent, counter: Counter, to: Speech) -> str:
    """Return the name of the event: its short name is the code in front of it."""
    return to.event_name(action.card)


@ASKINGS.chip
def chip_of_event(action: playing.PlayEvent, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return its code, its own if it reveals a ministry or is played through one: the card alone is another."""
    name = to.event_name(action.card)
    if action.reveal or action.via:
        return "", ", ".join([name, *_bonus(action.card, to, bonus=action.bonus)])
    return to.short(EVENT, action.card), name


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
    return to.filled(WORDS["no_bonus"][given["condition"]], lambda name, _: values[name]())


refuse(playing.event_without_bonus, _without_bonus)
