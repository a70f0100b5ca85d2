"""What a mail takes back of what it says itself: `flag Savoy. No wait, Bavaria`, `scratch Sweden`, «Курпу вычеркнуть».

A clause takes something back by the words that begin it, or end it; some only where they stand alone. Which things are
taken back is said by a name, or by what stands in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from adjudicator.orders.around import is_small
from adjudicator.orders.courtesy import Forms, courtesy, first_of
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.spoken import clauses, is_talk, text_of
from adjudicator.orders.text import Word, order_part

_LONG = 2
"""Letters of «во», «ко», «со»."""


def corrects(lines: Sequence[str], orders: Callable[[Sequence[Word]], bool], known: Callable[[Word], bool]) -> bool:
    """Whether a mail takes back something that it says itself, so that nothing of it may be done as it stands. What
    begins as one of the `orders` of the game (`wait`) takes nothing back, and who names nothing that is `known` in it
    (`I'll be late, sorry! Tonight.`) has nothing to take back.
    """
    every = [clause for line in starred(lines) for clause in turned_apart(order_part(line), known)]
    # what is known is asked last: it is compared with every answer
    return _takes_back(every, orders) and any(known(word) and not is_small(word) for clause in every for word in clause)


def _takes_back(every: Sequence[Sequence[Word]], orders: Callable[[Sequence[Word]], bool]) -> bool:
    said = False
    for at, clause in enumerate(every):
        begins = marker(every, at)
        if said and (begins or trails(clause) > 0) and not orders(clause[:begins] or clause[-1:]):
            return True
        named = clause[begins:]
        if said and strikes(named) and not orders(named[: first_of(named, 0, courtesy().strikes)]):
            return True
        said = said or begins < len(clause)
    return False


def starred(lines: Sequence[str]) -> Sequence[str]:
    """The lines, of which the last one corrects what stands above where it alone has a star, as people do in chats."""
    starred_ = [at for at, line in enumerate(lines) if line.lstrip().startswith("*")]
    last = lines[-1].strip() if lines else ""
    if starred_ != [len(lines) - 1] or not starred_[0] or last[1:2].isspace():
        return lines
    return [*lines[:-1], f"{' '.join(courtesy().markers[0])}, {last.strip('*')}"]


def turned_apart(line: str, known: Callable[[Word], bool]) -> list[list[Word]]:
    """The clauses of a line, parted also where somebody takes something back without a sign, as a telephone writes it
    down: `flag Sweden no wait Savoy`, and `flag Sweden sorry Savoy` between words that are `known`.
    """
    return [part for clause in clauses(line) for part in _parts(clause, known)]


def _parts(clause: list[Word], known: Callable[[Word], bool]) -> Iterator[list[Word]]:
    start = at = 0
    while at < len(clause):
        length = first_of(clause, at, courtesy().markers_amidst)
        if length and at > start:
            yield clause[start:at]
            start = at
        elif not length and (length := _between(clause, at, known)):
            yield clause[start:at]
            yield clause[at : at + length]
            start = at + length
        at += length or 1
    if clause[start:]:
        yield clause[start:]


def _between(clause: Sequence[Word], at: int, known: Callable[[Word], bool]) -> int:
    """How many words excuse themselves between two words of the game."""
    length = next((n for n in (2, 1) if _folded(clause[at : at + n]) in courtesy().markers_before), 0)
    behind = [word for word in clause[at + length :] if word.folded not in FILLERS | courtesy().leads]
    return length if length and at and behind and known(clause[at - 1]) and known(behind[0]) else 0


def marker(every: Sequence[Sequence[Word]], place: int) -> int:
    """How many words at the beginning of a clause take back what stands before it. Some do so only where they stand
    alone and more is said behind them: `flag Sardinia - sorry, Savoy`, but not `flag Savoy. Sorry!`
    """
    clause, at = every[place], 0
    while (length := first_of(clause, at, courtesy().markers)) and not first_of(clause, at, courtesy().nots_instead):
        at += length
    rest = _folded(clause[at:])
    leads = rest in courtesy().markers_before and any(not is_talk(each) for each in every[place + 1 : place + 2])
    return len(clause) if leads or rest in courtesy().markers_alone else at


def trails(clause: Sequence[Word]) -> int:
    """How many words at its end say that it takes the place of something."""
    return last_of(clause, courtesy().trailing)


def strikes(clause: Sequence[Word]) -> bool:
    """Whether a clause takes back a thing that it names: `scratch Sweden`, «Швецию вычёркиваю»."""
    return 0 < first_of(clause, 0, courtesy().strikes) < len(clause) or last_of(clause, courtesy().struck) > 0


def struck(clause: Sequence[Word], acts: Callable[[Word], bool]) -> tuple[Sequence[Sequence[Word]], Sequence[Word]]:
    """The things that a clause takes back by their names, and what it says behind them: `scratch Sweden and Savoy, but
    flag Albany`. `acts` says of words whether they say what is done.
    """
    behind = last_of(clause, courtesy().struck)
    told = clause[: len(clause) - behind] if behind else clause[first_of(clause, 0, courtesy().strikes) :]
    taken, start, at = list[Sequence[Word]](), 0, 1
    while at < len(told):
        length = first_of(told, at, courtesy().turns)
        if length:
            taken.append(told[start:at])
            start = at + length
            then = told[start : start + 1]
            if told[at].folded not in courtesy().joining or (then and (acts(then[0]) or _does(then[0]))):
                return taken, told[start:]
        at += length or 1
    return [*taken, told[start:]], ()


def _does(word: Word) -> bool:
    return word.folded in courtesy().doing


def last_of(clause: Sequence[Word], forms: Forms) -> int:
    """How many words the longest of these phrases takes at the end of a clause, behind others; else 0."""
    return next((len(form) for form in forms if len(clause) > len(form) and _ends(clause, form)), 0)


def _ends(clause: Sequence[Word], form: Sequence[str]) -> bool:
    return _folded(clause[len(clause) - len(form) :]) == tuple(form)


def _folded(given: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.folded for word in given)


def repaired(line: str, known: Callable[[Word], bool]) -> str:
    """A line in which a part of an order takes the place of another part of it: `the squadron from Maine to Biscay` for
    `the squadron from Maine to Cabot, rather to Biscay`. What takes its place begins with the same word. The same line
    where nothing does so.
    """
    every = turned_apart(line, known)
    for at in range(1, len(every)):
        length = marker(every, at)
        said = [every[at][length:], *every[at + 1 :]] if length < len(every[at]) else every[at + 1 :]
        if not length or not said or said[0][0].folded not in courtesy().leads:
            continue
        before = [word for clause in every[:at] for word in clause]
        first = _lead(said[0][0])
        start = next((n for n in range(len(before) - 1, 0, -1) if _lead(before[n]) == first), 0)
        if not start:
            continue
        start = next((n + 1 for n in range(start - 1, 0, -1) if before[n].folded not in courtesy().leads), start)
        end = next((n for n in range(start + 1, len(before)) if _parts_from(before, n)), len(before))
        new = [replace(said[0][0], broken=before[start].broken), *said[0][1:]]
        whole = [*before[:start], *new, *before[end:]]
        return repaired(". ".join(text_of(clause) for clause in (whole, *said[1:])), known)
    return line


def _parts_from(before: Sequence[Word], at: int) -> bool:
    """Whether another part of an order begins here."""
    return before[at].broken or (
        before[at].folded in courtesy().leads and before[at - 1].folded not in courtesy().leads
    )


def _lead(word: Word) -> str:
    """A word that leads to something, in its short form: «с» for «со»."""
    long = len(word.folded) == _LONG and word.folded.endswith("о") and word.folded[0] in "вкс"
    return word.folded[0] if long else word.folded
