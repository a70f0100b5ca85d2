"""Crossroads: three to five riders between five towns, with tolls, treaties, spies and bargains. A tiny game.

1. Every rider starts in his own town with three coins and a hidden treasure town (drawn).
2. In turn, a rider rides to a neighbouring town of the ring, or spies: he sees where one other's treasure lies.
   As an option he does so three times in a turn.
3. Before a ride takes effect every other rider may react with his one toll; the first in seat order counts.
   A toll costs the rider one coin, given to the reacting rider, if he has one.
4. Whoever stands in his treasure town after his ride digs three coins, once, and his treasure becomes public.
5. At any time two riders may make a treaty: one gives coins to the other. Others do not learn of it.
6. After each round the richest and the poorest rider (ties: seat order) may agree on a bargain: both get a coin,
   or they do not. Only they learn of it.
7. Five rounds are played. Most coins win; a shared victory is possible. The moderator may announce a windfall
   for one rider (the result of a table).
"""

from crossroads.game import GAME

__all__ = ["GAME"]
