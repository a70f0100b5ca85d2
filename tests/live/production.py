"""The processes of an installation, started by the command line as an operator does."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from adjudicator.settings import Settings

END_SECONDS = 240.0


def environment(settings: Settings) -> dict[str, str]:
    """The settings as environment variables."""
    return {**os.environ, **dict(_flat("ADJ", settings.model_dump(exclude_defaults=True)))}


def _flat(path: str, values: dict[str, Any], between: str = "_") -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        full = f"{path}{between}{name.upper()}"
        if isinstance(value, dict):
            yield from _flat(full, value, "__")
        elif isinstance(value, SecretStr):
            yield full, value.get_secret_value()
        elif isinstance(value, Enum):
            yield full, str(value.value)
        else:
            yield full, str(value).lower() if isinstance(value, bool) else str(value)


def start(settings: Settings, *command: str) -> subprocess.Popen[bytes]:
    """Start `adjudicator COMMAND`; its words go to a log in the installation's folder."""
    folder: Path = settings.data_directory
    with (folder / f"{command[0]}.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "cli.main", *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            env={**environment(settings), "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            start_new_session=True,
        )


@contextlib.contextmanager
def running(settings: Settings, *commands: tuple[str, ...]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """The processes of an installation, each its command; told to stop in the end, and they must obey."""
    started = [start(settings, *command) for command in commands]
    try:
        yield started
        for process, command in zip(started, commands, strict=True):
            log = (settings.data_directory / f"{command[0]}.log").read_text(errors="replace")
            assert process.poll() is None, f"{command} ended by itself: {log[-2000:]}"
    finally:
        for process in started:
            process.send_signal(signal.SIGTERM)
        for process in started:
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
