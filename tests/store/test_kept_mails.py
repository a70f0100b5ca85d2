"""Mails are kept without their pictures, which are there once, and put together again byte for byte."""

from datetime import UTC, datetime, timedelta

import pytest
from alembic import command
from sqlalchemy import Engine, bindparam, delete, func, select, text
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.mail.address import Address
from adjudicator.mail.compose import Attachment, AutoSubmitted, OutgoingMail, Picture, compose
from adjudicator.store import kept_mails, migrations, outbound
from adjudicator.store.codec import Codec
from adjudicator.store.engine import open_engine, reading, writing
from adjudicator.store.kept_mails import PictureMissing
from adjudicator.store.outbound import Lease, NewOutbound, claim, handed_over, queue, store_rendered
from adjudicator.store.pruning import KINDS
from adjudicator.store.tables import MailPicture, OutboundMail, OutboundState, PictureUse, table_of
from adjudicator.store.troubles import redirect

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 9
OTHER = PNG[::-1] + b"\0"
DAYS = timedelta(days=60)


def mail(name: str, *pngs: bytes, text: str = "Ход за вами. " * 90) -> bytes:
    """A mail as the service composes it, in Russian, with a page, pictures and a file."""
    box = Address("orders@game.test", "Sun King")
    return compose(
        OutgoingMail(
            message_id=f"<{name}@game.test>",
            date=datetime(2026, 11, 20, 12, tzinfo=UTC),
            sender=box,
            to=box,
            subject="Ход за вами",
            text=text,
            html=f"<p>{text}</p>",
            pictures=tuple(
                Picture(cid=f"p{place}", filename=f"p{place}.png", png=png, alt="the board")
                for place, png in enumerate(pngs)
            ),
            attachments=(Attachment(filename="replay.html", content_type="text/html", data=b"<p>turn 1</p>" * 500),),
            auto_submitted=AutoSubmitted.GENERATED,
        )
    )


def sent(engine: Engine, campaign_id: int, seat_id: int, name: str, raw: bytes, at: datetime) -> int:
    """A mail that is queued and rendered. Returns its id."""
    with writing(engine) as session:
        new = NewOutbound(f"<{name}@game.test>", "report", "a@x.test", b"", campaign_id=campaign_id, seat_id=seat_id)
        queue(session, [new], at)
        (row,) = claim(session, OutboundState.QUEUED, at, Lease(DAYS), 9)
        assert store_rendered(session, row.id, raw, at, campaign_id)
        return row.id


def drop(session: Session, before: datetime, limit: int) -> int:
    """As every round does it."""
    return KINDS[0].drop_some(session, before, limit, before)


def whole(engine: Engine, mail_id: int) -> bytes | None:
    with reading(engine) as session:
        return kept_mails.whole(session, session.get_one(OutboundMail, mail_id))


def pictures(engine: Engine) -> int:
    with reading(engine) as session:
        return session.scalar(select(func.count()).select_from(table_of(MailPicture))) or 0


@pytest.mark.parametrize(
    "raw",
    [
        mail("bare"),
        mail("one", PNG),
        mail("several", PNG, OTHER, PNG),
        mail("ascii", PNG, text="Your move. " * 90),
        mail("short", PNG, text="Go"),
        mail("looks.alike", text=("Az+/" * 19 + "\n") * 30),
        b"raw",
        b"",
        b"Content-Transfer-Encoding: base64\r\n\r\n" + (b"AAA=" * 19 + b"\r\n") * 9,
    ],
)
def test_a_mail_is_put_together_byte_for_byte(raw: bytes) -> None:
    taken = kept_mails.split_pictures(raw, lambda data: data[-32:])
    assert kept_mails.reassemble(taken.kept, taken.pictures) == raw
    assert {*taken.pictures.values()} <= {PNG, OTHER}
    assert kept_mails.text_alone(taken.kept).count(b"\r\n") <= raw.count(b"\r\n")


def test_what_we_never_compose_is_refused() -> None:
    with pytest.raises(ValueError, match="NUL"):
        kept_mails.split_pictures(b"Subject: x\r\n\r\n\0", lambda data: data)


def test_a_picture_of_several_mails_is_kept_once(engine: Engine, campaign_id: int, france: int, now: datetime) -> None:
    raws = {name: mail(name, PNG, OTHER) for name in ("one", "two", "three")}
    ids = {name: sent(engine, campaign_id, france, name, raw, now) for name, raw in raws.items()}
    assert pictures(engine) == 2
    for name, raw in raws.items():
        assert whole(engine, ids[name]) == raw
    with reading(engine) as session:
        kept = session.get_one(OutboundMail, ids["one"]).kept
    assert kept is not None
    assert PNG[:8] not in kept
    assert "Ход за вами. ".encode() in kept, "a text packs better than its base64"


def test_old_mails_are_dropped_when_they_have_gone(
    engine: Engine, campaign_id: int, france: int, now: datetime
) -> None:
    gone, waits, young = (
        sent(engine, campaign_id, france, name, mail(name, *pngs), at)
        for name, pngs, at in (("gone", (PNG, OTHER), now), ("waits", (PNG,), now), ("young", (), now + DAYS))
    )
    with writing(engine) as session:
        assert drop(session, now + DAYS, 9) == 0, "nothing has been handed over"
        assert handed_over(session, gone, now)
        assert handed_over(session, young, now)
    with writing(engine) as session:
        assert KINDS[0].any_old(session, now + DAYS)
        assert drop(session, now + DAYS, 9) == 1
        assert not KINDS[0].any_old(session, now + DAYS)
    assert whole(engine, gone) is None
    assert whole(engine, waits) == mail("waits", PNG)
    assert whole(engine, young) == mail("young")
    assert pictures(engine) == 1, "that which another mail needs"
    with writing(engine) as session:
        outbound.give_up(session, waits, "550")
        assert drop(session, now + DAYS, 9) == 1
    assert pictures(engine) == 0


def test_a_few_mails_are_dropped_at_a_time(engine: Engine, campaign_id: int, france: int, now: datetime) -> None:
    for name in "abc":
        number = sent(engine, campaign_id, france, name, mail(name, PNG), now)
        with writing(engine) as session:
            handed_over(session, number, now)
    for left in (1, 1, 0):
        with writing(engine) as session:
            assert drop(session, now + DAYS, 1) == 1
        assert pictures(engine) == left
    with writing(engine) as session:
        assert drop(session, now + DAYS, 1) == 0


def test_a_mail_without_one_of_its_pictures_is_no_mail(
    engine: Engine, campaign_id: int, france: int, now: datetime
) -> None:
    number = sent(engine, campaign_id, france, "lost", mail("lost", PNG), now)
    with writing(engine) as session:
        session.execute(delete(PictureUse))
        session.execute(delete(MailPicture))
    with pytest.raises(PictureMissing):
        whole(engine, number)


def test_a_picture_in_use_cannot_be_removed(engine: Engine, campaign_id: int, france: int, now: datetime) -> None:
    sent(engine, campaign_id, france, "used", mail("used", PNG), now)
    with pytest.raises(Exception, match=r"(?i)foreign key"), writing(engine) as session:
        session.execute(delete(MailPicture))


@pytest.mark.store("postgresql")  # SQLite has one writer at a time
def test_a_mail_stored_while_another_is_dropped_keeps_their_picture(
    engine: Engine, campaign_id: int, france: int, now: datetime
) -> None:
    old = sent(engine, campaign_id, france, "old", mail("old", PNG), now)
    with writing(engine) as session:
        handed_over(session, old, now)
        queue(session, [NewOutbound("<new@game.test>", "report", "a@x.test", b"", campaign_id, france)], now)
    with writing(engine) as storing:
        (row,) = claim(storing, OutboundState.QUEUED, now, Lease(DAYS), 9)
        assert store_rendered(storing, row.id, mail("new", PNG), now, campaign_id)
        with writing(engine) as dropping:
            assert drop(dropping, now + DAYS, 9) == 1
    assert whole(engine, row.id) == mail("new", PNG)


def test_what_waits_for_another_address_is_rendered_anew(
    engine: Engine, campaign_id: int, france: int, now: datetime
) -> None:
    number = sent(engine, campaign_id, france, "dead", mail("dead", PNG), now)
    with writing(engine) as session:
        assert redirect(session, france, "a@x.test", "b@x.test") == 1
    assert whole(engine, number) is None
    assert pictures(engine) == 0


@pytest.fixture
def old_engine(empty_engine: Engine) -> Engine:
    """A database of the oldest version that is known, in which mails may be from before pictures were kept apart."""
    migrating = (
        migrations._without_foreign_keys(empty_engine) if empty_engine.dialect.name == "sqlite" else empty_engine
    )
    config = migrations._config()
    with migrating.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0046")
    return empty_engine


def test_mails_of_an_old_database_are_what_they_were(old_engine: Engine, now: datetime) -> None:
    raw = mail("old", PNG, OTHER)
    stored = {
        "message_id": "<old@game.test>", "kind": "report", "recipient": "a@x.test", "state": OutboundState.HANDED_OVER,
        "due_at": now, "queued_at": now, "attempts": 1, "error": "", "priority": 1, "intent": b"", "raw": raw,
    }  # fmt: skip
    with writing(old_engine) as session:
        types = [bindparam(name, type_=table_of(OutboundMail).c[name].type) for name in stored]
        named = f"INSERT INTO outbound_mail ({', '.join(stored)}) VALUES (:{', :'.join(stored)})"
        session.execute(text(named).bindparams(*types), stored)  # it knows nothing of columns that came later
    migrations.upgrade(old_engine)
    assert migrations.differences(old_engine) == []
    again = open_engine(old_engine.url.render_as_string(hide_password=False), Codec(bytes(range(32))))
    with writing(again) as session:
        (row,) = session.scalars(select(OutboundMail).where(col(OutboundMail.kept).is_not(None)))
        assert kept_mails.whole(session, row) == raw
        assert drop(session, now + DAYS, 9) == 1
    again.dispose()
