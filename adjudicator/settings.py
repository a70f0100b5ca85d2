"""Settings of an installation: defaults, then a TOML file, then the environment.

The file is ``ADJ_CONFIG`` or ``adjudicator.toml`` in the current folder. In the environment every setting
is called ``ADJ_`` and its path with two underscores between the steps: ``mail.imap.host`` is
``ADJ_MAIL__IMAP__HOST``. A name that means nothing is an error in both, because a mistyped setting that is
ignored shows only when a mail has gone missing. ``docs/operator.md`` explains each setting.
"""

import base64
import binascii
import json
import os
import re
import secrets
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self, get_origin
from zoneinfo import available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PositiveInt,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from adjudicator.language import CODES

PREFIX = "ADJ_"
CONFIG = "ADJ_CONFIG"
DEFAULT_FILE = Path("adjudicator.toml")
KEY_BYTES = 32


class ConfigurationError(Exception):
    """The settings cannot be used. ``problems``: one sentence each, with the name of the setting."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def _zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError(f"{name} is no time zone of the IANA list (for example Europe/Moscow)")
    return name


TimeZone = Annotated[str, AfterValidator(_zone)]


def _language(code: str) -> str:
    if code not in CODES:
        raise ValueError(f"there is no language {code!r}; there are {', '.join(CODES)}")
    return code


LanguageCode = Annotated[str, AfterValidator(_language)]
Port = Annotated[int, Field(ge=1, le=65535)]


class Section(BaseModel):
    """A part of the settings: unknown names are refused, values do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Tls(StrEnum):
    """How a connection is protected: not at all (this machine only), from the first byte, or by STARTTLS."""

    NONE = "none"
    IMPLICIT = "implicit"
    STARTTLS = "starttls"


class OAuth(Section):
    """Access by OAuth2 instead of a password: what the provider has given us (RFC 6749)."""

    token_url: Annotated[str, Field(pattern=r"^(https://\S+|http://(127\.0\.0\.1|localhost)[:/]\S*)?$")] = ""
    client_id: str = ""
    client_secret: SecretStr = SecretStr("")
    refresh_token: SecretStr = SecretStr("")
    scope: str = ""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.token_url and not (self.client_id and self.refresh_token.get_secret_value()):
            raise ValueError("token_url needs client_id and refresh_token")
        return self


class Server(Section):
    """A mail server and our account there. ``timeout_seconds`` holds for every single network operation."""

    host: str = "127.0.0.1"
    port: Port
    tls: Tls
    user: str = ""
    password: SecretStr = SecretStr("")
    oauth: OAuth = OAuth()
    ca_file: Path | None = None
    timeout_seconds: PositiveInt = 60


class Imap(Server):
    """Where mail is fetched. Without ``idle`` the folder is only looked at every ``poll_seconds``."""

    port: Port = 993
    tls: Tls = Tls.IMPLICIT
    idle: bool = True
    poll_seconds: Annotated[float, Field(gt=0)] = 60
    inbox: str = "INBOX"
    handled: str = "Handled"


class Smtp(Server):
    """Where mail is handed over, and how much of it in an hour: all together (what the provider allows), and to one
    recipient. 0: no limit. What is too much goes later."""

    port: Port = 587
    tls: Tls = Tls.STARTTLS
    per_hour: Annotated[int, Field(ge=0)] = 0
    per_recipient: Annotated[int, Field(ge=0)] = 100


class OwnAddress(Section):
    """Our address: ``local`` + ``separator`` + token + @ + ``domain`` reaches a seat."""

    local: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+$")] = "orders"
    domain: Annotated[str, Field(pattern=r"^[A-Za-z0-9.-]+$")] = "localhost"
    separator: Annotated[str, Field(pattern=r"^[+\-_=]$")] = "+"


class Dkim(Section):
    """Our own signature on every mail; without a selector the sending server signs, or nobody."""

    selector: Annotated[str, Field(pattern=r"^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)?$")] = ""
    key_file: Path | None = None

    @model_validator(mode="after")
    def _both_or_none(self) -> "Dkim":
        if bool(self.selector) != (self.key_file is not None):
            raise ValueError("selector and key_file belong together")
        return self


class Trust(StrEnum):
    """What proves the sender: the receiving server's verdict, our own DKIM check, or nothing (demo)."""

    AUTHENTICATION_RESULTS = "authentication_results"
    DKIM = "dkim"
    EVERYBODY = "everybody"


def _resolver(address: str) -> str:
    """What `adjudicator.mail.dns_records.Resolver` takes; it is slow to load, so that only `doctor` does."""
    if address and re.fullmatch(r"[0-9.]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?|[0-9A-Fa-f:.]+", address) is None:
        raise ValueError(f"{address!r} is no IP address with or without a port, as in 127.0.0.1:5353")
    return address


ResolverAddress = Annotated[str, AfterValidator(_resolver)]


class Mail(Section):
    """Mail in and out. ``operator``: the address of whoever runs the server, told of what cannot wait; empty: nobody.

    ``authserv_id`` is the name by which our receiving server signs its verdicts (RFC 8601, 2.5); while it is
    empty no verdict is believed, and senders are asked to confirm. ``arc_sealers``: domains of forwarders and lists
    whose seals are believed (RFC 8617). ``dns_timeout_seconds``: for all look-ups of one mail with trust ``dkim``;
    ``dns_retry_minutes``: how long a mail is tried again whose look-ups nobody answered, before it is held.
    ``dns_resolver``: IP address and port of the resolver that `doctor` asks about our own domain; empty: the machine's.
    """

    imap: Imap = Imap()
    smtp: Smtp = Smtp()
    address: OwnAddress = OwnAddress()
    operator: Annotated[str, Field(pattern=r"^([^@\s]+@[^@\s]+)?$")] = ""
    dkim: Dkim = Dkim()
    authserv_id: str = ""
    trust: Trust = Trust.AUTHENTICATION_RESULTS
    arc_sealers: tuple[str, ...] = ()
    dns_timeout_seconds: PositiveInt = 10
    dns_retry_minutes: Annotated[int, Field(ge=0)] = 30
    dns_resolver: ResolverAddress = ""


class Celery(Section):
    """The queue of wake-ups: ``memory://`` inside one process, or ``redis://host:port/number``."""

    broker: Annotated[str, Field(pattern=r"^(memory://|rediss?://.+)$")] = "memory://"
    visibility_seconds: PositiveInt = 300


class CampaignDefaults(Section):
    """What a new campaign starts with."""

    time_zone: TimeZone = "UTC"
    deadline_hours: PositiveInt = 72
    language: LanguageCode = "en"


class Limits(Section):
    """Bounds against mails that are too much, in bytes, pieces, seconds, mails and days.

    ``waiting_minutes``: a mail that has waited so long for us shows that something stands still. ``keep_…_days``: how
    long what is done with is kept (`store.pruning`); 0: for ever.
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
    attempts: PositiveInt = 5
    handle_seconds: PositiveInt = 120
    give_up_hours: PositiveInt = 120
    keep_mails_days: Annotated[int, Field(ge=0)] = 60
    keep_received_days: Annotated[int, Field(ge=0)] = 0
    keep_traces_days: Annotated[int, Field(ge=0)] = 400
    waiting_minutes: PositiveInt = 15


class AskMailServer(StrEnum):
    """Whose word counts for how late it is: a mail server's with a public address (another machine, with a clock of its
    own), any mail server's, or none's."""

    ELSEWHERE = "elsewhere"
    ALWAYS = "always"
    NEVER = "never"


class ClockWatch(Section):
    """When the clock of this machine is not believed: more than ``most_ahead_hours`` ahead of what was seen last."""

    most_ahead_hours: PositiveInt = 12
    ask_mail_server: AskMailServer = AskMailServer.ELSEWHERE


class Monitor(Section):
    """Where figures and health are told over HTTP; port 0: nowhere."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 0


class Desk(Section):
    """Who may give which commands: logins of this machine. Without operators everybody who can run the program.

    ``moderators``: by login a registered mail address; who has it may look at and touch what they moderate.
    """

    operators: tuple[str, ...] = ()
    moderators: dict[str, str] = {}

    @model_validator(mode="after")
    def _somebody_may(self) -> Self:
        if self.moderators and not self.operators:
            raise ValueError("moderators need operators: somebody must be able to do everything")
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
    """A fresh server key, as the settings take it."""
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
    clock: ClockWatch = ClockWatch()
    desk: Desk = Desk()
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
        """Where a key lies that nobody wrote into the settings."""
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
        """From the environment and ``file`` (otherwise the file that the module's docstring names).

        A file that was asked for must exist. Raises ``ConfigurationError`` with every problem at once.
        """
        path = file or (Path(os.environ[CONFIG]) if os.environ.get(CONFIG) else None)
        problems = [f"{name}: there is no such setting" for name in _unknown_names()]
        if path is not None and not path.is_file():
            problems.append(f"{path}: there is no such file")
        try:
            settings = _outside(path or DEFAULT_FILE)
        except ValidationError as error:
            problems += _told(error)
        except tomllib.TOMLDecodeError as error:
            problems.append(f"{path or DEFAULT_FILE}: {error}")
        except SettingsError as error:
            problems += _no_lists() or [str(error)]
        if problems:
            raise ConfigurationError(problems)
        return settings


def _outside(path: Path) -> Settings:
    class Outside(Settings, BaseSettings):
        model_config = SettingsConfigDict(
            env_prefix=PREFIX, env_nested_delimiter="__", extra="forbid", frozen=True, toml_file=path
        )

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return env_settings, TomlConfigSettingsSource(settings_cls)

    return Outside()


def _unknown_names() -> list[str]:
    known = {CONFIG, *_names(Settings, PREFIX)}
    return sorted(name for name in os.environ if name.upper().startswith(PREFIX) and name.upper() not in known)


def _names(section: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in section.model_fields.items():
        full = prefix + name.upper()
        yield full
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _names(field.annotation, full + "__")


_SECRET = ("password", "secret_key", "older_secret_keys", "database", "broker")
"""Settings whose values are not shown, because they are or hold passwords."""
_MUST_BE = {
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "float_parsing": "a number",
    "float_type": "a number",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "string_type": "a text",
    "tuple_type": "a list",
    "missing": "given",
}


def _told(error: ValidationError) -> list[str]:
    return [_sentence(".".join(map(str, each["loc"])), each) for each in error.errors()]


def _sentence(name: str, error: ErrorDetails) -> str:
    """What is wrong with one setting: its name, the value where that may be shown, and what is allowed."""
    kind, message = error["type"], error["msg"].removeprefix("Value error, ")
    if kind == "extra_forbidden":
        return f"{name}: there is no such setting"
    if kind == "string_pattern_mismatch":
        pattern = str(error.get("ctx", {}).get("pattern"))
        words = re.fullmatch(r"\^\(([\w|]+)\)\$", pattern)
        message = f"must be {' or '.join(words[1].split('|'))}" if words else f"must look like {pattern}"
    elif kind in _MUST_BE:
        message = f"must be {_MUST_BE[kind]}"
    message = message.replace("Input should be", "must be")
    value = error["input"]
    shown = not any(part in _SECRET for part in name.split(".")) and isinstance(value, str | int | float | bool)
    return f"{name} = {value!r}: {message}" if shown and message.startswith("must ") else f"{name}: {message}"


def _no_lists() -> list[str]:
    """Variables that should hold a list and do not; the library names only the part of the settings they are in."""
    told = []
    for name, field in _lists(Settings, PREFIX):
        given = next((value for each, value in os.environ.items() if each.upper() == name), "[]")
        try:
            good = isinstance(json.loads(given), list)
        except ValueError:
            good = False
        if not good:
            shown = "the value" if field in _SECRET else repr(given)
            told.append(f'{name}: {shown} is no list; it is written as in ["one", "two"]')
    return told


def _lists(section: type[BaseModel], prefix: str) -> Iterator[tuple[str, str]]:
    for name, field in section.model_fields.items():
        full = prefix + name.upper()
        if get_origin(field.annotation) is tuple:
            yield full, name
        elif isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _lists(field.annotation, full + "__")
