"""Define where a notice may go: to which addresses of the network; and how a channel is written where others read it.

A name is looked up once; every address that it stands for is looked at, and the connection goes to one of these.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

LONGEST = 2000
_PORTS = {"https": 443, "http": 80}
_NAT64 = IPv6Network("64:ff9b::/96")
"""RFC 6052: the last 32 bits are an address of the old kind."""


class BadPlace(Exception):  # noqa: N818 - an answer
    """Nothing can be sent there; the sentence says why, and holds nothing that others must not read."""


class Allowed(Struct, frozen=True):
    """The permissions of the installation beyond the usual: `plain` HTTP, `private` addresses."""

    plain: bool = False
    private: bool = False


class Place(Struct, frozen=True):
    """A URL taken apart. `target`: path and query, which may hold a secret."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def named(self) -> str:
        """The value of the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def is_webhook(url: str) -> bool:
    """Return whether notices are posted there; otherwise it is a chat's, as Apprise writes them."""
    return urlsplit(url).scheme in _PORTS


def place_of(url: str, allowed: Allowed) -> Place:
    """Parse a URL.

    Raises:
        BadPlace: The URL cannot be used.
    """
    if len(url) > LONGEST or not url.isascii() or any(not sign.isprintable() or sign == " " for sign in url):
        raise BadPlace(f"a URL is at most {LONGEST} ASCII characters without spaces")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadPlace("that is no URL") from None
    if parts.scheme not in (_PORTS if allowed.plain else ("https",)):
        plain = "" if allowed.plain else " (notices.allow_http in the settings allows http)"
        raise BadPlace(f"a webhook begins with https://{plain}")
    if not parts.hostname:
        raise BadPlace("the URL names no host")
    if parts.username is not None or parts.password is not None:
        raise BadPlace("the URL holds a user name or a password: notices are signed, and need none")
    return Place(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], _target(parts))


def _target(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def masked(url: str) -> str:
    """Return a URL as others may read it: what follows the host may be a password.

    >>> masked("https://hooks.example.org/T01/B02/verysecret?key=1")
    'https://hooks.example.org/…'
    >>> masked("tgram://123456789:verysecret/42/")
    'tgram://…'
    """
    parts = urlsplit(url)
    if not is_webhook(url):
        return f"{parts.scheme}://…"
    host = parts.hostname or ""
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}/…"


def addresses(place: Place, allowed: Allowed) -> list[str]:
    """Return all addresses of the host.

    Raises:
        BadPlace: One of the addresses is not on the public internet.
        OSError: The name is not found.
    """
    found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    known = list(dict.fromkeys(str(where[0]) for *_, where in found))
    if not allowed.private and not all(map(is_public, known)):
        raise BadPlace(
            "the host stands for an address that is not of the open internet (notices.allow_private_networks)"
        )
    return known


def is_public(address: str) -> bool:
    """Return whether an address is one of the open internet: not of this machine, its network, nor of a group.

    An old address in the clothes of a new one counts as what it is.

    >>> [is_public(each) for each in ("1.1.1.1", "10.0.0.1", "::ffff:127.0.0.1", "169.254.169.254", "224.0.0.1")]
    [True, False, False, False, False]
    """
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        inner = _inside(ip)
        if inner is not None:
            return is_public(str(inner))
        if ip.is_site_local:
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _inside(ip: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address contains or leads to."""
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    tunnel = ip.teredo
    return ip.ipv4_mapped or ip.sixtofour or (tunnel[1] if tunnel else None)
