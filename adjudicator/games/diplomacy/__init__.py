"""Diplomacy: the map, and what comes of movement, retreats and winter."""
