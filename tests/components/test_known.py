"""What single seats know of what is hidden: it is in their views, and stays in every world they cannot tell apart."""

from __future__ import annotations

from random import Random
from typing import Annotated

import msgspec
import pytest

from adjudicator.components import Kind
from adjudicator.components.piece_fields import By, Count, Hidden, Many, One, Pile, Set
from adjudicator.components.state_schema import Pieces, StateSchema

BANK = Kind("bank", ("fugger", "medici", "welser"))
CARD = Kind("card", ("fair", "war", "wool", "siege", "wedding", "bank_run"))


class Relic(msgspec.Struct, array_like=True):
    """It lies face down; whoever has looked at it knows it."""

    card: Annotated[int, CARD, Hidden.FROM_ALL.but("peeked")]
    peeked: Annotated[list[str], Pile(BANK, mixed=True)] = []


class Adviser(msgspec.Struct, array_like=True):
    """Its owner knows it, and those to whom it was shown in secret."""

    card: Annotated[int, One(CARD), Hidden.FROM_OTHERS.until("open").but("shown")]
    shown: Annotated[int, Set(BANK), Hidden.FROM_OTHERS] = 0
    open: bool = False


class State(msgspec.Struct, array_like=True):
    relics: Annotated[list[Relic], Many()]
    advisers: Annotated[dict[str, list[Adviser]], By(BANK)]
    debts: Annotated[list[int], By(BANK, Count(0, 9)), Hidden.FROM_OTHERS]
    secret: Annotated[int, One(CARD), Hidden.FROM_ALL]
    deck: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_ALL]


FORM = StateSchema(State, seats=BANK, pieces=[Pieces(CARD)])


@pytest.fixture
def state() -> State:
    advisers: dict[str, list[Adviser]] = {"fugger": [Adviser(1, BANK.mask_of(["medici"]))], "medici": [], "welser": []}
    return State([Relic(0, ["fugger"]), Relic(2)], advisers, [4, 5, 6], 3, [4, 5])


def test_those_who_were_told_see_what_is_hidden_from_all_others(state: State) -> None:
    def relics(*seats: str) -> list[object]:
        return [each["card"] for each in FORM.view(state, frozenset(seats)).relics]  # type: ignore[attr-defined]

    def adviser(*seats: str) -> object:
        return FORM.view(state, frozenset(seats)).advisers["fugger"][0]  # type: ignore[attr-defined]

    assert (relics(), relics("medici"), relics("fugger")) == ([None, None], [None, None], ["fair", None])
    assert adviser("fugger") == {"card": "war", "shown": ["medici"], "open": False}
    assert adviser("medici") == {"card": "war", "shown": 1, "open": False}
    assert adviser("welser") == adviser() == {"card": None, "shown": 1, "open": False}
    state.advisers["fugger"][0].open = True
    assert adviser() == {"card": "war", "shown": 1, "open": True}


def test_a_view_with_single_hidden_things_is_a_position_with_blanks(state: State) -> None:
    known = FORM.known(FORM.view(state, frozenset({"medici"})))
    assert known == State(
        [Relic(-1, ["fugger"]), Relic(-1)], {**state.advisers, "fugger": [Adviser(1)]}, [0, 5, 0], -1, [-1, -1]
    )
    assert FORM.known(FORM.view(state, frozenset())).advisers["fugger"] == [Adviser(-1)]


def test_what_a_view_tells_is_read_once_for_all_who_ask(state: State) -> None:
    view, again = (FORM.view(state, frozenset({"medici"})) for _ in range(2))
    assert FORM.known(view) is FORM.known(view)
    assert FORM.known(again) == FORM.known(view)
    assert FORM.known(again) is not FORM.known(view), "it may be of another match"


def test_other_worlds_keep_what_was_told_and_change_the_rest(state: State) -> None:
    for seat in BANK.ids:
        view, rng = FORM.view(state, frozenset({seat})), Random(seat)
        worlds = [FORM.other(state, seat, rng) for _ in range(40)]
        assert all(FORM.view(world, frozenset({seat})) == view and not FORM.problems(world) for world in worlds)
        assert ({world.relics[0].card for world in worlds} == {0}) is (seat == "fugger")
        assert ({world.advisers["fugger"][0].card for world in worlds} == {1}) is (seat != "welser")
        assert len({world.relics[1].card for world in worlds}) > 1
    told = {FORM.other(state, "welser", Random(seed)).advisers["fugger"][0].shown for seed in range(40)}
    assert told == {BANK.mask_of([seat]) for seat in ("fugger", "medici")}, "who was told is secret; welser was not"


def test_who_is_told_must_be_a_pile_or_set_of_seats_beside_it() -> None:
    for peeked in (int, Annotated[list[int], Pile(CARD)]):
        wrong = msgspec.defstruct(
            "Wrong", [("card", Annotated[int, CARD, Hidden.FROM_ALL.but("peeked")]), ("peeked", peeked)]
        )
        with pytest.raises(TypeError, match="card: there is no pile or set of seats 'peeked' beside it"):
            StateSchema(wrong, seats=BANK)
