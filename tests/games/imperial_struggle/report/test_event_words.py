"""Every event has its sentence, in both languages, without ids and foreign words."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.imperial_struggle import GAME
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
from adjudicator.games.imperial_struggle.rules.events.playing import EventPlayed
from adjudicator.games.imperial_struggle.rules.events.tiles import BonusTileDrawn, BonusTileReturned
from adjudicator.games.imperial_struggle.rules.forts import FortBuilt, FortRepaired, FortSeized
from adjudicator.games.imperial_struggle.rules.investment import InvestmentTaken
from adjudicator.games.imperial_struggle.rules.military import (
    BonusTileBought,
    ConflictRemoved,
    MilitaryConverted,
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
from adjudicator.games.imperial_struggle.rules.payment import Paid
from adjudicator.games.imperial_struggle.rules.points import ActionEnded
from adjudicator.games.imperial_struggle.rules.scoring import AwardScored, DemandScored, MinistryScored, PrestigeScored
from adjudicator.games.imperial_struggle.rules.shifts import EventCardDrawn, SpaceShifted
from adjudicator.games.imperial_struggle.rules.squadrons import SquadronBuilt, SquadronDeployed
from adjudicator.games.imperial_struggle.rules.turn import FirstPlayerChosen, InitiativeHeld
from adjudicator.games.imperial_struggle.rules.war.conquest import (
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
from adjudicator.games.imperial_struggle.words.speech import speech
from adjudicator.kernel.events import Corrected, Event, ObservedEvent, WindowClosed
from adjudicator.language import language
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


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("event", EVERY, ids=lambda event: type(event).__name__)
def test_every_event_has_its_sentence(event: Event, code: str, office: Any) -> None:
    groups = REPORT.news([ObservedEvent(5, event)], (), language(code))
    for group in groups:
        assert office.is_finished(group.heading, code)
        for line in group.lines:
            assert office.is_finished(line.text, code)
            assert not line.note or office.is_finished(line.note, code)
            assert line.log == 5
    silent = isinstance(event, TurnBegan | RoundStarted) or (isinstance(event, DebtChanged) and event.why == "pass")
    assert groups or silent
    assert office.is_finished(TELLINGS.said(event, speech(language(code))).text, code)


def test_no_event_is_forgotten() -> None:
    assert {type(event) for event in EVERY} == {*GAME.events, Corrected, WindowClosed}


def test_the_public_form_of_a_private_event_is_no_private_line() -> None:
    told = ObservedEvent(
        3, BonusTileBought("france", MAJOR), {"france": BonusTileBought("france", MAJOR, "bonus_wss_fr_vendome")}
    )
    (own,) = REPORT.news([told], "france", language("en"))
    (other,) = REPORT.news([told], "britain", language("en"))
    assert own.lines[0].mark is Mark.PRIVATE
    assert "Vendôme +3" in own.lines[0].text
    assert other.lines[0].mark is Mark.PLAIN
    assert "Vendôme" not in other.lines[0].text
