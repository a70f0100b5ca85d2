"""What players write as to a person: lines that are done, or offered, as they were meant, and none otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator import Action, Match
from adjudicator.games.pax_renaissance.facts import VICTORY, WEST
from adjudicator.games.pax_renaissance.phrases import PHRASES
from adjudicator.games.pax_renaissance.rules.agents import AgentToBorder, AgentToCard, NoAgent, PlaceAgent
from adjudicator.games.pax_renaissance.rules.battles import SettleOn
from adjudicator.games.pax_renaissance.rules.cards import Launch, PlayCard, Sell
from adjudicator.games.pax_renaissance.rules.fairs import Fair, PayTax
from adjudicator.games.pax_renaissance.rules.market import Buy
from adjudicator.games.pax_renaissance.rules.operations import Run
from adjudicator.games.pax_renaissance.rules.regime import Concede, Forgo, KeepFaith, Liberty
from adjudicator.games.pax_renaissance.rules.targets import Behead, Campaign, MoveBishop, SiegeAt, Tax, Vote
from adjudicator.games.pax_renaissance.rules.turns import EndTurn
from adjudicator.games.pax_renaissance.rules.victories import Declare
from adjudicator.orders.sets import MailOutcome, run_orders
from tests.carried import desk_asked, is_asked, understood
from tests.games.pax_renaissance.table import (
    active,
    bishop,
    border,
    do,
    hand,
    lay,
    offered,
    rule,
    stand,
    table,
    theocracy,
)


def turn() -> Match:
    return table(
        offered(jesuits=2),
        hand("fugger", "flanders_guild"),
        lay("fugger", "the_grim", "cromwell", "duke_of_milan"),
        rule("fugger", "france"),
    )


def sold() -> Match:
    match = turn()
    do(match, Sell("cromwell"))
    return match


def west() -> Match:
    match = table(
        lay("fugger", "cromwell", "duke_of_milan", "hanseatic_league", "flanders_guild"),
        lay("medici", "swabian_league"),
        rule("fugger", "france"),
        rule("medici", "portugal"),
        border(england_portugal="fugger_pawn", england_france="medici_pawn"),
        bishop("reformist", "hanseatic_league"),
        lambda state: state.money[WEST].__setitem__(2, 1),
    )
    do(match, Run("west"))
    return match


def east() -> Match:
    match = table(lay("fugger", "the_grim", "janissaries"), lay("medici", "qizilbash"))
    do(match, Run("east"))
    return match


def taxed() -> Match:
    match = table(lay("fugger", "holy_land_crusade"), border(ottoman_mamluk="medici_pawn"), stand(cairo=""))
    do(match, Run("west"), Tax("holy_land_crusade", "ottoman_mamluk", "mamluk"))
    return match


def played(card: str) -> Callable[[], Match]:
    def arrange() -> Match:
        match = table(hand("fugger", card))
        do(match, PlayCard(card))
        return match

    return arrange


def declaring() -> Match:
    return table(rule("fugger", "england", "france", "portugal"), active(*VICTORY.ids))


def won() -> Match:
    match = table(hand("fugger", "flanders_guild"), stand(paris=""))
    do(match, REVOLT, SettleOn("england_france"))
    return match


def wooed() -> Match:
    return table(hand("fugger", "isabella_of_castille"))


def voted() -> Match:
    match = table(lay("fugger", "flanders_guild"), rule("fugger", "france"), theocracy(france="catholic"))
    do(match, Run("west"), Vote("flanders_guild", "france"), Forgo())
    return match


WEDDING = Launch("isabella_of_castille", "portugal")
REVOLT = Launch("flanders_guild", "france")
LISBON = Tax("cromwell", "england_portugal", "england")
SHEET: list[tuple[Callable[[], Match], Action, str, list[str]]] = [
    (turn, Buy("jesuits"), "en", [
        "I buy Jesuits", "buying the Jesuits", "get Jesuits", "I'll take Jesuits from the market"]),
    (turn, Buy("jesuits"), "ru", ["покупаю Jesuits", "куплю иезуитов", "беру Jesuits", "приобретаю P08"]),
    (turn, PlayCard("flanders_guild"), "en", ["playing the Flanders Guild without the one-shot"]),
    (turn, PlayCard("flanders_guild"), "ru", ["разыгрываю Flanders Guild без разового действия"]),
    (turn, REVOLT, "en", ["start a peasant revolt in France with Flanders Guild", "peasants' revolt in France"]),
    (turn, REVOLT, "ru", ["начинаю крестьянское восстание во Франции", "поднимаю восстание во Франции"]),
    (turn, Sell("duke_of_milan"), "en", ["selling the Duke of Milan"]),
    (turn, Sell("square_france"), "ru", ["продаю короля Франции", "продать тайл Франции"]),
    (turn, Run("west"), "en", ["activate my western tableau", "run my western operations", "west ops", "ops west"]),
    (turn, Run("west"), "ru", ["запускаю западные операции", "активирую Запад", "операции на западе"]),
    (turn, Fair("east"), "en", ["hold the fair in the East", "start the east fair", "launch the eastern trade fair"]),
    (turn, Fair("east"), "ru", ["провожу восточную ярмарку", "запускаю ярмарку на Востоке"]),
    (sold, EndTurn(), "en", ["that's my turn", "and that ends my turn"]),
    (sold, EndTurn(), "ru", ["заканчиваю ход", "ход закончен", "на этом ход окончен"]),
    (west, SiegeAt("duke_of_milan", "valencia"), "en", [
        "besiege Valencia with the Duke of Milan", "kill the knight in Valencia"]),
    (west, SiegeAt("duke_of_milan", "valencia"), "ru", ["осаждаю Валенсию", "убить рыцаря в Валенсии"]),
    (west, LISBON, "en", ["taxing Lisbon with Cromwell", "tax the concession on England-Portugal"]),
    (west, LISBON, "ru", ["облагаю налогом Лиссабон", "обложить налогом концессию на границе Англия-Португалия"]),
    (west, Vote("flanders_guild", "portugal"), "en", ["hold a vote in Portugal", "voting in Portugal"]),
    (west, Vote("flanders_guild", "portugal"), "ru", ["провожу голосование в Португалии", "голосую в Португалии"]),
    (west, MoveBishop("cromwell", "hanseatic_league", "duke_of_milan"), "en", [
        "move the bishop from the Hanseatic League to the Duke of Milan"]),
    (west, MoveBishop("cromwell", "hanseatic_league", "duke_of_milan"), "ru", [
        "двигаю епископа с Ганзы на герцога Милана"]),
    (west, Campaign("square_france", "england"), "en", ["invade England", "attacking England with France"]),
    (west, Campaign("square_france", "england"), "ru", ["нападаю на Англию", "атакую Англию"]),
    (east, Behead("the_grim", "qizilbash"), "en", ["assassinate the Qizilbash", "decapitate Qizilbash with the Grim"]),
    (east, Behead("the_grim", "qizilbash"), "ru", ["казню кызылбашей", "обезглавить Qizilbash"]),
    (taxed, PayTax(), "en", ["I pay the florin", "pay up"]),
    (taxed, PayTax(), "ru", ["заплачу флорин", "плачу налог"]),
    (played("janissaries"), PlaceAgent("modon"), "en", ["Islamic knight to Modon", "the knight goes to E24"]),
    (played("janissaries"), PlaceAgent("modon"), "ru", ["ставлю рыцаря в Модон", "исламский рыцарь в Модон"]),
    (played("janissaries"), NoAgent(), "en", ["skip the agent"]),
    (played("janissaries"), NoAgent(), "ru", ["не ставлю агента"]),
    (played("flanders_guild"), AgentToBorder("france_aragon"), "en", ["place the pawn on K22"]),
    (played("the_grim"), AgentToCard("square_ottoman"), "en", ["bishop to the Ottoman throne"]),
    (played("the_grim"), AgentToCard("square_ottoman"), "ru", ["ставлю епископа на престол Османов"]),
    (declaring, Declare("imperial"), "en", ["I win by imperialism"]),
    (won, Concede("france_aragon"), "en", ["put the pawn on France-Aragon", "place my concession on K22"]),
    (won, Concede("france_aragon"), "ru", ["пешку на границу Франция–Арагон", "ставлю концессию на K22"]),
    (won, Forgo(), "en", ["no concession, thanks", "I don't want a concession"]),
    (won, Forgo(), "ru", ["не нужна концессия", "концессию не ставлю"]),
    (wooed, WEDDING, "en", ["marry Isabella to Portugal", "coronation of Isabella in Portugal"]),
    (wooed, WEDDING, "ru", ["выдать Изабеллу за короля Португалии", "коронация Isabella в Португалии"]),
    (voted, Liberty(), "en", ["make it medieval"]),
    (voted, KeepFaith(), "ru", ["оставляю теократию"]),
]  # fmt: skip


def written(match: Match, line: str, language: str) -> MailOutcome:
    """What becomes of a line of whoever is asked."""
    return run_orders(desk_asked(match, match.decisions()[0].waiting[0], language, PHRASES), [line])


@pytest.mark.parametrize(
    ("arrange", "meant", "language", "line"),
    [(arrange, meant, language, line) for arrange, meant, language, lines in SHEET for line in lines],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_line_is_done_or_offered_as_it_was_meant(
    arrange: Callable[[], Match], meant: Action, language: str, line: str
) -> None:
    found = written(arrange(), line, language)
    assert understood(found) == (meant,)


@pytest.mark.parametrize(("language", "line"), [("en", "P36"), ("en", "Flanders Guild"), ("ru", "Flanders Guild")])
def test_the_bare_name_of_a_card_that_may_be_played_or_sold_is_asked_about(language: str, line: str) -> None:
    found = written(turn(), line, language)
    assert is_asked(found)
    assert found.rows[0].problem is not None
    assert len(found.rows[0].problem.nearest) > 1


@pytest.mark.parametrize("line", ["P26", "Cromwell"])
def test_nothing_is_sold_by_its_bare_name(line: str) -> None:
    (row,) = written(turn(), line, "en").rows
    assert row.status == "refused"
    assert row.problem is not None
    assert row.problem.nearest == ("sell Cromwell",)
    assert written(turn(), f"sell {line}", "en").rows[0].action == Sell("cromwell")


@pytest.mark.parametrize("line", ["buy Jesuits for 1 florin", "sell Cromwell for 5 florins"])
def test_a_price_that_was_named_is_not_overlooked(line: str) -> None:
    (row,) = written(turn(), line, "en").rows
    assert row.status == "refused"
