"""Signs that nobody sees or that turn text round come from one person to nobody else, whichever way their text goes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest

from tests.service.test_gathering import gather, letter
from tests.service.test_press import SEATS, allow, later, whole, wrote

SIGNS = "\u202e\u202d\u202a\u2066\u2067\u2068\u200e\u200f\u061c\u200b\u200c\u200d\u2060\u2064\ufeff\xad\u180e\U000e0041"
"""Of direction, without a width, of control; `TEXT` has such as no header can hold as well."""
SENT, TEXT = f"x{SIGNS}y", f"x{SIGNS}\x1b\x07\x85\u2028y"
Got = dict[str, list[EmailMessage]]


def seen(got: Got, *, by: str) -> list[str]:
    """What others than a person get, which must hold their text, and none of the signs."""
    mails = [whole(mail) for address, mails in got.items() if address != by for mail in mails]
    for mail in mails:
        odd = {sign for sign in mail if unicodedata.category(sign) in ("Cf", "Cc", "Zl") and sign not in "\r\n\t"}
        assert not odd, sorted(f"{ord(sign):x}" for sign in odd)
    return mails


def ways(installation: Any) -> dict[str, Callable[[int], Got]]:
    def absent(_: int) -> Got:
        return wrote(installation, "north", f"absent from 1.12 to 5.12 {TEXT}")

    def anonymous(campaign: int) -> Got:
        allow(installation, campaign, anonymous=True)
        wrote(installation, "north", "press to east anonymous:", f"hello {TEXT}")
        return later(installation)

    return {
        "a letter": lambda _: wrote(installation, "north", "press to east, south and the moderator:", f"hello {TEXT}"),
        "a letter on one line": lambda _: wrote(installation, "north", f"press to east: hello {TEXT}"),
        "a letter with their name": lambda _: wrote(
            installation, "north", "press to east: hello", From=f'"No{SENT}" <north@players.test>'
        ),
        "a letter with a subject": lambda _: wrote(
            installation, "north", "press to east: hello", Subject=f"Re: {SENT}"
        ),
        "an anonymous letter": anonymous,
        "an absence": absent,
    }


WAYS = ("a letter", "a letter on one line", "a letter with their name", "a letter with a subject",
        "an anonymous letter", "an absence")  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_text_of_a_player_reaches_others_without_such_signs(installation: Any, way: str) -> None:
    campaign = installation.create("crossroads", SEATS)
    got = ways(installation)[way](campaign)
    assert {*got} - {"north"}, "somebody else hears of it"
    assert seen(got, by="north")


def test_an_answer_to_a_letter(installation: Any) -> None:
    installation.create("crossroads", SEATS)
    asked = wrote(installation, "north", "press to east: hello")["east"][0]
    got = wrote(installation, "east", f"hello {TEXT}", to=str(asked["Reply-To"]))
    assert any("hello x" in mail for mail in seen(got, by="east"))


def test_the_title_of_a_campaign_in_all_headers_and_attachments(installation: Any) -> None:
    installation.create("crossroads", SEATS, title=f"Lights {SENT}")
    installation.write("north", "format json")
    got = wrote(installation, "east", "press to north: hello")
    [mail] = seen(got, by="east")
    [copy] = [part for part in got["north"][0].walk() if part.get_content_type() == "application/json"]
    assert '"campaign": "Lights xy"' in copy.get_payload(decode=True).decode()
    assert "From: Lights xy" in mail


@pytest.mark.parametrize("sender", [f'"An{SENT}na" <anna@players.test>', "anna@players.test"])
def test_the_name_of_who_joins(installation: Any, sender: str) -> None:
    made = gather(installation)
    name = "" if "<" in sender else f" name An{TEXT}na"
    got = letter(installation, sender, f"join {made.code} seat red{name}", Subject=f"hi {SENT}")
    mails = seen(got, by="nobody")
    assert any("has joined as Red" in mail for mail in mails)
