"""One-shots (H-K): when they may take place, and what they do; abilities of cards that are such by themselves."""

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Any, Final

from adjudicator import Action, Asking, Frames, Play, Question, Refusal, word
from adjudicator.components import Code, bits, numbers

from .. import facts
from ..facts import BISHOP, EMPIRE, ITEM, NONE, PIECE, PLACE, RELIGION, ROUTE, BankId, EmpireId, EmporiumId, ItemId
from ..state import State
from . import table
from .agents import agents, agents_of
from .battles import FAITH, fight, heretics
from .book import IN_EMPIRE, SeatEvent, TurnDeed, step
from .pieces import Spot, is_free, repress
from .regime import regime_change
from .squares import discard_card, to_throne


class RouteOpened(SeatEvent, frozen=True, tag="route_opened", rule="H1", touches=("empire",)):
    """A trade route begins elsewhere: `emporium` is open, `busted` is not any more."""

    emporium: EmporiumId
    busted: EmporiumId
    empire: EmpireId


class Crowned(SeatEvent, frozen=True, tag="crowned", rule="I", touches=("empire",)):
    queen: ItemId
    empire: EmpireId


class Apostasy(SeatEvent, frozen=True, tag="apostasy", rule="K3", hits=("losers",)):
    """The apostasy: each bank that had prestige of both religions loses the cards with either."""

    religions: Annotated[tuple[str, ...], RELIGION]
    losers: Annotated[tuple[str, ...], facts.BANK]


not_busted = Code("H1", emporium=ROUTE)
no_discovery = Code("H1a", prestige=facts.PRESTIGE)
no_suitor = Code("I", card=ITEM, empire=EMPIRE)
king_taken = Code("I", empire=EMPIRE)
"""The king is married, a republic now, or in the tableau of somebody else."""
no_heretics = Code("K1c", empire=EMPIRE, religion=RELIGION)
nobody_guilty = Code("K3", one=RELIGION, other=RELIGION)
SPICE_ISLANDS: Final = ROUTE.number("spice_islands")
no_one_shot = Code("E2.1", card=ITEM)
empire_needed = Code("E2.1", card=ITEM)
not_there = Code("E2.1", card=ITEM, empire=EMPIRE)
"""The location of the card is elsewhere, or its one-shot is tied to no empire."""


def where(card: int) -> list[int]:
    """Return the empires where the one-shot of a card can take place; `NONE` alone for one without a place."""
    shot = ITEM.things[card].one_shot
    if shot is None:
        return []
    if shot.kind in ("trade_shift", "apostasy"):
        return [NONE]
    return list(bits(ITEM.things[card].suitors if shot.kind == "coronation" else ITEM.things[card].location))


def shot_refused(state: State, seat: str, card: int, empire: int, *, sold: bool = False) -> Refusal | None:
    """Return why the one-shot of a card cannot take place (there), or None if it can.

    The emporium must be busted; that of the Spice Islands needs discovery (H1a). The king must be listed, unmarried,
    on a throne or in the seat's tableau (I); Star Chamber can take more (R17). `sold`: the card leaves the tableau
    before.
    """
    shot, possible = ITEM.things[card].one_shot, where(card)
    assert shot is not None
    if empire != NONE and NONE in possible:
        return not_there(card=card, empire=empire)
    if shot.kind == "trade_shift":
        if state.open_routes >> shot.emporium & 1:
            return not_busted(emporium=shot.emporium)
        able = shot.emporium != SPICE_ISLANDS or table.prestige(state, seat, maids=False)[facts.DISCOVERY]
        return None if able else no_discovery(prestige="discovery")
    if shot.kind == "apostasy":
        one, other = shot.religions
        return None if losers(state, shot.religions, seat, card, sold=sold) else nobody_guilty(one=one, other=other)
    if empire == NONE:
        alone = shot_refused(state, seat, card, possible[0], sold=sold) if len(possible) == 1 else None
        return alone or empire_needed(card=card)
    if shot.kind == "coronation":
        if empire not in possible:
            return no_suitor(card=card, empire=empire)
        free = state.holder[empire] in ("", seat) and not state.queens[empire]
        able = table.is_king(state, empire) and (free or table.has(state, seat, "coronation_may_claim"))
        return None if able else king_taken(empire=empire)
    if empire not in possible:
        return not_there(card=card, empire=empire)
    if shot.kind in FAITH and not heretics(state, empire, FAITH[shot.kind]):
        return no_heretics(empire=empire, religion=FAITH[shot.kind])
    return None


def losers(
    state: State, religions: tuple[int, ...], seat: str = "", card: int = NONE, *, sold: bool = False
) -> list[str]:
    """Return the banks that have prestige of both religions (K3).

    A card of the seat counts as if it were in its tableau, or as if it were `sold`.
    """
    found, bit = [], 0 if card == NONE else 1 << card
    for bank in state.seats:
        held = table.tableau(state, bank)
        if bank == seat:
            held = held & ~bit if sold else held | bit
        shown = {kind for each in bits(held) for kind in table.front(state, each).prestige}
        if {*religions} <= shown and not table.has(state, bank, "immune_to_apostasy"):
            found.append(bank)
    return found


def launch(state: State, seat: str, card: int, empire: int) -> Frames:
    """Return the frames of a one-shot; agents that do not fight are placed afterwards (E2.1)."""
    shot, id, pieces = ITEM.things[card].one_shot, ITEM.ids[card], agents_of(card, seat)
    assert shot is not None
    if shot.kind == "coronation":
        regime, *rest = regime_change(state, seat, empire, "coronation")
        return [regime, coronation(seat, id, EMPIRE.ids[empire]), *rest]
    if shot.kind == "trade_shift":
        shift = trade_shift(seat, ROUTE.ids[shot.emporium])
    elif shot.kind == "apostasy":
        one, other = shot.religions
        shift = apostasy(seat, RELIGION.ids[one], RELIGION.ids[other])
    else:
        peaceful = (BISHOP, facts.PAWN) if shot.kind in FAITH else (BISHOP,)
        fighting = [piece for piece in pieces if facts.type_of(piece) not in peaceful]
        pieces = [piece for piece in pieces if piece not in fighting]
        shift = war(seat, shot.kind, EMPIRE.ids[empire], [PIECE.ids[each] for each in fighting])
    return [shift, agents(seat, id, [PIECE.ids[piece] for piece in pieces], ITEM.things[card].location, True, [])]


@step("H1")
def trade_shift(play: Play[State], seat: BankId, emporium: EmporiumId) -> None:
    """Move the disk to the emporium that was open; a piece that is there is repressed (H1, B6d)."""
    state, new = play.state, ROUTE.index[emporium]
    old = table.open_route(state, ROUTE.things[new].side)
    state.open_routes = state.open_routes & ~(1 << old) | 1 << new
    spot = Spot("place", ROUTE.things[old].place)
    empire = PLACE.things[ROUTE.things[new].place].empire
    play.emit(RouteOpened(seat, emporium, ROUTE.ids[old], EMPIRE.ids[empire]))
    if not is_free(state, spot):
        repress(play, seat, state.places[spot.number], PLACE.things[spot.number].empire, spot)


@step("I")
def coronation(play: Play[State], seat: BankId, queen: ItemId, empire: EmpireId) -> None:
    """Place the queen under the square of her king (I1)."""
    number = EMPIRE.index[empire]
    play.state.queens[number] = sorted([*play.state.queens[number], ITEM.index[queen]])
    play.emit(Crowned(seat, queen, empire))


@step("K3")
def apostasy(play: Play[State], seat: BankId, one: facts.ReligionId, other: facts.ReligionId) -> None:
    """Discard the cards of both religions of every bank that shows both; couples go to their thrones, still married."""
    state, religions = play.state, (RELIGION.index[one], RELIGION.index[other])
    guilty = losers(state, religions)
    play.emit(Apostasy(seat, (one, other), tuple(guilty)))
    for loser in guilty:
        for bit in bits(table.tableau(state, loser)):
            if not table.tableau(state, loser) >> bit & 1 or not {*religions} & {*table.front(state, bit).prestige}:
                continue
            empire = bit if bit < facts.FIRST_CARD else table.empire_of_queen(state, bit)
            if empire == NONE:
                discard_card(play, seat, bit, loser)
            elif state.holder[empire]:
                to_throne(play, seat, empire)


RooksRide = word("rooks_ride", "Catholic rooks next to the empire join the crusade (Knights of Rhodes).")
RooksStay = word("rooks_stay", "Catholic rooks next to the empire stay at home.")
ROOKS: Final = Question("rooks", "K1a", RooksRide, RooksStay, default=RooksStay(), about=IN_EMPIRE)


@step("J, K")
def war(play: Play[State], seat: BankId, kind: str, empire: EmpireId, pieces: list[str]) -> Asking:
    """Fight the battle of a one-shot.

    A seat with Knights of Rhodes first says whether rooks ride to a crusade.
    """
    state, number = play.state, EMPIRE.index[empire]
    fighting = [PIECE.index[piece] for piece in pieces]
    rooks, riding = False, kind == "crusade" and table.has(state, seat, "crusade_rooks_count_as_knights")
    near = (place for other in bits(table.adjacent(state, number)) for place in table.ruling(state, other))
    if riding and any(state.places[place] == facts.piece_of(facts.ROOK, facts.CATHOLIC) for place in near):
        answer = yield ROOKS(seat, [RooksRide(), RooksStay()], empire=empire)
        rooks = isinstance(answer, RooksRide)
    return fight(state, seat, kind, number, fighting, rooks=rooks)  # type: ignore[arg-type]


no_reprisals = Code("§59")
no_accuser = Code("§59")
two_religions = Code("K3")


class Reprisals(TurnDeed, frozen=True, tag="reprisals"):
    """Discard Elizabeth Báthory: a peasant revolt without agents in the empire of her king. Glossary: ability; R51."""

    needs = "action_discard_self_peasant_revolt"

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        return None if table.has(state, seat, self.needs) else no_reprisals()

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Discard the queen and let the peasants rise; the king stays."""
        queen, empire = bathory(play.state, seat)
        discard_card(play, seat, queen, seat)
        return fight(play.state, seat, "peasant_revolt", empire, [])


def bathory(state: State, seat: str) -> tuple[int, int]:
    """Return Elizabeth Báthory and the empire where the peasants rise.

    It is the empire of her king. `NONE` if she is silent or nowhere.
    """
    queen = (table.active(state, seat) & table.WITH[Reprisals.needs]).bit_length() - 1
    return queen, table.empire_of_queen(state, queen)


class Accuse(TurnDeed, frozen=True, tag="accuse"):
    """Apostasy of any two religions, with an action (Counter-Reformation). K3."""

    one: facts.ReligionId
    other: facts.ReligionId
    needs = "action_apostasy_any_pair"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(*pair) for pair in combinations(RELIGION.ids, 2))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if not table.has(state, seat, self.needs):
            return no_accuser()
        if self.one == self.other:
            return two_religions()
        return None if losers(state, numbers(self)) else nobody_guilty(one=self.one, other=self.other)

    def apply(self, play: Play[State], seat: str) -> Frames:
        return [apostasy(seat, self.one, self.other)]
