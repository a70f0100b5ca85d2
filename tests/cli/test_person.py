"""`adjudicator person`: all that is kept on somebody, and how they are forgotten."""

import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from adjudicator.store.engine import writing
from adjudicator.store.tables import OutboundMail, OutboundState


@pytest.fixture
def run(desk: Any) -> Any:
    """These need no processes of their own."""
    return desk


def test_somebody_gets_all_that_is_kept_on_them(run: Any, played: Any, tmp_path: Path) -> None:
    told = run("person", "export", "Anna", "--to", "anna.zip", "--json").json
    assert told["bytes"] == (tmp_path / "anna.zip").stat().st_size
    assert (tmp_path / "anna.zip").stat().st_mode & 0o077 == 0
    with zipfile.ZipFile(tmp_path / "anna.zip") as file:
        assert "person.json" in file.namelist()
        assert f"bid {played.hands['red'][0]}".encode() in file.read("mails/in/000001.eml")
    assert "no person named" in run("person", "export", "Zoe", "--to", "zoe.zip", code=1).err


def test_somebody_is_forgotten_when_they_hold_nothing(run: Any, played: Any, tmp_path: Path) -> None:
    assert "hand it over first" in run("person", "erase", "Anna", "--yes", code=1).err
    run("seat", "replace", "lights", "red", "--to", "Vera <vera@players.test>", "--yes")
    assert "just going out" in run("person", "erase", "Anna", "--dry-run", code=1).err
    with writing(played.service.engine) as session:
        session.execute(update(OutboundMail).values(state=OutboundState.HANDED_OVER))
    told = run("person", "erase", "Anna", "--dry-run", "--json").json
    assert (told["called"], told["addresses"], told["mails_in"]) == ("N. N. 1", 1, 1)
    assert b"anna@players.test" in files(tmp_path)
    done = run("person", "erase", "Anna", "--yes")
    assert "forgotten" in done.out
    assert "backups" in done.err
    assert b"anna@players.test" not in files(tmp_path)
    assert b"Anna" not in files(tmp_path)
    run("campaign", "export", "lights", "--all", "-o", "lights.zip")
    assert "all is as it should be" in run("verify", "lights.zip").out
    for campaign in (("lights",), ()):
        assert run("audit", "verify", *campaign, "--json").json["whole"]


def files(folder: Path) -> bytes:
    """What a reader of the disk finds of the database."""
    return b"".join(path.read_bytes() for path in sorted((folder / "var").glob("adjudicator.db*")))


def test_who_plays_learns_nothing_of_others_by_it(run: Any, with_playing_moderator: Any) -> None:
    for words in (("export", "Anna", "--to", "anna.zip"), ("erase", "Anna", "--dry-run")):
        assert "--reveal" in run("--by", "Boris", "person", *words, code=1).err
    run("--by", "Boris", "person", "export", "Boris", "--to", "boris.zip")
