"""Names and phrases of a game in each language: how its orders are written and said."""
