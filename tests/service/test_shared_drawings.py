"""Players who see the same board get the same picture, drawn once for all of them."""

from __future__ import annotations

from email.message import EmailMessage
from random import Random
from typing import Any

import pytest

from adjudicator.pictures import cutting, raster
from adjudicator.pictures.png import png
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.play.offers import phrasebook
from adjudicator.store.engine import reading
from tests import drawn

pytestmark = [pytest.mark.store("sqlite"), pytest.mark.drawn]
GAME = "pax-renaissance"
SEATS = {"medici": "en", "fugger": "en", "marchionni": "en"}


def boards(mail: EmailMessage) -> list[bytes]:
    """The boards and parts of them in a mail; the lines of a chart lie in another order for each reader."""
    drawings = (part for part in mail.walk() if part.get_content_type() == "image/png")
    return [part.get_payload(decode=True) for part in drawings if part.get_filename() != "chart.png"]  # type: ignore[misc]


def test_a_picture_that_several_players_get_is_drawn_once(installation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []

    def counted(picture: Any) -> bytes:
        made.append(png(picture))
        return made[-1]

    for module in (raster, cutting):
        monkeypatch.setattr(module, "png", counted)
    with drawn.anew():
        campaign, rng = installation.create(GAME, SEATS), Random(3)
        for _ in range(12):
            with reading(installation.service.engine) as session:
                table = table_of_campaign(installation.service.work(session), campaign)
            seat = table.match.decisions()[0].waiting[0]
            installation.write(seat, phrasebook(GAME).say(table.match.sample(seat, rng), "en"))
    shown = [each for mails in installation.received.values() for mail in mails for each in boards(mail)]
    assert len(set(shown)) < len(shown), "something is shown to more than one"
    assert {made.count(each) for each in shown} == {1}
