"""The phases of a peace turn, debt, points and the end of the game in words (2.5, 3.10, chapters 4, 6, 9, 11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from adjudicator.kernel.events import Event
from adjudicator.language import msgid
from adjudicator.reports.wording.event_text import Context, EventText, TellingMode
from adjudicator.reports.wording.game import Asked
from adjudicator.reports.wording.phases import Group, Phase

from ..components import MINISTRY_CARD
from ..fact_events import EVENT
from ..fact_types import ADVANTAGE, AWARD, COMMODITY, REGION, SIDES, THEATRE, TURN, WAR_TILE
from ..facts import FACTS
from ..rules import deal
from ..rules.debt import DebtChanged, ForcedDebt, TreatyPointsChanged, VictoryPoints
from ..rules.discard import DiscardEvents
from ..rules.ending import FinalScored, GameOver, TieBroken
from ..rules.scoring import AwardScored, DemandScored, PrestigeScored
from ..rules.turn import ChooseFirstPlayer, FirstPlayerChosen
from ..rules.war.resolution import VictoryChecked
from .book import ASKINGS, REGISTERS, TELLINGS, WAR_LAYOUT, Counter, anywhere, ask, join, of_phase, offer, tell
from .printed import event_line, event_text
from .speech import WORDS, Speech


@TELLINGS.place
def forced_debt(event: ForcedDebt, to: Speech) -> str:
    """Return how the debt of a side rose, and what did not fit below its limit."""
    change = to.signed(event.taken)
    if not event.over:
        return to.gettext("debt %(change)s", change=change)
    if event.taken:
        return to.ngettext(
            "debt %(change)s, %(n)s point does not fit below the limit",
            "debt %(change)s, %(n)s points do not fit below the limit",
            event.over,
            change=change,
        )
    return to.ngettext(
        "%(n)s point of debt does not fit below the limit",
        "%(n)s points of debt do not fit below the limit",
        event.over,
    )


def _treaty_points_changed(event: TreatyPointsChanged, to: Speech) -> EventText:
    text, rule = to.treaty_change(event.change), "9.2" if event.change < 0 else "9.0"
    return EventText(text=text, who=event.side, note=cause(event, to), rule=rule)


def _victory_points(event: VictoryPoints, to: Speech) -> EventText:
    text, why = to.vp_gain(event.vp), cause(event, to)
    return EventText(text=text, who=event.side, note=why, rule="3.10", important=True, scores=True)


@TELLINGS.place
def cause(event: DebtChanged | ForcedDebt | TreatyPointsChanged | VictoryPoints, to: Speech) -> str:
    """Return why debt or points changed."""
    return reason(event.why, to)


def reason(why: str, to: Speech) -> str:
    """Return why debt or points changed: the thing it came from, or "" where the sentence says enough."""
    for kind in (ADVANTAGE, COMMODITY, THEATRE):
        if why in kind:
            return to.thing(kind, why)
    if why in WAR_TILE:
        return by_tile(why, to)
    if why in MINISTRY_CARD:
        return to.ministry(why)
    if why in EVENT:
        return to.event(EVENT.number(why))
    return to.word("reasons", why) if why in WORDS["reasons"] else ""


def by_tile(tile: str, to: Speech) -> str:
    """Name a war tile as the reason of something: its name alone may be `Debt 0`."""
    return to.gettext("war tile %(tile)s", tile=to.war_tile_name(tile))


@join(DebtChanged)
def _by_passing(context: Context[Speech], event: DebtChanged, said: EventText, to: Speech) -> bool:
    """Return whether debt falls by passing, which the pass itself says."""
    return event.why == "pass"


@join(VictoryPoints)
def _for_debt(context: Context[Speech], event: VictoryPoints, said: EventText, to: Speech) -> bool:
    """Say that the other side scores for debt that did not fit (3.10, 6.3b)."""
    debt = context.before
    if not isinstance(debt, ForcedDebt) or not debt.over or debt.side == event.side or debt.why != event.why:
        return False
    why = to.gettext("debt of %(side)s beyond its limit", side=to.seat(debt.side, "genitive"))
    return context.add(event, replace(said, note=", ".join(filter(None, [why, said.note]))))


_REMAINING_POWERS: Final = of_phase("remaining_powers", "4.1.11")
_REDUCED: Final = of_phase("reduce_treaty_points")
JOHN_LAW: Final = "m2"
"""The ministry that lowers debt at the end of the turn (4.1.11)."""
REGISTERS.parts["debt"] = lambda event, going: _REMAINING_POWERS if event.why == JOHN_LAW else anywhere(event, going)

tell(
    TreatyPointsChanged,
    _treaty_points_changed,
    where=lambda event, going: _REDUCED if event.why == "reduce_treaty_points" else anywhere(event, going),
)
tell(VictoryPoints, _victory_points, where=anywhere)


_AT_ITS_END: Final = msgid("%(side)s wins: the victory track is at its end.")
_WHY: Final = {
    "auto_scoring_sweep": msgid("%(side)s wins: every award and all demand of the turn."),
    "auto_war_sweep": msgid("%(side)s wins: every theatre of the war with the most it can give."),
    "vp_30_or_more": _AT_ITS_END,
    "vp_0_or_less": _AT_ITS_END,
    "final_vp": msgid("%(side)s wins after the final scoring."),
    "final_tiebreak_available_debt": msgid("A tie on the track: %(side)s wins by more available debt."),
    "final_tiebreak_britain": msgid("A tie on the track and equal available debt: %(side)s wins."),
    "resignation": msgid("%(side)s wins: the other side gives up."),
    "agreement": msgid("The players have agreed on the end."),
}


def ending(how: str, winner: str, vp: int, to: Speech) -> str:
    """Return one or two sentences on how a match ended.

    `winner` is "" for a draw; `vp` where the victory track is (3.10).

    A moderator who ends a match may say how in other words: then it is told who has won.
    """
    side = to.seat(winner) if winner else ""
    told = [to.gettext(_WHY[how], side=side)] if how in _WHY else []
    if not side:
        told.append(to.gettext("The game is a draw."))
    elif not told:
        told.append(to.gettext("%(side)s wins.", side=side))
    return " ".join([*told, to.gettext("The track stands at %(vp)s.", vp=vp)])


@join(deal.EventCardRemoved)
def _removed(context: Context[Speech], event: deal.EventCardRemoved, said: EventText, to: Speech) -> bool:
    """Tell together the cards that leave the game one after the other."""
    cards = [event.card]
    for each in reversed(context.events):
        if not isinstance(each, deal.EventCardRemoved) or each.side != event.side:
            break
        cards.insert(0, each.card)
    if len(cards) == 1:
        return False
    return context.instead(event, replace(said, text=_leave(cards, to)))


def _leave(cards: Sequence[int], to: Speech) -> str:
    return to.ngettext(
        "%(cards)s leaves the game (Succession Era)",
        "%(cards)s leave the game (Succession Era)",
        len(cards),
        cards=", ".join(map(to.event, cards)),
    )


@TELLINGS.place
def card_leaves(event: deal.EventCardRemoved, to: Speech) -> str:
    """Return which card leaves the game."""
    return _leave([event.card], to)


@TELLINGS.place
def limits_by_side(event: deal.DebtLimitRaised, to: Speech) -> str:
    """Return the debt limits of both sides."""
    return ", ".join(f"{to.seat(side)} {limit}" for side, limit in zip(SIDES, event.limits, strict=True))


@TELLINGS.place
def tiles_up(event: deal.InvestmentsDealt, to: Speech) -> str:
    """Return how many investment tiles lie face up."""
    return to.ngettext("%(n)s investment tile is face up", "%(n)s investment tiles are face up", len(event.tiles))


@TELLINGS.place
def awards_told(event: deal.AwardsLaid, to: Speech) -> str:
    """Return the awards of all regions."""
    laid = zip(REGION.ids, event.tiles, strict=True)
    return "; ".join(f"{to.thing(REGION, region)} {award(tile, to)}" for region, tile in laid)


def award(tile: str, to: Speech) -> str:
    """Say what an Award tile gives, with the lead it asks for: `2 VP for a lead of 2`."""
    found = AWARD.thing(tile)
    gains = to.gains(vp=found.vp, trp=found.trp)
    return to.gettext("%(gains)s for a lead of %(n)s", gains=gains, n=found.margin) if found.margin > 1 else gains


@TELLINGS.place
def dealt_events(event: deal.EventsDealt, to: Speech) -> str:
    """Return the cards that were dealt, or how many."""
    if event.cards:
        cards = to.things(EVENT, event.cards)
        return to.ngettext("event dealt: %(cards)s", "events dealt: %(cards)s", len(event.cards), cards=cards)
    return to.ngettext("%(n)s event card dealt", "%(n)s event cards dealt", event.count)


Scored = AwardScored | PrestigeScored | DemandScored
"""What is scored at the end of a turn."""


def what_scored(event: Scored, to: Speech) -> str:
    """Return the region, the prestige or the commodity that was scored."""
    if isinstance(event, AwardScored):
        return to.thing(REGION, event.region)
    return to.gettext("Prestige") if isinstance(event, PrestigeScored) else to.thing(COMMODITY, event.commodity)


def _scored(event: Scored, to: Speech) -> tuple[str, str]:
    gained = to.gained(vp=event.vp, trp=0 if isinstance(event, PrestigeScored) else event.trp)
    short = to.gettext("a lead of %(n)s is needed", n=event.margin) if isinstance(event, AwardScored) else ""
    return _result(event, what_scored(event, to), gained, to, short)


def _result(event: Scored | FinalScored, what: str, gained: str, to: Speech, short: str) -> tuple[str, str]:
    """Return a result such as `Europe: France +3 VP`, and its counts.

    It may say that nobody won. `short`: which lead was needed.
    """
    more, less = max(event.france, event.britain), min(event.france, event.britain)
    if more == less:
        return to.gettext("%(what)s: a tie, %(n)s to %(n)s", what=what, n=more), ""
    counts = to.gettext("%(more)s to %(less)s", more=more, less=less)
    if not event.winner:
        return to.gettext("%(what)s: nobody, %(counts)s", what=what, counts=counts), short
    side = to.seat(event.winner)
    return to.gettext("%(what)s: %(side)s %(gained)s", what=what, side=side, gained=gained), counts


def _victory_checked(event: VictoryChecked, to: Speech) -> EventText:
    ends = FACTS.scoring
    text = to.gettext("the track stands at %(vp)s", vp=event.vp)
    if ends.vp_britain_wins < event.vp < ends.vp_france_wins:
        text = to.gettext("nobody has won yet, the track stands at %(vp)s", vp=event.vp)
    if event.sweep and event.war:
        text = to.gettext("%(side)s won every theatre with the most it can give", side=to.seat(event.sweep))
    elif event.sweep:
        text = to.gettext("%(side)s won every award and all demand", side=to.seat(event.sweep))
    return EventText(text=text, rule="7.4" if event.war else "4.1.13", important=bool(event.sweep))


_SET_UP: Final = of_phase("set_up", "3.7")
_VICTORY: Final = of_phase("victory_check", "4.1.13")
_WAR_VICTORY: Final = of_phase("war_victory_check", "7.4")
PARTS: Final = REGISTERS.parts
PARTS["deal"] = of_phase("deal", "4.1.6", "deal_cards").unless("round")
PARTS["bidding"] = Phase[Speech]("bid", lambda event, to: Group("bid", to.gettext("Bidding for sides"), "4.0"))
PARTS["initiative"] = of_phase("initiative", "4.1.8")
PARTS["scoring"] = of_phase("scoring", "4.1.12")
PARTS["final_scoring"] = of_phase("final_scoring", "11.0")
PARTS["game_over"] = _VICTORY.unless("war_victory_check", "final_scoring")
PARTS["laying"] = lambda event, going: WAR_LAYOUT if going in ("war_reset", "war_layout") else _SET_UP


def _turn(event: deal.TurnBegan, to: Speech) -> Group:
    name = to.thing(TURN, event.turn)
    return Group("deal", name, chapter=name)


@join(DebtChanged, ForcedDebt)
def _debt_of_demand(context: Context[Speech], event: DebtChanged | ForcedDebt, said: EventText, to: Speech) -> bool:
    """Tell debt from a commodity together with its scoring before."""
    scored, last = context.before, context.last
    if not isinstance(scored, DemandScored) or scored.commodity != event.why or last is None:
        return False
    if isinstance(event, ForcedDebt) and event.over:
        last.said = replace(last.said, note=f"{last.said.note}; {said.text}")
    else:
        last.said = replace(last.said, text=f"{last.said.text}, {said.text}")
    return True


@TELLINGS.place
def bonus_tiles_lying(event: deal.WarTilesLaid, to: Speech) -> str:
    """Return how many bonus tiles lie at which theatre."""
    lying = [
        to.gettext("%(n)s at %(theatre)s", n=count, theatre=to.theatre(event.war, order))
        for order, count in enumerate(event.bonus, 1)
        if count
    ]
    return to.gettext("bonus tiles: %(tiles)s", tiles=", ".join(lying)) if lying else ""


def _final_scored(event: FinalScored, to: Speech) -> tuple[str, str]:
    what, gained = final_name(event, to), to.vp_gain(event.vp)
    if event.what == "territory":
        side = to.seat(event.winner)
        return to.gettext("%(what)s: %(side)s %(gained)s", what=what, side=side, gained=gained), to.flag(event.flag)
    step = FACTS.scoring.final.debt_step
    short = to.gettext("a lead of %(n)s is needed", n=step) if event.what == "debt" else ""
    return _result(event, what, gained, to, short)


def final_name(event: FinalScored, to: Speech) -> str:
    """Name what is scored at the end of the game (11.0)."""
    match event.what:
        case "prestige":
            return to.gettext("Prestige")
        case "debt":
            return to.gettext("Available debt")
        case "territory":
            return to.space(event.of)
        case _:
            return to.thing(COMMODITY, event.of)


@TELLINGS.place
def who_wins(event: TieBroken, to: Speech) -> str:
    """Return who wins when the track stands in the middle."""
    if event.france == event.britain:
        return to.gettext("equal, so Britain wins")
    return to.gettext("%(side)s wins", side=to.seat(event.winner))


@TELLINGS.place
def name_france(event: Event, to: Speech) -> str:
    """Return the name of this side."""
    return to.seat("france")


@TELLINGS.place
def name_britain(event: Event, to: Speech) -> str:
    """Return the name of this side."""
    return to.seat("britain")


@TELLINGS.place
def decided_by(event: FirstPlayerChosen, to: Speech) -> str:
    """Return who has decided that the other side plays first."""
    return to.seat(event.side, "genitive") if event.first != event.side else ""


@TELLINGS.place
def end_of_game(event: GameOver, to: Speech) -> str:
    """Return how the game has ended."""
    return ending(event.how, event.winner, event.vp, to)


def in_one_line(asked: Asked, count: int, to: Speech) -> str:
    """Return how several codes make one answer."""
    codes = [option.code for option in asked.options[:count]]
    return "" if len(codes) < count else to.together(codes)


def _too_many(counter: Counter) -> int:
    return len(counter.state.hands[counter.side]) - FACTS.limits.hand


@ASKINGS.place
def what_it_does(action: DiscardEvents, counter: Counter, to: Speech) -> str:
    """Return what an event does, if it is the only one."""
    if len(action.cards) != 1:
        return ""
    return event_text(EVENT.at(action.cards[0]), counter.state, counter.side, to)


@ASKINGS.place
def event_names(action: DiscardEvents, counter: Counter, to: Speech) -> str:
    """Return the names alone: their numbers are in front, as what is typed."""
    return ", ".join(map(to.event_name, action.cards))


@ASKINGS.place
def event_in_short(action: DiscardEvents, counter: Counter, to: Speech) -> str:
    """Return what an event does, in a line."""
    return event_line(EVENT.at(action.cards[0]), counter.state, counter.side, to)


ASKINGS.facts(preferred=lambda decision, counter, to: to.seat(decision.context["preferred"]))
offer(ChooseFirstPlayer, lambda action, counter, to: to.seat(action.first))
ask(
    "discard_events",
    "which events do you discard?",
    lambda decision, counter, to: to.ngettext("Discard %(n)s event", "Discard %(n)s events", _too_many(counter)),
    note=lambda asked, counter, to: in_one_line(asked, _too_many(counter), to),
)

tell(
    deal.TurnBegan,
    "%(turn)s begins",
    deed=TellingMode.BEGINS,
    where=PARTS["deal"],
    begins=_turn,
    closes=True,
    silent=True,
)
tell(AwardScored, _scored, deed=TellingMode.NO, where=PARTS["scoring"], closes=True)
tell(PrestigeScored, _scored, deed=TellingMode.NO, where=PARTS["scoring"])
tell(DemandScored, _scored, deed=TellingMode.NO, where=PARTS["scoring"])
tell(
    VictoryChecked,
    _victory_checked,
    deed=TellingMode.NO,
    where=lambda event, going: _WAR_VICTORY if event.war or going == "theatre" else _VICTORY,
)
tell(FinalScored, _final_scored, deed=TellingMode.NO, where=PARTS["final_scoring"])
