"""What a moderator did, asked for by a player over real servers."""

from __future__ import annotations

from email.message import EmailMessage

from tests.live.installation import Installation, reply

RED, BLUE, MONA = "red@players.test", "blue@players.test", "mona@players.test"


def test_a_player_reads_over_real_servers_what_the_moderator_did(installation: Installation) -> None:
    installation.create(red=RED, blue=BLUE, moderator=MONA)
    pause = reply(installation.first(MONA), MONA, "pause the server moves\n")
    installation.stack.submit(pause)
    assert installation.settled(str(pause["Message-ID"])).how == "handled"
    asking = reply(installation.first(BLUE), BLUE, "history acts\n")
    installation.stack.submit(asking)
    answer = installation.until(
        lambda: [each for each in installation.inbox(BLUE) if each["In-Reply-To"] == asking["Message-ID"]]
    )[0]
    assert "Moderator, by email: The campaign is paused; everybody is told. (the server moves)" in _words(answer)


def _words(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())
