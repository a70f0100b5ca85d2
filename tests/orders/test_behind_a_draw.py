"""Lines behind a draw: the match in which they are tried stays as it stands behind it."""

from __future__ import annotations

from adjudicator import Match
from adjudicator.games.oath.phrases import PHRASES
from tests.carried import carried_out, desk_asked
from tests.games.oath.table import player, table


def test_a_line_that_would_draw_again_behind_a_refused_one_is_kept() -> None:
    """It is tried and not done; what `yes` would do is tried in the same position once more."""
    asked = table(lambda state: setattr(state, "round", 5), player("blue", pawn="provinces_1"), turn="blue")
    match = Match.resume(asked.header, asked.checkpoint(), seed=b"drawn")
    lines = ["campaign against bandits at Steppe", "place no more", "campaign against bandits at Mountain", "rest"]
    outcome = carried_out(match, desk_asked(match, "blue", "en", PHRASES.at(match.state)), lines)
    assert [row.status for row in outcome.rows] == ["done", "ready", "refused", "ready"]
    assert [kept.said for kept in outcome.draft if not kept.wrong] == ["place no more", "rest"]
