"""What the rules leave to the moderator, at the command line: shown, answered, written down."""

from pathlib import Path
from typing import Any

import pytest

from adjudicator import new_match
from adjudicator.service.admin import packs
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from tests.cli.conftest import MILA

GUILDS = ("bakers", "brewers", "drapers")


@pytest.fixture
def fair(played: Any) -> None:
    """A campaign beside the other one, to which a visitor has come."""
    seeds = (b"%d" % n for n in range(200))
    seed = next(seed for seed in seeds if _omen(seed) == "visitor")
    players = [Player(seat=seat, name=seat.title(), email=f"{seat}@players.test") for seat in GUILDS]
    new = NewCampaign(name="fair", title="Fair", game="guild-fair", players=(*players, MILA), seed=seed)
    create(played.service, new)


def _omen(seed: bytes) -> Any:
    return new_match("guild-fair", seats=GUILDS, seed=seed).log[0].chance[0].value


def test_the_question_shows_wherever_one_looks_for_it(desk: Any, fair: None) -> None:
    asked = desk("turn", "rule", "fair").out
    assert "#1 a visitor has come: which guild gets one coin or two? (decree, rule 1)" in asked
    assert "UTC: Mila" in asked
    assert "  1d  decree Brewers coins 2" in asked
    assert desk("turn", "rule", "fair", "--json").json["asked"]["options"][0] == ["1a", "decree Bakers"]
    (waiting,) = desk("campaign", "waiting", "fair", "--json").json
    assert (waiting["seat"], waiting["people"], waiting["kind"]) == ("moderator", ["Mila"], "decree")
    assert "asked: moderator (decree, rule 1)" in desk("campaign", "show", "fair").out
    assert "#1 a visitor has come" in desk("moderator", "list", "fair").out


def test_an_answer_is_shown_done_and_written_down(desk: Any, fair: None) -> None:
    assert "decree bakers 3" in desk("turn", "rule", "fair", "decree bakers 3", "--yes", code=1).err
    shown = desk("turn", "rule", "fair", "1d", "--dry-run", "--json").json
    assert shown["changes"] == [{"what": "answer of the moderator", "before": "", "after": "1d"}]
    assert "The answer is given" in desk("--by", "Mila", "turn", "rule", "fair", "1d", "--yes").out
    assert "Mila" in desk("audit", "show", "fair").out
    assert "the visitor gives Brewers 2" in desk("campaign", "log", "fair").out
    assert "asks the moderator nothing now" in desk("turn", "rule", "fair").out
    assert "asks the moderator nothing now" in desk("turn", "rule", "fair", "1a", "--yes", code=1).err
    assert "process" not in desk("turn", "replay", "fair").err
    fixed = ("turn", "correct", "fair", "--entry", "2", "--seat", "moderator", "--replace", "decree bakers")
    desk("--by", "Mila", *fixed, "--reason", "misread", "--yes")
    assert "the visitor gives Bakers 1" in desk("campaign", "log", "fair").out
    assert "answered" not in desk("moderator", "list", "fair").out
    desk("turn", "replay", "fair")


def test_an_effect_is_carried_out_by_hand(desk: Any, played: Any) -> None:
    """A contract of a pack has been fulfilled, whose words leave something to the moderator."""
    pack = packs.read(Path(__file__).parents[1] / "packages/guild_fair/feast.yaml", "guild-fair").content
    players = [Player(seat=seat, name=seat.title(), email=f"{seat}@players.test") for seat in GUILDS]
    seed = next(seed for n in range(200) if _omen(seed := b"%d" % n) == "rain")
    create(
        played.service,
        NewCampaign(name="feast", title="Feast", game="guild-fair", players=(*players, MILA), seed=seed, pack=pack),
    )
    for seat in GUILDS:
        held = desk("campaign", "show", "feast", "--as", seat, "--json").json["view"]["drawn"][seat]
        desk("orders", "enter", "feast", "--for", seat, f"keep {held[0]}", "borrow 0", "--yes")
    held = desk("campaign", "show", "feast", "--as", "bakers", "--json").json["view"]["contracts"]["bakers"]
    desk("orders", "enter", "feast", "--for", "bakers", f"work {held[0]}", "--yes")
    desk("process", "now", "feast", "--yes")
    asked = desk("turn", "rule", "feast").out
    assert "what comes of its words?" in asked
    assert "the master of the fair" in asked
    assert "z  nothing" in asked
    wrong = desk("turn", "rule", "feast", "coins bakers -9", "--yes", code=1).err
    assert "state.coins.bakers: -6 is impossible" in wrong
    desk("--by", "Mila", "turn", "rule", "feast", "coins bakers +2", "renown drapers 1", "--yes")
    shown = desk("campaign", "show", "feast", "--json").json["view"]
    assert (shown["coins"]["bakers"], shown["renown"]["drapers"]) == (5, 1)
    desk("turn", "replay", "feast")
    fixed = ("turn", "correct", "feast", "--entry", "10", "--seat", "moderator", "--replace", "coins bakers +1")
    assert "Bakers" in desk("--by", "Mila", *fixed, "--reason", "misread", "--yes").out
    assert desk("campaign", "show", "feast", "--json").json["view"]["coins"]["bakers"] == 4
