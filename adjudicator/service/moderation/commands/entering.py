"""Orders that a moderator types for a seat: by the same way as those of a mail, and told to the seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from adjudicator.language import Language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Called
from adjudicator.service.moderation.bad_orders import BadOrders, line_told, no_trial_of
from adjudicator.service.moderation.command import Author, Change, ModeratorCommand, require_running
from adjudicator.service.moderation.forms import AtLog, Lines, Reason, WrongOptions, command
from adjudicator.service.moderation.named import seat_named
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.moderation.wording import Wording
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.service.play.ordering import foresee, take_orders
from adjudicator.service.play.readings import newest


class Enter(ModeratorCommand, frozen=True, tag="enter"):
    """Orders for a seat that reached the moderator in another way; carried out as if the seat had written them."""

    final: ClassVar = True
    names: ClassVar = {"en": ("enter",), "ru": ("внести",)}
    anywhere: ClassVar = False
    shown: ClassVar = ("seat",)
    for_seats: ClassVar = True
    gives_orders: ClassVar = True
    did: ClassVar = msgid("The orders are entered; the seat is told what came of them.")
    usage: ClassVar = msgid("LOG SEAT: ORDER[; ORDER] because REASON")
    purpose: ClassVar = msgid("orders that a seat gave you in another way; it is told what came of them")
    seat: str
    lines: tuple[str, ...]
    reason: str = ""
    log: int | None = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        require_running(table)
        seat = seat_named(table, self.seat)
        no_trial_of(table, seat.name, author)
        found = foresee(table, seat, self.lines)
        if found.does_nothing:
            raise BadOrders(table, seat, found)
        mail = OrderMail(lines=found.lines, originals=self.lines, received_at=table.now, notes=("entered",))
        take_orders(table, seat, mail)
        self.note(table, author)

    def lines_told(self, table: CampaignContext, words: Language) -> tuple[str, ...]:
        rows = foresee(table, seat_named(table, self.seat), self.lines).rows
        return tuple(line_told(table, words, row) for row in rows)

    def came_of(self, table: CampaignContext, words: Language) -> tuple[str, ...]:
        return tuple(line_told(table, words, row) for row in newest(table, seat_named(table, self.seat)))

    def preview(self, table: CampaignContext, words: Language, called: Called) -> tuple[str, ...]:
        return self.lines_told(table, words)

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(
            "These orders will be entered for %(seat)s, as if it had written them: %(lines)s.",
            seat=called(self.seat),
            lines="; ".join(self.lines),
        )

    @classmethod
    def read(cls, wording: Wording) -> Enter:
        reason = wording.because()
        log, seat = wording.leading(), wording.seat()
        return cls(seat=seat, lines=wording.lines(), reason=reason, log=log)

    def preview_changes(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        return (Change(f"orders of {self.seat}", "", "; ".join(self.lines)),)


@command(
    "orders enter",
    "lights --for france 'flag savoy debt 2' end --reason 'told by telephone'",
    "lights --for france --file orders.txt --dry-run",
    needs=Enter.right,
)
def enter(
    seat: Annotated[str, "--for SEAT", "Whose orders."],
    lines: Annotated[list[str] | None, "LINE", "Order lines as in a mail."] = None,
    file: Annotated[tuple[str, ...] | None, Lines("Lines from a file; - is standard input.")] = None,
    reason: Reason = "",
    log: AtLog = None,
) -> Enter:
    """Enter orders that a seat gave in another way. They are handled like an email; the seat is answered.

    What came of each line is told. A line that cannot be read or carried out, or that a mail would be asked about,
    refuses all of them.
    """
    if bool(lines) == (file is not None):
        raise WrongOptions("give the lines, or --file")
    given = tuple(lines or file or ())
    if not given:
        raise CommandError("there is no line to enter")
    return Enter(seat=seat, lines=given, reason=reason, log=log)
