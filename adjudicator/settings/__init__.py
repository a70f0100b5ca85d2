"""Settings of an installation: defaults, then a TOML file, then the environment.

The file is ``ADJ_CONFIG`` or ``adjudicator.toml`` in the current folder. In the environment every setting
is called ``ADJ_`` and its path with two underscores between the steps: ``mail.imap.host`` is
``ADJ_MAIL__IMAP__HOST``. A name that means nothing is an error in both, because a mistyped setting that is
ignored shows only when a mail has gone missing. ``docs/reference/settings.md`` explains each setting.
"""

import base64
import binascii
import os
import secrets
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, Field, PositiveInt, SecretStr, model_validator

from adjudicator.settings.mail import (
    MAIN,
    SHOWN_MAIN,
    Dkim,
    Imap,
    Mail,
    Mailbox,
    OAuth,
    OwnAddress,
    Server,
    Smtp,
    Tls,
    Trust,
    mailbox_of,
    shown,
)
from adjudicator.settings.reading import PREFIX, file_read, load
from adjudicator.settings.values import ConfigurationError, LanguageCode, Section, TimeZone

__all__ = [
    "MAIN",
    "PREFIX",
    "SHOWN_MAIN",
    "Access",
    "AskMailServer",
    "CampaignDefaults",
    "Celery",
    "ClockWatch",
    "ConfigurationError",
    "Dkim",
    "Imap",
    "Limits",
    "Mail",
    "Mailbox",
    "Monitor",
    "Notices",
    "OAuth",
    "OwnAddress",
    "Pages",
    "Practice",
    "Server",
    "Settings",
    "Smtp",
    "Tls",
    "Trust",
    "file_read",
    "mailbox_of",
    "new_key",
    "shown",
]
KEY_BYTES = 32


class Celery(Section):
    """The queue of wake-ups: ``memory://`` inside one process, or ``redis://host:port/number``.

    ``shards``: into how many shards the campaigns are divided, each with a queue of its own; 1: all have one.
    """

    broker: Annotated[str, Field(pattern=r"^(memory://|rediss?://.+)$")] = "memory://"
    visibility_seconds: PositiveInt = 300
    shards: Annotated[int, Field(ge=1, le=1000)] = 1


class CampaignDefaults(Section):
    """The settings that a new campaign starts with."""

    time_zone: TimeZone = "UTC"
    deadline_hours: PositiveInt = 72
    language: LanguageCode = "en"


class Limits(Section):
    """Bounds against mails that are too much, in bytes, pieces, seconds, mails and days.

    ``stall_alert_minutes``: a mail that has waited so long for us shows that something stands still. ``keep_…_days``:
    how long what is done with is kept (`store.pruning`); 0: for ever.
    """

    mail_bytes: PositiveInt = 30_000_000
    text_bytes: PositiveInt = 1_000_000
    header_bytes: PositiveInt = 65_536
    headers: PositiveInt = 500
    parts: PositiveInt = 100
    nesting: PositiveInt = 20
    parse_seconds: Annotated[int, Field(ge=0)] = 10
    order_lines: PositiveInt = 200
    answers_per_hour: PositiveInt = 20
    unasked_per_day: PositiveInt = 6
    notices_per_hour: PositiveInt = 10
    attempts: PositiveInt = 5
    handle_seconds: PositiveInt = 120
    give_up_hours: PositiveInt = 120
    keep_mails_days: Annotated[int, Field(ge=0)] = 60
    keep_received_days: Annotated[int, Field(ge=0)] = 0
    keep_metadata_days: Annotated[int, Field(ge=0)] = 400
    stall_alert_minutes: PositiveInt = 15


class AskMailServer(StrEnum):
    """The mail servers that are trusted for the time.

    A mail server with a public address (another machine, with a clock of its own), any mail server, or none.
    """

    ELSEWHERE = "elsewhere"
    ALWAYS = "always"
    NEVER = "never"


class ClockWatch(Section):
    """The guard of this machine's clock: not believed more than ``max_ahead_hours`` ahead of what was seen last."""

    max_ahead_hours: PositiveInt = 12
    ask_mail_server: AskMailServer = AskMailServer.ELSEWHERE


class Monitor(Section):
    """The address at which figures and health are told over HTTP; port 0: nowhere."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 0


CHATS = (
    "discord", "gchat", "matrixs", "mmosts", "nctalks", "ntfys", "pover", "rockets", "slack", "tgram", "workflows",
    "wxteams", "zulip",
)  # fmt: skip
"""Chats over HTTPS."""


class Notices(Section):
    """Notifications in addition to messages.

    How long one attempt may take, how long a notification is tried, and where it may go apart from the open internet.
    ``chats``: the kinds of chats, as Apprise calls them.
    """

    timeout_seconds: Annotated[int, Field(ge=1, le=60)] = 10
    give_up_hours: PositiveInt = 24
    allow_http: bool = False
    allow_private_networks: bool = False
    chats: tuple[str, ...] = CHATS


class Pages(Section):
    """The folder into which public pages are written (none: there are no such pages), and its address on the web."""

    folder: Path | None = None
    url: Annotated[str, Field(pattern=r"^(https?://\S+)?$")] = ""


class Practice(StrEnum):
    """The people who may practise by mail: nobody, whoever has a seat here, or anybody."""

    NOBODY = "nobody"
    PLAYERS = "players"
    ANYBODY = "anybody"


class Access(Section):
    """The people who may give which commands: logins of this machine. Without operators all who can run the program.

    ``moderators``: by login a registered mail address; who has it may look at and touch what they moderate.
    ``practice``: who may begin a campaign of their own against stewards, with a word by mail.
    """

    operators: tuple[str, ...] = ()
    moderators: dict[str, str] = {}
    practice: Practice = Practice.PLAYERS

    @model_validator(mode="after")
    def _somebody_may(self) -> Self:
        if self.moderators and not self.operators:
            raise ValueError("access.moderators requires access.operators: somebody must be able to do everything")
        return self


KEY_FILE = "secret.key"


def _key(text: SecretStr) -> bytes:
    word = text.get_secret_value()
    for read in (bytes.fromhex, base64.b64decode):
        try:
            key = read(word)
        except (ValueError, binascii.Error):
            continue
        if len(key) == KEY_BYTES:
            return key
    raise ValueError("a key is 32 bytes in hexadecimal or base64 (openssl rand -base64 32)")


def new_key() -> str:
    """Return a fresh server key, as the settings take it."""
    return base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def _is_key(text: SecretStr) -> SecretStr:
    _key(text)
    return text


ServerKey = Annotated[SecretStr, AfterValidator(_is_key)]


class Settings(Section):
    """All settings. Built in code (``Settings(database=…)``) they look neither at files nor the environment.

    ``database``: ``sqlite:///path`` or ``postgresql+psycopg://…``. ``secret_key``: 32 bytes as 64 hexadecimal
    digits or in base64; what ``older_secret_keys`` sealed can still be opened.
    """

    database: str = "sqlite:///var/adjudicator.db"
    data_directory: Path = Path("var")
    mail: Mail = Mail()
    celery: Celery = Celery()
    campaign: CampaignDefaults = CampaignDefaults()
    limits: Limits = Limits()
    monitor: Monitor = Monitor()
    notices: Notices = Notices()
    clock: ClockWatch = ClockWatch()
    access: Access = Access()
    pages: Pages = Pages()
    secret_key: ServerKey | None = None
    older_secret_keys: tuple[ServerKey, ...] = ()

    @property
    def key(self) -> bytes | None:
        """The server key for the codec of the store; none: blobs are not encrypted.

        Without a setting it is that of `key_file`, where `adjudicator serve` keeps one.
        """
        if self.secret_key is not None:
            return _key(self.secret_key)
        return _key(SecretStr(self.key_file.read_text().strip())) if self.key_file.exists() else None

    @property
    def key_file(self) -> Path:
        """The place of a key that nobody wrote into the settings."""
        return self.data_directory / KEY_FILE

    def make_key(self) -> bool:
        """Make a key file if there is no key at all. Returns whether one was made."""
        if self.key is not None:
            return False
        self.data_directory.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(self.key_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{new_key()}\n")
        return True

    @property
    def older_keys(self) -> tuple[bytes, ...]:
        """Keys that only open."""
        return tuple(_key(each) for each in self.older_secret_keys)

    @staticmethod
    def load(file: Path | None = None) -> "Settings":
        """Load them from the environment and ``file``, see `reading.load`. Raises ``ConfigurationError``."""
        return load(Settings, file)
