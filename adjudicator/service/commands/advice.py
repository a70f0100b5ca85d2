"""`advise`: what a steward would compare for the question that is open."""

from adjudicator.language import msgid
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import Command
from adjudicator.service.moderation.rights import Access
from adjudicator.service.outbox.payloads import ADVICE
from adjudicator.service.play import advice


class Advise(Command):
    """Ask for a hint: where the campaign allows them the help lists it."""

    needs = Access.SEAT
    names = {"en": ("advise", "advice", "hint"), "ru": ("совет", "посоветуй", "посоветуйте", "подсказка")}
    heading = msgid("Hints")
    purpose = msgid("three answers to your question, compared by a steward from what your seat knows")
    listed_for = None
    private = True

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Show what was compared, or have it worked out: then it comes in a mail of its own."""
        if advice.ask(act.table, act.table.by_id[act.seat.id]):
            return CommandReply(shows=(ADVICE,), title=act.language.gettext(advice.TITLE))
        told = act.language.gettext("A steward compares your answers now; three of them come in an email of its own.")
        return act.says(self.heading, told, changed=True)


COMMANDS: tuple[Command, ...] = (Advise(),)
