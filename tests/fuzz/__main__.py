"""`python -m tests.fuzz --seconds 3600`: mutated mails, guided by the lines they reach, from bytes to actions.

A mail that makes the service stumble, answer a stranger, tell a secret or move a match without proof is kept in the
folder of findings, and the run ends with an error.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
from itertools import islice
from pathlib import Path

import atheris

from tests.fuzz import crowded, growth
from tests.memory import memory

MOST_BYTES = 12_000
SECONDS_A_MAIL = 60
"""Of the clock on the wall: the machine may do much else. How time grows is measured apart, in processor time."""
MEGABYTES = 2048


def main() -> int:
    """Fuzz in a child: libFuzzer leaves without a word to Python, and its folder has to go.

    With `--time` what is looked for is time: every stage, every shape, and twice as much of it. With `--lines` it is
    work that grows faster than the lines of a mail.
    """
    if "--lines" in sys.argv:
        return crowded.main(sys.argv[1:])
    if "--time" in sys.argv:
        return growth.main(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="adj-fuzz-", dir=memory()) as folder:
        child = os.fork()
        if child == 0:
            fuzz(Path(folder))
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def fuzz(folder: Path) -> None:
    """Does not return."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=-1, help="end after so many mails")
    parser.add_argument("--every", type=int, default=1, help="begin with every so many of the seeds")
    parser.add_argument("--corpus", type=Path, help="a folder that keeps what is interesting from run to run")
    parser.add_argument("--findings", type=Path, default=Path("var/fuzz"))
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    with atheris.instrument_imports(include=["adjudicator"]):
        from tests.fuzz.installation import FuzzInstallation
        from tests.fuzz.seeds import DICTIONARY, seeds
    corpus = given.corpus or folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, raw in enumerate(islice(seeds(), 0, None, given.every)):
        if len(raw) <= MOST_BYTES:
            (corpus / f"seed-{number:03}").write_bytes(raw)
    words = folder / "words"
    words.write_text("".join(f"{_quoted(word)}\n" for word in DICTIONARY), encoding="ascii")
    given.findings.mkdir(parents=True, exist_ok=True)
    installation = FuzzInstallation(folder)

    def one(data: bytes) -> None:
        installation.put(data)

    atheris.Setup(
        [
            sys.argv[0], str(corpus), f"-max_total_time={given.seconds}", f"-seed={given.seed}",
            f"-runs={given.runs}", f"-max_len={MOST_BYTES}", f"-timeout={SECONDS_A_MAIL}",
            f"-rss_limit_mb={MEGABYTES}", f"-dict={words}", f"-artifact_prefix={given.findings}/",
            "-print_final_stats=1",
        ],
        one,
    )  # fmt: skip
    atheris.Fuzz()


def _quoted(word: str) -> str:
    """A word of the dictionary as libFuzzer reads it; `\\x..` in ours stands for itself."""
    raw = word.encode().decode("latin-1")
    return '"' + "".join(c if " " <= c <= "~" and c != '"' else f"\\x{ord(c):02x}" for c in raw) + '"'


if __name__ == "__main__":
    sys.exit(main())
