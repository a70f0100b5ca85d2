"""The steward: a player of the house for any seat of any game, who knows only what the seat knows.

How it works. `choose` imagines worlds that its seat cannot tell from the real one, looks at every option by one step in
them, and plays on behind the best few, cheaply and with other draws each time. What a position is worth to each seat
says the part `worth` of the game.

What must hold: a choice is a function of what the seat knows, of its seed and of its budget, which counts actions that
are tried, never time. So two matches that look the same to a seat get the same choice, and anybody can repeat it.
"""

from adjudicator.steward.choosing import FREE, NEVER, Choice, Compared, choose
from adjudicator.steward.players import Steward

__all__ = ["FREE", "NEVER", "Choice", "Compared", "Steward", "choose"]
