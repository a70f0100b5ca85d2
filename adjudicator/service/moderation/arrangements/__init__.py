"""The arrangements at the desk: each a class with all that hangs on it (see `service.moderation.arrangement`)."""

from adjudicator.service.moderation.arrangement import Arrangement
from adjudicator.service.moderation.arrangements.addresses import Add, Release, Remove
from adjudicator.service.moderation.arrangements.agreed import Letters, Public, Rated, Readers
from adjudicator.service.moderation.arrangements.joining import Begin, EnterBid, Invite
from adjudicator.service.moderation.arrangements.mailbox import Move

ARRANGEMENTS: tuple[type[Arrangement], ...] = (
    Add, Release, Remove, Letters, Readers, Rated, Public, Invite, Begin, EnterBid, Move,
)  # fmt: skip
