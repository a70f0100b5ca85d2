"""Recorded whole games: each leads to the same end, to the byte, for every way a game can end.

A file in `games/` is one game as JSON lines: a header with its options, the log, and how it ended. After a wanted
change of the rules `python tests/games/imperial_struggle/test_recorded_games.py` plays them anew; the difference is to
be read like any other.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.imperial_struggle import GAME
from adjudicator.kernel.log import entry_of
from adjudicator.kernel.position import Header
from adjudicator.kernel.replay import begin, replay
from adjudicator.kernel.simulate import begin_random, play_out

FOLDER = Path(__file__).parent / "games"
GAMES = sorted(FOLDER.glob("*.jsonl"))
ENDINGS = {
    ("auto_scoring_sweep", ("france",)),
    ("auto_scoring_sweep", ("britain",)),
    ("auto_war_sweep", ("france",)),
    ("auto_war_sweep", ("britain",)),
    ("vp_30_or_more", ("france",)),
    ("vp_0_or_less", ("britain",)),
    ("final_vp", ("france",)),
    ("final_vp", ("britain",)),
    ("final_tiebreak_available_debt", ("france",)),
    ("final_tiebreak_available_debt", ("britain",)),
    ("final_tiebreak_britain", ("britain",)),
}
HOUSE = {
    "bid_for_sides": True,
    "spanish_empire_12_1": True,
    "military_planning_12_2": True,
    "tougher_forts_12_3": True,
}
"""One more game with the optional rules (12.0)."""
MOST = 20_000
"""Random games that are tried until every ending was seen."""


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def begun(header: dict[str, Any], log: list[dict[str, Any]]) -> Match:
    """The match before its first decision; draws come from the log."""
    entries = [entry_of(line, GAME) for line in log]
    options = GAME.chosen_options(header["options"])
    return begin(Header(GAME.id, GAME.version, GAME.content_hash, GAME.seats, options), entries)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_leads_to_the_same_end(path: Path) -> None:
    header, *log, end = lines_of(path)
    match = replay(begun(header, log), [entry_of(line, GAME) for line in log])
    assert json.loads(json.dumps([entry.line(GAME) for entry in match.log])) == log
    assert match.result is not None
    assert (match.result.how, list(match.result.winners), match.hash) == (end["how"], end["winners"], end["hash"])
    assert Match.from_document(match.document()).result == match.result


def test_every_way_a_game_can_end_is_recorded() -> None:
    ends = [lines_of(path)[-1] for path in GAMES]
    assert {(end["how"], tuple(end["winners"])) for end in ends} == ENDINGS


def record(match: Match, header: dict[str, Any], name: str) -> None:
    """Write a finished match."""
    assert match.result is not None
    end = {"how": match.result.how, "winners": list(match.result.winners), "hash": match.hash}
    log = [entry.line(GAME) for entry in match.log]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [header, *log, end])
    (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")


def played(label: str, options: dict[str, Any]) -> Match:
    match = begin_random(GAME.id, label, options)
    play_out(match, Random(label))
    return match


def main() -> None:
    """Play all of them anew: the first random game from the set-up for each ending, and one with optional rules."""
    for path in FOLDER.glob("*.jsonl"):
        path.unlink()
    missing = set(ENDINGS)
    for number in range(MOST):
        match = played(f"recorded/{number}", {})
        assert match.result is not None
        ending = (match.result.how, match.result.winners)
        if ending in missing:
            missing.remove(ending)
            record(match, {"options": {}}, "-".join([match.result.how, *match.result.winners]))
        if not missing:
            break
    record(played("optional rules", HOUSE), {"options": HOUSE}, "optional_rules")


if __name__ == "__main__":
    main()
