"""Word the questions, as far as templates do not: prices, what an option brings, what a card does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import msgid
from adjudicator.reports.model import OptionGroup
from adjudicator.reports.wording.game import Asked
from adjudicator.reports.wording.option_groups import Shelf

from .. import texts
from ..facts import BANNER, CARD, NONE, REGION, SITE, SLOT, SPACE, SUIT
from ..rules import battle, campaign, chronicle, deals, economy, playing, search, table, travel, turns, warbands
from ..rules.book import OfCard
from . import prices
from .book import ASKINGS, Counter, Speech, ask
from .terms import given

# things and figures


@ASKINGS.place
def price(action: Action, now: Counter, to: Speech) -> str:
    """Return what an option costs."""
    return prices.price(action, now.state, now.seat, to)


@ASKINGS.place
def place(action: Any, now: Counter, to: Speech) -> str:
    """Return the site in the slot that an action names, with the short name of the slot."""
    return to.site_at(now.state, SLOT.number(action.slot))


@ASKINGS.place
def effect(action: Any, now: Counter, to: Speech) -> str:
    """Return what the card of an option does."""
    return to.effect(now.state, CARD.number(action.card))


@ASKINGS.place
def in_bank(action: Any, now: Counter, to: Speech) -> str:
    """Return how much favor a bank has."""
    return to.favor(now.state.banks[SUIT.number(action.suit)])


@ASKINGS.place
def gives(action: deals.Propose, now: Counter, to: Speech) -> str:
    """Return what the player would give."""
    return given(action, to, now.state)


@ASKINGS.place
def gets(action: deals.Propose, now: Counter, to: Speech) -> str:
    """Return what the player would get."""
    return given(action, to, now.state, back=True)


# search, muster, trade, recover


@ASKINGS.place
def pile(action: search.Search, now: Counter, to: Speech) -> str:
    """Return the region whose discard pile is searched."""
    return "" if action.source == search.WORLD else to.thing(REGION, action.source)


@ASKINGS.place
def draws(action: search.Search, now: Counter, to: Speech) -> str:
    """Return how many cards are drawn."""
    if not now.seat:
        return ""
    n = action.quote(now.state, now.seat).draws
    return to.ngettext("draws %(n)s card", "draws %(n)s cards", n)


@ASKINGS.place
def end(action: search.DiscardTo, now: Counter, to: Speech) -> str:
    """Return the end of a pile to which cards go."""
    return to.gettext("at the bottom") if action.below else to.gettext("on top")


@ASKINGS.place
def brings(action: economy.Muster | economy.Trade, now: Counter, to: Speech) -> str:
    """Return what a muster or a trade brings."""
    if not now.seat:
        return ""
    if isinstance(action, economy.Muster):
        found = action.quote(now.state, now.seat).warbands
        left = table.bank_of(now.state, table.colour(now.state, now.seat))
        return to.gettext("brings %(amounts)s", amounts=to.warbands(min(found, left)))
    favor, secrets = action.quote(now.state, now.seat).gained
    if not favor and not secrets:
        return to.gettext("no favor there") if action.gain == "favor" else to.gettext("no faceup adviser of its suit")
    return to.gettext("brings %(amounts)s", amounts=to.amounts(favor=favor, secrets=secrets))


@ASKINGS.place
def lying(action: economy.RecoverRelic, now: Counter, to: Speech) -> str:
    """Return the relic that would be recovered, where the player has seen it."""
    here = now.state.sites[prices.lying_here(now.state, now.seat)].relics if now.seat else []
    card = here[action.number - 1].card if action.number <= len(here) else NONE
    return to.gettext("facedown, not seen") if card == NONE else to.thing(CARD, card)


@ASKINGS.place
def goes_round(action: economy.RecoverBanner, now: Counter, to: Speech) -> str:
    """Say which bank gets favor of the People's Favor first, if the player names none."""
    if action.banner != "peoples_favor" or action.bank:
        return ""
    return to.gettext(
        "its favor goes round the banks, from %(suit)s on unless you name another", suit=to.thing(SUIT, 0)
    )


# travel


@ASKINGS.place
def in_passing(action: travel.Travel, now: Counter, to: Speech) -> str:
    """Say by which power of a site the journey is made, if by any."""
    if action.giant:
        return to.gettext("on the Buried Giant, a secret is turned")
    return to.gettext("by the Way Station, a favor is given") if action.station else ""


@ASKINGS.place
def lies_there(action: Any, now: Counter, to: Speech) -> str:
    """Return what is at the site to which one would travel: cards, who rules it, whose pawns are there."""
    slot = SLOT.number(action.slot)
    here = now.state.sites[slot]
    if here.site == NONE:
        return to.gettext("face down")
    told = [to.cards(now.state, here.cards)]
    told += [to.seat(each) for each in table.present(now.state, slot)]
    if here.relics:
        told.append(to.ngettext("%(n)s relic", "%(n)s relics", len(here.relics)))
    return "; ".join(filter(None, told))


# playing cards


def _ways(action: playing.Way, now: Counter, to: Speech) -> Iterator[str]:
    name = to.thing(CARD, action.card)
    if action.to == "site":
        slot = SLOT.number(action.slot) if action.slot else prices.lying_here(now.state, now.seat)
        where = to.site_at(now.state, slot) if slot != NONE else to.gettext("your site")
        yield to.gettext("%(card)s at %(site)s", card=name, site=where)
    elif action.to == "adviser":
        yield to.gettext("%(card)s as an adviser, faceup", card=name)
    elif action.to == "facedown":
        yield to.gettext("%(card)s as an adviser, facedown", card=name)
    elif action.to == "revealed":
        yield to.gettext("%(card)s as your revealed vision", card=name)
    elif action.to == "conspiracy":
        yield to.gettext("%(card)s, to conspire", card=name)
    else:
        yield to.gettext("%(card)s is discarded", card=name)
    if action.away:
        yield to.gettext("in place of %(card)s", card=to.inflected(CARD, action.away, "genitive"))
    if action.clears:
        yield to.gettext("after %(card)s is discarded", card=to.thing(CARD, action.clears))
    if order := getattr(action, "order", ()):
        cards = to.listing(to.thing(CARD, card) for card in order)
        yield to.gettext("discarded in this order: %(cards)s", cards=cards)


@ASKINGS.place
def way(action: playing.Way, now: Counter, to: Speech) -> str:
    """Say where a card would be played, and what is discarded for it."""
    return ", ".join(_ways(action, now, to))


@ASKINGS.shelf
def keep(action: playing.Way, now: Counter, to: Speech) -> Shelf:
    """Return the group of one drawn card: its name, and what is printed on it."""
    card = CARD.number(action.card)
    note = to.face(now.state, card)
    return Shelf((*ASKINGS.order("answer"), card), to.thing(CARD, card), "", note)


@ASKINGS.place
def whereabouts(action: OfCard, now: Counter, to: Speech) -> str:
    """Say where a card lies that may be chosen."""
    spot = table.spot_of(now.state, CARD.number(action.card))
    if spot is None:
        return to.gettext("not in play")
    return to.seat(spot.seat) if spot.seat else to.site(now.state, spot.slot)


# campaigns


def targets(action: campaign.Attack, now: Counter, to: Speech) -> Iterator[str]:
    """Yield the targets of a campaign by their names."""
    yield from (to.site(now.state, SLOT.number(site)) for site in action.sites)
    yield from (to.thing(CARD, relic) for relic in action.relics)
    yield from (to.thing(BANNER, banner) for banner in action.banners)
    if action.pawn:
        yield to.gettext("pawn and favor")


@ASKINGS.place
def loot(action: campaign.Attack, now: Counter, to: Speech) -> str:
    """Return the targets of a campaign."""
    return ", ".join(targets(action, now, to)) or to.pgettext("exchange", "nothing")


@ASKINGS.place
def odds(action: campaign.Attack, now: Counter, to: Speech) -> str:
    """Return the dice and the warbands of both sides before plans."""
    if not now.seat:
        return ""
    at = prices.lying_here(now.state, now.seat)
    begun = action.begun(now.state, now.seat, at)
    return to.gettext("attack dice %(attack)s, defense dice %(defense)s", attack=begun.attack, defense=begun.defense)


@ASKINGS.fact
def the_battle(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Say who fights whom for what, and how it stands."""
    found = now.state.campaign
    if found is None:
        return ""
    foe = to.seat(found.defender, "accusative") if found.defender else to.gettext("bandits")
    told = to.gettext(
        "%(attacker)s attacks %(defender)s: attack dice %(attack)s, defense dice %(defense)s.",
        attacker=to.seat(found.attacker),
        defender=foe,
        attack=found.attack,
        defense=found.defense,
    )
    if found.plans:
        plans = to.cards(now.state, (plan.card for plan in found.plans))
        told += " " + to.gettext("Battle plans: %(plans)s.", plans=plans)
    if found.swords or found.shields:
        value = battle.attack_value(now.state)
        told += " " + to.gettext("Attack %(attack)s, defense %(defense)s.", attack=value, defense=found.value)
    return told


@ASKINGS.fact
def missing(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Return how many warbands a sacrifice needs."""
    return to.warbands(decision.context["needs"])


@ASKINGS.fact
def to_fall(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Return how many warbands are still to fall."""
    return to.warbands(decision.context["left"])


@ASKINGS.fact
def count(decision: OpenDecision, now: Counter, to: Speech) -> int:
    """Return how many warbands, or how much favor, a question is about."""
    return int(decision.context["count"])


# exchanges and consent


@ASKINGS.fact
def you_get(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Return what an offer gives, with the relic that comes with citizenship."""
    told = given(decision.context, to, now.state)
    if "space" not in decision.context:
        return told
    nothing = told == to.pgettext("exchange", "nothing")
    relic = to.gettext("the relic of %(space)s", space=to.thing(SPACE, decision.context["space"]))
    return relic if nothing else f"{relic}, {told}"


@ASKINGS.fact
def you_give(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Return what an offer asks for."""
    return given(decision.context, to, now.state, back=True)


@ASKINGS.fact
def from_where(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Return the site from which a citizen would take warbands."""
    slot = SLOT.number(decision.context["slot"])
    there = to.warbands(now.state.sites[slot].warbands)
    return to.gettext("%(site)s: %(warbands)s are there.", site=to.site_at(now.state, slot), warbands=there)


@ASKINGS.fact
def the_gift(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Say which warbands are to change boards."""
    player, count = to.seat(decision.context["player"]), to.warbands(decision.context["count"])
    if decision.context["take"]:
        return to.gettext("%(player)s asks you for %(warbands)s: do you agree?", player=player, warbands=count)
    return to.gettext("%(player)s offers you %(warbands)s: do you accept?", player=player, warbands=count)


@ASKINGS.place
def exchange(action: warbands.GiveWarbands, now: Counter, to: Speech) -> str:
    """Say which warbands are given or asked for."""
    count = to.warbands(action.count)
    if action.take:
        return to.gettext(
            "ask for %(warbands)s of %(player)s", warbands=count, player=to.seat(action.player, "genitive")
        )
    return to.gettext("give %(warbands)s to %(player)s", warbands=count, player=to.seat(action.player, "dative"))


@ASKINGS.place
def edifice(action: chronicle.Build, now: Counter, to: Speech) -> str:
    """Return the edifice that a denizen would give way to."""
    found = chronicle.edifice_of(now.state, CARD.thing(action.card).suit)
    return to.pgettext("exchange", "nothing") if found == NONE else to.thing(CARD, found)


@ASKINGS.place
def edifice_text(action: chronicle.Build, now: Counter, to: Speech) -> str:
    """Return what that edifice does."""
    found = chronicle.edifice_of(now.state, CARD.thing(action.card).suit)
    return "" if found == NONE else texts.effect(CARD, CARD.ids[found], to.language.code)


# questions of cards, of the beginning and of a turn


@ASKINGS.fact
def its_text(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Return what the card of a question does."""
    return to.effect(now.state, CARD.number(decision.context["card"]))


@ASKINGS.fact
def drawn(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Say what becomes of the other cards."""
    return to.gettext("The other cards are discarded. A facedown adviser in a full council takes the place of another.")


@ASKINGS.shelf
def beginning(action: turns.Begin, now: Counter, to: Speech) -> Shelf:
    """Return the group of one card to begin with."""
    card = CARD.number(action.card)
    return Shelf((*ASKINGS.order("answer"), card), to.thing(CARD, card), "", to.face(now.state, card))


def _sites(asked: Asked, now: Counter, to: Speech) -> str:
    """Say what becomes of the other cards, and what the sites do where one may begin."""
    found = dict.fromkeys(option.action.slot for option in asked.options if isinstance(option.action, turns.Begin))
    told = [to.gettext("The two other cards are discarded.")]
    for slot in map(SLOT.number, found):
        site = now.state.sites[slot].site
        if site != NONE:
            told.append(f"{to.site_at(now.state, slot)}: {texts.printed(SITE, SITE.ids[site], to.language.code)}")
    return " ".join(told)


def _left(decision: OpenDecision, now: Counter, to: Speech) -> str:
    return to.gettext("a turn, %(supply)s left", supply=to.supply(decision.context["supply"]))


def _your_turn(decision: OpenDecision, now: Counter, to: Speech) -> str:
    return to.gettext("Your turn: %(supply)s left", supply=to.supply(decision.context["supply"]))


ask(
    turns.BeginAnswers,
    "where to begin",
    "Where do you place your pawn, and which card do you keep as a facedown adviser?",
    note=_sites,
    how=msgid("The two other cards are discarded. “rules Plains” tells what that site does."),
)
ask(turns.ActAnswers, _left, _your_turn)


def _for_nothing(asked: Asked, now: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    """Return the campaigns without their price, since a card pays for them."""
    groups = ASKINGS.groups([option for option in asked.options if not option.ahead], now, to)
    return tuple(
        replace(group, cost_title="", options=tuple(replace(option, cost="") for option in group.options))
        for group in groups
    )


ask(
    campaign.FreeAttackAnswers, "%(card)s: a campaign", "%(card)s: do you campaign, for no supply?", groups=_for_nothing
)
