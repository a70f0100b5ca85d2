"""A mail may kill the process that reads it, and nobody else."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import msgspec
import pytest

from adjudicator.mail import sandbox
from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import Limits, Nature
from adjudicator.mail.read import read_mail
from adjudicator.mail.reader import Job
from adjudicator.mail.sandbox import ParserCrashed, Reader, parse_in_sandbox

SAMPLES = Path(__file__).parents[1] / "samples" / "mail"
HEAD = b"From: anna@players.test\r\nTo: orders+x@game.test\r\nMessage-ID: <a@players.test>\r\nSubject: x\r\n\r\n"
LIMITS = Limits(seconds=1)
PATIENCE = 240


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may do much else: a reader is not ended because it had to wait for its turn."""
    monkeypatch.setattr(sandbox, "WALL", PATIENCE)


def no_bounds(**more: int) -> Limits:
    """As if there were no other limits: only the guard stands."""
    return msgspec.structs.replace(
        LIMITS, mail_bytes=10**9, raw_lines=10**9, text_bytes=10**9, text_lines=10**9, lines=10**9, **more
    )


def pid_of(reader: Reader) -> int:
    return reader._process.pid


def test_every_sample_reads_the_same_in_the_other_process(own: OwnAddresses) -> None:
    for path in sorted(SAMPLES.glob("*.eml")):
        raw = path.read_bytes()
        form = ("commit to war",)
        assert parse_in_sandbox(raw, own=own, limits=Limits(), sent_form=form) == read_mail(
            raw, own=own, sent_form=form
        )


def test_a_mail_that_needs_too_much_processor_time_is_unreadable_and_the_next_one_is_read(own: OwnAddresses) -> None:
    slow = HEAD + b"x y z\r\n" * 4_000_000
    mail = parse_in_sandbox(slow, own=own, limits=no_bounds())
    assert (mail.nature, mail.nature_why) == (Nature.UNREADABLE, "over the limit: it took too much processor time")
    assert mail.message_id == "<a@players.test>"
    assert (mail.from_address, mail.tokens.addressed) == ("anna@players.test", ("x",)), "its writer can be told"
    assert parse_in_sandbox(HEAD + b"pass\r\n", own=own, limits=LIMITS).lines == ("pass",)


@pytest.mark.long
def test_a_mail_that_wants_too_much_memory_is_unreadable(own: OwnAddresses) -> None:
    large = HEAD + b"x" * 200_000_000
    mail = parse_in_sandbox(large, own=own, limits=no_bounds(seconds=30))
    assert mail.nature is Nature.UNREADABLE
    assert parse_in_sandbox(HEAD + b"pass\r\n", own=own, limits=LIMITS).lines == ("pass",)


@pytest.mark.parametrize("how", [signal.SIGSEGV, signal.SIGKILL])
def test_a_reader_that_crashes_over_a_mail_makes_it_unreadable(own: OwnAddresses, how: signal.Signals) -> None:
    reader = Reader()
    os.kill(pid_of(reader), signal.SIGSTOP)
    threading.Timer(0.2, lambda: [os.kill(pid_of(reader), each) for each in (how, signal.SIGCONT)]).start()
    with pytest.raises(ParserCrashed):
        reader.read(Job(HEAD, own, Limits(), ()))
    assert not reader.alive


def test_a_reader_that_hangs_without_working_is_ended(own: OwnAddresses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "WALL", 1)
    reader = Reader()
    os.kill(pid_of(reader), signal.SIGSTOP)
    with pytest.raises(ParserCrashed, match="too long"):
        reader.read(Job(HEAD, own, LIMITS, ()))
    assert not reader.alive


def test_a_reader_that_died_while_it_had_nothing_to_do_is_replaced(own: OwnAddresses) -> None:
    parse_in_sandbox(HEAD, own=own, limits=LIMITS)
    reader = sandbox._readers[0]
    os.kill(pid_of(reader), signal.SIGKILL)
    reader._process.wait()
    assert parse_in_sandbox(HEAD + b"pass\r\n", own=own, limits=LIMITS).lines == ("pass",)


def test_the_reader_ends_with_its_owner(own: OwnAddresses) -> None:
    reader = Reader()
    reader.read(Job(HEAD, own, LIMITS, ()))
    assert reader._process.stdin is not None
    reader._process.stdin.close()
    assert reader._process.wait(PATIENCE) == 0


def test_a_fork_does_not_talk_to_the_reader_of_its_parent(own: OwnAddresses) -> None:
    parse_in_sandbox(HEAD, own=own, limits=LIMITS)
    child = os.fork()
    if child == 0:
        other = sandbox._reader()
        fine = parse_in_sandbox(HEAD + b"pass\r\n", own=own, limits=LIMITS).lines == ("pass",)
        mine = other.owner == os.getpid()
        other.close()
        os._exit(0 if fine and mine else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert parse_in_sandbox(HEAD + b"pass\r\n", own=own, limits=LIMITS).lines == ("pass",)


def test_without_seconds_the_mail_is_read_here(own: OwnAddresses) -> None:
    before = list(sandbox._readers)
    assert parse_in_sandbox(HEAD + b"pass\r\n", own=own, limits=Limits(seconds=0)).lines == ("pass",)
    assert sandbox._readers == before
