"""How the game goes: prestige in a box, who is near a milestone, what would be left, what to beware of, a round that is
over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from adjudicator.components import bits
from adjudicator.kernel.events import Told
from adjudicator.reports.game import Course
from adjudicator.reports.model import Box, Item, Lead, Section, Stake
from adjudicator.reports.speech import initials

from ..facts import POWER, REALM, SEAT
from ..rules.characters import Appointed
from ..rules.claims import causes
from ..rules.purse import LoanRepaid, LoanTaken
from ..rules.relations import realm_of
from ..slots import MILESTONE
from ..state import State
from . import effects, figures
from .book import Known, Speech


def settled(told: Sequence[Told[Any]], seats: Iterable[str]) -> list[Told[Any]]:
    """Without what came to nothing: a loan that the same realm repaid, or had repaid and took anew; of the posts that
    a character was given one after the other all but the last.
    """
    kept: list[Told[Any]] = []
    loans: dict[str, list[Told[Any]]] = {}
    posts: dict[tuple[str, str], Told[Any]] = {}
    for each in told:
        event = each.to(seats)
        if isinstance(event, LoanTaken | LoanRepaid):
            open_ones = loans.setdefault(event.seat, [])
            if open_ones and type(open_ones[-1].to(seats)) is not type(event):
                kept.remove(open_ones.pop())
                continue
            open_ones.append(each)
        elif isinstance(event, Appointed):
            if (earlier := posts.get((event.seat, event.character))) is not None:
                kept.remove(earlier)
            posts[event.seat, event.character] = each
        kept.append(each)
    return kept


def lead(seat: str, text: str) -> Lead:
    """Words in the colour of a realm."""
    return Lead(text=text, tone=SEAT.index[seat] + 1)


def box(state: State, seats: Sequence[str], to: Speech) -> Box:
    """In a brief mail: who has most prestige, where not all have as much; when it is; the purse of the reader."""
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
        label=to.gettext("Prestige: all level") if level else most_of,
        value=str(most),
        line=" · ".join(line),
    )


def order(state: State, to: Speech) -> str:
    """The realms by their letters, as figures of all stand in a row."""
    return " : ".join(initials([to.seat(seat) for seat in state.order]))


def stakes(now: Known, before: State | None, to: Speech) -> Iterator[Stake]:
    """Each milestone on display that is not everybody's: what every realm has of what it asks, who is nearest."""
    state = now.state
    for number in bits(state.goals.milestones):
        reached = state.goals.reached[number]
        needs = now.content.milestones[MILESTONE.ids[number]].needs
        has = {seat: figures.progress(state, seat, needs) for seat in state.order if seat not in reached}
        if not has:
            continue
        best = max(has, key=lambda seat: has[seat][0])
        most = has[best][1]
        level = len(has) > 1 and all(n == has[best][0] for n, _ in has.values())
        ahead = Lead(text=to.gettext("tie")) if level else lead(best, f"{to.seat(best)} {has[best][0]}/{most}")
        yield Stake(
            name=to.thing(MILESTONE, number),
            hint=effects.needs(needs, to),
            ahead=ahead,
            counts=tuple(lead(seat, str(n)) for seat, (n, _) in has.items()),
            changed=before is not None and reached != before.goals.reached[number],
        )


def left(before: Known, now: Known, seat: str, to: Speech) -> Iterator[Item]:
    """Power of each type, ducats, cards in hand, prestige; what has moved with where it was."""
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
    """What a friend would warn of: new wars, and who has a cause for war that he had not before."""
    realm = realm_of(seat)
    told = []
    foes = now.state.war[realm] & ~before.state.war[realm]
    if foes:
        told.append(
            to.gettext("You are at war with %(foes)s.", foes=to.listing(to.thing(REALM, each) for each in bits(foes)))
        )
    for each in now.state.order:
        fights = now.state.war[realm_of(each)] >> realm & 1
        if each != seat and not fights and _may_attack(now, each, realm) and not _may_attack(before, each, realm):
            told.append(to.gettext("%(seat)s has a cause for war against you.", seat=to.seat(each)))
    return (Section(heading=to.gettext("Beware"), paragraphs=tuple(told)),) if told else ()


def _may_attack(known: Known, seat: str, realm: int) -> bool:
    return bool(causes(known.state, known.content, seat, realm))


def turned(began: Known, ended: Known, course: Course, to: Speech) -> tuple[str, Iterable[Section]]:
    """The title and the powers of a round that is over."""
    title = to.gettext("round %(n)s is over", n=ended.state.rounds) if course.whole else to.gettext("a turn is over")
    return title, [Section(table=figures.powers(ended.state, began.state, to))]
