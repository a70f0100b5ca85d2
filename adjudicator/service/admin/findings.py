"""The findings of `doctor`, and the usual mistakes in plain words."""

import re
import socket
import ssl
from typing import Literal

import msgspec

from adjudicator.settings import Tls

State = Literal["good", "remark", "wrong"]


class Finding(msgspec.Struct, frozen=True):
    """The finding of one check."""

    subject: str
    state: State
    text: str


def good(subject: str, text: str) -> Finding:
    return Finding(subject, "good", text)


def remark(subject: str, text: str) -> Finding:
    return Finding(subject, "remark", text)


def wrong(subject: str, text: str) -> Finding:
    return Finding(subject, "wrong", text)


def plain(error: BaseException, tls: Tls) -> str:
    if isinstance(error, socket.gaierror):
        return "there is no server of that name"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message}); see ca_file"
    return plain_text(f"{type(error).__name__}: {error}", tls)


def plain_text(text: str, tls: Tls) -> str:
    """Return the usual mistakes in plain words, followed by the original message in brackets."""
    known = {
        "connect call failed|refused": "nothing listens there: wrong port, or the server is down",
        "name or service|name resolution": "there is no server of that name",
        "timed out": "no answer in time: a firewall, or the wrong port",
        "wrong_version": f"it does not speak TLS like that: tls is {tls}, try another of none, implicit, starttls",
        "certificate": "its certificate is not trusted; see ca_file",
    }
    for sign, words in known.items():
        if re.search(sign, text.lower()):
            return f"{words} ({text})"
    return text
