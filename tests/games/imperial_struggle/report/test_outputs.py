"""Whatever the words say stays the same to the letter: the digests of all chapters stand in `golden/outputs.digests`.

`UPDATE_GOLDEN=1 pytest tests/games/imperial_struggle/report/test_outputs.py` writes them again. What has changed is
found with `python -m tests.games.imperial_struggle.outputs FOLDER`, run on both states of the code.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.games.imperial_struggle.outputs import outputs, written


def test_all_that_is_said_is_what_it_was(golden: Path, tmp_path: Path) -> None:
    found = outputs([0], most=100)
    now = "".join(f"{digest} {chapter}\n" for chapter, digest in found.digests().items())
    path = golden / "outputs.digests"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(now, "utf-8")
    before = path.read_text("utf-8").splitlines()
    changed = [each for each in now.splitlines() if each not in before]
    written(found, tmp_path)
    assert not changed, f"see {tmp_path}"
    assert len(before) == len(found.said)
