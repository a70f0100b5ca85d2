"""Tell what a realm must know to choose: purse, income to come, wars and ties, milestones near, and who is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator.components import bits
from adjudicator.reports.wording.upcoming import upcoming

from ..facts import POWER, REALM
from ..rules.acting import may_take_event
from ..rules.purse import clockwise
from ..rules.relations import realm_of
from ..rules.upkeep import accounts
from ..slots import MILESTONE, STRUGGLE
from ..state import State
from . import effects, figures
from .book import Known, Speech, played

MOST: Final = 3
"""Milestones that are told, those of which the realm lacks least first."""
ACTIONS: Final = 2
"""The phase of actions (R3.20)."""


def situation(now: Known, seat: str, to: Speech) -> Iterator[str]:
    """Yield at most eight lines; what the reader's own hand tells stands elsewhere."""
    state = now.state
    if not played((seat,), state):
        return
    own, realm = state.led[seat], realm_of(seat)
    purse = [to.paid(power, n) for power, n in zip(POWER.ids, own.power, strict=True)]
    yield to.gettext(
        "You have: %(purse)s; next income: %(net)s",
        purse=", ".join((*purse, to.ducats(own.ducats))),
        net=to.signed(accounts(state, seat, now.content).net),
    )
    yield to.gettext("At war: %(realms)s", realms=_realms(state.war[realm], to) or to.pgettext("at war", "nobody"))
    ties = []
    if state.allied[seat]:
        ties.append(to.gettext("Allied: %(realms)s", realms=_realms(state.allied[seat], to)))
    if state.married[seat]:
        ties.append(to.gettext("Married: %(realms)s", realms=_realms(state.married[seat], to)))
    if ties:
        yield "; ".join(ties)
    yield from _milestones(now, seat, to)
    if state.goals.struggle >= 0:
        yield to.gettext("Power struggle: %(struggle)s", struggle=to.thing(STRUGGLE, state.goals.struggle))
    yield _then(state, seat, to)


def _realms(mask: int, to: Speech) -> str:
    return ", ".join(to.thing(REALM, bit) for bit in bits(mask))


def _milestones(now: Known, seat: str, to: Speech) -> Iterator[str]:
    """Yield the open milestones that the realm lacks least of: what they ask, and who of the others is nearest."""
    state, found = now.state, []
    for number in bits(state.goals.milestones):
        reached = state.goals.reached[number]
        if seat not in reached:
            needs = now.content.milestones[MILESTONE.ids[number]].needs
            far = {each: figures.progress(state, each, needs) for each in state.order if each not in reached}
            found.append((far[seat][1] - far[seat][0], number, needs, far))
    for _, number, needs, far in sorted(found, key=lambda each: each[:2])[:MOST]:
        best = max((n for each, (n, _) in far.items() if each != seat), default=0)
        rivals = [each for each, (n, _) in far.items() if each != seat and n == best and n]
        near = [to.gettext("you %(n)s of %(all)s", n=far[seat][0], all=far[seat][1])]
        near += [f"{', '.join(map(to.seat, rivals))} {best}"] if len(rivals) in (1, 2) else []
        yield to.gettext(
            "Milestone %(name)s: %(asks)s (%(near)s)",
            name=to.thing(MILESTONE, number),
            asks=effects.needs(needs, to),
            near="; ".join(near),
        )


def _then(state: State, seat: str, to: Speech) -> str:
    """Say what comes next: turns until the reader's next one, or the phases that are left of the round."""
    active = state.turn.active
    if state.phase == ACTIONS and active:
        order = (each for each in (*clockwise(state, active)[1:], active) if _plays(state, each))
        if told := upcoming(active, order, seat, to):
            return told
    if state.phase < ACTIONS:
        return to.gettext("Then: the turns, %(seat)s first", seat=to.seat(state.first))
    left = [to.gettext(phase) for phase in figures.PHASES[state.phase :]]
    return to.gettext("Then: %(what)s", what=", ".join((*left, to.gettext("the next round"))))


def _plays(state: State, seat: str) -> bool:
    """Return whether a seat has another turn in this round, behind the present one (R3.24)."""
    status = state.led[seat].status
    left = status.last_turns - (seat == state.turn.active)
    return not status.passed and (status.last_turns < 0 or left > 0 or may_take_event(state, seat))
