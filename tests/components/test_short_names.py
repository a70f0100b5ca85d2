"""Short names: of the one form, alone, complete, and found as they are typed on either keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.components import Kind, Thing, UnknownThingError
from adjudicator.components.load import FactError
from adjudicator.components.names import Naming

CITY: Kind[Thing] = Kind("city", ("lyon", "brest"))
PORT = CITY.where("port", lambda city: city.id == "brest")
SIDE: Kind[Thing] = Kind("side", ("red", "blue"))


def naming(folder: Path, short: str) -> Naming:
    texts = {
        "names.en": "city: {lyon: Lyon, brest: Brest}\nside: {red: Red, blue: Blue}",
        "names.ru": "city: {lyon: Лион, brest: Брест}\nside: {red: Красные, blue: Синие}",
        "short_names": short,
    }
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text)
    return Naming((CITY, SIDE), folder)


def test_by_thing_and_back_on_either_keyboard(tmp_path: Path) -> None:
    short = naming(tmp_path, "city: {lyon: E11, brest: {short: K21, chip: {ru: Бр.}}}").short
    assert (short.of(CITY, "lyon"), short.of(PORT, "brest"), short.of(SIDE, "red")) == ("E11", "K21", "")
    assert [short.find(typed) for typed in ("e11", "Е11", "к21")] == [("city", "lyon")] * 2 + [("city", "brest")]
    assert [short.find(typed) for typed in ("E1", "E111", "C11", "11E", "E12")] == [None] * 5
    with pytest.raises(UnknownThingError, match="there is no city 'lyo'"):
        short.of(CITY, "lyo")


def test_a_button_has_the_name_or_its_shorter_form_or_what_content_calls_it(tmp_path: Path) -> None:
    names = naming(tmp_path, "city: {lyon: E11, brest: {short: K21, chip: {ru: Бр.}}}")
    assert [names.chip(CITY, "brest", code) for code in ("en", "ru")] == ["Brest", "Бр."]
    renamed = names.overlaid({"ru": {"city": {"brest": "Гавр"}}})
    assert (renamed.chip(CITY, "brest", "ru"), renamed.short.of(CITY, "brest")) == ("Гавр", "K21")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("city: {lyon: E11}", "city: no short name for 'brest'"),
        ("city: {lyon: E11, brest: E11}", "city.lyon: 'E11' stands twice"),
        ("city: {lyon: E11, brest: E1}", "city.brest: 'E1' is no letter of AEHKMPT with two digits"),
        ("city: {lyon: E11, brest: Е12}", "city.brest: 'Е12' is no letter"),  # in Cyrillic
        ("city: {lyon: E11, brest: C12}", "city.brest: 'C12' is no letter"),
        ("city: {lyon: E11, brest: K21, lio: K22}", "city: there is no city 'lio'"),
        ("town: {lyon: E11}", "town: there is no such kind"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, given: str, problem: str) -> None:
    with pytest.raises(FactError, match=rf"short_names\.yaml: {problem}"):
        naming(tmp_path, given).short.find("E11")
