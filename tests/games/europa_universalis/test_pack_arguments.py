"""Each argument that a pack may give to an operation changes something, or the pack is refused (R16.03)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import fields as fields_of

from adjudicator import Match
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.effects import Effect
from adjudicator.games.europa_universalis.facts import AREA, NODE, PROVINCE, REALM, RELIGION
from adjudicator.games.europa_universalis.game import CONTENT
from adjudicator.games.europa_universalis.rules.dynamic import dynamic
from adjudicator.games.europa_universalis.rules.influence import StopInfluence
from adjudicator.games.europa_universalis.rules.movement import Halt, Regroup
from adjudicator.games.europa_universalis.rules.operations import Forgo, InArea, WithRealm
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.slots import CARD, IDEA
from adjudicator.games.europa_universalis.state import Army, State, Units
from adjudicator.kernel.errors import DocumentError
from tests.games.europa_universalis.cards import answer, asked, played

BATTLE = next(id for id, face in default().titles.items() if face.kind == "battle_action")
LAND = ("geneve", "bern", "st_gallen", "palermo", "mesina", "malta")
SPREAD = {"england": 1, "venice": 2}


def rich(state: State) -> None:
    """France with everything that an operation may touch, and others with influence and unrest."""
    own = state.led["france"]
    for province in LAND:
        state.owner[PROVINCE.index[province]] = REALM.index["france"]
    state.overlord[REALM.index["provence"]] = REALM.index["france"]
    state.unrest |= PROVINCE.mask_of(("paris", "orleans", "montpellier", "york", "london", "bern"))
    for area in ("languedoc", "loire", "scotland"):
        state.religion[AREA.index[area]] = RELIGION.index["protestant"]
    for enemy in ("milan", "navarra"):
        make_war(state, REALM.index["france"], REALM.index[enemy])
    for seat, n in SPREAD.items():
        state.led[seat].influence[AREA.index["saxony"]] = n
    own.influence[AREA.index["saxony"]] = own.influence[AREA.index["naples"]] = 1
    own.power, own.ducats, own.available, own.stability = [5, 5, 0], 30, 9, 0
    own.armies = [Army(AREA.index["aquitaine"], Units(6, 1, 2)), Army(AREA.index["lombardy"], Units(1)), Army()]
    own.fleet.port, own.fleet.light = PROVINCE.index["montpellier"], 1
    own.merchants, own.standing = [NODE.index["genoa"], NODE.index["bordeaux"]], [True, True]
    own.hand = [deck.draw.pop(0) for deck in state.decks]
    state.allied["france"] = REALM.mask_of(("scotland", "aragon"))
    state.married["france"] |= REALM.mask_of(("savoy",))
    state.curia.cardinals = ["france", "france", "england"]
    state.goals.ideas = IDEA.mask_of(("cannons", "cabinet", "free_trade"))
    state.goals.idea_draw = [IDEA.index["bureaucracy"], IDEA.index["resident_envoys"]]
    state.led["venice"].ideas = IDEA.mask_of(("cabinet",))
    displays = [CARD.number(id) for id, title in default().cards.items() if default().titles[title].kind == "display"]
    deck = next(each for each in state.decks if set(each.draw) & set(displays))
    deck.discards = [next(each for each in deck.draw if each in displays)]
    deck.draw = [each for each in deck.draw if each not in deck.discards]


STOPS = (Forgo, StopInfluence, Halt, Regroup)


def trace(op: dict[str, Any]) -> list[str]:
    """What is told and asked where the operation is carried out, if the first thing offered is done."""
    match: Match = played(op, arrange=rich)
    found = [repr(each.public) for each in match.opening]
    for _ in range(40):
        open_ = match.decisions()
        if not open_:
            break
        seat = open_[0].waiting[0]
        options = list(match.options(seat))
        found += [open_[0].kind, seat, repr(options)]
        taken = next((each for each in options if not isinstance(each, STOPS)), options[0])
        found += [repr(each.public) for each in match.apply(seat, taken)]
    grown = {colour: dynamic(match.state, colour, match.game.content) for colour in ("green", "pink", "blue", "orange")}
    return [*found, repr(match.state), repr(grown)]


def _each(**arguments: Any) -> dict[str, dict[str, Any]]:
    """Return what is added to an operation to show what an argument changes, by argument."""
    return {name: {name: value} for name, value in arguments.items()}


OPPONENT = _each(opponent=True)
SAMPLES: dict[str, tuple[dict[str, Any], dict[str, dict[str, Any]]]] = {
    "gain_ducats": ({"n": 3}, _each(n=2, per="tax", half=True)),
    "lose_ducats": ({}, _each(n=2)),
    "gain_power": ({"power": "adm"}, _each(n=2, power="any")),
    "lose_power": ({"power": "adm"}, _each(n=2, power="any")),
    "gain_prestige": ({}, _each(n=2)),
    "lose_prestige": ({}, _each(n=2)),
    "gain_stability": ({}, _each(n=2)),
    "lose_stability": ({}, _each(n=2)),
    "gain_manpower": ({}, _each(n=2)),
    "place_influence": ({}, _each(n=2, areas=["naples"], where="of_vassals")),
    "remove_influence": ({}, _each(n=2, areas=["naples"], where="beside_realm") | OPPONENT),
    "remove_influence of an opponent": ({"opponent": True}, _each(n=2, areas=["saxony"], where="beside_realm")),
    "place_claim": ({}, _each(n=2, areas=["aragon"], where="beside_realm")),
    "place_core": ({}, _each(n=2, areas=["sicily"], where="with_unrest")),
    "add_unrest": ({}, _each(n=2, areas=["loire"], where="of_vassals") | OPPONENT),
    "add_unrest of an opponent": ({"opponent": True}, _each(n=2, areas=["northumbria"], where="beside_realm")),
    "remove_unrest": ({}, _each(n=2, areas=["loire"], where="of_vassals")),
    "place_rebels": ({}, _each(n=2, areas=["loire"], where="of_vassals") | OPPONENT),
    "place_rebels of an opponent": ({"opponent": True}, _each(n=2, areas=["northumbria"], where="beside_realm")),
    "roll_rebels": ({}, {}),
    "add_plague": ({}, _each(n=2, areas=["loire"], where="of_vassals")),
    "convert_area": ({}, _each(unrest=True, n=2, areas=["languedoc"], where="fully_owned")),
    "place_faith": (
        {"religion": "protestant"},
        _each(religion="catholic", n=2, areas=["loire"], where="of_vassals"),
    ),
    "develop_town": ({}, _each(n=2)),
    "place_town": ({"province": "napoli"}, _each(province="bari")),
    "place_vassal": ({"realm": "savoy"}, _each(realm="lorraine")),
    "place_dynamic": (
        {"realm": "ferrara", "provinces": ["ferrara"], "colour": "green"},
        _each(realm="florence", provinces=["firenze"], colour="pink"),
    ),
    "gain_alliance": ({}, _each(realm="england", which="christian")),
    "gain_marriage": ({}, _each(realm="england", which="married")),
    "end_alliance": ({}, _each(realm="aragon", which="married")),
    "dispute_succession": ({}, _each(realm="savoy", which="married")),
    "place_cb": ({}, _each(realm="granada", which="christian")),
    "declare_war": ({}, _each(realm="granada", which="christian", by="savoy")),
    "adopt_religion": ({"religion": "protestant"}, _each(religion="counter_reformed")),
    "gain_cardinal": ({}, _each(n=2)),
    "lose_cardinal": ({}, _each(n=2)),
    "gain_authority": ({}, _each(n=2)),
    "lose_authority": ({}, _each(n=2)),
    "leave_empire": ({"areas": ["saxony"]}, _each(areas=["bohemia"])),
    "discard_ruler": ({}, {}),
    "add_idea": ({"power": "adm"}, _each(power="dip")),
    "research_idea": ({}, _each(idea="cannons", discount=5, held=True)),
    "draw_cards": ({}, _each(n=2)),
    "discard_cards": ({}, _each(n=2)),
    "take_display": ({}, {}),
    "replace_milestones": ({}, {}),
    "gain_units": ({}, _each(kind="artillery", n=2)),
    "gain_mercenaries": ({}, _each(n=2)),
    "lose_units": ({}, _each(n=2)),
    "gain_ships": ({}, _each(kind="heavy", n=2)),
    "expand_node": ({}, _each(node="wien")),
    "gain_merchant": ({}, {}),
    "gain_colonists": ({}, _each(n=2)),
    "gain_action": ({"action": "move_army"}, _each(action="recruit", n=2, spaces=3, light=True, no_mountains=True)),
    "gain_action of a siege": ({"action": "siege"}, _each(strength=3)),
    "choice": (
        {"options": [[{"op": "gain_prestige"}], []]},
        _each(options=[[{"op": "gain_prestige", "n": 2}], []]),
    ),
}
FORMS = {form.__struct_config__.tag: form for form in get_args(Effect)}
PAIRS = [(name, argument) for name, (_, changes) in SAMPLES.items() for argument in changes]


IDLE = [
    (("events", "corsairs", "effects"), {"op": "gain_action", "action": "explore", "strength": 2}, "'strength'"),
    (("events", "corsairs", "effects"), {"op": "gain_action", "action": "siege", "spaces": 3}, "'spaces'"),
    (("events", "corsairs", "effects"), {"op": "gain_alliance", "realm": "savoy", "which": "christian"}, "'which'"),
    (("events", "corsairs", "effects"), {"op": "declare_war", "by": "savoy", "which": "christian"}, "'which'"),
    (("events", "corsairs", "effects"), {"op": "replace_milestones", "n": 2}, "unknown field 'n'"),
    (("ideas", "cabinet", "bonus"), {"op": "permit", "what": "holy_war", "n": 2}, "bonus[0].n: changes nothing here"),
    (("ideas", "cabinet", "bonus"), {"op": "permit", "what": "ignore_dissent"}, "in how many areas"),
    (("ideas", "cabinet", "bonus"), {"op": "extra_dice", "any": 2}, "a battle action has extra_dice alone"),
    (("titles", BATTLE, "dice"), {"op": "extra_dice", "infantry": 2, "same": 1}, "dice[0].same: changes nothing here"),
    (("titles", BATTLE, "dice"), {"op": "income", "n": 2}, "a battle action has extra_dice alone"),
]


@pytest.mark.parametrize(("path", "value", "said"), IDLE)
def test_a_pack_with_an_argument_that_changes_nothing_is_refused(
    path: tuple[str, ...], value: dict[str, Any], said: str
) -> None:
    plain = CONTENT.write(default())
    inner: Any = plain
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = [value]
    with pytest.raises(DocumentError) as error:
        CONTENT.read(plain)
    assert said in str(error.value)


def test_whose_influence_a_card_takes_is_chosen_r8_05() -> None:
    """England has one cube in Saxony, Venice two; areas that the card does not name are left alone."""
    match = played({"op": "remove_influence", "opponent": True, "areas": ["saxony", "naples"]}, arrange=rich)
    assert match.options("france") == [InArea("naples"), InArea("saxony")]
    answer(match, ("france", InArea("saxony")))
    assert asked(match) == ("realm_for", ("france",))
    answer(match, ("france", WithRealm("england")))
    left = {seat: match.state.led[seat].influence[AREA.index["saxony"]] for seat in SPREAD}
    assert left == {"england": 0, "venice": 2}


def test_the_conditions_and_effects_on_the_page_are_read() -> None:
    """Each part of a pack that the page shows is laid over our own."""
    page = Path("docs/reference/pack_format.md").read_text(encoding="utf-8")
    shown = [msgspec.yaml.decode(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    assert len(shown) == 3
    for block in shown:
        plain = CONTENT.write(default())
        ((part, ((id, face),)),) = ((part, cards.items()) for part, cards in block.items())
        plain[part][id] |= face
        assert face.items() <= CONTENT.write(CONTENT.read(plain))[part][id].items()


@pytest.mark.parametrize(("name", "argument"), PAIRS)
def test_each_argument_of_an_operation_changes_something_r16_03(name: str, argument: str) -> None:
    base, changes = SAMPLES[name]
    plain = {"op": name.split()[0], **base}
    assert trace(plain) != trace(plain | changes[argument])


def test_each_argument_that_the_page_names_is_tried() -> None:
    """All but `cancel_covert`, which has none."""
    tried = {(name.split()[0], argument) for name, argument in PAIRS}
    for tag, form in FORMS.items():
        arguments = {each.name for each in fields_of(form)} - {"who", "when"}
        assert {argument for name, argument in tried if name == tag} == arguments, tag
