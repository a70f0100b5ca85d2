"""Whatever is wrong with a command is told in one sentence that says what there is instead, and by the exit code."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.migrated import migrated

REFUSED: tuple[tuple[str, str], ...] = (
    ("campaign show nowhere", "there is no campaign named 'nowhere'; adjudicator campaign list tells those there are"),
    ("seat show lights green", "there is no seat green; there are red, blue, moderator"),
    ("seat replace lights green --standby -y", "There is no seat “green”; there are: red, blue"),
    ("orders check lights --seat green bid", "there is no seat green; there are red, blue"),
    ("turn show lights 99", "the log of revision 0 goes to 1"),
    ("turn explain lights 99", "there is no log entry 99; the log goes from 1 to 1"),
    ("turn rollback lights --to chaos --reason x -y", "There is no moment “chaos”; there are: Red 0, bid. "),
    ("turn undo lights --reason x -y", "No correction has been made, so none can be undone"),
    ("turn draw lights 5,4 -y", "No draw is waited for now."),
    ("campaign draws lights some -y", "unknown value 'some'; choose none, open or all"),
    ("mail show in-77 --all", "there is no mail in-77"),
    ("mail release out-1", "in-NUMBER"),
    ("campaign create --file nothere.toml", "nothere.toml: No such file or directory"),
    ("campaign import nothere.zip -y", "nothere.zip: No such file or directory"),
    ("campaign import made.toml -y", "made.toml: it cannot be unpacked: File is not a zip file"),
    ("verify nothere.zip", "nothere.zip: No such file or directory"),
    ("verify made.toml", "made.toml: it cannot be unpacked: File is not a zip file"),
    ("match show nothere.json", "nothere.json: No such file or directory"),
    ("campaign export lights -o nowhere/x.zip", "nowhere/x.zip: there is no folder nowhere"),
    ("campaign export lights -o .", ".: it is a folder"),
    ("deadline set lights yesterday -y", "'yesterday' is not in the future; write 2026-12-01"),
    ("campaign pause lights", "nobody is at the keyboard to confirm it: add --yes, or look first with --dry-run"),
    ("simulate no-such-game", "no game named 'no-such-game'; installed: "),
    ("upgrade adopt nowhere", "no campaign named 'nowhere' runs; adjudicator campaign list tells those there are"),
)
WRONG_LINE = (
    "campaign",
    "campaign show",
    "nothing",
    "turn correct lights --reason x",
    "campaign list --no-such-option",
)


def test_every_wrong_input_is_answered_with_what_there_is(desk: Any, played: Any, tmp_path: Path) -> None:
    (tmp_path / "made.toml").write_text("name = 1")
    for line, said in REFUSED:
        told = desk(*line.split(), code=1).err
        sentences = [each for each in told.splitlines() if each.startswith("adjudicator: ")]
        assert said in sentences[-1], (line, told)
        assert "defect" not in told
        assert "Traceback" not in told
    for line in WRONG_LINE:
        wrong = desk(*line.split(), code=2)
        assert "Usage" in wrong.out + wrong.err, line


def test_a_moderator_without_the_right_is_told_which_one_it_takes(desk: Any, played: Any) -> None:
    desk("moderator", "add", "lights", "Tim <tim@players.test>", "--right", "mail", "-y")
    for line in ("process now lights -y", "turn rollback lights --to 1 --reason x -y", "campaign draws lights open -y"):
        assert "right" in desk("--by", "Tim", *line.split(), code=1).err, line


def test_who_verifies_a_campaign_by_its_name_hears_how_its_archive_is_made(desk: Any) -> None:
    told = desk("verify", "lights", code=1).err
    assert "adjudicator campaign export lights --all -o lights.zip" in told


def test_a_database_that_is_missing_empty_older_or_newer_is_told_with_the_remedy(
    desk: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    told = desk("campaign", "list", code=1).err
    assert "there is no database yet" in told
    assert "ADJ_CONFIG name none" in told, "perhaps it is another installation that was meant"
    database = tmp_path / "var/adjudicator.db"
    database.parent.mkdir()
    database.touch()
    assert "has no tables yet; make them with: adjudicator db upgrade" in desk("campaign", "list", code=1).err
    database.write_bytes(migrated())
    for version, said in (
        ("0003", "run `adjudicator db upgrade` of the version of 27 November 2026"),
        ("0046", "is of an older version (migration 0046"),
        ("9999", "was made by a later version"),
    ):
        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
        connection.close()
        assert said in desk("campaign", "list", code=1).err
    database.write_text("nothing that SQLite knows")
    assert "file is not a database" in desk("campaign", "list", code=1).err


def test_a_database_that_somebody_else_is_writing_to_is_told(
    desk: Any, played: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("adjudicator.store.engine.BUSY_MILLISECONDS", 50)
    with sqlite3.connect(tmp_path / "var/adjudicator.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        told = desk("campaign", "pause", "lights", "-y", code=1).err
        other.execute("ROLLBACK")
    other.close()
    assert "busy" in told or "another" in told.lower(), told
    assert "defect" not in told


def test_another_server_key_is_told_with_the_remedy(desk: Any, environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "made.toml").write_text(
        'name = "lights"\ntitle = "L"\ngame = "sealed-bids"\n'
        + "".join(f'[[players]]\nseat = "{s}"\nname = "{s}"\nemail = "{s}@players.test"\n' for s in ("red", "blue"))
    )
    environment["ADJ_SECRET_KEY"] = "11" * 32
    desk("campaign", "create", "--file", "made.toml")
    environment["ADJ_SECRET_KEY"] = "22" * 32
    told = desk("campaign", "show", "lights", "--all", code=1).err
    assert "put the former one into `older_secret_keys`" in told
    environment["ADJ_OLDER_SECRET_KEYS"] = '["' + "11" * 32 + '"]'
    desk("campaign", "show", "lights")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_learns_to_complete(run: Any, environment: dict[str, str], tmp_path: Path, shell: str) -> None:
    environment |= {
        "HOME": str(tmp_path),
        "SHELL": f"/bin/{shell}",
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }
    told = run("--show-completion", shell).out
    assert "_ADJUDICATOR_COMPLETE" in told
    assert "completion installed" in run("--install-completion", shell).out
    files = [path for path in tmp_path.rglob("*") if path.is_file() and "adjudicator" in path.name]
    assert any("_ADJUDICATOR_COMPLETE" in path.read_text() for path in files)
