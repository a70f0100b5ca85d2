"""Nobody reads another's secret in an answer, even if he wrote it himself."""

from __future__ import annotations

import pytest

from adjudicator.service.words.masking import MASK, mask
from adjudicator.settings import OwnAddress

MASKED = mask([OwnAddress(local="orders", domain="game.test")], "mytoken", ["histoken"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("orders+mytoken@game.test", "orders+mytoken@game.test"),
        ("ORDERS+HISTOKEN@game.test", f"{MASK}@game.test"),
        ("orders+stranger@game.test, orders@game.test", f"{MASK}@game.test, orders@game.test"),
        ("bid HisToken 3", f"bid {MASK} 3"),
        ("orders+mytokenx@game.test", f"{MASK}@game.test"),
        ("mailto:orders%2Bstranger@game.test?body=board", f"mailto:{MASK}@game.test?body=board"),
        ("mailto:orders%2Bmytoken@game.test?body=board", "mailto:orders%2Bmytoken@game.test?body=board"),
        ("orders+other@elsewhere.test", "orders+other@elsewhere.test"),
    ],
)
def test_only_the_readers_own_secret_stands(text: str, told: str) -> None:
    assert MASKED(text) == told
