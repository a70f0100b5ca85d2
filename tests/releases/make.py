"""Write the database of this version: one campaign of each game that is shipped, after some orders by mail.

`python -m tests.releases.make COMMIT` at a release; `test_releases.py` then takes it through every later version.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import random_seating
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from tests.service.conftest import Installation

FOLDER = Path(__file__).parent
GAMES = ("imperial-struggle", "pax-renaissance", "europa-universalis", "oath", "here-i-stand")
MAILS = 12
LANGUAGES = ("en", "ru")


def write(file: Path, games: tuple[str, ...] = GAMES) -> None:
    """A database with a campaign of each of these games, in a file."""
    with TemporaryDirectory() as folder:
        mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
        database = Path(folder) / "store.db"
        installation = Installation(Settings(database=f"sqlite:///{database}", data_directory=Path(folder), mail=mail))
        for game in games:
            play(installation, game)
        installation.service.engine.dispose()
        file.write_bytes(lzma.compress(database.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def play(installation: Installation, game: str) -> None:
    """A campaign of a game begins, and its players write some orders at random."""
    rng = Random(5)
    installation.received.clear()
    seats = {seat: LANGUAGES[place % 2] for place, seat in enumerate(random_seating(game_named(game), rng))}
    made = installation.create(game, seats, mail_format="text", seed=b"release")
    for _ in range(MAILS):
        order_at_random(installation, made, rng)


def order_at_random(installation: Installation, campaign: int, rng: Random) -> str:
    """Somebody who is waited for writes an order; who it was."""
    match = installation.table(campaign).match
    seat = rng.choice(match.decisions()[0].waiting)
    line = match.game.part("phrases").at(match.state).say(match.sample(seat, rng), "en")
    installation.clock.forward(minutes=7)
    installation.write(seat, *line.splitlines())
    return seat


if __name__ == "__main__":
    write(FOLDER / f"{sys.argv[1]}.db.xz")
