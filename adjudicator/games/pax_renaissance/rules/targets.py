"""Operations (F): against what each of them may be used, why not, and what they do.

Each icon of a card is an operation, and each operation is an action here (`Operate`), or two where it may hit things of
two kinds. The first of them (`FIRST_OF`) lists for an icon what the operation might be used against (`targets`);
`barred` says why it may not be used so, `florins` what it brings or costs, and `apply` does it. Whose turn a card has,
and whether it was used before, is for others to say (:mod:`.operations`, :mod:`.cards`).

What must hold:

- Whatever is allowed is among the targets: `targets` may yield too much, for `barred` is asked about each, but nothing
  too little.
- A card with several icons of an operation may use any of them: it is refused only if each of them bars it, and then
  for the reason of the first.
- `florins` is asked before any piece moves: a price counts the pieces that are there then.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any, ClassVar, Final

from adjudicator import Action, Frames, Play, Refusal, RuleAction
from adjudicator.components import Code, bits, numbers, union

from .. import facts
from ..facts import BORDER, EMPIRE, ITEM, NONE, PLACE, BorderId, EmpireId, ItemId, Operation, PieceId, PlaceId, SideId
from ..state import State
from . import table
from .agents import bearers
from .battles import fight, slave_soldiers
from .book import SeatEvent
from .fairs import taken_levy, taxed
from .pieces import Spot, kill, lift, put, repress, spot_of
from .regime import regime_change
from .squares import consequences, discard_card, discard_queens, to_throne


class Operated(SeatEvent, frozen=True, tag="operated", rule="E4"):
    """A card was used; what came of it follows. `florins`: taken with commerce, or paid if negative."""

    card: ItemId
    operation: facts.OperationId
    florins: int = 0


class BishopMoved(SeatEvent, frozen=True, tag="bishop_moved", rule="F1"):
    piece: PieceId
    at: ItemId
    to: ItemId


class PirateSailed(SeatEvent, frozen=True, tag="pirate_sailed", rule="F7", touches=("at", "to")):
    piece: PieceId
    at: BorderId
    to: BorderId


class Voted(SeatEvent, frozen=True, tag="voted", rule="F6", touches=("empire",)):
    empire: EmpireId
    price: int


no_such_operation = Code("E4", card=ITEM, operation=facts.OPERATION)
nothing_there = Code("F2", side=facts.SIDE, slot=int)
no_bishop = Code("F1", card=ITEM)
bishop_cannot_go = Code("F1", at=ITEM, to=ITEM)
other_location = Code("E4d", card=ITEM)
not_itself = Code("F3", card=ITEM)
out_of_reach = Code("F3", card=ITEM)
"""On a throne, an old maid, a card of a hand: nothing to behead."""
needs_bishop = Code("§59", card=ITEM)
no_concession = Code("F4", border=BORDER)
not_at_border = Code("F4", border=BORDER, empire=EMPIRE)
saturated = Code("F4a", empire=EMPIRE)
nobody_there = Code("F5", place=PLACE)
wrong_type = Code("F5", card=ITEM)
on_throne = Code("F6", empire=EMPIRE)
other_region = Code("F6", card=ITEM, empire=EMPIRE)
is_vassal = Code("F6", empire=EMPIRE)
no_majority = Code("F6b", empire=EMPIRE, own=int, most=int)
vote_too_dear = Code("F6a", empire=EMPIRE, price=int, florins=int)
no_pirate = Code("F7", border=BORDER)
not_on_sea = Code("F7", border=BORDER)
too_far = Code("F7", border=BORDER)
same_religion = Code("F7", border=BORDER)
own_empire = Code("F9a", empire=EMPIRE)
not_adjacent = Code("F9", empire=EMPIRE)
no_knights = Code("F9b", empire=EMPIRE)
campaign_too_dear = Code("F9c", empire=EMPIRE, price=int, florins=int)


class Operate(RuleAction[State], frozen=True):
    """An operation of a card or square in a tableau, by one of its icons. E4."""

    card: ItemId
    operation: ClassVar[str]

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        """Yield what an icon of an item might be used against.

        The first action of an operation has all of them.
        """
        raise NotImplementedError  # abstract

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        """Return why it cannot be done with an icon of the card."""
        raise NotImplementedError  # abstract

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        """Return why it cannot be done; whose turn the card has is for others to say."""
        icons = [
            operation
            for operation in table.front(state, ITEM.number(self.card)).operations
            if operation.op == self.operation
        ]
        if not icons:
            return no_such_operation(card=self.card, operation=self.operation)
        reasons = [self.barred(state, seat, icon) for icon in icons]
        return None if None in reasons else reasons[0]

    def florins(self, state: State, seat: str) -> int:
        """Return the florins that the operation gives, negative for those that it costs."""
        return 0


def operate(play: Play[State], seat: str, action: Operate) -> Frames:
    """Carry out an operation (F)."""
    florins = action.florins(play.state, seat)
    play.state.florins[seat] += florins
    play.emit(Operated(seat, action.card, action.operation, florins))
    return action.apply(play, seat)


class MoveBishop(Operate, frozen=True, tag="move_bishop"):
    """Inquisitor: move a bishop from one item to another. F1."""

    at: ItemId
    to: ItemId
    operation = "inquisitor"

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        ids = ITEM.ids
        return (cls(ids[card], ids[at], ids[to]) for at in state.bishops[icon.religion] for to in steps_of(state, at))

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        _, at, to = numbers(self)
        if at not in state.bishops[icon.religion]:
            return no_bishop(card=at)
        return None if to in steps_of(state, at) else bishop_cannot_go(at=at, to=to)

    def apply(self, play: Play[State], seat: str) -> Frames:
        _, at, to = numbers(self)
        bishop = facts.piece_of(facts.BISHOP, table.bishop_on(play.state, at))
        lift(play.state, bishop, Spot("card", at))
        play.emit(BishopMoved(seat, facts.PIECE.ids[bishop], self.at, self.to))
        return put(play, seat, bishop, Spot("card", to), moved=True)


def steps_of(state: State, index: int) -> list[int]:
    """Return where a bishop on an item can go.

    It goes to another item of its location (F1, F1c), but from a throne to no other throne. It also goes next to its
    item in the tableau, where vassals and queens belong to their square (F1d).
    """
    here, seat = table.location(state, index), table.owner_of(state, index)
    found = {*bits(bearers(state, here))}
    if not seat:
        found = {each for each in found if table.owner_of(state, each) or table.location(state, each) == here}
        return sorted(found - {index})
    top = table.top_of(state, index)
    row = next(row for row in state.rows[seat] if top in row)
    place = row.index(top)
    near = [*row[max(0, place - 1) : place], *row[place + 1 : place + 2], *([top] if top < facts.FIRST_CARD else [])]
    squares = [square for each in near if each < facts.FIRST_CARD for square in (each, *table.vassals(state, each))]
    queens = (queen for square in squares for queen in state.queens[square])
    return sorted({*found, *near, *squares, *queens} - {index})


class Commerce(Operate, frozen=True, tag="commerce"):
    """Commerce: take a florin from a card of the market; the slot of the fair has number 0. F2."""

    side: SideId
    slot: int
    operation = "commerce"

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        id, side, money = ITEM.ids[card], facts.SIDE.ids[icon.side], state.money[icon.side]
        return (cls(id, side, slot) for slot, florins in enumerate(money) if florins)

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        wanted = facts.SIDE.number(self.side) == icon.side and 0 <= self.slot < 6
        return None if wanted and state.money[icon.side][self.slot] else nothing_there(side=self.side, slot=self.slot)

    def florins(self, state: State, seat: str) -> int:
        return 1

    def apply(self, play: Play[State], seat: str) -> Frames:
        play.state.money[facts.SIDE.index[self.side]][self.slot] -= 1
        return []


class Behead(Operate, frozen=True, tag="behead"):
    """Behead a card of the same location. F3."""

    target: ItemId
    operation = "behead"

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        ids, here = ITEM.ids, table.location(state, card)
        return (cls(ids[card], ids[bit]) for bit in bits(table.tableaus(state)) if table.location(state, bit) & here)

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        card, target = numbers(self)
        if target == card:
            return not_itself(card=card)
        if not table.owner_of(state, target):
            return out_of_reach(card=target)
        if not table.location(state, target) & table.location(state, card):
            return other_location(card=card)
        wanted, bishop = ITEM.things[card].beheads, table.bishop_on(state, target)
        fits = not wanted or (bishop != NONE and wanted >> bishop & 1)
        return None if fits else needs_bishop(card=card)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Return a square to its throne; its queen and the item that beheads it die (F3, I1c)."""
        card, target = numbers(self)
        owner = table.owner_of(play.state, target)
        if target >= facts.FIRST_CARD:
            discard_card(play, seat, target, owner, "behead")
            return []
        to_throne(play, seat, target, "behead")
        discard_queens(play, seat, target, owner)
        if assassin := table.owner_of(play.state, card):
            discard_card(play, seat, card, assassin)
        return []


class _AtPlace(Operate, frozen=True):
    """A deed that is done to a rook or a knight."""

    place: PlaceId

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        card, place = numbers(self)
        if not table.location(state, card) >> PLACE.things[place].empire & 1:
            return other_location(card=card)
        if state.places[place] == NONE:
            return nobody_there(place=place)
        fits = icon.op != "repress" or facts.type_of(state.places[place]) in icon.types
        return None if fits else wrong_type(card=card)


class _AtConcession(Operate, frozen=True):
    """A deed that is done to a concession on a border of an empire."""

    border: BorderId
    empire: EmpireId

    @classmethod
    def at(cls, state: State, card: int, empire: int) -> Iterator[Action]:
        """Return every concession there."""
        there = (bit for bit in bits(facts.BORDERS_OF[empire]) if table.pawn_at(state, bit) != NONE)
        return (cls(ITEM.ids[card], BORDER.ids[border], EMPIRE.ids[empire]) for border in there)

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        card, border, empire = numbers(self)
        if not table.location(state, card) >> empire & 1:
            return other_location(card=card)
        if not facts.BORDERS_OF[empire] >> border & 1:
            return not_at_border(border=border, empire=empire)
        if icon.op == "repress" and facts.PAWN not in icon.types:
            return wrong_type(card=card)
        return no_concession(border=border) if table.pawn_at(state, border) == NONE else None


class Tax(_AtConcession, frozen=True, tag="tax"):
    """Tax a concession on a border of an empire. F4."""

    operation = "tax"

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        return chain.from_iterable(cls.at(state, card, empire) for empire in bits(table.location(state, card)))

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        full = None if table.levies(state, EMPIRE.number(self.empire)) else saturated(empire=self.empire)
        return super().barred(state, seat, icon) or full

    def apply(self, play: Play[State], seat: str) -> Frames:
        owner = table.bank_of(table.pawn_at(play.state, BORDER.index[self.border]))
        owed = taxed(seat, owner, self.border, self.empire)
        return [owed, consequences(seat), taken_levy(seat, owner, self.empire)]


class RepressAt(_AtPlace, frozen=True, tag="repress_at"):
    """Repress a rook or a knight. F5."""

    operation = "repress"

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        """Yield targets empire by empire: rooks and knights, then concessions."""
        for empire in bits(table.location(state, card)):
            for place in table.ruling(state, empire):
                if facts.type_of(state.places[place]) in icon.types:
                    yield cls(ITEM.ids[card], PLACE.ids[place])
            if facts.PAWN in icon.types:
                yield from RepressOn.at(state, card, empire)

    def apply(self, play: Play[State], seat: str) -> Frames:
        spot = spot_of(self)
        repress(play, seat, play.state.places[spot.number], PLACE.things[spot.number].empire, spot, -1)
        return []


class RepressOn(_AtConcession, frozen=True, tag="repress_on"):
    """Repress a concession; it becomes a serf of the empire. F5."""

    operation = "repress"

    def apply(self, play: Play[State], seat: str) -> Frames:
        spot = spot_of(self)
        repress(play, seat, table.pawn_at(play.state, spot.number), EMPIRE.index[self.empire], spot, -1)
        return []


class Vote(Operate, frozen=True, tag="vote"):
    """Vote in an empire. F6."""

    empire: EmpireId
    operation = "vote"

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        found = (each for each in EMPIRE if each.side == icon.side and state.holder[each.index])
        return (cls(ITEM.ids[card], each.id) for each in found)

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        card, empire = numbers(self)
        if EMPIRE.things[empire].side != icon.side:
            return other_region(card=card, empire=empire)
        if not state.holder[empire]:
            return on_throne(empire=empire)
        if state.suzerain[empire] != NONE:
            return is_vassal(empire=empire)
        own = voices(state, seat, empire)
        most = max((voices(state, each, empire) for each in table.others(state, seat)), default=0)
        if own <= most:
            return no_majority(empire=empire, own=own, most=most)
        price, florins = vote_price(state, seat, empire), state.florins[seat]
        return vote_too_dear(empire=empire, price=price, florins=florins) if florins < price else None

    def florins(self, state: State, seat: str) -> int:
        return -vote_price(state, seat, EMPIRE.number(self.empire))

    def apply(self, play: Play[State], seat: str) -> Frames:
        play.emit(Voted(seat, self.empire, -self.florins(play.state, seat)))
        return regime_change(play.state, seat, EMPIRE.index[self.empire], "vote")


def vote_price(state: State, seat: str, empire: int) -> int:
    """Return the price of a vote: a florin for each repressed piece (F6a).

    With Jewish Bankers it is one less for each patron.
    """
    price = len(state.repressed[empire])
    if table.has(state, seat, "vote_discount_per_patron"):
        price -= table.prestige(state, seat, maids=False)[facts.PATRON]
    return max(0, price)


def voices(state: State, seat: str, empire: int) -> int:
    """Return how many concessions a bank has on the borders of an empire (F6b); Michelangelo doubles them."""
    count = (table.concessions(state, seat) & facts.BORDERS_OF[empire]).bit_count()
    return count * table.factor(state, table.has(state, seat, "multiply_concessions"))


class SailPirate(Operate, frozen=True, tag="sail_pirate"):
    """Corsair: move a pirate from one sea border to another. F7."""

    at: BorderId
    to: BorderId
    operation = "corsair"

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        id, here, ids = ITEM.ids[card], table.location(state, card), BORDER.ids
        pirate = facts.piece_of(facts.PIRATE, icon.religion)
        there = (at for at in bits(union(facts.BORDERS_OF, here)) if pirate in state.borders[at])
        return (cls(id, ids[at], ids[to]) for at in there for to in reach(state, here, at))

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        card, at, to = numbers(self)
        here, pirate = table.location(state, card), facts.piece_of(facts.PIRATE, icon.religion)
        if not union(facts.BORDERS_OF, here) >> at & 1 or pirate not in state.borders[at]:
            return no_pirate(border=at)
        if not BORDER.things[to].sea:
            return not_on_sea(border=to)
        if to not in reach(state, here, at):
            return too_far(border=to)
        return same_religion(border=to) if pirate in state.borders[to] else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        _, at, to = numbers(self)
        pirate = table.pirate_at(play.state, at)
        lift(play.state, pirate, Spot("border", at))
        play.emit(PirateSailed(seat, facts.PIECE.ids[pirate], self.at, self.to))
        return put(play, seat, pirate, Spot("border", to), moved=True)


def reach(state: State, here: int, at: int) -> Iterator[int]:
    """Return where a pirate can sail: sea borders of the location, or of an adjacent location (F7; R21).

    A card of a whole region is in one of its empires, which is at the border where the pirate is.
    """
    near = 0
    by_sea = state.rules.corsair_range == "adjacent_by_sea"
    for empire in bits(here & BORDER.things[at].empires):
        near |= 1 << empire
        for other in bits(table.adjacent(state, empire)):
            shared = facts.BORDERS_OF[empire] & facts.BORDERS_OF[other]
            if not by_sea or shared & facts.SEA.mask:
                near |= 1 << other
    return (border for border in bits(union(facts.BORDERS_OF, near) & facts.SEA.mask) if border != at)


class SiegeAt(_AtPlace, frozen=True, tag="siege_at"):
    """Siege: kill a rook or a knight. F8."""

    operation = "siege"

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        """Yield rooks and knights as targets, then pirates."""
        id, here = ITEM.ids[card], table.location(state, card)
        for empire in bits(here):
            yield from (cls(id, PLACE.ids[place]) for place in table.ruling(state, empire))
        for border in bits(union(facts.BORDERS_OF, here)):
            if table.pirate_at(state, border) != NONE:
                yield SiegeOn(id, BORDER.ids[border])

    def apply(self, play: Play[State], seat: str) -> Frames:
        spot = spot_of(self)
        kill(play, seat, play.state.places[spot.number], spot)
        return []


class SiegeOn(Operate, frozen=True, tag="siege_on"):
    """Siege: kill a pirate. F8."""

    border: BorderId
    operation = "siege"

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        card, border = numbers(self)
        if not union(facts.BORDERS_OF, table.location(state, card)) >> border & 1:
            return other_location(card=card)
        return no_pirate(border=border) if table.pirate_at(state, border) == NONE else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        spot = spot_of(self)
        kill(play, seat, table.pirate_at(play.state, spot.number), spot)
        return []


class Campaign(Operate, frozen=True, tag="campaign"):
    """Campaign of a king against an adjacent empire. F9."""

    empire: EmpireId
    operation = "campaign"

    @classmethod
    def targets(cls, state: State, card: int, icon: Operation) -> Iterator[Action]:
        return (cls(ITEM.ids[card], each) for each in EMPIRE.ids_of(table.adjacent(state, card)))

    def barred(self, state: State, seat: str, icon: Operation) -> Refusal | None:
        card, empire = numbers(self)
        if not table.adjacent(state, card) >> empire & 1:
            return not_adjacent(empire=empire)
        one_realm = table.top_of(state, card) == table.top_of(state, empire)
        if state.holder[empire] == seat and (one_realm or not state.rules.strawman_campaign):
            return own_empire(empire=empire)
        price, florins = campaign_price(state, seat, card, empire), state.florins[seat]
        if not price:
            return no_knights(empire=card)
        return campaign_too_dear(empire=empire, price=price, florins=florins) if florins < price else None

    def florins(self, state: State, seat: str) -> int:
        return -campaign_price(state, seat, *numbers(self))

    def apply(self, play: Play[State], seat: str) -> Frames:
        king, empire = numbers(self)
        return fight(play.state, seat, "campaign", empire, [], by=king)


def campaign_price(state: State, seat: str, king: int, empire: int) -> int:
    """Return the price of a campaign: a florin for each attacker (F9b, F9c).

    The attackers are the knights of the king, and slave soldiers.
    """
    riders = sum(facts.type_of(state.places[place]) == facts.KNIGHT for place in table.ruling(state, king))
    return riders + len(slave_soldiers(state, seat, empire))


OPERATES: Final[tuple[type[Operate], ...]] = (
    *(MoveBishop, Commerce, Behead, Tax, RepressAt, RepressOn, Vote, SailPirate, SiegeAt, SiegeOn, Campaign),
)
FIRST_OF: Final = {each.operation: each for each in reversed(OPERATES)}
"""The first action of each operation."""
POLITICAL: Final = (Behead, Tax, RepressAt, RepressOn, Vote)
"""Purple operations (F c)."""
