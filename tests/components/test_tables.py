"""Parts of a pack that are written as tables."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Struct

from adjudicator.components import Kind
from adjudicator.components.content import ContentForm, Name
from adjudicator.components.load import Each
from adjudicator.components.tables import table
from adjudicator.kernel.errors import DocumentError

TOWN = Kind("town", ("lyon", "metz", "rome"))


class Toll(Struct, frozen=True, tag="toll", tag_field="op"):
    n: int = 1
    towns: Annotated[tuple[str, ...], TOWN] = ()


class Fair(Struct, frozen=True, tag="fair", tag_field="op"):
    rich: bool = False
    on: str = ""


class Guards(Struct, frozen=True):
    foot: int = 0
    horse: int = 0


class Face(Struct, frozen=True):
    name: Name
    rank: Annotated[str, TOWN] | None = None
    income: tuple[int, int] = (0, 0)
    kind: Literal["", "large", "small"] = ""
    old: bool = False
    guards: Guards = Guards()
    tax: Annotated[dict[str, int], Each(TOWN, some=True)] = {}
    effects: tuple[Toll | Fair, ...] = ()


class Content(Struct, frozen=True):
    towns: Annotated[dict[str, Face], Each(TOWN)]
    mayors: Annotated[dict[str, str], Each(TOWN)] = {}
    year: int = 1444


FORM = ContentForm(Content, lambda: Content({}))


def towns(*lines: str) -> dict[str, object]:
    return FORM.table("towns", "\n".join(lines))


@pytest.mark.parametrize(
    ("column", "cell", "given"),
    [
        ("income", "3 -4", {"income": [3, -4]}),
        ("income", '"3, 4"', {"income": [3, 4]}),
        ("income", '"[3, 4]"', {"income": [3, 4]}),
        ("old", "Yes", {"old": True}),
        ("old", "maybe", {"old": "maybe"}),
        ("kind", "small", {"kind": "small"}),
        ("guards", "foot=2 horse=1", {"guards": {"foot": 2, "horse": 1}}),
        ("guards.horse", "2", {"guards": {"horse": 2}}),
        ("tax", "lyon=2 metz=1", {"tax": {"lyon": 2, "metz": 1}}),
        ("name.ru", "Нет", {"name": {"ru": "Нет"}}),
        ("name.en", "No", {"name": {"en": "No"}}),
        ("name.ru", '"{name: Рим, genitive: Рима}"', {"name": {"ru": {"name": "Рим", "genitive": "Рима"}}}),
        ("effects", "toll", {"effects": [{"op": "toll"}]}),
        (
            "effects",
            '"toll n=2 towns=lyon,metz; fair rich=yes on=""St John; noon"""',
            {
                "effects": [
                    {"op": "toll", "n": 2, "towns": ["lyon", "metz"]},
                    {"op": "fair", "rich": True, "on": "St John; noon"},
                ]
            },
        ),
        ("tax", "lyon", {"tax": {"lyon": ""}}),
        ("effects", "tol n=2", {"effects": [{"op": "tol", "n": "2"}]}),
    ],
)  # fmt: skip
def test_a_cell_says_what_its_field_would_have(column: str, cell: str, given: dict[str, object]) -> None:
    assert towns(f"id,{column}", f"lyon,{cell}") == {"lyon": given}


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_programs_of_all_countries_write_tables(sign: str) -> None:
    rows = (("id", "name.en", "kind", "effects"), ("lyon", "Lyon", "", '"toll; fair"'), ("", "", "", ""))
    found = towns(*(sign.join(row) for row in rows))
    assert found == {"lyon": {"name": {"en": "Lyon"}, "effects": [{"op": "toll"}, {"op": "fair"}]}}


def test_things_that_are_one_value_each_have_a_column_for_it() -> None:
    assert FORM.table("mayors", "id,value\nlyon,Ann\nmetz,Bob\n") == {"lyon": "Ann", "metz": "Bob"}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("id,kid", "lyon,small"), "line 1: there is no column 'kid'; there are: name.en, name.ru, rank, "),
        (("name.en", "Lyon"), "line 1: a column id is needed"),
        (("id,kind,kind", "lyon,small,large"), "line 1: the column 'kind' is there twice"),
        (("id,kind", "lyon,small", "lyon,large"), "line 3: 'lyon' stands there twice"),
        (("id,kind", ",small"), "line 2: has no id"),
        (("id,kind", "lyon,small,large"), "line 2: has too many cells"),
        (("id,income", 'lyon,"[3, 4"'), "line 2: income: "),
        (("id,guards,guards.foot", "lyon,[2],1"), "line 2: guards.foot: guards stands in another column"),
        (("id,effects", "lyon,fair on='Easter"), "line 2: effects: No closing quotation"),
    ],
)
def test_what_is_wrong_in_a_table_is_told_with_its_line(lines: tuple[str, ...], said: str) -> None:
    with pytest.raises(DocumentError) as error:
        towns(*lines)
    assert said in str(error.value)


def test_only_what_has_ids_is_a_table() -> None:
    with pytest.raises(DocumentError, match="no part with a line for each thing"):
        table("id,value\nyear,1444", int)
    with pytest.raises(DocumentError, match="there is no part 'town'; there are: towns, mayors, year"):
        FORM.table("town", "id\n")


def test_a_name_in_one_language_serves_for_the_other_and_its_cases() -> None:
    plain = {
        "towns": {
            "lyon": {"name": {"en": "Lyon"}},
            "metz": {"name": {"ru": "Рига"}},
            "rome": {"name": {"en": "Rome", "ru": "Рим"}},
        }
    }
    found = FORM.read(plain).towns
    assert [each.name for each in found.values()] == [
        {"en": "Lyon", "ru": "Lyon"},
        {"en": "Рига", "ru": "Рига"},
        {"en": "Rome", "ru": "Рим"},
    ]
    plain["towns"]["metz"]["name"] = {}
    with pytest.raises(DocumentError, match=r"towns\.metz\.name\.en: is missing"):
        FORM.read(plain)
