"""A player takes their last orders back: the others at the table are asked, and if all agree, play goes back.

As long as nobody else has been told of them they need not ask (`unannounced_orders`).

What is taken back are the orders of the seat's last mail that were carried out. Nobody may think again who has
learned something by them: that is found out by playing them once more in worlds that differ in what the seat could
not know. Whoever plays on, the one who asked included, ends the request; so does one who disagrees, and silence.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.errors import ChanceError, Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.kernel.sandbox import consistent_matches
from adjudicator.language import language, msgid
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import Purpose, Redeemed, TooManyOpen
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.outbox.payloads import TakebackAsked
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.lines import NotAPoint, Played, line_entries, newest_bridge, stand
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.store import confirmations as stored
from adjudicator.store.campaigns import SeatAtTable, played_by
from adjudicator.store.confirmations import Owner, Request

HEADING = msgid("Taking back")
LOOKED_AT = 60
"""Log entries among which the orders of a mail are looked for; a mail has rarely more than a dozen."""
_WORLDS = 12


class TakebackRequest(msgspec.Struct, frozen=True):
    """Play shall go back from `sequence` of `revision` to right after log entry `n`, as `seat` asks."""

    match_id: int
    revision: int
    sequence: int
    n: int
    seat: str


_decoder: msgspec.json.Decoder[TakebackRequest] = msgspec.json.Decoder(TakebackRequest)

over = RejectionReason("over", msgid("The match is over."))
nothing = RejectionReason(
    "nothing", msgid("You have no orders on file, and none of your orders was carried out lately.")
)
others_acted = RejectionReason(
    "others", msgid("You have no orders on file, and others have acted since your last orders.")
)
something_learned = RejectionReason(
    "learned",
    msgid(
        "You have no orders on file, and your last orders revealed something (a draw, or something turned "
        "up), so they cannot be undone."
    ),
)
asked = RejectionReason(
    "asked", msgid("The others have already been asked, or have answered; your orders stand until everyone agrees.")
)
nobody = RejectionReason("nobody", msgid("You have no orders on file, and there is nobody else who could agree."))


def ask(table: CampaignContext, seat: SeatAtTable, rows: Sequence[Played] = ()) -> tuple[SeatAtTable, ...]:
    """Ask the other players whether a seat gets its last orders back.

    Returns whom it asked.

    Raises:
        Rejected: They cannot be taken back.
    """
    rows = rows or last_orders(table, seat)
    campaign = table.campaign.id
    if stored.issued_since(table.session, Takeback.id, rows[-1].at, campaign_id=campaign):
        raise asked()
    others = _others(table, seat)
    if not others:
        raise nobody()
    head, n = table.head, rows[0].n - 1
    payload = msgspec.json.encode(TakebackRequest(head.match_id, head.revision, head.sequence, n, seat.name))
    for other in others:
        request = Request(
            purpose=Takeback.id, owner=Owner(seat_id=other.id), payload=payload, campaign_id=campaign, alone=True
        )
        try:
            code = confirmations.issue(table.session, request, table.now)
        except TooManyOpen:
            raise nobody() from None
        until = table.now + stored.HOLDS
        intent = TakebackAsked(written=table.now, code=code, until=until, seat=seat.name, n=n)
        queue.send(table, other, intent, kind=queue.NOTICE)
    return others


def _others(table: CampaignContext, seat: SeatAtTable) -> tuple[SeatAtTable, ...]:
    """Return whose word counts.

    One seat for each who plays, or team that does, but not for those of the seat itself.
    """
    own = {holder.person_id for holder in seat.in_charge}
    found: dict[frozenset[int], SeatAtTable] = {}
    for player in table.players:
        people = frozenset(holder.person_id for holder in player.in_charge) - own
        if people and player.id != seat.id:
            found.setdefault(people, player)
    return tuple(found.values())


class Takeback(Purpose):
    """The word of one of the others: the last yes takes play back, and one no ends the request."""

    id = "takeback"
    one_word = True

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Take play back when the last word is in. Everybody gets a correction report."""
        words, table, wanted = act.language, act.table, _decoder.decode(redeemed.payload)
        if not _still_possible(table, wanted):
            return act.says(HEADING, words.gettext("Play has gone on since; nothing is taken back."))
        asked = {row.seat_id for row in stored.open_of(table.session, table.campaign.id, self.id, table.now)}
        if waiting := [act.seat_called(seat.name) for seat in table.players if seat.id in asked]:
            told = words.gettext(
                "Your word is noted; that of %(seats)s is still missing.", seats=words.listing(waiting)
            )
            return act.says(HEADING, told, changed=True, title=words.gettext("nothing was changed"))
        act.table = _taken_back(table, wanted)
        act.seat = act.table.by_id[act.seat.id]
        told = words.gettext("Everyone has agreed: play goes back. A report follows in a separate email.")
        return act.says(HEADING, told, changed=True, title=words.gettext("done"))

    def rejected(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Drop the request: nobody else needs to answer any more, and who asked is told."""
        words, table, wanted = act.language, act.table, _decoder.decode(redeemed.payload)
        stored.void_all(table.session, table.campaign.id, self.id, table.now)
        to_table("takeback_refused", seats=(act.seat.name,)).send(table, [table.by_name[wanted.seat]])
        told = words.gettext("It stays as it was played; %(seat)s is told.", seat=act.seat_called(wanted.seat))
        return act.says(HEADING, told, changed=True, title=words.gettext("nothing was changed"))


def _still_possible(table: CampaignContext, wanted: TakebackRequest) -> bool:
    """Return whether nobody has played on since it was asked.

    What only some know of is not counted: the end of a request would betray it.
    """
    head, since = table.head, range(wanted.sequence + 1, table.head.sequence + 1)
    unseen = all(n in table.ledger.aside for n in since)
    return unseen and (head.match_id, head.revision) == (wanted.match_id, wanted.revision)


def _taken_back(table: CampaignContext, wanted: TakebackRequest) -> CampaignContext:
    seat, words = table.by_name[wanted.seat], language(table.campaign.language)
    called = table.match.game.part("report").party(seat.name, words).name
    reason = words.gettext("%(seat)s took orders back, and everybody agreed", seat=called)
    proposal = propose(table, Wish(kind=Kind.TAKEBACK, reason=reason, n=wanted.n, seat=seat.name))
    return carry_out(table, proposal, by=next(iter(seat.people), seat.name))


def last_orders(table: CampaignContext, seat: SeatAtTable) -> list[Played]:
    """Return everything from the first order of the seat's last mail on. Raises Rejected where it has to stand."""
    if table.match.result is not None:
        raise over()
    if table.match.awaited is not None:
        raise something_learned()
    bridge = newest_bridge(table)  # what was carried over from other rules stays
    rows = line_entries(table, after=max(0 if bridge is None else bridge.n, table.head.sequence - LOOKED_AT))
    mine = [row for row in rows if row.entry.by == seat.name and row.entry.given and row.mail_id is not None]
    if not mine:
        raise nothing()
    first = next(row for row in mine if row.mail_id == mine[-1].mail_id)
    aside = {row.n for row in rows if row.n in table.ledger.aside and not _is_of(row, seat.name)}
    since = [row for row in rows if row.n >= first.n and row.n not in aside]
    if any(row.entry.given and row.entry.by != seat.name for row in since):
        raise others_acted()
    try:
        start = stand(table, first.n - 1)
    except NotAPoint:  # a secret answer, carried out together with those of others
        raise others_acted() from None
    orders = [row.entry.action for row in since if row.entry.given and isinstance(row.entry.action, Action)]
    told = [each for row in since for each in row.told]
    people = [holder.person_id for holder in seat.in_charge]
    own = tuple({each.name: None for person in people for each in played_by(table.seats, person)} or {seat.name: None})
    if any(row.entry.chance for row in since) or has_learned(start, table.match, seat.name, orders, told, own):
        raise something_learned()
    return since


def _is_of(row: Played, seat: str) -> bool:
    """Return whether a seat has made an entry, alone or with others."""
    return seat in (row.entry.by if isinstance(row.entry.by, tuple) else (row.entry.by,))


def has_learned(
    start: Match,
    end: Match,
    seat: str,
    orders: Sequence[Action],
    told: Sequence[ObservedEvent[Any]],
    own: tuple[str, ...] = (),
) -> bool:
    """Return whether a seat has learned something that it could not have known before it gave these orders.

    The other seats that its people play (`own`) count too. `told` is what everybody was told while the orders led from
    one position to the other.
    """
    eyes = own or (seat,)
    truth = _seen(told, eyes), _view(end, eyes)
    for world in consistent_matches(start, eyes, worlds=_WORLDS):
        try:
            dreamt = [each for action in orders for each in world.apply(seat, action)]
        except (Refusal, ChanceError):
            return True
        if (_seen(dreamt, eyes), _view(world, eyes)) != truth:
            return True
    return False


def _seen(told: Sequence[ObservedEvent[Any]], eyes: tuple[str, ...]) -> bytes:
    return msgspec.json.encode([event for each in told for event in each.all_visible_to(eyes)])


def _view(match: Match, eyes: tuple[str, ...]) -> bytes:
    return msgspec.json.encode(match.view(eyes), order="deterministic")
