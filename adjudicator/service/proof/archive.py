"""The parts of an archive that prove a match, and the seal over all its members.

`docs/reference/archive_format.md` tells the form. Everything is one JSON object a line. `manifest.json` holds the
SHA-256 of every member and of every line, and a signature of the installation, so that a single changed byte is found
and its line named. Against the installation itself it proves nothing: that is what replaying the log and the receipts
of the players are for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from sqlalchemy import select
from sqlmodel import col

from adjudicator.given_files import BadFile, from_json, zip_members
from adjudicator.kernel.chance import key_fingerprint, mixed_key
from adjudicator.kernel.position import Header
from adjudicator.service.campaign.matches import CampaignContext, secrets_of
from adjudicator.service.proof.receipts import public_key
from adjudicator.service.proof.thoughts import Thought, thought_of
from adjudicator.store import audits, matches, packs, receipts, stewards
from adjudicator.store.tables import Checkpoint, Receipt, Revision

# The members of an archive that prove the match, read from the store.


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
        **_thoughts_of(table),
        **packs_of(table),
    }


def _thoughts_of(table: CampaignContext) -> dict[str, bytes]:
    """Return what stewards have compared for their answers; nothing where none has played."""
    lines = [
        ThoughtLine(prompt.revision, found.n, table.by_id[prompt.seat_id].name, prompt.decision, found)
        for prompt in stewards.thoughts(table.session, table.campaign.id, table.head.match_id)
        if (found := thought_of(prompt)) is not None
    ]
    return {THOUGHTS: lines_of(lines)} if lines else {}


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


FORMAT = "adjudicator.archive"
VERSION = 2
CAMPAIGN, LOG, NOW = "campaign.json", "log.jsonl", "documents/now.json"
REVISIONS, ENTRIES, FINGERPRINTS = "revisions.jsonl", "entries.jsonl", "fingerprints.jsonl"
RECEIPTS, MANIFEST = "receipts.jsonl", "manifest.json"
THOUGHTS = "stewards.jsonl"
ACTS, TRAIL = "acts.jsonl", "store/audit.jsonl"
"""The files of the acts of moderators, as its readers may know them, and of the audit trail itself, in a full
archive."""
PACKS = "packs/"
"""The folder of the packs that the match has played, each under its hash."""
EARLIER = "earlier/"
"""The folder of the archives of earlier matches of the series, a folder each."""
LINE_HASH = 16
"""Hexadecimal digits kept of the hash of a line: they only say which line it was."""

T = TypeVar("T")


class BadArchive(ValueError):  # noqa: N818
    """A file is no archive, or one of its members cannot be read; the text says which and why."""


class Head(msgspec.Struct, frozen=True):
    """The part of `campaign.json` that verification needs."""

    format: str
    version: int
    seen_by: str
    name: str
    header: Header
    revision: int = 0
    seed: str | None = None
    nonces: tuple[str, ...] = ()
    key_fingerprint: str | None = None
    signing_key: str | None = None
    formerly: tuple[str, ...] = ()
    """Names that it had in installations from which it has moved: earlier receipts name it so."""
    program: str = ""
    """Version of the program that wrote it; empty in archives of the first ones."""


class _Bare(msgspec.Struct, frozen=True):
    """The part of `campaign.json` that shows whether the campaign had a match when it was written."""

    state: str = ""
    header: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Bridge(msgspec.Struct, frozen=True):
    """The end of what was carried over from other rules: its log number, when that was, and the position there."""

    n: int
    at: datetime
    position: msgspec.Raw


class RevisionLine(msgspec.Struct, frozen=True):
    """A branch of history; see the table `revision`."""

    number: int
    parent: int | None
    branched_at: int
    rules_version: str
    content_hash: str
    author: str = ""
    reason: str = ""
    document: dict[str, Any] | None = None
    bridge: Bridge | None = None


class EntryLine(msgspec.Struct, frozen=True):
    """A log entry of some revision, and the mail and line it came from."""

    revision: int
    n: int
    entry: dict[str, Any]
    mail: int | None = None
    line: int | None = None


class FingerprintLine(msgspec.Struct, frozen=True):
    """SHA-256 of the stored position after an entry."""

    revision: int
    n: int
    sha256: str


class ReceiptLine(msgspec.Struct, frozen=True):
    """A receipt as the seat got it, and its lines: (salt in hexadecimal, content)."""

    receipt: str
    leaves: tuple[tuple[str, str], ...]
    withdrawn: str | None = None
    """When its secret answer was taken back before it was due, ISO 8601."""


class ThoughtLine(msgspec.Struct, frozen=True):
    """What a steward has compared for an answer to a decision, while play stood behind an entry."""

    revision: int
    n: int
    seat: str
    decision: int
    thought: Thought


MEMBERS: Mapping[type, str] = {
    RevisionLine: REVISIONS, EntryLine: ENTRIES, FingerprintLine: FINGERPRINTS, ReceiptLine: RECEIPTS,
    ThoughtLine: THOUGHTS, dict: LOG,
}  # fmt: skip
"""The file of each kind of lines; files for readers are not taken apart."""


class Manifest(msgspec.Struct, frozen=True):
    """The seal: SHA-256 of every member; of each line of those that have lines."""

    key: str
    members: dict[str, str]
    lines: dict[str, tuple[str, ...]]
    signature: str = ""

    @property
    def signed_bytes(self) -> bytes:
        bare = msgspec.structs.replace(self, signature="")
        return b"adjudicator archive\n" + msgspec.json.encode(bare, order="sorted")


def pack_member(hash: str) -> str:
    """Return the name of the member that holds a pack."""
    return f"{PACKS}{hash}.json"


def lines_of(values: Iterable[Any]) -> bytes:
    """Return one JSON object a line."""
    return b"".join(msgspec.json.encode(value) + b"\n" for value in values)


def signed_manifest(members: Mapping[str, bytes], private: bytes) -> bytes:
    """Return the signed manifest of these members."""
    bare = Manifest(
        key=public_key(private),
        members={name: sha256(content).hexdigest() for name, content in sorted(members.items())},
        lines={name: _line_hashes(content) for name, content in sorted(members.items()) if name.endswith(".jsonl")},
    )
    signature = Ed25519PrivateKey.from_private_bytes(private).sign(bare.signed_bytes).hex()
    return msgspec.json.encode(msgspec.structs.replace(bare, signature=signature)) + b"\n"


class Archive:
    """An archive as it was read: the bytes of every member."""

    def __init__(self, members: Mapping[str, bytes]) -> None:
        self.members = dict(members)

    @classmethod
    def read(cls, data: bytes) -> Archive:
        """Read an archive.

        Raises:
            BadArchive: It cannot be unpacked.
        """
        try:
            return cls(zip_members(data))
        except BadFile as bad:
            raise BadArchive(str(bad)) from None

    @property
    def packs(self) -> dict[str, bytes]:
        """The packs that it holds, by hash."""
        names = [name for name in self.members if name.startswith(PACKS)]
        return {name.removeprefix(PACKS).removesuffix(".json"): self.members[name] for name in names}

    @property
    def earlier(self) -> list[Archive]:
        """The archives of the earlier matches of the series, the first one first."""
        found: dict[str, dict[str, bytes]] = {}
        for name, content in self.members.items():
            if name.startswith(EARLIER):
                folder, _, member = name.removeprefix(EARLIER).partition("/")
                found.setdefault(folder, {})[member] = content
        places = sorted(found, key=lambda folder: (len(folder.partition("-")[0]), folder))
        return [Archive(found[folder]) for folder in places]

    @property
    def head(self) -> Head:
        """Raises BadArchive."""
        bare = self._decode(CAMPAIGN, self._member(CAMPAIGN), _Bare)
        if bare.header is msgspec.UNSET and bare.state == "inviting":
            raise BadArchive("the match had not begun when it was made: there is nothing to verify yet")
        head = self._decode(CAMPAIGN, self._member(CAMPAIGN), Head)
        if (head.format, head.version) != (FORMAT, VERSION):
            raise BadArchive(f"{CAMPAIGN}: {head.format} {head.version} instead of {FORMAT} {VERSION}")
        return head

    def lines(self, kind: type[T], name: str = "") -> list[T]:
        """Return the lines of the member that holds this kind.

        Raises:
            BadArchive: A line is not of this kind; the error has its number.
        """
        name = name or MEMBERS[kind]
        rows = self.raw_lines(name)
        return [self._decode(f"{name} line {place}", row, kind) for place, row in enumerate(rows, 1)]

    def raw_lines(self, name: str) -> Sequence[bytes]:
        """Return the lines as they are in the file."""
        return self._member(name).splitlines()

    def broken_seals(self) -> list[tuple[str, int]]:
        """Return members that are not as sealed, with the first differing line.

        The line is 0 if the member has no lines.

        Raises:
            BadArchive: The manifest itself is not what was signed.
        """
        manifest = self._decode(MANIFEST, self._member(MANIFEST), Manifest)
        if self._member(MANIFEST) != msgspec.json.encode(manifest) + b"\n":
            raise BadArchive(f"{MANIFEST}: it was changed after it was signed")
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(manifest.key))
            key.verify(bytes.fromhex(manifest.signature), manifest.signed_bytes)
        except (ValueError, InvalidSignature):
            raise BadArchive(f"{MANIFEST}: its signature does not belong to what it says") from None
        return list(self._broken(manifest))

    def _broken(self, manifest: Manifest) -> Iterable[tuple[str, int]]:
        names = (set(manifest.members) | set(self.members)) - {MANIFEST}
        for name in sorted(names):
            content = self.members.get(name)
            if content is None or name not in manifest.members:
                yield name, 0
            elif sha256(content).hexdigest() != manifest.members[name]:
                now, then = _line_hashes(content), manifest.lines.get(name, ())
                changed = [place for place, pair in enumerate(zip(now, then, strict=False), 1) if pair[0] != pair[1]]
                yield name, (changed or [min(len(now), len(then)) + 1])[0] if name in manifest.lines else 0

    def _member(self, name: str) -> bytes:
        if name not in self.members:
            raise BadArchive(f"{name}: it is missing")
        return self.members[name]

    @staticmethod
    def _decode(where: str, data: bytes, kind: type[T]) -> T:
        try:
            return from_json(data, kind)
        except BadFile as error:
            raise BadArchive(f"{where}: {error}") from None


def _line_hashes(content: bytes) -> tuple[str, ...]:
    return tuple(sha256(line).hexdigest()[:LINE_HASH] for line in content.split(b"\n")[:-1])
