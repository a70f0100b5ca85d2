"""Standing orders: a seat answers interruptions beforehand, by a line of a mail."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import new_match
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.store.engine import reading
from tests.games.pax_renaissance.table import border as on_border
from tests.games.pax_renaissance.table import lay, stand, table, there

SEATS = {"north": "en", "east": "en", "south": "ru"}


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("crossroads", SEATS)
    return made


def match(installation: Any, campaign: int) -> Any:
    with reading(installation.service.engine) as session:
        return table_of_campaign(installation.service.work(session), campaign).match


def test_a_standing_order_answers_the_interruption_by_itself(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("east", "standing toll")
    assert "Set: toll" in said(answer)
    installation.write("north", "1a")
    waiting = match(installation, campaign).decisions()[0].waiting
    assert waiting == ("south",), "east has answered already, and nobody had to ask"
    asked = {seat for seat in SEATS if "#" in str(installation.newest(seat)["Subject"]) and seat == "east"}
    assert asked == set()


def test_a_plan_is_carried_out_where_a_standing_order_lets_its_turn_begin(installation: Any, campaign: int) -> None:
    for seat, line in (("east", "standing toll: no"), ("south", "постоянно пошлина: нет")):
        installation.write(seat, line)
    installation.write("east", "plan:", "spy on South")
    installation.write("north", "ride to Mill")
    now = match(installation, campaign)
    assert now.state.riders["south"].spies == ["east"]
    assert now.pending_seats == ("south",)


def test_it_is_listed_with_its_use_and_withdrawn(installation: Any, campaign: int, said: Any) -> None:
    installation.write("east", "standing toll")
    installation.write("north", "1a")
    (listed,) = installation.write("east", "standing")
    assert "1. toll" in said(listed)
    assert "used [" in said(listed)
    (gone,) = installation.write("east", "standing off 1")
    assert "no standing orders" in said(gone)


def test_orders_of_ones_own_turn_are_no_standing_orders(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("north", "standing ride to mill")
    assert "no question that interrupts" in said(answer)
    assert "toll" in said(answer)
    assert match(installation, campaign).decisions()[0].waiting == ("north",)


def test_in_russian_and_for_whatever_is_asked(installation: Any, campaign: int, said: Any) -> None:
    installation.write("south", "постоянно пошлина")
    installation.write("north", "1a")
    assert match(installation, campaign).decisions()[0].waiting == ("east",)


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        ("east", "standing toll: toll if North rides to {} and round < 2"),
        ("south", "постоянно пошлина: пошлина если Север едет в город {} и раунд < 2"),
    ],
)
@pytest.mark.parametrize("ridden", ["mill", "market"])
def test_a_condition_may_be_about_the_move_that_is_asked_about(
    installation: Any, campaign: int, said: Any, seat: str, line: str, ridden: str
) -> None:
    (told,) = installation.write(seat, line.format("Mill" if seat == "east" else "Мельница"))
    assert ("North rides to Mill" if seat == "east" else "Север едет в город Мельница") in said(told)
    installation.write("north", f"ride to {ridden}")
    waiting = match(installation, campaign).decisions()[0].waiting
    assert (seat in waiting) is (ridden != "mill")


@pytest.mark.parametrize(
    ("seat", "line", "asked"),
    [
        ("east", "standing toll: ask only if North rides to Mill", "toll: ask if North rides to Mill"),
        ("south", "постоянно пошлина: спросить только если Север едет в город Мельница", "пошлина: спросить"),
    ],
)
@pytest.mark.parametrize("ridden", ["mill", "market"])
def test_ask_only_if_declines_everything_else(
    installation: Any, campaign: int, said: Any, seat: str, line: str, asked: str, ridden: str
) -> None:
    (told,) = installation.write(seat, line)
    assert asked in said(told)
    assert ("toll: no" if seat == "east" else "пошлина: нет") in said(told), "both orders are told"
    installation.write("north", f"ride to {ridden}")
    waiting = match(installation, campaign).decisions()[0].waiting
    assert (seat in waiting) is (ridden == "mill")


@pytest.mark.parametrize(
    ("line", "until"),
    [
        ("standing toll: no for this turn", "until turn 1"),
        ("standing toll: never for the rest of this turn", "until turn 1"),
        ("standing toll: no for this phase", "until the bargaining phase"),
    ],
)
def test_an_answer_may_last_for_the_turn_or_the_phase_that_is_played(
    installation: Any, campaign: int, said: Any, line: str, until: str
) -> None:
    (told,) = installation.write("east", line)
    assert until in said(told)
    installation.write("north", "1a")
    assert match(installation, campaign).decisions()[0].waiting == ("south",)


def test_an_answer_may_last_for_the_turn_or_the_phase_in_russian(installation: Any, campaign: int, said: Any) -> None:
    for span in ("на этот ход", "в этом ходу", "до конца хода"):
        (told,) = installation.write("south", f"постоянно пошлина: нет {span}")
        assert "до хода 1" in said(told)
    (told,) = installation.write("south", "постоянно пошлина: никогда в этой фазе")
    assert "до фазы торга" in said(told)


@pytest.mark.parametrize(
    ("language", "line", "ride"),
    [
        ("en", "standing toll: bar the road, else toll", "travel to Village"),
        ("ru", "постоянно пошлина: не пускать, иначе пошлина", "ехать в Село"),
    ],
)
@pytest.mark.parametrize("good", ["salt", "iron"])
def test_a_standing_order_may_rank_its_answers(
    installation: Any, said: Any, language: str, line: str, ride: str, good: str
) -> None:
    """The road to the village is barred with salt; without it the toll is taken."""
    begun = new_match("salt-roads", seed=b"ranked").document()
    state = begun["state"]
    state["posts"]["village"] = "sapphire"
    state["hands"] = {"amber": 3, "sapphire": [good] * 3, "onyx": 3}
    state["deck"] = len(state["deck"])
    seats = dict.fromkeys(("amber", "sapphire", "onyx"), language)
    campaign = installation.create("salt-roads", seats, document=begun, deal=True)
    (told,) = installation.write("sapphire", line)
    assert line.partition(": ")[2] in said(told)
    installation.write("amber", ride)
    now = match(installation, campaign)
    assert now.pending_seats == ("sapphire",), "it is the turn of the next merchant, who was not asked"
    assert (now.state.at["amber"], now.state.coins["sapphire"]) == (("city", 3) if good == "salt" else ("village", 4))


@pytest.mark.parametrize(
    ("seat", "answer", "told"),
    [
        ("east", "no for this turn", "toll: no until turn 1"),
        ("east", "never", "toll: no"),
        ("east", "ask only if North rides to Abbey", "toll: ask if North rides to Abbey"),
        ("south", "нет на этот ход", "пошлина: нет до хода 1"),
        ("south", "никогда", "пошлина: нет"),
    ],
)
def test_an_answer_may_last_for_questions_of_its_kind(
    installation: Any, campaign: int, said: Any, seat: str, answer: str, told: str
) -> None:
    installation.write("north", "ride to mill")
    assert seat in match(installation, campaign).pending_seats
    (got,) = installation.write(seat, answer)
    assert told in said(got)
    assert seat not in match(installation, campaign).pending_seats, "it answers what is asked already"


def test_a_lasting_answer_needs_a_question(installation: Any, campaign: int, said: Any) -> None:
    (got,) = installation.write("east", "no for this turn")
    assert "you are asked none now" in said(got)
    (got,) = installation.write("east", "standing")
    assert "no standing orders" in said(got)


def test_the_other_seats_are_told_nothing(installation: Any, campaign: int, read: Any) -> None:
    installation.write("east", "standing toll")
    before = len(installation.received["north@players.test"])
    installation.write("south", "status")
    assert len(installation.received["north@players.test"]) == before


def test_a_standing_order_says_from_where_the_levy_of_a_taxed_concession_is_taken(installation: Any, said: Any) -> None:
    position = table(
        lay("fugger", "holy_land_crusade"),
        on_border(ottoman_mamluk="coeur_pawn"),
        stand(**dict.fromkeys(("granada", "algiers", "tana", "caffa", "modon", "rhodes"), "islamic_rook")),
        stand(cairo="", cyprus="catholic_rook"),
        seats=("fugger", "medici", "coeur"),
    )
    players = {"fugger": "en", "medici": "en", "coeur": "en"}
    campaign = installation.create("pax-renaissance", players, document=position.document())
    installation.write("coeur", "standing tax: pay")
    (answer,) = installation.write("coeur", "standing missing piece: take from city Caffa")
    assert "take from city Caffa" in said(answer)
    installation.write("fugger", "run west; tax Ottomans–Mamluks for Mamluk with Holy Land Crusade")
    now = match(installation, campaign)
    assert (there(now, "caffa"), there(now, "cairo")) == ("", "islamic_rook")
    assert now.decisions()[0].waiting == ("fugger",), "nobody had to ask Coeur"
