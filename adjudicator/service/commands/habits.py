"""`habits`: when the reader usually answers, as it was learned from their mails, and whether that may be used."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from sqlalchemy import update
from sqlmodel import col

from adjudicator.language import Language, msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import OFF, Command, Scope, Who, folded
from adjudicator.service.moderation.rights import Access
from adjudicator.service.outbox import answers
from adjudicator.service.play import due_dates
from adjudicator.service.play.habits import in_words
from adjudicator.service.timing.habits import ENOUGH, habit_of
from adjudicator.service.timing.policy import EVERY_DAY
from adjudicator.store import habits
from adjudicator.store.tables import Person

ON = frozenset({"on", "yes", "вкл", "включить", "да"})
BLOCK, BAR = 3, 10
"""Hours of a line of the histogram, and the characters of its longest line."""


class Habits(Command):
    """Show the author their habits, or switch them off. Others who hold the seat do not see the answer."""

    needs = Access.SEAT
    scope = Scope.ONCE
    names = {"en": ("habits", "my habits"), "ru": ("привычки", "мои привычки")}
    listed_for = Who.PLAYER
    touches_play = False
    heading = msgid("Your habits")
    usage = msgid("[on | off]")
    purpose = msgid("when you usually answer, and whether that is used")

    def takes(self, rest: str) -> bool:
        return not rest or folded(rest) in ON | OFF

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        if rest:
            on = folded(rest) in ON
            act.session.execute(update(Person).where(col(Person.id) == act.person_id).values(habits=on))
            told = _SWITCHED[on]
            return answers.for_author(act, act.says(self.heading, act.language.gettext(told), changed=True))
        person = act.session.get(Person, act.person_id)
        if person is None or not person.habits:
            return answers.for_author(act, act.says(self.heading, act.language.gettext(_SWITCHED[False])))
        moments = habits.answered_at(act.session, person.id)
        said = act.says(
            self.heading, *_known(act, moments, person.time_zone), title=act.language.gettext("your habits")
        )
        shown = _histogram(act.language, moments, person.time_zone) if len(moments) >= ENOUGH else ()
        return answers.for_author(act, replace(said, sections=(*said.sections, *shown)))


_SWITCHED = {
    True: msgid(
        "When you usually answer is used for your reminders and for deadlines, and shown to you and moderators."
    ),
    False: msgid("When you usually answer is neither used nor shown to anybody. “habits on” changes that."),
}


def _known(act: CommandContext, moments: Sequence[datetime], zone: str) -> tuple[str, ...]:
    """Return what is known, from what, what it is used for, and how to end that."""
    words, most = act.language, due_dates.policy_of(act.table.campaign).habit_hours
    habit = habit_of(moments, zone)
    if habit is not None:
        times = in_words(habit, words)
        known = words.gettext("You usually answer %(times)s (%(zone)s).", times=times, zone=zone)
    elif len(moments) >= ENOUGH:
        known = words.gettext("You answer at any hour, so nothing is done differently.")
    else:
        known = words.gettext("Nothing is known yet: that takes %(n)s emails that answer a question.", n=ENOUGH)
    counted = words.ngettext(
        "Counted is when your latest email that answered a question came, in whatever campaign.",
        "Counted is when your latest %(n)s emails that answered a question came, in whatever campaign.",
        len(moments),
    )
    used = words.gettext(
        "The last reminder before a deadline comes when your usual hours begin. Moderators who do not play see the "
        "hours when they set deadlines; other players never see them."
    )
    moved = words.gettext(
        "In this campaign your deadlines move to the end of your usual hours, by %(hours)s h at most. Everybody sees "
        "the deadline.",
        hours=most,
    )
    ends = words.gettext("“habits off” ends all that.")
    return (known, *([counted] if moments else []), used, *([moved] if most else []), ends)


def _histogram(words: Language, moments: Sequence[datetime], zone: str) -> tuple[Section, ...]:
    """Return how many of the mails came at which hours, and on which days."""
    local = [moment.astimezone(ZoneInfo(zone)) for moment in moments]
    hours = Counter(each.hour // BLOCK for each in local)
    days = Counter(each.isoweekday() for each in local)
    by_hour = {
        words.gettext("%(first)s–%(last)s h", first=str(BLOCK * n), last=str(BLOCK * (n + 1))): hours[n]
        for n in range(24 // BLOCK)
    }
    by_day = {words.weekday(day - 1): days[day] for day in EVERY_DAY}
    return tuple(Section(items=_bars(each)) for each in (by_hour, by_day))


def _bars(counts: dict[str, int]) -> tuple[Item, ...]:
    most = max(counts.values())
    return tuple(Item(name=name, text=f"{'█' * -(-BAR * n // most)} {n}".strip()) for name, n in counts.items())


COMMANDS: tuple[Command, ...] = (Habits(),)
