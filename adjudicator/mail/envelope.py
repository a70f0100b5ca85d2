"""The envelope sender of our mails: one of its own for each, so that every bounce names the mail that came back.

`<TAG.ID@game.test>` is sent from `orders+bounce.TAG.ID@game.test` (variable envelope return path). Only programs
write to such an address: nothing that comes to it is orders, and nothing is answered.
"""

import re

from adjudicator.mail.address import OwnAddresses

_MARK = "bounce."
_LOCAL = re.compile(r"[a-z0-9][a-z0-9.]{0,40}")


def bounce_address(own: OwnAddresses, message_id: str) -> str:
    """Return where bounces of this mail go; the plain address for an id that is not of our making.

    >>> bounce_address(OwnAddresses(addresses=("orders@game.test",)), "<h7k2m9qa.0f3b@game.test>")
    'orders+bounce.h7k2m9qa.0f3b@game.test'
    """
    plain = own.addresses[0]
    local, _, domain = plain.rpartition("@")
    name, _, right = message_id.strip("<>").partition("@")
    if right != domain or not _LOCAL.fullmatch(name):
        return plain
    return f"{local}{own.separator}{_MARK}{name}@{domain}"


def bounced_id(own: OwnAddresses, address: str) -> str:
    """Return the Message-ID of the message that a bounce address represents; empty for any other address.

    >>> bounced_id(OwnAddresses(addresses=("orders@game.test",)), "Orders+Bounce.h7k2m9qa.0f3b@game.test")
    '<h7k2m9qa.0f3b@game.test>'
    """
    token = own.token_of(address)
    if token is None or not token.startswith(_MARK):
        return ""
    name = token.removeprefix(_MARK)
    return f"<{name}@{address.rpartition('@')[2].lower()}>" if _LOCAL.fullmatch(name) else ""
