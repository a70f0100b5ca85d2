"""A game whose package does not load: it is named, and the others go on."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator

import pytest

from adjudicator import Action, Game
from adjudicator.kernel import registry
from adjudicator.kernel.errors import BrokenGame


class Take(Action, frozen=True, tag="take"):
    """An action with a field that every line of the log has already."""

    n: int


class Colliding(Game[None]):
    """A game in whose log it would be lost."""

    id = "colliding"
    actions = (Take,)  # type: ignore[assignment]


COLLIDING = Colliding()


@pytest.fixture(params=["no_such_package:GAME", "json:NOTHING", "json:dumps", f"{__name__}:COLLIDING"])
def broken(request: pytest.FixtureRequest) -> Iterator[str]:
    """An entry point that leads nowhere, to a name that is not there, or to something that is no game."""
    point = importlib.metadata.EntryPoint("broken", request.param, registry.GROUP)
    registry._installed()["broken"] = point
    yield "broken"
    del registry._installed()["broken"]
    registry.game_named.cache_clear()


def test_it_is_named(broken: str) -> None:
    assert broken in registry.games()
    with pytest.raises(BrokenGame, match="the game broken does not load"):
        registry.game_named(broken)


def test_the_others_can_be_played(broken: str) -> None:
    names = [game.id for game in registry.playable_games()]
    assert broken not in names
    assert set(names) == set(registry.games()) - {broken}
