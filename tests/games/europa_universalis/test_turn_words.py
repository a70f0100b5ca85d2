"""What a mail says of a turn: what is still to be done, each kind of action by its first, what would be left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from inspect import getsource
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from adjudicator import Action, new_match
from adjudicator.games.europa_universalis import effects
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import PROVINCE, REALM
from adjudicator.games.europa_universalis.game import CHAPTERS, GAME
from adjudicator.games.europa_universalis.rules.acting import EndTurn
from adjudicator.games.europa_universalis.rules.administration import IncreaseStability
from adjudicator.games.europa_universalis.rules.alliances import ForgeAlliance, WarBegan
from adjudicator.games.europa_universalis.rules.battles import battle_at
from adjudicator.games.europa_universalis.rules.book import TurnDeed
from adjudicator.games.europa_universalis.rules.calls import CallAlly, NoCall
from adjudicator.games.europa_universalis.rules.casualties import KeepCommand
from adjudicator.games.europa_universalis.rules.characters import AppointAdmiral, AppointAdvisor, Appointed
from adjudicator.games.europa_universalis.rules.claims import ClaimsChanged
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar, WarDeclared
from adjudicator.games.europa_universalis.rules.drawing import (
    ChooseMissions,
    DiscardCards,
    DrawCards,
    choose_missions,
    set_up_hand,
)
from adjudicator.games.europa_universalis.rules.events import TakeEvent
from adjudicator.games.europa_universalis.rules.goals import Research
from adjudicator.games.europa_universalis.rules.influence import InfluenceChanged, PlaceInfluence
from adjudicator.games.europa_universalis.rules.meeting import need
from adjudicator.games.europa_universalis.rules.operations import AtProvince, OptionTaken, TakeOption
from adjudicator.games.europa_universalis.rules.operations_cards import at_node
from adjudicator.games.europa_universalis.rules.players import Deal
from adjudicator.games.europa_universalis.rules.purse import LoanRepaid, LoanTaken, TakeLoan
from adjudicator.games.europa_universalis.rules.recruiting import Recruit
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.rules.religion import UnrestInstead
from adjudicator.games.europa_universalis.rules.settlement import PeaceMade
from adjudicator.games.europa_universalis.rules.terms import UnrestCalmed
from adjudicator.games.europa_universalis.rules.trade import Trade
from adjudicator.games.europa_universalis.rules.treaties import PeaceSigned
from adjudicator.games.europa_universalis.rules.unrest import RebelDice, spread
from adjudicator.games.europa_universalis.slots import CARD, EVENT, IDEA
from adjudicator.games.europa_universalis.state import DisplayedEvent, State
from adjudicator.games.europa_universalis.words import REPORT, figures
from adjudicator.games.europa_universalis.words import effects as said
from adjudicator.games.europa_universalis.words.book import REGISTERS
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.language import Language, language
from adjudicator.reports.model import OptionGroup, Question
from adjudicator.reports.wording.game import Asked, Coded, Course, Moment, Stretch
from tests.games.europa_universalis import field
from tests.games.europa_universalis import test_operations as operations
from tests.games.europa_universalis import test_symbols as symbols
from tests.games.europa_universalis.table import do, hand, has, table


def _asked_for() -> set[str]:
    """What the questions of operations and rules are given, as their modules name it."""
    calls = r'(?:an_area|a_province|a_realm|in_areas|with_realm|token_moved)\(.*?"([a-z ]+)"'
    found = {each for module in CHAPTERS for each in re.findall(calls, getsource(module))}
    return found | {"calm", "unrest", "religion", "no marriage"}


ENGLISH, RUSSIAN = language("en"), language("ru")


def question(match: Match, to: str = "en", seat: str = "france") -> Question:
    book = match.game.part("phrases")
    options = tuple(Coded(f"1{n}", each, book.say(each, to)) for n, each in enumerate(match.options(seat)))
    asked = Asked(1, match.decisions()[0], options)
    return REPORT.question(asked, match.view((seat,)), seat, language(to))


def test_behind_its_action_a_turn_asks_for_minor_actions_only_r3_20() -> None:
    match = table()
    assert "or pass" in question(match).title
    do(match, PlaceInfluence("burgundy"))
    while match.decisions()[0].kind != "turn":
        do(match, match.options("france")[-1])
    assert question(match).title == "Action done: take minor actions or end your turn"
    assert question(match, "ru").title == "Действие выполнено: ещё малые действия или конец хода"
    assert EndTurn() in match.options("france")


def test_a_brief_mail_says_a_kind_of_action_once_with_what_may_follow_it() -> None:
    match = table()
    links = question(match).links
    assert links is not None
    shown = [option for group in links for option in group.options]
    (placed,) = (each for each in shown if each.code.startswith("influence in"))
    many = sum(isinstance(each, PlaceInfluence) for each in match.options("france"))
    assert len(placed.then) == many
    assert placed.onward.endswith(f" · {many - placed.onward.count(' · ')} more")
    assert len(shown) < 40 < len(match.options("france"))
    assert {group.heading for group in links} >= {"Actions", "War", "Diplomacy"}


@pytest.mark.parametrize("seeds", [1, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("code", ["en", "ru"])
def test_what_stands_behind_an_arrow_is_an_order(code: str, seeds: int) -> None:
    book, rng, tried = GAME.part("phrases"), Random(5), 0
    for seed in range(seeds):
        match = new_match(GAME.id, seed=bytes([seed]), players=4)
        for _ in range(60):
            seat = match.decisions()[0].waiting[0]
            for option in (option for group in question(match, code, seat).links or () for option in group.options):
                for behind in option.then:
                    tried += 1
                    match.check(seat, book.parse(f"{option.code} {behind}", code))
            match.apply(seat, match.sample(seat, rng))
    assert tried > 160 * seeds


def test_what_would_be_left_and_what_to_beware_of() -> None:
    match = table()
    before = match.view(("france",))
    do(match, PlaceInfluence("burgundy"))
    make_war(match.state, REALM.index["france"], REALM.index["england"])
    stretch = Stretch(before=before, view=match.view(("france",)), told=(), seats=("france",))
    left = {item.name: item.text for item in REPORT.left(stretch, "france", ENGLISH)}
    assert left["diplomatic power"] == "5 → 4"
    (section,) = REPORT.preview(stretch, "france", ENGLISH)
    assert section.paragraphs[0] == "You are at war with England."


def test_the_ideas_on_display_say_what_they_do_and_who_has_them() -> None:
    match = table()
    match.state.goals.ideas = IDEA.mask_of(("tolerance", "bureaucracy"))
    match.state.led["france"].ideas = IDEA.mask_of(("bureaucracy",))
    told = {
        code: next(each for each in REPORT.standing(match.view(), (), None, to).tables if each.caption == caption)
        for code, to, caption in (("en", ENGLISH, "Ideas"), ("ru", RUSSIAN, "Идеи"))
    }
    assert [each.cells for each in told["en"].rows] == [
        ("Tolerance", "areas spared dissent each round +1", ""),
        ("Bureaucracy", "ducats each round +2", "France"),
    ]
    assert told["ru"].rows[1].cells == ("Бюрократия", "дукаты каждый раунд +2", "Франция")


def test_a_brief_mail_has_the_prestige_in_its_box_and_milestones_as_stakes() -> None:
    match = table()
    match.state.led["france"].prestige = 7
    standing = REPORT.standing(match.view(("france",)), ("france",), None, ENGLISH)
    assert standing.box is not None
    assert (standing.box.label, standing.box.value) == ("Most prestige: France", "7")
    for led in match.state.led.values():
        led.prestige = 7
    now = match.copy()
    level = [REPORT.standing(now.view(("france",)), ("france",), None, to).box for to in (ENGLISH, RUSSIAN)]
    assert [box and box.label for box in level] == ["Prestige: all tied at", "Престиж: у всех поровну"]
    assert len(standing.stakes) == match.state.goals.milestones.bit_count()
    moment = Moment(1, match.view(("france",)))
    turned = REPORT.turned(Course(moments=(moment, moment), seats=("france",), told=()), ENGLISH)
    assert turned.title == "round 1 of age 1 is over"


def test_two_who_are_equally_near_a_milestone_are_both_named(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table()
    near = {seat: (2 if n in (0, 2) else 1, 4) for n, seat in enumerate(match.state.order)}
    monkeypatch.setattr(figures, "progress", lambda state, seat, needs: near[seat])
    stakes = REPORT.standing(match.view(("france",)), ("france",), None, ENGLISH).stakes
    first, _, third, *_ = match.state.order
    assert {each.ahead.text for each in stakes} == {f"{first[0].upper()}, {third[0].upper()} 2/4"}


def test_where_a_cardinal_dies_it_is_told_whose_each_is() -> None:
    match = symbols.symbol("cardinal_dies", symbols.curia("castile", "austria", "france"))
    phrases = table().game.part("phrases")
    for to, told in (
        ("en", "From left to right: 1 Castile, 2 Austria, 3 France."),
        ("ru", "Слева направо: 1 Кастилия, 2 Австрия, 3 Франция."),
    ):
        options = tuple(Coded(f"1{n}", each, phrases.say(each, to)) for n, each in enumerate(match.options("france")))
        asked = Asked(1, match.decisions()[0], options)
        assert told in str(REPORT.question(asked, match.view(("france",)), "france", language(to)))


def test_of_many_answers_each_kind_is_said_once_in_both_languages() -> None:
    match = table()
    first, russian = question(match), question(match, "ru")
    assert first.links is not None
    assert first.how == (
        "An action ends your turn, unless you add “more” after it. Choices follow the arrow. To see all of them with "
        "codes, send “list” and the words before the arrow."
    )
    assert russian.links is not None
    assert any(" · ещё " in option.onward for group in russian.links for option in group.options)
    wars = [option for group in first.links for option in group.options if option.code == "declare war on"]
    assert [(war.words, war.then[0]) for war in wars] == [
        ("(1 mil)", "England"),
        ("(1 mil, stability -2)", "Castile"),
    ], "what a war costs stands before whom it may be declared on (R9.02)"
    do(match, PlaceInfluence("burgundy"))
    assert match.decisions()[0].kind == "more_influence"
    assert question(match).title.startswith("Do you place more influence")


def test_what_came_to_nothing_is_no_part_of_the_story_r5_04() -> None:
    match = table()
    moves = [Appointed("france", "england", "general", army=army) for army in (1, 2, 3)]
    loans = [LoanTaken("france", 1), LoanRepaid("france", 0), LoanTaken("castile", 1), LoanRepaid("castile", 0)]

    def story(*events: Any) -> str:
        told = [ObservedEvent(n, each) for n, each in enumerate(events)]
        stretch = Stretch(before=None, view=match.view(("france",)), told=told, seats=("france",))
        return " ".join(REPORT.story(stretch, ENGLISH))

    assert story(*loans) == ""
    assert story(*loans, LoanTaken("france", 1)) == story(LoanTaken("france", 1)) != ""
    assert story(LoanRepaid("france", 0), LoanTaken("france", 1)) == ""
    assert story(*loans[:1], *moves, *loans[1:]) == story(moves[-1])
    assert story(moves[-1]).count("army") == 1


def test_the_options_of_a_card_are_said_by_what_they_bring_r16_02() -> None:
    match = operations.played(operations.PRICE)
    decision, report = match.decisions()[0], REPORT.with_content(match.game.content, {})
    book, seat = GAME.part("phrases"), decision.seats[0]

    def said(to: Language) -> list[str]:
        options = tuple(Coded(f"1{n}", each, book.say(each, to.code)) for n, each in enumerate(match.options(seat)))
        question = report.question(Asked(1, decision, options), match.view((seat,)), seat, to)
        assert question.links == question.groups
        return [each.words for group in question.groups for each in group.options]

    assert said(ENGLISH) == ["option 1: ducats -6", "option 2: unrest +3"]
    assert said(RUSSIAN) == ["вариант 1: дукаты -6", "вариант 2: беспорядки +3"]
    (taken,) = (
        each for told in match.apply(seat, TakeOption(2)) for each in told.all_visible_to(()) if told.public == each
    )
    assert taken == OptionTaken(seat, decision.context["at"], 2)
    stretch = Stretch(before=None, view=match.view(()), told=[ObservedEvent(1, taken)], seats=())
    assert [line.partition(" (“")[0] for line in report.story(stretch, ENGLISH)] == ["France chose unrest +3"]


@pytest.mark.parametrize(
    ("to", "title"), [("en", "Which trade node is expanded?"), ("ru", "Какой торговый узел расширяется?")]
)
def test_which_node_is_expanded_is_asked_r16_03(to: str, title: str) -> None:
    match = table(frames=[at_node("france", [0, 1])])
    assert question(match, to).title == title


@pytest.mark.parametrize(
    ("deal", "to", "title"),
    [
        (Deal("castile", give=-10), "en", "France proposes: Castile pays 10 ducats. Do you accept?"),
        (Deal("castile", give=-10), "ru", "Франция предлагает: Кастилия платит 10 дукатов. Согласны?"),
        (
            Deal("castile", alliance=True, marriage=True, card="mil"),
            "en",
            "France proposes: alliance and marriage; a card for both: military power. Do you accept?",
        ),
        (
            Deal("castile", alliance=True, marriage=True, card="mil"),
            "ru",
            "Франция предлагает: союз и брак; карта каждому: военная власть. Согласны?",
        ),
    ],
)
def test_a_proposal_of_a_player_is_asked_with_its_terms_r4_02(deal: Deal, to: str, title: str) -> None:
    match = table()
    do(match, deal)
    assert question(match, to, "castile").title == title


def notes(match: Match, kind: type[Action], to: str = "en", *, shown: Sequence[Action] = ()) -> list[str]:
    """The remarks on the options of a kind, or on these."""
    options = [each for each in shown or match.options("france") if type(each) is kind]
    return [each.note for group in groups(match, options, to) for each in group.options]


def groups(match: Match, options: Sequence[Action], to: str = "en") -> tuple[OptionGroup, ...]:
    """These options on their shelves."""
    coded = tuple(Coded(f"1{n}", each, match.game.part("phrases").say(each, to)) for n, each in enumerate(options))
    asked = Asked(1, match.decisions()[0], coded)
    return REPORT.question(asked, match.view(("france",)), "france", language(to)).groups


@pytest.mark.parametrize(
    ("to", "asks"),
    [
        ("en", "marriages 2 → prestige +2; diplomatic power +2"),
        ("ru", "браки 2 → престиж +2; дипломатическая власть +2"),
    ],
)
def test_who_chooses_missions_reads_what_each_asks_and_brings_r3_12(to: str, asks: str) -> None:
    match = table(frames=[choose_missions()])
    assert notes(match, ChooseMissions, to, shown=[ChooseMissions(("fra_royal_matches",))]) == [asks]


def test_an_event_says_the_ducats_on_it_r4_01() -> None:
    def lying(state: State) -> None:
        events = state.events
        events.shown = [DisplayedEvent(events.second.pop(0), 6), DisplayedEvent(events.second.pop(0), 0)]

    found = notes(table(lying), TakeEvent)
    assert found[0].startswith("+6 ducats; ")
    assert not found[1].startswith("+")


def test_the_ducats_of_an_event_are_told_once_r4_01() -> None:
    def lying(state: State) -> None:
        state.events.shown = [DisplayedEvent(state.events.second.pop(0), 6)]

    match = table(lying)
    told = match.apply("france", next(each for each in match.options("france") if isinstance(each, TakeEvent)))
    lines = [line.text + line.note for group in REPORT.news(told, (), ENGLISH) for line in group.lines]
    assert [line for line in lines if "6" in line] == ["ducats +6"]


def test_every_deed_of_the_turn_says_its_price() -> None:
    match = table(has("france", stability=-2), hand("france", "adm_1", "dip_1", "mil_15"))
    assert notes(match, IncreaseStability) == ["3 adm"]
    assert notes(match, IncreaseStability, "ru") == ["3 адм."]
    assert notes(match, ForgeAlliance, shown=[ForgeAlliance("savoy")]) == ["2 dip"]
    assert notes(match, DeclareWar, shown=[DeclareWar(("savoy",))]) == ["1 mil, stability -2"]
    assert notes(match, DeclareWar, "ru", shown=[DeclareWar(("savoy",))]) == ["1 воен., стабильность -2"]
    assert notes(match, Deal, shown=[Deal("castile", give=-10)]) == ["1 dip, Castile pays 10 ducats"]
    assert notes(match, Trade) == ["1 dip"]
    for option in match.options("france"):
        paid = option.fee(match.state, "france", match.game.content) if isinstance(option, TurnDeed) else {}
        (group,) = groups(match, [option])
        told = f"{group.note}; {group.options[0].cost}; {group.options[0].note}"
        assert all(f"{n} {what.rstrip('s')}" in told for what, n in paid.items() if n), option


def test_what_an_option_does_stands_behind_its_price() -> None:
    match = table(hand("france", "adm_1", "mil_15"))
    (tolerance,) = notes(match, Research, shown=[Research("tolerance")])
    assert tolerance.startswith("4 adm, ")
    assert len(tolerance) > len("4 adm, ")
    (advisor,) = groups(match, [AppointAdvisor("adm_1")])
    assert advisor.note.endswith("; advisor 1/0/0, 1 ducat")
    (admiral,) = groups(match, [AppointAdmiral("mil_15")])
    assert "; leader " in admiral.note
    assert "dice: " in admiral.note


@pytest.mark.parametrize(
    ("action", "to", "said"),
    [
        (PlaceInfluence("burgundy"), "en", "For each: 1 dip or 3 ducats. One email can name several, each in a line."),
        (
            PlaceInfluence("burgundy"),
            "ru",
            "За каждое: 1 дип. или 3 дуката. В одном письме можно назвать несколько, каждое в своей строке.",
        ),
        (
            Recruit(),
            "en",
            "Ducats: infantry 2, cavalry 5, artillery 6; mercenaries: infantry 4, cavalry 7, artillery 8; "
            "light ship 4, heavy ship 10, galley 2.",
        ),
    ],
)
def test_what_costs_the_same_for_all_answers_is_said_once(action: Action, to: str, said: str) -> None:
    match = table()
    do(match, action)
    assert said in str(question(match, to))


def test_who_takes_cards_reads_how_many_are_left_r3_11() -> None:
    match = new_match("europa-universalis", seed=b"decks", players=4)
    seat = match.decisions()[0].waiting[0]
    links = question(match, "en", seat).links
    assert links is not None
    assert [len(group.options) for group in links] == [len(match.options(seat))]  # all of one kind: each is a tap
    match.apply(seat, DrawCards(("adm", "adm")))
    assert "Cards to take: 1, in any mix" in str(question(match, "en", seat))


def test_whose_town_gets_unrest_is_said_where_it_is_a_vassals_r14_01() -> None:
    towns = PROVINCE.mask_of(("paris", "anjou"))
    assert notes(table(frames=spread("france", 1, towns, placed=True)), AtProvince) == ["Provence", ""]
    assert notes(table(), UnrestInstead, shown=[UnrestInstead("scotland")]) == ["Scotland"]


def test_a_call_to_arms_says_what_the_ally_brings_and_is_told_by_its_name_r11_30() -> None:
    match = table()
    do(match, DeclareWar(("england",)))
    assert notes(match, CallAlly) == ["2 units", "2 units"]
    told = match.apply("france", CallAlly("provence"))
    assert REPORT.gist(told, GAME.seats, ENGLISH) == "France called Provence to arms"
    assert REPORT.gist(told, GAME.seats, RUSSIAN) == "Франция призывает к оружию Прованс"


@pytest.mark.parametrize(
    ("to", "title"),
    [
        ("en", "You can take one action without paying power: which one?"),
        ("ru", "Вам полагается действие без оплаты властью: какое?"),
    ],
)
def test_what_a_declaration_of_war_gives_is_not_said_to_come_from_a_card_r9_02(to: str, title: str) -> None:
    match = table()
    do(match, DeclareWar(("england",)), NoCall())
    assert question(match, to).title == title


@pytest.mark.parametrize(
    ("uncaused", "note"),
    [(("venice",), "without a cause: Venice"), (("england", "venice"), "without a cause"), ((), "")],
)
def test_a_war_without_a_cause_names_its_targets_once_r9_02(uncaused: tuple[str, ...], note: str) -> None:
    told = [ObservedEvent(1, WarDeclared("france", ("england", "venice"), uncaused))]
    (line,) = [line for group in REPORT.news(told, (), ENGLISH) for line in group.lines]
    assert (line.text, line.note) == ("declared war on England and Venice", note)


def test_of_a_peace_that_was_negotiated_only_the_peace_is_told_r10_06() -> None:
    told = [
        ObservedEvent(1, PeaceSigned("france", "england")),
        ObservedEvent(2, PeaceMade("france", "england", "keep")),
    ]
    stretch = Stretch(before=None, view=table().view(()), told=told, seats=())
    assert REPORT.story(stretch, ENGLISH) == ("France made peace with England (present state).",)
    alone = Stretch(before=None, view=table().view(()), told=told[:1], seats=())
    assert REPORT.story(alone, ENGLISH) == ("France negotiated with England.",)


@pytest.mark.parametrize(
    ("told", "effect", "story"),
    [
        (
            (WarDeclared("france", ("england",)), WarBegan("france", "england"), WarBegan("scotland", "england")),
            "declared war on England; Scotland and England are at war",
            ("France declared war on England.", "Scotland and England are at war."),
        ),
        (
            (ClaimsChanged("france", ("seine",), placed=False), UnrestCalmed("france", "seine")),
            "gave up the claim on Seine for calm",
            ("France gave up claims for calm on Seine.",),
        ),
    ],
)
def test_what_another_event_says_with_more_words_is_told_once(
    told: tuple[Event, ...], effect: str, story: tuple[str, ...]
) -> None:
    heard = [ObservedEvent(n, each) for n, each in enumerate(told)]
    stretch = Stretch(before=None, view=table().view(()), told=heard, seats=())
    assert REPORT.effect(heard, "france", ENGLISH).text == effect
    assert REPORT.story(stretch, ENGLISH) == story
    assert len(REPORT.effect(heard, "france", ENGLISH).covers) == len(told), "nor is it news in the same mail"


def test_a_battle_says_where_it_is_who_fights_and_how_strong() -> None:
    match = field.table(
        field.army("castile", "andalucia", infantry=2, cavalry=1),
        field.holding("castile", "mil_1"),
        field.war("castile", "granada"),
        field.entered("andalucia"),
        frames=[battle_at("castile", "andalucia", origin="leon")],
        active="castile",
    )
    decision = match.decisions()[0]
    asked = Asked(1, decision, (Coded("1a", KeepCommand(), "appoint nobody"),))
    note = "Andalucia, round 1: Castile 3 : Granada 2. A commander you appoint now adds dice immediately."
    assert REPORT.question(asked, match.view(("castile",)), "castile", ENGLISH).note == note
    told = match.apply("castile", KeepCommand())
    lines = [line.text for group in REPORT.news(told, ("castile",), ENGLISH) for line in group.lines]
    assert not any("attackers" in line or "defenders" in line for line in lines)


def test_an_operation_says_what_it_asks_for_and_how_many_are_left() -> None:
    towns = PROVINCE.mask_of(("orleans", "caux", "champagne"))
    match = table(frames=spread("france", 2, towns, placed=True))
    view, decision = match.view(("france",)), match.decisions()[0]
    assert REPORT.question(Asked(1, decision, ()), view, "france", ENGLISH).title == (
        "Which province gets unrest? Still to choose: 2"
    )
    assert REPORT.title(decision, view, RUSSIAN) == "В какой провинции беспорядки? Осталось выбрать: 2"


@pytest.mark.parametrize("language", [ENGLISH, RUSSIAN], ids=["en", "ru"])
@pytest.mark.parametrize("what", sorted(_asked_for()))
def test_everything_that_an_operation_asks_for_has_words(what: str, language: Language) -> None:
    assert REPORT.speech(language).gettext(REGISTERS.words["asks"][what]).endswith((".", "?"))


def test_loans_influence_and_dice_are_one_sentence_of_the_story() -> None:
    told = [
        ObservedEvent(n, each)
        for n, each in enumerate(
            (
                LoanTaken("france", 1),
                InfluenceChanged("france", "burgundy", 1),
                LoanTaken("france", 2),
                InfluenceChanged("france", "lombardy", 1),
                RebelDice("france", "seine", ("no_effect",)),
            )
        )
    ]
    stretch = Stretch(before=None, view=table().view(("england",)), told=told, seats=("england",))
    assert REPORT.story(stretch, ENGLISH) == (
        "France took 2 loans, gained influence in Burgundy and Lombardy, and rolled for unrest in Seine (no effect).",
    )


@pytest.mark.parametrize("form", get_args(effects.Effect), ids=lambda form: str(form.__struct_config__.tag))
def test_every_operation_of_a_card_has_words(form: Any) -> None:
    tables = [REGISTERS.words[each] for each in ("brings", "takes", "does")]
    own = (effects.Choice, effects.GainAction, effects.GainsPower, effects.LosesPower)
    assert form in own or sum(form.__struct_config__.tag in each for each in tables) == 1


def test_what_the_cards_of_the_pack_do_is_said_in_both_languages() -> None:
    content, english, russian = default(), REPORT.speech(ENGLISH), REPORT.speech(RUSSIAN)
    for card in (*content.events.values(), *content.titles.values()):
        for speech in (english, russian):
            assert "_" not in said.told(card.effects, speech)
    assert [id for id, face in content.titles.items() if not said.of_card(face, english)] == []
    assert said.of_card(content.titles["tax_reform"], english) == "ducats +1, for each tax value, halved"
    assert said.told(content.events["bad_harvest"].effects, english) == "unrest +2, everybody"
    assert said.told(content.events["bad_harvest"].effects, russian) == "беспорядки +2, все"


@pytest.mark.parametrize("bonus", get_args(effects.Bonus), ids=lambda form: str(form.__struct_config__.tag))
def test_every_bonus_of_an_idea_has_words(bonus: Any) -> None:
    named = [*get_args(get_type_hints(bonus).get("what")), *get_args(get_type_hints(bonus).get("at"))]
    own = (effects.ExtraDice, effects.OpeningRoll)
    tags = [] if bonus in own else named or [bonus.__struct_config__.tag]
    assert [each for each in tags if each not in REGISTERS.words["lasts"]] == []


def test_what_the_ideas_of_the_pack_do_is_said_in_both_languages() -> None:
    content, english, russian = default(), REPORT.speech(ENGLISH), REPORT.speech(RUSSIAN)
    told = {id: [said.of_idea(face, each) for each in (english, russian)] for id, face in content.ideas.items()}
    assert all(text and "_" not in text for both in told.values() for text in both)
    assert told["bureaucracy"] == ["ducats each round +2", "дукаты каждый раунд +2"]
    assert told["free_trade"] == ["a third merchant", "третий торговец"]
    assert told["noble_knights"][0] == "cavalry dice before a battle: 3, with at least 3 cavalry"
    assert told["absolute_monarchy"][0].startswith("stability -1; prestige +2; a display card from the discards; ")
    assert "when you enforce a peace on a player: stability +1; each round: power +2" in told["absolute_monarchy"][0]


def test_an_event_and_a_card_say_what_they_do_where_they_are_offered() -> None:
    def bad_harvest(state: State) -> None:
        state.events.first = [each for each in state.events.first if each != EVENT.index["bad_harvest"]]
        state.events.shown = [DisplayedEvent(EVENT.index["bad_harvest"])]

    match = table(bad_harvest)
    links = question(match).links
    assert links is not None
    offered = [each for group in links for each in group.options if each.words.startswith("take event")]
    assert [each.gist or each.note for each in offered] == ["unrest +2, everybody"]


def test_what_milestones_and_missions_ask_is_said_in_both_languages() -> None:
    content, english, russian = default(), REPORT.speech(ENGLISH), REPORT.speech(RUSSIAN)
    for goal in (*content.milestones.values(), *content.missions.values()):
        assert not {"", "_"} & {said.needs(goal.needs, english)[:1], said.needs(goal.needs, russian)[:1]}
    asked = {str(each.__struct_config__.tag): each for each in need.forms}
    assert said.needs((asked["wars_won"](2),), english) == "wars won 2"
    reconquest = said.of_mission(content.missions["cas_la_reconquista"], russian)
    assert reconquest.startswith("свои провинции (Гранада, Гибралтар) → престиж +2"), reconquest
    assert asked.keys() == set(REGISTERS.words["needs"])


@pytest.mark.parametrize("to", ["en", "ru"])
def test_each_card_of_a_hand_has_a_shelf_that_says_what_it_does(to: str) -> None:
    """Also among more options than a mail has links for; what stands there is the answer to `rules` with its name."""
    cards = ("adm_1", "adm_5", "adm_9", "dip_3", "dip_6", "dip_9", "dip_12", "dip_15", "mil_1", "mil_5")
    match = table(hand("france", *cards))
    asked = question(match, to, seat="france")
    play = {"en": "play", "ru": "сыграть"}[to]
    shelves = {group.note for group in asked.links or () if play in [option.words for option in group.options]}
    printed = [REPORT.printed(CARD.name, each, match.view("france"), "france", language(to)) for each in cards]
    assert shelves <= {*printed}
    assert len(shelves) > 6


@pytest.mark.parametrize("to", ["en", "ru"])
def test_what_may_go_from_a_first_hand_stands_with_its_card_r2_04(to: str) -> None:
    cards = ("adm_1", "dip_3", "dip_6", "mil_1", "mil_5", "mil_15")
    match = table(hand("france", *cards), frames=[set_up_hand("france")])
    book = match.game.part("phrases")
    singles = [DiscardCards((card,)) for card in cards]
    posts = [each for each in match.options("france") if not isinstance(each, DiscardCards | TakeLoan)]
    coded = tuple(Coded(f"1{n}", each, book.say(each, to)) for n, each in enumerate([*singles, *posts]))
    default = next(each for each in match.options("france") if isinstance(each, DiscardCards))
    asked = REPORT.question(
        Asked(1, match.decisions()[0], coded, default=default), match.view("france"), "france", language(to)
    )
    printed = [REPORT.printed(CARD.name, each, match.view("france"), "france", language(to)) for each in cards]
    assert [group.note for group in asked.groups] == printed
    discard, general = {"en": ("discard", "army 1"), "ru": ("сбросить", "армия 1")}[to]
    assert [group.options[0].words for group in asked.groups] == [discard] * len(cards)
    assert all(len(group.options) > 1 for group in asked.groups)
    assert general in [option.words for group in asked.groups for option in group.options]
    assert "2" in asked.note
