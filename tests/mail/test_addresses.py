"""One spelling per mailbox, and never one for two."""

import unicodedata

import pytest

from adjudicator.mail.address import OwnAddresses, normal_address
from adjudicator.mail.read import read_mail

OWN = OwnAddresses(addresses=("orders@game.test",))


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        (" Anna@Players.TEST. ", "anna@players.test"),
        ("анна@Пример.рф", "анна@xn--e1afmkfd.xn--p1ai"),
        ("АННА@пример.РФ", "анна@xn--e1afmkfd.xn--p1ai"),
        ("anna@xn--E1AFMKFD.xn--p1ai", "anna@xn--e1afmkfd.xn--p1ai"),
        (unicodedata.normalize("NFD", "josé@café.test"), "josé@xn--caf-dma.test"),
        ("josé@café.test", "josé@xn--caf-dma.test"),
        ("anna@straße.test", "anna@straße.test"),
        ("hide-my.mail_7x@privaterelay.test", "hide-my.mail_7x@privaterelay.test"),
        ("a.n.n.a+games@players.test", "a.n.n.a+games@players.test"),
    ],
)
def test_what_is_the_same_mailbox_is_written_in_one_way(written: str, normal: str) -> None:
    assert normal_address(written) == normal
    assert normal_address(normal) == normal


def test_two_domains_are_never_taken_for_one() -> None:
    assert normal_address("anna@straße.test") != normal_address("anna@strasse.test")
    assert normal_address("anna@players.test") != normal_address("anna@рlayers.test"), "a Cyrillic letter"


@pytest.mark.parametrize("header", ["=?utf-8?b?0LDQvdC90LA=?= <анна@пример.рф>", "<анна@пример.рф>", "анна@пример.рф"])
def test_a_sender_beyond_ascii_is_read(header: str) -> None:
    mail = read_mail(f"From: {header}\r\nTo: orders+abc@game.test\r\n\r\n1a\r\n".encode(), own=OWN)
    assert mail.sender is not None
    assert mail.sender.address == "анна@xn--e1afmkfd.xn--p1ai"
    assert mail.lines == ("1a",)
