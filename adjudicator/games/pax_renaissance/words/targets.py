"""Operations against their targets, in words (F)."""

from __future__ import annotations

from adjudicator.reports.asking import Shelf

from ..facts import BORDER, EMPIRE, ITEM, NONE, OPERATION, PIECE, PLACE, SIDE
from ..rules import targets
from ..rules.table import owner_of, pawn_at, pirate_at
from .book import Counter, Rank, chip_of, offer
from .speech import Speech


def _shelf(action: targets.Operate, counter: Counter, to: Speech) -> Shelf:
    """What one card can do with one of its icons."""
    card, operation = ITEM.number(action.card), action.operation
    heading = to.gettext("%(card)s: %(operation)s", card=to.at(ITEM, card), operation=to.thing(OPERATION, operation))
    priced = to.gettext("florins") if isinstance(action, targets.Vote | targets.Campaign) else ""
    return Shelf((Rank.OPERATIONS, card, OPERATION.number(operation)), heading, priced)


def _ruler(action: targets.RepressAt | targets.SiegeAt, counter: Counter, to: Speech) -> str:
    """A place with who stands there."""
    piece = counter.state.places[PLACE.number(action.place)]
    place = to.at(PLACE, action.place)
    return place if piece == NONE else f"{place}: {to.thing(PIECE, piece)}"


def _pirate(action: targets.SiegeOn | targets.SailPirate, counter: Counter, to: Speech) -> str:
    """A border with the pirate there, and where it would go."""
    at = action.border if isinstance(action, targets.SiegeOn) else action.at
    piece = pirate_at(counter.state, BORDER.number(at))
    told = to.at(BORDER, at) if piece == NONE else f"{to.at(BORDER, at)}: {to.thing(PIECE, piece)}"
    return f"{told} → {_border(action.to, counter, to)}" if isinstance(action, targets.SailPirate) else told


def _border(border: str, counter: Counter, to: Speech) -> str:
    """A border with whoever is there."""
    there = counter.state.borders[BORDER.number(border)]
    return ": ".join(filter(None, [to.at(BORDER, border), to.listing(to.thing(PIECE, each) for each in there)]))


def _concession(action: targets.Tax | targets.RepressOn, counter: Counter, to: Speech) -> str:
    """A border with whose concession it is, and the empire that is meant."""
    piece = pawn_at(counter.state, BORDER.number(action.border))
    told = (
        to.at(BORDER, action.border) if piece == NONE else f"{to.at(BORDER, action.border)}: {to.thing(PIECE, piece)}"
    )
    return f"{told} → {to.thing(EMPIRE, action.empire)}"


def _bishop(action: targets.MoveBishop, counter: Counter, to: Speech) -> str:
    return f"{to.at(ITEM, action.at)} → {to.at(ITEM, action.to)}"


def _florin(action: targets.Commerce, counter: Counter, to: Speech) -> str:
    """The card of the market that the florin lies on."""
    side = SIDE.number(action.side)
    card, lies = counter.state.market[side][action.slot], counter.state.money[side][action.slot]
    name = to.gettext("fair, %(side)s", side=to.thing(SIDE, side))
    if action.slot and card != NONE:
        name = to.at(ITEM, card)
    return to.gettext("%(card)s, slot %(slot)s (%(florins)s)", card=name, slot=action.slot, florins=to.florins(lies))


def _beheaded(action: targets.Behead, counter: Counter, to: Speech) -> str:
    owner = owner_of(counter.state, ITEM.number(action.target))
    return f"{to.at(ITEM, action.target)} ({to.bank(owner)})" if owner else to.at(ITEM, action.target)


def _price(action: targets.Vote | targets.Campaign, counter: Counter, to: Speech) -> str:
    empire = EMPIRE.number(action.empire)
    if isinstance(action, targets.Vote):
        return str(targets.vote_price(counter.state, counter.seat, empire))
    return str(targets.campaign_price(counter.state, counter.seat, ITEM.number(action.card), empire))


offer(targets.MoveBishop, _bishop, _shelf, chip=chip_of("to"), brief=_shelf)
offer(targets.Commerce, _florin, _shelf, brief=_shelf)
offer(targets.Behead, _beheaded, _shelf, chip=chip_of("target"), brief=_shelf)
offer(targets.Tax, _concession, _shelf, chip=chip_of("border"), brief=_shelf)
offer(targets.RepressAt, _ruler, _shelf, chip=chip_of("place"), brief=_shelf)
offer(targets.RepressOn, _concession, _shelf, chip=chip_of("border"), brief=_shelf)
offer(targets.Vote, "%(empire)s", _shelf, cost=_price, chip=chip_of("empire"), brief=_shelf)
offer(targets.SailPirate, _pirate, _shelf, chip=chip_of("to"), brief=_shelf)
offer(targets.SiegeAt, _ruler, _shelf, chip=chip_of("place"), brief=_shelf)
offer(targets.SiegeOn, _pirate, _shelf, chip=chip_of("border"), brief=_shelf)
offer(targets.Campaign, "%(empire)s", _shelf, cost=_price, chip=chip_of("empire"), brief=_shelf)
