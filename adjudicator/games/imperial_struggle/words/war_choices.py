"""The questions of wars: options with what they cost, what they would do, what a refusal costs (chapter 7)."""

from __future__ import annotations

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.asking import Shelf
from adjudicator.reports.game import Asked

from ..fact_types import BRITAIN, FLAGS, NONE, SIDES, SPACE, WAR_TILE
from ..facts import FACTS
from ..rules.control import controller
from ..rules.war.conquest import AnswerConquest, Conquer, EndSpoils, SpoilsUnflag, quote, refusal_price, sources
from ..rules.war.effects import WarTileEffect
from ..rules.war.layout import AssignBasicTiles
from ..rules.war.progress import progress, spoils_of, theatre_of, unflag_of
from ..rules.war.special import PlaceUsaFlags, RemoveUsaForts, ShiftSpain
from ..rules.war.spoils import GiveUpSquadron
from ..state import State, opponent
from .book import Counter, ask, offer
from .places import unflagged_by
from .shifts import shifted
from .speech import Speech
from .tables import kind as kind_of_space


def _here(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """The theatre that is fought now."""
    return to.theatre(counter.war, counter.state.theatre)


# symbols (7.1.2) -----------------------------------------------------------------------------------


def _deed(action: WarTileEffect, counter: Counter, to: Speech) -> str:
    if action.space is None:
        return ""
    index = SPACE.index[action.space]
    if WAR_TILE.thing(action.tile).symbol == "unflag":
        return kind_of_space(SPACE.things[index], to)
    if counter.state.squadrons[opponent(counter.side)] >> index & 1:
        return to.gettext("the squadron goes home")
    return to.gettext("the fort is damaged")


offer(
    WarTileEffect,
    lambda action, counter, to: to.gettext("do not use it") if action.space is None else to.space(action.space),
    lambda action, counter, to: Shelf((), to.war_tile(action.tile)),
    note=_deed,
)
ask("resolve_tile_effect", "%(theatre)s: your war tile", "%(theatre)s: use the symbol of a war tile", theatre=_here)


# spoils (7.2) --------------------------------------------------------------------------------------


def _left(asked: Asked, counter: Counter, to: Speech) -> str:
    state = counter.state
    left = spoils_of(state)
    parts = [to.gettext("Left: %(cp)s.", cp=to.cp(left.cp))] if left.cp else []
    if left.unflag:
        unflag = unflag_of(state)
        where = unflagged_by(unflag.type, unflag.region, to)
        parts.append(to.gettext("You may remove a flag: %(places)s.", places=where))
    return " ".join(parts)


def _conquest(action: Conquer, counter: Counter, to: Speech) -> str:
    state, side = counter.state, counter.side
    price = quote(state, side, action.space)
    owner, notes = controller(state, price.space), [kind_of_space(SPACE.things[price.space], to)]
    if owner != NONE:
        notes.append(to.side(FLAGS[owner]))
    if price.may_refuse != NONE:
        vp = to.vp(refusal_price(state, price.may_refuse))
        notes.append(to.gettext("may be refused for %(vp)s", vp=vp))
    if FACTS.naval >> price.space & 1:
        names = to.any_of(to.space(source) for source in sources(state, side))
        notes.append(to.gettext("squadron from: %(spaces)s", spaces=names))
    return ", ".join(notes)


offer(
    Conquer,
    "%(space)s",
    Shelf((0,), "Conquer", "conquest points"),
    cost=lambda action, counter, to: str(quote(counter.state, counter.side, action.space).cp),
    note=_conquest,
)
offer(SpoilsUnflag, "%(space)s", Shelf((1,), "Remove a flag"))
offer(EndSpoils, "leave the rest of the spoils", Shelf((2,), "Or"))
ask("spend_spoils", "%(theatre)s: your spoils", "%(theatre)s: spend your spoils", note=_left, theatre=_here)


# a conquest that may be refused (7.2.2) ------------------------------------------------------------


def _refusal(action: AnswerConquest, counter: Counter, to: Speech) -> str:
    """What the answer means."""
    state, side = counter.state, counter.side
    if not action.refuse:
        return to.gettext("%(side)s takes it", side=_winner(state, to))
    price = refusal_price(state, side)
    return to.gettext(
        "%(side)s scores it, the track goes to %(vp)s; the territory is safe for the rest of this war; it is your "
        "refusal %(n)s of %(most)s",
        side=_winner(state, to),
        vp=state.vp + (price if side == BRITAIN else -price),
        n=progress(state).refusals[side] + 1,
        most=len(FACTS.war_rules.refusal_vp),
    )


def _winner(state: State, to: Speech) -> str:
    return to.side(SIDES[spoils_of(state).winner])


offer(
    AnswerConquest,
    lambda action, counter, to: to.gettext("refuse") if action.refuse else to.gettext("give it up"),
    cost=lambda action, counter, to: to.vp(refusal_price(counter.state, counter.side)) if action.refuse else "",
    note=_refusal,
)
ask(
    "answer_conquest",
    "do you give up %(space)s?",
    "%(side)s conquers %(space)s: give it up or refuse?",
    note=lambda asked, counter, to: to.gettext(
        "The track stands at %(vp)s. The conquest points are spent in either case.", vp=counter.state.vp
    ),
    space=lambda decision, counter, to: to.space(decision.context["space"]),
    side=lambda decision, counter, to: _winner(counter.state, to),
)


# squadrons, the United States, Spain, basic tiles (7.2, 7.3, 12.1, 12.2) ---------------------------


def _gone(asked: Asked, counter: Counter, to: Speech) -> str:
    rows = theatre_of(counter.state).spoils[spoils_of(counter.state).winner]
    if any(row.squadrons_removed for row in rows):
        return to.gettext("It leaves the game for good.")
    return to.gettext("It goes back to those that can be built.")


def _chosen(action: PlaceUsaFlags | RemoveUsaForts, counter: Counter, to: Speech) -> str:
    return to.listing(map(to.space, action.spaces)) or to.gettext("none")


def _assigned(action: AssignBasicTiles, counter: Counter, to: Speech) -> str:
    tiles = enumerate(action.tiles.each, 1)
    return ", ".join(f"{to.theatre(counter.war, n)} [{to.war_tile(tile)}]" for n, tile in tiles)


offer(GiveUpSquadron, "%(source)s")
offer(PlaceUsaFlags, _chosen)
offer(RemoveUsaForts, _chosen)
offer(
    ShiftSpain,
    lambda action, counter, to: (
        to.gettext("leave it") if not action.space else shifted(action.space, action.result, to)
    ),
)
offer(AssignBasicTiles, _assigned)
ask(
    "give_up_squadron",
    "which squadron do you give up?",
    lambda decision, counter, to: to.ngettext(
        "Give up %(n)s squadron", "Give up a squadron, %(n)s in all", decision.context["n"]
    ),
    note=_gone,
)
ask(
    "place_usa_flags",
    "where do flags of the United States go?",
    "Where do you place flags of the United States?",
    note="They replace every flag there and stay for ever; at the end they count for France.",
)
ask(
    "remove_usa_forts",
    "which forts lose their flags?",
    "From which forts of the Northern Colonies do you remove the flags?",
)
ask("shift_spain", "do you shift a space of Spain?", "Shift a political space of Spain, or leave it")
ask("assign_basic_tiles", "which war tile lies where?", "Assign your basic war tiles to the theatres")
