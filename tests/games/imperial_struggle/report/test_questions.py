"""Questions: every code is shown once, prices are those that the rules ask, the position is complete."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator import Match
from adjudicator.games.imperial_struggle.board import board
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import FLAG, SPACE, TURN, WAR_TILE
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.phrases import PHRASES
from adjudicator.games.imperial_struggle.rules.action_round import action_round
from adjudicator.games.imperial_struggle.rules.advantages import AdvantageUsed
from adjudicator.games.imperial_struggle.rules.discard import DiscardEvents, discard_events
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.ministries.phase import replace_ministries
from adjudicator.games.imperial_struggle.rules.payment import Paid, Payment
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.setup import empty_theatres, initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.games.imperial_struggle.words.speech import speech
from adjudicator.language import CODES, language
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import run_orders
from adjudicator.reports.model import Question, Row
from adjudicator.service.play import offers
from tests.carried import carried_out, desk_at

NUMBER = 12
SOME = 20
"""Questions of a kind that are looked at in any case."""
FOREIGN = {"en": re.compile(r"[а-яё]", re.I), "ru": re.compile(r"[a-z]")}


def codes_of(question: Question) -> list[str]:
    return [option.code for group in question.groups for option in group.options]


def costs_of(question: Question) -> dict[str, str]:
    return {option.code: option.cost for group in question.groups for option in group.options}


def desk(match: Match, seat: str, code: str) -> OrderContext:
    offer = offers.decode(offers.offer_for(match, seat, NUMBER, code))
    return desk_at(match, seat, code, offers.words_at(match), Offers(open=(offer,)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "every"), [("ru", 9), *(pytest.param(code, 1, marks=pytest.mark.long) for code in CODES)]
)
def test_every_answer_is_shown_once_with_words(office: Any, code: str, every: int) -> None:
    """Of the kinds that are asked most, each so many-th question."""
    kinds = Counter[str]()
    for match, _ in (moment for seed in (b"codes", b"seed3") for moment in office.played(seed, 3)):
        for decision in match.decisions():
            kinds[decision.kind] += 1
            if kinds[decision.kind] > SOME and kinds[decision.kind] % every:
                continue
            for seat in decision.waiting:
                question = office.asked(match, seat, code)
                offered = offers.coded_options(offers.offer_for(match, seat, NUMBER, code), match, seat, code)
                assert sorted(codes_of(question)) == sorted(each.code for each in offered)
                shown = [option for group in question.groups for option in group.options]
                assert all(option.words and "_" not in option.words for option in shown)
                targets = [
                    group for group in question.groups if group.heading.startswith(("Ministry ", "Министерство "))
                ]
                assert all(group.note for group in targets), "what the ability does with its targets"
                assert question.title
                assert question.default
                assert not FOREIGN[code].search(" ".join((question.title, question.note, question.default)))
    round_ = {"take_investment", "use_tile", "place_bonus_tile", "keep_basic_tile", "choose_for_event"}
    turn = {"discard_events", "choose_ministries", "replace_ministries", "choose_first_player"}
    war = {"resolve_tile_effect", "spend_spoils", "give_up_squadron", "answer_conquest"}
    assert {*kinds} >= {*round_, *turn, *war}


@pytest.mark.slow
@pytest.mark.parametrize(("every", "least"), [(12, 100), pytest.param(1, 1200, marks=pytest.mark.long)])
def test_the_price_shown_is_the_price_paid(office: Any, every: int, least: int) -> None:
    """Every option of each so many-th question for purchases in a random match, carried out on a copy."""
    to, questions, checked = speech(language("en")), 0, 0
    for match, _ in office.played(b"prices", 2):
        if match.result is not None or match.decisions()[0].kind != "use_tile":
            continue
        questions += 1
        if questions % every:
            continue
        seat = match.decisions()[0].waiting[0]
        shown = costs_of(office.asked(match, seat, "en"))
        for code, cost in shown.items():
            row = carried_out(match, desk(match, seat, "en"), [code]).rows[0]
            assert row.status == "done", (code, row)
            paid = [each.visible_to((seat,)) for each in row.told]
            found = [p for event in paid if isinstance(p := getattr(event, "paid", None), Paid)]
            if isinstance(row.action, Payment) and found:
                assert cost == to.price(found[0].cost, found[0].debt, found[0].trp)
                checked += 1
            else:
                assert cost == ""
    assert checked > least


@pytest.mark.slow
def test_prices_before_the_tile_are_those_after_it(office: Any) -> None:
    compared = 0
    for match, _ in office.played(b"ahead", 6):
        if match.result is not None or match.decisions()[0].kind != "take_investment":
            continue
        seat = match.decisions()[0].waiting[0]
        before = {
            (group.heading, option.words): option.cost
            for group in office.asked(match, seat, "en").groups
            for option in group.options
        }
        for tile in match.options(seat):
            if not isinstance(tile, TakeInvestment):
                continue
            taken = match.copy()
            taken.apply(seat, tile)
            for group in office.asked(taken, seat, "en").groups:
                for option in group.options:
                    cost = before.get((group.heading, option.words))
                    if cost and "+" not in option.cost:
                        assert option.cost == cost
                        compared += 1
    assert compared > 100


@pytest.mark.parametrize("code", ["en", "ru"])
def test_the_modifiers_are_words_of_the_phrasebook(office: Any, code: str) -> None:
    match, _ = office.moment("take_investment", 2)
    match.state.treaty_points[:] = [2, 2]
    seat = match.decisions()[0].waiting[0]
    question = office.asked(match, seat, code)
    names_ = [item.name for item in question.modifiers]
    space = names(code).name(SPACE, "savoy")
    read = [PHRASES.parse(f"{'flag' if code == 'en' else 'флаг'} {space} {name}", code) for name in names_]
    assert read == [ShiftPolitical("savoy", "flag", debt=2), ShiftPolitical("savoy", "flag", trp=1)]


def test_no_debt_is_offered_at_the_limit(office: Any) -> None:
    match, _ = office.moment("take_investment", 2)
    match.state.debt[:] = match.state.debt_limit
    seat = match.decisions()[0].waiting[0]
    assert office.asked(match, seat, "en").modifiers == ()


@pytest.mark.parametrize("code", ["en", "ru"])
def test_cards_above_three_are_put_away_by_their_codes_4_1_6(office: Any, at: Any, code: str) -> None:
    state = initial_state()
    state.hands = [[1, 2, 3, 4, 5, 6], [7, 8, 9]]
    match = at(state, [discard_events([])])
    question = office.asked(match, "france", code)
    (group,) = question.groups
    assert [option.words for option in group.options] == [names(code).name(EVENT, EVENT.id_of(n)) for n in range(1, 7)]
    assert all(option.note for option in group.options)
    codes = codes_of(question)
    assert " ".join(codes[:3]) in question.note
    row = run_orders(desk(match, "france", code), [" ".join(codes[1:4])]).rows[0]
    assert row.action == DiscardEvents((2, 3, 4))


def test_face_down_ministries_are_replaced_or_kept_4_1_7(office: Any, at: Any) -> None:
    state = initial_state()
    state.turn = TURN.index["2"]
    state.ministries = [[HeldMinistry(1), HeldMinistry(2)], [HeldMinistry(5, revealed=True), HeldMinistry(6)]]
    match = at(state, [replace_ministries()])
    words = [option.words for group in office.asked(match, "britain", "en").groups for option in group.options]
    assert words[0] == "keep all"
    assert "Bank of England instead of Jonathan Swift" in words
    assert not any("instead of Robert Walpole" in text for text in words)
    russian = [option.words for group in office.asked(match, "britain", "ru").groups for option in group.options]
    assert "Банк Англии вместо Джонатана Свифта" in russian


def test_an_upgrade_names_both_tiles(office: Any) -> None:
    match, _ = office.moment("keep_basic_tile")
    seat = match.decisions()[0].waiting[0]
    drawn = names("en").name(WAR_TILE, WAR_TILE.ids[match.state.drawn[0 if seat == "france" else 1][-1]])
    (group,) = office.asked(match, seat, "en").groups
    assert f"the new one stays: {drawn}" in {option.words for option in group.options}


def test_the_standing_names_every_space_in_play_and_its_holder(office: Any) -> None:
    match, _ = office.moment("use_tile", 4)
    standing = REPORT.standing(match.view(()), (), None, language("en"))
    tables = {table.caption: table for table in standing.tables}
    rows = {
        row.cells[0]: row.cells
        for region in ("Europe", "North America", "Caribbean", "India")
        for row in tables[region].rows
    }
    called = names("en")
    view = match.view(())
    for space in SPACE:
        owner = view.space(space.id).owner
        if owner:
            assert rows[called.name(SPACE, space.id)][3] == called.name(FLAG, owner)


def test_what_moved_is_marked(office: Any) -> None:
    match, _ = office.moment("take_investment", 3)
    seat = match.decisions()[0].waiting[0]
    assert not any(row.changed for row in _region_rows(match, match.view((seat,)), "en"))
    _, new = office.ordered(match, seat, ["12a"], "en")
    assert not any(isinstance(each.public, AdvantageUsed) for each in new)
    shifted = next(option for option in match.options(seat) if isinstance(option, ShiftPolitical | ShiftMarket))
    before = match.view((seat,))
    match.apply(seat, shifted)
    after = REPORT.standing(match.view((seat,)), seat, before, language("en"))
    marked = {row.cells[0] for table in after.tables for row in table.rows if row.changed}
    assert names("en").name(SPACE, shifted.space) in marked


def test_the_figures_change_by_what_differs_from_the_last_mail(office: Any) -> None:
    """Debt, treaty points and the track of a whole game."""
    matches = office.played(b"figures", 8)
    first, _ = next(matches)
    before = first.view(())
    *_, (last, _) = matches
    standing = REPORT.standing(last.view(()), (), before, language("en"))
    figures = {fact.label: fact for fact in standing.facts}
    vp = last.state.vp - 15
    assert figures["Victory points"].change == (f"{vp:+d}" if vp else "")
    owed = [f"{side} {debt:+d}" for side, debt in zip(("France", "Britain"), last.state.debt, strict=True) if debt]
    assert figures["Debt"].change == ", ".join(owed)
    trp = [f"{side} {n:+d}" for side, n in zip(("France", "Britain"), last.state.treaty_points, strict=True) if n]
    assert figures["Treaty points"].change == ", ".join(trp)
    again = REPORT.standing(last.view(()), (), last.view(()), language("en"))
    assert not any(fact.change for fact in again.facts)


def _region_rows(match: Match, before: Any, code: str) -> list[Row]:
    standing = REPORT.standing(match.view(("france",)), "france", before, language(code))
    return [row for table in standing.tables for row in table.rows]


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "ru"])
def test_the_picture_has_words_and_bytes(office: Any, code: str) -> None:
    match, told = office.moment("take_investment", 1)
    view = match.view(("france",))
    (picture,) = REPORT.pictures(view, "france", told, language(code), width=1600)
    assert picture.png.startswith(b"\x89PNG")
    assert picture.alt
    assert bool(picture.caption) == bool(
        board().shown(view, code, (), tuple(each.public for each in told if each.public)).changed
    )
    assert picture.cid == "board"
    (bare,) = REPORT.pictures(view, "france", told, language(code), width=0)
    assert bare == replace(picture, png=b"")


def test_where_several_tiles_wait_the_question_and_each_option_name_them_7_6(at: Any, office: Any) -> None:
    state = initial_state()
    state.turn, state.next_war = TURN.index["4"], TURN.thing("4").next_war
    state.theatres = empty_theatres(state.next_war)
    state.unassigned[0] = [WAR_TILE.index[name] for name in ("bonus_7yw_fr_montcalm", "bonus_7yw_fr_broglie")]
    match = at(state, [action_round(0, 1)])
    question = office.asked(match, "france", "en")
    words = [option.words for group in question.groups for option in group.options]
    assert {line.partition(":")[0] for line in words} == {"Montcalm +3", "Broglie +1"}
    assert question.title.startswith("Where does one of these tiles go: ")
