"""`python -m tests.fuzz.worst [STEP [GAME ...]]`: the worst mails of 200 lines in every game, bytes → answers written.

Each is sent to a crowded position by a player who is proven: commands, orders, misspelt and unknown words, alone and in
pairs, with `check` above them and without, and each so many-th of the other pieces. The three that need most processor
time are printed for each game.
"""

from __future__ import annotations

import logging
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.words import rendering
from tests.fuzz.crowded import Crowd, misspelt, mixed, numbered, pieces

LINES, SHOWN, TRIES = 200, 3, 3
GAMES = ("imperial-struggle", "pax-renaissance", "oath", "here-i-stand", "europa-universalis")


def candidates(crowd: Crowd, step: int) -> list[list[str]]:
    """Return what may be dear: each so many-th piece, and mixtures of what is tried or looked for."""
    own = crowd.orders(60)
    dear = [own, [*map(misspelt, own)], [f"check {each}" for each in own], numbered("flag atlantis debt"), ["check"]]
    dear += [numbered(each) for each in ("replace", "vote", "campaign crowd", "confirm 1234-5678-9012", "thanks")]
    mixtures = [mixed(one, other) for at, one in enumerate(dear) for other in dear[at + 1 :]]
    return [*dear, *mixtures, *pieces(crowd, 20)[::step]]


def spent(crowd: Crowd, lines: list[str]) -> float:
    """Return the processor time of a mail and of writing its answers."""
    begun = time.process_time()
    with crowd.kept():
        crowd.take(lines)
        while rendering.render_due(crowd.installation.service):
            pass
        return time.process_time() - begun


def main() -> None:
    logging.disable(logging.CRITICAL)
    load_games()
    step, *games = sys.argv[1:] or ["5"]
    for game in games or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            crowd = Crowd(Path(folder), game)
            spent(crowd, ["check"])
            found = []
            for lines in candidates(crowd, int(step)):
                for dry in ([], ["check"]):
                    whole = [*dry, *islice(cycle(lines), LINES)]
                    found.append((spent(crowd, whole), whole))
            worst = sorted(found, key=lambda each: -each[0])[: 2 * SHOWN]
            again = sorted(((min(spent(crowd, each) for _ in range(TRIES)), each) for _, each in worst), reverse=True)
            for seconds, lines in again[:SHOWN]:
                sys.stdout.write(f"{game}: {seconds:.2f} s, {lines[:3]!r}\n")
                sys.stdout.flush()
            crowd.close()


if __name__ == "__main__":
    main()
