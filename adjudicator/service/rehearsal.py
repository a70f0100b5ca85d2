"""The first mails of the games that are played, in a database that is thrown away.

What is loaded, drawn or reckoned when it is first needed is there afterwards: processes that are forked from this one
have it in common with it, where each would otherwise make it for itself.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from email.message import EmailMessage
from itertools import cycle
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel.game import Game
from adjudicator.kernel.registry import game_named, games
from adjudicator.language import CODES
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.inbox.pipeline import keep_what_is_loaded
from adjudicator.service.logs import warnings_alone
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.offers import coded_options, codes_of, decode
from adjudicator.service.service import Service, open_service
from adjudicator.service.words.rendering import render_due
from adjudicator.settings import Limits, Mail, OwnAddress, Settings, Trust
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable, seats_at_table
from adjudicator.store.engine import StoreUnavailable, may_write, reading
from adjudicator.store.inbound import Place
from adjudicator.store.tables import Match, MatchState, Row

log = structlog.get_logger()
ORDERS = 3
"""The number of orders that are given in each game."""


def games_in_play(settings: Settings) -> tuple[str, ...]:
    """Return the games with a board of which campaigns are running here; empty if the database is unavailable."""
    service = open_service(settings)
    try:
        with reading(service.engine) as session:
            running = select(col(Match.game)).where(col(Match.state) == MatchState.RUNNING).distinct()
            played = sorted(set(session.scalars(running)) & set(games()))
    except StoreUnavailable as away:
        log.warning("no game is rehearsed", why=str(away))
        return ()
    finally:
        service.engine.dispose()
    return tuple(name for name in played if "board" in game_named(name).parts)


def rehearse(names: Iterable[str], data_directory: Path) -> None:
    """Play these games, and write all messages with their pictures.

    The grounds of the pictures are kept in the installation's own folder. A game at which that fails is logged: the
    first real message shows what is wrong with it.
    """
    with tempfile.TemporaryDirectory(prefix="adjudicator-") as folder, warnings_alone():
        settings = Settings(
            database=f"sqlite:///{folder}/store.db",
            data_directory=data_directory,
            mail=Mail(address=OwnAddress(domain="rehearsal.invalid"), trust=Trust.EVERYBODY),
            limits=Limits(parse_seconds=0),  # mails are read here: a reader would be of no use to the others
        )
        service = open_service(settings)
        with may_write():
            Row.metadata.create_all(service.engine)
        try:
            for name in names:
                _play(service, name)
        finally:
            service.engine.dispose()
    keep_what_is_loaded()


def said(service: Service, campaign_id: int, count: int) -> tuple[SeatAtTable, str] | None:
    """Return the seat that is waited for first, and an order that answers its question by its codes.

    Each `count` gives another order. None if no seat is waited for.
    """
    with reading(service.engine) as session:
        now = service.clock.now()
        table = table_of_campaign(service.work(session, now), campaign_id)
        decisions = table.match.decisions()
        if not decisions:
            return None
        name = decisions[0].waiting[0]
        seat = next(seat for seat in seats_at_table(session, campaign_id, now) if seat.name == name)
        prompt = next(each for each in prompts.open_prompts(session, campaign_id) if each.seat_id == seat.id)
        options = coded_options(prompt.offered, table.match, name, seat.language)
        if any(option.part for option in decode(prompt.offered).options):
            return seat, " ".join(each.code for each in codes_of(options, table.match.default(name)))
        answers = [each.code for each in options if not each.ahead]
        return seat, answers[count % len(answers)]


def _play(service: Service, name: str) -> None:
    try:
        campaign_id = _create(service, game_named(name))
        _write(service)
        for count in range(ORDERS):
            order = said(service, campaign_id, count)
            if order is not None:
                raw = _mail(service, *order, f"{campaign_id}.{count}")
                place = Place("INBOX", campaign_id, count + 1)
                handle(service, ingest(service, place, service.clock.now(), raw).id)
                _write(service)
    except Exception as error:
        log.error("a game cannot be rehearsed", game=name, exc_info=error)


def _create(service: Service, game: Game[Any]) -> int:
    seats = game.seatings(max(game.numbers))[0]
    players = tuple(
        Player(seat=seat, name=seat.title(), email=f"{seat}@rehearsal.invalid", language=code)
        for seat, code in zip(seats, cycle(CODES), strict=False)
    )
    return create(
        service, NewCampaign(name=game.id, title="Rehearsal", game=game.id, players=players, seed=b"rehearsal")
    )


def _mail(service: Service, seat: SeatAtTable, line: str, label: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = seat.holders[0].emails[0], service.reply_address(seat.token)
    mail["Subject"], mail["Message-ID"] = "order", f"<{label}@rehearsal.invalid>"
    mail.set_content(f"{line}\n")
    return mail.as_bytes()


def _write(service: Service) -> None:
    while render_due(service):
        pass
