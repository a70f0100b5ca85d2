"""Lines that a moderator gives for a seat, and that are no orders there."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.language import Language, msgid
from adjudicator.reports.game import GameReport
from adjudicator.reports.problems import problem_text
from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.troubles import CannotBe, Trouble
from adjudicator.service.outbox.intents import LineRead
from adjudicator.service.play.readings import WRONG
from adjudicator.store.campaigns import SeatAtTable

bad_orders = Trouble("bad_orders", msgid("These orders of %(seat)s cannot be carried out as they are: %(lines)s."))


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
