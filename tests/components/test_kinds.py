"""Kinds of things: ids, indexes, masks, parts of kinds, and what a field of a struct names."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from adjudicator.components import Kind, Thing, UnknownThingError, references


class City(Thing, frozen=True):
    port: bool


CITY: Kind[City] = Kind("city", lambda: [City("lyon", False), City("brest", True), City("genoa", True)])
PORT = CITY.where("port", lambda city: city.port)
CARD: Kind[Thing] = Kind("card", (f"c{number}" for number in range(1, 169)), first=1)
CityId = Annotated[str, CITY]


class March(msgspec.Struct, tag="march", frozen=True):
    start: CityId
    through: tuple[CityId, ...] = ()
    ports: Annotated[tuple[str, ...], PORT] = ()
    card: Annotated[int, CARD] | None = None
    men: int = 0


def test_things_stand_in_the_order_of_their_file() -> None:
    assert CITY.ids == ("lyon", "brest", "genoa")
    assert [CITY.index[id] for id in CITY.ids] == list(CITY.indexes) == [0, 1, 2]
    assert CITY.thing("brest") is CITY.at(1)
    assert [city.id for city in CITY] == list(CITY.ids)
    assert "lyon" in CITY
    assert "rome" not in CITY
    assert len(CITY) == 3


def test_things_are_fetched_at_the_first_use_and_once() -> None:
    fetched: list[str] = []

    def things() -> tuple[str, ...]:
        fetched.append("now")
        return ("red", "blue")

    side: Kind[Thing] = Kind("side", things)
    assert fetched == []
    assert (len(side), side.ids) == (2, ("red", "blue"))
    assert fetched == ["now"]


def test_a_number_is_an_index_where_things_are_counted_from_one() -> None:
    assert CARD.index["c1"] == 1
    assert CARD.id_of(168) == "c168"
    with pytest.raises(UnknownThingError, match="there is no card with the number 0"):
        CARD.at(0)


def test_masks_of_more_than_64_things() -> None:
    mask = CARD.mask_of(["c168", "c2", "c65"])
    assert mask == 1 << 168 | 1 << 65 | 1 << 2
    assert CARD.ids_of(mask) == ("c2", "c65", "c168")
    assert CARD.mask.bit_count() == 168
    with pytest.raises(UnknownThingError):
        CARD.ids_of(1)


def test_a_part_of_a_kind_has_the_indexes_of_the_whole() -> None:
    assert PORT.ids == ("brest", "genoa")
    assert PORT.index == {"brest": 1, "genoa": 2}
    assert PORT.mask == CITY.mask_of(PORT.ids)
    assert PORT.at(1) is CITY.at(1)
    assert PORT.within(PORT)
    assert PORT.within(CITY)
    assert not CITY.within(PORT)
    with pytest.raises(UnknownThingError, match="there is no port 'lyon'"):
        PORT.thing("lyon")


def test_an_unknown_id_says_what_there_is() -> None:
    with pytest.raises(UnknownThingError, match=r"^there is no city 'rome'; there are: lyon, brest, genoa$"):
        CITY.mask_of(["lyon", "rome"])
    with pytest.raises(UnknownThingError, match="there is no card 'c1678'; near: c167, c168"):
        CARD.thing("c1678")


def test_two_things_with_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two things of kind 'side' have the id red"):
        Kind[Thing]("side", ("red", "blue", "red")).thing("red")


def test_a_content_pack_fills_a_kind() -> None:
    event: Kind[Thing] = Kind("event", first=1)
    with pytest.raises(LookupError, match="has no things yet"):
        len(event)
    trial = event.filled(("plague", "truce"))
    assert (trial.name, trial.index) == ("event", {"plague": 1, "truce": 2})


def test_fields_say_what_they_name() -> None:
    found = references(March)
    assert list(found) == ["start", "through", "ports", "card"]
    assert (found["start"].kind, found["start"].many, found["start"].by_index) == (CITY, False, False)
    assert (found["through"].kind, found["through"].many) == (CITY, True)
    assert (found["ports"].kind, found["ports"].many) == (PORT, True)
    assert (found["card"].kind, found["card"].by_index, found["card"].optional) == (CARD, True, True)


def test_msgspec_takes_no_notice_of_kinds() -> None:
    march = March("lyon", ("brest",), card=3)
    assert msgspec.json.decode(msgspec.json.encode(march), type=March) == march
