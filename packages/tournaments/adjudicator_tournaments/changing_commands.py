"""Change a tournament: `adjudicator tournament new`, `next`, `withdraw`."""

from pathlib import Path
from typing import Annotated

import typer
from msgspec import structs

from adjudicator import given_files
from adjudicator.service.moderation.forms import FORMS
from adjudicator.service.moderation.rights import Access
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator_tournaments import tournaments
from adjudicator_tournaments.moderator_commands import OfTournament
from adjudicator_tournaments.plans import Points
from adjudicator_tournaments.tournament_commands import Tournament
from adjudicator_tournaments.tournaments import NewTournament
from cli import new_campaign
from cli.changing import carry_out, told
from cli.commands import How, command
from cli.errors import Failed
from cli.forms import add_form
from cli.installation import at_the_desk, author
from cli.options import choices, seed_of
from cli.output import Output


@command(
    "tournament new",
    "autumn --game imperial-struggle --players club.txt --rounds 3 --dry-run",
    "autumn --game pax-renaissance --players club.txt --tables 4 --rounds 5 \\",
    "    --moderator 'Mila <mila@example.org>' --title 'Autumn Cup' --yes",
    "autumn --file campaign.toml --players club.txt --rounds 3 --yes",
    needs=Access.OPERATOR,
)
def new(
    name: Annotated[str, "NAME", "Small letters, digits, hyphens; at most 40."],
    players: Annotated[
        Path, "A file with a player per line: Name <address> [language [time zone]]; # begins a remark."
    ],
    game: Annotated[str, "An installed game."] = "",
    file: Annotated[Path | None, "A file as for campaign create: what every table has."] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Number of rounds.")] = 1,
    tables: Annotated[int, typer.Option("--tables", min=0, help="Tables of a round; 0: the fewest that seat all.")] = 0,
    title: Annotated[str, "Title in emails; without it the name."] = "",
    moderator: Annotated[list[str] | None, "'Name <address> …': moderates every table; repeatable."] = None,
    option: Annotated[list[str] | None, "A house rule, name=value; repeatable."] = None,
    win: Annotated[int, typer.Option("--win", min=0, help="Points of a victory; those who share it divide them.")] = 3,
    draw: Annotated[int, typer.Option("--draw", min=0, help="Points of a draw, each.")] = 1,
    out: Annotated[int, typer.Option("--out", min=0, help="Points of a round that a player sits out.")] = 1,
    seed: Annotated[str | None, "Seed of the draw in hexadecimal (default: random). Not secret."] = None,
    *,
    how: How,
) -> Output:
    """Create a tournament and its first campaigns. The tables of all rounds are drawn.

    Each meets each, and has each seat, as evenly as can be made. Where players are left over they sit out in turn. Who
    moderates in the file, and --moderator, moderate every table; its other players do not count.
    More: docs/how_to/moderators/tournament.md.
    """
    given = _terms(name, game, option or [], file)
    spoken, zone = given.language, given.time_zone
    own = (player for player in given.players if player.seat == "moderator")
    chairs = (*own, *(_player(each, "moderator", spoken, zone) for each in moderator or ()))
    wanted = NewTournament(
        terms=structs.replace(given, name=name, title=title or given.title, players=chairs),
        players=_players(players, spoken, zone),
        tables=tables,
        rounds=rounds,
        points=Points(win, draw, out),
        seed=seed_of(seed),
    )
    done = carry_out(how, tournaments.make, wanted, make=True)
    return told(how, done.value, done.said)


def _terms(name: str, game: str, option: list[str], file: Path | None) -> NewCampaign:
    """Return what every table has in common: from a file, or from the settings. Raises Failed."""
    if bool(game) is (file is not None) or (option and file is not None):
        raise typer.BadParameter("give --game, with --option where there are house rules, or --file")
    if file is not None:
        return new_campaign.from_file(file)
    with at_the_desk(make=True) as service:
        defaults = service.settings.campaign
    return NewCampaign(
        name=name,
        title=name.replace("-", " ").title(),
        game=game,
        players=(),
        options=choices(option),
        language=defaults.language,
        time_zone=defaults.time_zone,
        deadline_hours=defaults.deadline_hours,
    )


def _players(file: Path, language: str, zone: str) -> tuple[Player, ...]:
    """Return the players of a file. Raises Failed."""
    lines = (line.partition("#")[0].strip() for line in given_files.read_text(file).splitlines())
    return tuple(_player(line, "", language, zone) for line in lines if line)


def _player(line: str, seat: str, language: str, zone: str) -> Player:
    written = line if "<" in line else f"<{line}>"
    try:
        return new_campaign.player(f"{seat}={written}" if seat else written, language, zone)
    except Failed:
        raise Failed(f"{line!r} is not written as: Name <address> [language [time zone]]") from None


def _carry_on(name: Tournament, made: OfTournament, *, how: How) -> Output:
    done = carry_out(how, tournaments.carry_on, name, made, author())
    return told(how, done.value, done.said)


for words in ("tournament next", "tournament withdraw"):
    add_form(FORMS[words], _carry_on)
