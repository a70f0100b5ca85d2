"""Strangers answer reports from their phones: `naive/exchanges.yaml` says what they write and what comes of it.

Every exchange goes the whole way, from the bytes of a mail to the rendered answer. The positions (`naive/scenes`) are
documents of Imperial Struggle; the database is put back after each exchange.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from sqlalchemy import delete, update
from sqlmodel import col

from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.commands.registry import command_of
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.offers import words_at
from adjudicator.service.play.ordering import dry_run
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import OutboundMail, Seat
from tests.service.conftest import House, text_of
from tests.stored_log import entries_of

HERE = Path(__file__).parent / "naive"
SEATS = ("france", "britain")
SCREEN = 21
"""Lines of the text that the screen of a phone shows at once."""
_CODE = re.compile(r"^ {7,}(\d\S*)  ", re.MULTILINE)


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody writes (`en` or `ru`: the language that he is written to; several mails one after the other), and
    what comes of the last mail: orders in our words (`done`, `filed`), codes that are offered instead (`asked`), pieces
    of the answer (`says`), pieces that stand in it exactly `once`. Without `done` and `filed` nothing has happened.
    """

    en: str | list[str] = ""
    ru: str | list[str] = ""
    done: list[str] = []
    filed: str = ""
    asked: list[str] = []
    says: list[str] = []
    once: list[str] = []

    @property
    def mails(self) -> list[str]:
        written = self.en or self.ru
        return [written] if isinstance(written, str) else written

    @property
    def language(self) -> str:
        return "en" if self.en else "ru"


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, who writes in it, and what."""

    seat: str
    exchanges: list[Exchange]
    options: dict[str, Any] = {}


SCENES = msgspec.convert(yaml.load((HERE / "exchanges.yaml").read_text(), Loader=yaml.CSafeLoader), dict[str, Scene])
ALL = [(name, exchange) for name, scene in SCENES.items() for exchange in scene.exchanges]


class Stage:
    """One installation with a campaign for each scene and language; `back` puts everything where it was."""

    def __init__(self, house: House, file: Path) -> None:
        self.house = house
        self.file = file
        self.first: dict[tuple[str, str], tuple[int, EmailMessage]] = {}
        for name, scene in SCENES.items():
            for code in dict.fromkeys(exchange.language for exchange in scene.exchanges):
                self.first[name, code] = self._create(name, scene, code)
        house.service.engine.dispose()
        self.kept = {path: path.read_bytes() for path in file.parent.glob(file.name + "*")}
        self.clock = house.clock.time

    def _create(self, name: str, scene: Scene, code: str) -> tuple[int, EmailMessage]:
        """The campaign, and the mail that asks the writer."""
        path = HERE / "scenes" / f"{name}.json"
        more: dict[str, Any] = (
            {"document": msgspec.json.decode(path.read_bytes())} if path.exists() else {"options": scene.options}
        )
        seats = dict.fromkeys(SEATS, code) | {"moderator": "en"}
        players = tuple(
            new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=language)
            for seat, language in seats.items()
        )
        called = f"{name}-{code}".replace("_", "-")
        new = new_campaigns.NewCampaign(
            name=called, title=called, game="imperial-struggle", players=players, seed=b"house", **more
        )
        made = new_campaigns.create(self.house.service, new)
        writer = f"{scene.seat}@players.test"
        with writing(self.house.service.engine) as session:  # the first mails of the others take time and are not read
            session.execute(delete(OutboundMail).where(col(OutboundMail.recipient) != writer))
            session.execute(update(Seat).values(mail_format="text"))
        self.house.deliver()
        return made, self.house.newest(scene.seat)

    def back(self, name: str, exchange: Exchange) -> int:
        """The campaign of a scene as it was, and its mail the newest that the writer has."""
        self.house.service.engine.dispose()
        for path in self.file.parent.glob(self.file.name + "*"):
            path.unlink()
        for path, content in self.kept.items():
            path.write_bytes(content)
        self.house.clock.time = self.clock
        campaign, asked = self.first[name, exchange.language]
        self.house.received = {f"{SCENES[name].seat}@players.test": [asked]}
        return campaign

    def table(self, campaign: int) -> Table:
        with reading(self.house.service.engine) as session:
            return table_of_campaign(self.house.service.work(session), campaign)

    def check(self, campaign: int, seat: str, lines: Sequence[str]) -> list[set[str]]:
        """What would become of each line now, as `check` tries it, or why it would be refused."""
        with reading(self.house.service.engine) as session:
            table = table_of_campaign(self.house.service.work(session), campaign)
            tried = [dry_run(table, table.by_name[seat], [line]) for line in lines]
        return [{each.problem.why if each.problem else str(each.outcome) for each in rows} for rows in tried]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    place = tmp_path_factory.mktemp("naive")
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    house = House(Settings(database=f"sqlite:///{place}/house.db", data_directory=place, mail=mail))
    yield Stage(house, place / "house.db")
    house.service.engine.dispose()


def offered(text: str) -> list[str]:
    """The codes below `Did you mean:` in an answer."""
    found: list[str] = []
    for block in re.split(r"(?:Did you mean|Возможно, вы имели в виду):\n", text)[1:]:
        for line in block.split("\n"):
            if not line.startswith(" " * 7):
                break
            found += _CODE.findall(line)
    return found


def _id(case: tuple[str, Exchange]) -> str:
    return f"{case[0]}: {' / '.join(case[1].mails)[:60]}"


@pytest.mark.parametrize("case", ALL, ids=_id)
def test_a_stranger_gets_his_orders_in_or_is_told_what_to_write(stage: Stage, case: tuple[str, Exchange]) -> None:
    name, exchange = case
    campaign, seat = stage.back(name, exchange), SCENES[name].seat
    before = stage.table(campaign).match.position.n
    for text in exchange.mails:
        answers = stage.house.write(seat, *text.split("\n"))
    assert len(answers) == 1, "one answer to each mail"
    text = text_of(answers[0])
    table = stage.table(campaign)
    book = words_at(table.match)
    with reading(stage.house.service.engine) as session:
        made = entries_of(session, table.match.game.id, table.head.match_id, 0)[before:]
    done = [book.say(e.action, exchange.language) for e in made if e.by == seat and not e.how]
    sealed = table.match.sealed.get(seat)
    filed = "" if sealed is None else book.say(sealed, exchange.language)
    assert (done, filed) == (exchange.done, exchange.filed), text[:2000]
    assert offered(text) == exchange.asked, text[:2000]
    for words in exchange.says:
        assert words in " ".join(text.split()), text[:2000]
    for words in exchange.once:
        assert " ".join(text.split()).count(words) == 1, text[:2000]
    stage.back(name, exchange)
    for became in stage.check(campaign, seat, exchange.asked):
        assert became <= {"legal", "more_needed", "too_early"}, exchange.asked
    if not done and not filed:
        assert tells_what_to_write(text), text[:2000]


def tells_what_to_write(text: str) -> bool:
    """Whether the first screen holds something that can be copied: a code, a line in quotation marks."""
    screen = "\n".join(text.split("\n")[:SCREEN])
    return bool(_CODE.search(screen) or re.search(r"[“«][^”»]+[”»]|\b\d+[a-zа-я]\d*\b|^  - \w", screen, re.MULTILINE))


@pytest.mark.parametrize("name", SCENES)
def test_help_shows_lines_that_are_legal_now(stage: Stage, name: str) -> None:
    scene = SCENES[name]
    for code, word, heading in (("en", "help", "FOR EXAMPLE, LEGAL NOW"), ("ru", "помощь", "НАПРИМЕР, СЕЙЧАС МОЖНО")):
        if (name, code) not in stage.first:
            continue
        campaign = stage.back(name, next(each for each in scene.exchanges if each.language == code))
        (answer,) = stage.house.write(scene.seat, word)
        section = text_of(answer).split(heading)[1].split("\n\n")[0]
        lines = re.findall(r"^  (?:- (.+?): |(\S.*?)  )", section, re.MULTILINE)
        assert 1 <= len(lines) <= 3
        shown = ["".join(pair) for pair in lines]
        assert stage.check(campaign, scene.seat, shown) == [{"legal"}] * len(shown), shown


PROSE = msgspec.convert(yaml.load((HERE / "prose.yaml").read_text(), Loader=yaml.CSafeLoader), list[str])


@pytest.mark.parametrize("name", SCENES)
def test_prose_is_never_an_order(stage: Stage, name: str) -> None:
    """Of no sentence anything would be carried out."""
    scene = SCENES[name]
    campaign = stage.back(name, scene.exchanges[-1])
    sentences = [sentence for sentence in PROSE if command_of(sentence) is None]
    for sentence, became in zip(sentences, stage.check(campaign, scene.seat, sentences), strict=True):
        assert not {"legal"} <= became <= {"legal", "ignored"}, sentence
