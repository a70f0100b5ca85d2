"""What people read while a campaign waits for its people."""

from collections.abc import Iterator
from typing import Final

from sqlalchemy.orm import Session

from adjudicator.language import Value, language, msgid
from adjudicator.reports.model import Footer, Item, Kind, Report, Section
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.outbox.intents import Gather
from adjudicator.service.outbox.lobby_notices import Joined, LobbyNotice, NoSuchZone, SeriesGoesOn
from adjudicator.service.outbox.notices import by_topic
from adjudicator.service.people.gathering.plan import PLACE, game_of_plan, plan_of
from adjudicator.service.people.gathering.request import JOIN, NONCE, START
from adjudicator.service.people.zones import no_zone
from adjudicator.service.words.wording import Wording, of
from adjudicator.store.campaigns import campaign_by_id, seats_at_table
from adjudicator.store.tables import OutboundMail, SeatKind

NOTICES: Final = by_topic(LobbyNotice)


class LobbyWording(Wording):
    """A notice for somebody who has joined, and how things stand. An unknown topic raises KeyError."""

    def __init__(self, session: Session, row: OutboundMail, intent: Gather) -> None:
        campaign_id = row.campaign_id or 0
        self.intent, self.campaign = intent, campaign_by_id(session, campaign_id)
        self.plan, self.seats = plan_of(session, campaign_id), seats_at_table(session, campaign_id, intent.written)
        self.seat = next(each for each in self.seats if each.id == row.seat_id)
        self._report = game_of_plan(session, self.plan).part("report")
        super().__init__(language(self.seat.language), NOTICES[intent.topic].of(intent.values))

    def report(self) -> Report:
        """The mail."""
        return Report(
            kind=Kind.NOTICE,
            campaign=self.campaign.title,
            title=self.title(),
            written=self.intent.written,
            seat=self.called(self.seat.name) if self.seat.kind is SeatKind.PLAYER else "",
            language=self.words.code,
            zone=self.seat.holders[0].time_zone if self.seat.holders else self.campaign.time_zone,
            lead=(*self.sentences(), self._waiting_for()),
            sections=self._sections(),
            footer=Footer(commands=tuple(BY_ID[each].name(self.words) for each in ("help", "status"))),
        )

    def field(self, name: str) -> Value:
        """A seat as the game calls it; the title of the campaign."""
        if name == "campaign":
            return str(self.campaign.title)
        return self.called(str(super().field(name))) if name == "seat" else super().field(name)

    def called(self, name: str) -> str:
        """A seat as the game calls it, or a place by its number; empty for a chair."""
        if name not in self.plan.seats:
            return ""
        if self.plan.drawn:
            return self.words.gettext("place %(number)s", number=name.removeprefix(PLACE))
        return str(self._report.party(name, self.words).name)

    def _waiting_for(self) -> str:
        missing = self.plan.number - len(self.plan.taken(self.seats))
        if not missing:
            return self.words.gettext("All seats are taken; the match begins when the moderator says so.")
        return self.words.ngettext(
            "The match begins when %(n)s more seat is taken. Then you get a mail with everything you need.",
            "The match begins when %(n)s more seats are taken. Then you get a mail with everything you need.",
            missing,
        )

    def _sections(self) -> tuple[Section, ...]:
        """Who is there, what may be said, what the draws rest on."""
        words = self.words
        people = {seat.name: ", ".join(seat.people) for seat in self.seats}
        items = tuple(
            Item(name=self.called(name), text=people.get(name) or words.gettext("free"))
            for name in self.plan.shown(self.seats)
        )
        drawn = words.gettext(
            "Who plays which seat is drawn when the match begins, from the same seed and from what you add, in the "
            "order of these places."
        )
        fair = words.gettext(
            "All cards, tiles and dice come from one secret seed, which is fixed already. Its fingerprint (SHA-256) is "
            "%(commitment)s. Keep this mail: when the match is over, the seed is published and everybody can check.",
            commitment=self.plan.commitment or "-",
        )
        return (
            Section(heading=words.gettext("Who plays"), items=items, paragraphs=(drawn,) if self.plan.drawn else ()),
            Section(heading=words.gettext("What you can answer now"), items=tuple(self._commands())),
            Section(heading=words.gettext("Fair draws"), paragraphs=(fair,)),
        )

    def _commands(self) -> Iterator[Item]:
        words = self.words
        yield Item(name=BY_ID["status"].name(words), text=words.gettext("who has joined, who is missing"))
        for command in (BY_ID["language"], BY_ID["zone"]):
            yield command.item(words)
        if self.seat.kind is SeatKind.PLAYER:
            text = words.gettext("some words of yours that are mixed into the draws, so that nobody can choose them")
            # Translators: a player writes a text of his own here.
            own = words.gettext("TEXT")
            yield Item(name=f"{words.forms(NONCE)[0]} {own}", text=text)
        yield Item(name=BY_ID["leave"].name(words), text=words.gettext("you give your place back"))
        if self.seat.kind is SeatKind.MODERATOR:
            text = words.gettext("the match begins with those who are there")
            yield Item(name=words.forms(START)[0], text=text)


@of(Joined)
def _joined(to: LobbyWording, notice: Joined) -> Iterator[str]:
    yield _place(to)


def _place(to: LobbyWording) -> str:
    """What the reader plays, or that they moderate or watch."""
    plays = to.plan.drawn and to.seat.kind is SeatKind.PLAYER
    return to.say(_PLACED if plays else _JOINED[to.seat.kind], seat=to.called(to.seat.name))


@of(SeriesGoesOn)
def _series_goes_on(to: LobbyWording, notice: SeriesGoesOn) -> Iterator[str]:
    yield to.say(
        msgid("%(campaign)s is match %(number)s of the series; everybody who played before has a place in it.")
    )
    yield _place(to)
    if notice.code:
        join = to.words.forms(JOIN)[0]
        yield to.say(
            msgid("Seats are open. Whoever writes to us “%(line)s” gets one: please hand it out."),
            line=f"{join} {notice.code}",
        )


_PLACED = msgid("You play in %(campaign)s, at %(seat)s. The seats are drawn when the match begins.")
_JOINED = {
    SeatKind.PLAYER: msgid("You play %(seat)s in %(campaign)s."),
    SeatKind.MODERATOR: msgid("You moderate %(campaign)s."),
    SeatKind.OBSERVER: msgid("You watch %(campaign)s."),
}


@of(NoSuchZone)
def _no_such_zone(to: LobbyWording, notice: NoSuchZone) -> Iterator[str]:
    yield no_zone(notice.zone, to.words)
