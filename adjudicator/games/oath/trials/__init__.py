"""Try the game at random: where it begins, what players want, what should be reached."""
