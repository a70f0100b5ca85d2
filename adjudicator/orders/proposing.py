"""What a mail seems to order that is no order as it stands: done where nothing is left open, else proposed for a `yes`,
or named as a line to send.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

from msgspec.structs import replace

from adjudicator.orders.around import is_small
from adjudicator.orders.borne_out import bears_out, borne_out
from adjudicator.orders.codes import code_like
from adjudicator.orders.doubt import in_doubt
from adjudicator.orders.drafts import Kept, Line, confirmed, key
from adjudicator.orders.leftovers import drops_a_name, has_strange_word, leaves_out
from adjudicator.orders.likely import PREPOSITIONS
from adjudicator.orders.lists_below import as_one
from adjudicator.orders.misspelt import is_known, misspelt
from adjudicator.orders.outcomes import Outcome, checked, outcome_of, with_left
from adjudicator.orders.phrases import Legal
from adjudicator.orders.prose import Prose
from adjudicator.orders.refusals import Problem
from adjudicator.orders.rows import Desk, Row
from adjudicator.orders.spoken import clauses
from adjudicator.orders.text import Word, fold, order_part, words

_MOST_OF_PROSE = 12
"""Lines of a mail that is read as a whole."""
_MOST_NEAR = 4
"""Lines that are named as near where one of them is a whole set."""


def _prose(desk: Desk) -> Prose:
    return Prose(desk, desk.answers(), Legal([*desk.match.options(desk.seat), *desk.match.anytime(desk.seat)]))


def taken_back(desk: Desk, new: Sequence[Line], draft: Sequence[Kept], waiting: Sequence[Kept]) -> Outcome:
    """What a mail comes to that takes back something of what it says: nothing of it is done."""
    return _with_mentioned(desk, new, draft, waiting, Problem("ambiguous", "corrected"))


def told(desk: Desk, new: Sequence[Line], draft: Sequence[Kept], waiting: Sequence[Kept]) -> Outcome:
    """What a mail comes to that only tells something: nothing of it is done."""
    return _with_mentioned(desk, new, draft, waiting, Problem("ambiguous", "doubt"))


def _with_mentioned(
    desk: Desk, new: Sequence[Line], draft: Sequence[Kept], waiting: Sequence[Kept], problem: Problem
) -> Outcome:
    """Each line asked back with the answers that it mentions."""
    prose = _prose(desk)
    rows = (
        Row(line.number, line.text, "refused", problem=prose.with_mentioned(problem, order_part(line.text)))
        for line in new
    )
    return Outcome(tuple(rows), (), tuple(draft), tuple(waiting))


def certain(desk: Desk, new: Sequence[Line], waiting: Sequence[Kept]) -> Outcome | None:
    """What the sentences of a mail come to where they order something without any doubt, and nothing on credit that
    they do not name; None where they do not, or the rules forbid any of it.
    """
    if len(new) > _MOST_OF_PROSE or not _is_as_typed(desk, new):
        return None
    told = _prose(desk).certain([line.text for line in new])
    if not told:
        return None
    run = outcome_of(desk, [Line(new[each.line].number, each.text) for each in told], (), waiting)
    if any(row.status == "waiting" for row in run.rows) and (whole := as_one(told, desk.answers())):
        told = whole
        run = outcome_of(desk, [Line(new[each.line].number, each.text) for each in told], (), waiting)
    own = [row for row in run.rows if row.source == "mail"]
    if any(row.status not in ("done", "filed", "waiting") or _is_on_credit(desk, row) for row in own):
        return None
    if _leaves_a_verb(desk, new, own):
        return None
    said = {new[each.line].number for each in told} if run.paused else {row.line for row in own}
    one_each = run.paused or len(own) == len(told)
    rows = [replace(row, text=each.words) for row, each in zip(own, told, strict=False)] if one_each else own
    rows += [Row(line.number, line.text, "ignored") for line in new if line.number not in said]
    return replace(run, rows=(*sorted(rows, key=lambda row: row.line), *(row for row in run.rows if row not in own)))


def _leaves_a_verb(desk: Desk, new: Sequence[Line], rows: Sequence[Row]) -> bool:
    """Return whether a mail says more verbs than it has orders, and one that none is about: `buy Trent and play it`."""
    book, orders = desk.book, [words(row.said) for row in rows if row.said]
    named = {word.folded for order in orders for word in order}
    said, strange = 0, False
    for given in (words(order_part(line.text)) for line in new):
        at = 0
        while behind := given[at:]:
            length = book.begun(behind, desk.language)
            at += max(1, length)
            if (
                length
                and not book.opener(behind)
                and not PREPOSITIONS.issuperset(each.folded for each in behind[:length])
            ):
                coded = map(code_like, (each.folded for each in given[at : at + 1]))
                of_code = any(each and (each.number is not None or desk.offers.bare(each.code)) for each in coded)
                same = behind[0].folded in named or any(book.same_verb(behind, each, desk.language) for each in orders)
                said, strange = said + 1, strange or not (of_code or same)
    return strange and said > len(orders)


def mended(desk: Desk, new: Sequence[Line], waiting: Sequence[Kept]) -> Outcome | None:
    """What a mail comes to with its misspelt words as they are spelt; None where that is not surely right."""
    typed = [order_part(line.text) for line in new]
    if len(new) > _MOST_OF_PROSE or not _is_as_typed(desk, new):
        return None
    texts = [desk.book.slips.mended(text) for text in typed]
    given = [word for text in typed for word in words(text)]
    if texts == typed or not desk.book.slips.says_enough(given, is_small):
        return None
    run = outcome_of(desk, [replace(line, text=text) for line, text in zip(new, texts, strict=True)], (), waiting)
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


def understood(desk: Desk, new: Sequence[Line], outcome: Outcome) -> Outcome:
    """With what a mail seems to order that could not be read as it stands, where a `yes` would do exactly that."""
    if outcome.actions or outcome.waiting or (found := proposed(desk, new)) is None:
        return outcome
    kept, yes = found
    return replace(outcome, rows=_reread(new, outcome.rows), draft=(kept,), yes=yes)


def with_seeming(desk: Desk, outcome: Outcome) -> Outcome:
    """With what each line seems to order that is no order as it stands, where another one keeps all from being done."""
    rows = outcome.rows
    if outcome.actions or outcome.yes or not 1 < len(rows) <= _MOST_OF_PROSE:
        return outcome
    return replace(outcome, rows=tuple(_seeming(desk, row) for row in rows))


def _seeming(desk: Desk, row: Row) -> Row:
    if row.source != "mail" or row.problem is None or row.problem.reason != "unreadable":
        return row
    if (found := proposed(desk, [Line(row.line, row.text)])) is None:
        return row
    kept, tried = found
    orders, said = kept.meant.split("\n"), "; ".join(each.said or each.text for each in tried)
    codes = () if any(" " in each for each in orders) else (" ".join(orders),)
    codes = row.problem.codes if len(row.problem.codes) == 1 else codes  # that of the one answer near to it
    return replace(row, problem=replace(row.problem, reason="ambiguous", why="seems", nearest=(said,), codes=codes))


def with_line(desk: Desk, new: Sequence[Line], outcome: Outcome) -> Outcome:
    """With a line to send for what a mail seems to order of which something is not understood: with all of it, where a
    `yes` does less or nothing, and where none of its lines names an answer.
    """
    at = next((at for at, row in enumerate(outcome.rows) if _is_unclear(row) and _names_answers(row)), None)
    if at is None or outcome.actions or outcome.waiting or len(new) > _MOST_OF_PROSE:
        return outcome
    wrong = [row.problem for row in outcome.rows if row.problem is not None]
    number = new[0].number
    kept = [row.text for row in outcome.rows if row.status in ("ready", "unjudged")]
    whole = (_one_by_one(outcome.rows), _as_named(desk, new))
    given = (_prose(desk).likely([line.text for line in new]), kept, *whole)
    orders, tried = max((_legal_of(desk, number, each) for each in given), key=lambda way: len(way[0]))
    told = [code for each in wrong for code in each.codes]
    ordered = [row.action for row in tried if row.action is not None]
    lost = any(_is_lost(desk, row, orders) for row in outcome.rows)
    said = [each.text for each in new]
    dropped = lost or drops_a_name(said, ordered, desk.answers())
    if dropped and orders not in whole:  # what is before the end is not there
        last = {row.text for row in tried if key(row.said) in desk.book.closers()}
        orders, tried = (
            [text for text in orders if text not in last],
            tuple(row for row in tried if row.text not in last),
        )
    ends = all(key(row.said) in desk.book.closers() for row in tried)
    named = len(orders) == 1 and (lost or orders[0] in told or not all(told))
    if ends or len(tried) <= len(outcome.yes) or not orders or named or _says_a_verb_twice(tried):
        return outcome
    problem = outcome.rows[at].problem
    assert problem is not None
    line = (", " if any(" " in text for text in orders) else " ").join(orders)
    acts = [row.action for row in tried if row.action is not None]
    if any(row.status != "legal" for row in checked(desk, [Line(number, line)])):
        return outcome
    if leaves_out(said, acts, line, desk.answers()):
        return outcome
    words_ = "; ".join(row.said or row.text for row in tried)
    others = zip(problem.nearest if problem.codes else (), problem.codes, strict=True)
    nearest, codes = zip(*[(words_, line), *others][:_MOST_NEAR], strict=True)
    row = replace(outcome.rows[at], problem=replace(problem, nearest=nearest, codes=codes))
    return replace(outcome, rows=(*outcome.rows[:at], row, *outcome.rows[at + 1 :]))


def with_yes(desk: Desk, new: Sequence[Line], outcome: Outcome) -> Outcome:
    """With a `yes` for the one order, or the whole set of them, that is named as near, where the mail bears it out."""
    if outcome.actions or outcome.waiting or outcome.yes or len(new) > _MOST_OF_PROSE:
        return outcome
    if not _is_as_typed(desk, new) or any(_says_twice(clause) for line in new for clause in clauses(line.text)):
        return outcome
    near, alone = _near_to_all(outcome)
    found = [way for line in near if (way := _borne_out(desk, new, line)) is not None]
    if not found and alone and (line := borne_out([each.text for each in new], desk.answers())) is not None:
        found = [way for way in [_borne_out(desk, new, line)] if way is not None]
    if len(found) != 1:
        return outcome
    kept, yes = found[0]
    return replace(outcome, rows=_reread(new, outcome.rows), draft=(kept,), yes=yes)


def _borne_out(desk: Desk, new: Sequence[Line], line: str) -> tuple[Kept, tuple[Row, ...]] | None:
    """What is named as near to a mail, with its trial; None where it is forbidden or the mail does not bear it out."""
    said = [each.text for each in new]
    kept, yes = _paid(desk, Kept("\n".join(said), wrong=True, meant=line))
    orders = [row.action for row in yes if row.action is not None]
    legal = orders and len(orders) == len(yes) and all(row.status not in ("refused", "ignored") for row in yes)
    if not legal or _says_a_verb_twice(yes) or not bears_out(said, orders, line, desk.answers()):
        return None
    return kept, yes


def _near_to_all(outcome: Outcome) -> tuple[Sequence[str], bool]:
    """What is named as near for all of a mail: whole sets, and single answers where one line says all; and whether it
    does.
    """
    rows = [row for row in outcome.rows if row.status != "ignored"]
    if any(row.status == "refused" and not (_is_unclear(row) and _is_vague(row)) for row in rows):
        return (), False
    near = dict.fromkeys(code for row in rows if row.problem is not None for code in row.problem.codes)
    return [line for line in near if len(rows) == 1 or " " in line], len(rows) == 1


def _is_vague(row: Row) -> bool:
    """Whether nobody can tell what a line is about; where it is about several things, each is to be written."""
    return row.problem is not None and row.problem.why not in ("several_orders", "several_names", "two_things")


def _as_named(desk: Desk, new: Sequence[Line]) -> Sequence[str]:
    """The orders of a mail with misspelt names as they are, where only one thing is near to each; nothing where any of
    it is forbidden.
    """
    answers, texts = desk.answers(), [order_part(line.text) for line in new]
    for n, text in enumerate(texts):
        meant = misspelt(words(text), answers)
        if meant is not None and len({id for _, id in meant.things}) == 1:
            (kind, id), first, last = meant.things[0], meant.given[0], meant.given[-1]
            end = last.column - 1 + len(last.typed)
            texts[n] = text[: first.column - 1] + answers.book.book.printed(kind, id, desk.language) + text[end:]
    run = with_left(outcome_of(desk, [replace(line, text=text) for line, text in zip(new, texts, strict=True)], (), ()))
    return () if run.refused else [row.text for row in run.rows if row.action is not None]


def _one_by_one(rows: Sequence[Row]) -> Sequence[str]:
    """The lines of a mail, for those that are not understood the one answer that is near; nothing where one has none
    or several.
    """
    found = [_near_to(row) for row in rows if row.source == "mail"]
    return [text for text in found if text is not None] if None not in found else ()


def _near_to(row: Row) -> str | None:
    if row.problem is None:
        return row.text if row.status in ("ready", "unjudged") else None
    near = row.problem.codes if _is_unclear(row) and len(row.problem.nearest) == 1 else ()
    return near[0] if len(near) == 1 else None


def _is_lost(desk: Desk, row: Row, orders: Sequence[str]) -> bool:
    """Whether a line begins as an order, and is about something that is not known here and none of these orders."""
    problem, given = row.problem, words(order_part(row.text))
    if problem is None or not has_strange_word(problem) or not desk.book.begins(given, desk.language):
        return False
    typed = words(problem.place.typed) if problem.place is not None else ()
    strange = [word for word in typed if not is_small(word) and not is_known(word.folded, desk.answers())]
    return bool(strange) and not {*problem.codes}.intersection(orders)


def _is_unclear(row: Row) -> bool:
    """Whether a line of the mail is not understood."""
    return row.status == "refused" and row.problem is not None and row.problem.reason != "illegal"


def _names_answers(row: Row) -> bool:
    """Whether all that is near to a line is an answer by itself, or a verb; a short name is none."""
    problem = row.problem
    return problem is not None and (len(problem.nearest) == len(problem.codes) or problem.why == "unknown_verb")


def _legal_of(desk: Desk, number: int, orders: Sequence[str]) -> tuple[Sequence[str], tuple[Row, ...]]:
    """Those of the orders that are legal together, and their trial; no end behind one that is not."""
    closers = desk.book.closers()
    for _ in range(2):
        rows = checked(desk, [Line(number, text) for text in orders]) if orders else ()
        wrong = {row.text for row in rows if row.status == "refused"}
        if not wrong:
            return orders, tuple(row for row in rows if row.status == "legal")
        ends = {row.text for row in rows if key(row.said) in closers}
        orders = [text for text in orders if text not in wrong | ends]
    return (), ()


def proposed(desk: Desk, new: Sequence[Line]) -> tuple[Kept, tuple[Row, ...]] | None:
    """The orders that the sentences of a mail seem to give, with their trial; None where they give none in one way."""
    if len(new) > _MOST_OF_PROSE or any(line.doubts for line in new):
        return None
    said, prose = [line.text for line in new], _prose(desk)
    if any(prose.leaves_alone(clause) or _says_twice(clause) for line in said for clause in clauses(line)):
        return None
    for orders in chain.from_iterable(find(said) for find in (prose.orders, prose.gist)):
        if list(map(key, orders)) == list(map(key, said)):
            continue
        kept, yes = _paid(desk, Kept("\n".join(said), wrong=True, meant="\n".join(orders)))
        if all(row.status not in ("refused", "ignored") for row in yes) and not _says_a_verb_twice(yes):
            return kept, yes
    return None


def _says_twice(clause: Sequence[Word]) -> bool:
    """Whether a word stands twice running, as for two of a thing: «адм воен воен»."""
    said = [word.folded for word in clause if not is_small(word)]
    return any(one == other for one, other in pairwise(said))


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
    rows = checked(desk, confirmed([meant], closers))
    wrong = {row.text: row.problem.codes for row in rows if row.problem is not None and row.problem.why == "on_credit"}
    if not any(len(codes) == 1 for codes in wrong.values()):
        return meant, rows
    paid = [wrong[text][0] if len(wrong.get(text, ())) == 1 else text for text in meant.meant.split("\n")]
    whole = replace(meant, meant="\n".join(paid))
    return whole, checked(desk, confirmed([whole], closers))
