"""Names of seats around orders: `[Britain]`, `Britain: …`, `orders for Britain …`, `… for Britain`."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import Any, Protocol

from adjudicator.components.russian import lemmas
from adjudicator.kernel.game import Game
from adjudicator.language import CODES, language
from adjudicator.orders.sets import is_check, without_check
from adjudicator.orders.text import Word, folded, order_part, tokenize
from adjudicator.orders.vocabulary.refusals import Problem
from adjudicator.reports.model import OrderOutcome
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.outbox.payloads import LineRead

_HEADING = re.compile(r"\s*(?:\[\s*([^\]]+?)\s*\]\s*:?|([^:\[\]]+):)")
"""`[amber]`, `amber:`, and a line behind it."""
_OWN = frozenset(("my", "our", "the", "these", "are", "мои", "наши", "мой", "наш", "это"))
_ORDERS = frozenset(("orders", "moves", "приказ", "приказы", "ходы", "распоряжения"))
_FOR = frozenset(("for", "за", "для"))
_NAMING = _FOR | {"of", "team", "имени", "лица", "команда", "команды", "сторона", "стороны"}
"""Words that stand right before the name of whoever orders."""
_LEADING = _OWN | _ORDERS | _NAMING | {"on", "in", "behalf", "name", "от"}
_MOST_WORDS = 4
"""Words of the longest name of a seat."""


class Named(Protocol):
    """Whatever has the name of a seat."""

    @property
    def name(self) -> str: ...


class SeatNames(dict[str, str]):
    """Seats by what they may be called, folded.

    `verbs` are those of orders that end with a word such as “for”: the seat behind them is what is ordered.
    """

    verbs: tuple[str, ...] = ()


def names_of(seats: Iterable[Named], game: Game[Any]) -> SeatNames:
    """Return how seats may be called above or before lines: by name in every language, and by id."""
    report: GameReport = game.part("report")
    found = SeatNames({folded(name): seat.name for seat in seats for name in _names(seat.name, report)})
    found.verbs = _verbs_for(game)
    return found


@cache
def _verbs_for(game: Game[Any]) -> tuple[str, ...]:
    """Return the verbs of a game's orders that end with “for”."""
    verbs = (verb for each in game.part("phrases").patterns for forms in each.phrase.verbs.values() for verb in forms)
    return tuple({folded(verb) for verb in verbs if folded(verb).rpartition(" ")[2] in _FOR})


def _names(seat: str, report: GameReport) -> Iterable[str]:
    return (seat.replace("_", " "), *(report.party(seat, language(code)).name for code in CODES))


def split_seat_name(line: str, names: SeatNames) -> tuple[str, str]:
    """Return the seat that a line names at its beginning or before a sign, and the line without it; else ""."""
    if is_check([line]):
        seat, rest = split_seat_name(without_check(line), names)
        return (seat, f"check {rest}".strip()) if seat else ("", line)
    head = _HEADING.match(line)
    if head and (seat := _called(tokenize(head[1] or head[2]), names)):
        return seat, line[head.end() :].strip()
    plain = order_part(line)
    given = tokenize(plain)
    lead = _lead(given)
    if lead and (seat := _called(given, names)):
        return seat, ""
    leads = lead and given[lead - 1].folded in _NAMING
    for end in range(min(lead + _MOST_WORDS, len(given) - 1), lead, -1) if leads else ():
        if seat := seat_called(given[lead:end], names):
            return seat, plain[given[end].column - 1 :]
    for at in range(1, len(given) - 1):
        for end in range(at + 2, min(at + 1 + _MOST_WORDS, len(given)) + 1) if _leads(given[: at + 1], names) else ():
            alone = end == len(given) or given[end].broken
            if alone and (seat := seat_called(given[at + 1 : end], names)):
                behind = plain[given[end].column - 1 :] if end < len(given) else ""
                return seat, ", ".join(filter(None, (plain[: given[at].column - 1].strip(" ,;-–—"), behind)))
    return "", line


def _leads(given: Sequence[Word], names: SeatNames) -> bool:
    """Return whether words end with “for”, and are no verb that a name belongs to: “vote for”."""
    said = " ".join(word.folded for word in given)
    return given[-1].folded in _FOR and not any(f" {said}".endswith(f" {verb}") for verb in names.verbs)


def headed(lines: Sequence[str], names: SeatNames) -> list[tuple[str, str]]:
    """Return for each line the seat that it names or stands below, and the line without it: "" for a heading."""
    below, found = "", list[tuple[str, str]]()
    for line in lines:
        seat, rest = split_seat_name(line, names)
        below = seat if seat and not rest else below
        found.append((seat or below, rest))
    return found


def asked_back(lines: Sequence[str], named: Sequence[str], own: Container[str]) -> tuple[LineRead, ...]:
    """Return how the lines are told where some are for a seat that is not the author's; empty where none is."""
    if all(not seat or seat in own for seat in named):
        return ()
    problem = Problem("ambiguous", "other_seat")
    return tuple(
        LineRead(number, line, OrderOutcome.UNTRIED)
        if not seat or seat in own
        else LineRead(number, line, OrderOutcome.AMBIGUOUS, problem=problem)
        for number, (line, seat) in enumerate(zip(lines, named, strict=True), 1)
        if line
    )


def _lead(given: Sequence[Word]) -> int:
    """Count the words before a name: `my orders for`, `on behalf of`, «приказы от имени»."""
    return sum(1 for _ in takewhile(lambda word: word.folded in _LEADING, given))


def _called(given: Sequence[Word], names: Mapping[str, str]) -> str:
    """Return the seat that all these words name: `orders for Britain`, `Britain's orders`, «приказы Англии»."""
    rest = given[_lead(given) :]
    while rest and rest[-1].folded in _ORDERS:
        rest = rest[:-1]
    return seat_called(rest, names)


def seat_called(given: Sequence[Word], names: Mapping[str, str]) -> str:
    """Return the seat with this name, in any case of it."""
    said = " ".join(word.folded for word in given)
    if exact := names.get(said) or names.get(said.removesuffix("s")):
        return exact
    forms = [lemmas(word.folded) for word in given]
    alike = (seat for name, seat in names.items() if _are_same(forms, [lemmas(word) for word in name.split()]))
    return next(alike, "")


def _are_same(one: Sequence[frozenset[str]], other: Sequence[frozenset[str]]) -> bool:
    return len(one) == len(other) > 0 and all(a & b for a, b in zip(one, other, strict=True))
