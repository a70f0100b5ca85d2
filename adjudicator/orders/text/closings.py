"""The end of a letter: a farewell and the name of who writes, which are never an order, whatever they are called like.

`Cheers, Anna`, `С уважением / Георг`, `- Anne`. A farewell is a phrase of a list, perhaps with a few
words behind it (`Best from Sardinia`); behind it, or below, stands a name. Thanks are a farewell too where somebody's
name follows in the same line; above a line that names something of the game they are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from adjudicator.orders.text import Word, clean, order_part, phonetic_keys, tokenize
from adjudicator.orders.text.common import common_words

_SIGNS = re.compile(r"[,;:()!?…]|\.(?=\s|$)|(?:^|\s)[-–—/]+(?=\s|\w)")
_DASH = re.compile(r"\s*[-–—/~]+\s*")
_LINES, _NAMES, _WORDS, _MORE = 5, 2, 4, 4
"""Lines of a closing, lines of a name in it, words of a name, and of what may follow the words of a farewell."""


class _Clause(NamedTuple):
    """The words between two signs of a line."""

    line: int
    start: int
    words: Sequence[Word]
    dashed: bool


class Closing(NamedTuple):
    """The beginning of the closing of some lines: the line, and the character in it."""

    line: int
    start: int


def closing(
    lines: Sequence[str],
    known: Callable[[Sequence[Word]], bool] = lambda name: False,
    own: Collection[str] = (),
    *,
    alone: bool = False,
) -> Closing | None:
    """Return the closing of a message's lines; None without one, or if it is all there is and may not be `alone`.

    `known` says whether words are the name of something of the game, `own` are the sounds of the words of the writer's
    own name.
    """
    clauses = list(_clauses(lines))
    best: int | None = None
    for at in range(len(clauses) - 1, -1, -1):
        if clauses[-1].line - clauses[at].line >= _LINES or not _closes(clauses[at:], lines, known, own):
            if best is not None or len(clauses) - at > _LINES + _NAMES:
                break
            continue
        best = at
    if best is None or not (best or alone):
        return None
    return Closing(clauses[best].line, clauses[best].start)


def _closes(
    clauses: Sequence[_Clause], lines: Sequence[str], known: Callable[[Sequence[Word]], bool], own: Collection[str]
) -> bool:
    """Return whether clauses, to the end of the mail, are farewells and a name after them; or a name after a dash."""
    said = 0
    while said < len(clauses) and (_is_farewell(clauses[said]) or _is_thanks(clauses[said])):
        said += 1
    names = clauses[said:]
    if len(names) > _NAMES or not all(map(_is_name, names)):
        return False
    if not said:
        (name, *more) = names
        mine = {phonetic_keys.key(word.typed) for word in name.words} <= {*own} and not known(name.words)
        signed = name.dashed and _first(name, clauses, lines) and not known(name.words)
        return not more and name.start == 0 and (mine or signed)
    strong = any(map(_is_farewell, clauses[:said]))
    whole = clauses[0].start == 0
    for name in names:
        below = name.line > clauses[said - 1].line
        if below and not whole:
            return False
        if not strong and (below or not whole) and known(name.words):
            return False
        if not name.words[0].typed[:1].isupper() and (below or not strong):
            return False
    return strong or bool(names) or whole


def _first(name: _Clause, clauses: Sequence[_Clause], lines: Sequence[str]) -> bool:
    """Return whether no line before begins with a dash too: then it is a list."""
    return not any(_DASH.match(line) for line in lines[: name.line])


def _is_farewell(clause: _Clause) -> bool:
    length = common_words().farewells.at([word.folded for word in clause.words])
    return bool(length) and _goes_on(clause.words[length:])


def _is_thanks(clause: _Clause) -> bool:
    length = common_words().thanks.at([word.folded for word in clause.words])
    return bool(length) and length == len(clause.words)


def _goes_on(rest: Sequence[Word]) -> bool:
    """Return whether words may follow a farewell: a name, or where it comes from: `from Spain`, `и хорошего дня`."""
    if not rest:
        return True
    if any(any(map(str.isdecimal, word.folded)) for word in rest):
        return False
    if len(rest) <= _MORE and rest[0].folded in common_words().going_on:
        return True
    return len(rest) <= _WORDS - 1 and all(word.typed[:1].isupper() for word in rest)


def _is_name(clause: _Clause) -> bool:
    given = [word for word in clause.words if word.folded not in common_words().titles]
    plain = all(word.typed.replace("'", "").replace("’", "").replace("-", "").isalpha() for word in clause.words)
    over = common_words().finished.says([word.folded for word in clause.words])
    return len(clause.words) <= _WORDS and plain and not over and bool(given or clause.words)


def _clauses(lines: Sequence[str]) -> Iterator[_Clause]:
    """Yield the clauses between the signs of the lines."""
    for number, line in enumerate(lines):
        plain = clean(order_part(line))
        given = tokenize(plain)
        own: list[Word] = []
        end = 0
        for word in given:
            start = word.column - 1
            if own and _SIGNS.search(plain[end:start]):
                yield _clause(number, own, plain, line)
                own = []
            own.append(word)
            end = start + len(word.typed)
        if own:
            yield _clause(number, own, plain, line)


def _clause(line: int, given: Sequence[Word], plain: str, typed: str) -> _Clause:
    before = plain[: given[0].column - 1]
    first = not before.strip(" -–—/~")
    return _Clause(line, 0 if first else len(before), given, first and _DASH.match(typed) is not None)
