"""A mail as a whole: which of its lines are orders as they stand, and what the others come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import takewhile

from msgspec.structs import replace

from adjudicator.orders.meaning.behind import orders_behind
from adjudicator.orders.meaning.reader import SAID, Reader, is_undone
from adjudicator.orders.meaning.understood import Order, Understood, Verdict, sentences
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.corrections import Part
from adjudicator.orders.options.drafts import DraftLine
from adjudicator.orders.options.lexicon import Key
from adjudicator.orders.options.pieces import Idle, OrderItem, Piece, Short, Wrong, is_clear
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.options.short_orders import SHORT
from adjudicator.orders.strict.readings import Readings
from adjudicator.orders.text import order_part, tokenize
from adjudicator.orders.text.common import common_words, greets, takes_back
from adjudicator.orders.text.terms import split_term
from adjudicator.orders.vocabulary.refusals import Place, Problem, Reason

_MOST_LINES = 40
"""Lines of a mail that are no orders as they stand, behind which nobody looks for what else they may mean."""
_ABOUT_LETTERS = frozenset(
    ("letter_alone", "stale", "unknown_question", "several_codes", "guessed", "two_things", "too_long")
)
"""Why a line is wrong that is made of codes: nothing else is looked for in it."""
_FEW = 3
"""Words of a line that are no talk."""


class Mail:
    """Reads the lines of a mail. `typed` has the words of orders that were not typed as such, by line and code."""

    def __init__(self, desk: OrderContext, lines: Sequence[DraftLine]) -> None:
        self._desk = desk
        self._lines = lines
        self._texts = {(line.number, line.text) for line in lines}
        self._answers: AnswerIndex = desk.answers()
        self._readings = Readings(self._answers)
        self._strict = self._readings.at(desk.start().actions).readers[False]
        self.typed: dict[tuple[int, str], str] = {}
        self._pieces: dict[int, list[Piece]] = {}
        self._as_they_stand: dict[int, Sequence[Piece]] = {}
        self._before: OrderItem | frozenset[Key] = frozenset()
        self._last = 0
        self._read(lines)

    def pieces(self, line: DraftLine) -> Sequence[Piece] | None:
        """Return the meaning of a line of the mail that is no order as it stands, or None."""
        return self._pieces.get(line.number) if (line.number, line.text) in self._texts else None

    def parts(self) -> list[Part]:
        """Return the orders of the mail, each as a line of its own; a line in which one is not clear stays whole."""
        return [part for line in self._lines for part in self._parts(line)]

    def _parts(self, line: DraftLine) -> list[Part]:
        pieces = self._pieces.get(line.number, self._as_they_stand.get(line.number))
        if pieces is None:  # behind so many strange lines that nobody looks into it
            return [Part(line, line.text, line.text)]
        if all(isinstance(piece, Idle) for piece in pieces):
            return [Part(line, line.text, line.text, idle=True)]
        units = [piece for piece in pieces if isinstance(piece, OrderItem)]
        if len(units) < len(pieces):
            return [Part(line, line.text, line.text)]
        alone = len(units) == 1
        return [self._part(line if alone else replace(line, text=unit.text), line.text, unit) for unit in units]

    def _part(self, line: DraftLine, whole: str, unit: OrderItem) -> Part:
        action, book = unit.reading.action, self._desk.book
        answers = any(type(answer) is action for answer in self._desk.start().answers)
        aside = not answers and self._desk.match.allows_anytime(self._desk.seat, action)
        try:
            said = "" if isinstance(unit, Short) else book.say(unit.reading.typed(), self._desk.language)
        except TypeError:  # something is left unsaid that follows from the position
            said = ""
        ends = not isinstance(unit, Short) and book.may_close(action)
        return Part(line, whole, unit.text, said, clear=True, aside=aside, ends=ends)

    def _read(self, lines: Sequence[DraftLine]) -> None:
        readings, legal, strict = self._readings, self._desk.start().actions, self._as_they_stand
        strange: list[DraftLine] = []
        for line in lines:
            strict[line.number] = readings.read(line.text, legal, late=False, brief=False, doubts=line.doubts)
            if line is lines[0] and greets(line.text) and not is_clear(strict[line.number]):
                strict[line.number] = self._pieces[line.number] = [Idle(line.text)]
            if not self._stands(line, strict[line.number]):
                strange.append(line)
            if len(strange) > _MOST_LINES:
                return
        if self._answers.newest is None:
            for line in filter(lambda line: takes_back(line.text), strange):
                problem = Problem("ambiguous", "regret", _beginning(line.text))
                self._pieces[line.number] = [Wrong(line.text, problem)]
            return
        at = 0
        while at < len(lines):
            line = lines[at]
            if line not in strange:
                self._keep(line, strict[line.number])
                at += 1
                continue
            if length := self._headed(lines[at:]):
                at += length
                continue
            end = at + 1
            while end < len(lines) and lines[end] in strange and _goes_on(lines[end - 1].text, lines[end].text):
                end += 1
            self._understand(lines[at:end], strict[line.number])
            at = end
        if all(
            isinstance(piece, Idle) for line in lines for piece in self._pieces.get(line.number, strict[line.number])
        ):
            self._explain(lines)

    def _explain(self, lines: Sequence[DraftLine]) -> None:
        """Say of a mail that orders nothing why its lines are no orders, but for greetings and thanks."""
        common = common_words()
        for line in lines:
            told = [word.folded for word in tokenize(line.text)]
            for phrases in (common.idle, common.thanks, common.polite):
                told = [word for at, word in enumerate(told) if not phrases.at(told, at)]
            pieces = self._as_they_stand[line.number]
            talk = all(common.is_in(common.fillers, word) and word not in common.places for word in told)
            if line.number in self._pieces and pieces and not talk:
                self._pieces[line.number] = list(pieces)

    def _stands(self, line: DraftLine, pieces: Sequence[Piece]) -> bool:
        """Return whether a line is an order as written, perhaps with how long it is an offer, or says nothing."""
        order, term = split_term(line.text)
        if is_undone(tokenize(order)):
            return False
        return is_clear(pieces) or _is_settled(pieces) or (bool(term) and is_clear(self._strict.read(order)))

    def _headed(self, lines: Sequence[DraftLine]) -> int:
        """Return how many lines are a list below a verb, which is read as one order: `discard:` above two cards."""
        if not lines[0].text.rstrip().endswith(":"):
            return 0
        book, language = self._desk.book, self._desk.language
        below = [*takewhile(lambda line: not book.begins(tokenize(order_part(line.text)), language), lines[1:])]
        text = f"{lines[0].text.rstrip()} {', '.join(order_part(line.text).rstrip(' ,;.') for line in below)}"
        pieces = self._strict.read(text) if below else []
        if not is_clear(pieces):
            return 0
        self._pieces[lines[0].number] = list(pieces)
        self._pieces |= {line.number: [] for line in below}
        return 1 + len(below)

    def _keep(self, line: DraftLine, pieces: Sequence[Piece]) -> None:
        """Remember what an order line leaves to what stands below it."""
        last = next((piece for piece in reversed(pieces) if isinstance(piece, OrderItem)), None)
        if last is not None:
            self._last, self._before = line.number, last

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self._answers, self._desk.start().legal.ops)

    def _carried(self) -> frozenset[Key]:
        """Return the verbs that what stands before leaves to a line; they cost a reader, which order lines need not."""
        if isinstance(self._before, OrderItem):
            self._before = self._reader.lexicon.verbs_of(self._before.reading) | {SAID}
        return self._before

    def _understand(self, lines: Sequence[DraftLine], strict: Sequence[Piece]) -> None:
        book, language = self._desk.book, self._desk.language
        given: list[Understood | OrderItem] = []
        for line in lines:
            plain = order_part(line.text)
            found = self._sentences(plain, line.number)
            told = book.respelt(book.retyped(plain, language), language)
            if told != plain and not any(isinstance(each, Understood) and each.why == "regret" for each in found):
                found = min(self._sentences(told, line.number), found, key=_doubt)
            given += found
            last = found[-1] if found else None
            if isinstance(last, Understood) and last.verbs:
                self._before = last.verbs
        self._settle(lines, given, strict)

    def _sentences(self, text: str, number: int) -> list[Understood | OrderItem]:
        """Return what the sentences of a line mean, each read after the ones before it."""
        found: list[Understood | OrderItem] = []
        carry = self._carried()
        for sentence in sentences(text, number):
            bare = self._reader.without_salute(sentence.given) or sentence.given
            strict = [] if sentence.asks else self._strict.strictly(bare)
            if is_clear(strict) and not self._reader.speaks(sentence.given):
                found += [piece for piece in strict if isinstance(piece, OrderItem)]
                continue
            understood = self._reader.read(sentence, carry)
            carry = understood.verbs or carry
            found.append(understood)
        return found

    def _settle(
        self, lines: Sequence[DraftLine], given: Sequence[Understood | OrderItem], strict: Sequence[Piece]
    ) -> None:
        """Make the pieces of some lines that are read together."""
        first = lines[0]
        text = " ".join(line.text.strip() for line in lines)
        for line in lines[1:]:
            self._pieces[line.number] = []
        understood = [each for each in given if isinstance(each, Understood)]
        ordered = any(isinstance(each, OrderItem) or each.orders for each in given)
        worst = max((each.verdict for each in understood if not (each.denies and ordered)), default=Verdict.CERTAIN)
        if any(each.denies for each in understood) and ordered:
            worst = max(worst, Verdict.OFFERED)
        if worst > Verdict.CERTAIN and (gone_on := self._gone_on(text, given)):
            self._pieces[first.number] = gone_on
            return
        units: list[OrderItem] = []
        for each in given:
            if isinstance(each, OrderItem):
                units.append(each)
                continue
            if each.takes_back:
                worst = max(worst, self._without_last(units))
            units += [self._unit(first, order) for order in each.orders]
        if worst == Verdict.ASKED:
            *before, last = given
            if before and isinstance(last, Understood) and all(isinstance(each, OrderItem) for each in before):
                pieces = self._strict.strictly(last.sentence.given)
                if any(isinstance(piece, Wrong) and piece.problem.why == "several_orders" for piece in pieces):
                    self._pieces[first.number] = [*units, *pieces]  # what is right before it may end what it asks
                    return
            self._pieces[first.number] = self._asked(text, understood, strict)
            return
        end = next(iter(self._reader.closers), None) if any(each.ends for each in understood) else None
        if not units and end is None:
            common = common_words()
            plain = common.fillers - common.articles
            known = any(common.is_in(plain, word.folded) for word in tokenize(text))
            brief = len(tokenize(text)) <= _FEW and not known and not text.lstrip()[:1].isupper()
            self._pieces[first.number] = list(strict) if brief else [Idle(text)]
            return
        if worst == Verdict.OFFERED and end is not None:
            units.append(self._unit(first, Order(first.number, end.code, "", 0)))
        units = self._in_turn(units)
        self._last = first.number
        if worst == Verdict.OFFERED:
            codes = tuple(unit.text for unit in units)
            said = tuple(self._said(unit) for unit in units)
            problem = Problem("ambiguous", "reread", nearest=said, codes=codes)
            self._pieces[first.number] = [Wrong(text, problem)]
        else:
            over = Problem("ambiguous", "finished", _beginning(text), nearest=(end.label,) if end else ())
            self._pieces[first.number] = [*units, Wrong(text, over)] if end else [*units]

    def _gone_on(self, text: str, given: Sequence[Understood | OrderItem]) -> list[Piece]:
        """Return what is offered for an order that continues with an answer to the question it leads to."""
        alone = given[0] if len(given) == 1 else None
        if not isinstance(alone, Understood) or alone.begun is None or alone.ends:
            return []
        order, rest = alone.begun
        entry = self._reader.lexicon.by_code[order.code]
        try:
            action = entry.reading.typed()
        except TypeError:  # something is left unsaid that follows from the position
            return []
        said = orders_behind(self._desk, self._answers, action, rest)
        problem = Problem("ambiguous", "reread", nearest=(entry.label, *said), codes=(order.code, *said))
        return [Wrong(text, problem)] if said else []

    def _in_turn(self, units: Sequence[OrderItem]) -> list[OrderItem]:
        """Return each order once, with the end last."""
        every = list({(unit.text, unit.reading.action): unit for unit in units}.values())
        return sorted(every, key=lambda unit: self._desk.book.may_close(unit.reading.action))

    def _unit(self, line: DraftLine, order: Order) -> OrderItem:
        entry, book = self._reader.lexicon.by_code[order.code], self._desk.book
        text = f"{order.code} {order.paid}".strip()
        if order.typed:
            self.typed[line.number, text] = order.typed
        paid = book.payment(entry.reading.action, tokenize(order.paid), self._desk.language) if order.paid else {}
        number = self._answers.newest.number if self._answers.newest else 0
        return OrderItem(text, replace(entry.reading, fields={**entry.reading.fields, **paid}), number, entry.part)

    def _said(self, unit: OrderItem) -> str:
        entry = self._reader.lexicon.by_code.get(unit.text.partition(" ")[0])
        if entry is not None:
            return f"{entry.label}{unit.text[len(entry.code) :]}"
        return self._desk.book.say(unit.reading.typed(), self._desk.language)

    def _asked(self, text: str, understood: Sequence[Understood], strict: Sequence[Piece]) -> list[Piece]:
        wrong = [piece for piece in strict if isinstance(piece, Wrong)]
        asked = next((each for each in understood if each.verdict == Verdict.ASKED), None)
        if asked is None:
            asked = next(each for each in understood if each.takes_back)._replace(why="corrected")
        plain = asked.why in ("unknown_verb", None) and wrong
        exact = any(isinstance(piece, OrderItem) for piece in strict) or any(
            SHORT in piece.problem.kinds for piece in wrong
        )
        near = {entry.code: entry.label for each in understood for entry in each.near}
        if plain and (exact or wrong[0].problem.nearest or not asked.near):
            return [
                replace(piece, problem=_with_codes(piece.problem, near)) if isinstance(piece, Wrong) else piece
                for piece in strict
            ]
        why = asked.why or "unknown_verb"
        unreadable = why in ("unknown_verb", "question", "nothing_to_confirm")
        reason: Reason = "unreadable" if unreadable else "ambiguous"
        return [Wrong(text, Problem(reason, why, _beginning(text), nearest=tuple(near.values()), codes=tuple(near)))]

    def _without_last(self, units: list[OrderItem]) -> Verdict:
        """Take back the last order: of the sentence before, of the line before, or the sealed answer."""
        if len(units) == 1:
            units.pop()
            return Verdict.OFFERED
        if not units and self._desk.seat in self._desk.match.sealed:
            return Verdict.CERTAIN
        return Verdict.OFFERED if not units and self._take_back() else Verdict.ASKED

    def _take_back(self) -> bool:
        """Drop the last order before; False where there is none."""
        pieces = self._pieces.setdefault(self._last, list(self._as_they_stand.get(self._last, ())))
        if pieces and isinstance(pieces[-1], OrderItem):
            pieces.pop()
            return True
        return False


def _with_codes(problem: Problem, near: Mapping[str, str]) -> Problem:
    """Name what was meant by its codes too, where an option says each of it."""
    found = [[code for code, label in near.items() if label.endswith(name)] for name in problem.nearest]
    if problem.codes or not found or any(len(codes) != 1 for codes in found):
        return problem
    codes = tuple(code for (code,) in found)
    return replace(problem, nearest=tuple(near[code] for code in codes), codes=codes)


def _beginning(text: str) -> Place:
    first = tokenize(text)[0]
    return Place(first.typed, first.column)


def _is_settled(pieces: Sequence[Piece]) -> bool:
    """Return whether nothing else is looked for in a line: it is made of codes, or says nothing."""
    wrong = (piece.problem.why for piece in pieces if isinstance(piece, Wrong))
    return all(isinstance(piece, Idle) for piece in pieces) or not _ABOUT_LETTERS.isdisjoint(wrong)


def _doubt(found: Sequence[Understood | OrderItem]) -> Verdict:
    """Return how doubtful orders are that some sentences give."""
    ordered = any(isinstance(each, OrderItem) or each.orders for each in found)
    worst = max((each.verdict for each in found if isinstance(each, Understood)), default=Verdict.CERTAIN)
    return max(worst, Verdict.CERTAIN) if ordered else Verdict.ASKED


def _goes_on(line: str, then: str) -> bool:
    """Return whether a sentence goes on in the next line, as mail programs break them."""
    before, behind = line.rstrip(), then.lstrip()
    return len(before) > 40 and before[-1:] not in ".!?:;" and behind[:1].islower()
