"""`adjudicator verify`: an archive is checked offline, by anybody, with nothing but the file and his own mails."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.store import kept_mails
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail


@pytest.fixture
def run(desk: Any) -> Any:
    """These need no processes of their own."""
    return desk


def answers(played: Any, folder: Path) -> list[Path]:
    """The answers with receipts, as the players saved them."""
    with reading(played.service.engine) as session:
        rows = session.scalars(select(OutboundMail).order_by(col(OutboundMail.id))).all()
        mails = {row.id: kept_mails.whole(session, row) or b"" for row in rows}
    found = []
    for number, raw in mails.items():
        if b"Adjudicator-Receipt" in raw:
            found.append(folder / f"answer-{number}.eml")
            found[-1].write_bytes(raw)
    return found


def test_an_archive_is_verified_without_settings_and_database(run: Any, played: Any, tmp_path: Path) -> None:
    played.write("blue", f"ставка {played.hands['blue'][0]}")
    run("campaign", "export", "lights", "--all", "-o", "lights.zip")
    (tmp_path / "var/adjudicator.db").rename(tmp_path / "var/elsewhere.db")
    done = run("verify", "lights.zip")
    assert "all is as it should be" in done.out
    commitment = next(line.split()[1] for line in done.out.splitlines() if line.startswith("commitment"))
    told = run("verify", "lights.zip", "--commitment", commitment, "--json").json
    assert (told["ok"], told["differences"]) == (True, [])
    assert told["draws"] >= 2
    assert "your mail told 00ff" in run("verify", "lights.zip", "--commitment", "00ff", code=1).err


def test_a_receipt_shows_what_was_ordered(run: Any, played: Any, tmp_path: Path) -> None:
    played.write("blue", f"ставка {played.hands['blue'][0]}")
    run("campaign", "export", "lights", "--all", "-o", "lights.zip")
    red, blue = answers(played, tmp_path)
    done = run("verify", "--receipt", str(red), "--receipt", str(blue), "lights.zip")
    assert f"bid {played.hands['red'][0]} (on file)" in done.out
    assert f"ставка {played.hands['blue'][0]} (done)" in done.out
    assert "receipt 1 of red" in done.out
    raw = red.read_text().replace("number=1", "number=2")
    (tmp_path / "forged.eml").write_text(raw)
    assert "signature does not belong" in run("verify", "--receipt", "forged.eml", "lights.zip", code=1).err
    (tmp_path / "other.eml").write_text("Subject: hello\n\nhello\n")
    assert "there is no receipt in it" in run("verify", "--receipt", "other.eml", "lights.zip", code=1).err


def test_orders_that_were_left_out_are_missed(run: Any, played: Any, tmp_path: Path) -> None:
    run("campaign", "export", "lights", "--all", "-o", "before.zip")
    played.write("blue", f"ставка {played.hands['blue'][0]}")
    _, blue = answers(played, tmp_path)
    assert "orders were left out" in run("verify", "--receipt", str(blue), "before.zip", code=1).err


def test_a_changed_archive_is_told_entry_by_entry(run: Any, played: Any, tmp_path: Path) -> None:
    played.write("blue", f"ставка {played.hands['blue'][0]}")
    run("campaign", "export", "lights", "--all", "-o", "lights.zip")
    with zipfile.ZipFile(tmp_path / "lights.zip") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    lines = members["entries.jsonl"].splitlines()
    entry = json.loads(lines[1])
    entry["entry"]["card"] += 1
    lines[1] = json.dumps(entry).encode()
    with zipfile.ZipFile(tmp_path / "changed.zip", "w") as archive:
        for name, content in {**members, "entries.jsonl": b"\n".join(lines) + b"\n"}.items():
            archive.writestr(name, content)
    told = run("verify", "changed.zip", code=1).err
    assert "entry 2: " in told
    assert "entry 2: entries.jsonl line 2 is not as it was sealed" in told


def test_what_is_no_archive_is_told(run: Any, played: Any, tmp_path: Path) -> None:
    (tmp_path / "noise.zip").write_bytes(b"PK" + bytes(100))
    assert "noise.zip: it cannot be unpacked" in run("verify", "noise.zip", code=1).err
    run("campaign", "export", "lights", "--as", "red", "-o", "red.zip")
    assert "it holds what red may know" in run("verify", "red.zip", code=1).err
    assert "nowhere.zip" in run("verify", "nowhere.zip", code=1).err
