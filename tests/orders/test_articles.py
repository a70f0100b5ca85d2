"""A letter that is a word too and leads to the next one is no code, not even one to be named."""

from __future__ import annotations

import pytest

from tests.orders.positions import Position


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("I have a light ship built in Northumberland, without guarding trade.", ("1fb", "1fc")),
        ("I have a plan for Bordeaux", ()),
        ("perhaps option a", ("1a",)),
        ("should I take a or b?", ("1a",)),
    ],
)
def test_an_article_names_no_answer(line: str, codes: tuple[str, ...]) -> None:
    (row,) = Position("realm_recruiting", "en").read(line).refused
    assert row.problem is not None
    assert row.problem.codes == codes
