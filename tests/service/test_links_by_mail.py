"""What a tap sends: a mail with a subject of ours and a line, no answer to any mail; and where links must not come."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from adjudicator.kernel.registry import game_named
from tests.service.conftest import at_the_tiles
from tests.service.mails_of_positions import FOLDER

pytestmark = pytest.mark.store("sqlite")


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = at_the_tiles(installation, "en")
    return made


def links(mail: Any) -> list[str]:
    page = mail.get_body(("html",)).get_content()
    return [found.replace("&amp;", "&") for found in re.findall(r'href="(mailto:[^"]+)"', page)]


def tap(installation: Any, link: str) -> Any:
    """The answer to what a link opens, sent as it is; phones answer no mail by it."""
    asked = {name: values[0] for name, values in parse_qs(urlsplit(link).query, keep_blank_values=True).items()}
    raw = installation.raw("britain", asked["body"], Subject=asked["subject"]).replace(b"In-Reply-To", b"X-Was")
    installation.put(raw)
    return [mail for address, mail in installation.deliver() if address.startswith("britain")]


def test_a_tap_plays_a_whole_round_and_is_answered_in_a_screen(
    installation: Any, campaign: int, said: Any, read: Any
) -> None:
    asked = installation.newest("britain")
    whole = next(link for link in links(asked) if link.endswith("%20end"))
    (receipt,) = tap(installation, whole)
    assert "round over" in said(receipt)
    assert "scored now" in said(receipt)
    assert "SCORING" not in read(receipt)
    assert "ORDERS" not in read(receipt)


def test_the_rest_comes_on_request_and_a_line_that_was_lost_is_missed(
    installation: Any, campaign: int, read: Any, said: Any
) -> None:
    given = links(installation.newest("britain"))
    commands = {link.rpartition("body=")[2]: link for link in given}
    (details,) = tap(installation, commands["details"])
    assert "THE POSITION IN DETAIL" in read(details)
    (listed,) = tap(installation, commands["list"])
    assert "ALL OPTIONS" in read(listed)
    (answer,) = tap(installation, given[0].partition("&body=")[0] + "&body=")
    assert "your email program did not pass on the line" in said(answer)


def test_what_several_answers_make_up_is_tapped_one_by_one(installation: Any, read: Any, said: Any) -> None:
    """What is only not complete is kept and no mistake, and what may be added is a link each."""
    installation.create("imperial-struggle", {"france": "en", "britain": "en"})
    (half,) = tap(installation, next(link for link in links(installation.newest("britain")) if "M05" in link))
    assert "kept as a draft  M05  more of them are needed" in said(half).replace("draft M05 more", "draft  M05  more")
    assert "kept, the rest is missing" in half["Subject"]
    assert "Add from these:" in read(half)
    assert "not understood" not in read(half)
    assert "Did you mean" not in read(half)
    (done,) = tap(installation, next(link for link in links(half) if "M07" in link))
    assert "on file" in done["Subject"]


def test_what_may_be_meant_is_a_link(installation: Any, campaign: int, read: Any) -> None:
    """Each of what a word can mean, and the word that does what an answer lists."""
    (asked,) = installation.write("britain", "flag Savoy or Sardinia")
    assert "E42  flag Savoy" in read(asked)
    (taken,) = tap(installation, next(link for link in links(asked) if "body=%0D%0AE42" in link))
    assert "take Diplomatic 4 and Economic 2" in read(taken), "without a tile one has to be named"
    assert "body=yes" not in "".join(links(asked))
    (offered,) = installation.write("britain", "minister")
    assert "Reply “yes” to do this" in " ".join(read(offered).split())
    (done,) = tap(installation, next(link for link in links(offered) if "body=yes" in link))
    assert "Walpole" in done["Subject"]


@pytest.mark.drawn
def test_in_an_answer_what_has_no_room_of_its_own_is_a_link_in_its_line(
    installation: Any, campaign: int, read: Any
) -> None:
    """So a round can be ended by a tap where a picture takes the room of its options."""
    installation.write("britain", "M2D2", "squadron to Biscay")
    (full,) = installation.write("britain", "E14")
    assert "cid:crop" in full.get_body(("html",)).get_content()
    question = re.search(r"#(\d+)", full["Subject"])
    assert question
    (ended,) = tap(installation, next(link for link in links(full) if f"body=%0D%0A{question[1]}z%20" in link))
    assert ended["Subject"].endswith("done")
    assert "round over" in " ".join(read(ended).split())


def test_links_do_not_come_to_others(installation: Any, campaign: int, read: Any) -> None:
    """A forwarded mail has the secret address in its links: what is pasted into a letter loses it."""
    mail = installation.newest("britain")
    link = links(mail)[0]
    secret = str(mail["Reply-To"]).partition("+")[2].partition("@")[0]
    installation.write("britain", "press to France:", "look at this", link)
    letter = installation.newest("france")
    assert "look at this" in read(letter)
    assert secret not in letter.as_string()


def test_what_may_be_meant_is_not_asked_again(installation: Any, read: Any) -> None:
    """Every option is a link once, with all that the question would say of it."""
    document = msgspec.json.decode((FOLDER / "bank_border.json").read_bytes())
    seats = dict.fromkeys(game_named("pax-renaissance").seats_of(document), "ru")
    installation.create("pax-renaissance", seats, document=document)
    (answer,) = installation.write("medici", "на границу")
    assert "Возможно, вы имели в виду:" in read(answer)
    sent = [link.partition("&body=")[2] for link in links(answer)]
    assert [each for each in sent if "K12" in each]
    assert len(set(sent)) == len(sent)
    assert "там: пешка Фуггера" in " ".join(read(answer).split())
