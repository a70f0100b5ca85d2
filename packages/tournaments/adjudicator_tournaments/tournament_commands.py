"""`adjudicator tournament`: which there are, who sits where, how they stand."""

from typing import Annotated

from adjudicator.service.moderation.rights import Access
from adjudicator.store.engine import reading
from adjudicator_tournaments import tournaments
from adjudicator_tournaments.tournaments import TournamentView
from cli.commands import command
from cli.installation import at_the_desk
from cli.output import Output, record_table

Tournament = Annotated[str, "TOURNAMENT", "Name of the tournament."]


@command("tournament list", "", "--json", needs=Access.INSPECT)
def list_() -> Output:
    """List all tournaments."""
    with at_the_desk() as service, reading(service.engine) as session:
        found = tournaments.listed(session)
    return record_table(
        found,
        "NAME",
        "TITLE",
        "GAME",
        ("PLAYERS", lambda each: len(each.players)),
        ("ROUNDS", _begun),
    )


def _begun(found: TournamentView) -> str:
    begun = sum(any(table.campaign for table in each.tables) for each in found.rounds)
    return f"{begun} of {len(found.rounds)}"


@command("tournament show", "autumn", "autumn --json", needs=Access.INSPECT)
def show(name: Tournament) -> Output:
    """Show the rounds and tables of a tournament.

    Who sits where, the campaigns of the tables, and what all of it was drawn from.
    """
    with at_the_desk() as service, reading(service.engine) as session:
        found = tournaments.show(session, name)
    return Output(found, found.text())


@command("tournament standings", "autumn", "autumn --json", needs=Access.INSPECT)
def standings(name: Tournament) -> Output:
    """Show the standings of a tournament.

    The players by points; equal ones by victories, then by the points of those they have met (AGAINST).
    """
    with at_the_desk() as service, reading(service.engine) as session:
        found = tournaments.standings(session, name)
    return record_table(
        found,
        ("PLACE", "line.place"),
        "PLAYER",
        ("POINTS", lambda each: f"{each.line.points:g}"),
        ("WINS", "line.wins"),
        ("AGAINST", lambda each: f"{each.line.against:g}"),
        ("MATCHES", "line.matches"),
        ("OUT", "line.out"),
    )


@command("tournament verify", "autumn", needs=Access.INSPECT)
def verify(name: Tournament) -> Output:
    """Draw the tournament again from its seed.

    Verifies that all rounds come out the same, and that those who were drawn began there.
    """
    with at_the_desk() as service, reading(service.engine) as session:
        problems = tournaments.problems_of(session, name)
    fine = "" if problems else f"{name}: all rounds are as the seed gives them, and who was drawn began at the tables"
    return Output({"problems": problems}, *([fine] if fine else []), failed=problems or None)
