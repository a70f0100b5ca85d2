"""The page for newcomers: every line of it is sent in a practice, and its answer says what the page promises."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.service.play import stewarding
from adjudicator.settings import Access, Practice
from tests.guides import section
from tests.service.conftest import words_of
from tests.service.test_gathering import letter

pytestmark = pytest.mark.store("sqlite")

ROW = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \| (.+) \|$", re.MULTILINE)
SAID = {"en": r"“([^”]+)”", "ru": r"«([^»]+)»"}


@pytest.fixture
def installation(settings: Any, installation_of: Any) -> Any:
    return installation_of(settings.model_copy(update={"access": Access(practice=Practice.ANYBODY)}))


def test_every_line_of_the_first_hour_is_answered_as_its_page_says(installation: Any, code: str) -> None:
    rows = ROW.findall(section("By email"))
    assert len(rows) == 10
    for number, row in enumerate(rows):
        line, promised = row[code == "ru"], re.findall(SAID[code], row[2])
        assert promised, line
        if number:
            answers = installation.write("anna", line)
        else:
            answers = letter(installation, "Anna <anna@players.test>", line)["anna"]
        told = " ".join(map(words_of, answers))
        assert not [each for each in promised if each.casefold() not in told.casefold()], told
        for campaign in stewarding.due(installation.service):
            stewarding.think(installation.service, campaign)
        installation.deliver()
