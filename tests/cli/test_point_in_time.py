"""PostgreSQL goes back to a moment, by the commands of the guide; what came behind it is taken once more."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psycopg
import pytest

from adjudicator.service.admin.backups import go_on_from_copy
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.metrics import Figures, figures
from tests.guides import section
from tests.own_servers import PATIENCE, Server, empty_database, postgresql_server
from tests.service.conftest import Installation

MOMENT = "2026-11-26 18:00:00+00"


def blocks() -> list[str]:
    return re.findall(r"```sh\n(.*?)```", section("Back to a moment"), re.DOTALL)


def carried_out(block: str, folder: Path, server: Server, said: Callable[[str], str] = lambda line: line) -> None:
    """The commands of a block, at this server instead of the system's; those of our program are left to the test."""
    environment = {**os.environ, "PGHOST": str(folder), "PGUSER": "adjudicator", "PGDATABASE": "postgres"}
    text = said(
        block.replace("/var/lib/postgresql/15/main", f"{folder}/data").replace("/var/lib/postgresql", f"{folder}")
    )
    for command in re.split(r"^(systemctl.*|adjudicator.*)$", text.replace("/15/", "/"), flags=re.MULTILINE):
        if command.startswith("systemctl"):
            if "start" not in command:
                server.stop()
            elif "restart" in command:
                server.stop()
                server.start()
            else:
                server.start()
        elif not command.startswith("adjudicator"):
            subprocess.run(["sh", "-ec", command], env=environment, cwd=folder, check=True, stdout=subprocess.PIPE)


def until_promoted(dsn: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with psycopg.connect(dsn) as connection:
            row: Sequence[bool] | None = connection.execute("SELECT pg_is_in_recovery()").fetchone()
        if row == (False,):
            return
        assert time.monotonic() < end


def held(installation: Installation) -> Figures:
    with reading(installation.service.engine) as session:
        return figures(session, installation.clock.time)


@pytest.mark.long
def test_the_database_goes_back_to_a_moment_by_the_commands_of_the_guide(tmp_path: Path) -> None:
    prepare, back = blocks()
    with postgresql_server(durable=True) as (dsn, server):
        folder = Path(str(psycopg.conninfo.conninfo_to_dict(dsn)["host"]))
        with empty_database(dsn) as address:
            mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
            installation = Installation(Settings(database=address, data_directory=tmp_path, mail=mail))
            installation.create("sealed-bids", {"red": "en", "blue": "ru"})
            installation.service.engine.dispose()
            carried_out(prepare, folder, server)
            installation.write("red", "1a")
            before = held(installation)
            with psycopg.connect(dsn) as connection:
                (moment,) = connection.execute("SELECT now()::text").fetchone() or ("",)
            answer = installation.raw("blue", "2a")
            installation.put(answer)
            assert held(installation) != before
            installation.service.engine.dispose()

            assert MOMENT in back
            carried_out(back, folder, server, lambda text: text.replace(MOMENT, moment))
            until_promoted(dsn)
            assert held(installation) == before
            assert [each.campaign for each in go_on_from_copy(installation.service, "root")] == ["sealed-bids"]
            installation.uid += 10
            assert installation.put(answer).status == "handled", "it lies in the mailbox, and is not known here"
            installation.service.engine.dispose()
