"""Draws the gallery anew: `python docs/gallery/make.py` (needs the libraries of the tests, and Chromium).

A campaign is played at random by mail, with mistakes, to its end. Then some of its mails are opened in Chromium as
people open them (a phone and a desk, light and dark, both languages), some boards are drawn, the archive page is looked
at, and everything is put on one contact sheet. Of the other games that have a board, boards are drawn from random play.
"""

from __future__ import annotations

import base64
import io
import logging
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, sync_playwright
from sqlmodel import col, select

from adjudicator import new_match
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import playable_games
from adjudicator.kernel.simulate import random_action
from adjudicator.language import language
from adjudicator.pictures import Font
from adjudicator.pictures.board import Sketch
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.sight import SIGHTS, seen
from adjudicator.pictures.text import font_file
from adjudicator.reports.model import OrderOutcome
from adjudicator.reports.pages.archive_page import html
from adjudicator.reports.wording.game import Stretch
from adjudicator.service.campaign.matches import (
    CampaignContext,
    header_of,
    position_at,
    table_of_campaign,
    told_between,
)
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.logs import configure
from adjudicator.service.outbox.payloads import Answer, Ask, Welcome, decode
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import Service, open_service
from adjudicator.service.words.rendering import message_bytes
from adjudicator.settings import Limits, Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import OutboundMail

HERE = Path(__file__).parent
PHONE, DESK = 360, 760
MISTAKES = {"en": ("flag savyo", "flag russia debt 9"), "ru": ("флаг савоия", "флаг россия долг 9")}
COLOURS = 96
SEED = "harbour"
CAMPAIGN = "imperial-struggle"
STEPS = (100, 4)
"""Actions of a random game before the board that is shown, and those whose changes are marked on it."""


@dataclass(frozen=True)
class Shot:
    """One picture of the gallery: its file, and what is to be seen in it."""

    file: str
    title: str


class Clock:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 20, 9, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time


# ---- the campaign


def played(folder: Path) -> tuple[Service, int]:
    """A whole campaign: Anna (France) reads Russian, Boris (Britain) English; one mail in twelve has a mistake."""
    settings = Settings(
        database=f"sqlite:///{folder}/gallery.db",
        data_directory=folder,
        mail=Mail(address=OwnAddress(domain="game.example"), trust=Trust.EVERYBODY),
        limits=Limits(answers_per_hour=1_000_000),
    )
    clock = Clock()
    configure(logging.WARNING)
    service = open_service(settings, clock)
    upgrade(service.engine)
    players = (
        Player(seat="france", name="Анна Рид", email="anna@players.example", language="ru", time_zone="Europe/Moscow"),
        Player(seat="britain", name="Boris Orlov", email="boris@players.example", time_zone="Europe/London"),
    )
    campaign = create(
        service,
        NewCampaign(name="lights", title="Harbour Lights", game=CAMPAIGN, seed=SEED.encode(), players=players),
    )
    addresses = {player.seat: player.email for player in players}
    rng, count = Random(SEED), 0

    def post(table: CampaignContext, seat: str, line: str) -> None:
        nonlocal count
        count += 1
        clock.time += timedelta(hours=5)
        mail = EmailMessage()
        mail["From"] = addresses[seat]
        mail["To"] = service.reply_address(table.by_name[seat].token)
        mail["Subject"] = "Re: Harbour Lights"
        mail["Message-ID"] = f"<{count}@players.example>"
        mail.set_content(line)
        handle(service, ingest(service, Place("INBOX", 1, count), clock.now(), mail.as_bytes()).id)

    while True:
        table = now(service, campaign)
        decisions = table.match.decisions()
        if not decisions:
            return service, campaign
        seat = rng.choice(decisions[0].waiting)
        own = table.by_name[seat].language
        if rng.random() < 0.08:
            post(table, seat, rng.choice(MISTAKES[own]))
        post(table, seat, table.match.game.part("phrases").say(table.match.sample(seat, rng), own))


def now(service: Service, campaign: int) -> CampaignContext:
    with reading(service.engine) as session:
        return table_of_campaign(service.work(session), campaign)


# ---- which mails


def chosen(service: Service, campaign: int) -> Iterator[tuple[str, str, OutboundMail]]:
    """Name, title and row of the mails that are shown, for each seat in the order of play."""
    table = now(service, campaign)
    with reading(service.engine) as session:
        rows = session.scalars(
            select(OutboundMail).where(OutboundMail.campaign_id == campaign).order_by(col(OutboundMail.id))
        ).all()
        for seat in table.players:
            own = [row for row in rows if row.seat_id == seat.id]
            intents = [(row, decode(row.intent)) for row in own]
            code = seat.language
            yield f"welcome-{code}", "the first mail", next(row for row, each in intents if isinstance(each, Welcome))
            rounds = [
                row for row, each in intents if isinstance(each, Ask) and at(session, table, row) == ("3", "action")
            ]
            yield f"round-{code}", "an action round", rounds[1]
            wars = [
                row for row, each in intents if isinstance(each, Ask) and at(session, table, row)[1].startswith("war")
            ]
            if wars:
                yield f"war-{code}", "a war", wars[-1]
            wrong = [row for row, each in intents if isinstance(each, Answer) and mistaken(each)]
            yield f"mistake-{code}", "an order with a mistake", wrong[len(wrong) // 2]
            yield f"end-{code}", "the last mail", own[-1]


def at(session: Any, table: CampaignContext, row: OutboundMail) -> tuple[str, str]:
    """Turn and phase of the position that a mail tells of."""
    assert row.match_id is not None and row.revision is not None and row.sequence is not None  # noqa: PT018
    view: Any = position_at(session, row.match_id, row.revision, row.sequence, header_of(table.head)).view(())
    return view.turn, view.phase


def mistaken(answer: Answer) -> bool:
    return any(
        line.outcome in (OrderOutcome.REFUSED, OrderOutcome.UNREADABLE, OrderOutcome.AMBIGUOUS) for line in answer.lines
    )


def page_of(raw: bytes) -> str:
    """The HTML of a mail with its pictures inside."""
    mail = message_from_bytes(raw, policy=policy.default)
    pictures = {
        str(part["Content-ID"]).strip("<>"): base64.b64encode(part.get_content()).decode()
        for part in mail.walk()
        if part.get_content_maintype() == "image"
    }
    body = mail.get_body(("html",))
    assert body is not None
    return re.sub(r"cid:([^\"']+)", lambda found: f"data:image/png;base64,{pictures[found[1]]}", body.get_content())


# ---- pictures


@contextmanager
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def photograph(
    browser: Browser, page: str, file: Path, *, width: int, height: int, dark: bool = False, address: str = ""
) -> None:
    """A screenshot of the upper part of a page; a phone has two pixels for one."""
    phone = width < 500
    context = browser.new_context(
        viewport={"width": width, "height": height if address and not phone else 800},
        color_scheme="dark" if dark else "light",
        is_mobile=phone,
        has_touch=phone,
        device_scale_factor=1.5 if phone else 1,
        reduced_motion="reduce",  # a page that still scrolls would be photographed half-way
    )
    tab = context.new_page()
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as kept:
        kept.write(page)
        kept.flush()
        tab.goto(f"{Path(kept.name).as_uri()}{address}")
        whole = tab.evaluate("document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, whole)}
        data = tab.screenshot() if address else tab.screenshot(full_page=True, clip=clip)  # type: ignore[arg-type]
    context.close()
    keep(Image.open(io.BytesIO(data)), file)


def keep(image: Image.Image, file: Path, colours: int = COLOURS) -> None:
    """Write a small PNG."""
    reduced = image.convert("RGB").quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    reduced.save(file, "PNG", optimize=True)


BOARDS = (
    ("board-start-en", "the board at the beginning, for everybody", "", "en", 0.0, 0),
    ("board-round-ru", "an action round of the third turn, as France sees it", "france", "ru", 0.38, 14),
    ("board-war-en", "the War of the Austrian Succession, as Britain sees it", "britain", "en", -1.0, 6),
    ("board-end-ru", "the end of the campaign, for everybody", "", "ru", 1.0, 12),
)
"""Name, title, seat, language, how far into the campaign (-1: within a war), entries whose changes are marked."""
SEEN, LAST = "board-round-ru", "board-end-ru"
"""The board that is shown in every sight and with its changes, and the one with the course of the score."""


def boards(service: Service, campaign: int) -> Iterator[Shot]:
    with reading(service.engine) as session:
        table = table_of_campaign(service.work(session), campaign)
        head, last = table.head, table.head.sequence
        for name, title, seat, code, share, back in BOARDS:
            sequence = max(6, round(last * share)) if share >= 0 else in_a_war(session, table)
            match = position_at(session, head.match_id, head.revision, sequence, table.match.header)
            seats = (seat,) if seat else ()
            told = told_between(session, head.game, head.match_id, head.revision, sequence - back, sequence)
            events = [event for each in told if (event := each.visible_to(seats)) is not None]
            to_move = [each for decision in match.decisions() for each in decision.seats]
            board = match.game.part("board")
            sketch = board(match.view(seats), code, to_move=to_move, events=events)
            (HERE / f"{name}.png").write_bytes(to_png(sketch.scene, 1280))
            yield Shot(f"{name}.png", title)
            if name == SEEN:
                yield in_every_sight(sketch, f"board-sights-{code}.png")
                before = position_at(session, head.match_id, head.revision, sequence - back, table.match.header)
                stretch = Stretch(before=before.view(seats), view=match.view(seats), told=told, seats=seats)
                yield changes(match, stretch, code)
            if name == LAST:
                yield course(session, table, code)


def in_every_sight(sketch: Sketch, file: str) -> Shot:
    """The right half of a board as people see it who see all colours, no red, no green, no blue."""
    board = Image.open(io.BytesIO(to_png(sketch.scene, 1000)))
    part = board.crop((490, 20, 1000, 410))
    sheet = Image.new("RGB", (2 * part.width + 6, 2 * part.height + 6), "#efebe2")
    for number, sight in enumerate(SIGHTS):
        at = number % 2 * (part.width + 6), number // 2 * (part.height + 6)
        sheet.paste(seen(part, sight).convert("RGB"), at)
    keep(sheet, HERE / file, 128)
    return Shot(file, f"what people see of it who see {', '.join(SIGHTS)}")


def changes(match: Match, stretch: Stretch, code: str, name: str = "crops") -> Shot:
    """The small pictures of what changed, one below the other."""
    crops = match.game.part("report").crops(stretch, language(code))
    images = [Image.open(io.BytesIO(crop.png)).convert("RGB") for crop in crops]
    sheet = Image.new("RGB", (656, sum(image.height + 6 for image in images)), "#efebe2")
    top = 0
    for image in images:
        sheet.paste(image, (0, top))
        top += image.height + 6
    keep(sheet, HERE / f"{name}-{code}.png", 64)
    return Shot(f"{name}-{code}.png", "what changed in it, as mails show it")


def course(session: Any, table: CampaignContext, code: str) -> Shot:
    """The chart of the whole campaign."""
    head, report = table.head, table.match.game.part("report")
    views = (
        position_at(session, head.match_id, head.revision, sequence, table.match.header).view(())
        for sequence in range(6, head.sequence + 1, 4)
    )
    chart = report.chart([report.score(view) for view in (*views, table.match.view(()))], language(code))
    (HERE / f"chart-{code}.png").write_bytes(chart.png)
    return Shot(f"chart-{code}.png", "how the score of the campaign went")


def other_games() -> Iterator[Shot]:
    """A board of every other game that is played to its end by mail, as all eyes see it, its changes and its chart."""
    for game in playable_games():
        if game.id != CAMPAIGN and {"board", "conditions"} <= {*game.parts}:
            yield from boards_of(game.id, game.titles["en"])


def boards_of(game: str, title: str) -> Iterator[Shot]:
    match, rng = new_match(game, seed=SEED.encode()), Random(SEED)
    report, draw = match.game.part("report"), match.game.part("board")
    seats = match.header.seats[:1]
    course, middle = [report.score(match.view(()))], _length(game) // 2
    for _ in range(middle):
        random_action(match, rng)
        course.append(report.score(match.view(())))
    before, told = match.view(seats), list[Any]()
    stretch = Stretch(before=before, view=before, told=told, seats=seats)
    while len(course) <= middle + STEPS[1] or not report.crops(stretch, language("ru")):
        told += random_action(match, rng)
        course.append(report.score(match.view(())))
        stretch = Stretch(before=before, view=match.view(seats), told=told, seats=seats)
    events = [event for each in told if (event := each.visible_to(seats)) is not None]
    to_move = [each for decision in match.decisions() for each in decision.seats]
    sketch = draw(match.view(seats), "ru", to_move=to_move, events=events)
    (HERE / f"board-{game}-ru.png").write_bytes(to_png(sketch.scene, 1280))
    yield Shot(f"board-{game}-ru.png", f"{title}: the middle of a game, as one seat sees it")
    yield in_every_sight(sketch, f"board-{game}-sights-ru.png")
    yield changes(match, stretch, "ru", f"crops-{game}")
    (HERE / f"chart-{game}-ru.png").write_bytes(report.chart(course, language("ru")).png)
    yield Shot(f"chart-{game}-ru.png", f"{title}: how the score went")


def _length(game: str) -> int:
    """How many actions the same game at random has."""
    match, rng, count = new_match(game, seed=SEED.encode()), Random(SEED), 0
    while match.result is None:
        random_action(match, rng)
        count += 1
    return count


def in_a_war(session: Any, table: CampaignContext) -> int:
    """A log number in the second war."""
    head = table.head
    for sequence in range(1, head.sequence):
        view: Any = position_at(session, head.match_id, head.revision, sequence, table.match.header).view(())
        if view.turn == "was" and view.phase == "war_spoils":
            return sequence
    return head.sequence // 2


def mails(browser: Browser, service: Service, campaign: int) -> Iterator[Shot]:
    """Every mail on a phone, light in one language and dark in the other; some at a desk too."""
    for name, title, row in chosen(service, campaign):
        page, dark = page_of(message_bytes(service, row)), name.endswith("ru")
        photograph(browser, page, HERE / f"mail-{name}-phone.png", width=PHONE, height=1500, dark=dark)
        yield Shot(f"mail-{name}-phone.png", f"{title}, on a phone, {'dark' if dark else 'light'}")
        if name.startswith(("round", "mistake")):
            photograph(browser, page, HERE / f"mail-{name}-desk.png", width=DESK, height=2600, dark=not dark)
            yield Shot(f"mail-{name}-desk.png", f"{title}, at a desk, {'light' if dark else 'dark'}")


def archive_pages(browser: Browser, service: Service, campaign: int) -> Iterator[Shot]:
    with reading(service.engine) as session:
        table = table_of_campaign(service.work(session), campaign)
        war = in_a_war(session, table)
        record = gather(table, Viewpoint("britain"))
    english, russian = (html(tell(record, code)) for code in ("en", "ru"))
    address = f"#n{war}"
    for name, page, width, height, dark in (
        ("archive-desk-en", english, 1280, 900, False),
        ("archive-phone-ru", russian, PHONE, 800, True),
        ("archive-phone-en", english, PHONE, 800, False),
    ):
        photograph(browser, page, HERE / f"{name}.png", width=width, height=height, dark=dark, address=address)
        yield Shot(f"{name}.png", f"the archive page, {'phone' if width == PHONE else 'desk'}")


# ---- the contact sheet


def contact_sheet(shots: Sequence[Shot]) -> None:
    """All pictures, small, in rows of one height, each with its title."""
    wide, high, gap, text = 1120, 270, 14, 20
    rows: list[list[tuple[Image.Image, Shot]]] = [[]]
    used = gap
    for shot in shots:
        image = Image.open(HERE / shot.file).convert("RGB")
        top = image.crop((0, 0, image.width, min(image.height, round(image.width * 2.2))))
        small = top.resize((round(top.width * high / top.height), high), Image.Resampling.LANCZOS)
        if used + small.width + gap > wide and rows[-1]:
            rows.append([])
            used = gap
        rows[-1].append((small, shot))
        used += small.width + gap
    sheet = Image.new("RGB", (wide, gap + len(rows) * (high + text + gap)), "#efebe2")
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.truetype(str(font_file(Font.CONDENSED)), 11)
    for number, row in enumerate(rows):
        x, y = gap, gap + number * (high + text + gap)
        for small, shot in row:
            sheet.paste(small, (x, y))
            draw.text((x, y + high + 3), shot.file.removesuffix(".png"), fill="#23262b", font=font)
            x += small.width + gap
    keep(sheet, HERE / "sheet.png", COLOURS)


def readme(shots: Sequence[Shot]) -> None:
    lines = [
        "# Gallery",
        "",
        "Mails, boards and the archive page of one campaign that was played at random by mail, with mistakes, and",
        "boards of other games. Drawn by `python docs/gallery/make.py`; look through it after every change of",
        "templates or boards.",
        "",
        "![All pictures on one sheet](sheet.png)",
        "",
    ]
    heading = ""
    for shot in shots:
        kind = {"m": "Mails", "a": "The archive page"}.get(shot.file[0], "Boards")
        if kind != heading:
            lines += [f"## {kind}", ""]
            heading = kind
        language = "Russian" if re.search(r"-ru\b", shot.file) else "English"
        lines += [f"- [{shot.file}]({shot.file}): {shot.title}, {language}"]
    (HERE / "README.md").write_text("\n".join(lines).replace("\n## ", "\n\n## ").replace("\n\n\n", "\n\n") + "\n")


def main() -> None:
    for old in HERE.glob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory(prefix="gallery-") as folder, chromium() as browser:
        service, campaign = played(Path(folder))
        shots = [*boards(service, campaign), *other_games(), *mails(browser, service, campaign)]
        shots += archive_pages(browser, service, campaign)
        contact_sheet(shots)
        readme(shots)
        service.engine.dispose()
    size = sum(file.stat().st_size for file in HERE.glob("*.png"))
    print(f"{len(shots)} pictures, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
