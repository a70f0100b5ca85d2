"""Tell how the game goes.

Prestige in a box, who is near a milestone, what would be left, what to beware of, and a round that is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.components import bits
from adjudicator.reports.model import Box, Item, Lead, Section, Stake
from adjudicator.reports.wording.event_text import events_for
from adjudicator.reports.wording.game import Course
from adjudicator.reports.wording.speech import initials

from ..facts import POWER, REALM
from ..rules.ages import Scored
from ..rules.claims import causes
from ..rules.relations import realm_of
from ..slots import MILESTONE
from ..state import State
from . import chronicle, effects, figures, netting
from .book import Known, Speech, played
from .chronicle import Span
from .events import parts


def box(state: State, seats: Sequence[str], to: Speech) -> Box:
    """Return the box of a brief message: who has most prestige, if not all have as much; when; the reader's purse."""
    most = max(own.prestige for own in state.led.values())
    first = [seat for seat in state.order if state.led[seat].prestige == most]
    short = initials([to.seat(seat) for seat in state.order])
    line = [figures.when(state, to)]
    line += [f"{name} {state.led[seat].prestige}" for name, seat in zip(short, state.order, strict=True)]
    for seat in seats:
        own = state.led[seat]
        power = "/".join(map(str, own.power))
        line.append(to.gettext("power %(power)s, %(ducats)s", power=power, ducats=to.ducats(own.ducats)))
    level = len(first) == len(state.order)
    most_of = to.gettext("Most prestige: %(seats)s", seats=to.listing(map(to.seat, first)))
    return Box(
        label=to.gettext("Prestige: all tied at") if level else most_of,
        value=str(most),
        line=" · ".join(line),
    )


def order(state: State, to: Speech) -> str:
    """Return the realms by their letters, in the order in which the figures of all are listed."""
    return " : ".join(initials([to.seat(seat) for seat in state.order]))


def stakes(now: Known, before: State | None, to: Speech) -> Iterator[Stake]:
    """Yield each milestone on display that is not everybody's: what every realm has of what it asks, who is nearest."""
    state = now.state
    short = dict(zip(state.order, initials([to.seat(seat) for seat in state.order]), strict=True))
    for number in bits(state.goals.milestones):
        reached = state.goals.reached[number]
        needs = now.content.milestones[MILESTONE.ids[number]].needs
        has = {seat: figures.progress(state, seat, needs) for seat in state.order if seat not in reached}
        if not has:
            continue
        best = max(has, key=lambda seat: has[seat][0])
        most = has[best][1]
        level = len(has) > 1 and all(n == has[best][0] for n, _ in has.values())
        near = [seat for seat, (n, _) in has.items() if n == has[best][0]]
        if level:
            ahead = Lead(text=to.gettext("tie"))
        elif len(near) == 1:
            ahead = Lead(text=f"{to.seat(best)} {has[best][0]}/{most}", tone=to.tone(best))
        else:
            ahead = Lead(text=f"{', '.join(short[seat] for seat in near)} {has[best][0]}/{most}")
        yield Stake(
            name=to.thing(MILESTONE, number),
            hint=effects.needs(needs, to),
            ahead=ahead,
            counts=tuple(Lead(text=str(n), tone=to.tone(seat)) for seat, (n, _) in has.items()),
            changed=before is not None and reached != before.goals.reached[number],
        )


def left(before: Known, now: Known, seat: str, to: Speech) -> Iterator[Item]:
    """Yield power, ducats, cards and prestige; old values of changed ones."""
    if not played((seat,), before.state, now.state):
        return
    was, own = before.state.led[seat], now.state.led[seat]
    for power in POWER.indexes:
        yield Item(name=to.word(POWER.ids[power]), text=_moved(was.power[power], own.power[power]))
    yield Item(name=to.gettext("ducats"), text=_moved(was.ducats, own.ducats))
    yield Item(name=to.gettext("cards in hand"), text=_moved(len(was.hand), len(own.hand)))
    if was.prestige != own.prestige:
        yield Item(name=to.gettext("prestige"), text=_moved(was.prestige, own.prestige))


def _moved(was: int, now: int) -> str:
    return str(now) if was == now else f"{was} → {now}"


def preview(before: Known, now: Known, seat: str, to: Speech) -> tuple[Section, ...]:
    """Return what the player should beware of: new wars, and seats that have a new cause for war."""
    if not played((seat,), before.state, now.state):
        return ()
    realm = realm_of(seat)
    told = []
    foes = now.state.war[realm] & ~before.state.war[realm]
    if foes:
        told.append(
            to.gettext("You are at war with %(foes)s.", foes=to.listing(to.thing(REALM, bit) for bit in bits(foes)))
        )
    for each in now.state.order:
        fights = now.state.war[realm_of(each)] >> realm & 1
        if each != seat and not fights and _may_attack(now, each, realm) and not _may_attack(before, each, realm):
            told.append(to.gettext("%(seat)s has a cause for war against you.", seat=to.seat(each)))
    return (Section(heading=to.gettext("Beware"), paragraphs=tuple(told)),) if told else ()


def _may_attack(known: Known, seat: str, realm: int) -> bool:
    return bool(causes(known.state, known.content, seat, realm))


def turned(began: Known, ended: Known, course: Course, to: Speech) -> tuple[str, Iterable[Section]]:
    """Return the title of a round that is over, and its sections."""
    told = netting.settled(course.told, course.seats, began.state)
    span = Span(began.state, ended, events_for(told, course.seats), course.seats, to)
    if not course.whole:
        return to.gettext("a turn is over"), list(_sections(span))
    title = to.gettext("round %(n)s of age %(age)s is over", n=began.state.round, age=began.state.age)
    return title, [*_sections(span), *_prospects(span)]


def _sections(span: Span) -> Iterator[Section]:
    """Yield what changed in each of the readers' realms, their wars, and the world."""
    to = span.to
    own = played(span.seats, span.before)
    for seat in own:
        yield Section(
            heading=to.gettext("Your realm: %(seat)s", seat=to.seat(seat)),
            paragraphs=tuple(chronicle.realm(span, seat)) or (to.gettext("Nothing has changed."),),
        )
    fights = tuple(dict.fromkeys(war for seat in own for war in chronicle.wars(span, seat)))
    if fights:
        yield Section(heading=to.gettext("Your wars"), paragraphs=fights)
    yield Section(heading=to.gettext("The world"), paragraphs=tuple(chronicle.world(span)))


def _prospects(span: Span) -> Iterator[Section]:
    """Yield the forecast of the next phase 4, or the final results (R3.55).

    Then come the realms that are near a milestone, and the standings of all realms.
    """
    state, content, to = span.after, span.now.content, span.to
    scored = sorted(span.events(Scored), key=lambda each: -each.total)
    if scored:
        told = tuple(f"{to.seat(each.seat)} {each.total}: {parts(each, to)}." for each in scored)
        yield Section(heading=to.gettext("Final scoring"), paragraphs=told)
    else:
        own = played(span.seats, state)
        yield from (Section(table=figures.forecast(state, seat, content, to)) for seat in own)
    yield Section(table=figures.filled(figures.milestones(state, content, to)))
    for each in figures.on_a_phone(figures.powers(state, span.before, to), to):
        yield Section(table=each)


def standings(now: Known, before: Known, seats: Sequence[str], to: Speech) -> Iterator[str]:
    """Yield who leads after a round, and where the readers stand."""
    state = now.state
    most = max(own.prestige for own in state.led.values())
    first = [seat for seat in state.order if state.led[seat].prestige == most]
    if len(first) == len(state.order):
        yield to.gettext("All realms are tied at prestige %(n)s.", n=most)
        return
    yield to.gettext("Most prestige: %(seats)s, %(n)s.", seats=to.listing(map(to.seat, first)), n=most)
    for seat in played(seats, state, before.state):
        if seat not in first:
            n, was = state.led[seat].prestige, before.state.led[seat].prestige
            place = 1 + sum(own.prestige > n for own in state.led.values())
            told = str(n) if n == was else f"{n} ({to.signed(n - was)})"
            yield to.gettext(
                "%(seat)s: prestige %(told)s, place %(place)s.", seat=to.seat(seat), told=told, place=place
            )
