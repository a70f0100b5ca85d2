"""Ports for servers of tests: processes of tests that run side by side never get the same."""

import json
import subprocess
import sys
from pathlib import Path

from tests.own_servers import BLOCKS

ROOT = Path(__file__).parents[2]
LISTED = "import json; from tests.own_servers import free_ports; print(json.dumps(free_ports(20)), flush=True); input()"


def test_processes_side_by_side_get_different_ports() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", LISTED], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    given = [json.loads(each.stdout.readline()) for each in running if each.stdout]
    for each in running:
        each.communicate("\n")
    assert len({port for ports in given for port in ports}) == 60
    assert all(BLOCKS.start < port < BLOCKS.stop for ports in given for port in ports)
    assert all(len({port // BLOCKS.step for port in ports}) == 1 for ports in given)
