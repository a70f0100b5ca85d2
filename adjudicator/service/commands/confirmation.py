"""`confirm CODE` and `reject CODE`: somebody's word on what waits for it."""

from adjudicator.language import msgid
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import BadCode, looks_like_code, purpose_of
from adjudicator.service.commands.command import Command, Scope
from adjudicator.service.moderation.rights import Access
from adjudicator.store.confirmations import Owner, open_for


class _Word(Command):
    """The common part of both commands."""

    needs = Access.SEAT
    scope = Scope.ONCE
    reject: bool
    heading = msgid("Confirmation")
    usage = msgid("CODE")
    listed_for = None

    def takes(self, rest: str) -> bool:
        return not rest or looks_like_code(rest)

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Use the code up and do what it stands for."""
        act = self._owner(act, rest)
        redeemed = self._redeemed(act, rest)
        purpose = purpose_of(redeemed.purpose)
        if not self.reject:
            return purpose.confirmed(act, redeemed)
        words = act.language
        dropped, told = words.gettext("dropped"), words.gettext("It is dropped: nothing was done.")
        return purpose.rejected(act, redeemed) or act.says(self.heading, told, title=dropped, changed=True)

    def _owner(self, act: CommandContext, rest: str) -> CommandContext:
        """Return its author in the seat that the code is for, where they play several."""
        for each in map(act.for_seat, act.meant()):
            who, came = Owner(each.seat.id, each.person_id), act.received_at
            if confirmations.typed_code(act.session, rest, who, came) if rest else open_for(act.session, who, came):
                return each
        return act

    def _redeemed(self, act: CommandContext, rest: str) -> confirmations.Redeemed:
        who = Owner(act.seat.id, act.person_id, act.mail.sender.address if act.mail.sender else None)
        if rest:
            return confirmations.redeem(act.session, rest, who, act.received_at, reject=self.reject)
        waiting = open_for(act.session, who, act.received_at)
        if len(waiting) == 1 and purpose_of(waiting[0].purpose).one_word:
            return confirmations.use(act.session, waiting[0], act.received_at, reject=self.reject)
        raise BadCode(confirmations.unknown)


class Confirm(_Word):
    names = {
        "en": ("confirm", "i confirm", "i agree"),
        "ru": ("подтверждаю", "подтвердить", "подтверди", "согласен", "согласна"),
    }
    reject = False
    purpose = msgid("approve the request in the email that contained the code")


class Reject(_Word):
    names = {
        "en": ("reject", "i reject", "i disagree"),
        "ru": ("отклоняю", "отклонить", "не подтверждаю", "не согласен", "не согласна"),
    }
    reject = True
    purpose = msgid("decline the request in the email that contained the code")


COMMANDS: tuple[Command, ...] = (Confirm(), Reject())
WORDS = frozenset(each.id for each in COMMANDS)
"""The commands that take a code."""
