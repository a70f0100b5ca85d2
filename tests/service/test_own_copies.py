"""A copy of our own mail is named as that, however a mail program made it, and nothing of it is carried out."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

from tests.long_cases import one_in
from tests.service.conftest import text_of

pytestmark = pytest.mark.store("sqlite")

COPY = {"en": "Your email is a copy of one of ours", "ru": "Ваше письмо — копия нашего собственного письма"}
NUMBER = {"en": "with question #2", "ru": "с вопросом №2"}
BESIDES = {
    "en": "Its other lines were not carried out either: {}.",
    "ru": "Остальное в нём тоже не исполнено: {}.",
}


@pytest.fixture
def campaign(installation: Any, code: str) -> int:
    made: int = installation.create("imperial-struggle", {"france": code, "britain": code}, mail_format="full")
    return made


def empty(installation: Any) -> EmailMessage:
    ours, mail = installation.newest("britain"), EmailMessage()
    mail["From"], mail["To"] = "britain@players.test", str(ours["Reply-To"])
    mail["Subject"], mail["Message-ID"] = f"Fwd: {ours['Subject']}", "<forwarded@players.test>"
    return mail


def pasted(installation: Any) -> bytes:
    return bytes(installation.raw("britain", text_of(installation.newest("britain"))))


def pasted_below_an_order(installation: Any) -> bytes:
    return bytes(installation.raw("britain", "2a 2b\n\n" + text_of(installation.newest("britain"))))


def gmail(installation: Any) -> bytes:
    ours, mail = installation.newest("britain"), empty(installation)
    head = f"---------- Forwarded message ---------\nFrom: <{ours['From']}>\nDate: Fri, 20 Nov 2026 at 09:00\n"
    mail.set_content(f"{head}Subject: {ours['Subject']}\nTo: <britain@players.test>\n\n\n{text_of(ours)}")
    return mail.as_bytes()


def thunderbird(installation: Any) -> bytes:
    ours, mail = installation.newest("britain"), empty(installation)
    head = (
        f"\n\n-------- Forwarded Message --------\nSubject: {ours['Subject']}\nDate: Fri, 20 Nov 2026 09:00:00 +0000\n"
    )
    mail.set_content(f"{head}From: {ours['From']}\nTo: britain@players.test\n\n{text_of(ours)}")
    return mail.as_bytes()


def outlook_in_russian(installation: Any) -> bytes:
    ours, mail = installation.newest("britain"), empty(installation)
    head = f"\n\n________________________________\nОт: {ours['From']}\nОтправлено: 20 ноября 2026 г. 9:00\n"
    mail.set_content(f"{head}Кому: britain@players.test\nТема: {ours['Subject']}\n\n{text_of(ours)}")
    return mail.as_bytes()


def attached(installation: Any) -> bytes:
    mail = empty(installation)
    mail.set_content("\n")
    mail.add_attachment(installation.newest("britain"))
    return mail.as_bytes()


def as_a_page(installation: Any) -> bytes:
    mail = empty(installation)
    mail.set_content(installation.newest("britain").get_body(("html",)).get_content(), subtype="html")
    return mail.as_bytes()


def wrapped_elsewhere(installation: Any) -> bytes:
    """A program that joins the lines of a paragraph."""
    paragraphs = text_of(installation.newest("britain")).split("\n\n")
    return bytes(installation.raw("britain", "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)))


WAYS = (pasted, pasted_below_an_order, gmail, thunderbird, outlook_in_russian, attached, as_a_page, wrapped_elsewhere)


@one_in(2, "way", WAYS)
def test_a_copy_of_our_mail_is_named_as_that(installation: Any, campaign: int, said: Any, code: str, way: Any) -> None:
    installation.put(way(installation))
    (told,) = [said(mail) for address, mail in installation.deliver() if address.startswith("britain")]
    assert COPY[code] in told, told
    assert NUMBER[code] in told, told
    assert (BESIDES[code].format("2a 2b") in told) is (way is pasted_below_an_order), told
    table = installation.table(campaign)
    assert not table.match.sealed, "nothing of it is carried out"
    installation.write("britain", "да")
    assert not installation.table(campaign).match.sealed, "nor does a yes carry anything of it out"


def test_a_few_quoted_lines_are_no_copy(installation: Any, campaign: int, code: str) -> None:
    lines = [line for line in text_of(installation.newest("britain")).split("\n") if len(line) > 20][:3]
    installation.write("britain", *(f"> {line}" for line in lines), "2a 2b" if code == "en" else "2а 2б")
    assert "britain" in installation.table(campaign).match.sealed


def test_a_filled_in_form_in_the_whole_mail_is_read(installation: Any, campaign: int, code: str) -> None:
    text = text_of(installation.newest("britain"))
    assert "\n# M05 M06 " in text, text
    installation.write("britain", text.replace("\n# M05 M06 ", "\nM05 M06 "))
    assert "britain" in installation.table(campaign).match.sealed
