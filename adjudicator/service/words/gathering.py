"""Write what people read while a campaign waits for its people."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from adjudicator.kernel.bidding import Bid, SeatBid
from adjudicator.language import Value, language
from adjudicator.reports.model import Footer, Item, Kind, Report, Section
from adjudicator.service.commands.registry import BY_ID, offered_before_match
from adjudicator.service.outbox.notices import LOBBY
from adjudicator.service.outbox.payloads import Gather
from adjudicator.service.people.gathering.bidding import NO_BID, TAKE_BACK, written_bid
from adjudicator.service.people.gathering.plan import game_of_plan, plan_of
from adjudicator.service.words.first_mails import of_stewards
from adjudicator.service.words.help import WHYS
from adjudicator.service.words.lasting import lasting
from adjudicator.service.words.wording import EVERY, Wording
from adjudicator.store.campaigns import campaign_by_id, played_by, seats_at_table
from adjudicator.store.tables import OutboundMail, Seat, SeatKind


class LobbyWording(Wording):
    """An answer or a notice for somebody who has joined, and how things stand: a topic that is none says only that."""

    def __init__(self, session: Session, row: OutboundMail, intent: Gather) -> None:
        campaign_id = row.campaign_id or 0
        self.intent, self.campaign = intent, campaign_by_id(session, campaign_id)
        self.plan, self.seats = plan_of(session, campaign_id), seats_at_table(session, campaign_id, intent.written)
        self.seat = next(seat for seat in self.seats if seat.id == row.seat_id)
        reader = self.seat.at(row.recipient)
        plays = reader if self.seat.kind is SeatKind.PLAYER else None
        self.own = (played_by(self.seats, plays.person_id) if plays else ()) or (self.seat,)
        self.zone = reader.time_zone if reader else self.campaign.time_zone
        self.game = game_of_plan(session, self.plan)
        kept = session.get_one(Seat, self.own[0].id).bid
        self.bid = None if kept is None else msgspec.json.decode(kept, type=Bid)
        super().__init__(language(self.seat.language), LOBBY.get(intent.topic, LOBBY["status"]).of(intent.values))

    def report(self) -> Report:
        """Return the report of the message."""
        told = (*self.sentences(), self._waiting_for(), *lasting(self.game, self.plan.new.options, self.words))
        said = self.intent.said
        return Report(
            kind=Kind.NOTICE,
            campaign=self.campaign.title,
            title=self.title(),
            written=self.intent.written,
            seat=self.own_seats if self.seat.kind is SeatKind.PLAYER else "",
            language=self.words.code,
            zone=self.zone,
            lead=() if said else told,
            sections=(*said, *((Section(paragraphs=told),) if said else ()), *self._sections()),
            footer=Footer(commands=tuple(BY_ID[each].name(self.words) for each in ("help", "status"))),
        )

    def title(self) -> str:
        return self.intent.title or super().title() or self.gettext("how things stand")

    def field(self, said: Struct, name: str, form: str = "") -> Value:
        """Return what fills a place: a seat as the game calls it, moments in the reader's zone."""
        value: Any = self.fact(name)
        if isinstance(value, datetime):
            return self.words.time(value, self.zone, self.intent.written)
        return self.called(value) if name == "seat" and name not in self.made else str(value)

    def called(self, name: str) -> str:
        """Return a seat as the game calls it, or a place by its number; empty for a moderator or an observer."""
        return self.plan.called(name, self.game, self.words) if name in self.plan.seats else ""

    @property
    def own_seats(self) -> str:
        """The seats, or places, of the reader."""
        return self.words.listing([self.called(seat.name) for seat in self.own])

    def _waiting_for(self) -> str:
        missing = self.plan.number - len(self.plan.taken(self.seats))
        if self.plan.asked is not None:
            until = self.words.time(self.plan.asked.until, self.zone, self.intent.written)
            return self.words.gettext("The match begins when all bids are in, at the latest %(until)s.", until=until)
        if not missing:
            return self.words.gettext("All seats are taken; the match begins when the moderator says so.")
        return self.words.ngettext(
            "The match begins when %(n)s more seat is taken. Then you get an email with everything you need.",
            "The match begins when %(n)s more seats are taken. Then you get an email with everything you need.",
            missing,
        )

    def _sections(self) -> tuple[Section, ...]:
        """Return sections about the people, the press rules and the draws."""
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
            "All cards, tiles and dice come from one secret seed, which is fixed already. Its fingerprint "
            "(SHA-256) is %(commitment)s. Keep this email: when the match is over, the seed is published and "
            "everybody can check.",
            commitment=self.plan.commitment or "-",
        )
        told = (drawn,) if self.plan.at_places and not self.plan.by_bids else ()
        return (
            Section(heading=words.gettext("Who plays"), items=items, paragraphs=told),
            *([self._bids()] if self.plan.by_bids else []),
            Section(heading=words.gettext("What you can answer now"), items=tuple(self._commands())),
            *of_stewards(self.campaign, words),
            Section(heading=words.gettext("Fair draws"), paragraphs=(fair,)),
        )

    def _bids(self) -> Section:
        """Return how seats are bid for, which there are, and what the reader has bid."""
        words, unit = self.words, self.game.bid_unit
        playing = dict.fromkeys(seat for seats in self.game.seatings(self.plan.number) for seat in seats)
        named = ", ".join(self.plan.called(seat, self.game, words) for seat in playing)
        how = words.gettext(
            "Name the seats that you want, your favourite first. When all bids are in lots are drawn, and in their "
            "order everybody gets the first seat on their list that is free."
        )
        if unit is not None:
            how = words.gettext(
                "The highest bid for a seat is served first, then the next highest; equal bids are decided by lots. "
                "For the seat that you get you pay what you have bid for it (%(unit)s, at most %(most)s) when the "
                "match begins; for no other one.",
                unit=unit.named.get(words.code, unit.named["en"]),
                most=unit.most,
            )
        sealed = words.gettext(
            "Nobody sees a bid before all are in; then everybody sees all of them, and how it came out. Who does not "
            "bid gets a seat that is left over."
        )
        items = [Item(name=words.gettext("Seats"), text=named)]
        if self.seat.kind is SeatKind.PLAYER:
            own = words.gettext("none yet") if self.bid is None else written_bid(self.bid, self.game, words)
            items.append(Item(name=words.gettext("Your bid"), text=own))
        return Section(heading=words.gettext("Seats by bid"), items=tuple(items), paragraphs=(how, sealed))

    def _commands(self) -> Iterator[Item]:
        words = self.words
        if self.plan.by_bids and self.seat.kind is SeatKind.PLAYER:
            first, second, *_ = self.game.seatings(self.plan.number)[0]
            wishes = (SeatBid(first, self.game.bid_unit.most if self.game.bid_unit else 0), SeatBid(second))
            bid = BY_ID["bid"]
            word = bid.name(words)
            yield Item(name=f"{word} {written_bid(wishes, self.game, words)}", text=words.gettext(bid.purpose))
            yield Item(name=f"{word} {words.forms(NO_BID)[0]}", text=words.gettext("you take what is left over"))
            yield Item(name=f"{word} {words.forms(TAKE_BACK)[0]}", text=words.gettext("you take your bid back"))
        offered = offered_before_match(self.seat)
        yield from (BY_ID[each].item(words) for each in _LISTED if BY_ID[each] in offered)


_LISTED = ("how things stand", "language", "zone", "nonce", "give back", "campaign start")
"""The commands that each mail before a match lists, behind those about bids."""
_place = LobbyWording.place


@_place(EVERY, "campaign")
def _campaign(to: LobbyWording, notice: Any) -> str:
    return to.campaign.title


@_place("in_vain", "refused")
def _in_vain(to: LobbyWording, notice: Any) -> str:
    return to.gettext(WHYS[notice.why])


@_place("joined series bids", "place")
def _what_is_played(to: LobbyWording, notice: Any) -> str:
    """Return what the reader plays, or that they moderate or watch."""
    if to.plan.at_places and to.seat.kind is SeatKind.PLAYER:
        return "bid" if to.plan.by_bids else "drawn"
    return to.seat.kind.value


@_place("joined series bids", "seat")
def _seat(to: LobbyWording, notice: Any) -> str:
    return to.own_seats


@_place("series", "line")
def _line(to: LobbyWording, notice: Any) -> str:
    return f"{BY_ID['join'].name(to.words)} {notice.code}"
