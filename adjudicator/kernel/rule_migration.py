"""A line of play carried over to other rules: what was given is given again, as far as these rules take it.

Unlike a correction (`adjudicator.kernel.correction_branch`) it cannot play the former line itself, which other rules
made: it has its entries, and where a position is stored behind one of them the steps that waited there. The first order
that is refused, or that would answer another question than it was given to, ends it: play is taken up there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import Action, SetContent, WindowAnswers
from adjudicator.kernel.chance import Draw
from adjudicator.kernel.correction_branch import CorrectedBranch, DroppedOrder, Input, RevokedDraw, repeated
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.log import AGAIN, Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.replay import given_in, submit_entry
from adjudicator.kernel.steps import MARK, PARALLEL

Waiting = tuple[str, ...]
"""The steps that wait for an answer, by name; none: the match is over."""


class Group(msgspec.Struct, frozen=True):
    """An entry that somebody gave in the former line, and all that followed by itself before the next one was given.

    `waiting`: the steps that waited after it, where a position is stored there. `readable`: whether its order is one
    that these rules know at all; where it is not, `entries` hold stand-ins.
    """

    entries: tuple[Entry, ...]
    waiting: Waiting | None = None
    readable: bool = True

    @property
    def given(self) -> Entry:
        return self.entries[0]

    @property
    def last(self) -> int:
        return self.entries[-1].n


class MigratedStep(msgspec.Struct, frozen=True):
    """A group that was given again: the entries that it made, what they told; or why it was refused."""

    group: Group
    made: tuple[Entry, ...] = ()
    told: tuple[ObservedEvent[Any], ...] = ()
    refusal: Refusal | None = None


def groups_of(entries: Sequence[Entry], waiting: Mapping[int, Waiting], unreadable: int | None = None) -> list[Group]:
    """Group the entries of the former line from a point on: each submission with what followed automatically.

    `waiting` is by log number; from the entry `unreadable` on, these rules know nothing.
    """
    found: list[list[Entry]] = []
    for entry in entries:
        if entry.given or not found:
            found.append([])
        found[-1].append(entry)
    return [
        Group(
            tuple(each),
            waiting.get(each[-1].n),
            readable=unreadable is None or each[-1].n < unreadable,
        )
        for each in found
    ]


def waiting_in(frames: Sequence[Sequence[Any]]) -> Waiting:
    """Return the steps that wait for an answer in a position, the next frame last."""
    left = [frame for frame in frames if frame[0] != MARK]
    if not left:
        return ()
    if left[-1][0] == PARALLEL:
        return tuple(str(lane[3][-1][0]) for lane in left[-1][2] if lane[3])
    return (str(left[-1][0]),)


class RuleMigration:
    """The new line while it is played: `match` stands where it begins, with the chance of its own revision.

    `run` gives the groups one after the other; what is left then is in `made`. `made_in` names the revision that made
    an entry of the former line, `counter` how many draws had been made before the first group.
    """

    def __init__(
        self, match: Match, groups: Sequence[Group], *, made_in: Mapping[int, int], counter: int | None = None
    ) -> None:
        self.match = match
        self.made = CorrectedBranch(match, match.checkpoint())
        self._groups, self._made_in = groups, made_in
        self._counter = match.position.counter if counter is None else counter
        self._open: list[Entry] = []
        """Entries of the former line that have not come into the log again yet, such as sealed answers."""
        self._ahead: list[Entry] = []
        """What followed by itself here, and has not been met in the former line yet."""

    def run(self) -> Iterator[MigratedStep]:
        """Give again, group by group, up to the first that is refused; that one comes last."""
        before: Group | None = None
        stopped = False
        self.match.given = given_in(entry for group in self._groups for entry in group.entries)
        for group in self._groups:
            if stopped:
                self._drop(group, None)
                continue
            elsewhere = None if before is None else self._elsewhere(before, group)
            carried = self._again(group) if elsewhere is None else MigratedStep(group, refusal=elsewhere)
            if carried.refusal is not None:
                self._drop(group, carried.refusal)
                stopped = True
            yield carried
            before = group
        self.match.given = ()

    def _again(self, group: Group) -> MigratedStep:
        """Carry out one group once more."""
        match, given = self.match, group.given
        if not group.readable:
            return MigratedStep(group, refusal=refusals.not_in_these_rules())
        ahead = next((entry for entry in self._ahead if _same(entry, given)), None)
        if ahead is not None:
            self._ahead.remove(ahead)
            self.made.again[ahead.n] = given.n
            return MigratedStep(group)
        before, draws = len(match.log), self._draws(group)
        match.chance.prefer(draws)
        try:
            told = list(_given_again(match, given)) if given.given else []
        except Refusal as refusal:
            match.chance.prefer(())
            return MigratedStep(group, refusal=refusal)
        self._open += group.entries
        told += self._match_up(before)
        spared, counter = match.chance.unused_preferred_draws, self._counter
        match.chance.prefer(())
        self._count(group, draws, spared, counter)
        self.made.told += told
        return MigratedStep(group, tuple(match.log[before:]), tuple(told))

    def _match_up(self, before: int) -> list[ObservedEvent[Any]]:
        """Find which of the new entries repeat former ones, and return what was told meanwhile.

        What followed automatically in the former line is submitted where there is a choice now.
        """
        match, told = self.match, list[ObservedEvent[Any]]()
        while fresh := match.log[before:]:
            before = len(match.log)
            self._note(fresh)
            left = next((entry for entry in self._open if entry.how == "only"), None)
            if left is None or not self._can_be_given(left):
                self._open = [entry for entry in self._open if entry.given and entry.by in match.sealed]
                break
            assert isinstance(left.action, Action)
            told += match.apply(left.by, left.action)
            match.log[before].how = AGAIN
        return told

    def _note(self, fresh: Sequence[Entry]) -> None:
        found, former = repeated(self._open, fresh), {entry.n: entry for entry in self._open}
        for entry in fresh:
            if entry.n in found:
                entry.how = entry.how or former[found[entry.n]].how.replace("only", "")
        self.made.again |= found
        met = set(found.values())
        self._open = [entry for entry in self._open if entry.n not in met]
        self._ahead = [entry for entry in fresh if entry.n not in found and entry.how == "only"]

    def _can_be_given(self, entry: Entry) -> bool:
        decisions = self.match.decisions()
        asked = decisions and decisions[0].form == "choose" and decisions[0].seats == (entry.by,)
        if not asked or not isinstance(entry.action, Action):
            return False
        try:
            self.match.check(entry.by, entry.action)
        except Refusal:
            return False
        return True

    def _elsewhere(self, before: Group, group: Group) -> Refusal | None:
        """Return why a group would answer another question than it was given to."""
        if self.match.awaited is not None:
            return refusals.draw_awaited()
        if before.waiting is None or before.waiting == waiting_in(self.match.position.frames):
            return None
        asked = [seat for decision in self.match.decisions() for seat in decision.seats]
        by = group.given.by
        return refusals.no_such_question(seat=by if isinstance(by, str) else ", ".join(by), asked=asked)

    def _drop(self, group: Group, refusal: Refusal | None) -> None:
        """Drop its orders, which are no part of the new line; its draws do not count any more."""
        inputs = _inputs(group.given, self.match) if group.readable else [Input(group.given.n, group.given.by, None)]
        self.made.dropped += [DroppedOrder(each, refusal) for each in inputs]
        draws = self._draws(group)
        self._count(group, draws, draws, self._counter)

    def _draws(self, group: Group) -> list[Draw]:
        """Return the draws of a group, each with its source."""
        return [
            msgspec.structs.replace(draw, source=draw.source or f"kept:{self._made_in.get(entry.n, 0)}.{entry.n}")
            for entry in group.entries
            for draw in entry.chance
        ]

    def _count(self, group: Group, draws: Sequence[Draw], spared: Sequence[Draw], counter: int) -> None:
        rest, where = list(spared), [entry.n for entry in group.entries for _ in entry.chance]
        for k, draw in enumerate(draws):
            if draw in rest:
                rest.remove(draw)
                self.made.undone.append(RevokedDraw(counter + k, where[k], draw.bare))
        self._counter = counter + len(draws)


def _same(one: Entry, other: Entry) -> bool:
    return (one.by, one.action) == (other.by, other.action)


def _given_again(match: Match, entry: Entry) -> Iterable[ObservedEvent[Any]]:
    """Put in what somebody gave; a pack that was corrected is made of what is played now."""
    if isinstance(entry.action, SetContent):
        return match.apply(entry.by, msgspec.structs.replace(entry.action, content=""))
    return submit_entry(match, entry)


def _inputs(entry: Entry, match: Match) -> list[Input]:
    """Return what each seat submitted with an entry."""
    action = entry.action
    if isinstance(action, WindowAnswers):
        kind = match.game.action_type
        return [Input(entry.n, seat, msgspec.convert(each, kind), entry.how) for seat, each in action.answers.items()]
    return [Input(entry.n, entry.by, action if isinstance(action, Action) else None, entry.how)]
