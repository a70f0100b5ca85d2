"""Stories of the guides, word for word at a real terminal: every command, every line that it prints.

In the guide `…` stands for what differs from day to day; behind `[y/N] ` and the like stands what is typed.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from adjudicator.mail.embedded import EmbeddedMail
from tests.cli.test_program import _mail_settings
from tests.cli.test_terminal import PROGRAM
from tests.guides import campaign_file, section

_PROMPT = re.compile(r"(.*(?:\[y/N\]|\[drop\]) )(\S*)")


def blocks(heading: str) -> list[str]:
    """The terminal sessions of a section."""
    return re.findall(r"```console\n(.*?)```", section(heading), re.DOTALL)


class Terminal:
    """Types what the guide tells, and compares what comes with what the guide tells."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment, self.folder = {**environment, "TERM": "xterm"}, folder

    def play(self, session: str) -> None:
        for command in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
            typed, *lines = command.rstrip("\n").split("\n")
            self._one(typed, lines)

    def _one(self, typed: str, lines: list[str]) -> None:
        program, *arguments = shlex.split(typed)
        assert program == "adjudicator"
        child = pexpect.spawn(
            PROGRAM, arguments, env=self.environment, cwd=str(self.folder), encoding="utf-8", timeout=600,
            dimensions=(60, 200),
        )  # fmt: skip
        for line in lines:
            asked = _PROMPT.fullmatch(line)
            wanted = re.escape(asked[1] if asked else line.rstrip()).replace("…", "[^\r\n]*")
            try:
                child.expect(wanted)
            except pexpect.ExceptionPexpect:
                pytest.fail(f"$ {typed}\nwanted: {line}\ngot: {child.before}")
            if asked:
                child.sendline(asked[2])
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0, typed


@pytest.fixture
def terminal(desk: Any, environment: dict[str, str], tmp_path: Path) -> Terminal:
    """The campaign of the guide, just begun."""
    (tmp_path / "campaign.toml").write_text(campaign_file())
    desk("campaign", "create", "--file", "campaign.toml")
    return Terminal(environment, tmp_path)


@pytest.fixture
def mailbox(environment: dict[str, str], tmp_path: Path) -> Iterator[None]:
    """The mail account of the installation."""
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers:
        servers.add_user("orders", "secret")
        environment |= _mail_settings(servers)
        yield


@pytest.mark.long
def test_a_player_vanished_and_another_takes_over(terminal: Terminal, desk: Any) -> None:
    for session in blocks("A player vanished and another takes over"):
        terminal.play(session)
    mails = desk("mail", "list", "--out", "--json").json
    assert {"stella@example.org", "boris@example.org", "anna@example.org"} <= {mail["address"] for mail in mails}


@pytest.mark.usefixtures("mailbox")
@pytest.mark.long
def test_the_disk_died_and_yesterdays_backup_is_all_there_is(terminal: Terminal, tmp_path: Path, desk: Any) -> None:
    every_night, on_the_new_computer = blocks("The disk died and yesterday's backup is all there is")
    terminal.play(every_night)
    for file in (tmp_path / "var").glob("adjudicator.db*"):
        file.unlink()
    terminal.play(on_the_new_computer)
    assert desk("campaign", "list", "--json").json[0]["state"] == "running"


@pytest.mark.long
def test_the_die_roll_of_a_table_game_must_be_entered_by_hand(
    played: Any, environment: dict[str, str], tmp_path: Path, desk: Any
) -> None:
    agreed, entered = blocks("The die roll of a table game must be entered by hand")
    at_desk = Terminal(environment, tmp_path)
    at_desk.play(agreed)
    played.write("blue", f"bid {played.hands['blue'][0]}")
    at_desk.play(entered)
    desk("campaign", "export", "lights", "--all", "-o", "lights.zip")
    verified = desk("verify", "lights.zip")
    assert "all is as it should be" in verified.out
    assert "entry 3: entered by a moderator, not drawn" in verified.out
