"""Pages that anybody may read on the web: written after each turn, in both languages, for browsers and feed readers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from adjudicator_public_pages import pages
from sqlalchemy import select

from adjudicator.reports.layout.data import from_json
from adjudicator.service.admin import arranging
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.history import turn_began
from adjudicator.service.moderation.arrangements import Public
from adjudicator.service.play.corrections.proposals import Kind, Wish
from adjudicator.settings import Pages, Settings
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Person
from tests.service.conftest import words_of
from tests.service.test_corrections import correct
from tests.service.test_turn_mails import GAME, SEATS, play_a_turn

pytestmark = pytest.mark.store("sqlite")
ATOM = "{http://www.w3.org/2005/Atom}"
URL = "https://games.test/watch"


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    return settings.model_copy(update={"pages": Pages(folder=tmp_path / "pages", url=URL)})


def write(installation: Any) -> int:
    """The pages are written, as every minute."""
    installation.clock.forward(minutes=2)
    return pages.run(installation.service)


def folder(installation: Any) -> Path:
    found: Path = installation.service.settings.pages.folder / GAME
    return found


def arrange(installation: Any, wanted: Public) -> None:
    act = arranging.in_campaign(GAME, wanted, "Mila")
    shown, _ = arranging.arrange(installation.service, None, act)
    arranging.arrange(installation.service, shown, act)


class Links(HTMLParser):
    """What a page refers to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def test_a_page_is_written_when_a_turn_is_over_and_not_before(installation: Any) -> None:
    campaign = installation.create(GAME, SEATS, public=True)
    assert write(installation) == 1
    begun = {path.name: path.read_bytes() for path in folder(installation).iterdir() if path.is_file()}
    assert not any(name.startswith("turn-") for name in begun)
    assert write(installation) == 0
    play_a_turn(installation, campaign)
    assert write(installation) == 1
    for code in ("en", "ru"):
        assert {f"turn-1.{code}.html", f"steps-1.{code}.html"} <= {path.name for path in folder(installation).iterdir()}
        assert begun[f"index.{code}.html"] != (folder(installation) / f"index.{code}.html").read_bytes()
        told = from_json((folder(installation) / f"turn-1.{code}.json").read_bytes())
        assert (told.language, told.seat) == (code, "")
    assert write(installation) == 0


def test_a_web_server_may_read_them_whatever_the_umask_of_the_service(installation: Any) -> None:
    installation.create(GAME, SEATS, public=True)
    before = os.umask(0o077)
    try:
        write(installation)
    finally:
        os.umask(before)
    for path in (folder(installation).parent, *folder(installation).parent.rglob("*")):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path


def test_nobody_is_named_and_no_letter_or_order_is_shown(installation: Any) -> None:
    campaign = installation.create(GAME, SEATS, public=True)
    with writing(installation.service.engine) as session:
        for person in session.scalars(select(Person)):
            person.name = f"Zebediah {person.id}"
    installation.write("amber", "press to everybody:", "Meet me at dawn.")
    play_a_turn(installation, campaign)
    assert "Meet me at dawn." in words_of(installation.received["onyx@players.test"][1])
    write(installation)
    written = [path for path in folder(installation).parent.rglob("*") if path.suffix in (".html", ".json", ".xml")]
    assert any(path.name.startswith("steps-") for path in written)
    for path in written:
        for word in ("Zebediah", "at dawn", "ORDERS"):
            assert word not in path.read_text(), (path, word)


def test_turns_from_before_it_was_shown_are_written_one_by_one(installation: Any) -> None:
    campaign = installation.create(GAME, SEATS)
    for _ in range(2):
        play_a_turn(installation, campaign)
    arrange(installation, Public(pages="yes"))
    for n in (1, 2):
        assert write(installation) == 1
        assert (folder(installation) / f"turn-{n}.en.html").exists()
        assert not (folder(installation) / f"turn-{n + 1}.en.html").exists()
    assert write(installation) == 0


def test_a_match_that_has_ended_is_told_to_its_end_and_no_further(installation: Any) -> None:
    campaign = installation.create(GAME, SEATS, public=True)
    while installation.table(campaign).match.result is None:
        play_a_turn(installation, campaign)
    while write(installation):
        pass
    told = sorted(int(path.name[5:].partition(".")[0]) for path in folder(installation).glob("turn-*.en.html"))
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        played_on = turn_began(table, table.turn[0]) < table.head.sequence
    assert told == [*range(1, table.turn[0] + 1 + played_on)]
    assert "over" in (folder(installation).parent / "index.en.html").read_text()


def test_every_link_leads_somewhere_and_no_address_is_told(installation: Any) -> None:
    campaign = installation.create(GAME, SEATS, public=True)
    play_a_turn(installation, campaign)
    write(installation)
    written = [path for path in folder(installation).parent.rglob("*") if path.is_file()]
    for page in (each for each in written if each.suffix == ".html"):
        for to in Links(page).found:
            assert to.startswith("#") or (page.parent / to).resolve() in written, (page, to)
    for each in (path for path in written if path.suffix != ".png"):
        assert not re.search(r"[\w.+-]+@[\w-]+\.test|mailto:", each.read_text()), each


def test_a_feed_reader_gets_an_entry_for_each_turn(installation: Any) -> None:
    campaign = installation.create(GAME, SEATS, public=True)
    for _ in range(2):
        play_a_turn(installation, campaign)
        write(installation)
    feed = ElementTree.parse(folder(installation) / "feed.ru.xml").getroot()
    assert len({each.findtext(f"{ATOM}id") for each in feed.iter(f"{ATOM}entry")}) == 2
    newest = next(feed.iter(f"{ATOM}entry"))
    link = newest.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == f"{URL}/{GAME}/turn-2.ru.html"
    assert newest.findtext(f"{ATOM}summary")


def test_a_correction_takes_back_the_turns_behind_it(installation: Any) -> None:
    campaign = installation.create(GAME, SEATS, public=True)
    play_a_turn(installation, campaign)
    write(installation)
    correct(installation, campaign, Wish(kind=Kind.ROLLBACK, reason="a mistake", n=1))
    assert write(installation) == 1
    assert ElementTree.parse(folder(installation) / "feed.en.xml").getroot().find(f"{ATOM}entry") is None
    assert "turn-1" not in (folder(installation) / "index.en.html").read_text()


def test_a_campaign_may_begin_and_cease_to_be_shown(installation: Any) -> None:
    installation.create(GAME, SEATS)
    assert write(installation) == 0
    arrange(installation, Public(pages="yes"))
    assert write(installation) == 1
    lists = folder(installation).parent / "index.en.html"
    assert GAME in lists.read_text()
    arrange(installation, Public(pages="no"))
    write(installation)
    assert not folder(installation).exists()
    assert GAME not in lists.read_text()


def test_a_page_that_cannot_be_written_keeps_no_other_from_it(
    installation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    installation.create(GAME, SEATS, public=True)
    installation.create(GAME, SEATS, public=True, name="other", title="Other")
    folder(installation).parent.mkdir()
    folder(installation).write_text("a file where the folder should be")
    assert write(installation) == 1
    assert (folder(installation).parent / "other" / "index.en.html").exists()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_pages_can_be_read_by_everybody(installation: Any, browser: Any, barriers: Any, width: int, dark: bool) -> None:
    campaign = installation.create(GAME, SEATS, public=True)
    play_a_turn(installation, campaign)
    write(installation)
    for page in ("../index.en.html", "index.en.html", "turn-1.ru.html"):
        assert browser.look(folder(installation) / page, barriers, width=width, dark=dark, touch=width < 500) == []


def test_of_several_machines_one_writes_or_all_into_the_same_folder(
    installation: Any, installation_of: Callable[[Settings], Any]
) -> None:
    installation.create(GAME, SEATS, public=True)
    settings = installation.service.settings
    without = installation_of(settings.model_copy(update={"pages": Pages()}))
    sharing = installation_of(settings)
    for each in (without, sharing):
        each.clock.forward(hours=1)
    assert write(without) == 0
    assert not folder(installation).exists()
    assert write(sharing) == 1
    assert write(installation) == 0, "the other machine has written it"
    assert (folder(installation) / "index.en.html").exists()
