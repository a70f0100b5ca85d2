"""What a state field holds: documents with ids, errors with paths, views, other worlds, pieces that are never lost."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import jsonschema
import msgspec
import pytest

from adjudicator import Chance, DocumentError
from adjudicator.components import Kind
from adjudicator.components.field_types import Place
from adjudicator.components.piece_fields import At, By, Count, Hidden, Many, One, Owned, Pile, Set
from adjudicator.components.records import Keyed
from adjudicator.components.state_schema import Pieces, StateSchema

BANK = Kind("bank", ("fugger", "medici"))
TOWN = Kind("town", ("augsburg", "florence", "genoa", "lisbon"))
PORT = TOWN.where("port", lambda town: town.id in ("genoa", "lisbon"))
CARD = Kind("card", ("bank_run", "fair", "war", "wool", "wedding", "siege"), first=1)


class Agent(msgspec.Struct, array_like=True):
    card: Annotated[int, CARD]
    revealed: bool = False
    at: Annotated[int, One(TOWN, none=-1)] = -1


class Bank(msgspec.Struct, array_like=True):
    florins: Annotated[int, Count(0, 20, rule="2.1")]
    home: Annotated[str, TOWN]
    partner: Annotated[str | None, BANK] = None


class Front(msgspec.Struct, array_like=True):
    tiles: Annotated[list[list[int]], By(BANK, Pile(TOWN)), At("*.tiles")]
    leader: Annotated[list[int], By(BANK, One(CARD, none=0)), At("*.leader")]


class State(msgspec.Struct, array_like=True):
    banks: Annotated[list[Bank], By(BANK)]
    flags: Annotated[list[int], Owned(BANK, TOWN)]
    fleets: Annotated[list[int], By(BANK, Set(PORT, rule="3.4")), At("fleets.*.at_sea")]
    docked: Annotated[list[int], By(BANK, Count()), At("fleets.*.docked", rare=True)]
    hands: Annotated[list[list[int]], By(BANK, Pile(CARD)), Hidden.FROM_OTHERS]
    deck: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_ALL]
    agents: Annotated[list[list[Agent]], By(BANK, Keyed("card"))]
    fronts: Annotated[list[Front], Many(numbered=True)] = []
    turn: int = 1
    note: Annotated[str, At("")] = ""


FORM = StateSchema(State, seats=BANK, pieces=[Pieces(CARD, path="deck", rule="1.1")])


@pytest.fixture
def state() -> State:
    return State(
        banks=[Bank(12, "augsburg"), Bank(9, "florence", "fugger")],
        flags=[0b0001, 0b0110],
        fleets=[PORT.mask, 0],
        docked=[0, 2],
        hands=[[3, 1], [2]],
        deck=[4, 6],
        agents=[[], [Agent(5, revealed=True, at=2)]],
        fronts=[Front([[], [3]], [0, 0])],
    )


DOCUMENT = {
    "banks": {
        "fugger": {"florins": 12, "home": "augsburg", "partner": None},
        "medici": {"florins": 9, "home": "florence", "partner": "fugger"},
    },
    "flags": {"augsburg": "fugger", "florence": "medici", "genoa": "medici"},
    "fleets": {"fugger": {"at_sea": ["genoa", "lisbon"]}, "medici": {"at_sea": [], "docked": 2}},
    "hands": {"fugger": ["war", "bank_run"], "medici": ["fair"]},
    "deck": ["wool", "siege"],
    "agents": {"fugger": {}, "medici": {"wedding": {"revealed": True, "at": "genoa"}}},
    "fronts": {"1": {"fugger": {"tiles": [], "leader": None}, "medici": {"tiles": ["lisbon"], "leader": None}}},
    "turn": 1,
}


def problems(document: Any) -> list[str]:
    with pytest.raises(DocumentError) as refused:
        FORM.read(document)
    return [str(problem) for problem in refused.value.problems]


def test_a_document_has_names_and_ids_and_loads_to_the_same_state(state: State) -> None:
    assert FORM.write(state) == DOCUMENT
    assert FORM.read(DOCUMENT) == state
    jsonschema.Draft202012Validator.check_schema(FORM.schema())
    jsonschema.validate(DOCUMENT, FORM.schema())


def test_what_has_a_default_may_be_left_out() -> None:
    short = {key: value for key, value in DOCUMENT.items() if key not in ("fronts", "turn")}
    assert (FORM.read(short).fronts, FORM.read(short).turn) == ([], 1)


def test_everything_wrong_is_told_at_once_with_its_path_and_what_is_near() -> None:
    broken = msgspec.json.decode(msgspec.json.encode(DOCUMENT))
    broken["banks"]["fugger"]["florins"] = 21
    broken["banks"]["medici"]["home"] = "florenc"
    broken["flags"]["atlantis"] = "medici"
    broken["fleets"]["medici"]["at_sea"] = ["florence"]
    broken["hands"]["medici"] = "fair"
    broken["agents"]["fugger"] = {"spy": {}, "war": {"at": 7}}
    broken["fronts"] = {"2": {}}
    broken["trun"] = 3
    del broken["deck"]
    assert problems(broken) == [
        "trun: is unknown; there are: agents, banks, deck, flags, fleets, fronts, hands, turn",
        "banks.fugger.florins: 21 is impossible: from 0 to 20 (rule 2.1)",
        "banks.medici.home: there is no town 'florenc'; there are: augsburg, florence, genoa, lisbon",
        "flags.atlantis: there is no town 'atlantis'; there are: augsburg, florence, genoa, lisbon",
        "fleets.medici.at_sea.florence: florence is no port (rule 3.4)",
        "hands.medici: 'fair' is no list of ids",
        "deck: is missing",
        "agents.fugger.spy: there is no card 'spy'; there are: bank_run, fair, war, wool, wedding, siege",
        "agents.fugger.war.at: there is no town 7; there are: augsburg, florence, genoa, lisbon",
        "fronts: {'2': {}} is no object by number, from 1",
    ]
    assert problems(None) == ["(document): None is no object"]


@pytest.mark.parametrize("given", [None, 7, "x", [], ["x"], {}, {"x": None}, [[]], {"fugger": 1}])
def test_whatever_stands_in_a_document_is_read_or_refused_with_a_path(given: Any) -> None:
    for key in DOCUMENT:
        assert all(path.split(".")[0] == key for path in paths_of_problems({**DOCUMENT, key: given}))


def paths_of_problems(document: Any) -> list[str]:
    try:
        FORM.read(document)
    except DocumentError as error:
        return [problem.path for problem in error.problems]
    return []


def test_a_view_counts_what_is_hidden(state: State) -> None:
    def seen(*seats: str) -> Any:
        return FORM.view(state, frozenset(seats))

    assert (seen().hands, seen().deck) == ({"fugger": 2, "medici": 1}, 2)
    assert seen("fugger").hands == {"fugger": ["war", "bank_run"], "medici": 1}
    assert seen("fugger", "medici").hands == DOCUMENT["hands"]
    assert seen("fugger").deck == 2
    assert seen().agents == DOCUMENT["agents"]


def test_a_view_can_be_read_back(state: State) -> None:
    view = FORM.view(state, frozenset({"medici"}))
    assert msgspec.json.decode(msgspec.json.encode(view), type=FORM.view_type) == view


def test_other_worlds_differ_in_what_is_hidden_and_lose_nothing(state: State) -> None:
    rng = Random(1)
    worlds = [FORM.other(state, "fugger", rng) for _ in range(30)]
    for world in worlds:
        assert FORM.view(world, frozenset({"fugger"})) == FORM.view(state, frozenset({"fugger"}))
        assert FORM.problems(world) == []
        assert world.deck == sorted(world.deck)
    assert {tuple(world.hands[1]) for world in worlds} == {(2,), (4,), (6,)}


def test_pieces_are_never_lost_or_doubled(state: State) -> None:
    assert FORM.problems(state) == []
    state.hands[1] = [3]
    assert [str(problem) for problem in FORM.problems(state)] == [
        "deck: card fair is nowhere (rule 1.1)",
        "hands.medici: card war is also in hands.fugger (rule 1.1)",
    ]


def test_everybody_may_have_a_set_of_his_own_of_several_pieces_each() -> None:
    class Stock(msgspec.Struct):
        here: Annotated[list[list[int]], By(BANK, Pile(TOWN, mixed=True))]

    form = StateSchema(
        Stock, seats=BANK, pieces=[Pieces(TOWN, due=lambda state, bank: [0, 0, 1], by=BANK, path="here")]
    )
    assert form.problems(Stock([[0, 0, 1], [0, 0, 1]])) == []
    assert [str(problem) for problem in form.problems(Stock([[0, 0, 0], [0, 0, 2]]))] == [
        "here: town florence is nowhere",
        "here: 1 too many of town augsburg",
        "here: town florence is nowhere",
        "here.medici: town genoa cannot be here",
    ]


class Riches(msgspec.Struct):
    florins: Annotated[list[int], By(BANK, Count())]
    total: int
    richest: Annotated[int, BANK]


RICHES = StateSchema(
    Riches,
    follows={
        "total": lambda state: sum(state.florins),
        "richest": lambda state: state.florins.index(max(state.florins)),
    },
)


def test_what_follows_may_be_left_out_and_contradictions_are_refused() -> None:
    assert RICHES.read({"florins": {"fugger": 2, "medici": 5}}) == Riches([2, 5], 7, 1)
    assert [str(problem) for problem in RICHES.problems(Riches([2, 5], 8, 0))] == [
        "total: 8 is given, but 7 follows from the rest",
        "richest: 'fugger' is given, but 'medici' follows from the rest",
    ]


def test_what_lies_where_its_kind_cannot_be_is_told(state: State) -> None:
    state.fleets = [TOWN.mask, 0]
    assert [str(problem) for problem in FORM.problems(state)] == [
        "fleets.fugger.at_sea.augsburg: augsburg is no port (rule 3.4)",
        "fleets.fugger.at_sea.florence: florence is no port (rule 3.4)",
    ]


def test_declared_limits_hold_in_every_position_not_only_in_documents(state: State) -> None:
    state.banks[0].florins, state.docked[1] = 21, -1
    state.fronts[0].leader[1] = 77
    assert [str(problem) for problem in FORM.problems(state)] == [
        "fronts.1.medici.leader.77: 77 is no card",
        "banks.fugger.florins: 21 is impossible: from 0 to 20 (rule 2.1)",
        "fleets.medici.docked: -1 is impossible: at least 0",
    ]


class Table(msgspec.Struct, array_like=True):
    dealer: Annotated[str, BANK]
    hands: Annotated[list[list[int]], By(BANK, Pile(CARD))]
    masks: Annotated[list[int], By(BANK, Set(TOWN))]
    guest: Annotated[int, One(TOWN, none=-1)]
    turn: int = 1


def test_a_state_begins_with_what_is_given_and_nothing_else() -> None:
    form = StateSchema(Table, seats=BANK)
    assert form.start(dealer="medici", masks=[1, 0]) == Table("medici", [[], []], [1, 0], -1)
    with pytest.raises(TypeError, match="what do these hold at the start: dealer"):
        form.start()
    with pytest.raises(TypeError, match="rounds"):
        form.start(dealer="medici", rounds=4)


class Pool(msgspec.Struct):
    hand: Annotated[list[int], Pile(CARD)]
    deck: Annotated[list[int], Pile(CARD, mixed=True, countable=True)]


def test_a_pile_may_be_a_number_and_gets_what_is_nowhere_else() -> None:
    table = StateSchema(Pool, pieces=[Pieces(CARD, rule="1.1")])
    assert table.read({"hand": ["war", "fair"], "deck": 4}) == Pool([3, 2], [1, 4, 5, 6])
    with pytest.raises(DocumentError, match="deck: 3 given, 4 are seen nowhere else"):
        table.read({"hand": ["war", "fair"], "deck": 3})


class Talon(msgspec.Struct):
    """A deck from which cards of even numbers may come, and one with the others."""

    hands: Annotated[list[list[int]], By(BANK, Pile(CARD, mixed=True)), Hidden.FROM_OTHERS]
    even: Annotated[list[int], Pile(CARD, mixed=True, countable=True), Hidden.FROM_ALL]
    odd: Annotated[list[int], Pile(CARD, mixed=True, countable=True), Hidden.FROM_ALL]


def _even(state: Talon, place: Place, card: int) -> bool:
    return place.field == "hands" or (card % 2 == 0) is (place.field == "even")


TALON = StateSchema(Talon, seats=BANK, pieces=[Pieces(CARD, rule="1.1")], fits=_even)


def test_piles_that_are_left_out_get_what_fits_them() -> None:
    document = TALON.write(Talon([[3], [2]], [4, 6], [1, 5]))
    del document["even"], document["odd"]
    assert TALON.read(document) == Talon([[3], [2]], [4, 6], [1, 5])
    assert TALON.read({**document, "even": 2}).even == [4, 6]
    with pytest.raises(DocumentError, match="even: 3 given, 2 are seen nowhere else"):
        TALON.read({**document, "even": 3})


def test_what_is_hidden_is_dealt_where_it_is_counted() -> None:
    document = {"hands": {"fugger": ["war"], "medici": 2}}
    dealt = TALON.dealt(document, Chance(b"cards"))
    assert document["hands"]["medici"] == 2
    state = TALON.read(dealt)
    assert state.hands[0] == [3]
    assert len(state.hands[1]) == 2
    assert TALON.problems(state) == []
    assert TALON.dealt(document, Chance(b"cards")) == dealt


class Guard(msgspec.Struct):
    """A card that lies hidden before each bank, and the others."""

    guards: Annotated[list[int], By(BANK, One(CARD, none=0)), Hidden.FROM_OTHERS]
    deck: Annotated[list[int], Pile(CARD, mixed=True, countable=True), Hidden.FROM_ALL]


def test_one_hidden_thing_is_dealt_where_a_document_says_that_it_is_there() -> None:
    form = StateSchema(Guard, seats=BANK, pieces=[Pieces(CARD)])
    document = {"guards": {"fugger": 1, "medici": 1}, "deck": 4}
    found = [form.dealt(document, Chance(bytes([n])))["guards"] for n in range(40)]
    assert {card for each in found for card in each.values()} == {*CARD.ids}
    assert all(each["fugger"] != each["medici"] for each in found)
    with pytest.raises(DocumentError, match=r"guards\.medici: there is no card 1"):
        form.read(document | {"guards": {"fugger": "war", "medici": 1}})
    with pytest.raises(DocumentError, match=r"there is no card \['war'\]"):
        form.read(document | {"guards": {"fugger": ["war"], "medici": None}})


def test_more_than_there_is_cannot_be_dealt_and_other_pieces_stay() -> None:
    with pytest.raises(DocumentError, match=r"state\.hands\.medici: 9 cannot be dealt from 5"):
        TALON.dealt({"hands": {"fugger": ["war"], "medici": 9}}, Chance(b"cards"), "state")
    assert TALON.dealt({"hands": 3}, Chance(b"cards")) == {"hands": 3}


def test_what_readers_know_is_a_state_with_blanks_for_what_is_hidden() -> None:
    state = Talon([[3], [2, 4]], [6], [1, 5])
    assert TALON.known(TALON.view(state, frozenset({"fugger"}))) == Talon([[3], [-1, -1]], [-1], [-1, -1])
    assert TALON.known(TALON.view(state, frozenset()), blank=0).hands == [[0], [0, 0]]
    with pytest.raises(TypeError, match="no view of Talon"):
        TALON.known(Pool([], []))


def test_of_many_names_only_those_are_told_that_are_like_an_unknown_one() -> None:
    wide = StateSchema(msgspec.defstruct("Wide", [(f"{letter}_side", int, 0) for letter in "abcdefghijklm"]))
    for given, near in (("m_syde", "m_side"), ("qqq", "a_side, b_side, c_side, d_side, e_side, f_side, …")):
        with pytest.raises(DocumentError, match=f"{given}: is unknown; there are: {near}"):
            wide.read({given: 1})


DENIZEN = CARD.where("denizen", lambda card: card.id != "siege")
COIN = Kind("coin", (f"c{n}" for n in range(20)))
EDIFICE = CARD.where("edifice", lambda card: card.id in ("siege", "wedding"))


def test_siblings_of_one_kind_that_overlap_are_counted_together() -> None:
    class Site(msgspec.Struct):
        denizens: Annotated[list[int], Pile(DENIZEN)]
        edifices: Annotated[list[int], Pile(EDIFICE)]
        chosen: Annotated[int, One(CARD, none=0, mention=True)] = 0

    form = StateSchema(Site, pieces=[Pieces(DENIZEN)])
    assert form.problems(Site([1, 2, 3, 4], [5, 6])) == [], "the wedding lies among the edifices"
    assert form.problems(Site([1, 2, 3, 4], [5, 6], chosen=3)) == [], "what is only named lies elsewhere"
    assert [str(each) for each in form.problems(Site([1, 2, 3, 4, 5], [5]))] == [
        "edifices: denizen wedding is also in denizens"
    ]


def test_of_many_lost_things_some_are_told_and_where_they_may_lie() -> None:
    class Purse(msgspec.Struct):
        here: Annotated[list[int], Pile(COIN)]

    found = [str(each) for each in StateSchema(Purse, pieces=[Pieces(COIN)]).problems(Purse([]))]
    assert (len(found), found[-1]) == (13, "here: 8 more of coin are nowhere; they may lie in: here")

    class Other(msgspec.Struct):
        here: Annotated[list[int], Pile(TOWN)]

    assert list(map(str, StateSchema(Other, pieces=[Pieces(COIN)]).problems(Other([])))) == [
        "(document): no field that is there can hold coin"
    ]


class Seated(msgspec.Struct):
    """Two of the banks may play; every port is there."""

    florins: Annotated[dict[str, int], By(BANK, Count())]
    debts: Annotated[dict[str, int], By(BANK, Count(), sparse=True)]
    hands: Annotated[dict[str, list[int]], By(BANK, Pile(CARD))]
    posts: Annotated[dict[str, int], By(PORT, Count())]


def test_who_plays_has_something_in_every_field_that_is_said_by_seat() -> None:
    form = StateSchema(Seated, seats=BANK)
    ports = {"genoa": 1, "lisbon": 0}
    assert form.problems(Seated({"medici": 1}, {}, {"medici": []}, ports)) == [], "one bank plays alone"
    assert [str(each) for each in form.problems(Seated({"medici": 1}, {}, {"fugger": []}, {"genoa": 1}))] == [
        "florins.fugger: is missing",
        "hands.medici: is missing",
        "posts.lisbon: is missing",
    ]
