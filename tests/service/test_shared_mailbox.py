"""Two seats behind one mailbox: the token decides, both agree beforehand, the moderator knows."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.service import periodic
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Hold, Replace
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.people import new_campaigns
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import InboundMail, Role
from tests.service.beginnings import beginning

HOME, MILA = "home@players.test", "mila@players.test"


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    """Red and blue are two people who read one mailbox."""
    people = (("red", "Anna", HOME), ("blue", "Boris", HOME), ("moderator", "Mila", MILA))
    players = tuple(new_campaigns.Player(seat=seat, name=name, email=email) for seat, name, email in people)
    new = new_campaigns.NewCampaign(name="home", title="At Home", game="sealed-bids", seed=b"home", players=players)
    return new_campaigns.create(installation.service, new)


def token(installation: Any, campaign: int, seat: str) -> str:
    with reading(installation.service.engine) as session:
        found: str = table_of_campaign(installation.service.work(session), campaign).by_name[seat].token
        return found


def send(installation: Any, to: str, *lines: str) -> InboundMail:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = HOME, to, "orders"
    mail["Message-ID"] = f"<{installation.uid}.home@players.test>"
    mail.set_content("\n".join(lines) + "\n")
    row: InboundMail = installation.put(mail.as_bytes())
    return row


def sealed(installation: Any, campaign: int) -> set[str]:
    with reading(installation.service.engine) as session:
        return set(table_of_campaign(installation.service.work(session), campaign).match.sealed)


def test_both_are_asked_and_the_moderator_is_told(installation: Any, campaign: int, said: Any) -> None:
    mails = installation.deliver()
    asked = [mail for address, mail in mails if address == HOME and "share your mailbox" in mail["Subject"]]
    assert [re.findall(r"also that of (\w+):", said(mail)) for mail in asked] == [["Blue"], ["Red"]]
    told = [said(mail) for address, mail in mails if address == MILA]
    assert any("Red and Blue read the same mailbox" in text for text in told)


def test_orders_wait_until_their_seat_has_agreed_and_the_token_tells_whose_they_are(
    installation: Any, campaign: int
) -> None:
    red = f"orders+{token(installation, campaign, 'red')}@game.test"
    blue = f"orders+{token(installation, campaign, 'blue')}@game.test"
    held = send(installation, red, "1a")
    assert (held.status.value, held.hold) == ("held", "shared")
    assert sealed(installation, campaign) == set()
    assert send(installation, red, "status").status.value == "handled", "who only asks need not agree to anything"
    assert send(installation, red, "confirm").status.value == "handled"
    assert sealed(installation, campaign) == {"red"}
    assert send(installation, blue, "2a").status.value == "held", "each agrees for itself"
    assert send(installation, blue, "confirm").status.value == "handled"
    assert sealed(installation, campaign) == set(), "both bids are in and carried out"
    installation.deliver()


def test_a_seat_that_does_not_agree_does_not_play(installation: Any, campaign: int, said: Any) -> None:
    red = f"orders+{token(installation, campaign, 'red')}@game.test"
    installation.deliver()
    send(installation, red, "reject")
    (answer,) = [mail for address, mail in installation.deliver() if address == HOME]
    assert "address of your own" in said(answer)
    assert send(installation, red, "1a").status.value == "held"


def test_without_a_token_they_are_asked_which_seat(installation: Any, campaign: int, said: Any) -> None:
    installation.deliver()
    assert send(installation, "orders@game.test", "1a").status.value == "refused"
    (asked,) = installation.deliver()
    assert asked[0] == HOME
    assert "At Home (Red); At Home (Blue)" in said(asked[1])
    for seat in ("red", "blue"):
        assert token(installation, campaign, seat) not in asked[1].as_string(), (
            "an answer must not count for the wrong one"
        )


def test_an_address_that_another_seat_reads_is_told_as_soon_as_it_counts(installation: Any, said: Any) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "ru"})
    installation.write("red", "address add blue@players.test")
    asked = said(installation.newest("blue"))
    assert len(installation.received["moderator@players.test"]) == 1, "it does not count yet"
    code = re.search(r"\d{4}(?:-\d{4})+", asked)
    assert code is not None
    installation.put(
        installation.raw("red", f"confirm {code[0]}\n", to="orders+" + token(installation, 1, "red") + "@game.test")
    )
    mails: dict[str, list[str]] = {}
    for address, mail in installation.deliver():
        mails.setdefault(address.partition("@")[0], []).append(f"{mail['Subject']} {said(mail)}")
    assert set(mails) == {"red", "blue", "moderator"}
    (told,) = mails["moderator"]
    assert "читают один и тот же почтовый ящик" in told
    assert any("also that of Blue:" in text for text in mails["red"])
    assert any("confirm" not in text and "Red" in text for text in mails["blue"])
    assert (
        installation.put(
            installation.raw("red", "1a\n", to="orders+" + token(installation, 1, "red") + "@game.test")
        ).hold
        == "shared"
    )


def do(installation: Any, campaign: int, deed: Any) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        perform(table, deed, Author("Mila"))


def told_by_seat(installation: Any, said: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for address, mail in installation.deliver():
        found.setdefault(address.partition("@")[0], []).append(f"{mail['Subject']} {said(mail)}")
    return found


@pytest.mark.parametrize(
    "deed",
    [
        Replace(seat="red", to=Newcomer(name="Rita", email="blue@players.test")),
        Hold(seat="red", who=Newcomer(name="Rita", email="blue@players.test")),
        Hold(seat="red", who=Newcomer(name="Boris", email="blue@players.test"), role=Role.COPY),
    ],
)
def test_whoever_gets_a_seat_behind_the_mailbox_of_another_is_asked_and_the_moderator_told(
    installation: Any, said: Any, deed: Any
) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "ru"})
    do(installation, campaign, deed)
    mails = told_by_seat(installation, said)
    assert any("читают один и тот же почтовый ящик" in text for text in mails["moderator"])
    assert any("Red" in text and "подтверждаю" in text for text in mails["blue"]), "Blue is asked about Red"
    if getattr(deed, "role", Role.ORDERS) is Role.ORDERS:
        assert any("Blue" in text and "подтверждаю" in text for text in mails["blue"]), "Rita is asked about Blue"
    held = installation.put(
        installation.raw("blue", "2a\n", to=f"orders+{token(installation, campaign, 'blue')}@game.test")
    )
    assert (held.status.value, held.hold) == ("held", "shared")


def test_who_stands_by_or_comes_later_is_asked_when_he_takes_the_seat(installation: Any, said: Any) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "en", "moderator": "en"})
    rita = Newcomer(name="Rita", email="blue@players.test")
    do(installation, campaign, Hold(seat="red", who=rita, role=Role.STANDBY))
    assert not any("same mailbox" in text for text in told_by_seat(installation, said)["moderator"])
    later = installation.clock.now() + timedelta(days=2)
    do(installation, campaign, Hold(seat="red", who=rita, since=later))
    assert not any("same mailbox" in text for text in told_by_seat(installation, said)["moderator"])
    installation.clock.forward(days=2, minutes=1)
    periodic.run(installation.service)
    assert any("same mailbox" in text for text in told_by_seat(installation, said)["moderator"])
    do(installation, campaign, Replace(seat="red"))
    assert any("Red and Blue read the same mailbox" in text for text in told_by_seat(installation, said)["moderator"])


def test_a_seat_that_goes_to_a_mailbox_of_its_own_disturbs_nobody(installation: Any, said: Any) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "en", "moderator": "en"})
    do(installation, campaign, Replace(seat="red", to=Newcomer(name="Rita", email="rita@players.test")))
    mails = told_by_seat(installation, said)
    assert not any("mailbox" in text for texts in mails.values() for text in texts)
