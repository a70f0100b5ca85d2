"""The choices that Event cards ask for (5.2): options in words, with what they would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.game import Asked, Coded
from adjudicator.reports.model import Option, OptionGroup

from ..fact_events import EVENT
from ..fact_types import ADVANTAGE, COMMODITY, FLAGS, NONE, SIDES, SPACE
from ..facts import FACTS
from ..rules.control import controller
from ..rules.events.choosing import ChooseForEvent
from ..rules.events.targets import drawn_commodity
from ..state import State, war_of
from .book import ASKINGS, Counter, ask
from .event_words import part_text
from .shifts import market
from .speech import Speech


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
