"""The sample mails and what must come out of each."""

from pathlib import Path

import msgspec
import pytest
import yaml
from msgspec import Struct

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.routing import KnownSeat
from adjudicator.mail.sender_authentication import AuthSettings
from tests.mail.certificates import Certificate, made_in

SAMPLES = Path(__file__).parents[1] / "samples" / "mail"


class Sample(Struct, frozen=True, kw_only=True):
    """One entry of `index.yaml`."""

    file: str
    outcome: str
    campaign: str
    seat: str
    sender: str
    auth: str
    source: str | None = None
    extract: str = ""
    accept: tuple[str, ...] = ()
    accept_outcome: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    why: str = ""
    bounced: str = ""
    permanent: bool | None = None

    @property
    def raw(self) -> bytes:
        return (SAMPLES / self.file).read_bytes()

    @property
    def extracts(self) -> list[list[str]]:
        """The readings that are right, line by line."""
        return [[line.strip() for line in text.splitlines()] for text in (self.extract, *self.accept)]


class _Player(Struct, frozen=True):
    token: str
    player: str
    language: str


class _Campaign(Struct, frozen=True):
    title: str
    seats: dict[str, _Player]


class Index(Struct, frozen=True):
    campaigns: dict[str, _Campaign]
    samples: tuple[Sample, ...]


def load_index() -> Index:
    text = (SAMPLES / "index.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.load(text, Loader=yaml.CSafeLoader), Index)


INDEX = load_index()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "sample" in metafunc.fixturenames:
        metafunc.parametrize("sample", INDEX.samples, ids=[s.file.removesuffix(".eml") for s in INDEX.samples])


@pytest.fixture(scope="session")
def own() -> OwnAddresses:
    return OwnAddresses(addresses=("orders@game.test",))


@pytest.fixture(scope="session")
def auth() -> AuthSettings:
    return AuthSettings(authserv_id="mx.game.test")


@pytest.fixture(scope="session")
def seats() -> tuple[KnownSeat, ...]:
    return tuple(
        KnownSeat(campaign=campaign, seat=seat, token=p.token, tag=p.token, addresses=(p.player,))
        for campaign, table in INDEX.campaigns.items()
        for seat, p in table.seats.items()
    )


@pytest.fixture(scope="session")
def all_samples() -> tuple[Sample, ...]:
    return INDEX.samples


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """Whom a client trusts that is told to."""
    return made_in(tmp_path_factory.mktemp("tls"))
