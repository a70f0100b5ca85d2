"""Each part of a mail that was not read is named in its answer, and called what it is."""

from __future__ import annotations

import base64
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

import pytest

from tests.service.conftest import Installation, at_the_tiles

SIGNED = base64.b64decode("MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIA=")
ENCRYPTED = base64.b64decode("MIAGCSqGSIb3DQEHA6CAMIACAQAxggE=")


def answer(installation: Installation, read: Any, *parts: EmailMessage, alone: bool = False) -> str:
    """What France is told who writes a mail of these parts."""
    at_the_tiles(installation, "en")
    whole = EmailMessage()
    asked = installation.newest("britain")
    for name, value in (("From", "britain@players.test"), ("To", asked["Reply-To"]), ("Message-ID", "<p@x.test>")):
        whole[name] = value
    if alone:
        raw = whole.as_bytes(policy=SMTP).rstrip() + b"\r\n" + parts[0].as_bytes(policy=SMTP)
    else:
        whole.make_mixed()
        for part in parts:
            whole.attach(part)
        raw = whole.as_bytes(policy=SMTP)
    row = installation.put(raw)
    assert row.status.value == "handled", row.reason
    [told] = [mail for to, mail in installation.deliver() if to == "britain@players.test"]
    found: str = " ".join(read(told).split())
    return found


def part(content: str | bytes, kind: str, name: str = "") -> EmailMessage:
    made = EmailMessage()
    main, _, sub = kind.partition("/")
    if isinstance(content, str):
        made.set_content(content, subtype=sub)
    else:
        made.set_content(content, maintype=main, subtype=sub, disposition="attachment" if name else "inline")
    if name:
        made.add_header("X", "x")
        made.replace_header("Content-Type", f'{kind}; name="{name}"')
    return made


def forwarded() -> EmailMessage:
    made, inner = EmailMessage(), EmailMessage()
    inner["Subject"], inner["From"] = "Plans", "carol@elsewhere.test"
    inner.set_content("Shall we meet?\n")
    made.set_content(inner)
    return made


ORDERS = part("E4D2\n", "text/plain")
UNREAD = [
    (part("E4D2", "text/markdown"), "text/markdown"),
    (part("E4D2", "text/rtf"), "text/rtf"),
    (part("BEGIN:VCALENDAR", "text/calendar"), "text/calendar"),
    (part(b"x", "application/pdf", "plan.pdf"), "plan.pdf"),
    (part(b"x", "application/octet-stream"), "application/octet-stream"),
    (forwarded(), "a forwarded email"),
]


@pytest.mark.parametrize(("other", "called"), UNREAD)
def test_what_was_not_read_beside_orders_is_named(
    installation: Installation, read: Any, other: EmailMessage, called: str
) -> None:
    told = answer(installation, read, ORDERS, other)
    assert "E4D2" in told
    assert "NOT READ This part of your email was not read and did nothing." in told
    assert called in told


@pytest.mark.parametrize(("other", "called"), UNREAD)
def test_a_mail_of_nothing_else_is_not_called_empty(
    installation: Installation, read: Any, other: EmailMessage, called: str
) -> None:
    told = answer(installation, read, other, alone=True)
    assert f"This was not read: {called}." in told
    assert "is empty" not in told


@pytest.mark.parametrize(
    ("data", "says"), [(SIGNED, "Please send it unsigned, or with a detached signature"), (ENCRYPTED, "is encrypted")]
)
def test_signed_is_not_called_encrypted(installation: Installation, read: Any, data: bytes, says: str) -> None:
    told = answer(installation, read, part(data, "application/pkcs7-mime", "smime.p7m"), alone=True)
    assert says in told
    assert ("encrypted" in told) == (data is ENCRYPTED)


def test_a_forward_without_marks_is_not_told_of_marks(installation: Installation, read: Any) -> None:
    head = (
        "From: Carol <carol@elsewhere.test>\nSent: Friday, November 20, 2026 9:01 AM\nTo: Britain\nSubject: Plans\n\n"
    )
    told = answer(
        installation, read, part(f"-----Original Message-----\n{head}Shall we meet?\n", "text/plain"), alone=True
    )
    assert "only the text of other emails, quoted or forwarded" in told
    assert ">" not in told.partition("Write your lines above it.")[0]


def test_a_table_is_not_called_an_order_block(installation: Installation, read: Any) -> None:
    table = "<p>Dear all</p><table><tr><th>Orders</th></tr><tr><td>E4D2</td></tr></table>"
    told = answer(installation, read, part(table, "text/html"), alone=True)
    assert "E4D2" in told
    assert "order block" not in told
    assert "No line ended your orders" in told
