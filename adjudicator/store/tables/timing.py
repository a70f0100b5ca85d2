"""Define the tables of what moves deadlines: absences, pauses, and how reliable a seat has been."""

from datetime import date, datetime

from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, UtcDateTime


class Absence(Row, table=True):
    """Days on which a seat's time stands still, both included, in the campaign's zone.

    ``granted_by``: the moderator who allowed it beyond the budget; empty when the seat took it itself.
    ``ended_on``: the last day after all, when the player came back early (or the day before the first).
    ``steward_for``: the person in whose place a steward plays on these days; then time does not stand still.
    """

    __tablename__ = "absence"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    seat_id: int = Field(foreign_key="seat.id", index=True, sa_type=ID)
    first_day: date
    last_day: date
    ended_on: date | None = None
    granted_by: str = Field(default="", max_length=200)
    announced_at: datetime = Field(sa_type=UtcDateTime)
    steward_for: int | None = Field(default=None, foreign_key="person.id", sa_type=ID)


class Pause(Row, table=True):
    """A stretch in which a campaign stands still; ``until`` is empty while it lasts."""

    __tablename__ = "pause"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", index=True, sa_type=ID)
    since: datetime = Field(sa_type=UtcDateTime)
    until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    author: str = Field(default="", max_length=200)
    reason: str = Field(default="", max_length=2000)


class SeatRecord(Row, table=True):
    """The record of how a seat kept its deadlines since its present holder has it, and the extensions it has asked for.

    ``missed_in_row`` goes back to 0 with an answer in time; ``waits`` counts over the whole campaign. ``bank_minutes``:
    what its bank of hours had when its last question was over; empty: nothing was charged yet.
    """

    __tablename__ = "seat_record"

    seat_id: int = Field(primary_key=True, foreign_key="seat.id", sa_type=ID)
    missed_in_row: int = 0
    missed: int = 0
    waits: int = 0
    bank_minutes: int | None = None
