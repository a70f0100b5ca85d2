"""Tell what concerns one player: facedown advisers, cards drawn, what they have seen, what others can do to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.reports.model import Holding, Item, Outlook, Section

from ..facts import CARD, NONE, REGION, SITE, SPACE
from ..rules import table, victory
from ..rules.campaign import threats
from ..state import Facedown, State
from ..texts import printed
from .book import Counter, Speech
from .options import targets


def holdings(state: State, seat: str, to: Speech) -> Iterator[Holding]:
    """Yield facedown advisers and drawn cards with their texts, and what the player has seen of others."""
    board = state.boards[seat]
    hidden = [each.card for each in board.hidden if each.card != NONE]
    if hidden:
        yield _cards(to.gettext("Your facedown advisers"), state, hidden, to)
    drawn = [each.card for each in board.drawn if each.card != NONE]
    if drawn:
        yield _cards(to.gettext("The cards that you drew"), state, drawn, to)
    seen = tuple(_seen(state, seat, to))
    if seen:
        yield Holding(heading=to.gettext("What you have seen"), items=seen, brief=seen)


def _cards(heading: str, state: State, cards: Iterable[int], to: Speech) -> Holding:
    items = tuple(Item(name=to.thing(CARD, card), text=to.face(state, card)) for card in cards)
    return Holding(heading=heading, items=items, brief=items)


def _seen(state: State, seat: str, to: Speech) -> Iterator[Item]:
    """Yield what lies face down elsewhere and the player has looked at."""
    for slot, here in enumerate(state.sites):
        for card in _known(here.relics):
            yield Item(name=to.thing(CARD, card), text=to.gettext("relic at %(site)s", site=to.site_at(state, slot)))
        if here.site == NONE and here.under != NONE:
            told = printed(SITE, SITE.ids[here.under], to.language.code)
            yield Item(name=f"{to.thing(SITE, here.under)} ({to.site_at(state, slot)})", text=told)
    for space, lying in enumerate(state.reliquary):
        for card in _known(lying):
            yield Item(name=to.thing(CARD, card), text=to.gettext("reliquary, %(space)s", space=to.thing(SPACE, space)))
    for other in table.others(state, seat):
        for card in _known(state.boards[other].hidden):
            whose = to.gettext("facedown adviser of %(player)s", player=to.seat(other, "genitive"))
            yield Item(name=to.thing(CARD, card), text=whose)
    for region, pile in enumerate(state.discards):
        known = [to.thing(CARD, card) for card in _known(pile)]
        if known:
            name = to.gettext("Discard pile: %(region)s", region=to.thing(REGION, region))
            yield Item(name=name, text=", ".join(known))


def _known(lying: Iterable[Facedown]) -> Iterator[int]:
    return (each.card for each in lying if each.card != NONE)


def outlook(state: State, seat: str, to: Speech) -> Iterator[Outlook]:
    """Yield whom the player has to reckon with: who can campaign against them, and who wins in a wake phase."""
    for other in table.others(state, seat):
        items = (*_campaigns(state, seat, other, to), *_victory(state, other, to))
        if items:
            yield Outlook(
                heading=to.gettext("What %(seat)s can do next", seat=to.seat(other)),
                items=items,
                brief=tuple(f"{item.name}: {item.text}." for item in items),
                note=to.gettext("Worked out from what lies open; battle plans and journeys may add to it."),
            )


def _campaigns(state: State, seat: str, other: str, to: Speech) -> Iterator[Item]:
    """Yield what another player could aim at in a campaign against this one, from where the pawn is now."""
    if state.boards[other].pawn == NONE:
        return
    found: dict[str, None] = {}
    for threat in threats(state, other, seat):
        found |= dict.fromkeys(targets(threat, Counter(state, other), to))
    if found:
        name = to.gettext("campaign against you, %(warbands)s", warbands=to.warbands(state.boards[other].warbands))
        yield Item(name=name, text=", ".join(found))


def _victory(state: State, other: str, to: Speech) -> Iterator[Item]:
    if wins_next(state, other):
        yield Item(name=to.gettext("victory"), text=to.gettext("in the next wake phase"))


def left(before: State, now: State, seat: str, to: Speech) -> Iterator[Item]:
    """Yield what is left; what has moved is shown with its old value."""
    was, is_ = before.boards[seat], now.boards[seat]
    yield Item(name=to.gettext("Supply"), text=_moved(was.supply, is_.supply))
    yield Item(name=to.gettext("Favor"), text=_moved(was.favor, is_.favor))
    yield Item(name=to.gettext("Secrets"), text=_moved(was.secrets, is_.secrets))
    yield Item(name=to.gettext("Warbands"), text=_moved(was.warbands, is_.warbands))


def _moved(was: int, now: int) -> str:
    return str(now) if was == now else f"{was} → {now}"


def preview(before: State, now: State, seat: str, to: Speech) -> tuple[Section, ...]:
    """Return what the player should beware of: others who would win in their next wake phase."""
    told = []
    for other in table.others(now, seat):
        if wins_next(now, other) and not wins_next(before, other):
            told.append(to.gettext("%(seat)s would win in the next wake phase.", seat=to.seat(other)))
    return (Section(heading=to.gettext("Beware"), paragraphs=tuple(told)),) if told else ()


def wins_next(state: State, seat: Any) -> bool:
    """Return whether an exile wins in their next wake phase, as things stand."""
    usurps = state.title == seat and state.usurper and not table.belongs(state, seat)
    return usurps or bool(victory.fulfilled(state, seat))
