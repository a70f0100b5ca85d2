"""`campaign invite`, `start` and `press`: shown first, done after a yes, written down, refused in a sentence."""

from __future__ import annotations

import json
import re
import sqlite3
import zipfile
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.service.clock import SystemClock
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.service import open_service
from adjudicator.service.words.rendering import render_due
from adjudicator.settings import Settings
from adjudicator.store import kept_mails
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.tables import OutboundMail

PEOPLE = """name = "nights"
title = "Harbour Nights"
game = "sealed-bids"

[[players]]
seat = "moderator"
name = "Mila"
email = "mila@players.test"
"""
RED = '\n[[players]]\nseat = "red"\nname = "Anna"\nemail = "anna@players.test"\n'


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "nights.toml"
    path.write_text(PEOPLE + RED)
    return path


def rows(tmp_path: Path, query: str) -> list[Any]:
    with sqlite3.connect(tmp_path / "var" / "adjudicator.db") as connection:
        return connection.execute(query).fetchall()


def trail(desk: Any, name: str) -> list[tuple[str, str]]:
    told = desk("audit", "show", name, "--json").json
    return [(each["author"], each["command"]) for each in told]


def join(code: str) -> None:
    """Boris writes `join CODE` to the service."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Boris <boris@players.test>", "orders@game.test", "hello"
    mail["Message-ID"] = "<1@players.test>"
    mail.set_content(f"join {code}\n")
    service = open_service(Settings.load(), SystemClock())
    stored = ingest(service, Place("INBOX", 1, 1), service.clock.now(), mail.as_bytes())
    handle(service, stored.id)
    service.engine.dispose()


def test_a_new_campaign_is_shown_before_it_invites_and_its_code_opens_a_seat(
    desk: Any, people: Path, tmp_path: Path
) -> None:
    shown = desk("campaign", "invite", "--file", str(people), "--start-by-hand", "--dry-run", "--json").json
    assert (shown["deed"], shown["dry_run"], shown["done"], shown["code"]) == ("invite", True, False, None)
    assert [(each["what"], each["after"]) for each in shown["changes"]] == [
        ("campaign", "inviting"), ("seat red", "Anna"), ("seat blue", "free"), ("seat moderator", "Mila"),
    ]  # fmt: skip
    assert desk("campaign", "list", "--json").json == []
    refused = desk("campaign", "invite", "--file", str(people), code=1)
    assert "add --yes" in refused.err
    assert "seat blue" in refused.err
    assert rows(tmp_path, "SELECT count(*) FROM outbound_mail") == [(0,)]
    done = desk("--by", "Mila", "campaign", "invite", "--file", str(people), "--start-by-hand", "-y", "--json").json
    assert (done["done"], done["changes"], done["mails_to"]) == (True, shown["changes"], ["moderator", "red"])
    assert re.fullmatch("[0-9a-f]{64}", done["commitment"])
    assert rows(tmp_path, "SELECT count(*) FROM outbound_mail") == [(2,)]
    assert "1 of 2 seats are taken" in desk("campaign", "start", "nights", "-y", code=1).err
    join(done["code"])
    assert rows(tmp_path, "SELECT name FROM person WHERE name = 'Boris'") == [("Boris",)]
    begun = desk("campaign", "start", "nights", "--dry-run", "--json").json
    assert [(each["what"], each["after"]) for each in begun["changes"]] == [
        ("campaign", "running"), ("seat red", "Anna"), ("seat blue", "Boris"),
    ]  # fmt: skip
    assert begun["mails_to"] == ["red", "blue", "moderator"]
    assert rows(tmp_path, "SELECT state FROM campaign") == [("inviting",)]
    assert "add --yes" in desk("campaign", "start", "nights", code=1).err
    assert "nights has begun" in desk("--by", "Mila", "campaign", "start", "nights", "--yes").out
    assert desk("campaign", "list", "--json").json[0]["state"] == "running"
    assert "has begun already" in desk("campaign", "start", "nights", "--yes", code=1).err
    assert trail(desk, "nights") == [("Mila", "campaign invite"), ("Mila", "campaign start")]


def test_a_campaign_without_a_match_is_shown_exported_and_brought_back(desk: Any, people: Path, tmp_path: Path) -> None:
    made = desk("campaign", "invite", "--file", str(people), "--start-by-hand", "-y", "--json").json
    assert "blue: free" in desk("campaign", "show", "nights").out
    for file, eyes in (("public.zip", ()), ("red.zip", ("--as", "red")), ("all.zip", ("--all",))):
        assert "no match yet" in desk("campaign", "export", "nights", *eyes, "-o", file).out
    told = {
        file: json.loads(zipfile.ZipFile(file).read("campaign.json")) for file in ("public.zip", "red.zip", "all.zip")
    }
    assert {each["commitment"] for each in told.values()} == {made["commitment"]}
    assert (told["public.zip"]["free"], "seed" in told["red.zip"], "seed" in told["all.zip"]) == (["blue"], False, True)
    assert "anna@players.test" not in json.dumps(told["public.zip"])
    assert not [name for name in zipfile.ZipFile("public.zip").namelist() if name.startswith(("mails/", "store/"))]
    assert "nothing to verify yet" in desk("verify", "all.zip", code=1).err
    assert "no match yet" in desk("campaign", "export", "nights", "--proof", "-o", "proof.zip", code=1).err
    for file in (tmp_path / "var").glob("adjudicator.db*"):
        file.unlink()
    shown = desk("campaign", "import", "all.zip", "--dry-run", "--json").json["restored"]
    assert (shown["state"], shown["held_back"]) == ("inviting", 2)
    assert "nights is back" in desk("--by", "Mila", "campaign", "import", "all.zip", "--yes").out
    kinds = "SELECT count(*) FROM outbound_mail WHERE state = 'queued'"
    assert rows(tmp_path, kinds) == [(2,)], "everybody who is there hears how things stand"
    join(made["code"])
    assert "nights has begun" in desk("campaign", "start", "nights", "--yes").out


def test_a_moderator_who_plays_sees_the_seed_beforehand_only_if_all_are_told(
    desk: Any, people: Path, tmp_path: Path
) -> None:
    people.write_text(PEOPLE + RED.replace("Anna", "Mila").replace("anna@", "mila@"))
    made = desk("campaign", "invite", "--file", str(people), "--start-by-hand", "-y", "--json").json
    export = ("campaign", "export", "nights", "--all", "-o", "all.zip")
    assert "Mila plays red" in desk("--by", "Mila", *export, code=1).err
    assert not Path("all.zip").exists()
    desk("--by", "Mila", "--reveal", *export)
    join(made["code"])
    desk("--by", "Mila", "campaign", "start", "nights", "--yes")
    service = open_service(Settings.load(), SystemClock())
    while render_due(service):
        pass
    with reading(service.engine) as session:
        mails = session.scalars(select(OutboundMail).where(col(OutboundMail.kind) == "report")).all()
        (first,) = [kept_mails.whole(session, row) or b"" for row in mails if row.recipient == "boris@players.test"]
    service.engine.dispose()
    text = message_from_bytes(first, policy=policy.default).get_body(("plain",))
    assert text is not None
    assert "looked at what not everybody knows" in " ".join(str(text.get_content()).split())


def test_codes_are_made_and_revoked_after_a_yes_only(desk: Any, people: Path, tmp_path: Path) -> None:
    desk("campaign", "invite", "--file", str(people), "-y")
    codes = "SELECT count(*) FROM invitation WHERE revoked_at IS NULL"
    assert "Do it?" not in desk("campaign", "invite", "nights", "--seat", "blue", "--dry-run").out
    assert "add --yes" in desk("campaign", "invite", "nights", code=1).err
    assert rows(tmp_path, codes) == [(1,)]
    made = desk("campaign", "invite", "nights", "--seat", "blue", "-y").out
    assert re.search(r"join \w{10}\n.*вступить \w{10}", made)
    assert "observe" in desk("campaign", "invite", "nights", "--observer", "-y").out
    assert rows(tmp_path, codes) == [(3,)]
    assert "somebody has red already" in desk("campaign", "invite", "nights", "--seat", "red", "-y", code=1).err
    assert "there are red, blue" in desk("campaign", "invite", "nights", "--seat", "green", "-y", code=1).err
    assert "campaign list" in desk("campaign", "invite", "days", "-y", code=1).err
    desk("campaign", "invite", "nights", "--observer", "--revoke", code=2)
    shown = desk("campaign", "invite", "nights", "--revoke", "--dry-run", "--json").json
    assert shown["changes"] == [{"what": "codes", "before": "3", "after": "none"}]
    assert rows(tmp_path, codes) == [(3,)]
    assert desk("campaign", "invite", "nights", "--revoke", "-y").out == "3 codes revoked\n"
    assert rows(tmp_path, codes) == [(0,)]


def test_a_moderator_with_a_lesser_right_neither_invites_nor_starts(desk: Any, played: Any) -> None:
    desk("moderator", "add", "lights", "Vera <vera@players.test>", "--right", "time", "-y")
    for command in (("invite", "lights", "--observer"), ("start", "lights"), ("press", "lights", "--anonymous")):
        assert "time" in desk("--by", "Vera", "campaign", *command, "-y", code=1).err
    assert "has begun" in desk("campaign", "invite", "lights", "-y", code=1).err
    assert "observe" in desk("--by", "Mila", "campaign", "invite", "lights", "--observer", "-y").out


def test_what_letters_are_allowed_is_shown_switched_and_told(desk: Any, played: Any) -> None:
    before = desk("campaign", "press", "lights", "--json").json
    switch = ("campaign", "press", "lights", "--anonymous", "--delay-minutes", "240")
    shown = desk(*switch, "--dry-run", "--json").json
    assert {each["what"] for each in shown["changes"]} == {"anonymous", "delay_minutes"}
    assert "add --yes" in desk(*switch, code=1).err
    assert desk("campaign", "press", "lights", "--json").json == before
    assert desk("--by", "Mila", *switch, "--yes", "--json").json["done"]
    after = desk("campaign", "press", "lights", "--json").json
    assert after == {**before, "anonymous": True, "delay_minutes": 240}
    assert trail(desk, "lights")[-1] == ("Mila", "campaign press")
    assert "no campaign" in desk("campaign", "press", "nights", code=1).err


def test_who_reads_the_orders_after_the_end_is_shown_switched_and_told(desk: Any, played: Any) -> None:
    assert desk("campaign", "orders", "lights").out == "orders: open\n"
    assert "already has these settings" in desk("campaign", "orders", "lights", "open", "-y", code=1).err
    assert "choose open or own" in desk("campaign", "orders", "lights", "closed", "-y", code=1).err
    shown = desk("campaign", "orders", "lights", "own", "--dry-run", "--json").json
    assert shown["changes"] == [{"what": "orders after the end", "before": "open", "after": "own"}]
    assert desk("--by", "Mila", "campaign", "orders", "lights", "own", "--yes").out == "lights: orders are own\n"
    assert desk("campaign", "orders", "lights", "--json").json == {"orders": "own"}
    assert trail(desk, "lights")[-1] == ("Mila", "campaign orders")
    desk("campaign", "close", "lights", "--reason", "enough", "-y")
    assert "can no longer be opened" in desk("campaign", "orders", "lights", "open", "-y", code=1).err


def test_seats_are_drawn_where_that_is_wanted(desk: Any, tmp_path: Path) -> None:
    people = [f"{name.title()} <{name}@players.test>" for name in ("anna", "boris", "clara")]
    players = [each for person in people for each in ("--player", person)]
    words = ("campaign", "create", "fair", "--game", "guild-fair", "--player", "moderator=Mila <mila@players.test>")
    assert "Anna: which seat?" in desk(*words, *players, code=1).err
    assert "4 first mails" in desk(*words, *players, "--seating", "random").out
    shown = desk("campaign", "show", "fair", "--json").json
    seats = {seat["people"][0]: seat["name"] for seat in shown["seats"]}
    assert seats.pop("Mila") == "moderator"
    assert [*seats] == ["Anna", "Boris", "Clara"]
    assert {"bakers", "drapers"} < {*seats.values()}


def test_a_number_of_players_is_chosen_when_people_are_invited(desk: Any, people: Path) -> None:
    people.write_text(PEOPLE.replace("sealed-bids", "guild-fair"))
    words = ("campaign", "invite", "--file", str(people), "--number", "3")
    shown = desk(*words, "--seating", "random", "--dry-run").err
    assert "seat place-3" in shown
    assert "place-4" not in shown
    assert "possible are 3, 4, 5" in desk(*words[:-1], "6", code=1).err
    assert "join" in desk(*words, "--yes").out
    assert "--number" in desk("campaign", "invite", "nights", "--number", "3", code=2).err


BIDDERS = [f"--player={name.title()} <{name}@players.test>" for name in ("anna", "boris", "clara")]
FAIR = ("campaign", "create", "fair", "--game", "guild-fair", "--seating", "bid", *BIDDERS)


def test_seats_are_bid_for_at_the_desk(desk: Any, tmp_path: Path) -> None:
    assert "could be created" in desk(*FAIR, "--dry-run").out
    made = desk(*FAIR, "--player=moderator=Mila <mila@players.test>").out
    assert "4 mails that ask for bids are queued" in made
    shown = desk("campaign", "show", "fair").out
    assert "bids are asked for until 20" in shown
    assert "bid of" not in shown
    bid = ("--by", "Mila", "campaign", "bid", "fair")
    told = desk(*bid, "place-1", "bakers 3, smiths 1", "--dry-run").err
    assert "bid of Anna  Bakers 3, Smiths 1" in told
    assert "none yet" in desk("campaign", "show", "fair", "--all").out
    desk(*bid, "place-1", "bakers 3, smiths 1", "--yes")
    assert "bid of place-1: Bakers 3, Smiths 1" in desk("campaign", "show", "fair", "--all").out
    assert "bid of place-1: Bakers 3, Smiths 1" in desk("campaign", "show", "fair", "--as", "place-1").out
    assert "Smiths 1" not in desk("campaign", "show", "fair", "--as", "place-2").out
    assert "smiths" not in json.dumps(desk("audit", "show", "fair", "--json").json).lower(), "it stays sealed"
    assert "9 cannot be bid for a seat, but from 0 to 4" in desk(*bid, "place-2", "bakers 9", "--yes", code=1).err
    assert (
        "nobody is at place-9; there are place-1, place-2, place-3"
        in desk(*bid, "place-9", "nothing", "-y", code=1).err
    )
    desk(*bid, "place-2", "nothing", "--yes")
    assert "bid of Boris: none" in desk(*bid, "place-2", "withdraw", "--yes").out
    assert "fair has begun" in desk("campaign", "start", "fair", "--yes").out, "who has not bid bids nothing"
    assert "has begun already" in desk(*bid, "place-2", "nothing", "--yes", code=1).err


def test_bids_are_exported_and_brought_back(desk: Any, tmp_path: Path) -> None:
    desk(*FAIR)
    desk("campaign", "bid", "fair", "place-1", "smiths 2", "--yes")
    desk("campaign", "export", "fair", "-o", "public.zip")
    assert "smiths" not in zipfile.ZipFile("public.zip").read("campaign.json").decode()
    desk("campaign", "export", "fair", "--all", "-o", "all.zip")
    for file in (tmp_path / "var").glob("adjudicator.db*"):
        file.unlink()
    desk("campaign", "import", "all.zip", "--yes")
    shown = desk("campaign", "show", "fair", "--all").out
    assert "bid of place-1: Smiths 2" in shown
    assert "bids are asked for until 20" in shown


def test_the_timing_of_reactions_is_an_option_of_create(desk: Any) -> None:
    seats = [f"--player={seat}={seat.title()} <{seat}@players.test>" for seat in ("bakers", "brewers", "drapers")]
    create = ("campaign", "create", "fair", "--game", "guild-fair", *seats)
    assert "is not written as" in desk(*create, "--reaction", "undercut", code=1).err
    assert "there is no such question in this game" in desk(*create, "--reaction", "war=ask", code=1).err
    desk(*create, "--reaction", "undercut=delay 24h", "--reaction", "any=standing only")
    policy = desk("deadline", "policy", "fair", "--json").json
    assert (policy["wait_for_reactions.undercut"], policy["wait_for_reactions.bout"]) == ("delay 24h", "standing only")
