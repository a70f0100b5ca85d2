"""One folder a game; nothing outside names a game."""
