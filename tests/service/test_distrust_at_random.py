"""Campaigns at random by mails of every kind: what is not proven never moves a match, and betrays nothing.

Beside the proven mails come unproven ones, strangers with the right token, opponents with a wrong one, forms filled in
inside quotes, and answers that an opponent reads along; codes are confirmed, rejected, guessed and stolen.
"""

from __future__ import annotations

import re
from email.message import EmailMessage
from random import Random
from typing import Any

import pytest
from adjudicator_trials.leaks import check_mail
from sqlmodel import col, select

from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.play.offers import phrasebook
from adjudicator.settings import Limits, Settings
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, OutboundMail
from tests.service.conftest import MX

PASS = f"{MX}; dmarc=pass header.from=players.test"
SEATS = {"red": "en", "blue": "ru"}
KINDS = ("proven", "unproven", "forged", "stranger", "foreign", "quoted", "overheard")
CODE = re.compile(r"(?:confirm|подтверждаю) (\d{4}(?:-\d{4})+)")


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging.model_copy(update={"limits": Limits(answers_per_hour=100_000)}))


class Play:
    """A campaign, the mails that wait for a word, and whoever tries what."""

    def __init__(self, installation: Any, rng: Random) -> None:
        self.installation, self.rng = installation, rng
        self.campaign = installation.create(
            "sealed-bids", {**SEATS, "moderator": "en"}, seed=b"%d" % rng.getrandbits(20)
        )
        self.codes: list[tuple[str, str]] = []
        self.checked = 0
        self.seen: dict[str, int] = dict.fromkeys((*KINDS, "confirmed", "rejected", "stolen", "guessed"), 0)

    def now(self) -> CampaignContext:
        with reading(self.installation.service.engine) as session:
            return table_of_campaign(self.installation.service.work(session), self.campaign)

    def address(self, seat: str) -> str:
        return f"orders+{self.now().by_name[seat].token}@game.test"

    def position(self) -> tuple[bytes, dict[str, Any]]:
        table = self.now()
        return table.match.checkpoint(), dict(table.match.sealed)

    def send(self, seat: str, text: str, **headers: str) -> InboundMail:
        headers = {"to": self.address(seat), "Cc": "", **headers}
        row: InboundMail = self.installation.put(self.installation.raw(seat, text, **headers))
        return row

    def order(self) -> None:
        """Somebody who is asked answers, in one of the ways."""
        table = self.now()
        seat = self.rng.choice(table.match.decisions()[0].waiting)
        other = "blue" if seat == "red" else "red"
        line = phrasebook("sealed-bids").say(table.match.sample(seat, self.rng), self.rng.choice(("en", "ru")))
        kind = self.rng.choice(KINDS)
        self.seen[kind] += 1
        before = self.position()
        text, headers = line + "\n", {"Authentication_Results": PASS}
        if kind == "unproven":
            headers = {}
        elif kind == "forged":
            headers = {"Authentication_Results": f"{MX}; dmarc=fail header.from=players.test"}
        elif kind == "stranger":
            headers["sender"] = "eve@players.test"
        elif kind == "foreign":
            headers["to"] = self.address(other)
        elif kind == "quoted":
            text = f"On Friday the adjudicator wrote:\n> ORDERS 1\n> {line}\n> FINISH 1\n"
        elif kind == "overheard":
            headers["Cc"] = f"{other}@players.test"
        row = self.send(seat, text, **headers)
        status = {"proven": "handled", "foreign": "quarantined"}.get(kind, "held")
        if kind == "overheard" and table.form == "choose":
            status = "handled"  # nothing secret was asked
        assert row.status.value == status, (kind, row.reason)
        if status != "handled":
            assert self.position() == before, f"{kind}: {line}"
        self.mails_go_out()

    def answer_code(self) -> None:
        """Somebody does something with a code that was sent to a seat."""
        if not self.codes:
            return
        seat, code = self.codes.pop(self.rng.randrange(len(self.codes)))
        other = "blue" if seat == "red" else "red"
        before = self.position()
        what = self.rng.choice(("confirmed", "confirmed", "rejected", "stolen", "guessed"))
        self.seen[what] += 1
        proof = {} if self.rng.random() < 0.5 else {"Authentication_Results": PASS}
        if what == "confirmed":
            self.send(seat, f"confirm {code}\n", **proof)
        elif what == "rejected":
            self.send(seat, f"отклоняю {code}\n", **proof)
            assert self.position() == before
        elif what == "stolen":
            self.send(other, f"confirm {code}\n", Authentication_Results=PASS)
            assert self.position() == before
        else:
            self.send(seat, f"confirm {self.rng.randrange(10**8):08d}\n", **proof)
            assert self.position() == before
        self.mails_go_out()

    def mails_go_out(self) -> None:
        """Each mail goes to the registered address of its seat, and is the same in every world its reader may be in."""
        self.installation.deliver()
        with reading(self.installation.service.engine) as session:
            rows = session.scalars(
                select(OutboundMail).where(col(OutboundMail.id) > self.checked).order_by(col(OutboundMail.id))
            ).all()
        tokens = {seat.name: seat.token for seat in self.now().seats}
        for row in rows:
            self.checked = row.id
            if row.state == "cancelled":
                continue
            seat = check_mail(self.installation.service, row, self.rng)
            assert row.recipient == f"{seat}@players.test"
            raw = row.kept or b""
            for name, token in tokens.items():
                assert name == seat or token.encode() not in raw, f"{seat} reads the token of {name}"
        for address, found in self.installation.received.items():
            self._note_codes(address, found)
            found[:-1] = []

    def _note_codes(self, address: str, mails: list[EmailMessage]) -> None:
        seat = address.partition("@")[0]
        known = {code for _, code in self.codes}
        for mail in mails:
            body = mail.get_body(("plain",))
            for code in CODE.findall(body.get_content()) if body else ():
                if code not in known:
                    self.codes.append((seat, code))
                    known.add(code)


def test_what_is_not_proven_never_moves_a_match_and_betrays_nothing(installation: Any) -> None:
    rng = Random(4 if installation.service.engine.dialect.name == "sqlite" else 5)
    table = Play(installation, rng)
    table.mails_go_out()
    for _ in range(26):
        if not table.now().match.decisions():
            break
        if table.codes and rng.random() < 0.5:
            table.answer_code()
        else:
            table.order()
    assert sum(table.seen[kind] for kind in KINDS) > 12
    assert table.seen["confirmed"], table.seen
    with reading(installation.service.engine) as session:
        held = session.scalars(select(InboundMail).where(col(InboundMail.released_at).is_not(None))).all()
    assert held, "no held mail was let through"
