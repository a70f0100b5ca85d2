"""What points buy, as options: by type and region, each with the price that the rules ask now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from adjudicator.kernel.actions import Action
from adjudicator.reports.game import Coded
from adjudicator.reports.model import Option, OptionGroup

from ..ahead import as_if_taken
from ..components import NAVY_BOX
from ..fact_types import ACTION_TYPES, ADVANTAGE, COMMODITY, EUROPE, NONE, REGION, SIDES
from ..facts import facts
from ..names import remarked
from ..rules.action_round import EndRound, Pass
from ..rules.advantages import UseAdvantage
from ..rules.diplomatic import DrawEvent
from ..rules.events.playing import PlayEvent
from ..rules.forts import BuildFort, RepairFort, SeizeFort
from ..rules.military import BuyBonusWarTile, ConvertMilitary, RemoveConflict
from ..rules.ministries.powers import UseMinistry
from ..rules.ministries.use import RevealMinistry
from ..rules.payment import Payment
from ..rules.points import purse
from ..rules.purchases import quote
from ..rules.quotes import FREE
from ..rules.shifts import ShiftMarket, ShiftPolitical
from ..rules.squadrons import BuildSquadron, DeploySquadron
from ..rules.war_tiles import MilitaryUpgrade
from ..state import State
from .ministry_words import ability_text, keywords
from .speech import Speech

FEW = 4
"""Up to so many conflict markers stand among the other military purchases."""


class Counter(Struct, frozen=True):
    """Where prices are asked: the position, the buyer, the war whose theatres are meant.

    `certain`: the tile is taken, so the way of paying is known.
    """

    state: State
    side: int
    war: str
    certain: bool


class Shelf(Struct, frozen=True):
    """A group of options: sorts before others by `order`; `heading`, the heading of its costs, what they do."""

    order: tuple[int, ...]
    heading: str
    cost_title: str = ""
    note: str = ""


def groups(options: Sequence[Coded], counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    """The options on their shelves, cheap and dear as the rules list them."""
    shelves: dict[Shelf, list[Option]] = {}
    many = sum(isinstance(option.action, RemoveConflict) for option in options) > FEW
    for option in options:
        if many and isinstance(option.action, RemoveConflict):
            shelf, listed = _conflicts(to), _conflict(option, counter, to)
        else:
            shelf, listed = _shelf(option.action, counter, to), _option(option, counter, to)
        shelves.setdefault(shelf, []).append(listed)
    return tuple(
        OptionGroup(options=tuple(listed), heading=shelf.heading, cost_title=shelf.cost_title, note=shelf.note)
        for shelf, listed in sorted(shelves.items(), key=lambda item: item[0].order)
    )


def _option(option: Coded, counter: Counter, to: Speech) -> Option:
    words = _words(option.action, counter, to) or option.words
    if not isinstance(option.action, Payment):
        return Option(code=option.code, words=words, note=_remark(option.action, counter, to))
    if isinstance(option.action, UseMinistry):
        cost, note = _ministry_cost(option.action, counter, to), _ability(option.action, counter, to)
    else:
        cost, note = _cost(option.action, counter, to)
    return Option(code=option.code, words=words, cost=cost, note=note)


def _conflicts(to: Speech) -> Shelf:
    """A shelf of their own for conflict markers, where there are many."""
    return Shelf((MILITARY, 1), to.gettext("Remove a conflict marker"), to.gettext("military points"))


def _conflict(option: Coded, counter: Counter, to: Speech) -> Option:
    assert isinstance(option.action, RemoveConflict)
    cost, note = _cost(option.action, counter, to)
    return Option(code=option.code, words=to.space(option.action.space), cost=cost, note=note)


def falls_by_passing(state: State, side: int) -> int:
    """By how much the debt of a side that passes becomes less (5.1)."""
    return min(facts().limits.pass_debt, state.debt[side])


def _remark(action: Action, counter: Counter, to: Speech) -> str:
    if isinstance(action, Pass):
        falls = falls_by_passing(counter.state, counter.side)
        return to.gettext("your debt falls by %(n)s", n=falls) if falls else ""
    if isinstance(action, PlayEvent):
        return _event(action, to)
    if isinstance(action, RevealMinistry):
        return keywords(facts().ministries[to.ministry_number(action.ministry) - 1], to)
    return ""


def _event(action: PlayEvent, to: Speech) -> str:
    """Whether its bonus comes, and through which ministry."""
    notes = [to.gettext("through %(ministry)s", ministry=to.ministry(action.via))] if action.via else []
    if action.reveal:
        names = to.listing(to.ministry(card) for card in action.reveal)
        notes.append(to.gettext("turning up %(ministries)s", ministries=names))
    if facts().events[action.card - 1].bonus_if is not None:
        notes.append(to.gettext("with bonus") if action.bonus else to.gettext("without bonus"))
    return ", ".join(notes)


def _ability(action: UseMinistry, counter: Counter, to: Speech) -> str:
    """What the ability does, where the target does not say it."""
    if action.space or action.card or action.commodity:
        return ""
    card = facts().ministries[to.ministry_number(action.ministry) - 1]
    return ability_text(card, action.ability, counter.state, to)


def _ministry_cost(action: UseMinistry, counter: Counter, to: Speech) -> str:
    """Its price; before the tile is taken, from the first tile that allows it."""
    if counter.certain:
        return _cost(action, counter, to)[0]
    state = counter.state
    for kind in dict.fromkeys(state.available):
        price = quote(as_if_taken(state, counter.side, kind), counter.side, action)
        if price.refusal is None:
            return "" if price is FREE else to.price(price.cost)
    return ""


def _cost(action: Payment, counter: Counter, to: Speech) -> tuple[str, str]:
    """The price and a remark about it."""
    price = quote(counter.state, counter.side, action)
    if price.refusal is not None or price is FREE:
        return "", to.gettext("not possible any more") if price.refusal is not None else ""
    if not counter.certain:
        return to.price(price.cost), ""
    usual = purse(counter.state, counter.side, price.type).usual(price)
    if usual is None:
        return to.price(price.cost), to.gettext("too dear now")
    return to.price(price.cost, usual.debt, usual.trp), ""


# shelves -------------------------------------------------------------------------------------------


EVENTS, MINISTRIES, DIPLOMATIC, ECONOMIC, MILITARY, UPGRADE, ADVANTAGES, REVEALS, END = range(9)


def _shelf(action: Action, counter: Counter, to: Speech) -> Shelf:
    match action:
        case ShiftPolitical(space=space, result=result):
            return _shift(DIPLOMATIC, space, result, to.gettext("diplomatic points"), to)
        case ShiftMarket(space=space, result=result):
            return _shift(ECONOMIC, space, result, to.gettext("economic points"), to)
        case DrawEvent():
            return Shelf((DIPLOMATIC, 99), to.gettext("Cards"), to.gettext("diplomatic points"))
        case DeploySquadron(source=source):
            heading = to.gettext("Squadron from %(space)s", space=to.from_space(source))
            if source == NAVY_BOX:
                heading = to.gettext("Squadron from the navy box")
            place = NONE if source == NAVY_BOX else facts().space[source]
            return Shelf((MILITARY, 2, place), heading, to.gettext("military points"))
        case MilitaryUpgrade():
            return Shelf((UPGRADE,), to.gettext("Military upgrade: exchange the basic war tile of a theatre"))
        case UseAdvantage(advantage=advantage):
            return _advantage(advantage, to)
        case PlayEvent():
            return Shelf((EVENTS,), to.gettext("Events, before the tile is used"))
        case UseMinistry(ministry=ministry, ability=ability):
            return _ministry(action, ministry, ability, counter, to)
        case RevealMinistry():
            return Shelf((REVEALS,), to.gettext("Turn a ministry up without using it"))
        case Pass() | EndRound():
            return Shelf((END,), to.gettext("Or"))
        case Payment():
            return Shelf(
                (MILITARY, 0),
                to.gettext("War tiles, forts, squadrons, conflict markers"),
                to.gettext("military points"),
            )
        case _:
            return Shelf((END,), to.gettext("Or"))


def _shift(order: int, space: str, result: str, points: str, to: Speech) -> Shelf:
    """Flags to place come before flags to remove, as the codes count; political spaces overseas are few."""
    region = facts().region_of[facts().space[space]]
    name = to.name(REGION, facts().regions[region])
    if order == DIPLOMATIC and region != EUROPE:
        region, name = len(facts().regions), to.gettext("Overseas")
    if result == "flag":
        return Shelf((order, 0, region), to.gettext("%(region)s: place a flag", region=name), points)
    return Shelf((order, 1, region), to.gettext("%(region)s: remove a flag", region=name), points)


def _advantage(advantage: str, to: Speech) -> Shelf:
    """One shelf for each advantage with targets, one for all others."""
    tile = facts().advantages[facts().advantage[advantage]]
    name = to.name(ADVANTAGE, advantage)
    points = _points_of(tile.pays, to)
    match tile.op:
        case "place_conflict":
            heading = to.gettext("Advantage %(advantage)s: conflict marker in", advantage=name)
        case "unflag_fixed":
            heading = to.gettext("Advantage %(advantage)s: remove a flag", advantage=name)
        case "unflag_discount":
            heading = to.gettext("Advantage %(advantage)s: remove a flag, %(n)s cheaper", advantage=name, n=tile.amount)
            points = to.gettext("economic points")
        case "squadron_to_navy_box":
            heading = to.gettext("Advantage %(advantage)s: send a squadron home", advantage=name)
        case _:
            return Shelf((ADVANTAGES, 99), to.gettext("Other advantages"))
    return Shelf((ADVANTAGES, tile.index), heading, points)


def _ministry(action: UseMinistry, ministry: str, ability: int, counter: Counter, to: Speech) -> Shelf:
    """One shelf for each ability with targets, one for all others."""
    number = to.ministry_number(ministry)
    if not (action.space or action.card or action.commodity):
        return Shelf((MINISTRIES, 99), to.gettext("Ministries"))
    card = facts().ministries[number - 1]
    points = _points_of(card.abilities[ability - 1].pays, to)
    heading = to.gettext("Ministry %(ministry)s", ministry=to.ministry(ministry))
    return Shelf((MINISTRIES, number, ability), heading, points, ability_text(card, ability, counter.state, to))


def _points_of(kind: int, to: Speech) -> str:
    if kind == NONE:
        return ""
    return {
        "economic": to.gettext("economic points"),
        "diplomatic": to.gettext("diplomatic points"),
        "military": to.gettext("military points"),
    }[ACTION_TYPES[kind]]


# words ---------------------------------------------------------------------------------------------


def _words(action: Action, counter: Counter, to: Speech) -> str:
    """What the option adds to the heading of its shelf."""
    match action:
        case ShiftPolitical(space=space):
            return _political(space, to)
        case ShiftMarket(space=space):
            return market(space, to)
        case RemoveConflict(space=space):
            return to.gettext("remove the conflict marker: %(space)s", space=to.space(space))
        case DrawEvent():
            return to.gettext("draw an event card")
        case BuyBonusWarTile():
            return to.gettext("a bonus war tile")
        case ConvertMilitary(to=kind):
            return to.gettext("exchange for %(points)s", points=to.points(kind, facts().costs.convert_military.gives))
        case BuildFort(space=space):
            return to.gettext("build fort: %(space)s", space=to.space(space))
        case RepairFort(space=space):
            return to.gettext("repair fort: %(space)s", space=to.space(space))
        case SeizeFort(space=space):
            return to.gettext("seize fort: %(space)s", space=to.space(space))
        case BuildSquadron():
            return to.gettext("build a squadron")
        case DeploySquadron(to=space):
            return _sea(space, counter, to)
        case MilitaryUpgrade():
            return _upgrade(action, counter, to)
        case UseAdvantage():
            return _target(action, to)
        case PlayEvent(card=card):
            return to.event(card)
        case UseMinistry():
            return _on(action, to)
        case RevealMinistry(ministry=ministry):
            return to.ministry(ministry)
        case Pass():
            return to.gettext("pass")
        case EndRound():
            return to.gettext("end the round")
        case _:
            return ""


def _on(action: UseMinistry, to: Speech) -> str:
    """A ministry, or what its ability is used on."""
    if action.card is not None:
        return to.event(action.card)
    if action.commodity is not None:
        return to.name(COMMODITY, action.commodity)
    if action.space is None:
        return to.ministry(action.ministry)
    if action.result is None:
        return to.space(action.space)
    if action.result == "flag":
        return to.gettext("place a flag: %(space)s", space=to.space(action.space))
    return to.gettext("remove the flag: %(space)s", space=to.space(action.space))


def _political(space: str, to: Speech) -> str:
    region = facts().region_of[facts().space[space]]
    if region == EUROPE:
        return to.space(space)
    return remarked(to.space(space), to.name(REGION, facts().regions[region]))


def market(space: str, to: Speech) -> str:
    """A market with its commodity; Chesapeake has none (3.2.2)."""
    commodity = facts().spaces[facts().space[space]].commodity
    if commodity == NONE:
        return to.space(space)
    return remarked(to.space(space), to.name(COMMODITY, facts().commodities[commodity].id))


def _sea(space: str, counter: Counter, to: Speech) -> str:
    """A naval space, with the side whose squadron would have to leave."""
    opponent = 1 - counter.side
    if counter.state.squadrons[opponent] >> facts().space[space] & 1:
        return remarked(to.space(space), to.side(SIDES[opponent]))
    return to.space(space)


def _upgrade(action: MilitaryUpgrade, counter: Counter, to: Speech) -> str:
    theatres: Iterable[int] = (action.theater,)
    if action.with_theater is not None:
        theatres = (action.theater, action.with_theater)
    return to.listing(to.theatre(counter.war, order) for order in theatres)


def _target(action: UseAdvantage, to: Speech) -> str:
    space = action.conflict or action.space or action.squadron
    if space is None:
        return to.name(ADVANTAGE, action.advantage)
    if facts().market >> facts().space[space] & 1:
        return market(space, to)
    return to.space(space)
