"""From a player's mail program over Postfix and Dovecot to the match, and back."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from email.message import EmailMessage

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people.gathering import joining
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign
from adjudicator.settings import Settings, Trust
from adjudicator.store.engine import reading
from tests.live.house import House, reply
from tests.live.stack import MailStack

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


def test_a_held_mail_is_confirmed_from_the_mailbox_that_was_asked(house: House) -> None:
    campaign = house.create(red=RED, blue=BLUE)
    unproven = reply(house.first(RED), RED, "1a\n")
    house.stack.forge(unproven.as_bytes(), RED, str(unproven["To"]))
    (notice,) = house.until(lambda: house.inbox(RED)[1:])
    code = re.search(r"confirm (\d{4}(?:-\d{4})+)", _text(notice))
    assert code is not None
    # over the same way that proved nothing: whoever has the code reads the mailbox
    confirming = reply(notice, RED, f"{code[0]}\n")
    house.stack.forge(confirming.as_bytes(), RED, str(confirming["To"]))
    held = house.until(lambda: [m for m in house.mails() if m.message_id == unproven["Message-ID"]][0:1])
    house.until(lambda: house.bids(campaign))
    assert set(house.bids(campaign)) == {"red"}
    assert held[0].id < max(mail.id for mail in house.mails())
    answer = house.until(lambda: house.inbox(RED)[2:])[0]
    assert answer["In-Reply-To"] == unproven["Message-ID"]


def test_who_joins_from_a_server_that_signs_is_in_and_a_forged_request_is_asked_about_first(house: House) -> None:
    new = NewCampaign(name="gathering", title="Gathering", game="sealed-bids", seed=b"gathering", players=())
    made = joining.gather(house.service, new, Start.FULL)

    def request(sender: str, text: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, "orders@game.test", "hello"
        mail["Message-ID"] = f"<{text.split()[0]}.{sender}>"
        mail.set_content(f"{text}\n")
        return mail

    house.stack.submit(request(RED, f"join {made.code} seat red"))
    assert "You play Red" in _text(house.first(RED))
    forged = request(BLUE, f"join {made.code} seat blue")
    house.stack.forge(forged.as_bytes(), BLUE, "orders@game.test")
    notice = house.first(BLUE)
    code = re.search(r"confirm (\d{4}(?:-\d{4})+)", _text(notice))
    assert code is not None
    assert len(house.inbox(RED)) == 1, "nothing has begun"
    confirming = request(BLUE, code[0])
    house.stack.forge(confirming.as_bytes(), BLUE, "orders@game.test")
    house.until(lambda: house.inbox(BLUE)[1:])
    with reading(house.service.engine) as session:
        table = table_of_campaign(house.service.work(session), made.campaign_id)
        assert {seat.name: seat.holders[0].emails for seat in table.players} == {"red": (RED,), "blue": (BLUE,)}


def test_our_own_check_agrees_with_the_server_that_signs(
    open_house: Callable[[Settings], House], settings: Settings, stack: MailStack
) -> None:
    """OpenDKIM signs on the way out, Postfix and Dovecot carry the mail, and no verdict of theirs is believed."""
    keys = dict(line.split(None, 1) for line in (stack.folder / "opendkim/public").read_text().splitlines() if line)

    def lookup(name: bytes, seconds: float) -> bytes | None:
        record = keys.get(name.decode().rstrip("."))
        return record.encode() if record else None

    mail = settings.mail.model_copy(update={"trust": Trust.DKIM, "authserv_id": ""})
    house = open_house(settings.model_copy(update={"mail": mail}))
    house.service = dataclasses.replace(house.service, lookup=lookup)
    campaign = house.create(red=RED, blue=BLUE)
    good = reply(house.first(RED), RED, "1a\n")
    house.stack.submit(good)
    assert house.settled(str(good["Message-ID"])).how == "handled"
    assert set(house.bids(campaign)) == {"red"}
    bad = reply(house.first(BLUE), BLUE, "2a\n")
    house.stack.forge(bad.as_bytes(), BLUE, str(bad["To"]))
    held = house.until(lambda: house.handled(str(bad["Message-ID"])))
    assert (held.status, held.reason) == ("held", "own check: no signature")
