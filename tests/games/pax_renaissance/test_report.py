"""What a mail says of a position: who is near which victory, what threatens, what a bank would have left."""

from msgspec import Struct

from adjudicator import Match
from adjudicator.games.pax_renaissance.nearness import ways
from adjudicator.games.pax_renaissance.phrases import PHRASES
from adjudicator.games.pax_renaissance.rules.market import Buy
from adjudicator.games.pax_renaissance.state import known
from adjudicator.games.pax_renaissance.words import REPORT, figures
from adjudicator.games.pax_renaissance.words.book import ASKINGS, speech
from adjudicator.kernel.result import Result
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked, Coded, Stretch
from tests.games.pax_renaissance.table import border, empty_map, hand, lay, marry, offered, rule, stand, table, vassal

EN, RU = language("en"), language("ru")


def _seen(match: Match, seat: str = "fugger") -> Struct:
    return match.view(seat)


def test_the_nearest_victory_stands_in_the_box_with_the_figures_that_are_missing_l4() -> None:
    match = table(rule("medici", "france", "hungary"), rule("fugger", "england"))
    standing = REPORT.standing(_seen(match), ("fugger",), None, EN)
    assert standing.box is not None
    assert (standing.box.value, standing.box.note) == ("2", "Imperial Victory, not open yet")
    assert standing.box.label == "Steps to victory: Medici"
    assert standing.scoring is not None
    cells = {row.cells[0]: row.cells[1:] for row in standing.scoring.rows}
    assert cells["Imperial Victory (not open yet): kings"] == ("1/5", "2/4"), "three more than the other of two banks"
    russian = REPORT.standing(_seen(match), ("fugger",), None, RU)
    assert [each.value for each in russian.facts[:2]] == ["1", "Фуггер 10, Медичи 10"]


def test_a_tableau_tells_queens_vassals_and_what_its_cards_do_b4() -> None:
    match = table(
        rule("medici", "france"),
        vassal("france", "aragon"),
        marry("france", "catherine_de_medici"),
        lay("medici", "vlad_the_impaler"),
    )
    tables = {each.caption: each for each in REPORT.standing(_seen(match), (), None, EN).tables}
    west, east = tables["Tableau of Medici"].rows
    assert "queen Catherine de' Medici H62" in west.cells[1]
    assert "vassals: Aragon" in west.cells[1]
    assert east.cells[1:] == ("Vlad the Impaler P85", "behead, siege, inquisitor (Catholic)", "")


def test_what_others_can_do_is_worked_out_from_what_lies_open_f4() -> None:
    match = table(lay("medici", "bosnian_serbian_silver"), border(ottoman_mamluk="fugger_pawn"))
    (outlook,) = REPORT.outlook(_seen(match), "fugger", EN)
    assert outlook.brief == ("Tax: Ottomans–Mamluks K34.",)
    assert REPORT.outlook(_seen(match, "medici"), "medici", EN) == ()


def test_sieges_and_repressions_of_ones_empires_are_threats_f5_f8() -> None:
    match = table(
        empty_map,
        rule("fugger", "france"),
        rule("medici", "england"),
        lay("medici", "flanders_guild"),
        stand(paris="catholic_rook", london="catholic_rook"),
    )
    (outlook,) = REPORT.outlook(_seen(match), "fugger", EN)
    assert any(line.startswith("Siege: Paris") for line in outlook.brief), outlook.brief
    assert not any("London" in line for line in outlook.brief)
    assert all(
        "Paris" not in line for each in REPORT.outlook(_seen(match, "medici"), "medici", EN) for line in each.brief
    )


def test_only_the_own_hand_is_told() -> None:
    match = table(hand("fugger", "luther"), hand("medici", "the_kremlin"))
    assert [item.name for item in REPORT.holdings(_seen(match), "fugger", EN)[0].items] == ["Luther P52"]
    assert REPORT.holdings(_seen(match), "medici", EN) == ()


def test_what_is_left_behind_a_plan() -> None:
    match = table()
    before = _seen(match)
    bought = next(each for each in match.options("fugger") if each.op == "buy")
    assert REPORT.price(bought, before, "fugger", EN) == "1 florin"
    match.apply("fugger", bought)
    stretch = Stretch(before=before, view=_seen(match), told=(), seats=("fugger",), planned=True)
    left = {item.name: item.text for item in REPORT.left(stretch, "fugger", EN)}
    assert left["Actions left"] == "1"
    assert left["Florins"].startswith("10 → ")


def test_the_end_is_told_by_its_victory_or_by_why_l() -> None:
    assert REPORT.over(Result(("medici",), "imperial", {}), (), EN) == "Medici wins: Imperial Victory."
    shared = REPORT.over(Result(("medici", "coeur"), "patron", {}), (), EN)
    assert shared.endswith("then most florins. Medici and Cœur share the victory.")


def test_the_chart_counts_steps_to_the_nearest_victory() -> None:
    score = REPORT.score(_seen(table(rule("medici", "france"))))
    assert score.points["medici"] > score.points["fugger"]
    picture = REPORT.chart([score], EN)
    assert picture.png
    assert picture.alt == "Steps to the nearest victory: Fugger 3, Medici 2."


def test_a_mail_of_four_banks_has_room_for_the_steps_of_all() -> None:
    match = table(rule("medici", "france"), seats=("fugger", "medici", "coeur", "marchionni"))
    stakes = {each.name: each for each in REPORT.standing(_seen(match), ("fugger",), None, EN).stakes}
    imperial = stakes["Imperial Victory"]
    assert (imperial.ahead.text, [each.text for each in imperial.counts]) == ("Medici -1", ["3", "1", "3", "3"])
    assert stakes["Renaissance Victory"].ahead.text == "tie"


def test_what_costs_nothing_stands_below_no_heading_of_costs_e2_2() -> None:
    match = table(hand("fugger", "anabaptist_reformation"))
    (play,) = [action for action in match.options("fugger") if action.op == "play_card"]
    match.apply("fugger", play)
    assert match.decisions()[0].kind == "agent"
    lines = [Coded(f"7{at}", action, PHRASES.say(action, "en")) for at, action in enumerate(match.options("fugger"))]
    asked = REPORT.question(Asked(7, match.decisions()[0], tuple(lines)), _seen(match), "fugger", EN)
    assert [group.cost_title for group in asked.groups] == [""] * len(asked.groups)


def test_the_ways_of_four_banks_stand_beside_each_other_on_a_narrow_screen() -> None:
    """The columns of a phone hold no whole names: the last bank was out of sight."""
    match = table(seats=("fugger", "medici", "coeur", "marchionni"))
    state = known(_seen(match))
    for code in ("en", "ru"):
        race = figures.RACE.table(ways(state), [], speech(language(code)))
        assert len(race.columns) == 5
        assert max(len(column.title) for column in race.columns[1:]) <= 6
        assert max(len(str(cell)) for row in race.rows for cell in row.cells[1:]) <= 4


def test_the_situation_tells_purse_realms_market_victories_and_who_is_next() -> None:
    match = table(
        rule("fugger", "england"),
        rule("medici", "france", "hungary"),
        rule("fugger", "aragon", republic=True),
        border(england_france="fugger_pawn"),
        offered(jesuits=2),
    )
    told = REPORT.situation(_seen(match), "fugger", EN)
    assert told[:2] == (
        "You have: 10 florins, 2 actions left",
        "Your kings: England; your republics: Aragon; your concessions: England–France, France–HRE",
    )
    assert "2 Jesuits" in next(line for line in told if line.startswith("Market, West: 1 "))
    assert told[4] == "Open victories: none; 4 comets left"
    assert "Medici – Imperial Victory: 2 steps, not open yet" in told[5]
    assert told[6:] == ("Then: Medici, you",)
    waiting = REPORT.situation(_seen(match, "medici"), "medici", EN)
    assert waiting[0] == "You have: 10 florins"
    assert waiting[-1] == "Then: the turn goes on (Fugger), and next: you"
    assert REPORT.situation(_seen(match), "fugger", RU)[-1] == "Дальше: Медичи, вы"


def test_beside_a_card_of_the_market_stands_what_it_does_e1() -> None:
    match = table(offered(janissaries=2), lambda state: state.money[1].__setitem__(2, 1))
    option = Coded("7a", Buy("janissaries"), "7a")
    for to, note, gist in (
        (
            EN,
            "brings 1 florin, East; agents: 2 × Islamic knight; one-shot: conspiracy; ",
            "brings 1 florin, East; conspiracy",
        ),
        (RU, "приносит 1 флорин, Восток; агенты: ", "приносит 1 флорин, Восток; "),
    ):
        said = ASKINGS.option(option, REPORT.counter(_seen(match), "fugger"), REPORT.speech(to))
        assert said.note.startswith(note)
        assert said.gist.startswith(gist)
        assert len(said.gist) < len(said.note)
