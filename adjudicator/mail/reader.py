"""A process that reads mails for another one: `python -m adjudicator.mail.reader [PATTERNS]`.

Jobs come on standard input, readings go to standard output, each behind its length (4 bytes). The process dies of
a mail that takes too long or wants too much memory; see `adjudicator.mail.sandbox`.
"""

import resource
import signal
import struct
import sys
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import Limits, ReadMail
from adjudicator.mail.patterns import use_patterns_of
from adjudicator.mail.read import headers_alone, read_mail

LENGTH = struct.Struct(">I")
MOST_MEMORY = 1_500_000_000
"""Bytes of address space; a mail of 30 MB needs a third of it."""


class Job(Struct, frozen=True):
    """The arguments of `read_mail`."""

    raw: bytes
    own: OwnAddresses
    limits: Limits
    sent_form: tuple[str, ...]
    why_not: str = ""
    """Not empty: only the header block is read, and why."""


def main() -> None:
    """Read mails until the other side closes the pipe."""
    use_patterns_of(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    jobs, readings = sys.stdin.buffer, sys.stdout.buffer
    decoder, encoder = msgspec.msgpack.Decoder(Job), msgspec.msgpack.Encoder()
    while (frame := _frame(jobs)) is not None:
        job = decoder.decode(frame)
        # processor time: no handler, so that it ends the process even in the middle of a regular expression
        signal.setitimer(signal.ITIMER_PROF, job.limits.seconds)
        reading = encoder.encode(_read(job))
        signal.setitimer(signal.ITIMER_PROF, 0)
        readings.write(LENGTH.pack(len(reading)) + reading)
        readings.flush()


def _read(job: Job) -> ReadMail:
    if job.why_not:
        return headers_alone(job.raw, job.why_not, job.own, job.limits)
    return read_mail(job.raw, own=job.own, limits=job.limits, sent_form=job.sent_form)


def _frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    return stream.read(length)


if __name__ == "__main__":
    main()
