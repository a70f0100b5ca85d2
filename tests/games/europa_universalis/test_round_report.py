"""What a mail says of a round that is over: one's own realm first, then one's wars, the world, what will come."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.ages import Scored
from adjudicator.games.europa_universalis.rules.alliances import Allied, WarBegan
from adjudicator.games.europa_universalis.rules.battles import BattleBegan, BattleOver
from adjudicator.games.europa_universalis.rules.casualties import OthersLost, UnitLost
from adjudicator.games.europa_universalis.rules.characters import Appointed, Gone
from adjudicator.games.europa_universalis.rules.claims import ClaimsChanged
from adjudicator.games.europa_universalis.rules.declaration import WarDeclared
from adjudicator.games.europa_universalis.rules.events import EventTaken
from adjudicator.games.europa_universalis.rules.goals import StruggleScored
from adjudicator.games.europa_universalis.rules.influence import InfluenceChanged
from adjudicator.games.europa_universalis.rules.movement import Marched
from adjudicator.games.europa_universalis.rules.operations import OptionTaken
from adjudicator.games.europa_universalis.rules.players import Dealt
from adjudicator.games.europa_universalis.rules.purse import LoanRepaid, LoanTaken, PrestigeChanged
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.rules.settlement import PeaceMade
from adjudicator.games.europa_universalis.rules.treaties import PeaceSigned
from adjudicator.games.europa_universalis.slots import CHARACTER, MILESTONE
from adjudicator.games.europa_universalis.state import State
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.games.europa_universalis.words.netting import settled
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.kernel.simulate import random_action
from adjudicator.language import Language, language
from adjudicator.reports.wording.game import Course, Moment, TurnSummary
from tests.games.europa_universalis.table import table

ENGLISH, RUSSIAN = language("en"), language("ru")


def nothing(state: State) -> None:
    """Nobody changes anything."""


def after(
    change: Callable[[State], None], *events: Event, seats: tuple[str, ...] = ("france",), to: Language = ENGLISH
) -> TurnSummary:
    """The report of a round in which this changed and these events were told."""
    before, match = table(), table()
    change(match.state)
    moments = (Moment(1, before.view(seats)), Moment(9, match.view(seats)))
    told = tuple(ObservedEvent(n, each) for n, each in enumerate(events, 2))
    return REPORT.turned(Course(moments=moments, seats=seats, told=told), to)


def part(turned: TurnSummary, heading: str) -> tuple[str, ...]:
    """The paragraphs of the section with a heading, none if there is none."""
    return next((each.paragraphs for each in turned.sections if each.heading == heading), ())


def captions(turned: TurnSummary) -> list[str]:
    return [each.heading or (each.table.caption if each.table else "") for each in turned.sections]


def test_the_realm_comes_first_then_wars_then_the_world_then_what_will_come() -> None:
    def war(state: State) -> None:
        make_war(state, REALM.index["france"], REALM.index["england"])

    own, fights, *rest = captions(after(war, WarDeclared("england", ("france",))))
    assert (own, fights) == ("Your realm: France", "Your wars")
    assert rest == [
        "The world",
        "The next income of France (phase 4), as things stand",
        "Milestones",
        "Powers",
        "Forces",
    ]
    assert captions(after(nothing, seats=())) == ["The world", "Milestones", "Powers", "Forces"]


def test_who_leads_and_where_the_reader_stands() -> None:
    def prestige(state: State) -> None:
        for n, seat in enumerate(("england", "france", "castile", "austria")):
            state.led[seat].prestige = n

    story = after(prestige, seats=("england",)).story
    assert story == ("Most prestige: Austria, 3.", "England: prestige 0, place 4.")
    assert after(prestige, seats=("castile",)).story[1] == "Castile: prestige 2 (+2), place 2."
    assert after(nothing).story == ("All realms are tied at prestige 0.",)


def test_prestige_of_a_round_names_its_reasons_for_each_realm() -> None:
    def moved(state: State) -> None:
        state.led["france"].prestige += 3
        state.led["england"].prestige -= 5

    events = (
        PrestigeChanged("france", 5, "milestone"),
        PrestigeChanged("france", -2, "cause_unused"),
        PrestigeChanged("england", -5, "bankruptcy"),
    )
    assert part(after(moved, *events), "Your realm: France") == (
        "Prestige 3 (+3: milestone +5, casus belli not used -2).",
    )
    assert "England: prestige -5 (-5: bankruptcy)." in part(after(moved, *events), "The world")
    assert "Англия: престиж -5 (-5: банкротство)." in part(after(moved, *events, to=RUSSIAN), "В мире")


def test_figures_land_ties_and_people_of_the_own_realm() -> None:
    def much(state: State) -> None:
        own, bordeaux = state.led["france"], PROVINCE.index["bordeaux"]
        own.prestige, own.ducats, own.power = 4, own.ducats - 5, [5, 2, 5]
        state.owner[bordeaux] = REALM.index["france"]
        state.unrest |= PROVINCE.mask_of(("orleans",))
        state.rebel_towns |= PROVINCE.mask_of(("lyon",))
        state.occupier[PROVINCE.index["limousin"]] = REALM.index["england"]
        state.allied["france"] = REALM.mask_of(("savoy",))
        own.claims = 0
        own.influence[AREA.index["burgundy"]] += 2
        own.ruler = CHARACTER.index["england"]

    told = part(after(much, LoanTaken("france", 1), EventTaken("france", "bright_star", 2)), "Your realm: France")
    assert told[0].startswith("Prestige 4 (+4), ducats 10 (-5), tax ")
    assert told[0].endswith("power 5/2/5 (before: 5/5/5).")
    assert told[1:6] == (
        "You won Bordeaux A40 (from England).",
        "Enemies occupied Limousin A43 (England).",
        "Rebels took Lyon A46.",
        "Unrest has come: Orléans A36.",
        "New allies: Savoy.",
    )
    assert "Influence: Burgundy +2." in told
    assert told[-1] == "France took the event “Bright star”."
    russian = part(after(much, to=RUSSIAN), "Ваша держава: Франция")
    assert russian[1:4] == (
        "Вы приобрели Бордо A40 (прежде у Англии).",
        "Враги заняли Лимузен A43 (Англия).",
        "Повстанцы захватили Лион A46.",
    )
    assert part(after(nothing), "Your realm: France") == ("Nothing has changed.",)


def test_a_war_says_how_it_began_what_is_held_and_how_it_ended() -> None:
    def held(state: State) -> None:
        make_war(state, REALM.index["france"], REALM.index["england"])
        state.occupier[PROVINCE.index["bordeaux"]] = REALM.index["france"]

    events = (
        WarDeclared("france", ("england",)),
        WarBegan("france", "england"),
        WarBegan("castile", "france"),
        PeaceMade("castile", "france", "white"),
        WarBegan("france", "savoy"),
        PeaceMade("france", "savoy", "white"),
        BattleBegan(("france",), ("england",), "aquitaine"),
        UnitLost("england", "regular", "infantry", 1),
        UnitLost("england", "regular", "infantry", 1),
        UnitLost("france", "regular", "infantry", 1),
        BattleOver("attackers", ("france",), (), "aquitaine", None, 0),
    )
    assert part(after(held, *events), "Your wars") == (
        "War with England: you declared it; you hold Bordeaux A40.",
        "Wars with Castile and Savoy: through an alliance or a call; white peace.",
        "Battle of Aquitaine: France attacked England; France won. Losses: England 2 infantry, France 1 infantry.",
    )
    assert part(after(held, *events, to=RUSSIAN), "Ваши войны") == (
        "Война с Англией: объявили вы; вы занимаете Бордо A40.",
        "Войны с Кастилией и Савойей: из-за союза или призыва; белый мир.",
        "Битва в Аквитании: Франция нападает на Англию; победа за Францией. Потери: Англия 2 отряда пехоты, Франция 1 "
        "отряд пехоты.",
    )
    other = after(held, *events, seats=("austria",))
    assert part(other, "Your wars") == ()
    assert "Occupied: Bordeaux A40 (France)." in part(other, "The world")
    assert any(each.startswith("Battle of Aquitaine: France attacked England") for each in part(other, "The world"))


@pytest.mark.parametrize(
    ("to", "wars", "told"),
    [
        (ENGLISH, "Your wars", "War with England: you declared it; peace by negotiation (present state)."),
        (RUSSIAN, "Ваши войны", "Война с Англией: объявили вы; мир по договору (нынешнее положение)."),
    ],
)
def test_a_peace_that_was_negotiated_is_told_as_one_and_once(to: Language, wars: str, told: str) -> None:
    events = (
        WarDeclared("france", ("england",)),
        WarBegan("france", "england"),
        PeaceSigned("england", "france"),
        PeaceMade("england", "france", "keep"),
    )
    assert part(after(nothing, *events, to=to), wars) == (told,)
    own = ("Your realm: France", "Ваша держава: Франция")[to is RUSSIAN]
    signed = PeaceSigned("france", "england"), PeaceMade("france", "england", "keep")
    assert part(after(nothing, *signed, to=to), own) == part(after(nothing, to=to), own), "the war has it"


def test_others_hear_of_a_negotiated_peace_once() -> None:
    events = (PeaceSigned("france", "england"), PeaceMade("england", "france", "keep"))
    told = " ".join(part(after(nothing, *events, seats=("austria",)), "The world"))
    assert "England made peace with France" in told
    assert "negotiated" not in told
    truce = " ".join(part(after(nothing, PeaceSigned("france", "castile"), seats=("austria",)), "The world"))
    assert "France negotiated with Castile" in truce, "where no peace is made of it the talks are told"


def test_the_world_names_the_others_with_their_names_in_the_right_case() -> None:
    events = (
        WarDeclared("castile", ("aragon",)),
        PeaceMade("castile", "aragon", "white"),
        Dealt("castile", "england", alliance=True, ducats=-10),
        Dealt("castile", "austria", sold=("lisboa",), ducats=3),
        Allied("castile", "england"),
        BattleBegan((), ("castile",), "castile", rebels=0, helpers=("aragon",)),
        OthersLost("attackers", (), ("aragon",), units=2),
        BattleOver("", (), (), "castile", None, 0),
    )
    english, *battle = part(after(nothing, *events), "The world")
    assert english == (
        "Castile declared war on Aragon, made a white peace with Aragon, and agreed with England (alliance and"
        " Castile pays 10 ducats), and Austria (Austria pays 3 ducats and Austria gets Lisboa C05)."
    ).replace("C05", REPORT.speech(ENGLISH).short(PROVINCE, "lisboa"))
    assert battle == ["Battle of Castile: Aragon attacked Castile; nobody is left. Losses: Aragon 2 units."]
    russian = part(after(nothing, *events, to=RUSSIAN), "В мире")[0]
    assert russian.startswith("Кастилия объявляет войну Арагону, заключает белый мир с Арагоном")
    assert "договаривается с Англией (союз и Кастилия платит 10 дукатов)" in russian


def test_of_a_power_struggle_only_who_gained_or_lost_is_named_r17_03() -> None:
    scored = [StruggleScored(seat, "italian_wars", n) for seat, n in (("france", 0), ("castile", 3), ("austria", -1))]
    world = part(after(nothing, *scored), "The world")
    assert "Power struggle “Italian wars”: Castile +3, Austria -1." in world
    assert "Power struggle “Italian wars”: nobody." in part(after(nothing, scored[0]), "The world")


def test_the_end_tells_what_everybody_scored_and_no_next_income_r3_55() -> None:
    def scored(seat: str, total: int) -> Scored:
        nothing_else = dict.fromkeys(Scored.__struct_fields__[2:-1], 0)
        return Scored(seat, missions=3, **nothing_else, total=total)

    turned = after(nothing, scored("france", 3), scored("austria", 7))
    assert part(turned, "Final scoring") == ("Austria 7: prestige +4, missions +3.", "France 3: missions +3.")
    assert not [each for each in captions(turned) if "phase 4" in each]


def test_a_pact_that_is_told_as_new_is_not_told_as_a_deal_too() -> None:
    def allied(state: State) -> None:
        state.allied["france"] |= REALM.mask_of(("castile",))
        state.allied["castile"] |= REALM.mask_of(("france",))

    alone, paid = (Dealt("castile", "france", alliance=True, ducats=ducats) for ducats in (0, 3))
    assert part(after(allied, alone), "Your realm: France") == ("New allies: Castile.",)
    assert part(after(allied, paid), "Your realm: France") == (
        "New allies: Castile.",
        "Castile agreed with France (alliance and France pays 3 ducats).",
    )


def test_a_deal_is_told_in_the_realms_of_both() -> None:
    deal = Dealt("castile", "france", marriage=True)
    turned = after(nothing, deal)  # which was dissolved again
    assert part(turned, "Your realm: France") == ("Castile agreed with France (marriage).",)
    assert not any("agreed" in each for each in part(turned, "The world"))


@pytest.mark.parametrize(
    ("to", "own", "theirs"),
    [
        (
            ENGLISH,
            "France took the event “Strike of the guilds” (unrest +3).",
            "England chose unrest +3 (“Strike of the guilds”).",
        ),
        (
            RUSSIAN,
            "Франция берёт событие «Стачка цехов» (беспорядки +3).",
            "Англия выбирает: беспорядки +3 («Стачка цехов»).",
        ),
    ],
    ids=["en", "ru"],
)
def test_what_was_chosen_of_an_event_stands_behind_it_r16_02(to: Language, own: str, theirs: str) -> None:
    chosen = [OptionTaken(seat, "events.guild_strike.effects.0", 2) for seat in ("france", "england")]
    realm, world = after(nothing, EventTaken("france", "guild_strike", 0), *chosen, to=to).sections[:2]
    assert (realm.paragraphs, world.paragraphs) == ((own,), (theirs,))


def test_the_next_income_is_told_term_by_term() -> None:
    table_of = next(each.table for each in after(nothing).sections if each.table and "phase 4" in each.table.caption)
    terms = [(row.cells[0], int(row.cells[1])) for row in table_of.rows]
    assert terms[0][0] == "towns"
    assert terms[-1] == ("income less upkeep", sum(n for _, n in terms[:-1]))
    assert table_of.note.startswith("administrative power +")


def test_who_is_nearest_to_a_milestone_is_named_and_who_lacks_little_r17_02() -> None:
    def pacts(state: State) -> None:
        state.goals.milestones = MILESTONE.mask_of(("web_of_pacts",))
        for seat in state.order:
            state.allied[seat] = state.married[seat] = 0
        state.allied["france"] = REALM.mask_of(("savoy",))

    def near(*arrange: Callable[[State], None]) -> str:
        def change(state: State) -> None:
            for each in (pacts, *arrange):
                each(state)

        table_of = next(
            each.table for each in after(change).sections if each.table and each.table.caption == "Milestones"
        )
        return table_of.rows[0].cells[-1]

    def castile_has_two(state: State) -> None:
        state.allied["castile"] = REALM.mask_of(("aragon", "portugal"))

    assert near() == "France 1 of 4"
    assert near(castile_has_two) == "Castile 2 of 4"


def test_columns_of_a_round_in_which_nothing_stands_are_left_out() -> None:
    """Nobody has reached a milestone at first."""
    tables = [each.table for each in after(nothing).sections if each.table and each.table.caption == "Milestones"]
    assert [[column.title for column in each.columns] for each in tables] == [["milestone", "what it asks", "near"]]


def net(*events: Event, before: State | None = None) -> list[Event]:
    return [
        each.public
        for each in settled([ObservedEvent(n, each) for n, each in enumerate(events)], (), before)
        if each.public
    ]


FRANCE: dict[str, Any] = {"seat": "france"}


@pytest.mark.parametrize(
    ("events", "left"),
    [
        ([LoanTaken("france", 1), LoanRepaid("france", 0)], []),
        ([LoanRepaid("france", 0), LoanTaken("france", 1)], []),
        ([LoanTaken("france", 1), LoanRepaid("castile", 0)], [LoanTaken("france", 1), LoanRepaid("castile", 0)]),
        ([InfluenceChanged("france", "naples", 1), InfluenceChanged("france", "naples", -1)], []),
        (
            [InfluenceChanged("france", "naples", 1), InfluenceChanged("france", "naples", 1)],
            [InfluenceChanged("france", "naples", 2)],
        ),
        ([Marched("france", 1, "seine", "burgundy"), Marched("france", 1, "burgundy", "seine")], []),
        (
            [Marched("france", 1, "seine", "burgundy"), Marched("france", 1, "burgundy", "lombardy")],
            [Marched("france", 1, "seine", "lombardy")],
        ),
        (
            [ClaimsChanged("france", ("naples", "seine"), True), ClaimsChanged("france", ("naples",), False)],
            [ClaimsChanged("france", ("seine",), True)],
        ),
        (
            [Appointed("france", "england", "general", army=1), Gone("france", "england", "general", "died")],
            [Gone("france", "england", "general", "died")],
        ),
        (
            [Dealt("france", "castile", ducats=5), Dealt("castile", "france", ducats=5)],
            [],
        ),
        (
            [Dealt("france", "castile", alliance=True), Allied("castile", "france")],
            [Dealt("france", "castile", alliance=True)],
        ),
        (
            [
                Dealt("france", "castile", alliance=True, ducats=-10),
                Dealt("castile", "france", ducats=-2, sold=("lisboa",)),
                Dealt("france", "england", ducats=1),
            ],
            [
                Dealt("france", "castile", alliance=True, ducats=-8, bought=("lisboa",)),
                Dealt("france", "england", ducats=1),
            ],
        ),
        (
            [Dealt("france", "castile", marriage=True), Allied("castile", "france")],
            [Dealt("france", "castile", marriage=True), Allied("castile", "france")],
        ),
    ],
)
def test_what_came_to_nothing_is_not_told(events: list[Event], left: list[Event]) -> None:
    assert net(*events) == left


def test_a_general_who_is_back_at_his_army_was_not_moved_r5_02() -> None:
    state = table().state
    state.led["france"].armies[1].general = CHARACTER.index["england"]
    moves = [Appointed("france", "england", "general", army=army) for army in (3, 2)]
    assert net(*moves, before=state) == []
    assert net(*moves) == [moves[-1]]
    assert net(moves[0], before=state) == [moves[0]]


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("to", [ENGLISH, RUSSIAN], ids=["en", "ru"])
def test_rounds_at_random_are_told_to_everybody(players: int, to: Language) -> None:
    match, rng, told = set_up(GAME, seats=GAME.seatings(players)[0], seed=b"told"), Random(players), list[Any]()
    began = match.copy()
    while match.state.rounds < 1:
        told += random_action(match, rng)
    for seats in ((), *((seat,) for seat in match.header.seats)):
        moments = (Moment(0, began.view(seats)), Moment(1, match.view(seats)))
        turned = REPORT.turned(Course(moments=moments, seats=seats, told=tuple(told)), to)
        lines = [line for each in turned.sections for line in each.paragraphs]
        assert lines
        assert not [line for line in lines if "%(" in line or "_" in line or not line.endswith(".")]


def test_each_language_has_its_own_quotes() -> None:
    taken = EventTaken("france", "bright_star", 2)
    (english,), (russian,) = (
        part(after(nothing, taken, to=to), heading)
        for to, heading in ((ENGLISH, "Your realm: France"), (RUSSIAN, "Ваша держава: Франция"))
    )
    assert english == "France took the event “Bright star”."
    assert russian == "Франция берёт событие «Яркая звезда»."


@pytest.mark.parametrize(
    ("to", "came", "gone"),
    [
        (ENGLISH, "Papal controller now: Castile.", "Nobody controls the curia now."),
        (RUSSIAN, "Курией теперь управляет Кастилия.", "Курией теперь не управляет никто."),
    ],
)
def test_who_controls_the_curia_now_is_told_and_that_nobody_does(to: Language, came: str, gone: str) -> None:
    def empty(state: State) -> None:
        state.curia.cardinals = []

    views = [table(*arrange).view(("france",)) for arrange in ((empty,), ())]
    for (before, now), said in ((views, came), (reversed(views), gone)):
        course = Course(moments=(Moment(1, before), Moment(9, now)), seats=("france",), told=())
        world = part(REPORT.turned(course, to), "The world" if to is ENGLISH else "В мире")
        assert said in world
