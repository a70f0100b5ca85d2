"""What decides religious dice: troops, debaters and their bonuses (18.2)."""

import pytest

from adjudicator.games.here_i_stand.facts import DEBATER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.faith import debates, sources
from adjudicator.games.here_i_stand.rules.faith.attempts import NoMoreTries, Try, attempting, bonus_dice, within_two
from adjudicator.games.here_i_stand.rules.faith.scripture import PublishTreatise
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from adjudicator.games.here_i_stand.state import Debate
from tests.games.here_i_stand.faith import REFORMERS, dice_of
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    do,
    hand,
    leader,
    options,
    protestant,
    refused,
    state_of,
    table,
    units,
)


@shows("18.2/1")
def test_units_have_the_religion_of_their_power_or_none() -> None:
    for owner, faith in (("ottoman", None), ("england", None), ("papacy", "papacy"), ("venice", "papacy")):
        match = table(units("erfurt", owner, regulars=1))
        force = match.state.forces["erfurt"][0]
        assert sources.faith_of(match.state, force) == faith
    match = table(units("erfurt", "england", regulars=1))
    for ruler, faith in (("edward_vi", "protestant"), ("mary_i", "papacy"), ("elizabeth_i", "protestant")):
        match.state.powers["england"].ruler = ruler
        assert sources.faith_of(match.state, match.state.forces["erfurt"][0]) == faith


@shows("18.3/6")
def test_home_spaces_of_the_ottoman_have_no_religion() -> None:
    state = table(protestant("ragusa")).state
    assert not rules.has(sources.targets(state, "protestant"), "scutari")


@shows("18.2/6", "18.2/8")
def test_a_debater_adds_a_die_once_and_is_committed() -> None:
    match = table(protestant("strasburg", "wittenberg"), REFORMERS, frames=[attempting("protestant", 3, "german")])
    assert refused(match, "protestant", Try("leipzig", "bucer")) == "no_such_bonus"
    assert Try("worms", "bucer") in options(match, "protestant")
    do(match, "protestant", Try("worms", "bucer"))
    assert match.state.committed == DEBATER.mask_of(["bucer"])
    assert not any(getattr(each, "debater", None) for each in options(match, "protestant"))


@shows("18.2/1", "18.2/3")
@pytest.mark.parametrize(
    ("owner", "faith"),
    {
        "protestant": "protestant",
        "hapsburg": "papacy",
        "france": "papacy",
        "genoa": "papacy",
        "hungary_bohemia": "papacy",
        "independent": "papacy",
        "knights": "papacy",
        "ottoman": None,
        "england": None,
    }.items(),
)
def test_whose_troops_are_of_which_religion(owner: str, faith: str | None) -> None:
    match = table(units("erfurt", owner, regulars=1))
    assert sources.faith_of(match.state, match.state.forces["erfurt"][0]) == faith


@shows("18.2/2", "18.2/3")
def test_scots_are_as_the_english_as_their_allies_and_catholic_otherwise() -> None:
    for ally, ruler, faith in (
        ("england", "henry_viii", None),
        ("england", "edward_vi", "protestant"),
        ("france", "edward_vi", "papacy"),
    ):
        match = table(allies(ally, "scotland"), units("erfurt", "scotland", regulars=1))
        match.state.powers["england"].ruler = ruler
        assert sources.faith_of(match.state, match.state.forces["erfurt"][0]) == faith


@shows("18.2/4", "18.2/5")
def test_a_space_counts_one_stack_however_many_units_and_powers() -> None:
    plain = dice_of("papacy", "erfurt")
    stack = units("erfurt", "hapsburg", regulars=1)
    assert dice_of("papacy", "erfurt", stack) == plain + 2
    assert dice_of("papacy", "erfurt", stack, units("erfurt", "hapsburg", regulars=5)) == plain + 2
    assert dice_of("papacy", "erfurt", stack, units("erfurt", "papacy", regulars=1)) == plain + 2
    assert dice_of("papacy", "erfurt", leader("ferdinand", "erfurt")) == plain


@shows("18.2/7", "18.2/8")
def test_a_bonus_serves_one_action_and_there_is_one_in_an_impulse() -> None:
    match = table(protestant("wittenberg"), REFORMERS, power="protestant", cp=5)
    do(match, "protestant", PublishTreatise("german", "carlstadt"), NoMoreTries())
    assert refused(match, "protestant", PublishTreatise("german", "carlstadt")) == "no_such_bonus"
    do(match, "protestant", PublishTreatise("german"))
    assert match.decisions()[0].context["left"] == 2
    assert Try("worms", "bucer") not in options(match, "protestant")


@shows("18.2/8")
def test_a_debater_whom_an_event_commits_leaves_the_bonus_of_the_impulse() -> None:
    match = table(
        hand("protestant", "a_mighty_fortress"),
        hand("england", "gout"),
        protestant("wittenberg", "strasburg"),
        REFORMERS,
        power="protestant",
    )
    do(match, "protestant", PlayEvent("a_mighty_fortress"))
    assert match.state.committed == DEBATER.mask_of(["luther"])
    do(match, "protestant", Try("worms", "bucer"))


@shows("18.2/9")
def test_eck_has_a_die_more_in_a_debate_while_he_is_free() -> None:
    state = table().state
    now = Debate("papacy", "german", attacker="eck", defender="luther", attacker_free=True)
    assert debates.attack_dice(state, now) == 3 + 3 + 1
    now.attacker_free = False
    assert debates.attack_dice(state, now) == 3 + 3


@shows("18.2/10", "18.3/15")
def test_bonuses_are_used_in_the_impulse_of_others_too() -> None:
    match = table(
        hand("hapsburg", "a_mighty_fortress"), hand("england", "gout"), protestant("wittenberg", "strasburg"), REFORMERS
    )
    do(match, "hapsburg", PlayEvent("a_mighty_fortress"))
    assert match.decisions()[0].waiting == ("protestant",)
    do(match, "protestant", Try("worms", "bucer"))
    assert match.state.committed == DEBATER.mask_of(["luther", "bucer"])


@shows("18.2/10", "18.2/13")
def test_england_uses_its_own_debaters_only() -> None:
    english = state_of(reformers={"cranmer": "london"}, debaters=DEBATER.mask_of(["cranmer", "latimer", "bucer"]))
    match = table(english, protestant("london", "strasburg"), power="england", cp=3)
    do(match, "england", PublishTreatise("english"))
    assert refused(match, "england", Try("worms", "bucer")) == "not_uncommitted"
    assert Try("portsmouth", "latimer") in options(match, "england")


@shows("18.2/11")
def test_who_gives_a_third_attempt_is_committed_before_the_first() -> None:
    match = table(protestant("wittenberg"), REFORMERS, power="protestant", cp=2)
    do(match, "protestant", PublishTreatise("german"))
    assert refused(match, "protestant", Try("leipzig", "carlstadt")) == "no_such_bonus"


@shows("18.2/12")
def test_passes_count_as_steps_of_a_distance() -> None:
    assert within_two("trent", "innsbruck"), "over a pass"
    assert within_two("zurich", "salzburg"), "over the pass to Innsbruck and on"
    assert not within_two("paris", "trent")


@shows("18.2/13")
def test_calais_is_not_in_england_for_latimer() -> None:
    state = table().state
    assert bonus_dice(state, "latimer", "york") == 1
    assert bonus_dice(state, "latimer", "calais") == 0
    assert bonus_dice(state, "wishart", "glasgow") == 1
    assert bonus_dice(state, "wishart", "york") == 0
    assert bonus_dice(state, "knox", "glasgow") == bonus_dice(state, "knox", "york") == 1
