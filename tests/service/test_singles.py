"""An answer to what goes on repeats no long menu; but what there is only one of, it has at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.conftest import words_of
from tests.service.test_what_remains import at_the_tiles

pytestmark = pytest.mark.store("sqlite")
REQUEST = {
    "en": "The word “list” brings all options once more.",
    "ru": "По слову «список» придут все варианты ещё раз.",
}
WALPOLE = {"en": "use minister Robert Walpole", "ru": "Роберт Уолпол"}


@pytest.mark.parametrize("code", ["en", "ru"])
def test_an_answer_without_the_menu_has_the_options_that_are_alone_of_their_kind(house: Any, code: str) -> None:
    at_the_tiles(house, code)
    told = words_of(house.write("britain", "hatstand")[0])
    assert REQUEST[code] in told
    assert WALPOLE[code] in told.partition(REQUEST[code])[2]
