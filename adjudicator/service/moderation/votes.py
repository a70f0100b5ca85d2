"""Votes: a player begins one by mail, the others say yes or no, and what enough of them want is done.

A pause and its end need more than half of the players. Ends of the match need all who hold a seat: who says nothing
does not agree. Another player for a seat needs all others, or more than half of them while the seat is silent. A vote
is over when enough are for it, when all have voted, or after `OPEN_FOR`; until then everybody may vote again, and only
how many have voted is told. It is carried out by the deed that a moderator's command is.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

import msgspec

from adjudicator.language import Language, msgid
from adjudicator.service.campaign.act import CommandContext
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.campaign.troubles import Called, RejectionReason, not_running
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.commands.endings import DRAW, GOING, Close, Conclude
from adjudicator.service.moderation.commands.pauses import Pause, Resume
from adjudicator.service.moderation.commands.seats import Replace, Steward
from adjudicator.service.moderation.troubles import empty, other_rules
from adjudicator.service.outbox.notices import TableNotice, to_table
from adjudicator.service.people import silent_seats
from adjudicator.service.people.silent_seats import BY
from adjudicator.service.people.stewards import plays_already
from adjudicator.service.play.disclosures import moderators_only
from adjudicator.service.service import Service
from adjudicator.store import agreements
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import reading
from adjudicator.store.tables import CampaignState, SeatKind, Vote, VoteKind

OPEN_FOR = timedelta(days=7)
"""The time for which a vote is open, pauses included."""

none_open = RejectionReason(
    "no_vote", msgid("There is no such open vote, so nothing was counted. “votes” shows those that are open.")
)
another_open = RejectionReason(
    "other_vote", msgid("Another vote of this kind is open. When it is over you can begin this one.")
)
own_seat = RejectionReason("own_seat", msgid("This vote is about your own seat; “leave” gives it up."))
out_of_play = RejectionReason(
    "out_of_play", msgid("Your seat is out of the game, so the others decide. You will be told what comes of it.")
)
too_few = RejectionReason(
    "too_few_voters",
    msgid(
        "You alone cannot take the seat of another player; that needs at least two people. Please ask the moderator."
    ),
)


class _Content(msgspec.Struct, omit_defaults=True):
    """The stored part of a vote: by seat who has voted, and how; and who held the seat that it is about."""

    cast: dict[int, tuple[int, bool]] = {}
    holders: tuple[int, ...] = ()
    silent: bool = False
    """That seat had missed so many deadlines that more than half of the others decide."""


_decoder: msgspec.json.Decoder[_Content] = msgspec.json.Decoder(_Content)


class Motion(msgspec.Struct, frozen=True, kw_only=True):
    """What may be put to the vote: how it is named, who votes, and what is done when enough are for it."""

    names: tuple[str, ...]
    """The words that name it behind `vote`, as a dictionary has them."""
    typed: tuple[str, str]
    """The words by which mails name it, in English and Russian, with a place for a seat where it is about one."""
    wanted: str
    """What is done, as half a sentence."""
    deed: Callable[[str], ModeratorCommand]
    """The command of a moderator that does it, by the seat that it is about (or an empty name)."""
    by_half: bool = False
    """More than half of the players are enough; else all have to agree."""
    own_rules: bool = False
    """It needs the rules by which the match was begun."""
    states: tuple[CampaignState, ...] = GOING
    """The states in which there is something to vote about."""
    nothing_to_do: RejectionReason = not_running
    """Why there is nothing in the others in which the match goes on."""
    many: bool = False
    """Votes of it about several seats may be open at once."""

    @property
    def is_about_seat(self) -> bool:
        return "%s" in self.typed[0]

    def voters(self, table: CampaignContext, about: SeatAtTable | None) -> list[SeatAtTable]:
        """Return the seats that vote: those that people hold and that are still in the game."""
        match = table.match
        inside = match.game.in_play(match.state, match.header.seats)
        return [player for player in table.players if player.in_charge and not player.steward and player.name in inside]

    def first_content(self, table: CampaignContext, by: SeatAtTable, about: SeatAtTable | None) -> _Content:
        """Return what is stored when such a vote begins. Raises Rejected if it cannot."""
        return _Content()

    def is_meant(self, table: CampaignContext, content: _Content, about: SeatAtTable | None) -> bool:
        """Return whether there is still something to vote about, in a state in which it may be voted about."""
        return True

    def carry_out(self, table: CampaignContext, about: SeatAtTable | None) -> CampaignContext:
        """Do what enough players are for. Returns the table as it is then."""
        return perform(table, self.deed("" if about is None else about.name), Author(BY))

    def consequence(self, words: Language, seats: tuple[str, ...], called: Called) -> str:
        """Return what happens if enough are for it, as half a sentence."""
        return words.gettext(self.wanted, seat=words.listing([*map(called, seats)]))

    def line(self, words: Language, seat: str) -> str:
        """Return the line that begins such a vote; a seat as it is called."""
        en, ru = self.typed
        what = words.typed(en=en, ru=ru)
        return f"{words.typed(en='vote', ru='голосование')} {what % seat if self.is_about_seat else what}"

    def answers(self, words: Language, seat: str) -> tuple[str, str]:
        """Return the lines that say yes and no to it."""
        line = self.line(words, seat)
        return f"{line}: {words.typed(en='yes', ru='за')}", f"{line}: {words.typed(en='no', ru='против')}"

    def by_moderator(self, words: Language, seat: str, log: int) -> str:
        """Return the line with which a moderator does it."""
        deed = self.deed(seat)
        about = words.typed(en=DRAW[0], ru=DRAW[1]) if isinstance(deed, Conclude) and not seat else seat
        return " ".join(filter(None, (words.forms(deed.names)[0], str(log) if deed.final else "", about)))


class OthersDecide(Motion, frozen=True, kw_only=True):
    """Others play a seat from now on: everybody but the seat votes, as long as the same people hold it."""

    many: bool = True

    def voters(self, table: CampaignContext, about: SeatAtTable | None) -> list[SeatAtTable]:
        assert about is not None
        return [player for player in super().voters(table, about) if player.id != about.id]

    def first_content(self, table: CampaignContext, by: SeatAtTable, about: SeatAtTable | None) -> _Content:
        assert about is not None
        if by.id == about.id:
            raise own_seat()
        return _Content(holders=_holders(about))

    def is_meant(self, table: CampaignContext, content: _Content, about: SeatAtTable | None) -> bool:
        """Return whether who was meant still holds the seat, or still nobody."""
        assert about is not None
        now = _holders(about)
        return not {*content.holders}.isdisjoint(now) if content.holders else not now


class Replacement(OthersDecide, frozen=True, kw_only=True):
    """A seat gets another player; more than half are enough while the seat is silent."""

    def first_content(self, table: CampaignContext, by: SeatAtTable, about: SeatAtTable | None) -> _Content:
        assert about is not None
        if not about.in_charge:
            raise empty(seat=about.name)
        content = super().first_content(table, by, about)
        silent = silent_seats.is_silent(table, about)
        people = {person for voter in self.voters(table, about) for person in _holders(voter)}
        if not silent and len(people) < 2:
            raise too_few()
        return msgspec.structs.replace(content, silent=silent)

    def is_meant(self, table: CampaignContext, content: _Content, about: SeatAtTable | None) -> bool:
        """Return whether who was meant still holds the seat, and is as silent as they were."""
        assert about is not None
        held = super().is_meant(table, content, about)
        return held and (not content.silent or silent_seats.is_silent(table, about))

    def carry_out(self, table: CampaignContext, about: SeatAtTable | None) -> CampaignContext:
        assert about is not None
        silent_seats.release(table, about)
        return table_of_campaign(table.work, table.campaign.id)


class StandIn(OthersDecide, frozen=True, kw_only=True):
    """A steward plays a seat on."""

    def first_content(self, table: CampaignContext, by: SeatAtTable, about: SeatAtTable | None) -> _Content:
        if about is not None and about.steward:
            raise plays_already(seat=about.name)
        return super().first_content(table, by, about)


MOTIONS: Final[Mapping[VoteKind, Motion]] = {
    VoteKind.PAUSE: Motion(
        names=("pause", "пауза"),
        typed=("pause", "пауза"),
        wanted=msgid("the campaign is paused until it is resumed"),
        deed=lambda seat: Pause(),
        by_half=True,
        states=(CampaignState.RUNNING,),
        nothing_to_do=RejectionReason("paused_already", msgid("The campaign is paused already.")),
    ),
    VoteKind.RESUME: Motion(
        names=("resume", "продолжение", "продолжить", "возобновить", "возобновление"),
        typed=("resume", "продолжение"),
        wanted=msgid("the campaign goes on"),
        deed=lambda seat: Resume(),
        by_half=True,
        states=(CampaignState.PAUSED,),
        nothing_to_do=RejectionReason("not_paused", msgid("The campaign is not paused.")),
    ),
    VoteKind.END: Motion(
        names=("end", "close", "конец", "окончание", "закончить", "закрыть"),
        typed=("end", "конец"),
        wanted=msgid("the campaign ends here without a result, and the secret seed is told to everybody"),
        deed=lambda seat: Close(),
    ),
    VoteKind.DRAW: Motion(
        names=("draw", "ничья"),
        typed=("draw", "ничья"),
        wanted=msgid("the match ends here as a draw"),
        deed=lambda seat: Conclude(winner=DRAW[0]),
        own_rules=True,
    ),
    VoteKind.CONCESSION: Motion(
        names=("wins", "win", "победа", "побеждать"),
        typed=("%s wins", "побеждает %s"),
        wanted=msgid("the others concede: the match ends here, and %(seat)s wins"),
        deed=lambda seat: Conclude(winner=seat),
        own_rules=True,
    ),
    VoteKind.REPLACE: Replacement(
        names=("replace", "замена", "заменить"),
        typed=("replace %s", "замена %s"),
        wanted=msgid("%(seat)s gets another player"),
        deed=lambda seat: Replace(seat=seat),
    ),
    VoteKind.STEWARD: StandIn(
        names=("steward", "управляющий"),
        typed=("steward %s", "управляющий %s"),
        wanted=msgid("a steward, the program, plays %(seat)s on until its player is back"),
        deed=lambda seat: Steward(seat=seat),
        by_half=True,
    ),
}


class OpenVote:
    """A vote at its table. A vote that was cast counts as long as who has cast it holds the seat."""

    def __init__(self, table: CampaignContext, row: Vote) -> None:
        self.table, self.row, self.motion = table, row, MOTIONS[row.kind]
        self.content = _decoder.decode(row.content)
        self.seat = None if row.seat_id is None else table.by_id[row.seat_id]
        self.about = () if self.seat is None else (self.seat.name,)
        self.by = table.by_id[row.by_id]
        self.voters = self.motion.voters(table, self.seat)
        by_half = self.motion.by_half or self.content.silent
        self.needed = len(self.voters) // 2 + 1 if by_half else len(self.voters)

    @property
    def is_meant(self) -> bool:
        """Return whether there is still something to vote about."""
        if self.table.campaign.state not in self.motion.states or self.table.match.result is not None:
            return False
        return self.motion.is_meant(self.table, self.content, self.seat)

    def said_by(self, seat: SeatAtTable) -> bool | None:
        """Return whether a seat is for it; None if its people have not voted."""
        person, yes = self.content.cast.get(seat.id, (0, False))
        return yes if person in _holders(seat) else None

    def saying(self, answer: bool | None) -> tuple[str, ...]:
        """Return the seats that are for it, against it, or have not voted."""
        return tuple(voter.name for voter in self.voters if self.said_by(voter) is answer)

    def count(self, seat: SeatAtTable, person: int, *, yes: bool) -> None:
        """Count what a seat says, instead of what it has said before."""
        self.content.cast[seat.id] = (person, yes)
        self.row.content = msgspec.json.encode(self.content)
        self.table.session.add(self.row)
        self.table.session.flush()


class VoteResult(msgspec.Struct, frozen=True):
    """The result of somebody's vote: `begun` by it; `passed`: None while it is open. The table as it is then."""

    vote: OpenVote
    table: CampaignContext
    begun: bool
    passed: bool | None


def open_votes(table: CampaignContext, at: datetime) -> list[OpenVote]:
    """Return the votes that are open at a moment and have not lost their meaning, the oldest first."""
    votes = (
        OpenVote(table, row) for row in agreements.votes_in(table.session, table.campaign.id) if row.closes_at > at
    )
    return [each for each in votes if each.is_meant]


def vote(act: CommandContext, kind: VoteKind, about: SeatAtTable | None, *, yes: bool) -> VoteResult:
    """Count what the author's seat says to a vote; a yes to one that is not there begins it.

    Raises:
        Rejected: There is nothing to vote about, the seat has no say, or what is wanted cannot be done now.
    """
    table, seat, about_id = act.table, act.seat, None if about is None else about.id
    alike = [each for each in open_votes(table, act.received_at) if each.row.kind is kind]
    found = next((each for each in alike if each.row.seat_id == about_id), None)
    if found is None and not yes:
        raise none_open()
    if found is None and alike and not MOTIONS[kind].many:
        raise another_open()
    now_open = found or _begin(table, seat, kind, about)
    if seat.id not in {voter.id for voter in now_open.voters}:
        raise own_seat() if seat.id == about_id else out_of_play()
    now_open.count(seat, act.person_id or 0, yes=yes)
    if len(now_open.saying(answer=True)) >= now_open.needed:
        with table.session.begin_nested():
            return VoteResult(now_open, _close(now_open, passed=True), begun=found is None, passed=True)
    if not now_open.saying(None):
        return VoteResult(now_open, _close(now_open, passed=False), begun=False, passed=False)
    if found is None:
        told = [each for each in table.seats if each.kind is not SeatKind.OBSERVER and each.id != seat.id]
        _asked(now_open).send(table, told)
    return VoteResult(now_open, table, begun=found is None, passed=None)


def run(service: Service) -> int:
    """Close the votes whose time is over. Returns how many."""
    with reading(service.engine) as session:
        ids = agreements.votes_over(session, service.clock.now())
    return sweep(service, ids, _expire)


def _expire(table: CampaignContext) -> int:
    rows = [row for row in agreements.votes_in(table.session, table.campaign.id) if row.closes_at <= table.now]
    for each in (OpenVote(table, row) for row in rows):
        if each.is_meant:
            _close(each, passed=False)
        else:
            table.session.delete(each.row)
    return len(rows)


def _begin(table: CampaignContext, by: SeatAtTable, kind: VoteKind, about: SeatAtTable | None) -> OpenVote:
    if table.campaign.state not in GOING or table.match.result is not None:
        raise not_running()
    if table.campaign.state not in MOTIONS[kind].states:
        raise MOTIONS[kind].nothing_to_do()
    if MOTIONS[kind].own_rules and table.other_rules:
        raise other_rules()
    row = Vote(
        campaign_id=table.campaign.id, kind=kind, seat_id=None if about is None else about.id, by_id=by.id,
        closes_at=table.now + OPEN_FOR, content=msgspec.json.encode(MOTIONS[kind].first_content(table, by, about)),
    )  # fmt: skip
    return OpenVote(table, row)


def _close(done: OpenVote, *, passed: bool) -> CampaignContext:
    """End a vote: everybody is told who has voted how, and what has enough votes is carried out."""
    table = done.table
    by_hand = passed and settings_of(table.campaign).votes == "moderators" and bool(_referees(table))
    agreed, against = done.saying(answer=True), done.saying(answer=False)
    over = to_table(
        "vote_over",
        vote=done.row.kind.value, seats=done.about,
        passed="by_hand" if by_hand else "yes" if passed else "no",
        agreed=agreed, against=against,
        silent=done.saying(None), needed=done.needed, log=table.match.public_n,
    )  # fmt: skip
    over.send(table, table.seats)
    details = {"vote": done.row.kind.value, "passed": passed, "seats": list(done.about)}
    table.record(BY, "vote", details | {"for": agreed, "against": against})
    table.session.delete(done.row)
    table.session.flush()
    return done.motion.carry_out(table, done.seat) if passed and not by_hand else table


def _referees(table: CampaignContext) -> list[SeatAtTable]:
    return [each for each in moderators_only(table.seats) if each.in_charge]


def _asked(begun: OpenVote) -> TableNotice:
    return to_table(
        "vote_asked",
        number=begun.row.id, vote=begun.row.kind.value, seats=begun.about,
        by=begun.by.name, until=begun.row.closes_at, needed=begun.needed, voters=len(begun.voters),
    )  # fmt: skip


def _holders(seat: SeatAtTable) -> tuple[int, ...]:
    return tuple(holder.person_id for holder in seat.in_charge)
