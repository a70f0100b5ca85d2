"""The Papacy (21.5): excommunication and the Sack of Rome."""

from typing import Any

import pytest

from adjudicator.games.here_i_stand.cards.aims import ForDebater, ForSpaces
from adjudicator.games.here_i_stand.cards.sack_of_rome import Give, Sack
from adjudicator.games.here_i_stand.facts import CARD, DEBATER, RULER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.faith import bulls
from adjudicator.games.here_i_stand.rules.hiring import HireNow
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from adjudicator.games.here_i_stand.rules.war.battle import PlayCombat
from adjudicator.kernel.match import Match
from tests.games.here_i_stand.faith import REFORMERS
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    count,
    dice,
    discarded,
    do,
    hand,
    leader,
    options,
    protestant,
    refused,
    sound,
    state_of,
    table,
    units,
    war,
)


@shows("21.5/1")
def test_a_reformer_is_excommunicated_until_the_next_turn() -> None:
    match = table(hand("papacy", "papal_bull"), hand("england", "gout"), REFORMERS, power="papacy")
    do(match, "papacy", PlayEvent("papal_bull"), ForDebater("luther"))
    assert not match.state.reformers
    assert match.state.banned == DEBATER.mask_of(["luther"])
    assert not bulls.reformers(match.state)


@shows("21.5/2")
@pytest.mark.parametrize(
    ("arrange", "power", "able"),
    [
        ((), "france", True),
        ((), "hapsburg", False),
        ((allies("ottoman", "hapsburg"),), "hapsburg", True),
        ((protestant("york"),), "england", True),
        ((), "england", False),
        ((war("papacy", "england"),), "england", True),
    ],
)
def test_grounds_against_a_ruler(arrange: tuple[Arrange, ...], power: str, able: bool) -> None:
    assert bulls.grounds(table(*arrange).state, power) == able


@shows("21.5/3", "21.5/4")
def test_a_ruler_is_excommunicated_once_and_has_a_card_less() -> None:
    match = table(hand("papacy", "papal_bull"), hand("england", "gout"), power="papacy")
    before = rules.dealt(match.state, "france")
    do(match, "papacy", PlayEvent("papal_bull"), ForSpaces(("avignon", "limoges")))
    assert rules.dealt(match.state, "france") == before - 1
    assert match.state.unrest == rules.bit("avignon") | rules.bit("limoges")
    assert not bulls.grounds(match.state, "france")


WON = [dice("attack", 6, 6, 1), dice("defense", 1, 1)]


COMBAT = discarded(
    *("arquebusiers", "field_artillery", "surprise_attack", "tercios"), *("mercenaries_bribed", "foul_weather", "gout")
)


def sack(*more: Arrange, draws: Any = WON, options: Any = None, mercenaries: int = 3) -> Match:
    """France, with mercenaries in Siena, is about to sack Rome by a card of England."""
    stack = units("siena", "france", mercenaries=mercenaries)
    return table(COMBAT, hand("england", "sack_of_rome"), stack, *more, power="england", draws=draws, options=options)


@shows("21.5/5")
def test_a_stack_needs_more_mercenaries_than_rome_has_regulars() -> None:
    match = sack(units("rome", "papacy", regulars=2))
    assert refused(match, "england", PlayEvent("sack_of_rome")) == "no_stack"


def played(match: Match) -> Match:
    """England plays the card."""
    do(match, "england", PlayEvent("sack_of_rome"))
    return match


@shows("21.5/5")
def test_who_plays_it_chooses_among_several_stacks() -> None:
    match = played(sack(units("pavia", "hapsburg", mercenaries=2), draws=[dice("attack", 1, 1), dice("defense", 1, 1)]))
    assert {each.owner for each in options(match, "england") if isinstance(each, Sack)} == {"france", "hapsburg"}
    do(match, "england", Sack("pavia", "hapsburg"))
    assert count(match, "pavia", "hapsburg") == {"mercenaries": 2}


SACK, SURPRISE = CARD.number("sack_of_rome"), CARD.number("surprise_attack")


@shows("21.5/6")
def test_without_regulars_in_rome_the_papacy_rolls_one_die() -> None:
    match = sack(units("rome", "papacy", regulars=-1), draws=[dice("attack", 6, 1, 1), dice("defense", 6)])
    assert SACK in played(match).state.discard, "equal hits: Rome is spared"


@shows("21.5/7")
def test_a_surprise_attack_on_rome_kills_as_all_hits_there() -> None:
    """At once, and of the attackers as evenly as possible of both kinds."""
    draws = [dice("defense", 6, 6), dice("attack", 1, 1, 1)]
    match = sack(units("siena", "france", regulars=2), draws=draws)
    match.state.discard.remove(SURPRISE)
    hand("papacy", "surprise_attack")(match.state)
    do(match, "england", PlayEvent("sack_of_rome"))
    assert match.decisions()[0].waiting == ("papacy",)
    do(match, "papacy", PlayCombat("surprise_attack"))
    assert count(match, "siena", "france") == {"regulars": 1, "mercenaries": 2}
    assert SACK in match.state.discard


@shows("21.5/8")
def test_papal_regulars_fall_before_mercenaries() -> None:
    match = played(sack(units("rome", "papacy", mercenaries=2)))
    assert count(match, "rome", "papacy") == {"mercenaries": 1, "squadrons": 1}


@shows("21.5/8")
def test_casualties_of_the_attackers_are_spread_evenly() -> None:
    draws = [dice("attack", 6, 6, 6, 1, 1, 1), dice("defense", 6, 6)]
    match = played(sack(units("siena", "france", regulars=3), draws=draws))
    assert count(match, "siena", "france") == {"regulars": 2, "mercenaries": 2}


@shows("21.5/6")
def test_leaders_of_attackers_who_all_fall_are_captured() -> None:
    draws = [dice("attack", 1, 1, 1), dice("defense", 6, 6)]
    match = played(sack(leader("montmorency", "siena"), draws=draws, mercenaries=2))
    assert match.state.leaders["montmorency"].captor == "papacy"


@shows("21.5/12")
def test_a_card_used_while_the_loot_is_chosen_loses_none_of_it() -> None:
    held = hand("papacy", "gout", "copernicus"), hand("france", "swiss_mercenaries")
    match = sack(*held, draws=WON)
    do(match, "england", PlayEvent("sack_of_rome"))
    assert match.decisions()[0].waiting == ("france",)
    do(match, "france", HireNow("swiss_mercenaries", ("siena",) * 4))
    do(match, "france", Give("gout"))
    assert match.state.hands["france"].cards == [CARD.number("copernicus")]
    sound(match)


@shows("21.5/9")
def test_sr_1_survivors_go_back_to_where_they_came_from() -> None:
    draws = [dice("attack", 6, 6, 1, 1), dice("defense", 6, 1)]
    match = played(sack(leader("montmorency", "siena"), draws=draws))
    assert count(match, "siena", "france") == {"mercenaries": 2}
    assert match.state.leaders["montmorency"].at == "siena"
    assert not count(match, "rome", "papacy").get("regulars")


LOST = [dice("attack", 1, 1, 1), dice("defense", 1, 1)]


@shows("21.5/10")
def test_sr_2_if_the_papacy_wins_nothing_else_happens() -> None:
    match = played(sack(state_of(st_peters=3, st_peters_vp=1), draws=LOST))
    assert SACK in match.state.discard
    assert (match.state.st_peters, match.state.st_peters_vp) == (3, 1)


@shows("21.5/11")
@pytest.mark.parametrize(
    ("before", "total", "track"), [((3, 1), (3, 0), (0, 1)), ((2, 0), (0, 0), (0, 0)), ((4, 2), (4, 1), (0, 2))]
)
def test_sr_3_st_peters_loses_five(before: Any, total: Any, track: Any) -> None:
    for reading, after in (("total", total), ("track", track)):
        match = sack(state_of(st_peters=before[0], st_peters_vp=before[1]), options={"sack_counts": reading})
        played(match)
        assert (match.state.st_peters, match.state.st_peters_vp) == after


def draw(*cards: str) -> list[dict[str, Any]]:
    """The battle is won, and these cards are drawn."""
    return [*WON, *({"draw": "random_card", "card": each, "power": "papacy"} for each in cards)]


@shows("21.5/12")
def test_sr_4_the_owner_of_the_stack_draws_two_and_keeps_one() -> None:
    match = sack(hand("papacy", "fuggers", "book_of_common_prayer", "ransom"), draws=draw("fuggers", "ransom"))
    played(match)
    assert match.decisions()[0].waiting == ("france",)
    do(match, "france", Give("fuggers"))
    assert match.state.hands["france"].cards == [CARD.number("ransom")]
    assert CARD.number("fuggers") in match.state.discard
    assert match.state.hands["papacy"].cards == [CARD.number("book_of_common_prayer")]


@shows("6.1/4")
def test_sr_5_home_cards_are_never_drawn() -> None:
    match = played(sack(hand("papacy", "papal_bull", "fuggers"), draws=draw("fuggers")))
    assert match.state.hands["papacy"].home


@shows("21.5/12")
def test_sr_6_a_single_card_is_kept() -> None:
    match = played(sack(hand("papacy", "fuggers"), draws=draw("fuggers")))
    assert match.state.hands["france"].cards == [CARD.number("fuggers")]


@shows("21.5/13")
def test_sr_7_the_card_leaves_the_match_if_the_papacy_lost() -> None:
    assert SACK in played(sack()).state.gone


@shows("21.5/12")
def test_sr_8_without_cards_nothing_is_drawn() -> None:
    match = played(sack(state_of(st_peters=4)))
    assert not match.state.hands["france"].cards
    assert match.state.st_peters == 0
    assert SACK in match.state.gone


@shows("6.1/9")
def test_sr_9_a_mandatory_event_is_never_discarded() -> None:
    match = played(sack(hand("papacy", "clement_vii", "fuggers"), draws=draw("clement_vii", "fuggers")))
    assert options(match, "france") == [Give("fuggers")]
    do(match, "france", Give("fuggers"))
    assert match.state.hands["france"].cards == [CARD.number("clement_vii")]
    two = hand("papacy", "clement_vii", "master_of_italy")
    match = played(sack(two, draws=draw("clement_vii", "master_of_italy")))
    assert len(match.state.hands["france"].cards) == 2


@shows("21.5/1")
def test_a_debate_may_follow_the_excommunication_of_a_reformer() -> None:
    match = table(hand("papacy", "papal_bull"), hand("england", "gout"), REFORMERS, power="papacy")
    do(match, "papacy", PlayEvent("papal_bull"), ForDebater("luther"))
    assert match.decisions()[0].kind == "free_debate"
    assert match.state.committed >> DEBATER.index["luther"] & 1


@shows("21.5/2")
def test_allies_of_enemies_and_heirs_of_henry_give_no_grounds() -> None:
    friend = allies("hapsburg", "france")
    assert not bulls.grounds(table(friend).state, "hapsburg")
    heir = table(protestant("york"), war("papacy", "england")).state
    heir.powers["england"].ruler = "edward_vi"
    assert not bulls.grounds(heir, "england")


@shows("21.5/3")
def test_an_excommunication_outlives_the_ruler() -> None:
    match = table(hand("england", "henry_ii"), hand("france", "gout"), power="england")
    match.state.powers["france"].excommunicated = True
    do(match, "england", PlayEvent("henry_ii"))
    assert match.state.powers["france"].ruler == "henry_ii"
    assert match.state.powers["france"].excommunicated


@shows("21.5/4")
def test_francis_and_henry_ii_share_a_box() -> None:
    match = table(state_of(bulls=1 << RULER.index["francis_i"]))
    match.state.powers["france"].ruler = "henry_ii"
    assert not bulls.grounds(match.state, "france")
