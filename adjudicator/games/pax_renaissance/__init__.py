"""Pax Renaissance, second edition: the whole game for two to four banks."""

from .game import GAME

__all__ = ["GAME"]
