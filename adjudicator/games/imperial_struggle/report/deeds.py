"""What happened in an action round, in words (chapters 5, 6, 8, 9)."""

from __future__ import annotations

from functools import singledispatch

from adjudicator.kernel.events import Corrected, Event, WindowClosed

from .. import events as e
from ..actions import NAVY_BOX
from ..facts import facts
from .said import Said
from .speech import Speech


@singledispatch
def told(event: Event, to: Speech) -> Said:
    """An event in words. Raises TypeError for an event that nobody has given words to."""
    raise TypeError(f"no words for {type(event).__name__}")


@told.register
def _corrected(event: Corrected, to: Speech) -> Said:
    return Said(text=to.gettext("the moderator corrected the position"), note=event.reason, important=True)


@told.register
def _window_closed(event: WindowClosed, to: Speech) -> Said:
    return Said(text=to.gettext("everybody who could react has answered"))


@told.register
def _round_started(event: e.RoundStarted, to: Speech) -> Said:
    if not event.isolated:
        return Said(text=to.gettext("the action round begins"), who=event.side, rule="5.0")
    return Said(
        text=to.gettext("isolated during this round: %(spaces)s", spaces=to.spaces(event.isolated)), rule="5.4.1"
    )


@told.register
def _investment_taken(event: e.InvestmentTaken, to: Speech) -> Said:
    tile = to.gettext("tile taken: %(tile)s", tile=to.tile(event.tile))
    return Said(text=tile, who=event.side, rule="5.1")


@told.register
def _passed(event: e.Passed, to: Speech) -> Said:
    note = to.gettext("debt %(change)s", change=to.signed(-event.debt)) if event.debt else ""
    return Said(text=to.gettext("passed"), who=event.side, note=note, rule="5.1")


@told.register
def _action_ended(event: e.ActionEnded, to: Speech) -> Said:
    text = to.gettext("%(points)s unused", points=to.left_over(event.kind, event.lost))
    return Said(text=text, who=event.side, rule="5.3")


@told.register
def _round_ended(event: e.RoundEnded, to: Speech) -> Said:
    lost = (("major", event.lost_major), ("minor", event.lost_minor))
    left = [to.left_over(kind, points) for kind, points in lost if points]
    text = to.gettext("the round is over")
    if left:
        text = to.gettext("the round is over, unused: %(points)s", points=to.listing(left))
    return Said(text=text, who=event.side, rule="5.0")


@told.register
def _space_shifted(event: e.SpaceShifted, to: Speech) -> Said:
    space = to.space(event.space)
    if event.result == "flag":
        text = to.gettext("%(space)s: %(flag)s", space=space, flag=to.flag(event.side))
    else:
        text = to.unflagged(event.space, event.side)
    rule = "5.4.1" if facts().market >> facts().space[event.space] & 1 else "5.5.1"
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule=rule)


@told.register
def _event_card_drawn(event: e.EventCardDrawn, to: Speech) -> Said:
    text = to.gettext("an event card drawn")
    if event.card:
        text = to.gettext("event card drawn: %(card)s", card=to.event(event.card))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.5.3", private=bool(event.card))


@told.register
def _event_card_removed(event: e.EventCardRemoved, to: Speech) -> Said:
    text = to.ngettext(
        "%(cards)s leaves the game (Succession Era)",
        "%(cards)s leave the game (Succession Era)",
        1,
        cards=to.event(event.card),
    )
    return Said(text=text, who=event.side, rule="4.1.6")


@told.register
def _event_pile_renewed(event: e.EventPileRenewed, to: Speech) -> Said:
    text = to.ngettext(
        "the discarded events are shuffled into a new pile of %(n)s card",
        "the discarded events are shuffled into a new pile of %(n)s cards",
        event.cards,
    )
    return Said(text=text, rule="4.1.6")


@told.register
def _military_converted(event: e.MilitaryConverted, to: Speech) -> Said:
    text = to.gettext("military points exchanged for %(points)s", points=to.points(event.to, event.points))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.1")


@told.register
def _conflict_removed(event: e.ConflictRemoved, to: Speech) -> Said:
    text = to.gettext("%(space)s: conflict marker removed", space=to.space(event.space))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.2")


@told.register
def _conflict_lifted(event: e.ConflictLifted, to: Speech) -> Said:
    return Said(text=to.gettext("%(space)s: the conflict marker leaves", space=to.space(event.space)), rule="3.8.2")


@told.register
def _conflict_placed(event: e.ConflictPlaced, to: Speech) -> Said:
    space = to.space(event.space)
    text = to.gettext("%(space)s: conflict marker", space=space)
    if event.plus:
        text = to.gettext("%(space)s: conflict marker +1", space=space)
    return Said(text=text, who=event.side, rule="3.8.1")


@told.register
def _fort_built(event: e.FortBuilt, to: Speech) -> Said:
    text = to.gettext("%(space)s: fort built", space=to.space(event.space))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.3")


@told.register
def _fort_repaired(event: e.FortRepaired, to: Speech) -> Said:
    text = to.gettext("%(space)s: fort repaired", space=to.space(event.space))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.4")


@told.register
def _fort_seized(event: e.FortSeized, to: Speech) -> Said:
    text = to.gettext("%(space)s: fort seized", space=to.space(event.space))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.4", important=True)


@told.register
def _squadron_built(event: e.SquadronBuilt, to: Speech) -> Said:
    text = to.gettext("a squadron built, it lies in the navy box")
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.5")


@told.register
def _squadron_deployed(event: e.SquadronDeployed, to: Speech) -> Said:
    there = to.space(event.to)
    if event.source == NAVY_BOX:
        text = to.gettext("%(space)s: squadron from the navy box", space=there)
    else:
        text = to.gettext("%(space)s: squadron from %(source)s", space=there, source=to.from_space(event.source))
    if event.displaced:
        text = to.gettext("%(deed)s; the opposing squadron goes to its navy box", deed=text)
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.6", important=event.displaced)


@told.register
def _squadron_sent_home(event: e.SquadronSentHome, to: Speech) -> Said:
    return Said(text=to.sent_home(event.space, event.owner), rule="5.2")


@told.register
def _advantage_used(event: e.AdvantageUsed, to: Speech) -> Said:
    text = to.gettext("advantage used: %(advantage)s", advantage=to.name("advantages", event.advantage))
    return Said(text=text, who=event.side, note=to.paid(event.paid) if event.paid else "", rule="8.2")


@told.register
def _advantage_gained(event: e.AdvantageGained, to: Speech) -> Said:
    text = to.gettext("advantage gained: %(advantage)s", advantage=to.name("advantages", event.advantage))
    return Said(text=text, who=event.side, rule="8.1", important=True)


@told.register
def _advantage_lost(event: e.AdvantageLost, to: Speech) -> Said:
    text = to.gettext("advantage lost: %(advantage)s", advantage=to.name("advantages", event.advantage))
    return Said(text=text, who=event.side, rule="8.1", important=True)


@told.register
def _debt_changed(event: e.DebtChanged, to: Speech) -> Said:
    text = to.gettext("debt %(change)s", change=to.signed(event.change))
    return Said(text=text, who=event.side, note=reason(event.why, to), rule="6.2")


@told.register
def _forced_debt(event: e.ForcedDebt, to: Speech) -> Said:
    text = to.gettext("debt %(change)s", change=to.signed(event.taken))
    if event.over:
        text = to.ngettext(
            "debt %(change)s, %(n)s point does not fit below the limit",
            "debt %(change)s, %(n)s points do not fit below the limit",
            event.over,
            change=to.signed(event.taken),
        )
    if event.over and not event.taken:
        text = to.ngettext(
            "%(n)s point of debt does not fit below the limit",
            "%(n)s points of debt do not fit below the limit",
            event.over,
        )
    return Said(text=text, who=event.side, note=reason(event.why, to), rule="6.3", important=bool(event.over))


@told.register
def _treaty_points_changed(event: e.TreatyPointsChanged, to: Speech) -> Said:
    text = to.treaty_change(event.change)
    return Said(text=text, who=event.side, note=reason(event.why, to), rule="9.2" if event.change < 0 else "9.0")


@told.register
def _victory_points(event: e.VictoryPoints, to: Speech) -> Said:
    text, why = to.vp_gain(event.vp), reason(event.why, to)
    return Said(text=text, who=event.side, note=why, rule="3.10", important=True, scores=True)


def reason(why: str, to: Speech) -> str:
    """Why debt or points changed: the thing it came from, or "" where the sentence says enough."""
    f = facts()
    if why in f.advantage:
        return to.name("advantages", why)
    if why in f.commodity:
        return to.name("commodities", why)
    if why in f.theatre:
        return to.name("theatres", why)
    if why in f.war_tile:
        return by_tile(why, to)
    if _is_ministry(why):
        return to.ministry(why)
    card = next((card for card in f.events if card.id == why), None)
    if card is not None:
        return to.event(card.number)
    match why:
        case "pass":
            return to.gettext("for passing")
        case "bid":
            return to.gettext("for the bid of the other side")
        case "refusal":
            return to.gettext("for a conquest that was refused")
        case "upgrade":
            return to.gettext("for the upgrade symbol of the tile")
        case "reduce_treaty_points":
            return to.gettext("more than four are not kept")
        case _:
            return ""


def by_tile(tile: str, to: Speech) -> str:
    """A war tile as the reason of something: its name alone may be `Debt 0`."""
    return to.gettext("war tile %(tile)s", tile=to.war_tile_name(tile))


def _is_ministry(why: str) -> bool:
    return why.startswith("m") and why[1:].isdigit()
