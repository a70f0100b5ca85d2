"""Every field of a position, said in the words of mails and read again, in every game whose fields have words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.kernel.registry import game_named, games
from adjudicator.kernel.simulate import begin_dense, random_action
from adjudicator.language import CODES
from adjudicator.orders.moderation import by_hand
from adjudicator.orders.moderation.operations import Ground
from adjudicator.orders.vocabulary.document_places import Leaf, with_empty_values

GAMES = [
    each
    for each in games()
    if {"report", "names"} <= game_named(each).parts.keys() and game_named(each).part("report").fields()
]
LARGE = ("diplomacy", "europa-universalis", "here-i-stand", "imperial-struggle", "oath", "pax-renaissance")
FIELDS = 160
"""Fields of a position that are said and read, drawn at random: reading looks at all of them each time."""


def positions(game: str, matches: int) -> Iterator[Match]:
    for number in range(matches):
        match, rng = begin_dense(game, f"words/{number}"), Random(number)
        for _ in range(90):
            if match.result is None:
                random_action(match, rng)
        yield match


def ground_of(match: Match) -> Ground:
    schema = match.game.document_schema()
    document = with_empty_values(match.document(), schema)
    return Ground(document, match.game.part("names"), match.game.part("report").fields(), schema)


def said(ground: Ground, leaf: Leaf, language: str) -> str | None:
    """The line that gives a place the value that it has; None where there is none."""
    try:
        return ground.said(leaf, language)
    except ValueError:
        return None


def test_the_large_games_are_among_them() -> None:
    assert {*LARGE, "guild-fair"} <= set(GAMES)


@pytest.mark.parametrize("matches", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_said_and_read(game: str, matches: int) -> None:
    for match in positions(game, matches):
        ground, rng = ground_of(match), Random(game)
        fields = [leaf for leaf in ground.leaves() if said(ground, leaf, "en") is not None]
        for leaf in rng.sample(fields, min(FIELDS, len(fields))):
            for code in CODES:
                line = ground.said(leaf, code)
                read = ground.read(line, code)
                assert read.path == leaf.path, line
                assert read.after == ([*leaf.value, leaf.value[-1]] if isinstance(leaf.value, list) else leaf.value), (
                    line
                )


@pytest.mark.parametrize("game", LARGE)
def test_every_field_has_words_in_both_languages(game: str) -> None:
    for match in positions(game, 6):
        things = {id for kind in match.game.part("names").kinds for id in kind.ids}
        labels = match.game.part("report").fields()
        keys = {key for leaf in ground_of(match).leaves() for key in leaf.path if not key.isdigit()}
        assert not keys - things - {"state"} - {key for key, words in labels.items() if {*words} >= {*CODES}}


def test_a_moderator_who_plays_changes_only_what_everybody_sees() -> None:
    match = next(positions("imperial-struggle", 1))
    public = by_hand.ground_of(match, match.game.part("report").fields(), public=True)
    fields = {leaf.path[1] for leaf in public.leaves()}
    assert {"vp", "flags", "conflicts", "investments"} <= fields
    assert fields.isdisjoint({"hands", "event_deck"})
    assert public.read("debt France 3", "en").changes == {"state": {"debt": {"france": 3}}}


def test_war_tiles_and_phases_are_said_in_words() -> None:
    ground = ground_of(next(positions("imperial-struggle", 1)))
    tiles = ground.read("театр 2 Франция базовые военные тайлы Сила 2", "ru")
    assert tiles.changes["state"]["war"]["theaters"] == {"2": {"france": {"basic": "basic_plus2"}}}
    assert ground.printed(tiles.path, "en") == "Theatre 2 France Basic war tiles"
    assert ground.read("phase Scoring Phase", "en").after == "scoring"
    assert ground.read("маркеры конфликта +Савойя", "ru").path == ("state", "conflicts")


def test_a_row_is_named_by_what_tells_it_from_the_others() -> None:
    match = next(positions("here-i-stand", 1))
    ground = ground_of(match)
    units: Any = {"belgrade": [{"owner": "ottoman", "regulars": 4}, {"owner": "hapsburg", "regulars": 2}]}
    ground.document["state"] = {**ground.document["state"], "forces": units}
    read = ground.read("Belgrade Ottoman regulars 7", "en")
    assert (read.path, read.before, read.after) == (("state", "forces", "belgrade", "1", "regulars"), 4, 7)
    assert ground.told(read, "ru") == "Белград Османы Регулярные: 4 → 7"
    assert ground.read("Белград Габсбурги регулярные +1", "ru").after == 3
    assert ground.read("control Prague Ottomans", "en").changes == {"state": {"control": {"prague": "ottoman"}}}
    assert "prague" in ground.read("Protestant spaces +Prague", "en").after


def test_parts_that_come_and_go_hold_what_their_schema_allows() -> None:
    match, rng = begin_dense("oath", "words/campaign"), Random(0)
    while match.result is None and not match.document()["state"].get("campaign"):
        random_action(match, rng)
    ground = ground_of(match)
    assert ground.read("campaign +upper Cradle site", "en").path == ("state", "campaign", "sites")
    assert ground.read("набег +народная поддержка", "ru").path == ("state", "campaign", "banners")
    assert ground.read("campaign defender none", "en").after is None
    assert ground.read("campaign attack dice 4", "en").after == 4


def test_units_and_centres_of_diplomacy_are_said_in_words() -> None:
    match = next(positions("diplomacy", 1))
    ground = ground_of(match)
    units = {"par": {"power": "france", "kind": "army", "place": "par"}}
    ground.document["state"] = {**ground.document["state"], "units": units, "owners": {"ven": "italy", "vie": None}}
    read = ground.read("unit Paris power Germany", "en")
    assert (read.path, read.before, read.after) == (("state", "units", "par", "power"), "france", "germany")
    assert ground.told(read, "ru") == "Войска Париж Держава: Франция → Германия"
    assert ground.read("войска Париж вид флот", "ru").after == "fleet"
    assert ground.read("owner Venice none", "en").after is None
    vienna = ground.read("владелец Вена Германия", "ru")
    assert vienna.changes == {"state": {"owners": {"vie": "germany"}}}, "ВЕН, Venice, has no cases"


def test_names_may_stand_in_quotes_and_end_in_the_word_that_begins_a_path() -> None:
    ground = ground_of(next(positions("pax-renaissance", 1)))
    for line, language in (("discarded +«Мэри Роуз»", "ru"), ("discarded +“The Mary Rose”", "en")):
        assert "the_mary_rose" in ground.read(line, language).after
    assert "zionist_state" in ground.read("decks East pool +Zionist State", "en").after
    assert ground.read("ruled England medieval state", "en").after == "medieval"
    assert ground.read("state.florins.medici = 7", "en").path == ground.read("florins Medici 7", "en").path
