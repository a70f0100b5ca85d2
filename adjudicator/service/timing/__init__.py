"""When something is due: pure calculation. No database, no mail, and never the clock of the machine.

A seat's time runs in *counted* time: not on days off (if the campaign says so), not during its absences, not
while the campaign is paused. When the agreed hours of counted time are over, the deadline is the next moment
that the campaign allows: a playing day, within the hours of the day, outside of absences and pauses.
Hours are real ones: a night in which the clock changes neither gives nor takes any.
"""

from adjudicator.service.timing.absence import Absence, days_by_year, days_left, stretch_of
from adjudicator.service.timing.calendar import Calendar, Stretch, calendar_of, merged
from adjudicator.service.timing.deadline import closing_time, hours_for, next_deadline
from adjudicator.service.timing.policy import BadTiming, Early, Missed, ShortFuse, TimingPolicy, WaitPolicy, problems_of
from adjudicator.service.timing.reminding import reminder_due, reminder_times

__all__ = [
    "Absence",
    "BadTiming",
    "Calendar",
    "Early",
    "Missed",
    "ShortFuse",
    "Stretch",
    "TimingPolicy",
    "WaitPolicy",
    "calendar_of",
    "closing_time",
    "days_by_year",
    "days_left",
    "hours_for",
    "merged",
    "next_deadline",
    "problems_of",
    "reminder_due",
    "reminder_times",
    "stretch_of",
]
