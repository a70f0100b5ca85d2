"""Reading mails in a process that may die of them.

A mail can be made so that a parser loops, eats all memory or crashes the interpreter. Whoever fetches or handles
mails must survive that: they have a reader (`adjudicator.mail.reader`), which is started with `start_reader`, or
the first mail, and again whenever it died. A mail that killed it is unreadable, and is set aside like one that is
over a limit: the next reader looks only at its header block, so that its writer can be told.
"""

import atexit
import os
import select
import signal
import subprocess
import sys
import threading
import time

import msgspec

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import Limits, ReadMail
from adjudicator.mail.patterns import operators_file
from adjudicator.mail.read import read_mail, set_aside
from adjudicator.mail.reader import LENGTH, Job

WALL = 6
"""How many times its processor time a mail may take on a machine that is busy with other things."""
_CHUNK = 1 << 20


class ParserCrashed(Exception):  # noqa: N818
    """The process ended, or was ended, before it had an answer; the text says why."""


class Reader:
    """A reading process. For one thread at a time."""

    def __init__(self) -> None:
        self.owner, self._patterns = os.getpid(), operators_file()
        self._decoder = msgspec.msgpack.Decoder(ReadMail)
        self._encoder = msgspec.msgpack.Encoder()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "adjudicator.mail.reader", *([str(self._patterns)] if self._patterns else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # an interrupt of the terminal is for the parent alone
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can be asked: a fork of our process must not talk to the reader of its parent."""
        ours = self.owner == os.getpid() and self._patterns == operators_file()
        return ours and self._process.poll() is None

    def read(self, job: Job) -> ReadMail:
        """Read a message in the process of this reader.

        Raises:
            ParserCrashed: The process died; then this reader cannot be used any more.
        """
        frame = self._encoder.encode(job)
        until = time.monotonic() + WALL * job.limits.seconds
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(LENGTH.pack(len(frame)) + frame)
            self._process.stdin.flush()
            return self._decoder.decode(self._answer(until))
        except (OSError, msgspec.DecodeError) as error:
            self.close()
            raise ParserCrashed(f"{type(error).__name__}, {self._how()}") from error
        except ParserCrashed:
            self.close()
            raise

    def close(self) -> None:
        """End the process, whatever it does."""
        if self.owner == os.getpid():
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass  # what was still to be written has no reader

    def _answer(self, until: float) -> memoryview:
        assert self._process.stdout is not None
        fd, found, end = self._process.stdout.fileno(), bytearray(), LENGTH.size
        while len(found) < end:
            left = until - time.monotonic()
            if left <= 0 or not select.select([fd], [], [], left)[0]:
                raise ParserCrashed("it took too long")
            chunk = os.read(fd, _CHUNK)
            if not chunk:
                raise ParserCrashed(self._how())
            found += chunk
            if len(found) >= LENGTH.size:
                end = LENGTH.size + LENGTH.unpack_from(found)[0]
        return memoryview(found)[LENGTH.size :]

    def _how(self) -> str:
        code = self._process.wait()
        return "it took too much processor time" if code == -signal.SIGPROF else f"the reader ended with {code}"


_lock = threading.Lock()
_readers: list[Reader] = []


def parse_in_sandbox(raw: bytes, *, own: OwnAddresses, limits: Limits, sent_form: tuple[str, ...] = ()) -> ReadMail:
    """Run `read_mail` in another process; never raise, always return.

    With `limits.seconds` 0 the mail is read here, without a guard: for fuzzing and for measuring.
    """
    if not limits.seconds:
        return read_mail(raw, own=own, limits=limits, sent_form=sent_form)
    with _lock:
        try:
            return _reader().read(Job(raw, own, limits, sent_form))
        except ParserCrashed as died:
            why = f"over the limit: {died}"
        try:
            return _reader().read(Job(raw, own, limits, (), why))
        except ParserCrashed:
            aside = set_aside(raw, why, limits)
    return aside


def start_reader() -> int:
    """Have the process before the first mail waits for it; we go on while it begins. Returns its number."""
    with _lock:
        return _reader().pid


def _reader() -> Reader:
    if _readers and not _readers[0].alive:
        _readers.pop().close()
    if not _readers:
        _readers.append(Reader())
    return _readers[0]


@atexit.register
def _end() -> None:
    while _readers:
        _readers.pop().close()
