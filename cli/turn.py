"""`adjudicator turn`: history: looked at, played again, corrected."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from adjudicator.reports.differences import differences
from adjudicator.service.console import corrections
from adjudicator.service.console.campaigns import asked_lines, needed_draw, position_text
from adjudicator.service.console.corrections import Typed
from adjudicator.service.console.explanations import explain as explained
from adjudicator.service.console.log import lines_of_play, standing_at, steps
from adjudicator.service.console.looks import look_of
from adjudicator.service.play.corrections.points import points as all_points
from adjudicator.service.play.corrections.proposals import Kind
from cli import archive_page
from cli.changing import DryRun, How, Yes, go_ahead, tell
from cli.deeds import add_deeds
from cli.errors import Failed
from cli.installation import at_the_desk, author, eyes_of, looking_at, visitor
from cli.json_input import json_of
from cli.options import All, AsJson, AsSeat, AtLog, Name, OwnLang, Width, examples
from cli.output import emit, emit_line, minute, remark, show, table

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
Entry = Annotated[int, typer.Argument(metavar="N", min=0, help="Log number.")]
Where = Annotated[str, typer.Argument(help="A log number, or REVISION:NUMBER, or now.")]
Why = Annotated[str, typer.Option("--reason", help="What was wrong; every player is told.")]


@app.command(
    "replay",
    epilog=examples(
        "adjudicator turn replay lights",
        "adjudicator turn replay lights --from 10 --to 40 --step --as france",
        "adjudicator turn replay lights --as france --html france.html",
        "adjudicator turn replay lights.zip --html lights.html --lang ru",
        "adjudicator turn replay lights --from 57 --to 63 --html war.html",
        "adjudicator turn replay lights --pictures steps/",
    ),
)
def replay(
    name: Name,
    first: Annotated[int, typer.Option("--from", min=1, help="From this log number on.")] = 1,
    last: Annotated[int | None, typer.Option("--to", help="Up to this log number.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each step; q ends.")] = False,
    as_: AsSeat = None,
    all_: All = False,
    as_json: AsJson = False,
    lang: OwnLang = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the archive page instead: all in one file.")
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option("--pictures", metavar="DIR", help="Write the board after each step instead, as PNG.")
    ] = None,
    width: Width = 1600,
) -> None:
    """Play a campaign's log from the start, recompute every draw, and compare each stored fingerprint.

    Ends with exit code 1 at the first entry or position that comes out differently. With --html or --pictures
    CAMPAIGN may also be an archive file (.zip) that "campaign export" wrote.
    """
    if html is not None or pictures is not None:
        record = archive_page.record_of(name, as_, first, last, everything=all_)
        code = archive_page.language_of(record, lang)
        if html is not None:
            remark(archive_page.write_page(record, code, html))
        if pictures is not None:
            remark(f"{pictures}: {archive_page.write_pictures(record, code, pictures, width)} pictures")
        return
    compared = 0
    with looking_at(name, as_, everything=all_, lang=lang) as look:
        for each in steps(look, last):
            compared += 1
            if each.lines[-1].n < first:
                continue
            for line in each.lines:
                if as_json:
                    emit_line(line)
                else:
                    print(line.text())
            if step and not _go_on():
                break
    remark(f"{name}: {compared} positions compared, all as stored")


def _go_on() -> bool:
    print("-- Enter: next step, q: end -- ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() not in ("q", "quit", "й")


@app.command("points", epilog=examples("adjudicator turn points lights --from 30"))
def points(
    name: Name,
    first: Annotated[int, typer.Option("--from", min=0, help="From this log number on.")] = 0,
    lang: OwnLang = None,
    as_json: AsJson = False,
) -> None:
    """The moments that play can go back to: after each of these log entries somebody is asked."""
    with looking_at(name, lang=lang) as look:
        found = [point for point in all_points(look.table, look.words) if point.n >= first]
    if as_json:
        emit(found)
        return
    table(
        ("log", "question", "time (UTC)", "asked", "what", "where the game stands"),
        [
            (
                str(point.n), ", ".join(map(str, point.questions)) or "-", minute(point.at), ", ".join(point.asked),
                point.what, point.moment,
            )
            for point in found
        ],
    )  # fmt: skip


@app.command("show", epilog=examples("adjudicator turn show lights 41", "adjudicator turn show lights 41 --as france"))
def show_(
    name: Name, n: Entry, as_: AsSeat = None, all_: All = False, lang: OwnLang = None, as_json: AsJson = False
) -> None:
    """The position as it was right after a log entry."""
    with looking_at(name, as_, everything=all_, lang=lang) as look:
        match = standing_at(look, str(n))
        if as_json:
            asked = [
                {"kind": each.kind, "rule": each.rule, "seats": each.seats, "form": each.form}
                for each in match.decisions()
            ]
            emit({"log": n, "seats_seeing": look.seats, "decisions": asked, "view": look.view(match)})
            return
        for line in asked_lines(match):
            print(line)
        print(position_text(look, match))


@app.command(
    "diff",
    epilog=examples(
        "adjudicator turn diff lights 30 41 --as france",
        "adjudicator turn diff lights 0:41 1:41",
        "adjudicator turn diff lights 41 now",
    ),
)
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
    with looking_at(name, as_, everything=all_, lang=lang) as look:
        one, other = look.view(standing_at(look, a)), look.view(standing_at(look, b))
        found = differences(look.table.match.game.part("report"), one, other, look.seats, look.words)
        told = "\n".join(f"{each.name}: {each.text(look.words)}" for each in found)
    show(found, told or "nothing that these eyes see", as_json=as_json)


@app.command(
    "explain",
    epilog=examples("adjudicator turn explain lights 41 --as france", "adjudicator turn explain lights 41 --all"),
)
def explain(
    name: Name, n: Entry, as_: AsSeat = None, all_: All = False, lang: OwnLang = None, as_json: AsJson = False
) -> None:
    """Why a log entry is as it is: its mail and line, the rules at work, every part of the price, every draw.

    What was secret shows with --as of the seat itself, or with --all.
    """
    with looking_at(name, as_, everything=all_, lang=lang) as look:
        told = explained(look, n)
    show(told, told.text(), as_json=as_json)


@app.command("revisions", epilog=examples("adjudicator turn revisions lights"))
def revisions(name: Name, as_json: AsJson = False) -> None:
    """The lines of play: the first one, and every correction with its author and reason."""
    with looking_at(name) as look:
        found = lines_of_play(look)
    if as_json:
        emit(found)
        return
    table(
        ("revision", "branches off", "last log", "time (UTC)", "author", "reason"),
        [
            (
                str(line.number), "-" if line.parent is None else f"{line.parent}:{line.branched_at}", str(line.last),
                minute(line.created_at), line.author or "-", line.reason or "-",
            )
            for line in found
        ],
    )  # fmt: skip


@app.command(
    "rollback",
    epilog=examples(
        "adjudicator turn rollback lights --to 'turn 2 round 3' --reason 'the tile was misread' --dry-run",
        "adjudicator turn rollback lights --to 'question 17' --reason '…'",
        "adjudicator turn rollback lights --to 41 --reason '…' --yes",
    ),
)
def rollback(
    name: Name,
    to: Annotated[str, typer.Option("--to", help="A log number, 'question 17', or words: turn points lists them.")],
    reason: Why,
    dry_run: DryRun = False,
    yes: Yes = False,
    log: AtLog = None,
    as_: AsSeat = None,
    all_: All = False,
    lang: OwnLang = None,
    as_json: AsJson = False,
) -> None:
    """Take play up again at an earlier moment. What came later stays in the history, and does not count."""
    wanted = Typed(kind=Kind.ROLLBACK, reason=_told(reason), to=to, log=log)
    _carry_out(name, wanted, Sight(as_, all_, lang), How(dry_run=dry_run, yes=yes, as_json=as_json))


@app.command(
    "correct",
    epilog=examples(
        "adjudicator turn correct lights --entry 41 --seat france --replace 'flag savoy' --reason '…' --dry-run",
        "adjudicator turn correct lights --entry 41 --seat france --insert 'flag savoy' --reason '…'",
        "adjudicator turn correct lights --entry 41 --seat france --remove --reason '…'",
        "adjudicator turn correct lights --entry 41 --draw 'lot=5,4' --reason 'the die at the table'",
        "adjudicator turn correct lights --set debt.france=3 --reason '…'",
    ),
)
def correct(
    name: Name,
    reason: Why,
    entry: Annotated[int | None, typer.Option("--entry", min=1, help="The log entry; without it: now.")] = None,
    seat: Annotated[str, typer.Option("--seat", help="Whose order it is.")] = "",
    replace: Annotated[
        list[str] | None,
        typer.Option("--replace", help="The right order: a line, a code of the question (3b), or JSON; repeatable."),
    ] = None,
    insert: Annotated[
        list[str] | None, typer.Option("--insert", help="An order before the entry, written likewise; repeatable.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take the order out.")] = False,
    draw: Annotated[list[str] | None, typer.Option("--draw", help="name=result of a draw of that entry.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="path=value of the document; repeatable.")] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    log: AtLog = None,
    as_: AsSeat = None,
    all_: All = False,
    lang: OwnLang = None,
    as_json: AsJson = False,
) -> None:
    """Correct one thing; what came later is carried out again where it still fits, with the draws it had."""
    given = {
        Kind.REPLACE: replace, Kind.INSERT: insert, Kind.REMOVE: [""] if remove else None, Kind.DRAW: draw,
        Kind.FACT: set_,
    }  # fmt: skip
    kinds = [kind for kind, said in given.items() if said]
    if len(kinds) != 1:
        raise typer.BadParameter("give one of --replace, --insert, --remove, --draw, --set")
    if entry is None and kinds[0] in (Kind.REPLACE, Kind.REMOVE, Kind.DRAW):
        raise typer.BadParameter("--entry says which log entry is meant")
    said = given[kinds[0]] or []
    actions: tuple[Any, ...] = ()
    if kinds[0] in (Kind.REPLACE, Kind.INSERT) and len(said) == 1 and said[0].lstrip().startswith(("{", "[")):
        plain = json_of(said[0])
        actions = tuple(plain) if isinstance(plain, list) else (plain,)
    wanted = Typed(
        kind=kinds[0], reason=_told(reason), entry=entry, seat=seat, given=tuple(said), actions=actions, log=log
    )
    _carry_out(name, wanted, Sight(as_, all_, lang), How(dry_run=dry_run, yes=yes, as_json=as_json))


@app.command("undo", epilog=examples("adjudicator turn undo lights --reason 'the first reading was right'"))
def undo(
    name: Name,
    reason: Why,
    dry_run: DryRun = False,
    yes: Yes = False,
    log: AtLog = None,
    as_: AsSeat = None,
    all_: All = False,
    lang: OwnLang = None,
    as_json: AsJson = False,
) -> None:
    """Take the last correction back: play goes on where it stood before it. An undo can be undone."""
    wanted = Typed(kind=Kind.UNDO, reason=_told(reason), log=log)
    _carry_out(name, wanted, Sight(as_, all_, lang), How(dry_run=dry_run, yes=yes, as_json=as_json))


def _told(reason: str) -> str:
    if not reason.strip():
        raise Failed("a correction needs a reason: every player is told it")
    return reason.strip()


class Sight(NamedTuple):
    """Through whose eyes a correction is shown, and in which language."""

    seat: str | None
    everything: bool
    lang: str | None


def _carry_out(name: str, wanted: Typed, sight: Sight, how: How) -> None:
    eyes = eyes_of(sight.seat, everything=sight.everything)
    with at_the_desk() as service:
        shown, words = corrections.rehearse(
            service, name, wanted, lambda visit: look_of(visit, visitor(), eyes, sight.lang), author()
        )
        if go_ahead(how, shown.text(words), to=print):
            shown = corrections.carry_out(service, wanted, shown, author())
            service.wakes.outbox()
    tell(how, shown, "done; every seat gets a correction report")


def _needed_draw(name: str, as_json: bool, options: Any) -> None:
    with looking_at(name) as look:
        needed = needed_draw(look, author())
    show({"needed": needed}, "no draw is waited for" if needed is None else needed.text(), as_json=as_json)


add_deeds(app, "turn", {"draw": _needed_draw})
