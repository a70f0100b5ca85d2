"""Write the public pages of campaigns that agreed to be watched, when they have moved on.

They are files in a folder, for any web server: a folder a campaign, lists beside them. What was written is known from
the file `state.json` of that folder, so nothing is lost when the folder is deleted: all is written again.
"""

import fcntl
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from secrets import token_hex

import msgspec
import structlog

from adjudicator.language import CODES
from adjudicator.reports.layout.data import to_json
from adjudicator.reports.model import Report
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.clocks.paced import Paced
from adjudicator.service.service import Service
from adjudicator.store import campaigns, revisions
from adjudicator.store.engine import reading
from adjudicator.store.tables import CampaignState
from adjudicator_public_pages import public_page, spectator
from adjudicator_public_pages.public_page import Entry, WatchedCampaign

log = structlog.get_logger()
STATE = "state.json"
AT_A_STRETCH = 10.0
"""Seconds after which other campaigns wait for the next minute: mails that come wait for a worker meanwhile."""
_paced = Paced(timedelta(minutes=1))


def run(service: Service) -> int:
    """Write the pages of campaigns whose turn or round has ended since. Returns how many it were."""
    folder = service.settings.pages.folder
    if folder is None or not _paced.is_due(service):
        return 0
    try:
        _make(folder)
        with _alone(folder) as alone:
            return _renew(service, folder) if alone else 0
    except OSError as error:
        log.error("public pages could not be written", folder=str(folder), why=str(error))
        return 0


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Tell whether no other process writes into a folder; none does until this ends."""
    here = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(here, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield True
    except BlockingIOError:
        yield False
    finally:
        os.close(here)


def _renew(service: Service, folder: Path) -> int:
    with reading(service.engine) as session:
        watched = {each.name: each.id for each in campaigns.not_archived(session) if settings_of(each).public}
    known = {path.parent.name: shown for path in folder.glob(f"*/{STATE}") if (shown := _read(path)) is not None}
    gone = known.keys() - watched.keys()
    for name in gone:
        shutil.rmtree(folder / name)
    written: dict[str, WatchedCampaign] = {}
    begun = time.monotonic()
    # what was written longest ago comes first, so that no campaign waits behind the others for ever
    for name in sorted(watched, key=lambda name: known[name].at.timestamp() if name in known else 0):
        if time.monotonic() - begun > AT_A_STRETCH:
            break
        if (shown := _renewed(service, watched[name], known.get(name))) is not None:
            written[name] = shown
    if written or gone or not (folder / f"index.{CODES[0]}.html").exists():
        all_shown = {name: each for name, each in known.items() if name in watched} | written
        for code in CODES:
            _put(folder / f"index.{code}.html", public_page.index([*all_shown.values()], code))
    return len(written)


def _renewed(service: Service, campaign_id: int, before: WatchedCampaign | None) -> WatchedCampaign | None:
    """Write the pages of a campaign if it has moved on; what goes wrong keeps no other campaign from being written."""
    try:
        with reading(service.engine) as session:
            table = table_of_campaign(service.work(session), campaign_id)
            line, stage = (table.head.match_id, table.head.revision), _stage(table)
            if before is not None and (before.line, before.stage) == (line, stage):
                return None
            return _write(table, _still_true(table, before), line, stage)
    except Exception:
        log.exception("a public page could not be written", campaign=campaign_id)
        return None


def _stage(table: CampaignContext) -> tuple[int, ...]:
    """Return how many turns and rounds are over, and whether the match is."""
    over = table.match.result is not None or table.campaign.state is CampaignState.FINISHED
    return (*table.turn, int(over))


def _still_true(table: CampaignContext, before: WatchedCampaign | None) -> tuple[Entry, ...]:
    """Return the turns that need not be written again: a correction may have changed the newest ones."""
    if before is None or before.line[0] != table.head.match_id:
        return ()
    if before.line[1] == table.head.revision:
        return before.turns
    lines = revisions.lines_of(table.session, table.head.match_id)
    kept = min((line.branched_at for line in lines if line.number > before.line[1]), default=0)
    return tuple(turn for turn in before.turns if turn.last <= kept)


def _write(
    table: CampaignContext, turns: tuple[Entry, ...], line: tuple[int, int], stage: tuple[int, ...]
) -> WatchedCampaign:
    """Write the pages of a campaign, of turns that are not written yet only the first: each takes seconds."""
    service, name = table.work.service, table.campaign.name
    pages = service.settings.pages
    assert pages.folder is not None
    folder = pages.folder / name
    _make(folder)
    _make(folder / "pictures")
    turn, done = len(turns), spectator.turns_told(table, over=bool(stage[-1]))
    entry, told = _turn(table, folder, turn) if turn < done else (None, ())
    turns = turns if entry is None else (*turns, entry)
    shown = WatchedCampaign(
        name=name,
        title=table.campaign.title,
        game={code: table.match.game.titles.get(code, table.match.game.id) for code in CODES},
        line=line,
        stage=stage if len(turns) >= done else (),
        at=table.now,
        turns=turns,
    )
    _page(folder, told, shown, f"turn-{turn + 1}")
    _page(folder, [spectator.now(table, code) for code in CODES], shown, "index")
    for code in CODES:
        url = f"{pages.url.rstrip('/')}/{name}/" if pages.url else ""
        _put(folder / f"feed.{code}.xml", public_page.feed(shown, code, url))
    _put(folder / STATE, msgspec.json.encode(shown))
    return shown


def _turn(table: CampaignContext, folder: Path, turn: int) -> tuple[Entry, Sequence[Report]]:
    """Write the page on which a turn can be stepped through, and return how the turn is told."""
    found = spectator.turn_over(table, turn)
    for code, page in found.steps.items():
        _put(folder / f"steps-{turn + 1}.{code}.html", page)
    told = tuple(found.told.values())
    entry = Entry(
        turn=turn,
        last=found.last,
        at=told[0].written,
        title={each.language: each.title for each in told},
        story={each.language: " ".join(each.lead) for each in told},
    )
    return entry, told


def _page(folder: Path, told: Sequence[Report], shown: WatchedCampaign, place: str) -> None:
    for report in told:
        html, pictures = public_page.page(report, shown, place)
        for name, png in pictures.items():
            _put(folder / "pictures" / name, png)
        _put(folder / f"{place}.{report.language}.html", html)
        _put(folder / f"{place}.{report.language}.json", to_json(report))


def _make(folder: Path) -> None:
    """Make a folder that a web server may read, whatever the service keeps to itself otherwise."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        folder.chmod(0o755)


def _put(path: Path, content: str | bytes) -> None:
    """Replace a file in one step: whoever reads it meanwhile has the old one or the new one."""
    new = path.with_name(f".{path.name}.{token_hex(4)}")
    new.write_bytes(content.encode() if isinstance(content, str) else content)
    new.chmod(0o644)
    new.replace(path)


def _read(path: Path) -> WatchedCampaign | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=WatchedCampaign)
    except (OSError, msgspec.DecodeError):
        return None
