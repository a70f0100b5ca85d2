"""Sealed Bids: two traders bid hidden cards for lots whose worth the dice tell. A complete tiny game.

1. Each trader draws five cards from the pile (values 1 to 12, each once); they stay hidden, but
   their backs tell those up to 6 from higher ones.
2. In each of four rounds both bid one card secretly. The higher card wins the lot; cards bid are public then.
3. The winner rolls two dice. Who still has his reroll may roll once more, and must keep the second roll.
4. After four rounds the higher sum of lots wins; equal sums are a draw.
"""

from sealed_bids.game import GAME

__all__ = ["GAME"]
