"""Every card has the power that its facts name: none is forgotten, and none is declared in vain."""

from __future__ import annotations

from typing import Final

import pytest

from adjudicator.games.oath.facts import CARD
from adjudicator.games.oath.game import GAME
from adjudicator.games.oath.rules import battle, economy, playing, powers, search, travel
from adjudicator.games.oath.rules.plans import PLANS

QUOTES: Final = {
    "search": search.SEARCHES,
    "muster": economy.MUSTERS,
    "trade": economy.TRADES,
    "recover": economy.RECOVERS,
    "travel": travel.TRAVELS,
}
FIGURES_ALONE: Final = {"longbows", "relic_hunter"}
"""Plans whose figures say everything, or that only allow a target."""
AFTERWARDS: Final = {"tyrant", "book_of_records"}
"""Modifiers that change nothing before the action is done: they stand where it has its effect."""
DEEDS: Final = {"grand_scepter"}
"""Cards whose actions are minor actions of the Law (6.4, 6.6, 6.7)."""


def faces(power: str) -> list[tuple[str, str]]:
    """The sides of cards with a power of a kind, by the names under which they are declared, and what they modify."""
    found = [(each.id, each.modifies) for each in CARD if power in each.powers]
    return found + [(f"{each.id}:ruin", each.ruin.modifies) for each in CARD if each.ruin and power in each.ruin.powers]


def test_the_game_knows_its_cards() -> None:
    """The chapters are loaded with the game, and with them what they declare."""
    assert GAME.chapters
    assert len(CARD) == 198 + 5 + 6 + 21


@pytest.mark.parametrize("card", [name for name, _ in faces("action") if name not in DEEDS])
def test_every_action_is_declared(card: str) -> None:
    assert card in powers.ACTIONS


@pytest.mark.parametrize("card", [name for name, _ in faces("rest")])
def test_every_rest_power_is_declared(card: str) -> None:
    assert card in powers.RESTS


@pytest.mark.parametrize("card", [name for name, _ in faces("when_played")])
def test_every_power_when_played_is_declared(card: str) -> None:
    assert card in playing.WHEN_PLAYED


@pytest.mark.parametrize(("card", "action"), [each for each in faces("modifier") if each[0] not in AFTERWARDS])
def test_every_modifier_is_declared_for_the_action_that_it_modifies(card: str, action: str) -> None:
    assert card in QUOTES[action]


@pytest.mark.parametrize("card", [name for name, _ in faces("battle_plan")])
def test_every_battle_plan_has_figures_or_is_declared(card: str) -> None:
    shown = CARD.thing(card.partition(":")[0])
    side = shown.ruin if card.endswith(":ruin") else shown
    assert side is not None
    assert side.side
    assert card in PLANS or card in FIGURES_ALONE or side.dice.attack or side.dice.defense


def test_nothing_is_declared_for_a_card_that_has_no_such_power() -> None:
    for power, declared in (
        ("action", powers.ACTIONS),
        ("rest", powers.RESTS),
        ("battle_plan", {*PLANS}),
        ("when_played", {*playing.WHEN_PLAYED} - {"vow_of_kinship"}),  # its favor moves when it comes
    ):
        assert {*declared} <= {name for name, _ in faces(power)}, power
    assert battle.CHOICES.keys() <= PLANS.keys()
