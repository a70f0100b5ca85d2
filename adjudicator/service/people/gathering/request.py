"""`join CODE [seat NAME] [as NAME] [language ru] [zone Europe/Berlin] [nonce TEXT]`, and what else a mail tells.

Who says nothing of themselves is called as their mail calls them; their language is that of the word they used,
their time zone is guessed from the clock of their mail.
"""

import re
from collections.abc import Sequence
from email.utils import parsedate_to_datetime

import msgspec

from adjudicator.language import CODES, language, language_called
from adjudicator.mail.model import ReadMail
from adjudicator.orders.text import clean, normalize_word, order_part
from adjudicator.service.people.zones import guessed_zone, zone_called
from adjudicator.store.campaigns import LETTERS
from adjudicator.store.tables import SeatKind

JOIN = {"en": ("join",), "ru": ("вступить", "вступаю")}
OBSERVE = {"en": ("observe", "watch"), "ru": ("наблюдать", "наблюдаю")}
_WORDS = {
    normalize_word(form): (code, kind)
    for code in reversed(CODES)
    for names, kind in ((JOIN, SeatKind.PLAYER), (OBSERVE, SeatKind.OBSERVER))
    for form in language(code).forms(names)
}
"""Whoever writes such a word wants to be written to in its language, English where two have the same."""
_KEYS = {
    "seat": ("seat", "место", "за"),
    "name": ("as", "name", "имя", "как"),
    "language": ("language", "lang", "язык"),
    "zone": ("zone", "пояс"),
    "nonce": ("nonce", "соль"),
}
_KEY_OF = {word: key for key, words in _KEYS.items() for word in words}
_LINE = re.compile(r"\s*([^\W\d_]+)[\s:,]+(\S+)\s*(.*)", re.DOTALL)
MOST_LINES = 10
LONGEST_NAME = 80


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody wants a seat, or to watch."""

    code: str
    kind: SeatKind
    name: str
    email: str
    language: str
    zone: str = ""
    """Empty: nothing tells."""
    seat: str = ""
    nonce: str = ""


def request_in(mail: ReadMail) -> Request | None:
    """Return the request in a message, from one of its first lines or its subject."""
    if mail.sender is None:
        return None
    for line in (*mail.lines[:MOST_LINES], mail.subject):
        found = read_line(line)
        if found is not None:
            return _completed(found, mail)
    return None


def read_line(line: str) -> Request | None:
    """Return a request as far as the line says it; name and address are empty if it does not.

    >>> read_line("join abcdefghjk as Anna zone Europe/Berlin").zone
    'Europe/Berlin'
    """
    found = _LINE.fullmatch(order_part(clean(line))[:600])
    if found is None or normalize_word(found[1]) not in _WORDS or not is_code(found[2].strip(".,;!:")):
        return None
    code, kind = _WORDS[normalize_word(found[1])]
    _, given = pairs_in(found[3])
    return Request(
        code=found[2].strip(".,;!:").lower(),
        kind=kind,
        name=given.get("name", "")[:LONGEST_NAME],
        email="",
        language=language_called(given.get("language", "")) or code,
        zone=zone_called(given.get("zone", "")) or "",
        seat=given.get("seat", ""),
        nonce=given.get("nonce", ""),
    )


def is_code(text: str) -> bool:
    """Return whether a text looks like one of our codes."""
    return 8 <= len(text) <= 16 and all(letter in LETTERS for letter in text.lower())


def pairs_in(rest: str) -> tuple[str, dict[str, str]]:
    """Return what stands before the first key word, and the value after each; a nonce takes the rest of the line."""
    given: dict[str, list[str]] = {"": []}
    key = ""
    for word in rest.split():
        named = _KEY_OF.get(normalize_word(word.strip(":,=")))
        if named and key != "nonce":
            key = named
            given.setdefault(key, [])
        else:
            given[key].append(word)
    found = {key: " ".join(words).strip(",;") for key, words in given.items()}
    return found.pop(""), found


def _completed(found: Request, mail: ReadMail) -> Request:
    assert mail.sender is not None
    name = found.name or mail.sender.name or mail.sender.address.partition("@")[0]
    return msgspec.structs.replace(
        found,
        name=" ".join(name.split())[:LONGEST_NAME],
        email=mail.sender.address,
        zone=found.zone or zone_of(mail),
    )


def zone_of(mail: ReadMail) -> str:
    """Return the time zone that the clock of a mail tells; empty if it tells none."""
    try:
        return guessed_zone(parsedate_to_datetime(mail.date_shown))
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def seat_wanted(typed: str, seats: Sequence[tuple[str, tuple[str, ...]]]) -> str | None:
    """Return the seat of which a name, or an unambiguous beginning, was typed; each seat comes with its names."""
    wanted = normalize_word(clean(typed).strip(" .,!"))
    exact = [seat for seat, names in seats if wanted in {normalize_word(name) for name in (seat, *names)}]
    begun = [seat for seat, names in seats if any(normalize_word(name).startswith(wanted) for name in (seat, *names))]
    found = exact or begun
    return found[0] if wanted and len(set(found)) == 1 else None
