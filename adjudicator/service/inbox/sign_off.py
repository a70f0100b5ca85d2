"""A mail without the name of who wrote it: a phone sends no name with the address, and people sign all the same."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from adjudicator.mail import ReadMail
from adjudicator.mail.model import IgnoredLine, Why
from adjudicator.orders.text import words


def signed_off(mail: ReadMail, names: Iterable[str]) -> ReadMail:
    """The mail without its last line, if that is the person's own name, or a part of it, below other lines."""
    extract = mail.extract
    if extract is None or len(extract.lines) < 2:
        return mail
    last = extract.lines[-1]
    said = {word.folded for word in words(last.text)}
    if not said or not any(said <= {word.folded for word in words(name)} for name in names):
        return mail
    return msgspec.structs.replace(
        mail,
        extract=msgspec.structs.replace(extract, lines=extract.lines[:-1]),
        ignored=(*mail.ignored, IgnoredLine(last.original, Why.FAREWELL)),
    )
