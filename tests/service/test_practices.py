"""Practice by mail: one person against stewards, begun with a word by those who may, ended with another."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.people.practices import ADDRESS_A_DAY
from adjudicator.service.play import stewarding
from adjudicator.settings import Access, Practice, Settings
from adjudicator.store.campaigns import at_play_of
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign, CampaignState
from tests.service.conftest import Installation, words_of
from tests.service.test_gathering import gather, letter
from tests.service.test_joining_unproven import FAIL, PASS, code_in

pytestmark = pytest.mark.store("sqlite")

ANNA = "Anna Reed <anna@players.test>"


def open_to(settings: Settings, who: Practice) -> Settings:
    return settings.model_copy(update={"access": Access(practice=who)})


@pytest.fixture
def installation(settings: Settings, installation_of: Any) -> Any:
    return installation_of(open_to(settings, Practice.ANYBODY))


@pytest.fixture
def careful(judging: Settings, installation_of: Any) -> Any:
    """An installation that lets anybody practise, and believes only what is proven."""
    return installation_of(open_to(judging, Practice.ANYBODY))


def practices(installation: Installation, address: str = "anna@players.test") -> tuple[Campaign, ...]:
    with reading(installation.service.engine) as session:
        return at_play_of(session, address, installation.clock.now())


def first_mail(installation: Installation, text: str) -> EmailMessage:
    (mail,) = letter(installation, ANNA, text)["anna"]
    return mail


def think(installation: Installation) -> list[EmailMessage]:
    """Let all stewards answer; what comes of it."""
    for campaign in stewarding.due(installation.service):
        stewarding.think(installation.service, campaign)
    return [mail for _, mail in installation.deliver()]


def test_a_word_begins_a_match_against_stewards_and_its_first_mail_asks(installation: Installation) -> None:
    told = words_of(first_mail(installation, "Hello,\npractice sealed bids\nThanks"))
    assert "This is a practice: stewards, the program itself, play all other seats" in told
    assert "You are Red" in told
    assert "1a bid" in told
    assert "Without an answer" not in told
    (campaign,) = practices(installation)
    table = installation.table(campaign.id)
    assert {seat.name: seat.steward for seat in table.players} == {"red": False, "blue": True}
    think(installation)
    (answer,) = installation.write("anna", "1a")
    assert "done 1a" in words_of(answer)


def test_no_deadline_runs_however_long_somebody_takes(installation: Installation) -> None:
    first_mail(installation, "practice sealed bids")
    (campaign,) = practices(installation)
    installation.clock.forward(days=400)
    assert run_deadlines(installation.service) == 0
    assert installation.deliver() == []
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign.id)
        assert {prompt.deadline for prompt in table.open_prompts()} == {None}


def test_it_is_in_the_language_of_the_word_and_at_the_seat_that_is_named(installation: Installation) -> None:
    told = words_of(first_mail(installation, "практика тайные ставки blue"))
    assert "Это практика" in told
    assert "Управляющий" in told
    (campaign,) = practices(installation)
    assert installation.table(campaign.id).by_name["blue"].players == ("Anna Reed",)


def test_where_the_stewards_are_asked_first_the_mail_says_so(installation: Installation) -> None:
    told = words_of(first_mail(installation, "practice here-i-stand seat France"))
    assert "The stewards are thinking now; your first question follows" in told
    asked = think(installation)
    assert "#" in str(asked[-1]["Subject"])


@pytest.mark.parametrize(("word", "told"), [("stop", "closed"), ("resign", "closed"), ("leave", "closed")])
def test_it_ends_with_a_word_and_nobody_is_asked(installation: Installation, word: str, told: str) -> None:
    first_mail(installation, "practice sealed bids")
    (campaign,) = practices(installation)
    (answer,) = installation.write("anna", word)
    assert told in words_of(answer)
    assert installation.table(campaign.id).campaign.state is CampaignState.FINISHED
    assert not stewarding.due(installation.service)
    assert "You are Red" in words_of(first_mail(installation, "practice sealed bids"))


def test_elsewhere_the_word_stops_nothing(installation: Installation) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "en"})
    assert "Nothing is stopped" in words_of(installation.write("red", "stop")[-1])


def test_a_second_one_waits_for_the_end_of_the_first(installation: Installation) -> None:
    first_mail(installation, "practice sealed bids")
    told = first_mail(installation, "practice oath")
    assert "“stop” there ends it" in words_of(told)
    assert len(practices(installation)) == 1
    (answer,) = installation.write("anna", "practice oath")
    assert "“stop” there ends it" in words_of(answer)
    (answer,) = installation.write("anna", "stop")
    assert "closed" in words_of(answer)


def test_help_lists_how_it_begins_and_ends(installation: Installation) -> None:
    first_mail(installation, "practice sealed bids")
    told = words_of(installation.write("anna", "help")[-1])
    assert "practice GAME: play a game against stewards" in told
    assert "stop: the practice ends at once" in told
    told = words_of(installation.write("anna", "language ru\nпомощь")[-1])
    assert "практика ИГРА: партия против управляющих" in told
    assert "стоп: практика сразу закончится" in told


def test_who_names_no_game_hears_which_there_are(installation: Installation) -> None:
    told = words_of(first_mail(installation, "practice chess"))
    assert "“practice sealed-bids”" in told
    assert "guild-fair" not in told, "there a moderator has to rule"
    told = words_of(first_mail(installation, "practice sealed-bids seat green"))
    assert "Its seats: Red and Blue" in told
    assert letter(installation, ANNA, "practice makes perfect, they say") == {}
    assert practices(installation) == ()


def test_a_player_begins_one_from_a_seat_and_from_a_lobby(installation: Installation) -> None:
    installation.create("sealed-bids", {"red": "ru", "blue": "en"}, name="first")
    told = words_of(installation.write("red", "practice sealed-bids")[-1])
    assert "Это практика" in told
    assert [each.name == "first" for each in practices(installation, "red@players.test")] == [True, False]
    made = gather(installation)
    seat = str(letter(installation, ANNA, f"join {made.code} seat red")["anna"][0]["Reply-To"])
    assert "This is a practice" in words_of(letter(installation, ANNA, "practice sealed-bids", to=seat)["anna"][0])


def test_who_may_not_gets_no_answer_unless_they_have_a_seat(settings: Settings, installation_of: Any) -> None:
    known = installation_of(open_to(settings, Practice.PLAYERS))
    known.create("sealed-bids", {"red": "en", "blue": "en"}, name="first")
    assert letter(known, ANNA, "practice sealed-bids") == {}
    assert "This is a practice" in words_of(letter(known, "red@players.test", "practice sealed-bids")["red"][0])


def test_an_operator_who_lets_nobody_practise_is_obeyed(settings: Settings, installation_of: Any) -> None:
    closed = installation_of(open_to(settings, Practice.NOBODY))
    closed.create("sealed-bids", {"red": "en", "blue": "en"}, name="first")
    assert letter(closed, ANNA, "practice sealed-bids") == {}
    assert "lets nobody practise" in words_of(closed.write("red", "practice sealed-bids")[-1])


def test_nothing_begins_in_the_name_of_another(careful: Installation, said: Any) -> None:
    assert letter(careful, ANNA, "practice sealed-bids", **FAIL) == {}
    (asked,) = letter(careful, ANNA, "practice sealed-bids as Mallory")["anna"]
    assert "nothing proves that you wrote it" in said(asked)
    assert "Mallory" not in said(asked)
    assert practices(careful) == ()
    (begun,) = letter(careful, ANNA, f"confirm {code_in(asked, said)}")["anna"]
    assert "This is a practice" in said(begun)
    assert len(practices(careful)) == 1


def test_who_is_proven_begins_at_once(careful: Installation, said: Any) -> None:
    (begun,) = letter(careful, ANNA, "practice sealed-bids", **PASS)["anna"]
    assert "This is a practice" in said(begun)


def test_a_forged_end_ends_nothing(careful: Installation, said: Any) -> None:
    (begun,) = letter(careful, ANNA, "practice sealed-bids", **PASS)["anna"]
    letter(careful, ANNA, "stop", to=str(begun["Reply-To"]), **FAIL)
    assert len(practices(careful)) == 1


def test_nobody_is_filled_with_codes(careful: Installation) -> None:
    sent = [letter(careful, ANNA, "practice sealed-bids") for _ in range(ADDRESS_A_DAY + 2)]
    assert sum(map(len, sent)) == ADDRESS_A_DAY
