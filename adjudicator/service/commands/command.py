"""Define the commands of a mail: a word, what may follow it, what it is good for, and what it does.

Each command is a small class in `adjudicator.service.commands`; `adjudicator.service.commands.registry` knows them all.
A line is a command if it begins with one of its names and the rest is something that the command `takes`;
every other line is an order. A command does its work in the transaction of the mail and returns what the answer
says about it: all commands and orders of a mail share one answer.
"""

from collections.abc import Mapping
from enum import Enum, Flag, auto
from typing import ClassVar, NamedTuple

import msgspec
from sqlalchemy import update
from sqlmodel import col

from adjudicator.language import Language
from adjudicator.orders.text import normalize_word
from adjudicator.reports.model import Item
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.moderation.rights import Access, Needs
from adjudicator.store.tables import Seat


class Scope(Enum):
    """The meaning of a command from somebody who plays several seats and names none of them."""

    EACH = "it is obeyed for each of them"
    ONCE = "it is about the person, their address or the campaign, and obeyed once"
    ONE = "it can only mean one of them: they are asked which"


class Who(Flag):
    """The reader of a help mail, and what is open: all that is true of them."""

    PLAYER = auto()
    MODERATOR = auto()
    ASKED = auto()
    """A question waits for them."""
    SECRET = auto()
    """It is answered in secret, together with others."""
    GOES_ON = auto()
    """The match is not over."""
    ON_FILE = auto()
    """Something is kept that they could withdraw."""


ANYBODY = Who(0)
PLAYING = Who.PLAYER | Who.GOES_ON


class Command:
    """One command. A subclass sets the class attributes and overrides what differs.

    `names`: by language, the one that help shows first; folded (small letters, no accents, е for ё), of one or two
    words; all languages are always understood. A further language has its own in the catalogue. `before`: it is
    obeyed before the orders of the same mail.
    """

    id: ClassVar[str]
    """Its name in the program and in the audit trail: its first English name."""
    names: ClassVar[Mapping[str, tuple[str, ...]]]
    needs: ClassVar[Needs]
    """The right that it needs. A command for moderators is refused to everybody else before it is obeyed."""
    purpose: ClassVar[str]
    """Its purpose in half a sentence: a message."""
    usage: ClassVar[str] = ""
    """Text that may follow the name: a message."""
    heading: ClassVar[str] = ""
    """The heading of its answer: a message; if empty, its name."""
    listed_for: ClassVar[Who | None] = ANYBODY
    """All that must be true of somebody to whom the help lists it; None: a mail that asks for it says how to use it."""
    before: ClassVar[bool] = True
    scope: ClassVar[Scope] = Scope.EACH
    harmless: ClassVar[bool] = False
    """It only shows a seat, at its registered addresses, what is its own: no proof of the sender is needed."""
    touches_play: ClassVar[bool] = True
    """Whether the players hear of it when a moderator gives it."""
    verbatim: ClassVar[bool] = False
    """Whether text of the player follows it: its last full stop is theirs too."""
    for_readers: ClassVar[bool] = False
    """Whether somebody who reads along for a seat, and gives no orders, may give it too."""
    before_match: ClassVar[bool] = False
    """Whether it is understood before the match begins too, of which it uses nothing then."""
    for_game: ClassVar[bool] = False
    """Whether it means the same as an order of a game that claims its line: nobody need be told which it was."""
    private: ClassVar[bool] = False
    """Whether the audit trail leaves out what is said to it."""

    def __init_subclass__(cls) -> None:
        if "names" in cls.__dict__ and "id" not in cls.__dict__:
            cls.id = cls.names["en"][0]

    def argument(self, language: Language) -> str:
        """Return what may follow the name, as the help shows it; empty if nothing may."""
        return language.gettext(self.usage) if self.usage else ""

    def item(self, language: Language) -> Item:
        """Return the item as the help shows it: how it is written, and what it is good for."""
        written = f"{self.name(language)} {self.argument(language)}".strip()
        return Item(name=written, text=language.gettext(self.purpose))

    def offered(self, who: Who) -> bool:
        """Return whether the help lists it for somebody now; it is understood all the same."""
        return self.listed_for is not None and self.listed_for in who

    def takes(self, rest: str) -> bool:
        """Return whether a text behind the name belongs to the command. If not, the line is an order."""
        return not rest

    def goes_on(self, line: str) -> bool:
        """Return whether a line right below the command, or below such a line, belongs to it."""
        return False

    def politely(self, rest: str) -> bool:
        """Return whether it is the command also with please and thanks around it. Text of a player keeps its own."""
        return not self.verbatim

    def anywhere(self, rest: str) -> bool:
        """Return whether the line is the command also from who gives orders, where it might be one of a game."""
        return True

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Carry the command out; `rest` stands behind its name, normalised, with its capitals. Raises Rejected."""
        raise NotImplementedError  # abstract

    def refused(self, act: CommandContext, why: Rejected) -> CommandReply:
        """Say why the command cannot be carried out."""
        return act.says(self.heading or self.name(act.language), why.text(act.language, act.seat_called))

    def name(self, language: Language) -> str:
        """Return the name as a reader of that language types it."""
        return language.forms(self.names)[0]


class ViewCommand(Command):
    """A command that only shows a seat what is its own, behind whatever else the mail does: by itself these parts."""

    needs = Access.LOOK
    before = False
    harmless = True
    shows: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = ""
    """What the subject says of it: a message."""

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        return CommandReply(shows=self.shows, title=act.language.gettext(self.title))


OFF = frozenset({"off", "no", "нет", "выкл", "не надо"})
"""Words behind a command, folded, with which somebody does not want it any more."""


def folded(rest: str) -> str:
    """Return what follows a command, normalised for comparison with the words that the command knows."""
    return " ".join(normalize_word(word) for word in rest.strip(" .!").split())


class CommandOption(NamedTuple):
    """One of the things that can be chosen: the words for it, what is then said (a message), what the seat has then."""

    words: tuple[str, ...]
    told: str
    seat: Mapping[str, object]


class Choice(Command):
    """A command that chooses one of several options for the seat; without one it says which there are."""

    needs = Access.SEAT
    before_match = True
    options: ClassVar[tuple[CommandOption, ...]]

    def chosen(self, rest: str) -> CommandOption | None:
        """Return the option that a text names."""
        wanted = folded(rest)
        return next((option for option in self.options if wanted in option.words), None)

    def takes(self, rest: str) -> bool:
        return not rest or self.chosen(rest) is not None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        option = self.chosen(rest)
        if option is None:
            item = self.item(act.language)
            return act.says(self.heading, act.language.gettext("Write: %(line)s", line=item.name), f"{item.text}.")
        keep_for_seat(act, **option.seat)
        return act.says(self.heading, act.language.gettext(option.told), changed=True)


def keep_for_seat(act: CommandContext, **values: object) -> None:
    """Keep something for the seat from now on."""
    act.session.execute(update(Seat).where(col(Seat.id) == act.seat.id).values(values))


class Given(msgspec.Struct, frozen=True):
    """A command line of a mail: which command, what stood behind its name, and the line as it was written."""

    id: str
    rest: str
    original: str
    seat: str = ""
    """The seat that it is for, where it stands below its name."""
