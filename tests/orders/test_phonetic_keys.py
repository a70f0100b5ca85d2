"""Names sound alike in both alphabets."""

import pytest

from adjudicator.orders.text.phonetic_keys import key


@pytest.mark.parametrize(
    ("russian", "latin"),
    [
        ("Анна", "Anna Ana"),
        ("Пётр", "Peter Petr Pyotr Piotr"),
        ("Александр", "Alexander Aleksandr"),
        ("Алексей", "Alexey Alexei Aleksej"),
        ("Юрий", "Yuri Yury Jurij"),
        ("Евгений", "Evgeny Yevgeny Evgenij"),
        ("Фёдор", "Fedor Fyodor"),
        ("Мария", "Maria Mariya Marija"),
        ("Софья", "Sofia Sophia Sofya"),
        ("Виктор", "Victor Viktor"),
        ("Максим", "Maxim Maksim"),
        ("Томас", "Thomas Tomas"),
        ("Щербаков", "Shcherbakov Scherbakov"),
        ("Хомяков", "Khomyakov Homyakov"),
        ("Цветков", "Tsvetkov Tzvetkov"),
    ],
)
def test_a_name_and_its_latin_spellings(russian: str, latin: str) -> None:
    assert {key(name) for name in latin.split()} == {key(russian)}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Анна", "Иван"), ("Ivan", "Jan"), ("Мария", "Марк"), ("Georg", "Gregor"), ("Антон", "Anna"), ("José", "Jo")],
)
def test_other_names_are_other_names(one: str, other: str) -> None:
    assert key(one) != key(other)
