"""Matches of three to six people: who holds several powers knows what all of them know, and no more (3)."""

from random import Random

import pytest
from adjudicator_trials.correspondence import correspondence

from adjudicator import Match, Refusal
from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.rules.diplomacy.deals import Deal
from adjudicator.games.here_i_stand.rules.table import allied
from adjudicator.games.here_i_stand.rules.winter import Due
from adjudicator.kernel.simulate import begin_dense, check_replay
from tests.games.here_i_stand.deals import announce, sign, talking
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import hand, sound, table

HOLDINGS = {
    3: (("ottoman", "france"), ("hapsburg", "papacy"), ("england", "protestant")),
    4: (("ottoman",), ("hapsburg", "papacy"), ("england", "protestant"), ("france",)),
    5: (("ottoman",), ("hapsburg",), ("england", "protestant"), ("france",), ("papacy",)),
    6: tuple((each,) for each in GAME.seats),
}
OF_HANDS = {"deal", "random_card"}
"""Draws that come out otherwise with other hands."""


@shows("players/1", "players/2")
def test_there_are_six_powers_and_fewer_people_hold_them_in_pairs() -> None:
    assert GAME.seats == ("ottoman", "hapsburg", "england", "france", "papacy", "protestant")
    for people, hands in HOLDINGS.items():
        assert len(hands) == people
        assert sorted(power for powers in hands for power in powers) == sorted(GAME.seats)
    match = table()
    assert match.header.seats == GAME.seats, "the rules know powers, not people"


def joint(match: Match, people: int) -> None:
    """Each hand of powers reads the cards of all of them, and of the others the numbers only."""
    for powers in HOLDINGS[people]:
        view = match.view(powers)
        for each in match.header.seats:
            shown = view.hands[each]["cards"]  # type: ignore[attr-defined]
            assert isinstance(shown, list) == (each in powers), (powers, each)
        alone = [match.view((each,)) for each in powers]
        assert all(view.forces == each.forces for each in alone)  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("people", [3, 4, 5, 6])
@pytest.mark.parametrize(
    ("number", "actions"), [(0, 120), *(pytest.param(n, 5000, marks=pytest.mark.long) for n in range(1, 4))]
)
def test_random_play_of_so_many_people(people: int, number: int, actions: int) -> None:
    """The people act in turn as far as they are asked; every position is sound, and the log leads to the last one."""
    label = f"people/{people}/{number}"
    match, rng = begin_dense("here-i-stand", label), Random(number)
    while match.result is None and actions:
        actions -= 1
        asked = [powers for powers in HOLDINGS[people] if {*powers} & {*match.pending_seats}]
        seat = next(each for each in rng.choice(asked) if each in match.pending_seats)
        match.apply(seat, match.sample(seat, rng))
        sound(match)
        if not actions % 20:
            joint(match, people)
    check_replay(match, begin_dense("here-i-stand", label))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "actions"),
    [(0, 150), (1, 150), *(pytest.param(n, 3000, marks=pytest.mark.long) for n in range(2, 8))],
)
def test_three_people_learn_of_hidden_cards_only_what_their_powers_know(number: int, actions: int) -> None:
    """The same is done with the same dice while other cards are hidden: a bystander is told and asked the same."""
    match, rng, compared = begin_dense("here-i-stand", f"three/{number}"), Random(number), 0
    for left in range(actions, 0, -1):
        if match.result is not None:
            match = begin_dense("here-i-stand", f"three/{number}/{left}")
        seat = rng.choice(match.pending_seats)
        powers = rng.choice([each for each in HOLDINGS[3] if seat not in each])
        action, before = match.sample(seat, rng), len(match.log)
        twin = match.twin(Match, match.chance.copy(), GAME.resample_hidden(match.state, powers, rng))
        open_hands = bool(match.sealed) or match.state.negotiating or match.state.offered_by
        told = match.apply(seat, action)
        try:
            theirs = twin.apply(seat, action)
        except Refusal:
            continue  # of a card that is not in the other hand
        draws = {draw.name for each in (*match.log[before:], *twin.log) for draw in each.chance}
        if open_hands or draws & OF_HANDS or any(isinstance(each.public, Due) for each in told):
            continue  # the table learns where cards are that a turn brings at its end
        mine = [each.all_visible_to(powers) for each in told if each.public is not None]
        assert mine == [each.all_visible_to(powers) for each in theirs if each.public is not None], (
            powers,
            seat,
            action,
        )
        assert [match.decisions(each) for each in powers] == [twin.decisions(each) for each in powers]
        assert match.view(powers) == twin.view(powers), (powers, seat, action)
        compared += 1
    assert compared > 50


def test_worlds_of_one_person_keep_the_hands_of_all_their_powers() -> None:
    match = table(
        hand("ottoman", "gout"), hand("france", "treachery", "fuggers"), hand("papacy", "diplomatic_overture")
    )
    worlds = [GAME.resample_hidden(match.state, ("ottoman", "france"), Random(seed)) for seed in range(9)]
    for each in ("ottoman", "france"):
        assert {tuple(world.hands[each].cards) for world in worlds} == {tuple(match.state.hands[each].cards)}
    assert len({tuple(world.hands["papacy"].cards) for world in worlds}) > 1


def test_a_deal_between_two_powers_of_one_hand_is_announced_like_any_other() -> None:
    match = talking()
    sign(match, Deal(("hapsburg", "papacy"), alliance=True))
    assert match.view(("hapsburg", "papacy")).pacts["hapsburg"]  # type: ignore[attr-defined]
    announce(match)
    assert allied(match.state, "hapsburg", "papacy")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("people", "actions"),
    [(3, 3), *(pytest.param(people, 60, marks=pytest.mark.long) for people in (3, 4, 5))],
)
def test_one_mail_and_one_form_serve_all_powers_of_a_person(people: int, actions: int) -> None:
    """Every mail is the same in a world that its reader's powers cannot tell from this one."""
    with correspondence("here-i-stand", f"hands/{people}", {}, people) as played:
        played.play([], actions)
        assert len(played.match.header.seats) == len(GAME.seats)
