"""Bidding for sides (R-14): before anything hidden is dealt both players bid for the side that is wanted more.

The higher bid gets that side, and the other side starts with so many treaty points; at equal bids the seats stay as
they are. Seats are sides, so a bid that changes them tells the service to let the players change places.
"""

from collections.abc import Iterator

from adjudicator import Action, Answers, Asks, Event, Play, Together
from adjudicator.components import Code

from ..components import SideId
from ..fact_types import BRITAIN, FRANCE, SIDES
from ..facts import FACTS
from ..state import State, opponent
from .book import step
from .debt import gain_treaty_points

bid_out_of_range = Code("4.0", trp=int, highest=int)


class Bid(Action, frozen=True, tag="bid"):
    """Treaty points offered for the preferred side (option ``bid_for_sides``, R-14). Secret."""

    trp: int


class SidesBid(Event, frozen=True, tag="sides_bid", rule="4.0"):
    """The bids of both players for the side ``preferred`` (R-14): ``trp`` go to the other side at the start.

    ``swapped``: the seat that did not have the preferred side bid more, so the players of the two seats change
    places before anything hidden is dealt.
    """

    france: int
    britain: int
    preferred: SideId
    trp: int
    swapped: bool = False


class BidAnswers(Answers[State]):
    """The numbers of treaty points that the other side may start with."""

    kind = "bid"
    rule = "4.0"
    actions = (Bid,)
    secret = True

    def options(self, state: State, seat: str) -> Iterator[Bid]:
        return map(Bid, range(FACTS.set_up.highest_bid + 1))

    def check(self, state: State, seat: str, action: Bid) -> None:  # type: ignore[override]
        highest = FACTS.set_up.highest_bid
        if not 0 <= action.trp <= highest:
            raise bid_out_of_range((Bid(min(max(0, action.trp), highest)),), trp=action.trp, highest=highest)

    def default(self, state: State, seat: str) -> Bid:
        """Return the bid of nothing."""
        return Bid(0)

    def context(self, state: State, seat: str) -> dict[str, str | int]:
        """Return the side that is bid for, and the highest bid."""
        set_up = FACTS.set_up
        return {"preferred": SIDES[set_up.bid_side], "n": set_up.highest_bid}


@step("4.0")
def bid_for_sides(play: Play[State]) -> Asks:
    """Ask both sides for bids; the unwanted side gets its treaty points."""
    answers: dict[str, Bid] = yield Together(SIDES, BidAnswers())
    preferred = FACTS.set_up.bid_side
    bids = [answers[seat].trp for seat in SIDES]
    swapped = bids[opponent(preferred)] > bids[preferred]
    play.emit(SidesBid(bids[FRANCE], bids[BRITAIN], SIDES[preferred], max(bids), swapped))
    gain_treaty_points(play, opponent(preferred), max(bids), "bid")
