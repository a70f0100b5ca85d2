"""A database of the oldest version that can be upgraded: what is in it is still read, and its campaign is played on.

`data/oldest_store.db.xz` was written by commit f96e3419: a campaign of sealed bids after seven orders by mail. Red's
bid of 2 lies sealed in it, and blue has still to bid.
"""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import make_url
from sqlmodel import select

from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store import kept_mails, migrations
from adjudicator.store.engine import reading
from adjudicator.store.tables import Absence, InboundMail, OutboundMail
from tests.service.conftest import Installation, parsed, words_of

KEPT = Path(__file__).with_name("data") / "oldest_store.db.xz"
"""As that version wrote it, compressed."""
CAMPAIGN = 1


@pytest.fixture
def oldest(tmp_path: Path) -> Settings:
    """An installation whose database that version has left behind."""
    file = tmp_path / "oldest.db"
    file.write_bytes(lzma.decompress(KEPT.read_bytes()))
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    return Settings(database=f"sqlite:///{file}", data_directory=tmp_path, mail=mail)


def test_the_oldest_database_is_upgraded_and_played_on(
    oldest: Settings, installation_of: Callable[[Settings], Installation]
) -> None:
    with sqlite3.connect(str(make_url(oldest.database).database)) as before:
        assert before.execute("SELECT version_num FROM alembic_version").fetchall() == [(migrations._numbers()[0],)]
    before.close()
    installation = installation_of(oldest)
    assert migrations.differences(installation.service.engine) == []
    table = installation.table(CAMPAIGN)
    assert table.match.state.hands == {"blue": [1, 3, 6], "red": [2, 8, 11]}
    assert [answer.card for answer in table.match.sealed.values()] == [2]
    with reading(installation.service.engine) as session:
        (absence,) = session.scalars(select(Absence))
        assert (absence.first_day, absence.last_day) == (date(2026, 12, 1), date(2026, 12, 3))
        for row in session.scalars(select(OutboundMail)):
            installation.received.setdefault(row.recipient, []).append(parsed(kept_mails.whole(session, row) or b""))
        installation.uid = len(session.scalars(select(InboundMail)).all())
    assert "ставки: Red 12, Blue 5" in words_of(installation.newest("blue"))
    installation.clock.forward(hours=1)
    (answer,) = installation.write("blue", "bid 6")
    assert "ставки: Red 2, Blue 6" in words_of(answer)
