"""Tell whether an installation is well: what needs attention at once, for programs and for the operator."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.language import msgid
from adjudicator.service.admin.broker import trouble_with_broker
from adjudicator.service.admin.disks import LITTLE_SPACE, scarcest
from adjudicator.service.admin.processes import missing, unbelieved, unserved
from adjudicator.service.admin.watching import told_unfetched, told_unserved, unread
from adjudicator.service.service import Service
from adjudicator.settings import Settings, shown
from adjudicator.store import heartbeats, unfetched
from adjudicator.store.engine import reading
from adjudicator.store.metrics import Figures, figures

DISK = msgid("The disk is nearly full. On a full one no email is fetched, handled or sent.")
PROCESS = msgid("No process of this kind is at work: %(name)s.")
SHARDS = msgid("No worker serves a shard of the campaigns (celery.shards): their emails are handled late.")
UNHANDLED = msgid("An email that arrived is not handled: it was due %(since)s.")
UNSENT = msgid("One of our emails has not been sent: it was queued %(since)s.")
NOTICE = msgid("A notification (webhook or chat) has not been sent: it was due %(since)s.")
UNREAD = msgid(
    "Nobody has looked into the mailbox %(name)s since %(since)s. Its orders do not arrive, and deadlines wait."
)
NEVER_READ = msgid("Nobody has ever looked into the mailbox %(name)s.")
UNFETCHED = msgid(
    "Since %(since)s a mail server does not give out an email in the folder %(name)s. Others are fetched; look into "
    "the folder with a mail program."
)


class HealthProblem(Struct, frozen=True):
    """One thing that is wrong.

    `text`: for programs and logs, in English; `told`: for the operator, a message in which `name` and `since` are put.
    A later trouble with the same `told` and `name` is the same one.
    """

    text: str
    told: str = ""
    name: str = ""
    since: datetime | None = None


def troubles(service: Service) -> list[HealthProblem]:
    """Return what needs attention at once; empty if all is well.

    A trouble without `told` has a message of its own, or no message can be sent.
    """
    found = [] if scarcest(service.settings).free > LITTLE_SPACE else [HealthProblem("the disk is nearly full", DISK)]
    if trouble_with_broker(service.settings) is not None:
        found.append(HealthProblem("the broker does not answer: mails are fetched and kept, and wait to be handled"))
    now = service.clock.now()
    try:
        with reading(service.engine) as session:
            seen, known = figures(session, now), heartbeats.processes(session)
            stuck = {each.mailbox: each for each in reversed(unfetched.all_noted(session))}
    except SQLAlchemyError as error:
        return [*found, HealthProblem(f"the database does not answer: {type(error).__name__}")]
    for kind in missing(service.settings, known, now):
        found.append(HealthProblem(f"no {kind.value} is at work", PROCESS, kind.value))
    shards = unserved(service.settings, known, now)
    if shards:
        found.append(HealthProblem(told_unserved(shards), SHARDS))
    if unbelieved(known, now):
        text = "the clock has jumped: no deadline falls until it is set, or accepted (adjudicator clock trust)"
        found.append(HealthProblem(text))
    for folder, first in stuck.items():
        found.append(HealthProblem(told_unfetched(first), UNFETCHED, folder, first.failed_at))
    return [*found, *_late(seen, service.settings, now)]


def _late(found: Figures, settings: Settings, now: datetime) -> Iterator[HealthProblem]:
    """Yield what has waited longer for the service than the settings allow."""
    most = timedelta(minutes=settings.limits.stall_alert_minutes)
    for text, told, since in (
        ("a mail is not handled", UNHANDLED, found.unhandled_since),
        ("a mail is not sent", UNSENT, found.unsent_since),
        ("a notice beside the mails is not sent", NOTICE, found.notices.unsent_since),
    ):
        if since is not None and now - since > most:
            yield HealthProblem(f"{text} since {since.isoformat(timespec='seconds')}", told, "", since)
    for name, since in unread(found, settings, now):
        box = f"the mailbox {shown(name)}" if settings.mail.mailboxes else "the mailbox"
        looked = "ever" if since is None else f"since {since.isoformat(timespec='seconds')}"
        yield HealthProblem(
            f"nobody has looked into {box} {looked}", NEVER_READ if since is None else UNREAD, shown(name), since
        )
