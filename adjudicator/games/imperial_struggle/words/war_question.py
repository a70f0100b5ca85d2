"""The questions of wars: options with what they cost, what they would do, what a refusal costs (chapter 7)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.actions import Action
from adjudicator.reports.game import Coded
from adjudicator.reports.model import Option, OptionGroup

from ..fact_types import BRITAIN, FLAGS, NONE, SIDES
from ..facts import facts
from ..rules.control import controller
from ..rules.war.conquest import AnswerConquest, Conquer, EndSpoils, SpoilsUnflag, quote, refusal_price, sources
from ..rules.war.effects import WarTileEffect
from ..rules.war.layout import AssignBasicTiles
from ..rules.war.progress import progress, spoils_of, theatre_of, unflag_of
from ..rules.war.special import PlaceUsaFlags, RemoveUsaForts, ShiftSpain
from ..rules.war.squadrons import GiveUpSquadron
from ..state import State, opponent, war_of
from .places import places
from .speech import Speech
from .tables import kind as kind_of_space

WAR_KINDS = (
    "resolve_tile_effect",
    "spend_spoils",
    "answer_conquest",
    "give_up_squadron",
    "place_usa_flags",
    "remove_usa_forts",
    "shift_spain",
    "assign_basic_tiles",
)
"""Kinds of decisions whose options stand here."""


def war_groups(options: Sequence[Coded], kind: str, state: State, side: int, to: Speech) -> tuple[OptionGroup, ...]:
    """The options of a question of a war."""
    match kind:
        case "resolve_tile_effect":
            return _symbols(options, state, side, to)
        case "spend_spoils":
            return _spoils(options, state, side, to)
        case "answer_conquest":
            return (OptionGroup(options=tuple(_refusal(each, state, side, to) for each in options)),)
        case _:
            listed = tuple(Option(code=each.code, words=war_words(each.action, state, to)) for each in options)
            return (OptionGroup(options=listed),)


def war_note(kind: str, state: State, side: int, to: Speech) -> str:
    """What to know about the question."""
    match kind:
        case "spend_spoils":
            return _left(state, to)
        case "answer_conquest":
            return to.gettext("The track stands at %(vp)s. The conquest points are spent in either case.", vp=state.vp)
        case "give_up_squadron":
            rows = theatre_of(state).spoils[spoils_of(state).winner]
            if any(row.squadrons_removed for row in rows):
                return to.gettext("It leaves the game for good.")
            return to.gettext("It goes back to those that can be built.")
        case "place_usa_flags":
            return to.gettext("They replace every flag there and stay for ever; at the end they count for France.")
        case _:
            return ""


def _left(state: State, to: Speech) -> str:
    left = spoils_of(state)
    parts = [to.gettext("Left: %(cp)s.", cp=to.cp(left.cp))] if left.cp else []
    if left.unflag:
        unflag = unflag_of(state)
        kind = facts().market if unflag.type == "market" else facts().political
        spaces = kind & facts().by_region[facts().region[unflag.region]]
        parts.append(to.gettext("You may remove a flag: %(places)s.", places=places(spaces, to)))
    return " ".join(parts)


# symbols (7.1.2) -----------------------------------------------------------------------------------


def _symbols(options: Sequence[Coded], state: State, side: int, to: Speech) -> tuple[OptionGroup, ...]:
    tiles: dict[str, list[Option]] = {}
    for each in options:
        assert isinstance(each.action, WarTileEffect)
        listed = Option(
            code=each.code, words=war_words(each.action, state, to), note=_deed(each.action, state, side, to)
        )
        tiles.setdefault(each.action.tile, []).append(listed)
    return tuple(OptionGroup(options=tuple(found), heading=to.war_tile(tile)) for tile, found in tiles.items())


def _deed(action: WarTileEffect, state: State, side: int, to: Speech) -> str:
    if action.space is None:
        return ""
    index = facts().space[action.space]
    if facts().war_tiles[facts().war_tile[action.tile]].symbol == "unflag":
        return kind_of_space(facts().spaces[index], to)
    if state.squadrons[opponent(side)] >> index & 1:
        return to.gettext("the squadron goes home")
    return to.gettext("the fort is damaged")


# spoils (7.2) --------------------------------------------------------------------------------------


def _spoils(options: Sequence[Coded], state: State, side: int, to: Speech) -> tuple[OptionGroup, ...]:
    conquered = [_conquest(each, state, side, to) for each in options if isinstance(each.action, Conquer)]
    removed = [each for each in options if isinstance(each.action, SpoilsUnflag)]
    rest = [each for each in options if not isinstance(each.action, Conquer | SpoilsUnflag)]
    found = []
    if conquered:
        heading = to.gettext("Conquer")
        found.append(OptionGroup(options=tuple(conquered), heading=heading, cost_title=to.gettext("conquest points")))
    if removed:
        listed = tuple(Option(code=each.code, words=war_words(each.action, state, to)) for each in removed)
        found.append(OptionGroup(options=listed, heading=to.gettext("Remove a flag")))
    if rest:
        listed = tuple(Option(code=each.code, words=war_words(each.action, state, to)) for each in rest)
        found.append(OptionGroup(options=listed, heading=to.gettext("Or")))
    return tuple(found)


def _conquest(each: Coded, state: State, side: int, to: Speech) -> Option:
    assert isinstance(each.action, Conquer)
    price = quote(state, side, each.action.space)
    owner, notes = controller(state, price.space), [kind_of_space(facts().spaces[price.space], to)]
    if owner != NONE:
        notes.append(to.side(FLAGS[owner]))
    if price.may_refuse != NONE:
        vp = to.vp(refusal_price(state, price.may_refuse))
        notes.append(to.gettext("may be refused for %(vp)s", vp=vp))
    if facts().naval >> price.space & 1:
        there = sources(state, side)
        names = to.language.listing([to.space(source) for source in there], "or")
        notes.append(to.gettext("squadron from: %(spaces)s", spaces=names))
    return Option(code=each.code, words=to.space(each.action.space), cost=str(price.cp), note=", ".join(notes))


def _refusal(each: Coded, state: State, side: int, to: Speech) -> Option:
    assert isinstance(each.action, AnswerConquest)
    words = war_words(each.action, state, to)
    if not each.action.refuse:
        return Option(code=each.code, words=words, note=to.gettext("%(side)s takes it", side=_winner(state, to)))
    rules, war = facts().war_rules, progress(state)
    price = refusal_price(state, side)
    track = state.vp + (price if side == BRITAIN else -price)
    note = to.gettext(
        "%(side)s scores it, the track goes to %(vp)s; the territory is safe for the rest of this war; it is your "
        "refusal %(n)s of %(most)s",
        side=_winner(state, to),
        vp=track,
        n=war.refusals[side] + 1,
        most=len(rules.refusal_vp),
    )
    return Option(code=each.code, words=words, cost=to.vp(price), note=note)


def _winner(state: State, to: Speech) -> str:
    return to.side(SIDES[spoils_of(state).winner])


# words ---------------------------------------------------------------------------------------------


def war_words(action: Action, state: State, to: Speech) -> str:
    """An answer in a few words; "" for an action of another kind."""
    match action:
        case WarTileEffect(space=None):
            return to.gettext("do not use it")
        case WarTileEffect(space=str(space)) | SpoilsUnflag(space=space) | Conquer(space=space):
            return to.space(space)
        case AnswerConquest(refuse=True):
            return to.gettext("refuse")
        case AnswerConquest():
            return to.gettext("give it up")
        case EndSpoils():
            return to.gettext("leave the rest of the spoils")
        case GiveUpSquadron(source=source):
            return to.space(source)
        case PlaceUsaFlags(spaces=spaces):
            return to.listing(to.space(space) for space in spaces) or to.gettext("none")
        case RemoveUsaForts(spaces=spaces):
            return to.listing(map(to.space, spaces)) or to.gettext("none")
        case ShiftSpain():
            return _spain(action, to)
        case AssignBasicTiles(tiles=tiles):
            war = war_of(state)
            laid = [f"{to.theatre(war, n)} [{to.war_tile(tile)}]" for n, tile in enumerate(tiles.each, 1)]
            return ", ".join(laid)
        case _:
            return ""


def _spain(action: ShiftSpain, to: Speech) -> str:
    if action.space is None:
        return to.gettext("leave it")
    if action.result == "flag":
        return to.gettext("place a flag: %(space)s", space=to.space(action.space))
    return to.gettext("remove the flag: %(space)s", space=to.space(action.space))
