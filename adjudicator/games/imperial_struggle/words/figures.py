"""The public position in figures, what moved since the reader's last mail, what scores at the end of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from adjudicator.reports.model import Fact
from adjudicator.reports.wording.view_diff import by_key

from ..balance import Scored, scored, scored_now
from ..fact_types import ADVANTAGE, AWARD, COMMODITY, ERA, MINISTRY, NONE, REGION, SIDES, SPACE, TURN, WAR
from ..facts import FACTS, PHASE
from ..known import final_scores_now, known
from ..state import State, era
from ..view import View
from .speech import Speech


class Moved(Struct, frozen=True):
    """Changes of the figures: the victory track (up for France), debt, treaty points, bonus war tiles by side.

    `spaces`: spaces and advantages that are otherwise.
    """

    vp: int = 0
    debt: dict[str, int] = {}
    treaty_points: dict[str, int] = {}
    bonus_tiles: dict[str, int] = {}
    spaces: frozenset[str] = frozenset()


def moved(before: View | None, now: View) -> Moved:
    """Return what has changed; nothing if there is no earlier view."""
    if before is None:
        return Moved()
    was, is_ = before.public, now.public
    return Moved(
        vp=is_.vp - was.vp,
        debt=by_key(_by_side(was.debt), _by_side(is_.debt)),
        treaty_points=by_key(_by_side(was.treaty_points), _by_side(is_.treaty_points)),
        bonus_tiles=by_key(_laid(before) if was.next_war == is_.next_war else {}, _laid(now)),
        spaces=frozenset(_spaces(before, now) | _advantages(before, now)),
    )


def _by_side(pair: tuple[int, int]) -> dict[str, int]:
    return dict(zip(SIDES, pair, strict=True))


def _laid(view: View) -> dict[str, int]:
    """Return the number of bonus war tiles laid for the next war (5.6.1)."""
    return {side: sum(theatre.bonus[i] for theatre in view.public.theatres) for i, side in enumerate(SIDES)}


def _spaces(before: View, now: View) -> set[str]:
    return {space.id for space in SPACE if before.space(space.id) != now.space(space.id)}


def _advantages(before: View, now: View) -> set[str]:
    ids = (advantage.id for advantage in ADVANTAGE)
    return {
        id
        for id in ids
        if (before.advantage_owner(id), before.is_exhausted(id)) != (now.advantage_owner(id), now.is_exhausted(id))
    }


class Stake(Struct, frozen=True):
    """An award, the prestige or a commodity in demand, and what it is worth besides victory points."""

    name: str
    worth: str
    scored: Scored

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of its spaces that each side counts."""
        return self.scored.counts

    @property
    def margin(self) -> int:
        """By how many the winner has to lead."""
        return self.scored.margin

    @property
    def spaces(self) -> int:
        """The spaces that count."""
        return self.scored.spaces

    def ahead(self, side: int) -> int:
        """Return by how many a side leads; negative if the other one does."""
        return self.counts[side] - self.counts[1 - side]


def stakes(view: View, to: Speech) -> tuple[Stake, ...]:
    """Return everything that scores at the end of a peace turn, in the order of the rules; empty where nothing does."""
    position = known(view)
    return tuple(Stake(named(each, to), _worth(each, position, to), each) for each in scored(position))


def named(each: Scored, to: Speech) -> str:
    """Return the name of what scores."""
    if each.region != NONE:
        return to.thing(REGION, REGION.ids[each.region])
    if each.commodity != NONE:
        return to.thing(COMMODITY, COMMODITY.ids[each.commodity])
    return to.gettext("Prestige")


def _worth(each: Scored, position: State, to: Speech) -> str:
    if each.commodity != NONE:
        gains = COMMODITY.things[each.commodity].awards[era(position)]
        return to.short_gains(vp=gains.vp, trp=gains.trp, debt=gains.debt)
    if each.region == NONE:
        return to.vp(FACTS.scoring.prestige.vp)
    tile = AWARD.things[position.awards[each.region]]
    worth = to.short_gains(vp=tile.vp, trp=tile.trp)
    return to.gettext("%(gains)s at +%(margin)s", gains=worth, margin=tile.margin) if tile.margin > 1 else worth


def figures(view: View, moved: Moved, to: Speech) -> Iterator[Fact]:
    """Yield the figures of the position: turn, points, debt and others.

    The others are the initiative, the coming war, squadrons and cards.
    """
    over = view.phase == "game_over"
    yield Fact(label=to.gettext("Turn"), value=moment(view, to))
    yield Fact(
        label=to.gettext("Victory points"),
        value=_lead(view.public.vp, to),
        change=to.signed(moved.vp) if moved.vp else "",
        note="" if over else _ends(to),
    )
    p = view.public
    yield from _if_scored(view, to)
    yield Fact(
        label=to.gettext("Debt"),
        value=_sides(to, lambda i: to.gettext("%(debt)s of %(limit)s", debt=p.debt[i], limit=p.debt_limit[i])),
        change=_changes(moved.debt, to),
    )
    yield Fact(
        label=to.gettext("Treaty points"),
        value=_sides(to, lambda i: str(p.treaty_points[i])),
        change=_changes(moved.treaty_points, to),
    )
    if not over:
        yield Fact(label=to.gettext("Initiative"), value=_initiative(view, to))
        yield from _war(view, moved, to)
    if p.isolated:
        yield Fact(label=to.gettext("Isolated"), value=to.spaces(SPACE.ids_of(p.isolated)))
    yield from _markers(view, to)
    yield Fact(label=to.gettext("Squadrons"), value=_sides(to, lambda i: _squadrons(view, i, to), separator="; "))
    yield Fact(label=to.gettext("Event cards"), value=_cards(view, to))


def _if_scored(view: View, to: Speech) -> Iterator[Fact]:
    """Yield what would be scored if the turn ended now.

    These are awards, prestige and demand (4.1.12), and debt beyond a limit too (6.3).
    """
    if (lead := scored_now(view)) is not None:
        yield Fact(label=to.gettext("If scored now"), value=_gain(lead, to))
    if lines := final_scores_now(view):
        lead = sum(line.vp if line.winner == SIDES[0] else -line.vp for line in lines)
        yield Fact(label=to.gettext("Final scoring"), value=_gain(lead, to), note=to.gettext("as things lie now"))


def _gain(lead: int, to: Speech) -> str:
    return f"{ahead(lead, to)} {to.vp_gain(abs(lead))}" if lead else to.gettext("no change")


def ahead(lead: int, to: Speech) -> str:
    """Return whose a lead is: that of France, below zero of Britain."""
    return to.seat(SIDES[0] if lead > 0 else SIDES[1])


def moment(view: View, to: Speech) -> str:
    """Return when it is: `1, Succession Era, action round 2 of 4`.

    The side to play follows: `France to play`.
    """
    parts = [to.thing(TURN, view.turn) if not view.turn.isdigit() else view.turn, to.thing(ERA, view.era)]
    if view.phase == "action" and view.public.round:
        parts.append(
            to.gettext("action round %(round)s of %(rounds)s", round=view.public.round, rounds=FACTS.limits.rounds)
        )
        parts.append(to.gettext("%(side)s to play", side=to.seat(on_turn(view))))
    elif view.phase in _NAMED_PHASES:
        parts.append(to.thing(PHASE, view.phase))
    return ", ".join(parts)


_NAMED_PHASES: Final = (
    *("deal_cards", "ministry", "initiative", "remaining_powers", "scoring", "final_scoring"),
    *("war_spoils", "war_layout", "game_over"),
)
"""Phases that are worth naming beside the turn."""


def on_turn(view: View) -> str:
    """Return the side whose action round it is: it has taken a tile this round and has points, or not taken one yet."""
    p = view.public
    first = max(p.first_player, 0)
    second = 1 - first
    if p.ap is not None:
        return SIDES[second if len(p.taken[second]) >= p.round else first]
    return SIDES[first if len(p.taken[first]) < p.round else second]


def _lead(vp: int, to: Speech) -> str:
    lead = vp - FACTS.scoring.initiative_vp
    if not lead:
        return to.gettext("%(vp)s, the score is even", vp=vp)
    return to.gettext("%(vp)s, %(side)s leads by %(lead)s", vp=vp, side=ahead(lead, to), lead=abs(lead))


def _ends(to: Speech) -> str:
    ends = FACTS.scoring
    return to.gettext(
        "%(france)s wins at %(top)s, %(britain)s at %(bottom)s",
        france=to.seat("france"),
        top=ends.vp_france_wins,
        britain=to.seat("britain"),
        bottom=ends.vp_britain_wins,
    )


def _sides(to: Speech, value: Callable[[int], str], separator: str = ", ") -> str:
    return separator.join(f"{to.seat(side)} {value(index)}" for index, side in enumerate(SIDES))


def _changes(by_side: dict[str, int], to: Speech) -> str:
    return ", ".join(f"{to.seat(side)} {to.signed(change)}" for side, change in by_side.items() if change)


def _initiative(view: View, to: Speech) -> str:
    holder = to.seat(view.initiative)
    if view.first_player is None or not view.public.round:
        return holder
    if view.first_player == view.initiative:
        return to.gettext("%(side)s, which plays first this turn", side=holder)
    return f"{holder}; " + to.gettext("%(side)s plays first this turn", side=to.seat(view.first_player))


def _war(view: View, moved: Moved, to: Speech) -> Iterator[Fact]:
    if view.war is None:
        yield Fact(label=to.gettext("Next war"), value=to.gettext("none, this is the last turn"))
        return
    if view.public.theatre:
        yield from _under_way(view, view.war, to)
        return
    if view.public.theatres:
        laid = _sides(to, lambda i: str(sum(theatre.bonus[i] for theatre in view.public.theatres)))
        yield Fact(
            label=to.gettext("Next war"),
            value=to.gettext("%(war)s, bonus tiles laid: %(tiles)s", war=to.thing(WAR, view.war), tiles=laid),
            change=_changes(moved.bonus_tiles, to),
        )


def _under_way(view: View, war: str, to: Speech) -> Iterator[Fact]:
    """Yield the theatre that is fought, what is left of its spoils, and refusals of the war (7.1, 7.2)."""
    p, rules = view.public, FACTS.war_rules
    number = to.gettext("%(n)s of %(of)s", n=p.theatre, of=len(p.theatres))
    yield Fact(label=to.gettext("Theatre"), value=f"{number}, {to.theatre(war, p.theatre)}")
    if p.war is None:
        return
    left, refused = p.war.spoils, p.war.refusals
    if left is not None and (left.cp or left.unflag):
        parts = [to.cp(left.cp)] if left.cp else []
        parts += [to.gettext("a flag to remove")] if left.unflag else []
        yield Fact(label=to.gettext("Spoils left"), value=f"{to.seat(SIDES[left.winner])}: {', '.join(parts)}")
    steps = to.gettext(", then ").join(map(to.vp, rules.refusal_vp))
    yield Fact(
        label=to.gettext("Refusals"),
        value=_sides(to, lambda i: to.gettext("%(n)s of %(of)s", n=refused[i], of=len(rules.refusal_vp))),
        note=to.gettext("refusing a conquest costs %(vp)s", vp=steps),
    )


def _markers(view: View, to: Speech) -> Iterator[Fact]:
    """Yield what is beside the map: Jacobite markers, the commodity of the Townshend Acts."""
    p = view.public
    jacobites = [to.gettext("defeated")] if p.jacobite_defeat else []
    jacobites += [to.gettext("victories %(n)s", n=p.jacobite_victories)] if p.jacobite_victories else []
    if jacobites:
        yield Fact(label=to.gettext("Jacobites"), value=", ".join(jacobites))
    if p.townshend != NONE:
        name = to.thing(COMMODITY, COMMODITY.id_of(p.townshend))
        yield Fact(label=to.thing(MINISTRY, "townshend_acts"), value=name)


def _squadrons(view: View, side: int, to: Speech) -> str:
    p = view.public
    parts = [
        to.gettext("on the map %(n)s", n=p.squadrons[side].bit_count()),
        to.gettext("in the navy box %(n)s", n=p.navy_box[side]),
        to.gettext("not yet built %(n)s", n=p.unbuilt[side]),
    ]
    parts += [to.gettext("back next turn %(n)s", n=p.away[side])] if p.away[side] else []
    parts += [to.gettext("lost %(n)s", n=p.lost[side])] if p.lost[side] else []
    return ", ".join(parts)


def _cards(view: View, to: Speech) -> str:
    hands = _sides(to, lambda i: str(view.public.hands[i]))
    return to.gettext("%(hands)s, in the pile %(pile)s", hands=hands, pile=view.public.deck)


def leads(counts: tuple[int, int], margin: int, to: Speech) -> str:
    """Return who is ahead: `France +3`, `a tie`, `France +1 of 2` where a lead of 2 is needed."""
    lead = counts[0] - counts[1]
    if not lead:
        return to.gettext("a tie")
    side = ahead(lead, to)
    if abs(lead) < margin:
        return to.gettext("%(side)s +%(lead)s of %(margin)s", side=side, lead=abs(lead), margin=margin)
    return f"{side} +{abs(lead)}"
