"""What a seat cannot know is different in other worlds, and nothing else is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator import Action, Match
from adjudicator.components import mask_of
from adjudicator.games.europa_universalis.content import Content, default
from adjudicator.games.europa_universalis.facts import POWER
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.ages import Displayed, Replaced
from adjudicator.games.europa_universalis.rules.drawing import EventRevealed
from adjudicator.games.europa_universalis.rules.goals import MilestonesShown, StruggleUpcoming
from adjudicator.games.europa_universalis.slots import CARD, EVENT, IDEA, MILESTONE, MISSION, STRUGGLE, TRADE
from adjudicator.games.europa_universalis.state import FORM, State
from adjudicator.games.europa_universalis.trials.packs import random_pack
from adjudicator.kernel.chance import Draw
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.simulate import begin_dense, begin_random, random_action
from adjudicator.kernel.worlds import other_world

HIDDEN = {"hand", "drawn", "missions", "first half", "second half", *(f"{power} deck" for power in POWER.ids)}
OF_A_SEAT = ("hand", "drawn", "missions")


def in_either_half() -> Content:
    """Our own cards; where no rule says in which half an event lies, it may lie in either."""
    own = default()
    either = {id: replace(face, half=0) for id, face in own.events.items() if face.kind == "b"}
    return replace(own, events=own.events | either)


def positions(label: str) -> Iterator[tuple[Match, Random]]:
    """Positions of two rounds from the start and of two from a crowded one, those in which cards are drawn and some of
    the others; events of either half are drawn.
    """
    options = {"random_x_events": True}
    for begin in (begin_random, begin_dense):
        match, rng = begin(GAME.id, label, options, in_either_half()), Random(label)
        last = match.state.rounds + 2
        while match.result is None and match.state.rounds < last:
            if match.state.phase == 1 or rng.random() < 0.1:
                yield match, rng
            random_action(match, rng)


def facts(state: State) -> dict[str, Any]:
    """Each hidden thing by its name, those of a seat by both."""
    return {
        "first half": state.events.first,
        "second half": state.events.second,
        **{f"{id} deck": deck.draw for id, deck in zip(POWER.ids, state.decks, strict=True)},
        **{f"{name} {seat}": getattr(own, name) for seat, own in state.led.items() for name in OF_A_SEAT},
    }


def the_rest(state: State) -> dict[str, Any]:
    """The document without the hidden things."""
    twin: State = FORM.read(FORM.write(state))
    for pile in (twin.events.first, twin.events.second, *(deck.draw for deck in twin.decks)):
        pile.clear()
    for own in twin.led.values():
        own.hand, own.drawn, own.missions = [], [], []
    return FORM.write(twin)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.long)])
def test_every_hidden_thing_differs_in_other_worlds_and_nothing_else(number: int) -> None:
    changed = Counter[str]()
    for match, rng in positions(f"hidden {number}"):
        eyes = frozenset(rng.sample(match.header.seats, rng.randint(0, len(match.header.seats) - 1)))
        twin = match.game.resample_hidden(match.state, eyes, rng)
        assert GAME.invariants(twin) == []
        assert GAME.view(twin, eyes) == GAME.view(match.state, eyes)
        assert the_rest(twin) == the_rest(match.state)
        mine, theirs = facts(match.state), facts(twin)
        differing = [name for name in mine if mine[name] != theirs[name]]
        assert not any(name.endswith(f" {seat}") for name in differing for seat in eyes)
        changed.update(name.partition(" ")[0] if name.startswith(OF_A_SEAT) else name for name in differing)
    assert set(changed) == HIDDEN


def test_another_world_is_one_that_play_may_have_come_to() -> None:
    """Everybody holds missions that are open to them, hands have as many cards of each deck, each half of the events
    those that can lie in it only.
    """
    for match, rng in positions("possible"):
        state, content = match.state, match.game.content
        twin = match.game.resample_hidden(state, (), rng)
        for seat, own in twin.led.items():
            for one, other in ((own.hand, state.led[seat].hand), (own.drawn, state.led[seat].drawn)):
                assert decks_of(one) == decks_of(other)
            after = [content.missions[id].after for id in MISSION.ids_of(mask_of(own.missions))]
            assert all(not ids or own.completed & MISSION.mask_of(ids) for ids in after)
        for half, pile in ((1, twin.events.first), (2, twin.events.second)):
            assert {content.events[EVENT.ids[each]].half for each in pile} <= {0, half}


def decks_of(cards: list[int]) -> Counter[int]:
    """How many cards of each deck there are."""
    return Counter(CARD.things[each].deck for each in cards)


def test_the_halves_of_the_events_are_known_unless_they_are_drawn() -> None:
    match = begin_random(GAME.id, "as printed", {"random_x_events": False}, in_either_half())
    twins = [match.game.resample_hidden(match.state, (), Random(seed)) for seed in range(9)]
    assert all(twin.events == match.state.events for twin in twins)


# what follows from what lies open -----------------------------------------------------------------------------------


class Seen:
    """What everybody has seen of the decks that are the same in every world."""

    def __init__(self) -> None:
        self.events, self.milestones, self.struggles = set[str](), set[str](), set[str]()

    def note(self, told: list[ObservedEvent[Any]]) -> None:
        for each in told:
            match each.public:
                case EventRevealed(shown=event):
                    self.events.add(event)
                case Displayed(milestones=found) | MilestonesShown(milestones=found):
                    self.milestones |= {*found}
                case Replaced(milestone=back, milestone_by=found):
                    self.milestones = self.milestones - {back} | {found}  # type: ignore[operator]
                case StruggleUpcoming(struggle=struggle):
                    self.struggles.add(struggle)


@pytest.mark.parametrize("number", range(3))
def test_what_other_decks_hold_follows_from_what_lay_open(number: int) -> None:
    """So these are the same in every world: only the seed says what is drawn next."""
    content = random_pack(Random(f"open {number}"))
    match, rng = begin_random(GAME.id, f"open {number}", {"last_age": 2}, content), Random(number)
    seen, ages = Seen(), set[int]()
    seen.note(match.opening)
    while match.result is None:
        ages.add(match.state.age)
        compare(match, content, seen)
        for _ in range(20):
            if match.result is None:
                seen.note(random_action(match, rng))
    assert len(ages) > 1


def compare(match: Match, content: Content, seen: Seen) -> None:
    state = match.state
    events = {EVENT.ids[each] for each in (*state.events.first, *state.events.second)}
    assert events == {id for id in dealt(match, content) if id not in seen.events}
    table = {id for frame in match.position.frames if frame[0] == "trading" for id in frame[2]}
    discards = {TRADE.ids[each] for each in state.trade.discards}
    unused = {*TRADE.ids_of(state.trade.unused)}
    assert {TRADE.ids[each] for each in state.trade.draw} == {*content.trades} - discards - unused - table
    ideas = {id for id, face in content.ideas.items() if not face.basic and face.age <= state.age}
    assert {IDEA.ids[each] for each in state.goals.idea_draw} == ideas - {*IDEA.ids_of(state.goals.ideas)}
    milestones = {id for id, face in content.milestones.items() if face.age == state.age}
    assert {MILESTONE.ids[each] for each in state.goals.milestone_draw} == milestones - seen.milestones
    assert {STRUGGLE.ids[each] for each in state.goals.struggle_draw} == {*content.struggles} - seen.struggles


def dealt(match: Match, content: Content) -> Iterator[str]:
    """The events of the age, for these players."""
    for id, face in content.events.items():
        counted = not face.players or len(match.header.seats) in face.players
        if face.age == match.state.age and counted and (face.kind != "realm" or face.realm in match.header.seats):
            yield id


DRAWS = {"event", "card", "trade", "idea", "milestone", "battle", "rebels"}
"""The draws that random play often makes."""


@pytest.mark.slow
def test_every_draw_comes_out_otherwise_in_another_world() -> None:
    """Whoever acts can do so in every world; what is drawn then depends on nothing that they know."""
    varied = set[str]()
    for number in range(3):
        rng = Random(number)
        match = begin_dense(GAME.id, f"draws {number}", content=random_pack(rng))
        while match.result is None and not varied >= DRAWS:
            seat = match.decisions()[0].waiting[0]
            action, before = match.sample(seat, rng), match.copy()
            made = drawn(match, seat, action)
            if {each.name for each in made} <= varied:
                continue
            one, other = (drawn(other_world(before, (seat,), rng), seat, action) for _ in range(2))
            varied |= {
                mine.name for mine, theirs in zip(one, other, strict=False) if mine.repeats(theirs) and mine != theirs
            }
    assert varied >= DRAWS


def drawn(world: Match, seat: str, action: Action) -> list[Draw]:
    """What is drawn when a seat does something."""
    before = len(world.log)
    world.apply(seat, action)
    return [draw for entry in world.log[before:] for draw in entry.chance]
