"""Salt Roads, a small game with a map: three merchants, hidden goods, tolls. Its rules stand in `data/rulebook`."""

from salt_roads.game import GAME

__all__ = ["GAME"]
