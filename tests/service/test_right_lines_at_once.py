"""A player's choice that the right lines of a mail are carried out although others are wrong."""

from typing import Any

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.play.kept.held_orders import held_by
from adjudicator.store.engine import reading
from tests.service.conftest import at_the_tiles, words_of

pytestmark = pytest.mark.store("sqlite")


def draft(installation: Any) -> list[str]:
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), 1)
        return [line.text for line in held_by(table, table.by_name["britain"]).draft]


@pytest.fixture
def britain(installation: Any) -> Any:
    at_the_tiles(installation, "en")
    return installation


def test_the_right_lines_are_done_and_the_wrong_one_is_asked_about(britain: Any) -> None:
    (told,) = britain.write("britain", "drafts right lines")
    assert "the right lines of an email are carried out at once" in words_of(told)
    (answer, *_) = britain.write("britain", "E4D2", "flag Caymann Passsage")
    told = words_of(answer)
    assert "1 done E4D2" in told
    assert "2 not clear flag Caymann Passsage none of it is done yet" in told
    assert draft(britain) == ["flag Caymann Passsage"]
    (answer, *_) = britain.write("britain", "flag Cayman Passage")
    assert "1 done flag Cayman Passage" in words_of(answer)
    assert draft(britain) == []


def test_nothing_is_done_beside_a_wrong_line_without_that_choice(britain: Any) -> None:
    for choice in ("drafts right lines", "drafts whole"):
        britain.write("britain", choice)
    before = britain.table(1).match.position.n
    britain.write("britain", "E4D2", "flag Caymann Passsage")
    assert britain.table(1).match.position.n == before
    assert draft(britain) == ["E4D2", "flag Caymann Passsage"]


def test_a_right_line_that_needs_the_wrong_one_before_it_is_not_done(britain: Any) -> None:
    britain.write("britain", "drafts right lines")
    before = britain.table(1).match.position.n
    britain.write("britain", "E4D99", "flag Cayman Passage")
    assert britain.table(1).match.position.n == before
