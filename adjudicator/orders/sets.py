"""A mail's lines as one set of orders: what is done, what waits, what is refused, what is kept.

Lines are atomic up to the next stop: something is drawn or shown to the seat, or somebody else must answer.
A mistake before the first stop leaves everything undone, and the set is kept as a draft; behind a stop the
rest waits, is tried again when the answer is there, and becomes a draft if it does not fit any more.
Nothing here changes the match: orders are tried on a copy, and the caller applies `Outcome.actions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.orders import by_hand
from adjudicator.orders.courtesy import agrees
from adjudicator.orders.doubt import in_plain_letters
from adjudicator.orders.drafts import Kept, Line, confirmed, from_mail, waiting_lines, with_draft
from adjudicator.orders.readings import Readings
from adjudicator.orders.refusals import Place, Problem
from adjudicator.orders.regrets import behind_regret
from adjudicator.orders.running import Desk, Row, Run, Status
from adjudicator.orders.text import NO_DOUBTS, Doubts, order_part, words
from adjudicator.orders.trial import imagined

CHECK = frozenset(("check", "dry run", "проверка", "проверить", "проверь"))
RESTART = frozenset(("start over", "discard draft", "заново", "сначала"))


class Outcome(Struct, frozen=True):
    """What a mail comes to. `actions` are to be applied in order; `draft` and `waiting` to be stored as they are.

    If `waiting` is not empty and the seat is asked something after the actions were applied, the caller
    comes again with the waiting lines and no new ones. A deadline that ends somebody's round ends his
    waiting lines too: the caller drops them.
    """

    rows: tuple[Row, ...]
    actions: tuple[Action, ...] = ()
    draft: tuple[Kept, ...] = ()
    waiting: tuple[Kept, ...] = ()
    check: bool = False
    answered: bool = False
    """The question that was open has its whole answer."""

    @property
    def refused(self) -> tuple[Row, ...]:
        """The rows with a mistake."""
        return tuple(row for row in self.rows if row.status == "refused")


def carry_out(
    desk: Desk,
    lines: Sequence[str],
    *,
    draft: Sequence[Kept] = (),
    waiting: Sequence[Kept] = (),
    doubts: Doubts = NO_DOUBTS,
) -> Outcome:
    """Read a mail's lines and try them. `draft` and `waiting` are what earlier outcomes asked to store, `doubts` are
    words of the mail whose bytes may mean other letters.

    Without lines, the waiting ones are tried again: somebody else's answer is there, or the deadline gave one.
    `check` before the orders is a dry run, `yes` alone carries out a draft as it was proposed, or without its wrong
    lines, `start over` forgets the draft. What is wrong together with the draft, and a whole answer without it, counts
    without it.
    """
    new, dry = _without_command(from_mail(lines, doubts), CHECK)
    new, restart = _without_command(new, RESTART)
    if new and by_hand.asked(desk):
        rows, actions = by_hand.carry_out(desk, new, dry=dry)
        return Outcome(rows, actions, tuple(draft), tuple(waiting), check=dry)
    old = () if restart else tuple(draft)
    if old and (unsure := _unsure_yes(new)):
        return Outcome(unsure, (), tuple(draft), tuple(waiting), check=dry)
    if dry:
        rows = _checked(desk, _with_old(desk, new, old))
        return Outcome(rows, (), tuple(draft), tuple(waiting), check=True)
    if not new:
        return _run(desk, [], old, waiting)
    if all(behind_regret(line.text) == "" for line in new):
        alone = _run(desk, new, (), ())
        if all(row.problem is not None and row.problem.why == "regret" for row in alone.rows):
            return Outcome(alone.rows, draft=tuple(draft), waiting=tuple(waiting))
    run = _run(desk, _with_old(desk, new, old), (), waiting)
    if old and run.refused:
        alone = _run(desk, new, (), waiting)
        enough = alone.answered or not any(line.wrong for line in old)
        return alone if _is_torn(run) or (enough and not alone.refused) else run
    return run


def _unsure_yes(new: Sequence[Line]) -> tuple[Row, ...]:
    """What is answered to a `yes` of which a letter is guessed (`yés`): it is asked for once more."""
    given = [words(order_part(line.text), line.doubts) for line in new]
    word = next((word for each in given for word in each if word.guessed), None)
    if word is None or not all(agrees(in_plain_letters(line.text)) for line in new):
        return ()
    # in letters that are the same in every charset
    problem = Problem("ambiguous", "guessed", Place(word.typed, word.column), nearest=("yes",))
    return (Row(new[0].number, new[0].text, "refused", problem=problem),)


def is_check(lines: Sequence[str]) -> bool:
    """Whether a mail's lines are only to be tried."""
    return _without_command(from_mail(lines[:1]), CHECK)[1]


def without_check(line: str) -> str:
    """A mail's first line without the word that makes it a dry run."""
    rest, _ = _without_command(from_mail([line]), CHECK)
    return rest[0].text if rest else ""


def _is_torn(run: Outcome) -> bool:
    """Whether the mail and the draft answer the same question: the mail counts, and the draft is over."""
    return any(row.problem is not None and row.problem.why == "two_answers" for row in run.rows)


def _with_old(desk: Desk, new: Sequence[Line], draft: Sequence[Kept]) -> list[Line]:
    """The mail's lines together with the draft that they correct or confirm. Lines that have waited in vain need a
    `yes`: nothing is wrong with them that a mail could correct.
    """
    if draft and new and all(agrees(line.text) for line in new):
        return confirmed(draft)
    return with_draft(new, [line for line in draft if not line.behind], desk.book.closers())


def _run(desk: Desk, lines: Sequence[Line], draft: Sequence[Kept], waiting: Sequence[Kept]) -> Outcome:
    """`draft` stays as it is unless the lines leave another one."""
    run = Run(desk, desk.match.copy())
    run.take_all([*lines, *waiting_lines(waiting, lines)])
    kept = tuple(run.draft) or tuple(draft)
    return Outcome(tuple(run.rows), tuple(run.actions), kept, tuple(run.waiting), answered=run.answered)


def _checked(desk: Desk, lines: Sequence[Line]) -> tuple[Row, ...]:
    """A dry run: rows up to the first stop, the same in every world that the seat may be in."""
    worlds, readings = [], Readings(desk.answers())
    for match in imagined(desk.match, desk.seat):
        run = Run(desk, match, readings)
        run.take_all(lines)
        worlds.append(run.rows)
    rows: list[Row] = []
    judging = True
    for row, *others in zip_longest(*worlds):
        if row is None:
            break
        same = all(other == row for other in others)
        if judging and not same:
            row, same = _without_effect(row), _same_but_for_effects(row, others)
            rows.append(_as_legal(row) if same else _unjudged(row))
            judging = False
            continue
        rows.append(_as_legal(row) if judging else _unjudged(row))
        judging = judging and row.stop is None
    return tuple(rows)


def _without_effect(row: Row) -> Row:
    return replace(row, told=(), stop=None)


def _same_but_for_effects(row: Row, others: Sequence[Row | None]) -> bool:
    """Legal whatever is hidden; only what comes of it depends on that."""
    return all(other is not None and _without_effect(other) == _without_effect(row) for other in others)


def _as_legal(row: Row) -> Row:
    if row.status not in ("done", "filed", "offered", "ready"):
        return row
    return replace(row, status="legal", told=() if row.stop else row.told)


def _unjudged(row: Row) -> Row:
    """A line that nothing is told about, unless it cannot be read at all."""
    if row.problem is not None and row.problem.reason == "unreadable" and row.action is None:
        return row
    return Row(row.line, row.text, "unjudged", row.source, question=row.question)


def _without_command(lines: Sequence[Line], command: frozenset[str]) -> tuple[list[Line], bool]:
    """Take a command word off the beginning of the first line."""
    if not lines:
        return [], False
    given = words(order_part(lines[0].text))
    for length in (2, 1):
        if " ".join(word.folded for word in given[:length]) in command:
            rest = order_part(lines[0].text)[given[length].column - 1 :] if len(given) > length else ""
            first = [replace(lines[0], text=rest)] if rest else []
            return [*first, *lines[1:]], True
    return list(lines), False


__all__ = ["Desk", "Kept", "Outcome", "Row", "Status", "carry_out"]
