"""Votes: a player begins one by mail, the others answer, and what enough of them want is done."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import msgspec
import pytest
from adjudicator_tournaments.scores import FinishedMatch, outcomes
from sqlalchemy.orm import Session

from adjudicator.service import periodic
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.settings import CampaignSettings, settings_of
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Close, Pause, Replace, Resume
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.moderation.votes import run
from adjudicator.store import agreements, audits
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import CampaignState
from tests.service.beginnings import beginning
from tests.service.test_moderators_by_mail import Mona, code_in, got

pytestmark = pytest.mark.store("sqlite")

SEATS = {"amber": "en", "onyx": "ru", "sapphire": "en", "moderator": "en"}


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    made: int = installation.create("salt-roads", SEATS, rated=True)
    return made


def write(installation: Any, seat: str, *lines: str, **headers: str) -> list[tuple[str, EmailMessage]]:
    """A seat writes. Returns all mails that come of it."""
    assert installation.put(installation.raw(seat, "\n".join(lines) + "\n", **headers)).status.value == "handled"
    mails: list[tuple[str, EmailMessage]] = installation.deliver()
    return mails


def state(installation: Any, campaign: int) -> CampaignState:
    found: CampaignState = installation.table(campaign).campaign.state
    return found


def do(installation: Any, campaign: int, deed: Any) -> None:
    """A moderator does something at the desk."""
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        perform(in_session(installation, session, campaign), deed, Author("Mona"))
    installation.deliver()


def in_session(installation: Any, session: Session, campaign: int) -> CampaignContext:
    return table_of_campaign(installation.service.work(session), campaign)


def outcome(installation: Any) -> FinishedMatch:
    with reading(installation.service.engine) as session:
        (found,) = outcomes(session)
    return found


def acts(installation: Any, campaign: int) -> list[tuple[str, str]]:
    with reading(installation.service.engine) as session:
        return [(act.author, act.command) for act in audits.trail(session, campaign)]


def is_open(installation: Any, campaign: int) -> bool:
    with reading(installation.service.engine) as session:
        return bool(agreements.votes_in(session, campaign))


def test_more_than_half_pause_and_let_go_on(installation: Any, campaign: int, said: Any) -> None:
    mails = write(installation, "amber", "vote pause")
    (begun,), (asked,), (told,) = got("amber", mails), got("onyx", mails), got("moderator", mails)
    assert "Your vote counts: yes. You can still change it. The vote has begun" in said(begun)
    assert "голосование: ответьте «да» или «нет»" in asked["Subject"]
    assert "голосов «за»: 2 из 3" in said(asked)
    assert "«голосование пауза: за» или «голосование пауза: против»" in said(asked)
    assert "27" in said(asked), "a week later"
    assert "Only players vote" in said(told)
    assert state(installation, campaign) is CampaignState.RUNNING
    mails = write(installation, "onyx", "голосую за паузу")
    assert state(installation, campaign) is CampaignState.PAUSED
    (over,) = [mail for mail in got("sapphire", mails) if "a vote is over" in mail["Subject"]]
    assert "For it: Amber and Onyx. Against it: -. Have not voted: Sapphire. Needed: 2." in said(over)
    assert acts(installation, campaign) == [("the players", "vote"), ("the players", "pause")]
    assert "the players: voted for this: the campaign is paused" in said(
        write(installation, "amber", "history acts")[0][1]
    )
    write(installation, "sapphire", "vote resume")
    assert state(installation, campaign) is CampaignState.PAUSED
    write(installation, "onyx", "голосую за")
    assert state(installation, campaign) is CampaignState.RUNNING


def test_all_have_to_agree_to_a_draw_and_it_counts_as_one(installation: Any, campaign: int, said: Any) -> None:
    mails = write(installation, "onyx", "Голосование: ничья.")
    assert "«голосование ничья: за»" in said(got("onyx", mails)[0])
    write(installation, "amber", "yes")
    assert state(installation, campaign) is CampaignState.RUNNING
    mails = write(installation, "sapphire", "vote for a draw")
    assert state(installation, campaign) is CampaignState.FINISHED
    assert any("The match is over, a draw." in said(mail) for mail in got("amber", mails))
    assert any("Партия окончена, ничья." in said(mail) for mail in got("onyx", mails))
    found = outcome(installation)
    assert (found.drawn, found.closed, found.rated) == (True, False, True)
    assert installation.table(campaign).match.result.how == "agreement"
    assert "no such open vote" in said(write(installation, "amber", "vote yes")[-1][1])


def test_the_others_concede_to_a_seat(installation: Any, campaign: int, said: Any) -> None:
    write(installation, "amber", "I concede to Onyx")
    mails = write(installation, "onyx", "голосую за победу Оникса")
    assert "Ваш голос учтён: да" in said(got("onyx", mails)[0])
    mails = write(installation, "sapphire", "vote onyx wins")
    assert [side.seat for side in outcome(installation).sides if side.won] == ["onyx"]
    assert any("Onyx wins" in said(mail) for mail in got("sapphire", mails))
    assert any("побеждает Оникс" in said(mail) for mail in got("onyx", mails))


def test_the_campaign_ends_without_a_result(installation: Any, campaign: int, said: Any) -> None:
    for seat in ("amber", "onyx", "sapphire"):
        mails = write(installation, seat, "vote end")
    assert (state(installation, campaign), outcome(installation).closed) == (CampaignState.FINISHED, True)
    assert any("without a result of the rules" in said(mail) for mail in got("sapphire", mails))


def test_a_no_and_a_vote_that_is_changed(installation: Any, campaign: int, said: Any) -> None:
    write(installation, "amber", "vote draw")
    mails = write(installation, "onyx", "голосование ничья: против")
    assert "Ваш голос учтён: нет" in said(got("onyx", mails)[0])
    assert not got("sapphire", mails), "how somebody votes is told when the vote is over"
    assert "voted so far: 2" in said(write(installation, "sapphire", "votes")[0][1])
    write(installation, "onyx", "голосую за")
    assert is_open(installation, campaign)
    mails = write(installation, "sapphire", "vote no")
    assert not is_open(installation, campaign), "all have voted"
    assert "nothing is done" in said(got("amber", mails)[0])
    assert "Against it: Sapphire." in said(got("amber", mails)[0])
    assert acts(installation, campaign) == [("the players", "vote")]
    assert installation.table(campaign).match.result is None


def test_a_vote_without_enough_votes_is_over_after_a_week(installation: Any, campaign: int, said: Any) -> None:
    write(installation, "onyx", "голосование ничья")
    write(installation, "amber", "vote yes")
    installation.clock.forward(days=6)
    assert run(installation.service) == 0
    installation.clock.forward(days=2)
    assert run(installation.service) == 1
    mails = installation.deliver()
    assert any("Не голосовали: Сапфир" in said(mail) for mail in got("onyx", mails))
    assert "no such open vote" in said(write(installation, "sapphire", "vote yes")[-1][1])
    assert state(installation, campaign) is CampaignState.RUNNING


def test_a_yes_counts_for_the_mail_that_it_answers(installation: Any, campaign: int, said: Any) -> None:
    mails = write(installation, "amber", "vote draw")
    asked = got("onyx", mails)[0]["Message-ID"]
    write(installation, "sapphire", "vote pause")
    (told,) = got("onyx", write(installation, "onyx", "голосую за"))
    assert "Какое голосование вы имеете в виду?" in said(told)
    assert "«голосование ничья: за», «голосование ничья: против», «голосование пауза: за»" in said(told)
    assert "Ваш голос учтён: да" in said(got("onyx", write(installation, "onyx", "да", In_Reply_To=asked))[0])
    (told,) = got("sapphire", write(installation, "sapphire", "votes"))
    assert "the match ends here as a draw: begun by Amber" in said(told)
    assert "voted so far: 2" in said(told)


def test_a_yes_to_another_mail_is_no_vote(installation: Any, campaign: int) -> None:
    before = installation.newest("onyx")["Message-ID"]
    write(installation, "amber", "vote pause")
    write(installation, "onyx", "да", In_Reply_To=before)
    assert state(installation, campaign) is CampaignState.RUNNING


def test_all_others_replace_a_player_and_one_alone_cannot(installation: Any, campaign: int, said: Any) -> None:
    assert "about your own seat" in said(write(installation, "amber", "vote replace amber")[0][1])
    assert not is_open(installation, campaign)
    mails = write(installation, "amber", "vote replace Onyx")
    assert "Речь о вашем месте" in said(got("onyx", mails)[0])
    assert "о вашем собственном месте" in said(
        got("onyx", write(installation, "onyx", "голосую против замены Оникса"))[0]
    )
    write(installation, "sapphire", "release onyx")
    assert installation.table(campaign).by_name["onyx"].people == ()
    assert "Остальные игроки проголосовали" in said(installation.newest("onyx"))
    assert "You alone" in said(write(installation, "amber", "vote replace sapphire")[0][1])


def test_the_others_let_a_steward_play_a_seat(installation: Any, campaign: int, said: Any) -> None:
    assert "about your own seat" in said(write(installation, "amber", "vote steward amber")[0][1])
    write(installation, "amber", "vote steward onyx")
    assert not installation.table(campaign).by_name["onyx"].steward
    write(installation, "sapphire", "vote yes")
    assert installation.table(campaign).by_name["onyx"].steward
    assert not is_open(installation, campaign)
    assert "plays onyx already" in said(write(installation, "amber", "vote steward onyx")[0][1]).lower()
    write(installation, "onyx", "вернулся")
    assert not installation.table(campaign).by_name["onyx"].steward


def test_the_vote_of_who_has_left_the_seat_does_not_count(installation: Any, campaign: int, said: Any) -> None:
    write(installation, "amber", "vote draw")
    write(installation, "sapphire", "vote yes")
    stella = Newcomer(name="Stella", email="stella@players.test", language="en")
    do(installation, campaign, Replace(seat="sapphire", to=stella))
    write(installation, "onyx", "голосую за ничью")
    assert installation.table(campaign).match.result is None
    installation.received["sapphire@players.test"] = installation.received["stella@players.test"]
    write(installation, "sapphire", "vote yes", sender="stella@players.test")
    assert installation.table(campaign).match.result is not None


@pytest.mark.parametrize("wanted", ["replace", "steward"])
def test_a_vote_about_a_seat_is_over_when_somebody_else_has_it(
    installation: Any, campaign: int, said: Any, wanted: str
) -> None:
    write(installation, "amber", f"vote {wanted} onyx")
    do(installation, campaign, Replace(seat="onyx", to=Newcomer(name="Olga", email="olga@players.test", language="ru")))
    assert "no such open vote" in said(write(installation, "sapphire", "vote yes")[0][1])
    assert installation.table(campaign).by_name["onyx"].people == ("Olga",)


def test_a_draw_is_agreed_on_in_a_pause(installation: Any, campaign: int) -> None:
    do(installation, campaign, Pause())
    for seat in ("amber", "onyx", "sapphire"):
        write(installation, seat, "vote draw")
    assert (state(installation, campaign), outcome(installation).drawn) == (CampaignState.FINISHED, True)


def test_what_the_moderator_does_ends_the_vote_about_it(installation: Any, campaign: int, said: Any) -> None:
    write(installation, "amber", "vote pause")
    do(installation, campaign, Pause())
    assert "The campaign is paused already" in said(write(installation, "sapphire", "vote pause")[0][1])
    do(installation, campaign, Resume())
    write(installation, "sapphire", "vote pause")
    assert state(installation, campaign) is CampaignState.RUNNING, "the first vote does not count any more"
    do(installation, campaign, Close())
    assert "Такого открытого голосования нет" in said(write(installation, "onyx", "голосую за")[0][1])
    installation.clock.forward(days=8)
    periodic.run(installation.service)
    assert not is_open(installation, campaign)
    assert installation.deliver() == []


def test_a_moderator_who_does_not_play_carries_it_out_by_agreement(installation: Any, campaign: int, said: Any) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        row = in_session(installation, session, campaign).campaign
        agreed = msgspec.structs.replace(settings_of(row), votes="moderators")
        assert isinstance(agreed, CampaignSettings)
        row.settings = msgspec.json.encode(agreed)
    mona = Mona(installation, campaign)
    for seat in ("amber", "onyx", "sapphire"):
        mails = write(installation, seat, "vote draw")
    assert installation.table(campaign).match.result is None
    told = next(said(mail) for mail in got("moderator", mails) if "Please carry it out" in said(mail))
    log = installation.table(campaign).match.public_n
    assert f"“conclude {log} draw”" in told
    asked = said(mona.answer(mona.write(f"conclude {log} draw by vote")))
    assert "The match will end here, as a draw" in asked
    mona.write(f"confirm {code_in(asked)}")
    assert outcome(installation).drawn


def test_only_players_vote_and_wrong_words_are_answered(installation: Any, campaign: int, said: Any) -> None:
    mona = Mona(installation, campaign)
    assert "for the players to decide" in said(mona.answer(mona.write("vote pause")))
    assert "“vote pause”, “vote resume”, “vote end”, “vote draw”" in said(write(installation, "amber", "vote")[0][1])
    assert "There is no seat “ruby”" in said(write(installation, "amber", "vote ruby wins")[0][1])
    assert "The campaign is not paused" in said(write(installation, "amber", "vote resume")[0][1])
    assert "no such open vote" in said(write(installation, "amber", "vote no")[0][1])
    assert "No vote is open" in said(write(installation, "amber", "votes")[0][1])
    assert "vote SEAT wins" in said(write(installation, "amber", "concede")[0][1])
    assert not is_open(installation, campaign)
