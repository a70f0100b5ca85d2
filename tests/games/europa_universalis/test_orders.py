"""Every action can be said in English and Russian, and what is said is read back as the same."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.phrases import PHRASES
from adjudicator.games.europa_universalis.rules import (
    access,
    ages,
    alliances,
    battle_dice,
    battles,
    calls,
    casualties,
    drawing,
    empire,
    events,
    exploration,
    movement,
    operations_units,
    peace,
    ports,
    purse,
    rebels,
    retreats,
    subjugation,
    supplies,
    terms,
    trade,
    unrest,
)
from adjudicator.games.europa_universalis.rules.treaties import KeepState, Treaty
from adjudicator.kernel.actions import Action
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.log import Entry, entry_of
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import play_out
from adjudicator.orders.vocabulary.phrasebook import phrases_of
from adjudicator.orders.vocabulary.phrases import Legal

DECISIONS, LISTED = 250, 5
"""How much of a game is played, and how many of the legal actions are said at each decision."""
SELDOM = (
    access.Ferry("east_anglia", "brittany_normandy", 1, consent="france"),
    ages.ReplaceIdea("tolerance", "bureaucracy"),
    alliances.Court("scotland", "france"),
    alliances.Court("scotland", "france", "burgundy"),
    battle_dice.UseInBattle("mil_1", "innovatory_tactics", infantry=2, artillery=1),
    battle_dice.UseInBattle("mil_1"),
    battle_dice.TakeDie("cavalry"),
    battle_dice.BaseDice("infantry"),
    battles.Fight("loire"),
    battles.Fight(zone="north_sea"),
    battles.MakeMain("england"),
    battles.Command("adm_1"),
    calls.CallAlly("scotland"),
    calls.AcceptCall(active=True),
    calls.PlaceCasusBelli(),
    casualties.LoseUnit("artillery", 2),
    casualties.LoseShip("light", fleet=False),
    casualties.LoseShip("heavy"),
    casualties.LoseShip("heavy", whole=True),
    casualties.StrikeFirst("france"),
    casualties.StrikeFirst("rebels"),
    empire.PutImperial("tirol", out_of="austria"),
    empire.GiveCause("france"),
    exploration.Wreck(casualties.LoseShip("heavy"), "caribbean_sea"),
    exploration.Wreck(casualties.LoseShip("light", fleet=False), port="canada"),
    exploration.Explore("caribbean_sea", docked="lisboa"),
    operations_units.LoseIn("loire", "cavalry", "mercenary", 1),
    peace.Negotiate("england"),
    Treaty("england", by="france", term="humiliation", victor="france"),
    Treaty(
        "england",
        by="france",
        term="keep",
        returned=("caux",),
        exchanged=("rennes", "nantes"),
        ransom=4,
        give=5,
        cut=("scotland",),
    ),
    KeepState("england", freed=("caux", "maine")),
    ports.LeavePort("north_sea"),
    unrest.ExhaustUnit("loire", "cavalry", 1),
    unrest.ExhaustUnit(),
    purse.GivePower("mil"),
    rebels.NewRealm("scotland"),
    retreats.Retreat("loire"),
    retreats.Retreat("leon", pay="ducats", consent="england"),
    casualties.PrizeAlone(),
    casualties.PrizeToFleet(),
    casualties.LeavePrize(),
    supplies.ReturnCardinal(2),
    supplies.ReturnCharge("adm_1"),
    supplies.ReturnColonist(),
    supplies.ReturnCore("seine"),
    supplies.ReturnShip("light", "bay_of_biscay"),
    supplies.ReturnShip("heavy", port="london", fleet=True),
    supplies.ReturnShip("galley", "gulf_of_lion", fleet=True),
    supplies.TakePirates("bordeaux"),
    supplies.TakeRebels("seine"),
    retreats.Retreat(zone="north_sea"),
    retreats.Retreat(port="lisboa"),
    access.StepAhead("mil_3", 2, "loire", "ducats"),
    subjugation.Subjugate("scotland"),
    events.SinkShip("england", "north_sea"),
    events.LoseCardinal(3),
    terms.Enthrone("mil_1"),
    trade.Favour("england"),
)


def test_every_question_that_interrupts_has_a_name_for_standing_orders() -> None:
    assert {*phrases_of(GAME).interruptions} >= {"prize", "retreat", "consent"}


@pytest.mark.parametrize(
    ("action", "en", "ru"),
    [
        (
            movement.Regroup(2, 0, "infantry", 3),
            "leave in the area infantry 3 from army 2",
            "оставить в области пехоту 3 из армии 2",
        ),
        (
            movement.Regroup(0, 1, "infantry"),
            "take from the area infantry to army 1",
            "взять из области пехоту в армию 1",
        ),
        (
            movement.Regroup(2, 1, "cavalry", 1, "mercenary"),
            "regroup mercenary cavalry from army 2 to army 1",
            "перегруппировать наёмную кавалерию из армии 2 в армию 1",
        ),
        (drawing.DrawCards(("adm", "dip", "mil")), "take a card from each deck", "взять по карте из каждой колоды"),
        (
            trade.TradeIn("wool_1", "bordeaux", "bordeaux"),
            "trade with card Wool 1 in Bordeaux node merchant from Bordeaux node",
            "торговать картой шерсть 1 в узле Бордо торговец из узла Бордо",
        ),
        (
            trade.TradeIn("wool_1", "bordeaux"),
            "trade with card Wool 1 in Bordeaux node",
            "торговать картой шерсть 1 в узле Бордо",
        ),
    ],
    ids=str,
)
def test_an_order_is_said_as_people_say_it(action: Action, en: str, ru: str) -> None:
    assert not en or PHRASES.say(action, "en") == en
    assert PHRASES.say(action, "ru") == ru


def read_back(actions: list[Action], options: list[Action]) -> None:
    context = Legal([*actions, *options])
    for legal in actions:
        for language in ("en", "ru"):
            text = PHRASES.say(legal, language)
            assert PHRASES.parse(text, language, context) == legal, text
            said = text.replace(",", " ,").split()
            assert not [pair for pair in pairwise(said) if pair[0] == pair[1] and pair[0].isalpha()], text
            assert " :" not in text


class EnoughError(Exception):
    """So much of a game is played."""


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
def test_what_is_legal_is_said_and_read_back(players: int) -> None:
    rng, done = Random(players), iter(range(DECISIONS))

    def watch(match: Match, seat: str, action: Action) -> None:
        if next(done, None) is None:
            raise EnoughError
        if seat in GAME.seats:
            options = list(match.options(seat))
            read_back([action, *rng.sample(options, min(LISTED, len(options)))], options)

    with pytest.raises(EnoughError):
        play_out(set_up(GAME, seats=GAME.seatings(players)[0], seed=b"words"), Random(players), [watch])


@pytest.mark.parametrize("action", SELDOM, ids=str)
def test_what_is_seldom_legal_is_said_and_read_back(action: Action) -> None:
    read_back([action], [])
    entry = Entry(7, "france", action, [])
    assert entry_of(entry.line(GAME), GAME) == entry


def test_a_place_is_ordered_by_its_short_name_though_more_may_be_said_of_how_one_gets_there() -> None:
    march, paid = access.GoTo("loire"), access.GoTo("loire", pay="ducats")
    assert [PHRASES.shorts_of(each) for each in (march, paid)] == [("T22",), ("T22",)]
    assert PHRASES.shorts_of(access.GoTo("loire", consent="france")) == ("T22",)


def test_the_words_are_made_once_for_the_content_that_they_name_anyway() -> None:
    assert game_named("europa-universalis").part("phrases") is PHRASES
