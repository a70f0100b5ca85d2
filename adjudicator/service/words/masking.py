"""Secrets that players wrote themselves, or pasted with somebody's mail, are not quoted back."""

import re
from collections.abc import Callable, Iterable
from urllib.parse import quote

from adjudicator.settings import OwnAddress

MASK = "…"


def mask(owns: Iterable[OwnAddress], known: str, others: Iterable[str]) -> Callable[[str], str]:
    """Return a function that masks secrets in a text: our reply addresses, and tokens of `others` anywhere.

    `known` is the reader's own token, which they may read.
    """
    addresses = (_of_seats(own, known) for own in owns)
    pattern = re.compile("|".join([*addresses, *(re.escape(token) for token in others)]), re.IGNORECASE)
    return lambda text: pattern.sub(MASK, text)


def _of_seats(own: OwnAddress, known: str) -> str:
    """Return a pattern of the addresses of seats, except the one with a known token."""
    separator = rf"(?:{re.escape(own.separator)}|{quote(own.separator, safe='')})"
    ours, domain = re.escape(own.local) + separator, re.escape(own.domain)
    return rf"{ours}(?!{re.escape(known)}(?:@|%40))[^\s@<>\"'%]{{1,100}}(?=(?:@|%40){domain})"
