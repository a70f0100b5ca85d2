"""Define the deeds of a moderator: a deed is a value with everything that hangs on it.

A deed is a class in `adjudicator.service.moderation.commands` and stands in its list `DEEDS`. Its fields are what it
says; it is kept behind a code, and written into the audit trail, as they stand. The class says which right it needs,
checks and does it (`carry_out`), words it (`did`, `will`), how it is written in a mail (`names`, `usage`, `purpose`,
`read`) and which commands of the command line make it (functions marked with
`adjudicator.service.moderation.forms.command`). Names of seats are the game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.language import Language
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.troubles import Called, Rejected, not_running
from adjudicator.service.moderation import troubles
from adjudicator.service.moderation.rights import Right
from adjudicator.store.audits import MAILED
from adjudicator.store.tables import CampaignState, Telling

if TYPE_CHECKING:
    from adjudicator.service.moderation.wording import Wording


class Author(msgspec.Struct, frozen=True):
    """The author of a deed, for the audit trail. `by_mail`: who wrote a mail; else somebody at the command line."""

    name: str
    right: Right = Right.ALL
    by_mail: bool = False
    person_id: int | None = None
    """The person who wrote a mail."""

    @property
    def signed(self) -> str:
        """The name in the audit trail: the writer of a mail is told from somebody at the desk."""
        return f"{self.name}{MAILED}" if self.by_mail else self.name


class Change(msgspec.Struct, frozen=True):
    """One fact that is another now; an empty `before`: there was nothing of it."""

    what: str
    before: str
    after: str


CLOSED = "closed"
"""The end of a question that is answered or dropped."""


class ModeratorAct(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is done at the desk, and what the list of acts (`moderation.acts`) tells of it."""

    right: ClassVar[Right] = Right.ALL
    """The right that its author needs."""
    telling: ClassVar[Telling] = Telling.NOTICE
    """How the players hear of it."""
    recorded_as: ClassVar[str] = ""
    """The word it is called by in the audit trail, if not its tag."""
    shown: ClassVar[tuple[str, ...]] = ()
    """The fields that everybody may read in the list of acts."""
    for_seats: ClassVar[bool] = False
    """Where it names seats, its reason is theirs alone."""
    gives_orders: ClassVar[bool] = False
    """It answers for a seat: others may only know of it when what came of it lies open."""
    listed: ClassVar[bool] = True
    """It stands in the list of acts; not where it leads to another act that does."""
    did: ClassVar[str] = ""
    """The words for what has been done."""
    others_told: ClassVar[str | Mapping[str, str]] = ""
    """The words of the list, if they are not `did`; if they depend on the first field that is `shown`, by its value."""

    @classmethod
    def listed_as(cls, facts: Mapping[str, Any]) -> str:
        """Return the words of the list of acts for an act with these facts; empty if there are none."""
        told = cls.others_told
        return (told if isinstance(told, str) else told.get(facts.get(cls.shown[0], ""), "")) or cls.did


class ModeratorCommand(ModeratorAct, frozen=True, kw_only=True, tag_field="deed", omit_defaults=True):
    """Something that a moderator does, with what they say about it.

    A field `log` is the log number of the position that the deed is meant for: it is refused at any other one, so that
    nobody carries out the next decision by mistake.
    """

    final: ClassVar[bool] = False
    """It cannot be undone: written in a mail it names its position, and wants to be confirmed."""
    at_log: ClassVar[bool] = True
    """Its position is the campaign's log number; not where it is about more than the campaign."""
    tells_author: ClassVar[bool] = False
    """Whether its author gets the notice by mail too, for what only the notice says."""
    names: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The words that it begins with in a mail, by language; none: it cannot be written in a mail."""
    anywhere: ClassVar[bool] = True
    """A player who writes the word alone, or with a number, is told that it is the moderator's; else it is an order."""

    will: ClassVar[str] = ""
    """The words for what will be done, in the question whether to do it; if empty, `did` says it."""
    usage: ClassVar[str] = ""
    """The text after its name in a mail, as the help shows it; empty: nothing."""
    purpose: ClassVar[str] = ""
    """Its purpose in half a sentence, for the help of mails."""

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        """Check it, do it, queue the mails that tell of it, and note it. Raises Rejected; then nothing counts."""
        raise NotImplementedError  # abstract

    def done(self, words: Language) -> str:
        """Say what has been done."""
        return words.gettext(self.did)

    def asked(self, words: Language, called: Called) -> str:
        """Say what will be done, for the question whether to do it."""
        return words.gettext(self.will or self.did)

    def preview(self, table: CampaignContext, words: Language, called: Called) -> tuple[str, ...]:
        """Return what else the question says before it is done, from the position.

        Raises:
            Rejected: It cannot be done.
        """
        return ()

    def lines_told(self, table: CampaignContext, words: Language) -> tuple[str, ...]:
        """Return what its orders would do, line by line, from the position."""
        return ()

    def came_of(self, table: CampaignContext, words: Language) -> tuple[str, ...]:
        """Return the results of its orders, line by line, now that it is done."""
        return ()

    def skip_reason(self, table: CampaignContext) -> Rejected | None:
        """Return why a command for all campaigns skips this one, or None."""
        return None

    def preview_changes(self, facts: Mapping[str, str]) -> tuple[Change, ...] | None:
        """Return the changes that a rehearsal of a command may show.

        If the command plays on, it shows only what was open before, never what follows.

        None for every other command: its rehearsal shows what it changes. `facts` are what everybody may know.
        """
        return None

    @classmethod
    def goes_on(cls, line: str) -> bool:
        """Return whether a line right below it in a mail belongs to it."""
        return False

    @classmethod
    def read(cls, wording: Wording) -> ModeratorCommand:
        """Return the command that the words of a message mean; by default from the fields that can be written there.

        Raises the same errors as `Wording`.
        """
        return cls(**wording.said(cls.__struct_fields__))

    @property
    def tag(self) -> str:
        """The word it is called by in the store, in the audit trail, and for machines."""
        return str(self.__struct_config__.tag)

    def note(self, table: CampaignContext, author: Author) -> None:
        """Write it down with everything it says, a seat by its name in the rules."""
        from adjudicator.service.moderation.named import seat_named  # who only looks names nobody

        said: dict[str, object] = msgspec.to_builtins(self, str_keys=True)
        if isinstance(seat := said.get("seat"), str):
            said["seat"] = seat_named(table, seat).name
        table.record(author.signed, self.tag, said, self.telling)


def perform(table: CampaignContext, deed: ModeratorCommand, author: Author) -> CampaignContext:
    """Carry the command out, in the caller's transaction, with the campaign locked. Returns the table as it is then.

    Raises Rejected with the reason; then the transaction must not be committed.
    """
    check(table, deed, author)
    try:
        deed.carry_out(table, author)
    except NoAnswer as why:
        raise troubles.no_answer(decision=why.kind, rule=why.rule) from None
    table.session.flush()
    table.session.expire_all()
    return table_of_campaign(table.work, table.campaign.id)


def check(table: CampaignContext, deed: ModeratorCommand, author: Author) -> None:
    """Check that the campaign stands where the deed is meant for. Raises Rejected."""
    meant, now = getattr(deed, "log", None), table.head.sequence
    seen = table.match.public_n  # as the mails number it: later entries, if any, are known to some only
    if meant is not None and meant not in (now, seen):
        raise troubles.not_now(meant=meant, now=seen if author.by_mail else now)


def require_running(table: CampaignContext) -> None:
    """Check that the match can be played on.

    Raises:
        Rejected: The campaign does not run, has other rules, or its match is over.
    """
    if table.campaign.state is not CampaignState.RUNNING:
        raise not_running()
    if table.other_rules:
        raise troubles.other_rules()
    if not table.match.asked_seats:
        raise troubles.over()
