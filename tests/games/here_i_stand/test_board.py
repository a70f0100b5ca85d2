"""The board of Here I Stand: what is on its two maps and its cards, in both languages, for every eye."""

import io
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache
from itertools import combinations
from math import hypot
from random import Random

import pytest
from PIL import Image

from adjudicator.games.here_i_stand.board import board
from adjudicator.games.here_i_stand.board.atlas import coasts, faith_of, is_faith, location_of, palette, sides, words
from adjudicator.games.here_i_stand.facts import CARD, IMMUNE, LEADER, LOCATION, OWNER, POWER, REFORMER, SEA, SPACE
from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.rules import table
from adjudicator.games.here_i_stand.rules.faith.conversion import Converted
from adjudicator.games.here_i_stand.rules.unrest import UnrestPlaced
from adjudicator.games.here_i_stand.rules.war.marching import Marched
from adjudicator.games.here_i_stand.state import FORM, State
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.events import Event
from adjudicator.language import CODES
from adjudicator.pictures import Group, Item, Text, to_svg
from adjudicator.pictures.board import Between, Sketch
from adjudicator.pictures.colours import contrast, lost, palette_colours
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.sight import SIGHTS
from adjudicator.pictures.svg import colours_in
from adjudicator.pictures.text import has_glyph
from tests.games.here_i_stand.board_positions import crowded, heaped, start
from tests.games.imperial_struggle.test_board_readable import ciede2000, lab
from tests.pictures.drawn import letters, looks, meet, pieces, said, texts, touching
from tests.pictures.test_contrast import faint

STATES = {"start": start, "crowded": crowded, "heaped": heaped}


@cache
def drawn(code: str, name: str = "crowded") -> Sketch:
    return sketch(STATES[name](), code)


def sketch(state: State, code: str = "en", *seats: str, events: tuple[Event, ...] = ()) -> Sketch:
    return board().sketch(FORM.view(state, frozenset(seats)), code, to_move=["hapsburg"], events=events)


def between(was: State, now: State, *events: Event) -> Between:
    return Between(FORM.view(was, frozenset()), FORM.view(now, frozenset()), events)


# ---- where everything lies


def test_every_space_and_sea_zone_is_on_the_political_map() -> None:
    assert {each for each in board().plan.places if not is_faith(each)} == {*LOCATION.ids}


def test_every_space_of_a_language_zone_is_on_the_religious_map() -> None:
    found = {location_of(each) for each in board().plan.places if is_faith(each)}
    assert {each.id for each in SPACE if each.zone} <= found
    assert not [each for each in found if IMMUNE >> LOCATION.index[each] & 1]


def test_places_lie_where_their_towns_do() -> None:
    for name, place in board().plan.places.items():
        project = board().plan.frame_of(name).projection
        if place.lonlat and place.anchor and project:
            x, y = project(*place.lonlat)
            assert hypot(x - place.anchor[0], y - place.anchor[1]) < 1.5, name
            assert hypot(x - place.xy[0], y - place.xy[1]) < 13, name


def test_every_space_has_a_cell_of_land() -> None:
    cells = {each for outlines in coasts().values() for each in outlines.areas}
    assert {*SPACE.ids, *(each for each in board().plan.places if is_faith(each))} <= cells


# ---- the political map


@pytest.mark.parametrize("code", CODES)
def test_a_marker_has_the_letters_of_who_controls_and_a_short_name(code: str) -> None:
    found, state = drawn(code), crowded()
    for space in SPACE.ids:
        owner = table.controller(state, space)
        owned = [words(code).letters[owner]] if owner else []
        assert said(found, space)[: len(owned) + 1] == [*owned, board().short(space)]
    assert all(said(found, sea)[0] == board().short(sea) for sea in SEA.ids)


def test_land_has_the_colour_of_who_controls_it() -> None:
    found = pieces(drawn("en"))
    assert looks(found["area-milan"].items) == {sides()["france"].fill, "none"}
    assert "area-algiers" not in found, "it is out of play"


def test_units_stand_by_owner_with_their_numbers() -> None:
    found = drawn("en")
    assert said(found, "istanbul") == ["Ot", "E07", "7+1", "1", "Sul", "Ibr"]
    assert said(found, "metz") == ["In", "E65", "1", "Ha4+2", "Alv"], "besieged, besiegers with their letters"
    assert said(found, "barbary_coast")[1:] == ["Ot2+3", "Pi"]
    assert said(found, "gulf_of_lyon")[1:] == ["Ge1→Fr"], "on loan"
    assert said(drawn("ru"), "metz") == ["Не", "E65", "1", "Га4+2", "Аль"]


def test_sieges_unrest_and_havens_have_signs() -> None:
    found, before = pieces(drawn("en")), pieces(drawn("en", "start"))
    assert "!" in said(drawn("en"), "cordoba")
    assert words("en").signs["haven"] in said(drawn("en"), "oran")
    assert len(found["metz"].items[0].items) > len(before["metz"].items[0].items), "blades"


def test_a_fortress_that_is_built_looks_like_one_that_is_printed() -> None:
    found, before = pieces(drawn("en")), pieces(drawn("en", "start"))
    assert found["mohacs"].items[0] != before["mohacs"].items[0]


def test_a_minor_power_has_the_colour_of_its_ally_around_it() -> None:
    france, found = sides()["france"].fill, pieces(drawn("en"))
    assert france in looks(found["venice"].items)
    assert france in looks(found["lines-venice"].items)
    assert france not in looks(found["genoa"].items)
    assert "lines-genoa" not in found
    assert "way-venice-modena" in found or "way-modena-venice" in found, "roads are drawn over the lines"


# ---- the religious map


def test_a_space_has_the_religion_that_it_has() -> None:
    found = drawn("en")
    assert said(found, faith_of("geneva")) == ["P", board().short("geneva"), "Cal"]
    assert said(found, faith_of("paris")) == ["C", board().short("paris")]
    assert said(drawn("ru"), faith_of("paris"))[0] == "К"
    assert looks(pieces(found)["area-faith.geneva"].items) == {sides()["reformed"].fill, "none"}


def test_unrest_and_universities_are_on_the_religious_map() -> None:
    found = drawn("en")
    assert "!" in said(found, faith_of("leipzig"))
    assert "lines-faith.leipzig" in pieces(found)
    assert words("en").signs["university"] in said(found, faith_of("vienna"))


def test_each_language_zone_tells_its_spaces_and_translations() -> None:
    assert said(drawn("en"), "zone-german") == ["German zone", "Protestant: 3 of 27", "NT 6/6, Bible 10/10"]
    assert said(drawn("en"), "zone-spanish") == ["Spanish zone", "Protestant: 0 of 14"]


def test_committed_debaters_are_struck_through() -> None:
    found = pieces(drawn("en"))
    assert said(drawn("en"), "debater-eck") == ["3", "Eck"]
    assert len(found["debater-eck"].items) == len(found["debater-tetzel"].items) + 1
    assert said(drawn("en"), "debater-bucer")[1] == "Bucer (excommunicated)"
    assert "debater-knox" not in found, "who has not come yet"


# ---- the panels


@pytest.mark.parametrize("code", CODES)
def test_every_power_has_a_card(code: str) -> None:
    state = crowded()
    for power in POWER.ids:
        told = said(drawn(code), f"power-{power}")
        assert words(code).power["points"].format(table.points(state, power)) in told
        assert board().name("side", power, code) in told


def test_a_card_tells_keys_cards_wars_and_allies() -> None:
    told = said(drawn("en"), "power-hapsburg")
    assert {"ruler: Charles V", "cards in hand: 0", "home card: Holy Roman Emperor", "keys 8 of 14"} <= {*told}
    assert [told[told.index(each) + 1] for each in ("at war:", "allied:", "minor allies:")] == ["Ot", "En", "Hu"]
    assert "captives: Montmorency" in " ".join(told)
    assert "колонии: 1" in " ".join(said(drawn("ru"), "power-hapsburg"))


@pytest.mark.parametrize(
    ("power", "track"),
    [
        ("ottoman", "piracy 3"),
        ("england", "Henry VIII: Jane Seymour"),
        ("france", "chateaux 2"),
        ("papacy", "St Peter's 1 (+4 of 5 CP)"),
        ("protestant", "translated Bibles 1"),
        ("hapsburg", "electorates 5"),
    ],
)
def test_a_card_tells_the_track_of_its_power(power: str, track: str) -> None:
    assert track in said(drawn("en"), f"power-{power}")


def test_the_course_tells_points_reformation_and_wars_abroad() -> None:
    told = said(drawn("en"), "course")
    assert "Protestant spaces: 5 (50 win)" in told
    assert "War in Persia: 5 against 3" in told
    assert "the Schmalkaldic League is formed" in told


def test_the_new_world_is_told() -> None:
    assert said(drawn("en"), "new-world-hapsburg")[2:] == ["colonies: Cuba", "discoveries: Amazon", "conquests: Aztecs"]
    assert said(drawn("en"), "new-world-england")[1:] == ["exploring", "colonies: Roanoke"]
    assert "Mississippi" in said(drawn("en"), "new-world-left")[0]


@pytest.mark.parametrize("code", CODES)
def test_a_power_is_a_part_of_its_own_as_narrow_as_a_phone(code: str) -> None:
    crop = board().part(FORM.view(crowded(), frozenset()), ["panel france"], code)
    assert crop.width == 328
    assert words(code).power["chateaux"].format(2) in crop.alt


def test_a_part_of_the_religious_map_groups_spaces_by_religion() -> None:
    crop = board().part(FORM.view(crowded(), frozenset()), ["frame religion"], "en")
    assert "Protestant: London A46, Brandenburg H02." in crop.alt
    assert "Protestant, Calvin: Geneva E63." in crop.alt
    names = [part for part, _ in board().parts("en")]
    assert "place vienna" in names
    assert not [each for each in names if "faith." in each], "a name means one place"


# ---- what is hidden


def test_no_picture_tells_a_card_that_its_reader_does_not_see() -> None:
    state = set_up(GAME, seed=b"board").state
    for power in POWER.ids:
        state.hands[power].cards = state.deck[:4]
        state.deck = state.deck[4:]
    twin = GAME.resample_hidden(state, ["france"], Random(3))
    assert twin.hands["england"].cards != state.hands["england"].cards
    assert sketch(state, "en", "france") == sketch(twin, "en", "france")
    assert not [each for each in CARD.ids if f'"{each}"' in to_svg(sketch(state).scene)]


# ---- what has changed


def test_an_event_marks_the_map_that_it_is_about() -> None:
    events = (Converted("basel", "protestant"), UnrestPlaced(("avignon",)), Marched("france", "paris", "dijon"))
    found = {name for name in pieces(sketch(crowded(), events=events)) if name.startswith("rim-")}
    assert found == {"rim-faith.basel", "rim-avignon", "rim-paris", "rim-dijon"}


@pytest.mark.parametrize(
    ("code", "told"),
    [("en", "Basel E61: Protestant (before: Catholic)."), ("ru", "Базель E61: протестанты (было: католики).")],
)
def test_a_conversion_comes_with_a_small_picture(code: str, told: str) -> None:
    was, now = start(), start()
    now.protestant |= table.bit("basel")
    (crop,) = board().crops(between(was, now, Converted("basel", "protestant")), code)
    assert (crop.width, crop.alt) == (328, told)


def test_units_that_came_and_went_are_told() -> None:
    was, now = start(), start()
    table.add(now, "paris", "france", {"regulars": -2})
    table.add(now, "dijon", "france", {"regulars": 2, "mercenaries": 1})
    (crop,) = board().crops(between(was, now, Marched("france", "paris", "dijon")), "en")
    assert "Paris A72 (France): France: 4 reg. → 2 reg." in crop.alt
    assert "Dijon A65 (France): France: 2 reg., 1 merc." in crop.alt


def test_a_place_that_changes_hands_tells_the_rest_too() -> None:
    was, now = start(), start()
    table.set_controller(now, "metz", "france")
    table.add(now, "metz", "independent", {"regulars": -1})
    (crop,) = board().crops(between(was, now, Marched("france", "st_dizier", "metz")), "en")
    assert crop.alt == "Metz E65: France (before: independents), independents: 1 reg. → 0."


def test_everything_that_a_marker_shows_is_said_when_it_is_otherwise() -> None:
    was, now = (board().shown(FORM.view(state(), frozenset()), "en", (), ()) for state in (start, crowded))
    old, new = ({each.name: each.items for each in board().markers(each, "en")} for each in (was, now))
    changed = [name for name in old if old[name] != new[name]]
    assert len(changed) >= 20
    for name in changed:
        gained = board().owners(was).get(name) != board().owners(now).get(name)
        assert gained or list(board().otherwise(name, was, now, "en")), name


# ---- for every eye


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", STATES)
def test_no_text_is_too_small_or_has_letters_that_cannot_be_drawn(name: str, code: str) -> None:
    for piece in drawn(code, name).scene.pieces:
        for text in texts(piece.items):
            assert all(has_glyph(letter, text.font) for letter in text.text), text.text
            assert text.size >= 8.5, (piece.name, text.text)


def baselines(items: Iterable[Item], dy: float = 0, scale: float = 1) -> Iterator[tuple[float, float]]:
    """Where each text stands in its card, and how large it is."""
    for item in items:
        if isinstance(item, Group):
            yield from baselines(item.items, dy + scale * item.dy, scale * item.scale)
        elif isinstance(item, Text):
            yield dy + scale * item.y, scale * item.size


@pytest.mark.parametrize("code", CODES)
def test_a_card_with_less_on_it_has_larger_letters_and_uses_its_room(code: str) -> None:
    def letters_on(power: str, name: str) -> float:
        return sorted(size for _, size in baselines(pieces(drawn(code, name))[f"power-{power}"].items))[-2]

    assert letters_on("papacy", "start") > letters_on("england", "heaped") >= 15
    for power in POWER.ids:
        card = pieces(drawn(code, "start"))[f"power-{power}"]
        assert max(y for y, _ in baselines(card.items)) - card.box[1] > card.box[3] * 0.55, power


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", STATES)
def test_nothing_of_a_card_is_below_its_edge(name: str, code: str) -> None:
    for piece in drawn(code, name).scene.pieces:
        if piece.name.startswith(("power-", "course", "new-world", "zone-")):
            lowest = max(y for y, _ in baselines(piece.items))
            assert lowest < piece.box[1] + piece.box[3] - 4, piece.name
    names = " ".join(text.text for text in texts(pieces(drawn(code, name))["power-england"].items))
    assert words(code).power["fewer"].format("")[:8] in names or name != "heaped", "the last line has room"


@pytest.mark.parametrize("code", CODES)
def test_debaters_and_the_key_have_room_in_their_panels(code: str) -> None:
    _, top, _, high = board().plan.panels["debaters"]
    lines = [piece for piece in drawn(code, "heaped").scene.pieces if piece.name.startswith("debater")]
    assert max(piece.y + 17 for piece in lines) < top + high
    _, top, _, high = board().plan.panels["legend"]
    ground = drawn(code).scene.ground.svg
    assert max(float(each.split('"')[0]) for each in ground.split(' y="')[1:]) < top + high - 4


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_names_lie_on_no_marker_and_on_no_name(code: str) -> None:
    state = start()
    state.forces, state.leaders = {}, {}
    names = board().lettering(code).texts
    shown = board().shown(FORM.view(state, frozenset()), code, (), ())
    assert touching(names, board().markers(shown, code), 1) == set()
    inked = {name: letters(name, lines) for name, lines in names.items()}
    assert [pair for pair in combinations(inked, 2) if meet(inked[pair[0]], inked[pair[1]])] == []
    for name, (left, _, right, low) in board().lettering(code).covered.items():
        x, y, width, height = board().plan.frame_of(name).rect
        assert x <= left + 4, name
        assert right - 4 <= x + width, name
        assert low - 3 <= y + height, name


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [("crowded", "en"), ("start", "ru")])
def test_all_letters_can_be_read(name: str, code: str) -> None:
    assert faint(drawn(code, name).scene) == set()


@pytest.mark.parametrize("sight", SIGHTS)
def test_owners_keep_apart_in_every_sight(sight: str) -> None:
    own = {**palette().owners, "minor": palette().minor, "independent": palette().independent}
    for (one, first), (two, second) in combinations(own.items(), 2):
        assert ciede2000(lab(first.fill, sight), lab(second.fill, sight)) >= 12, (one, two)
    catholic, reformed = palette().faiths.values()
    assert ciede2000(lab(catholic.fill, sight), lab(reformed.fill, sight)) >= 40


@pytest.mark.parametrize("code", CODES)
def test_letters_tell_owners_leaders_and_reformers_apart(code: str) -> None:
    found = words(code).letters
    assert len({found[owner] for owner in OWNER.ids}) == len(OWNER)
    assert len({words(code).leaders[each] for each in LEADER.ids}) == len(LEADER)
    assert {*words(code).reformers} == {*REFORMER.ids}
    assert all(contrast(each.fill, each.text) >= 4.5 for each in sides().values())


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_a_crowded_picture_is_small_and_keeps_its_colours(code: str) -> None:
    found = drawn(code)
    png = to_png(found.scene, 1600)
    assert len(png) <= 400_000
    assert lost(colours_in(to_svg(found.scene)), palette_colours(Image.open(io.BytesIO(png)))) == []


@pytest.mark.parametrize("code", CODES)
def test_the_picture_is_told_in_words(code: str) -> None:
    for name in STATES:
        found = drawn(code, name)
        assert 200 < len(found.alt) < 1000
        assert found.beside is not None
        assert len(found.beside) < 500
    assert "Осады: Мец." in drawn("ru").alt
    assert "Hapsburgs: VP 18, keys 8, cards 0." in drawn("en").alt


def test_drawing_changes_nothing() -> None:
    state = crowded()
    before = deepcopy(state)
    sketch(state)
    assert state == before
