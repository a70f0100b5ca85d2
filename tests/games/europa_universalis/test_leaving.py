"""A player who leaves: the realm becomes one of nobody (R13.30)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator import MODERATOR, Match, Refusal
from adjudicator.components.bits import bits
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.alliances import ForgeAlliance
from adjudicator.games.europa_universalis.rules.drawing import EventRemoved, reveal_events
from adjudicator.games.europa_universalis.rules.events import EventLeft, event_left
from adjudicator.games.europa_universalis.rules.leaving import Forsake, forsaken
from adjudicator.games.europa_universalis.rules.operations_realms import may_ally
from adjudicator.games.europa_universalis.rules.relations import is_npr, make_war
from adjudicator.games.europa_universalis.rules.subjugation import refused_subject
from adjudicator.games.europa_universalis.rules.terms import refused_demand
from adjudicator.games.europa_universalis.slots import CARD, EVENT
from adjudicator.games.europa_universalis.state import State
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.simulate import (
    check_bystanders,
    check_disguise,
    check_document,
    check_invariants,
    check_options,
    check_replay,
    check_resume,
    play_out,
    random_action,
)
from adjudicator.language import language
from adjudicator.reports.wording.game import Course, Moment
from tests.games.europa_universalis.table import hand, table

ENGLAND, FRANCE = REALM.index["england"], REALM.index["france"]


def leaves(state: State) -> None:
    state.leaving = 1 << ENGLAND


def gone(state: State) -> None:
    """England was given up in an earlier round."""
    state.forsaken = 1 << ENGLAND
    state.order.remove("england")
    for of_seats in (state.led, state.allied, state.married, state.disputed, state.cb):
        del of_seats["england"]
    state.curia.cardinals = [each for each in state.curia.cardinals if each != "england"]
    if state.first == "england":
        state.first = state.order[0]


def after_round(*arrange: Any, **options: Any) -> Match:
    """A match whose round is over."""
    return table(leaves, *arrange, frames=[forsaken()], **options)


def test_the_moderator_says_that_a_player_leaves_and_the_round_is_played_on_r13_30() -> None:
    match = table()
    number = match.decisions()[0].number
    told = match.apply(MODERATOR, Forsake("england"))
    assert [each.public.__struct_config__.tag for each in told if each.public] == ["player_leaves"]
    assert (match.decisions()[0].number, match.state.leaving) == (number, 1 << ENGLAND)
    assert "england" in match.state.led


@pytest.mark.parametrize(("seat", "code"), [("venice", "no_player"), ("england", "leaves_already")])
def test_who_cannot_leave_r13_30(seat: str, code: str) -> None:
    match = table(leaves)
    with pytest.raises(Refusal) as refused:
        match.apply(MODERATOR, Forsake(seat))
    assert refused.value.code == code


def test_two_players_have_to_stay_r13_30() -> None:
    match = table(leaves, players=3)
    with pytest.raises(Refusal) as refused:
        match.apply(MODERATOR, Forsake("castile"))
    assert (refused.value.code, refused.value.facts["least"]) == ("too_few_stay", 2)
    with pytest.raises(Refusal) as of_a_player:
        match.apply("france", Forsake("castile"))
    assert of_a_player.value.code in ("not_now", "not_your_turn", "not_an_option")


def test_towns_and_vassals_stay_and_all_else_leaves_the_board_r13_30() -> None:
    def much(state: State) -> None:
        own = state.led["england"]
        london = PROVINCE.index["london"]
        state.unrest |= 1 << london
        state.rebel_towns |= 1 << PROVINCE.index["york"]
        state.allied["england"] |= 1 << REALM.index["castile"]
        state.allied["castile"] |= 1 << ENGLAND
        state.overlord[REALM.index["scotland"]] = ENGLAND
        for seat in state.order:
            state.allied[seat] &= ~(1 << REALM.index["scotland"])
        own.claims = AREA.mask_of(("seine",))

    match = after_round(much, hand("england", "adm_1"))
    state = match.state
    land = [each for each, owner in enumerate(state.owner) if owner == ENGLAND]
    assert is_npr(state, ENGLAND)
    assert PROVINCE.index["london"] in land
    assert not any((state.unrest | state.rebel_towns) >> each & 1 for each in land)
    assert state.overlord[REALM.index["scotland"]] == ENGLAND
    assert not any(allied >> ENGLAND & 1 for allied in state.allied.values())
    assert "england" not in {*state.order, *state.led, *state.allied, *state.married, *state.cb}
    assert CARD.index["adm_1"] in state.decks[CARD.thing("adm_1").deck].discards
    assert state.forsaken == 1 << ENGLAND
    assert state.leaving == 0
    assert GAME.invariants(state) == []


def test_an_emperor_who_leaves_takes_imperial_influence_with_him_r13_30_r18_05() -> None:
    """Nobody would place it any more: the empire is one of an emperor whom nobody plays (R18.28)."""

    def emperor(state: State) -> None:
        state.empire.emperor = ENGLAND

    empire = after_round(emperor).state.empire
    assert (empire.emperor, sum(empire.imperial)) == (ENGLAND, 0)


def test_the_first_player_hands_on_the_token_r13_30() -> None:
    def first(state: State) -> None:
        state.first = "england"

    state = after_round(first).state
    assert state.first in state.order


def test_at_war_the_realm_is_played_on_r13_30() -> None:
    match = after_round(lambda state: make_war(state, ENGLAND, FRANCE))
    assert "england" in match.state.led
    assert match.state.leaving == 1 << ENGLAND


def test_nobody_is_its_ally_or_its_overlord_r13_30() -> None:
    match = table(gone)
    state = match.state
    refusal = ForgeAlliance("england").illegality(state, "france", default())
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("forsaken_realm", "R13.30")
    assert not may_ally(state, "france", ENGLAND, default())
    state.allied["france"] |= 1 << ENGLAND
    subject = refused_subject(state, "france", ENGLAND)
    assert subject is not None
    assert subject.code == "never_subject"
    state.occupier[PROVINCE.index["london"]] = FRANCE
    demand = refused_demand(state, FRANCE, ENGLAND, "vassalization")
    assert demand is not None
    assert demand.code == "never_a_vassal"


def test_its_events_are_removed_when_they_are_revealed_r13_30() -> None:
    def only_roses(state: State) -> None:
        gone(state)
        roses = EVENT.index["eng_roses"]
        rest = [*state.events.second, *(each for each in state.events.first if each != roses)]
        state.events.first, state.events.second = [roses], sorted(each for each in rest if each != roses)

    match = table(only_roses, frames=[reveal_events()])
    told = [event for each in match.opening for event in each.all_visible_to(()) if isinstance(event, EventRemoved)]
    events = match.state.events
    assert told == [EventRemoved("eng_roses")]
    assert EVENT.index["eng_roses"] in events.gone
    assert (len(events.shown), events.down) == (2, 2)  # of five as for four players


def test_an_event_more_is_left_and_its_symbols_are_played_r13_30() -> None:
    def two_left(state: State) -> None:
        gone(state)
        for led in state.led.values():
            led.status.events = 1
        state.events.second.sort()
        state.events.down = 2

    match = table(two_left, frames=[event_left("france")])
    left = [event for each in match.opening for event in each.all_visible_to(()) if isinstance(event, EventLeft)]
    assert len(left) == 2
    assert (match.state.events.shown, match.state.events.down) == ([], 0)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.long)])
def test_games_that_players_leave_at_random_are_kept_and_betray_nothing_r13_30(number: int) -> None:
    rng = Random(number)
    match = set_up(GAME, seats=GAME.seatings(4 + number)[0], seed=f"leaving {number}".encode())
    while match.state.rounds < 1:
        random_action(match, rng)
    match.apply(MODERATOR, Forsake(match.state.order[-1]))
    every = [check_invariants, check_options, check_resume, check_document, check_disguise(rng), check_bystanders]
    play_out(match, rng, every, every=25)
    assert match.state.forsaken or match.state.leaving
    check_replay(match)


@pytest.mark.parametrize("to", ["en", "ru"])
def test_whoever_has_left_still_reads_what_everybody_may_know_r13_30(to: str) -> None:
    match = table(leaves)
    before = match.view(("england",))
    over = after_round()
    assert not [*bits(over.state.leaving)]
    view, words = over.view(("england",)), language(to)
    told = REPORT.turned(Course(moments=(Moment(1, before), Moment(2, view)), seats=("england",), told=()), words)
    assert [each.table.caption for each in told.sections if each.table]
    assert REPORT.standing(view, ("england",), before, words).facts
    assert not REPORT.holdings(view, "england", words)
    assert not REPORT.outlook(view, "england", words)
    assert REPORT.pictures(view, ("england",), (), words, width=0)
