"""Lines that a moderator gives for a seat, and that are no orders there."""

from typing import NamedTuple

from adjudicator.language import Language, msgid
from adjudicator.reports.layout.words import outcome_in_words
from adjudicator.reports.wording.game import GameReport
from adjudicator.reports.wording.problems import problem_text
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.moderation.command import Author
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play.disclosures import own_seats
from adjudicator.service.play.ordering import Foreseen
from adjudicator.service.play.readings import WRONG
from adjudicator.store.campaigns import SeatAtTable

plays_too = RejectionReason(
    "plays_too",
    msgid(
        "You play yourself, and whether an order of %(seat)s is possible may tell you what your own seat may not know: "
        "another moderator may do this, or whoever runs the server."
    ),
)
bad_orders = RejectionReason(
    "bad_orders", msgid("These orders of %(seat)s cannot be carried out as they are: %(lines)s.")
)


def no_trial_of(table: CampaignContext, seat: str, author: Author) -> None:
    """Refuse to try orders of other seats by email for a moderator who plays: nobody would know of it.

    Raises:
        Rejected: The moderator plays, and not this seat.
    """
    own = own_seats(table.seats, author.name)
    if author.by_mail and own is not None and seat not in own:
        raise plays_too(seat=seat)


class Speaker(NamedTuple):
    """The voice in which problems of orders are told."""

    report: GameReport
    language: Language


class BadOrders(Rejected):
    """Some of the lines are refused, or none does anything; `found` says how all of them were read, for `seat`."""

    def __init__(self, table: CampaignContext, seat: SeatAtTable, found: Foreseen) -> None:
        def told(words: Language) -> str:
            wrong = [line for line in found.rows if line.outcome in WRONG] or found.rows
            return "; ".join(line_told(table, words, line, with_outcome=False) for line in wrong)

        super().__init__(bad_orders, seat=seat.name, lines=told)
        self.seat = seat
        self.found = found


def line_told(table: CampaignContext, words: Language, line: LineRead, *, with_outcome: bool = True) -> str:
    """Tell of a line how it was read, what became of it and why: `H11 = flag West Bengal: done`.

    Of a line that was kept from an earlier message of the seat only what became of it is told.
    """
    if not line.number:
        outcome = outcome_in_words(line.outcome, words)
        return words.gettext("a line that the seat had written before: %(outcome)s", outcome=outcome)
    why = problem_text(Speaker(table.match.game.part("report"), words), line.problem) if line.problem else ""
    said = "" if line.said in ("", line.original) else f" = {line.said}"
    outcome = f": {outcome_in_words(line.outcome, words)}" if with_outcome else ""
    return f"{line.part or line.original}{said}{outcome}" + (f" ({why})" if why else "")
