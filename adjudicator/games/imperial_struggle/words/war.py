"""Wars, their tiles, their spoils and their questions in words (3.7, 5.3.3, 5.6.1, chapters 7 and 12)."""

from __future__ import annotations

from itertools import repeat
from typing import Any

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.wording.event_text import Context, EventText, TellingMode
from adjudicator.reports.wording.game import Asked
from adjudicator.reports.wording.option_groups import Shelf
from adjudicator.reports.wording.phases import Group, Phase
from adjudicator.reports.wording.refusing import Facts

from ..components import NAVY_BOX, SideEvent
from ..fact_types import BRITAIN, FLAGS, NONE, SIDES, SPACE, THEATRE, WAR, WAR_TILE
from ..facts import FACTS
from ..rules import war_tiles
from ..rules.control import controller
from ..rules.debt import TreatyPointsChanged, VictoryPoints
from ..rules.war import conquest, effects, special
from ..rules.war.conquest import quote, refusal_price, sources
from ..rules.war.effects import WarTileEffect
from ..rules.war.layout import AssignBasicTiles, BasicTilesAssigned, BonusTilesCarried
from ..rules.war.progress import progress, spoils_of, theatre_of, unflag_of
from ..rules.war.resolution import TheatreRevealed, WarBegan
from ..rules.war.special import ShiftSpain
from ..rules.war.spoils import SpoilsTaken, SquadronGivenUp
from ..rules.war.strength import Strength, TheatreResolved
from ..state import State
from ..state import opponent as against
from .book import ASKINGS, REGISTERS, TELLINGS, THEATRE_NEWS, UNDER_WAY, Counter, ask, join, of_phase, refuse, tell
from .options import shifted
from .speech import Speech, opponent
from .tables import kind as kind_of_space
from .terms import places, taken, unflagged_by
from .turns import by_tile


def _tiles(event: TheatreRevealed, to: Speech) -> str:
    laid = (event.france, (*event.britain, "byng") if event.byng else event.britain)
    return "; ".join(
        f"{to.seat(side)} {', '.join(map(_face, tiles, repeat(to))) or '-'}"
        for side, tiles in zip(SIDES, laid, strict=True)
    )


def _face(tile: str, to: Speech) -> str:
    """Show a war tile by its face; the marker of Byng is not a tile, and has no back."""
    return to.war_tile(tile) if tile == "byng" else f"[{to.war_tile(tile)}]"


@TELLINGS.place
def effect_told(event: effects.TileEffectUsed, to: Speech) -> str:
    """Return what the symbol of a war tile did."""
    other = opponent(event.side)
    match event.effect:
        case "damage":
            return to.damaged(event.space, other)
        case "send_home":
            return to.sent_home(event.space, other)
        case "unflag":
            return to.unflagged(event.space, event.side)
        case _:
            raise LookupError(f"no words for the effect {event.effect!r}")


def _theatre_resolved(event: TheatreResolved, to: Speech) -> tuple[str, str]:
    found = dict(zip(SIDES, (event.france, event.britain), strict=True))
    strengths = [strength.total for strength in found.values()]
    if event.winner:
        text = to.gettext(
            "%(theatre)s: %(side)s wins by %(margin)s, %(more)s to %(less)s",
            theatre=to.thing(THEATRE, event.id),
            side=to.seat(event.winner),
            margin=event.margin,
            more=max(strengths),
            less=min(strengths),
        )
    else:
        name = to.thing(THEATRE, event.id)
        text = to.gettext("%(theatre)s: a tie, %(n)s to %(n)s, nobody gets anything", theatre=name, n=strengths[0])
    return text, "; ".join(f"{to.seat(side)} {strength_parts(strength, to)}" for side, strength in found.items())


def strength_parts(found: Strength, to: Speech) -> str:
    """Return parts of a strength: `tiles 3, alliances 2, forts 1`."""
    parts = [to.gettext("tiles %(n)s", n=found.army)]
    parts += [to.gettext("alliances %(n)s", n=found.alliances)] if found.alliances else []
    parts += [to.gettext("keywords %(n)s", n=found.keywords)] if found.keywords else []
    parts += [to.gettext("conflicts %(n)s", n=found.conflicts)] if found.conflicts else []
    parts += [to.gettext("forts %(n)s", n=found.forts)] if found.forts else []
    parts += [to.gettext("squadrons %(n)s", n=found.squadrons)] if found.squadrons else []
    return ", ".join(parts)


def gains(event: SpoilsTaken, to: Speech) -> str:
    """Say what the margin gave to both sides; "" for nothing."""
    won = [to.vp_gain(event.vp)] if event.vp else []
    won += [to.cp(event.cp)] if event.cp else []
    if event.unflag:
        won.append(taken(to.gettext("remove a flag"), unflagged_by(event.unflag, event.unflag_region), to))
    won += [to.gettext("USA")] if event.usa else []
    won += [to.gettext("Canada")] if event.canada else []
    other = [to.treaty_change(event.trp)] if event.trp else []
    if event.squadrons:
        other.append(to.ngettext("%(n)s squadron to give up", "%(n)s squadrons to give up", event.squadrons))
    both = ((event.winner, won), (opponent(event.winner), other))
    return "; ".join(f"{to.seat(side)} {', '.join(what)}" for side, what in both if what)


@TELLINGS.place
def spoils_told(event: SpoilsTaken, to: Speech) -> str:
    """Return the spoils of a theatre."""
    told = gains(event, to)
    return to.gettext("spoils: %(gains)s", gains=told) if told else to.gettext("no spoils")


@TELLINGS.place
def shift_in_spain(event: special.SpainShifted, to: Speech) -> str:
    """Return what was shifted in Spain."""
    if not event.space:
        return to.gettext("nothing is shifted in Spain")
    if event.result == "flag":
        return to.gettext("%(space)s: %(flag)s", space=to.space(event.space), flag=to.flag(event.side))
    return to.unflagged(event.space, event.side)


@TELLINGS.place
def carried(event: BonusTilesCarried, to: Speech) -> str:
    """Return the tiles that are carried over into the next war, or how many."""
    if event.tiles:
        return to.gettext("bonus war tiles for the next war: %(tiles)s", tiles=own_tiles(event, to))
    return to.ngettext(
        "%(n)s bonus war tile is carried over into the next war",
        "%(n)s bonus war tiles are carried over into the next war",
        event.count,
    )


@TELLINGS.place
def own_tiles(event: BonusTilesCarried | BasicTilesAssigned, to: Speech) -> str:
    """Return war tiles with their strength and symbol."""
    return "; ".join(map(to.war_tile, event.tiles))


@TELLINGS.place
def tile_name(event: effects.TileEffectUnused, to: Speech) -> str:
    """Return a war tile without its symbol."""
    return to.war_tile_name(event.tile)


@TELLINGS.place
def source_tile(event: effects.TileEffectUsed, to: Speech) -> str:
    """Return the war tile whose symbol it was."""
    return by_tile(event.tile, to)


@TELLINGS.place
def dominance_joins(event: special.DominanceWon, to: Speech) -> str:
    """Return which theatre the marker of dominance joins."""
    return to.joins("atlantic_dominance", to.theatre("7yw", event.theater))


@TELLINGS.place
def own_squadron(event: SquadronGivenUp, to: Speech) -> str:
    """Return a squadron of the side."""
    return to.squadron(event.side)


def _war(event: WarBegan, to: Speech) -> Group:
    name = to.thing(WAR, event.war)
    return Group("theatre", name, "7.0", chapter=name)


def _theatre(event: TheatreRevealed | TheatreResolved, to: Speech) -> Group:
    heading = to.gettext("Theatre %(n)s: %(theatre)s", n=event.theater, theatre=to.thing(THEATRE, event.id))
    return Group("theatre", heading, "7.1")


def _known(event: TheatreResolved, group: Group, to: Speech) -> None:
    """Put what was told before the tiles of a theatre were compared under that theatre too."""
    if group.rule in ("7.1", "7.2"):
        group.heading, group.rule = _theatre(event, to).heading, "7.1"


@join(VictoryPoints, TreatyPointsChanged)
def _said_before(
    context: Context[Speech], event: VictoryPoints | TreatyPointsChanged, said: EventText, to: Speech
) -> bool:
    """Return whether the sentences of spoils or of a refused conquest say already what they give."""
    if isinstance(event, VictoryPoints) and event.why == "refusal":
        return isinstance(context.before, conquest.ConquestRefused)
    return event.why in THEATRE and any(isinstance(each, SpoilsTaken) for each in context.events[-2:])


REGISTERS.parts["resolution"] = of_phase("theatre", "7.1", "war_resolution").unless(*UNDER_WAY)
REGISTERS.parts["defeat"] = THEATRE_NEWS.unless()
REGISTERS.parts["war_reset"] = of_phase("war_reset", "7.5")
tell(WarBegan, "the war begins", deed=TellingMode.NO, important=True, begins=_war, closes=True)
tell(TheatreRevealed, "war tiles: %(tiles)s", deed=TellingMode.BEGINS, begins=_theatre, tiles=_tiles)
tell(
    TheatreResolved,
    _theatre_resolved,
    deed=TellingMode.BEGINS,
    important=True,
    where=Phase("theatre", _theatre).unless(*UNDER_WAY),
    renames=_known,
)


@ASKINGS.fact
def here(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return the theatre that is fought now."""
    return to.theatre(counter.war, counter.state.theatre)


# symbols (7.1.2) -----------------------------------------------------------------------------------


@ASKINGS.place
def does_there(action: WarTileEffect, counter: Counter, to: Speech) -> str:
    """Return what the symbol of a tile does at a space."""
    if action.space is None:
        return ""
    index = SPACE.index[action.space]
    if WAR_TILE.thing(action.tile).symbol == "unflag":
        kind = kind_of_space(SPACE.things[index], to)
        return "" if kind.casefold() in to.space(action.space).casefold() else kind
    if counter.state.squadrons[against(counter.side)] >> index & 1:
        return to.gettext("the squadron goes home")
    return to.gettext("the fort is damaged")


@ASKINGS.shelf
def tile_shelf(action: WarTileEffect, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of what a war tile may do."""
    return Shelf((), to.war_tile(action.tile))


# squadrons, the United States, Spain, basic tiles (7.2, 7.3, 12.1, 12.2) ---------------------------


@ASKINGS.fact
def where_it_goes_then(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return what becomes of a squadron that is given up."""
    rows = theatre_of(counter.state).spoils[spoils_of(counter.state).winner]
    if any(row.squadrons_removed for row in rows):
        return to.gettext("It leaves the game for good.")
    return to.gettext("It goes back to those that can be built.")


@ASKINGS.place
def in_spain(action: ShiftSpain, counter: Counter, to: Speech) -> str:
    """Return the shift of a space of Spain."""
    return shifted(action.space, action.result, to) if action.space else ""


@ASKINGS.fact
def squadrons_to_give_up(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return how many squadrons are given up."""
    return to.ngettext("Give up %(n)s squadron", "Give up a squadron, %(n)s in all", decision.context["n"])


@ASKINGS.place
def assigned(action: AssignBasicTiles, counter: Counter, to: Speech) -> str:
    """Return which basic tile lies where."""
    tiles = enumerate(action.tiles.each, 1)
    return ", ".join(f"{to.theatre(counter.war, n)} [{to.war_tile(tile)}]" for n, tile in tiles)


@TELLINGS.place
def conquest_points(event: conquest.SpaceConquered | conquest.ConquestTried, to: Speech) -> str:
    """Return what a conquest costs."""
    return to.cp(event.cp)


@TELLINGS.place
def squadron_from(event: conquest.SpaceConquered, to: Speech) -> str:
    """Return where the squadron came from that holds a naval space now."""
    if event.source == NAVY_BOX:
        return to.gettext("squadron from the navy box")
    return to.gettext("squadron from %(source)s", source=to.from_space(event.source)) if event.source else ""


@TELLINGS.place
def spoils_lost(event: conquest.SpoilsLost, to: Speech) -> str:
    """Return the spoils that nobody used."""
    lost = [to.cp(event.cp)] if event.cp else []
    lost += [to.gettext("a flag to remove")] if event.unflag else []
    return ", ".join(lost) or to.gettext("nothing")


@TELLINGS.place
def unflagged(event: Any, to: Speech) -> str:
    """Say that a flag of the other side was removed from a space."""
    return to.unflagged(event.space, event.side)


@TELLINGS.place
def other_side(event: SideEvent, to: Speech) -> str:
    """Return the side that did not do it."""
    return to.seat(opponent(event.side))


def left_of_spoils(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return what is left of the spoils that are spent."""
    state = counter.state
    left = spoils_of(state)
    parts = [to.gettext("Left: %(cp)s.", cp=to.cp(left.cp))] if left.cp else []
    if left.unflag:
        unflag = unflag_of(state)
        deed = taken(to.gettext("You may remove a flag"), unflagged_by(unflag.type, unflag.region), to)
        parts.append(f"{deed}.")
    return " ".join(parts)


@ASKINGS.place
def kind_and_owner(action: conquest.Conquer, counter: Counter, to: Speech) -> str:
    """Return what a conquest would take, from whom, and on which terms."""
    space = SPACE.index[action.space]
    owner, notes = controller(counter.state, space), [kind_of_space(SPACE.things[space], to)]
    notes += [to.seat(FLAGS[owner])] if owner != NONE else []
    return ", ".join([*notes, *_terms(action, counter, to)])


def _terms(action: conquest.Conquer, counter: Counter, to: Speech) -> list[str]:
    """Say what the other side may do about it, and where the squadron comes from."""
    state, side = counter.state, counter.side
    price, notes = quote(state, side, action.space), []
    if price.may_refuse != NONE:
        vp = to.vp(refusal_price(state, price.may_refuse))
        notes.append(to.gettext("may be refused for %(vp)s", vp=vp))
    if FACTS.naval >> price.space & 1:
        names = to.any_of(to.space(source) for source in sources(state, side))
        notes.append(to.gettext("squadron from: %(spaces)s", spaces=names))
    return notes


@ASKINGS.shelf
def conquests_by_price(action: conquest.Conquer, counter: Counter, to: Speech) -> Shelf:
    """Return a shelf of conquests by their price, and by what else they mean."""
    price, terms = quote(counter.state, counter.side, action.space).cp, _terms(action, counter, to)
    heading = to.gettext("Conquer, %(points)s", points=to.cp(price))
    return Shelf((*ASKINGS.order("conquer"), len(terms), price), heading, "", ", ".join(terms))


def _links(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    return ASKINGS.links(asked.options, counter, to, "or", lambda action: 0)


ASKINGS.figures(conquest_price=lambda action, counter: quote(counter.state, counter.side, action.space).cp)
ask(
    "spend_spoils",
    "%(here)s: your spoils",
    "%(here)s: spend your spoils",
    note="%(left_of_spoils)s",
    links=_links,
    left_of_spoils=left_of_spoils,
)


@ASKINGS.place
def refusal_cost(action: conquest.AnswerConquest, counter: Counter, to: Speech) -> str:
    """Return what it costs to refuse."""
    return to.vp(refusal_price(counter.state, counter.side)) if action.refuse else ""


@ASKINGS.place
def answer_means(action: conquest.AnswerConquest, counter: Counter, to: Speech) -> str:
    """Return what an answer to a conquest means."""
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
    return to.seat(SIDES[spoils_of(state).winner])


ASKINGS.facts(
    territory=lambda decision, counter, to: to.space(decision.context["space"]),
    winner=lambda decision, counter, to: _winner(counter.state, to),
    vp=lambda decision, counter, to: counter.state.vp,
)


def _not_for_unflag(given: Facts, to: Speech) -> str:
    return to.gettext(
        "%(space)s has no flag that these spoils may remove; they remove an opposing one: %(places)s",
        space=to.space(given["space"]),
        places=places(unflagged_by(given["type"], given["region"]), to),
    )


refuse(conquest.not_for_unflag, _not_for_unflag)


@TELLINGS.place
def made_room(event: war_tiles.BonusTilePlaced, to: Speech) -> str:
    """Return which tile made room for another one, and where it went."""
    if not event.moved_to:
        return ""
    there = to.theatre(event.war, event.moved_to)
    if event.moved:
        return to.gettext("%(tile)s makes room: %(theatre)s", tile=to.thing(WAR_TILE, event.moved), theatre=there)
    return to.gettext("another one makes room: %(theatre)s", theatre=there)


@TELLINGS.place
def drawn_and_placed(event: war_tiles.UpgradeDrawn, to: Speech) -> str:
    """Return the tile that was drawn, and the one that lies there."""
    if not event.drawn:
        return ""
    drawn, placed = to.war_tile(event.drawn), to.war_tile(event.placed)
    return to.gettext("drawn [%(drawn)s], there lies [%(placed)s]", drawn=drawn, placed=placed)


@TELLINGS.place
def other_tile(event: war_tiles.UpgradeKept, to: Speech) -> str:
    """Return what becomes of the tile that does not stay."""
    if event.other == "pool":
        note = to.gettext("the other one goes back to the pool")
    else:
        note = to.gettext("the other one leaves the game")
    return f"{note} [{to.war_tile(event.tile)}]" if event.tile else note


@TELLINGS.place
def with_theatre(event: war_tiles.UpgradeSwapped, to: Speech) -> str:
    """Return the second of two theatres that change their tiles."""
    return to.theatre(event.war, event.with_theater)


@ASKINGS.place
def upgraded(action: war_tiles.MilitaryUpgrade, counter: Counter, to: Speech) -> str:
    """Return the theatres of an upgrade."""
    theatres = (action.theater, *([action.with_theater] if action.with_theater is not None else []))
    return to.listing(to.theatre(counter.war, order) for order in theatres)


@ASKINGS.chip
def chip_of_upgrade(action: war_tiles.MilitaryUpgrade, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return the theatres of an upgrade."""
    return "", upgraded(action, counter, to)


@ASKINGS.place
def laid_at(action: war_tiles.PlaceBonusTile, counter: Counter, to: Speech) -> str:
    """Return the theatre, and the tile that is laid if several wait (7.6)."""
    there = to.theatre(counter.war, action.theater)
    several = len(set(war_tiles.waiting_tiles(counter.state, counter.side))) > 1
    return f"{to.war_tile_name(action.tile)}: {there}" if several else there


@ASKINGS.place
def lying_there(action: war_tiles.PlaceBonusTile, counter: Counter, to: Speech) -> str:
    """Return what is there, and what makes room."""
    if action.move is not None:
        there = to.theatre(counter.war, action.move.theater)
        tile = to.thing(WAR_TILE, action.move.tile)
        return to.gettext("%(tile)s makes room: %(theatre)s", tile=tile, theatre=there)
    laid, side = counter.state.theatres[action.theater - 1], counter.side
    lying = [*([laid.basic[side]] if laid.basic[side] != NONE else []), *laid.bonus[side]]
    return ", ".join(to.war_tile_name(WAR_TILE.id_of(tile)) for tile in lying)


@ASKINGS.fact
def where_it_goes(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return where which tile may go."""
    tiles = [to.war_tile_name(WAR_TILE.id_of(tile)) for tile in war_tiles.waiting_tiles(counter.state, counter.side)]
    if len(tiles) > 1:
        return to.gettext("Where does one of these tiles go: %(tiles)s?", tiles=", ".join(tiles))
    return to.gettext("Where does %(tile)s go?", tile=tiles[0])


@ASKINGS.fact
def symbol_told(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    """Return what the symbol of the only tile that waits does."""
    tiles = war_tiles.waiting_tiles(counter.state, counter.side)
    symbol = to.symbol(WAR_TILE.id_of(tiles[0])) if len(tiles) == 1 else ""
    return to.gettext("Its symbol: %(symbol)s.", symbol=symbol) if symbol else ""


def _keeping(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    """Return which of two basic tiles stays at a theatre (5.3.3).

    Both may be alike, so it is said which one is meant.
    """
    state, side = counter.state, counter.side
    placed, drawn = state.theatres[asked.decision.context["theater"] - 1].basic[side], state.drawn[side][-1]
    tiles = {"placed": to.war_tile(WAR_TILE.id_of(placed)), "drawn": to.war_tile(WAR_TILE.id_of(drawn))}
    listed = []
    for option in asked.options:
        assert isinstance(option.action, war_tiles.KeepBasicTile)
        if option.action.keep == "drawn":
            words, goes = to.gettext("the new one stays: %(tile)s", tile=tiles["drawn"]), tiles["placed"]
        else:
            words, goes = to.gettext("the old one stays: %(tile)s", tile=tiles["placed"]), tiles["drawn"]
        listed.append(Option(code=option.code, words=words, note=_goes(option.action, goes, to)))
    return (OptionGroup(options=tuple(listed)),)


def _goes(action: war_tiles.KeepBasicTile, tile: str, to: Speech) -> str:
    if action.other == "pool":
        return to.gettext("%(tile)s back to the pool", tile=tile)
    return to.gettext("%(tile)s out of the game", tile=tile)


ask("keep_basic_tile", "which war tile stays?", "Which basic war tile stays?", groups=_keeping)
