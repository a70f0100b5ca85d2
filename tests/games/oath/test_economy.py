"""Muster, trade and recover (5.2 to 5.4)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.games.oath.facts import DARKEST_SECRET, PEOPLES_FAVOR
from adjudicator.games.oath.rules.economy import Muster, RecoverBanner, RecoverRelic, Trade
from tests.games.oath.table import (
    advisers,
    at,
    bank,
    banks,
    banner,
    board,
    citizens,
    do,
    names,
    player,
    refused,
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
