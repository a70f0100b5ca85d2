"""What was stored under former names is read under those of today."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update
from sqlmodel import col

from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.timing.policy import Adjudication
from adjudicator.store import campaign_dump
from adjudicator.store.engine import writing
from adjudicator.store.tables import Campaign

STORED = b'{"timing":{"early":"deadline","back_hours":7},"diary_handed_on":true}'


def test_settings_that_an_earlier_version_has_stored_still_count(installation: Any) -> None:
    made = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    with writing(installation.service.engine) as session:
        session.execute(update(Campaign).where(col(Campaign.id) == made).values(settings=STORED))
    agreed = settings_of(installation.table(made).campaign)
    assert (agreed.timing.adjudication, agreed.timing.min_hours_after_absence) == (Adjudication.DEADLINE, 7)
    assert agreed.diary_for_successor


def test_a_row_of_an_earlier_archive_has_its_column() -> None:
    (row,) = campaign_dump.decode("diary_note", b'{"id":1,"handed_on":true}\n')
    assert row == {"id": 1, "for_successor": True}
