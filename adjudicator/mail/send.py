"""Hand mails over to the sending server, one recipient a mail (RFC 5321)."""

import asyncio
import ssl
import time
from types import TracebackType

import aiosmtplib
from msgspec import Struct

from adjudicator.mail.address import is_address
from adjudicator.mail.oauth import TokenLater, TokenRefused
from adjudicator.mail.settings import SmtpSettings, Tls

_OURS = frozenset({421, 432, 454, 530, 534, 535, 538})
"""Codes about the connection or our login, not about the mail: never a reason to give up."""
_POLICY = "5.7."
"""RFC 3463, 3.8: the server may not or will not do this for us; that is mended in its settings, or in ours."""

_SILENCES = 2
"""A server that is silent so often in succession is left in peace: the rest of a batch would wait for nothing."""


_FAREWELL = 2.0
"""The seconds that a server has for its answer to QUIT."""


class Delivered(Struct, frozen=True, tag="delivered"):
    """The server has taken the mail; `text` is what it said (often its queue id)."""

    text: str


class TemporaryFailure(Struct, frozen=True, tag="try later"):
    """A 4xx answer, or a lost connection (code 0).

    After DATA the message may have been taken: send the same bytes again.
    """

    code: int
    text: str


class PermanentFailure(Struct, frozen=True, tag="refused"):
    """A 5xx answer about this recipient or this mail: trying again is useless. Not one about us (5.7.x)."""

    code: int
    text: str


Handed = Delivered | TemporaryFailure | PermanentFailure


class SmtpClient:
    """A connection for a batch of messages.

    It is made when the first message comes and renewed if it died while it was idle. If a server falls silent, a batch
    waits twice, not for each message.

    ```python
    async with SmtpClient(settings) as courier:
        result = await courier.hand_over(raw, sender="bounce+17@game.test", recipient="anna@players.test")
    ```
    """

    def __init__(self, settings: SmtpSettings, rests: float = 0) -> None:
        """Prepare a connection without opening it.

        `rests`: for this many seconds the connection stays open for the next batch, with the same courier in the same
        event loop; a caller that uses this closes it in the end.
        """
        self._settings = settings
        self._rests, self._used = rests, 0.0
        self._client: aiosmtplib.SMTP | None = None
        self._plain_only = False
        self._silences = 0

    async def __aenter__(self) -> "SmtpClient":
        self._plain_only, self._silences = False, 0
        if time.monotonic() - self._used > self._rests:
            await self.close()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._used = time.monotonic()
        if not self._rests:
            await self.close()

    async def close(self) -> None:
        """Say QUIT; never raises."""
        client, self._client = self._client, None
        if client is not None:
            try:
                await client.quit(timeout=min(self._settings.timeout, _FAREWELL))
            except (aiosmtplib.SMTPException, OSError):
                client.close()

    async def hand_over(self, raw: bytes, *, sender: str, recipient: str, plain: str = "") -> Handed:
        """Send one mail; never raises for anything that a server or a network does.

        `sender` is the envelope sender (bounces go there; empty for none), not the From header. `plain` stands in
        for it where a provider lets an account send from its very own address only (RFC 6409, 6.1).
        """
        if not recipient.isascii() or not is_address(recipient):
            return PermanentFailure(553, f"not an ASCII address: {recipient}")
        if self._silences >= _SILENCES:
            return TemporaryFailure(0, "not tried: the server is silent")
        handed = await self._hand_over(raw, plain if plain and self._plain_only else sender, recipient)
        if plain and not self._plain_only and sender != plain and _perhaps_for_its_sender(handed):
            again = await self._hand_over(raw, plain, recipient)
            self._plain_only = isinstance(again, Delivered)
            return again
        return handed

    async def _hand_over(self, raw: bytes, sender: str, recipient: str) -> Handed:
        try:
            client = await self._connected()
        except (aiosmtplib.SMTPException, OSError) as error:
            self._heard(error)
            return TemporaryFailure(_code(error), _text(error))
        try:
            _, answer = await client.sendmail(sender, [recipient], raw)
            handed: Handed = Delivered(answer)
        except aiosmtplib.SMTPRecipientsRefused as error:
            handed = _judged(error.recipients[0].code, error.recipients[0].message)
        except aiosmtplib.SMTPResponseException as error:
            handed = _judged(error.code, error.message)
        except (aiosmtplib.SMTPException, OSError) as error:
            client.close()
            self._heard(error)
            return TemporaryFailure(0, _text(error))
        self._silences = 0
        return handed

    def _heard(self, error: Exception) -> None:
        self._silences += isinstance(error, TimeoutError)

    async def try_login(self) -> Handed:
        """Connect and log in, and send nothing; never raises for anything that a server or a network does."""
        try:
            await self._connected()
        except (aiosmtplib.SMTPException, OSError) as error:
            return TemporaryFailure(_code(error), _text(error))
        return Delivered("")

    async def _connected(self) -> aiosmtplib.SMTP:
        """Return a connection that answers; raises SMTPException or OSError."""
        if self._client is not None:
            try:
                await self._client.rset()
                return self._client
            except (aiosmtplib.SMTPException, OSError) as error:
                self._heard(error)
                self._client.close()
        self._client = None
        client = _client(self._settings)
        try:
            await client.connect()
            await self._log_in(client)
        except BaseException:
            client.close()
            raise
        self._client = client
        return client

    async def _log_in(self, client: aiosmtplib.SMTP) -> None:
        settings = self._settings
        if settings.tokens is None:
            if settings.user:
                await client.login(settings.user, settings.password)
            return
        try:
            token = await asyncio.to_thread(settings.tokens.access)
        except (TokenRefused, TokenLater) as error:
            raise aiosmtplib.SMTPException(str(error)) from error
        try:
            await client.auth_xoauth2(settings.user, token)
        except aiosmtplib.SMTPAuthenticationError:
            settings.tokens.forget()
            raise


async def hand_over(raw: bytes, *, sender: str, recipient: str, settings: SmtpSettings) -> Handed:
    """Send one mail over a connection of its own; see `SmtpClient.hand_over`."""
    async with SmtpClient(settings) as courier:
        return await courier.hand_over(raw, sender=sender, recipient=recipient)


def _client(settings: SmtpSettings) -> aiosmtplib.SMTP:
    context = None if settings.tls is Tls.NONE else ssl.create_default_context(cafile=settings.ca_file or None)
    return aiosmtplib.SMTP(
        hostname=settings.host,
        port=settings.port,
        local_hostname=settings.local_name,
        timeout=settings.timeout,
        use_tls=settings.tls is Tls.TLS,
        start_tls=settings.tls is Tls.STARTTLS,
        tls_context=context,
    )


def _judged(code: int, text: str) -> Handed:
    if 500 <= code < 600 and code not in _OURS and not text.lstrip().startswith(_POLICY):
        return PermanentFailure(code, text)
    return TemporaryFailure(code, text)


def _perhaps_for_its_sender(handed: Handed) -> bool:
    """Return whether a message may have been refused because of its sender.

    Providers refuse a foreign sender at MAIL, RCPT or after DATA: as a matter of policy (5.7.x), or by name.
    """
    if isinstance(handed, Delivered) or handed.code // 100 != 5:
        return False
    return handed.text.lstrip().startswith(_POLICY) or "sender" in handed.text.lower()


def _code(error: Exception) -> int:
    return error.code if isinstance(error, aiosmtplib.SMTPResponseException) else 0


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]
