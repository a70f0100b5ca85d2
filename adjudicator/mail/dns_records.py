"""Check what DNS says of our own domain, and say what to enter where something is missing.

Which server takes its mail (MX), which may send it (SPF, RFC 7208), by which key it is signed (DKIM, RFC 6376), what
becomes of forgeries (DMARC, RFC 7489).
"""

from collections.abc import Iterator
from typing import Literal

import dns.exception
import dns.inet
import dns.rdata
import dns.resolver
from dns.rdatatype import RdataType
from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT
from dns.rdtypes.IN.SRV import SRV
from msgspec import Struct

from adjudicator.mail.signing import SigningKey

State = Literal["good", "remark", "wrong"]
STRING = 255
"""Bytes of one string of a TXT record (RFC 1035, 3.3); longer ones are written as several."""
RESERVED = ("test", "example", "invalid", "localhost", "example.com", "example.net", "example.org")
"""Domains that DNS knows nothing of (RFC 2606)."""
PORT = 53


class NoAnswer(Exception):  # noqa: N818 - a state of affairs
    """DNS does not answer, or says that it cannot."""


class Seen(Struct, frozen=True):
    """The findings about one kind of record."""

    subject: str
    state: State
    text: str


class Resolver:
    """Looks names up: at the resolver of this machine, or at `address` (`9.9.9.9`, `127.0.0.1:5353`, `[::1]:53`).

    Raises ValueError for an address that is none.
    """

    def __init__(self, address: str = "", seconds: float = 10.0) -> None:
        try:
            self._resolver = dns.resolver.Resolver(configure=not address)
        except dns.resolver.NoResolverConfiguration as error:
            raise NoAnswer("this machine has no resolver (/etc/resolv.conf)") from error
        if address:
            host, port = host_and_port(address)
            self._resolver.nameservers = [host]
            self._resolver.port = port
        self._resolver.lifetime = seconds

    def find(self, name: str, kind: RdataType) -> list[dns.rdata.Rdata]:
        """Return the records of a name; empty if there are none.

        Raises:
            NoAnswer: DNS does not answer.
        """
        try:
            return list(self._resolver.resolve(f"{name.rstrip('.')}.", kind, search=False))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, OSError) as error:
            raise NoAnswer(f"{name}: {error}") from error

    def texts(self, name: str) -> list[str]:
        """Return its TXT records, each with its strings joined. Raises NoAnswer."""
        return [
            b"".join(each.strings).decode("ascii", "replace")
            for each in self.find(name, RdataType.TXT)
            if isinstance(each, TXT)
        ]

    def servers(self, name: str) -> list[tuple[str, int]]:
        """Return host and port of each server of a service (RFC 2782), the preferred one first. Raises NoAnswer."""
        found = [each for each in self.find(name, RdataType.SRV) if isinstance(each, SRV)]
        ranked = sorted(found, key=lambda each: (each.priority, -each.weight))
        return [(host, each.port) for each in ranked if (host := each.target.to_text(omit_final_dot=True)) != "."]

    def is_a_host(self, name: str) -> bool:
        """Return whether it has an address. Raises NoAnswer."""
        return bool(self.find(name, RdataType.A) or self.find(name, RdataType.AAAA))


def host_and_port(address: str) -> tuple[str, int]:
    """Return the parts of `HOST`, `HOST:PORT` or `[HOST]:PORT`, where the host is an IP address.

    Raises:
        ValueError: It is not such an address.

    >>> host_and_port("127.0.0.1:5353"), host_and_port("[::1]:54"), host_and_port("2620:fe::fe")
    (('127.0.0.1', 5353), ('::1', 54), ('2620:fe::fe', 53))
    """
    host, colon, port = address.rpartition(":")
    if address.startswith("["):
        host = host.strip("[]")
    elif address.count(":") != 1:
        host, colon, port = address, "", ""
    if not dns.inet.is_address(host) or (colon and not (port.isdecimal() and 0 < int(port) < 65_536)):
        raise ValueError(f"{address!r} is not an IP address; use 127.0.0.1 or 127.0.0.1:5353")
    return host, int(port) if colon else PORT


def looked_up(resolver: Resolver, domain: str, *, takes: str, sends: str, key: SigningKey | None) -> Iterator[Seen]:
    """Yield what there is for a domain. Never raises.

    `takes` and `sends`: our mail servers, to say what to enter. When DNS does not answer that is told once, and nothing
    more is asked.
    """
    try:
        yield _mx(resolver, domain, takes)
        yield _spf(resolver, domain, sends)
        if key is not None:
            yield _dkim(resolver, key)
        yield _dmarc(resolver, domain)
    except NoAnswer as none:
        yield Seen("dns", "remark", f"no answer, so that MX, SPF, DKIM, DMARC were not all looked at: {none}")


def _mx(resolver: Resolver, domain: str, takes: str) -> Seen:
    found = resolver.find(domain, RdataType.MX)
    hosts = sorted((each.preference, str(each.exchange).rstrip(".")) for each in found if isinstance(each, MX))
    enter = f"enter for {domain} the record MX 10 {_host(takes)}"
    if not hosts:
        if resolver.is_a_host(domain):
            return Seen("dns MX", "remark", f"none: mail for {domain} goes to that host itself; better {enter}")
        return Seen("dns MX", "wrong", f"none: no mail reaches {domain}; {enter}")
    if hosts == [(0, "")]:
        return Seen("dns MX", "wrong", f"{domain} says that it takes no mail (RFC 7505); {enter} in its place")
    lost = [name for _, name in hosts if not resolver.is_a_host(name)]
    if lost:
        return Seen("dns MX", "wrong", f"{', '.join(lost)} has no address: enter one (A or AAAA), or {enter}")
    return Seen("dns MX", "good", ", ".join(name for _, name in hosts))


def _spf(resolver: Resolver, domain: str, sends: str) -> Seen:
    found = [text for text in resolver.texts(domain) if text.lower().split(" ")[0] == "v=spf1"]
    proposed = f"v=spf1 a:{_host(sends)} -all"
    if not found:
        return Seen(
            "dns SPF", "wrong", f"none: many providers refuse our mail; enter for {domain} the TXT record "
            f"“{proposed}”, or what your provider tells",
        )  # fmt: skip
    if len(found) > 1:
        told = f"{len(found)} records, and so none counts (RFC 7208, 4.5): make one of {' and '.join(found)}"
        return Seen("dns SPF", "wrong", told)
    terms = found[0].lower().split()[1:]
    if any(term in ("all", "+all") for term in terms):
        return Seen("dns SPF", "wrong", f"“{found[0]}” lets everybody send as {domain}: end it with -all")
    ended = any(term in ("-all", "~all") or term.startswith("redirect=") for term in terms)
    if not ended:
        return Seen("dns SPF", "remark", f"“{found[0]}” says nothing of other senders: end it with -all")
    return Seen("dns SPF", "good", found[0])


def _dkim(resolver: Resolver, key: SigningKey) -> Seen:
    name = f"{key.selector}._domainkey.{key.domain}"
    found = [_tags(text) for text in resolver.texts(name)]
    enter = f"enter for {name} the TXT record {_quoted(key.record)}"
    if not found:
        return Seen("dns DKIM", "wrong", f"none, so that nobody can check our signatures; {enter}")
    ours = _tags(key.record)["p"]
    if any(each.get("p", "") == ours for each in found):
        return Seen("dns DKIM", "good", f"{name} has our key")
    return Seen("dns DKIM", "wrong", f"another key than that of mail.dkim.key_file; {enter}")


def _dmarc(resolver: Resolver, domain: str) -> Seen:
    labels = domain.split(".")
    for start in range(max(1, len(labels) - 1)):
        name = ".".join(labels[start:])
        found = [text for text in resolver.texts(f"_dmarc.{name}") if text.replace(" ", "").startswith("v=DMARC1")]
        if len(found) > 1:
            told = f"{len(found)} records at _dmarc.{name}, and so none counts: keep one"
            return Seen("dns DMARC", "wrong", told)
        if found:
            return _policy(found[0], name)
    proposed = f"v=DMARC1; p=quarantine; rua=mailto:postmaster@{domain}"
    told = f"none: forged mails of {domain} are let through; enter for _dmarc.{domain} the TXT record “{proposed}”"
    return Seen("dns DMARC", "remark", told)


def _policy(record: str, name: str) -> Seen:
    policy = _tags(record).get("p", "").lower()
    if policy in ("quarantine", "reject"):
        return Seen("dns DMARC", "good", f"{record} (at _dmarc.{name})")
    why = "p=none only watches" if policy == "none" else "it has no p= that counts"
    return Seen("dns DMARC", "remark", f"“{record}” at _dmarc.{name}: {why}; when all goes well make it p=quarantine")


def _tags(record: str) -> dict[str, str]:
    parts = (each.partition("=") for each in record.split(";"))
    return {name.strip(): "".join(value.split()) for name, _, value in parts if name.strip()}


def _quoted(record: str) -> str:
    """Return the record as most providers take it: strings of at most 255 bytes, one after another."""
    return " ".join(f'"{record[start : start + STRING]}"' for start in range(0, len(record), STRING))


def _host(server: str) -> str:
    """Return a name of a server that others can look up."""
    named = not dns.inet.is_address(server) and server != "localhost"
    return server if named else "the.name.of.your.server"
