"""The members of an archive that prove the match, read from the store."""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel.chance import key_fingerprint, mixed_key
from adjudicator.service.campaign.matches import CampaignContext, secrets_of
from adjudicator.service.proof.archive import (
    ENTRIES,
    FINGERPRINTS,
    RECEIPTS,
    REVISIONS,
    Bridge,
    EntryLine,
    FingerprintLine,
    ReceiptLine,
    RevisionLine,
    lines_of,
    pack_member,
)
from adjudicator.service.proof.receipts import public_key
from adjudicator.store import audits, matches, packs, receipts
from adjudicator.store.tables import Checkpoint, Receipt, Revision


class _Entry(msgspec.Struct, frozen=True):
    """A stored entry without what it told, which rules that have been left may have told in other words."""

    line: dict[str, Any]


_entries: msgspec.json.Decoder[_Entry] = msgspec.json.Decoder(_Entry)


def members(table: CampaignContext) -> dict[str, bytes]:
    """Return the members of a match's archive, secrets included.

    They are revisions, entries, fingerprints and receipts.
    """
    revisions = table.session.scalars(
        select(Revision).where(col(Revision.match_id) == table.head.match_id).order_by(col(Revision.number))
    ).all()
    entries = (
        EntryLine(revision.number, row.sequence, _entries.decode(row.entry).line, row.inbound_mail_id, row.line)
        for revision in revisions
        for row in matches.own_log(table.session, table.head.match_id, revision.number)
    )
    return {
        REVISIONS: lines_of(_revision(table, row) for row in revisions),
        ENTRIES: lines_of(entries),
        FINGERPRINTS: lines_of(fingerprints(table)),
        RECEIPTS: lines_of(map(_receipt, receipts.of_campaign(table.session, table.campaign.id))),
        **packs_of(table),
    }


def packs_of(table: CampaignContext) -> dict[str, bytes]:
    """Return the packs that the match has played, each under its hash; everybody may have them."""
    return {pack_member(hash): data for hash, data in packs.of_campaign(table.session, table.campaign.id).items()}


def opened(table: CampaignContext, private: bytes) -> dict[str, Any]:
    """Return what `campaign.json` says of the draws and receipts when everything is opened."""
    known = secrets_of(table.head)
    return {
        "seed": known.seed.hex(),
        "nonces": [nonce.hex() for nonce in known.nonces],
        "key_fingerprint": key_fingerprint(mixed_key(known.seed, known.nonces)),
        "signing_key": public_key(private),
        "formerly": audits.former_names(table.session, table.campaign.id),
    }


def _revision(table: CampaignContext, row: Revision) -> RevisionLine:
    document = None if row.document is None else msgspec.json.decode(row.document)
    rules, bridge = (row.rules_version, row.content_hash), None
    if row.bridge is not None:
        there = table.session.get_one(Checkpoint, (row.match_id, row.number, row.bridge))
        bridge = Bridge(row.bridge, row.created_at, msgspec.Raw(there.state))
    return RevisionLine(row.number, row.parent, row.branched_at, *rules, row.author, row.reason, document, bridge)


def fingerprints(table: CampaignContext) -> Iterator[FingerprintLine]:
    """Yield the SHA-256 of the position after every step.

    A replay must come to the same ones.
    """
    rows = table.session.execute(
        select(col(Checkpoint.revision), col(Checkpoint.sequence), col(Checkpoint.hash))
        .where(col(Checkpoint.match_id) == table.head.match_id)
        .order_by(col(Checkpoint.revision), col(Checkpoint.sequence))
    )
    return (FingerprintLine(*row) for row in rows)


def _receipt(row: Receipt) -> ReceiptLine:
    leaves = msgspec.json.decode(row.leaves, type=tuple[tuple[str, str], ...])
    return ReceiptLine(row.text.decode(), leaves, row.withdrawn_at.isoformat() if row.withdrawn_at else None)
