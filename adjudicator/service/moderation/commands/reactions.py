"""Set how answers to a question that interrupts somebody else's turn are waited for."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from adjudicator.language import msgid
from adjudicator.orders.text import normalize_word
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.commands.deadlines import changed_policy
from adjudicator.service.moderation.forms import command
from adjudicator.service.moderation.wording import BadWording, Wording
from adjudicator.service.play import standing_lines
from adjudicator.service.timing.policy import ANY_KIND, ASK, STANDING_ONLY

_DELAY = re.compile(r"(?:delay|задержка)\s+(\d{1,3})\s*(d|д|h|ч)?\w*")
_HOW = {"ask": ASK, "спрашивать": ASK, "standing only": STANDING_ONLY, "только постоянные": STANDING_ONLY}


@command("deadline reactions", "lights undercutting 'delay 24h'", "lights any 'standing only' --dry-run")
class Reactions(ModeratorCommand, frozen=True, tag="reactions"):
    """Set how long reactions of one kind are awaited.

    These are answers to a question in somebody else's turn. Everyone is told.

    ask: as every other answer. standing only: nobody is asked, who has no standing order declines, or gets the default,
    at once. delay 24h: so long for everybody, so that waiting betrays nothing; all answers come out at its end.
    """

    names: ClassVar = {"en": ("reactions",), "ru": ("реакции",)}
    did: ClassVar = msgid("The rules about time are changed; everybody is told.")
    usage: ClassVar = msgid("KIND: ask | standing only | delay 24h")
    purpose: ClassVar = msgid("how answers to questions in the turn of somebody else are waited for")
    kind: Annotated[str, "KIND", "A kind of question, as players call it, or any."]
    timing: Annotated[str, "HOW", "ask, standing only, or delay 24h."]

    @classmethod
    def read(cls, wording: Wording) -> Reactions:
        kind, colon, how = wording.sentence.partition(":")
        if not colon or not kind.strip() or not how.strip():
            raise BadWording
        return cls(kind=kind.strip(), timing=how.strip())

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        kinds = standing_lines.kinds_called(table.match, self.kind, table.campaign.language)
        how = _written(self.timing)
        changed_policy(table, {f"wait_for_reactions.{kind}": how for kind in kinds or (ANY_KIND,)}).carry_out(
            table, author
        )


def _written(how: str) -> str:
    """Return it as it is in a campaign's file; anything else is refused there."""
    plain = " ".join(normalize_word(how).split())
    if delay := _DELAY.fullmatch(plain):
        return f"delay {int(delay[1]) * (24 if delay[2] in ('d', 'д') else 1)}h"
    return _HOW.get(plain, how)
