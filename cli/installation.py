"""The installation for commands: who sits at the desk, its database, and the campaign that is looked at."""

import getpass
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import structlog
import typer
from msgspec import to_builtins

# Typer has its own copy of click, and tells the current command in no other way.
from typer._click.globals import get_current_context

from adjudicator.service.admin.access import CampaignView, OwnPart, Visit, Visitor, campaign_named, view_of
from adjudicator.service.admin.installation import open_installation
from adjudicator.service.campaign.audit import AuditedCommand
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.logs import configure, take_over
from adjudicator.service.moderation.admission import Gate
from adjudicator.service.service import Service, Wakes
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from cli.errors import tell_the_log
from cli.options import All, AsSeat, OwnLang
from cli.output import remark
from cli.rights import needs, sitter

log = structlog.get_logger()
HIDDEN = frozenset({"seed", "who", "url"})
"""Parameters that are secrets, or names of people: the trail says that they were given."""


def author() -> str:
    """Return the name given with `--by`, otherwise the login name.

    For a moderator in the settings, return the registered name.
    """
    if (known := sitter()) is not None:
        return known.name
    given = _of_root("by")
    return str(given) if given else getpass.getuser()


def visitor() -> Visitor:
    """Return who sits at the desk, with which command, and whether `--reveal` was given."""
    known = sitter()
    only = None if known is None else known.campaigns
    return Visitor(author(), _command(), openly=bool(_of_root("open_eyes")), only=only)


@contextmanager
def at_the_desk(*, make: bool = False) -> Iterator[Service]:
    """Yield the service of this installation. With `make` the database is created or brought up to date first.

    Whatever a command commits is recorded in the audit trail and wakes the workers. What it may not do in a campaign is
    refused, and recorded unless it was a dry run.
    """
    quiet()
    with at_work(make=make) as service:
        desk = AuditedCommand(author(), _command(), _details(), service.clock)
        gate = Gate(author(), _command(), needs(), service.clock)
        try:
            yield gate.watch(desk.watch(service))
        finally:
            if desk.changed:
                _wake(service.settings)
            if "dry_run" not in desk.details:
                gate.write_down(service)


@contextmanager
def at_work(*, make: bool = False, wakes: Wakes | None = None) -> Iterator[Service]:
    """Yield the service of this installation for processes that nobody sits at."""
    service = open_installation(Settings.load(), make=make, wakes=wakes)
    try:
        yield service
    finally:
        service.engine.dispose()


@contextmanager
def mails_at_hand() -> Iterator[OwnPart]:
    """Yield the messages of the installation, as far as the person at the desk may see them."""
    with at_the_desk() as service, reading(service.engine) as session:
        yield OwnPart(service.work(session), visitor())


@contextmanager
def campaign_at(name: str) -> Iterator[Visit]:
    """Yield a campaign to read.

    Raises:
        CommandError: No campaign has that name.
    """
    with at_the_desk() as service, visit_at(service, name) as visit:
        yield visit


@contextmanager
def visit_at(service: Service, name: str) -> Iterator[Visit]:
    """Yield a campaign to read, from a service that is open already."""
    with reading(service.engine) as session:
        yield Visit(service.work(session), campaign_named(session, name), visitor())


@dataclass(frozen=True, kw_only=True)
class ViewerOptions:
    """The options that say through whose eyes is looked."""

    as_: AsSeat = None
    all_: All = False

    @property
    def secret(self) -> bool:
        """Whether they see what not everybody may know."""
        return self.all_ or self.as_ is not None

    def open(self) -> Viewpoint:
        """Return the perspective that the options ask for; warn if it shows secrets of every seat."""
        if self.as_ is not None and self.all_:
            raise typer.BadParameter("--as and --all exclude each other")
        if self.all_:
            remark("adjudicator: this shows secrets of every seat")
        return Viewpoint(self.as_, self.all_)


@dataclass(frozen=True, kw_only=True)
class Sight(ViewerOptions):
    """The same, and in which language it is told."""

    lang: OwnLang = None


@contextmanager
def looking_at(name: str, eye: ViewerOptions = ViewerOptions(), lang: str | None = None) -> Iterator[CampaignView]:
    """Yield a campaign with its match, as everybody or a seat sees it, or with everything.

    Raises:
        CommandError: It cannot be shown.
    """
    with campaign_at(name) as visit:
        yield view_of(visit, eye.open(), eye.lang if isinstance(eye, Sight) else lang)


def _wake(settings: Settings) -> None:
    """Wake workers for what was queued or set free.

    `serve` hears nothing from outside: its sweep comes before long.
    """
    if settings.celery.broker.startswith("memory"):
        return
    from worker.wakes import waker  # only where there is somebody to wake: Celery is slow to load

    waker(settings).all()


def quiet() -> None:
    """Log lines of commands: only what is worth a warning, to standard error, so that output can be piped."""
    configure(logging.WARNING)


def working() -> None:
    """Log lines of processes that stay: what they do and why they end, as JSON lines unless a person watches."""
    configure(logging.INFO)
    take_over(logging.INFO)
    tell_the_log(log.error)


def _command() -> str:
    """Return the words of the command: `campaign pause`."""
    here = get_current_context()
    # The program's own name can be several words: `python -m cli.main`.
    return here.command_path.removeprefix(here.find_root().command_path).strip()


def _details() -> dict[str, Any]:
    """Return the arguments and options that were given."""
    given = {name: each for name, each in get_current_context().params.items() if each not in (None, False, (), [])}
    return {name: "(given)" if name in HIDDEN else to_builtins(each, enc_hook=str) for name, each in given.items()}


def _of_root(name: str) -> Any:
    return get_current_context().find_root().params.get(name)
