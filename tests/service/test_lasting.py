"""How long a match takes is said where a campaign begins, if a house rule decides it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.europa_universalis.game import GAME
from adjudicator.language import language
from adjudicator.service.people.gathering import joining
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.service.words.lasting import lasting
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")
DAYS = GAME.days_by_option["last_age"]
TOLD = {
    "en": "The match takes about {days} days if everybody answers once a day and plans",
    "ru": "Партия займёт примерно {days} д",
}


@pytest.mark.parametrize("age", [4, 2])
def test_the_first_mail_says_how_long_it_takes(installation: Any, age: int) -> None:
    installation.create(GAME.id, {"england": "en", "france": "ru"}, options={"last_age": age})
    for seat, code in (("england", "en"), ("france", "ru")):
        told = words_of(installation.newest(seat))
        assert TOLD[code].format(days=DAYS[age]) in told


def test_who_is_asked_to_join_is_told(installation: Any) -> None:
    moderator = Player(seat="moderator", name="Mila", email="moderator@players.test", language="en")
    new = NewCampaign(name="west", title="West", game=GAME.id, players=(moderator,), number=4, options={"last_age": 1})
    joining.gather(installation.service, new, Start.FULL)
    installation.deliver()
    assert TOLD["en"].format(days=DAYS[1]) in words_of(installation.newest("moderator"))


def test_every_value_has_its_days_and_longer_games_take_more() -> None:
    for option, days in GAME.days_by_option.items():
        assert set(days) == {*GAME.options[option].values}
        assert [days[value] for value in sorted(days)] == sorted(days.values())


def test_nothing_is_said_where_no_option_decides_it(installation: Any) -> None:
    made = installation.create("sealed-bids", {"red": "en", "blue": "en"})
    assert not [*lasting(installation.table(made).match.game, {}, language("en"))]
