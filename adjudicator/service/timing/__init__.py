"""Work out when something is due: pure calculation. No database, no mail, and never the clock of the machine.

A seat's time runs in *counted* time: not on days off (if the campaign says so), not during its absences, not
while the campaign is paused. When the agreed hours of counted time are over, the deadline is the next moment
that the campaign allows: a playing day, within the hours of the day, outside of absences and pauses.
Hours are real ones: a night in which the clock changes neither gives nor takes any.
"""
