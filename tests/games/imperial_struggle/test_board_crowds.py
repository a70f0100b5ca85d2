"""Where much comes together in one place: long names, neighbouring markers and pennants, very many changes."""

from itertools import combinations
from math import hypot

import pytest

from adjudicator.games.imperial_struggle.board import board
from adjudicator.games.imperial_struggle.board.atlas import Language, atlas, words
from adjudicator.games.imperial_struggle.board.theatres import StrengthMark, TheatreMark
from adjudicator.games.imperial_struggle.board.tiles import cards
from adjudicator.games.imperial_struggle.board.war_display import theatre_parts
from adjudicator.games.imperial_struggle.board.words import both_names
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import BRITAIN, FRANCE, MINISTRY, SIDES, SPACE, THEATRE, USA
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry, ResolvedTheatre, State
from adjudicator.games.imperial_struggle.view import View, view
from adjudicator.language import CODES
from adjudicator.pictures import Circle, Group, Item, Path, Text
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.highlights import Change
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.text import text_width


def empty() -> State:
    """The first turn with nothing on the map."""
    state = initial_state()
    state.flags, state.advantages = [0, 0, 0, 0], [0, 0]
    return state


def shown(state: State, *changed: Change) -> BoardView[View]:
    """What France sees of it."""
    return BoardView(view(state, frozenset({"france"})), (), changed)


def written(items: tuple[Item, ...]) -> list[str]:
    return [
        text
        for item in items
        for text in ([item.text] if isinstance(item, Text) else written(item.items) if isinstance(item, Group) else [])
    ]


@pytest.mark.parametrize("language", CODES)
def test_no_name_of_an_event_is_cut_in_a_hand_of_eight(language: Language) -> None:
    events, state = [event.number for event in EVENT], empty()
    for start in range(len(events)):
        state.hands[FRANCE] = (events + events)[start : start + 8]
        hand = [both_names(EVENT, EVENT.ids[number - 1], language) for number in state.hands[FRANCE]]
        pieces = {piece.name: piece for piece in cards(shown(state), language)}
        lines_of = [written(pieces[f"hand-{place}"].items) for place in range(1, 9)]
        assert sorted(line for lines in lines_of for line in lines) == sorted(hand)


@pytest.mark.parametrize("language", CODES)
def test_no_name_of_a_ministry_is_cut_beside_any_other_of_its_side(language: Language) -> None:
    state = empty()
    for index, side in enumerate(SIDES):
        own = [card for card in MINISTRY if card.nation == index]
        for pair in combinations(own, 2):
            if not pair[0].eras & pair[1].eras:
                continue
            one, other = (both_names(MINISTRY, card.id, language) for card in pair)
            state.ministries[index] = [HeldMinistry(card.number, revealed=True, exhausted=1) for card in pair]
            told = {piece.name: written(piece.items) for piece in cards(shown(state), language)}
            assert [told[f"ministry-{side}-{place}"] for place in (1, 2)] == [[one], [other]]


@pytest.mark.parametrize("language", CODES)
def test_no_name_of_a_theatre_is_cut_whatever_it_brings(language: Language) -> None:
    for theatre in THEATRE:
        name = both_names(THEATRE, theatre.id, language)
        for winner in (FRANCE, BRITAIN):
            for margin in range(1, 9):
                over = TheatreMark(id=theatre.id, result=ResolvedTheatre(1, winner, margin))
                strengths = (StrengthMark(sure=margin), StrengthMark())
                sure = TheatreMark(id=theatre.id, strengths=strengths if winner == FRANCE else strengths[::-1])
                for mark in (over, sure):
                    pieces = theatre_parts(1, mark, 0, language)
                    title = next(piece for piece in pieces if piece.name == "theatre-1-name")
                    assert name in written(title.items)


@pytest.mark.parametrize(("size", "english"), [(0, "0 events"), (1, "1 event "), (2, "2 events")])
def test_one_event_is_not_events(size: int, english: str) -> None:
    state = empty()
    state.hands[BRITAIN] = [1] * size
    (line,) = [piece for piece in board().scene(shown(state), "en").pieces if piece.name == "hand-britain"]
    assert english in f"{written(line.items)[0]} "


@pytest.mark.parametrize("language", CODES)
def test_pennants_of_neighbours_do_not_hide_each_other(language: Language) -> None:
    places, look = list(atlas().places), shown(empty()).view
    for one, other in combinations(places, 2):
        (x, y), (u, v) = (atlas().at(name) for name in (one, other))
        if hypot(x - u, y - v) > 70:
            continue
        pieces = board().scene(BoardView(look, (), (Change(one, "france"), Change(other, "britain"))), language).pieces
        first, second = (piece for piece in pieces if piece.name.startswith("pennant-"))
        assert max(abs(first.x - second.x), abs(first.y - second.y)) >= 14, (one, other)


def test_a_conflict_marker_hides_no_huguenots_m_9() -> None:
    state = empty()
    state.flags[FRANCE] = state.huguenots = SPACE.mask_of(["st_domingue"])
    state.conflicts = state.conflicts_plus = SPACE.mask_of(["port_de_paix"])
    pieces = {piece.name: piece for piece in board().scene(shown(state), "en").pieces}
    home, port = pieces["st_domingue"], pieces["port_de_paix"]
    (disc,) = [item for item in home.items if isinstance(item, Circle)]
    assert hypot(home.x + disc.x - port.x, home.y + disc.y - port.y) > disc.radius + 19
    assert any(isinstance(item, Path) for item in home.items)


@pytest.mark.parametrize("language", CODES)
def test_the_plus_one_of_georges_bank_leaves_its_neighbours_name_alone_3_8(language: Language) -> None:
    x, y = atlas().at("georges_bank")
    for line in board().lettering(language).texts["patriot_agitation"]:
        right = line.x + text_width(line.text, line.size, line.font) / 2
        if abs(line.y - (y + 13)) < line.size:
            assert right < x - 15 - 11.5


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_a_picture_where_everything_has_changed_fits_a_mail(language: Language) -> None:
    changed = [Change(name, SIDES[i % 2]) for i, name in enumerate(list(atlas().places))]
    state, naval = empty(), FACTS.naval
    for space in SPACE:
        bit, owner = 1 << space.index, space.index % 2
        (state.squadrons if bit & naval else state.flags)[owner] |= bit
        state.conflicts |= bit * (space.index % 3 > 0)
        state.conflicts_plus |= bit * (space.index % 3 > 1)
    assert len(to_png(board().scene(shown(state, *changed), language), 1600)) <= 250_000


@pytest.mark.parametrize("language", CODES)
def test_no_sign_of_a_neighbour_lies_on_the_letters_of_a_usa_flag_10_0(language: Language) -> None:
    state = empty()
    state.flags[USA] = FACTS.territory
    pieces = [piece for piece in board().scene(shown(state), language).pieces if piece.name in SPACE.index]
    signs = [
        (piece.name, piece.x + item.x, piece.y + item.y, item.radius)
        for piece in pieces
        for item in piece.items
        if isinstance(item, Circle) and item.radius < 10
    ]
    for piece in pieces:
        for text in (
            item for item in piece.items if isinstance(item, Text) and item.text == words(language).letters["usa"]
        ):
            half = text_width(text.text, text.size, text.font) / 2
            for name, x, y, radius in signs:
                aside, above = max(abs(x - piece.x) - half, 0), max(abs(y - piece.y) - 0.4 * text.size, 0)
                assert name == piece.name or hypot(aside, above) > radius, (name, piece.name)
