"""A campaign as one file. `docs/archive.md` describes the form."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.matches import Table, secrets_of
from adjudicator.service.press import content
from adjudicator.service.press.content import Sign
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
        letters = letters_for(session, table, looking)
        _add(file, "letters.jsonl", b"".join(msgspec.json.encode(line) + b"\n" for line in letters))
        _mails(session, file, table, looking)
    return made.getvalue()


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


class LetterLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A letter as these eyes may know it. `author`: empty where they may not know him; `to`: groups and seats."""

    at: datetime
    to: tuple[str, ...]
    text: str
    author: str = ""
    sign: str = "signed"


def letters_for(session: Session, table: Table, looking: Eyes) -> Iterator[LetterLine]:
    """The letters of a campaign: all, those of a seat, or those to everybody."""
    seat = None if looking.everything or looking.seat is None else table.by_name[looking.seat].id
    if looking.everything:
        found = list(content.of_campaign(session, table.campaign.id))
    elif seat is not None:
        found = content.seen_by(session, table.campaign.id, seat)
    else:
        found = content.published(session, table.campaign.id, datetime.min.replace(tzinfo=UTC), table.now)
    for one in found:
        letter = one.letter
        known = looking.everything or (seat is not None and letter.names_author_to(seat))
        known = known or letter.sign is Sign.SIGNED
        seats = tuple(table.by_id[each].name for each in letter.to.seats if each in table.by_id)
        yield LetterLine(
            at=one.written_at if looking.everything or letter.author == seat else one.due_at,
            to=(*(group.value for group in letter.to.groups), *seats),
            text="\n".join(letter.lines),
            author=table.by_id[letter.author].name if known and letter.author in table.by_id else "",
            sign=letter.sign.value,
        )


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
