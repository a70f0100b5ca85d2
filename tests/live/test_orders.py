"""From a player's mail program over Postfix and Dovecot to the match, and back."""

from __future__ import annotations

from email.message import EmailMessage

from tests.live.house import House, reply

RED, BLUE = "red@players.test", "blue@players.test"


def test_an_order_goes_over_real_servers_and_is_answered(house: House) -> None:
    campaign = house.create(red=RED, blue=BLUE)
    asked = house.first(RED)
    assert "dkim=pass" in asked["Authentication-Results"]
    mail = reply(asked, RED, "1a\n")
    house.stack.submit(mail)
    held = house.until(lambda: house.handled(str(mail["Message-ID"])))
    assert held.status == "handled"
    assert set(house.bids(campaign)) == {"red"}
    answer = house.until(lambda: house.inbox(RED)[1:])[0]
    assert answer["In-Reply-To"] == mail["Message-ID"]
    assert answer["Auto-Submitted"] == "auto-replied"
    assert house.stack.read("orders@game.test") == []
    assert len(house.stack.read("orders@game.test", "Handled")) == 1


def test_a_forged_mail_straight_to_the_mx_is_held_and_the_registered_address_is_asked(house: House) -> None:
    campaign = house.create(red=RED, blue=BLUE)
    forged = reply(house.first(RED), RED, "1a\n")
    forged["Authentication-Results"] = "mx.game.test; dkim=pass header.d=players.test"
    house.stack.forge(forged.as_bytes(), RED, str(forged["To"]))
    held = house.until(lambda: house.handled(str(forged["Message-ID"])))
    assert held.status == "held"
    assert house.bids(campaign) == {}
    (notice,) = house.until(lambda: house.inbox(RED)[1:])
    assert "in your name" in " ".join(_text(notice).split())


def test_the_same_token_from_a_strangers_own_mailbox_does_nothing(house: House) -> None:
    campaign = house.create(red=RED, blue=BLUE)
    stolen = reply(house.first(RED), "mallory@players.test", "1a\n")
    house.stack.submit(stolen)
    held = house.until(lambda: house.handled(str(stolen["Message-ID"])))
    assert held.status == "held"
    assert house.bids(campaign) == {}
    assert house.inbox("mallory@players.test") == []


def _text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())
