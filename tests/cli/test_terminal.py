"""The commands at a real terminal: prompts, a no, Ctrl-C, and what the Tab key offers."""

import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from adjudicator.service.moderation.overview import NEEDS
from cli.output import Columns
from cli.overview import NEXT, few
from tests.long_cases import one_in

PROGRAM = str(Path(sys.executable).with_name("adjudicator"))
PLAYERS = ("--player", "red=Anna <anna@players.test>", "--player", "blue=Boris <boris@players.test>")
Sit = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def sit(environment: dict[str, str], tmp_path: Path) -> Iterator[Sit]:
    """Start a command at a terminal."""
    started: list[pexpect.spawn[str]] = []

    def at_terminal(*arguments: str, width: int = 120, height: int = 40, **more: str) -> "pexpect.spawn[str]":
        child = pexpect.spawn(
            PROGRAM, list(arguments), env={**environment, "TERM": "xterm", **more}, cwd=str(tmp_path),
            encoding="utf-8", timeout=240, dimensions=(height, width), preexec_fn=_heeds_ctrl_c,
        )  # fmt: skip
        started.append(child)
        return child

    yield at_terminal
    for child in started:
        child.close(force=True)


def _heeds_ctrl_c() -> None:
    """As in any shell at a terminal: what is started in the background ignores the key, and its children with it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def ends(child: "pexpect.spawn[str]") -> int:
    child.expect(pexpect.EOF)
    child.close()
    return 128 + child.signalstatus if child.exitstatus is None else child.exitstatus


def the_state(desk: Any) -> str:
    found: str = desk("campaign", "list", "--json").json[0]["state"]
    return found


def test_a_yes_does_it(desk: Any, sit: Sit, played: Any) -> None:
    child = sit("campaign", "pause", "lights", "--reason", "illness")
    child.expect("running → paused")
    child.expect_exact("Do it? [y/N] ")
    child.sendline("y")
    child.expect("The campaign is paused")
    assert ends(child) == 0
    assert the_state(desk) == "paused"


@one_in(2, "key", ["n", "\x04", "\x03", ""])
def test_anything_else_leaves_everything_as_it_was(desk: Any, sit: Sit, played: Any, key: str) -> None:
    child = sit("campaign", "pause", "lights")
    child.expect_exact("Do it? [y/N] ")
    child.send(key if key in ("\x03", "\x04") else f"{key}\r")
    child.expect("nothing was changed")
    assert ends(child) == 130
    assert the_state(desk) == "running"


def test_nothing_is_locked_while_the_question_stands(desk: Any, sit: Sit, played: Any) -> None:
    child = sit("process", "now", "lights")
    child.expect_exact("Do it? [y/N] ")
    played.write("blue", f"ставка {played.hands['blue'][0]}")
    child.sendline("y")
    child.expect("play went on meanwhile")
    assert ends(child) == 1


def test_what_is_on_file_is_asked_about_before_a_seat_is_taken(desk: Any, sit: Sit, played: Any) -> None:
    child = sit("seat", "eject", "lights", "red")
    child.expect_exact("What is on file for red: keep or drop? [drop] ")
    child.sendline("keep")
    child.expect_exact("Do it? [y/N] ")
    child.sendline("yes")
    child.expect("The seat is taken")
    assert ends(child) == 0
    shown = desk("campaign", "show", "lights", "--all", "--json").json
    assert {seat["name"]: seat.get("sealed") for seat in shown["seats"]}["red"] is not None


def test_ctrl_c_in_the_middle_of_work_leaves_nothing_half_done(desk: Any, sit: Sit, played: Any) -> None:
    child = sit("deadline", "extend", "lights", "--hours", "5", "--yes")
    child.expect("mails to")
    child.send("\x03")
    code = ends(child)
    due = desk("campaign", "list", "--json").json[0]["deadline"]
    acts = [act for act in _trail(played) if act == "extend"]
    assert (code == 0) == bool(acts)
    assert len(acts) <= 1
    assert due


def _trail(played: Any) -> list[str]:
    from adjudicator.store import audits
    from adjudicator.store.engine import reading

    with reading(played.service.engine) as session:
        return [act.command for act in audits.trail(session, played.id)]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("adjudicator ", "campaign"), ("adjudicator campaign ", "pause"), ("adjudicator seat ", "replace")],
)
def test_the_tab_key_lists_commands(run: Any, environment: dict[str, str], typed: str, offered: str) -> None:
    environment |= {
        "_ADJUDICATOR_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split())),
    }
    assert offered in run().out.split()


@one_in(3, "typed", ["campaign pause other li", "campaign show li", "deadline extend li"])
def test_the_tab_key_offers_the_campaigns_that_begin_so(
    run: Any, environment: dict[str, str], played: Any, typed: str
) -> None:
    words = f"adjudicator {typed}"
    asked = {"_ADJUDICATOR_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    environment |= asked
    assert run().out.split() == ["lights"]
    environment |= {"COMP_WORDS": words[:-2] + "x"}
    assert run().out.split() == []
    environment |= {"COMP_WORDS": words, "ADJ_DATABASE": "sqlite:///nowhere/at-all.db"}
    assert run().out.split() == [], "a key is no place for an error"


def test_a_campaign_is_created_by_questions_and_answers(desk: Any, sit: Sit) -> None:
    child = sit("campaign", "create")
    for question, answer in (
        ("Name (small letters, digits, hyphens): ", "Night Watch!"),
        ("Name (small letters, digits, hyphens): ", "night-watch"),
        ("Title in emails [Night Watch]: ", ""),
        ("Game (", "sealed-bids"),
        ("Time zone [UTC]: ", "Europe/Moscow"),
        ("Hours for an answer [72]: ", "48"),
        ("red [-]: ", "Anna <anna at players.test>"),
        ("red [-]: ", "Anna <anna@players.test>"),
        ("blue [-]: ", "Boris <boris@players.test> ru"),
    ):
        child.expect_exact(question)
        child.sendline(answer)
    while child.expect_exact(["[-]: ", "Create it and write to them? [y/N] "]) == 0:
        child.sendline("")
    child.sendline("y")
    child.expect("night-watch is created; 2 first mails are queued")
    assert ends(child) == 0
    shown = desk("campaign", "show", "night-watch", "--json").json
    assert (shown["deadline_hours"], shown["time_zone"]) == (48, "Europe/Moscow")


def test_what_was_given_is_not_asked_for(sit: Sit) -> None:
    child = sit("campaign", "create", "night-watch", "--title", "The Watch", "--game", "sealed-bids")
    child.expect_exact("Time zone [UTC]: ")
    assert "Title" not in child.before
    child.send("\x03")
    assert ends(child) == 130


def test_leaving_the_questions_creates_nothing(desk: Any, sit: Sit) -> None:
    child = sit("campaign", "create", "night-watch")
    child.expect_exact("Title in emails [Night Watch]: ")
    child.send("\x03")
    child.expect("nothing was changed")
    assert ends(child) == 130
    assert desk("campaign", "list", "--json").json == []


def seen(child: "pexpect.spawn[str]") -> tuple[list[str], str]:
    """The lines of a screen, and the raw text with what makes it bold."""
    assert ends(child) == 0
    raw = str(child.before)
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", raw).splitlines() if line.strip()], raw


def test_the_overview_has_a_line_for_each_campaign_and_as_many_columns_as_there_is_room_for(
    desk: Any, sit: Sit, played: Any, environment: dict[str, str]
) -> None:
    for number in range(19):
        desk("campaign", "create", f"table-{number}-of-an-autumn-league", "--game", "sealed-bids", *PLAYERS)
    desk("campaign", "pause", "table-3-of-an-autumn-league", "--yes")
    desk("seat", "eject", "lights", "red", "--yes")
    lines, raw = seen(sit("overview", width=80))
    assert lines[0].split() == ["NAME", "WAITING", "FOR", "WAITED", "LEFT", "NEEDS", "YOU"]
    assert max(map(len, lines)) <= 80
    first, *others = [line for line in lines if line.startswith(("lights", "table"))]
    assert (first.split()[0], len(others)) == ("lights", 19), "what needs somebody comes first, each has a line"
    assert (raw.count("\x1b[1mlights"), "\x1b[1mtable" in raw) == (1, False)
    assert lines[-2:] == [
        "20 campaigns: 1 needs you, 1 paused",
        "  vacant     fill an empty seat: seat replace NAME SEAT --to …",
    ]
    assert ("\x1b[32m2 d 23 h" in raw, "\x1b[90mpaused" in raw) == (True, True)
    assert re.search(r"\x1b\[1;31m\w", raw), "what needs the moderator"
    plain = seen(sit("overview", width=80, NO_COLOR="1"))
    waited = re.compile(r"\d min ")
    assert [waited.sub("", each) for each in plain[0]] == [waited.sub("", each) for each in lines], "the same words"
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", plain[1])
    low, _ = seen(sit("overview", width=80, height=22))
    assert (len(low), low[1].split()[0]) == (21, "lights"), "what needs somebody stays on the screen"
    assert low[-3] == "and 3 more, in which nothing is to be done now (--all)"
    assert len(seen(sit("overview", "--all", width=80, height=10))[0]) == len(lines)
    del environment["COLUMNS"]
    assert len(desk("overview").out.splitlines()[0]) <= 80, "a file is as wide"


def test_a_filter_of_the_overview_that_can_show_nothing_is_refused(desk: Any, played: Any) -> None:
    refused = desk("overview", "--moderator", "Milla", code=1)
    assert "Milla moderates no campaign that is not over; those who do: Mila" in refused.err
    assert "'running', 'paused'" in desk("overview", "--state", "finished", code=2).err
    assert desk("overview", "--moderator", "mila", "--state", "running").out.splitlines()[1].startswith("lights")


def test_for_every_need_there_are_commands(desk: Any) -> None:
    assert set(NEXT) == set(NEEDS)
    for command in (command for meeting in NEXT.values() for command in meeting):
        words = re.match(r"[a-z ]*[a-z]", command)
        assert words is not None
        assert f" {words[0]} " in desk(*words[0].split(), "--help").out.splitlines()[0]


def test_of_many_seats_the_overview_names_those_that_it_has_room_for() -> None:
    assert few(("red", "blue")) == "red, blue"
    assert few(("castile", "england", "france", "poland")) == "castile, england +2"
    assert few(("a-seat-with-a-long-name", "red")) == "a-seat-with-a-long-name +1"


@pytest.mark.parametrize(("room", "shown"), [(60, [0, 1, 2, 4]), (36, [0, 2, 4]), (25, [0, 4])])
def test_columns_are_left_out_where_they_are_empty_and_one_by_one_where_there_is_no_room(
    room: int, shown: list[int]
) -> None:
    rows = [["a" * 10, "b" * 10, "c" * 10, "", "what may be broken into lines"], ["a", "", "c", "", ""]]
    assert Columns(["A", "B", "C", "D", "E"], rows, spare=("B", "C", "D")).fitting(rows, room) == shown
