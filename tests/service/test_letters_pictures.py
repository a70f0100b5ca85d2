"""Pictures with letters: what can be seen goes on, drawn again; nothing else of the files does."""

from __future__ import annotations

import io
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from sqlmodel import col, func, select

from adjudicator.reports.pages.archive_page import html
from adjudicator.service.admin import erasure
from adjudicator.service.admin.access import Visitor
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import CampaignSettings, PressPolicy, keep_settings
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.service.press import content, sending
from adjudicator.store import kept_mails
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, CampaignState, MailPicture, OutboundMail, Person

SEATS = {"north": "en", "east": "ru", "south": "en", "moderator": "en", "observer": "ru"}
SECRET = "kimberlite"
"""A word that stands in every place of a file where a word can stand."""


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("crossroads", SEATS)
    allow(installation, made, anonymous=True, forged=True, pictures=True)
    return made


def allow(installation: Any, campaign: int, **policy: Any) -> None:
    with writing(installation.service.engine) as session:
        keep_settings(session.get_one(Campaign, campaign), CampaignSettings(press=PressPolicy(**policy)))


def photo(kind: str = "JPEG", size: tuple[int, int] = (300, 200), colour: str = "red") -> bytes:
    """A file with metadata of all kinds, and something behind its end."""
    image, written = Image.new("RGB", size, colour), io.BytesIO()
    image.paste("blue", (0, 0, size[0] // 2, size[1]))
    if kind == "JPEG":
        exif = Image.Exif()
        exif[0x010E] = exif[0x013B] = SECRET  # what it shows, and who took it
        image.save(written, "JPEG", exif=exif, comment=SECRET.encode())
    else:
        info = PngInfo()
        info.add_text("Author", SECRET)
        image.save(written, "PNG", pnginfo=info)
    return written.getvalue() + SECRET.encode()


def mail_with(installation: Any, seat: str, text: str, *files: tuple[str, bytes], to: str = "") -> bytes:
    mail = BytesParser(policy=SMTP).parsebytes(installation.raw(seat, text, to=to))
    assert isinstance(mail, EmailMessage)
    for name, data in files:
        kind = {"png": "image/png", "jpg": "image/jpeg"}.get(name[-3:], "application/octet-stream")
        mail.add_attachment(data, *kind.split("/"), filename=name)
    return mail.as_bytes()


def wrote(
    installation: Any, seat: str, text: str, *files: tuple[str, bytes], to: str = "", hours: float = 3
) -> dict[str, list[EmailMessage]]:
    """A seat writes; returns what everybody gets, at once and when every letter has left."""
    row = installation.put(mail_with(installation, seat, text, *files, to=to))
    assert row.status.value == "handled", row.reason
    mails = installation.deliver()
    installation.clock.forward(hours=hours)
    sending.run(installation.service)
    found: dict[str, list[EmailMessage]] = {}
    for address, mail in [*mails, *installation.deliver()]:
        found.setdefault(address.partition("@")[0], []).append(mail)
    return found


def pictures(mail: EmailMessage) -> list[EmailMessage]:
    return [part for part in mail.walk() if part.get_content_maintype() == "image"]  # type: ignore[misc]


def everything(mail: EmailMessage) -> bytes:
    """All that a reader can look at: headers of all parts, and their contents as they are decoded."""
    parts = [part for part in mail.walk() if not part.is_multipart()]
    heads = [f"{name}: {value}" for part in mail.walk() for name, value in part.items()]
    return "\n".join(heads).encode() + b"".join(part.get_payload(decode=True) or b"" for part in parts)


@pytest.mark.parametrize("opening", ["press to east:", "anonymous press to east:", "press to east as south:"])
def test_a_picture_goes_on_and_nothing_else_of_its_file(
    installation: Any, campaign: int, said: Any, opening: str
) -> None:
    files = (f"{SECRET}.jpg", photo()), (f"{SECRET}2.png", photo("PNG"))
    found = wrote(installation, "north", f"{opening}\nLook!\n", *files)
    told = said(found["north"][0])
    assert "With 2 pictures." in told
    assert "drawn again" in told
    assert "not read" not in told.lower().replace("were not read as orders", "")
    shown = pictures(found["east"][0])
    assert len(shown) == 2
    assert [part.get_filename() for part in shown] == ["letter-1.png", "letter-2.png"]
    assert SECRET.encode() not in everything(found["east"][0])
    for part, (_, data) in zip(shown, files, strict=True):
        drawn = part.get_payload(decode=True)
        assert isinstance(drawn, bytes)
        image = Image.open(io.BytesIO(drawn))
        assert (image.format, image.size, image.getexif()) == ("PNG", (300, 200), {})
        assert not set(image.info) - {"transparency"}
        red, green, blue = image.convert("RGB").getpixel((250, 100))  # type: ignore[misc]
        assert red > 240 > 20 > max(green, blue)
        assert drawn not in data
        cid = str(part["Content-ID"]).strip("<>")
        assert f"cid:{cid}" in found["east"][0].get_body(("html",)).get_content()  # type: ignore[union-attr]


def test_what_does_not_go_on_is_named(installation: Any, campaign: int, said: Any) -> None:
    files = [(f"{n}.jpg", photo(colour=colour)) for n, colour in enumerate(("red", "green", "blue", "white"))]
    others = [("broken.png", b"\x89PNG\r\n\x1a\n" + b"x" * 500), ("notes.bin", b"abc" * 90)]
    found = wrote(installation, "north", "press to east:\nLook!\n", *files, *others)
    told = said(found["north"][0])
    assert "With 3 pictures." in told
    assert "does not go with it: notes.bin, 3.jpg and broken.png" in told
    assert len(pictures(found["east"][0])) == 3
    assert b"notes.bin" not in everything(found["east"][0])
    found = wrote(installation, "north", "press to east:\nLook!\nend press\npress to south:\nYou too!\n", files[0])
    assert "0.jpg" in said(found["north"][0])
    assert not pictures(found["east"][0]), "it is not clear with which letter"


def test_a_picture_of_many_pixels_is_made_smaller(installation: Any, campaign: int, said: Any) -> None:
    noise = Image.effect_noise((1600, 1200), 90).convert("RGB")
    written = io.BytesIO()
    noise.save(written, "JPEG")
    found = wrote(installation, "north", "press to east:\nLook!\n", ("sea.jpg", written.getvalue()))
    (part,) = pictures(found["east"][0])
    drawn = part.get_payload(decode=True)
    assert isinstance(drawn, bytes)
    assert len(drawn) <= 300_000
    assert max(Image.open(io.BytesIO(drawn)).size) <= 1000


def test_where_pictures_are_not_allowed_they_stay_behind(installation: Any, campaign: int, said: Any) -> None:
    allow(installation, campaign)
    found = wrote(installation, "north", "press to east:\nLook!\n", ("sea.jpg", photo()))
    assert "for letters are text: sea.jpg" in said(found["north"][0])
    assert not pictures(found["east"][0])
    with reading(installation.service.engine) as session:
        assert not session.scalar(select(func.count()).select_from(MailPicture)) or not stored(session, campaign)


def stored(session: Any, campaign: int) -> list[str]:
    return [name for one in content.of_campaign(session, campaign) for name in one.letter.pictures]


def test_readers_of_plain_text_get_them_as_files(installation: Any, campaign: int) -> None:
    wrote(installation, "south", "format text\n")
    found = wrote(installation, "north", "press to south:\nLook!\n", ("sea.jpg", photo()))
    assert [part.get_filename() for part in pictures(found["south"][0])] == ["letter-1.png"]


def test_an_answer_to_a_letter_carries_them_too(installation: Any, campaign: int) -> None:
    wrote(installation, "north", "press to east: what do you see?\n")
    found = wrote(installation, "east", "Смотри:\n", ("sea.jpg", photo()))
    assert len(pictures(found["north"][0])) == 1


def test_a_letter_that_is_withdrawn_takes_its_pictures_along(installation: Any, campaign: int, said: Any) -> None:
    wrote(installation, "north", "press to east in 6 hours:\nLook!\n", ("sea.jpg", photo()), hours=0)
    wrote(installation, "north", "press to south in 6 hours:\nLook!\n", ("sea.jpg", photo()), hours=0)
    with reading(installation.service.engine) as session:
        (name,) = set(stored(session, campaign))
        assert kept_mails.of_names(session, campaign, [name])
    assert "With 1 picture." in said(wrote(installation, "north", "letters\n", hours=0)["north"][0])
    wrote(installation, "north", "withdraw letter 1\n", hours=0)
    with reading(installation.service.engine) as session:
        assert kept_mails.of_names(session, campaign, [name]), "the other letter needs it"
    wrote(installation, "north", "withdraw letter 2\n", hours=0)
    with reading(installation.service.engine) as session:
        assert not kept_mails.of_names(session, campaign, [name])


def test_they_go_with_the_mails_that_showed_them(installation: Any, campaign: int) -> None:
    wrote(installation, "north", "press to all:\nLook!\n", ("sea.jpg", photo()))
    with writing(installation.service.engine) as session:
        (name,) = stored(session, campaign)
        assert kept_mails.of_names(session, campaign, [name])
        kept_mails.drop(session, list(session.scalars(select(col(OutboundMail.id)))))
    with reading(installation.service.engine) as session:
        assert not kept_mails.of_names(session, campaign, [name])
        assert session.scalars(select(Person)).first() is not None


def test_they_go_with_the_words_of_a_person_who_is_erased(installation: Any, campaign: int) -> None:
    wrote(installation, "north", "press to east:\nLook!\n", ("sea.jpg", photo()))
    wrote(
        installation, "north", "press to east in 6 hours:\nLook again!\n", ("sky.jpg", photo(colour="green")), hours=0
    )
    with reading(installation.service.engine) as session:
        names = stored(session, campaign)
        assert len(kept_mails.of_names(session, campaign, names)) == 2
    with writing(installation.service.engine) as session:
        session.get_one(Campaign, campaign).state = CampaignState.FINISHED
    erasure.erase(installation.service, Visitor("Mila"), "North")
    with reading(installation.service.engine) as session:
        assert stored(session, campaign) == []
        assert kept_mails.of_names(session, campaign, names) == ()


def test_the_archive_tells_that_there_were_some(installation: Any, campaign: int) -> None:
    wrote(installation, "north", "press to all:\nLook!\n", (f"{SECRET}.jpg", photo()))
    wrote(installation, "north", "press to east:\nAnd you!\n", ("sea.jpg", photo()))
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        for eyes, most in ((Viewpoint(), 1), (Viewpoint("south"), 1), (Viewpoint("east"), 2)):
            record = gather(table, eyes)
            assert [letter.pictures for letter in record.letters] == [1] * most
            page = html(tell(record, "en"))
            assert page.count("With 1 picture.") == most
            assert SECRET not in page


def test_a_seat_sends_ten_in_a_day(installation: Any, campaign: int, said: Any) -> None:
    files = [(f"{n}.jpg", photo(colour=colour)) for n, colour in enumerate(("red", "green", "white"))]
    for _ in range(3):
        wrote(installation, "north", "press to east:\nLook!\n", *files, hours=0)
    found = wrote(installation, "north", "press to east:\nLook!\n", *files, hours=0)
    assert len(pictures(found["east"][0])) == 1
    assert "1.jpg and 2.jpg" in said(found["north"][0])
