"""Orders and draws of the log as they should be: what a moderator says of an entry, in the words of a mail."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel.actions import MODERATOR, Action, SetFact
from adjudicator.kernel.chance import Draw
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.language import msgid
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import try_out
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.moderation.bad_orders import BadOrders
from adjudicator.service.moderation.moderators import chair_of
from adjudicator.service.moderation.named import seat_named
from adjudicator.service.moderation.paths import changes_in
from adjudicator.service.play import offers
from adjudicator.service.play.corrections.lines import NotAPoint, line_entries, stand, stay_behind_bridge
from adjudicator.service.play.corrections.proposals import no_entry
from adjudicator.service.play.ordering import Foreseen
from adjudicator.service.play.readings import line_read
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Prompt

no_document = RejectionReason("no_document", msgid("Nothing can be set here: this position has no document yet."))
no_such_draw = RejectionReason(
    "no_such_draw",
    msgid("“%(given)s” names no draw of log entry %(n)s. Its draws: %(draws)s. Write it as name=result."),
)
several_draws = RejectionReason(
    "several_draws",
    msgid("%(count)s draws of that entry are called %(name)s: write %(name)s#1=… to %(name)s#%(count)s=…."),
)


def giver(table: CampaignContext, n: int) -> str:
    """Return the seat that submitted a log entry; empty if no seat did, or several did together."""
    entry = _entry(table, n)
    by = "" if entry is None else entry.by
    return by if isinstance(by, str) and by in table.match.header.seats else ""


def _entry(table: CampaignContext, n: int) -> Entry | None:
    """Return an entry of the line that is played, if it has it. Raises Rejected where it lies before the bridge."""
    stay_behind_bridge(table, n - 1)
    return next((row.entry for row in line_entries(table, after=n - 1, upto=n)), None)


def before(table: CampaignContext, n: int) -> Match:
    """Return the match at the last point before an entry."""
    try:
        return stand(table, n - 1)
    except NotAPoint as inside:
        return stand(table, min(inside.nearest))


def orders_at(table: CampaignContext, n: int, seat: str, said: Sequence[str]) -> tuple[Action, ...]:
    """Return the orders that lines, or codes of its question there, mean for a seat right before log entry `n`.

    Raises:
        Rejected: It is refused; BadOrders if a line is not an order there.
    """
    player = chair_of(table, "") if seat == MODERATOR and table.rulers else seat_named(table, seat)
    at = before(table, n)
    tried = Sandbox.of(at, (player.asked_as,))
    words, fields = offers.words_at(at), at.game.part("report").fields()
    desk = OrderContext(tried, player.asked_as, player.language, words, _codes_of(table, player, at), fields=fields)
    outcome = try_out(desk, list(said))
    if any(row.status not in ("done", "filed") for row in outcome.rows) or not outcome.actions:
        raise BadOrders(table, player, Foreseen(tuple(map(line_read, outcome.rows))))
    return outcome.actions


def _codes_of(table: CampaignContext, seat: SeatAtTable, at: Match) -> Offers:
    """Return the codes of the question that the seat was asked there, as in its emails; those of others are known too.

    A message may go on after the question that it answers, with the codes of that question.
    """
    wanted = (col(Prompt.match_id) == table.head.match_id, col(Prompt.seat_id) == seat.id)
    rows = table.session.scalars(select(Prompt).where(*wanted).order_by(col(Prompt.number))).all()
    here = max((decision.number for decision in at.decisions()), default=0)
    asked = max((row.decision for row in rows if row.decision <= here), default=0)
    return Offers(
        open=tuple(offers.decode(row.offered) for row in rows if row.decision == asked),
        closed=tuple(offers.decode(row.offered) for row in rows if row.decision != asked),
    )


def fact_at(table: CampaignContext, n: int, said: Sequence[str], reason: str) -> SetFact:
    """Return a correction of the position right before log entry `n`.

    It is given as `path=value` pairs. A path that leads nowhere is answered with near ones.

    Raises:
        Rejected: A path or a value is wrong.
    """
    try:
        document: Any = table.match.game.shown(before(table, n).document())
    except (DocumentError, ValueError):
        raise no_document() from None
    return SetFact(changes_in(document, said, lambda words: words.gettext("the document")), reason)


def draws_at(table: CampaignContext, n: int, given: Sequence[str]) -> tuple[Draw, ...]:
    """Return the draws of an entry with other results.

    Write `lot=5,4`, or `lot#2=5,4` for the second draw of that name.

    Raises:
        Rejected: There is no such entry, it has no such draw, or it lies before the bridge.
    """
    entry = _entry(table, n)
    if entry is None:
        raise no_entry(n=n, least=1, most=table.head.sequence)
    found = []
    for text in given:
        name, equals, value = text.partition("=")
        name, _, place = name.partition("#")
        same = [draw for draw in entry.chance if draw.name == name.strip()]
        if not equals or not same or (place and not (place.isdigit() and 1 <= int(place) <= len(same))):
            there = ", ".join(dict.fromkeys(draw.name for draw in entry.chance)) or "-"
            raise no_such_draw(given=text, n=entry.n, draws=there)
        if len(same) > 1 and not place:
            raise several_draws(count=len(same), name=name)
        draw = same[int(place or "1") - 1]
        found.append(replace(draw.bare, value=_like(draw.value, value)))
    return tuple(found)


def _like(old: Any, text: str) -> Any:
    """Return a value written like the old one: a number, a text, or several of them."""
    if isinstance(old, list):
        parts = [part.strip() for part in text.strip("[] ").split(",")]
        return [_like(old[0] if old else "", part) for part in parts]
    if isinstance(old, int) and text.strip().lstrip("-").isdigit():
        return int(text)
    return text.strip()
