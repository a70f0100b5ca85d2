"""Give every use case what it needs: the store, the settings, the clock, and somebody to wake."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Protocol

import msgspec
import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from adjudicator.kernel.registry import find_rules_in
from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.lookup import Lookup, dns_txt
from adjudicator.mail.model import Limits as MailLimits
from adjudicator.mail.patterns import BadPatterns, use_patterns_of
from adjudicator.mail.sender_authentication import AuthSettings
from adjudicator.mail.sender_authentication import Trust as MailTrust
from adjudicator.pictures.cache_dir import keep_grounds_in
from adjudicator.service.clock import Clock, GuardedClock, SystemClock
from adjudicator.service.logs import configure
from adjudicator.settings import MAIN, ConfigurationError, Settings, Trust
from adjudicator.store.codec import Codec
from adjudicator.store.engine import open_engine, rehearsing

PICTURES, RULES = "pictures", "rules"
"""Folder of the data directory that keeps what is the same in all pictures of a game; it may be deleted."""


_TRUST = {
    Trust.AUTHENTICATION_RESULTS: MailTrust.RESULTS,
    Trust.DKIM: MailTrust.DKIM,
    Trust.EVERYBODY: MailTrust.NONE,
}


class Wakes(Protocol):
    """Wakes a worker. A wake-up may be lost or come twice: the sweep finds what it left behind."""

    def mail(self, mail_id: int, campaign_id: int | None = None) -> None:
        """Notify that a message waits to be handled, and of which campaign, if that is known."""

    def outbox(self) -> None:
        """Signal that mails wait to be rendered or sent."""


class NullNotifier:
    """For programs that do the next step themselves."""

    def mail(self, mail_id: int, campaign_id: int | None = None) -> None:
        """Do nothing: the caller goes on by itself."""

    def outbox(self) -> None:
        """Do nothing: the caller goes on by itself."""


class Liveness(Protocol):
    """Shows others that this process lives: what it has in hand is its own until it dies."""

    @property
    def id(self) -> int | None:
        """The id by which others know it (`Process.id`)."""

    def assure(self) -> None:
        """Return when the other processes know that this one lives.

        Call it before something that is not to be done twice.
        """

    def fetched(self, moment: datetime, mailboxes: Collection[str] = (MAIN,)) -> None:
        """Note that all messages that had come to these mailboxes by a moment are stored.

        The other processes are to know it before long.
        """


class Unwatched:
    """Of programs that nobody watches: what they have in hand is free after its time."""

    id: int | None = None

    def assure(self) -> None:
        """Do nothing: its time alone counts."""

    def fetched(self, moment: datetime, mailboxes: Collection[str] = (MAIN,)) -> None:
        """Do nothing: who reads the mailbox by hand settles what comes at once."""


@dataclass(frozen=True)
class Service:
    """One installation at work."""

    engine: Engine
    settings: Settings
    clock: Clock = field(default_factory=SystemClock)
    wakes: Wakes = field(default_factory=NullNotifier)
    life: Liveness = field(default_factory=Unwatched)
    lookup: Lookup = dns_txt
    """Where the keys of signatures are looked up."""

    @property
    def time_is_known(self) -> bool:
        """Whether something may be done because it is late enough; not while the clock of this machine is doubted."""
        return not isinstance(self.clock, GuardedClock) or self.clock.known

    @cached_property
    def own(self) -> OwnAddresses:
        """The addresses by which people reach us, in whichever mailbox."""
        main, *others = (self.own_in(name) for name in self.settings.mail.boxes)
        return msgspec.structs.replace(main, others=tuple(others))

    def own_in(self, mailbox: str) -> OwnAddresses:
        """Return how people address us in one mailbox. Raises LookupError."""
        address = self.settings.mail.boxes[mailbox].address
        return OwnAddresses(addresses=(address.plain,), separator=address.separator)

    def auth(self, mailbox: str) -> AuthSettings:
        """Return what proves the sender of a message to a mailbox; nothing if the settings no longer have it."""
        given = self.settings.mail.boxes.get(mailbox)
        if given is None:
            return AuthSettings()
        return AuthSettings(authserv_id=given.authserv_id, trust=_TRUST[given.trust], sealers=given.arc_sealers)

    @property
    def mail_limits(self) -> MailLimits:
        limits = self.settings.limits
        return MailLimits(
            mail_bytes=limits.mail_bytes,
            text_bytes=limits.text_bytes,
            header_bytes=limits.header_bytes,
            headers=limits.headers,
            parts=limits.parts,
            levels=limits.nesting,
            lines=limits.order_lines,
            seconds=limits.parse_seconds,
        )

    @property
    def rehearsal(self) -> Service:
        """The same installation, which keeps nothing: for a dry run of a whole use case."""
        return replace(self, engine=rehearsing(self.engine))

    def work(self, session: Session, now: datetime | None = None, mailbox: str = MAIN) -> UnitOfWork:
        """Return a unit of work in this transaction; give `now` only if it is to differ from the clock.

        `mailbox`: the one that received the message it is about; one that is no longer in the settings sends nothing.
        """
        sends = mailbox if mailbox in self.settings.mail.boxes else MAIN
        return UnitOfWork(self, session, self.clock.now() if now is None else now, mailbox=sends)

    def domain(self, mailbox: str) -> str:
        """Return the domain of a mailbox, which is also our name if no campaign is mentioned.

        Raises:
            LookupError: The settings no longer have the mailbox.
        """
        return self.settings.mail.boxes[mailbox].address.domain

    def reply_address(self, token: str, mailbox: str = MAIN) -> str:
        """Return the secret address of a seat whose campaign belongs to a mailbox.

        Raises:
            LookupError: The settings no longer have the mailbox.
        """
        address = self.settings.mail.boxes[mailbox].address
        return f"{address.local}{address.separator}{token}@{address.domain}"


class AnswerKind(StrEnum):
    """How answers are queued and counted: each kind has a budget, so that nobody uses up what others need.

    What answers a proven mail in which there was nothing to do is `UNASKED`: two programs that echo each other cause
    nothing else. Unproven mails to a seat's secret address have a budget of their own: only their senders know that
    address.
    """

    PROVEN = "note"
    UNASKED = "unasked"
    UNPROVEN = "unproven"
    UNPROVEN_SECRET = "unproven_secret"


@dataclass(frozen=True)
class UnitOfWork:
    """A use case at work: the installation, the transaction it works in, and the moment that counts as now for it.

    Where a campaign's match is at hand, `CampaignContext` holds it (`table.work`); where a mail is, `CommandContext`
    and its table.
    """

    service: Service
    session: Session
    now: datetime
    answers_as: AnswerKind = AnswerKind.PROVEN
    """How what is said of the mail at hand is counted."""
    author: int | None = None
    """The person, without a moderator's rights, whose mail it carries out: notices that it causes are counted."""
    mailbox: str = MAIN
    """The mailbox that sends what is about no campaign: the one that received the mail that is answered."""

    def on(self) -> UnitOfWork:
        """Return the same unit of work at the present time: others may have worked meanwhile."""
        return replace(self, now=self.service.clock.now())


def open_service(
    settings: Settings, clock: Clock | None = None, wakes: Wakes | None = None, life: Liveness | None = None
) -> Service:
    """Return the service with the database that the settings name.

    Raises:
        ConfigurationError: A file that they name cannot be used.
    """
    if not structlog.is_configured():
        configure()
    try:
        use_patterns_of(settings.mail.patterns_file)
    except BadPatterns as bad:
        raise ConfigurationError([f"mail.patterns_file: {bad}"]) from bad
    keep_grounds_in(settings.data_directory / PICTURES)
    find_rules_in(settings.data_directory / RULES)
    engine = open_engine(settings.database, Codec(settings.key, settings.older_keys))
    return Service(engine, settings, clock or SystemClock(), wakes or NullNotifier(), life or Unwatched())
