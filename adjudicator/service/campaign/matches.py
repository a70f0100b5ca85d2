"""A match between the store and the kernel: loaded from its newest checkpoint, saved with what was added."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy.orm import Session

from adjudicator.kernel.actions import MODERATOR, Action, SetContent
from adjudicator.kernel.checking import seats_of
from adjudicator.kernel.checkpoints import codec_of
from adjudicator.kernel.content import playing, same_rules
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import DEFAULT, ONLY, Entry, entry_of
from adjudicator.kernel.match import Match
from adjudicator.kernel.pending_draws import PendingSubmission
from adjudicator.kernel.position import Header
from adjudicator.kernel.registry import game_named
from adjudicator.language import Language
from adjudicator.service.campaign import ledger
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.campaign.table_draws import entered_by_hand
from adjudicator.service.service import UnitOfWork
from adjudicator.service.timing.policy import held_kinds, unasked_kinds
from adjudicator.store import audits, campaigns, matches, packs, prompts, receipts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.prompts import Question
from adjudicator.store.tables import Campaign, CampaignState, Prompt, SeatKind, Telling

_headers: msgspec.json.Decoder[Header] = msgspec.json.Decoder(Header)


class StoredEntry(msgspec.Struct, frozen=True):
    """A log entry as it is kept: its flat line, and what everybody was told of it."""

    line: dict[str, Any]
    told: list[ObservedEvent[Any]]


class Origin(NamedTuple):
    """The mail and the line that an entry came from."""

    mail_id: int | None = None
    line: int | None = None


class Secrets(msgspec.Struct, frozen=True):
    """The seed of a match and the nonces that were mixed into it."""

    seed: bytes
    nonces: tuple[bytes, ...] = ()


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that waits for a draw, which one, since when, and the mail and line it came from."""

    awaited: PendingSubmission
    draw: str
    since: datetime
    origin: Origin = Origin()


class CampaignContext:
    """A campaign at work: its row, its seats, its match where it stands now; and the use case that works on it."""

    def __init__(
        self, work: UnitOfWork, campaign: Campaign, seats: Sequence[SeatAtTable], head: matches.Head, match: Match
    ) -> None:
        self.work = work
        self.session, self.service, self.now = work.session, work.service, work.now
        self.campaign = campaign
        self.head = head
        """The match as it was stored when the table was loaded."""
        self.sequence = head.sequence
        """The log number up to which it is stored now."""
        self.match = match
        self.reseat(seats)
        first = next(iter(match.decisions()), None)
        self.opened = 0 if first is None else first.number
        """Number of the decision that was open when the table was loaded."""
        self.turn = turn_of(match)
        """How many turns, and rounds of the one under way, were over when the table was loaded."""
        self.suspended_decisions = match.suspended_decisions
        """The numbers of the decisions under it, which are asked again when it is answered."""
        self.form = "choose" if first is None else first.form
        """Its form."""
        self.ledger = ledger.decode(head.agreements)
        """What is known of offers; who changes them keeps it up to date."""
        self.gathered = self.form != "choose" or self.delayed
        """Whether its answers are sealed."""
        self.pending = pending_in(head.awaited)
        """What waited for a draw when the table was loaded."""
        self.awaited_line: int | None = None
        """The line of the present mail that waits for a draw since."""
        self.late: frozenset[int] = frozenset()
        """Seats whose time was over when the present mail came, although what came in time is still waited for."""
        self.asked: tuple[Question, ...] | None = None
        """The open questions as whoever looked for what is overdue found them; None: nobody did, or commands came."""
        self.newly_standing: set[str] = set()
        """Seats that have set standing orders in this transaction: these answer what is asked already, too."""
        self.to_renew: tuple[Question, ...] | None = None
        """The same, until questions are closed or opened."""

    def has_asked(self, found: tuple[Question, ...] | None) -> None:
        """Set the open questions of the campaign; None if they must be looked up again."""
        self.asked = self.to_renew = found

    @cached_property
    def on_file(self) -> dict[int, bytes]:
        """The lines on file of each seat that are not carried out, as stored; read when somebody first looks."""
        return prompts.drafts_in(self.session, self.head)

    def keep_on_file(self, seat_id: int, lines: bytes, until: datetime | None = None) -> None:
        """Put lines on file for a seat instead of what is there; none take it off.

        `until`: the moment at which something of them is carried out.
        """
        number = self.match.number(self.by_id[seat_id].asked_as) if until is not None else None
        prompts.keep_draft(self.session, seat_id, lines, until or self.now, number)
        self.on_file[seat_id] = lines

    def rename_seats(self, moves: Mapping[str, str]) -> None:
        """Rename seats after people changed them, by where each now sits."""
        self.reseat([msgspec.structs.replace(seat, name=moves.get(seat.name, seat.name)) for seat in self.seats])

    def reseat(self, seats: Sequence[SeatAtTable]) -> None:
        """Set the seats as they are held now."""
        self.seats = tuple(seats)
        self.by_name = {seat.name: seat for seat in self.seats}
        self.by_id = {seat.id: seat for seat in self.seats}

    def reloaded(self, seat_id: int) -> SeatAtTable:
        """Return a seat as it is held now; the other seats are reloaded too."""
        self.session.expire_all()
        self.reseat(campaigns.seats_at_table(self.session, self.campaign.id, self.now))
        return self.by_id[seat_id]

    @property
    def other_rules(self) -> bool:
        """Whether the match is played by other rules than those installed here: then nothing moves it."""
        header, game = self.match.header, self.match.game
        return not same_rules(game, header.version, header.content)

    def resume(self, state: bytes, **known: Any) -> Match:
        """Return the match at one of its checkpoints; `known` adds what it can draw."""
        return Match.resume(self.match.header, state, contents=packs.Packs(self.session), **known)

    @property
    def runs(self) -> bool:
        """Whether orders are carried out and deadlines run."""
        return self.campaign.state is CampaignState.RUNNING and not self.other_rules

    @property
    def stands_still(self) -> bool:
        """Whether orders are kept until it goes on: in a pause, or until its rules are there."""
        paused = self.campaign.state is CampaignState.PAUSED
        return paused or (self.campaign.state is CampaignState.RUNNING and self.other_rules)

    @property
    def players(self) -> tuple[SeatAtTable, ...]:
        return tuple(seat for seat in self.seats if seat.kind is SeatKind.PLAYER)

    @property
    def moderators(self) -> tuple[SeatAtTable, ...]:
        return tuple(seat for seat in self.seats if seat.moderates)

    def asked_as(self, name: str) -> tuple[SeatAtTable, ...]:
        """Return the seats at the table that a question to a seat goes to.

        A question to the moderator goes to everyone who may answer it.
        """
        own = self.by_name.get(name)
        return (own,) if own is not None and not own.moderates else self.rulers if name == MODERATOR else ()

    @property
    def rulers(self) -> tuple[SeatAtTable, ...]:
        """The chairs of moderators that the match asks, empty ones where nobody with all rights sits in any."""
        chairs = tuple(seat for seat in self.seats if seat.asked_as == MODERATOR)
        return tuple(seat for seat in chairs if seat.in_charge) or chairs[:1]

    def others(self, seat: SeatAtTable) -> tuple[SeatAtTable, ...]:
        """Return everybody but one."""
        return tuple(each for each in self.seats if each.id != seat.id)

    @property
    def delayed(self) -> bool:
        """Whether the answers to what is asked now come out after a fixed delay, whoever has given one."""
        return bool(self.match.held) and any(decision.held for decision in self.match.decisions())

    @property
    def awaits_another(self) -> bool:
        """Whether another draw is waited for than when the table was loaded, or none any more."""
        return self.match.awaited != (None if self.pending is None else self.pending.awaited)

    def open_prompts(self) -> tuple[Prompt, ...]:
        """Return the questions that wait for an answer, oldest first, as rows that may be changed."""
        return prompts.open_prompts(self.session, self.campaign.id)

    def called(self, name: str, words: Language) -> str:
        """Return a seat's name as the game shows it in a language; anything else unchanged."""
        known = name in self.by_name and self.by_name[name].kind is SeatKind.PLAYER
        return str(self.match.game.part("report").party(name, words).name) if known else name

    def record(self, by: str, command: str, details: Mapping[str, Any], telling: Telling = Telling.NOTICE) -> None:
        """Write an act of somebody at the desk into the trail."""
        audits.record(self.session, self.campaign.id, audits.NewAct(by, command, details, telling), self.now)

    @property
    def decision(self) -> int:
        """Number of the open decision, 0 when the match is over."""
        return next(iter(self.match.numbers), 0)


def turn_of(match: Match) -> tuple[int, int]:
    """Return how many turns are over, and how many rounds of the one under way."""
    return match.game.turns_done(match.state), match.game.rounds_done(match.state)


def entry_decoder(game: Game[Any]) -> msgspec.json.Decoder[Any]:
    """Return how stored entries of a game are read."""
    return _entry_decoder(game.unbound)


@lru_cache(maxsize=32)
def _entry_decoder(game: Game[Any]) -> msgspec.json.Decoder[Any]:
    kind = msgspec.defstruct(
        "StoredEntryOf",
        [("line", dict[str, Any]), ("told", list[ObservedEvent[game.event_type]])],  # type: ignore[name-defined]
        frozen=True,
    )
    return msgspec.json.Decoder(kind)


def header_of(head: matches.Head) -> Header:
    return _headers.decode(head.options)


def secrets_of(head: matches.Head) -> Secrets:
    return msgspec.json.decode(head.seed, type=Secrets)


def table_of_campaign(
    work: UnitOfWork, campaign_id: int, seats: Sequence[SeatAtTable] = (), head: matches.Head | None = None
) -> CampaignContext:
    """Load a campaign with its match, and its seats unless they are given. Raises LookupError if it has none.

    `head`: where the match stands, or would stand by other rules.
    """
    campaign = work.session.get(Campaign, campaign_id)
    head = matches.head(work.session, campaign_id) if head is None else head
    if campaign is None or head is None:
        raise LookupError(f"campaign {campaign_id} has no match")
    seats = seats or campaigns.seats_at_table(work.session, campaign_id, work.now)
    header, known = header_of(head), secrets_of(head)
    match = Match.resume(
        header,
        head.state,
        seed=known.seed,
        nonces=known.nonces,
        revision=head.revision,
        contents=packs.Packs(work.session),
    )
    agreed = settings_of(campaign)
    interrupting = tuple(decision.kind for decision in match.game.interrupting_decisions)
    match.held, match.unasked = held_kinds(agreed.timing, interrupting), unasked_kinds(agreed.timing, interrupting)
    table = CampaignContext(work, campaign, seats, head, match)
    if table.gathered:
        match.sealed = sealed_answers(work.session, head, seats, match)
    match.awaited = None if table.pending is None else table.pending.awaited
    match.chance.asks = entered_by_hand(match.game, agreed.table_draws)
    match.waits = match.chance.asks is not None or match.awaited is not None
    return table


def sealed_answers(
    session: Session, head: matches.Head, seats: Iterable[SeatAtTable], match: Match
) -> dict[str, Action]:
    """Return the sealed answers to the current decision of a match, in seat order."""
    stored = matches.sealed_answers(session, head, match.numbers[0])
    kind = match.game.action_type
    by_name = {seat.name: msgspec.json.decode(stored[seat.id], type=kind) for seat in seats if seat.id in stored}
    return {name: by_name[name] for name in match.header.seats if name in by_name}


def position_at(session: Session, match_id: int, revision: int, sequence: int, header: Header) -> Match:
    """Return the match as it was right after a log entry; it is read-only and cannot draw."""
    checkpoint = matches.checkpoint_before(session, match_id, revision, sequence)
    if checkpoint is None:
        raise LookupError(f"match {match_id} has no checkpoint before {sequence}")
    return Match.resume(header, checkpoint.state, contents=packs.Packs(session))


def save(
    table: CampaignContext,
    told: Iterable[ObservedEvent[Any]],
    origins: Mapping[int, int],
    mail_id: int | None = None,
    repeated: Mapping[int, Origin] | None = None,
    course: bytes | None = None,
) -> None:
    """Store the entries that the match has gained, with a checkpoint.

    `origins` says from which line of the mail an entry came, `repeated` the same for orders of earlier mails;
    `course` how the turn under way was scored, if that is new.
    """
    sources = {n: Origin(mail_id, line) for n, line in origins.items()} | dict(repeated or {})
    match = table.match
    _keep_packs(table)
    by_number: dict[int, list[ObservedEvent[Any]]] = {}
    for each in told:
        by_number.setdefault(each.n, []).append(each)
    entries = tuple(
        matches.NewEntry(
            msgspec.json.encode(StoredEntry(entry.line(match.game), by_number.get(entry.n, []))),
            *sources.get(entry.n, Origin()),
        )
        for entry in match.log
    )
    state = match.checkpoint()
    if course is not None:
        table.head = msgspec.structs.replace(table.head, course=course)
        if not entries:
            matches.keep_course(table.session, table.head.match_id, course)
    table.sequence = matches.append(
        table.session, table.head, entries, state=state, hash=fingerprint(state), at=table.now
    )
    _keep_awaited(table, mail_id)


def _keep_packs(table: CampaignContext) -> None:
    """Store the content that corrections have brought into play."""
    for entry in table.match.log:
        if isinstance(entry.action, SetContent):
            keep_pack(table, entry.action.content)


def keep_pack(table: CampaignContext, content: str) -> None:
    """Store a pack that the match plays, by its hash."""
    match = table.match
    packs.keep(table.session, table.campaign.id, match.game.id, (content, match.contents[content]), table.now)


def game_of(session: Session, head: matches.Head) -> Game[Any]:
    """Return the game of a match at its present position, with the content that is played.

    Raises:
        PackTrouble: The content cannot be used.
    """
    game, content = game_named(head.game), header_of(head).content
    if game.content_form is None:
        return game
    return playing(game, codec_of(game).decode(head.state).content or content, packs.Packs(session))


def pending_in(awaited: bytes | None) -> Pending | None:
    """Decode what waits for a draw in a match, from what is stored with it."""
    return None if awaited is None else msgspec.json.decode(awaited, type=Pending)


def _keep_awaited(table: CampaignContext, mail_id: int | None) -> None:
    """Store what waits for a draw now, with what it came from."""
    awaited, was = table.match.awaited, table.pending
    if awaited is None and table.head.awaited is None:
        return
    pending = None
    if awaited is not None:
        same = was is not None and (was.awaited.by, was.awaited.actions) == (awaited.by, awaited.actions)
        since, origin = (was.since, was.origin) if was and same else (table.now, Origin(mail_id, table.awaited_line))
        wanted = table.match.wanted
        pending = Pending(awaited, wanted.called if wanted else "", since, origin)
    matches.keep_awaited(table.session, table.head.match_id, None if pending is None else msgspec.json.encode(pending))


def fingerprint(state: bytes) -> str:
    """Return the SHA-256 of a checkpoint.

    Equal positions have equal fingerprints.
    """
    return hashlib.sha256(state).hexdigest()


def keep_sealed(table: CampaignContext, before: Mapping[str, Action]) -> list[str]:
    """Store the sealed answers that are others than `before`, or to another decision. Returns whose they are.

    One that a counter-offer has swept off the table is not kept.
    """
    elsewhere, fresh, sealed = table.decision != table.opened, [], table.match.sealed
    for name, given in sealed.items():
        if elsewhere or before.get(name) != given:
            seat_id, answer = table.by_name[name].id, msgspec.json.encode(given)
            matches.keep_sealed(table.session, table.head, table.decision, seat_id, answer, table.now)
            fresh.append(name)
    for name in [] if elsewhere else before.keys() - sealed.keys():
        matches.drop_sealed(table.session, table.head, table.decision, seat_id=table.by_name[name].id)
    return fresh


def take_back_sealed(table: CampaignContext, seat: SeatAtTable) -> None:
    """Withdraw the seat's sealed answer, and say so in its receipt."""
    table.match.withdraw(seat.name)
    matches.drop_sealed(table.session, table.head, table.decision, seat_id=seat.id)
    receipts.withdrawn(table.session, seat.id, table.now)


def told_between(
    session: Session, game_id: str, match_id: int, revision: int, after: int, upto: int
) -> list[ObservedEvent[Any]]:
    """Return the events of the entries after one log number, up to another."""
    return ReadLog(session, game_id, match_id, revision).told(after, upto)


class ReadLog:
    """The log of a line of play, for one session: whoever asks for several parts of it reads each entry once."""

    def __init__(self, session: Session, game_id: str, match_id: int, revision: int) -> None:
        self._session, self._game, self._where = session, game_named(game_id), (match_id, revision)
        self._decoder = entry_decoder(self._game)
        self._entries: list[tuple[int, StoredEntry]] = []
        self._read = (0, 0)

    def told(self, after: int, upto: int, before: int = 0) -> list[ObservedEvent[Any]]:
        """Return the events of the entries after one log number, up to another.

        The `before` entries before them are read along, for a caller that may ask for these next.
        """
        return [each for told in with_silent(self._between(after, upto, before), self._game) for each in told]

    def alone(self, after: int, upto: int) -> list[Entry]:
        """Return the entries after one log number, up to another, that were given by themselves as the only answer."""
        found = (entry.line for entry in self._between(after, upto) if entry.line.get("how") == ONLY)
        return [entry_of(line, self._game) for line in found]

    def _between(self, after: int, upto: int, before: int = 0) -> list[StoredEntry]:
        if after >= upto:
            return []
        if not self._read[0] <= after < upto <= self._read[1]:
            self._read = max(0, after - before), upto
            rows = matches.log(self._session, *self._where, after=self._read[0], upto=upto)
            self._entries = [(row.sequence, self._decoder.decode(row.entry)) for row in rows]
        return [entry for n, entry in self._entries if after < n <= upto]


def with_silent(entries: Iterable[StoredEntry], game: Game[Any]) -> Iterator[list[ObservedEvent[Any]]]:
    """Yield the events of each of these successive entries, with the seats for which the default answered.

    Answers that were opened together are entries of their own; all events that come of them belong to the last one.
    """
    silent: tuple[str, ...] = ()
    for entry in entries:
        if entry.line.get("how") == DEFAULT:
            silent = (*silent, *seats_of(entry.line[game.seat_key]))
        yield [replace(each, silent=silent) for each in entry.told] if silent else entry.told
        silent = () if entry.told else silent


CONTEXT = 40
"""Log entries that are looked at to tell whose round is under way; a round has rarely more than a dozen."""
