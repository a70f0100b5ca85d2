"""Split off how long an offer is to stand: the end of its line, after `until`."""

from __future__ import annotations

import re

from adjudicator.orders.text import clean

_UNTIL = re.compile(r"[\s,;:(]+(?:until|till|til|до|пока)\s+(?P<term>[^\s()][^()]*?)[\s).!]*$", re.IGNORECASE)


def split_term(line: str) -> tuple[str, str]:
    """Return the order of a line and its term, which is empty if it has none.

    >>> split_term("treaty north to east coins 1, until 25.11 20:00")
    ('treaty north to east coins 1', '25.11 20:00')
    >>> split_term("союз с пекарями до конца хода")
    ('союз с пекарями', 'конца хода')
    """
    plain = clean(line)
    found = _UNTIL.search(plain)
    return (plain[: found.start()], found["term"]) if found else (plain, "")


def with_term(order: str, term: str) -> str:
    """Return the line with its term again, as it can be put into a draft and read once more."""
    return f"{order} until {term}" if term else order
