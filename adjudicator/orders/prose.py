"""Orders of a mail that is written as to a person, where it can be understood in one way only: they are proposed, and
where every word of it has found its place exactly, done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import OSA

from adjudicator.components.russian import bids, is_word, narrates
from adjudicator.orders.answers import Answers
from adjudicator.orders.around import is_plain, is_small
from adjudicator.orders.clauses import Section, behind_links, is_dropped, sections, without_humble, without_wishes
from adjudicator.orders.codes import reading_of
from adjudicator.orders.corrections import repaired
from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.cover import MOST_WORDS, Cover, Meant
from adjudicator.orders.gist import Gist
from adjudicator.orders.lines import LineReader
from adjudicator.orders.misspelt import is_known
from adjudicator.orders.nearer import Nearer
from adjudicator.orders.phrases import Legal
from adjudicator.orders.refusals import Problem
from adjudicator.orders.remainders import Remainders
from adjudicator.orders.rows import Desk
from adjudicator.orders.spoken import (
    asks,
    clauses,
    doubtful,
    ends_round,
    finishes,
    is_talk,
    tells_over,
    text_of,
    turns_down,
    without_end,
)
from adjudicator.orders.text import Word, order_part, words

_ONE = re.compile(r"\b((?:the|that|this)(?: \w+)?) ones?\b", re.IGNORECASE)
"""A word that stands for a thing, and is no number: `the military one`."""
_TWO = 2
"""Answers of which one is meant where the other one is denied."""
_TOLD = 2
"""Words of a clause that name nothing, of which one alone might be a name that is not known."""


class Told(NamedTuple):
    """An order of a mail: the line in which its words begin, counted from 0, how it can be typed, and those words."""

    line: int
    text: str
    words: str


class _Placed(NamedTuple):
    """An order with the section that gives it."""

    meant: Meant
    part: Section

    @property
    def told(self) -> Told:
        """The order by the words that give it, or by those that deny all others."""
        start, end = self.meant.span
        if start < end:
            return Told(self.part.lines[start], self.meant.text, text_of(self.part.given[start:end]))
        line = (self.part.lines or self.part.denied_lines or [0])[-1]
        return Told(line, self.meant.text, self.meant.text)


class Prose:
    """Reads mails of one seat as a whole. `legal` is what it may do now."""

    def __init__(self, desk: Desk, answers: Answers, legal: Legal) -> None:
        self._answers = answers
        self._book = desk.book
        self._legal = legal
        self._cover = Cover(answers, desk.seat, legal, LineReader(answers, legal, late=True).strictly)

    def orders(self, lines: Sequence[str]) -> list[list[str]]:
        """The orders of a mail in the order in which they are carried out, in the ways in which they are tried, best
        first; none where a word of it has no place, or it can be understood in several ways.
        """
        if self._answers.newest is None:
            return []
        if tuple(word.folded for line in lines for word in words(line)) in courtesy().none:
            return [way for way in [self._cover.declining()] if way]
        told = self._ways(lines, partial(self._respelt, freely=True))
        if not told and (right := self._repaired(lines)):
            told = self._ways(right, partial(self._respelt, freely=True))
        return told or (self._ways(lines, self._mended) if any(self._mended(line) != line for line in lines) else [])

    def gist(self, lines: Sequence[str]) -> list[list[str]]:
        """The same for a mail of which some words stand in no answer, without these; see `adjudicator.orders.gist`."""
        if self._answers.newest is None:
            return []
        gist = Gist(self._book, self._cover, self._chats)
        freely = partial(self._respelt, freely=True)
        left = gist.of(list(map(freely, lines))) or gist.of(list(map(self._mended, lines)))
        return self._ways(left, freely) if any(left) else []

    def _ways(self, lines: Sequence[str], respelt: Callable[[str], str]) -> list[list[str]]:
        parts = sections(lines, respelt, self._is_known, self._acts, self._chats)
        talks = parts is not None and any(part.chatted for part in parts) and not any(map(self._orders, parts))
        if parts is None or talks:  # a thing that talk is about is not ordered
            return [way for way in [self._remaining(lines)] if way]
        if len(parts) > 1 and parts[0].is_empty and not parts[1].denied:
            return []  # what another mail has said is not taken back by this one
        counted = frozenset[str]() if self._book.synonyms is None else self._book.synonyms.counted
        plain = [part.without(counted) for part in parts]
        ways = [self._meant(each) for each in ((parts, plain) if plain != parts else (parts,))]
        found = [[each.text for each in sorted(way, key=self._rank)] for way in ways if way]
        return found or [way for way in [self._remaining(lines)] if way]

    def _remaining(self, lines: Sequence[str]) -> list[str]:
        """The answers that are meant by what is left, or by where they stand."""
        if len(self._legal.ops) != 1 or any(map(asks, lines)):
            return []
        every = [part for line in lines for part in _apart(line)]
        parts = [part for part in every if not is_talk(part)] or every
        given = [word for part in parts for word in without_end(part)]
        return Remainders(self._answers, self._legal.ops[0]).meant(given) if len(given) <= MOST_WORDS else []

    def certain(self, lines: Sequence[str]) -> list[Told]:
        """The orders of a mail in which every word has found its place exactly, in the order in which they are carried
        out; none where one may say something else, or it is not plain what is denied or taken back. What is told in the
        passive is an order where it can be one, and words that are misspelt are those that they can only be.
        """
        tried: list[list[str]] = []
        ways: list[Callable[[str], str]] = []
        for respelt in (self._respelt, partial(self._respelt, freely=True), self._mended):
            told = [respelt(line) for line in lines]
            if told in tried or (respelt == self._mended and not self._may_mend(tried[-1])):
                continue
            tried.append(told)
            ways.append(respelt)
            if found := self._surely(lines, respelt):
                return found
        if (right := self._repaired(lines)) and (found := self._surely(right, ways[0])):
            return found
        return self._surely(lines, ways[-1], self._remarks)

    def _repaired(self, lines: Sequence[str]) -> list[str]:
        """The lines with parts of orders in the places of those that they take back; none where there are none."""
        right = [repaired(order_part(line), self._is_known) for line in lines]
        return right if right != [order_part(line) for line in lines] else []

    def likely(self, lines: Sequence[str]) -> list[str]:
        """The orders that a mail seems to give where not all of it is understood, as they can be typed, in the order in
        which they are carried out; what is asked, doubted or denied is none.
        """
        found: dict[object, Meant] = {}
        doubted = False
        if self._answers.newest is None:
            return []
        for line in lines:
            plain, _ = without_wishes(line)
            if any(self._is_over(clause) for clause in clauses(plain)):
                found |= {end.key: end for end in self._ends()}
            every = clauses(self._mended(plain))
            for at, clause in enumerate(map(without_humble, every)):
                if len(clause) > MOST_WORDS or is_dropped(every, at):
                    continue
                op = list(found.values())[-1].op if found else ""
                picked = self._cover.picked(without_end(clause), op)
                if doubtful(clause):
                    doubted |= bool(picked) and not any(turns_down(clause, n) for n in range(len(clause)))
                    continue
                found |= {each.key: each for each in picked}
        return [
            self._cover.meant(each.at).text if each.at >= 0 else each.text
            for each in sorted(found.values(), key=self._rank)
            if not (doubted and self._rank(each) > 1)  # what comes before the end is not all there
        ]

    def _is_over(self, clause: Sequence[Word]) -> bool:
        """Whether a clause says, perhaps among others, that the round is over."""
        folded = [word.folded for word in clause]
        closers = self._book.closers()
        swapped = len(folded) == 1 and any(
            len(own) == len(folded[0]) and OSA.distance(folded[0], own) == 1 and sorted(folded[0]) == sorted(own)
            for own in closers
        )
        return (
            swapped or ends_round(clause) or any(finishes(clause[-n:]) for n in range(1, min(_TOLD, len(clause)) + 1))
        )

    def leaves_alone(self, clause: Sequence[Word]) -> bool:
        """Whether nothing is to be done with what a clause names: `flag nothing in Savoy`. A `not` beside it says which
        answers are meant.
        """
        lists, nothing = courtesy(), any(word.folded in courtesy().nothing for word in clause)
        turned = any(first_of(clause, at, forms) for at in range(len(clause)) for forms in (lists.nots, lists.no_mores))
        return nothing and not turned and any(self._is_known(word) for word in clause if not is_small(word))

    def _mended(self, line: str) -> str:
        told = self._respelt(line, freely=True)
        right = self._answers.mended(told)
        return told if right == told else self._respelt(right, freely=True)

    def _may_mend(self, lines: Sequence[str]) -> bool:
        """Whether misspelt words of a mail may be mended and acted upon."""
        given = [word for line in lines for word in words(line)]
        return self._book.slips.says_enough(given, is_small)

    def _surely(
        self,
        lines: Sequence[str],
        respelt: Callable[[str], str],
        remarks: Callable[[Sequence[Word]], bool] = lambda clause: False,
    ) -> list[Told]:
        parts = sections(lines, respelt, self._is_known, self._acts, remarks)
        if parts is None or self._answers.newest is None or any(part.unsure for part in parts):
            return []
        if any(part.introduced or (part.chatted and not self._orders(part)) for part in parts):
            return []  # a thing that talk is about is not ordered
        if len(parts) > 1 and parts[0].is_empty:
            return []  # what another mail has said is not taken back by this one
        meant: list[_Placed] = []
        for part in parts:
            so_far = self._surely_behind(meant, part)
            if so_far is None:
                return []
            meant = so_far
        if not meant and len(self._answers.listed) == _TWO and len(parts) == 1 and not parts[0].given:
            meant = [_Placed(one, parts[0]) for one in self._left(parts)]
        said = (behind_links(clause) for line in lines for clause in clauses(order_part(line)))
        if any(map(tells_over, said)) and self._ends() and not any(self._rank(each.meant) > 1 for each in meant):
            return []  # to be asked: the round, or only the mail?
        in_turn = sorted(meant, key=lambda each: (parts.index(each.part), each.meant.span))
        if in_turn != sorted(in_turn, key=lambda each: self._rank(each.meant) > 1):
            return []  # to be asked: when the round is to end
        return [each.told for each in sorted(meant, key=lambda each: self._rank(each.meant))]

    def _surely_behind(self, before: list[_Placed], part: Section) -> list[_Placed] | None:
        """What is meant behind a section in which nothing is left open; None where something is."""
        read = self._exactly(part)
        denied = self._denied_exactly(part)
        if read is None or denied is None:
            return None
        bits, refused = denied
        found = [_Placed(each, part) for each in (*read, *refused)]
        if any(bits >> each.meant.at & 1 for each in found if each.meant.at >= 0):
            return None
        if not part.again:
            return [*before, *found]
        ends = [each for each in (*before, *found) if self._rank(each.meant) > 1]
        acts, new = ([each for each in some if each not in ends] for some in (before, found))
        if bits:
            kept = [each for each in acts if each.meant.at < 0 or not bits >> each.meant.at & 1]
            return [*kept, *new, *ends[-1:]] if len(kept) < len(acts) else None
        if len(acts) != 1 or not new or not (new[0].meant.whole or new[0].meant.op == acts[0].meant.op):
            return None  # which of several it takes the place of is to be asked
        return [*new, *ends[-1:]]

    def _exactly(self, part: Section) -> list[Meant] | None:
        """What a section orders where each word of it has its place exactly; None where one has not."""
        found = self._read(part)
        if found is None or not all(each.exact for each in found):
            return None
        if part.finished and not {each.at for each in self._ends()} <= {each.at for each in found}:
            return None  # to be asked: the round, or only the mail?
        whole = {at for each in found if each.whole for at in range(*each.span)}
        around = (word for at, word in enumerate(part.given) if at not in whole | part.polite and is_small(word))
        return found if all(map(is_plain, around)) else None

    def _denied_exactly(self, part: Section) -> tuple[int, list[Meant]] | None:
        """The answers that a section excludes, as bits, and those that say themselves what is not done; None where it
        is not plain what is denied.
        """
        bits, refused = 0, []
        for given in part.denied:
            if any(word.folded in courtesy().solely for word in given):
                return None  # `not only Savoy`
            more, said = self._cover.denied(given, of_self=part.of_self), self._cover.refused(given)
            if not more and (said is None or not self._cover.says(said, given)):
                return None
            bits |= more or 0
            refused += [said] if said is not None else []
        return bits, refused

    def _meant(self, parts: Sequence[Section]) -> list[Meant]:
        meant: list[Meant] = []
        for part in parts:
            so_far = self._behind(meant, part)
            if so_far is None:
                return []
            meant = so_far
        return meant or self._left(parts)

    def _respelt(self, line: str, *, freely: bool = False) -> str:
        return self._answers.respelt(courtesy().with_signs(_ONE.sub(r"\1", line)), freely=freely)

    def _chats(self, clause: Sequence[Word]) -> bool:
        """Whether a clause says something of which no word is about an order, or looks like one that is."""
        said = [word for word in clause if not is_small(word)]
        strange = [word for word in said if not self._cover.may_fit(word)]
        if len(strange) < _TOLD or _has_place(clause):
            return False
        return all(word in strange or (is_word(word.folded) and not self._is_known(word)) for word in said)

    def _remarks(self, clause: Sequence[Word]) -> bool:
        """Whether a clause only remarks on an order: of its words none is of an order, and some are of talk. What may
        be a name, tells what was, or begins with what is to be done, is no remark.
        """
        said = [word for word in clause if not is_small(word)]
        if (
            not said
            or clause[0].folded in courtesy().stating
            or _has_place(clause)
            or any(narrates(word.folded) for word in clause)
        ):
            return False
        if any(self._is_known(word) or (self._cover.may_fit(word) and not is_word(word.folded)) for word in said):
            return False
        return all(is_word(word.folded) for word in said) or any(word.folded in courtesy().remarking for word in clause)

    def _orders(self, part: Section) -> bool:
        """Whether a section orders something beside its talk: with a courtesy, or as orders begin."""
        return bool(part.polite or part.finished) or any(self._cover.begins(part.given[at:]) for at in part.starts)

    def _acts(self, word: Word) -> bool:
        """Whether a word says what is done by some answer."""
        return self._cover.acts(word) or self._cover.commands(word.folded)

    def _is_known(self, word: Word) -> bool:
        return any(map(str.isdecimal, word.folded)) or is_known(word.folded, self._answers)

    def with_mentioned(self, problem: Problem, line: str) -> Problem:
        """What is wrong with a line, with the answers of which it speaks."""
        nearer = Nearer(self._answers, self._legal)
        return nearer.with_options(problem, nearer.mentioned(words(line)))

    def _behind(self, before: list[Meant], part: Section) -> list[Meant] | None:
        """What is meant behind a section; None where it cannot be told."""
        found = self._read(part)
        bits = self._denied(part)
        if found is None or bits is None:
            return None
        found = [*found, *(one for given in part.denied if (one := self._cover.refused(given)) is not None)]
        if part.finished:
            found = [*found, *(end for end in self._ends() if end.key not in {each.key for each in found})]
        if bits and any(each.at < 0 or bits >> each.at & 1 for each in found):
            return None
        if not part.again:
            return [*before, *found]
        ends = [each for each in found if self._rank(each) > 1]
        kept = [each for each in before if each.at < 0 or not bits >> each.at & 1]
        if part.only_strikes and len(kept) == len(before):
            return None  # what is taken back was not said
        return [*_corrected(before, [each for each in found if each not in ends], bits), *ends]

    def _read(self, part: Section) -> list[Meant] | None:
        if all(map(is_small, part.given)):
            return []
        found = self._cover.read(part.given, part.starts, of_self=part.of_self, polite=part.polite)
        in_turn = sorted(found or (), key=lambda each: each.span)
        return None if any(self._is_torn(part.given, *two) for two in pairwise(in_turn)) else found

    def _is_torn(self, given: Sequence[Word], one: Meant, two: Meant) -> bool:
        """Whether a verb alone is taken for an order, and the name right behind it for another: `explore Tolerance`."""
        verb, name = given[slice(*one.span)], given[slice(*two.span)]
        if len(verb) != 1 or one.span[1] != two.span[0] or name[0].broken or any(map(str.isdecimal, name[0].folded)):
            return False
        begins = partial(self._book.begins, language=self._answers.language)
        return (self._cover.acts(verb[0]) or begins(verb)) and not begins(name)

    def _denied(self, part: Section) -> int | None:
        """The answers that a section excludes, as bits; None where something that it denies has no place."""
        bits = 0
        for given in part.denied:
            more = self._cover.denied(given, of_self=part.of_self)
            if not more and given and self._cover.refused(given) is None:
                return None
            bits |= more or 0
        return bits

    def _ends(self) -> list[Meant]:
        listed = enumerate(self._answers.listed)
        return [
            self._cover.meant(at) for at, each in listed if self._book.may_close(reading_of(each, self._book).action)
        ][-1:]

    def _left(self, parts: Sequence[Section]) -> list[Meant]:
        """The one answer that is left where all others are denied, to a question that takes one."""
        if len(parts) > 1 or not all(map(is_small, parts[0].given)) or not self._cover.few:
            return []
        now = {code for code, _ in self._answers.now(self._legal.ops)}
        listed = [at for at in range(len(self._answers.listed)) if self._cover.meant(at).text in now]
        bits = self._denied(parts[0])
        if not bits:
            return []  # a bare `nothing` or `never` denies no answer
        left = self._answers.plainest([at for at in listed if not bits >> at & 1])
        return [self._cover.meant(left[0])] if len(left) == 1 < len(listed) else []

    def _rank(self, meant: Meant) -> int:
        if not meant.op:
            return 1
        action = self._book.action_type(meant.op)
        return 0 if self._book.opens(action) else 2 if self._book.may_close(action) else 1


def _apart(line: str) -> list[list[Word]]:
    """What stands between the signs of a line; `all but Marlow` greets nobody."""
    given = words(line)
    return [given] if first_of(given, 0, courtesy().all_but) else clauses(line)


def _corrected(before: list[Meant], found: list[Meant], denied: int) -> list[Meant]:
    """Orders of which some take the places of others: of those that are denied, else of the last of their kind."""
    kept = [each for each in before if each.at < 0 or not denied >> each.at & 1]
    new = [each for each in found if each.key not in {one.key for one in kept}]
    if len(kept) == len(before):
        for one in new:
            same = [each for each in kept if each.op == one.op and each not in new] or kept[-1:]
            kept = [each for each in kept if not same or each is not same[-1]]
    return [*kept, *new]


def _has_place(clause: Sequence[Word]) -> bool:
    """Whether a clause is more than a remark: it bids, ends a round, or is a known courtesy."""
    return bids(clause[0].folded) or finishes(clause) or is_talk(clause)
