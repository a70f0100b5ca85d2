"""A disk that is nearly full is wrong for doctor and for whoever asks after the health, also that of the database."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from adjudicator.service.service import open_service
from adjudicator.settings import Settings
from tests.small_disk import small_disk
from worker.monitor import troubles


@pytest.mark.slow
@pytest.mark.parametrize("part", ["database", "data"])
def test_doctor_and_health_tell_that_a_disk_is_nearly_full(
    desk: Any, environment: dict[str, str], tmp_path: Path, part: str
) -> None:
    with small_disk(tmp_path / "small", 700) as disk:
        folders = {each: tmp_path / each for each in ("database", "data")} | {part: disk.folder}
        database = f"sqlite:///{folders['database']}/store.db"
        environment |= {"ADJ_DATABASE": database, "ADJ_DATA_DIRECTORY": str(folders["data"])}
        desk("db", "upgrade")
        service = open_service(Settings(database=database, data_directory=folders["data"]))

        def found() -> list[str]:
            told = desk("doctor", "--json", code=1).json
            return [each["state"] for each in told if each["subject"] == "data_directory"]

        assert found() == ["good"]
        assert "the disk is nearly full" not in troubles(service)
        with (disk.folder / "something else").open("wb") as other:
            os.posix_fallocate(other.fileno(), 0, 250_000_000)
        assert found() == ["wrong"]
        assert "the disk is nearly full" in troubles(service)
        service.engine.dispose()
