"""Orders of Here I Stand: what is printed is read, in both languages, and short ways to say it are understood."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from adjudicator import Action
from adjudicator.games.here_i_stand.cards.aims import ForPower, ForSpaces
from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.names import names
from adjudicator.games.here_i_stand.phrases import PHRASES
from adjudicator.games.here_i_stand.rules.announcing import CallOff
from adjudicator.games.here_i_stand.rules.building import BuildShip, RaiseUnits
from adjudicator.games.here_i_stand.rules.diplomacy.deals import Deal
from adjudicator.games.here_i_stand.rules.diplomacy.declarations import DeclareWars
from adjudicator.games.here_i_stand.rules.faith.debates import CallDebate
from adjudicator.games.here_i_stand.rules.faith.scripture import Translate
from adjudicator.games.here_i_stand.rules.impulses import NameCard, PlayEvent, PlayForCp
from adjudicator.games.here_i_stand.rules.naval.fights import UseCard
from adjudicator.games.here_i_stand.rules.naval.sailing import Sail
from adjudicator.games.here_i_stand.rules.war.assaults import Assault
from adjudicator.games.here_i_stand.rules.war.battle import PlayCombat
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.orders.sets import run_orders
from tests.carried import desk_asked
from tests.games.here_i_stand.table import hand, table


@dataclass(frozen=True)
class Said:
    """An order with the line that is printed for it in each language."""

    action: Action
    en: str
    ru: str


SAID = [
    Said(
        PlayForCp("machiavelli_the_prince"),
        "play Machiavelli: The Prince for CP",
        "сыграть карту «Государь» Макиавелли за ОК",
    ),
    Said(PlayForCp("copernicus"), "play Copernicus for CP", "сыграть карту Коперник за ОК"),
    Said(PlayEvent("sack_of_rome"), "play Sack of Rome as event", "сыграть карту Разграбление Рима как событие"),
    Said(RaiseUnits("regular", "vienna"), "raise a regular in Vienna", "набрать регулярный отряд в Вене"),
    Said(RaiseUnits("mercenary", "lyon", 3), "hire mercenaries in Lyon: 3", "нанять наёмников в Лионе: 3"),
    Said(BuildShip("squadron", "marseille"), "build a squadron in Marseille", "построить эскадру в Марселе"),
    Said(
        March("vienna", "linz", regulars=3, leaders=("ferdinand",)),
        "march from Vienna to Linz regulars 3 under Ferdinand",
        "поход из Вены в Линц регулярных 3 под началом Фердинанда",
    ),
    Said(Assault("belgrade"), "assault Belgrade", "штурм Белграда"),
    Said(
        Sail("marseille", "gulf_of_lyon", squadrons=1),
        "sail from Marseille to Gulf of Lyon squadrons 1",
        "флот из Марселя в Лионский залив эскадр 1",
    ),
    Said(Translate("german", 2), "translate in German zone for 2", "перевод в немецкой зоне за 2"),
    Said(CallDebate("english"), "debate in English zone", "диспут в английской зоне"),
    Said(DeclareWars(("france", "venice")), "declare war on France, Venice", "объявить войну Франции, Венеции"),
    Said(DeclareWars(), "declare no war", "войны не объявлять"),
    Said(
        Deal(("hapsburg", "france"), peace=True, cards=1, cards_from="france", spaces=("milan",)),
        "deal between Hapsburgs and France: peace, cards 1 given by France, yielding Milan",
        "договор между Габсбургами и Францией: мир, карт 1 от Франции, уступить Милан",
    ),
    Said(
        Deal(("france", "papacy"), mercenaries=2, mercenaries_from="papacy", only_with=("france", "england")),
        "deal between France and Papacy: mercenaries 2 sent by Papacy, only with a deal of France, England",
        "договор между Францией и Папством: наёмников 2 из отрядов Папства, только с договором Франции, Англии",
    ),
    Said(CallOff("gout", "charles_v"), "call off with Gout against Charles V", "сорвать картой Подагра против Карла V"),
    Said(ForPower("france", 1), "choose power France use 1", "выбрать державу Франция вариант 1"),
    Said(ForSpaces(("paris", "lyon")), "choose spaces Paris, Lyon", "выбрать города Париж, Лион"),
]


@pytest.mark.parametrize("said", SAID, ids=lambda each: each.en)
def test_an_order_is_printed_so_and_read_in_both_languages(said: Said) -> None:
    assert PHRASES.say(said.action, "en") == said.en
    assert PHRASES.say(said.action, "ru") == said.ru
    for line in (said.en, said.ru):
        for language in ("en", "ru"):
            assert PHRASES.parse(line, language) == said.action


@pytest.mark.parametrize("order", [PlayForCp, PlayEvent, NameCard, UseCard, PlayCombat])
def test_every_card_is_read_by_its_name_with_all_its_signs(order: type[PlayForCp]) -> None:
    for card in CARD.ids:
        for language in PHRASES.languages:
            line = PHRASES.say(order(card), language)
            assert [PHRASES.parse(line, read_in) for read_in in PHRASES.languages] == [order(card)] * 2, line


COLONS = [card for card in CARD.ids if ":" in names("en").name(CARD, card)]


@pytest.mark.parametrize(
    "line", ["play {} for CP", "{} for CP", "1) play {} for CP", "PLAY {} FOR CP", "play {} for cp;"]
)
def test_a_colon_in_the_name_of_a_card_parts_no_line(line: str) -> None:
    assert COLONS
    for card in COLONS:
        match = table(hand("hapsburg", card))
        desk = desk_asked(match, "hapsburg", "en", PHRASES.at(match.state))
        written_so = line.format(names("en").name(CARD, card))
        assert run_orders(desk, [written_so]).actions[:1] == (PlayForCp(card),)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("raise 2 regulars in Wien", RaiseUnits("regular", "vienna", 2)),
        ("hire 3 mercs in Milan", RaiseUnits("mercenary", "milan", 3)),
        ("нанять 2 наёмника в Милане", RaiseUnits("mercenary", "milan", 2)),
        ("набрать 4 регулярных войск в Вене", RaiseUnits("regular", "vienna", 4)),
        (
            "march from Vienna to Linz 3 regulars under Ferdinand",
            March("vienna", "linz", regulars=3, leaders=("ferdinand",)),
        ),
        ("march A14 to A16 3 regulars, 1 mercenary", March("graz", "linz", regulars=3, mercenaries=1)),
        ("поход из Вены в Линц 3 регулярных", March("vienna", "linz", regulars=3)),
        ("штурмовать Белград", Assault("belgrade")),
        ("event Copernicus", PlayEvent("copernicus")),
        ("war on turks", DeclareWars(("ottoman",))),
        ("debate in Germany", CallDebate("german")),
    ],
)
def test_shorter_ways_are_read(line: str, action: Action) -> None:
    assert PHRASES.parse(line, "ru" if line[0] > "z" else "en") == action
