"""Russian names in their cases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.components import russian
from adjudicator.components.russian import compile_lemmas, expect_words, in_case, lemmas
from adjudicator.kernel.kept_rules import folder_of, hash_of
from adjudicator.kernel.registry import entry_of_game, game_named
from adjudicator.orders.vocabulary.phrasebook import phrases_of


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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of files with Russian words, of which nothing is known yet."""
    (tmp_path / "orders.yaml").write_text("sail: {ru: отплыть | «Уплываю» в}\n")
    (tmp_path / "names.ru.json").write_text('{"cases": {"brest": "Ёлками"}}')
    monkeypatch.setattr(russian, "_known", {})
    monkeypatch.setattr(russian, "_unread", [])
    lemmas.cache_clear()
    yield tmp_path
    lemmas.cache_clear()


def test_compiled_words_need_no_dictionary_and_other_words_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {word: lemmas(word) for word in ("отплыть", "уплываю", "елками", "в")}
    made = compile_lemmas(folder)
    written = made.stat().st_mtime_ns
    assert compile_lemmas(folder) == made
    assert made.stat().st_mtime_ns == written, "what is right is left alone"
    lemmas.cache_clear()
    expect_words(folder)
    with monkeypatch.context() as without:
        without.setattr(russian, "_analyzer", lambda: pytest.fail("it is loaded"))
        assert {word: lemmas(word) for word in found} == found
    assert "корабль" in lemmas("корабли")


def test_what_another_dictionary_has_made_does_not_count(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as other:
        other.setattr(russian, "_dictionary", lambda: "another one")
        other.setattr(russian, "lemmas", lambda word: {"другое"})
        compile_lemmas(folder)
    expect_words(folder)
    assert lemmas("уплываю") == {"уплывать", "уплываю"}
    assert "другое" not in compile_lemmas(folder).read_text()


def test_words_that_are_new_in_a_file_are_compiled(folder: Path) -> None:
    compile_lemmas(folder)
    (folder / "synonyms.yaml").write_text("words: {отплыть: [отчалить]}\n")
    assert "отчалить" in compile_lemmas(folder).read_text()


def test_what_is_compiled_is_no_part_of_the_rules(folder: Path) -> None:
    before = hash_of(folder)
    compile_lemmas(folder)
    assert hash_of(folder) == before


@pytest.mark.parametrize(
    "game", [name for name in games() if (folder_of(entry_of_game(name)) / "data" / "orders.yaml").exists()]
)
def test_nearly_all_russian_words_of_a_game_are_compiled(game: str) -> None:
    data = folder_of(entry_of_game(game)) / "data"
    words = {word for word in phrases_of(game_named(game)).written if re.fullmatch("[а-я]+", word)}
    known = russian._compiled(compile_lemmas(data))
    assert len(words - known.keys()) <= 0.05 * len(words), "names are also spelt without their hyphens"
