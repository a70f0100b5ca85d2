"""A Russian campaign from the invitation to its end, with all that moderators do: no English word reaches anybody."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail, OutboundState
from tests.service.conftest import Installation, text_of
from tests.service.whole_desk import MILA, Desk, begin, moderate

_SAME = (
    "Imperial Struggle UTC CET Europe Moscow SHA- HMAC-SHA adjudicator verify seed' seed en ru text html json off "
    "deadline ics Re"
)
KNOWN = frozenset(_SAME.split())
"""Names, zones, what is typed into a shell or found in a file: the same in every language."""
CODES = re.compile(r"\S+@\S+|\b[0-9a-f]{16,}\b|&\w+;")
WORD = re.compile(r"[A-Za-z][A-Za-z'-]+")


@pytest.fixture
def desk(installation_of: Callable[[Settings], Installation], tmp_path: Path) -> Desk:
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    return Desk(installation_of(Settings(database=f"sqlite:///{tmp_path}/pole.db", data_directory=tmp_path, mail=mail)))


def english(mails: Iterable[EmailMessage]) -> set[str]:
    """The lines that hold a word of Latin letters which nobody knows, in subjects, texts and pages."""
    found = set()
    for mail in mails:
        page = mail.get_body(("html",))
        html = re.sub(r"(?s)<(style|head)\b.*?</\1>|<[^>]*>", " ", str(page.get_content())) if page else ""
        for line in (str(mail["Subject"]), *text_of(mail).splitlines(), *html.splitlines()):
            if set(WORD.findall(CODES.sub(" ", line))) - KNOWN:
                found.add(f"{mail['Subject']} | {line.strip()[:200]}")
    return found


def test_no_english_word_in_the_mails_of_a_russian_campaign(desk: Desk) -> None:
    begin(desk)
    refused = moderate(desk)
    mails = [mail for received in desk.installation.received.values() for mail in received]
    assert len(mails) > 80
    assert english(mails) == set()
    said = [sentence for sentence in refused if sentence]
    assert len(said) >= 8
    assert not [sentence for sentence in said if set(WORD.findall(sentence)) - KNOWN]
    closed = text_of(desk.installation.received[MILA][-1])
    assert "КАМПАНИЯ ЗАКРЫТА" in closed
    assert "Ждём" not in closed, "nobody is waited for when all is over"
    with reading(desk.installation.service.engine) as session:
        lost = session.query(OutboundMail).filter(OutboundMail.state != OutboundState.HANDED_OVER).all()
        assert {row.state for row in lost} <= {OutboundState.CANCELLED}, "every mail could be written"
