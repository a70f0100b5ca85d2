"""Word the questions, as far as templates do not: who stands where, what something costs, who would fight."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.wording.game import Asked
from adjudicator.reports.wording.option_groups import Shelf

from .. import facts
from ..facts import BANK, BORDER, EMPIRE, FIRST_PAWN, ITEM, NONE, ONE_SHOT, OPERATION, PIECE, PIRATE, PLACE, SIDE
from ..rules import agents, battles, cards, fairs, market, operations, targets, turns, victories
from ..rules.book import OfCard
from ..rules.shots import bathory
from ..rules.table import bishop_on, levy, owner_of, pawn_at, pirate_at
from ..texts import what
from .book import ASKINGS, Counter, Speech, ask
from .cards import described, gist

# things and figures


def _on(action: Any, now: Counter) -> list[int]:
    """Return the pieces in the place or on the border that an action names."""
    if hasattr(action, "border"):
        return now.state.borders[BORDER.index[action.border]]
    return [each for each in [now.state.places[PLACE.index[action.place]]] if each != NONE]


def _pirate(action: Any, now: Counter) -> int:
    """Return the pirate that is besieged, or that sails."""
    return pirate_at(now.state, BORDER.number(action.border if hasattr(action, "border") else action.at))


def _toll(action: Any, now: Counter) -> int:
    """Return what a vote or a campaign costs."""
    empire = EMPIRE.number(action.empire)
    if action.op == "vote":
        return targets.vote_price(now.state, now.seat, empire)
    return targets.campaign_price(now.state, now.seat, ITEM.number(action.card), empire)


ASKINGS.things(
    PIECE,
    there=_on,
    pawn=lambda action, now: pawn_at(now.state, BORDER.number(action.border)),  # whose concession it is
    pirate=_pirate,
    raised=lambda action, now: levy(now.state, PLACE.number(action.place)),  # by a levy
)
ASKINGS.things(BANK, keeper=lambda action, now: owner_of(now.state, ITEM.number(action.target)))  # owner of the victim
ASKINGS.things(EMPIRE, risen=lambda action, now: bathory(now.state, now.seat)[1])  # where peasants rise
ASKINGS.figures(
    fine=lambda action, now: 1 if _on(action, now) else None,  # a florin where somebody is repressed
    column=lambda action, now: (market.place_of(now.state, ITEM.index[action.card]) or (0, None))[1],  # a card's price
    toll=_toll,
    actions_due=lambda action, now: victories.price(now.state, action.victory),  # by a declaration
)


@ASKINGS.place
def waiting(action: targets.SailPirate, counter: Counter, to: Speech) -> str:
    """Return who is where a pirate would go."""
    return to.listing(to.thing(PIECE, each) for each in counter.state.borders[BORDER.number(action.to)])


@ASKINGS.place
def both_die(action: OfCard, counter: Counter, to: Speech) -> str:
    """Say that both bishops die, if a bishop is there already."""
    return "" if bishop_on(counter.state, ITEM.index[action.card]) == NONE else to.gettext("both bishops die")


@ASKINGS.place
def pair(action: battles.Arrange, counter: Counter, to: Speech) -> str:
    """Return two places with who stands there."""
    pieces = ((place, counter.state.places[PLACE.index[place]]) for place in (action.one, action.other))
    return ", ".join(
        to.thing(PLACE, place) if each == NONE else f"{to.thing(PLACE, place)} ({to.thing(PIECE, each)})"
        for place, each in pieces
    )


@ASKINGS.place
def lies(action: market.Buy | targets.Commerce, counter: Counter, to: Speech) -> str:
    """Return the florins on a card of the market (E1d, F2)."""
    money = counter.state.money
    if isinstance(action, targets.Commerce):
        return to.florins(money[SIDE.number(action.side)][action.slot])
    found = market.place_of(counter.state, ITEM.index[action.card])
    florins = money[found[0]][found[1]] if found is not None else 0
    return to.florins(florins) if florins else ""


@ASKINGS.place
def printed(action: OfCard, counter: Counter, to: Speech) -> str:
    """Return what is printed on a card: where it is, what comes with it, what it can do."""
    return described(ITEM.index[action.card], to)


@ASKINGS.place
def printed_short(action: OfCard, counter: Counter, to: Speech) -> str:
    """Return where a card is, and its one-shot."""
    return gist(ITEM.index[action.card], to)


@ASKINGS.place
def lot(action: targets.Commerce, counter: Counter, to: Speech) -> str:
    """Return the card of the market that a florin is on."""
    side = SIDE.number(action.side)
    card = counter.state.market[side][action.slot]
    if action.slot and card != NONE:
        return to.at(ITEM, card)
    return to.gettext("fair, %(side)s", side=to.thing(SIDE, side))


@ASKINGS.place
def profits(action: fairs.Fair, counter: Counter, to: Speech) -> str:
    """Return what the voyage would carry (G1a)."""
    return to.florins(fairs.profits_of(counter.state, SIDE.number(action.side)))


@ASKINGS.place
def free(action: fairs.Fair, counter: Counter, to: Speech) -> str:
    """Say that a fair needs no action, if so."""
    return "" if action.cost(counter.state, counter.seat) else to.gettext("costs no action")


@ASKINGS.place
def revenue(action: cards.Sell | cards.SellLaunch, counter: Counter, to: Speech) -> str:
    """Return what a sale brings."""
    return to.signed(cards.price(counter.state, counter.seat, ITEM.number(action.card)))


# cards that are played


@ASKINGS.place
def without(action: cards.PlayCard, counter: Counter, to: Speech) -> str:
    """Say that a queen does not marry, or that a one-shot is left out."""
    card = ITEM.thing(action.card)
    if card.kind == "queen":
        return to.gettext("as an old maid")
    return to.gettext("without its one-shot") if card.one_shot else ""


@ASKINGS.shelf
def launching(action: cards.Launch, counter: Counter, to: Speech) -> Shelf:
    """Return the group of a one-shot, with what it does."""
    shot = ITEM.thing(action.card).shot
    heading = to.gettext("Play a card with its one-shot: %(shot)s", shot=to.thing(ONE_SHOT, shot))
    does = what("one_shot", shot, to.language.code)
    return Shelf((*ASKINGS.order("shots"), ONE_SHOT.number(shot)), heading, note=f"{does[:1].upper()}{does[1:]}.")


@ASKINGS.place
def odds(action: cards.Launch, counter: Counter, to: Speech) -> str:
    """Return attackers against defenders, such as `3 against 1`.

    Empty where there is no battle.
    """
    shot = ITEM.thing(action.card).shot
    if shot == "coronation" or action.empire is None:
        return ""
    agents_of = agents.agents_of(ITEM.index[action.card], counter.seat)
    attackers, defenders = battles.sides_of(counter.state, counter.seat, shot, EMPIRE.index[action.empire], agents_of)
    return to.gettext("%(attackers)s against %(defenders)s", attackers=len(attackers), defenders=len(defenders))


# operations


@ASKINGS.shelf
def operating(action: targets.Operate, counter: Counter, to: Speech) -> Shelf:
    """Return the group of what one card can do with one of its icons."""
    card, operation = ITEM.number(action.card), action.operation
    heading = to.gettext("%(card)s: %(operation)s", card=to.at(ITEM, card), operation=to.thing(OPERATION, operation))
    priced = to.gettext("florins") if isinstance(action, targets.Vote | targets.Campaign) else ""
    return Shelf((*ASKINGS.order("operations"), card, OPERATION.number(operation)), heading, priced)


def _sides(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    return to.listing(to.thing(SIDE, each) for each in decision.context["sides"])


ask(operations.OperationAnswers, "the next operation", "Operations, %(sides)s: which is next?", sides=_sides)


# questions


def _who_makes_room(asked: Asked, counter: Counter, to: Speech) -> str:
    """Say what becomes of a piece that is on a border."""
    piece = PIECE.index[asked.decision.context["piece"]]
    if facts.type_of(piece) == PIRATE:
        return to.gettext("Whoever is on the border dies.")
    return to.gettext("A concession that is there is repressed for a florin.") if piece >= FIRST_PAWN else ""


def _losses(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    empire, count = to.thing(EMPIRE, decision.context["empire"]), decision.context["count"]
    if decision.context["own"]:
        return to.gettext("%(empire)s: who of the attackers falls? Still to fall: %(n)s", empire=empire, n=count)
    return to.gettext("%(empire)s: who of the defenders falls? Still to fall: %(n)s", empire=empire, n=count)


def _left(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    return to.ngettext("%(n)s action left", "%(n)s actions left", decision.context["left"])


def _your_turn(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    left = decision.context["left"]
    if not left:
        return to.gettext("No action is left: do what costs none, or end the turn")
    return to.ngettext("Your turn: %(n)s action left", "Your turn: %(n)s actions left", left)


ask(
    agents.AgentAnswers,
    "where does an agent go?",
    "%(card)s: where does its agent go (%(piece)s)?",
    note=_who_makes_room,
)
ask(battles.CASUALTY, "who falls in the battle?", _losses)
ask(turns.TurnAnswers, _left, _your_turn)
