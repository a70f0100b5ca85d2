"""The war display of the board: strengths and results, as far as a seat may know them (7.1)."""

from copy import copy
from random import Random

import pytest

from adjudicator import Match, new_match
from adjudicator.games.imperial_struggle.board import sketch
from adjudicator.games.imperial_struggle.board.theatres import StrengthMark, TheatreMark, theatre_marks
from adjudicator.games.imperial_struggle.board.war_display import spoils_line
from adjudicator.games.imperial_struggle.fact_types import BRITAIN, FRANCE, NONE, SIDES
from adjudicator.games.imperial_struggle.rules.war.strength import TheatreResolved, strength
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import ResolvedTheatre, State
from adjudicator.games.imperial_struggle.view import View, view
from adjudicator.pictures import Text
from adjudicator.pictures.scene import Group, Item


def shown(match: Match, *seats: str) -> View:
    look = match.view(seats)
    assert isinstance(look, View)
    return look


def theatres(look: View) -> list[TheatreMark]:
    return list(theatre_marks(look))


def true_strengths(match: Match, order: int) -> list[int]:
    """What the rules would count at a theatre now, with all tiles open."""
    state = match.state
    assert isinstance(state, State)
    asked = copy(state)
    asked.theatre = order
    return [strength(asked, side).total for side in (0, 1)]


def words_of(items: tuple[Item, ...]) -> list[str]:
    found: list[str] = []
    for item in items:
        if isinstance(item, Text):
            found.append(item.text)
        elif isinstance(item, Group):
            found += words_of(item.items)
    return found


def panel(look: View) -> list[str]:
    pieces = [piece for piece in sketch(look, "en").scene.pieces if piece.name.startswith("theatre-")]
    return [text for piece in pieces for text in words_of(piece.items)]


@pytest.mark.parametrize("seed", range(2))
def test_strengths_are_those_of_the_rules_and_hidden_tiles_a_range_7_1_3(seed: int) -> None:
    match, rng, compared, wide = new_match("imperial-struggle", seed=b"strength %d" % seed), Random(seed), 0, 0
    while decisions := match.decisions():
        seat = decisions[0].waiting[0]
        match.apply(seat, match.sample(seat, rng))
        if match.position.n % 5 and shown(match).turn.isdigit():
            continue
        for place, theatre in enumerate(theatres(shown(match, *SIDES))):
            true = true_strengths(match, place + 1)
            if theatre.result is None:
                assert [mark.sure for mark in theatre.strengths] == true
                assert not any(mark.hidden for mark in theatre.strengths)
                compared += 1
        for side, name in enumerate(SIDES):
            for place, theatre in enumerate(theatres(shown(match, name))):
                own, other = theatre.strengths[side], theatre.strengths[1 - side]
                true = true_strengths(match, place + 1)
                assert own == StrengthMark(true[side])
                assert other.sure + other.least <= true[1 - side] <= other.sure + other.most
                least, most = theatre.lead
                assert least <= true[0] - true[1] <= most
                wide += least < most
    assert compared > 50
    assert wide > 50


@pytest.mark.parametrize("seed", range(2))
def test_a_theatre_that_is_over_shows_who_won_and_by_how_much_7_1_4(seed: int) -> None:
    match, rng, ended = new_match("imperial-struggle", seed=b"result %d" % seed), Random(seed), 0
    results: dict[int, tuple[int, int]] = {}
    while decisions := match.decisions():
        seat = decisions[0].waiting[0]
        for told in match.apply(seat, match.sample(seat, rng)):
            if isinstance(told.public, TheatreResolved):
                winner = SIDES.index(told.public.winner) if told.public.winner else NONE
                results[told.public.theater] = (winner, told.public.margin)
        look = shown(match)
        if look.turn.isdigit():
            results.clear()
            continue
        for place, theatre in enumerate(theatres(look)):
            if theatre.result is not None:
                assert (theatre.result.winner, theatre.result.margin) == results[place + 1]
                ended += 1
                if theatre.result.winner != NONE:
                    assert f"{'FB'[theatre.result.winner]} +{theatre.result.margin}" in panel(look)
    assert ended


def ended(state: State, how: str) -> View:
    state.phase, state.result, state.how = "game_over", 0, how
    return view(state, frozenset())


@pytest.mark.parametrize("how", ["vp_30_or_more", "auto_scoring_sweep"])
def test_a_war_that_will_not_come_gives_way_to_the_result_2_5(how: str) -> None:
    look = ended(initial_state(), how)
    assert (look.war, theatres(look)) == ("wss", [])
    texts = {piece.name: words_of(piece.items) for piece in sketch(look, "en").scene.pieces}
    assert texts["result"] == ["France wins"]
    assert texts["result-how"][0].endswith(f" · VP track at {look.public.vp}")
    assert "war" not in texts


def test_the_war_that_has_decided_stays_open_below_the_result_7_4() -> None:
    match, rng = new_match("imperial-struggle", seed=b"over"), Random(3)
    while not isinstance(match.state, State) or match.state.phase != "war_spoils":
        seat = match.decisions()[0].waiting[0]
        match.apply(seat, match.sample(seat, rng))
    state = match.state
    assert state.war is not None
    state.war.resolved = [ResolvedTheatre(order + 1, 0, 2) for order in range(len(state.theatres))]
    look = ended(state, "auto_war_sweep")
    assert all(slot.tile is not None for theatre in theatres(look) for tiles in theatre.tiles for slot in tiles)
    assert panel(look).count("F +2") == len(state.theatres)
    assert "result" in {piece.name for piece in sketch(look, "en").scene.pieces}


def test_what_a_theatre_would_bring_stands_there_only_when_no_tile_is_hidden_7_2() -> None:
    match, rng = new_match("imperial-struggle", seed=b"spoils"), Random(1)
    while not theatres(shown(match)):
        seat = match.decisions()[0].waiting[0]
        match.apply(seat, match.sample(seat, rng))
    everything, observer = shown(match, *SIDES), shown(match)
    for theatre in theatres(everything):
        lead = theatre.lead[0]
        told = [text for text in panel(everything) if text.endswith(spoils_line(theatre.id, FRANCE, lead, "en"))]
        assert lead <= 0 or f"F +{lead}: {spoils_line(theatre.id, FRANCE, lead, 'en')}" in told
    assert not any("VP" in text or "CP" in text for text in panel(observer))
    assert any(text.endswith("+?") for text in panel(observer))
    assert not any(text.endswith("+?") for text in panel(everything))


def test_spoils_in_short_7_2() -> None:
    assert spoils_line("queen_annes_war", FRANCE, 4, "en") == "1 VP 1 CP flag −1"
    assert spoils_line("atlantic_dominance", BRITAIN, 1, "en") == "–"
    assert spoils_line("atlantic_dominance", BRITAIN, 2, "en").endswith("→ 3")
    assert spoils_line("wss_jacobite_rebellion", FRANCE, 3, "ru") == "2 ПО якобиты +1"
    assert spoils_line("wss_jacobite_rebellion", BRITAIN, 3, "ru") == "2 ПО"
