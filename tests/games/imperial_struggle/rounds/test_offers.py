"""List, check and price agree: in random positions every offer is legal and nothing legal is missing (5.4-5.6, 8.2)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from adjudicator import Match, Refusal, new_match
from adjudicator.components.bits import bits
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.components import NAVY_BOX
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, INVESTMENT, NONE, SIDES, SPACE, TURN
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.isolation import isolated_markets
from adjudicator.games.imperial_struggle.rules.action_round import action_round
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.forts import BuildFort, RepairFort, SeizeFort
from adjudicator.games.imperial_struggle.rules.military import BuyBonusWarTile, ConvertMilitary, RemoveConflict
from adjudicator.games.imperial_struggle.rules.payment import Payment
from adjudicator.games.imperial_struggle.rules.purchases import USES, quote
from adjudicator.games.imperial_struggle.rules.purse import purse
from adjudicator.games.imperial_struggle.rules.shifts import DrawEvent, ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import BuildSquadron, DeploySquadron
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import State, full_advantages, held
from adjudicator.kernel.decisions import Slot
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import stored_frames

SPACES = tuple(space.id for space in SPACE)


def rich_position(rng: Random) -> Match:
    """A round on a crowded map: flags, forts with damage, squadrons, markers, debt, treaty points anywhere."""
    state = initial_state()
    state.turn = TURN.index[rng.choice(["1", "2", "3", "4", "5", "6"])]
    state.next_war = TURN.things[state.turn].next_war
    for theatre in state.theatres:
        for side in (0, 1):
            theatre.basic[side] = state.pool_basic[side].pop(rng.randrange(len(state.pool_basic[side])))
    state.flags = [0, 0, 0, 0]
    for space in bits(FACTS.available[TURN.things[state.turn].era]):
        owner = rng.choice([NONE, 0, 1])
        if FACTS.naval >> space & 1:
            if owner != NONE and state.unbuilt[owner]:
                state.squadrons[owner] |= 1 << space
                state.unbuilt[owner] -= 1
        elif owner != NONE:
            state.flags[owner] |= 1 << space
            if FACTS.fort >> space & 1 and rng.random() < 0.4:
                state.damaged |= 1 << space
        if (FACTS.political | FACTS.market) >> space & 1 and rng.random() < 0.2:
            state.conflicts |= 1 << space
    state.conflicts_plus = sum(1 << space for space in bits(state.conflicts) if rng.random() < 0.3)
    state.debt = [rng.randint(0, 6), rng.randint(0, 6)]
    state.treaty_points = [rng.randint(0, 4), rng.randint(0, 4)]
    state.advantages = [full_advantages(held(state, side)) for side in (0, 1)]
    state.available = [rng.randrange(len(INVESTMENT.things))]
    side = rng.randrange(2)
    header = Header(GAME.id, GAME.version, GAME.content_hash, GAME.seats, GAME.chosen_options({}))
    match = new_match("imperial-struggle", seed=b"rich")
    position: Position[State, object] = Position(0, 0, 0, stored_frames([action_round(side, 1)]), state, [])
    found = Match(GAME, header, position, match.chance)
    found._run()
    return found


def every_purchase() -> list[Payment]:
    """Every purchase and advantage that can be named, legal or not, without payment."""
    targets: list[Payment] = [DrawEvent(), BuyBonusWarTile(), BuildSquadron()]
    targets += [ConvertMilitary("economic"), ConvertMilitary("diplomatic")]
    for op in (RemoveConflict, BuildFort, RepairFort, SeizeFort):
        targets += [op(space) for space in SPACES]
    for shift in (ShiftMarket, ShiftPolitical):
        targets += [shift(space, "flag") for space in SPACES] + [shift(space, "unflag") for space in SPACES]
    naval = SPACE.ids_of(FACTS.naval)
    targets += [DeploySquadron(source, to) for source, to in product((NAVY_BOX, *naval), naval)]
    for advantage in ADVANTAGE.index:
        targets.append(UseAdvantage(advantage))
        for space in SPACES:
            targets += [
                UseAdvantage(advantage, conflict=space),
                UseAdvantage(advantage, space=space),
                UseAdvantage(advantage, squadron=space),
            ]
    return targets


EVERYTHING = every_purchase()


def bare(action: Payment) -> Payment:
    """The intent without its payment."""
    names = [name for name in type(action).__struct_fields__ if name not in Payment.__struct_fields__]
    return type(action)(*(getattr(action, name) for name in names))


@pytest.mark.parametrize("seed", range(12))
def test_offered_is_what_has_a_price_and_can_be_paid(seed: int) -> None:
    rng = Random(seed)
    match = rich_position(rng)
    seat = SIDES[match.position.frames[-1][1]]
    side = SIDES.index(seat)
    match.apply(seat, match.options(seat)[0])
    for _ in range(3):
        if not match.decisions() or match.decisions()[0].kind != "use_tile":
            break
        offered = {bare(option) for option in match.options(seat) if isinstance(option, Payment)}
        payable = set()
        for action in EVERYTHING:
            try:
                price = quote(match.state, side, action)
            except Refusal:
                continue
            assert price.cost == sum(term.amount for term in price.terms)
            if price.type == NONE or purse(match.state, side, price.type).usual(price) is not None:
                payable.add(action)
        assert offered == payable
        match.apply(seat, match.sample(seat, rng))


@pytest.mark.parametrize("seed", range(6))
def test_every_refusal_suggests_only_legal_actions(seed: int) -> None:
    match = rich_position(Random(100 + seed))
    seat = SIDES[match.position.frames[-1][1]]
    match.apply(seat, match.options(seat)[0])
    before = match.checkpoint()
    for action in Random(seed).sample(EVERYTHING, 400):
        try:
            match.check(seat, action)
        except Refusal as refusal:
            for near in refusal.nearest:
                match.check(seat, near)
    assert match.checkpoint() == before


@pytest.mark.parametrize("seed", range(6))
def test_complete_leads_from_the_op_to_legal_actions_only(seed: int) -> None:
    rng = Random(200 + seed)
    match = rich_position(rng)
    seat = SIDES[match.position.frames[-1][1]]
    match.apply(seat, match.options(seat)[0])
    for op in sorted({option.op for option in match.options(seat)}):
        for _ in range(8):
            partial: dict[str, object] = {"op": op}
            found = match.complete(seat, partial)
            while isinstance(found, Slot):
                partial[found.name] = rng.choice(found.values)
                found = match.complete(seat, partial)
            match.check(seat, found)


def test_every_purchase_has_its_rule() -> None:
    assert set(USES) == {action for action in GAME.actions if issubclass(action, Payment)}


def test_isolated_markets_never_supply_5_4_1() -> None:
    for seed in range(40):
        state = rich_position(Random(seed)).state
        assert state.isolated == isolated_markets(state)
        assert not state.isolated & ~FACTS.market
