"""Answers that are given secretly, gathered until a decision can close, and what comes out then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudicator.kernel.actions import SYSTEM, Action, Decline, SystemLine, WindowAnswers
from adjudicator.kernel.decisions import Agree, Choose, Decision, Together, Window, check_answer
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import WindowClosed
from adjudicator.kernel.log import NO_AGREEMENT, By
from adjudicator.kernel.written_orders import Orders, Sheet


def waiting(decision: Decision[Any], sealed: Mapping[str, Action]) -> tuple[str, ...]:
    """Return the seats that have not answered, are not ready, or have not signed the proposal on the table."""
    if not sealed:
        return (decision.proposer,) if isinstance(decision, Agree) and decision.proposer else decision.seats
    return tuple(seat for seat in decision.seats if not _is_in(sealed.get(seat)))


def on_table(decision: Decision[Any], sealed: Mapping[str, Action]) -> Action | None:
    """Return the newest bundle of an agreement; None for other decisions."""
    if not sealed or not isinstance(decision, Agree):
        return None
    return next((action for action in sealed.values() if not _declines(action)), None)


def seal(decision: Decision[Any], sealed: dict[str, Action], seats: Iterable[str], action: Action) -> None:
    """File an answer: a counter-offer in the place of what lay on the table, an order on the sheet of its seat.

    Nobody else has signed a counter-offer.
    """
    if isinstance(decision, Orders):
        sealed.update({seat: sheet_with(decision, sealed, seat, action) for seat in seats})
        return
    if isinstance(decision, Agree) and not _declines(action) and on_table(decision, sealed) != action:
        sealed.clear()
    sealed.update(dict.fromkeys(seats, action))


def sheet_with(decision: Orders[Any], sealed: Mapping[str, Action], seat: str, action: Action) -> Sheet:
    """Return the sheet of a seat with what it sends now."""
    return decision.answers.written(_sheet(sealed, seat), action)


class DecisionResult(msgspec.Struct, frozen=True):
    """The outcome of the answers to a decision.

    Lines for the log (by whom, what, how), what everybody learns, and what the step that asked receives.
    """

    lines: tuple[tuple[By, Action | SystemLine | WindowAnswers, str], ...]
    answer: Any
    told: WindowClosed | None = None


def complete(decision: Decision[Any], sealed: Mapping[str, Action]) -> bool:
    """Return whether nobody need be waited for any more."""
    given = [sealed[seat] for seat in decision.seats if seat in sealed]
    if isinstance(decision, Agree) and any(map(_declines, given)):
        return True
    all_in = len(given) == len(decision.seats) and all(map(_is_in, given))
    return all_in and (not isinstance(decision, Agree) or len(set(given)) == 1)


def outcome(
    decision: Decision[Any], state: Any, sealed: Mapping[str, Action], defaulted: frozenset[str]
) -> DecisionResult:
    """Open the sealed answers, in seat order; `defaulted` are the seats for which the deadline answered."""
    given = {seat: sealed[seat] for seat in decision.seats if seat in sealed}
    if isinstance(decision, Orders):
        given = {seat: decision.answers.finished(state, seat, _sheet(given, seat)) for seat in given}
    if isinstance(decision, Choose):
        return DecisionResult(((decision.seat, given[decision.seat], ""),), given[decision.seat])
    if isinstance(decision, Together):
        lines = [(seat, action, "default" if seat in defaulted else "") for seat, action in given.items()]
        return DecisionResult(tuple(lines), given)
    if isinstance(decision, Window):
        plain = {seat: msgspec.to_builtins(action) for seat, action in given.items()}
        reactions = [(seat, action) for seat, action in given.items() if not _declines(action)]
        counted = reactions[:1] if decision.count == "first" else reactions
        return DecisionResult(((SYSTEM, WindowAnswers(plain), ""),), counted, WindowClosed(decision.answers.kind))
    bundles = set(given.values())
    if len(given) == len(decision.seats) and len(bundles) == 1 and not any(map(_declines, bundles)):
        bundle = bundles.pop()
        return DecisionResult(((decision.seats, bundle, ""),), bundle)
    return DecisionResult(((SYSTEM, SystemLine(NO_AGREEMENT), ""),), None)


def still_valid_answers(
    before: Decision[Any], now: Decision[Any], state: Any, sealed: Mapping[str, Action]
) -> dict[str, Action]:
    """Return the sealed answers to a decision that are still accepted after something else has happened.

    Signatures count only with the seats that were asked together: if these changed, no answer is kept.
    """
    if isinstance(now, Agree) and now.seats != before.seats:
        return {}
    kept: dict[str, Action] = {}
    for seat, action in sealed.items():
        if seat not in now.seats:
            continue
        if isinstance(now, Orders) and isinstance(action, now.answers.sheet):
            kept[seat] = now.answers.still_legal(state, seat, action)
            continue
        try:
            check_answer(now, state, seat, action)
        except Refusal:
            continue
        kept[seat] = action
    return kept


def _is_in(answer: Action | None) -> bool:
    """Return whether an answer is there, and its seat need not be waited for."""
    return answer.ready if isinstance(answer, Sheet) else answer is not None


def _sheet(sealed: Mapping[str, Action], seat: str) -> Sheet | None:
    sheet = sealed.get(seat)
    return sheet if isinstance(sheet, Sheet) else None


def _declines(action: Action) -> bool:
    return isinstance(action, Decline)
