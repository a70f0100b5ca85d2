"""The rules, one module per chapter of the rulebook."""

from guild_fair.rules import chains, feuds, pacts, rounds, turns

CHAPTERS = (rounds, chains, turns, feuds, pacts)
"""In the order of the rulebook."""
