"""Facts from YAML files: references by kind, sets, tables by thing, lines; what is wrong is told with its path."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
import yaml
from msgspec import Struct, field

from adjudicator.components import Kind, Thing
from adjudicator.components.load import DataFile, Each, FactError, Lines, Mask, Written, read, read_all, read_plain
from adjudicator.kernel.errors import DocumentError

FILE = DataFile(Path(__file__).parent / "map.yaml")
SIDE: Kind[Thing] = Kind("side", ("red", "blue"))
REGION = Kind("region", FILE.things("regions", Thing))


def size(word: str) -> int:
    return {"small": 1, "large": 2}[word]


class City(Thing, frozen=True):
    index: int
    region: Annotated[int, REGION]
    cost: Annotated[tuple[int, ...], Each(SIDE, same="all")]
    near: Annotated[int, Mask(CITY)] = 0
    owner: Annotated[int, SIDE] = -1
    enemy: Annotated[str, SIDE] | None = field(default=None, name="rival")
    size: Annotated[int, Written(str, size)] = 2

    def __post_init__(self) -> None:
        if self.near >> self.index & 1:
            raise ValueError("a city is not near itself")


CITY = Kind("city", FILE.things("cities", City))


class Rest(Struct, frozen=True):
    roads: Annotated[tuple[int, ...], Lines(CITY)]
    toll: int


def problems(rows: str) -> tuple[str, ...]:
    with pytest.raises(FactError) as caught:
        read_all(yaml.safe_load(rows), City, "map.yaml", "cities")
    return caught.value.problems


def test_a_row_becomes_a_struct_with_its_references_resolved() -> None:
    assert CITY.things == (
        City("lyon", index=0, region=1, near=2, cost=(1, 2)),
        City("brest", index=1, region=0, owner=0, enemy="blue", cost=(3, 3), size=1),
    )


def test_things_may_name_each_other_and_bare_ids_are_things() -> None:
    assert CITY.ids_of(CITY.thing("lyon").near) == ("brest",)
    assert REGION.things == (Thing("north"), Thing("south"))


def test_what_stands_beside_the_lists_of_things() -> None:
    assert FILE.rest(Rest) == Rest(roads=(0b10, 0b01), toll=2)


def test_problems_are_told_with_file_and_path_and_all_at_once() -> None:
    assert problems("""
    - {id: lyon, region: sout, near: [brest, rome], cost: {red: 1}}
    - {id: brest, cost: {all: many}, sice: small}
    """) == (
        "map.yaml: cities[0].region: there is no region 'sout'; there are: north, south",
        "map.yaml: cities[0].cost: nothing for side 'blue'",
        "map.yaml: cities[0].near[1]: there is no city 'rome'; there are: lyon, brest",
        "map.yaml: cities[1]: unknown field 'sice'; there are: id, index, region, cost, near, owner, rival, size",
        "map.yaml: cities[1]: field 'region' is missing",
        "map.yaml: cities[1].cost.all: Expected `int`, got `str`",
    )


def test_what_a_struct_checks_itself_has_a_path_too() -> None:
    found = problems("[{id: lyon, region: north, near: [lyon], cost: {all: 1}}]")
    assert found == ("map.yaml: cities[0]: a city is not near itself",)


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ({"roads": [["lyon", "lyon"]], "toll": 1}, r"map\.yaml: roads\[0\]: two different things are needed"),
        ({"roads": [["lyon"]], "toll": 1}, r"map\.yaml: roads\[0\]: two different things are needed"),
        ({"roads": "lyon", "toll": 1}, r"map\.yaml: roads: a list is needed"),
        ([], r"map\.yaml: a mapping is needed"),
    ],
)
def test_values_of_another_form_are_problems(raw: object, problem: str) -> None:
    with pytest.raises(FactError, match=problem):
        read(raw, Rest, "map.yaml")


def test_a_value_for_a_thing_that_is_not_there() -> None:
    (found,) = problems("[{id: lyon, region: north, cost: {red: 1, blue: 2, green: 3}}]")
    assert found == "map.yaml: cities[0].cost.green: there is no side 'green'; there are: red, blue"


def test_a_file_that_is_no_mapping(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text("[1, 2]")
    with pytest.raises(FactError, match=r"list\.yaml: a mapping is needed"):
        DataFile(path).rest(Rest)
    path.write_text("{")
    with pytest.raises(FactError, match=r"list\.yaml: while parsing"):
        DataFile(path).rest(Rest)


class Toll(Struct, frozen=True, tag="toll", tag_field="op"):
    city: Annotated[str, CITY]


class Feast(Struct, frozen=True, tag="feast", tag_field="op"):
    days: int = 1


class Law(Struct, frozen=True):
    effects: tuple[Toll | Feast, ...]


def test_one_of_several_structs_by_its_tag() -> None:
    city = CITY.ids[0]
    found = read_plain({"effects": [{"op": "toll", "city": city}, {"op": "feast"}]}, Law)
    assert found == Law((Toll(city), Feast()))
    with pytest.raises(DocumentError) as error:
        read_plain({"effects": [{"op": "fest"}, {"op": "toll", "city": "nowhere"}, {}, {"op": "feast", "n": 1}]}, Law)
    assert [each.path for each in error.value.problems] == [
        "effects[0].op",
        "effects[1].city",
        "effects[2]",
        "effects[3]",
    ]
    assert "there is no 'fest'; there are: toll, feast" in str(error.value)
