"""Lines that are one order to people and several here, or one of another form: `army 1 to Loire`, `2 cubes in Seine`.

A game lists them with its synonyms. The clauses of a line are written anew where all of them are known, before anything
else is read in them; what they become is read as if it had been written.

>>> going, both = Way(("go to {area}",), "marching", ("army",)), Way(("march army {army}", "go to {area}"))
>>> marched = Compound(("army {army} to {area}",), (going, both))
>>> [[way.lines({}) for way in ways] for ways in Compounds(lambda: [marched]).of("Army 1 to Loire")]
[[['go to Loire'], ['march army 1', 'go to Loire']]]
>>> bought = Compound(("{n} cubes in {area}",), (Way(("influence in {area}", "{n-1} × more influence in {area}")),))
>>> [way.lines({}) for way in Compounds(lambda: [bought]).of("three cubes in Seine")[0]]
[['influence in Seine', 'more influence in Seine', 'more influence in Seine']]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.text import clean, words

_GAP = re.compile(r"\{(\w+)(?::[\w ]+)?\}")
_TIMES = re.compile(r"\{n(-1)?\} × (.+)")
_CLAUSES = re.compile(r"[;,]\s*|\.\s+")
_LONGEST = 200
"""Letters of a line that is taken apart: several gaps take long in a long one."""
_CONDITIONS = frozenset(("if", "unless", "when", "nobody", "если", "когда", "кто", "никто", "никого", "пусть"))
_LITERAL = re.compile(r"[^\W\d_]{2,}")
_GROUP = re.compile(r"\([^()]*\)[?*]?|\[[^\]]*\][?*]?|\{\w+(?::[\w ]+)?\}|\\.[?*+]?|[^\W\d_][?*]")
"""What need not stand in a clause as it stands in a regular expression, the innermost first."""
_JOINED = re.compile(r",?\s+(?:and|и)\s+(?:then\s+|потом\s+|затем\s+)?|\s+(?:then|потом|затем)\s+", re.IGNORECASE)


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """The orders that a clause is; while a question is `asked`, about the `same` things that it names. What the
    question is about may stand in them with its kind, perhaps in a case, where it is one thing: `{by:realm genitive}`.
    `sure`: only where they can be carried out.
    """

    orders: tuple[str, ...]
    asked: str = ""
    same: tuple[str, ...] = ()
    sure: bool = False
    named: Mapping[str, str] = {}

    def holds(self, kind: str, context: Mapping[str, object]) -> bool:
        """Whether it is meant where a question of this kind is open."""
        return self.asked in ("", kind) and all(str(context.get(each)) == self.named[each] for each in self.same)

    def lines(self, about: Mapping[str, object]) -> Sequence[str]:
        """The orders where a question is about things with these names; none where it is not about what they name."""
        named = {**about, **self.named}
        gaps = {gap for order in self.orders for gap in _GAP.findall(order)} - {"n"}
        return [*_filled(self.orders, named)] if gaps <= named.keys() else ()


class Compound(Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses as regular expressions, `{area}` for whatever stands there and `{n}` for a number from 2 to 9, and what
    they are: the first of the `ways` that holds.
    """

    said: tuple[str, ...]
    ways: tuple[Way, ...]


class _Clause:
    """One regular expression. It is compiled when a clause has the letters that stand in whatever fits it: there are
    many, and a mail needs few.
    """

    def __init__(self, said: str, ways: tuple[Way, ...]) -> None:
        self.ways = ways
        self._said = said
        self._letters = _letters_of(said)

    def match(self, clause: str, lowered: str) -> re.Match[str] | None:
        """How a clause fits it; `lowered` is the same in small letters."""
        return self._pattern.fullmatch(clause) if all(each in lowered for each in self._letters) else None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return _compiled(self._said)


class Compounds:
    """Those of a game, read by `load`, and made patterns, when the first line is taken apart."""

    def __init__(self, load: Callable[[], Iterable[Compound]] = tuple) -> None:
        self._load = load

    @cached_property
    def _patterns(self) -> Sequence[_Clause]:
        return [_Clause(said, compound.ways) for compound in self._load() for said in compound.said]

    def of(self, line: str, is_order: Callable[[str], bool] = lambda clause: False) -> list[tuple[Way, ...]]:
        """For each clause of a line what it may be: an order stays as it is. Nothing where one of them is neither."""
        if not self._patterns or len(line) > _LONGEST:
            return []
        plain = clean(line).rstrip(".!; ")
        found: list[tuple[Way, ...]] = []
        anew = False
        for clause in _CLAUSES.split(plain):
            bare = _without_courtesy(clause)
            known = self._joined(clause) or self._joined(bare)
            if not known and bare and not is_order(clause):
                return [whole] if (whole := self._known(plain)) else []
            anew |= bool(known)
            found += known or ([(Way((clause,)),)] if bare else [])
        return found if anew else []

    def _joined(self, clause: str) -> list[tuple[Way, ...]]:
        """A clause, or several that are joined by a word."""
        links = [link.span() for link in _JOINED.finditer(clause)]

        @cache
        def behind(start: int) -> list[tuple[Way, ...]]:
            for end, begin in links:
                if end <= start or not (first := self._known(clause[start:end])):
                    continue
                if rest := behind(begin):
                    return [first, *rest]
            known = self._known(clause[start:])
            return [known] if known else []

        return behind(0)

    def _known(self, clause: str) -> tuple[Way, ...]:
        """What a clause may be by all that it fits, the first before the others."""
        lowered = clause.lower()
        found = ((each.match(clause, lowered), each.ways) for each in self._patterns)
        return tuple(replace(way, named=said.groupdict()) for said, ways in found if said for way in ways)


NO_COMPOUNDS = Compounds()


def _without_courtesy(clause: str) -> str:
    given, at = words(clause), 0
    while at < len(given) and (length := first_of(given, at, courtesy().before)):
        at += length
    return clause[given[at].column - 1 :] if at < len(given) else ""


def _letters_of(said: str) -> Sequence[str]:
    """Letters that stand in every clause that fits a regular expression; none where that is not plain to see.

    >>> _letters_of(r"(?:send |move )?(?:the )?army (?P<army>\\d) goes? to {area}")
    ('army', 'goe', 'to')
    """
    plain, before = said, ""
    while plain != before:
        plain, before = _GROUP.sub(" ", plain), plain
    return () if set("|()[]{}") & set(plain) else tuple(_LITERAL.findall(plain.lower()))


def _compiled(said: str) -> re.Pattern[str]:
    def gap(name: re.Match[str]) -> str:
        if name[1] == "n":
            return rf"(?P<n>{'|'.join(('[2-9]', *map(re.escape, _numbers())))})"
        return rf"(?P<{name[1]}>(?!(?:{no_name})\b)[^,;.:?!]+?)"

    no_name = "|".join(_no_names())

    return re.compile(_GAP.sub(gap, said.replace(" ?", r"\s*").replace(" ", r"\s+")), re.IGNORECASE)


@cache
def _no_names() -> Sequence[str]:
    """Words with which what denies or puts conditions begins, and no name of a thing."""
    return sorted({re.escape(said[0]) for said in courtesy().nots if len(said) == 1} | _CONDITIONS)


def _numbers() -> Mapping[str, int]:
    return {word: n for word, n in courtesy().numbers.items() if 2 <= n <= 9}


def _filled(orders: Sequence[str], named: Mapping[str, object]) -> Iterator[str]:
    counted = str(named.get("n", 1)).lower()
    n = int(counted) if counted.isdecimal() else _numbers()[counted]
    for order in orders:
        times = _TIMES.fullmatch(order)
        text = (times[2] if times else order).format_map({**named, "n": n})
        yield from [text] * (n - bool(times[1]) if times else 1)
