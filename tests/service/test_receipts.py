"""Receipts: what was ordered is proven afterwards, and betrays nothing before."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adjudicator.kernel.chance import commitment
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.proof.receipts import BadReceipt, Leaf, Receipt, check_signature, parse, root_of, sign
from adjudicator.store import receipts
from adjudicator.store.engine import reading

pytestmark = pytest.mark.store("sqlite")


def receipt_of(mail: Any) -> Receipt:
    return parse(str(mail["Adjudicator-Receipt"]))


def leaves_of(installation: Any, campaign: int, seat: str, number: int) -> tuple[Leaf, ...]:
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        stored = receipts.of_campaign(session, campaign)
        row = next(each for each in stored if (each.seat_id, each.number) == (table.by_name[seat].id, number))
        return tuple(Leaf(bytes.fromhex(salt), text) for salt, text in msgspec.json.decode(row.leaves))


def test_every_accepted_set_gets_a_signed_receipt(installation: Any, said: Any) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    hand = installation.table(campaign).match.state.hands["red"]
    (answer,) = installation.write("red", f"bid {hand[0]}")
    receipt = receipt_of(answer)
    check_signature(receipt)
    assert (receipt.campaign, receipt.seat, receipt.number) == ("sealed-bids", "red", 1)
    leaves = leaves_of(installation, campaign, "red", 1)
    assert root_of(leaves) == receipt.root
    contents = [msgspec.json.decode(leaf.content) for leaf in leaves]
    assert contents[0]["mail"] == "<1.red@players.test>"
    assert contents[1]["text"] == f"bid {hand[0]}"
    assert contents[2]["filed"] == {"op": "bid", "card": hand[0]}
    assert f"Receipt 1: {receipt.root[:16]}" in said(answer)
    (second,) = installation.write("red", f"bid {hand[1]}")
    assert receipt_of(second).number == 2, "numbers count the receipts of the seat alone"


def test_what_was_not_accepted_gets_none(installation: Any) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    for line in ("bid 99", "check bid 1", "status"):
        (answer,) = installation.write("red", line)
        assert answer["Adjudicator-Receipt"] is None, line


def test_a_line_that_was_carried_out_is_bound_to_its_log_entries(installation: Any) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "en"})
    hands = {seat: list(hand) for seat, hand in installation.table(campaign).match.state.hands.items()}
    installation.write("red", f"bid {hands['red'][0]}")
    installation.write("blue", f"bid {hands['blue'][0]}")
    leaves = leaves_of(installation, campaign, "blue", 1)
    (line,) = [msgspec.json.decode(leaf.content) for leaf in leaves[1:]]
    assert [entry["op"] for entry in line["log"]][:2] == ["bid", "bid"]
    assert line["log"][0]["n"] == 2


@pytest.mark.parametrize("field", ["campaign", "seat", "number", "at", "root", "key", "signature"])
def test_a_receipt_that_was_changed_is_noticed(field: str) -> None:
    made = sign(
        Receipt(campaign="lights", seat="red", number=1, at="2026-11-20T09:00:00+00:00", root="0" * 64, key=""),
        bytes(range(32)),
    )
    assert parse(made.text()) == made
    check_signature(made)
    other = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw().hex()
    changed = {
        "campaign": "nights", "seat": "blue", "number": 2, "at": "2026-11-20T09:00:01+00:00", "root": "1" * 64,
        "key": other, "signature": "A" * 86 + "==",
    }  # fmt: skip
    with pytest.raises(BadReceipt):
        check_signature(msgspec.structs.replace(made, **{field: changed[field]}))


def test_brute_force_over_the_possible_answers_finds_nothing(installation: Any) -> None:
    """Whoever reads the receipt of somebody else and knows everything but the answer cannot tell which it is."""
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    hand = list(installation.table(campaign).match.state.hands["red"])
    (first,) = installation.write("red", f"bid {hand[0]}")
    (again,) = installation.write("red", f"bid {hand[0]}")
    roots = {receipt_of(first).root, receipt_of(again).root}
    assert len(roots) == 2, "equal orders have different fingerprints"
    everything = str(first["Adjudicator-Receipt"])
    for number in (1, 2):
        real = leaves_of(installation, campaign, "red", number)
        assert len({leaf.salt for leaf in real}) == len(real)
        assert all(len(leaf.salt) == 32 and leaf.salt.hex() not in everything for leaf in real)
        for card in hand:
            guessed = [leaf.content.replace(f'"card":{hand[0]}', f'"card":{card}') for leaf in real]
            guessed = [content.replace(f"bid {hand[0]}", f"bid {card}") for content in guessed]
            for salt in (b"", bytes(32), bytes.fromhex(commitment(b"house"))):
                assert root_of([Leaf(salt, content) for content in guessed]) not in roots
            plain = [sha256(text.encode()).hexdigest() for text in (*guessed, "".join(guessed), f"bid {card}")]
            assert not set(plain) & roots
    assert root_of(leaves_of(installation, campaign, "red", 1)) in roots, "with the salts it is proven"


def test_the_number_of_a_receipt_does_not_tell_what_the_others_do(installation: Any) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    hands = {seat: list(hand) for seat, hand in installation.table(campaign).match.state.hands.items()}
    for card in hands["red"][:3]:
        installation.write("red", f"bid {card}")
    (answer,) = installation.write("blue", f"ставка {hands['blue'][0]}")
    assert receipt_of(answer).number == 1
