"""Random campaigns with letters of all kinds, digests and diaries: nothing reaches whom it must not."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import pytest
from adjudicator_trials.leaks import check_mail
from sqlmodel import col, select

from adjudicator.language import CODES, language
from adjudicator.reports.pages.archive_page import html
from adjudicator.service import periodic
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import PressPolicy
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.service.history.record import to_json
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.press import content
from adjudicator.service.press.content import Sign
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail, SeatKind

FORGED = ("press to {one} as {two}:", "письмо {one} и ведущему от имени {two} через 1 час:")
"""In the name of somebody else."""
CHAIRS = {"moderator": "ru", "observer": "en"}
PLAYERS = {
    "crossroads": {"north": "en", "east": "ru", "south": "en"},
    "imperial-struggle": {"france": "en", "britain": "ru"},
}
STEPS = {"crossroads": 30, "imperial-struggle": 24}
HEADERS = (
    "press to {one}:", "press to {one} and {two}:", "press to all:", "press to players:", "press to the moderator:",
    "press to all anonymous:", "anonymous press to {one}:", "press to all, signed for {one}:", "письмо всем анонимно:",
    "письмо {one}, открыто для {one}:", "press to {one} in 2 hours:", "письмо всем анонимно через 30 минут:",
)  # fmt: skip


def whole(mail: EmailMessage) -> str:
    parts = [str(part.get_content()) for part in mail.walk() if part.get_content_maintype() == "text"]
    names = [part.get_filename() or "" for part in mail.walk()]
    return "\n".join([*(f"{name}: {value}" for name, value in mail.items()), *parts, *names])


class Watcher:
    """Knows who may read each secret word, and which letters may not name their author."""

    def __init__(self, installation: Any, campaign: int, players: list[str]) -> None:
        self.installation, self.campaign, self.players = installation, campaign, players
        self.readers: dict[str, set[str]] = {}
        self.seen: dict[str, set[str]] = {}
        self.checked = 0

    def look(self) -> None:
        """At every mail that went out since the last look."""
        self.installation.deliver()
        with reading(self.installation.service.engine) as session:
            rows = session.scalars(select(OutboundMail).where(col(OutboundMail.id) > self.checked)).all()
            table = table_of_campaign(self.installation.service.work(session), self.campaign)
            letters = {one.key: one.letter for one in content.of_campaign(session, self.campaign)}
        for row in rows:
            self.checked = max(self.checked, row.id)
            if row.kept is None:
                assert row.state == "cancelled", row.error
                continue
            reader = table.by_id[row.seat_id or 0]
            if reader.kind is not SeatKind.PLAYER or row.id % 4 == 0:  # random play by mail looks at every one of those
                check_mail(self.installation.service, row, Random(row.id))
            mail = next(m for m in self.installation.received[row.recipient] if m["Message-ID"] == row.message_id)
            text = whole(mail)
            for other in table.seats:
                if other.id != reader.id:
                    assert other.token not in text
                    assert other.tag not in text
            for word, readers in self.readers.items():
                if word in text:
                    assert reader.name in readers, f"{reader.name} reads {word}"
                    self.seen.setdefault(word, set()).add(reader.name)
            if row.kind in ("letter", "press_copy"):
                key = str(mail["Reply-To"]).rpartition(".")[0].partition("@")[0].rpartition(".")[2]
                letter = letters[key]
                author = table.by_id[letter.author]
                told = reader.kind is SeatKind.MODERATOR and letter.guise
                if not told and (letter.guise or not letter.names_author_to(reader.id)):
                    rest = _without_own_names(text, reader, letter, table)
                    assert not [name for name in names_of(author, table) if name in rest]


def names_of(seat: Any, table: Any) -> set[str]:
    """What a seat and its people are called, in all languages."""
    report = table.match.game.part("report")
    parties = (
        {report.party(seat.name, language(code)).name for code in CODES} if seat.kind is SeatKind.PLAYER else set()
    )
    return parties | {seat.name.title()} | {holder.name for holder in seat.holders}


def _without_own_names(text: str, reader: Any, letter: Any, table: Any) -> str:
    """What a letter says besides whom it is for: that it names, its author among them."""
    for seat in (*letter.to.seats, *letter.knowing):
        for name in names_of(table.by_id[seat], table):
            text = text.replace(name, "")
    for name in names_of(reader, table) if reader.kind is SeatKind.PLAYER else ():
        text = text.replace(f"{name}: ", "")
    return text


def letter_by(installation: Any, watcher: Watcher, campaign: int, rng: Random, number: int) -> None:
    author = rng.choice(watcher.players)
    others = [seat for seat in watcher.players if seat != author]
    one, two = rng.sample(others, 2) if len(others) > 1 else (others[0], "the moderator")
    word = f"quartz{number}x"
    head = rng.choice(HEADERS if two not in others else HEADERS + FORGED).format(one=one, two=two)
    installation.put(installation.raw(author, f"{head}\n{word}\n", to=base(installation, author)))
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        stored = [s for s in content.of_campaign(session, campaign) if word in s.letter.lines]
    named = {table.by_id[reader].name for s in stored for reader in s.letter.readers}
    assert len(stored) == 1, head
    hidden = any(sign in head for sign in ("nonym", "нонимн", "signed", "открыто"))
    assert (stored[0].letter.sign is Sign.SIGNED) is not hidden
    watcher.readers[word] = named | {author}


def base(installation: Any, seat: str) -> str:
    return str(installation.received[f"{seat}@players.test"][0]["Reply-To"])


def answer_by(installation: Any, watcher: Watcher, campaign: int, rng: Random, number: int) -> None:
    """Somebody answers the last letter that he got."""
    seat = rng.choice([*watcher.players, *CHAIRS])
    mails = installation.received.get(f"{seat}@players.test", [])
    got = [mail for mail in mails if "." in str(mail["Reply-To"]).rpartition("+")[2].partition("@")[0]]
    if not got or seat == "observer":
        return
    word = f"quartz{number}y"
    installation.put(installation.raw(seat, f"I answer with {word}\n", to=str(got[-1]["Reply-To"])))
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        stored = [s for s in content.of_campaign(session, campaign) if any(word in line for line in s.letter.lines)]
    watcher.readers[word] = {seat} | {table.by_id[reader].name for s in stored for reader in s.letter.readers}


def note_by(installation: Any, watcher: Watcher, rng: Random, number: int) -> None:
    seat = rng.choice(watcher.players)
    word = f"quartz{number}z"
    watcher.readers[word] = {seat}
    installation.put(installation.raw(seat, f"diary {word}\n", to=base(installation, seat)))


def order_by(installation: Any, campaign: int, rng: Random) -> bool:
    with reading(installation.service.engine) as session:
        match = table_of_campaign(installation.service.work(session), campaign).match
    if match.result is not None:
        return False
    seat = rng.choice(match.decisions()[0].waiting)
    line = phrasebook(match.game.id).say(match.sample(seat, rng), rng.choice(("en", "ru")))
    installation.put(installation.raw(seat, f"{line}\n", to=base(installation, seat)))
    return True


def test_letters_notes_and_digests_reach_only_whom_they_may(installation: Any) -> None:
    rng = Random(5 if installation.service.engine.dialect.name == "sqlite" else 6)
    assert correspond(installation, "crossroads", rng) == set(Sign)


@pytest.mark.long
def test_the_same_in_a_game_with_hands_of_cards_and_names_in_two_languages(
    installation_of: Callable[[Settings], Any], tmp_path: Path
) -> None:
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    installation = installation_of(
        Settings(database=f"sqlite:///{tmp_path}/press.db", data_directory=tmp_path, mail=mail)
    )
    assert correspond(installation, "imperial-struggle", Random(8)) == set(Sign)


def correspond(installation: Any, game: str, rng: Random) -> set[Sign]:
    """A random campaign with letters of all kinds; every mail is searched. Returns which kinds there were."""
    policy = PressPolicy(anonymous=True, open=True, forged=True, per_day=500)
    players = PLAYERS[game]
    campaign = installation.create(game, {**players, **CHAIRS}, press=policy)
    watcher = Watcher(installation, campaign, list(players))
    for number in range(STEPS[game]):
        doing = rng.random()
        if doing < 0.4:
            letter_by(installation, watcher, campaign, rng, number)
        elif doing < 0.55:
            answer_by(installation, watcher, campaign, rng, number)
        elif doing < 0.65:
            note_by(installation, watcher, rng, number)
        elif doing < 0.9:
            if not order_by(installation, campaign, rng):
                break
        else:
            installation.put(
                installation.raw(
                    "observer", rng.choice(("digest each", "history", "letters", "board", "status")) + "\n"
                )
            )
        installation.clock.forward(hours=rng.choice((0.2, 1, 2)))
        periodic.run(installation.service)
        watcher.look()
    installation.clock.forward(hours=3)
    periodic.run(installation.service)
    watcher.look()
    letters = {word: readers for word, readers in watcher.readers.items() if word.endswith("x")}
    assert all(watcher.seen[word] == readers for word, readers in letters.items()), "everybody who may has got it"
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        assert any(seat.kind is SeatKind.OBSERVER for seat in table.seats)
        stored = [one.letter for one in content.of_campaign(session, campaign)]
    assert len(watcher.players) == 2 or any(each.guise for each in stored)
    look_at_pages(installation, watcher, campaign)
    return {each.sign for each in stored}


def look_at_pages(installation: Any, watcher: Watcher, campaign: int) -> None:
    """The archive page of a seat tells its own letters, that for everybody those to everybody; authors stay hidden."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        letters = list(content.of_campaign(session, campaign))
        records = {seat: gather(table, Viewpoint(seat)) for seat in (None, *watcher.players)}
        assert len(gather(table, Viewpoint(everything=True)).letters) == len(letters)
    for seat, record in records.items():
        pages = [html(tell(record, code)) for code in ("en", "ru")]
        hidden = 0
        for word, readers in watcher.readers.items():
            public = any(one.letter.to.public and word in one.letter.lines for one in letters)
            may = not word.endswith("z") and (public if seat is None else seat in readers)
            assert all((word in text) is may for text in (*pages, to_json(record).decode())), (seat, word)
        for told in record.letters:
            (one,) = [letter for letter in letters if letter.letter.lines == told.lines]
            reader = table.by_name[seat].id if seat else 0
            wrote = one.letter.author == reader
            author = table.by_id[one.letter.signed_by]
            shown = wrote or table.match.result is not None
            writer = table.by_id[one.letter.author].name if one.letter.guise and shown else None
            assert (told.writer.name if told.writer else None) == writer
            known = one.letter.sign is Sign.SIGNED or one.letter.names_author_to(reader)
            assert (told.author.name if told.author else None) == (author.name if known else None)
            assert told.at == (one.written_at if wrote else one.due_at)
            hidden += not known
        assert record.letters
        assert hidden
