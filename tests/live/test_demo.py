"""The demonstration as a whole: real servers, real mails, players that are processes of their own."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from email import message_from_bytes, policy
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console
from sqlalchemy import select

from adjudicator.components import Kind
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import MINISTRY, THEATRE, TURN
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.state import State
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.trials import trials_of
from adjudicator.service.admin import packs
from adjudicator.service.campaign.matches import header_of, position_at
from adjudicator.service.service import open_service
from adjudicator.settings import Settings
from adjudicator.store import matches
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign
from demo.cast import MODERATOR, OFFICE, Run, people
from demo.display import tell
from demo.findings import Summary, inspect
from demo.mailboxes import Mail, mails_of, typed_of
from demo.run import demo
from demo.stage import NotOurs, Stage
from tests.own_servers import PATIENCE
from tests.stored_log import entries_of

pytestmark = pytest.mark.slow
SEED = 7
GAME = "imperial-struggle"
TURNS = 2
"""A peace turn and the war after it."""
PEOPLE = people(2)
CODE = re.compile(r"\d+[a-zа-я]|[a-zа-я]\d+|[AEHKMPT]\d\d|[A-ZА-Я]\d[A-ZА-Я]\d")


class Played:
    """A finished run and what lies in its folder."""

    def __init__(self, folder: Path, summary: Summary) -> None:
        self.stage = Stage(folder)
        self.run = the_run(self.stage)
        self.summary = summary
        self.orders = mails_of(self.stage.servers, OFFICE)
        self.received = {person.user: mails_of(self.stage.servers, person.user) for person in PEOPLE}

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        with sqlite3.connect(self.stage.database) as database:
            return database.execute(statement).fetchall()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("demo") / "var"
    summary, _ = demo(folder, lambda sight, passed: None, game=GAME, seed=SEED, turns=TURNS)
    return Played(folder, summary)


@pytest.mark.long
def test_the_first_turn_and_war_are_played_and_nothing_is_missing(played: Played) -> None:
    assert played.summary.problems == ()
    log, state = log_of(played.stage), final_state(played.stage)
    assert Counter(line["op"] for line in log)["take_investment"] == 8  # two times four action rounds
    assert sum(line["op"] == "choose_ministries" for line in log) == 2
    assert TURN.things[state.turn].peace == 2


@pytest.mark.long
def test_every_mail_and_picture_lies_in_the_folder(played: Played) -> None:
    for user, mails in {OFFICE: played.orders, **played.received}.items():
        files = sorted((played.stage.mails / user).glob("*.eml"))
        assert [file.read_bytes() for file in files] == [mail.raw for mail in mails]
    sent = {png for mails in played.received.values() for mail in mails for _, png in mail.pictures}
    files = list(played.stage.pictures.iterdir())
    assert {file.read_bytes() for file in files} == sent
    assert all(file.suffix == ".png" and file.read_bytes().startswith(b"\x89PNG") for file in files)
    assert len(sent) > 10


@pytest.mark.long
def test_both_languages_codes_and_words_are_played(played: Played) -> None:
    anna, petr = played.received["anna"], played.received["petr"]
    assert any("VICTORY POINTS" in mail.text for mail in anna)
    assert any("ПОБЕДНЫЕ ОЧКИ" in mail.text for mail in petr)
    typed = [line for mail in played.orders for line in typed_of(mail.parsed)]
    assert sum(bool(CODE.fullmatch(line)) for line in typed) > 10
    words = [line for line in typed if len(line.split()) > 1 and not CODE.search(line)]
    assert any(re.search("[а-я]", line) for line in words)
    assert any(re.search("[a-z]", line) for line in words)


@pytest.mark.long
def test_all_mail_programs_take_part(played: Played) -> None:
    raw = [mail.raw for mail in played.orders]
    assert any(b'class="gmail_quote' in one or "gmail_quote" in html(one) for one in raw)
    assert any("MsoNormal" in html(one) for one in raw)
    assert any(b"charset=windows-1251" in one for one in raw)
    assert any(mail.parsed.get_content_type() == "text/html" for mail in played.orders)
    texts = [mail.text for mail in played.orders]
    assert any("Sent from my iPhone" in text for text in texts)
    assert any("Отправлено с iPhone" in text for text in texts)


@pytest.mark.long
def test_mistakes_are_answered_and_corrected(played: Played) -> None:
    refused = re.compile("no orders carried out|nothing was changed|ничего не изменилось")
    for user, mails in played.received.items():
        assert any(refused.search(mail.subject) for mail in mails), user
        assert not refused.search(mails[-1].subject)
    notes = [line for file in played.stage.players.glob("*.sent") for line in file.read_text("utf-8").splitlines()]
    slips = Counter(json.loads(line)["slip"] for line in notes)
    assert slips["misspelt"] == len(PEOPLE)
    assert slips["stale"] >= len(PEOPLE)
    assert played.summary.corrections > slips["misspelt"]  # of a late code what it meant may still be done


@pytest.mark.long
def test_the_mail_that_came_twice_had_one_effect_and_one_answer(played: Played) -> None:
    copies = Counter(mail.message_id for mail in played.orders)
    (twice,) = (message_id for message_id, count in copies.items() if count == 2)
    first, second = (mail.raw.partition(b"\r\n\r\n")[2] for mail in played.orders if mail.message_id == twice)
    assert first == second
    assert played.summary.duplicates == 1
    answers = [mail for mails in played.received.values() for mail in mails if twice in mail.in_reply_to]
    assert len(answers) == 1
    assert played.rows(f"SELECT count(*) FROM inbound_mail WHERE message_id = '{twice}'") == [(1,)]
    assert played.rows(
        "SELECT count(*) FROM order_set JOIN inbound_mail ON inbound_mail.id = order_set.inbound_mail_id "
        f"WHERE message_id = '{twice}'"
    ) == [(1,)]


@pytest.mark.long
def test_every_mail_is_answered_once_in_its_thread_and_to_its_writer(played: Played) -> None:
    writers = {mail.message_id: mail.sender[1] for mail in played.orders}
    answers = Counter[str]()
    for person in PEOPLE:
        for mail in played.received[person.user]:
            assert mail.recipients == (person.address,)
            assert mail.delivered_to == person.address
            assert len(mail.in_reply_to) == 1
            (answered,) = mail.in_reply_to
            assert str(mail.parsed["References"]).split()[-1] == answered
            if answered in writers:
                answers[answered] += 1
                assert writers[answered] == person.address
    assert answers == Counter(dict.fromkeys(writers, 1))


def called_in(language: str, kind: Kind[Any], id: str) -> str:
    """What mails call a card; in Russian a theatre of war has the name of a ministry, which stands in quotes then."""
    name = names(language).name(kind, id)
    theatres = [forms[0] for forms in names(language).table(THEATRE).values()]
    return f"«{name}»" if kind is MINISTRY and name in theatres else name


@pytest.mark.long
def test_no_mail_holds_what_the_other_seat_hides(played: Played) -> None:
    state = final_state(played.stage)
    seats = dict(zip(("france", "britain"), PEOPLE, strict=True))
    for side, (seat, person) in enumerate(seats.items()):
        hidden: set[tuple[Kind[Any], str]] = set()
        down = {held.card for held in state.ministries[side] if not held.revealed}
        hidden |= {(MINISTRY, one.id) for one in MINISTRY if one.number in down}
        hidden |= {(EVENT, one.id) for one in EVENT if one.number in state.hands[side]}
        assert len(hidden) >= 2, seat
        opponent = next(other for other in PEOPLE if other is not person)
        own = "\n".join(read_all(mail) for mail in played.received[person.user])
        others = "\n".join(read_all(mail) for mail in played.received[opponent.user])
        others = re.sub(r"театр\w* «[^»]*»", "", others)  # what an order calls a theatre is in quotes too
        for kind, id in hidden:
            called = [called_in(language, kind, id) for language in ("en", "ru")]
            if kind is EVENT:  # a theatre of war bears the name of one
                short = names.short.of(kind, id)
                called = [
                    f"{called[0]} {short}",
                    f"{short} {called[0]}",
                    f"«{called[1]}» {short}",
                    f"{short} {called[1]}",
                ]
            assert any(name in own for name in called), called  # the search finds what is there
            assert not any(name in others for name in called), called
        address = str(played.received[person.user][0].parsed["Reply-To"])
        token = re.search(r"\+(\w+)@", address)
        assert token is not None
        assert token[1] not in others


@pytest.mark.long
def test_the_page_shows_every_mail_and_fetches_nothing(played: Played) -> None:
    page = played.stage.index.read_text(encoding="utf-8")
    shown = Links()
    shown.feed(page)
    everything = [*played.orders, *(mail for mails in played.received.values() for mail in mails)]
    assert shown.articles == len(everything)
    assert all(link.startswith("data:image/webp;base64,") for link in shown.sources)
    assert len(shown.sources) == played.summary.pictures
    for link in shown.targets:
        assert link.startswith("mailto:") or (played.stage.folder / link).is_file(), link
    assert len([link for link in shown.targets if link.endswith(".eml")]) == len(everything)


FEAST = Path(__file__).parents[1] / "packages/guild_fair/feast.yaml"
"""Its words leave something to who moderates."""


@pytest.mark.parametrize(
    ("game", "seats", "pack"),
    [
        ("sealed-bids", 2, None),
        pytest.param("guild-fair", 5, FEAST, marks=pytest.mark.long),
        pytest.param("guild-fair", 5, None, marks=pytest.mark.long),
        pytest.param("salt-roads", 3, None, marks=pytest.mark.long),
        pytest.param("crossroads", 5, None, marks=pytest.mark.long),
    ],
)
def test_any_game_is_played_to_its_end_by_as_many_as_it_seats(
    game: str, seats: int, pack: Path | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = packs.read(pack, game).content if pack else None
    summary, page = demo(tmp_path / "var", lambda sight, passed: None, game=game, seed=SEED, turns=None, pack=content)
    assert summary.problems == ()
    moderated = game_named(game).moderated
    assert len(list((tmp_path / "var" / "players").glob("*.json"))) == seats + moderated
    shown = page.read_text(encoding="utf-8")
    assert all(f'data-show="{person.user}"' in shown for person in people(seats))
    writers = {mail.sender[1] for mail in mails_of(Stage(tmp_path / "var").servers, OFFICE)}
    assert writers - {MODERATOR.address} == {person.address for person in people(seats)}
    assert moderated or MODERATOR.address not in writers
    assert summary.corrections
    if pack is not None:
        sent = (tmp_path / "var" / "players" / "mona.sent").read_text(encoding="utf-8")
        assert "Bakers +1" in sent
        assert "the master of the fair" in shown
        _tells_what_was_seen(Stage(tmp_path / "var"), summary, page, monkeypatch)


def _tells_what_was_seen(stage: Stage, summary: Summary, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a game wants seen is told at the end, and what was not seen is a problem, unless it is told besides."""
    assert summary.seen == {"omen seen": True, "fair closed": True}
    fair = type(trials_of(game_named("guild-fair")))
    monkeypatch.setattr(fair, "sights", (*fair.sights, "hall burnt down"))
    monkeypatch.setattr(fair, "sights_besides", ("roof mended",))
    again, _ = inspect(stage, the_run(stage), 1.0)
    assert again.problems == ("not seen: hall burnt down",)
    told = StringIO()
    tell(Console(file=told), again, page)
    assert re.search(
        r"fair closed +yes\s+hall burnt down +no\s+roof mended +no\s+PROBLEM: not seen: hall burnt down\n",
        told.getvalue(),
    )


@pytest.mark.long
def test_a_lost_mail_and_a_foreign_one_are_found(played: Played, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(played.stage.folder, folder)
    stage = Stage(folder)
    mails = mails_of(stage.servers, "anna")
    lost, moved = mails[2], mails[4]
    lost.file.unlink()
    shutil.move(moved.file, stage.servers / "mail" / "petr" / "cur" / moved.file.name)
    summary, _ = inspect(stage, played.run, 1.0)
    told = "\n".join(summary.problems)
    assert f"{lost.message_id} to anna@demo.test has not arrived" in told
    assert f"{moved.message_id} to anna@demo.test has arrived at petr" in told


@pytest.mark.long
def test_a_mail_sent_again_after_a_crash_is_no_problem_but_another_one_is(played: Played, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(played.stage.folder, folder)
    stage = Stage(folder)
    mail = mails_of(stage.servers, "petr")[3]
    seconds, micros, number = mail.order
    again = mail.file.parent / f"{seconds}.M{micros}P1Q{number + 1000}.vm"
    again.write_bytes(b"Received: from localhost by demo.test\r\n" + mail.content)
    assert inspect(stage, played.run, 1.0)[0].problems == ()
    again.write_bytes(b"Received: from localhost by demo.test\r\n" + mail.content + b"more")
    assert inspect(stage, played.run, 1.0)[0].problems == (f"two different mails are called {mail.message_id}",)


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(NotOurs):
        demo(tmp_path, lambda sight, passed: None, game=GAME, seed=SEED, turns=TURNS)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("game", "turns", "entries"),
    [
        pytest.param("sealed-bids", None, 4, marks=pytest.mark.long),
        pytest.param(GAME, TURNS, 12, marks=pytest.mark.long),
    ],
)
def test_a_killed_run_goes_on_to_the_same_log(game: str, turns: int | None, entries: int, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    demo(whole, lambda sight, passed: None, game=game, seed=SEED, turns=turns)
    folder = tmp_path / "var"
    play = ("--game", game, "--turns", str(turns or "all"))
    first = started(folder, *play)
    try:
        wait_for_entries(folder, entries, first)
    finally:
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
    assert not (folder / "index.html").exists()
    before = Stage(folder).earlier()
    again = started(folder, *play, "--continue")
    output, _ = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, output
    assert Stage(folder).earlier() == before
    summary, _ = inspect(Stage(folder), the_run(Stage(folder)), 1.0)
    assert summary.problems == ()
    # the players leave soon after the war: one run may hold a few answers of the next turn more
    one, other = log_of(Stage(folder)), log_of(Stage(whole))
    common = min(len(one), len(other))
    assert one[:common] == other[:common]
    assert common > 2 * entries


# helpers -------------------------------------------------------------------------------------------


def the_run(stage: Stage) -> Run:
    found = stage.earlier()
    assert found is not None
    return found


class Links(HTMLParser):
    """Counts articles and collects what a page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.articles = 0
        self.sources: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.articles += tag == "article"
        for name, value in attrs:
            if name == "src":
                self.sources.append(value or "")
            elif name in ("href", "srcset", "action", "background", "poster"):
                self.targets.append(value or "")


def started(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "cli.main", "demo", "--directory", str(folder), "--seed", str(SEED), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def wait_for_entries(folder: Path, count: int, process: "subprocess.Popen[str]") -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with sqlite3.connect(f"file:{folder / 'demo.db'}?mode=ro", uri=True) as database:
                if database.execute("SELECT count(*) FROM log_entry").fetchone()[0] >= count:
                    return
        except sqlite3.OperationalError:
            pass  # not there yet
        time.sleep(0.1)
    raise AssertionError(f"no {count} log entries: {process.poll()}")


def html(raw: bytes) -> str:
    body = message_from_bytes(raw, policy=policy.default).get_body(("html",))
    return "" if body is None else str(body.get_content())


def read_all(mail: Mail) -> str:
    """Everything in a mail that a person or a program could read, the bytes of pictures apart."""
    parts = (str(part.get_content()) for part in mail.parsed.walk() if part.get_content_maintype() == "text")
    described = (str(part["Content-Description"] or "") for part in mail.parsed.walk())
    return "\n".join([*(f"{name}: {value}" for name, value in mail.parsed.items()), *parts, *described])


def log_of(stage: Stage) -> list[dict[str, Any]]:
    service = open_service(Settings(database=f"sqlite:///{stage.database}", data_directory=stage.folder))
    with reading(service.engine) as session:
        (campaign,) = session.scalars(select(Campaign)).all()
        head = matches.head(session, campaign.id)
        assert head is not None
        game = position_at(session, head.match_id, head.revision, head.sequence, header_of(head)).game
        entries = entries_of(session, head.game, head.match_id, head.revision)
    service.engine.dispose()
    return [json.loads(msgspec.json.encode(entry.line(game))) for entry in entries]


def final_state(stage: Stage) -> State:
    service = open_service(Settings(database=f"sqlite:///{stage.database}", data_directory=stage.folder))
    with reading(service.engine) as session:
        (campaign,) = session.scalars(select(Campaign)).all()
        head = matches.head(session, campaign.id)
        assert head is not None
        state = position_at(session, head.match_id, head.revision, head.sequence, header_of(head)).state
    service.engine.dispose()
    assert isinstance(state, State)
    return state
