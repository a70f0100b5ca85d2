"""What happened in an action round, in words (chapters 5, 6, 8, 9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from adjudicator.kernel.events import Corrected, Event, WindowClosed
from adjudicator.reports.telling import Context, Deed, Group, Phase, Said, Sentence, added

from ..components import NAVY_BOX
from ..fact_types import ACTION_TYPES, ADVANTAGE, COMMODITY, THEATRE
from ..facts import facts
from ..rules.action_round import Passed, RoundEnded, RoundStarted
from ..rules.advantages import AdvantageUsed, SquadronSentHome
from ..rules.control import AdvantageGained, AdvantageLost, ConflictLifted, ConflictPlaced
from ..rules.deal import EventCardRemoved, EventPileRenewed
from ..rules.debt import DebtChanged, ForcedDebt, TreatyPointsChanged, VictoryPoints
from ..rules.diplomatic import EventCardDrawn
from ..rules.forts import FortBuilt, FortRepaired, FortSeized
from ..rules.investment import InvestmentTaken
from ..rules.military import ConflictRemoved, MilitaryConverted
from ..rules.points import ActionEnded
from ..rules.shifts import SpaceShifted
from ..rules.squadrons import SquadronBuilt, SquadronDeployed
from .book import TELLINGS, anywhere, begin, close, hush, join, last_pass, of_phase, place, rename, tell
from .speech import Speech


def _corrected(event: Corrected, to: Speech) -> Said:
    return Said(text=to.gettext("the moderator corrected the position"), note=event.reason, important=True)


def _window_closed(event: WindowClosed, to: Speech) -> Said:
    return Said(text=to.gettext("everybody who could react has answered"))


def _round_started(event: RoundStarted, to: Speech) -> Said:
    if not event.isolated:
        return Said(text=to.gettext("the action round begins"), who=event.side, rule="5.0")
    return Said(
        text=to.gettext("isolated during this round: %(spaces)s", spaces=to.spaces(event.isolated)), rule="5.4.1"
    )


def _investment_taken(event: InvestmentTaken, to: Speech) -> Said:
    tile = to.gettext("tile taken: %(tile)s", tile=to.tile(event.tile))
    return Said(text=tile, who=event.side, rule="5.1")


def _passed(event: Passed, to: Speech) -> Said:
    note = to.gettext("debt %(change)s", change=to.signed(-event.debt)) if event.debt else ""
    return Said(text=to.gettext("passed"), who=event.side, note=note, rule="5.1")


def _action_ended(event: ActionEnded, to: Speech) -> Said:
    text = to.gettext("%(points)s unused", points=to.left_over(event.kind, event.lost))
    return Said(text=text, who=event.side, rule="5.3")


def _round_ended(event: RoundEnded, to: Speech) -> Said:
    lost = (("major", event.lost_major), ("minor", event.lost_minor))
    left = [to.left_over(kind, points) for kind, points in lost if points]
    text = to.gettext("the round is over")
    if left:
        text = to.gettext("the round is over, unused: %(points)s", points=to.listing(left))
    return Said(text=text, who=event.side, rule="5.0")


def _space_shifted(event: SpaceShifted, to: Speech) -> Said:
    space = to.space(event.space)
    if event.result == "flag":
        text = to.gettext("%(space)s: %(flag)s", space=space, flag=to.flag(event.side))
    else:
        text = to.unflagged(event.space, event.side)
    rule = "5.4.1" if facts().market >> facts().space[event.space] & 1 else "5.5.1"
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule=rule)


def _event_card_drawn(event: EventCardDrawn, to: Speech) -> Said:
    text = to.gettext("an event card drawn")
    if event.card:
        text = to.gettext("event card drawn: %(card)s", card=to.event(event.card))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.5.3", private=bool(event.card))


def _event_card_removed(event: EventCardRemoved, to: Speech) -> Said:
    text = to.ngettext(
        "%(cards)s leaves the game (Succession Era)",
        "%(cards)s leave the game (Succession Era)",
        1,
        cards=to.event(event.card),
    )
    return Said(text=text, who=event.side, rule="4.1.6")


def _event_pile_renewed(event: EventPileRenewed, to: Speech) -> Said:
    text = to.ngettext(
        "the discarded events are shuffled into a new pile of %(n)s card",
        "the discarded events are shuffled into a new pile of %(n)s cards",
        event.cards,
    )
    return Said(text=text, rule="4.1.6")


def _military_converted(event: MilitaryConverted, to: Speech) -> Said:
    text = to.gettext("military points exchanged for %(points)s", points=to.points(event.to, event.points))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.1")


def _conflict_removed(event: ConflictRemoved, to: Speech) -> Said:
    text = to.gettext("%(space)s: conflict marker removed", space=to.space(event.space))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.2")


def _conflict_lifted(event: ConflictLifted, to: Speech) -> Said:
    return Said(text=to.gettext("%(space)s: the conflict marker leaves", space=to.space(event.space)), rule="3.8.2")


def _conflict_placed(event: ConflictPlaced, to: Speech) -> Said:
    space = to.space(event.space)
    text = to.gettext("%(space)s: conflict marker", space=space)
    if event.plus:
        text = to.gettext("%(space)s: conflict marker +1", space=space)
    return Said(text=text, who=event.side, rule="3.8.1")


def _fort_built(event: FortBuilt, to: Speech) -> Said:
    text = to.gettext("%(space)s: fort built", space=to.space(event.space))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.3")


def _fort_repaired(event: FortRepaired, to: Speech) -> Said:
    text = to.gettext("%(space)s: fort repaired", space=to.space(event.space))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.4")


def _fort_seized(event: FortSeized, to: Speech) -> Said:
    text = to.gettext("%(space)s: fort seized", space=to.space(event.space))
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.4", important=True)


def _squadron_built(event: SquadronBuilt, to: Speech) -> Said:
    text = to.gettext("a squadron built, it lies in the navy box")
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.5")


def _squadron_deployed(event: SquadronDeployed, to: Speech) -> Said:
    there = to.space(event.to)
    if event.source == NAVY_BOX:
        text = to.gettext("%(space)s: squadron from the navy box", space=there)
    else:
        text = to.gettext("%(space)s: squadron from %(source)s", space=there, source=to.from_space(event.source))
    if event.displaced:
        text = to.gettext("%(deed)s; the opposing squadron goes to its navy box", deed=text)
    return Said(text=text, who=event.side, note=to.paid(event.paid), rule="5.6.6", important=event.displaced)


def _squadron_sent_home(event: SquadronSentHome, to: Speech) -> Said:
    return Said(text=to.sent_home(event.space, event.owner), rule="5.2")


def _advantage_used(event: AdvantageUsed, to: Speech) -> Said:
    text = to.gettext("advantage used: %(advantage)s", advantage=to.name(ADVANTAGE, event.advantage))
    return Said(text=text, who=event.side, note=to.paid(event.paid) if event.paid else "", rule="8.2")


def _advantage_gained(event: AdvantageGained, to: Speech) -> Said:
    text = to.gettext("advantage gained: %(advantage)s", advantage=to.name(ADVANTAGE, event.advantage))
    return Said(text=text, who=event.side, rule="8.1", important=True)


def _advantage_lost(event: AdvantageLost, to: Speech) -> Said:
    text = to.gettext("advantage lost: %(advantage)s", advantage=to.name(ADVANTAGE, event.advantage))
    return Said(text=text, who=event.side, rule="8.1", important=True)


def _debt_changed(event: DebtChanged, to: Speech) -> Said:
    text = to.gettext("debt %(change)s", change=to.signed(event.change))
    return Said(text=text, who=event.side, note=reason(event.why, to), rule="6.2")


def _forced_debt(event: ForcedDebt, to: Speech) -> Said:
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


def _treaty_points_changed(event: TreatyPointsChanged, to: Speech) -> Said:
    text = to.treaty_change(event.change)
    return Said(text=text, who=event.side, note=reason(event.why, to), rule="9.2" if event.change < 0 else "9.0")


def _victory_points(event: VictoryPoints, to: Speech) -> Said:
    text, why = to.vp_gain(event.vp), reason(event.why, to)
    return Said(text=text, who=event.side, note=why, rule="3.10", important=True, scores=True)


def reason(why: str, to: Speech) -> str:
    """Why debt or points changed: the thing it came from, or "" where the sentence says enough."""
    f = facts()
    if why in f.advantage:
        return to.name(ADVANTAGE, why)
    if why in f.commodity:
        return to.name(COMMODITY, why)
    if why in f.theatre:
        return to.name(THEATRE, why)
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


# what belongs together, and where it stands --------------------------------------------------------


def _points_of(event: InvestmentTaken, to: Speech) -> str:
    """What a tile gives; which one it is the order says."""
    tile = facts().investments[facts().investment[event.tile]]
    major = to.points(ACTION_TYPES[tile.major], tile.points)
    minor = to.points(ACTION_TYPES[tile.minor], facts().limits.minor_points)
    symbols = to.symbols(event.tile)
    told = to.gettext("major action: %(major)s, minor action: %(minor)s", major=major, minor=minor)
    return f"{told}; {symbols}" if symbols else told


@join(Passed)
def _taken_and_passed(context: Context[Speech], event: Passed, said: Said, to: Speech) -> bool:
    tile = context.last
    if tile is None or not isinstance(tile.event, InvestmentTaken):
        return False
    return context.instead(event, replace(said, text=to.gettext("%(tile)s, and passed", tile=tile.said.text)))


@join(DebtChanged)
def _by_passing(context: Context[Speech], event: DebtChanged, said: Said, to: Speech) -> bool:
    """That debt falls by passing the pass says itself."""
    return event.why == "pass"


@join(SpaceShifted, SquadronBuilt, DebtChanged, ConflictPlaced, SquadronSentHome)
def _by_advantage(context: Context[Speech], event: Event, said: Said, to: Speech) -> bool:
    """What an advantage does tells that it was used."""
    at = _advantage_before(context.sentences)
    if at is None:
        return False
    used = context.sentences[at].event
    assert isinstance(used, AdvantageUsed)
    if isinstance(event, SpaceShifted | SquadronBuilt) and event.advantage != used.advantage:
        return False
    if isinstance(event, DebtChanged) and event.why != used.advantage:
        return False
    name = to.name(ADVANTAGE, used.advantage)
    by = to.gettext("advantage %(advantage)s", advantage=name)
    cost = said.note if said.note and said.note != name else TELLINGS.said(used, to).note
    note = ", ".join(filter(None, [by, cost]))
    return context.instead(event, replace(said, who=used.side, note=note, rule="8.2"), at)


def _advantage_before(sentences: Sequence[Sentence]) -> int | None:
    """The use of an advantage that was told last, treaty points of ministries for it left aside (M-13, M-19)."""
    for at in range(len(sentences) - 1, -1, -1):
        if isinstance(sentences[at].event, AdvantageUsed):
            return at
        if not isinstance(sentences[at].event, TreatyPointsChanged):
            break
    return None


@join(EventCardRemoved)
def _removed(context: Context[Speech], event: EventCardRemoved, said: Said, to: Speech) -> bool:
    """Cards that leave the game one after the other."""
    cards = [event.card]
    for each in reversed(context.events):
        if not isinstance(each, EventCardRemoved) or each.side != event.side:
            break
        cards.insert(0, each.card)
    if len(cards) == 1:
        return False
    text = to.ngettext(
        "%(cards)s leaves the game (Succession Era)",
        "%(cards)s leave the game (Succession Era)",
        len(cards),
        cards=", ".join(map(to.event, cards)),
    )
    return context.instead(event, replace(said, text=text))


@join(VictoryPoints)
def _for_debt(context: Context[Speech], event: VictoryPoints, said: Said, to: Speech) -> bool:
    """For debt that did not fit the other side scores (3.10, 6.3b)."""
    debt = context.before
    if not isinstance(debt, ForcedDebt) or not debt.over or debt.side == event.side or debt.why != event.why:
        return False
    why = to.gettext("debt of %(side)s beyond its limit", side=to.of(debt.side))
    return context.add(event, replace(said, note=", ".join(filter(None, [why, said.note]))))


@last_pass
def _with_rest(sentences: list[Sentence], to: Speech) -> list[Sentence]:
    """An action that left points unused is over because the next one began (5.3): the words of that one tell it."""
    kept: list[Sentence] = []
    for each in sentences:
        ended = kept[-1] if kept else None
        if (
            ended is not None
            and isinstance(ended.event, ActionEnded)
            and (ended.n, ended.said.who) == (each.n, each.said.who)
        ):
            left = to.gettext("%(points)s unused", points=to.left_over(ended.event.kind, ended.event.lost))
            kept[-1] = Sentence(each.n, each.event, added(each.said, left))
        else:
            kept.append(each)
    return kept


CORRECTION: Final = Phase[Speech]("correction", lambda event, to: Group("correction", to.gettext("Correction")))
REMAINING_POWERS: Final = of_phase("remaining_powers", "4.1.11")
REDUCED: Final = of_phase("reduce_treaty_points")
JOHN_LAW: Final = "m2"
"""The ministry that lowers debt at the end of the turn (4.1.11)."""


def _correction(event: Event, going: str) -> Phase[Speech] | None:
    return None if going else CORRECTION


def _debt(event: DebtChanged, going: str) -> Phase[Speech] | None:
    return REMAINING_POWERS if event.why == JOHN_LAW else anywhere(event, going)


def _treaty_points(event: TreatyPointsChanged, going: str) -> Phase[Speech] | None:
    return REDUCED if event.why == "reduce_treaty_points" else anywhere(event, going)


def _round_begun(event: RoundStarted, to: Speech) -> Group:
    return Group("round", _round_heading(event.round, event.side, to), side=event.side, of=event.round)


def _round_known(event: RoundEnded, group: Group, to: Speech) -> None:
    """The end of a round says which one it was."""
    if group.key == "round" and not group.of and group.side:
        group.heading, group.of = _round_heading(event.round, group.side, to), event.round


def _round_heading(round: int, side: str, to: Speech) -> str:
    return to.gettext("Action round %(round)s: %(side)s", round=round, side=to.side(side))


tell(Corrected, _corrected, deed=Deed.NO)
tell(WindowClosed, _window_closed, deed=Deed.NO)
tell(RoundStarted, _round_started, deed=Deed.BEGINS)
tell(InvestmentTaken, _investment_taken, effect=_points_of)
tell(Passed, _passed, deed=Deed.ENDS)
tell(ActionEnded, _action_ended)
tell(RoundEnded, _round_ended, deed=Deed.ENDS)
tell(SpaceShifted, _space_shifted)
tell(EventCardDrawn, _event_card_drawn)
tell(EventCardRemoved, _event_card_removed)
tell(EventPileRenewed, _event_pile_renewed, deed=Deed.NO)
tell(MilitaryConverted, _military_converted)
tell(ConflictRemoved, _conflict_removed)
tell(ConflictLifted, _conflict_lifted)
tell(ConflictPlaced, _conflict_placed)
tell(FortBuilt, _fort_built)
tell(FortRepaired, _fort_repaired)
tell(FortSeized, _fort_seized)
tell(SquadronBuilt, _squadron_built)
tell(SquadronDeployed, _squadron_deployed)
tell(SquadronSentHome, _squadron_sent_home, deed=Deed.ANYBODYS)
tell(AdvantageUsed, _advantage_used)
tell(AdvantageGained, _advantage_gained, deed=Deed.ANYBODYS)
tell(AdvantageLost, _advantage_lost, deed=Deed.ANYBODYS)
tell(DebtChanged, _debt_changed)
tell(ForcedDebt, _forced_debt)
tell(TreatyPointsChanged, _treaty_points_changed)
tell(VictoryPoints, _victory_points)

place(anywhere, EventCardRemoved, EventPileRenewed, DebtChanged, ForcedDebt)
place(anywhere, TreatyPointsChanged, VictoryPoints)
place(_correction, Corrected)
place(_debt, DebtChanged)
place(_treaty_points, TreatyPointsChanged)
begin(RoundStarted, _round_begun, lasts=True)
rename(RoundEnded, _round_known)
hush(RoundStarted)
hush(RoundEnded, lambda event, group: bool(group.lines) and not (event.lost_major or event.lost_minor))
close(RoundEnded, Passed, Corrected)
