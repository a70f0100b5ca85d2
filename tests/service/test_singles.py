"""An answer to what goes on repeats no long menu; but what there is only one of, it has at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")
REQUEST = {
    "en": "The word “list” brings all options once more.",
    "ru": "По слову «список» придут все варианты ещё раз.",
}
LOAN = {"en": "take loan", "ru": "взять заём"}


@pytest.mark.parametrize("code", ["en", "ru"])
def test_an_answer_without_the_menu_has_the_options_that_are_alone_of_their_kind(house: Any, code: str) -> None:
    house.create("europa-universalis", {"france": code, "england": "en", "castile": "en"})
    (all_of_it,) = house.write("france", "take cards administrative power, administrative power, military power")
    assert REQUEST[code] not in words_of(all_of_it)
    assert LOAN[code] in words_of(all_of_it)
    (told,) = house.write("france", "take loan")
    assert REQUEST[code] in words_of(told)
    assert LOAN[code] in words_of(told).partition(REQUEST[code])[2]
