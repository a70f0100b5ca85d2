"""A mail's lines as one set of orders: what is done, what waits, what is refused, what is kept.

Lines are atomic up to the next stop: something is drawn or shown to the seat, or somebody else must answer.
A mistake before the first stop leaves everything undone, and the set is kept as a draft; behind a stop the
rest waits, is tried again when the answer is there, and becomes a draft if it does not fit any more.
Nothing here changes the match: orders are tried in a sandbox that cannot draw, and the caller applies
`MailOutcome.actions`. What is left behind a draw is tried by `go_on`, when that has really been made.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.log import Entry
from adjudicator.kernel.sandbox import Sandbox, consistent_matches
from adjudicator.orders.execution import outcomes
from adjudicator.orders.execution.outcomes import MailOutcome, Paused, dry_run, legal_throughout, outcome_of, with_left
from adjudicator.orders.meaning.mail import Mail
from adjudicator.orders.moderation import by_hand
from adjudicator.orders.options.corrections import Correction, Dropped
from adjudicator.orders.options.drafts import DraftLine, KeptLine, confirmed, from_mail, with_announcements
from adjudicator.orders.options.rows import OrderContext, OrderResult, Status
from adjudicator.orders.strict.confusables import in_plain_letters
from adjudicator.orders.text import NO_DOUBTS, Doubts, order_part, tokenize
from adjudicator.orders.text.closings import closing
from adjudicator.orders.text.common import Phrases, agrees, common_words, declines, disagrees
from adjudicator.orders.text.items import without_count, without_marks
from adjudicator.orders.vocabulary.refusals import Place, Problem, Why


def run_orders(
    desk: OrderContext,
    lines: Sequence[str],
    *,
    draft: Sequence[KeptLine] = (),
    waiting: Sequence[KeptLine] = (),
    doubts: Doubts = NO_DOUBTS,
) -> MailOutcome:
    """Read a mail's lines and try them, but for a farewell and a name below them."""
    end, kept = closing(lines, desk.is_thing, desk.called), lines
    if end is not None:
        kept = [*lines[: end.line], lines[end.line][: end.start]] if end.start else lines[: end.line]
    outcome = _carried_out(desk, kept, draft, waiting, doubts)
    below = [
        OrderResult(n, text, "ignored") for n, text in enumerate(lines[len(kept) :], len(kept) + 1) if text.strip()
    ]
    if outcome.paused is not None:
        return replace(outcome, paused=replace(outcome.paused, below=tuple(below)))
    return replace(outcome, rows=(*outcome.rows, *below))


def try_out(
    desk: OrderContext, lines: Sequence[str], *, draft: Sequence[KeptLine] = (), doubts: Doubts = NO_DOUBTS
) -> MailOutcome:
    """Read a mail's lines that nobody is going to carry out."""
    return with_left(run_orders(desk, lines, draft=draft, doubts=doubts))


def go_on(paused: Paused, match: Sandbox, entries: Sequence[Entry]) -> MailOutcome:
    """Try what is left of a mail where the match stands by now, after these entries of its log."""
    desk, left = replace(paused.desk, match=match), paused.run.left
    mail = Mail(desk, [line for line in left if line.source == "mail"])
    outcome = _in_words(outcomes.go_on(paused, match, entries, mail.pieces), mail)
    if outcome.paused is not None:
        carried = replace(outcome.paused, beside=paused.beside, dropped=paused.dropped, below=paused.below)
        return replace(outcome, paused=carried)
    outcome = _beside_draft(outcome, paused.beside, paused.dropped)
    outcome = replace(outcome, yes=_offered(desk, outcome)) if outcome.draft else outcome
    return replace(outcome, rows=(*outcome.rows, *paused.below))


def _carried_out(
    desk: OrderContext, lines: Sequence[str], draft: Sequence[KeptLine], waiting: Sequence[KeptLine], doubts: Doubts
) -> MailOutcome:
    """Carry out the lines of a message.

    `draft` and `waiting` are what earlier outcomes asked to store, `doubts` are words of the message whose bytes may
    mean other letters. Without lines, the waiting ones are tried again: another seat has answered, or the deadline has.

    `check` before the orders is a dry run, `yes` alone carries out a draft as it was proposed, `no` or `start over`
    forgets it. Orders take the places of the wrong lines of the draft, unless they say all of it again.
    """
    new, dry = _without_command(from_mail(lines, doubts), common_words().check)
    new = [replace(line, text=_plainly(line.text)) for line in new]
    new = with_announcements(new) if desk.book.unsaid else new
    new, restart = _without_command(new, common_words().restart)
    if new and by_hand.answers_question(desk):
        rows, actions = by_hand.carry_out(desk, new, dry=dry)
        return MailOutcome(rows, actions, tuple(draft), tuple(waiting), check=dry)
    desk = replace(desk, compared=desk.answers(), begun=desk.start())
    old = () if restart else tuple(draft)
    if old and (unsure := _unsure_yes(new)):
        return MailOutcome(unsure, (), tuple(draft), tuple(waiting), check=dry)
    if new and not draft and (meant := _meant_by_plain(desk, new)) is not None:
        if not meant:
            return MailOutcome((_unconfirmed(new[0], "unclear_yes"),), (), (), tuple(waiting), check=dry)
        new = [replace(new[0], text=meant)]
    if not dry:
        return _sent(desk, new, old, waiting, tuple(Dropped(line.in_words) for line in draft) if restart else ())
    tried = MailOutcome(_tried(desk, new, old), (), tuple(draft), tuple(waiting), check=True)
    return _as_sent(desk, new, old, tried) if tried.refused and new else tried


def _sent(
    desk: OrderContext,
    new: Sequence[DraftLine],
    old: tuple[KeptLine, ...],
    waiting: Sequence[KeptLine],
    dropped: tuple[Dropped, ...] = (),
) -> MailOutcome:
    """Carry out the lines of a message that is not only to be tried, beside a draft, or where one was `dropped`."""
    if not new:
        outcome = outcome_of(desk, [], old, waiting)
    elif old and all(agrees(line.text) for line in new):
        outcome = _agreed(desk, new, old, waiting)
    elif old and all(disagrees(line.text) for line in new) and not _is_order(desk, new):
        rows = tuple(OrderResult(line.number, line.text, "ignored") for line in new)
        return MailOutcome(rows, waiting=tuple(waiting), forgotten=True)
    else:
        outcome = _beside(desk, new, old, waiting)
    if dropped:
        outcome = _beside_draft(outcome, (), dropped)
    if outcome.paused is not None:
        return outcome
    outcome = replace(outcome, yes=_offered(desk, outcome)) if outcome.draft else outcome
    return _paid(desk, outcome)


def _paid(desk: OrderContext, outcome: MailOutcome) -> MailOutcome:
    """Write out the credit that what is proposed takes, where there is one way to pay it."""
    if outcome.yes or not any(kept.meant for kept in outcome.draft):
        return outcome
    rows = dry_run(_behind(desk, outcome), confirmed(outcome.draft, desk.book.closers()))
    wrong = {row.text: row.problem.codes for row in rows if row.problem is not None and row.problem.why == "on_credit"}
    if not any(len(codes) == 1 for codes in wrong.values()):
        return outcome
    draft = tuple(
        replace(
            kept, meant="\n".join(_only(wrong.get(text, ()), text) for text in (kept.meant or kept.text).split("\n"))
        )
        if kept.meant or kept.text in wrong
        else kept
        for kept in outcome.draft
    )
    paid = replace(outcome, draft=draft)
    yes = _offered(desk, paid)
    return replace(paid, yes=yes) if yes else outcome


def _only(codes: Sequence[str], text: str) -> str:
    return codes[0] if len(codes) == 1 else text


def _as_sent(
    desk: OrderContext, new: Sequence[DraftLine], old: tuple[KeptLine, ...], tried: MailOutcome
) -> MailOutcome:
    """Return what a dry run with a wrong line would come to without `check`.

    It is tried in a world where everything that the seat cannot know is different.
    """
    world = replace(desk, match=consistent_matches(desk.match, desk.seat)[-1])
    found = with_left(_sent(world, new, old, tried.waiting))
    if found.refused:
        return tried if found.actions or found.waiting else replace(tried, rows=found.rows, yes=found.yes)
    rows = dry_run(desk, [DraftLine(row.line, row.said or row.text) for row in found.rows if row.status != "ignored"])
    idle = [row for row in found.rows if row.status == "ignored"]
    typed = {row.said: row.text for row in found.rows if row.said}
    rows = tuple(replace(row, text=typed.get(row.text, row.text)) for row in rows)
    done = replace(tried, rows=tuple(sorted((*rows, *idle), key=lambda row: row.line)))
    return tried if done.refused else done


def _plainly(text: str) -> str:
    """Return a line without the marks and the count of a list."""
    return without_count(without_marks(text))


def _beside(
    desk: OrderContext, new: Sequence[DraftLine], old: tuple[KeptLine, ...], waiting: Sequence[KeptLine]
) -> MailOutcome:
    """Try a message where there may be a draft: in the places of its wrong lines, else as a set of its own.

    It is one if it says all of the draft again, or does not fit the places and answers the whole question. A message
    that only asks, or speaks of something else, keeps the draft.
    """
    mail = Mail(desk, new)
    if not old:
        return _run(desk, new, waiting, mail)
    found, together = Correction(mail.parts(), old, desk.book.closers()), None
    if not found.anew and (found.corrects or found.only_ends):
        together = _beside_draft(_run(desk, found.lines, waiting, mail), (), found.replaced)
        if found.only_ends or not together.refused:
            return together
    alone = _run(desk, new, waiting, mail)
    unsaid = tuple(Dropped(line.in_words) for line in found.unsaid)
    why = {row.problem.why for row in alone.rows if row.problem is not None}
    if all(row.status == "ignored" for row in alone.rows if row.source == "mail"):
        return replace(alone, draft=old)  # thanks and greetings
    if not alone.refused:
        if found.aside:
            return _beside_draft(alone, old, ())
        if found.repeats or _answers_all(alone, found):
            return _beside_draft(alone, (), unsaid)
        return together or _beside_draft(alone, found.unsaid, ())
    if why <= {"question", "asked_order"} and len(alone.refused) == len(alone.rows):
        return replace(alone, draft=old)
    if "regret" in why:
        return _beside_draft(alone, (), unsaid) if alone.draft else replace(alone, draft=old)
    if found.anew:
        return _beside_draft(alone, (), unsaid)
    if together is None:
        together = _beside_draft(_run(desk, found.lines, waiting, mail), (), found.replaced)
    return _beside_draft(alone, (), unsaid) if together.refused and _is_torn(together) else together


def _answers_all(alone: MailOutcome, found: Correction) -> bool:
    """Return whether a message answers the whole question, or says so before it is known what is drawn."""
    return found.ends if alone.paused is not None else alone.answered


def _beside_draft(outcome: MailOutcome, beside: tuple[KeptLine, ...], dropped: tuple[Dropped, ...]) -> MailOutcome:
    """Return an outcome with what becomes of a draft that it has not carried out.

    `beside` stays if the outcome leaves no other draft and the question is still open; it is known at the end only.
    """
    if outcome.paused is not None:
        return replace(outcome, paused=replace(outcome.paused, beside=beside, dropped=dropped))
    if beside and not outcome.draft and not outcome.answered:
        return replace(outcome, draft=beside, dropped=dropped)
    return replace(outcome, dropped=(*dropped, *(Dropped(line.in_words) for line in beside)))


def _run(desk: OrderContext, lines: Sequence[DraftLine], waiting: Sequence[KeptLine], mail: Mail) -> MailOutcome:
    """Carry out lines, those of the message understood together."""
    return _in_words(outcome_of(desk, lines, (), waiting, mail.pieces), mail)


def _in_words(outcome: MailOutcome, mail: Mail) -> MailOutcome:
    """Put the words of the mail in rows of orders that were not typed as such."""
    rows = tuple(replace(row, text=mail.typed.get((row.line, row.text), row.text)) for row in outcome.rows)
    return replace(outcome, rows=rows)


def _agreed(
    desk: OrderContext, new: Sequence[DraftLine], old: tuple[KeptLine, ...], waiting: Sequence[KeptLine]
) -> MailOutcome:
    """Carry out what `yes` was said to do, or nothing."""
    lines = confirmed(old, desk.book.closers())
    run = outcome_of(desk, lines, (), waiting) if lines else None
    if run is not None and not run.refused:
        return run
    return MailOutcome((_unconfirmed(new[0], "nothing_to_confirm"),), (), old, tuple(waiting))


def _meant_by_plain(desk: OrderContext, new: Sequence[DraftLine]) -> str | None:
    """Return the code that a bare yes is for, where the newest answer has suggested one thing for a misread message.

    It is empty if a yes or no may be for anything that this answer named, and None if the lines are something else.
    """
    agreed = all(agrees(line.text) for line in new)
    if not agreed and not all(declines(line.text) for line in new):
        return None
    suggested = desk.suggested()
    if suggested is None:
        return None
    return suggested[0] if agreed and len(suggested) == 1 else ""


def _unconfirmed(line: DraftLine, why: Why) -> OrderResult:
    """Refuse a `yes` or `no` to nothing that was listed."""
    problem = Problem("unreadable", why, Place(line.text, 1))
    return OrderResult(line.number, line.text, "refused", problem=problem)


def with_draft(desk: OrderContext, outcome: MailOutcome, draft: tuple[KeptLine, ...]) -> MailOutcome:
    """Return an outcome that is done, where the match stands now, with a draft and what `yes` would do of it."""
    left = MailOutcome(outcome.rows, (), draft)
    return replace(outcome, draft=draft, yes=_offered(desk, left) if draft else ())


def _offered(desk: OrderContext, outcome: MailOutcome) -> tuple[OrderResult, ...]:
    """Return what `yes` would do after the orders, line by line; empty if any of it would be refused."""
    lines = confirmed(outcome.draft, desk.book.closers())
    rows = dry_run(_behind(desk, outcome), lines)
    return () if any(row.status == "refused" for row in rows) else rows


def _behind(desk: OrderContext, outcome: MailOutcome) -> OrderContext:
    """Return the desk in the position after the orders."""
    return replace(desk, match=desk.match.behind(desk.seat, outcome.actions))


def _tried(desk: OrderContext, new: Sequence[DraftLine], old: Sequence[KeptLine]) -> tuple[OrderResult, ...]:
    """Try a message without effect, with the draft as `_beside` does."""
    mail = Mail(desk, new)

    def tried(lines: Sequence[DraftLine]) -> tuple[OrderResult, ...]:
        return _in_words(MailOutcome(dry_run(desk, lines, mail.pieces)), mail).rows

    def is_right(rows: Sequence[OrderResult]) -> bool:
        return all(row.status != "refused" for row in rows)

    closers, together = desk.book.closers(), tuple[OrderResult, ...]()
    if old and all(agrees(line.text) for line in new):
        confirms = tried(confirmed(old, closers))
        return confirms if is_right(confirms) else tried(new)
    found = Correction(mail.parts(), old, closers)
    if not found.anew and (found.corrects or found.only_ends):
        together = tried(found.lines)
        if found.only_ends or is_right(together):
            return together
    alone = tried(new)
    if is_right(alone) and (found.repeats or not together):
        return alone
    if old and not together and is_right(added := tried(found.lines)):
        return added
    return together or alone


def is_legal(desk: OrderContext, line: str) -> bool:
    """Return whether a line could be carried out now as it stands; nothing is looked for that it might mean instead.

    Raises NoAnswer where it leads to a question that nobody could answer.
    """
    lines = from_mail([line])
    if by_hand.answers_question(desk):
        rows = by_hand.carry_out(desk, lines, dry=True)[0]
        return bool(rows) and all(row.status == "legal" for row in rows)
    return legal_throughout(replace(desk, compared=desk.answers()), lines)


def _is_order(desk: OrderContext, new: Sequence[DraftLine]) -> bool:
    """Return whether what reads like a `no` to a draft is an order of the game: a pass, or more words than a no."""
    orders = [[word.folded for word in tokenize(part.text)] for part in Mail(desk, new).parts() if part.clear]
    return any(len(order) > 1 or common_words().passes.says(order) for order in orders)


def _unsure_yes(new: Sequence[DraftLine]) -> tuple[OrderResult, ...]:
    """Ask again for a `yes` of which a letter is guessed (`yés`)."""
    given = [tokenize(order_part(line.text), line.doubts) for line in new]
    word = next((word for each in given for word in each if word.guessed), None)
    if word is None or not all(agrees(in_plain_letters(line.text)) for line in new):
        return ()
    # in letters that are the same in every charset
    problem = Problem("ambiguous", "guessed", Place(word.typed, word.column), nearest=("yes",))
    return (OrderResult(new[0].number, new[0].text, "refused", problem=problem),)


def is_check(lines: Sequence[str]) -> bool:
    """Return whether a mail's lines are only to be tried."""
    return _without_command(from_mail(lines[:1]), common_words().check)[1]


def without_check(line: str) -> str:
    """Return the first line of a message without the word that makes it a dry run."""
    return rest[0].text if (rest := _without_command(from_mail([line]), common_words().check)[0]) else ""


def _is_torn(run: MailOutcome) -> bool:
    """Return whether the mail and the draft answer the same question: the mail counts, and the draft is over."""
    return any(row.problem is not None and row.problem.why == "two_answers" for row in run.rows)


def _without_command(lines: Sequence[DraftLine], command: Phrases) -> tuple[list[DraftLine], bool]:
    """Take a command word off the beginning of the first line, however often it stands there or in lines of its own."""
    found = False
    for at, line in enumerate(lines):
        plain = order_part(line.text)
        given = tokenize(plain)
        said, first = [word.folded for word in given], 0
        while length := command.at(said, first):
            first, found = first + length, True
        if first < len(given):
            rest = replace(line, text=plain[given[first].column - 1 :]) if first else line
            return [rest, *lines[at + 1 :]], found
        if not first:
            return [*lines[at:]], found
    return [], found


__all__ = ["KeptLine", "MailOutcome", "OrderContext", "OrderResult", "Status", "go_on", "run_orders", "try_out"]
