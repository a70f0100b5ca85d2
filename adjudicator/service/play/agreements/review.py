"""Review offers when the match has moved, was corrected, or a seat has lost its people.

Nothing is asked of the store where no offer is open.
"""

from collections.abc import Mapping

from adjudicator.kernel.errors import Refusal
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.play.agreements import offer as offers
from adjudicator.service.play.agreements import telling
from adjudicator.service.play.agreements.feasibility import Viewer, refusal_of
from adjudicator.service.play.agreements.offer import Numbered
from adjudicator.service.play.corrections.proposals import Proposal
from adjudicator.store import agreements
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import AgreementState


def look_again(table: CampaignContext, *, reseated: bool = False) -> None:
    """Review the open offers after the match has moved.

    An offer that ends at a moment goes silently, since its parties know it. The parties are told of one that ends with
    a turn or phase, and of one that has become impossible, as soon as all of them can know it. People who have changed
    seats have made and signed nothing for the new ones.
    """
    match, ended, gone = table.match, list[Numbered](), list[Numbered]()
    eyes = {name: Viewer(match, name) for name in match.header.seats}
    whys: dict[int, Mapping[str, Refusal | None]] = {}
    if match.awaited is not None:
        return
    for lying in offers.open_offers(table):
        if match.result is not None or reseated or lying.offer.ended(match, table.now):
            ended.append(lying)
        elif (why := _known_to_all(eyes, lying)) is not None:
            gone.append(lying)
            whys[lying.number] = why
    if ended:
        offers.close(table, [each.number for each in ended], AgreementState.EXPIRED)
    for each in ended if match.result is None and not reseated else ():
        if each.offer.outplayed(match):
            telling.ended(table, each)
    if gone:
        offers.close(table, [each.number for each in gone], AgreementState.IMPOSSIBLE)
    for each in gone:
        telling.impossible(table, each, whys[each.number])


def _known_to_all(eyes: Mapping[str, Viewer], lying: Numbered) -> Mapping[str, Refusal | None] | None:
    """Return why it is impossible, as each party may know it.

    None where it is possible, or not all of them can know.
    """
    first, parties = next(iter(eyes.values())).match, lying.offer.parties
    action = lying.offer.typed(first)
    if refusal_of(first, parties, action) is None:
        return None
    seen = {name: eyes[name].sees(parties, action) for name in parties}
    return {name: why for name, (_, why) in seen.items()} if all(known for known, _ in seen.values()) else None


def corrected(table: CampaignContext, proposal: Proposal) -> None:
    """Play goes on in another line: `table` stands in it.

    Where play goes back to an earlier point offers that were made behind it go, and one that was carried out behind it
    lies on the table as it did then; only the last signature has to be given again.
    """
    if not table.ledger.made:
        return
    session, match_id, point = table.session, table.head.match_id, proposal.branched_at
    now_at = {old: new for new, old in proposal.revised.again.items()}
    back = proposal.wish.kind.goes_back
    undone = []
    for each in map(offers.read, agreements.of_match(session, match_id)):
        made, done = each.stored.sequence, each.stored.concluded_at
        if back and each.state is AgreementState.OPEN and made > point:
            undone.append(each.number)
        elif done is not None and done > point:
            if done in now_at:
                agreements.keep(session, match_id, each.number, concluded_at=now_at[done])
            elif back and made > point:
                undone.append(each.number)
            else:
                _reopen(table, each, point)
        if made > point and not back:
            agreements.keep(session, match_id, each.number, sequence=now_at.get(made, made))
    agreements.close(session, match_id, undone, AgreementState.UNDONE, table.now)
    offers.count(table, _aside(table, proposal))


def _reopen(table: CampaignContext, each: Numbered, point: int) -> None:
    """Reopen it as it was offered before it was carried out, with the signatures that it had then."""
    by = zip(each.offer.signed, each.offer.signed_at, strict=True)
    late = {name for name, n in by if n > point and name != each.offer.maker}
    offer = each.offer.without({*late, each.offer.signed[-1]})
    offers.change(table, each.number, offer)
    agreements.keep(
        table.session, table.head.match_id, each.number, state=AgreementState.OPEN, concluded_at=None, closed_at=None
    )


def _aside(table: CampaignContext, proposal: Proposal) -> set[int]:
    """Return the log entries of the new line that only some may know of."""
    was, again = set(table.ledger.aside), proposal.revised.again
    kept = {n for n in was if n <= proposal.branched_at}
    restored = {
        row.n
        for row in proposal.restored
        if isinstance(row.entry.by, tuple) and not any(told.public is not None for told in row.told)
    }
    return kept | restored | {new for new, old in again.items() if old in was}


def forget(table: CampaignContext, seat: SeatAtTable) -> None:
    """Withdraw what people who have left offered, and take back what they signed."""
    for lying in offers.open_offers(table):
        if seat.name == lying.offer.maker:
            offers.close(table, [lying.number], AgreementState.WITHDRAWN)
            telling.off(table, lying, "offer_withdrawn", (seat.name,), lying.offer.parties)
        elif seat.name in lying.offer.signed:
            offers.change(table, lying.number, lying.offer.without([seat.name]))
