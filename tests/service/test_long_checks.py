"""`check` with as many lines as are read: the work grows with the lines, whatever they say, and stays small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from adjudicator.service.play import offers
from adjudicator.settings import Limits, Mail, OwnAddress, Settings, Trust
from adjudicator.store import prompts
from adjudicator.store.engine import reading
from tests.work import calls

SEATS = {
    "imperial-struggle": {"france": "en", "britain": "ru"},
    "guild-fair": {"bakers": "en", "brewers": "ru", "drapers": "en"},
}
MOST_CALLS = 50_000
"""For each line. Less than a second of two hundred on an idle machine; it was three times as many once."""


def played(installation: Any, campaign: int, steps: int) -> Iterator[tuple[str, list[str]]]:
    """Each question in turn: whom it asks, and the lines that answer it."""
    for _ in range(steps):
        table = installation.table(campaign)
        seat = table.by_name[table.match.decisions()[0].waiting[0]]
        book = offers.words_at(table.match)
        yield seat.name, [book.say(each, seat.language) for each in islice(table.match.options(seat.name), 300)]
        with reading(installation.service.engine) as session:
            (prompt,) = [each for each in prompts.open_prompts(session, campaign) if each.seat_id == seat.id]
        coded = offers.coded_options(prompt.offered, table.match, seat.name, seat.language)
        whole = offers.codes_of(coded, table.match.default(seat.name))
        installation.write(seat.name, " ".join(each.code for each in whole))


def misspelt(line: str) -> str:
    return " ".join(word[:-2] + word[-1] + "q" if len(word) > 3 else word for word in line.split())


def crowded(line: str) -> str:
    return " ".join(islice(cycle(line.split()), 60))


SHAPES: dict[str, Callable[[Sequence[str]], Iterator[str]]] = {
    "answers": lambda lines: cycle(lines),
    "answers of earlier questions": lambda lines: cycle(reversed(lines)),
    "nothing known": lambda _: (f"flag atlantis debt {number}" for number in cycle(range(1000))),
    "misspelt": lambda lines: (f"{misspelt(line)} {number}" for number, line in enumerate(cycle(lines))),
    "crowded": lambda lines: (crowded(f"{line} {number}") for number, line in enumerate(cycle(lines))),
    "commands": lambda lines: (f"{line.split()[0]} {word}" for line in cycle(lines) for word in ("help", "orders")),
    "questions": lambda lines: (f"{line}?" for line in cycle(lines)),
    "offers": lambda lines: (f"{line} until withdrawn" for line in cycle(lines)),
}


@pytest.mark.parametrize(
    ("game", "shapes", "lines"),
    [
        pytest.param("guild-fair", SHAPES, 200, id="guild-fair", marks=pytest.mark.long),
        pytest.param("imperial-struggle", ("answers", "misspelt", "offers"), 60, id="imperial-struggle"),
        pytest.param("imperial-struggle", SHAPES, 200, id="imperial-struggle-all", marks=pytest.mark.long),
    ],
)
def test_twice_as_many_lines_are_about_twice_the_work(
    game: str, shapes: Iterable[str], lines: int, tmp_path: Path, installation_of: Callable[[Settings], Any]
) -> None:
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    limits = Limits(answers_per_hour=1000)
    installation = installation_of(
        Settings(database=f"sqlite:///{tmp_path}/long.db", data_directory=tmp_path, mail=mail, limits=limits)
    )
    campaign = installation.create(game, SEATS[game])
    seat, seen = "", list[str]()
    for name, answers in played(installation, campaign, 4):
        seat, seen = name, list(dict.fromkeys([*seen, *answers]))
    installation.write(seat, "check", *answers)  # what is loaded once for all mails
    for shape in shapes:
        work, lines_of = [], SHAPES[shape]
        for many in (lines // 2, lines):
            raw = installation.raw(seat, "\n".join(["check", *islice(lines_of(seen), many)]))
            work.append(calls(lambda: installation.put(raw)))  # noqa: B023
            ((_, answer),) = installation.deliver()
            assert answer is not None
        assert work[1] < MOST_CALLS * lines, shape
        assert work[1] < 2.5 * work[0], shape
