"""`adjudicator turn replay`: the history played again; its page and its pictures."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.pictures.raster import to_png
from adjudicator.reports import archive_page
from adjudicator.service.admin.archives import record_in
from adjudicator.service.admin.log import steps
from adjudicator.service.history import Record, gather, tell
from adjudicator.service.history.record import stretch
from adjudicator.service.moderation.rights import Access
from cli.commands import command
from cli.errors import Failed
from cli.installation import Eye, Sight, looking_at
from cli.options import AsJson, Name, Width
from cli.output import emit_line, remark, write_whole
from cli.visible import put

Entry = Annotated[int, typer.Argument(metavar="N", min=0, help="Log number.")]
Where = Annotated[str, typer.Argument(help="A log number, or REVISION:NUMBER, or now.")]


@command(
    "turn replay",
    "adjudicator turn replay lights",
    "adjudicator turn replay lights --from 10 --to 40 --step --as france",
    "adjudicator turn replay lights --as france --html france.html",
    "adjudicator turn replay lights.zip --html lights.html --language ru",
    "adjudicator turn replay lights --from 57 --to 63 --html war.html",
    "adjudicator turn replay lights --pictures steps/",
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
        record = _record_of(name, sight, first, last)
        own = {each.seat: each.language for each in record.sittings}
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
    compared = 0
    with looking_at(name, sight) as look:
        for each in steps(look, last):
            compared += 1
            if each[-1].n < first:
                continue
            for line in each:
                emit_line(line, line.text(look.table.campaign.time_zone), as_json=as_json)
            if step and not _go_on():
                break
    remark(f"{name}: {compared} positions compared, all as stored")


def _go_on() -> bool:
    put("-- Enter: next step, q: end -- ", end="", to=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() not in ("q", "quit", "й")


def _record_of(name: str, eye: Eye, first: int, last: int | None) -> Record:
    """Return the record, between two log numbers, of a campaign in the database or of an archive file (`.zip`).

    Raises Failed if there is none.
    """
    if name.lower().endswith(".zip"):
        whole = record_in(Path(name), eye.as_, everything=eye.all_)
    else:
        with looking_at(name, eye) as look:
            whole = gather(look.table, look.eyes)
    found = stretch(whole, first, last)
    if not found.steps:
        raise Failed("nothing happened between these log numbers")
    return found
