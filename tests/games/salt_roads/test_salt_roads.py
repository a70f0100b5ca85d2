"""Salt Roads, the small game with a map: its rules, and what it gets for nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import salt_roads
from salt_roads.rules import BarRoad, Rest, TakeToll, Travel
from salt_roads.words import BOARD, REPORT

from adjudicator import Action, Match, ObservedEvent, Refusal, new_match
from adjudicator.kernel.simulate import begin_random, random_action
from adjudicator.language import CODES, language
from adjudicator.pictures.raster import to_png

FOLDER = Path(salt_roads.__file__).parent
DEAL = (
    {"draw": "goods", "seat": "amber", "goods": ["salt", "salt", "wine"]},
    {"draw": "goods", "seat": "sapphire", "goods": ["salt", "cloth", "iron"]},
    {"draw": "goods", "seat": "onyx", "goods": ["cloth", "wine", "wine"]},
)


def begun(*drawn: Sequence[str]) -> Match:
    """`drawn`: what Amber draws later."""
    later = [{"draw": "goods", "seat": "amber", "goods": goods} for goods in drawn]
    return new_match("salt-roads", seed=b"roads", chance=[*DEAL, *later])


def told(news: Sequence[ObservedEvent[Any]], seat: str | None) -> list[str]:
    groups = REPORT.news(news, seat or (), language("en"))
    return [f"{line.who.name if line.who else seat}: {line.text}" for group in groups for line in group.lines]


def test_everybody_begins_in_the_city_with_three_coins_and_three_goods() -> None:
    """Rule 1."""
    match = begun()
    view = match.view("amber")
    assert view.hands == {"amber": ["salt", "salt", "wine"], "sapphire": 3, "onyx": 3}
    assert (view.deck, set(view.at.values()), set(view.coins.values())) == (15, {"city"}, {3})


def test_a_merchant_sells_or_sets_up_a_post_and_travels() -> None:
    """Rule 2."""
    match = begun()
    post = match.apply("amber", Travel("village", "post"))
    assert told(post, "onyx") == ["Amber: sets up a post in City for 2 coins", "Amber: leaves for Village"]
    sold = match.apply("sapphire", Travel("forge", "sell"))
    assert told(sold, "onyx") == ["Sapphire: sells iron for 2 coins", "Sapphire: leaves for Forge"]
    assert match.state.coins == {"amber": 1, "sapphire": 5, "onyx": 3}
    assert match.state.laid == ["iron"]
    assert match.state.posts["city"] == "amber"
    assert match.state.at == {"amber": "village", "sapphire": "forge", "onyx": "city"}


@pytest.mark.parametrize(
    ("action", "code", "nearest"),
    [
        (Travel("abbey"), "no_road", [Travel("village"), Travel("forge"), Travel("wood"), Travel("tower")]),
        (Travel("tower", "sell"), "nothing_to_sell", [Travel("tower")]),
        (TakeToll(), "not_now", None),
    ],
)
def test_what_the_rules_forbid_is_refused(action: Action, code: str, nearest: list[Action] | None) -> None:
    """Rule 2."""
    with pytest.raises(Refusal) as refused:
        begun().apply("amber", action)
    assert refused.value.code == code
    assert nearest is None or list(refused.value.nearest) == nearest


def test_no_post_stands_beside_another_nor_for_less_than_two_coins() -> None:
    """Rule 2."""
    match = begun()
    match.apply("amber", Travel("village", "post"))
    with pytest.raises(Refusal) as there:
        match.apply("sapphire", Travel("village", "post"))
    match.apply("sapphire", Rest())
    match.apply("onyx", Rest())
    with pytest.raises(Refusal) as dear:
        match.apply("amber", Travel("haven", "post"))
    assert [each.value.code for each in (there, dear)] == ["post_stands", "too_few_coins"]
    assert dear.value.facts == {"coins": 1}


def at_a_post(*drawn: str) -> Match:
    """Amber has a post in the city and draws two cards; Sapphire travels to the city."""
    match = begun(drawn)
    match.apply("amber", Travel("tower", "post"))
    match.apply("sapphire", Travel("village", "sell"))
    match.apply("onyx", Travel("forge"))
    match.apply("amber", Rest())
    match.apply("sapphire", Travel("city", "sell"))
    return match


def test_the_owner_of_a_post_is_asked_while_the_other_travels() -> None:
    """Rule 3: a toll, and the journey goes on."""
    match = at_a_post("salt", "wine")
    (decision,) = match.decisions()
    context = {"traveller": "sapphire", "to": "city"}
    assert (decision.kind, decision.waiting, decision.context) == ("toll", ("amber",), context)
    assert match.state.at["sapphire"] == "village"
    assert told(match.apply("amber", TakeToll()), None) == ["Amber: Sapphire pays a toll: 1"]
    assert match.state.coins == {"amber": 2, "sapphire": 6, "onyx": 3}
    assert match.state.at["sapphire"] == "city"


def test_a_barred_road_costs_a_card_and_ends_the_journey() -> None:
    """Rule 3."""
    match = at_a_post("wine", "iron")
    assert told(match.apply("amber", BarRoad()), None) == ["Amber: bars Sapphire the road to City and lays iron"]
    assert match.state.at["sapphire"] == "village"
    assert "iron" not in match.state.hands["amber"]
    assert match.decisions()[0].waiting == ("onyx",)


def test_who_holds_no_such_good_cannot_bar_the_road() -> None:
    """Rule 3."""
    match = at_a_post("salt", "wine")
    assert "iron" not in match.state.hands["amber"]
    assert match.options("amber") == [TakeToll()]
    with pytest.raises(Refusal) as refused:
        match.apply("amber", BarRoad())
    assert (refused.value.code, refused.value.facts) == ("nothing_to_lay", {"good": "iron"})


def test_laid_cards_are_shuffled_in_when_too_few_are_left() -> None:
    """Rule 2."""
    match = begun()
    match.apply("amber", Travel("village"))
    match.apply("sapphire", Travel("village", "sell"))
    for _ in range(7):
        match.apply(match.decisions()[0].waiting[0], Rest())
    assert (match.view().deck, match.state.laid) == (1, ["iron"])
    news = match.apply(match.decisions()[0].waiting[0], Rest())
    assert told(news, None) == ["None: the laid cards are shuffled in: the deck has 2", "Amber: draws 2"]


@pytest.mark.parametrize("seed", range(20))
def test_the_match_ends_with_the_third_post_or_the_eighth_round(seed: int) -> None:
    """Rule 4."""
    match, rng = begin_random("salt-roads", str(seed)), Random(seed)
    while match.result is None:
        random_action(match, rng)
    posts = {seat: list(match.state.posts.values()).count(seat) for seat in match.header.seats}
    assert match.state.round == 8 or max(posts.values()) >= 3
    points = {seat: match.state.coins[seat] + 2 * posts[seat] for seat in posts}
    assert match.result.scores == points
    assert match.result.winners == tuple(seat for seat in points if points[seat] == max(points.values()))


# what it gets for nothing


def test_it_is_small_and_has_no_report_code() -> None:
    sources = [file.read_text(encoding="utf-8") for file in FOLDER.glob("*.py")]
    assert sum(len(source.splitlines()) for source in sources) <= 350
    assert not any(re.search(r"class \w+\((Generic|Lexicon)?Report", source) for source in sources)


@pytest.mark.parametrize("code", CODES)
def test_everything_it_says_is_said_in_the_words_of_the_reader(code: str) -> None:
    """No id of the rules, and in Russian not one Latin letter."""
    to, rng = language(code), Random(4)
    for n in range(10):
        match = begin_random("salt-roads", f"words {n}")
        news = list(match.opening)
        while match.result is None:
            title = REPORT.title(match.decisions()[0], match.view(), to)
            lines = [title, *(line.text for group in REPORT.news(news, "amber", to) for line in group.lines)]
            lines += [f"{fact.label} {fact.value}" for fact in REPORT.standing(match.view(), (), None, to).facts]
            lines += [item.name for each in REPORT.holdings(match.view("amber"), "amber", to) for item in each.items]
            strange = "_" if code == "en" else "[A-Za-z_]"
            assert not [line for line in lines if re.search(strange, line)]
            news = list(random_action(match, rng))


def test_the_picture_shows_posts_merchants_and_only_the_own_goods() -> None:
    match = at_a_post("salt", "wine")
    own, public = BOARD(match.view("amber"), "en"), BOARD(match.view(), "ru")
    assert to_png(own.scene, 800).startswith(b"\x89PNG")
    assert (
        own.alt == "Salt Valley · 2 / 8. Amber: City. Sapphire is at: Village. Onyx is at: Forge. Amber is at: Tower."
    )
    assert (
        public.alt
        == "Соляная долина · 2 / 8. Янтарь: Город. Сапфир — здесь: Село. Оникс — здесь: Кузница. Янтарь — здесь: Башня."
    )
    assert {piece.name for piece in own.scene.pieces} - {piece.name for piece in public.scene.pieces} == {
        f"goods-{n}" for n in range(1, 6)
    }
