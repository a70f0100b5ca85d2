"""Tell who is talking: a person, a program, or ourselves (RFC 3834, 3464, 8098, 5965)."""

from msgspec import Struct

from adjudicator.mail.address import Address, OwnAddresses
from adjudicator.mail.headers import Headers
from adjudicator.mail.mime import Parts
from adjudicator.mail.model import Nature
from adjudicator.mail.patterns import Patterns

_REPORTS = {
    "delivery-status": Nature.BOUNCE,
    "disposition-notification": Nature.RECEIPT,
    "feedback-report": Nature.COMPLAINT,
}
_REACTION = "text/vnd.google.email-reaction+json"


class OriginVerdict(Struct, frozen=True):
    """The nature and the sign it was told by."""

    nature: Nature
    why: str = ""


def judge_nature(
    headers: Headers, parts: Parts, sender: Address | None, own: OwnAddresses, patterns: Patterns
) -> OriginVerdict:
    """Return what the headers and the structure alone say; see `weak_signs` for the rest."""
    report = _REPORTS.get(parts.report) if parts.kind == "multipart/report" else None
    if report is not None:
        return OriginVerdict(report, f"report-type={parts.report}")
    if sender is not None and own.token_of(sender.address) is not None:
        return OriginVerdict(Nature.ECHO, "From is our own address")
    submitted = headers.get("auto-submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no") and own.wrote(headers.get("message-id")):
        return OriginVerdict(Nature.ECHO, "Message-ID is ours")
    for part in parts.leaves:
        if part.kind == _REACTION:
            return OriginVerdict(Nature.RECEIPT, "reaction")
        if part.kind == "text/calendar" and b"METHOD:REPLY" in part.data.upper():
            return OriginVerdict(Nature.RECEIPT, "calendar reply")
    empty_path = headers.get("return-path").replace(" ", "") == "<>"
    if _bounce_signs(headers, sender, patterns, empty_path=empty_path):
        return OriginVerdict(Nature.BOUNCE, "sender and subject of a mail system")
    if submitted not in ("", "no"):
        return OriginVerdict(Nature.AUTOMATIC, f"Auto-Submitted: {submitted}")
    for name in ("x-autoreply", "x-autorespond", "x-auto-reply"):
        if headers.has(name) and headers.get(name).lower() != "no":
            return OriginVerdict(Nature.AUTOMATIC, name)
    if headers.get("precedence").lower() == "auto_reply":
        return OriginVerdict(Nature.AUTOMATIC, "Precedence: auto_reply")
    if empty_path:
        return OriginVerdict(Nature.AUTOMATIC, "empty Return-Path")
    return OriginVerdict(Nature.PERSON)


def _bounce_signs(headers: Headers, sender: Address | None, patterns: Patterns, *, empty_path: bool) -> bool:
    """Return whether a failure is reported in free text: two of three signs are needed, one of them the sender."""
    if sender is None or not patterns.bounce_sender.fullmatch(sender.address):
        return False
    return empty_path or patterns.bounce_subject.fullmatch(headers.get("subject")[:400]) is not None


def weak_signs(headers: Headers, subject: str, patterns: Patterns) -> tuple[str, ...]:
    """Return the signs of an automatic reply that mails of people bear, too."""
    found = []
    precedence = headers.get("precedence").lower()
    if precedence in ("bulk", "junk") and not headers.has("list-id"):
        found.append(f"Precedence: {precedence}")
    if headers.get("x-auto-response-suppress").lower() not in ("", "none"):
        found.append("X-Auto-Response-Suppress")
    tags = patterns.subject_tags.match(subject := subject[:400])
    if patterns.auto_subject.fullmatch(subject[tags.end() if tags else 0 :]):
        found.append("subject")
    return tuple(found)
