"""Rule 5.6: military actions."""

from collections.abc import Iterator

from adjudicator.kernel.play import Play
from adjudicator.kernel.steps import Frames

from ..actions import (
    NAVY_BOX,
    BuildFort,
    BuildSquadron,
    BuyBonusWarTile,
    ConvertMilitary,
    DeploySquadron,
    RemoveConflict,
    RepairFort,
    SeizeFort,
)
from ..bits import bits
from ..events import (
    BonusTileBought,
    ConflictRemoved,
    FortBuilt,
    FortRepaired,
    FortSeized,
    MilitaryConverted,
    Paid,
    SquadronBuilt,
    SquadronDeployed,
)
from ..fact_types import ACTION_TYPES, FLAGS, MILITARY, NONE, SIDES
from ..facts import facts
from ..state import State, bonus_tiles, held, opponent, peace_turn, playable
from .control import (
    all_protected,
    clear_conflict,
    controller,
    empty_spaces,
    joined,
    opposing_flags,
    place_flag,
    send_home,
    take_control,
)
from .points import points_of
from .purchase import Purchase, Target, space_of_type
from .quotes import Quote, Term, plain, raised, refused
from .refusals import refusal


class BuyBonusTiles(Purchase[BuyBonusWarTile]):
    """Rule 5.6.1: draw a Bonus War tile, look at it, lay it."""

    takes = BuyBonusWarTile
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        quote = self.quote(state, side, BuyBonusWarTile())
        if quote.refusal is None:
            yield (), quote

    def quote(self, state: State, side: int, action: BuyBonusWarTile) -> Quote:
        limits, ap = facts().limits, points_of(state)
        if state.next_war == NONE:
            return refused(refusal("no_next_war"))
        if ap.bonus_tiles_bought >= limits.bonus_tiles_per_round:
            bought = ap.bonus_tiles_bought
            return refused(refusal("bonus_tiles_bought", bought=bought, limit=limits.bonus_tiles_per_round))
        if bonus_tiles(state, side) >= limits.bonus_tiles_per_theatre * len(state.theatres):
            return refused(refusal("theaters_full", limit=limits.bonus_tiles_per_theatre))
        if not state.pool_bonus[side]:
            return refused(refusal("no_bonus_tile"))
        return plain(MILITARY, facts().costs.bonus_tile, "5.6.1")

    def carry_out(self, play: Play[State], side: int, action: BuyBonusWarTile, quote: Quote, paid: Paid) -> Frames:
        state, f, seat = play.state, facts(), SIDES[side]
        points_of(state).bonus_tiles_bought += 1
        pool = state.pool_bonus[side]
        tile = play.pick("bonus_tile", "tile", [f.war_tiles[index].id for index in pool], side=seat)
        pool.remove(f.war_tile[tile])
        state.drawn[side].append(f.war_tile[tile])
        play.emit(BonusTileBought(seat, paid), {seat: BonusTileBought(seat, paid, tile)})
        return [["place_bonus_tile", side]]


class ConvertMilitaryPoints(Purchase[ConvertMilitary]):
    """Rule 5.6.1, turn 6: two military points for a point of another type, as of a Major Action; one type a
    round.
    """

    takes = ConvertMilitary
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        if peace_turn(state) == 6:
            for to in ACTION_TYPES[:MILITARY]:
                quote = self.quote(state, side, ConvertMilitary(to))
                if quote.refusal is None:
                    yield (to,), quote

    def quote(self, state: State, side: int, action: ConvertMilitary) -> Quote:
        if peace_turn(state) != 6:
            return refused(refusal("only_on_turn_6", turn=peace_turn(state)))
        before = points_of(state).converted_to
        if before not in (NONE, ACTION_TYPES.index(action.to)):
            return refused(refusal("converted_other", to=action.to, converted_to=ACTION_TYPES[before]))
        return plain(MILITARY, facts().costs.convert_military.military, "5.6.1")

    def carry_out(self, play: Play[State], side: int, action: ConvertMilitary, quote: Quote, paid: Paid) -> Frames:
        ap, to, gives = points_of(play.state), ACTION_TYPES.index(action.to), facts().costs.convert_military.gives
        ap.converted_to = to
        ap.major[to] += gives
        ap.major_allowed |= 1 << to
        play.emit(MilitaryConverted(SIDES[side], action.to, gives, paid))
        return ()


class RemoveConflicts(Purchase[RemoveConflict]):
    """Rule 5.6.2: cheaper where the space is protected for whoever controls it (R-61)."""

    takes = RemoveConflict
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        guarded = all_protected(state)
        for space in bits(state.conflicts):
            yield (facts().spaces[space].id,), _conflict_quote(state, space, guarded)

    def quote(self, state: State, side: int, action: RemoveConflict) -> Quote:
        index = facts().space.get(action.space)
        if index is None:
            return refused(refusal("unknown_space", space=action.space))
        if not state.conflicts >> index & 1:
            return refused(refusal("no_conflict", self.near(state, side, action.space), space=action.space))
        return _conflict_quote(state, index, all_protected(state))

    def carry_out(self, play: Play[State], side: int, action: RemoveConflict, quote: Quote, paid: Paid) -> Frames:
        clear_conflict(play.state, quote.space)
        play.emit(ConflictRemoved(SIDES[side], action.space, paid))
        return ()


def _conflict_quote(state: State, space: int, guarded: int) -> Quote:
    costs = facts().costs.remove_conflict
    base = Term("base", "5.6.2", costs.standard)
    terms: tuple[Term, ...] = (base,)
    if guarded >> space & 1:
        terms = (base, Term("protected", "5.6.2", costs.protected - costs.standard))
    if state.conflicts_plus >> space & 1:
        terms = (*terms, Term("plus_one", "3.8.1", costs.plus_one_marker))
    return Quote(MILITARY, sum(term.amount for term in terms), terms, space=space)


# forts (5.6.3, 5.6.4) ------------------------------------------------------------------------------


class BuildForts(Purchase[BuildFort]):
    """Rule 5.6.3: an empty fort space connected to a market, naval space or territory that the side has held
    since the round began.
    """

    takes = BuildFort
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        for space in bits(facts().fort & empty_spaces(state) & joined(_builders(state, side))):
            yield (facts().spaces[space].id,), plain(MILITARY, facts().cost[space], "5.6.3", space=space)

    def quote(self, state: State, side: int, action: BuildFort) -> Quote:
        space = space_of_type(state, action.space, facts().fort, "fort")
        if isinstance(space, Quote):
            return space
        owner = controller(state, space)
        if owner == side:
            return refused(refusal("already_yours", space=action.space))
        if owner != NONE:
            return refused(refusal("not_empty", space=action.space, owner=FLAGS[owner]))
        if not joined(_builders(state, side)) >> space & 1:
            f, around = facts(), facts().connects[space]
            new = f.ids(around & held(state, side) & ~f.fort & ~state.held_at_start[side])
            near = self.near(state, side, action.space)
            return refused(refusal("no_fort_link", near, space=action.space, connects=f.ids(around), new=new))
        return plain(MILITARY, facts().cost[space], "5.6.3", space=space)

    def carry_out(self, play: Play[State], side: int, action: BuildFort, quote: Quote, paid: Paid) -> Frames:
        play.state.damaged &= ~(1 << quote.space)
        play.emit(FortBuilt(SIDES[side], action.space, paid))
        place_flag(play, side, quote.space)
        return ()


def _builders(state: State, side: int) -> int:
    f = facts()
    return held(state, side) & state.held_at_start[side] & (f.market | f.naval | f.territory)


class RepairForts(Purchase[RepairFort]):
    """Rule 5.6.4: remove the damage from an own fort, for its number less 1."""

    takes = RepairFort
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        for space in bits(state.damaged & state.flags[side]):
            yield (facts().spaces[space].id,), _repair_quote(space)

    def quote(self, state: State, side: int, action: RepairFort) -> Quote:
        space = space_of_type(state, action.space, facts().fort, "fort")
        if isinstance(space, Quote):
            return space
        owner = controller(state, space)
        if owner != side:
            name = "" if owner == NONE else FLAGS[owner]
            return refused(refusal("not_your_fort", space=action.space, owner=name))
        if not state.damaged >> space & 1:
            return refused(refusal("not_damaged", space=action.space))
        return _repair_quote(space)

    def carry_out(self, play: Play[State], side: int, action: RepairFort, quote: Quote, paid: Paid) -> Frames:
        play.state.damaged &= ~(1 << quote.space)
        play.emit(FortRepaired(SIDES[side], action.space, paid))
        return ()


def _repair_quote(space: int) -> Quote:
    return raised(space, facts().cost[space], Term("repair", "5.6.4", facts().costs.repair_fort))


class SeizeForts(Purchase[SeizeFort]):
    """Rule 5.6.4: take a damaged opposing fort, for its number plus 1, with a squadron or market connected to it
    now (R-62). It removes a flag, so a Major Action must pay (R-09).
    """

    takes = SeizeFort
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        damaged = state.damaged & opposing_flags(state, side)
        if damaged:
            for space in bits(damaged & joined(_besiegers(state, side))):
                yield (facts().spaces[space].id,), _seize_quote(space)

    def quote(self, state: State, side: int, action: SeizeFort) -> Quote:
        space = space_of_type(state, action.space, facts().fort, "fort")
        if isinstance(space, Quote):
            return space
        if not opposing_flags(state, side) >> space & 1:
            owner = controller(state, space)
            name = "" if owner == NONE else FLAGS[owner]
            return refused(refusal("not_opposing_fort", space=action.space, owner=name))
        if not state.damaged >> space & 1:
            return refused(refusal("not_damaged", space=action.space))
        if not joined(_besiegers(state, side)) >> space & 1:
            around = facts().ids(facts().connects[space] & ~facts().territory)
            return refused(refusal("no_seize_link", space=action.space, connects=around))
        return _seize_quote(space)

    def carry_out(self, play: Play[State], side: int, action: SeizeFort, quote: Quote, paid: Paid) -> Frames:
        play.state.damaged &= ~(1 << quote.space)
        play.emit(FortSeized(SIDES[side], action.space, paid))
        take_control(play, side, quote.space)
        return ()


def _besiegers(state: State, side: int) -> int:
    return state.squadrons[side] | state.flags[side] & facts().market


def _seize_quote(space: int) -> Quote:
    costs = facts().costs
    return raised(space, facts().cost[space], Term("seize", "5.6.4", costs.seize_fort), needs_major=True)


# squadrons (5.6.5, 5.6.6) --------------------------------------------------------------------------


class BuildSquadrons(Purchase[BuildSquadron]):
    """Rule 5.6.5: a squadron that is not built yet goes to the navy box; a side has eight (3.6)."""

    takes = BuildSquadron
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        if state.unbuilt[side]:
            yield (), plain(MILITARY, facts().costs.squadron, "5.6.5")

    def quote(self, state: State, side: int, action: BuildSquadron) -> Quote:
        return no_squadron_left(state, side) or plain(MILITARY, facts().costs.squadron, "5.6.5")

    def carry_out(self, play: Play[State], side: int, action: BuildSquadron, quote: Quote, paid: Paid) -> Frames:
        play.emit(SquadronBuilt(SIDES[side], paid))
        build_squadron(play.state, side)
        return ()


def no_squadron_left(state: State, side: int) -> Quote | None:
    """The refusal when all squadrons are built (3.6, 5.6.5)."""
    if state.unbuilt[side]:
        return None
    return refused(refusal("no_unbuilt_squadron", squadrons=facts().limits.squadrons))


def build_squadron(state: State, side: int) -> None:
    """Put an unbuilt squadron into the navy box (5.6.5)."""
    state.unbuilt[side] -= 1
    state.navy_box[side] += 1


class DeploySquadrons(Purchase[DeploySquadron]):
    """Rule 5.6.6: to an empty naval space, or displacing an opposing squadron, which only a Major Action can do;
    each squadron once a round; no connection is needed.
    """

    takes = DeploySquadron
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        spaces, opposing = facts().spaces, state.squadrons[opponent(side)]
        free = facts().naval & playable(state) & ~state.squadrons[side]
        sources = [spaces[space].id for space in bits(_movable(state, side))]
        if state.navy_box[side]:
            sources.insert(0, NAVY_BOX)
        for source in sources:
            for space in bits(free):
                yield (source, spaces[space].id), _deploy_quote(source, space, opposing)

    def quote(self, state: State, side: int, action: DeploySquadron) -> Quote:
        to = space_of_type(state, action.to, facts().naval, "naval")
        if isinstance(to, Quote):
            return to
        why = self._source_refusal(state, side, action.source)
        if why is not None:
            return why
        if state.squadrons[side] >> to & 1:
            return refused(refusal("own_squadron_there", space=action.to))
        return _deploy_quote(action.source, to, state.squadrons[opponent(side)])

    def _source_refusal(self, state: State, side: int, source: str) -> Quote | None:
        if source == NAVY_BOX:
            return None if state.navy_box[side] else refused(refusal("navy_box_empty"))
        f = facts()
        index = f.space.get(source)
        if index is None:
            return refused(refusal("unknown_space", space=source))
        if not state.squadrons[side] >> index & 1:
            there = f.ids(state.squadrons[side])
            return refused(refusal("no_squadron_there", space=source, spaces=there))
        if not _movable(state, side) >> index & 1:
            return refused(refusal("already_deployed", space=source))
        return None

    def carry_out(self, play: Play[State], side: int, action: DeploySquadron, quote: Quote, paid: Paid) -> Frames:
        state, bit = play.state, 1 << quote.space
        displaced = bool(state.squadrons[opponent(side)] & bit)
        if displaced:
            send_home(state, opponent(side), quote.space)
        if action.source == NAVY_BOX:
            state.navy_box[side] -= 1
        else:
            state.squadrons[side] &= ~(1 << facts().space[action.source])
        state.squadrons[side] |= bit
        points_of(state).deployed |= bit
        play.emit(SquadronDeployed(SIDES[side], action.source, action.to, paid, displaced))
        return ()


def _movable(state: State, side: int) -> int:
    """Squadrons on the map that have not been deployed this round."""
    return state.squadrons[side] & ~points_of(state).deployed


def _deploy_quote(source: str, space: int, opposing: int) -> Quote:
    costs = facts().costs.deploy
    if not opposing >> space & 1:
        return plain(MILITARY, costs.empty, "5.6.6", space=space)
    cost = costs.displace_from_navy_box if source == NAVY_BOX else costs.displace_from_map
    return plain(MILITARY, cost, "5.6.6", space=space, needs_major=True)
