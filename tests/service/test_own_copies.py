"""A copy of our own mail is named as that, however a mail program made it, and nothing of it is carried out."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

from tests.by_turns import in_turn
from tests.service.conftest import text_of

pytestmark = pytest.mark.store("sqlite")

COPY = {"en": "Your email is a copy of one of ours", "ru": "Ваше письмо — копия нашего собственного письма"}
NUMBER = {"en": "with question #2", "ru": "с вопросом №2"}
BESIDES = {
    "en": "Its other lines were not carried out either: {}.",
    "ru": "Остальное в нём тоже не исполнено: {}.",
}


@pytest.fixture
def campaign(house: Any, code: str) -> int:
    made: int = house.create("imperial-struggle", {"france": code, "britain": code}, mail_format="full")
    return made


def empty(house: Any) -> EmailMessage:
    ours, mail = house.newest("britain"), EmailMessage()
    mail["From"], mail["To"] = "britain@players.test", str(ours["Reply-To"])
    mail["Subject"], mail["Message-ID"] = f"Fwd: {ours['Subject']}", "<forwarded@players.test>"
    return mail


def pasted(house: Any) -> bytes:
    return bytes(house.raw("britain", text_of(house.newest("britain"))))


def pasted_below_an_order(house: Any) -> bytes:
    return bytes(house.raw("britain", "2a 2b\n\n" + text_of(house.newest("britain"))))


def gmail(house: Any) -> bytes:
    ours, mail = house.newest("britain"), empty(house)
    head = f"---------- Forwarded message ---------\nFrom: <{ours['From']}>\nDate: Fri, 20 Nov 2026 at 09:00\n"
    mail.set_content(f"{head}Subject: {ours['Subject']}\nTo: <britain@players.test>\n\n\n{text_of(ours)}")
    return mail.as_bytes()


def thunderbird(house: Any) -> bytes:
    ours, mail = house.newest("britain"), empty(house)
    head = (
        f"\n\n-------- Forwarded Message --------\nSubject: {ours['Subject']}\nDate: Fri, 20 Nov 2026 09:00:00 +0000\n"
    )
    mail.set_content(f"{head}From: {ours['From']}\nTo: britain@players.test\n\n{text_of(ours)}")
    return mail.as_bytes()


def outlook_in_russian(house: Any) -> bytes:
    ours, mail = house.newest("britain"), empty(house)
    head = f"\n\n________________________________\nОт: {ours['From']}\nОтправлено: 20 ноября 2026 г. 9:00\n"
    mail.set_content(f"{head}Кому: britain@players.test\nТема: {ours['Subject']}\n\n{text_of(ours)}")
    return mail.as_bytes()


def attached(house: Any) -> bytes:
    mail = empty(house)
    mail.set_content("\n")
    mail.add_attachment(house.newest("britain"))
    return mail.as_bytes()


def as_a_page(house: Any) -> bytes:
    mail = empty(house)
    mail.set_content(house.newest("britain").get_body(("html",)).get_content(), subtype="html")
    return mail.as_bytes()


def wrapped_elsewhere(house: Any) -> bytes:
    """A program that joins the lines of a paragraph."""
    paragraphs = text_of(house.newest("britain")).split("\n\n")
    return bytes(house.raw("britain", "\n\n".join(" ".join(each.split()) for each in paragraphs)))


WAYS = (pasted, pasted_below_an_order, gmail, thunderbird, outlook_in_russian, attached, as_a_page, wrapped_elsewhere)


@in_turn(2, "way", WAYS)
def test_a_copy_of_our_mail_is_named_as_that(house: Any, campaign: int, said: Any, code: str, way: Any) -> None:
    house.put(way(house))
    (told,) = [said(mail) for address, mail in house.deliver() if address.startswith("britain")]
    assert COPY[code] in told, told
    assert NUMBER[code] in told, told
    assert (BESIDES[code].format("2a 2b") in told) is (way is pasted_below_an_order), told
    table = house.table(campaign)
    assert not table.match.sealed, "nothing of it is carried out"
    house.write("britain", "да")
    assert not house.table(campaign).match.sealed, "nor does a yes carry anything of it out"


def test_a_few_quoted_lines_are_no_copy(house: Any, campaign: int, code: str) -> None:
    lines = [line for line in text_of(house.newest("britain")).split("\n") if len(line) > 20][:3]
    house.write("britain", *(f"> {line}" for line in lines), "2a 2b" if code == "en" else "2а 2б")
    assert "britain" in house.table(campaign).match.sealed


def test_a_filled_in_form_in_the_whole_mail_is_read(house: Any, campaign: int, code: str) -> None:
    text = text_of(house.newest("britain"))
    assert "\n# M05 M06 " in text, text
    house.write("britain", text.replace("\n# M05 M06 ", "\nM05 M06 "))
    assert "britain" in house.table(campaign).match.sealed
