"""What is impossible in a position is refused, and random play begins in possible ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM, RELIGION, ZONE
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.possible import impossible
from adjudicator.games.europa_universalis.state import Army, State, Units
from adjudicator.kernel.simulate import begin_dense, begin_random, random_action
from tests.games.europa_universalis.table import table

PARIS, MILAN, FRANCE = PROVINCE.index["paris"], REALM.index["milan"], REALM.index["france"]


def sets(field: str, mask: int) -> Callable[[State], None]:
    return lambda state: setattr(state, field, getattr(state, field) | mask)


def lands(state: State) -> None:
    state.owner[:] = [NONE if each == MILAN else each for each in state.owner]


def vassal(realm: str, over: str) -> Callable[[State], None]:
    return lambda state: state.overlord.__setitem__(REALM.index[realm], REALM.index[over])


def pact(tokens: str, seat: str, realm: str) -> Callable[[State], None]:
    def arrange(state: State) -> None:
        getattr(state, tokens)[seat] |= 1 << REALM.index[realm]

    return arrange


def war(one: str, other: str, both: bool = True) -> Callable[[State], None]:
    def arrange(state: State) -> None:
        state.war[REALM.index[one]] |= 1 << REALM.index[other]
        state.war[REALM.index[other]] |= both << REALM.index[one]

    return arrange


def led(**fields: object) -> Callable[[State], None]:
    def arrange(state: State) -> None:
        for name, value in fields.items():
            setattr(state.led["france"], name, value)

    return arrange


Arrange = Callable[[State], None]
WRONG: list[tuple[str, list[Arrange]]] = [
    ("unrest under a rebel town: paris", [sets("rebel_towns", 1 << PARIS), sets("unrest", 1 << PARIS)]),
    (
        "a rebel town and one of an occupier: paris",
        [
            war("france", "england"),
            lambda state: state.occupier.__setitem__(PARIS, REALM.index["england"]),
            sets("rebel_towns", 1 << PARIS),
        ],
    ),
    ("unrest where no player has a town or a vassal: milano", [sets("unrest", 1 << PROVINCE.index["milano"])]),
    (
        "a rebel town where no player has a town or a vassal: milano",
        [sets("rebel_towns", 1 << PROVINCE.index["milano"])],
    ),
    ("unrest that a town covers which is not there: paris", [sets("covered", 1 << PARIS)]),
    ("a town on land of nobody: canada", [sets("rebel_towns", 1 << PROVINCE.index["canada"])]),
    ("a vassal without land: milan", [lands, vassal("milan", "france")]),
    ("a vassal of a realm without land: savoy", [lands, vassal("savoy", "milan")]),
    ("a vassal of a vassal: naples", [vassal("aragon", "castile")]),
    ("a vassal that cannot be one: papal_states", [vassal("papal_states", "france")]),
    (
        "a vassal with tokens of war, of a truce or of casus belli: savoy",
        [vassal("savoy", "france"), war("savoy", "milan")],
    ),
    ("france is the ally of a realm that cannot be one: naples", [pact("allied", "france", "naples")]),
    ("france is married to a realm that cannot be wed: milan", [lands, pact("married", "france", "milan")]),
    ("france is married to another's vassal: naples", [pact("married", "france", "naples")]),
    ("france has no marriage that is disputed: savoy", [pact("disputed", "france", "savoy")]),
    ("an ally of two players: portugal", [pact("allied", "france", "portugal")]),
    ("france has a token of alliance with england, who has none", [pact("allied", "france", "england")]),
    ("an active ally of nobody: milan", [sets("active", 1 << MILAN)]),
    (
        "france is at war and keeps a truce: milan",
        [war("france", "milan"), lambda state: state.truce.__setitem__(FRANCE, 1 << MILAN)],
    ),
    ("france is at war, or keeps a truce, with itself or with a realm without land", [lands, war("france", "milan")]),
    ("france is at war, or keeps a truce, with milan, which has no part in it", [war("france", "milan", both=False)]),
    (
        "occupied by somebody who is not at war with its owner: paris",
        [lambda state: state.occupier.__setitem__(PARIS, REALM.index["england"])],
    ),
    (
        "an army without units in an area, or one with units nowhere: france 3",
        [led(armies=[Army(), Army(), Army(AREA.index["seine"])])],
    ),
    (
        "an army without units in an area, or one with units nowhere: france 1",
        [led(armies=[Army(NONE, Units(1)), Army(), Army()])],
    ),
    (
        "a fleet without ships in a place, or one with ships in none or in two: france",
        [lambda state: setattr(state.led["france"].fleet, "zone", 0)],
    ),
    (
        "more ships protect trade than there are slots: gulf_of_lion",
        [lambda state: state.led["france"].ships.protecting.__setitem__(ZONE.index["gulf_of_lion"], 9)],
    ),
    ("more than 20 mercenaries", [led(armies=[Army(AREA.index["seine"], mercenary=Units(21)), Army(), Army()])]),
    (
        "more influence than an area takes: canada",
        [lambda state: state.led["france"].influence.__setitem__(AREA.index["canada"], 1)],
    ),
    ("stability beyond the track: france", [led(stability=4)]),
    ("a state religion that is none: france", [led(religion=RELIGION.index["diverse"])]),
    ("a claim on land that nobody has discovered: canada", [led(claims=AREA.mask_of(("canada",)))]),
    ("cardinals of somebody who cannot have them", [led(religion=RELIGION.index["protestant"])]),
    ("an emperor without land", [lands, lambda state: setattr(state.empire, "emperor", MILAN)]),
    ("imperial influence of an emperor whom nobody plays", [lambda state: setattr(state.empire, "emperor", MILAN)]),
    ("led.france.standing: not what its merchants are", [led(standing=[True] * 5)]),
]


@pytest.mark.parametrize(("said", "arrange"), WRONG)
def test_what_no_rule_can_bring_about_is_impossible(said: str, arrange: list[Arrange]) -> None:
    state = table(frames=[]).state
    assert [*impossible(state)] == []
    for each in arrange:
        each(state)
    assert said in GAME.invariants(state)


@pytest.mark.parametrize("number", range(40))
def test_random_play_begins_in_possible_positions(number: int) -> None:
    assert GAME.invariants(begin_dense(GAME.id, f"possible {number}").state) == []


@pytest.mark.parametrize("number", range(2))
def test_random_play_leads_to_possible_positions(number: int) -> None:
    for match in (begin_random(GAME.id, f"leads {number}"), begin_dense(GAME.id, f"leads {number}")):
        rng = Random(number)
        for _ in range(300):
            if match.result is not None:
                break
            random_action(match, rng)
            assert GAME.invariants(match.state) == []
