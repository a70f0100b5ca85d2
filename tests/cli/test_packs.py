"""Content packs at the command line: begun, checked, played, corrected, proven."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

PLAYERS = ("bakers=Ann <ann@a.test>", "brewers=Bob <bob@b.test>", "drapers=Cy <cy@c.test>")
FAIR = (
    *("campaign", "create", "fair", "--title", "Fair", "--game", "guild-fair", "--option", "visitors=false"),
    *(word for each in PLAYERS for word in ("--player", each)),
)


@pytest.fixture
def run(desk: Any) -> Any:
    """These need no processes of their own."""
    return desk


@pytest.fixture
def mine(run: Any, tmp_path: Path) -> Path:
    """A pack with a viaduct for the bridge."""
    path = tmp_path / "mine.yaml"
    run("pack", "new", "guild-fair", "-o", "mine.yaml")
    text = path.read_text(encoding="utf-8").replace("Bridge", "Viaduct").replace("Мост", "Виадук")
    head, _, tail = text.partition("bridge:")
    path.write_text(head + "bridge:" + tail.replace("reward: 3", "reward: 7"), encoding="utf-8")
    return path


def test_a_new_pack_is_the_default_and_says_its_game(run: Any, tmp_path: Path) -> None:
    run("pack", "new", "guild-fair", "-o", "mine.yaml")
    assert "mine.yaml: in order, for guild-fair\n" in run("pack", "check", "mine.yaml").out
    assert "the same as the default" in run("pack", "check", "mine.yaml").out
    assert "is there already" in run("pack", "new", "guild-fair", "-o", "mine.yaml", code=1).err
    none = run("pack", "new", "sealed-bids", code=1).err
    assert (
        "nothing of sealed-bids can be edited: it takes no pack; games that do: europa-universalis, guild-fair" in none
    )


def test_what_is_wrong_is_told_at_once_with_paths(run: Any, mine: Path) -> None:
    text = mine.read_text(encoding="utf-8")
    mine.write_text(text.replace("reward: 7", "reward: 77").replace("  well:", "  wel:"), encoding="utf-8")
    told = run("pack", "check", "mine.yaml", code=1).err.splitlines()
    assert told == [
        "adjudicator: mine.yaml: contracts.bridge.reward: Expected `int` <= 9",
        "adjudicator: mine.yaml: contracts.well: is missing",
        "adjudicator: mine.yaml: contracts.wel: there is no contract 'wel'; "
        "there are: well, oven, gate, mill, hall, bridge",
    ]
    mine.write_text(text.replace("game: guild-fair\n", ""), encoding="utf-8")
    assert "it does not say its game" in run("pack", "check", "mine.yaml", code=1).err
    assert "in order" in run("pack", "check", "mine.yaml", "--game", "guild-fair").out
    mine.write_text("[", encoding="utf-8")
    assert "mine.yaml" in run("pack", "check", "mine.yaml", code=1).err


def test_a_campaign_is_created_corrected_exported_and_verified_with_its_pack(
    run: Any, mine: Path, tmp_path: Path
) -> None:
    wrong = mine.read_text(encoding="utf-8").replace("reward: 7", "reward: 77")
    (tmp_path / "wrong.yaml").write_text(wrong, encoding="utf-8")
    assert "pack: contracts.bridge.reward" in run(*FAIR, "--pack", "wrong.yaml", code=1).err
    run(*FAIR, "--pack", "mine.yaml")
    shown = run("pack", "show", "fair", "--json").json
    assert [each["what"] for each in shown["differences"]] == [
        "pack.contracts.bridge.name.en",
        "pack.contracts.bridge.name.ru",
        "pack.contracts.bridge.reward",
    ]
    fix = ("turn", "correct", "fair", "--reason", "a misprint")
    assert (
        "there is no 'brige' in contracts; there is bridge"
        in run(*fix, "--set", "pack.contracts.brige.reward=5", code=1).err
    )
    assert (
        "pack.contracts.bridge.reward: Expected `int` <= 9"
        in run(*fix, "--set", "pack.contracts.bridge.reward=12", code=1).err
    )
    dry = run(*fix, "--set", "pack.contracts.bridge.reward=5", "--dry-run").out
    assert "pack.contracts.bridge.reward: 7, now 5" in dry
    run(*fix, "--set", "pack.contracts.bridge.reward=5", "--yes")
    now = run("pack", "show", "fair", "--whole").out
    (tmp_path / "now.yaml").write_text(now.replace("reward: 5", "reward: 6"), encoding="utf-8")
    assert "pack.contracts.bridge.reward: 5, now 6" in run(*fix, "--pack", "now.yaml", "--yes").out
    run("turn", "replay", "fair")
    run("campaign", "export", "fair", "--all", "-o", "fair.zip")
    assert "all is as it should be" in run("verify", "fair.zip").out


def test_a_match_file_carries_its_pack(run: Any, mine: Path, tmp_path: Path) -> None:
    run("match", "new", "guild-fair", "--pack", "mine.yaml", "--seed", "00ff", "-o", "fair.json")
    correction = '{"op": "set_content", "changes": {"contracts": {"well": {"reward": 4}}}, "reason": "x"}'
    run("match", "apply", "fair.json", "--seat", "moderator", correction)
    assert run("match", "verify", "fair.json").json["ok"]
    text = (tmp_path / "fair.json").read_text(encoding="utf-8")
    (tmp_path / "fair.json").write_text(text.replace("Viaduct", "Arch"), encoding="utf-8")
    assert "is damaged" in run("match", "verify", "fair.json", code=1).err
    assert "renown" in run("simulate", "guild-fair", "--games", "2", "--pack", "mine.yaml", "--replay").out


def test_a_folder_may_have_a_table_and_its_slips_are_told_by_line(run: Any, mine: Path) -> None:
    whole = mine.read_text(encoding="utf-8")
    rest, table = re.match(r"(.*?\n)contracts:\n((?:  .*\n)+)", whole, re.DOTALL), ["id,name.en,name.ru,reward"]
    assert rest is not None
    plain = msgspec.yaml.decode(whole)["contracts"]
    table += [f"{id},{each['name']['en']},{each['name']['ru']},{each['reward']}" for id, each in plain.items()]
    folder = mine.with_suffix("")
    folder.mkdir()
    (folder / "pack.yaml").write_text(rest[1] + whole[rest.end() :], encoding="utf-8")
    (folder / "contracts.csv").write_text("\n".join(table), encoding="utf-8")
    assert run("pack", "check", "mine").out.splitlines()[1:] == run("pack", "check", "mine.yaml").out.splitlines()[1:]
    table[0], table[-1] = "id,name.en,name.ru,reword", "bridge,Viaduct,Виадук,8,9"
    (folder / "contracts.csv").write_text("\n".join(table), encoding="utf-8")
    assert run("pack", "check", "mine", code=1).err.splitlines() == [
        "adjudicator: mine/contracts.csv: line 1: there is no column 'reword'; "
        "there are: name.en, name.ru, reward, manual.en, manual.ru",
        "adjudicator: mine/contracts.csv: line 7: has too many cells",
    ]
