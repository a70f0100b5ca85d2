"""A random game in which every action is a mail: text, MIME bytes, the service, a database, and the answers.

Where everybody writes at once, all orders of a seat are one.

The correspondents know their mailbox only: they answer the newest mail that asks them, at the address it gives.
Beside the service plays an in-memory match; after every mail both must be the same.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.actions import Action
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import Watcher, random_seating
from adjudicator.kernel.written_orders import Ready
from adjudicator.language import CODES, language
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import Service, open_service
from adjudicator.service.words.rendering import message_bytes, render_due
from adjudicator.settings import CampaignDefaults, Limits, Mail, OwnAddress, Settings, Trust
from adjudicator.store import kept_mails, prompts
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail
from adjudicator_trials.leaks import check_mail

STEP = timedelta(minutes=7)
LONGEST = 20_000
TWICE = 0.1
"""Share of mails that are delivered a second time."""
ORDERED, ALL_WRITTEN = 0.9, 0.8
"""Share of the things of a seat that it writes an order for, and of such mails that say that these are all."""
HEADED = 0.5
"""Share of mails of somebody with several seats in which the name stands above the line, and not before it."""
CHARSETS = {"ru": "windows-1251"}
"""What old mail programs write; else UTF-8."""


class Clockwork:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self._now

    def advance(self) -> None:
        self._now += STEP


@contextmanager
def correspondence(
    game: str,
    label: str,
    options: Mapping[str, Any],
    people: int | None = None,
    pack: dict[str, Any] | None = None,
) -> Iterator[Correspondence]:
    """Yield one random game by mail, about to begin, with a service of its own.

    `people`: so many play all the seats.
    """
    with installation() as (service, clock):
        yield Correspondence(service, clock, game, label, options, people, pack)


@contextmanager
def installation() -> Iterator[tuple[Service, Clockwork]]:
    """Yield a service with an empty SQLite database in a temporary folder, and its clock."""
    with tempfile.TemporaryDirectory(prefix="adjudicator-") as folder:
        settings = Settings(
            database=f"sqlite:///{folder}/store.db",
            data_directory=Path(folder),
            mail=Mail(address=OwnAddress(domain="game.test"), trust=Trust.EVERYBODY),
            limits=Limits(answers_per_hour=1_000_000),
            campaign=CampaignDefaults(),
        )
        clock = Clockwork()
        service = open_service(settings, clock)
        upgrade(service.engine)
        try:
            yield service, clock
        finally:
            service.engine.dispose()


class Correspondence:
    """The players of one campaign, its service, and the match beside it."""

    def __init__(  # noqa: PLR0913 - what a campaign begins with
        self,
        service: Service,
        clock: Clockwork,
        game: str,
        label: str,
        options: Mapping[str, Any],
        people: int | None = None,
        pack: dict[str, Any] | None = None,
    ) -> None:
        self._service, self._clock = service, clock
        self._rng = Random(label)
        self._uid = 0
        self._checked = 0
        self._gathering: list[int] = []
        self._newest: dict[str, EmailMessage] = {}
        seats = random_seating(game_named(game), self._rng)
        self._players = {seat: seats[place % (people or len(seats))] for place, seat in enumerate(seats)}
        """The player of each seat, called after the first of their seats."""
        tongues = {seat: CODES[place % len(CODES)] for place, seat in enumerate(seats)}
        self._languages = {seat: tongues[player] for seat, player in self._players.items()}
        seed = label.encode()
        self.match = new_match(game, options=options, content=pack, seats=seats, seed=seed)
        self.campaign_id = create(
            service,
            NewCampaign(
                name="random",
                title="Random play",
                game=game,
                options=dict(options),
                pack=pack,
                seed=seed,
                players=tuple(
                    Player(seat=seat, name=player.capitalize(), email=address(player), language=self._languages[seat])
                    for seat, player in self._players.items()
                ),
            ),
        )

    def play(self, watchers: Sequence[Watcher], actions: int = LONGEST) -> None:
        """Play until the match is over, or so many mails."""
        self._mails_go_out()
        for done in range(LONGEST):
            self._compare()
            if self.match.result is not None or done == actions:
                return
            seat, chosen = self._choice()
            self._clock.advance()
            self._send(seat, chosen)
            for action in chosen:
                for watch in watchers:
                    watch(self.match, seat, action)
                self.match.apply(seat, action)
            self._mails_go_out()
        raise RuntimeError(f"no end after {LONGEST} mails")

    def _choice(self) -> tuple[str, Sequence[Action]]:
        """Return a seat that is waited for, and what it will do in one mail: one thing, or its orders."""
        seat = self._rng.choice(self.match.pending_seats)
        if self.match.orders(seat):
            return seat, self._orders(seat)
        alone = [action for action in self.match.anytime(seat) if self.match.signers_anytime(seat, action) == (seat,)]
        if alone and self._rng.random() < 0.05:
            return seat, (self._rng.choice(alone),)
        return seat, (self.match.sample(seat, self._rng),)

    def _orders(self, seat: str) -> list[Action]:
        """Return legal orders for most things of a seat, and mostly that these are all."""
        after, chosen = self.match.copy(), list[Action]()
        for thing in self.match.orders(seat):
            possible = after.orders(seat).get(thing)
            if possible and self._rng.random() < ORDERED:
                chosen.append(self._rng.choice(possible))
                after.apply(seat, chosen[-1])
        return [*chosen, Ready()] if not chosen or self._rng.random() < ALL_WRITTEN else chosen

    def _send(self, seat: str, actions: Sequence[Action]) -> None:
        """Write the orders, deliver them (sometimes twice), have them handled, and look what became of each."""
        code = self._languages[seat]
        charset = CHARSETS.get(code, "utf-8")
        book = self.match.game.part("phrases").at(self.match.state)
        lines = [self._addressed(seat, book.say(action, code)) for action in actions]
        raw = reply(self._newest[self._players[seat]], self._players[seat], "\n".join(lines), charset)
        stored = self._deliver(raw)
        handle(self._service, stored)
        if self._rng.random() < TWICE:
            again = self._deliver(raw)
            assert again == stored, "a mail that came twice was stored twice"
            handle(self._service, stored)
        with reading(self._service.engine) as session:
            self._check_taken(session, stored, lines)

    def _addressed(self, seat: str, line: str) -> str:
        """Return a line with its seat named, if its author plays several seats.

        The name stands above the line or before it.
        """
        if list(self._players.values()).count(self._players[seat]) == 1:
            return line
        name = self.match.game.part("report").party(seat, language(self._languages[seat])).name
        return f"[{name}]\n{line}" if self._rng.random() < HEADED else f"{name}: {line}"

    def _deliver(self, raw: bytes) -> int:
        self._uid += 1
        return ingest(self._service, Place("INBOX", 1, self._uid), self._clock.now(), raw).id

    def _check_taken(self, session: Session, mail_id: int, lines: Sequence[str]) -> None:
        mail = session.get(InboundMail, mail_id)
        assert mail is not None
        assert mail.status is InboundStatus.HANDLED, f"{lines!r}: the mail is {mail.status}: {mail.reason}"
        rows = prompts.orders_of_mail(session, mail_id)
        outcomes = [str(row.outcome) for row in rows]
        assert outcomes == ["done"] * len(lines), f"{lines!r} became {[row.reading.decode() for row in rows]}"

    def _compare(self) -> None:
        """Check that the stored match is the one in memory, and that each awaited seat has exactly one question."""
        with reading(self._service.engine) as session:
            table = table_of_campaign(self._service.work(session), self.campaign_id)
            assert table.match.checkpoint() == self.match.checkpoint(), (
                "the stored match differs from the one in memory"
            )
            assert table.match.sealed == self.match.sealed, "the sealed answers differ"
            self._check_questions(session, table)

    def _check_questions(self, session: Session, table: CampaignContext) -> None:
        waiting = set(table.match.pending_seats)
        asked = set(table.match.asked_seats)
        opened = [table.by_id[row.seat_id].name for row in prompts.open_prompts(session, self.campaign_id)]
        assert len(opened) == len(set(opened)), f"somebody has two open questions: {opened}"
        assert waiting <= set(opened), f"{sorted(waiting - set(opened))} is waited for and was not asked"
        assert set(opened) <= asked, f"{sorted(set(opened) - asked)} has a question that is over"

    def _mails_go_out(self) -> None:
        """Render everything that is queued; each mail must reach its reader only, and betray nothing."""
        while render_due(self._service):
            pass
        with reading(self._service.engine) as session:
            new = or_(col(OutboundMail.id) > self._checked, col(OutboundMail.id).in_(self._gathering))
            rows = session.scalars(select(OutboundMail).where(new).order_by(col(OutboundMail.id))).all()
            bytes_of = {row.id: kept_mails.whole(session, row) for row in rows}
        for row in rows:
            if row.error is not None and bytes_of[row.id] is None:
                message_bytes(self._service, row)  # again: what went wrong comes out itself
        self._gathering = [row.id for row in rows if row.state == "queued" and row.due_at > self._clock.now()]
        for row in rows:
            self._checked = max(self._checked, row.id)
            if row.state == "cancelled" or row.id in self._gathering:
                continue
            raw = bytes_of[row.id]
            assert raw is not None, f"mail {row.id} ({row.kind}) was not rendered"
            seat = self._players[check_mail(self._service, row, self._rng)]
            parsed = BytesParser(policy=policy.default).parsebytes(raw)
            assert isinstance(parsed, EmailMessage)
            self._newest[seat] = parsed


def address(seat: str) -> str:
    """Return the mailbox of a seat."""
    return f"{seat}@players.test"


def reply(asked: EmailMessage, seat: str, line: str, charset: str) -> bytes:
    """Return an answer as an email program writes it: own line on top, the message it answers quoted below."""
    body = asked.get_body(("plain",))
    quoted = "" if body is None else body.get_content()
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = f"{seat.capitalize()} <{address(seat)}>"
    mail["To"] = asked["Reply-To"]
    mail["Subject"] = f"Re: {asked['Subject']}"
    mail["Message-ID"] = f"<{seat}.{hash_of(asked, line)}@players.test>"
    mail["In-Reply-To"] = asked["Message-ID"]
    mail["References"] = asked["Message-ID"]
    below = "".join(f"> {each}\n" for each in quoted.splitlines())
    text = f"{line}\n\nOn Friday the adjudicator wrote:\n{below}"
    mail.set_content(text.encode(charset, "replace").decode(charset), charset=charset)
    return mail.as_bytes()


def hash_of(asked: EmailMessage, line: str) -> str:
    """Return a hash for the Message-ID of an answer: its own for each, the same in every run."""
    return hashlib.sha256(f"{asked['Message-ID']} {line}".encode()).hexdigest()[:16]
