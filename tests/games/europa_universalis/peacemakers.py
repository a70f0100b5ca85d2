"""Peace resolution for the tests of it: its positions, and what came of them."""

from __future__ import annotations

from adjudicator import Match
from adjudicator.games.europa_universalis.facts import PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.peace import (
    peace_resolution,
)
from adjudicator.games.europa_universalis.state import Army, State, Units
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    area,
    realm,
    table,
)


def resolving(*arrange: Arrange, options: dict[str, object] | None = None, first: str = "castile") -> Match:
    """The peace step of a round, with these positions and this first player."""
    return table(
        *arrange,
        lambda state: setattr(state, "first", first),
        options=options,
        frames=[peace_resolution(), *acting("france")],
    )


def armies(seat: str, **areas: int) -> Arrange:
    """The seat has armies of infantry in areas, and no other."""

    def arrange(state: State) -> None:
        state.led[seat].armies = [Army(area(id), Units(n)) for id, n in areas.items()]
        state.led[seat].armies += [Army() for _ in range(3 - len(areas))]

    return arrange


def subject(overlord: str, *realms: str) -> Arrange:
    """Realms are vassals of one."""

    def arrange(state: State) -> None:
        for id in realms:
            state.overlord[realm(id)] = realm(overlord)

    return arrange


def owner(match: Match, id: str) -> str:
    return REALM.ids[match.state.owner[PROVINCE.index[id]]]


def at_peace(match: Match, one: str, other: str) -> bool:
    """No war any more, but a truce."""
    return not match.state.war[realm(one)] >> realm(other) & 1 and bool(
        match.state.truce[realm(one)] >> realm(other) & 1
    )


def prestige(match: Match, *seats: str) -> list[int]:
    return [match.state.led[seat].prestige for seat in seats]
