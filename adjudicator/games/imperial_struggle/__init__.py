"""Imperial Struggle: the peace turn on the map, after the Russian rulebook and the 2nd printing."""

from .game import GAME

__all__ = ["GAME"]
