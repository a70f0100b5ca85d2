"""Write what this version leaves behind: its database, the rules of its games, and the names that these import.

`python -m tests.releases.make COMMIT` at a release. `COMMIT.db.xz` has one campaign of each game that is shipped, after
some orders by mail; `COMMIT.rules.tar.xz` the packages of the games, as they are installed; `rules_api.txt` what they
use of the program. `test_releases.py` and `test_rules_api.py` take all three through every later version.
"""

from __future__ import annotations

import lzma
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import adjudicator
from adjudicator.kernel.kept_rules import MADE, folder_of
from adjudicator.kernel.registry import entry_of_game, game_named
from adjudicator.kernel.simulate import random_seating
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from tests.releases.interface import FROZEN, told_of
from tests.service.conftest import Installation

FOLDER = Path(__file__).parent
GAMES = ("imperial-struggle", "pax-renaissance", "europa-universalis", "oath", "here-i-stand")
MAILS = 36
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


def pack_rules(file: Path, root: Path, packages: Iterable[Path]) -> None:
    """The packages of games, which lie beneath this root, in a file: without what only developers have of them."""

    def whole(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
        path = Path(member.name)
        if path.name in MADE or path.suffix == ".po":
            return None
        member.mtime, member.uid, member.gid, member.uname, member.gname = 0, 0, 0, "", ""
        return member

    with tarfile.open(file, "w:xz", preset=9 | lzma.PRESET_EXTREME) as packed:
        for package in packages:
            packed.add(package, package.relative_to(root), filter=whole)


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
    folders = [folder_of(entry_of_game(game)) for game in GAMES]
    pack_rules(FOLDER / f"{sys.argv[1]}.rules.tar.xz", Path(adjudicator.__file__).parents[1], folders)
    FROZEN.write_text(told_of(folders), encoding="utf-8")
