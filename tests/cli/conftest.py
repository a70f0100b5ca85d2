"""The real program in processes of its own, and an installation for it to look at."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adjudicator.service.admin.access import campaign_named
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clock import SystemClock
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import Service, open_service
from adjudicator.service.words.rendering import render_due
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from tests.migrated import lay_tables
from tests.once_a_run import Common, folder_of_the_run
from tests.own_servers import redis

PROGRAM = Path(sys.executable).with_name("adjudicator")


@dataclass(frozen=True)
class Ran:
    """What a run of the program left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """No settings but those of the test, and terminals as high as it says: readline leaves a height to its children."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ADJ_") and name != "LINES"}
    return {
        **kept,
        "ADJ_DATABASE": f"sqlite:///{tmp_path}/var/adjudicator.db",
        "ADJ_DATA_DIRECTORY": str(tmp_path / "var"),
        "ADJ_MAIL__TRUST": "everybody",
        "ADJ_MAIL__ADDRESS__DOMAIN": "game.test",
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "100",
    }


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run `adjudicator` with arguments in an empty folder."""

    def adjudicator(*arguments: str, code: int = 0, given: str = "") -> Ran:
        done = subprocess.run(
            [PROGRAM, *arguments],
            input=given,
            capture_output=True,
            encoding="utf-8",
            env=environment,
            cwd=tmp_path,
            timeout=600,
        )
        assert done.returncode == code, f"{done.returncode}: {done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    return adjudicator


MILA = Player(seat="moderator", name="Mila", email="mila@players.test")
BORIS = Player(seat="moderator", name="Boris", email="boris@players.test")
"""The same person as blue."""


@pytest.fixture
def desk(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Run]:
    """`run` without a process of its own: many commands in a short time. `code` None: whichever comes."""
    from cli.main import main

    for name in [name for name in os.environ if name.startswith("ADJ_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    set_before: set[str] = set()

    def adjudicator(*arguments: str, code: int | None = 0, given: str = "") -> Ran:
        here = {name: value for name, value in environment.items() if name.startswith("ADJ_")}
        for name in set_before - set(here):
            monkeypatch.delenv(name, raising=False)
        for name, value in here.items():
            monkeypatch.setenv(name, value)
        set_before.update(here)
        monkeypatch.setattr(sys, "argv", ["adjudicator", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        ran = Ran(int(ended.value.code or 0), told.out, told.err)
        assert code in (None, ran.code), f"{ran.code}: {told.out}{told.err}"
        return ran

    heard = signal.getsignal(signal.SIGINT)
    yield adjudicator
    signal.signal(signal.SIGINT, heard)
    for name in [name for name in os.environ if name.startswith("ADJ_")]:
        del os.environ[name]  # `--config` sets one


class Played:
    """The campaign `lights` of Sealed Bids: Anna holds red, Boris blue; Mila moderates."""

    def __init__(self, service: Service, mails: int = 0) -> None:
        """Take it up after so many mails."""
        self.service = service
        self._uid = mails
        with reading(service.engine) as session:
            self.id = campaign_named(session, "lights").id
        self.hands = {seat: self._hand(seat) for seat in ("red", "blue")}

    def _hand(self, seat: str) -> list[int]:
        with reading(self.service.engine) as session:
            view: Any = table_of_campaign(self.service.work(session), self.id).match.view((seat,))
            return list(map(int, view.hands[seat]))

    def write(self, seat: str, *lines: str) -> int:
        """A mail of a seat, handled; its id."""
        mail_id = self.arrive(seat, *lines)
        handle(self.service, mail_id)
        while render_due(self.service):
            pass
        return mail_id

    def arrive(self, seat: str, *lines: str) -> int:
        """A mail of a seat, which nobody has looked at yet; its id."""
        with reading(self.service.engine) as session:
            table = table_of_campaign(self.service.work(session), self.id)
            token = table.by_name[seat].token
        self._uid += 1
        mail = EmailMessage()
        mail["From"] = {"red": "anna@players.test", "blue": "boris@players.test"}[seat]
        mail["To"] = self.service.reply_address(token)
        mail["Subject"] = "orders"
        mail["Message-ID"] = f"<{self._uid}@players.test>"
        mail.set_content("\n".join(lines) + "\n")
        return ingest(self.service, Place("INBOX", 1, self._uid), self.service.clock.now(), mail.as_bytes()).id


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Common:
    """Campaigns as they are at the beginning of tests, each begun once a run."""
    return Common(folder_of_the_run(tmp_path_factory, "cli"))


@pytest.fixture
def played(begun: Common, environment: dict[str, str], tmp_path: Path) -> Iterator[Played]:
    """The campaign with its first bids: red's is sealed, blue has not answered."""
    with _campaign(begun, environment, tmp_path, MILA) as campaign:
        yield campaign


@pytest.fixture
def with_playing_moderator(begun: Common, environment: dict[str, str], tmp_path: Path) -> Iterator[Played]:
    """The same campaign, but Boris, who plays blue, moderates it."""
    with _campaign(begun, environment, tmp_path, BORIS) as campaign:
        yield campaign


@contextmanager
def _campaign(begun: Common, environment: dict[str, str], tmp_path: Path, moderator: Player) -> Iterator[Played]:
    """A copy that nobody else writes to."""
    home = begun.once(moderator.name, partial(_begin, moderator=moderator))
    shutil.copytree(home, tmp_path / "var", dirs_exist_ok=True)
    with _service(environment["ADJ_DATABASE"], tmp_path / "var") as service:
        yield Played(service, mails=1)


def _begin(home: Path, moderator: Player) -> None:
    players = (
        Player(seat="red", name="Anna", email="anna@players.test"),
        Player(seat="blue", name="Boris", email="boris@players.test", language="ru"),
        moderator,
    )
    with _service(f"sqlite:///{home}/adjudicator.db", home) as service:
        new = NewCampaign(name="lights", title="Harbour Lights", game="sealed-bids", players=players, seed=b"lights")
        create(service, new)
        campaign = Played(service)
        campaign.write("red", f"bid {campaign.hands['red'][0]}")


@contextmanager
def _service(database: str, home: Path) -> Iterator[Service]:
    lay_tables(database)
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    service = open_service(Settings(database=database, data_directory=home, mail=mail), SystemClock())
    yield service
    service.engine.dispose()


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    """A Redis of our own, from the system's package, on a free port."""
    with redis(tmp_path) as address:
        yield address
