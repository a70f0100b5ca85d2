"""What a deed of a moderator is: a value with everything that hangs on it.

A deed is a class in `adjudicator.service.desk.deeds` and stands in its list `DEEDS`. Its fields are what it says; it is
kept behind a code, and written into the audit trail, as they stand. The class says which right it needs, checks and
does it (`carry_out`), words it (`done`, `asked`), how it is written in a mail (`names`, `argument`, `help`, `read`)
and which commands of the command line make it (functions marked with `adjudicator.service.desk.forms.command`).
Names of seats are the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import CODES, Language, language
from adjudicator.mail.address import can_be_reached
from adjudicator.orders.text import clean, fold
from adjudicator.service.campaign import audit
from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.desk.rights import Right, right_word
from adjudicator.service.people import new_campaigns
from adjudicator.service.service import Service, Work
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import CampaignState, Person, Telling

if TYPE_CHECKING:
    from adjudicator.service.desk.wording import Wording


class Author(msgspec.Struct, frozen=True):
    """Who does it, for the audit trail. `by_mail`: who wrote a mail; otherwise somebody at the command line."""

    name: str
    right: Right = Right.ALL
    by_mail: bool = False

    @property
    def signed(self) -> str:
        """As it stands in the audit trail: whoever wrote a mail is told from whoever sat at the desk."""
        return f"{self.name} (mail)" if self.by_mail else self.name


class Newcomer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person who is given something to hold. Without language and zone those of the campaign."""

    name: str
    email: str
    language: str = ""
    time_zone: str = ""


Called = Callable[[str], str]
"""Names a seat to a reader."""


class CannotBe(Exception):  # noqa: N818 - an answer to a person, nothing broke
    """A deed is refused, for a reason of this name; `told` words it, and says what is possible instead."""

    def __init__(self, trouble: str, told: Callable[[Language, Called], str]) -> None:
        super().__init__(trouble)
        self.trouble = trouble
        self.told = told

    def text(self, words: Language, called: Called = str) -> str:
        """The reason in a sentence for a reader of a language, who knows the seats by other names."""
        return self.told(words, called)


class Change(msgspec.Struct, frozen=True):
    """One fact that is another now; an empty `before`: there was nothing of it."""

    what: str
    before: str
    after: str


CLOSED = "closed"
"""What becomes of a question that is answered or dropped."""


@dataclass
class At:
    """The desk at work: a locked campaign in the caller's transaction, and who does something to it."""

    table: Table
    author: Author

    @property
    def work(self) -> Work:
        """The use case."""
        return self.table.work

    @property
    def session(self) -> Session:
        """Its transaction."""
        return self.table.session

    @property
    def service(self) -> Service:
        """The installation."""
        return self.table.service

    @property
    def now(self) -> datetime:
        """The moment of the deed."""
        return self.table.now

    @property
    def by(self) -> str:
        """Who does it, for the audit trail."""
        return self.author.signed


class Deed(msgspec.Struct, frozen=True, kw_only=True, tag_field="deed", omit_defaults=True):
    """Something that a moderator does, with what they say about it.

    A field `log` is the log number of the position that the deed is meant for: it is refused at any other one, so that
    nobody carries out the next decision by mistake.
    """

    right: ClassVar[Right] = Right.ALL
    """What who does it must be allowed."""
    telling: ClassVar[Telling] = Telling.NOTICE
    """How the players hear of it."""
    final: ClassVar[bool] = False
    """It cannot be undone: written in a mail it names its position, and wants to be confirmed."""
    tells_author: ClassVar[bool] = False
    """Who did it by mail gets the notice too, for what stands there only."""
    names: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The words that it begins with in a mail, by language; none: it cannot be written in a mail."""
    anywhere: ClassVar[bool] = True
    """A player who writes the word alone, or with a number, is told that it is the moderator's; else it is an order."""

    def carry_out(self, at: At) -> None:
        """Check it, do it, queue the mails that tell of it, and note it. Raises CannotBe; then nothing counts."""
        raise NotImplementedError  # abstract

    def done(self, words: Language) -> str:
        """What has been done, for the answer to who did it."""
        raise NotImplementedError  # abstract

    def asked(self, words: Language, called: Called) -> str:
        """What will be done, for the question whether it shall be."""
        return self.done(words)

    def foreseen(self, facts: Mapping[str, str]) -> tuple[Change, ...] | None:
        """What a rehearsal shows of a deed that plays on: only what was open before, never what follows.

        None for every other deed: its rehearsal shows what it changes. `facts` are what everybody may know.
        """
        return None

    @classmethod
    def argument(cls, language: Language) -> str:
        """What stands behind its name in a mail, as the help shows it; empty: nothing."""
        return ""

    @classmethod
    def help(cls, language: Language) -> str:
        """What it is good for, in half a sentence."""
        raise NotImplementedError  # abstract

    @classmethod
    def read(cls, wording: Wording) -> Deed:
        """The deed that the words of a mail mean. Raises CannotBe, BadWording."""
        raise NotImplementedError  # abstract

    @property
    def tag(self) -> str:
        """The word it is called by in the store, in the audit trail, and for machines."""
        return str(self.__struct_config__.tag)

    def note(self, at: At) -> None:
        """Write it down with everything it says."""
        details = msgspec.to_builtins(self, str_keys=True)
        audit.record(
            at.session, at.table.campaign.id,
            by=at.by, command=self.tag, details=details, now=at.now, telling=self.telling,
        )  # fmt: skip


def perform(table: Table, deed: Deed, author: Author) -> Table:
    """Do it, in the caller's transaction, with the campaign locked. Returns the table as it is then.

    Raises CannotBe with the reason; then the transaction must not be committed.
    """
    check(table, deed, author)
    deed.carry_out(At(table, author))
    table.session.flush()
    table.session.expire_all()
    return table_of_campaign(table.work, table.campaign.id)


def check(table: Table, deed: Deed, author: Author) -> None:
    """Whether the author may, and whether the campaign stands where the deed is meant for. Raises CannotBe."""
    may(author.right, deed.right)
    meant, now = getattr(deed, "log", None), table.head.sequence
    if meant is not None and meant != now:
        raise CannotBe(
            "not_now",
            lambda words, _: words.gettext(
                "This was meant for log number %(meant)s, but the campaign stands at %(now)s. Nothing was done; look "
                "at it again, and write the present number if you still want it.",
                meant=meant, now=now,
            ),
        )  # fmt: skip


def may(right: Right, wanted: Right) -> None:
    """Raises CannotBe where a right does not include another."""
    if not right.allows(wanted):
        raise CannotBe(
            "right",
            lambda words, _: words.gettext(
                "Your right as a moderator is “%(right)s”; this needs “%(wanted)s”. Another moderator may do it.",
                right=right_word(words, right), wanted=right_word(words, wanted),
            ),
        )  # fmt: skip


def not_running() -> CannotBe:
    """It is paused, over, or not begun."""
    return CannotBe(
        "not_running",
        lambda words, _: words.gettext("The campaign does not run now: it is paused, over, or not begun."),
    )


def over() -> CannotBe:
    """Nobody is asked any more."""
    return CannotBe("over", lambda words, _: words.gettext("The campaign is over: nothing is asked any more."))


def past() -> CannotBe:
    """A moment that was to come is over."""
    return CannotBe("past", lambda words, _: words.gettext("That moment is over already."))


def other_rules() -> CannotBe:
    """The rules installed are not those of the match."""
    return CannotBe(
        "other_rules",
        lambda words, _: words.gettext(
            "The campaign is played by another version of the rules than the one installed here, and stands still. "
            "Whoever runs the server decides what to do (adjudicator upgrade check)."
        ),
    )


def require_running(table: Table) -> None:
    """Raises CannotBe where nothing can be pressed on."""
    if table.campaign.state is not CampaignState.RUNNING:
        raise not_running()
    if table.other_rules:
        raise other_rules()
    if not table.match.decisions():
        raise over()


def seat_named(table: Table, name: str) -> SeatAtTable:
    """A seat of the game, by its name in the rules or as readers of any language know it. Raises CannotBe."""
    wanted, report = fold(clean(name).strip(" .,!")), table.match.game.part("report")
    for seat in table.players:
        known = [seat.name, seat.name.replace("_", " "), *(report.party(seat.name, language(c)).name for c in CODES)]
        if wanted in map(fold, known):
            return seat
    names = [seat.name for seat in table.players]
    raise CannotBe(
        "no_seat",
        lambda words, called: words.gettext(
            "There is no seat “%(wrong)s”; there are: %(seats)s.", wrong=name, seats=", ".join(map(called, names))
        ),
    )


def person_of(at: At, who: Newcomer) -> Person:
    """The person with that name and address, registered if need be. Raises CannotBe."""
    if not can_be_reached(who.email) or not who.name.strip() or (who.language and who.language not in CODES):
        raise CannotBe(
            "bad_person",
            lambda words, _: words.gettext(
                "“%(person)s” is no person: it takes a name and a mail address, as in “Anna Reed <anna@example.org>”.",
                person=f"{who.name} <{who.email}>",
            ),
        )
    player = new_campaigns.Player(
        seat="", name=who.name.strip(), email=who.email,
        language=who.language or at.table.campaign.language, time_zone=who.time_zone or at.table.campaign.time_zone,
    )  # fmt: skip
    person = new_campaigns.person_of(at.session, player, at.now)
    at.session.flush()
    return person


def nobody_called(person: str, seat: str) -> CannotBe:
    """Nobody of that name holds a seat."""
    return CannotBe(
        "no_such_person",
        lambda words, called: words.gettext(
            "Nobody of the name “%(person)s” holds %(seat)s.", person=person, seat=called(seat)
        ),
    )


def holds_already(person: str, seat: str) -> CannotBe:
    """Somebody holds a seat already."""
    return CannotBe(
        "holds_already",
        lambda words, called: words.gettext("%(person)s holds %(seat)s already.", person=person, seat=called(seat)),
    )


def empty(seat: str) -> CannotBe:
    """Nobody holds a seat."""
    return CannotBe("empty", lambda words, called: words.gettext("Nobody holds %(seat)s.", seat=called(seat)))
