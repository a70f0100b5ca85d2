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
from tests.live.installation import Installation, reply
from tests.live.stack import MailStack

RED, BLUE = "red@players.test", "blue@players.test"


def test_an_order_goes_over_real_servers_and_is_answered(installation: Installation) -> None:
    campaign = installation.create(red=RED, blue=BLUE)
    asked = installation.first(RED)
    assert "dkim=pass" in asked["Authentication-Results"]
    mail = reply(asked, RED, "1a\n")
    installation.stack.submit(mail)
    held = installation.until(lambda: installation.handled(str(mail["Message-ID"])))
    assert held.status == "handled"
    assert set(installation.bids(campaign)) == {"red"}
    answer = installation.until(lambda: installation.inbox(RED)[1:])[0]
    assert answer["In-Reply-To"] == mail["Message-ID"]
    assert answer["Auto-Submitted"] == "auto-replied"
    assert installation.stack.read("orders@game.test") == []
    assert len(installation.stack.read("orders@game.test", "Handled")) == 1


def test_a_forged_mail_straight_to_the_mx_is_held_and_the_registered_address_is_asked(
    installation: Installation,
) -> None:
    campaign = installation.create(red=RED, blue=BLUE)
    forged = reply(installation.first(RED), RED, "1a\n")
    forged["Authentication-Results"] = "mx.game.test; dkim=pass header.d=players.test"
    installation.stack.forge(forged.as_bytes(), RED, str(forged["To"]))
    held = installation.until(lambda: installation.handled(str(forged["Message-ID"])))
    assert held.status == "held"
    assert installation.bids(campaign) == {}
    (notice,) = installation.until(lambda: installation.inbox(RED)[1:])
    assert "in your name" in " ".join(_text(notice).split())


def test_the_same_token_from_a_strangers_own_mailbox_does_nothing(installation: Installation) -> None:
    campaign = installation.create(red=RED, blue=BLUE)
    stolen = reply(installation.first(RED), "mallory@players.test", "1a\n")
    installation.stack.submit(stolen)
    held = installation.until(lambda: installation.handled(str(stolen["Message-ID"])))
    assert held.status == "held"
    assert installation.bids(campaign) == {}
    assert installation.inbox("mallory@players.test") == []


def _text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_a_held_mail_is_confirmed_from_the_mailbox_that_was_asked(installation: Installation) -> None:
    campaign = installation.create(red=RED, blue=BLUE)
    unproven = reply(installation.first(RED), RED, "1a\n")
    installation.stack.forge(unproven.as_bytes(), RED, str(unproven["To"]))
    (notice,) = installation.until(lambda: installation.inbox(RED)[1:])
    code = re.search(r"confirm (\d{4}(?:-\d{4})+)", _text(notice))
    assert code is not None
    # over the same way that proved nothing: whoever has the code reads the mailbox
    confirming = reply(notice, RED, f"{code[0]}\n")
    installation.stack.forge(confirming.as_bytes(), RED, str(confirming["To"]))
    held = installation.until(lambda: [m for m in installation.mails() if m.message_id == unproven["Message-ID"]][0:1])
    installation.until(lambda: installation.bids(campaign))
    assert set(installation.bids(campaign)) == {"red"}
    assert held[0].id < max(mail.id for mail in installation.mails())
    answer = installation.until(lambda: installation.inbox(RED)[2:])[0]
    assert answer["In-Reply-To"] == unproven["Message-ID"]


def test_who_joins_from_a_server_that_signs_is_in_and_a_forged_request_is_asked_about_first(
    installation: Installation,
) -> None:
    new = NewCampaign(name="gathering", title="Gathering", game="sealed-bids", seed=b"gathering", players=())
    made = joining.gather(installation.service, new, Start.FULL)

    def request(sender: str, text: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, "orders@game.test", "hello"
        mail["Message-ID"] = f"<{text.split()[0]}.{sender}>"
        mail.set_content(f"{text}\n")
        return mail

    installation.stack.submit(request(RED, f"join {made.code} seat red"))
    assert "You play Red" in _text(installation.first(RED))
    forged = request(BLUE, f"join {made.code} seat blue")
    installation.stack.forge(forged.as_bytes(), BLUE, "orders@game.test")
    notice = installation.first(BLUE)
    code = re.search(r"confirm (\d{4}(?:-\d{4})+)", _text(notice))
    assert code is not None
    assert len(installation.inbox(RED)) == 1, "nothing has begun"
    confirming = request(BLUE, code[0])
    installation.stack.forge(confirming.as_bytes(), BLUE, "orders@game.test")
    installation.until(lambda: installation.inbox(BLUE)[1:])
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), made.campaign_id)
        assert {seat.name: seat.holders[0].emails for seat in table.players} == {"red": (RED,), "blue": (BLUE,)}


def test_our_own_check_agrees_with_the_server_that_signs(
    open_installation: Callable[[Settings], Installation], settings: Settings, stack: MailStack
) -> None:
    """OpenDKIM signs on the way out, Postfix and Dovecot carry the mail, and no verdict of theirs is believed."""
    keys = dict(line.split(None, 1) for line in (stack.folder / "opendkim/public").read_text().splitlines() if line)

    def lookup(name: bytes, seconds: float) -> bytes | None:
        record = keys.get(name.decode().rstrip("."))
        return record.encode() if record else None

    mail = settings.mail.model_copy(update={"trust": Trust.DKIM, "authserv_id": ""})
    installation = open_installation(settings.model_copy(update={"mail": mail}))
    installation.service = dataclasses.replace(installation.service, lookup=lookup)
    campaign = installation.create(red=RED, blue=BLUE)
    good = reply(installation.first(RED), RED, "1a\n")
    installation.stack.submit(good)
    assert installation.settled(str(good["Message-ID"])).how == "handled"
    assert set(installation.bids(campaign)) == {"red"}
    bad = reply(installation.first(BLUE), BLUE, "2a\n")
    installation.stack.forge(bad.as_bytes(), BLUE, str(bad["To"]))
    held = installation.until(lambda: installation.handled(str(bad["Message-ID"])))
    assert (held.status, held.reason) == ("held", "own check: no signature")
