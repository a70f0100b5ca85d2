"""The body of a notice that goes beside the mails: its facts in fields, and a line for people made of these alone."""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.actions import MODERATOR
from adjudicator.language import Language, language
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.campaign.matches import CampaignContext, game_of
from adjudicator.store import matches, prompts
from adjudicator.store.tables import Campaign, CampaignState, Channel, ChannelNotice
from adjudicator_channels.webhooks import written

# Define what a notice may say. To a campaign's channel goes what every reader of its status sees, and nothing else.


class Event(StrEnum):
    """An event that a notice is about."""

    ASKED = "asked"
    """Others are asked now, or to the channel of a seat: it is."""
    DEADLINE = "deadline"
    """A deadline has moved, or is over; to the channel of a seat also: it is near."""
    TURN = "turn"
    END = "end"
    ADDED = "added"
    """Notices come here from now on; to a program with the secret, where its owner has it from nobody."""
    TRIAL = "trial"
    """Nothing: somebody wants to know whether notices arrive."""


EVENTS = (Event.ASKED, Event.DEADLINE, Event.TURN, Event.END)
"""The events that a channel can be for."""
OF_SEAT = (Event.ASKED, Event.DEADLINE, Event.END)
"""The events that the channel of a seat is for, unless others are wanted."""


class Waiting(msgspec.Struct, frozen=True):
    """A seat that is asked, by its name in the rules, and its deadline.

    None as the deadline: no deadline runs, or nobody may know it.
    """

    seat: str
    deadline: datetime | None = None


class Facts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A notice as it is stored.

    `seat`: whose channel it is for. `waiting`: who is asked. `missed`: whose deadline is over. `turn`: which turn is
    over. `draw`: nobody is waited for before a moderator enters a draw.
    """

    event: Event
    moment: datetime
    seat: str | None = None
    deadline: datetime | None = None
    waiting: tuple[Waiting, ...] = ()
    missed: tuple[str, ...] = ()
    turn: int | None = None
    paused: bool = False
    draw: bool = False


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public facts about who is asked now; who of them has answered is not among them.

    `decision`: its number, 0 where seats play side by side: how far they are tells nobody.
    """

    waiting: tuple[Waiting, ...] = ()
    paused: bool = False
    draw: bool = False
    decision: int = 0


def standing(table: CampaignContext) -> Standing:
    """Return how a campaign stands, as everybody is told (`service.words.status`)."""
    match, campaign = table.match, table.campaign
    if match.result is not None or campaign.state in (CampaignState.FINISHED, CampaignState.ARCHIVED):
        return Standing()
    if match.awaited is not None:
        return Standing(draw=True)
    due: dict[str, datetime | None] = {}
    if not match.concurrent_seats:
        rows = prompts.open_questions(table.session, campaign.id)
        due = {table.by_id[row.seat_id].asked_as: row.deadline for row in rows}
    return Standing(
        waiting=tuple(Waiting(name, due.get(name)) for name in match.asked_seats),
        paused=campaign.state is CampaignState.PAUSED,
        decision=0 if match.concurrent_seats else table.decision,
    )


class Seat(msgspec.Struct, frozen=True):
    """A seat by its name in the rules, and as readers know it; `deadline` with the offset of the campaign's zone."""

    seat: str
    title: str
    deadline: str | None = None


class Data(msgspec.Struct, frozen=True, kw_only=True):
    """The data of a notice.

    `seat`: whose own channel it went to. `waiting`: who is asked. `missed`: whose deadline is over. `turn`: which turn
    is over. `id` stays the same however often it is sent.
    """

    id: str
    campaign: str
    title: str
    language: str
    seat: Seat | None
    deadline: str | None
    waiting: tuple[Seat, ...]
    missed: tuple[Seat, ...]
    turn: int | None
    paused: bool
    text: str
    secret: str | msgspec.UnsetType = msgspec.UNSET
    """The secret that signs all notices; only in the first notice of a channel whose owner has it from nobody else."""


class Body(msgspec.Struct, frozen=True):
    """The shape that https://www.standardwebhooks.com recommends."""

    type: str
    timestamp: str
    data: Data


def body(session: Session, channel: Channel, notice: ChannelNotice) -> bytes:
    """Return a notice as it is sent, the same at each attempt."""
    return body_of(session, channel, notice.name, msgspec.json.decode(notice.facts, type=Facts))


def body_of(session: Session, channel: Channel, name: str, facts: Facts) -> bytes:
    """Return the notice of facts that are not queued."""
    told = _Written(session, channel, facts)
    return msgspec.json.encode(Body(facts.event.value, told.moment(facts.moment), told.data(name)))


class _Written:
    def __init__(self, session: Session, channel: Channel, facts: Facts) -> None:
        self.campaign = session.get_one(Campaign, channel.campaign_id)
        self.words: Language = language(channel.language)
        self.facts, self.channel = facts, channel
        head = matches.head(session, channel.campaign_id)
        self.report: GameReport | None = None if head is None else game_of(session, head).part("report")

    @property
    def _brings_secret(self) -> bool:
        return self.facts.event is Event.ADDED and bool(self.channel.secret)

    def data(self, name: str) -> Data:
        facts, campaign = self.facts, self.campaign
        return Data(
            id=name,
            campaign=campaign.name,
            title=campaign.title,
            language=self.words.code,
            seat=None if facts.seat is None else self._seat(Waiting(facts.seat, facts.deadline)),
            deadline=self._iso(facts.deadline),
            waiting=tuple(map(self._seat, facts.waiting)),
            missed=tuple(self._seat(Waiting(each)) for each in facts.missed),
            turn=facts.turn,
            paused=facts.paused,
            text=" ".join((f"{campaign.title}.", *self._sentences())),
            secret=written(self.channel.secret) if self._brings_secret else msgspec.UNSET,
        )

    def moment(self, when: datetime) -> str:
        return when.astimezone(ZoneInfo(self.campaign.time_zone)).isoformat(timespec="seconds")

    def _iso(self, when: datetime | None) -> str | None:
        return None if when is None else self.moment(when)

    def _seat(self, waiting: Waiting) -> Seat:
        return Seat(waiting.seat, self._called(waiting.seat), self._iso(waiting.deadline))

    def _called(self, seat: str) -> str:
        if seat == MODERATOR:
            return self.words.gettext("moderator")
        return seat if self.report is None else self.report.party(seat, self.words).name

    def _sentences(self) -> Iterator[str]:
        facts, words = self.facts, self.words
        if facts.event is Event.ADDED:
            yield words.gettext("Notices come here from now on.")
        elif facts.event is Event.TRIAL:
            yield words.gettext("This is a trial notice; nothing has happened.")
        elif facts.event is Event.TURN:
            yield words.gettext("Turn %(n)s is over.", n=str(facts.turn))
        elif facts.event is Event.END:
            yield words.gettext("The match is over.")
        elif facts.seat is not None:
            yield self._own(facts.seat)
        else:
            yield from self._public()

    def _own(self, seat: str) -> str:
        words, facts = self.words, self.facts
        called = self._called(seat)
        if facts.deadline is None:
            return words.gettext("%(seat)s, you are asked; no deadline runs.", seat=called)
        until = words.time(facts.deadline, self.campaign.time_zone, facts.moment)
        return words.gettext("%(seat)s, you are asked; your answer is due by %(moment)s.", seat=called, moment=until)

    def _public(self) -> Iterator[str]:
        words, facts = self.words, self.facts
        if facts.missed:
            seats = words.listing([self._called(each) for each in facts.missed])
            yield words.gettext("The deadline is over for %(seats)s.", seats=seats)
        if facts.draw:
            yield words.gettext("Play waits for a draw that a moderator enters.")
        if facts.paused:
            yield words.gettext("The campaign is paused: no deadline runs.")
        if facts.waiting:
            yield words.gettext("Asked now: %(seats)s.", seats=words.listing([*map(self._asked, facts.waiting)]))

    def _asked(self, waiting: Waiting) -> str:
        called = self._called(waiting.seat)
        if waiting.deadline is None:
            return called
        until = self.words.time(waiting.deadline, self.campaign.time_zone, self.facts.moment)
        return self.words.gettext("%(seat)s (by %(moment)s)", seat=called, moment=until)
