"""What a moderator does, by mail or on the command line: one deed, one way to carry it out."""
