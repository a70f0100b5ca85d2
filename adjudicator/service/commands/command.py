"""What a command of a mail is: a word, what may stand behind it, what it is good for, and what it does.

Each command is a small class in `adjudicator.service.commands`; `adjudicator.service.commands.registry` knows them all.
A line is a command if it begins with one of its names and the rest is something that the command `takes`;
every other line is an order. A command does its work in the transaction of the mail and returns what the answer
says about it: all commands and orders of a mail share one answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from adjudicator.language import Language
from adjudicator.service.campaign.act import Act, Said


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a help mail is for, and what is open."""

    player: bool
    moderator: bool
    asked: bool
    """A question waits for him."""
    secret: bool
    """It is answered in secret, together with others."""
    over: bool
    on_file: bool
    """Something is kept that he could withdraw."""


class Command:
    """One command. A subclass sets the class attributes and overrides what differs.

    `names`: by language, the one that help shows first; folded (small letters, no accents, е for ё), of one or two
    words; all languages are always understood. A further language has its own in the catalogue. `before`: it is
    obeyed before the orders of the same mail.
    """

    id: ClassVar[str]
    names: ClassVar[Mapping[str, tuple[str, ...]]]
    purpose: ClassVar[str]
    """What it is good for, in half a sentence: a message."""
    usage: ClassVar[str] = ""
    """What may stand behind the name: a message."""
    before: ClassVar[bool] = True
    harmless: ClassVar[bool] = False
    """It only shows a seat, at its registered addresses, what is its own: no proof of the sender is needed."""
    touches_play: ClassVar[bool] = True
    """Whether the players hear of it when a moderator gives it."""
    verbatim: ClassVar[bool] = False
    """What stands behind it is text of the player: its last full stop is his too."""
    for_readers: ClassVar[bool] = False
    """Also from somebody who reads along for a seat and gives no orders."""
    private: ClassVar[bool] = False
    """What is said to it stands in no audit trail."""

    def argument(self, language: Language) -> str:
        """What may stand behind the name, as the help shows it; empty: nothing."""
        return language.gettext(self.usage) if self.usage else ""

    def help(self, language: Language) -> str:
        """What it is good for."""
        return language.gettext(self.purpose)

    def offered(self, who: Who) -> bool:
        """Whether the help lists it for somebody now; it is understood all the same."""
        return True

    def takes(self, rest: str) -> bool:
        """Whether a text behind the name belongs to the command. If not, the line is an order."""
        return not rest

    def anywhere(self, rest: str) -> bool:
        """Whether the line is the command also from who gives orders, where it might be one of a game."""
        return True

    def obey(self, act: Act, rest: str) -> Said:
        """Do it. `rest` is what stands behind the name, normalised, with its capitals."""
        raise NotImplementedError  # abstract

    def name(self, language: Language) -> str:
        """As a reader of that language types it."""
        return language.forms(self.names)[0]


class Look(Command):
    """A command that only shows a seat what is its own, behind whatever else the mail does."""

    before = False
    harmless = True


class Given(msgspec.Struct, frozen=True):
    """A command line of a mail: which command, what stood behind its name, and the line as it was written."""

    id: str
    rest: str
    original: str
