"""Look up the keys of signatures."""

from collections.abc import Callable

Lookup = Callable[[bytes, float], bytes | None]
"""The TXT record of a name, or None; the second argument is how many seconds it may take.

Raises dkim.DnsTimeoutError where nobody answered.
"""


def dns_txt(name: bytes, seconds: float) -> bytes | None:
    """Return the TXT record from the resolver of this machine.

    Raises:
        dkim.DnsTimeoutError: It does not answer in time.
    """
    import dkim  # slow to load, and only who looks into mails needs it

    found: bytes | None = dkim.get_txt(name, timeout=seconds)
    return found
