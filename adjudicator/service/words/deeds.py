"""What everybody is told of a moderator's deeds (topics of `adjudicator.service.outbox.notices`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from adjudicator.language import Language
from adjudicator.service.desk import policy_words
from adjudicator.service.desk.rights import right_word

TOPICS = frozenset(
    (
        "processed",
        "ejected",
        "left",
        "left_team",
        "held",
        "policy",
        "appointed",
        "dismissed",
        "silent",
        "offered",
        "restored",
        "draw_needed",
    )
)


def title(language: Language, topic: str) -> str:
    """A few words for the subject."""
    return {
        "processed": language.gettext("the moderator had a decision carried out"),
        "ejected": language.gettext("a seat is empty"),
        "left": language.gettext("somebody has left"),
        "left_team": language.gettext("who holds a seat has changed"),
        "held": language.gettext("who holds a seat has changed"),
        "policy": language.gettext("the rules about time have changed"),
        "appointed": language.gettext("who moderates has changed"),
        "dismissed": language.gettext("who moderates has changed"),
        "silent": language.gettext("the moderator is silent: who takes over?"),
        "offered": language.gettext("somebody offers to moderate"),
        "restored": language.gettext("restored from a backup: please read"),
        "draw_needed": language.gettext("a draw is needed: please enter it"),
    }[topic]


def lead(language: Language, topic: str, seats: str, values: Mapping[str, str], zone: str, now: datetime) -> str:
    """What is to be said, in a sentence or two. `seats` are named already."""
    told: Callable[[], str] = {
        "processed": lambda: _processed(language, seats),
        "ejected": lambda: language.gettext(
            "The moderator has taken %(seats)s from %(person)s. Until somebody takes the seat, it gets at each "
            "deadline what the rules name as the default.", seats=seats, person=values.get("person", ""),
        ),
        "left": lambda: language.gettext(
            "%(person)s has left. Nobody plays %(seats)s now: at its deadlines the defaults of the rules are carried "
            "out, until the moderator finds somebody.",
            seats=seats, person=values.get("person", ""),
        ),
        "left_team": lambda: language.gettext(
            "%(person)s does not hold %(seats)s any more; the others go on.",
            seats=seats, person=values.get("person", ""),
        ),
        "held": lambda: _held(language, seats, values, zone, now),
        "policy": lambda: language.gettext(
            "From now on, set by the moderator: %(changes)s. Deadlines already announced do not come nearer.",
            changes=policy_words.changes(language, values),
        ),
        "appointed": lambda: language.gettext(
            "%(person)s moderates from now on, with the right “%(right)s” (%(meaning)s).",
            person=values.get("person", ""), right=right_word(language, values["right"]),
            meaning=right_means(language, values["right"]),
        ),
        "dismissed": lambda: language.gettext(
            "%(person)s does not moderate any more.", person=values.get("person", "")
        ),
        "silent": lambda: language.gettext(
            "Something has been waiting for the moderator's word for %(days)s days, and there is none. If you would "
            "moderate, write “%(offer)s”. Whoever is supported by more than half of the players, himself included, "
            "moderates. The moderator may still answer, and then all stays as it is.",
            days=values.get("days", ""), offer=language.typed(en="moderate", ru="буду вести"),
        ),
        "offered": lambda: language.gettext(
            "%(seats)s (%(person)s) would moderate this campaign. If you agree, write “%(support)s”. A moderator "
            "who plays still sees no more than his seat may know. Support so far: %(count)s of %(needed)s.",
            seats=seats, person=values.get("person", ""), count=values.get("count", ""),
            needed=values.get("needed", ""),
            support=f"{language.typed(en='support moderator', ru='поддерживаю ведущего')} {values.get('seats', '')}",
        ),
        "draw_needed": lambda: _draw_needed(language, values),
        "restored": lambda: language.gettext(
            "The computer of this campaign failed, and it was restored as it stood at %(moment)s. What you have "
            "written since then is read again from our mailbox: you need not send it anew. Until the moderator "
            "resumes the campaign no deadline runs, and orders are kept; then they are tried in the order in which "
            "they came. What you have had from us since then may come a second time.",
            moment=_moment(language, values.get("moment", ""), zone, now),
        ),
    }[topic]  # fmt: skip
    return told()


def right_means(language: Language, right: str) -> str:
    """A right in words."""
    return {
        "all": language.gettext("everything"),
        "time": language.gettext("pauses, deadlines, absences, reminders"),
        "mail": language.gettext("mails that were set aside"),
    }[right]


def _processed(language: Language, seats: str) -> str:
    if not seats:
        return language.gettext("The moderator had the open decision carried out before its deadline.")
    return language.gettext(
        "The moderator had the open decision carried out before its deadline; for %(seats)s what the rules name as the "
        "default was done.",
        seats=seats,
    )


def _draw_needed(language: Language, values: Mapping[str, str]) -> str:
    told = language.gettext(
        "Play stands still until a draw that is made at your table is entered: %(draw)s.", draw=values.get("draw", "")
    )
    if not values.get("range"):
        return f"{told} " + language.gettext(
            "It is hidden from the players, and you play: another moderator has to enter it, or the adjudicator draws "
            "it (adjudicator campaign draws)."
        )
    return f"{told} " + language.gettext(
        "Possible is: %(range)s. Answer this mail with “%(command)s %(log)s” and the result (several values with "
        "commas, in the order drawn).",
        range=values["range"], command=language.typed(en="draw", ru="жребий"), log=values.get("log", ""),
    )  # fmt: skip


def _held(language: Language, seats: str, values: Mapping[str, str], zone: str, now: datetime) -> str:
    person = values.get("person", "")
    sentence = {
        "orders": language.gettext("%(person)s gives orders for %(seats)s too.", seats=seats, person=person),
        "copy": language.gettext("%(person)s reads along for %(seats)s.", seats=seats, person=person),
        "standby": language.gettext(
            "%(person)s stands by for %(seats)s and takes the seat if its player falls silent.",
            seats=seats, person=person,
        ),
    }[values.get("role", "orders")]  # fmt: skip
    start, end = (_moment(language, values.get(name, ""), zone, now) for name in ("from", "to"))
    if start:
        sentence += " " + language.gettext("From %(moment)s.", moment=start)
    if end:
        sentence += " " + language.gettext("Until %(moment)s.", moment=end)
    return sentence


def _moment(language: Language, iso: str, zone: str, now: datetime) -> str:
    return language.time(datetime.fromisoformat(iso), zone, now) if iso else ""
