"""A theatre of a war on a bare map: flags, squadrons, markers, tiles, then it is fought."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from adjudicator import Chance, Match, Refusal
from adjudicator.components.bits import bits
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import SIDES, SPACE, THEATRE, TURN, WAR_IDS, WAR_TILE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.house_rules import house_rules
from adjudicator.games.imperial_struggle.rules.action_round import Pass
from adjudicator.games.imperial_struggle.rules.book import STEPS
from adjudicator.games.imperial_struggle.rules.war.resolution import reveal_theatre
from adjudicator.games.imperial_struggle.rules.war.strength import TheatreResolved
from adjudicator.games.imperial_struggle.setup import empty_theatres, initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry, State, WarProgress, full_advantages, held
from adjudicator.kernel.decisions import Answers, Choose
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import Asking, Step, stored_frames


class Halt(Answers[State]):
    """Asked where the theatre under test is done."""

    kind = "halt"
    actions = (Pass,)

    def options(self, state: State, seat: str) -> Iterator[Pass]:
        yield Pass()


def _halt(play: Any, *_: Any) -> Asking:
    yield Choose("france", Halt())
    return None


class Field:
    """One theatre of a war; nothing lies anywhere until the methods put it there."""

    def __init__(self, theatre: str) -> None:
        self.theatre = THEATRE.thing(theatre)
        self.state = state = initial_state()
        state.turn = TURN.index[WAR_IDS[self.theatre.war]]
        state.next_war = self.theatre.war
        state.theatres = empty_theatres(state.next_war)
        state.pool_bonus = [list(side) for side in FACTS.bonus_sets[state.next_war]]
        state.flags = [0, 0, 0, 0]
        state.awards = list(FACTS.award_set[:4])
        state.awards_left = list(FACTS.award_set[4:]) if TURN.things[state.turn - 1].peace % 2 else []
        state.deck = [event.number for event in EVENT if event.era <= TURN.things[state.turn].era]
        state.first_player = 0
        state.demand = [0, 1, 2]
        state.war = WarProgress()
        for side in (0, 1):
            state.unbuilt[side] += state.navy_box[side]
            state.navy_box[side] = 0
        self.chosen: dict[str, Any] = {}
        self.match: Any = None

    # setting up ------------------------------------------------------------------------------------

    def flag(self, owner: str, *spaces: str) -> Field:
        mask = SPACE.mask_of(spaces)
        self.state.flags = [flags & ~mask for flags in self.state.flags]
        if owner:
            self.state.flags[("france", "britain", "usa", "spain").index(owner)] |= mask
        return self

    def squadron(self, side: str, *spaces: str, home: int = 0) -> Field:
        index = SIDES.index(side)
        self.state.squadrons[index] |= SPACE.mask_of(spaces)
        self.state.navy_box[index] += home
        self.state.unbuilt[index] -= len(spaces) + home
        return self

    def conflict(self, *spaces: str) -> Field:
        self.state.conflicts |= SPACE.mask_of(spaces)
        return self

    def damage(self, *spaces: str) -> Field:
        self.state.damaged |= SPACE.mask_of(spaces)
        return self

    def tiles(self, side: str, *tiles: str) -> Field:
        """Lay tiles at the theatre: one basic one, bonus ones by what they are: `bonus+3`, `bonus+1/debt`."""
        index = SIDES.index(side)
        place = self.state.theatres[self.theatre.order - 1]
        for name in tiles:
            if name.startswith("bonus"):
                tile = self._bonus(index, name)
                self.state.pool_bonus[index].remove(tile)
                insort(place.bonus[index], tile)
            else:
                place.basic[index] = WAR_TILE.index[name]
                self.state.pool_basic[index].remove(WAR_TILE.index[name])
        return self

    def _bonus(self, side: int, name: str) -> int:
        strength, _, symbol = name.removeprefix("bonus+").partition("/")
        kinds = WAR_TILE.things
        return next(
            tile
            for tile in self.state.pool_bonus[side]
            if kinds[tile].strength == int(strength) and kinds[tile].symbol == (symbol or "none")
        )

    def ministry(self, side: str, *cards: int, revealed: bool = True) -> Field:
        self.state.ministries[SIDES.index(side)] += [HeldMinistry(card, revealed=revealed) for card in cards]
        return self

    def rules(self, **chosen: Any) -> Field:
        self.chosen = chosen
        self.state.options = house_rules(GAME.chosen_options(chosen))
        return self

    def margin(self, side: str, margin: int) -> Field:
        """Tiles without symbols with which a side wins by so much, if nothing else gives strength."""
        lay: Mapping[int, tuple[str, ...]] = {
            0: (),
            1: ("basic_plus1",),
            2: ("basic_plus2",),
            3: ("bonus+3",),
            4: ("basic_plus1", "bonus+3"),
            5: ("basic_plus2", "bonus+3"),
            6: ("bonus+3", "bonus+3"),
        }
        return self.tiles(side, *lay[margin])

    # fighting --------------------------------------------------------------------------------------

    def fight(self) -> Field:
        """Reveal and resolve the theatre, up to the first decision or to its end."""
        self.start([reveal_theatre(self.theatre.order)])
        return self

    def start(self, frames: Sequence[Any], *, chance: Sequence[Mapping[str, Any]] = ()) -> Field:
        self.state.advantages = [full_advantages(held(self.state, side)) for side in (0, 1)]
        header = Header(GAME.id, GAME.version, GAME.content_hash, GAME.seats, GAME.chosen_options(self.chosen))
        position: Position[State, Any] = Position(0, 0, 0, stored_frames(frames), self.state, [])
        self.match = Match(GAME, header, position, Chance(b"seed", script=chance))
        self.match.opening = list(self.match._run())
        return self

    def do(self, seat: str, *actions: Any) -> Field:
        for action in actions:
            self.match.opening += self.match.apply(seat, action)
        return self

    def silent(self) -> Field:
        """Answer by default until the war is over."""
        while self.match.result is None and TURN.things[self.now.turn].war >= 0:
            self.do(self.asked[0], self.match.default(self.asked[0]))
        return self

    def refused(self, seat: str, action: Any) -> Any:
        """The refusal of an action, which must change nothing and suggest only legal actions."""
        before = self.match.checkpoint()
        with pytest.raises(Refusal) as caught:
            self.match.apply(seat, action)
        assert self.match.checkpoint() == before
        for near in caught.value.nearest:
            self.match.check(seat, near)
        return caught.value

    @property
    def war(self) -> WarProgress:
        """The progress of the war."""
        assert self.state.war is not None
        return self.state.war

    # looking ---------------------------------------------------------------------------------------

    def events(self, kind: type) -> list[Any]:
        return [told.public for told in self.match.opening if isinstance(told.public, kind)]

    @property
    def now(self) -> Any:
        """The state after what has happened."""
        return self.match.state

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what, ("", "") when the theatre is done."""
        (decision,) = self.match.decisions()
        return ("", "") if decision.kind == "halt" else (decision.seats[0], decision.kind)

    @property
    def context(self) -> dict[str, Any]:
        context: dict[str, Any] = self.match.decisions()[0].context
        return context

    @property
    def result(self) -> TheatreResolved:
        (resolved,) = self.events(TheatreResolved)
        assert isinstance(resolved, TheatreResolved)
        return resolved

    def options(self, seat: str) -> list[Any]:
        return list(self.match.options(seat))

    def owner(self, space: str) -> str:
        """Whose flag or squadron is there."""
        bit = 1 << SPACE.index[space]
        for name, mask in zip(("france", "britain", "usa", "spain"), self.now.flags, strict=True):
            if mask & bit:
                return name
        for name, mask in zip(SIDES, self.now.squadrons, strict=True):
            if mask & bit:
                return name
        return ""

    def names(self, mask: int) -> set[str]:
        return {SPACE.ids[space] for space in bits(mask)}


Fields = Callable[[str], Field]


@pytest.fixture
def field(monkeypatch: pytest.MonkeyPatch) -> Fields:
    """`field(theatre)`: the theatre alone; play halts when it is done."""
    monkeypatch.setitem(STEPS._steps, "next_theatre", Step("next_theatre", "7.1", _halt))
    return Field


@pytest.fixture
def whole() -> Fields:
    """`whole(theatre)`: the same, but play goes on."""
    return Field
