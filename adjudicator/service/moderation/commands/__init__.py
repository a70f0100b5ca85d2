"""The deeds of a moderator: each a class with all that hangs on it (see `adjudicator.service.moderation.command`)."""

from itertools import chain
from typing import Union

import msgspec

from adjudicator.service import extensions
from adjudicator.service.campaign.settings import with_new_names
from adjudicator.service.moderation.command import ModeratorCommand
from adjudicator.service.moderation.commands.correcting import Correct, Insert, Rollback, Script, UndoCorrection
from adjudicator.service.moderation.commands.deadlines import Bank, Extend, Policy
from adjudicator.service.moderation.commands.deciding import Decide
from adjudicator.service.moderation.commands.draws import Draw, DrawsBy
from adjudicator.service.moderation.commands.endings import Archive, Close, Conclude
from adjudicator.service.moderation.commands.entering import Enter
from adjudicator.service.moderation.commands.expedite import Process, Remind
from adjudicator.service.moderation.commands.holdings import Hold, Release
from adjudicator.service.moderation.commands.moderators import Appoint, Dismiss
from adjudicator.service.moderation.commands.packs import CorrectPack
from adjudicator.service.moderation.commands.pauses import Pause, PlannedPause, Resume
from adjudicator.service.moderation.commands.reactions import Reactions
from adjudicator.service.moderation.commands.ruling import OpenEyes, Rule
from adjudicator.service.moderation.commands.seats import Absent, Eject, Replace, Steward
from adjudicator.service.moderation.commands.series import Next

__all__ = [
    "DEEDS", "Absent", "Appoint", "Archive", "Bank", "Close", "Conclude", "Correct", "CorrectPack", "Decide",
    "Dismiss", "Draw", "DrawsBy", "Eject", "Enter", "Extend", "Hold", "Insert", "Next", "Pause",
    "PlannedPause", "Policy", "Process", "Reactions", "Release", "Remind", "Replace", "Resume", "Rollback", "Rule",
    "Script", "UndoCorrection", "decode",
]  # fmt: skip

DEEDS: tuple[type[ModeratorCommand], ...] = (
    Pause, PlannedPause, Resume, Extend, Bank, Remind, Process, Replace, Eject, Steward, Close, Conclude, Next,
    Appoint, Dismiss, Draw, Enter, Decide, Correct, Insert, Script, Rollback, UndoCorrection, CorrectPack,
    Reactions, OpenEyes, Absent, Policy, Hold, Release, Rule, Archive, DrawsBy,
    *chain.from_iterable(extensions.extensions_of("moderator_commands")),
)  # fmt: skip
"""Everything that a moderator can do; those that are written in mails in the order in which the help lists them."""

_decoder: msgspec.json.Decoder[ModeratorCommand] = msgspec.json.Decoder(Union[DEEDS])  # noqa: UP007


def decode(data: bytes) -> ModeratorCommand:
    """Decode a moderator command from the database.

    Raises:
        msgspec.DecodeError: The bytes are not such a command.
    """
    return _decoder.decode(with_new_names(data))
