"""Negotiations by mail: a page has deals to offer and a link to all there can be; what it prints is carried out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.service.test_choice_first import Play, links
from tests.service.test_first_time_players import POSITIONS
from tests.service.test_offers import code_in, words_of

pytestmark = pytest.mark.store("sqlite")
OFFERS, YES = {"en": "offers", "ru": "предложения"}, {"en": "yes", "ru": "да"}
DEAL, LISTED = {"en": "deal between ", "ru": "договор между "}, {"en": "ORDER AT ANY TIME", "ru": "В ЛЮБОЕ ВРЕМЯ"}


@pytest.mark.parametrize("label", ["deals", "deals!"])
def test_deals_that_a_page_prints_are_offered_and_signed(
    installation: Any, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """England is at war with France: peace comes before an alliance."""
    document = msgspec.json.decode((POSITIONS[0] / "english_deals.json").read_bytes())
    play = Play(installation, "here-i-stand", label, monkeypatch, document)
    lines = [line for line, _ in links(play.newest()["england"].made.html)]
    code = play.languages["england"]
    printed = [line for line in lines if line.startswith(DEAL[code])]
    assert len(printed) > 1
    made = [code_in(installation.write("england", line)[0]) for line in printed]
    assert len({*made}) == len(printed)
    assert OFFERS[code] in lines
    assert LISTED[code] in words_of(installation.write("england", OFFERS[code])[0])
    peace = next(number for number, line in zip(made, printed, strict=True) if "peace" in line or "мир" in line)
    installation.write("france", f"{peace} {YES[play.languages['france']]}")
    assert [pact.peace for pact in installation.table(play.campaign).match.state.pacts["england"]] == [True]
