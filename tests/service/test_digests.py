"""Digests tell what their reader has not been told."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.service.clocks import digests

pytestmark = pytest.mark.store("sqlite")


@pytest.mark.parametrize("days", [8, 20])
def test_the_first_one_after_an_outage_tells_what_happened_before_it(house: Any, said: Any, days: int) -> None:
    house.create("sealed-bids", {"red": "en", "blue": "en", "observer": "en"}, mail_format="text")
    house.write("red", "1a")
    house.write("blue", "2a")
    house.clock.forward(days=days)
    assert digests.run(house.service) == 1
    house.deliver()
    told = said(house.newest("observer"))
    assert "What happened from" in told
    assert "nothing happened" not in told
