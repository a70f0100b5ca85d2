"""`overview`: all campaigns that somebody moderates in a mail of its own, now or every morning."""

from sqlalchemy import update
from sqlmodel import col

from adjudicator.language import msgid
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import OFF, Command, Scope, Who, folded
from adjudicator.service.moderation import morning_mails
from adjudicator.service.moderation.rights import Access
from adjudicator.store.tables import Person

DAILY = frozenset({"daily", "on", "yes", "ежедневно", "каждый день", "да", "вкл"})


class Overview(Command):
    """The mail goes to its reader alone: others who hold the chair need not moderate the same campaigns."""

    needs = Access.SEAT
    scope = Scope.ONCE
    names = {"en": ("overview",), "ru": ("обзор",)}
    listed_for = Who.MODERATOR
    touches_play = False
    heading = msgid("Overview")
    usage = msgid("[daily | off]")
    purpose = msgid("all campaigns that you moderate, a line each, in a separate email; daily: every morning")

    def takes(self, rest: str) -> bool:
        return not rest or folded(rest) in DAILY | OFF

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        if rest and act.person_id is not None:
            daily = folded(rest) in DAILY
            mine = update(Person).where(col(Person.id) == act.person_id)
            act.session.execute(mine.values(overview=daily, overview_at=act.now))
            told = (
                msgid("Every morning at 9:00 of your time zone all campaigns that you moderate come in an email.")
                if daily
                else msgid("You will no longer get an email about your campaigns in the morning.")
            )
            return act.says(self.heading, act.language.gettext(told), changed=True)
        if act.person_id is None or not morning_mails.send(act.work, act.person_id):
            return act.says(self.heading, act.language.gettext("You moderate no campaign that is not over."))
        told = act.language.gettext("It is on its way to you in a separate email.")
        return act.says(self.heading, told, title=act.language.gettext("overview"))


COMMANDS: tuple[Command, ...] = (Overview(),)
