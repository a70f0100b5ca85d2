"""Campaigns from the command line: created, looked at, replayed, exported; nobody sees too much by accident."""

import json
import re
import zipfile
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from adjudicator.kernel.registry import game_named
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.timing.policy import DraftsAtDeadline, MissedDeadline, TimingPolicy
from adjudicator.store.tables import Campaign

TOML = """
name = "lights"
title = "Harbour Lights"
game = "sealed-bids"
seed = "00ff"
deadline_hours = 48

[options]
rerolls = 0

[[players]]
seat = "red"
name = "Anna"
email = "anna@players.test"

[[players]]
seat = "blue"
name = "Boris"
email = "boris@players.test"
language = "ru"
time_zone = "Europe/Moscow"
"""


@pytest.fixture
def run(desk: Any) -> Any:
    """These need no processes of their own."""
    return desk


def backs(hand: list[int]) -> list[dict[str, str]]:
    """Return what others see of a hand: backs, which tell those up to 6 from higher ones, in no order of the cards."""
    return sorted(({"back": "low" if card <= 6 else "high"} for card in hand), key=itemgetter("back"))


def test_a_campaign_is_created_from_a_file_and_listed(run: Any, tmp_path: Path) -> None:
    (tmp_path / "lights.toml").write_text(TOML)
    assert run("campaign", "create", "--file", "lights.toml", "--json").json["name"] == "lights"
    (listed,) = run("campaign", "list", "--json").json
    assert (listed["name"], listed["game"], listed["asked"]) == ("lights", "sealed-bids", ["red", "blue"])
    assert run("campaign", "show", "lights", "--json").json["options"] == {"rerolls": 0}
    assert "a campaign named lights already" in run("campaign", "create", "--file", "lights.toml", code=1).err


def test_a_campaign_agrees_on_things_by_their_former_names(run: Any, tmp_path: Path) -> None:
    timing = 'early = "window"\nback_hours = 5\nmissed = "standing"\ndrafts = "right_lines"\n'
    former = f"diary_handed_on = true\n[timing]\n{timing}"
    (tmp_path / "lights.toml").write_text(TOML.replace("deadline_hours = 48\n", f"deadline_hours = 48\n{former}"))
    run("campaign", "create", "--file", "lights.toml")
    assert run("campaign", "press", "lights", "--json").json["diary_for_successor"] is True
    agreed = run("deadline", "policy", "lights", "--json").json
    assert (agreed["adjudication"], agreed["min_hours_after_absence"]) == ("window", "5")
    assert (agreed["missed_deadline"], agreed["drafts_at_deadline"]) == ("standing", "right_lines")
    run("deadline", "policy", "lights", "--set", "early=deadline", "--set", "missed=moderator", "-y")
    agreed = run("deadline", "policy", "lights", "--json").json
    assert (agreed["adjudication"], agreed["missed_deadline"]) == ("deadline", "moderator")


def test_a_kept_campaign_is_read_by_its_former_names() -> None:
    timing = {"missed": "standing", "drafts": "right_lines", "reactions": {"any": "ask"}, "hours": {"drafts": 9}}
    kept = Campaign(
        name="lights", game="sealed-bids", settings=json.dumps({"timing": timing}, separators=(",", ":")).encode()
    )
    assert settings_of(kept).timing == TimingPolicy(
        missed_deadline=MissedDeadline.STANDING,
        drafts_at_deadline=DraftsAtDeadline.RIGHT_LINES,
        wait_for_reactions={"any": "ask"},
        hours={"drafts": 9},
    )


@pytest.mark.parametrize("wrong", ["grace_minuts = 5", "bank = { hour = 3 }", "short_fuse = { aftr = 3 }"])
def test_a_rule_about_time_that_does_not_exist_is_refused(run: Any, tmp_path: Path, wrong: str) -> None:
    text = TOML.replace("deadline_hours = 48\n", f"deadline_hours = 48\n[timing]\n{wrong}\n")
    (tmp_path / "lights.toml").write_text(text)
    told = run("campaign", "create", "--file", "lights.toml", code=1).err
    assert wrong.replace("{ ", "").split(" = ")[-2].split()[-1] in told
    run("campaign", "list", code=1)  # nothing was begun, not even a database


def test_a_campaign_is_created_from_options(run: Any) -> None:
    players = ("--player", "red=Anna <anna@players.test>", "--player", "blue=Boris <boris@players.test> ru")
    run("campaign", "create", "night-watch", "--game", "sealed-bids", *players)
    shown = run("campaign", "show", "night-watch", "--json").json
    assert shown["title"] == "Night Watch"
    assert [seat["language"] for seat in shown["seats"]] == ["en", "ru"]


def test_how_long_a_match_takes_is_said_where_it_is_created(run: Any) -> None:
    people = ("--player", "england=Anna <anna@players.test>", "--player", "france=Boris <boris@players.test>")
    told = run("campaign", "create", "west", "--title", "West", "--game", "europa-universalis", *people).out
    days = game_named("europa-universalis").days_by_option["last_age"]
    assert f"The match takes about {days[4]} days" in " ".join(told.split())
    assert all(f"last_age = {age}: about {count} days" in " ".join(told.split()) for age, count in days.items())


def test_everything_that_is_wrong_with_a_campaign_is_told_at_once(run: Any) -> None:
    players = ("--player", "red=Anna <anna>", "--player", "green=Boris <boris@players.test> fr")
    told = run("campaign", "create", "Lights!", "--game", "sealed-bids", *players, code=1).err.splitlines()
    for word in ("Lights!", "not an email address", "'fr'", "nobody sits at green"):
        assert any(word in line for line in told), word


@pytest.mark.usefixtures("run")
def test_without_database_the_next_step_is_told(run: Any) -> None:
    assert "adjudicator db upgrade" in run("campaign", "list", code=1).err
    assert "up to date" in run("db", "upgrade").out
    assert run("campaign", "list", "--json").json == []
    assert "no campaign named 'lights'" in run("campaign", "show", "lights", code=1).err


def test_nothing_hidden_shows_unless_it_is_asked_for(run: Any, played: Any) -> None:
    public = run("campaign", "show", "lights", "--json").json
    assert public["view"]["hands"] == {seat: backs(hand) for seat, hand in played.hands.items()}
    assert "waiting" not in public["decisions"][0]
    assert all("sealed" not in seat and "addresses" not in seat for seat in public["seats"])
    assert "document" not in public
    assert "anna@players.test" not in run("campaign", "show", "lights").out


def test_a_seat_sees_its_own_part_and_no_more(run: Any, played: Any) -> None:
    red = run("campaign", "show", "lights", "--as", "red", "--json").json
    assert red["view"]["hands"] == {"red": list(map(str, played.hands["red"])), "blue": backs(played.hands["blue"])}
    seats = {seat["name"]: seat for seat in red["seats"]}
    assert seats["red"]["sealed"] == {"op": "bid", "card": played.hands["red"][0]}
    assert seats["red"]["addresses"] == ["anna@players.test"]
    assert "addresses" not in seats["blue"]
    blue = run("campaign", "show", "lights", "--as", "blue", "--json").json
    assert "sealed" not in json.dumps(blue["seats"])


def test_everything_is_shown_with_a_warning_only(run: Any, played: Any) -> None:
    shown = run("campaign", "show", "lights", "--all", "--json")
    assert "secrets" in shown.err
    assert all(len(hand) == 5 for hand in shown.json["view"]["hands"].values())
    assert shown.json["decisions"][0]["waiting"] == ["blue"]
    assert "exclude each other" in run("campaign", "show", "lights", "--all", "--as", "red", code=2).err


def test_a_moderator_who_plays_sees_more_only_with_open_eyes(run: Any, with_playing_moderator: Any) -> None:
    hands = run("campaign", "show", "lights", "--as", "blue", "--json").json["view"]["hands"]
    assert {tuple(card) for card in hands["red"]} == {("back",)}
    assert (len(hands["red"]), len(hands["blue"])) == (5, 5)
    for more in (("--all",), ("--as", "red")):
        refused = run("campaign", "show", "lights", *more, code=1)
        assert "Boris plays blue" in refused.err
        assert "--reveal" in refused.err
        assert refused.out == ""
    assert "does not" not in run("--reveal", "--by", "Boris", "campaign", "show", "lights", "--all").err
    told = run("mail", "list", "--out", "--json").json
    assert {mail["seat"] for mail in told if mail["state"] == "queued"} == {"blue", "moderator"}, "red's do not show"


def test_a_plan_shows_to_its_seat_and_not_to_a_moderator_who_plays(desk: Any, with_playing_moderator: Any) -> None:
    with_playing_moderator.write(
        "red", "plan:", f"bid {with_playing_moderator.hands['red'][1]}", "next round", "ask me"
    )
    for more in ((), ("--as", "blue")):
        assert "plan" not in desk("seat", "show", "lights", "red", *more).out
    assert "Boris plays blue" in desk("seat", "show", "lights", "red", "--as", "red", code=1).err
    own = ("--reveal", "--by", "Boris", "seat", "show", "lights", "red", "--as", "red")
    plan = [f"1. bid {with_playing_moderator.hands['red'][1]}", "2. ask me"]
    assert desk(*own, "--json").json["plan"] == plan
    told = " ".join(desk(*own).out.split())
    assert all(each in told for each in (*plan, "planned for a turn of yours that is to come"))


def test_the_text_of_show_reads_like_a_mail(run: Any, played: Any) -> None:
    text = run("campaign", "show", "lights", "--as", "blue").out
    assert "Harbour Lights" in text
    assert "ПОЛОЖЕНИЕ" in text
    assert str(played.hands["blue"][0]) in text
    short = run("campaign", "show", "lights", "--short").out
    assert "asked: red, blue" in short
    assert len(short.splitlines()) < 12 < len(text.splitlines())


def test_the_log_tells_each_what_he_learned(run: Any, played: Any) -> None:
    played.write("blue", f"ставка {played.hands['blue'][0]}")
    public = run("campaign", "log", "lights", "--json").lines
    assert [entry["n"] for entry in public][:3] == [1, 2, 3]
    assert not any("dealt_to_you" in json.dumps(entry) for entry in public)
    assert not any("entry" in entry for entry in public)
    red = run("campaign", "log", "lights", "--as", "red", "--json", "--to", "1").lines
    assert {event["event"] for event in red[0]["events"]} == {"dealt", "dealt_to_you"}
    whole = run("campaign", "log", "lights", "--all", "--json", "--from", "2", "--to", "2").lines
    assert whole[0]["entry"]["by"] == "red"
    assert whole[0]["entry"]["op"] == "bid"
    assert not any("by" in entry for entry in public)
    sealed = run("campaign", "log", "lights", "--from", "2", "--to", "2").out
    assert "UTC  nothing that may be shown here" in sealed
    told = run("campaign", "log", "lights", "--all", "--to", "2").out
    assert re.search(r"^    2  20\d\d-\d\d-\d\d \d\d:\d\d UTC  red: ", told, re.MULTILINE), told


def test_refused_lines_are_shown_with_the_reason(run: Any, played: Any) -> None:
    played.write("blue", "ставка 99")
    found = run("orders", "show", "lights", "--as", "blue", "--json").json[0]
    assert found["lines"][0]["why"]
    assert found["lines"][0]["why"] in run("orders", "show", "lights", "--as", "blue").out


def test_orders_are_checked_without_doing_anything(run: Any, played: Any) -> None:
    before = run("campaign", "show", "lights", "--all", "--json").json
    card = played.hands["blue"][1]
    legal = run("orders", "check", "lights", "--seat", "blue", f"ставка {card}", "--json").json
    assert [line["outcome"] for line in legal] == ["legal"]
    wrong = run("orders", "check", "lights", "--seat", "blue", "ставка 99", code=1)
    assert "99" in wrong.out
    assert run("campaign", "show", "lights", "--all", "--json").json == before


def test_a_replay_compares_every_stored_position(run: Any, played: Any) -> None:
    played.write("blue", f"ставка {played.hands['blue'][0]}")
    done = run("turn", "replay", "lights", "--json")
    assert "all as stored" in done.err
    assert [line["n"] for line in done.lines][:3] == [1, 2, 3]
    assert run("turn", "replay", "lights", "--from", "2", "--json").lines[0]["n"] == 2


def test_a_replay_finds_a_position_that_was_changed(run: Any, played: Any) -> None:
    from sqlalchemy import text

    from adjudicator.store.engine import writing

    with writing(played.service.engine) as session:
        session.execute(text("UPDATE checkpoint SET hash = 'x' WHERE sequence > 0"))
    assert "entry 1: the position after it is" in run("turn", "replay", "lights", code=1).err


def test_the_public_archive_holds_no_secret(run: Any, played: Any, tmp_path: Path) -> None:
    run("campaign", "export", "lights", "-o", "public.zip")
    with zipfile.ZipFile(tmp_path / "public.zip") as archive:
        assert set(archive.namelist()) == {
            "acts.jsonl", "campaign.json", "history/public.json", "letters.jsonl", "log.jsonl", "manifest.json",
        }  # fmt: skip
        whole = b"".join(archive.read(name) for name in archive.namelist())
        campaign = json.loads(archive.read("campaign.json"))
    assert b"dealt_to_you" not in whole
    assert b"players.test" not in whole
    assert "seed" not in campaign
    assert len(campaign["commitment"]) == 64


def test_the_archive_of_a_seat_holds_its_mails_only(run: Any, played: Any, tmp_path: Path) -> None:
    run("campaign", "export", "lights", "--as", "red", "-o", "red.zip")
    with zipfile.ZipFile(tmp_path / "red.zip") as archive:
        mails = [archive.read(name) for name in archive.namelist() if name.startswith("mails/out/")]
    assert mails
    assert all(b"anna@players.test" in mail and b"boris@players.test" not in mail for mail in mails)


def test_a_game_without_board_says_so(run: Any, played: Any) -> None:
    assert "draws no board" in run("board", "lights", "-o", "lights.png", code=1).err
    assert "draws no board" in run("turn", "replay", "lights", "--pictures", "steps", code=1).err


def test_the_archive_page_comes_from_the_campaign_and_from_its_archive(run: Any, played: Any, tmp_path: Path) -> None:
    told = run("turn", "replay", "lights", "--as", "red", "--html", "red.html").err
    assert "red.html: " in told
    run("campaign", "export", "lights", "--as", "red", "-o", "red.zip")
    run("turn", "replay", "red.zip", "--as", "red", "--html", "again.html")
    assert (tmp_path / "red.html").read_bytes() == (tmp_path / "again.html").read_bytes()
    run("turn", "replay", "red.zip", "--html", "public.html", "--language", "ru")
    assert 'lang="ru"' in (tmp_path / "public.html").read_text(encoding="utf-8")
    refused = run("turn", "replay", "red.zip", "--as", "blue", "--html", "blue.html", code=1).err
    assert "no history for blue; it holds those of: public, red" in refused
    (tmp_path / "other.zip").write_bytes(b"no archive")
    assert "other.zip" in run("turn", "replay", "other.zip", "--html", "other.html", code=1).err


@pytest.mark.slow
def test_the_board_is_drawn_for_everybody_and_for_a_seat(desk: Any, tmp_path: Path) -> None:
    players = ("--player", "france=Anna <anna@players.test>", "--player", "britain=Boris <boris@players.test>")
    desk("campaign", "create", "sun-king", "--game", "imperial-struggle", "--seed", "00", *players)
    public = desk("board", "sun-king", "-o", "public.png").out
    own = desk("board", "sun-king", "--as", "france", "--language", "ru", "-o", "france.png").out
    assert desk("board", "sun-king", "--as", "france", "--language", "ru", "-o", "france.html").out == own
    assert "всё поле" in (tmp_path / "france.html").read_text(encoding="utf-8")
    assert (tmp_path / "public.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "public.png").read_bytes() != (tmp_path / "france.png").read_bytes()
    assert public != own


def test_a_whole_campaign_is_told_and_replayed_deadlines_included(run: Any, played: Any) -> None:
    from datetime import timedelta
    from random import Random

    from adjudicator.service.campaign.matches import table_of_campaign
    from adjudicator.service.clocks import deadlines
    from adjudicator.store.engine import reading

    rng, service = Random(1), played.service
    deadline = service.clock.now() + timedelta(hours=100)

    class Later:
        """The clock after a deadline."""

        def now(self) -> Any:
            return deadline

    assert deadlines.run(type(service)(service.engine, service.settings, Later(), service.wakes)) == 1
    while True:
        with reading(service.engine) as session:
            match = table_of_campaign(service.work(session), played.id).match
        if match.result is not None:
            break
        seat = match.decisions()[0].waiting[0]
        played.write(seat, match.game.part("phrases").say(match.sample(seat, rng), "en"))
    assert run("campaign", "list", "--json").json[0]["state"] == "finished"
    assert "The match is over, " in run("campaign", "show", "lights").out
    assert any(
        entry["entry"].get("how") == "default" for entry in run("campaign", "log", "lights", "--all", "--json").lines
    )
    assert "all as stored" in run("turn", "replay", "lights").err


def test_a_file_with_secrets_only_its_owner_may_read(desk: Any, played: Any, tmp_path: Path) -> None:
    """Also where it takes the place of one that others could."""

    def mode(*command: str) -> str:
        desk(*command)
        return f"{(tmp_path / command[-1]).stat().st_mode & 0o777:o}"

    (tmp_path / "lights.zip").touch()
    (tmp_path / "lights.zip").chmod(0o644)
    assert mode("campaign", "export", "lights", "-o", "lights.zip") == "644"
    assert mode("campaign", "export", "lights", "--as", "red", "-o", "lights.zip") == "600"
    assert mode("campaign", "export", "lights", "--all", "-o", "all.zip") == "600"
    assert mode("person", "export", "Anna", "--to", "anna.zip") == "600"


def test_everything_that_is_wrong_with_a_file_is_told_at_once(desk: Any, tmp_path: Path) -> None:
    (tmp_path / "made.toml").write_text(
        'name = "Lights"\ntitle = "L"\ngame = "sealed-bids"\ncolour = "red"\ndeadline_hours = "many"\nseed = "x"\n'
        'pack = "nowhere.yaml"\nseating = "fair"\n[options]\nrerolls = 77\n'
        + "".join(f'[[players]]\nseat = "{s}"\nname = "{s}"\nemail = "{s}"\n' for s in ("red", "blue"))
    )
    told = desk("campaign", "create", "--file", "made.toml", code=1).err.splitlines()
    for said in (
        "made.toml: seed: not in hexadecimal digits",
        "nowhere.yaml: No such file or directory",
        "made.toml: colour: there is no such key; there are ",
        "made.toml: deadline_hours = 'many': that must be a whole number",
        "made.toml: seating = 'fair': that must be one of chosen, random, bid",
        "name 'Lights': small letters",
        "red: 'red' is not an email address",
        "blue: 'blue' is not an email address",
        "rerolls",
    ):
        assert any(said in line for line in told), (said, told)
    (tmp_path / "made.toml").write_text('title = 3\n[[players]]\nseats = "red"\n[[players]]\nemail = 1\n')
    told = desk("campaign", "create", "--file", "made.toml", code=1).err.splitlines()
    for said in (
        "title = 3: that must be a text",
        "game is missing",
        "name is missing",
        "players[1].email = 1: that must be a text",
    ):
        assert any(said in line for line in told), (said, told)
    given = 'name = "lights"\ntitle = "Lights"\ngame = "sealed-bids"\n[[players]]\nseat = "red"\n'
    (tmp_path / "made.toml").write_text(given + '[[players]]\nseat = "blue"\nsteward = true\nname = "Anna"\n')
    told = desk("campaign", "create", "--file", "made.toml", code=1).err.splitlines()
    for said in (
        "red: the name is missing",
        "red: '' is not an email address",
        "blue: a steward has a seat of the game, no name and no address",
    ):
        assert any(said in line for line in told), (said, told)
