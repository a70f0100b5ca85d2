"""What happens in the phases of a peace turn, in words (chapter 4)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from adjudicator.kernel.events import Event
from adjudicator.reports.telling import Context, Deed, Group, Phase, Said

from ..fact_types import COMMODITY, ERA, REGION, TURN
from ..facts import facts
from ..rules.deal import AwardsLaid, DebtLimitRaised, DeckRenewed, DemandDrawn, EventsDealt, InvestmentsDealt, TurnBegan
from ..rules.debt import DebtChanged, ForcedDebt
from ..rules.discard import EventsDiscarded
from ..rules.ending import GameOver
from ..rules.final_scoring import FinalScored
from ..rules.ministries.phase import MinistriesLaid
from ..rules.scoring import AwardScored, DemandScored, PrestigeScored
from ..rules.turn import FirstPlayerChosen, InitiativeHeld
from ..rules.war.resolution import VictoryChecked
from .book import begin, close, hush, join, of_phase, place, tell
from .endings import ending
from .speech import Speech


def _turn_began(event: TurnBegan, to: Speech) -> Said:
    return Said(text=to.gettext("%(turn)s begins", turn=to.name(TURN, event.turn)), rule="4.0")


def _deck_renewed(event: DeckRenewed, to: Speech) -> Said:
    text = to.gettext(
        "new cards join the event pile (%(era)s), which now has %(n)s",
        era=to.name(ERA, event.era),
        n=event.cards,
    )
    return Said(text=text, rule="4.1.1")


def _debt_limit_raised(event: DebtLimitRaised, to: Speech) -> Said:
    france, britain = event.limits
    text = to.gettext(
        "both debt limits rise: %(france)s %(n)s, %(britain)s %(m)s",
        france=to.side("france"),
        n=france,
        britain=to.side("britain"),
        m=britain,
    )
    return Said(text=text, rule="4.1.2")


def _awards_laid(event: AwardsLaid, to: Speech) -> Said:
    awards = [
        f"{to.name(REGION, region)} {award(tile, to)}"
        for region, tile in zip(facts().regions, event.tiles, strict=True)
    ]
    return Said(text=to.gettext("awards of this turn: %(awards)s", awards="; ".join(awards)), rule="4.1.3")


def award(tile: str, to: Speech) -> str:
    """What an Award tile gives, with the lead it asks for: `2 VP for a lead of 2`."""
    found = facts().awards[facts().award[tile]]
    gains = to.gains(vp=found.vp, trp=found.trp)
    return to.gettext("%(gains)s for a lead of %(n)s", gains=gains, n=found.margin) if found.margin > 1 else gains


def _demand_drawn(event: DemandDrawn, to: Speech) -> Said:
    names = to.listing(to.name(COMMODITY, id) for id in event.commodities)
    return Said(text=to.gettext("in demand this turn: %(commodities)s", commodities=names), rule="4.1.4")


def _investments_dealt(event: InvestmentsDealt, to: Speech) -> Said:
    text = to.ngettext("%(n)s investment tile is face up", "%(n)s investment tiles are face up", len(event.tiles))
    return Said(text=text, rule="4.1.6")


def _events_dealt(event: EventsDealt, to: Speech) -> Said:
    if event.cards:
        cards = ", ".join(to.event(card) for card in event.cards)
        text = to.ngettext("event dealt: %(cards)s", "events dealt: %(cards)s", len(event.cards), cards=cards)
    else:
        text = to.ngettext("%(n)s event card dealt", "%(n)s event cards dealt", event.count)
    return Said(text=text, who=event.side, rule="4.1.6", private=bool(event.cards))


def _events_discarded(event: EventsDiscarded, to: Speech) -> Said:
    cards = ", ".join(to.event(card) for card in event.cards)
    return Said(text=to.gettext("discarded %(cards)s", cards=cards), who=event.side, rule="4.1.6")


def _ministries_laid(event: MinistriesLaid, to: Speech) -> Said:
    if not event.cards:
        return Said(text=to.gettext("ministries chosen, they lie face down"), who=event.side, rule="4.1.7")
    cards = to.listing(to.ministry(card) for card in event.cards)
    text = to.gettext("your ministries: %(cards)s", cards=cards)
    note = ""
    if event.replaced:
        cards = to.listing(to.ministry(card) for card in event.replaced)
        note = to.ngettext("taken back: %(cards)s", "taken back: %(cards)s", len(event.replaced), cards=cards)
    return Said(text=text, who=event.side, note=note, rule="4.1.7", private=True)


def _initiative_held(event: InitiativeHeld, to: Speech) -> Said:
    text = to.gettext("%(side)s holds the initiative", side=to.of(event.side))
    note = to.gettext("before: %(side)s", side=to.of(event.before)) if event.before != event.side else ""
    return Said(text=text, note=note, rule="4.1.8")


def _first_player_chosen(event: FirstPlayerChosen, to: Speech) -> Said:
    text = to.gettext("%(side)s plays first this turn", side=to.side(event.first))
    note = ""
    if event.first != event.side:
        note = to.gettext("by decision of %(side)s", side=to.of(event.side))
    return Said(text=text, note=note, rule="4.1.8", important=True)


def _award_scored(event: AwardScored, to: Speech) -> Said:
    region = to.name(REGION, event.region)
    short = to.gettext("a lead of %(n)s is needed", n=event.margin)
    return scored(event, region, to.gained(vp=event.vp, trp=event.trp), short, "4.1.12", to)


def _prestige_scored(event: PrestigeScored, to: Speech) -> Said:
    return scored(event, to.gettext("Prestige"), to.gained(vp=event.vp), "", "4.1.12", to)


def _demand_scored(event: DemandScored, to: Speech) -> Said:
    name = to.name(COMMODITY, event.commodity)
    return scored(event, name, to.gained(vp=event.vp, trp=event.trp), "", "4.1.12", to)


def scored(
    event: AwardScored | PrestigeScored | DemandScored | FinalScored,
    what: str,
    gained: str,
    short: str,
    rule: str,
    to: Speech,
) -> Said:
    """`Europe: France +3 VP (4 to 2)`, or that nobody won; `short` says which lead would have been needed."""
    more, less = max(event.france, event.britain), min(event.france, event.britain)
    if more == less:
        return Said(text=to.gettext("%(what)s: a tie, %(n)s to %(n)s", what=what, n=more), rule=rule)
    counts = to.gettext("%(more)s to %(less)s", more=more, less=less)
    if not event.winner:
        return Said(text=to.gettext("%(what)s: nobody, %(counts)s", what=what, counts=counts), note=short, rule=rule)
    text = to.gettext("%(what)s: %(side)s %(gained)s", what=what, side=to.side(event.winner), gained=gained)
    return Said(text=text, note=counts, rule=rule)


def _victory_checked(event: VictoryChecked, to: Speech) -> Said:
    ends = facts().scoring
    text = to.gettext("the track stands at %(vp)s", vp=event.vp)
    if ends.vp_britain_wins < event.vp < ends.vp_france_wins:
        text = to.gettext("nobody has won yet, the track stands at %(vp)s", vp=event.vp)
    if event.sweep and event.war:
        text = to.gettext("%(side)s won every theatre with the most it can give", side=to.side(event.sweep))
    elif event.sweep:
        text = to.gettext("%(side)s won every award and all demand", side=to.side(event.sweep))
    return Said(text=text, rule="7.4" if event.war else "4.1.13", important=bool(event.sweep))


def _game_over(event: GameOver, to: Speech) -> Said:
    return Said(text=ending(event.how, event.winner, event.vp, to), rule="2.5", important=True)


tell(TurnBegan, _turn_began, deed=Deed.BEGINS)
tell(DeckRenewed, _deck_renewed, deed=Deed.NO)
tell(DebtLimitRaised, _debt_limit_raised, deed=Deed.NO)
tell(AwardsLaid, _awards_laid, deed=Deed.NO)
tell(DemandDrawn, _demand_drawn, deed=Deed.NO)
tell(InvestmentsDealt, _investments_dealt, deed=Deed.NO)
tell(EventsDealt, _events_dealt, deed=Deed.NO)
tell(EventsDiscarded, _events_discarded)
tell(MinistriesLaid, _ministries_laid)
tell(InitiativeHeld, _initiative_held, deed=Deed.NO)
tell(FirstPlayerChosen, _first_player_chosen, deed=Deed.ANYBODYS)
tell(AwardScored, _award_scored, deed=Deed.NO)
tell(PrestigeScored, _prestige_scored, deed=Deed.NO)
tell(DemandScored, _demand_scored, deed=Deed.NO)
tell(VictoryChecked, _victory_checked, deed=Deed.NO)
tell(GameOver, _game_over, deed=Deed.NO)

DEAL: Final = of_phase("deal", "4.1.6", "deal_cards")
VICTORY: Final = of_phase("victory_check", "4.1.13")
WAR_VICTORY: Final = of_phase("war_victory_check", "7.4")


def _deal(event: Event, going: str) -> Phase[Speech] | None:
    """In action rounds it is what a ministry does."""
    return None if going == "round" else DEAL


def _victory(event: VictoryChecked, going: str) -> Phase[Speech]:
    return WAR_VICTORY if event.war or going == "theatre" else VICTORY


def _over(event: GameOver, going: str) -> Phase[Speech] | None:
    return None if going in ("war_victory_check", "final_scoring") else VICTORY


def _turn(event: TurnBegan, to: Speech) -> Group:
    name = to.name(TURN, event.turn)
    return Group("deal", name, chapter=name)


@join(DebtChanged, ForcedDebt)
def _debt_of_demand(context: Context[Speech], event: DebtChanged | ForcedDebt, said: Said, to: Speech) -> bool:
    """Debt that came with a commodity which was scored right before."""
    scored, last = context.before, context.last
    if not isinstance(scored, DemandScored) or scored.commodity != event.why or last is None:
        return False
    if isinstance(event, ForcedDebt) and event.over:
        last.said = replace(last.said, note=f"{last.said.note}; {said.text}")
    else:
        last.said = replace(last.said, text=f"{last.said.text}, {said.text}")
    return True


begin(TurnBegan, _turn)
hush(TurnBegan)
close(TurnBegan, AwardScored)
place(_deal, DeckRenewed, DebtLimitRaised, AwardsLaid, DemandDrawn, InvestmentsDealt)
place(_deal, EventsDealt, EventsDiscarded)
place(of_phase("ministry", "4.1.7"), MinistriesLaid)
place(of_phase("initiative", "4.1.8"), InitiativeHeld, FirstPlayerChosen)
place(of_phase("scoring", "4.1.12"), AwardScored, PrestigeScored, DemandScored)
place(_victory, VictoryChecked)
place(_over, GameOver)
