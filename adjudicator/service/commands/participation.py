"""Commands about taking part: joining, watching, leaving, digests."""

from adjudicator.language import msgid
from adjudicator.mail.results import Proof
from adjudicator.reports.model import Section
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.clocks.digests import Often
from adjudicator.service.commands import practices
from adjudicator.service.commands.command import Choice, Command, CommandOption, Scope
from adjudicator.service.moderation.rights import Access
from adjudicator.service.people import replacements
from adjudicator.service.people.gathering import newcomers
from adjudicator.service.people.gathering.request import read_line
from adjudicator.store import troubles
from adjudicator.store.tables import CampaignState, SeatKind


class Join(Command):
    needs = Access.SEAT
    scope = Scope.ONCE
    names = {"en": ("join", "observe", "watch"), "ru": ("вступить", "вступаю", "наблюдать", "наблюдаю")}
    private = True
    usage = msgid("CODE")
    purpose = msgid("take a seat in another campaign, or watch one, with its moderator's code")

    def takes(self, rest: str) -> bool:
        return read_line(f"join {rest}") is not None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Pass the request on; the answer comes from the other campaign."""
        if newcomers.take_request(act.work, act.mail, Proof.PROVEN) is not None:
            return CommandReply(shows=("sent",))
        told = act.language.gettext("This code opens nothing. Please copy it once more from where you got it.")
        return act.says(msgid("Joining"), told)


class Leave(Command):
    needs = Access.SEAT
    scope = Scope.ONE
    names = {"en": ("leave", "i leave"), "ru": ("выйти", "выхожу", "покинуть")}
    heading = msgid("Leaving")
    touches_play = False
    purpose = msgid("you give up your seat, or stop watching; a player confirms it with a code")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        if act.person_id is None or act.seat.kind is SeatKind.MODERATOR:
            told = act.language.gettext("A moderator hands over their office: “promote NAME <ADDRESS>”, then “demote”.")
            return act.says(self.heading, told)
        if practices.is_own(act):
            return practices.end(act)
        if act.seat.kind is SeatKind.OBSERVER or act.table.campaign.state is CampaignState.FINISHED:
            replacements.leave(act.table, act.seat, act.person_id)
            return replacements.GONE
        return self._ask(act)

    def _ask(self, act: CommandContext) -> CommandReply:
        words = act.language
        what = words.gettext(
            "If you leave, your standby player takes over; if you have none, your seat is empty, and at its deadlines "
            "the defaults of the rules are carried out until the moderator finds somebody. Nobody is told before you "
            "confirm."
        )
        section = Section(heading=words.gettext(self.heading), paragraphs=(what,))
        title = words.gettext("please confirm that you leave")
        return confirmations.asked(act, replacements.Leave, section, title=title)


class Digest(Choice):
    names = {"en": ("digest", "digests"), "ru": ("сводка", "сводки", "дайджест")}
    heading = msgid("Digests")
    private = True
    usage = msgid("each | daily | weekly | off")
    purpose = msgid("how often we write what happened, besides what you are asked")
    options = (
        CommandOption(
            ("each", "all", "every", "каждый раз", "все"),
            msgid("You hear of what happens as it happens, once an hour at most."),
            {"digest": Often.EACH.value},
        ),
        CommandOption(
            ("daily", "every day", "ежедневно", "каждый день"),
            msgid("You get a digest every day at 9:00 of the campaign's time zone."),
            {"digest": Often.DAILY.value},
        ),
        CommandOption(
            ("", "weekly", "every week", "еженедельно", "каждую неделю"),
            msgid("You get a digest every Monday at 9:00 of the campaign's time zone."),
            {"digest": Often.WEEKLY.value},
        ),
        CommandOption(
            ("off", "none", "no", "нет", "не надо", "выключить"),
            msgid("You get no digests."),
            {"digest": Often.OFF.value},
        ),
    )

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        said = super().obey(act, rest)
        if self.chosen(rest) is not self.options[-1] and act.mail.sender is not None:
            troubles.only_essentials(
                act.session, act.mail.sender.address, wanted=True
            )  # optional mails are wanted again
        return said


COMMANDS: tuple[Command, ...] = (Digest(), Join(), Leave())
