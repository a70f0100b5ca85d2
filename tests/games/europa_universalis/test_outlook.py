"""What a mail says the other players can do next: what everybody sees, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator import Match
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, REALM
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.hidden import disguised
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.state import FORM, Army, State
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.simulate import random_action
from adjudicator.language import Language, language
from adjudicator.reports.model import Outlook
from tests.games.europa_universalis.table import Arrange, table

ENGLISH, RUSSIAN = language("en"), language("ru")


def told(*arrange: Arrange, seat: str = "france", to: Language = ENGLISH) -> Outlook:
    (found,) = REPORT.outlook(table(away, *arrange).view((seat,)), seat, to)
    return found


def away(state: State) -> None:
    """Nobody has units or claims anywhere."""
    for own in state.led.values():
        own.alone, own.claims, own.armies = [0] * len(AREA), 0, [Army(), Army(), Army()]


def war(state: State) -> None:
    make_war(state, REALM.index["france"], REALM.index["england"])


def landed(state: State) -> None:
    state.led["england"].alone[AREA.index["aquitaine"]] = 2


def allied(state: State) -> None:
    state.allied["castile"] |= REALM.mask_of(("france",))
    state.allied["france"] |= REALM.mask_of(("castile",))


def claimed(state: State) -> None:
    state.led["austria"].claims = AREA.mask_of(("burgundy", "loire", "seine", "languedoc"))


def text(found: Outlook, name: str) -> str:
    return next(item.text for item in found.items if item.name == name)


@pytest.mark.parametrize(
    ("to", "names", "said"),
    [
        (
            ENGLISH,
            ("England", "Castile", "Austria"),
            (
                "at war with you; units near you: Aquitaine 2",
                "cannot declare war on you now",
                "has a cause for war against you",
            ),
        ),
        (
            RUSSIAN,
            ("Англия", "Кастилия", "Австрия"),
            (
                "в войне с вами; отряды рядом с вами: Аквитания 2",
                "сейчас не может объявить вам войну",
                "имеет повод к войне против вас",
            ),
        ),
    ],
)
def test_each_of_the_others_is_told_with_means_wars_and_units_near(
    to: Language, names: tuple[str, ...], said: tuple[str, ...]
) -> None:
    found = told(war, landed, allied, claimed, to=to)
    for name, words in zip(names, said, strict=True):
        assert text(found, name).endswith(words)
    assert all(text(found, name).split(", ")[1].split()[0].isdigit() for name in names)


def test_the_others_stand_in_the_order_of_their_turns() -> None:
    order = table().state.order
    at = order.index("france")
    names = [REPORT.speech(ENGLISH).seat(each) for each in (*order[at + 1 :], *order[:at])]
    assert [item.name for item in told().items] == names


def test_who_has_passed_does_nothing_more() -> None:
    def passed(state: State) -> None:
        state.led["castile"].status.passed = 1

    found = told(passed)
    assert "Castile" not in [item.name for item in found.items]
    assert found.note == "Passed for this round: Castile."


def test_behind_the_actions_of_a_round_nobody_can_do_anything() -> None:
    def income(state: State) -> None:
        state.phase = 4

    assert REPORT.outlook(table(income).view(("france",)), "france", ENGLISH) == ()


@pytest.mark.parametrize("seed", range(3))
def test_nothing_of_it_rests_on_what_the_reader_does_not_know(seed: int) -> None:
    match: Match = set_up(GAME, seats=GAME.seatings(4)[0], seed=b"outlook %d" % seed)
    rng = Random(seed)
    for _ in range(12):
        for _ in range(10):
            random_action(match, rng)
        for seat in match.header.seats:
            twin = disguised(match.state, (seat,), rng, default())
            views = [FORM.view(each, frozenset((seat,))) for each in (match.state, twin)]
            assert len({str(REPORT.outlook(each, seat, ENGLISH)) for each in views}) == 1
