"""The page of a turn is gathered from the turn on, and is the same as that cut out of the whole match."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.service.words.replays import turn_of
from adjudicator.store.engine import reading
from tests.history.conftest import Common, Played, copied, seventy_mails
from tests.long_cases import alternate_variants

EYES = ("france", "britain", None)


def three_turns(common: Common, folder: Path) -> Played:
    played = seventy_mails(common, folder)
    played._play(played.rng, 10)
    played.write("france", played.table().by_name["france"].token, "письмо всем: до встречи на подсчёте")
    played._play(played.rng, 40)
    played.write("britain", played.table().by_name["britain"].token, "press to France: a word in your ear")
    return played


@pytest.fixture(scope="module")
def later(common: Common, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A campaign that stands in its fourth turn, with letters of two turns."""
    played = copied(common, tmp_path_factory.mktemp("later"), "later", partial(three_turns, common))
    assert played.table().match.result is None
    yield played
    played.service.engine.dispose()


@pytest.fixture
def table(later: Played) -> Iterator[CampaignContext]:
    yield from table_of(later)


@pytest.fixture
def finished(whole: Played) -> Iterator[CampaignContext]:
    yield from table_of(whole)


def table_of(played: Played) -> Iterator[CampaignContext]:
    with reading(played.service.engine) as session:
        yield table_of_campaign(played.service.work(session), played.campaign)


@pytest.mark.parametrize(("seat", "code"), alternate_variants(EYES, ("ru", "en")))
def test_a_turn_that_is_gathered_alone_is_the_turn_of_the_whole_record(
    table: CampaignContext, seat: str | None, code: str
) -> None:
    """They are told of every second turn in each language."""
    whole, turns = gather(table, Viewpoint(seat)), table.match.game.turns_done(table.match.state)
    assert turns >= 3
    for turn in range(turns + 1):
        alone, cut = turn_of(gather(table, Viewpoint(seat), turn), turn), turn_of(whole, turn)
        assert replace(alone, before=cut.before) == cut
        assert alone.before == cut.before[len(cut.before) - len(alone.before) :]
        if turn % 2 == (code == "ru"):
            assert tell(alone, code, light=True) == tell(cut, code, light=True)
    assert seat is None or any(turn_of(whole, turn).orders for turn in range(1, turns))


def test_what_it_costs_does_not_grow_with_the_match(table: CampaignContext) -> None:
    """Steps from the turn on, told from the turn before it on: what is older is not looked at."""
    whole = gather(table, Viewpoint("france"))
    last = whole.steps[-1].turn
    alone = gather(table, Viewpoint("france"), last)
    turn_before = [step for step in whole.steps if step.turn == last - 1]
    assert [step for step in alone.steps if step.turn < last - 1] == []
    assert len(alone.before) <= sum(len(step.told) for step in turn_before) + len(turn_before[0].told)
    assert 0 < len(alone.steps) < len(whole.steps) / 2


@pytest.mark.parametrize("seat", ["britain", None])
def test_after_the_match_a_turn_is_gathered_alone_as_well_with_its_draws(
    finished: CampaignContext, whole: Played, seat: str | None
) -> None:
    record = whole.record(seat)
    last = finished.match.game.turns_done(finished.match.state) - 1
    for turn in (2, last):
        alone, cut = gather(finished, Viewpoint(seat), turn), turn_of(record, turn)
        assert replace(turn_of(alone, turn), before=cut.before) == cut
        assert any(step.draws for step in cut.steps), "the numbers of draws run through the match"
        assert alone.steps[0].first > record.steps[len(record.steps) // 8].last
        assert alone.seed == record.seed
    assert len(alone.steps) < len(record.steps) / 3
