"""The moderator's desk: one deed, one way to carry it out, by mail or on the command line."""
