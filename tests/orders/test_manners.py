"""Courtesies are no words of an order; what is said to be over, or stands behind it, is never passed over."""

import pytest

from tests.orders.positions import Position


def read(scene: str, language: str, line: str) -> tuple[list[str], list[str]]:
    """What of a line is done, and why the rest is not."""
    outcome = Position(scene, language).read(line)
    done = [row.said for row in outcome.rows if row.status in ("done", "filed")]
    return done, [row.problem.why for row in outcome.rows if row.problem is not None]


@pytest.mark.parametrize(
    ("scene", "language", "line"),
    [
        ("second_turn", "en", "I should be most grateful for Diplomatic 4 with Economic 2."),
        ("second_turn", "en", "I'd be delighted to take D4E2, thank you kindly."),
        ("second_turn", "en", "The King of France chooses Diplomatic 4 and Economic 2"),
        ("first_tile", "ru", "Будьте любезны, выдайте мне дипломатическое 3 с военным 2"),
        ("first_tile", "ru", "С удовольствием возьму тайл Д3В2, благодарю!"),
        ("first_tile", "ru", "Мы, Франция, выбираем тайл с дипломатией 3 и военными 2"),
        ("america", "ru", "Разрешите поставить флаг на Гавану"),
        ("conquest", "ru", "К сожалению, придётся отдать Ямайку"),
        ("early_purchases", "ru", "Поставьте флаг на Антигуа, если вас не затруднит"),
    ],
)
def test_courtesies_are_passed_over(scene: str, language: str, line: str) -> None:
    done, problems = read(scene, language, line)
    assert len(done) == 1
    assert not problems


@pytest.mark.parametrize(
    "line",
    [
        "I'd be delighted to know whether D4E2 is free",
        "D4E2 if it is still available",
        "The King of Britain chooses D4E2",
        "D4E2, if nobody objects",
    ],
)
def test_what_may_be_meant_is_not_passed_over(line: str) -> None:
    assert read("second_turn", "en", line)[0] == []


@pytest.mark.parametrize("line", ["2 flags: Savoy, Calicut", "two flags: Savoy and Calicut"])
def test_a_count_before_a_list_of_so_many_is_no_code(line: str) -> None:
    assert read("india", "en", line) == (["flag Savoy, minor", "flag Calicut, major"], [])


def test_a_count_of_more_than_are_listed_is_asked_about() -> None:
    done, problems = read("india", "en", "3 flags: Savoy, Calicut")
    assert not done
    assert problems


@pytest.mark.parametrize(
    "line",
    [
        "flag Savoy, then I'm finished",
        "flag Savoy, and I'm finished",
        "flag Savoy, and then I am finished",
        "flag Savoy, then I am through",
        "flag Savoy, we're finished",
        "flag Savoy. We are finished.",
        "flag Savoy. We are done.",
    ],
)
def test_who_is_finished_is_asked_whether_the_round_is_over(line: str) -> None:
    done, problems = read("purchases", "en", line)
    assert "end" not in done
    assert problems in (["finished"], ["reread"])


@pytest.mark.parametrize(
    ("scene", "language", "line", "proposed"),
    [
        ("purchases", "en", "flag Savoy, end, flag Georges Bank", ["flag Savoy, major", "flag Georges Bank, minor"]),
        ("purchases", "en", "end, flag Savoy", ["flag Savoy, major"]),
        ("purchases", "en", "I flag Savoy, then I end, then Georges Bank gets my flag", []),
        ("purchases", "en", "flag Savoy, end. Savoy is mine now", []),
        ("early_purchases", "ru", "закончить, флаг на Антигуа", ["флаг на Антигуа, дополнительным действием"]),
    ],
)
def test_no_round_ends_before_orders_of_the_same_mail(
    scene: str, language: str, line: str, proposed: list[str]
) -> None:
    outcome = Position(scene, language).read(line)
    assert not outcome.actions
    assert any(row.problem is not None and row.problem.why in ("not_last", "reread") for row in outcome.rows)
    if proposed:
        assert [row.said for row in outcome.yes] == [*proposed, "end" if language == "en" else "конец"]


def test_short_names_are_one_set_and_the_end_is_its_last() -> None:
    assert read("purchases", "en", "E58 end A67 end")[0][-1] == "end"


@pytest.mark.parametrize(
    "line",
    [
        "Thank you for your report. Flag Savoy.",
        "Many thanks for the quick reminder! I'd appreciate a flag in Savoy.",
        "Flag Savoy, and thanks for running this",
    ],
)
def test_thanks_are_no_orders(line: str) -> None:
    assert read("purchases", "en", line) == (["flag Savoy, major"], [])


def test_who_thanks_for_something_of_the_game_is_asked() -> None:
    assert read("purchases", "en", "Thanks for Savoy") == ([], ["unknown_verb"])


@pytest.mark.parametrize(
    ("scene", "language", "line"),
    [
        ("purchases", "en", "Could you please flag Savoy for me? That completes my round."),
        ("purchases", "en", "place my flag in Savoy, after which my round is complete"),
        ("early_purchases", "ru", "флаг на Антигуа. После этого раунд можно завершить"),
    ],
)
def test_who_tells_that_his_round_is_over_is_asked(scene: str, language: str, line: str) -> None:
    outcome = Position(scene, language).read(line)
    assert not outcome.actions
    assert outcome.yes[-1].said in ("end", "конец")
