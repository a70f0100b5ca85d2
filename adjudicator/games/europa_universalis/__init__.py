"""Europa Universalis: The Price of Power: realms, their provinces, wars and pacts."""

from .game import GAME

__all__ = ["GAME"]
