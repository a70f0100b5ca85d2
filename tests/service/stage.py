"""A stage: positions in which somebody has just been asked, put back as often as one likes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from sqlalchemy import delete, update
from sqlmodel import col

from adjudicator.kernel.registry import game_named
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.offers import offered_to, typed_by_code, words_at
from adjudicator.service.play.ordering import foresee
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import OutboundMail, Seat
from tests.once_a_run import Common, folder_of_the_run
from tests.service.conftest import Installation, parsed
from tests.stored_log import entries_of


class Scene(msgspec.Struct, frozen=True):
    """Who writes, in which language, in the position of a document, or in a new match with options."""

    name: str
    seat: str
    language: str
    document: Path | None = None
    options: Mapping[str, Any] = {}
    game: str = "imperial-struggle"

    @property
    def address(self) -> str:
        return f"{self.seat}@players.test"


class Moment(NamedTuple):
    """All that a stage holds: the database, the newest mail of the writer, the clock."""

    files: Mapping[str, bytes]
    asked: EmailMessage
    clock: datetime


class Made(msgspec.Struct, frozen=True):
    """A scene as one process has made it for all: its campaign and its first moment."""

    campaign: int
    files: dict[str, bytes]
    asked: bytes
    clock: datetime


class Deeds(NamedTuple):
    """What a seat has done in our words, action by action, what lies on file for it, and whether it ended its round."""

    done: list[str]
    filed: str
    ended: bool


class Stage:
    """One installation that holds the campaign of one scene at a time; a scene is made when it is first asked for, in
    a test run by one process for all.
    """

    def __init__(self, folder: Path, common: Common | None = None) -> None:
        self.common = common or Common(folder)
        mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
        self.file = folder / "house.db"
        self.installation = Installation(Settings(database=f"sqlite:///{self.file}", data_directory=folder, mail=mail))
        self.empty = self._files()
        self.start = self.installation.clock.time
        self.made: dict[str, tuple[int, Moment]] = {}

    def close(self) -> None:
        self.installation.service.engine.dispose()

    def enter(self, scene: Scene) -> int:
        """The campaign of a scene as it was when its writer was asked, and that mail his newest."""
        if scene.name not in self.made:
            file = self.common.once(sha256(repr(scene).encode()).hexdigest(), lambda path: self._make(scene, path))
            made = msgspec.msgpack.decode(file.read_bytes(), type=Made)
            self.made[scene.name] = made.campaign, Moment(made.files, parsed(made.asked), made.clock)
        campaign, first = self.made[scene.name]
        self.back(scene, first)
        return campaign

    def _make(self, scene: Scene, file: Path) -> None:
        self._put(self.empty)
        self.installation.clock.time = self.start
        campaign = self._create(scene)
        made = Made(campaign, dict(self._files()), self._asked(scene).as_bytes(), self.installation.clock.time)
        file.write_bytes(msgspec.msgpack.encode(made))

    def moment(self, scene: Scene) -> Moment:
        """Everything as it is now, to come `back` to."""
        return Moment(self._files(), self._asked(scene), self.installation.clock.time)

    def _asked(self, scene: Scene) -> EmailMessage:
        """The newest mail that may be answered: not news for everybody."""
        return next(
            mail for mail in reversed(self.installation.received[scene.address]) if "orders+" in str(mail["Reply-To"])
        )

    def back(self, scene: Scene, moment: Moment) -> None:
        self._put(moment.files)
        self.installation.clock.time = moment.clock
        self.installation.received = {scene.address: [moment.asked]}

    def table(self, campaign: int) -> CampaignContext:
        with reading(self.installation.service.engine) as session:
            return table_of_campaign(self.installation.service.work(session), campaign)

    def deeds(self, campaign: int, scene: Scene) -> Deeds:
        """What the writer has ordered since the scene was made."""
        table = self.table(campaign)
        book = words_at(table.match)
        with reading(self.installation.service.engine) as session:
            made = entries_of(session, table.match.game.id, table.head.match_id, table.head.revision)
        own = [e.action for e in made if e.by == scene.seat and not e.how]
        done = [book.say(action, scene.language) for action in own]
        sealed = table.match.sealed.get(scene.seat)
        return Deeds(done, "" if sealed is None else book.say(sealed, scene.language), any(map(book.closes, own)))

    def check(self, campaign: int, seat: str, lines: Sequence[str]) -> list[set[str]]:
        """What would become of each line now, as `check` tries it, or why it would be refused."""
        with reading(self.installation.service.engine) as session:
            table = table_of_campaign(self.installation.service.work(session), campaign)
            tried = [foresee(table, table.by_name[seat], [line]).rows for line in lines]
        return [{row.problem.why if row.problem else str(row.outcome) for row in rows} for rows in tried]

    def typed(self, campaign: int, seat: str, codes: Sequence[str]) -> list[str]:
        """What the open question shows for these codes: short names, a tile in figures, or the code itself."""
        with reading(self.installation.service.engine) as session:
            table = table_of_campaign(self.installation.service.work(session), campaign)
            offers, book = offered_to(session, table.by_name[seat]), words_at(table.match)
        typed: dict[str, str] = {}
        for offer in offers.open:
            typed |= typed_by_code(offer, book)
        return [typed.get(code, code) for code in codes]

    def _create(self, scene: Scene) -> int:
        start: dict[str, Any] = {"options": dict(scene.options)}
        if scene.document is not None:
            start = {"document": msgspec.json.decode(scene.document.read_bytes())}
        seated = start.get("document", {}).get("seats", game_named(scene.game).seats)
        seats = dict.fromkeys(seated, scene.language) | {"moderator": "en"}
        players = tuple(
            new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=language)
            for seat, language in seats.items()
        )
        called = scene.name.replace("_", "-")
        new = new_campaigns.NewCampaign(
            name=called, title=called, game=scene.game, players=players, seed=b"house", **start
        )
        made = new_campaigns.create(self.installation.service, new)
        with writing(self.installation.service.engine) as session:
            session.execute(update(Seat).values(mail_format="text"))
        self.deliver_to(scene.address)
        return made

    def deliver_to(self, *addresses: str) -> list[tuple[str, EmailMessage]]:
        """Deliver what is queued for these; the mails of the others take time and are not read."""
        with writing(self.installation.service.engine) as session:
            session.execute(delete(OutboundMail).where(col(OutboundMail.recipient).not_in(addresses)))
        return self.installation.deliver()

    def _files(self) -> Mapping[str, bytes]:
        self.installation.service.engine.dispose()
        return {path.name: path.read_bytes() for path in self.file.parent.glob(self.file.name + "*")}

    def _put(self, files: Mapping[str, bytes]) -> None:
        self.installation.service.engine.dispose()
        for path in self.file.parent.glob(self.file.name + "*"):
            path.unlink()
        for name, content in files.items():
            self.file.with_name(name).write_bytes(content)


@contextmanager
def staged(made: pytest.TempPathFactory) -> Iterator[Stage]:
    """A stage whose scenes are made once for all processes of the run."""
    stage = Stage(made.mktemp("stage"), Common(folder_of_the_run(made, "stages")))
    yield stage
    stage.close()
