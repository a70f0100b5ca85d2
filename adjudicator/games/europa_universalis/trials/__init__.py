"""How the game is tried at random: with which packs, from which positions, and what that should reach."""
