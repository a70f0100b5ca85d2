"""Ministry cards and advantages in words: our own words for the tiles (3.5, 3.8, 4.1.7, chapter 8)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Event
from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.wording.event_text import Context, EventText, Sentence, TellingMode
from adjudicator.reports.wording.game import Asked
from adjudicator.reports.wording.option_groups import Shelf

from ..ahead import as_if_taken
from ..fact_types import ACTION_TYPES, ADVANTAGE, COMMODITY, ECONOMIC, KEYWORD, MINISTRY, NONE, SIDES, SPACE, Advantage
from ..facts import FACTS
from ..rules import advantages
from ..rules.control import ConflictPlaced
from ..rules.deal import DebtLimitRaised, EventsDealt
from ..rules.debt import DebtChanged, TreatyPointsChanged, VictoryPoints
from ..rules.discard import EventsDiscarded
from ..rules.ministries import cards as rules
from ..rules.ministries import phase
from ..rules.ministries.abilities import CommodityTaxed, HuguenotsPlaced
from ..rules.ministries.use import RevealMinistry, UseMinistry
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
from .options import market, shifted
from .printed import ability_text, keywords, ministry_text
from .speech import WORDS, Speech
from .terms import places, taken
from .turns import in_one_line


@join(SpaceShifted, SquadronBuilt, DebtChanged, ConflictPlaced, advantages.SquadronSentHome)
def _by_advantage(context: Context[Speech], event: Event, said: EventText, to: Speech) -> bool:
    """Say that an advantage was used by telling what it does."""
    at = _advantage_before(context.sentences)
    if at is None:
        return False
    used = context.sentences[at].event
    assert isinstance(used, advantages.AdvantageUsed)
    if isinstance(event, SpaceShifted | SquadronBuilt) and event.advantage != used.advantage:
        return False
    if isinstance(event, DebtChanged) and event.why != used.advantage:
        return False
    name = to.thing(ADVANTAGE, used.advantage)
    by = to.gettext("advantage %(advantage)s", advantage=name)
    return context.instead(event, by_means_of(used, name, by, said, to), at)


def _advantage_before(sentences: Sequence[Sentence]) -> int | None:
    """Return the use of an advantage that was told last.

    Treaty points of ministries for it are skipped (M-13, M-19).
    """
    for at in range(len(sentences) - 1, -1, -1):
        if isinstance(sentences[at].event, advantages.AdvantageUsed):
            return at
        if not isinstance(sentences[at].event, TreatyPointsChanged):
            break
    return None


@ASKINGS.shelf
def advantage_shelf(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> Shelf:
    """Return one shelf for each advantage with targets, one for all others."""
    tile = ADVANTAGE.thing(action.advantage)
    if tile.op not in WORDS["headings"]:
        return ASKINGS.shelf_at("advantages", to, 99)
    heading = to.word("headings", tile.op, advantage=to.thing(ADVANTAGE, tile.id), n=tile.amount)
    points = points_of(ECONOMIC if tile.op == "unflag_discount" else tile.pays, to)
    return Shelf((*ASKINGS.order("advantages"), tile.index), heading, points)


@ASKINGS.place
def aim(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> str:
    """Return the target of an advantage; one without targets by its name."""
    space = action.conflict or action.space or action.squadron
    if space is None:
        return to.thing(ADVANTAGE, action.advantage)
    return market(space, to) if FACTS.market >> SPACE.index[space] & 1 else to.space(space)


@ASKINGS.chip
def chip_of_advantage(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return the target of an advantage; one without targets by its name."""
    space = action.conflict or action.space or action.squadron
    return "", to.thing(ADVANTAGE, action.advantage) if space is None else to.chip(SPACE, space)


@ASKINGS.chip
def advantage_first(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> str:
    """Return the advantage, if a target is named after it."""
    aimed = action.conflict or action.space or action.squadron
    return to.thing(ADVANTAGE, action.advantage) if aimed else ""


@TELLINGS.place
def owned_squadron(event: Any, to: Speech) -> str:
    """Return whose squadron it is."""
    return to.squadron(event.owner)


# what the tiles do -------------------------------------------------------------------------------


def advantage_text(tile: Advantage, to: Speech) -> str:
    """Return its effect and what it costs: `a new squadron for 2 military points`."""
    told = _deed(tile, to)
    if tile.pays != NONE:
        points = to.points(ACTION_TYPES[tile.pays], tile.points)
        listed = tile.op == "unflag_fixed"
        told = f"{told} ({points})" if listed else to.gettext("%(deed)s for %(points)s", deed=told, points=points)
    if not tile.targets or tile.op in ("unflag_fixed", "unflag_discount"):
        return told
    return to.gettext("%(deed)s: %(places)s", deed=told, places=places(tile.targets, to))


def _deed(tile: Advantage, to: Speech) -> str:
    match tile.op:
        case "place_conflict":
            told = to.ngettext("%(n)s conflict marker", "%(n)s conflict markers", 1)
            return to.gettext("%(deed)s, not protected", deed=told) if tile.unprotected else told
        case "unflag_fixed":
            return taken(to.gettext("remove an opposing flag"), tile.targets, to)
        case "unflag_discount":
            told = taken(to.gettext("remove an opposing flag"), tile.targets, to)
            return to.gettext("%(deed)s, %(n)s cheaper", deed=told, n=tile.amount)
        case "reduce_debt":
            return to.gettext("debt %(change)s", change=to.signed(-tile.amount))
        case "squadron_to_navy_box":
            return to.gettext("%(squadron)s goes to its navy box", squadron=to.gettext("an opposing squadron"))
        case "construct_squadron":
            return to.gettext("a new squadron")


def all_advantages(to: Speech) -> tuple[str, ...]:
    """Return each of the 22 tiles: its name, the spaces that bring it, what it does."""
    return tuple(
        f"{to.thing(ADVANTAGE, tile.id)} ({to.spaces(SPACE.ids_of(tile.spaces))}): {advantage_text(tile, to)}."
        for tile in ADVANTAGE
    )


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
