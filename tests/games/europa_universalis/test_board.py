"""The board of Europa Universalis: what is on it, in both languages, for every eye."""

import io
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageColor

from adjudicator import Match
from adjudicator.games.europa_universalis.board import board
from adjudicator.games.europa_universalis.board.atlas import palette, place_of, words
from adjudicator.games.europa_universalis.facts import AREA, NODE, NONE, PROVINCE, REALM, SEAT, ZONE
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.battles import BattleBegan
from adjudicator.games.europa_universalis.rules.influence import InfluenceChanged
from adjudicator.games.europa_universalis.rules.movement import Marched
from adjudicator.games.europa_universalis.rules.operations_realms import VassalWon
from adjudicator.games.europa_universalis.rules.sieges import Occupied
from adjudicator.games.europa_universalis.slots import CARD
from adjudicator.games.europa_universalis.state import FORM, Battle, Side, State
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.simulate import random_action
from adjudicator.language import CODES
from adjudicator.pictures import Scene, Text, to_svg
from adjudicator.pictures.board import Between, Crop, Sketch
from adjudicator.pictures.colours import contrast, lost, mixed, palette_colours
from adjudicator.pictures.maps.framing import WIDTH
from adjudicator.pictures.maps.lands import DOTS
from adjudicator.pictures.maps.palette import BASE, TINT
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.sight import SIGHTS
from adjudicator.pictures.svg import colours_in
from adjudicator.pictures.text import has_glyph, text_width
from tests.games.europa_universalis.board_positions import crowded, heaped, start
from tests.games.imperial_struggle.test_board_readable import ciede2000, lab
from tests.long_cases import long_but
from tests.pictures.drawn import changes_told, looks, pieces, said, texts
from tests.pictures.test_contrast import faint

pytestmark = pytest.mark.drawn

STATES = {"start": start, "crowded": crowded, "heaped": heaped}


@cache
def drawn(code: str, name: str = "crowded", players: int = 6) -> Sketch:
    return sketch(STATES[name](players), code, ["france"])


def sketch(state: State, code: str = "en", seats: Iterable[str] = ()) -> Sketch:
    return board().sketch(FORM.view(state, frozenset(seats)), code, to_move=[state.seats[0]])


# ---- what is known of a view


def test_a_view_gives_the_position_without_what_is_hidden() -> None:
    state = crowded()
    mine, nobodys = (FORM.known(FORM.view(state, frozenset(seats))) for seats in (["france"], []))
    assert mine.led["france"].hand == state.led["france"].hand
    assert mine.led["england"].hand == [NONE] * len(state.led["england"].hand)
    assert set(nobodys.led["france"].hand) == {NONE}
    assert {each for deck in mine.decks for each in deck.draw} == {NONE}
    assert mine.owner == state.owner
    assert mine.led["england"].armies == state.led["england"].armies


def test_no_picture_tells_a_card_that_its_reader_does_not_see() -> None:
    """Another deal of all that is hidden draws the same picture."""
    state = crowded()
    twin = GAME.resample_hidden(state, ["france"], Random(3))
    assert twin.led["england"].hand != state.led["england"].hand
    assert sketch(state, "en", ["france"]) == sketch(twin, "en", ["france"])
    shown = [to_svg(sketch(each, "en", ["france"]).scene) for each in (state, twin)]
    assert shown[0] == shown[1]
    assert not any(card in shown[0] for card in CARD.ids)


# ---- the map


def test_everything_on_the_map_has_a_marker_with_its_short_name() -> None:
    kinds = (PROVINCE, AREA, ZONE, NODE)
    places = [place_of(kind, id) for kind in kinds for id in kind.ids]
    assert set(places) == set(board().plan.places)
    for code in CODES:
        for place in places:
            assert board().short(place) in said(drawn(code), place), place


def test_a_town_has_colours_and_letters_of_who_holds_it_and_its_land_those_of_its_owner() -> None:
    found, own = drawn("en"), palette().realms
    assert said(found, "normandie") == ["Fr", board().short("normandie")]
    assert own["france"].fill in looks(pieces(found)["normandie"].items)
    assert looks(pieces(found)["area-normandie"].items) == {own["england"].fill, "none"}
    assert looks(pieces(found)["occupier-normandie"].items) == {own["france"].fill, "none"}
    assert said(found, "zaragoza") == ["Ara", board().short("zaragoza"), "!"]
    assert said(drawn("ru"), "zaragoza")[0] == "Ара"
    assert said(found, "virginia") == [board().short("virginia")]  # it belongs to nobody


def test_a_vassal_has_the_colour_of_its_overlord() -> None:
    burgundy = palette().realms["burgundy"].fill
    found = pieces(drawn("en"))
    assert burgundy in looks(found["gent"].items)
    assert burgundy in looks(found["overlord-gent"].items)
    assert burgundy not in looks(found["liege"].items)
    assert "overlord-liege" not in found


def test_rebels_hold_a_town() -> None:
    assert said(drawn("en"), "lyon")[0] == words("en").signs["rebels"]
    assert "rebels-lyon" in pieces(drawn("en"))


def test_large_provinces_have_another_shape() -> None:
    shapes = {id: board().plan.places[id].shape for id in PROVINCE.ids}
    assert {id for id in PROVINCE.ids if PROVINCE.thing(id).tax == 2} == {id for id in shapes if shapes[id] == "fort"}


def test_areas_tell_armies_influence_and_tokens() -> None:
    found = drawn("en")
    assert said(found, "area.aquitaine") == [board().short("area.aquitaine"), "En13", "Fr1", "Rb3", "Fr", "Fr"]
    assert "Fr+2" in said(found, "area.seine")
    assert "Pr" in said(found, "area.netherlands")
    assert words("en").signs["plague"] in said(found, "area.lombardy")
    assert "−HRE" in said(found, "area.switzerland")
    assert said(drawn("en", "heaped"), "area.austria")[-1].startswith("+")  # what has no room is counted


def test_seas_ports_and_nodes_tell_ships_and_merchants() -> None:
    found = drawn("en")
    assert "Ca4" in said(found, "zone.western_mediterranean")
    assert said(found, "zone.caribbean_sea")[1:] == ["Ca1"]
    assert "En5" in said(found, "caux")
    assert "En2" in said(found, "london")
    assert {"Ca", "2"} <= set(said(found, "node.sevilla"))
    assert "+" in said(found, "node.genoa")


def test_the_border_of_the_empire_lies_on_the_ground() -> None:
    assert f'stroke="{BASE.text_area}"' in drawn("en").scene.ground.svg


# ---- the panels


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_player_has_a_card_and_nobody_else(players: int) -> None:
    state = start(players)
    cards = {name for name in pieces(drawn("en", "start", players)) if name.startswith("realm-")}
    assert cards == {f"realm-{seat}" for seat in state.seats}


def test_a_card_tells_the_figures_that_everybody_knows() -> None:
    told = said(drawn("en"), "realm-castile")
    assert {"Castile", "−14", "−3", "112", "4−3", "loans: 4", "passed: 1", "no ruler"} <= set(told)
    assert "at war: Por" in told
    assert "воюет: Пор" in said(drawn("ru"), "realm-castile")


def test_the_world_tells_wars_empire_and_curia() -> None:
    found = drawn("en")
    assert "Wars: En – Fr, Bri; Fr – Bu; Ca – Por" in said(found, "world-wars")
    assert "Empire: Austria, authority 3" in said(found, "world-empire")
    assert said(found, "curia")[1:] == [words("en").letters[seat] for seat in start().curia.cardinals]


def test_a_realm_is_a_part_of_its_own_as_narrow_as_a_phone() -> None:
    view = FORM.view(crowded(3), frozenset())
    parts = dict(board().parts("ru"))
    assert parts["panel france"] == ("Франция",)
    france, venice = (board().part(view, [f"panel {seat}"], "ru") for seat in ("france", "venice"))
    for crop in (france, venice):
        assert Image.open(io.BytesIO(crop.png)).convert("RGB").getpixel((0, 0)) == ImageColor.getrgb(BASE.board)
    assert (france.width, france.height) == (venice.width, venice.height) == (314, 185)
    assert len(france.png) > 2 * len(venice.png)  # nothing but that nobody plays it
    assert france.alt.startswith("Франция: престиж 0")


@pytest.mark.slow
def test_a_place_alone_is_seen_with_what_lies_about_it() -> None:
    crop = board().part(FORM.view(crowded(), frozenset()), ["place area.languedoc"], "ru")
    assert crop.width == WIDTH
    assert WIDTH * 0.75 < crop.height <= WIDTH


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "every"), [("ru", 3), *(pytest.param(code, 1, marks=pytest.mark.long) for code in CODES)]
)
def test_an_area_with_all_its_provinces_can_be_looked_at_on_a_phone(code: str, every: int) -> None:
    """Each so many-th."""
    view = FORM.view(crowded(), frozenset())
    for area in [*AREA][::every]:
        own = [id for id in PROVINCE.ids if PROVINCE.thing(id).area == area.index]
        crop = board().part(view, [f"place area.{area.id}", *(f"place {id}" for id in own)], code)
        assert crop.width <= 640, area.id
        assert crop.height <= 480, area.id
        assert {f"area.{area.id}", *own} <= set(crop.places)
        for id in own:
            assert f"{board().called(id, code)}: " in crop.alt


# ---- what has changed


def between() -> Between:
    events = (
        Occupied("france", "normandie"),
        Marched("england", 2, "east_anglia", "aquitaine"),
        VassalWon("france", "brittany"),
    )
    was, now = (FORM.view(each, frozenset()) for each in (start(), crowded()))
    return Between(was, now, events)


def told(crops: Iterable[Crop]) -> str:
    return "; ".join(crop.alt for crop in crops)


@pytest.mark.slow
def test_the_words_of_a_map_are_a_short_list_that_says_how_much_more_changed() -> None:
    def held(state: State, by: str) -> State:
        state.owner[:20] = [REALM.index[by]] * 20
        return state

    was, now = (FORM.view(held(start(), by), frozenset()) for by in ("england", "france"))
    events = tuple(Occupied("france", province) for province in PROVINCE.ids[:20])
    for code, left in (("en", r" and (\d+) more\.$"), ("ru", r" и ещё (\d+)\.$")):
        ((before, after),) = board().maps(Between(was, now, events), code)
        name, _, list_ = after.alt.partition(". ")
        assert before.alt == f"{name}."
        assert (found := re.search(left, list_))
        assert list_.count("; ") + 1 + int(found[1]) == len(after.places) > 11
        assert list_.count("; ") < 10


def test_an_event_marks_the_place_of_its_own_kind() -> None:
    found = board().sketch(between().after, "en", events=between().events)
    assert {name for name in pieces(found) if name.startswith("rim-")} == {
        "rim-normandie", "rim-area.east_anglia", "rim-area.aquitaine", "rim-nantes",
    }  # fmt: skip
    assert "Changed since your last picture: " in found.alt


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_small_pictures_show_where_something_happened(code: str) -> None:
    crops = board().crops(between(), code)
    assert {place for crop in crops for place in crop.places} == {"normandie", "area.aquitaine", "nantes"}
    assert all(crop.width == 328 and crop.height <= 200 and len(crop.png) < 30_000 for crop in crops)


def test_what_is_otherwise_is_said() -> None:
    said = told(board().crops(between(), "en"))
    assert f"Normandie {board().short('normandie')}: France (before: England)" in said
    assert "army (England): 7 inf., 4 cav., 2 art." in said
    assert "vassal of: France" in said


def test_influence_that_is_gone_has_the_broken_ring_of_what_was_lost() -> None:
    """Less of it is only otherwise; what came beside it counts more."""
    area = AREA.index["aquitaine"]

    def kind(before: dict[str, int], after: dict[str, int]) -> str:
        states = start(), start()
        for state, influence in zip(states, (before, after), strict=True):
            for seat, own in state.led.items():
                own.influence[area] = influence.get(seat, 0)
        was, now = (board().shown(FORM.view(each, frozenset()), "en", (), ()) for each in states)
        return board().kind("area.aquitaine", was, now)

    assert kind({"france": 2}, {}) == kind({"france": 1, "england": 1}, {"england": 1}) == "lost"
    assert kind({"france": 2}, {"france": 1}) == kind({}, {"france": 1}) == "changed"
    assert kind({"france": 1}, {"england": 1}) == "changed"


def test_words_of_what_is_gone_from_an_area_name_it() -> None:
    was, now = start(), start()
    was.led["france"].influence[AREA.index["lombardy"]], now.led["france"].influence[AREA.index["lombardy"]] = 1, 0
    views = [FORM.view(each, frozenset()) for each in (was, now)]
    (crop,) = board().crops(Between(*views, (InfluenceChanged("france", "lombardy", -1),)), "en")
    assert crop.alt == f"{board().called('area.lombardy', 'en')}: influence (France) gone."


@pytest.mark.parametrize(("code", "said"), [("en", "battle"), ("ru", "битва")])
def test_a_battle_that_begins_comes_with_a_picture_of_its_place(code: str, said: str) -> None:
    was, now = start(), start()
    now.battles.append(Battle(Side(["france"]), Side(["england"]), area=AREA.index["lombardy"]))
    views = [FORM.view(each, frozenset()) for each in (was, now)]
    began = BattleBegan(("france",), ("england",), "lombardy")
    (crop,) = board().crops(Between(*views, (began,)), code)
    assert crop.png
    assert crop.alt == f"{board().called('area.lombardy', code)}: {said}."
    assert board().crops(Between(views[1], views[1], (began,)), code) == ()


@pytest.mark.parametrize(("code", "rebels"), [("en", "rebels"), ("ru", "повстанцы")])
def test_a_town_that_rebels_hold_is_not_called_nobodys(code: str, rebels: str) -> None:
    was, now = start(), start()
    now.rebel_towns |= 1 << PROVINCE.index["normandie"]
    seen = [board().shown(FORM.view(each, frozenset()), code, (), ()) for each in (was, now)]
    assert [board().holder("normandie", each, code) for each in seen] == [board().name("side", "england", code), rebels]
    assert board().holder("virginia", seen[1], code) not in (rebels, "")


def test_of_an_army_the_kinds_are_said_that_there_are() -> None:
    was, now = start(), start()
    now.led["england"].armies[0].area = AREA.index["aquitaine"]
    now.led["england"].armies[0].regular.infantry, now.led["england"].armies[0].regular.artillery = 2, 1
    now.led["england"].armies[0].regular.cavalry = 0
    seen = [board().shown(FORM.view(each, frozenset()), "en", (), ()) for each in (was, now)]
    assert "army (England): 2 inf., 1 art." in list(board().otherwise("area.aquitaine", *seen, "en"))


def test_everything_that_a_marker_shows_is_said_when_it_is_otherwise() -> None:
    was, now = (board().shown(FORM.view(state(), frozenset()), "en", (), ()) for state in (start, crowded))
    old, new = ({each.name: each.items for each in board().markers(each, "en")} for each in (was, now))
    changed = [name for name in old if old[name] != new[name]]
    assert len(changed) >= 25
    for name in changed:
        gained = board().owners(was).get(name) != board().owners(now).get(name)
        assert gained or list(board().otherwise(name, was, now, "en")), name


@cache
def stretches(players: int) -> tuple[Between, ...]:
    """Views before and after each fifty answers of a random game, late ones too."""
    found = []
    match: Match = set_up(GAME, seats=GAME.seatings(players)[0], seed=b"crops %d" % players)
    rng, before = Random(players), match.view(())
    for _ in range(10):
        news = [told for _ in range(50) if match.result is None for told in random_action(match, rng)]
        events = tuple(event for each in news for event in each.all_visible_to(()))
        found.append(Between(before, match.view(()), events))
        before = match.view(())
    return tuple(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "every"), [("ru", 5), *(pytest.param(code, 1, marks=pytest.mark.long) for code in CODES)]
)
def test_of_every_place_in_a_small_picture_of_random_games_it_is_said_what_is_otherwise(code: str, every: int) -> None:
    """Of each so many-th stretch the pictures are drawn."""
    found = (*stretches(3), *stretches(6))
    said = [each for between in found for each in changes_told(board(), between, code)]
    crops = [crop for between in found[::every] for crop in board().crops(between, code)]
    assert len(said) > 100
    assert len(crops) > 15 // every
    assert all(crop.width <= 328 for crop in crops)
    told = [*said, *(part for crop in crops for part in crop.alt.rstrip(".").split("; "))]
    assert [each for each in told if ": " not in each] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "players"),
    [("ru", 6), *(pytest.param(*each, marks=pytest.mark.long) for each in product(CODES, (3, 6)) if each != ("ru", 6))],
)
def test_pictures_of_random_games_can_be_read(code: str, players: int) -> None:
    """The last ones of games; in each run of that with the most players."""
    last = stretches(players)[-1]
    found = board().sketch(last.after, code, events=last.events)
    assert faint(found.scene) == set()
    assert len(to_png(found.scene, 1600)) <= 275_000


# ---- for every eye


IN_EACH_RUN = {"start": "ru", "crowded": "ru", "heaped": "en"}
"""In which language the letters of a state are looked at; the ground, which takes longest to draw, is that of one."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), long_but(product(STATES, CODES), IN_EACH_RUN.items()))
def test_all_letters_can_be_read(code: str, name: str) -> None:
    found = drawn(code, name)
    assert name == "heaped" or faint(found.scene) == set()  # there ships of three fleets lie over their neighbours
    for piece in found.scene.pieces:
        for text in texts(piece.items):
            assert all(has_glyph(letter, text.font) for letter in text.text), text.text
            assert text.size >= 8.4, (piece.name, text.text)


@pytest.mark.parametrize("code", CODES)
def test_no_text_leaves_the_sheet_of_its_part(code: str) -> None:
    for name in STATES:
        for piece in drawn(code, name).scene.pieces:
            left, _, width, _ = piece.box
            for text in (item for item in piece.items if isinstance(item, Text)):
                wide = text_width(text.text, text.size, text.font)
                begin = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
                assert left <= begin, (piece.name, text.text)
                assert begin + wide <= left + width + 1, (piece.name, text.text)


@pytest.mark.parametrize("sight", SIGHTS)
def test_realms_keep_apart_in_every_sight(sight: str) -> None:
    sides = {**palette().realms, "other": palette().other}
    for (one, first), (two, second) in combinations(sides.items(), 2):
        assert ciede2000(lab(first.fill, sight), lab(second.fill, sight)) >= 15, (one, two)


def seen_at_full_size(scene: Scene) -> Image.Image:
    """A board in shades of grey."""
    return Image.open(io.BytesIO(to_png(scene, round(scene.width)))).convert("L")


@pytest.mark.slow
def test_white_land_is_told_from_grey_without_any_colour() -> None:
    """All of Austria's land has dots, as it is drawn, and no other land."""
    state, scene = crowded(), drawn("ru").scene
    own = {PROVINCE.ids[at] for at, owner in enumerate(state.owner) if owner == REALM.number("austria")}
    dots = {piece.name.removeprefix("dots-"): piece for piece in scene.pieces if piece.name.startswith("dots-")}
    assert own
    assert set(dots) == own
    plain = replace(scene, pieces=tuple(piece for piece in scene.pieces if piece not in dots.values()))
    seen = ImageChops.difference(*(seen_at_full_size(each) for each in (scene, plain)))
    for name, piece in dots.items():
        _, _, wide, high = piece.box
        land = seen.crop((round(piece.x), round(piece.y), round(piece.x + wide), round(piece.y + high)))
        assert sum(land.histogram()[60:]) >= wide * high / 250, name
    assert contrast(DOTS.stroke or "", palette().realms["austria"].tint) >= 4.5


def test_lands_are_as_pale_as_the_tints_of_realms() -> None:
    assert set(palette().realms) == set(SEAT.ids)
    for realm in (*palette().realms.values(), palette().other):
        assert realm.tint == mixed(BASE.land, realm.fill, TINT)
        assert contrast(realm.fill, realm.text) >= 4.5


@pytest.mark.parametrize("code", CODES)
def test_letters_tell_all_realms_apart(code: str) -> None:
    letters = [board().name("letter", realm, code) for realm in REALM.ids]
    assert len(set(letters)) == len(letters)
    assert all(len(letter) == (2 if realm in SEAT else 3) for realm, letter in zip(REALM.ids, letters, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("code", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_a_crowded_picture_is_small_and_keeps_its_colours(code: str) -> None:
    found = drawn(code)
    png = to_png(found.scene, 1600)
    assert len(png) <= 260_000
    picture = Image.open(io.BytesIO(png))
    assert picture.size == (1600, 1844)
    assert lost(colours_in(to_svg(found.scene)), palette_colours(picture)) == []


@pytest.mark.parametrize("code", CODES)
def test_the_picture_is_told_in_words(code: str) -> None:
    for name in ("start", "crowded"):
        assert 200 < len(drawn(code, name).alt) < 2500
    told = drawn("ru").alt
    assert "Войны: Англия – Франция, Англия – Бретань" in told
    assert "Оккупировано (Англия): Ренн" in told
    assert "Оккупировано (повстанцы): Лион." in told
    assert "вассалы: Фландрия, Брабант и Голландия" in told


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_the_map_shows_every_realm_in_its_own_tint(name: str) -> None:
    state = STATES[name](6)
    png = Image.open(io.BytesIO(board().part(FORM.view(state, frozenset()), ["frame europe"], "en").png))
    held = Counter(REALM.ids[owner] for owner in state.owner if owner != NONE)
    large = [realm for realm in SEAT.ids if held[realm] >= 4]
    assert large
    for realm in large:
        assert lost([palette().realms[realm].tint], palette_colours(png)) == [], realm


def test_cards_of_few_realms_are_higher_and_have_larger_letters() -> None:
    def card_of(players: int) -> tuple[float, float]:
        card = pieces(drawn("en", "start", players))["realm-france"]
        print_ = next(text.size for text in texts(card.items) if words("en").realm["forces"].split("{")[0] in text.text)
        return card.box[3], print_

    (high, large), (low, small) = card_of(3), card_of(6)
    assert high > 1.4 * low
    assert large >= small > 12
