"""What players write as to a person: lines that are done, or offered, as they were meant, else asked about."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from adjudicator import Action, Match, new_match
from adjudicator.games.europa_universalis.phrases import PHRASES
from adjudicator.games.europa_universalis.rules.access import GoTo
from adjudicator.games.europa_universalis.rules.acting import EndTurn
from adjudicator.games.europa_universalis.rules.administration import ChangeFocus, IncreaseStability
from adjudicator.games.europa_universalis.rules.alliances import EndAlliance, ForgeAlliance
from adjudicator.games.europa_universalis.rules.battles import battle_at
from adjudicator.games.europa_universalis.rules.calls import NoCall
from adjudicator.games.europa_universalis.rules.casualties import KeepCommand
from adjudicator.games.europa_universalis.rules.characters import LeadArmy
from adjudicator.games.europa_universalis.rules.claims import FabricateClaims
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar
from adjudicator.games.europa_universalis.rules.drawing import DrawCards
from adjudicator.games.europa_universalis.rules.events import SinkShip, TakeEvent
from adjudicator.games.europa_universalis.rules.goals import Research
from adjudicator.games.europa_universalis.rules.influence import AddInfluence, PlaceInfluence, StopInfluence
from adjudicator.games.europa_universalis.rules.movement import March
from adjudicator.games.europa_universalis.rules.operations_units import LoseIn
from adjudicator.games.europa_universalis.rules.peace import Enforce, FightOn, Negotiate, Surrender
from adjudicator.games.europa_universalis.rules.players import Deal
from adjudicator.games.europa_universalis.rules.purse import RepayLoan, TakeLoan
from adjudicator.games.europa_universalis.rules.recruiting import Build, Raise, Recruit, Recruited
from adjudicator.games.europa_universalis.rules.retreats import Retreat, StandFast
from adjudicator.games.europa_universalis.rules.trade import Trade
from adjudicator.games.europa_universalis.rules.treaties import KeepState, Treaty
from adjudicator.games.europa_universalis.rules.unrest import ExhaustUnit
from adjudicator.orders.sets import MailOutcome, run_orders
from adjudicator.orders.vocabulary.refusals import Unreadable
from tests.carried import desk_asked, is_asked, is_safe, understood
from tests.games.europa_universalis import field
from tests.games.europa_universalis.diplomats import occupied, war
from tests.games.europa_universalis.peacemakers import armies, resolving
from tests.games.europa_universalis.table import do, has, table
from tests.games.europa_universalis.test_events import shown, taking
from tests.games.europa_universalis.test_negotiated_peace import STALEMATE

TWO_CUBES = (PlaceInfluence("burgundy"), AddInfluence("burgundy"))


def written(match: Match, line: str, language: str, seat: str = "france") -> MailOutcome:
    """What becomes of a line of a seat that has its question before it."""
    return run_orders(desk_asked(match, seat, language, PHRASES.at(match.state)), [line])


def meant(match: Match, line: str, language: str, seat: str = "france") -> tuple[Action, ...]:
    """What a line does, or would do after a `yes`."""
    return understood(written(match, line, language, seat))


@pytest.mark.parametrize(
    ("line", "language", "action"),
    [
        ("declaring war on Granada", "en", DeclareWar(("granada",))),
        ("make war on Granada", "en", DeclareWar(("granada",))),
        ("put influence into Burgundy", "en", PlaceInfluence("burgundy")),
        ("borrow ducats", "en", TakeLoan()),
        ("объявляю войну Гранаде", "ru", DeclareWar(("granada",))),
        ("поставлю влияние в Бургундию", "ru", PlaceInfluence("burgundy")),
        ("торгую", "ru", Trade()),
    ],
)
def test_a_line_in_words_of_ones_own_is_the_order_that_it_means(line: str, language: str, action: Action) -> None:
    match = table()
    assert action in match.options("france")
    assert is_safe(written(match, line, language), (action,))


@pytest.mark.parametrize(
    ("line", "language", "action"),
    [
        ("DOW England", "en", DeclareWar(("england",))),
        ("put a cube into Flanders", "en", PlaceInfluence("flanders_wallonia")),
        ("one influence to Seine", "en", PlaceInfluence("seine")),
        ("stab up", "en", IncreaseStability()),
        ("increase stability by 1", "en", IncreaseStability()),
        ("give 10 ducats to Castile", "en", Deal("castile", give=10)),
        ("offer Castile an alliance and a marriage", "en", Deal("castile", alliance=True, marriage=True)),
        ("put the king in charge of army 1", "en", LeadArmy(1)),
        ("repay the loan", "en", RepayLoan()),
        ("одно влияние в Бургундию", "ru", PlaceInfluence("burgundy")),
        ("клейм на Леон", "ru", FabricateClaims(("leon",))),
        ("создать претензии на Леон и Арагон", "ru", FabricateClaims(("leon", "aragon"))),
        ("стабу вверх", "ru", IncreaseStability()),
        ("поднять стабильность", "ru", IncreaseStability()),
        ("берём кредит", "ru", TakeLoan()),
        ("отдать заём", "ru", RepayLoan()),
        ("заключаем союз с Савойей", "ru", ForgeAlliance("savoy")),
        ("даю Кастилии 10 дукатов", "ru", Deal("castile", give=10)),
        ("фокус на военную из адм и дип", "ru", ChangeFocus("mil", ("adm", "dip"))),
        ("разрываю союз с Шотландией", "ru", EndAlliance("scotland")),
        ("исследую идею Терпимость", "ru", Research("tolerance")),
        ("исследую Терпимость", "ru", Research("tolerance")),
        ("нападаем на Англию", "ru", DeclareWar(("england",))),
        ("марш из Сены армия 1", "ru", March("seine", 1)),
    ],
)
def test_a_turn_in_a_hurry(line: str, language: str, action: Action) -> None:
    match = table(has("france", interest=1))
    assert is_safe(written(match, line, language), (action,))


@pytest.mark.parametrize(
    ("line", "language", "actions"),
    [
        ("строю лёгкий корабль в Сентонже", "ru", (Build("saintonge"),)),
        ("рекрутировать 2 пехоты в Сене", "ru", (Raise("seine", n=2),)),
        ("больше не набираю", "ru", (Recruited(),)),
        ("recruit 2 infantry in Seine", "en", (Raise("seine", n=2),)),
        ("enough recruiting", "en", (Recruited(),)),
        ("3 пехоты в Сене", "ru", (Raise("seine", n=3),)),
        ("build 2 ships in Saintonge", "en", ()),
        ("2 infantry in Seine; build light ship in Saintonge", "en", (Raise("seine", n=2), Build("saintonge"))),
    ],
)
def test_recruiting_in_a_hurry(line: str, language: str, actions: tuple[Action, ...]) -> None:
    match = table()
    do(match, Recruit())
    assert is_safe(written(match, line, language), actions)


@pytest.mark.parametrize(
    ("line", "language", "actions"),
    [
        ("march army 1 from Seine to Loire", "en", (March("seine", 1), GoTo("loire"))),
        ("army 2 to Loire", "en", (March("aquitaine", 2), GoTo("loire"))),
        ("Please move army 1 to Loire, then to Aquitaine", "en", (March("seine", 1), GoTo("loire"), GoTo("aquitaine"))),
        ("march from Seine to Loire with army 1", "en", (March("seine", 1), GoTo("loire"))),
        ("Army 1 goes to Loire", "en", (March("seine", 1), GoTo("loire"))),
        ("I would like to move army 1 to Loire", "en", (March("seine", 1), GoTo("loire"))),
        ("армия 2 в Луару", "ru", (March("aquitaine", 2), GoTo("loire"))),
        ("армия №1 идёт из Сены в Луару", "ru", (March("seine", 1), GoTo("loire"))),
        ("армию 1 — в Луару", "ru", (March("seine", 1), GoTo("loire"))),
        ("армию 1 из Сены в Луару", "ru", (March("seine", 1), GoTo("loire"))),
        (
            "веду армию 1 из Сены в Луару, потом в Аквитанию",
            "ru",
            (March("seine", 1), GoTo("loire"), GoTo("aquitaine")),
        ),
    ],
)
def test_an_army_and_where_it_goes_are_one_line(line: str, language: str, actions: tuple[Action, ...]) -> None:
    assert is_safe(written(table(), line, language), actions)


@pytest.mark.parametrize(
    ("line", "language", "actions"),
    [
        ("2 influence in Burgundy", "en", TWO_CUBES),
        ("put two cubes in Burgundy", "en", TWO_CUBES),
        ("influence in Burgundy and influence in Seine", "en", (PlaceInfluence("burgundy"), AddInfluence("seine"))),
        ("2 влияния в Бургундию", "ru", TWO_CUBES),
        ("ставлю два кубика в Бургундию", "ru", TWO_CUBES),
        ("2 infantry in Seine", "en", (Recruit(), Raise("seine", n=2))),
        ("recruit infantry in Seine", "en", (Recruit(), Raise("seine"))),
        ("2 кавалерии в Сене для армии 1", "ru", (Recruit(), Raise("seine", "cavalry", 2, army=1))),
        ("строю лёгкий корабль в Сентонже", "ru", (Recruit(), Build("saintonge"))),
        ("2 influence in Burgundy, end turn", "en", (*TWO_CUBES, StopInfluence(), EndTurn())),
        ("влияние в Бургундию, конец хода", "ru", (PlaceInfluence("burgundy"), StopInfluence(), EndTurn())),
    ],
)
def test_so_many_of_a_kind_are_one_line(line: str, language: str, actions: tuple[Action, ...]) -> None:
    assert is_safe(written(table(), line, language), actions)


@pytest.mark.parametrize(("line", "language"), [("2 influence in Flanders", "en"), ("ещё 2 влияния во Фландрию", "ru")])
def test_so_much_more_influence_is_placed_where_more_is_asked_for(line: str, language: str) -> None:
    match = table()
    do(match, PlaceInfluence("burgundy"))
    assert is_safe(written(match, line, language), (AddInfluence("flanders_wallonia"),) * 2)


@pytest.mark.parametrize(("line", "language"), [("3 influence in Burgundy", "en"), ("2 ships in Saintonge", "en")])
def test_more_than_there_may_be_is_not_done_in_part(line: str, language: str) -> None:
    assert meant(table(), line, language) == ()


@pytest.mark.parametrize(
    ("line", "language"),
    [("2 light ships", "en"), ("2 лёгких корабля", "ru"), ("3 infantry", "en"), ("2 пехоты", "ru")],
)
def test_where_so_many_are_raised_or_built_is_asked(line: str, language: str) -> None:
    match = table()
    do(match, Recruit())
    assert is_asked(written(match, line, language))


@pytest.mark.parametrize(
    ("line", "language", "deal"),
    [
        ("ask Castile for 10 ducats", "en", Deal("castile", give=-10)),
        ("demand 10 ducats from Castile", "en", Deal("castile", give=-10)),
        ("ask Castile for an alliance and a marriage", "en", Deal("castile", alliance=True, marriage=True)),
        ("offer England 5 ducats for Caux", "en", Deal("england", bought=("caux",), price=5)),
        ("buy Caux from England for 5 ducats", "en", Deal("england", bought=("caux",), price=5)),
        ("попросить у Кастилии 10 дукатов", "ru", Deal("castile", give=-10)),
        ("прошу 10 дукатов у Кастилии", "ru", Deal("castile", give=-10)),
        ("попросить у Кастилии союз", "ru", Deal("castile", alliance=True)),
        ("предлагаю Англии 5 дукатов за Ко", "ru", Deal("england", bought=("caux",), price=5)),
        ("купить Ко у Англии за 5 дукатов", "ru", Deal("england", bought=("caux",), price=5)),
    ],
)
def test_a_proposal_to_another_player_in_a_hurry(line: str, language: str, deal: Action) -> None:
    assert is_safe(written(table(), line, language), (deal,))


@pytest.mark.parametrize(
    ("line", "language"), [("give me 10 ducats, Castile", "en"), ("дай мне 10 дукатов, Кастилия", "ru")]
)
def test_who_asks_for_ducats_gives_none(line: str, language: str) -> None:
    assert is_safe(written(table(), line, language), (Deal("castile", give=-10),))


def test_an_army_that_marches_already_goes_on_and_no_other() -> None:
    match = table()
    do(match, March("seine", 1))
    assert is_safe(written(match, "army 1 to Loire", "en"), [GoTo("loire")])
    assert meant(match, "army 2 to Loire", "en") == ()


@pytest.mark.parametrize(
    "line", ["don't march army 1 to Loire", "army 1 to Loire?", "if England attacks, army 1 to Loire"]
)
def test_a_march_that_nobody_orders_is_none(line: str) -> None:
    assert meant(table(), line, "en") == ()


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("explore Tolerance", "en"),
        ("trade Tolerance", "en"),
        ("торговать Терпимость", "ru"),
        ("торговать идею Терпимость", "ru"),
    ],
)
def test_a_verb_and_the_name_right_behind_it_are_not_two_orders(line: str, language: str) -> None:
    """It explored, and the idea waited to be researched."""
    answer = written(table(), line, language)
    assert (answer.actions, answer.waiting, answer.yes) == ((), (), ())


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("не назначаю", "ru"),
        ("никого не назначаю", "ru"),
        ("don't appoint", "en"),
        ("I do not appoint anybody", "en"),
    ],
)
def test_who_appoints_nobody_does_not_send_the_ruler(line: str, language: str) -> None:
    """It excluded what says itself that nobody is appointed, and the ruler was left."""
    match = field.table(
        field.army("castile", "andalucia", infantry=2, cavalry=1),
        field.war("castile", "granada"),
        field.entered("andalucia"),
        frames=[battle_at("castile", "andalucia", origin="leon")],
        active="castile",
    )
    assert match.options("castile") == [KeepCommand(), LeadArmy(1)]
    assert is_safe(written(match, line, language, "castile"), (KeepCommand(),))


@pytest.mark.parametrize(
    ("line", "language", "action"),
    [
        ("отступаю в Луару", "ru", Retreat("loire")),
        ("отход в Луару", "ru", Retreat("loire")),
        ("withdraw to Loire", "en", Retreat("loire")),
        ("fall back to Loire", "en", Retreat("loire")),
        ("stay and fight", "en", StandFast()),
        ("не отступаю", "ru", StandFast()),
    ],
)
def test_a_retreat_in_a_hurry(line: str, language: str, action: Action) -> None:
    match = field.table(
        field.army("france", "aquitaine", infantry=3),
        field.army("england", "aquitaine", infantry=4),
        field.war("england", "france"),
        frames=[battle_at("france", "aquitaine", origin="loire")],
        dice=[
            field.rolled("attackers", "infantry", field.MISS, field.MISS, field.MISS),
            field.rolled("defenders", "infantry", field.INF, field.MISS, field.MISS),
        ],
    )
    assert meant(match, "no one", "en") == (KeepCommand(),)
    for seat in ("france", "england"):
        match.apply(seat, KeepCommand())
    assert is_safe(written(match, line, language), (action,))


@pytest.mark.parametrize(
    ("line", "language", "action"),
    [
        ("предлагаю мир Кастилии", "ru", Negotiate("castile")),
        ("talk to Castile", "en", Negotiate("castile")),
        ("offer peace to Castile", "en", Negotiate("castile")),
        ("сдаюсь Кастилии", "ru", Surrender("castile")),
        ("keep fighting", "en", FightOn()),
    ],
)
def test_peace_in_a_hurry(line: str, language: str, action: Action) -> None:
    match = resolving(*STALEMATE, first="france")
    assert is_safe(written(match, line, language), (action,))


@pytest.mark.parametrize(
    ("line", "language", "bundle"),
    [
        ("white peace", "en", {"term": "white"}),
        ("white peace with Castile", "en", {"term": "white"}),
        ("status quo", "en", {"term": "keep"}),
        ("present state, returning Lyon", "en", {"term": "keep", "returned": ("lyon",)}),
        ("present state, returning Lyon, ransom 5", "en", {"term": "keep", "returned": ("lyon",), "ransom": 5}),
        ("белый мир", "ru", {"term": "white"}),
        ("белый мир с Кастилией", "ru", {"term": "white"}),
        ("статус-кво", "ru", {"term": "keep"}),
        ("нынешнее положение, вернуть Лион", "ru", {"term": "keep", "returned": ("lyon",)}),
        ("нынешнее положение, вернуть Лион, выкуп 5", "ru", {"term": "keep", "returned": ("lyon",), "ransom": 5}),
    ],
)
def test_bare_terms_are_a_treaty_where_one_is_negotiated(line: str, language: str, bundle: dict[str, Any]) -> None:
    match = resolving(*STALEMATE, first="france")
    do(match, Negotiate("castile"))
    assert is_safe(written(match, line, language), (Treaty("castile", by="france", **bundle),))


@pytest.mark.parametrize(
    ("line", "language", "action"),
    [
        ("status quo", "en", KeepState("france")),
        ("humiliation", "en", Enforce("france", "humiliation")),
        ("статус-кво", "ru", KeepState("france")),
        ("унижение", "ru", Enforce("france", "humiliation")),
        ("унижение Франции", "ru", Enforce("france", "humiliation")),
    ],
)
def test_bare_terms_are_those_of_the_victor(line: str, language: str, action: Action) -> None:
    match = resolving(*STALEMATE, first="france")
    do(match, Surrender("castile"))
    assert is_safe(written(match, line, language, "castile"), (action,))


@pytest.mark.parametrize(("line", "language"), [("white peace", "en"), ("белый мир", "ru")])
def test_bare_terms_are_for_the_enemy_who_has_to_take_them(line: str, language: str) -> None:
    match = resolving(war("castile", "granada"), armies("castile"), occupied("castile", "granada"))
    assert meant(match, line, language, "castile") == (Enforce("granada", "white"),)


@pytest.mark.parametrize("line", ["ивент Две короны", "беру ивент «Две короны»", "событие Две короны"])
def test_a_number_in_the_name_of_an_event_is_none(line: str) -> None:
    """It was sought by the name of 2 crowns."""
    match = taking(shown("cas_two_crowns", "bad_harvest"), seat="castile")
    assert meant(match, line, "ru", "castile") == (TakeEvent("cas_two_crowns"),)


@pytest.mark.parametrize(("line", "language"), [("nobody", "en"), ("no one", "en"), ("никого", "ru")])
def test_nobody_is_called_by_that_word(line: str, language: str) -> None:
    match = table()
    do(match, DeclareWar(("england",)))
    assert meant(match, line, language) == (NoCall(),)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "take cards from decks 2 × Administrative power, Military power"),
        ("ru", "взять карты 2 × административной власти, военной власти"),
    ],
)
def test_decks_are_printed_by_how_many_cards_come_from_each_and_read_so(language: str, said: str) -> None:
    assert PHRASES.say(DrawCards(("adm", "adm", "mil")), language) == said
    for n in (1, 2, 3):
        for decks in combinations_with_replacement(("adm", "dip", "mil"), n):
            assert PHRASES.parse(PHRASES.say(DrawCards(decks), language), language) == DrawCards(decks)


@pytest.mark.parametrize(
    ("line", "language", "decks"),
    [
        ("2 administrative, 1 diplomatic", "en", ("adm", "adm", "dip")),
        ("take 2 cards from administrative, 1 from diplomatic", "en", ("adm", "adm", "dip")),
        ("draw 3 cards from the military deck", "en", ("mil", "mil", "mil")),
        ("two adm one mil", "en", ("adm", "adm", "mil")),
        ("one of each", "en", ("adm", "dip", "mil")),
        ("2 административных, 1 дипломатическая", "ru", ("adm", "adm", "dip")),
        ("взять 2 карты из военной колоды и одну из дипломатической", "ru", ("mil", "mil", "dip")),
        ("взять карты: 2 адм 1 дип", "ru", ("adm", "adm", "dip")),
        ("тяну 2 военные и 1 адм", "ru", ("mil", "mil", "adm")),
        ("возьму по одной из каждой", "ru", ("adm", "dip", "mil")),
    ],
)
def test_a_number_in_front_of_a_deck_says_how_many_cards_are_drawn(
    line: str, language: str, decks: tuple[str, ...]
) -> None:
    match = new_match("europa-universalis", seed=b"decks", players=4)
    drawing = match.decisions()[0]
    assert drawing.kind == "draw"
    assert is_safe(written(match, line, language, drawing.waiting[0]), [DrawCards(decks)])


@pytest.mark.parametrize(
    ("action", "kind", "lines"),
    [
        (Raise("aquitaine"), "unit", {"en": "raise in Aquitaine", "ru": "набрать в Аквитании"}),
        (Build("saintonge"), "ship", {"en": "build in Saintonge", "ru": "построить в Сентонже"}),
        (
            Build("saintonge", zone="bay_of_biscay", protect=True),
            "ship",
            {"en": "build in Saintonge to sea Bay of Biscay to protect trade"},
        ),
        (LoseIn("loire"), "unit", {"en": "lose in Loire", "ru": "потерять в Луаре"}),
        (ExhaustUnit("loire"), "unit", {"en": "exhaust in Loire", "ru": "истощить в Луаре"}),
        (SinkShip("england", "north_sea"), "kind", {"en": "sink a ship of England in North Sea"}),
    ],
)
def test_units_and_ships_of_no_kind_are_not_meant(action: Action, kind: str, lines: dict[str, str]) -> None:
    """They were infantry or light ships, which nobody had said; where these are meant they are printed too."""
    for language, line in lines.items():
        with pytest.raises(Unreadable) as refused:
            PHRASES.parse(line, language)
        assert (refused.value.problem.why, refused.value.problem.kinds) == ("missing_argument", (kind,))
        assert PHRASES.say(action, language) != line
        assert PHRASES.parse(PHRASES.say(action, language), language) == action


def test_every_question_of_somebody_elses_turn_has_its_name_for_standing_orders() -> None:
    declined = {kind for kind, each in PHRASES.interruptions.items() if each.declines}
    assert declined == {"counter_covert"}
