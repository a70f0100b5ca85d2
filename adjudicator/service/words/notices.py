"""Notices to seats of a match in words: what the places of their sentences need."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from adjudicator.language import Value, msgid
from adjudicator.reports.model import Kind
from adjudicator.reports.wording.game import Stretch
from adjudicator.service.campaign.table_draws import in_words
from adjudicator.service.moderation import policy_words, what_to_write
from adjudicator.service.moderation.overview import Need
from adjudicator.service.moderation.rights import localized_right
from adjudicator.service.moderation.votes import MOTIONS
from adjudicator.service.outbox.notice_mails import UNWRITTEN
from adjudicator.service.outbox.notices import ENDINGS, TABLE, TURN_OVER, turn_in
from adjudicator.service.outbox.payloads import Notices, Tell
from adjudicator.service.play.agreements.offer import code_of
from adjudicator.service.words import agreements, turns
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader
from adjudicator.service.words.wording import Wording
from adjudicator.store.tables import Role, SeatKind, VoteKind

_UNANSWERED: Final = "done_by_default stood written"
_OFFERS: Final = "offer_declined offer_withdrawn offer_ended offer_impossible"


class TableWording(Wording):
    """A notice for one reader at a table."""

    def __init__(self, reader: Reader, intent: Tell) -> None:
        super().__init__(reader.language, TABLE[intent.topic].of(intent.values))
        self.reader = reader

    def sentences(self) -> tuple[str, ...]:
        """Return the paragraphs, and how often each seat that did not answer has missed its deadline in a row."""
        seats, in_row = (getattr(self.notice, name, ()) for name in ("seats", "in_row"))
        missed = ((seat, int(count)) for seat, count in zip(seats if in_row else (), in_row, strict=True))
        rows = [
            self.words.ngettext(
                "%(seat)s has missed %(n)s deadline in a row.",
                "%(seat)s has missed %(n)s deadlines in a row.",
                count,
                seat=self.reader.seat_called(seat),
            )
            for seat, count in missed
            if count > 1
        ]
        return (*super().sentences(), *rows)

    def field(self, said: Struct, name: str, form: str = "") -> Value:
        """Return what fills a place: seats are called as in the game, moments are in the reader's zone."""
        value = self.fact(name)
        if isinstance(value, tuple):
            return self.listing(map(self.reader.seat_called, value)) or ("" if name == "seats" else "-")
        if name == "by":
            return self.reader.seat_called(value)
        if isinstance(value, datetime):
            return self.reader.time(value)
        return self.words.day(value, self.reader.intent.written) if isinstance(value, date) else value

    @property
    def seats(self) -> str:
        """The seats that the notice is about, as the game calls them."""
        return str(self.field(self.notice, "seats"))


_place = TableWording.place


@_place("absent stand_in", "days")
def _days(to: TableWording, notice: Any) -> str:
    return to.words.days(notice.first, notice.last, to.reader.intent.written)


@_place(f"missed {_UNANSWERED}", "story")
def _story(to: TableWording, notice: Any) -> str:
    return _by_default(to.reader, notice.after, getattr(notice, "seats", to.reader.players))


def _by_default(reader: Reader, after: int | None, seats: Collection[str]) -> str:
    """Say what was done by default for these seats.

    The reader learns only what they may know.
    """
    found = [] if after is None else reader.told(after)
    told = [
        each for each in found if not set(seats).isdisjoint(each.silent) and each.visible_to(reader.players) is not None
    ]
    if not told:
        return ""
    stretch = Stretch(before=None, view=reader.view(), told=told, seats=reader.players)
    groups = reader.report.news(told, reader.players, reader.language)
    story = reader.report.story(stretch, reader.language) or [line.sentence for group in groups for line in group.lines]
    return " ".join(story)


@_place("no_default still_undecided", "lines")
def _lines(to: TableWording, notice: Any) -> str:
    reader, seats = to.reader, [to.reader.seat_called(seat) for seat in notice.seats]
    lines = what_to_write.lines(Need.DECIDE, reader.upto(reader.sequence), seats, to.words)
    return to.any_of(f"“{line}”" for line in lines)


@_place("policy", "changes")
def _changes(to: TableWording, notice: Any) -> str:
    changes = {name: (notice.was[name], now) for name, now in notice.now.items()}
    return policy_words.changes(to.words, changes, policy_words.called_in(to.reader.match, to.words))


@_place("held", "told")
def _holds(to: TableWording, notice: Any) -> str:
    return to.fill(_ROLES[Role(notice.role)], notice)


_ROLES: Final = {
    Role.ORDERS: msgid("%(person)s gives orders for %(seats)s too."),
    Role.COPY: msgid("%(person)s reads along for %(seats)s."),
    Role.STANDBY: msgid("%(person)s stands by for %(seats)s and takes the seat if its player falls silent."),
}


@_place("held", "stretch")
def _stretch(to: TableWording, notice: Any) -> str:
    if notice.since is None:
        return "always" if notice.until is None else "until"
    return "since" if notice.until is None else "both"


@_place("held", "first")
def _first(to: TableWording, notice: Any) -> str:
    return to.reader.time(notice.since)


@_place("held", "last")
def _last(to: TableWording, notice: Any) -> str:
    return to.reader.time(notice.until)


@_place("appointed", "right")
def _right(to: TableWording, notice: Any) -> str:
    return localized_right(notice.right)(to.words)


@_place("appointed", "meaning")
def _meaning(to: TableWording, notice: Any) -> str:
    return to.gettext(_RIGHTS[notice.right])


_RIGHTS: Final = {
    "all": msgid("everything"),
    "time": msgid("pauses, deadlines, absences, reminders"),
    "mail": msgid("emails that were set aside"),
}


@_place("silent vacant", "offer")
def _offer(to: TableWording, notice: Any) -> str:
    return to.words.typed(en="moderate", ru="буду вести")


@_place("steward_plays", "back")
def _back(to: TableWording, notice: Any) -> str:
    return to.words.typed(en="back", ru="вернулся")


@_place("offered", "support")
def _support(to: TableWording, notice: Any) -> str:
    return f"{to.words.typed(en='support moderator', ru='поддерживаю ведущего')} {','.join(notice.seats)}"


@_place("release_asked", "word")
def _word(to: TableWording, notice: Any) -> str:
    return MOTIONS[VoteKind.REPLACE].line(to.words, to.seats)


@_place("vote_asked vote_over", "wanted")
def _wanted(to: TableWording, notice: Any) -> str:
    return MOTIONS[notice.vote].consequence(to.words, notice.seats, to.reader.seat_called)


@_place("vote_asked", "reader")
def _voting(to: TableWording, notice: Any) -> str:
    own = {seat.name for seat in to.reader.own if seat.kind is SeatKind.PLAYER}
    if not own:
        return "onlooker"
    return "concerned" if VoteKind(notice.vote) is VoteKind.REPLACE and own <= {*notice.seats} else "voter"


@_place("vote_asked", "short")
def _yes_in_short(to: TableWording, notice: Any) -> str:
    return to.words.typed(en="yes", ru="да")


@_place("vote_asked", "shorter")
def _no_in_short(to: TableWording, notice: Any) -> str:
    return to.words.typed(en="no", ru="нет")


@_place("vote_asked", "yes")
def _yes(to: TableWording, notice: Any) -> str:
    yes, _ = MOTIONS[notice.vote].answers(to.words, to.seats)
    return yes


@_place("vote_asked", "no")
def _no(to: TableWording, notice: Any) -> str:
    _, no = MOTIONS[notice.vote].answers(to.words, to.seats)
    return no


@_place("vote_over", "line")
def _by_hand(to: TableWording, notice: Any) -> str:
    if notice.passed != "by_hand" or not to.reader.seat.moderates:
        return ""
    return MOTIONS[notice.vote].by_moderator(to.words, to.seats, notice.log)


@_place("draw_needed", "draw")
def _draw(to: TableWording, notice: Any) -> str:
    return in_words(notice.draw, to.reader.report, to.words)


@_place("draw_needed", "command")
def _command(to: TableWording, notice: Any) -> str:
    return to.words.typed(en="draw", ru="жребий")


@_place(_OFFERS, "code")
def _code(to: TableWording, notice: Any) -> str:
    return code_of(notice.offer)


@_place(_OFFERS, "order")
def _order(to: TableWording, notice: Any) -> str:
    return agreements.order_words(to.reader, msgspec.json.decode(notice.order))


@_place("offer_impossible", "reason")
def _reason(to: TableWording, notice: Any) -> str:
    return agreements.refusal_words(to.reader, notice.why)


@_place("undelivered", "unwritten")
def _unwritten(to: TableWording, notice: Any) -> bool:
    return bool(notice.status == UNWRITTEN)


@_place("address_dead", "why")
def _why(to: TableWording, notice: Any) -> str:
    return to.gettext(_trouble(notice.status))


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


def tell(reader: Reader, intent: Tell) -> Parts:
    """Return what the notice is about, and the open question again; the last one of a match has news and the position.

    Raises:
        KeyError: The topic is unknown.
    """
    wording = TableWording(reader, intent)
    if intent.topic == TURN_OVER:
        return turns.turn_over(reader, turn_in(intent))
    last = intent.topic in ENDINGS
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
    wordings = [TableWording(reader, each) for each in intent.told]
    return Parts(
        kind=Kind.NOTICE,
        title=reader.language.gettext("what others wrote"),
        lead=tuple(dict.fromkeys(said for wording in wordings for said in wording.sentences())),
        position=False,
    )
