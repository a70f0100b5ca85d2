"""A sentence that goes on with the answer to the question to which its order leads is offered whole."""

import pytest

from tests.orders.positions import Position

MARCH = "march from Seine with army 1"


@pytest.mark.parametrize(
    ("scene", "language", "mail", "offered"),
    [
        ("realm_start", "en", "march from Seine army 1 to Burgundy", [MARCH, "go to Burgundy"]),
        ("realm_start", "en", "march army 1 from Seine to Burgundy", [MARCH, "go to Burgundy"]),
        ("realm_start", "en", "march from Seine army 1\nto Burgundy", [MARCH, "go to Burgundy"]),
        (
            "realm_turn",
            "ru",
            "поход армии 1 из Кастилии в Андалусию",
            ["поход из Кастилии армией 1", "идти в Андалусию"],
        ),
    ],
)
def test_an_order_and_the_answer_behind_it_are_offered(
    scene: str, language: str, mail: str, offered: list[str]
) -> None:
    outcome = Position(scene, language).read(*mail.split("\n"))
    assert not outcome.actions
    assert [row.said for row in outcome.yes] == offered


@pytest.mark.parametrize(
    ("scene", "language", "mail", "wrong"),
    [
        ("bank_siege", "ru", "осада Родоса, янычары слабы", "продать"),
        ("realm_start", "en", "march from Seine army 1 to Rome", "go to"),
        ("realm_start", "en", "march from Seine army 1, Burgundy is weak", "go to"),
    ],
)
def test_a_name_alone_is_no_answer_to_what_comes_behind(scene: str, language: str, mail: str, wrong: str) -> None:
    outcome = Position(scene, language).read(*mail.split("\n"))
    assert not outcome.actions
    assert not any(row.said.startswith(wrong) for row in outcome.yes)


def test_what_comes_too_early_is_answered_with_what_leads_to_it() -> None:
    outcome = Position("realm_start", "en").read("raise infantry in Seine")
    (row,) = outcome.rows
    assert row.problem is not None
    assert row.problem.why == "too_early"
    assert row.problem.nearest == ("// recruit",)
