"""A whole campaign and half of one, played at random by mail, with mistakes; nobody's reports are rendered."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest

from adjudicator.reports.wording.chronicle import Chronicle
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.history import Record, Viewpoint, gather, tell
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Limits, Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from tests.migrated import lay_tables
from tests.once_a_run import Common, folder_of_the_run

MISTAKES = ("flag savyo", "flag russia debt 9", "фланг савойя", "shift everything", "end end")


class Clock:
    """Seven minutes a mail."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time


class Kept(msgspec.Struct):
    """What is known of a campaign besides its database."""

    campaign: int
    time: datetime
    mails: int
    sent: dict[str, list[str]]
    rng: tuple[int, tuple[int, ...], float | None]


KEPT = "kept.json"


class Played:
    """A campaign of Imperial Struggle: Anna has France and writes Russian, Boris has Britain and writes English."""

    def __init__(self, folder: Path, seed: str, most: int) -> None:
        """Play it, or go on where the campaign stands that was kept in the folder."""
        self.folder = folder
        self.settings = Settings(
            database=f"sqlite:///{folder}/store.db",
            data_directory=folder,
            mail=Mail(address=OwnAddress(domain="game.test"), trust=Trust.EVERYBODY),
            limits=Limits(answers_per_hour=1_000_000),
        )
        self.clock = Clock()
        lay_tables(self.settings.database)
        self.service: Service = open_service(self.settings, self.clock)
        self.players = (
            Player(seat="france", name="Anna Reed", email="france@players.test", language="ru"),
            Player(seat="britain", name="Boris Orlov", email="britain@players.test", language="en"),
        )
        self._records: dict[Viewpoint, Record] = {}
        self._chronicles: dict[tuple[str | None, str], Chronicle] = {}
        self._mails = 0
        self.sent: dict[str, list[str]] = {"france": [], "britain": []}
        self.rng = Random(seed)
        if (folder / KEPT).exists():
            self._go_on()
            return
        new = NewCampaign(
            name="lights",
            title="Harbour <Lights>",
            game="imperial-struggle",
            seed=seed.encode(),
            time_zone="Europe/Moscow",
            players=self.players,
        )
        self.campaign = create(self.service, new)
        self._play(self.rng, most)

    def keep(self) -> None:
        """Nothing comes to it any more; who finds its folder, or a copy, has the campaign."""
        kept = Kept(self.campaign, self.clock.time, self._mails, self.sent, self.rng.getstate())
        self.service.engine.dispose()
        (self.folder / KEPT).write_bytes(msgspec.json.encode(kept))

    def _go_on(self) -> None:
        kept = msgspec.json.decode((self.folder / KEPT).read_bytes(), type=Kept)
        self.campaign, self.clock.time, self._mails, self.sent = kept.campaign, kept.time, kept.mails, kept.sent
        self.rng.setstate(kept.rng)

    def _play(self, rng: Random, most: int) -> None:
        for _ in range(most):
            table = self.table()
            decisions = table.match.decisions()
            if not decisions:
                return
            seat = table.by_name[rng.choice(decisions[0].waiting)]
            if rng.random() < 0.06:
                self._post(seat.name, seat.token, rng.choice(MISTAKES))
            book = table.match.game.part("phrases")
            self._post(seat.name, seat.token, book.say(table.match.sample(seat.name, rng), seat.language))

    def _post(self, seat: str, token: str, line: str) -> None:
        self.sent[seat].append(line)
        self.write(seat, token, line)

    def write(self, seat: str, token: str, text: str) -> None:
        """A mail of a seat that holds no orders, or not only those."""
        self.clock.time += timedelta(minutes=7)
        self._mails += 1
        number = self._mails
        mail = EmailMessage()
        mail["From"] = f"{seat}@players.test"
        mail["To"] = self.service.reply_address(token)
        mail["Subject"] = "Re: your action round"
        mail["Message-ID"] = f"<{number}@players.test>"
        mail.set_content(text)
        handle(self.service, ingest(self.service, Place("INBOX", 1, number), self.clock.now(), mail.as_bytes()).id)

    def table(self) -> CampaignContext:
        with reading(self.service.engine) as session:
            return table_of_campaign(self.service.work(session), self.campaign)

    def record(self, seat: str | None = None, *, everything: bool = False) -> Record:
        """What these eyes may know; the campaign is not played on afterwards."""
        eyes = Viewpoint(seat, everything)
        if eyes not in self._records:
            with reading(self.service.engine) as session:
                table = table_of_campaign(self.service.work(session), self.campaign)
                self._records[eyes] = gather(table, eyes)
        return self._records[eyes]

    def chronicle(self, seat: str | None = None, code: str = "en") -> Chronicle:
        """The record told."""
        if (seat, code) not in self._chronicles:
            self._chronicles[seat, code] = tell(self.record(seat), code)
        return self._chronicles[seat, code]


@pytest.fixture(scope="session")
def common(tmp_path_factory: pytest.TempPathFactory) -> Common:
    return Common(folder_of_the_run(tmp_path_factory, "history"))


def copied(common: Common, folder: Path, name: str, play: Callable[[Path], Played]) -> Played:
    """A campaign that one process has played, in a copy that nobody else writes to."""
    shutil.copytree(common.once(name, lambda home: play(home).keep()), folder, symlinks=True, dirs_exist_ok=True)
    return Played(folder, SEED, 0)


SEED = "lights7"


def seventy_mails(common: Common, folder: Path) -> Played:
    """What all of them begin with."""
    return copied(common, folder, "begun", lambda home: Played(home, SEED, 70))


def to_the_end(common: Common, folder: Path) -> Played:
    played = seventy_mails(common, folder)
    played._play(played.rng, 1000)
    return played


@pytest.fixture(scope="session")
def whole(common: Common, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A campaign to its end; it goes the whole way to the final scoring."""
    played = copied(common, tmp_path_factory.mktemp("whole"), "whole", partial(to_the_end, common))
    assert played.table().match.result is not None
    yield played
    played.service.engine.dispose()


def first_half(common: Common, folder: Path) -> Played:
    played = seventy_mails(common, folder)
    seat = played.table().by_name["france"]
    played._post("france", seat.token, "flag savyo")
    played.write("france", seat.token, "письмо Британии:\nСавойя <наша>.\n\nБез обид.\nконец письма")
    played.write("france", seat.token, "письмо всем: до встречи на подсчёте")
    played.write("britain", played.table().by_name["britain"].token, "press to France: a word in your ear")
    return played


@pytest.fixture(scope="session")
def half(common: Common, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A campaign that stands in its second turn, with a refused mail at the end."""
    played = copied(common, tmp_path_factory.mktemp("half"), "half", partial(first_half, common))
    assert played.table().match.result is None
    yield played
    played.service.engine.dispose()
