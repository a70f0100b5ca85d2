"""Who fights in a battle (F9, J, K, Glossary: battle), and who may fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct, field

from adjudicator import Action
from adjudicator.components import bits
from adjudicator.games.pax_renaissance.facts import BANK as BANKS
from adjudicator.games.pax_renaissance.facts import (
    BISHOP,
    BORDER,
    FIRST_PAWN,
    KNIGHT,
    PIECE,
    PIRATE,
    PLACE,
    ROOK,
    pawn_of,
    religion_of,
    type_of,
)
from adjudicator.games.pax_renaissance.rules.battles import FallAgent, FallAt, FallOn, FallRepressed
from adjudicator.games.pax_renaissance.rules.pieces import Killed
from tests.games.pax_renaissance.judge_operations import knights
from tests.games.pax_renaissance.judge_sight import Sight
from tests.games.pax_renaissance.judge_turn import HOLY_WAR


class War(Struct):
    """A battle that is about to be fought; `king`: whose campaign it is."""

    kind: str
    empire: int
    agents: list[int] = []
    king: int = -1
    rooks_ride: bool = False


class Battle(Struct):
    """Those of each side who may still fall, how many of each must, and how many have, by whether they attack."""

    attackers: Counter[Action]
    defenders: Counter[Action]
    losses: int
    fallen: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    settled: Counter[str] = field(default_factory=Counter)

    @property
    def goes_on(self) -> bool:
        return min(self.fallen.values()) < self.losses

    def fell(self, told: Killed) -> None:
        """Somebody has fallen, on the side where he is."""
        if told.place is not None:
            unit: Action = FallAt(told.place)
        elif told.border is not None:
            unit = FallOn(told.border, told.piece)
        else:
            unit = FallAgent(told.piece) if told.empire is None else FallRepressed(told.piece)
        own = self.attackers[unit] > 0
        side = self.attackers if own else self.defenders
        assert side[unit] > 0, f"{unit} does not fight"
        side[unit] -= 1
        self.fallen[own] += 1

    def waiting(self) -> Counter[str]:
        """The agents and the once repressed who survived and have no place yet (Glossary: battle i)."""
        found: Counter[str] = Counter()
        for unit, count in self.attackers.items():
            if isinstance(unit, FallAgent | FallRepressed):
                found[unit.piece] += count
        return found - self.settled


def battle(sight: Sight, seat: str, war: War) -> Battle:
    """The sides of a battle; each takes as many losses as the smaller one has pieces."""
    attackers, defenders = Counter(_attackers(sight, seat, war)), Counter(_defenders(sight, war))
    return Battle(attackers, defenders, min(attackers.total(), defenders.total()))


def fights(war: War, piece: int) -> bool:
    """Whether an agent of a card takes part (J1a, K1a): no bishop, no pawn in a religious war."""
    return type_of(piece) != BISHOP and not (war.kind in HOLY_WAR and piece >= FIRST_PAWN)


def _attackers(sight: Sight, seat: str, war: War) -> Iterator[Action]:
    state, empire = sight.state, war.empire
    if war.kind == "campaign":
        for unit in knights(sight, seat, war.king, empire):
            kind, what = unit.split(" ")
            yield FallAt(what) if kind == "place" else FallRepressed(PIECE.ids[int(what)])
        return
    yield from (FallAgent(PIECE.ids[each]) for each in war.agents if fights(war, each))
    faith = HOLY_WAR.get(war.kind)
    for border in sight.borders(1 << empire):
        for piece in state.borders[border]:
            believes = faith is None or religion_of(piece) == faith
            if (type_of(piece) == PIRATE and believes) or (
                war.kind == "peasant_revolt" and piece == pawn_of(BANKS.index[seat])
            ):
                yield FallOn(BORDER.ids[border], PIECE.ids[piece])
    if faith is None:
        for piece in state.repressed[empire]:
            if (piece >= FIRST_PAWN) == (war.kind == "peasant_revolt"):
                yield FallRepressed(PIECE.ids[piece])
        return
    near = [each for other in bits(sight.adjacent(empire)) for each in sight.standing(other)]
    riding = (KNIGHT, ROOK) if war.rooks_ride else (KNIGHT,)
    for place in (*sight.standing(empire), *(each for each in near if type_of(state.places[each]) in riding)):
        if religion_of(state.places[place]) == faith:
            yield FallAt(PLACE.ids[place])


def _defenders(sight: Sight, war: War) -> Iterator[Action]:
    state, faith = sight.state, HOLY_WAR.get(war.kind)
    for place in sight.standing(war.empire):
        if faith is None or religion_of(state.places[place]) != faith:
            yield FallAt(PLACE.ids[place])
    for border in sight.borders(1 << war.empire) if faith is not None else ():
        for pirate in sight.pirates(border):
            if religion_of(pirate) != faith:
                yield FallOn(BORDER.ids[border], PIECE.ids[pirate])
