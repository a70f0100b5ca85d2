"""What random play should meet, by things; a box of pieces for crowded positions."""

from random import Random
from typing import Any

from adjudicator import Event
from adjudicator.components import Kind
from adjudicator.components.trials import Box, Reach, ThingTrials
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.trials import Happened

CARD = Kind("card", ("ace", "king"))


class Laid(Event, frozen=True, tag="trial_laid"):
    card: str
    open: bool = True


class Cards(ThingTrials[Any]):
    reaches = (Reach("card", Laid, lambda event: event.card if event.open else "", CARD),)


def test_each_thing_is_a_point_that_is_met_when_something_names_it() -> None:
    told = [ObservedEvent[Event](1, Laid("king")), ObservedEvent[Event](1, Laid("ace", open=False))]
    happened: Happened[Any] = Happened(None, None, [], told)  # type: ignore[arg-type]
    assert Cards().coverage_points() == ("card ace", "card king")
    assert list(Cards().reached(happened)) == ["card king"]


def test_a_box_gives_each_piece_once_and_none_where_nothing_fits() -> None:
    piles = [[0, 1, 2], [3, 4]]
    box = Box(piles, Random(1))
    assert box.take({3}, range(4)) == [3]
    assert box.take({3}) == []
    assert sorted(box.some([9], range(5))) == [0, 1, 2, 4]
    assert piles == [[], []]
