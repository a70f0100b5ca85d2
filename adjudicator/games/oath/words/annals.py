"""Tell the history of a chronicle: a paragraph for each match that is over, and what became of the first empire (8)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.components.bits import bits
from adjudicator.language import msgid
from adjudicator.reports.model import Section

from ..facts import CHANCELLOR, EDIFICE, NONE, OATH, PLAYER, SITE
from ..state import WAY, Annal, State
from .book import Speech
from .course import won


def history(state: State, to: Speech) -> Iterator[Section]:
    """Yield the matches of the chronicle that are over, and from the second on what became of the first empire."""
    if state.annals:
        told = tuple(" ".join(_match(each, n, to)) for n, each in enumerate(state.annals, 1))
        yield Section(heading=to.gettext("The chronicle"), paragraphs=told)
    if len(state.annals) > 1:
        heading = to.gettext("What became of the first empire")
        yield Section(heading=heading, paragraphs=(" ".join(_first_empire(state, to)),))


def _match(annal: Annal, n: int, to: Speech) -> Iterator[str]:
    oath, how = to.thing(OATH, annal.oath), WAY.ids[annal.how]
    yield to.gettext("Match %(n)s, %(oath)s, round %(round)s.", n=n, oath=oath, round=annal.round)
    yield won(how, [annal.winner], to)
    if citizens := PLAYER.ids_of(annal.citizens):
        yield to.gettext("Citizens: %(seats)s.", seats=to.things(PLAYER, citizens))
    if annal.ruled:
        rulers = (f"{_ruler(seat, to)} ({_sites(sites, to)})" for seat, sites in annal.ruled.items())
        yield to.gettext("Rulers: %(rulers)s.", rulers=", ".join(rulers))
    if annal.built != NONE:
        edifice = to.thing(EDIFICE, annal.built)
        yield to.gettext("%(seat)s raises %(edifice)s.", seat=to.seat(annal.winner), edifice=edifice)
    if annal.fell:
        yield to.gettext("Falls into ruin: %(edifices)s.", edifices=to.things(EDIFICE, bits(annal.fell)))
    if annal.gone:
        yield to.gettext("Leaves the map: %(sites)s.", sites=_sites(annal.gone, to))
    moved = [(former, seat) for former, seat in annal.heirs.items() if former != seat]
    if moved:
        told = (to.gettext("%(former)s becomes %(seat)s", former=to.seat(a), seat=to.seat(b)) for a, b in moved)
        yield to.gettext("For the next match %(moves)s.", moves=to.listing(told))


def _first_empire(state: State, to: Speech) -> Iterator[str]:
    first, last = state.annals[0], state.annals[-1]
    held = first.ruled.get(CHANCELLOR, 0)
    sites = _sites(held, to) if held else to.gettext("no site")
    yield to.gettext("The empire of match 1 held %(sites)s when %(seat)s won.", sites=sites, seat=to.seat(first.winner))
    yield from _founder(state, to)
    for seat, ruled in last.ruled.items():
        if kept := held & ruled:
            held &= ~kept
            told = msgid("At the end of match %(n)s %(seat)s rules %(sites)s.")
            yield to.gettext(told, seat=_ruler(seat, to), sites=_sites(kept, to), n=len(state.annals))
    there = sum(1 << here.site for here in state.sites if here.site != NONE)
    if free := held & there:
        yield to.gettext("Nobody rules %(sites)s any more.", sites=_sites(free, to))
    if lost := held & ~there:
        yield to.gettext("No map shows %(sites)s any more.", sites=_sites(lost, to))
    if first.built != NONE:
        yield _edifice(state, first.built, to)
    oath = state.oath if state.next_oath == NONE else state.next_oath
    names = {"oath": to.thing(OATH, first.oath), "new": to.thing(OATH, oath)}
    if oath == first.oath:
        yield to.gettext("The next match is played under its oath again: %(oath)s.", **names)
    else:
        yield to.gettext("Its oath was %(oath)s; the next match is played under another one, %(new)s.", **names)


def _founder(state: State, to: Speech) -> Iterator[str]:
    """Tell which boards the first Chancellor had since."""
    seat, since = CHANCELLOR, list[str]()
    for n, annal in enumerate(state.annals, 1):
        since.append(to.gettext("%(seat)s in match %(n)s", seat=to.seat(seat), n=n))
        if seat not in annal.heirs:
            break
        seat = annal.heirs[seat]
    yield to.gettext("Its first Chancellor then played %(seats)s.", seats=to.listing(since[1:] or since))


def _edifice(state: State, card: int, to: Speech) -> str:
    edifice = to.thing(EDIFICE, card)
    if all(card not in here.cards for here in state.sites):
        return to.gettext("Its edifice is gone: %(edifice)s.", edifice=edifice)
    if state.ruined >> card & 1:
        return to.gettext("Its edifice lies in ruin: %(edifice)s.", edifice=edifice)
    return to.gettext("Its edifice stands: %(edifice)s.", edifice=edifice)


def _ruler(seat: str, to: Speech) -> str:
    return to.gettext("the empire") if seat == CHANCELLOR else to.seat(seat)


def _sites(mask: int, to: Speech) -> str:
    return to.listing(to.thing(SITE, bit) for bit in bits(mask))
