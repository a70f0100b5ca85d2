"""Sentences as people write them to people, by mail: what is done at once, and what is not done without a word more."""

from collections.abc import Iterator

import pytest

from benchmarks.order_reading.sheets import scenes
from tests.long_cases import one_in
from tests.service.stage import Stage, staged


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(tmp_path_factory) as made:
        yield made


def done_by(stage: Stage, name: str, mail: str) -> list[str]:
    """What a mail brings about in a position, and what lies on file, in the words of its seat's language."""
    return next(done_in_turn(stage, name, mail))


def done_with_yes(stage: Stage, name: str, mail: str) -> list[str]:
    """What a mail and a `yes` behind it bring about."""
    _, done = done_in_turn(stage, name, mail)
    return done


def done_in_turn(stage: Stage, name: str, mail: str) -> Iterator[list[str]]:
    """What a mail has brought about, and what that and a `yes` behind it have."""
    scene = scenes()[name]
    campaign = stage.enter(scene)
    for said in (mail, "да" if scene.language == "ru" else "yes"):
        stage.installation.write(scene.seat, *said.split("\n"))
        done, filed, _ = stage.deeds(campaign, scene)
        yield [*done, *([filed] if filed else [])]


SAVOY, BANK = "flag Savoy, major", "flag Georges Bank, minor"
ALLEGHENY = "снять флаг с Аллегейни, основным действием"
FAMINE = "по событию Голод в Бенгалии: конфликт на"


@one_in(
    4,
    ("position", "mail", "done"),
    [
        ("purchases", "two flags, one on Savoy, one on Georges Bank, then end", [SAVOY, BANK, "end"]),
        (
            "purchases",
            "My round: a flag on Savoy, another one on Georges Bank.\nEnd of my round.",
            [SAVOY, BANK, "end"],
        ),
        ("purchases", "1) Savoy 2) Georges Bank 3) end", [SAVOY, BANK, "end"]),
        ("purchases", "put one of my flags on Savoy", [SAVOY]),
        ("purchases", "E22 with one point of debt", ["flag Ireland (Prestige), major, debt 1"]),
        ("second_turn", "the tile with four military and two diplomatic points", ["take Military 4 and Diplomatic 2"]),
        ("first_tile", "Прошу взять дипломатическую тройку с военной двойкой", ["взять дипломатическое 3 и военное 2"]),
        ("america", "Убираем флаг с Аллегейни", [ALLEGHENY]),
        ("america", "Снимаю французский флаг с Аллегейни", [ALLEGHENY]),
        ("america", "снимите вражеский флаг с Аллегейни", [ALLEGHENY]),
        ("america", "Снятие французского флага — Аллегейни", [ALLEGHENY]),
        ("america", "Снятие флага с Аллегейни. Закрытие раунда.", [ALLEGHENY, "конец"]),
        ("india", "take the English flag off West Bengal", ["unflag West Bengal, major"]),
        ("india", "lower the enemy's flag in West Bengal", ["unflag West Bengal, major"]),
        ("late_points", "squadron to Balearic from the navy box", ["deploy from Navy Box to Balearic, major"]),
        ("order_of_play", "I'll go first", ["first France"]),
        ("conquest", "Ладно, забирайте Ямайку", ["отдать Ямайку"]),
        ("hand", "I'm getting rid of Co-Hong System and Le Beau Monde", ["discard Le Beau Monde, Co-Hong System"]),
        ("india", "reveal my minister Choiseul", ["reveal Choiseul"]),
        ("purchases", "flag savoy comma flag georges bank comma end", [SAVOY, BANK, "end"]),
        ("order_of_play", "France will go first", ["first France"]),
        ("order_of_play", "let the british go first", ["first Britain"]),
        ("replacing", "Оставляю", ["оставить министерства"]),
        ("replacing", "оставить", ["оставить министерства"]),
        ("war", "против Низама", ["применить тайл Убрать флаг против Низама"]),
        ("second_turn", "M4D2 is my choice", ["take Military 4 and Diplomatic 2"]),
        (
            "cabinet",
            "Прошу назначить Джона Ло и Двор Короля-Солнца",
            ["выбрать министерства Джон Ло, Двор Короля-Солнца"],
        ),
        ("late_event", "конфликт на Маратхов и Низам", [f"{FAMINE} Маратхов, Низам"]),
        ("late_event", "конфликт на Маратхов и на Низама", [f"{FAMINE} Маратхов, Низам"]),
        ("late_event", "Конфликты: Маратхи и Курпа", [f"{FAMINE} Маратхов, Курпу"]),
        ("purchases", "military upgrade 2", ["upgrade Spain"]),
        ("squadron_lost", "I'll sacrifice the Gulf of Maine squadron", ["give up squadron Gulf of Maine"]),
        ("purchases", "flagsavoy flaggeorgesbank end", [SAVOY, BANK, "end"]),
        ("purchases", "| flag | Savoy |\n|---|---|\n| flag | Georges Bank |\n| end |", [SAVOY, BANK, "end"]),
        ("second_turn", "diplo4econ2", ["take Diplomatic 4 and Economic 2"]),
        ("second_turn", "diplomatic for and economic to", ["take Diplomatic 4 and Economic 2"]),
        ("second_turn", "war 4 dip 2", ["take Military 4 and Diplomatic 2"]),
        ("first_tile", "voz'mu diplomatiyu 3 i vojnu 2", ["взять дипломатическое 3 и военное 2"]),
        ("america", "snyat flag s Allegejni", [ALLEGHENY]),
        ("america", "ubrat flag s allegeyni", [ALLEGHENY]),
        ("war", "protiv nizama", ["применить тайл Убрать флаг против Низама"]),
        ("bank_siege", "osada rodosa", ["осадить Родос с помощью Янычар"]),
        ("bank_start", "kuplyu konkistadorov", ["купить Конкистадоров"]),
        ("bank_hand", "продать: Mons Meg", ["продать Монс Мег"]),
        ("early_purchases", "Эскадра — построить", ["построить эскадру, основным действием"]),
        ("purchases", "Step 1: flag Savoy\nStep 2: flag Georges Bank\n(3) end", [SAVOY, BANK, "end"]),
        ("purchases", "first: flag Savoy\nsecond: flag Georges Bank\nfinally: end", [SAVOY, BANK, "end"]),
        (
            "cabinet",
            "1) Джон Ло 2) Гугеноты Нового Света",
            ["выбрать министерства Джон Ло, Гугеноты Нового Света"],
        ),
        ("bank_market", "Ход: купить Antipope", ["купить Антипапу"]),
        ("bank_market", "а) купить Antipope", ["купить Антипапу"]),
        ("bank_market", "Для начала куплю Antipope", ["купить Антипапу"]),
        ("purchases", "Could you please flag Savoy?", [SAVOY]),
        ("purchases", "We'd like to flag Savoy", [SAVOY]),
        ("purchases", "My decision: flag Savoy", [SAVOY]),
        ("second_hand", "1) Налоговая Реформа 2) Салон Геркулеса", ["сбросить Налоговая Реформа, Салон Геркулеса"]),
        ("early_purchases", "построить: эскадра", ["построить эскадру, основным действием"]),
        (
            "america",
            "H44 H53 H41 H54 конец",  # a flag costs less behind the next one, and the last of them closes the round
            [
                "флаг на Мангалор, основным действием",
                "флаг на Канчипурам, основным действием",
                "флаг на Тиручираппалли, основным действием",
                "убрать конфликт с Карикала, дополнительным действием",
            ],
        ),
        (
            "empire",
            "E4M2 K12 end  -1 Caribbean and Sugar",  # a ready round with another place
            ["take Economic 4 and Military 2", "flag Panzacola, major", "end"],
        ),
        ("cabinet", "M02+M09", ["выбрать министерства Джон Ло, Гугеноты Нового Света"]),
        ("bank_turn", "1n // 1t", ["sell Janissaries", "east fair"]),
        ("bank_turn", "1n // that is enough for 1t", ["sell Janissaries"]),
        ("purchases", "I'll raise our flag in Savoy. The round is closed.", ["flag Savoy, major", "end"]),
        ("purchases", "flag Savoy and call it a round", ["flag Savoy, major", "end"]),
        ("early_purchases", "установить флаг на Антигуа", ["флаг на Антигуа, дополнительным действием"]),
    ],
)
def test_a_plain_sentence_is_done_or_offered_as_it_is_meant_or_asked(
    stage: Stage, position: str, mail: str, done: list[str]
) -> None:
    first, with_yes = done_in_turn(stage, position, mail)
    assert first == done[: len(first)]
    assert with_yes in (done, [])


@pytest.mark.parametrize(
    ("position", "mail"),
    [
        ("purchases", "one on Savoy or one on Georges Bank"),
        ("purchases", "My round was bad, one on Savoy was enough"),
        ("purchases", "Savoy gets my flag next turn"),
        ("purchases", "If Sweden is taken, my flags go to Savoy and Georges Bank"),
        ("purchases", 'He said "my flags go to Savoy and Georges Bank"'),
        ("purchases", "his flag in Savoy, his flag on Georges Bank"),
        ("purchases", "flag Savoy, flag Georges Bank. Just joking"),
        ("early_purchases", "мы построили форт Луисбург, флаг на Антигуа"),
        ("early_purchases", "мой флаг на Антигуа пойдёт потом"),
        ("america", "снял флаг с Аллегейни"),
        ("america", "не убирать флаг с Аллегейни"),
        ("late_points", "squadron from Balearic to the navy box"),
        ("order_of_play", "you go first"),
        ("conquest", "Зря вы забираете Ямайку"),
        ("conquest", "отдал бы Ямайку, но нет"),
        ("war", "применить тайл"),
        ("war_gain", "effect zero fort or squadron"),
        ("spoils", "spoils"),
        ("conquest", "завоевание"),
        ("purchases", "Savoy was my choice"),
        ("early_purchases", "Хорошо бы построить форт Луисбург"),
        ("early_purchases", "Можно мне форт в Луисбурге?"),
        ("hand", "keep everything but Co-Hong System and Le Beau Monde"),
        ("order_of_play", "If it's alright with everybody, France will go first."),
        ("united_states", "all but San Agustin"),
        ("purchases", "military 2"),
        ("purchases", "flag Savoy, military 2"),
        ("purchases", "flagsavoy if sweden is taken"),
        ("america", "ne snimat flag s allegejni"),
        ("bank_start", "куплю Jewish Pirates на востоке"),
        ("second_turn", "Nice tile, that M4D2. Somebody will be happy with it."),
        ("purchases", "> | flag | Savoy |"),
        ("purchases", "Could I flag Savoy, please?"),
        ("purchases", "Could you flag Savoy in that case?"),
        ("bank_market", "Ход"),
        ("bank_market", "купить Luther"),
        ("bank_start", "купить западную карту"),
        ("spoils", "Plassey, they say, is lovely in summer"),
        ("war", "Низам, кажется, обижен"),
        ("purchases", "Markers in Mangalorre and Savvoy"),
        ("early_purchases", "E41 E56 K33 K73 K44 конец"),  # one squadron only: the flag alone would close the round
        ("early_purchases", "Франция уже построила форт в Луисбурге"),
    ],
)
def test_what_leaves_something_open_is_not_done(stage: Stage, position: str, mail: str) -> None:
    assert done_by(stage, position, mail) == []


@one_in(
    4,
    ("position", "mail", "done"),
    [
        ("conquest", "Блокировать не буду, отдаю", ["отдать Ямайку"]),
        ("purchases", "flag Sardinia - sorry, Savoy", [SAVOY]),
        ("purchases", "flag Savoy only, but nothing else", [SAVOY]),
        ("purchases", "my round", []),
        ("purchases", "Greetings from rainy Leeds, where ducks swim! Flag Savoy please.", [SAVOY]),
        ("purchases", "Everybody here talks about Savoy. Flag Sweden please.", []),
        (
            "first_tile",
            "Вчера был день рождения у дочки. Возьму дипломатию 3 и войну 2.",
            ["взять дипломатическое 3 и военное 2"],
        ),
        ("second_turn", "Nice tile, that M4D2. Somebody will be happy with it.", []),
        (
            "second_turn",
            "Instead of the economic one I take Military 4 / Diplomatic 2",
            ["take Military 4 and Diplomatic 2"],
        ),
        ("first_tile", "вместо экономики беру дипломатию 3 и войну 2", ["взять дипломатическое 3 и военное 2"]),
        ("purchases", "Sweden, they say, is lovely in summer", []),
        ("one_card", "Tax Reform, I hear, was popular", []),
        ("second_turn", "option two", ["take Diplomatic 4 and Economic 2"]),
        ("bank_border", "none", ["no agent"]),
        ("bank_border", "I don't place any agent", ["no agent"]),
        ("bank_concession", "концессию ставить не буду", ["без концессии"]),
        ("bank_start", "куплю Jewish Pirates на востоке", []),
        ("purchases", "Savoy yes, Sweden no", [SAVOY]),
        ("purchases", "flag Sweden and Georges Bank. On second thought just Savoy.", []),
        ("early_purchases", "Мы бы построили форт Луисбург", []),
        ("early_purchases", "Эх, построить бы форт в Луисбурге...", []),
        ("war", "применить тайл", []),
        ("war", "применяю тайл", []),
        ("war_gain", "effect zero fort or squadron", ["effect zero fort or squadron against Balearic"]),
        ("replacing", "заменить Дюплекса", []),
        ("second_turn", "D4E2 please. Ah sorry, M4D2 please.", ["take Military 4 and Diplomatic 2"]),
        ("india", "Mangalore can wait. Calicut.", ["flag Calicut, major"]),
        ("replacing", "Дюплекс лучше Вольтера", []),
        ("early_purchases", "эскадру не строю, строю форт Луисбург", ["построить форт Луисбург, основным действием"]),
        ("early_purchases", "Если можно построить форт в Луисбурге, Британия это сделает", []),
        ("hand", "keep everything but Co-Hong System and Le Beau Monde", ["discard Le Beau Monde, Co-Hong System"]),
        (
            "hand",
            "keep Famine in Ireland, European Panic, War of the Polish Succession",
            ["discard Le Beau Monde, Co-Hong System"],
        ),
        ("hand", "keep Famine in Ireland and European Panic", []),
        ("united_states", "all but San Agustin", ["usa flags Northern Colonies, Carolinas"]),
        ("replacing", "Никого менять не буду", ["оставить министерства"]),
        ("purchases", "Let Savoy be", []),
        ("purchases", "let Savoy be and flag Georges Bank", [BANK]),
        ("purchases", "You take Savoy", []),
        ("purchases", "You take Savoy, I flag Georges Bank", [BANK]),
        ("second_turn", "You take M4D2", []),
        ("conquest", "Вы забирайте Ямайку", []),
        ("late_points", "squadron from Balearic to the navy box", []),
        ("squadrons", "эскадру из Бискайского залива в поле флота", []),
        ("america", "Перевожу эскадру из Кабота к Мэну", []),
        (
            "america",
            "Перевожу эскадру из Мэна к Каботу",
            ["развернуть эскадру из Залива Мэн в Пролив Кабота, дополнительным действием"],
        ),
    ],
)
def test_a_yes_does_what_was_meant_and_nothing_else(stage: Stage, position: str, mail: str, done: list[str]) -> None:
    assert done_with_yes(stage, position, mail) in (done, [])


@pytest.mark.parametrize(
    ("position", "mail", "done"),
    [
        ("purchases", "new squadron, end", []),
        ("purchases", "flag Savoy, new squadron, end", []),
        ("early_purchases", "флаг антигуа, нов эскадра, конец", []),
        ("purchases", "flags, end", []),
        ("purchases", "flags: flag Savoy, end", [SAVOY, "end"]),
        ("purchases", "Flags: Savoy, Georges Bank; end", [SAVOY, BANK, "end"]),
        (
            "early_purchases",
            "флаг антигуа, новая эскадра, конец",
            ["флаг на Антигуа, дополнительным действием", "построить эскадру, основным действием", "конец"],
        ),
    ],
)
def test_a_heading_below_which_nothing_stands_is_an_order_of_its_own(
    stage: Stage, position: str, mail: str, done: list[str]
) -> None:
    """It was left out, and the round ended all the same."""
    assert done_by(stage, position, mail) == done


@pytest.mark.parametrize(
    ("position", "mail"),
    [
        ("purchases", "flag sweden flag bengal coast please end the round"),
        ("purchases", "flag sweden flag gibberish end the round"),
    ],
)
def test_a_yes_that_ends_the_round_leaves_no_thing_out(stage: Stage, position: str, mail: str) -> None:
    assert done_with_yes(stage, position, mail) == []


def test_what_stands_behind_a_draw_is_read_in_the_question_that_is_asked_then(stage: Stage) -> None:
    """It was read with the words of the one before, which a question of another kind could not say."""
    mail = "Jacobite Rebellion, then flag Vellore um, end of round"
    assert done_by(stage, "purchases", mail) in (["upgrade Jacobite Rebellion"], [])
