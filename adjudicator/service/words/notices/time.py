"""Notices about time: deadlines, pauses, absences, and the rules for them."""

from __future__ import annotations

from adjudicator.service.desk import policy_words
from adjudicator.service.outbox import notices
from adjudicator.service.words.notices.wording import Wording


class Remind(Wording[notices.Remind]):
    def title(self) -> str:
        return self.words.gettext("a reminder: your answer is still missing")

    def lead(self) -> str:
        return self.words.gettext("We do not have your answer to this question yet.")


class Wait(Wording[notices.Wait]):
    def title(self) -> str:
        return self.words.gettext("more time was asked for")

    def lead(self) -> str:
        return self.words.ngettext(
            "%(seats)s asked for the agreed extension of %(n)s hour. It holds for everybody who is asked.",
            "%(seats)s asked for the agreed extension of %(n)s hours. It holds for everybody who is asked.",
            self.notice.hours,
            seats=self.listed(self.notice.seats),
        )


class Absent(Wording[notices.Absent]):
    def title(self) -> str:
        return self.words.gettext("somebody is away")

    def lead(self) -> str:
        return self.words.gettext(
            "%(seats)s is away from %(first)s to %(last)s. The time for an answer stands still meanwhile.",
            seats=self.listed(self.notice.seats),
            first=self.day(self.notice.first),
            last=self.day(self.notice.last),
        )


class Back(Wording[notices.Back]):
    def title(self) -> str:
        return self.words.gettext("somebody is back")

    def lead(self) -> str:
        return self.words.gettext(
            "%(seats)s is back. Deadlines already announced stay as they are.", seats=self.listed(self.notice.seats)
        )


class Paused(Wording[notices.Paused]):
    def title(self) -> str:
        return self.words.gettext("the campaign is paused")

    def lead(self) -> str:
        return self.words.gettext(
            "The moderator has paused the campaign: no deadline runs. Orders that you send meanwhile are kept and "
            "tried when it goes on."
        )


class Resumed(Wording[notices.Resumed]):
    def title(self) -> str:
        return self.words.gettext("the campaign goes on")

    def lead(self) -> str:
        return self.words.gettext("The campaign goes on, and the deadlines run again.")


class Extended(Wording[notices.Extended]):
    def title(self) -> str:
        return self.words.gettext("the deadline is later")

    def lead(self) -> str:
        return self.words.gettext("The moderator has given more time.")


class Missed(Wording[notices.Missed]):
    def title(self) -> str:
        return self.words.gettext("your deadline has passed")

    def lead(self) -> str:
        return self.words.gettext(
            "We had no answer from you by the deadline and its grace period: what the rules name as the default was "
            "done."
        )


class Undecided(Wording[notices.Undecided]):
    def title(self) -> str:
        return self.words.gettext("a deadline has passed: the moderator decides")

    def lead(self) -> str:
        return self.words.gettext(
            "%(seats)s did not answer in time. Nothing happens until the moderator decides.",
            seats=self.listed(self.notice.seats),
        )


class NoDefault(Wording[notices.NoDefault]):
    def title(self) -> str:
        return self.words.gettext("a deadline has passed: please decide")

    def lead(self) -> str:
        return self.words.gettext(
            "%(seats)s did not answer in time, and this campaign leaves it to you: give more time, replace the player, "
            "or carry the decision out with the defaults.",
            seats=self.listed(self.notice.seats),
        )


class ShortFuse(Wording[notices.ShortFuse]):
    def title(self) -> str:
        return self.words.gettext("you have less time from now on")

    def lead(self) -> str:
        return self.words.ngettext(
            "You have missed %(missed)s deadlines in a row. From now on you have %(n)s hour for an answer, until you "
            "answer in time.",
            "You have missed %(missed)s deadlines in a row. From now on you have %(n)s hours for an answer, until you "
            "answer in time.",
            self.notice.hours,
            missed=self.notice.missed,
        )


class Policy(Wording[notices.Policy]):
    def title(self) -> str:
        return self.words.gettext("the rules about time have changed")

    def lead(self) -> str:
        return self.words.gettext(
            "From now on, set by the moderator: %(changes)s. Deadlines already announced do not come nearer.",
            changes=policy_words.changes(self.words, self.notice.changes),
        )
