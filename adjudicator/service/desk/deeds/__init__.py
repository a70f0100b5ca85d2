"""The deeds of a moderator: each a class with everything that hangs on it (see `adjudicator.service.desk.deed`)."""

from typing import Union

import msgspec

from adjudicator.service.desk.deed import Deed
from adjudicator.service.desk.deeds.correcting import Correct, Insert, Rollback, UndoCorrection
from adjudicator.service.desk.deeds.deadlines import Bank, Extend, Policy
from adjudicator.service.desk.deeds.deciding import Decide
from adjudicator.service.desk.deeds.draws import Draw, DrawsBy
from adjudicator.service.desk.deeds.endings import Archive, Close
from adjudicator.service.desk.deeds.entering import Enter
from adjudicator.service.desk.deeds.holdings import Hold, Release
from adjudicator.service.desk.deeds.moderators import Appoint, Dismiss
from adjudicator.service.desk.deeds.packs import CorrectPack
from adjudicator.service.desk.deeds.pauses import Pause, PlannedPause, Resume
from adjudicator.service.desk.deeds.pressing import Process, Remind
from adjudicator.service.desk.deeds.reactions import Reactions
from adjudicator.service.desk.deeds.ruling import OpenEyes, Rule
from adjudicator.service.desk.deeds.seats import Absent, Eject, Replace
from adjudicator.service.desk.deeds.series import Next
from adjudicator.service.desk.deeds.tournaments import NextRound, Withdraw

__all__ = [
    "DEEDS", "Absent", "Appoint", "Archive", "Bank", "Close", "Correct", "CorrectPack", "Decide", "Dismiss", "Draw",
    "DrawsBy", "Eject", "Enter", "Extend", "Hold", "Insert", "Next", "NextRound", "Pause", "PlannedPause", "Policy",
    "Process", "Reactions", "Release", "Remind", "Replace", "Resume", "Rollback", "Rule", "UndoCorrection", "Withdraw",
    "decode",
]  # fmt: skip

DEEDS: tuple[type[Deed], ...] = (
    Pause, PlannedPause, Resume, Extend, Bank, Remind, Process, Replace, Eject, Close, Next, NextRound, Withdraw,
    Appoint, Dismiss, Draw, Enter, Decide, Correct, Insert, Rollback, UndoCorrection, CorrectPack, Reactions, OpenEyes,
    Absent, Policy, Hold, Release, Rule, Archive, DrawsBy,
)  # fmt: skip
"""Everything that a moderator can do; those that are written in mails in the order in which the help lists them."""

_decoder: msgspec.json.Decoder[Deed] = msgspec.json.Decoder(Union[DEEDS])  # noqa: UP007


def decode(data: bytes) -> Deed:
    """Decode a moderator command from the database.

    Raises:
        msgspec.DecodeError: The bytes are not such a command.
    """
    return _decoder.decode(data)
