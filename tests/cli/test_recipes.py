"""The recipes of docs/reference/archive_format.md compute what the program computes, with nothing but Python."""

import re
from pathlib import Path
from random import Random
from typing import Any

from adjudicator import new_match
from adjudicator.kernel.chance import commitment
from adjudicator.kernel.simulate import play_out
from adjudicator.service.proof.receipts import root_of, salted

TEXT = (Path(__file__).parents[2] / "docs/reference/archive_format.md").read_text(encoding="utf-8")


def recipe() -> dict[str, Any]:
    """What the blocks of the guide define, run from top to bottom."""
    found: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) == 2
    assert set(re.findall(r"^(?:import|from) (.*)$", "\n".join(blocks), re.MULTILINE)) == {"hashlib, hmac"}
    for block in blocks:
        exec(block, found)
    return found


def test_the_recipe_computes_the_draws_of_a_match() -> None:
    made = recipe()
    match = new_match("sealed-bids", seed=made["seed"], nonces=made["nonces"])
    assert made["commitment"] == commitment(made["seed"]) == match.header.commitment
    play_out(match, Random(1))
    draws = [draw for entry in match.log for draw in entry.chance]
    assert made["first"] == draws[0].value
    assert draws[2].name == "lot"
    assert made["dice"] == draws[2].value
    later = next(k for k, draw in enumerate(draws) if k > 2 and draw.name == "lot")
    assert [1 + made["index"](0, later, f"lot/{k}", 6) for k in range(2)] == draws[later].value


def test_the_recipe_computes_the_root_of_a_receipt() -> None:
    leaves = salted(["one", "два"])
    assert recipe()["root_of"]([(leaf.salt.hex(), leaf.content) for leaf in leaves]) == root_of(leaves)
