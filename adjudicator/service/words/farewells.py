"""Mails about a seat to people who do not have it: the last one to who lost it, the first to who stands by."""

from __future__ import annotations

from adjudicator.language import Language, language
from adjudicator.reports.model import Kind, Report
from adjudicator.service.outbox.intents import Tell, decode
from adjudicator.service.play.dues import campaign_by_id
from adjudicator.service.service import Service
from adjudicator.service.words.plain_mails import posted
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail


def rendered(service: Service, row: OutboundMail) -> bytes:
    """The bytes of such a mail. Raises LookupError when its campaign is gone."""
    intent = decode(row.intent)
    assert isinstance(intent, Tell)
    with reading(service.engine) as session:
        campaign = campaign_by_id(session, row.campaign_id or 0)
    words = language(intent.values["language"])
    report = Report(
        kind=Kind.NOTICE,
        campaign=campaign.title,
        title=_title(words, intent.topic),
        written=intent.written,
        language=words.code,
        lead=_lead(words, intent),
    )
    return posted(service, row, report)


def _title(words: Language, topic: str) -> str:
    return {
        "farewell": words.gettext("your seat has changed hands"),
        "ejected": words.gettext("your seat was taken from you"),
        "dismissed": words.gettext("you do not moderate any more"),
        "standby": words.gettext("you stand by for a seat"),
        "stand_in": words.gettext("you stand in for a seat"),
        "left": words.gettext("you have left"),
        "gave_back": words.gettext("you have left"),
    }.get(topic) or words.gettext("you could not join")


def _lead(words: Language, intent: Tell) -> tuple[str, ...]:
    values = intent.values
    seat = values["seat"]
    told = {
        "farewell": words.gettext(
            "%(seat)s is played by somebody else from now on. Thank you for your part in it. What you knew of the "
            "seat, please keep to yourself until the match is over.",
            seat=seat,
        ),
        "ejected": words.gettext(
            "The moderator has taken %(seat)s from you. Your reply address does not count any more. What you knew of "
            "the seat, please keep to yourself until the match is over.",
            seat=seat,
        ),
        "dismissed": words.gettext("You do not moderate this campaign any more. Thank you for what you did for it."),
        "standby": words.gettext(
            "You stand by for %(seat)s: if its player falls silent, the seat is yours, and you get a mail with "
            "everything it knows.",
            seat=seat,
        ),
        "stand_in": words.gettext(
            "You hold %(seat)s from %(first)s on. On that day you get a mail with everything the seat knows.",
            seat=seat,
            first=values.get("from", ""),
        ),
        "left": words.gettext(
            "You do not play %(seat)s any more. Thank you for your part in it. What you knew of the seat, please "
            "keep to yourself until the match is over.",
            seat=seat,
        )
        if seat
        else words.gettext("You do not watch any more. Thank you for your interest."),
        "gave_back": words.gettext("You have given your place back. Your code still works if you change your mind."),
        "refused_begun": words.gettext("The match has begun already, and all its seats are taken."),
        "refused_full": words.gettext("All seats are taken. Please write to whoever sent you the code."),
        "refused_taken": words.gettext("That seat is taken. Ask for another one, or leave the choice to us."),
        "refused_no_such_seat": words.gettext(
            "There is no such seat. Write the name of one, or leave the choice to us."
        ),
        "refused_no_observers": words.gettext("Newcomers may not watch this campaign."),
        "refused_already": words.gettext("Somebody has already joined from this address."),
        "refused_nonce": words.gettext("What you add to the draws may have 200 bytes; please shorten it."),
    }[intent.topic]
    said = [told]
    if values.get("free"):
        said.append(words.gettext("Free seats: %(seats)s.", seats=values["free"]))
    if values.get("to"):
        said.append(words.gettext("Until %(moment)s.", moment=values["to"]))
    if values.get("reason"):
        said.append(words.gettext("The reason: %(reason)s", reason=values["reason"]))
    return tuple(said)
