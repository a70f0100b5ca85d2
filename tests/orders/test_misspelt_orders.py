"""Mails in which names are misspelt: carried out where all is surely right."""

import pytest

from tests.orders.positions import Position

SAVOY, BANK = "flag Savoy, major", "flag Georges Bank, minor"


def read(line: str, scene: str = "purchases", language: str = "en") -> tuple[list[str], list[str]]:
    """What a line does, and what a `yes` would do."""
    outcome = Position(scene, language).read(line)
    done = [row.said for row in outcome.rows if row.status == "done"]
    return done, [row.said for row in outcome.yes]


@pytest.mark.parametrize("line", ["flag Savy, flag Georges Bank, end", "falg Savy, flag Goerges Bank, end"])
def test_misspelt_names_among_known_ones_are_carried_out(line: str) -> None:
    assert read(line) == ([SAVOY, BANK, "end"], [])


@pytest.mark.parametrize("line", ["flag Savy or Goerges Bank", "why not flag Savy, ned?", "do not flag Savy, ned"])
def test_what_is_no_order_is_offered_by_no_mending(line: str) -> None:
    assert read(line) == ([], [])
