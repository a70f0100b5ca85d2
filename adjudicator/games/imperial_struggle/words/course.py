"""A turn as it went, told to everybody: its story, what scored and what decided it; the bars of its rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, cast

from adjudicator.language import msgid
from adjudicator.reports.model import Bar, Item, Row, Score, Section, Table, columns, right
from adjudicator.reports.wording.event_text import events_for
from adjudicator.reports.wording.game import Course, TurnSummary

from ..balance import scored_now
from ..board.course import ACTIONS
from ..fact_events import EVENT
from ..fact_types import ADVANTAGE, COMMODITY, FRANCE, NONE, REGION, SIDES, SPACE, THEATRE, TURN, WAR
from ..facts import FACTS
from ..known import known
from ..rules.ending import FinalScored
from ..rules.events.playing import EventPlayed
from ..rules.scoring import AwardScored, PrestigeScored, demand_tally, prestige_tally, region_tally
from ..rules.war.spoils import SpoilsTaken
from ..rules.war.strength import TheatreResolved
from ..state import State
from ..view import View
from .figures import ahead, moved, on_turn
from .speech import Speech
from .turns import Scored, final_name, what_scored
from .war import gains

PART = ACTIONS / (len(SIDES) * FACTS.limits.rounds)
"""The share of a turn that a round takes."""
ROUNDS = len(SIDES) * FACTS.limits.rounds
"""The number of action rounds of both sides in a turn."""


def bars(scores: Sequence[Score], view: View, to: Speech) -> tuple[Bar, ...]:
    """Return a bar for the start of the turn and for each round.

    Their labels are `start`, `B1`, `F1` …; bars of rounds to come are empty.
    """
    first = view.public.first_player
    if view.phase != "action" or first == NONE:
        return ()
    gained = {_round(score): score.foreseen["vp"] - score.points["vp"] for score in scores if score.foreseen}
    labels = [to.gettext("start"), *(_label(number, first, to) for number in range(ROUNDS))]
    return tuple(_bar(label, gained.get(number), to) for number, label in enumerate(labels))


def _round(score: Score) -> int:
    """Return how many rounds of the turn were over, or the last of them was begun."""
    return round((score.at - int(score.at)) / PART)


def _label(number: int, first: int, to: Speech) -> str:
    side = first if number % len(SIDES) == 0 else 1 - first
    return f"{to.seat(SIDES[side])[:1]}{number // len(SIDES) + 1}"


def _bar(label: str, vp: int | None, to: Speech) -> Bar:
    """Return a bar of as many points as France would gain, below zero Britain."""
    if not vp:
        return Bar(label=label, value=vp)
    side = FRANCE if vp > 0 else 1 - FRANCE
    return Bar(label=label, value=abs(vp), letter=to.seat(SIDES[side])[:1], tone=side + 1)


_ALIKE: Final = 3
"""Awards that a story names as those that gave most."""
_GAINED: Final = {
    (True, True): msgid("%(side)s gained %(gained)s and lost %(lost)s."),
    (True, False): msgid("%(side)s gained %(gained)s and lost nothing."),
    (False, True): msgid("%(side)s gained nothing and lost %(lost)s."),
}


def turned(course: Course, to: Speech) -> TurnSummary:
    """Report a peace turn, a war, or one round of a turn."""
    views = [cast(View, moment.view) for moment in course.moments]
    events = [each.event for each in events_for(course.told, course.seats)]
    scored = [event for event in events if isinstance(event, Scored)]
    finals = [event for event in events if isinstance(event, FinalScored)]
    fought = [event for event in events if isinstance(event, TheatreResolved)]
    spoils = {event.theater: gains(event, to) for event in events if isinstance(event, SpoilsTaken)}
    began, now = views[0], views[-1]
    changes = {side: _changes(began, now, side) for side in SIDES}
    story = [*_gains(changes, to), *_played(events, to), *_decider(scored, to), *_victors(fought, to)]
    if began.public.vp != now.public.vp:
        story.append(_track(began, now, to))
    besides = sum(map(_worth, finals))
    sections = [_scores(scored, views, besides, to), _finals(finals, to), _theatres(fought, spoils, to)]
    sections.append(_who_gained(changes, now, to) if course.whole else None)
    if now.turn != began.turn:
        sections.append(Section(heading=to.gettext("Next"), paragraphs=(f"{to.thing(TURN, now.turn)}.",)))
    return TurnSummary(
        title=_title(course, began, now, to),
        story=tuple(story),
        sections=tuple(section for section in sections if section is not None),
    )


def _title(course: Course, began: View, now: View, to: Speech) -> str:
    """Return a title such as `Turn 1: Britain leads by 2`."""
    lead = now.public.vp - FACTS.scoring.initiative_vp
    stands = (
        to.gettext("%(side)s leads by %(n)s", side=ahead(lead, to), n=abs(lead))
        if lead
        else to.gettext("the score is even")
    )
    turn = TURN.thing(began.turn)
    if turn.war != NONE:
        return f"{to.thing(WAR, WAR.id_of(turn.war))}: {stands}"
    if course.whole:
        return to.gettext("Turn %(turn)s: %(stands)s", turn=began.turn, stands=stands)
    would, over = scored_now(now), now.public.round - 1
    if not would:
        return to.gettext("Turn %(turn)s, round %(round)s: scored now, nobody gains", turn=now.turn, round=over)
    return to.gettext(
        "Turn %(turn)s, round %(round)s: scored now, %(side)s +%(n)s",
        turn=now.turn,
        round=over,
        side=ahead(would, to),
        n=abs(would),
    )


def _track(began: View, now: View, to: Speech) -> str:
    """Say where the victory track was and is, and what wins."""
    ends = FACTS.scoring
    return to.gettext(
        "Victory points: %(was)s → %(vp)s (%(france)s wins at %(top)s, %(britain)s at %(bottom)s).",
        was=began.public.vp,
        vp=now.public.vp,
        france=to.seat("france"),
        top=ends.vp_france_wins,
        britain=to.seat("britain"),
        bottom=ends.vp_britain_wins,
    )


# places --------------------------------------------------------------------------------------------

Changes = tuple[list[str], list[str], list[str], list[str]]
"""Spaces gained and lost, advantages gained and lost."""


def _changes(began: View, now: View, side: str) -> Changes:
    def own(view: View, id: str) -> bool:
        return (view.space(id).owner if id in SPACE.index else view.advantage_owner(id)) == side

    def differ(ids: Sequence[str], of: View, other: View) -> list[str]:
        return [id for id in ids if own(of, id) and not own(other, id)]

    return (
        differ(SPACE.ids, now, began),
        differ(SPACE.ids, began, now),
        differ(ADVANTAGE.ids, now, began),
        differ(ADVANTAGE.ids, began, now),
    )


def _places(ids: Sequence[str], to: Speech, *, taken: bool = False) -> list[str]:
    """Return spaces with their short names, such as `Georgia K14`.

    With `taken`, Russian names are in the accusative.
    """
    return [to.at(SPACE, id, "accusative" if taken else "") for id in ids]


def _tiles(ids: Sequence[str], to: Speech) -> list[str]:
    return [to.at(ADVANTAGE, id) for id in ids]


def _gains(changes: dict[str, Changes], to: Speech) -> Iterator[str]:
    for side, (gained, lost, *_) in changes.items():
        if gained or lost:
            yield to.gettext(
                _GAINED[bool(gained), bool(lost)],
                side=to.seat(side),
                gained=to.language.listing(_places(gained, to, taken=True)),
                lost=to.language.listing(_places(lost, to, taken=True)),
            )


def _who_gained(changes: dict[str, Changes], now: View, to: Speech) -> Section:
    items, p = [], now.public
    for index, side in enumerate(SIDES):
        gained, lost, tiles, gone = changes[side]
        up, down = [*_places(gained, to), *_tiles(tiles, to)], [*_places(lost, to), *_tiles(gone, to)]
        parts = [f"+\u00a0{', '.join(up)}"] if up else []
        parts += [f"−\u00a0{', '.join(down)}"] if down else []
        credit = to.gettext(
            "debt %(debt)s of %(limit)s, treaty points %(points)s",
            debt=p.debt[index],
            limit=p.debt_limit[index],
            points=p.treaty_points[index],
        )
        items.append(Item(name=to.seat(side), text="; ".join(parts) or to.gettext("nothing"), note=credit))
    return Section(heading=to.gettext("Who gained what"), items=tuple(items))


# events --------------------------------------------------------------------------------------------


def _played(events: Sequence[object], to: Speech) -> Iterator[str]:
    for side in SIDES:
        cards = [event.card for event in events if isinstance(event, EventPlayed) and event.side == side]
        if cards:
            called = [
                to.gettext("“%(event)s” %(short)s", event=to.event_name(card), short=to.short(EVENT, card))
                for card in cards
            ]
            yield to.gettext("%(side)s played %(events)s.", side=to.seat(side), events=to.language.listing(called))


# scoring -------------------------------------------------------------------------------------------


def _worth(event: Scored | FinalScored) -> int:
    """Return victory points for France, negative for those of Britain."""
    return event.vp if event.winner == SIDES[0] else -event.vp


def _decider(scored: Sequence[Scored], to: Speech) -> Iterator[str]:
    """Yield what gave most, if that can be said; the most important comes last."""
    most = max((each.vp for each in scored), default=0)
    won = [each for each in scored if most and each.vp == most]
    if len(won) == 1:
        (one,) = won
        yield to.gettext(
            "Biggest award: %(what)s, won by %(side)s %(more)s–%(less)s for %(vp)s.",
            what=what_scored(one, to),
            more=max(one.france, one.britain),
            less=min(one.france, one.britain),
            vp=to.vp(most),
            side=to.seat(one.winner),
        )
    elif 1 < len(won) <= _ALIKE:
        names = to.language.listing(
            [to.gettext("%(what)s (%(side)s)", what=what_scored(each, to), side=to.seat(each.winner)) for each in won]
        )
        yield to.gettext("Biggest awards, %(vp)s each: %(what)s.", what=names, vp=to.vp(most))


def _scores(scored: Sequence[Scored], views: Sequence[View], besides: int, to: Speech) -> Section | None:
    """Show what scored in the turn; `besides`: what the end of the game gave in the same step."""
    if not scored:
        return None
    steps = [_Step(known(one), one, moved(one, two).spaces) for one, two in pairwise(views)]
    rows = [
        Row(
            cells=(
                what_scored(each, to),
                f"{each.france} : {each.britain}",
                to.signed(_worth(each)) if each.vp else "0",
                _decided(each, steps, to),
            )
        )
        for each in scored
    ]
    total = sum(map(_worth, scored))
    rest = views[-1].public.vp - views[-2].public.vp - total - besides if len(views) > 1 else 0
    if rest:
        rows.append(Row(cells=(to.gettext("Debt and ministries"), "", to.signed(rest), "")))
        total += rest
    rows.append(Row(cells=(to.gettext("Total"), "", to.signed(total) if total else "0", "")))
    heads = (
        to.gettext("Scored"),
        f"{to.seat(SIDES[0])[0]} : {to.seat(SIDES[1])[0]}",
        right(to.gettext("VP")),
        to.gettext("Decided by"),
    )
    sides = {side: to.seat(side, "genitive") for side in SIDES}
    note = to.gettext("Positive: %(france)s; negative: %(britain)s.", **sides)
    table = Table(caption=to.gettext("What scored"), columns=columns(*heads), rows=tuple(rows), note=note)
    return Section(table=table)


def _finals(finals: Sequence[FinalScored], to: Speech) -> Section | None:
    """Show what the end of the game gave (11.0), line by line."""
    if not finals:
        return None
    rows = [
        Row(
            cells=(
                final_name(each, to),
                to.flag(each.flag) if each.what == "territory" else f"{each.france} : {each.britain}",
                to.signed(_worth(each)) if each.vp else "0",
            )
        )
        for each in finals
    ]
    total = sum(map(_worth, finals))
    rows.append(Row(cells=(to.gettext("Total"), "", to.signed(total) if total else "0")))
    sides = f"{to.seat(SIDES[0])[0]} : {to.seat(SIDES[1])[0]}"
    heads = columns(to.gettext("Scored"), sides, right(to.gettext("VP")))
    return Section(table=Table(caption=to.gettext("Final scoring"), columns=heads, rows=tuple(rows)))


class _Step(NamedTuple):
    """A step of the turn: how things stood before it, and which spaces moved in it."""

    state: State
    view: View
    spaces: frozenset[str]


def _decided(event: Scored, steps: Sequence[_Step], to: Speech) -> str:
    """Describe the last step that gave the lead to the side that has it now, with the places that changed in it."""
    if not steps:
        return ""
    spaces, margin = _counted(event), event.margin if isinstance(event, AwardScored) else 1
    won = _leader(event.france - event.britain, margin)
    leads = [_leader(first - second, margin) for first, second in (_tally(event, each.state) for each in steps)]
    last = next((step for step, lead in zip(reversed(steps), reversed(leads), strict=True) if lead != won), None)
    if last is None:
        touched = any(each.spaces & spaces for each in steps[:-1])
        return to.gettext("from the start") if touched else to.gettext("unchanged")
    places = [to.short(SPACE, id) for id in SPACE.ids if id in last.spaces & spaces]
    if last.view.phase != "action" or not last.view.public.round:
        return ", ".join(places)
    who = to.gettext(
        "round %(round)s of %(side)s", round=last.view.public.round, side=to.seat(on_turn(last.view), "genitive")
    )
    return f"{', '.join(places)}: {who}" if places else who


def _leader(lead: int, margin: int) -> int:
    return 0 if abs(lead) < margin else 1 if lead > 0 else -1


def _tally(event: Scored, state: State) -> tuple[int, int]:
    if isinstance(event, AwardScored):
        return region_tally(state, REGION.index[event.region])
    if isinstance(event, PrestigeScored):
        return prestige_tally(state)
    return demand_tally(state, COMMODITY.index[event.commodity])


def _counted(event: Scored) -> frozenset[str]:
    """Return the spaces that count for it."""
    if isinstance(event, AwardScored):
        mask = FACTS.by_region[REGION.index[event.region]]
    else:
        mask = (
            FACTS.prestige
            if isinstance(event, PrestigeScored)
            else FACTS.by_commodity[COMMODITY.index[event.commodity]]
        )
    return frozenset(SPACE.ids_of(mask))


# war -----------------------------------------------------------------------------------------------


def _victors(fought: Sequence[TheatreResolved], to: Speech) -> Iterator[str]:
    """Yield who won how many theatres of a war."""
    for side in SIDES:
        won = [to.thing(THEATRE, each.id) for each in fought if each.winner == side]
        if won:
            yield to.gettext("%(side)s won %(theatres)s.", side=to.seat(side), theatres=to.language.listing(won))


def _theatres(fought: Sequence[TheatreResolved], spoils: Mapping[int, str], to: Speech) -> Section | None:
    """Return who won each theatre, and below what came of it."""
    if not fought:
        return None
    rows = tuple(
        Row(
            cells=(
                to.at(THEATRE, each.id),
                f"{each.france.total} : {each.britain.total}",
                to.seat(each.winner) if each.winner else to.gettext("a tie"),
            )
        )
        for each in fought
    )
    heads = (to.gettext("Theatre"), f"{to.seat(SIDES[0])[0]} : {to.seat(SIDES[1])[0]}", to.gettext("Won by"))
    told = ((each, spoils.get(each.theater)) for each in fought)
    won = tuple(Item(name=to.thing(THEATRE, each.id), text=gained) for each, gained in told if gained)
    return Section(table=Table(caption=to.gettext("The theatres"), columns=columns(*heads), rows=rows, items=won))
