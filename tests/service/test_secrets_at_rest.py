"""Whoever has the database and not the server's key cannot read a secret before it is due."""

from __future__ import annotations

import base64
import io
import logging
import re
import sqlite3
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import closing, redirect_stderr
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
from pydantic import SecretStr
from sqlalchemy import Engine, func, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.clocks import extensions
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.logs import configure
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.new_campaigns import Player
from adjudicator.service.service import open_service
from adjudicator.service.words.rendering import render_due
from adjudicator.settings import Settings
from adjudicator.store.codec import Codec
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.rotation import locked_away, rotate, vacuum
from adjudicator.store.tables import Campaign, Channel, Row
from adjudicator.store.tables.columns import SealedBytes, SealedWord

KEY, OTHER = "11" * 32, "22" * 32
SEED = b"Seed-of-Everything-9471"
MARK = "Quisquilia"
"""Stands in whatever the players write that nobody else may read."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"secret_key": SecretStr(KEY)})


def play(installation: Any) -> int:
    """Secrets of every kind go through the whole service; what is due later stays undone."""
    wait_for_a_die(installation)
    players = tuple(
        Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", nonce=f"{MARK}-nonce-{seat}")
        for seat in ("red", "blue")
    )
    new = new_campaigns.NewCampaign(name="lights", title="Lights", game="sealed-bids", players=players, seed=SEED)
    campaign = new_campaigns.create(installation.service, new)
    installation.deliver()
    hands = _hands(installation, campaign)
    _listened_to(installation, campaign)
    installation.write("red", f"bid {hands['red'][0]}")
    installation.write("blue", f"bid {hands['blue'][0]}")
    while len(asked := _asked(installation, campaign)) == 1:
        installation.write(asked[0], "keep")
    hands = _hands(installation, campaign)
    installation.write("red", f"bid {hands['red'][1]}")
    installation.write("blue", f"bid {hands['blue'][0]}", f"bid {MARK}-unreadable-line")
    installation.write("blue", f"diary {MARK} between you and me", "vote draw")
    installation.write("blue", "press to red", f"{MARK} my dear enemy", "end press")
    installation.write("blue", f"bid {MARK}")
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        extensions.extend(table, by="Mila", hours=2, reason="holidays")
    for sender, text in (("stranger@elsewhere.test", f"{MARK} by a stranger"), ("red@players.test", "")):
        installation.put(installation.raw("blue", text or f"{MARK} with the wrong address", sender=sender))
    _broken(installation)
    return campaign


def _listened_to(installation: Any, campaign_id: int) -> None:
    """A seat has a channel, whose URL is a password."""
    with writing(installation.service.engine) as session:
        campaign = session.get_one(Campaign, campaign_id)
        table = table_of_campaign(installation.service.work(session), campaign_id)
        keep_settings(campaign, msgspec.structs.replace(settings_of(campaign), channels=True))
        seat = table.by_name["red"]
        session.add(Channel(
            campaign_id=campaign_id, seat_id=seat.id, person_id=seat.in_charge[0].person_id, number=1,
            url=f"https://hooks.test/{MARK}".encode(), secret=f"{MARK}-secret".encode(), events="asked,deadline",
            language="en", added_at=installation.clock.now(),
        ))  # fmt: skip


def wait_for_a_die(installation: Any) -> None:
    """A campaign in which two bids wait for a roll at the table."""
    players = tuple(
        Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", nonce=f"{MARK}-nonce-{seat}")
        for seat in ("red", "blue")
    )
    new = new_campaigns.NewCampaign(
        name="nights", title="Lights", game="sealed-bids", players=players, seed=SEED, table_draws="open"
    )
    hands = _hands(installation, new_campaigns.create(installation.service, new))
    installation.deliver()
    for seat in ("red", "blue"):
        installation.write(seat, f"bid {hands[seat][0]}")


def _broken(installation: Any) -> None:
    """A mail that makes the service stumble, and a mail that cannot be rendered."""
    import adjudicator.service.inbox.handling as module

    real = module.run_pipeline

    def stumble(*_: Any) -> None:
        raise RuntimeError(f"{MARK} in the words of an error")

    module.run_pipeline = stumble  # type: ignore[assignment]
    try:
        raw = installation.raw("blue", f"{MARK} that breaks the service")
        stored = ingest(installation.service, Place("INBOX", 1, 990), installation.clock.now(), raw)
        handle(installation.service, stored.id)
    finally:
        module.run_pipeline = real
    while render_due(installation.service):
        pass


def _hands(installation: Any, campaign: int) -> dict[str, list[int]]:
    with reading(installation.service.engine) as session:
        state = table_of_campaign(installation.service.work(session), campaign).match.state
        return {seat: list(hand) for seat, hand in state.hands.items()}


def _asked(installation: Any, campaign: int) -> tuple[str, ...]:
    with reading(installation.service.engine) as session:
        return tuple(table_of_campaign(installation.service.work(session), campaign).match.decisions()[0].seats)


def raw_database(engine: Engine, folder: Path) -> bytes:
    """Every byte that a backup would hold."""
    if engine.dialect.name == "sqlite":
        assert engine.url.database is not None
        files = b"".join(path.read_bytes() for path in sorted(folder.glob("migrated.db*")))
        return files + b"".join(_values(engine.url.database))
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_dump"), key=lambda path: int(path.parts[-3]))
    host, name = engine.url.query["host"], engine.url.database
    command = [str(programs[-1]), "-h", str(host), "-U", "adjudicator", str(name)]
    dump = subprocess.run(command, check=True, capture_output=True).stdout
    unescaped = re.sub(rb"\\\\x((?:[0-9a-f]{2})+)", lambda found: bytes.fromhex(found[1].decode()), dump)
    return dump + unescaped


def _values(database: str) -> Iterator[bytes]:
    """Every value by itself: in the file a long one is cut by the edges of pages, and found by chance only."""
    with closing(sqlite3.connect(database)) as opened:
        tables = [name for (name,) in opened.execute("select name from sqlite_master where type = 'table'")]
        for table in tables:
            for row in opened.execute(f'select * from "{table}"'):
                yield from (value if isinstance(value, bytes) else str(value).encode() for value in row)


def forms(secret: bytes) -> Iterator[bytes]:
    """How a secret may stand in a file: as it is, in UTF-16, in hexadecimal, in base64 at every offset."""
    yield secret
    yield secret.decode().encode("utf-16-le")
    yield secret.hex().encode()
    for offset in range(3):
        coded = base64.b64encode(b"\0" * offset + secret)
        yield coded[4 if offset else 0 : len(coded) // 4 * 4 - 4]


def unpacked(data: bytes) -> Iterator[bytes]:
    """Whatever looks compressed, opened."""
    for found in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", data):
        try:
            opened = zlib.decompressobj().decompress(data[found.start() : found.start() + 200_000])
        except zlib.error:
            continue
        if len(opened) > 20:
            yield opened


def secrets_of(installation: Any, campaign: int) -> dict[str, bytes]:
    """Strings that stand for every kind of secret."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
    hands = _hands(installation, campaign)
    return {
        "what players wrote": MARK.encode(),
        "a sealed answer": b'"op":"bid"',
        "an order line": f"\nbid {hands['red'][1]}".encode(),
        "a line as it was read": f'"original":"bid {hands["red"][1]}"'.encode(),
        "a hand": ('"red":[' + ",".join(map(str, hands["red"]))).encode(),
        "the seed": SEED,
        "a reply address": table.by_name["red"].token.encode(),
        "a mail of ours": b"Lights",
        "what was offered": b'"options":[',
        "a salt": b'"card":',
    }


def findings(data: bytes, secrets: dict[str, bytes]) -> dict[str, bytes]:
    whole = [data, *unpacked(data)]
    return {
        what: form
        for what, secret in secrets.items()
        for form in forms(secret)
        if any(form in part for part in whole)
    }  # fmt: skip


def empty_columns(engine: Engine) -> set[str]:
    """Columns for secrets in which nothing stands: what is not played cannot be searched."""
    sealing = [
        column
        for table in Row.metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, SealedBytes | SealedWord)
    ]
    with engine.connect() as connection:
        return {
            f"{column.table.name}.{column.name}"
            for column in sealing
            if not connection.execute(select(func.count()).where(column.is_not(None))).scalar_one()
        }


NOT_PLAYED = {
    "revision.document", "standing_order.line", "gathering.plan", "invitation.code", "delivery_trouble.diagnostic",
    "match.agreements", "agreement.content", "seat.bid", "mail_picture.data", "prompt.thought",
    "prompt.advice",
}  # fmt: skip
"""Columns that the campaign of this test does not fill."""


def test_a_backup_without_the_key_tells_no_secret(installation: Any, tmp_path: Path) -> None:
    campaign = play(installation)
    assert empty_columns(installation.service.engine) <= NOT_PLAYED
    secrets = secrets_of(installation, campaign)
    # The title of a campaign is public; as a word of a mail of ours it would stand next to its header.
    secrets["a mail of ours"] = b"Reply-To: "
    secrets.pop("what was offered")
    assert findings(raw_database(installation.service.engine, tmp_path), secrets) == {}


def test_the_same_search_finds_them_where_there_is_no_key(
    settings: Settings, tmp_path: Path, installation_of: Any
) -> None:
    """So that the test above is known to look in the right places."""
    installation = installation_of(settings.model_copy(update={"secret_key": None}))
    campaign = play(installation)
    found = findings(raw_database(installation.service.engine, tmp_path), secrets_of(installation, campaign))
    assert {"what players wrote", "a sealed answer", "an order line", "a hand", "the seed", "a reply address"} <= set(
        found
    )


def test_no_line_of_the_log_tells_a_secret_though_all_is_logged_and_errors_quote_them(installation: Any) -> None:
    lines = io.StringIO()
    with redirect_stderr(lines):
        configure(logging.DEBUG)
        try:
            campaign = play(installation)
            secrets = secrets_of(installation, campaign)
        finally:
            structlog.reset_defaults()
    told = lines.getvalue()
    assert "a mail could not be handled" in told
    assert "RuntimeError" in told
    said = [msgspec.json.decode(line, type=dict) for line in told.splitlines()]  # one JSON object a line
    come = {each["mail"]: each["campaign"] for each in said if each["event"] == "a mail has come"}
    settled = {each["mail"]: each for each in said if each["event"] == "a mail is settled"}
    assert settled.keys() <= come.keys()
    ended = {(each["status"], each["campaign"]) for each in settled.values()}
    assert {("handled", campaign), ("held", campaign), ("quarantined", campaign)} <= ended
    (stumbled,) = [each for each in said if each["event"] == "a mail could not be handled"]
    assert (come[stumbled["mail"]], stumbled["level"]) == (stumbled["campaign"], "error")
    assert findings(told.encode(), secrets) == {}


def test_a_short_answer_cannot_be_found_by_its_hash(installation: Any, tmp_path: Path) -> None:
    """What makes two copies of a mail the same, and the fingerprint of a position, are no plain hashes."""
    from adjudicator.mail.read import read_mail

    campaign = play(installation)
    data = raw_database(installation.service.engine, tmp_path)
    for card in range(1, 13):
        raw = installation.raw("red", f"bid {card}\n")
        hashed = read_mail(raw, own=installation.service.own).content_hash
        assert bytes.fromhex(hashed) not in data
        assert hashed.encode() not in data
    with reading(installation.service.engine) as session:
        head = table_of_campaign(installation.service.work(session), campaign).head
    assert head.hash.encode() not in data


def test_the_length_of_a_secret_answer_does_not_tell_which_it_is() -> None:
    codec = Codec(bytes(32))
    assert len({len(codec.seal(text.encode())) for text in ("bid 1", "bid 10", "bid 10 and three more words")}) == 1


def test_a_new_key_replaces_the_old_one_everywhere(installation: Any, settings: Settings, tmp_path: Path) -> None:
    campaign = play(installation)
    both = settings.model_copy(update={"secret_key": SecretStr(OTHER), "older_secret_keys": (SecretStr(KEY),)})
    service = open_service(both, installation.clock)
    codec = Codec(both.key, both.older_keys)
    assert sum(done.blobs for done in rotate(service.engine, codec)) > 50
    assert sum(done.blobs for done in rotate(service.engine, codec)) == 0
    service.engine.dispose()
    alone = open_service(settings.model_copy(update={"secret_key": SecretStr(OTHER)}), installation.clock)
    with writing(alone.engine) as session:
        lock_campaign(session, campaign)
        assert table_of_campaign(alone.work(session), campaign).match.decisions()
    alone.engine.dispose()


def test_a_key_that_comes_late_covers_what_was_there(settings: Settings, tmp_path: Path, installation_of: Any) -> None:
    installation = installation_of(settings.model_copy(update={"secret_key": None}))
    campaign = play(installation)
    secrets = {
        what: secret
        for what, secret in secrets_of(installation, campaign).items()
        if what in ("a sealed answer", "a hand")
    }
    installation.service.engine.dispose()
    service = open_service(settings, installation.clock)
    assert settings.key is not None
    assert sum(done.blobs for done in rotate(service.engine, Codec(settings.key))) > 50
    if service.engine.dialect.name == "sqlite":
        vacuum(service.engine)
    assert findings(raw_database(service.engine, tmp_path), secrets) == {}
    service.engine.dispose()


def test_a_lost_key_is_noticed_before_a_new_one_is_made(installation: Any) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "en"})
    assert locked_away(installation.service.engine)


def test_serve_makes_a_key_of_its_own(tmp_path: Path) -> None:
    settings = Settings(data_directory=tmp_path / "var")
    assert settings.key is None
    assert settings.make_key()
    assert not settings.make_key()
    assert settings.key is not None
    assert len(settings.key) == 32
    assert settings.key_file.stat().st_mode & 0o777 == 0o600
    assert Settings(data_directory=tmp_path / "var").key == settings.key
