"""Notices to moderators about mail that does not arrive, and what they can do."""

from __future__ import annotations

from adjudicator.language import Language
from adjudicator.service.outbox import notices
from adjudicator.service.outbox.mail_troubles import UNWRITTEN
from adjudicator.service.words.notices.wording import Wording


class AddressDead(Wording[notices.AddressDead]):
    def title(self) -> str:
        return self.words.gettext("an address is out of use")

    def sentences(self) -> tuple[str, ...]:
        notice, words = self.notice, self.words
        return (
            words.gettext(
                "Mails to %(address)s (%(seats)s) come back: %(why)s.",
                address=notice.address,
                seats=self.listed(notice.seats),
                why=_reason(words, notice.status),
            ),
            words.gettext("They go to %(address)s instead.", address=notice.other)
            if notice.other
            else words.gettext("Nothing is sent there any more, and there is no other address."),
            words.gettext(
                "Ask the player in some other way. A mail from the address brings it back into use; a new address has "
                "to be registered."
            ),
        )


class Undelivered(Wording[notices.Undelivered]):
    def title(self) -> str:
        return self.words.gettext("a mail could not be delivered")

    def sentences(self) -> tuple[str, ...]:
        words, seats = self.words, self.listed(self.notice.seats)
        if self.notice.status == UNWRITTEN:
            return (
                words.gettext("A mail for %(seats)s could not be written because of a defect of ours.", seats=seats),
                words.gettext("The operator finds the reason in the log; the word resend may help the player."),
            )
        return (
            words.gettext(
                "A mail to %(address)s (%(seats)s) was tried for days, and no server took it. It is not tried any "
                "more.",
                address=self.notice.address,
                seats=seats,
            ),
            words.gettext("The player can have his newest report again with the word resend."),
        )


class Complaint(Wording[notices.Complaint]):
    def title(self) -> str:
        return self.words.gettext("a complaint about our mails")

    def sentences(self) -> tuple[str, ...]:
        return (
            self.words.gettext(
                "The provider of %(address)s (%(seats)s) reports one of our mails as unwanted.",
                address=self.notice.address,
                seats=self.listed(self.notice.seats),
            ),
            self.words.gettext(
                "Reminders and other optional mails to this address are stopped; questions and reports go on. Ask the "
                "player whether he still wants to play."
            ),
        )


class SetAside(Wording[notices.SetAside]):
    def title(self) -> str:
        return self.words.gettext("a mail was set aside")

    def sentences(self) -> tuple[str, ...]:
        words, seats = self.words, self.listed(self.notice.seats)
        return (
            words.gettext(
                "A mail to this campaign stopped the service and was set aside: it is kept, and not answered."
            ),
            *([words.gettext("It was for %(seats)s.", seats=seats)] if seats else []),
            words.gettext("Ask the sender to write again in plain text, and the operator to look at it."),
        )


def _reason(language: Language, status: str) -> str:
    """The class of a status code (RFC 3463) in words."""
    if status.startswith(("5.1.", "5.4.4", "550", "551", "553")):
        return language.gettext("there is no such mailbox")
    if status.startswith(("5.2.2", "4.2.2", "552")):
        return language.gettext("the mailbox is full")
    if status.startswith("5.2."):
        return language.gettext("the mailbox takes no mail")
    if status.startswith("5.7."):
        return language.gettext("the server of the address refuses our mails")
    return language.gettext("they cannot be delivered")
