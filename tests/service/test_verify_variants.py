"""Archives of campaigns that did not go straight: begun from a table's position, corrected, with seats that changed
hands, written in another language, with dice of the table. Each proves itself, and gives any single byte away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.registry import game_named
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.commands import DrawsBy, Eject, Replace
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.corrections.proposals import Kind
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.proof.archive import CAMPAIGN, ENTRIES, FINGERPRINTS, LOG, NOW, RECEIPTS, REVISIONS, Archive
from adjudicator.service.proof.verify import verify
from adjudicator.store.engine import reading
from tests.cli.harbour import simple
from tests.service.test_verify import Finished, differences, exported, installation_in, other_bid, play

TABLE = Path(__file__).parents[2] / "docs/examples/table.json"
FORMER = Path(__file__).parents[1] / "games/imperial_struggle/documents/format_1"
TWO = ("red", "blue")
STELLA = Newcomer(name="Stella", email="stella@elsewhere.test")


def from_a_table(folder: Path, table: Path = TABLE, rounds: int = 12) -> Finished:
    """Imperial Struggle from the neutral document of the guide, its hidden parts dealt, some rounds by mail."""
    installation = installation_in(folder)
    people = tuple(
        Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=code)
        for seat, code in (("france", "en"), ("britain", "ru"))
    )
    document = json.loads(table.read_text())
    campaign = create(
        installation.service,
        NewCampaign(
            name="lights", title="Lights", game="imperial-struggle", players=people, document=document, deal=True,
            seed=b"table",
        ),
    )  # fmt: skip
    installation.deliver()
    book = phrasebook("imperial-struggle")
    for _ in range(rounds):
        with reading(installation.service.engine) as session:
            match = table_of_campaign(installation.service.work(session), campaign).match
        seat = match.decisions()[0].waiting[0]
        installation.put(installation.raw(seat, book.say(simple(match, seat), "ru" if seat == "britain" else "en")))
    return exported(installation, campaign)


def from_a_former_table(folder: Path) -> Finished:
    return from_a_table(folder, FORMER / "table.json")


def corrected(folder: Path) -> Finished:
    wishes = (
        (7, lambda table: {"kind": Kind.REPLACE, "n": 2, "seat": "red", "orders": other_bid(table)}),
        (9, lambda table: {"kind": Kind.ROLLBACK, "n": 4}),
        (8, lambda table: {"kind": Kind.UNDO, "n": 0}),
    )
    return play(folder, "sealed-bids", TWO, {"red": "x"}, wishes=wishes)


def with_other_people(folder: Path) -> Finished:
    """Blue goes to Stella, is taken from her, and given back."""
    deeds = ((3, Replace(seat="blue", to=STELLA)), (6, Eject(seat="blue")), (6, Replace(seat="blue", to=STELLA)))
    return play(folder, "sealed-bids", TWO, {}, deeds=deeds)


def in_russian(folder: Path) -> Finished:
    return play(folder, "sealed-bids", TWO, {"red": "снег", "blue": "ёлка"}, language="ru")


def with_dice_of_the_table(folder: Path) -> Finished:
    """From the third entry on the dice are entered; the adjudicator takes over at the end."""
    deeds = ((3, DrawsBy(which="open")), (9, DrawsBy(which="none")))
    return play(folder, "sealed-bids", TWO, {}, deeds=deeds)


WAYS = (from_a_table, from_a_former_table, corrected, with_other_people, in_russian, with_dice_of_the_table)


@pytest.fixture(scope="module", params=WAYS, ids=lambda way: way.__name__)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    way: Callable[[Path], Finished] = request.param
    return way(tmp_path_factory.mktemp(way.__name__))


def test_it_is_as_it_should_be(made: Finished) -> None:
    verdict = verify(Archive(made.members))
    assert [str(difference) for difference in verdict.differences] == []
    assert verdict.entries == len(made.lines(ENTRIES)) > 8
    assert verdict.positions == len(made.lines(FINGERPRINTS))
    assert verdict.receipts == len(made.lines(RECEIPTS)) > 4


def test_an_archive_may_have_its_position_in_a_former_format(tmp_path: Path) -> None:
    kept = FORMER / "turn_4_last_round.json"
    made = from_a_table(tmp_path, kept, rounds=0)
    former = json.loads(kept.read_text())
    assert verify(made.resealed({**made.members, NOW: json.dumps(former).encode()})).differences == ()
    for wrong in (former | {"vp": 14}, former | {"vp": 99}, former | {"format": "another"}):
        (told,) = verify(made.resealed({**made.members, NOW: json.dumps(wrong).encode()})).differences
        assert told.where == NOW


def test_any_byte_that_was_changed_is_told_where_it_stands(made: Finished) -> None:
    """In the log the entry is named, in the receipts the receipt or its line, in the head what it says."""
    rng = Random(1)
    for name in (LOG, ENTRIES, FINGERPRINTS, RECEIPTS, REVISIONS, CAMPAIGN) * 12:
        content = made.members[name]
        place, bit = rng.randrange(len(content)), 1 << rng.randrange(8)
        changed = content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]
        told = [str(difference) for difference in differences(Archive({**made.members, name: changed}))]
        line = content[:place].count(b"\n")
        assert any(_names(name, line, made, each) for each in told), (name, place, told)


def _names(name: str, line: int, made: Finished, told: str) -> bool:
    """Whether a difference says where the byte stands; a line end belongs to the line behind it as well."""
    if name == CAMPAIGN:
        return name in told
    if re.search(rf"{re.escape(name)} line {line + 1}\b", told):
        return True
    if name in (REVISIONS, RECEIPTS):
        return False
    row = made.lines(name)[line]
    of = f" of revision {row['revision']}" if row.get("revision") else ""
    return any(told.startswith(f"entry {n}{of}:") for n in (row["n"], row["n"] + 1))


def test_another_seed_is_told_with_the_first_draw_that_does_not_follow(made: Finished) -> None:
    """Whoever could seal the archive anew cannot make another seed fit."""
    head = msgspec.json.decode(made.members[CAMPAIGN])
    rng = Random(2)
    for _ in range(4):
        place = rng.randrange(len(head["seed"]))
        digit = "0123456789abcdef"[(int(head["seed"][place], 16) + 1 + rng.randrange(15)) % 16]
        seed = head["seed"][:place] + digit + head["seed"][place + 1 :]
        forged = made.resealed({**made.members, CAMPAIGN: msgspec.json.encode({**head, "seed": seed})})
        told = differences(forged)
        assert any(each.where == "seed" for each in told)
        first = min(
            (line["n"] for line in made.lines(ENTRIES) if any("source" not in draw for draw in _draws(line))),
        )
        assert first in {each.entry for each in told} or any("it cannot begin" in str(each) for each in told)


def _draws(line: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = line["entry"].get("chance", [])
    return found


def test_another_order_is_told_at_its_entry(made: Finished) -> None:
    """Each order in turn is given to the other seat, by somebody who can seal the archive anew."""
    seats = tuple(msgspec.json.decode(made.members[CAMPAIGN])["header"]["seats"])
    rows = made.lines(ENTRIES)
    key = game_named(msgspec.json.decode(made.members[CAMPAIGN])["header"]["game"]).seat_key
    orders = [place for place, line in enumerate(rows) if line["entry"][key] in seats]
    for place in Random(3).sample(orders, 5):
        line = json.loads(json.dumps(rows[place]))
        line["entry"][key] = seats[1 - seats.index(line["entry"][key])]
        told = differences(made.resealed(made.with_line(ENTRIES, place, line)))
        assert (line["revision"], line["n"]) in {(each.revision, each.entry) for each in told}


def test_other_rules_verify_what_needs_no_rules_and_say_which_are_needed(made: Finished) -> None:
    """As if a later version of the game were installed here, by which the match comes out the same."""
    head = msgspec.json.decode(made.members[CAMPAIGN])
    header = {**head["header"], "version": "0", "content": "0" * 16}
    other = {**head, "header": header}
    verdict = verify(made.resealed({**made.members, CAMPAIGN: msgspec.json.encode(other)}))
    assert verdict.differences == ()
    assert verdict.remarks[0].startswith(f"it was played by version 0 (000000000000) of {header['game']}, part of")
    assert "all comes out the same" in verdict.remarks[0]
    gone = {**head, "header": {**header, "game": "forgotten-game"}}
    (told,) = verify(made.resealed({**made.members, CAMPAIGN: msgspec.json.encode(gone)})).differences
    assert told.where == "rules"
    assert "of forgotten-game" in told.text
    assert "not installed here" in told.text
    assert "Seals, seed, nonces and receipts are checked all the same" in told.text


def test_with_other_rules_a_forged_receipt_or_seed_is_still_told(made: Finished) -> None:
    head = msgspec.json.decode(made.members[CAMPAIGN])
    gone = {**head, "header": {**head["header"], "game": "forgotten-game"}, "seed": "00" + head["seed"]}
    row = made.lines(RECEIPTS)[0]
    forged = made.with_line(RECEIPTS, 0, {**row, "leaves": row["leaves"][1:]})
    told = differences(made.resealed({**forged, CAMPAIGN: msgspec.json.encode(gone)}))
    wheres = {each.where for each in told}
    assert {"seed", "rules"} <= wheres
    assert any(where.startswith("receipt 1 of") for where in wheres)


def test_by_other_rules_play_is_followed_as_far_as_it_goes(made: Finished) -> None:
    """An entry that the installed rules do not lead to: what came before it is said to have come out the same."""
    head = msgspec.json.decode(made.members[CAMPAIGN])
    other = {**head, "header": {**head["header"], "version": "0"}}
    marks = made.lines(FINGERPRINTS)
    last = len(marks) - 1
    forged = made.with_line(FINGERPRINTS, last, {**marks[last], "sha256": "0" * 64})
    told = differences(made.resealed({**forged, CAMPAIGN: msgspec.json.encode(other)}))
    (rules,) = [each for each in told if each.where == "rules"]
    assert f"entry {marks[last]['n']}" in rules.text
    assert re.search(r"[1-9]\d* positions and \d+ draws came out the same", rules.text)
