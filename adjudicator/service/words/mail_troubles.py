"""What moderators read about mail that does not arrive (`adjudicator.service.outbox.mail_troubles`)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.language import Language

UNWRITTEN = "unwritten"
"""Stands for a status code where no server was asked at all."""
TOPICS = frozenset(("address_dead", "undelivered", "complaint", "set_aside"))


def titles(language: Language) -> dict[str, str]:
    """A few words for the subject, by topic."""
    return {
        "address_dead": language.gettext("an address is out of use"),
        "undelivered": language.gettext("a mail could not be delivered"),
        "complaint": language.gettext("a complaint about our mails"),
        "set_aside": language.gettext("a mail was set aside"),
    }


def sentences(language: Language, topic: str, values: Mapping[str, str], seats: str) -> list[str]:
    """What is to be said, and what the moderator can do."""
    address, other = values.get("address", ""), values.get("other", "")
    if topic == "address_dead":
        return [
            language.gettext(
                "Mails to %(address)s (%(seats)s) come back: %(why)s.",
                address=address, seats=seats, why=_reason(language, values.get("status", "")),
            ),
            language.gettext("They go to %(address)s instead.", address=other) if other
            else language.gettext("Nothing is sent there any more, and there is no other address."),
            language.gettext(
                "Ask the player in some other way. A mail from the address brings it back into use; a new address has "
                "to be registered."
            ),
        ]  # fmt: skip
    if topic == "undelivered" and values.get("status") == UNWRITTEN:
        return [
            language.gettext("A mail for %(seats)s could not be written because of a defect of ours.", seats=seats),
            language.gettext("The operator finds the reason in the log; the word resend may help the player."),
        ]
    if topic == "undelivered":
        return [
            language.gettext(
                "A mail to %(address)s (%(seats)s) was tried for days, and no server took it. It is not tried any "
                "more.",
                address=address, seats=seats,
            ),
            language.gettext("The player can have his newest report again with the word resend."),
        ]  # fmt: skip
    if topic == "complaint":
        return [
            language.gettext(
                "The provider of %(address)s (%(seats)s) reports one of our mails as unwanted.",
                address=address, seats=seats,
            ),
            language.gettext(
                "Reminders and other optional mails to this address are stopped; questions and reports go on. Ask the "
                "player whether he still wants to play."
            ),
        ]  # fmt: skip
    return [
        language.gettext(
            "A mail to this campaign stopped the service and was set aside: it is kept, and not answered."
        ),
        *([language.gettext("It was for %(seats)s.", seats=seats)] if seats else []),
        language.gettext("Ask the sender to write again in plain text, and the operator to look at it."),
    ]


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
