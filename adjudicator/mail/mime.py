"""The parts of a mail: which text is the body, what is attached, what is a report."""

import email
import re
from collections.abc import Iterator
from email import policy
from email.errors import MessageError
from email.message import Message
from typing import TypeAlias

from msgspec import Struct

from adjudicator.mail.charset import beginning, decode_text
from adjudicator.mail.flowed import unflow
from adjudicator.mail.headers import decode_value
from adjudicator.mail.model import Limits, Note, NoteCode

BOUNDARY = re.compile(rb"boundary\s*=\s*(?:\"([^\"\r\n]{1,200})\"|([^\s;\"]{1,200}))", re.IGNORECASE)
_ATTACHED_MAIL = re.compile(rb"^content-type:\s*message/", re.IGNORECASE | re.MULTILINE)
_STATUS_PART = re.compile(rb"^content-type:\s*message/[a-z-]*delivery-status", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(rb"^content-[a-z-]{1,40}:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_HEADER_LINE = re.compile(rb"^(?:[^\s:]{1,80}:|[ \t])", re.MULTILINE)
_MARK = re.compile(rb"\n--")
_MOST_GROUPS = 20_000
_LONGEST_FIELD = 4_000
"""Bytes of a header of a part: the standard parser takes quadratic time for its parameters."""
_MOST_HEADER_LINES = 200_000
_MOST_ATTACHED_LINES = 20_000
"""Lines that look like headers, in a mail with others attached: the parser takes each of their headers apart."""
_MOST_COMPARED = 5_000_000
"""Lines times boundaries: the parser compares each with each."""
_SHOWN = ("text/html", "image/")
"""Kinds that clients show in place even if they have a name: the logo of a signature is no attachment."""
_MOST_BOUNDARIES = 60
"""Deeper mails make the standard parser run out of recursion; 20 levels need 20 boundaries."""


class Part(Struct, frozen=True, kw_only=True):
    """A leaf of the mail."""

    kind: str
    """Content type, lower case."""
    name: str
    """File name, decoded, or empty."""
    attached: bool
    data: bytes
    charset: str = ""
    flowed: bool = False
    delsp: bool = False
    alternative: int = 0
    """Leaves of one number say the same in several forms (RFC 2046, 5.1.4); 0: it stands for itself."""


class Parts(Struct, frozen=True):
    """All leaves in order, and the type of the outermost multipart with its report type."""

    leaves: tuple[Part, ...]
    kind: str
    report: str = ""


class LimitError(Exception):
    """A limit was passed; the text says which."""


def parse_parts(raw: bytes, limits: Limits) -> Parts:
    """Take the mail apart.

    Raises:
        LimitError: more parts or levels than allowed; found before the parser runs where possible.
    """
    _check_boundaries(raw, limits)
    message = email.message_from_bytes(raw, policy=policy.compat32)
    leaves: list[Part] = []
    for part, level, alternative in _walk(message, 1):
        if level > limits.levels:
            raise LimitError("levels")
        leaves.append(_leaf(part, alternative))
        if len(leaves) > limits.parts:
            raise LimitError("parts")
    return Parts(tuple(leaves), message.get_content_type(), _parameter(message, "report-type").lower())


def _check_boundaries(raw: bytes, limits: Limits) -> None:
    attached, lines = sum(1 for _ in _ATTACHED_MAIL.finditer(raw)), raw.count(b"\n")
    if attached > _MOST_BOUNDARIES:
        raise LimitError("levels")
    if any(match.end() - match.start() > _LONGEST_FIELD for match in _FIELD.finditer(raw)):
        raise LimitError("header of a part")
    if attached and _STATUS_PART.search(raw) and raw.count(b"\n\n") + raw.count(b"\n\r\n") > _MOST_GROUPS:
        raise LimitError("parts")  # the parser makes a message of each group of a delivery report
    most = _MOST_ATTACHED_LINES if attached else _MOST_HEADER_LINES
    if lines >= most and sum(1 for _ in _HEADER_LINE.finditer(raw)) > most:
        raise LimitError("headers")
    found: set[bytes] = set()
    for match in BOUNDARY.finditer(raw):
        found.add(match[1] or match[2])
        if len(found) > _MOST_BOUNDARIES:
            raise LimitError("levels")
    if len(found) * lines > _MOST_COMPARED:
        raise LimitError("lines")
    marks, most = tuple(found), limits.parts + 2 * _MOST_BOUNDARIES
    if sum(raw.startswith(marks, match.end()) for match in _MARK.finditer(raw)) > most:
        raise LimitError("parts")


_Mime: TypeAlias = "Message[str, str]"


def _walk(part: _Mime, level: int, alternative: int = 0) -> Iterator[tuple[_Mime, int, int]]:
    """Yield leaves with their level and the number of their alternatives.

    Attached mails are leaves: they are not opened.
    """
    if part.is_multipart() and part.get_content_maintype() == "multipart":
        if part.get_content_subtype() == "alternative":
            alternative = alternative or id(part)
        for child in part.get_payload():
            if isinstance(child, Message):
                yield from _walk(child, level + 1, alternative)
    else:
        yield part, level, alternative


def _leaf(part: _Mime, alternative: int) -> Part:
    kind = part.get_content_type()
    if kind.startswith("multipart/"):
        kind = "text/plain"  # a boundary that never comes: what is there is text
    name = _file_name(part)
    disposition = str(part.get("content-disposition", "")).strip().lower()
    return Part(
        kind=kind,
        name=name,
        attached=disposition.startswith("attachment") or (bool(name) and not kind.startswith(_SHOWN)),
        data=_payload(part),
        charset=_parameter(part, "charset"),
        flowed=_parameter(part, "format").lower() == "flowed",
        delsp=_parameter(part, "delsp").lower() == "yes",
        alternative=alternative,
    )


def _as_written(message: Message) -> bytes:
    """Return a message or header block inside a message, as far as it can be written again."""
    try:
        return message.as_bytes()
    except (ValueError, MessageError, LookupError, TypeError):
        # the standard generator refuses to write some headers that its parser has read
        head = "".join(f"{name}: {value}\n" for name, value in message.raw_items())
        return head.encode("utf-8", "surrogateescape") + b"\n"


def _payload(part: _Mime) -> bytes:
    """Return the decoded bytes; an attached message as a whole; broken transfer encodings as they are."""
    if part.is_multipart():
        children = part.get_payload()
        return b"\n".join(_as_written(child) for child in children if isinstance(child, Message))
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _parameter(part: _Mime, name: str) -> str:
    try:
        value = part.get_param(name)
    except Exception:  # malformed RFC 2231 parameters raise several kinds of errors
        return ""
    if isinstance(value, tuple):
        value = value[2]
    return str(value).strip() if value else ""


def _file_name(part: _Mime) -> str:
    try:
        name = part.get_filename()
    except Exception:  # malformed RFC 2231 parameters raise several kinds of errors
        return "unnamed"
    return decode_value(name[:1000].encode("utf-8", "surrogateescape"))[:200] if name else ""


class PartText(Struct, frozen=True):
    """The text of a part, with remarks about its characters; `doubt` as in `charset.Decoded`."""

    text: str
    notes: tuple[Note, ...] = ()
    doubt: str = ""


def part_text(part: Part, limits: Limits) -> PartText:
    """Return the text of a part, with format=flowed undone."""
    notes: list[Note] = []
    data = part.data
    most = min(limits.html_bytes, limits.text_bytes) if part.kind == "text/html" else limits.text_bytes
    if len(data) > most:
        data = beginning(data, most)
        notes.append(Note(NoteCode.TEXT_CUT))
    decoded = decode_text(data, declared=part.charset)
    if decoded.guessed:
        notes.append(Note(NoteCode.CHARSET_GUESSED, decoded.guessed))
    if decoded.lost:
        notes.append(Note(NoteCode.CHARACTERS_LOST))
    text = decoded.text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    if part.flowed:
        text = unflow(text, delsp=part.delsp)
    return PartText(text, tuple(notes), decoded.doubt)
