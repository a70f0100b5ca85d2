"""Lines of people who do not know how orders are written: read where they are unmistakable, explained where not.

Only what could not be read as it stands comes here. Three things may be made of it: orders between courtesies
(`adjudicator.orders.courtesy`), the name of the one answer that it fits (`adjudicator.orders.likely`), nothing. A
question or a doubt is never an order, even if a code stands in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace
from rapidfuzz.distance import OSA

from adjudicator.orders.answers import Answers, folded_words
from adjudicator.orders.codes import Option, code_like, label, reading_of
from adjudicator.orders.courtesy import Part, agrees, asks, courtesy, finishes, greets, sentences, text_of
from adjudicator.orders.letters import is_letter
from adjudicator.orders.likely import MOST, PREPOSITIONS, Fit, fitting, in_place, nearest
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.mentioned import named, of_operation
from adjudicator.orders.misspelt import about, misspelt
from adjudicator.orders.phrases import Legal
from adjudicator.orders.pieces import Idle, Piece, Short, ShownAnswer, Unit, Wrong
from adjudicator.orders.refusals import Fact, Misread, Place, Problem
from adjudicator.orders.regrets import behind_regret
from adjudicator.orders.text import Word, fold, words

MOST_DICTATED = 30
"""Words of a line that is read again in other ways, and of what is tried as several orders without a sign: the more
there are, the more each costs.
"""


class Strictly(Protocol):
    """Reads words as orders, without any leniency; `letters`: a letter that is also a word is meant as a code."""

    def __call__(self, given: Sequence[Word], *, letters: bool = False) -> list[Piece]: ...


_ABOUT_CODES = ("letter_alone", "stale", "unknown_code", "unknown_question", "several_codes", "guessed")
_VAGUE = ("unknown_verb", "unknown_word", "wrong_kind", "several_names", "several_orders", "said_twice")
_UNKNOWN = ("unknown_verb", "unknown_word", "wrong_kind")
_FEW = 4
_LONG, _SLIPS = 5, 2
"""Letters of a word that may be misspelt, and how many of them."""
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

    def read(self, line: str, given: Sequence[Word], strict: list[Piece]) -> list[Piece]:
        """The line again, of which `strict` is the strict reading."""
        pieces = self._read(line, given, strict)
        if self._book.synonyms is None or _is_clear(strict) or len(given) > MOST_DICTATED:
            return pieces
        if asks(line) or behind_regret(line) is not None:
            return pieces
        told = self._book.synonyms.respelt(line)
        said = words(told) if told != line else []
        again = self._read(told, said, self._strictly(said)) if said else []
        if _understands(again) and not (_understands(pieces) and len(pieces) <= len(again)):
            return again
        return pieces

    def _read(self, line: str, given: Sequence[Word], strict: list[Piece]) -> list[Piece]:
        clear = all(isinstance(piece, Unit) for piece in strict) and bool(strict)
        besides = None if clear else behind_regret(line)
        if besides is not None:
            return self._regretted(line, given, besides)
        if asks(line):
            return [self._asked(line, given, strict if clear else [])]
        lines = self._copied_line(given)
        if lines:
            return lines
        if not clear and (finishes(given) or self._is_heading(given)):
            return [self._over(line, given) if finishes(given) else Idle(line)]
        astray = clear and self._is_out_of_place(strict)
        whole = self._copied_whole(given) if not clear or astray or len(strict) > 1 else ""
        if whole:
            return self._strictly([Word(whole, whole, given[0].column)])
        if clear and not astray:
            return strict
        copied = self._copied(given)
        if copied:
            return self._strictly([Word(copied, copied, given[0].column)])
        if clear:
            return strict
        if agrees(line):
            return [Wrong(line, Problem("unreadable", "nothing_to_confirm", Place(given[0].typed, given[0].column)))]
        pointed = self._without_holder(given)
        if pointed:
            return pointed
        misspelt = self._misspelt(line, given)
        if misspelt is not None:
            return [misspelt]
        parts = self._said(line)
        if parts is None:
            return [self._doubted(line, given)] if self._mentioned(given) else [self._bare(piece) for piece in strict]
        if not parts:
            return [Idle(line)] if greets(line) or _is_talk(line, given) else self._explained(strict)
        pieces = self._parts(parts)
        if _better(pieces, strict):
            return self._explained(pieces)
        apart = self._explained(pieces)
        if len(strict) == 1 < len(apart) and all(_is_helped(piece) for piece in apart):
            return apart
        return self._explained(strict) if len(strict) > 1 else [self._one_wrong(line, strict, pieces, given, parts)]

    def _regretted(self, line: str, given: Sequence[Word], besides: str) -> list[Piece]:
        """A wish to have something back, and the orders that stand beside it, if nothing else does."""
        regret = Problem("ambiguous", "regret", Place(given[0].typed, given[0].column))
        wish = Wrong(line, self._with_options(regret, self._mentioned(given)))
        said = words(besides)
        orders = self.read(besides, said, self._strictly(said)) if said else []
        return [wish, *orders] if _is_clear(orders) else [wish]

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
        """The sentences, those within `one` made one where that is an order by itself."""
        start, end = one.words[0].column, one.words[-1].column
        inside = [part for part in parts if start <= part.words[0].column <= end]
        if len(inside) < 2:
            return parts
        read = self._strictly(one.words)
        is_one = self._copied(one.words) or (len(read) == 1 and _is_clear(read)) or self._without_signs(one.words)
        if not is_one:
            return parts
        at = parts.index(inside[0])
        return [*parts[:at], one, *parts[at + len(inside) :]]

    def _parts(self, parts: Sequence[Part]) -> list[Piece]:
        pieces: list[Piece] = []
        verb: Sequence[Word] = ()
        listed = any(len(part.words) == 1 and is_letter(part.words, 0) for part in parts)
        for number, part in enumerate(parts, 1):
            headed = self._book.verb_of(part.words, self._language)
            if number < len(parts) and len(headed) == len(part.words) and not _is_clear(self._strictly(part.words)):
                verb = headed  # `flags: Savoy, Sardinia`
                continue
            read, verb = self._part(part, verb, listed=listed)
            pieces += read
        return pieces

    def _part(self, part: Part, verb: Sequence[Word], *, listed: bool) -> tuple[list[Piece], Sequence[Word]]:
        """One sentence, and the verb that a bare name behind it may share: `flag Savoy and Albany`. `listed`: it stands
        beside other codes.
        """
        strict = (
            self._read_letters(part.words)
            if part.led or (listed and part.words[0].folded in "aа")
            else self._strictly(part.words)
        )
        if _is_clear(strict):
            return strict, self._book.verb_of(part.words, self._language)
        if finishes(part.words):
            return [self._over(part.text, part.words)], verb
        for other in (_in_digits(part.words), _direct(part.words), (*verb, *_direct(part.words)) if verb else ()):
            if other and _is_clear(again := self._strictly(other)):
                return again, self._book.verb_of(other, self._language)
        only = self._copied(part.words) or self._only_answer(part.words)
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
        of it is none.
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
                return []
            pieces += read
            at = end
        return pieces

    def _one_order(self, given: Sequence[Word]) -> list[Piece]:
        """The one order that begins here with its verb written out, or with a thing that needs none."""
        if not (self._book.begins(given, self._language) or self._book.is_bare(given, self._language)):
            return []
        readings = (self._strictly(words_) for words_ in (given, _direct(given)) if words_)
        return next((read for read in readings if len(read) == 1 and _is_clear(read)), [])

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

    def _is_out_of_place(self, strict: Sequence[Piece]) -> bool:
        """One order in words of a kind that is not asked now: the question may use the same word for another."""
        unit = strict[0]
        if len(strict) > 1 or not isinstance(unit, Unit) or unit.question is not None or isinstance(unit, Short):
            return False
        return str(unit.reading.action.__struct_config__.tag) not in self._context.ops

    def _copied_line(self, given: Sequence[Word]) -> list[Piece]:
        """`c1 Niagara (Furs) 2`: a code and the words that stand behind it in the question, paid as it says at the end.

        They are no second order, whatever they would mean alone.
        """
        code = self._strictly(given[:1]) if len(given) > 1 else []
        unit = code[0] if len(code) == 1 else None
        answer = self._open.shown.get(unit.text) if isinstance(unit, Unit) and unit.question is not None else None
        if answer is None:
            return []
        said = [word.folded for word in given[1:]]
        paid = next((at for at, word in enumerate(reversed(said)) if word[0] != "+"), 0)
        for end in (len(said), len(said) - paid):
            if any(list(folded_words(way)[:end]) == said[:end] for way in _as_a_line(answer)):
                return self._strictly([given[0], *given[end + 1 :]])
        return []

    def _without_holder(self, given: Sequence[Word]) -> list[Piece]:
        """`deploy from Biscay to Balearic (Britain)`: the question shows the place so, with who holds it behind it."""
        said = tuple(word.folded for word in given)
        for shown, plain in self._open.remarked:
            if len(shown) < len(said) and said[-len(shown) :] == shown:
                read = self._strictly(given[: len(said) - len(shown) + plain])
                return read if _is_clear(read) else []
        return []

    def _misspelt(self, line: str, given: Sequence[Word]) -> Wrong | None:
        """`Economic 4 and Dipolmatic 2`: an answer as a whole, of which no part is an order of its own."""
        ways = {
            code: wrong
            for way, code in self._open.by_length.get(len(given), ())
            if (wrong := _misspelt_in(given, way)) is not None
        }
        options = [(f"{offer.number}{one.code}", one) for offer in self._offers.open for one in offer.shown]
        meant = [(code, one) for code, one in options if code in ways]
        if len(ways) != 1 or len(meant) != 1:
            return None
        word = ways[meant[0][0]]
        problem = Problem("unreadable", "unknown_word", Place(word.typed, word.column))
        return Wrong(line, self._with_options(problem, meant))

    def _is_heading(self, given: Sequence[Word]) -> bool:
        """Whether it is the heading of some answers, which was copied with one of them."""
        return tuple(word.folded for word in given) in self._open.headings

    def _copied(self, given: Sequence[Word]) -> str:
        """The code of the one answer that the question shows with exactly these words."""
        answers = {code for code, _ in self._answers()}
        found = _the_one(self._open.by_words, given)
        return found if found in answers else ""

    def _copied_whole(self, given: Sequence[Word]) -> str:
        """The code of the one answer that the question shows below this heading: `Advantage Textiles: …: Madras`."""
        return _the_one(self._open.by_heading, given)

    def _only_answer(self, given: Sequence[Word]) -> str:
        """The code of the one answer that all these words fit, where the question takes a single answer."""
        if len(self._context.ops) != 1 or not self._offers.open:
            return ""
        if all(word.folded.isdecimal() for word in given):
            return self._amount(given)
        fits = [fit for fit in self._fitting(given) if fit.whole]
        return fits[0].code if len(fits) == 1 else ""

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

    def _fitting(self, given: Sequence[Word]) -> list[Fit]:
        return fitting(given, self._open)

    def _mentioned(self, given: Sequence[Word]) -> list[tuple[str, Option]]:
        """The codes of open questions among the words: with their number, or a letter behind `option`; else the answers
        that are called by name.
        """
        found: dict[str, Option] = {}
        for at, word in enumerate(given):
            typed = code_like(word.folded)
            led = at > 0 and (given[at - 1].folded,) in courtesy().before
            if typed is None or (typed.number is None and not (led or typed.code[-1].isdecimal())):
                continue
            for offer in self._offers.open:
                options = offer.find(typed.code) if typed.number in (None, offer.number) else ()
                found |= {f"{offer.number}{option.code}": option for option in options}
        return list(found.items()) or named(given, self._open) or named(self._respelt(given), self._open)

    def _respelt(self, given: Sequence[Word]) -> Sequence[Word]:
        """The words with those of the orders for people's own."""
        line = text_of(given)
        return given if self._book.synonyms is None else words(self._book.synonyms.respelt(line))

    # explaining -------------------------------------------------------------------------------------

    def _asked(self, line: str, given: Sequence[Word], strict: Sequence[Piece]) -> Wrong:
        """A question; what it would order if it were none."""
        place = Place(given[0].typed, given[0].column)
        units = [piece for piece in strict if isinstance(piece, Unit)]
        if units:
            return Wrong(line, self._with_options(Problem("ambiguous", "asked_order", place), self._mentioned(given)))
        return Wrong(line, self._with_options(Problem("unreadable", "question", place), self._mentioned(given)))

    def _doubted(self, line: str, given: Sequence[Word]) -> Wrong:
        place = Place(given[0].typed, given[0].column)
        return Wrong(line, self._with_options(Problem("ambiguous", "doubt", place), self._mentioned(given)))

    def _with_options(self, problem: Problem, options: Sequence[tuple[str, Option]]) -> Problem:
        if not options:
            return problem
        words = tuple(label(option, self._book, self._language) for _, option in options[:MOST])
        return replace(problem, nearest=words, codes=tuple(code for code, _ in options[:MOST]))

    def _bare(self, piece: Piece) -> Piece:
        """Talk: nothing that looks like its first word is worth naming."""
        if isinstance(piece, Wrong) and piece.problem.why in _VAGUE:
            unknown = Problem("unreadable", "unknown_verb", piece.problem.place)
            return replace(piece, problem=self._with_options(unknown, self._few_answers()))
        return piece

    def _few_answers(self) -> list[tuple[str, Option]]:
        """All answers to the newest question, if they are so few that naming them helps."""
        answers = self._answers()
        return answers if len(answers) <= _FEW else []

    def _answers(self) -> list[tuple[str, Option]]:
        """What answers the newest question, and does not only follow in the same mail; with full codes."""
        return self._open.now(self._context.ops)

    def _one_wrong(
        self, line: str, strict: Sequence[Piece], loose: Sequence[Piece], given: Sequence[Word], parts: Sequence[Part]
    ) -> Piece:
        """The line as a whole is not understood: what it may be about, its courtesies apart."""
        first = (loose if len(loose) == 1 else strict)[0]
        if not isinstance(first, Wrong):
            return first
        return self._nearer(replace(first, text=line), given, [word for part in parts for word in part.words])

    def _explained(self, pieces: Sequence[Piece]) -> list[Piece]:
        """What is wrong, with something that can be done now."""
        return [self._explain(piece) if isinstance(piece, Wrong) else piece for piece in pieces]

    def _explain(self, wrong: Wrong) -> Wrong:
        given = words(wrong.text)
        parts = sentences(wrong.text) or ()
        return self._nearer(wrong, given, [word for part in parts for word in part.words])

    def _nearer(self, wrong: Wrong, given: Sequence[Word], said: Sequence[Word]) -> Wrong:
        """`given` are all words, `said` those that are no courtesies."""
        problem = wrong.problem
        newest = self._offers.open[-1] if self._offers.open else None
        if newest is not None and problem.why == "missing_argument" and not self._is_of_another(problem):
            ops = [str(fact.value) for fact in problem.facts if fact.name == "op"]
            meant = [each for op in ops for each in of_operation(given, self._open, op)]
            return replace(wrong, problem=self._with_options(problem, meant)) if 0 < len(meant) <= MOST else wrong
        if newest is None or (problem.why not in _VAGUE and not self._is_of_another(problem)):
            return wrong
        slip = self._slip(problem, said)
        if slip is not None:
            return replace(wrong, problem=slip)
        placed = in_place(given, [option for _, option in self._answers()])
        if placed is not None:
            code = f"{newest.number}{placed.code}"
            counted = Problem("unreadable", "place_in_list", problem.place)
            return replace(wrong, problem=self._with_options(counted, [(code, placed)]))
        if len(said) == 1 and _digits(said[0]) == str(newest.number):
            nearest_ = [(f"{newest.number}{option.code}", option) for option in newest.shown]
            alone = Problem("unreadable", "number_alone", problem.place, question=newest.number)
            return replace(wrong, problem=self._with_options(alone, nearest_))
        fits = self._fitting(said)
        if problem.nearest and problem.why != "unknown_verb" and not any(fit.named for fit in fits):
            return wrong  # a near name is worth more than answers that share only the verb
        absent = self._absent(said)
        if absent is not None:
            return replace(wrong, problem=self._with_options(absent, self._few_answers()))
        named = [fit for fit in fits if fit.named] or (fits if len(fits) <= MOST else [])
        words_, codes = nearest(named, self._book, self._language)
        if words_:
            return replace(wrong, problem=replace(problem, nearest=words_, codes=codes))
        if problem.why != "unknown_verb":
            return wrong
        usable = self._usable(problem.nearest)
        answers = [(code, o) for code, o in self._answers() if label(o, self._book, self._language).startswith(usable)]
        if usable and 0 < len(answers) <= _FEW:
            return replace(wrong, problem=self._with_options(replace(problem, nearest=()), answers))
        if usable:
            return replace(wrong, problem=replace(problem, nearest=usable, codes=()))
        return replace(wrong, problem=self._with_options(replace(problem, nearest=()), self._few_answers()))

    def _slip(self, problem: Problem, said: Sequence[Word]) -> Problem | None:
        """What is wrong with a name that is misspelt: the answers about what it may mean, or that there is none now."""
        if problem.why not in _UNKNOWN:
            return None
        if problem.why == "unknown_verb" and (
            self._usable(problem.nearest) or any(fit.named for fit in self._fitting(said))
        ):
            return None
        meant = misspelt(said, self._open)
        if meant is None:
            return None
        facts = tuple(fact for fact in problem.facts if fact.name == "op")
        typed = " ".join(word.typed for word in meant.given)
        unknown = Problem("unreadable", "unknown_word", Place(typed, meant.given[0].column), facts=facts)
        answers = about(meant, self._open, [str(fact.value) for fact in facts])
        if answers:
            return self._with_options(unknown, answers)
        called = self._book.book.printed(*meant.things[0], self._language)
        return replace(unknown, facts=(*facts, Fact("not_now", called)))

    def _absent(self, said: Sequence[Word]) -> Problem | None:
        """What is wrong with a name alone that counts at other times, where the question takes such names."""
        if len(self._context.ops) != 1 or not said:
            return None
        try:
            self._book.read_bare(self._book.action_type(self._context.ops[0]), said, self._language, self._context)
        except Misread as misread:
            return misread.problem if misread.problem.why == "absent" else None
        return None

    def _is_of_another(self, problem: Problem) -> bool:
        """Whether something is missing in an order that is not asked for now: the word was no order at all."""
        ops = [fact.value for fact in problem.facts if fact.name == "op"]
        return problem.why == "missing_argument" and bool(ops) and not any(op in self._context.ops for op in ops)

    def _usable(self, verbs: Sequence[str]) -> tuple[str, ...]:
        """Of the verbs that look like it, those that order something now, in answer or at any time."""
        phrases = (pattern.phrase for pattern in self._book.patterns)
        legal = {
            phrase.verbs[self._language][0]
            for phrase in phrases
            if str(phrase.action.__struct_config__.tag) in self._context.ops
        }
        return tuple(verb for verb in verbs if verb in legal or any(line.startswith(verb) for line in self._open.lines))


def _is_helped(piece: Piece) -> bool:
    """Whether something is wrong, and it is known what may be meant."""
    return isinstance(piece, Wrong) and any(piece.problem.codes)


def _direct(given: Sequence[Word]) -> tuple[Word, ...]:
    """The words without prepositions: `a flag in Savoy`, `флаг в Савойю`."""
    return tuple(word for word in given if word.folded not in PREPOSITIONS)


def _is_clear(pieces: Sequence[Piece]) -> bool:
    return bool(pieces) and all(isinstance(piece, Unit) for piece in pieces)


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


def _the_one(codes: Mapping[tuple[str, ...], Sequence[str]], given: Sequence[Word]) -> str:
    """The one code that belongs to exactly these words."""
    found = codes.get(tuple(word.folded for word in given), ())
    return found[0] if len(found) == 1 else ""


def _misspelt_in(given: Sequence[Word], said: Sequence[str]) -> Word | None:
    """The word that differs in a letter or two, where all others are the same; figures are never misspelt."""
    if len(given) != len(said) or len(said) < 2:
        return None
    differing = [(word, right) for word, right in zip(given, said, strict=True) if word.folded != right]
    if len(differing) != 1:
        return None
    word, right = differing[0]
    near = len(right) >= _LONG and not right.isdecimal() and OSA.distance(word.folded, right) <= _SLIPS
    return word if near else None


def _as_a_line(answer: ShownAnswer) -> tuple[str, ...]:
    return f"{answer.words} {answer.cost} {answer.note}", f"{answer.words} {answer.note} {answer.cost}"


def _digits(word: Word) -> str:
    number = courtesy().numbers.get(word.folded)
    return word.folded if number is None else str(number)


def _in_digits(given: Sequence[Word]) -> tuple[Word, ...]:
    """The words with numbers in digits, as a telephone does not write them down; nothing if there is no such number."""
    changed = tuple(
        Word(_digits(word), _digits(word), word.column, word.broken) if word.folded in courtesy().numbers else word
        for word in given
    )
    return () if changed == tuple(given) else changed
