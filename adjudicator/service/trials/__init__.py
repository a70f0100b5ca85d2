"""Trials of the whole service: games by mail at random, and whether a mail betrays anything."""
