"""The towns and goods of Salt Roads, and what belongs to a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from adjudicator.components import Kind, Thing
from adjudicator.components.load import DataFile
from adjudicator.components.piece_fields import By, Count, Hidden, One, Pile
from adjudicator.components.state_schema import Pieces, StateSchema

DATA = Path(__file__).parent / "data"
SEAT = Kind("merchant", ("amber", "sapphire", "onyx"))
GOOD = Kind("good", ("salt", "cloth", "wine", "iron"))
LABEL = Kind("label", ("valley", "lake", "goods", "score", "key"))


class Town(Thing, frozen=True):
    wants: Annotated[str, GOOD]
    roads: Annotated[tuple[str, ...], TOWN]


TOWN = Kind("town", DataFile(DATA / "map.yaml").things("towns", Town))
SeatId, GoodId, TownId = Annotated[str, SEAT], Annotated[str, GOOD], Annotated[str, TOWN]


class State(msgspec.Struct, array_like=True):
    deck: Annotated[list[str], Pile(GOOD, mixed=True), Hidden.FROM_ALL]
    laid: Annotated[list[str], Pile(GOOD, mixed=True)]
    hands: Annotated[dict[str, list[str]], By(SEAT, Pile(GOOD, mixed=True)), Hidden.FROM_OTHERS]
    at: Annotated[dict[str, str], By(SEAT, One(TOWN))]
    coins: Annotated[dict[str, int], By(SEAT, Count())]
    posts: Annotated[dict[str, str], By(TOWN, One(SEAT, none=""))]
    round: Annotated[int, Count(1, 8, rule="4")] = 1


FORM = StateSchema(State, seats=SEAT, pieces=[Pieces(GOOD, due=lambda state, owner: [*GOOD.indexes] * 6, rule="1")])
