"""Campaigns, their seats, and the people who hold them."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, LargeBinary, UniqueConstraint
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, MAILBOX, Row, SealedBytes, UtcDateTime, one_of


class CampaignState(StrEnum):
    """The state of a campaign."""

    INVITING = "inviting"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ARCHIVED = "archived"


class SeatKind(StrEnum):
    """A seat of the game, or one of the two kinds of chairs beside the table."""

    PLAYER = "player"
    MODERATOR = "moderator"
    OBSERVER = "observer"


class Role(StrEnum):
    """The role of a person for a seat: send its orders, read its mail, or step in."""

    ORDERS = "orders"
    COPY = "copy"
    STANDBY = "standby"


class AddressState(StrEnum):
    """The state of an address: not yet confirmed, in use, or given up after bounces."""

    UNCONFIRMED = "unconfirmed"
    ACTIVE = "active"
    SUSPENDED = "suspended"


class Series(Row, table=True):
    """Campaigns that follow each other: the next one starts from the choices of the last.

    Its name and title are those of the first.
    """

    __tablename__ = "series"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    name: str = Field(unique=True, max_length=64)
    title: str = Field(max_length=200)
    created_at: datetime = Field(sa_type=UtcDateTime)


class Tournament(Row, table=True):
    """Matches of one game at several tables, round after round.

    ``plan``: the players by number, who sits where in each round, and what the campaigns of the tables agree on,
    encoded by the service.
    """

    __tablename__ = "tournament"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    name: str = Field(unique=True, max_length=64)
    title: str = Field(max_length=200)
    game: str = Field(max_length=64)
    plan: bytes = Field(sa_type=LargeBinary)
    created_at: datetime = Field(sa_type=UtcDateTime)


class TournamentTable(Row, table=True):
    """A table of a round of a tournament, from 1, and the campaign that is played there."""

    __tablename__ = "tournament_table"

    tournament_id: int = Field(primary_key=True, foreign_key="tournament.id", sa_type=ID)
    round: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    campaign_id: int = Field(unique=True, foreign_key="campaign.id", sa_type=ID)


class Campaign(Row, table=True):
    """A match with people, deadlines and mail; where others follow, the one of a ``series_position``, from 1.

    ``name`` is what people type (lower case, digits, hyphens); ``time_zone`` an IANA name; ``settings`` what the
    service keeps about timing and policies, encoded by it. ``mailbox``: from which of our mailboxes its messages come.
    """

    __tablename__ = "campaign"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    name: str = Field(unique=True, max_length=64)
    title: str = Field(max_length=200)
    series_id: int | None = Field(default=None, foreign_key="series.id", index=True, sa_type=ID)
    series_position: int | None = None
    state: CampaignState = Field(default=CampaignState.INVITING, sa_type=one_of(CampaignState), index=True)
    language: str = Field(max_length=8)
    time_zone: str = Field(max_length=64)
    deadline_hours: int
    settings: bytes = Field(default=b"", sa_type=LargeBinary)
    mailbox: str = Field(default="", sa_type=MAILBOX, sa_column_kwargs={"server_default": ""})
    created_at: datetime = Field(sa_type=UtcDateTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Seat(Row, table=True):
    """A place at the table; ``name`` is the game's name for it.

    ``token`` is the secret of its reply address; it is found by ``token_hash`` (SHA-256) so that a backup
    does not hold it in clear. ``tag`` is public: it stands in subjects and Message-IDs.
    ``language`` and ``mail_format`` (text, html or full) are what this seat asked for, ``calendar`` and ``data_copy``
    whether its mails carry calendar entries and a copy for programs, ``examples`` whether they offer whole answers,
    ``right_lines`` whether the right lines of its own mails are carried out beside wrong ones;
    ``digest`` is "weekly" if it
    wants one. ``nonce`` is what its holder adds to the seed of the draws, ``bid`` what they bid for seats, until the
    match begins. ``former``: the name of the seat whose people hold it since the match before of the series; empty for
    a new one.
    """

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("campaign_id", "name"),)

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", sa_type=ID)
    name: str = Field(max_length=64)
    kind: SeatKind = Field(default=SeatKind.PLAYER, sa_type=one_of(SeatKind))
    tag: str = Field(unique=True, max_length=32)
    token_hash: bytes = Field(unique=True, sa_type=LargeBinary)
    token: bytes = Field(sa_type=SealedBytes)
    token_issued_at: datetime = Field(sa_type=UtcDateTime)
    language: str = Field(max_length=8)
    mail_format: str = Field(default="html", max_length=8)
    calendar: bool = True
    data_copy: bool = False
    examples: bool = True
    right_lines: bool = False
    digest: str = Field(default="", max_length=8)
    nonce: bytes | None = Field(default=None, sa_type=SealedBytes)
    bid: bytes | None = Field(default=None, sa_type=SealedBytes)
    former: str = Field(default="", max_length=64)


class Person(Row, table=True):
    """Somebody who plays, moderates or watches, in any number of campaigns.

    ``overview``: whether they get all campaigns that they moderate in a mail every morning, ``overview_at`` the last.
    ``rated``: whether they stand in lists of ratings. ``habits``: whether it may be used, and shown
    to moderators, when they usually answer. ``steward``: it is no person, but the program that plays in the place of
    one.
    """

    __tablename__ = "person"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    name: str = Field(max_length=200)
    language: str = Field(max_length=8)
    time_zone: str = Field(max_length=64)
    created_at: datetime = Field(sa_type=UtcDateTime)
    overview: bool = False
    overview_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    rated: bool = True
    habits: bool = True
    steward: bool = Field(default=False, index=True)


class Address(Row, table=True):
    """A registered mail address of a person, as the mail layer normalises it. People may share one.

    ``bounces``: mails in a row that could not be delivered. ``essential_only``: reminders, digests and other
    optional mails are not wanted, because the person said so or a provider reported a complaint. ``main``: mails go
    there; where no usable one is, to the first that was registered. An unconfirmed one has ``confirmed_at`` once its
    owner has answered from it, and waits for a moderator (``asked_by``) if the moderator is the one who asked for it.
    """

    __tablename__ = "address"
    __table_args__ = (UniqueConstraint("person_id", "email"), Index(None, "state", "person_id"))

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    person_id: int = Field(foreign_key="person.id", sa_type=ID)
    email: str = Field(index=True, max_length=320)
    state: AddressState = Field(default=AddressState.ACTIVE, sa_type=one_of(AddressState))
    bounces: int = 0
    essential_only: bool = False
    main: bool = False
    asked_by: str = Field(default="", max_length=200)
    confirmed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    registered_at: datetime = Field(sa_type=UtcDateTime)


class Holding(Row, table=True):
    """A person holds a seat in a role, from a moment until another one (open: ``until`` is empty).

    ``rights``: what a moderator may do ("all", "time", "mail"); of a reader "returns", if they had the seat before a
    steward and may take it back. ``dossier_due``: a
    stand-in whose days have not begun yet gets what the seat knows when they do. ``agreed_at``: when the person agreed
    that another seat of the campaign reads the same mailbox.
    """

    __tablename__ = "holding"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    seat_id: int = Field(foreign_key="seat.id", index=True, sa_type=ID)
    person_id: int = Field(foreign_key="person.id", index=True, sa_type=ID)
    role: Role = Field(default=Role.ORDERS, sa_type=one_of(Role))
    since: datetime = Field(sa_type=UtcDateTime)
    until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    rights: str = Field(default="all", max_length=16)
    dossier_due: bool = False
    agreed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
