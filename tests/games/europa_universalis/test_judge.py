"""Engine and judge agree about battles, declarations of war and marches, in positions at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.components.bits import bits
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, PORTS_OF, REALM, ZONE
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.access import GoTo, PayId, go_refused
from adjudicator.games.europa_universalis.rules.battles import battle_at
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.slots import CARD, IDEA
from adjudicator.games.europa_universalis.state import Army, State, Units
from adjudicator.games.europa_universalis.trials import crowded
from tests.games.europa_universalis.field import SIX, table
from tests.games.europa_universalis.judge import BattleJudge, Board, fought

LEADERS = [each for each, face in default().characters.items() if face.kind == "leader" and each in CARD.index]
IDEAS = ("noble_knights", "military_drill", "tercios_janissaries")
PAYMENTS: tuple[PayId, ...] = ("", "influence", "ducats")
ATTACKER, FOES = "france", ("england", "castile", "burgundy")


def forces(rng: Random, area: int, zone: int) -> Any:
    """France comes to an area or a zone, where its enemies are, one to three of them, and perhaps rebels."""

    def arrange(state: State) -> None:
        leaders = rng.sample(LEADERS, 4)
        fighting = (ATTACKER, *rng.sample(FOES, rng.randrange(1, 4)))
        for seat, leader in zip(fighting, leaders, strict=False):
            led = state.led[seat]
            if seat != ATTACKER:
                make_war(state, REALM.index[ATTACKER], REALM.index[seat])
            led.ideas |= IDEA.mask_of(each for each in IDEAS if rng.random() < 0.3)
            if area >= 0:
                kinds = [Units(*(rng.randrange(4) for _ in range(3))) for _ in range(2)]
                army = Army(area, *kinds, Units(rng.randrange(3), rng.randrange(2)))
                led.alone[area] = rng.randrange(2)
                led.armies[0] = army if army.all else Army(area, Units(1))
            else:
                led.ships.light[zone], led.fleet.zone = rng.randrange(1, 4), zone
                led.fleet.light, led.fleet.heavy, led.fleet.damaged = (rng.randrange(3) for _ in range(3))
                led.fleet.galleys = rng.randrange(2)
                if not led.fleet.all:
                    led.fleet.zone = -1
            if rng.random() < 0.5 and (area >= 0 or led.fleet.all):
                deck = state.decks[CARD.things[CARD.index[leader]].deck]
                deck.draw.remove(CARD.index[leader])
                if area >= 0:
                    led.armies[0].general = CARD.index[leader]
                else:
                    led.fleet.admiral = CARD.index[leader]
        deck = state.decks[2].draw
        for seat in fighting:
            state.led[seat].hand = sorted(deck.pop(rng.randrange(len(deck))) for _ in range(3))
        neighbours = {state.owner[each] for each in bits(AREA.things[area].provinces if area >= 0 else PORTS_OF[zone])}
        for realm in sorted(neighbours - {-1, *map(REALM.number, state.led)}):
            if rng.random() < 0.5:
                make_war(state, REALM.index[ATTACKER], realm)
        if area >= 0 and rng.random() < 0.3:
            state.rebels[area] = rng.randrange(1, 4)
        state.turn.fresh = [0] * len(state.turn.fresh)
        state.turn.entered, state.turn.entered_zones = (1 << area, 0) if area >= 0 else (0, 1 << zone)

    return arrange


def battle(number: int) -> int:
    """A battle at random; how many comparisons were made."""
    rng = Random(number)
    area = rng.choice([each for each in AREA if each.land and not each.distant]).index if number % 3 else -1
    zone = -1 if area >= 0 else rng.choice([each for each in ZONE if not each.distant and each.galleys]).index
    origin = rng.choice(list(AREA.ids_of(AREA.things[area].land))) if area >= 0 and rng.random() < 0.7 else None
    place = (AREA.ids[area], None) if area >= 0 else (None, ZONE.ids[zone])
    match = table(forces(rng, area, zone), frames=[battle_at(ATTACKER, *place, origin)], active=ATTACKER)
    return fought(match, rng, BattleJudge(match, origin=-1 if origin is None else AREA.index[origin]))


def position(rng: Random) -> State:
    """A crowded position of six players without an emperor."""
    state = crowded(rng, tuple(id for id in REALM.ids if id in SIX), GAME.chosen_options({}))
    state.empire.emperor = -1
    for seat in state.order:
        state.led[seat].status.passed = rng.randrange(2)
        state.led[seat].power = [5, 5, 5]
        if rng.random() < 0.2:
            state.led[seat].ruler = -1
    return state


def declarations(number: int) -> int:
    """Who may declare war on whom."""
    state, compared = position(Random(number)), 0
    board = Board(state)
    for seat in state.order:
        for realm in REALM:
            told = DeclareWar((realm.id,)).refused(state, seat, default()) is None
            assert told == board.may_declare(seat, realm.index) or realm.distant, (number, seat, realm.id, told)
            compared += 1
    return compared


def marches(number: int) -> int:
    """Which areas next to theirs armies of every size may enter, for what price, and with whose consent."""
    rng, compared = Random(number), 0
    state = position(rng)
    board = Board(state)
    for seat in state.order:
        own = state.led[seat]
        own.power[2], own.ducats = rng.randrange(4), rng.randrange(6)
        for area in rng.sample([each for each in AREA if each.land and not each.distant], 8):
            own.armies[0] = Army(area.index, Units(rng.randrange(1, 10)))
            for to in AREA.ids_of(area.land):
                for pay in PAYMENTS:
                    for consent in (None, rng.choice([each for each in state.order if each != seat])):
                        told = go_refused(state, seat, 1, area.index, GoTo(to, pay, consent)) is None
                        n = own.armies[0].all
                        found = board.may_go(seat, n, area.index, AREA.index[to], pay, consent)
                        assert told == found, (number, seat, area.id, to, n, pay, consent, told)
                        compared += 1
    return compared


@pytest.mark.parametrize("number", range(60))
def test_engine_and_judge_agree_about_a_battle(number: int) -> None:
    assert battle(number)


@pytest.mark.parametrize("number", range(5))
def test_engine_and_judge_agree_who_may_declare_war(number: int) -> None:
    assert declarations(number) == len(SIX) * len(REALM)


@pytest.mark.parametrize("number", range(3))
def test_engine_and_judge_agree_where_armies_may_go(number: int) -> None:
    assert marches(number)


@pytest.mark.long
def test_engine_and_judge_agree_in_a_hundred_thousand_comparisons() -> None:
    compared, number = 0, 60
    while compared < 60_000:
        compared, number = compared + battle(number), number + 1
    while compared < 120_000:
        compared, number = compared + declarations(number) + marches(number), number + 1
