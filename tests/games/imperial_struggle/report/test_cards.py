"""Cards in our own words: made from the facts, worth what the rules say, the same from the view as from the state."""

from __future__ import annotations

import re
from copy import copy
from typing import Any

import pytest

from adjudicator.games.imperial_struggle.board import sketch
from adjudicator.games.imperial_struggle.board.theatres import theatre_marks
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import COMMODITY, COUNTRY, KEYWORD, MINISTRY, SIDES, SPACE, WAR
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.known import known
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.rules.events.conditions import standing
from adjudicator.games.imperial_struggle.rules.ministries.phase import ReplaceMinistries
from adjudicator.games.imperial_struggle.rules.war.strength import strength
from adjudicator.games.imperial_struggle.setup import empty_theatres, initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry
from adjudicator.games.imperial_struggle.view import view
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.games.imperial_struggle.words.book import ASKINGS, Counter
from adjudicator.games.imperial_struggle.words.options import market
from adjudicator.games.imperial_struggle.words.printed import event_text, ministry_text, part_text
from adjudicator.games.imperial_struggle.words.speech import WORDS, speech
from adjudicator.games.imperial_struggle.words.tables import bonus_strength, kind, stakes_table
from adjudicator.games.imperial_struggle.words.terms import places
from adjudicator.language import language
from adjudicator.pictures import to_svg
from adjudicator.reports.wording.differences import differences

EN, RU = speech(language("en")), speech(language("ru"))
FOREIGN = {"en": re.compile(r"[а-яё]", re.I), "ru": re.compile(r"[a-z]", re.I)}
CARDS = [(card, side) for card in EVENT for side in (0, 1)]


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize(("card", "side"), CARDS, ids=lambda value: getattr(value, "id", value))
def test_every_event_says_what_it_does_in_one_language(card: Any, side: int, code: str) -> None:
    text = event_text(card, initial_state(), side, speech(language(code)))
    assert len(text) > 12
    assert not re.search(r"%|\w_\w|\(\)|\bNone\b|: *$|  ", text)
    assert not FOREIGN[code].search(text)


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("card", MINISTRY.things, ids=lambda card: card.id)
def test_every_ministry_says_what_it_does_in_one_language(card: Any, code: str) -> None:
    to = speech(language(code))
    text = ministry_text(card, initial_state(), to)
    assert all(to.thing(KEYWORD, keyword) in text for keyword in card.keywords)
    assert not re.search(r"%|\w_\w|\(\)|\bNone\b|: *$|  ", text)
    assert not FOREIGN[code].search(text)


def test_ministries_say_what_the_readings_of_the_campaign_make_of_them() -> None:
    state = initial_state()
    voltaire, townshend = MINISTRY.things[13], MINISTRY.things[20]
    assert "if somebody wins" in ministry_text(voltaire, state, EN)
    assert "in demand" not in ministry_text(townshend, state, EN)
    state.options = HouseRules(voltaire_needs_winner=False, townshend_scope="in_demand")
    assert "if somebody wins" not in ministry_text(voltaire, state, EN)
    assert "in demand" in ministry_text(townshend, state, EN)


def test_a_market_without_a_commodity_is_told_without_one_3_2_2() -> None:
    """Chesapeake, the only one: it must not be taken for one of those in demand."""
    for to in (EN, RU):
        cotton = to.thing(COMMODITY, "cotton")
        assert market("chesapeake", to) == to.space("chesapeake")
        assert cotton in market("karaikal", to)
        spaces = SPACE.things
        assert kind(spaces[SPACE.index["chesapeake"]], to) in ("market", "рынок")
        assert kind(spaces[SPACE.index["karaikal"]], to) == cotton


def test_a_prestige_space_is_told_as_one_whatever_else_it_is_3_2_1() -> None:
    to, spaces = speech(language("en")), SPACE.things
    found = {name: kind(spaces[SPACE.index[name]], to) for name in ("sweden", "minorca", "biscay", "ireland_prestige")}
    assert found == {
        "sweden": "alliance, prestige",
        "minorca": "territory, prestige",
        "biscay": "naval, prestige",
        "ireland_prestige": "prestige",
    }
    assert all("prestige" in kind(space, to) for space in spaces if space.prestige)
    assert all("alliance" in kind(space, to) for space in spaces if space.alliance or space.local_alliance)


def test_a_ministry_for_an_empty_slot_does_not_read_as_keeping_all_7_3_r_51() -> None:
    at = Counter(initial_state(), 0)
    assert ASKINGS.words(ReplaceMinistries(), at, EN) == "keep all"
    assert ASKINGS.words(ReplaceMinistries((), ("m14",)), at, EN) == "Voltaire in the empty slot"
    assert ASKINGS.words(ReplaceMinistries((), ("m14",)), at, RU) == "Вольтер на свободное место"


def test_no_ability_is_forgotten() -> None:
    every = {f"{card.number}.{number}" for card in MINISTRY for number in range(1, len(card.abilities) + 1)}
    assert set(WORDS["abilities"]) == every
    assert set(WORDS["changed_abilities"]) < every


def test_texts_follow_the_facts_of_both_sides() -> None:
    """Event 5 (3.4.2): two versions; Event 12: the opponent chooses, the bonus is the same once more."""
    state = initial_state()
    jenkins, overruns = EVENT.things[4], EVENT.things[11]
    assert event_text(jenkins, state, 0, EN) == (
        "military tile - 1 conflict marker under a British flag: market (Caribbean). "
        "Bonus (Mercantilism, not met now): 1 diplomatic point"
    )
    assert event_text(jenkins, state, 1, EN) == (
        "military tile - debt -2. Bonus (Mercantilism, not met now): debt +1 for the opponent"
    )
    assert "the opponent chooses: damage an opposing fort; or" in event_text(overruns, state, 0, EN)
    assert event_text(overruns, state, 0, EN).endswith(": the same once more")


def test_amounts_and_conditions_are_those_of_now() -> None:
    """Event 40 for France counts the spaces of Spain; Event 22 asks for no French flag there."""
    state = initial_state()
    spain = FACTS.by_country[COUNTRY.index["spain"]]
    held = (state.flags[0] & spain).bit_count()
    assert part_text(40, "effect", state, 0, EN) == f"Spain: for each you hold, 1 military point, now {held}"
    assert part_text(22, "bonus", state, 0, EN) == "1 VP if no opposing flag is in: Spain (met now)"
    state.flags[1] |= 1 << SPACE.index["spain_prestige_2"]
    assert part_text(22, "bonus", state, 0, EN).endswith("(not met now)")


def test_the_bonus_names_a_face_down_ministry_that_would_bring_it_3_5_3() -> None:
    state = initial_state()
    state.ministries[0] = [HeldMinistry(3)]
    vatican = EVENT.things[9]
    assert "(Style, met if you reveal Court of the Sun King)" in event_text(vatican, state, 0, EN)
    state.ministries[0][0].revealed = True
    assert "(Style, met now)" in event_text(vatican, state, 0, EN)


def test_a_used_ability_is_marked_3_5_2() -> None:
    state = initial_state()
    state.ministries[1] = [HeldMinistry(10, revealed=True, exhausted=1)]
    first, second = ministry_text(MINISTRY.things[9], state, EN).split("; (2)")
    assert first.endswith("used this turn")
    assert "used this turn" not in second


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        (lambda f: f.by_country[COUNTRY.index["spain"]], "Spain"),
        (lambda f: SPACE.mask_of(["russia"]), "Russia"),
        (lambda f: f.market, "market"),
        (lambda f: f.market & f.by_region[2], "market (Caribbean)"),
        (lambda f: f.by_commodity[COMMODITY.index["sugar"]], "Sugar market"),
        (lambda f: f.local_alliance & f.by_region[3], "local alliance (India)"),
        (lambda f: (f.market | f.political) & f.by_region[3], "market or political space (India)"),
        (lambda f: SPACE.mask_of(["sardinia", "biscay"]), "Sardinia, Biscay"),
    ],
)
def test_sets_of_spaces_have_short_words(mask: Any, words: str) -> None:
    assert places(mask(FACTS), EN) == words


def test_every_set_of_the_facts_is_described_and_not_listed_space_by_space() -> None:
    """Long lists only where the card itself lists spaces."""
    listed = [
        op.targets
        for two in FACTS.event_versions
        for version in two
        for op in (*version.effect, *version.bonus)
        if op.targets and places(op.targets, EN).count(",") > 3
    ]
    assert listed == []


# from the view --------------------------------------------------------------------------------------


def test_a_view_is_enough_for_what_cards_are_worth_and_theatres_strong(office: Any) -> None:
    """Whole games: what mails say of cards and strengths is what the rules work out from the state."""
    checked = 0
    for seed in (b"known", b"seed3"):
        for match, _ in office.played(seed, 5):
            state = match.state
            for side, seat in enumerate(SIDES):
                mine = known(view(state, frozenset({seat})))
                for card in state.hands[side]:
                    event = EVENT.things[card - 1]
                    assert standing(mine, side, card) == standing(state, side, card)
                    assert event_text(event, mine, side, RU) == event_text(event, state, side, RU)
                for held in state.ministries[side]:
                    card = MINISTRY.things[held.card - 1]
                    assert ministry_text(card, mine, EN) == ministry_text(card, state, EN)
                public = known(view(state, frozenset()))
                for order in range(1, len(state.theatres) + 1):
                    asked = copy(state)
                    asked.theatre = order
                    strong = strength(asked, side)
                    assert bonus_strength(public, order, side) == strong.bonus
                    checked += 1
    assert checked > 1000


def test_what_a_view_hides_is_not_in_the_position_made_of_it(office: Any) -> None:
    for match, _ in office.played(b"blank", 6):
        position = known(view(match.state, frozenset({"france"})))
        assert position.hands[1] == []
        assert all(held.revealed for held in position.ministries[1])
        assert {tile for theatre in position.theatres for tile in theatre.bonus[1]} <= {0}
        hidden = (position.pool_basic, position.pool_bonus, position.basic_out, position.drawn, position.unassigned)
        assert {tile for piles in (*hidden, [[], position.deck]) for tile in piles[1]} <= {0}


def test_the_spoils_of_every_theatre_are_told_row_by_row_7_2(office: Any) -> None:
    seen = set()
    for match, _ in office.played(b"sun king 7", 7):
        look = view(match.state, frozenset())
        if look.war is None or look.war in seen:
            continue
        seen.add(look.war)
        war = next(war for war in WAR if war.id == look.war)
        rows = sum(
            len(theatre.spoils[0]) if theatre.spoils[0] == theatre.spoils[1] else sum(map(len, theatre.spoils))
            for theatre in war.theatres
        )
        assert len(stakes_table(look, EN).rows) == rows
    assert len(seen) == 4


def test_what_another_war_would_be_worth_is_no_difference_of_two_positions(office: Any) -> None:
    """After a rollback nobody wants to read twenty rows of the rulebook."""
    looks = {}
    for match, _ in office.played(b"sun king 7", 7):
        look = view(match.state, frozenset())
        looks.setdefault(look.war, look)
    first, second = [look for war, look in looks.items() if war is not None][:2]
    found = differences(REPORT, first, second, (), language("en"))
    worth = stakes_table(first, EN).caption
    assert any(each.what == "Next war" for each in found)
    assert [each.name for each in found if each.where == worth] == []


def test_a_war_tells_strengths_spoils_left_and_refusals(office: Any) -> None:
    match, _ = office.moment("spend_spoils", 5, b"sun king 13", 13)
    standing_ = REPORT.standing(match.view(()), (), None, language("en"))
    labels = {fact.label: fact.value for fact in standing_.facts}
    assert labels["Theatre"] == "2 of 4, Third Carnatic War"
    assert labels["Spoils left"] == "Britain: 2 conquest points, a flag to remove"
    assert labels["Refusals"] == "France 0 of 2, Britain 0 of 2"
    captions = [table.caption for table in standing_.tables]
    assert "What scores at the end of this turn" not in captions
    assert captions[0] == f"{names('en').name(WAR, '7yw')}: the theatres"


# pictures --------------------------------------------------------------------------------------------


def test_the_picture_shows_what_lies_beside_flags_and_tiles() -> None:
    """Huguenot markers, used or not (M-9), Byng at his theatre, squadrons away, Jacobite markers."""
    state = initial_state()
    state.huguenots, state.huguenots_spent = SPACE.mask_of(["louisiana", "guadeloupe"]), SPACE.mask_of(["guadeloupe"])
    state.theatres = empty_theatres(0)
    state.byng_theatre, state.away, state.jacobite_victories = 2, [0, 1], 1
    look = view(state, frozenset())
    marks = [look.space(name) for name in ("louisiana", "guadeloupe")]
    assert [(mark.huguenots, mark.huguenots_spent) for mark in marks] == [(True, False), (True, True)]
    (byng,) = list(theatre_marks(look))[1].tiles[1]
    assert byng.tile is not None
    assert (byng.kind, byng.tile.strength) == ("special", 2)
    svg = to_svg(sketch(look, "en").scene)
    assert "Jacobites 1 · away B1" in svg
