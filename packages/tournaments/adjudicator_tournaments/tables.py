"""Tell who sits where in a tournament, round by round, as everybody may know it."""

import msgspec
from sqlalchemy.orm import Session

from adjudicator.store import tournaments
from adjudicator.store.tables import Tournament
from adjudicator_tournaments import scores
from adjudicator_tournaments.plans import Plan, plan_of
from adjudicator_tournaments.schedule import Board, Round


class TableShown(msgspec.Struct, frozen=True):
    """A table of a round: who sits where, and the campaign once it is there. `state`: to come, or as it stands."""

    number: int
    seats: dict[str, str]
    campaign: str = ""
    state: str = "to come"


class RoundShown(msgspec.Struct, frozen=True):
    """A round of a tournament, and who sits out."""

    number: int
    tables: tuple[TableShown, ...]
    out: tuple[str, ...] = ()


def rounds_of(session: Session, row: Tournament) -> tuple[Plan, tuple[RoundShown, ...]]:
    """Return the plan of a tournament, and its rounds."""
    plan = plan_of(row)
    names = scores.names_of(session, plan)
    there = {(each.round, each.number): each for each in tournaments.tables_by_round(session, row.id)}

    def table(number: int, place: int, board: Board) -> TableShown:
        seats = {seat: names[who] for seat, who in board.seats.items()}
        played = there.get((number, place))
        return TableShown(place, seats) if played is None else TableShown(place, seats, played.campaign, played.state)

    def one(number: int, each: Round) -> RoundShown:
        tables = (table(number, place, board) for place, board in enumerate(each.boards, 1))
        return RoundShown(number, tuple(tables), tuple(names[who] for who in each.out))

    return plan, tuple(one(number, each) for number, each in enumerate(plan.rounds, 1))
