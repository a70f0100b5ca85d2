"""Backs that everybody sees, and numbers that nobody is told: in views, and in the worlds that fit them."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import msgspec
import pytest

from adjudicator.components import Kind
from adjudicator.components.piece_fields import By, Hidden, Many, One, Pile
from adjudicator.components.state_schema import NoOtherWorld, Pieces, StateSchema

BANK = Kind("bank", ("fugger", "medici"))
CARD = Kind("card", ("vision_of_war", "vision_of_gold", *(f"c{n}" for n in range(10))))
VISIONS = {0, 1}


def back(card: str) -> str:
    return "vision" if card.startswith("vision") else "denizen"


class Peeked(msgspec.Struct, array_like=True):
    card: Annotated[int, CARD, Hidden.FROM_ALL.but("by")]
    by: Annotated[list[str], Pile(BANK, mixed=True)] = []


class Debt(msgspec.Struct, array_like=True):
    to: Annotated[str, BANK]
    florins: int


class State(msgspec.Struct, array_like=True):
    """`top` lies on the deck in an order that some have seen; how many cards either has is a secret, as in the box."""

    discards: Annotated[list[int], Pile(CARD, back=back), Hidden.FROM_ALL]
    hand: Annotated[list[list[int]], By(BANK, Pile(CARD, mixed=True, back=back)), Hidden.FROM_OTHERS]
    held: Annotated[list[int], By(BANK, One(CARD, none=-1, back=back)), Hidden.FROM_OTHERS]
    stack: Annotated[list[int], Pile(CARD, unseen=True, back=back, top=1), Hidden.FROM_ALL]
    top: Annotated[list[Peeked], Many(unseen=True), Hidden.FROM_ALL]
    deck: Annotated[list[int], Pile(CARD, mixed=True, unseen=True), Hidden.FROM_ALL]
    debts: Annotated[dict[str, list[Debt]], By(BANK, Many(unseen=True)), Hidden.FROM_OTHERS]


FORM = StateSchema(State, seats=BANK, pieces=[Pieces(CARD)])


@pytest.fixture
def state() -> State:
    debts = {"fugger": [Debt("medici", 3), Debt("medici", 1)], "medici": []}
    top = [Peeked(7), Peeked(6, ["medici"]), Peeked(8)]
    return State([3, 0, 2], [[4, 5], []], [-1, 1], [9, 10], top, [11], debts)


def seen(state: State, *seats: str) -> Any:
    return FORM.view(state, frozenset(seats))


def test_backs_are_seen_in_order_and_of_what_is_mixed_in_none() -> None:
    denizen, vision = {"back": "denizen"}, {"back": "vision"}
    state = State([3, 0, 2], [[0, 4, 5], []], [-1, 1], [9, 10], [], [11], {"fugger": [], "medici": []})
    assert seen(state).discards == [denizen, vision, denizen]
    assert seen(state).hand == {"fugger": [denizen, denizen, vision], "medici": []}
    assert seen(state).held == {"fugger": None, "medici": vision}
    assert seen(state, "medici").held == {"fugger": None, "medici": "vision_of_gold"}


def test_of_a_secret_number_only_the_top_is_seen_and_who_knows_a_row_sees_up_to_it(state: State) -> None:
    public = seen(state)
    assert (public.stack, public.top, public.deck) == ([{"back": "denizen"}], None, None)
    assert public.debts == {"fugger": None, "medici": None}
    assert seen(state, "medici").top == [{"card": None, "by": []}, {"card": "c4", "by": ["medici"]}]
    assert seen(state, "fugger").debts == {"fugger": [{"to": "medici", "florins": n} for n in (3, 1)], "medici": None}
    state.deck, state.debts["medici"] = [], [Debt("fugger", 1)]
    assert seen(state) == public, "neither number changes what everybody sees"


def test_a_view_with_backs_and_secret_numbers_is_a_position_with_blanks(state: State) -> None:
    known = FORM.known(seen(state, "medici"))
    assert (known.discards, known.hand, known.held) == ([-1] * 3, [[-1, -1], []], [-1, 1])
    assert (known.stack, known.top, known.deck) == ([-1], [Peeked(-1), Peeked(6, ["medici"])], [])


def test_what_lies_on_a_pile_in_order_is_no_mistake_though_its_number_is_secret(state: State) -> None:
    state.stack = [10, 9]
    assert FORM.problems(state) == []
    assert FORM.read(FORM.write(state)) == state


@pytest.mark.parametrize("seats", [(), ("fugger",), ("medici",), ("fugger", "medici")])
def test_other_worlds_look_alike_lose_nothing_and_differ_in_faces_and_numbers(
    state: State, seats: tuple[str, ...]
) -> None:
    view, rng = seen(state, *seats), Random(1)
    worlds = [FORM.other(state, seats, rng) for _ in range(60)]
    for world in worlds:
        assert seen(world, *seats) == view
        assert FORM.problems(world) == []
        assert {world.discards[1], world.held[1]} == VISIONS, "faces may be others, backs may not"
    for told in ("stack", "deck"):
        assert len({len(getattr(world, told)) for world in worlds}) > 1, told
    assert {len(world.top) for world in worlds} == {2 if "medici" in seats else 0}, "no row that these do not know of"
    assert all((world.top[1].card == 6) is ("medici" in seats) for world in worlds if "medici" in seats)
    assert {len(world.debts["fugger"]) for world in worlds} == {2 if "fugger" in seats else 0}
    for number, world in enumerate(worlds):
        one, other = (FORM.other(each, seats, Random(number)) for each in (state, world))
        assert one == other, "what is true behind the backs and numbers makes no difference"


def test_backs_that_would_tell_a_secret_number_are_refused() -> None:
    with pytest.raises(TypeError, match="would tell their number"):
        Pile(CARD, unseen=True, back=back)
    with pytest.raises(TypeError, match="needs backs and an order"):
        Pile(CARD, unseen=True, mixed=True, back=back, top=1)


class Bound(msgspec.Struct):
    hands: Annotated[list[list[int]], By(BANK, Pile(CARD, mixed=True)), Hidden.FROM_OTHERS]
    deck: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_ALL]


def test_another_world_is_found_where_each_card_is_bound_to_its_owner() -> None:
    """Only half of the cards fit a hand: whoever deals the first that fits runs out of them."""
    form = StateSchema(
        Bound,
        seats=BANK,
        pieces=[Pieces(CARD)],
        fits=lambda state, place, card: place.field == "deck" or card % 2 == BANK.ids.index(place.owner),
    )
    state = Bound([[0, 2, 4, 6], [1, 3, 5, 7, 9, 11]], [8, 10])
    for seed in range(50):
        world = form.other(state, (), Random(seed))
        assert form.problems(world) == []
        assert {card % 2 for card in world.hands[0]} == {0}
    state = Bound([[0, 1, 2, 4, 6, 8, 10], [3, 5, 7, 9, 11]], [])
    with pytest.raises(NoOtherWorld, match=r"card vision_of_gold lies in hands\.fugger, where `fits` refuses it"):
        form.other(state, (), Random(1))
