"""`adjudicator ratings`: ratings and statistics over finished matches."""

from typing import Annotated

from adjudicator.service.admin.seats import reliability_text
from adjudicator.service.moderation.rights import Access
from adjudicator.store.engine import reading
from adjudicator_tournaments import ratings
from adjudicator_tournaments.statistics import Record
from cli.commands import command
from cli.installation import at_the_desk
from cli.output import Columns, Output, record_table

Game = Annotated[str, "GAME", "An installed game; without it all."]


@command("ratings list", "", "imperial-struggle --json", needs=Access.INSPECT)
def list_(game: Game = "") -> Output:
    """List the players by rating. Ratings are computed again from all finished matches that count.

    docs/explanation/ratings.md explains them. A rating is given with one standard deviation. AT LEAST is the rating
    less three of them; the list is sorted by it.
    """
    with at_the_desk() as service, reading(service.engine) as session:
        found = ratings.listed(session, game)
    return record_table(
        found,
        "GAME",
        "PLACE",
        "PLAYER",
        ("RATING", lambda each: f"{each.rating:.0f} ± {each.deviation:.0f}"),
        ("AT LEAST", lambda each: f"{each.least:.0f}"),
        "MATCHES",
        "WON",
        "DRAWN",
    )


@command("ratings seats", "", "imperial-struggle", needs=Access.INSPECT)
def seats(game: Game = "") -> Output:
    """Show how often each seat has won.

    Of all finished matches; those that were closed before their end are listed apart.
    """
    with at_the_desk() as service, reading(service.engine) as session:
        found = ratings.seats(session, game)
    return record_table(found, "GAME", *((head, f"tally.{head.lower()}") for head in _TALLY))


_TALLY = ("SEAT", "MATCHES", "WON", "DRAWN", "CLOSED")


@command("ratings show", "Anna", "anna@example.org --json", needs=Access.INSPECT)
def show(who: Annotated[str, "WHO", "A name, a registered mail address, or a number as in #7."]) -> Output:
    """Show the record of a player. Matches and wins by game and seat, the rating, how reliable they were."""
    with at_the_desk() as service, reading(service.engine) as session:
        found = ratings.player(session, who)
    rows = [
        (record.game, *(getattr(seat, head.lower()) or ("all" if head == "SEAT" else 0) for head in _TALLY))
        for record in found.games
        for seat in (*record.seats, record.total)
    ]
    parts: list[str | Columns] = [Columns(("GAME", *_TALLY), rows)] if rows else [f"{found.player}: no finished match"]
    parts += [_rating(record) for record in found.games]
    parts += [reliability_text(found.reliability)] if found.reliability.asked else []
    return Output(found, *parts)


def _rating(record: Record) -> str:
    if record.rating is None:
        return f"{record.game}: no rating, for no match of theirs counts"
    rating, deviation, least = ratings.figures(record.rating)
    return (
        f"{record.game}: {rating:.0f} ± {deviation:.0f}, at least {least:.0f} ({record.rating.matches} matches count)"
    )
