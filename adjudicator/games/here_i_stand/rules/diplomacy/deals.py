"""Negotiation (9.1): deals that are signed in secret, and what they may contain."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Final

import msgspec

from adjudicator import Action, Event, Frames, Play, Refusal, ValidatedAnswers
from adjudicator.components import Code

from ...facts import (
    ATLANTIC,
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
    NEVER_ATLANTIC,
    OTTOMAN,
    OWNER,
    PAPACY,
    POWER,
    PROTESTANT,
    SEA,
    SPACE,
    PowerId,
)
from ...state import Force, Pact, State
from .. import table, ways
from ..book import step

MOST_CARDS: Final = 2
MOST_MERCENARIES: Final = 4
"""What one power may give to another in a turn, in however many deals (9.1)."""
FIRST_TURN: Final = ({ENGLAND, HAPSBURG}, {ENGLAND, FRANCE})
"""The only pairs that negotiate in the first turn (9)."""

not_negotiating = Code("9.1")
two_parties = Code("9.1")
not_in_turn_1 = Code("9", power=POWER, other=POWER)
nothing_agreed = Code("9.1")
no_peace_possible = Code("9.1", power=POWER)
no_alliance_possible = Code("9.2", power=POWER)
not_so_many_cards = Code("9.1", cards=int, left=int)
giver_missing = Code("9.1")
not_so_many_mercenaries = Code("9.1", left=int)
no_mercenaries_for = Code("9.1", power=POWER)
not_to_yield = Code("9.1", space=SPACE)
not_captor = Code("9.1", leader=LEADER)
one_way = Code("9.1", power=POWER)
loan_needs_alliance = Code("9.2")
not_to_lend = Code("9.2", at=LOCATION)
no_way_for_ships = Code("9.2", at=LOCATION, power=POWER)
no_divorce = Code("9.1")
no_rescission = Code("9.1")
needs_other_deal = Code("9.1")


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What two powers agree upon.

    `cards_from` gives `cards` drawn at random, `mercenaries_from` mercenaries. `spaces` are yielded by who controls
    them, `leaders` returned by who has captured them. The fleets in the ports `ships` are lent; with `squadrons` only
    so many of each, and of their leaders those among `leaders`.
    """

    peace: bool = False
    alliance: bool = False
    cards: int = 0
    cards_from: PowerId | None = None
    mercenaries: int = 0
    mercenaries_from: PowerId | None = None
    spaces: Annotated[tuple[str, ...], SPACE] = ()
    leaders: Annotated[tuple[str, ...], LEADER] = ()
    ships: Annotated[tuple[str, ...], LOCATION] = ()
    squadrons: int = 0
    divorce: bool = False
    rescission: bool = False


class Deal(Action, Terms, frozen=True, tag="deal"):
    """A deal between two powers, which both sign in secret; it holds when deals are announced. 9.1.

    `only_with`: it holds only together with a deal between these two powers.
    """

    between: Annotated[tuple[str, ...], POWER]
    only_with: Annotated[tuple[str, ...], POWER] = ()

    parties: ClassVar[str] = "between"


class OfDeal(Event, Terms, frozen=True):
    """Tell what two powers agree upon (9.1)."""

    first: PowerId
    second: PowerId


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
    told: dict[str, Any] = {
        field: [*each] if isinstance(each, tuple) else each for field, each in msgspec.structs.asdict(deal).items()
    }
    one, other = sorted(told.pop("between"), key=OWNER.number)
    givers: dict[str, Any] = {field: told.pop(field) or "" for field in ("cards_from", "mercenaries_from")}
    return Pact(one, other, **told, **givers)


def between(pacts: Sequence[Pact], pact: Pact) -> list[Pact]:
    """Return those deals that the parties of a deal have with each other besides."""
    return [each for each in pacts if (each.first, each.second) == (pact.first, pact.second) and each is not pact]


def refused_pact(state: State, pact: Pact, others: Sequence[Pact] = ()) -> Refusal | None:
    """Return why a deal cannot be carried out as things stand, or None (9.1); `others`: deals of the same turn."""
    one, other = pact.first, pact.second
    if state.turn == 1 and {one, other} not in FIRST_TURN:
        return not_in_turn_1(power=one, other=other)
    if pact.peace and (not table.at_war(state, one, other) or never_peace(one, other)):
        return no_peace_possible(power=other)
    if pact.alliance and not may_ally(state, one, other, peace=pact.peace, divorce=pact.divorce):
        return no_alliance_possible(power=other)
    if pact.divorce and not _may_divorce(state, {one, other}):
        return no_divorce()
    if pact.rescission and not (PAPACY in (one, other) and _excommunicated(state, one, other)):
        return no_rescission()
    before = between(others, pact)
    for bad in (_refused_cards(state, pact, before), _refused_mercenaries(state, pact, before)):
        if bad is not None:
            return bad
    for refused in (_refused_things, _refused_ships):
        if (bad := refused(state, pact)) is not None:
            return bad
    gives = pact.cards or pact.mercenaries or pact.spaces or pact.leaders or pact.ships
    agreed = pact.peace or pact.alliance or pact.divorce or pact.rescission
    return None if gives or agreed else nothing_agreed()


def _refused_cards(state: State, pact: Pact, before: Sequence[Pact]) -> Refusal | None:
    if not pact.cards:
        return None
    if pact.cards_from not in (pact.first, pact.second):
        return giver_missing()
    if any(each.cards and each.cards_from != pact.cards_from for each in before):
        return one_way(power=pact.cards_from)
    left = min(MOST_CARDS - sum(each.cards for each in before), len(state.hands[pact.cards_from].cards))
    return None if 0 <= pact.cards <= left else not_so_many_cards(cards=pact.cards, left=left)


def _refused_mercenaries(state: State, pact: Pact, before: Sequence[Pact]) -> Refusal | None:
    if not pact.mercenaries:
        return None
    if pact.mercenaries_from not in (pact.first, pact.second):
        return giver_missing()
    taker = taker_of(pact, pact.mercenaries_from)
    if taker == OTTOMAN or (taker == PROTESTANT and not state.league) or not mercenary_places(state, taker):
        return no_mercenaries_for(power=taker)
    if any(each.mercenaries and each.mercenaries_from != pact.mercenaries_from for each in before):
        return one_way(power=pact.mercenaries_from)
    most = MOST_MERCENARIES - sum(each.mercenaries for each in before)
    left = min(most, mercenaries_of(state, pact.mercenaries_from), table.left_in_box(state, taker, "land"))
    return None if 0 <= pact.mercenaries <= left else not_so_many_mercenaries(left=left)


def taker_of(pact: Pact, giver: str) -> str:
    """Return the other party of a deal."""
    return pact.second if giver == pact.first else pact.first


def _refused_things(state: State, pact: Pact) -> Refusal | None:
    both = (pact.first, pact.second)
    for at in pact.spaces:
        giver = table.controller(state, at)
        if giver not in both or not may_yield(state, giver, both[giver == both[0]], at):
            return not_to_yield(space=at)
    sailing = lent_leaders(state, pact)
    for leader in pact.leaders:
        found = state.leaders.get(leader)
        if found is None or (leader not in sailing and {found.captor, LEADER.thing(leader).power} != {*both}):
            return not_captor(leader=leader)
    return None


def lender_of(state: State, pact: Pact) -> str:
    """Return the party with fleets of its own in all ports of a deal; "" if neither has."""
    both = (pact.first, pact.second)
    return next((each for each in both if all(fleets(state, each, at) for at in pact.ships)), "")


def lent_leaders(state: State, pact: Pact) -> list[str]:
    """Return the leaders who lie with the fleets that are lent: all of them go, or those whom the deal names."""
    lender = lender_of(state, pact)
    there = [leader for at in pact.ships for leader in table.leaders_at(state, at, lender, naval=True)]
    return [each for each in there if not pact.squadrons or each in pact.leaders]


def _refused_ships(state: State, pact: Pact) -> Refusal | None:
    if not pact.ships:
        return None
    if not pact.alliance:
        return loan_needs_alliance()
    lender = lender_of(state, pact)
    if PROTESTANT in (pact.first, pact.second) or not lender:
        return not_to_lend(at=pact.ships[0])
    taker = taker_of(pact, lender)
    for at in pact.ships:
        if not 0 <= pact.squadrons <= sum(each.squadrons for each in fleets(state, lender, at)):
            return not_to_lend(at=at)
        if not loan_ports(state, fleets(state, lender, at), taker, at):
            return no_way_for_ships(at=at, power=taker)
    return None


def loan_ports(state: State, lent: Iterable[Force], taker: str, at: str) -> list[str]:
    """Return the nearest ports of a borrower that a chain of sea zones joins with a port where ships lie (9.2)."""
    closed = table.bit(ATLANTIC) if any(each.owner in NEVER_ATLANTIC for each in lent) else 0
    own = table.controlled(state, taker)
    return ways.nearest(at, lambda port: table.has(own, port), ways.BY_SEA, SEA.mask & ~closed)


def never_peace(one: str, other: str) -> bool:
    """Return whether two are at war for good: the Protestants with Hapsburgs and Papacy (21.6)."""
    return PROTESTANT in (one, other) and bool({one, other} & {HAPSBURG, PAPACY})


def may_ally(state: State, one: str, other: str, *, peace: bool = False, divorce: bool = False) -> bool:
    """Return whether two powers may become allies (9.2); at war only together with their peace."""
    both = {one, other}
    if table.allied(state, one, other) or (table.at_war(state, one, other) and not peace):
        return False
    return both != {PAPACY, OTTOMAN} and not (both == {PAPACY, HAPSBURG} and (state.divorced == state.turn or divorce))


def _may_divorce(state: State, both: set[str]) -> bool:
    """Return whether the Papacy can grant the divorce: not while it is an ally of the Hapsburgs (9.1)."""
    asked = both == {PAPACY, ENGLAND} and state.wife == "ask_for_divorce"
    return asked and not table.allied(state, PAPACY, HAPSBURG)


def _excommunicated(state: State, one: str, other: str) -> bool:
    return state.powers[other if one == PAPACY else one].excommunicated


def fleets(state: State, power: str, at: str) -> list[Force]:
    """Return the squadrons of a power and of its minor allies in a port, as far as they are not on loan."""
    there = table.units_of(state, power, at) if at in SPACE else []
    return [each for each in there if each.squadrons and not each.lent_to]


def mercenaries_of(state: State, power: str) -> int:
    """Return how many mercenaries of a power can be given away: those that are not besieged."""
    there = (each for here in state.forces.values() for each in here)
    return sum(each.mercenaries for each in there if each.owner == power and not each.inside)


def mercenary_places(state: State, taker: str) -> list[str]:
    """Return where mercenaries that a power gets may arrive: its capitals, or electorates of the Protestants (9.1)."""
    places = ELECTORATE.ids if taker == PROTESTANT else CAPITALS[taker]
    return [at for at in places if table.controller(state, at) == taker]


def may_yield(state: State, giver: str, taker: str, at: str) -> bool:
    """Return whether a power may yield a space to another (9.1)."""
    if table.controller(state, at) != giver or at in CAPITALS[giver]:
        return False
    if taker == PROTESTANT and not state.league:
        return False
    owners = (giver, taker, INDEPENDENT, KNIGHTS, *table.minor_allies(state, taker))
    return any(table.has(table.homes(state, each), at) for each in owners)


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
            yield from (Deal(two, leaders=(each,)) for each in captives(state, other, seat))
            yield from (Deal(two, spaces=(at,)) for at in _yieldable(state, seat, other))
            ports = (at for at, _ in table.placed(state) if fleets(state, seat, at))
            yield from (Deal(two, alliance=True, ships=(at,)) for at in ports)

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
        return refused_pact(state, pact_of(action), state.pacts[seat])

    def signatories(self, state: State, seat: str, action: Action) -> tuple[str, ...]:
        assert isinstance(action, Deal)
        return tuple(each for each in POWER.ids if each in action.between)


def captives(state: State, power: str, captor: str = "") -> list[str]:
    """Return the leaders of a power that another, or anybody, has captured."""
    held = (leader for leader, each in table.leaders_of(state) if each.captor and captor in ("", each.captor))
    return [each for each in held if LEADER.thing(each).power == power]


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
