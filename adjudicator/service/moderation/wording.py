"""The words behind a moderator's command in a mail: taken apart into what a deed needs."""

import re
from collections.abc import Callable, Collection
from typing import Any

from adjudicator.mail.address import can_be_reached
from adjudicator.orders.text import normalize_word
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.moderation.named import Newcomer, seat_named
from adjudicator.service.moderation.rights import RIGHTS_TYPED, Right

_NUMBER = re.compile(r"(?:(?<=\s)|^)(?:log\s+|№\s*|журнал\s+)?#?(\d{1,9})(?=[\s,;:.]|$)", re.IGNORECASE)
_LEADING = re.compile(r"\s*(?:log\s+|entry\s+|№\s*|журнал\s+|запись\s+)?#?(\d{1,9})(?=[\s,;:.]|$)", re.IGNORECASE)
_BECAUSE = re.compile(r"[\s,;]+(?:because|reason:|потому,? что|так как|причина:)\s+", re.IGNORECASE)
_ADDRESS = re.compile(r"<?([^\s<>,;]+@[^\s<>,;]+)>?")
_HOURS = re.compile(r"(\d{1,4})\s*(h|hours?|ч|час(?:а|ов)?|d|days?|д|дн(?:я|ей)?|день|сут(?:ки|ок)?)?", re.IGNORECASE)
_DAYS = ("d", "д", "с")
_KEEP = ("keep", "оставить")
_DROP = ("drop", "отбросить", "бросить")
_FILLERS = frozenset(("to", "by", "for", "with", "log", "на", "по", "для", "at", "журнал", "orders", "приказы"))
_RIGHTS = {**{right.value: right for right in Right}, **{typed: right for right, typed in RIGHTS_TYPED.items()}}


class BadWording(Exception):  # noqa: N818 - an answer
    """The words behind a command do not say what it needs."""


def begins_with_hours(text: str) -> bool:
    """Return whether a number of hours or days comes first."""
    return bool(_HOURS.match(text))


def begins_with_reason(text: str) -> bool:
    """Return whether a reason is given, and nothing before it."""
    return _BECAUSE.match(f" {text}") is not None


class Wording:
    """The text that follows a command; each reading takes its words away from what is left."""

    def __init__(self, table: CampaignContext, text: str) -> None:
        self.table = table
        self.left = text.strip()

    def said(self, fields: Collection[str]) -> dict[str, Any]:
        """Return what the words say of these fields of a command, in the order in which they are taken from the text.

        The reason comes last, after `because` if seats are named.

        Raises:
            Rejected: A field names what does not exist.
            BadWording: A field cannot be read.
        """
        because = self.because() if {"seats", "reason"} <= {*fields} else ""
        readings: dict[str, Callable[[], Any]] = {
            "log": self.number,
            "hours": self.hours,
            "seat": self.seat,
            "seats": self.seats,
            "keep": self.keep,
            "to": self.newcomer,
            "reason": lambda: because or self.sentence,
        }
        return {field: read() for field, read in readings.items() if field in fields}

    @property
    def sentence(self) -> str:
        """The rest of the text, as a reason is written."""
        return self.left.strip(" ,:")

    def number(self) -> int | None:
        """Take a log number, which may be anywhere."""
        found = _NUMBER.search(self.left)
        if found is None:
            return None
        self.left = f"{self.left[: found.start()]} {self.left[found.end() :]}".strip()
        return int(found[1])

    def leading(self) -> int | None:
        """Take a number at the beginning: the log number, or that of an entry."""
        found = _LEADING.match(self.left)
        if found is None:
            return None
        self.left = self.left[found.end() :].lstrip(" :,")
        return int(found[1])

    def because(self) -> str:
        """Take the reason at the end, after `because`; empty if there is none."""
        said, *reason = _BECAUSE.split(self.left, maxsplit=1)
        self.left = said.strip(" ,;")
        return reason[0].strip(" ,:.") if reason else ""

    def because_anywhere(self) -> str:
        """Take the reason at the end of a line, whichever it is; the last one counts. Empty if there is none."""
        reason, kept = "", []
        for line in self.left.split("\n"):
            self.left = f" {line}"
            reason = self.because() or reason
            kept.append(self.left)
        self.left = "\n".join(kept)
        return reason

    def lines(self) -> tuple[str, ...]:
        """Return what is left, as lines that were separated by semicolons.

        Raises:
            BadWording: Nothing is left.
        """
        found = tuple(line for line in (part.strip(" ,:") for part in self.left.split(";")) if line)
        if not found:
            raise BadWording
        return found

    def hours(self) -> int:
        """Take a number of hours, or of days, at the beginning, and return it in hours.

        Raises:
            BadWording: There is no such number, or it is out of range.
        """
        found = _HOURS.match(self.left)
        if found is None or not 1 <= int(found[1]) <= 2160:
            raise BadWording
        self.left = self.left[found.end() :]
        return int(found[1]) * (24 if (found[2] or "h").lower().startswith(_DAYS) else 1)

    def seat(self) -> str:
        """Take the seat at the beginning.

        Raises:
            Rejected: There is no such seat.
            BadWording: Nothing is left.
        """
        parts = self.left.split()
        if not parts:
            raise BadWording
        for length in (2, 1):
            try:
                found = seat_named(self.table, " ".join(parts[:length]).rstrip(":")).name
            except Rejected as why:
                unknown = why
            else:
                self.left = " ".join(parts[length:])
                return found
        raise unknown

    def seats(self) -> tuple[str, ...]:
        """Return the seats that the words name.

        Raises:
            Rejected: The words name something else.
        """
        self.left = " ".join(
            part for part in re.split(r"[\s,]+", self.left) if part and normalize_word(part) not in _FILLERS
        )
        found: list[str] = []
        while self.left:
            found.append(self.seat())
        return tuple(found)

    def keep(self) -> bool:
        """Return whether orders on file stay."""
        said = [normalize_word(part.strip(",.;")) for part in self.left.split()]
        kept = [part for part, word in zip(self.left.split(), said, strict=True) if word not in (*_KEEP, *_DROP)]
        self.left = " ".join(kept)
        return any(word in _KEEP for word in said)

    def right(self) -> Right:
        """Take a right at the end; all rights if there is none."""
        last = self.left.rsplit(maxsplit=1)
        if len(last) < 2 or (named := _RIGHTS.get(normalize_word(last[1]))) is None:
            return Right.ALL
        self.left = last[0]
        return named

    def newcomer(self) -> Newcomer | None:
        """Take a name and an address; None if neither is written.

        Raises:
            BadWording: The address is missing, or cannot be reached.
        """
        found = _ADDRESS.search(self.left)
        name = _ADDRESS.sub(" ", self.left)
        name = " ".join(part for part in name.split() if normalize_word(part) not in ("to", "by", "на", "with"))
        name = name.strip(" ,;:\"'")
        if found is None and not name:
            return None
        if found is None or not can_be_reached(found[1]):
            raise BadWording
        return Newcomer(name=name or found[1].partition("@")[0].capitalize(), email=found[1])
