"""Every changing command and everybody who might give it, at the command line and by mail.

Whoever has not the right is refused in words that say so, nothing is changed, and the trail has it. What each command
should need is read in the table of the moderators' guide, so that a declaration that is too weak is found here.
"""

from __future__ import annotations

import json
import os
import pwd
import re
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import time_machine

from adjudicator.language import language
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.commands.registry import ALL, BY_ID
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.moderation.acts import acts_known_to, done
from adjudicator.service.moderation.acts_told import Speaker
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Appoint, Hold
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.moderation.rights import FOR_OPERATORS, LOOKS, Access, Needs, Right
from adjudicator.service.people.gathering.joining import gather
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import Service, open_service
from adjudicator.service.words.rendering import render_due
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store import audits, holdings, kept_mails
from adjudicator.store.audits import REFUSED
from adjudicator.store.campaigns import campaign_by_name, seats_at_table
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.tables import OutboundMail, Role, SeatKind
from cli.commands import NEEDS
from tests.cli.commands import PROCESSES, commands
from tests.long_cases import one_in
from tests.migrated import lay_tables

pytestmark = pytest.mark.store("sqlite")

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
GUIDE = Path(__file__).parents[2] / "docs/how_to/moderators/several_moderators.md"
MODERATORS = {"Mila": Right.ALL, "Tim": Right.TIME, "Max": Right.MAIL}
OTHERS = ("Anna", "Vera", "Olga")
"""A player; who reads along for her seat and for a moderator; an observer."""
STRANGER = "Stan"
OWN = pwd.getpwuid(os.getuid()).pw_name
LOGINS = dict(
    zip(
        (*MODERATORS, *OTHERS, STRANGER),
        [each for each in pwd.getpwall() if each.pw_name not in (OWN, "root")],
        strict=False,
    )
)
"""By name of a person one that every machine has."""

CALLS: dict[str, tuple[str, ...]] = {
    "remind": ("lights",), "campaign mailbox": ("lights", "main"), "campaign draws": ("lights", "open"),
    "campaign close": ("lights",), "campaign conclude": ("lights", "draw"), "campaign archive": ("lights",),
    "campaign pause": ("lights",),
    "campaign resume": ("lights",), "campaign next": ("lights",), "campaign press": ("lights", "--anonymous"),
    "campaign orders": ("lights", "own"), "campaign rated": ("lights", "no"),
    "campaign public": ("lights", "yes"), "campaign invite": ("lights", "--revoke"),
    "campaign start": ("fair",), "campaign bid": ("fair", "place-1", "nothing"),
    "seat holders": ("lights", "red", "--remove", "Vera"), "seat eject": ("lights", "red"),
    "seat replace": ("lights", "red", "--to", "Nora <nora@players.test>"), "seat steward": ("lights", "red"),
    "seat absent": ("lights", "red", "2026-12-01..2026-12-03"), "deadline set": ("lights", "2026-12-01 20:00"),
    "deadline extend": ("lights", "--hours", "24"), "deadline bank": ("lights", "--hours", "24", "--seat", "red"),
    "deadline policy": ("lights", "--set", "deadline_hours=48"), "deadline reactions": ("lights", "any", "ask"),
    "process now": ("lights",), "moderator add": ("lights", "Nora <nora@players.test>"),
    "moderator remove": ("lights", "Max"), "orders enter": ("lights", "--for", "red", "1a"),
    "turn decide": ("lights", "1a"), "turn draw": ("lights", "5"), "turn rule": ("lights", "1a"),
    "turn rollback": ("lights", "--to", "1", "--reason", "why"), "turn undo": ("lights", "--reason", "why"),
    "turn correct": ("lights", "--set", "round=1", "--reason", "why"),
    "mail release": ("in-1", "--seat", "red"), "mail reject": ("in-1",), "mail reprocess": ("in-1",),
    "notices add": ("lights", "https://127.0.0.1/hooks"), "notices remove": ("lights", "1"),
    "notices test": ("lights", "1"), "address add": ("lights", "red", "anna@elsewhere.test", "--person", "Anna"),
    "address release": ("lights", "blue", "boris@players.test"),
    "address remove": ("lights", "blue", "boris@players.test"),
    "mail bounces": ("--reactivate", "anna@players.test"), "mail refetch": (), "campaign create": ("nights",),
    "campaign import": (), "init": (), "person erase": ("Anna",),
    "tournament new": ("cup", "--game", "sealed-bids", "--players", "club.txt"),
    "tournament next": ("cup",), "tournament withdraw": ("cup", "Anna"), "prune": (), "backup": ("copy.db",),
    "restore": ("copy.db",), "db mark-restored": (), "db rotate-key": (), "db upgrade": (), "clock trust": (),
    "upgrade adopt": ("lights",), "upgrade migrate": ("lights", "--reason", "why"), "upgrade pin": ("lights",),
}  # fmt: skip
"""Every changing command, with arguments."""


IMPOSSIBLE = frozenset((
    "campaign resume", "deadline bank", "address release", "address remove", "campaign archive", "campaign bid",
    "campaign next", "campaign start", "deadline reactions", "notices remove", "turn correct", "turn decide",
    "turn draw", "turn rule", "turn undo",
))  # fmt: skip
"""What cannot be done in this world, whoever wants it; whoever has not the right is told that first."""


def in_the_guide() -> tuple[dict[str, Needs], dict[str, Right]]:
    """What the commands of the command line need, and those of mails by their English names."""
    typed, written = dict[str, Needs](), dict[str, Right]()
    for right, line, mail in re.findall(
        r"^\| (`all`|`time`|`mail`|operators) \| (.*) \| (.*) \|$", GUIDE.read_text(), re.MULTILINE
    ):
        needs = Access.OPERATOR if right == "operators" else Right(right.strip("`"))
        typed |= dict.fromkeys(re.findall("`([^`]+)`", line), needs)
        if isinstance(needs, Right):
            written |= dict.fromkeys(re.findall("`([^`]+)`", mail), needs)
    return typed, written


TYPED, WRITTEN = in_the_guide()
TO_TRY = [words for words in TYPED if words not in PROCESSES]


@dataclass
class World:
    """An installation in a folder, with a campaign at play and one that gathers its people."""

    folder: Path
    service: Service
    uid: int = 0

    def mail(self, sender: str, seat: str, *lines: str, campaign: str = "lights") -> int:
        """Somebody writes to the address of a seat; the mail is handled. Returns its number."""
        with reading(self.service.engine) as session:
            found = campaign_by_name(session, campaign)
            assert found is not None
            tokens = {each.name: each.token for each in seats_at_table(session, found.id, NOON)}
        self.uid += 1
        mail = EmailMessage()
        mail["From"], mail["To"] = sender, self.service.reply_address(tokens[seat])
        mail["Subject"], mail["Message-ID"] = "desk", f"<{self.uid}@players.test>"
        mail.set_content("\n".join(lines) + "\n")
        row = ingest(self.service, Place("INBOX", 1, self.uid), NOON, mail.as_bytes())
        handle(self.service, row.id)
        return row.id

    def last_to(self, address: str) -> str:
        """The text of the newest mail to an address, without line breaks."""
        while render_due(self.service):
            pass
        with reading(self.service.engine) as session:
            rows = session.query(OutboundMail).filter_by(recipient=address).order_by(OutboundMail.id).all()  # type: ignore[arg-type]
            raw = kept_mails.whole(session, rows[-1]) or b""
        text = message(raw).get_body(("plain",))
        assert text is not None
        return " ".join(str(text.get_content()).split())

    def rows(self, *but: str) -> dict[str, list[str]]:
        """Everything in the database, without some tables."""
        with sqlite3.connect(self.folder / "world.db") as connection:
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            found = [each for each in tables if each not in but]
            return {name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}"))) for name in found}

    def trail(self, campaign: int) -> list[tuple[str, str]]:
        """Who did what, of a campaign or the installation."""
        with sqlite3.connect(self.folder / "world.db") as connection:
            said = "SELECT author, command FROM audit WHERE campaign_id = ? ORDER BY number"
            return [*connection.execute(said, (campaign,))]


def message(raw: bytes) -> EmailMessage:
    from email import message_from_bytes, policy

    return message_from_bytes(raw, EmailMessage, policy=policy.default)


MAILS = ("inbound_mail", "outbound_mail", "mail_place", "order_set", "order_line", "audit", "seat_record", "alarm")
"""What any mail leaves behind, also one that changes nothing."""


class Noon:
    """Stands still."""

    def now(self) -> datetime:
        return NOON


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the world is made, once."""
    folder = tmp_path_factory.mktemp("who-may")
    people = (
        Player(seat="red", name="Anna", email="anna@players.test"),
        Player(seat="blue", name="Boris", email="boris@players.test", language="ru"),
        Player(seat="moderator", name="Mila", email="mila@players.test"),
        Player(seat="observer", name="Olga", email="olga@players.test"),
    )
    with time_machine.travel(NOON, tick=False):
        world = opened(folder)
        service = world.service
        made = create(
            service, NewCampaign(name="lights", title="Lights", game="sealed-bids", players=people, seed=b"lights")
        )
        with writing(service.engine) as session:
            lock_campaign(session, made)
            for deed in (
                Appoint(who=Newcomer(name="Tim", email="tim@players.test", language="ru"), given=Right.TIME),
                Appoint(who=Newcomer(name="Max", email="max@players.test"), given=Right.MAIL),
                Hold(seat="red", who=Newcomer(name="Vera", email="vera@players.test"), role=Role.COPY),
            ):
                after = perform(table_of(service, session, made), deed, Author("Mila"))
            chair, (_, vera) = after.by_name["moderator"], after.by_name["red"].holders
            holdings.hold(session, chair.id, vera.person_id, NOON, role=Role.COPY)
        chairs = tuple(
            Player(seat="moderator", name=name, email=f"{name.lower()}@players.test", language="ru")
            for name in ("Mila", "Tim")
        )
        fair = gather(
            service, NewCampaign(name="fair", title="Fair", game="sealed-bids", players=chairs), Start.MODERATOR
        )
        with writing(service.engine) as session:
            lock_campaign(session, fair.campaign_id)
            for seat in seats_at_table(session, fair.campaign_id, NOON):
                for holder in seat.holders:
                    holdings.change(session, seat.id, holder.person_id, rights=MODERATORS[holder.name].value)
        assert world.mail("somebody@elsewhere.test", "red", "1a") == 1
        service.engine.dispose()
    return folder


def table_of(service: Service, session: Any, campaign: int) -> CampaignContext:
    return table_of_campaign(service.work(session, NOON), campaign)


def opened(folder: Path) -> World:
    settings = Settings(
        database=f"sqlite:///{folder}/world.db",
        data_directory=folder,
        mail=Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test")),
    )
    lay_tables(settings.database)
    return World(folder, open_service(settings, Noon()))


@pytest.fixture
def world(template: Path, tmp_path: Path) -> Iterator[World]:
    """A copy of it."""
    for path in template.glob("world.db*"):
        shutil.copy(path, tmp_path / path.name)
    with time_machine.travel(NOON, tick=False):
        made = opened(tmp_path)
        made.uid = 1
        yield made
        made.service.engine.dispose()


@pytest.fixture
def run(desk: Any, environment: dict[str, str], world: World, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A command, given by a person with a login, or by an operator who says who they are (`name`)."""
    environment["ADJ_DATABASE"] = f"sqlite:///{world.folder}/world.db"
    environment["ADJ_DATA_DIRECTORY"] = str(world.folder)
    environment["ADJ_ACCESS__OPERATORS"] = json.dumps([OWN])
    environment["ADJ_ACCESS__MODERATORS"] = json.dumps(
        {LOGINS[name].pw_name: f"{name.lower()}@players.test" for name in (*MODERATORS, *OTHERS)}
    )

    def called(*arguments: str, login: str = "", name: str = "", code: int | None = None) -> Any:
        if login:
            monkeypatch.setenv("SUDO_UID", str(LOGINS[login].pw_uid))
        else:
            monkeypatch.delenv("SUDO_UID", raising=False)
        return desk(*(("--by", name) if name else ()), *arguments, code=code)

    return called


def options(words: str) -> set[str]:
    return next(each.options for each in commands() if each.name == words)


def call(words: str, *, dry: bool) -> list[str]:
    """The command with its arguments: carried out at once, or only tried."""
    there = options(words)
    how = "--dry-run" if dry else "--yes"
    return [*words.split(), *CALLS[words], *([how] if how in there else [])]


def test_the_guide_says_what_every_command_needs() -> None:
    known = {each.name for each in commands()} | set(PROCESSES)
    assert known == set(NEEDS)
    changing = {words: needs for words, needs in NEEDS.items() if needs not in LOOKS}
    assert changing == TYPED
    assert set(CALLS) == set(TO_TRY)
    assert Access.SEAT not in NEEDS.values()


def test_few_commands_for_moderators_name_no_campaign() -> None:
    """They show and touch the campaigns of whoever gives them, and no other."""
    theirs = (each for each in commands() if NEEDS[each.name] not in FOR_OPERATORS)
    nameless = {each.name for each in theirs if "CAMPAIGN" not in {one.metavar for one in each.command.params}}
    assert nameless == {
        "overview", "campaign list", "mail list", "mail show", "mail raw", "mail release", "mail reject",
        "mail reprocess",
    }  # fmt: skip


def test_the_guide_says_what_every_word_of_a_moderator_needs() -> None:
    needs = {each.id: each.needs for each in ALL}  # AttributeError: one that declares nothing
    assert {BY_ID[each].name(language("en")): right for each, right in needs.items() if isinstance(right, Right)} == {
        word: right for word, right in WRITTEN.items() if word != "start"
    }
    assert set(needs.values()) <= {*Right, Access.SEAT, Access.LOOK}


@one_in(3, "name", [*MODERATORS, *OTHERS, STRANGER])
def test_who_may_not_give_a_command_is_refused(name: str, run: Any, world: World) -> None:
    """With a login of their own. Nothing but the entry in the trail is changed, by whichever command."""
    before = world.rows("audit")
    for words in TO_TRY:
        needs = TYPED[words]
        if isinstance(needs, Right) and name in MODERATORS and MODERATORS[name].allows(needs):
            continue
        campaign = 2 if "fair" in CALLS[words] else 1
        own = isinstance(needs, Right) and name in MODERATORS and not (campaign == 2 and name == "Max")
        chain = campaign if own else 0
        trail = world.trail(chain)
        told = run(*call(words, dry=False), login=name, code=1).err
        assert refusal(name, needs, own=own) in told or "for operators" in told, (words, told)
        who = LOGINS[name].pw_name if name == STRANGER else name
        assert world.trail(chain) == [*trail, (who, REFUSED + words)], words
    assert world.rows("audit") == before


def refusal(name: str, needs: Needs, *, own: bool) -> str:
    if name == STRANGER:
        return "may do nothing here"
    if needs is Access.OPERATOR:
        return "for operators"
    return f"this needs “{needs}”" if own else "does not moderate"


@pytest.mark.parametrize("name", MODERATORS)
def test_by_names_a_moderator_whose_right_counts(
    name: str, run: Any, world: World, environment: dict[str, str]
) -> None:
    """Where the settings name no operators. In a dry run nothing is written down either."""
    del environment["ADJ_ACCESS__OPERATORS"], environment["ADJ_ACCESS__MODERATORS"]
    before = world.rows()
    for words in (each for each in TO_TRY if isinstance(TYPED[each], Right) and "--dry-run" in options(each)):
        needs = Right(TYPED[words])
        if "fair" in CALLS[words] and name == "Max":
            continue
        ran = run(*call(words, dry=True), name=name)
        assert (f"this needs “{needs}”" in ran.err) is not MODERATORS[name].allows(needs), (words, ran)
        assert world.rows() == before, words


def test_who_has_the_right_is_let_through(run: Any, world: World, environment: dict[str, str]) -> None:
    """With a login of their own, and the least right that does."""
    environment["ADJ_NOTICES__ALLOW_PRIVATE_NETWORKS"] = "true"
    before = world.rows()
    for words in (each for each in TO_TRY if isinstance(TYPED[each], Right) and "--dry-run" in options(each)):
        name = next(name for name, own in MODERATORS.items() if own is TYPED[words])
        ran = run(*call(words, dry=True), login=name)
        assert not re.search("this needs|for operators|does not moderate", ran.err), words
        assert ran.code == (words in IMPOSSIBLE), (words, ran.err)
        assert world.rows() == before, words


@pytest.mark.parametrize(
    "line",
    ["campaign press lights", "campaign orders lights", "campaign rated lights", "campaign draws lights",
     "campaign public lights", "deadline policy lights", "seat holders lights red", "turn draw lights",
     "turn rule lights"],
)  # fmt: skip
def test_a_command_that_only_shows_how_things_stand_needs_no_right(line: str, run: Any, world: World) -> None:
    before = world.rows()
    assert "this needs" not in run(*line.split(), login="Tim").err
    assert world.rows() == before


def test_an_operator_is_asked_for_no_right(run: Any, world: World) -> None:
    for words in TO_TRY:
        if "--dry-run" in options(words):
            ran = run(*call(words, dry=True))
            assert not re.search("this needs|for operators|does not moderate", ran.err), words


def test_an_operator_who_names_a_moderator_needs_all_rights(
    run: Any, world: World, environment: dict[str, str]
) -> None:
    environment["ADJ_MAIL__MAILBOXES__CLUBS__ADDRESS__DOMAIN"] = "clubs.test"
    before = world.rows("audit")
    told = run("campaign", "mailbox", "lights", "clubs", "--yes", name="Tim", code=1).err
    assert "Your right as a moderator is “time”; this needs “all”" in told
    assert world.rows("audit") == before
    assert world.trail(1)[-1] == ("Tim", f"{REFUSED}campaign mailbox")
    run("campaign", "mailbox", "lights", "clubs", "--yes", name="Mila", code=0)


def test_in_many_campaigns_each_is_asked_about(run: Any, world: World) -> None:
    """`--all` passes over those in which the right is missing, and writes that down there."""
    ran = run("campaign", "pause", "--all", "--yes", login="Max", code=1)
    assert "this needs “time”" in ran.err
    assert world.trail(1)[-1] == ("Max", f"{REFUSED}campaign pause")
    run("campaign", "pause", "--all", "--yes", login="Tim", code=0)
    assert world.trail(1)[-1] == ("Tim", "pause")


@pytest.mark.parametrize("name", MODERATORS)
def test_a_moderator_without_the_right_is_refused_by_mail(name: str, world: World) -> None:
    before = world.rows(*MAILS)
    seat = seat_of(world, name)
    email = f"{name.lower()}@players.test"
    told = ""
    refused = [word for word, right in WRITTEN.items() if word != "start" and not MODERATORS[name].allows(right)]
    for word in refused:
        trail = world.trail(1)
        world.mail(email, seat, word)
        told = told or world.last_to(email)
        command = next(each for each in ALL if each.name(language("en")) == word)
        assert world.trail(1) == [*trail, (f"{name} (mail)", REFUSED + command.id)], word
    assert world.rows(*MAILS) == before
    with reading(world.service.engine) as session:
        table = table_of(world.service, session, 1)
        assert not [
            act for eyes in ((), ("red",)) for act in acts_known_to(table, eyes) if act.by.startswith(name) and refused
        ]
    assert {"Mila": "", "Tim": "нужно «все»", "Max": "this needs “time”"}[name] in told, told


def seat_of(world: World, name: str) -> str:
    with reading(world.service.engine) as session:
        seats = seats_at_table(session, 1, NOON)
    return next(seat.name for seat in seats if seat.kind is SeatKind.MODERATOR and name in seat.people)


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("Anna", "red"),
        ("Vera", "red"),
        ("Vera", "moderator"),
        ("Olga", "observer"),
        (STRANGER, "red"),
        (STRANGER, "moderator"),
    ],
)
def test_nobody_else_changes_anything_by_a_moderators_words(name: str, seat: str, world: World) -> None:
    """Their mail and its answer are kept. An entry in the trail would tell a moderator who plays that they wrote."""
    besides = (*MAILS, "confirmation") if name == STRANGER else MAILS  # the seat is asked whether it wrote that
    before, trail = world.rows(*besides), world.trail(1)
    world.mail(f"{name.lower()}@players.test", seat, *WRITTEN)
    assert world.rows(*besides) == before
    assert world.trail(1) == trail


@pytest.mark.parametrize("name", ["Mila", "Tim"])
def test_a_code_counts_only_with_the_right(name: str, world: World) -> None:
    """Asked for with all rights; they may be gone when it comes back."""
    world.mail("mila@players.test", seat_of(world, "Mila"), "close 1")
    told = world.last_to("mila@players.test")
    found = re.search(r"\d{4}(?:-\d{4})+", told)
    assert found is not None
    if name == "Tim":
        with writing(world.service.engine) as session:
            seat = next(each for each in seats_at_table(session, 1, NOON) if "Mila" in each.people)
            holdings.change(session, seat.id, seat.holders[0].person_id, rights=Right.TIME.value)
    world.mail("mila@players.test", seat_of(world, "Mila"), f"confirm {found[0]}")
    closed = world.trail(1)[-1] == ("Mila (mail)", "close")
    assert closed is (name == "Mila")
    assert closed or world.trail(1)[-1] == ("Mila (mail)", f"{REFUSED}close")


def test_a_match_is_begun_by_whoever_has_all_rights(world: World) -> None:
    """By mail, in a campaign that waits for its people."""
    chairs = {"Mila": "moderator", "Tim": "moderator-2"}
    before = world.rows(*MAILS)
    world.mail("tim@players.test", chairs["Tim"], "start", campaign="fair")
    assert world.rows(*MAILS) == before
    assert world.trail(2) == [("Tim (mail)", f"{REFUSED}campaign start")]
    assert "нужно «все»" in world.last_to("tim@players.test")
    world.mail("mila@players.test", chairs["Mila"], "start", campaign="fair")
    assert "Начать нельзя: занято мест — 0, а нужно 2" in world.last_to("mila@players.test")


DONE = Path(__file__).parent / "done.json"
"""What each command that can be carried out here says, and what the trail keeps; without the file it is written."""


def test_what_commands_say_and_what_the_trail_keeps(
    run: Any, world: World, template: Path, environment: dict[str, str]
) -> None:
    """To people and to programs, and what both languages tell players of the act: nobody changes that by mistake."""
    environment["ADJ_NOTICES__ALLOW_PRIVATE_NETWORKS"] = "true"
    found = dict[str, Any]()
    for words in (each for each in TO_TRY if isinstance(TYPED[each], Right) and "--dry-run" in options(each)):
        if words in IMPOSSIBLE:
            continue
        for form in ((), ("--json",)):
            world.service.engine.dispose()
            for path in template.glob("world.db*"):
                shutil.copy(path, world.folder / path.name)
            ran = run(*call(words, dry=False), *form, login="Mila")
            out, err = (re.sub(r"whsec_[\w+/=]+", "whsec_", each) for each in (ran.out, ran.err))
            found[" ".join((words, *form))] = json.loads(out) if form else [err, out]
        with reading(world.service.engine) as session:
            last = audits.trail(session, 2 if "fair" in CALLS[words] else 1)[-1]
            told = [Speaker(language(code), str, "UTC").sentence(done(last, (), abs)) for code in ("en", "ru")]
        found[f"{words}: trail"] = [last.command, last.telling, last.details.decode(), *told]
    if not DONE.exists():
        lines = (f"{json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in found.items())
        DONE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        pytest.fail("written: look at what has changed")
    assert found == json.loads(DONE.read_text())
