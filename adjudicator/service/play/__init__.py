"""Play: orders become actions, the match moves on, and whoever is asked next has a question."""
