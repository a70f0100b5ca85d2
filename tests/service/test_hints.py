"""Hints: where a campaign allows them a steward compares answers for a player, from what their seat knows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlmodel import select

from adjudicator.service.admin.watching import unthought
from adjudicator.service.campaign.settings import StewardPolicy, settings_of
from adjudicator.service.people.gathering import joining
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.service.play import stewarding
from adjudicator.store.engine import reading
from adjudicator.store.stewards import have_played
from adjudicator.store.tables import Prompt
from tests.service.conftest import Installation, words_of

pytestmark = pytest.mark.store("sqlite")

HINTS = StewardPolicy(hints=True)


def begun(installation: Installation, code: str = "en", game: str = "sealed-bids", **agreed: Any) -> int:
    terms = {"stewards": HINTS, **agreed}
    made: int = installation.create(game, dict.fromkeys(SEATS[game], code), **terms)
    return made


SEATS = {
    "sealed-bids": ("red", "blue"),
    "imperial-struggle": ("france", "britain"),
    "diplomacy": ("austria", "england", "france", "germany", "italy", "russia", "turkey"),
}


def think(installation: Installation) -> list[str]:
    """Let stewards compare; what is sent then."""
    for campaign in stewarding.due(installation.service):
        stewarding.think(installation.service, campaign)
    return [words_of(mail) for _, mail in installation.deliver()]


def kept(installation: Installation) -> list[bytes]:
    with reading(installation.service.engine) as session:
        found = session.scalars(select(Prompt.advice).where(Prompt.advice.is_not(None))).all()
        return [each for each in found if each is not None]


def test_a_hint_comes_in_a_mail_of_its_own_and_a_tap_answers(installation: Installation) -> None:
    begun(installation)
    (told,) = installation.write("red", "advise")
    assert "three of them come in an email of its own" in words_of(told)
    assert not re.search(r"\d %", words_of(told)), "no mail waits for what is compared"
    (hint,) = think(installation)
    assert len(re.findall(r"1[a-e] +\d+ % bid", hint)) == 3
    page = installation.newest("red").get_body(("html",))
    assert page is not None
    (line, *_) = re.findall(r"body=(1[a-e])\"", page.get_content())
    assert "on file" in words_of(installation.write("red", line)[-1])


def test_what_was_compared_is_shown_again_at_once(installation: Installation) -> None:
    begun(installation)
    installation.write("red", "hint")
    think(installation)
    (before,) = kept(installation)
    assert "Compared" in words_of(installation.write("red", "advise")[-1])
    assert stewarding.due(installation.service) == ()
    assert kept(installation) == [before]


def test_nothing_tells_whether_others_have_answered(installation: Installation) -> None:
    begun(installation)
    installation.write("red", "advise")
    think(installation)
    (before,) = kept(installation)
    installation.write("blue", "1a" if "1a" in words_of(installation.newest("blue")) else "2a")
    assert "Compared" in words_of(installation.write("red", "advise")[-1]), "as if nothing had happened"
    assert kept(installation) == [before]


def test_where_the_campaign_allows_none_the_answer_says_so(installation: Installation) -> None:
    begun(installation, stewards=StewardPolicy())
    assert "agreed on hints" not in words_of(installation.newest("red"))
    assert "has not agreed on hints" in words_of(installation.write("red", "advise")[-1])
    assert "advise" not in words_of(installation.write("red", "help")[-1])
    assert stewarding.due(installation.service) == ()


def test_everybody_is_told_that_there_are_hints(installation: Installation) -> None:
    begun(installation)
    for seat in ("red", "blue"):
        assert "This campaign has agreed on hints: “advise”" in words_of(installation.newest(seat))
    assert "advise: three answers to your question" in words_of(installation.write("red", "help")[-1])
    made = joining.gather(
        installation.service,
        NewCampaign(
            name="later",
            title="Later",
            game="sealed-bids",
            players=(Player(seat="red", name="Anna", email="anna@players.test", language="ru"),),
            stewards=HINTS,
        ),
        Start.FULL,
    )
    installation.deliver()
    assert made.campaign_id
    assert "В этой кампании договорились о подсказках: на слово «совет»" in words_of(installation.newest("anna"))


def test_a_campaign_with_hints_is_rated_only_if_it_says_so(installation: Installation) -> None:
    made = begun(installation)
    assert settings_of(installation.table(made).campaign).rated is False
    said = begun(installation, name="rated", rated=True)
    assert settings_of(installation.table(said).campaign).rated is True
    installation.write("red", "advise")
    think(installation)
    with reading(installation.service.engine) as session:
        assert not have_played(session, said)


def test_who_has_answered_is_told_that_there_is_nothing_to_compare(installation: Installation) -> None:
    begun(installation)
    installation.write("red", "1a")
    assert "Nothing is asked of you now that you have not answered" in words_of(installation.write("red", "advise")[-1])


def test_a_hint_that_comes_too_late_is_not_sent(installation: Installation) -> None:
    begun(installation)
    installation.write("red", "advise")
    installation.write("red", "1a")
    assert think(installation) == []
    assert kept(installation) == []


def test_the_operator_is_told_that_nobody_compares(installation: Installation) -> None:
    begun(installation)
    installation.write("red", "advise")
    installation.clock.forward(minutes=installation.service.settings.limits.stall_alert_minutes + 1)
    assert "is a thinker at work?" in str(unthought(installation.service))
    think(installation)
    assert unthought(installation.service) is None


@pytest.mark.parametrize(
    ("game", "seat", "answer"),
    [("imperial-struggle", "france", r"M\d\d M\d\d \d+ %"), ("diplomacy", "france", r"F BRE .+; A MAR .+; A PAR .+ %")],
)
def test_answers_of_many_parts_are_written_as_a_player_writes_them(
    installation: Installation, code: str, game: str, seat: str, answer: str
) -> None:
    begun(installation, code, game)
    installation.write(seat, {"en": "advise", "ru": "совет"}[code])
    (hint,) = think(installation)
    assert {"en": "Compared", "ru": "Сравнение"}[code] in hint
    assert len(re.findall(r"\d %", hint)) == 3
    assert code == "ru" or re.search(answer, hint)
