"""What a moderator changes by hand where a card has words: armies, ships, rulers, towns, display cards (R16.03)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import MODERATOR, Match
from adjudicator.games.europa_universalis import GAME
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, RELIGION, ZONE
from adjudicator.games.europa_universalis.game import CONTENT
from adjudicator.games.europa_universalis.rules import operations
from adjudicator.games.europa_universalis.slots import CARD
from adjudicator.games.europa_universalis.state import State
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.content import with_content
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import stored_frames
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import run_orders
from adjudicator.service.play import offers
from tests.carried import desk_at
from tests.games.europa_universalis.field import SIX

NAMES = GAME.part("names")("en")


def asked() -> Match:
    """A card that France has taken leaves something to the moderator."""
    pack = CONTENT.write(default())
    pack["events"]["guild_strike"]["effects"] = [{"op": "cancel_covert"}]
    game = with_content(GAME, pack)
    begun = set_up(game, seats=SIX, options={}, seed=b"cards")
    state: State = begun.state
    state.phase, state.turn.active = 2, "france"
    position: Position[Any, Any] = Position(
        0, 0, 0, stored_frames(operations.card(default(), "france", "events.guild_strike")), state, []
    )
    match = Match.begin(game, begun.header, position, Chance(b"cards"))
    assert match.by_hand
    return match


def answered(match: Match, *lines: str, language: str = "en") -> Any:
    offer = offers.decode(offers.offer_for(match, MODERATOR, 7, language))
    fields = match.game.part("report").fields()
    desk = desk_at(match, MODERATOR, language, offers.words_at(match), Offers((offer,)), fields=fields)
    return run_orders(desk, lines)


def changed(*lines: str, language: str = "en") -> State:
    """The position after these lines."""
    match = asked()
    outcome = answered(match, *lines, language=language)
    assert [row.problem for row in outcome.rows] == [None] * len(lines)
    match.apply(MODERATOR, outcome.actions[0])
    state: State = match.state
    return state


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "move French army 1 to Languedoc"),
        ("en", "France army 1 area Languedoc"),
        ("ru", "Франция армия 1 в Лангедок"),
        ("ru", "переместить 1 армию Франции в Лангедок"),
    ],
)
def test_a_whole_army_moves(language: str, line: str) -> None:
    before = asked().state.led["france"].armies[0]
    after = changed(line, language=language).led["france"].armies[0]
    assert AREA.ids[after.area] == "languedoc" != AREA.ids[before.area]
    assert after.regular == before.regular


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "religion Saxony %s"),
        ("ru", "религия Саксония %s"),
    ],
)
def test_a_religion_is_read_by_its_printed_name_r15_01(language: str, said: str) -> None:
    """With its hyphen and without; the rulebook has the Russian name with one."""
    ground = {"en": ["Counter-Reformed", "counter-reformed", "Counter Reformed", "Counterreformed"]}
    ground["ru"] = ["Контрреформация", "контр-реформация", "Контр реформация", "Контр-Реформистская"]
    for name in (GAME.part("names")(language).name(RELIGION, "counter_reformed"), *ground[language]):
        state = changed(said % name, language=language)
        assert RELIGION.ids[state.religion[AREA.index["saxony"]]] == "counter_reformed", name


def test_ships_come_to_ports_and_to_sea() -> None:
    state = changed(
        "France light ships in Nantes 2",
        "France light ships protecting trade Bay of Biscay -1",
        "France light ships at sea Bay of Biscay +1",
        "France fleet heavy ships +1",
        "France fleet to the Bay of Biscay",
    )
    own, biscay = state.led["france"], ZONE.index["bay_of_biscay"]
    assert own.ships.docked == {"nantes": 2}
    assert (own.ships.protecting[biscay], own.ships.light[biscay]) == (0, 1)
    assert (own.fleet.heavy, own.fleet.zone) == (1, biscay)


def test_in_port_or_at_sea_is_asked_where_it_may_be_both() -> None:
    match = asked()
    (row,) = answered(match, "France light ships Bay of Biscay +1").rows
    assert row.problem.why == "several_orders"
    assert set(row.problem.nearest) == {
        "France Light ships Protecting trade Bay of Biscay",
        "France Light ships At sea Bay of Biscay",
    }


@pytest.mark.parametrize(("language", "line"), [("en", "France ruler none"), ("ru", "правитель Франции нет")])
def test_what_may_be_none_is_none(language: str, line: str) -> None:
    assert changed(line, language=language).led["france"].ruler == NONE


def test_a_town_is_occupied_and_freed_and_a_ruler_comes_back() -> None:
    war = ("war France +England", "war England +France")
    state = changed(
        *war, "occupier Paris England", "occupier Paris nobody", "occupier Lyon England", "France ruler none"
    )
    assert state.occupier[PROVINCE.index["paris"]] == NONE
    assert state.occupier[PROVINCE.index["lyon"]] != NONE


def test_what_no_rule_can_bring_about_is_refused() -> None:
    """England is not at war with France."""
    outcome = answered(asked(), "occupier Paris England")
    (problem,) = (row.problem for row in outcome.rows)
    assert problem is not None
    assert problem.code == "bad_correction"


def test_a_display_card_is_laid_out_charged_and_taken_away() -> None:
    content = default()
    card = next(n for n in CARD.indexes if content.titles[content.title_of(n)].kind == "display")
    name = next(iter(NAMES.forms(CARD, CARD.ids[card])))
    laid_out = (f"France display cards +{name}", "France display cards 1 charges 3")
    (shown,) = changed(*laid_out).led["france"].display
    assert (shown.card, shown.charges) == (card, 3)
    assert changed(*laid_out, f"France display cards -{name}").led["france"].display == []
