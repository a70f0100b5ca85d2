"""Wars played at random: every deed of war, every question, every position on the way is sound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from adjudicator import Action, Asking, Choose, Frames, Match, Play, Refusal, ValidatedAnswers
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NODE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.rules import exploration, movement, rebels, recruiting, sailing, sieges
from adjudicator.games.europa_universalis.rules.book import STEPS, TurnDeed
from adjudicator.games.europa_universalis.rules.rebels import invasions, rebels_act
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.rules.unrest import rebel_dice
from adjudicator.games.europa_universalis.slots import IDEA
from adjudicator.games.europa_universalis.state import FORM, Army, State, Turn, Units
from adjudicator.kernel.chapters import declared_classes
from adjudicator.kernel.simulate import check_invariants, check_options, play_out
from tests.games.europa_universalis.field import table
from tests.long_cases import one_in

DEEDS = declared_classes(TurnDeed, movement, sailing, sieges, recruiting, rebels, exploration)
TURNS = 8


class DeedsOfWar(ValidatedAnswers[State]):
    kind = "any_deed_of_war"
    rule = "R3.20"
    actions = (*DEEDS, movement.Halt)

    def candidates(self, state: State, seat: str) -> Iterable[Action]:
        yield movement.Halt()
        for deed in DEEDS:
            yield from deed.candidates(state, seat, default())

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return action.illegality(state, seat, default()) if isinstance(action, TurnDeed) else None


@STEPS.step("R3.20")
def war_turn(play: Play[State], n: int) -> Asking:
    seat = play.state.order[n % len(play.state.order)]
    answer = yield Choose(seat, DeedsOfWar())
    play.state.turn = Turn(active=seat)
    frames = [] if isinstance(answer, movement.Halt) else answer.apply(play, seat)
    return [*frames, war_turn(n + 1) if n + 1 < TURNS else end_of_war_round()]


@STEPS.step("R3.20")
def end_of_war_round(play: Play[State]) -> Frames:
    play.state.phase, play.state.turn = 3, Turn()
    return [invasions(), rebels_act(), rebel_dice(), peace_of_a_test()]


@STEPS.step("R3.20")
def peace_of_a_test(play: Play[State]) -> None:
    play.end([], "peace")


def crowd(rng: Random) -> Any:
    """A crowded position: everybody at war with somebody, units and ships everywhere, unrest, rebels, pirates."""

    def arrange(state: State) -> None:
        realms = sorted(set(state.owner) - {-1})
        for seat, led in state.led.items():
            own = [each.index for each in PROVINCE if state.owner[each.index] == REALM.index[seat]]
            for other in rng.sample(realms, 3):
                if other != REALM.index[seat] and state.overlord[other] != REALM.index[seat]:
                    make_war(state, REALM.index[seat], other)
            for number in range(3):
                area = PROVINCE.things[rng.choice(own)].area
                units = [Units(*(rng.randrange(3) for _ in range(3))) for _ in range(3)]
                if not rivals(state, seat, area) and sum(each.all for each in units):
                    led.armies[number] = Army(area, *units)
            for zone in rng.sample(ZONE.indexes, 4):
                led.ships.light[zone] = rng.randrange(3)
            led.fleet.zone, led.fleet.light, led.fleet.heavy = rng.choice(ZONE.indexes), 1, rng.randrange(3)
            led.ducats, led.power, led.available, led.exhausted = 30, [9, 9, 9], rng.randrange(6), 3
            led.ideas = IDEA.mask_of(["quest_for_the_new_world", "cannons"][: rng.randrange(3)])
            led.ideas |= IDEA.mask_of(rng.sample(["noble_knights", "military_drill", "tercios_janissaries"], 2))
            for _ in range(2):
                pile = state.decks[2].draw
                card = pile.pop(rng.randrange(len(pile)))
                led.hand = sorted([*led.hand, card])
                led.armies[0].general = led.armies[0].general if led.armies[0].area < 0 else -1
        state.unrest = sum(1 << each for each in rng.sample(PROVINCE.indexes, 25) if held(state, each))
        for area in rng.sample(AREA.indexes, 3):
            state.rebels[area] = 0 if any(rivals(state, seat, area) for seat in state.led) else rng.randrange(3)
        state.trade.pirates[rng.choice([each.index for each in NODE if each.zones])] = 2
        state.turn.fresh = [0] * len(state.turn.fresh)

    return arrange


def held(state: State, province: int) -> bool:
    return state.owner[province] >= 0 and REALM.ids[state.owner[province]] in state.led


def rivals(state: State, seat: str, area: int) -> Iterator[str] | list[str]:
    return [
        each
        for each, led in state.led.items()
        if each != seat and (led.alone[area] or any(army.area == area for army in led.armies))
    ]


def written(match: Match, seat: str, action: Action) -> None:
    """The position is the same when it was written and read."""
    assert FORM.read(FORM.write(match.state)) == match.state
    assert all(min(each) >= 0 for each in counts(match.state))


def counts(state: State) -> Iterator[list[int]]:
    """Figures that are never below nothing."""
    yield state.rebels
    yield state.trade.pirates
    for led in state.led.values():
        yield from (led.alone, led.ships.light, led.ships.protecting, led.power, led.influence)
        yield [0, *led.ships.docked.values()]
        yield [led.ducats, led.available, led.exhausted, led.fleet.light, led.fleet.heavy, led.fleet.damaged]
        for army in led.armies:
            for units in (army.regular, army.mercenary, army.allied):
                yield [units.infantry, units.cavalry, units.artillery]
            assert (army.area >= 0) == bool(army.all)


@one_in(2, "seed", range(8))
def test_wars_at_random(seed: int) -> None:
    rng = Random(seed)
    match = table(crowd(rng), frames=[war_turn(0)])
    play_out(match, rng, [check_invariants, check_options, written])
    assert match.result is not None
    assert match.state.battles == []
