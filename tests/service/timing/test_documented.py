"""The manual names every setting, and its example can be used."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec

from adjudicator.service.timing.policy import Chain, ShortFuse, TimingPolicy, WaitPolicy, problems_of

MANUAL = Path(__file__).parents[3] / "docs" / "explanation" / "deadlines.md"


def test_the_example_of_the_manual_is_a_policy_and_names_every_setting() -> None:
    block = re.search(r"```toml\n(.*?)```", MANUAL.read_text("utf-8"), re.DOTALL)
    assert block is not None
    told = tomllib.loads(block[1])["timing"]
    policy = msgspec.convert(told, TimingPolicy)
    assert problems_of(policy) == []
    assert set(told) == set(TimingPolicy.__struct_fields__)
    assert set(told["short_fuse"]) == set(ShortFuse.__struct_fields__)
    assert set(told["chain"]) == set(Chain.__struct_fields__)
    assert set(told["wait"]) <= set(WaitPolicy.__struct_fields__)
