"""Ministry cards in words: chosen, turned up, used, refused (3.5, 4.1.7)."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Event
from adjudicator.reports.game import Asked
from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.shelves import Shelf
from adjudicator.reports.telling import Context, Deed, Said

from ..ahead import as_if_taken
from ..fact_types import COMMODITY, KEYWORD, MINISTRY, SIDES
from ..facts import FACTS
from ..rules.deal import DebtLimitRaised, EventsDealt
from ..rules.debt import VictoryPoints
from ..rules.discard import EventsDiscarded
from ..rules.ministries import cards as rules
from ..rules.ministries import huguenots, phase, powers
from ..rules.ministries.abilities import CommodityTaxed, HuguenotsPlaced, no_event_to_draw, unknown_commodity
from ..rules.ministries.end_of_turn import EndPowers, no_power
from ..rules.ministries.use import (
    RevealMinistry,
    UseMinistry,
    ability_nothing_to_pay,
    already_face_up,
    no_voluntary_reveal,
)
from ..rules.prices import FREE
from ..rules.purchases import quote
from ..rules.scoring import MinistryScored
from ..rules.shifts import SpaceShifted
from ..rules.squadrons import SquadronBuilt
from ..state import State
from . import book
from .book import (
    ASKINGS,
    Counter,
    Rank,
    anywhere,
    ask,
    by_means_of,
    cost,
    join,
    of_phase,
    offer,
    points_of,
    refuse,
    verb,
)
from .ministry_words import ability_text, keywords, ministry_text
from .shifts import shifted
from .speech import Speech
from .turn import in_one_line


def _taken_back(event: phase.MinistriesLaid, to: Speech) -> str:
    if not event.replaced:
        return ""
    cards = to.listing(map(to.ministry, event.replaced))
    return to.ngettext("taken back: %(cards)s", "taken back: %(cards)s", len(event.replaced), cards=cards)


def _points(event: rules.MinistryPoints, to: Speech) -> tuple[str, str]:
    points = to.points(event.type, event.points)
    text = to.gettext("%(points)s more", points=points)
    if event.kind == "minor":
        text = to.gettext("%(points)s more for the minor action", points=points)
    by = _by(event, to)
    return text, f"{by}, {to.restriction(event.rule)}" if event.rule else by


def _by(event: rules.MinistryPoints | rules.MinistryUsed | MinistryScored, to: Speech) -> str:
    return to.gettext("ministry %(ministry)s", ministry=to.ministry(event.ministry))


def _ministry_scored(event: MinistryScored, to: Speech) -> Said:
    text, scores = to.gained(vp=event.vp, trp=event.trp), bool(event.vp)
    return Said(text=text, who=event.side, note=_by(event, to), rule="3.5.2", important=scores, scores=scores)


@join(
    SpaceShifted,
    SquadronBuilt,
    VictoryPoints,
    rules.MinistryPoints,
    EventsDealt,
    DebtLimitRaised,
    HuguenotsPlaced,
    EventsDiscarded,
    CommodityTaxed,
)
def _of_ministry(context: Context[Speech], event: Event, said: Said, to: Speech) -> bool:
    """Describe the effect of a ministry's ability together with its use."""
    told, used = context.last, context.before
    if told is None or not isinstance(used, rules.MinistryUsed) or told.event is not used:
        return False
    return context.instead(used, said if isinstance(event, rules.MinistryPoints) else _ministry(used, event, said, to))


def _ministry(used: rules.MinistryUsed, event: Event, effect: Said, to: Speech) -> Said:
    if isinstance(event, DebtLimitRaised):
        limit = event.limits[SIDES.index(used.side)]
        effect = replace(effect, text=to.gettext("the debt limit is %(n)s now", n=limit))
    return by_means_of(used, to.ministry(used.ministry), _by(used, to), effect, to)


def _extra(action: phase.ChooseMinistries | phase.ReplaceMinistries, to: Speech) -> list[str]:
    """Name the third card that France may have earned (7.3)."""
    return [to.gettext("Jacobite Uprisings in the extra slot")] if action.jacobite else []


def _replaced(action: phase.ReplaceMinistries, counter: Counter, to: Speech) -> str:
    """Return what is replaced, and what fills a slot M-4 has left (7.3, R-51)."""
    new = to.listing(to.ministry(card) for card in action.into)
    if action.out:
        old = to.listing(to.inflected(MINISTRY, to.ministry_card(card).id, "genitive") for card in action.out)
        words = to.gettext("%(new)s instead of %(old)s", new=new, old=old)
    else:
        words = to.gettext("%(new)s in the empty slot", new=new) if action.into else to.gettext("keep all")
    return ", ".join([words, *_extra(action, to)])


def _one_card(
    cards: tuple[str, ...], action: phase.ChooseMinistries | phase.ReplaceMinistries, to: Speech, state: State
) -> str:
    """Say what a card does, if it is the only one."""
    return ministry_text(to.ministry_card(cards[0]), state, to) if len(cards) == 1 and not action.jacobite else ""


def _on(action: UseMinistry, counter: Counter, to: Speech) -> str:
    """Name a ministry, or what its ability is used on."""
    if action.card is not None:
        return to.event_name(action.card)
    if action.commodity is not None:
        return to.thing(COMMODITY, action.commodity)
    if action.space is None:
        return to.gettext("use %(ministry)s", ministry=to.ministry(action.ministry))
    if action.result is None:
        return to.space(action.space)
    return shifted(action.space, action.result, to)


def _shelf(action: UseMinistry, counter: Counter, to: Speech) -> Shelf:
    """Return one shelf for each ability with targets, one for all others."""
    if not _aimed(action):
        return Shelf((Rank.MINISTRIES, 99), to.gettext("Ministries"))
    card = to.ministry_card(action.ministry)
    points = points_of(card.abilities[action.ability - 1].pays, to)
    heading = to.gettext("Ministry %(ministry)s", ministry=to.ministry(action.ministry))
    does = ability_text(card, action.ability, counter.state, to)
    return Shelf((Rank.MINISTRIES, card.number, action.ability), heading, points, does)


def _aimed(action: UseMinistry) -> bool:
    return bool(action.space or action.card or action.commodity)


def _does(action: UseMinistry, counter: Counter, to: Speech) -> str:
    """Say what the ability does, if the target does not say it."""
    if _aimed(action):
        return ""
    return ability_text(to.ministry_card(action.ministry), action.ability, counter.state, to)


def _price(action: UseMinistry, counter: Counter, to: Speech) -> str:
    """Return the price; before a tile is taken, that of the first that fits."""
    if counter.certain:
        return cost(action, counter, to)[0]
    for kind in dict.fromkeys(counter.state.available):
        with suppress(Refusal):
            price = quote(as_if_taken(counter.state, counter.side, kind), counter.side, action)
            return "" if price is FREE else to.price(price.cost)
    return ""


def _powers(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    """Return abilities at the end of the turn, one below the other."""
    listed = []
    for each in asked.options:
        option = ASKINGS.option(each, counter, to)
        if isinstance(each.action, UseMinistry):
            words = to.gettext("use %(ministry)s", ministry=to.ministry(each.action.ministry))
            note = ministry_text(to.ministry_card(each.action.ministry), counter.state, to)
            option = Option(code=each.code, words=words, note=note)
        listed.append(option)
    return (OptionGroup(options=tuple(listed)),)


offer(
    phase.ChooseMinistries,
    lambda action, counter, to: to.listing([*map(to.ministry, action.ministries), *_extra(action, to)]),
    note=lambda action, counter, to: _one_card(action.ministries, action, to, counter.state),
    gist=lambda action, counter, to: keywords(to.ministry_card(action.ministries[0]), to),
)
offer(
    phase.ReplaceMinistries,
    _replaced,
    note=lambda action, counter, to: _one_card(action.into, action, to, counter.state),
    gist=lambda action, counter, to: keywords(to.ministry_card(action.into[0]), to),
)
offer(UseMinistry, _on, _shelf, note=_does, cost=_price)
offer(
    RevealMinistry,
    "%(ministry)s",
    Shelf((Rank.REVEALS,), "Reveal a ministry without using it"),
    note=lambda action, counter, to: keywords(to.ministry_card(action.ministry), to),
    chip=lambda action, counter, to: ("", to.gettext("reveal %(ministry)s", ministry=to.ministry(action.ministry))),
)
offer(EndPowers, "no (more) abilities", silent="no (more) abilities are used")
ask(
    "choose_ministries",
    "choose your ministries",
    lambda decision, counter, to: to.ngettext(
        "Choose %(n)s ministry", "Choose %(n)s ministries", FACTS.limits.ministries
    ),
    note=lambda asked, counter, to: in_one_line(asked, FACTS.limits.ministries, to),
)
ask("replace_ministries", "do you replace ministries?", "Replace ministries that lie face down, or keep them")
ask("use_power", "abilities at the end of the turn", "Use abilities at the end of the turn?", groups=_powers)


tell = partial(book.tell, where=anywhere)
tell(
    phase.MinistriesLaid,
    "ministries chosen, they lie face down",
    "your ministries: %(cards)s",
    note=_taken_back,
    where=of_phase("ministry", "4.1.7"),
    cards=lambda event, to: to.listing(map(to.ministry, event.cards)),
)
verb(
    rules.MinistryRevealed,
    "revealed %(things)s",
    "revealed %(things)s",
    lambda event, to: to.quoted(MINISTRY, to.ministry_card(event.ministry).id),
)
tell(
    rules.MinistryRevealed,
    "ministry revealed: %(ministry)s",
    note=lambda event, to: ", ".join(to.thing(KEYWORD, word) for word in to.ministry_card(event.ministry).keywords),
    important=True,
)
tell(rules.MinistryUsed, "ministry used: %(ministry)s")
tell(rules.MinistryPoints, _points)
tell(MinistryScored, _ministry_scored, deed=Deed.NO)
tell(HuguenotsPlaced, "%(space)s: Huguenot marker")
tell(huguenots.HuguenotsSpent, "%(space)s: the Huguenot marker is used")
tell(huguenots.HuguenotsLost, "%(space)s: the Huguenot marker leaves")
tell(rules.HuguenotsRefreshed, "Huguenot markers usable once more: %(spaces)s")
tell(CommodityTaxed, "%(commodity)s: minor actions may remove flags from these markets this turn", important=True)


refuse(phase.wrong_number_of_ministries, "ministries to choose: %(needed)s; you named %(given)s")
refuse(phase.ministry_not_eligible, "not to be chosen now: %(ministries)s; you may choose from %(eligible)s")
refuse(phase.not_face_down, "does not lie face down before you: %(ministries)s; there lie %(face_down)s")
refuse(phase.unequal_replacement, "as many new ministries as taken back; you named %(given)s new, %(needed)s back")
refuse(phase.no_jacobite_slot, "the extra slot needs a won rebellion; victory markers so far: %(victories)s")
refuse(phase.ministry_twice, "%(ministry)s cannot lie in two slots")
refuse(rules.unknown_ministry, "there is no ministry “%(ministry)s”")
refuse(rules.ministry_not_held, "%(ministry)s does not lie before you; there lie %(ministries)s")
refuse(already_face_up, "%(ministry)s lies face up already")
refuse(no_voluntary_reveal, "this campaign reveals ministries only by using them: %(ministry)s")
refuse(rules.reveal_unused, "this makes no use of %(ministries)s, so nothing is revealed")
refuse(rules.no_such_ability, "%(ministry)s has no ability %(ability)s to use here; abilities: %(abilities)s")
refuse(
    powers.ability_by_itself,
    {
        "automatic": "%(ministry)s: this ability works by itself while the card lies face up",
        "scoring": "%(ministry)s: this ability works by itself at scoring, if the card already lies face up",
        "end_of_turn": "%(ministry)s: this ability works by itself at the end of the turn, if the card lies face up",
        "reveal": "%(ministry)s: name the card with the purchase, and its ability counts for the price",
        "free_debt": "%(ministry)s: add +f1 or +f2 to an economic purchase",
        "via": "%(ministry)s: name the card when you play the event",
        "advantage": "%(ministry)s: this ability works when you use an advantage in Europe",
    },
    by="how",
)
refuse(rules.ability_exhausted, "%(ministry)s: ability %(ability)s was used this turn")
refuse(powers.ability_needs_tile, "take a tile first, then use %(ministry)s")
refuse(powers.ability_too_late, "%(ministry)s can be used only before anything of the tile is used")
refuse(powers.ability_needs_action, "%(ministry)s needs an open action of your tile: %(type)s")
refuse(powers.ability_needs_space, "%(ministry)s: you need one of these, without a conflict marker: %(spaces)s")
refuse(rules.ability_no_effect, "%(ministry)s would have no effect now")
refuse(
    powers.ability_argument,
    {
        "space": "%(ministry)s: say at which space",
        "space result": "%(ministry)s: say the space and whether you place or remove the flag",
        "card": "%(ministry)s: say which event card",
        "commodity": "%(ministry)s: say which commodity",
        "": "%(ministry)s needs no target",
    },
    by="wanted",
)
refuse(powers.ability_target, "%(ministry)s does not work on %(space)s; it works on: %(targets)s")
refuse(powers.ability_other_round, "%(ministry)s: its two abilities need two different rounds")
refuse(ability_nothing_to_pay, "%(ministry)s costs nothing; leave the payment out")
refuse(no_event_to_draw, "%(ministry)s: there is no event card to draw")
refuse(unknown_commodity, "“%(commodity)s” cannot be named; you may name %(commodities)s")
refuse(huguenots.no_huguenots, "no unused Huguenot marker at %(space)s; there are some at: %(spaces)s")
refuse(huguenots.huguenots_for_markets, "%(space)s: this Huguenot marker only makes a market cheaper")
refuse(huguenots.huguenots_elsewhere, "%(space)s: this Huguenot marker works on markets of its region only: %(region)s")
refuse(no_power, "%(ministry)s can do nothing at the end of the turn")
