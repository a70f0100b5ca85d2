"""The content that the game brings can be written, read again and be edited."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.structs import fields as fields_of

from adjudicator.games.europa_universalis.content import Symbol, default
from adjudicator.games.europa_universalis.effects import Bonus, Effect
from adjudicator.games.europa_universalis.game import CHAPTERS, CONTENT, GAME
from adjudicator.games.europa_universalis.rules.meeting import Condition
from adjudicator.games.europa_universalis.slots import CARD, MILESTONE, TITLE
from adjudicator.kernel.codes import Code
from adjudicator.kernel.errors import DocumentError
from adjudicator.service.admin import packs
from adjudicator.service.moderation.troubles import CommandError


def test_a_pack_is_read_as_it_is_written() -> None:
    plain = CONTENT.write(default())
    assert CONTENT.read(plain) == default()


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("titles", "subjugate", "cost"), 21, "titles.subjugate.cost: Expected `int` <= 20"),
        (("cards", "adm_1"), "subjugat", "near: subjugate"),
        (("trades", "wool_1", "income"), [4, 7], "trades.wool_1.income"),
        (("struggles", "italian_wars", "areas"), ["lombardia"], "near: lombardy"),
        (
            ("events", "corsairs", "effects"),
            [{"op": "lose_ducat"}],
            "op: there is no 'lose_ducat'; near: lose_ducats; there are: ",
        ),
        (
            ("events", "corsairs", "effects"),
            [{"op": "lose_ducats", "count": 2}],
            "unknown field 'count'; there are: who, when, n",
        ),
        (("events", "corsairs", "effects"), [{"op": "gain_power", "n": 2}], "field 'power' is missing"),
        (
            ("events", "corsairs", "symbols"),
            ["pirate"],
            "'pirate' cannot be; near: pirates; there are: unrest_rebellion, ",
        ),
        (("missions", "fra_guyenne", "needs"), [{"is": "owns", "provinces": ["bordeau"]}], "near: bordeaux"),
        (
            ("events", "corsairs", "effects"),
            [{"op": "adopt_religion", "religion": "diverse"}],
            "events.corsairs.effects[0].religion: there is no state religion 'diverse'",
        ),
        (("ideas", "cabinet", "bonus"), [{"op": "limit", "what": "armies"}], "ideas.cabinet.bonus[0].what"),
    ],
)
def test_a_slip_in_a_pack_is_told_with_its_path(path: tuple[str, ...], value: object, said: str) -> None:
    plain = CONTENT.write(default())
    inner = plain
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(DocumentError) as error:
        CONTENT.read(plain)
    assert said in str(error.value)


def test_a_pack_may_leave_slots_empty() -> None:
    """Our own cards fill 24 of the 36 slots of each deck."""
    assert (len(default().cards), len(CARD)) == (72, 108)
    assert set(default().titles) < set(TITLE.ids)


def test_names_are_there_in_both_languages() -> None:
    """No name waits for its translation; Russian ones have their cases (`CONTENT.read` sees to it)."""
    plain = CONTENT.names(default())
    assert [each for part in plain["ru"].values() for each in part.values() if "?" in str(each)] == []


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("cards", "adm_1"), "subjugate", "cards.adm_1: 'subjugate' is of another deck"),
        (("cards", "adm_1"), "spare_adm_1", "cards.adm_1: nothing is said of the title 'spare_adm_1'"),
        (("titles", "development", "uses"), 0, "titles.development: a display card has uses and acts"),
        (("events", "bad_harvest", "mortality"), "square", "age 1, half 1: an a-event with each symbol"),
        (("events", "eng_roses", "kind"), "b", "age 1: england has 1 events, not 2"),
        (("events", "corsairs", "players"), [3, 6], "age 1: 17 events for 3 players, not 4 rounds of 4"),
        (("events", "eng_roses", "half"), 2, "age 1: one event of england is needed in each half"),
        (("events", "corsairs", "half"), 1, "half 1: 11 events for 2 players, not 10"),
        (("events", "corsairs", "symbols"), ["dnpr_pink"], "events.corsairs.symbols[0]: no dynamic realm is pink"),
        (
            ("events", "corsairs", "symbols"),
            ["pirates", "spread_of_the_revolution"],
            "events.corsairs.symbols[1]: the revolution is of age 4 alone",
        ),
        (
            ("milestones", "growing_realm", "reward"),
            [{"op": "gain_ducats"}, {"op": "gain_prestige"}],
            "milestones.growing_realm.reward[1]: a milestone brings power or ducats alone",
        ),
        (("missions", "fra_across_the_alps", "after"), ["ven_ragusa"], "'ven_ragusa' is no mission of france"),
        (("missions", "fra_guyenne", "needs"), [], "missions.fra_guyenne.needs: what has to hold is missing"),
        (
            ("missions", "cas_guard_of_the_sea", "needs"),
            [{"is": "protects", "zone": "western_mediterranean", "n": 3}],
            "missions.cas_guard_of_the_sea.needs[0].n: western_mediterranean has slots for 2 ships that protect trade",
        ),
        (("milestones", "growing_realm", "needs"), [], "milestones.growing_realm.needs: what has to hold is missing"),
        (("struggles", "italian_wars", "areas"), [], "struggles.italian_wars.areas: a battleground is needed"),
        (("dice", "infantry"), ["inf", "miss"], "dice.infantry: six faces are needed"),
        (
            ("events", "guild_strike", "effects"),
            [{"op": "choice", "options": [[{"op": "discard_ruler"}], []]}],
            "events.guild_strike.effects[0].options[0][0]: only an event with a ruler",
        ),
        (
            ("events", "guild_strike", "effects"),
            [{"op": "choice", "who": "all", "options": [[{"op": "gain_prestige"}]]}],
            "events.guild_strike.effects[0].options: two options at least are needed",
        ),
        (
            ("events", "guild_strike", "effects"),
            [{"op": "place_dynamic", "realm": "ferrara", "provinces": ["ferrara"]}],
            "events.guild_strike.effects: place_dynamic: a colour is needed, for ferrara has none on the map",
        ),
        (
            ("events", "guild_strike", "effects"),
            [{"op": "place_dynamic", "realm": "naples", "provinces": ["napoli"], "colour": "green"}],
            "events.guild_strike.effects: place_dynamic: the tokens of naples have two colours",
        ),
    ],
)
def test_a_pack_fits_together(path: tuple[str, ...], value: object, said: str) -> None:
    plain = CONTENT.write(default())
    inner = plain
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(DocumentError) as error:
        CONTENT.read(plain)
    assert said in str(error.value)


def test_an_age_has_four_rounds_and_follows_the_one_before_r3_01() -> None:
    plain = CONTENT.write(default())
    plain["events"] = {id: each for id, each in plain["events"].items() if each.get("age") != 2}
    with pytest.raises(DocumentError, match=r"events of the ages \[1, 3, 4\]"):
        CONTENT.read(plain)
    plain["events"] = {id: each for id, each in plain["events"].items() if each["kind"] == "a"}
    with pytest.raises(DocumentError, match="age 1: 8 events for 3 players, not 4 rounds of 4"):
        CONTENT.read(plain)


def test_each_deck_of_milestones_has_a_card_of_each_age_r17_02() -> None:
    plain = CONTENT.write(default())
    for id in [id for id, each in plain["milestones"].items() if each.get("age") == 3]:
        if MILESTONE.thing(id).deck == "politics":
            del plain["milestones"][id]
    with pytest.raises(DocumentError, match="milestones: age 3: the deck politics has none"):
        CONTENT.read(plain)


def test_each_code_is_declared_once() -> None:
    """A refusal is found by its name: no two chapters give one name to two codes."""
    found: dict[str, object] = {}
    for chapter in CHAPTERS:
        for name, code in vars(chapter).items():
            if isinstance(code, Code):
                assert found.setdefault(name, code) is code, name
    assert len(found) > 200


def test_the_page_on_packs_has_every_operation_condition_bonus_and_symbol() -> None:
    """With its arguments and the sentence that the code says of it."""
    page = (Path(__file__).parents[3] / "docs" / "reference" / "pack_format.md").read_text()
    for form in (*get_args(Effect), *get_args(Condition), *get_args(Bonus)):
        fields = [each.name for each in fields_of(form) if each.name not in ("who", "when")]
        said = " ".join(str(form.__doc__).split()).rstrip(".")
        row = f"| `{form.__struct_config__.tag}` | {', '.join(f'`{each}`' for each in fields)} | {said} |"
        assert row in page
    assert [each for each in get_args(Symbol) if f"`{each}`" not in page] == []


def as_cell(value: object) -> str:
    """Write a value into a cell as somebody would who types short."""
    if isinstance(value, list) and value and all(isinstance(each, str | int) for each in value):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and not any(isinstance(each, list | dict) for op in value for each in op.values()):
        return "; ".join(" ".join([next(iter(op.values())), *_given(op)]) for op in value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)


def _given(op: dict[str, object]) -> list[str]:
    return [f"{key}={as_cell(value)}" for key, value in [*op.items()][1:]]


def as_table(part: dict[str, dict[str, object]]) -> str:
    """Write a part of a pack as CSV, with a column for each language of a name."""
    rows = []
    for id, face in part.items():
        spoken = {f"name.{code}": text for code, text in face["name"].items()}  # type: ignore[attr-defined]
        rows.append({"id": id, **spoken, **{key: each for key, each in face.items() if key != "name"}})
    columns = dict.fromkeys(column for row in rows for column in row)
    written = io.StringIO()
    table = csv.DictWriter(written, columns)
    table.writeheader()
    table.writerows({column: as_cell(value) for column, value in row.items()} for row in rows)
    return written.getvalue()


TABLES = ("titles", "characters", "events", "ideas", "missions", "milestones", "struggles", "trades")


def test_a_pack_whose_cards_are_tables_is_the_pack_in_yaml(tmp_path: Path) -> None:
    plain = CONTENT.write(default())
    for part in TABLES:
        (tmp_path / f"{part}.csv").write_text(as_table(plain.pop(part)), encoding="utf-8-sig")
    cards = "".join(f"{id};{title}\n" for id, title in plain.pop("cards").items())
    (tmp_path / "cards.csv").write_text("id;value\n" + cards, encoding="utf-8")
    (tmp_path / "pack.yaml").write_bytes(msgspec.yaml.encode({"game": GAME.id, **plain}))
    assert packs.game_with_pack(tmp_path).content == default()
    assert "add_unrest who=all n=2" in (tmp_path / "events.csv").read_text(encoding="utf-8")


def test_a_pack_may_have_a_list_of_cards(tmp_path: Path) -> None:
    plain = CONTENT.write(default())
    plain["events"] = [{"id": id, **face} for id, face in plain["events"].items()]
    (tmp_path / "ours.yaml").write_bytes(msgspec.yaml.encode({"game": GAME.id, **plain}))
    assert packs.game_with_pack(tmp_path / "ours.yaml").content == default()
    plain["events"].append(plain["events"][0])
    (tmp_path / "ours.yaml").write_bytes(msgspec.yaml.encode({"game": GAME.id, **plain}))
    with pytest.raises(CommandError, match=r"ours\.yaml: events: 'bright_star' stands there twice"):
        packs.game_with_pack(tmp_path / "ours.yaml")


def test_the_table_in_the_docs_is_read(tmp_path: Path) -> None:
    page = Path("docs/reference/pack_format.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```\n(id,.*?)```", page, re.DOTALL)
    plain = CONTENT.write(default())
    shown = CONTENT.table("events", block)
    assert shown["bad_harvest"] == plain["events"]["bad_harvest"]
    assert shown["envoys"] == {
        "name": {"en": "The envoys"},
        "kind": "b",
        "effects": [
            {"op": "gain_power", "power": "dip", "n": 2},
            {"op": "lose_prestige", "who": "england", "when": [{"is": "at_war"}, {"is": "round", "n": 3}]},
        ],
    }
    plain["events"]["corsairs"] |= shown["envoys"]
    plain["events"]["corsairs"].pop("symbols")
    assert CONTENT.read(plain).events["corsairs"].name == {"en": "The envoys", "ru": "The envoys"}
