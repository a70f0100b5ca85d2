"""Diplomacy, wars and peace at random: what must hold after every action."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator import Frames, Match, Play
from adjudicator.components.bits import bits
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.alliances import courted, new_alliance
from adjudicator.games.europa_universalis.rules.curia import curia_scored, gain_cardinal
from adjudicator.games.europa_universalis.rules.declaration import causes_end
from adjudicator.games.europa_universalis.rules.elections import election
from adjudicator.games.europa_universalis.rules.empire import (
    defence_ends,
    emperor_of_nobody,
    empire_religion,
    imperial_influence,
)
from adjudicator.games.europa_universalis.rules.influence import MOST, closed, total
from adjudicator.games.europa_universalis.rules.marriages import (
    brides,
    dispute,
    disputes_settled,
    realms_without_rulers,
    royal_marriage,
)
from adjudicator.games.europa_universalis.rules.peace import peace_resolution
from adjudicator.games.europa_universalis.rules.realms import authority_cap
from adjudicator.games.europa_universalis.rules.relations import is_led, is_vassal
from adjudicator.games.europa_universalis.rules.settlement import bloc
from adjudicator.games.europa_universalis.rules.sieges import occupy
from adjudicator.games.europa_universalis.rules.subjugation import aims, subjugate
from adjudicator.games.europa_universalis.slots import CHARACTER
from adjudicator.games.europa_universalis.state import FORM, State
from adjudicator.kernel.simulate import random_action
from tests.games.europa_universalis.diplomats import BOOK, negotiate, table

ROUNDS = 6


@BOOK.step("")
def season(play: Play[State], number: int) -> Frames:
    """Everybody acts twice, cards are played, provinces fall; then peace and what ends a round."""
    frames: list = [negotiate(seat) for _ in range(2) for seat in play.state.order]  # type: ignore[type-arg]
    frames += [cards(seat) for seat in play.state.order]
    frames += [fortunes(), causes_end(), peace_resolution(), disputes_settled(), realms_without_rulers()]
    frames += [curia_scored(), imperial_influence(), defence_ends(), empire_religion(), emperor_of_nobody()]
    return [fresh(), *frames, season(number + 1) if number < ROUNDS else finished()]


@BOOK.step("")
def finished(play: Play[State]) -> None:
    play.end([], "peace")


@BOOK.step("")
def fresh(play: Play[State]) -> Frames:
    """A new round: power, ducats, other rulers; now and then an election and disputed successions."""
    state = play.state
    state.age = 1 + state.rounds // 2 % 3
    state.rounds += 1
    for seat in state.order:
        own = state.led[seat]
        own.power, own.ducats, own.status.passed = [6, 8, 8], 30, 0
        own.ruler = NONE if play.roll("ruler", 1, 6)[0] == 1 else CHARACTER.index[seat]
        if play.roll("cardinal", 1, 3)[0] == 1:
            gain_cardinal(play, seat)
    for seat in state.order:
        for realm in bits(state.married[seat]):
            if play.roll("disputed", 1, 6)[0] == 1:
                dispute(play, realm)
    return election(state) if play.roll("election", 1, 3)[0] == 1 else []


@BOOK.step("")
def cards(play: Play[State], seat: str) -> Frames:
    """A card of diplomacy that can be played."""
    state, content, found = play.state, play.content, []
    if next(iter(aims(state, seat, content)), None):
        found.append(subjugate(seat))
    if next(iter(brides(state, seat, content)), None):
        found.append(royal_marriage(seat))
    found += [
        new_alliance(seat, each.realm, each.rival, besides=each.besides) for each in courted(state, seat, content)
    ]
    return [found[play.roll("card", 1, len(found))[0] - 1]] if found else []


@BOOK.step("")
def fortunes(play: Play[State]) -> None:
    """Some provinces of enemies fall."""
    state = play.state
    for seat in state.order:
        own = REALM.index[seat]
        for foe in bits(state.war[own]):
            all_ = play.roll("storm", 1, 4)[0] == 1
            for each in PROVINCE.indexes:
                free = state.occupier[each] == NONE and state.owner[each] != NONE
                theirs = free and bloc(state, foe, own) >> state.owner[each] & 1
                if theirs and (all_ or play.roll("siege", 1, 3)[0] == 1):
                    occupy(state, each, own)


def check(state: State) -> None:
    assert FORM.problems(state) == []
    for realm, enemies in enumerate(state.war):
        assert not enemies & state.truce[realm], f"{REALM.ids[realm]}: war and truce"
        for tokens in (state.war, state.truce):
            for other in bits(tokens[realm]):
                assert tokens[other] >> realm & 1, f"{REALM.ids[realm]}, {REALM.ids[other]}: one way only"
        assert not enemies >> realm & 1
        if enemies:
            assert not is_vassal(state, realm), f"a vassal at war: {REALM.ids[realm]}"
            assert realm in state.owner
    allies = [realm for seat in state.order for realm in bits(state.allied[seat]) if not is_led(state, realm)]
    assert len(allies) == len(set(allies)), "two allies of one realm"
    assert not any(is_vassal(state, each) for each in allies)
    assert state.active & ~sum(1 << each for each in set(allies)) == 0, "active, and nobody's ally"
    for seat in state.order:
        own = REALM.index[seat]
        for each in bits(state.allied[seat]):
            assert not is_led(state, each) or state.allied[REALM.ids[each]] >> own & 1
            assert not state.war[own] >> each & 1, f"{seat} fights its ally {REALM.ids[each]}"
        for each in bits(state.married[seat]):
            assert not is_led(state, each) or state.married[REALM.ids[each]] >> own & 1
            assert not is_vassal(state, each) or state.overlord[each] == own
        assert not state.disputed[seat] & ~state.married[seat]
        assert min(state.led[seat].ducats, *state.led[seat].power, *state.led[seat].influence) >= 0
    for area in AREA.indexes:
        assert total(state, area) <= MOST, AREA.ids[area]
        assert not total(state, area) or not closed(state, area), AREA.ids[area]
    assert state.empire.authority <= max(authority_cap(state), 0) + 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 4))])
def test_diplomacy_at_random_keeps_what_must_hold(seed: int) -> None:
    match = table(frames=[season(1)], start=Match.begin)  # its steps give power of which no event tells
    rng, n = Random(seed), 0
    while match.result is None:
        random_action(match, rng)
        check(match.state)
        n += 1
    assert n > 100
    assert FORM.read(FORM.write(match.state)) == match.state
