"""DKIM signatures, verified; keys that cannot be used are told in plain words."""

from __future__ import annotations

import subprocess
from pathlib import Path

import dkim
import pytest

from adjudicator.mail.signing import BadKey, SigningKey, load_key, sign

RAW = (
    b"From: Lights <orders+abc@game.test>\r\nTo: anna@players.test\r\nSubject: turn 3\r\n"
    b"Date: Fri, 20 Nov 2026 10:15:00 +0300\r\nMessage-ID: <h.1@game.test>\r\nAuto-Submitted: auto-generated\r\n"
    b"List-Unsubscribe: <mailto:x@game.test>\r\nMIME-Version: 1.0\r\n\r\nbid 3\r\n"
)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SigningKey:
    file = tmp_path_factory.mktemp("key") / "dkim.pem"
    subprocess.run(["openssl", "genrsa", "-out", str(file), "2048"], check=True, capture_output=True)
    return load_key("game.test", "s1", file)


def verified(raw: bytes, key: SigningKey) -> bool:
    def dns(name: bytes, timeout: int = 5) -> bytes:
        assert name == b"s1._domainkey.game.test."
        return key.record.encode()

    return bool(dkim.verify(raw, dnsfunc=dns))


def test_a_signed_mail_verifies_with_the_record_that_the_operator_is_told_to_publish(key: SigningKey) -> None:
    signed = sign(RAW, key)
    assert signed.endswith(RAW)
    assert verified(signed, key)
    assert verified(signed.replace(b"Subject: turn 3", b"Subject:  turn  3"), key), "spaces may change on the way"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"bid 3", b"bid 4"),
        (b"Subject: turn 3", b"Subject: turn 4"),
        (b"To: anna", b"To: eve"),
        (b"From: Lights", b"From: eve@elsewhere.test\r\nFrom: Lights"),
        (b"<mailto:x@game.test>", b"<mailto:y@game.test>"),
        (b"auto-generated", b"no"),
    ],
)
def test_a_mail_that_was_changed_does_not(key: SigningKey, before: bytes, after: bytes) -> None:
    signature, raw = sign(RAW, key)[: -len(RAW)], RAW
    assert before in raw
    assert not verified(signature + raw.replace(before, after, 1), key)


def test_keys_that_cannot_be_used_are_told_in_plain_words(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    with pytest.raises(BadKey, match="No such file"):
        load_key("game.test", "s1", file)
    file.write_text("nonsense")
    with pytest.raises(BadKey, match="not a private key"):
        load_key("game.test", "s1", file)
    for command, why in (
        (["openssl", "genrsa", "-out", str(file), "512"], "512 bits are too few"),
        (["openssl", "genpkey", "-algorithm", "ed25519", "-out", str(file)], "not an RSA key"),
    ):
        subprocess.run(command, check=True, capture_output=True)
        with pytest.raises(BadKey, match=why):
            load_key("game.test", "s1", file)
