"""Commands about time: more of it, days away, and that everything may go on."""

import re

from msgspec.structs import replace

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.errors import UnknownGame
from adjudicator.language import msgid
from adjudicator.reports.model import Item
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.clocks import deadlines, extensions
from adjudicator.service.commands.command import PLAYING, Command, Scope, Who
from adjudicator.service.moderation.rights import Access
from adjudicator.service.outbox import answers
from adjudicator.service.people import replacements, stewards
from adjudicator.service.play import due_dates
from adjudicator.service.timing.calendar import Absence
from adjudicator.service.timing.dates import BadDates, read_absence
from adjudicator.service.timing.policy import Adjudication
from adjudicator.store.addresses import played_campaigns
from adjudicator.store.campaigns import SeatAtTable, played_by
from adjudicator.store.engine import lock_campaign
from adjudicator.store.tables import CampaignState, Role, SeatKind

_DATED = re.compile(r"\d|today|tomorrow|until|till|from|сегодня|завтра|\bс\b|\bпо\b|\bдо\b", re.IGNORECASE)

_LENGTH = re.compile(
    r"(?:for\s+|на\s+)?\d{1,3}\s*(?:h|hours?|d|days?|ч|час(?:а|ов)?|д|день|дн(?:я|ей)|сут(?:ки|ок))\.?", re.IGNORECASE
)
_STEWARD = re.compile(
    r"[\s,;:]*(?:(?:with|by|and)\s+)?(?:(?:a|the)\s+)?steward\s*$|[\s,;:]*(?:с\s+)?управляющ(?:ий|им|его)\s*$",
    re.IGNORECASE,
)
"""Behind the days of an absence: a steward plays meanwhile."""
_BAD_DATES = {
    "slash": msgid("“%(text)s” can mean two days. Please write the day, a dot and the month: 1.12."),
    "no_such_day": msgid("There is no such day: %(text)s."),
    "backwards": msgid("The last day is before the first: %(text)s."),
    "past": msgid("That is over already: %(text)s."),
    "too_long": msgid("An absence cannot be longer than a year."),
    "no_date": msgid("Please write it like this: absent from 1.12 to 10.12."),
}
no_deadlines = RejectionReason("not_running", msgid("The campaign does not run now, so no deadline does either."))
no_absence = RejectionReason("no_absence", msgid("You had announced no absence."))
stands = RejectionReason(
    "stands", msgid("The campaign cannot go on now, and nothing was done there. Please write it there later.")
)


def _goes_on(act: CommandContext) -> bool:
    return act.seat.kind is SeatKind.PLAYER and act.table.campaign.state is CampaignState.RUNNING


class Wait(Command):
    needs = Access.SEAT
    scope = Scope.ONCE
    names = {"en": ("wait", "more time"), "ru": ("ждать", "подождите", "продлить")}
    heading = msgid("More time")
    purpose = msgid("the agreed extension of the deadline, for everybody who is asked")
    listed_for = PLAYING | Who.ASKED

    def takes(self, rest: str) -> bool:
        """Return whether nothing follows the command, or a length of time.

        The length of an extension is agreed beforehand: whoever names one hears the new deadline.
        """
        return not rest or _LENGTH.fullmatch(rest) is not None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        if not _goes_on(act):
            raise no_deadlines()
        deadline = extensions.wait(act.table, act.seat)
        told = act.language.gettext(
            "The deadline is now %(moment)s. Everybody who is asked is told.",
            moment=act.language.time(deadline, act.zone, act.now),
        )
        return act.says(self.heading, told, changed=True)

    def refused(self, act: CommandContext, why: Rejected) -> CommandReply:
        return act.says(self.heading, why.text(act.language), title="")


class Absent(Command):
    needs = Access.SEAT
    names = {
        "en": (
            "absent",
            "away",
            "absence",
            "i will be away",
            "ill be away",
            "i am away",
            "im away",
            "i will be absent",
        ),
        "ru": ("отсутствую", "отсутствие", "меня нет", "отпуск", "уезжаю", "меня не будет", "я буду отсутствовать"),
    }
    heading = msgid("Absence")
    usage = msgid("from 1.12 to 10.12")
    purpose = msgid("days on which your time stands still; the last one is included")
    listed_for = PLAYING

    def takes(self, rest: str) -> bool:
        """Return whether it has a date, or is empty.

        `absent` alone is answered with how to write it.
        """
        return not rest or bool(_DATED.search(rest))

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        words, campaign = act.language, act.table.campaign
        if not _goes_on(act) and campaign.state is not CampaignState.PAUSED:
            return act.says(self.heading, words.gettext(no_deadlines.message), title="")
        others: tuple[str, ...] = ()
        if answers.is_read_alone(act) and len(played_campaigns(act.session, act.person_id, act.now)) > 1:
            line = f"{AbsentEverywhere().name(words)} {rest}"
            others = (words.gettext("You play in other campaigns, too: “%(line)s” tells all of them.", line=line),)
        return act.says(self.heading, *_announced(act, rest), *others, changed=True)


class Back(Command):
    needs = Access.SEAT
    names = {"en": ("back", "i am back", "absent no"), "ru": ("вернулся", "вернулась", "я вернулся", "я вернулась")}
    heading = msgid("Absence")
    purpose = msgid("you are back early: absences that run or are ahead are over, and a steward goes")
    listed_for = PLAYING
    for_readers = True

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        if stewards.may_return(act.table.by_id[act.seat.id], act.person_id):
            return _takes_over(act)
        if not any(holder.role is Role.ORDERS for holder in act.seat.holders if holder.person_id == act.person_id):
            return act.says(self.heading, act.language.gettext("You only read along for this seat."), title="")
        return act.says(self.heading, *_came_back(act, rest), changed=True)


def _takes_over(act: CommandContext) -> CommandReply:
    """Give the seat back to its player, with what is asked and what the steward has done."""
    words, table = act.language, act.table
    assert act.person_id is not None
    stewards.come_back(table, act.seat, act.person_id)
    act.seat = table.by_id[act.seat.id]
    replacements.send_dossier(table, act.seat, act.person_id)
    told = words.gettext("You play again. An email of its own has all that the seat knows, and what it is asked now.")
    return act.says(msgid("Welcome back"), told, changed=True)


def _announced(act: CommandContext, rest: str) -> tuple[str, ...]:
    """Announce an absence in one campaign and return what is said of it. Raises Rejected."""
    words, campaign = act.language, act.table.campaign
    rest, with_steward = _without_steward(rest)
    try:
        days = read_absence(rest, due_dates.today(campaign, act.received_at))
    except BadDates as bad:
        text = bad.text or " - ".join(words.day(day, act.received_at) for day in bad.days)
        raise RejectionReason(bad.trouble, _BAD_DATES[bad.trouble])(text=text) from None
    if with_steward:
        return _stood_in_for(act, days)
    left = extensions.be_absent(act.table, act.seat, days)
    told = words.gettext(
        "Your time stands still from %(first)s to %(last)s, both days included (%(zone)s). Everybody is told.",
        first=words.day(days.first, act.received_at),
        last=words.day(days.last, act.received_at),
        zone=campaign.time_zone,
    )
    budget = (
        words.ngettext("Left in %(year)s: %(n)s day.", "Left in %(year)s: %(n)s days.", days, year=str(year))
        for year, days in sorted(left.items())
    )
    if not stewards.may_stand_in(campaign):
        return (told, *budget)
    line = words.typed(
        en=f"{words.forms(Absent.names)[0]} …, steward", ru=f"{words.forms(Absent.names)[0]} …, управляющий"
    )
    return (told, *budget, words.gettext("With “%(line)s” a steward would play for you meanwhile.", line=line))


def _without_steward(rest: str) -> tuple[str, bool]:
    """Return what stands before the word for a steward, and whether it is there."""
    plain = _STEWARD.sub("", rest)
    return plain, plain != rest


def _stood_in_for(act: CommandContext, days: Absence) -> tuple[str, ...]:
    """Let a steward play for the author on these days, and return what is said of it. Raises Rejected."""
    words, campaign = act.language, act.table.campaign
    days = stewards.stand_in(act.table, act.seat, act.person_id, days)
    act.seat = act.table.by_id[act.seat.id]
    told = words.gettext(
        "From %(first)s to %(last)s, both days included (%(zone)s), a steward plays your seat, and you read along. "
        "Time runs as ever, so this costs none of your days. Everybody is told.",
        first=words.day(days.first, act.received_at),
        last=words.day(days.last, act.received_at),
        zone=campaign.time_zone,
    )
    back = words.gettext(
        "The seat is yours again when the last day is over, or with the word “%(back)s” before.",
        back=words.typed(en="back", ru="вернулся"),
    )
    return (told, back)


def _came_back(act: CommandContext, rest: str) -> tuple[str, ...]:
    """End the absences of one campaign and return what is said of it. Raises Rejected."""
    if act.seat.kind is not SeatKind.PLAYER or not extensions.come_back(act.table, act.seat):
        raise no_absence()
    return (act.language.gettext("Welcome back. Deadlines already announced stay as they are."),)


class Everywhere(Command):
    """Do the same in each campaign in which the author plays; one that refuses it does not stop the others."""

    needs = Access.SEAT
    scope = Scope.ONCE
    heading = msgid("Absence")
    listed_for = None

    def do(self, act: CommandContext, rest: str) -> tuple[str, ...]:
        """Carry the command out for one seat, and return what is said of it. Raises Rejected."""
        raise NotImplementedError  # abstract

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Carry it out in one campaign after the other, each locked; one that is being worked on lets the mail wait."""
        told = [
            (campaign.title, *each)
            for campaign in played_campaigns(act.session, act.person_id, act.now)
            for each in self._in(act, campaign.id, rest)
        ]
        if not told:
            return act.says(self.heading, act.language.gettext("You play in no campaign that is not over."))
        items = tuple(Item(name=": ".join(filter(None, (title, seat))), text=text) for title, seat, text, _ in told)
        said = act.says(self.heading, items=items, changed=any(done for *_, done in told))
        return answers.for_author(act, said)

    def _in(self, act: CommandContext, campaign_id: int, rest: str) -> list[tuple[str, str, bool]]:
        """Return for each seat of the author in a campaign its name, what is said, and whether something was done."""
        try:
            with act.session.begin_nested():
                table = act.table if campaign_id == act.table.campaign.id else _locked(act, campaign_id)
                seats = played_by(table.seats, act.person_id)
                return [
                    (act.seat_called(seat.name) if seats[1:] else "", *self._for(act, table, seat, rest))
                    for seat in seats
                ]
        except (UnknownGame, NoAnswer):
            return [("", stands().text(act.language), False)]

    def _for(self, act: CommandContext, table: CampaignContext, seat: SeatAtTable, rest: str) -> tuple[str, bool]:
        reader = replace(seat, language=act.seat.language)
        there = CommandContext(table, reader, act.received_at, act.mail, act.person_id)
        try:
            return " ".join(self.do(there, rest)), True
        except Rejected as why:
            return why.text(act.language), False


def _locked(act: CommandContext, campaign_id: int) -> CampaignContext:
    """Return another campaign, locked, once what was over there before the mail came is closed."""
    lock_campaign(act.session, campaign_id)
    table = table_of_campaign(act.work, campaign_id)
    if act.service.time_is_known and deadlines.close_due(table, act.received_at):
        return table_of_campaign(act.work, campaign_id)
    return table


class AbsentEverywhere(Everywhere):
    names = {
        "en": ("absent everywhere", "away everywhere", "absent in all campaigns", "i will be away everywhere"),
        "ru": ("отсутствую везде", "отсутствую во всех кампаниях", "отпуск везде", "меня не будет нигде"),
    }
    usage = Absent.usage
    purpose = msgid("the same absence in all your campaigns")

    def takes(self, rest: str) -> bool:
        return Absent().takes(rest)

    def do(self, act: CommandContext, rest: str) -> tuple[str, ...]:
        return _announced(act, rest)


class BackEverywhere(Everywhere):
    names = {
        "en": ("back everywhere", "i am back everywhere", "back in all campaigns"),
        "ru": ("вернулся везде", "вернулась везде", "вернулся во все кампании", "вернулась во все кампании"),
    }
    purpose = msgid("you are back early in all your campaigns")

    def do(self, act: CommandContext, rest: str) -> tuple[str, ...]:
        return _came_back(act, rest)


class Ready(Command):
    needs = Access.SEAT
    names = {"en": ("ready", "i am ready"), "ru": ("готов", "готова", "я готов", "я готова")}
    heading = msgid("Ready")
    purpose = msgid("you agree that the decision is carried out before the deadline")
    listed_for = Who.PLAYER | Who.ASKED | Who.SECRET
    for_game = True

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Mark the question as ready.

        Whether all are ready is checked when the orders of the mail are read.
        """
        words, table = act.language, act.table
        prompt = due_dates.prompt_of(table, act.seat.id)
        if not _goes_on(act) or prompt is None or act.seat.name not in table.match.asked_seats:
            return act.says(self.heading, words.gettext("Nothing is asked of you now."))
        if table.delayed:
            told = words.gettext(
                "Not possible here: the answers to this question come out at its end, whoever is ready."
            )
            return act.says(self.heading, told)
        if table.form == "choose" or due_dates.policy_of(table.campaign).adjudication is Adjudication.AT_ONCE:
            told = words.gettext("Not needed here: everything is carried out as soon as all answers are in.")
            return act.says(self.heading, told, title="")
        prompt.ready = True
        act.session.flush()
        sentences = [
            words.gettext(
                "Noted. When everybody who is asked has answered and is ready, we go on at once; nobody is told who is."
            )
        ]
        if act.seat.name in table.match.pending_seats and not act.with_orders:
            sentences.append(words.gettext("But we do not have your answer yet."))
        return act.says(self.heading, *sentences, changed=True)


COMMANDS: tuple[Command, ...] = (Wait(), Ready(), Absent(), Back(), AbsentEverywhere(), BackEverywhere())
