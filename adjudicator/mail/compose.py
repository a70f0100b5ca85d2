"""A mail to send, as bytes; equal values give equal bytes, so that a resend is the same mail."""

import hashlib
import re
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Iterable, Sequence
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import quote

from msgspec import Struct

from adjudicator.mail.address import Address, is_address
from adjudicator.mail.headers import one_line

_FOREIGN = bytes(range(0x80, 0x100))
_PIECE = re.compile(r"(?:%..|[^%]){1,60}")
"""A piece of a parameter that is written in percent signs; none of these is split."""
_LINE = 300
"""Characters of a value that stays on one line."""
_MOST_REFERENCES = 10
_LONGEST = 200
_ID = re.compile(r"<[\x21-\x7e]{1,200}>")
_SPECIALS = re.compile(r"[()<>\[\]:;@\\,.\"]")


class AutoSubmitted(StrEnum):
    """RFC 3834 §5: reports are generated, answers are replied."""

    GENERATED = "auto-generated"
    REPLIED = "auto-replied"


class Picture(Struct, frozen=True, kw_only=True):
    """An inline PNG that the HTML shows as `cid:CID`."""

    cid: str
    filename: str
    png: bytes
    alt: str


class Attachment(Struct, frozen=True, kw_only=True):
    """A file; `content_type` may have parameters (`text/calendar; method=PUBLISH`)."""

    filename: str
    content_type: str
    data: bytes


class OutgoingMail(Struct, frozen=True, kw_only=True):
    """The content of a message: all that goes into its bytes. `date` is aware; ids have their angle brackets."""

    message_id: str
    date: datetime
    sender: Address
    to: Address
    subject: str
    text: str
    auto_submitted: AutoSubmitted
    language: str = "en"
    reply_to: Address | None = None
    html: str | None = None
    pictures: tuple[Picture, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    """At most 10 are written: the first one (the root of the thread) and the newest."""
    list_id: str = ""
    """`Title <campaign.game.test>` or a bare id (RFC 2919)."""
    receipts: tuple[str, ...] = ()
    """Signed receipts, facts with semicolons between them, each for a header `Adjudicator-Receipt`."""
    list_unsubscribe: str = ""
    """A mailto or https URL without brackets (RFC 2369)."""


def compose(mail: OutgoingMail) -> bytes:
    """Return the message as it goes to the server: CRLF, lines under 998 octets, UTF-8 in 7-bit encodings.

    Raises:
        ValueError: an address or Message-ID is malformed (they are ours or registered, so this is
            a defect), or the date is naive. Names and subjects are cleaned, never refused.
    """
    head = "".join(f"{name}: {value}\r\n" for name, value in _headers(mail))
    return head.encode("ascii") + _body(mail).whole


def _headers(mail: OutgoingMail) -> list[tuple[str, str]]:
    if mail.date.tzinfo is None:
        raise ValueError("the date must be aware")
    headers = [
        ("Date", format_datetime(mail.date)),
        ("From", _mailbox(mail.sender)),
        ("To", _mailbox(mail.to)),
        ("Reply-To", _mailbox(mail.reply_to or mail.sender)),
        ("Subject", _text(mail.subject, "Subject")),
        ("Message-ID", _id(mail.message_id)),
    ]
    if mail.in_reply_to:
        headers.append(("In-Reply-To", _id(mail.in_reply_to)))
    if mail.references:
        headers.append(("References", "\r\n ".join(_id(r) for r in _newest(mail.references))))
    headers += [
        ("Auto-Submitted", mail.auto_submitted.value),
        ("X-Auto-Response-Suppress", "All"),
        ("Content-Language", _token(mail.language)),
    ]
    if mail.list_id:
        headers.append(("List-Id", _list_id(mail.list_id)))
    for receipt in mail.receipts:
        headers.append(("Adjudicator-Receipt", "\r\n ".join(one_line(receipt).split(" "))))
    if mail.list_unsubscribe:
        headers.append(("List-Unsubscribe", f"<{_token(mail.list_unsubscribe)}>"))
    headers.append(("MIME-Version", "1.0"))
    return headers


def _newest(references: tuple[str, ...]) -> tuple[str, ...]:
    unique = tuple(dict.fromkeys(references))
    if len(unique) <= _MOST_REFERENCES:
        return unique
    return (unique[0], *unique[1 - _MOST_REFERENCES :])


def clean_header(text: str) -> str:
    r"""Make a text from outside fit for a header: one line, at most 200 characters.

    >>> clean_header("Re: turn 3\r\nBcc: eve@elsewhere.example")
    'Re: turn 3 Bcc: eve@elsewhere.example'
    """
    return " ".join(one_line(text).split())[:_LONGEST]


def _text(text: str, name: str) -> str:
    """Encode unstructured text for a header (RFC 2047 §2).

    ASCII stays as it is; other text becomes encoded words of at most 75 characters.
    """
    clean = clean_header(text).encode("utf-8", "replace").decode("utf-8")
    if clean.isascii() and "=?" not in clean:
        return clean
    return Header(clean, "utf-8", maxlinelen=75, header_name=name).encode(linesep="\r\n")


def _mailbox(box: Address) -> str:
    if not box.address.isascii() or not is_address(box.address):
        raise ValueError(f"not an ASCII address: {box.address!r}")
    name = clean_header(box.name)
    if not name:
        return box.address
    shown = _text(name, "Reply-To")
    if shown == name and _SPECIALS.search(name):
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        shown = f'"{quoted}"'
    return f"{shown}\r\n <{box.address}>" if len(shown) + len(box.address) > 60 else f"{shown} <{box.address}>"


def can_be_named(message_id: str) -> bool:
    """Return whether our mail can name this Message-ID: players' programs write what they like there."""
    return _ID.fullmatch(message_id) is not None


def _id(message_id: str) -> str:
    if not can_be_named(message_id):
        raise ValueError(f"not a Message-ID: {message_id!r}")
    return message_id


def _token(text: str) -> str:
    token = re.sub(r"[^\x21-\x7e]|[<>]", "", text)
    if not token:
        raise ValueError(f"nothing usable in {text!r}")
    return token[:_LONGEST]


def _list_id(text: str) -> str:
    title, bracket, rest = text.rpartition("<")
    identifier = _token(rest if bracket else text)
    return f"{_text(title, 'List-Id')}\r\n <{identifier}>" if title.strip() else f"<{identifier}>"


class _Part(NamedTuple):
    """A part of a mail (RFC 2045): its headers, and what is below the empty line behind them."""

    headers: tuple[tuple[str, str], ...]
    content: bytes

    @property
    def whole(self) -> bytes:
        head = "".join(f"{name}: {value}\r\n" for name, value in self.headers)
        return b"%b\r\n%b" % (head.encode("ascii"), self.content)


def _body(mail: OutgoingMail) -> _Part:
    """Return the parts of a mail, without needless layers.

    They are mixed(related(alternative(text, html), pictures), attachments).

    Written here and not by the `email` package, which takes every header apart before it writes it, and needs several
    times as long.
    """
    part = _text_part(mail.text, "plain")
    if mail.html is not None:
        part = _multipart("alternative", [part, _text_part(mail.html, "html")], mail)
        if mail.pictures:
            whole = [("type", "multipart/alternative")]
            part = _multipart("related", [part, *map(_picture, mail.pictures)], mail, whole)
    if mail.attachments:
        part = _multipart("mixed", [part, *map(_attachment, mail.attachments)], mail)
    return part


def _multipart(
    subtype: str, children: Sequence[_Part], mail: OutgoingMail, more: Sequence[tuple[str, str]] = ()
) -> _Part:
    """Make a multipart part; its boundary is derived from the Message-ID.

    `=_` cannot occur in quoted-printable or base64.
    """
    boundary = "=_" + hashlib.sha256(f"{subtype} {mail.message_id}".encode()).hexdigest()[:24]
    kind = _with_parameters(f"multipart/{subtype}", [("boundary", boundary), *more])
    line = b"--" + boundary.encode("ascii")
    content = b"".join(b"%b\r\n%b\r\n" % (line, child.whole) for child in children)
    return _Part((("Content-Type", kind),), content + line + b"--\r\n")


def _text_part(text: str, subtype: str) -> _Part:
    """Return a text part in UTF-8, quoted-printable or base64.

    The shorter encoding is used.
    """
    clean = text.encode("utf-8", "replace").replace(b"\0", b"").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    foreign = len(clean) - len(clean.translate(None, _FOREIGN))
    lines = clean if clean.endswith(b"\n") else clean + b"\n"
    kind = _with_parameters(f"text/{subtype}", [("charset", "utf-8")])
    if foreign * 6 > len(clean):
        return _encoded(kind, lines.replace(b"\n", b"\r\n"))
    headers = (("Content-Type", kind), ("Content-Transfer-Encoding", "quoted-printable"))
    return _Part(headers, b2a_qp(lines, istext=True).replace(b"\n", b"\r\n"))


def _encoded(kind: str, data: bytes, more: Sequence[tuple[str, str]] = ()) -> _Part:
    headers = (("Content-Type", kind), ("Content-Transfer-Encoding", "base64"), *more)
    return _Part(headers, encodebytes(data).replace(b"\n", b"\r\n"))


def _picture(picture: Picture) -> _Part:
    shown = [("Content-Disposition", _with_parameters("inline", [("filename", clean_header(picture.filename))]))]
    shown.append(("Content-ID", f"<{_token(picture.cid)}>"))
    if picture.alt:
        shown.append(("Content-Description", _text(picture.alt, "Content-Description")))
    return _encoded("image/png", picture.png, shown)


def _attachment(attachment: Attachment) -> _Part:
    kind, _, parameters = clean_header(attachment.content_type).partition(";")
    maintype, _, subtype = kind.strip().partition("/")
    given = (each.partition("=") for each in filter(None, (part.strip() for part in parameters.split(";"))))
    with_them = [(_token(name.strip()), value.strip(' "')) for name, _, value in given]
    called = [("filename", clean_header(attachment.filename))]
    return _encoded(
        _with_parameters(f"{_token(maintype)}/{_token(subtype)}", with_them),
        attachment.data,
        [("Content-Disposition", _with_parameters("attachment", called))],
    )


def _with_parameters(value: str, parameters: Iterable[tuple[str, str]]) -> str:
    """Add parameters in quotes to a header value.

    Those with other letters than ASCII follow RFC 2231, in pieces if they are long.
    """
    pieces = [value]
    for name, said in parameters:
        if said.isascii():
            quoted = said.replace("\\", "\\\\").replace('"', '\\"')
            pieces.append(f'{name}="{quoted}"')
            continue
        parts = _PIECE.findall("utf-8''" + quote(said.encode("utf-8", "replace"), safe=""))
        numbers = [""] if len(parts) == 1 else [f"*{n}" for n in range(len(parts))]
        pieces += [f"{name}{number}*={part}" for number, part in zip(numbers, parts, strict=True)]
    return ";\r\n ".join(pieces) if sum(map(len, pieces)) > _LINE else "; ".join(pieces)
