"""Answers that stand right below a quoted row of our question: `> K42 Caymans +1` and below it `yes`, or `this one`.

A row shows one or several answers, each behind its code or its short name. What is written below is taken for them
where it does nothing but point at them: it agrees below a row of one answer, or names some of the row by words, by
places (`the last two`) or all together. The line then says the same without its quote, by codes of the open question;
every other line stays as it is, and is read as if nothing stood above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from msgspec import Struct

from adjudicator.components.russian import lemmas
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.codes import CodedOption, code_like
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.options.lexicon import Lexicon
from adjudicator.orders.options.short_orders import is_meant, of_offer, typed_lines
from adjudicator.orders.text import Word, folded, order_part, tokenize
from adjudicator.orders.text.common import agrees, asks, common_words, disagrees
from adjudicator.orders.text.similarity import INFLECTED, SHORTENED, similarity

_WRAPPED = 3
"""Lines into which a mail program may break a row, behind its first one."""
_LONGEST_HEAD = 3
_LEAST = 3
"""Letters of a word that may name an answer by its beginning."""
_COLUMN = re.compile(r"\s{2,}")
_PRICE = re.compile(r"[,(0-9]")


class Quote(Protocol):
    """The text that is quoted right above a line; `between`: the line is inside it."""

    @property
    def lines(self) -> Sequence[str]: ...
    @property
    def between(self) -> bool: ...


class _Entry(Struct, frozen=True):
    """An answer in a row: what is typed for it, its place among the answers, and the words after it.

    `at` is negative if it no longer answers the open question, or in several ways: `typed` then has its heading too.
    """

    typed: str
    at: int
    said: tuple[str, ...]


class _Row(Struct, frozen=True):
    """The answers of a row; `complete`: nothing else stands in it, so that they can be counted."""

    entries: Sequence[_Entry]
    complete: bool


class QuotedRows:
    """Reads lines below quoted rows of the newest question. `draft`: what waits for a `yes`."""

    def __init__(self, answers: AnswerIndex, draft: Sequence[KeptLine] = ()) -> None:
        self._answers = answers
        self._draft = {word for kept in draft for word in folded(kept.meant or kept.text).split()}

    def read(self, lines: Sequence[str], quotes: Sequence[Quote | None]) -> list[str]:
        """Return the lines of a message as they read without the quotes above some of them.

        A line that refuses a row is left out (empty) where another line takes one.
        """
        pairs = list(zip(lines, quotes, strict=True))
        found = [line if quote is None else self._meant(line, quote) for line, quote in pairs]
        if found == list(lines):
            return found
        same = (quote is not None and text == line for (line, quote), text in zip(pairs, found, strict=True))
        return ["" if left and _refuses(text) else text for text, left in zip(found, same, strict=True)]

    def _meant(self, line: str, quote: Quote) -> str:
        """Return a line without the quote it points at, or the line itself if it does more than point."""
        given = tokenize(order_part(line))
        if not given or self._answers.newest is None or asks(line) or _denies(given):
            return line
        rows = self._rows(quote.lines)
        if not rows:
            return line
        row, others = rows[-1], rows[:-1]
        if agrees(line) and any(map(self._is_proposed, row.entries)):
            return line  # it agrees with all that was proposed, of which this may be a part
        single = all(len(each.entries) == 1 for each in rows)  # else the last row is the end of a list that was broken
        lone = row.entries if single and (quote.between or not others) else ()
        chosen = self._pointed_at(given, lone) or self._named(given, row, others)
        return " ".join(dict.fromkeys(entry.typed for entry in chosen)) or self._below_heading(line, given, quote.lines)

    def _below_heading(self, line: str, given: Sequence[Word], quoted: Sequence[str]) -> str:
        """Put the heading above before a line that names something without a verb; return other lines unchanged."""
        said = [word.folded for word in given if not _is_small(word.folded)]
        acts = any(self._acts(word) or _is_code(word) for word in said)
        names = any(self._lexicon.says(word, None, "name", SHORTENED) for word in said)
        return f"{self._heading(quoted)} {line}".strip() if names and not acts else line

    def _is_proposed(self, entry: _Entry) -> bool:
        """Return whether what waits for a `yes` may speak of an answer."""
        if self._draft.issuperset(folded(entry.typed).split()):
            return True
        return entry.at >= 0 and any(
            self._lexicon.says(word, entry.at, "name", SHORTENED) for word in self._draft if len(word) >= _LEAST
        )

    # what a line says -------------------------------------------------------------------------------

    def _pointed_at(self, given: Sequence[Word], lone: Sequence[_Entry]) -> Sequence[_Entry]:
        """Return the one answer of a row with which a line agrees: `yes please`, `this one`, «ставлю»."""
        said = [word.folded for word in given]
        common = common_words()
        points = any(word in common.pointing for word in said) or tuple(said) in common.agreed
        if not lone or not points or tuple(said) in common.idle:
            return ()
        bare = common.skipped | common.prepositions | common.articles | common.selves
        small = all(word.folded in bare or self._is_polite(word.folded, lone[0]) for word in given)
        return lone if small and self._is_verb_of(said, lone) else ()

    def _named(self, given: Sequence[Word], row: _Row, others: Sequence[_Row]) -> Sequence[_Entry]:
        """Return the answers that a line names, if each of its words names one or means nothing by itself."""
        said = [word.folded for word in given]
        listed, single = row.entries, all(len(each.entries) == 1 and each.complete for each in (*others, row))
        if len(row.entries) == 1:
            listed = [entry for each in (*others, row) for entry in each.entries]
        counted = listed if single or (row.complete and not others) else ()
        chosen: list[_Entry] = []
        meant: list[_Entry] = []
        at = 0
        while at < len(given):
            placed, length = self._counted(given, at, counted)
            if length:
                chosen, meant, at = [*chosen, *meant, *placed], [], at + length
                continue
            fitting = [entry for entry in listed if self._is_of(said[at], entry)]
            if fitting and not _is_small(said[at]):
                both = [entry for entry in meant if entry in fitting]
                if meant and not both and len(meant) > 1:
                    return ()
                chosen, meant = (chosen, both) if both else ([*chosen, *meant], fitting)
            elif _is_small(said[at]) or self._is_polite(said[at]):
                if len(meant) > 1 and _joins(given[at]):
                    return ()
            else:
                return ()
            at += 1
        if len(meant) > 1:
            return ()
        chosen += meant
        if len({entry.typed for entry in chosen}) > 1 and not self._are_joined(given, listed):
            return ()  # words between two names may turn one of them down: `Savoy for you, Bavaria`
        return chosen if chosen and self._is_verb_of(said, chosen) else ()

    def _are_joined(self, given: Sequence[Word], listed: Sequence[_Entry]) -> bool:
        """Check that only signs, `and` and the like stand between the words that name answers.

        Each such word must be in the row as it is written, or in another case.
        """
        shown = {word for entry in listed for word in (*entry.said, *folded(entry.typed).split())}
        means = [any(similarity(word.folded, own) >= INFLECTED for own in shown) for word in given]
        for at in range(len(given)):
            length = self._counted(given, at, listed)[1]
            means[at : at + length] = [True] * length
        behind = given[means.index(True) :] if True in means else given
        common = common_words()
        joins = common.skipped | common.prepositions | common.numbers.keys() | {"one", "ones"}
        return all(
            mean or _joins(word) or word.folded in joins
            for mean, word in zip(means[len(given) - len(behind) :], behind, strict=True)
        )

    def _counted(self, given: Sequence[Word], at: int, listed: Sequence[_Entry]) -> tuple[Sequence[_Entry], int]:
        """Return what a place or a number means here, and how many words it takes: `the last two`, «оба»."""
        common = common_words()
        places, numbers = common.places, common.numbers
        word = given[at].folded
        place = places.get(word) or next((places[form] for form in lemmas(word) if form in places), 0)
        behind = numbers.get(given[at + 1].folded, 0) if at + 1 < len(given) else 0
        if place in (1, -1) and 1 < behind <= len(listed):
            return (listed[:behind] if place == 1 else listed[-behind:]), 2
        if place and -len(listed) <= place <= len(listed) and len(listed) > 1:
            return [listed[place - 1 if place > 0 else place]], 1
        length = common.every.at([each.folded for each in given], at)
        both = any(each.folded in common.pair for each in given[at : at + length])
        return (listed, length) if length and len(listed) > 1 and (not both or len(listed) == 2) else ((), 0)

    def _is_of(self, word: str, entry: _Entry) -> bool:
        """Return whether a word stands in what a row shows of an answer, or in one of its names."""
        if word.isdecimal() or len(word) < _LEAST:
            return word in folded(entry.typed).split()
        if any(similarity(word, own) >= SHORTENED for own in (*entry.said, *folded(entry.typed).split())):
            return True
        return entry.at >= 0 and self._lexicon.says(word, entry.at, "", SHORTENED)

    def _is_verb_of(self, said: Sequence[str], chosen: Sequence[_Entry]) -> bool:
        """Return whether no word is a verb of other answers alone: `sell it` below what is to be bought."""
        told = [word for word in said if not _is_small(word) and word not in common_words().pointing]
        return all(
            self._lexicon.says(word, entry.at, "verb", INFLECTED)
            for word in told
            if self._acts(word)
            for entry in chosen
            if entry.at >= 0
        )

    def _acts(self, word: str) -> bool:
        return self._lexicon.says(word, None, "verb", INFLECTED)

    def _is_polite(self, word: str, entry: _Entry | None = None) -> bool:
        """Return whether a word only points, or is a verb of this answer."""
        known = word in common_words().pointing or (word,) in common_words().agreed
        at = -1 if entry is None else entry.at
        return known or (at >= 0 and self._lexicon.says(word, at, "verb", INFLECTED))

    # what a quote shows -----------------------------------------------------------------------------

    def _rows(self, quoted: Sequence[str]) -> list[_Row]:
        """Return the rows of the list that ends right above the answer, each with its answers, the last one last."""
        texts = [order_part(line) for line in quoted]
        lines = [tokenize(text) for text in texts]
        while lines and not lines[-1]:
            lines.pop()
        rows: list[_Row] = []
        wrapped: list[Word] = []
        for at in range(len(lines) - 1, -1, -1):
            given, heading = lines[at], quoted[at].rstrip().endswith(":")
            starts = list(self._starts(given, texts[at]))
            if starts and (starts[0][0] == 0 or len(starts) == 1):
                entries = list(self._entries([*given, *wrapped], starts, self._heading(quoted[:at])))
                rows.insert(0, _Row(entries, complete=len(entries) == len(_COLUMN.split(texts[at]))))
                wrapped = []
            elif not given or heading or (not rows and at < len(lines) - _WRAPPED):
                break
            else:
                wrapped = [*given, *wrapped]
        return rows

    @staticmethod
    def _heading(above: Sequence[str]) -> str:
        """Return the nearest heading above a row, without the part that tells the cost."""
        line = next((line for line in reversed(above) if line.rstrip().endswith(":")), "")
        return " ".join(word.typed for word in tokenize(_PRICE.split(line, maxsplit=1)[0]))

    def _starts(self, given: Sequence[Word], text: str) -> Iterator[tuple[int, int]]:
        """Yield where answers begin in a row, and how many words their codes or short names have.

        Answers of a row in columns begin its columns: `Michelangelo H31, slot 2` has a code inside a name.
        """
        at, own, columns = 0, frozenset[str](), _COLUMN.search(text) is not None
        while at < len(given):
            said = [word.folded for word in given[at : at + _LONGEST_HEAD]]
            length = next((n for n in range(len(said), 0, -1) if tuple(sorted(said[:n])) in self._heads), 0)
            typed, behind = code_like(said[0]), given[at + 1 : at + 2]
            mere = at > 0 and not given[at].broken and (not behind or behind[0].broken)
            if columns and _COLUMN.fullmatch(text[max(given[at].column - 3, 0) : given[at].column - 1]) is None and at:
                length = 0
            elif not mere and not length and (is_meant(said[0]) or (typed is not None and typed.number is not None)):
                length = 1
            if length and not own.issuperset(said[:length]):
                own = frozenset(said[:length])
                yield at, length
            at += max(length, 1)

    def _entries(self, given: Sequence[Word], starts: Sequence[tuple[int, int]], heading: str) -> Iterator[_Entry]:
        ends = [at for at, _ in starts[1:]] + [len(given)]
        for (at, length), end in zip(starts, ends, strict=True):
            head = tuple(word.folded for word in given[at : at + length])
            before = given[:at] if len(starts) == 1 else ()  # `Place a flag (E53)`
            said = tuple(word.folded for word in (*before, *given[at + length : end]))
            fitting = self._fitting(head, said, heading)
            if len(fitting) == 1:
                option = self._answers.listed[fitting[0]]
                typed = self._typed.get(option.code) or f"{self._number}{option.code}"
                yield _Entry(typed, fitting[0], said)
            else:
                yield _Entry(f"{heading} {' '.join(head)}".strip(), -1, said)

    def _fitting(self, head: tuple[str, ...], said: tuple[str, ...], heading: str) -> list[int]:
        """Return the answers to the open question that a row may show, by their code or their short name.

        A short name counts if the words after it name the answer and the heading above is that of the question.
        """
        found = list(self._heads.get(tuple(sorted(head)), ()))
        if len(head) == 1 and head[0] in self._codes:
            return found
        letters = [word for word in said if len(word) >= _LEAST and not word.isdecimal()]
        if letters:
            found = [at for at in found if any(self._names(word, at) for word in letters)]
        above = {word for word in folded(heading).split() if len(word) >= _LEAST}
        below = [at for at in found if above <= self._headed(at)]
        acts = any(map(self._acts, above))
        return below if below or acts else found

    def _headed(self, at: int) -> frozenset[str]:
        """Return the words that the question shows above an answer."""
        shown = self._answers.shown.get(f"{self._number}{self._answers.listed[at].code}")
        return frozenset() if shown is None else frozenset(folded(shown.heading).split())

    def _names(self, word: str, at: int) -> bool:
        """Return whether a word of a row is one of an answer, perhaps shortened to fit."""
        return self._lexicon.says(word, at, "", SHORTENED)

    @cached_property
    def _lexicon(self) -> Lexicon:
        answers = self._answers
        return Lexicon(answers.book, answers.language, self._number, answers.listed, answers.shown)

    @cached_property
    def _number(self) -> int:
        assert self._answers.newest is not None
        return self._answers.newest.number

    @cached_property
    def _typed(self) -> Mapping[str, str]:
        assert self._answers.newest is not None
        return typed_lines(self._answers.newest, self._answers.book)

    @cached_property
    def _codes(self) -> frozenset[str]:
        """All that means one answer and no other, whatever stands around it."""
        full = {folded(f"{self._number}{option.code}") for option in self._answers.listed}
        return frozenset(full | {folded(typed) for typed in self._typed.values() if not is_meant(folded(typed))})

    @cached_property
    def _heads(self) -> Mapping[tuple[str, ...], Sequence[int]]:
        """The headings that may stand in front of answers, as sorted words, with the places of these answers."""
        assert self._answers.newest is not None
        places = {option.code: at for at, option in enumerate(self._answers.listed)}
        found: dict[tuple[str, ...], list[int]] = {}

        def add(head: Sequence[str], option: CodedOption) -> None:
            known = found.setdefault(tuple(sorted(head)), [])
            if (at := places[option.code]) not in known:
                known.append(at)

        for names, _, option in of_offer(self._answers.newest, self._answers.book):
            add([folded(name) for name in names], option)
        for option in self._answers.listed:
            add([folded(f"{self._number}{option.code}")], option)
            if option.code in self._typed:
                add(folded(self._typed[option.code]).split(), option)
        return found


def _is_small(word: str) -> bool:
    common = common_words()
    return word in common.fillers | common.skipped | common.prepositions | common.light


def _is_code(word: str) -> bool:
    typed = code_like(word)
    return is_meant(word) or (typed is not None and typed.number is not None)


def _denies(given: Sequence[Word]) -> bool:
    """Return whether something is denied, doubted, or put off."""
    common = common_words()
    later = common.links.at([word.folded for word in given], len(given) - 1) > 0  # «эту потом»
    moods = common.denials | common.exceptions | common.doubts | common.questions | common.talk
    told = (word.folded for word in given if word.folded not in common.pointing)
    return later or any(common.is_in(moods, word) for word in told)


def _refuses(line: str) -> bool:
    """Return whether a line says no to what it stands below, and nothing else."""
    given = [word.folded for word in tokenize(order_part(line))]
    common = common_words()
    nots = [word in common.denials for word in given]
    others = (word for word, no in zip(given, nots, strict=True) if not no)
    return disagrees(line) or (any(nots) and all(_is_small(word) or word in common.pointing for word in others))


def _joins(word: Word) -> bool:
    return (word.folded,) in common_words().links
