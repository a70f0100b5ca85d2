"""Standing orders by mail: kinds, conditions, `no`, `ask`, ends, and their place in reports; in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from guild_fair.state import CONTRACT
from guild_fair.words import NAMES

from adjudicator.kernel.registry import game_named, playable_games
from adjudicator.orders.vocabulary.phrasebook import phrases_of
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.store.engine import reading

pytestmark = pytest.mark.store("sqlite")

SEATS = {"bakers": "en", "brewers": "en", "drapers": "ru", "masons": "ru", "smiths": "en"}


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("guild-fair", SEATS, options={"visitors": False})
    return made


def match(installation: Any) -> Any:
    with reading(installation.service.engine) as session:
        return table_of_campaign(installation.service.work(session), 1).match


def to_turns(installation: Any) -> None:
    """Everybody keeps the first contract and borrows two coins; the bakers are asked for their turn."""
    for seat, language in SEATS.items():
        keep = "keep" if language == "en" else "оставить"
        installation.write(seat, f"{keep} {spoken(match(installation).state.drawn[seat][0], language)}")
        installation.write(seat, "borrow 2" if language == "en" else "занять 2")


def number_of(mail: Any) -> int:
    found = re.search(r"[#№](\d+)", str(mail["Subject"]))
    assert found is not None
    return int(found[1])


def spoken(contract: str, language: str) -> str:
    return NAMES(language).name(CONTRACT, contract)


def work(installation: Any, seat: str) -> None:
    language = SEATS[seat]
    verb = "work on" if language == "en" else "работать"
    installation.write(seat, f"{verb} {spoken(match(installation).state.contracts[seat][0], language)}")


def asked(installation: Any) -> tuple[str, tuple[str, ...]]:
    decision = match(installation).decisions()[0]
    return decision.kind, decision.waiting


@pytest.mark.parametrize("game", [game.id for game in playable_games()])
def test_every_question_that_interrupts_is_named(game: str) -> None:
    found = game_named(game)
    if "phrases" in found.parts:
        named = {*(decision.kind for decision in found.interrupting_decisions), *found.occasions}
        assert set(phrases_of(found).interruptions) == named


def test_two_windows_pass_on_standing_orders_alone(installation: Any, campaign: int, read: Any) -> None:
    for seat, language in SEATS.items():
        installation.write(seat, "standing undercutting: no" if language == "en" else "постоянно перебивание: нет")
    to_turns(installation)
    before = {seat: len(installation.received[f"{seat}@players.test"]) for seat in SEATS}
    work(installation, "bakers")
    assert asked(installation) == ("turn", ("brewers",)), "the window of all others has passed"
    work(installation, "brewers")
    assert asked(installation) == ("turn", ("drapers",))
    new = {seat: len(installation.received[f"{seat}@players.test"]) - before[seat] for seat in SEATS}
    assert new == {"bakers": 1, "brewers": 2, "drapers": 1, "masons": 0, "smiths": 0}
    assert "1. перебивание: нет" in read(installation.newest("drapers"))


def test_the_first_whose_condition_holds_answers(installation: Any, campaign: int, said: Any) -> None:
    installation.write(
        "brewers", "standing undercut: no if coins > 20", "standing undercut: undercut if coins at least 2"
    )
    for seat in ("drapers", "masons"):
        installation.write(seat, "постоянно любой: нет, если раунд = 1", "постоянно вражда: стоять")
    installation.write("smiths", "standing undercut: ask", "standing undercut: no")
    to_turns(installation)
    work(installation, "bakers")
    assert asked(installation) == ("undercut", ("smiths",)), "`ask` ends the search"
    (listed,) = installation.write("brewers", "standing")
    assert "2. undercutting: undercut if coins >= 2: (used [" in said(listed)
    before = match(installation).state.coins["brewers"]
    installation.write("smiths", "decline")
    assert match(installation).state.coins["brewers"] == before - 1, "the brewers have paid a coin to undercut"


def test_a_question_that_must_be_answered_cannot_be_declined(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("brewers", "standing feud: no")
    assert "“feud”: that cannot be declined. Give the answer itself (stand firm or yield), or “ask”." in said(answer)
    (answer,) = installation.write("masons", "постоянно вражда: нет")
    assert "«вражда»: отказаться нельзя. Дайте сам ответ (стоять на своём или уступить) либо «спросить»." in said(
        answer
    )
    installation.write("brewers", "standing any: no", "standing feud: yield if coins of bakers >= 1")
    to_turns(installation)
    installation.write("bakers", "feud with brewers")
    assert asked(installation)[0] == "turn", "the feud was given up, though `any: no` stands first"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fued: no", "“fued” is no kind of question"),
        ("feud: save", "such orders begin with: stand firm or yield"),
        ("undercut: no if bakery are my allies", "“bakery” is nothing that is known here. The nearest: “Bakers”."),
        ("undercut: no if it rains", "Conditions are written like these: “coins <= 2”"),
        ("undercut: no until the cows come home", "“the cows come home” is neither a day that is to come"),
        ("undercut: no until turn 0", "“turn 0” is neither"),
        ("undercut: no until dawn", "nor a phase (the contracts phase, the market phase or the levy phase)"),
        ("no", "Do you mean “standing any: no”"),
        ("save", "“save” answers no question that interrupts"),
    ],
)
def test_what_cannot_be_kept_is_answered(installation: Any, campaign: int, said: Any, line: str, told: str) -> None:
    (answer,) = installation.write("brewers", f"standing {line}")
    assert "nothing was changed" in str(answer["Subject"])
    assert told in said(answer)
    assert "You have no standing orders." in said(answer)


def test_a_mail_of_which_only_a_command_was_done_says_so(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("brewers", "standing undercut: no", "kepe 1")
    assert "done in part, one line to correct" in str(answer["Subject"])
    assert "1. undercutting: no" in said(answer)


def test_numbers_stay_and_are_never_given_again(installation: Any, campaign: int, said: Any) -> None:
    installation.write("brewers", "standing undercut: no if coins < 2", "standing feud: stand", "standing any: ask")
    installation.write("brewers", "standing off 3")
    installation.write("brewers", "standing off 1")
    (listed,) = installation.write("brewers", "standing undercut no")
    assert "2. feud: stand - 4. undercutting: no" in said(listed)


def test_an_order_ends_with_its_turn_or_day(installation: Any, campaign: int, said: Any) -> None:
    installation.write("brewers", "standing undercut: no until turn 1")
    (listed,) = installation.write("brewers", "standing feud: stand until 25.11 if coins > 1")
    assert "1. undercutting: no until turn 1 - 2. feud: stand if coins > 1 until 2026-11-25" in said(listed)
    installation.clock.forward(days=5, hours=23)
    *_, listed = installation.write("brewers", "standing")
    assert "1. undercutting: no until turn 1" in said(listed)
    assert "2. feud" not in said(listed)
    to_turns(installation)
    for seat, language in SEATS.items():
        installation.write(seat, "save" if language == "en" else "копить")
    assert match(installation).state.round == 2
    (listed,) = installation.write("brewers", "standing")
    assert "You have no standing orders." in said(listed)


def test_an_order_ends_where_a_phase_begins(installation: Any, campaign: int, said: Any) -> None:
    (set_,) = installation.write("brewers", "standing undercut: no until market")
    assert "1. undercutting: no until the market phase of turn 1" in said(set_)
    (set_,) = installation.write("masons", "постоянно вражда: уступить до фазы сбора")
    assert "1. вражда: уступить до фазы сбора хода 1" in said(set_)
    to_turns(installation)
    (listed,) = installation.write("brewers", "standing")
    assert "You have no standing orders." in said(listed)
    installation.write("bakers", "feud with masons")
    assert asked(installation)[0] == "turn", "the masons have given in"
    for seat in ("brewers", "drapers", "masons", "smiths"):
        installation.write(seat, "save" if SEATS[seat] == "en" else "копить")
    (listed,) = installation.write("masons", "постоянно")
    assert "вражда" not in said(listed).partition("Пишите")[0]


def test_a_new_order_answers_what_its_seat_is_asked_already(installation: Any, campaign: int) -> None:
    to_turns(installation)
    work(installation, "bakers")
    installation.write("drapers", "постоянно вражда: нет")
    assert asked(installation) == ("undercut", ("brewers", "drapers", "masons", "smiths")), "it is for another question"
    installation.write("brewers", "standing undercut: undercut")
    installation.write("smiths", "decline")
    assert asked(installation) == ("undercut", ("drapers", "masons"))


def test_numbers_of_questions_tell_nobody_who_has_a_standing_order(installation: Any, campaign: int, said: Any) -> None:
    installation.write("brewers", "standing undercut: no")
    installation.write("masons", "постоянно перебивание: перебить")
    to_turns(installation)
    work(installation, "bakers")
    numbers = [number_of(installation.newest(seat)) for seat in ("drapers", "smiths")]
    assert numbers[1] - numbers[0] == 2, "the masons' number lies between, though they have answered"
    (status,) = installation.write("bakers", "status")
    assert said(status).count("(by Mon 23 Nov") == 4
    installation.write("masons", "отказ")
    assert match(installation).sealed.keys() == {"brewers", "masons"}
    (changed,) = installation.write("brewers", "undercut")
    assert f"#{numbers[0] - 1}" in said(changed), "a standing answer can be changed like every other"


def test_help_tells_how_they_are_written(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("brewers", "help standing")
    assert "standing KIND: no | ORDER | ORDER if CONDITION | ask" in said(answer)
    (answer,) = installation.write("drapers", "помощь постоянно")
    assert "постоянно ВИД: нет | ПРИКАЗ | ПРИКАЗ, если УСЛОВИЕ | спросить" in said(answer)
    assert "ВИД — это «перебивание» или «вражда»" in said(answer)
