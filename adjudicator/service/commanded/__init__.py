"""The commands that a player can write into a mail, one module a subject."""
