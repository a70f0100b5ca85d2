"""Digests tell what their reader has not been told."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.service.clocks import digests

pytestmark = pytest.mark.store("sqlite")


@pytest.mark.parametrize("days", [8, 20])
def test_the_first_one_after_an_outage_tells_what_happened_before_it(installation: Any, said: Any, days: int) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "en", "observer": "en"}, mail_format="text")
    installation.write("red", "1a")
    installation.write("blue", "2a")
    installation.clock.forward(days=days)
    assert digests.run(installation.service) == 1
    installation.deliver()
    told = said(installation.newest("observer"))
    assert "What happened from" in told
    assert "nothing happened" not in told
