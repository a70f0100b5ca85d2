"""Verifying an archive offline: every draw, every position, every receipt, every byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.chance import commitment, key_fingerprint, mixed_key
from adjudicator.kernel.content import PACK_HASH, hash_of, same_rules
from adjudicator.kernel.errors import DocumentError, UnknownGame
from adjudicator.kernel.game import Game
from adjudicator.kernel.registry import game_named, kept_as
from adjudicator.service.proof.acts import Acts, acts_in
from adjudicator.service.proof.archive import (
    ENTRIES,
    FINGERPRINTS,
    LOG,
    NOW,
    RECEIPTS,
    THOUGHTS,
    Archive,
    BadArchive,
    EntryLine,
    Head,
    ReceiptLine,
    ThoughtLine,
    pack_member,
)
from adjudicator.service.proof.history import Difference, Replay, Step, at_entry
from adjudicator.service.proof.receipts import BadReceipt, Leaf, Receipt, check_signature, parse, root_of
from adjudicator.service.proof.thoughts import repeated


class Verdict(msgspec.Struct, frozen=True):
    """The findings of a verification. `differences` empty: nothing was changed.

    `draws` were computed again from the seed, `positions` compared, `receipts` opened. `remarks` are what a reader
    should know although nothing is wrong: draws that a moderator entered, secret answers that were taken back.
    """

    campaign: str
    game: str
    seats: tuple[str, ...]
    commitment: str
    signing_key: str
    revisions: int = 0
    entries: int = 0
    draws: int = 0
    positions: int = 0
    receipts: int = 0
    acts: Acts = Acts()
    unproven: bool = False
    """Whether something was carried over from other rules, and none that are here prove it."""
    remarks: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()


def verify(archive: Archive) -> Verdict:
    """Verify a whole archive. Raises BadArchive only where nothing of it can be read."""
    head = archive.head
    verdict = Verdict(
        head.name, head.header.game, head.header.seats, head.header.commitment or "", head.signing_key or ""
    )
    found: list[Difference] = []
    try:
        verdict = _history(archive, head, verdict, found)
    except Exception as error:
        found.append(_stumbled("archive", error))
    try:
        acts = acts_in(archive)
    except Exception as error:
        acts = Acts(differences=(_stumbled("archive", error),))
    found += [*acts.differences, *_seals(archive)]
    verdict = msgspec.structs.replace(verdict, acts=acts)
    return msgspec.structs.replace(verdict, differences=tuple(dict.fromkeys(found)))


def _stumbled(where: str, error: Exception) -> Difference:
    """Return as a difference what came up when it was read: others may have written anything into it."""
    return Difference(where, str(error) if isinstance(error, BadArchive) else f"{type(error).__name__}: {error}")


def _history(archive: Archive, head: Head, verdict: Verdict, found: list[Difference]) -> Verdict:
    """Return everything that follows from the rules, the seed and the receipts."""
    if ENTRIES not in archive.members:
        raise BadArchive(
            f"it holds what {head.seen_by} may know; only one of everything can be verified (--proof, --all)"
        )
    kept = _kept_rules(head)
    if kept:
        head = msgspec.structs.replace(head, header=msgspec.structs.replace(head.header, game=kept))
    seed, nonces = _key(head, found)
    replay = Replay(archive, head.header, seed, nonces)
    told = _Told(archive, replay)
    found += replay.differences + told.entries() + list(_packs(archive, head, replay))
    other = other_rules(head)
    by_rules = _by_rules(archive, head, replay, told)
    found += [_not_by_these(other, by_rules, replay)] if other and by_rules else by_rules
    receipts = _Receipts(head, replay)
    found += receipts.check(archive.lines(ReceiptLine))
    if head.header.places is not msgspec.UNSET:
        seats = ", ".join(head.header.in_order)
        drawn = f"the seats were drawn, in the order of joining: {seats}"
        by_bids = f"the seats were bid for; in the order of joining they went to {seats}"
        receipts.remarks.insert(0, drawn if head.header.bidding is msgspec.UNSET else by_bids)
    remarks = [f"{other}; all comes out the same with the installed one"] if other and not by_rules else []
    remarks += [f"it was played by version {head.header.version}, and compared by that, kept as {kept}"] if kept else []
    unproven = max(replay.carried, default=0)
    remarks += [told for number, told in replay.left.items() if number >= unproven or replay.is_by_kept(number)]
    remarks += replay.carried.values()
    return msgspec.structs.replace(
        verdict,
        revisions=len(replay.revisions),
        entries=sum(map(len, replay.entries.values())),
        draws=replay.draws,
        positions=replay.positions,
        receipts=receipts.count,
        unproven=bool(replay.carried),
        remarks=(*remarks, *(_entered(*each) for each in replay.by_hand), *receipts.remarks),
    )


def other_rules(head: Head) -> str:
    """Return by which other rules the match was played than by those that are installed; empty: by these."""
    header = head.header
    played = f"it was played by version {header.version} ({header.content[:12]}) of {header.game}"
    if head.program:
        played += f", part of adjudicator {head.program}"
    try:
        game = game_named(header.game)
    except UnknownGame:
        return f"{played}, which is not installed here"
    if same_rules(game, header.version, header.content):
        return ""
    return f"{played}, installed is version {game.version} ({game.content_hash[:12]})"


def _kept_rules(head: Head) -> str | None:
    """Return the name of the kept rules of a match, if it was played by others than those that are installed."""
    header = head.header
    return kept_as(header.game, header.version, header.content) if other_rules(head) else None


def _packs(archive: Archive, head: Head, replay: Replay) -> Iterator[Difference]:
    """Check the packs that were played: all must be there, and match their hashes."""
    for hash, data in archive.packs.items():
        if hash_of(data) != hash:
            yield Difference(pack_member(hash), f"its hash is {hash_of(data)}")
    played = [head.header.content, *(str(line.entry.get("content", "")) for line in replay.made.values())]
    for hash in dict.fromkeys(played):
        if len(hash) == PACK_HASH and hash not in archive.packs:
            yield Difference(pack_member(hash), "it is missing")


def _by_rules(archive: Archive, head: Head, replay: Replay, told: _Told) -> list[Difference]:
    """Return the differences of a replay.

    Rules may fail anywhere on what others wrote, or other rules made, and that is a difference too.
    """
    before, found = len(replay.differences), list[Difference]()
    try:
        thoughts = archive.lines(ThoughtLine) if THOUGHTS in archive.members else []
        for step in replay.run():
            told.compare(step)
            for line in (line for line in thoughts if (line.revision, line.n) == (step.revision, step.n)):
                if different := repeated(step.match, line.seat, line.thought):
                    found.append(at_entry(step.revision, step.n, different))
        return replay.differences[before:] + found + told.events() + list(_document(archive, head, replay))
    except Exception as error:
        return [*replay.differences[before:], _stumbled("replay", error)]


def _not_by_these(other: str, by_rules: Sequence[Difference], replay: Replay) -> Difference:
    """Say in one sentence all that other rules make different, because that proves nothing."""
    return Difference(
        "rules",
        f"{other}. With those rules alone draws and positions can be computed again; with the installed ones "
        f"{replay.positions} positions and {replay.draws} draws came out the same, then {by_rules[0]}. Seals, seed, "
        "nonces and receipts are checked all the same. Install that version, and verify again.",
    )


def _key(head: Head, found: list[Difference]) -> tuple[bytes | None, tuple[bytes, ...]]:
    """Return the seed and the nonces, and check whether they are those that were promised."""
    try:
        seed = None if head.seed is None else bytes.fromhex(head.seed)
        nonces = tuple(bytes.fromhex(nonce) for nonce in head.nonces)
    except ValueError:
        raise BadArchive("campaign.json: seed and nonces are written in hexadecimal digits") from None
    if seed is None:
        found.append(Difference("seed", "it is missing: no draw can be computed again"))
        return None, nonces
    if commitment(seed) != head.header.commitment:
        found.append(
            Difference("seed", f"its fingerprint is {commitment(seed)}, promised was {head.header.commitment}")
        )
    fingerprint = key_fingerprint(mixed_key(seed, nonces))
    if fingerprint != head.key_fingerprint:
        found.append(
            Difference(
                "nonces", f"with them the key has the fingerprint {fingerprint}, told was {head.key_fingerprint}"
            )
        )
    return seed, nonces


def _seals(archive: Archive) -> Iterator[Difference]:
    """Yield bytes that are not as they were sealed, by line."""
    try:
        broken = archive.broken_seals()
    except BadArchive as bad:
        yield Difference("archive", str(bad))
        return
    for name, line in broken:
        entry = _entry_of_line(archive, name, line)
        if entry is not None:
            yield at_entry(*entry, f"{name} line {line} is not as it was sealed")
        elif line:
            yield Difference(f"{name} line {line}", "it is not as it was sealed")
        else:
            yield Difference(name, "it is not as it was sealed")


def _entry_of_line(archive: Archive, name: str, line: int) -> tuple[int, int] | None:
    """Return the revision and number of the entry that a line is about.

    If the line is broken, the one before it may tell.
    """
    if name not in (ENTRIES, FINGERPRINTS, LOG) or not line:
        return None
    rows = archive.raw_lines(name)
    for place, more in ((line, 0), *(((line - 1, 1),) if name != FINGERPRINTS else ())):
        try:
            row = msgspec.json.decode(rows[place - 1] if place else b"{}", type=dict[str, Any])
        except (msgspec.DecodeError, IndexError, UnicodeDecodeError):
            continue
        if more == 0 and (not isinstance(row.get("n"), int) or row["n"] > len(rows)):
            continue
        if isinstance(row.get("n"), int):
            revision = row.get("revision", 0)
            return (revision if isinstance(revision, int) else 0), row["n"] + more
    return None if name == FINGERPRINTS else (0, line)


class _Told:
    """The log for readers says what really happened: its events are told again by the replay."""

    def __init__(self, archive: Archive, replay: Replay) -> None:
        self._archive = archive
        self._replay = replay
        self._lines = archive.lines(dict)
        self._told: dict[tuple[int, int], list[Any]] = {}

    def compare(self, step: Step) -> None:
        for told in step.told:
            self._told.setdefault((step.revision, told.n), []).append(_plain(told))

    def entries(self) -> list[Difference]:
        """Return lines for readers that are not the entry they tell of; no rules are needed for that."""
        found = []
        for line in self._lines:
            entry = self._entry(line)
            if entry is None:
                found.append(Difference(f"{LOG} entry {line.get('n')}", "there is no such entry"))
            elif line.get("entry") != entry.entry:
                found.append(at_entry(entry.revision, entry.n, f"{LOG} tells it differently"))
        return found

    def events(self) -> list[Difference]:
        """Return entries left out, and those told with other events than theirs."""
        found = []
        end = self._replay.ends.get(self._archive.head.revision)
        told = {line.get("n") for line in self._lines}
        for n in range(1, end.position.n + 1 if end is not None else 1):
            if n not in told:
                found.append(Difference(f"entry {n}", f"{LOG} leaves it out", n))
        for line in self._lines:
            entry = self._entry(line)
            if entry is None or entry.revision not in self._replay.ends:
                continue
            if entry.n <= self._replay.begun.get(entry.revision, 0):
                continue
            if list(line.get("events", ())) != self._told.get((entry.revision, entry.n), []):
                found.append(at_entry(entry.revision, entry.n, f"{LOG} tells other events than came of it"))
        return found

    def _entry(self, line: dict[str, Any]) -> EntryLine | None:
        return self._replay.made.get((line.get("revision", 0), line.get("n", 0)))


def _document(archive: Archive, head: Head, replay: Replay) -> Iterator[Difference]:
    end = replay.ends.get(head.revision)
    if end is None or NOW not in archive.members:
        return
    try:
        document = msgspec.json.decode(archive.members[NOW])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        yield Difference(NOW, str(error))
        return
    now = _plain(end.game.shown(end.document()))
    if document != now and not _means_the_same(end.game, document, now):
        yield Difference(NOW, "it is not the position to which the log leads")


def _means_the_same(game: Game[Any], document: Any, now: dict[str, Any]) -> bool:
    """Return whether a document that an earlier version wrote in another format has the position of today's."""
    if not isinstance(document, dict) or document.get("format") == now["format"]:
        return False
    try:
        return game.load(document) == game.load(now)
    except DocumentError:
        return False


def _plain(value: Any) -> Any:
    """Return it as it comes out of JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _entered(revision: int, n: int, draw: Mapping[str, Any]) -> str:
    where = f"entry {n}" + (f" of revision {revision}" if revision else "")
    return f"{where}: entered by a moderator, not drawn: {msgspec.json.encode(draw).decode()}"


class _Receipts:
    """Every receipt opened with its salts, and compared with the log."""

    def __init__(self, head: Head, replay: Replay) -> None:
        self._head = head
        self._replay = replay
        self._filed: dict[tuple[int, int, str], tuple[str, Any, str | None]] = {}
        self._strange: dict[str, int] = {}
        self.count = 0
        self.remarks: list[str] = []

    def check(self, lines: Sequence[ReceiptLine]) -> list[Difference]:
        found: list[Difference] = []
        numbers: dict[str, int] = {}
        for place, line in enumerate(lines, 1):
            try:
                receipt = parse(line.receipt)
                check_signature(receipt)
            except BadReceipt as bad:
                found.append(Difference(f"{RECEIPTS} line {place}", str(bad)))
                continue
            self.count += 1
            where = f"receipt {receipt.number} of {receipt.seat}"
            numbers[receipt.seat] = numbers.get(receipt.seat, 0) + 1
            if receipt.number != numbers[receipt.seat]:
                found.append(Difference(where, f"stands where number {numbers[receipt.seat]} should"))
                numbers[receipt.seat] = receipt.number
            found += self._one(where, receipt, line)
        self.remarks += [
            f"{count} receipts are signed with the key {key}: those of an earlier installation, if the campaign was "
            "imported; your first mail told which key counts"
            for key, count in self._strange.items()
        ]
        return found + list(self._secret_answers())

    def _one(self, where: str, receipt: Receipt, line: ReceiptLine) -> Iterator[Difference]:
        if receipt.campaign not in (self._head.name, *self._head.formerly):
            yield Difference(where, f"it is of the campaign {receipt.campaign}")
        if receipt.key != self._head.signing_key:
            self._strange[receipt.key] = self._strange.get(receipt.key, 0) + 1
        leaves = _leaves(line)
        if leaves is None or root_of(leaves) != receipt.root:
            yield Difference(where, "what it is opened with here is not what was ordered")
            return
        for leaf in leaves:
            yield from self._leaf(where, receipt, leaf, line.withdrawn)

    def _leaf(self, where: str, receipt: Receipt, leaf: Leaf, withdrawn: str | None) -> Iterator[Difference]:
        content = msgspec.json.decode(leaf.content, type=dict[str, Any])
        revision = content.get("revision", 0)
        for entry in content.get("log", ()):
            made = self._replay.made.get((revision, entry["n"]))
            if made is None or made.entry != entry:
                text = f"the log has something else than was carried out for {content['text']!r} ({where})"
                yield at_entry(revision, entry["n"], text)
        if "filed" in content:
            self._filed[revision, content["decision"], receipt.seat] = (where, content["filed"], withdrawn)

    def _secret_answers(self) -> Iterator[Difference]:
        """Check that the last answer that a seat had on file is the one that was carried out."""
        for key, (where, filed, withdrawn) in self._filed.items():
            entry = self._replay.decided.get(key)
            if withdrawn is not None:
                self.remarks.append(f"{where}: its secret answer was taken back at {withdrawn}, before it was due")
            elif entry is not None and _plain(entry.action) != filed:
                said = msgspec.json.encode(filed).decode()
                yield at_entry(key[0], entry.n, f"{where} had {said} on file for it, and that was never taken back")


def _leaves(line: ReceiptLine) -> list[Leaf] | None:
    try:
        return [Leaf(bytes.fromhex(salt), content) for salt, content in line.leaves]
    except ValueError:
        return None


def includes(archive: Archive, receipt: Receipt) -> tuple[tuple[Leaf, ...], Iterable[Difference]]:
    """Return the lines of a receipt as the archive opens them, and what is wrong with them.

    Raises:
        BadArchive: The archive has no such receipt.
    """
    lines = archive.lines(ReceiptLine)
    for line in lines:
        try:
            same = parse(line.receipt)
        except BadReceipt:
            continue
        if (same.seat, same.number) != (receipt.seat, receipt.number):
            continue
        leaves = _leaves(line) or []
        where = f"receipt {receipt.number} of {receipt.seat}"
        wrong = []
        if same != receipt:
            wrong.append(Difference(where, "the archive has another receipt under this number"))
        if root_of(leaves) != receipt.root:
            wrong.append(Difference(where, "the archive opens it with something else than was ordered"))
        return tuple(leaves), wrong
    raise BadArchive(f"it has no receipt {receipt.number} of {receipt.seat}: orders were left out")
