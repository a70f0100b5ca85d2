"""What is denied together: of things that a word joins, none is ordered behind a denial of the first."""

from __future__ import annotations

import pytest

from tests.orders.positions import Position


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "don't flag Sweden and Savoy"),
        ("en", "I won't flag Sweden and Savoy"),
        ("en", "no flags on Sweden and Savoy"),
        ("en", "don't flag Sweden and also Savoy"),
        ("en", "don't flag Sweden and then Savoy"),
        ("ru", "не ставить флаг на Швецию и Савойю"),
        ("ru", "флаг не на Швецию и Савойю"),
    ],
)
def test_of_things_that_are_denied_together_none_is_ordered_or_offered(language: str, line: str) -> None:
    outcome = Position("purchases", language).read(line)
    assert (outcome.actions, outcome.yes) == ((), ())


@pytest.mark.parametrize(
    ("language", "line"), [("en", "don't flag Sweden, Savoy"), ("ru", "не ставлю флаг на Швецию, Савойю")]
)
def test_a_bare_name_behind_what_is_not_done_is_asked_about(language: str, line: str) -> None:
    """This one, or neither?"""
    assert Position("purchases", language).read(line).actions == ()


@pytest.mark.parametrize(
    ("language", "line", "done"),
    [
        ("en", "don't flag Sweden and flag Savoy", "flag Savoy, major"),
        ("en", "don't flag Sweden, flag Savoy", "flag Savoy, major"),
        ("en", "not Sweden but Savoy", "flag Savoy, major"),
        ("en", "flag Savoy and not Sweden and Sardinia", "flag Savoy, major"),
        ("ru", "не Швецию, а Савойю", "флаг на Савойю, основным действием"),
        ("ru", "не ставлю флаг на Швецию и ставлю на Савойю", "флаг на Савойю, основным действием"),
    ],
)
def test_what_is_said_to_be_done_instead_is_done(language: str, line: str, done: str) -> None:
    assert [row.said for row in Position("purchases", language).read(line).rows if row.status == "done"] == [done]


@pytest.mark.parametrize(
    "line", ["sail with light ships from Bay of Biscay", "sail with light ships from Gulf of Lion"]
)
def test_where_ships_go_is_asked_though_there_is_one_port_to_sail_into(line: str) -> None:
    outcome = Position("realm_start", "en").read(line)
    assert outcome.actions == ()
    assert [row.problem.why for row in outcome.refused if row.problem is not None] == ["missing_argument"]
