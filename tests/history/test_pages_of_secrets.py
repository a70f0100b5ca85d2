"""The page of a turn that is gathered alone holds nothing that its reader may not know, in every game with secrets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import cycle, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from adjudicator_public_pages import spectator
from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named, games
from adjudicator.kernel.replay import begin, replay_events
from adjudicator.kernel.worlds import other_world
from adjudicator.language import language
from adjudicator.reports.layout.render import rendered_text
from adjudicator.service.campaign.ledger import Ledger
from adjudicator.service.campaign.matches import CampaignContext, header_of, table_of_campaign
from adjudicator.service.history import Record, Viewpoint, gather, tell
from adjudicator.service.history.record import thinned
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.agreements.offer import open_offers
from adjudicator.service.play.corrections.lines import Played, line_entries
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.ordering import take_orders
from adjudicator.service.service import Service, open_service
from adjudicator.service.words.replays import turn_of
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.migrated import lay_tables

MOST, TURNS = 110, 2
"""Orders that are given, and turns after which no more are."""
AGREED = 0.2
"""How often some agree on something before an order, where they can."""


class Clock:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def now(self) -> datetime:
        self.time += timedelta(minutes=1)
        return self.time


class Campaign:
    """The campaign of an installation, played by order lines."""

    def __init__(self, service: Service, number: int) -> None:
        self.service, self.number, self.rng = service, number, Random(7)

    def table(self) -> CampaignContext:
        with reading(self.service.engine) as session:
            return table_of_campaign(self.service.work(session), self.number)

    def play(self) -> None:
        """Whoever is waited for gives an order; before it some agree on something, where the game knows that."""
        for _ in range(MOST):
            match = self.table().match
            if match.result is not None or match.game.turns_done(match.state) >= TURNS:
                return
            if self.rng.random() < AGREED:
                self._agree(match, self.rng.choice(match.header.seats))
                match = self.table().match
            seat = match.decisions()[0].waiting[0]
            self._give(seat, match.sample(seat, self.rng))

    def _agree(self, match: Match, maker: str) -> None:
        answers = match.game.anytime(match.state, maker)
        for action in match.anytime(maker):
            signers = answers.signatories(match.state, maker, action) if answers else ()
            if not 1 < len(signers) < len(match.header.seats):
                continue
            self._give(maker, action)
            with reading(self.service.engine) as session:
                offers = open_offers(table_of_campaign(self.service.work(session), self.number))
            for each in offers:
                for seat in each.offer.missing:
                    self._say(seat, f"{each.called} yes")
            return

    def _give(self, seat: str, action: Action) -> None:
        table = self.table()
        book = phrasebook(table.match.game.id).at(table.match.state)
        self._say(seat, book.say(action, table.by_name[seat].language))

    def _say(self, seat: str, line: str) -> None:
        with writing(self.service.engine) as session:
            lock_campaign(session, self.number)
            table = table_of_campaign(self.service.work(session), self.number)
            take_orders(table, table.by_name[seat], OrderMail((line,), table.now))


@pytest.fixture(scope="module", params=games())
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """With a campaign of a game that stands somewhere in a turn."""
    folder: Path = tmp_path_factory.mktemp("secrets")
    settings = Settings(
        database=f"sqlite:///{folder}/store.db",
        data_directory=folder,
        mail=Mail(address=OwnAddress(domain="game.test"), trust=Trust.EVERYBODY),
    )
    lay_tables(settings.database)
    opened = open_service(settings, Clock())
    game = game_named(request.param)
    seats = game.seatings(max(game.numbers) if game.id == "guild-fair" else min(game.numbers))[0]
    players = tuple(
        Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=code)
        for seat, code in zip(seats, cycle(("en", "ru")), strict=False)
    )
    campaign = create(opened, NewCampaign(name="secrets", title="Secrets", game=game.id, seed=b"7", players=players))
    Campaign(opened, campaign).play()
    yield opened
    opened.engine.dispose()


@pytest.fixture
def table(service: Service) -> Iterator[CampaignContext]:
    with reading(service.engine) as session:
        yield table_of_campaign(service.work(session), 1)


def parts(table: CampaignContext, eyes: Viewpoint) -> Iterator[tuple[int, Record, Record]]:
    """Every turn with its record gathered alone, and cut out of the whole one."""
    whole = gather(table, eyes)
    for turn in range(table.match.game.turns_done(table.match.state) + 1):
        yield turn, turn_of(gather(table, eyes, turn), turn), turn_of(whole, turn)


def eyes_of(table: CampaignContext) -> tuple[Viewpoint, ...]:
    return *(Viewpoint(seat) for seat in table.match.header.seats), Viewpoint()


def known_to(table: CampaignContext, eyes: Viewpoint) -> Ledger:
    """The ledger as these eyes have it: what some agreed on in secret counts for those who were told."""
    told = {each.n for each in line_entries(table) if any(one.visible_to(eyes.own) is not None for one in each.told)}
    return Ledger(aside=tuple(n for n in table.ledger.aside if n not in told))


def test_a_turn_alone_is_the_same_page_as_cut_from_the_whole_one(table: CampaignContext) -> None:
    for eyes in eyes_of(table):
        for turn, alone, cut in parts(table, eyes):
            assert replace(alone, before=cut.before) == cut, (eyes, turn)
            if eyes.seat == table.match.header.seats[0]:
                assert tell(_few(alone), "ru", light=True) == tell(_few(cut), "ru", light=True)


def _few(record: Record) -> Record:
    """With so few boards that they are soon drawn."""
    return thinned(record, 4)


def test_what_is_told_is_what_these_eyes_were_told(table: CampaignContext) -> None:
    """No word to another seat, and neither a gap nor an empty step where others agreed on something."""
    log = line_entries(table)
    for eyes in eyes_of(table):
        known = known_to(table, eyes)
        expected = [
            (known.public(one.n), one.visible_to(eyes.own))
            for each in log
            for one in each.told
            if one.visible_to(eyes.own)
        ]
        steps = {}
        for turn, alone, _ in parts(table, eyes):
            steps |= {step.first: step for step in alone.steps}
            if table.match.result is None:
                assert {one.seat for one in alone.orders} <= {*eyes.own}, turn
                assert not any(step.draws for step in alone.steps)
        told = [one for step in steps.values() for one in step.told]
        assert {seat for one in told for seat in one.private} <= {*eyes.own}
        assert [(one.n, one.visible_to(eyes.own)) for one in told] == expected
        assert all(after.first == before.last + 1 for before, after in pairwise(steps.values()))
        assert max(steps.values(), key=lambda step: step.last).last == known.last_public(log[-1].n)


def test_no_view_differs_where_its_seat_cannot_tell_two_worlds_apart(table: CampaignContext) -> None:
    log = line_entries(table)
    for eyes in eyes_of(table):
        known, shown = known_to(table, eyes), {}
        for _, alone, _ in parts(table, eyes):
            shown |= {known.in_log(step.last): step.view for step in alone.steps}
        for match in worlds(table, log, eyes, Random(3)):
            view = shown.pop(match.position.n, None)
            assert view is None or view == match.view(eyes.own)
        assert not shown, "every board was looked at"


def worlds(table: CampaignContext, log: list[Played], eyes: Viewpoint, rng: Random) -> Iterator[Match]:
    """The match after each step, as it might be as well for all that a seat knows."""
    match = begin(header_of(table.head), [each.entry for each in log])
    yield match
    for _ in replay_events(match, [each.entry for each in log]):
        viewer = eyes.seat or match.header.seats[0]
        yield other_world(match, (viewer,), rng)


def test_secrets_and_agreements_were_there(table: CampaignContext) -> None:
    """Else the other tests prove nothing."""
    match = table.match
    assert any(match.game.resample_hidden(match.state, seat, Random(1)) is not None for seat in match.header.seats)
    if match.game.id != "guild-fair":
        return
    assert len(table.ledger.aside) > 2
    log = line_entries(table)
    for each in log:
        if each.n not in table.ledger.aside:
            continue
        parties = {seat for one in each.told for seat in one.private}
        words = language("en")
        (line,) = {
            line.text
            for seat in parties
            for group in match.game.part("report").news(each.told, (seat,), words, ())
            for line in group.lines
        }
        for eyes in eyes_of(table):
            lines = {
                told.text
                for chapter in tell(gather(table, eyes), "en", light=True).chapters
                for passage in chapter.passages
                for group in passage.groups
                for told in group.lines
            }
            assert (line in lines) == (eyes.seat in parties), line


def test_public_pages_tell_nothing_that_only_some_were_told(table: CampaignContext) -> None:
    """They show the board and the standings as an observer knows them, and no sentence of an event that some had."""
    words, match = language("en"), table.match
    report = match.game.part("report")

    def lines(told: list[ObservedEvent[Any]], seats: tuple[str, ...]) -> set[str]:
        return {line.text for group in report.news(told, seats, words, ()) for line in group.lines}

    log = [one for each in line_entries(table) for one in each.told]
    public = lines([replace(one, private={}) for one in log if one.public is not None], ())
    hidden = {text for one in log for seat in one.private for text in lines([one], (seat,))} - public
    assert hidden or match.game.id != "guild-fair", "else this proves nothing"
    turns = match.game.turns_done(match.state)
    told = [spectator.now(table, "en"), *(spectator.turn_over(table, turn).told["en"] for turn in range(turns))]
    said = " ".join(" ".join(rendered_text(each).split()) for each in told)
    assert not [text for text in hidden if text in said]
    assert all(each.seat == "" and not each.holdings for each in told) or match.game.open
