"""Playing a whole history again, revision by revision; the first entry of each that comes out differently is named.

A line that other rules made is played by these as far as it goes, and by its own where they are kept. What was carried
over from it, up to the *bridge* of the next line, must follow by one of them. Else it counts as not proven, and the
next line is played from the position at its bridge on.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.checkpoints import codec_of
from adjudicator.kernel.content import PackTrouble
from adjudicator.kernel.errors import ChanceError, DocumentError, Refusal, ReplayError
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.kept_rules import plain_name
from adjudicator.kernel.log import Entry, entry_of
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Header
from adjudicator.kernel.registry import game_named, kept_as
from adjudicator.kernel.replay import begin, replay, replay_events
from adjudicator.service.campaign.matches import fingerprint
from adjudicator.service.proof.archive import Archive, Bridge, EntryLine, FingerprintLine, RevisionLine

KEPT = "kept:"


class Difference(msgspec.Struct, frozen=True):
    """Something that is not as it should be: where it stands, and what is wrong with it.

    `entry` is the number of the log entry, `revision` that of the line of play it is about, where it is about one.
    """

    where: str
    text: str
    entry: int | None = None
    revision: int = 0

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


def at_entry(revision: int, n: int, text: str) -> Difference:
    """Return a difference in a log entry."""
    return Difference(f"entry {n}" + (f" of revision {revision}" if revision else ""), text, n, revision)


class Step(msgspec.Struct, frozen=True):
    """The events that one given entry told, while the match stands right after it."""

    revision: int
    n: int
    told: list[ObservedEvent[Any]]
    match: Match


def carried_over(at: str, n: int, was: str, now: str, by: str) -> str:
    """Say when, at which log number, between which versions of the rules and by whom play was carried over."""
    return f"carried over on {at} at log {n} from version {was} of the rules to version {now}, by {by}"


class Replay:
    """All revisions, played again one after the other. `differences` is complete when `run` has ended.

    `made` has the entries by revision and number; `decided` tells by (revision, number of the decision, seat) the entry
    with which a seat answered it.
    """

    def __init__(
        self,
        archive: Archive,
        header: Header,
        seed: bytes | None,
        nonces: Sequence[bytes],
        last: int | None = None,
    ) -> None:
        """Load the revisions and entries of an archive, perhaps up to a revision. Raises BadArchive."""
        self.header = header
        self.packs = archive.packs
        self._archive = archive
        numbered = {each.number: each for each in archive.lines(RevisionLine)}
        self.revisions = {number: each for number, each in numbered.items() if last is None or number <= last}
        self.entries: dict[int, list[EntryLine]] = {number: [] for number in self.revisions}
        self.fingerprints: dict[int, dict[int, str]] = {number: {} for number in self.revisions}
        self.differences: list[Difference] = []
        self.decided: dict[tuple[int, int, str], Entry] = {}
        self.ends: dict[int, Match] = {}
        self.positions = self.draws = 0
        self.by_hand: list[tuple[int, int, Mapping[str, Any]]] = []
        self._seed, self._nonces = seed, tuple(nonces)
        self._starts: dict[int, Match] = {}
        self.left: dict[int, str] = {}
        """Lines that other rules made and these have left: by which they were proven, and how far, in words."""
        self.carried: dict[int, str] = {}
        """Lines of which what was carried over is not proven: when it was and from which rules, in words."""
        self.begun: dict[int, int] = {}
        """By revision the log number of its bridge, where it was played from there on and not from its start."""
        self._at = 0
        self._proven: dict[int, Match] = {}
        """Lines that came out by their own kept rules, at their end."""
        later = set(numbered) - set(self.revisions)
        entries = [line for line in archive.lines(EntryLine) if line.revision not in later]
        self._file(entries, [mark for mark in archive.lines(FingerprintLine) if mark.revision not in later])
        self.made = {(number, line.n): line for number, lines in self.entries.items() for line in lines}

    def _file(self, entries: Sequence[EntryLine], fingerprints: Sequence[FingerprintLine]) -> None:
        for line in entries:
            if line.revision not in self.entries:
                self.differences.append(at_entry(line.revision, line.n, "there is no such revision"))
                continue
            here = self.entries[line.revision]
            expected = here[-1].n + 1 if here else self.revisions[line.revision].branched_at + 1
            if line.n != expected:
                self.differences.append(at_entry(line.revision, line.n, f"stands where entry {expected} should"))
            here.append(line)
        for mark in fingerprints:
            if mark.revision not in self.fingerprints or mark.n in self.fingerprints[mark.revision]:
                self.differences.append(at_entry(mark.revision, mark.n, "its fingerprint has no place here"))
                continue
            self.fingerprints[mark.revision][mark.n] = mark.sha256

    def run(self) -> Iterator[Step]:
        """Play everything again, step by step."""
        for number in sorted(self.revisions):
            if self._by_other_rules(number):
                yield from self._run_as_far_as_it_goes(number)
                continue
            try:
                yield from self._run_over_bridge(number, self.revisions[number].bridge)
            except ReplayError as error:
                self.differences.append(at_entry(number, error.n, _short(error)))
            except (ChanceError, Refusal, DocumentError, PackTrouble) as error:
                self.differences.append(Difference(f"revision {number}", f"it cannot begin: {error}", revision=number))

    def is_by_kept(self, number: int) -> bool:
        """Return whether a line came out by its own kept rules."""
        return number in self._proven

    def _by_other_rules(self, number: int) -> bool:
        """Return whether a line was played by other rules than those that the campaign has been carried over to."""
        return number < max(self.revisions) and self._rules(number) != (self.header.version, self.header.content)

    def _rules(self, number: int) -> tuple[str, str]:
        line = self.revisions.get(number)
        return ("", "") if line is None else (line.rules_version, line.content_hash)

    def _run_as_far_as_it_goes(self, number: int) -> Iterator[Step]:
        """Replay a line that other rules made.

        These rules must lead to where the next line branches off, and may fail after it.
        """
        try:
            yield from self._run_over_bridge(number, self.revisions[number].bridge)
        except Exception as error:  # these rules may stumble over anything in it
            line = self.revisions[number]
            told = f"revision {number} was played by version {line.rules_version} of the rules"
            kept = kept_as(plain_name(self.header.game), line.rules_version, line.content_hash)
            if kept is None:
                rest = "what was carried over from it is checked, the rest of it cannot be by these"
                self.left[number] = f"{told}; {rest} ({error})"
                return
            self._run_by_kept(number, kept)
            self.left[number] = f"{told} and was compared by these, which are kept as {kept}"

    def _run_by_kept(self, number: int, kept: str) -> None:
        """Play a line by its own rules; what comes out differently is a difference."""
        line, options = self.revisions[number], game_named(kept).options
        header = msgspec.structs.replace(
            self.header,
            game=kept,
            version=line.rules_version,
            content=line.content_hash,
            options={name: value for name, value in self.header.options.items() if name in options},  # others are newer
        )
        own = Replay(self._archive, header, self._seed, self._nonces, last=number)
        for _ in own.run():
            pass
        found = [each for each in own.differences if each.revision == number]
        self.differences += found
        if not found and number in own.ends:
            self.positions += own.positions
            self.draws += own.draws
            self._proven[number] = own.ends[number]

    def _run_over_bridge(self, number: int, bridge: Bridge | None) -> Iterator[Step]:
        """Replay a line from its start, or from its bridge where what was carried over does not follow."""
        self._at = 0
        if bridge is None or bridge.n > self.revisions[number].branched_at:
            try:
                yield from self._run(number)
                return
            except Exception:  # these rules may stumble over anything that others made
                if bridge is None or self._at > bridge.n:
                    raise
        if not self._is_proven(number, bridge):
            line, before = self.revisions[number], self.revisions[number - 1]
            was, now = before.rules_version, line.rules_version
            told = carried_over(f"{bridge.at:%d %B %Y}", bridge.n, was, now, line.author)
            self.carried[number] = f"{told}; not proven before"
        self.begun[number] = bridge.n
        yield from self._run(number, bridge)

    def _is_proven(self, number: int, bridge: Bridge) -> bool:
        """Return whether the position at a bridge is the proven end of the line before, as these rules read it."""
        before, line = self._proven.get(number - 1), self.revisions[number]
        if before is None or bridge.n != line.branched_at or before.position.n != bridge.n:
            return False
        codec = codec_of(game_named(self.header.game))
        return codec.encode(codec.decode(before.checkpoint())) == bytes(bridge.position)

    def _beyond(self, number: int, bridge: Bridge, entries: Sequence[Entry]) -> Match:
        """Return the match at the bridge of a line; its chance knows what did not come from the seed."""
        position = bytes(bridge.position)
        match = Match.resume(
            self.header, position, seed=self._seed, nonces=self._nonces, revision=number, contents=self.packs
        )
        match.chance.follow([draw for entry in entries for draw in entry.chance if self._seed is None or draw.source])
        return match

    def _run(self, number: int, bridge: Bridge | None = None) -> Iterator[Step]:
        first = self.revisions[number].branched_at if bridge is None else bridge.n
        lines, branches = [line for line in self.entries[number] if line.n > first], self._branches(number)
        entries = self._typed(lines)
        match = self._start(number, entries) if bridge is None else self._beyond(number, bridge, entries)
        if match is None:
            return
        replay(match, [entry for entry in entries if entry.n <= match.position.n])
        reached = {first, match.position.n}
        for n in sorted(reached):
            self._compare_mark(number, match, n)
        self._keep_branches(match, branches)
        yield Step(number, match.position.n, match.opening, match)
        telling = replay_events(match, entries)
        asked, before = match.decisions(), match.position.n
        for told in telling:
            n = match.position.n
            if n == before:
                continue
            self._note_decided(number, asked[0].number if asked else 0, match.log[before - n :])
            reached.add(n)
            self._at = n
            self._compare_mark(number, match, n)
            self._keep_branches(match, branches)
            yield Step(number, n, told, match)
            asked, before = match.decisions(), n
        self._finish(number, match, reached)

    def _finish(self, number: int, match: Match, reached: set[int]) -> None:
        first = min(reached)
        last = self.entries[number][-1].n if self.entries[number] else first
        if match.position.n != last:
            raise ReplayError(last + 1, "follows from the entry before and is missing")
        marks = {n: mark for n, mark in self.fingerprints[number].items() if n >= first}
        for n in sorted(set(marks) - reached):
            self.differences.append(at_entry(number, n, "has a fingerprint, but play does not pause there"))
        if last not in marks and self.entries[number]:
            self.differences.append(at_entry(number, last, "has no fingerprint"))
        self._check_draws(number, first)
        self.ends[number] = match

    def _typed(self, lines: Sequence[EntryLine]) -> list[Entry]:
        game, found = game_named(self.header.game), []
        for line in lines:
            try:
                found.append(entry_of(line.entry, game))
            except (msgspec.ValidationError, KeyError, TypeError) as error:
                if self._by_other_rules(line.revision):
                    return found
                raise ReplayError(line.n, f"it is none of {game.id}: {error}") from None
            if found[-1].n != line.n:
                raise ReplayError(line.n, f"it says that it is entry {found[-1].n}")
        return found

    def _start(self, number: int, entries: Sequence[Entry]) -> Match | None:
        """Return the match before the first entry of a revision; its chance knows what did not come from the seed."""
        revision = self.revisions[number]
        if revision.parent is not None:
            match = self._starts.get(number)
            if match is None:
                owner = self._owner(revision)
                if owner in self.left:
                    raise ReplayError(revision.branched_at, f"the rules do not lead there: {self.left[owner]}")
                if owner in self.begun:
                    raise ReplayError(revision.branched_at, f"it lies before the bridge of revision {owner}")
                return None  # the parent is broken before that point, and says so
            # A correction leaves the line that was played before it; what seats were shown there they keep knowing.
            former = self.ends.get(number - 1) if self._rules(number) == self._rules(number - 1) else None
            shown = [] if former is None else former.position.shown
            match.position.shown += [each for each in shown if each not in match.position.shown]
            script = [draw for entry in entries for draw in entry.chance if self._seed is None or draw.source]
            counter = match.position.counter
            match.chance = Chance(self._seed, nonces=self._nonces, revision=number, counter=counter, script=script)
            return Match(match.game, match.header, match.position, match.chance)
        match = begin(
            self.header,
            entries,
            document=revision.document,
            seed=self._seed,
            nonces=self._nonces,
            contents=self.packs,
        )
        match.chance.revision = number  # the draws of the set-up are the same in every line
        return match

    def _branches(self, number: int) -> dict[int, list[int]]:
        """Return by log number the revisions that branch off this one there."""
        found: dict[int, list[int]] = {}
        for revision in self.revisions.values():
            owner = self._owner(revision)
            if owner == number:
                found.setdefault(revision.branched_at, []).append(revision.number)
        return found

    def _owner(self, revision: RevisionLine) -> int | None:
        """Return the revision that made the entry at which this one branches off."""
        owner = revision.parent
        while owner is not None and owner in self.revisions:
            above = self.revisions[owner]
            if above.parent is None or revision.branched_at >= above.branched_at:
                return owner
            owner = above.parent
        return None

    def _keep_branches(self, match: Match, branches: Mapping[int, list[int]]) -> None:
        for child in branches.get(match.position.n, ()):
            self._starts[child] = match.copy()

    def _compare_mark(self, number: int, match: Match, n: int) -> None:
        expected = self.fingerprints[number].get(n)
        if expected is None:
            return
        self.positions += 1
        found = fingerprint(match.checkpoint())
        if found != expected:
            raise ReplayError(n, f"the position after it is {found[:16]}, stored was {expected[:16]}")

    def _note_decided(self, number: int, decision: int, made: Sequence[Entry]) -> None:
        for entry in made:
            if isinstance(entry.by, str) and entry.how != "only":
                self.decided.setdefault((number, decision, entry.by), entry)

    def _check_draws(self, number: int, first: int) -> None:
        """Check that what did not come from the seed is what it says it is, behind a log number."""
        for line in (each for each in self.entries[number] if each.n > first):
            for draw in line.entry.get("chance", ()):
                source = str(draw.get("source", ""))
                self.draws += not source
                if source.startswith(KEPT) and not self._was_drawn(source.removeprefix(KEPT), draw):
                    self.differences.append(at_entry(number, line.n, f"{source}: there was no such draw"))
                elif source and not source.startswith(KEPT):
                    self.by_hand.append((number, line.n, _bare(draw)))

    def _was_drawn(self, place: str, draw: Mapping[str, Any]) -> bool:
        revision, _, n = place.partition(".")
        if not (revision.isascii() and revision.isdigit() and n.isascii() and n.isdigit()):
            return False
        lines = self.entries.get(int(revision), ())
        return any(
            _bare(other) == _bare(draw) for line in lines if line.n == int(n) for other in line.entry.get("chance", ())
        )


def _bare(draw: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in draw.items() if key not in ("source", "no")}


def _short(error: ReplayError) -> str:
    text = str(error).removeprefix(f"entry {error.n}: ").removeprefix(f"entry {error.n} ")
    return text if len(text) <= 400 else f"{text[:400]} …"
