"""Bids for the seats of a campaign that gathers its people: sealed until all are in, or their time is over.

A person bids once, for as many seats as they have places. When the bids are in the match begins, and its first mails
tell everybody all of them.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from adjudicator.kernel.beginning import checked_number
from adjudicator.kernel.bidding import Bid, SeatBid, bid_of, checked_bid
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match
from adjudicator.kernel.refusals import too_few_seats, wrong_number
from adjudicator.language import CODES, Language, language
from adjudicator.orders.text import normalize_word
from adjudicator.reports.model import Section
from adjudicator.reports.wording.kernel_words import english_sentence
from adjudicator.service.campaign.act import CommandReply
from adjudicator.service.campaign.matches import Secrets
from adjudicator.service.outbox.notices import to_lobby
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import AskedForBids, Start, due
from adjudicator.service.people.gathering.request import seat_wanted
from adjudicator.service.people.new_campaigns import BadCampaign, match_of, nonces_in_order
from adjudicator.service.play import due_dates
from adjudicator.service.service import Service
from adjudicator.service.timing.deadline import closing_time, next_deadline, reminder_due, reminder_times
from adjudicator.service.timing.policy import Adjudication
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import CampaignBusy, lock_campaign, reading, writing
from adjudicator.store.tables import CampaignState, SeatKind
from adjudicator.store.timing import unread_until

# Read and write bids: what follows the word `bid` (`bid bakers 3, smiths 1`, `bid nothing`, `bid withdraw`).

NO_BID = {"en": ("nothing",), "ru": ("ничего",)}
TAKE_BACK = {"en": ("withdraw",), "ru": ("отозвать",)}
_APART = re.compile(r"[,;+]|\.(?=\s|$)")
_AMOUNT = re.compile(r"[-−]?\d+")
_LINK = frozenset(("and", "и", "for", "за", "on", "на", "=", ":"))
"""Words that say nothing in a bid."""


def read_bid(text: str, game: Game[Any], players: int) -> Bid | None:
    """Return the bid as written; None if it is withdrawn. A seat that nobody can have stays as it was written.

    Raises:
        Refusal: The text contains no bid.
    """
    said = normalize_word(text.strip(" .!"))
    if said in _forms(TAKE_BACK):
        return None
    if said in _forms(NO_BID):
        return ()
    names, unit = _names(game, players), _unit(game)
    return bid_of([wish for part in _APART.split(text) for wish in _wishes(part.split(), names, unit)])


def written_bid(bid: Bid, game: Game[Any], words: Language) -> str:
    """Return a bid as its reader would write it: `Bakers 3, Smiths 1`, in a game without a unit `Red, Blue`."""
    report = game.part("report")
    return ", ".join(
        f"{report.party(wish.seat, words).name} {wish.amount}" if game.bid_unit else report.party(wish.seat, words).name
        for wish in bid
    ) or words.forms(NO_BID)[0]  # fmt: skip


def _wishes(typed: Sequence[str], names: Sequence[tuple[str, tuple[str, ...]]], unit: frozenset[str]) -> list[SeatBid]:
    """Return the wishes of a part without commas: names, each followed by its amount if there is one."""
    found: list[SeatBid] = []
    name: list[str] = []
    for at, word in enumerate(typed):
        if _AMOUNT.fullmatch(word.strip("=:")):
            found.append(_wish(name, names, int(word.strip("=:").replace("−", "-"))))
            name = []
        elif (normalize_word(word) in _LINK and not name) or (
            normalize_word(word) in unit and at and _AMOUNT.fullmatch(typed[at - 1])
        ):
            continue
        else:
            name.append(word)
    return [*found, _wish(name, names, 0)] if name else found


def _wish(name: Sequence[str], names: Sequence[tuple[str, tuple[str, ...]]], amount: int) -> SeatBid:
    typed = " ".join(name).rstrip("=: ")
    return SeatBid(seat_wanted(typed, names) or typed or str(amount), amount)


def _names(game: Game[Any], players: int) -> list[tuple[str, tuple[str, ...]]]:
    """Return the names, in all languages, of the seats that may be played by that number of players."""
    playing = {seat for seats in checked_number(game, players) for seat in seats}
    report = game.part("report")
    return [
        (seat, tuple(report.party(seat, language(code)).name for code in CODES))
        for seat in game.seats
        if seat in playing
    ]


def _unit(game: Game[Any]) -> frozenset[str]:
    return frozenset(map(normalize_word, game.bid_unit.named.values())) if game.bid_unit else frozenset()


def _forms(words: Mapping[str, tuple[str, ...]]) -> set[str]:
    return {normalize_word(form) for code in CODES for form in language(code).forms(words)}


# The beginning of a match with those who have gathered.


class TooFew(BadCampaign):
    """The match cannot begin yet: so many seats are taken, and so many are needed."""

    def __init__(self, taken: int, least: int) -> None:
        super().__init__([f"{taken} of {least} seats are taken"])
        self.taken, self.least = taken, least


def begin(lobby: Lobby) -> None:
    """Begin the match with those who are there; who has not bid for a seat bids nothing. Raises BadCampaign."""
    plan, campaign = lobby.plan, lobby.campaign
    rows = {seat.name: lobby.row(seat) for seat in lobby.players}
    nonces = nonces_in_order([*rows], {name: row.nonce for name, row in rows.items()})
    match = _match(lobby, [*rows], nonces)
    if plan.at_places:
        for row, given in zip(rows.values(), match.header.in_order, strict=True):
            row.name, row.bid = given, None
    for seat in lobby.seats:  # one that was given back, and that nobody took: mails still refer to it
        if seat.kind is SeatKind.PLAYER and not seat.holders:
            left = lobby.row(seat)
            left.kind, left.name = SeatKind.OBSERVER, f"left-{left.id}"
    lobby.change(plan)
    campaign.state, campaign.started_at = CampaignState.RUNNING, lobby.now
    lobby.session.flush()
    assert plan.new.seed is not None
    new_campaigns.begin(lobby.work, campaign, match, Secrets(plan.new.seed, nonces), plan.new.document)


def _match(lobby: Lobby, order: list[str], nonces: tuple[bytes, ...]) -> Match:
    """Return the match of those who have joined. Raises BadCampaign."""
    plan, game = lobby.plan, lobby.game
    assert plan.new.seed is not None
    playing = {seat for seats in game.seatings(len(order)) for seat in seats}
    wishes = [lobby.bid_of(seat) or () for seat in lobby.players]
    bids = [tuple(wish for wish in bid if wish.seat in playing) for bid in wishes]
    try:
        return match_of(game, plan.new, order, plan.new.seed, nonces, bids)
    except Refusal as error:
        if error.code in (too_few_seats.name, wrong_number.name):
            numbers = (plan.number,) if plan.new.document else game.numbers
            raise TooFew(len(order), next(number for number in numbers if number > len(order))) from None
        raise BadCampaign([english_sentence(error)]) from None


def go_on(lobby: Lobby) -> bool:
    """Go on when somebody has joined or bid: the match begins, or everybody is asked for bids.

    Returns whether it has begun.
    """
    plan = lobby.plan
    if plan.asked is not None:
        return _close_or_wait(lobby)
    if plan.free(lobby.seats):
        return False
    if plan.start is Start.MODERATOR:
        lobby.tell_moderators(to_lobby("full"))
        return False
    return start(lobby)


def start(lobby: Lobby) -> bool:
    """Begin the match with those who have joined, or ask them for bids first. Return whether it has begun.

    A second call begins at once, and a player without a bid bids nothing.

    Raises:
        BadCampaign: The match cannot begin.
    """
    if lobby.plan.by_bids and lobby.plan.asked is None and not _all_in(lobby):
        _ask(lobby)
        return False
    begin(lobby)
    return True


def enter(lobby: Lobby, seat: SeatAtTable, text: str) -> tuple[Bid | None, bool]:
    """Keep the bid of a person as it is written, for all places that they have.

    Return the bid (None: it is withdrawn), and whether the match has begun: its first message tells them so.

    Raises:
        Refusal: The bid is not possible.
    """
    game, number = lobby.game, lobby.plan.number
    wishes = read_bid(text, game, number)
    if wishes is not None:
        checked_bid(wishes, game.bid_unit, checked_number(game, number))
    for each in lobby.theirs(seat):
        lobby.row(each).bid = None if wishes is None else msgspec.json.encode(wishes)
    lobby.session.flush()
    if lobby.plan.asked is not None and _close_or_wait(lobby):
        return wishes, True
    return wishes, False


def noted(lobby: Lobby, seat: SeatAtTable, wishes: Bid | None, heard: Sequence[str] = ()) -> CommandReply:
    """Return what the player at a seat is told of a bid; `heard`: who else received the message."""
    words = language(seat.language)
    if wishes is None:
        told, title = [words.gettext("You have not bid for a seat now.")], ""
    else:
        noted = words.gettext(
            "Your bid is noted: %(bid)s. Nobody else sees it before all bids are in; until then a new one replaces it.",
            bid=written_bid(wishes, lobby.game, words),
        )
        told, title = [noted], words.gettext("your bid is noted")
    if heard and wishes is not None:
        careful = words.gettext(
            "Careful: others of this campaign got your email too, and can read it: %(addresses)s.",
            addresses=", ".join(heard),
        )
        told.append(careful)
    section = Section(heading=words.gettext("Your bid"), paragraphs=tuple(told))
    return CommandReply(sections=(section,), title=title, changed=True)


def ask_anew(lobby: Lobby) -> None:
    """Ask again after the store went back in time.

    Whoever was asked has the whole time once more.
    """
    if lobby.plan.asked is not None:
        _ask(lobby)


def _ask(lobby: Lobby) -> None:
    """Ask everybody who is there for a bid. Raises BadCampaign where so many cannot play."""
    players, game, campaign = lobby.players, lobby.game, lobby.campaign
    if len(players) not in game.numbers:
        raise TooFew(len(players), next(number for number in game.numbers if number > len(players)))
    new = msgspec.structs.replace(lobby.plan.new, number=len(players))
    policy = due_dates.policy_of(campaign)
    until = next_deadline(policy, lobby.now, timedelta(hours=campaign.deadline_hours), zone=campaign.time_zone)
    assert until is not None, "nothing pauses a campaign that has not begun"
    asked = AskedForBids(asked_at=lobby.now, until=until, closes_at=closing_time(policy, until))
    lobby.plan = msgspec.structs.replace(lobby.plan, new=new)
    _keep(lobby, asked)
    for seat in players:
        lobby.tell(seat, to_lobby("bids", until=until))
    lobby.tell_moderators(to_lobby("bids_awaited", until=until))


def _keep(lobby: Lobby, asked: AskedForBids) -> None:
    """Keep until when they are asked, and when the next thing is due for it: a reminder, or the end."""
    last = asked.reminded_at or asked.asked_at
    reminders = reminder_times(due_dates.policy_of(lobby.campaign), asked.asked_at, asked.until)
    due_at = min([reminder for reminder in reminders if reminder > last] + [asked.closes_at])
    lobby.change(msgspec.structs.replace(lobby.plan, asked=asked), due_at)


def _all_in(lobby: Lobby) -> bool:
    return all(lobby.bid_of(seat) is not None for seat in lobby.players)


def _close_or_wait(lobby: Lobby) -> bool:
    """Apply what an answer changes: once all are in, bids are opened at the moment that the campaign has agreed on."""
    asked, policy = lobby.plan.asked, due_dates.policy_of(lobby.campaign)
    assert asked is not None
    closes_at = closing_time(policy, asked.until)
    if _all_in(lobby):
        if policy.adjudication is Adjudication.AT_ONCE:
            begin(lobby)
            return True
        window = lobby.now + timedelta(minutes=policy.window_minutes)
        closes_at = min(window, asked.until) if policy.adjudication is Adjudication.WINDOW else asked.until
    _keep(lobby, msgspec.structs.replace(asked, closes_at=closes_at))
    return False


def close_due(lobby: Lobby, moment: datetime) -> bool:
    """Begin the match if the time for bids was over at a moment. A mail that came in time is waited for."""
    asked = lobby.plan.asked if lobby.campaign.state is CampaignState.INVITING else None
    if asked is None or asked.closes_at > moment:
        return False
    if unread_until(lobby.session, lobby.campaign.id, asked.closes_at, [seat.id for seat in lobby.players]):
        return False
    try:
        begin(lobby)
    except BadCampaign as bad:
        lobby.change(msgspec.structs.replace(lobby.plan, asked=None))
        lobby.tell_moderators(to_lobby("cannot_begin", reason=str(bad)))
        return False
    return True


def run(service: Service) -> int:
    """Open the bids whose time is over, and remind who has not bid. Returns how many matches have begun."""
    now, begun = service.clock.now(), 0
    with reading(service.engine) as session:
        waiting = due(session, now)
    for campaign_id in waiting:
        try:
            with writing(service.engine) as session:
                lobby = Lobby(service.work(session), lock_campaign(session, campaign_id))
                begun += close_due(lobby, lobby.now) or _remind(lobby)
        except CampaignBusy:
            continue
        service.wakes.outbox()
    return begun


def _remind(lobby: Lobby) -> bool:
    """Remind whoever has not bid, if that is due. Never begins a match."""
    asked, policy = lobby.plan.asked, due_dates.policy_of(lobby.campaign)
    if asked is not None and reminder_due(policy, asked.asked_at, asked.until, asked.reminded_at, lobby.now):
        for seat in lobby.players:
            if lobby.bid_of(seat) is None:
                lobby.tell(seat, to_lobby("bid_reminder", until=asked.until))
        _keep(lobby, msgspec.structs.replace(asked, reminded_at=lobby.now))
    return False
