"""Ministry cards in words: chosen, turned up, used, refused (3.5, 4.1.7)."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Event
from adjudicator.reports.event_text import Context, EventText, TellingMode
from adjudicator.reports.game import Asked
from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.option_groups import Shelf

from ..ahead import as_if_taken
from ..fact_types import COMMODITY, KEYWORD, MINISTRY, SIDES
from ..facts import FACTS
from ..rules.deal import DebtLimitRaised, EventsDealt
from ..rules.debt import VictoryPoints
from ..rules.discard import EventsDiscarded
from ..rules.ministries import cards as rules
from ..rules.ministries import phase
from ..rules.ministries.abilities import CommodityTaxed, HuguenotsPlaced
from ..rules.ministries.use import (
    RevealMinistry,
    UseMinistry,
)
from ..rules.prices import FREE
from ..rules.purchases import quote
from ..rules.scoring import MinistryScored
from ..rules.shifts import SpaceShifted
from ..rules.squadrons import SquadronBuilt
from .book import (
    ASKINGS,
    REGISTERS,
    TELLINGS,
    Counter,
    anywhere,
    ask,
    by_means_of,
    cost,
    join,
    of_phase,
    points_of,
    tell,
)
from .ministry_words import ability_text, keywords, ministry_text
from .shifts import shifted
from .speech import Speech
from .turn import in_one_line


@TELLINGS.place
def taken_back(event: phase.MinistriesLaid, to: Speech) -> str:
    """Return the ministries that were replaced."""
    if not event.replaced:
        return ""
    cards = to.listing(map(to.ministry, event.replaced))
    return to.ngettext("taken back: %(cards)s", "taken back: %(cards)s", len(event.replaced), cards=cards)


@TELLINGS.place
def keywords_shown(event: rules.MinistryRevealed, to: Speech) -> str:
    """Return the keywords of a ministry."""
    return ", ".join(to.thing(KEYWORD, word) for word in to.ministry_card(event.ministry).keywords)


def _by(event: rules.MinistryUsed | MinistryScored, to: Speech) -> str:
    return to.gettext("ministry %(ministry)s", ministry=to.ministry(event.ministry))


def _ministry_scored(event: MinistryScored, to: Speech) -> EventText:
    text, scores = to.gained(vp=event.vp, trp=event.trp), bool(event.vp)
    return EventText(text=text, who=event.side, note=_by(event, to), rule="3.5.2", important=scores, scores=scores)


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
def _of_ministry(context: Context[Speech], event: Event, said: EventText, to: Speech) -> bool:
    """Describe the effect of a ministry's ability together with its use."""
    told, used = context.last, context.before
    if told is None or not isinstance(used, rules.MinistryUsed) or told.event is not used:
        return False
    return context.instead(used, said if isinstance(event, rules.MinistryPoints) else _ministry(used, event, said, to))


def _ministry(used: rules.MinistryUsed, event: Event, effect: EventText, to: Speech) -> EventText:
    if isinstance(event, DebtLimitRaised):
        limit = event.limits[SIDES.index(used.side)]
        effect = replace(effect, text=to.gettext("the debt limit is %(n)s now", n=limit))
    return by_means_of(used, to.ministry(used.ministry), _by(used, to), effect, to)


def _extra(action: phase.ChooseMinistries | phase.ReplaceMinistries, to: Speech) -> list[str]:
    """Name the third card that France may have earned (7.3)."""
    return [to.gettext("Jacobite Uprisings in the extra slot")] if action.jacobite else []


@ASKINGS.place
def chosen_ministries(action: phase.ChooseMinistries, counter: Counter, to: Speech) -> str:
    """Return the ministries that are chosen."""
    return to.listing([*map(to.ministry, action.ministries), *_extra(action, to)])


@ASKINGS.place
def replacement(action: phase.ReplaceMinistries, counter: Counter, to: Speech) -> str:
    """Return what is replaced, and what fills a slot M-4 has left (7.3, R-51)."""
    new = to.listing(to.ministry(card) for card in action.into)
    if action.out:
        old = to.listing(to.inflected(MINISTRY, to.ministry_card(card).id, "genitive") for card in action.out)
        words = to.gettext("%(new)s instead of %(old)s", new=new, old=old)
    else:
        words = to.gettext("%(new)s in the empty slot", new=new) if action.into else to.gettext("keep all")
    return ", ".join([words, *_extra(action, to)])


def _new(action: phase.ChooseMinistries | phase.ReplaceMinistries) -> tuple[str, ...]:
    return action.ministries if isinstance(action, phase.ChooseMinistries) else action.into


@ASKINGS.place
def only_card(action: phase.ChooseMinistries | phase.ReplaceMinistries, counter: Counter, to: Speech) -> str:
    """Return what a ministry does, if it is the only one."""
    cards = _new(action)
    single = len(cards) == 1 and not action.jacobite
    return ministry_text(to.ministry_card(cards[0]), counter.state, to) if single else ""


@ASKINGS.place
def its_keywords(action: phase.ChooseMinistries | phase.ReplaceMinistries, counter: Counter, to: Speech) -> str:
    """Return the keywords of the only ministry."""
    return keywords(to.ministry_card(_new(action)[0]), to)


@ASKINGS.place
def used_on(action: UseMinistry, counter: Counter, to: Speech) -> str:
    """Return a ministry, or what its ability is used on."""
    if action.card is not None:
        return to.event_name(action.card)
    if action.commodity is not None:
        return to.thing(COMMODITY, action.commodity)
    if action.space is None:
        return to.gettext("use %(ministry)s", ministry=to.ministry(action.ministry))
    if action.result is None:
        return to.space(action.space)
    return shifted(action.space, action.result, to)


@ASKINGS.shelf
def ministry_shelf(action: UseMinistry, counter: Counter, to: Speech) -> Shelf:
    """Return one shelf for each ability with targets, one for all others."""
    if not _aimed(action):
        return ASKINGS.shelf_at("ministries", to, 99)
    card = to.ministry_card(action.ministry)
    points = points_of(card.abilities[action.ability - 1].pays, to)
    heading = to.gettext("Ministry %(ministry)s", ministry=to.ministry(action.ministry))
    does = ability_text(card, action.ability, counter.state, to)
    return Shelf((*ASKINGS.order("ministries"), card.number, action.ability), heading, points, does)


def _aimed(action: UseMinistry) -> bool:
    return bool(action.space or action.card or action.commodity)


@ASKINGS.place
def ability_does(action: UseMinistry, counter: Counter, to: Speech) -> str:
    """Return what the ability does, if the target does not say it."""
    if _aimed(action):
        return ""
    return ability_text(to.ministry_card(action.ministry), action.ability, counter.state, to)


@ASKINGS.place
def ability_price(action: UseMinistry, counter: Counter, to: Speech) -> str:
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


@ASKINGS.place
def revealed_keywords(action: RevealMinistry, counter: Counter, to: Speech) -> str:
    """Return the keywords of a ministry that is revealed."""
    return keywords(to.ministry_card(action.ministry), to)


@ASKINGS.chip
def chip_of_reveal(action: RevealMinistry, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return the words of a link that reveals a ministry."""
    return "", to.gettext("reveal %(ministry)s", ministry=to.ministry(action.ministry))


ask(
    "choose_ministries",
    "choose your ministries",
    lambda decision, counter, to: to.ngettext(
        "Choose %(n)s ministry", "Choose %(n)s ministries", FACTS.limits.ministries
    ),
    note=lambda asked, counter, to: in_one_line(asked, FACTS.limits.ministries, to),
)
ask("use_power", "abilities at the end of the turn", "Use abilities at the end of the turn?", groups=_powers)


REGISTERS.parts["ministry"] = of_phase("ministry", "4.1.7")
tell(MinistryScored, _ministry_scored, deed=TellingMode.NO, where=anywhere)
