"""What seats see of a state: what is open to all is made once and kept; what is hidden shows to its owner alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import pytest

from adjudicator.components import Kind
from adjudicator.components.fields import EncodedCache
from adjudicator.components.piece_fields import At, By, Count, Hidden, Many, One, Pile, Set
from adjudicator.components.records import LARGE, Keyed
from adjudicator.components.state_schema import StateSchema

BANK = Kind("bank", ("fugger", "medici", "welser"))
CARD = Kind("card", ("fair", "war", "wool", "siege"))


class Agent(msgspec.Struct, array_like=True):
    card: Annotated[int, CARD]
    purse: Annotated[int, Hidden.FROM_OTHERS.until("caught")]
    caught: bool = False


class Desk(msgspec.Struct, array_like=True):
    tiles: Annotated[list[list[int]], By(BANK, Pile(CARD)), Hidden.FROM_OTHERS, At("*.tiles")]
    price: Annotated[list[int], By(BANK, Count()), At("*.price")]


class House(msgspec.Struct, array_like=True):
    hand: Annotated[list[int], Pile(CARD), Hidden.FROM_OTHERS]
    agents: Annotated[list[Agent], Keyed("card")]
    spies: Annotated[list[Agent], Many()]
    florins: int = 0


class State(msgspec.Struct, array_like=True):
    houses: Annotated[dict[str, House], By(BANK)]
    desks: Annotated[list[Desk], Many(numbered=True)]
    bids: Annotated[list[int], By(BANK, One(CARD, none=-1)), Hidden.FROM_OTHERS, At("auction.*.bid")]
    paid: Annotated[list[int], By(BANK, Count()), At("auction.*.paid")]
    deck: Annotated[int, Set(CARD), Hidden.FROM_ALL] = 0


FORM = StateSchema(State, seats=BANK)


@pytest.fixture
def state() -> State:
    def house(card: int) -> House:
        return House([card, 3], [Agent(card, 7), Agent(3, 9, True)], [Agent(card, 5)])

    houses = {bank: house(number) for number, bank in enumerate(BANK.ids)}
    return State(houses, [Desk([[0], [1], []], [4, 5, 6])], [2, 1, -1], [3, 0, 0], 0b101)


def seen(state: State, *seats: str) -> Any:
    return msgspec.to_builtins(FORM.view(state, frozenset(seats)))


def test_owners_alone_see_what_is_hidden_however_deep_it_lies(state: State) -> None:
    everybody = seen(state)
    assert everybody["houses"]["medici"] == {
        "hand": 2,
        "agents": {"war": {"purse": None, "caught": False}, "siege": {"purse": 9, "caught": True}},
        "spies": [{"card": "war", "purse": None, "caught": False}],
        "florins": 0,
    }
    assert everybody["auction"]["fugger"] == {"bid": None, "paid": 3}
    assert everybody["desks"]["1"]["medici"] == {"tiles": 1, "price": 5}
    own = seen(state, "medici")
    assert own["houses"]["medici"] == {
        "hand": ["war", "siege"],
        "agents": {"war": {"purse": 7, "caught": False}, "siege": {"purse": 9, "caught": True}},
        "spies": [{"card": "war", "purse": 5, "caught": False}],
        "florins": 0,
    }
    assert own["auction"]["medici"] == {"bid": "war", "paid": 0}
    assert own["desks"]["1"]["medici"] == {"tiles": ["war"], "price": 5}
    own["houses"]["medici"], own["auction"]["medici"] = everybody["houses"]["medici"], everybody["auction"]["medici"]
    own["desks"]["1"]["medici"] = everybody["desks"]["1"]["medici"]
    assert own == everybody, "nothing of the others, and the deck is only counted"


def test_what_one_seat_sees_stays_out_of_what_the_next_one_sees(state: State) -> None:
    before = [seen(state, bank) for bank in ("", *BANK.ids)]
    seen(state, *BANK.ids)
    assert [seen(state, bank) for bank in ("", *BANK.ids)] == before


Ledger = msgspec.defstruct("Ledger", [(f"row_{n}", int) for n in range(LARGE - 1)] + [("sold", list[int])])


def opened_of(run: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many large structs are opened for everybody while something runs."""
    made: list[object] = []
    keep = EncodedCache.__init__

    def counting(kept: EncodedCache, make: Callable[[Any], Any]) -> None:
        keep(kept, lambda value: (made.append(value), make(value))[1])

    monkeypatch.setattr(EncodedCache, "__init__", counting)
    run()
    return len(made)


def test_what_did_not_change_is_made_once_for_all_seats_and_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    of = msgspec.defstruct("Books", [("books", Annotated[dict[str, Ledger], By(BANK)])])  # type: ignore[valid-type]
    state = of({bank: Ledger(*range(number, number + LARGE - 1), []) for number, bank in enumerate(BANK.ids)})

    def looked_at() -> None:
        form = StateSchema(of, seats=BANK)
        for _ in range(2):
            for bank in BANK.ids:
                form.view(state, frozenset({bank}))
            state.books["medici"].sold.append(1)

    assert opened_of(looked_at, monkeypatch) == len(BANK) + 1, "each book once, and the one that changed"


class Note(msgspec.Struct, array_like=True):
    card: Annotated[int, One(CARD), Hidden.FROM_ALL.but("read_by")]
    read_by: Annotated[int, Set(BANK)] = 0


Chest = msgspec.defstruct(
    "Chest",
    [(f"row_{n}", int) for n in range(LARGE - 1)] + [("notes", Annotated[dict[str, list[Note]], By(BANK, Many())])],
)


def test_what_is_kept_for_one_seat_is_told_to_no_other() -> None:
    form = StateSchema(Chest, seats=BANK)
    state = Chest(*range(LARGE - 1), {"fugger": [Note(0, 0b010), Note(1)], "medici": []})

    def notes(sight: Callable[[frozenset[str]], Any], *seats: str) -> Any:
        return [(each["card"], each["read_by"]) for each in sight(frozenset(seats)).notes["fugger"]]

    sight = form.visible_state(state)
    assert notes(sight, "medici") == notes(sight, "medici", "welser") == [("fair", ["medici"]), (None, [])]
    assert notes(sight, "fugger") == notes(sight, "welser") == notes(sight) == [(None, ["medici"]), (None, [])]
    state.notes["fugger"][0] = Note(2, 0b010)
    assert notes(form.visible_state(state), "medici")[0] == ("wool", ["medici"]), (
        "though everybody sees the same as before"
    )
    assert notes(sight, "medici")[0] == ("fair", ["medici"]), "a look at a state stays as it was"
    state.notes["fugger"][0] = Note(2, 0b100)
    assert notes(form.visible_state(state), "medici")[0] == (None, ["welser"])


class Spy(msgspec.Struct, array_like=True):
    card: Annotated[int, CARD, Hidden.FROM_OTHERS.until("caught")]
    caught: bool = False
    purse: int = 0


class Ring(msgspec.Struct, array_like=True):
    spies: Annotated[list[list[Spy]], By(BANK, Keyed("card"))]


class Office(msgspec.Struct, array_like=True):
    rooms: Annotated[int, Count(), At("office.rooms")]
    chief: Annotated[Spy | None, At("office", rare=True)] = None


RING = StateSchema(Ring, seats=BANK)


def test_a_hidden_thing_is_no_key_and_its_place_does_not_tell_which_it_is() -> None:
    def ring(first: int, second: int) -> Ring:
        return Ring([sorted([Spy(first), Spy(2, caught=True), Spy(second, purse=3)], key=lambda spy: spy.card), [], []])

    def looked(state: Ring, *seats: str) -> Any:
        return msgspec.to_builtins(RING.view(state, frozenset(seats)))["spies"]["fugger"]

    for seats in ((), ("medici",), ("medici", "welser")):
        assert looked(ring(0, 3), *seats) == looked(ring(3, 0), *seats) == looked(ring(1, 3), *seats)
    assert [*looked(ring(0, 3))] == ["wool", "?1", "?2"]
    assert [*looked(ring(0, 3), "fugger", "medici")] == ["fair", "wool", "siege"]
    known = RING.known(RING.view(ring(0, 3), frozenset()))
    assert [spy.card for spy in known.spies[0]] == [2, -1, -1]
    assert RING.known(RING.view(ring(0, 3), frozenset({"fugger"}))).spies == ring(0, 3).spies
    assert RING.read(RING.write(ring(0, 3))) == ring(0, 3)


def test_a_record_that_is_not_there_leaves_what_stands_below_its_key() -> None:
    form, empty = StateSchema(Office, seats=BANK), Office(4)
    assert msgspec.to_builtins(form.view(empty, frozenset()))["office"] == form.write(empty)["office"] == {"rooms": 4}
