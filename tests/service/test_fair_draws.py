"""The seed is committed to, what the seats add is mixed in, and the last mail opens everything."""

from __future__ import annotations

import hashlib
import hmac
import re
from random import Random
from typing import Any

import pytest

from adjudicator.kernel.chance import commitment, key_fingerprint, mixed_key
from adjudicator.service.campaign.matches import secrets_of
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.new_campaigns import Player
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.proof.receipts import parse

pytestmark = pytest.mark.store("sqlite")

NONCES = {"red": "my dog barks at noon", "blue": "снег"}


def create(installation: Any, nonces: dict[str, str]) -> int:
    players = tuple(
        Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", nonce=nonces.get(seat, ""))
        for seat in ("blue", "red")
    )
    new = new_campaigns.NewCampaign(name="lights", title="Lights", game="sealed-bids", players=players, seed=b"seed")
    made = new_campaigns.create(installation.service, new)
    installation.deliver()
    return made


def test_the_first_mail_holds_the_commitment_and_the_key_of_receipts(installation: Any, said: Any) -> None:
    campaign = create(installation, {})
    told = said(installation.newest("red"))
    assert commitment(b"seed") in told
    assert "What the seats added" not in told
    assert secrets_of(installation.table(campaign).head).nonces == ()
    (answer,) = installation.write("red", f"bid {installation.table(campaign).match.state.hands['red'][0]}")
    assert parse(str(answer["Adjudicator-Receipt"])).key in told


def test_what_the_seats_add_fixes_the_key_and_is_told_to_all(installation: Any, said: Any) -> None:
    campaign = create(installation, NONCES)
    nonces = tuple(NONCES[seat].encode() for seat in ("red", "blue"))
    key = mixed_key(b"seed", nonces)
    loaded = installation.table(campaign)
    assert secrets_of(loaded.head).nonces == nonces
    assert loaded.match.chance.key == key
    for seat in ("red", "blue"):
        told = said(installation.newest(seat))
        assert key_fingerprint(key) in told
        assert all(nonce in told for nonce in NONCES.values())
        assert told.index(NONCES["red"]) < told.index(NONCES["blue"]), "in the order of the seats of the game"
        assert key.hex() not in told


def test_a_seat_that_adds_nothing_counts_as_empty(installation: Any) -> None:
    campaign = create(installation, {"blue": "x"})
    assert secrets_of(installation.table(campaign).head).nonces == (b"", b"x")


def test_whoever_has_the_last_mail_computes_a_draw_with_nothing_but_python(installation: Any, said: Any) -> None:
    campaign, rng = create(installation, NONCES), Random(1)
    book = phrasebook("sealed-bids")
    while (match := installation.table(campaign).match).result is None:
        seat = match.decisions()[0].waiting[0]
        installation.write(seat, book.say(match.sample(seat, rng), "en"))
    told = said(installation.newest("red"))
    seed = re.search(r"secret seed was ([0-9a-f]+)", told)
    assert seed is not None
    assert hashlib.sha256(b"adjudicator seed\0" + bytes.fromhex(seed[1])).hexdigest() in told
    assert all(nonce in told for nonce in NONCES.values())
    digests = [hashlib.sha256(NONCES[seat].encode()).digest() for seat in ("red", "blue")]
    key = hmac.digest(bytes.fromhex(seed[1]), b"\0".join(digests), "sha256")
    assert key.hex() in told
    assert key == mixed_key(b"seed", [NONCES[seat].encode() for seat in ("red", "blue")])
