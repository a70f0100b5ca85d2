"""Access tokens for mail servers that take no passwords: fetched with a refresh token (RFC 6749, 6), used by XOAUTH2.

An access token holds for about an hour and is kept in memory. A provider that hands out a new refresh token with it
wants that one the next time: it is kept in a file, for all processes.
"""

import os
import threading
import time
from pathlib import Path

from msgspec import Struct

EARLY_SECONDS = 120.0
"""How long before its end a token is not used any more: a login takes its time, and clocks differ."""
_USUAL_SECONDS = 3600.0


class TokenRefused(Exception):  # noqa: N818 - a state of affairs
    """The provider gives no access token, for a reason that trying again does not change."""


class TokenLater(Exception):  # noqa: N818 - a state of affairs
    """The provider cannot be asked now."""


class Grant(Struct, frozen=True, kw_only=True):
    """The grant that the provider has given us for good: whoever has it may use the mailbox. Never shown in a repr."""

    token_url: str
    client_id: str
    client_secret: str = ""
    refresh_token: str
    scope: str = ""

    def __repr__(self) -> str:
        return f"Grant({self.client_id} at {self.token_url})"


class Tokens:
    """The access tokens of one grant, a new one when the old one ends. `keep`: the file for newer refresh tokens."""

    def __init__(self, grant: Grant, keep: Path, timeout: float = 30.0) -> None:
        self._grant = grant
        self._keep = keep
        self._timeout = timeout
        self._lock = threading.Lock()
        self._token, self._until = "", 0.0

    def access(self) -> str:
        """Return a token that can be used now.

        Raises:
            TokenRefused: The server refuses to give one.
            TokenLater: It may give one later.
        """
        with self._lock:
            if time.monotonic() >= self._until:
                self._fetch()
            return self._token

    def forget(self) -> None:
        """Forget the token because the server did not accept it: another one is fetched the next time."""
        self._until = 0.0

    def _fetch(self) -> None:
        # costs a command line a third of a second, which most installations never need
        import requests
        from authlib.integrations.base_client import OAuthError
        from authlib.integrations.requests_client import OAuth2Session

        grant, newest = self._grant, self._newest()
        with OAuth2Session(
            grant.client_id,
            grant.client_secret or None,
            scope=grant.scope or None,
            token_endpoint_auth_method="client_secret_post" if grant.client_secret else "none",
        ) as session:
            try:
                found = session.refresh_token(
                    grant.token_url, refresh_token=newest, timeout=self._timeout, allow_redirects=False
                )
            except OAuthError as error:
                raise TokenRefused(f"{grant.token_url}: {error.error}: {error.description or ''}") from error
            except (requests.RequestException, ValueError) as error:
                raise TokenLater(f"{grant.token_url}: {type(error).__name__}") from error
        token = found.get("access_token")
        if not token:
            raise TokenLater(f"{grant.token_url}: an answer without an access token")
        self._token = str(token)
        lasts = float(found.get("expires_in") or _USUAL_SECONDS)
        self._until = time.monotonic() + max(0.0, lasts - EARLY_SECONDS)
        renewed = str(found.get("refresh_token") or "")
        if renewed and renewed != newest:
            self._store(renewed)

    def _newest(self) -> str:
        """Return the refresh token of the file, if it came from this grant; otherwise that of the settings."""
        try:
            given, _, newest = self._keep.read_text().partition("\n")
        except FileNotFoundError:
            return self._grant.refresh_token
        return newest.strip() if given == self._grant.refresh_token and newest else self._grant.refresh_token

    def _store(self, renewed: str) -> None:
        self._keep.parent.mkdir(parents=True, exist_ok=True)
        part = self._keep.with_name(f"{self._keep.name}.{os.getpid()}.part")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"{self._grant.refresh_token}\n{renewed}\n")
        part.replace(self._keep)
