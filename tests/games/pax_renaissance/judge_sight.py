"""What the judge sees in a position of Pax Renaissance: read off the state by the book, without the engine's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.games.pax_renaissance.facts import (
    BANK,
    BISHOP,
    BORDER,
    DISCOVERY,
    EMPIRE,
    FIRST_CARD,
    FIRST_PAWN,
    ITEM,
    LAW,
    NONE,
    PATRON,
    PIRATE,
    PLACE,
    ROUTE,
    Item,
    Operation,
    religion_of,
    type_of,
)
from adjudicator.games.pax_renaissance.state import State

FRANCE, PORTUGAL, PAPAL = (EMPIRE.number(each) for each in ("france", "portugal", "papal_states"))
ISLAM, REFORM = 1, 2
UNOWNED = ""


class Sight:
    """A position: whose is what, where is what, what is silent."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seats = [each for each in state.florins if each not in state.out]
        self.borne = {item: religion for religion, items in enumerate(state.bishops) for item in items}
        self.tableau: dict[str, set[int]] = {}
        for seat, rows in state.rows.items():
            squares = {number for number, holder in enumerate(state.holder) if holder == seat}
            queens = {queen for square in squares for queen in state.queens[square]}
            self.tableau[seat] = {each for row in rows for each in row} | squares | queens
        self.owners = {item: seat for seat, held in self.tableau.items() for item in held}
        self.king_of = {queen: number for number, queens in enumerate(state.queens) for queen in queens}

    # tableaus and thrones

    def owner(self, item: int) -> str:
        """In whose tableau an item is; "" elsewhere."""
        return self.owners.get(item, UNOWNED)

    def on_throne(self, item: int) -> bool:
        """Whether it is a square, or a queen with her king, outside of all tableaus."""
        return (item < FIRST_CARD or item in self.king_of) and item not in self.owners

    def location(self, item: int) -> int:
        """The empires of a location (Glossary: location); a queen has that of her king (I1a)."""
        return 1 << self.king_of[item] if item in self.king_of else ITEM.things[item].location

    def column(self, item: int) -> int:
        """What an item lies with in its row: its suzerain, or the king of a couple (F9g, I1)."""
        square = self.king_of.get(item, item)
        if square < FIRST_CARD and self.state.suzerain[square] != NONE:
            return self.state.suzerain[square]
        return square

    def place_in_row(self, item: int) -> tuple[str, int, int] | None:
        """Whose row, which side, how far from the player card."""
        owner, column = self.owner(item), self.column(item)
        if not owner:
            return None
        for side, row in enumerate(self.state.rows[owner]):
            if column in row:
                return owner, side, row.index(column)
        raise AssertionError(f"{ITEM.ids[item]} lies nowhere")

    def side(self, item: int) -> int:
        """On which side of a tableau an item acts; that of its suzerain for a vassal (R41)."""
        found = self.place_in_row(item)
        assert found is not None
        return found[1]

    # silence, abilities, prestige

    def couple(self, item: int) -> list[int]:
        """The item with those who share its silence (I1e)."""
        square = self.king_of.get(item, item)
        return [square, *self.state.queens[square]] if square < FIRST_CARD else [item]

    def silent(self, item: int) -> bool:
        """Whether a bishop silences it (F1f, F1g): not where its owner's cards are immune."""
        if not any(each in self.borne for each in self.couple(item)):
            return False
        return not any("own_cards_immune_to_silence" in ITEM.things[each].abilities for each in self.held(item))

    def held(self, item: int) -> set[int]:
        """What lies in the same tableau."""
        return self.tableau.get(self.owner(item), set())

    def with_ability(self, ability: str, seat: str = "") -> list[int]:
        """The items with an ability that is not silenced: of a seat, or of all tableaus."""
        found = self.tableau[seat] if seat else set(self.owners)
        return [each for each in found if ability in ITEM.things[each].abilities and not self.silent(each)]

    def prestige_of(self, item: int) -> tuple[int, ...]:
        """The icons of an item; a square shows one face."""
        thing = ITEM.things[item]
        return thing.faces[self.state.republics >> item & 1].prestige if item < FIRST_CARD else thing.prestige

    def prestige(self, seat: str, *, maids: bool = True) -> Counter[int]:
        """How many icons of each kind a seat has; silenced or not (F1g); old maids count for victories (I2b)."""
        items = [*self.tableau[seat], *(self.state.maids[seat] if maids else ())]
        return Counter(kind for each in items for kind in self.prestige_of(each))

    def operations(self, item: int) -> tuple[Operation, ...]:
        """The operations that an item may be used for now."""
        thing: Item = ITEM.things[item]
        shown = thing.faces[self.state.republics >> item & 1].operations if item < FIRST_CARD else thing.operations
        return tuple(each for each in shown if each.op == "inquisitor") if self.silent(item) else shown

    def king(self, empire: int) -> bool:
        """Whether the square shows the king."""
        return not self.state.republics >> empire & 1

    # the map

    def adjacent(self, empire: int) -> int:
        """The empires that share a side or a corner; France and Portugal not while Buffer State holds."""
        found = EMPIRE.things[empire].adjacent
        if empire in (FRANCE, PORTUGAL) and self.with_ability("remove_adjacency"):
            found &= ~(1 << (FRANCE + PORTUGAL - empire))
        return found

    def places(self, empire: int) -> list[int]:
        """The places that are there: no busted emporium (C1a), the second one of Venice with a Condottiere (G4c)."""
        busted = [each.id for each in ROUTE if not self.state.open_routes >> each.index & 1]
        found = [each for each in PLACE if each.empire == empire and each.id not in busted]
        return [each.index for each in found if not each.extra or self.condottiere()]

    def condottiere(self) -> bool:
        """Whether Venice has room for two (G4c, R31)."""
        return self.state.ruled[PAPAL] in (0, 1) and bool(self.with_ability("venice_capacity_two"))

    def empty_places(self, empire: int) -> list[int]:
        return [each for each in self.places(empire) if self.state.places[each] == NONE]

    def standing(self, empire: int) -> list[int]:
        """The places of an empire where somebody stands."""
        return [each for each in self.places(empire) if self.state.places[each] != NONE]

    def borders(self, empires: int, *, sea: bool = False) -> list[int]:
        return [each.index for each in BORDER if each.empires & empires and (each.sea or not sea)]

    def pirates(self, border: int) -> list[int]:
        return [each for each in self.state.borders[border] if type_of(each) == PIRATE]

    def pawns(self, border: int) -> list[int]:
        return [each for each in self.state.borders[border] if each >= FIRST_PAWN]

    def concessions(self, empires: int) -> Counter[str]:
        """How many concessions each seat has on the borders of these empires."""
        found = [each for border in self.borders(empires) for each in self.pawns(border)]
        return Counter(BANK.ids[each - FIRST_PAWN] for each in found)

    def kings(self, seat: str) -> int:
        return sum(self.king(each) for each in self.squares(seat))

    def squares(self, seat: str) -> list[int]:
        return [number for number, holder in enumerate(self.state.holder) if holder == seat]

    # victories (L)

    def tokens(self, religion: int) -> int:
        """Pieces of a religion in its theocracies; a pirate between two of them counts twice (L3)."""
        found = 0
        zion = self.with_ability("islamic_pirates_count_as_reformist")
        for empire in EMPIRE.indexes:
            if self.state.ruled[empire] != religion + 1:
                continue
            found += sum(religion_of(self.state.places[each]) == religion for each in self.standing(empire))
            for border in self.borders(1 << empire):
                for pirate in self.pirates(border):
                    found += religion_of(pirate) == religion or bool(
                        zion and religion == REFORM and pirate % 3 == ISLAM
                    )
        return found

    def bishops(self, religion: int, seat: str) -> int:
        """Bishops of a religion, as the seat that declares counts them (R30)."""
        found = len(self.state.bishops[religion])
        if religion == ISLAM and self.with_ability("patron_counts_as_islamic_bishop", seat):
            found += self.prestige(seat)[PATRON]
        if religion == REFORM and self.with_ability("islamic_pirates_count_as_reformist"):
            found += sum(religion_of(each) == ISLAM for border in BORDER.indexes for each in self.pirates(border))
        return found

    def supreme(self, seat: str) -> list[int]:
        bishops = [self.bishops(each, seat) for each in range(3)]
        tokens = [self.tokens(each) for each in range(3)]
        return [each for each in range(3) if all(2 * of[each] > sum(of) for of in (bishops, tokens))]

    def wins(self, seat: str, victory: str) -> bool:
        """Whether the conditions of a victory are met (L3-L6)."""
        others = [each for each in self.seats if each != seat]
        own = self.prestige(seat)
        if victory == "holy":
            return any(all(own[each] > self.prestige(other)[each] for other in others) for each in self.supreme(seat))
        if victory == "imperial":
            margin = 3 if len(self.state.seats) == 2 else 2
            return all(self.kings(seat) >= self.kings(other) + margin for other in others)
        if victory == "globalization":
            ahead = all(self._concessions(seat) >= self._concessions(other) + 2 for other in others)
            return ahead and all(own[DISCOVERY] > self.prestige(other)[DISCOVERY] for other in others)
        ahead = all(self._republics(seat) > self._republics(other) for other in others)
        return ahead and all(self._law(seat) >= self._law(other) + 2 for other in others)

    def _concessions(self, seat: str) -> int:
        cards = len(self.with_ability("patron_counts_as_concession", seat))
        return self.concessions((1 << len(EMPIRE)) - 1)[seat] + cards * self.prestige(seat)[PATRON]

    def _republics(self, seat: str) -> int:
        squares = sum(not self.king(each) for each in self.squares(seat))
        return squares + len(self.with_ability("counts_as_republic", seat))

    def _law(self, seat: str) -> int:
        found = self.prestige(seat)
        return found[LAW] + len(self.with_ability("patron_counts_as_law", seat)) * found[PATRON]

    def cost_of_declaring(self, victory: int) -> int:
        """Two actions while a card says so (R46)."""
        slowing = (each for each in self.owners if ITEM.things[each].slows >> victory & 1 and not self.silent(each))
        return 2 if any(True for _ in slowing) else 1

    # pieces

    def where(self, piece: int) -> Iterator[tuple[str, int]]:
        """Where a piece is, repressed ones first."""
        for empire, repressed in enumerate(self.state.repressed):
            yield from (("empire", empire) for each in repressed if each == piece)
        for place, standing in enumerate(self.state.places):
            if standing == piece:
                yield "place", place
        for border, there in enumerate(self.state.borders):
            yield from (("border", border) for each in there if each == piece)
        if type_of(piece) == BISHOP:
            yield from (("card", each) for each in self.state.bishops[religion_of(piece)])
