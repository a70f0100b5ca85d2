"""What players are told of operations, sales, taxes and fairs: each thing once, with the card that did it."""

from __future__ import annotations

import pytest

from adjudicator import Action, Match
from adjudicator.games.pax_renaissance.rules.cards import Sell
from adjudicator.games.pax_renaissance.rules.fairs import Fair, GiveUp, Levy, PayTax
from adjudicator.games.pax_renaissance.rules.operations import Run
from adjudicator.games.pax_renaissance.rules.targets import Behead, Campaign, Commerce, SailPirate, SiegeAt, Tax, Vote
from adjudicator.games.pax_renaissance.words import REPORT
from adjudicator.language import language
from adjudicator.reports.wording.game import Stretch
from tests.games.pax_renaissance.table import (
    Arrange,
    asked,
    bishop,
    border,
    do,
    lay,
    rule,
    stand,
    table,
)


def told(match: Match, *actions: Action, lang: str = "en") -> list[str]:
    """The lines of the news about these actions, and behind `—` the story."""
    news = [each for action in actions for each in match.apply(asked(match)[0], action)]
    lines = [
        f"{line.told} ({line.note})" if line.note else line.told
        for group in REPORT.news(news, (), language(lang), match.opening)
        for line in group.lines
    ]
    stretch = Stretch(before=None, view=match.view(()), told=news, seats=())
    return [*lines, "—", *REPORT.story(stretch, language(lang))]


MILAN = lay("fugger", "duke_of_milan")


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            [
                "Valencia: Catholic knight killed (with Duke of Milan)",
                "—",
                "Fugger killed a Catholic knight (Valencia A25).",
            ],
        ),
        (
            "ru",
            [
                "Валенсия: гибель католического рыцаря (с помощью Герцога Миланского)",
                "—",
                "Фуггер убивает католического рыцаря (Валенсия A25).",
            ],
        ),
    ],
)
def test_what_an_operation_did_stands_with_its_card(lang: str, lines: list[str]) -> None:
    match = table(MILAN)
    do(match, Run("west"))
    assert told(match, SiegeAt("duke_of_milan", "valencia"), lang=lang) == lines


def test_a_sale_tells_of_the_card_once_and_of_its_bishop() -> None:
    match = table(MILAN, bishop("catholic", "duke_of_milan"))
    assert told(match, Sell("duke_of_milan")) == [
        "sold Duke of Milan (brings 2 florins)",
        "Duke of Milan: Catholic bishop killed",
        "—",
        "Fugger sold Duke of Milan P32 and killed a Catholic bishop (Duke of Milan P32).",
    ]


@pytest.mark.parametrize(
    ("arranged", "side", "action", "line"),
    [
        (
            [lay("fugger", "the_grim"), lay("medici", "qizilbash")],
            "east",
            Behead("the_grim", "qizilbash"),
            "Qizilbāsh beheaded, a card of Medici (with The Grim)",
        ),
        (
            [lay("fugger", "genoese_fleet"), border(portugal_aragon="catholic_pirate")],
            "west",
            SailPirate("genoese_fleet", "portugal_aragon", "aragon_papal_states"),
            "Catholic pirate: Portugal–Aragon → Aragon–Papal States (with Genoese Fleet)",
        ),
        (
            [lay("fugger", "flanders_guild"), lambda state: state.money[0].__setitem__(2, 1)],
            "west",
            Commerce("flanders_guild", "west", 2),
            "took a florin from the market with Flanders Guild",
        ),
        (
            [rule("fugger", "france"), stand(paris="catholic_knight")],
            "west",
            Campaign("square_france", "aragon"),
            "waged a campaign with France's square (1 florin)",
        ),
        (
            [lay("fugger", "friese_freedom"), rule("medici", "france")],
            "west",
            Vote("friese_freedom", "france"),
            "France: won the vote (with Friese Freedom)",
        ),
    ],
)
def test_each_operation_is_told_in_one_line(arranged: list[Arrange], side: str, action: Action, line: str) -> None:
    match = table(*arranged)
    do(match, Run(side))
    lines = told(match, action)
    assert lines[0] == line


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (PayTax(), "France–Aragon: Medici paid the tax"),
        (GiveUp(), "Medici: France–Aragon: Medici pawn repressed, Aragon"),
    ],
)
def test_whoever_is_taxed_pays_or_gives_up(answer: Action, line: str) -> None:
    match = table(MILAN, border(france_aragon="medici_pawn"))
    do(match, Run("west"), Tax("duke_of_milan", "france_aragon", "aragon"))
    assert told(match, answer)[:2] == [line, "Medici: Algiers: levy, Islamic rook"]


def test_what_another_bank_answers_is_told_in_the_turn_that_goes_on() -> None:
    match = table(MILAN, border(france_aragon="medici_pawn"))
    do(match, Run("west"), Tax("duke_of_milan", "france_aragon", "aragon"))
    news = match.apply("medici", GiveUp())
    (group,) = REPORT.news(news, (), language("en"), match.opening)
    assert group.heading == "Turn: Fugger"
    assert [line.who.name for line in group.lines if line.who] == ["Medici", "Medici"]


def test_a_fair_tells_what_everybody_gets() -> None:
    match = table(
        lambda state: state.money[1].__setitem__(0, 3),
        border(hungary_byzantium="medici_pawn", ottoman_mamluk="islamic_pirate"),
        stand(varna="catholic_rook"),
    )
    assert told(match, Fair("east"), Levy("trebizond"), Levy("modon")) == [
        "held the fair of the East (from Tana; profits: 4 florins; discarded: Grand Mufti)",
        "subsidy: 1 florin",
        "Trebizond: levy, Reformist rook",
        "Medici: Hungary–Byzantium: the concession brings 1 florin",
        "Modon: levy, Reformist rook",
        "Ottomans–Mamluks: a pirate takes a florin",
        "Cyprus: levy, Catholic rook",
        "the voyage is over; profits left: 1",
        "—",
        "Fugger held the fair of the East and raised a levy in Trebizond E15.",
        "Medici earned from the concession Hungary–Byzantium K14.",
        "Fugger raised levies in Modon E24 and Cyprus E27.",
    ]
