"""What is said of a line that could not be read: what it may be about, and something that can be done now."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.orders.answers import Answers
from adjudicator.orders.codes import Option, code_like, label, reading_of
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.leftovers import has_strange_word
from adjudicator.orders.letters import is_article
from adjudicator.orders.likely import CLOSE, MOST, Fit, akin, fitting, in_place, may_be, nearest, place_in
from adjudicator.orders.mentioned import named, of_operation
from adjudicator.orders.misspelt import about, misspelt
from adjudicator.orders.phrases import Legal
from adjudicator.orders.pieces import Piece, Unit, Wrong
from adjudicator.orders.refusals import Fact, Misread, Place, Problem
from adjudicator.orders.spoken import Part, sentences, text_of
from adjudicator.orders.text import Word, words

VAGUE = ("unknown_verb", "unknown_word", "wrong_kind", "several_names", "several_orders", "said_twice")
_UNKNOWN = ("unknown_verb", "unknown_word", "wrong_kind")
_FEW = 4


class Nearer:
    """Explains lines by what one seat is asked."""

    def __init__(self, answers: Answers, context: Legal) -> None:
        self._open = answers
        self._book = answers.book
        self._language = answers.language
        self._offers = answers.offers
        self._context = context

    def asked(self, line: str, given: Sequence[Word], strict: Sequence[Piece]) -> Wrong:
        """A question; what it would order if it were none."""
        place = Place(given[0].typed, given[0].column)
        units = [piece for piece in strict if isinstance(piece, Unit)]
        if units:
            return Wrong(line, self.with_options(Problem("ambiguous", "asked_order", place), self.mentioned(given)))
        return Wrong(line, self.with_options(Problem("unreadable", "question", place), self.mentioned(given)))

    def doubted(self, line: str, given: Sequence[Word]) -> Wrong:
        place = Place(given[0].typed, given[0].column)
        found = self.mentioned(given)
        return Wrong(
            line, self.with_options(Problem("ambiguous", "doubt", place), [*found, *self._besides(given, found)])
        )

    def _besides(self, given: Sequence[Word], found: Sequence[tuple[str, Option]]) -> list[tuple[str, Option]]:
        """Beside the one answer that is named whole, those that the other words of a line name in part, where
        answers of one kind are asked for.
        """
        if len(found) != 1 or len(self._context.ops) != 1:
            return []
        said = {word.folded for _, option in found for word in words(label(option, self._book, self._language))}
        fits = self.fitting([word for word in given if word.folded not in said])
        return [(fit.code, fit.option) for fit in fits if fit.named and fit.code != found[0][0]][: MOST - 1]

    def with_options(self, problem: Problem, options: Sequence[tuple[str, Option]]) -> Problem:
        if not options:
            return problem
        words = tuple(label(option, self._book, self._language) for _, option in options[:MOST])
        return replace(problem, nearest=words, codes=tuple(code for code, _ in options[:MOST]))

    def bare(self, piece: Piece) -> Piece:
        """Talk: nothing that looks like its first word is worth naming, only what its names are near to."""
        if isinstance(piece, Wrong) and piece.problem.why in VAGUE:
            unknown = Problem("unreadable", "unknown_verb", piece.problem.place)
            return replace(piece, problem=self.with_options(unknown, self._last_resort(words(piece.text))))
        return piece

    def _last_resort(self, given: Sequence[Word]) -> list[tuple[str, Option]]:
        """Where nothing else is near: the few answers that there are, else those that share a name with these words,
        else the beginning of one.
        """
        few = self.few_answers()
        if few:
            return few
        fits = [fit for fit in self.fitting(given) if fit.named] or akin(given, self._open)
        close = [fit for fit in fits if fit.score >= CLOSE * fits[0].score]
        return [(fit.code, fit.option) for fit in close] if len(close) <= MOST else []

    def few_answers(self) -> list[tuple[str, Option]]:
        """All answers to the newest question, if they are so few that naming them helps."""
        answers = self.answers()
        return answers if len(answers) <= _FEW else []

    def answers(self) -> list[tuple[str, Option]]:
        """What answers the newest question, and does not only follow in the same mail; with full codes."""
        return self._open.now(self._context.ops)

    def one_wrong(
        self, line: str, strict: Sequence[Piece], loose: Sequence[Piece], given: Sequence[Word], parts: Sequence[Part]
    ) -> Piece:
        """The line as a whole is not understood: what it may be about, its courtesies apart."""
        first = (loose if len(loose) == 1 else strict)[0]
        if not isinstance(first, Wrong):
            return first
        return self._nearer(replace(first, text=line), given, [word for part in parts for word in part.words])

    def explained(self, pieces: Sequence[Piece]) -> list[Piece]:
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
            return replace(wrong, problem=self.with_options(problem, meant)) if 0 < len(meant) <= MOST else wrong
        if newest is None or (problem.why not in VAGUE and not self._is_of_another(problem)):
            return wrong
        slip = self._slip(problem, said)
        if slip is not None:
            return replace(wrong, problem=slip)
        placed = self._placed(given)
        if placed:
            counted = Problem("unreadable", "place_in_list", problem.place)
            return replace(wrong, problem=self.with_options(counted, placed))
        if len(said) == 1 and digits(said[0]) == str(newest.number):
            nearest_ = [(f"{newest.number}{option.code}", option) for option in newest.shown]
            alone = Problem("unreadable", "number_alone", problem.place, question=newest.number)
            return replace(wrong, problem=self.with_options(alone, nearest_))
        fits = self.fitting(said)
        if problem.nearest and problem.why != "unknown_verb" and not any(fit.named for fit in fits):
            return wrong  # a near name is worth more than answers that share only the verb
        absent = self._absent(said)
        if absent is not None:
            return replace(wrong, problem=self.with_options(absent, self.few_answers()))
        if has_strange_word(problem):
            fits = [fit for fit in fits if not self._book.may_close(reading_of(fit.option, self._book).action)]
        named = [fit for fit in fits if fit.named] or (fits if len(fits) <= MOST else [])
        words_, codes = nearest(named, self._book, self._language)
        if words_:
            return replace(wrong, problem=replace(problem, nearest=words_, codes=codes))
        if problem.why != "unknown_verb":
            return wrong
        usable = self._usable(problem.nearest)
        answers = [
            (code, one)
            for code, one in self.answers()
            if label(one, self._book, self._language).startswith(usable) and may_be(one, given, self._open)
        ]
        if usable and 0 < len(answers) <= _FEW:
            return replace(wrong, problem=self.with_options(replace(problem, nearest=()), answers))
        if usable:
            return replace(wrong, problem=replace(problem, nearest=usable, codes=()))
        return replace(wrong, problem=self.with_options(replace(problem, nearest=()), self._last_resort(given)))

    def _placed(self, given: Sequence[Word]) -> list[tuple[str, Option]]:
        """What stands at a place of the list that is all that a line names: among the answers, and among those of one
        thing where others are made of several.
        """
        place = place_in(given)
        if place is None:
            return []
        answers = [(code, option) for code, option in self.answers() if option.code.isalpha()]
        codes = {id(option): code for code, option in answers}
        lettered = [option for _, option in answers]
        things = [len(self._book.things_of(reading_of(option, self._book))) for option in lettered]
        single = [option for option, count in zip(lettered, things, strict=True) if count == 1]
        ways = (lettered, single) if max(things, default=0) > 1 else (lettered,)
        found = {id(option): option for way in ways for option in in_place(place, way)}
        return [(codes[key], option) for key, option in found.items()]

    def _slip(self, problem: Problem, said: Sequence[Word]) -> Problem | None:
        """What is wrong with a name that is misspelt: the answers about what it may mean, or that there is none now."""
        if problem.why not in _UNKNOWN:
            return None
        if problem.why == "unknown_verb" and (
            self._usable(problem.nearest) or any(fit.named for fit in self.fitting(said))
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
            return self.with_options(unknown, answers)
        called = self._book.book.printed(*meant.things[0], self._language)
        absent = replace(unknown, facts=(*facts, Fact("not_now", called)))
        fits = [fit for fit in self.fitting(self._respelt(said)) if fit.named]
        words_, codes = nearest(fits, self._book, self._language)
        return replace(absent, nearest=words_, codes=codes)

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

    def fitting(self, given: Sequence[Word]) -> list[Fit]:
        return fitting(given, self._open)

    def mentioned(self, given: Sequence[Word]) -> list[tuple[str, Option]]:
        """The codes of open questions among the words: with their number, or a letter behind `option`; else the answers
        that are called by name.
        """
        found: dict[str, Option] = {}
        for at, word in enumerate(given):
            typed = code_like(word.folded)
            led = at > 0 and (given[at - 1].folded,) in courtesy().before and not is_article(given, at)
            if typed is None or (typed.number is None and not (led or typed.code[-1].isdecimal())):
                continue
            for offer in self._offers.open:
                options = offer.find(typed.code) if typed.number in (None, offer.number) else ()
                found |= {f"{offer.number}{option.code}": option for option in options}
        return list(found.items()) or named(given, self._open) or named(self._respelt(given), self._open)

    def _respelt(self, given: Sequence[Word]) -> Sequence[Word]:
        """The words with those of the orders for people's own."""
        return words(self._open.respelt(text_of(given)))


def digits(word: Word) -> str:
    """A number in digits; any other word as it is."""
    number = courtesy().numbers.get(word.folded)
    return word.folded if number is None else str(number)
