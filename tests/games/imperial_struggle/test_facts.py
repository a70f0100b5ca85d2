"""The facts have the counts of the printed game, and every thing has a name in every language."""

import hashlib
from collections import Counter

import msgspec
import pytest

from adjudicator.components.bits import bits, mask_of
from adjudicator.components.load import DataFile, FactError
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import (
    ADVANTAGE,
    AWARD,
    BRITAIN,
    COMMODITY,
    DATA,
    ERAS,
    FRANCE,
    INVESTMENT,
    MINISTRY,
    NONE,
    REGION,
    SIDES,
    SPACE,
    SPAIN,
    THEATRE,
    TURN,
    WAR,
    WAR_TILE,
    SetUp,
)
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.names import names


def test_112_spaces_by_region_and_type() -> None:
    assert len(SPACE.things) == len(SPACE.index) == 112
    sizes = dict(zip(REGION.ids, (mask.bit_count() for mask in FACTS.by_region), strict=True))
    assert sizes == {"europe": 30, "north_america": 30, "caribbean": 30, "india": 22}
    by_type = (FACTS.political, FACTS.market, FACTS.territory, FACTS.naval, FACTS.fort)
    assert [mask.bit_count() for mask in by_type] == [36, 41, 18, 11, 6]
    assert sum(by_type) == (1 << 112) - 1


def test_markets_by_commodity() -> None:
    counts = {c.id: FACTS.by_commodity[c.index].bit_count() for c in COMMODITY}
    assert counts == {"furs": 9, "spice": 5, "fish": 4, "tobacco": 7, "sugar": 9, "cotton": 6}
    assert SPACE.ids_of(FACTS.market & ~sum(FACTS.by_commodity)) == ("chesapeake",)


def test_prestige_alliances_and_usa_spaces() -> None:
    assert (FACTS.prestige.bit_count(), (FACTS.prestige & FACTS.by_region[0]).bit_count()) == (16, 14)
    assert SPACE.ids_of(FACTS.usa_spaces) == ("usa_prestige_2", "usa_prestige_3")
    assert (FACTS.alliance.bit_count(), FACTS.local_alliance.bit_count()) == (17, 8)
    assert SPACE.ids_of(FACTS.usa_award) == ("northern_colonies", "carolinas", "san_agustin")
    assert SPACE.ids_of(FACTS.canada_award) == ("quebec_and_montreal",)


def test_lines_go_both_ways_and_stay_in_their_region() -> None:
    assert sum(mask.bit_count() for mask in FACTS.connects) == 2 * 107
    assert sum(mask.bit_count() for mask in FACTS.conquest) == 2 * 20
    for space in SPACE:
        for other in bits(FACTS.connects[space.index]):
            assert FACTS.connects[other] >> space.index & 1
            assert FACTS.region_of[other] == space.region
        if space.type == "political":
            assert FACTS.connects[space.index] == FACTS.conquest[space.index] == 0


def test_connections_and_figures_of_single_spaces() -> None:
    noix = SPACE.thing("ile_aux_noix")
    assert (noix.cost, COMMODITY.ids[noix.commodity]) == (3, "furs")
    assert set(SPACE.ids_of(FACTS.connects[noix.index])) == {
        "quebec_and_montreal",
        "albany",
        "champlain_valley",
        "niagara",
    }
    louisbourg = SPACE.thing("louisbourg")
    assert set(SPACE.ids_of(FACTS.conquest[louisbourg.index])) == {"acadia", "halifax", "quebec_and_montreal"}
    sweden = SPACE.thing("sweden")
    assert (sweden.cost, sweden.prestige, list(bits(sweden.wars))) == (2, True, [1, 2])


def test_prices_by_type_and_region_3_2_1_to_3_2_5() -> None:
    """How many spaces of each kind cost how much, counted on the printed map."""
    counted = Counter((space.type, REGION.ids[space.region], space.cost) for space in SPACE if space.type != "naval")
    assert counted == {
        ("political", "europe", 2): 12,
        ("political", "europe", 3): 14,
        ("political", "north_america", 2): 3,
        ("political", "north_america", 3): 2,
        ("political", "caribbean", 2): 2,
        ("political", "india", 2): 3,
        ("market", "north_america", 2): 7,
        ("market", "north_america", 3): 7,
        ("market", "caribbean", 2): 11,
        ("market", "caribbean", 3): 5,
        ("market", "india", 2): 6,
        ("market", "india", 3): 5,
        ("fort", "north_america", 3): 3,
        ("fort", "north_america", 4): 1,
        ("fort", "india", 2): 1,
        ("fort", "india", 4): 1,
        ("territory", "europe", 1): 2,
        ("territory", "north_america", 1): 4,
        ("territory", "caribbean", 1): 8,
        ("territory", "india", 1): 4,
    }
    prices = {c.id: sum(SPACE.things[space].cost for space in bits(FACTS.by_commodity[c.index])) for c in COMMODITY}
    assert prices == {"furs": 21, "spice": 12, "fish": 11, "tobacco": 16, "sugar": 21, "cotton": 15}


def test_the_spaces_that_the_rulebook_pictures_3_2_3_to_3_2_5() -> None:
    """A French territory for one conquest point, a Prestige naval space of two wars, a fort for three in all four."""
    chandernagore, biscay, ohio = (SPACE.thing(i) for i in ("chandernagore", "biscay", "ohio_forks"))
    assert (chandernagore.type, chandernagore.cost, chandernagore.printed_flag) == ("territory", 1, FRANCE)
    assert (biscay.type, biscay.prestige, list(bits(biscay.wars))) == ("naval", True, [0, 2])
    assert (ohio.type, ohio.cost, list(bits(ohio.wars))) == ("fort", 3, [0, 1, 2, 3])


def test_start_flags() -> None:
    assert [mask.bit_count() for mask in FACTS.initial] == [17, 16]
    holders = {side: [a.id for a in ADVANTAGE if a.initial_holder == side] for side in (FRANCE, BRITAIN)}
    assert holders == {FRANCE: ["algonquin_raids"], BRITAIN: ["wheat"]}
    neutral = {s.id for s in SPACE if s.printed_flag == SPAIN}
    assert neutral == set(SPACE.ids_of(FACTS.set_up.spanish_flags | FACTS.set_up.spanish_territories))


def test_spaces_come_into_play_with_their_era() -> None:
    first, second, third = FACTS.available
    assert set(SPACE.ids_of(second & ~first)) == {"prussia_empire_alliance", "prussia_empire_prestige"}
    assert SPACE.ids_of(third & ~second) == ("sons_of_liberty",)


def test_investment_tiles() -> None:
    assert (len(INVESTMENT.things), len(FACTS.investment_set)) == (18, 24)
    assert Counter(INVESTMENT.things[i].major for i in FACTS.investment_set) == {0: 8, 1: 8, 2: 8}
    assert sum(INVESTMENT.things[i].event for i in FACTS.investment_set) == 12
    assert sum(INVESTMENT.things[i].upgrade for i in FACTS.investment_set) == 6
    for tile in INVESTMENT:
        assert tile.major != tile.minor
        assert (tile.event, tile.upgrade) == (tile.points <= 3, tile.points == 2)


def test_award_and_demand_tables() -> None:
    tiles = [AWARD.things[i] for i in FACTS.award_set]
    assert (len(tiles), sum(t.vp for t in tiles), sum(t.trp for t in tiles)) == (8, 9, 4)
    assert sum(t.margin == 2 for t in tiles) == 2
    vp = [sum(c.awards[era].vp for c in COMMODITY) for era in range(3)]
    assert vp == [12, 13, 13]
    assert [sum(c.awards[era].trp for c in COMMODITY) for era in range(3)] == [2, 3, 0]


def test_war_tiles() -> None:
    assert len(FACTS.basic_set) == 16
    assert sum(WAR_TILE.things[i].strength for i in FACTS.basic_set) == 7
    for war in range(4):
        for side in (FRANCE, BRITAIN):
            tiles = [WAR_TILE.things[i] for i in FACTS.bonus_sets[war][side]]
            assert (len(tiles), sum(t.strength for t in tiles)) == (12, 20)
            assert Counter((t.strength, t.symbol) for t in tiles) == {
                (3, "none"): 2,
                (2, "none"): 4,
                (1, "none"): 2,
                (1, "debt"): 2,
                (1, "fort_or_squadron"): 2,
            }


def test_wars_and_spoils() -> None:
    assert [len(war.theatres) for war in WAR] == [4, 4, 4, 3]
    rows = [row for theatre in THEATRE for side in {id(rows): rows for rows in theatre.spoils}.values() for row in side]
    assert (sum(r.vp for r in rows), sum(r.cp for r in rows), sum(r.trp for r in rows)) == (68, 36, 63)
    for theatre in THEATRE:
        for side in (FRANCE, BRITAIN):
            last = theatre.spoils[side][-1]
            assert (last.max, last.min) == (None, theatre.max_spoils_margin[side])


LISTS = {  # alliances, keyword; conflict markers, forts, squadrons count in these regions; regions; territories beyond
    "wss_central_europe": (8, "", "", "", "", "E", "san_agustin asiento hudson_bay acadia"),
    "wss_spain": (3, "governance", "", "", "E", "E", "san_agustin asiento"),
    "queen_annes_war": (0, "", "N", "N", "N", "N", ""),
    "wss_jacobite_rebellion": (3, "style", "E", "", "", "E", ""),
    "was_central_europe": (10, "", "", "", "", "E", "san_agustin asiento hudson_bay acadia"),
    "king_georges_war": (0, "", "N", "N", "N", "N", "san_agustin"),
    "first_carnatic_war": (0, "", "I", "I", "I", "I", ""),
    "was_jacobite_rebellion": (2, "style", "E", "", "", "E", ""),
    "atlantic_dominance": (0, "", "", "", "ENC", "E", ""),
    "third_carnatic_war": (0, "", "I", "I", "I", "I", ""),
    "french_and_indian_war": (2, "", "NC", "NC", "NC", "NC", "minorca gibraltar"),
    "prussias_wars": (11, "", "", "", "", "E", ""),
    "american_revolution": (5, "", "N", "N", "N", "N", "san_agustin"),
    "mysore_war": (0, "", "I", "I", "I", "I", ""),
    "antilles_war": (2, "", "C", "", "C", "C", "hudson_bay acadia"),
}


def test_the_lists_of_the_war_displays_7_1_3_7_2_1() -> None:
    def regions(mask: int) -> str:
        return "".join("ENCI"[region] for region in bits(mask))

    found = {
        theatre.id: (
            theatre.alliances.bit_count(),
            " ".join(theatre.keywords),
            regions(theatre.conflict_regions),
            regions(theatre.fort_regions),
            regions(theatre.squadron_regions),
            regions(theatre.regions),
            set(SPACE.ids_of(theatre.additional_territories)),
        )
        for theatre in THEATRE
    }
    assert found == {name: (*lists[:-1], set(lists[-1].split())) for name, lists in LISTS.items()}


def test_refusals_conquest_and_carry_over_7_2_2_7_6() -> None:
    rules = FACTS.war_rules
    assert (rules.refusal_vp, rules.conquest_cp, rules.huguenots_cp) == ((3, 5), 1, 1)
    assert (WAR.ids[rules.carry_over_war], rules.carry_over) == ("was", 3)


def test_dots_on_the_map_agree_with_the_theatres_lists_7_1_3() -> None:
    for war in WAR:
        counted = 0
        for theatre in war.theatres:
            counted |= theatre.alliances
            for region, spaces in enumerate(FACTS.by_region):
                counted |= spaces & FACTS.fort if theatre.fort_regions >> region & 1 else 0
                counted |= spaces & FACTS.naval if theatre.squadron_regions >> region & 1 else 0
        assert SPACE.ids_of(counted) == SPACE.ids_of(FACTS.by_war[war.index])


def test_event_cards() -> None:
    assert [e.number for e in EVENT] == list(range(1, 42))
    assert FACTS.era_sizes == (15, 15, 11)
    assert Counter(e.action for e in EVENT) == {NONE: 20, 0: 8, 2: 7, 1: 6}
    assert sum(e.both is not None for e in EVENT) == 17
    assert sum(e.bonus_if is None for e in EVENT) == 4


def test_ministry_cards() -> None:
    assert [m.number for m in MINISTRY] == list(range(1, 27))
    sizes = [[len(FACTS.ministries_of(side, era)) for era in range(len(ERAS))] for side in range(len(SIDES))]
    assert sizes == [[5, 5, 7], [5, 5, 6]]
    assert Counter(k for m in MINISTRY for k in m.keywords) == {
        "governance": 6,
        "style": 6,
        "scholarship": 6,
        "mercantilism": 5,
        "finance": 5,
    }


def test_advantages() -> None:
    assert [mask.bit_count() for mask in FACTS.advantages_by_region] == [7, 5, 5, 5]
    intrigue = ADVANTAGE.thing("mediterranean_intrigue")
    assert set(SPACE.ids_of(intrigue.spaces)) == {"savoy", "spain_prestige_3"}
    assert "sardinia" in SPACE.ids_of(intrigue.targets)
    assert sorted(a.id for a in ADVANTAGE if a.company) == ["fruit", "fur_trade", "rum", "silk", "textiles"]
    for tile in ADVANTAGE:
        for space in bits(tile.spaces):
            assert FACTS.advantages_of[space] >> tile.index & 1
            assert FACTS.region_of[space] == tile.region


def test_ten_turns_with_the_war_they_lead_to() -> None:
    assert [t.id for t in TURN] == ["1", "wss", "2", "3", "was", "4", "7yw", "5", "awi", "6"]
    assert [t.next_war for t in TURN] == [0, 0, 1, 1, 1, 2, 2, 3, 3, NONE]
    assert [t.peace for t in TURN] == [1, 0, 2, 3, 0, 4, 0, 5, 0, 6]


def test_masks_and_indexes_are_inverse() -> None:
    assert list(bits(mask_of([0, 5, 111]))) == [0, 5, 111]
    assert SPACE.mask_of(SPACE.ids_of(FACTS.fort)) == FACTS.fort


@pytest.mark.parametrize("language", names.languages)
def test_no_two_things_of_a_list_have_the_same_name(language: str) -> None:
    told = names(language)
    for kind in names.kinds:
        if kind in (WAR_TILE, THEATRE):  # names come again in other wars
            continue
        forms = [form.casefold() for many in told.table(kind).values() for form in many]
        assert [form for form, n in Counter(forms).items() if n > 1] == []


def test_bonus_tiles_of_one_side_and_war_have_different_names() -> None:
    for language in names.languages:
        for war in FACTS.bonus_sets:
            for tiles in war:
                told = [names(language).name(WAR_TILE, WAR_TILE.ids[i]) for i in tiles]
                assert len(set(told)) == len(told)


def test_english_and_russian_names() -> None:
    assert names("ru").name(SPACE, "karaikal") == "Карикал"
    assert "Карайкал" in names("ru").forms(SPACE, "karaikal")
    assert names("en").name(SPACE, "quebec_and_montreal") == "Québec & Montreal"


def test_a_language_without_names_is_an_error() -> None:
    with pytest.raises(FactError, match="there are en, ru"):
        names("tlh")


def test_a_file_of_another_form_is_an_error_with_its_path() -> None:
    with pytest.raises(FactError, match=r"tiles\.yaml: .*unknown field"):
        DataFile(DATA / "tiles.yaml").rest(SetUp)


COMPARED = {
    "map": "4de4b97820bc",
    "wars": "f690d3736dde",
    "tiles": "65f860952e4b",
    "advantages": "650a25eeac13",
    "setup": "517fc6e9b28d",
    "sequence": "9bf61d511b11",
    "prices": "795e476aef5c",
}


@pytest.mark.parametrize("name", COMPARED)
def test_figures_are_those_that_were_compared_with_the_printed_game(name: str) -> None:
    """Every line, price and row was compared one by one, which counts and sums cannot repeat. Whoever changes a figure
    compares it anew, raises the version of the rules (`game.py`), and writes the new digest down.
    """
    figures = msgspec.yaml.decode((DATA / f"{name}.yaml").read_bytes())
    digest = hashlib.sha256(msgspec.json.encode(figures, order="deterministic")).hexdigest()
    assert digest.startswith(COMPARED[name])
