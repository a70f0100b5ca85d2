"""Define what is arranged at the desk without a match, or beside it: addresses, agreements, who may join.

An arrangement is a class in `adjudicator.service.moderation.arrangements` and stands in its list `ARRANGEMENTS`. Its
fields are the options of its command; it checks and does what they say, and words it. One runner shows it and does it
(`adjudicator.service.admin.arranging.arrange`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.moderation.command import Change, ModeratorAct
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.store import audits
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import rehearses
from adjudicator.store.tables import Campaign, OutboundMail, Telling

Standing = tuple[Any, str | Sequence[tuple[str, str]]]
"""How things stand: for programs; and for people, a sentence, or names with values."""


class ArrangementResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was done, or would be: for people before they say yes, and afterwards; for programs."""

    told: str
    said: str
    value: Any
    fixed: Any = None
    """What must be the same when it is done as when it was shown, beside the words."""


def changes_text(changes: Iterable[Change], mails_to: Iterable[str] = ()) -> str:
    """List changes and readers in columns."""
    rows = [(change.what, f"{change.before} → {change.after}" if change.before else change.after) for change in changes]
    readers = ", ".join(mails_to)
    rows += [("mails to", readers)] if readers else []
    width = max((len(what) for what, _ in rows), default=0)
    return "\n".join(f"  {what.ljust(width)}  {told}" for what, told in rows)


def readers(session: Session, campaign_id: int, seats: Iterable[SeatAtTable], after: int) -> tuple[str, ...]:
    """Return the seats that messages were queued for after message `after`; people without a seat are `others`."""
    rows = session.scalars(
        select(col(OutboundMail.seat_id))
        .where(col(OutboundMail.id) > after, col(OutboundMail.campaign_id) == campaign_id)
        .order_by(col(OutboundMail.id))
    )
    names = {seat.id: seat.name for seat in seats}
    return tuple(dict.fromkeys(names.get(seat, "others") if seat is not None else "others" for seat in rows))


class Arrangement(ModeratorAct, frozen=True, kw_only=True):
    """Something that is arranged in a campaign: its fields are the options of its command."""

    telling: ClassVar[Telling] = Telling.REPORT

    def carry_out(self, lobby: Lobby, by: str) -> ArrangementResult:
        """Carry the arrangement out; its campaign is locked. Raises CommandError, Rejected."""
        raise NotImplementedError  # abstract

    @property
    def only_shows(self) -> bool:
        """Whether no option says what to change: it is only shown how things stand."""
        return False

    def stands(self, campaign: Campaign) -> Standing:
        """Return how things stand, where it `only_shows`."""
        raise NotImplementedError  # abstract

    def record(self, lobby: Lobby, by: str, details: Mapping[str, str]) -> None:
        """Write it into the trail of the campaign; without this the options of the command stand there."""
        act = audits.NewAct(by, str(self.__struct_config__.tag), details, self.telling)
        audits.record(lobby.session, lobby.campaign.id, act, lobby.now)


class Arranged(msgspec.Struct, frozen=True):
    """An arrangement that was made, or would be. In a dry run the code opens nothing and is not told."""

    campaign: str
    deed: str
    changes: tuple[Change, ...]
    mails_to: tuple[str, ...] = ()
    id: int | None = None
    code: str | None = None
    commitment: str | None = None
    address: str = ""
    """The address to which the code is sent."""
    dry_run: bool = False
    done: bool = True

    def outcome(self, said: str) -> ArrangementResult:
        """Return it for people: before they say yes, and when it is done."""
        return ArrangementResult(
            told=f"{self.campaign}:\n{changes_text(self.changes, self.mails_to)}", said=said, value=self
        )


def arrangement_result(
    lobby: Lobby,
    deed: str,
    said: str,
    *changes: Change,
    mails_to: tuple[str, ...] = (),
    code: str | None = None,
    address: str = "",
) -> ArrangementResult:
    """Return what was arranged in a campaign, or would be."""
    dry, campaign = rehearses(lobby.session), lobby.campaign
    code = None if dry else code
    done = Arranged(
        campaign.name, deed, changes, mails_to, id=campaign.id, code=code, address=address, dry_run=dry, done=not dry
    )
    return done.outcome(said)
