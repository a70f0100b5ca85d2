"""Order lines tried and carried out on a match in a test, without a campaign around it."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders.options.codes import make_offer
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderContext, OrderResult
from adjudicator.orders.sets import MailOutcome
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.service.play.legs import legs


def desk_at(match: Match, seat: str, *more: Any, **named: Any) -> OrderContext:
    """A desk over a sandbox of a match."""
    return OrderContext(Sandbox.of(match, (seat,)), seat, *more, **named)


def desk_asked(match: Match, seat: str, language: str, book: Phrasebook) -> OrderContext:
    """The desk of a seat that has its question before it."""
    offer = make_offer(book, match.number(seat) or 0, language, [*match.options(seat), *match.upcoming_actions(seat)])
    return desk_at(match, seat, language, book, Offers((offer,)))


def written(outcome: MailOutcome) -> tuple[Action, ...]:
    """What a mail has done of what it says: the end of a turn that follows by itself comes last."""
    unsaid = sum(row.unsaid and row.status == "done" for row in outcome.rows)
    return outcome.actions[: len(outcome.actions) - unsaid]


def understood(outcome: MailOutcome) -> tuple[Action, ...]:
    """What a mail has done of what it says, else what a `yes` to its answer would do."""
    return written(outcome) or tuple(row.action for row in outcome.yes if row.action is not None and not row.unsaid)


def is_asked(outcome: MailOutcome) -> bool:
    """Whether a mail has done nothing, and a line of the answer says why."""
    return not understood(outcome) and bool(outcome.refused)


def is_safe(outcome: MailOutcome, meant: Sequence[Action]) -> bool:
    """Whether a mail does or offers what was meant and nothing else, or is asked about."""
    return understood(outcome) == tuple(meant) or is_asked(outcome)


def carried_out(match: Match, desk: OrderContext, lines: Sequence[str], **kept: Any) -> MailOutcome:
    """Carry lines out on a copy of a match, draws included; what they come to as a whole, each row with what was told
    when it happened.
    """
    match, rows, actions = match.copy(), list[OrderResult](), list[Action]()
    for outcome in legs(match, desk, lines, **kept):
        told = [given(match, desk.seat, action) for action in outcome.actions]
        actions += outcome.actions
        for row in outcome.rows:
            happened = row.status in ("done", "filed") and bool(told)
            rows.append(replace(row, told=told.pop(0)) if happened else row)
    return replace(outcome, rows=tuple(rows), actions=tuple(actions))


def given(match: Match, seat: str, action: Action) -> tuple[ObservedEvent[Any], ...]:
    """Carry an order out on a match, or seal it where it is a secret answer; what was told."""
    asked = match.question(seat)
    if asked is not None and asked.form != "choose" and not match.is_anytime_action(seat, action):
        match.seal(seat, action)
        return ()
    return tuple(match.apply(seat, action))
