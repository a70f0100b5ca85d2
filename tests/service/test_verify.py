"""An archive proves itself: whatever single thing was changed in it is noticed, and the entry is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.archives import archive
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.history import Viewpoint
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Draw
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.proof.archive import (
    CAMPAIGN,
    ENTRIES,
    FINGERPRINTS,
    LOG,
    MANIFEST,
    RECEIPTS,
    Archive,
    BadArchive,
    signed_manifest,
)
from adjudicator.service.proof.history import Difference
from adjudicator.service.proof.verify import verify
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store import receipts
from adjudicator.store.engine import lock_campaign, reading, writing

NONCES = {"red": "barks at noon", "blue": "снег"}


@dataclass(frozen=True)
class Finished:
    """The archive of a campaign that was played to its end, and the key that sealed it."""

    members: dict[str, bytes]
    private: bytes

    def resealed(self, members: dict[str, bytes]) -> Archive:
        """As a cheating moderator would do it, who has the installation's key."""
        bare = {name: content for name, content in members.items() if name != MANIFEST}
        return Archive({**bare, MANIFEST: signed_manifest(bare, self.private)})

    def lines(self, name: str) -> list[dict[str, Any]]:
        return [msgspec.json.decode(line) for line in self.members[name].splitlines()]

    def with_line(self, name: str, place: int, line: dict[str, Any]) -> dict[str, bytes]:
        rows = self.members[name].splitlines(keepends=True)
        rows[place] = msgspec.json.encode(line) + b"\n"
        return {**self.members, name: b"".join(rows)}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    return play(tmp_path_factory.mktemp("finished"), "sealed-bids", ("red", "blue"), NONCES)


def installation_in(folder: Path) -> Any:
    """An installation for the tests of a whole module."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("house_for_verify", Path(__file__).with_name("conftest.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    settings = Settings(
        database=f"sqlite:///{folder}/house.db",
        data_directory=folder,
        mail=Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test")),
    )
    return module.Installation(settings)


def play(
    folder: Path,
    game: str,
    seats: tuple[str, ...],
    nonces: dict[str, str],
    *,
    withdraw: bool = False,
    wishes: Any = (),
    language: str = "en",
    deeds: Any = (),
) -> Finished:
    """A campaign by mail to its end.

    `wishes`: corrections, each with the log number at which it is made; `deeds` of a moderator likewise.
    """
    installation = installation_in(folder)
    players = tuple(
        Player(
            seat=seat, name=seat.title(), email=f"{seat}@players.test", nonce=nonces.get(seat, ""), language=language
        )
        for seat in seats
    )
    campaign = create(
        installation.service, NewCampaign(name="lights", title="Lights", game=game, players=players, seed=b"s")
    )
    installation.deliver()
    rng, book = Random(4), phrasebook(game)

    def table() -> Any:
        with reading(installation.service.engine) as session:
            return table_of_campaign(installation.service.work(session), campaign)

    todo, due = list(wishes), list(deeds)
    while (match := table().match).result is None:
        if todo and match.position.n >= todo[0][0] and not match.sealed:
            correct(installation, campaign, **todo.pop(0)[1](table()))
            continue
        if due and match.position.n >= due[0][0]:
            moderate(installation, campaign, due.pop(0)[1])
            continue
        if match.awaited is not None:
            moderate(installation, campaign, Draw(results=("5,2",)))
            continue
        seat = rng.choice(match.decisions()[0].waiting)
        holder = table().by_name[seat]
        to = installation.service.reply_address(holder.token)
        line = book.say(match.sample(seat, rng), language)
        installation.write(seat, line, sender=holder.holders[0].emails[0], to=to)
        if withdraw and rng.random() < 0.3 and seat in table().match.sealed:
            installation.write(seat, "withdraw")
    assert not todo
    assert not due
    return exported(installation, campaign)


def exported(installation: Any, campaign: int) -> Finished:
    """Its archive as it is now; the installation is closed."""
    with reading(installation.service.engine) as session:
        made = archive(
            CampaignView(table_of_campaign(installation.service.work(session), campaign), Viewpoint(everything=True))
        )
        private = receipts.signing_key_of(session)
    installation.service.engine.dispose()
    return Finished(Archive.read(made).members, private)


def correct(installation: Any, campaign: int, **wish: Any) -> None:
    """A moderator corrects something; everybody gets his report."""
    with writing(installation.service.engine) as session:
        now = installation.clock.now()
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session, now), campaign)
        proposal = propose(table, Wish(reason="a mistake", **wish))
        carry_out(table, proposal, by="Mila")
    installation.deliver()


def moderate(installation: Any, campaign: int, deed: Any) -> None:
    """A moderator does something at the desk."""
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        perform(table, deed, Author("Mila"))
    installation.deliver()


def differences(changed: Archive) -> tuple[Difference, ...]:
    try:
        return verify(changed).differences
    except BadArchive as bad:
        return (Difference("archive", str(bad)),)


def test_an_archive_that_nobody_touched_is_as_it_should_be(finished: Finished) -> None:
    verdict = verify(Archive(finished.members))
    assert verdict.differences == ()
    assert verdict.entries == len(finished.lines(ENTRIES)) > 10
    assert verdict.positions == len(finished.lines(FINGERPRINTS))
    assert verdict.receipts == len(finished.lines(RECEIPTS)) > 8
    assert verdict.draws >= 2
    assert verify(finished.resealed(finished.members)).differences == ()


@pytest.mark.parametrize("name", [CAMPAIGN, LOG, ENTRIES, FINGERPRINTS, RECEIPTS, "revisions.jsonl", MANIFEST])
def test_no_flipped_byte_stays_unnoticed(finished: Finished, name: str) -> None:
    content, rng = finished.members[name], Random(name)
    for _ in range(60):
        place, bit = rng.randrange(len(content)), 1 << rng.randrange(8)
        changed = content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]
        told = differences(Archive({**finished.members, name: changed}))
        assert told, f"byte {place} of {name}"
        if name in (ENTRIES, FINGERPRINTS, LOG):
            line = content[:place].count(b"\n")
            n = finished.lines(name)[line]["n"]
            near = {n, n + 1} if content[place : place + 1] == b"\n" else {n}
            named = {each.entry for each in told} | {int(w) for each in told for w in words(each) if w.isdigit()}
            line_named = name == FINGERPRINTS and any(f"{name} line {line + 1}" in str(each) for each in told)
            assert named & near or line_named, (name, place, [str(each) for each in told])


def words(difference: Difference) -> list[str]:
    return str(difference).replace(":", " ").replace(",", " ").split()


def test_every_member_that_is_left_out_is_missed(finished: Finished) -> None:
    for name in finished.members:
        rest = {other: content for other, content in finished.members.items() if other != name}
        told = [str(difference) for difference in differences(Archive(rest))]
        assert any(name in each for each in told), (name, told)


Change = Callable[[dict[str, Any]], None]


def _other_die(line: dict[str, Any]) -> None:
    draw = line["entry"]["chance"][0]
    key = [name for name in draw if name not in ("source", "no")][-1]
    draw[key] = [7 - draw[key][0], *draw[key][1:]] if key == "dice" else draw[key][::-1]


def _other_card(line: dict[str, Any]) -> None:
    line["entry"]["card"] += 1


def _other_seat(line: dict[str, Any]) -> None:
    line["entry"]["by"] = "blue" if line["entry"]["by"] == "red" else "red"


@pytest.mark.parametrize(
    ("change", "fits"),
    [
        (_other_die, lambda entry: bool(entry.get("chance"))),
        (_other_card, lambda entry: "card" in entry),
        (_other_seat, lambda entry: entry["by"] in ("red", "blue")),
    ],
)
def test_whoever_has_the_key_and_changes_an_entry_is_caught_at_it(
    finished: Finished, change: Change, fits: Any
) -> None:
    checked = 0
    for place, line in enumerate(finished.lines(ENTRIES)):
        if not fits(line["entry"]):
            continue
        change(line)
        told = differences(finished.resealed(finished.with_line(ENTRIES, place, line)))
        assert line["n"] in {each.entry for each in told}, [str(each) for each in told]
        checked += 1
    assert checked > 1


def test_a_changed_checkpoint_is_named(finished: Finished) -> None:
    for place, line in enumerate(finished.lines(FINGERPRINTS)):
        line["sha256"] = "0" * 64
        told = differences(finished.resealed(finished.with_line(FINGERPRINTS, place, line)))
        assert {each.entry for each in told} == {line["n"]}


def test_lines_that_are_left_out_are_missed(finished: Finished) -> None:
    for name in (ENTRIES, FINGERPRINTS, LOG):
        rows = finished.members[name].splitlines(keepends=True)
        for place in range(len(rows)):
            rest = b"".join(rows[:place] + rows[place + 1 :])
            told = differences(finished.resealed({**finished.members, name: rest}))
            if name == FINGERPRINTS and place != len(rows) - 1:
                continue  # a position that was not stored proves nothing either way
            assert told, (name, place)


def test_another_seed_or_nonce_is_told_with_the_first_draw_that_does_not_follow(finished: Finished) -> None:
    head = msgspec.json.decode(finished.members[CAMPAIGN])
    for changed in (
        {**head, "seed": "00" + head["seed"]},
        {**head, "nonces": [head["nonces"][0], b"sneg".hex()]},
        {**head, "nonces": head["nonces"][::-1]},
    ):
        told = differences(finished.resealed({**finished.members, CAMPAIGN: msgspec.json.encode(changed)}))
        assert any(each.where in ("seed", "nonces") for each in told)
        assert 1 in {each.entry for each in told}


def test_no_receipt_can_be_changed(finished: Finished) -> None:
    for place, line in enumerate(finished.lines(RECEIPTS)):
        for changed in _receipt_changes(line):
            told = differences(finished.resealed(finished.with_line(RECEIPTS, place, changed)))
            assert any("receipt" in str(each) for each in told), changed
    rows = finished.members[RECEIPTS].splitlines(keepends=True)
    rest = finished.resealed({**finished.members, RECEIPTS: b"".join(rows[1:])})
    assert any("stands where number 1 should" in str(difference) for difference in differences(rest))


def _receipt_changes(line: dict[str, Any]) -> list[dict[str, Any]]:
    (salt, content), *others = line["leaves"]
    return [
        {**line, "leaves": [("00" * 32, content), *others]},
        {**line, "leaves": [(salt, content.replace("mail", "mall")), *others]},
        {**line, "leaves": others},
        {**line, "leaves": [*others, (salt, content)]},
        {**line, "receipt": line["receipt"].replace("seat=red", "seat=blue").replace("at=2026", "at=2027")},
    ]


def test_a_moderator_who_changes_a_secret_answer_before_it_opens_is_caught_by_its_receipt(finished: Finished) -> None:
    """The log itself is consistent: it was played like that. But the seat holds a receipt for something else."""
    first = next(line for line in finished.lines(RECEIPTS) if '"filed"' in line["leaves"][-1][1])
    content = msgspec.json.decode(first["leaves"][-1][1])
    entry = next(line for line in finished.lines(ENTRIES) if line["n"] == 2)
    assert content["filed"] == {key: value for key, value in entry["entry"].items() if key in ("op", "card")}
    from adjudicator.service.proof.receipts import Leaf, parse, root_of, sign

    other = {**content, "filed": {**content["filed"], "card": 99}}
    said = msgspec.json.encode(other, order="sorted").decode()
    leaves = [*first["leaves"][:-1], (first["leaves"][-1][0], said)]
    root = root_of([Leaf(bytes.fromhex(salt), text) for salt, text in leaves])
    receipt = sign(msgspec.structs.replace(parse(first["receipt"]), root=root), finished.private)
    place = finished.lines(RECEIPTS).index(first)
    forged = finished.with_line(RECEIPTS, place, {"receipt": receipt.text(), "leaves": leaves})
    (told,) = differences(finished.resealed(forged))
    assert told.entry == 2
    assert "had" in told.text
    assert "never taken back" in told.text


def test_answers_that_were_taken_back_are_no_differences(tmp_path: Path) -> None:
    verdict = verify(Archive(play(tmp_path, "sealed-bids", ("red", "blue"), {}, withdraw=True).members))
    assert verdict.differences == ()
    assert any("taken back" in remark for remark in verdict.remarks)


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """Somebody's bid was misread, play is taken back, and that is undone again."""
    wishes = (
        (7, lambda table: {"kind": Kind.REPLACE, "n": 2, "seat": "red", "orders": other_bid(table)}),
        (9, lambda table: {"kind": Kind.ROLLBACK, "n": 4}),
        (8, lambda table: {"kind": Kind.UNDO, "n": 0}),
    )
    return play(tmp_path_factory.mktemp("corrected"), "sealed-bids", ("red", "blue"), NONCES, wishes=wishes)


def other_bid(table: Any) -> Any:
    match = table.match
    return (match.game.ops["bid"](card=match.state.hands["red"][0]),)


def test_corrections_verify_with_every_line_of_play(corrected: Finished) -> None:
    verdict = verify(Archive(corrected.members))
    assert [str(difference) for difference in verdict.differences] == []
    assert verdict.revisions == 4
    kept = [line for line in corrected.lines(ENTRIES) if '"kept:' in msgspec.json.encode(line["entry"]).decode()]
    assert kept, "outcomes were kept over a correction"


def test_a_change_in_any_line_of_play_is_named(corrected: Finished) -> None:
    for place, line in enumerate(corrected.lines(ENTRIES)):
        draws = line["entry"].get("chance", [])
        if not draws:
            continue
        _other_die(line)
        told = differences(corrected.resealed(corrected.with_line(ENTRIES, place, line)))
        assert (line["revision"], line["n"]) in {(each.revision, each.entry) for each in told}


def test_windows_agreements_and_changed_seats_verify(tmp_path: Path) -> None:
    made = play(tmp_path, "crossroads", ("north", "east", "south"), {"east": "x"})
    verdict = verify(Archive(made.members))
    assert [str(difference) for difference in verdict.differences] == []
    assert verdict.entries > 5


def test_an_archive_for_others_says_why_it_proves_nothing(finished: Finished) -> None:
    members = {name: content for name, content in finished.members.items() if name in (CAMPAIGN, LOG)}
    head = msgspec.json.decode(members[CAMPAIGN])
    members[CAMPAIGN] = msgspec.json.encode({**head, "seen_by": "red"})
    (told,) = differences(finished.resealed(members))
    assert "holds what red may know" in told.text


ODD: tuple[Any, ...] = (None, "", -1, 2**63, [], {}, 1.5, True, [[]], {"a": {}}, "\x00")


def test_whatever_a_line_says_is_a_difference_and_no_crash(finished: Finished) -> None:
    rng = Random(1)
    for name in (LOG, ENTRIES, FINGERPRINTS, RECEIPTS, "revisions.jsonl", "store/seat.jsonl"):
        for _ in range(12):
            lines = finished.lines(name)
            place = rng.randrange(len(lines))
            lines[place][rng.choice(sorted(lines[place]))] = rng.choice(ODD)
            differences(finished.resealed(finished.with_line(name, place, lines[place])))
    log = finished.lines(LOG)[0] | {"n": {"a": {}}}
    assert differences(Archive(finished.with_line(LOG, 0, log))), "it was sealed with another"
