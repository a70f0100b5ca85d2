"""Sentences of players in saved positions with many answers: what they do, and that none is a code by chance."""

from __future__ import annotations

import pytest

from benchmarks.strangers.sheets import scenes
from tests.by_turns import by_turns
from tests.orders.positions import Position


@pytest.mark.parametrize("name", [name for name in scenes() if name.startswith("realm_")])
def test_a_bare_yes_or_no_is_the_code_of_no_answer(name: str) -> None:
    """However many answers there are: for nothing that waits it does nothing; only a treaty is refused so."""
    at = Position(name, scenes()[name].language)
    told = {said: at.read(said).rows for said in ("да", "нет", "ок", "ну", "yes", "no", "ok", "me")}
    done = {said: row.said for said, rows in told.items() for row in rows if row.status not in ("refused", "ignored")}
    assert done == ({"нет": "отказ", "no": "отказ"} if name == "realm_treaty" else {})


@pytest.mark.parametrize(
    ("name", "language", "line", "done"),
    [
        ("realm_draw", "ru", "адм дип воен", ["взять по карте из каждой колоды"]),
        ("realm_draw", "ru", "адм, воен, воен", ["взять карты колод административной власти, 2 × военной власти"]),
        ("realm_draw", "en", "adm dip mil", ["take a card from each deck"]),
        ("realm_exchange", "en", "exchange the Logistics master", ["discard Logistics master (Niklas)"]),
        ("realm_influence", "ru", "ещё одно влияние в Арагоне, за дипвласть", ["ещё влияние в Арагон"]),
        ("realm_missions", "ru", "оставляю Гиень и Королевские партии", ["выбрать миссии Гиень, Королевские партии"]),
        (
            "realm_recruiting",
            "en",
            "hire mercenary infantry for army 2 in Brittany and Normandy",
            ["raise mercenary infantry in Brittany & Normandy for army 2"],
        ),
        (
            "realm_upkeep",
            "ru",
            "корабли из Бискайского залива возвращаю в порт Сентонж",
            ["отозвать корабли из Бискайского залива в Сентонж"],
        ),
        ("realm_turn", "ru", "предлагаю Англии союз и брак, без денег", ["предложить Англии союз брак"]),
        ("realm_turn", "ru", "событие про стачку цехов", ["взять событие Стачка цехов"]),
        (
            "realm_trading",
            "ru",
            "перевожу корабль из Адриатического моря в Лионский залив защищать торговлю",
            ["торговый корабль в Лионский залив из Адриатического моря"],
        ),
        ("realm_war", "en", "nothing to do, I pass", ["pass"]),
        (
            "realm_draw",
            "en",
            "2 × Administrative power, Diplomatic power",
            ["take cards from decks 2 × Administrative power, Diplomatic power"],
        ),
        (
            "realm_draw",
            "ru",
            "беру две административные карты и одну военную",
            ["взять карты колод 2 × административной власти, военной власти"],
        ),
        ("realm_turn", "ru", "забираю влияние из Бургундии", ["забрать влияние из Бургундии"]),
        ("realm_turn", "ru", "прошу Англию дать 10 дукатов", ["предложить Англии дукаты -10"]),
        ("realm_turn", "en", "pay off my loan", ["repay loan"]),
        (
            "realm_start",
            "en",
            "propose to Castile an alliance, Castile gives us 10 ducats",
            ["propose to Castile alliance ducats -10"],
        ),
        (
            "realm_turn",
            "ru",
            "предлагаю Англии союз, она платит нам 10 дукатов",
            ["предложить Англии союз дукаты -10"],
        ),
        (
            "realm_treaty",
            "ru",
            "белый мир, уйти из Аквитании",
            ["мир Франции с Кастилией: белый мир уйти из Аквитании"],
        ),
    ],
)
def test_whole_sentences_of_players_are_carried_out(name: str, language: str, line: str, done: list[str]) -> None:
    outcome = Position(name, language).read(line)
    assert [row.said for row in outcome.rows if row.status in ("done", "filed")] == done
    assert not [row for row in outcome.rows if row.status == "refused"]


@pytest.mark.parametrize(
    ("name", "language"), by_turns([name for name in scenes() if name.startswith("realm_")], ("en", "ru"))
)
def test_no_order_in_its_own_words_is_taken_apart_into_another(name: str, language: str) -> None:
    """Clauses that are other orders to people are tried before anything else reads a line."""
    at = Position(name, language)
    compounds = at.book.synonyms.compounds
    legal = [*at.match.options(at.seat), *at.match.anytime(at.seat)]
    for line in [at.book.say(action, language) for action in legal]:
        if compounds.of(line):
            rows = at.read(line).rows
            assert [row.said for row in rows if row.status in ("done", "filed", "offered")] == [line]


@pytest.mark.parametrize("line", ["and " * 48, "army 1 to a and " * 12, "корабли и " * 19])
def test_a_line_of_many_joined_words_is_read_in_time(line: str) -> None:
    """It took time for each way to part it: twice as much for each word."""
    assert Position("realm_turn", "ru").read(line).actions == ()
