"""Notices in words: the sentences that stand with their classes, filled for one reader; here is what says more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Any, TypeVar

from adjudicator.language import Value, msgid
from adjudicator.reports.speech import blanks
from adjudicator.service.campaign.table_draws import in_words
from adjudicator.service.desk import policy_words
from adjudicator.service.desk.rights import right_word
from adjudicator.service.outbox import notices
from adjudicator.service.outbox.intents import Tell
from adjudicator.service.outbox.mail_troubles import UNWRITTEN
from adjudicator.service.outbox.notices import NOTICES, AboutSeats, Notice
from adjudicator.service.words.reader import Reader
from adjudicator.store.tables import Role

N = TypeVar("N", bound=Notice)
FUNCTIONS: dict[type[Notice], Callable[[Wording, Any], Iterator[str]]] = {}


class Wording:
    """A notice for its reader."""

    def __init__(self, reader: Reader, notice: Notice) -> None:
        self.reader, self.notice, self.words = reader, notice, reader.language

    def title(self) -> str:
        """A few words for the subject."""
        return self.words.gettext(self.notice.title)

    def sentences(self) -> tuple[str, ...]:
        """The paragraphs of the mail: what is to be said, and the reason where one is given."""
        notice, function = self.notice, FUNCTIONS.get(type(self.notice))
        told = (self.say(notice.told),) if function is None else tuple(function(self, notice))
        if reason := getattr(notice, "reason", ""):
            return (*told, self.words.gettext("The reason: %(reason)s", reason=reason))
        return told

    def say(self, text: str, **more: Value) -> str:
        """A message, filled with the fields of the notice and with what else is given."""
        fields = {name: more[name] if name in more else self._field(name) for name, _ in blanks(text)}
        return self.words.gettext(text, **fields)

    @property
    def seats(self) -> str:
        """The seats that the notice is about, as the game calls them."""
        assert isinstance(self.notice, AboutSeats)
        return self.words.listing([self.reader.seat_called(seat) for seat in self.notice.seats])

    def moment(self, moment: datetime) -> str:
        """A moment in the reader's zone."""
        return self.words.time(moment, self.reader.zone, self.reader.intent.written)

    def _field(self, name: str) -> Value:
        """A field of the notice as its reader knows it: seats as the game calls them, moments in the reader's zone."""
        value = getattr(self.notice, name)
        if name == "seats":
            return self.seats
        if isinstance(value, datetime):
            return self.moment(value)
        return self.words.day(value, self.reader.intent.written) if isinstance(value, date) else value


def of(kind: type[N]) -> Callable[[Callable[[Wording, N], Iterator[str]]], None]:
    """Declares the function that words the notices of a class where its own sentences do not do."""

    def declared(function: Callable[[Wording, N], Iterator[str]]) -> None:
        FUNCTIONS[kind] = function

    return declared


@of(notices.Wait)
def _wait(to: Wording, notice: notices.Wait) -> Iterator[str]:
    yield to.words.ngettext(
        "%(seats)s asked for the agreed extension of %(n)s hour. It holds for everybody who is asked.",
        "%(seats)s asked for the agreed extension of %(n)s hours. It holds for everybody who is asked.",
        notice.hours,
        seats=to.seats,
    )


@of(notices.ShortFuse)
def _short_fuse(to: Wording, notice: notices.ShortFuse) -> Iterator[str]:
    yield to.words.ngettext(
        "You have missed %(missed)s deadlines in a row. From now on you have %(n)s hour for an answer, until you "
        "answer in time.",
        "You have missed %(missed)s deadlines in a row. From now on you have %(n)s hours for an answer, until you "
        "answer in time.",
        notice.hours,
        missed=notice.missed,
    )


@of(notices.Policy)
def _policy(to: Wording, notice: notices.Policy) -> Iterator[str]:
    yield to.say(
        msgid("From now on, set by the moderator: %(changes)s. Deadlines already announced do not come nearer."),
        changes=policy_words.changes(to.words, notice.changes),
    )


@of(notices.Held)
def _held(to: Wording, notice: notices.Held) -> Iterator[str]:
    told = [to.say(_ROLES[notice.role])]
    if notice.since is not None:
        told.append(to.words.gettext("From %(moment)s.", moment=to.moment(notice.since)))
    if notice.until is not None:
        told.append(to.words.gettext("Until %(moment)s.", moment=to.moment(notice.until)))
    yield " ".join(told)


_ROLES = {
    Role.ORDERS: msgid("%(person)s gives orders for %(seats)s too."),
    Role.COPY: msgid("%(person)s reads along for %(seats)s."),
    Role.STANDBY: msgid("%(person)s stands by for %(seats)s and takes the seat if its player falls silent."),
}


@of(notices.Appointed)
def _appointed(to: Wording, notice: notices.Appointed) -> Iterator[str]:
    meaning = to.words.gettext(_RIGHTS[notice.right])
    told = msgid("%(person)s moderates from now on, with the right “%(right)s” (%(meaning)s).")
    yield to.say(told, right=right_word(to.words, notice.right), meaning=meaning)


_RIGHTS = {
    "all": msgid("everything"),
    "time": msgid("pauses, deadlines, absences, reminders"),
    "mail": msgid("mails that were set aside"),
}


@of(notices.Silent)
def _silent(to: Wording, notice: notices.Silent) -> Iterator[str]:
    told = msgid(
        "Something has been waiting for the moderator's word for %(days)s days, and there is none. If you would "
        "moderate, write “%(offer)s”. Whoever is supported by more than half of the players, himself included, "
        "moderates. The moderator may still answer, and then all stays as it is."
    )
    yield to.say(told, offer=to.words.typed(en="moderate", ru="буду вести"))


@of(notices.Offered)
def _offered(to: Wording, notice: notices.Offered) -> Iterator[str]:
    support = to.words.typed(en="support moderator", ru="поддерживаю ведущего")
    told = msgid(
        "%(seats)s (%(person)s) would moderate this campaign. If you agree, write “%(support)s”. A moderator "
        "who plays still sees no more than his seat may know. Support so far: %(count)s of %(needed)s."
    )
    yield to.say(told, support=f"{support} {','.join(notice.seats)}")


@of(notices.ForeignToken)
def _foreign_token(to: Wording, notice: notices.ForeignToken) -> Iterator[str]:
    told = msgid(
        "A mail from an address of %(by)s came to the secret address of %(seats)s. It was set aside and did "
        "nothing. With that address alone nobody can act for the seat; it has a new one now all the same."
    )
    yield to.say(told, by=to.reader.seat_called(notice.by))


@of(notices.OpenEyes)
def _open_eyes(to: Wording, notice: notices.OpenEyes) -> Iterator[str]:
    some = msgid("%(player)s moderates and plays, and has looked at what only %(seats)s may know.")
    everything = msgid(
        "%(player)s moderates and plays, and has looked at everything, the secrets of every seat included."
    )
    yield to.say(some if notice.seats else everything)


@of(notices.Processed)
def _processed(to: Wording, notice: notices.Processed) -> Iterator[str]:
    alone = msgid("The moderator had the open decision carried out before its deadline.")
    with_defaults = msgid(
        "The moderator had the open decision carried out before its deadline; for %(seats)s what the rules name as "
        "the default was done."
    )
    yield to.say(with_defaults if notice.seats else alone)


@of(notices.DrawNeeded)
def _draw_needed(to: Wording, notice: notices.DrawNeeded) -> Iterator[str]:
    needed = msgid("Play stands still until a draw that is made at your table is entered: %(draw)s.")
    hidden = msgid(
        "It is hidden from the players, and you play: another moderator has to enter it, or the adjudicator "
        "draws it (adjudicator campaign draws)."
    )
    possible = msgid(
        "Possible is: %(range)s. Answer this mail with “%(command)s %(log)s” and the result (several values with "
        "commas, in the order drawn)."
    )
    told = to.say(needed, draw=in_words(notice.draw, to.reader.report, to.words))
    how = to.say(possible, command=to.words.typed(en="draw", ru="жребий")) if notice.range else to.say(hidden)
    yield f"{told} {how}"


@of(notices.AddressDead)
def _address_dead(to: Wording, notice: notices.AddressDead) -> Iterator[str]:
    yield to.say(msgid("Mails to %(address)s (%(seats)s) come back: %(why)s."), why=to.say(_trouble(notice.status)))
    nowhere = msgid("Nothing is sent there any more, and there is no other address.")
    elsewhere = msgid("They go to %(address)s instead.")
    yield to.say(elsewhere, address=notice.other) if notice.other else to.say(nowhere)
    yield to.say(
        msgid(
            "Ask the player in some other way. A mail from the address brings it back into use; a new address has "
            "to be registered."
        )
    )


def _trouble(status: str) -> str:
    """The class of a status code (RFC 3463) in words."""
    if status.startswith(("5.1.", "5.4.4", "550", "551", "553")):
        return msgid("there is no such mailbox")
    if status.startswith(("5.2.2", "4.2.2", "552")):
        return msgid("the mailbox is full")
    if status.startswith("5.2."):
        return msgid("the mailbox takes no mail")
    if status.startswith("5.7."):
        return msgid("the server of the address refuses our mails")
    return msgid("they cannot be delivered")


@of(notices.Undelivered)
def _undelivered(to: Wording, notice: notices.Undelivered) -> Iterator[str]:
    if notice.status == UNWRITTEN:
        yield to.say(msgid("A mail for %(seats)s could not be written because of a defect of ours."))
        yield to.say(msgid("The operator finds the reason in the log; the word resend may help the player."))
    else:
        tried = msgid(
            "A mail to %(address)s (%(seats)s) was tried for days, and no server took it. It is not tried any more."
        )
        yield to.say(tried)
        yield to.say(msgid("The player can have his newest report again with the word resend."))


@of(notices.Complaint)
def _complaint(to: Wording, notice: notices.Complaint) -> Iterator[str]:
    yield to.say(msgid("The provider of %(address)s (%(seats)s) reports one of our mails as unwanted."))
    stopped = msgid(
        "Reminders and other optional mails to this address are stopped; questions and reports go on. Ask the "
        "player whether he still wants to play."
    )
    yield to.say(stopped)


@of(notices.SetAside)
def _set_aside(to: Wording, notice: notices.SetAside) -> Iterator[str]:
    yield to.say(msgid("A mail to this campaign stopped the service and was set aside: it is kept, and not answered."))
    if notice.seats:
        yield to.say(msgid("It was for %(seats)s."))
    yield to.say(msgid("Ask the sender to write again in plain text, and the operator to look at it."))


def worded(reader: Reader, intent: Tell) -> Wording:
    """The notice that a mail brings, for its reader. An unknown topic raises KeyError."""
    return Wording(reader, NOTICES[intent.topic].of(intent.values))
