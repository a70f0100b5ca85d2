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


@pytest.mark.parametrize(
    ("scene", "language", "line", "offered"),
    [
        ("purchases", "en", "flag Savy, flag Goerges Bank, ned", "1s14 1c1 1z"),
        ("peace", "ru", "Э2Д2, флаг на Багмы западные, флаг на Капреы, конец", "Э2Д2 1р5 1п6 конец"),
    ],
)
def test_where_each_line_has_one_answer_near_to_it_all_are_offered_together(
    scene: str, language: str, line: str, offered: str
) -> None:
    outcome = Position(scene, language).read(line)
    assert (outcome.actions, outcome.yes) == ((), ())
    first = outcome.refused[0].problem
    assert first is not None
    assert first.codes[0] == offered


@pytest.mark.parametrize("line", ["discard cohong and beau monde", "discard Co-Hong, beau monde"])
def test_a_name_with_hyphens_may_be_written_without(line: str) -> None:
    outcome = Position("hand", "en").read(line)
    assert [row.said for row in outcome.rows] == ["discard Le Beau Monde, Co-Hong System"]
