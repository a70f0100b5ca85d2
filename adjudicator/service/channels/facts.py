"""Define what a notice may say. To a campaign's channel goes what every reader of its status sees, and nothing else."""

from datetime import datetime
from enum import StrEnum

import msgspec

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.store import prompts
from adjudicator.store.tables import CampaignState


class Event(StrEnum):
    """An event that a notice is about."""

    ASKED = "asked"
    """Others are asked now, or to the channel of a seat: it is."""
    DEADLINE = "deadline"
    """A deadline has moved, or is over; to the channel of a seat also: it is near."""
    TURN = "turn"
    END = "end"
    ADDED = "added"
    """Notices come here from now on; to a program with the secret, where its owner has it from nobody."""
    TRIAL = "trial"
    """Nothing: somebody wants to know whether notices arrive."""


EVENTS = (Event.ASKED, Event.DEADLINE, Event.TURN, Event.END)
"""The events that a channel can be for."""
OF_SEAT = (Event.ASKED, Event.DEADLINE, Event.END)
"""The events that the channel of a seat is for, unless others are wanted."""


class Waiting(msgspec.Struct, frozen=True):
    """A seat that is asked, by its name in the rules, and its deadline.

    None as the deadline: no deadline runs, or nobody may know it.
    """

    seat: str
    deadline: datetime | None = None


class Facts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A notice as it is stored.

    `seat`: whose channel it is for. `waiting`: who is asked. `missed`: whose deadline is over. `turn`: which turn is
    over. `draw`: nobody is waited for before a moderator enters a draw.
    """

    event: Event
    moment: datetime
    seat: str | None = None
    deadline: datetime | None = None
    waiting: tuple[Waiting, ...] = ()
    missed: tuple[str, ...] = ()
    turn: int | None = None
    paused: bool = False
    draw: bool = False


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public facts about who is asked now; who of them has answered is not among them.

    `decision`: its number, 0 where seats play side by side: how far they are tells nobody.
    """

    waiting: tuple[Waiting, ...] = ()
    paused: bool = False
    draw: bool = False
    decision: int = 0


def standing(table: CampaignContext) -> Standing:
    """Return how a campaign stands, as everybody is told (`service.words.status`)."""
    match, campaign = table.match, table.campaign
    if match.result is not None or campaign.state in (CampaignState.FINISHED, CampaignState.ARCHIVED):
        return Standing()
    if match.awaited is not None:
        return Standing(draw=True)
    due: dict[str, datetime | None] = {}
    if not match.concurrent_seats:
        rows = prompts.open_questions(table.session, campaign.id)
        due = {table.by_id[row.seat_id].asked_as: row.deadline for row in rows}
    return Standing(
        waiting=tuple(Waiting(name, due.get(name)) for name in match.asked_seats),
        paused=campaign.state is CampaignState.PAUSED,
        decision=0 if match.concurrent_seats else table.decision,
    )
