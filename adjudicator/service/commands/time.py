"""Commands about time: more of it, days away, and that everything may go on."""

from __future__ import annotations

import re
from datetime import datetime

from adjudicator.language import Language, msgid
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.clocks import more_time
from adjudicator.service.clocks.more_time import NoMoreTime
from adjudicator.service.commands.command import Command, Who
from adjudicator.service.play import dues
from adjudicator.service.timing.dates import BadDates, read_absence
from adjudicator.service.timing.policy import Early
from adjudicator.store.tables import CampaignState, SeatKind

_DATED = re.compile(r"\d|today|tomorrow|until|till|from|сегодня|завтра|\bс\b|\bпо\b|\bдо\b", re.IGNORECASE)

_LENGTH = re.compile(
    r"(?:for\s+|на\s+)?\d{1,3}\s*(?:h|hours?|d|days?|ч|час(?:а|ов)?|д|день|дн(?:я|ей)|сут(?:ки|ок))\.?", re.IGNORECASE
)


def _goes_on(act: Act) -> bool:
    return act.seat.kind is SeatKind.PLAYER and act.table.campaign.state is CampaignState.RUNNING


class Wait(Command):
    id = "wait"
    names = {"en": ("wait", "more time"), "ru": ("ждать", "подождите", "продлить")}
    purpose = msgid("the agreed extension of the deadline, for everybody who is asked")

    def offered(self, who: Who) -> bool:
        return who.player and who.asked and not who.over

    def takes(self, rest: str) -> bool:
        """How long the extension is was agreed beforehand; who names a length is answered with the new deadline."""
        return not rest or _LENGTH.fullmatch(rest) is not None

    def obey(self, act: Act, rest: str) -> Said:
        words = act.language
        heading = msgid("More time")
        try:
            if not _goes_on(act):
                raise NoMoreTime("not_running")
            deadline = more_time.wait(act.table, act.seat)
        except NoMoreTime as why:
            return act.says(heading, _why_not(act, why), title="")
        told = words.gettext(
            "The deadline is now %(moment)s. Everybody who is asked is told.",
            moment=words.moment(deadline, act.zone, act.now),
        )
        return act.says(heading, told, changed=True)


class Absent(Command):
    id = "absent"
    names = {
        "en": ("absent", "away", "absence"),
        "ru": ("отсутствую", "отсутствие", "меня нет", "отпуск", "уезжаю"),
    }
    usage = msgid("from 1.12 to 10.12")
    purpose = msgid("days on which your time stands still; the last one is included")

    def offered(self, who: Who) -> bool:
        return who.player and not who.over

    def takes(self, rest: str) -> bool:
        """`absent` alone is answered too: with how to write it."""
        return not rest or bool(_DATED.search(rest))

    def obey(self, act: Act, rest: str) -> Said:
        words = act.language
        heading = msgid("Absence")
        if not _goes_on(act) and act.table.campaign.state is not CampaignState.PAUSED:
            return act.says(heading, _why_not(act, NoMoreTime("not_running")), title="")
        try:
            days = read_absence(rest, dues.today(act.table.campaign, act.received_at))
            left = more_time.be_absent(act.table, act.seat, days)
        except BadDates as bad:
            return act.says(heading, _bad_dates(words, bad, act.received_at))
        except NoMoreTime as why:
            return act.says(heading, _why_not(act, why))
        told = words.gettext(
            "Your time stands still from %(first)s to %(last)s, both days included (%(zone)s). Everybody is told.",
            first=words.day(days.first, act.received_at), last=words.day(days.last, act.received_at),
            zone=act.table.campaign.time_zone,
        )  # fmt: skip
        return act.says(heading, told, *_budget(words, left), changed=True)


class Back(Command):
    id = "back"
    names = {"en": ("back", "i am back", "absent no"), "ru": ("вернулся", "вернулась", "я вернулся", "я вернулась")}
    purpose = msgid("you are back early: absences that run or are ahead are over")

    def offered(self, who: Who) -> bool:
        return who.player and not who.over

    def obey(self, act: Act, rest: str) -> Said:
        words = act.language
        if act.seat.kind is SeatKind.PLAYER and more_time.come_back(act.table, act.seat):
            told = words.gettext("Welcome back. Deadlines already announced stay as they are.")
            return act.says(msgid("Absence"), told, changed=True)
        return act.says(msgid("Absence"), words.gettext("You had announced no absence."))


class Ready(Command):
    id = "ready"
    names = {"en": ("ready", "i am ready"), "ru": ("готов", "готова", "я готов", "я готова")}
    purpose = msgid("you agree that the decision is carried out before the deadline")

    def offered(self, who: Who) -> bool:
        return who.player and who.asked and who.secret

    def obey(self, act: Act, rest: str) -> Said:
        """Only a mark at the question: whether all are ready is looked at when the orders of the mail are read."""
        words, table = act.language, act.table
        heading = msgid("Ready")
        prompt = dues.prompt_of(table, act.seat.id)
        if not _goes_on(act) or prompt is None or act.seat.name not in table.match.asked:
            return act.says(heading, words.gettext("Nothing is asked of you now."))
        if table.form == "choose" or dues.policy_of(table.campaign).early is Early.AT_ONCE:
            told = words.gettext("Not needed here: everything is carried out as soon as all answers are in.")
            return act.says(heading, told, title="")
        prompt.ready = True
        act.session.flush()
        sentences = [
            words.gettext(
                "Noted. When everybody who is asked has answered and is ready, we go on at once; nobody is told who is."
            )
        ]
        if act.seat.name in table.match.owing and not act.with_orders:
            sentences.append(words.gettext("But we do not have your answer yet."))
        return act.says(heading, *sentences, changed=True)


def _why_not(act: Act, why: NoMoreTime) -> str:
    words = act.language
    policy = dues.policy_of(act.table.campaign)
    match why.trouble:
        case "no_wait":
            return words.gettext("This campaign has agreed on no extension. Please write to the moderator.")
        case "not_asked":
            return words.gettext("Nothing is asked of you now, so there is no deadline to move.")
        case "waited":
            return words.gettext(
                "The extension for this question has been taken already. Only the moderator can give more."
            )
        case "waits_used":
            return words.gettext(
                "You have taken all your extensions in this campaign. Only the moderator can give more."
            )
        case "no_deadline":
            return words.gettext("No deadline runs for this question now.")
        case "budget":
            left = words.listing([f"{year}: {days}" for year, days in sorted(why.left.items())])
            return words.gettext(
                "That is more than the %(budget)s days a year that this campaign has agreed on. Days left: %(left)s. "
                "The moderator may grant more.",
                budget=policy.absence_days, left=left,
            )  # fmt: skip
        case _:
            return words.gettext("The campaign does not run now, so no deadline does either.")


def _bad_dates(words: Language, bad: BadDates, now: datetime) -> str:
    days = " - ".join(words.day(day, now) for day in bad.days)
    match bad.trouble:
        case "slash":
            return words.gettext(
                "“%(text)s” can mean two days. Please write the day, a dot and the month: 1.12.", text=bad.text
            )
        case "no_such_day":
            return words.gettext("There is no such day: %(text)s.", text=bad.text)
        case "backwards":
            return words.gettext("The last day is before the first: %(text)s.", text=days)
        case "past":
            return words.gettext("That is over already: %(text)s.", text=days)
        case "too_long":
            return words.gettext("An absence cannot be longer than a year.")
        case _:
            return words.gettext("Please write it like this: absent from 1.12 to 10.12.")


def _budget(words: Language, left: dict[int, int]) -> tuple[str, ...]:
    return tuple(
        words.ngettext("Left in %(year)s: %(n)s day.", "Left in %(year)s: %(n)s days.", days, year=str(year))
        for year, days in sorted(left.items())
    )


COMMANDS: tuple[Command, ...] = (Wait(), Ready(), Absent(), Back())
