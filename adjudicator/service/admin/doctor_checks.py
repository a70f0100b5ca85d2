"""Check for `doctor`, one function a subject. Each says what is wrong and what to do about it."""

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import msgspec
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.content import same_rules
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.kept_rules import is_kept
from adjudicator.kernel.registry import game_named, games, playable_games
from adjudicator.language import CODES, language
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.scene import Font, Piece, Rect, Scene, Style, Text
from adjudicator.pictures.svg import layer
from adjudicator.pictures.text import has_glyph
from adjudicator.service.admin.broker import trouble_with_broker
from adjudicator.service.admin.disks import LITTLE_SPACE, scarcest
from adjudicator.service.admin.findings import Finding, good, plain_text, remark, wrong
from adjudicator.service.admin.installation import NO_FILE, open_installation
from adjudicator.service.admin.mail_troubles import backlog_text, recent_problems
from adjudicator.service.admin.mailbox_checks import MAILBOX
from adjudicator.service.admin.mailboxes import homeless, told_homeless
from adjudicator.service.admin.watching import clocks, notices, open_passwords, processes, unhandled, unthought
from adjudicator.service.campaign.settings import is_other_code
from adjudicator.service.extensions import is_installed
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.settings import ConfigurationError, Settings, Tls, file_read
from adjudicator.store import campaigns, matches, packs, rate_limits
from adjudicator.store.engine import reading
from adjudicator.store.migrations import StoreTooOld, differences
from adjudicator.store.tables import Campaign, Channel, InboundMail, Tournament
from adjudicator.store.timing import STUCK, paused_by

MUCH_TOO_LATE = timedelta(hours=1)
"""A mail that has waited so long is worth a remark."""


def checkup() -> Iterator[Finding]:
    """Check everything, in the order in which one would repair it.

    What a check did not foresee is told too.
    """
    try:
        settings = Settings.load()
    except ConfigurationError as error:
        yield from (wrong("settings", problem) for problem in error.problems)
        return
    addresses = ", ".join(box.address.plain for box in settings.mail.boxes.values())
    file = file_read()
    read = f"read from {file}" if file else f"{NO_FILE}: defaults and the environment alone"
    yield good("settings", f"{read}; mail goes to {addresses}")
    yield good("python", f"{sys.version_info.major}.{sys.version_info.minor}, {sys.platform}")
    for look in (_file, _folder, _database, _processes):
        yield from _looked(look, settings)
    for name in settings.mail.boxes:
        for at_mailbox in MAILBOX:
            yield from _looked(at_mailbox, settings, name)
    for look in (_outbox, _operator, _broker, _games, _pictures):
        yield from _looked(look, settings)


def _looked(look: Callable[..., Iterator[Finding]], *given: object) -> Iterator[Finding]:
    try:
        yield from look(*given)
    except Exception as error:
        yield wrong(look.__name__.strip("_"), f"{type(error).__name__}: {error}")


def _file(settings: Settings) -> Iterator[Finding]:
    open_to_all = open_passwords()
    if open_to_all is not None:
        told = f"{open_to_all} holds passwords, and everybody on this machine can read it: chmod 640 {open_to_all}"
        yield wrong("settings", told)


def _processes(settings: Settings) -> Iterator[Finding]:
    """Yield who is missing, and what waits for them. Silent while the database is not there."""
    try:
        service = open_installation(settings)
    except (CommandError, SQLAlchemyError, ValueError):
        return
    for well, text in processes(service):
        yield good("processes", text) if well else wrong("processes", text)
    waiting = unhandled(service)
    if waiting:
        yield wrong("mails", waiting)
    if unanswered := unthought(service):
        yield wrong("stewards", unanswered)
    for ours, text in notices(service):
        yield wrong("notices", text) if ours else remark("notices", text)
    service.engine.dispose()


def _operator(settings: Settings) -> Iterator[Finding]:
    to = settings.mail.operator
    if to:
        yield good("mail.operator", f"{to} is told what cannot wait")
    else:
        yield remark("mail.operator", "empty: nobody is told by mail what cannot wait")


def _folder(settings: Settings) -> Iterator[Finding]:
    folder = settings.data_directory
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        yield wrong("data_directory", f"{folder} cannot be written: {error.strerror}")
        return
    room = scarcest(settings)
    text = f"{room.folder}, {room.free // 1_000_000} MB free"
    if room.free > LITTLE_SPACE:
        yield good("data_directory", text)
    else:
        yield wrong("data_directory", f"{text}: make room; on a full disk no mail is fetched, handled or sent")


def _database(settings: Settings) -> Iterator[Finding]:
    try:
        service = open_installation(settings)
        missing = differences(service.engine)
    except CommandError as failed:
        yield wrong("database", failed.sentences[0])
        return
    except StoreTooOld as old:
        yield wrong("database", str(old))
        return
    except (SQLAlchemyError, ValueError) as error:
        cause = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        yield wrong("database", f"{cause}; is the server running, and is the address in `database` right?")
        return
    if missing:
        yield wrong("database", f"{len(missing)} differences to this version; run: adjudicator db upgrade")
        return
    with reading(service.engine) as session:
        count = session.execute(select(func.count()).select_from(Campaign)).scalar_one()
        newest = session.scalar(select(func.max(col(InboundMail.stored_at))))
        rules = [*_rules(session), *_packs(session), *_packages(session, settings)]
        gone = homeless(session, settings)
    jumped = clocks(service)
    service.engine.dispose()
    yield good("database", f"{service.engine.dialect.name}, {count} campaigns, tables up to date")
    yield from rules
    yield from (wrong("mail.mailboxes", told_homeless(settings, each, names)) for each, names in gone.items())
    yield from _clock(newest, jumped)
    if settings.key is None:
        yield remark(
            "secret_key",
            "none: whoever reads the database or a backup of it reads every hidden thing before it is due "
            "(adjudicator db new-key makes one, adjudicator db rotate-key covers what is there)",
        )
    elif settings.secret_key is None:
        yield remark("secret_key", f"in {settings.key_file}: keep a copy elsewhere, and leave it out of backups")
    else:
        yield good("secret_key", "set; keep a copy apart from the backups")


def _clock(newest: datetime | None, jumped: str | None) -> Iterator[Finding]:
    now = datetime.now(UTC)
    if jumped is not None:
        yield wrong("clock", jumped)
    elif now.year < 2026 or (newest is not None and newest > now):
        yield wrong("clock", f"it says {now:%Y-%m-%d %H:%M} UTC, before the newest stored mail; set it (NTP)")
    else:
        yield good("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC")


def _outbox(settings: Settings) -> Iterator[Finding]:
    """Yield what waits, what failed, and which messages were quarantined; nothing if there is no database."""
    try:
        service = open_installation(settings)
    except CommandError:
        return
    now = service.clock.now()
    with reading(service.engine) as session:
        waiting = rate_limits.backlog(session, now)
        dead = rate_limits.suspended_addresses(session)
        aside = recent_problems(session, now)
        stuck = paused_by(session, STUCK)
    service.engine.dispose()
    text = backlog_text(waiting, now, settings.mail.smtp.per_hour)
    late = waiting.oldest is not None and now - waiting.oldest > MUCH_TOO_LATE
    yield remark("outbox", text) if late else good("outbox", text)
    if dead:
        yield remark("addresses", f"{len(dead)} are suspended; see: adjudicator mail bounces")
    for problem in aside:
        yield remark("mails", problem)
    for name in stuck:
        text = f"stands still at a question without an answer: adjudicator audit show {name} names its kind and rule"
        yield wrong(f"campaign {name}", text)


def _broker(settings: Settings) -> Iterator[Finding]:
    url = settings.celery.broker
    if url.startswith("memory"):
        yield good("celery.broker", "memory://: for adjudicator serve, one process")
        return
    shown = url.rpartition("@")[2]
    trouble = trouble_with_broker(settings)
    if trouble is None:
        yield good("celery.broker", f"{shown} answers")
    else:
        yield wrong("celery.broker", f"{shown}: {plain_text(trouble, Tls.NONE)}")


def _rules(session: Session) -> Iterator[Finding]:
    """Yield campaigns that stand still for another version of the rules."""
    playable = {game.id: game for game in playable_games()}
    going = {campaign.name: campaign for campaign in campaigns.at_play(session)}
    heads = {name: matches.head(session, campaign.id) for name, campaign in going.items()}
    other = [
        name
        for name, head in heads.items()
        if head and head.game in playable and not same_rules(playable[head.game], head.rules_version, head.content_hash)
    ]
    if other:
        told = f"begun with another version, standing still: {', '.join(other)}; run: adjudicator upgrade check"
        yield wrong("rules", told)
    changed = [
        name
        for name, head in heads.items()
        if head and head.game in playable and name not in other and is_other_code(going[name], head.game)
    ]
    if changed:
        told = f"their code was changed without a new version since these campaigns went by it: {', '.join(changed)}; "
        yield wrong("rules", f"{told}adjudicator upgrade check replays them, upgrade adopt agrees to it")
    for name, head in heads.items():
        if head and is_kept(head.game):
            try:
                game_named(head.game)
            except BrokenGame as broken:
                yield wrong("rules", f"{name} stands still: {broken}")


def _packs(session: Session) -> Iterator[Finding]:
    """Yield damaged content packs and the campaigns that they stop.

    Their content does not fit their hashes.
    """
    for hash, names in packs.damaged(session).items():
        yield wrong(f"pack {hash[:12]}", f"is damaged; standing still: {', '.join(names)}; put a backup back")


def _packages(session: Session, settings: Settings) -> Iterator[Finding]:
    """Yield the optional packages that are needed here, and that are not installed."""
    channel, tournament = col(Channel.removed_at).is_(None), select(col(Tournament.id))
    needed = {
        ("channels", "senders"): session.scalar(select(col(Channel.id)).where(channel).limit(1)) is not None,
        ("tournaments", "personal_data"): session.scalar(tournament.limit(1)) is not None,
        ("public-pages", "periodic"): settings.pages.folder is not None,
    }
    for (package, what), wanted in needed.items():
        if wanted and not is_installed(package, what):
            told = f"there are {package} here, and adjudicator-{package} is not installed; in the program’s folder: "
            folder = package.replace("-", "_")
            yield wrong("packages", f"{told}.venv/bin/pip install --no-deps --no-build-isolation packages/{folder}")


def _games(settings: Settings) -> Iterator[Finding]:
    if not games():
        yield wrong("games", "none is installed")
    for name in games():
        try:
            game = game_named(name)
            parts = [part for part in ("phrases", "report", "board") if part in game.parts]
            for part in parts:
                game.part(part)
        except Exception as error:
            cause = error.__cause__ if isinstance(error, BrokenGame) and error.__cause__ else error
            told = f"cannot be loaded: {type(cause).__name__}: {cause}; its campaigns stand still, the others go on"
            yield wrong(f"game {name}", told)
            continue
        text = f"version {game.version}, with {', '.join(parts) or 'rules alone'}"
        if missing := [part for part in ("phrases", "report") if part not in parts]:
            yield remark(f"game {name}", f"{text}; no {' and no '.join(missing)}: it cannot be played by mail")
        else:
            yield good(f"game {name}", text)


def _pictures(settings: Settings) -> Iterator[Finding]:
    for code in CODES:
        language(code)
    yield good("languages", ", ".join(CODES))
    if not all(has_glyph(letter, Font.CONDENSED) for letter in "AaЖж"):
        yield wrong("pictures", "the shipped fonts lack letters; install the package again")
        return
    paper, ink = "#ffffff", "#000000"
    words = Piece("words", 5, 25, (0, -20, 90, 30), (Text(0, 0, "Aa Жж", 20, ink),))
    ground = layer([Rect(0, 0, 100, 40, Style(fill=paper))])
    blank = Scene(width=100, height=40, ground=ground, pieces=(), title="", keep=(paper, ink))
    drawn = to_png(msgspec.structs.replace(blank, pieces=(words,)), 100)
    if drawn == to_png(blank, 100):
        yield wrong("pictures", "letters are not drawn: the shipped fonts cannot be read; install the package again")
    else:
        yield good("pictures", "drawn, with the shipped fonts")
