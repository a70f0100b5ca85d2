"""End the game (L)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code, bits

from .. import facts
from ..facts import CATHOLIC, DISCOVERY, EMPIRE, ISLAMIC, ITEM, LAW, NONE, PATRON, PIRATE, REFORMIST, VICTORY
from ..state import State
from .book import TurnDeed
from .table import SLOWING, active, anybody_has, concessions, has, is_king, others, prestige, ruling, tableaus

closed = Code("L2", victory=VICTORY)
no_supremacy = Code("L3")
short_of = Code("L2", victory=VICTORY, what=facts.MEASURE, have=int, need=int)
"""The first figure that is missing; `what`: its name in :func:`measures`."""
two_actions = Code("§59", victory=VICTORY)


def bishops_in_play(state: State, seat: str = "") -> list[int]:
    """Return bishops by religion (L3.1), as a declaring seat counts them.

    Circassian Mamluks and the Zionist State change the count (R30).
    """
    found = [len(bishop) for bishop in state.bishops]
    if anybody_has(state, "islamic_pirates_count_as_reformist"):
        found[REFORMIST] += sum(PIRATE * 3 + ISLAMIC in on for on in state.borders)
    if seat and has(state, seat, "patron_counts_as_islamic_bishop"):
        found[ISLAMIC] += prestige(state, seat)[PATRON]
    return found


def faithful(state: State) -> list[int]:
    """Return rooks, knights and pirates in theocracies of theirs (L3.2).

    A pirate between two of them counts twice.
    """
    found = [0, 0, 0]
    zion = anybody_has(state, "islamic_pirates_count_as_reformist")
    for empire in EMPIRE.indexes:
        faith = state.ruled[empire] - 1
        if faith < CATHOLIC:
            continue
        found[faith] += sum(facts.religion_of(state.places[place]) == faith for place in ruling(state, empire))
        for border in bits(facts.BORDERS_OF[empire]):
            for piece in state.borders[border]:
                if piece < facts.FIRST_PAWN and facts.type_of(piece) == PIRATE:
                    found[faith] += facts.religion_of(piece) == faith
                    found[faith] += zion and faith == REFORMIST and facts.religion_of(piece) == ISLAMIC
    return found


def supreme(state: State, seat: str = "") -> int:
    """Return the supreme religion, or `NONE` if there is none (L3)."""
    bishops, tokens = bishops_in_play(state, seat), faithful(state)
    for religion in facts.RELIGION.indexes:
        if 2 * bishops[religion] > sum(bishops) and 2 * tokens[religion] > sum(tokens):
            return religion
    return NONE


def figure(state: State, seat: str, name: str, faith: int = NONE) -> int:
    """Return what a victory counts for a bank.

    It is prestige of the supreme faith (L3), kings (L4), concessions or discovery (L5), republics or law (L6). Cards
    let patrons, or themselves, count as others.
    """
    if name in ("kings", "republics"):
        held = [is_king(state, each) for each, holder in enumerate(state.holder) if holder == seat]
        return sum(held) if name == "kings" else held.count(False) + has(state, seat, "counts_as_republic")
    shown = prestige(state, seat)
    if name == "concessions":
        ports = has(state, seat, "patron_counts_as_concession") * shown[PATRON]
        return concessions(state, seat).bit_count() + ports
    if name == "law":
        return shown[LAW] + has(state, seat, "patron_counts_as_law") * shown[PATRON]
    return shown[faith if name == "faith" else DISCOVERY]


ASKED: Final[Mapping[str, Mapping[str, int]]] = {
    "holy": {"faith": 1},
    "imperial": {"kings": 2},
    "globalization": {"concessions": 2, "discovery": 1},
    "renaissance": {"republics": 1, "law": 2},
}
"""What a victory asks for, and how many more than everybody else has (L3-L6)."""


def measures(state: State, seat: str, victory: str) -> list[tuple[str, int, int]]:
    """Return for each figure of a victory its name, what the seat has and needs; of kings one more with two banks."""
    faith = supreme(state, seat) if victory == "holy" else CATHOLIC
    if faith == NONE:
        return [("supremacy", 0, 1)]
    more = victory == "imperial" and len(state.florins) == 2
    found = []
    for name, margin in ASKED[victory].items():
        most = [figure(state, each, name, faith) + margin + more for each in others(state, seat)]
        found.append((name, figure(state, seat, name, faith), max(most, default=0)))
    return found


def price(state: State, victory: str) -> int:
    """Return the actions that a declaration takes.

    There are two while a card in any tableau says so (R46).
    """
    if not tableaus(state) & SLOWING:
        return 1
    slow = [bit for seat in state.florins for bit in bits(active(state, seat) & SLOWING)]
    return 2 if any(ITEM.things[each].slows >> VICTORY.index[victory] & 1 for each in slow) else 1


class Declare(TurnDeed, frozen=True, tag="declare"):
    """Declare a victory whose tile is active and whose conditions are met. E6."""

    victory: facts.VictoryId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return map(cls, VICTORY.ids_of(state.victories))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        """Return why a victory may not be declared, or None if it may (E6, L).

        The tile must be active, the conditions met, and both actions left if two are needed.
        """
        if not state.victories >> VICTORY.number(self.victory) & 1:
            return closed(victory=self.victory)
        for name, have, need in measures(state, seat, self.victory):
            if have < need and name == "supremacy":
                return no_supremacy()
            if have < need:
                return short_of(victory=self.victory, what=name, have=have, need=need)
        return two_actions(victory=self.victory) if self.cost(state, seat) > state.turn.left == 1 else None

    def cost(self, state: State, seat: str) -> int:
        return price(state, self.victory)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """End the game."""
        state = play.state
        play.end([seat], self.victory, {each: measures(state, each, self.victory)[0][1] for each in state.seats})
        return []


def patrons(play: Play[State]) -> None:
    """End the game when the market cannot be filled (L2a, L2b).

    The most patrons win, then the most florins; otherwise the victory is shared.
    """
    state = play.state
    scores = {seat: prestige(state, seat)[PATRON] for seat in state.seats}
    there = [seat for seat in state.seats if seat not in state.out]
    best = max((scores[seat], state.florins[seat]) for seat in there)
    winners = [seat for seat in there if (scores[seat], state.florins[seat]) == best]
    play.end(winners, "patron", scores)
