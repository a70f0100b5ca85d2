"""Votes: a player begins one by mail, the others answer, and what enough of them want is done."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import msgspec
import pytest
from sqlalchemy.orm import Session

from adjudicator.service import periodic
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.settings import CampaignSettings, settings_of
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Close, Pause, Replace, Resume
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.moderation.votes import run
from adjudicator.service.standings.results import FinishedMatch, outcomes
from adjudicator.store import agreements, audits
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import CampaignState
from tests.service.beginnings import beginning
from tests.service.test_moderators_by_mail import Mona, code_in, got

pytestmark = pytest.mark.store("sqlite")

SEATS = {"amber": "en", "onyx": "ru", "sapphire": "en", "moderator": "en"}


@pytest.fixture
@beginning
def campaign(house: Any) -> int:
    made: int = house.create("salt-roads", SEATS, rated=True)
    return made


def write(house: Any, seat: str, *lines: str, **headers: str) -> list[tuple[str, EmailMessage]]:
    """A seat writes. Returns all mails that come of it."""
    assert house.put(house.raw(seat, "\n".join(lines) + "\n", **headers)).status.value == "handled"
    mails: list[tuple[str, EmailMessage]] = house.deliver()
    return mails


def state(house: Any, campaign: int) -> CampaignState:
    found: CampaignState = house.table(campaign).campaign.state
    return found


def do(house: Any, campaign: int, deed: Any) -> None:
    """A moderator does something at the desk."""
    with writing(house.service.engine) as session:
        lock_campaign(session, campaign)
        perform(in_session(house, session, campaign), deed, Author("Mona"))
    house.deliver()


def in_session(house: Any, session: Session, campaign: int) -> CampaignContext:
    return table_of_campaign(house.service.work(session), campaign)


def outcome(house: Any) -> FinishedMatch:
    with reading(house.service.engine) as session:
        (found,) = outcomes(session)
    return found


def acts(house: Any, campaign: int) -> list[tuple[str, str]]:
    with reading(house.service.engine) as session:
        return [(act.author, act.command) for act in audits.trail(session, campaign)]


def is_open(house: Any, campaign: int) -> bool:
    with reading(house.service.engine) as session:
        return bool(agreements.votes_in(session, campaign))


def test_more_than_half_pause_and_let_go_on(house: Any, campaign: int, said: Any) -> None:
    mails = write(house, "amber", "vote pause")
    (begun,), (asked,), (told,) = got("amber", mails), got("onyx", mails), got("moderator", mails)
    assert "Your vote counts: yes. You can still change it. The vote has begun" in said(begun)
    assert "голосование: ответьте «да» или «нет»" in asked["Subject"]
    assert "голосов «за»: 2 из 3" in said(asked)
    assert "«голосование пауза: за» или «голосование пауза: против»" in said(asked)
    assert "27" in said(asked), "a week later"
    assert "Only players vote" in said(told)
    assert state(house, campaign) is CampaignState.RUNNING
    mails = write(house, "onyx", "голосую за паузу")
    assert state(house, campaign) is CampaignState.PAUSED
    (over,) = [mail for mail in got("sapphire", mails) if "a vote is over" in mail["Subject"]]
    assert "For it: Amber and Onyx. Against it: -. Have not voted: Sapphire. Needed: 2." in said(over)
    assert acts(house, campaign) == [("the players", "vote"), ("the players", "pause")]
    assert "the players: voted for this: the campaign is paused" in said(write(house, "amber", "history acts")[0][1])
    write(house, "sapphire", "vote resume")
    assert state(house, campaign) is CampaignState.PAUSED
    write(house, "onyx", "голосую за")
    assert state(house, campaign) is CampaignState.RUNNING


def test_all_have_to_agree_to_a_draw_and_it_counts_as_one(house: Any, campaign: int, said: Any) -> None:
    mails = write(house, "onyx", "Голосование: ничья.")
    assert "«голосование ничья: за»" in said(got("onyx", mails)[0])
    write(house, "amber", "yes")
    assert state(house, campaign) is CampaignState.RUNNING
    mails = write(house, "sapphire", "vote for a draw")
    assert state(house, campaign) is CampaignState.FINISHED
    assert any("The match is over, a draw." in said(mail) for mail in got("amber", mails))
    assert any("Партия окончена, ничья." in said(mail) for mail in got("onyx", mails))
    found = outcome(house)
    assert (found.drawn, found.closed, found.rated) == (True, False, True)
    assert house.table(campaign).match.result.how == "agreement"
    assert "no such open vote" in said(write(house, "amber", "vote yes")[-1][1])


def test_the_others_concede_to_a_seat(house: Any, campaign: int, said: Any) -> None:
    write(house, "amber", "I concede to Onyx")
    mails = write(house, "onyx", "голосую за победу Оникса")
    assert "Ваш голос учтён: да" in said(got("onyx", mails)[0])
    mails = write(house, "sapphire", "vote onyx wins")
    assert [side.seat for side in outcome(house).sides if side.won] == ["onyx"]
    assert any("Onyx wins" in said(mail) for mail in got("sapphire", mails))
    assert any("побеждает Оникс" in said(mail) for mail in got("onyx", mails))


def test_the_campaign_ends_without_a_result(house: Any, campaign: int, said: Any) -> None:
    for seat in ("amber", "onyx", "sapphire"):
        mails = write(house, seat, "vote end")
    assert (state(house, campaign), outcome(house).closed) == (CampaignState.FINISHED, True)
    assert any("without a result of the rules" in said(mail) for mail in got("sapphire", mails))


def test_a_no_and_a_vote_that_is_changed(house: Any, campaign: int, said: Any) -> None:
    write(house, "amber", "vote draw")
    mails = write(house, "onyx", "голосование ничья: против")
    assert "Ваш голос учтён: нет" in said(got("onyx", mails)[0])
    assert not got("sapphire", mails), "how somebody votes is told when the vote is over"
    assert "voted so far: 2" in said(write(house, "sapphire", "votes")[0][1])
    write(house, "onyx", "голосую за")
    assert is_open(house, campaign)
    mails = write(house, "sapphire", "vote no")
    assert not is_open(house, campaign), "all have voted"
    assert "nothing is done" in said(got("amber", mails)[0])
    assert "Against it: Sapphire." in said(got("amber", mails)[0])
    assert acts(house, campaign) == [("the players", "vote")]
    assert house.table(campaign).match.result is None


def test_a_vote_without_enough_votes_is_over_after_a_week(house: Any, campaign: int, said: Any) -> None:
    write(house, "onyx", "голосование ничья")
    write(house, "amber", "vote yes")
    house.clock.forward(days=6)
    assert run(house.service) == 0
    house.clock.forward(days=2)
    assert run(house.service) == 1
    mails = house.deliver()
    assert any("Не голосовали: Сапфир" in said(mail) for mail in got("onyx", mails))
    assert "no such open vote" in said(write(house, "sapphire", "vote yes")[-1][1])
    assert state(house, campaign) is CampaignState.RUNNING


def test_a_yes_counts_for_the_mail_that_it_answers(house: Any, campaign: int, said: Any) -> None:
    mails = write(house, "amber", "vote draw")
    asked = got("onyx", mails)[0]["Message-ID"]
    write(house, "sapphire", "vote pause")
    (told,) = got("onyx", write(house, "onyx", "голосую за"))
    assert "Какое голосование вы имеете в виду?" in said(told)
    assert "«голосование ничья: за», «голосование ничья: против», «голосование пауза: за»" in said(told)
    assert "Ваш голос учтён: да" in said(got("onyx", write(house, "onyx", "да", In_Reply_To=asked))[0])
    (told,) = got("sapphire", write(house, "sapphire", "votes"))
    assert "the match ends here as a draw: begun by Amber" in said(told)
    assert "voted so far: 2" in said(told)


def test_a_yes_to_another_mail_is_no_vote(house: Any, campaign: int) -> None:
    before = house.newest("onyx")["Message-ID"]
    write(house, "amber", "vote pause")
    write(house, "onyx", "да", In_Reply_To=before)
    assert state(house, campaign) is CampaignState.RUNNING


def test_all_others_replace_a_player_and_one_alone_cannot(house: Any, campaign: int, said: Any) -> None:
    assert "about your own seat" in said(write(house, "amber", "vote replace amber")[0][1])
    assert not is_open(house, campaign)
    mails = write(house, "amber", "vote replace Onyx")
    assert "Речь о вашем месте" in said(got("onyx", mails)[0])
    assert "о вашем собственном месте" in said(got("onyx", write(house, "onyx", "голосую против замены Оникса"))[0])
    write(house, "sapphire", "release onyx")
    assert house.table(campaign).by_name["onyx"].people == ()
    assert "Остальные игроки проголосовали" in said(house.newest("onyx"))
    assert "You alone" in said(write(house, "amber", "vote replace sapphire")[0][1])


def test_the_vote_of_who_has_left_the_seat_does_not_count(house: Any, campaign: int, said: Any) -> None:
    write(house, "amber", "vote draw")
    write(house, "sapphire", "vote yes")
    stella = Newcomer(name="Stella", email="stella@players.test", language="en")
    do(house, campaign, Replace(seat="sapphire", to=stella))
    write(house, "onyx", "голосую за ничью")
    assert house.table(campaign).match.result is None
    house.received["sapphire@players.test"] = house.received["stella@players.test"]
    write(house, "sapphire", "vote yes", sender="stella@players.test")
    assert house.table(campaign).match.result is not None


def test_a_vote_about_a_seat_is_over_when_somebody_else_has_it(house: Any, campaign: int, said: Any) -> None:
    write(house, "amber", "vote replace onyx")
    do(house, campaign, Replace(seat="onyx", to=Newcomer(name="Olga", email="olga@players.test", language="ru")))
    assert "no such open vote" in said(write(house, "sapphire", "vote yes")[0][1])
    assert house.table(campaign).by_name["onyx"].people == ("Olga",)


def test_a_draw_is_agreed_on_in_a_pause(house: Any, campaign: int) -> None:
    do(house, campaign, Pause())
    for seat in ("amber", "onyx", "sapphire"):
        write(house, seat, "vote draw")
    assert (state(house, campaign), outcome(house).drawn) == (CampaignState.FINISHED, True)


def test_what_the_moderator_does_ends_the_vote_about_it(house: Any, campaign: int, said: Any) -> None:
    write(house, "amber", "vote pause")
    do(house, campaign, Pause())
    assert "The campaign is paused already" in said(write(house, "sapphire", "vote pause")[0][1])
    do(house, campaign, Resume())
    write(house, "sapphire", "vote pause")
    assert state(house, campaign) is CampaignState.RUNNING, "the first vote does not count any more"
    do(house, campaign, Close())
    assert "Такого открытого голосования нет" in said(write(house, "onyx", "голосую за")[0][1])
    house.clock.forward(days=8)
    periodic.run(house.service)
    assert not is_open(house, campaign)
    assert house.deliver() == []


def test_a_moderator_who_does_not_play_carries_it_out_by_agreement(house: Any, campaign: int, said: Any) -> None:
    with writing(house.service.engine) as session:
        lock_campaign(session, campaign)
        row = in_session(house, session, campaign).campaign
        agreed = msgspec.structs.replace(settings_of(row), votes="moderators")
        assert isinstance(agreed, CampaignSettings)
        row.settings = msgspec.json.encode(agreed)
    mona = Mona(house, campaign)
    for seat in ("amber", "onyx", "sapphire"):
        mails = write(house, seat, "vote draw")
    assert house.table(campaign).match.result is None
    told = next(said(mail) for mail in got("moderator", mails) if "Please carry it out" in said(mail))
    log = house.table(campaign).match.public_n
    assert f"“conclude {log} draw”" in told
    asked = said(mona.answer(mona.write(f"conclude {log} draw by vote")))
    assert "The match will end here, as a draw" in asked
    mona.write(f"confirm {code_in(asked)}")
    assert outcome(house).drawn


def test_only_players_vote_and_wrong_words_are_answered(house: Any, campaign: int, said: Any) -> None:
    mona = Mona(house, campaign)
    assert "for the players to decide" in said(mona.answer(mona.write("vote pause")))
    assert "“vote pause”, “vote resume”, “vote end”, “vote draw”" in said(write(house, "amber", "vote")[0][1])
    assert "There is no seat “ruby”" in said(write(house, "amber", "vote ruby wins")[0][1])
    assert "The campaign is not paused" in said(write(house, "amber", "vote resume")[0][1])
    assert "no such open vote" in said(write(house, "amber", "vote no")[0][1])
    assert "No vote is open" in said(write(house, "amber", "votes")[0][1])
    assert "vote SEAT wins" in said(write(house, "amber", "concede")[0][1])
    assert not is_open(house, campaign)
