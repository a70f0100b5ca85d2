"""Define what a game gives to the kernel: what each must say, and themes in modules of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

from adjudicator.kernel.documents import Form
from adjudicator.kernel.game.options import Option, Options
from adjudicator.kernel.game.out_of_turn import OutOfTurn
from adjudicator.kernel.game.packs import Packs
from adjudicator.kernel.game.seating import Seating
from adjudicator.kernel.game.series import Finished, Sequel, Series
from adjudicator.kernel.game.turns import Turns
from adjudicator.kernel.game.views import S
from adjudicator.kernel.steps import Frames, StepBook

__all__ = ["Finished", "Game", "Option", "Sequel"]


class Game(Packs[S], Turns[S], OutOfTurn[S], Series, Seating, Options, Generic[S]):
    """A game. One instance is registered under the entry point group `adjudicator.games`.

    Every game says what stands here. Of its themes it overrides what differs from their defaults: the modules of this
    package say when. `Packs` extends `Parts`, `Chapters` and `Documents`, and these extend `Views`.
    """

    id: ClassVar[str]
    """Name in commands and settings, e.g. `imperial-struggle`."""
    titles: ClassVar[Mapping[str, str]]
    """Title by language."""
    version: ClassVar[str]
    """Version of the rules as implemented. It changes whenever an old log could lead elsewhere."""
    seats: ClassVar[tuple[str, ...]]
    """All seats in seat order."""
    form: ClassVar[Form[Any]]
    """The state by its fields: document, views and what else follows from them."""
    steps: ClassVar[StepBook]
    """The register of its steps."""

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[S, Frames]:
        """Return the state before anything is drawn, and the first frames."""
        raise NotImplementedError  # abstract
