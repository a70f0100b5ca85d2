"""`campaign next`: shown first, done after a yes, told by list and show, kept in one archive."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.service.test_series import PEOPLE, last_moves

OVER = 20
"""Decisions that are left at most."""


@pytest.fixture
def fair(desk: Any, tmp_path: Path) -> Any:
    """A fair of three that has just ended."""
    guilds = ("bakers", "drapers", "smiths")
    (tmp_path / "fair.json").write_text(json.dumps(last_moves(guilds)))
    people = "".join(
        f'\n[[players]]\nseat = "{seat}"\nname = "{name}"\nemail = "{name.lower()}@players.test"\n'
        for seat, name in (*((seat, PEOPLE[seat].title()) for seat in guilds), ("moderator", "Mila"))
    )
    (tmp_path / "fair.toml").write_text(f'name = "fair"\ntitle = "The Fair"\ngame = "guild-fair"\n{people}')
    desk("campaign", "import", "--document", "fair.json", "--file", "fair.toml", "--yes")
    for _ in range(OVER):
        if desk("campaign", "show", "fair", "--json").json["result"]:
            return desk
        desk("process", "now", "fair", "--yes")
    raise AssertionError("no end")


def test_the_next_match_is_shown_before_it_begins(fair: Any) -> None:
    shown = fair("campaign", "next", "fair", "--dry-run").err
    assert "fair-2 (inviting)" in shown
    assert "seat brewers of fair-2" in shown
    assert "open" in shown
    assert len(fair("campaign", "list", "--json").json) == 1
    assert "The next match of the series is there" in fair("campaign", "next", "fair", "--yes").out
    assert "is there already" in fair("campaign", "next", "fair", "--yes", code=1).err
    table = fair("campaign", "list").out
    assert "MATCH" in table.splitlines()[0]
    assert [(each["name"], each["match"]) for each in fair("campaign", "list", "--json").json] == [
        ("fair", 1), ("fair-2", 2),
    ]  # fmt: skip
    assert "match 1 of a series: 1 fair (finished), 2 fair-2 (inviting)" in fair("campaign", "show", "fair").out
    assert "join" in fair("campaign", "invite", "fair-2", "--yes").out


def test_a_name_that_is_taken_is_refused(fair: Any) -> None:
    assert (
        "there is a campaign named fair already" in fair("campaign", "next", "fair", "--name", "fair", "-y", code=1).err
    )
    fair("campaign", "next", "fair", "--name", "again", "--title", "Once more", "-y")
    assert fair("campaign", "show", "again", "--json").json["title"] == "Once more"


def test_an_archive_of_a_later_match_is_verified_with_the_earlier(fair: Any, tmp_path: Path) -> None:
    fair("campaign", "next", "fair", "-y")
    code = fair("campaign", "invite", "fair-2", "--seat", "brewers", "--yes", "--json").json["code"]
    assert code
    fair("campaign", "start", "fair-2", "--yes", code=1)
