"""An answer to what goes on repeats no long menu; but what there is only one of, it has at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.conftest import words_of
from tests.service.test_what_remains import at_the_tiles

pytestmark = pytest.mark.store("sqlite")
REQUEST = {
    "en": "Send “list” to see all options.",
    "ru": "По слову «список» придут все варианты.",
}
WALPOLE = {"en": "use minister Robert Walpole", "ru": "использовать министерство Роберт Уолпол"}
NOEL = {"en": "Man of the Church (Noel)", "ru": "Служитель церкви (Ноэль)"}
END = {"en": "end", "ru": "конец"}
TILE = {"en": "E4D2", "ru": "Э4Д2"}


@pytest.mark.parametrize("code", ["en", "ru"])
def test_a_new_question_has_all_its_options(installation: Any, code: str) -> None:
    installation.create("europa-universalis", {"france": code, "england": "en", "castile": "en"})
    (all_of_it,) = installation.write("france", "take cards administrative power, administrative power, military power")
    assert REQUEST[code] not in words_of(all_of_it)
    assert NOEL[code] in words_of(all_of_it)


@pytest.mark.parametrize("code", ["en", "ru"])
def test_an_answer_without_the_menu_has_the_options_that_are_alone_of_their_kind(installation: Any, code: str) -> None:
    at_the_tiles(installation, code)
    for line in ("hatstand", TILE[code], "K42"):
        (told,) = installation.write("britain", line)[:1]
        assert REQUEST[code] in words_of(told)
        alone = words_of(told).partition(REQUEST[code])[2]
        assert WALPOLE[code] in alone
        assert (END[code] in alone.split()) == (line != "hatstand")
