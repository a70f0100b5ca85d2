"""Standings: what finished matches tell of their players: statistics, ratings, tournaments."""
