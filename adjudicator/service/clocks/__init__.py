"""Clocks: what is done at its time, whether or not a mail comes."""
