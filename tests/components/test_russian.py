"""Russian names in their cases."""

from __future__ import annotations

import pytest

from adjudicator.components.russian import in_case, lemmas


@pytest.mark.parametrize(
    ("name", "case", "form"),
    [
        ("Савойя", "accusative", "Савойю"),
        ("Бискайский Залив", "accusative", "Бискайский Залив"),
        ("Бискайский Залив", "genitive", "Бискайского Залива"),
        ("Германские Государства (Альянс 2)", "genitive", "Германских Государств (Альянс 2)"),
        ("Северо-Восточный Канал", "prepositional", "Северо-Восточном Канале"),
        ("Дания-Норвегия", "dative", "Дании-Норвегии"),
        ("Сент-Люсия", "genitive", "Сент-Люсии"),
        ("Сыны Свободы", "accusative", "Сынов Свободы"),
        ("Роберт Уолпол", "genitive", "Роберта Уолпола"),
        ("Ост-Индская Компания", "instrumental", "Ост-Индской Компанией"),
        ("Переговоры Между Папой и Ганновером", "genitive", "Переговоров Между Папой и Ганновером"),
        ("Огайо", "genitive", "Огайо"),
        ("Пуэрто-Рико", "genitive", "Пуэрто-Рико"),
        ("США", "genitive", "США"),
        ("Красные", "instrumental", "Красными"),
        ("Третье сословие", "genitive", "Третьего сословия"),
        ("Закрытый порт", "genitive", "Закрытого порта"),
        ("Золотой мир", "instrumental", "Золотым миром"),
        ("Придворный церемониал", "accusative", "Придворный церемониал"),
        ("Священная Римская Империя", "genitive", "Священной Римской Империи"),
        ("Учёный", "genitive", "Учёного"),
        ("Рудольф II", "accusative", "Рудольфа II"),
        ("Карл Лотарингский", "accusative", "Карла Лотарингского"),
        ("Oratory of Divine Love", "accusative", "Oratory of Divine Love"),
    ],
)
def test_a_name_in_a_case(name: str, case: str, form: str) -> None:
    assert in_case(name, case) == form


@pytest.mark.parametrize("name", ["Акадия", "Тиручираппалли", "Гудзонов Залив", "Питт Старший"])
def test_forms_that_are_not_known_for_sure_are_not_guessed(name: str) -> None:
    assert in_case(name, "genitive") is None


@pytest.mark.parametrize("name", ["Постоянный посол", "Лев за морем"])
def test_of_nouns_of_one_spelling_and_two_declensions_none_is_taken(name: str) -> None:
    assert in_case(name, "accusative") is None
    assert in_case(name, "genitive") is None


def test_dictionary_forms() -> None:
    assert "савойя" in lemmas("савойю")
    assert lemmas("savoy") == {"savoy"}
