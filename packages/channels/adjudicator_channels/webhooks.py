"""Webhooks as https://www.standardwebhooks.com describes them: how a notice is signed, and how it is handed over.

The connection goes to an address that was looked at, and nowhere else: no redirect is followed, no proxy asked. Of the
answer only the number of its first line is read.
"""

import base64
import hashlib
import hmac
import http.client
import secrets
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from msgspec import Struct

from adjudicator_channels.places import Allowed, BadPlace, Place, addresses, place_of

SECRET_BYTES = 32
PREFIX = "whsec_"
GONE = 410
"""The answer of somebody who wants no more."""


class Delivered(Struct, frozen=True):
    """It was taken."""


class Failed(Struct, frozen=True):
    """It was not; `why` holds nothing that others must not read. `final`: another try changes nothing."""

    why: str
    final: bool = False


Handed = Delivered | Failed


def new_secret() -> bytes:
    """Return what the notices of a new channel are signed with."""
    return secrets.token_bytes(SECRET_BYTES)


def written(secret: bytes) -> str:
    """Return a secret as its owner gets it, once."""
    return PREFIX + base64.b64encode(secret).decode()


def signature(secret: bytes, name: str, at: datetime, body: bytes) -> str:
    """Return the HMAC-SHA256 of a notice: its id, time of the try and body."""
    signed = f"{name}.{int(at.timestamp())}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()


def headers(secret: bytes, name: str, at: datetime, body: bytes) -> dict[str, str]:
    """Return all that a receiver needs in order to know that it is ours, and when it was sent."""
    return {
        "Content-Type": "application/json",
        "User-Agent": "adjudicator",
        "webhook-id": name,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": signature(secret, name, at, body),
    }


def post(url: str, body: bytes, given: dict[str, str], allowed: Allowed, seconds: float) -> Handed:
    """Hand a notice over. It takes at most `seconds` for each address of the host."""
    try:
        place = place_of(url, allowed)
        known = addresses(place, allowed)
    except BadPlace as bad:
        return Failed(str(bad))
    except OSError:
        return Failed("the name of the host is not found")
    told: Handed = Failed("the host has no address")
    for address in known:
        told = _post(place, address, body, given, seconds)
        if isinstance(told, Delivered) or not told.why.startswith(_UNREACHED):
            return told
    return told


_UNREACHED = "no connection"


def _post(place: Place, address: str, body: bytes, given: dict[str, str], seconds: float) -> Handed:
    try:
        line = socket.create_connection((address, place.port), timeout=seconds)
    except OSError as error:
        return Failed(f"{_UNREACHED}: {type(error).__name__}")
    with line, _hung_up(line, seconds):
        try:
            return _asked(line, place, body, given)
        except ssl.SSLCertVerificationError:
            return Failed("the certificate of the host is not valid")
        except (OSError, http.client.HTTPException) as error:
            return Failed(f"no answer: {type(error).__name__}")


def _asked(line: socket.socket, place: Place, body: bytes, given: dict[str, str]) -> Handed:
    connection = http.client.HTTPConnection(place.host, place.port)
    secure = place.scheme == "https"
    connection.sock = ssl.create_default_context().wrap_socket(line, server_hostname=place.host) if secure else line
    try:
        connection.request("POST", place.target, body, {"Host": place.named, "Connection": "close", **given})
        with connection.getresponse() as answer:
            status = answer.status
    finally:
        connection.close()
    if 200 <= status < 300:
        return Delivered()
    return Failed(f"HTTP {status}", final=status == GONE)


@contextmanager
def _hung_up(line: socket.socket, seconds: float) -> Iterator[None]:
    """Hang up on whoever answers letter by letter: the timeout of a socket begins again with each of them."""
    copy = line.dup()  # a socket that TLS is spoken on takes the first one over
    timer = threading.Timer(seconds, _shut, (copy,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        copy.close()


def _shut(line: socket.socket) -> None:
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it is over already
