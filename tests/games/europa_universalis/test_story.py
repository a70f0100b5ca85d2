"""The story of a mail and the few words of its subject: sentences of events, in Russian in cases."""

from __future__ import annotations

from typing import get_args

from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.alliances import AllianceEnded
from adjudicator.games.europa_universalis.rules.battle_dice import DiceRolled
from adjudicator.games.europa_universalis.rules.battles import BattleBegan, BattleOver
from adjudicator.games.europa_universalis.rules.casualties import OthersLost, UnitLost
from adjudicator.games.europa_universalis.rules.characters import Appointed, Gone
from adjudicator.games.europa_universalis.rules.declaration import WarDeclared
from adjudicator.games.europa_universalis.rules.elections import Elected
from adjudicator.games.europa_universalis.rules.influence import InfluenceChanged
from adjudicator.games.europa_universalis.rules.movement import Marched
from adjudicator.games.europa_universalis.rules.purse import LoanRepaid, LoanTaken, PrestigeChanged, Reason
from adjudicator.games.europa_universalis.rules.recruiting import UnitsRaised
from adjudicator.games.europa_universalis.rules.retreats import Retreated
from adjudicator.games.europa_universalis.rules.sailing import Sailed
from adjudicator.games.europa_universalis.rules.settlement import PeaceMade
from adjudicator.games.europa_universalis.rules.sieges import Occupied
from adjudicator.games.europa_universalis.rules.trade import Traded
from adjudicator.games.europa_universalis.rules.unrest import RebelDice
from adjudicator.games.europa_universalis.words import REPORT, fought
from adjudicator.games.europa_universalis.words.book import REGISTERS
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.language import language
from adjudicator.reports.wording.game import Stretch

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


def told(*events: Event) -> list[ObservedEvent[Event]]:
    return [ObservedEvent(n, each) for n, each in enumerate(events, 1)]


def test_a_story_names_places_and_people_in_their_cases() -> None:
    """No deed is a label with what stands behind a colon."""
    assert REPORT.sentences(told(*ROUND), (), RUSSIAN) == (
        "Кастилия посылает корабли в Центральную Атлантику, теряет влияние в Бургундии, назначает Изабеллу генералом "
        "армии 3 и торгует в узле Ла-Манш.",
        "Кастилия бросает кубики повстанцев за Бретань и Нормандию (восстание), занимает Галисию, набирает отряды в "
        "Андалусии, а также идёт походом в Луару.",
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
        "Битва в Луаре: победа за повстанцами",
        "Морское сражение, Лионский залив: победа за пиратами",
        "Битва в Луаре: победа за Кастилией, Францией и Арагоном",
    ]


def test_rebels_that_attack_are_told_with_their_number_r14_50() -> None:
    battle = (
        BattleBegan((), ("castile",), "andalucia", rebels=3),
        OthersLost("attackers", (), (), rebels=3),
        BattleOver("defenders", ("castile",), (), "andalucia", None, 0),
    )
    spoken = {code: REPORT.speech(language(code)) for code in ("en", "ru")}
    assert [fought.told(each, to) for to in spoken.values() for each in fought.battles(battle)] == [
        "Battle of Andalucia: rebels (3) attacked Castile; Castile won. Losses: rebels 3.",
        "Битва в Андалусии: повстанцы (3) нападают на Кастилию; победа за Кастилией. Потери: повстанцы 3.",
    ]
    first = [REPORT.gist(told(battle[0]), GAME.seats, language(code)) for code in spoken]
    assert first == [
        "Battle of Andalucia: rebels (3) attacked Castile",
        "Битва в Андалусии: повстанцы (3) нападают на Кастилию",
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
        "Sea battle, Gulf of Lion: France attacked pirates (2), hits 0 : 1; France won. Losses: pirates 1.",
        "Морское сражение, Лионский залив: Франция нападает на пиратов (2), попадания 0 : 1; победа за Францией. "
        "Потери: пираты 1.",
    ]
    for code, outlaws in (("en", "rebel"), ("ru", "повстан")):
        lines = [line.text for group in REPORT.news(told(*hunt), (), language(code)) for line in group.lines]
        assert len(lines) == 3, "the dice and what they cost are one line"
        assert outlaws not in " ".join(lines).lower()


FOUGHT = (
    WarDeclared("france", ("england",), ()),
    BattleBegan(("france",), ("england",), "aquitaine", helpers=("provence",), help=2),
    DiceRolled("attackers", ("france",), ("provence",), ("cav", "cav", "inf"), 1),
    DiceRolled("defenders", ("england",), (), ("inf", "inf", "cav"), 2),
    UnitLost("england", "regular", "infantry", 1),
    OthersLost("attackers", ("france",), ("provence",), units=1),
    DiceRolled("attackers", ("france",), ("provence",), ("miss",), 0),
    DiceRolled("defenders", ("england",), (), ("cav", "cav"), 2),
    UnitLost("france", "mercenary", "cavalry", 1),
    UnitLost("france", "regular", "infantry", 1),
    Retreated("france", "languedoc"),
    BattleOver("defenders", ("england",), (), "aquitaine", None, 0),
    Appointed("france", "cas_two_crowns", "general", army=3),
)


def test_a_battle_is_told_in_sentences_with_what_it_cost_whom() -> None:
    spoken = {code: REPORT.speech(language(code)) for code in ("en", "ru")}
    assert [fought.told(each, to) for to in spoken.values() for each in fought.battles(FOUGHT)] == [
        "Battle of Aquitaine: France and Provence attacked England, hits 1 : 4; England won. Losses: England 1 "
        "infantry, Provence 1 unit, France 1 cavalry and 1 infantry. France retreated to Languedoc.",
        "Битва в Аквитании: Франция и Прованс нападают на Англию, попадания 1 : 4; победа за Англией. Потери: Англия 1 "
        "отряд пехоты, Прованс 1 отряд, Франция 1 отряд кавалерии и 1 отряд пехоты. Франция отступает в Лангедок.",
    ]


def test_at_sea_those_whom_nobody_plays_lose_ships() -> None:
    began = BattleBegan(("france",), (), zone="gulf_of_lion", realms=("siena",), units=2)
    lost = OthersLost("defenders", (), ("siena",), units=2)
    over = BattleOver("attackers", ("france",), (), None, "gulf_of_lion", 0)
    (battle,) = fought.battles((began, lost, over))
    assert fought.told(battle, REPORT.speech(ENGLISH)).endswith("France won. Losses: Siena 2 ships.")
    assert fought.told(battle, REPORT.speech(RUSSIAN)).endswith("Потери: Сиена 2 корабля.")


def test_who_fights_is_told_the_dice_of_every_round_and_a_receipt_too() -> None:
    rounds = [
        "France and Provence rolled cavalry × 2, infantry: 1 hit; England rolled infantry × 2, cavalry: 2 hits; "
        "losses: England 1 infantry, Provence 1 unit",
        "France and Provence rolled miss: 0 hits; England rolled cavalry × 2: 2 hits; losses: France 1 cavalry and 1 "
        "infantry",
    ]
    (battle,) = fought.battles(FOUGHT)
    live = fought.told(battle, REPORT.speech(ENGLISH), live=True)
    assert all(f" {each[:1].upper()}{each[1:]}. " in live for each in rounds)
    receipt = REPORT.effect(told(*FOUGHT), "england", ENGLISH).text
    assert all(each in receipt for each in rounds)


def test_a_story_has_the_dice_of_a_battle_for_those_who_fight_in_it() -> None:
    match = set_up(GAME, seats=GAME.seatings(4)[0], seed=b"fought")

    def story(seat: str, since: int) -> str:
        view = match.view((seat,))
        return " ".join(
            REPORT.story(Stretch(before=view, view=view, told=told(*FOUGHT[since:]), seats=(seat,)), ENGLISH)
        )

    assert "rolled" in story("england", 0)
    assert "rolled" in story("england", 6), "the battle began before the last mail"
    assert "rolled" not in story("austria", 0)
    assert "hits 1 : 4; England won. Losses: England 1 infantry" in story("austria", 0)


def test_a_subject_names_the_battle_the_war_the_peace_and_the_election() -> None:
    peace, election = PeaceMade("france", "england", "white", None), Elected("austria")
    stretches = (FOUGHT, FOUGHT[:1], FOUGHT[:3], FOUGHT[4:], (*FOUGHT, peace), (peace, election, FOUGHT[-1]))
    assert [REPORT.gist(told(*each), GAME.seats, ENGLISH) for each in stretches] == [
        "Battle of Aquitaine: England beats France and Provence",
        "France declared war on England",
        "Battle of Aquitaine: France and Provence attacked England",
        "Battle of Aquitaine: England won",
        "France made a white peace with England",
        "Austria was elected emperor",
    ]
    assert REPORT.gist(told(*FOUGHT), GAME.seats, RUSSIAN) == "Битва в Аквитании: Англия побеждает Францию и Прованс"


def test_prestige_names_its_reason() -> None:
    assert {*REGISTERS.words["prestige"]} == {*get_args(Reason)}
    moved = told(PrestigeChanged("france", 2, "mission"), PrestigeChanged("france", -5, "bankruptcy"))
    for code, line, sentence in (
        ("en", "prestige +2 (mission); prestige -5 (bankruptcy)", "France lost 5 prestige (bankruptcy)."),
        ("ru", "престиж +2 (миссия); престиж -5 (банкротство)", "Франция теряет 5 престижа (банкротство)."),
    ):
        assert REPORT.effect(moved, "france", language(code)).text == line
        assert REPORT.sentences(moved, (), language(code)) == (sentence,)
