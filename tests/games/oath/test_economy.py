"""Muster, trade and recover (5.2 to 5.4)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.games.oath.facts import DARKEST_SECRET, PEOPLES_FAVOR
from adjudicator.games.oath.rules.book import Fee
from adjudicator.games.oath.rules.economy import Muster, Mustered, RecoverBanner, RecoverRelic, Trade, Traded
from adjudicator.games.oath.rules.playing import BannerTaken, RelicTaken
from adjudicator.games.oath.rules.table import accessible
from tests.games.oath.table import (
    advisers,
    at,
    bank,
    banks,
    banner,
    board,
    citizens,
    do,
    emptied,
    hidden,
    names,
    player,
    refused,
    relics,
    site,
    table,
    tokens,
)


def test_a_muster_costs_supply_and_favor_and_gives_two_warbands_5_2_1_5_2_2() -> None:
    match = table(at("provinces_1", "longbows"))
    do(match, Muster(card="longbows"))
    assert (board(match).supply, board(match).favor, board(match).warbands) == (6, 4, 7)
    assert [(each.favor, each.secrets) for each in match.state.on_cards] == [(1, 0)]


def test_a_card_with_tokens_elsewhere_or_ruined_is_refused_5_2_1_7_1_2_2_9() -> None:
    def ruin(state: object) -> None:
        from adjudicator.games.oath.facts import CARD

        state.ruined |= 1 << CARD.number("great_spire")  # type: ignore[attr-defined]

    match = table(
        at("provinces_1", "longbows", "great_spire"), at("cradle_1", "elders"), tokens("longbows", favor=1), ruin
    )
    refused(match, Muster(card="longbows"), "occupied")
    refused(match, Muster(card="elders"), "not_here")
    refused(match, Muster(card="great_spire"), "no_suit")
    refused(match, Trade(card="great_spire"), "no_suit")


def test_a_citizen_gains_purple_warbands_5_2_2() -> None:
    match = table(at("provinces_1", "longbows"), citizens("red"), player("chancellor", warbands=18))
    do(match, Muster(card="longbows"))
    assert board(match).warbands == 6, "only one purple warband was left (9.3)"


def test_a_secret_buys_favor_by_advisers_of_the_suit_5_3_1_5_3_2() -> None:
    match = table(at("provinces_1", "longbows"), advisers("red", "scouts", "keep"), banks(order=5))
    do(match, Trade(card="longbows", gain="favor"))
    assert (board(match).supply, board(match).favor, board(match).secrets) == (6, 8, 2)
    assert bank(match, "order") == 2


def test_the_bank_gives_only_what_it_has_9_3() -> None:
    match = table(at("provinces_1", "longbows"), banks(order=0))
    do(match, Trade(card="longbows", gain="favor"))
    assert board(match).favor == 5


def test_two_favor_buy_a_secret_for_each_adviser_of_the_suit_5_3_2() -> None:
    match = table(at("provinces_1", "longbows"), advisers("red", "scouts"))
    do(match, Trade(card="longbows", gain="secrets"))
    assert (board(match).favor, board(match).secrets) == (3, 4)
    match = table(at("provinces_1", "longbows"))
    do(match, Trade(card="longbows", gain="secrets"))
    assert (board(match).favor, board(match).secrets) == (3, 3)


def test_a_relic_costs_what_its_site_says_5_4_1_5_4_2_5_4_3_2_8_4() -> None:
    match = table(at("provinces_1", relics=["map"]), banks(nomad=0))
    do(match, RecoverRelic())
    assert names(board(match).relics) == ["map"]
    assert not site(match, "provinces_1").relics
    assert (board(match).favor, bank(match, "nomad"), board(match).supply) == (2, 3, 6)
    match = table(at("provinces_1", relics=["map"]), player("red", favor=2))
    refused(match, RecoverRelic(), "no_favor")
    refused(match, RecoverRelic(number=2), "no_relic")


def test_a_secret_is_burned_for_a_relic_of_the_wastes_2_8_4() -> None:
    match = table(player("red", pawn="hinterland_3"), at("hinterland_3", relics=["map"]))
    do(match, RecoverRelic())
    assert board(match).secrets == 1


def test_the_old_favor_of_the_banner_goes_round_the_banks_5_4_4() -> None:
    match = table(banner("peoples_favor", "blue", 3, mob=True), banks(discord=0, arcane=0, order=0, nomad=0))
    refused(match, RecoverBanner(banner="peoples_favor", pay=3, bank="nomad"), "too_little")
    do(match, RecoverBanner(banner="peoples_favor", pay=4, bank="nomad"))
    found = match.state.banners[PEOPLES_FAVOR]
    assert (found.holder, found.tokens, found.mob, board(match).favor) == ("red", 4, False, 1)
    assert [bank(match, each) for each in ("nomad", "discord", "arcane", "order")] == [1, 1, 1, 0], "round and round"


def test_of_the_darkest_secret_all_but_one_go_to_the_old_holder_5_4_4() -> None:
    match = table(banner("darkest_secret", "blue", 2), at("provinces_2", "longbows"))
    do(match, RecoverBanner(banner="darkest_secret", pay=3))
    found = match.state.banners[DARKEST_SECRET]
    assert (found.holder, found.tokens) == ("red", 3)
    assert board(match).secrets == 0 + 1
    assert board(match, "blue").secrets == 4


def test_the_own_banner_may_be_raised_and_gives_all_back_5_4_1_5_4_4() -> None:
    match = table(banner("darkest_secret", "red", 2))
    do(match, RecoverBanner(banner="darkest_secret", pay=3))
    assert match.state.banners[DARKEST_SECRET].tokens == 3
    assert board(match).secrets == 2


def test_the_darkest_secret_is_safe_with_all_suits_of_the_site_5_4_1() -> None:
    pay = RecoverBanner(banner="darkest_secret", pay=2)
    refused(table(banner("darkest_secret", "blue")), pay, "secret_kept")
    refused(
        table(banner("darkest_secret", "blue"), at("provinces_2", "longbows"), advisers("blue", "scouts")),
        pay,
        "secret_kept",
    )
    match = table(banner("darkest_secret", "blue"), at("provinces_2", "longbows"), advisers("blue", "elders"))
    do(match, pay)
    assert match.state.banners[DARKEST_SECRET].holder == "red"


def test_peoples_favor_is_offered_in_one_row_and_any_bank_may_be_named_5_4_4() -> None:
    match = table(banner("peoples_favor", tokens=2))
    rows = [each for each in match.options("red") if isinstance(each, RecoverBanner) and each.pay == 3]
    assert rows == [RecoverBanner(banner="peoples_favor", pay=3)]
    do(match, replace(rows[0], bank="nomad"))
    assert (bank(match, "nomad"), bank(match, "discord"), bank(match, "beast")) == (3, 3, 2)


def test_a_relic_of_a_site_without_a_price_is_not_recovered_5_4_2() -> None:
    match = table(player("red", pawn="hinterland_1"), at("hinterland_1", relics=["map"]))
    refused(match, RecoverRelic(), "no_price")
    refused(match, RecoverRelic(number=0), "no_relic")


def test_a_modifier_is_used_once_for_the_action_that_it_names_7_4_2() -> None:
    match = table(at("provinces_1", "elders", relics=["map"]), advisers("red", "animal_playmates"))
    refused(match, Muster(card="elders", modifiers=("animal_playmates", "animal_playmates")), "twice")
    refused(match, RecoverRelic(modifiers=("animal_playmates",)), "no_modifier")
    refused(match, RecoverBanner(banner="peoples_favor", pay=2, modifiers=("animal_playmates",)), "no_modifier")
    refused(match, Muster(card="elders", modifiers=("pressgangs",)), "no_access")


def test_an_action_costs_what_it_shows_5_2_1_5_3_1_5_4_2() -> None:
    match = table(at("provinces_1", "longbows", relics=["map"]), banner("darkest_secret", "", 1))
    prices = {
        Muster(card="longbows"): Fee(1, 1, 0),
        Trade(card="longbows", gain="favor"): Fee(1, 0, 1),
        Trade(card="longbows", gain="secrets"): Fee(1, 2, 0),
        RecoverRelic(): Fee(1, 3, 0),
        RecoverBanner(banner="peoples_favor", pay=3): Fee(1, 3, 0),
        RecoverBanner(banner="darkest_secret", pay=2): Fee(1, 0, 2),
    }
    assert [each.fee(match.state, "red") for each in prices] == [*prices.values()]


def test_who_lacks_supply_favor_or_secrets_is_refused_7_1_2() -> None:
    laid = at("provinces_1", "longbows", relics=["map"])
    for lacks, deed, code in (
        (player("red", supply=0), Muster(card="longbows"), "no_supply"),
        (player("red", favor=0), Muster(card="longbows"), "no_favor"),
        (player("red", favor=1), Trade(card="longbows", gain="secrets"), "no_favor"),
        (player("red", secrets=0), Trade(card="longbows", gain="favor"), "no_secrets"),
        (player("red", supply=0), RecoverRelic(), "no_supply"),
        (player("red", favor=1), RecoverBanner(banner="peoples_favor", pay=2), "no_favor"),
        (player("red", secrets=1), RecoverBanner(banner="darkest_secret", pay=2), "no_secrets"),
    ):
        refused(table(laid, lacks), deed, code)


def test_relics_and_banners_are_offered_at_their_least_price_5_4_1_5_4_2() -> None:
    match = table(at("provinces_1", relics=["map", "whistle"]), banner("peoples_favor", "blue", 3))
    recovers = [each for each in match.options("red") if isinstance(each, RecoverRelic | RecoverBanner)]
    assert recovers == [
        RecoverRelic(),
        RecoverRelic(number=2),
        RecoverBanner(banner="peoples_favor", pay=4),
        RecoverBanner(banner="darkest_secret", pay=2),
    ]
    do(match, RecoverRelic(number=2))
    assert names(board(match).relics) == ["whistle"]


def test_cards_of_the_site_are_offered_for_muster_and_trade_5_2_1_5_3_1() -> None:
    match = table(at("provinces_1", "longbows", "tents"), at("cradle_1", "elders"))
    deeds = [each for each in match.options("red") if isinstance(each, Muster | Trade)]
    assert deeds == [
        Muster(card="longbows"),
        Muster(card="tents"),
        *(Trade(card=card, gain=gain) for card in ("longbows", "tents") for gain in ("favor", "secrets")),  # type: ignore[arg-type]
    ]


def test_the_darkest_secret_comes_back_from_the_bank_with_one_secret_5_4_4() -> None:
    for holder, tokens_there, left in (("", 3, 0), ("red", 3, 2), ("blue", 3, 0)):
        match = table(
            banner("darkest_secret", holder, tokens_there), at("provinces_2", "longbows"), player("red", secrets=4)
        )
        do(match, RecoverBanner(banner="darkest_secret", pay=4))
        assert (board(match).secrets, board(match, "blue").secrets) == (1 + left, 5 if holder == "blue" else 3)


def test_the_favor_of_a_banner_goes_on_round_all_six_banks_5_4_4() -> None:
    match = table(banner("peoples_favor", tokens=8), player("red", favor=9), banks(beast=0, nomad=0))
    do(match, RecoverBanner(banner="peoples_favor", pay=9, bank="beast"))
    assert match.state.banks == [3, 3, 3, 3, 2, 2]
    match = table(banner("peoples_favor", tokens=2))
    do(match, RecoverBanner(banner="peoples_favor", pay=3))
    assert match.state.banks == [3, 3, 2, 2, 2, 2], "from the first bank if none is named"


def test_a_card_in_a_council_is_not_mustered_on_5_2_1() -> None:
    match = table(advisers("red", "longbows"), hidden("red", "tents"))
    refused(match, Muster(card="longbows"), "not_here")
    refused(match, Trade(card="tents"), "not_here")


def test_an_exile_musters_no_more_than_fourteen_9_3() -> None:
    match = table(at("provinces_1", "longbows"), player("red", warbands=13))
    do(match, Muster(card="longbows"))
    assert board(match).warbands == 14
    assert board(match).favor == 4


def test_careless_is_for_the_chancellor_alone_6_6_2() -> None:
    match = table(at("provinces_1", "elders"), emptied("careless"), banks(nomad=3))
    assert Trade(card="elders").quote(match.state, "red").gained == (1, 0)
    assert Trade(card="elders", gain="secrets").quote(match.state, "red").gained == (0, 0)


def test_powers_are_accessible_by_their_kind_and_their_action_7_1_1() -> None:
    there = at("provinces_1", "longbows", "pressgangs"), at("cradle_1", "tents", ruler="red"), at("cradle_2", "wolves")
    match = table(*there, advisers("red", "insomnia", "errand_boy"), relics("red", "whistle"))
    found = {
        (power, action): names(accessible(match.state, "red", power, action))
        for power, action in (("modifier", "muster"), ("modifier", "travel"), ("modifier", ""), ("rest", ""))
    }
    assert found == {
        ("modifier", "muster"): ["pressgangs"],
        ("modifier", "travel"): ["tents"],
        ("modifier", ""): ["pressgangs", "tents", "errand_boy"],
        ("rest", ""): ["insomnia"],
    }
    assert names(accessible(match.state, "red", "action")) == ["whistle"]


def test_a_card_in_a_council_gets_nothing_of_the_river_2_8_5() -> None:
    match = table(at("hinterland_3", site="river", ruler="red"), advisers("red", "longbows"))
    assert Muster(card="longbows").quote(match.state, "red").warbands == 2


def test_everybody_is_told_what_a_major_action_brings_5_2_5_3_5_4() -> None:
    laid = at("provinces_1", "longbows", "tents", relics=["map"]), banner("darkest_secret", "blue", 2)
    match = table(*laid, at("provinces_2", "scouts"), banks(nomad=3), player("red", secrets=9, favor=9))
    deeds = Muster(card="longbows"), Trade(card="tents"), RecoverRelic(), RecoverBanner(banner="darkest_secret", pay=3)
    told = [each for deed in deeds for each in do(match, deed)]
    assert told == [
        Mustered("red", "longbows", 2),
        Traded("red", "tents", 1, 0),
        RelicTaken("red", "map", "provinces_1", site="steppe"),
        BannerTaken("red", "darkest_secret", "blue", 3),
    ]
