"""The mail servers of a run."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import SecretStr

from adjudicator.mail.embedded import EmbeddedMail

DOMAIN = "game.test"
SECRET = SecretStr("secret")


class Servers(EmbeddedMail):
    """The embedded servers, which tell when they have filed a mail and not yet said so."""

    taken: Callable[[], None] | None = None

    def deliver(self, raw: bytes, *, sender: str, recipient: str) -> None:
        super().deliver(raw, sender=sender, recipient=recipient)
        if self.taken is not None and not recipient.startswith("orders"):
            self.taken()
