"""By mail nobody sees a draw before it is made: two installations that differ in the seed alone answer alike.

What is compared is everything that leaves the installation, to the byte, and everything that is stored but the seed.
"""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import pytest
from adjudicator_trials.leaks import put_other_seed
from sqlalchemy.engine import make_url

from adjudicator.service.admin.access import Visit, Visitor, campaign_named
from adjudicator.service.admin.corrections import rehearse
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.play.corrections import proposals
from adjudicator.service.play.corrections.lines import stand
from adjudicator.service.play.corrections.proposals import Kind, Proposal, Wish
from adjudicator.service.play.ordering import foresee
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Match as StoredMatch
from tests.long_cases import one_in
from tests.orders.test_nothing_ahead import DRAWING, NONSENSE, SHAPES, Before, orders_of, positions
from tests.service.conftest import Installation

pytestmark = pytest.mark.store("sqlite")

EVERY = 31
"""Of the shapes of mails so many-th are tried in each run."""
UNSTORED = frozenset(
    {
        ("match", "seed"),
        ("outbound_mail", "message_id"),
        ("outbound_mail", "raw"),
        ("inbound_mail", "content_hash"),
        ("inbound_mail", "evidence"),
        ("inbound_mail", "raw"),
    }
)
"""The seed, and what is drawn by lot for each mail; its parts are compared as they are sent."""


class Twice:
    """A campaign in which the same is written twice, the second time with another seed."""

    def __init__(self, installation: Installation, at: Before, language: str = "en") -> None:
        self.installation, self.seat = installation, at.seat
        game, document = at.match.game.id, json.loads(json.dumps(at.match.document()))
        seats = dict.fromkeys(at.match.header.seats, language)
        self.campaign = installation.create_plainly(game, seats, document=document)
        self.file = Path(make_url(installation.service.settings.database).database or "")
        self._keep()
        self.uid, self.time = installation.uid, installation.clock.time
        self.received = {address: list(mails) for address, mails in installation.received.items()}

    def _keep(self) -> None:
        self.installation.service.engine.dispose()
        copied(self.file, self.file.with_suffix(".kept"))

    def _back(self) -> None:
        self.installation.service.engine.dispose()
        copied(self.file.with_suffix(".kept"), self.file)
        self.installation.uid, self.installation.clock.time = self.uid, self.time
        self.installation.received = {address: list(mails) for address, mails in self.received.items()}

    def answers(self, mails: Sequence[Sequence[str]]) -> list[Any]:
        """What leaves the installation and what is stored when these mails are written, with two seeds."""
        found = []
        for number in range(2):
            self._back()
            if number:
                self.reseed()
            sent = [self.write(lines) for lines in mails]
            table = self.installation.table(self.campaign)
            found.append((table.head.sequence, sent, self.stored()))
        return found

    def reseed(self, number: int = 1) -> None:
        with writing(self.installation.service.engine) as session:
            put_other_seed(session.get_one(StoredMatch, 1), Random(number))

    def write(self, lines: Sequence[str]) -> Any:
        row = self.installation.put(self.installation.raw(self.seat, "\n".join(lines) + "\n"))
        assert row.status.value == "handled", row.reason
        return [(address, mail["Subject"], parts(mail)) for address, mail in self.installation.deliver()]

    def stored(self) -> dict[str, Any]:
        """Everything in the database but the seed."""
        self.installation.service.engine.dispose()
        with closing(sqlite3.connect(self.file)) as database:
            tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: self._rows(database, name) for name in sorted(tables)}

    @staticmethod
    def _rows(database: sqlite3.Connection, table: str) -> list[Any]:
        columns = [each[1] for each in database.execute(f"PRAGMA table_info({table})")]
        wanted = [name for name in columns if (table, name) not in UNSTORED]
        return sorted(map(repr, database.execute(f"SELECT {', '.join(wanted)} FROM {table}")))


def copied(source: Path, target: Path) -> None:
    """Copy a database over another."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


def parts(mail: EmailMessage) -> list[tuple[str, bytes]]:
    """The parts of a mail with their content."""
    leaves = (part for part in mail.walk() if not part.is_multipart())
    return [(part.get_content_type(), bytes(part.get_payload(decode=True) or b"")) for part in leaves]


def differing(one: Any, other: Any) -> str:
    """In what two answers differ, in short; "" if they are the same. What has been done may come out otherwise."""
    if one[0] != other[0]:
        return f"one goes on to log {one[0]}, the other to {other[0]}"
    if one[1] != other[1]:
        return f"sent: {one[1]} or {other[1]}"
    tables = [name for name in one[2] if one[2][name] != other[2][name]]
    return f"stored: {[(name, one[2][name], other[2][name]) for name in tables]}" if tables else ""


CASES = [(game, shape) for shape in SHAPES for game in DRAWING]


@one_in(EVERY, ("game", "shape"), CASES)
def test_an_answer_is_the_same_whatever_the_seed_brings(installation: Installation, game: str, shape: str) -> None:
    places = positions(game, 3)
    at = places[CASES.index((game, shape)) % len(places)]
    twice = Twice(installation, at)
    before = installation.table(twice.campaign).head.sequence
    draws, follow, verb = next(orders_of(at, "en"))
    for mails in ([SHAPES[shape](draws, follow, verb)], [(NONSENSE, draws), SHAPES[shape](draws, follow, verb)]):
        one, other = twice.answers(mails)
        if one[0] == other[0] == before:
            assert not differing(one, other)
        else:
            assert min(one[0], other[0]) > before, "one world does what the other does not"


# what moderators try ----------------------------------------------------------------------------------


def previewed(twice: Twice, at: Before) -> list[str]:
    """What a moderator is shown of a correction that draws, with two seeds."""
    found = []

    def inserted(table: CampaignContext) -> Wish:
        n = table.head.sequence + 1
        return Wish(kind=Kind.INSERT, reason="it was meant so", n=n, seat=at.seat, orders=(at.draws,))

    for number in range(3):
        twice.reseed(number)
        with reading(twice.installation.service.engine) as session:
            visit = Visit(
                twice.installation.service.work(session), campaign_named(session, at.match.game.id), Visitor("Mila")
            )
            found.append(rehearse(visit, inserted, None, Viewpoint(everything=True), "en")[1])
    return found


@pytest.mark.parametrize("game", DRAWING)
def test_a_moderators_dry_runs_are_the_same_whatever_the_seed_brings(installation: Installation, game: str) -> None:
    """`orders check`, `orders enter --dry-run` and the preview of a correction, through eyes that see everything."""
    at = positions(game, 3)[0]
    twice = Twice(installation, at)
    draws, follow, verb = next(orders_of(at, "en"))
    for lines in ((draws, follow), (NONSENSE, draws, verb), (draws, NONSENSE)):
        found = []
        for number in range(2):
            twice.reseed(number)
            with reading(installation.service.engine) as session:
                table = table_of_campaign(installation.service.work(session), twice.campaign)
                found.append(foresee(table, table.by_name[at.seat], lines))
        assert found[0] == found[1]
    shown = previewed(twice, at)
    assert "new draws are made" in shown[0]
    assert len({*shown}) == 1


def test_a_preview_that_draws_and_tells_is_found(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    at = positions("pax-renaissance", 3)[0]
    twice = Twice(installation, at)
    monkeypatch.setattr(Proposal, "new_draws", False)
    assert len({*previewed(twice, at)}) == 1, "imagined draws do not hang on the seed"
    monkeypatch.setattr(proposals, "stand", lambda *given, preview=False, **more: stand(*given, **more))
    assert len({*previewed(twice, at)}) > 1
