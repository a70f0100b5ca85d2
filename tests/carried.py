"""Order lines tried and carried out on a match in a test, without a campaign around it."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.match import Match
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders.rows import Desk
from adjudicator.orders.sets import Outcome
from adjudicator.service.play.legs import legs


def desk_at(match: Match, seat: str, *more: Any, **named: Any) -> Desk:
    """A desk over a sandbox of a match."""
    return Desk(Sandbox.of(match, (seat,)), seat, *more, **named)


def carried_out(match: Match, desk: Desk, lines: Sequence[str], **kept: Any) -> Outcome:
    """Carry lines out on a copy of a match, draws included; what they come to as a whole."""
    match, rows, actions = match.copy(), [], []
    for outcome in legs(match, desk, lines, **kept):
        for action in outcome.actions:
            sealed = (asked := match.question(desk.seat)) is not None and asked.form != "choose"
            if sealed and not match.besides(desk.seat, action):
                match.seal(desk.seat, action)
            else:
                match.apply(desk.seat, action)
        rows += outcome.rows
        actions += outcome.actions
    return replace(outcome, rows=tuple(rows), actions=tuple(actions))
