"""The audit trail: append only, each entry bound to the one before."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.tables import Audit, Telling

INSTALLATION = 0
"""The chain of acts that concern no single campaign."""
LOOK = "look"
"""The command name of a look at what not everybody knows."""
MOVED = "move"
"""The command name of an arrival from another installation."""
MAILED = " (mail)"
"""The suffix to the name of somebody who did it by mail."""
REFUSED = "refused: "
"""The prefix to the command of somebody who may not give it: nothing was done."""
RECORDED = "adjudicator_recorded"
"""In `Session.info`: the campaigns in whose chains this transaction has written."""


class NewAct(msgspec.Struct, frozen=True):
    """An act at the moderator's desk: who did it, by which command, and what is to be known of it.

    `telling` says how the players hear of it: by `NOTICE` the caller has queued mails of its own, with `REPORT`
    the next report of each seat lists it, `NOBODY` is for what does not touch play. `details` may hold secrets;
    players are only told the command, the author, and `details["reason"]`; of draws at a table what `draws` says.
    """

    author: str
    command: str
    details: Mapping[str, Any]
    telling: Telling = Telling.NOTICE


def record(session: Session, campaign_id: int, new: NewAct, at: datetime) -> Audit:
    """Add an act to the chain of a campaign (locked), or of the installation."""
    last = session.scalars(
        select(Audit).where(col(Audit.campaign_id) == campaign_id).order_by(col(Audit.number).desc()).limit(1)
    ).first()
    act = Audit(
        campaign_id=campaign_id,
        number=1 if last is None else last.number + 1,
        at=at,
        author=new.author[:200],
        command=new.command[:64],
        details=msgspec.json.encode(new.details),
        telling=new.telling,
        previous=b"" if last is None else last.hash,
        hash=b"",
    )
    act.hash = _hash(act)
    session.add(act)
    session.flush()
    session.info.setdefault(RECORDED, set()).add(campaign_id)
    return act


def trail(session: Session, campaign_id: int) -> tuple[Audit, ...]:
    """Return all acts of a chain, oldest first."""
    return tuple(
        session.scalars(select(Audit).where(col(Audit.campaign_id) == campaign_id).order_by(col(Audit.number)))
    )


def to_be_told(session: Session, campaign_id: int, after: datetime, upto: datetime) -> tuple[Audit, ...]:
    """Return the acts of a stretch of time that the next report tells everybody, oldest first."""
    return tuple(session.scalars(_TO_BE_TOLD, {"of_campaign": campaign_id, "after": after, "upto": upto}))


_TO_BE_TOLD = (
    select(Audit)
    .where(
        col(Audit.campaign_id) == bindparam("of_campaign"),
        col(Audit.telling) == Telling.REPORT,
        col(Audit.at) > bindparam("after"),
        col(Audit.at) <= bindparam("upto"),
    )
    .order_by(col(Audit.number))
)


def former_names(session: Session, campaign_id: int) -> list[str]:
    """Return the names that a campaign had in installations from which it has moved, the oldest first."""
    wanted = (col(Audit.campaign_id) == campaign_id, col(Audit.command) == MOVED)
    found = session.scalars(select(col(Audit.details)).where(*wanted).order_by(col(Audit.number)))
    return [msgspec.json.decode(details)["called"] for details in found]


def has_looked(session: Session, campaign_id: int, names: Collection[str], since: datetime) -> bool:
    """Return whether somebody of these names has looked since a moment at what not everybody knows."""
    wanted = (col(Audit.campaign_id) == campaign_id, col(Audit.command) == LOOK, col(Audit.at) >= since)
    return bool(session.scalar(select(col(Audit.number)).where(*wanted, col(Audit.author).in_(names)).limit(1)))


def bind(acts: Iterable[Audit], previous: bytes = b"") -> bytes:
    """Give acts the hashes that bind each to what it says and to the one before; returns the last one."""
    for act in acts:
        act.previous, act.hash = previous, b""
        act.hash = previous = _hash(act)
    return previous


def rewrite(session: Session, campaign_id: int, change: Callable[[str], str]) -> tuple[int, bytes]:
    """Replace texts in a chain (locked), for a person who is to be forgotten.

    Every act from the first that differs gets another hash, so that the chain holds again.

    Returns how many texts were changed, and the last hash before, which belongs into an act of its own: anybody who had
    written it down finds it there.
    """
    acts = trail(session, campaign_id)
    last, different = (acts[-1].hash if acts else b""), 0
    previous = b""
    for act in acts:
        author, details = change(act.author)[:200], _changed(act.details, change)
        if (author, details) != (act.author, act.details):
            act.author, act.details = author, details
            different += 1
        previous = bind([act], previous) if different else act.hash
    session.flush()
    return different, last


def _changed(details: bytes, change: Callable[[str], str]) -> bytes:
    def without(value: Any) -> Any:
        match value:
            case str():
                return change(value)
            case list():
                return [without(each) for each in value]
            case dict():
                return {key: without(each) for key, each in value.items()}
        return value

    before = msgspec.json.decode(details)
    after = without(before)
    return details if after == before else msgspec.json.encode(after)


def first_broken(acts: tuple[Audit, ...]) -> int | None:
    """Return the number of the first act that was changed, or whose predecessor is missing. None: all is well."""
    previous = b""
    for number, act in enumerate(acts, 1):
        if act.number != number or act.previous != previous or act.hash != _hash(act):
            return number
        previous = act.hash
    return None


def _hash(act: Audit) -> bytes:
    moment = act.at.astimezone(UTC).isoformat()
    fields = (act.campaign_id, act.number, moment, act.author, act.command, act.details, act.previous)
    # Acts from before there was a choice have none, and their hashes stay as they are.
    chosen = () if act.telling is Telling.NOTICE else (act.telling,)
    return sha256(msgspec.json.encode((*fields, *chosen))).digest()
