"""Tell what of a mail a check was about: a signature covers some headers, and only one of each may be there.

Whoever holds a signed mail of somebody else can put headers on top of it, or change those that are not covered, and
send it on: the signature still holds, and the mail says something else. So what is acted on must be there once
(RFC 5322 §3.6), and covered.
"""

import re
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from hashlib import sha256

from adjudicator.mail.address import OwnAddresses, find_addresses
from adjudicator.mail.headers import Headers
from adjudicator.mail.mime import BOUNDARY
from adjudicator.mail.model import ReadMail, Shape, Signature
from adjudicator.mail.results import aligned

LONGEST_WAY = timedelta(days=14)
"""The greatest age of a signed mail when it arrives; an older one is somebody's copy."""
AHEAD = timedelta(days=2)
"""How much a clock may be wrong."""
MOST_SIGNATURES = 10
NOT_TO_US = "signed, and written to somebody else"
ONCE = frozenset((
    "from", "sender", "reply-to", "to", "cc", "bcc", "subject", "date", "message-id", "in-reply-to", "references",
    "content-type", "content-transfer-encoding", "content-disposition", "mime-version",
))  # fmt: skip
ACTED_ON = (
    "from", "to", "subject", "date", "in-reply-to", "references", "content-type", "content-transfer-encoding",
)  # fmt: skip
"""Headers by which it is decided what a mail does. Not the Message-ID, which many do not sign: under another one the
signature is known, and the mail a copy.
"""
_HEADER = re.compile(rb"[\x21-\x39\x3b-\x7e]+:|[ \t]|From ")
_BARE = re.compile(rb"\r(?!\n)|\x00")
_TAG = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*=\s*([^;]*)")
_CHARSET = re.compile(r"charset\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)
_LIKE_ASCII = re.compile(r"us-ascii|utf-8|koi8-[ru]|(windows|cp|iso)-?(125\d|8859-\d{1,2})", re.IGNORECASE)
"""Charsets in which a line end is a line end, whatever was meant."""
_CODED = re.compile(rb"=(?:[0-9A-Fa-f]{2}|[ \t]*\r?\n)")
"""Signs that a quoted-printable text and a plain one do not share."""
_SOFT = re.compile(rb"^(?!-- \r?$).* \r?$", re.MULTILINE)
"""A line that a type may join with the next one (RFC 3676, 4.2)."""
_BASE64 = re.compile(rb"[A-Za-z0-9+/=\r\n]*")


def doubts_in(block: bytes, headers: Headers) -> Iterator[str]:
    """Yield why it is doubtful which of its headers a check was about; nothing for an ordinary mail."""
    names = [name for name, _ in headers.fields]
    for name in sorted(ONCE):
        if names.count(name) > 1:
            yield f"{names.count(name)} {name.title()} headers"
    if _BARE.search(block):
        yield "a bare CR or NUL in its headers"
    if any(line and not _HEADER.match(line) for line in block.split(b"\n")):
        yield "a line among its headers that is none"


def signatures_in(headers: Headers) -> tuple[Signature, ...]:
    """Return the signatures as they are written (RFC 6376 §3.5); they have not been checked."""
    return tuple(signature_of(value) for value in headers.plain("dkim-signature")[:MOST_SIGNATURES])


def signature_of(value: str) -> Signature:
    """Return a signature from its tags; those of seals are written in the same way."""
    tags = {name: "".join(text.split()) for name, text in _TAG.findall(value)}
    return Signature(
        domain=tags.get("d", "").lower().rstrip("."),
        covers=tuple(name.lower() for name in tags.get("h", "").split(":")),
        whole="l" not in tags,
        mark=sha256(tags.get("b", "").encode()).hexdigest(),
    )


def shape_of(headers: Headers, body: bytes, own: OwnAddresses) -> Shape:
    """Return which headers that count are there, and whether the body shows by itself of which type it is."""
    to_us = [name for name in ("to", "cc") if any(map(own.is_own, find_addresses(headers.plain(name))))]
    there = tuple(name for name in (*ACTED_ON, *to_us[:1]) if headers.has(name))
    return Shape(there=tuple(dict.fromkeys(there)), to_us=bool(to_us), evident=_evident(headers, body))


def _evident(headers: Headers, body: bytes) -> bool:
    """Return whether no other type could have hidden or shown a line of it: many providers do not sign the type.

    A multipart begins with its first delimiter and ends with its last one; a text has an alphabet in which ASCII stays
    ASCII, no line can be joined with another, and no sign or line end of it is there by its encoding alone.
    """
    kind = headers.get("content-type")
    name, encoding = kind.partition(";")[0].strip().lower(), headers.get("content-transfer-encoding").lower()
    if name.startswith("multipart/"):
        found = BOUNDARY.search(kind.encode())
        if found is None or encoding not in ("", "7bit", "8bit", "binary"):
            return False
        mark = b"--" + (found[1] or found[2])
        return body.startswith(mark) and not body.rpartition(mark + b"--")[2].strip()
    charset = _CHARSET.search(kind)
    if name not in ("", "text/plain") or (charset and not _LIKE_ASCII.fullmatch(charset[1])):
        return False
    if encoding == "base64":
        return _BASE64.fullmatch(body) is not None
    return not (_CODED.search(body) or _SOFT.search(body))


def uncovered(mail: ReadMail, covers: Collection[str]) -> tuple[str, ...]:
    """Return the headers that count but that a signature over these leaves out."""
    spared = ("content-type", "content-transfer-encoding") if mail.shape.evident else ()
    return tuple(name for name in mail.shape.there if name not in covers and name not in spared)


def wrong_with(mail: ReadMail, signature: Signature) -> str:
    """Return why a valid signature does not vouch for the mail; empty if it does."""
    if not mail.shape.to_us:
        return NOT_TO_US
    if not signature.whole:
        return f"the signature of {signature.domain} covers only the beginning"
    left_out = uncovered(mail, signature.covers)
    return f"the signature of {signature.domain} leaves out {', '.join(left_out)}" if left_out else ""


def wrong_time(mail: ReadMail, arrived: datetime) -> str:
    """Return why a signed mail may be an old one that somebody sends again; empty: it is fresh."""
    try:
        date = parsedate_to_datetime(mail.date_shown)
    except (ValueError, TypeError, OverflowError, IndexError):
        return "signed without a Date"
    written = (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)
    if not arrived - LONGEST_WAY <= written <= arrived + AHEAD:
        return f"signed on {written:%Y-%m-%d}, come on {arrived:%Y-%m-%d}"
    return ""


def wrong_with_all(mail: ReadMail, domain: str, arrived: datetime) -> str:
    """Return why no signature that speaks for a domain covers what the message says.

    Empty if one does, or if there is none.
    """
    own = [
        signature
        for signature in mail.signatures
        if aligned(signature.domain, domain) or signature.domain.endswith("." + domain)
    ]
    if not own:
        return ""
    found = [wrong_with(mail, each) for each in own]
    return wrong_time(mail, arrived) if "" in found else found[0]
