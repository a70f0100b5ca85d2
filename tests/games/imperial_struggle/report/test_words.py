"""Every event and every refusal has its sentence, in both languages, without ids and foreign words."""

from __future__ import annotations

import re

import pytest

from adjudicator.games.imperial_struggle import events as e
from adjudicator.games.imperial_struggle.events import Paid
from adjudicator.games.imperial_struggle.facts import facts
from adjudicator.games.imperial_struggle.report import REPORT
from adjudicator.games.imperial_struggle.report.deeds import told as worded
from adjudicator.games.imperial_struggle.report.endings import ending
from adjudicator.games.imperial_struggle.report.refusals import SPECIAL, TEXTS
from adjudicator.games.imperial_struggle.report.speech import speech
from adjudicator.games.imperial_struggle.rules.refusals import CODES
from adjudicator.kernel.events import Corrected, Event, Told, WindowClosed
from adjudicator.kernel.result import Result
from adjudicator.language import language
from adjudicator.reports.model import Mark

MINOR = Paid("diplomatic", "minor", 2, 1, 1, 0)
MAJOR = Paid("military", "major", 3, 1, 1, 1)
ECONOMIC = Paid("economic", "major", 2, 2)
EVENTS: tuple[Event, ...] = (
    Corrected("2"),
    WindowClosed("x"),
    e.RoundStarted("france", 2),
    e.RoundStarted("france", 2, ("caicos", "antigua")),
    e.InvestmentTaken("france", "inv_e4_d2"),
    e.Passed("france"),
    e.Passed("britain", 2),
    e.ActionEnded("france", "major", 1),
    e.ActionEnded("france", "minor", 2),
    e.RoundEnded("france", 2),
    e.RoundEnded("france", 2, 1, 2),
    e.SpaceShifted("france", "savoy", "flag", MINOR),
    e.SpaceShifted("britain", "caicos", "unflag", ECONOMIC, "rum"),
    e.EventCardDrawn("france", MINOR),
    e.EventCardDrawn("france", MINOR, 7),
    e.EventCardRemoved("france", 3),
    e.EventPileRenewed(5),
    e.BonusTileBought("france", MAJOR),
    e.BonusTileBought("france", MAJOR, "bonus_wss_fr_boufflers"),
    e.BonusTilePlaced("france", 2, war="wss"),
    e.BonusTilePlaced("france", 2, 3, war="wss"),
    e.BonusTilePlaced("france", 2, 3, "bonus_wss_fr_vendome", "bonus_wss_fr_berwick", "wss"),
    e.BonusTilePlaced("france", 2),
    e.MilitaryConverted("france", "economic", 1, MAJOR),
    e.ConflictRemoved("france", "savoy", MAJOR),
    e.ConflictLifted("savoy"),
    e.ConflictPlaced("france", "savoy"),
    e.ConflictPlaced("france", "savoy", plus=True),
    e.FortBuilt("france", "halifax", MAJOR),
    e.FortRepaired("france", "halifax", MAJOR),
    e.FortSeized("france", "halifax", MAJOR),
    e.SquadronBuilt("france", MAJOR),
    e.SquadronDeployed("france", "navy_box", "biscay", MAJOR),
    e.SquadronDeployed("france", "balearic", "biscay", MAJOR, displaced=True),
    e.SquadronSentHome("france", "biscay"),
    e.UpgradeDrawn("france", 1, war="wss"),
    e.UpgradeDrawn("france", 1, "basic_plus1", "basic_unflag", "wss"),
    e.UpgradeKept("france", 1, "drawn", "pool", war="wss"),
    e.UpgradeKept("france", 1, "placed", "out_of_game", "basic_debt", "wss"),
    e.UpgradeSwapped("france", 1, 2, "wss"),
    e.AdvantageUsed("france", "rum"),
    e.AdvantageUsed("france", "naval_bastion", MAJOR),
    e.AdvantageGained("france", "rum"),
    e.AdvantageLost("france", "rum"),
    e.DebtChanged("france", -2, "pass"),
    e.DebtChanged("france", -2, "baltic_trade"),
    e.ForcedDebt("france", 1, 0, "fish"),
    e.ForcedDebt("france", 1, 2, "fish"),
    e.TreatyPointsChanged("france", 1, "upgrade"),
    e.TreatyPointsChanged("france", -1, "reduce_treaty_points"),
    e.VictoryPoints("france", 2, "fish"),
    e.TurnBegan("1"),
    e.WarTilesLaid("france", (1, 0, 0, 0)),
    e.WarTilesLaid("france", (0, 0, 0, 0)),
    e.DeckRenewed("empire", 21),
    e.DebtLimitRaised((10, 10)),
    e.AwardsLaid(("award_1", "award_1_trp", "award_0_trp", "award_3_margin_2")),
    e.DemandDrawn(("furs", "fish", "cotton")),
    e.InvestmentsDealt(("inv_e4_d2",) * 9),
    e.EventsDealt("france", 3),
    e.EventsDealt("france", 3, (1, 2, 3)),
    e.EventsDiscarded("france", (1, 2)),
    e.MinistriesLaid("france"),
    e.MinistriesLaid("france", ("m1", "m2"), ("m3",)),
    e.InitiativeHeld("france", "britain", 12),
    e.FirstPlayerChosen("france", "britain"),
    e.AwardScored("europe", "award_3_margin_2", 4, 3, 2),
    e.AwardScored("europe", "award_1_trp", 4, 3, 1, "france", 1, 1),
    e.PrestigeScored(2, 2),
    e.PrestigeScored(2, 3, "britain", 2),
    e.DemandScored("fish", 1, 1),
    e.DemandScored("fish", 2, 1, "france", 2, 1, 1),
    e.VictoryChecked(17),
    e.VictoryChecked(17, "france"),
    e.GameOver("peace_turn_over", 17, "france"),
    e.GameOver("peace_turn_over", 15),
    e.GameOver("auto_scoring_sweep", 17, "france"),
    e.GameOver("vp_30_or_more", 30, "france"),
)
FOREIGN = {"en": re.compile(r"[а-яё]", re.I), "ru": re.compile(r"[a-z]", re.I)}


def is_finished(text: str, code: str) -> bool:
    """Neither empty nor with ids, holes, words of the other language."""
    return bool(text.strip()) and not re.search(r"%|\w_\w|\bnone\b", text, re.I) and not FOREIGN[code].search(text)


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_has_its_sentence(event: Event, code: str) -> None:
    groups = REPORT.news([Told(5, event)], None, language(code))
    for group in groups:
        assert is_finished(group.heading, code)
        for line in group.lines:
            assert is_finished(line.text, code)
            assert not line.note or is_finished(line.note, code)
            assert line.log == 5
    silent = isinstance(event, e.TurnBegan | e.RoundStarted) or (
        isinstance(event, e.DebtChanged) and event.why == "pass"
    )
    assert groups or silent
    assert is_finished(worded(event, speech(language(code))).text, code)


def test_no_event_is_forgotten() -> None:
    assert {type(event) for event in EVENTS} == {*e.ROUND_EVENTS, *e.TURN_EVENTS, Corrected, WindowClosed}


def test_the_public_form_of_a_private_event_is_no_private_line() -> None:
    told = Told(
        3, e.BonusTileBought("france", MAJOR), {"france": e.BonusTileBought("france", MAJOR, "bonus_wss_fr_vendome")}
    )
    (own,) = REPORT.news([told], "france", language("en"))
    (other,) = REPORT.news([told], "britain", language("en"))
    assert own.lines[0].mark is Mark.PRIVATE
    assert "Vendôme +3" in own.lines[0].text
    assert other.lines[0].mark is Mark.PLAIN
    assert "Vendôme" not in other.lines[0].text


# what belongs together ------------------------------------------------------------------------------


def lines_of(*events: Event, seat: str = "britain") -> list[str]:
    groups = REPORT.news([Told(n, event) for n, event in enumerate(events, 1)], seat, language("en"))
    return [line.text + (f" ({line.note})" if line.note else "") for group in groups for line in group.lines]


def test_a_pass_is_one_line() -> None:
    told = (
        e.RoundStarted("france", 1),
        e.InvestmentTaken("france", "inv_e4_d2"),
        e.DebtChanged("france", -2, "pass"),
        e.Passed("france", 2),
    )
    assert lines_of(*told) == ["tile taken: Economic 4 and Diplomatic 2, and passed (debt -2)"]


def test_an_advantage_and_its_effect_are_one_line() -> None:
    told = (e.AdvantageUsed("france", "rum", ECONOMIC), e.SpaceShifted("france", "caicos", "unflag", ECONOMIC, "rum"))
    assert lines_of(*told) == ["advantage Rum: Caicos: flag removed (2 economic points)"]
    told_free = (e.AdvantageUsed("france", "baltic_trade"), e.DebtChanged("france", -2, "baltic_trade"))
    assert lines_of(*told_free) == ["advantage Baltic Trade: debt -2"]


def test_debt_stands_with_the_demand_it_came_from() -> None:
    told = (e.DemandScored("fish", 2, 1, "france", 2, 1), e.ForcedDebt("france", 1, 0, "fish"))
    assert lines_of(*told) == ["Fish: France, 2 to 1 (2 VP, debt +1)"]


def test_rounds_have_headings_and_sides_are_not_repeated() -> None:
    told = (e.RoundStarted("france", 2), e.InvestmentTaken("france", "inv_e4_d2"), e.RoundEnded("france", 2))
    (group,) = REPORT.news([Told(n, event) for n, event in enumerate(told, 1)], None, language("en"))
    assert group.heading == "Action round 2: France"
    assert [(line.who, line.text) for line in group.lines] == [(None, "tile taken: Economic 4 and Diplomatic 2")]


def test_a_round_whose_beginning_was_told_before_learns_its_number_from_its_end() -> None:
    told = (e.SpaceShifted("britain", "savoy", "flag", MINOR), e.RoundEnded("britain", 3, 1))
    (group,) = REPORT.news([Told(n, event) for n, event in enumerate(told, 1)], None, language("en"))
    assert group.heading == "Action round 3: Britain"


def test_the_effect_of_a_line_tells_own_deeds_only() -> None:
    told: list[Told[Event]] = [
        Told(1, e.SpaceShifted("france", "savoy", "flag", MINOR)),
        Told(1, e.ConflictLifted("savoy")),
        Told(2, e.RoundEnded("france", 2)),
        Told(2, e.RoundStarted("britain", 2)),
        Told(2, e.AwardsLaid(("award_1",) * 4)),
    ]
    assert REPORT.effect(told, "france", language("en")) == (
        "Savoy: French flag (1 diplomatic point + 1 debt, minor action); Savoy: the conflict marker leaves; "
        "the round is over"
    )


def test_an_effect_says_whose_advantage_was_lost_and_what_was_done_before_what_ended() -> None:
    told: list[Told[Event]] = [
        Told(1, e.ActionEnded("france", "major", 1)),
        Told(1, e.SpaceShifted("france", "savoy", "unflag", MINOR)),
        Told(1, e.AdvantageLost("britain", "mediterranean_intrigue")),
    ]
    assert REPORT.effect(told, "france", language("en")) == (
        "Savoy: flag removed (1 diplomatic point + 1 debt, minor action); "
        "Britain: advantage lost: Mediterranean Intrigue; the major action is over, 1 point of it is lost"
    )


# refusals -------------------------------------------------------------------------------------------

SEVERAL = {
    **dict.fromkeys(("spaces", "connects", "conflicts", "isolated", "new", "targets"), ("caicos", "antigua")),
    **dict.fromkeys(("cards", "hand"), (3, 4)),
    **dict.fromkeys(("ministries", "eligible", "face_down"), ("m1", "m2")),
    "tiles": ("inv_d4_m2",),
}
SAMPLE: dict[str, object] = {
    **{name: list(values) for name, values in SEVERAL.items()},
    "space": "savoy",
    "ministry": "m4",
    "advantage": "rum",
    "region": "caribbean",
    "owner": "britain",
    "era": "empire",
    "what": "play_event",
    "tile": "inv_e4_d2",
    "kind": "major",
    "other": "minor",
    "major": "economic",
    "minor": "diplomatic",
    "to": "economic",
    "converted_to": "diplomatic",
}
FIGURES = {
    name: 11 + at
    for at, name in enumerate(
        sorted({name for _, names in CODES.values() for name in names} - {*SAMPLE, "type", "wanted", "drawn"})
    )
}


def sample_facts(code: str) -> dict[str, object]:
    """Facts of a code, every figure another one."""
    given: dict[str, object] = {}
    for name in CODES[code][1]:
        if name in ("type", "wanted"):
            given[name] = "market" if code == "wrong_space" else "military"
        elif name == "missing" and code == "advantage_not_held":
            given[name] = ["puerto_rico"]
        elif name in ("tile", "drawn", "tiles") and code in ("not_that_tile", "tile_not_there"):
            given[name] = ["bonus_wss_fr_vendome"] if name == "tiles" else "bonus_wss_fr_berwick"
        else:
            given[name] = SAMPLE.get(name, FIGURES.get(name))
    return given


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("reason", sorted(CODES))
def test_every_refusal_has_its_sentence_with_its_figures(reason: str, code: str) -> None:
    given = sample_facts(reason)
    text = REPORT.refusal(reason, CODES[reason][0], given, language(code))
    assert is_finished(text, code)
    if reason in TEXTS:
        wanted = [
            str(value) for name, value in given.items() if isinstance(value, int) and f"%({name})s" in TEXTS[reason]
        ]
        assert all(figure in text for figure in wanted)


def test_refusals_use_only_the_facts_of_their_code() -> None:
    for reason, text in TEXTS.items():
        assert set(re.findall(r"%\((\w+)\)s", text)) <= set(CODES[reason][1]), reason
    assert not set(TEXTS) & set(SPECIAL)
    assert set(TEXTS) | set(SPECIAL) == set(CODES)


def test_not_connected_says_which_own_markets_do_not_count() -> None:
    given = {
        "space": "caicos",
        "connects": ["antigua", "bahamas_run"],
        "conflicts": ["antigua"],
        "isolated": [],
        "new": [],
    }
    assert REPORT.refusal("not_connected", "5.4.1", given, language("en")) == (
        "Caicos is not connected to you; connected to it: Antigua, Bahamas Run; "
        "does not count, it has a conflict marker: Antigua"
    )


@pytest.mark.parametrize("code", ["en", "ru"])
def test_names_that_do_not_exist_are_repeated_as_they_were_written(code: str) -> None:
    assert "Atlantis" in REPORT.refusal("unknown_space", "3.2", {"space": "Atlantis"}, language(code))


def test_codes_of_the_kernel_are_not_answered_here() -> None:
    assert REPORT.refusal("not_your_turn", "", {}, language("en")) == ""


# the end --------------------------------------------------------------------------------------------


def test_the_end_of_the_peace_turn_says_that_wars_come_later() -> None:
    result = Result(("france",), "peace_turn_over", {"france": 2, "britain": -2})
    assert REPORT.over(result, "britain", language("en")) == (
        "The peace turn is over, France leads by 2 VP: 17 on the track. "
        "Wars come with a later version: the game ends here."
    )
    assert "впереди Франция на 2 ПО" in REPORT.over(result, None, language("ru"))


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("how", ["auto_scoring_sweep", "vp_30_or_more", "vp_0_or_less", "peace_turn_over", "resigned"])
@pytest.mark.parametrize("winner", ["france", ""])
def test_every_end_is_told(how: str, winner: str, code: str) -> None:
    assert is_finished(ending(how, winner, 15 if not winner else 20, speech(language(code))), code)


@pytest.mark.parametrize("code", ["en", "ru"])
def test_every_war_tile_and_ministry_is_named(code: str) -> None:
    to = speech(language(code))
    texts = [to.war_tile(tile.id) for tile in facts().war_tiles] + [to.ministry(f"m{n}") for n in range(1, 27)]
    assert all(text and "_" not in text for text in texts)
