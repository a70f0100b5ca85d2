"""Lines that a moderator gives for a seat, and that are no orders there."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.language import Language, msgid
from adjudicator.reports.game import GameReport
from adjudicator.reports.problems import problem_text
from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.troubles import CannotBe, Trouble
from adjudicator.service.desk.deed import Author
from adjudicator.service.outbox.intents import LineRead
from adjudicator.service.play.disclosures import own_seats
from adjudicator.service.play.readings import WRONG
from adjudicator.store.campaigns import SeatAtTable

plays_too = Trouble(
    "plays_too",
    msgid(
        "You play yourself, and whether an order of %(seat)s is possible may tell you what your own seat may not know: "
        "another moderator may do this, or whoever runs the server."
    ),
)
bad_orders = Trouble("bad_orders", msgid("These orders of %(seat)s cannot be carried out as they are: %(lines)s."))


def no_trial_of(table: Table, seat: str, author: Author) -> None:
    """A moderator who plays does not try orders of other seats by mail: nobody would know of it. Raises CannotBe."""
    own = own_seats(table.seats, author.name)
    if author.by_mail and own is not None and seat not in own:
        raise plays_too(seat=seat)


class _Speaker(NamedTuple):
    report: GameReport
    language: Language


class BadOrders(CannotBe):
    """Some of the lines are refused; `read` says how all of them were read, for `seat`."""

    def __init__(self, table: Table, seat: SeatAtTable, read: Sequence[LineRead]) -> None:
        report = table.match.game.part("report")

        def told(words: Language) -> str:
            speaker = _Speaker(report, words)
            wrong = [line for line in read if line.outcome in WRONG] or read
            whys = [problem_text(speaker, line.problem) if line.problem else "" for line in wrong]
            said = (f"{line.original} ({why})" if why else line.original for line, why in zip(wrong, whys, strict=True))
            return "; ".join(said)

        super().__init__(bad_orders, seat=seat.name, lines=told)
        self.seat = seat
        self.read = tuple(read)
