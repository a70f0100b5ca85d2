"""The databases that releases have left behind: each campaign goes on, whatever has become of its rules.

`COMMIT.db.xz` was written by that commit (`make.py`): a campaign of each of its games after some orders by mail. Each
is upgraded, looked at, carried over where its rules are others now, verified, corrected, taken back and played on; and
each keeps its rules, from `COMMIT.rules.tar.xz`, is played on by these, and then carried over.
"""

from __future__ import annotations

import lzma
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from sqlmodel import col, func, select

from adjudicator.kernel.kept_rules import is_kept
from adjudicator.kernel.registry import game_named
from adjudicator.service.admin import migrations, upgrades
from adjudicator.service.admin.access import CampaignView, Visit, Visitor, campaign_named
from adjudicator.service.admin.archives import archive
from adjudicator.service.admin.campaigns import standing_text
from adjudicator.service.admin.doctor_checks import _rules as rules_looked_at
from adjudicator.service.admin.explanations import explain
from adjudicator.service.admin.log import steps
from adjudicator.service.admin.upgrades import Checked, check_rules
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.history import Viewpoint
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.play.corrections import enactment
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import Verdict, verify
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store import kept_mails
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import InboundMail, OutboundMail
from tests.releases.make import FOLDER, order_at_random
from tests.service.conftest import Installation, parsed

ALL = Viewpoint(everything=True)
REASON = "a newer version"


@cache
def database(release: str) -> bytes:
    """The database of a release as it was left behind."""
    return lzma.decompress((FOLDER / f"{release}.db.xz").read_bytes())


def campaigns_of(release: str) -> list[tuple[str, int, str]]:
    """Each campaign in the database of a release: its number and its name."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "release.db"
        file.write_bytes(database(release))
        with sqlite3.connect(file) as store:
            found = store.execute("SELECT id, name FROM campaign ORDER BY id").fetchall()
        store.close()
    return [(release, number, name) for number, name in found]


LEFT = [each for file in sorted(FOLDER.glob("*.db.xz")) for each in campaigns_of(file.name.removesuffix(".db.xz"))]


@pytest.mark.slow
@pytest.mark.parametrize(("release", "number", "name"), LEFT, ids=[f"{release}-{name}" for release, _, name in LEFT])
def test_a_campaign_of_a_release_goes_on(release: str, number: int, name: str, tmp_path: Path) -> None:
    with left_behind(release, number, tmp_path / "first") as installation:
        old = goes_on(installation, number, name, as_it_stands=True)
    if old:
        with left_behind(release, number, tmp_path / "second") as installation:
            goes_on(installation, number, name, as_it_stands=False)


@pytest.mark.slow
@pytest.mark.parametrize(("release", "number", "name"), LEFT, ids=[f"{release}-{name}" for release, _, name in LEFT])
def test_a_campaign_of_a_release_keeps_its_rules(release: str, number: int, name: str, tmp_path: Path) -> None:
    with tarfile.open(FOLDER / f"{release}.rules.tar.xz") as packed:
        packed.extractall(tmp_path / "site")
    with left_behind(release, number, tmp_path / "store") as installation:
        other = stands_still(checked_now(installation, name))
        rehearsed = upgrades.rehearse(installation.service, name, tmp_path / "site", "")
        assert upgrades.carry_out(installation.service, rehearsed, "Mira").done
        installation.deliver()
        pinned = installation.table(number).head
        assert is_kept(pinned.game)
        assert verified(installation, number).remarks[:1] == remark_of(installation, number) * other
        rng = Random(7)
        seat = next(seat for seat in installation.table(number).match.header.seats if seats_mail(installation, seat))
        for line in ("format html", "board", "list", "history"):
            assert installation.write(seat, line)
        for _ in range(6):
            order_at_random(installation, number, rng)
        assert installation.table(number).head.sequence > pinned.sequence
        look_back(installation, number, pinned.sequence, carried=False)
        corrected(installation, number, pinned.sequence)
        seat = order_at_random(installation, number, rng)
        assert installation.received[f"{seat}@players.test"]
        assert not verified(installation, number).unproven
        with reading(installation.service.engine) as session:
            assert [mail.error for mail in session.scalars(select(OutboundMail)) if mail.attempts] == []
        if other:
            proven_behind_a_bridge(installation, number, name)


def seats_mail(installation: Installation, seat: str) -> bool:
    """Whether somebody has a mail to answer."""
    return bool(installation.received.get(f"{seat}@players.test"))


def remark_of(installation: Installation, campaign: int) -> tuple[str]:
    """What `verify` says of a match by kept rules."""
    head = installation.table(campaign).head
    return (f"it was played by version {head.rules_version}, and compared by that, kept as {head.game}",)


def proven_behind_a_bridge(installation: Installation, number: int, name: str) -> None:
    """A campaign is carried over to the installed rules as it stands; kept rules prove what was before."""
    kept = installation.table(number).head.game
    with reading(installation.service.engine) as session:
        visit = Visit(installation.service.work(session), campaign_named(session, name), Visitor("Mira"))
        shown, _ = migrations.rehearse(visit, REASON, ALL, "en", as_it_stands=True)
    assert migrations.carry_out(installation.service, shown, "Mira").done
    installation.deliver()
    order_at_random(installation, number, Random(9))
    assert installation.table(number).head.game == game_named(name).id
    found = verified(installation, number)
    assert not found.unproven
    assert any(f"which are kept as {kept}" in remark for remark in found.remarks)


def goes_on(installation: Installation, number: int, name: str, *, as_it_stands: bool) -> bool:
    """The whole way of a campaign; whether its rules are others now."""
    before, checked = installation.table(number).head, checked_now(installation, name)
    looked_at_and_carried_over(installation, name, checked, as_it_stands=as_it_stands)
    begun = installation.table(number).head
    assert checked_now(installation, name).difference == ""
    assert (begun.sequence == before.sequence) is (as_it_stands or not stands_still(checked))
    carried = as_it_stands and stands_still(checked)
    assert verified(installation, number).unproven is carried
    assert ("carried over" in standing(installation, number)) is carried
    rng = Random(7)
    for _ in range(3):
        order_at_random(installation, number, rng)
    now = installation.table(number).head
    assert now.sequence > begun.sequence
    look_back(installation, number, begun.sequence, carried=carried)
    corrected(installation, number, begun.sequence)
    verified(installation, number)
    seat = order_at_random(installation, number, rng)
    assert verified(installation, number).unproven is carried
    assert installation.received[f"{seat}@players.test"]
    return stands_still(checked)


@contextmanager
def left_behind(release: str, campaign: int, folder: Path) -> Iterator[Installation]:
    """An installation with the database of a release, and the mails of a campaign in the hands of its players."""
    folder.mkdir()
    file = folder / "release.db"
    file.write_bytes(database(release))
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    installation = Installation(Settings(database=f"sqlite:///{file}", data_directory=folder, mail=mail))
    with reading(installation.service.engine) as session:
        newest = session.scalars(select(func.max(col(InboundMail.stored_at)))).one()
        installation.clock.time = newest + timedelta(hours=1)
        mails = select(OutboundMail).where(col(OutboundMail.campaign_id) == campaign).order_by(col(OutboundMail.id))
        for row in session.scalars(mails):
            if (raw := kept_mails.whole(session, row)) is not None:
                installation.received.setdefault(row.recipient, []).append(parsed(raw))
        installation.uid = len(session.scalars(select(InboundMail)).all())
    yield installation
    installation.service.engine.dispose()


def checked_now(installation: Installation, name: str) -> Checked:
    """What `upgrade check` says of a campaign."""
    (found,) = check_rules(installation.service, name)
    assert "Entry(" not in found.difference, "a sentence, and no object of the program"
    return found


def stands_still(checked: Checked) -> bool:
    """Whether a campaign was begun by another version of the rules, or with other facts; code may have changed."""
    return checked.rules.split()[:2] != checked.installed.split()[:2]


def looked_at_and_carried_over(installation: Installation, name: str, checked: Checked, *, as_it_stands: bool) -> None:
    """Doctor, pin and migrate: a campaign of today's rules needs nothing, the others are told what to do."""
    service = installation.service
    with reading(service.engine) as session:
        told = [finding.text for finding in rules_looked_at(session)]
    assert any(f"standing still: {name}; run: adjudicator upgrade check" in each for each in told) is stands_still(
        checked
    )
    if not stands_still(checked):
        assert upgrades.rehearse(service, name, None, "").rules.startswith(game_named(name).version)
        return
    with reading(service.engine) as session:
        view = CampaignView(table_of_campaign(service.work(session), campaign_named(session, name).id), ALL)
        for looked in (lambda: archive(view), lambda: explain(view, 2)):
            with pytest.raises(CommandError, match=f"carry it over .adjudicator upgrade migrate {name}."):
                looked()
    with pytest.raises(CommandError, match="say with --package where a package of that version lies"):
        upgrades.rehearse(service, name, None, "")
    with reading(service.engine) as session:
        visit = Visit(service.work(session), campaign_named(session, name), Visitor("Mira"))
        shown, _ = migrations.rehearse(visit, REASON, ALL, "en", as_it_stands=as_it_stands)
    assert migrations.carry_out(service, shown, "Mira").done
    installation.deliver()


def verified(installation: Installation, campaign: int) -> Verdict:
    """What the archive proves: nothing in it is wrong, and what other rules made is told in plain words."""
    with reading(installation.service.engine) as session:
        view = CampaignView(table_of_campaign(installation.service.work(session), campaign), ALL)
        found = verify(Archive.read(archive(view)))
    assert found.differences == ()
    assert not any("Entry(" in remark for remark in found.remarks)
    return found


def standing(installation: Installation, campaign: int) -> str:
    """What `campaign show` says first."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        return standing_text(CampaignView(table, ALL), short=True)


def look_back(installation: Installation, campaign: int, begun: int, *, carried: bool) -> None:
    """Replay and explain: all of it, or from where it was carried over on."""
    with reading(installation.service.engine) as session:
        view = CampaignView(table_of_campaign(installation.service.work(session), campaign), ALL)
        played = [line for part in steps(view, None) for line in part]
        assert [line.n for line in played] == list(range(1, view.table.head.sequence + 1))
        assert any(line.unproven for line in played) is carried
        assert explain(view, begun + 1).n == begun + 1
        if carried:
            with pytest.raises(CommandError, match=f"Name a later log entry, or {begun} to go back to"):
                explain(view, begun)
        else:
            assert explain(view, begun).n == begun


def corrected(installation: Installation, campaign: int, begun: int) -> None:
    """An order since is taken out, and then play goes back to where it stood at `begun`."""
    for wish in (Kind.REMOVE, Kind.ROLLBACK):
        with writing(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), campaign)
            view = CampaignView(table, ALL)
            given = next(line for part in steps(view, None) for line in part if line.n > begun and "," not in line.by)
            removed = Wish(kind=wish, reason=REASON, n=given.n, seat=given.by)
            back = Wish(kind=wish, reason=REASON, n=begun)
            enactment.carry_out(table, propose(table, removed if wish is Kind.REMOVE else back), by="Mira")
        installation.deliver()
        if wish is Kind.REMOVE:
            order_at_random(installation, campaign, Random(8))
    assert installation.table(campaign).head.sequence == begun
