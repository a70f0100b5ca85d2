"""The beginning of a match with those who have gathered."""

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.match import Match
from adjudicator.kernel.refusals import too_few_seats, wrong_number
from adjudicator.reports.kernel_words import english_sentence
from adjudicator.service.campaign.matches import Secrets
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import game_of_plan
from adjudicator.service.people.new_campaigns import BadCampaign, match_of, nonces_in_order
from adjudicator.store.tables import CampaignState, SeatKind


class TooFew(BadCampaign):
    """The match cannot begin yet: so many seats are taken, and so many are needed."""

    def __init__(self, taken: int, least: int) -> None:
        super().__init__([f"{taken} of {least} seats are taken"])
        self.taken, self.least = taken, least


def begin(lobby: Lobby) -> None:
    """Begin the match with those who are there; who has not bid for a seat bids nothing. Raises BadCampaign."""
    plan, campaign = lobby.plan, lobby.campaign
    rows = {seat.name: lobby.row(seat) for seat in lobby.players}
    nonces = nonces_in_order([*rows], {name: row.nonce for name, row in rows.items()})
    match = _match(lobby, [*rows], nonces)
    if plan.at_places:
        for row, given in zip(rows.values(), match.header.in_order, strict=True):
            row.name, row.bid = given, None
    for seat in lobby.seats:  # one that was given back, and that nobody took: mails still refer to it
        if seat.kind is SeatKind.PLAYER and not seat.holders:
            left = lobby.row(seat)
            left.kind, left.name = SeatKind.OBSERVER, f"left-{left.id}"
    lobby.change(plan)
    campaign.state, campaign.started_at = CampaignState.RUNNING, lobby.now
    lobby.session.flush()
    assert plan.new.seed is not None
    new_campaigns.begin(lobby.work, campaign, match, Secrets(plan.new.seed, nonces), plan.new.document)


def _match(lobby: Lobby, order: list[str], nonces: tuple[bytes, ...]) -> Match:
    """Return the match of those who have joined. Raises BadCampaign."""
    plan, game = lobby.plan, game_of_plan(lobby.session, lobby.plan)
    assert plan.new.seed is not None
    playing = {seat for seats in game.seatings(len(order)) for seat in seats}
    wishes = [lobby.bid_of(seat) or () for seat in lobby.players]
    bids = [tuple(wish for wish in bid if wish.seat in playing) for bid in wishes]
    try:
        return match_of(game, plan.new, order, plan.new.seed, nonces, bids)
    except Refusal as error:
        if error.code in (too_few_seats.name, wrong_number.name):
            numbers = (plan.number,) if plan.new.document else game.numbers
            raise TooFew(len(order), next(number for number in numbers if number > len(order))) from None
        raise BadCampaign([english_sentence(error)]) from None
