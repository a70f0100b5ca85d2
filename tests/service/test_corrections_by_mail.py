"""What a moderator on the way corrects: by mail, previewed, with a code, and told to everybody."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from adjudicator import Action
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.corrections.lines import Played, line_entries
from adjudicator.service.play.offers import phrasebook
from adjudicator.store.engine import reading
from adjudicator.store.revisions import lines_of
from tests.service.beginnings import beginning
from tests.service.conftest import words_of
from tests.service.test_moderators_by_mail import Mona

GAME = "guild-fair"
SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en", "moderator": "en"}
_CODE = re.compile(r"(?:confirm|подтверждаю) (\S+)")


@pytest.fixture(params=["en", "ru"])
def language(request: Any) -> str:
    return str(request.param)


@pytest.fixture
@beginning
def campaign(installation: Any, language: str) -> int:
    """Some mails have been answered, in secret and openly."""
    made: int = installation.create(GAME, SEATS | {"moderator": language}, options={"visitors": False})
    play(installation, made, Random(3), 30)
    return made


def play(installation: Any, campaign: int, rng: Random, mails: int) -> None:
    for _ in range(mails):
        match = installation.table(campaign).match
        if match.result is not None:
            return
        seat = rng.choice(rng.choice(match.decisions()).waiting)
        installation.write(seat, match.game.part("phrases").say(match.sample(seat, rng), SEATS[seat]))


def log_of(installation: Any, campaign: int) -> int:
    """The number that the moderator's mails tell: what only some seats may know is not counted."""
    return int(installation.table(campaign).match.public_n)


def confirmed(installation: Any, line: str, language: str) -> tuple[str, str]:
    """What is asked about a line, and what is said when the code is back."""
    (asked,) = installation.write("moderator", line)
    code = _CODE.search(words_of(asked))
    assert code is not None, words_of(asked)
    (done,) = installation.write("moderator", f"{'confirm' if language == 'en' else 'подтверждаю'} {code[1]}")
    return words_of(asked), words_of(done)


def log_entries(installation: Any, campaign: int) -> list[Played]:
    """The line that is played."""
    with reading(installation.service.engine) as session:
        return line_entries(table_of_campaign(installation.service.work(session), campaign))


def orders(installation: Any, campaign: int) -> list[Any]:
    """The entries of the line that is played which are orders of one seat."""
    rows = log_entries(installation, campaign)
    return [row.entry for row in rows if isinstance(row.entry.action, Action) and isinstance(row.entry.by, str)]


@pytest.mark.store("sqlite")
def test_play_goes_back_and_forth_again(installation: Any, campaign: int, language: str) -> None:
    before = installation.table(campaign)
    entry = [
        order for order in orders(installation, campaign) if order.action.__struct_config__.tag in ("save", "work")
    ][-1]
    line = {
        "en": f"rollback {log_of(installation, campaign)} to {entry.n - 1} because the offer was misread",
        "ru": f"откат {log_of(installation, campaign)} до {entry.n - 1} потому что предложение прочитано неверно",
    }[language]
    asked, done = confirmed(installation, line, language)
    assert {"en": "Play will go back to", "ru": "Игра вернётся к моменту"}[language] in asked
    assert {"en": "Orders that would go back", "ru": "Приказы, которые вернутся"}[language] in asked
    assert {"en": "stands at that moment again", "ru": "снова стоит на том моменте"}[language] in done
    after = installation.table(campaign)
    assert (after.head.revision, after.head.sequence) == (1, entry.n - 1)
    told = words_of(installation.newest("bakers"))
    assert {"en": "the offer was misread", "ru": "предложение прочитано неверно"}[language] in told
    undo = {"en": "undo correction {} because it was right", "ru": "отменить исправление {} потому что всё верно"}
    asked, done = confirmed(installation, undo[language].format(log_of(installation, campaign)), language)
    again = installation.table(campaign)
    assert again.match.hash == before.match.hash
    assert again.head.revision == 2


@pytest.mark.store("sqlite")
def test_an_order_is_another_one_or_none(installation: Any, campaign: int, language: str) -> None:
    save = next(
        entry for entry in reversed(orders(installation, campaign)) if entry.action.__struct_config__.tag == "save"
    )
    because = {"en": "because it was told by telephone", "ru": "потому что так сказали по телефону"}[language]
    word = {"en": "correct", "ru": "исправить"}[language]
    match = installation.table(campaign).match
    other = next(seat for seat in match.header.seats if seat != save.by)
    order = phrasebook(match.game).say(
        match.game.ops["feud"](against=other), installation.table(campaign).by_name[save.by].language
    )
    asked, _ = confirmed(installation, f"{word} {log_of(installation, campaign)} {save.n}: {order} {because}", language)
    assert order in asked
    now = {entry.n: entry for entry in orders(installation, campaign)}
    assert now[save.n].action == match.game.ops["feud"](against=other)
    nothing = {"en": "nothing", "ru": "ничего"}[language]
    confirmed(installation, f"{word} {log_of(installation, campaign)} {save.n}: {nothing} {because}", language)
    assert save.n not in {entry.n for entry in orders(installation, campaign) if entry.by == save.by}
    with reading(installation.service.engine) as session:
        assert len(lines_of(session, installation.table(campaign).head.match_id)) == 3


@pytest.mark.store("sqlite")
def test_a_figure_of_the_position_and_a_draw_are_others(installation: Any, campaign: int, language: str) -> None:
    word = {"en": "correct", "ru": "исправить"}[language]
    because = {"en": "because it was miscounted", "ru": "потому что сосчитали неверно"}[language]
    was = installation.table(campaign).match.state.coins["bakers"]
    asked, _ = confirmed(
        installation, f"{word} {log_of(installation, campaign)}: state.coins.bakers={was + 3} {because}", language
    )
    assert f"{was + 3}" in asked
    assert installation.table(campaign).match.state.coins["bakers"] == was + 3
    plain = {"en": f"coins bakers {was}", "ru": f"монеты пекари {was}"}[language]
    confirmed(installation, f"{word} {log_of(installation, campaign)}: {plain} {because}", language)
    assert installation.table(campaign).match.state.coins["bakers"] == was, "said in words"
    rows = log_entries(installation, campaign)
    omens = [(row.n, draw) for row in rows for draw in row.entry.chance if draw.name == "omen" and row.n > 1]
    n, draw = omens[-1]
    (refused,) = installation.write("moderator", f"{word} {log_of(installation, campaign)} {n}: omen=sun {because}")
    assert {
        "en": "That cannot be: sun cannot have come up for the draw omen; possible: ",
        "ru": "Так нельзя: при жребии omen не могло выпасть: sun; возможно: ",
    }[language] in words_of(refused)
    value = "rain" if draw.value != "rain" else "market"
    confirmed(installation, f"{word} {log_of(installation, campaign)} {n}: omen={value} {because}", language)
    again = next(row for row in log_entries(installation, campaign) if row.n == n)
    assert [each.value for each in again.entry.chance if each.name == "omen"] == [value]


@pytest.mark.store("sqlite")
def test_orders_told_by_telephone_are_entered(installation: Any, campaign: int, language: str) -> None:
    match = installation.table(campaign).match
    seat = match.decisions()[0].waiting[0]
    line = phrasebook(match.game).say(match.default(seat), SEATS[seat])
    word = {"en": "enter", "ru": "внести"}[language]
    log = log_of(installation, campaign)
    asked, done = confirmed(installation, f"{word} {log} {seat}: {line}", language)
    assert line in asked
    assert {"en": "The orders are entered", "ru": "Приказы введены"}[language] in done
    assert installation.table(campaign).match.hash != match.hash


REFUSED = (
    ("rollback {log} to 900 because it was wrong", "There is no log entry 900"),
    ("rollback {log} to round 77 because it was wrong", "There is no moment “round 77”"),
    ("rollback {log} to 3", "Please write it like this: rollback LOG to MOMENT because REASON"),
    ("rollback to question 4 because of a slip", "Please name the position"),
    ("rollback 1 to 0 because it was wrong", "was meant for log number 1"),
    ("undo correction {log} because it was wrong", "No correction has been made"),
    ("correct {log} 900: save because it was wrong", "There is no log entry 900"),
    ("correct {log} {n}: sing a song because it was wrong", "sing a song ("),
    ("correct {log} {n}: lot=7 because it was wrong", "names no draw of log entry"),
    ("correct {log}: coins of bakers because it was wrong", "“coins of bakers”: the value does not fit"),
    ("correct {log}", "Please write it like this: correct"),
    ("correct {log}: state.coins.bakes=7 because it was wrong", "bakers"),
    ("insert {log} 900 bakers: save because it was wrong", "There is no log entry 900"),
    ("insert {log} {n} painters: save because it was wrong", "There is no seat"),
    ("enter {log} bakers: sing a song", "sing a song ("),
)


@pytest.mark.store("sqlite")
@pytest.mark.parametrize("language", ["en"], indirect=True)
def test_what_cannot_be_is_said_and_changes_nothing(installation: Any, campaign: int) -> None:
    before, n = installation.table(campaign).head, orders(installation, campaign)[-1].n
    for line, why in REFUSED:
        (answer,) = installation.write("moderator", line.format(log=log_of(installation, campaign), n=n))
        assert why in words_of(answer), line
        assert not _CODE.search(words_of(answer)), line
        assert installation.table(campaign).head == before, line


@pytest.mark.store("sqlite")
@pytest.mark.parametrize("language", ["en"], indirect=True)
def test_players_do_not_correct(installation: Any, campaign: int) -> None:
    before = installation.table(campaign).head
    for line in (
        "rollback 9 to 3 because I lost",
        "undo correction 9 because I lost",
        "correct 9 3: save because I lost",
    ):
        (answer,) = installation.write("bakers", line)
        assert "Only a moderator may do this" in words_of(answer), line
    assert installation.table(campaign).head == before


@pytest.mark.store("sqlite")
@pytest.mark.parametrize("language", ["en"], indirect=True)
def test_a_code_for_a_position_that_is_left_does_nothing(installation: Any, campaign: int) -> None:
    log = log_of(installation, campaign)
    (asked,) = installation.write(
        "moderator", f"rollback {log} to {orders(installation, campaign)[-1].n - 1} because it was wrong"
    )
    code = _CODE.search(words_of(asked))
    assert code is not None
    play(installation, campaign, Random(9), 6)
    before = installation.table(campaign).head
    assert log_of(installation, campaign) > log
    (answer,) = installation.write("moderator", f"confirm {code[1]}")
    assert f"was meant for log number {log}" in words_of(answer)
    assert installation.table(campaign).head == before


def test_who_plays_too_does_not_try_what_others_may_order(installation: Any) -> None:
    """Whether an order of another guild is refused would tell which contracts it holds in secret."""
    players = [
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language="en")
        for seat in ("bakers", "brewers", "drapers")
    ]
    players.append(new_campaigns.Player(seat="moderator", name="Bakers", email="bakers@players.test"))
    campaign = new_campaigns.create(
        installation.service,
        new_campaigns.NewCampaign(
            game=GAME, players=tuple(players), name="fair", title="The fair", seed=b"house", options={"visitors": False}
        ),
    )
    installation.deliver()
    log, before = log_of(installation, campaign), installation.table(campaign).head
    desk = Mona(installation, campaign, email="bakers@players.test")
    contracts = [phrasebook(GAME).say(option, "en") for option in installation.table(campaign).match.options("brewers")]
    for line in [f"enter {log} brewers: {contract}" for contract in (*contracts, "keep Sawmill", "sing")]:
        told = words_of(desk.answer(desk.write(line)))
        assert "You play yourself" in told, line
        assert not _CODE.search(told), line
    own = phrasebook(GAME).say(installation.table(campaign).match.options("bakers")[0], "en")
    assert _CODE.search(words_of(desk.answer(desk.write(f"enter {log} bakers: {own}"))))
    assert installation.table(campaign).head == before
