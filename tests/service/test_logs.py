"""Logs: one JSON object a line, whoever writes at the same time."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import logging, sys, threading
import structlog
from adjudicator.service.logs import configure, take_over

sys.setswitchinterval(1e-6)
configure()
take_over()

def ours():
    for number in range(300):
        structlog.get_logger().info("ours", number=number)

def of_a_library():
    for number in range(300):
        logging.getLogger("library").info("theirs")

threads = [threading.Thread(target=write) for write in (ours, of_a_library) * 3]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_lines_of_several_threads_are_whole() -> None:
    told = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stderr
    events = [json.loads(line)["event"] for line in told.splitlines()]
    assert (events.count("ours"), events.count("theirs"), len(events)) == (900, 900, 1800)
