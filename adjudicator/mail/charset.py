"""Bytes to text: declaration, then UTF-8, then a guess among Cyrillic sets only."""

import codecs
import re
from math import log

from msgspec import Struct
from msgspec.structs import replace

_LATIN = frozenset({"ascii", "iso8859-1", "cp1252", "iso8859-15"})
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CYRILLIC = ("cp1251", "koi8-r", "cp866", "iso8859-5")
_CYRILLIC_SETS = (*_CYRILLIC, "koi8-u", "mac-cyrillic")
_READINGS = ("utf-8", "cp1251", "koi8-r", "cp866", "iso8859-5", "mac-cyrillic", "cp1252")
_TWICE = ("cp1252", "iso8859-1", "cp1251", "koi8-r", "mac-cyrillic", "cp866")
"""Charsets as which UTF-8 is taken by programs that encode it a second time."""
_WIDE = ("utf-16", "utf-32")
_ALIASES = {"x-mac-cyrillic": "mac-cyrillic", "x-cp1251": "cp1251", "win-1251": "cp1251", "x-koi8-r": "koi8-r",
            "koi8": "koi8-r", "utf8mb4": "utf-8", "unicode": "utf-16"}  # fmt: skip
_DOUBLED = re.compile("[\u0080-\u04ff]{2}")
_FREQUENCY = dict(
    zip(
        "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
        (110, 84, 80, 74, 67, 63, 55, 47, 45, 44, 35, 32, 30, 28, 26, 20, 19, 17, 17, 16, 16, 14, 12, 10, 9, 7, 6, 5, 4,
         3, 3, 1, 1),
        strict=True,
    )
)  # fmt: skip
"""How often a letter stands in a thousand of Russian text."""
_ENOUGH, _MARGIN = 24, 0.35
"""The least number of letters, and how much more likely each must be on average, before a declaration is not
believed."""
_COMMON = frozenset("оеаинтсрвлкмдпу ")
_REST_OF_CHARACTER = 3
_GUESS_BYTES = 20_000
_COMPARED_BYTES = 4_000
"""The number of bytes of a text whose declared alphabet is compared with the others."""


class Decoded(Struct, frozen=True):
    """A decoded text.

    `guessed` names the charset when the declaration could not be followed; `lost` says that some bytes became
    replacement characters. `doubt` names the charset by which the letters beyond ASCII were read where they may be
    others: it was guessed, not declared, or is one that programs declare without knowing.
    """

    text: str
    guessed: str = ""
    lost: bool = False
    doubt: str = ""


def decode_text(data: bytes, *, declared: str) -> Decoded:
    """Decode a text part or a header; `declared` is the charset it claims, or empty. Never raises.

    >>> decode_text("Пас".encode("koi8-r"), declared="koi8-r").text
    'Пас'
    >>> decode_text("Построить эскадру".encode("cp1251"), declared="x-user-defined")
    Decoded(text='Построить эскадру', guessed='cp1251', lost=False, doubt='cp1251')
    """
    decoded = _undoubled(_decoded(data, declared))
    return replace(decoded, doubt=decoded.guessed) if decoded.guessed else decoded


def beginning(data: bytes, most: int) -> bytes:
    """Return at most `most` bytes of a text.

    A character of UTF-8 is not cut in two: the rest would not be read as UTF-8.

    >>> beginning("Да".encode(), 3).decode()
    'Д'
    """
    end = most
    while most < len(data) and end > most - _REST_OF_CHARACTER and data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end]


def other_readings(word: str, charset: str) -> tuple[str, ...]:
    """Return how other charsets read the bytes of a word that was read by one.

    Only readings of letters and digits are returned.

    >>> other_readings("6в", "cp1251")
    ('6Б', '6т', '6â')
    """
    data = _bytes(word, charset)
    texts = (_try(data, other) for other in _READINGS) if data else ()
    return tuple(dict.fromkeys(text for text in texts if text and text != word and text.isalnum()))


def _decoded(data: bytes, declared: str) -> Decoded:
    for bom, charset in _BOMS:
        if data.startswith(bom):
            marked = _marked(data, bom, charset)
            if marked is not None:
                return marked
            data = data.removeprefix(bom)
            break
    name = _codec(declared)
    if name.startswith(_WIDE):
        return _wide(data, name) or _guess(data)
    if data.isascii() and b"\x1b" not in data and name != "utf-7":
        return Decoded(data.decode("ascii"))
    if name in _CYRILLIC_SETS:
        return _cyrillic(data, name)
    if name and name not in _LATIN:
        strict = _try(data, name)
        if strict is not None:
            return Decoded(strict)
    utf8 = _try(data, "utf-8")
    if utf8 is not None:
        return Decoded(utf8, guessed="" if not declared else "utf-8", doubt="utf-8")
    if name in _LATIN and name != "ascii":
        strict = _try(data, name)
        if strict is not None:
            return Decoded(strict, doubt=name)
    if name == "utf-8" and _mostly_utf8(data):
        return Decoded(data.decode("utf-8", "replace"), lost=True)
    return _guess(data)


def _marked(data: bytes, bom: bytes, charset: str) -> Decoded | None:
    """Decode a text as its byte order mark says; None where a mark of wide characters stands before others.

    >>> decode_text(codecs.BOM_UTF16_LE + b"E4M2", declared="utf-8").text
    'E4M2'
    """
    if not charset.startswith(_WIDE):
        return Decoded(data.decode(charset, "replace"))
    text = _try(data, charset)
    if text is not None and _plausible(text):
        return Decoded(text)
    rest = data.removeprefix(bom)
    return None if _try(rest, "utf-8") is not None and b"\0" not in rest else Decoded(data.decode(charset, "replace"))


def _codec(declared: str) -> str:
    """Return the library's name of a text charset, or empty if unknown."""
    try:
        plain = declared.strip().strip("\"'").lower()
        info = codecs.lookup(_ALIASES.get(plain, plain))
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


def _bytes(text: str, charset: str) -> bytes:
    try:
        return text.encode(charset)
    except (UnicodeError, LookupError):
        return b""


def _undoubled(decoded: Decoded) -> Decoded:
    """Undo a second encoding as UTF-8, if only one text can be meant.

    Otherwise the text stays as it is.

    Some short words are valid UTF-8 in a Cyrillic set («её» in KOI8-R): the other text must look like words no less.
    """
    text = decoded.text
    if text.isascii() or not _DOUBLED.search(text):
        return decoded
    texts = (_try(data, "utf-8") for charset in _TWICE if (data := _bytes(text, charset)))
    likely = (once for once in texts if once is not None and not once.isascii() and _plausible(once))
    found = {once for once in likely if _wordlike(once) >= _wordlike(text)}
    return Decoded(found.pop(), guessed="utf-8", lost=decoded.lost) if len(found) == 1 else decoded


def _mostly_utf8(data: bytes) -> bool:
    text = data.decode("utf-8", "replace")
    foreign = sum(1 for char in text if char > "\x7f")
    return text.count("\ufffd") * 4 <= foreign


def _wide(data: bytes, name: str) -> Decoded | None:
    """Return two or four bytes a character without a mark of their order; None: the bytes are something else."""
    orders = (name,) if name.endswith(("-le", "-be")) else (f"{name}-le", f"{name}-be")
    for charset in orders:
        text = _try(data, charset)
        if text is not None and _plausible(text):
            return Decoded(text)
    utf8 = _try(data, "utf-8")
    return None if utf8 is None or "\0" in utf8 else Decoded(utf8, guessed="utf-8")


def _plausible(text: str) -> bool:
    """Return whether nearly all characters are such as people here write: Latin, Cyrillic, the usual signs."""
    usual = sum(1 for char in text if "\t" <= char < "\u0530" or "\u1e00" <= char < "\u2300" or char > "\ufeee")
    return usual * 10 >= len(text) * 9


def _cyrillic(data: bytes, name: str) -> Decoded:
    """Decode by a declared Cyrillic charset, unless the bytes are surely of another.

    Programs that pass messages on mistake them.
    """
    strict = _try(data, name)
    declared = data.decode(name, "replace") if strict is None else strict
    utf8 = _try(data, "utf-8")
    if utf8 is not None and _wordlike(utf8[:_GUESS_BYTES]) > _wordlike(declared[:_GUESS_BYTES]):
        return Decoded(utf8, guessed="utf-8")
    sample = data[:_COMPARED_BYTES]
    best = max(_CYRILLIC_SETS, key=lambda charset: _likely(sample.decode(charset, "replace")))
    letters = sum(1 for byte in sample if byte > 0x7F)
    if best != name and letters >= _ENOUGH:
        better = _likely(sample.decode(best, "replace")) - _likely(sample.decode(name, "replace"))
        if better > _MARGIN:
            return Decoded(data.decode(best, "replace"), guessed=best)
    return _guess(data) if strict is None else Decoded(strict)


def _likely(text: str) -> float:
    """Return how much the letters are those of Russian words, whatever their case: the mean logarithm for each."""
    foreign = [char for char in text.lower() if char > "\x7f"]
    if not foreign:
        return 0.0
    return sum(log(_FREQUENCY.get(char, 0.05)) for char in foreign) / len(foreign)


def _guess(data: bytes) -> Decoded:
    """Decode by the Cyrillic charset whose reading looks most like words."""
    sample = data[:_GUESS_BYTES]
    best = max(_CYRILLIC, key=lambda charset: _wordlike(sample.decode(charset, "replace")))
    text = data.decode(best, "replace")
    return Decoded(text, guessed=best, lost="\ufffd" in text)


def _wordlike(text: str) -> int:
    """Score how much a text looks like words: common small letters add, odd signs and capitals inside words subtract.

    Russian words are told from their mirror in a wrong charset by letter frequency and case alone, even in a line of
    three letters, where general detectors see East Asian text.
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
