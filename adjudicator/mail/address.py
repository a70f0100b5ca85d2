"""Mail addresses: reading them strictly, comparing them, and recognising our own (RFC 5322 §3.4)."""

import re
import unicodedata
from collections.abc import Iterable

from msgspec import Struct

_PLAIN = re.compile(r"[^\s<>()\[\]\\,;:\"@]{1,64}@[^\s<>()\\,;:\"@]{1,255}")
_IN_ANGLES = re.compile(r"<([^<>]*)>")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT = re.compile(r"\([^()]*\)")


class Address(Struct, frozen=True):
    """`address` is normalised (see `normal_address`); `name` is the sender's own name for themselves."""

    address: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name} <{self.address}>" if self.name else self.address


def normal_address(text: str) -> str:
    """Return one spelling per mailbox: NFC, lower case, international domains in ASCII form (IDNA, RFC 3490).

    A domain whose ASCII form does not lead back to it stays as it is (`ß` would become `ss`, and that is another
    domain for others). Provider equivalences (dots, other domains of the same firm) are not guessed.

    >>> normal_address(" Anna@Пример.TEST ")
    'anna@xn--e1afmkfd.test'
    """
    local, at, domain = unicodedata.normalize("NFC", text.strip()).rpartition("@")
    if not at:
        return domain.lower()
    return f"{local.lower()}@{_ascii_domain(domain.lower().rstrip('.'))}"


def _ascii_domain(domain: str) -> str:
    if domain.isascii():
        return domain
    try:
        encoded = domain.encode("idna")
        return encoded.decode("ascii") if encoded.decode("idna") == domain else domain
    except UnicodeError:
        return domain


def is_address(text: str) -> bool:
    """Return whether the text is one bare address.

    >>> is_address("anna@players.test"), is_address("Anna <anna@players.test>")
    (True, False)
    """
    return _PLAIN.fullmatch(text) is not None


def can_be_reached(text: str) -> bool:
    """Return whether our mail can go there: one bare address, whose local part is ASCII.

    Many servers on the way do not take others (RFC 6531); a domain in any letters has an ASCII form.

    >>> can_be_reached("anna@пример.test"), can_be_reached("анна@players.test")
    (True, False)
    """
    return is_address(text) and normal_address(text).isascii()


class SenderError(ValueError):
    """A From header that does not name exactly one mailbox."""


def parse_sender(value: str) -> Address:
    """Read the (decoded) value of a From header.

    Strict on purpose: groups and several mailboxes are refused. What stands in quotes, or before the one pair of angle
    brackets, is a name, whatever it looks like: people write an older address there. It counts for nothing.

    Raises:
        SenderError: with the reason.

    >>> parse_sender('"Reed, Anna" <Anna@players.test>')
    Address(address='anna@players.test', name='Reed, Anna')
    >>> parse_sender('"anna@oldmail.test" <anna@players.test>').address
    'anna@players.test'
    """
    value = value.strip()
    quoted = _QUOTED.match(value)
    angles = list(_IN_ANGLES.finditer(value, quoted.end() if quoted else 0))
    if not angles:
        bare = _COMMENT.sub("", value).strip()
        if not is_address(bare):
            raise SenderError("no single address in From")
        return Address(normal_address(bare))
    last = angles[-1]
    after = _COMMENT.sub("", value[last.end() :]).strip()
    if len(angles) > 1 or after:
        raise SenderError("more than one address in From")
    inside = last[1].strip()
    if not is_address(inside):
        raise SenderError("no address in From")
    return Address(normal_address(inside), _clean_name(value[: last.start()]))


def find_addresses(values: Iterable[str], *, most: int = 200) -> tuple[str, ...]:
    """Return every mailbox that To/Cc-like headers name, normalised, each once, at most `most`.

    Lenient: an address inside a display name is listed too.
    """
    found: dict[str, None] = {}
    for value in values:
        for match in _PLAIN.finditer(value):
            found[normal_address(match[0])] = None
            if len(found) >= most:
                return tuple(found)
    return tuple(found)


def _clean_name(text: str) -> str:
    name = text.strip()
    if len(name) > 1 and name[0] == name[-1] == '"':
        name = name[1:-1]
    return name.replace('\\"', '"').replace("\\\\", "\\").strip()[:200]


class OwnAddresses(Struct, frozen=True, kw_only=True):
    """The addresses of this installation.

    `addresses` are the base addresses (`orders@game.test`), `separator` stands between local part
    and token, `id_domains` are the right-hand sides of Message-IDs that we write (default: the
    domains of the addresses; take one of your own if people in the same domain write to us). `others` are further
    mailboxes of the same house, which may write their addresses in another way.
    """

    addresses: tuple[str, ...]
    separator: str = "+"
    id_domains: tuple[str, ...] = ()
    others: tuple["OwnAddresses", ...] = ()

    def token_of(self, address: str) -> str | None:
        """Return the token in one of our plus addresses, "" for a base address, None for a foreign one.

        >>> OwnAddresses(addresses=("orders@game.test",)).token_of("Orders+H7K2@game.test")
        'h7k2'
        """
        local, _, domain = normal_address(address).rpartition("@")
        for own in self.addresses:
            base, _, own_domain = normal_address(own).rpartition("@")
            if domain != own_domain:
                continue
            if local == base:
                return ""
            if local.startswith(base + self.separator):
                return local[len(base) + len(self.separator) :]
        return next((token for other in self.others if (token := other.token_of(address)) is not None), None)

    def is_own(self, address: str) -> bool:
        """Return whether it is one of our addresses, with a token or without."""
        return self.token_of(address) is not None

    def wrote(self, message_id: str) -> bool:
        """Return whether a Message-ID has one of our domains."""
        domain = message_id.strip("<> \t").rpartition("@")[2].lower()
        own = self.id_domains or tuple(a.rpartition("@")[2] for a in self.addresses)
        return domain in {d.lower() for d in own} or any(other.wrote(message_id) for other in self.others)
