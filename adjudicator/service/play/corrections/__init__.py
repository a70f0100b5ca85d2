"""Corrections: play is taken up at an earlier point, history stays, everybody is told.

`points` are the moments that play can go back to, `proposals` work a correction out without changing anything,
`enactment` makes it the line that is played, `adjudicator.service.words.corrections` tells every seat what it means.
"""
