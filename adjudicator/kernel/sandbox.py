"""Copies of a match on which actions are tried. They cannot draw, so that nobody sees a draw before it is made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.chance import Chance, DrawNeeded, DrawRequest
from adjudicator.kernel.checking import Acting
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import ObservedEvent, as_seats
from adjudicator.kernel.log import By
from adjudicator.kernel.match import Match
from adjudicator.kernel.pending_draws import PendingSubmission

IMAGINED = b"imagined"
"""The seed of draws in a preview of a correction: independent of the secret one, and the same for everybody."""
WORLDS = 3
"""Imagined worlds of which a dry run tells what they have in common."""


class Sandbox(Match):
    """A copy of a match without a seed, scripted draws, or the sealed answers of others.

    `apply` raises DrawNeeded where the match itself would draw; the sandbox must be thrown away then. What needs a
    draw that is entered by hand is put aside instead, as the match itself would do (`awaited`). At the end of chains of
    which nobody may know how far they are it stands still, so that nobody learns that they were the last.
    """

    __slots__ = ()
    opens = False

    @classmethod
    def of(cls, match: Match, seats: Iterable[str] = (), *, state: Any = None) -> Sandbox:
        """Copy a match, with the sealed answers of these seats and what lies open on the table of an agreement.

        `state` takes the place of the state of the match.
        """
        chance = Chance(revision=match.chance.revision, counter=match.chance.counter)
        chance.asks = match.chance.asks
        twin = match.twin(cls, chance, state)
        known = {*as_seats(seats), *match.signing}
        twin.sealed = {seat: action for seat, action in match.sealed.items() if seat in known}
        return twin

    def apply(self, by: By, action: Acting | Sequence[Acting]) -> list[ObservedEvent[Any]]:
        """Carry out an action. Raises Refusal, and DrawNeeded, after which the sandbox must be thrown away."""
        return self._apply(by, action)

    def copy(self) -> Sandbox:
        """Return an independent sandbox at the same point, with an empty log."""
        return self.of(self, self.sealed)

    def is_entered(self, wanted: DrawRequest) -> bool:
        """Return whether the match itself would wait for somebody to enter this draw by hand."""
        return self.waits and self.chance.asks is not None and self.chance.asks(wanted)

    def wait_for_draw(self, seat: str, action: Action) -> None:
        """Put an action aside until a draw is entered by hand."""
        self.awaited = PendingSubmission(seat, (msgspec.to_builtins(action),))

    def behind(self, seat: str, actions: Sequence[Action]) -> Sandbox:
        """Return a sandbox after these actions.

        It stops before the first action that is refused or draws.
        """
        here = self.copy()
        for action in actions:
            before = here.copy()
            try:
                here.apply(seat, action)
            except (Refusal, DrawNeeded):
                return before
        return here


def revealing(match: Sandbox, seat: str, actions: Sequence[Action]) -> int | None:
    """Return the place of the first action by which a seat learns what it could not know; None: none is.

    That is found out by carrying them out in imagined worlds, too. A secret answer reveals nothing.
    """
    worlds = (match.copy(), *consistent_matches(match, seat, worlds=2 * WORLDS)) if actions else ()
    for place, action in enumerate(actions):
        if len({_learned(world, seat, action) for world in worlds}) > 1:
            return place
    return None


def _learned(world: Sandbox, seat: str, action: Action) -> bytes:
    """Carry out an action; what a seat has learned by it."""
    question = world.question(seat)
    if (
        question is not None
        and (question.form != "choose" or question.held)
        and not world.is_anytime_action(seat, action)
    ):
        return b""
    try:
        told = world.apply(seat, action)
    except (Refusal, DrawNeeded) as no:
        return type(no).__name__.encode()
    return msgspec.json.encode(
        [[event.all_visible_to((seat,)) for event in told], world.view((seat,))], order="deterministic"
    )


def consistent_matches(match: Match, seats: Iterable[str], *, worlds: int = WORLDS) -> list[Sandbox]:
    """Return sandboxes in which everything that the seats cannot know is different from the truth and from each other.

    What happens in all of them alike follows from what the seats know, so that it may be told. One where the game hides
    nothing from them. They are the same for all positions that look the same to the seats, as in `worlds`.
    """
    eyes = as_seats(seats)
    rng = Random(f"{match.public_n} {' '.join(eyes)}")
    made = []
    for _ in range(worlds):
        state = match.game.resample_hidden(match.state, eyes, rng)
        made.append(Sandbox.of(match, eyes, state=state))
        made[-1].forget_others(eyes)
        if state is None:
            break
    return made


class Foreseen(NamedTuple):
    """The part of some actions that a seat can foresee: how many of them, what it is told, what it then sees."""

    done: int
    told: Sequence[ObservedEvent[Any]]
    view: msgspec.Struct
    world: Sandbox | None
    """An imagined world behind all of them; None if only a part can be foreseen."""


def foreseen(match: Match, seat: str, actions: Sequence[Acting]) -> Foreseen:
    """Carry out actions in imagined worlds for as long as a seat learns the same in all of them."""
    worlds = consistent_matches(match, seat)
    told: list[ObservedEvent[Any]] = []
    view = worlds[0].view((seat,))
    for done, action in enumerate(actions):
        try:
            news = [[each.only((seat,)) for each in world.apply(seat, action)] for world in worlds]
        except (Refusal, DrawNeeded):
            return Foreseen(done, told, view, None)
        if len({_seen(*each, seat) for each in zip(news, worlds, strict=True)}) > 1:
            return Foreseen(done, told, view, None)
        told += news[0]
        view = worlds[0].view((seat,))
    return Foreseen(len(actions), told, view, worlds[0])


def same_to(seat: str, worlds: Sequence[Match]) -> bool:
    """Return whether worlds look the same to a seat: what it sees, what it is asked, what it may do."""
    return len({_seen((), world, seat) for world in worlds}) == 1


def _seen(told: Iterable[ObservedEvent[Any]], world: Match, seat: str) -> bytes:
    """Return what a seat has been told, sees, is asked and may do."""
    asked, may = world.question(seat), [*world.options(seat), *world.anytime(seat)]
    learned = [event for each in told for event in each.all_visible_to((seat,))]
    return msgspec.json.encode([learned, world.view((seat,)), asked, may], order="deterministic")
