"""The rules, one module per chapter of the rulebook."""

from guild_fair.rules import chains, feuds, pacts, rounds, stalls, turns

CHAPTERS = (rounds, chains, turns, feuds, pacts, stalls)
"""In the order of the rulebook."""
