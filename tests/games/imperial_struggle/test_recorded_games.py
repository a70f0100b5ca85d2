"""Recorded whole games: each leads to the same end, to the byte, for every way a game can end.

A file in `games/` is one game as JSON lines: a header (options, or the document it starts from), the log, and how
it ended. After a wanted change of the rules `python tests/games/imperial_struggle/test_recorded_games.py` plays them
anew; the difference is to be read like any other.
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
    ("peace_turn_over", ()),
    ("peace_turn_over", ("france",)),
    ("peace_turn_over", ("britain",)),
    ("auto_scoring_sweep", ("france",)),
    ("auto_scoring_sweep", ("britain",)),
    ("vp_30_or_more", ("france",)),
    ("vp_0_or_less", ("britain",)),
}
SEEDS = ("0", "2", "4", "869", "2263")
"""Random games from the set-up with five different endings."""


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def begun(header: dict[str, Any], log: list[dict[str, Any]]) -> Match:
    """The match before its first decision; draws come from the log."""
    entries = [entry_of(line, GAME) for line in log]
    if "start" in header:
        draws = [draw for entry in entries for draw in entry.chance]
        return Match.from_document(header["start"], chance=draws)
    options = GAME.chosen_options(header["options"])
    return begin(Header(GAME.id, GAME.version, GAME.content_hash, GAME.seats, options), entries)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_leads_to_the_same_end(path: Path) -> None:
    header, *log, end = lines_of(path)
    match = replay(begun(header, log), [entry_of(line, GAME) for line in log])
    assert json.loads(json.dumps([entry.line(GAME) for entry in match.log])) == log
    assert match.result is not None
    assert (match.result.how, list(match.result.winners), match.hash) == (end["how"], end["winners"], end["hash"])


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


def main() -> None:
    """Play all of them anew: five from the set-up, two from the documents that their files begin with."""
    for seed in SEEDS:
        match = begin_random(GAME.id, f"recorded/{seed}")
        play_out(match, Random(f"recorded/{seed}"))
        assert match.result is not None
        record(match, {"options": {}}, "-".join([match.result.how, *match.result.winners]))
    for path in FOLDER.glob("vp_*.jsonl"):
        header = lines_of(path)[0]
        match = Match.from_document(header["start"], seed=header["seed"].encode())
        play_out(match, Random(header["seed"]))
        record(match, header, path.stem)


if __name__ == "__main__":
    main()
