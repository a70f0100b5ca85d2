"""Tournaments at the command line: drawn, begun round by round, looked at, drawn again to prove them."""

import secrets
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.errors import UnknownGame
from adjudicator.kernel.game import Game
from adjudicator.kernel.registry import game_named
from adjudicator.mail.address import is_address, normal_address
from adjudicator.service.console.persons import person_named
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.new_campaigns import NAME, NewCampaign, Player, Seating
from adjudicator.service.service import Service, Work
from adjudicator.service.standings import scores
from adjudicator.service.standings.plans import Phase, Plan, Points, keep, plan_of, scheduled, without
from adjudicator.service.standings.schedule import Board, CannotSeat, Round, full_tables
from adjudicator.service.standings.scores import Line
from adjudicator.store import tournaments
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, Tournament, TournamentTable

LONGEST_NAME = 40
"""Behind it the names of campaigns have the numbers of round and table."""
MOST_ROUNDS = 100


class NewTournament(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament is made from. `tables` 0: the fewest at which all sit who can."""

    terms: NewCampaign
    """Its name and title, and all that each table has in common; of its people those who moderate every table."""
    players: tuple[Player, ...]
    tables: int = 0
    rounds: int = 1
    points: Points = Points()
    seed: bytes | None = None

    @property
    def moderators(self) -> tuple[Player, ...]:
        """Who moderates every table."""
        return tuple(player for player in self.terms.players if player.seat == "moderator")


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


class Shown(msgspec.Struct, frozen=True):
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
        """The rounds for people."""
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
    line: Line


def make(service: Service, shown: Shown | None, new: NewTournament) -> tuple[Shown, str]:
    """Draw a tournament and begin its first round, as it was shown. Where nothing was, only what would be.

    Raises NotPossible, BadCampaign.
    """
    game = _checked(new)
    where = service if shown else service.rehearsal
    seed = bytes.fromhex(shown.seed) if shown else new.seed or secrets.token_bytes(16)
    tables = new.tables or full_tables(game, len(new.players))
    phases = (Phase(1, tuple(range(len(new.players))), tables),)
    with writing(where.engine) as session:
        if tournaments.named(session, new.terms.name) is not None:
            raise NotPossible(f"there is a tournament named {new.terms.name} already")
        now = service.clock.now()
        known = [new_campaigns.person_of(session, player, now).id for player in (*new.players, *new.moderators)]
        try:
            rounds = scheduled(game, seed, phases, new.rounds)
        except CannotSeat as why:
            raise NotPossible(str(why)) from None
        count = len(new.players)
        plan = Plan(
            people=tuple(known[:count]), moderators=tuple(known[count:]), phases=phases, rounds=rounds,
            seed=seed.hex(), points=new.points, terms=msgspec.structs.replace(new.terms, players=()),
        )  # fmt: skip
        terms = new.terms
        row = Tournament(name=terms.name, title=terms.title, game=terms.game, plan=b"", created_at=now)
        keep(row, plan)
        session.add(row)
        session.flush()
        found = _shown(session, row)
        first = _campaign(session, row, plan, 1, 1)
    if shown:
        _begin(service, new.terms.name, 1)
    else:
        new_campaigns.create(where, first)
    return found, found.text()


def _checked(new: NewTournament) -> Game[Any]:
    """Its game. Raises NotPossible with everything that is wrong, UnknownGame."""
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
        f"{each.name}: {each.email!r} is no mail address" for each in new.players if not is_address(each.email)
    ]
    emails = [normal_address(each.email) for each in new.players if is_address(each.email)]
    twice = sorted({each for each in emails if emails.count(each) > 1})
    problems += [f"{each} is there twice" for each in twice]
    if problems:
        raise NotPossible(*problems)
    return game


def go_on(service: Service, shown: Shown | None, name: str) -> tuple[Shown, str]:
    """Begin the next round, when all matches of the last have ended. Where nothing was shown only what would be.

    Tables of a round that were not made when a command was broken off are made first. Raises NotPossible, BadCampaign.
    """
    with reading(service.engine) as session:
        row = tournament_named(session, name)
        number = _next(session, row, plan_of(row))
        first = _campaign(session, row, plan_of(row), number, 1)
        found = _shown(session, row)
    if shown:
        _begin(service, name, number)
    elif not any(each.campaign == first.name for each in found.rounds[number - 1].tables):
        new_campaigns.create(service.rehearsal, first)
    return found, f"{name}: round {number} begins\n{found.text()}"


def _next(session: Session, row: Tournament, plan: Plan) -> int:
    """The round that can begin now, or has not quite begun. Raises NotPossible."""
    there = tournaments.played(session, row.id)
    last = max((each.round for each in there), default=1)
    of_last = [each for each in there if each.round == last]
    if len(of_last) < len(plan.rounds[last - 1].boards):
        return last
    if going := [each.campaign for each in of_last if not each.over]:
        raise NotPossible(f"round {last} is not over: {', '.join(going)}")
    if last == len(plan.rounds):
        raise NotPossible(f"all {last} rounds of {row.name} are over (adjudicator tournament standings {row.name})")
    return last + 1


def _begin(service: Service, name: str, number: int) -> None:
    """Create the campaigns of a round that are not there yet, each with its place in the tournament at once."""
    with reading(service.engine) as session:
        row = tournament_named(session, name)
        plan = plan_of(row)
        there = {each.number for each in tournaments.played(session, row.id) if each.round == number}
        missing = [table for table in range(1, len(plan.rounds[number - 1].boards) + 1) if table not in there]
        campaigns = {table: _campaign(session, row, plan, number, table) for table in missing}
        tournament_id = row.id
    for table, new in campaigns.items():
        new_campaigns.create(service, new, also=_placed(tournament_id, number, table))


def _placed(tournament_id: int, number: int, table: int) -> Callable[[Work, Campaign], None]:
    def place(work: Work, campaign: Campaign) -> None:
        work.session.add(
            TournamentTable(tournament_id=tournament_id, round=number, number=table, campaign_id=campaign.id)
        )
        work.session.flush()

    return place


def _campaign(session: Session, row: Tournament, plan: Plan, number: int, table: int) -> NewCampaign:
    """What the campaign of a table is made from. Raises NotPossible where somebody cannot be reached."""
    board = plan.rounds[number - 1].boards[table - 1]
    known = tournaments.people(session, (*plan.people, *plan.moderators))
    seats = [(seat, plan.people[who]) for seat, who in board.seats.items()]
    seats += [("moderator", person) for person in plan.moderators]
    gone = [known[person][0].name for _, person in seats if not known[person][1]]
    if gone:
        raise NotPossible(
            f"{', '.join(gone)}: no address of theirs is in use (adjudicator tournament withdraw {row.name} …)"
        )
    players = tuple(
        Player(seat=seat, name=person.name, email=email, language=person.language, time_zone=person.time_zone)
        for seat, (person, email) in ((seat, known[number]) for seat, number in seats)
    )
    return msgspec.structs.replace(
        plan.terms,
        name=campaign_name(row, number, table),
        title=f"{row.title}, {number}.{table}"[:100],
        players=players,
        number=0,
    )


def campaign_name(row: Tournament, number: int, table: int) -> str:
    """What the campaign of a table is called."""
    return f"{row.name}-{number}-{table}"


def withdraw(service: Service, shown: Shown | None, name: str, who: str) -> tuple[Shown, str]:
    """Somebody plays no further round: those that have not begun are drawn anew. What has begun they play on, or hand
    over. Raises NotPossible.
    """
    with writing((service if shown else service.rehearsal).engine) as session:
        row, person = tournament_named(session, name), person_named(session, who)
        plan = plan_of(row)
        number = next((each for each in plan.present if plan.people[each] == person.id), None)
        if number is None:
            raise NotPossible(f"{person.name} does not play in {name}, or has left it")
        begun = max((each.round for each in tournaments.played(session, row.id)), default=0)
        if begun == len(plan.rounds):
            raise NotPossible(f"the last round of {name} has begun; hand the seat over (adjudicator seat replace)")
        try:
            keep(row, without(game_named(row.game), plan, number, begun))
        except CannotSeat as why:
            raise NotPossible(str(why)) from None
        session.add(row)
        session.flush()
        found = _shown(session, row)
    return found, found.text()


def tournament_named(session: Session, name: str) -> Tournament:
    """The tournament of that name. Raises NotPossible."""
    row = tournaments.named(session, name)
    if row is None:
        raise NotPossible(f"there is no tournament named {name!r}; adjudicator tournament list tells those there are")
    return row


def show(session: Session, name: str) -> Shown:
    """A tournament, round by round. Raises NotPossible."""
    return _shown(session, tournament_named(session, name))


def listed(session: Session) -> list[Shown]:
    """All tournaments."""
    return [_shown(session, row) for row in tournaments.every(session)]


def _shown(session: Session, row: Tournament) -> Shown:
    plan = plan_of(row)
    names = scores.names_of(session, plan)
    there = {(each.round, each.number): each for each in tournaments.played(session, row.id)}

    def table(number: int, place: int, board: Board) -> TableShown:
        seats = {seat: names[who] for seat, who in board.seats.items()}
        played = there.get((number, place))
        return TableShown(place, seats) if played is None else TableShown(place, seats, played.campaign, played.state)

    def one(number: int, each: Round) -> RoundShown:
        tables = (table(number, place, board) for place, board in enumerate(each.boards, 1))
        return RoundShown(number, tuple(tables), tuple(names[who] for who in each.out))

    rounds = tuple(one(number, each) for number, each in enumerate(plan.rounds, 1))
    return Shown(row.name, row.title, row.game, plan.points, plan.seed, tuple(names), plan.phases, rounds)


def standings(session: Session, name: str) -> list[Standing]:
    """How a tournament stands. Raises NotPossible."""
    plan, lines, _ = scores.standings_of(session, tournament_named(session, name))
    names = scores.names_of(session, plan)
    return [Standing(names[line.number], line) for line in lines]


def problems_of(session: Session, name: str) -> list[str]:
    """What of a tournament is not as it was drawn: its schedule from the seed, and the seats of its campaigns from the
    schedule. Raises NotPossible.
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
    for each in tournaments.played(session, row.id):
        board = plan.rounds[each.round - 1].boards[each.number - 1]
        seated = tournaments.first_at(session, each.campaign_id)
        wrong = [seat for seat, who in board.seats.items() if seated.get(seat) != plan.people[who]]
        found += [f"{each.campaign}: somebody else than was drawn began at {', '.join(wrong)}"] if wrong else []
    return found
