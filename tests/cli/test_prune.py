"""`adjudicator prune`: what would go is told first, and the file gets smaller where that is wanted."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

DATABASE = Path("var/adjudicator.db")


@pytest.fixture
def run(desk: Any, environment: dict[str, str]) -> Any:
    """Mails that came are kept a month; no processes of their own."""
    environment["ADJ_LIMITS__KEEP_RECEIVED_DAYS"] = "30"
    return desk


def make_old(folder: Path) -> None:
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE inbound_mail SET stored_at = '2020-01-01 00:00:00'")
        connection.execute("UPDATE outbound_mail SET queued_at = '2020-01-01 00:00:00', state = 'handed_over'")
    connection.close()


def test_what_would_go_is_told_and_then_goes(run: Any, played: Any, tmp_path: Path) -> None:
    assert "0 dropped" in run("prune", "--yes").out
    make_old(tmp_path)
    told = run("prune", "--dry-run", "--json").json
    amounts = {each["kind"]: (each["days"], each["rows"]) for each in told["kinds"]}
    assert amounts["received mails"] == (30, 1)
    assert amounts["sent mails"][0] == 60
    assert amounts["sent mails"][1] > 3
    assert told["dropped"] == 0
    assert "--yes" in run("prune", code=1).err, "nobody is at the keyboard"
    shown = run("prune", "--dry-run")
    assert "received mails: 1 older than 30 days, " in shown.err
    assert "nothing was changed" in shown.out
    done = run("prune", "--yes", "--json").json
    assert done["dropped"] == 1 + amounts["sent mails"][1]
    assert run("prune", "--yes", "--json").json["dropped"] == 0
    assert "kept no more" in run("mail", "show", "in-1", "--as", "red").out
    run("campaign", "export", "lights", "--all", "-o", "lights.zip")
    assert "all is as it should be" in run("verify", "lights.zip").out
    assert any(act["command"] == "prune" for act in run("audit", "show", "--json").json)


def test_the_file_gets_smaller_where_that_is_wanted(run: Any, played: Any, tmp_path: Path) -> None:
    make_old(tmp_path)
    with sqlite3.connect(tmp_path / DATABASE) as connection:
        connection.execute("UPDATE outbound_mail SET raw = zeroblob(1000000) WHERE id = 1")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    size = (tmp_path / DATABASE).stat().st_size
    told = run("prune", "--yes").out
    assert "bytes of the file are free" in told
    assert (tmp_path / DATABASE).stat().st_size >= size
    assert "free" not in run("prune", "--yes", "--vacuum").out
    assert (tmp_path / DATABASE).stat().st_size < size - 900_000
