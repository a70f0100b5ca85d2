"""One run: mail servers, a queue, a database, the processes of the service, and people who know only their mailbox."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from random import Random

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service.outbox.queue import PROMISE
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.timing.policy import Bank, TimingPolicy
from adjudicator.settings import Celery, Imap, Limits, Mail, Notices, OwnAddress, Settings, Smtp, Tls
from adjudicator.store import matches
from adjudicator.store.engine import reading
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import (
    ChannelNotice,
    InboundMail,
    InboundStatus,
    NoticeState,
    OutboundMail,
    OutboundState,
)
from tests.faults.beside import add_channels, try_channels
from tests.faults.clockwork import SharedClock, Turn
from tests.faults.company import AtRandom, Company, Plans
from tests.faults.mailboxes import CODE, Mailbox, look_into, text_of
from tests.faults.plot import Correction, Lapse, Letter, Plot
from tests.faults.points import Cast, Role
from tests.faults.processes import POISON, Stage, correct
from tests.faults.servers import DOMAIN, SECRET, Servers
from tests.receiver import Receiver
from worker.wakes import waker

MX = "mx.game.test"
LOOK_SECONDS = 0.02
LEASE_SECONDS = 130
"""After so long every lease is over."""
STILL_SECONDS = 1.0
"""When nothing moves for so long, the clock is put forward: perhaps something is due later."""
PATIENCE = 400.0
MOST_TRIES = 30
"""Nothing moves any more when the clock was put forward so often, and at least for so many seconds."""
ATTEMPTS = 5
"""So many workers must die of a mail before it is set aside."""
MOST_ENCORES = 60
SPARED = 2
"""Of a mail at which so many have died nobody dies by accident: two workers may have been at it."""
SCENE_SECONDS = 2 * 3600
"""Later is it before each scene, so that what answers take shows in the banks of hours."""
TWICE = 0.15
"""Share of the people's mails that are delivered twice."""


class Stalled(Exception):  # noqa: N818
    """Nothing moves any more."""


class Lost(Exception):  # noqa: N818
    """A mail is neither in the INBOX nor in the store, or never reached its reader."""


class Wrong(Exception):  # noqa: N818
    """Somebody who looks after each scene has seen enough."""


class Sent(Struct, frozen=True):
    """A mail that somebody sent."""

    campaign: str
    letter: Letter
    message_id: str


class Scheme(Struct, frozen=True):
    """How a run is played: by which processes, whether they die, on what database and broker."""

    cast: Cast
    database: str = ""
    broker: str = "memory://"
    seed: str = ""
    planned: int = 0
    """Every pair of the cast with the first so many times."""
    share: int = 1
    """Of them every so many."""
    at_random: int = 0
    """So many deaths at random."""
    mutant: str = ""
    readers: bool = False
    patience: float = PATIENCE
    """Seconds after which a run is given up in which nothing moves."""
    watched: Callable[[Run], None] | None = None
    """Called after each scene; may raise Wrong."""
    accidents: tuple[Callable[[], None], ...] = ()
    """What else happens, one thing a scene, while its mails are on their way: a server is killed."""


class Run:
    """A run in its folder; afterwards it tells what came of it."""

    def __init__(self, folder: Path, plots: Sequence[Plot], scheme: Scheme) -> None:
        folder.mkdir()
        self.folder, self.plots, self.scheme = folder, tuple(plots), scheme
        self.sent: list[Sent] = []
        self.players: dict[tuple[str, str], Mailbox] = {}
        self.campaigns: dict[str, int] = {}
        self.clock, self.turn = SharedClock(folder / "clock"), Turn(folder / "turn")
        self._servers = Servers(folder / "mail", DOMAIN)
        self.receiver = Receiver()
        """Of the notices that go beside the mails."""
        self._rng = Random(scheme.seed)
        self._lapsing: list[tuple[Plot, int]] = []
        """Campaigns whose deadline has passed, with the log numbers at which they stood then."""

    @contextmanager
    def played(self) -> Iterator[Company]:
        """The campaigns, played to their end scene by scene; within, whoever is left to be killed can be."""
        servers = self._servers
        with servers, self.receiver:
            servers.add_user("orders", "secret")
            for plot in self.plots:
                for seat in plot.seats:
                    self._mailbox(servers, plot, seat)
            stage = Stage(
                self._settings(servers),
                self.folder / "clock",
                self.folder / "turn",
                self.folder / "processes.log",
                self.scheme.mutant,
                to_all=self.scheme.cast is Cast.TWICE,
                readers=self.scheme.readers,
            )
            self.service = stage.service()
            upgrade(self.service.engine)
            for plot in self.plots:
                self.campaigns[plot.name] = self._create(plot)
                add_channels(self.service, self.campaigns[plot.name], plot.seats[0], self.receiver.url)
            company = self._company(stage)
            company.servers_die = bool(self.scheme.accidents)
            servers.taken = company.taken
            try:
                self._perform(company)
                yield company
            finally:
                servers.taken = None
                company.end()

    def _company(self, stage: Stage) -> Company:
        scheme = self.scheme
        if scheme.at_random:
            return Company(stage, scheme.cast, AtRandom(scheme.cast, self._rng, scheme.at_random), self._endangered)
        return Company(stage, scheme.cast, Plans(scheme.cast, scheme.planned, scheme.share), self._endangered)

    def _perform(self, company: Company) -> None:
        self._wakes = waker(self.service.settings)
        company.begin_scene(self.scenes)
        self._settle(company)
        for number in range(self.scenes):
            company.begin_scene(self.scenes - number - 1)
            self.clock.forward(SCENE_SECONDS)
            poisoned = self._poison(number)
            if poisoned:
                company.disarm()
            for plot in self.plots:
                if number < len(plot.scenes):
                    self._play(company, plot, number)
            accidents = self._accident(number)
            self._settle(company)
            for each in accidents:
                each.join()
                self._settle(company)
            company.accidents = company.accidents or poisoned
            self._watch(company)

    def encore(self, company: Company) -> None:
        """Everybody asks how things stand and each channel is tried, until every death that was planned has happened.

        Which process comes to which point how often hangs on how fast each is: what the campaigns leave is done here.
        """
        for _ in range(MOST_ENCORES):
            if not company.missed:
                return
            company.begin_scene(0)
            for plot in self.plots:
                for seat in plot.seats:
                    self._write(plot, Letter(seat, "status"))
                try_channels(self.service, self.campaigns[plot.name])
            self._settle(company)
            self._watch(company)

    def _watch(self, company: Company) -> None:
        """What is wrong must still be wrong when all is still once more: who looks at the clock by himself may
        write a mail in the moment in which nothing was left to be done.
        """
        if not self.scheme.watched:
            return
        try:
            self.scheme.watched(self)
        except Wrong:
            self._settle(company)
            self.scheme.watched(self)

    def _accident(self, number: int) -> list[threading.Timer]:
        """What happens to a server in a moment."""
        moment = Random(f"{self.scheme.seed} {number}").uniform(0, 1)
        found = [threading.Timer(moment, each) for each in self.scheme.accidents[number : number + 1]]
        for each in found:
            each.start()
        return found

    @property
    def scenes(self) -> int:
        return max(len(plot.scenes) for plot in self.plots)

    def _poison(self, number: int) -> bool:
        scenes = [plot.scenes[number] for plot in self.plots if number < len(plot.scenes)]
        return any(letter.poison for scene in scenes if isinstance(scene, tuple) for letter in scene)

    def _play(self, company: Company, plot: Plot, number: int) -> None:
        scene = plot.scenes[number]
        match scene:
            case Correction():
                campaign, before = self.campaigns[plot.name], self._head(plot).revision
                company.once(Role.MODERATOR, lambda: self._head(plot).revision > before, correct, campaign, scene.to)
            case Lapse():
                self._lapsing.append((plot, self._head(plot).sequence))
                self.clock.forward(plot.deadline_hours * 3600)
            case _:
                for letter in scene:
                    self._write(plot, letter)

    # until everything is still --------------------------------------------------------------------

    def _settle(self, company: Company) -> None:
        """Until every mail is handled and everybody has been told."""
        still = _Still(self)
        if company.cast is not Cast.APART:
            self._until(company, (Role.POLLER, Role.WORKER, Role.SERVE), self._over, still)
            return
        while not self._over():
            self._until(company, (Role.POLLER,), self._fetched, still)
            company.beat()
            self._sweep()
            self._until(company, (Role.WORKER,), self._handled, still)
            self._wakes.outbox()
            self._until(company, (Role.SENDER,), self._told, still)

    def _until(self, company: Company, roles: tuple[Role, ...], over: Callable[[], bool], still: _Still) -> None:
        deaths, done = company.deaths, False
        self.turn.give(roles)
        still.begin()
        while not done:
            begun = time.monotonic()
            try:
                done = over()
                company.look_after(() if done else roles)
                if company.deaths != deaths or self._waits() or still.too_long():
                    deaths = company.deaths
                    self._later()
            except SQLAlchemyError:  # the server is being killed
                self.service.engine.dispose()
            # on a busy machine the processes are to get more of it than whoever looks at them
            time.sleep(max(LOOK_SECONDS, 3 * (time.monotonic() - begun)))
        self._read()

    def _later(self) -> None:
        """Every lease is over."""
        self.clock.forward(LEASE_SECONDS)
        self._sweep()

    def _sweep(self) -> None:
        if self.scheme.cast is not Cast.ONE:
            self._wakes.sweep()
            self._wakes.outbox()

    def _over(self) -> bool:
        return self._fetched() and self._handled() and self._told()

    def _fetched(self) -> bool:
        """The INBOX is empty, and every mail is stored."""
        if self._coming():
            return False
        with reading(self.service.engine) as session:
            stored = set(session.scalars(select(col(InboundMail.message_id))))
        for sent in self.sent:
            if sent.message_id not in stored:
                raise Lost(f"{sent.message_id} has left the INBOX and is not stored")
        return True

    def _coming(self) -> list[str]:
        inbox = self.folder / "mail" / "mail" / "orders"
        return [path.name for part in ("new", "cur") for path in (inbox / part).iterdir()]

    def _handled(self) -> bool:
        """Every mail is settled, and what nobody has answered in time is decided."""
        if any(self._head(plot).sequence <= before for plot, before in self._lapsing):
            return False
        with reading(self.service.engine) as session:
            waiting = select(col(InboundMail.id)).where(col(InboundMail.status) == InboundStatus.RECEIVED)
            return session.scalar(waiting.limit(1)) is None

    def _told(self) -> bool:
        with reading(self.service.engine) as session:
            going = _going()
            noted = col(ChannelNotice.state) == NoticeState.QUEUED
            mail, notice = select(col(OutboundMail.id)).where(going), select(col(ChannelNotice.id)).where(noted)
            return session.scalar(mail.limit(1)) is None and session.scalar(notice.limit(1)) is None

    def _endangered(self) -> bool:
        with reading(self.service.engine) as session:
            waiting = select(col(InboundMail.id)).where(
                col(InboundMail.status) == InboundStatus.RECEIVED, col(InboundMail.unfinished) >= SPARED
            )
            return session.scalar(waiting.limit(1)) is not None

    def _waits(self) -> bool:
        """Nobody has anything in hand, and something is due later: a mail put back, news that are gathered."""
        now = self.clock.now()
        with reading(self.service.engine) as session:
            received = select(col(InboundMail.due_at), col(InboundMail.unfinished)).where(
                col(InboundMail.status) == InboundStatus.RECEIVED
            )
            going = select(col(OutboundMail.due_at), col(OutboundMail.attempts)).where(_going())
            noted = select(col(ChannelNotice.due_at), col(ChannelNotice.holder)).where(
                col(ChannelNotice.state) == NoticeState.QUEUED
            )
            rows = [*session.execute(received), *session.execute(going), *session.execute(noted)]
        return bool(rows) and all(due > now and not in_hand for due, in_hand in rows)

    def progress(self) -> object:
        """Something that changes as long as anything moves."""
        with reading(self.service.engine) as session:
            inbound = session.execute(select(col(InboundMail.id), col(InboundMail.status), col(InboundMail.unfinished)))
            outbound = session.execute(select(col(OutboundMail.id), col(OutboundMail.state)))
            notices = session.execute(select(col(ChannelNotice.name), col(ChannelNotice.state)))
            return [tuple(row) for row in (*inbound, *outbound, *notices)]

    def stands(self) -> str:
        """What lies where it should not lie for ever: in the INBOX, unhandled, unsent."""
        with reading(self.service.engine) as session:
            waiting = select(col(InboundMail.id)).where(col(InboundMail.status) == InboundStatus.RECEIVED)
            kinds = {
                "in the INBOX": self._coming(),
                "not handled": session.scalars(waiting).all(),
                "not sent": session.scalars(select(col(OutboundMail.id)).where(_going())).all(),
            }
        return "; ".join(f"{kind}: {', '.join(map(str, what))}" for kind, what in kinds.items() if what)

    def words(self) -> str:
        """The last of what the processes said."""
        return (self.folder / "processes.log").read_text(errors="replace")[-3000:]

    # people ---------------------------------------------------------------------------------------

    def _read(self) -> None:
        for player in self.players.values():
            look_into(player)

    def _write(self, plot: Plot, letter: Letter) -> None:
        player = self.players[plot.name, letter.seat]
        asked = player.newest
        if asked is None:
            raise Lost(f"the first mail to {letter.seat} of {plot.name}")
        number = 1 + sum(each.campaign == plot.name for each in self.sent)
        mail = EmailMessage()
        mail["From"] = player.address
        mail["To"] = str(asked["Reply-To"])
        mail["Subject"] = f"Re: mail {number}"
        mail["Message-ID"] = f"<{POISON if letter.poison else plot.name}.{number}@players.test>"
        mail["In-Reply-To"] = str(asked["Message-ID"])
        if letter.proven:
            mail["Authentication-Results"] = f"{MX}; dmarc=pass header.from={DOMAIN}"
        mail.set_content(self._filled(plot, letter) + "\n")
        id = str(mail["Message-ID"])
        self.sent.append(Sent(plot.name, letter, id))
        to = str(asked["Reply-To"].addresses[0].addr_spec)
        for _ in range(2 if Random(f"{self.scheme.seed} {id}").random() < TWICE else 1):
            self._deliver(mail.as_bytes(), player.address, to)

    def _deliver(self, raw: bytes, sender: str, recipient: str) -> None:
        """Arrived now, as the clock of the service has it."""
        self._servers.deliver(raw, sender=sender, recipient=recipient)
        arrived = self.clock.now().timestamp()
        for path in (self.folder / "mail" / "mail" / "orders" / "new").iterdir():
            try:
                os.utime(path, (arrived, arrived))
            except FileNotFoundError:
                pass  # it is being fetched

    def _filled(self, plot: Plot, letter: Letter) -> str:
        text = letter.text
        if "{code}" in text:
            found = CODE.search(text_of(self.players[plot.name, letter.seat].code))
            text = text.replace("{code}", found[0] if found else "0000-0000")
        if "{log}" in text:
            text = text.replace("{log}", str(self._head(plot).sequence))
        return text

    def _head(self, plot: Plot) -> matches.Head:
        with reading(self.service.engine) as session:
            head = matches.head(session, self.campaigns[plot.name])
            assert head is not None
            return head

    def _mailbox(self, servers: EmbeddedMail, plot: Plot, seat: str) -> None:
        name = f"{plot.name}-{seat}".lower().replace("/", ".")
        address = servers.add_user(name, "secret")
        self.players[plot.name, seat] = Mailbox(address, servers.directory / "mail" / name, {}, {})

    def _settings(self, servers: EmbeddedMail) -> Settings:
        imap, smtp = servers.imap_settings("orders"), servers.smtp_settings("orders")
        return Settings(
            database=self.scheme.database or f"sqlite:///{self.folder}/store.db",
            data_directory=self.folder,
            mail=Mail(
                imap=Imap(
                    host=imap.host, port=imap.port, tls=Tls.NONE, user="orders", password=SECRET,
                    idle=False, poll_seconds=0.05,
                ),
                smtp=Smtp(
                    host=smtp.host, port=smtp.port, tls=Tls.NONE, user="orders", password=SECRET, per_recipient=0
                ),
                address=OwnAddress(domain=DOMAIN),
                authserv_id=MX,
            ),
            celery=Celery(broker=self.scheme.broker),
            notices=Notices(allow_http=True, allow_private_networks=True, timeout_seconds=60),
            limits=Limits(
                answers_per_hour=1_000_000, attempts=ATTEMPTS, handle_seconds=600,
                parse_seconds=10 if self.scheme.readers else 0,
            ),
        )  # fmt: skip

    def _create(self, plot: Plot) -> int:
        return create(
            self.service,
            NewCampaign(
                name=plot.name,
                title=f"The {plot.name}",
                game=plot.game,
                seed=plot.seed,
                deadline_hours=plot.deadline_hours,
                timing=TimingPolicy(bank=Bank(hours=plot.bank_hours, increment=1)),
                players=tuple(
                    Player(
                        seat=seat,
                        name=seat.title(),
                        email=self.players[plot.name, seat].address,
                        language=plot.language(seat),
                    )
                    for seat in plot.seats
                ),
            ),
        )


def _going() -> ColumnElement[bool]:
    """A mail is to go soon: not one that waits for the moment that a mail before it has promised."""
    return and_(
        col(OutboundMail.state).in_((OutboundState.QUEUED, OutboundState.RENDERED)), col(OutboundMail.kind) != PROMISE
    )


class _Still:
    """How long nothing has moved."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._known: object = None
        self._tries = 0
        self._begun = self._since = time.monotonic()

    def begin(self, known: object = None) -> None:
        self._known, self._tries = known, 0
        self._begun = self._since = time.monotonic()

    def too_long(self) -> bool:
        """Whether the clock is to be put forward. Raises Stalled."""
        now = time.monotonic()
        if now - self._since < STILL_SECONDS:
            return False
        progress = self._run.progress()
        if progress != self._known:
            self.begin(progress)
            return False
        self._tries, self._since = self._tries + 1, now
        if self._tries > MOST_TRIES and now - self._begun > self._run.scheme.patience:
            raise Stalled(f"{self._run.stands()}\n{progress}\n{self._run.words()}")
        return True
