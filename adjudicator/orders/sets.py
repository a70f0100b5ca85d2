"""A mail's lines as one set of orders: what is done, what waits, what is refused, what is kept.

Lines are atomic up to the next stop: something is drawn or shown to the seat, or somebody else must answer.
A mistake before the first stop leaves everything undone, and the set is kept as a draft; behind a stop the
rest waits, is tried again when the answer is there, and becomes a draft if it does not fit any more.
Nothing here changes the match: orders are tried on a copy, and the caller applies `Outcome.actions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.errors import Refusal
from adjudicator.orders import by_hand
from adjudicator.orders.clauses import corrects as corrects_itself
from adjudicator.orders.closings import closing
from adjudicator.orders.courtesy import agrees, disagrees
from adjudicator.orders.cover import is_small
from adjudicator.orders.doubt import in_doubt, in_plain_letters
from adjudicator.orders.drafts import Kept, Line, confirmed, corrects, from_mail, key, waiting_lines, with_draft
from adjudicator.orders.items import without_marks
from adjudicator.orders.leftovers import drops_a_name, leaves_out
from adjudicator.orders.phrases import Legal
from adjudicator.orders.pleas import without_pleas
from adjudicator.orders.prose import Prose
from adjudicator.orders.readings import Readings
from adjudicator.orders.refusals import Place, Problem
from adjudicator.orders.rows import Desk, Row, Status
from adjudicator.orders.running import Run
from adjudicator.orders.said_twice import said_once
from adjudicator.orders.text import NO_DOUBTS, Doubts, Word, fold, order_part, words
from adjudicator.orders.trial import imagined

CHECK = frozenset(("check", "dry run", "проверка", "проверить", "проверь"))
_MOST_OF_PROSE = 12
"""Lines of a mail that is read as a whole."""
_MOST_NEAR = 4
"""Lines that are named as near where one of them is a whole set."""
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
    yes: tuple[Row, ...] = ()
    """What `yes` would do with the draft, tried; empty: it would do nothing."""
    reread: bool = False
    """Of a dry run: the rows are what the sentences of the mail seem to order."""
    forgotten: bool = False
    """The draft is dropped because its writer said so."""

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
    """Read a mail's lines and try them, but for a farewell and a name below them."""
    end, kept = closing(lines, partial(_is_thing, desk), desk.called), lines
    if end is not None:
        kept = [*lines[: end.line], lines[end.line][: end.start]] if end.start else lines[: end.line]
    outcome = _carried_out(desk, kept, draft, waiting, doubts)
    below = [Row(n, text, "ignored") for n, text in enumerate(lines[len(kept) :], len(kept) + 1) if text.strip()]
    return replace(outcome, rows=(*outcome.rows, *below))


def _is_thing(desk: Desk, name: Sequence[Word]) -> bool:
    """Whether words, all of them, name something of the game."""
    book = desk.book.book
    given = tuple(word.folded for word in name)
    return any(book.shelf(kind).is_whole(given) for kind in book.kinds()) or bool(book.by_short(" ".join(given)))


def _carried_out(
    desk: Desk, lines: Sequence[str], draft: Sequence[Kept], waiting: Sequence[Kept], doubts: Doubts
) -> Outcome:
    """What becomes of a mail's lines. `draft` and `waiting` are what earlier outcomes asked to store, `doubts` are
    words of the mail whose bytes may mean other letters.

    Without lines, the waiting ones are tried again: somebody else's answer is there, or the deadline gave one.
    `check` before the orders is a dry run, `yes` alone carries out a draft as it was proposed, `no` or `start over`
    forgets it. A mail that is legal by itself is a set of its own; else it may correct the draft.
    """
    new, dry = _without_command(from_mail(lines, doubts), CHECK)
    new = [replace(line, text=_plainly(desk, line.text)) for line in new]
    new, restart = _without_command(new, RESTART)
    if new and by_hand.asked(desk):
        rows, actions = by_hand.carry_out(desk, new, dry=dry)
        return Outcome(rows, actions, tuple(draft), tuple(waiting), check=dry)
    desk = replace(desk, compared=desk.answers())
    corrected = corrects_itself([line.text for line in new], lambda said: desk.book.begins(said, desk.language))
    if corrected and not dry and (certain := _certain(desk, new, waiting)) is not None:
        return certain
    if corrected and not dry:
        return _understood(desk, new, _taken_back(desk, new, draft, waiting))
    old = () if restart else tuple(draft)
    if old and (unsure := _unsure_yes(new)):
        return Outcome(unsure, (), tuple(draft), tuple(waiting), check=dry)
    if dry:
        rows = _taken_back(desk, new, draft, waiting).rows if corrected else _tried(desk, new, old)
        wrong = any(row.status == "refused" for row in rows)
        found = _proposed(desk, new) if wrong and new else None
        if found is not None:
            rows = tuple(replace(row, line=new[0].number, source="mail") for row in found[1])
        return Outcome(rows, (), tuple(draft), tuple(waiting), check=True, reread=found is not None)
    if not new:
        outcome = _run(desk, [], old, waiting)
    elif old and all(agrees(line.text) for line in new):
        outcome = _agreed(desk, new, old, waiting)
    elif old and all(disagrees(line.text) for line in new):
        rows = tuple(Row(line.number, line.text, "ignored") for line in new)
        return Outcome(rows, waiting=tuple(waiting), forgotten=True)
    else:
        outcome = _beside(desk, new, old, waiting)
    outcome = replace(outcome, yes=_offered(desk, outcome)) if outcome.draft else outcome
    if old or not outcome.refused or _names_two(outcome):
        return outcome
    return _with_line(desk, new, outcome if outcome.yes else _understood(desk, new, outcome))


def _plainly(desk: Desk, text: str) -> str:
    """A line without the marks of a list, as it reads on the keyboard of its writer, with each thing named once."""
    plain = without_pleas(desk.book.retyped(without_marks(text), desk.language), desk.book, desk.language)
    return said_once(plain, desk.book, desk.language)


def _beside(desk: Desk, new: Sequence[Line], old: tuple[Kept, ...], waiting: Sequence[Kept]) -> Outcome:
    """What a mail comes to beside a draft: alone, or as a correction of it. What only asks leaves the draft alone."""
    closers = desk.book.closers()
    if corrects(new, old, closers) and not (run := _run(desk, _with_old(desk, new, old), (), waiting)).refused:
        return run
    alone = _run(desk, new, (), waiting)
    if alone.refused and not _names_two(alone):
        alone = _certain(desk, new, waiting) or _mended(desk, new, waiting) or alone
    if not old:
        return alone
    why = {row.problem.why for row in alone.rows if row.problem is not None}
    if all(row.status == "ignored" for row in alone.rows if row.source == "mail"):
        return replace(alone, draft=old)  # thanks and greetings
    if not alone.refused:
        kept = _left_over(old, new, closers) if len(new) == 1 and not alone.answered else ()
        return replace(alone, draft=kept or alone.draft)
    if why <= {"question", "asked_order"} and len(alone.refused) == len(alone.rows):
        return replace(alone, draft=old)
    if "regret" in why:
        return alone if alone.draft else replace(alone, draft=old)
    together = _run(desk, _with_old(desk, new, old), (), waiting)
    return alone if together.refused and _is_torn(together) else together


def _names_two(outcome: Outcome) -> bool:
    """Whether one of two things is meant, and nobody knows which: not both."""
    return any(row.problem is not None and row.problem.why == "two_things" for row in outcome.rows)


def _taken_back(desk: Desk, new: Sequence[Line], draft: Sequence[Kept], waiting: Sequence[Kept]) -> Outcome:
    """What a mail comes to that takes back something of what it says: nothing of it is done."""
    prose, problem = _prose(desk), Problem("ambiguous", "corrected")
    rows = (
        Row(line.number, line.text, "refused", problem=prose.with_mentioned(problem, order_part(line.text)))
        for line in new
    )
    return Outcome(tuple(rows), (), tuple(draft), tuple(waiting))


def _prose(desk: Desk) -> Prose:
    return Prose(desk, desk.answers(), Legal([*desk.match.options(desk.seat), *desk.match.anytime(desk.seat)]))


def _certain(desk: Desk, new: Sequence[Line], waiting: Sequence[Kept]) -> Outcome | None:
    """What the sentences of a mail come to where they order something without any doubt, and nothing on credit that
    they do not name; None where they do not, or the rules forbid any of it.
    """
    if len(new) > _MOST_OF_PROSE or not _is_as_typed(desk, new):
        return None
    told = _prose(desk).certain([line.text for line in new])
    if not told:
        return None
    run = _run(desk, [Line(new[each.line].number, each.text) for each in told], (), waiting)
    own = [row for row in run.rows if row.source == "mail"]
    if any(row.status not in ("done", "filed", "waiting") or _is_on_credit(desk, row) for row in own):
        return None
    said = {row.line for row in own}
    rows = (
        [replace(row, text=each.words) for row, each in zip(own, told, strict=True)] if len(own) == len(told) else own
    )
    rows += [Row(line.number, line.text, "ignored") for line in new if line.number not in said]
    return replace(run, rows=(*sorted(rows, key=lambda row: row.line), *(row for row in run.rows if row not in own)))


def _mended(desk: Desk, new: Sequence[Line], waiting: Sequence[Kept]) -> Outcome | None:
    """What a mail comes to with its misspelt words as they are spelt; None where that is not surely right."""
    typed = [order_part(line.text) for line in new]
    if len(new) > _MOST_OF_PROSE or not _is_as_typed(desk, new):
        return None
    texts = [desk.book.slips.mended(text) for text in typed]
    given = [word for text in typed for word in words(text)]
    if texts == typed or not desk.book.slips.says_enough(given, is_small):
        return None
    run = _run(desk, [replace(line, text=text) for line, text in zip(new, texts, strict=True)], (), waiting)
    return None if run.refused or not run.actions else run


def _is_as_typed(desk: Desk, new: Sequence[Line]) -> bool:
    """Whether no letter of a code is guessed, and the mail is about the question that is open."""
    newest = desk.offers.open[-1].number if desk.offers.open else None
    guessed = any(line.doubts or in_doubt(plain := order_part(line.text), words(plain)) for line in new)
    return not guessed and desk.offers.answered in (None, newest)


def _is_on_credit(desk: Desk, row: Row) -> bool:
    """Whether an order takes credit that its words do not name."""
    named = any(word.folded[0] == "+" or word.folded in desk.book.credit_words for word in words(row.text))
    return row.action is not None and not named and bool(desk.book.on_credit(row.action))


def _understood(desk: Desk, new: Sequence[Line], outcome: Outcome) -> Outcome:
    """With what a mail seems to order that could not be read as it stands, where a `yes` would do exactly that."""
    if outcome.actions or outcome.waiting or (found := _proposed(desk, new)) is None:
        return outcome
    kept, yes = found
    return replace(outcome, rows=_reread(new, outcome.rows), draft=(kept,), yes=yes)


def _with_line(desk: Desk, new: Sequence[Line], outcome: Outcome) -> Outcome:
    """With a line to send for what a mail seems to order of which something is not understood: with all of it, where a
    `yes` does less or nothing, and where none of its lines names an answer.
    """
    at = next((at for at, row in enumerate(outcome.rows) if _is_unclear(row) and _names_answers(row)), None)
    if at is None or outcome.actions or outcome.waiting or outcome.reread or len(new) > _MOST_OF_PROSE:
        return outcome
    wrong = [row.problem for row in outcome.rows if row.problem is not None]
    number = new[0].number
    kept = [row.text for row in outcome.rows if row.status in ("ready", "unjudged")]
    ways = [_legal_of(desk, number, orders) for orders in (_prose(desk).likely([line.text for line in new]), kept)]
    orders, tried = max(ways, key=lambda way: len(way[0]))
    told = [code for each in wrong for code in each.codes]
    ordered = [row.action for row in tried if row.action is not None]
    if drops_a_name([each.text for each in new], ordered, desk.answers()):  # what comes before the end is not all there
        last = {row.text for row in tried if key(row.said) in desk.book.closers()}
        orders, tried = (
            [text for text in orders if text not in last],
            tuple(row for row in tried if row.text not in last),
        )
    ends = all(key(row.said) in desk.book.closers() for row in tried)
    named = len(orders) == 1 and (orders[0] in told or not all(told))
    if ends or len(tried) <= len(outcome.yes) or not orders or named or _says_a_verb_twice(tried):
        return outcome
    problem = outcome.rows[at].problem
    assert problem is not None
    line = (", " if any(" " in text for text in orders) else " ").join(orders)
    acts = [row.action for row in tried if row.action is not None]
    said = [each.text for each in new]
    if any(row.status != "legal" for row in _checked(desk, [Line(number, line)])):
        return outcome
    if leaves_out(said, acts, line, desk.answers()):
        return outcome
    words_ = "; ".join(row.said or row.text for row in tried)
    others = zip(problem.nearest, problem.codes, strict=True)
    nearest, codes = zip(*[(words_, line), *others][:_MOST_NEAR], strict=True)
    row = replace(outcome.rows[at], problem=replace(problem, nearest=nearest, codes=codes))
    return replace(outcome, rows=(*outcome.rows[:at], row, *outcome.rows[at + 1 :]))


def _is_unclear(row: Row) -> bool:
    """Whether a line of the mail is not understood."""
    return row.status == "refused" and row.problem is not None and row.problem.reason != "illegal"


def _names_answers(row: Row) -> bool:
    """Whether all that is near to a line is an answer by itself; a short name or a verb is none."""
    return row.problem is not None and len(row.problem.nearest) == len(row.problem.codes)


def _legal_of(desk: Desk, number: int, orders: Sequence[str]) -> tuple[Sequence[str], tuple[Row, ...]]:
    """Those of the orders that are legal together, and their trial; no end behind one that is not."""
    closers = desk.book.closers()
    for _ in range(2):
        rows = _checked(desk, [Line(number, text) for text in orders]) if orders else ()
        wrong = {row.text for row in rows if row.status == "refused"}
        if not wrong:
            return orders, tuple(row for row in rows if row.status == "legal")
        ends = {row.text for row in rows if key(row.said) in closers}
        orders = [text for text in orders if text not in wrong | ends]
    return (), ()


def _proposed(desk: Desk, new: Sequence[Line]) -> tuple[Kept, tuple[Row, ...]] | None:
    """The orders that the sentences of a mail seem to give, with their trial; None where they give none in one way."""
    if len(new) > _MOST_OF_PROSE or any(line.doubts for line in new):
        return None
    said, prose = [line.text for line in new], _prose(desk)
    for orders in chain.from_iterable(find(said) for find in (prose.orders, prose.gist)):
        if list(map(key, orders)) == list(map(key, said)):
            continue
        kept, yes = _paid(desk, Kept("\n".join(said), wrong=True, meant="\n".join(orders)))
        if all(row.status not in ("refused", "ignored") for row in yes) and not _says_a_verb_twice(yes):
            return kept, yes
    return None


def _says_a_verb_twice(rows: Sequence[Row]) -> bool:
    """Whether a verb that stands alone is an order of its own and the beginning of another: `build, please, the fort`
    does not build a squadron too.
    """
    said = {row.text: words(row.said)[0].folded for row in rows if row.said}
    alone = {first for text, first in said.items() if len(words(text)) == 1 and fold(text) == first}
    return any(first in alone and fold(text) != first for text, first in said.items())


def _reread(new: Sequence[Line], before: Sequence[Row]) -> tuple[Row, ...]:
    """The rows of a mail that was understood as a whole."""
    rows: list[Row] = []
    for line in new:
        own = [row for row in before if row.line == line.number]
        wrong = next((row for row in own if row.status == "refused"), None)
        reread = Problem("ambiguous", "reread")
        rows += own if wrong is None else [replace(wrong, text=line.text, problem=reread)]
    return tuple(rows)


def _paid(desk: Desk, meant: Kept) -> tuple[Kept, tuple[Row, ...]]:
    """What is proposed, with the credit that it takes written out where there is one way to pay it; and its trial."""
    closers = desk.book.closers()
    rows = _checked(desk, confirmed([meant], closers))
    wrong = {row.text: row.problem.codes for row in rows if row.problem is not None and row.problem.why == "on_credit"}
    if not any(len(codes) == 1 for codes in wrong.values()):
        return meant, rows
    paid = [wrong[text][0] if len(wrong.get(text, ())) == 1 else text for text in meant.meant.split("\n")]
    whole = replace(meant, meant="\n".join(paid))
    return whole, _checked(desk, confirmed([whole], closers))


def _left_over(old: Sequence[Kept], new: Sequence[Line], closers: frozenset[str]) -> tuple[Kept, ...]:
    """The right lines of a draft that a mail has not repeated: nothing of them is done, and nothing is lost. Behind
    more wrong ones than the mail has lines nothing is ended.
    """
    dropped = sum(line.wrong for line in old) > len(new)
    repeated = {key(line.text) for line in new} | (closers if dropped else set())
    return tuple(line for line in old if not line.wrong and not line.behind and key(line.text) not in repeated)


def _agreed(desk: Desk, new: Sequence[Line], old: tuple[Kept, ...], waiting: Sequence[Kept]) -> Outcome:
    """What `yes` does: what it was said to do, or nothing."""
    lines = confirmed(old, desk.book.closers())
    run = _run(desk, lines, (), waiting) if lines else None
    if run is not None and not run.refused:
        return run
    first = new[0]
    problem = Problem("unreadable", "nothing_to_confirm", Place(first.text, 1))
    return Outcome((Row(first.number, first.text, "refused", problem=problem),), (), old, tuple(waiting))


def _offered(desk: Desk, outcome: Outcome) -> tuple[Row, ...]:
    """What `yes` would do where the orders have led, line by line; nothing if any of it would be refused."""
    lines = confirmed(outcome.draft, desk.book.closers())
    match = desk.match.copy()
    try:
        for action in outcome.actions:
            match.apply(desk.seat, action)
    except Refusal:
        return ()
    rows = _checked(replace(desk, match=match), lines)
    return () if any(row.status == "refused" for row in rows) else rows


def _tried(desk: Desk, new: Sequence[Line], old: Sequence[Kept]) -> tuple[Row, ...]:
    """A dry run of a mail: alone, or with the draft where it is right only so."""
    alone = _checked(desk, new)
    if not old or not any(row.status == "refused" for row in alone):
        return alone
    confirms = all(agrees(line.text) for line in new)
    lines = confirmed(old, desk.book.closers()) if confirms else _with_old(desk, new, old)
    together = _checked(desk, lines)
    return alone if any(row.status == "refused" for row in together) else together


def is_legal(desk: Desk, line: str) -> bool:
    """Whether a line could be carried out now as it stands; nothing is looked for that it might mean instead.

    Raises NoAnswer where it leads to a question that nobody could answer.
    """
    lines = from_mail([line])
    if by_hand.asked(desk):
        rows: Sequence[Row] = by_hand.carry_out(desk, lines, dry=True)[0]
    else:
        rows = _checked(replace(desk, compared=desk.answers()), lines)
    return bool(rows) and all(row.status == "legal" for row in rows)


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
    """The mail's lines together with the draft that they correct. Lines that have waited in vain need a `yes`: nothing
    is wrong with them that a mail could correct.
    """
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
        same = all(other is not None and _certain_part(other) == _certain_part(row) for other in others)
        if judging and not same:
            row, same = _without_effect(row), _same_but_for_effects(row, others)
            rows.append(_as_legal(row) if same else _unjudged(row))
            judging = False
            continue
        rows.append(_as_legal(row) if judging else _unjudged(row))
        judging = judging and row.stop is None
    return tuple(rows)


def _certain_part(row: Row) -> Row:
    """What of a row may be told. What was told where something is drawn is left out: that the same came up in every
    world is an accident.
    """
    return replace(row, told=()) if row.stop else row


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
