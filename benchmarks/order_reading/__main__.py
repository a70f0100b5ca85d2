"""Measure how well orders in people's own words are read: shares of the five verdicts by language and class.

python -m benchmarks.order_reading                      the seen sheet
python -m benchmarks.order_reading --unseen             the one that nobody looks at; each sheet has its option
python -m benchmarks.order_reading --show "done wrongly"   each such mail with what was wanted, done and answered
"""

from __future__ import annotations

import argparse
import logging
import os
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, groupby
from pathlib import Path

from adjudicator.service.logs import configure
from benchmarks.order_reading.judge import Judge, Judgement, Verdict
from benchmarks.order_reading.sheets import SHEETS, Kind, Wording, wordings
from tests.service.stage import Stage

MEMORY = Path("/dev/shm")
"""A folder in memory: the database is copied some times a mail."""
WANTED = "wanted: 70 % / 20 % / 10 % / 0 / 0; none may ever be done wrongly"


def judged(chosen: Sequence[Wording], jobs: int = 1) -> list[Judgement]:
    """Judge all wordings through the service.

    Raises:
        ValueError: The order lines of a wish do not do it.
    """
    by_scene = [list(group) for _, group in groupby(chosen, key=lambda each: each.scene.name)]
    parts = [list(chain.from_iterable(by_scene[first::jobs])) for first in range(jobs)]
    if jobs == 1:
        return _judged(parts[0])
    with ProcessPoolExecutor(jobs) as pool:
        found = chain.from_iterable(pool.map(_judged, parts))
    return sorted(found, key=lambda each: each.wording.number)


def _judged(chosen: Sequence[Wording]) -> list[Judgement]:
    configure(logging.ERROR)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.exists() else None) as folder:
        stage = Stage(Path(folder))
        try:
            judge = Judge(stage)
            judge.verify(chosen)
            return [judge.judge(wording) for wording in chosen]
        finally:
            stage.close()


def table(found: Sequence[Judgement]) -> str:
    """Return the shares, in per cent of each row."""
    rows = [("all", found)]
    rows += [(name, [each for each in found if each.wording.scene.language == name]) for name in ("en", "ru")]
    rows += [("orders", [each for each in found if each.wanted]), ("no order", [x for x in found if not x.wanted])]
    rows += [(str(kind), [each for each in found if each.wording.kind == kind]) for kind in Kind]
    head = "".join(f"{verdict:>22}" for verdict in Verdict)
    lines = [f"{'':<13}{'mails':>5}{head}"]
    for name, some in rows:
        if some:
            counts = Counter(each.verdict for each in some)
            shares = "".join(f"{_share(counts[verdict], len(some)):>22}" for verdict in Verdict)
            lines.append(f"{name:<13}{len(some):>5}{shares}")
    return "\n".join(lines)


def shown(judgement: Judgement) -> str:
    """Return one case in full."""
    wording = judgement.wording
    parts = [
        f"=== {wording.scene.name}, {wording.kind}: {judgement.verdict}",
        *(f"--- mail\n{mail.strip()}" for mail in wording.mails),
        f"--- wanted   {'; '.join(judgement.wanted) or 'nothing'}",
        f"--- done     {'; '.join(judgement.done) or 'nothing'}",
        f"--- then yes {'; '.join(judgement.after_yes) or 'nothing'}",
        "--- answer",
        "\n".join(judgement.answer.split("\n")[:30]),
    ]
    return "\n".join(parts) + "\n"


def _share(count: int, whole: int) -> str:
    return f"{count} = {100 * count / whole:.0f} %" if count else "-"


def main(arguments: argparse.Namespace) -> None:
    for sheet in SHEETS if arguments.all else (arguments.sheet,):
        chosen = [each for each in wordings(sheet) if arguments.position in ("", each.scene.name)]
        started = time.perf_counter()
        found = judged(chosen, arguments.jobs)
        for each in found:
            if arguments.show and arguments.show in (each.verdict, each.wording.kind, "everything"):
                print(shown(each))
        print(f"{sheet}: {len(found)} wordings, {time.perf_counter() - started:.0f} s\n\n{table(found)}\n")
    print(WANTED)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sheet = parser.add_mutually_exclusive_group()
    for name, said in SHEETS.items():
        sheet.add_argument(f"--{name}", dest="sheet", action="store_const", const=name, help=said)
    parser.set_defaults(sheet=next(iter(SHEETS)))
    sheet.add_argument("--all", action="store_true", help="all, one after the other")
    parser.add_argument("--show", metavar="CLASS", default="", help="a verdict, a class of wordings, or everything")
    parser.add_argument("--position", default="", help="only this one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="so many processes")
    main(parser.parse_args())
