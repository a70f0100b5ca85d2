"""Standings: what finished matches tell of their players: statistics, ratings, tournaments.

Optional: nothing imports it but its commands at the desk (`cli/ratings.py`, `cli/tournament.py`,
`cli/tournament_acts.py`).
"""
