"""Lines of people who do not know how orders are written: read where they are unmistakable, explained where not.

Only what could not be read as it stands comes here. Three things may be made of it: orders between courtesies
(`adjudicator.orders.spoken`), the name of the one answer that it fits (`adjudicator.orders.likely`), nothing. A
question or a doubt is never an order, even if a code stands in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.orders.answers import Answers
from adjudicator.orders.codes import label, reading_of
from adjudicator.orders.copied import Copied, Strictly
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.directions import is_said
from adjudicator.orders.letters import is_letter
from adjudicator.orders.likely import PREPOSITIONS
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.misspelt import misspelt
from adjudicator.orders.nearer import Nearer, digits
from adjudicator.orders.phrases import Legal
from adjudicator.orders.pieces import Idle, Piece, Short, Unit, Wrong, is_clear
from adjudicator.orders.refusals import LEAVE_OPEN, Misread, Place, Problem
from adjudicator.orders.regrets import behind_regret
from adjudicator.orders.spoken import Part, agrees, asks, finishes, greets, sentences
from adjudicator.orders.text import Word, fold, words

MOST_DICTATED = 30
"""Words of a line that is read again in other ways, and of what is tried as several orders without a sign: the more
there are, the more each costs.
"""


_ABOUT_CODES = ("letter_alone", "stale", "unknown_code", "unknown_question", "several_codes", "guessed")
_TALK = 3
"""Courtesies of so many words are talk and no order that somebody broke off."""


class Loosely:
    """Reads what strict reading could not, for one seat and its open questions."""

    def __init__(self, strictly: Strictly, answers: Answers, context: Legal) -> None:
        self._strictly = strictly
        self._open = answers
        self._book = answers.book
        self._language = answers.language
        self._offers = answers.offers
        self._context = context
        self._nearer = Nearer(answers, context)
        self._copied = Copied(strictly, answers, self._nearer)

    def read(self, line: str, given: Sequence[Word], strict: list[Piece]) -> list[Piece]:
        """The line again, of which `strict` is the strict reading."""
        pieces = self._unless_told_of(line, given, self._read(line, given, strict))
        if is_clear(strict) or len(given) > MOST_DICTATED:
            return pieces
        if asks(line) or behind_regret(line) is not None:
            return pieces
        told = self._open.respelt(line)
        said = words(told) if told != line else []
        again = self._unless_told_of(told, said, self._read(told, said, self._strictly(said))) if said else []
        if _understands(again) and not (_understands(pieces) and len(pieces) <= len(again)):
            return again
        return pieces

    def _unless_told_of(self, line: str, given: Sequence[Word], pieces: list[Piece]) -> list[Piece]:
        """Names alone are no orders where something is told of them: `Savoy, they say, is lovely in summer`."""
        if is_clear(pieces) or not any(isinstance(piece, Unit) for piece in pieces):
            return pieces
        orders = any(self._book.begins(given[at:], self._language) for at in range(len(given)))
        if orders or any(word.folded in courtesy().kindly for word in given):
            return pieces
        wrong = [piece for piece in pieces if isinstance(piece, Wrong) and piece.problem.why == "unknown_verb"]
        told = (each for each in wrong if not each.problem.codes and misspelt(words(each.text), self._open) is None)
        return [self._nearer.doubted(line, given)] if any(told) else pieces

    def _read(self, line: str, given: Sequence[Word], strict: list[Piece]) -> list[Piece]:
        clear = all(isinstance(piece, Unit) for piece in strict) and bool(strict)
        besides = None if clear else behind_regret(line)
        if besides is not None:
            return self._regretted(line, given, besides)
        if asks(line):
            return [self._nearer.asked(line, given, strict if clear else [])]
        if (clear and self._is_set(strict, given)) or _is_whole_further_on(strict):
            return strict
        if any(isinstance(piece, Wrong) and piece.problem.why == "two_things" for piece in strict):
            return strict
        lines = self._copied.line(given)
        if lines:
            return lines
        if not clear and (finishes(given) or self._copied.is_heading(given)):
            return [self._over(line, given) if finishes(given) else Idle(line)]
        astray = clear and self._is_out_of_place(strict)
        whole = self._copied.below_heading(given) if not clear or astray or len(strict) > 1 else ""
        if whole:
            return self._strictly([Word(whole, whole, given[0].column)])
        if clear and not astray:
            return strict
        copied = self._copied.answer(given)
        if copied:
            return self._strictly([Word(copied, copied, given[0].column)])
        if clear:
            return strict
        if agrees(line):
            return [Wrong(line, Problem("unreadable", "nothing_to_confirm", Place(given[0].typed, given[0].column)))]
        pointed = self._copied.without_holder(given)
        if pointed:
            return pointed
        misspelt = self._copied.misspelt(line, given)
        if misspelt is not None:
            return [misspelt]
        parts = self._said(line)
        if parts is None:
            return (
                [self._nearer.doubted(line, given)]
                if self._nearer.mentioned(given)
                else [self._nearer.bare(piece) for piece in strict]
            )
        if not parts:
            return [Idle(line)] if greets(line) or _is_talk(line, given) else self._nearer.explained(strict)
        pieces = self._parts(parts)
        if _better(pieces, strict):
            return self._nearer.explained(pieces)
        apart = self._nearer.explained(pieces)
        if len(strict) == 1 < len(apart) and all(_is_helped(piece) for piece in apart):
            return apart
        return (
            self._nearer.explained(strict)
            if len(strict) > 1
            else [self._nearer.one_wrong(line, strict, pieces, given, parts)]
        )

    def _regretted(self, line: str, given: Sequence[Word], besides: str) -> list[Piece]:
        """A wish to have something back, and the orders that stand beside it, if nothing else does."""
        regret = Problem("ambiguous", "regret", Place(given[0].typed, given[0].column))
        wish = Wrong(line, self._nearer.with_options(regret, self._nearer.mentioned(given)))
        said = words(besides)
        orders = self.read(besides, said, self._strictly(said)) if said else []
        return [wish, *orders] if is_clear(orders) else [wish]

    # reading ----------------------------------------------------------------------------------------

    def _said(self, line: str) -> list[Part] | None:
        """The sentences of a line, parted at joining words and signs too, but not within what reads as one order: the
        name in `conquer Quebec and Montreal`.
        """
        parts = sentences(line)
        for signs in (False, True) if parts else ():
            for one in sentences(line, signs=signs, links=False) or ():
                parts = self._with_one(parts or [], one)
        return parts

    def _with_one(self, parts: list[Part], one: Part) -> list[Part]:
        """The sentences, those within `one` made one where that is an order by itself, or the name of one thing."""
        start, end = one.words[0].column, one.words[-1].column
        inside = [part for part in parts if start <= part.words[0].column <= end]
        if len(inside) < 2:
            return parts
        read = self._strictly(one.words)
        is_one = self._copied.answer(one.words) or (len(read) == 1 and is_clear(read)) or self._without_signs(one.words)
        if not (is_one or self._one_order(one.words) or len(self._by_names(one.words)) == 1):
            return parts
        at = parts.index(inside[0])
        return [*parts[:at], one, *parts[at + len(inside) :]]

    def _parts(self, parts: Sequence[Part]) -> list[Piece]:
        pieces: list[Piece] = []
        verb: Sequence[Word] = ()
        heading: tuple[int, Part] | None = None
        listed = any(len(part.words) == 1 and is_letter(part.words, 0) for part in parts)
        for number, part in enumerate(parts, 1):
            headed = self._book.verb_of(part.words, self._language)
            if number < len(parts) and len(headed) == len(part.words) and not is_clear(self._strictly(part.words)):
                pieces = self._with_heading(pieces, heading)
                verb, heading = headed, (len(pieces), part)  # `flags: Savoy, Sardinia`
                continue
            read, verb = self._part(part, verb, listed=listed)
            if heading and is_clear(read) and self._book.same_verb(heading[1].words, verb, self._language):
                heading = None
            pieces += read
        return self._with_heading(pieces, heading)

    def _with_heading(self, pieces: list[Piece], heading: tuple[int, Part] | None) -> list[Piece]:
        """With what looked like a heading, in its place, where nothing stands below it: it says something itself."""
        if heading is None:
            return pieces
        at, part = heading
        return [*pieces[:at], *self._strictly(part.words), *pieces[at:]]

    def _part(self, part: Part, verb: Sequence[Word], *, listed: bool) -> tuple[list[Piece], Sequence[Word]]:
        """One sentence, and the verb that a bare name behind it may share: `flag Savoy and Albany`. `listed`: it stands
        beside other codes.
        """
        strict = (
            self._read_letters(part.words)
            if part.led or (listed and part.words[0].folded in "aа")
            else self._strictly(part.words)
        )
        if is_clear(strict):
            return strict, self._book.verb_of(part.words, self._language)
        if finishes(part.words):
            return [self._over(part.text, part.words)], verb
        for other in (_in_digits(part.words), _direct(part.words), (*verb, *_direct(part.words)) if verb else ()):
            if other and is_clear(again := self._strictly(other)):
                return again, self._book.verb_of(other, self._language)
        only = self._copied.answer(part.words) or self._only_answer(part.words)
        if only:
            return self._strictly([Word(only, only, part.words[0].column)]), verb
        return self._without_signs(part.words) or self._by_names(part.words) or strict, verb

    def _by_names(self, given: Sequence[Word]) -> list[Piece]:
        """Whole names of things and nothing else, as if their short names stood there; nothing for other words."""
        shorts: list[Word] = []
        at = 0
        while at < len(given):
            short, length = self._book.book.short_at([word.folded for word in given[at:]], self._language)
            if length:
                typed = " ".join(word.typed for word in given[at : at + length])
                shorts.append(Word(fold(short), typed, given[at].column, broken=bool(shorts)))
            elif given[at].folded not in FILLERS:
                return []
            at += length or 1
        return self._strictly(shorts) if shorts else []

    def _without_signs(self, given: Sequence[Word]) -> list[Piece]:
        """Orders behind each other with no sign between them, as a telephone writes down what it hears; nothing if any
        of it is none, but for one that leaves open which of several things it is about.
        """
        if len(given) > MOST_DICTATED:
            return []
        starts = [at for at in range(1, len(given)) if self._book.begins(given[at:], self._language)]
        pieces: list[Piece] = []
        at = 0
        while starts and at < len(given):
            for end in (len(given), *reversed(starts)):
                read = self._one_order(given[at:end]) if end > at else []
                if read:
                    break
            else:
                left = [end for end in (*starts, len(given)) if end > at]
                end = next((end for end in left if self._leaves_open(given[at:end])), 0)
                if not end or not all(isinstance(piece, Unit) for piece in pieces):
                    return []
                read = self._strictly(given[at:end])
            pieces += read
            at = end
        return pieces if any(isinstance(piece, Unit) for piece in pieces) else []

    def _leaves_open(self, given: Sequence[Word]) -> bool:
        """Whether words are one order but for a thing of which several may be meant."""
        if not self._book.begins(given, self._language):
            return False
        (piece,) = self._nearer.explained(read) if len(read := self._strictly(given)) == 1 else (None,)
        return isinstance(piece, Wrong) and piece.problem.why in LEAVE_OPEN and len(piece.problem.codes) > 1

    def _one_order(self, given: Sequence[Word]) -> list[Piece]:
        """The one order that begins here with its verb written out, or with a thing that needs none."""
        if not (self._book.begins(given, self._language) or self._book.is_bare(given, self._language)):
            return []
        readings = (self._strictly(words_) for words_ in (given, _direct(given)) if words_)
        return next((read for read in readings if len(read) == 1 and is_clear(read)), [])

    def _read_letters(self, given: Sequence[Word]) -> list[Piece]:
        """Words as orders where a letter that is also a word is meant as a code."""
        return self._strictly(given, letters=True)

    def _over(self, line: str, given: Sequence[Word]) -> Wrong | Idle:
        """`That's all`: where a round could be ended, it is not ended by words that may mean the mail alone."""
        options = [option for offer in self._offers.open for option in offer.options]
        ends = [option for option in options if self._book.may_close(reading_of(option, self._book).action)]
        if not ends:
            return Idle(line)
        problem = Problem("ambiguous", "finished", Place(given[0].typed, given[0].column))
        return Wrong(line, replace(problem, nearest=(label(ends[-1], self._book, self._language),)))

    def _is_set(self, strict: Sequence[Piece], given: Sequence[Word]) -> bool:
        """Whether orders are surely no copy of one answer: codes and short names, or a round that opens or ends among
        others. Behind a code its own words may stand.
        """
        units = [piece for piece in strict if isinstance(piece, Unit)]
        apart = [isinstance(unit, Short) or unit.question is not None for unit in units]
        if len(units) == len(given) and all(unit.question is not None for unit in units):
            return True
        whole = (self._book.opens(each.reading.action) or self._book.may_close(each.reading.action) for each in units)
        return len(units) > 1 and (apart[1] or units[0].question is None) and (all(apart) or any(whole))

    def _is_out_of_place(self, strict: Sequence[Piece]) -> bool:
        """One order in words of a kind that is not asked now, nor listed as what may follow: the question may use the
        same word for another.
        """
        unit = strict[0]
        if len(strict) > 1 or not isinstance(unit, Unit) or unit.question is not None or isinstance(unit, Short):
            return False
        if str(unit.reading.action.__struct_config__.tag) in self._context.ops:
            return False
        newest = self._open.newest
        return newest is None or newest.code_of(unit.reading, self._book) is None

    def _only_answer(self, given: Sequence[Word]) -> str:
        """The code of the one answer that all these words fit, where the question takes a single answer."""
        if len(self._context.ops) != 1 or not self._offers.open:
            return ""
        if all(word.folded.isdecimal() for word in given):
            return self._amount(given)
        fits = [fit for fit in self._nearer.fitting(given) if fit.whole]
        return fits[0].code if len(fits) == 1 and is_said(fits[0].option, given, self._open) else ""

    def _amount(self, given: Sequence[Word]) -> str:
        """The code of a number where the question asks for one: `2` for `bid 2`. Other numbers name nothing surely."""
        try:
            action = self._book.action_type(self._context.ops[0])
            reading = self._book.read_bare(action, given, self._language, self._context)
        except (LookupError, Misread):
            return ""
        if not any(type(value) is int for value in reading.fields.values()):
            return ""
        return self._offers.open[-1].code_of(reading, self._book) or ""

    # explaining -------------------------------------------------------------------------------------


def _is_whole_further_on(pieces: Sequence[Piece]) -> bool:
    """Whether all are orders, some of which leave out what may follow from what is legal behind the others."""
    if not any(isinstance(piece, Unit) for piece in pieces):
        return False
    wrong = [piece.problem for piece in pieces if isinstance(piece, Wrong)]
    return bool(wrong) and all(problem.follows for problem in wrong)


def _is_helped(piece: Piece) -> bool:
    """Whether something is wrong, and it is known what may be meant."""
    return isinstance(piece, Wrong) and any(piece.problem.codes)


def _direct(given: Sequence[Word]) -> tuple[Word, ...]:
    """The words without prepositions: `a flag in Savoy`, `флаг в Савойю`."""
    return tuple(word for word in given if word.folded not in PREPOSITIONS)


def _understands(pieces: Sequence[Piece]) -> bool:
    """Whether all of it is orders, but for words that may end a round or only the mail."""
    ends = [piece for piece in pieces if isinstance(piece, Wrong) and piece.problem.why == "finished"]
    return any(isinstance(piece, Unit) for piece in pieces) and all(
        isinstance(piece, Unit) or piece in ends for piece in pieces
    )


def _better(loose: Sequence[Piece], strict: Sequence[Piece]) -> bool:
    """Whether the loose reading understands more of the line."""
    if any(isinstance(piece, Wrong) and piece.problem.why in _ABOUT_CODES for piece in loose):
        return True
    understood = sum(isinstance(piece, Unit) for piece in loose)
    clear = all(not isinstance(piece, Wrong) or piece.problem.why == "finished" for piece in loose)
    return understood > sum(isinstance(piece, Unit) for piece in strict) or (understood > 0 and clear)


def _is_talk(line: str, given: Sequence[Word]) -> bool:
    """Whether courtesies alone mean nothing: not `use` or `take`, which may be an order that breaks off."""
    return (
        line.rstrip().endswith((":", "!")) or len(given) >= _TALK or tuple(w.folded for w in given) in courtesy().idle
    )


def _in_digits(given: Sequence[Word]) -> tuple[Word, ...]:
    """The words with numbers in digits, as a telephone does not write them down; nothing if there is no such number."""
    changed = tuple(
        Word(digits(word), digits(word), word.column, word.broken) if word.folded in courtesy().numbers else word
        for word in given
    )
    return () if changed == tuple(given) else changed
