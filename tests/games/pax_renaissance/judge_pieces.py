"""Where pieces may come and go when the play of a card, a battle or a regime change asks (E2.2, F1b, G4, Glossary)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator import Action
from adjudicator.components import bits
from adjudicator.games.pax_renaissance.facts import (
    BISHOP,
    BORDER,
    CONSTANTINOPLE,
    EMPIRE,
    FIRST_PAWN,
    ITEM,
    PAWN,
    PIECE,
    PIRATE,
    PLACE,
    RULE_OF,
    type_of,
)
from adjudicator.games.pax_renaissance.rules.agents import (
    AgentToBorder,
    AgentToCard,
    NoAgent,
    PlaceAgent,
)
from adjudicator.games.pax_renaissance.rules.battles import Arrange, AsTheyStand, GiveWay, SettleAt, SettleOn
from adjudicator.games.pax_renaissance.rules.fairs import Levy
from adjudicator.games.pax_renaissance.rules.pieces import (
    Pacify,
    Spare,
    TakeFromBorder,
    TakeFromCard,
    TakeFromPlace,
    TakeRepressed,
)
from adjudicator.games.pax_renaissance.rules.regime import Concede, Enough, Forgo, Free, FreeSerf, KeepFaith, Liberty
from tests.games.pax_renaissance.judge_sight import Sight


def agent(
    sight: Sight, seat: str, card: int, piece: int, empires: int, *, due: bool, own: set[str]
) -> Iterator[Action]:
    """Where an agent may go (E2.2). `own`: where agents of the same card are; they may not be displaced (R11)."""
    kind = type_of(piece)
    if kind == BISHOP:
        free, taken = _for_bishop(sight, card)
    elif kind in (PIRATE, PAWN):
        free, taken = _for_border(sight, seat, kind, empires, own)
    else:
        free, taken = _for_place(sight, seat, empires, own)
    yield from free
    yield from taken
    if not (due and free):
        yield NoAgent()


Room = tuple[list[Action], list[Action]]
"""Where nobody is, and where somebody has to go."""


def _for_bishop(sight: Sight, card: int) -> Room:
    location = ITEM.things[card].location
    items = [*sight.owners, *(each for each in range(len(ITEM)) if sight.on_throne(each))]
    there = [each for each in items if each == card or sight.location(each) & location]
    free: list[Action] = [AgentToCard(ITEM.ids[each]) for each in there if each not in sight.borne]
    return free, [AgentToCard(ITEM.ids[each]) for each in there if each in sight.borne]


def _for_border(sight: Sight, seat: str, kind: int, empires: int, own: set[str]) -> Room:
    free: list[Action] = []
    taken: list[Action] = []
    for border in sight.borders(empires, sea=kind == PIRATE):
        id, there = BORDER.ids[border], sight.state.borders[border]
        if not there:
            free.append(AgentToBorder(id))
        elif id not in own and (kind == PIRATE or (not sight.pirates(border) and sight.state.florins[seat])):
            taken.append(AgentToBorder(id))
    return free, taken


def _for_place(sight: Sight, seat: str, empires: int, own: set[str]) -> Room:
    places = [each for empire in bits(empires) for each in sight.places(empire)]
    empty = [each for each in places if sight.state.places[each] < 0]
    paid = [each for each in places if each not in empty and sight.state.florins[seat] and PLACE.ids[each] not in own]
    return [PlaceAgent(PLACE.ids[each]) for each in empty], [PlaceAgent(PLACE.ids[each]) for each in paid]


def pacification(sight: Sight, empire: str) -> Iterator[Action]:
    """Any one piece that is repressed there, or none (F1b)."""
    yield Spare()
    yield from (Pacify(PIECE.ids[each]) for each in set(sight.state.repressed[EMPIRE.index[empire]]))


def take(sight: Sight, piece: str) -> Iterator[Action]:
    """From where a piece is taken: any repressed one, else from anywhere (R32)."""
    found = list(sight.where(PIECE.index[piece]))
    repressed = [each for each in found if each[0] == "empire"]
    for kind, index in set(repressed or found):
        match kind:
            case "empire":
                yield TakeRepressed(EMPIRE.ids[index])
            case "place":
                yield TakeFromPlace(PLACE.ids[index])
            case "border":
                yield TakeFromBorder(BORDER.ids[index])
            case _:
                yield TakeFromCard(ITEM.ids[index])


def survivor(sight: Sight, empire: str, piece: str, waiting: Counter[str]) -> Iterator[Action]:
    """Empty places, free borders; a pirate on the sea only (Glossary: battle i). `waiting`: all survivors without a
    place; one may give way where the others fill all that it could have, and one of them is not the same.
    """
    number, kind = EMPIRE.index[empire], type_of(PIECE.index[piece])
    others = waiting - Counter([piece])
    if kind in (PIRATE, PAWN):
        free = [each for each in sight.borders(1 << number) if not sight.state.borders[each]]
        room = [each for each in free if BORDER.things[each].sea or kind == PAWN]
        yield from (SettleOn(BORDER.ids[each]) for each in room)
        pawns = sum(count for each, count in others.items() if each.endswith("pawn"))
        pirates = sum(count for each, count in others.items() if each.endswith("pirate"))
        inland = [each for each in room if not BORDER.things[each].sea]
        filled = pawns + pirates >= len(room) and pawns >= len(inland)
        rivals = {each for each in others if each.endswith(("pawn", "pirate"))}
    else:
        places = sight.empty_places(number)
        yield from (SettleAt(PLACE.ids[each]) for each in places)
        rivals = {each for each in others if each.endswith(("rook", "knight"))}
        filled = sum(others[each] for each in rivals) >= len(places)
    if filled and rivals - {piece}:
        yield GiveWay()


def arrangement(sight: Sight) -> Iterator[Action]:
    """Any two places of Constantinople that differ (K2a)."""
    yield AsTheyStand()
    for one in CONSTANTINOPLE:
        for other in CONSTANTINOPLE:
            if sight.state.places[one] != sight.state.places[other]:
                yield Arrange(PLACE.ids[one], PLACE.ids[other])


def reward(sight: Sight, seat: str, empire: str) -> Iterator[Action]:
    """A concession on a border without a pirate; a florin for one that is there (Glossary: regime change a)."""
    yield Forgo()
    for border in sight.borders(1 << EMPIRE.index[empire]):
        if not sight.pirates(border) and (not sight.pawns(border) or sight.state.florins[seat]):
            yield Concede(BORDER.ids[border])


def emancipation(sight: Sight, empires: list[str]) -> Iterator[Action]:
    """Any repressed piece to an empty place or a free border of its empire (Glossary: regime change b)."""
    yield Enough()
    for empire in map(EMPIRE.number, empires):
        for piece in set(sight.state.repressed[empire]):
            if piece >= FIRST_PAWN:
                free = [each for each in sight.borders(1 << empire) if not sight.state.borders[each]]
                yield from (FreeSerf(PIECE.ids[piece], BORDER.ids[each]) for each in free)
            else:
                yield from (Free(PIECE.ids[piece], PLACE.ids[each]) for each in sight.empty_places(empire))


def golden_liberty(sight: Sight, empire: str) -> Iterator[Action]:
    """The medieval state; with the house rule any other one (F6d, R20)."""
    yield KeepFaith()
    now = sight.state.ruled[EMPIRE.index[empire]]
    any_state = sight.state.rules.golden_liberty == "any_state"
    yield from (Liberty(RULE_OF.ids[each]) for each in (range(4) if any_state else (0,)) if each != now)


def levy(sight: Sight, empire: str) -> Iterator[Action]:
    """Any empty place (G4)."""
    yield from (Levy(PLACE.ids[each]) for each in sight.empty_places(EMPIRE.index[empire]))
