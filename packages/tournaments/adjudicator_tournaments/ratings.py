"""Ratings and statistics at the command line: the lists of games, and what one player has played."""

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.registry import game_named
from adjudicator.service.admin.persons import person_named
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.play import reliability
from adjudicator.service.play.reliability import Reliability
from adjudicator.store import finished, persons
from adjudicator.store.tables import CampaignState, SeatKind
from adjudicator_tournaments import scores, statistics
from adjudicator_tournaments.rating import Rating
from adjudicator_tournaments.scores import FinishedMatch
from adjudicator_tournaments.statistics import Record, Tally

_OVER = (CampaignState.FINISHED, CampaignState.ARCHIVED)


class Rated(msgspec.Struct, frozen=True):
    """A line of the list of a game."""

    game: str
    place: int
    player: str
    rating: float
    deviation: float
    least: float
    matches: int
    won: int
    drawn: int


class SeatLine(msgspec.Struct, frozen=True):
    """The number of times that a seat of a game has won."""

    game: str
    tally: Tally


class Player(msgspec.Struct, frozen=True):
    """The games that somebody has played, and how reliable they were in campaigns that are over."""

    player: str
    games: tuple[Record, ...]
    reliability: Reliability


def listed(session: Session, game: str = "") -> list[Rated]:
    """Return the players of a game, or of each, the strongest first, without those who do not want to be listed.

    Raises:
        UnknownGame: There is no such game.
    """
    names = finished.listed_names(session)
    return [
        Rated(name, row.place, names[row.person], *figures(row.rating), row.rating.matches, row.won, row.drawn)
        for name, matches in _by_game(session, game).items()
        for row in statistics.ranked_players(matches)
        if row.person in names
    ]


def figures(rating: Rating) -> tuple[float, float, float]:
    """Return a rating, its deviation and its lower bound, rounded to meaningful digits."""
    return round(rating.mean, 1), round(rating.deviation, 1), round(rating.least, 1)


def seats(session: Session, game: str = "") -> list[SeatLine]:
    """Return how often which seat has won, of all matches of a game, or of each. Raises UnknownGame."""
    return [
        SeatLine(name, tally)
        for name, matches in _by_game(session, game).items()
        for tally in statistics.tallies(matches)
    ]


def player(session: Session, who: str) -> Player:
    """Return what a person has played.

    Raises:
        CommandError: There is no such person, or they do not want it to be shown.
    """
    person = person_named(session, who)
    if not person.rated:
        raise CommandError(f"{person.name} does not want to stand in ratings (“ratings off”)")
    records = [statistics.record(matches, game, person.id) for game, matches in _by_game(session).items()]
    held = [
        place
        for place in persons.traces(session, person).places
        if place.seat.kind is SeatKind.PLAYER and place.campaign.state in _OVER and place.holding.until is None
    ]
    kept_time = reliability.of_person(session, {place.campaign.id for place in held}, {place.seat.id for place in held})
    return Player(person.name, tuple(record for record in records if record.seats), kept_time)


def _by_game(session: Session, game: str = "") -> dict[str, list[FinishedMatch]]:
    if game:
        game_named(game)
    found: dict[str, list[FinishedMatch]] = {}
    for match in scores.outcomes(session, game):
        found.setdefault(match.game, []).append(match)
    return dict(sorted(found.items()))
