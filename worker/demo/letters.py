"""What a player finds in a mail of the adjudicator: its question, the codes, what became of his last lines.

He reads the text as it was sent. Nothing of the adjudicator is used here, nor of the game.
"""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.utils import getaddresses, parsedate_to_datetime

_CODE = r"(?:\d+[a-zа-я]{1,2}|[a-zа-я]{1,2}\d{1,3})"
_ENTRY = re.compile(rf"(?:(?<=^)|(?<=\s\s))({_CODE})\s+(\S.*?)(?=\s{{2,}}{_CODE}\s|$)")
_QUESTION = re.compile(r"[#№](\d+) (\S.*?)(?:\s{2,}[\d.]+)?")
_REFUSED = re.compile(r"nothing is changed|one thing to mend|ничего не измен|исправить", re.IGNORECASE)
_NEAREST = re.compile(r"did you mean|возможно, вы имели в виду", re.IGNORECASE)
_OVER = re.compile(r"the match is over|партия (окончена|закончена)|игра окончена", re.IGNORECASE)


@dataclass(frozen=True)
class Choice:
    """One printed option: what to type, what it is, the figure behind it, and the heading it stands under."""

    code: str
    words: str
    cost: int | None
    heading: str = ""


@dataclass(frozen=True)
class Letter:
    """A mail as its reader sees it. `question` is None when nothing is asked."""

    message_id: str
    subject: str
    date: datetime
    sender_name: str
    reply_to: str
    references: str
    text: str
    question: int | None = None
    title: str = ""
    choices: tuple[Choice, ...] = ()
    nearest: tuple[Choice, ...] = ()
    refused: bool = False
    over: bool = False
    lines: tuple[str, ...] = field(default=(), repr=False)

    def under(self, code: str) -> Choice | None:
        """The option with this code."""
        return next((choice for choice in self.choices if choice.code == code), None)


def read_letter(raw: bytes) -> Letter:
    """Read a mail from its bytes."""
    mail: EmailMessage = email.message_from_bytes(raw, policy=policy.default)
    body = mail.get_body(("plain",))
    text = body.get_content() if body is not None else ""
    lines = text.splitlines()
    (name, address), *_ = getaddresses([str(mail["Reply-To"] or mail["From"])])
    number, title, block = _question(lines)
    subject = str(mail["Subject"])
    return Letter(
        message_id=str(mail["Message-ID"]),
        subject=subject,
        date=parsedate_to_datetime(str(mail["Date"])),
        sender_name=name,
        reply_to=address,
        references=" ".join(filter(None, [str(mail["References"] or ""), str(mail["Message-ID"])])),
        text=text,
        question=number,
        title=title,
        choices=tuple(_choices(block)),
        nearest=tuple(_nearest(lines)),
        refused=_REFUSED.search(subject) is not None,
        over=_OVER.search(subject) is not None,
        lines=tuple(lines),
    )


def _question(lines: list[str]) -> tuple[int | None, str, list[str]]:
    """Number, title and lines of the question: from its heading to the next line that is not indented."""
    for at, line in enumerate(lines):
        match = _QUESTION.fullmatch(line)
        if match is None:
            continue
        block: list[str] = []
        for below in lines[at + 1 :]:
            if below and not below[0].isspace():
                break
            block.append(below)
        return int(match[1]), match[2], block
    return None, "", []


def _choices(block: list[str]) -> Iterator[Choice]:
    heading = ""
    for line in block:
        entries = list(_ENTRY.finditer(line.strip()))
        if not line.strip():
            heading = ""
        elif entries and line.strip().startswith(entries[0][1]):
            yield from (_choice(entry[1], entry[2], heading, several=len(entries) > 1) for entry in entries)
        elif not heading:
            heading = line.strip()


def _choice(code: str, rest: str, heading: str, *, several: bool = False) -> Choice:
    """Columns stand apart by two spaces at least; where several options share a line, the cost by one."""
    columns = re.split(r"\s{2,}", rest.strip())
    cost = next((int(column) for column in columns[1:] if column.isdigit()), None)
    words = columns[0]
    if several and (match := re.fullmatch(r"(.+) (\d+)", words)):
        words, cost = match[1], int(match[2])
    return Choice(code, words, cost, heading)


def _nearest(lines: list[str]) -> Iterator[Choice]:
    """What the adjudicator thinks was meant: the options below that remark."""
    for at, line in enumerate(lines):
        if _NEAREST.search(line):
            for below in lines[at + 1 :]:
                if not below.startswith("    "):
                    break
                entry = _ENTRY.fullmatch(below.strip())
                words = re.split(r"\s{2,}", below.strip())[0]
                yield _choice(entry[1], entry[2], "") if entry else Choice(words, words, None)
