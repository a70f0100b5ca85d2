"""Playing a log again, and proving that its draws are those of the seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from adjudicator.kernel.actions import Action, WindowAnswers
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Drawn
from adjudicator.kernel.content import Contents, playing
from adjudicator.kernel.errors import ChanceError, Refusal, ReplayError
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.log import AGAIN, NO_AGREEMENT, By, Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Header
from adjudicator.kernel.registry import game_named


def begin(  # noqa: PLR0913 - all that a log does not hold
    header: Header,
    entries: Sequence[Entry] = (),
    *,
    script: Sequence[Drawn] = (),
    document: Mapping[str, Any] | None = None,
    seed: bytes | None = None,
    nonces: Sequence[bytes] = (),
    contents: Contents | None = None,
) -> Match:
    """Return the match before its first decision: from the document that it began with, or as its game sets it up.

    The draws of the log come out again; with a seed only those that did not come from it. `script` comes before them.
    Without a seed nothing else can be drawn. `contents` has the pack, where one is played.

    Raises:
        PackTrouble: The pack is missing, is damaged, or does not fit.
    """
    recorded = [draw for entry in entries for draw in entry.chance if seed is None or draw.source]
    chance = (*script, *recorded)
    if document is not None:
        return Match.from_document(
            document, game=header.game, seats=header.seats, chance=chance, seed=seed, nonces=nonces, contents=contents
        )
    match = _seated(header, seed, nonces, chance, contents)
    if seed is None:
        match.chance.seed, match.header = None, header
    return match


def _seated(
    header: Header,
    seed: bytes | None,
    nonces: Sequence[bytes],
    chance: Sequence[Drawn],
    contents: Contents | None,
) -> Match:
    """Set up the match of a header again; where its seats were drawn they are drawn again. Raises ReplayError."""
    drawn = header.places is not msgspec.UNSET
    match = set_up(
        playing(game_named(header.game), header.content, contents),
        options=header.options,
        seats=None if drawn else header.seats,
        players=len(header.seats) if drawn else None,
        bids=None if header.bidding is msgspec.UNSET else header.bidding.bids,
        seed=seed,
        nonces=nonces,
        chance=chance,
    )
    if match.header.in_order != header.in_order:
        raise ReplayError(1, f"the seats are drawn as {', '.join(match.header.in_order)}")
    if match.header.bidding != header.bidding:
        raise ReplayError(1, f"the lots of the bids are drawn as {match.header.bidding}")
    return match


def replay(start: Match, entries: Sequence[Entry]) -> Match:
    """Apply the entries to a match whose chance follows their draws; every entry must come out as it is.

    Raises ReplayError with the number of the first entry that does not.
    """
    for _ in replay_events(start, entries):
        pass
    return start


def replay_events(start: Match, entries: Sequence[Entry]) -> Iterator[list[ObservedEvent[Any]]]:
    """Replay step by step: what each given entry told, while `start` stands right after it. Raises like `replay`."""
    recorded = {entry.n: entry for entry in entries}
    compared = _compare(start.log, recorded, 0)
    start.given = given_in(entries)
    for entry in entries:
        if entry.n <= start.position.n:
            continue
        try:
            told = submit_entry(start, entry)
        except (Refusal, ChanceError) as error:
            raise not_again(entry, error) from error
        compared = _compare(start.log, recorded, compared)
        yield told
    start.given = ()


def given_in(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the numbers of the entries that somebody gave."""
    return frozenset(entry.n for entry in entries if entry.given)


def _compare(made: Sequence[Entry], recorded: Mapping[int, Entry], compared: int) -> int:
    """Compare the entries made since the last time; returns how many are compared now."""
    for entry in made[compared:]:
        expected = recorded.get(entry.n)
        if expected is not None and expected.how in ("default", AGAIN) and not entry.how:
            # A replay gives what the deadline or a correction gave like any other answer.
            entry.how = expected.how
        if expected is not None and entry != expected:
            raise ReplayError(entry.n, _otherwise(entry, expected))
    return len(made)


def not_again(entry: Entry, error: Refusal | ChanceError) -> ReplayError:
    """Return the error of an entry that cannot be put in again."""
    if isinstance(error, ChanceError):
        return ReplayError(entry.n, str(error))
    rule = f", rule {error.rule}" if error.rule else ""
    return ReplayError(entry.n, f"{entry.action.op} of {_names(entry.by)} is refused ({error.code}{rule})")


def _otherwise(entry: Entry, expected: Entry) -> str:
    """Say in words what of an entry comes out otherwise than it is recorded; values may be secret, and are not told."""
    if (entry.by, entry.action) != (expected.by, expected.action):
        now, then = (f"{each.action.op} of {_names(each.by)}" for each in (entry, expected))
        return f"recorded is {then}, and what comes out is {now if now != then else 'another one'}"
    if entry.chance == expected.chance:
        return f"recorded is that it was {expected.how or 'given'!r}, and it comes out as {entry.how or 'given'!r}"
    found = next(one or other for one, other in zip_longest(entry.chance, expected.chance) if one != other)
    assert found is not None
    return f"the draw {found.name!r} comes out otherwise than it is recorded"


def _names(by: By) -> str:
    return by if isinstance(by, str) else ", ".join(by)


def submit_entry(match: Match, entry: Entry) -> list[ObservedEvent[Any]]:
    """Put in what somebody gave; a secret answer is carried out with the last one. Raises Refusal, ReplayError."""
    if not entry.given:
        raise ReplayError(entry.n, "does not follow from the entry before")
    action = entry.action
    if isinstance(action, WindowAnswers):
        return [told for seat, answer in action.answers.items() for told in match.apply(seat, answer)]
    if isinstance(action, Action):
        return match.apply(entry.by, action)
    assert action.op == NO_AGREEMENT
    return match.close()


def verify(
    header: Header,
    entries: Sequence[Entry],
    seed: bytes,
    nonces: Sequence[bytes] = (),
    contents: Contents | None = None,
) -> Match:
    """Recompute every draw of an undisturbed match from its seed. Raises ReplayError at the first difference."""
    return replay(_seated(header, seed, nonces, (), contents), entries)
