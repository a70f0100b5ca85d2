"""Questions and refusals whose words stand in a file."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import pytest

from adjudicator import Question, word
from adjudicator.components import Code, Kind
from adjudicator.components.load import FactError
from adjudicator.language import language
from adjudicator.reports.asking import Askings
from adjudicator.reports.refusing import Refusals
from adjudicator.reports.speech import Speech
from adjudicator.reports.story import Stories
from adjudicator.reports.telling import Phase, Tellings
from adjudicator.reports.worded import Registers

TOWN = Kind("town", ("lyon", "metz"))
Stay = word("stay", "Stay. Rule 1.")


class Towns(Speech):
    def thing(self, kind: Kind[Any], id: Any) -> str:
        return str(id).capitalize()


def registers() -> Registers[Towns, None]:
    where = Phase[Towns]("turn", lambda event, to: None).unless()  # type: ignore[arg-type, return-value]
    tellings: Tellings[Towns] = Tellings(lambda seat, to: to.party(seat), where)
    return Registers(tellings, Askings(), Stories(lambda seat, to: seat), Refusals())


def chapter(name: str) -> ModuleType:
    module = ModuleType(name)
    source = """
full = Code("1", town=TOWN)
GO = Question("go", "1", Stay, about={"town": TownId})
"""
    given = {"Code": Code, "Question": Question, "TOWN": TOWN, "TownId": Annotated[str, TOWN], "Stay": Stay}
    vars(module).update(given)
    exec(source, vars(module))
    return module


def read(tmp_path: Path, text: str) -> Registers[Towns, None]:
    (tmp_path / "said.yaml").write_text(text)
    found = registers()
    found.read(tmp_path / "said.yaml", [chapter("going")])
    return found


def test_what_a_file_says_is_said(tmp_path: Path) -> None:
    found = read(tmp_path, 'asked: {go: [where?, "from %(town)s: where?"]}\nrefused: {full: "%(town)s is full"}')
    assert found.refusals.said("full", {"town": "lyon"}, Towns(language("en"))) == "Lyon is full"
    assert found.askings.unasked(["go"]) == []


def test_a_file_that_names_what_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FactError) as caught:
        read(tmp_path, "asked: {run: [where?, where?]}\nrefused: {empty: it is empty}")
    assert "asked.run: there is no such question" in str(caught.value)
    assert "refused.empty: there is no such code" in str(caught.value)


def test_a_place_that_nothing_fills_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="road"):
        read(tmp_path, 'refused: {full: "%(road)s is full"}')
    with pytest.raises(TypeError, match="road"):
        read(tmp_path, 'asked: {go: [where?, "%(road)s: where?"]}')
