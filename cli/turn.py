"""`adjudicator turn`: look at the history. Loaded without what replays or changes it."""

from typing import Annotated

import typer

from adjudicator.reports.differences import differences
from adjudicator.service.admin.campaigns import asked_lines, position_text
from adjudicator.service.admin.explanations import explain as explained
from adjudicator.service.admin.log import lines_of_play, standing_at
from adjudicator.service.moderation.rights import Access
from adjudicator.service.play.corrections.points import points as all_points
from cli.commands import command
from cli.installation import Sight, looking_at
from cli.options import Name, OwnLang
from cli.output import Output, listed

Entry = Annotated[int, typer.Argument(metavar="N", min=0, help="Log number.")]
Where = Annotated[str, typer.Argument(help="A log number, or REVISION:NUMBER, or now.")]


@command("turn points", "adjudicator turn points lights --from 30", needs=Access.LOOK)
def points(
    name: Name,
    first: Annotated[int, typer.Option("--from", min=0, help="From this log number on.")] = 0,
    lang: OwnLang = None,
) -> Output:
    """List the moments that play can go back to. After each of these log entries somebody is asked."""
    with looking_at(name, Sight(lang=lang)) as look:
        found = [point for point in all_points(look.table, look.words) if point.n >= first]
        zone = look.table.campaign.time_zone
    return listed(
        found,
        ("log", "n"),
        ("question", lambda each: each.questions or "-"),
        ("time", "at"),
        "asked",
        "what",
        ("where the game stands", "moment"),
        zone=zone,
    )


@command(
    "turn show", "adjudicator turn show lights 41", "adjudicator turn show lights 41 --as france", needs=Access.LOOK
)
def show(name: Name, n: Entry, *, sight: Sight) -> Output:
    """Show the position right after a log entry."""
    with looking_at(name, sight) as look:
        match = standing_at(look, str(n))
        asked = [
            {"kind": each.kind, "rule": each.rule, "seats": each.seats, "form": each.form} for each in match.decisions()
        ]
        told = {"log": n, "seats_seeing": look.seats, "decisions": asked, "view": match.game.shown(look.view(match))}
        return Output(told, *asked_lines(match), position_text(look, match))


@command(
    "turn diff",
    "adjudicator turn diff lights 30 41 --as france",
    "adjudicator turn diff lights 0:41 1:41",
    "adjudicator turn diff lights 41 now",
    needs=Access.LOOK,
)
def diff(name: Name, a: Where, b: Where, *, sight: Sight) -> Output:
    """Show what differs between two positions. Of one line of play, or of two, in the words of the game."""
    with looking_at(name, sight) as look:
        one, other = look.view(standing_at(look, a)), look.view(standing_at(look, b))
        found = differences(look.table.match.game.part("report"), one, other, look.seats, look.words)
        told = "\n".join(f"{each.name}: {each.text(look.words)}" for each in found)
    return Output(found, told or "nothing that these eyes see")


@command(
    "turn explain",
    "adjudicator turn explain lights 41 --as france",
    "adjudicator turn explain lights 41 --all",
    needs=Access.LOOK,
)
def explain(name: Name, n: Entry, *, sight: Sight) -> Output:
    """Explain a log entry. Its email and line, the rules at work, every part of the price, every draw.

    What was secret shows with --as of the seat itself, or with --all.
    """
    with looking_at(name, sight) as look:
        told = explained(look, n)
        return Output(told, told.text(look.table.campaign.time_zone))


@command("turn revisions", "adjudicator turn revisions lights", needs=Access.LOOK)
def revisions(name: Name) -> Output:
    """List the lines of play. The first one, and every correction with its author and reason."""
    with looking_at(name) as look:
        return listed(
            lines_of_play(look),
            ("revision", "number"),
            ("branches off", lambda line: "-" if line.parent is None else f"{line.parent}:{line.branched_at}"),
            ("last log", "last"),
            ("time", "created_at"),
            ("author", lambda line: line.author or "-"),
            ("reason", lambda line: line.reason or "-"),
            zone=look.table.campaign.time_zone,
        )
