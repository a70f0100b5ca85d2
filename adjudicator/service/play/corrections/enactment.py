"""A proposal becomes the line that is played: one transaction, with everything that follows from it."""

from collections.abc import Collection, Sequence

from adjudicator.kernel.actions import SYSTEM, Action
from adjudicator.kernel.log import AGAIN, By
from adjudicator.service.campaign.matches import CampaignContext, Origin, fingerprint, keep_sealed
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import Correction, Lost
from adjudicator.service.play import changes, offers
from adjudicator.service.play.agreements import review
from adjudicator.service.play.corrections.proposals import Kind, Proposal
from adjudicator.service.play.kept import held_orders
from adjudicator.service.play.questions import Questions
from adjudicator.store import matches, outbound, revisions
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.revisions import MovedOn, NewRevision
from adjudicator.store.tables import CampaignState, Revision, SeatKind


def carry_out(
    table: CampaignContext, proposal: Proposal, *, by: str, told: Collection[str] | None = None
) -> CampaignContext:
    """Carry play on in the new line, and return the table as it is then.

    Everybody gets a correction report, or only the seats that are to be `told`.

    Raises:
        MovedOn: The match is no longer where the proposal found it.
    """
    if (table.head.revision, table.head.sequence) != (proposal.revision, proposal.sequence):
        raise MovedOn("the match has moved on since the correction was worked out")
    was = {seat.id: seat.name for seat in table.players}
    outbound.cancel_reports(
        table.session, table.campaign.id, (table.head.match_id, proposal.revision), proposal.branched_at, queue.UNTRUE
    )
    new = _branched(table, proposal, by)
    _sit_as_before(new, proposal)
    review.corrected(new, proposal)
    asked = changes.settle(
        new,
        proposal.revised.told,
        changes.Cause(answered=[seat.name for seat in new.seats], repeated=_origins(proposal)),
    )
    if proposal.wish.kind is Kind.CARRY:
        revisions.build_bridge(table.session, table.head.match_id, proposal.number, proposal.branched_at)
    keep_sealed(new, {})
    concerned = [seat for seat in new.seats if told is None or seat.name in told]
    for seat in concerned:
        held_orders.take_again(table, new, seat)
        held_orders.stop_waiting(new, seat)
    if new.match.result is None and new.campaign.state is CampaignState.FINISHED:
        new.campaign.state, new.campaign.finished_at = CampaignState.RUNNING, None
        table.session.add(new.campaign)
    for seat in concerned:
        intent = _intent(new, seat, proposal, asked, by, was.get(seat.id, ""))
        queue.send(new, seat, intent)
    _record(new, proposal, by)
    return new


def _branched(table: CampaignContext, proposal: Proposal, by: str) -> CampaignContext:
    start = proposal.revised.start
    number = revisions.branch(
        table.session,
        NewRevision(
            match_id=table.head.match_id,
            from_revision=proposal.revision,
            from_sequence=proposal.sequence,
            parent=proposal.parent,
            branched_at=proposal.branched_at,
            rules_version=table.head.rules_version,
            content_hash=table.head.content_hash,
            author=by,
            reason=proposal.wish.reason,
            state=start,
            hash=fingerprint(start),
            document=_document(table, proposal),
        ),
        table.now,
    )
    if number != proposal.number:
        raise MovedOn("another correction was made meanwhile")
    head = matches.head(table.session, table.campaign.id)
    assert head is not None
    new = CampaignContext(table.work, table.campaign, table.seats, head, proposal.match)
    # What is sealed there was sealed by this correction: nothing of it is to be dropped when the change is stored.
    new.opened = 0
    return new


def _document(table: CampaignContext, proposal: Proposal) -> bytes | None:
    """Return the document of the first line of play for a line that has no parent, else None."""
    if proposal.parent is not None:
        return None
    return table.session.get_one(Revision, (table.head.match_id, revisions.FIRST)).document


def _sit_as_before(table: CampaignContext, proposal: Proposal) -> None:
    """Seat people again where they sat before what is undone.

    For what is restored, they move forward again.
    """
    moves = {seat.name: seat.name for seat in table.players}
    for row in reversed(proposal.former):
        back = {new: old for old, new in changes.moves_of(table, row.told).items()}
        moves = {name: back.get(then, then) for name, then in moves.items()}
    for row in proposal.restored:
        forward = changes.moves_of(table, row.told)
        moves = {name: forward.get(then, then) for name, then in moves.items()}
    moves = {name: then for name, then in moves.items() if name != then}
    if moves:
        changes.reseat(table, moves)


def _origins(proposal: Proposal) -> dict[int, Origin]:
    """Return the messages and lines of orders that the new line repeats."""
    rows = {row.n: row for row in proposal.former}
    return {
        n: Origin(rows[old].mail_id, rows[old].line)
        for n, old in proposal.revised.again.items()
        if old in rows and rows[old].mail_id is not None
    }


def _intent(
    table: CampaignContext, seat: SeatAtTable, proposal: Proposal, asked: Questions, by: str, was: str
) -> Correction:
    wish = proposal.wish
    own = seat.kind is SeatKind.PLAYER
    return Correction(
        written=table.now,
        since=queue.known_to(table, seat),
        kind=wish.kind.value,
        reason=wish.reason,
        by=by,
        old=(proposal.revision, proposal.sequence),
        was=was,
        seat=wish.seat,
        n=proposal.branched_at if wish.kind is Kind.UNDO else wish.n,
        put_in=_put_in(table, proposal, seat, was) if own else (),
        lost=_lost(table, proposal, seat, was) if own else (),
        undone=tuple((each.no, each.n, each.draw.name) for each in proposal.revised.undone),
        number=asked.of(seat.name),
        comparable=proposal.comparable,
    )


def _put_in(table: CampaignContext, proposal: Proposal, seat: SeatAtTable, was: str) -> tuple[str, ...]:
    """Return the orders that were put in for a seat, as its player would write them."""
    given = [action for by, action in proposal.revised.put_in if by == was and isinstance(action, Action)]
    return tuple(_words(table, seat, action) for action in given)


def _lost(table: CampaignContext, proposal: Proposal, seat: SeatAtTable, was: str) -> tuple[Lost, ...]:
    """Return the orders of a seat that are not part of the new line, as its player would write them."""
    found = []
    for each in proposal.dropped:
        given, refusal = each.input, each.refusal
        if given.how in ("default", AGAIN) or was not in _names(given.by):
            continue
        words = proposal.written.get(given.n) if given.action is None else _words(table, seat, given.action)
        if words is not None:
            why = (refusal.code, refusal.rule, dict(refusal.facts)) if refusal is not None else ()
            found.append(Lost(words, given.n, *why))
    return tuple(found)


def _words(table: CampaignContext, seat: SeatAtTable, action: Action) -> str:
    return offers.phrasebook(table.match.game).say(action, seat.language)


def _names(by: By) -> Sequence[str]:
    return by if isinstance(by, tuple) else () if by == SYSTEM else (by,)


def _record(table: CampaignContext, proposal: Proposal, by: str) -> None:
    wish = proposal.wish
    details = {
        "reason": wish.reason,
        "kind": wish.kind.value,
        "n": wish.n,
        "seat": wish.seat,
        "orders": [action.op for _, action in proposal.revised.put_in if isinstance(action, Action)],
        "revision": proposal.number,
        "parent": proposal.parent,
        "branched_at": proposal.branched_at,
    }
    if wish.kind in (Kind.MIGRATE, Kind.CARRY):
        command = "upgrade migrate"
        details["to"] = f"{table.head.rules_version} {table.head.content_hash}"
    elif wish.kind is Kind.UNTOLD:
        command = "turn takeback"
    else:
        command = f"turn {wish.kind.value if wish.kind.goes_back or wish.kind is Kind.UNDO else 'correct'}"
    table.record(by, command, details)
