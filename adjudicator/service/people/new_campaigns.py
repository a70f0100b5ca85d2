"""Creating campaigns: a match, its seats, the people who hold them, the first mails."""

import re
import secrets
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from itertools import count
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.bidding import Bid
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.content import Contents
from adjudicator.kernel.errors import DocumentError, Refusal, UnknownGame
from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Header
from adjudicator.kernel.refusals import too_few_seats
from adjudicator.kernel.registry import game_named, games
from adjudicator.language import CODES, language, msgid
from adjudicator.mail.address import can_be_reached, is_address, normal_address
from adjudicator.reports.wording.kernel_words import english_sentence
from adjudicator.service.campaign.happenings import MatchMoved, announce
from adjudicator.service.campaign.matches import CampaignContext, Secrets, fingerprint, keep_pack, save
from adjudicator.service.campaign.packs import BadPack, fitting
from adjudicator.service.campaign.settings import Agreed, CampaignSettings, keep_settings, note_rules, press_problems
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import Watch, Welcome
from adjudicator.service.people import shared_mailboxes
from adjudicator.service.play import questions
from adjudicator.service.play.due_dates import kinds_of
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.service.timing.policy import problems_of
from adjudicator.settings import MAIN, Settings, shown
from adjudicator.store import campaigns, holdings, matches, receipts, stewards
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.packs import Packs
from adjudicator.store.tables import Address, Campaign, CampaignState, Person, Seat, SeatKind


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A person in the campaign.

    `seat` is the game's name of their seat, or `moderator`, or `observer`; empty if it is drawn.
    """

    seat: str = ""
    name: str = ""
    email: str = ""
    language: str = "en"
    time_zone: str = "UTC"
    nonce: str = ""
    """What the player adds to the secret seed."""
    steward: bool = False
    """Whether it is the program that plays the seat: it has no name and no address."""

    @property
    def called(self) -> str:
        """The person a problem is about."""
        return self.seat or self.name


class Seating(StrEnum):
    """The way seats are given out: as chosen, as the first draws of the match tell, or as people bid for them."""

    CHOSEN = "chosen"
    RANDOM = "random"
    BID = "bid"

    @property
    def at_places(self) -> bool:
        """Whether nobody has a seat before the match begins, but a place in the order of joining."""
        return self is not Seating.CHOSEN


class NewCampaign(Agreed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data from which a campaign is created (also the form of the file for `campaign create`)."""

    name: str
    title: str
    game: str
    players: tuple[Player, ...]
    number: int = 0
    """How many play; 0: as many as are named, or, of a campaign that gathers its people, as many as can."""
    seating: Seating = Seating.CHOSEN
    options: dict[str, Any] = {}
    language: str = "en"
    time_zone: str = "UTC"
    deadline_hours: int = 72
    mailbox: str = MAIN
    """From which of the installation's mailboxes its mails come."""
    calendar: bool = True
    """Mails carry calendar entries; every seat can change it for itself."""
    data_copy: bool = False
    """Mails carry a copy for programs (JSON); every seat can change it for itself."""
    mail_format: Literal["html", "full", "text"] = "html"
    """Mails as `format` chooses them: short, everything at once, or without a page; every seat can change it."""
    seed: bytes | None = None
    pack: dict[str, Any] | None = None
    """The content that is played, whole; without it the game's own."""
    document: dict[str, Any] | None = None
    """The neutral document of a position to go on from, instead of the set-up of the game."""
    deal: bool = False
    """Hidden parts that the document only counts are dealt; otherwise they must be given."""


class BadCampaign(ValueError):  # noqa: N818
    """A campaign that cannot be created; `problems` names everything that is wrong."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


STEWARD = msgid("Steward")
"""What the program is called that plays in the place of a person."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{1,62}")


def create(service: Service, new: NewCampaign) -> int:
    """Create a campaign, begin its match and queue the first mail of every seat. Returns its id.

    Raises BadCampaign with every problem.
    """
    with reading(service.engine) as session:
        ready = made_ready(session, new)
    with writing(service.engine) as session:
        campaign = founded(service.work(session), ready)
    service.wakes.outbox()
    return campaign.id


class Ready(NamedTuple):
    """A campaign before it is there: all that was drawn stands in it."""

    new: NewCampaign
    match: Match
    secret: Secrets


def made_ready(session: Session, new: NewCampaign) -> Ready:
    """Return its match, and who sits where. Raises BadCampaign with every problem."""
    seed = new.seed or secrets.token_bytes(32)
    match, nonces = _begin(new, seed, Packs(session))
    seated = msgspec.structs.replace(new, players=tuple(_as_drawn(new.players, match.header)))
    return Ready(seated, match, Secrets(seed, nonces))


def founded(work: UnitOfWork, ready: Ready) -> Campaign:
    """Create it in a transaction that is there already; then wake the outbox.

    Raises BadCampaign where there is one of its name.
    """
    campaign = opened(work, ready.new, CampaignState.RUNNING)
    campaign.started_at = work.now
    begin(work, campaign, ready.match, ready.secret, _bound(ready.new.document, ready.match))
    return campaign


def opened(work: UnitOfWork, new: NewCampaign, state: CampaignState) -> Campaign:
    """Return the row of a new campaign with its people, locked.

    Raises:
        BadCampaign: There is a campaign of that name, or no such mailbox.
    """
    session, now = work.session, work.now
    if campaigns.campaign_by_name(session, new.name) is not None:
        raise BadCampaign([f"there is a campaign named {new.name} already"])
    if unknown := unknown_mailbox(work.service.settings, new.mailbox):
        raise BadCampaign([unknown])
    campaign = Campaign(
        name=new.name,
        title=new.title,
        state=state,
        language=new.language,
        time_zone=new.time_zone,
        deadline_hours=new.deadline_hours,
        mailbox=new.mailbox,
        created_at=now,
    )
    agreed = {name: getattr(new, name) for name in Agreed.__struct_fields__}
    unaided = new.document is None and not new.stewards.hints
    agreed["rated"] = unaided if new.rated is None else new.rated
    if any(player.steward for player in new.players) and not new.stewards.rated:
        agreed["rated"] = False
    keep_settings(campaign, CampaignSettings(**agreed))
    session.add(campaign)
    session.flush()
    lock_campaign(session, campaign.id)
    for player in new.players:
        seat_player(session, campaign, player, new, now)
    return campaign


def unknown_mailbox(settings: Settings, name: str) -> str:
    """Return what to say of a mailbox that is not in the settings; empty if it is."""
    boxes = settings.mail.boxes
    return "" if name in boxes else f"mailbox: the settings have no {name!r}, but {', '.join(map(shown, boxes))}"


def begin(
    work: UnitOfWork, campaign: Campaign, match: Match, secret: Secrets, document: dict[str, Any] | None = None
) -> None:
    """Store the match of a campaign whose people are there, and queue everybody's first mail.

    `document` is the position it begins from, where it does not begin with the set-up of the game.
    """
    table = _store_match(work, campaign, match, secret, document)
    save(table, match.opening, {})
    asked = questions.renew(table)
    announce(table, MatchMoved(asked=asked.new))
    for seat in sorted(table.seats, key=lambda seat: seat.kind is not SeatKind.PLAYER):
        plays = seat.kind is SeatKind.PLAYER
        number = asked.new.get(seat.name)
        first = Welcome if plays else Watch
        queue.send(table, seat, first(written=work.now, number=number))
    shared_mailboxes.ask_all(table)


def _begin(new: NewCampaign, seed: bytes, known: Contents) -> tuple[Match, tuple[bytes, ...]]:
    """Return the match, and the nonces that are mixed into its seed. Raises BadCampaign with every problem."""
    problems = problems_in(new)
    players = [player for player in new.players if player.seat not in CHAIRS]
    if new.number not in (0, len(players)):
        problems.append(f"players: there are {len(players)}, and {new.number} are to play")
    try:
        game = fitting(new.game, new.pack)
        nonces = nonces_of(players, game, new.seating)
        if new.seating is Seating.BID:
            problems.append("seating: seats that are bid for are given out when the bids are in")
        if new.document is not None:
            document = {**new.document, "content": game.content_hash} if game.pack else new.document
            contents = {game.content_hash: game.pack} if game.pack else known
            return _from_document(new, document, Secrets(seed, nonces), problems, contents), nonces
        match = match_of(game, new, [player.seat for player in players], seed, nonces)
    except (UnknownGame, Refusal) as error:
        problems.append(english_sentence(error))
    except BadPack as bad:
        problems += [f"pack: {problem}" for problem in bad.problems]
    if problems:
        raise BadCampaign(problems)
    return match, nonces


def match_of(
    game: Game[Any],
    new: NewCampaign,
    seats: Sequence[str],
    seed: bytes,
    nonces: tuple[bytes, ...],
    bids: Sequence[Bid] = (),
) -> Match:
    """Return the match with these seats; they may also be drawn or bid for, or come from a document.

    Raises:
        Refusal: The match cannot be set up.
    """
    if new.document is not None:
        contents = {game.content_hash: game.pack}
        match = Match.from_document(new.document, game=game.id, seed=seed, nonces=nonces, contents=contents)
        if {*seats} != {*match.header.seats}:
            raise too_few_seats(least=len(match.header.seats))
        return match
    if new.seating is Seating.BID:
        return set_up(game, options=new.options, bids=bids, seed=seed, nonces=nonces)
    if new.seating is Seating.RANDOM:
        return set_up(game, options=new.options, players=len(seats), seed=seed, nonces=nonces)
    return set_up(game, options=new.options, seats=seats, seed=seed, nonces=nonces)


def nonces_of(players: Sequence[Player], game: Game[Any], seating: Seating) -> tuple[bytes, ...]:
    """Return the players' nonces in the order of their seats, or of the players if the seats are drawn."""
    if seating.at_places:
        given = {str(place): player.nonce.encode() for place, player in enumerate(players)}
        return nonces_in_order(list(given), given)
    given = {player.seat: player.nonce.encode() for player in players}
    return nonces_in_order([seat for seat in game.seats if seat in given], given)


def _as_drawn(players: Sequence[Player], header: Header) -> Iterator[Player]:
    """Yield the players, with their seats if those were drawn."""
    drawn = iter(header.in_order)
    for player in players:
        yield player if player.seat else msgspec.structs.replace(player, seat=next(drawn))


def _bound(document: dict[str, Any] | None, match: Match) -> dict[str, Any] | None:
    """Return the document that a match begins from, with the pack that it is played with."""
    return document if document is None or not match.game.pack else {**document, "content": match.header.content}


def _from_document(
    new: NewCampaign, document: dict[str, Any], secret: Secrets, problems: list[str], contents: Contents
) -> Match:
    """Return the match that goes on from a document.

    Raises BadCampaign with all problems, those of the campaign first.
    """
    game = game_named(new.game)
    if new.options:
        problems.append("options: they are part of the document")
    if new.seating.at_places:
        problems.append("seating: who sits where is part of the document")
    try:
        if not new.deal:
            counted = _only_counted(document, game.fill_hidden_parts(document, Chance(secret.seed)))
            if counted:
                what = f"hidden parts are only counted: {', '.join(counted)}; name them, or deal them (--deal)"
                raise BadCampaign([*problems, f"document: {what}"])
            game.load(document)
        match = Match.from_document(document, game=new.game, seed=secret.seed, nonces=secret.nonces, contents=contents)
    except (DocumentError, Refusal) as error:
        found = error.problems if isinstance(error, DocumentError) else [english_sentence(error)]
        raise BadCampaign([*problems, *(f"document: {problem}" for problem in found)]) from None
    if match.result is not None:
        problems.append("document: the match is over in this position")
    if sorted(player.seat for player in new.players if player.seat not in CHAIRS) != sorted(match.header.seats):
        problems.append(f"players: the document is played by {', '.join(match.header.seats)}")
    if problems:
        raise BadCampaign(problems)
    return match


def _only_counted(given: object, dealt: object, path: str = "") -> list[str]:
    """Return where a document has a number and something was dealt for it.

    >>> _only_counted({"vp": 3, "hands": {"red": 2, "blue": []}}, {"vp": 3, "hands": {"red": ["a", "b"], "blue": []}})
    ['hands.red']
    """
    if isinstance(given, dict) and isinstance(dealt, dict):
        inner = (_only_counted(given[key], dealt.get(key), f"{path}.{key}".strip(".")) for key in given)
        return [each for found in inner for each in found]
    return [path] if isinstance(given, int) and isinstance(dealt, list) else []


def all_problems(new: NewCampaign) -> list[str]:
    """Return what is wrong with a campaign that is to begin with its people, as far as no database is needed."""
    if new.seating is Seating.BID:
        return problems_in(new)
    try:
        _begin(new, secrets.token_bytes(32), {})
    except BadCampaign as bad:
        return bad.problems
    return []


def problems_in(new: NewCampaign) -> list[str]:
    """Return what is wrong with a campaign before its game is asked."""
    found = []
    if not NAME.fullmatch(new.name):
        found.append(f"name {new.name!r}: small letters, digits and hyphens, two at least")
    if not new.title.strip() or len(new.title) > 100:
        found.append("title: one to a hundred characters")
    if not 1 <= new.deadline_hours <= 24 * 90:
        found.append("deadline_hours: from 1 to 2160")
    if new.table_draws == "all" and _only_players_moderate(new):
        found.append('table_draws: who moderates plays, and would learn what is hidden; "open" is possible')
    kinds = kinds_of(game_named(new.game)) if new.game in games() else None
    found += [f"timing.{problem}" for problem in problems_of(new.timing, kinds)]
    found += [f"press.{problem}" for problem in press_problems(new.press)]
    if new.seating is Seating.RANDOM:
        playing = Counter(normal_address(player.email) for player in new.players if player.seat not in CHAIRS)
        found += [f"players: {email} is named twice; where seats are drawn, nobody has two"
                  for email, times in playing.items() if times > 1]  # fmt: skip
    for player in new.players:
        if player.seat not in CHAIRS and bool(player.seat) is new.seating.at_places:
            how = "bid for" if new.seating is Seating.BID else "drawn"
            found.append(f"{player.called}: the seats are {how}; leave the seat away" if player.seat else
                         f'{player.called}: which seat? (with seating = "random" or "bid" leave it away)')  # fmt: skip
        if player.steward:
            if player.name or player.email or player.seat in CHAIRS or not player.seat:
                found.append(
                    f"{player.called or 'a steward'}: a steward has a seat of the game, no name and no address"
                )
            continue
        if not player.name:
            found.append(f"{player.called or 'a player'}: the name is missing")
        if is_address(player.email) and not can_be_reached(player.email):
            found.append(f"{player.called}: {player.email!r} has other letters than ASCII before the @; many servers "
                         "take no mail for it")  # fmt: skip
        elif not is_address(player.email):
            found.append(f"{player.called}: {player.email!r} is not an email address")
        if player.language not in CODES:
            found.append(f"{player.called}: language {player.language!r}; there are {', '.join(CODES)}")
        found += _zone_problems(player.called, player.time_zone)
        if len(player.nonce.encode()) > LONGEST_NONCE:
            found.append(f"{player.called}: nonce: at most {LONGEST_NONCE} bytes")
    return found + _zone_problems("campaign", new.time_zone)


def _only_players_moderate(new: NewCampaign) -> bool:
    moderators = {player.email for player in new.players if player.seat == "moderator"}
    return bool(moderators) and moderators <= {player.email for player in new.players if player.seat not in CHAIRS}


def _zone_problems(whose: str, name: str) -> list[str]:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return [f"{whose}: {name!r} is no time zone (Europe/Moscow is one)"]
    return []


CHAIRS = {"moderator": SeatKind.MODERATOR, "observer": SeatKind.OBSERVER}


def seat_player(session: Session, campaign: Campaign, player: Player, new: NewCampaign, now: datetime) -> None:
    """Seat a player, or one more `moderator` or `observer`.

    Those two are chairs beside the table, of which there may be several.
    """
    kind = CHAIRS.get(player.seat, SeatKind.PLAYER)
    if kind is not SeatKind.PLAYER:
        there = {seat.name for seat in campaigns.seats_at_table(session, campaign.id, now)}
        player = msgspec.structs.replace(player, seat=free_chair(player.seat, there))
    seat = seat_chair(session, campaign, player, kind, now)
    seat.calendar, seat.data_copy, seat.mail_format = new.calendar, new.data_copy, new.mail_format


def seat_chair(session: Session, campaign: Campaign, player: Player, kind: SeatKind, now: datetime) -> Seat:
    """Create a seat with the person who holds it."""
    seat = campaigns.new_seat(campaign.id, player.seat, player.language, now, kind)
    seat.nonce = player.nonce.encode() or None
    session.add(seat)
    session.flush()
    person = person_of(session, player, now)
    holdings.hold(session, seat.id, person.id, now)
    return seat


def free_chair(name: str, taken: Collection[str]) -> str:
    """Return the first free name: `observer`, `observer-2`, …"""
    return next(chair for n in count(1) if (chair := name if n == 1 else f"{name}-{n}") not in taken)


def person_of(session: Session, player: Player, now: datetime) -> Person:
    """Return the person with this address and name, or a new one; the steward of the language, which has neither."""
    if player.steward:
        return stewards.person_of(session, language(player.language).gettext(STEWARD), player.language, now)
    email = normal_address(player.email)
    known = session.scalars(
        select(Person)
        .join(Address, col(Address.person_id) == col(Person.id))
        .where(col(Address.email) == email, col(Person.name) == player.name)
    ).first()
    if known is not None:
        return known
    person = Person(name=player.name, language=player.language, time_zone=player.time_zone, created_at=now)
    session.add(person)
    session.flush()
    session.add(Address(person_id=person.id, email=email, registered_at=now))
    return person


def _store_match(
    work: UnitOfWork, campaign: Campaign, match: Match, secret: Secrets, document: dict[str, Any] | None
) -> CampaignContext:
    session, now = work.session, work.now
    state = match.checkpoint()
    note_rules(campaign, match.game.id)
    receipts.signing_key(session, now)
    matches.start_match(
        session,
        matches.NewMatch(
            campaign_id=campaign.id,
            number=1,
            game=match.game.id,
            rules_version=match.game.version,
            content_hash=match.header.content,
            options=msgspec.json.encode(match.header),
            commitment=match.header.commitment or "",
            seed=msgspec.json.encode(secret),
            document=None if document is None else msgspec.json.encode(document),
            state=state,
            hash=fingerprint(state),
        ),
        now,
    )
    head = matches.head(session, campaign.id)
    assert head is not None
    table = CampaignContext(work, campaign, campaigns.seats_at_table(session, campaign.id, now), head, match)
    if match.game.pack:
        keep_pack(table, match.header.content)
    return table


LONGEST_NONCE = 200
"""Bytes of what a seat may add; more proves nothing more."""


def nonces_in_order(seats: Sequence[str], given: Mapping[str, bytes | None]) -> tuple[bytes, ...]:
    """Return what is mixed into the key: one nonce a seat, in seat order, empty if a seat gave none.

    An empty tuple if no seat gave one.
    """
    if not any(given.get(seat) for seat in seats):
        return ()
    return tuple(given.get(seat) or b"" for seat in seats)
