"""Chats, in a process of its own (`chat_program`): it cannot hang here, nor reach what it may not.

What is said in a chat is the line for people of a notice; a chat knows no signature, and no id.
"""

import os
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import msgspec

from adjudicator.settings import Notices
from adjudicator_channels import chat_program
from adjudicator_channels.chat_program import Result, Task
from adjudicator_channels.places import LONGEST, BadPlace
from adjudicator_channels.webhooks import Delivered, Failed, Handed

TRIES_TIME = 3
"""How many times longer than a webhook a chat may take: a program is started, and a service may want several
requests."""
_AT_ONCE = threading.Semaphore(2)
_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE")
"""Variables of our environment that a chat program gets: no proxy, no password, no home with files of either."""


class _Data(msgspec.Struct, frozen=True):
    text: str


class _Body(msgspec.Struct, frozen=True):
    data: _Data


def require_chat(url: str, notices: Notices) -> None:
    """Check that a chat address can be used.

    Raises:
        BadPlace: Nothing can be posted there.
    """
    why = refused(url, notices) or _done(Task(url, None, private=notices.allow_private_networks), notices)
    if why:
        raise BadPlace(why)


def say(url: str, body: bytes, notices: Notices) -> Handed:
    """Say the line of a notice in a chat."""
    if why := refused(url, notices):
        return Failed(why)
    text = msgspec.json.decode(body, type=_Body).data.text
    why = _done(Task(url, text, private=notices.allow_private_networks), notices)
    return Failed(why) if why else Delivered()


def refused(url: str, notices: Notices) -> str:
    """Return why nothing can be said there, as far as it shows without Apprise; empty: nothing shows."""
    scheme = urlsplit(url).scheme
    if len(url) > LONGEST or not url.isprintable():
        return f"a URL is at most {LONGEST} characters"
    if scheme not in notices.chats:
        return f"{scheme or 'that'} is no kind of channel here; there are https, {', '.join(notices.chats)}"
    return ""


def _done(task: Task, notices: Notices) -> str:
    """Return why it could not be done; empty: it was."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    call = [sys.executable, "-P", "-m", chat_program.__name__]
    with _AT_ONCE:
        try:
            done = subprocess.run(
                call,
                input=msgspec.json.encode(task),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # libraries may quote the URL there
                env=kept | {"HOME": "/nonexistent"},
                timeout=TRIES_TIME * notices.timeout_seconds,
                check=True,
            )
            return msgspec.json.decode(done.stdout, type=Result).why
        except subprocess.TimeoutExpired:
            return "no answer in time"
        except (OSError, subprocess.CalledProcessError, msgspec.DecodeError):
            return "the program for chats has failed"
