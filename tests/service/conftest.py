"""An installation in one process, without servers: mails go in as bytes and come out as bytes."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from adjudicator import Action
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.service.play.offers import phrasebook, words_at
from adjudicator.service.play.ordering import take_orders
from adjudicator.service.service import Service, open_service
from adjudicator.service.words import rendering
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store import kept_mails
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, OutboundMail, OutboundState, Seat
from tests import drawn
from tests.migrated import lay_tables
from tests.service.beginnings import Untouched, begun

MX = "mx.game.test"
"""The receiving server whose verdicts `judging` goes by."""
START = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


class SteppingClock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.time = START

    def now(self) -> datetime:
        self.time += timedelta(milliseconds=5)
        return self.time

    def forward(self, **units: float) -> None:
        self.time += timedelta(**units)


class Installation:
    """A service with people who write to it and read what it sends.

    `kept`: how it is after `create` may be put back from an earlier one; not where a test changes the program or
    listens to it.
    """

    def __init__(self, settings: Settings, *, kept: bool = False) -> None:
        self.clock = SteppingClock()
        lay_tables(settings.database)
        drawn.share(settings.data_directory)
        self.service: Service = open_service(settings, self.clock)
        upgrade(self.service.engine)
        self.uid = 0
        self.received: dict[str, list[EmailMessage]] = {}
        self.untouched = Untouched(self.service.engine, settings.data_directory) if kept else None

    def create(self, game: str, seats: dict[str, str], **more: object) -> int:
        """A campaign; `seats` gives each seat its language."""
        made: int = begun(self, (game, [*seats.items()], more), lambda: self._create(game, seats, more))
        return made

    def _create(self, game: str, seats: dict[str, str], more: dict[str, object]) -> int:
        players = tuple(
            new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=language)
            for seat, language in seats.items()
        )
        fields: dict[str, object] = {"name": game, "title": f"The {game}", "seed": b"house", **more}
        made = new_campaigns.create(
            self.service,
            new_campaigns.NewCampaign(game=game, players=players, **fields),  # type: ignore[arg-type]
        )
        self.deliver()
        return made

    def create_plainly(self, game: str, seats: dict[str, str], **more: object) -> int:
        """A campaign whose first mails are but text, which costs less; those that follow have pages and pictures."""
        made = self.create(game, seats, mail_format="text", **more)
        with writing(self.service.engine) as session:
            session.execute(update(Seat).values(mail_format="html"))
        return made

    def deliver(self) -> list[tuple[str, EmailMessage]]:
        """Render what is queued and hand it to the people. Returns (address, mail), oldest first."""
        while rendering.render_due(self.service):
            pass
        with writing(self.service.engine) as session:
            rows = session.scalars(
                select(OutboundMail)
                .where(col(OutboundMail.state) == OutboundState.RENDERED)
                .order_by(col(OutboundMail.id))
            ).all()
            for row in rows:
                row.state = OutboundState.HANDED_OVER
            sent = [(row.recipient, kept_mails.whole(session, row) or b"") for row in rows]
        mails = [(address, parsed(raw)) for address, raw in sent]
        for address, mail in mails:
            self.received.setdefault(address, []).append(mail)
        return mails

    def order(self, campaign: int, seat: str, action: Action) -> None:
        """A seat orders something, and no mail is written of what was before it."""
        with writing(self.service.engine) as session:
            unsaid = update(OutboundMail).where(col(OutboundMail.state) == OutboundState.QUEUED)
            session.execute(unsaid.values(state=OutboundState.CANCELLED))
            lock_campaign(session, campaign)
            table = table_of_campaign(self.service.work(session), campaign)
            by = table.by_name[seat]
            line = words_at(table.match).say(action, by.language)
            take_orders(table, by, OrderMail(tuple(line.splitlines()), table.now))

    def table(self, campaign: int) -> CampaignContext:
        """A campaign as it is now, only to be looked at."""
        with reading(self.service.engine) as session:
            return table_of_campaign(self.service.work(session), campaign)

    def newest(self, seat: str) -> EmailMessage:
        return self.received[f"{seat}@players.test"][-1]

    def put(self, raw: bytes) -> InboundMail:
        """A mail arrives as these bytes and is handled. Returns its row."""
        return self.look_at(self.arrive(raw))

    def arrive(self, raw: bytes) -> int:
        """A mail is stored as these bytes, and nobody has looked at it. Returns its number."""
        self.uid += 1
        return ingest(self.service, Place("INBOX", 1, self.uid), self.clock.now(), raw).id

    def look_at(self, mail_id: int) -> InboundMail:
        """A mail that has arrived is handled. Returns its row."""
        handle(self.service, mail_id)
        with reading(self.service.engine) as session:
            row = session.get(InboundMail, mail_id)
            assert row is not None
            return row

    def raw(self, seat: str, text: str, *, sender: str = "", to: str = "", **headers: str) -> bytes:
        """An answer of a seat to its newest mail."""
        mail = EmailMessage()
        mail["From"] = sender or f"{seat}@players.test"
        asked = self.newest(seat)
        mail["To"] = to or str(asked["Reply-To"])
        mail["Subject"] = f"Re: {asked['Subject']}"
        mail["Message-ID"] = f"<{self.uid + 1}.{seat}@players.test>"
        mail["In-Reply-To"] = str(asked["Message-ID"])
        for name, value in headers.items():
            del mail[name.replace("_", "-")]
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        return mail.as_bytes()

    def write(self, seat: str, *lines: str, **headers: str) -> list[EmailMessage]:
        """A seat answers its newest mail. Returns what it gets back."""
        row = self.put(self.raw(seat, "\n".join(lines) + "\n", **headers))
        assert row.status.value == "handled", row.reason
        address = f"{seat}@players.test"
        return [mail for recipient, mail in self.deliver() if recipient == address]


def at_the_tiles(installation: Installation, code: str, **agreed: object) -> int:
    """Imperial Struggle: Britain is to take a tile."""
    made: int = begun(installation, ("at the tiles", code, agreed), lambda: _to_the_tiles(installation, code, agreed))
    return made


def _to_the_tiles(installation: Installation, code: str, agreed: dict[str, object]) -> int:
    made = installation.create("imperial-struggle", {"france": code, "britain": code}, **agreed)
    book = phrasebook("imperial-struggle")
    for seat in ("france", "britain"):
        installation.write(seat, book.say(installation.table(made).match.options(seat)[0], "en"))
    while (decision := installation.table(made).match.decisions()[0]).kind != "take_investment":
        (seat, *_) = decision.waiting
        installation.write(seat, book.say(installation.table(made).match.options(seat)[-1], "en"))
    return made


def parsed(raw: bytes) -> EmailMessage:
    """Of most mails nobody asks for more than a header or two, so none is taken apart before it is asked for."""
    message = email.message_from_bytes(raw, EmailMessage, policy=email.policy.compat32)
    for part in message.walk():
        part.policy = email.policy.default
    return message


def text_of(mail: EmailMessage) -> str:
    """The text part as the reader sees it."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def words_of(mail: EmailMessage) -> str:
    """The text part without its line breaks and columns, to search for phrases."""
    return " ".join(text_of(mail).split())


@pytest.fixture
def settings(migrated_url: str, tmp_path: Path) -> Settings:
    """The same tests on both databases."""
    return Settings(
        database=migrated_url,
        data_directory=tmp_path,
        mail=Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test")),
    )


@pytest.fixture
def installation(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Installation]:
    made = Installation(settings, kept=not {"monkeypatch", "caplog", "capsys", "capfd"} & {*request.fixturenames})
    yield made
    made.service.engine.dispose()


@pytest.fixture
def judging(settings: Settings) -> Settings:
    """An installation that goes by the verdicts of its receiving server, and so holds mails."""
    mail = Mail(address=OwnAddress(domain="game.test"), authserv_id=MX)
    return settings.model_copy(update={"mail": mail})


@pytest.fixture
def installation_of() -> Iterator[Callable[[Settings], Installation]]:
    """Installations with settings of their own."""
    made: list[Installation] = []

    def build(settings: Settings) -> Installation:
        made.append(Installation(settings))
        return made[-1]

    yield build
    for each in made:
        each.service.engine.dispose()


@pytest.fixture(params=["en", "ru"])
def code(request: pytest.FixtureRequest) -> str:
    """The language of all players."""
    return str(request.param)


Read = Callable[[EmailMessage], str]


@pytest.fixture
def read() -> Read:
    return text_of


@pytest.fixture
def said() -> Read:
    return words_of
