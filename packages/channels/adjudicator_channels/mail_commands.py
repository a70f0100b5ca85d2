"""`notices`: a program or a chat of one's own is told that one is asked."""

import re

from adjudicator.language import msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import Command, Scope, Who
from adjudicator.service.moderation.rights import Access
from adjudicator.store.confirmations import HOLDS
from adjudicator.store.tables import SeatKind
from adjudicator_channels import own
from adjudicator_channels.places import masked

_REMOVE = ("remove", "delete", "drop", "off", "удалить", "убрать", "удали", "убери")
_URL = re.compile(r"<?([a-z][a-z0-9+.-]*://\S+?)>?", re.IGNORECASE)


class Notices(Command):
    needs = Access.SEAT
    scope = Scope.ONE
    names = {"en": ("notices", "notify"), "ru": ("уведомления", "уведомлять")}
    heading = own.HEADING
    usage = msgid("[URL | remove NUMBER]")
    purpose = msgid("a program or a chat of yours is told when you are asked")
    listed_for = Who.PLAYER
    touches_play = False
    private = True
    verbatim = True

    def takes(self, rest: str) -> bool:
        """Return whether it is empty, a number or looks like a URL.

        So no URL is read as an order and told to others.
        """
        return not rest.strip(" .!") or "://" in rest or _number(rest) is not None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        if act.person_id is None or act.seat.kind is SeatKind.OBSERVER:
            return act.says(self.heading, act.language.gettext("You give no orders here."))
        if (number := _number(rest)) is not None:
            place = own.remove(act, number)
            told = act.language.gettext("Nothing goes to %(place)s any more.", place=place)
            return act.says(self.heading, told, changed=True)
        if rest.strip(" .!"):
            return self._ask(act, rest)
        return self._list(act)

    def _ask(self, act: CommandContext, rest: str) -> CommandReply:
        found = _URL.fullmatch(rest.strip())
        url = found[1] if found else ""
        code, words = own.ask(act, url), act.language
        told = words.gettext(
            "Notices would go to %(place)s: that you are asked and until when, that a deadline is near, that the match "
            "is over; never what you are asked, or know.",
            place=masked(url),
        )
        section = Section(heading=words.gettext(self.heading), paragraphs=(told,))
        choice = confirmations.how_to(words, code, act.now + HOLDS, act.zone, act.now)
        title = words.gettext("please confirm where notices shall go")
        return CommandReply(sections=(section, choice), title=title, changed=True)

    def _list(self, act: CommandContext) -> CommandReply:
        words = act.language
        items = tuple(
            Item(
                name=f"{row.number}. {masked(row.url.decode())}",
                text=words.gettext(
                    "nothing arrives there since %(moment)s", moment=words.time(row.failing_since, act.zone, act.now)
                )
                if row.failing_since
                else words.gettext("your questions, your deadlines and the end"),
            )
            for row in own.of(act)
        )
        line = self.item(words).name
        told = [] if items else [words.gettext("You have no channel. Write: %(line)s", line=line)]
        return act.says(self.heading, *told, items=items, title="")


def _number(rest: str) -> int | None:
    """Return the number of the channel that shall be removed."""
    words = rest.strip(" .!").split()
    return int(words[1]) if len(words) == 2 and words[0].casefold() in _REMOVE and words[1].isdecimal() else None


COMMANDS: tuple[Command, ...] = (Notices(),)
