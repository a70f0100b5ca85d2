"""Check the fields that views leave out, too, where there is nothing."""

from __future__ import annotations

from typing import Annotated

import jsonschema
import msgspec
import pytest

from adjudicator.components import Kind
from adjudicator.components.piece_fields import At, Count, Hidden, Many, One
from adjudicator.components.state_schema import StateSchema

BANK = Kind("bank", ("fugger", "medici"))
TOWN = Kind("town", ("genoa", "lisbon"))


class Troop(msgspec.Struct, array_like=True):
    home: Annotated[str, One(TOWN)]
    men: Annotated[int, Count(), At("men", lean=True)] = 0
    tired: Annotated[bool, At("tired", lean=True)] = False
    seat: Annotated[int, One(TOWN, none=-1), At("seat", lean=True)] = -1


class Camp(msgspec.Struct, array_like=True):
    troops: Annotated[list[Troop], Many()]


class Spy(msgspec.Struct, array_like=True):
    at: Annotated[int, One(TOWN, none=-1), At("at", lean=True), Hidden.FROM_ALL] = -1


class Spies(msgspec.Struct, array_like=True):
    spies: Annotated[list[Spy], Many()]


class Deep(msgspec.Struct, array_like=True):
    men: Annotated[int, Count(), At("men.well", lean=True)] = 0


class Depths(msgspec.Struct, array_like=True):
    depths: Annotated[list[Deep], Many()]


CAMP = StateSchema(Camp, seats=BANK, pieces=[])
DOCUMENT = {"troops": [{"home": "genoa"}, {"home": "lisbon", "men": 3, "tired": True, "seat": "genoa"}]}


def test_what_is_lean_is_told_only_where_something_is() -> None:
    camp = Camp([Troop("genoa"), Troop("lisbon", 3, tired=True, seat=0)])
    view = CAMP.view(camp, frozenset({"medici"}))
    assert CAMP.write(camp) == DOCUMENT
    assert view.troops == DOCUMENT["troops"]  # type: ignore[attr-defined]
    assert CAMP.read(DOCUMENT) == CAMP.known(view) == camp
    assert msgspec.json.decode(msgspec.json.encode(view), type=CAMP.view_type) == view
    jsonschema.validate(DOCUMENT, CAMP.schema())


@pytest.mark.parametrize("state_type", [Spies, Depths])
def test_what_is_hidden_or_lies_deeper_cannot_be_lean(state_type: type[msgspec.Struct]) -> None:
    with pytest.raises(TypeError, match="cannot be lean"):
        StateSchema(state_type, seats=BANK, pieces=[])
