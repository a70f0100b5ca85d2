"""A mail to send, as bytes; equal values give equal bytes, so that a resend is the same mail."""

import hashlib
import re
from datetime import datetime
from email import policy
from email.header import Header
from email.message import MIMEPart
from email.utils import format_datetime
from enum import StrEnum

from msgspec import Struct

from adjudicator.mail.address import Address, is_address
from adjudicator.mail.headers import one_line

_POLICY = policy.SMTP.clone(max_line_length=998)
"""For writing: ids and parameters must not be wrapped into encoded words."""
_CONTENT = policy.SMTP
"""For encoding contents in lines of 76 characters."""
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
    """Everything that goes into the bytes. `date` is aware; ids have their angle brackets."""

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
    """The mail as it goes to the server: CRLF, lines under 998 octets, UTF-8 in 7-bit encodings.

    Raises:
        ValueError: an address or Message-ID is malformed (they are ours or registered, so this is
            a defect), or the date is naive. Names and subjects are cleaned, never refused.
    """
    body = _body(mail).as_bytes(policy=_POLICY)
    head = "".join(f"{name}: {value}\r\n" for name, value in _headers(mail))
    return head.encode("ascii") + body


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
    """What comes from outside, made fit for a header: one line, at most 200 characters.

    >>> clean_header("Re: turn 3\\r\\nBcc: eve@elsewhere.example")
    'Re: turn 3 Bcc: eve@elsewhere.example'
    """
    return " ".join(one_line(text).split())[:_LONGEST]


def _text(text: str, name: str) -> str:
    """Unstructured text: as it is, or as encoded words of at most 75 characters (RFC 2047 §2)."""
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
    """Whether a mail of ours can name this Message-ID: players' programs write what they like there."""
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


def _body(mail: OutgoingMail) -> MIMEPart:
    """mixed(related(alternative(text, html), pictures), attachments), without needless layers."""
    part = _text_part(mail.text, "plain")
    if mail.html is not None:
        part = _multipart("alternative", [part, _text_part(mail.html, "html")], mail)
        if mail.pictures:
            pictures = [_picture(picture) for picture in mail.pictures]
            part = _multipart("related", [part, *pictures], mail)
            part.set_param("type", "multipart/alternative")
    if mail.attachments:
        part = _multipart("mixed", [part, *map(_attachment, mail.attachments)], mail)
    return part


def _multipart(subtype: str, children: list[MIMEPart], mail: OutgoingMail) -> MIMEPart:
    """The boundary is derived from the Message-ID; `=_` cannot occur in quoted-printable or base64."""
    digest = hashlib.sha256(f"{subtype} {mail.message_id}".encode()).hexdigest()[:24]
    part = MIMEPart(policy=_POLICY)
    part["Content-Type"] = f'multipart/{subtype}; boundary="=_{digest}"'
    for child in children:
        part.attach(child)
    return part


def _text_part(text: str, subtype: str) -> MIMEPart:
    """UTF-8; quoted-printable, or base64 where that is shorter."""
    clean = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
    clean = clean.replace("\r\n", "\n").replace("\r", "\n")
    foreign = sum(1 for byte in clean.encode() if byte > 0x7F)
    part = MIMEPart(policy=_CONTENT)
    encoding = "base64" if foreign * 6 > len(clean.encode()) else "quoted-printable"
    part.set_content(clean, subtype=subtype, charset="utf-8", cte=encoding)
    return part


def _picture(picture: Picture) -> MIMEPart:
    part = MIMEPart(policy=_CONTENT)
    part.set_content(
        picture.png,
        maintype="image",
        subtype="png",
        disposition="inline",
        filename=clean_header(picture.filename),
        cid=f"<{_token(picture.cid)}>",
    )
    if picture.alt:
        part["Content-Description"] = clean_header(picture.alt)
    return part


def _attachment(attachment: Attachment) -> MIMEPart:
    kind, _, parameters = clean_header(attachment.content_type).partition(";")
    maintype, _, subtype = kind.strip().partition("/")
    part = MIMEPart(policy=_CONTENT)
    part.set_content(
        attachment.data,
        maintype=_token(maintype),
        subtype=_token(subtype),
        disposition="attachment",
        filename=clean_header(attachment.filename),
    )
    for parameter in filter(None, (p.strip() for p in parameters.split(";"))):
        name, _, value = parameter.partition("=")
        part.set_param(name.strip(), value.strip(' "'))
    return part
