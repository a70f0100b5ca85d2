"""What is asked: a few words for the subject of a mail, and the heading of the question."""

from __future__ import annotations

from adjudicator.kernel.decisions import OpenDecision

from ..fact_types import SIDES
from ..facts import facts
from ..rules.war.progress import spoils_of
from ..rules.war_tiles import waiting_tiles
from ..state import State, war_of
from .speech import Speech


def theatre_here(state: State, to: Speech) -> str:
    """The theatre that is fought now."""
    return to.theatre(war_of(state), state.theatre)


def title(decision: OpenDecision, state: State, to: Speech) -> str:
    """For the subject of a mail. Nothing in it that only the seat may know."""
    match decision.kind:
        case "bid":
            return to.gettext("your bid for the sides")
        case "discard_events":
            return to.gettext("which events do you discard?")
        case "discard_one_event":
            return to.gettext("which event do you discard?")
        case "choose_ministries":
            return to.gettext("choose your ministries")
        case "replace_ministries":
            return to.gettext("do you replace ministries?")
        case "choose_first_player":
            return to.gettext("who plays first?")
        case "take_investment":
            return to.gettext("your action round %(round)s", round=state.round)
        case "use_tile":
            return to.gettext("action round %(round)s goes on", round=state.round)
        case "choose_for_event":
            return to.gettext("a choice for the event %(card)s", card=to.event_name(decision.context["card"]))
        case "place_bonus_tile":
            return to.gettext("where does your war tile go?")
        case "keep_basic_tile":
            return to.gettext("which war tile stays?")
        case "use_power":
            return to.gettext("abilities at the end of the turn")
        case _:
            return _war_title(decision, state, to)


def _war_title(decision: OpenDecision, state: State, to: Speech) -> str:
    match decision.kind:
        case "resolve_tile_effect":
            return to.gettext("%(theatre)s: your war tile", theatre=theatre_here(state, to))
        case "spend_spoils":
            return to.gettext("%(theatre)s: your spoils", theatre=theatre_here(state, to))
        case "answer_conquest":
            return to.gettext("do you give up %(space)s?", space=to.space(decision.context["space"]))
        case "give_up_squadron":
            return to.gettext("which squadron do you give up?")
        case "place_usa_flags":
            return to.gettext("where do flags of the United States go?")
        case "remove_usa_forts":
            return to.gettext("which forts lose their flags?")
        case "shift_spain":
            return to.gettext("do you shift a space of Spain?")
        case _:
            return to.gettext("which war tile lies where?")


def asks(decision: OpenDecision, state: State, side: int, to: Speech) -> str:
    """The heading of the question; only its seat reads it."""
    limits = facts().limits
    match decision.kind:
        case "bid":
            return to.gettext("Bid for %(side)s", side=to.side(decision.context["preferred"]))
        case "discard_events":
            count = len(state.hands[side]) - limits.hand
            return to.ngettext("Discard %(n)s event", "Discard %(n)s events", count)
        case "discard_one_event":
            return to.gettext("Discard one event; it may be the one just drawn")
        case "choose_ministries":
            return to.ngettext("Choose %(n)s ministry", "Choose %(n)s ministries", limits.ministries)
        case "replace_ministries":
            return to.gettext("Replace ministries that lie face down, or keep them")
        case "choose_first_player":
            return to.gettext("Who plays the first action round?")
        case "take_investment":
            return to.gettext("Take one investment tile")
        case "use_tile":
            tile = facts().investments[state.taken[side][-1]]
            return to.gettext("Use your tile: %(tile)s", tile=to.tile(tile.id))
        case "choose_for_event":
            return _event_asks(decision, to)
        case "place_bonus_tile":
            tiles = [to.war_tile_name(facts().war_tiles[tile].id) for tile in waiting_tiles(state, side)]
            if len(tiles) > 1:
                return to.gettext("Where does one of these tiles go: %(tiles)s?", tiles=", ".join(tiles))
            return to.gettext("Where does %(tile)s go?", tile=tiles[0])
        case "keep_basic_tile":
            return to.gettext("Which basic war tile stays?")
        case "use_power":
            return to.gettext("Use abilities at the end of the turn?")
        case _:
            return _war_asks(decision, state, to)


def _event_asks(decision: OpenDecision, to: Speech) -> str:
    card = to.event_name(decision.context["card"])
    if decision.context["part"] == "bonus":
        return to.gettext("%(card)s: your choice for the bonus", card=card)
    return to.gettext("%(card)s: your choice for the effect", card=card)


def _war_asks(decision: OpenDecision, state: State, to: Speech) -> str:
    match decision.kind:
        case "resolve_tile_effect":
            return to.gettext("%(theatre)s: use the symbol of a war tile", theatre=theatre_here(state, to))
        case "spend_spoils":
            return to.gettext("%(theatre)s: spend your spoils", theatre=theatre_here(state, to))
        case "answer_conquest":
            winner = to.side(SIDES[spoils_of(state).winner])
            space = to.space(decision.context["space"])
            return to.gettext("%(side)s conquers %(space)s: give it up or refuse?", side=winner, space=space)
        case "give_up_squadron":
            return to.ngettext("Give up %(n)s squadron", "Give up a squadron, %(n)s in all", decision.context["n"])
        case "place_usa_flags":
            return to.gettext("Where do you place flags of the United States?")
        case "remove_usa_forts":
            return to.gettext("From which forts of the Northern Colonies do you remove the flags?")
        case "shift_spain":
            return to.gettext("Shift a political space of Spain, or leave it")
        case _:
            return to.gettext("Assign your basic war tiles to the theatres")
