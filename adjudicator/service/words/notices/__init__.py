"""Notices in words, one class each: `worded` finds the one of a stored mail. An unknown topic raises KeyError."""

from __future__ import annotations

from typing import Any

from adjudicator.service.outbox.intents import Tell
from adjudicator.service.outbox.notices import NOTICES
from adjudicator.service.words.notices import mails, people, play, time
from adjudicator.service.words.notices.wording import WORDINGS, Wording
from adjudicator.service.words.reader import Desk

__all__ = ["mails", "people", "play", "time", "worded"]


def worded(desk: Desk, intent: Tell) -> Wording[Any]:
    """The notice that a mail brings, for its reader."""
    notice = NOTICES[intent.topic].of(intent.values)
    return WORDINGS[type(notice)](desk, notice)
