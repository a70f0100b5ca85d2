"""Check for `doctor` an installation at work: who is missing, what waits too long, who can read passwords."""

import stat
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from adjudicator.service.admin.processes import last_of, living, missing, serving, unbelieved, unserved
from adjudicator.service.clock import MOST_BACK
from adjudicator.service.service import Service
from adjudicator.settings import MAIN, Settings, file_read, shown
from adjudicator.store import channels, clock_watermark, heartbeats, stewards, unfetched
from adjudicator.store.engine import reading
from adjudicator.store.metrics import Figures, figures
from adjudicator.store.tables import Campaign, UnfetchedMail

PASSWORDS = frozenset(("password", "client_secret", "refresh_token", "secret_key", "older_secret_keys"))
ADDRESSES = frozenset(("database", "broker"))
"""Settings that may hold a password inside."""


def processes(service: Service) -> Iterator[tuple[bool, str]]:
    """Yield whether it is well with each, and what is told of it."""
    now = service.clock.now()
    with reading(service.engine) as session:
        found = heartbeats.processes(session)
    gone = missing(service.settings, found, now)
    for kind in gone:
        last = last_of(kind, found)
        since = (
            ""
            if last is None
            else f"; the last one (pid {last.pid} on {last.host}) lived until {_moment(last.beaten_at)}"
        )
        yield False, f"no {kind.value} is at work{since}"
    shards = unserved(service.settings, found, now)
    if shards:
        yield False, f"{told_unserved(shards)}; run: {serving(shards)}"
    if not gone and not shards:
        alive = ", ".join(f"{count} {kind.value}" for kind, count in living(found, now).items())
        yield True, f"at work: {alive}" if alive else "none is at work, and none was before, or all were told to stop"


def told_unserved(shards: Sequence[int]) -> str:
    """Say what is wrong if no worker takes the messages of these shards."""
    named = f"shard {shards[0]}" if len(shards) == 1 else f"shards {', '.join(map(str, shards))}"
    return f"no worker serves {named} of the campaigns (celery.shards), whose mails wait for the sweep, up to 15 s"


def clocks(service: Service) -> str | None:
    """Return what is wrong with the clock of this machine or of another one; None if nothing is."""
    now = service.clock.now()
    with reading(service.engine) as session:
        seen, found = clock_watermark.latest_moment(session), heartbeats.processes(session)
    for each in unbelieved(found, now):
        return (
            f"it says {_moment(now)}, and {each.kind.value} {each.pid} on {each.host} takes it for "
            f"{_moment(each.beaten_at)}: no deadline falls; set it (NTP), or: adjudicator clock trust"
        )
    if seen is None or now - seen >= -MOST_BACK:
        return None
    return f"it says {_moment(now)}, before {_moment(seen)}, which was seen; set it (NTP), or: adjudicator clock trust"


def told_unfetched(mail: UnfetchedMail) -> str:
    """Say which message a mail server does not give out, since when, and why."""
    since = _moment(mail.failed_at)
    return f"the mail server does not give out mail {mail.uid} of {mail.mailbox} since {since}: {mail.why}"


def unhandled(service: Service) -> str | None:
    """Return since when a message waits too long to be processed or fetched, or since when none was fetched."""
    now, most = service.clock.now(), timedelta(minutes=service.settings.limits.stall_alert_minutes)
    with reading(service.engine) as session:
        found, known = figures(session, now), heartbeats.processes(session)
        stuck = unfetched.all_noted(session)
    if stuck:
        return told_unfetched(stuck[0])
    if found.unhandled_since is not None and now - found.unhandled_since > most:
        return f"one that was due at {_moment(found.unhandled_since)} is not handled yet; is a worker at work?"
    for name, moment in unread(found, service.settings, now) if known else ():
        box = f"the mailbox {shown(name)}" if service.settings.mail.mailboxes else "the mailbox"
        since = "ever" if moment is None else f"since {_moment(moment)}"
        return f"nobody has looked into {box} {since}: deadlines wait for it"
    return None


def notices(service: Service) -> Iterator[tuple[bool, str]]:
    """Yield notices beside the mails: whether we must act, and what it is.

    There are none where all is well.
    """
    now, most = service.clock.now(), timedelta(minutes=service.settings.limits.stall_alert_minutes)
    with reading(service.engine) as session:
        unsent = channels.tally(session, now).unsent_since
        dead = [(session.get_one(Campaign, each.campaign_id).name, each) for each in channels.failing(session)]
    if unsent is not None and now - unsent > most:
        yield True, f"one that was due at {_moment(unsent)} has not gone; is a worker, or a sender, at work?"
    for name, each in dead:
        since = _moment(each.failing_since) if each.failing_since else ""
        yield False, f"channel {each.number} of {name} takes none since {since} (adjudicator notices list {name})"


def unthought(service: Service) -> str | None:
    """Return in how many campaigns a steward has been asked for too long; None if in none."""
    now, most = service.clock.now(), timedelta(minutes=service.settings.limits.stall_alert_minutes)
    with reading(service.engine) as session:
        waiting = stewards.waited_for(session, now - most, now)
    if not waiting:
        return None
    return (
        f"stewards have been asked for {most.seconds // 60} minutes in {len(waiting)} campaigns; is a thinker at work?"
    )


def unread(found: Figures, settings: Settings, now: datetime) -> Iterator[tuple[str, datetime | None]]:
    """Yield the names of mailboxes that nobody has checked for too long, and since when; None: ever."""
    looked = {MAIN: found.fetched_until, **found.others_fetched_until}
    if not any(looked.values()):
        return  # no poller has ever been at work
    for name in settings.mail.boxes:
        moment = looked.get(name)
        if moment is None or now - moment > timedelta(minutes=settings.limits.stall_alert_minutes):
            yield name, moment


def least_read(found: Figures, settings: Settings) -> datetime | None:
    """Return by when all messages that had come to any mailbox are stored; None where no poller was ever at work."""
    looked = {MAIN: found.fetched_until, **found.others_fetched_until}
    return min((moment for name in settings.mail.boxes if (moment := looked.get(name)) is not None), default=None)


def open_passwords() -> Path | None:
    """Return the settings file if everybody on this machine can read passwords in it."""
    file = file_read()
    if file is None or not file.stat().st_mode & stat.S_IROTH:
        return None
    return file if _has_password(tomllib.loads(file.read_text(encoding="utf-8"))) else None


def _has_password(settings: Mapping[str, Any]) -> bool:
    for name, value in settings.items():
        if isinstance(value, Mapping):
            if _has_password(value):
                return True
        elif value and (name in PASSWORDS or (name in ADDRESSES and _password_in(str(value)))):
            return True
    return False


def _password_in(address: str) -> bool:
    try:
        return bool(make_url(address).password)
    except ArgumentError:
        return False


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"
