"""Orders tried on a copy of the match, and what a set of them comes to."""
