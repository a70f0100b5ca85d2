"""A right code from an address that nothing proves: it is asked, a bounded number of times, and nobody else."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people.gathering.joining import Gathered
from adjudicator.service.people.gathering.newcomers import ADDRESS_A_DAY, CAMPAIGN_A_DAY
from adjudicator.settings import Settings
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import reading
from adjudicator.store.tables import SeatKind
from tests.service.conftest import MX
from tests.service.test_gathering import gather, letter, observer_code

PASS = {"Authentication-Results": f"{MX}; dmarc=pass header.from=players.test"}
FAIL = {"Authentication-Results": f"{MX}; dmarc=fail header.from=players.test"}


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


def players(installation: Any, made: Gathered) -> dict[str, list[str]]:
    with reading(installation.service.engine) as session:
        seats = seats_at_table(session, made.campaign_id, installation.clock.now())
        return {seat.name: [h.name for h in seat.holders] for seat in seats if seat.kind is SeatKind.PLAYER}


def code_in(mail: EmailMessage, said: Any) -> str:
    found = re.search(r"\d{4}(?:-\d{4})+", said(mail))
    assert found is not None
    return found[0]


def test_who_is_proven_joins_at_once_and_who_is_not_when_his_code_comes_back(installation: Any, said: Any) -> None:
    made = gather(installation)
    assert set(letter(installation, "Anna <anna@players.test>", f"join {made.code} seat red", **PASS)) == {
        "anna",
        "moderator",
    }
    got = letter(installation, "Boris <boris@players.test>", f"вступить {made.code} имя Борис соль луна")
    assert set(got) == {"boris"}, "the moderator hears of nobody who may not be there"
    (asked,) = got["boris"]
    assert "это ваше письмо?" in asked["Subject"]
    assert "Борис" not in said(asked), "no word of the asker is sent to an address that may not be his"
    assert made.code not in asked.as_string()
    assert list(players(installation, made)) == ["red"]
    got = letter(installation, "boris@players.test", f"подтверждаю {code_in(asked, said)}")
    assert {"boris", "moderator", "anna"} == set(got)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), made.campaign_id)
        assert table.by_name["blue"].holders[0].name == "Борис"


def test_a_wrong_code_of_either_kind_is_not_answered(installation: Any, said: Any) -> None:
    made = gather(installation)
    wrong = made.code[:-1] + ("3" if made.code.endswith("2") else "2")
    assert letter(installation, "eve@players.test", f"join {wrong}") == {}
    (asked,) = letter(installation, "eve@players.test", f"join {made.code}")["eve"]
    code = code_in(asked, said)
    wrong = f"{code[:-1]}{(int(code[-1]) + 1) % 10}"
    for _ in range(5):
        assert letter(installation, "eve@players.test", f"confirm {wrong}") == {}
    assert letter(installation, "adam@players.test", f"confirm {code}") == {}, "nor does it count from elsewhere"
    assert players(installation, made) == {}
    assert set(letter(installation, "eve@players.test", f"confirm {code}")) >= {"eve"}, "wrong codes cost it no try"


def test_a_forged_sender_is_not_even_asked(installation: Any) -> None:
    made = gather(installation)
    assert letter(installation, "anna@players.test", f"join {made.code}", **FAIL) == {}


def test_nobody_is_filled_with_questions(installation: Any) -> None:
    made = gather(installation)
    sent = [letter(installation, "victim@players.test", f"join {made.code}") for _ in range(ADDRESS_A_DAY + 3)]
    assert sum(map(len, sent)) == ADDRESS_A_DAY
    for number in range(CAMPAIGN_A_DAY):
        letter(installation, f"victim{number}@players.test", f"join {made.code}")
    asked = [mails for address, mails in installation.received.items() if address.startswith("victim")]
    assert sum(map(len, asked)) == CAMPAIGN_A_DAY
    installation.clock.forward(days=1, minutes=1)
    assert set(letter(installation, "victim@players.test", f"join {made.code}")) == {"victim"}


def test_what_cannot_be_is_told_to_the_proven_address_alone(installation: Any, said: Any) -> None:
    made = gather(installation)
    letter(installation, "anna@players.test", f"join {made.code} seat red", **PASS)
    (asked,) = letter(installation, "boris@players.test", f"join {made.code} seat red")["boris"]
    assert "taken" not in said(asked)
    (told,) = letter(installation, "boris@players.test", f"confirm {code_in(asked, said)}")["boris"]
    assert "taken" in said(told)


def test_a_player_of_another_campaign_confirms_from_his_seat_too(installation: Any, said: Any) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "en"}, name="first")
    made = gather(installation)
    (asked,) = letter(installation, "red@players.test", f"join {made.code}")["red"]
    seat = str(installation.received["red@players.test"][0]["Reply-To"])
    got = letter(installation, "red@players.test", f"confirm {code_in(asked, said)}", to=seat, **PASS)
    assert set(got) == {"red", "moderator"}
    assert sum(map(len, players(installation, made).values())) == 1


def test_whoever_wants_to_watch_is_asked_too(installation: Any, said: Any) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "en"}, title="Lights")
    (asked,) = letter(installation, "olga@players.test", f"observe {observer_code(installation, campaign)}")["olga"]
    (told,) = letter(installation, "olga@players.test", f"confirm {code_in(asked, said)}")["olga"]
    assert "You watch Lights" in said(told)


def test_a_rejected_request_is_gone(installation: Any, said: Any) -> None:
    made = gather(installation)
    (asked,) = letter(installation, "anna@players.test", f"join {made.code}")["anna"]
    code = code_in(asked, said)
    assert letter(installation, "anna@players.test", f"reject {code}") == {}
    assert letter(installation, "anna@players.test", f"confirm {code}") == {}
    assert players(installation, made) == {}
