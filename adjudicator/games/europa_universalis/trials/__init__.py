"""Try the game at random: with which packs, from which positions, and what that should reach."""
