"""Who joined by mail, or left by mail, is forgotten as wholly as who was entered by hand."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from adjudicator.service.admin import erasure
from adjudicator.service.moderation.commands import Replace
from adjudicator.service.moderation.errors import CommandError
from adjudicator.service.people.gathering.plan import Start
from tests.service.conftest import House
from tests.service.test_gathering import gather, letter
from tests.service.test_persons import MILA, TOM, do, kept, proof, stands_in

NAME, EMAIL = "Stella Orlova", "stella@orlov.test"
PLEASE = "I am looking forward to it so very much"


def traces(house: House) -> set[str]:
    proven = {"receipt.text", "receipt.leaves"}
    return stands_in(house, NAME, EMAIL, PLEASE, "orlov.test") - proven


def test_who_joined_by_a_code(house: House) -> None:
    made = gather(house, Start.FULL)
    letter(house, f"{NAME} <{EMAIL}>", f"join {made.code} seat red\n\n{PLEASE}\n")
    with pytest.raises(CommandError, match="holds red in lights"):
        erasure.foreseen(house.service, MILA, NAME)
    welcome = letter(house, "boris@players.test", f"join {made.code}")["stella"][-1]
    card = min(house.table(made.campaign_id).match.state.hands["red"])
    letter(house, f"{NAME} <{EMAIL}>", f"bid {card}\n", to=str(welcome["Reply-To"]))
    do(house, made.campaign_id, Replace(seat="red", to=TOM))
    assert traces(house)
    before = proof(house, made.campaign_id)
    erasure.erase(house.service, MILA, EMAIL)
    assert traces(house) == set()
    after = proof(house, made.campaign_id)
    assert msgspec.structs.replace(after, acts=before.acts) == before
    assert after.acts.trail > before.acts.trail, "with the erasure itself"


def test_who_left_by_mail(house: House) -> None:
    made = house.create("sealed-bids", {"red": "en", "blue": "ru"})
    do(house, made, Replace(seat="red", to=TOM))
    house.received["red@players.test"] = house.received["tom@players.test"]
    house.put(house.raw("red", "leave\n", sender="tom@players.test"))
    code = code_in(house)
    house.put(house.raw("red", f"confirm {code}\n", sender="tom@players.test"))
    house.deliver()
    assert any("Tom" in text for place, text in kept(house) if place == "outbound_mail.intent")
    erasure.erase(house.service, MILA, "Tom")
    assert {place for place, text in kept(house) if "tom@players.test" in text} == set()
    words = {place for place, text in kept(house) if "Tom" in text.replace("<", " ").split()}
    assert words == set()


def code_in(house: House) -> str:
    found: Any = None
    for address, mail in house.deliver():
        if address == "tom@players.test":
            body = mail.get_body(("plain",))
            assert body is not None
            found = re.search(r"confirm (\d{4}-\d{4})", body.get_content()) or found
    assert found is not None
    return str(found[1])
