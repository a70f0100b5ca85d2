"""The standings of a tournament: points by its scheme, and what breaks ties. Pure, but for reading."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from fractions import Fraction

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.kept_rules import plain_name
from adjudicator.kernel.result import Result
from adjudicator.store import finished, tournaments
from adjudicator.store.tables import Tournament
from adjudicator_tournaments.plans import Plan, plan_of
from adjudicator_tournaments.schedule import Board

# Finished matches as statistics and ratings take them: who sat where at the end, and who has won.

_result: msgspec.json.Decoder[Result] = msgspec.json.Decoder(Result)


class _Agreed(msgspec.Struct, frozen=True):
    """The part of a campaign's settings that counts here: there may be thousands."""

    rated: bool | None = None


_agreed: msgspec.json.Decoder[_Agreed] = msgspec.json.Decoder(_Agreed)


class Side(msgspec.Struct, frozen=True):
    """A seat, the numbers of the people who gave its orders at the end (several are a team), and whether it has won."""

    seat: str
    people: tuple[int, ...]
    won: bool = False


class FinishedMatch(msgspec.Struct, frozen=True):
    """A match that has ended. `closed`: before its end, so nobody has won or lost. `agreed`: its campaign counts."""

    campaign: str
    game: str
    at: datetime
    sides: tuple[Side, ...]
    closed: bool = False
    agreed: bool = True

    @property
    def drawn(self) -> bool:
        """Whether it was played to its end, and nobody has won."""
        return not self.closed and not any(side.won for side in self.sides)

    @property
    def rated(self) -> bool:
        """Whether it says anything of how strong its players are: at least two seats had somebody, and nobody two."""
        people = [person for side in self.sides for person in side.people]
        held = sum(bool(side.people) for side in self.sides)
        return self.agreed and not self.closed and held > 1 and len(people) == len({*people})


def outcomes(session: Session, game: str = "", campaigns: Collection[int] | None = None) -> list[FinishedMatch]:
    """Return the matches that have ended, of one game or of all, or of some campaigns, in order of ending.

    They are read as they are now: a corrected end counts as corrected, one that was taken back does not count.
    """
    there: dict[int, dict[str, list[int]]] = defaultdict(dict)
    for sitting in finished.sittings(session, game, campaigns):
        people = there[sitting.match_id].setdefault(sitting.seat, [])
        people += [] if sitting.person_id is None else [sitting.person_id]
    return [_outcome(row, there[row.match_id]) for row in finished.ended(session, game, campaigns)]


def _outcome(row: finished.Ended, seats: dict[str, list[int]]) -> FinishedMatch:
    result = None if row.result is None else _result.decode(row.result)
    winners = () if result is None else result.winners
    return FinishedMatch(
        campaign=row.campaign,
        game=plain_name(row.game),
        at=row.at,
        sides=tuple(Side(seat, tuple(people), seat in winners) for seat, people in seats.items()),
        closed=result is None,
        agreed=bool(row.settings and _agreed.decode(row.settings).rated),
    )


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
    found = outcomes(session, campaigns={each.campaign_id for each in there})
    ended = {by_name[outcome.campaign]: outcome for outcome in found}
    begun = max((each.round for each in there), default=0)
    return plan, standings(plan, ended, begun), begun


def names_of(session: Session, plan: Plan) -> Sequence[str]:
    """Return the names of the players, by number."""
    known = tournaments.people(session, plan.people)
    return [known[person][0].name for person in plan.people]
