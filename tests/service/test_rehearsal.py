"""Before a worker forks, it plays a little of what is played here: its children have that in common with it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.service.rehearsal import games_in_play
from adjudicator.settings import Settings
from tests.service.conftest import Installation

MEGABYTE = 1 << 20
WANTED = 150
"""MB of a worker's process, beside its parent and one that does the same."""

PROGRAM = """
import json, os, sys
from pathlib import Path
from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service import rehearsal
from worker.app import make_app
from worker.memory import give_free_pieces_back, give_large_pieces_back

GAMES = sys.argv[3:]
folder = Path(sys.argv[2])
load_games()
if sys.argv[1] == "rehearsed":
    rehearsal.rehearse(GAMES, folder)
    give_free_pieces_back()
child = os.fork()
if not child:
    give_large_pieces_back()
    rehearsal.ORDERS = 6
    rehearsal.rehearse(GAMES, folder)  # what it does for players it does in the same way
    told = dict(line.split(":", 1) for line in Path("/proc/self/smaps_rollup").read_text().splitlines()[1:])
    kilobytes = {name: int(size.split()[0]) for name, size in told.items()}
    own = kilobytes["Private_Clean"] + kilobytes["Private_Dirty"]
    print(json.dumps([own << 10, kilobytes["Rss"] << 10]), flush=True)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""


def taken(how: str, folder: Path, games: tuple[str, ...]) -> tuple[int, int]:
    """Bytes that a forked process has of its own after some mails of the large games, and all that it has."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, how, str(folder), *games], capture_output=True, check=True)
    assert b"a mail" not in done.stderr, "the log tells of mails that nobody wrote"
    own, all_ = json.loads(done.stdout.splitlines()[-1])
    return own, all_


@pytest.mark.slow
@pytest.mark.parametrize(
    "games",
    [
        pytest.param(("imperial-struggle",), marks=pytest.mark.long),
        pytest.param(("europa-universalis", "imperial-struggle", "pax-renaissance"), marks=pytest.mark.long),
    ],
    ids=len,
)
def test_what_was_rehearsed_is_in_common(tmp_path: Path, games: tuple[str, ...]) -> None:
    alone, _ = taken("alone", tmp_path, games)
    own, all_ = taken("rehearsed", tmp_path, games)
    assert own < 0.75 * alone
    assert (own + (all_ - own) / 3) / MEGABYTE < WANTED


def test_the_games_of_running_campaigns_are_rehearsed(installation: Installation) -> None:
    assert games_in_play(installation.service.settings) == ()
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    assert games_in_play(installation.service.settings) == (), "it has no board"
    installation.create("imperial-struggle", {"france": "en", "britain": "ru"})
    assert games_in_play(installation.service.settings) == ("imperial-struggle",)


def test_nothing_is_rehearsed_while_the_database_is_away() -> None:
    away = Settings(database="postgresql://nobody@127.0.0.1:1/none")
    assert games_in_play(away) == ()
