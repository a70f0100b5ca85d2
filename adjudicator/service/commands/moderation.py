"""Define the commands of moderators: every deed that has words for a mail is a command.

Who plays is told kindly that these words are the moderator's; a moderator who plays too writes them to the address
that they have as a moderator. What cannot be undone names the log number it is meant for and waits for a code.
"""

from typing import ClassVar

import msgspec

from adjudicator.language import msgid
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import Purpose, Redeemed
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.commands.command import Command, Scope, Who
from adjudicator.service.moderation import admission, moderators
from adjudicator.service.moderation.command import Author, ModeratorCommand, check, perform
from adjudicator.service.moderation.commands import DEEDS, decode
from adjudicator.service.moderation.rights import Right
from adjudicator.service.moderation.wording import BadWording, Wording, begins_with_hours
from adjudicator.store import outbound
from adjudicator.store.tables import Telling

from_the_seat = RejectionReason(
    "from_the_seat",
    msgid(
        "You moderate this campaign, but this is the address of your seat: please write such words to the "
        "address from which you get the moderator's emails."
    ),
)
no_moderator = RejectionReason("no_moderator", msgid("Only a moderator may do this, and this campaign has none."))
not_yours = RejectionReason(
    "not_yours",
    msgid(
        "Only a moderator may do this (%(names)s); please ask there. Nothing was done. “wait” asks for more time, "
        "“absent” tells that you are away."
    ),
)
write_it_so = RejectionReason("write_it_so", msgid("Please write it like this: %(example)s. The seats: %(seats)s."))
name_position = RejectionReason(
    "name_position",
    msgid(
        "Please name the position that you mean it for: the campaign stands at log number %(log)s (asked: "
        "%(seats)s). Write it like this: %(example)s"
    ),
)


class Moderating(Command):
    """A deed as a command."""

    scope = Scope.ONCE

    kind: ClassVar[type[ModeratorCommand]]
    listed_for = Who.MODERATOR

    def takes(self, rest: str) -> bool:
        return True

    def goes_on(self, line: str) -> bool:
        return self.kind.goes_on(line)

    def anywhere(self, rest: str) -> bool:
        return self.kind.anywhere and (not rest or begins_with_hours(rest))

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        author = author_of(act)
        try:
            deed = self.kind.read(Wording(act.table, rest))
        except BadWording:
            raise write_it_so(
                example=lambda words: self.item(words).name, seats=[seat.name for seat in act.table.players]
            ) from None
        check(act.table, deed, author)
        return _ask(act, self, deed, author) if self.kind.final else _done(act, self, deed, author)


def _command(deed: type[ModeratorCommand]) -> Moderating:
    class OfDeed(Moderating):
        names = deed.names
        needs = deed.right
        purpose, usage = deed.purpose, deed.usage or ""
        kind = deed

    return OfDeed()


_BY_DEED = {deed: _command(deed) for deed in DEEDS if deed.names}
COMMANDS: tuple[Command, ...] = tuple(_BY_DEED.values())


class Confirmed(Purpose):
    """A deed that cannot be undone, and the code is back."""

    id = "moderate"

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        deed = decode(redeemed.payload)
        command = _BY_DEED[type(deed)]
        try:
            require(act, command)
            return _done(act, command, deed, author_of(act))
        except Rejected as why:
            return command.refused(act, why)


def _done(act: CommandContext, command: Moderating, deed: ModeratorCommand, author: Author) -> CommandReply:
    """Carry out a moderator's command, or nothing of it if it is refused.

    Its author gets the answer, and no notice besides.
    """
    newest = outbound.newest(act.session)
    with act.session.begin_nested():
        act.table = perform(act.table, deed, author)
    act.seat = act.table.by_id[act.seat.id]
    if not deed.tells_author:
        outbound.cancel_newer(act.session, act.seat.id, newest)
    words = act.language
    return act.says(
        command.name(words),
        deed.done(words),
        *deed.came_of(act.table, words),
        title=words.gettext("done"),
        changed=True,
    )


def _ask(act: CommandContext, command: Moderating, deed: ModeratorCommand, author: Author) -> CommandReply:
    """Ask, with a code, whether the moderator command is to be carried out."""
    language, table = act.language, act.table
    title = command.name(language)
    log = table.match.public_n
    if deed.at_log and getattr(deed, "log", None) is None:
        example = f"{title} {log} …" if command.argument(language) != language.gettext("LOG") else f"{title} {log}"
        asked = [act.seat_called(name) for name in table.match.asked_seats]
        raise name_position(log=log, seats=lambda words: words.listing(asked) or "-", example=example)
    _rehearse(act, deed, author)
    said = act.says(title, deed.asked(language, act.seat_called), *deed.preview(act.table, language, act.seat_called))
    confirm, payload = language.gettext("please confirm"), msgspec.json.encode(deed)
    reply = confirmations.asked(act, Confirmed, *said.sections, title=confirm, payload=payload, alone=False)
    # nothing has touched play yet
    table.record(author.signed, "ask for a code", msgspec.to_builtins(deed), Telling.NOBODY)
    return reply


def _rehearse(act: CommandContext, deed: ModeratorCommand, author: Author) -> None:
    """Find out whether it would be refused, by doing it and taking it back. Raises Rejected."""
    nested = act.session.begin_nested()
    try:
        perform(act.table, deed, author)
    finally:
        nested.rollback()
        act.session.expire_all()
        act.table = table_of_campaign(act.work, act.table.campaign.id)
        act.seat = act.table.by_id[act.seat.id]


def require(act: CommandContext, command: Command) -> None:
    """Check whether the author of the message may give a command; note a moderator whose rights do not suffice.

    Raises:
        Rejected: The author may not give the command.
    """
    if not isinstance(command.needs, Right):
        return
    author = author_of(act)
    try:
        admission.may(author.right, command.needs)
    except Rejected:
        facts = {"right": author.right, "needs": command.needs, "mail": act.mail.message_id}
        admission.note(act.work, act.roster.campaign.id, author.signed, command.id, facts)
        raise


def author_of(act: CommandContext) -> Author:
    """Return who moderates by this mail. Raises Rejected."""
    author = moderators.author_of(act.seat, act.person_id)
    if author is not None:
        return author
    holders = [holder for _, holder in moderators.moderators(act.table)]
    if act.person_id in {holder.person_id for holder in holders}:
        raise from_the_seat()
    if not holders:
        raise no_moderator()
    raise not_yours(names=lambda words: words.listing([holder.name for holder in holders]))
