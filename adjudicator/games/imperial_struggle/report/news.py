"""News: what happened, by phase and action round, in the order of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from adjudicator.kernel.events import Corrected, Event
from adjudicator.reports.model import Mark, NewsGroup, NewsLine

from .. import events as e
from .. import ministry_events as em
from .. import turn_events as et
from .. import war_events as w
from ..card_events import CARD_EVENTS
from .said import Said
from .sentences import Heard, sentences
from .speech import Speech

_PHASES: Final[dict[type[Event], str]] = {
    et.MinistriesLaid: "ministry",
    et.InitiativeHeld: "initiative",
    et.FirstPlayerChosen: "initiative",
    et.AwardScored: "scoring",
    et.PrestigeScored: "scoring",
    et.DemandScored: "scoring",
    et.VictoryChecked: "victory_check",
    et.GameOver: "victory_check",
    et.WarTilesLaid: "set_up",
    w.SidesBid: "bid",
    w.WarEnded: "war_reset",
    w.BonusTilesCarried: "war_layout",
    w.BasicTilesAssigned: "war_layout",
    w.FinalScored: "final_scoring",
    w.TieBroken: "final_scoring",
}
_RULES: Final = {
    "ministry": "4.1.7",
    "initiative": "4.1.8",
    "scoring": "4.1.12",
    "victory_check": "4.1.13",
    "war_victory_check": "7.4",
    "war_reset": "7.5",
    "war_layout": "7.6",
    "final_scoring": "11.0",
    "remaining_powers": "4.1.11",
    "set_up": "3.7",
    "bid": "4.0",
}
_DEAL: Final = (
    et.DeckRenewed,
    et.DebtLimitRaised,
    et.AwardsLaid,
    et.DemandDrawn,
    et.InvestmentsDealt,
    et.EventsDealt,
    et.EventsDiscarded,
)
_ANYWHERE: Final[tuple[type[Event], ...]] = (
    e.EventCardRemoved,
    e.EventPileRenewed,
    e.DebtChanged,
    e.ForcedDebt,
    e.TreatyPointsChanged,
    e.VictoryPoints,
    *em.MINISTRY_EVENTS,
    *CARD_EVENTS,
    w.JacobiteDefeat,
    Corrected,
)
"""These belong to whatever was going on."""
_SPOILS: Final = "7.2"
_RESOLUTION: Final = "7.1"
"""Groups for a theatre of which the news does not tell the beginning."""
_UNDER_WAY: Final = ("round", "theatre")
_TURNS_OVER: Final = (e.RoundStarted, e.RoundEnded, e.Passed, et.AwardScored, et.TurnBegan, w.WarBegan, Corrected)
"""After these another action round is played, or none; a correction may have changed which one."""
"""Groups to which whatever happens on the map belongs."""


class _Group(Struct):
    """One phase or action round while it is gathered; `round` is 0 where it is not known."""

    key: str
    heading: str
    rule: str = ""
    side: str = ""
    round: int = 0
    chapter: str = ""
    lines: list[NewsLine] = []


def news(events: Sequence[Heard], to: Speech, before: Sequence[Heard] = ()) -> tuple[NewsGroup, ...]:
    """The lines of these events, grouped; a group without lines is left out.

    `before`: what was told earlier, which says whose action round is under way when they begin.
    """
    groups: list[_Group] = _under_way(before)
    for n, event, said in sentences(events, to):
        group = _group_of(event, groups, to)
        if isinstance(event, e.RoundEnded):
            group.round = group.round or event.round
        if isinstance(event, w.TheatreResolved) and group.rule in (_SPOILS, _RESOLUTION):
            # What was told before its tiles were compared belongs to the theatre too.
            group.heading, group.rule = _theatre_words(event, to)
        if _speaks(event, group):
            group.lines.append(_line(n, said, group, to))
    return tuple(
        NewsGroup(lines=tuple(group.lines), heading=_heading(group, to), rule=group.rule, chapter=group.chapter)
        for group in groups
        if group.lines
    )


def _under_way(before: Sequence[Heard]) -> list[_Group]:
    """The action round that these events leave open, as a group without lines yet."""
    turned = [each.event for each in before if isinstance(each.event, _TURNS_OVER)]
    last = turned[-1] if turned else None
    return [_Group("round", "", side=last.side, round=last.round)] if isinstance(last, e.RoundStarted) else []


def _speaks(event: Event, group: _Group) -> bool:
    """Whether the heading does not say enough; which markets are isolated the standing tells."""
    if isinstance(event, e.RoundStarted):
        return False
    if isinstance(event, e.RoundEnded):
        return bool(event.lost_major or event.lost_minor) or not group.lines
    return not isinstance(event, et.TurnBegan)


def _line(n: int, said: Said, group: _Group, to: Speech) -> NewsLine:
    mark = Mark.PRIVATE if said.private else Mark.IMPORTANT if said.important else Mark.PLAIN
    named = said.who and (said.who != group.side or said.scores) and not said.private
    who = to.party(said.who) if named else None
    rule = "" if said.rule == group.rule else said.rule
    return NewsLine(text=said.text, who=who, note=said.note, rule=rule, log=n, mark=mark)


# groups --------------------------------------------------------------------------------------------


def _group_of(event: Event, groups: list[_Group], to: Speech) -> _Group:
    """The group an event belongs to: the last one, or a new one."""
    last = groups[-1] if groups else None
    started = _started(event, to)
    if started is not None:
        return _begin(started, groups)
    key = _key(event, last)
    if last is not None and (key == "" or last.key == key):
        return last
    return _begin(_new(key, event, to), groups)


def _begin(group: _Group, groups: list[_Group]) -> _Group:
    groups.append(group)
    return group


def _started(event: Event, to: Speech) -> _Group | None:
    """The group that an event opens."""
    match event:
        case et.TurnBegan():
            return _Group("deal", name := to.name("turns", event.turn), chapter=name)
        case e.RoundStarted():
            return _Group("round", "", side=event.side, round=event.round)
        case w.WarBegan():
            return _Group("theatre", name := to.name("wars", event.war), rule="7.0", chapter=name)
        case w.TheatreRevealed():
            return _theatre(event, to)
        case _:
            return None


def _theatre(event: w.TheatreRevealed | w.TheatreResolved, to: Speech) -> _Group:
    heading, rule = _theatre_words(event, to)
    return _Group("theatre", heading, rule=rule)


def _theatre_words(event: w.TheatreRevealed | w.TheatreResolved, to: Speech) -> tuple[str, str]:
    """Heading and rule."""
    heading = to.gettext("Theatre %(n)s: %(theatre)s", n=event.theater, theatre=to.name("theatres", event.id))
    return heading, "7.1"


def _key(event: Event, last: _Group | None) -> str:
    """The kind of group an event belongs to; "" for the last one, whatever it is."""
    going = last.key if last is not None else None
    if _reduces(event):
        return "reduce_treaty_points"
    if isinstance(event, e.DebtChanged) and event.why == JOHN_LAW:
        return "remaining_powers"
    if isinstance(event, et.VictoryChecked) and (event.war or going == "theatre"):
        return "war_victory_check"
    if isinstance(event, et.GameOver) and going in ("war_victory_check", "final_scoring"):
        return ""
    if isinstance(event, et.WarTilesLaid) and going in ("war_reset", "war_layout"):
        return "war_layout"
    if isinstance(event, _DEAL):
        return "" if going == "round" else "deal"
    if type(event) in _PHASES:
        return _PHASES[type(event)]
    if going is not None and (isinstance(event, _ANYWHERE) or going in _UNDER_WAY):
        return ""
    if isinstance(event, Corrected):
        return "correction"
    return "theatre" if isinstance(event, w.WAR_EVENTS) else "round"


JOHN_LAW: Final = "m2"
"""The ministry that lowers debt at the end of the turn (4.1.11)."""


def _reduces(event: Event) -> bool:
    return isinstance(event, e.TreatyPointsChanged) and event.why == "reduce_treaty_points"


def _new(key: str, event: Event, to: Speech) -> _Group:
    match key:
        case "round":
            side: str = getattr(event, "side", "")
            return _Group("round", "", side=side)
        case "correction":
            return _Group(key, to.gettext("Correction"))
        case "deal":
            return _Group(key, to.name("phases", "deal_cards"), rule="4.1.6")
        case "theatre" if isinstance(event, w.TheatreResolved):
            return _theatre(event, to)
        case "theatre" if isinstance(event, w.TileEffectUsed | w.TileEffectUnused):
            return _Group(key, to.name("phases", "war_resolution"), rule=_RESOLUTION)
        case "theatre":
            return _Group(key, to.name("phases", "war_spoils"), rule=_SPOILS)
        case "bid":
            return _Group(key, to.gettext("Bidding for sides"), rule=_RULES[key])
        case _:
            return _Group(key, to.name("phases", key), rule=_RULES.get(key, ""))


def _heading(group: _Group, to: Speech) -> str:
    if group.key != "round":
        return group.heading
    if not group.side:
        return to.name("phases", "action")
    side = to.side(group.side)
    if group.round:
        return to.gettext("Action round %(round)s: %(side)s", round=group.round, side=side)
    return to.gettext("Action round: %(side)s", side=side)
