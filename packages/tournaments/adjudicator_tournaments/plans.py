"""Define what a tournament has agreed on, and its schedule, which anybody can draw again. Pure, but for its row."""

from typing import Any

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.game import Game
from adjudicator.service.campaign.settings import with_new_names
from adjudicator.service.people.new_campaigns import NewCampaign
from adjudicator.store.tables import Tournament
from adjudicator_tournaments.schedule import CannotSeat, Round, drawn, sizes


class Points(msgspec.Struct, frozen=True):
    """The points of a match: for a victory (who share it divide it), a draw, and a round in which one sits out."""

    win: int = 3
    draw: int = 1
    out: int = 1


class Phase(msgspec.Struct, frozen=True):
    """Players (by number) at a number of tables, from this round until the next phase."""

    first: int
    players: tuple[int, ...]
    tables: int


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament: the people of its players by number, who moderates its tables, how it was drawn, the rounds."""

    people: tuple[int, ...]
    moderators: tuple[int, ...] = ()
    phases: tuple[Phase, ...]
    rounds: tuple[Round, ...]
    seed: str
    points: Points = Points()
    terms: NewCampaign
    """What the campaign of every table is made from; its name, title and people are those of the table."""

    @property
    def present(self) -> tuple[int, ...]:
        """The numbers of those who have not left."""
        return self.phases[-1].players


def plan_of(row: Tournament) -> Plan:
    """Return the plan of a tournament as it is stored."""
    return msgspec.json.decode(with_new_names(row.plan), type=Plan)


def keep(row: Tournament, plan: Plan) -> None:
    """Put a plan into its row (of a writing session)."""
    row.plan = msgspec.json.encode(plan)


def scheduled(game: Game[Any], seed: bytes, phases: tuple[Phase, ...], rounds: int) -> tuple[Round, ...]:
    """Draw `rounds` rounds from the seed, phase by phase.

    Raises:
        CannotSeat: The players cannot be seated.
    """
    chance, made = Chance(seed), tuple[Round, ...]()
    for number, phase in enumerate(phases):
        until = phases[number + 1].first if number + 1 < len(phases) else rounds + 1
        ahead = drawn(game, chance, phase.players, phase.tables, rounds + 1 - phase.first, made)
        made = (*made, *ahead[: until - phase.first])
    return made


def without(game: Game[Any], plan: Plan, leaving: int, begun: int) -> Plan:
    """Return the plan after a player has left, once `begun` rounds have begun: the coming rounds are drawn again.

    If the players no longer fill the tables, there are fewer tables.

    Raises:
        CannotSeat: Too few players are left for a table.
    """
    left = tuple(number for number in plan.present if number != leaving)
    tables = next((count for count in range(plan.phases[-1].tables, 0, -1) if _fill(game, len(left), count)), 0)
    if not tables:
        raise CannotSeat(f"without them {len(left)} players are left, too few for a table of {game.id}")
    phases = (*plan.phases, Phase(begun + 1, left, tables))
    rounds = scheduled(game, bytes.fromhex(plan.seed), phases, len(plan.rounds))
    return msgspec.structs.replace(plan, phases=phases, rounds=rounds)


def _fill(game: Game[Any], players: int, tables: int) -> bool:
    try:
        return bool(sizes(game, players, tables))
    except CannotSeat:
        return False
