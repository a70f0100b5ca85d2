"""Store with the match what must be known of offers without asking for them.

Log entries that only some may know of have no number for players: whoever is no party to a secret agreement must not
find it by counting. Moderators, who correct by log numbers, go by those of the log.

>>> ledger = Ledger(aside=(4, 7))
>>> [ledger.public(n) for n in range(3, 9)]
[3, None, 4, 5, None, 6]
>>> [ledger.last_public(n) for n in range(3, 9)], ledger.in_log(5)
([3, 3, 4, 5, 5, 6], 6)
"""

from bisect import bisect_right

import msgspec


class Ledger(msgspec.Struct, frozen=True, omit_defaults=True):
    """A summary of offers: whether any were made, how many can be signed, and which log entries only some may know."""

    made: bool = False
    open: int = 0
    aside: tuple[int, ...] = ()

    def public(self, n: int) -> int | None:
        """Return the number of a log entry as players know it; None if not everybody may know of it."""
        return None if n in self.aside else self.last_public(n)

    def last_public(self, n: int) -> int:
        """Return the number that players know for the position after a log entry."""
        return n - bisect_right(self.aside, n)

    def in_log(self, known: int) -> int:
        """Return the log entry that players know under a number."""
        n = known
        while (shifted := known + bisect_right(self.aside, n)) != n:
            n = shifted
        return n


NOTHING = Ledger()


def decode(stored: bytes | None) -> Ledger:
    """Decode what is stored with a match."""
    return NOTHING if stored is None else msgspec.json.decode(stored, type=Ledger)


def encode(ledger: Ledger) -> bytes | None:
    return None if ledger == NOTHING else msgspec.json.encode(ledger)
