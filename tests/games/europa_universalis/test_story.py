"""The story of a mail and the few words of its subject: sentences of events, in Russian in cases."""

from __future__ import annotations

from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.alliances import AllianceEnded
from adjudicator.games.europa_universalis.rules.battles import BattleOver
from adjudicator.games.europa_universalis.rules.characters import Appointed, Gone
from adjudicator.games.europa_universalis.rules.influence import InfluenceChanged
from adjudicator.games.europa_universalis.rules.movement import Marched
from adjudicator.games.europa_universalis.rules.purse import LoanRepaid, LoanTaken
from adjudicator.games.europa_universalis.rules.recruiting import UnitsRaised
from adjudicator.games.europa_universalis.rules.sailing import Sailed
from adjudicator.games.europa_universalis.rules.sieges import Occupied
from adjudicator.games.europa_universalis.rules.trade import Traded
from adjudicator.games.europa_universalis.rules.unrest import RebelDice
from adjudicator.games.europa_universalis.words import REPORT
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
    rebels = BattleOver("defenders", (), (), None, "gulf_of_lion", 2)
    allies = BattleOver("attackers", ("castile", "france"), ("aragon",), "loire", None, 0)
    said = [REPORT.gist(told(each), GAME.seats, RUSSIAN) for each in (rebels, allies)]
    assert said == ["Лионский залив: победа за повстанцами", "Луара: победа за Кастилией, Францией и Арагоном"]
