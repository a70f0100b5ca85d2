"""A campaign as one file. `docs/archive.md` describes the form."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib.metadata import version
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.campaign.matches import Table
from adjudicator.service.history import Eyes as HistoryEyes
from adjudicator.service.history import gather, letters
from adjudicator.service.history.record import to_json
from adjudicator.service.proof import members as proof
from adjudicator.service.proof.archive import CAMPAIGN, FORMAT, LOG, MANIFEST, NOW, VERSION, lines_of, sealed
from adjudicator.service.proof.receipts import public_key
from adjudicator.store import campaigns, receipts, whole
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, InboundMail, OutboundMail
from cli.campaign_facts import facts, gathering_facts, news_lines
from cli.eyes import Eyes

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that equal campaigns give equal archives."""
PROOF = "proof"
"""Who sees an archive that only proves: everybody, when the match is over."""
STORE = "store/"
"""Where the rows of the database lie, from which `campaign import` restores a campaign."""


def archive(session: Session, table: Table, looking: Eyes) -> bytes:
    """The archive (ZIP) of what these eyes may know of a campaign, sealed by this installation."""
    private = receipts.signing_key_of(session)
    members = {CAMPAIGN: _indented(_campaign(session, table, looking, private))}
    members[LOG] = lines_of(news_lines(session, table, looking, table.campaign.language))
    if looking.everything:
        members[NOW] = _indented(table.match.document())
        members |= proof.members(table)
        members |= _rows(session, table.campaign.id)
    for name, seen in _histories(table, looking):
        members[f"history/{name}.json"] = to_json(gather(session, table, seen)) + b"\n"
    members["letters.jsonl"] = lines_of(letters_for(session, table, looking))
    members |= dict(_mails(session, table.campaign, table.seats, looking))
    return _packed(members, private)


def archive_of_gathering(session: Session, campaign: Campaign, looking: Eyes, now: datetime) -> bytes:
    """The archive of a campaign that has no match yet: who is there, mails, and with everything the rows to restore it.

    Raises Failed where it has lost what it would begin with.
    """
    private = receipts.signing_key_of(session)
    told = {**_written_by(looking, private), **gathering_facts(session, campaign, looking, now)}
    members = {CAMPAIGN: _indented(told)}
    if looking.everything:
        members |= _rows(session, campaign.id)
    members |= dict(_mails(session, campaign, campaigns.seats_at_table(session, campaign.id, now), looking))
    return _packed(members, private)


def _rows(session: Session, campaign_id: int) -> dict[str, bytes]:
    return {f"{STORE}{name}.jsonl": whole.encode(rows) for name, rows in whole.dump(session, campaign_id)}


def proof_of(session: Session, table: Table) -> bytes:
    """The archive that proves a finished match to anybody: no mail, no address, no letter, no note is in it."""
    private = receipts.signing_key_of(session)
    opened = {"seen_by": PROOF, **proof.opened(table, private)}
    everything = Eyes(everything=True)
    members = {
        CAMPAIGN: _indented(_campaign(session, table, Eyes(), private) | opened),
        LOG: lines_of(news_lines(session, table, everything, table.campaign.language)),
        NOW: _indented(table.match.document()),
        **proof.members(table),
    }
    return _packed(members, private)


def _packed(members: dict[str, bytes], private: bytes) -> bytes:
    members = {**members, MANIFEST: sealed(members, private)}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        for name, content in members.items():
            _add(file, name, content)
    return made.getvalue()


def _histories(table: Table, looking: Eyes) -> Iterator[tuple[str, HistoryEyes]]:
    """Whose histories the archive holds: everybody's, with that of the seat, or of all seats and with all secrets."""
    yield "public", HistoryEyes()
    for seat in table.match.header.seats:
        if looking.everything or seat == looking.seat:
            yield seat, HistoryEyes(seat)
    if looking.everything:
        yield "all", HistoryEyes(everything=True)


def _campaign(session: Session, table: Table, looking: Eyes, private: bytes) -> dict[str, Any]:
    told = {
        **_written_by(looking, private),
        "header": table.match.header,
        **facts(session, table, looking),
    }
    return told | proof.opened(table, private) if looking.everything else told


def _written_by(looking: Eyes, private: bytes) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": version("adjudicator"),
        "seen_by": "all" if looking.everything else looking.seat or "public",
        "signing_key": public_key(private),
    }


class LetterLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A letter as these eyes may know it. `author`: empty where they may not know him; `to`: groups and seats."""

    at: datetime
    to: tuple[str, ...]
    text: str
    author: str = ""
    sign: str = "signed"


def letters_for(session: Session, table: Table, looking: Eyes) -> Iterator[LetterLine]:
    """The letters of a campaign: all, those of a seat, or those to everybody."""
    eyes = HistoryEyes(looking.seat, looking.everything)
    for one, at in letters.seen(session, table, eyes):
        letter = one.letter
        known = letters.names_author(letter, table, eyes) and letter.author in table.by_id
        seats = tuple(table.by_id[each].name for each in letter.to.seats if each in table.by_id)
        yield LetterLine(
            at=at,
            to=(*(group.value for group in letter.to.groups), *seats),
            text="\n".join(letter.lines),
            author=table.by_id[letter.author].name if known else "",
            sign=letter.sign.value,
        )


def _mails(
    session: Session, campaign: Campaign, seats: Sequence[SeatAtTable], looking: Eyes
) -> Iterator[tuple[str, bytes]]:
    """The mails that these eyes may read: none in public, a seat's own, or all."""
    if looking.seat is None and not looking.everything:
        return
    own = None if looking.everything else [seat.id for seat in seats if seat.name == looking.seat]
    for inbound in session.scalars(_of(InboundMail, campaign, own)):
        yield f"mails/in/{inbound.id:06}.eml", inbound.raw
    for outbound in session.scalars(_of(OutboundMail, campaign, own)):
        if outbound.raw is not None:
            yield f"mails/out/{outbound.id:06}.eml", outbound.raw


def _of(kind: type[Any], campaign: Campaign, seats: Sequence[int] | None) -> Any:
    found = select(kind).where(col(kind.campaign_id) == campaign.id).order_by(col(kind.id))
    return found if seats is None else found.where(col(kind.seat_id).in_(seats))


def _indented(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _add(file: zipfile.ZipFile, name: str, content: bytes) -> None:
    member = zipfile.ZipInfo(name, EPOCH)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o600 << 16
    file.writestr(member, content)
