"""A story of docs/how_to/moderators/prove_fairness.md, word for word: two players claim that the adjudicator cheats."""

import re
import shlex
import zipfile
from pathlib import Path
from random import Random
from typing import Any

from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.play.offers import phrasebook
from adjudicator.store import kept_mails
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail
from tests.guides import section


def blocks() -> list[list[str]]:
    """The commands of the story: during the match, about an order, at the end, by the players."""
    story = section("Two players claim that the adjudicator cheats")
    found = re.findall(r"```sh\n(.*?)```", story, re.DOTALL)
    assert len(found) == 4
    return [block.strip().splitlines() for block in found]


def typed(line: str, **instead: str) -> list[str]:
    """The words of a command line, with what differs in every campaign."""
    line = line.replace("harbour-lights", "lights").replace("--as france", "--as red")
    for word, other in instead.items():
        line = re.sub(rf"{word}\S*", other, line)
    program, *words = shlex.split(line)
    assert program == "adjudicator"
    return words


def mails_to(played: Any, seat: str) -> list[bytes]:
    with reading(played.service.engine) as session:
        table = table_of_campaign(played.service.work(session), played.id)
        wanted = select(OutboundMail).where(col(OutboundMail.seat_id) == table.by_name[seat].id)
        return [kept_mails.whole(session, row) or b"" for row in session.scalars(wanted.order_by(col(OutboundMail.id)))]


def test_two_players_claim_that_the_adjudicator_cheats(desk: Any, played: Any, tmp_path: Path) -> None:
    during, order, end, theirs = blocks()
    for line in during:
        desk(*typed(line))
    shown = desk(*typed(order[0])).out
    assert f"bid {played.hands['red'][0]}" in shown
    assert "not over" in desk(*typed(end[0]), code=1).err
    rng, book = Random(3), phrasebook("sealed-bids")
    while True:
        with reading(played.service.engine) as session:
            match = table_of_campaign(played.service.work(session), played.id).match
        if match.result is not None:
            break
        seat = match.decisions()[0].waiting[0]
        played.write(seat, book.say(match.sample(seat, rng), "en"))
    desk(*typed(end[0]))
    with zipfile.ZipFile(tmp_path / "proof.zip") as archive:
        whole = b"".join(archive.read(name) for name in archive.namelist())
    assert b"anna@players.test" not in whole
    first, *others = mails_to(played, "red")
    commitment = re.search(rb"[0-9a-f]{64}", first.replace(b"=\r\n", b""))
    assert commitment is not None
    answer = next(raw for raw in others if b"Adjudicator-Receipt" in raw)
    (tmp_path / "answer.eml").write_bytes(answer)
    for line in theirs:
        done = desk(*typed(line, **{"7c1e0f5a": commitment[0].decode()}))
        assert "all is as it should be" in done.out
    assert f"bid {played.hands['red'][0]}" in done.out
