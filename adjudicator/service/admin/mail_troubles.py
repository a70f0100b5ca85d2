"""Mails that did not arrive, the addresses they were for, and what waits in the outbox."""

from datetime import datetime, timedelta

import msgspec
from sqlalchemy.orm import Session

from adjudicator.mail.address import normal_address
from adjudicator.service.admin.access import OwnPart
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.service import Service
from adjudicator.store import troubles
from adjudicator.store.engine import writing
from adjudicator.store.inbound import STUMBLED
from adjudicator.store.rate_limits import Backlog


class MailProblem(msgspec.Struct, frozen=True):
    """One mail that did not arrive. `mail` as `mail show` takes it; `diagnostic` are the words of the server."""

    mail: str
    at: datetime
    address: str
    kind: str
    status: str
    diagnostic: str


class SuppressedAddress(msgspec.Struct, frozen=True):
    """An address that is given up, has bounced, or gets essential mails only."""

    address: str
    state: str
    bounces: int
    essential_only: bool


class Bounces(msgspec.Struct, frozen=True):
    """The addresses and mails that `mail bounces` shows."""

    addresses: tuple[SuppressedAddress, ...]
    mails: tuple[MailProblem, ...]


def bounces(part: OwnPart, address: str | None, limit: int) -> Bounces:
    """Return the addresses with trouble, and the newest messages that did not arrive.

    A player does not see which messages of other seats they were.
    """
    wanted = normal_address(address) if address else None
    suffering = dict.fromkeys(
        SuppressedAddress(row.email, row.state, row.bounces, row.essential_only)
        for row in troubles.suffering(part.session)
        if wanted is None or row.email == wanted
    )
    mails = tuple(
        MailProblem(
            f"out-{row.outbound_mail_id}", row.at, row.recipient, row.kind, row.status,
            row.diagnostic.decode("utf-8", "replace"),
        )
        for row in troubles.newest_troubles(part.session, limit, wanted)
        if not part.hides_address(row.recipient)
    )  # fmt: skip
    return Bounces(tuple(suffering), mails)


def reactivate(service: Service, address: str) -> str:
    """Use an address again, and send optional mails there again. Returns what was done; raises CommandError."""
    from adjudicator.service.outbox import bounces  # lists of mails need nobody who acts on them

    email = normal_address(address)
    with writing(service.engine) as session:
        if not troubles.is_registered(session, email):
            raise CommandError(f"nobody has registered {email}")
        alive = bounces.reactivate(service.work(session), email)
        optional = troubles.only_essentials(session, email, wanted=True) > 0
    service.wakes.outbox()
    done = ["is in use again, and gets its newest report once more"] if alive else []
    done += ["gets optional mails again"] if optional else []
    return f"{email} {' and '.join(done) or 'was in use already'}"


def backlog_text(waiting: Backlog, now: datetime, per_hour: int = 0) -> str:
    """Summarise the outbox in one line."""
    parts = []
    if waiting.waiting:
        kinds = f"{waiting.questions} questions and answers, {waiting.reports} reports, {waiting.digests} others"
        parts.append(f"{waiting.waiting} mails wait ({kinds})")
    else:
        parts.append("nothing waits")
    if waiting.oldest is not None:
        minutes = max(0, int((now - waiting.oldest).total_seconds() // 60))
        parts.append(f"the oldest for {minutes // 60} h {minutes % 60} min")
    if waiting.to_dead:
        parts.append(f"{waiting.to_dead} for suspended addresses")
    parts.append(f"{waiting.last_hour} in the last hour{f' of {per_hour} allowed' if per_hour else ''}")
    return ", ".join(parts)


def recent_problems(session: Session, now: datetime) -> list[str]:
    """Return what the operator should look at, from the last week."""
    week = now - timedelta(days=7)
    failed, stumbled = troubles.failed_since(session, week), troubles.set_aside_since(session, week, STUMBLED)
    found = []
    if failed:
        found.append(f"{failed} of the last week will never arrive; see: adjudicator mail bounces")
    if stumbled:
        found.append(
            f"{stumbled} of the last week stopped the service and were set aside: adjudicator mail list --status "
            "quarantined; send them to the programmers"
        )
    return found
