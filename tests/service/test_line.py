"""The line of stages: documented in the order in which mails pass it, each with its reason."""

import re
from pathlib import Path

from adjudicator.service.inbox.pipeline import LINE

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "architecture.md"


def _named(stage: object) -> str:
    module = stage.__module__.rsplit(".", 1)[1]
    return f"{module}.{stage.__name__}"  # type: ignore[attr-defined]


def test_the_page_tells_the_stages_in_their_order() -> None:
    told = re.findall(r"^\| `((?:senders|turns|contents)\.\w+)` \|", PAGE.read_text(), re.MULTILINE)
    assert told == [_named(stage) for stage in LINE]


def test_every_stage_tells_its_reason() -> None:
    assert all((stage.__doc__ or "").strip() for stage in LINE)


def test_nothing_is_locked_before_the_seat_is_known_and_nothing_is_done_before_the_lock() -> None:
    names = [_named(stage) for stage in LINE]
    kinds = [name.partition(".")[0] for name in names]
    assert kinds == sorted(kinds, key=["senders", "turns", "contents"].index)
    assert names.index("senders.no_seat") + 1 == names.index("turns.earlier_mail")
    assert names.index("contents.taken_apart") < names.index("contents.overheard"), "what is for others leaves first"
    assert names[-1] == "contents.orders"
