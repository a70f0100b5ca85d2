"""The standings of a tournament: points by its scheme, and what breaks ties. Pure, but for reading."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.standings import results
from adjudicator.service.standings.plans import Plan, plan_of
from adjudicator.service.standings.results import FinishedMatch
from adjudicator.service.standings.schedule import Board
from adjudicator.store import tournaments
from adjudicator.store.tables import Tournament

Tables = Mapping[tuple[int, int], FinishedMatch]
"""The matches that have ended, by round and table, from 1."""


class ScoreLine(msgspec.Struct, frozen=True):
    """A player in the standings. `against`: the points of all whom they have met in matches that are over."""

    place: int
    number: int
    points: float
    wins: int
    against: float
    matches: int
    out: int


def standings(plan: Plan, ended: Tables, begun: int) -> list[ScoreLine]:
    """Return the players by points, then by wins, then by the points of those they have met.

    Players who are equal in all share a place. `begun`: the number of rounds that have begun; a player who sits out in
    one of them gets the points for it.
    """
    points, wins, matches = defaultdict[int, Fraction](Fraction), defaultdict[int, int](int), defaultdict[int, int](int)
    met, out = defaultdict[int, list[int]](list), defaultdict[int, int](int)
    for round_number, each in enumerate(plan.rounds[:begun], 1):
        for number in each.out:
            out[number] += 1
            points[number] += plan.points.out
        for table, board in enumerate(each.boards, 1):
            outcome = ended.get((round_number, table))
            if outcome is None or outcome.closed:
                continue
            for number, (gained, won) in _gained(plan, board, outcome).items():
                points[number] += gained
                wins[number] += won
                matches[number] += 1
                met[number] += [other for other in board.seats.values() if other != number]
    against = {number: sum((points[each] for each in met[number]), Fraction()) for number in range(len(plan.people))}

    def strength(number: int) -> tuple[Fraction, int, Fraction]:
        return points[number], wins[number], against[number]

    lines: list[ScoreLine] = []
    order = sorted(range(len(plan.people)), key=strength, reverse=True)
    for count, number in enumerate(order, 1):
        place = lines[-1].place if lines and strength(lines[-1].number) == strength(number) else count
        figures = round(float(points[number]), 2), wins[number], round(float(against[number]), 2)
        lines.append(ScoreLine(place, number, *figures, matches[number], out[number]))
    return lines


def _gained(plan: Plan, board: Board, outcome: FinishedMatch) -> dict[int, tuple[Fraction, bool]]:
    """Return what a match brought those who were drawn for it, and whether they have won.

    A player who was not there any more at its end gets nothing, and neither does their replacement.
    """
    winners = [side for side in outcome.sides if side.won]
    drawn = not winners or len(winners) == len(outcome.sides)
    found = {}
    for side in outcome.sides:
        number = board.seats[side.seat]
        if plan.people[number] not in side.people:
            found[number] = Fraction(), False
        elif drawn:
            found[number] = Fraction(plan.points.draw), False
        else:
            found[number] = Fraction(plan.points.win, len(winners)) if side.won else Fraction(), side.won
    return found


def standings_of(session: Session, row: Tournament) -> tuple[Plan, list[ScoreLine], int]:
    """Return the plan of a tournament, its present standings, and how many rounds have begun."""
    plan, there = plan_of(row), tournaments.tables_by_round(session, row.id)
    by_name = {each.campaign: (each.round, each.number) for each in there}
    outcomes = results.outcomes(session, campaigns={each.campaign_id for each in there})
    ended = {by_name[outcome.campaign]: outcome for outcome in outcomes}
    begun = max((each.round for each in there), default=0)
    return plan, standings(plan, ended, begun), begun


def names_of(session: Session, plan: Plan) -> Sequence[str]:
    """Return the names of the players, by number."""
    known = tournaments.people(session, plan.people)
    return [known[person][0].name for person in plan.people]
