"""The package of a game does not load any more: its campaigns stand still, the others go on."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adjudicator.kernel import registry
from adjudicator.service import periodic
from adjudicator.service.admin.campaign_list import summaries
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.inbox.handling import handle
from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.moderation.overview import Viewer
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, InboundStatus

pytestmark = pytest.mark.store("sqlite")

GAME = "crossroads"


@pytest.fixture
def breaking() -> Iterator[Callable[[], None]]:
    """Call it, and the game does not load."""
    point = registry._installed()[GAME]

    def broken() -> None:
        registry._installed()[GAME] = importlib.metadata.EntryPoint(GAME, "no_such_package:GAME", registry.GROUP)
        registry.game_named.cache_clear()

    yield broken
    registry._installed()[GAME] = point
    registry.game_named.cache_clear()


def test_its_campaigns_stand_still_and_the_others_go_on(
    installation: Any, breaking: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    installation.create(GAME, {"north": "en", "east": "en", "south": "en"})
    bids = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    order = installation.raw("north", "status\n")
    breaking()
    load_games()
    assert "no_such_package" in capsys.readouterr().err

    with reading(installation.service.engine) as session:
        listed = {
            summary.name: summary for summary in summaries(session, installation.clock.now(), Viewer(name="Mila"))
        }
        before = table_of_campaign(installation.service.work(session), bids).head.sequence
    assert listed[GAME].game == GAME
    assert listed["sealed-bids"].asked == ("red", "blue")

    waits = installation.put(order)
    assert waits.status is InboundStatus.RECEIVED

    installation.clock.forward(days=10)
    periodic.run(installation.service)
    assert "a campaign stands still" in capsys.readouterr().err
    with reading(installation.service.engine) as session:
        assert table_of_campaign(installation.service.work(session), bids).head.sequence > before

    registry.game_named.cache_clear()
    registry._installed()[GAME] = importlib.metadata.EntryPoint(GAME, "crossroads.game:GAME", registry.GROUP)
    handle(installation.service, waits.id)
    with reading(installation.service.engine) as session:
        assert session.get_one(InboundMail, waits.id).status is InboundStatus.HANDLED
