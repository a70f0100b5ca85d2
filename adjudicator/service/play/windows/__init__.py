"""Windows of time in which orders that were accepted can still be changed."""
