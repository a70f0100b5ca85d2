"""One run: mail servers, a queue, a database, the processes of the service, and players who know only their mailbox."""

from __future__ import annotations

import email
import email.policy
import time
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from pathlib import Path
from random import Random

from msgspec import Struct
from sqlalchemy import func, select
from sqlmodel import col

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import Service
from adjudicator.settings import Celery, Imap, Limits, Mail, OwnAddress, Settings, Smtp, Tls, Trust
from adjudicator.store.engine import reading
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState
from tests.faults.plot import Order, Plot
from tests.faults.processes import Company, Role, Stage
from worker.wakes import waker

DOMAIN = "game.test"
LOOK_SECONDS = 0.05
BEAT_SECONDS = 0.4
DEADLINE_HOURS = 2000
"""Far away even for the hurried clock: who answers for a player is not what is shown here."""
PATIENCE = 240.0
"""Seconds in which something must have happened."""
TWICE = 0.15
"""Share of the players' mails that are delivered twice."""
CUT = 0.02
"""Share of hand-overs after which the sender dies before it hears that the mail was taken."""


class Stalled(Exception):  # noqa: N818
    """Nothing moves any more."""


class Servers(EmbeddedMail):
    """The embedded servers; now and then the sender dies between its DATA and their answer."""

    accident: Callable[[], None] | None = None

    def deliver(self, raw: bytes, *, sender: str, recipient: str) -> None:
        super().deliver(raw, sender=sender, recipient=recipient)
        if self.accident is not None and not recipient.startswith("orders"):
            self.accident()


class Mailbox(Struct):
    """A player's mailbox: every mail that reached it, by Message-ID, and the newest one."""

    address: str
    folder: Path
    copies: dict[str, list[bytes]]
    answered: dict[str, set[str]]
    newest: EmailMessage | None = None
    seen: set[str] = set()


class Sent(Struct, frozen=True):
    """An order mail that a player sent."""

    campaign: str
    seat: str
    message_id: str
    line: str


class Run:
    """A run in its folder; afterwards it tells what came of it."""

    def __init__(self, folder: Path, plots: Sequence[Plot], database: str, seed: str, redis: str) -> None:
        self.plots = tuple(plots)
        self.rng = Random(seed)
        self.folder = folder
        self.sent: list[Sent] = []
        self.players: dict[tuple[str, str], Mailbox] = {}
        self.campaigns: dict[str, int] = {}
        self._servers = Servers(folder / "mail", DOMAIN)
        self._next: dict[str, int] = dict.fromkeys((plot.name for plot in plots), 0)
        self._database, self._redis = database, redis

    def play(self, kills: int) -> Company:
        """Play all campaigns to their end; accidents happen until there were so many."""
        with self._servers as servers:
            servers.add_user("orders", "secret")
            for plot in self.plots:
                for seat in plot.seats:
                    self._mailbox(servers, plot, seat)
            stage = Stage(self._settings(servers), time.time(), self.folder / "processes.log")
            self.service = stage.service()
            upgrade(self.service.engine)
            for plot in self.plots:
                self.campaigns[plot.name] = _create(self.service, plot)
            company = Company(stage, self.rng)
            company.accidents = kills > 0
            if kills:
                servers.accident = lambda: self._cut(company)
            try:
                self._perform(company, kills)
            finally:
                servers.accident = None
                company.settle_down()
        return company

    def _perform(self, company: Company, kills: int) -> None:
        wakes = waker(self.service.settings)
        beat = moved = time.time()
        progress: object = None
        while True:
            if company.accidents and company.kills.total() >= kills:
                company.accidents = False
            company.look_after()
            if time.time() - beat > BEAT_SECONDS:
                beat = time.time()
                wakes._send("adjudicator.sweep", [])
            for player in self.players.values():
                _look(player)
            if self._go_on() and self._quiet():
                return
            now = (tuple(self._next.values()), sum(len(p.seen) for p in self.players.values()), company.kills.total())
            if now != progress:
                progress, moved = now, time.time()
            elif time.time() - moved > PATIENCE:
                raise Stalled(f"{now}: {company.kills}; see {self.folder}")
            time.sleep(LOOK_SECONDS)

    def _go_on(self) -> bool:
        """Send what can be sent. True when everything is sent and answered."""
        over = True
        for plot in self.plots:
            step = self._next[plot.name]
            if not self._answered(plot) or not self._settled(self.campaigns[plot.name]):
                over = False
            elif step < len(plot.groups):
                over = False
                self._read(plot)
                for order in plot.groups[step]:
                    self._write(plot, order)
                self._next[plot.name] += 1
        return over

    def _read(self, plot: Plot) -> None:
        """What was handed over since the last look is in the mailboxes."""
        for seat in plot.seats:
            _look(self.players[plot.name, seat])

    def _answered(self, plot: Plot) -> bool:
        return all(
            self.players[each.campaign, each.seat].answered.get(each.message_id)
            for each in self.sent
            if each.campaign == plot.name
        )

    def _settled(self, campaign: int) -> bool:
        """No mail of the campaign is on its way: what is sent next is the same in every run."""
        with reading(self.service.engine) as session:
            coming = select(func.count()).where(
                col(InboundMail.campaign_id) == campaign, col(InboundMail.status) == InboundStatus.RECEIVED
            )
            going = select(func.count()).where(
                col(OutboundMail.campaign_id) == campaign,
                col(OutboundMail.state).in_((OutboundState.QUEUED, OutboundState.RENDERED)),
            )
            return not session.scalar(coming) and not session.scalar(going)

    def _quiet(self) -> bool:
        """The INBOX is empty and every mail is settled."""
        inbox = self.folder / "mail" / "mail" / "orders"
        return not any(any((inbox / part).iterdir()) for part in ("new", "cur"))

    def _write(self, plot: Plot, order: Order) -> None:
        player = self.players[plot.name, order.seat]
        asked = player.newest
        assert asked is not None, f"{order.seat} of {plot.name} got no mail"
        number = 1 + sum(each.campaign == plot.name for each in self.sent)
        mail = EmailMessage()
        mail["From"] = player.address
        mail["To"] = str(asked["Reply-To"])
        mail["Subject"] = f"Re: mail {number}"
        mail["Message-ID"] = f"<{plot.name}.{number}@players.test>"
        mail["In-Reply-To"] = str(asked["Message-ID"])
        mail.set_content(order.line + "\n")
        self.sent.append(Sent(plot.name, order.seat, str(mail["Message-ID"]), order.line))
        to = str(asked["Reply-To"].addresses[0].addr_spec)
        for _ in range(2 if self.rng.random() < TWICE else 1):
            self._servers.deliver(mail.as_bytes(), sender=player.address, recipient=to)

    def _cut(self, company: Company) -> None:
        if company.accidents and self.rng.random() < CUT:
            company.kill(Role.SENDER, "filed, not told")

    def _mailbox(self, servers: EmbeddedMail, plot: Plot, seat: str) -> None:
        name = f"{plot.name}-{seat}".lower().replace("/", ".")
        address = servers.add_user(name, "secret")
        self.players[plot.name, seat] = Mailbox(address, servers.directory / "mail" / name, {}, {})

    def _settings(self, servers: EmbeddedMail) -> Settings:
        imap, smtp = servers.imap_settings("orders"), servers.smtp_settings("orders")
        return Settings(
            database=self._database,
            data_directory=self.folder,
            mail=Mail(
                imap=Imap(
                    host=imap.host, port=imap.port, tls=Tls.NONE, user="orders", password="secret",
                    idle=False, poll_seconds=0.2,
                ),
                smtp=Smtp(host=smtp.host, port=smtp.port, tls=Tls.NONE, user="orders", password="secret"),
                address=OwnAddress(domain=DOMAIN),
                trust=Trust.EVERYBODY,
            ),
            celery=Celery(broker=self._redis),
            limits=Limits(answers_per_hour=1_000_000, attempts=1_000, handle_seconds=600),
        )  # fmt: skip


def _create(service: Service, plot: Plot) -> int:
    return create(
        service,
        NewCampaign(
            name=plot.name,
            title=f"The {plot.name}",
            game=plot.game,
            seed=plot.seed,
            deadline_hours=DEADLINE_HOURS,
            players=tuple(
                Player(
                    seat=seat,
                    name=seat.title(),
                    email=f"{plot.name}-{seat}@{DOMAIN}",
                    language=plot.language(seat),
                )
                for seat in plot.seats
            ),
        ),
    )


def _look(player: Mailbox) -> None:
    """Read what is new in a Maildir."""
    for path in sorted((player.folder / "new").iterdir()):
        if path.name in player.seen:
            continue
        player.seen.add(path.name)
        raw = path.read_bytes()
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        id = str(mail["Message-ID"])
        # the three trace headers of the server are each delivery's own
        player.copies.setdefault(id, []).append(raw[raw.index(b"\nReceived:") :].split(b"\n", 3)[3])
        player.answered.setdefault(str(mail["In-Reply-To"]), set()).add(id)
        player.newest = mail
