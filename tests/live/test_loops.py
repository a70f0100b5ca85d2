"""Programs that write to each other: whatever they leave out, the number of mails is bounded."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.settings import Settings
from tests.live.installation import Installation, reply, settings_for, until
from tests.live.stack import MailStack

OpenInstallation = Callable[[Settings], Installation]
MOST = 3
"""Answers to one address in an hour, in these tests."""
ENDLESS = 60
LEFT, RIGHT = "left@players.test", "right@players.test"
SIGNS = ("Auto-Submitted", "X-Auto-Response-Suppress", "List-Id", "List-Unsubscribe", "Precedence", "References")
OF_EVERY_MAIL = SIGNS[:2]


def until_quiet(installations: Sequence[Installation], count: Callable[[], int], work: Callable[[], object]) -> int:
    """Work until no mail is on its way any more, or there were far too many; returns the count."""
    before = -1
    while True:
        work()
        now = count()
        if now == before and all(installation.at_rest() for installation in installations) and count() == now:
            return now
        before = now
        assert now < ENDLESS, "it goes on and on"


@pytest.fixture
def limited(stack: MailStack, tmp_path: Path) -> Callable[[str], Settings]:
    def made(domain: str) -> Settings:
        folder = tmp_path / domain
        folder.mkdir()
        settings = settings_for(stack, folder, domain=domain)
        return settings.model_copy(update={"limits": settings.limits.model_copy(update={"answers_per_hour": MOST})})

    return made


def test_autoresponders_at_every_player_are_answered_a_bounded_number_of_times(
    limited: Callable[[str], Settings], open_installation: OpenInstallation
) -> None:
    installation = open_installation(limited("game.test"))
    players = (LEFT, RIGHT)
    installation.create(red=LEFT, blue=RIGHT)
    seen = dict.fromkeys(players, 0)

    def work() -> None:
        installation.work()
        for player in players:
            mails = installation.inbox(player)
            for mail in mails[seen[player] :]:
                answer = reply(mail, player, "I am away until Monday.\n", seen[player])
                installation.stack.submit(answer)
                installation.settled(str(answer["Message-ID"]))  # however long it takes on its way
            seen[player] = len(mails)

    until_quiet([installation], lambda: sum(seen.values()) + len(installation.mails()), work)
    most = MOST + 2
    assert all(MOST <= count <= most for count in seen.values()), (
        f"a welcome, the answers of one hour, the last: {seen}"
    )


def test_quiet_is_not_while_the_server_tries_a_mail_again(
    limited: Callable[[str], Settings], open_installation: OpenInstallation, stack: MailStack
) -> None:
    """As for some seconds after a mailbox was away: mails for it are put aside at once, without an attempt."""
    installation = open_installation(limited("game.test"))
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = LEFT, RIGHT, "wait"
    mail.set_content("for me")
    with stack.without_dovecot():
        stack.forge(mail.as_bytes(), LEFT, RIGHT)
        until(lambda: stack.busy("deferred") and not stack.busy())
        assert not installation.at_rest()
    until(installation.at_rest)
    assert len(stack.read(RIGHT)) == 1


@pytest.mark.long
def test_two_services_behind_a_gateway_that_takes_all_signs_away_fall_silent(
    limited: Callable[[str], Settings], open_installation: OpenInstallation, stack: MailStack
) -> None:
    """Each is a player of the other. The gateway passes every mail on as a new one, written by a person."""
    ours, theirs = open_installation(limited("game.test")), open_installation(limited("other.test"))
    ours.create(red="red@players.test", blue=LEFT)
    theirs.create(red="red2@players.test", blue=RIGHT)
    seen = {LEFT: 0, RIGHT: 0}
    first = {LEFT: ours.first(LEFT), RIGHT: theirs.first(RIGHT)}

    def gateway() -> None:
        for source, sink in ((LEFT, RIGHT), (RIGHT, LEFT)):
            mails = stack_mails(source)
            for mail in mails[seen[source] :]:
                stack.submit(stripped(mail, sink, str(first[sink]["Reply-To"])))
            seen[source] = len(mails)

    def stack_mails(address: str) -> list[EmailMessage]:
        return (ours if address == LEFT else theirs).inbox(address)

    def work() -> None:
        ours.work()
        theirs.work()
        gateway()

    until_quiet([ours, theirs], lambda: sum(seen.values()) + len(ours.mails()) + len(theirs.mails()), work)
    count = sum(seen.values())
    assert 3 <= count <= 2 * (MOST + 3), "the welcomes, what they brought about, the answers of one hour, and the last"


def stripped(mail: EmailMessage, sender: str, to: str) -> EmailMessage:
    """The text of a mail as a mail of its own: nothing tells any more that a program wrote it."""
    body = mail.get_body(("plain",))
    assert body is not None
    assert all(mail[name] for name in OF_EVERY_MAIL), "there was something to take away"
    fresh = EmailMessage()
    fresh["From"], fresh["To"], fresh["Subject"] = sender, to, "news"
    fresh["Message-ID"] = f"<{time.time_ns()}@gateway.players.test>"
    fresh.set_content("\n".join(f"Dear friend, {line}" for line in str(body.get_content()).splitlines()))
    return fresh


def test_a_player_whose_address_is_the_services_own_gets_nothing_going(
    limited: Callable[[str], Settings], open_installation: OpenInstallation
) -> None:
    installation = open_installation(limited("game.test"))
    installation.create(red=LEFT, blue="orders@game.test")
    count = until_quiet(
        [installation], lambda: len(installation.outbox()) + len(installation.mails()), installation.work
    )
    assert count == 3, "two welcomes, and one of them comes back"
    (back,) = installation.mails()
    assert (back.status, back.nature) == ("ignored", "echo")
    installation.stack.submit(reply(installation.first(LEFT), LEFT, "status\n"))
    after = until_quiet(
        [installation], lambda: len(installation.outbox()) + len(installation.mails()), installation.work
    )
    assert after == count + 2, "his question, and the answer"
