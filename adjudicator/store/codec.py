"""Write blobs that may hold a secret into the database.

One format for raw mails, drafts, sealed answers, checkpoints, log entries, prompts and the outbox:

====  ==========================  ======================================================
byte  meaning                     what follows
====  ==========================  ======================================================
0x00  plain                       the bytes
0x01  zlib                        the compressed bytes
0x10  AES-256-GCM                 key id (4), nonce (12), ciphertext with tag
0x11  AES-256-GCM over zlib       the same
====  ==========================  ======================================================

The first byte and the key id are authenticated. Before encryption the text gets a length prefix and is
padded, because the length of a sealed answer would tell which of a few answers it is.
"""

import os
import zlib
from collections.abc import Sequence
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

PLAIN, PACKED, SEALED, SEALED_PACKED = b"\x00", b"\x01", b"\x10", b"\x11"
PACK_FROM = 2048
"""Bytes from which compressing pays: a checkpoint stays below, a mail with a picture does not."""
KEY_BYTES = 32
KEY_ID_BYTES = 4
NONCE_BYTES = 12
LENGTH_BYTES = 4
PAD_TO = 256


class CodecError(Exception):
    """A blob cannot be opened: unknown format, damaged, or its key is not among ours."""


class Codec:
    """Seals and opens blobs; without a key it only packs.

    ``key`` is the server's key of 32 bytes, used for everything written from now on; ``older`` are keys
    that only open. Blobs written before there was a key stay readable.
    Raises ``ValueError`` for a key of another length.
    """

    def __init__(self, key: bytes | None, older: Sequence[bytes] = ()) -> None:
        keys = [*([] if key is None else [key]), *older]
        if any(len(each) != KEY_BYTES for each in keys):
            raise ValueError(f"a server key has {KEY_BYTES} bytes")
        self._ciphers = {_key_id(each): AESGCM(each) for each in keys}
        self._current = None if key is None else _key_id(key)

    @property
    def has_key(self) -> bool:
        """Whether blobs are encrypted."""
        return self._current is not None

    @property
    def key_ids(self) -> tuple[frozenset[bytes], bytes | None]:
        """The ids of the keys that open, and of the one that seals. Codecs with the same ones do the same."""
        return frozenset(self._ciphers), self._current

    def seal(self, blob: bytes, *, padded: bool = True) -> bytes:
        """Return the form in which ``blob`` is stored; without padding only where all of its kind have one length."""
        packed = zlib.compress(blob, 1) if len(blob) >= PACK_FROM else blob
        worth_it = len(packed) < len(blob)
        body = packed if worth_it else blob
        if self._current is None:
            return (PACKED if worth_it else PLAIN) + body
        head = (SEALED_PACKED if worth_it else SEALED) + self._current
        nonce = os.urandom(NONCE_BYTES)
        return head + nonce + self._ciphers[self._current].encrypt(nonce, _padded(body, PAD_TO if padded else 1), head)

    def open(self, stored: bytes) -> bytes:
        """Return the blob of a stored form.

        Raises:
            CodecError: It cannot be opened.
        """
        form = stored[:1]
        if form == PLAIN:
            return stored[1:]
        if form in (SEALED, SEALED_PACKED):
            body = self._decrypt(stored)
        elif form == PACKED:
            body = stored[1:]
        else:
            raise CodecError("the blob has an unknown format")
        if form == SEALED:
            return body
        try:
            return zlib.decompress(body)
        except zlib.error as error:
            raise CodecError("the blob is damaged") from error

    def current(self, stored: bytes) -> bool:
        """Return whether ``stored`` is written as ``seal`` would write it today; if not, it waits for rotation."""
        if self._current is None:
            return stored[:1] in (PLAIN, PACKED)
        return stored[:1] in (SEALED, SEALED_PACKED) and stored[1 : 1 + KEY_ID_BYTES] == self._current

    def _decrypt(self, stored: bytes) -> bytes:
        head, rest = stored[: 1 + KEY_ID_BYTES], stored[1 + KEY_ID_BYTES :]
        cipher = self._ciphers.get(head[1:])
        if cipher is None:
            raise CodecError(
                f"the server key {head[1:].hex()} is not among the configured ones: `secret_key` is another one than "
                "when this was written; put the former one into `older_secret_keys`"
            )
        try:
            padded = cipher.decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], head)
        except (InvalidTag, ValueError) as error:
            raise CodecError("the blob is damaged") from error
        length = int.from_bytes(padded[:LENGTH_BYTES], "big")
        return padded[LENGTH_BYTES : LENGTH_BYTES + length]


def _key_id(key: bytes) -> bytes:
    return sha256(b"adjudicator key id" + key).digest()[:KEY_ID_BYTES]


def _padded(body: bytes, least: int) -> bytes:
    """Return it with its length in front, filled to a multiple of ``least`` bytes, of a sixteenth for large blobs."""
    length = LENGTH_BYTES + len(body)
    step = max(least, 1 << max(0, length.bit_length() - 5)) if least > 1 else 1
    return len(body).to_bytes(LENGTH_BYTES, "big") + body + bytes(-length % step)
