"""A backup in one file, and the way back: the database, and the rules that campaigns keep beside it.

Without kept rules the file is the copy of the database. With them it is a ZIP archive, not compressed: the copy of the
database as its member `database`, and under `rules/` the folders of kept rules.
"""

import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.given_files import BadFile, require_ordinary, zip_file
from adjudicator.kernel import kept_rules
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.registry import forget_rules, game_named
from adjudicator.service.admin.installation import open_installation
from adjudicator.service.admin.processes import LIVES, living
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.restoration import Restored, stand_still
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.service import RULES, Service
from adjudicator.settings import Settings
from adjudicator.store import alarms, campaigns, clock_watermark, heartbeats, matches
from adjudicator.store.copies import CannotCopy, make_copy, new_file, put_back
from adjudicator.store.engine import lock_campaign, reading, writing

DATABASE = "database"
_PACKED = b"PK\x03\x04"


class BackedUp(msgspec.Struct, frozen=True):
    """A backup that was made: the kept rules in it, and those that are not, because their folders are changed."""

    file: str
    bytes: int
    rules: Sequence[str] = ()
    changed: Sequence[str] = ()


def back_up(settings: Settings, file: Path) -> BackedUp:
    """Write a backup while everything goes on. Raises CannotCopy; then there is no such file."""
    with new_file(file) as part:
        copy = part.with_suffix(".database")
        copy.unlink(missing_ok=True)
        try:
            make_copy(settings.database, copy)
            # Rules are kept before a campaign is told to go by them: what this copy names lies there by now.
            folder = settings.data_directory / RULES
            names = [name for name, _ in kept_rules.kept_in(folder)]
            whole = [name for name in names if kept_rules.is_whole(name, folder)]
            if whole:
                _pack(part, copy, folder, whole)
            else:
                copy.replace(part)
        finally:
            copy.unlink(missing_ok=True)
    return BackedUp(str(file), file.stat().st_size, whole, [name for name in names if name not in whole])


def _pack(part: Path, copy: Path, folder: Path, names: Sequence[str]) -> None:
    with zipfile.ZipFile(part, "w") as packed:
        packed.write(copy, DATABASE)
        for name in names:
            for path in sorted(each for each in (folder / name).rglob("*") if each.is_file()):
                packed.write(path, f"{RULES}/{path.relative_to(folder).as_posix()}")


def require_rest(service: Service) -> None:
    """Check that no process works on a database that is to be replaced, or was.

    Such a process would go on with the messages it had claimed, and they would be sent twice.

    Raises:
        CommandError: Processes are at work.
    """
    with reading(service.engine) as session:
        alive = living(heartbeats.processes(session), service.clock.now())
    if alive:
        named = ", ".join(f"{count} {kind.value}" for kind, count in alive.items())
        seconds = LIVES.total_seconds()
        raise CommandError(
            f"processes are at work: {named}. Stop them first (systemctl stop 'adjudicator@*'); of one that was killed "
            f"this is said for {seconds:.0f} s more"
        )


def require_rest_at(settings: Settings) -> None:
    """Do the same check on the database that the settings name, if it exists and can be read."""
    try:
        service = open_installation(settings)
    except (CommandError, SQLAlchemyError):
        return
    try:
        require_rest(service)
    except SQLAlchemyError:
        return
    finally:
        service.engine.dispose()


def restore_all(settings: Settings, file: Path) -> list[str]:
    """Make the database and the kept rules what a backup holds; rules that are there and whole stay.

    Nobody may work on the database. Returns the rules that were put back. Raises CannotCopy; then nothing is changed,
    but that kept rules may have come back.
    """
    if not _is_packed(file):
        put_back(file, settings.database)
        return []
    data = settings.data_directory
    data.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="restore-", dir=data) as place:
        unpacked = Path(place)
        _unpack(file, unpacked)
        back = list(_rules_back(unpacked / RULES, data / RULES))
        put_back(unpacked / DATABASE, settings.database)
    return back


def _is_packed(file: Path) -> bool:
    try:
        require_ordinary(file)
        with file.open("rb") as opened:
            return opened.read(len(_PACKED)) == _PACKED
    except OSError as error:
        raise CannotCopy(f"{file}: {error.strerror}") from error
    except BadFile as bad:
        raise CannotCopy(str(bad)) from None


def _unpack(file: Path, place: Path) -> None:
    """Unpack a backup and look at all of it. Raises CannotCopy."""
    try:
        with zip_file(file, times=1) as packed:
            names = packed.namelist()
            if DATABASE not in names or {PurePosixPath(name).parts[0] for name in names} - {DATABASE, RULES}:
                raise CannotCopy(f"{file} is no backup: it holds other things than a database and kept rules")
            packed.extractall(place)
    except BadFile as error:
        raise CannotCopy(f"{file} is damaged: {error}") from error
    except OSError as error:
        raise CannotCopy(f"{place}: {error.strerror}") from error
    for name, _ in kept_rules.kept_in(place / RULES):
        if not kept_rules.is_whole(name, place / RULES):
            raise CannotCopy(f"{file} is damaged: the kept rules {name} are changed")


def _rules_back(source: Path, target: Path) -> Iterator[str]:
    for name, _ in kept_rules.kept_in(source):
        if not kept_rules.is_whole(name, target):
            forget_rules(name, target)
            target.mkdir(exist_ok=True)
            shutil.move(source / name, target / name)
            yield name


def go_on_from_copy(service: Service, by: str) -> list[Restored]:
    """Stop all campaigns of a database that was put back in time.

    Everybody is told.

    Raises CommandError where kept rules are missing; then nothing is done.
    """
    done = []
    with writing(service.engine) as session:
        clock_watermark.forget(session)
        alarms.forget(session)
        heartbeats.end_all(session, service.clock.now())
        for campaign in campaigns.at_play(session):
            lock_campaign(session, campaign.id)
            head = matches.head(session, campaign.id)
            if head is not None and kept_rules.is_kept(head.game):
                _require(head.game, campaign.name)
            done.append(stand_still(table_of_campaign(service.work(session), campaign.id), by=by))
    return done


def _require(game: str, campaign: str) -> None:
    try:
        game_named(game)
    except BrokenGame as broken:
        raise CommandError(
            f"the database is put back, but {campaign} needs its rules first: {broken}. Start nothing before you have "
            "said then: adjudicator db mark-restored"
        ) from None
