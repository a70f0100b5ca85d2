"""What the rules of a game let a moderator do at any time, by mail and at the desk."""

from __future__ import annotations

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Decide
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.store import audits
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.conftest import Installation, Read
from tests.service.test_moderators_by_mail import Mona, code_in

pytestmark = pytest.mark.store("sqlite")

SEATS = {"england": "en", "france": "ru", "castile": "en", "moderator": "en"}


@pytest.fixture
def campaign(installation: Installation) -> int:
    return installation.create("europa-universalis", SEATS, timing=TimingPolicy(news_minutes=0), mail_format="text")


def test_a_moderator_decides_by_mail_what_the_rules_leave_to_them(
    installation: Installation, campaign: int, said: Read
) -> None:
    mona, log = Mona(installation, campaign), installation.table(campaign).match.public_n
    asked = installation.table(campaign).match.decisions()[0].number
    answer = mona.answer(mona.write(f"decide {log} player leaves England because he moves abroad"))
    assert "player leaves England" in said(answer)
    assert not installation.table(campaign).match.state.leaving
    mails = mona.write(f"confirm {code_in(said(answer))}")
    match = installation.table(campaign).match
    assert match.state.leaving
    assert match.decisions()[0].number == asked
    with reading(installation.service.engine) as session:
        assert [each.command for each in audits.trail(session, campaign)][-1] == "decide"
    told = {address: said(mail) for address, mail in mails if not address.startswith("moderator")}
    assert set(told) == {"england@players.test", "france@players.test", "castile@players.test"}
    assert "England loses its player" in told["castile@players.test"]
    assert "Англия остаётся без игрока" in told["france@players.test"]


def test_it_is_understood_in_every_language_and_refused_with_a_reason(
    installation: Installation, campaign: int
) -> None:
    def trouble(*lines: str) -> str:
        with writing(installation.service.engine) as session:
            lock_campaign(session, campaign)
            table = table_of_campaign(installation.service.work(session), campaign)
            try:
                perform(table, Decide(lines=lines), Author("Mona"))
            except Rejected as no:
                return no.trouble
            return ""

    assert trouble("игрок уходит Англия") == ""
    assert trouble("influence in Burgundy") == "no_decision"
    assert trouble("player leaves England", "player leaves England") == "not_decided"


def test_a_game_without_such_rules_leaves_nothing_to_decide(installation: Installation) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        with pytest.raises(Rejected) as refused:
            perform(table, Decide(lines=("anything",)), Author("Mona"))
    assert refused.value.trouble == "nothing_to_decide"
