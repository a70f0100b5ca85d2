"""The moderator's commands: shown before they are done, done once, written down, refused in one sentence."""

import getpass
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from adjudicator.kernel.rules_code import code_hash
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.store import audits
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, CampaignState, OutboundMail
from cli.new_campaign import from_file

USER = getpass.getuser()


def state(played: Any) -> Any:
    with reading(played.service.engine) as session:
        return table_of_campaign(played.service.work(session), played.id)


def trail(played: Any) -> list[tuple[str, str]]:
    with reading(played.service.engine) as session:
        return [(act.author, act.command) for act in audits.trail(session, played.id)]


def mails(played: Any) -> int:
    from sqlalchemy import func, select

    with reading(played.service.engine) as session:
        return session.scalar(select(func.count()).select_from(OutboundMail)) or 0


def test_a_dry_run_shows_the_difference_and_changes_nothing(desk: Any, played: Any) -> None:
    before = mails(played)
    told = desk("campaign", "pause", "lights", "--reason", "illness", "--dry-run", "--json").json
    assert (told["deed"], told["dry_run"], told["done"]) == ("pause", True, False)
    assert told["changes"][0] == {"what": "campaign", "before": "running", "after": "paused"}
    assert told["mails_to"] == ["red", "blue", "moderator"]
    assert state(played).campaign.state is CampaignState.RUNNING
    assert desk("campaign", "pause", "lights", "--reason", "illness", "--try", "--json").json == told
    assert (mails(played), trail(played)) == (before, [])


def test_without_anybody_to_confirm_nothing_is_done(desk: Any, played: Any) -> None:
    assert "add --yes" in desk("campaign", "pause", "lights", code=1).err
    assert state(played).campaign.state is CampaignState.RUNNING


def test_a_deed_is_done_as_it_was_shown_and_stands_in_the_trail(desk: Any, played: Any) -> None:
    shown = desk("deadline", "extend", "lights", "--hours", "24", "--dry-run", "--json").json
    done = desk("--by", "Mila", "deadline", "extend", "lights", "--hours", "24", "--yes", "--json").json
    assert done["changes"] == shown["changes"]
    assert done["done"]
    assert trail(played) == [("Mila", "extend")]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            "missed_deadline=never",
            "missed_deadline = 'never': that must be one of default, standing, moderator, replacement",
        ),
        ("grace_minutes=long", "grace_minutes = 'long': that must be a whole number"),
        ("wait.per_campaign=x", "wait.per_campaign = 'x': that must be a whole number or null"),
        ("count_days_off=3", "count_days_off = 3: that must be true or false"),
        ('weekdays=[1,"a"]', "weekdays[1] = 'a': that must be a whole number"),
        ("weekdays=1", "weekdays = 1: that must be a list"),
        ("deadline_hours=soon", "deadline_hours = 'soon': that must be a whole number"),
        ("deadline_hours=0", "deadline_hours = 0: that must be from 1 to 2160"),
    ],
)
def test_a_wrong_value_is_told_with_its_key_and_what_is_allowed(
    desk: Any, played: Any, written: str, told: str
) -> None:
    said = desk("deadline", "policy", "lights", "--set", written, "-y", code=1).err
    assert told in " ".join(said.split())


def test_a_campaign_is_paused_resumed_closed_and_archived(desk: Any, played: Any) -> None:
    desk("campaign", "pause", "lights", "-y")
    assert "not over" in desk("campaign", "archive", "lights", "-y", code=1).err
    assert "does not run" in desk("process", "now", "lights", "-y", code=1).err
    desk("campaign", "resume", "lights", "-y")
    log = desk("campaign", "list", "--json").json[0]["log"]
    wrong = desk("campaign", "close", "lights", "--log", str(log + 1), "-y", code=1).err
    assert f"meant for log number {log + 1}, but the campaign is at {log}" in wrong
    desk("campaign", "close", "lights", "--log", str(log), "--reason", "nobody plays", "-y")
    desk("campaign", "archive", "lights", "-y")
    assert desk("campaign", "list", "--json").json == []
    assert [each["state"] for each in desk("campaign", "list", "--archived", "--json").json] == ["archived"]
    assert [command for _, command in trail(played)] == ["pause", "resume", "close", "archive"]


def test_a_dry_run_of_process_tells_nothing_of_what_would_come(desk: Any, played: Any) -> None:
    before = desk("process", "now", "lights", "--dry-run", "--json").json
    played.write("blue", "ставка 99")
    assert desk("process", "now", "lights", "--dry-run", "--json").json == before
    assert [each["after"] for each in before["changes"][1:]] == ["closed", "closed"]
    assert before["mails_to"] == []
    done = desk("process", "now", "lights", "-y")
    assert "carried out" in done.out
    assert state(played).match.state.bids["red"] == [played.hands["red"][0]]


def test_rules_about_time_are_shown_and_changed(desk: Any, played: Any) -> None:
    assert desk("deadline", "policy", "lights", "--json").json["missed_deadline"] == "default"
    new = (
        "--set",
        "missed_deadline=standing",
        "--set",
        "deadline_hours=48",
        "--set",
        "wait.hours=12",
        "--set",
        "weekdays=[1,3]",
    )
    told = desk("deadline", "policy", "lights", *new, "-y", "--json").json
    assert {each["what"] for each in told["changes"]} >= {"missed_deadline", "deadline_hours", "wait.hours", "weekdays"}
    rules = desk("deadline", "policy", "lights", "--json").json
    assert (rules["deadline_hours"], rules["wait.hours"]) == ("48", "12")
    assert "there is no rule 'mised'" in desk("deadline", "policy", "lights", "--set", "mised=x", "-y", code=1).err
    assert (
        "grace_minutes = -1: that must be from 0"
        in desk("deadline", "policy", "lights", "--set", "grace_minutes=-1", "-y", code=1).err
    )


@pytest.mark.parametrize(
    "same", ["campaign draws lights none", "deadline policy lights --set missed_deadline=default --set grace_minutes=0"]
)
def test_a_change_that_is_none_is_refused_and_told_to_nobody(desk: Any, played: Any, same: str) -> None:
    before = mails(played)
    assert "No change: it is already set this way." in desk(*same.split(), "-y", code=1).err
    assert (mails(played), trail(played)) == (before, [])


def test_a_deadline_is_set_to_a_moment_and_never_earlier(desk: Any, played: Any) -> None:
    told = desk("deadline", "set", "lights", "2090-12-01 20:00", "--seat", "red", "--dry-run", "--json").json
    (change,) = told["changes"]
    assert change["what"].startswith("question 1 of red")
    assert change["after"] == "until 2090-12-01 20:00 UTC"
    assert "not in the future" in desk("deadline", "set", "lights", "2020-01-01", "-y", code=1).err
    queued = mails(played)
    desk("deadline", "set", "lights", "2090-12-01 20:00", "-y")
    assert mails(played) > queued
    queued = mails(played)
    earlier = desk("deadline", "set", "lights", "2090-11-30 20:00", "-y", code=1).err
    assert "The deadline is Fri 1 Dec 2090 20:00 UTC already" in earlier
    assert mails(played) == queued, "nobody is told of what did not happen"
    assert (
        "There is no seat “green”" in desk("deadline", "extend", "lights", "--days", "1", "--seat", "green", code=1).err
    )


def test_seats_have_teams_readers_stand_ins_and_standbys(desk: Any, played: Any) -> None:
    desk("seat", "holders", "lights", "red", "--add", "Stella <stella@players.test>", "--role", "standby", "-y")
    desk("seat", "holders", "lights", "red", "--add", "Rita <rita@players.test>", "-y")
    later = ("--from", "2090-12-01", "--until", "2090-12-10")
    desk("seat", "holders", "lights", "red", "--add", "Tom <tom@players.test> ru", *later, "-y")
    held = desk("seat", "holders", "lights", "red", "--json").json
    assert [(each["name"], each["role"]) for each in held] == [
        ("Anna", "orders"), ("Stella", "standby"), ("Rita", "orders"), ("Tom", "orders"),
    ]  # fmt: skip
    assert held[3]["until"].startswith("2090-12-10")
    assert "already holds red" in desk(
        "seat", "holders", "lights", "red", "--add", "Rita <rita@players.test>", "-y", code=1
    ).err  # fmt: skip
    desk("seat", "holders", "lights", "red", "--remove", "Rita", "-y")
    desk("seat", "replace", "lights", "red", "--standby", "-y")
    assert [holder.name for holder in state(played).by_name["red"].holders] == ["Stella"]
    desk("seat", "absent", "lights", "red", "from 2090-12-01 to 2090-12-03", "-y")
    desk("seat", "eject", "lights", "blue", "--reason", "silent", "-y")
    assert state(played).by_name["blue"].holders == ()
    assert "Nobody holds blue" in desk("seat", "eject", "lights", "blue", "-y", code=1).err
    assert "standby" in desk("seat", "replace", "lights", "blue", "--standby", "-y", code=1).err


def test_moderators_are_added_with_rights_that_hold_at_the_desk_too(desk: Any, played: Any) -> None:
    desk("moderator", "add", "lights", "Tim <tim@players.test>", "--right", "time", "-y")
    assert [each["right"] for each in desk("moderator", "list", "lights", "--json").json] == ["all", "time"]
    assert "Your right as a moderator is “time”" in desk("--by", "Tim", "process", "now", "lights", "-y", code=1).err
    desk("--by", "Tim", "campaign", "pause", "lights", "-y")
    desk("moderator", "remove", "lights", "Tim", "-y")
    assert "appoint another one first" in desk("moderator", "remove", "lights", "Mila", "-y", code=1).err
    refused = ("Tim", "refused: process now")
    assert trail(played)[-4:] == [(USER, "appoint"), refused, ("Tim", "pause"), (USER, "dismiss")]
    assert (
        "choose from time, mail, all"
        in desk("moderator", "add", "lights", "Tim <t@p.test>", "--right", "x", code=2).err
    )


def test_nothing_is_done_when_play_goes_on_between_the_look_and_the_word(desk: Any, played: Any) -> None:
    from adjudicator.service.admin import rehearsals
    from adjudicator.service.moderation.commands import Process
    from adjudicator.service.moderation.troubles import CommandError

    def decide(*_: Any) -> Any:
        return Process()

    shown, _ = rehearsals.do(played.service, None, "lights", decide, USER)
    played.write("blue", f"ставка {played.hands['blue'][0]}")
    before = state(played).head.sequence
    with pytest.raises(CommandError, match="play went on meanwhile"):
        rehearsals.do(played.service, shown, "lights", decide, USER)
    assert state(played).head.sequence == before


def test_a_reminder_goes_to_who_is_silent_and_tells_nobody_who_that_is(desk: Any, played: Any) -> None:
    from sqlalchemy import select
    from sqlmodel import col

    told = desk("remind", "lights", "-y", "--json").json
    assert told["mails_to"] == []
    with writing(played.service.engine) as session:
        rows = session.scalars(select(OutboundMail).where(col(OutboundMail.kind) == "reminder")).all()
        assert [row.recipient for row in rows] == ["boris@players.test"]


def test_creating_can_be_tried_first(desk: Any, tmp_path: Any) -> None:
    players = ("--player", "red=Anna <anna@players.test>", "--player", "blue=Boris <boris@players.test> ru")
    tried = desk("campaign", "create", "night-watch", "--game", "sealed-bids", *players, "--dry-run")
    assert "could be created" in tried.out
    assert desk("campaign", "list", "--json").json == []
    desk("campaign", "create", "night-watch", "--game", "sealed-bids", *players)
    told = desk("campaign", "create", "night-watch", "--game", "sealed-bids", *players, "--dry-run", code=1)
    assert "a campaign named night-watch already" in told.err


def test_people_of_a_file_have_the_zone_and_the_language_of_the_campaign(tmp_path: Any) -> None:
    file = tmp_path / "campaign.toml"
    file.write_text(
        'name = "night-watch"\ntitle = "Night"\ngame = "sealed-bids"\nlanguage = "ru"\ntime_zone = "Europe/Moscow"\n'
        '[[players]]\nseat = "red"\nname = "Anna"\nemail = "anna@players.test"\n'
        '[[players]]\nseat = "blue"\nname = "Bo"\nemail = "bo@players.test"\n'
        'time_zone = "Asia/Tokyo"\nlanguage = "en"\n'
    )
    anna, bo = from_file(file).players
    assert (anna.time_zone, anna.language) == ("Europe/Moscow", "ru")
    assert (bo.time_zone, bo.language) == ("Asia/Tokyo", "en")


def test_several_campaigns_are_paused_and_go_on_together(desk: Any, played: Any) -> None:
    players = ("--player", "red=Anna <anna@players.test>", "--player", "blue=Boris <boris@players.test>")
    desk("campaign", "create", "night", "--game", "sealed-bids", *players)
    tried = desk("campaign", "pause", "--all", "--reason", "holidays", "--dry-run", "--json").json
    assert tried == {"deed": "pause", "dry_run": True, "done": [], "refused": {}}
    done = desk("campaign", "pause", "lights", "night", "--yes", "--json").json
    assert done["done"] == ["lights", "night"]
    refused = desk("campaign", "pause", "--all", "--yes", code=1).err
    assert "lights: " in refused
    assert "night: " in refused
    desk("campaign", "resume", "night", "--yes")
    half = desk("campaign", "resume", "night", "lights", "--yes", "--json", code=1)
    assert half.json["done"] == ["lights"], "a refusal stops no other"
    assert list(half.json["refused"]) == ["night"]
    assert "say --all" in desk("remind", "--yes", code=2).err
    assert desk("remind", "--all", "--yes", "--json").json["done"] == ["lights", "night"]
    assert desk("deadline", "extend", "--all", "--days", "2", "--yes", "--json").json["done"] == ["lights", "night"]


def test_what_goes_on_everywhere_after_an_outage_keeps_the_holidays(desk: Any, played: Any) -> None:
    """Who lets all campaigns go on means those that stand still, and sees which pauses are planned in the others."""
    desk("campaign", "create", "night", "--game", "sealed-bids", "--player", "red=Anna <anna@players.test>",
         "--player", "blue=Boris <boris@players.test>")  # fmt: skip
    holidays = ("--from", "2090-12-24", "--until", "2091-01-02")
    planned = desk("campaign", "pause", "lights", *holidays, "--dry-run").err
    assert "planned pause  2090-12-24 00:00 UTC to 2091-01-02 23:59 UTC" in planned
    desk("campaign", "pause", "lights", *holidays, "-y")
    assert (
        "pause planned: 2090-12-24 00:00 UTC to 2091-01-02 23:59 UTC"
        in desk("campaign", "show", "lights", "--short").out
    )
    desk("campaign", "pause", "night", "-y")
    assert desk("deadline", "extend", "--all", "--days", "1", "-y", "--json").json["done"] == ["lights"]
    assert desk("campaign", "resume", "--all", "-y", "--json").json["done"] == ["night"]
    given_up = desk("campaign", "resume", "lights", "-y").err
    assert "planned pause  2090-12-24 00:00 UTC to 2091-01-02 23:59 UTC → given up" in given_up
    assert "pause planned" not in desk("campaign", "show", "lights", "--short").out


def test_a_command_without_a_dry_run_offers_none(desk: Any, played: Any) -> None:
    told = desk("db", "mark-restored", code=1).err
    assert "--yes" in told
    assert "--dry-run" not in told


def test_what_is_dropped_with_a_seat_is_shown_as_dropped(desk: Any, played: Any) -> None:
    """Red's bid lies on file, with a line behind it; his successor must not think that it still counts."""
    played.write("red", f"bid {played.hands['red'][1]}", "keep")
    before = desk("orders", "show", "lights", "--as", "red", "--json").json
    assert [line["outcome"] for line in before[0]["lines"]] == ["done", "waiting"]
    desk("seat", "eject", "lights", "red", "--drop-orders", "-y")
    after = desk("orders", "show", "lights", "--as", "red", "--json").json
    assert [line["outcome"] for line in after[0]["lines"]] == ["dropped", "dropped"]
    assert state(played).match.sealed == {}


def test_what_is_kept_with_a_seat_stays_as_it_was(desk: Any, played: Any) -> None:
    desk("seat", "eject", "lights", "red", "--keep-orders", "-y")
    kept = desk("orders", "show", "lights", "--as", "red", "--json").json
    assert [line["outcome"] for line in kept[0]["lines"]] == ["done"]
    assert set(state(played).match.sealed) == {"red"}


def test_orders_show_says_that_there_are_none(desk: Any, played: Any) -> None:
    assert desk("orders", "show", "lights", "--as", "blue").out == "nothing was ordered by blue yet\n"
    assert desk("orders", "show", "lights", "--as", "blue", "--json").json == []


def test_banks_of_hours_begin_and_grow_at_the_desk(desk: Any, played: Any) -> None:
    assert "has no banks of hours" in desk("deadline", "bank", "lights", "--hours", "24", "-y", code=1).err
    told = desk("deadline", "policy", "lights", "--set", "bank.hours=120", "-y", "--json").json
    assert {"what": "bank.hours", "before": "0", "after": "120"} in told["changes"]
    assert "how much?" in desk("deadline", "bank", "lights", code=2).err
    done = desk("--by", "Mila", "deadline", "bank", "lights", "--days", "1", "--seat", "red", "-y")
    assert "The bank has more hours" in done.out
    assert trail(played)[-1] == ("Mila", "bank")


def test_times_are_told_in_the_zone_in_which_they_are_typed(desk: Any, tmp_path: Path) -> None:
    (tmp_path / "made.toml").write_text(
        'name = "lights"\ntitle = "L"\ngame = "sealed-bids"\ntime_zone = "Europe/Moscow"\n'
        + "".join(f'[[players]]\nseat = "{s}"\nname = "{s}"\nemail = "{s}@players.test"\n' for s in ("red", "blue"))
    )
    desk("campaign", "create", "--file", "made.toml")
    (change, *_) = desk("deadline", "set", "lights", "2090-12-01 20:00", "-y", "--json").json["changes"]
    assert change["after"] == "until 2090-12-01 20:00 MSK"
    for line in (
        "campaign show lights --short",
        "seat show lights red --as red",
        "campaign list",
        "campaign waiting lights",
    ):
        assert "2090-12-01 20:00 MSK" in desk(*line.split()).out, line
    for line in ("turn points lights", "turn revisions lights", "turn explain lights 1", "campaign log lights"):
        assert " MSK" in desk(*line.split()).out, line
    asked = {each["until"] for each in desk("campaign", "waiting", "lights", "--json").json}
    assert asked == {"2090-12-01T17:00:00Z"}, "programs get it as before"


def test_acts_are_shown_in_words(desk: Any, played: Any) -> None:
    desk("seat", "replace", "lights", "red", "--to", "Zoe <zoe@players.test>", "-y")
    desk("campaign", "show", "lights", "--as", "blue")
    desk("moderator", "add", "lights", "Ula <ula@players.test>", "--right", "mail", "-y")
    desk("turn", "rollback", "lights", "--to", "1", "--reason", "a mistake", "-y")
    told = desk("audit", "show", "lights", "--all").out
    assert "    1  seat: Red; person: Zoe; keep: no\n" in told
    assert "    2  command: campaign show; as: Blue\n" in told
    assert "; right: mail" in told
    assert "reason: a mistake; kind: rollback; n: 1" in told
    assert "{" not in told


def test_rules_that_were_changed_without_a_new_version_are_noticed(desk: Any, played: Any) -> None:
    told = "their code was changed without a new version since these campaigns went by it: lights"
    assert told not in desk("doctor", code=None).out
    with writing(played.service.engine) as session:
        campaign = session.get_one(Campaign, played.id)
        assert settings_of(campaign).rules_code == code_hash("sealed-bids")
        keep_settings(campaign, structs.replace(settings_of(campaign), rules_code="0123456789abcdef"))
    assert told in desk("doctor", code=1).out
    assert "0123456789abcdef" in desk("upgrade", "check").out
    played.write("blue", f"bid {played.hands['blue'][0]}")
    assert state(played).match.position.n > 1, "play goes on meanwhile"
    desk("upgrade", "adopt", "-y")
    assert told not in desk("doctor", code=None).out
    assert "no campaign waits" in desk("upgrade", "adopt", "-y").out
