"""List the arrangements at the desk: each a class with all that hangs on it (see `service.moderation.arrangement`)."""

from adjudicator.service.moderation.arrangement import Arrangement
from adjudicator.service.moderation.arrangements.addresses import Add, Release, Remove
from adjudicator.service.moderation.arrangements.joining import Begin, EnterBid, Invite
from adjudicator.service.moderation.arrangements.mailbox import Move
from adjudicator.service.moderation.arrangements.settings import Letters, Public, Rated, Readers

__all__ = [
    "ARRANGEMENTS", "Add", "Begin", "EnterBid", "Invite", "Letters", "Move", "Public", "Rated", "Readers", "Release",
    "Remove",
]  # fmt: skip

ARRANGEMENTS: tuple[type[Arrangement], ...] = (
    Add, Release, Remove, Letters, Readers, Rated, Public, Invite, Begin, EnterBid, Move,
)  # fmt: skip
