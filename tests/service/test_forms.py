"""The printed form: sent back as it is it does nothing, and no round is thrown away that nobody wanted to end."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.service.play.offers import phrasebook
from tests.service.beginnings import beginning
from tests.service.conftest import at_the_tiles

pytestmark = pytest.mark.store("sqlite")

END = {"en": "end", "ru": "конец"}
YES = {"en": "yes", "ru": "да"}
UNUSED = {
    "en": "round over; not used: 4 points of the major action",
    "ru": "раунд закончен, не использовано: 4 очка основного действия",
}


@pytest.fixture
@beginning
def campaign(installation: Any, code: str) -> int:
    """Imperial Struggle where Britain has both actions of Economic 4 and Diplomatic 2 to spend, reading everything."""
    made = at_the_tiles(installation, code)
    installation.write("britain", "format full")
    installation.write(
        "britain", phrasebook("imperial-struggle").say(installation.table(made).match.options("britain")[0], "en")
    )
    assert kind(installation, made) == "use_tile"
    return made


def kind(installation: Any, campaign: int) -> str:
    return installation.table(campaign).match.decisions()[0].kind


def test_the_form_sent_back_as_it_is_does_nothing(installation: Any, campaign: int, read: Any, code: str) -> None:
    text, before = read(installation.newest("britain")), installation.table(campaign).head
    assert f"\n# {END[code]} " in text, text
    installation.write("britain", text)
    assert installation.table(campaign).head == before


def test_a_form_filled_in_leaves_the_round_open(installation: Any, campaign: int, read: Any) -> None:
    before = installation.table(campaign).head.sequence
    installation.write("britain", re.sub(r"\n# (A\d\d) ", r"\n\1 ", read(installation.newest("britain")), count=1))
    assert installation.table(campaign).head.sequence > before
    assert kind(installation, campaign) == "use_tile"


def test_an_end_without_its_sign_ends_and_says_what_is_lost(
    installation: Any, campaign: int, read: Any, said: Any, code: str
) -> None:
    text = read(installation.newest("britain")).replace(f"\n# {END[code]} ", f"\n{END[code]} ")
    (answer,) = installation.write("britain", text)
    assert kind(installation, campaign) == "take_investment"
    assert UNUSED[code] in said(answer), said(answer)


def test_yes_does_nothing_where_an_order_would_be_left_out(
    installation: Any, campaign: int, said: Any, code: str
) -> None:
    for wrong in (["flag Xyzzyland", END[code]], ["flag Georges Bank", "flag Xyzzyland", END[code]]):
        before = installation.table(campaign).head.hash
        (answer,) = installation.write("britain", *wrong)
        assert not {f"“{YES[code]}”", f"«{YES[code]}»"}.intersection(said(answer).split()), said(answer)
        installation.write("britain", YES[code])
        assert installation.table(campaign).head.hash == before
