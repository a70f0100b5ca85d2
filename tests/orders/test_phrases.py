"""Phrases: saying and reading are inverse, and mistakes are told with place and nearest words."""

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from adjudicator.kernel.actions import Action, Decline
from adjudicator.orders import (
    Ambiguous,
    Legal,
    Name,
    NameBook,
    Phrasebook,
    Unreadable,
    choice,
    flag,
    name,
    number,
    phrase,
)


class Shift(Action, frozen=True, tag="shift"):
    space: str
    result: str
    kind: str | None = None
    debt: int = 0
    treaty: int = 0


class ShiftMarket(Action, frozen=True, tag="shift_market"):
    space: str
    result: str
    debt: int = 0


class Deploy(Action, frozen=True, tag="deploy"):
    origin: str
    to: str
    debt: int = 0


class Discard(Action, frozen=True, tag="discard"):
    cards: tuple[int, ...]


class Ministries(Action, frozen=True, tag="ministries"):
    ministries: tuple[str, ...]
    jacobite: bool = False


class Replace(Action, frozen=True, tag="replace"):
    out: tuple[str, ...] = ()
    in_: tuple[str, ...] = ()


class Chosen(Action, frozen=True, tag="chosen"):
    space: str
    part: str
    points: int = 0


class Bid(Action, frozen=True, tag="bid"):
    amount: int


class Upgrade(Action, frozen=True, tag="upgrade"):
    theatre: int


class Move(Struct, frozen=True):
    tile: int
    theatre: int


class Place(Action, frozen=True, tag="place"):
    tile: int
    theatre: int
    move: Move | None = None


class End(Action, frozen=True, tag="end"):
    pass


POLITICAL = {
    "savoy": ("Savoy", "Савойя"),
    "sardinia": ("Sardinia", "Сардиния"),
    "bavaria": ("Bavaria", "Бавария"),
    "ireland_a": ("Ireland Alliance", "Ирландия Союз"),
    "ireland_p": ("Ireland Prestige", "Ирландия Престиж"),
    "denmark": ("Denmark-Norway", "Дания-Норвегия"),
}
MARKETS = {
    "york": ("York", "Йорк"),
    "york_fort": ("York Factory", "Йоркский Форт"),
    "debtford": ("Debtford 2", "Долгово 2"),
}
SEAS = {
    "navy": ("Navy Box", "Адмиралтейство"),
    "biscay": ("Bay of Biscay", "Бискайский Залив"),
    "lakes": ("Lakes to the North", "Озёра в Тумане"),
}
MINISTERS = {"m1": ("Halley", "Галлей"), "m2": ("Walpole", "Уолпол"), "m10": ("de Villars", "де Виллар")}
CARDS = {1: ("Famine", "Голод"), 2: ("Great Storm", "Великая Буря"), 12: ("Storm", "Буря")}


def both(kind: str, listed: dict) -> list[Name]:  # type: ignore[type-arg]
    found = []
    for id, (en, ru) in listed.items():
        aliases = (str(id),) if isinstance(id, int) else (id,) if id[0] == "m" and id[1:].isdecimal() else ()
        country = (en.split()[0],) if en.startswith("Ireland") else ()
        found += [Name(kind, id, "en", en, aliases + country)]
        found += [Name(kind, id, "ru", ru, (ru.split()[0],) if country else ())]
    return found


DEBT = number("debt", plus="dд", en="debt", ru="долг")
TREATY = number("treaty", plus="tт", en="treaty", ru="договор")
KIND = choice(
    "kind",
    {"major": {"en": "major", "ru": "главное"}, "minor": {"en": "minor | small", "ru": "малое"}},
    payment=True,
)

BOOK = Phrasebook(
    NameBook(
        [
            *both("political", POLITICAL),
            *both("market", MARKETS),
            *both("sea", SEAS),
            *both("minister", MINISTERS),
            *both("card", CARDS),
        ]
    ),
    [
        phrase(Shift, name("space", "political"), KIND, DEBT, TREATY, fixed={"result": "flag"}, en="flag", ru="флаг"),
        phrase(
            Shift,
            name("space", "political"),
            KIND,
            DEBT,
            TREATY,
            fixed={"result": "unflag"},
            en="unflag | remove flag",
            ru="снять флаг",
        ),
        phrase(ShiftMarket, name("space", "market"), DEBT, fixed={"result": "flag"}, en="flag", ru="флаг"),
        phrase(ShiftMarket, name("space", "market"), DEBT, fixed={"result": "unflag"}, en="unflag", ru="снять флаг"),
        phrase(
            Deploy,
            name("origin", "sea", needs_lead=True, en="from", ru="из"),
            name("to", "sea", en="to | into", ru="в | к"),
            DEBT,
            en="deploy | send squadron",
            ru="послать | отправить эскадру",
        ),
        phrase(Discard, name("cards", "card", many=True), en="discard", ru="сбросить"),
        phrase(
            Ministries,
            name("ministries", "minister", many=True),
            flag("jacobite", en="jacobite", ru="якобиты"),
            each="ministries",
            en="ministers",
            ru="министры",
            bare=True,
        ),
        phrase(
            Replace,
            name("out", "minister", many=True, needs_lead=True, en="out", ru="убрать"),
            name("in_", "minister", many=True, needs_lead=True, en="in", ru="взять"),
            en="replace",
            ru="заменить",
        ),
        phrase(Bid, number("amount"), en="bid", ru="ставка"),
        phrase(Upgrade, number("theatre", needs_lead=False, en="theatre", ru="театр"), en="upgrade", ru="усилить"),
        phrase(
            Place,
            name("tile", "card"),
            number("theatre", en="theatre", ru="театр"),
            name("move.tile", "card", needs_lead=True, en="moving", ru="сдвинуть"),
            number("move.theatre", needs_lead=True, en="to", ru="на"),
            en="place",
            ru="положить",
        ),
        phrase(End, closes=True, en="end", ru="конец"),
    ],
)

pay = st.integers(0, 6)
actions = st.one_of(
    st.builds(
        Shift,
        st.sampled_from(list(POLITICAL)),
        st.sampled_from(["flag", "unflag"]),
        st.sampled_from([None, "major", "minor"]),
        pay,
        pay,
    ),
    st.builds(ShiftMarket, st.sampled_from(list(MARKETS)), st.sampled_from(["flag", "unflag"]), pay),
    st.builds(Deploy, st.sampled_from(list(SEAS)), st.sampled_from(list(SEAS)), pay),
    st.builds(Discard, st.lists(st.sampled_from(list(CARDS)), min_size=1, max_size=4).map(tuple)),
    st.builds(Ministries, st.lists(st.sampled_from(list(MINISTERS)), min_size=1, max_size=3).map(tuple), st.booleans()),
    st.builds(
        Replace,
        st.lists(st.sampled_from(list(MINISTERS)), max_size=2).map(tuple),
        st.lists(st.sampled_from(list(MINISTERS)), max_size=2).map(tuple),
    ),
    st.builds(Bid, st.integers(-9, 99)),
    st.builds(Upgrade, st.integers(1, 4)),
    st.builds(
        Place,
        st.sampled_from(list(CARDS)),
        st.integers(1, 4),
        st.none() | st.builds(Move, st.sampled_from(list(CARDS)), st.integers(1, 4)),
    ),
    st.just(End()),
    st.just(Decline()),
)
languages = st.sampled_from(["en", "ru"])


@pytest.mark.slow
@settings(max_examples=400)
@given(actions, languages, languages)
def test_what_is_said_is_read_back_in_any_mail(action: Action, said_in: str, read_in: str) -> None:
    assert BOOK.parse(BOOK.say(action, said_in), read_in) == action


@settings(max_examples=200)
@given(actions, languages, st.integers(0, 3))
def test_case_and_spaces_do_not_matter(action: Action, language: str, kind: int) -> None:
    line = BOOK.say(action, language)
    changed = [line.upper(), line.title(), line.replace(" ", "\u00a0 "), f"  {line} . "][kind]
    assert BOOK.parse(changed, language) == action


@settings(max_examples=300)
@given(st.text(alphabet="flagdeтьойsavy +-23,«’ \u200bdebtдолг", max_size=40), languages)
def test_any_text_is_read_or_refused_with_a_problem(text: str, language: str) -> None:
    problem = None
    try:
        read = BOOK.parse(text, language)
    except (Unreadable, Ambiguous) as refusal:
        problem = refusal.problem
    if problem is None:
        assert BOOK.parse(BOOK.say(read, language), language) == read
    else:
        assert problem.reason in ("unreadable", "ambiguous")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("flag savoy debt 2", Shift("savoy", "flag", debt=2)),
        ("флаг савойя долг 2", Shift("savoy", "flag", debt=2)),
        ("flag debt 2 savoy", Shift("savoy", "flag", debt=2)),
        ("flag savoy +d2+t1", Shift("savoy", "flag", debt=2, treaty=1)),
        ("flag savoy +д2 +т", Shift("savoy", "flag", debt=2, treaty=1)),
        ("flag savoy d2", Shift("savoy", "flag", debt=2)),
        ("flag savoy debt2", Shift("savoy", "flag", debt=2)),
        ("flag savoy with 2 debt", Shift("savoy", "flag", debt=2)),
        ("savoy flag", Shift("savoy", "flag")),
        ("fla sav small", Shift("savoy", "flag", "minor")),
        ("flag york", ShiftMarket("york", "flag")),
        ("remove flag Denmark-Norway", Shift("denmark", "unflag")),
        ("снять флаг с Йорка", ShiftMarket("york", "unflag")),
        ("флаг савойю", Shift("savoy", "flag")),
        ("флаг cавoйя", Shift("savoy", "flag")),
        ("flag Савойя", Shift("savoy", "flag")),
        ("deploy navy box to biscay", Deploy("navy", "biscay")),
        ("deploy from navy box to bay of biscay", Deploy("navy", "biscay")),
        ("deploy to biscay from navy", Deploy("navy", "biscay")),
        ("deploy biscay from navy", Deploy("navy", "biscay")),
        ("отправить эскадру в бискайский залив из адмиралтейства", Deploy("navy", "biscay")),
        ("discard 12, 1", Discard((12, 1))),
        ("discard storm and famine", Discard((12, 1))),
        ("discard great storm", Discard((2,))),
        ("halley walpole", Ministries(("m1", "m2"))),
        ("m2 m10 jacobite", Ministries(("m2", "m10"), jacobite=True)),
        ("replace out halley in walpole, de villars", Replace(("m1",), ("m2", "m10"))),
        ("replace in walpole, de villars", Replace((), ("m2", "m10"))),
        ("place storm theatre 2 moving famine to 3", Place(12, 2, Move(1, 3))),
        ("bid -3", Bid(-3)),
        ("upgrade 3", Upgrade(3)),
        ("upgrade theatre 3", Upgrade(3)),
        ("decline", Decline()),
    ],
)
def test_what_players_write(line: str, action: Action | None) -> None:
    if action is None:
        with pytest.raises(Unreadable):
            BOOK.parse(line, "en")
    else:
        assert BOOK.parse(line, "en") == action


@pytest.mark.parametrize(
    ("line", "why", "typed", "column", "nearest"),
    [
        ("flagg savoy", "unknown_verb", "flagg", 1, ("flag", "unflag")),
        ("flag savvoy", "unknown_word", "savvoy", 6, ("Savoy",)),
        ("flag halley", "wrong_kind", "halley", 6, ()),
        ("flag", "missing_argument", "", 5, ()),
        ("flag savoy debt", "number_expected", "debt", 12, ()),
        ("flag savoy debt lots", "number_expected", "debt", 12, ()),
        ("flag savoy sardinia", "said_twice", "sardinia", 12, ()),
        ("flag savoy +x2", "unknown_word", "+x2", 12, ("+d", "+t")),
        ("deploy from navy to bisquay", "unknown_word", "bisquay", 21, ("Bay of Biscay",)),
        ("", "unknown_verb", "", 1, ()),
        ("place storm theatre 2 moving famine", "missing_argument", "", 36, ()),
        ("fl savoy", "unknown_verb", "fl", 1, ()),
        ("En", "unknown_verb", "En", 1, ("end",)),
        ("Hello there", "unknown_verb", "Hello", 1, ()),
    ],
)
def test_unreadable_says_where_and_what_is_near(
    line: str, why: str, typed: str, column: int, nearest: tuple[str, ...]
) -> None:
    with pytest.raises(Unreadable) as refusal:
        BOOK.parse(line, "en")
    problem = refusal.value.problem
    assert problem.why == why
    assert problem.place is not None
    assert (problem.place.typed, problem.place.column) == (typed, column)
    assert problem.nearest == nearest


def test_ambiguous_name_is_asked_back_in_the_players_language() -> None:
    with pytest.raises(Ambiguous) as refusal:
        BOOK.parse("флаг ирландия", "ru")
    assert refusal.value.problem.why == "several_names"
    assert refusal.value.problem.nearest == ("Ирландия Союз", "Ирландия Престиж")


def test_legal_actions_decide_between_several_things_of_one_name() -> None:
    legal = Legal([Shift("ireland_p", "flag", "major"), Shift("savoy", "flag", "major")])
    assert BOOK.parse("flag ireland debt 1", "en", legal) == Shift("ireland_p", "flag", debt=1)


def test_one_reading_is_not_judged_by_the_context() -> None:
    assert BOOK.parse("flag bavaria", "en", Legal([])) == Shift("bavaria", "flag")


def test_line_may_hold_several_orders() -> None:
    from adjudicator.orders.text import tokenize

    read = BOOK.read_all(tokenize("flag savoy debt 1, unflag york then end"), "en")
    assert [reading.typed() for reading in read] == [
        Shift("savoy", "flag", debt=1),
        ShiftMarket("york", "unflag"),
        End(),
    ]


def test_field_that_cannot_be_said_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="does not say amount"):
        Phrasebook(NameBook([]), [phrase(Bid, en="bid")])
    sea = NameBook([Name("sea", "a", "en", "A")])
    with pytest.raises(ValueError, match="no phrase of deploy says debt"):
        Phrasebook(sea, [phrase(Deploy, name("origin", "sea"), name("to", "sea"), en="go", ru="из")])
    with pytest.raises(ValueError, match="no verb in"):
        Phrasebook(NameBook([]), [phrase(End, en="end")])


def test_value_that_cannot_be_said_is_refused_at_once() -> None:
    class Paint(Action, frozen=True, tag="paint"):
        colour: Literal["red", "blue", "green"] = "green"

    both = {"red": {"en": "red", "ru": "красным"}, "blue": {"en": "blue", "ru": "синим"}}
    Phrasebook(NameBook([]), [phrase(Paint, choice("colour", both), en="paint", ru="красить")])
    with pytest.raises(ValueError, match=r"paint has no words for colour \['blue'\]"):
        Phrasebook(NameBook([]), [phrase(Paint, choice("colour", {"red": both["red"]}), en="paint", ru="красить")])


def test_letter_of_two_payments_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="means two things"):
        Phrasebook(
            NameBook([Name("market", "a", "en", "A")]),
            [
                phrase(
                    Shift,
                    name("space", "market"),
                    KIND,
                    number("debt", plus="dд", en="debt", ru="долг"),
                    number("treaty", plus="tд", en="treaty", ru="договор"),
                    fixed={"result": "flag"},
                    en="flag",
                    ru="флаг",
                )
            ],
        )


def test_what_follows_from_the_rest_is_found_out_and_may_be_said() -> None:
    parts = {"effect": {"en": "effect", "ru": "эффект"}, "bonus": {"en": "bonus", "ru": "бонус"}}
    book = Phrasebook(
        NameBook([Name("space", "savoy", "en", "Savoy"), Name("space", "savoy", "ru", "Савойя")]),
        [
            phrase(
                Chosen,
                name("space", "space"),
                choice("part", parts, silent=True),
                number("points", en="points", ru="очков"),
                colon=True,
                en="choose",
                ru="выбрать",
            )
        ],
    )
    meant = Chosen("savoy", "bonus", 2)
    assert book.say(meant, "en") == "choose Savoy: points 2"
    assert book.say(Chosen("savoy", "bonus"), "ru") == "выбрать Савойя"
    assert book.parse("choose Savoy: points 2", "en", Legal([meant])) == meant
    assert book.parse("choose Savoy, bonus points 2", "en") == meant
    assert book.parse("choose savoy", "en") == Chosen("savoy", "effect"), "the first, where nothing tells"


class Drawn(Action, frozen=True, tag="drawn"):
    cards: tuple[str, ...]


class Besieged(Action, frozen=True, tag="besieged"):
    card: str
    place: str


def test_what_need_not_be_said_is_found_out_or_asked_as_whole_lines() -> None:
    called = {"card": ("Rhodes", "Vlad"), "place": ("Modon", "Varna")}
    names = [Name(kind, each.lower(), "en", each) for kind, listed in called.items() for each in listed]
    arguments = name("place", "place"), name("card", "card", found=True, en="with", ru="с")
    book = Phrasebook(NameBook(names), [phrase(Besieged, *arguments, en="siege", ru="осада")])
    modon, varna = Besieged("rhodes", "modon"), Besieged("vlad", "varna")
    assert book.say(modon, "en") == "siege Modon with Rhodes"
    assert book.parse("siege Modon", "en", Legal([modon, varna])) == modon
    assert book.parse("siege Modon with Vlad", "en", Legal([modon])) == Besieged("vlad", "modon")
    assert book.parse("siege Varna", "en", Legal([modon])) == Besieged("rhodes", "varna"), "the rules say why not"
    with pytest.raises(Ambiguous) as doubt:
        book.parse("siege Modon", "en", Legal([modon, Besieged("vlad", "modon")]))
    assert doubt.value.problem.nearest == ("siege Modon with Rhodes", "siege Modon with Vlad")
    with pytest.raises(Unreadable) as unreadable:
        book.parse("siege Modon", "en")
    assert unreadable.value.problem.why == "missing_argument"


def test_a_number_in_front_says_how_often_a_thing_is_meant_that_may_stand_there_again() -> None:
    names = [Name("card", each.lower(), "en", each) for each in ("Rhodes", "Vlad")]
    again = name("cards", "card", many=True, repeats=True, en="of | from", ru="из")
    book = Phrasebook(NameBook(names), [phrase(Drawn, again, en="draw", ru="взять")])
    assert book.parse("draw 2 Rhodes, Vlad", "en") == Drawn(("rhodes", "rhodes", "vlad"))
    assert book.parse("draw 1 of the Vlad and 2 from Rhodes", "en") == Drawn(("vlad", "rhodes", "rhodes"))
    assert book.say(Drawn(("vlad", "vlad", "rhodes")), "en") == "draw of 2 × Vlad, Rhodes"
    for drawn in (Drawn(("vlad", "vlad")), Drawn(("vlad", "rhodes", "vlad")), Drawn(("vlad", "rhodes", "rhodes"))):
        assert book.parse(book.say(drawn, "en"), "en") == drawn
    for line in ("draw 2", "draw 100 Vlad", "draw 0 Vlad", "draw Vlad 2"):
        with pytest.raises(Unreadable):
            book.parse(line, "en")
    once = Phrasebook(NameBook(names), [phrase(Drawn, name("cards", "card", many=True), en="draw", ru="взять")])
    with pytest.raises(Unreadable):
        once.parse("draw 2 Rhodes", "en")


class Stormed(Action, frozen=True, tag="stormed"):
    card: str
    place: str | None = None


def test_what_need_not_be_said_is_found_among_the_things_of_the_verb() -> None:
    called = {"engineer": ("Urban",), "fleet": ("Navy",), "place": ("Modon", "Varna")}
    names = [Name(kind, each.lower(), "en", each) for kind, listed in called.items() for each in listed]
    place = name("place", "place", found=True)
    book = Phrasebook(
        NameBook(names),
        [
            phrase(Stormed, place, name("card", "engineer", found=True, en="with", ru="с"), en="mine", ru="подкоп"),
            phrase(Stormed, place, name("card", "fleet", found=True, en="with", ru="с"), en="blockade", ru="блокада"),
        ],
    )
    mine, blockade = Stormed("urban", "modon"), Stormed("navy", "modon")
    assert [book.say(each, "en") for each in (mine, blockade)] == ["mine Modon with Urban", "blockade Modon with Navy"]
    assert book.parse("mine Modon", "en", Legal([blockade, mine])) == mine
    assert book.parse("blockade", "en", Legal([blockade, mine])) == blockade
    assert book.parse("mine with Urban", "en", Legal([blockade])) == Stormed("urban"), "the rules say what is missing"
    with pytest.raises(Unreadable):
        book.parse("mine Modon", "en", Legal([blockade]))


class Lose(Action, frozen=True, tag="lose"):
    at: tuple[str, ...]


SITES = [
    Name("site", id, code, called)
    for id, en, ru in (("river", "River", "Река"), ("steppe", "Steppe", "Степь"))
    for code, called in (("en", en), ("ru", ru))
]
LOSSES = Phrasebook(
    NameBook(SITES),
    [phrase(Lose, name("at", "site", many=True, repeats=True, en="at", ru="в"), en="lose", ru="потерять")],
)


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("lose 2 at River, 1 at Steppe", "en"),
        ("lose 2 at River and 1 at Steppe", "en"),
        ("lose 2 River, 1 Steppe", "en"),
        ("lose 2 × River, Steppe", "en"),
        ("потерять 2 в Река, 1 в Степь", "ru"),
    ],
)
def test_each_of_several_names_may_have_a_number(line: str, language: str) -> None:
    assert LOSSES.parse(line, language) == Lose(("river", "river", "steppe"))
    assert LOSSES.parse(LOSSES.say(Lose(("river",) * 12), language), language) == Lose(("river",) * 12)


@pytest.mark.parametrize("line", ["lose at River 2, at Steppe", "lose River 2, Steppe 1", "lose 2, River"])
def test_a_number_behind_a_name_is_not_of_the_next_one(line: str) -> None:
    with pytest.raises(Unreadable):
        LOSSES.parse(line, "en")


class Sail(Action, frozen=True, tag="sail"):
    ship: str
    to: str


class Stay(Action, frozen=True, tag="stay"):
    ship: str


def harbours() -> Phrasebook:
    """A game with a place whose abbreviation is the beginning of a verb, and a name that begins like another one."""
    places = {"hol": ("Holland", "HOL"), "naf": ("North Africa", "NAF"), "spa": ("Spain", "SPA")}
    named = [Name("place", id, "en", text, (short,)) for id, (text, short) in places.items()]
    named.append(Name("place", "spa_nc", "en", "Spain North Coast"))
    at = name("ship", "place")
    sail = phrase(Sail, at, name("to", "place", en="to", ru="в"), bare=True, en="sail", ru="плыть")
    return Phrasebook(NameBook(named), [sail, phrase(Stay, at, en="holds", ru="стоит")])


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("HOL - NAF", Sail("hol", "naf")),
        ("holl NAF", Sail("hol", "naf")),
        ("hold NAF", Stay("naf")),
        ("holds HOL", Stay("hol")),
        ("Spain - North Africa", Sail("spa", "naf")),
        ("Spain North Coast - Holland", Sail("spa_nc", "hol")),
    ],
)
def test_a_whole_name_beats_a_verb_cut_short_and_ends_at_a_dash(line: str, action: Action) -> None:
    assert harbours().parse(line, "en") == action


def test_a_name_that_is_a_verb_cut_short_is_told() -> None:
    assert [*harbours().names_like_verbs()] == [("HOL", "holds")]
