"""The guilds, their contracts, and what belongs to a position of Guild Fair."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from adjudicator.components import Kind
from adjudicator.components.load import DataFile
from adjudicator.components.piece_fields import By, Count, Hidden, Pile
from adjudicator.components.state_schema import Pieces, StateSchema

DATA = Path(__file__).parent / "data"
SEAT = Kind("guild", ("bakers", "brewers", "drapers", "masons", "smiths"))
FACTS = DataFile(DATA / "contracts.yaml")
CONTRACT = Kind("contract", lambda: [*FACTS.rows["contracts"]])
OMEN = Kind("omen", ("rain", "market", "visitor"))
SeatId, ContractId = Annotated[str, SEAT], Annotated[str, CONTRACT]
ROUNDS, COPIES, COINS = 3, 4, 4
RENOWN_A_COIN = 3


class State(msgspec.Struct, array_like=True):
    pool: Annotated[list[str], Pile(CONTRACT, mixed=True), Hidden.FROM_ALL]
    drawn: Annotated[dict[str, list[str]], By(SEAT, Pile(CONTRACT, mixed=True)), Hidden.FROM_OTHERS]
    kept: Annotated[dict[str, int], By(SEAT, Count(0, 2)), Hidden.FROM_OTHERS]
    contracts: Annotated[dict[str, list[str]], By(SEAT, Pile(CONTRACT, mixed=True)), Hidden.FROM_OTHERS]
    done: Annotated[list[str], Pile(CONTRACT, mixed=True)]
    coins: Annotated[dict[str, int], By(SEAT, Count(rule="1"))]
    loans: Annotated[dict[str, int], By(SEAT, Count(rule="2")), Hidden.FROM_OTHERS]
    renown: Annotated[dict[str, int], By(SEAT, Count(rule="6"))]
    allies: Annotated[dict[str, list[str]], By(SEAT, Pile(SEAT, mixed=True, unseen=True)), Hidden.FROM_OTHERS]
    bouts: Annotated[int, Count(0, 3, rule="4")] = 0
    round: Annotated[int, Count(1, ROUNDS, rule="6")] = 1


DECK = Pieces(CONTRACT, due=lambda state, owner: [*CONTRACT.indexes] * COPIES, rule="2")
FORM = StateSchema(
    State,
    seats=SEAT,
    pieces=[DECK],
    fits=lambda state, place, thing: place.kind is CONTRACT or SEAT.id_of(thing) in {*state.coins} - {place.owner},
)
