"""The story of a mail and the few words of its subject: sentences of events, in Russian in cases."""

from __future__ import annotations

from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.alliances import AllianceEnded
from adjudicator.games.europa_universalis.rules.battle_dice import DiceRolled
from adjudicator.games.europa_universalis.rules.battles import BattleBegan, BattleOver
from adjudicator.games.europa_universalis.rules.casualties import OthersLost
from adjudicator.games.europa_universalis.rules.characters import Appointed, Gone
from adjudicator.games.europa_universalis.rules.influence import InfluenceChanged
from adjudicator.games.europa_universalis.rules.movement import Marched
from adjudicator.games.europa_universalis.rules.purse import LoanRepaid, LoanTaken
from adjudicator.games.europa_universalis.rules.recruiting import UnitsRaised
from adjudicator.games.europa_universalis.rules.sailing import Sailed
from adjudicator.games.europa_universalis.rules.sieges import Occupied
from adjudicator.games.europa_universalis.rules.trade import Traded
from adjudicator.games.europa_universalis.rules.unrest import RebelDice
from adjudicator.games.europa_universalis.words import REPORT, fought
from adjudicator.kernel.events import Event, Told
from adjudicator.language import language

ENGLISH, RUSSIAN = language("en"), language("ru")
ROUND = (
    Sailed("castile", 1, "central_atlantic"),
    InfluenceChanged("castile", "burgundy", -1),
    Appointed("castile", "cas_two_crowns", "general", army=3),
    Traded("castile", node="english_channel"),
    RebelDice("castile", "brittany_normandy", ("rebellion",)),
    Occupied("castile", "galicia"),
    UnitsRaised("castile", "andalucia", "infantry", 1, 1, "regular", 2),
    Marched("castile", 1, "castile", "loire"),
)


def told(*events: Event) -> list[Told[Event]]:
    return [Told(n, each) for n, each in enumerate(events, 1)]


def test_a_story_names_places_and_people_in_their_cases() -> None:
    """No deed is a label with what stands behind a colon."""
    assert REPORT.sentences(told(*ROUND), (), RUSSIAN) == (
        "Кастилия посылает корабли в Центральную Атлантику, теряет влияние в Бургундии, назначает Изабеллу (генерал "
        "армии 3) и торгует в узле Ла-Манш.",
        "Кастилия бросает кубики повстанцев за Бретань и Нормандию (восстание), занимает Галисию, набирает отряды в "
        "Андалусии и идёт походом в Луару.",
    )


def test_a_gist_has_nothing_that_came_to_nothing() -> None:
    advisor = Appointed("france", "mil_4", "advisor", power="mil")
    idle = LoanTaken("france", 2), advisor, Gone("france", "mil_4", "advisor", "dismissed"), LoanRepaid("france", 1)
    assert REPORT.gist(told(*idle), GAME.seats, ENGLISH) == ""
    some = told(*idle, InfluenceChanged("france", "burgundy", -1))
    assert REPORT.gist(some, GAME.seats, ENGLISH) == "France lost influence in Burgundy"


def test_of_an_alliance_that_ends_both_sides_are_told() -> None:
    ended = told(AllianceEnded("france", "scotland"))
    assert REPORT.gist(ended, GAME.seats, RUSSIAN) == "Франция больше не в союзе с Шотландией"
    assert REPORT.gist(ended, GAME.seats, ENGLISH) == "France is no longer allied with Scotland"


def test_a_victory_is_with_whoever_has_won() -> None:
    rebels = BattleOver("defenders", (), (), "loire", None, 2)
    pirates = BattleOver("defenders", (), (), None, "gulf_of_lion", 0, node="genoa")
    allies = BattleOver("attackers", ("castile", "france"), ("aragon",), "loire", None, 0)
    said = [REPORT.gist(told(each), GAME.seats, RUSSIAN) for each in (rebels, pirates, allies)]
    assert said == [
        "Луара: победа за повстанцами",
        "Лионский залив: победа за пиратами",
        "Луара: победа за Кастилией, Францией и Арагоном",
    ]


def test_rebels_that_attack_are_told_with_their_number_r14_50() -> None:
    battle = (
        BattleBegan((), ("castile",), "andalucia", rebels=3),
        OthersLost("attackers", (), (), rebels=3),
        BattleOver("defenders", ("castile",), (), "andalucia", None, 0),
    )
    spoken = {code: REPORT.speech(language(code)) for code in ("en", "ru")}
    assert [fought.told(each, to) for to in spoken.values() for each in fought.battles(battle)] == [
        "Battle, Andalucia: rebels (3) against Castile, won by Castile; losses: rebels 3.",
        "Битва, Андалусия: повстанцы (3) против Кастилии, победа за Кастилией; потери: повстанцы 3.",
    ]
    first = [REPORT.gist(told(battle[0]), GAME.seats, language(code)) for code in spoken]
    assert first == [
        "Battle, Andalucia: rebels (3) against Castile",
        "Битва, Андалусия: повстанцы (3) против Кастилии",
    ]


def test_pirates_are_not_called_rebels_r9_51() -> None:
    hunt = (
        BattleBegan(("france",), (), zone="gulf_of_lion", node="genoa", rebels=2),
        DiceRolled("defenders", (), (), ("inf", "miss"), 1, node="genoa"),
        OthersLost("defenders", (), (), rebels=1, node="genoa"),
        BattleOver("attackers", ("france",), (), None, "gulf_of_lion", 0, node="genoa"),
    )
    spoken = {code: REPORT.speech(language(code)) for code in ("en", "ru")}
    assert [fought.told(each, to) for to in spoken.values() for each in fought.battles(hunt)] == [
        "Battle, Gulf of Lion: France against pirates (2), won by France; losses: pirates 1.",
        "Битва, Лионский залив: Франция против пиратов (2), победа за Францией; потери: пираты 1.",
    ]
    for code, outlaws in (("en", "rebel"), ("ru", "повстан")):
        lines = [line.text for group in REPORT.news(told(*hunt), (), language(code)) for line in group.lines]
        assert len(lines) == len(hunt)
        assert outlaws not in " ".join(lines).lower()
