"""`adjudicator turn replay --html` and `--pictures`: the archive page of a campaign, and a picture of each step."""

from pathlib import Path

from adjudicator.pictures import to_png
from adjudicator.reports.archive_page import html
from adjudicator.service.console.archives import record_in
from adjudicator.service.history import Record, gather, tell
from adjudicator.service.history.record import stretch
from cli.errors import Failed
from cli.installation import Eye, looking_at
from cli.output import write_whole


def record_of(name: str, eye: Eye, first: int, last: int | None) -> Record:
    """The record, between two log numbers, of a campaign in the database or of an archive file (`.zip`).

    Raises Failed where there is none.
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


def language_of(record: Record, chosen: str | None) -> str:
    """The language asked for, or that of the seat, or that of the campaign."""
    own = {each.seat: each.language for each in record.sittings}
    return chosen or own.get(record.eyes.seat or "", record.language)


def write_page(record: Record, code: str, output: Path) -> str:
    """Write the page; returns a remark for the person at the keyboard."""
    page = html(tell(record, code)).encode()
    write_whole(output, page)
    return f"{output}: {len(page) / 1e6:.1f} MB, {len(record.steps)} steps"


def write_pictures(record: Record, code: str, folder: Path, width: int) -> int:
    """Write the board after each step as PNG, named by log number; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    passages = [passage for chapter in tell(record, code).chapters for passage in chapter.passages]
    frames = [frame for passage in passages for frame in passage.frames]
    for frame in frames:
        write_whole(folder / f"{frame.log:05}.png", to_png(frame.board.scene, width))
    if not frames:
        raise Failed(f"{record.header.game} draws no board")
    return len(frames)
