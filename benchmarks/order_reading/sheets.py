"""Read the sheets: positions, what somebody wants in them, and the ways in which they may write it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec
import yaml

from tests.service.stage import Scene

HERE = Path(__file__).parent
SHEETS = {
    "seen": "what is worked on (as without an option)",
    "unseen": "what nobody looks at while mending",
    "fresh": "what was written before anybody saw it read",
    "further": "what was written when sentences were first carried out",
    "later": "what was written when denials were first understood",
    "imagined": "what telephones make of orders, talk around them, tables, words run together; worked on",
    "imagined-unseen": "a third of these, at which nobody looks while mending",
    "registers": "the third person, nouns, the passive, reasons, slang, answers of a word; worked on",
    "registers-unseen": "a third of these, at which nobody looks while mending",
    "styles": "telegrams, keyboards, initials, remarks, slips; worked on",
    "banks": "Pax Renaissance; worked on",
    "banks-unseen": "a third of these, at which nobody looks while mending",
    "tables": "twelve people, from a lawyer to a joker, in both games; worked on",
    "tables-unseen": "a third of these, at which nobody looks while mending",
    "letterbox": "a grandmother, a soldier, a clerk, headings, thoughts and conditions around the orders; worked on",
    "letterbox-unseen": "a third of these, at which nobody looks while mending",
    "realms": "Europa Universalis; worked on",
    "realms-unseen": "a third of these, at which nobody looks while mending",
    "courts": "Europa Universalis as people talk, written by two who saw only the orders; worked on",
    "courts-unseen": "a third of these, at which nobody looks while mending",
    "courtiers": "Europa Universalis: offers, promises, hearsay, exceptions, names spoken to, bare answers; worked on",
    "courtiers-unseen": "a third of these, at which nobody looks while mending",
    "merchants": "Pax Renaissance in the same manner; worked on",
    "merchants-unseen": "a third of these, at which nobody looks while mending",
    "manners": "the polite, those who speak of themselves as of a king, those who count; worked on",
}
"""The sheets, and what each is."""
SLICE = slice(2, None, 13)
"""The part of a sheet that is tried with all other tests."""


class Kind(StrEnum):
    """The classes of wordings."""

    CODES = "codes"
    NAMES = "names"
    PLAIN = "plain"
    PHONE = "phone"
    TYPOS = "typos"
    DICTATION = "dictation"
    POLITE = "polite"
    PERSON = "person"
    NUMBERS = "numbers"
    LISTS = "lists"
    CORRECTIONS = "corrections"
    NEGATIONS = "negations"
    PAYMENT = "payment"
    QUOTES = "quotes"
    LETTERS = "letters"
    COMMANDS = "commands"
    GLUED = "glued"
    TRANSLIT = "translit"
    TALK = "talk"
    TABLES = "tables"
    MIXED = "mixed"
    THIRD = "third"
    NOUNS = "nouns"
    PASSIVE = "passive"
    REASONS = "reasons"
    COLLOQUIAL = "colloquial"
    ANSWERS = "answers"
    TELEGRAM = "telegram"
    LAYOUT = "layout"
    INITIALS = "initials"
    REMARKS = "remarks"
    LAWYER = "lawyer"
    TEEN = "teen"
    ADMIRAL = "admiral"
    NUMBERED = "numbered"
    SEPARATORS = "separators"
    FOREIGN = "foreign"
    PASTED = "pasted"
    INLINE = "inline"
    PLAN = "plan"
    JOKES = "jokes"
    GRANDMOTHER = "grandmother"
    SOLDIER = "soldier"
    CLERK = "clerk"
    HEADINGS = "headings"
    HURRIED = "hurried"
    THINKING = "thinking"
    CONDITIONAL = "conditional"
    INSERTED = "inserted"
    PROPOSALS = "proposals"
    PROMISES = "promises"
    HEARSAY = "hearsay"
    EXCEPTIONS = "exceptions"
    TOGETHER = "together"
    ADDRESSED = "addressed"
    DIRECTIONS = "directions"
    FORMS = "forms"
    PRINTED = "printed"
    ABROAD = "abroad"
    SKIPS = "skips"
    PRONOUNS = "pronouns"
    ADJECTIVES = "adjectives"


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of somebody, an order line for each action, and how they may write it.

    A way is `kind: text of the mail`, or of several mails one after the other. `{quote}` stands for the quoted mail
    that they answer.
    """

    say: list[dict[Kind, str | list[str]]]
    want: list[str] = []


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of the slice, or of a part of it, in mails."""

    right_at_once: int
    at_most_one_yes: int


class _Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: str
    language: str
    game: str = "imperial-struggle"
    document: str = ""


class Wording(NamedTuple):
    """One way to write a wish in a position. `number`: where it stands in its sheet."""

    number: int
    scene: Scene
    want: tuple[str, ...]
    kind: Kind
    mails: tuple[str, ...]


def scenes() -> dict[str, Scene]:
    """Return the positions by name, each once.

    Raises:
        ValueError: A position has no document.
    """
    return {name: scene for name, scene in retold().items() if scene.document and scene.document.stem == name}


def retold() -> dict[str, Scene]:
    """Return all positions by name.

    Some are used again for another seat or in another language.

    Raises:
        ValueError: A position has no document.
    """
    places = msgspec.convert(_read("positions.yaml"), dict[str, _Place])
    found = {
        name: Scene(
            name, place.seat, place.language, HERE / "positions" / f"{place.document or name}.json", game=place.game
        )
        for name, place in places.items()
    }
    missing = [scene.name for scene in found.values() if scene.document is None or not scene.document.exists()]
    if missing:
        raise ValueError(f"no document for {', '.join(missing)}")
    return found


def measured(every: int) -> Measured:
    """Return what each so many-th wording of the slice is to reach."""
    return msgspec.convert(_read("measured.yaml"), dict[int, Measured])[every]


def wordings(sheet: str) -> Iterator[Wording]:
    """Yield the wordings of a sheet (`SHEETS`), position by position.

    Raises:
        KeyError: A position is unknown.
    """
    known, number = retold(), count()
    for name, wishes in msgspec.convert(_read(f"{sheet.replace('-', '_')}.yaml"), dict[str, list[Wish]]).items():
        for wish in wishes:
            for said in wish.say:
                for kind, text in said.items():
                    mails = (text,) if isinstance(text, str) else tuple(text)
                    yield Wording(next(number), known[name], tuple(wish.want), kind, mails)


def _read(name: str) -> object:
    return yaml.load((HERE / name).read_text(), Loader=yaml.CSafeLoader)
