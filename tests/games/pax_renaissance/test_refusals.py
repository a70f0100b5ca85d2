"""Refusals: what a player tries in vain is answered in words, and every reason is met by some test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path
from random import Random

import msgspec
import pytest

from adjudicator import Action, Match, Refusal
from adjudicator.components.bits import bits
from adjudicator.games.pax_renaissance.facts import ITEM, NONE
from adjudicator.games.pax_renaissance.game import CHAPTERS, GAME
from adjudicator.games.pax_renaissance.phrases import PHRASES
from adjudicator.games.pax_renaissance.rules.agents import AgentToBorder
from adjudicator.games.pax_renaissance.rules.battles import SettleAt
from adjudicator.games.pax_renaissance.rules.cards import Launch, PlayCard, Sell
from adjudicator.games.pax_renaissance.rules.market import Buy
from adjudicator.games.pax_renaissance.rules.operations import RunBoth
from adjudicator.games.pax_renaissance.rules.pieces import ToEmpire
from adjudicator.games.pax_renaissance.rules.table import tableau
from adjudicator.games.pax_renaissance.rules.targets import Behead
from adjudicator.games.pax_renaissance.words import REPORT
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chapters import questions
from adjudicator.kernel.codes import Code
from adjudicator.language import language
from tests.games.pax_renaissance.table import (
    asked,
    border,
    do,
    empty_map,
    hand,
    lay,
    refused,
    repressed,
    rule,
    table,
)
from tests.orders.test_games import invented

LANGUAGES = [language(code) for code in ("en", "ru")]
CODES = {
    name
    for chapter in CHAPTERS
    for name, value in vars(chapter).items()
    if isinstance(value, Code) and f"\n{name} = Code(" in getsource(chapter)
}
TAKES = {asked.kind: asked.actions for asked in questions(*CHAPTERS)}
PATTERNS = {action: [each for each in PHRASES.patterns if each.phrase.action is action] for action in GAME.actions}


def attempts(match: Match, rng: Random) -> Iterator[Action]:
    """What somebody might try at this question: a legal answer with another thing in it, or any at all."""
    decision = match.decisions()[0]
    seat, state = decision.waiting[0], match.state
    legal = match.options(seat)
    held = [*state.hands[seat], *bits(tableau(state, seat)), *(card for row in state.market for card in row)]
    for _ in range(6):
        kind = rng.choice(TAKES[decision.kind])
        tried = invented(rng.choice(PATTERNS[kind]), PHRASES, rng)
        alike = [each for each in legal if type(each) is kind]
        if alike and kind.__struct_fields__ and rng.random() < 0.6:
            field = rng.choice(kind.__struct_fields__)
            tried = msgspec.structs.replace(rng.choice(alike), **{field: getattr(tried, field)})
        elif "card" in kind.__struct_fields__ and rng.random() < 0.6:
            cards = [ITEM.ids[each] for each in held if each != NONE]
            tried = msgspec.structs.replace(tried, card=rng.choice(cards)) if cards else tried
        yield tried


@pytest.mark.parametrize("number", range(6))
def test_whatever_is_tried_in_vain_is_answered_in_words(number: int) -> None:
    rng = Random(number)
    match = set_up(GAME, seats=rng.choice(GAME.seatings(2 + number % 3)), seed=b"refused %d" % number)
    said = set()
    while match.result is None:
        seat = match.decisions()[0].waiting[0]
        for action in attempts(match, rng):
            try:
                match.check(seat, action)
            except Refusal as refusal:
                if refusal.code in CODES:
                    said.add(refusal.code)
                    for each in LANGUAGES:
                        text = REPORT.refusal(refusal.code, refusal.rule, refusal.facts, each)
                        assert re.search(r"[a-zA-Z]_[a-z]|None|%\(", text) is None, text
        match.apply(seat, match.sample(seat, rng))
    assert len(said) > 20


def test_every_reason_is_met_by_a_test() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert sorted(code for code in CODES if f'"{code}"' not in tests) == []


# reasons that no other test meets -------------------------------------------------------------------------------------


def test_a_card_that_is_not_in_the_market_is_not_bought_e1() -> None:
    refused(table(lay("medici", "luther")), Buy("luther"), "not_in_market")


def test_behind_two_actions_only_what_is_free_d1() -> None:
    match = table(lay("fugger", "podesta_of_venice", "luther", "jesuits"))
    do(match, Sell("luther"), Sell("jesuits"))
    assert asked(match) == ("fugger", "turn")  # a fair costs no action
    refused(match, Sell("podesta_of_venice"), "no_actions_left")


def test_both_sides_run_only_where_something_can_be_done_e4() -> None:
    refused(table(empty_map, lay("fugger", "the_last_sigh")), RunBoth(), "nothing_to_do")


def test_a_survivor_stays_in_its_empire_s2i() -> None:
    match = table(empty_map, hand("fugger", "the_last_knight"))
    do(match, Launch("the_last_knight", "holy_roman_empire"))
    refused(match, SettleAt("paris"), "no_room")


def test_ciphers_are_those_of_opponents_s29() -> None:
    match = table(
        lay("fugger", "cryptography", "the_grim"),
        lay("medici", "safavids", "crimean_goths"),
        rule("fugger", "ottoman"),
    )
    do(match, Sell("cryptography"))
    refused(match, Behead("the_grim", "square_ottoman"), "not_an_opponent")


def test_a_serf_goes_to_an_empire_at_its_border_s47d() -> None:
    match = table(hand("fugger", "peasant_republic_of_dithmarschen"), border(england_france="medici_pawn"))
    do(match, PlayCard("peasant_republic_of_dithmarschen"), AgentToBorder("england_france"))
    assert asked(match) == ("fugger", "serf")
    refused(match, ToEmpire("aragon"), "other_empire")
    do(match, ToEmpire("england"))
    assert repressed(match, "england") == ["medici_pawn"]
