"""A board that no phone shows readably: the mail shows where its reader is at home, and brings the whole as a file."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.games.europa_universalis.facts import PROVINCE
from adjudicator.games.europa_universalis.rules.relations import realm_of
from adjudicator.games.europa_universalis.words.lands import homeland
from tests.service.conftest import text_of

pytestmark = pytest.mark.store("sqlite")


def pictures(mail: EmailMessage) -> dict[str, str]:
    """Return the pictures of a mail by file name: `inline`, or an `attachment`."""
    found = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    return {str(part.get_filename()): str(part.get_content_disposition()) for part in found}


def test_the_first_mail_shows_the_own_lands_and_brings_the_whole_board(installation: Any) -> None:
    installation.create("europa-universalis", dict.fromkeys(("england", "france", "castile", "austria"), "en"))
    first = installation.newest("france")
    assert pictures(first) == {"region.png": "inline", "board.png": "attachment"}
    page = first.get_body(("html",)).get_content()
    assert 'src="cid:region"' in page
    assert "cid:board" not in page
    assert "The whole board is the attached file board.png." in page
    assert "Your lands: " in text_of(first)


def test_who_asks_for_the_board_sees_the_whole(installation: Any) -> None:
    installation.create("europa-universalis", dict.fromkeys(("england", "france", "castile", "austria"), "en"))
    (answer,) = installation.write("france", "board")
    assert pictures(answer) == {"board.png": "inline"}


def test_a_board_that_can_be_read_is_shown_whole(installation: Any) -> None:
    installation.create("pax-renaissance", {"medici": "en", "fugger": "en"})
    assert pictures(installation.newest("medici")) == {"board.png": "inline"}


def test_a_homeland_ends_at_the_sea(installation: Any) -> None:
    made = installation.create("europa-universalis", dict.fromkeys(("england", "france", "castile", "austria"), "en"))
    state = installation.table(made).match.state
    england = set(PROVINCE.ids_of(homeland(state, realm_of("england"))))
    assert {"london", "oxford"} <= england
    assert not england & {"bordeaux", "normandie"}
    assert all(state.owner[PROVINCE.index[each]] == realm_of("england") for each in england)
