"""Try the game at random: crowded positions of a late game, and what play should reach."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from adjudicator.components.trials import Box, Reach, ThingTrials
from adjudicator.kernel.steps import Frames

from . import facts
from .facts import BANK, BORDER, EMPIRE, ITEM, LAUNCHED, NONE, PLACE, PLAYED, QUEEN, RELIGION, RULE_OF, SIDE, VICTORY
from .house_rules import house_rules
from .rules.cards import Played
from .rules.table import in_supply, levies, levy, tableaus
from .rules.targets import Operated
from .rules.turns import turn_begins
from .rules.victories import Declare
from .setup import initial_state
from .state import State

RARELY: Final = 0.8
"""How often something is arranged that comes up once in hundreds of games."""
CARDS: Final = frozenset(PLAYED.indexes) - frozenset(QUEEN.indexes)
OF_SIDE: Final = [frozenset(card for card in PLAYED.indexes if ITEM.things[card].side == side) for side in SIDE.indexes]
TAXING: Final = frozenset(each.index for each in ITEM if any(icon.op == "tax" for icon in each.operations))


class PaxTrials(ThingTrials[State]):
    """Late games: full tableaus, couples, vassals, republics, bishops, corsairs, concessions, open victories."""

    reaches = (
        Reach("card", Played, lambda event: event.card, PLAYED),
        Reach("operation", Operated, lambda event: event.operation, facts.OPERATION),
        Reach("one-shot", Played, lambda event: ITEM.thing(event.card).shot if event.shot else "", facts.ONE_SHOT),
        Reach("victory", Declare, lambda action: action.victory, VICTORY),
    )

    def dense_start(
        self, rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Any
    ) -> tuple[State, Frames]:
        state = Crowd(rng, seats, options).state
        return state, [turn_begins(rng.choice(state.seats))]


TRIALS: Final = PaxTrials()


class Crowd:
    """A position in which much is in play."""

    def __init__(self, rng: Random, seats: Sequence[str], options: Mapping[str, Any]) -> None:
        self.state, self.rng = initial_state(seats, house_rules(options)), rng
        self.box = Box([deck.pool for deck in self.state.decks], rng)
        self.decks()
        self.tableaus()
        self.pieces()
        self.state.florins = {seat: rng.randint(0, 12) for seat in seats}
        self.state.turns = rng.randint(8, 40)
        self.seat = self.state.active = rng.choice(list(seats))
        if rng.random() < RARELY:
            rare = (self.full_hand, self.riding_rooks, self.accuser, self.all_pirates, self.two_in_venice)
            rng.choice((*rare, self.nothing_left, self.scarce_levies))()
        for deck in self.state.decks:  # no more cards to come than are left
            deck.last = min(deck.last, len(deck.pool))
            deck.first = min(deck.first, len(deck.pool) - deck.last)

    def decks(self) -> None:
        """Play from decks, see comets, and fill the market."""
        state, rng, opened = self.state, self.rng, 0
        for deck in state.decks:
            seen = rng.sample(deck.comets, rng.randint(0, len(deck.comets)))
            deck.comets = [comet for comet in deck.comets if comet not in seen]
            state.discarded = sorted([*state.discarded, *seen])
            deck.first = rng.randint(0, deck.first)
            deck.last = deck.last if deck.first else rng.randint(4, 14)
            opened += len(seen)
        state.victories = sum(1 << each for each in rng.sample(VICTORY.indexes, min(opened, len(VICTORY))))
        state.market = [self.box.some([6], OF_SIDE[side]) for side in SIDE.indexes]
        state.money = [[rng.choice((0, 0, 1, 3)) for _ in range(6)] for _ in SIDE.indexes]

    def tableaus(self) -> None:
        """Fill tableaus: cards, squares, queens, vassals, old maids, bishops.

        Hands are filled as well.
        """
        state, rng, box = self.state, self.rng, self.box
        for seat in state.seats:
            state.rows[seat] = [box.some(range(5), CARDS, OF_SIDE[side]) for side in SIDE.indexes]
            state.hands[seat] = sorted(box.some((0, 1, 2, 2), PLAYED.indexes))
        for empire in rng.sample(EMPIRE.indexes, rng.randint(2, 9)):
            self.square(empire, rng.choice(state.seats), rng.random())
        for seat in state.seats:
            state.maids[seat] = box.some((0, 0, 0, 0, 1), QUEEN.indexes)
        borne = [each for each in range(len(ITEM)) if tableaus(state) >> each & 1]
        rng.shuffle(borne)
        for religion in RELIGION.indexes:
            count = rng.randint(0, min(facts.SUPPLY[facts.piece_of(facts.BISHOP, religion)], len(borne)))
            state.bishops[religion] = sorted(borne.pop() for _ in range(count))

    def square(self, empire: int, seat: str, what: float) -> None:
        """Put an empire in a tableau: a vassal if the bank has a king, or a king, or a republic.

        A king may have a queen.
        """
        state, held = self.state, [index for index in EMPIRE.indexes if self.state.holder[index] == seat]
        kings = [each for each in held if state.suzerain[each] == NONE and not state.republics >> each & 1]
        state.holder[empire] = seat
        if kings and what < 0.3:
            state.suzerain[empire] = self.rng.choice(kings)
            return
        self.lay(seat, [empire])
        if what > 0.7:
            state.republics |= 1 << empire
        elif what > 0.4:
            state.queens[empire] = self.box.take(QUEEN.indexes)

    def pieces(self) -> None:
        """Set up states of every kind and their pieces.

        Levies fill places; borders have concessions and corsairs; pieces are repressed.
        """
        state, rng = self.state, self.rng
        pawns = [facts.pawn_of(BANK.index[seat]) for seat in state.seats]
        pirates = [facts.piece_of(facts.PIRATE, religion) for religion in RELIGION.indexes]
        state.ruled = [rng.choice((rule, 0, 1, 2, 3)) for rule in state.ruled]
        state.places = [NONE] * len(PLACE)
        for place in (place for empire in EMPIRE.indexes for place in levies(state, empire)):
            piece = levy(state, place)
            if piece is not None and rng.random() < 0.8 and in_supply(state, piece):
                state.places[place] = piece
        for border in BORDER:
            possible = [*pawns, *pirates] if border.sea else pawns
            piece = rng.choice([*possible, *possible, NONE])
            state.borders[border.index] = [piece] if piece != NONE and in_supply(state, piece) else []
        for empire in EMPIRE.indexes:
            for piece in rng.sample([*facts.RULING.indexes, *pawns], rng.choice((0, 0, 1, 2))):
                if in_supply(state, piece):
                    state.repressed[empire] = sorted([*state.repressed[empire], piece])

    # what comes up once in hundreds of games

    def able(self, ability: str) -> list[int]:
        """Take a card with an ability."""
        return self.box.take(CARDS, [each.index for each in ITEM if ability in each.abilities])

    def lay(self, seat: str, items: Sequence[int]) -> None:
        """Put items into a tableau."""
        for item in items:
            self.state.rows[seat][ITEM.things[item].side].append(item)

    def hold(self, cards: Sequence[int]) -> None:
        """Hold these in hand, in place of others than the first."""
        kept, others = self.state.hands[self.seat][:1], self.state.hands[self.seat][1:]
        self.back(others if cards else [])
        self.state.hands[self.seat] = sorted([*kept, *(cards or others)])

    def back(self, cards: Sequence[int]) -> None:
        """Put cards back into their pools."""
        for card in cards:
            deck = self.state.decks[ITEM.things[card].side]
            deck.pool[:] = sorted([*deck.pool, card])

    def full_hand(self) -> None:
        """Make a seat that holds more than two cards by an ability, and may lose it."""
        if card := self.able("unlimited_hand"):
            owner = self.rng.choice(self.state.seats)
            self.lay(owner, card)
            self.state.hands[owner] = sorted([*self.state.hands[owner], *self.box.some(range(1, 5), PLAYED.indexes)])
            self.state.florins[self.seat] = 12

    def riding_rooks(self) -> None:
        """Set up a crusade of the Knights Hospitaller, with rooks of the Church all over the map."""
        self.lay(self.seat, self.able("crusade_rooks_count_as_knights"))
        for _ in range(2):
            self.hold(self.box.take(LAUNCHED["crusade"].indexes))
        self.state.florins[self.seat] = 0
        rook = facts.piece_of(facts.ROOK, facts.CATHOLIC)
        for place in self.rng.sample(PLACE.indexes, len(PLACE)):
            if self.state.places[place] != NONE and in_supply(self.state, rook):
                self.state.places[place] = rook

    def accuser(self) -> None:
        """Make a seat that may accuse of apostasy without a card in hand."""
        self.lay(self.seat, self.able("action_apostasy_any_pair"))

    def all_pirates(self) -> None:
        """Set up a card that brings a pirate of which none is left."""
        pirate = facts.piece_of(facts.PIRATE, self.rng.choice(RELIGION.indexes))
        self.hold(self.box.take([each.index for each in ITEM if pirate in each.agents]))
        for repressed in self.state.repressed:
            repressed[:] = [each for each in repressed if each != pirate]
        for border in self.rng.sample(BORDER.indexes, len(BORDER)):
            if BORDER.things[border].sea and in_supply(self.state, pirate):
                self.state.borders[border] = [pirate]

    def two_in_venice(self) -> None:
        """Put different pieces into Venice.

        One of them goes with the card that gives it room (G4c).
        """
        if card := self.able("venice_capacity_two"):
            self.lay(self.seat, card)
            two = [each for each in self.rng.sample(facts.RULING.indexes, 6) if in_supply(self.state, each)][:2]
            for place, piece in zip((facts.VENICE, facts.SECOND_VENICE), two, strict=False):
                self.state.places[place] = piece

    def scarce_levies(self) -> None:
        """Set up taxes for whose levies no rook is left.

        Each rook comes from another place (Glossary: pieces).
        """
        state, rook = self.state, facts.piece_of(facts.ROOK, facts.ISLAMIC)
        self.lay(self.seat, self.box.some([3], TAXING))
        state.ruled, state.places = [RULE_OF.number("islamic")] * len(EMPIRE), [NONE] * len(PLACE)
        state.repressed = [[each for each in held if each != rook] for held in state.repressed]
        found = [place for empire in EMPIRE.indexes for place in levies(state, empire) if levy(state, place) == rook]
        for place in self.rng.sample(found, in_supply(state, rook)):
            state.places[place] = rook

    def nothing_left(self) -> None:
        """Set up a bank without florins, cards and concessions (G6).

        Sometimes the market has no fairs.
        """
        state, seat = self.state, self.seat
        other = next(each for each in state.seats if each != seat)
        own = facts.pawn_of(BANK.index[seat])
        self.back(state.hands[seat])
        state.florins[seat], state.hands[seat] = 0, []
        state.rows[other] = [[*mine, *theirs] for mine, theirs in zip(state.rows[other], state.rows[seat], strict=True)]
        state.maids[other] = sorted([*state.maids[other], *state.maids[seat]])
        state.holder = [other if each == seat else each for each in state.holder]
        state.rows[seat], state.maids[seat] = [[], []], []
        state.borders = [[each for each in on if each != own] for on in state.borders]
        if self.rng.random() < 0.5:
            state.discarded = sorted([*state.discarded, *(row[0] for row in state.market if row[0] != NONE)])
            state.market = [[NONE, *row[1:]] for row in state.market]
            state.money = [[0, *row[1:]] for row in state.money]
