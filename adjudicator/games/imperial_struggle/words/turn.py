"""The phases of a peace turn and the end of the game in words (chapters 4 and 11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.reports.game import Asked
from adjudicator.reports.phases import Group, Phase
from adjudicator.reports.telling import Context, Deed, Said

from ..fact_events import EVENT
from ..fact_types import AWARD, COMMODITY, REGION, TURN
from ..facts import FACTS
from ..rules import deal
from ..rules.bidding import Bid, SidesBid, bid_out_of_range
from ..rules.debt import DebtChanged, ForcedDebt
from ..rules.discard import DiscardEvents, EventsDiscarded, not_in_hand, wrong_number_of_cards
from ..rules.ending import FinalScored, GameOver, TieBroken
from ..rules.scoring import AwardScored, DemandScored, PrestigeScored
from ..rules.turn import ChooseFirstPlayer, FirstPlayerChosen, InitiativeHeld
from ..rules.war.resolution import VictoryChecked
from . import book
from .book import WAR_LAYOUT, Counter, anywhere, ask, join, of_phase, offer, refuse
from .endings import ending
from .event_words import event_line, event_text
from .speech import Speech


@join(deal.EventCardRemoved)
def _removed(context: Context[Speech], event: deal.EventCardRemoved, said: Said, to: Speech) -> bool:
    """Tell together the cards that leave the game one after the other."""
    cards = [event.card]
    for each in reversed(context.events):
        if not isinstance(each, deal.EventCardRemoved) or each.side != event.side:
            break
        cards.insert(0, each.card)
    if len(cards) == 1:
        return False
    return context.instead(event, replace(said, text=_leave(cards, to)))


def _leave(cards: Sequence[int], to: Speech) -> str:
    return to.ngettext(
        "%(cards)s leaves the game (Succession Era)",
        "%(cards)s leave the game (Succession Era)",
        len(cards),
        cards=", ".join(map(to.event, cards)),
    )


def _awards(event: deal.AwardsLaid, to: Speech) -> str:
    laid = zip(REGION.ids, event.tiles, strict=True)
    return "; ".join(f"{to.thing(REGION, region)} {award(tile, to)}" for region, tile in laid)


def award(tile: str, to: Speech) -> str:
    """Say what an Award tile gives, with the lead it asks for: `2 VP for a lead of 2`."""
    found = AWARD.thing(tile)
    gains = to.gains(vp=found.vp, trp=found.trp)
    return to.gettext("%(gains)s for a lead of %(n)s", gains=gains, n=found.margin) if found.margin > 1 else gains


def _events_dealt(event: deal.EventsDealt, to: Speech) -> str:
    if event.cards:
        cards = to.things(EVENT, event.cards)
        return to.ngettext("event dealt: %(cards)s", "events dealt: %(cards)s", len(event.cards), cards=cards)
    return to.ngettext("%(n)s event card dealt", "%(n)s event cards dealt", event.count)


def _award_scored(event: AwardScored, to: Speech) -> tuple[str, str]:
    short = to.gettext("a lead of %(n)s is needed", n=event.margin)
    return scored(event, to.thing(REGION, event.region), to.gained(vp=event.vp, trp=event.trp), to, short)


def scored(
    event: AwardScored | PrestigeScored | DemandScored | FinalScored,
    what: str,
    gained: str,
    to: Speech,
    short: str = "",
) -> tuple[str, str]:
    """Return a result such as `Europe: France +3 VP`, and its counts.

    It may say that nobody won. `short`: which lead was needed.
    """
    more, less = max(event.france, event.britain), min(event.france, event.britain)
    if more == less:
        return to.gettext("%(what)s: a tie, %(n)s to %(n)s", what=what, n=more), ""
    counts = to.gettext("%(more)s to %(less)s", more=more, less=less)
    if not event.winner:
        return to.gettext("%(what)s: nobody, %(counts)s", what=what, counts=counts), short
    side = to.seat(event.winner)
    return to.gettext("%(what)s: %(side)s %(gained)s", what=what, side=side, gained=gained), counts


def _victory_checked(event: VictoryChecked, to: Speech) -> Said:
    ends = FACTS.scoring
    text = to.gettext("the track stands at %(vp)s", vp=event.vp)
    if ends.vp_britain_wins < event.vp < ends.vp_france_wins:
        text = to.gettext("nobody has won yet, the track stands at %(vp)s", vp=event.vp)
    if event.sweep and event.war:
        text = to.gettext("%(side)s won every theatre with the most it can give", side=to.seat(event.sweep))
    elif event.sweep:
        text = to.gettext("%(side)s won every award and all demand", side=to.seat(event.sweep))
    return Said(text=text, rule="7.4" if event.war else "4.1.13", important=bool(event.sweep))


DEAL: Final = of_phase("deal", "4.1.6", "deal_cards")
BIDDING: Final = Phase[Speech]("bid", lambda event, to: Group("bid", to.gettext("Bidding for sides"), "4.0"))
INITIATIVE: Final = of_phase("initiative", "4.1.8")
SCORING: Final = of_phase("scoring", "4.1.12")
FINAL_SCORING: Final = of_phase("final_scoring", "11.0")
SET_UP: Final = of_phase("set_up", "3.7")
VICTORY: Final = of_phase("victory_check", "4.1.13")
WAR_VICTORY: Final = of_phase("war_victory_check", "7.4")


def _turn(event: deal.TurnBegan, to: Speech) -> Group:
    name = to.thing(TURN, event.turn)
    return Group("deal", name, chapter=name)


@join(DebtChanged, ForcedDebt)
def _debt_of_demand(context: Context[Speech], event: DebtChanged | ForcedDebt, said: Said, to: Speech) -> bool:
    """Tell debt from a commodity together with its scoring before."""
    scored, last = context.before, context.last
    if not isinstance(scored, DemandScored) or scored.commodity != event.why or last is None:
        return False
    if isinstance(event, ForcedDebt) and event.over:
        last.said = replace(last.said, note=f"{last.said.note}; {said.text}")
    else:
        last.said = replace(last.said, text=f"{last.said.text}, {said.text}")
    return True


def _lying(event: deal.WarTilesLaid, to: Speech) -> str:
    lying = [
        to.gettext("%(n)s at %(theatre)s", n=count, theatre=to.theatre(event.war, order))
        for order, count in enumerate(event.bonus, 1)
        if count
    ]
    return to.gettext("bonus tiles: %(tiles)s", tiles=", ".join(lying)) if lying else ""


def _final_scored(event: FinalScored, to: Speech) -> tuple[str, str]:
    what, gained = final_name(event, to), to.vp_gain(event.vp)
    if event.what == "territory":
        side = to.seat(event.winner)
        return to.gettext("%(what)s: %(side)s %(gained)s", what=what, side=side, gained=gained), to.flag(event.flag)
    step = FACTS.scoring.final.debt_step
    short = to.gettext("a lead of %(n)s is needed", n=step) if event.what == "debt" else ""
    return scored(event, what, gained, to, short)


def final_name(event: FinalScored, to: Speech) -> str:
    """Name what is scored at the end of the game (11.0)."""
    match event.what:
        case "prestige":
            return to.gettext("Prestige")
        case "debt":
            return to.gettext("Available debt")
        case "territory":
            return to.space(event.of)
        case _:
            return to.thing(COMMODITY, event.of)


def _who_wins(event: TieBroken, to: Speech) -> str:
    if event.france == event.britain:
        return to.gettext("equal, so Britain wins")
    return to.gettext("%(side)s wins", side=to.seat(event.winner))


_NAMED: Final[dict[str, Any]] = {
    "france": lambda event, to: to.seat("france"),
    "britain": lambda event, to: to.seat("britain"),
}
"""Places that always name the same side."""


def in_one_line(asked: Asked, count: int, to: Speech) -> str:
    """Return how several codes make one answer."""
    codes = [option.code for option in asked.options[:count]]
    return "" if len(codes) < count else to.together(codes)


def _too_many(counter: Counter) -> int:
    return len(counter.state.hands[counter.side]) - FACTS.limits.hand


def _what_it_does(action: DiscardEvents, counter: Counter, to: Speech) -> str:
    if len(action.cards) != 1:
        return ""
    return event_text(EVENT.at(action.cards[0]), counter.state, counter.side, to)


def _discarded(action: DiscardEvents, counter: Counter, to: Speech) -> str:
    """Return the names alone: their numbers are in front, as what is typed."""
    return ", ".join(map(to.event_name, action.cards))


def _in_short(action: DiscardEvents, counter: Counter, to: Speech) -> str:
    return event_line(EVENT.at(action.cards[0]), counter.state, counter.side, to)


offer(Bid, lambda action, counter, to: to.treaty_points(action.trp))
offer(DiscardEvents, _discarded, note=_what_it_does, gist=_in_short)
offer(ChooseFirstPlayer, lambda action, counter, to: to.seat(action.first))
ask(
    "bid",
    "your bid for the sides",
    "Bid for %(side)s",
    side=lambda decision, counter, to: to.seat(decision.context["preferred"]),
    note="The higher bid gets the side it is made for; the other side starts with so many treaty points. "
    "At equal bids both keep their sides.",
)
ask(
    "discard_events",
    "which events do you discard?",
    lambda decision, counter, to: to.ngettext("Discard %(n)s event", "Discard %(n)s events", _too_many(counter)),
    note=lambda asked, counter, to: in_one_line(asked, _too_many(counter), to),
)
ask("discard_one_event", "which event do you discard?", "Discard one event; it may be the one just drawn")
ask("choose_first_player", "who plays first?", "Who plays the first action round?")

tell = partial(book.tell, deed=Deed.NO, where=DEAL.unless("round"))
tell(deal.EventCardRemoved, lambda event, to: _leave([event.card], to), deed=Deed.OWN, where=anywhere)
tell(
    deal.EventPileRenewed,
    lambda event, to: to.ngettext(
        "the discarded events are shuffled into a new pile of %(n)s card",
        "the discarded events are shuffled into a new pile of %(n)s cards",
        event.cards,
    ),
    where=anywhere,
)
tell(deal.TurnBegan, "%(turn)s begins", deed=Deed.BEGINS, begins=_turn, closes=True, silent=True)
tell(deal.DeckRenewed, "new cards join the event pile (%(era)s), which now has %(n)s", n="cards")
tell(
    deal.DebtLimitRaised,
    "both debt limits rise: %(france)s %(n)s, %(britain)s %(m)s",
    n=lambda event, to: event.limits[0],
    m=lambda event, to: event.limits[1],
    **_NAMED,
)
tell(deal.AwardsLaid, "awards of this turn: %(awards)s", awards=_awards)
tell(
    deal.DemandDrawn,
    "in demand this turn: %(commodities)s",
    commodities=lambda event, to: to.listing(to.thing(COMMODITY, id) for id in event.commodities),
)
tell(
    deal.InvestmentsDealt,
    lambda event, to: to.ngettext(
        "%(n)s investment tile is face up", "%(n)s investment tiles are face up", len(event.tiles)
    ),
)
tell(deal.EventsDealt, _events_dealt)
tell(EventsDiscarded, "discarded %(cards)s", deed=Deed.OWN)
tell(
    InitiativeHeld,
    "%(side)s holds the initiative",
    note=lambda event, to: (
        to.gettext("before: %(side)s", side=to.seat(event.before, "genitive")) if event.before != event.side else ""
    ),
    who="",
    where=INITIATIVE,
    side=lambda event, to: to.seat(event.side, "genitive"),
)
tell(
    FirstPlayerChosen,
    "%(side)s plays first this turn",
    note=lambda event, to: (
        to.gettext("by decision of %(side)s", side=to.seat(event.side, "genitive")) if event.first != event.side else ""
    ),
    who="",
    important=True,
    deed=Deed.ANYBODYS,
    where=INITIATIVE,
    side="first",
)
tell(AwardScored, _award_scored, where=SCORING, closes=True)
tell(PrestigeScored, lambda event, to: scored(event, to.gettext("Prestige"), to.gained(vp=event.vp), to), where=SCORING)
tell(
    DemandScored,
    lambda event, to: scored(event, to.thing(COMMODITY, event.commodity), to.gained(vp=event.vp, trp=event.trp), to),
    where=SCORING,
)
tell(
    VictoryChecked,
    _victory_checked,
    where=lambda event, going: WAR_VICTORY if event.war or going == "theatre" else VICTORY,
)
tell(
    GameOver,
    lambda event, to: ending(event.how, event.winner, event.vp, to),
    important=True,
    where=VICTORY.unless("war_victory_check", "final_scoring"),
)
tell(
    deal.WarTilesLaid,
    "a basic war tile lies at every theatre",
    note=_lying,
    where=lambda event, going: WAR_LAYOUT if going in ("war_reset", "war_layout") else SET_UP,
)
tell(
    SidesBid,
    "bids for %(side)s: seat of %(france)s %(n)s, seat of %(britain)s %(m)s",
    note=lambda event, to: (
        to.gettext("the players change places") if event.swapped else to.gettext("both keep their sides")
    ),
    important=True,
    where=BIDDING,
    side="preferred",
    n="france",
    m="britain",
    **_NAMED,
)
tell(FinalScored, _final_scored, where=FINAL_SCORING)
tell(
    TieBroken,
    "the track stands in the middle; available debt: %(france)s %(n)s, %(britain)s %(m)s",
    note=_who_wins,
    where=FINAL_SCORING,
    important=True,
    n="france",
    m="britain",
    **_NAMED,
)


refuse(not_in_hand, "not in your hand: %(cards)s; you hold %(hand)s")
refuse(wrong_number_of_cards, "cards to discard: %(needed)s; you named %(given)s")
refuse(bid_out_of_range, "a bid of %(trp)s is not possible: 0 to %(highest)s")
