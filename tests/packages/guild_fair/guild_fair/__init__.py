"""Guild Fair, a small game of three to five: pacts, chains side by side, feuds. Its rules stand in `data/rulebook`."""

from guild_fair.game import GAME

__all__ = ["GAME"]
