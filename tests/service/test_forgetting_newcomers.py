"""Who joined by mail, or left by mail, is forgotten as wholly as who was entered by hand."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from adjudicator.service.admin import erasure
from adjudicator.service.moderation.commands import Replace
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.people.gathering.plan import Start
from tests.service.conftest import Installation
from tests.service.test_gathering import gather, letter
from tests.service.test_persons import MILA, TOM, do, kept, proof, stands_in

NAME, EMAIL = "Stella Orlova", "stella@orlov.test"
PLEASE = "I am looking forward to it so very much"


def traces(installation: Installation) -> set[str]:
    proven = {"receipt.text", "receipt.leaves"}
    return stands_in(installation, NAME, EMAIL, PLEASE, "orlov.test") - proven


def test_who_joined_by_a_code(installation: Installation) -> None:
    made = gather(installation, Start.FULL)
    letter(installation, f"{NAME} <{EMAIL}>", f"join {made.code} seat red\n\n{PLEASE}\n")
    with pytest.raises(CommandError, match="holds red in lights"):
        erasure.foreseen(installation.service, MILA, NAME)
    welcome = letter(installation, "boris@players.test", f"join {made.code}")["stella"][-1]
    card = min(installation.table(made.campaign_id).match.state.hands["red"])
    letter(installation, f"{NAME} <{EMAIL}>", f"bid {card}\n", to=str(welcome["Reply-To"]))
    do(installation, made.campaign_id, Replace(seat="red", to=TOM))
    assert traces(installation)
    before = proof(installation, made.campaign_id)
    erasure.erase(installation.service, MILA, EMAIL)
    assert traces(installation) == set()
    after = proof(installation, made.campaign_id)
    assert msgspec.structs.replace(after, acts=before.acts) == before
    assert after.acts.trail > before.acts.trail, "with the erasure itself"


def test_who_left_by_mail(installation: Installation) -> None:
    made = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    do(installation, made, Replace(seat="red", to=TOM))
    installation.received["red@players.test"] = installation.received["tom@players.test"]
    installation.put(installation.raw("red", "leave\n", sender="tom@players.test"))
    code = code_in(installation)
    installation.put(installation.raw("red", f"confirm {code}\n", sender="tom@players.test"))
    installation.deliver()
    assert any("Tom" in text for place, text in kept(installation) if place == "outbound_mail.intent")
    erasure.erase(installation.service, MILA, "Tom")
    assert {place for place, text in kept(installation) if "tom@players.test" in text} == set()
    words = {place for place, text in kept(installation) if "Tom" in text.replace("<", " ").split()}
    assert words == set()


def code_in(installation: Installation) -> str:
    found: Any = None
    for address, mail in installation.deliver():
        if address == "tom@players.test":
            body = mail.get_body(("plain",))
            assert body is not None
            found = re.search(r"confirm (\d{4}-\d{4})", body.get_content()) or found
    assert found is not None
    return str(found[1])
