"""Somebody who is asked in the middle of a game, and answers with any text: the readers of orders."""

from __future__ import annotations

import atexit
import tempfile
from functools import cache
from pathlib import Path

from adjudicator.service.inbox.handling import handle
from tests.memory import memory
from tests.service.stage import Scene, Stage

POSITIONS = Path(__file__).parents[2] / "benchmarks" / "order_reading" / "positions"
SCENES = (
    Scene("tile", "france", "ru", POSITIONS / "fourth_turn.json"),
    Scene("points", "britain", "en", POSITIONS / "purchases.json"),
    Scene("bank", "fugger", "ru", POSITIONS / "bank_turn.json", game="pax-renaissance"),
)


class Asked:
    """One who is asked in a scene, of an installation that goes with the process."""

    def __init__(self, scene: Scene) -> None:
        folder = tempfile.TemporaryDirectory(prefix="adj-asked-", dir=memory())
        atexit.register(folder.cleanup)
        self._stage = Stage(Path(folder.name))
        self._stage.enter(scene)
        head, _, _ = self._stage.installation.raw(scene.seat, "").partition(b"\n\n")
        self._head = b"\n".join(line for line in head.splitlines() if not line.lower().startswith(b"message-id:"))

    def answer(self, text: str) -> bytes:
        """A mail that has this looked at, and nothing done."""
        return self._head + b"\n\ncheck\n" + text.encode("utf-8", "surrogateescape") + b"\n"

    def read(self, raw: bytes) -> object:
        """Such a mail is handled, from bytes until its answer is queued."""
        installation = self._stage.installation
        mail = installation.arrive(b"Message-ID: <%d@players.test>\n" % installation.uid + raw)
        return handle(installation.service, mail)


@cache
def asked(number: int) -> Asked:
    """Of one of the scenes, made once."""
    return Asked(SCENES[number])
