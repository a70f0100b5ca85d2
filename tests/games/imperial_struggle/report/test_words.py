"""Every event and every refusal has its sentence, in both languages, without ids and foreign words."""

from __future__ import annotations

import re

import pytest

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.components import NAVY_BOX
from adjudicator.games.imperial_struggle.document import schema
from adjudicator.games.imperial_struggle.fact_types import SPACE
from adjudicator.games.imperial_struggle.facts import facts
from adjudicator.games.imperial_struggle.game import CHAPTERS
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.phrases import PHRASES
from adjudicator.games.imperial_struggle.rules.action_round import Passed, RoundEnded, RoundStarted
from adjudicator.games.imperial_struggle.rules.advantages import AdvantageUsed, SquadronSentHome
from adjudicator.games.imperial_struggle.rules.bidding import SidesBid
from adjudicator.games.imperial_struggle.rules.control import (
    AdvantageGained,
    AdvantageLost,
    ConflictLifted,
    ConflictPlaced,
)
from adjudicator.games.imperial_struggle.rules.deal import (
    AwardsLaid,
    DebtLimitRaised,
    DeckRenewed,
    DemandDrawn,
    EventCardRemoved,
    EventPileRenewed,
    EventsDealt,
    InvestmentsDealt,
    TurnBegan,
    WarTilesLaid,
)
from adjudicator.games.imperial_struggle.rules.debt import DebtChanged, ForcedDebt, TreatyPointsChanged, VictoryPoints
from adjudicator.games.imperial_struggle.rules.discard import EventsDiscarded
from adjudicator.games.imperial_struggle.rules.ending import FinalScored, GameOver, TieBroken
from adjudicator.games.imperial_struggle.rules.events.advantages import (
    AdvantageActivated,
    AdvantageExhausted,
    AdvantageRefreshed,
)
from adjudicator.games.imperial_struggle.rules.events.effects import (
    ByngPlaced,
    DebtLimitLowered,
    DemandChanged,
    DemandDrawnFor,
    DiscountGained,
    EventShifted,
    EventWithoutEffect,
    FortDamaged,
    PointsGained,
    SquadronAway,
    SquadronGained,
    SquadronLost,
)
from adjudicator.games.imperial_struggle.rules.events.menus import ARGUMENTS
from adjudicator.games.imperial_struggle.rules.events.playing import EventPlayed
from adjudicator.games.imperial_struggle.rules.events.tiles import BonusTileDrawn, BonusTileReturned
from adjudicator.games.imperial_struggle.rules.forts import FortBuilt, FortRepaired, FortSeized, SeizeFort
from adjudicator.games.imperial_struggle.rules.investment import InvestmentTaken
from adjudicator.games.imperial_struggle.rules.military import (
    BonusTileBought,
    ConflictRemoved,
    MilitaryConverted,
    RemoveConflict,
)
from adjudicator.games.imperial_struggle.rules.ministries.abilities import CommodityTaxed, HuguenotsPlaced
from adjudicator.games.imperial_struggle.rules.ministries.cards import (
    HuguenotsRefreshed,
    JacobiteDefeat,
    MinistryPoints,
    MinistryRevealed,
    MinistryUsed,
)
from adjudicator.games.imperial_struggle.rules.ministries.huguenots import HuguenotsLost, HuguenotsSpent
from adjudicator.games.imperial_struggle.rules.ministries.phase import MinistriesLaid
from adjudicator.games.imperial_struggle.rules.ministries.use import BY_ITSELF
from adjudicator.games.imperial_struggle.rules.payment import Paid
from adjudicator.games.imperial_struggle.rules.points import ActionEnded
from adjudicator.games.imperial_struggle.rules.scoring import AwardScored, DemandScored, MinistryScored, PrestigeScored
from adjudicator.games.imperial_struggle.rules.shifts import EventCardDrawn, ShiftMarket, ShiftPolitical, SpaceShifted
from adjudicator.games.imperial_struggle.rules.squadrons import DeploySquadron, SquadronBuilt, SquadronDeployed
from adjudicator.games.imperial_struggle.rules.turn import FirstPlayerChosen, InitiativeHeld
from adjudicator.games.imperial_struggle.rules.war.conquest import (
    AnswerConquest,
    ConquestRefused,
    ConquestTried,
    SpaceConquered,
    SpoilsLost,
    SpoilsUnflagged,
)
from adjudicator.games.imperial_struggle.rules.war.effects import TileEffectUnused, TileEffectUsed
from adjudicator.games.imperial_struggle.rules.war.layout import BasicTilesAssigned, BonusTilesCarried, WarEnded
from adjudicator.games.imperial_struggle.rules.war.resolution import TheatreRevealed, VictoryChecked, WarBegan
from adjudicator.games.imperial_struggle.rules.war.special import (
    DominanceWon,
    IsolatedFlagsRemoved,
    JacobiteVictory,
    SpainShifted,
    UsaFlagsPlaced,
    UsaFortsRemoved,
)
from adjudicator.games.imperial_struggle.rules.war.spoils import SpoilsTaken, SquadronGivenUp
from adjudicator.games.imperial_struggle.rules.war.strength import KeywordShown, Strength, TheatreResolved
from adjudicator.games.imperial_struggle.rules.war_tiles import (
    BonusTilePlaced,
    UpgradeDrawn,
    UpgradeKept,
    UpgradeSwapped,
)
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.games.imperial_struggle.words.book import TELLINGS
from adjudicator.games.imperial_struggle.words.chapters import ASKINGS, REFUSALS
from adjudicator.games.imperial_struggle.words.endings import ending
from adjudicator.games.imperial_struggle.words.speech import speech
from adjudicator.kernel.actions import Action
from adjudicator.kernel.codes import codes_in
from adjudicator.kernel.decisions import Answers
from adjudicator.kernel.events import Corrected, Event, Told, WindowClosed
from adjudicator.kernel.result import Result
from adjudicator.language import language
from adjudicator.reports.game import Mention
from adjudicator.reports.model import Mark

MINOR = Paid("diplomatic", "minor", 2, 1, 1, 0)
MAJOR = Paid("military", "major", 3, 1, 1, 1)
ECONOMIC = Paid("economic", "major", 2, 2)
EVENTS: tuple[Event, ...] = (
    Corrected("2"),
    WindowClosed("x"),
    RoundStarted("france", 2),
    RoundStarted("france", 2, ("caicos", "antigua")),
    InvestmentTaken("france", "inv_e4_d2"),
    Passed("france"),
    Passed("britain", 2),
    ActionEnded("france", "major", 1),
    ActionEnded("france", "minor", 2),
    RoundEnded("france", 2),
    RoundEnded("france", 2, 1, 2),
    SpaceShifted("france", "savoy", "flag", MINOR),
    SpaceShifted("britain", "caicos", "unflag", ECONOMIC, "rum"),
    EventCardDrawn("france", MINOR),
    EventCardDrawn("france", MINOR, 7),
    EventCardRemoved("france", 3),
    EventPileRenewed(5),
    BonusTileBought("france", MAJOR),
    BonusTileBought("france", MAJOR, "bonus_wss_fr_boufflers"),
    BonusTilePlaced("france", 2, war="wss"),
    BonusTilePlaced("france", 2, 3, war="wss"),
    BonusTilePlaced("france", 2, 3, "bonus_wss_fr_vendome", "bonus_wss_fr_berwick", "wss"),
    BonusTilePlaced("france", 2),
    MilitaryConverted("france", "economic", 1, MAJOR),
    ConflictRemoved("france", "savoy", MAJOR),
    ConflictLifted("savoy"),
    ConflictPlaced("france", "savoy"),
    ConflictPlaced("france", "savoy", plus=True),
    FortBuilt("france", "halifax", MAJOR),
    FortRepaired("france", "halifax", MAJOR),
    FortSeized("france", "halifax", MAJOR),
    SquadronBuilt("france", MAJOR),
    SquadronDeployed("france", "navy_box", "biscay", MAJOR),
    SquadronDeployed("france", "balearic", "biscay", MAJOR, displaced=True),
    SquadronSentHome("france", "biscay"),
    UpgradeDrawn("france", 1, war="wss"),
    UpgradeDrawn("france", 1, "basic_plus1", "basic_unflag", "wss"),
    UpgradeKept("france", 1, "drawn", "pool", war="wss"),
    UpgradeKept("france", 1, "placed", "out_of_game", "basic_debt", "wss"),
    UpgradeSwapped("france", 1, 2, "wss"),
    AdvantageUsed("france", "rum"),
    AdvantageUsed("france", "naval_bastion", MAJOR),
    AdvantageGained("france", "rum"),
    AdvantageLost("france", "rum"),
    DebtChanged("france", -2, "pass"),
    DebtChanged("france", -2, "baltic_trade"),
    ForcedDebt("france", 1, 0, "fish"),
    ForcedDebt("france", 1, 2, "fish"),
    TreatyPointsChanged("france", 1, "upgrade"),
    TreatyPointsChanged("france", -1, "reduce_treaty_points"),
    VictoryPoints("france", 2, "fish"),
    TurnBegan("1"),
    WarTilesLaid("france", (1, 0, 0, 0)),
    WarTilesLaid("france", (0, 0, 0, 0)),
    DeckRenewed("empire", 21),
    DebtLimitRaised((10, 10)),
    AwardsLaid(("award_1", "award_1_trp", "award_0_trp", "award_3_margin_2")),
    DemandDrawn(("furs", "fish", "cotton")),
    InvestmentsDealt(("inv_e4_d2",) * 9),
    EventsDealt("france", 3),
    EventsDealt("france", 3, (1, 2, 3)),
    EventsDiscarded("france", (1, 2)),
    MinistriesLaid("france"),
    MinistriesLaid("france", ("m1", "m2"), ("m3",)),
    InitiativeHeld("france", "britain", 12),
    FirstPlayerChosen("france", "britain"),
    AwardScored("europe", "award_3_margin_2", 4, 3, 2),
    AwardScored("europe", "award_1_trp", 4, 3, 1, "france", 1, 1),
    PrestigeScored(2, 2),
    PrestigeScored(2, 3, "britain", 2),
    DemandScored("fish", 1, 1),
    DemandScored("fish", 2, 1, "france", 2, 1, 1),
    VictoryChecked(17),
    VictoryChecked(17, "france"),
    VictoryChecked(17, "france", "wss"),
    GameOver("final_vp", 17, "france"),
    GameOver("final_tiebreak_britain", 15, "britain"),
    GameOver("final_tiebreak_available_debt", 15, "france"),
    GameOver("auto_war_sweep", 20, "france"),
    GameOver("auto_scoring_sweep", 17, "france"),
    GameOver("vp_30_or_more", 30, "france"),
)
CARDS: tuple[Event, ...] = (
    EventPlayed("france", 12),
    EventPlayed("france", 5, bonus=True),
    EventPlayed("britain", 15, via="m8"),
    EventPlayed("britain", 14),
    EventWithoutEffect("france", 3, "effect", "unflag"),
    EventWithoutEffect("britain", 25, "bonus", "construct_squadron"),
    PointsGained("france", 30, "economic", 2),
    PointsGained("france", 24, "economic", 2, "caribbean_only"),
    DiscountGained("france", 4, -2),
    DiscountGained("britain", 17, -1),
    *(EventShifted("france", 3, "savoy", result) for result in ("flag", "unflag", "take_control", "remove_own")),
    FortDamaged("france", "halifax"),
    SquadronAway("britain", "navy_box"),
    SquadronAway("britain", "biscay"),
    SquadronLost("britain", "biscay"),
    SquadronGained("france", 41),
    BonusTileDrawn("france", 41),
    BonusTileDrawn("france", 41, "bonus_wss_fr_vendome"),
    BonusTileReturned("france", 2),
    BonusTileReturned("france", 2, "bonus_wss_fr_vendome"),
    AdvantageRefreshed("rum"),
    AdvantageExhausted("rum"),
    AdvantageActivated("france", "rum"),
    AdvantageActivated("france", "rum", later=True),
    ByngPlaced(3),
    DemandDrawnFor("france", 21, "fish"),
    DemandChanged("fish"),
    DemandChanged("fish", "furs"),
    DebtLimitLowered("france", 5),
)
MINISTRIES: tuple[Event, ...] = (
    MinistryRevealed("france", "m1"),
    MinistryRevealed("france", "m4"),
    MinistryUsed("france", "m1", 1),
    MinistryUsed("britain", "m10", 1, MAJOR),
    MinistryPoints("france", "m1", "diplomatic", 2, "major"),
    MinistryPoints("france", "m26", "economic", 1, "minor"),
    MinistryPoints("britain", "m15", "diplomatic", 1, rule="no_prestige"),
    MinistryScored("france", "m3", 1),
    MinistryScored("france", "m14", trp=2),
    HuguenotsPlaced("france", "louisiana"),
    HuguenotsSpent("france", "louisiana"),
    HuguenotsLost("louisiana"),
    HuguenotsRefreshed("france", ("louisiana", "guadeloupe")),
    CommodityTaxed("britain", "furs"),
)
STRONG = Strength(army=3, alliances=1, keywords=1, conflicts=2, forts=1, squadrons=2)
WARS: tuple[Event, ...] = (
    SidesBid(2, 0, "france", 2),
    SidesBid(0, 3, "france", 3, swapped=True),
    WarBegan("7yw"),
    TheatreRevealed(1, "wss_spain", ("basic_plus2", "bonus_wss_fr_boufflers"), ("basic_debt",), "france"),
    TheatreRevealed(1, "atlantic_dominance", (), ("basic_unflag",), "britain", byng=True),
    *(TileEffectUsed("france", "basic_unflag", effect, "halifax") for effect in ("damage", "send_home", "unflag")),
    TileEffectUnused("france", "basic_unflag", targets=True),
    TileEffectUnused("france", "bonus_wss_fr_boufflers", targets=False),
    KeywordShown("france", "m1", "governance"),
    TheatreResolved(2, "wss_spain", STRONG, Strength(2), 8, "france", max_spoils=True),
    TheatreResolved(2, "wss_spain", Strength(2), Strength(2), 0),
    SpoilsTaken(3, "france", 1, 2, 1, "market", "north_america"),
    SpoilsTaken(4, "britain", 3, 2, 0, "political", "europe"),
    SpoilsTaken(1, "france", squadrons=2),
    SpoilsTaken(1, "france", 4, 3, usa=True, canada=True),
    DominanceWon("france", 3),
    JacobiteVictory(1),
    JacobiteVictory(2, slot=True),
    JacobiteDefeat(),
    JacobiteDefeat(lay=True),
    *(SpaceConquered("france", "gibraltar", 1, owner) for owner in ("", "britain", "spain")),
    SpaceConquered("france", "biscay", 1, "britain", "navy_box"),
    SpaceConquered("france", "biscay", 1, "", "balearic"),
    ConquestTried("france", "gibraltar", 1, "britain", 3),
    ConquestRefused("britain", "gibraltar", 3, 1),
    SpoilsUnflagged("france", "savoy"),
    SpoilsLost("france", 2, 1),
    SquadronGivenUp("france", "navy_box", "unbuilt"),
    SquadronGivenUp("france", "biscay", "out_of_game"),
    UsaFlagsPlaced(),
    UsaFlagsPlaced(("northern_colonies", "carolinas")),
    UsaFortsRemoved(),
    UsaFortsRemoved(("halifax",)),
    IsolatedFlagsRemoved(("caicos",)),
    SpainShifted("france"),
    SpainShifted("france", "spain_prestige_2", "flag"),
    SpainShifted("france", "spain_prestige_2", "unflag"),
    WarEnded("wss"),
    WarEnded("wss", ("caicos",)),
    BasicTilesAssigned("france"),
    BasicTilesAssigned("france", ("basic_plus2", "basic_debt")),
    BonusTilesCarried("france", 3),
    BonusTilesCarried("france", 1, ("bonus_7yw_fr_castries",)),
    FinalScored("prestige", 2, "france", 4, 2),
    FinalScored("prestige", france=2, britain=2),
    FinalScored("debt", 2, "britain", 1, 6),
    FinalScored("debt", france=1, britain=0),
    FinalScored("commodity", 1, "france", 2, 1, "fish"),
    FinalScored("territory", 2, "france", of="northern_colonies", flag="usa"),
    TieBroken(3, 3, "britain"),
    TieBroken(4, 3, "france"),
)
EVERY = (*EVENTS, *CARDS, *MINISTRIES, *WARS)
ALTERNATIVES = sorted({op.option for two in facts().event_versions for v in two for op in (*v.effect, *v.bonus)} - {""})
FOREIGN = {"en": re.compile(r"[а-яё]", re.I), "ru": re.compile(r"[a-z]", re.I)}


def is_finished(text: str, code: str) -> bool:
    """Neither empty nor with ids, holes, words of the other language."""
    return bool(text.strip()) and not re.search(r"%|\w_\w|\bNone\b", text) and not FOREIGN[code].search(text)


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("event", EVERY, ids=lambda event: type(event).__name__)
def test_every_event_has_its_sentence(event: Event, code: str) -> None:
    groups = REPORT.news([Told(5, event)], None, language(code))
    for group in groups:
        assert is_finished(group.heading, code)
        for line in group.lines:
            assert is_finished(line.text, code)
            assert not line.note or is_finished(line.note, code)
            assert line.log == 5
    silent = isinstance(event, TurnBegan | RoundStarted) or (isinstance(event, DebtChanged) and event.why == "pass")
    assert groups or silent
    assert is_finished(TELLINGS.said(event, speech(language(code))).text, code)


def test_no_event_is_forgotten() -> None:
    assert {type(event) for event in EVERY} == {*GAME.events, Corrected, WindowClosed}


def test_the_public_form_of_a_private_event_is_no_private_line() -> None:
    told = Told(
        3, BonusTileBought("france", MAJOR), {"france": BonusTileBought("france", MAJOR, "bonus_wss_fr_vendome")}
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
        RoundStarted("france", 1),
        InvestmentTaken("france", "inv_e4_d2"),
        DebtChanged("france", -2, "pass"),
        Passed("france", 2),
    )
    assert lines_of(*told) == ["tile taken: Economic 4 and Diplomatic 2, and passed (debt -2)"]


def test_an_advantage_and_its_effect_are_one_line() -> None:
    told = (AdvantageUsed("france", "rum", ECONOMIC), SpaceShifted("france", "caicos", "unflag", ECONOMIC, "rum"))
    assert lines_of(*told) == ["Caicos: British flag removed (advantage Rum, 2 economic points)"]
    told_free = (AdvantageUsed("france", "baltic_trade"), DebtChanged("france", -2, "baltic_trade"))
    assert lines_of(*told_free) == ["debt -2 (advantage Baltic Trade)"]


def test_treaty_points_for_an_advantage_do_not_part_it_from_its_effect() -> None:
    told = (
        AdvantageUsed("france", "silesia_negotiations", ECONOMIC),
        TreatyPointsChanged("france", 1, "m13"),
        SpaceShifted("france", "savoy", "unflag", ECONOMIC, "silesia_negotiations"),
    )
    assert lines_of(*told) == [
        "Savoy: British flag removed (advantage Silesia Negotiations, 2 economic points)",
        "+1 treaty point (Pompadour & Du Barry)",
    ]


def test_the_effect_of_a_line_ends_with_its_round() -> None:
    told: list[Told[Event]] = [
        Told(1, RoundEnded("france", 4, 1)),
        Told(1, TreatyPointsChanged("france", -3, "reduce_treaty_points")),
        Told(1, VictoryPoints("france", 1, "fish")),
    ]
    assert (
        REPORT.effect(told, "france", language("en")).text == "the round is over, unused: 1 point of the major action"
    )


def test_what_an_event_could_not_do_is_told_with_its_condition() -> None:
    assert lines_of(EventWithoutEffect("france", 34, "bonus", "vp")) == [
        "without effect: “1 VP with Governance face up”"
    ]


def test_alternatives_of_which_none_is_possible_are_told_once_5_2() -> None:
    found = {op.option: op.op for op in facts().event_versions[11][1].part("effect")}
    assert len(found) == 3
    (line,) = lines_of(*(EventWithoutEffect("britain", 12, "effect", op) for op in found.values()))
    assert line.startswith("without effect: “")
    assert line.count("; or ") == 2


def test_debt_stands_with_the_demand_it_came_from() -> None:
    told = (DemandScored("fish", 2, 1, "france", 2, 1), ForcedDebt("france", 1, 0, "fish"))
    assert lines_of(*told) == ["Fish: France +2 VP, debt +1 (2 to 1)"]


def test_victory_points_name_the_debt_that_did_not_fit_3_10() -> None:
    told = (
        DemandScored("fish", 2, 1, "france", 2, 1),
        ForcedDebt("france", 0, 1, "fish"),
        VictoryPoints("britain", 1, "fish"),
    )
    assert lines_of(*told) == [
        "Fish: France +2 VP (2 to 1; 1 point of debt does not fit below the limit)",
        "+1 VP (debt of France beyond its limit, Fish)",
    ]


def test_victory_points_name_their_side_also_in_its_own_round() -> None:
    told = (RoundStarted("france", 2), VictoryPoints("france", 2, "alberonis_ambition"))
    (group,) = REPORT.news([Told(n, event) for n, event in enumerate(told, 1)], "france", language("en"))
    assert [line.who.name for line in group.lines if line.who] == ["France"]


def test_the_track_at_its_end_is_not_a_match_without_a_winner_4_1_13() -> None:
    assert lines_of(VictoryChecked(29)) == ["nobody has won yet, the track stands at 29"]
    assert lines_of(VictoryChecked(34)) == ["the track stands at 34"]


def test_a_ministry_and_its_effect_are_one_line() -> None:
    told = (MinistryUsed("britain", "m10", 1, MAJOR), SquadronBuilt("britain", MAJOR))
    assert lines_of(*told) == [
        "a squadron built, it lies in the navy box (ministry Edmond Halley, 1 military point + 1 debt + 1 treaty point)"
    ]
    bank = (MinistryUsed("britain", "m8", 1), DebtLimitRaised((6, 7)))
    assert lines_of(*bank) == ["the debt limit is 7 now (ministry Bank of England)"]
    points = (MinistryUsed("france", "m1", 1), MinistryPoints("france", "m1", "diplomatic", 2, "major"))
    assert lines_of(*points) == ["2 diplomatic points more (ministry The Cardinal Ministers)"]


def test_spoils_are_one_line_for_winner_and_loser_7_2() -> None:
    told = (
        SpoilsTaken(2, "france", 1, 2, 1),
        VictoryPoints("france", 1, "wss_spain"),
        TreatyPointsChanged("britain", 2, "wss_spain"),
    )
    assert lines_of(*told) == ["spoils: France +1 VP, 1 conquest point; Britain +2 treaty points"]


def test_a_refusal_tells_its_price_once_7_2_2() -> None:
    told = (ConquestRefused("britain", "gibraltar", 3, 1), VictoryPoints("france", 3, "refusal"))
    assert lines_of(*told) == ["Gibraltar is not given up (France scores 3 VP)"]


def test_theatres_have_headings_of_their_own() -> None:
    told = (
        WarBegan("wss"),
        TheatreRevealed(1, "wss_central_europe", ("basic_plus1",), ("basic_plus2",), "france"),
        AdvantageLost("france", "rum"),
        TheatreRevealed(2, "wss_spain", ("basic_plus1",), ("basic_plus2",), "france"),
        VictoryChecked(12, war="wss"),
        WarEnded("wss"),
        WarTilesLaid("france", (0, 0, 0, 0), war="was"),
    )
    groups = REPORT.news([Told(n, event) for n, event in enumerate(told, 1)], None, language("en"))
    assert [(group.heading, len(group.lines)) for group in groups] == [
        ("War of the Spanish Succession", 1),
        ("Theatre 1: Central Europe", 2),
        ("Theatre 2: Spain", 1),
        ("Victory Check Phase (War)", 1),
        ("Reset Phase (War)", 1),
        ("War Layout Phase", 1),
    ]


def test_the_victory_check_of_a_war_speaks_of_its_theatres_7_4() -> None:
    told = (VictoryChecked(20, "france", "wss"), VictoryChecked(20, "france"))
    groups = REPORT.news([Told(n, event) for n, event in enumerate(told, 1)], None, language("en"))
    found = [(group.heading, line.rule or group.rule, line.text) for group in groups for line in group.lines]
    assert found == [
        (
            "Victory Check Phase (War)",
            "7.4",
            "France won every theatre with the most it can give",
        ),
        ("Victory Check Phase", "4.1.13", "France won every award and all demand"),
    ]


def test_the_effect_of_a_line_of_a_war_ends_with_the_theatre() -> None:
    told: list[Told[Event]] = [
        Told(1, SpaceConquered("france", "gibraltar", 1, "britain")),
        Told(1, TheatreRevealed(2, "wss_spain", (), (), "france")),
        Told(1, SpoilsUnflagged("britain", "savoy")),
    ]
    for seat in ("france", "britain"):
        text = REPORT.effect(told, seat, language("en")).text
        assert "Gibraltar conquered from Britain (1 conquest point)" in text
        assert "Savoy" not in text


def test_a_symbol_of_a_war_tile_alone_does_not_stand_under_the_spoils_7_1_2() -> None:
    told = [Told[Event](1, TileEffectUsed("britain", "basic_unflag", "unflag", "bavaria"))]
    (group,) = REPORT.news(told, None, language("en"))
    assert (group.heading, group.rule) == ("War Resolution Phase", "7.1")


def test_rounds_have_headings_and_sides_are_not_repeated() -> None:
    told = (RoundStarted("france", 2), InvestmentTaken("france", "inv_e4_d2"), RoundEnded("france", 2))
    (group,) = REPORT.news([Told(n, event) for n, event in enumerate(told, 1)], None, language("en"))
    assert group.heading == "Action round 2: France"
    assert [(line.who, line.text) for line in group.lines] == [(None, "tile taken: Economic 4 and Diplomatic 2")]


def test_cards_that_leave_one_after_the_other_are_one_line_4_1_6() -> None:
    told = (EventCardRemoved("france", 7), EventCardRemoved("france", 14), EventCardRemoved("britain", 2))
    assert lines_of(*told) == [
        "#7 Austro-Spanish Rivalry, #14 Famine in Ireland leave the game (Succession Era)",
        "#2 Acts of Union leaves the game (Succession Era)",
    ]


def test_what_happened_before_a_theatre_was_decided_stands_under_its_name_7_1() -> None:
    used = TileEffectUsed("france", "basic_unflag", "unflag", "sweden")
    resolved = TheatreResolved(1, "wss_central_europe", Strength(2), Strength(1), 1, "france")
    groups = REPORT.news([Told(1, used), Told(1, resolved)], None, language("en"))
    assert [group.heading for group in groups] == ["Theatre 1: Central Europe"]


def test_an_effect_is_private_only_where_what_it_tells_is() -> None:
    told: list[Told[Event]] = [
        Told(1, RoundEnded("france", 4)),
        Told(1, EventsDealt("france", 1), {"france": EventsDealt("france", 1, (7,))}),
    ]
    effect = REPORT.effect(told, "france", language("en"))
    assert (effect.text, effect.private) == ("the round is over", False)


def test_markets_that_are_isolated_stand_in_the_standing_not_in_the_news_5_4_1() -> None:
    told = (RoundStarted("france", 2, ("caicos",)), RoundStarted("britain", 2, ("caicos",)))
    assert lines_of(*told) == []


def test_a_round_whose_beginning_was_told_before_learns_its_number_from_its_end() -> None:
    told = (SpaceShifted("britain", "savoy", "flag", MINOR), RoundEnded("britain", 3, 1))
    (group,) = REPORT.news([Told(n, event) for n, event in enumerate(told, 1)], None, language("en"))
    assert group.heading == "Action round 3: Britain"


def test_a_round_whose_beginning_was_told_before_and_that_goes_on_has_its_number() -> None:
    before = [Told(1, RoundStarted("france", 4))]
    told = [Told(2, SquadronSentHome("britain", "biscay"))]
    (group,) = REPORT.news(told, "france", language("en"), before)
    assert group.heading == "Action round 4: France"
    assert group.lines[0].text == "Biscay: British squadron goes to its navy box"
    (other,) = REPORT.news(told, "france", language("en"), [*before, Told(1, RoundEnded("france", 4))])
    assert other.heading != group.heading


def test_the_effect_of_a_line_tells_own_deeds_only() -> None:
    told: list[Told[Event]] = [
        Told(1, SpaceShifted("france", "savoy", "flag", MINOR)),
        Told(1, ConflictLifted("savoy")),
        Told(2, RoundEnded("france", 2)),
        Told(2, RoundStarted("britain", 2)),
        Told(2, AwardsLaid(("award_1",) * 4)),
    ]
    assert REPORT.effect(told, "france", language("en")).text == (
        "Savoy: French flag (1 diplomatic point + 1 debt, minor action); Savoy: the conflict marker leaves; "
        "the round is over"
    )


def test_points_left_by_an_action_are_told_once_with_what_ended_it_5_3() -> None:
    told: list[Told[Event]] = [
        Told(1, ActionEnded("france", "major", 1)),
        Told(1, SpaceShifted("france", "savoy", "unflag", MINOR)),
        Told(1, AdvantageLost("britain", "mediterranean_intrigue")),
    ]
    assert REPORT.effect(told, "france", language("en")).text == (
        "Savoy: British flag removed (1 diplomatic point + 1 debt, minor action, "
        "1 point of the major action unused); Britain: advantage lost: Mediterranean Intrigue"
    )
    (group,) = REPORT.news(told, "france", language("en"))
    assert [line.note for line in group.lines] == [
        "1 diplomatic point + 1 debt, minor action, 1 point of the major action unused",
        "",
    ]
    assert lines_of(ActionEnded("france", "major", 2)) == ["2 points of the major action unused"]


def test_both_actions_of_a_round_can_leave_points_5_0() -> None:
    over = RoundEnded("france", 2, 3, 2)
    (line,) = REPORT.news([Told(1, over)], None, language("ru"))[0].lines
    assert line.text == ("раунд закончен, не использовано: 3 очка основного действия и 2 очка дополнительного действия")


def test_an_effect_covers_the_news_that_it_tells_and_no_others() -> None:
    told: list[Told[Event]] = [
        Told(1, SpaceShifted("france", "savoy", "flag", MINOR)),
        Told(2, RoundEnded("france", 2)),
        Told(2, RoundStarted("britain", 2)),
        Told(2, AwardsLaid(("award_1",) * 4)),
    ]
    covered = REPORT.effect(told, "france", language("en")).covers
    lines = [line for group in REPORT.news(told, "france", language("en")) for line in group.lines]
    left = [line.text for line in lines if Mention(line.log or 0, line.text, line.note) not in covered]
    assert len(left) == 1
    assert left[0].startswith("awards ")


# refusals -------------------------------------------------------------------------------------------

CODES = {code.name: (code.rule, tuple(code.facts)) for code in codes_in(*CHAPTERS)}

SEVERAL = {
    **dict.fromkeys(
        ("spaces", "connects", "conflicts", "isolated", "new", "targets", "lines", "allowed"), ("caicos", "antigua")
    ),
    "commodities": ("furs", "fish"),
    "rules": ("caribbean_only", "no_prestige"),
    "options": ("diplomatic", "economic"),
    "arguments": ("conflicts", "pay"),
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
    "conquered": "gibraltar",
    "commodity": "furs",
    "theater": "wss_spain",
    "how": "scoring",
    "condition": "more_of",
    "wanted": "scotland_prestige ireland_prestige",
    "keyword": "style",
    "card": 7,
    "asked_card": 9,
    "part": "bonus",
    "asked_part": "effect",
    "argument": "conflicts",
    "option": "shift",
    "result": "flag",
}
FIGURES = {
    name: 11 + at
    for at, name in enumerate(
        sorted({name for _, names in CODES.values() for name in names} - {*SAMPLE, "type", "wanted", "drawn"})
    )
}


OWN: dict[str, dict[str, object]] = {
    "outside_theater": {"theater": "wss_spain"},
    **{
        code: {"theater": 41}
        for code in (
            "theater_full",
            "no_need_to_move",
            "no_room_to_move",
            "no_such_theater",
            "tile_not_there",
            "theater_bound",
        )
    },
    "swap_needs_two": {"theater": 41},
    "no_such_effect": {"tile": "basic_unflag", "tiles": ["bonus_wss_fr_vendome"]},
    **{code: {"tile": "basic_unflag"} for code in ("no_effect_there", "effect_not_optional")},
    "not_the_tiles_drawn": {"given": ["basic_plus2"], "drawn": ["basic_debt", "basic_plus1"]},
    "event_target": {"given": "rum caicos", "targets": ["fruit caicos", 3, "debt", "navy_box", "basic_debt"]},
    "event_target_twice": {"given": ["caicos", "caicos"]},
    "event_without_bonus": {"has": -1},
    "wrong_space": {"wanted": "fort"},
    "advantage_argument": {"wanted": "squadron"},
    "ability_argument": {"wanted": "space result"},
}
"""Facts that mean something else where another code has them too."""


def sample_facts(code: str) -> dict[str, object]:
    """Facts of a code, every figure another one."""
    given: dict[str, object] = {}
    for name in CODES[code][1]:
        if code in OWN and name in OWN[code]:
            given[name] = OWN[code][name]
        elif name == "type" or (name == "wanted" and code != "event_without_bonus"):
            given[name] = "market" if code in ("wrong_space", "not_conquerable", "not_for_unflag") else "military"
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
    named = REFUSALS.named(reason)
    assert all(str(value) in text for name, value in given.items() if isinstance(value, int) and name in named)


VARIANTS = (
    *(("ability_by_itself", {"how": how}) for how in sorted({*BY_ITSELF.values()})),
    *(("ability_argument", {"wanted": wanted}) for wanted in ("space", "space result", "card", "commodity", "")),
    *(
        ("event_without_bonus", {"condition": condition, "wanted": wanted, "has": has})
        for condition, wanted, has in (
            ("keyword", "style", ""),
            ("available_debt_lead", 3, 1),
            ("bonus_tiles_lead", 1, 0),
            ("advantage", "rum", ""),
            ("", "", ""),
        )
    ),
    ("reveal_without_keyword", {"keyword": ""}),
    ("event_option", {"options": []}),
    *(("event_option", {"options": [option]}) for option in ALTERNATIVES),
    ("event_argument", {"arguments": []}),
    *(("event_argument", {"argument": argument}) for argument in (*ARGUMENTS, "option")),
    ("event_count", {"least": 2, "most": 2}),
    ("no_shift_in_spain", {"result": "unflag"}),
    ("not_for_unflag", {"type": "political", "region": "europe"}),
)


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize(("reason", "given"), VARIANTS)
def test_refusals_that_look_closer_have_a_sentence_for_each_case(
    reason: str, given: dict[str, object], code: str
) -> None:
    text = REPORT.refusal(reason, CODES[reason][0], {**sample_facts(reason), **given}, language(code))
    assert is_finished(text, code)


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("key", sorted(facts().restrictions))
def test_conditions_of_points_are_told(key: str, code: str) -> None:
    assert is_finished(speech(language(code)).restriction(key), code)


def test_refusals_use_only_the_facts_of_their_code() -> None:
    assert REFUSALS.unsaid(codes_in(*CHAPTERS)) == []


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
    with pytest.raises(LookupError, match="not_your_turn"):
        REPORT.refusal("not_your_turn", "", {}, language("en"))


# the end --------------------------------------------------------------------------------------------


def test_the_end_says_who_has_won_and_where_the_track_stands() -> None:
    result = Result(("france",), "final_vp", {"france": 2, "britain": -2})
    assert REPORT.over(result, "britain", language("en")) == (
        "France wins after the final scoring. The track stands at 17."
    )
    assert "Побеждает Франция" in REPORT.over(result, None, language("ru"))


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("how", schema()["properties"]["how"]["enum"])
@pytest.mark.parametrize("winner", ["france", ""])
def test_every_end_is_told(how: str, winner: str, code: str) -> None:
    assert is_finished(ending(how, winner, 15 if not winner else 20, speech(language(code))), code)


@pytest.mark.parametrize("code", ["en", "ru"])
def test_every_war_tile_and_ministry_is_named(code: str) -> None:
    to = speech(language(code))
    texts = [to.war_tile(tile.id) for tile in facts().war_tiles] + [to.ministry(f"m{n}") for n in range(1, 27)]
    assert all(text and "_" not in text for text in texts)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (ShiftPolitical("savoy", "flag"), "флаг на Савойю"),
        (ShiftMarket("martinique", "unflag"), "снять флаг с Мартиники"),
        (DeploySquadron(NAVY_BOX, "hooghly_river"), "развернуть эскадру из Поля Флота в Реку Хугли"),
        (RemoveConflict("georgia"), "убрать конфликт с Джорджии"),
        (AnswerConquest("louisiana", refuse=False), "отдать Луизиану"),
        (SeizeFort("vandavasi"), "захватить форт Вандаваси"),
    ],
)
def test_russian_orders_name_spaces_in_the_case_that_the_verb_asks_for(action: Action, line: str) -> None:
    assert PHRASES.say(action, "ru") == line
    assert PHRASES.parse(line, "ru") == action


def test_every_case_form_is_read_back() -> None:
    """Whatever is printed of a space in any case names this space alone."""
    called = names("ru")
    forms = [(id, form) for id in SPACE.ids for _, form in called.cases(SPACE, id, ("accusative", "genitive"))]
    assert len(forms) > 100
    for id, form in forms:
        assert PHRASES.book.look_up("space", form, "ru").ids == (id,), form


def test_whoever_is_waited_for_stands_in_the_accusative() -> None:
    assert [speech(language("ru")).party(side).whom for side in ("france", "britain")] == ["Францию", "Британию"]


# nothing is without words ---------------------------------------------------------------------------


def test_every_event_action_question_and_code_has_words() -> None:
    assert TELLINGS.untold([*GAME.events, Corrected, WindowClosed]) == []
    assert ASKINGS.unoffered(GAME.actions) == []
    kinds = {kind.kind for module in CHAPTERS for kind in vars(module).values() if _is_asked(kind)}
    assert len(kinds) == 20
    assert ASKINGS.unasked(kinds) == []


def _is_asked(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Answers) and "kind" in vars(value)
