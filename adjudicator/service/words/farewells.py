"""Mails about a seat to people who do not have it: the last one to who lost it, the first to who stands by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.language import language, msgid
from adjudicator.reports.model import Kind, Report
from adjudicator.service.outbox.intents import Tell, decode
from adjudicator.service.service import Service
from adjudicator.service.words.plain_mails import posted
from adjudicator.store.campaigns import campaign_by_id
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail


def rendered(service: Service, row: OutboundMail) -> bytes:
    """The bytes of such a mail. Raises LookupError when its campaign is gone."""
    intent = decode(row.intent)
    assert isinstance(intent, Tell)
    with reading(service.engine) as session:
        campaign = campaign_by_id(session, row.campaign_id or 0)
    words, values = language(intent.values["language"]), intent.values
    title, told = WORDS["left_watching" if intent.topic == "left" and not values["seat"] else intent.topic]
    lead = [words.gettext(told, seat=values["seat"], first=values.get("from", ""))]
    if values.get("free"):
        lead.append(words.gettext("Free seats: %(seats)s.", seats=values["free"]))
    if values.get("to"):
        lead.append(words.gettext("Until %(moment)s.", moment=values["to"]))
    if values.get("reason"):
        lead.append(words.gettext("The reason: %(reason)s", reason=values["reason"]))
    report = Report(
        kind=Kind.NOTICE,
        campaign=campaign.title,
        title=words.gettext(title),
        written=intent.written,
        language=words.code,
        lead=tuple(lead),
    )
    return posted(service, row, report)


_HANDED_OVER = msgid("your seat has changed hands")
_LEFT = msgid("you have left")
_REFUSED = msgid("you could not join")
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "farewell": (
        _HANDED_OVER,
        msgid(
            "%(seat)s is played by somebody else from now on. Thank you for your part in it. What you knew of the "
            "seat, please keep to yourself until the match is over."
        ),
    ),
    "ejected": (
        msgid("your seat was taken from you"),
        msgid(
            "The moderator has taken %(seat)s from you. Your reply address does not count any more. What you knew of "
            "the seat, please keep to yourself until the match is over."
        ),
    ),
    "dismissed": (
        msgid("you do not moderate any more"),
        msgid("You do not moderate this campaign any more. Thank you for what you did for it."),
    ),
    "standby": (
        msgid("you stand by for a seat"),
        msgid(
            "You stand by for %(seat)s: if its player falls silent, the seat is yours, and you get a mail with "
            "everything it knows."
        ),
    ),
    "stand_in": (
        msgid("you stand in for a seat"),
        msgid("You hold %(seat)s from %(first)s on. On that day you get a mail with everything the seat knows."),
    ),
    "left": (
        _LEFT,
        msgid(
            "You do not play %(seat)s any more. Thank you for your part in it. What you knew of the seat, please "
            "keep to yourself until the match is over."
        ),
    ),
    "left_watching": (_LEFT, msgid("You do not watch any more. Thank you for your interest.")),
    "gave_back": (_LEFT, msgid("You have given your place back. Your code still works if you change your mind.")),
    "refused_begun": (_REFUSED, msgid("The match has begun already, and all its seats are taken.")),
    "refused_full": (_REFUSED, msgid("All seats are taken. Please write to whoever sent you the code.")),
    "refused_taken": (_REFUSED, msgid("That seat is taken. Ask for another one, or leave the choice to us.")),
    "refused_no_such_seat": (
        _REFUSED,
        msgid("There is no such seat. Write the name of one, or leave the choice to us."),
    ),
    "refused_no_observers": (_REFUSED, msgid("Newcomers may not watch this campaign.")),
    "refused_already": (_REFUSED, msgid("Somebody has already joined from this address.")),
    "refused_nonce": (_REFUSED, msgid("What you add to the draws may have 200 bytes; please shorten it.")),
}
"""By topic the title and what is said."""
