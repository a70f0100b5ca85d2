"""What happens in the phases of a peace turn, in words (chapter 4)."""

from __future__ import annotations

from .. import turn_events as et
from .. import war_events as w
from ..facts import facts
from .deeds import told
from .endings import ending
from .said import Said
from .speech import Speech


@told.register
def _turn_began(event: et.TurnBegan, to: Speech) -> Said:
    return Said(text=to.gettext("%(turn)s begins", turn=to.name("turns", event.turn)), rule="4.0")


@told.register
def _deck_renewed(event: et.DeckRenewed, to: Speech) -> Said:
    text = to.gettext(
        "new cards join the event pile (%(era)s), which now has %(n)s",
        era=to.name("eras", event.era),
        n=event.cards,
    )
    return Said(text=text, rule="4.1.1")


@told.register
def _debt_limit_raised(event: et.DebtLimitRaised, to: Speech) -> Said:
    france, britain = event.limits
    text = to.gettext(
        "both debt limits rise: %(france)s %(n)s, %(britain)s %(m)s",
        france=to.side("france"),
        n=france,
        britain=to.side("britain"),
        m=britain,
    )
    return Said(text=text, rule="4.1.2")


@told.register
def _awards_laid(event: et.AwardsLaid, to: Speech) -> Said:
    awards = [
        f"{to.name('regions', region)} {award(tile, to)}"
        for region, tile in zip(facts().regions, event.tiles, strict=True)
    ]
    return Said(text=to.gettext("awards of this turn: %(awards)s", awards="; ".join(awards)), rule="4.1.3")


def award(tile: str, to: Speech) -> str:
    """What an Award tile gives, with the lead it asks for: `2 VP for a lead of 2`."""
    found = facts().awards[facts().award[tile]]
    gains = to.gains(vp=found.vp, trp=found.trp)
    return to.gettext("%(gains)s for a lead of %(n)s", gains=gains, n=found.margin) if found.margin > 1 else gains


@told.register
def _demand_drawn(event: et.DemandDrawn, to: Speech) -> Said:
    names = to.listing(to.name("commodities", id) for id in event.commodities)
    return Said(text=to.gettext("in demand this turn: %(commodities)s", commodities=names), rule="4.1.4")


@told.register
def _investments_dealt(event: et.InvestmentsDealt, to: Speech) -> Said:
    text = to.ngettext("%(n)s investment tile is face up", "%(n)s investment tiles are face up", len(event.tiles))
    return Said(text=text, rule="4.1.6")


@told.register
def _events_dealt(event: et.EventsDealt, to: Speech) -> Said:
    if event.cards:
        cards = ", ".join(to.event(card) for card in event.cards)
        text = to.ngettext("event dealt: %(cards)s", "events dealt: %(cards)s", len(event.cards), cards=cards)
    else:
        text = to.ngettext("%(n)s event card dealt", "%(n)s event cards dealt", event.count)
    return Said(text=text, who=event.side, rule="4.1.6", private=bool(event.cards))


@told.register
def _events_discarded(event: et.EventsDiscarded, to: Speech) -> Said:
    cards = ", ".join(to.event(card) for card in event.cards)
    return Said(text=to.gettext("discarded %(cards)s", cards=cards), who=event.side, rule="4.1.6")


@told.register
def _ministries_laid(event: et.MinistriesLaid, to: Speech) -> Said:
    if not event.cards:
        return Said(text=to.gettext("ministries chosen, they lie face down"), who=event.side, rule="4.1.7")
    cards = to.listing(to.ministry(card) for card in event.cards)
    text = to.gettext("your ministries: %(cards)s", cards=cards)
    note = ""
    if event.replaced:
        cards = to.listing(to.ministry(card) for card in event.replaced)
        note = to.ngettext("taken back: %(cards)s", "taken back: %(cards)s", len(event.replaced), cards=cards)
    return Said(text=text, who=event.side, note=note, rule="4.1.7", private=True)


@told.register
def _initiative_held(event: et.InitiativeHeld, to: Speech) -> Said:
    text = to.gettext("%(side)s holds the initiative", side=to.of(event.side))
    note = to.gettext("before: %(side)s", side=to.of(event.before)) if event.before != event.side else ""
    return Said(text=text, note=note, rule="4.1.8")


@told.register
def _first_player_chosen(event: et.FirstPlayerChosen, to: Speech) -> Said:
    text = to.gettext("%(side)s plays first this turn", side=to.side(event.first))
    note = ""
    if event.first != event.side:
        note = to.gettext("by decision of %(side)s", side=to.of(event.side))
    return Said(text=text, note=note, rule="4.1.8", important=True)


@told.register
def _award_scored(event: et.AwardScored, to: Speech) -> Said:
    region = to.name("regions", event.region)
    short = to.gettext("a lead of %(n)s is needed", n=event.margin)
    return scored(event, region, to.gained(vp=event.vp, trp=event.trp), short, "4.1.12", to)


@told.register
def _prestige_scored(event: et.PrestigeScored, to: Speech) -> Said:
    return scored(event, to.gettext("Prestige"), to.gained(vp=event.vp), "", "4.1.12", to)


@told.register
def _demand_scored(event: et.DemandScored, to: Speech) -> Said:
    name = to.name("commodities", event.commodity)
    return scored(event, name, to.gained(vp=event.vp, trp=event.trp), "", "4.1.12", to)


def scored(
    event: et.AwardScored | et.PrestigeScored | et.DemandScored | w.FinalScored,
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


@told.register
def _victory_checked(event: et.VictoryChecked, to: Speech) -> Said:
    ends = facts().scoring
    text = to.gettext("the track stands at %(vp)s", vp=event.vp)
    if ends.vp_britain_wins < event.vp < ends.vp_france_wins:
        text = to.gettext("nobody has won yet, the track stands at %(vp)s", vp=event.vp)
    if event.sweep and event.war:
        text = to.gettext("%(side)s won every theatre with the most it can give", side=to.side(event.sweep))
    elif event.sweep:
        text = to.gettext("%(side)s won every award and all demand", side=to.side(event.sweep))
    return Said(text=text, rule="7.4" if event.war else "4.1.13", important=bool(event.sweep))


@told.register
def _game_over(event: et.GameOver, to: Speech) -> Said:
    return Said(text=ending(event.how, event.winner, event.vp, to), rule="2.5", important=True)
