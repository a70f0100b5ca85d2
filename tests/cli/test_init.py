"""`adjudicator init` at a real terminal and real mail servers: from an empty folder to the first mail in a mailbox."""

import os
import re
import signal
import stat
import subprocess
import tomllib
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pexpect
import pytest

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.mail.fetch import FetchCursor, Mailbox
from adjudicator.service.admin.new_installation import LEFT_OUT, UNIT, likely, unit
from adjudicator.settings import Settings
from tests.cli.conftest import PROGRAM
from tests.own_dns import dns_server

AS_ROOT = ["--as-root"] if os.geteuid() == 0 else []
PASSWORD = 'so "secret" \\ é'


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[EmbeddedMail]:
    with EmbeddedMail(tmp_path / "mail", "game.test", require_login=False) as mail:
        mail.add_user("orders", PASSWORD)
        for name in ("anna", "boris"):
            mail.add_user(name, "secret")
        yield mail


@pytest.fixture
def empty(environment: dict[str, str], tmp_path: Path) -> tuple[dict[str, str], Path]:
    """An environment without any setting, and an empty folder."""
    folder = tmp_path / "our games, 100%"
    folder.mkdir()
    return {name: value for name, value in environment.items() if not name.startswith("ADJ_")}, folder


def places(servers: EmbeddedMail) -> tuple[str, str]:
    imap, smtp = servers.imap_settings("orders"), servers.smtp_settings()
    return f"127.0.0.1:{imap.port} none", f"127.0.0.1:{smtp.port} none"


def test_who_answers_its_questions_has_sent_the_first_mails(
    servers: EmbeddedMail, empty: tuple[dict[str, str], Path]
) -> None:
    environment, folder = empty
    imap, smtp = places(servers)
    child = pexpect.spawn(
        str(PROGRAM), ["init", *AS_ROOT], env={**environment, "TERM": "dumb"}, cwd=str(folder), encoding="utf-8",
        timeout=240, dimensions=(40, 300), preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    wrong = ("Login at the mail servers [orders@game.test]: ", "orders"), ("Password", "wrong")
    right = ("refuses user 'orders'", None), ("Login at", "orders"), ("Password", PASSWORD)
    at = ("is fetched [imap.game.test:993]: ", imap), ("sends mail [smtp.game.test:587]: ", smtp)
    for asked, answer in (
        ("Address of the mailbox: ", "orders"), ("'orders' is not an email address", "orders@game.test"), *wrong, *at,
        *right, *at, ("cannot wait [-]: ", "me@else.test"), ("(en, ru) [en]: ", "ru"), ("Time zone", "Europe/Moscow"),
        ("it arrived", None), ("is written", None), ("first campaign now? [Y/n] ", ""),
        ("digits, hyphens): ", "lights"),
        ("Title in emails [Lights]: ", ""), ("Game (", "sealed-bids"), ("Time zone [Europe/Moscow]: ", ""),
        ("Hours for an answer [72]: ", ""), ("red [-]: ", "Anna <anna@game.test> en"),
        ("blue [-]: ", "Boris <boris@game.test>"),
        ("moderator [-]: ", ""), ("write to them? [y/N] ", "y"), ("Start the service in this terminal? [Y/n] ", ""),
        ("serving orders@game.test", None),
    ):  # fmt: skip
        child.expect_exact(asked)
        if answer is not None:
            child.sendline(answer)
    subjects = {name: arrived(servers, name) for name in ("anna", "boris")}
    assert "Lights" in subjects["anna"]
    assert "Lights" in subjects["boris"]
    child.sendintr()
    child.expect_exact("stopped")
    child.expect(pexpect.EOF)
    written = tomllib.loads((folder / "adjudicator.toml").read_text())
    settings = Settings.model_validate(written)
    assert settings.mail.imap.password.get_secret_value() == PASSWORD
    assert (settings.mail.operator, settings.campaign.language) == ("me@else.test", "ru")
    assert settings.mail.trust == "dkim"
    assert (folder / "adjudicator.toml").stat().st_mode & 0o777 == 0o600
    assert verified(folder / "adjudicator.service") == ""
    # whoever called it again finds everything done, but for the campaign and the service that they may start
    again = subprocess.run([PROGRAM, "init", *AS_ROOT], env=environment, cwd=folder, capture_output=True, text=True)
    assert "is there already" in again.stderr


def test_what_was_settled_before_an_interruption_is_not_asked_again(
    servers: EmbeddedMail, empty: tuple[dict[str, str], Path]
) -> None:
    environment, folder = empty
    imap, smtp = places(servers)
    secret = folder.parent / "secret"
    secret.write_text(PASSWORD)
    options = ["--address", "orders@game.test", "--user", "orders", "--password-file", str(secret)]

    def begin(*more: str) -> pexpect.spawn:
        return pexpect.spawn(
            str(PROGRAM), ["init", *AS_ROOT, *more], env={**environment, "TERM": "dumb"}, cwd=str(folder),
            encoding="utf-8", timeout=240, dimensions=(40, 300),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip

    def interrupt(child: pexpect.spawn, at: str) -> None:
        child.expect_exact(at)
        child.sendeof()  # Ctrl-C could come just before the program waits for a line
        child.expect_exact("goes on from there")
        child.expect(pexpect.EOF)
        assert stat.S_IMODE((folder / ".adjudicator.toml.draft").stat().st_mode) == 0o600
        assert not (folder / "adjudicator.toml").exists()

    child = begin(*options, "--imap", imap, "--smtp", smtp)
    child.expect_exact("cannot wait [-]: ")
    child.sendline("me@else.test")
    interrupt(child, "(en, ru) [en]: ")
    child = begin()
    child.expect_exact("goes on with what was settled before")
    child.expect_exact("(en, ru) [en]: ")
    assert "cannot wait" not in child.before
    child.sendline("ru")
    interrupt(child, "Time zone")
    child = begin("--time-zone", "Europe/Moscow")
    child.expect_exact("first campaign now? [Y/n] ")
    assert "(en, ru)" not in child.before
    child.sendeof()
    child.expect(pexpect.EOF)
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith((".", "adjudicator."))) == [
        "adjudicator.db", "adjudicator.service", "adjudicator.toml",
    ]  # fmt: skip
    (folder / "adjudicator.service").unlink()
    child = begin()
    child.expect_exact("first campaign now? [Y/n] ")
    child.sendline("n")
    child.expect_exact("Start the service in this terminal? [Y/n] ")
    child.sendline("n")
    child.expect_exact("sudo cp '")
    child.expect(pexpect.EOF)
    assert verified(folder / "adjudicator.service") == ""
    settings = Settings.model_validate(tomllib.loads((folder / "adjudicator.toml").read_text()))
    assert (settings.mail.operator, settings.campaign.language) == ("me@else.test", "ru")
    assert settings.campaign.time_zone == "Europe/Moscow"


def test_nothing_is_set_up_to_run_as_root_unless_it_is_said(empty: tuple[dict[str, str], Path]) -> None:
    """Whoever is not root is not asked; without a terminal and options nothing is set up for them either."""
    environment, folder = empty
    done = subprocess.run(
        [PROGRAM, "init"], env=environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert (done.returncode, "--as-root" in done.stderr) == (1, os.geteuid() == 0)
    assert [*folder.iterdir()] == []


@pytest.mark.parametrize("home", ["/home/anna/our games", "/srv/our games"])
def test_the_unit_is_the_one_of_a_whole_machine_with_other_places(home: str) -> None:
    """It is as strict, but sees home folders where the installation lies in one."""
    program, account = Path(home, "bin/adjudicator"), "games"
    made = set(unit(program, Path(home, "adjudicator.toml"), account).splitlines())
    strict = set(UNIT.read_text().partition("[Service]")[2].splitlines())
    missing = {line for line in strict - made if not line.startswith(LEFT_OUT)}
    own = {"User", "WorkingDirectory", "Environment", "ExecStart"}
    assert {line.partition("=")[0] for line in missing} == own | (
        {"ProtectHome"} if home.startswith("/home") else set()
    )


def test_options_are_enough_and_a_wrong_password_writes_nothing(
    servers: EmbeddedMail, empty: tuple[dict[str, str], Path]
) -> None:
    environment, folder = empty
    imap, smtp = places(servers)
    secret = folder.parent / "secret"
    options = ["--address", "orders@game.test", "--user", "orders", "--password-file", str(secret), "--json", *AS_ROOT]

    def init(*more: str) -> subprocess.CompletedProcess[str]:
        command = [PROGRAM, "init", *options, "--imap", imap, "--smtp", smtp, *more]
        return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)

    secret.write_text("wrong\n")
    assert "refuses user 'orders'" in init().stderr
    assert [*folder.iterdir()] == []
    secret.write_text(f"{PASSWORD}\n")
    assert "is not an email address" in init("--operator", "nobody").stderr
    assert "please choose one" not in init("--language", "ru", "--time-zone", "UTC").stderr
    before = (folder / "adjudicator.toml").read_bytes()
    again = init()
    assert (again.returncode, "is there already" in again.stderr) == (1, True)
    assert (folder / "adjudicator.toml").read_bytes() == before


def test_a_mailbox_that_takes_no_addresses_of_seats_is_told(
    servers: EmbeddedMail, empty: tuple[dict[str, str], Path]
) -> None:
    """The mail to itself is refused, because the address of the mailbox is none of that server."""
    environment, folder = empty
    imap, smtp = places(servers)
    (folder.parent / "secret").write_text(PASSWORD)
    command = [
        PROGRAM,
        "init",
        *AS_ROOT,
        "--address",
        "nobody@game.test",
        "--user",
        "orders",
        "--imap",
        imap,
        "--smtp",
        smtp,
    ]
    command += ["--password-file", str(folder.parent / "secret")]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, "the mail to nobody+" in done.stderr) == (1, True)
    assert [path.name for path in folder.iterdir()] == [".adjudicator.toml.draft"]


def test_servers_are_looked_up_where_the_domain_tells_them() -> None:
    zone = {
        ("_imaps._tcp.game.test", "SRV"): ["10 1 1993 b.game.test.", "5 1 1994 a.game.test."],
        ("_submission._tcp.game.test", "SRV"): ["0 1 587 send.game.test."],
        ("_imap._tcp.other.test", "SRV"): ["0 0 0 ."],
    }
    with dns_server(zone) as address:
        assert str(likely("imap", "game.test", address)) == "a.game.test:1994 implicit"
        assert str(likely("smtp", "game.test", address)) == "send.game.test:587"
        assert str(likely("imap", "other.test", address)) == "imap.other.test:993"


def arrived(servers: EmbeddedMail, name: str) -> str:
    """The subject of the first mail in somebody's mailbox, when it has come."""
    with Mailbox.connect(servers.imap_settings(name)) as box:
        while not (mails := [*box.new_mails(FetchCursor(box.uidvalidity, 0))]):
            assert box.wait(240), f"no mail for {name}"
    return str(message_from_bytes(mails[0].raw, policy=default)["Subject"])


def verified(unit: Path) -> str:
    """What systemd has against a unit, and what it would let it do too freely."""
    text = re.sub("^User=root$", "User=mail", unit.read_text(), flags=re.MULTILINE)
    assert f'ExecStart="{PROGRAM}" serve\n' in text
    unit.write_text(text)
    looks = ["verify", "--man=no", "--recursive-errors=no"], ["security", "--offline=true", "--threshold=30"]
    told = [
        subprocess.run(["systemd-analyze", *look, unit], capture_output=True, text=True, check=False) for look in looks
    ]
    return told[0].stdout + told[0].stderr + ("" if told[1].returncode == 0 else told[1].stdout)
