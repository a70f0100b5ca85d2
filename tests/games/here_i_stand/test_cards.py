"""Cards of realms and rulers: what each does, and when it cannot be played (6)."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import Enough, ForCard, ForLeader, ForSpace, ForSpaces, ForUse
from adjudicator.games.here_i_stand.facts import CARD, HOME_OF, LOCATION, OWNER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.impulses import LetHappen, PlayEvent
from adjudicator.games.here_i_stand.state import ForeignWar
from tests.games.here_i_stand.events import played, ready
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    controls,
    count,
    dice,
    do,
    empty,
    hand,
    leader,
    options,
    protestant,
    refused,
    siege,
    state_of,
    units,
    unrest,
    war,
)


def refusal(card: str, *arrange: Arrange, power: str = "hapsburg") -> str:
    """Why a card cannot be played."""
    return refused(ready(card, *arrange, power=power), power, PlayEvent(card))


def ruler(power: str, name: str) -> Arrange:
    """A power has a ruler."""
    return lambda state: setattr(state.powers[power], "ruler", name)


NOT_NOW: list[tuple[str, str, tuple[Arrange, ...]]] = [
    ("john_zapolya", "hapsburg", (units("buda", "ottoman", regulars=9), siege("buda", "ottoman"))),
    ("julia_gonzaga", "hapsburg", ()),
    ("rough_wooing", "england", (allies("france", "scotland"),)),
    ("rough_wooing", "england", (state_of(edward="sickly"),)),
    (
        "rough_wooing",
        "england",
        (state_of(edward="sickly"), allies("france", "scotland"), ruler("england", "elizabeth_i")),
    ),
    ("lady_jane_grey", "hapsburg", ()),
    ("maurice_of_saxony", "protestant", (state_of(league=True),)),
    ("jesuit_education", "hapsburg", ()),
    ("patron_of_the_arts", "france", (ruler("france", "henry_ii"),)),
    ("patron_of_the_arts", "france", (leader("francis_i", "", captor="hapsburg"),)),
    ("patron_of_the_arts", "france", (state_of(chateaux=6),)),
    ("shipbuilding", "protestant", (state_of(league=True),)),
    ("calvin_expelled", "hapsburg", ()),
    ("sale_of_moluccas", "hapsburg", ()),
]


@shows("cards/4", "cards/36")
@pytest.mark.parametrize(("card", "power", "arrange"), NOT_NOW)
def test_events_without_their_condition(card: str, power: str, arrange: tuple[Arrange, ...]) -> None:
    assert refusal(card, *arrange, power=power) == "no_effect"


NO_AIM: list[tuple[str, str, tuple[Arrange, ...]]] = [
    ("auld_alliance", "hapsburg", ()),
    ("auld_alliance", "england", ()),
    ("venetian_alliance", "ottoman", ()),
    ("akinji_raiders", "ottoman", (war("ottoman", "hungary_bohemia"),)),
    ("andrea_doria", "ottoman", ()),
    ("ransom", "hapsburg", ()),
    ("treachery", "hapsburg", ()),
    ("pirate_haven", "ottoman", ()),
    ("pirate_haven", "ottoman", (state_of(barbary=True),)),
    ("holy_roman_emperor", "hapsburg", (leader("charles_v", "", captor="france"),)),
    (
        "six_wives_of_henry_viii",
        "england",
        (allies("england", "france"), war("england", "hapsburg"), ruler("england", "edward_vi")),
    ),
    ("city_state_rebels", "hapsburg", tuple(controls("independent", at) for at in ("milan", "tunis"))),
]


@pytest.mark.parametrize(("card", "power", "arrange"), NO_AIM)
def test_events_with_nothing_to_aim_at(card: str, power: str, arrange: tuple[Arrange, ...]) -> None:
    assert refusal(card, *arrange, power=power) == "no_effect"


def test_diplomatic_marriage_is_for_four_powers() -> None:
    assert refusal("diplomatic_marriage", power="ottoman") == "not_theirs"
    assert refusal("maurice_of_saxony", power="france") == "not_theirs"


UNREST = {
    "pilgrimage_of_grace": ("york", "lincoln", 5, "paris"),
    "gabelle_revolt": ("dijon", "nantes", 2, "york"),
    "peasants_war": ("erfurt", "cassel", 5, "paris"),
    "revolt_of_the_communeros": ("cordoba", "zaragoza", 3, "paris"),
    "janissaries_rebel": ("larissa", "nicopolis", 4, "paris"),
}


@shows("12.4/2")
@pytest.mark.parametrize("card", UNREST)
def test_unrest_of_cards_is_in_unoccupied_spaces_of_a_realm(card: str) -> None:
    _, _, most, wrong = UNREST[card]
    calm = (war("ottoman", "hungary_bohemia"),) if card == "janissaries_rebel" else ()
    match = ready(card, *calm)
    do(match, "hapsburg", PlayEvent(card))
    now = match.decisions()[0]
    assert now.context["most"] == most
    assert refused(match, "hapsburg", ForSpaces((wrong,))) == "not_such_space"
    some = max((each.spaces for each in options(match, "hapsburg") if isinstance(each, ForSpaces)), key=len)
    assert len(some) == most
    assert refused(match, "hapsburg", ForSpaces((*some[:1], *some[:1]))) == "space_twice"
    do(match, "hapsburg", ForSpaces(some))
    assert match.state.unrest == LOCATION.mask_of(some)


def test_janissaries_rebel_less_where_the_ottoman_is_at_war_with_a_power() -> None:
    match = played("janissaries_rebel", arrange=(war("ottoman", "papacy"),))
    assert match.decisions()[0].context["most"] == 2


@shows("12.4/1")
def test_cloth_prices_bring_cards_and_men_or_a_loss_and_unrest() -> None:
    good = controls("england", "calais")
    match = played("cloth_prices_fluctuate", ForUse(1), ForSpace("antwerp"), arrange=(good,))
    assert len(match.state.hands["england"].cards) == 2
    assert count(match, "antwerp", "hapsburg")["mercenaries"] == 2
    match = ready("cloth_prices_fluctuate", controls("france", "calais"))
    do(match, "hapsburg", PlayEvent("cloth_prices_fluctuate"))
    while match.decisions()[0].kind == "aim":
        do(match, "hapsburg", options(match, "hapsburg")[0])
    assert not match.state.hands["hapsburg"].cards, "Antwerp's holder loses a card"
    assert refused(match, "hapsburg", ForSpaces(("valladolid",))) == "not_such_space"
    do(match, "hapsburg", ForSpaces(("amsterdam",)))
    assert rules.has(match.state.unrest, "amsterdam")


def test_zapolya_raises_four_regulars_for_whoever_holds_buda() -> None:
    match = played("john_zapolya", arrange=(controls("ottoman", "buda"), empty("buda")))
    assert count(match, "buda", "ottoman") == {"regulars": 4}
    assert CARD.number("john_zapolya") in match.state.gone


@shows("17.2/2")
def test_shipbuilding_brings_squadrons_or_pairs_of_corsairs() -> None:
    match = played("shipbuilding", ForSpace("naples"), ForSpace("seville"), arrange=(empty("naples", "seville"),))
    assert count(match, "naples", "hapsburg") == {"squadrons": 1}
    assert count(match, "seville", "hapsburg") == {"squadrons": 1}
    pirates = (state_of(barbary=True), controls("ottoman", "algiers"))
    match = ready("shipbuilding", *pirates, power="ottoman")
    do(match, "ottoman", PlayEvent("shipbuilding"))
    assert refused(match, "ottoman", ForSpace("algiers")) == "no_aim"
    do(match, "ottoman", ForSpace("algiers", 1), ForSpace("istanbul"))
    assert count(match, "algiers", "ottoman") == {"corsairs": 2}
    assert count(match, "istanbul", "ottoman")["squadrons"] >= 1


@shows("cards/38")
def test_trace_italienne_fortifies_and_brings_a_regular_of_the_controller() -> None:
    match = played("trace_italienne", ForSpace("dijon"))
    assert rules.fortified(match.state, "dijon")
    assert count(match, "dijon", "france") == {"regulars": 1}
    for arrange in (unrest("dijon"), units("dijon", "hapsburg", regulars=1)):
        match = played("trace_italienne", ForSpace("dijon"), arrange=(arrange,))
        assert not count(match, "dijon", "france")
    match = ready("trace_italienne")
    do(match, "hapsburg", PlayEvent("trace_italienne"))
    assert refused(match, "hapsburg", ForSpace("paris")) == "no_aim", "it is fortified"
    assert refused(match, "hapsburg", ForSpace("algiers")) == "no_aim", "it is not in play"


def test_unpaid_mercenaries_of_one_power_in_one_space_leave() -> None:
    both = (units("pavia", "france", mercenaries=2), units("pavia", "england", mercenaries=3))
    match = played("unpaid_mercenaries", ForSpace("pavia", OWNER.index["france"]), arrange=both)
    assert not count(match, "pavia", "france")
    assert count(match, "pavia", "england") == {"mercenaries": 3}


CAMPS = [
    ({"regulars": 10}, 4, 4),
    ({"regulars": 3, "mercenaries": 3}, 2, 1),
    ({"regulars": 3, "mercenaries": 4}, 3, 2),
    ({"regulars": 1, "mercenaries": 8}, 3, 1),
    ({"mercenaries": 4}, 2, 0),
    ({"regulars": 1}, 1, 1),
]


@shows("cards/40", "cards/41")
@pytest.mark.parametrize(("there", "losses", "regulars"), CAMPS)
def test_the_owner_chooses_who_dies_in_a_camp_half_of_them_regulars(
    there: dict[str, int], losses: int, regulars: int
) -> None:
    camp = units("dijon", "france", **there)
    match = played("unsanitary_camp", ForSpace("dijon", OWNER.index["france"]), arrange=(camp,))
    while match.decisions()[0].kind == "casualty":
        assert match.decisions()[0].waiting == ("france",)
        do(match, "france", options(match, "france")[0])  # mercenaries as long as they may be named
    left = count(match, "dijon", "france")
    assert sum(there.values()) - sum(left.values()) == losses
    assert there.get("regulars", 0) - left.get("regulars", 0) == regulars


@shows("cards/1")
def test_janissaries_come_to_ottoman_home_spaces_or_to_a_foreign_war() -> None:
    match = played("janissaries", *[ForSpace("edirne")] * 4, arrange=(empty("edirne"),), power="ottoman")
    assert count(match, "edirne", "ottoman") == {"regulars": 4}
    abroad = state_of(foreign_wars=[ForeignWar(CARD.number("revolt_in_egypt"), 3, regulars=2)])
    match = ready("janissaries", abroad, power="ottoman")
    do(match, "ottoman", PlayEvent("janissaries"))
    if match.decisions()[0].kind == "aim" and ForCard("revolt_in_egypt") in options(match, "ottoman"):
        do(match, "ottoman", ForCard("revolt_in_egypt"))
    assert match.state.foreign_wars[0].regulars == 3


@shows("cards/28")
def test_foreign_recruits_build_anything_anywhere_for_four_points() -> None:
    match = played(
        "foreign_recruits", ForSpace("tunis", 2), ForSpace("tunis", 1), ForSpace("naples", 1), arrange=(empty("tunis"),)
    )
    assert count(match, "tunis", "hapsburg") == {"regulars": 1, "mercenaries": 1}
    match = played("foreign_recruits", ForSpace("tunis", 4), Enough(), arrange=(empty("tunis"),))
    assert count(match, "tunis", "hapsburg") == {"squadrons": 1}
    match = ready("foreign_recruits")
    do(match, "hapsburg", PlayEvent("foreign_recruits"))
    assert refused(match, "hapsburg", ForSpace("paris", 1)) == "no_aim"
    assert refused(match, "hapsburg", ForSpace("vienna", 4)) == "no_aim", "no port"


@shows("cards/24")
def test_charles_bourbon_brings_the_renegade_with_three_mercenaries() -> None:
    match = played("charles_bourbon", ForSpace("besancon"), arrange=())
    assert match.state.leaders["renegade"].at == "besancon"
    assert count(match, "besancon", "hapsburg")["mercenaries"] == 3
    assert rules.leader_power(match.state, "renegade") == "hapsburg"
    match = played("charles_bourbon", ForSpace("grenoble"), arrange=(war("hapsburg", "france"), empty("grenoble")))
    assert rules.controller(match.state, "grenoble") == "hapsburg"
    match = ready("charles_bourbon", war("hapsburg", "france", False))
    do(match, "hapsburg", PlayEvent("charles_bourbon"))
    assert refused(match, "hapsburg", ForSpace("grenoble")) == "no_aim"


@shows("21.1/1")
def test_barbary_pirates_bring_algiers_into_play() -> None:
    match = played("barbary_pirates")
    assert match.state.barbary
    assert count(match, "algiers", "ottoman") == {"regulars": 2, "corsairs": 2}
    assert match.state.leaders["barbarossa"].at == "algiers"
    assert match.state.impulse.cp == 2
    assert rules.keys(match.state, "ottoman") == 5


def test_dragut_takes_the_place_of_barbarossa() -> None:
    match = played("dragut", arrange=(leader("barbarossa", "ionian_sea"),))
    assert match.state.leaders["dragut"].at == "ionian_sea"
    assert "barbarossa" not in match.state.leaders


@shows("cards/33", "21.1/2")
def test_a_pirate_haven_is_in_an_empty_enemy_oran_or_tripoli() -> None:
    at = (
        state_of(barbary=True),
        war("ottoman", "hapsburg"),
        controls("hapsburg", "oran"),
        empty("oran", "tripoli"),
    )
    near = controls("ottoman", "algiers")
    match = played("pirate_haven", arrange=(*at, near))
    assert rules.has(match.state.havens, "oran")
    assert rules.controller(match.state, "oran") == "ottoman"
    assert count(match, "oran", "ottoman") == {"regulars": 1, "corsairs": 2}


def test_julia_gonzaga_waits_for_piracy_in_this_turn() -> None:
    match = played("julia_gonzaga", arrange=(state_of(barbary=True),))
    assert match.state.this_turn >> CARD.number("julia_gonzaga") & 1


@shows("cards/37")
@pytest.mark.parametrize(("die", "for_good"), {3: False, 4: True}.items())
def test_a_threat_to_power_sends_a_leader_away(die: int, for_good: bool) -> None:
    match = played("threat_to_power", ForLeader("montmorency"), draws=(dice("threat", die, leader="montmorency"),))
    assert ("montmorency" not in match.state.leaders) is for_good
    if not for_good:
        assert match.state.leaders["montmorency"].returns


def test_a_ransom_lets_the_owner_choose_where_the_leader_appears() -> None:
    match = played("ransom", arrange=(leader("montmorency", "", captor="hapsburg"),))
    assert refused(match, "france", ForSpace("dijon")) == "no_aim"
    do(match, "france", ForSpace("lyon"))
    assert match.state.leaders["montmorency"].at == "lyon"


POPES = {"clement_vii": "leo_x", "paul_iii": "clement_vii", "julius_iii": "paul_iii"}


@pytest.mark.parametrize("card", POPES)
def test_popes_follow_each_other(card: str) -> None:
    match = played(card, arrange=(ruler("papacy", POPES[card]),))
    assert match.state.powers["papacy"].ruler == card
    assert CARD.number(card) in match.state.table
    assert match.state.impulse.cp == 2


def test_edward_follows_henry_and_dudley_leads_his_army() -> None:
    match = played("edward_vi", arrange=(leader("henry_viii", "calais"), state_of(edward="healthy")))
    assert match.state.powers["england"].ruler == "edward_vi"
    assert "henry_viii" not in match.state.leaders
    assert match.state.leaders["dudley"].at == "calais"
    match = played("edward_vi", arrange=(leader("henry_viii", "", captor="france"),))
    assert match.state.leaders["dudley"].at == "london"


def test_henry_ii_takes_the_place_of_francis() -> None:
    match = played("henry_ii", arrange=(leader("francis_i", "lyon"),))
    assert match.state.powers["france"].ruler == "henry_ii"
    assert match.state.leaders["henry_ii"].at == "lyon"


def test_elizabeth_follows_mary() -> None:
    match = played("elizabeth_i", arrange=(ruler("england", "mary_i"),))
    assert match.state.powers["england"].ruler == "elizabeth_i"


@shows("cards/43", "6.1/7")
@pytest.mark.parametrize(("at", "cards"), {"naples": 1, "vienna": 0}.items())
def test_the_coronation_needs_charles_in_italy(at: str, cards: int) -> None:
    match = played("imperial_coronation", arrange=(leader("charles_v", at),), power="papacy")
    assert len(match.state.hands["hapsburg"].cards) == cards
    assert (CARD.number("imperial_coronation") in match.state.gone) is bool(cards)


@shows("cards/43", "6.1/7")
def test_the_embassy_brings_allies_a_card_each() -> None:
    card = CARD.number("la_forets_embassy_in_istanbul")
    match = played("la_forets_embassy_in_istanbul", arrange=(allies("france", "ottoman"),))
    assert [len(match.state.hands[each].cards) for each in ("france", "ottoman")] == [1, 1]
    assert card in match.state.gone
    assert card in played("la_forets_embassy_in_istanbul").state.discard


@shows("cards/7")
@pytest.mark.parametrize(("keys", "vp", "cards"), [(2, 0, 1), (3, 1, 0), (4, 2, 0), (5, 2, 0), (1, 0, 0)])
def test_the_master_of_italy(keys: int, vp: int, cards: int) -> None:
    italy = ("genoa", "milan", "venice", "florence", "naples")
    split = (controls("independent", *italy), controls("papacy", *italy[:keys]))
    match = played("master_of_italy", arrange=split, power="england")
    assert match.state.powers["papacy"].bonus == vp
    assert len(match.state.hands["papacy"].cards) == cards


def test_copernicus_is_two_points_for_a_half_protestant_home() -> None:
    home = LOCATION.ids_of(HOME_OF["england"])
    match = played("copernicus", arrange=(protestant(*home),), power="england")
    assert match.state.powers["england"].bonus == 2
    match = played("copernicus", ForUse(2), power="england")
    assert match.state.powers["england"].bonus == 1
    assert len(match.state.hands["england"].cards) == 2
    match = played("copernicus", arrange=(hand("protestant", "erasmus"),), power="england")
    do(match, "protestant", LetHappen())
    do(match, "england", ForUse(3))
    assert not match.state.hands["protestant"].cards
