"""`adjudicator turn points | show | diff | explain | revisions`: history, looked at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from cli.errors import Failed
from cli.options import All, AsJson, AsSeat, Name, OwnLang, examples
from cli.output import columns, emit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator import Match
    from adjudicator.service.campaign.matches import Table

Entry = Annotated[int, typer.Argument(metavar="N", min=0, help="Log number.")]
Where = Annotated[str, typer.Argument(help="A log number, or REVISION:NUMBER, or now.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("points", epilog=examples("adjudicator turn points lights --from 30"))(points)
    app.command(
        "show", epilog=examples("adjudicator turn show lights 41", "adjudicator turn show lights 41 --as france")
    )(show)
    app.command(
        "diff",
        epilog=examples(
            "adjudicator turn diff lights 30 41 --as france", "adjudicator turn diff lights 0:41 1:41",
            "adjudicator turn diff lights 41 now",
        ),
    )(diff)  # fmt: skip
    app.command(
        "explain",
        epilog=examples("adjudicator turn explain lights 41 --as france", "adjudicator turn explain lights 41 --all"),
    )(explain)
    app.command("revisions", epilog=examples("adjudicator turn revisions lights"))(revisions)


def points(
    name: Name,
    first: Annotated[int, typer.Option("--from", min=0, help="From this log number on.")] = 0,
    lang: OwnLang = None,
    as_json: AsJson = False,
) -> None:
    """The moments that play can go back to: after each of these log entries somebody is asked."""
    from adjudicator.language import language
    from adjudicator.service.play.corrections.points import points as all_points
    from cli.campaign_facts import table_for
    from cli.database import looking_at

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        words = language(lang or campaign.language)
        found = [point for point in all_points(table, words) if point.n >= first]
    if as_json:
        emit(found)
        return
    columns(
        ("log", "question", "time (UTC)", "asked", "what", "where the game stands"),
        [
            (
                str(point.n),
                ", ".join(map(str, point.questions)) or "-",
                f"{point.at:%Y-%m-%d %H:%M}",
                ", ".join(point.asked),
                point.what,
                point.moment,
            )
            for point in found
        ],
    )


def show(
    name: Name, n: Entry, as_: AsSeat = None, all_: All = False, lang: OwnLang = None, as_json: AsJson = False
) -> None:
    """The position as it was right after a log entry."""
    from adjudicator.language import language
    from cli.campaign_facts import language_for, position_text, table_for
    from cli.database import looking_at
    from cli.eyes import eyes

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        looking = eyes(as_, all_, table.match.header.seats)
        match = _standing(session, table, str(n))
        if as_json:
            seats = match.header.seats if looking.everything else looking.seats
            emit({"log": n, "seats_seeing": seats, "decisions": _asked(match), "view": match.view(seats)})
            return
        words = language(language_for(table, looking, lang))
        for decision in match.decisions():
            print(f"asked: {', '.join(decision.seats)} ({decision.kind}, rule {decision.rule or '-'})")
        print(position_text(table, match, looking, words))


def _asked(match: Match) -> list[dict[str, object]]:
    return [
        {"kind": each.kind, "rule": each.rule, "seats": each.seats, "form": each.form} for each in match.decisions()
    ]


def diff(
    name: Name,
    a: Where,
    b: Where,
    as_: AsSeat = None,
    all_: All = False,
    lang: OwnLang = None,
    as_json: AsJson = False,
) -> None:
    """What differs between two positions of one line of play, or of two, in the words of the game."""
    from adjudicator.language import language
    from adjudicator.reports.differences import differences
    from cli.campaign_facts import language_for, table_for
    from cli.database import looking_at
    from cli.eyes import eyes

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        looking = eyes(as_, all_, table.match.header.seats)
        seats = table.match.header.seats if looking.everything else looking.seats
        words = language(language_for(table, looking, lang))
        one, other = _standing(session, table, a), _standing(session, table, b)
        found = differences(table.match.game.part("report"), one.view(seats), other.view(seats), seats, words)
    if as_json:
        emit(found)
        return
    for each in found:
        print(f"{each.name}: {each.text(words)}")
    if not found:
        print("nothing that these eyes see")


def explain(
    name: Name, n: Entry, as_: AsSeat = None, all_: All = False, lang: OwnLang = None, as_json: AsJson = False
) -> None:
    """Why a log entry is as it is: its mail and line, the rules at work, every part of the price, every draw.

    What was secret shows with --as of the seat itself, or with --all.
    """
    from adjudicator.language import language
    from cli.campaign_facts import language_for, table_for
    from cli.database import looking_at
    from cli.explaining import explain as explained
    from cli.explaining import text
    from cli.eyes import eyes

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        looking = eyes(as_, all_, table.match.header.seats)
        told = explained(session, table, n, looking, language(language_for(table, looking, lang)))
    if as_json:
        emit(told)
    else:
        print(text(told))


def revisions(name: Name, as_json: AsJson = False) -> None:
    """The lines of play: the first one, and every correction with its author and reason."""
    from adjudicator.store import revisions as stored
    from cli.campaign_facts import table_for
    from cli.database import looking_at

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        found = stored.lines_of(session, table.head.match_id)
        ends = {line.number: stored.last_sequence(session, table.head.match_id, line.number) for line in found}
    if as_json:
        emit([{**_plain(line), "last": ends[line.number]} for line in found])
        return
    columns(
        ("revision", "branches off", "last log", "time (UTC)", "author", "reason"),
        [
            (
                str(line.number),
                "-" if line.parent is None else f"{line.parent}:{line.branched_at}",
                str(ends[line.number]),
                f"{line.created_at:%Y-%m-%d %H:%M}",
                line.author or "-",
                line.reason or "-",
            )
            for line in found
        ],
    )


def _plain(line: object) -> dict[str, object]:
    import msgspec

    plain: dict[str, object] = msgspec.to_builtins(line)
    return plain


def _standing(session: Session, table: Table, told: str) -> Match:
    """The match at `41`, `1:41` or `now`. Raises Failed."""
    from adjudicator.service.play.corrections.lines import NotAPoint, stand
    from adjudicator.store import revisions as stored

    if told == "now":
        return table.match
    found = re.fullmatch(r"(?:(\d{1,6}):)?(\d{1,9})", told)
    if found is None:
        raise Failed(f"{told!r} is written neither as a log number nor as REVISION:NUMBER")
    revision = table.head.revision if found[1] is None else int(found[1])
    if revision > table.head.revision:
        raise Failed(f"there is no revision {revision}; there are 0 to {table.head.revision}")
    n, last = int(found[2]), stored.last_sequence(session, table.head.match_id, revision)
    if n > last:
        raise Failed(f"the log of revision {revision} goes to {last}")
    try:
        return stand(table, n, revision=revision)
    except NotAPoint as inside:
        return stand(table, min(inside.nearest), revision=revision)
