"""Mails from the command line."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import update
from sqlmodel import col, select

from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.outbox import bounces
from adjudicator.store import kept_mails
from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.tables import (
    Address,
    AddressState,
    InboundMail,
    OutboundMail,
    OutboundState,
    Person,
    TroubleKind,
)
from adjudicator.store.troubles import NewTrouble

SAMPLES = Path(__file__).parents[1] / "samples" / "mail"


@pytest.fixture
def run(desk: Any) -> Any:
    """These need no processes of their own."""
    return desk


def test_mails_are_listed_without_what_is_inside(run: Any, played: Any) -> None:
    (inbound,) = run("mail", "list", "--json").json
    assert (inbound["address"], inbound["seat"], inbound["state"]) == ("anna@players.test", "red", "handled")
    out = run("mail", "list", "--out", "--campaign", "lights", "--json").json
    assert {mail["address"] for mail in out} == {"anna@players.test", "boris@players.test", "mila@players.test"}
    assert run("mail", "list", "--status", "quarantined", "--json").json == []
    assert "there is no state" in run("mail", "list", "--status", "lost", code=1).err
    assert "bid" not in run("mail", "list").out


def test_a_mail_opens_for_its_seat_only(run: Any, played: Any) -> None:
    line = f"bid {played.hands['red'][0]}"
    assert line not in run("mail", "show", "in-1").out
    assert line in run("mail", "show", "in-1", "--as", "red").out
    assert "does not belong" in run("mail", "show", "in-1", "--as", "blue", code=1).err
    whole = run("mail", "show", "in-1", "--all", "--json")
    assert "secrets" in whole.err
    assert whole.json["lines"] == [line]
    assert run("mail", "show", "in-1", "--as", "red", "--raw").out.startswith("From: anna@players.test")
    assert "only with --as" in run("mail", "show", "in-1", "--raw", code=1).err


def test_of_a_mail_for_several_campaigns_nothing_of_the_others_is_shown(run: Any, played: Any) -> None:
    with reading(played.service.engine) as session:
        first = session.get_one(InboundMail, 1)
    body = b"\r\n\r\nstatus\r\nbid 99\r\ncampaign other\r\nbid 77\r\n"
    raw = first.raw.replace(b"Message-ID: <", b"Message-ID: <again.").partition(b"\n\n")[0].partition(b"\r\n\r\n")[0]
    stored = ingest(played.service, Place("INBOX", 1, 77), datetime.now(UTC), raw + body)
    handle(played.service, stored.id)
    for everything in (("--as", "red"), ("--all",)):
        told = run("mail", "show", f"in-{stored.id}", *everything).out
        assert "bid 99" in told
        assert "bid 77" not in told
        assert "for several campaigns" in told
        assert run("mail", "show", f"in-{stored.id}", *everything, "--json").json["lines"] == ["status", "bid 99"]
    assert "for several campaigns" in run("mail", "show", f"in-{stored.id}", "--all", "--raw", code=1).err


def test_unknown_mails_are_told(run: Any, played: Any) -> None:
    assert "there is no mail in-99" in run("mail", "show", "in-99", code=1).err
    assert "in-NUMBER" in run("mail", "show", "99", code=1).err


def test_bounces_and_suspended_addresses_are_listed_and_brought_back(run: Any, played: Any) -> None:
    anna = "anna@players.test"
    with writing(played.service.engine) as session:
        (mail, *_) = session.scalars(select(OutboundMail).where(col(OutboundMail.recipient) == anna))
        trouble = NewTrouble(kind=TroubleKind.FAILED, status="5.1.1", diagnostic="550 no such user")
        bounces.note(played.service.work(session, datetime.now(UTC)), mail, trouble)
        session.execute(update(Address).where(col(Address.email) == anna).values(state=AddressState.SUSPENDED))
    found = run("mail", "bounces", "--json").json
    assert [(a["address"], a["state"], a["bounces"]) for a in found["addresses"]] == [(anna, "suspended", 1)]
    assert [(m["mail"], m["kind"], m["diagnostic"]) for m in found["mails"]] == [
        (f"out-{mail.id}", "failed", "550 no such user")
    ]
    assert run("mail", "bounces", "--address", "boris@players.test", "--json").json == {"addresses": [], "mails": []}
    assert "suspended" in run("mail", "bounces").out
    assert "in use again" in run("mail", "bounces", "--reactivate", anna).out
    assert "was in use already" in run("mail", "bounces", "--reactivate", anna).out
    assert "nobody has registered" in run("mail", "bounces", "--reactivate", "x@y.test", code=1).err
    assert run("mail", "bounces", "--json").json["addresses"] == []


def _sample(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    index = yaml.safe_load((SAMPLES / "index.yaml").read_text(encoding="utf-8"))
    seats = [
        {"campaign": name_, "seat": seat, "token": facts["token"], "tag": "", "addresses": [facts["player"]]}
        for name_, campaign in index["campaigns"].items()
        for seat, facts in campaign["seats"].items()
    ]
    return next(sample for sample in index["samples"] if sample["file"] == name), seats


@pytest.mark.parametrize("name", ["yandex_web_html.eml", "attachment_utf16.eml", "autoreply_rfc3834.eml"])
def test_a_mail_file_is_read_as_the_service_would(run: Any, tmp_path: Path, name: str) -> None:
    sample, seats = _sample(name)
    (tmp_path / "seats.json").write_text(json.dumps(seats))
    given = ("--seats", "seats.json", "--own", "orders@game.test", "--authserv-id", "mx.game.test")
    read = run("mail", "read", str(SAMPLES / name), "--json", *given).json
    assert read["outcome"]["kind"] == sample["outcome"]
    if sample["outcome"] == "orders":
        assert read["lines"] == [line.strip() for line in sample["extract"].splitlines()]
    assert run("mail", "read", str(SAMPLES / name), *given).out.startswith("from ")


def test_whatever_the_file_is_reading_does_not_fail(run: Any, tmp_path: Path) -> None:
    (tmp_path / "noise.eml").write_bytes(bytes(range(256)) * 50)
    assert run("mail", "read", "noise.eml", "--json").json["outcome"]["kind"] == "quarantine"
    assert "nowhere.eml" in run("mail", "read", "nowhere.eml", code=1).err


def stranger(played: Any, *lines: str, seat: str = "blue") -> int:
    """A mail to the secret address of a seat, from an address that nobody knows; its id."""
    from email.message import EmailMessage

    from adjudicator.service.campaign.matches import table_of_campaign
    from adjudicator.service.inbox.arrival import ingest
    from adjudicator.service.inbox.handling import handle
    from adjudicator.store.engine import reading
    from adjudicator.store.inbound import Place

    service = played.service
    with reading(service.engine) as session:
        token = table_of_campaign(service.work(session), played.id).by_name[seat].token
    mail = EmailMessage()
    mail["From"] = "phone@elsewhere.test"
    mail["To"] = service.reply_address(token)
    mail["Message-ID"] = f"<{seat}.{len(lines)}@elsewhere.test>"
    mail.set_content("\n".join(lines) + "\n")
    id: int = ingest(service, Place("INBOX", 2, 1), service.clock.now(), mail.as_bytes()).id
    handle(service, id)
    return id


def test_a_held_mail_is_released_without_being_shown(run: Any, played: Any) -> None:
    number = stranger(played, f"bid {played.hands['blue'][0]}")
    (held,) = run("mail", "list", "--status", "held", "--json").json
    assert (held["id"], held["seat"], held["kind"]) == (f"in-{number}", "blue", "stranger")
    run("moderator", "add", "lights", "Tim <tim@players.test>", "--right", "time", "-y")
    assert "this needs “mail”" in run("--by", "Tim", "mail", "release", f"in-{number}", "--yes", code=1).err
    ran = run("--by", "Mila", "mail", "release", f"in-{number}", "--reason", "he rang me", "--json", "--yes")
    assert ran.json["status"] == "handled"
    assert "bid" not in ran.out
    assert "only held and quarantined" in run("mail", "release", f"in-{number}", "--yes", code=1).err
    assert "done twice" in run("mail", "reprocess", f"in-{number}", "--yes", code=1).err


def test_a_dry_run_treats_no_mail_and_tells_what_would_become_of_it(run: Any, played: Any) -> None:
    card = played.hands["blue"][0]
    number = f"in-{stranger(played, f'bid {card}')}"
    for words, told in (
        (("release", number), "held → read and judged now, for blue"),
        (("reprocess", number), "held → read and judged now"),
        (("reject", number), "held → refused"),
    ):
        tried = run("mail", *words, "--dry-run")
        assert told in tried.out + tried.err
        assert "nothing was changed (--dry-run)" in tried.out
        assert "bid" not in tried.out + tried.err
    assert "add --yes, or look first with --dry-run" in run("mail", "reject", number, code=1).err
    assert [each["id"] for each in run("mail", "list", "--status", "held", "--json").json] == [number]
    assert run("audit", "show", "lights", "--json").json == []


def test_the_release_of_a_mail_stands_in_the_trail(run: Any, played: Any) -> None:
    from adjudicator.store import audits
    from adjudicator.store.engine import reading

    number = stranger(played, "status")
    run("--by", "Mila", "mail", "reprocess", str(number), "--yes")
    run("--by", "Mila", "mail", "release", str(number), "--yes")
    with reading(played.service.engine) as session:
        trail = [(act.author, act.command) for act in audits.trail(session, played.id)]
    assert trail == [("Mila", "mail reprocess"), ("Mila", "mail release")]


def test_a_rejected_mail_is_gone(run: Any, played: Any) -> None:
    number = stranger(played, "bid 1")
    assert run("mail", "reject", f"in-{number}", "--json", "--yes").json["status"] == "refused"
    assert "refused: only" in run("mail", "release", f"in-{number}", "--yes", code=1).err
    assert "there is no mail in-99" in run("mail", "reject", "in-99", "--yes", code=1).err
    assert "in-NUMBER" in run("mail", "reject", "out-1", "--yes", code=1).err


def test_a_moderator_who_plays_releases_a_mail_and_does_not_see_it(run: Any, with_playing_moderator: Any) -> None:
    number = stranger(with_playing_moderator, "status", seat="red")
    refused = run("--by", "Boris", "mail", "raw", f"in-{number}", "--as", "red", code=1)
    assert "--reveal" in refused.err
    assert "status" not in refused.out
    ran = run("--by", "Boris", "mail", "release", f"in-{number}", "--yes")
    assert ran.out.strip() == f"in-{number} is handled now"


def test_the_bytes_of_a_mail(run: Any, played: Any) -> None:
    assert run("mail", "raw", "in-1", "--as", "red").out.startswith("From: anna@players.test")
    assert "does not belong" in run("mail", "raw", "in-1", "--as", "blue", code=1).err


def test_a_dead_address_is_replaced(run: Any, played: Any) -> None:
    from datetime import timedelta

    from adjudicator.store import audits
    from adjudicator.store.engine import reading

    listed = run("address", "list", "lights", "--json").json
    assert {(each["seat"], each["address"], each["state"]) for each in listed} == {
        ("red", "anna@players.test", "main"),
        ("blue", "boris@players.test", "main"),
        ("moderator", "mila@players.test", "main"),
    }
    where = ("lights", "red", "anna@new.test")
    tried = run("address", "add", *where, "--dry-run")
    assert "anna@new.test (Anna, red)  no address of theirs → waits for its code" in tried.out + tried.err
    assert "mails to                   anna@new.test, anna@players.test" in tried.out + tried.err
    assert run("address", "list", "lights", "--json").json == listed
    added = run("--by", "Mila", "address", "add", *where, "--reason", "it is gone", "--yes")
    assert "waits for its code" in added.out
    assert "has to come back first" in run("address", "release", *where, "--yes", code=1).err
    with writing(played.service.engine) as session:
        row = session.scalars(select(Address).where(col(Address.email) == "anna@new.test")).one()
        row.confirmed_at = row.registered_at
    assert "may object until" in run("address", "release", *where, "--yes", code=1).err
    with writing(played.service.engine) as session:
        row = session.scalars(select(Address).where(col(Address.email) == "anna@new.test")).one()
        row.registered_at -= timedelta(days=4)
    assert "main" in run("--by", "Mila", "address", "release", *where, "--yes").out
    run("--by", "Mila", "address", "remove", "lights", "red", "anna@players.test", "--yes")
    assert "only address" in run("address", "remove", *where, "--yes", code=1).err
    assert "nobody holds a seat" in run("address", "add", "lights", "green", "a@b.test", "--yes", code=1).err
    with reading(played.service.engine) as session:
        trail = audits.trail(session, played.id)
    assert [act.command for act in trail] == ["address add", "address release", "address remove"]
    assert b"new.test" not in b"".join(act.details for act in trail), "an address is nobody's business"


def test_a_mailbox_that_does_not_answer_is_no_defect(desk: Any, environment: dict[str, str], played: Any) -> None:
    environment["ADJ_MAIL__IMAP__PORT"] = "1"
    told = desk("mail", "refetch", "--since", "2026-12-01", code=1).err
    assert "the mailbox does not answer as expected" in told
    assert "defect" not in told


def test_a_queued_mail_shows_what_it_would_say(run: Any, played: Any) -> None:
    played.arrive("red", "status")
    run("deadline", "extend", "lights", "--days", "2", "--yes")
    (queued,) = {each["id"] for each in run("mail", "list", "--out", "--status", "queued", "--json").json[:1]}
    told = run("mail", "show", queued, "--all").out
    assert "(it is not sent yet: written as it would be now)" in told
    assert "Subject: " in told
    assert "it is not sent yet; `mail show`" in run("mail", "raw", queued, "--all", code=1).err


def test_a_mail_whose_bytes_are_dropped_is_written_anew_and_says_so(run: Any, played: Any) -> None:
    with writing(played.service.engine) as session:
        session.execute(update(OutboundMail).values(state=OutboundState.HANDED_OVER))
    sent = run("mail", "show", "out-1", "--all").out
    with writing(played.service.engine) as session:
        kept_mails.drop(session, [*session.scalars(select(col(OutboundMail.id)))])
    again = run("mail", "show", "out-1", "--all").out
    note = "(what was sent is kept no more (limits.keep_mails_days): written as it would be now)\n"
    assert again.replace(note, "") == sent
    assert note in again
    assert run("mail", "show", "out-1", "--all", "--json").json["written_anew"]
    assert "kept no more" in run("mail", "raw", "out-1", "--all", code=1).err


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x9b2J", "\x07", "\r", "\u202e", "\u2067"])
def test_no_text_of_others_controls_the_terminal(desk: Any, played: Any, tmp_path: Path, sign: str) -> None:
    (tmp_path / "mail.eml").write_bytes(
        f"From: a@b.test\nTo: us@game.test\nContent-Type: text/plain; charset=utf-8\n\nbid{sign}1\n".encode()
    )
    with writing(played.service.engine) as session:
        session.execute(update(Person).where(col(Person.name) == "Anna").values(name=f"An{sign}na"))
    for line in ("mail read mail.eml", "mail read mail.eml --json", "campaign show lights", "campaign waiting lights",
                 "address list lights", "address list lights --json", f"campaign show no{sign}where",
                 f"audit show no{sign}"):  # fmt: skip
        told = desk(*line.split(" "), code=None)
        assert sign[0] not in told.out + told.err, line
        json.loads(told.out if "--json" in line else "{}")
    assert f"An\\u{ord(sign[0]):04x}" in desk("address", "list", "lights").out


def test_words_reach_the_terminal_in_one_way() -> None:
    files = (Path(__file__).parents[2] / "cli").glob("*.py")
    prints = {path.name for path in files if re.search(r"(?<![.\w])print\(", path.read_text())}
    assert prints == {"visible.py", "doctor.py", "mail.py"}, "the last two: a coloured sign, and a count"
