"""`campaign offers`: what lies on the table, through whose eyes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

SEATS = ("bakers", "drapers", "smiths")


@pytest.fixture
def fair(desk: Any, tmp_path: Path) -> Any:
    """A fair of three with a secret offer, an open one, and one that was declined."""
    begin(desk, tmp_path, "mila")
    (code,) = (each["offer"] for each in offers(desk, "--all") if each["made_by"] == "smiths")
    desk("orders", "enter", "fair", f"{code} no", "--for", "drapers", "--yes")
    return desk


def begin(desk: Any, folder: Path, moderator: str) -> None:
    people = "".join(
        f'\n[[players]]\nseat = "{seat}"\nname = "{name.title()}"\nemail = "{name}@players.test"\n'
        for seat, name in (*zip(SEATS, SEATS, strict=True), ("moderator", moderator))
    )
    (folder / "fair.toml").write_text(f'name = "fair"\ntitle = "The Fair"\ngame = "guild-fair"\n{people}')
    desk("campaign", "create", "--file", "fair.toml")
    for seat, line in (
        ("smiths", "pact drapers, smiths"),
        ("bakers", "pact bakers, drapers until the levy phase"),
        ("drapers", "deal drapers hire smiths coins 2"),
    ):
        desk("orders", "enter", "fair", line, "--for", seat, "--yes")


def offers(desk: Any, *options: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk("campaign", "offers", "fair", *options, "--json").json
    return found


def seen(desk: Any, *options: str) -> list[tuple[str, str]]:
    return [(each["order"], each["state"]) for each in offers(desk, *options)]


def test_everybody_sees_those_that_the_game_makes_open(fair: Any) -> None:
    open_, pact = ("deal Drapers hire Smiths coins 2", "open"), ("pact Bakers, Drapers", "open")
    assert seen(fair) == [open_]
    assert seen(fair, "--as", "smiths") == [open_]
    assert set(seen(fair, "--as", "bakers")) == {open_, pact}
    assert set(seen(fair, "--all")) == {open_, pact}
    assert ("pact Drapers, Smiths", "declined") in seen(fair, "--all", "--over")
    assert ("pact Drapers, Smiths", "declined") not in seen(fair, "--as", "bakers", "--over")


def test_people_read_a_table(fair: Any) -> None:
    table = fair("campaign", "offers", "fair", "--as", "drapers").out
    assert table.split()[:7] == ["OFFER", "STATE", "FROM", "ORDER", "SIGNED", "MISSING", "UNTIL"]
    assert "the levy phase of turn 1" in table
    russian = fair("campaign", "offers", "fair", "--as", "drapers", "--language", "ru").out
    assert "союз Пекари, Суконщики" in russian
    assert "фазы сбора хода 1" in russian


def test_looks_are_written_down(fair: Any) -> None:
    def looks() -> int:
        return int(fair("audit", "show", "fair").out.count(" look "))

    before = looks()
    seen(fair)
    assert looks() == before, "what everybody may see is no look"
    seen(fair, "--as", "drapers")
    assert looks() == before + 1


def test_a_moderator_who_plays_sees_their_own_unless_with_open_eyes(desk: Any, tmp_path: Path) -> None:
    begin(desk, tmp_path, "bakers")
    sees = ("campaign", "offers", "fair")
    assert "pact Bakers, Drapers" in desk(*sees, "--as", "bakers").out
    assert "pact Drapers, Smiths" not in desk(*sees, "--as", "bakers").out
    assert "--reveal" in desk(*sees, "--as", "drapers", code=1).err
    assert "--reveal" in desk(*sees, "--all", code=1).err
    assert "pact Drapers, Smiths" in desk("--reveal", *sees, "--all").out
