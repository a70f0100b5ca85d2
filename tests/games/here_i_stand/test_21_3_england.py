"""Henry VIII, his wives and his heirs (21.3)."""

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.rules import dealing, wives
from adjudicator.games.here_i_stand.rules.impulses import NameCard, Pass, PlayEvent, PlayForCp, impulse
from tests.games.here_i_stand.events import played
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    HELD,
    Arrange,
    allies,
    controls,
    dice,
    do,
    hand,
    leader,
    protestant,
    refused,
    state_of,
    table,
)
from tests.games.here_i_stand.voyages import married


@shows("21.3/1", "21.3/7")
def test_the_marker_moves_on_and_a_child_is_rolled_for_from_anne_on() -> None:
    assert married("catherine_of_aragon").state.wife == "ask_for_divorce"
    match = married("ask_for_divorce")
    assert match.state.wife == "anne_boleyn"
    assert match.state.elizabeth
    assert match.state.married_turn == 3
    assert match.state.anne_discount


CHILDREN = {1: "", 2: "", 3: "", 4: "elizabeth", 5: "sickly", 6: "healthy"}


@shows("21.3/5")
@pytest.mark.parametrize(("die", "child"), CHILDREN.items())
def test_the_pregnancy_chart(die: int, child: str) -> None:
    state = married("ask_for_divorce", die=die).state
    assert state.elizabeth is (child == "elizabeth")
    assert state.edward == (child if die >= 5 else "")
    assert state.births == 1 << (die - 1)
    assert (state.remarries == 3) is (die == 3)
    assert (CARD.number("mary_i") in state.gone) is (die == 6)


@shows("21.3/2")
def test_a_line_that_was_used_gives_way_towards_six() -> None:
    match = married("ask_for_divorce", state_of(births=0b001000), die=4)
    assert match.state.edward == "sickly"
    assert married("ask_for_divorce", state_of(births=0b000001), die=1).state.births == 0b000011


@shows("21.3/1", "21.3/3", "21.3/7")
def test_jane_seymour_adds_one_and_more_than_six_is_line_six() -> None:
    assert married("anne_boleyn", die=4).state.edward == "sickly"
    assert married("anne_boleyn", die=6).state.edward == "healthy"


@shows("21.3/4")
def test_five_marriages_always_bring_elizabeth_and_edward() -> None:
    match = table(
        HELD,
        state_of(wife="ask_for_divorce", turn=3),
        frames=[*(wives.marry() for _ in range(5)), impulse("hapsburg")],
        draws=(dice("pregnancy", 1),) * 5,
    )
    assert match.state.births == 0b011111
    assert match.state.elizabeth
    assert match.state.edward == "sickly"
    assert match.state.wife == "katherine_parr"


@shows("21.3/5")
def test_a_healthy_edward_ends_the_rolls_and_cures() -> None:
    state = married("anne_boleyn", state_of(edward="sickly", births=0b010000, edward_turn=6), die=6).state
    assert state.edward == "healthy"
    assert not married("anne_boleyn", state_of(edward="healthy"), die=4).state.elizabeth


@shows("21.3/6")
def test_no_wife_follows_where_henry_cannot_marry() -> None:
    for arrange in (
        state_of(edward="sickly", elizabeth=True),
        leader("henry_viii", "", captor="france"),
        leader("henry_viii", "london", inside=True),
        lambda state: setattr(state.powers["england"], "ruler", "edward_vi"),
    ):
        assert married("anne_boleyn", arrange).state.wife == "anne_boleyn"


@shows("21.3/7")
def test_anne_of_cleves_and_kathryn_howard_bring_cards() -> None:
    match = married("jane_seymour", allies("england", "protestant"))
    assert [len(match.state.hands[each].cards) for each in ("england", "protestant")] == [1, 1]
    assert not married("jane_seymour").state.hands["england"].cards
    assert len(married("anne_of_cleves").state.hands["england"].cards) == 1


@shows("21.3/5")
def test_line_three_marries_again_when_england_passes_first() -> None:
    match = table(
        hand("england", "ransom"),
        hand("france", "gout"),
        state_of(wife="anne_boleyn", turn=3, remarries=3, births=0b100),
        power="england",
        draws=(dice("pregnancy", 3),),
    )
    do(match, "england", Pass())
    assert match.state.wife == "jane_seymour"
    assert match.state.elizabeth


MARY = (controls("england", "london"), protestant("london", "york"))


def reign(*arrange: Arrange, draws: tuple[dict[str, object], ...] = ()) -> Match:
    """Mary I rules an England with Protestants."""
    crown = lambda state: setattr(state.powers["england"], "ruler", "mary_i")  # noqa: E731
    return table(
        hand("england", "fuggers", "ransom"),
        hand("france", "gout"),
        *MARY,
        crown,
        *arrange,
        power="england",
        draws=draws,
    )


@shows("21.3/10")
def test_under_mary_england_names_a_card_and_may_use_it_on_four_to_six() -> None:
    match = reign(draws=(dice("mary", 4),))
    assert refused(match, "england", NameCard("gout")) == "not_held"
    assert refused(match, "england", PlayEvent("fuggers")) == "no_event"
    do(match, "england", NameCard("fuggers"))
    assert refused(match, "england", PlayForCp("ransom")) == "not_held"
    do(match, "england", PlayForCp("fuggers"))
    assert match.state.impulse.cp == 3


@shows("21.3/10")
def test_under_mary_the_papacy_uses_the_card_on_one_to_three() -> None:
    match = reign(draws=(dice("mary", 3),))
    do(match, "england", NameCard("ransom"))
    assert CARD.number("ransom") in match.state.discard
    assert match.decisions()[0].waiting[0] in ("papacy", "france")


@shows("21.3/11")
def test_a_catholic_england_plays_as_always_under_mary() -> None:
    match = reign(lambda state: setattr(state, "protestant", 0))
    do(match, "england", PlayForCp("fuggers"))


@shows("21.3/12")
def test_under_mary_response_cards_are_for_points_only() -> None:
    match = reign(hand("england", "landsknechts"), draws=(dice("mary", 6),))
    do(match, "england", NameCard("landsknechts"))
    assert refused(match, "england", PlayEvent("landsknechts")) == "no_event"
    do(match, "england", PlayForCp("landsknechts"))


@shows("21.3/8", "6.2/2", "6.2/3")
def test_heirs_follow_rulers() -> None:
    match = table(state_of(turn=7, edward="sickly", elizabeth=True))
    match.state.powers["england"].ruler = "edward_vi"
    assert dealing.joins(match.state, CARD.thing("mary_i"))
    assert not dealing.joins(match.state, CARD.thing("elizabeth_i"))
    match.state.powers["england"].ruler = "mary_i"
    assert dealing.joins(match.state, CARD.thing("elizabeth_i"))


@shows("21.3/9")
def test_mary_follows_henry_unless_edward_was_born_meanwhile() -> None:
    match = played("mary_i")
    assert match.state.powers["england"].ruler == "mary_i"
    match = played("mary_i", arrange=(state_of(edward="sickly"),))
    assert match.state.powers["england"].ruler == "edward_vi"
    assert CARD.number("mary_i") in match.state.waiting, "she comes after Edward"
    assert CARD.number("edward_vi") in match.state.table
