"""An independent judge of what is legal in Pax Renaissance, written from the rulebook.

It follows a match action by action, for the book speaks of what a position does not hold: which card is being played,
who fights. The engine's rules are not asked; only its actions, and the kinds of its questions, are used.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

from adjudicator import Action, Match, Refusal
from adjudicator.games.pax_renaissance.facts import BANK as BANKS
from adjudicator.games.pax_renaissance.facts import (
    BORDER,
    EMPIRE,
    FIRST_PAWN,
    ITEM,
    NONE,
    PIECE,
    PLACE,
    ROUTE,
    SECOND_VENICE,
    VENICE,
    VICTORY,
    pawn_of,
)
from adjudicator.games.pax_renaissance.rules.agents import AgentToBorder, AgentToCard, PlaceAgent
from adjudicator.games.pax_renaissance.rules.battles import Arrange, BattleFought, GiveWay, SettleAt, SettleOn, Survived
from adjudicator.games.pax_renaissance.rules.cards import Launch, NoCipher, PlayCard, SellLaunch
from adjudicator.games.pax_renaissance.rules.fairs import GiveUp, PayTax
from adjudicator.games.pax_renaissance.rules.market import OpenVictory
from adjudicator.games.pax_renaissance.rules.operations import EndOperations, Run, RunBoth
from adjudicator.games.pax_renaissance.rules.pieces import (
    BorderTaken,
    Killed,
    PiecePlaced,
    TakeFromBorder,
    TakeFromCard,
    TakeFromPlace,
    TakeRepressed,
    ToEmpire,
)
from adjudicator.games.pax_renaissance.rules.regime import Freed
from adjudicator.games.pax_renaissance.rules.shots import Accuse, Reprisals, RooksRide, RooksStay
from adjudicator.games.pax_renaissance.rules.squares import DiscardHand, KeepInVenice
from adjudicator.games.pax_renaissance.rules.targets import Campaign, Operate
from adjudicator.games.pax_renaissance.state import State
from tests.games.pax_renaissance import judge_pieces as pieces
from tests.games.pax_renaissance.judge_battles import Battle, War, battle
from tests.games.pax_renaissance.judge_operations import operations, political
from tests.games.pax_renaissance.judge_sight import Sight
from tests.games.pax_renaissance.judge_turn import HOLY_WAR, turn

TAKES = (TakeRepressed, TakeFromPlace, TakeFromBorder, TakeFromCard)


def taken(state: State, action: Action, piece: int) -> None:
    """A piece leaves where it was."""
    match action:
        case TakeRepressed(empire):
            state.repressed[EMPIRE.index[empire]].remove(piece)
        case TakeFromPlace(place):
            state.places[PLACE.index[place]] = NONE
        case TakeFromBorder(border):
            state.borders[BORDER.index[border]].remove(piece)
        case _:
            pass


def gone(state: State, action: Action) -> None:
    """A card leaves its tableau before its one-shot (E3), and of two pieces in Venice one stays there (G4c, R31)."""
    match action:
        case SellLaunch(card):
            for row in (row for rows in state.rows.values() for row in rows if ITEM.index[card] in row):
                row.remove(ITEM.index[card])
        case KeepInVenice("venice_2"):
            state.places[VENICE] = state.places[SECOND_VENICE]
        case _:
            pass


SETTLED = (Survived, Freed, BorderTaken, PiecePlaced)
"""What is told of a survivor who has found room, or has none."""
UNORDERED: tuple[type[Action], ...] = (Accuse, Arrange)
"""Their two arguments mean the same either way round."""


class Judge:
    """Follows a match; says what is legal, and objects where the engine says otherwise."""

    def __init__(self) -> None:
        self.card = -1
        self.empires = 0
        self.due = False
        self.own: set[str] = set()
        self.begun = False
        self.war: War | None = None
        self.battle: Battle | None = None
        self.gave_way = self.taken_for = ""

    def legal(self, match: Match, seat: str) -> set[Action]:
        """Every legal answer to what a seat is asked."""
        question = match.question(seat)
        assert question is not None
        return set(self._legal(Sight(match.state), seat, question.kind, question.context))

    def _legal(self, sight: Sight, seat: str, kind: str, context: dict[str, Any]) -> Iterable[Action]:
        match kind:
            case "turn":
                return turn(sight, seat)
            case "operation":
                return [*operations(sight, seat, context["sides"]), *([EndOperations()] if self.begun else [])]
            case "cipher":
                return [*political(sight, seat), NoCipher()]
            case "agent":
                card, piece = ITEM.index[context["card"]], PIECE.index[context["piece"]]
                assert card == self.card, "the agents of another card"
                return pieces.agent(sight, seat, card, piece, self.empires, due=self.due, own=self.own)
            case "casualty":
                return self._casualties(context)
            case "rooks":
                return RooksRide(), RooksStay()
            case "serf":
                border = BORDER.things[BORDER.index[context["border"]]]
                return [ToEmpire(each) for each in EMPIRE.ids_of(border.empires & self.empires)]
            case "comet":
                return [OpenVictory(id) for at, id in enumerate(VICTORY.ids) if not sight.state.victories >> at & 1]
            case "hand" | "own_hand":
                return [DiscardHand(ITEM.ids[each]) for each in sight.state.hands[seat]]
            case "venice":
                return KeepInVenice("venice"), KeepInVenice("venice_2")
            case "tax" | "own_tax":
                return [GiveUp(), *([PayTax()] if sight.state.florins[seat] else [])]
        return self._placed(sight, seat, kind, context)

    def _placed(self, sight: Sight, seat: str, kind: str, context: dict[str, Any]) -> Iterable[Action]:
        match kind:
            case "pacification":
                return pieces.pacification(sight, context["empire"])
            case "take" | "tax_take":
                return pieces.take(sight, context["piece"])
            case "survivor":
                assert self.battle is not None
                waiting = self.battle.waiting()
                return pieces.survivor(sight, context["empire"], context["piece"], waiting)
            case "arrangement":
                return pieces.arrangement(sight)
            case "reward":
                return pieces.reward(sight, seat, context["empire"])
            case "emancipation":
                return pieces.emancipation(sight, context["empires"])
            case "golden_liberty":
                return pieces.golden_liberty(sight, context["empire"])
            case "levy" | "tax_levy":
                return pieces.levy(sight, context["empire"])
        raise AssertionError(f"the book asks no {kind}")

    def _casualties(self, context: dict[str, Any]) -> Iterable[Action]:
        assert self.battle is not None, "nobody fights"
        side = self.battle.attackers if context["own"] else self.battle.defenders
        fallen = self.battle.fallen[bool(context["own"])]
        assert context["count"] == self.battle.losses - fallen, "too many fall, or too few"
        return +side

    # following the match

    def before(self, match: Match, seat: str, action: Action) -> None:
        """An action is about to be done."""
        sight, question = Sight(match.state), match.question(seat)
        assert question is not None
        self.taken_for = self.gave_way if question.kind == "take" else ""
        self.gave_way = question.context["piece"] if isinstance(action, GiveWay) else ""
        match action:
            case PlayCard(card):
                self._play(card, EMPIRE.mask, due=False)
            case Launch(card, empire) | SellLaunch(card, empire):
                self._play(card, EMPIRE.mask, due=True)
                self._declare(seat, card, empire)
            case Reprisals():
                queen = ITEM.index["elizabeth_bathory"]
                self.war = War("peasant_revolt", sight.king_of[queen])
            case Run() | RunBoth():
                self.begun = False
            case Campaign(card, empire):
                self.begun = True
                self.war = War("campaign", EMPIRE.index[empire], king=ITEM.index[card])
            case Operate():
                self.begun = True
            case PlaceAgent(place):
                self.own.add(place)
                self.empires = 1 << PLACE.thing(place).empire
            case SettleAt(place):
                self.own.add(place)
            case AgentToBorder(border) | SettleOn(border):
                self.own.add(border)
            case AgentToCard(card):
                self.own.add(card)
            case RooksRide():
                assert self.war is not None
                self.war.rooks_ride = True
            case _:
                pass

    def _play(self, card: str, empires: int, *, due: bool) -> None:
        self.card, self.due, self.own = ITEM.index[card], due, set()
        self.empires = ITEM.things[self.card].location & empires

    def _declare(self, seat: str, card: str, empire: str | None) -> None:
        thing = ITEM.things[self.card]
        assert thing.one_shot is not None
        kind = thing.one_shot.kind
        if kind in (*HOLY_WAR, "conspiracy", "peasant_revolt"):
            assert empire is not None
            self.empires = 1 << EMPIRE.index[empire]
            pawn = pawn_of(BANKS.index[seat])
            agents = [pawn if each >= FIRST_PAWN else each for each in thing.agents]
            self.war = War(kind, EMPIRE.index[empire], agents)

    def fighting(self, match: Match, seat: str, action: Action) -> Battle | None:
        """The battle that would be fought after the action; a piece that it takes from the map fights elsewhere,
        what it sells or lets go before does not fight at all.
        """
        if self.war is None:
            return None
        state = deepcopy(match.state)
        gone(state, action)
        question = match.question(seat)
        if isinstance(action, TAKES) and question is not None:
            taken(state, action, PIECE.index[question.context["piece"]])
        return battle(Sight(state), seat, self.war)

    def after(self, expected: Battle | None, events: list[Any]) -> None:
        """What was told of it: a battle is fought by those whom the book names, and they fall or survive."""
        settled = [each.piece for each in events if isinstance(each, SETTLED)]
        if self.battle is not None:
            self.battle.settled.update([each for each in settled if each != self.taken_for] or [self.gave_way])
        for event in events:
            match event:
                case BattleFought(empire=empire, attackers=attackers, defenders=defenders, won=won):
                    assert self.war is not None, "a battle that nobody declared"
                    assert expected is not None
                    numbers = expected.attackers.total(), expected.defenders.total()
                    assert empire == EMPIRE.ids[self.war.empire]
                    assert (attackers, defenders) == numbers, f"{event}, by the book {numbers}"
                    assert won == (attackers > defenders), f"{event}"
                    self.battle, self.war = expected, None
                case Killed() if self.battle is not None and self.battle.goes_on:
                    self.battle.fell(event)
                case _:
                    pass


def differences(match: Match, seat: str, judge: Judge, rng: Random, tries: int = 3) -> list[str]:
    """Where the engine and the judge disagree about what a seat may do now."""
    by_book, question = judge.legal(match, seat), match.question(seat)
    offered = set(match.options(seat))
    assert question is not None
    named = {_named(each) for each in by_book}
    found = [f"{question.kind}: offered, not legal: {each}" for each in offered if _named(each) not in named]
    told = {_named(each) for each in offered}
    found += [f"{question.kind}: legal, not offered: {each}" for each in by_book if _named(each) not in told]
    for action in _mutated(rng, offered, tries):
        try:
            match.check(seat, action)
        except Refusal:
            if action in by_book:
                found.append(f"{question.kind}: legal, refused: {action}")
        else:
            if action not in by_book:
                found.append(f"{question.kind}: not legal, not refused: {action}")
    return found


def _named(action: Action) -> tuple[str, tuple[Any, ...]]:
    values = msgspec.structs.astuple(action)
    return action.op, tuple(sorted(values)) if isinstance(action, UNORDERED) else values


def _mutated(rng: Random, offered: set[Action], tries: int) -> Iterable[Action]:
    """Actions like those offered, one argument of each changed at random."""
    for action in rng.sample(sorted(offered, key=repr), min(tries, len(offered))):
        names = [each for each in action.__struct_fields__ if getattr(action, each) is not None]
        if names:
            name = rng.choice(names)
            yield msgspec.structs.replace(action, **{name: _other(rng, getattr(action, name))})


def _other(rng: Random, value: Any) -> Any:
    """Another thing of the kind, or another number."""
    if isinstance(value, int):
        return rng.randrange(6)
    for kind in (PLACE, BORDER, EMPIRE, PIECE, VICTORY, ROUTE, BANKS):
        if value in kind:
            return rng.choice(kind.ids)
    return rng.choice(ITEM.ids) if value in ITEM else value
