"""Draws that are made at a table and entered by a moderator: which they are, and what they may enter.

Dice, and draws that the game calls open, can be seen by everybody. Whoever enters another one learns what is
hidden, and what it is drawn from; so that is nothing for a moderator who plays.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from adjudicator.kernel.chance import Draw, DrawRequest
from adjudicator.kernel.game import Game
from adjudicator.kernel.pending_draws import is_open
from adjudicator.language import CODES, Language
from adjudicator.language import language as spoken
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.campaign.settings import TableDraws

MOST_CHOICES = 60
"""Values that are listed."""
MOST_NEAR = 5
"""Values that are offered in place of one that nobody knows."""


class NoResult(ValueError):  # noqa: N818 - an answer
    """A text that is no result of a draw. `near` are some that are."""

    def __init__(self, near: Sequence[str]) -> None:
        super().__init__(", ".join(near))
        self.near = tuple(near)


def entered_by_hand(game: Game[Any], which: TableDraws) -> Callable[[DrawRequest], bool] | None:
    """Return which draws a moderator enters in a campaign that has agreed so; None: none."""
    if which == "none":
        return None
    return lambda wanted: which == "all" or is_open(game, wanted)


def range_of(wanted: DrawRequest, report: GameReport, language: Language) -> str:
    """Return what may come up, in short: `2 × 1–6`, `2 × 1 infantry, 2 infantry, 3 miss`, `2 × Furs, Fish, Sugar`."""
    if wanted.dice:
        faces = enumerate(report.faces(wanted.name, wanted.keys, language), 1)
        printed = ", ".join(f"{n} {face}" for n, face in faces)
        return f"{wanted.count} × {printed or f'{wanted.candidates[0]}–{wanted.candidates[-1]}'}"
    among = ", ".join(_printed(wanted, candidate, report, language) for candidate in wanted.candidates[:MOST_CHOICES])
    more = ", …" if len(wanted.candidates) > MOST_CHOICES else ""
    return f"{wanted.count or 1} × {among}{more}"


def told(wanted: DrawRequest, value: Any, report: GameReport, language: Language) -> str:
    """Return a result as `result_of` reads it: `3 miss, 1 infantry`, `5, 4`, `Furs, Fish, Sugar`."""
    values = [value] if wanted.count is None else value
    if wanted.dice:
        faces = report.faces(wanted.name, wanted.keys, language)
        return ", ".join(f"{each} {faces[each - 1]}" if faces else str(each) for each in values)
    return ", ".join(_printed(wanted, each, report, language) for each in values)


def result_of(wanted: DrawRequest, told: str, report: GameReport, language: Language) -> Draw:
    """Return the draw with the result that was written: `5,4`, `lot=5 4`, tiles or cards in the order drawn.

    Tiles and cards may be written by their names in any language, by the beginning of one, or as the log has them; the
    faces of dice by what is printed on them. Names of several words are separated by commas.

    Raises:
        NoResult: The result is impossible, or has too many or too few values.
    """
    name, equals, rest = told.partition("=")
    if equals and name.strip().lower() != wanted.name:
        raise NoResult([wanted.name])
    known = _known(wanted, report)
    values = [_value(wanted, word, known, report, language) for word in _parts(wanted, rest if equals else told, known)]
    too_often = set() if wanted.dice else Counter(values) - Counter(wanted.candidates)
    if len(values) != _count(wanted) or too_often:
        raise NoResult([range_of(wanted, report, language)])
    return wanted.result(values[0] if wanted.count is None else values)


def _count(wanted: DrawRequest) -> int:
    return 1 if wanted.count is None else wanted.count


Known = Mapping[str, set[Any]]
"""What a draw may bring, by what it is called in any language, in plain letters."""


def _known(wanted: DrawRequest, report: GameReport) -> Known:
    known: dict[str, set[Any]] = {}
    for candidate in () if wanted.dice else wanted.candidates:
        known.setdefault(str(candidate).lower(), set()).add(candidate)
        for code in CODES:
            names = report.drawn(wanted.name, candidate, spoken(code))
            for name in (*names, *(f"{each} ({candidate})" for each in names[:1])):
                known.setdefault(_folded(name), set()).add(candidate)
    return known


def _parts(wanted: DrawRequest, text: str, known: Known) -> list[str]:
    """Split the text at its commas, or at its blanks too if the commas do not give the number of values wanted.

    A comma that belongs to a name does not count.
    """
    pieces, parts = [part.strip() for part in text.split(",") if part.strip()], list[str]()
    while pieces:
        whole = (n for n in range(len(pieces), 1, -1) if _folded(", ".join(pieces[:n])) in known)
        taken = next(whole, 1)
        parts.append(", ".join(pieces[:taken]))
        del pieces[:taken]
    words = re.findall(r"[^\s,]+", text)
    return parts if len(parts) == _count(wanted) else words


def _printed(wanted: DrawRequest, value: str | int, report: GameReport, language: Language) -> str:
    """Return the name of a thing, with its name in the log if several things share that name."""
    names = report.drawn(wanted.name, value, language)
    if not names:
        return str(value)
    twins = [
        candidate for candidate in wanted.candidates if report.drawn(wanted.name, candidate, language)[:1] == names[:1]
    ]
    return f"{names[0]} ({value})" if len(set(twins)) > 1 else names[0]


def _value(wanted: DrawRequest, typed: str, known: Known, report: GameReport, language: Language) -> Any:
    """Return the value that the text means; a whole name counts before one that begins like it. Raises NoResult."""
    if wanted.dice:
        return _face(wanted, typed, report, language)
    wish = typed.lower() if typed.lower() in known else _folded(typed)
    begun = {each for name, meant in known.items() if name.startswith(wish) for each in meant}
    for meant in (known.get(wish, set()), begun if wish else set()):
        if len(meant) == 1:
            return next(iter(meant))
    close = [each for name in get_close_matches(wish, list(known), 3) for each in known[name]]
    likely = (
        [candidate for candidate in wanted.candidates if candidate in begun or candidate in close][:MOST_NEAR]
        if wish
        else []
    )
    near = [_printed(wanted, each, report, language) for each in dict.fromkeys(likely)]
    raise NoResult(near or [range_of(wanted, report, language)])


def _face(wanted: DrawRequest, typed: str, report: GameReport, language: Language) -> int:
    """Return the first face of a die that a figure, what is printed on it, or both together mean. Raises NoResult."""
    wish = _folded(typed)
    for code in CODES:
        printed = report.faces(wanted.name, wanted.keys, spoken(code))
        for face in wanted.candidates:
            name = _folded(printed[face - 1]) if printed else ""
            if wish in (str(face), name, f"{face} {name}"):
                return int(face)
    raise NoResult([range_of(wanted, report, language)])


def _folded(text: str) -> str:
    from adjudicator.orders.text import tokenize  # slow to load with its room, and few draws are entered

    return " ".join(word.folded for word in tokenize(text))


def in_words(called: str, report: GameReport, language: Language) -> str:
    """Return the name of a draw with its keys (see `DrawRequest.called`) for a reader: `Event cards (Britain)`."""
    name, _, rest = called.partition(" (")
    told = []
    for pair in rest.rstrip(")").split(", ") if rest else ():
        key, _, value = pair.partition(" ")
        told.append(report.drawn_for(key, value, language))
    drawn = report.draw(name, language)
    return f"{drawn} ({', '.join(told)})" if told else drawn


def words_of(draw: Draw) -> str:
    """Return a draw with its result, as everybody may read it if it is open: `lot (seat blue): 5, 4`."""
    told = ", ".join(map(str, draw.value)) if isinstance(draw.value, list) else str(draw.value)
    where = ", ".join(f"{key} {value}" for key, value in draw.keys.items())
    return f"{draw.name}{f' ({where})' if where else ''}: {told}"
