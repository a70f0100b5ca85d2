"""Trade: links, power, rows, secondary nodes, gold (R12)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator import Match
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NODE, NONE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.npr_defence import came
from adjudicator.games.europa_universalis.rules.realms import base_tax_income
from adjudicator.games.europa_universalis.rules.trade import (
    DeclineTrade,
    Favour,
    Inflate,
    PayGold,
    Trade,
    TradeIn,
    TradePaid,
    deal_refused,
    trading,
)
from adjudicator.games.europa_universalis.rules.trade_links import (
    SailToTrade,
    linked,
    meets_requirement,
    reaches,
    rows,
    trade_power,
)
from adjudicator.games.europa_universalis.slots import TRADE
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.table import Arrange, asked, do, own, power, refusal, table


def ships(seat: str, docked: str = "", **zones: int) -> Arrange:
    """The light ships of a seat: so many protect trade in zones, one lies in a port; no others."""

    def arrange(state: State) -> None:
        there = state.led[seat].ships
        there.light, there.protecting = [0] * len(ZONE), [0] * len(ZONE)
        for id, n in zones.items():
            there.protecting[ZONE.index[id]] = n
        if docked:
            there.docked[docked] = 1

    return arrange


def merchants(seat: str, *nodes: str, lying: int = 0) -> Arrange:
    def arrange(state: State) -> None:
        led = state.led[seat]
        led.merchants = [NODE.index[each] for each in nodes]
        led.standing = [number >= lying for number in range(len(nodes))]

    return arrange


def expanded(state: State) -> None:
    state.trade.expanded = 1 << NODE.index["english_channel"]


CARDS = ("cloth_1", "cloth_2", "wine_1")


def deal(seat: str, *arrange: Arrange, cards: tuple[str, ...] = CARDS, players: int = 4) -> Match:
    def revealed(state: State) -> None:
        for id in cards:
            state.trade.draw.remove(TRADE.index[id])

    return table(revealed, *arrange, frames=[trading(seat, list(cards))], players=players)


@pytest.mark.example("ex_5_4_trade_cloth_england")
def test_cloth_in_the_channel_ex_5_4_trade() -> None:
    """England with a merchant, three ships, two key provinces: 6, 14 ducats; France with 2: 6 ducats."""
    match = deal(
        "england",
        expanded,
        own("england", "brugge"),
        own("castile", "antwerpen"),
        ships("england", english_channel=2, norwegian_sea=1),
        ships("france", english_channel=1),
        merchants("france", "english_channel", "bordeaux"),
    )
    do(match, SailToTrade("doggerbank", start="norwegian_sea"))
    assert refusal(match, SailToTrade("north_sea", start="doggerbank")) == "sailed_already"
    told = do(match, TradeIn("cloth_1", "english_channel", "english_channel"))
    paid = {each.seat: (each.power, each.ducats) for each in told if isinstance(each, TradePaid)}
    assert paid == {"england": (6, 14), "france": (2, 6)}
    led = match.state.led["england"]
    assert (led.ducats, led.status.trade_income, led.standing) == (29, 14, [False, True])
    assert match.state.trade.discards == [TRADE.index[id] for id in CARDS]


@pytest.mark.example("ex_5_4_trade_cloth_england")
def test_a_merchant_alone_brings_the_lowest_row_ex_5_4_champagne() -> None:
    match = deal("england", merchants("france", "bordeaux"))
    do(match, TradeIn("cloth_2", "champagne", "bordeaux"))
    led = match.state.led["england"]
    assert led.ducats == 20
    assert led.merchants == [NODE.index["english_channel"], NODE.index["champagne"]]


@pytest.mark.example("ex_5_4_trade_cloth_england")
def test_neither_where_the_merchant_has_traded_nor_where_no_ships_lead_ex_5_4_trade() -> None:
    """Livestock in the North Sea, and North America, which ships in the Atlantic would join to London."""
    arrange = [merchants("england", "north_sea", "english_channel", lying=1)]
    cards = ("livestock_1", "fish_2", "cloth_1")
    away, near = ships("england", english_channel=1), ships("england", northeastern_atlantic=1, northwestern_atlantic=1)
    match = deal("england", *arrange, away, cards=cards)
    for merchant in ("north_sea", "english_channel"):
        assert refusal(match, TradeIn("livestock_1", "north_sea", merchant)) == "merchant_lies"
    assert refusal(match, TradeIn("fish_2", "north_america", "english_channel")) == "not_linked"
    assert not reaches(match.state, "england", NODE.index["north_america"])
    assert reaches(deal("england", *arrange, near, cards=cards).state, "england", NODE.index["north_america"])


def third(seat: str) -> Arrange:
    def arrange(state: State) -> None:
        state.led[seat].standing.append(True)

    return arrange


def test_a_new_merchant_comes_to_a_node_when_he_trades_r12_09() -> None:
    """Until then he is nowhere, and may trade all the same."""
    idle = [merchants("england", "english_channel", "bordeaux", lying=2), third("england")]
    match = table(*idle, on_move="england")
    assert Trade() in match.options("england")
    match = deal("england", *idle)
    assert refusal(match, TradeIn("cloth_2", "champagne", "bordeaux")) == "merchant_lies"
    assert refusal(match, TradeIn("wine_1", "bordeaux")) == "merchant_lies"
    assert TradeIn("cloth_2", "champagne") in match.options("england")
    do(match, TradeIn("cloth_2", "champagne"))
    led = match.state.led["england"]
    assert [NODE.ids[each] for each in led.merchants] == ["english_channel", "bordeaux", "champagne"]
    assert led.standing == [False] * 3
    assert refusal(deal("england"), TradeIn("cloth_2", "champagne")) == "all_have_nodes"


@pytest.mark.parametrize(
    ("nodes", "standing", "possible"),
    [
        (2, [True, False], True),
        (2, [False, False, True], True),
        (2, [True], False),
        (1, [True] * 3, False),
        (2, [True, True, False], False),
    ],
)
def test_each_merchant_of_a_node_stands_or_lies_and_one_of_none_stands_r12_09(
    nodes: int, standing: list[bool], possible: bool
) -> None:
    match = table()
    match.state.led["england"].merchants = [*NODE.indexes[:nodes]]
    match.state.led["england"].standing = standing
    assert (GAME.invariants(match.state) == []) == possible


def test_a_seat_has_one_merchant_in_a_node_r12_09() -> None:
    """Where one stands he trades himself; where one lies nobody does. Others may be there."""
    both = merchants("england", "english_channel", "bordeaux")
    match = deal("england", both, merchants("france", "champagne"))
    assert refusal(match, TradeIn("wine_1", "bordeaux", "english_channel")) == "another_stands_there"
    assert TradeIn("cloth_2", "champagne", "bordeaux") in match.options("england")
    match = deal("england", merchants("england", "bordeaux", "english_channel", lying=1))
    assert refusal(match, TradeIn("wine_1", "bordeaux", "english_channel")) == "merchant_lies"


def test_key_provinces_count_in_their_node_alone_r12_03() -> None:
    """Wool in Bordeaux: a merchant, a ship and Bordeaux, not York and Northumberland, key in the North Sea."""
    there = [merchants("england", "bordeaux", "english_channel"), ships("england", eastern_atlantic=1)]
    match = deal("england", own("england", "bordeaux", "york", "northumberland"), *there, cards=("wool_2",))
    told = do(match, TradeIn("wool_2", "bordeaux", "bordeaux"))
    assert {each.seat: each.power for each in told if isinstance(each, TradePaid)}["england"] == 3


@pytest.mark.example("ex_12_5_bordeaux_tie")
def test_the_active_seat_breaks_ties_ex_12_5_bordeaux() -> None:
    """England 5, France and Castile 3 each: the middle row, the lowest, nothing."""
    match = deal(
        "england",
        merchants("england", "bordeaux"),
        merchants("france", "bordeaux"),
        merchants("castile", "bordeaux"),
        own("england", "bordeaux", "saintonge"),
        own("france", "lisboa"),
        own("castile", "porto"),
        ships("england", eastern_atlantic=2),
        ships("france", bay_of_biscay=1),
        ships("castile", central_atlantic=1),
    )
    do(match, TradeIn("wine_1", "bordeaux", "bordeaux"))
    assert asked(match) == ("trade_tie", "england")
    do(match, Favour("castile"))
    ducats = {seat: match.state.led[seat].ducats - 15 for seat in ("england", "france", "castile")}
    assert ducats == {"england": 7, "france": 0, "castile": 4}


def fleet(n: int) -> Arrange:
    return ships("castile", english_channel=1, north_sea=n, bay_of_biscay=1, eastern_atlantic=1)


@pytest.mark.example("ex_12_5_secondary_genoa")
def test_a_secondary_node_pays_the_lowest_row_ex_12_5_secondary() -> None:
    """As much power as France has, with the merchant who comes: 5 ducats, France is paid nothing there."""
    arrange = [
        merchants("france", "english_channel"),
        ships("france", english_channel=2, doggerbank=1),
        merchants("castile", "sevilla"),
        merchants("england", "bordeaux"),
        ships("england"),
    ]
    match = deal("castile", *arrange, fleet(2))
    do(match, TradeIn("cloth_2", "english_channel", "sevilla"))
    assert (match.state.led["castile"].ducats, match.state.led["france"].ducats) == (20, 15)
    weak = deal("castile", *arrange, fleet(1))
    assert refusal(weak, TradeIn("cloth_2", "english_channel", "sevilla")) == "exceeded"

    def pirates(state: State) -> None:
        state.trade.pirates[NODE.index["english_channel"]] = 1

    match = deal(
        "castile",
        *arrange,
        pirates,
        fleet(2),
    )
    assert refusal(match, TradeIn("cloth_2", "english_channel", "sevilla")) == "pirates_there"


@pytest.mark.parametrize(
    ("merchant", "zone", "code"),
    [(True, "english_channel", "exceeded"), (True, "", ""), (False, "english_channel", "")],
)
def test_only_who_could_be_paid_there_exceeds_in_a_secondary_node_r12_06(merchant: bool, zone: str, code: str) -> None:
    """Ships of France protect the trade of the Channel; from the Doggerbank alone no chain leads to Paris."""
    match = deal(
        "castile",
        merchants("castile", "sevilla"),
        merchants("france", "english_channel" if merchant else "champagne"),
        ships("france", "", doggerbank=2, **({zone: 1} if zone else {})),
        merchants("england", "bordeaux"),
        ships("england"),
        fleet(0),
    )
    action = TradeIn("cloth_2", "english_channel", "sevilla")
    assert reaches(match.state, "france", NODE.index["english_channel"]) == bool(zone)
    if code:
        assert refusal(match, action) == code
    else:
        do(match, action)
        assert match.state.led["castile"].ducats == 20


def test_a_secondary_node_pays_all_others_in_the_primary_one_r12_06() -> None:
    """Castile, with a merchant in Champagne itself, trades in the Channel: key provinces count for nobody there, and
    England, which is weaker there, has nothing; France and Burgundy are paid in Champagne, where Castile is not.
    """
    match = deal(
        "castile",
        merchants("castile", "sevilla", "champagne"),
        merchants("france", "champagne"),
        merchants("burgundy", "champagne"),
        merchants("england", "english_channel"),
        own("england", "artois", "lyon"),
        own("france", "champagne"),
        ships("england"),
        fleet(0),
        players=6,
    )
    events = do(match, TradeIn("cloth_2", "english_channel", "sevilla"))
    paid = {each.seat: (each.node, each.row) for each in events if isinstance(each, TradePaid)}
    assert paid == {"castile": ("english_channel", 0), "france": ("champagne", 1), "burgundy": ("champagne", 0)}
    assert match.state.led["england"].ducats == 15


@pytest.mark.example("ex_12_anatomy_fur")
def test_a_card_has_rows_key_provinces_what_it_requires_and_secondary_nodes_ex_12_anatomy() -> None:
    """Fur of our pack: in the north of America a token on a key province is needed, anybody's; each has its power."""
    card = default().trades["fur_1"]
    assert list(zip(card.income, card.expanded, strict=True)) == [(5, 6), (8, 10), (11, 14)]
    far, near = card.markets
    node = NODE.index[far.node]
    assert (far.secondary, near.secondary) == ("", "english_channel")

    def power_of(*provinces: str) -> int:
        return trade_power(table(own("england", *provinces)).state, "england", node, far.key)

    assert [power_of(), power_of("new_england"), power_of("new_england", "canada")] == [0, 1, 3]
    for token, met in ((None, False), ("england", True), ("castile", True)):
        state = table(*([own(token, "great_lakes")] if token else [])).state
        assert meets_requirement(state, "england", far) == met

    def dynamic(state: State) -> None:
        state.dnpr[PROVINCE.index["canada"]] = REALM.index["portugal"]

    assert meets_requirement(table(dynamic).state, "england", far)
    assert meets_requirement(table().state, "england", near)


def test_a_town_of_an_occupier_is_a_token_on_a_key_province_but_no_owner_r12_07() -> None:
    """Canada belongs to a realm that nobody plays, and France occupies it."""
    market = default().trades["fur_1"].markets[0]

    def occupied(state: State) -> None:
        state.owner[PROVINCE.index["canada"]] = REALM.index["aztec"]
        state.occupier[PROVINCE.index["canada"]] = REALM.index["france"]

    for requires, seat, met in (("token", "england", True), ("own", "france", False)):
        state = table(occupied).state
        assert meets_requirement(state, seat, replace(market, requires=requires)) == met
        state.occupier[PROVINCE.index["canada"]] = NONE
        assert not meets_requirement(state, seat, replace(market, requires=requires))


@pytest.mark.parametrize(
    ("powers", "pirates", "found"),
    [
        ([6, 5, 2], 0, [2, 1, 0]),
        ([8, 7, 6, 6], 0, [2, 1, 0, None]),
        ([4, 4, 4], 0, [1, 0, None]),
        ([7, 4, 1], 1, [1, 0, None]),
        ([2], 1, [None]),
    ],
)
def test_one_seat_a_row_pirates_push_down_r12_04(powers: list[int], pirates: int, found: list[int | None]) -> None:
    assert list(rows([(str(n), each) for n, each in enumerate(powers)], pirates).values()) == found


def test_a_node_needs_a_link_to_the_capital_r12_02() -> None:
    state = table(ships("england")).state
    assert not reaches(state, "england", NODE.index["english_channel"])
    assert reaches(state, "austria", NODE.index["wien"])
    assert reaches(table().state, "england", NODE.index["champagne"])
    assert not reaches(state, "england", NODE.index["champagne"])
    assert not reaches(table().state, "england", NODE.index["north_america"])


def test_towns_of_an_occupier_link_too_r12_02() -> None:
    def arrange(occupied: bool) -> Arrange:
        def arranged(state: State) -> None:
            state.led["austria"].influence = [0] * len(AREA)
            state.empire.imperial[:] = [0] * len(AREA)
            state.married["austria"] = 0
            if occupied:
                state.occupier[PROVINCE.index["praha"]] = REALM.index["austria"]

        return arranged

    before, after = (table(own("austria", "wien", only=True), arrange(each)).state for each in (False, True))
    assert not linked(before, "austria")[0] >> AREA.index["bohemia"] & 1
    assert linked(after, "austria")[0] >> AREA.index["bohemia"] & 1


@pytest.mark.parametrize("by", ["cube", "imperial", "marriage"])
def test_imperial_influence_and_a_marriage_link_as_influence_does_r12_02_r11_02(by: str) -> None:
    """Austria, alone in its capital area, reaches Saxony's node over Bohemia."""

    def arrange(state: State) -> None:
        state.led["austria"].influence = [0] * len(AREA)
        state.empire.imperial[:] = [0] * len(AREA)
        state.married["austria"] = 0
        if by == "cube":
            state.led["austria"].influence[AREA.index["bohemia"]] = 1
        elif by == "imperial":
            state.empire.imperial[AREA.index["bohemia"]] = 1
        else:
            state.married["austria"] = 1 << REALM.index["bohemia"]

    state = table(own("austria", "wien", only=True), arrange).state
    assert reaches(state, "austria", NODE.index["saxony"])
    state.led["austria"].influence, state.married["austria"] = [0] * len(AREA), 0
    state.empire.emperor = NONE
    assert not reaches(state, "austria", NODE.index["saxony"])


def test_cards_may_be_declined_for_2_ducats_r12_01() -> None:
    match = table(merchants("france", "bordeaux"))
    do(match, Trade())
    assert asked(match) == ("trading", "france")
    assert match.state.led["france"].power[1] == 4
    do(match, DeclineTrade())
    assert match.state.led["france"].ducats == 17
    assert len(match.state.trade.discards) == 3
    assert refusal(table(merchants("france", "bordeaux", lying=1)), Trade()) == "no_merchant"


def test_what_is_no_deal_is_refused_r12_01() -> None:
    match = deal("england", merchants("england", "english_channel", "bordeaux", lying=1))
    assert refusal(match, TradeIn("cloth_1", "english_channel", "bordeaux")) == "merchant_lies"
    assert refusal(match, TradeIn("cloth_1", "wien", "bordeaux")) == "not_on_card"
    assert refusal(match, TradeIn("silk_1", "genoa", "bordeaux")) == "not_revealed"
    assert refusal(match, TradeIn("cloth_1", "genoa", "bordeaux")) == "not_linked"
    match = deal("venice", players=6, cards=("silk_1", "cloth_1", "wine_1"))
    assert refusal(match, TradeIn("silk_1", "genoa", "genoa")) == "requirement_not_met"


def test_a_ship_of_an_opponent_is_displaced_r12_01() -> None:
    slots = ZONE.thing("english_channel").slots
    match = deal("england", ships("england", docked="london"), ships("france", english_channel=slots))
    assert refusal(match, SailToTrade("english_channel", port="london")) == "nobody_to_displace"
    assert refusal(match, SailToTrade("adriatic_sea", port="london")) == "ship_too_far"
    assert refusal(match, SailToTrade("english_channel", start="doggerbank")) == "no_trade_ship"
    do(match, SailToTrade("english_channel", port="london", displace="france"))
    zone = ZONE.index["english_channel"]
    state = match.state
    assert state.led["england"].ships.protecting[zone] == 1
    assert (state.led["france"].ships.protecting[zone], state.led["france"].ships.light[zone]) == (slots - 1, 1)
    assert refusal(match, DeclineTrade()) == "must_trade"


@pytest.mark.parametrize(("more", "code"), [({}, "ship_not_used"), ({"north_sea": 1}, "")])
def test_a_ship_that_has_sailed_counts_only_on_a_way_to_the_node_r12_01(more: dict[str, int], code: str) -> None:
    """Champagne lies behind the Channel; the Norwegian Sea is on a way there only with a ship in the North Sea, too."""
    match = deal(
        "england",
        merchants("england", "bordeaux"),
        own("england", "london", only=True),
        ships("england", english_channel=1, doggerbank=2, **more),
    )
    do(match, SailToTrade("norwegian_sea", start="doggerbank"))
    trade = TradeIn("cloth_2", "champagne", "bordeaux")
    assert (trade in match.options("england") if match.decisions() else False) == (not code)  # else nobody is asked
    against = deal_refused(match.state, "england", trade, CARDS, "norwegian_sea", match.game.content)
    assert ("" if against is None else against.code) == code
    assert came(match.state, "england", sea=True) == 1 << ZONE.index["norwegian_sea"]


def test_much_gold_costs_adm_or_interest_r12_08() -> None:
    def gold(adm: int) -> Match:
        arrange = [power("austria", adm=adm), own("austria", "tirol"), merchants("austria", "wien")]
        return deal("austria", *arrange, cards=("gold_1", "wine_1", "cloth_1"))

    match = gold(1)
    do(match, TradeIn("gold_1", "wien", "wien"), PayGold())
    assert (match.state.led["austria"].power[0], match.state.led["austria"].interest) == (0, 0)
    match = gold(1)
    do(match, TradeIn("gold_1", "wien", "wien"), Inflate())
    assert match.state.led["austria"].interest == 1
    match = gold(0)
    do(match, TradeIn("gold_1", "wien", "wien"))
    assert match.state.led["austria"].interest == 1


@pytest.mark.parametrize(("base", "inflated"), [(31, False), (30, True)])
def test_gold_costs_where_it_brings_more_than_the_half_rounded_up_r12_08_r1_07(base: int, inflated: bool) -> None:
    """Sixteen ducats of gold are no more than the half of 31."""

    def taxed(state: State) -> None:
        realm = REALM.index["austria"]
        small = (each.index for each in PROVINCE if each.tax == 1 and state.owner[each.index] != realm)
        while base_tax_income(state, realm) < base:
            state.owner[next(small)] = realm

    match = deal("austria", taxed, merchants("austria", "wien"), cards=("gold_1", "wine_1", "cloth_1"))
    match.apply("austria", TradeIn("gold_1", "wien", "wien"))
    assert match.state.led["austria"].status.trade_income == 16
    assert any(each.kind == "gold" for each in match.decisions()) == inflated


def test_an_occupied_key_province_is_not_owned_r12_03() -> None:
    def occupied(state: State) -> None:
        state.occupier[PROVINCE.index["london"]] = REALM.index["france"]

    assert PROVINCE.thing("london").owner != NONE
    match = deal("england", occupied, merchants("france", "bordeaux"), ships("england", english_channel=1))
    told = do(match, TradeIn("cloth_1", "english_channel", "english_channel"))
    assert next(each.power for each in told if isinstance(each, TradePaid)) == 2
