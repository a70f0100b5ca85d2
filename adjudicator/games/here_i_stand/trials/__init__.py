"""Random play of Here I Stand: crowded positions, and players with a will."""
