"""Sentences of players in saved positions with many answers: what they do, and that none is a code by chance."""

from __future__ import annotations

import pytest

from benchmarks.order_reading.sheets import scenes
from tests.carried import understood, written
from tests.orders.positions import Position

NO = {
    "realm_battle": "no battle action",
    "realm_call": "refuse the call",
    "realm_deal": "refuse the proposal",
    "realm_exchange": "keep my hand",
    "realm_influence": "no more influence",
    "realm_keep": "keep none",
    "realm_trading": "decline the trade cards",
    "realm_treaty": "decline",
}
YES = {"realm_call": "answer the call", "realm_deal": "accept the proposal"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in scenes() if name.startswith("realm_")])
def test_a_bare_yes_or_no_answers_what_can_be_declined_and_is_the_code_of_nothing(name: str) -> None:
    """However many answers there are."""
    language = scenes()[name].language
    at = Position(name, language)
    told = {said: at.read(said) for said in ("да", "нет", "ок", "ну", "yes", "no", "ok", "me")}
    done = {said: at.book.say(action, "en") for said, found in told.items() for action in written(found)}
    place = name.removesuffix("_ru").removesuffix("_en")
    wanted = {**dict.fromkeys(("нет", "no"), NO.get(place)), **dict.fromkeys(("да", "ок", "yes", "ok"), YES.get(place))}
    assert done == {said: order for said, order in wanted.items() if order}


@pytest.mark.parametrize(
    ("name", "language", "line", "done"),
    [
        ("realm_draw", "ru", "адм дип воен", ["взять по карте из каждой колоды"]),
        ("realm_draw", "ru", "адм, воен, воен", ["взять карты административной власти, 2 × военной власти"]),
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
            ["взять карты 2 × административной власти, военной власти"],
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
def test_whole_sentences_of_players_are_done_or_offered_as_they_are_meant_or_asked(
    name: str, language: str, line: str, done: list[str]
) -> None:
    at = Position(name, language)
    found = [at.book.say(action, language) for action in understood(at.read(line))]
    assert found in (done, [])


@pytest.mark.parametrize("line", ["and " * 48, "army 1 to a and " * 12, "корабли и " * 19])
def test_a_line_of_many_joined_words_is_read_in_time(line: str) -> None:
    """It took time for each way to part it: twice as much for each word."""
    assert Position("realm_turn", "ru").read(line).actions == ()
