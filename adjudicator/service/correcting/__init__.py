"""The moderator's corrections: play is taken up at an earlier point, history stays, everybody is told.

`points` are the moments that play can go back to, `proposals` work a correction out without changing anything,
`carrying` makes it the line that is played, `letters` tell every seat what it means for it.
"""
