"""The answer to what the rules leave to a moderator, given at the desk."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from adjudicator.kernel.actions import MODERATOR
from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.moderation.bad_orders import BadOrders
from adjudicator.service.moderation.command import Author, Change, ModeratorCommand, require_running
from adjudicator.service.moderation.forms import AtLog, command
from adjudicator.service.moderation.moderators import chair_of
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.outbox.payloads import Ask
from adjudicator.service.play import rulings
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.service.play.ordering import foresee, take_orders
from adjudicator.store import audits
from adjudicator.store.tables import Telling

eyes_closed = RejectionReason(
    "eyes_closed",
    msgid(
        "You play, and what is asked would tell you more than your own seat may know: another moderator "
        "may answer it, or look first, openly (“open eyes” by email, adjudicator --reveal turn rule)."
    ),
)
nothing_hidden = RejectionReason("nothing_hidden", msgid("You do not play: nothing that you need is hidden from you."))
not_asked = RejectionReason("not_asked", msgid("The game asks the moderator nothing now."))


class Rule(ModeratorCommand, frozen=True, tag="rule"):
    """Lines of a moderator that answer what the match asks them, as they would stand in a mail."""

    telling: ClassVar = Telling.REPORT
    recorded_as: ClassVar = rulings.COMMAND
    shown: ClassVar = ("log",)
    did: ClassVar = msgid("The answer is given, and play goes on.")
    others_told: ClassVar = msgid("answered what the game asked the moderators (log entry %(log)s)")
    lines: tuple[str, ...]
    log: int | None = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        require_running(table)
        if MODERATOR not in table.match.pending_seats:
            raise not_asked()
        chair = chair_of(table, author.name)
        if rulings.veiled(table.session, table.seats, chair, table.match):
            raise eyes_closed()
        found = foresee(table, chair, self.lines)
        if found.does_nothing:
            raise BadOrders(table, chair, found)
        mail = OrderMail(lines=found.lines, originals=self.lines, received_at=table.now, by=author.name)
        take_orders(table, chair, mail)

    def preview_changes(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        return (Change("answer of the moderator", "", "; ".join(self.lines)),)


class OpenEyes(ModeratorCommand, frozen=True, tag="open eyes"):
    """A moderator who plays looks at everything that they need for what the match asks them; everybody is told."""

    names: ClassVar = {"en": ("open eyes",), "ru": ("открыть глаза",)}
    did: ClassVar = msgid("You see what you are asked with everything that belongs to it; everybody is told.")
    purpose: ClassVar = msgid("if you play too: show what you are asked with its secrets, and tell everybody")
    tells_author: ClassVar = True
    anywhere: ClassVar = False

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        require_running(table)
        if MODERATOR not in table.match.pending_seats:
            raise not_asked()
        chair = chair_of(table, author.name)
        if author.name not in playing_moderators(table.seats):
            raise nothing_hidden()
        to_table("open_eyes", player=author.name).send(table, table.seats)
        table.record(author.signed, audits.LOOK, {"command": self.tag, "as": "all"}, self.telling)
        number = answers.open_question(table, chair)
        assert number is not None
        queue.send(table, chair, Ask(written=table.now, since=queue.known_to(table, chair), number=number))


@command("turn rule", "lights", "lights 17a --dry-run", "lights 'decree smiths 2' --yes", needs=Rule.right)
def rule(
    lines: Annotated[list[str] | None, "LINE", "The answer, as in a mail: a code, or in words."] = None,
    log: AtLog = None,
) -> Rule | None:
    """Answer what the rules leave to the moderator. Without an answer: show what is asked, and what may be answered.

    Any moderator may, here or by mail: the first answer counts, and the others are told. It is written into the audit
    trail; the next reports tell everybody who answered.
    """
    return Rule(lines=tuple(lines), log=log) if lines else None
