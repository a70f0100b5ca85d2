"""Letters in somebody's name: nothing in a mail betrays them; a moderator, and the archive at the end, tell them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from adjudicator.reports.pages.archive_page import html
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.archives import letters_for
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.settings import CampaignSettings, PressPolicy, keep_settings
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.service.history.record import to_json
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.press import content, sending
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign

SEATS = {"north": "en", "east": "ru", "south": "en", "moderator": "en", "observer": "ru"}
FOOT = "may be forged"


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("crossroads", SEATS)
    allow(installation, made, forged=True)
    return made


def allow(installation: Any, campaign: int, **policy: Any) -> None:
    with writing(installation.service.engine) as session:
        keep_settings(session.get_one(Campaign, campaign), CampaignSettings(press=PressPolicy(**policy)))


def wrote(installation: Any, seat: str, *lines: str, **headers: str) -> dict[str, list[Any]]:
    """A seat writes; returns what everybody gets, at once and when every letter has left."""
    row = installation.put(installation.raw(seat, "\n".join(lines) + "\n", **headers))
    assert row.status.value == "handled", row.reason
    found = got(installation)
    installation.clock.forward(hours=3)
    sending.run(installation.service)
    for each, mails in got(installation).items():
        found.setdefault(each, []).extend(mails)
    return found


def got(installation: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for address, mail in installation.deliver():
        found.setdefault(address.partition("@")[0], []).append(mail)
    return found


def whole(mail: Any) -> str:
    parts = [part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"]
    return "\n".join([*(f"{name}: {value}" for name, value in mail.items()), *parts])


def base(installation: Any, seat: str) -> str:
    return str(installation.received[f"{seat}@players.test"][0]["Reply-To"])


def shape(installation: Any, mail: Any, key: str) -> str:
    """A mail without what differs between any two: its id, its time, and the key of its letter."""
    text = re.sub("boundary=\\S+", "", whole(mail))
    for header in ("Message-ID", "Date", "DKIM-Signature"):
        if header in mail:
            text = text.replace(str(mail[header]), "")
    return text.replace(key, "KEY")


def keys(installation: Any, campaign: int) -> list[str]:
    with reading(installation.service.engine) as session:
        return [one.key for one in content.of_campaign(session, campaign)]


def test_a_forged_letter_is_the_same_mail_as_a_true_one(installation: Any, campaign: int, said: Any) -> None:
    true = wrote(installation, "east", "письмо south: quartz", To=base(installation, "east"))["south"][0]
    found = wrote(installation, "north", "press to south as east: quartz")
    assert set(found) == {"north", "south"}, "who is named is not told"
    forged = found["south"][0]
    one, other = keys(installation, campaign)
    assert said(forged).count("East") >= 2
    assert FOOT in said(forged)
    with reading(installation.service.engine) as session:
        (_, late) = content.of_campaign(session, campaign)
    assert late.due_at > late.written_at + timedelta(minutes=1), "no clock betrays who wrote a mail then"
    assert shape(installation, true, one).split() == shape(installation, forged, other).split()
    tag = str(installation.received["north@players.test"][0]["Message-ID"]).partition(".")[0]
    assert tag not in whole(forged)
    assert "Its readers see East as its author" in said(found["north"][0])


def test_an_answer_is_an_ordinary_letter_to_whom_it_names(installation: Any, campaign: int, said: Any) -> None:
    wrote(installation, "north", "press to south as east: quartz")
    found = wrote(installation, "south", "What do you mean?")
    assert set(found) == {"south", "east"}
    answer = found["east"][0]
    assert "quartz" not in whole(answer)
    forged, answered = keys(installation, campaign)
    assert forged not in whole(answer)
    assert answered in str(answer["References"])
    assert "Ваше письмо" not in said(answer)
    again = wrote(installation, "east", "Nothing at all.", To=str(answer["Reply-To"]))
    assert set(again) == {"east", "south"}
    first = installation.received["south@players.test"]
    threads = [
        str(mail["References"]).split()[0] for mail in first if "quartz" in whole(mail) or "at all" in whole(mail)
    ]
    assert len(set(threads)) == 1, "to who answered it is one correspondence"
    assert "quartz" not in said(wrote(installation, "east", "письма", To=base(installation, "east"))["east"][0])


def test_two_readers_and_its_true_author_among_them(installation: Any, campaign: int, said: Any) -> None:
    found = wrote(installation, "north", "press to south and north in the name of East: quartz")
    assert "From: East. To: South and North." in said(found["south"][0])
    found = wrote(installation, "south", "Both of you?")
    assert set(found) == {"south", "east", "north"}
    assert "quartz" not in whole(found["east"][0])


def test_the_moderator_sees_who_wrote_it(installation: Any, campaign: int, said: Any) -> None:
    found = wrote(installation, "north", "press to south and the moderator as east: quartz")
    assert "East (written by North in its name)" in said(found["moderator"][0])
    assert "written by" not in whole(found["south"][0])
    listed = said(wrote(installation, "moderator", "letters", To=base(installation, "moderator"))["moderator"][0])
    assert "written by North" in listed
    assert "written by" not in said(wrote(installation, "south", "letters", To=base(installation, "south"))["south"][0])


def test_a_moderator_who_plays_reads_what_every_reader_does(installation: Any, said: Any) -> None:
    people = {"north": "north", "east": "east", "south": "south", "moderator": "south"}
    players = tuple(
        Player(seat=seat, name=who.title(), email=f"{who}@players.test", language="en") for seat, who in people.items()
    )
    new = NewCampaign(name="both", title="Both", game="crossroads", players=players, seed=b"house")
    create(installation.service, new)
    installation.deliver()
    allow(installation, 1, forged=True)
    found = wrote(installation, "north", "press to the moderator as east: quartz")
    assert "From: East. To: the moderator." in said(found["south"][0])


REFUSED = (
    ("press to all as east:", "It would reach the seat"),
    ("press to east as east:", "It would reach the seat"),
    ("anonymous press to south as east:", "Anonymous letters are not allowed"),
    ("press to south as the moderator:", "Did you mean"),
    ("press to south as nobody:", "Nobody here is called"),
)


@pytest.mark.parametrize(("head", "why"), REFUSED)
def test_a_name_that_cannot_be_taken_is_refused(
    installation: Any, campaign: int, said: Any, head: str, why: str
) -> None:
    found = wrote(installation, "north", head, "quartz")
    assert set(found) == {"north"}
    assert why in said(found["north"][0])


def test_where_it_is_not_allowed_it_is_refused_and_no_letter_speaks_of_it(
    installation: Any, campaign: int, said: Any
) -> None:
    allow(installation, campaign)
    found = wrote(installation, "north", "press to south as east:", "quartz")
    assert set(found) == {"north"}
    assert "in the name of another seat are not allowed" in said(found["north"][0])
    assert FOOT not in said(wrote(installation, "north", "press to south: basalt")["south"][0])
    assert keys(installation, campaign)
    assert set(wrote(installation, "north", "письмо south от имени North: own")) == {"north", "south"}, (
        "the own name is none"
    )
    found = wrote(installation, "moderator", "press to south as east: marble")
    assert set(found) == {"moderator"}


def test_every_letter_bears_the_foot(installation: Any, campaign: int, said: Any) -> None:
    for seat, mails in wrote(installation, "north", "press to all: basalt").items():
        assert seat == "north" or FOOT in said(mails[0]) or "подложными" in said(mails[0])


def test_the_archive_tells_it_when_the_match_is_over(installation: Any, campaign: int, monkeypatch: Any) -> None:
    wrote(installation, "north", "письмо от имени востока south через полчаса: quartz")
    for over in (False, True):
        for seat in ("south", "north", "east", None):
            record, lines = seen(installation, campaign, Viewpoint(seat), over=over)
            known = seat == "north" or (over and seat == "south")
            assert ("written by North" in html(tell(record, "en"))) is known, (seat, over)
            assert (b'"writer"' in to_json(record)) is known
            assert [line.writer for line in lines if line.writer] == (["north"] if known else [])
            assert ("quartz" in html(tell(record, "en"))) is (seat in ("south", "north"))
        record, lines = seen(installation, campaign, Viewpoint(everything=True), over=over)
        assert [(line.author, line.writer) for line in lines] == [("east", "north")]


def seen(installation: Any, campaign: int, eyes: Viewpoint, *, over: bool) -> tuple[Any, list[Any]]:
    with reading(installation.service.engine) as session:
        table: CampaignContext = table_of_campaign(installation.service.work(session), campaign)
        if over:
            result = Ended(table.match)
            table.match = result  # type: ignore[assignment]
        return gather(table, eyes), list(letters_for(CampaignView(table, eyes)))


class Ended:
    """A match that is said to be over."""

    result = msgspec.UNSET

    def __init__(self, match: Any) -> None:
        self._match = match

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)
