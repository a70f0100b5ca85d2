"""Tell listeners what happens in a campaign, in its transaction (see `adjudicator.service.extensions`)."""

from collections.abc import Callable, Collection, Mapping

import msgspec

from adjudicator.service import extensions
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.store.campaigns import SeatAtTable


class MatchMoved(msgspec.Struct, frozen=True, kw_only=True):
    """The match has moved on, begun, or been `corrected`.

    `asked`: new questions by seat, with their numbers; `missed`: the seats whose deadlines were missed by it.
    """

    asked: Mapping[str, int]
    missed: Collection[str] = ()
    corrected: bool = False


class DeadlinesMoved(msgspec.Struct, frozen=True):
    """The deadlines of the questions with these numbers have changed."""

    numbers: Collection[int]


class DeadlinesMissed(msgspec.Struct, frozen=True):
    """The deadline of these seats is over, and the moderator decides what happens next."""

    seats: Collection[str]


class Reminded(msgspec.Struct, frozen=True):
    """A seat has not answered, its deadline is near, and it gets a reminder."""

    seat: SeatAtTable


class Closed(msgspec.Struct, frozen=True):
    """The campaign is over without a result."""


Happening = MatchMoved | DeadlinesMoved | DeadlinesMissed | Reminded | Closed
Listener = Callable[[CampaignContext, Happening], None]


def announce(table: CampaignContext, happening: Happening) -> None:
    """Tell every listener."""
    for listener in extensions.extensions_of("listeners"):
        listener(table, happening)
