"""One-shots (H-K): when they may take place, and what they do."""

from collections.abc import Iterator
from typing import Annotated, Final

from adjudicator import Asking, Frames, Play, Question, Refusal, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..facts import (
    BANK,
    BISHOP,
    CATHOLIC,
    DISCOVERY,
    EMPIRE,
    FIRST_PAWN,
    ITEM,
    NONE,
    PIECE,
    PLACE,
    PRESTIGE,
    RELIGION,
    ROOK,
    ROUTE,
    BankId,
    EmpireId,
    EmporiumId,
    ItemId,
    OneShot,
    ReligionId,
    piece_of,
    type_of,
)
from ..state import State
from .agents import agents
from .battles import FAITH, fight, heretics
from .book import Done, step
from .pieces import repress
from .regime import regime_change
from .squares import apostate
from .table import (
    adjacent,
    has,
    is_king,
    item,
    open_route,
    prestige,
    prestige_of,
    ruling,
    tableau,
)


class RouteOpened(Done, frozen=True, tag="route_opened", rule="H1", touches=("empire",)):
    """A trade route begins elsewhere: `emporium` is open, `busted` is not any more."""

    emporium: EmporiumId
    busted: EmporiumId
    empire: EmpireId


class Crowned(Done, frozen=True, tag="crowned", rule="I", touches=("empire",)):
    """A queen was married to a king."""

    queen: ItemId
    empire: EmpireId


class Apostasy(Done, frozen=True, tag="apostasy", rule="K3"):
    """Whoever had prestige of both religions loses the cards with either."""

    religions: Annotated[tuple[str, ...], RELIGION]
    losers: Annotated[tuple[str, ...], BANK]


not_busted = Code("H1", emporium=ROUTE)
no_discovery = Code("H1a", prestige=PRESTIGE)
no_suitor = Code("I", card=ITEM, empire=EMPIRE)
king_taken = Code("I", empire=EMPIRE)
"""The king is married, a republic now, or in the tableau of somebody else."""
no_heretics = Code("K1c", empire=EMPIRE, religion=RELIGION)
nobody_guilty = Code("K3", one=RELIGION, other=RELIGION)
no_one_shot = Code("E2.1", card=ITEM)
empire_needed = Code("E2.1", card=ITEM)
not_there = Code("E2.1", card=ITEM, empire=EMPIRE)
"""The location of the card is elsewhere, or its one-shot is tied to no empire."""


def where(state: State, seat: str, card: int, shot: OneShot) -> list[int]:
    """The empires where a one-shot can be meant to take place; `NONE` alone for those without a place."""
    if shot.kind in ("trade_shift", "apostasy"):
        return [NONE]
    return list(bits(item(card).suitors if shot.kind == "coronation" else item(card).location))


def shot_refused(
    state: State, seat: str, card: int, shot: OneShot, empire: int, *, sold: bool = False
) -> Refusal | None:
    """Why a one-shot cannot take place (there); None if it can. `sold`: the card leaves the tableau before."""
    id = ITEM.ids[card]
    if empire != NONE and NONE in where(state, seat, card, shot):
        return not_there(card=id, empire=EMPIRE.ids[empire])
    if shot.kind == "trade_shift":
        if state.open_routes >> shot.emporium & 1:
            return not_busted(emporium=ROUTE.ids[shot.emporium])
        needs = ROUTE.ids[shot.emporium] == "spice_islands"
        if needs and not prestige(state, seat, maids=False)[DISCOVERY]:
            return no_discovery(prestige="discovery")
        return None
    if shot.kind == "apostasy":
        guilty = (
            losers(state, shot.religions, seat, without=card) if sold else losers(state, shot.religions, seat, card)
        )
        one, other = (RELIGION.ids[each] for each in shot.religions)
        return None if guilty else nobody_guilty(one=one, other=other)
    if empire == NONE:
        possible = where(state, seat, card, shot)
        alone = shot_refused(state, seat, card, shot, possible[0], sold=sold) if len(possible) == 1 else None
        return alone or empire_needed(card=id)
    if shot.kind == "coronation":
        return _suitor_refused(state, seat, card, empire)
    if not item(card).location >> empire & 1:
        return not_there(card=id, empire=EMPIRE.ids[empire])
    if shot.kind in FAITH and not heretics(state, empire, FAITH[shot.kind]):
        return no_heretics(empire=EMPIRE.ids[empire], religion=RELIGION.ids[FAITH[shot.kind]])
    return None


def _suitor_refused(state: State, seat: str, card: int, empire: int) -> Refusal | None:
    """A king who is listed, unmarried, on his throne or in one's own tableau (I); Star Chamber takes more (R17)."""
    id = EMPIRE.ids[empire]
    if not item(card).suitors >> empire & 1:
        return no_suitor(card=ITEM.ids[card], empire=id)
    if not is_king(state, empire):
        return king_taken(empire=id)
    if has(state, seat, "coronation_may_claim"):
        return None
    free = state.holder[empire] in ("", seat) and not state.queens[empire]
    return None if free else king_taken(empire=id)


def losers(
    state: State, religions: tuple[int, ...], seat: str = "", card: int = NONE, *, without: int = NONE
) -> list[str]:
    """The banks that have prestige of both religions in their tableau (K3): as if a card were, or were not, in that
    of the seat.
    """
    found = []
    for bank in state.seats:
        held = tableau(state, bank)
        if bank == seat and card != NONE:
            held |= 1 << card
        if bank == seat and without != NONE:
            held &= ~(1 << without)
        shown = {kind for each in bits(held) for kind in prestige_of(state, each)}
        if {*religions} <= shown and not has(state, bank, "immune_to_apostasy"):
            found.append(bank)
    return found


def launch(state: State, seat: str, card: int, shot: OneShot, empire: int, pieces: list[int]) -> Frames:
    """The frames of a one-shot with these agents; those who do not fight are placed afterwards (E2.1)."""
    id, ids = ITEM.ids[card], [PIECE.ids[each] for each in pieces]
    if shot.kind == "trade_shift":
        return [trade_shift(seat, ROUTE.ids[shot.emporium]), agents(seat, id, ids, item(card).location, True, [])]
    if shot.kind == "apostasy":
        one, other = (RELIGION.ids[each] for each in shot.religions)
        return [apostasy(seat, one, other), agents(seat, id, ids, item(card).location, True, [])]
    if shot.kind == "coronation":
        return [
            *regime_change(state, seat, empire, "coronation")[:1],
            coronation(seat, id, EMPIRE.ids[empire]),
            *regime_change(state, seat, empire, "coronation")[1:],
        ]
    place = EMPIRE.ids[empire]
    later = [each for each in pieces if type_of(each) == BISHOP or (shot.kind in FAITH and each >= FIRST_PAWN)]
    fighting = [PIECE.ids[each] for each in pieces if each not in later]
    rest = agents(seat, id, [PIECE.ids[each] for each in later], item(card).location, True, [])
    return [war(seat, shot.kind, place, fighting), rest]


@step("H1")
def trade_shift(play: Play[State], seat: BankId, emporium: EmporiumId) -> None:
    """The disk moves to the emporium that was open; who is there is repressed (H1, B6d)."""
    state, new = play.state, ROUTE.index[emporium]
    old = open_route(state, ROUTE.things[new].side)
    state.open_routes = state.open_routes & ~(1 << old) | 1 << new
    place = ROUTE.things[old].place
    empire = PLACE.things[ROUTE.things[new].place].empire
    play.emit(RouteOpened(seat, emporium, ROUTE.ids[old], EMPIRE.ids[empire]))
    if state.places[place] != NONE:
        repress(play, seat, state.places[place], PLACE.things[place].empire, place=place)


@step("I")
def coronation(play: Play[State], seat: BankId, queen: ItemId, empire: EmpireId) -> None:
    """The queen comes under the square of her king (I1)."""
    number = EMPIRE.index[empire]
    play.state.queens[number] = sorted([*play.state.queens[number], ITEM.index[queen]])
    play.emit(Crowned(seat, queen, empire))


@step("K3")
def apostasy(play: Play[State], seat: BankId, one: ReligionId, other: ReligionId) -> None:
    """Every bank that shows both religions discards the cards of both (K3)."""
    state, religions = play.state, (RELIGION.index[one], RELIGION.index[other])
    guilty = losers(state, religions)
    play.emit(Apostasy(seat, (one, other), tuple(guilty)))
    for loser in guilty:
        for each in bits(tableau(state, loser)):
            if tableau(state, loser) >> each & 1 and {*religions} & {*prestige_of(state, each)}:
                apostate(play, seat, each, loser)


# a civil or a religious war --------------------------------------------------------------------------------------


RooksRide = word("rooks_ride", "Catholic rooks next to the empire join the crusade (Knights of Rhodes).")
RooksStay = word("rooks_stay", "Catholic rooks next to the empire stay at home.")
ROOKS: Final = Question("rooks", "K1a", RooksRide, RooksStay, default=RooksStay(), about={"empire": EmpireId})


@step("J, K")
def war(play: Play[State], seat: BankId, kind: str, empire: EmpireId, pieces: list[str]) -> Asking:
    """The battle of a one-shot; who has Knights of Rhodes says first whether rooks ride to a crusade."""
    state, number = play.state, EMPIRE.index[empire]
    fighting = [PIECE.index[each] for each in pieces]
    rooks = False
    if kind == "crusade" and has(state, seat, "crusade_rooks_count_as_knights") and _rooks_near(state, number):
        answer = yield ROOKS(seat, [RooksRide(), RooksStay()], empire=empire)
        rooks = isinstance(answer, RooksRide)
    return fight(state, seat, kind, number, fighting, rooks=rooks)  # type: ignore[arg-type]


def _rooks_near(state: State, empire: int) -> bool:
    rook = piece_of(ROOK, CATHOLIC)
    near: Iterator[int] = (place for other in bits(adjacent(state, empire)) for place in ruling(state, other))
    return any(state.places[place] == rook for place in near)
