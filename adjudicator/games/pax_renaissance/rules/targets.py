"""Operations (F): against what each of them may be used, and why not."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits

from .. import facts
from ..state import State
from . import table
from .agents import bearers
from .battles import slave_soldiers


class Operate(Action, frozen=True):
    """An operation of a card or square in a tableau. E4."""

    card: facts.ItemId


class MoveBishop(Operate, frozen=True, tag="move_bishop"):
    """Inquisitor: move a bishop from one item to another. F1."""

    at: facts.ItemId
    to: facts.ItemId


class Commerce(Operate, frozen=True, tag="commerce"):
    """Commerce: take a florin from a card of the market; the slot of the fair has number 0. F2."""

    side: facts.SideId
    slot: int


class Behead(Operate, frozen=True, tag="behead"):
    """Behead a card of the same location. F3."""

    target: facts.ItemId


class Tax(Operate, frozen=True, tag="tax"):
    """Tax a concession on a border of an empire. F4."""

    border: facts.BorderId
    empire: facts.EmpireId


class RepressAt(Operate, frozen=True, tag="repress_at"):
    """Repress a rook or a knight. F5."""

    place: facts.PlaceId


class RepressOn(Operate, frozen=True, tag="repress_on"):
    """Repress a concession; it becomes a serf of the empire. F5."""

    border: facts.BorderId
    empire: facts.EmpireId


class Vote(Operate, frozen=True, tag="vote"):
    """Vote in an empire. F6."""

    empire: facts.EmpireId


class SailPirate(Operate, frozen=True, tag="sail_pirate"):
    """Corsair: move a pirate from one sea border to another. F7."""

    at: facts.BorderId
    to: facts.BorderId


class SiegeAt(Operate, frozen=True, tag="siege_at"):
    """Siege: kill a rook or a knight. F8."""

    place: facts.PlaceId


class SiegeOn(Operate, frozen=True, tag="siege_on"):
    """Siege: kill a pirate. F8."""

    border: facts.BorderId


class Campaign(Operate, frozen=True, tag="campaign"):
    """Campaign of a king against an adjacent empire. F9."""

    empire: facts.EmpireId


OPERATES: Final = (
    MoveBishop,
    Commerce,
    Behead,
    Tax,
    RepressAt,
    RepressOn,
    Vote,
    SailPirate,
    SiegeAt,
    SiegeOn,
    Campaign,
)
OPERATION_OF: Final = {
    MoveBishop: "inquisitor",
    Commerce: "commerce",
    Behead: "behead",
    Tax: "tax",
    RepressAt: "repress",
    RepressOn: "repress",
    Vote: "vote",
    SailPirate: "corsair",
    SiegeAt: "siege",
    SiegeOn: "siege",
    Campaign: "campaign",
}
POLITICAL: Final = (Behead, Tax, RepressAt, RepressOn, Vote)
"""Purple operations (F c)."""

no_such_operation = Code("E4", card=facts.ITEM, operation=facts.OPERATION)
nothing_there = Code("F2", side=facts.SIDE, slot=int)
no_bishop = Code("F1", card=facts.ITEM)
bishop_cannot_go = Code("F1", at=facts.ITEM, to=facts.ITEM)
other_location = Code("E4d", card=facts.ITEM)
not_itself = Code("F3", card=facts.ITEM)
out_of_reach = Code("F3", card=facts.ITEM)
"""On a throne, an old maid, a card of a hand: nothing to behead."""
needs_bishop = Code("§59", card=facts.ITEM)
no_concession = Code("F4", border=facts.BORDER)
not_at_border = Code("F4", border=facts.BORDER, empire=facts.EMPIRE)
saturated = Code("F4a", empire=facts.EMPIRE)
nobody_there = Code("F5", place=facts.PLACE)
wrong_type = Code("F5", card=facts.ITEM)
on_throne = Code("F6", empire=facts.EMPIRE)
other_region = Code("F6", card=facts.ITEM, empire=facts.EMPIRE)
is_vassal = Code("F6", empire=facts.EMPIRE)
no_majority = Code("F6b", empire=facts.EMPIRE, own=int, most=int)
vote_too_dear = Code("F6a", empire=facts.EMPIRE, price=int, florins=int)
no_pirate = Code("F7", border=facts.BORDER)
not_on_sea = Code("F7", border=facts.BORDER)
too_far = Code("F7", border=facts.BORDER)
same_religion = Code("F7", border=facts.BORDER)
own_empire = Code("F9a", empire=facts.EMPIRE)
not_adjacent = Code("F9", empire=facts.EMPIRE)
no_knights = Code("F9b", empire=facts.EMPIRE)
campaign_too_dear = Code("F9c", empire=facts.EMPIRE, price=int, florins=int)


def shown(state: State, card: int, op: str) -> list[facts.Operation]:
    """The icons of this kind that an item shows."""
    return [each for each in table.operations_of(state, card) if each.op == op]


def targets(state: State, seat: str, card: int, operation: facts.Operation) -> Iterator[Operate]:
    """What one icon of an item might be used against; what is not legal among it is refused."""
    id, here = facts.ITEM.ids[card], table.location(state, card)
    match operation.op:
        case "inquisitor":
            for at in list(state.bishops[operation.religion]):
                yield from (MoveBishop(id, facts.ITEM.ids[at], facts.ITEM.ids[to]) for to in steps_of(state, at))
        case "commerce":
            side = facts.SIDE.ids[operation.side]
            yield from (Commerce(id, side, slot) for slot in range(6) if state.money[operation.side][slot])
        case "behead":
            held = table.tableaus(state)
            yield from (Behead(id, facts.ITEM.ids[each]) for each in bits(held) if table.location(state, each) & here)
        case "tax":
            for empire in bits(here):
                for border in bits(table.BORDERS[empire]):
                    if table.pawn_at(state, border) != facts.NONE:
                        yield Tax(id, facts.BORDER.ids[border], facts.EMPIRE.ids[empire])
        case "repress":
            yield from _represses(state, id, here, operation)
        case "vote":
            yield from (
                Vote(id, each.id) for each in facts.EMPIRE if each.side == operation.side and state.holder[each.index]
            )
        case "corsair":
            pirate = facts.piece_of(facts.PIRATE, operation.religion)
            for at in bits(table.borders_of(here)):
                if pirate in state.borders[at]:
                    yield from (
                        SailPirate(id, facts.BORDER.ids[at], facts.BORDER.ids[to]) for to in reach(state, here, at)
                    )
        case "siege":
            for empire in bits(here):
                yield from (SiegeAt(id, facts.PLACE.ids[place]) for place in table.ruling(state, empire))
            for border in bits(table.borders_of(here)):
                if table.pirate_at(state, border) != facts.NONE:
                    yield SiegeOn(id, facts.BORDER.ids[border])
        case "campaign":
            yield from (Campaign(id, facts.EMPIRE.ids[empire]) for empire in bits(table.adjacent(state, card)))


def _represses(state: State, id: str, here: int, operation: facts.Operation) -> Iterator[Operate]:
    for empire in bits(here):
        for place in table.ruling(state, empire):
            if facts.type_of(state.places[place]) in operation.types:
                yield RepressAt(id, facts.PLACE.ids[place])
        if facts.PAWN in operation.types:
            for border in bits(table.BORDERS[empire]):
                if table.pawn_at(state, border) != facts.NONE:
                    yield RepressOn(id, facts.BORDER.ids[border], facts.EMPIRE.ids[empire])


def steps_of(state: State, index: int) -> list[int]:
    """Where a bishop on an item can go (F1, F1c, F1d): next to it, or to another item of its location. From a throne to
    no other throne; king and queen on the same one are two items.
    """
    here, throne = table.location(state, index), not table.owner_of(state, index)
    found = {
        each for each in bearers(state, here) if not throne or table.owner_of(state, each) or _same(state, index, each)
    }
    found |= {*_neighbours(state, index)}
    found -= {index}
    return sorted(found)


def _same(state: State, index: int, other: int) -> bool:
    """Whether two items on thrones are on the same one."""
    return table.location(state, index) == table.location(state, other)


def _neighbours(state: State, index: int) -> list[int]:
    """The items next to one in its tableau; in a suzerainty all that belong to it (F1d)."""
    seat = table.owner_of(state, index)
    if not seat:
        return []
    square = index
    if index >= facts.FIRST_CARD and table.item(index).kind == "queen":
        square = next(number for number, queens in enumerate(state.queens) if index in queens)
    top = square
    if square < facts.FIRST_CARD and state.suzerain[square] != facts.NONE:
        top = state.suzerain[square]
    row = next(row for row in state.rows[seat] if top in row)
    place = row.index(top)
    near = [*row[max(0, place - 1) : place], *row[place + 1 : place + 2]]
    stacks = [each for beside in near for each in _stack(state, beside)]
    return [*stacks, *(_stack(state, top) if top < facts.FIRST_CARD else [])]


def _stack(state: State, index: int) -> list[int]:
    """An item of a row with its vassals and all their queens."""
    if index >= facts.FIRST_CARD:
        return [index]
    squares = [index, *table.vassals(state, index)]
    return [*squares, *(queen for square in squares for queen in state.queens[square])]


def reach(state: State, here: int, at: int) -> Iterator[int]:
    """Where a pirate can sail: sea borders of the location, or of an adjacent location (F7; R21). A card of a whole
    region is in one of its empires, which is at the border where the pirate is.
    """
    near = 0
    by_sea = state.rules.corsair_range == "adjacent_by_sea"
    for empire in bits(here & facts.BORDER.things[at].empires):
        near |= 1 << empire
        for other in bits(table.adjacent(state, empire)):
            shared = table.BORDERS[empire] & table.BORDERS[other]
            if not by_sea or any(facts.BORDER.things[each].sea for each in bits(shared)):
                near |= 1 << other
    yield from (border for border in bits(table.borders_of(near)) if border in facts.SEA.whole and border != at)


def refused(state: State, seat: str, action: Operate) -> Refusal | None:
    """Why an operation cannot be done with its card against its target; whose turn the card has is for others to
    say.
    """
    card = facts.ITEM.number(action.card)
    kind = OPERATION_OF[type(action)]
    icons = shown(state, card, kind)
    if not icons:
        return no_such_operation(card=action.card, operation=kind)
    reasons = [_refused(state, seat, card, icon, action) for icon in icons]
    return None if None in reasons else reasons[0]


def _refused(state: State, seat: str, card: int, icon: facts.Operation, action: Operate) -> Refusal | None:
    here = table.location(state, card)
    match action:
        case MoveBishop():
            return _bishop_refused(state, icon, action)
        case Commerce():
            wanted = facts.SIDE.number(action.side) == icon.side and 0 <= action.slot < 6
            there = wanted and state.money[icon.side][action.slot]
            return None if there else nothing_there(side=action.side, slot=action.slot)
        case Behead():
            return _behead_refused(state, card, action)
        case Tax():
            return _tax_refused(state, here, action)
        case RepressAt():
            return _repress_refused(state, here, icon, action)
        case RepressOn():
            border, empire = facts.BORDER.number(action.border), facts.EMPIRE.number(action.empire)
            if not here >> empire & 1:
                return other_location(card=action.card)
            if not table.BORDERS[empire] >> border & 1:
                return not_at_border(border=action.border, empire=action.empire)
            if facts.PAWN not in icon.types:
                return wrong_type(card=action.card)
            return None if table.pawn_at(state, border) != facts.NONE else no_concession(border=action.border)
        case Vote():
            return _vote_refused(state, seat, icon, action)
        case SailPirate():
            return _sail_refused(state, here, icon, action)
        case SiegeAt():
            place = facts.PLACE.number(action.place)
            if not here >> facts.PLACE.things[place].empire & 1:
                return other_location(card=action.card)
            return None if state.places[place] != facts.NONE else nobody_there(place=action.place)
        case SiegeOn():
            border = facts.BORDER.number(action.border)
            if not table.borders_of(here) >> border & 1:
                return other_location(card=action.card)
            return None if table.pirate_at(state, border) != facts.NONE else no_pirate(border=action.border)
        case _:
            assert isinstance(action, Campaign)
            return _campaign_refused(state, seat, card, action)


def _bishop_refused(state: State, icon: facts.Operation, action: MoveBishop) -> Refusal | None:
    at, to = facts.ITEM.number(action.at), facts.ITEM.number(action.to)
    if at not in state.bishops[icon.religion]:
        return no_bishop(card=action.at)
    if to not in steps_of(state, at):
        return bishop_cannot_go(at=action.at, to=action.to)
    return None


def _behead_refused(state: State, card: int, action: Behead) -> Refusal | None:
    target = facts.ITEM.number(action.target)
    if target == card:
        return not_itself(card=action.card)
    if not table.owner_of(state, target):
        return out_of_reach(card=action.target)
    if not table.location(state, target) & table.location(state, card):
        return other_location(card=action.card)
    wanted = table.item(card).beheads
    if wanted:
        bishop = table.bishop_on(state, target)
        if bishop == facts.NONE or not wanted >> bishop & 1:
            return needs_bishop(card=action.card)
    return None


def _tax_refused(state: State, here: int, action: Tax) -> Refusal | None:
    border, empire = facts.BORDER.number(action.border), facts.EMPIRE.number(action.empire)
    if not here >> empire & 1:
        return other_location(card=action.card)
    if not table.BORDERS[empire] >> border & 1:
        return not_at_border(border=action.border, empire=action.empire)
    if table.pawn_at(state, border) == facts.NONE:
        return no_concession(border=action.border)
    return None if table.levies(state, empire) else saturated(empire=action.empire)


def _repress_refused(state: State, here: int, icon: facts.Operation, action: RepressAt) -> Refusal | None:
    place = facts.PLACE.number(action.place)
    if not here >> facts.PLACE.things[place].empire & 1:
        return other_location(card=action.card)
    if state.places[place] == facts.NONE:
        return nobody_there(place=action.place)
    return None if facts.type_of(state.places[place]) in icon.types else wrong_type(card=action.card)


def vote_price(state: State, seat: str, empire: int) -> int:
    """A florin for each repressed piece (F6a), less with Jewish Bankers: one for each patron."""
    price = len(state.repressed[empire])
    if table.has(state, seat, "vote_discount_per_patron"):
        price -= table.prestige(state, seat, maids=False)[facts.PATRON]
    return max(0, price)


def voices(state: State, seat: str, empire: int) -> int:
    """How many concessions a bank has on the borders of an empire (F6b); Michelangelo doubles them."""
    count = (table.concessions(state, seat) & table.BORDERS[empire]).bit_count()
    return count * factor(state, table.has(state, seat, "multiply_concessions"))


def factor(state: State, cards: int) -> int:
    """What so many cards that double something make of it (R24)."""
    return 2**cards if state.rules.multipliers == "multiply" else 1 + cards


def _vote_refused(state: State, seat: str, icon: facts.Operation, action: Vote) -> Refusal | None:
    empire = facts.EMPIRE.number(action.empire)
    if facts.EMPIRE.things[empire].side != icon.side:
        return other_region(card=action.card, empire=action.empire)
    if not state.holder[empire]:
        return on_throne(empire=action.empire)
    if state.suzerain[empire] != facts.NONE:
        return is_vassal(empire=action.empire)
    own, most = (
        voices(state, seat, empire),
        max([voices(state, each, empire) for each in table.others(state, seat)], default=0),
    )
    if own <= most:
        return no_majority(empire=action.empire, own=own, most=most)
    price = vote_price(state, seat, empire)
    if state.florins[seat] < price:
        return vote_too_dear(empire=action.empire, price=price, florins=state.florins[seat])
    return None


def _sail_refused(state: State, here: int, icon: facts.Operation, action: SailPirate) -> Refusal | None:
    at, to = facts.BORDER.number(action.at), facts.BORDER.number(action.to)
    pirate = facts.piece_of(facts.PIRATE, icon.religion)
    if not table.borders_of(here) >> at & 1 or pirate not in state.borders[at]:
        return no_pirate(border=action.at)
    if not facts.BORDER.things[to].sea:
        return not_on_sea(border=action.to)
    if to not in reach(state, here, at):
        return too_far(border=action.to)
    return same_religion(border=action.to) if pirate in state.borders[to] else None


def riders(state: State, empire: int) -> int:
    """The knights of an empire (F9b)."""
    return sum(facts.type_of(state.places[place]) == facts.KNIGHT for place in table.ruling(state, empire))


def campaign_price(state: State, seat: str, king: int, empire: int) -> int:
    """A florin for each attacker (F9c)."""
    return riders(state, king) + len(slave_soldiers(state, seat, empire))


def _campaign_refused(state: State, seat: str, card: int, action: Campaign) -> Refusal | None:
    empire = facts.EMPIRE.number(action.empire)
    if not table.adjacent(state, card) >> empire & 1:
        return not_adjacent(empire=action.empire)
    if state.holder[empire] == seat and not (state.rules.strawman_campaign and not _one_realm(state, card, empire)):
        return own_empire(empire=action.empire)
    price = campaign_price(state, seat, card, empire)
    if not price:
        return no_knights(empire=facts.EMPIRE.ids[card])
    if state.florins[seat] < price:
        return campaign_too_dear(empire=action.empire, price=price, florins=state.florins[seat])
    return None


def _one_realm(state: State, one: int, other: int) -> bool:
    tops = {each if state.suzerain[each] == facts.NONE else state.suzerain[each] for each in (one, other)}
    return len(tops) == 1


def able(state: State, seat: str, sides: int) -> Iterator[int]:
    """The items of these sides of a tableau that have not acted in this turn (E4)."""
    for each in bits(table.tableau(state, seat) & ~state.turn.used):
        if sides >> table.side_in(state, seat, each) & 1:
            yield each
