"""An offer as it is kept: its number, its parties, what it is, who has signed.

Numbers must be the same for all parties, must never mean two things to one of them, and must not tell anybody of
offers among others. So each set of seats has numbers of its own, every n-th one, where n is how many such sets there
are: with two seats A1, A2, A3, with three seats the first pair has A1, A5, A9.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations
from math import comb

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.actions import Action
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Stage
from adjudicator.service.campaign import ledger
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.store import agreements
from adjudicator.store.agreements import NewAgreement, Stored
from adjudicator.store.tables import AgreementState


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An offer: who offers what to whom.

    `parties` are all who must sign, in seat order; `signed` those who have, oldest first, and `signed_at` the log
    numbers at which they did.

    `answers`: the number of the offer that this one answers. It ends `until` a moment, or with a turn, or when a phase
    of it begins. `public`: everybody may know of it. `turn`: for offers that were made before phases could end them,
    the number of turns that were over when they were made; they end with that turn.
    """

    maker: str
    parties: tuple[str, ...]
    action: dict[str, object]
    signed: tuple[str, ...]
    signed_at: tuple[int, ...]
    answers: int = 0
    until: datetime | None = None
    turn: int | None = None
    end: Stage | None = None
    public: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats whose signatures are missing."""
        return tuple(seat for seat in self.parties if seat not in self.signed)

    def typed(self, match: Match) -> Action:
        """Return the action that the offer comes to."""
        action: Action = msgspec.convert(self.action, match.game.action_type)
        return action

    @property
    def stage(self) -> Stage | None:
        """The turn, or the phase of a turn, that ends it."""
        return self.end if self.turn is None else Stage(self.turn + 1)

    def outplayed(self, match: Match) -> bool:
        """Return whether play has reached its end."""
        return self.stage is not None and match.game.reached(match.position, self.stage)

    def ended(self, match: Match, moment: datetime) -> bool:
        """Return whether its time is over."""
        return self.outplayed(match) or (self.until is not None and moment > self.until)

    def signed_by(self, seat: str, n: int) -> "Offer":
        """Return it with the signature of one more."""
        return msgspec.structs.replace(self, signed=(*self.signed, seat), signed_at=(*self.signed_at, n))

    def without(self, seats: Iterable[str]) -> "Offer":
        """Return the offer without these signatures."""
        kept = [each for each in zip(self.signed, self.signed_at, strict=True) if each[0] not in set(seats)]
        return msgspec.structs.replace(
            self, signed=tuple(name for name, _ in kept), signed_at=tuple(n for _, n in kept)
        )


class Numbered(msgspec.Struct, frozen=True):
    """An offer with its number and what became of it."""

    number: int
    state: AgreementState
    offer: Offer
    stored: Stored

    @property
    def called(self) -> str:
        return code_of(self.number)


def code_of(number: int) -> str:
    """Return an offer's code as it appears in emails: `A3`."""
    return f"A{number}"


def read(row: Stored) -> Numbered:
    return Numbered(row.number, row.state, msgspec.json.decode(row.content, type=Offer), row)


def numbered(session: Session, match_id: int, number: int) -> Numbered | None:
    """Return the offer of a match with this number."""
    row = agreements.numbered(session, match_id, number)
    return None if row is None else read(row)


def open_offers(table: CampaignContext) -> tuple[Numbered, ...]:
    """Return the offers that can be signed; without any, nothing is looked up."""
    if not table.ledger.open:
        return ()
    return tuple(map(read, agreements.open_offers(table.session, table.head.match_id)))


def make(table: CampaignContext, offer: Offer) -> Numbered:
    """Put an offer on the table."""
    match_id, every, first = table.head.match_id, *_stripe(table.match.header.seats, offer.parties)
    last = agreements.highest(table.session, match_id, every, first)
    number = last + every if last else first
    content = msgspec.json.encode(offer)
    new = NewAgreement(table.campaign.id, match_id, number, table.match.position.n, content)
    agreements.make(table.session, new, table.now)
    count(table)
    made = numbered(table.session, match_id, number)
    assert made is not None
    return made


def change(table: CampaignContext, number: int, offer: Offer) -> None:
    """Store a changed offer."""
    agreements.keep(table.session, table.head.match_id, number, content=msgspec.json.encode(offer))


def close(table: CampaignContext, numbers: Sequence[int], state: AgreementState) -> None:
    """Close them, so that nobody can sign them any more."""
    agreements.close(table.session, table.head.match_id, numbers, state, table.now)
    count(table)


def conclude(table: CampaignContext, number: int, n: int) -> None:
    """Mark the offer as carried out with a log entry."""
    agreements.keep(table.session, table.head.match_id, number, concluded_at=n)
    agreements.close(table.session, table.head.match_id, [number], AgreementState.CONCLUDED, table.now)


def count(table: CampaignContext, aside: Iterable[int] | None = None) -> None:
    """Store with the match how many offers can be signed, and which log entries only some may know of.

    These are the entries known so far, unless others are given.
    """
    known = table.ledger.aside if aside is None else tuple(sorted(aside))
    table.ledger = ledger.Ledger(True, agreements.count_open(table.session, table.head.match_id), known)
    agreements.keep_ledger(table.session, table.head.match_id, ledger.encode(table.ledger))


def _stripe(seats: Sequence[str], parties: Sequence[str]) -> tuple[int, int]:
    """Return the step and the first of the numbers that a set of parties uses.

    Sets of two come first, then those of three, in seat order.

    >>> _stripe(("x", "y"), ("x", "y")), _stripe(("x", "y", "z"), ("x", "z"))
    ((1, 1), (4, 2))
    """
    smaller = sum(comb(len(seats), size) for size in range(2, len(parties)))
    alike = combinations(seats, len(parties))
    place = next(place for place, each in enumerate(alike, 1) if set(each) == set(parties))
    return 2 ** len(seats) - len(seats) - 1, smaller + place
