"""Peace that is negotiated (R10.06): offers, counter offers, what both sides agree on."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator import Decline, Match
from adjudicator.games.europa_universalis.facts import PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.peace import (
    Enforce,
    Negotiate,
    Surrender,
)
from adjudicator.games.europa_universalis.rules.settlement import PeaceMade
from adjudicator.games.europa_universalis.rules.treaties import PeaceSigned, Treaty
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked
from tests.games.europa_universalis.diplomats import (
    GAME,
    Arrange,
    alliance,
    area,
    asked,
    do,
    has,
    occupied,
    owned,
    refused,
    war,
)
from tests.games.europa_universalis.peacemakers import armies, at_peace, owner, prestige, resolving

STALEMATE = [war("castile", "france"), armies("castile"), armies("france"), occupied("castile", "lyon", "toulouse")]


def talking(*arrange: Arrange, **treaty: object) -> Match:
    """France, whose towns Castile holds, has proposed a peace to it: white, unless something else is said."""
    match = resolving(*STALEMATE, *arrange, first="france")
    do(match, Negotiate("castile"))
    bundle: dict[str, object] = {"by": "france", "term": "white", **treaty}
    match.apply("france", Treaty("castile", **bundle))  # type: ignore[arg-type]
    return match


def refused_bundle(match: Match, code: str, **treaty: object) -> None:
    bundle: dict[str, object] = {"by": "france", "term": "white", **treaty}
    with pytest.raises(Exception, match=code):
        match.apply("france", Treaty("castile", **bundle))  # type: ignore[arg-type]


def test_players_agree_on_a_white_peace_r10_06() -> None:
    match = talking()
    assert match.decisions()[0].waiting == ("castile",)
    told = match.apply("castile", Treaty("castile", by="france", term="white"))
    assert [each.public for each in told if isinstance(each.public, PeaceSigned | PeaceMade)] == [
        PeaceSigned("france", "castile"),
        PeaceMade("france", "castile", "white"),
    ]
    assert prestige(match, "castile", "france") == [-1, -1]
    assert at_peace(match, "castile", "france")


def test_players_say_who_has_won_a_war_that_ends_white_r10_06() -> None:
    match = talking(victor="castile")
    told = match.apply("castile", Treaty("castile", by="france", term="white", victor="castile"))
    assert [each.public for each in told if isinstance(each.public, PeaceMade)] == [
        PeaceMade("castile", "france", "white", "castile")
    ]
    assert [match.state.led[each].won for each in ("castile", "france")] == [1, 0]
    assert prestige(match, "castile", "france") == [-1, -1]


def test_who_signs_a_peace_is_told_what_it_brings_r10_06() -> None:
    match = talking()
    question = Asked(1, match.decisions()[0], ())
    told = {
        to: REPORT.question(question, match.view(("castile",)), "castile", language(to)).note for to in ("en", "ru")
    }
    assert told["en"].startswith(
        "Present state: Castile gets Toulouse and Lyon. A white peace returns what is occupied."
    )
    assert told["ru"].startswith("Нынешнее положение: Кастилия получает Тулузу и Лион. Белый мир возвращает всё")


def test_what_is_no_negotiated_peace_r10_06() -> None:
    match = resolving(*STALEMATE, first="france")
    refused(match, Enforce("castile", "white"), "not_wholly_won")
    do(match, Negotiate("castile"))
    refused_bundle(match, "not_of_this_war", victor="england")
    refused_bundle(match, "not_negotiable", term="annexation")
    refused_bundle(match, "capital_not_held", term="humiliation", victor="castile")
    refused_bundle(match, "needs_victor", term="conversion")
    refused_bundle(match, "needs_present_state", returned=("lyon",))
    refused_bundle(match, "not_occupied_by", term="keep", returned=("paris",))
    refused_bundle(match, "too_few_ducats", give=20)
    refused_bundle(match, "no_such_ally", cut=("granada",))
    refused_bundle(match, "nothing_to_leave", leave=("castile",))


def test_a_counter_offer_takes_the_place_of_the_offer_r10_06() -> None:
    """Castile gives Lyon back for ducats and keeps Toulouse; France pays it more, and the war has no victor."""
    match = talking()
    counter = Treaty("castile", by="france", term="keep", returned=("lyon",), give=5)
    match.apply("castile", counter)
    assert match.decisions()[0].waiting == ("france",)
    match.apply("france", counter)
    assert (owner(match, "lyon"), owner(match, "toulouse")) == ("france", "castile")
    paid = 5 + 3 * PROVINCE.thing("lyon").tax
    assert [match.state.led[seat].ducats for seat in ("france", "castile")] == [15 - paid, 15 + paid]
    assert match.state.led["castile"].won == 0
    assert match.state.led["france"].power[1] == 2


def test_players_agree_on_the_ransom_of_what_goes_back_r10_06() -> None:
    """Nothing, or more than an enforced peace would bring; who gets the province back pays."""
    for ransom in (0, 14):
        match = talking(term="keep", returned=("lyon",), ransom=ransom)
        do(match, Treaty("castile", by="france", term="keep", returned=("lyon",), ransom=ransom))
        assert (owner(match, "lyon"), owner(match, "toulouse")) == ("france", "castile")
        assert [match.state.led[seat].ducats for seat in ("france", "castile")] == [15 - ransom, 15 + ransom]
    match = resolving(*STALEMATE, occupied("france", "galicia"), first="france")
    do(match, Negotiate("castile"))
    refused_bundle(match, "ransom_for_nothing", term="keep", ransom=3)
    refused_bundle(match, "ransom_for_nothing", term="keep", returned=("lyon", "galicia"), ransom=3)
    refused_bundle(match, "ransom_negative", term="keep", returned=("lyon",), ransom=-1)
    refused_bundle(match, "too_few_ducats", term="keep", returned=("lyon",), ransom=16)
    refused_bundle(match, "needs_present_state", ransom=3)


def test_both_sides_return_provinces_in_a_negotiated_peace_r10_06() -> None:
    match = talking(occupied("france", "galicia"), term="keep", returned=("galicia", "lyon"), victor="castile")
    do(match, Treaty("castile", by="france", term="keep", returned=("galicia", "lyon"), victor="castile"))
    assert [owner(match, each) for each in ("galicia", "lyon", "toulouse")] == ["castile", "france", "castile"]
    lyon, galicia = (PROVINCE.thing(each).tax for each in ("lyon", "galicia"))
    assert match.state.led["castile"].ducats == 15 + 3 * (lyon - galicia)
    assert match.state.led["castile"].won == 1


def test_who_frees_provinces_in_a_negotiated_peace_has_no_prestige_for_it_r10_06() -> None:
    arrange = [owned("france", "granada"), occupied("castile", "granada")]
    match = talking(*arrange, term="keep", freed=("granada",), victor="castile")
    do(match, Treaty("castile", by="france", term="keep", freed=("granada",), victor="castile"))
    assert owner(match, "granada") == "granada"
    assert prestige(match, "castile", "france") == [0, 0]
    assert not any(match.state.cb.values()), "only who loses a province to rebels has a cause for war"


def test_a_peace_brings_an_alliance_and_cuts_ties_r10_06() -> None:
    """France leaves Scotland and its claim on Aquitaine, and becomes an ally of Castile."""
    more = {"alliance": True, "cut": ("scotland",), "leave": ("aquitaine",)}
    match = talking(has("france", power=(0, 1, 0)), **more)
    do(match, Treaty("castile", by="france", term="white", **more))  # type: ignore[arg-type]
    assert "castile" in alliance(match, "france")
    assert "scotland" not in alliance(match, "france")
    assert not match.state.led["france"].claims >> area("aquitaine") & 1
    assert match.state.led["france"].power[1] == 0
    assert at_peace(match, "castile", "france")


def test_who_has_surrendered_may_agree_to_be_humiliated_without_the_loss_of_his_capital_r10_06() -> None:
    """France surrenders to Castile, which holds Lyon and Toulouse; Castile cannot be humiliated for it."""
    match = resolving(*STALEMATE, first="france")
    do(match, Surrender("castile"), Negotiate("france"))
    asks_too_much = Treaty("france", by="castile", term="humiliation", victor="france")
    with pytest.raises(Exception, match="capital_not_held"):
        match.apply("castile", asks_too_much)
    peace = Treaty("france", by="castile", term="humiliation", victor="castile", give=5)
    match.apply("castile", peace)
    match.apply("france", peace)
    taxes = sum(PROVINCE.thing(each).tax for each in ("lyon", "toulouse"))
    assert prestige(match, "castile", "france") == [2 + 2 * taxes, -2 - 2 * taxes]
    assert at_peace(match, "castile", "france")


def test_a_peace_that_was_refused_is_not_negotiated_again_r10_06() -> None:
    match = talking()
    match.apply("castile", Decline())
    assert asked(match) == ("france", "peace")
    with pytest.raises(Exception, match="refused_before"):
        match.apply("france", Negotiate("castile"))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(40))
def test_peaces_at_random_leave_nothing_impossible(number: int) -> None:
    """Wars between players with towns that either holds, until everybody has made peace or fights on."""
    rng = Random(number)
    arrange: list[Arrange] = [war("castile", "france", "aragon"), war("england", "france")]
    for by, foes in (("castile", "france aragon"), ("france", "castile england"), ("england", "france")):
        towns = [each.id for each in PROVINCE if each.owner >= 0 and REALM.ids[each.owner] in foes.split()]
        arrange.append(occupied(by, *rng.sample(towns, 3)))
        arrange.append(has(by, power=(3, 5, 3), ducats=20))
    match = resolving(*arrange, armies("castile", seine=rng.randrange(9)), armies("france", leon=rng.randrange(5)))
    while (decision := match.decisions()[0]).kind not in ("diplomacy", "go_home"):
        on_table = next(iter(match.sealed.values()), None)
        seat = decision.waiting[0]
        answer = on_table if on_table is not None and rng.random() < 0.5 else match.sample(seat, rng)
        match.apply(seat, answer)
        assert GAME.invariants(match.state) == []
        assert GAME.form.read(match.document()["state"]) == match.state
