"""Event cards in words: how they are played, what they ask and did, why they are refused (3.4, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import Value
from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.wording.event_text import Context, EventText
from adjudicator.reports.wording.game import Asked, Coded
from adjudicator.reports.wording.refusing import Facts

from ..components import PLACE
from ..fact_events import EVENT, PARTS, Part
from ..fact_events import EVENT as EVENT_CARD
from ..fact_types import ADVANTAGE, COMMODITY, FLAGS, KEYWORD, NONE, SIDES, SPACE, WAR_TILE
from ..facts import FACTS
from ..rules.control import controller
from ..rules.events import choosing, effects, playing
from ..rules.events.choosing import ChooseForEvent
from ..rules.events.targets import drawn_commodity
from ..rules.ministries.cards import MinistryPoints, MinistryUsed
from ..state import State, war_of
from .book import ASKINGS, TELLINGS, Counter, ask, join, refuse, theatre
from .options import market
from .printed import either, op_text, part_text
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


def _groups(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    """Return the options, grouped by alternative; own and opposing flags are in groups of their own.

    Advantages that take effect with a conflict marker have headings of their own: below them only spaces are listed.
    """
    chosen = [(option.code, option.action) for option in asked.options if isinstance(option.action, ChooseForEvent)]
    apart = _apart([action for _, action in chosen])
    found: dict[str, list[Option]] = {}
    for code, action in chosen:
        heading, marked = _heading(action, to, apart=apart), _marked(action)
        words = market(marked, to) if marked else choice_told(action, counter, to)
        found.setdefault(heading, []).append(Option(code=code, words=words, note=_holders(action, counter.state, to)))
    return tuple(OptionGroup(options=tuple(listed), heading=heading) for heading, listed in found.items())


def _apart(actions: Sequence[ChooseForEvent]) -> bool:
    """Return whether own and opposing flags have codes of their own."""
    both = any(action.remove_enemy for action in actions) and any(action.remove_own for action in actions)
    return both and not any(action.remove_enemy and action.remove_own for action in actions)


def _heading(action: ChooseForEvent, to: Speech, *, apart: bool) -> str:
    if action.activate is not None and _marked(action):
        name = to.thing(ADVANTAGE, action.activate.advantage)
        return to.gettext("Advantage %(advantage)s: conflict marker in", advantage=name)
    if apart:
        return (
            to.gettext("Flags of your own to remove") if action.remove_own else to.gettext("Opposing flags to remove")
        )
    return to.word("alternatives_shown", action.option) if action.option else ""


def _marked(action: ChooseForEvent) -> str | None:
    """Return the space that an Advantage puts a conflict marker on."""
    return None if action.activate is None else action.activate.conflict


def _several(options: Sequence[Coded], legal: Sequence[Action], to: Speech) -> str:
    """Return how several codes make one answer, where they are single values.

    All that are asked for, or up to so many.
    """
    whole = max(legal, key=_size, default=None)
    codes = [] if whole is None else [option.code for option in options if _holds(whole, option.action)]
    if whole is None or len(codes) < 2:
        return ""
    options_of = {getattr(each, "option", None) for each in legal if 0 < _size(each) < _size(whole)}
    if getattr(whole, "option", None) not in options_of:
        return to.together(codes)
    return to.gettext(
        "Up to %(n)s: one code, or several in one line, for example: %(codes)s.", n=len(codes), codes=" ".join(codes)
    )


def _values(action: Action) -> set[tuple[str, str]]:
    fields = asdict(action).items()
    return {(name, value) for name, values in fields if isinstance(values, tuple) for value in values}


def _size(action: Action) -> int:
    return len(_values(action))


def _holds(whole: Action, part: Action) -> bool:
    given = _values(part)
    return bool(given) and given <= _values(whole)


def _note(asked: Asked, counter: Counter, to: Speech) -> str:
    """Say what the part of the card does, and whose it is; how several codes make one answer."""
    does = _does(asked.decision.context, counter, to)
    return " ".join(filter(None, [does, _several(asked.options, asked.legal, to)]))


def _does(context: Mapping[str, Any], counter: Counter, to: Speech) -> str:
    side = SIDES.index(context["side"])
    if side != counter.side:
        return to.gettext("%(side)s plays it, you choose what happens to you.", side=to.seat(context["side"]))
    words = part_text(context["card"], context["part"], counter.state, side, to)
    text, drawn = to.gettext("It does: %(effect)s.", effect=words), drawn_commodity(counter.state)
    if drawn:
        text += " " + to.gettext("Drawn: %(commodity)s.", commodity=to.thing(COMMODITY, drawn))
    return text


@ASKINGS.place
def choice_told(action: ChooseForEvent, counter: Counter, to: Speech) -> str:
    """Return an answer in a few words."""
    parts = [*_spaces(action, to), *_things(action, counter.state, to)]
    if parts:
        return "; ".join(parts)
    if action.option in ("diplomatic", "economic"):
        return to.points(action.option, _points_of(action))
    if action.card in _SCORING:
        return to.gettext("do not score it")
    return to.gettext("nothing")


_SCORING = tuple(
    card.number
    for card in EVENT
    if any(op.op == "score_demand" for version in FACTS.event_versions[card.number - 1] for op in version.bonus)
)


def _points_of(action: ChooseForEvent) -> int:
    ops = (op for version in FACTS.event_versions[action.card - 1] for op in version.part(action.part))
    return next((op.n for op in ops if op.option == action.option), 0)


def _spaces(action: ChooseForEvent, to: Speech) -> list[str]:
    """Return the chosen spaces.

    Where two kinds of them are chosen, each kind is named.
    """
    chosen = (action.conflicts, action.unflag, action.shift, action.take_control)
    parts = [to.listing(map(to.space, spaces)) for spaces in chosen if spaces]
    enemy, own = to.spaces(action.remove_enemy), to.spaces(action.remove_own)
    if enemy and own:
        enemy, own = to.gettext("opposing: %(spaces)s", spaces=enemy), to.gettext("own: %(spaces)s", spaces=own)
    return [*parts, *filter(None, (enemy, own))]


def _things(action: ChooseForEvent, state: State, to: Speech) -> list[str]:
    parts = [to.listing(to.thing(ADVANTAGE, name) for name in (*action.refresh, *action.exhaust))]
    parts += [to.space(space) for space in (action.fort, action.squadron) if space]
    parts += [to.war_tile(action.tile)] if action.tile else []
    parts += [to.theatre(war_of(state), action.theater)] if action.theater is not None else []
    parts += [to.thing(COMMODITY, name) for name in (action.commodity, action.replaces) if name]
    parts += [to.points("economic", action.points)] if action.points else []
    parts += [to.gettext("score it")] if action.score_cotton else []
    parts += [to.debt(1) if action.pay == "debt" else to.treaty_points(1)] if action.pay else []
    if action.activate is not None:
        name = to.thing(ADVANTAGE, action.activate.advantage)
        where = action.activate.conflict
        parts.append(f"{name}: {to.space(where)}" if where else name)
    return [part for part in parts if part]


def _holders(action: ChooseForEvent, state: State, to: Speech) -> str:
    """Return what a shift does to the flag of a space, or whose flag flies where control is taken."""
    if len(action.shift) != 1 and len(action.take_control) != 1:
        return ""
    (space,) = action.shift or action.take_control
    owner = controller(state, SPACE.index[space])
    if owner == NONE:
        return to.gettext("place a flag")
    if action.shift:
        return to.gettext("remove the flag: %(side)s", side=to.seat(FLAGS[owner]))
    return to.seat(FLAGS[owner])


def _card(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    return to.event_name(decision.context["card"])


def _asked_for(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    card = _card(decision, counter, to)
    if decision.context["part"] == "bonus":
        return to.gettext("%(card)s: your choice for the bonus", card=card)
    return to.gettext("%(card)s: your choice for the effect", card=card)


ask("choose_for_event", "a choice for the event %(card)s", _asked_for, note=_note, groups=_groups, card=_card)


def _argument(name: str, to: Speech) -> str:
    return to.word("arguments", name) if name in WORDS["arguments"] else name


def _chosen(value: object, to: Speech) -> str:
    """Describe a value of an argument: a space, an advantage with its target, a tile, a theatre, a figure."""
    if not isinstance(value, str):
        return str(value)
    return ": ".join(_any_name(word, to) for word in value.split())


def _any_name(id: str, to: Speech) -> str:
    """Return the name of whatever has this id, else the id itself.

    An unknown id was written by the player.
    """
    for kind in (PLACE, ADVANTAGE, COMMODITY):
        if id in kind:
            return to.thing(kind, id)
    if id in WAR_TILE:
        return to.war_tile_name(id)
    return {"debt": to.debt(1), "trp": to.treaty_points(1)}.get(id, id)


def _event_option(given: Facts, to: Speech) -> str:
    options = to.any_of(to.word("alternatives", option) for option in given["options"])
    card = to.event(given["card"])
    if not options:
        return to.gettext("%(card)s leaves no such choice here", card=card)
    return to.gettext("%(card)s: choose one of these: %(options)s", card=card, options=options)


def _event_argument(given: Facts, to: Speech) -> str:
    card, named = to.event(given["card"]), _argument(given["argument"], to)
    wanted = ", ".join(_argument(name, to) for name in given["arguments"])
    if not wanted:
        return to.gettext("%(card)s does not ask for this: %(argument)s", card=card, argument=named)
    return to.gettext(
        "%(card)s does not ask for this: %(argument)s; it asks for: %(arguments)s",
        card=card,
        argument=named,
        arguments=wanted,
    )


def _event_target(given: Facts, to: Speech) -> str:
    targets = ", ".join(_chosen(value, to) for value in given["targets"]) or to.gettext("nothing")
    return to.gettext(
        "%(card)s does not work on %(target)s; it works on: %(targets)s",
        card=to.event(given["card"]),
        target=_chosen(given["given"], to),
        targets=targets,
    )


def _event_target_twice(given: Facts, to: Speech) -> str:
    named = ", ".join(_chosen(value, to) for value in given["given"])
    return to.gettext("%(card)s: something is named twice: %(targets)s", card=to.event(given["card"]), targets=named)


def _event_count(given: Facts, to: Speech) -> str:
    least, most = given["least"], given["most"]
    return to.gettext(
        "%(card)s asks for %(argument)s: %(number)s; you named %(given)s",
        card=to.event(given["card"]),
        argument=_argument(given["argument"], to),
        number=str(most) if least == most else f"{least}-{most}",
        given=given["given"],
    )


refuse(choosing.event_option, _event_option)
refuse(choosing.event_argument, _event_argument)
refuse(choosing.event_target, _event_target)
refuse(choosing.event_target_twice, _event_target_twice)
refuse(choosing.event_count, _event_count)
