"""A campaign as one file, and back from it. `docs/reference/archive_format.md` describes the form."""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.given_files import PACKED, BadFile, measured, read, zip_file
from adjudicator.kernel.errors import BrokenGame
from adjudicator.service.admin.access import CampaignView, Visit, played_again
from adjudicator.service.admin.campaigns import facts, gathering
from adjudicator.service.admin.log import news_lines
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.history import Record, Viewpoint, gather, letters
from adjudicator.service.history.record import from_json, to_json
from adjudicator.service.moderation import acts
from adjudicator.service.moderation.restoration import Restored, restore
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.proof import archive as proof
from adjudicator.service.proof.archive import (
    ACTS,
    CAMPAIGN,
    EARLIER,
    FORMAT,
    LOG,
    MANIFEST,
    NOW,
    VERSION,
    Archive,
    BadArchive,
    lines_of,
    signed_manifest,
)
from adjudicator.service.proof.receipts import public_key
from adjudicator.service.service import Service
from adjudicator.store import campaign_dump, campaigns, kept_mails, receipts, series
from adjudicator.store.campaign_dump import CannotRestore
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import writing
from adjudicator.store.renumbering import here_as
from adjudicator.store.tables import Campaign, InboundMail, OutboundMail, Seat

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that equal campaigns give equal archives."""
PROOF = "proof"
"""An archive that only proves: everybody sees it when the match is over."""
STORE = "store/"
"""The folder with rows of the database, from which `campaign import` restores a campaign."""


_ROWS = re.compile(rf"{STORE}(\w+)\.jsonl")
Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""The rows of a campaign by table."""


def archive(view: CampaignView) -> bytes:
    """Return the archive (ZIP), signed by this installation.

    It contains what the viewer may know of a campaign and of earlier matches of its series.
    """
    private = receipts.signing_key_of(view.session)
    return _packed(_members(view, private) | dict(_earlier(view, private)), private)


def _earlier(view: CampaignView, private: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield each earlier match of the series, whole and sealed by itself, in a folder of its own."""
    for table, eyes in reversed([*_matches_before(view.table, view.eyes)]):
        yield from _in_folder(table.campaign, _members(CampaignView(table, eyes), private), private)


def _matches_before(table: CampaignContext, eyes: Viewpoint) -> Iterator[tuple[CampaignContext, Viewpoint]]:
    """Yield the matches of the series before a campaign, the last one first, each with its viewer.

    A seat's viewer becomes the seat that the same people held in the earlier match; if none of them held one, it sees
    what everybody may see.
    """
    for campaign in reversed(series.before(table.session, table.campaign)):
        before = table_of_campaign(table.work, campaign.id)
        if eyes.seat is not None:
            own = table.by_name[eyes.seat]
            former = before.by_name.get(table.session.get_one(Seat, own.id).former)
            people = {holder.person_id for holder in own.in_charge}
            same = former is not None and people & {holder.person_id for holder in former.in_charge}
            eyes = Viewpoint(former.name) if same and former is not None else Viewpoint()
        yield before, eyes
        table = before


def _in_folder(campaign: Campaign, members: dict[str, bytes], private: bytes) -> Iterator[tuple[str, bytes]]:
    folder = f"{EARLIER}{campaign.series_position}-{campaign.name}/"
    return (
        (folder + name, content) for name, content in (members | {MANIFEST: signed_manifest(members, private)}).items()
    )


def _members(view: CampaignView, private: bytes) -> dict[str, bytes]:
    """Return what the viewer may know of a campaign by itself."""
    session, table, eyes = view.session, view.table, view.eyes
    members = {
        CAMPAIGN: _indented(_campaign(view, private)),
        LOG: lines_of(news_lines(replace(view, chosen=table.campaign.language))),
    }
    if eyes.everything:
        members[NOW] = _indented(table.match.game.shown(table.match.document()))
        members |= proof.members(table)
        members |= _rows(session, table.campaign.id)
    for name, seen in _histories(table, eyes):
        with played_again(table):
            members[f"history/{name}.json"] = to_json(gather(table, seen)) + b"\n"
    members[ACTS] = _acts(table, eyes)
    members["letters.jsonl"] = lines_of(letters_for(view))
    return members | dict(_mails(session, table.campaign, table.seats, eyes))


def archive_of_gathering(visit: Visit, eyes: Viewpoint) -> bytes:
    """Return the archive of a campaign that has no match yet.

    It tells who is there, and contains messages and, with everything, the rows to restore the campaign.

    Raises:
        CommandError: The campaign has lost what it would begin with.
    """
    session, campaign = visit.work.session, visit.campaign
    private = receipts.signing_key_of(session)
    told = {**_written_by(eyes, private), **msgspec.to_builtins(gathering(visit, eyes))}
    members = {CAMPAIGN: _indented(told)}
    if eyes.everything:
        members |= _rows(session, campaign.id)
    members |= dict(_mails(session, campaign, campaigns.seats_at_table(session, campaign.id, visit.work.now), eyes))
    return _packed(members, private)


def proof_of(table: CampaignContext) -> bytes:
    """Return the archive that proves a finished match to anybody.

    It contains no email, no address, no press message and no note.

    Raises:
        CommandError: The match is not over.
    """
    if table.match.result is None:
        raise CommandError("the match is not over: what proves it opens the secrets of every seat")
    private = receipts.signing_key_of(table.session)
    members = _proving(table, private)
    for before, _ in reversed([*_matches_before(table, Viewpoint())]):
        members |= dict(_in_folder(before.campaign, _proving(before, private), private))
    return _packed(members, private)


def _proving(table: CampaignContext, private: bytes) -> dict[str, bytes]:
    """Return the members of the archive that prove a finished match."""
    public = CampaignView(table)
    opened = {"seen_by": PROOF, **proof.opened(table, private)}
    return {
        CAMPAIGN: _indented(_campaign(public, private) | opened),
        LOG: lines_of(news_lines(CampaignView(table, Viewpoint(everything=True), table.campaign.language))),
        NOW: _indented(table.match.game.shown(table.match.document())),
        ACTS: _acts(table, Viewpoint()),
        **proof.members(table),
    }


def _acts(table: CampaignContext, eyes: Viewpoint) -> bytes:
    return lines_of(acts.acts_known_to(table, eyes.own, everything=eyes.everything))


def _rows(session: Session, campaign_id: int) -> dict[str, bytes]:
    return {
        f"{STORE}{name}.jsonl": campaign_dump.encode(rows) for name, rows in campaign_dump.dump(session, campaign_id)
    }


def _packed(members: dict[str, bytes], private: bytes) -> bytes:
    members = {**members, MANIFEST: signed_manifest(members, private)}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        for name, content in members.items():
            member = zipfile.ZipInfo(name, EPOCH)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o600 << 16
            file.writestr(member, content)
    return made.getvalue()


def _histories(table: CampaignContext, eyes: Viewpoint) -> Iterator[tuple[str, Viewpoint]]:
    """Yield whose histories the archive holds: everybody's, the seat's, or all seats' and one with all secrets."""
    yield "public", Viewpoint()
    for seat in table.match.header.seats:
        if eyes.everything or seat == eyes.seat:
            yield seat, Viewpoint(seat)
    if eyes.everything:
        yield "all", eyes


def _campaign(view: CampaignView, private: bytes) -> dict[str, Any]:
    told = {**_written_by(view.eyes, private), "header": view.table.match.header.published, **facts(view)}
    return told | proof.opened(view.table, private) if view.eyes.everything else told


def _written_by(eyes: Viewpoint, private: bytes) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": version("adjudicator"),
        "seen_by": "all" if eyes.everything else eyes.seat or "public",
        "signing_key": public_key(private),
    }


class LetterLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A letter as these eyes may know it. `author`: empty where they may not know them; `to`: groups and seats.

    `writer`: who wrote it in the name of its author, as far as they may know that.
    """

    at: datetime
    to: tuple[str, ...]
    text: str
    author: str = ""
    sign: str = "signed"
    writer: str = ""
    pictures: int = 0


def letters_for(view: CampaignView) -> Iterator[LetterLine]:
    """Yield the press messages of a campaign: all of them, those of a seat, or those to everybody."""
    table, eyes = view.table, view.eyes
    for one, at in letters.readable_letters(table, eyes):
        letter = one.letter
        known = letters.names_author(letter, table, eyes) and letter.signed_by in table.by_id
        written = letters.names_writer(letter, table, eyes) and letter.author in table.by_id
        seats = tuple(table.by_id[seat].name for seat in letter.to.seats if seat in table.by_id)
        yield LetterLine(
            at=at,
            to=(*(group.value for group in letter.to.groups), *seats),
            text="\n".join(letter.lines),
            author=table.by_id[letter.signed_by].name if known else "",
            sign=letter.sign.value,
            writer=table.by_id[letter.author].name if written else "",
            pictures=len(letter.pictures),
        )


def _mails(
    session: Session, campaign: Campaign, seats: Sequence[SeatAtTable], eyes: Viewpoint
) -> Iterator[tuple[str, bytes]]:
    """Yield the emails that the viewer may read: none in public, a seat's own, or all."""
    if eyes.seat is None and not eyes.everything:
        return
    own = None if eyes.everything else [seat.id for seat in seats if seat.name == eyes.seat]
    kinds: dict[str, Any] = {"in": InboundMail, "out": OutboundMail}
    for folder, kind in kinds.items():
        found = select(kind).where(col(kind.campaign_id) == campaign.id).order_by(col(kind.id))
        for row in session.scalars(found if own is None else found.where(col(kind.seat_id).in_(own))):
            raw = kept_mails.whole(session, row) if isinstance(row, OutboundMail) else row.raw
            if raw:
                yield f"mails/{folder}/{row.id:06}.eml", raw


def _indented(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def record_in(path: Path, seat: str | None, *, everything: bool) -> Record:
    """Return the history that an archive holds for a seat, for everybody, or in full.

    Raises:
        CommandError: The archive cannot be read, or does not hold this history.
    """
    member = f"history/{'all' if everything else seat or 'public'}.json"
    try:
        with zip_file(path) as file:
            names = file.namelist()
            if member not in names:
                there = ", ".join(Path(name).stem for name in names if name.startswith("history/")) or "nobody"
                raise CommandError(f"{path} holds no history for {Path(member).stem}; it holds those of: {there}")
            content = file.read(member)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    except BadFile as bad:
        raise CommandError(f"{path}: {bad}") from None
    try:
        return from_json(measured(content))
    except (BadFile, msgspec.DecodeError, LookupError) as error:
        raise CommandError(f"{path}: {member}: {error}") from None


def rows_in(path: Path) -> tuple[Rows, list[Rows]]:
    """Return the database rows in an archive, and those of the earlier matches of its series, the first one first.

    Raises:
        CommandError: The archive cannot be imported, or something in it is not as it was sealed.
    """
    try:
        sealed_archive = Archive.read(read(path, PACKED))
        broken = sealed_archive.broken_seals()
        if broken:
            places = ", ".join(f"{name} line {line}" if line else name for name, line in broken)
            raise BadArchive(f"not as it was sealed: {places}; nothing is imported")
        own, earlier = _rows_of(sealed_archive), [_rows_of(each) for each in sealed_archive.earlier]
    except (BadArchive, CannotRestore) as error:
        raise CommandError(f"{path}: {error}") from None
    if not own:
        raise CommandError(f"{path}: only an archive of everything can be imported (campaign export --all)")
    return own, [each for each in earlier if each]


def _rows_of(archive_of_one: Archive) -> Rows:
    found = {}
    for name, content in archive_of_one.members.items():
        if row := _ROWS.fullmatch(name):
            found[row[1]] = campaign_dump.decode(row[1], content)
    if found and not found.get("campaign"):
        raise CannotRestore("it holds rows, but none of a campaign")
    return found


def moved_to(rows: Rows, mailbox: str) -> Rows:
    """Return the rows of a campaign with another mailbox, which sends its messages from now on."""
    return {**rows, "campaign": [{**row, "mailbox": mailbox} for row in rows["campaign"]]}


def bring_back(
    service: Service, rows: Rows, by: str, earlier: Iterable[Rows] = (), name: str | None = None
) -> Restored:
    """Restore the campaign, and earlier matches of its series that are not there.

    Earlier matches whose names are taken get the next free ones.

    Raises:
        NameTaken: Another campaign has the name of the newest match, or the `name` that it was to get.
        CannotRestore: It does not fit for another reason.
    """
    try:
        with writing(service.engine) as session:
            for each in earlier:
                if here_as(session, each) is None:
                    restore(service.work(session), each, by=by, name=_free_name(session, each["campaign"][0]["name"]))
            return restore(service.work(session), rows, by=by, name=name)
    except BrokenGame as broken:
        raise CannotRestore(str(broken)) from broken


def _free_name(session: Session, name: str) -> str:
    names = (name if n == 1 else f"{name}-{n}" for n in count(1))
    return next(each for each in names if campaigns.campaign_by_name(session, each) is None)
