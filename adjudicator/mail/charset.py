"""Bytes to text: declaration, then UTF-8, then a guess among Cyrillic sets only."""

import codecs

from msgspec import Struct

_LATIN = frozenset({"ascii", "iso8859-1", "cp1252", "iso8859-15"})
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CYRILLIC = ("cp1251", "koi8-r", "cp866", "iso8859-5")
_COMMON = frozenset("оеаинтсрвлкмдпу ")
_GUESS_BYTES = 20_000


class Decoded(Struct, frozen=True):
    """`guessed` names the charset when the declaration could not be followed; `lost` says that
    some bytes became replacement characters."""

    text: str
    guessed: str = ""
    lost: bool = False


def decode_text(data: bytes, *, declared: str) -> Decoded:
    """Decode a text part or a header; `declared` is the charset it claims, or empty. Never raises.

    >>> decode_text("Пас".encode("koi8-r"), declared="koi8-r").text
    'Пас'
    >>> decode_text("Построить эскадру".encode("cp1251"), declared="x-user-defined")
    Decoded(text='Построить эскадру', guessed='cp1251', lost=False)
    """
    for bom, charset in _BOMS:
        if data.startswith(bom):
            return Decoded(data.decode(charset, "replace"))
    if data.isascii() and b"\x1b" not in data and not declared.lower().startswith("utf-7"):
        return Decoded(data.decode("ascii"))
    name = _codec(declared)
    if name and name not in _LATIN:
        strict = _try(data, name)
        if strict is not None:
            return Decoded(strict)
    utf8 = _try(data, "utf-8")
    if utf8 is not None:
        return Decoded(utf8, guessed="" if not declared else "utf-8")
    if name in _LATIN and name != "ascii":
        strict = _try(data, name)
        if strict is not None:
            return Decoded(strict)
    if name == "utf-8" and _mostly_utf8(data):
        return Decoded(data.decode("utf-8", "replace"), lost=True)
    return _guess(data)


def _codec(declared: str) -> str:
    """The library's name of a text charset, or empty if unknown."""
    try:
        info = codecs.lookup(declared.strip().strip("\"'"))
    except (LookupError, ValueError):
        return ""
    # utf-16/32 need an even number of bytes and decode nearly anything; rot13 and hex are no charsets
    if not getattr(info, "_is_text_encoding", True) or info.name in ("idna", "punycode", "unicode-escape"):
        return ""
    return info.name


def _try(data: bytes, charset: str) -> str | None:
    try:
        return data.decode(charset)
    except (UnicodeError, ValueError, LookupError):
        return None


def _mostly_utf8(data: bytes) -> bool:
    text = data.decode("utf-8", "replace")
    foreign = sum(1 for char in text if char > "\x7f")
    return text.count("\ufffd") * 4 <= foreign


def _guess(data: bytes) -> Decoded:
    """The Cyrillic charset whose reading looks most like words."""
    sample = data[:_GUESS_BYTES]
    best = max(_CYRILLIC, key=lambda charset: _wordlike(sample.decode(charset, "replace")))
    text = data.decode(best, "replace")
    return Decoded(text, guessed=best, lost="\ufffd" in text)


def _wordlike(text: str) -> int:
    """Common small letters count for, odd signs and capitals inside words against.

    Russian words are told from their mirror in a wrong charset by letter frequency and case
    alone, even in a line of three letters, where general detectors see East Asian text.
    """
    score, before = 0, " "
    for char in text:
        if char > "\x7f":
            if "а" <= char <= "я" or char == "ё":
                score += 3 if char in _COMMON else 1
            elif "А" <= char <= "Я" or char == "Ё":
                score += -3 if before.islower() else 1
            else:
                score -= 4
        before = char
    return score
