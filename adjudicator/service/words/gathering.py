"""Write what people read while a campaign waits for its people."""

from collections.abc import Iterator
from copy import copy
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from adjudicator.kernel.bidding import Bid, SeatBid
from adjudicator.language import Value, language
from adjudicator.reports.model import Footer, Item, Kind, Report, Section
from adjudicator.reports.wording.kernel_words import KERNEL
from adjudicator.reports.wording.speech import Speech
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.moderation.rights import localized_right
from adjudicator.service.moderation.troubles import wrong_right
from adjudicator.service.outbox import answers
from adjudicator.service.outbox.notices import LOBBY, LobbyNotice
from adjudicator.service.outbox.payloads import Gather
from adjudicator.service.people.gathering.bidding import BID, NO_BID, TAKE_BACK, written_bid
from adjudicator.service.people.gathering.plan import game_of_plan, place_called, plan_of
from adjudicator.service.people.gathering.request import JOIN, NONCE, START
from adjudicator.service.people.zones import no_zone
from adjudicator.service.words.lasting import lasting
from adjudicator.service.words.wording import EVERY, Wording
from adjudicator.store.campaigns import campaign_by_id, played_by, seats_at_table
from adjudicator.store.tables import OutboundMail, Seat, SeatKind


class LobbyWording(Wording):
    """A notice for somebody who has joined, and how things stand. An unknown topic raises KeyError."""

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
        self._report = self.game.part("report")
        super().__init__(language(self.seat.language), LOBBY[intent.topic].of(intent.values))

    def sentences(self) -> tuple[str, ...]:
        """Return the paragraphs of all notices of the message, each once."""
        more = (LOBBY[topic].of(values) for topic, values in self.intent.more)
        return tuple(dict.fromkeys((*super().sentences(), *(said for each in more for said in self._about(each)))))

    def _about(self, notice: LobbyNotice) -> tuple[str, ...]:
        other = copy(self)
        Wording.__init__(other, self.words, notice)
        return Wording.sentences(other)

    def report(self) -> Report:
        """Return the report of the message."""
        return Report(
            kind=Kind.NOTICE,
            campaign=self.campaign.title,
            title=self.title(),
            written=self.intent.written,
            seat=self.own_seats if self.seat.kind is SeatKind.PLAYER else "",
            language=self.words.code,
            zone=self.zone,
            lead=(
                *self.sentences(),
                self._waiting_for(),
                *lasting(self.game, self.plan.new.options, self.words),
            ),
            sections=self._sections(),
            footer=Footer(commands=tuple(BY_ID[each].name(self.words) for each in ("help", "status"))),
        )

    def title(self) -> str:
        return super().title() or self.gettext("how things stand")

    def field(self, said: Struct, name: str, form: str = "") -> Value:
        """Return what fills a place: a seat as the game calls it, moments in the reader's zone."""
        value: Any = self.fact(name)
        if isinstance(value, datetime):
            return self.words.time(value, self.zone, self.intent.written)
        return self.called(value) if name == "seat" and name not in self.made else str(value)

    def called(self, name: str) -> str:
        """Return a seat as the game calls it, or a place by its number; empty for a moderator or an observer."""
        if name not in self.plan.seats:
            return ""
        if self.plan.at_places:
            return place_called(name, self.words)
        return self.called_in_game(name)

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
            Section(heading=words.gettext("Fair draws"), paragraphs=(fair,)),
        )

    def _bids(self) -> Section:
        """Return how seats are bid for, which there are, and what the reader has bid."""
        words, unit = self.words, self.game.bid_unit
        seats = {seat: self.called_in_game(seat) for seats in self.game.seatings(self.plan.number) for seat in seats}
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
        items = [Item(name=words.gettext("Seats"), text=", ".join(seats.values()))]
        if self.seat.kind is SeatKind.PLAYER:
            own = words.gettext("none yet") if self.bid is None else written_bid(self.bid, self.game, words)
            items.append(Item(name=words.gettext("Your bid"), text=own))
        return Section(heading=words.gettext("Seats by bid"), items=tuple(items), paragraphs=(how, sealed))

    def called_in_game(self, seat: str) -> str:
        """Return a seat as the game calls it; a name that is not a seat of the game stays as it is."""
        return str(self._report.party(seat, self.words).name) if seat in self.game.seats else seat

    def _commands(self) -> Iterator[Item]:
        words = self.words
        if self.plan.by_bids and self.seat.kind is SeatKind.PLAYER:
            first, second, *_ = self.game.seatings(self.plan.number)[0]
            wishes = (SeatBid(first, self.game.bid_unit.most if self.game.bid_unit else 0), SeatBid(second))
            word = words.forms(BID)[0]
            yield Item(
                name=f"{word} {written_bid(wishes, self.game, words)}", text=words.gettext("your bid, for example")
            )
            yield Item(name=f"{word} {words.forms(NO_BID)[0]}", text=words.gettext("you take what is left over"))
            yield Item(name=f"{word} {words.forms(TAKE_BACK)[0]}", text=words.gettext("you take your bid back"))
        yield Item(name=BY_ID["status"].name(words), text=words.gettext("who has joined, who is missing"))
        for command in (BY_ID["language"], BY_ID["zone"]):
            yield command.item(words)
        if self.seat.kind is SeatKind.PLAYER:
            text = words.gettext("some words of yours that are mixed into the draws, so that nobody can choose them")
            # Translators: a player writes a text of their own here.
            own = words.gettext("TEXT")
            yield Item(name=f"{words.forms(NONCE)[0]} {own}", text=text)
        yield Item(name=BY_ID["leave"].name(words), text=words.gettext("you give your place back"))
        if self.seat.kind is SeatKind.MODERATOR:
            text = words.gettext("the match begins with those who are there")
            yield Item(name=words.forms(START)[0], text=text)


_place = LobbyWording.place


@_place(EVERY, "campaign")
def _campaign(to: LobbyWording, notice: Any) -> str:
    return to.campaign.title


@_place("no_right", "refused")
def _no_right(to: LobbyWording, notice: Any) -> str:
    own, wanted = localized_right(notice.right)(to.words), localized_right(notice.wanted)(to.words)
    return to.gettext(wrong_right.message, right=own, wanted=wanted)


@_place("wrong_code too_large foreign stumbled", "refused")
def _in_vain(to: LobbyWording, notice: Any) -> str:
    return to.gettext(_IN_VAIN[notice.topic()])


_IN_VAIN: Final = {
    "wrong_code": answers.WRONG_CODE,
    "too_large": answers.TOO_LARGE,
    "foreign": answers.NOT_YOURS,
    "stumbled": answers.STUMBLED,
}


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
    return f"{to.words.forms(JOIN)[0]} {notice.code}"


@_place("no_zone", "refused")
def _no_such_zone(to: LobbyWording, notice: Any) -> str:
    return no_zone(notice.zone, to.words)


@_place("bid", "bid")
def _bid(to: LobbyWording, notice: Any) -> str:
    wishes = (seat.rpartition(" ") for seat in notice.seats)
    return written_bid(tuple(SeatBid(seat, int(amount)) for seat, _, amount in wishes), to.game, to.words)


@_place("bid", "addresses")
def _addresses(to: LobbyWording, notice: Any) -> str:
    return ", ".join(notice.heard)


@_place("bad_bid", "refused")
def _bad_bid(to: LobbyWording, notice: Any) -> str:
    seat = to.called_in_game(notice.seat)
    facts = msgspec.structs.asdict(notice) | {"seat": seat, "seats": [to.called_in_game(each) for each in notice.seats]}
    return KERNEL.said(notice.why, facts, Speech(to.words))
