"""What PGP puts around a text (RFC 9580 7) is no part of it, however the mail came through a program."""

from __future__ import annotations

import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.read import read_mail

OWN = OwnAddresses(addresses=("orders@game.test",))
HEAD = "From: Anna <anna@players.test>\r\nTo: orders+abc@game.test\r\nMessage-ID: <a@players.test>\r\n"
DATA = "\niQIzBAEBCgAdFiEE\n=abcd\n"
SIGNATURE = f"-----BEGIN PGP SIGNATURE-----\n{DATA}-----END PGP SIGNATURE-----\n"
KEY = f"-----BEGIN PGP PUBLIC KEY BLOCK-----\nVersion: 2\n{DATA}-----END PGP PUBLIC KEY BLOCK-----\n"
SIGNED = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nE4M2\n- -- \nAnna\n{SIGNATURE}"


def lines(body: str, kind: str = "text/plain") -> tuple[str, ...]:
    head = f"{HEAD}Content-Type: {kind}; charset=utf-8\r\n\r\n"
    return read_mail((head + body.replace("\n", "\r\n")).encode(), own=OWN).lines


@pytest.mark.parametrize(
    "body",
    [
        SIGNED,
        SIGNED.replace("SHA512\n\n", "SHA512\n \n"),
        SIGNED.replace("SHA512\n\n", "SHA512\n"),
        SIGNED.replace("Hash: SHA512\n", ""),
        SIGNED.replace("\n", "\n\n"),
        f"E4M2\n\n{SIGNATURE}",
        f"E4M2\n\n{KEY}",
        f"{SIGNED}{KEY}",
        f"E4M2\n\n{SIGNATURE.partition('=abcd')[0]}",
    ],
)
def test_the_text_inside_is_read(body: str) -> None:
    assert lines(body) == ("E4M2",)
    assert lines(body.replace("\n", "<br>\n"), "text/html") == ("E4M2",)


def test_an_order_that_looks_like_a_header_of_the_armour_stays() -> None:
    body = SIGNED.replace("E4M2", "France: E4M2\nHash: not one of these")
    assert lines(body) == ("France: E4M2", "Hash: not one of these")
