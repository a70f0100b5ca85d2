"""Measure a mail about an offer of three while a hundred offers are open: `python benchmarks/offers.py`.

Raw bytes → durable commit with all mails queued, in processor time, that of the reading process included: making the
offer, signing it, the last signature (which moves the match, so that every open offer is looked at again), and an order
of a seat while they lie there. Played on `tests/packages/guild_fair`, which has to be installed.
"""

from __future__ import annotations

import tempfile
from email.message import EmailMessage
from pathlib import Path

from order_mail import install
from sqlmodel import col, select
from timing import Sheet, median, spent

from adjudicator.mail.sandbox import start_reader
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.outbox.payloads import Offered, decode
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.agreements.offer import Offer, make
from adjudicator.service.service import Service
from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.tables import OutboundMail

SEATS = ("bakers", "brewers", "drapers", "masons", "smiths")
OPEN, ROUNDS, TARGET = 100, 20, 12e-3


class Fair:
    """A campaign of five guilds whose mails are timed."""

    def __init__(self, service: Service) -> None:
        self.service, self.uid, self._reader = service, 0, start_reader()
        players = tuple(
            new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test") for seat in SEATS
        )
        new = new_campaigns.NewCampaign(
            name="fair", title="Fair", game="guild-fair", players=players, seed=b"fair", options={"visitors": False}
        )
        self.campaign = new_campaigns.create(service, new)
        with reading(service.engine) as session:
            table = table_of_campaign(service.work(session), self.campaign)
            self._tokens = {seat.name: seat.token for seat in table.players}
            drawn = table.match.state.drawn
        for seat in SEATS:
            self.send(seat, f"keep {drawn[seat][0]}", "borrow 0")

    def lay(self, count: int) -> None:
        """Put offers of the masons and the smiths on the table."""
        with writing(self.service.engine) as session:
            table = table_of_campaign(self.service.work(session), self.campaign)
            for number in range(count):
                maker, members = ("masons", "smiths")[number % 2], ("brewers", "masons", "smiths")
                action = {"op": "pact", "members": members}
                make(table, Offer(maker=maker, parties=members, action=action, signed=(maker,), signed_at=(0,)))

    def send(self, seat: str, *lines: str) -> float:
        """Send one mail, and return the seconds that it takes."""
        self.uid += 1
        mail = EmailMessage()
        mail["From"], mail["To"] = f"{seat}@players.test", self.service.reply_address(self._tokens[seat])
        mail["Subject"], mail["Message-ID"] = "Re: [Fair]", f"<{self.uid}@players.test>"
        mail.set_content("\n".join(lines))
        raw, started = mail.as_bytes(), spent(self._reader)
        stored = ingest(self.service, Place("INBOX", 1, self.uid), self.service.clock.now(), raw)
        handle(self.service, stored.id)
        return spent(self._reader) - started

    def newest(self) -> str:
        """Return the offer that was made last, as mails call it."""
        with reading(self.service.engine) as session:
            for row in session.scalars(select(OutboundMail).order_by(col(OutboundMail.id).desc()).limit(9)):
                if isinstance(intent := decode(row.intent), Offered):
                    return f"A{intent.offer}"
        raise LookupError("no offer was made")


def rounds(fair: Fair) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"an offer": [], "a signature": [], "the last signature": [], "an order": []}
    for _ in range(ROUNDS):
        found["an offer"].append(fair.send("drapers", "pact bakers, brewers, drapers"))
        code = fair.newest()
        found["a signature"].append(fair.send("brewers", f"{code} yes"))
        found["the last signature"].append(fair.send("bakers", f"{code} yes"))
        found["an order"].append(fair.send("bakers", "check save"))
    return found


def main() -> None:
    sheet = Sheet("an offer of three parties, bytes to durable commit")
    with tempfile.TemporaryDirectory() as folder:
        load_games()
        service = install(Path(folder))
        fair = Fair(service)
        for opened in (0, OPEN):
            fair.lay(opened)
            for kind, samples in rounds(fair).items():
                sheet.seconds(f"{opened} open: {kind}, median", median(samples), TARGET)
        service.engine.dispose()
    sheet.close()


if __name__ == "__main__":
    main()
