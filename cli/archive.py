"""A campaign as one file. `docs/archive.md` describes the form."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.history import Eyes as HistoryEyes
from adjudicator.service.history import gather
from adjudicator.service.history.record import to_json
from adjudicator.service.matches import Table, secrets_of
from adjudicator.store.tables import Checkpoint, InboundMail, OutboundMail
from cli.campaign_facts import facts, news_lines
from cli.eyes import Eyes

FORMAT = "adjudicator.archive"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that equal campaigns give equal archives."""


def archive(session: Session, table: Table, looking: Eyes) -> bytes:
    """The archive (ZIP) of what these eyes may know of a campaign."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        _add(file, "campaign.json", _indented(_campaign(session, table, looking)))
        lines = news_lines(session, table, looking, table.campaign.language)
        _add(file, "log.jsonl", b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        if looking.everything:
            _add(file, "documents/now.json", _indented(table.match.document()))
            _checkpoints(session, file, table)
        for name, eyes in _histories(table, looking):
            _add(file, f"history/{name}.json", to_json(gather(session, table, eyes)) + b"\n")
        _mails(session, file, table, looking)
    return made.getvalue()


def _histories(table: Table, looking: Eyes) -> Iterator[tuple[str, HistoryEyes]]:
    """Whose histories the archive holds: everybody's, with that of the seat, or of all seats and with all secrets."""
    yield "public", HistoryEyes()
    for seat in table.match.header.seats:
        if looking.everything or seat == looking.seat:
            yield seat, HistoryEyes(seat)
    if looking.everything:
        yield "all", HistoryEyes(everything=True)


def _campaign(session: Session, table: Table, looking: Eyes) -> dict[str, Any]:
    told: dict[str, Any] = {
        "format": FORMAT,
        "version": 1,
        "seen_by": "all" if looking.everything else looking.seat or "public",
        "header": table.match.header,
        **facts(session, table, looking),
    }
    if looking.everything:
        known = secrets_of(table.head)
        told["seed"] = known.seed.hex()
        told["nonces"] = [nonce.hex() for nonce in known.nonces]
    return told


def _checkpoints(session: Session, file: zipfile.ZipFile, table: Table) -> None:
    """The fingerprint of the position after every step: a replay must come out at the same ones."""
    rows = session.execute(
        select(col(Checkpoint.revision), col(Checkpoint.sequence), col(Checkpoint.hash))
        .where(col(Checkpoint.match_id) == table.head.match_id)
        .order_by(col(Checkpoint.revision), col(Checkpoint.sequence))
    )
    text = b"".join(
        msgspec.json.encode({"revision": revision, "n": sequence, "sha256": digest}) + b"\n"
        for revision, sequence, digest in rows
    )
    _add(file, "fingerprints.jsonl", text)


def _mails(session: Session, file: zipfile.ZipFile, table: Table, looking: Eyes) -> None:
    """The mails that these eyes may read: none in public, a seat's own, or all."""
    if looking.seat is None and not looking.everything:
        return
    own = None if looking.everything else table.by_name[looking.seat or ""].id
    for inbound in session.scalars(_of(InboundMail, table, own)):
        _add(file, f"mails/in/{inbound.id:06}.eml", inbound.raw)
    for outbound in session.scalars(_of(OutboundMail, table, own)):
        if outbound.raw is not None:
            _add(file, f"mails/out/{outbound.id:06}.eml", outbound.raw)


def _of(kind: type[Any], table: Table, seat_id: int | None) -> Any:
    found = select(kind).where(col(kind.campaign_id) == table.campaign.id).order_by(col(kind.id))
    return found if seat_id is None else found.where(col(kind.seat_id) == seat_id)


def _indented(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _add(file: zipfile.ZipFile, name: str, content: bytes) -> None:
    member = zipfile.ZipInfo(name, EPOCH)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o600 << 16
    file.writestr(member, content)
