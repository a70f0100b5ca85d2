"""Agreements by mail: an action that several must sign, sent by one, is an offer to the others.

It has a number, lies before its parties until it is signed, declined, withdrawn or answered with another, and is
carried out with the last signature. Nobody else has a sign of it where the game does not make such offers open.
"""
