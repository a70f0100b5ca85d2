"""`adjudicator turn`: look at the history, and play it again. Loaded without what changes it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.reports.wording.differences import differences
from adjudicator.service.admin.access import played_again
from adjudicator.service.admin.campaigns import asked_lines, bridge_text, position_text
from adjudicator.service.admin.draws import draws_of
from adjudicator.service.admin.explanations import explain as explained
from adjudicator.service.admin.log import lines_of_play, standing_at, steps
from adjudicator.service.moderation.rights import Access
from adjudicator.service.play.corrections.lines import newest_bridge
from adjudicator.service.play.corrections.points import points as all_points
from cli.commands import command
from cli.errors import Failed
from cli.installation import Sight, ViewerOptions, looking_at
from cli.options import AsJson, Name, OwnLang, Width
from cli.output import Output, emit_line, record_table, remark, write_whole
from cli.visible import put

if TYPE_CHECKING:
    from adjudicator.service.history import Record

Entry = Annotated[int, typer.Argument(metavar="N", min=0, help="Log number.")]
Where = Annotated[str, typer.Argument(help="A log number, or REVISION:NUMBER, or now.")]


@command(
    "turn replay",
    "lights",
    "lights --from 10 --to 40 --step --as france",
    "lights --as france --html france.html",
    "lights.zip --html lights.html --language ru",
    "lights --from 57 --to 63 --html war.html",
    "lights --pictures steps/",
    needs=Access.LOOK,
)
def replay(
    name: Name,
    first: Annotated[int, typer.Option("--from", min=1, help="From this log number on.")] = 1,
    last: Annotated[int | None, "--to", "Up to this log number."] = None,
    step: Annotated[bool, "Wait for Enter after each step; q ends."] = False,
    as_json: AsJson = False,
    html: Annotated[Path | None, "--html FILE", "Write the archive page instead: all in one file."] = None,
    pictures: Annotated[Path | None, "--pictures DIR", "Write the board after each step instead, as PNG."] = None,
    width: Width = 1600,
    *,
    sight: Sight,
) -> None:
    """Replay the log of a campaign and verify it. Every draw is computed again, each stored fingerprint compared.

    Ends with exit code 1 at the first entry or position that comes out differently. With --html or --pictures
    CAMPAIGN may also be an archive file (.zip) that "campaign export" wrote.
    """
    if html is not None or pictures is not None:
        from adjudicator.pictures.raster import to_png  # slow to load, and nothing else here draws or writes pages
        from adjudicator.reports.pages import archive_page
        from adjudicator.service.history import tell

        record = _record_of(name, sight, first, last)
        own = {sitting.seat: sitting.language for sitting in record.sittings}
        chronicle = tell(record, sight.lang or own.get(record.eyes.seat or "", record.language))
        if html is not None:
            page = archive_page.html(chronicle).encode()
            write_whole(html, page)
            remark(f"{html}: {len(page) / 1e6:.1f} MB, {len(record.steps)} steps")
        if pictures is not None:
            frames = [frame for part in chronicle.chapters for passage in part.passages for frame in passage.frames]
            if not frames:
                raise Failed(f"{record.header.game} draws no board")
            pictures.mkdir(parents=True, exist_ok=True)
            for frame in frames:
                write_whole(pictures / f"{frame.log:05}.png", to_png(frame.board.scene, width))
            remark(f"{pictures}: {len(frames)} pictures")
        return
    compared, unproven = 0, 0
    with looking_at(name, sight) as view, played_again(view.table):
        for each in steps(view, last):
            compared += not each[-1].unproven
            unproven = each[-1].n if each[-1].unproven else unproven
            if each[-1].n < first:
                continue
            for line in each:
                emit_line(line, line.text(view.table.campaign.time_zone), as_json=as_json)
            if step and not _go_on():
                break
        bridge = newest_bridge(view.table) if unproven else None
        told = bridge_text(bridge, view.table.campaign.time_zone) if bridge else ""
    if told:
        remark(f"{name}: {told}")
    remark(f"{name}: {compared} positions compared, all as stored")


def _go_on() -> bool:
    put("-- Enter: next step, q: end -- ", end="", to=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() not in ("q", "quit", "й")


@command("turn points", "lights --from 30", needs=Access.LOOK)
def points(
    name: Name,
    first: Annotated[int, typer.Option("--from", min=0, help="From this log number on.")] = 0,
    lang: OwnLang = None,
) -> Output:
    """List the moments that play can go back to. After each of these log entries somebody is asked."""
    with looking_at(name, Sight(lang=lang)) as view:
        found = [point for point in all_points(view.table, view.words) if point.n >= first]
        zone = view.table.campaign.time_zone
    return record_table(
        found,
        ("log", "n"),
        ("question", lambda each: each.questions or "-"),
        ("time", "at"),
        "asked",
        "what",
        ("where the game stands", "moment"),
        zone=zone,
    )


@command("turn draws", "lights", "lights --from 30 --to 60", "lights --from 30 --all", needs=Access.LOOK)
def draws(
    name: Name,
    first: Annotated[int, typer.Option("--from", min=1, help="From this log number on.")] = 1,
    last: Annotated[int | None, "--to", "Up to this log number."] = None,
    *,
    sight: Sight,
) -> Output:
    """List the draws with what came of them and what could have. A correction names and writes them so.

    Hidden draws show their results, and what they are drawn from, with --all.
    """
    with looking_at(name, sight) as view, played_again(view.table):
        found = [*draws_of(view, first, last)]
    return record_table(
        found,
        "log",
        "name",
        "draw",
        ("result", lambda each: each.result or "-"),
        ("possible", lambda each: each.possible or "-"),
    )


@command("turn show", "lights 41", "lights 41 --as france", needs=Access.LOOK)
def show(name: Name, n: Entry, *, sight: Sight) -> Output:
    """Show the position right after a log entry."""
    with looking_at(name, sight) as view:
        match = standing_at(view, str(n))
        asked = [
            {"kind": decision.kind, "rule": decision.rule, "seats": decision.seats, "form": decision.form}
            for decision in match.decisions()
        ]
        told = {
            "log": n,
            "seats_seeing": view.seats,
            "decisions": asked,
            "view": match.game.shown(view.match_view(match)),
        }
        return Output(told, *asked_lines(match), position_text(view, match))


@command("turn diff", "lights 30 41 --as france", "lights 0:41 1:41", "lights 41 now", needs=Access.LOOK)
def diff(name: Name, a: Where, b: Where, *, sight: Sight) -> Output:
    """Show what differs between two positions. Of one line of play, or of two, in the words of the game."""
    with looking_at(name, sight) as view:
        one, other = view.match_view(standing_at(view, a)), view.match_view(standing_at(view, b))
        found = differences(view.table.match.game.part("report"), one, other, view.seats, view.words)
        told = "\n".join(f"{each.name}: {each.text(view.words)}" for each in found)
    return Output(found, told or "nothing that these eyes see")


@command("turn explain", "lights 41 --as france", "lights 41 --all", needs=Access.LOOK)
def explain(name: Name, n: Entry, *, sight: Sight) -> Output:
    """Explain a log entry. Its email and line, the rules at work, every part of the price, every draw.

    What was secret shows with --as of the seat itself, or with --all.
    """
    with looking_at(name, sight) as view:
        told = explained(view, n)
        return Output(told, told.text(view.table.campaign.time_zone))


@command("turn revisions", "lights", needs=Access.LOOK)
def revisions(name: Name) -> Output:
    """List the lines of play. The first one, and every correction with its author and reason."""
    with looking_at(name) as view:
        return record_table(
            lines_of_play(view),
            ("revision", "number"),
            ("branches off", lambda line: "-" if line.parent is None else f"{line.parent}:{line.branched_at}"),
            ("last log", "last"),
            ("time", "created_at"),
            ("author", lambda line: line.author or "-"),
            ("reason", lambda line: line.reason or "-"),
            zone=view.table.campaign.time_zone,
        )


def _record_of(name: str, eye: ViewerOptions, first: int, last: int | None) -> "Record":
    """Return the record, between two log numbers, of a campaign in the database or of an archive file (`.zip`).

    Raises Failed if there is none.
    """
    from adjudicator.service.admin.archives import record_in
    from adjudicator.service.history import gather
    from adjudicator.service.history.record import stretch

    if name.lower().endswith(".zip"):
        whole = record_in(Path(name), eye.as_, everything=eye.all_)
    else:
        with looking_at(name, eye) as view, played_again(view.table):
            whole = gather(view.table, view.eyes)
    found = stretch(whole, first, last)
    if not found.steps:
        raise Failed("nothing happened between these log numbers")
    return found
