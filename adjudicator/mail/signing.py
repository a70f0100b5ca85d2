"""Signing our mails (DKIM, RFC 6376), for installations whose sending server does not do it."""

import base64
from pathlib import Path

import dkim
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from msgspec import Struct

SHORTEST = 1024
"""Bits; Gmail ignores shorter keys. New ones should have 2048."""
_SIGNED = (
    b"from", b"from", b"to", b"reply-to", b"subject", b"date", b"message-id", b"in-reply-to", b"references",
    b"auto-submitted", b"list-id", b"list-unsubscribe", b"mime-version", b"content-type",
)  # fmt: skip
"""Fields that nobody may change or add on the way; From is named twice, so that a second one breaks the signature."""


class BadKey(ValueError):  # noqa: N818
    """The key cannot be used; the text says why, in plain words."""


class SigningKey(Struct, frozen=True):
    """A private RSA key (PEM, PKCS #1), the domain that signs, and the selector under which DNS has the public key."""

    domain: str
    selector: str
    pem: bytes

    @property
    def record(self) -> str:
        """The TXT record that DNS must have at `SELECTOR._domainkey.DOMAIN`."""
        public = _private(self.pem).public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode('ascii')}"


def load_key(domain: str, selector: str, file: Path) -> SigningKey:
    """Load a signing key.

    Raises:
        BadKey: The key cannot be read or used.
    """
    try:
        pem = file.read_bytes()
    except OSError as error:
        raise BadKey(f"{file}: {error.strerror}") from error
    try:
        key = _private(pem)
    except BadKey as bad:
        raise BadKey(f"{file}: {bad}") from bad
    return SigningKey(
        domain, selector, key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    )


def sign(raw: bytes, key: SigningKey) -> bytes:
    """Return the message with a signature in front.

    It is relaxed/relaxed, so that harmless changes on the way do not break it.
    """
    present = {line.partition(b":")[0].strip().lower() for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n")}
    signature = dkim.sign(
        raw,
        key.selector.encode("ascii"),
        key.domain.encode("ascii"),
        key.pem,
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=[name for name in _SIGNED if name in present],
    )
    return bytes(signature) + raw


def _private(pem: bytes) -> RSAPrivateKey:
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadKey("not a private key in PEM without a password (openssl genrsa 2048)") from error
    if not isinstance(key, RSAPrivateKey):
        raise BadKey("not an RSA key (openssl genrsa 2048)")
    if key.key_size < SHORTEST:
        raise BadKey(f"{key.key_size} bits are too few (openssl genrsa 2048)")
    return key
