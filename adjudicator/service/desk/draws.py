"""Draws that were made at a table: entered, and which of them are."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Told
from adjudicator.language import language
from adjudicator.service.campaign import audit
from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.campaign.table_draws import NoResult, entered_by_hand, is_open, result_of, words_of
from adjudicator.service.desk.deeds import CannotBe, Draw, DrawsBy
from adjudicator.service.desk.forcing import running
from adjudicator.service.play import ordering
from adjudicator.service.play.disclosures import own_seats, playing_moderators
from adjudicator.service.service import Service
from adjudicator.store.tables import SeatKind, Telling


def draw(session: Session, service: Service, table: Table, deed: Draw, by: str) -> None:
    """Enter the draws that are needed, one after the other, and go on. Raises CannotBe; then nothing is done."""
    running(table)
    if table.match.awaited is None:
        raise CannotBe("no_draw")
    now = service.clock.now()
    told, words = _entered(table, deed, by)
    details = {"results": deed.results, "draws": words, "log": deed.log}
    audit.record(session, table.campaign.id, by=by, command="draw", details=details, now=now, telling=Telling.REPORT)
    ordering.go_on(session, service, table, told, now)


def _entered(table: Table, deed: Draw, by: str) -> tuple[list[Told[Any]], list[str]]:
    """What happened, and each draw as everybody may read it."""
    match = table.match
    told: list[Told[Any]] = []
    words: list[str] = []
    for text in deed.results:
        wanted = match.wanted
        if wanted is None:
            raise CannotBe("no_more_draws", result=text)
        open_ = is_open(match.game, wanted)
        if not open_ and own_seats(table.seats, by.partition(" (")[0]) is not None:
            raise CannotBe("hidden_draw", draw=wanted.called)
        try:
            result = result_of(wanted, text, match.game.part("report"), language(_language_of(table, by)))
            told += match.draw([result])
        except NoResult as no:
            raise CannotBe("bad_draw", draw=wanted.called, result=text, near="; ".join(no.near)) from None
        except Refusal as refusal:
            raise CannotBe("bad_draw", draw=wanted.called, result=text, near=str(refusal)) from None
        words.append(words_of(result) if open_ else wanted.called)
    return told, words


def _language_of(table: Table, by: str) -> str:
    """In what language somebody at the desk knows the names of things."""
    called = by.partition(" (")[0]
    own = [seat.language for seat in table.seats if any(holder.name == called for holder in seat.holders)]
    return own[0] if own else table.campaign.language


def draws_by(session: Session, service: Service, table: Table, deed: DrawsBy, by: str) -> None:
    """Other draws are entered from now on. What waits for one that the adjudicator makes now goes on at once.

    Raises CannotBe.
    """
    if deed.which == "all":
        playing = playing_moderators(table.seats)
        moderators = [each.name for seat in table.seats if seat.kind is SeatKind.MODERATOR for each in seat.holders]
        if moderators and all(name in playing for name in moderators):
            raise CannotBe("hidden_draws", person=", ".join(moderators))
    now = service.clock.now()
    keep_settings(table.campaign, msgspec.structs.replace(settings_of(table.campaign), table_draws=deed.which))
    session.add(table.campaign)
    audit.record(
        session, table.campaign.id,
        by=by, command="campaign draws", details={"which": deed.which}, now=now, telling=Telling.REPORT,
    )  # fmt: skip
    match = table.match
    match.chance.asks = entered_by_hand(match.game, deed.which)
    if match.awaited is not None:
        ordering.go_on(session, service, table, match.draw(()), now)
