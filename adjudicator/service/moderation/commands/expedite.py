"""Press on, as a moderator: a reminder at once, and the open decision carried out now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from adjudicator.kernel.actions import MODERATOR
from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.clocks import missed_deadlines
from adjudicator.service.moderation.command import CLOSED, Author, Change, ModeratorCommand, require_running
from adjudicator.service.moderation.forms import AtLog, command
from adjudicator.service.moderation.rights import Right
from adjudicator.service.moderation.wording import BadWording, Wording
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.play.kept import whole_mails
from adjudicator.store.tables import Telling

draw_awaited = RejectionReason(
    "draw_awaited",
    msgid("Play waits for a draw that is made at the table: enter its result first, or let the adjudicator draw."),
)
no_default = RejectionReason(
    "no_default",
    msgid(
        "The rules name no default for %(seats)s: the decision cannot be carried out without an answer. "
        "Give more time, or replace the player."
    ),
)

moderator_asked = RejectionReason(
    "moderator_asked",
    msgid("The game asks the moderator, and no default answers for them: answer the question itself."),
)


@command("remind", "lights", "--all --yes", many=True)
class Remind(ModeratorCommand, frozen=True, tag="remind"):
    """Send a reminder at once to everyone who owes an answer. Who that is stays secret."""

    right: ClassVar = Right.TIME
    telling: ClassVar = Telling.NOBODY
    names: ClassVar = {"en": ("remind",), "ru": ("напомнить",)}
    did: ClassVar = msgid("Everybody who owes an answer is reminded. Who that is stays secret.")
    purpose: ClassVar = msgid("a reminder at once to everybody who owes an answer")

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        require_running(table)
        late = [chair for name in table.match.owing_seats for chair in table.asked_as(name)]
        for row in table.open_prompts():
            if table.by_id[row.seat_id] in late:
                row.reminded_at = table.now
        to_table("remind").send(table, late)
        self.note(table, author)

    def preview_changes(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        return (Change("reminders", "", "to everybody who owes an answer; who that is stays secret"),)


@command("process now", "lights --dry-run", "lights --log 42")
class Process(ModeratorCommand, frozen=True, tag="process"):
    """Resolve the open decision now. Seats that have not answered get the default of the rules.

    This cannot be undone except by a correction. A dry run does not tell what would come of it.
    """

    final: ClassVar = True
    tells_author: ClassVar = True
    names: ClassVar = {"en": ("process", "process now"), "ru": ("исполнить", "провести")}
    did: ClassVar = msgid("The open decision is carried out.")
    will: ClassVar = msgid(
        "The open decision will be carried out now, with the default of the rules for everybody who has not "
        "answered. This cannot be undone."
    )
    usage: ClassVar = msgid("LOG")
    purpose: ClassVar = msgid("resolve the open decision now; LOG is the log entry named at the end of our emails")
    log: AtLog = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        require_running(table)
        if table.match.awaited is not None:
            raise draw_awaited()
        if MODERATOR in table.match.pending_seats:
            raise moderator_asked()
        missing = [name for name in table.match.pending_seats if table.match.default(name) is None]
        if missing:
            raise no_default(seats=missing)
        self.note(table, author)
        if not whole_mails.carry_out_first(table):
            missed_deadlines.close(table, ordered=True)

    def preview_changes(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        told = "carried out now, with the default of the rules for who has not answered"
        closed = (Change(name, was, CLOSED) for name, was in facts.items() if name.startswith("question"))
        return (Change("open decision", "", told), *closed)

    @classmethod
    def read(cls, wording: Wording) -> Process:
        log = wording.number()
        if wording.left:
            raise BadWording
        return cls(log=log)
