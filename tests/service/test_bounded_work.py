"""Each line of a mail is read once and tried once, whatever it says and however often: counted, not timed.

`python -m tests.fuzz --lines` tries many more mixtures (`tests/fuzz/crowded.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random

import pytest

from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail
from tests.fuzz.crowded import SIZES, Crowd, Work, commands, mixed, numbered, pieces, work_of
from tests.fuzz.installation import FuzzInstallation
from tests.long_cases import one_in

pytestmark = pytest.mark.store("sqlite")

GAMES = ("imperial-struggle", "pax-renaissance", "oath", "here-i-stand", "europa-universalis")
SMALL = "crossroads"
MIXTURES = 150
"""Mixtures of two of each game in the long tests."""
EVERY = 150
"""Pieces that are not tried in each run, for one that is."""
WORST: tuple[tuple[tuple[str, ...], str], ...] = (
    (("check",), "imperial-struggle"),
    (("check", "yes"), "imperial-struggle"),
    (("replace",), "imperial-struggle"),
    (("check", *numbered("replace")), "imperial-struggle"),
    (("campaign x",), "pax-renaissance"),
    (tuple(numbered("campaign crowd")), "pax-renaissance"),
    (("check", "vote"), "pax-renaissance"),
)
"""What once took as many trials as the square of its lines."""


@one_in(3, "lines, game", WORST)
def test_what_was_quadratic_grows_with_its_lines(tmp_path: Path, lines: tuple[str, ...], game: str) -> None:
    crowd = Crowd(tmp_path, game)
    assert crowd.compared(lines, (50, 100, 200)) is None
    crowd.close()


@pytest.mark.parametrize("several", [False, True], ids=["one seat", "several seats"])
@pytest.mark.parametrize("game", [SMALL, *(pytest.param(game, marks=pytest.mark.long) for game in GAMES)])
def test_every_command_every_order_and_mixtures_of_two_grow_with_their_lines(
    tmp_path: Path, game: str, several: bool
) -> None:
    """From 50 to 400 lines, of which 200 are read; in each run some of them, in the long tests all, in each game."""
    crowd, rng, all_of_them = Crowd(tmp_path, game, several=several), Random(game), game != SMALL
    every = pieces(crowd, 20)
    one = every if all_of_them else rng.sample(every, len(every) // EVERY)
    two = [mixed(rng.choice(every), rng.choice(every)) for _ in range(MIXTURES if all_of_them else 4)]
    sizes = (SIZES[0], SIZES[-1])
    grown = [found for lines in chain(one, two) if (found := crowd.compared(lines, sizes)) is not None]
    crowd.close()
    assert grown == []


def test_a_line_of_several_seats_is_tried_once_for_each(tmp_path: Path) -> None:
    crowd = Crowd(tmp_path, SMALL, several=True)
    own = crowd.orders(12)
    assert crowd.compared([*own, "check", "wait"]) is None
    crowd.close()


def test_work_that_grows_with_the_square_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = Crowd(tmp_path, SMALL)
    monkeypatch.setattr(crowd, "work", lambda lines: Work(len(lines), len(lines) ** 2))
    grown = crowd.compared(["check"])
    crowd.close()
    assert grown is not None
    assert (grown.size, grown.whole.tried) == (100, 10_000)


@pytest.mark.parametrize("text", ["orders", "check", "status and orders", "a stranger"])
def test_a_mail_that_nothing_proves_is_not_read_as_orders_nor_tried(tmp_path: Path, text: str) -> None:
    """It is held, and asked about once."""
    crowd = Crowd(tmp_path, SMALL, proof=False)
    own = crowd.orders(20)
    lines: dict[str, Iterator[str]] = {
        "orders": cycle(own), "check": cycle(["check", *own]), "status and orders": cycle(["status", *own]),
        "a stranger": cycle(own),
    }  # fmt: skip
    sender = "eve@elsewhere.test" if text == "a stranger" else ""
    raw = crowd.installation.raw(crowd.seat, "\n".join(islice(lines[text], 200)) + "\n", sender=sender)
    rows: list[InboundMail] = []
    assert work_of(lambda: rows.append(crowd.installation.put(raw))) == Work(0, 0)
    assert rows[0].status is InboundStatus.HELD
    assert len(crowd.installation.deliver()) == 1
    crowd.close()


def test_every_command_is_among_the_pieces() -> None:
    assert len({*commands()}) > 300


def test_the_fuzzer_begins_with_such_mails_too(tmp_path: Path) -> None:
    from tests.fuzz.seeds import seeds

    crowded = [raw for raw in seeds() if raw.count(b"\ncheck\n") > 50 or raw.count(b"\r\ncheck\r\n") > 50]
    installation = FuzzInstallation(tmp_path)
    assert len({installation.put(raw) for raw in crowded}) > 1, "proven ones and others"
    with reading(installation.service.engine) as session:
        assert session.query(OutboundMail).count() > 0
