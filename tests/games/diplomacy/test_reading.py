"""Orders as players write them: the notation of judges, full words, several in a line, both languages."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from adjudicator import Action, Match, new_match
from adjudicator.games.diplomacy.facts import AUTUMN, SPRING
from adjudicator.games.diplomacy.phases import adjusting, moving, new_year, retreating
from adjudicator.games.diplomacy.questions import Build, Convoy, Disband, Hold, Move, Retreat, Support, Waive
from adjudicator.games.diplomacy.rules.geography import ARMY, FLEET
from adjudicator.games.diplomacy.rules.resolution import Unit
from adjudicator.kernel.written_orders import Ready
from adjudicator.orders.sets import MailOutcome, run_orders
from tests.carried import desk_asked, written
from tests.games.diplomacy.test_year import all_ready, begun, placed


def mail(match: Match, seat: str, lines: Iterable[str], language: str = "en") -> MailOutcome:
    book = match.game.part("phrases").at(match.state)
    return run_orders(desk_asked(match, seat, language, book), list(lines))


def read(match: Match, seat: str, *lines: str, language: str = "en") -> tuple[Action, ...]:
    return written(mail(match, seat, lines, language))


@pytest.fixture
def start() -> Match:
    return new_match("diplomacy", seed=b"start")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A PAR-BUR", Move("par", "bur")),
        ("A PAR - BUR", Move("par", "bur")),
        ("PAR-BUR", Move("par", "bur")),
        ("a par bur", Move("par", "bur")),
        ("A Paris -> Burgundy", Move("par", "bur")),
        ("Army Paris to Burgundy", Move("par", "bur")),
        ("Please, A PAR - BUR", Move("par", "bur")),
        ("move Paris to Burgundy", Move("par", "bur")),
        ("A PAR H", Hold("par")),
        ("Paris holds", Hold("par")),
        ("A PAR S A MAR-BUR", Support("par", "mar", "bur")),
        ("A PAR S MAR-BUR", Support("par", "mar", "bur")),
        ("Army Paris supports army Marseilles to Burgundy", Support("par", "mar", "bur")),
        ("A PAR supports French A MAR - BUR", Support("par", "mar", "bur")),
        ("A PAR S F BRE", Support("par", "bre")),
        ("A PAR S F BRE H", Support("par", "bre")),
        ("F BRE - English Channel", Move("bre", "eng")),
        ("F BRE-ECH", Move("bre", "eng")),
        ("А ПАР-БУР", Move("par", "bur")),
        ("А ПАР - БУР", Move("par", "bur")),
        ("армия Париж в Бургундию", Move("par", "bur")),
        ("А ПАР П А МАР - БУР", Support("par", "mar", "bur")),
        ("Добрый день! Пожалуйста, А ПАР П А МАР - БУР. Спасибо!", Support("par", "mar", "bur")),
        ("армия Париж поддерживает армию Марсель в Бургундию", Support("par", "mar", "bur")),
        ("А ПАР стоит", Hold("par")),
        ("Ф БРЕ - Ла-Манш", Move("bre", "eng")),
    ],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_order_of_the_first_spring(start: Match, line: str, order: Action, language: str) -> None:
    assert read(start, "france", line, language=language) == (order,)


def test_several_orders_stand_in_one_line_without_a_sign_between_them(start: Match) -> None:
    orders = (Move("bre", "eng"), Move("par", "bur"), Support("mar", "par", "bur"))
    assert read(start, "france", "F BRE-ENG A PAR-BUR A MAR S A PAR-BUR") == orders
    assert read(start, "france", "F BRE-ENG, A PAR-BUR; A MAR S A PAR-BUR") == orders


def test_a_whole_name_beats_words_and_names_cut_short() -> None:
    units = (
        Unit("germany", FLEET, "hol"), Unit("germany", ARMY, "tyr"), Unit("germany", ARMY, "ven"),
        Unit("germany", ARMY, "spa"), Unit("germany", FLEET, "wes"), Unit("germany", FLEET, "nth"),
    )  # fmt: skip
    match = begun(placed(*units), [moving(SPRING), retreating(), new_year()])
    assert read(match, "germany", "F HOL-BEL") == (Move("hol", "bel"),)
    assert read(match, "germany", "F HOL H") == (Hold("hol"),)
    assert read(match, "germany", "A TYR S VEN") == (Support("tyr", "ven"),)
    assert read(match, "germany", "A Spain - North Africa") == (Move("spa", "naf"),)
    assert read(match, "germany", "F WES C A SPA - NAF") == (Convoy("wes", "spa", "naf"),)
    assert read(match, "germany", "F North Sea - Norway") == (Move("nth", "nwy"),)
    assert read(match, "germany", "F NTH - Norwegian Sea") == (Move("nth", "nwg"),)


def test_an_army_is_carried_with_its_route_or_without() -> None:
    units = (Unit("england", ARMY, "lon"), Unit("england", FLEET, "nth"), Unit("england", FLEET, "eng"))
    match = begun(placed(*units), [moving(SPRING), retreating(), new_year()])
    for line in ("A LON-NTH-NWY", "A LON - NWY VIA", "army London to Norway via convoy", "А ЛОН - НОР КОНВОЕМ"):
        assert read(match, "england", line) == (Move("lon", "nwy", by_convoy=True),), line
    assert read(match, "england", "F ENG C A LON-BRE") == (Convoy("eng", "lon", "bre"),)
    assert read(match, "england", "F ENG convoys army London to Brest") == (Convoy("eng", "lon", "bre"),)
    assert read(match, "england", "F NTH C A LON-NTH-NWY") == (Convoy("nth", "lon", "nwy"),)
    assert read(match, "england", "F ENG - BRE") == (Move("eng", "bre"),)


def test_coasts_are_named_or_follow_from_the_map() -> None:
    units = (Unit("russia", FLEET, "stp_sc"), Unit("france", FLEET, "gas"), Unit("france", FLEET, "por"))
    match = begun(placed(*units), [moving(SPRING), retreating(), new_year()])
    for line in ("F STP(SC)-BOT", "F STP/SC - BOT", "F StP - BOT", "F St. Petersburg (south coast) - Gulf of Bothnia"):
        assert read(match, "russia", line) == (Move("stp", "bot"),), line
    for line in ("F GAS - SPA", "F GAS - SPA/NC", "F GAS - Spain (north coast)", "Ф ГАС - Испания (северный берег)"):
        assert read(match, "france", line) == (Move("gas", "spa_nc"),), line
    (row,) = mail(match, "france", ["F POR - SPA"]).rows
    assert row.problem is not None
    assert (row.problem.code, row.problem.rule) == ("which_coast", "1.3")
    assert {"F POR - SPA/NC", "F POR - SPA/SC"} <= set(row.problem.nearest)


def test_retreats_and_winter_are_written_as_judges_do() -> None:
    state = placed(Unit("france", ARMY, "par"), Unit("france", ARMY, "gas"), Unit("germany", ARMY, "bur"))
    match = begun(state, [moving(SPRING), retreating(), new_year()])
    all_ready(match, {"france": [Move("par", "bur"), Support("gas", "par", "bur")]})
    for line in (
        "A BUR R PIC",
        "A BUR - PIC",
        "A BUR retreats to Picardy",
        "А БУР О ПИК",
        "армия Бургундия отступает в Пикардию",
    ):
        assert read(match, "germany", line) == (Retreat("bur", "pic"),), line
    for line in ("A BUR D", "DISBAND A BUR", "распустить А БУР"):
        assert read(match, "germany", line) == (Disband("bur"),), line
    state = placed(Unit("russia", ARMY, "war"), owners={"mos": "russia", "stp": "russia", "war": "russia"})
    match = begun(state, [adjusting(), new_year()])
    for line in ("BUILD A MOS", "A MOS B", "A MOS", "build army Moscow", "построить армию Москва"):
        assert read(match, "russia", line) == (Build(ARMY, "mos"),), line
    assert read(match, "russia", "BUILD F STP(SC)") == (Build(FLEET, "stp_sc"),)
    assert read(match, "russia", "WAIVE") == (Waive(),)
    state = placed(Unit("russia", ARMY, "war"), Unit("russia", ARMY, "ukr"), owners={"war": "russia"})
    match = begun(state, [adjusting(), new_year()])
    for line in ("REMOVE A UKR", "DISBAND A UKR", "A UKR", "убрать А УКР"):
        assert read(match, "russia", line) == (Disband("ukr"),), line


def test_who_is_ready_says_so(start: Match) -> None:
    assert read(start, "france", "A PAR - BUR", "ready") == (Move("par", "bur"), Ready())


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("A PAR - MOS", "no_way"),
        ("A BER - KIE", "not_your_unit"),
        ("A PAR S A MAR - SPA", "cannot_reach"),
        ("A PAR S A BUR", "nobody_there"),
        ("A PAR S A MUN - GAS", "cannot_help"),
        ("F BRE C A PAR - LON", "cannot_carry"),
    ],
)
def test_what_cannot_be_is_answered_with_the_rule_and_what_is_near(start: Match, line: str, code: str) -> None:
    (row,) = mail(start, "france", [line]).rows
    assert row.problem is not None
    assert (row.status, row.problem.reason, row.problem.code) == ("refused", "illegal", code)
    assert row.problem.rule
    assert code in ("not_your_unit", "cannot_carry") or row.problem.nearest


def test_a_misspelt_province_is_answered_with_the_nearest(start: Match) -> None:
    (row,) = mail(start, "france", ["A PAR - Burgandy"]).rows
    assert row.problem is not None
    assert row.status == "refused"
    assert any("BUR" in near or "Burgundy" in near for near in row.problem.nearest)


def test_autumn_is_read_like_spring() -> None:
    match = begun(placed(Unit("france", ARMY, "par")), [moving(AUTUMN), retreating(), new_year()])
    assert read(match, "france", "A PAR - BUR") == (Move("par", "bur"),)


@pytest.mark.parametrize(
    "line",
    [
        "Hello England! A PAR S A MAR - BUR",
        "Please, England, A PAR - BUR",
        "Добрый день, Англия! А ПАР П А МАР - БУР",
        "Добрый день! Не А ПАР П А МАР - БУР",
        "Добрый день! А ПАР П А МАР - БУР?",
    ],
)
def test_a_greeting_makes_no_order_of_what_is_none(start: Match, line: str) -> None:
    outcome = mail(start, "france", [line], "ru")
    assert not outcome.actions
    assert not outcome.yes
    assert outcome.refused
