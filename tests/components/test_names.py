"""Names by kind, id and language: complete, in cases, and an unknown one fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.components import Kind, Thing, UnknownThingError
from adjudicator.components.load import FactError
from adjudicator.components.names import Naming, compile_names

CITY: Kind[Thing] = Kind("city", ("lyon", "acadia", "albany", "brest"))
PORT = CITY.where("port", lambda city: city.id == "brest")
SIDE: Kind[Thing] = Kind("side", ("red", "blue"))

RU = """
city: {lyon: [Лион, Лугдун], acadia: Акадия, albany: Олбани, brest: Брест}
side: {red: Красные, blue: Синие}
"""
EN = """
city: {lyon: [Lyon, Lugdunum], acadia: Acadia, albany: Albany, brest: Brest}
side: {red: Red, blue: Blue}
"""
CASES = "city: {acadia: {genitive: Акадии}, albany: unchanged}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("names.ru", RU), ("names.en", EN), ("cases.ru", CASES)):
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


@pytest.fixture
def naming(folder: Path) -> Naming:
    return Naming((CITY, SIDE), folder)


def test_names_and_further_spellings(naming: Naming) -> None:
    assert naming.languages == ("en", "ru")
    assert naming("ru").name(CITY, "lyon") == "Лион"
    assert naming("en").forms(CITY, "lyon") == ("Lyon", "Lugdunum")
    assert naming("en").name(PORT, "brest") == "Brest"  # a part of a kind has its names


def test_a_people_is_understood_for_whatever_has_its_place(folder: Path) -> None:
    (folder / "names.en.yaml").write_text(EN + "peoples: {acadia: [Acadian, Acadians]}")
    english = Naming((CITY, SIDE), folder)("en")
    assert english.forms(CITY, "acadia") == ("Acadia", "Acadian", "Acadians")
    assert english.people(CITY, "acadia") == ("Acadian", "Acadians")
    assert english.people(CITY, "lyon") == ()


def test_a_people_of_nothing_is_refused(folder: Path) -> None:
    (folder / "names.en.yaml").write_text(EN + "peoples: {acadie: [Acadian]}")
    with pytest.raises(FactError, match="peoples: there is nothing 'acadie'"):
        Naming((CITY, SIDE), folder)("en")


def test_cases_by_rule_by_the_file_and_in_a_language_without(naming: Naming) -> None:
    russian = naming("ru")
    assert [russian.in_case(CITY, id, "genitive") for id in CITY.ids] == ["Лиона", "Акадии", "Олбани", "Бреста"]
    assert naming("en").in_case(CITY, "lyon", "genitive") == "Lyon"
    assert dict(russian.cases(CITY, "albany", ("genitive", "dative"))) == {}
    assert dict(russian.cases(CITY, "lyon", ("accusative", "dative"))) == {"dative": "Лиону"}


def test_what_is_unknown_fails(naming: Naming) -> None:
    russian = naming("ru")
    with pytest.raises(UnknownThingError, match="there is no city 'lyo'; there are: lyon"):
        russian.name(CITY, "lyo")
    with pytest.raises(UnknownThingError, match="there is no port 'lyon'"):
        russian.name(PORT, "lyon")
    with pytest.raises(KeyError, match="things of kind 'card' have no names"):
        russian.name(Kind[Thing]("card", ("one",)), "one")
    with pytest.raises(KeyError, match="there is no case 'vocative'"):
        russian.in_case(CITY, "lyon", "vocative")  # type: ignore[arg-type]
    with pytest.raises(KeyError, match=r"cases\.ru\.yaml: city\.acadia: the dative of 'Акадия' is needed"):
        russian.in_case(CITY, "acadia", "dative")
    with pytest.raises(FactError, match="no names in language 'fr'; there are en, ru"):
        naming("fr")


def test_every_missing_and_every_unknown_name_is_told_at_once(folder: Path) -> None:
    (folder / "names.ru.yaml").write_text("city: {lyon: Лион, brst: Брест, albany: Олбани}\ncard: {}\n")
    with pytest.raises(FactError) as caught:
        Naming((CITY, SIDE), folder)("ru")
    assert caught.value.problems == (
        "names.ru.yaml: card: there is no such kind",
        "names.ru.yaml: city: no name for 'acadia'",
        "names.ru.yaml: city: no name for 'brest'",
        "names.ru.yaml: city: there is no city 'brst'; there are: lyon, acadia, albany, brest",
        "names.ru.yaml: side: no name for 'red'",
        "names.ru.yaml: side: no name for 'blue'",
    )


@pytest.mark.parametrize(
    ("cases", "problem"),
    [
        ("city: {rome: unchanged}", "cases.ru.yaml: city: there is no city 'rome'"),
        ("city: {lyon: {vocative: Лион}}", "cases.ru.yaml: Invalid enum value 'vocative'"),
    ],
)
def test_a_file_of_cases_that_does_not_fit(folder: Path, cases: str, problem: str) -> None:
    (folder / "cases.ru.yaml").write_text(cases)
    with pytest.raises(FactError, match=problem):
        Naming((CITY, SIDE), folder)("ru")


def test_compiled_names_are_the_same_and_are_left_when_the_file_changes(
    folder: Path, naming: Naming, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = [dict(naming("ru").cases(CITY, id, ("genitive",))) for id in CITY.ids]
    assert [path.name for path in compile_names(folder)] == ["names.en.json", "names.ru.json"]
    with monkeypatch.context() as without:
        without.setattr("adjudicator.components.names.russian.in_case", lambda *_: None)
        fast = Naming((CITY, SIDE), folder)("ru")
        assert [dict(fast.cases(CITY, id, ("genitive",))) for id in CITY.ids] == slow
    (folder / "names.ru.yaml").write_text(RU.replace("Брест", "Гавр"))
    assert Naming((CITY, SIDE), folder)("ru").in_case(CITY, "brest", "genitive") == "Гавра"
    compile_names(folder)
    assert Naming((CITY, SIDE), folder)("ru").name(CITY, "brest") == "Гавр"
