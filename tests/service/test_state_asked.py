"""Questions that every game answers from its own parts: what can be done, who fights whom."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.registry import playable_games
from adjudicator.language import language
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")
GAMES = sorted(game.id for game in playable_games() if {"report", "board"} <= {*game.parts})
WARS = {"en": "Who is at war with whom?", "ru": "Кто с кем воюет?"}
OPTIONS = {"en": "Please, what can I do?", "ru": "Что я могу?"}


def asked(installation: Any, game: str, code: str) -> tuple[int, str]:
    """A campaign of a game in a language, and a seat that is asked something."""
    seats = next(each for each in playable_games() if each.id == game).seats
    campaign = installation.create(game, dict.fromkeys(seats, code))
    return campaign, installation.table(campaign).match.decisions()[0].waiting[0]


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_who_fights_whom_brings_where_things_stand(installation: Any, game: str, code: str) -> None:
    campaign, seat = asked(installation, game, code)
    (answer,) = installation.write(seat, WARS[code])
    match = installation.table(campaign).match
    report, view, words = match.game.part("report"), match.view(seat), language(code)
    told = [each.alt for each in report.pictures(view, (seat,), (), words, width=0)]
    told += report.situation(view, seat, words)
    assert told
    assert all(" ".join(each.split()) in words_of(answer) for each in told), words_of(answer)
    assert words.gettext("how things stand") in str(answer["Subject"])


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_what_can_i_do_brings_the_list(installation: Any, game: str, code: str) -> None:
    _, seat = asked(installation, game, code)
    (listed,) = installation.write(seat, {"en": "list", "ru": "список"}[code])
    (answer,) = installation.write(seat, OPTIONS[code])
    assert words_of(answer) == words_of(listed)
    assert language(code).gettext("all options") in str(answer["Subject"])


def test_a_question_with_more_words_is_none_of_these(installation: Any) -> None:
    _, seat = asked(installation, "europa-universalis", "en")
    (answer,) = installation.write(seat, "What can I do about Burgundy?")
    assert "all options" not in str(answer["Subject"])
