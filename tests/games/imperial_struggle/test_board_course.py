"""How the score went, as a chart: what is kept of a moment, what the picture says."""

import pytest

from adjudicator.games.imperial_struggle.balance import scored_now
from adjudicator.games.imperial_struggle.board.course import chart, score
from adjudicator.games.imperial_struggle.fact_types import TURN
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.view import view
from adjudicator.language import CODES
from adjudicator.reports.model import Score

COURSE = tuple(Score(at=at / 4, points={"vp": 15 + at % 7}, foreseen={"vp": 15 - at % 5}) for at in range(12))


def test_a_moment_is_a_turn_and_a_share_of_it() -> None:
    state = initial_state()
    state.turn, state.phase, state.vp = TURN.index["2"], "action", 17
    state.taken[0] = [0, 1]
    found = score(view(state, frozenset()))
    assert (found.at, found.points) == (TURN.index["2"] + 0.235, {"vp": 17})
    now = scored_now(view(state, frozenset()))
    assert found.foreseen == ({} if now is None else {"vp": 17 + now})


@pytest.mark.parametrize("language", CODES)
def test_the_chart_says_who_leads(language: str) -> None:
    png, alt = chart(COURSE, language)
    assert png.startswith(b"\x89PNG")
    assert len(png) < 12_000
    assert ("France leads by 4" if language == "en" else "Франция впереди на 4") in alt


def test_the_chart_tells_what_a_turn_left_when_it_was_over() -> None:
    """The score of turn 1 stands at the first moment of the war, that of the war at the first of turn 2."""
    scores = [Score(at=at, points={"vp": vp}, foreseen={}) for at, vp in ((0.2, 15), (1.1, 16), (1.7, 19), (2.0, 21))]
    assert "1: 16, WSS: 21." in chart(scores, "en")[1]
    assert "1: 15." in chart(scores[:1], "en")[1]


def test_a_chart_needs_a_score() -> None:
    with pytest.raises(ValueError, match="no score"):
        chart((), "en")
