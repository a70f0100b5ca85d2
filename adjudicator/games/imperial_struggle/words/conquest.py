"""Spoils that are spent in words: conquests, flags removed, a conquest that is refused (7.2, 7.2.2)."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.game import Asked
from adjudicator.reports.model import OptionGroup
from adjudicator.reports.option_groups import Shelf
from adjudicator.reports.refusing import Facts

from ..components import NAVY_BOX, SideEvent
from ..fact_types import BRITAIN, FLAGS, NONE, SIDES, SPACE
from ..facts import FACTS
from ..rules.control import controller
from ..rules.war import conquest
from ..rules.war.conquest import quote, refusal_price, sources
from ..rules.war.progress import progress, spoils_of, unflag_of
from ..state import State
from .book import ASKINGS, TELLINGS, Counter, ask, refuse
from .places import places, taken, unflagged_by
from .speech import Speech, opponent
from .tables import kind as kind_of_space


@TELLINGS.place
def conquest_points(event: conquest.SpaceConquered | conquest.ConquestTried, to: Speech) -> str:
    """Return what a conquest costs."""
    return to.cp(event.cp)


@TELLINGS.place
def squadron_from(event: conquest.SpaceConquered, to: Speech) -> str:
    """Return where the squadron came from that holds a naval space now."""
    if event.source == NAVY_BOX:
        return to.gettext("squadron from the navy box")
    return to.gettext("squadron from %(source)s", source=to.from_space(event.source)) if event.source else ""


@TELLINGS.place
def spoils_lost(event: conquest.SpoilsLost, to: Speech) -> str:
    """Return the spoils that nobody used."""
    lost = [to.cp(event.cp)] if event.cp else []
    lost += [to.gettext("a flag to remove")] if event.unflag else []
    return ", ".join(lost) or to.gettext("nothing")


@TELLINGS.place
def unflagged(event: Any, to: Speech) -> str:
    """Say that a flag of the other side was removed from a space."""
    return to.unflagged(event.space, event.side)


@TELLINGS.place
def other_side(event: SideEvent, to: Speech) -> str:
    """Return the side that did not do it."""
    return to.seat(opponent(event.side))


def left_of_spoils(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return what is left of the spoils that are spent."""
    state = counter.state
    left = spoils_of(state)
    parts = [to.gettext("Left: %(cp)s.", cp=to.cp(left.cp))] if left.cp else []
    if left.unflag:
        unflag = unflag_of(state)
        deed = taken(to.gettext("You may remove a flag"), unflagged_by(unflag.type, unflag.region), to)
        parts.append(f"{deed}.")
    return " ".join(parts)


@ASKINGS.place
def kind_and_owner(action: conquest.Conquer, counter: Counter, to: Speech) -> str:
    """Return what a conquest would take, from whom, and on which terms."""
    space = SPACE.index[action.space]
    owner, notes = controller(counter.state, space), [kind_of_space(SPACE.things[space], to)]
    notes += [to.seat(FLAGS[owner])] if owner != NONE else []
    return ", ".join([*notes, *_terms(action, counter, to)])


def _terms(action: conquest.Conquer, counter: Counter, to: Speech) -> list[str]:
    """Say what the other side may do about it, and where the squadron comes from."""
    state, side = counter.state, counter.side
    price, notes = quote(state, side, action.space), []
    if price.may_refuse != NONE:
        vp = to.vp(refusal_price(state, price.may_refuse))
        notes.append(to.gettext("may be refused for %(vp)s", vp=vp))
    if FACTS.naval >> price.space & 1:
        names = to.any_of(to.space(source) for source in sources(state, side))
        notes.append(to.gettext("squadron from: %(spaces)s", spaces=names))
    return notes


@ASKINGS.shelf
def conquests_by_price(action: conquest.Conquer, counter: Counter, to: Speech) -> Shelf:
    """Return a shelf of conquests by their price, and by what else they mean."""
    price, terms = quote(counter.state, counter.side, action.space).cp, _terms(action, counter, to)
    heading = to.gettext("Conquer, %(points)s", points=to.cp(price))
    return Shelf((*ASKINGS.order("conquer"), len(terms), price), heading, "", ", ".join(terms))


def _links(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    return ASKINGS.links(asked.options, counter, to, "or", lambda action: 0)


ASKINGS.figures(conquest_price=lambda action, counter: quote(counter.state, counter.side, action.space).cp)
ask(
    "spend_spoils",
    "%(here)s: your spoils",
    "%(here)s: spend your spoils",
    note="%(left_of_spoils)s",
    links=_links,
    left_of_spoils=left_of_spoils,
)


@ASKINGS.place
def refusal_cost(action: conquest.AnswerConquest, counter: Counter, to: Speech) -> str:
    """Return what it costs to refuse."""
    return to.vp(refusal_price(counter.state, counter.side)) if action.refuse else ""


@ASKINGS.place
def answer_means(action: conquest.AnswerConquest, counter: Counter, to: Speech) -> str:
    """Return what an answer to a conquest means."""
    state, side = counter.state, counter.side
    if not action.refuse:
        return to.gettext("%(side)s takes it", side=_winner(state, to))
    price = refusal_price(state, side)
    return to.gettext(
        "%(side)s scores it, the track goes to %(vp)s; the territory is safe for the rest of this war; it is your "
        "refusal %(n)s of %(most)s",
        side=_winner(state, to),
        vp=state.vp + (price if side == BRITAIN else -price),
        n=progress(state).refusals[side] + 1,
        most=len(FACTS.war_rules.refusal_vp),
    )


def _winner(state: State, to: Speech) -> str:
    return to.seat(SIDES[spoils_of(state).winner])


ASKINGS.facts(
    territory=lambda decision, counter, to: to.space(decision.context["space"]),
    winner=lambda decision, counter, to: _winner(counter.state, to),
    vp=lambda decision, counter, to: counter.state.vp,
)


def _not_for_unflag(given: Facts, to: Speech) -> str:
    return to.gettext(
        "%(space)s has no flag that these spoils may remove; they remove an opposing one: %(places)s",
        space=to.space(given["space"]),
        places=places(unflagged_by(given["type"], given["region"]), to),
    )


refuse(conquest.not_for_unflag, _not_for_unflag)
