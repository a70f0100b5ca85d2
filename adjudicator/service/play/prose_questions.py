"""Questions in prose where orders were expected: whether a mail only asks, and what about."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.components.russian import lemmas
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.text import words
from adjudicator.service.campaign.act import Said
from adjudicator.service.outbox.intents import LineRead


def all_questions(lines: Sequence[LineRead]) -> bool:
    """Whether a mail asks, and orders nothing."""
    return bool(lines) and all(line.problem is not None and line.problem.why == "question" for line in lines)


def shown(lines: Sequence[LineRead]) -> Said:
    """What a mail of questions gets besides the words that tell more: the standing, if they are about it."""
    asked = [word for line in lines for word in words(line.original)] if all_questions(lines) else []
    about_standing = any(lemmas(word.folded) & courtesy().standing for word in asked)
    return Said(shows=("status", "position") if about_standing else ())
