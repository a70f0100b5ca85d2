"""Short news without orders: who has asked for time, who is away, what a moderator did, what a deadline brought.

A notice is a `Tell` whose topic is one of `TOPICS`; its values are names of seats and people, numbers, and
moments in ISO form, which are shown in the reader's own zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

import msgspec

from adjudicator.language import Language
from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.table_draws import in_words
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import Tell
from adjudicator.service.words import deeds, mail_troubles
from adjudicator.service.words.reader import Desk
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.outbox import NewOutbound

TOPICS = frozenset((
    "remind", "wait", "absent", "back", "paused", "resumed", "extended", "missed", "undecided", "no_default",
    "replaced", "short_fuse", "open_eyes", "foreign_token", "shared_mailbox",
    "takeback_refused", *deeds.TOPICS,
)) | mail_troubles.TOPICS  # fmt: skip


def send(
    table: Table,
    seats: Iterable[SeatAtTable],
    topic: str,
    values: Mapping[str, str],
    *,
    kind: str = queue.NOTE,
    asking: bool = True,
    sequence: int | None = None,
) -> None:
    """Queue a notice to each of the seats; those that have an open question get it once more (`asking`).

    `sequence`: the log number at which they stand, if the match has moved since the table was loaded.
    """
    position = table.head.sequence if sequence is None else sequence
    numbers = {row.seat_id: row.number for row in prompts.open_questions(table.session, table.campaign.id)}
    for seat in seats:
        number = numbers.get(seat.id) if asking else None
        intent = Tell(written=table.now, topic=topic, values=dict(values), number=number)
        mails = queue.for_seat(table, seat, intent, sequence=position, tells_news=False)
        queue.queue(table.session, [_marked(mail, kind, number) for mail in mails], table.now)


def _marked(mail: NewOutbound, kind: str, number: int | None) -> NewOutbound:
    """With its question's number: it is not sent any more when the question is closed."""
    return msgspec.structs.replace(mail, kind=kind, prompt_number=number)


def title(language: Language, topic: str) -> str:
    """A few words for the subject."""
    if topic in deeds.TOPICS:
        return deeds.title(language, topic)
    titles = {
        "remind": language.gettext("a reminder: your answer is still missing"),
        "wait": language.gettext("more time was asked for"),
        "absent": language.gettext("somebody is away"),
        "back": language.gettext("somebody is back"),
        "paused": language.gettext("the campaign is paused"),
        "resumed": language.gettext("the campaign goes on"),
        "extended": language.gettext("the deadline is later"),
        "missed": language.gettext("your deadline has passed"),
        "undecided": language.gettext("a deadline has passed: the moderator decides"),
        "no_default": language.gettext("a deadline has passed: please decide"),
        "replaced": language.gettext("a seat has changed hands"),
        "short_fuse": language.gettext("you have less time from now on"),
        "shared_mailbox": language.gettext("two seats share a mailbox"),
        "takeback_refused": language.gettext("your orders stay as they are"),
        "foreign_token": language.gettext("a secret address is known to another seat"),
        "open_eyes": language.gettext("a moderator who plays has looked at secrets"),
        **mail_troubles.titles(language),
    }
    return titles[topic]


def lead(desk: Desk, intent: Tell) -> tuple[str, ...]:
    """What is to be said, in one or two sentences."""
    language, values = desk.language, intent.values
    if intent.topic == "draw_needed":
        values = {**values, "draw": in_words(values["draw"], desk.report, language)}
    seats = language.listing([desk.seat_called(name) for name in values.get("seats", "").split(",") if name])
    until = _moment(desk, values.get("until", ""))
    sentences = {
        "remind": lambda: language.gettext("We do not have your answer to this question yet."),
        "wait": lambda: language.ngettext(
            "%(seats)s asked for the agreed extension of %(n)s hour. It holds for everybody who is asked.",
            "%(seats)s asked for the agreed extension of %(n)s hours. It holds for everybody who is asked.",
            int(values.get("hours", "0")),
            seats=seats,
        ),
        "absent": lambda: language.gettext(
            "%(seats)s is away from %(first)s to %(last)s. The time for an answer stands still meanwhile.",
            seats=seats, first=_day(desk, values.get("first", "")), last=_day(desk, values.get("last", "")),
        ),
        "back": lambda: language.gettext(
            "%(seats)s is back. Deadlines already announced stay as they are.", seats=seats
        ),
        "paused": lambda: language.gettext(
            "The moderator has paused the campaign: no deadline runs. Orders that you send meanwhile are kept and "
            "tried when it goes on."
        ),
        "resumed": lambda: language.gettext("The campaign goes on, and the deadlines run again."),
        "extended": lambda: language.gettext("The moderator has given more time."),
        "missed": lambda: language.gettext(
            "We had no answer from you by the deadline and its grace period: what the rules name as the default was "
            "done."
        ),
        "undecided": lambda: language.gettext(
            "%(seats)s did not answer in time. Nothing happens until the moderator decides.", seats=seats
        ),
        "no_default": lambda: language.gettext(
            "%(seats)s did not answer in time, and this campaign leaves it to you: give more time, replace the player, "
            "or carry the decision out with the defaults.",
            seats=seats,
        ),
        "replaced": lambda: language.gettext("%(seats)s is played by somebody else from now on.", seats=seats),
        "shared_mailbox": lambda: language.gettext(
            "%(seats)s read the same mailbox, so each may learn what the other knows. Both are asked whether they "
            "agree; their orders wait until they have.",
            seats=seats,
        ),
        "takeback_refused": lambda: language.gettext(
            "%(seats)s did not agree that your orders are taken back.", seats=seats
        ),
        "foreign_token": lambda: language.gettext(
            "A mail from an address of %(by)s came to the secret address of %(seats)s. It was set aside and did "
            "nothing. With that address alone nobody can act for the seat; it has a new one now all the same.",
            by=desk.seat_called(values.get("by", "")),
            seats=seats,
        ),
        "short_fuse": lambda: language.ngettext(
            "You have missed %(missed)s deadlines in a row. From now on you have %(n)s hour for an answer, until you "
            "answer in time.",
            "You have missed %(missed)s deadlines in a row. From now on you have %(n)s hours for an answer, until you "
            "answer in time.",
            int(values.get("hours", "0")),
            missed=values.get("missed", ""),
        ),
        "open_eyes": lambda: (
            language.gettext(
                "%(player)s moderates and plays, and has looked at what only %(seats)s may know.",
                player=values.get("player", ""), seats=seats,
            )
            if seats
            else language.gettext(
                "%(player)s moderates and plays, and has looked at everything, the secrets of every seat included.",
                player=values.get("player", ""),
            )
        ),
    }  # fmt: skip
    if intent.topic in mail_troubles.TOPICS:
        return tuple(mail_troubles.sentences(language, intent.topic, values, seats))
    if intent.topic in deeds.TOPICS:
        said = [deeds.lead(language, intent.topic, seats, values, desk.zone, intent.written)]
    else:
        said = [sentences[intent.topic]()]
    if values.get("reason"):
        said.append(language.gettext("The reason: %(reason)s", reason=values["reason"]))
    if until:
        said.append(language.gettext("The deadline: %(moment)s.", moment=until))
    return tuple(said)


def _day(desk: Desk, iso: str) -> str:
    return desk.language.day(date.fromisoformat(iso), desk.intent.written) if iso else ""


def _moment(desk: Desk, iso: str) -> str:
    if not iso:
        return ""
    return desk.language.moment(datetime.fromisoformat(iso), desk.zone, desk.intent.written)
