"""Hearts beat, hear when another stops, and are deaf while they do not beat themselves."""

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine

from adjudicator.settings import Settings
from adjudicator.store import heartbeats
from adjudicator.store.codec import Codec
from adjudicator.store.engine import open_engine, reading
from adjudicator.store.tables import Process, ProcessKind
from worker import heartbeat as hearts
from worker.heartbeat import LATE_SECONDS, SILENT_SECONDS, HeartbeatThread, Watch, beating

PATIENCE = 240.0
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def process(id: int, beats: int, *, lost: bool = False) -> Process:
    return Process(
        id=id, kind=ProcessKind.WORKER, host="a", pid=1, started_at=NOON, beaten_at=NOON, beats=beats, lost=lost
    )


def silent(watch: Watch, now: float, *found: Process) -> list[int]:
    return [each.id for each in watch.silent(found, now)]


def test_who_does_not_beat_while_we_do_is_silent() -> None:
    watch = Watch()
    assert silent(watch, 0, process(1, 5), process(2, 5)) == []
    assert silent(watch, 2, process(1, 5), process(2, 6)) == []
    assert silent(watch, 4, process(1, 5), process(2, 7)) == []
    assert silent(watch, SILENT_SECONDS, process(1, 5), process(2, 8)) == [1]


def test_who_beats_again_counts_anew_and_who_is_lost_is_not_lost_again() -> None:
    watch = Watch()
    for now in (0, 2, 4):
        silent(watch, now, process(1, 5))
    assert silent(watch, 6, process(1, 6)) == []
    assert [silent(watch, now, process(1, 6)) for now in (8, 10)] == [[], []]
    assert silent(watch, 12, process(1, 6, lost=True)) == []


def test_silence_while_we_did_not_beat_ourselves_tells_nothing() -> None:
    """The database was away, or this machine slept: so it was for the others."""
    watch = Watch()
    silent(watch, 0, process(1, 5))
    silent(watch, 3, process(1, 5))
    assert silent(watch, 3 + LATE_SECONDS + 1, process(1, 5)) == []
    assert silent(watch, 3 + LATE_SECONDS + SILENT_SECONDS, process(1, 5)) == []


@pytest.fixture
def settings(migrated_url: str, tmp_path: Path) -> Settings:
    return Settings(database=migrated_url, data_directory=tmp_path)


@pytest.fixture
def engine(settings: Settings) -> Engine:
    return open_engine(settings.database, Codec(None))


def listed(engine: Engine) -> list[Process]:
    with reading(engine) as session:
        return list(heartbeats.processes(session))


def test_a_process_is_known_as_long_as_its_heart_beats(settings: Settings, engine: Engine) -> None:
    with beating(settings, ProcessKind.BEAT, lambda: None) as heart:
        (known,) = listed(engine)
        assert (known.id, known.kind, known.beats >= 1, known.lost) == (heart.id, ProcessKind.BEAT, True, False)
    assert listed(engine) == []
    engine.dispose()


def test_the_one_that_stops_beating_is_found_and_its_finder_is_told_once(
    settings: Settings, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearts, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(hearts, "SILENT_SECONDS", 0.5)
    told: list[str] = []
    found = threading.Event()

    def tell() -> None:
        told.append("found")
        found.set()

    dying = HeartbeatThread(settings, ProcessKind.WORKER, lambda: None)
    dying.assure()  # one beat, and never another
    with beating(settings, ProcessKind.POLLER, tell):
        assert found.wait(PATIENCE)
        lost = {each.kind: each.lost for each in listed(engine)}
        assert lost == {ProcessKind.WORKER: True, ProcessKind.POLLER: False}
        dying.assure()
    assert told == ["found"]
    dying.stop()
    engine.dispose()


def test_before_what_must_not_be_done_twice_the_others_know_that_we_live(
    settings: Settings, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearts, "LATE_SECONDS", PATIENCE)
    heart = HeartbeatThread(settings, ProcessKind.SENDER, lambda: None)
    heart.assure()
    with reading(engine) as session:
        beats = heartbeats.processes(session)[0].beats
    heart.assure()  # just done
    assert [each.beats for each in listed(engine)] == [beats]
    heart.stop()
    engine.dispose()


def test_a_heart_outlives_a_database_that_is_not_there(tmp_path: Path) -> None:
    away = Settings(database=f"postgresql+psycopg://nobody@/x?host={tmp_path}", data_directory=tmp_path)
    with beating(away, ProcessKind.WORKER, lambda: None) as heart:
        assert heart.id
