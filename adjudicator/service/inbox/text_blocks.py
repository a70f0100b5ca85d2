"""The blocks of a mail that are text for people: letters to others, notes for oneself."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.mail.model import TextBlock
from adjudicator.orders.text import fold, words
from adjudicator.service.campaign.act import Act, Said, together
from adjudicator.service.commands import diary
from adjudicator.service.press import taking


def take(act: Act, blocks: Sequence[TextBlock]) -> Said:
    """Do what the blocks say, in the order of the mail. Returns what the answer says of them."""
    said = [diary.take_block(act, block) if is_note(block) else taking.take_block(act, block) for block in blocks]
    return together(said)


def is_note(block: TextBlock) -> bool:
    """Whether a block is a note for the diary."""
    first = words(block.opening)
    return bool(first) and fold(first[0].typed) in diary.WORDS
