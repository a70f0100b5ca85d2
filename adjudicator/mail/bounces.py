"""Delivery reports (RFC 3464), failures told in free text, and complaints (RFC 5965)."""

import re
from collections.abc import Iterable

from adjudicator.mail.address import OwnAddresses, find_addresses, normal_address
from adjudicator.mail.headers import Headers
from adjudicator.mail.mime import Part, Parts
from adjudicator.mail.model import BounceReport
from adjudicator.mail.patterns import Patterns

_MESSAGE_ID = re.compile(rb"^message-id:\s*(<[^<>\s]{3,250}>)", re.IGNORECASE | re.MULTILINE)
_STATUS = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_BLANK = re.compile(rb"(?:\r?\n){2,}")
_FEEDBACK = "message/feedback-report"
_MOST_GROUPS = 300
_GROUP_BYTES = 16_000


def delivery_reports(parts: Parts) -> tuple[BounceReport, ...]:
    """Return the failures and delays in the `message/delivery-status` part, one per recipient (§2.3)."""
    about = returned_id(parts.leaves)
    reports: list[BounceReport] = []
    for part in parts.leaves:
        if part.kind in ("message/delivery-status", "message/global-delivery-status"):
            for group in _BLANK.split(part.data, _MOST_GROUPS)[:_MOST_GROUPS]:
                report = _recipient(Headers(group[:_GROUP_BYTES]), about)
                if report is not None:
                    reports.append(report)
    return tuple(reports)


def _recipient(fields: Headers, about: str) -> BounceReport | None:
    address = _typed(fields.get("original-recipient")) or _typed(fields.get("final-recipient"))
    action = fields.get("action").lower()
    if not address or action not in ("failed", "delayed"):
        return None
    status = _STATUS.search(fields.get("status"))
    code = status[1] if status else ""
    return BounceReport(
        recipient=address,
        permanent=action == "failed" and not code.startswith("4"),
        status=code,
        action=action,
        diagnostic=fields.get("diagnostic-code").partition(";")[2].strip()[:500],
        message_id=about,
    )


def _typed(value: str) -> str:
    """Return the address in `rfc822; anna@players.test`."""
    return normal_address(value.partition(";")[2].strip(" <>"))


def returned_id(leaves: Iterable[Part]) -> str:
    """Return the Message-ID of the returned mail or headers, or empty."""
    for part in leaves:
        if part.kind in ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global"):
            match = _MESSAGE_ID.search(part.data)
            if match is not None:
                return match[1].decode("ascii", "replace")
    return ""


def complaint_reports(parts: Parts) -> tuple[BounceReport, ...]:
    """Return what a `message/feedback-report` complains about.

    It is one of our messages, found by the id in its returned headers.
    """
    about = returned_id(parts.leaves)
    fields = next((Headers(part.data[:_GROUP_BYTES]) for part in parts.leaves if part.kind == _FEEDBACK), None)
    envelope = normal_address(fields.get("original-mail-from").strip(" <>")) if fields is not None else ""
    if fields is None or not (about or envelope):
        return ()
    kind = fields.get("feedback-type").lower()[:50]
    if kind in ("not-spam", ""):
        return ()
    recipient = normal_address(fields.get("original-rcpt-to").strip(" <>"))
    return (
        BounceReport(
            recipient=recipient,
            permanent=False,
            action="complaint",
            diagnostic=kind,
            message_id=about,
            envelope=envelope,
        ),
    )


def free_text_reports(text: str, own: OwnAddresses, patterns: Patterns) -> tuple[BounceReport, ...]:
    """Return what a bounce without a delivery-status part reports: the first foreign address in it."""
    foreign = [a for a in find_addresses([text[:20_000]]) if own.token_of(a) is None]
    foreign = [a for a in foreign if not own.wrote(f"<{a}>") and not patterns.bounce_sender.fullmatch(a)]
    if not foreign:
        return ()
    status = _STATUS.search(text)
    code = status[1] if status else ""
    delayed = code.startswith("4") or any(
        patterns.bounce_delay.fullmatch(line.strip()[:400]) for line in text.split("\n")[:60]
    )
    match = _MESSAGE_ID.search(text.encode("utf-8", "replace"))
    return (
        BounceReport(
            recipient=foreign[0],
            permanent=not delayed,
            status=code,
            action="delayed" if delayed else "failed",
            message_id=match[1].decode("ascii", "replace") if match else "",
        ),
    )
