"""The IMAP child of `embedded.py`: pymap on an inherited socket, until standard input closes.

Run as `python -m adjudicator.mail.embedded_imap DIRECTORY SOCKET_FD`.
"""

import asyncio
import os
import re
import socket
import sys
import threading
from argparse import ArgumentParser, Namespace
from contextlib import AsyncExitStack

from proxyprotocol.reader import ProxyProtocolReader
from pymap.backend.maildir import MaildirBackend
from pymap.backend.maildir.mailbox import MailboxData
from pymap.imap import IMAPServer, IMAPService

_KEY = re.compile(r"(\d+)\.M(\d+)P\d+Q(\d+)")


def main(directory: str, descriptor: int) -> None:
    """Serve the Maildirs of a directory until the parent is gone."""
    _number_by_arrival()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    asyncio.run(_serve(_arguments(directory), socket.socket(fileno=descriptor)))


def _end_with_parent() -> None:
    """End the process when the parent closes the pipe or dies, however it dies."""
    while sys.stdin.buffer.read(1):
        pass
    os._exit(0)  # Maildir changes are renames: there is nothing to finish


def _number_by_arrival() -> None:
    """Let messages be numbered as they came.

    pymap gives uids to new files in the order of the directory, which has no order.
    """
    listed = MailboxData._get_keys

    async def keys(self: MailboxData) -> dict[str, str]:
        found: dict[str, str] = await listed(self)
        return dict(sorted(found.items(), key=lambda item: _arrival(item[0])))

    setattr(MailboxData, listed.__name__, keys)


def _arrival(key: str) -> tuple[int, ...]:
    """Return the arrival that a Maildir key tells.

    The key `1763629286.M52P41Q7.host` has seconds, microseconds and a counter.
    """
    match = _KEY.match(key)
    return tuple(int(number) for number in match.groups()) if match else ()


def _arguments(directory: str) -> Namespace:
    parser = ArgumentParser()
    MaildirBackend.add_subparser("maildir", parser.add_subparsers(dest="backend"))
    IMAPService.add_arguments(parser)
    parser.set_defaults(skip_services=[], passlib_cfg=None, debug=False)
    return parser.parse_args(["--no-tls", "maildir", directory])


async def _serve(arguments: Namespace, listener: socket.socket) -> None:
    backend, config = await MaildirBackend.init(arguments)
    config.apply_context()
    callback = ProxyProtocolReader(config.proxy_protocol).get_callback(IMAPServer(backend.login, config))
    async with AsyncExitStack() as stack:
        await backend.start(stack)
        server = await asyncio.start_server(callback, sock=listener)
        await stack.enter_async_context(server)
        await server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
