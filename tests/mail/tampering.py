"""A wire to an IMAP server on which one message cannot be fetched as others can."""

from __future__ import annotations

import re
import socket
import threading
from types import TracebackType

FETCH = re.compile(rb"(\S+) UID FETCH (\S+) (.*)\r\n")
DATE = re.compile(rb'INTERNALDATE "[^"]*"')
HOWS = {
    "NO to the message": re.compile(rb""),
    "NO to its size": re.compile(rb"SIZE"),
    "NO to its body": re.compile(rb"BODY"),
    "NO to the body as a whole": re.compile(rb"BODY\.PEEK\[\]"),
    "NO to the body without an end": re.compile(rb"BODY\.PEEK\[\]\)?$"),
    "left out": re.compile(rb"BODY"),
    "nothing of what was announced": re.compile(rb"BODY"),
    "half of what was announced at first": re.compile(rb"BODY\.PEEK\[\]\)?$"),
    "a wrong size": re.compile(rb"SIZE"),
    "nonsense": re.compile(rb"SIZE|BODY"),
    "hangs up": re.compile(rb"BODY"),
    "a date of zeros": re.compile(rb"INTERNALDATE"),
    "no date": re.compile(rb"INTERNALDATE"),
    "a date before all mail": re.compile(rb"INTERNALDATE"),
}
"""What goes wrong, and where what is asked for a message has this in it."""
BODIES = re.compile(rb"BODY\.PEEK\[[^\]]*\]")
EMPTY = {"nothing of what was announced": b'""', "half of what was announced at first": b'"From: anna@x.test"'}
GIVEN = {
    "NO to its size",
    "NO to the body as a whole",
    "NO to the body without an end",
    "half of what was announced at first",
    "a wrong size",
}
"""What does not keep a message from being fetched, though with more commands."""
DATES = {
    "a date of zeros": b'"00-Jan-0000 00:00:00 +0000"',
    "no date": b"NIL",
    "a date before all mail": b'"01-Jan-1970 00:00:00 +0000"',
}


class Tampering:
    """Passes everything on, except for what is asked about the message `uid`, as `how` says; "": nothing."""

    def __init__(self, target: int, uid: int, how: str) -> None:
        self.uid, self.how = uid, how
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Tampering:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._target))
            for work in (self._commands, self._answers):
                threading.Thread(target=work, args=(client, server), daemon=True).start()

    def _commands(self, client: socket.socket, server: socket.socket) -> None:
        with client, server, client.makefile("rb") as lines:
            for line in lines:
                found = FETCH.fullmatch(line)
                if self.how and found and self._is_about_it(found[2]) and HOWS[self.how].search(found[3]):
                    if self.how.startswith("NO"):
                        client.sendall(found[1] + b" NO [SERVERBUG] Internal error\r\n")
                        continue
                    if self.how == "hangs up":
                        return
                    if self.how == "nonsense":
                        client.sendall(b"* 2 FETCH (UID %d RFC822.SIZE what)\r\n%s OK done\r\n" % (self.uid, found[1]))
                        continue
                    if body := EMPTY.get(self.how):
                        items = b"".join(each + b" " + body for each in BODIES.findall(found[3]))
                        others = b",".join(each for each in found[2].split(b",") if each != b"%d" % self.uid)
                        client.sendall(b"* 2 FETCH (UID %d %s)\r\n" % (self.uid, items.replace(b".PEEK", b"")))
                        if not others:
                            client.sendall(found[1] + b" OK done\r\n")
                            continue
                        line = b" ".join((found[1], b"UID FETCH", others, found[3])) + b"\r\n"
                    if self.how == "left out":
                        others = [each for each in found[2].split(b",") if each != b"%d" % self.uid]
                        if not others:
                            client.sendall(found[1] + b" OK done\r\n")
                            continue
                        line = b" ".join((found[1], b"UID FETCH", b",".join(others), found[3])) + b"\r\n"
                server.sendall(line)
        server.close()

    def _answers(self, client: socket.socket, server: socket.socket) -> None:
        try:
            with server.makefile("rb") as lines:
                for line in lines:
                    if self.how == "a wrong size" and re.search(rb"FETCH .*UID %d\b" % self.uid, line):
                        line = re.sub(rb"RFC822.SIZE \d+", b"RFC822.SIZE 9999", line)
                    if self.how in DATES and re.search(rb"FETCH .*UID %d\b" % self.uid, line):
                        line = DATE.sub(b"INTERNALDATE " + DATES[self.how], line)
                    client.sendall(line)
        except OSError:
            pass
        client.close()

    def _is_about_it(self, uids: bytes) -> bool:
        return b"%d" % self.uid in uids.split(b",")
