"""Several mailboxes at the command line: created in one, moved, checked by doctor, brought back into another."""

from pathlib import Path
from typing import Any

import pytest

from adjudicator.mail.embedded import EmbeddedMail
from tests.cli.test_program import _mail_settings

CLUBS = {"ADJ_MAIL__MAILBOXES__CLUBS__ADDRESS__DOMAIN": "clubs.test"}
PLAYERS = ("--player", "red=Anna <anna@players.test>", "--player", "blue=Boris <boris@players.test>")


@pytest.fixture
def clubs(desk: Any, environment: dict[str, str]) -> Any:
    """`desk` of an installation with two mailboxes, and a campaign in the second."""
    environment |= CLUBS
    desk("campaign", "create", "lights", "--game", "sealed-bids", "--mailbox", "clubs", *PLAYERS)
    return desk


def test_a_campaign_is_created_in_a_mailbox_and_moved(clubs: Any) -> None:
    assert clubs("campaign", "show", "lights", "--json").json["mailbox"] == "clubs"
    assert "orders@game.test" in clubs("campaign", "mailbox", "lights", "main", "--yes").out
    assert clubs("campaign", "show", "lights", "--json").json["mailbox"] == "main"
    refused = clubs("campaign", "mailbox", "lights", "dubs", "--yes", code=1).err
    assert "the settings have no 'dubs', but main, clubs" in refused


def test_a_file_names_the_mailbox(clubs: Any, tmp_path: Path) -> None:
    text = 'name = "{}"\ntitle = "T"\ngame = "sealed-bids"\nmailbox = "{}"\n'
    people = '[[players]]\nseat = "red"\nname = "A"\nemail = "a@x.test"\n[[players]]\nseat = "blue"\nname = "B"\n'
    for name, box in (("one", "clubs"), ("two", "main")):
        (tmp_path / "new.toml").write_text(text.format(name, box) + people + 'email = "b@x.test"\n')
        clubs("campaign", "create", "--file", "new.toml")
        assert clubs("campaign", "show", name, "--json").json["mailbox"] == box


def test_an_invitation_names_the_address_of_its_campaign(clubs: Any) -> None:
    told = clubs("campaign", "invite", "lights", "--observer", "--yes").out
    assert "Write a mail to orders@clubs.test" in told


def test_an_archive_comes_back_into_its_mailbox_or_another(clubs: Any, environment: dict[str, str]) -> None:
    clubs("campaign", "export", "lights", "--all", "-o", "lights.zip")
    environment["ADJ_DATABASE"] = environment["ADJ_DATABASE"].replace("adjudicator.db", "other.db")
    clubs("campaign", "import", "lights.zip", "--yes")
    assert clubs("campaign", "show", "lights", "--json").json["mailbox"] == "clubs"
    environment["ADJ_DATABASE"] = environment["ADJ_DATABASE"].replace("other.db", "third.db")
    environment.pop(*CLUBS)
    assert "--mailbox NAME" in clubs("campaign", "import", "lights.zip", "--yes", code=1).err
    clubs("campaign", "import", "lights.zip", "--mailbox", "main", "--yes")
    assert clubs("campaign", "show", "lights", "--json").json["mailbox"] == "main"


def test_doctor_looks_at_each_mailbox(clubs: Any, environment: dict[str, str], tmp_path: Path) -> None:
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers:
        for name in ("orders", "clubs"):
            servers.add_user(name, "secret")
        environment |= _mail_settings(servers)
        clubs_own = {
            "IMAP__USER": "clubs",
            "IMAP__PASSWORD": "secret",
            "SMTP__USER": "clubs",
            "SMTP__PASSWORD": "wrong",
        }
        environment |= {f"ADJ_MAIL__MAILBOXES__CLUBS__{name}": value for name, value in clubs_own.items()}
        found = {each["subject"]: each for each in clubs("doctor", "--json", code=1).json}
    assert found["mail.imap"]["state"] == found["mail.mailboxes.clubs.imap"]["state"] == "good"
    assert found["mail.smtp"]["state"] == "good"
    assert "refuses user 'clubs'" in found["mail.mailboxes.clubs.smtp"]["text"]


def test_nothing_starts_while_a_campaign_has_no_mailbox(clubs: Any, environment: dict[str, str]) -> None:
    environment.pop(*CLUBS)
    environment["ADJ_CELERY__BROKER"] = "redis://127.0.0.1:1/0"
    told = "'clubs' is not in the settings, and belongs to lights"
    for process in ("serve", "poll", "worker"):
        assert told in clubs(process, code=1).err
    assert told in clubs("doctor", code=1).out
    environment |= CLUBS
    assert "no 'dubs'" in clubs("poll", "--mailbox", "dubs", code=1).err
