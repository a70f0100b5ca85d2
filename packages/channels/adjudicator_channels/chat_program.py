"""A program of its own that says one sentence in a chat, by the library Apprise.

It reads what to do from standard input, so that no list of processes shows it, and writes why it could not be done.
Whatever a library would connect to is looked at right before: an audit hook of Python sees the address itself, behind
every name and redirect. It starts no other program, and whoever started it ends it after a while.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import msgspec

from adjudicator_channels.places import is_public

_PROGRAMS: Final = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn")
_LINES: Final = ("socket.connect", "socket.sendto", "socket.sendmsg")


class Task(msgspec.Struct, frozen=True):
    """A text to post at an address; None: only check that one could be. `private`: any address will do."""

    url: str
    text: str | None
    private: bool


class Result(msgspec.Struct, frozen=True):
    """The reason why it could not be done; empty: it was. It holds nothing that others must not read."""

    why: str = ""


class Watch:
    """Lets nothing through but connections to the open internet."""

    def __init__(self, *, private: bool) -> None:
        self.private = private
        self.refused = False

    def __call__(self, event: str, given: tuple[Any, ...]) -> None:
        if event in _PROGRAMS or (event in _LINES and not self._may(given[1])):
            self.refused = True
            raise PermissionError("not allowed here")

    def _may(self, where: Any) -> bool:
        if not isinstance(where, tuple):
            return False
        return self.private or is_public(str(where[0]))


def carry_out(task: Task) -> Result:
    """Say it. The watch stays for the rest of this process."""
    from apprise import Apprise, AppriseAsset, NotifyType

    watch = Watch(private=task.private)
    sys.addaudithook(watch)
    asset = AppriseAsset(
        http_redirects=False, async_mode=False, pem_autogen=False, pgp_autogen=False, storage_mode="memory"
    )
    chat = Apprise.instantiate(task.url, asset=asset, suppress_exceptions=True)
    if chat is None:
        return Result("that is no address of a chat (https://appriseit.com/services tells how they are written)")
    if not chat.verify_certificate or chat.redirects:
        return Result("the URL switches off what keeps it safe: leave verify and redirect away")
    if task.text is None or chat.notify(body=task.text, title="", notify_type=NotifyType.INFO):
        return Result()
    return Result("the chat leads to an address that is not of the open internet" if watch.refused else "not taken")


if __name__ == "__main__":
    result = carry_out(msgspec.json.decode(sys.stdin.buffer.read(), type=Task))
    sys.stdout.buffer.write(msgspec.json.encode(result))
