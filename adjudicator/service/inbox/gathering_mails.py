"""Mails of those who have joined a campaign that has not begun: they leave, begin it, or change what is theirs."""

from datetime import datetime
from functools import cache

import msgspec
from sqlalchemy import update
from sqlmodel import col

from adjudicator.kernel.errors import Refusal
from adjudicator.language import CODES, language, language_called
from adjudicator.mail.model import ReadMail
from adjudicator.orders.text import normalize_word, order_part, tokenize
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.moderation import admission
from adjudicator.service.moderation.rights import TO_BEGIN, Right
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.notices import LOBBY, LobbyNotice, to_lobby, to_outside
from adjudicator.service.people.gathering import bidding, joining
from adjudicator.service.people.gathering.bidding import BID, TooFew
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.request import NONCE, START, seat_wanted
from adjudicator.service.people.new_campaigns import LONGEST_NONCE, BadCampaign
from adjudicator.service.people.zones import zone_called
from adjudicator.service.service import UnitOfWork
from adjudicator.store.audits import MAILED
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, Person, Seat, SeatKind

_COMMANDS = {each: each for each in ("status", "leave", "language", "zone", "unsubscribe")} | {"help": "status"}


MOST = 8
"""Lines of one mail that are obeyed."""


@cache
def _topics() -> dict[str, str]:
    """Return what each word is about."""
    from adjudicator.service.commands.registry import BY_NAME  # one of them (`join`) asks here

    found = {name: _COMMANDS[command.id] for name, command in BY_NAME.items() if command.id in _COMMANDS}
    for topic, names in (("nonce", NONCE), ("start", START), ("bid", BID)):
        found |= {normalize_word(form): topic for code in CODES for form in language(code).forms(names)}
    return found


class Heard(msgspec.Struct, frozen=True):
    """A mail of somebody who has joined a campaign: when it came, and which others of it got it too."""

    mail: ReadMail
    at: datetime
    by: tuple[str, ...] = ()


def take(work: UnitOfWork, heard: Heard, seat: SeatAtTable) -> None:
    """Handle a message of somebody who has joined a campaign (locked) that has not begun yet: one mail answers it."""
    lobby = Lobby(work, work.session.get_one(Campaign, seat.campaign_id))
    if (asked := lobby.plan.asked) and work.service.time_is_known and bidding.close_due(lobby, heard.at):
        tell(lobby, seat, to_lobby("bid_late", until=asked.until))
        return
    said, done = list[LobbyNotice](), False
    for line in heard.mail.lines[:MOST]:
        given = tokenize(order_part(line))
        topic = _topics().get(given[0].folded) if given else None
        if topic is None:
            continue
        done = True
        rest = order_part(line)[given[0].column - 1 + len(given[0].typed) :].strip(" :")
        if topic == "leave":
            tell(lobby, seat, *said)  # as long as they have the seat
            said, left = _leave(lobby, seat, rest)
            if left is None or left.id != seat.id:  # what stands below is for nobody who is here
                tell(lobby, left or seat, *said)
                return
            continue
        answer = _obeyed(lobby, seat, heard, topic, rest)
        if answer is None:  # the match has begun, and its first mail is the answer
            return
        said += answer
    if done:
        tell(lobby, seat, *said)
    else:
        tell(lobby, seat, to_lobby("not_yet"), kind=queue.UNASKED)


def _obeyed(lobby: Lobby, seat: SeatAtTable, heard: Heard, topic: str, rest: str) -> list[LobbyNotice] | None:
    """Return what a line of a mail is answered with; None if it begins the match."""
    match topic:
        case "start":
            return _start(lobby, seat, heard.mail)
        case "bid":
            return _bid(lobby, seat, rest, heard.by)
        case "unsubscribe":  # where the header of our mails leads
            queue.essentials_only(lobby.session, heard.mail.from_address)
            return [to_lobby("unsubscribe", address=heard.mail.from_address)]
        case "language" if chosen := language_called(rest):
            own = [each.id for each in lobby.theirs(seat)] or [seat.id]
            lobby.session.execute(update(Seat).where(col(Seat.id).in_(own)).values(language=chosen))
            return [to_lobby("language")]
        case "zone":
            zone = zone_called(rest)
            for holder in seat.holders if zone else ():
                lobby.session.execute(update(Person).where(col(Person.id) == holder.person_id).values(time_zone=zone))
            return [to_lobby("zone", zone=zone) if zone else to_lobby("no_zone", zone=rest[:60])]
        case "nonce" if seat.kind is SeatKind.PLAYER and rest:
            fits = len(rest.encode()) <= LONGEST_NONCE
            if fits:
                lobby.session.get_one(Seat, seat.id).nonce = rest.encode()
            return [to_lobby("nonce", nonce=rest[:200]) if fits else to_lobby("too_long")]
    return [to_lobby("status")]


def _leave(lobby: Lobby, seat: SeatAtTable, named: str) -> tuple[list[LobbyNotice], SeatAtTable | None]:
    """Give back the seat that is named, of several; without a name all. Return the answer, and a seat that is left."""
    own, wanted = lobby.theirs(seat) or (seat,), ""
    if len(own) > 1 and named:
        wanted = seat_wanted(named, [(each.name, lobby.names_of(each)) for each in own]) or ""
        if not wanted:
            return [to_lobby("not_yours", named=named[:60])], seat
    for each in own:
        if wanted in ("", each.name):
            joining.leave(lobby, each)
    if wanted:
        left = next(each for each in own if each.name != wanted)
        return [to_lobby("one_left", seat=wanted)], left
    to = [holder.emails[0] for holder in seat.holders if holder.emails]
    to_outside("gave_back", language=seat.language).send(lobby.work, lobby.campaign, to)
    return [], None


def _start(lobby: Lobby, seat: SeatAtTable, mail: ReadMail) -> list[LobbyNotice] | None:
    """Return what somebody is told who would begin the match; None if it begins."""
    if not seat.moderates:
        return [to_lobby("status")]
    holder = next((each for each in seat.in_charge if mail.from_address in each.emails), seat.in_charge[0])
    try:
        admission.may(Right(holder.rights), TO_BEGIN)
    except Rejected:
        facts = {"right": holder.rights, "needs": TO_BEGIN, "mail": mail.message_id}
        admission.note(lobby.work, lobby.campaign.id, f"{holder.name}{MAILED}", "campaign start", facts)
        return [to_lobby("no_right", right=holder.rights, wanted=TO_BEGIN)]
    try:
        return None if bidding.start(lobby) else []
    except TooFew as few:
        return [to_lobby("too_few", taken=few.taken, least=few.least)]
    except BadCampaign as bad:
        return [to_lobby("cannot_begin", reason=str(bad))]


def _bid(lobby: Lobby, seat: SeatAtTable, text: str, heard: tuple[str, ...]) -> list[LobbyNotice] | None:
    """Return what is said of a bid; None if the match begins with it."""
    if not lobby.plan.by_bids or seat.kind is not SeatKind.PLAYER:
        return [to_lobby("status" if lobby.plan.by_bids else "no_bids")]
    try:
        bid, begun = bidding.enter(lobby, seat, text)
    except Refusal as why:
        return [_bad_bid(why)]
    return None if begun else [bidding.noted(bid, heard)]


def tell(lobby: Lobby, seat: SeatAtTable, *notices: LobbyNotice, kind: str = queue.NOTE) -> None:
    """Answer a mail to a seat of a campaign that gathers its people, if its people may still be answered."""
    unasked, to = kind == queue.UNASKED, [email for holder in seat.holders for email in holder.emails[:1]]
    if notices and all(answers.may_answer(lobby.work, email, lobby.campaign, unasked=unasked) for email in to):
        lobby.tell(seat, *notices, kind=kind)


def _bad_bid(why: Refusal) -> LobbyNotice:
    facts = {name: fact for name, fact in why.facts.items() if name in LOBBY["bad_bid"].fields()}
    return to_lobby("bad_bid", why=why.code, **facts)
