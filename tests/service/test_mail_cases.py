"""Mails made after public bug reports of other programs: each becomes what its index says, in a real campaign.

France is asked to take a tile, and orders or writes something beside.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import yaml

from adjudicator.settings import Settings
from tests.service.conftest import Installation, at_the_tiles, text_of

FOLDER = Path(__file__).parents[1] / "samples" / "mail_cases"
SAMPLES: list[dict[str, Any]] = yaml.safe_load((FOLDER / "index.yaml").read_text(encoding="utf-8"))["samples"]


def filled(sample: str, question: EmailMessage) -> bytes:
    """The mail of a sample, as an answer to a question."""
    text = text_of(question)
    address = str(question["Reply-To"]).rpartition("<")[2].rstrip(">")
    facts = {
        "TOKEN": address.partition("+")[2].partition("@")[0],
        "ID": str(question["Message-ID"]),
        "SUBJ": str(question["Subject"]),
        "TEXT": text,
        "HTMLTEXT": html.escape(text).replace("\n", "<br>\n"),
        "QUOTED": "".join(f"> {line}\n" for line in text.splitlines()),
    }
    return re.sub(r"@@(\w+)@@", lambda found: facts[found[1]], sample).replace("\n", "\r\n").encode()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: str(sample["file"]))
def test_a_mail_becomes_what_its_index_says(
    installation: Installation, judging: Settings, sample: dict[str, Any]
) -> None:
    made = at_the_tiles(installation, "en")
    installation.write("britain", "E4D2 end")
    installation.service = replace(installation.service, settings=judging)
    before = installation.table(made).match.public_n
    question = installation.newest("france")
    files = [sample["file"], *sample.get("then", ())]
    rows = [installation.put(filled((FOLDER / file).read_text(encoding="utf-8"), question)) for file in files]
    answers = "\n".join(
        f"{mail['Subject']}\n{text_of(mail)}" for to, mail in installation.deliver() if to == "france@players.test"
    )
    moved = installation.table(made).match.public_n - before
    right = [each for each in sample["right"] if each["moved"] == moved and re.search(each["says"], answers)]
    assert right, f"{moved} entries, {[(row.status, row.reason) for row in rows]}\n{answers}"
    if "never" in sample:
        assert not re.search(sample["never"], answers)
