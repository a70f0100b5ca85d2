"""Notices to seats of a match in words, where a sentence that stands with their class does not do."""

from collections.abc import Collection, Iterator
from datetime import date, datetime
from typing import Final

import msgspec

from adjudicator.language import Value, msgid
from adjudicator.reports.game import Stretch
from adjudicator.reports.model import Kind
from adjudicator.service.campaign.table_draws import in_words
from adjudicator.service.moderation import policy_words, votes, what_to_write
from adjudicator.service.moderation.overview import Need
from adjudicator.service.moderation.rights import localized_right
from adjudicator.service.outbox import (
    agreement_notices,
    channel_notices,
    mail_notices,
    people_notices,
    play_notices,
    time_notices,
    vote_notices,
)
from adjudicator.service.outbox.agreement_notices import AboutOffer, OfferImpossible
from adjudicator.service.outbox.mail_notices import UNWRITTEN
from adjudicator.service.outbox.notices import AboutSeats, TableNotice, by_topic
from adjudicator.service.outbox.payloads import Notices, Tell
from adjudicator.service.play.agreements.offer import code_of
from adjudicator.service.words import agreements, turns
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader
from adjudicator.service.words.wording import Wording, of
from adjudicator.store.tables import Role, SeatKind, VoteKind

assert channel_notices  # their words are with their classes
NOTICES: Final = by_topic(TableNotice)


class TableWording(Wording):
    """A notice for one reader at a table."""

    def __init__(self, reader: Reader, notice: TableNotice) -> None:
        super().__init__(reader.language, notice)
        self.reader = reader

    @property
    def seats(self) -> str:
        """The seats that the notice is about, as the game calls them."""
        assert isinstance(self.notice, AboutSeats)
        return self.words.listing([self.reader.seat_called(seat) for seat in self.notice.seats])

    def field(self, name: str) -> Value:
        """Return a field as the reader should see it.

        Seats are called as in the game, moments are in the reader's zone, and offers are as the reader would order
        them.
        """
        if name == "code" and isinstance(self.notice, AboutOffer):
            return code_of(self.notice.offer)
        value = getattr(self.notice, name)
        if name == "order":
            return agreements.order_words(self.reader, msgspec.json.decode(value))
        if name == "seats":
            return self.seats
        if name == "by":
            return self.reader.seat_called(value)
        if isinstance(value, datetime):
            return self.reader.time(value)
        return self.words.day(value, self.reader.intent.written) if isinstance(value, date) else value


@of(time_notices.Wait)
def _wait(to: TableWording, notice: time_notices.Wait) -> Iterator[str]:
    yield to.words.ngettext(
        "%(seats)s asked for the agreed extension of %(n)s hour. It holds for everybody who is asked.",
        "%(seats)s asked for the agreed extension of %(n)s hours. It holds for everybody who is asked.",
        notice.hours,
        seats=to.seats,
    )


@of(time_notices.Absent)
def _absent(to: TableWording, notice: time_notices.Absent) -> Iterator[str]:
    yield to.words.ngettext(
        "%(seats)s is away %(days)s. The time for an answer stands still meanwhile.",
        "%(seats)s are away %(days)s. The time for an answer stands still meanwhile.",
        len(notice.seats),
        seats=to.seats,
        days=to.words.days(notice.first, notice.last, to.reader.intent.written),
    )


@of(time_notices.BankGrew)
def _bank_grew(to: TableWording, notice: time_notices.BankGrew) -> Iterator[str]:
    yield to.words.ngettext(
        "The moderator has put %(n)s hour into the bank of %(seats)s.",
        "The moderator has put %(n)s hours into the bank of %(seats)s.",
        notice.hours,
        seats=to.seats,
    )


@of(time_notices.ShortFuse)
def _short_fuse(to: TableWording, notice: time_notices.ShortFuse) -> Iterator[str]:
    yield to.words.ngettext(
        "You have missed %(missed)s deadlines in a row. From now on you have %(n)s hour for an answer, until you "
        "answer in time.",
        "You have missed %(missed)s deadlines in a row. From now on you have %(n)s hours for an answer, until you "
        "answer in time.",
        notice.hours,
        missed=notice.missed,
    )


@of(time_notices.Missed)
def _missed(to: TableWording, notice: time_notices.Missed) -> Iterator[str]:
    yield to.say(notice.done)
    yield from _by_default(to.reader, notice.after, to.reader.players)


def _by_default(reader: Reader, after: int | None, seats: Collection[str]) -> Iterator[str]:
    """Say what was done by default for these seats.

    The reader learns only what they may know.
    """
    found = [] if after is None else reader.told(after)
    told = [
        each for each in found if not set(seats).isdisjoint(each.silent) and each.visible_to(reader.players) is not None
    ]
    if not told:
        return
    stretch = Stretch(before=None, view=reader.view(), told=told, seats=reader.players)
    groups = reader.report.news(told, reader.players, reader.language)
    story = reader.report.story(stretch, reader.language) or [line.sentence for group in groups for line in group.lines]
    if story:
        yield reader.language.gettext("What was done: %(story)s", story=" ".join(story))


@of(time_notices.NoDefault)
def _no_default(to: TableWording, notice: time_notices.NoDefault) -> Iterator[str]:
    yield from _left_to_moderator(to, notice)


def _left_to_moderator(to: TableWording, notice: time_notices.LeftToModerator) -> Iterator[str]:
    reader, seats = to.reader, [to.reader.seat_called(seat) for seat in notice.seats]
    lines = what_to_write.lines(Need.DECIDE, reader.upto(reader.sequence), seats, to.words)
    yield to.say(notice.left)
    yield to.words.gettext("You may write: %(lines)s.", lines=to.words.listing([f"“{line}”" for line in lines], "or"))


@of(time_notices.StillUndecided)
def _still_undecided(to: TableWording, notice: time_notices.StillUndecided) -> Iterator[str]:
    yield to.words.gettext("Play still waits for your word.")
    yield from _left_to_moderator(to, notice)


def _unanswered(to: TableWording, notice: time_notices.Unanswered) -> Iterator[str]:
    yield to.say(notice.done)
    yield from _by_default(to.reader, notice.after, notice.seats)
    for seat, count in zip(notice.seats, map(int, notice.in_row), strict=True):
        if count > 1:
            yield to.words.ngettext(
                "%(seat)s has missed %(n)s deadline in a row.",
                "%(seat)s has missed %(n)s deadlines in a row.",
                count,
                seat=to.reader.seat_called(seat),
            )


for _kind in (time_notices.DoneByDefault, time_notices.Stood, time_notices.Written):
    of(_kind)(_unanswered)


@of(time_notices.Policy)
def _policy(to: TableWording, notice: time_notices.Policy) -> Iterator[str]:
    yield to.say(
        msgid("From now on, set by the moderator: %(changes)s. Deadlines already announced do not come nearer."),
        changes=policy_words.changes(to.words, notice.changes, policy_words.called_in(to.reader.match, to.words)),
    )


@of(people_notices.Held)
def _held(to: TableWording, notice: people_notices.Held) -> Iterator[str]:
    told = to.say(_ROLES[notice.role])
    ends = [to.reader.time(each) if each else "" for each in (notice.since, notice.until)]
    when = _STRETCHES[bool(ends[0]), bool(ends[1])]
    yield to.words.gettext(when, told=told, first=ends[0], last=ends[1]) if when else told


_ROLES = {
    Role.ORDERS: msgid("%(person)s gives orders for %(seats)s too."),
    Role.COPY: msgid("%(person)s reads along for %(seats)s."),
    Role.STANDBY: msgid("%(person)s stands by for %(seats)s and takes the seat if its player falls silent."),
}

_STRETCHES = {
    (False, False): "",
    (True, False): msgid("%(told)s That is so from %(first)s."),
    (False, True): msgid("%(told)s That is so until %(last)s."),
    (True, True): msgid("%(told)s That is so from %(first)s to %(last)s."),
}
"""Whether it has a beginning and an end."""


@of(people_notices.Appointed)
def _appointed(to: TableWording, notice: people_notices.Appointed) -> Iterator[str]:
    meaning = to.words.gettext(_RIGHTS[notice.right])
    told = msgid("%(person)s moderates from now on, with the right “%(right)s” (%(meaning)s).")
    yield to.say(told, right=localized_right(notice.right)(to.words), meaning=meaning)


_RIGHTS = {
    "all": msgid("everything"),
    "time": msgid("pauses, deadlines, absences, reminders"),
    "mail": msgid("emails that were set aside"),
}


@of(people_notices.Silent)
def _silent(to: TableWording, notice: people_notices.Silent) -> Iterator[str]:
    told = msgid(
        "Something has been waiting for the moderator's word for %(days)s days, and there is none. If you would "
        "moderate, write “%(offer)s”. Whoever is supported by more than half of the players, themselves included, "
        "moderates. The moderator may still answer, and then all stays as it is."
    )
    yield to.say(told, offer=to.words.typed(en="moderate", ru="буду вести"))


@of(people_notices.Vacant)
def _vacant(to: TableWording, notice: people_notices.Vacant) -> Iterator[str]:
    told = msgid(
        "Play waits for a decision that the rules leave to a moderator, and this campaign has none. If you would "
        "moderate, write “%(offer)s”. Whoever is supported by more than half of the players, themselves included, "
        "moderates. No deadline runs meanwhile."
    )
    yield to.say(told, offer=to.words.typed(en="moderate", ru="буду вести"))


@of(people_notices.ReleaseAsked)
def _release_asked(to: TableWording, notice: people_notices.ReleaseAsked) -> Iterator[str]:
    told = msgid(
        "%(seats)s does not answer (missed deadlines in a row: %(missed)s). Whoever is for giving the seat to somebody "
        "else writes “%(word)s”; more than half of the other players decide. An answer of the seat in time ends it."
    )
    yield to.say(told, word=votes.vote_line(to.words, VoteKind.REPLACE, to.seats))


@of(vote_notices.VoteAsked)
def _vote_asked(to: TableWording, notice: vote_notices.VoteAsked) -> Iterator[str]:
    yes, no = votes.answers(to.words, notice.vote, to.seats)
    wanted = votes.consequence(to.words, notice.vote, notice.seats, to.reader.seat_called)
    yield to.say(msgid("%(by)s asks all players to vote. What is to be done: %(wanted)s."), wanted=wanted)
    yield to.say(
        msgid(
            "It is done as soon as %(needed)s of %(voters)s votes are for it (that of %(by)s is). The vote is open "
            "until %(until)s; who says nothing is not for it. How each has voted is told when it is over."
        )
    )
    own = [seat.name for seat in to.reader.own if seat.kind is SeatKind.PLAYER]
    if not own:
        yield to.words.gettext("Only players vote; you are told what comes of it.")
    elif notice.vote is VoteKind.REPLACE and {*own} <= {*notice.seats}:
        yield to.words.gettext("It is about your seat, so you do not vote.")
    else:
        told = msgid(
            "Answer this email with “%(short)s” or “%(shorter)s”, or write in any email “%(yes)s” or “%(no)s”."
        )
        short = (to.words.typed(en="yes", ru="да"), to.words.typed(en="no", ru="нет"))
        yield to.say(told, short=short[0], shorter=short[1], yes=yes, no=no)


@of(vote_notices.VoteOver)
def _vote_over(to: TableWording, notice: vote_notices.VoteOver) -> Iterator[str]:
    wanted = votes.consequence(to.words, notice.vote, notice.seats, to.reader.seat_called)
    yield to.say(_VOTED[notice.passed], wanted=wanted)
    told = msgid("For it: %(agreed)s. Against it: %(against)s. Have not voted: %(silent)s. Needed: %(needed)s.")
    seats = {"agreed": notice.agreed, "against": notice.against, "silent": notice.silent}
    yield to.say(
        told, **{name: to.words.listing([*map(to.reader.seat_called, of)]) or "-" for name, of in seats.items()}
    )
    if notice.passed == "by_hand" and to.reader.seat.moderates:
        line = votes.by_moderator(to.words, notice.vote, to.seats, notice.log)
        yield to.say(msgid("Please carry it out: “%(line)s”."), line=line)


_VOTED = {
    "yes": msgid("The players have voted, and it is done: %(wanted)s."),
    "by_hand": msgid("The players have voted for this, and a moderator is to carry it out: %(wanted)s."),
    "no": msgid("A vote is over without enough votes, and nothing is done. It was about this: %(wanted)s."),
}


@of(people_notices.Offered)
def _offered(to: TableWording, notice: people_notices.Offered) -> Iterator[str]:
    support = to.words.typed(en="support moderator", ru="поддерживаю ведущего")
    told = msgid(
        "%(seats)s (%(person)s) would moderate this campaign. If you agree, write “%(support)s”. A moderator "
        "who plays still sees no more than their seat may know. Support so far: %(count)s of %(needed)s."
    )
    yield to.say(told, support=f"{support} {','.join(notice.seats)}")


@of(play_notices.DrawNeeded)
def _draw_needed(to: TableWording, notice: play_notices.DrawNeeded) -> Iterator[str]:
    needed = msgid("Play stands still until a draw that is made at your table is entered: %(draw)s.")
    hidden = msgid(
        "It is hidden from the players, and you play: another moderator has to enter it, or the adjudicator "
        "draws it (adjudicator campaign draws)."
    )
    possible = msgid(
        "Possible is: %(range)s. Answer this email with “%(command)s %(log)s” and the result (several "
        "values with commas, in the order drawn)."
    )
    told = to.say(needed, draw=in_words(notice.draw, to.reader.report, to.words))
    how = to.say(possible, command=to.words.typed(en="draw", ru="жребий")) if notice.range else to.say(hidden)
    yield f"{told} {how}"


@of(agreement_notices.OfferImpossible)
def _impossible(to: TableWording, notice: OfferImpossible) -> Iterator[str]:
    yield to.say(msgid("Offer %(code)s cannot be carried out any more: %(order)s."))
    if notice.why:
        yield to.say(msgid("The reason: %(reason)s"), reason=agreements.refusal_words(to.reader, notice.why))


@of(mail_notices.AddressDead)
def _address_dead(to: TableWording, notice: mail_notices.AddressDead) -> Iterator[str]:
    yield to.say(msgid("Emails to %(address)s (%(seats)s) come back: %(why)s."), why=to.say(_trouble(notice.status)))
    nowhere = msgid("Nothing is sent there any more, and there is no other address.")
    elsewhere = msgid("They go to %(address)s instead.")
    yield to.say(elsewhere, address=notice.other) if notice.other else to.say(nowhere)


def _trouble(status: str) -> str:
    """Return the class of a status code (RFC 3463) in words."""
    if status.startswith(("5.1.", "5.4.4", "550", "551", "553")):
        return msgid("there is no such mailbox")
    if status.startswith(("5.2.2", "4.2.2", "552")):
        return msgid("the mailbox is full")
    if status.startswith("5.2."):
        return msgid("the mailbox takes no email")
    if status.startswith("5.7."):
        return msgid("the server of the address refuses our emails")
    return msgid("they cannot be delivered")


@of(mail_notices.Undelivered)
def _undelivered(to: TableWording, notice: mail_notices.Undelivered) -> Iterator[str]:
    if notice.status == UNWRITTEN:
        yield to.say(msgid("An email for %(seats)s could not be written because of a defect of ours."))
        yield to.say(msgid("The operator finds the reason in the log; the word resend may help the player."))
    else:
        tried = msgid(
            "An email to %(address)s (%(seats)s) was tried for days, and no server took it. It is not tried any more."
        )
        yield to.say(tried)
        yield to.say(msgid("The player can have their newest report again with the word resend."))


@of(mail_notices.PoisonMessage)
def _set_aside(to: TableWording, notice: mail_notices.PoisonMessage) -> Iterator[str]:
    yield to.say(
        msgid("An email to this campaign stopped the service and was set aside: it is kept, and not answered.")
    )
    if notice.seats:
        yield to.say(msgid("It was for %(seats)s."))


def tell(reader: Reader, intent: Tell) -> Parts:
    """Return what the notice is about, and the open question again; the last one of a match has news and the position.

    Raises:
        KeyError: The topic is unknown.
    """
    wording = TableWording(reader, NOTICES[intent.topic].of(intent.values))
    if isinstance(wording.notice, play_notices.TurnOver):
        return turns.turn_over(reader, wording.notice)
    last = isinstance(wording.notice, play_notices.Ending)
    return Parts(
        kind=Kind.NOTICE,
        title=wording.title(),
        lead=wording.sentences(),
        position=last,
        ends=last,
        number=intent.number,
    )


def gathered(reader: Reader, intent: Notices) -> Parts:
    """Return what several notices are about, each once."""
    wordings = [TableWording(reader, NOTICES[each.topic].of(each.values)) for each in intent.told]
    return Parts(
        kind=Kind.NOTICE,
        title=reader.language.gettext("what others wrote"),
        lead=tuple(dict.fromkeys(said for wording in wordings for said in wording.sentences())),
        position=False,
    )
