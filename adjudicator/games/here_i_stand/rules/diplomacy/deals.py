"""Negotiation (9.1): deals that are signed in secret, and what they may contain."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final

import msgspec

from adjudicator import Action, Event, Frames, Play, Refusal, ValidatedAnswers
from adjudicator.components import Code

from ...facts import (
    CAPITALS,
    ELECTORATE,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    HOME_OF,
    INDEPENDENT,
    KNIGHTS,
    LEADER,
    LOCATION,
    MINOR,
    OTTOMAN,
    OWNER,
    PAPACY,
    POWER,
    PROTESTANT,
    SPACE,
    PowerId,
)
from ...state import Pact, State
from .. import table
from ..book import step

MOST_CARDS: Final = 2
MOST_MERCENARIES: Final = 4
FIRST_TURN: Final = ({ENGLAND, HAPSBURG}, {ENGLAND, FRANCE})
"""The only pairs that negotiate in the first turn (9)."""

not_negotiating = Code("9.1")
two_parties = Code("9.1")
not_in_turn_1 = Code("9", power=POWER)
nothing_agreed = Code("9.1")
no_peace_possible = Code("9.1", power=POWER)
no_alliance_possible = Code("9.1", power=POWER)
not_so_many_cards = Code("9.1", cards=int, left=int)
giver_missing = Code("9.1")
not_so_many_mercenaries = Code("9.1", left=int)
no_mercenaries_for = Code("9.1", power=POWER)
not_to_yield = Code("9.1", space=SPACE)
not_captor = Code("9.1", leader=LEADER)
loan_needs_alliance = Code("9.1")
not_to_lend = Code("9.1", at=LOCATION)
no_divorce = Code("9.1")
no_rescission = Code("9.1")
needs_other_deal = Code("9.1")


class Deal(Action, frozen=True, tag="deal"):
    """A deal between two powers, which both sign in secret; it holds when deals are announced. 9.1.

    `cards_from` gives `cards` drawn at random, `mercenaries_from` mercenaries. `spaces` are yielded by who controls
    them, `leaders` returned by who has captured them, squadrons and leaders of fleets at `ships` lent by their owner.
    `only_with`: it holds only together with a deal between these two powers.
    """

    between: Annotated[tuple[str, ...], POWER]
    peace: bool = False
    alliance: bool = False
    cards: int = 0
    cards_from: PowerId | None = None
    mercenaries: int = 0
    mercenaries_from: PowerId | None = None
    spaces: Annotated[tuple[str, ...], SPACE] = ()
    leaders: Annotated[tuple[str, ...], LEADER] = ()
    ships: Annotated[tuple[str, ...], LOCATION] = ()
    divorce: bool = False
    rescission: bool = False
    only_with: Annotated[tuple[str, ...], POWER] = ()

    parties: ClassVar[str] = "between"


class OfDeal(Event, frozen=True):
    """Tell what two powers agree upon (9.1)."""

    first: PowerId
    second: PowerId
    peace: bool = False
    alliance: bool = False
    cards: int = 0
    cards_from: PowerId | None = None
    mercenaries: int = 0
    mercenaries_from: PowerId | None = None
    spaces: Annotated[tuple[str, ...], SPACE] = ()
    leaders: Annotated[tuple[str, ...], LEADER] = ()
    ships: Annotated[tuple[str, ...], LOCATION] = ()
    divorce: bool = False
    rescission: bool = False


class DealSigned(OfDeal, frozen=True, tag="deal_signed", rule="9.1"):
    """Two powers have signed a deal; nobody else knows of it before it is announced."""

    only_with: Annotated[tuple[str, ...], POWER] = ()


def terms_of(pact: Pact) -> dict[str, Any]:
    """Return what a deal is about, as events tell it."""
    told = msgspec.structs.asdict(pact)
    del told["only_with"]
    givers = {field: told[field] or None for field in ("cards_from", "mercenaries_from")}
    return {field: tuple(each) if isinstance(each, list) else each for field, each in told.items()} | givers


def pact_of(deal: Deal) -> Pact:
    """Return a deal as it is kept, with its parties in the order of impulses."""
    one, other = sorted(deal.between, key=OWNER.number)
    return Pact(
        one,
        other,
        deal.peace,
        deal.alliance,
        deal.cards,
        deal.cards_from or "",
        deal.mercenaries,
        deal.mercenaries_from or "",
        [*deal.spaces],
        [*deal.leaders],
        [*deal.ships],
        deal.divorce,
        deal.rescission,
        [*deal.only_with],
    )


def refused_pact(state: State, pact: Pact) -> Refusal | None:
    """Return why a deal cannot be carried out as things stand, or None (9.1)."""
    one, other = pact.first, pact.second
    if state.turn == 1 and {one, other} not in FIRST_TURN:
        return not_in_turn_1(power=other)
    if pact.peace and (not table.at_war(state, one, other) or _never_peace(one, other)):
        return no_peace_possible(power=other)
    if pact.alliance and not may_ally(state, one, other, peace=pact.peace, divorce=pact.divorce):
        return no_alliance_possible(power=other)
    if pact.divorce and not _may_divorce(state, {one, other}):
        return no_divorce()
    if pact.rescission and not (PAPACY in (one, other) and _excommunicated(state, one, other)):
        return no_rescission()
    for refused in (_refused_cards, _refused_mercenaries, _refused_things, _refused_ships):
        if (bad := refused(state, pact)) is not None:
            return bad
    gives = pact.cards or pact.mercenaries or pact.spaces or pact.leaders or pact.ships
    agreed = pact.peace or pact.alliance or pact.divorce or pact.rescission
    return None if gives or agreed else nothing_agreed()


def _refused_cards(state: State, pact: Pact) -> Refusal | None:
    if not pact.cards:
        return None
    if pact.cards_from not in (pact.first, pact.second):
        return giver_missing()
    left = min(MOST_CARDS, len(state.hands[pact.cards_from].cards))
    return None if 0 <= pact.cards <= left else not_so_many_cards(cards=pact.cards, left=left)


def _refused_mercenaries(state: State, pact: Pact) -> Refusal | None:
    if not pact.mercenaries:
        return None
    if pact.mercenaries_from not in (pact.first, pact.second):
        return giver_missing()
    taker = pact.second if pact.mercenaries_from == pact.first else pact.first
    if taker == OTTOMAN or (taker == PROTESTANT and not state.league) or mercenary_place(state, taker) is None:
        return no_mercenaries_for(power=taker)
    left = min(MOST_MERCENARIES, mercenaries_of(state, pact.mercenaries_from), table.left_in_box(state, taker, "land"))
    return None if 0 <= pact.mercenaries <= left else not_so_many_mercenaries(left=left)


def _refused_things(state: State, pact: Pact) -> Refusal | None:
    both = (pact.first, pact.second)
    for at in pact.spaces:
        giver = table.controller(state, at)
        if giver not in both or not may_yield(state, giver, both[giver == both[0]], at):
            return not_to_yield(space=at)
    for leader in pact.leaders:
        found = state.leaders.get(leader)
        if found is None or {found.captor, LEADER.thing(leader).power} != {*both}:
            return not_captor(leader=leader)
    return None


def _refused_ships(state: State, pact: Pact) -> Refusal | None:
    if pact.ships and not pact.alliance:
        return loan_needs_alliance()
    if pact.ships and PROTESTANT in (pact.first, pact.second):
        return not_to_lend(at=pact.ships[0])
    lenders = set()
    for at in pact.ships:
        owners = [each for each in (pact.first, pact.second) if own_squadrons(state, each, at)]
        if not owners:
            return not_to_lend(at=at)
        lenders.add(owners[0])
    return not_to_lend(at=pact.ships[0]) if len(lenders) > 1 else None


def _never_peace(one: str, other: str) -> bool:
    """Return whether two are at war for good: the Protestants with Hapsburgs and Papacy (21.6)."""
    return PROTESTANT in (one, other) and bool({one, other} & {HAPSBURG, PAPACY})


def may_ally(state: State, one: str, other: str, *, peace: bool = False, divorce: bool = False) -> bool:
    """Return whether two powers may become allies (9.1); at war only together with their peace."""
    both = {one, other}
    if table.allied(state, one, other) or (table.at_war(state, one, other) and not peace):
        return False
    if both == {PAPACY, OTTOMAN} or (PROTESTANT in both and not state.league):
        return False
    return not (both == {PAPACY, HAPSBURG} and (state.divorced == state.turn or divorce))


def _may_divorce(state: State, both: set[str]) -> bool:
    """Return whether the Papacy can grant the divorce: not while it is an ally of the Hapsburgs (9.1)."""
    asked = both == {PAPACY, ENGLAND} and state.wife == "ask_for_divorce"
    return asked and not table.allied(state, PAPACY, HAPSBURG)


def _excommunicated(state: State, one: str, other: str) -> bool:
    return state.powers[other if one == PAPACY else one].excommunicated


def own_squadrons(state: State, power: str, at: str) -> int:
    """Return how many squadrons of its own, not on loan, a power has in a place."""
    return sum(each.squadrons for each in table.forces(state, at) if each.owner == power and not each.lent_to)


def mercenaries_of(state: State, power: str) -> int:
    """Return how many mercenaries of a power can be given away: those that are not besieged."""
    there = (each for here in state.forces.values() for each in here)
    return sum(each.mercenaries for each in there if each.owner == power and not each.inside)


def mercenary_place(state: State, taker: str) -> str | None:
    """Return where mercenaries that a power gets are placed: its capital, or an electorate of the Protestants (9.1)."""
    if taker == PROTESTANT:
        found = (at for at in _electorates(state))
        return next(found, None)
    return next((at for at in CAPITALS[taker] if table.controller(state, at) == taker), None)


def _electorates(state: State) -> Iterator[str]:
    return (at for at in ELECTORATE.ids if table.controller(state, at) == PROTESTANT)


def may_yield(state: State, giver: str, taker: str, at: str) -> bool:
    """Return whether a power may yield a space to another (9.1)."""
    space = SPACE.thing(at)
    if table.controller(state, at) != giver or (space.capital and space.home == giver):
        return False
    if taker == PROTESTANT and not state.league:
        return False
    home = space.home
    return home in (giver, taker, INDEPENDENT, KNIGHTS) or (home in MINOR and state.minors.get(home) == taker)


class DealAnswers(ValidatedAnswers[State]):
    """Deals of the negotiation segment (9.1): known to those who sign them alone."""

    kind, rule = "deal", "9.1"
    actions = (Deal,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        """Yield deals of one clause: what else they contain is what players write."""
        if not state.negotiating:
            return
        for other in (each for each in POWER.ids if each != seat):
            two = (seat, other)
            yield Deal(two, peace=True)
            yield Deal(two, alliance=True)
            yield Deal(two, peace=True, alliance=True)
            yield Deal(two, cards=1, cards_from=seat)
            yield Deal(two, cards=1, cards_from=other)
            yield Deal(two, mercenaries=2, mercenaries_from=seat)
            yield Deal(two, divorce=True)
            yield Deal(two, rescission=True)
            yield from (Deal(two, leaders=(each,)) for each in _captives(state, seat, other))
            yield from (Deal(two, spaces=(at,)) for at in _yieldable(state, seat, other))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Deal)
        if not state.negotiating:
            return not_negotiating()
        both = {*action.between}
        if seat not in both or len(action.between) != 2 or len(both) != 2:
            return two_parties()
        third = {*action.only_with}
        if third and (len(third) != 2 or third == both):
            return needs_other_deal()
        return refused_pact(state, pact_of(action))

    def signatories(self, state: State, seat: str, action: Action) -> tuple[str, ...]:
        assert isinstance(action, Deal)
        return tuple(each for each in POWER.ids if each in action.between)


def _captives(state: State, captor: str, power: str) -> list[str]:
    return [
        leader
        for leader, each in table.leaders_of(state)
        if each.captor == captor and LEADER.thing(leader).power == power
    ]


def _yieldable(state: State, giver: str, taker: str) -> list[str]:
    places = table.controlled(state, giver) & (HOME_OF[taker] | HOME_OF[INDEPENDENT])
    return [at for at in LOCATION.ids_of(places) if may_yield(state, giver, taker, at)]


@step("9.1", phase="diplomacy")
def deal_signed(play: Play[State], deal: dict[str, object]) -> Frames:
    """Keep a deal that both have signed until it is announced (9.1)."""
    pact, state = pact_of(msgspec.convert(deal, Deal)), play.state
    both = (pact.first, pact.second)
    state.pacts = {**state.pacts, **{each: [*state.pacts[each], pact] for each in both}}
    told = DealSigned(**terms_of(pact), only_with=tuple(pact.only_with))
    play.emit(None, dict.fromkeys(both, told))
    return []
