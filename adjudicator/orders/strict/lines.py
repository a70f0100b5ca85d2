"""One line of a mail: the orders it holds, by codes or in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from adjudicator.kernel.actions import Decline
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.codes import Offer, Typed, code_like, reading_of
from adjudicator.orders.options.hints import Hints, StaleCode, close
from adjudicator.orders.options.pieces import Idle, OrderItem, Piece, Short, Unfinished, Wrong, is_clear
from adjudicator.orders.options.short_orders import is_meant, thing_name, unknown
from adjudicator.orders.strict.confusables import ambiguous_word, ambiguous_words, like_digits, meanings
from adjudicator.orders.strict.copied import Copied
from adjudicator.orders.strict.tokens import Tokens
from adjudicator.orders.text import NO_DOUBTS, Doubts, Word, order_part, tokenize
from adjudicator.orders.text import text_of as _text
from adjudicator.orders.text.common import announces_more, asks, common_words
from adjudicator.orders.text.letters import is_letter, is_word_too
from adjudicator.orders.text.ranking import choices_of
from adjudicator.orders.vocabulary.phrases import Legal, Value
from adjudicator.orders.vocabulary.refusals import Ambiguous, Misread, Place, Problem, Unreadable
from adjudicator.orders.vocabulary.sayings import Reading

_MOST_WORDS = 60
_STRANGE = ("unknown_word", "unknown_verb", "wrong_kind", "unknown_code")
_DECLINED = '{"op":"decline"}'


class LineReader:
    """Reads lines for one seat: in its language, with the codes it was offered.

    `late` lets codes of closed questions pass: they stand in lines that waited or were kept as a draft.
    """

    def __init__(self, answers: AnswerIndex, context: Legal, *, late: bool) -> None:
        self._answers = answers
        self._book = answers.book
        self._language = answers.language
        self._offers = answers.offers
        self._context = context
        self._hints = Hints(answers, context)
        self._late = late
        self._letters = False
        self._known: dict[tuple[object, ...], Sequence[Piece]] = {}
        self._copied: Copied = Copied(self.strictly, answers, context.ops)
        self._tokens = Tokens(answers, self._alone, self._offering)

    def read(self, line: str, doubts: Doubts = NO_DOUBTS, *, brief: bool = False) -> list[Piece]:
        """Return the orders of a line and what is wrong with it; empty if the line is empty or a comment.

        `brief` says not to search for meanings of a line that is not an order as it is written.
        """
        plain = order_part(line)
        given = [self._unadded(word) for word in tokenize(plain, doubts)]
        if not given:
            return []
        if self._book.unsaid and announces_more(plain):
            return [Unfinished(_text(given))]
        if not brief and (ranked := self._ranked(plain, doubts)):
            return [ranked]
        if len(given) > _MOST_WORDS:
            place = Place(given[_MOST_WORDS].typed, given[_MOST_WORDS].column)
            return [Wrong(_text(given[:_MOST_WORDS]), Problem("unreadable", "too_long", place))]
        shaky = ambiguous_words(plain, given)
        strict = [] if shaky else self.strictly(given)
        if brief and (shaky or not all(isinstance(piece, OrderItem) for piece in strict)):
            return [
                Wrong(_text(given), Problem("unreadable", "too_many_wrong", Place(given[0].typed, given[0].column)))
            ]
        if shaky:
            return self._asked_back(plain, shaky)
        pieces = self._once(self._whole(plain, given, strict))
        if any(isinstance(piece, OrderItem) for piece in pieces):
            return pieces
        shaky = like_digits(given)
        if shaky and all(word.column in {each.column for each in shaky} or code_like(word.folded) for word in given):
            meant = meanings(plain, shaky, self._surely, self._meaning)
            return [ambiguous_word(plain, shaky[0], meant)] if meant else pieces
        return pieces

    def _ranked(self, plain: str, doubts: Doubts) -> OrderItem | None:
        """Return an order that leaves something open; None if it leaves nothing, or one of its choices is no order.

        A choice without a verb takes over how the first one begins.
        """
        choices = choices_of(plain)
        if not choices:
            return None
        units: list[OrderItem] = []
        for text in choices.texts:
            tried = choices.in_full(text) if units else (text,)
            found = (self.read(each, doubts, brief=True) for each in tried)
            unit = next((each[0] for each in found if len(each) == 1 and type(each[0]) is OrderItem), None)
            if unit is None:
                return None
            units.append(unit)
        return replace(units[0], text=plain, others=tuple(units[1:]), if_needed=choices.if_needed)

    def _once(self, pieces: list[Piece]) -> list[Piece]:
        """Drop orders said in two parts that might each be it. For example `squadron: build`."""
        kept: list[Piece] = []
        for piece in pieces:
            same = (each for each in kept if isinstance(each, OrderItem) and self._is_part(each, piece))
            if not any(same):
                kept.append(piece)
        return kept

    def _is_part(self, unit: OrderItem, other: Piece) -> bool:
        if not isinstance(other, OrderItem) or other.reading != unit.reading or isinstance(unit, Short):
            return False
        in_words = unit.question is None and other.question is None
        return in_words and self._book.are_parts(tokenize(unit.text), tokenize(other.text), self._language)

    def _surely(self, line: str) -> list[Piece]:
        """Return the orders of a line of which no letter is guessed."""
        given = [self._unadded(word) for word in tokenize(line)]
        return self._whole(line, given, self.strictly(given, letters=True))

    def _whole(self, line: str, given: Sequence[Word], strict: list[Piece]) -> list[Piece]:
        """Read a line as it is written, or as a copy of what a message showed; a question orders nothing."""
        if asks(line):
            return [self._asked_order(line, given, strict)]
        first = strict[0] if is_clear(strict) else None
        if isinstance(first, Short) or (isinstance(first, OrderItem) and first.question is not None):
            return strict
        if copied := self._copied.line(given):
            return copied
        if not is_clear(strict) and tuple(word.folded for word in given) in self._answers.headings:
            return [Idle(line)]
        whole = "" if is_clear(strict) and len(strict) == 1 else self._copied.below_heading(given)
        if not is_clear(strict):
            whole = whole or self._copied.answer(given)
        if whole:
            return self.strictly([Word(whole, whole, given[0].column)])
        return strict if is_clear(strict) else self._copied.without_holder(given) or strict

    def _asked_order(self, line: str, given: Sequence[Word], strict: Sequence[Piece]) -> Wrong:
        """Refuse a question, with what it would order as a statement."""
        place = Place(given[0].typed, given[0].column)
        units = [piece for piece in strict if isinstance(piece, OrderItem)]
        if not units or len(units) < len(strict):
            return Wrong(line, Problem("unreadable", "question", place))
        said = ("; ".join(self._meaning(unit) for unit in units),)
        return Wrong(line, Problem("ambiguous", "asked_order", place, nearest=said, codes=(_text(given),)))

    def _asked_back(self, line: str, shaky: Sequence[Word]) -> list[Piece]:
        """Return the possible meanings of a line, or what is wrong with it."""
        meant = meanings(line, shaky, self._surely, self._meaning)
        pieces = [] if meant else self._surely(line)
        if meant or any(isinstance(piece, OrderItem) for piece in pieces):
            return [ambiguous_word(line, shaky[0], meant)]
        return pieces

    def _meaning(self, unit: OrderItem) -> str:
        """Return an order in words, as far as it was said."""
        if isinstance(unit, Short):
            return thing_name(self._book, unit.name, self._language)
        if unit.part:
            values = _values(unit, unit.part)
            return ", ".join(
                self._book.printed(unit.reading.action, unit.part, value, self._language) for value in values
            )
        return self._book.say(unit.reading.typed(), self._language)

    def _unadded(self, word: Word) -> Word:
        """Return a word without its `+` if it is an order, not a payment. `+ s1` after an order is another order."""
        bare = word.folded[1:]
        joined_ = word.folded[0] == "+" and bool(self._book.book.by_short(bare))
        if not (word.typed.startswith("+ ") or joined_) or self._book.is_payment(bare.rstrip("0123456789")):
            return word
        typed = word.typed.lstrip("+ ")
        return replace(word, folded=bare, typed=typed, column=word.column + len(word.typed) - len(typed))

    def strictly(self, given: Sequence[Word], *, letters: bool = False) -> list[Piece]:
        """Return the orders that words are. `letters` reads a letter that is also a word as a letter (`option a`)."""
        known = self._known.get((letters, *given))
        if known is None:
            known = self._known[letters, *given] = self._strictly(given, letters=letters)
        return [*known]

    def _strictly(self, given: Sequence[Word], *, letters: bool) -> list[Piece]:
        self._letters = letters
        pieces: list[Piece] = []
        if tuple(word.folded for word in given) in common_words().refused and (number := self._may_decline()):
            return [OrderItem(_text(given), Reading(Decline, {}), number)]
        if tokens := self._tokens.of(given):
            return tokens
        if 0 < (length := self._book.opener(given)) < len(given):
            return [*self._tokens.in_figures(given[:length]), *self.strictly(given[length:])]
        if self._begins_with_code(given):
            self._codes(given, pieces)
        elif len(given) == 1 and (meant := self._lone_letter(given[0])):
            pieces.append(Wrong(_text(given), meant))
        else:
            self._guarded(given, pieces, partial(self._words, given))
            if any(isinstance(piece, Wrong) and piece.problem.follows for piece in pieces):
                pieces.clear()
                for part in self._book.parted(given, self._language):
                    self._guarded(part, pieces, partial(self._words, part))
        return [self._as_code(piece) for piece in pieces]

    def _alone(self, given: Sequence[Word], typed: Sequence[Word]) -> Piece:
        """Read one order in words, or by its code with the question's number."""
        pieces: list[Piece] = []
        code = code_like(given[0].folded) if len(given) == 1 else None
        if code is not None and (code.number is not None or is_meant(given[0].folded)):
            self._guarded(given, pieces, partial(self._unit, given[0], code, code.number))
        else:
            self._guarded(given, pieces, partial(self._words, given))
        return replace(pieces[0], text=_text(typed)) if len(typed) > 1 else pieces[0]

    def _may_decline(self) -> int | None:
        """Return the number of the question that the message answers, or the newest one, if it may be declined."""
        asked = self._offers.answered
        newest = [each for each in self._offers.open if each.number == asked] if asked else self._offers.open[-1:]
        return next((offer.number for offer in newest for option in offer.options if option.intent == _DECLINED), None)

    def _as_code(self, piece: Piece) -> Piece:
        """Treat a lone minister such as `m1` as a wrong code if it is none. It would be an unknown verb otherwise."""
        if not isinstance(piece, Wrong) or piece.problem.why != "unknown_verb" or not self._offers.open:
            return piece
        typed = code_like(tokenize(piece.text)[0].folded)
        if typed is None or not typed.code[-1].isdecimal():
            return piece
        offer = self._offers.open[-1]
        problem = replace(piece.problem, why="unknown_code", question=offer.number)
        return replace(piece, problem=self._hints.offered(problem, offer, close(offer, typed.code)))

    def _guarded(self, given: Sequence[Word], pieces: list[Piece], read: Callable[[], Sequence[OrderItem]]) -> None:
        """Read a part so that one mistake of a line does not hide the others."""
        try:
            pieces += read()
        except Misread as misread:
            problem, at = misread.problem, misread.problem.place
            word = next((word for word in given if at is not None and word.column == at.column), None)
            short = (
                word is not None
                and problem.why in _STRANGE
                and (self._tokens.is_cut_name(word) or self._is_no_short(word))
            )
            pieces.append(
                Wrong(_text(given), unknown(word).problem if word and short else self._hints.with_codes(problem))
            )

    def _is_no_short(self, word: Word) -> bool:
        return (
            is_meant(word.folded) and not self._book.book.by_short(word.folded) and not self._tokens.is_old_code(word)
        )

    def _begins_with_code(self, given: Sequence[Word]) -> bool:
        first = next((word for word in given if word.folded not in common_words().skipped), given[0])
        typed = code_like(first.folded)
        if typed is None:
            return bool(self._offer_number(given, 0))
        if typed.number is not None:
            return True
        if typed.code[-1].isdecimal():
            return self._offering(typed.code) is not None or self._is_wrong_code(first.folded, typed)
        return self._letters_alone(given)

    def _letters_alone(self, given: Sequence[Word]) -> bool:
        """Return whether codes alone stand there, and no letter among them is only a word: `а`, `и`, `I`."""
        return all(self._is_code_or_payment(word) for word in given) and all(
            self._letters or is_letter(given, at) for at in range(len(given))
        )

    def _lone_letter(self, word: Word) -> Problem | None:
        """Return what to ask about a letter that is also a word, if it is the code of an answer."""
        offer = self._offering(word.folded) if is_word_too(word.folded) else None
        if offer is None:
            return None
        place = Place(word.typed, word.column)
        return self._hints.offered(Problem("ambiguous", "letter_alone", place), offer, offer.find(word.folded))

    def _is_code_or_payment(self, word: Word) -> bool:
        typed = code_like(word.folded)
        return word.folded[0] == "+" or (typed is not None and bool(typed.number or self._offering(typed.code)))

    def _offer_number(self, given: Sequence[Word], at: int) -> int | None:
        """Return the number of a question before a code: `12 a`, `#12: s1`."""
        if at + 1 >= len(given) or not given[at].folded.isdecimal():
            return None
        offer = self._offers.numbered(int(given[at].folded[:9]))
        typed = code_like(given[at + 1].folded)
        if offer is None or typed is None or typed.number is not None:
            return None
        return offer.number

    def _offering(self, code: str) -> Offer | None:
        """Return the question that offers a code without number."""
        return self._offers.bare(code)

    def _words(self, given: Sequence[Word]) -> list[OrderItem]:
        readings = self._book.read_all(given, self._language, self._context)
        if len(readings) == 1:
            return [OrderItem(_text(given), readings[0], None, self._part_of(readings[0]))]
        return [
            OrderItem(self._book.say(reading.typed(), self._language), reading, None, self._part_of(reading))
            for reading in readings
        ]

    def _part_of(self, reading: Reading) -> str:
        """Return the tuple field that a reading holds values of, if single values of it have codes."""
        each = self._book.each_of(reading.action)
        return each if each in reading.fields else ""

    def _codes(self, given: Sequence[Word], pieces: list[Piece]) -> None:
        question: int | None = None
        letters_only = self._letters_alone(given)
        at = 0
        while at < len(given):
            number = self._offer_number(given, at)
            if number is not None:
                question, at = number, at + 1
            typed = self._code_at(given[at], question, fillers=letters_only or number is not None)
            if typed is not None:
                question = typed.number or question
                self._guarded(given[at : at + 1], pieces, partial(self._unit, given[at], typed, question))
                at += 1
                continue
            end = at + 1
            while end < len(given) and self._code_at(given[end], question, fillers=letters_only) is None:
                end += 1
            self._between(given[at:end], pieces)
            at = end

    def _code_at(self, word: Word, question: int | None, *, fillers: bool) -> Typed | None:
        """Return the code that a word is; `a` is a code only among codes alone (`fillers`)."""
        typed = code_like(word.folded)
        if typed is None or (typed.number is None and is_word_too(word.folded) and not fillers):
            return None
        known = typed.number is not None or self._offer_for(typed, question) is not None
        return typed if known or self._is_wrong_code(word.folded, typed) else None

    def _is_wrong_code(self, word: str, typed: Typed) -> bool:
        """Return whether a word is a code that does not exist: `s9` where they end at s5."""
        letters = typed.code.rstrip("0123456789")
        if letters == typed.code or not self._offers.open or self._book.is_payment(letters):
            return False
        return not self._book.book.elsewhere([word], self._language)

    def _offer_for(self, typed: Typed, question: int | None) -> Offer | None:
        """Return the offer of a code: by its own number, the number before it in the line, or the newest with it."""
        if typed.number is not None:
            return self._offers.numbered(typed.number)
        if question is not None:
            offer = self._offers.numbered(question)
            if offer is not None and offer.find(typed.code):
                return offer
        return self._offering(typed.code)

    def _unit(self, word: Word, typed: Typed, question: int | None) -> list[OrderItem]:
        place = Place(word.typed, word.column)
        offer = self._offer_for(typed, question)
        if offer is None and typed.number is None:
            offer = self._asked(place)
        if offer is None:
            raise self._hints.unknown_question(typed, place)
        if not self._late and not self._offers.is_open(offer.number):
            raise StaleCode(self._hints.stale(offer, typed, place))
        options = offer.find(typed.code)
        if len(options) == 1 and not offer.is_surely(options[0], typed.code):
            sounds = Problem("ambiguous", "guessed", place, question=offer.number)
            raise Ambiguous(self._hints.offered(sounds, offer, options))
        if len(options) == 1:
            reading = reading_of(options[0], self._book)
            return [OrderItem(f"{offer.number}{options[0].code}", reading, offer.number, options[0].part)]
        if options:
            several = Problem("ambiguous", "several_codes", place, question=offer.number)
            raise Ambiguous(self._hints.offered(several, offer, options))
        unknown = Problem("unreadable", "unknown_code", place, question=offer.number)
        raise Unreadable(self._hints.offered(unknown, offer, close(offer, typed.code)))

    def _asked(self, place: Place) -> Offer:
        """Return the question that a code without a number would belong to. Raise StaleCode if it is unknown."""
        if self._offers.answered is None:
            return self._offers.open[-1]
        offer = self._offers.numbered(self._offers.answered)
        if offer is None:
            raise StaleCode(Problem("illegal", "stale", place, question=self._offers.answered))
        return offer

    def _between(self, given: Sequence[Word], pieces: list[Piece]) -> None:
        """Read words after a code: a payment, or another order in words."""
        while given and given[0].folded in common_words().skipped:
            given = given[1:]
        if not given:
            return
        last = pieces[-1] if pieces else None
        short = next((at for at, word in enumerate(given) if word.folded[0] != "+"), len(given))
        if last is not None and 0 < short < len(given):
            self._between(given[:short], pieces)
            self._between(given[short:], pieces)
        elif isinstance(last, Wrong) and short:
            pieces[-1] = replace(last, text=f"{last.text} {_text(given)}")
        elif isinstance(last, OrderItem) and last.part:
            self._guarded(given, pieces, partial(self._another_value, last, given))
        elif isinstance(last, OrderItem) and (paid := self._paid(last, given)) is not None:
            pieces[-1] = paid
        else:
            before = len(pieces)
            self._guarded(given, pieces, partial(self._words, given))
            if isinstance(last, OrderItem) and not given[0].broken and self._are_words_of(last, pieces[before:]):
                pieces[before - 1 :] = [replace(last, text=f"{last.text} {_text(given)}")]

    def _are_words_of(self, unit: OrderItem, pieces: Sequence[Piece]) -> bool:
        """Return whether the words after a code say the same order. For example `17b reveal Bank of England`."""
        if len(pieces) != 1 or not isinstance(pieces[0], OrderItem) or unit.question is None:
            return False
        said = pieces[0].reading
        own = unit.reading.fields
        return said.action is unit.reading.action and all(own.get(field) == said.fields[field] for field in said.fields)

    def _another_value(self, unit: OrderItem, given: Sequence[Word]) -> list[OrderItem]:
        """Read another value for a code, or an order: `9a and Halley`."""
        try:
            reading = self._book.read_bare(unit.reading.action, given, self._language, self._context)
        except Unreadable as unreadable:
            try:
                return self._words(given)
            except Unreadable:
                raise unreadable from None
        return [OrderItem(_text(given), reading, unit.question, unit.part)]

    def _paid(self, unit: OrderItem, given: Sequence[Word]) -> Piece | None:
        """Return the order with its payment, or None if the words are not a payment."""
        text = f"{unit.text} {_text(given)}"
        try:
            fields = self._book.payment(unit.reading.action, given, self._language)
        except Unreadable as unreadable:
            return Wrong(text, unreadable.problem) if given[0].folded[0] == "+" else None
        return replace(unit, text=text, reading=Reading(unit.reading.action, {**unit.reading.fields, **fields}))


def join_pieces(first: Piece, second: Piece) -> OrderItem | None:
    """Return two values of one tuple field as one order: `9a 9e` chooses two ministers. None: they are two orders."""
    if not isinstance(first, OrderItem) or not isinstance(second, OrderItem) or not first.part:
        return None
    same = bool(second.part) and first.reading.action is second.reading.action
    return _joined(first, second) if same else None


def _joined(first: OrderItem, second: OrderItem) -> OrderItem:
    values = dict.fromkeys((*_values(first, second.part), *_values(second, second.part)))
    fields: dict[str, Value] = {**first.reading.fields, **second.reading.fields, second.part: tuple(values)}
    return replace(first, text=f"{first.text} {second.text}", reading=Reading(first.reading.action, fields))


def _values(unit: OrderItem, field: str) -> tuple[str | int, ...]:
    values = unit.reading.fields.get(field, ())
    assert isinstance(values, tuple)
    return values
