"""What is drawn cannot be foreseen: an answer that lists a draw is written all the same, without what remains."""

from typing import Any

import pytest

from adjudicator.service.play import offers
from adjudicator.store import prompts
from adjudicator.store.engine import reading

pytestmark = pytest.mark.store("sqlite")


def codes_of(installation: Any, seat: str) -> list[str]:
    """What is typed for each answer to the question of a seat; the last one is to rest, which draws."""
    table = installation.table(1)
    with reading(installation.service.engine) as session:
        (prompt,) = [each for each in prompts.open_prompts(session, 1) if each.seat_id == table.by_name[seat].id]
    coded = offers.coded_options(prompt.offered, table.match, seat, table.by_name[seat].language)
    return [each.code for each in coded]


def test_a_draw_of_an_earlier_question_is_offered_and_not_foreseen(installation: Any, said: Any) -> None:
    installation.create("salt-roads", {"amber": "en", "sapphire": "ru", "onyx": "en"})
    rest = codes_of(installation, "amber")[-1]
    for seat in ("amber", "sapphire", "onyx"):
        installation.write(seat, codes_of(installation, seat)[0])
    before = list(installation.table(1).match.state.deck)
    text = said(installation.write("amber", rest)[0])
    assert "Reply “yes” to do this: 4k - rest" in text
    assert "After that" not in text
    assert installation.table(1).match.state.deck == before
    installation.write("amber", "yes")
    assert installation.table(1).match.state.deck != before
