"""Seven correspondents play 1901 to 1903 as they wrote it: a stab, convoys, retreats, builds."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from adjudicator.games.diplomacy.events import Built, Ordered, Retreated
from adjudicator.kernel.trials import trials_of
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.play.corrections.lines import line_entries
from adjudicator.store.engine import reading
from tests.service.conftest import words_of

pytestmark = [pytest.mark.store("sqlite"), pytest.mark.slow]
LANGUAGES = {"england": "ru", "germany": "ru", "russia": "ru"}


def test_what_they_wrote_is_played(installation: Any) -> None:
    seats = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
    made = installation.create("diplomacy", {seat: LANGUAGES.get(seat, "en") for seat in seats})
    record = trials_of(installation.table(made).match.game).record
    written = {seat: iter(record[seat]) for seat in seats}
    told = defaultdict[str, list[str]](list)
    while (match := installation.table(made).match).state.year < 1904:
        for seat in match.asked_seats:
            lines = next(written[seat])
            for mail in installation.write(seat, *lines):
                words = words_of(mail)
                told[seat].append(words)
                assert "not understood" not in words
                assert "не понято" not in words
                assert "against the rules" not in words
                assert "против правил" not in words
    assert not any(list(left) for left in written.values())
    assert any("thank you for a quiet border" in words.lower() for words in told["austria"])
    with reading(installation.service.engine) as session:
        played = line_entries(table_of_campaign(installation.service.work(session), made))
    events = [told.public for each in played for told in each.told]
    orders = [event for event in events if isinstance(event, Ordered)]
    assert [order.place for order in orders if order.order == "convoy" and order.outcome == "done"] == ["nth"]
    assert sum(order.dislodged for order in orders) == 11
    assert sum(bool(event.to) for event in events if isinstance(event, Retreated)) == 7
    assert sum(isinstance(event, Built) for event in events) == 18
