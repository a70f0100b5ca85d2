"""Tournaments at the command line: drawn, begun round by round, looked at, drawn again to prove them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.errors import UnknownGame
from adjudicator.kernel.game import Game
from adjudicator.kernel.registry import game_named
from adjudicator.language import language
from adjudicator.mail.address import is_address, normal_address
from adjudicator.service.admin.arranging import arrange
from adjudicator.service.moderation.arrangement import ArrangementResult
from adjudicator.service.moderation.troubles import CommandError, command_errors
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.new_campaigns import NAME, NewCampaign, Player, Seating
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import tournaments
from adjudicator.store.engine import rehearses, writing
from adjudicator.store.tables import Tournament
from adjudicator_tournaments import rounds, scores
from adjudicator_tournaments.plans import Phase, Plan, Points, keep, plan_of, scheduled
from adjudicator_tournaments.schedule import CannotSeat, full_tables
from adjudicator_tournaments.scores import ScoreLine
from adjudicator_tournaments.tables import RoundShown, rounds_of

if TYPE_CHECKING:  # who only looks need not wait for all deeds
    from adjudicator_tournaments.moderator_commands import OfTournament

LONGEST_NAME = 40
"""The longest name; in campaigns, the numbers of round and table follow it."""
MOST_ROUNDS = 100


class NewTournament(msgspec.Struct, frozen=True, kw_only=True):
    """The data from which a tournament is made. `tables` 0: the fewest at which all sit who can."""

    terms: NewCampaign
    """Its name and title, and all that each table has in common; of its people those who moderate every table."""
    players: tuple[Player, ...]
    tables: int = 0
    rounds: int = 1
    points: Points = Points()
    seed: bytes | None = None

    @property
    def moderators(self) -> tuple[Player, ...]:
        """The moderators of every table."""
        return tuple(player for player in self.terms.players if player.seat == "moderator")


class TournamentView(msgspec.Struct, frozen=True):
    """A tournament as everybody may know it: all that its schedule was drawn from stands there."""

    name: str
    title: str
    game: str
    points: Points
    seed: str
    players: tuple[str, ...]
    phases: tuple[Phase, ...]
    rounds: tuple[RoundShown, ...]

    def text(self) -> str:
        """Format the rounds for people."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.name}: {self.title} ({self.game}), {len(self.players)} players, {len(self.rounds)} rounds"
        for each in self.rounds:
            yield f"round {each.number}" + (f"; sitting out: {', '.join(each.out)}" if each.out else "")
            for table in each.tables:
                seats = ", ".join(f"{seat} {who}" for seat, who in table.seats.items())
                yield f"  table {table.number} ({' '.join(filter(None, (table.campaign, table.state)))}): {seats}"
        yield f"seed of the draw: {self.seed}"


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings with its name."""

    player: str
    line: ScoreLine


def make(service: Service, shown: ArrangementResult | None, new: NewTournament) -> tuple[ArrangementResult, str]:
    """Draw a tournament and begin its first round, as it was shown. Where nothing was, only what would be.

    Raises CommandError, BadCampaign.
    """
    game, name = _checked(new), new.terms.name
    seed = bytes.fromhex(shown.value.seed) if shown else new.seed or secrets.token_bytes(16)
    done, words = arrange(service, shown, lambda work: _drawn(work, game, new, seed))
    if shown:
        with command_errors(), writing(service.engine) as session:
            rounds.begin(service.work(session), tournament_named(session, name), 1)
    return done, words


def _drawn(work: UnitOfWork, game: Game[Any], new: NewTournament, seed: bytes) -> ArrangementResult:
    """Draw it, and in a rehearsal begin its first round too."""
    session, terms, count = work.session, new.terms, len(new.players)
    if tournaments.tournament_by_name(session, terms.name) is not None:
        raise CommandError(f"there is a tournament named {terms.name} already")
    known = [new_campaigns.person_of(session, player, work.now).id for player in (*new.players, *new.moderators)]
    phases = (Phase(1, tuple(range(count)), new.tables or full_tables(game, count)),)
    try:
        drawn = scheduled(game, seed, phases, new.rounds)
    except CannotSeat as why:
        raise CommandError(str(why)) from None
    plan = Plan(
        people=tuple(known[:count]), moderators=tuple(known[count:]), phases=phases, rounds=drawn,
        seed=seed.hex(), points=new.points, terms=msgspec.structs.replace(terms, players=()),
    )  # fmt: skip
    row = Tournament(name=terms.name, title=terms.title, game=terms.game, plan=b"", created_at=work.now)
    keep(row, plan)
    session.add(row)
    session.flush()
    found = _shown(session, row)
    if rehearses(session):
        rounds.begin(work, row, 1)
    said = f"{terms.name} has begun: {len(found.rounds[0].tables)} tables, their first mails are queued"
    return ArrangementResult(told=found.text(), said=said, value=found)


def _checked(new: NewTournament) -> Game[Any]:
    """Return its game. Raises CommandError with everything that is wrong, UnknownGame."""
    terms = new.terms
    game, problems = game_named(terms.game), []
    if max(game.numbers) < 2:
        problems.append(f"{terms.game} is played by one alone")
    if terms.seating is not Seating.CHOSEN or terms.document is not None or terms.seed is not None:
        problems.append("seats and seeds of tables are drawn: no seating, document or seed stands in the file")
    if not NAME.fullmatch(terms.name) or len(terms.name) > LONGEST_NAME:
        problems.append(f"name {terms.name!r}: small letters, digits and hyphens only, {LONGEST_NAME} at most")
    if not 1 <= new.rounds <= MOST_ROUNDS:
        problems.append(f"rounds: from 1 to {MOST_ROUNDS}")
    problems += [
        f"{player.name}: {player.email!r} is not an email address"
        for player in new.players
        if not is_address(player.email)
    ]
    emails = [normal_address(player.email) for player in new.players if is_address(player.email)]
    twice = sorted({email for email in emails if emails.count(email) > 1})
    problems += [f"{each} is there twice" for each in twice]
    if problems:
        raise CommandError(*problems)
    return game


def carry_on(
    service: Service, shown: ArrangementResult | None, name: str, deed: OfTournament, by: str
) -> tuple[ArrangementResult, str]:
    """Carry the act out for the round for which it was shown; rehearse it where nothing was. Raises CommandError."""

    def carried_on(work: UnitOfWork) -> ArrangementResult:
        row = tournament_named(work.session, name)
        meant = msgspec.structs.replace(deed, round=shown.fixed) if shown else deed
        done = meant.carry_on(work, row, by)
        found = _shown(work.session, row)
        return ArrangementResult(told=found.text(), said=deed.done(language("en")), value=found, fixed=done.round)

    return arrange(service, shown, carried_on)


def tournament_named(session: Session, name: str) -> Tournament:
    """Return the tournament of that name.

    Raises:
        CommandError: There is none.
    """
    row = tournaments.tournament_by_name(session, name)
    if row is None:
        raise CommandError(f"there is no tournament named {name!r}; adjudicator tournament list tells those there are")
    return row


def show(session: Session, name: str) -> TournamentView:
    """Return a tournament, round by round.

    Raises:
        CommandError: No tournament has that name.
    """
    return _shown(session, tournament_named(session, name))


def listed(session: Session) -> list[TournamentView]:
    """Return all tournaments."""
    return [_shown(session, row) for row in tournaments.every(session)]


def _shown(session: Session, row: Tournament) -> TournamentView:
    plan, drawn = rounds_of(session, row)
    names = tuple(scores.names_of(session, plan))
    return TournamentView(row.name, row.title, row.game, plan.points, plan.seed, names, plan.phases, drawn)


def standings(session: Session, name: str) -> list[Standing]:
    """Return how a tournament stands. Raises CommandError."""
    plan, lines, _ = scores.standings_of(session, tournament_named(session, name))
    names = scores.names_of(session, plan)
    return [Standing(names[line.number], line) for line in lines]


def problems_of(session: Session, name: str) -> list[str]:
    """Return what in a tournament is not as it was drawn.

    The schedule must follow from the seed, and the seats of the campaigns from the schedule.

    Raises:
        CommandError: There is no tournament of that name.
    """
    row = tournament_named(session, name)
    plan, found = plan_of(row), []
    try:
        again = scheduled(game_named(row.game), bytes.fromhex(plan.seed), plan.phases, len(plan.rounds))
    except (CannotSeat, UnknownGame) as why:
        return [f"the schedule cannot be drawn again: {why}"]
    for number, (kept, now) in enumerate(zip(plan.rounds, again, strict=True), 1):
        if kept != now:
            found.append(f"round {number} is not what the seed gives")
    for each in tournaments.tables_by_round(session, row.id):
        board = plan.rounds[each.round - 1].boards[each.number - 1]
        seated = tournaments.first_at(session, each.campaign_id)
        wrong = [seat for seat, who in board.seats.items() if seated.get(seat) != plan.people[who]]
        found += [f"{each.campaign}: somebody else than was drawn began at {', '.join(wrong)}"] if wrong else []
    return found


def personal_data(session: Session, person_id: int) -> dict[str, list[str]]:
    """Return the names of the tournaments in which a person plays, for the export of their data."""
    return {"tournaments": [row.name for row in tournaments.every(session) if person_id in plan_of(row).people]}
