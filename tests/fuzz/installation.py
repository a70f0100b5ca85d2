"""A service with one campaign whose secrets are known, for mails that nobody would send."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

from sqlalchemy import select, update
from sqlmodel import col

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people import new_campaigns
from adjudicator.service.service import Service, open_service
from adjudicator.service.words import rendering
from adjudicator.settings import Limits, Mail, OwnAddress, Settings
from adjudicator.store import kept_mails
from adjudicator.store.campaigns import seats_at_table, token_hash
from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState, Seat

TOKENS = {"red": "redtokenredtokenred2", "blue": "bluetokenbluetokenb3"}
TAGS = {"red": "redtagg2", "blue": "bluetag3"}
ADDRESSES = {"red": "red@players.test", "blue": "blue@players.test"}
MX = "mx.game.test"
PROOF = (
    f"Authentication-Results: {MX}; dkim=pass header.d=players.test; dmarc=pass header.from=players.test\r\n".encode()
)
"""What our receiving server writes over a mail of a player."""


class Wrong(AssertionError):  # noqa: N818
    """A mail did what no mail may do."""


class StandingClock:
    """Time goes on only when it is told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 20, 9, tzinfo=UTC)

    def now(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time


class FuzzInstallation:
    """Takes mails as bytes; after some hundred of them it begins anew from a copy of its first day."""

    def __init__(self, folder: Path, every: int = 300) -> None:
        self._folder, self._every = folder, every
        self._fresh = folder / "fresh.db"
        self._uid = 0
        service = self._open(self._fresh)
        upgrade(service.engine)
        self._create(service)
        service.engine.dispose()
        self.service = service
        self._begin()

    def put(self, raw: bytes) -> InboundStatus:
        """A mail arrives. Raises Wrong where something happens that may not."""
        self._uid += 1
        if self._uid % self._every == 0:
            self._begin()
        before = self._position()
        clock = self.service.clock
        id = ingest(self.service, Place("INBOX", 1, self._uid), clock.now(), raw).id
        handle(self.service, id)
        with reading(self.service.engine) as session:
            mail = session.get(InboundMail, id)
            assert mail is not None
        self._check_outcome(mail, before)
        if MX.encode() not in raw and self._position() != before:
            raise Wrong("a mail that nothing proves changed the position")
        self._check_answers(mail)
        return mail.status

    def _check_outcome(self, mail: InboundMail, before: tuple[bytes, int]) -> None:
        if mail.status is InboundStatus.RECEIVED:
            raise Wrong(f"the mail could not be handled: {mail.reason}")
        if mail.nature and mail.reason.startswith("internal error"):
            raise Wrong(mail.reason)
        if mail.status is not InboundStatus.HANDLED and self._position() != before:
            raise Wrong(f"a mail that is {mail.status} changed the position")

    def _check_answers(self, mail: InboundMail) -> None:
        """Whatever is answered goes to a registered address, holds no secret of others, and is well formed."""
        while rendering.render_due(self.service):
            pass
        with writing(self.service.engine) as session:
            # one that an opponent has used is replaced, and no secret any more
            now = self.service.clock.now()
            secrets = {seat.name: seat.token for seat in seats_at_table(session, 1, now)}
            rows = session.scalars(select(OutboundMail).where(col(OutboundMail.state) != OutboundState.HANDED_OVER))
            for row in rows:
                if row.state is OutboundState.CANCELLED:
                    continue
                raw = kept_mails.whole(session, row)
                if row.error or raw is None:
                    raise Wrong(f"an answer cannot be rendered: {row.error}")
                if row.seat_id is None:
                    check_plain(row.recipient, raw, secrets)
                else:
                    check_mail(row.recipient, raw, secrets)
                row.state = OutboundState.HANDED_OVER

    def _position(self) -> tuple[bytes, int]:
        with reading(self.service.engine) as session:
            table = table_of_campaign(self.service.work(session, datetime(2026, 11, 20, 9, tzinfo=UTC)), 1)
            return table.match.checkpoint(), len(table.match.sealed)

    def _begin(self) -> None:
        self.service.engine.dispose()
        path = self._folder / "now.db"
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        shutil.copy(self._fresh, path)
        self.service = self._open(path)

    def _open(self, path: Path) -> Service:
        settings = Settings(
            database=f"sqlite:///{path}",
            data_directory=self._folder,
            mail=Mail(address=OwnAddress(domain="game.test"), authserv_id=MX),
            # read in this process: the fuzzer watches which branches a mail takes
            limits=Limits(answers_per_hour=1_000_000, unasked_per_day=1_000_000, parse_seconds=0),
        )
        return open_service(settings, StandingClock())

    def _create(self, service: Service) -> None:
        players = tuple(
            new_campaigns.Player(seat=seat, name=seat.title(), email=email, language=language)
            for (seat, email), language in zip(ADDRESSES.items(), ("en", "ru"), strict=True)
        )
        new_campaigns.create(
            service,
            new_campaigns.NewCampaign(name="fuzz", title="Fuzz", game="sealed-bids", seed=b"fuzz", players=players),
        )
        with writing(service.engine) as session:
            for seat, token in TOKENS.items():
                session.execute(
                    update(Seat)
                    .where(col(Seat.name) == seat)
                    .values(token=token.encode(), token_hash=token_hash(token), tag=TAGS[seat])
                )
        while rendering.render_due(service):
            pass
        with writing(service.engine) as session:
            session.execute(update(OutboundMail).values(state=OutboundState.HANDED_OVER))


_HEADER = re.compile(rb"[!-9;-~]+:")
_ONCE = {
    b"from",
    b"to",
    b"subject",
    b"message-id",
    b"date",
    b"reply-to",
    b"in-reply-to",
    b"references",
    b"mime-version",
}
_KNOWN = _ONCE | {
    b"auto-submitted", b"x-auto-response-suppress", b"content-type", b"content-transfer-encoding", b"content-language",
    b"list-id", b"list-unsubscribe", b"list-unsubscribe-post", b"precedence", b"dkim-signature", b"sender",
    b"adjudicator-receipt",
}  # fmt: skip


def check_plain(recipient: str, raw: bytes, secrets: Mapping[str, str] = TOKENS) -> None:
    """A mail about no seat, perhaps to an address that a player wants to use: it holds no token but its reader's own.

    Raises Wrong.
    """
    _check_headers(raw)
    if any(token.encode() in raw.lower() for name, token in secrets.items() if ADDRESSES.get(name) != recipient):
        raise Wrong(f"{recipient} reads a token")


def check_mail(recipient: str, raw: bytes, secrets: Mapping[str, str] = TOKENS) -> None:
    """A mail of ours is for a player, tells nobody another's secret, and its headers are ours. Raises Wrong."""
    seat = next((name for name, address in ADDRESSES.items() if address == recipient), None)
    if seat is None:
        raise Wrong(f"a stranger is written to: {recipient}")
    _check_headers(raw)
    parsed = BytesParser(policy=default).parsebytes(raw)
    # In-Reply-To and References must repeat the player's own Message-ID, whatever he put into it
    told = [str(value) for name, value in parsed.items() if name not in ("In-Reply-To", "References")]
    for part in parsed.walk():
        if part.get_content_type() in ("text/plain", "text/html"):
            told.append(part.get_content())
    for other, token in secrets.items():
        if other != seat and any(token in text.lower() for text in told):
            raise Wrong(f"{recipient} reads the token of {other}")


def _check_headers(raw: bytes) -> None:
    head = raw.partition(b"\r\n\r\n")[0]
    names = []
    for line in head.split(b"\r\n"):
        if len(line) > 998:
            raise Wrong("a header line is too long")
        if line[:1] in b" \t":
            continue
        if _HEADER.match(line) is None:
            raise Wrong(f"no header: {line!r}")
        names.append(line.partition(b":")[0].lower())
    if unknown := set(names) - _KNOWN:
        raise Wrong(f"headers that are not ours: {unknown}")
    if doubled := [name for name in names if names.count(name) > 1]:
        raise Wrong(f"headers twice: {doubled}")
