"""Orders that a moderator types for a seat: by the same way as those of a mail, and told to the seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from adjudicator.language import Language, msgid
from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.troubles import Called
from adjudicator.service.desk.bad_orders import BadOrders, no_trial_of
from adjudicator.service.desk.deed import Author, Change, Deed, require_running, seat_named
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.desk.forms import AtLog, Lines, Reason, WrongOptions, command
from adjudicator.service.desk.wording import Wording
from adjudicator.service.play.held_orders import OrderMail
from adjudicator.service.play.ordering import dry_run, take_orders
from adjudicator.service.play.readings import WRONG


class Enter(Deed, frozen=True, tag="enter"):
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

    def carry_out(self, table: Table, author: Author) -> None:
        require_running(table)
        seat = seat_named(table, self.seat)
        no_trial_of(table, seat.name, author)
        read = dry_run(table, seat, self.lines)
        if any(line.outcome in WRONG for line in read):
            raise BadOrders(table, seat, read)
        mail = OrderMail(lines=self.lines, originals=self.lines, received_at=table.now, notes=("entered",))
        take_orders(table, seat, mail)
        self.note(table, author)

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

    def foreseen(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        return (Change(f"orders of {self.seat}", "", "; ".join(self.lines)),)


@command(
    "orders enter",
    "adjudicator orders enter lights --for france 'flag savoy debt 2' end --reason 'told by telephone'",
    "adjudicator orders enter lights --for france --file orders.txt --dry-run",
    needs=Enter.right,
)
def enter(
    seat: Annotated[str, "--for SEAT", "Whose orders."],
    lines: Annotated[list[str] | None, "LINE", "Order lines as in a mail."] = None,
    file: Annotated[tuple[str, ...] | None, Lines("Lines from a file; - is standard input.")] = None,
    reason: Reason = "",
    log: AtLog = None,
) -> Enter:
    """Enter orders that a seat gave in another way. They go the way of a mail; the seat is answered.

    A line that cannot be read or carried out refuses all of them.
    """
    if bool(lines) == (file is not None):
        raise WrongOptions("give the lines, or --file")
    given = tuple(lines or file or ())
    if not given:
        raise NotPossible("there is no line to enter")
    return Enter(seat=seat, lines=given, reason=reason, log=log)
