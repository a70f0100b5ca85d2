"""Engine and judge agree about battles, declarations of war, marches, sieges, voyages and attrition, at random."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from adjudicator.components.bits import bits
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, PORTS_OF, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.access import GoTo, PayId, bridged, go_refused
from adjudicator.games.europa_universalis.rules.battles import battle_at
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar
from adjudicator.games.europa_universalis.rules.events import attrition
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.rules.sailing import Sail
from adjudicator.games.europa_universalis.rules.sieges import Besiege
from adjudicator.games.europa_universalis.slots import CARD, IDEA
from adjudicator.games.europa_universalis.state import Army, State, Units
from adjudicator.games.europa_universalis.trials.crowded import crowded
from tests.games.europa_universalis.field import SIX, Arrange, table
from tests.games.europa_universalis.judge import ARMS, BattleJudge, Board, fought, troops, units
from tests.games.europa_universalis.judge_of_ways import Ways

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
    state = crowded(rng, tuple(id for id in REALM.ids if id in SIX), GAME.chosen_options({}), GAME.content)
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
            told = DeclareWar((realm.id,)).illegality(state, seat, default()) is None
            assert told == board.may_declare(seat, realm.index) or realm.distant, (number, seat, realm.id, told)
            compared += 1
    return compared


def marches(number: int) -> int:
    """Which areas next to theirs armies of every size may enter, for what price, and with whose consent."""
    rng, compared = Random(number), 0
    state = position(rng)
    board = Ways(state)
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


def sieges(number: int) -> int:
    """Which provinces may be besieged with what."""
    rng, compared = Random(number), 0
    state = position(rng)
    ways = Ways(state)
    for seat in state.order:
        own = state.led[seat]
        own.power[2] = rng.randrange(6)
        if rng.random() < 0.3:
            own.ideas |= IDEA.mask_of(["defensive_mentality"])
        held = {each.area for each in PROVINCE if ways.enemy_provinces(seat, each.area)}
        for area in sorted(held | set(rng.sample(AREA.indexes, 3))):
            own.armies[0] = Army(area, Units(rng.randrange(4), rng.randrange(3), rng.randrange(3)))
            if not own.armies[0].all:
                own.alone[area] = 1
            places = list(bits(AREA.things[area].provinces))
            for _ in range(12):
                chosen = rng.sample(places, rng.randrange(min(3, len(places)) + 1))
                force = {arm: rng.randrange(4) for arm in ARMS}
                deed = Besiege(AREA.ids[area], tuple(PROVINCE.ids[each] for each in chosen), **force)
                told = deed.illegality(state, seat, default())
                found = ways.may_besiege(seat, area, chosen, force)
                assert (told is None) == found, (number, seat, deed, told)
                compared += 1
    return compared


def voyages(number: int) -> int:
    """Where ships may sail, and units cross the sea."""
    rng, compared = Random(number), 0
    state = position(rng)
    ways = Ways(state)
    near = [each for each in ZONE.indexes if not ZONE.things[each].distant]
    ports = [each.index for each in PROVINCE if each.port and not AREA.things[each.area].distant]
    coasts = [each.index for each in AREA if each.zones and not each.distant]
    for seat in state.order:
        own = state.led[seat]
        for _ in range(6):
            own.ships.light[rng.choice(near)] += rng.randrange(1, 3)
        own.power[2] = rng.randrange(4)
        for _ in range(60):
            to = ("zone", rng.choice(near)) if rng.random() < 0.6 else ("port", rng.choice(ports))
            light = [each for each in near if own.ships.light[each] and rng.random() < 0.2 and ("zone", each) != to]
            docked = [each for each in ports if own.ships.in_port(each) and rng.random() < 0.3 and ("port", each) != to]
            here = (own.fleet.zone, own.fleet.port)
            fleet = rng.random() < 0.4 and to[1] != (here[0] if to[0] == "zone" else here[1])
            deed = Sail(
                zone=ZONE.ids[to[1]] if to[0] == "zone" else None,
                port=PROVINCE.ids[to[1]] if to[0] == "port" else None,
                light=tuple(ZONE.ids[each] for each in light),
                docked=tuple(PROVINCE.ids[each] for each in docked),
                fleet=fleet,
            )
            told = deed.illegality(state, seat, default())
            assert (told is None) == ways.may_sail(seat, to, light, docked, fleet=fleet), (number, seat, deed, told)
            compared += 1
        for _ in range(60):
            start, to = rng.sample(coasts, 2)
            n = rng.randrange(1, 8)
            told = bridged(state, seat, start, to, n)
            assert told == ways.may_cross(seat, n, start, to), (number, seat, AREA.ids[start], AREA.ids[to], n, told)
            compared += 1
    return compared


def _forces(state: State) -> dict[str, tuple[int, int, bool]]:
    """The land units that each has deployed, its exhausted manpower, and whether it is at war."""
    return {
        seat: (
            sum(units(troops(state, seat, area)) for area in AREA.indexes),
            state.led[seat].exhausted,
            state.war[REALM.index[seat]] > 0,
        )
        for seat in state.order
    }


def losses(number: int) -> int:
    """What attrition takes from players at war: one land unit of each four deployed, regular ones into exhaustion."""
    rng = Random(number)

    def arrange(state: State) -> None:
        for seat in SIX:
            led = state.led[seat]
            led.alone[rng.choice(AREA.indexes)] = rng.randrange(3)
            for army in range(len(led.armies)):
                if (regular := Units(*(rng.randrange(4) for _ in range(3)))).all:
                    led.armies[army] = Army(rng.choice(AREA.indexes), regular, Units(rng.randrange(3)))
            if rng.random() < 0.6:
                make_war(state, REALM.index[seat], REALM.index[rng.choice([each for each in SIX if each != seat])])

    before = list[State]()
    keep: Arrange = lambda state: before.append(deepcopy(state))  # noqa: E731 - before anything is taken
    match = table(arrange, keep, frames=[attrition(seat) for seat in SIX if seat != ATTACKER], active=ATTACKER)
    begun = _forces(before[0])
    while match.decisions():
        seat = match.decisions()[0].waiting[0]
        match.apply(seat, rng.choice(match.options(seat)))
    for seat, (n, exhausted, at_war) in begun.items():
        due = n // 4 if at_war and seat != ATTACKER else 0
        left, now, _ = _forces(match.state)[seat]
        assert n - left == due, (number, seat, n, left)
        assert 0 <= now - exhausted <= due, (number, seat)
    return 2 * len(begun)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60))
def test_engine_and_judge_agree_about_a_battle(number: int) -> None:
    assert battle(number)


@pytest.mark.parametrize("number", range(5))
def test_engine_and_judge_agree_who_may_declare_war(number: int) -> None:
    assert declarations(number) == len(SIX) * len(REALM)


@pytest.mark.parametrize("number", range(3))
def test_engine_and_judge_agree_where_armies_may_go(number: int) -> None:
    assert marches(number)


@pytest.mark.parametrize("number", range(3))
def test_engine_and_judge_agree_what_may_be_besieged(number: int) -> None:
    assert sieges(number)


@pytest.mark.parametrize("number", range(8))
def test_engine_and_judge_agree_what_attrition_takes(number: int) -> None:
    assert losses(number)


@pytest.mark.parametrize("number", range(3))
def test_engine_and_judge_agree_where_ships_may_sail_and_carry(number: int) -> None:
    assert voyages(number)


@pytest.mark.long
def test_engine_and_judge_agree_in_a_hundred_thousand_comparisons() -> None:
    compared, number = 0, 60
    while compared < 60_000:
        compared, number = compared + battle(number), number + 1
    each = (declarations, marches, sieges, voyages, losses)
    while compared < 240_000:
        compared, number = compared + sum(part(number) for part in each), number + 1
