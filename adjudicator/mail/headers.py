"""The header block of a mail, read from the bytes (RFC 5322 §2.2, RFC 2047).

The standard library's parser raises errors on some headers and needs seconds for others;
this one splits lines, unfolds, and decodes encoded words within fixed limits.
"""

import codecs
import re
from email.header import decode_header

from msgspec.structs import replace

from adjudicator.mail.charset import Decoded, beginning, decode_text

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BLANK = re.compile(rb"\r?\n\r?\n|\r\r")
_DECODED_BYTES = 8_000
_ENCODED_WORD = re.compile(r"=\?[^?\s]{1,40}\?[bBqQ]\?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029]+")


class Headers:
    """Header fields of a mail in their order; names are case-blind."""

    def __init__(self, block: bytes) -> None:
        fields: list[tuple[str, list[bytes]]] = []
        for line in _LINE_END.split(block):
            if line[:1] in (b" ", b"\t") and fields:
                fields[-1][1].append(line.strip())
            elif b":" in line:
                name, _, value = line.partition(b":")
                fields.append((name.decode("latin-1").strip().lower(), [value.strip()]))
        self.fields = [(name, b" ".join(lines)) for name, lines in fields]

    def raw(self, name: str) -> list[bytes]:
        """Return all values of a header as bytes, unfolded, topmost first."""
        return [value for key, value in self.fields if key == name]

    def plain(self, name: str) -> list[str]:
        """Return all values of a header as they are written.

        For headers that hold addresses and ids, where encoded words are no part of the syntax (RFC 2047 §5).
        """
        return [one_line(decode_text(beginning(value, _DECODED_BYTES), declared="").text) for value in self.raw(name)]

    def all(self, name: str) -> list[str]:
        """Return all values of a header, decoded, each one line."""
        return [decode_value(value) for value in self.raw(name)]

    def get(self, name: str) -> str:
        """Return the first value of a header, decoded, or an empty text."""
        for value in self.raw(name):
            return decode_value(value)
        return ""

    def decoded(self, name: str) -> Decoded:
        """Return the first value of a header, decoded, and whether its letters are in doubt."""
        return next(map(decoded_value, self.raw(name)), Decoded(""))

    def has(self, name: str) -> bool:
        """Return whether the header is there at all."""
        return any(key == name for key, _ in self.fields)


def without_mark(raw: bytes) -> bytes:
    """Return a mail without the byte order mark that some servers write before its first header (RFC 5322, 2.2).

    >>> without_mark(codecs.BOM_UTF8 + b"From: anna@players.test")
    b'From: anna@players.test'
    """
    while raw.startswith(codecs.BOM_UTF8):
        raw = raw.removeprefix(codecs.BOM_UTF8)
    return raw


def split_mail(raw: bytes, *, most: int) -> tuple[bytes, bytes] | None:
    """Return the header block and body of a mail.

    Returns None if the header block is longer than `most` bytes.
    """
    match = _BLANK.search(raw, 0, most + 4)
    if match is not None:
        return raw[: match.start()], raw[match.end() :]
    return None if len(raw) > most else (raw, b"")


def decode_value(value: bytes) -> str:
    """Return a header value as one line of text: encoded words and raw 8-bit bytes decoded.

    Never raises; control characters and line breaks become spaces.
    """
    return decoded_value(value).text


def decoded_value(value: bytes) -> Decoded:
    """Return a header value as one line of text, and whether its letters are in doubt."""
    decoded = decode_text(beginning(value, _DECODED_BYTES), declared="")
    if _ENCODED_WORD.search(decoded.text):
        decoded = _decode_words(decoded)
    return replace(decoded, text=one_line(decoded.text))


def _decode_words(raw: Decoded) -> Decoded:
    end = raw.text.rfind("?=") + 2  # no word ends after it; the library would search on and on
    try:
        pieces = decode_header(raw.text[:end])
    except Exception:  # binascii.Error and HeaderParseError on broken base64: show it as it is
        return raw
    decoded: list[str] = []
    doubt = raw.doubt
    for piece, charset in pieces:
        if isinstance(piece, str):
            decoded.append(piece)
        elif charset is None:
            decoded.append(piece.decode("raw-unicode-escape", "replace"))
        else:
            word = decode_text(piece, declared=charset)
            decoded.append(word.text)
            doubt = doubt or word.doubt
    return Decoded("".join(decoded) + raw.text[end:], doubt=doubt)


def one_line(text: str) -> str:
    r"""Return the text without line breaks and control characters.

    >>> one_line("Re: turn 3\r\nBcc: eve@elsewhere.example")
    'Re: turn 3 Bcc: eve@elsewhere.example'
    """
    return _CONTROL.sub(" ", text).strip()
