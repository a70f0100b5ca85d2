"""How a player writes the actions, by chapter: verbs, arguments, groups of codes, the names of things."""
