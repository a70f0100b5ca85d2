"""The disk died, and yesterday's archive is all there is: real mail servers, real commands, nothing lost or doubled."""

import asyncio
import re
import zipfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.mail.fetch import Mailbox
from adjudicator.mail.send import Delivered, hand_over
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.inbox.handling import sweep
from adjudicator.service.outbox.delivery import imap_settings, send_due
from adjudicator.service.service import Service, open_service
from adjudicator.service.words.rendering import render_due
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from tests.cli.test_program import _mail_settings
from tests.long_cases import one_in
from worker.poller import LEASE, fetch_new

PEOPLE = {"red": "anna", "blue": "boris", "moderator": "mila"}

Change = Callable[[bytes], bytes | None]
"""What happens to a member of an archive; None: it is left out."""


class Installation:
    """An installation whose disk may die, and the mailboxes of its people, which do not."""

    def __init__(self, servers: EmbeddedMail) -> None:
        self.servers = servers
        self.count = 0

    def service(self) -> Service:
        return open_service(Settings.load())

    def work(self) -> None:
        """What the poller, the worker and the sender do until nothing is left to do."""
        service = self.service()
        with Mailbox.connect(imap_settings(service.settings)) as box:
            while fetch_new(service, box):
                pass
        while sweep(service, LEASE) or render_due(service) or asyncio.run(send_due(service)):
            pass
        service.engine.dispose()

    def write(self, seat: str, *lines: str) -> None:
        """A mail of a seat, answering the newest one that asked it something."""
        self.count += 1
        asked = self.received(seat)[-1]
        mail = EmailMessage()
        mail["From"] = f"{PEOPLE[seat]}@game.test"
        mail["To"] = str(asked["Reply-To"])
        mail["Subject"] = f"Re: {asked['Subject']}"
        mail["Message-ID"] = f"<{self.count}.{seat}@game.test>"
        mail.set_content("\n".join(lines) + "\n")
        recipient = str(mail["To"]).rpartition("<")[2].rstrip(">")
        own = self.servers.smtp_settings(PEOPLE[seat])
        sent = asyncio.run(
            hand_over(mail.as_bytes(), sender=f"{PEOPLE[seat]}@game.test", recipient=recipient, settings=own)
        )
        assert isinstance(sent, Delivered)

    def received(self, seat: str) -> list[EmailMessage]:
        with Mailbox.connect(self.servers.imap_settings(PEOPLE[seat])) as box:
            raws = [fetched.raw for fetched in box.new_mails(None)]
        return [BytesParser(policy=default).parsebytes(raw) for raw in raws]  # type: ignore[misc]

    def bid(self, seat: str) -> None:
        """The first card of the newest question."""
        number = next(
            found[1] for mail in reversed(self.received(seat)) if (found := re.search(r"#(\d+) ", str(mail["Subject"])))
        )
        self.write(seat, f"{number}a")

    def position(self) -> tuple[int, bytes]:
        service = self.service()
        with reading(service.engine) as session:
            table = table_of_campaign(service.work(session), 1)
            service.engine.dispose()
            return table.head.sequence, table.match.checkpoint()


@pytest.fixture
def installation(
    desk: Any, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Installation]:
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers:
        for name in ("orders", *PEOPLE.values()):
            servers.add_user(name, "secret")
        for name, value in _mail_settings(servers).items():
            monkeypatch.setenv(name, value)
            environment[name] = value
        players = [f"--player={seat}={name.title()} <{name}@game.test>" for seat, name in PEOPLE.items()]
        desk("campaign", "create", "lights", "--game", "sealed-bids", "--seed", "00ff", *players)
        made = Installation(servers)
        made.work()
        yield made


def the_disk_dies(tmp_path: Path) -> None:
    for file in (tmp_path / "var").glob("adjudicator.db*"):
        file.unlink()


def test_yesterdays_archive_and_the_mailbox_bring_everything_back(
    desk: Callable[..., Any], installation: Installation, tmp_path: Path
) -> None:
    installation.bid("red")
    installation.bid("blue")
    installation.work()
    desk("campaign", "export", "lights", "--all", "-o", "backup.zip")
    for _ in range(2):  # play went on after the archive was made
        asked = desk("campaign", "list", "--json").json[0]["asked"]
        for seat in asked:
            installation.bid(seat)
            installation.work()
    lost = installation.position()
    before = {seat: len(installation.received(seat)) for seat in PEOPLE}
    the_disk_dies(tmp_path)

    told = desk("campaign", "import", "backup.zip", "--dry-run", "--json").json
    assert told["restored"]["state"] == "paused"
    assert desk("campaign", "list", "--json").json == []
    back = desk("campaign", "import", "backup.zip", "--yes").out
    assert "adjudicator mail refetch" in back
    assert installation.position()[0] < lost[0]
    again = desk("mail", "refetch", "--json").json
    assert again["new"] >= 2
    assert desk("mail", "refetch", "--json").json["new"] == 0
    installation.work()
    desk("campaign", "resume", "lights", "--yes")
    installation.work()
    assert installation.position() == lost, "the same orders and the same draws give the same position"
    for seat in PEOPLE:
        ids = [str(mail["Message-ID"]) for mail in installation.received(seat)]
        assert len(ids) == len(set(ids)), "no mail came twice"
        assert len(ids) > before[seat]
    assert any("restored from a backup" in str(mail["Subject"]) for mail in installation.received("red"))
    installation.bid(desk("campaign", "list", "--json").json[0]["asked"][0])
    installation.work()
    assert "all as stored" in desk("turn", "replay", "lights").err


def test_what_was_not_sent_yet_is_not_sent_twice(
    desk: Callable[..., Any], installation: Installation, tmp_path: Path
) -> None:
    installation.bid("red")
    service = installation.service()
    with Mailbox.connect(imap_settings(service.settings)) as box:
        fetch_new(service, box)
    sweep(service, LEASE)
    service.engine.dispose()
    desk("campaign", "export", "lights", "--all", "-o", "backup.zip")  # the answer to red waits in the outbox
    installation.work()
    (answer,) = [mail for mail in installation.received("red") if "on file" in str(mail["Subject"])]
    the_disk_dies(tmp_path)
    restored = desk("campaign", "import", "backup.zip", "--yes", "--json").json["restored"]
    assert restored["held_back"] == 1
    installation.work()
    ids = [str(mail["Message-ID"]) for mail in installation.received("red")]
    assert ids.count(str(answer["Message-ID"])) == 1


def test_an_archive_goes_into_a_database_once(desk: Callable[..., Any], played: Any) -> None:
    desk("campaign", "export", "lights", "--all", "-o", "backup.zip")
    desk("campaign", "export", "lights", "-o", "public.zip")
    assert "a campaign named lights already" in desk("campaign", "import", "backup.zip", "-y", code=1).err
    assert "only an archive of everything" in desk("campaign", "import", "public.zip", "-y", code=1).err


@one_in(
    2,
    ("name", "change", "told"),
    [
        (
            "store/person.jsonl",
            lambda content: content.replace(b'"name":"', b'"name":"Not ', 1),
            "store/person.jsonl line 1",
        ),
        ("store/seat.jsonl", lambda content: None, "store/seat.jsonl"),
        ("store/checkpoint.jsonl", lambda content: content[:-30], "store/checkpoint.jsonl line 2"),
        ("manifest.json", lambda content: None, "manifest.json: it is missing"),
    ],
    ids=["changed", "missing", "cut off", "unsealed"],
)
def test_an_archive_that_is_damaged_or_changed_is_not_imported(
    desk: Callable[..., Any],
    played: Any,
    tmp_path: Path,
    name: str,
    change: Callable[[bytes], bytes | None],
    told: str,
) -> None:
    """One fault is one line, and names the place."""
    desk("campaign", "export", "lights", "--all", "-o", "backup.zip")
    with zipfile.ZipFile(tmp_path / "backup.zip") as good, zipfile.ZipFile(tmp_path / "bad.zip", "w") as bad:
        for member in good.namelist():
            content = good.read(member) if member != name else change(good.read(member))
            if content is not None:
                bad.writestr(member, content)
    the_disk_dies(tmp_path)
    found = desk("campaign", "import", "bad.zip", "-y", code=1).err
    assert "bad.zip: " in found
    assert told in found
    assert len(found.strip().splitlines()) == 1


def test_a_copy_of_the_database_goes_on_the_same_way(
    desk: Callable[..., Any], installation: Installation, tmp_path: Path
) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "var/adjudicator.db") as live, sqlite3.connect(tmp_path / "copy.db") as copy:
        live.backup(copy)
    installation.bid("red")
    installation.bid("blue")
    installation.work()
    lost = installation.position()
    the_disk_dies(tmp_path)
    (tmp_path / "copy.db").rename(tmp_path / "var/adjudicator.db")
    back = desk("db", "mark-restored", "--yes").out
    assert "adjudicator mail refetch" in back
    desk("mail", "refetch")
    desk("campaign", "resume", "lights", "--yes")
    assert installation.position() == lost
