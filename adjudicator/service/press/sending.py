"""A letter is judged, stored, and delivered as a mail of its own to everybody who is to get it."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.mail.model import PictureFile, ReadMail
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.settings import PressPolicy, settings_of
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import LetterMail, decode
from adjudicator.service.play import due_dates
from adjudicator.service.press import content, times
from adjudicator.service.press.content import Arrival, Audience, Group, Letter, Sign, Stored
from adjudicator.service.press.times import When
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import kept_mails, matches, prompts
from adjudicator.store.campaigns import SeatAtTable, seats_at_table
from adjudicator.store.engine import CampaignBusy, lock_campaign, reading, writing
from adjudicator.store.tables import Campaign, OutboundMail, Press, SeatKind

BATCH = 200
MOST_PICTURES_A_DAY = 10
"""Pictures that a seat may send in a day."""
LONGEST_AHEAD = 60
"""Days for which a letter may wait."""
_STANDS_STILL = timedelta(minutes=10)
"""After this time it is looked again whether a deadline runs that a letter waits for."""


class NotSent(Exception):  # noqa: N818 - an answer
    """The letter does not go. `why` names the reason, `number` a bound."""

    def __init__(self, why: str, number: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.number = number


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A letter before it is judged. `answers`: the key of the letter that it answers, if it does.

    `guise`: the seat in whose name it is written, or 0. `arrival`: as its author asks for it.
    """

    to: Audience
    sign: Sign
    lines: tuple[str, ...]
    knowing: Audience = Audience()
    answers: str = ""
    guise: int = 0
    arrival: Arrival | None = None


def policy_of(campaign: Campaign) -> PressPolicy:
    """Return which letters the campaign allows."""
    return settings_of(campaign).press


def answer_to(table: CampaignContext, seat: SeatAtTable, key: str, lines: Sequence[str]) -> Draft:
    """Return an answer to a press message that the seat has received: to its author, and to whom else it named.

    An anonymous author stays anonymous in the answers to an answer, for everybody who did not know who it was.

    Raises:
        NotSent: The seat has not received such a message.
    """
    asked = content.by_key(table.session, table.campaign.id, key)
    if asked is None or not asked.delivered or seat.id not in asked.letter.readers:
        raise NotSent("unknown_letter")
    mine = content.by_key(table.session, table.campaign.id, asked.letter.answers) if asked.letter.answers else None
    own = mine.letter if mine is not None and mine.letter.author == seat.id else None
    to, readers = asked.letter.answered_by(seat.id), {asked.letter.signed_by, *asked.letter.to.seats} - {seat.id}
    knowing = tuple(reader for reader in sorted(readers) if own is None or own.names_author_to(reader))
    sign = Sign.SIGNED if len(knowing) == len(readers) else Sign.OPEN if knowing else Sign.ANONYMOUS
    named = Audience(seats=knowing) if sign is Sign.OPEN else Audience()
    return Draft(to=to, sign=sign, lines=tuple(lines), knowing=named, answers=key)


def judge(table: CampaignContext, seat: SeatAtTable, draft: Draft) -> Letter:
    """Return the press message that a draft becomes.

    Raises:
        NotSent: The draft is empty, too long, or not allowed.
    """
    policy = policy_of(table.campaign)
    if not any(line.strip() for line in draft.lines):
        raise NotSent("empty")
    if sum(map(len, draft.lines)) > policy.characters:
        raise NotSent("too_long", policy.characters)
    readers = _readers(table, seat, draft)
    letter = Letter(
        author=seat.id,
        sign=draft.sign,
        to=draft.to,
        readers=readers,
        lines=draft.lines,
        knowing=tuple(each for each in _named(table, draft.knowing) if each in readers),
        answers=draft.answers,
        guise=draft.guise if draft.guise != seat.id else 0,
        doubtful=policy.forged,
        waits_for=draft.arrival.waits_for if draft.arrival else (),
    )
    _check_kind(table, seat, letter, policy)
    if letter.guise:
        _check_guise(table, seat, letter, policy)
    since = table.now - timedelta(days=1)
    written = [
        one for one in content.of_campaign(table.session, table.campaign.id, since) if one.letter.author == seat.id
    ]
    if len(written) >= policy.per_day:
        raise NotSent("too_many", policy.per_day)
    counted = (*written, *content.waiting(table.session, table.campaign.id, seat.id))
    return msgspec.structs.replace(letter, number=1 + max((one.letter.number for one in counted), default=0))


def asked_for(table: CampaignContext, when: When, zone: str) -> Arrival:
    """Return the arrival that the author of a letter asks for.

    Raises:
        NotSent: No deadline runs, or it is too far away.
        BadDates: There is no such moment, or it is over.
    """
    if when.how == "deadline":
        asked = {seat.id for seat in table.seats if seat.asked_as in table.match.asked_seats}
        running = {prompt.number: prompt.deadline for prompt in table.open_prompts() if prompt.seat_id in asked}
        if not running or None in running.values():
            raise NotSent("no_deadline")
        return Arrival(_over(table.campaign, [each for each in running.values() if each]), tuple(running))
    at = times.moment_of(when, table.now, zone)
    if at > table.now + timedelta(days=LONGEST_AHEAD):
        raise NotSent("too_far", LONGEST_AHEAD)
    return Arrival(at)


def arrival_of(table: CampaignContext, letter: Letter, asked: Arrival | None) -> Arrival:
    """Return when a letter is delivered: as its author asks, but not before the time that letters of its kind take."""
    policy = policy_of(table.campaign)
    takes = policy.public_hours if letter.to.public else policy.private_hours
    soonest = table.now + timedelta(hours=0 if _is_official(table, letter) else takes)
    at = max(soonest, asked.at) if asked else soonest
    drawn = letter.hidden and policy.delay_minutes > 0
    return Arrival(at, letter.waits_for, drawn=drawn, later=at > table.now)


def carried(table: CampaignContext, seat: SeatAtTable, mail: ReadMail) -> tuple[PictureFile, ...]:
    """Return the pictures of a mail that go with its letter: as many as the seat may still send today.

    Where a mail holds several letters it is not clear with which.
    """
    if not policy_of(table.campaign).pictures or len(mail.letters) > 1:
        return ()
    since = table.now - timedelta(days=1)
    written = content.of_campaign(table.session, table.campaign.id, since)
    left = MOST_PICTURES_A_DAY - sum(len(one.letter.pictures) for one in written if one.letter.author == seat.id)
    return tuple(picture for picture in mail.pictures if picture.png)[: max(0, left)]


def send(table: CampaignContext, letter: Letter, arrival: Arrival, pictures: Sequence[bytes] = ()) -> Stored:
    """Store a letter with its pictures; one that has not to wait is delivered at once."""
    names = kept_mails.add(table.session, table.campaign.id, pictures, table.now)
    letter = msgspec.structs.replace(letter, pictures=names)
    due_at = arrival.at + (_drawn(policy_of(table.campaign)) if arrival.drawn else timedelta())
    stored = content.keep(table.session, table.campaign.id, letter, table.now, due_at)
    if due_at <= table.now:
        _deliver(table.work, table.seats, table.head, stored)
    return stored


def _drawn(policy: PressPolicy) -> timedelta:
    return timedelta(seconds=60 + secrets.randbelow(60 * policy.delay_minutes))


def _over(campaign: Campaign, deadlines: Sequence[datetime]) -> datetime:
    """Return when the last of some deadlines is over: until then answers still count."""
    return max(deadlines) + timedelta(minutes=due_dates.policy_of(campaign).grace_minutes)


def run(service: Service) -> int:
    """Deliver the letters that are due. Returns how many."""
    now = service.clock.now()
    with reading(service.engine) as session:
        due = session.execute(
            select(col(Press.id), col(Press.campaign_id))
            .where(col(Press.delivered).is_(False), col(Press.due_at) <= now)
            .order_by(col(Press.due_at))
            .limit(BATCH)
        ).all()
    delivered = 0
    for campaign_id in dict.fromkeys(row.campaign_id for row in due):
        try:
            delivered += _deliver_due(service, campaign_id, now)
        except CampaignBusy:
            continue
    if delivered:
        service.wakes.outbox()
    return delivered


class Thread(msgspec.Struct, frozen=True):
    """The letter that a mail brings, and the one that the correspondence began with, by their keys."""

    key: str
    root: str


def thread_of(session: Session, row: OutboundMail) -> Thread | None:
    """Return the thread of a mail as its reader knows it, or None if it brings no letter."""
    if row.kind not in (queue.LETTER, queue.PRESS_COPY):
        return None
    intent = decode(row.intent)
    assert isinstance(intent, LetterMail)
    stored = content.by_key(session, row.campaign_id or 0, intent.key)
    if stored is None:
        raise LookupError(f"no letter {intent.key}")
    return Thread(stored.key, content.first_of_thread(session, row.campaign_id or 0, stored, row.seat_id or 0))


def _deliver_due(service: Service, campaign_id: int, now: datetime) -> int:
    with writing(service.engine) as session:
        lock_campaign(session, campaign_id)
        head = matches.head(session, campaign_id)
        if head is None:
            return 0
        seats = seats_at_table(session, campaign_id, now)
        due = [one for one in content.of_campaign(session, campaign_id) if not one.delivered and one.due_at <= now]
        ready = [one for one in due if not _still_waits(session, campaign_id, one, now)]
        for one in ready:
            _deliver(service.work(session, one.due_at), seats, head, one)
        return len(ready)


def _still_waits(session: Session, campaign_id: int, stored: Stored, now: datetime) -> bool:
    """Return whether the deadline that a letter waits for was moved, and let the letter move with it."""
    if not stored.letter.waits_for:
        return False
    campaign = session.get_one(Campaign, campaign_id)
    open_now = prompts.open_questions(session, campaign_id)
    running = [each.deadline for each in open_now if each.number in stored.letter.waits_for]
    told = [each for each in running if each is not None]
    over = _over(campaign, told) if told else now
    if len(told) < len(running):  # it stands still
        over = max(over, now + _STANDS_STILL)
    if over <= now:
        return False
    policy = policy_of(campaign)
    drawn = stored.letter.hidden and policy.delay_minutes
    content.put_off(session, stored, over + (_drawn(policy) if drawn else timedelta()))
    return True


def _deliver(work: UnitOfWork, seats: Sequence[SeatAtTable], head: matches.Head, stored: Stored) -> None:
    """Queue the mails of a letter, all of them alike.

    Nothing in one tells more than the letter may tell its reader.
    """
    intent = LetterMail(written=stored.due_at, key=stored.key)
    for seat in seats:
        if seat.id in stored.letter.readers:
            queue.send_letter(work, head, seat, intent)
    work.session.execute(update(Press).where(col(Press.key) == stored.key).values(delivered=True))


def _readers(table: CampaignContext, seat: SeatAtTable, draft: Draft) -> tuple[int, ...]:
    """Return who gets the letter: whom it names, without its author. Raises NotSent."""
    if draft.to.unnamed:
        asked = content.by_key(table.session, table.campaign.id, draft.answers)
        assert asked is not None
        others = (each for each in _named(table, draft.to) if each not in (seat.id, asked.letter.author))
        return (asked.letter.author, *others)
    named = _named(table, draft.to)
    if not named:
        missing = {Group.MODERATOR: "no_moderator", Group.OBSERVERS: "no_observers"}
        raise NotSent(next((missing[group] for group in draft.to.groups if group in missing), "nobody"))
    readers = tuple(each for each in named if each != seat.id)
    if not readers:
        raise NotSent("only_you")
    return readers


def _named(table: CampaignContext, to: Audience) -> tuple[int, ...]:
    """Return the seats in an audience, in the order of the table."""
    kinds: set[SeatKind] = set()
    for group in to.groups:
        kinds |= {
            Group.ALL: set(SeatKind),
            Group.PLAYERS: {SeatKind.PLAYER},
            Group.OBSERVERS: {SeatKind.OBSERVER},
            Group.MODERATOR: {SeatKind.MODERATOR},
        }[group]
    return tuple(seat.id for seat in table.seats if seat.kind in kinds or seat.id in to.seats)


def _check_kind(table: CampaignContext, seat: SeatAtTable, letter: Letter, policy: PressPolicy) -> None:
    """Check whether the campaign allows such a letter. Raises NotSent."""
    official = _is_official(table, letter)
    if letter.sign is Sign.SIGNED and official:
        return
    if seat.kind is SeatKind.MODERATOR:
        raise NotSent("moderator_signs")
    if seat.kind is SeatKind.OBSERVER and not policy.observers:
        raise NotSent("observer")
    if not getattr(policy, letter.sign.value):
        raise NotSent(letter.sign.value)
    if letter.sign is Sign.OPEN and not letter.knowing:
        raise NotSent("open_to_nobody")
    if letter.to.public and not policy.public:
        raise NotSent("public")
    if not letter.to.public and not policy.private and not official:
        raise NotSent("private")


def _is_official(table: CampaignContext, letter: Letter) -> bool:
    """Return whether it is from the moderator, or to nobody else."""
    kinds = {table.by_id[reader].kind for reader in letter.readers if reader in table.by_id}
    return table.by_id[letter.author].kind is SeatKind.MODERATOR or kinds == {SeatKind.MODERATOR}


def _check_guise(table: CampaignContext, seat: SeatAtTable, letter: Letter, policy: PressPolicy) -> None:
    """Check whether a letter may be written in the name of somebody else. Raises NotSent."""
    if not policy.forged:
        raise NotSent("forged")
    if seat.kind is not SeatKind.PLAYER or table.by_id[letter.guise].kind is not SeatKind.PLAYER:
        raise NotSent("forged_by")
    if letter.sign is not Sign.SIGNED:
        raise NotSent("forged_unsigned")
    if letter.guise in letter.readers:
        raise NotSent("forged_to")
