"""Boards of maps: a game declares regions, spaces, markers and panels, and gets its picture."""
