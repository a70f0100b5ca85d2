"""Codes by mail mean what their writer saw, or nothing: every place where a single letter decides asks instead."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.service.conftest import text_of, words_of

pytestmark = pytest.mark.store("sqlite")

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en"}


@pytest.fixture
def campaign(installation: Any) -> int:
    """The bakers are asked, by code, which contract they keep."""
    made: int = installation.create("guild-fair", SEATS, options={"visitors": False})
    return made


def post(installation: Any, seat: str, body: bytes, declared: str, encoding: str = "8bit") -> str:
    """A mail of a seat in these bytes; what the answer says."""
    head, _, _ = installation.raw(seat, "x").partition(b"\n\n")
    kept = [line for line in head.split(b"\n") if not line.lower().startswith((b"content-", b"mime-"))]
    charset = f"; charset={declared}" if declared else ""
    kept += [f"Content-Type: text/plain{charset}".encode(), f"Content-Transfer-Encoding: {encoding}".encode()]
    installation.put(b"\n".join(kept) + b"\n\n" + body)
    return " ".join(words_of(mail) for address, mail in installation.deliver() if address == f"{seat}@players.test")


def letter(installation: Any, seat: str) -> str:
    """The first code of the seat's newest question."""
    found = re.search(r"(?m)^ *(\d+[a-zа-я])\b", text_of(installation.newest(seat)))
    assert found is not None
    return found[1]


def test_an_accent_in_a_code_is_asked_back_and_yes_does_it(installation: Any, campaign: int) -> None:
    before = installation.table(campaign).match.hash
    code = letter(installation, "bakers")
    told = post(installation, "bakers", f"{code}\u0301\n".encode(), "utf-8")
    assert "can be read in more than one way, and codes are never guessed" in told
    assert f"Did you mean: {code} keep" in told
    assert installation.table(campaign).match.hash == before
    installation.write("bakers", "yes")
    assert installation.table(campaign).match.hash != before


@pytest.mark.parametrize(
    ("charset", "declared"),
    [
        ("cp1251", ""),
        ("koi8-r", "us-ascii"),
        ("mac-cyrillic", "us-ascii"),
        ("utf-8", ""),
        ("cp1251", "iso-8859-1"),
        ("cp866", "x-user-defined"),
    ],
)
def test_a_code_of_a_doubtful_charset_is_asked_with_its_readings(
    installation: Any, campaign: int, charset: str, declared: str
) -> None:
    before = installation.table(campaign).match.hash
    code = letter(installation, "brewers")
    told = post(installation, "brewers", f"{code}\n".encode(charset), declared)
    assert f"вы имели в виду: {code} " in told, told
    assert installation.table(campaign).match.hash == before
    post(installation, "brewers", "да\n".encode(charset), declared)
    assert installation.table(campaign).match.hash == before, "a да of the same charset is no surer"
    installation.write("brewers", code)
    assert installation.table(campaign).match.hash != before


def test_names_of_a_doubtful_charset_are_orders(installation: Any, campaign: int) -> None:
    table = installation.table(campaign)
    said = table.match.game.part("phrases").say(table.match.options("brewers")[0], "ru")
    post(installation, "brewers", f"{said}\n".encode("koi8-r"), "us-ascii")
    assert installation.table(campaign).match.hash != table.match.hash


def test_a_code_in_ascii_is_done_whatever_the_charset(installation: Any, campaign: int) -> None:
    before = installation.table(campaign).match.hash
    post(installation, "bakers", f"{letter(installation, 'bakers')}\n# привет".encode("koi8-r"), "")
    assert installation.table(campaign).match.hash != before


@pytest.fixture
def offer(installation: Any, campaign: int) -> str:
    """The bakers offer a pact to the drapers; the code of the offer."""
    for seat in SEATS:
        installation.write(seat, f"keep {installation.table(campaign).match.state.drawn[seat][0]}", "borrow 0")
    installation.write("bakers", "pact bakers, drapers")
    found = re.search(r"\bA(\d+) yes\b", text_of(installation.newest("drapers")))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("typed", ["Á{} yes", "A{} yés", "Ａ{} yes", "yes Á{}"])
def test_a_word_on_an_offer_with_a_guessed_letter_signs_nothing(
    installation: Any, campaign: int, offer: str, typed: str
) -> None:
    before = installation.table(campaign).match.hash
    told = post(installation, "drapers", f"{typed.format(offer)}\n".encode(), "utf-8")
    assert f"A{offer} yes" in told
    assert "codes are never guessed" in told
    assert installation.table(campaign).match.hash == before


def test_a_word_on_an_offer_in_a_doubtful_charset_signs_nothing(installation: Any, campaign: int, offer: str) -> None:
    before = installation.table(campaign).match.hash
    told = post(installation, "drapers", f"А{offer} да\n".encode("koi8-r"), "")
    assert f"A{offer} yes" in told
    assert installation.table(campaign).match.hash == before
    post(installation, "drapers", f"А{offer} да\n".encode("koi8-r"), "koi8-r")
    assert installation.table(campaign).match.hash != before


@pytest.fixture
def code(installation: Any, campaign: int) -> str:
    """The code of a mail of the bakers that is held, as its question shows it."""
    installation.put(installation.raw("bakers", letter(installation, "bakers"), sender="stranger@players.test"))
    ((_, asked),) = installation.deliver()
    found = re.search(r"confirm (\d{4}-\d{4}-\d{4})", text_of(asked))
    assert found is not None
    return found[1]


FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
LETTERS = str.maketrans("013", "Оl" + "З")


def test_a_confirmation_code_in_other_signs_is_asked_for_and_costs_no_try(
    installation: Any, campaign: int, code: str
) -> None:
    before = installation.table(campaign).match.hash
    for _ in range(7):
        told = " ".join(map(words_of, installation.write("bakers", f"confirm {code.translate(FULL_WIDTH)}")))
        assert "no try is counted" in told
        assert f"If you mean {code}, write it so." in told
    if (typed := code.translate(LETTERS)) != code:
        assert f"If you mean {code}, write it so." in " ".join(
            map(words_of, installation.write("bakers", f"confirm {typed}"))
        )
    assert installation.table(campaign).match.hash == before
    installation.write("bakers", f"confirm {code}")
    assert installation.table(campaign).match.hash != before
