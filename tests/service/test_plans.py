"""Plans: orders that come before their turn are kept, tried when they come, and carried out when the turn begins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from adjudicator.games.here_i_stand.facts import POWER
from adjudicator.games.here_i_stand.rules.diplomacy.announcements import negotiation
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.kernel.foresight import Turn, next_turns, own_turn
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.play.kept.held_orders import Held, held_by, keep_plan
from adjudicator.service.play.offers import words_at
from adjudicator.service.play.plans.reading import dearer
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.games.europa_universalis.table import table as realms
from tests.games.here_i_stand.table import hand, state_of
from tests.games.here_i_stand.table import table as hand_table
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

POSITION = Path("benchmarks/order_reading/positions/second_turn.json")
"""France is about to take a tile in the second action round; then it is Britain's turn."""


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create_plainly(
        "imperial-struggle", {"france": "en", "britain": "ru"}, document=json.loads(POSITION.read_text())
    )
    return made


def write(installation: Any, seat: str, *lines: str, headers: Mapping[str, str] = {}) -> tuple[str, str]:
    """The subject and the words of the answer to a mail."""
    answer, *_ = installation.write(seat, *lines, **headers)
    return str(answer["Subject"]), words_of(answer)


def held(installation: Any, campaign: int, seat: str) -> Held:
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        return held_by(table, table.by_name[seat])


def planned(installation: Any, campaign: int, seat: str = "britain") -> list[list[str]]:
    plan = held(installation, campaign, seat).plan
    return [] if plan is None else [[line.text for line in each.lines] for each in plan.rounds]


def test_an_order_before_its_turn_is_carried_out_when_it_begins(installation: Any, campaign: int) -> None:
    subject, told = write(installation, "britain", "Д4Э2", "E22", "конец")
    assert "принято на ваши будущие ходы" in subject
    assert "флаг на Ирландию (Престиж), основным действием" in told, "read in the position of that turn"
    assert planned(installation, campaign) == [
        ["взять дипломатическое 4 и экономическое 2", "флаг на Ирландию (Престиж), основным действием", "конец"]
    ]
    subject, told = write(installation, "france", "M4D2", "end")
    assert "Ireland (Prestige): British flag" in told, "Britain's turn is over, too"
    assert installation.table(campaign).match.asked_seats == ("france",)
    assert not planned(installation, campaign)
    newest = installation.newest("britain")
    assert "исполнено" in str(newest["Subject"])


def test_what_has_become_impossible_is_asked_and_kept_as_a_draft(installation: Any, campaign: int) -> None:
    write(installation, "britain", "Д4Э2", "E22", "конец")
    write(installation, "france", "D4E2", "E22", "end")
    told = words_of(installation.newest("britain"))
    assert installation.table(campaign).match.asked_seats == ("britain",)
    assert "конец" in told
    assert held(installation, campaign, "britain").draft


@pytest.mark.parametrize("otherwise", [("иначе: В4Д2", "конец"), ("иначе В4Д2", "конец"), ("иначе:", "В4Д2", "конец")])
def test_another_way_is_taken_where_the_first_is_no_longer_legal(
    installation: Any, campaign: int, otherwise: tuple[str, ...]
) -> None:
    write(installation, "britain", "план:", "Д4Э2", "E22", "конец", *otherwise)
    write(installation, "france", "D4E2", "E22", "end")
    assert installation.table(campaign).match.asked_seats == ("france",), "Britain has had its turn by the other way"
    assert "основное действие: 4 военных очка" in words_of(installation.newest("britain"))
    assert not held(installation, campaign, "britain")


def test_the_first_way_is_taken_where_it_is_legal(installation: Any, campaign: int) -> None:
    write(installation, "britain", "план:", "Д4Э2", "E22", "конец", "иначе: В4Д2", "конец")
    write(installation, "france", "M4D2", "end")
    told = words_of(installation.newest("britain"))
    assert "основное действие: 4 дипломатических очка" in told
    assert "4 военных очка" not in told


def test_where_no_way_is_legal_the_first_is_kept_as_a_draft(installation: Any, campaign: int) -> None:
    write(installation, "britain", "план:", "Д4Э2", "E22", "конец", "иначе: В4Э2", "E22", "конец")
    write(installation, "france", "D4E2", "E22", "end")
    assert installation.table(campaign).match.asked_seats == ("britain",)
    draft = [line.text for line in held(installation, campaign, "britain").draft]
    assert draft == [
        "взять дипломатическое 4 и экономическое 2",
        "флаг на Ирландию, Престиж, основным действием",
        "конец",
    ]


def test_a_round_for_another_question_leaves_a_turn_to_the_next(installation: Any, campaign: int) -> None:
    write(installation, "britain", "plan:", "first France", "next round", "D4E2", "end")
    first, _ = planned(installation, campaign)
    write(installation, "france", "M4D2", "end")
    assert installation.table(campaign).match.asked_seats == ("france",), "Britain has had its turn"
    assert planned(installation, campaign) == [first]


def test_a_round_for_another_question_is_no_mistake_in_a_turn(installation: Any, campaign: int) -> None:
    """Nothing of it is tried at a later question of the turn either."""
    write(installation, "britain", "plan:", "first France")
    before = planned(installation, campaign)
    write(installation, "france", "M4D2", "end")
    assert installation.table(campaign).match.asked_seats == ("britain",)
    assert planned(installation, campaign) == before
    assert not held(installation, campaign, "britain").draft


def test_a_question_says_why_a_plan_waits_there_and_has_what_withdraws_it(installation: Any, campaign: int) -> None:
    write(installation, "britain", "plan:", "first France")
    write(installation, "france", "M4D2", "end")
    waits = "Ваш план остаётся, но здесь из него ничего исполнить нельзя («first France»: "
    asked = installation.newest("britain")
    assert waits in words_of(asked)
    assert "сейчас спрашивают о другом); «план отмена» отзовёт его" in words_of(asked)
    page = asked.get_body(("html",)).get_content()
    assert f"body={quote('план отмена')}" in page, "a link sends the word"
    _, told = write(installation, "britain", "Э4В2")
    assert waits not in told, "another question of the turn"


def test_a_receipt_says_why_a_plan_waits_at_the_question_that_it_shows(installation: Any) -> None:
    fair, hands = bidders(installation, "en", "ru")
    *_, second, highest = hands["red"]
    write(installation, "blue", f"ставка {hands['blue'][0]}")
    waits = f"nothing of it can be done here (“bid {second}”: this is not what is asked now); “plan off”"
    _, told = write(installation, "red", f"bid {highest}", "plan:", f"bid {second}")
    assert installation.table(fair).match.question("red").kind == "roll"
    assert waits in told
    _, told = write(installation, "red", "plan off")
    assert "Your plan stands" not in told
    assert not held(installation, fair, "red")


def test_another_way_stands_in_the_list_and_can_be_typed_again(installation: Any, campaign: int) -> None:
    write(installation, "france", "M4D2", "end", "plan:", "D4E2", "end", "else: M4E2", "if debt > 4: end", "else: end")
    _, told = write(installation, "france", "plans")
    listed = "take Diplomatic 4 and Economic 2 | end | else: take Military 4 and Economic 2 | "
    assert f"1. {listed}if debt > 4: end | else: end" in told


def test_a_plan_of_several_turns_waits_for_each(installation: Any, campaign: int) -> None:
    subject, _ = write(installation, "france", "M4D2", "end", "plan:", "D4E2", "end", "next round:", "ask me")
    assert "#" not in subject, "the turn is over"
    assert planned(installation, campaign, "france") == [["take Diplomatic 4 and Economic 2", "end"], []]
    write(installation, "britain", "Э4В2", "конец")
    assert installation.table(campaign).match.asked_seats == ("britain",), "France has had its turn by its plan"
    assert planned(installation, campaign, "france") == [[]], "the turn after it is left to its player"


def test_a_condition_is_judged_when_the_turn_begins(installation: Any, campaign: int) -> None:
    _, told = write(installation, "britain", "план:", "если Швеция у Франции: Д4Э2; иначе: В4Д2", "конец")
    assert "если Швеция у Франции: Д4Э2" in told
    assert "иначе: В4Д2" in told
    write(installation, "france", "D4E2 E14 end")
    told = words_of(installation.newest("britain"))
    assert "основное действие: 4 дипломатических очка" in told, "Sweden is French by now"
    assert "4 военных очка" not in told


def test_a_condition_in_ones_own_turn_counts_at_once(installation: Any, campaign: int) -> None:
    _, told = write(installation, "france", "if Sweden is mine: M4D2; else: D4E2")
    assert "major action: 4 diplomatic points" in told
    _, told = write(installation, "france", "if debt > 5: flag Sweden", "end")
    assert "its condition does not hold now" in told
    assert installation.table(campaign).match.asked_seats == ("britain",)


def test_an_unknown_condition_does_nothing_of_the_mail(installation: Any, campaign: int) -> None:
    subject, told = write(installation, "france", "if the moon is full: M4D2", "end")
    assert "no orders carried out" in subject
    assert "no condition of this game" in told
    assert installation.table(campaign).match.asked_seats == ("france",)


def test_a_plan_with_a_line_that_cannot_be_read_is_not_kept(installation: Any, campaign: int) -> None:
    subject, told = write(installation, "britain", "план:", "Д4Э2", "флаг на Атлантиду", "конец")
    assert "ничего не изменилось" in subject
    assert "Атлантиду" in told
    assert not planned(installation, campaign)


def test_check_of_a_plan_keeps_nothing_and_shows_where_it_leads(installation: Any, campaign: int) -> None:
    subject, told = write(installation, "britain", "проверь план:", "Д4Э2", "E22")
    assert "проверено" in subject
    assert "Квитанция" not in told
    assert "Задумано: Ирландия (Престиж) E22: Британия (было: ничьё)" in told
    assert not planned(installation, campaign)


def test_a_new_plan_replaces_the_old_and_a_turn_of_it_is_withdrawn(installation: Any, campaign: int) -> None:
    write(installation, "britain", "план: Д4Э2", "следующий ход: В4Д2")
    write(installation, "britain", "план: В4Д2", "следующий ход: Д4Э2")
    assert len(planned(installation, campaign)) == 2
    _, told = write(installation, "britain", "планы")
    assert "1. взять военное 4 и дипломатическое 2" in told
    write(installation, "britain", "план отмена 1")
    assert planned(installation, campaign) == [[], ["взять дипломатическое 4 и экономическое 2"]]
    write(installation, "britain", "отозвать план")
    assert not planned(installation, campaign)


def test_a_plan_ends_with_the_turn_that_it_names(installation: Any, campaign: int) -> None:
    subject, told = write(installation, "britain", "план до хода 1:", "Д4Э2")
    assert "ничего не изменилось" in subject
    assert "ход" in told
    write(installation, "britain", "план до хода 2:", "Д4Э2")
    assert planned(installation, campaign)


def test_an_answer_to_a_question_that_is_over_is_no_plan(installation: Any, campaign: int) -> None:
    asked = installation.newest("france")
    write(installation, "france", "M4D2", "end")
    subject, _ = write(installation, "france", "D4E2", "end", headers={"In-Reply-To": str(asked["Message-ID"])})
    assert "no orders carried out" in subject
    assert not planned(installation, campaign, "france")


def test_nothing_of_the_lines_below_is_a_command(installation: Any, campaign: int) -> None:
    write(installation, "britain", "план:", "Д4Э2", "следующий раунд", "Э4В2", "next round", "Д4Э2")
    assert len(planned(installation, campaign)) == 3


def test_a_turn_is_imagined_without_what_the_seat_cannot_know(installation: Any, campaign: int) -> None:
    match = installation.table(campaign).match
    before = match.hash
    ((world, _),) = next_turns([Turn(Sandbox.of(match, ("britain",)), own_turn(match, "britain"))], "britain")
    assert own_turn(world, "britain")
    assert match.hash == before
    other = match.copy()
    for worlds in (match, other):
        ((again, _),) = next_turns([Turn(Sandbox.of(worlds, ("britain",)), "")], "britain")
        assert again.view(("britain",)) == world.view(("britain",))


@pytest.mark.parametrize(
    ("now", "then", "more"),
    [("2 points", "2 points", False), ("1 point", "2 points", True), ("1 points", "2 points", False), ("3", "2", True)],
)
def test_a_price_is_dearer_if_it_is_other_and_not_only_lower(now: str, then: str, *, more: bool) -> None:
    assert dearer(now, then) is more


def test_a_plan_is_followed_where_the_turn_begins_by_a_deadline(installation: Any, campaign: int) -> None:
    write(installation, "britain", "Д4Э2", "E22", "конец")
    installation.clock.forward(hours=200)
    assert run_deadlines(installation.service) == 1
    installation.deliver()
    assert installation.table(campaign).match.asked_seats == ("france",), (
        "France was silent, and Britain has had its turn"
    )
    assert not planned(installation, campaign)


def bidders(installation: Any, *languages: str) -> tuple[int, dict[str, list[int]]]:
    """A campaign of Sealed Bids, and the cards of each seat."""
    made: int = installation.create_plainly("sealed-bids", dict(zip(("red", "blue"), languages, strict=True)))
    return made, {seat: list(hand) for seat, hand in installation.table(made).match.state.hands.items()}


def test_a_plan_bids_up_to_a_number_with_what_is_left(installation: Any) -> None:
    fair, hands = bidders(installation, "en", "ru")
    lowest, *_, below, highest = hands["red"]
    write(installation, "red", f"bid {lowest}", "plan:", f"bid up to {highest - 1}")
    assert planned(installation, fair, "red") == [[f"bid up to {highest - 1}"]]
    write(installation, "blue", f"ставка {hands['blue'][-1]}")
    write(installation, "blue", "оставить")
    assert installation.table(fair).match.sealed["red"].card == below
    assert installation.table(fair).match.pending_seats == ("blue",)


def test_a_plan_waits_behind_a_question_that_it_does_not_answer(installation: Any) -> None:
    fair, hands = bidders(installation, "en", "ru")
    *_, second, highest = hands["red"]
    write(installation, "red", f"bid {highest}", "plan:", f"bid {second}")
    write(installation, "blue", f"ставка {hands['blue'][0]}")
    assert installation.table(fair).match.question("red").kind == "roll", "red has won the lot"
    assert planned(installation, fair, "red") == [[f"bid {second}"]]
    write(installation, "red", "keep")
    assert installation.table(fair).match.sealed["red"].card == second
    assert not planned(installation, fair, "red")


def test_what_is_left_open_for_a_turn_waits_for_the_turn(installation: Any) -> None:
    """Who chooses the first player is asked outside of turns: that is not the turn in which they want to be asked."""
    made: int = installation.create_plainly("imperial-struggle", {"france": "en", "britain": "en"})
    for seat in ("france", "britain"):
        ministries = words_at(installation.table(made).match).say(installation.table(made).match.options(seat)[0], "en")
        write(installation, seat, ministries, "plan:", "ask me", "next round:", "E4D2")
    match = installation.table(made).match
    (seat,) = match.pending_seats
    assert match.question(seat).kind == "choose_first_player"
    assert [bool(lines) for lines in planned(installation, made, seat)] == [False, True]
    write(installation, seat, words_at(match).say(match.options(seat)[0], "en"))
    for each in installation.table(made).match.pending_seats:
        assert [bool(lines) for lines in planned(installation, made, each)] == [True], (
            "asked now, and not in the next turn"
        )


def test_a_plan_for_a_question_outside_of_turns_waits_behind_turns(installation: Any) -> None:
    made: int = installation.create_plainly("imperial-struggle", {"france": "en", "britain": "en"})
    ministries = {
        seat: words_at(installation.table(made).match).say(installation.table(made).match.options(seat)[0], "en")
        for seat in ("france", "britain")
    }
    write(installation, "france", ministries["france"], "plan:", "first Britain")
    plan = held(installation, made, "france").plan
    assert plan is not None
    with writing(installation.service.engine) as session:
        lock_campaign(session, made)
        table = table_of_campaign(installation.service.work(session), made)
        keep_plan(table, table.by_name["britain"], msgspec.structs.replace(plan, after=""))
    write(installation, "britain", ministries["britain"])
    assert not held(installation, made, "france"), "it has been carried out"
    assert own_turn(installation.table(made).match, "britain")
    assert planned(installation, made, "britain") == [["first Britain"]], (
        "Britain's turn began, which it does not answer"
    )


def test_what_is_planned_for_the_end_of_a_phase_lets_turns_pass(installation: Any) -> None:
    position = hand_table(
        hand("france", "foul_weather"),
        hand("england", "gout"),
        state_of(turn=2),
        frames=[impulse("france"), impulse("england"), negotiation()],
    )
    made: int = installation.create_plainly(
        "here-i-stand", dict.fromkeys(POWER.ids, "en"), document=position.document()
    )
    _, told = write(installation, "england", "plan:", "end negotiations")
    assert "as things stand" not in told, "that England's impulse comes first is no mistake"
    write(installation, "france", "pass")
    assert installation.table(made).match.pending_seats == ("england",)
    assert planned(installation, made, "england") == [["end negotiations"]], "it does not answer the impulse"
    write(installation, "england", "pass")
    assert installation.table(made).match.question("france").kind == "negotiate"
    assert "england" not in installation.table(made).match.pending_seats
    assert not planned(installation, made, "england")


def test_the_next_round_may_be_tried_where_one_is_not_legal(installation: Any, campaign: int) -> None:
    write(
        installation,
        "britain",
        "план:",
        "Д4Э2",
        "E22",
        "конец",
        "иначе: следующий ход",
        "следующий ход",
        "В4Д2",
        "конец",
    )
    _, told = write(installation, "britain", "планы")
    assert "1. взять дипломатическое 4 и экономическое 2 | " in told
    assert "| иначе: следующий ход" in told
    write(installation, "france", "D4E2", "E22", "end")
    assert installation.table(campaign).match.asked_seats == ("france",), "Britain has had its turn"
    told = words_of(installation.newest("britain"))
    assert "основное действие: 4 военных очка" in told
    assert "флаг на Ирландию" in told, "what was not legal is told"
    assert not planned(installation, campaign)


def test_without_another_way_the_next_round_is_left_for_its_turn(installation: Any, campaign: int) -> None:
    write(installation, "britain", "план:", "Д4Э2", "E22", "конец", "следующий ход", "В4Д2", "конец")
    write(installation, "france", "D4E2", "E22", "end")
    assert installation.table(campaign).match.asked_seats == ("britain",)
    assert planned(installation, campaign) == [["взять военное 4 и дипломатическое 2", "конец"]]


def test_lines_that_lead_to_another_question_wait_for_it(installation: Any) -> None:
    """A loan may be taken in a turn, too; but cards are taken behind the turns."""
    seats = ("england", "france", "castile", "austria")
    made: int = installation.create_plainly(
        "europa-universalis", dict.fromkeys(seats, "en"), document=realms().document()
    )
    for seat in {*seats} - {"france"}:
        write(installation, seat, "plan:", "take loan", "take a card from each deck")
    write(installation, "france", "increase stability")
    (asked,) = installation.table(made).match.pending_seats
    assert planned(installation, made, asked) == [["take loan", "take a card from each deck"]]
    assert not held(installation, made, asked).draft
    assert not installation.table(made).match.state.led[asked].interest, "nothing of it was done"


def test_what_is_not_needed_as_things_stand_stays_in_the_plan(installation: Any, campaign: int) -> None:
    _, told = write(installation, "britain", "plan:", "D4E2", "first France if needed", "end")
    assert "not needed" not in told
    ((*_, asked, end),) = planned(installation, campaign)
    assert (asked, end) == ("first France if needed", "конец")
