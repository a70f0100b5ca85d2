"""A signed receipt for every order set that was accepted.

The receipt goes out with the answer to the orders. It holds one fingerprint, over all lines of the set, and a signature
of this installation (Ed25519, RFC 8032). A fingerprint of a line alone would be no secret: whoever knows that ten
answers are possible computes ten fingerprints and compares. So every line is hashed with 32 random bytes of its own
(its salt); the salts stay in the database, sealed, and stand in the archive when the match is over. Then anybody
computes the fingerprint again:

    leaf = SHA-256("adjudicator leaf" 00 salt content)        content: JSON, as it stands in the archive
    root = SHA-256("adjudicator receipt" 00 leaf leaf ...)

The signature is over `signed_bytes`: everything the receipt says, so that one of another seat, number or campaign
cannot be passed off for it.
"""

import base64
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from adjudicator.reports.model import OrderOutcome
from adjudicator.reports.model import Receipt as Shown
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.store import receipts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.prompts import Recorded
from adjudicator.store.tables import InboundMail

SALT_BYTES = 32
HEADER = "Adjudicator-Receipt"
"""The header of our answer in which the receipt stands."""


class BadReceipt(ValueError):  # noqa: N818
    """A text is no receipt, or its signature does not belong to it."""


class Leaf(msgspec.Struct, frozen=True):
    """One line of an order set as it was accepted: `content` is JSON, `salt` random."""

    salt: bytes
    content: str

    @property
    def hash(self) -> bytes:
        return sha256(b"adjudicator leaf\0" + self.salt + self.content.encode()).digest()


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The receipt that a seat holds in its hands. `number` counts the receipts of this seat; `key` is the public key.

    `at`: when the orders reached us, ISO 8601 in UTC. `root`: the fingerprint of the set, in hexadecimal.
    """

    campaign: str
    seat: str
    number: int
    at: str
    root: str
    key: str = ""
    signature: str = ""

    @property
    def signed_bytes(self) -> bytes:
        """The bytes that the signature covers: one fact a line, in a fixed order."""
        return f"adjudicator receipt 1\n{self.campaign}\n{self.seat}\n{self.number}\n{self.at}\n{self.root}\n".encode()

    def text(self) -> str:
        """Return it as it is in the header of the message."""
        return (
            f"v=1; campaign={self.campaign}; seat={self.seat}; number={self.number}; at={self.at}; root={self.root}; "
            f"key={self.key}; signature={self.signature}"
        )


def salted(contents: Iterable[str]) -> tuple[Leaf, ...]:
    """Return the lines of a set, each with a fresh salt."""
    return tuple(Leaf(secrets.token_bytes(SALT_BYTES), content) for content in contents)


def root_of(leaves: Sequence[Leaf]) -> str:
    """Return the fingerprint of a set, in hexadecimal."""
    return sha256(b"adjudicator receipt\0" + b"".join(leaf.hash for leaf in leaves)).hexdigest()


def sign(receipt: Receipt, private: bytes) -> Receipt:
    """Return the receipt with the signature and the public key of these 32 secret bytes."""
    key = _key(private)
    signature = base64.b64encode(key.sign(receipt.signed_bytes)).decode()
    return msgspec.structs.replace(receipt, key=public_key(private), signature=signature)


@lru_cache(maxsize=4)
def public_key(private: bytes) -> str:
    """Return the public key that belongs to 32 secret bytes, in hexadecimal."""
    return _key(private).public_key().public_bytes_raw().hex()


@lru_cache(maxsize=4)
def _key(private: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(private)


def check_signature(receipt: Receipt) -> None:
    """Check the signature of a receipt.

    Raises:
        BadReceipt: It is not a signature by the named key over what the receipt says.
    """
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt.key))
        key.verify(base64.b64decode(receipt.signature, validate=True), receipt.signed_bytes)
    except (ValueError, InvalidSignature):
        raise BadReceipt("its signature does not belong to what it says") from None


_FORM = re.compile(
    r"v=1;campaign=(?P<campaign>[a-z0-9-]+);seat=(?P<seat>[^;=]+);number=(?P<number>\d{1,9});at=(?P<at>[0-9T:.+-]+);"
    r"root=(?P<root>[0-9a-f]{64});key=(?P<key>[0-9a-f]{64});signature=(?P<signature>[A-Za-z0-9+/]{86}==)"
)


def parse(text: str) -> Receipt:
    """Parse a receipt from the text of its header, however it is folded. The signature is not checked.

    Raises:
        BadReceipt: The text is not written like a receipt.
    """
    found = _FORM.fullmatch(re.sub(r"\s+", "", text))
    if found is None:
        raise BadReceipt("it is not written like a receipt")
    facts = found.groupdict()
    return Receipt(**{**facts, "number": int(facts["number"])})  # type: ignore[arg-type]


# Issuing a receipt: in the transaction that accepts the orders, before their answer is queued.

ACCEPTED = frozenset((OrderOutcome.DONE, OrderOutcome.ON_FILE, OrderOutcome.WAITING, OrderOutcome.PLANNED))


def issue(
    table: CampaignContext,
    seat: SeatAtTable,
    rows: Sequence[LineRead],
    *,
    recorded: Recorded,
    received_at: datetime,
    mail_id: int | None,
) -> Shown | None:
    """Return the receipt for an order set, stored with its salts; None if no line of it was accepted."""
    if not any(row.outcome in ACCEPTED for row in rows):
        return None
    contents = _contents(table, seat, rows, mail_id)
    leaves = salted(msgspec.json.encode(content, order="sorted").decode() for content in contents)
    number = recorded.receipts + 1
    bare = Receipt(
        campaign=table.campaign.name,
        seat=seat.name,
        number=number,
        at=received_at.astimezone(UTC).isoformat(),
        root=root_of(leaves),
    )
    receipt = sign(bare, receipts.signing_key(table.session, table.now))
    receipts.keep(
        table.session,
        receipts.NewReceipt(
            seat_id=seat.id,
            number=number,
            order_set_id=recorded.id,
            issued_at=table.now,
            text=receipt.text().encode(),
            leaves=msgspec.json.encode([(leaf.salt.hex(), leaf.content) for leaf in leaves]),
        ),
    )
    return Shown(number=number, root=receipt.root, text=receipt.text())


def _contents(
    table: CampaignContext, seat: SeatAtTable, rows: Sequence[LineRead], mail_id: int | None
) -> Iterator[dict[str, Any]]:
    """Yield the message, each line with the log entries it made, and the secret answer that is on file now."""
    mail = None if mail_id is None else table.session.get(InboundMail, mail_id)
    whole = {"sha256": sha256(mail.raw).hexdigest()} if mail and mail.dropped_at is None else {}
    yield {"mail": mail.message_id if mail else None} | whole
    made = {entry.n: entry.line(table.match.game) for entry in table.match.log}
    for row in rows:
        log = [made[n] for n in range(row.first, (row.last or row.first) + 1) if n in made] if row.first else []
        yield {
            "line": row.number,
            "text": row.original,
            "outcome": row.outcome,
            "said": row.said,
            "revision": table.head.revision,
            "log": log,
        }
    answer: object = table.match.sealed.get(seat.name)
    awaited = table.match.awaited
    if answer is None and awaited is not None and awaited.by == seat.name and awaited.actions:
        answer = awaited.actions[0]  # it waits for a draw only
    if answer is not None and any(row.outcome is OrderOutcome.ON_FILE for row in rows):
        yield {"revision": table.head.revision, "decision": table.decision, "filed": answer}
